"""What `run`, `compare` and `demo` share: a spec from options and their axes, a run with its progress."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from engine.records.book import FEWEST_SEATS, MOST_SEATS
from lab.agents.outside_agents import SECONDS
from lab.commands._options import CLUSTER, context_of
from lab.commands._output import console, warn
from lab.commands._progress import shown_progress
from lab.commands._typed_rules import check_rules
from lab.comparison.confidence_sequence import asked_measure, differences_so_far
from lab.errors import BadInput
from lab.runs import arms as arms_room
from lab.runs.cluster.connection import open_crew
from lab.runs.engine_compiling import BEGINS, compile_aloud
from lab.runs.run_heading import left_out
from lab.runs.run_spec import check_kept, make_spec
from lab.runs.runner import Title, lacks_games, run_spec
from lab.store.given_up_games import given_up
from lab.store.remote_store import open_store
from lab.tournament import beside_own, comparable, same_games
from variants.variant_schema import VariantError

if TYPE_CHECKING:
    from pathlib import Path

    from lab.runs.cluster.crew import Crew
    from lab.runs.run_spec import RunSpec
    from lab.runs.runner import RunSummary

CHANGES = ("rules", "switches", "cards")
"""What changes a game by hand: --rule, --set, --change."""
KEPT = "lab.kept"
"""Where a context in which nothing is played keeps what gives the summary of a run that is whole in the store."""
SO_FAR = "lab.so_far"
"""Where a context keeps what its games are to say while they are played, of a store and a run, in place of how arms
differ in the measure that was asked for."""
CREW = "lab.crew"
"""Where the context of a command keeps the workers of its cluster."""


def spec_of(arms: tuple[str, ...], options: Mapping[str, Any], unchanged: bool = False) -> RunSpec:
    """A spec from the options of `tournament_options`; `unchanged`: also the game without these changes."""
    keys = ("games", "seed", "events", "exposure")
    as_it_was = unchanged and any(options[key] for key in CHANGES)
    values = {"arms": arms, "unchanged": as_it_was} | axes_of(options) | {key: options[key] for key in keys}
    spec = make_spec(values, "command line")
    check_kept(spec, "command line")
    check_rules(options["rules"], spec.arms[0])
    return spec


def command_line() -> str:
    """The command as it was typed."""
    return str(click.get_current_context().find_root().obj or "lab")


def play(
    spec: RunSpec, store: Path, workers: int, agent_seconds: float = SECONDS, name: str = "", tells: bool = True
) -> RunSummary:
    """Play what the store does not hold yet, showing games per second and time left on stderr.

    `tells`: say at the end what was played.
    """
    spec = arms_room.at_pace_of(store, spec)
    read: Callable[[RunSpec], RunSummary] | None = click.get_current_context().meta.get(KEPT)
    if read is not None:
        return read(spec)
    arms = arms_room.open_arms(spec, agent_seconds)  # whatever is wrong with the input is said before anything else
    for unusual in dict.fromkeys(
        filter(None, (arms_room.unusual_seats(arm.variant, arm.setting.seats) for arm in arms))
    ):
        warn(unusual)
    place = open_store(store, create=True)
    screen = console(stderr=True)
    lacks = lacks_games(place, spec, arms)
    crew = crew_of(click.get_current_context()) if lacks else None
    if lacks and not crew:
        compile_engine()
    usual = partial(differences_so_far, measure=asked_measure(command_line()))
    says = click.get_current_context().meta.get(SO_FAR, usual)
    so_far = partial(says, place, arms_room.identify(spec, arms)) if lacks else list
    with shown_progress(screen, so_far) as progress:
        summary = run_spec(spec, place, crew or workers, progress, title=Title(command_line(), name), arms=arms)
    if tells:
        screen.print(told(summary))
        lacking = given_up(place, summary.run_id)
        if lacking.height:
            screen.print(f"run {summary.run_id}: {left_out(lacking)}", markup=False)
    return summary


def reading(command: click.Command, words: Sequence[str], read: Callable[[RunSpec], RunSummary]) -> click.Context:
    """The context of a command with its words in which nothing is played: `read` is asked for every run."""
    context = context_of(command, words)
    context.meta[KEPT] = read
    return context


def crew_of(context: click.Context) -> Crew | None:
    """The workers that `--cluster` asks for, until the command ends; nobody if it was not given."""
    address, crew = context.meta.get(CLUSTER), context.meta.get(CREW)
    if address is None or crew is not None:
        return crew
    if context.get_parameter_source("workers") is click.core.ParameterSource.COMMANDLINE:
        raise BadInput("--workers beside --cluster; allowed: one of them")
    screen = console(stderr=True)
    say = lambda sentence: screen.print(sentence, highlight=False, markup=False)  # noqa: E731
    opened = open_crew(address, say, _load_engine) if address.local else open_crew(address, say)
    context.meta[CREW] = crew = context.with_resource(opened)
    return crew


def _load_engine() -> None:
    """Compile the engine once for all processes of this machine; this one plays a few games again at the end."""
    from engine.loop.compile_ahead import load_all

    compile_engine()
    load_all()


def compile_engine() -> None:
    """Compile the engine on all cores, showing how far it is, unless that has been done."""
    from engine.loop.code_pack import is_compiled_before
    from engine.loop.compile_ahead import compile_all

    screen = console(stderr=True)
    if not screen.is_terminal:
        compile_aloud(screen.print)
        return
    if is_compiled_before():
        return
    screen.print(BEGINS)
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, console=screen, transient=True) as bar:
        task = bar.add_task("kernels", total=None)

        def show(done: int, of: int) -> None:
            bar.update(task, completed=done, total=of, description="kernels" if done < of else "all as one program")

        compile_all(told=show)


def told(summary: RunSummary) -> str:
    """One line about a run."""
    if not summary.games_played:
        return f"run {summary.run_id}: all {summary.games} games were in the store already"
    kept = summary.games - summary.games_played - summary.games_shared
    others = [f"{kept} were in the store already"] * bool(kept)
    others += [f"{summary.games_shared} were played meanwhile by another process"] * bool(summary.games_shared)
    before = f" ({', '.join(others)})" if others else ""
    rate = f"{summary.wall_s:.1f} s, {summary.games_per_s:,.0f} games/s"
    again = f"; {summary.games_again} of them played again, the same" if summary.games_again else ""
    return f"run {summary.run_id}: {summary.games_played} games played in {rate}{before}{again}"


_SEATS = re.compile(r"([0-9]+)(?:-([0-9]+))?")


def axes_of(options: Mapping[str, Any]) -> dict[str, Any]:
    """Values of a spec's axes from the options of `tournament_options`."""
    return {
        "decks": tuple(options["decks"]),
        "seats": seats_of(options["seats"]),
        "agents": tuple(tuple(name.strip() for name in table.split(",")) for table in options["agents"]),
        "rules": tuple(options["rules"]),
        "switches": settings_of("--set", options["switches"], "SWITCH=VALUE, such as hand_limit=7"),
        "cards": settings_of("--change", options["cards"], "ID.KEY=VALUE, such as large-angry-chicken.level=12"),
    }


def seats_of(texts: Sequence[str]) -> tuple[int, ...]:
    """Numbers of players: `4`, `3,5`, `3-6`."""
    found: list[int] = []
    for part in (part.strip() for text in texts for part in text.split(",")):
        match = _SEATS.fullmatch(part)
        if match is None or len(part) > 5:
            raise BadInput(f"--seats is '{part[:20]}'; allowed: {FEWEST_SEATS} to {MOST_SEATS}, several as 3,4 or 3-6")
        low, high = int(match[1]), int(match[2] or match[1])
        if low > high:
            raise BadInput(f"--seats is '{part}'; allowed: from few to many, as {high}-{low}")
        found += range(low, min(high, 99) + 1) or [high]
    return tuple(found)


def together(texts: Sequence[str]) -> tuple[str, ...]:
    """House rules that hold together in one game, as one."""
    from variants.load_variants import as_rule

    try:
        return (as_rule("+".join(map(as_rule, texts))),) if texts else ()
    except VariantError as error:
        raise BadInput(f"--rule {error}") from None


def set_by_hand(option: str, texts: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Keys with the one value that each of them has in a game."""
    found = settings_of(option, texts, "KEY=VALUE")
    if several := [key for key, values in found.items() if len(values) > 1]:
        raise BadInput(f"{option} gives {several[0]} several values; allowed: one, it is one game")
    return tuple((key, values[0]) for key, values in found.items())


def settings_of(option: str, texts: Sequence[str], allowed: str) -> dict[str, tuple[str, ...]]:
    """Keys with their values: `hand_limit=7`, or several at once, `hand_limit=6,7`, or one after the other."""
    found: dict[str, tuple[str, ...]] = {}
    for text in texts:
        key, sign, values = (part.strip() for part in text.partition("="))
        if not key or not sign or not all(value.strip() for value in values.split(",")):
            raise BadInput(f"{option} is '{text[:60]}'; allowed: {allowed}; several values as 6,7")
        more = (value.strip() for value in values.split(","))
        found[key] = tuple(dict.fromkeys((*found.get(key, ()), *more)))
    return found


def several_arms(variants: tuple[str, ...], options: Mapping[str, Any], measure: str) -> RunSpec:
    """What is to be played: at least two arms that differ, of which this measure can be compared."""
    spec = beside_own(spec_of(variants or ("base",), options, unchanged=True))
    alone = spec.each_alone()
    if options["on_each"] and alone is spec:
        raise BadInput(
            "--on-each has nothing to lay on each variant; allowed: beside two or more variants, with --rule, --set, "
            "--change, or several --deck"
        )
    spec = spec if options["on_each"] else alone
    for said in same_games(spec, comparable(spec, measure, options["agent_seconds"])):
        warn(f"{said}: that is the same game, which is played once")
    return spec
