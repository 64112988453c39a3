"""From a spec to what is played: rules and cards of each arm, and a player of games for each worker."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import polars as pl

from decks.card_text import not_played
from engine.records.book import FEWEST_SEATS, MOST_SEATS
from engine.records.switches import RULES_VERSION
from engine.records.table_time import PACE
from lab.agents.agent_pool import OutsideWorker, check_agents
from lab.agents.agent_source import code_hash
from lab.agents.outside_agents import SECONDS
from lab.agents.person import PERSON, Answers
from lab.agents.persona_file import LEARNED
from lab.agents.personas import agents_hash, find_persona, is_outside, ordinary, weights_of
from lab.errors import BadInput
from lab.provenance import engine_hash, engine_version, fingerprint
from lab.runs.arm_spec import ArmSpec
from lab.runs.run_heading import LIMIT
from lab.runs.run_plan import exposure_games, kept_events, kept_exposures, lineup
from lab.runs.run_spec import RunSpec
from lab.store.stored_tables import ABOUT, Labels, shard_format
from lab.tables.table_pace import own_pace
from variants.load_variants import Variant, load_variant, values_in_words

if TYPE_CHECKING:
    from pathlib import Path

    from decks.load_decks import Compiled
    from engine.loop.game_ranges import Played
    from engine.records.book import Book

SEAT_NAMES = tuple(f"p{seat}" for seat in range(MOST_SEATS))
Player = Callable[[int, int], "Played"]
"""Plays a range of games, given its first game and their number."""


@dataclass(frozen=True, eq=False)
class Arm:
    """One arm of a run, ready to play: its setting, its rules and its cards."""

    run: RunSpec
    setting: ArmSpec
    variant: Variant
    cards: Compiled
    agent_seconds: float = SECONDS  # longest time for one choice of an outside agent

    @property
    def name(self) -> str:
        """What it is called in its run."""
        return self.setting.name

    @cached_property
    def arm_hash(self) -> str:
        """Sixteen hex digits of all that its games depend on, whatever run they are played in.

        Two arms of equal hash are the same games; how many of them are played, and in which shards, does not count.
        """
        run, agents = self.run, self.setting.agents
        sources = [code_hash(name) for name in agents if is_outside(name)]
        events = [run.events, str(run.games) if run.events.startswith("sample") else ""]
        events += [] if run.exposure == "all" else [f"exposure {run.exposure} of {run.games}"]
        seating = [str(self.setting.seats), *agents, agents_hash(agents), *sources]
        content = [self.variant.rules_hash, self.cards.deck_hash, *self.learned]
        made_by = [str(RULES_VERSION), engine_hash(), shard_format()]
        played = [run.answers] if PERSON in agents else []
        played += [f"pace {run.pace}"] if run.pace and self.variant[LIMIT] else []
        return fingerprint([*made_by, str(run.seed), *events, *content, *seating, *played], 16)

    @property
    def rules(self) -> npt.NDArray[np.int64]:
        """Its switches, and behind them the pace by which its limit of minutes goes, if that is its own."""
        return with_pace(self.variant.rules, self.run.pace)

    @property
    def learned(self) -> list[str]:
        """Fingerprint of what was learned of the cards, where somebody who plays reads it; else nothing."""
        card, agents = self.cards.card, self.setting.agents
        reads = any(not is_outside(name) and find_persona(name).weights.get(LEARNED, 0) for name in agents)
        worths = [card["in_hand"].tolist(), card["in_play"].tolist()]
        return [fingerprint([f"learned {worths}"], 16)] if reads and any(map(any, worths)) else []

    def row(self) -> dict[str, Any]:
        """Its row of the table `arm`, without the run."""
        own = [f"{key}={value}" for key, value in (*self.setting.switches, *self.setting.cards)]
        return {
            "arm": self.name, "variant": "+".join(self.variant.chain), "decks": list(self.cards.decks),
            "rules_hash": self.variant.rules_hash, "deck_hash": self.cards.deck_hash, "seats": self.setting.seats,
            "agents": list(self.setting.agents), "games": self.run.games, "changes": own, "arm_hash": self.arm_hash,
            "reference": self.setting.reference, "exposure_games": exposure_games(self.run),
            "says": list(self.variant.says),
        }  # fmt: skip

    def rule_rows(self) -> list[dict[str, str]]:
        """Rows of the table `rule`, without the run: every switch, its value in words, and the file that set it."""
        rows = values_in_words(self.variant, self.variant)
        return [{"arm": self.name, "switch": r["switch"], "value": r["value"], "set_by": r["set_by"]} for r in rows]

    def weight_rows(self) -> list[dict[str, Any]]:
        """Rows of the table `weight`, without the run: the weights of its personas that are not 0."""
        from engine.policies.weights import FEATURES

        agents = [name for name in dict.fromkeys(self.setting.agents) if not is_outside(name)]
        features = [name for name, _ in FEATURES]
        table = zip(agents, weights_of(agents).tolist() if agents else [], strict=True)
        rows = [(agent, zip(features, weights, strict=False)) for agent, weights in table]
        return [{"agent": agent, "feature": f, "weight": w} for agent, row in rows for f, w in row if w]

    def book(self) -> Book:
        """Its rules and cards as kernels read them, with buffers of its own: one for each worker."""
        from engine.loop.game_ranges import make_book

        table, sitting = weights_of(self.setting.agents), lineup(self.setting, 0, 1)[0]
        return make_book(self.rules, self.cards.card, self.cards.effect, table[sitting], ordinary())

    def player(self) -> Player:
        """A player of this arm's games, with buffers of its own: one for each worker."""
        outside = any(is_outside(name) for name in self.setting.agents)
        return _sampling(self.run, self._outside_player() if outside else self._own_player())

    def _own_player(self) -> Player:
        """A player whose games are compiled from end to end."""
        from engine.loop.game_ranges import play_all

        run, who, table = self.run, self.setting, weights_of(self.setting.agents)
        book = self.book()

        def play(first: int, count: int) -> Played:
            agents, keep = lineup(who, first, count), kept_events(run, first, count)
            return play_all(book, run.seed, first, count, who.seats, agents, table, keep)

        return play

    def _outside_player(self) -> Player:
        """A player whose games are stepped from Python, in a process of its own."""
        from engine.texts import Names
        from lab.agents.outside_games import Box

        run, who, cards = self.run, self.setting, self.cards
        names = Names(tuple(cards.ids), SEAT_NAMES[: who.seats], dict(cards.labels))
        outside = tuple(is_outside(name) for name in who.agents)
        weights = weights_of(who.agents)
        sources = {name: code_hash(name) for name in who.agents if is_outside(name)} | {"the engine": engine_hash()}
        rules, card, effect = self.rules, cards.card, cards.effect
        box = Box(rules, card, effect, names, who.agents, outside, weights, ordinary(), run.seed, sources)
        if PERSON in who.agents:
            from lab.agents.outside_games import OutsideGames

            games = OutsideGames(box)
            games.company = Answers(run.answers)
            return lambda first, count: games.play(
                first, count, lineup(who, first, count), kept_events(run, first, count)
            )
        worker = OutsideWorker(box, self.agent_seconds)
        return lambda first, count: worker.play(first, count, lineup(who, first, count), kept_events(run, first, count))

    def card_frame(self) -> pl.DataFrame:
        """Rows of the table `card`: one for each design of the arm's decks."""
        designs = np.bincount(self.cards.card["number"], minlength=len(self.cards.ids))
        rows = [self._card(number, int(copies)) for number, copies in enumerate(designs)]
        return pl.DataFrame(rows, schema=ABOUT["card"], orient="row")

    def _card(self, number: int, copies: int) -> tuple[Any, ...]:
        c, ids, names = self.cards.cards[number], self.cards.ids, self.cards.names
        return (
            self.cards.deck_hash, number, ids[number], names[number], c.pile, c.kind, c.level, c.treasures, c.bonus,
            c.slot or "none", c.gold or 0, copies, c.origin, c.source, not_played(c),
        )  # fmt: skip


def with_pace(rules: npt.NDArray[np.int64], pace: tuple[int, ...]) -> npt.NDArray[np.int64]:
    """Switches as a book takes them, with the milliseconds of a pace behind them; none is the declared one."""
    return np.append(rules, np.array(pace, np.int64))


def at_pace_of(store: Path, spec: RunSpec) -> RunSpec:
    """The same spec, whose limits of minutes go by the store's own pace, as its minutes do; if there are any."""
    own = own_pace(store)
    if own is None or spec.pace or own.milliseconds == PACE:
        return spec
    rules = (load_variant(arm.variant, {key: typed(value) for key, value in arm.switches}) for arm in spec.grid)
    return spec.model_copy(update={"pace": own.milliseconds}) if any(one[LIMIT] for one in rules) else spec


def _sampling(run: RunSpec, play: Player) -> Player:
    """The same player, that leaves out the exposures of games that are not to keep them."""
    if run.exposure == "all":
        return play

    def sampled(first: int, count: int) -> Played:
        played, keep = play(first, count), kept_exposures(run, first, count)
        return played._replace(exposure=played.exposure[keep[played.exposure["game"] - first]])

    return sampled


def open_arms(spec: RunSpec, agent_seconds: float = SECONDS) -> list[Arm]:
    """Load the rules and cards of every arm and find every agent; whatever does not fit together is bad input.

    Arms that turn out to be the same game are one arm, the first of them.
    """
    boxes: dict[Any, Compiled] = {}
    arms: dict[str, Arm] = {}
    played_as = {"": ""}
    check_agents([name for setting in spec.grid for name in setting.agents if is_outside(name)])
    for setting in spec.grid:
        setting = replace(setting, reference=played_as[setting.reference])
        arm = replace(_open_arm(spec, setting, boxes), agent_seconds=agent_seconds)
        played_as[setting.name] = arms.setdefault(arm.arm_hash, arm).name
    return list(arms.values())


def open_arm(spec: RunSpec, setting: ArmSpec) -> Arm:
    """One arm of a spec, whatever its others are."""
    return _open_arm(spec, setting, {})


def _open_arm(spec: RunSpec, setting: ArmSpec, boxes: dict[Any, Compiled]) -> Arm:
    from decks.load_decks import check_deal, load_decks  # what is read of a store needs no cards, and no pydantic

    variant = load_variant(setting.variant, {key: typed(value) for key, value in setting.switches})
    decks = setting.deck or tuple(variant.deck)
    if not decks:
        raise BadInput(f"variant '{setting.variant}' has no deck of its own; allowed: --deck with the name of a deck")
    check_seats(setting.seats)
    box = (decks, setting.cards, variant.edits.key())
    if box not in boxes:
        boxes[box] = load_decks(list(decks), changes=dict(setting.cards), edits=variant.edits)
    check_deal(boxes[box], setting.seats, variant["setup.deal_door"], variant["setup.deal_treasure"])
    _check_bosses(variant, boxes[box])
    return Arm(spec, setting, variant, boxes[box])


def typed(text: str) -> object:
    """A value from the command line: a whole number or a truth value where it reads like one, else a word."""
    if text in ("true", "false"):
        return text == "true"
    try:
        return int(text)
    except ValueError:
        return text


def _check_bosses(variant: Variant, cards: Compiled) -> None:
    """Refuse a game that nobody could win: Bosses must fall, and the decks have none."""
    need = variant["boss.required"]
    if need > 0 and not any("boss" in card.tags for card in cards.cards):
        raise BadInput(
            f"variant '{variant.name}': boss.required is {need}, but deck {'+'.join(cards.decks)} has no monster "
            "tagged 'boss'; allowed: 0, or a deck with Bosses"
        )


IMPLEMENTS = ("setup.players",)


def check_seats(seats: int) -> None:
    """Refuse a number of players for whom there is no room."""
    if not FEWEST_SEATS <= seats <= MOST_SEATS:
        raise BadInput(f"seats is {seats}; allowed: {FEWEST_SEATS} to {MOST_SEATS}")


def unusual_seats(variant: Variant, seats: int) -> str:
    """The sentence on a number of players that the rules are not made for; empty if they are."""
    low, high = variant["players.min"], variant["players.max"]
    if low <= seats <= high:
        return ""
    return f"{seats} players are a house rule: under variant '{variant.name}' {low} to {high} sit at the table"


def identify(spec: RunSpec, arms: Sequence[Arm]) -> str:
    """The run_id: twelve hex digits of everything that can change a result."""
    return fingerprint([spec.spec_hash, *(arm.arm_hash for arm in arms)], 12)


def labels_of(run_id: str, arms: Sequence[Arm]) -> Labels:
    """How the rows of a run are labelled."""
    return Labels(run_id, tuple(arm.name for arm in arms), {arm.name: arm.setting.agents for arm in arms})


def run_row(spec: RunSpec, run_id: str, command: str, workers: int) -> dict[str, Any]:
    """The row of the table `run` that is known before the first game."""
    from datetime import UTC, datetime

    return {
        "run_id": run_id, "name": "", "command": command,
        "created_at": datetime.now(UTC).isoformat(timespec="milliseconds"), "seed": spec.seed,
        "engine_version": engine_version(), "rules_version": RULES_VERSION,
        "code_hash": engine_hash(), "spec_hash": spec.spec_hash, "wall_s": 0.0, "workers": workers, "status": "running",
    }  # fmt: skip
