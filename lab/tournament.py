"""What is to be played, said in Python: the options of a tournament, made into a spec and checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypedDict

from decks.read_decks import stack
from engine.inputs.quote import quoted
from lab.agents import USUAL
from lab.agents.outside_agents import SECONDS
from lab.comparison.game_numbers import check_people
from lab.errors import BadInput
from lab.runs.arms import Arm, open_arm, open_arms
from lab.runs.run_spec import RunSpec, check_kept, make_spec, read_spec
from variants.load_variants import load_variant

PLAYED = "names of variants, a RunSpec, or the Path of a spec file"
MOST_WORKERS = 1024
SHORTEST, LONGEST = 0.01, 86_400
"""Seconds that an outside agent may be given for a choice."""
BESIDE = ("name", "workers", "agent_seconds", "store")
"""Options that may stand beside a whole spec."""


class Options(TypedDict, total=False):
    """What `run` and `compare` may be given beside the variants; what is left out is as on the command line.

    deck    -- a deck, by name or path, those of one box joined by +; several are arms (default: the variant's own)
    rule    -- a house rule in words, "If you die, lose a Level.", or its name or file; several are arms
    set     -- switches of the rules: {"hand_limit": 7}, or {"hand_limit": [6, 7]} for two arms
    card    -- changes of cards: {"large-angry-chicken.level": 12}
    seats   -- players, 2 to 8 (4), by the sheets 3 to 6; several are arms
    agents  -- who plays, as "balanced,novice" or a list of names ("table"); a list of lists holds several tables
    games   -- games of each arm (1000)
    seed    -- the same seed gives the same games (0)
    events  -- which games keep their events: "all", "sample:N" or "none" ("all")
    exposure -- which games keep what cards came to whom: "all" or "sample:N" ("all")
    name    -- what the run is called
    workers -- threads; 0 = one for each core (0)
    agent_seconds -- longest time for one choice of an outside agent (10)
    store   -- folder of the store, or an address such as s3://bucket/store ("lab-store")
    """

    deck: str | Path | Sequence[str | Path]
    rule: str | Sequence[str]
    set: Mapping[str, Any]
    card: Mapping[str, Any]
    seats: int | Iterable[int]
    agents: str | Sequence[str] | Sequence[Sequence[str]]
    games: int
    seed: int
    events: str
    exposure: str
    name: str
    workers: int
    agent_seconds: float
    store: str | Path


def whole_spec(what: Sequence[str | Path | RunSpec], options: Options) -> RunSpec | None:
    """The spec that was given whole, if it was."""
    if all(isinstance(one, str) for one in what):
        return None
    spec, *others = what
    if beside := [*map(str, others), *(key for key in options if key not in BESIDE)]:
        raise BadInput(f"lab.run: {beside[0]} beside a spec, which says it all; allowed: {', '.join(BESIDE)}")
    if not isinstance(spec, Path | RunSpec):
        raise BadInput(f"lab.run: {quoted(spec)} is no spec; allowed: {PLAYED}")
    return spec if isinstance(spec, RunSpec) else read_spec(spec)


def spec_of(where: str, variants: Sequence[str], options: Options, unchanged: bool = False) -> RunSpec:
    """A spec from options, as the command line makes it; `where` names the function in error messages."""
    if unknown := [key for key in options if key not in Options.__annotations__]:
        raise BadInput(f"{where}: no option '{unknown[0]}'; allowed: {', '.join(Options.__annotations__)}")
    deck, seats, agents = options.get("deck", ()), options.get("seats", 4), options.get("agents", USUAL)
    changes = {"rules": options.get("rule", ()), "switches": options.get("set", {}), "cards": options.get("card", {})}
    decks: Sequence[Any] = deck if isinstance(deck, Sequence) and not isinstance(deck, str) else (deck,)
    values: dict[str, Any] = {
        "arms": tuple(variants),
        "decks": tuple(map(_name, decks)),
        "seats": tuple(seats) if isinstance(seats, Iterable) else seats,
        "agents": tuple(name.strip() for name in agents.split(",")) if isinstance(agents, str) else agents,
        "unchanged": unchanged and any(changes.values()),
    }
    values |= changes | {key: options[key] for key in ("games", "seed", "events", "exposure") if key in options}
    spec = make_spec(values, where)
    check_kept(spec, where)
    return spec


class Playing(NamedTuple):
    """How a run is played, whatever it is: on how many threads, and how long an outside agent may think."""

    workers: int
    agent_seconds: float


def playing_of(where: str, options: Options) -> Playing:
    """How to play, from options."""
    workers, seconds = options.get("workers", 0), options.get("agent_seconds", SECONDS)
    if not isinstance(workers, int) or not 0 <= workers <= MOST_WORKERS:
        raise BadInput(f"{where}: workers is {quoted(workers)}; allowed: 1 to {MOST_WORKERS}, or 0: one for each core")
    if not isinstance(seconds, int | float) or not SHORTEST <= seconds <= LONGEST:
        raise BadInput(f"{where}: agent_seconds is {quoted(seconds)}; allowed: {SHORTEST:g} to {LONGEST:g}")
    return Playing(workers, seconds)


def _name(deck: Any) -> Any:
    """A deck as it is typed; what is neither a name nor a path is left for the check."""
    return str(deck) if isinstance(deck, Path) else deck


def beside_own(spec: RunSpec) -> RunSpec:
    """The same with the variant's own deck before the one deck that was named, if there is nothing else to compare."""
    if len(spec.grid) > 1 or not spec.decks:
        return spec
    own = load_variant(spec.arms[0]).deck
    return (
        spec.model_copy(update={"decks": ("+".join(own), *spec.decks)}) if own and stack(spec.decks[0]) != own else spec
    )


def comparable(spec: RunSpec, measure: str, agent_seconds: float) -> list[Arm]:
    """The arms of a spec: at least two that differ, of which this measure can be compared."""
    for agents in spec.agents:
        check_people(measure, agents)
    arms = open_arms(spec, agent_seconds)  # a misspelt name is said first
    if len(spec.grid) < 2:
        raise BadInput(
            f"only {spec.only.name} to compare; allowed: two or more variants, decks, tables of agents or numbers of "
            "players, or --rule, --set and --change"
        )
    if len(arms) < 2:
        all_of = f"all {len(spec.grid)} arms are" if len(spec.grid) > 2 else "that is"
        raise BadInput(f"{'; '.join(same_games(spec, arms))}: {all_of} the same game; allowed: arms that differ")
    return arms


def same_games(spec: RunSpec, arms: Sequence[Arm]) -> list[str]:
    """What is not played since an arm of the spec is that game already: a sentence each."""
    played = {arm.arm_hash: arm.name for arm in arms}
    twins = {one.name: played[open_arm(spec, one).arm_hash] for one in spec.grid if one.name not in played.values()}
    return [
        f"{arm} plays {name.removeprefix(f'{arm}+').removeprefix(f'{arm}, ')} already" for name, arm in twins.items()
    ]
