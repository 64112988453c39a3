"""`lab bench`: speed figures of this machine."""

from __future__ import annotations

from typing import Any

import click

from engine.records.book import FEWEST_SEATS, MOST_SEATS
from lab import speed, speed_ratios
from lab.commands._options import Whole, json_option
from lab.commands._output import print_json, print_rows
from lab.runs import arms as arms_room
from lab.runs.run_spec import make_spec
from lab.speed import PERSONA

UNITS = {"_per_s": "per second", "_s": "seconds", "_ns": "nanoseconds", "_mb": "MB"}
CALLED = {"scaling_2": "times as fast with 2 workers", "choose_ns": "one choice", "peak_mb": "peak memory"}
WHOLE = 100
"""Values from which no decimals are told."""


@click.command()
@click.option("--games", default=2000, show_default=True, type=Whole(1, 1_000_000), help="Games of each measurement.")
@click.option("--deck", default="cthulhu", show_default=True, help="Deck to play with.")
@click.option("--variant", default="cthulhu", show_default=True, help="Rules to play by.")
@click.option("--seats", default=4, show_default=True, type=Whole(FEWEST_SEATS, MOST_SEATS), help="Players of a game.")
@click.option("--cold/--no-cold", default=True, help="Measure the compiler in a process of its own (a minute or two).")
@click.option("--choose/--no-choose", "choosing", default=True, help="Time choices too (compiles a loop of its own).")
@click.option("--peers", is_flag=True, help="Only decisions a second beside games of OpenSpiel, if it is installed.")
@click.option("--bar", is_flag=True, help="Only whether games are a fifth slower, beside a plain loop, than they were.")
@click.option("--against", metavar="REV", help="Only how fast beside an earlier revision, measured in turn.")
@json_option
def bench(games: int, cold: bool, choosing: bool, against: str | None, as_json: bool, **played: Any) -> None:
    """Measure decisions and games per second, time of a choice, rows stored, scaling, compile time and memory.

    Example:

    \b
        lab bench --json
        lab bench --against HEAD~5
    """
    values = {"decks": (played["deck"],), "arms": (played["variant"],), "seats": played["seats"], "games": games}
    values["agents"] = (PERSONA,)
    spec = make_spec(values, "command line")
    arms_room.open_arms(spec)  # whatever is wrong with the input is said before a process is started
    if against is not None:
        _print_beside(against, speed_ratios.ratios(spec, against), as_json)
        return
    if played["peers"]:
        _print_peers(speed_ratios.beside_peers(spec), as_json)
        return
    if played["bar"]:
        _print_bar(speed_ratios.beside_a_loop(spec))
        return
    figures = speed.measure(spec, cold, choosing)
    if as_json:
        print_json(figures)
    else:
        print_rows("", [_row(name, value) for name, value in figures.items()], ("value",))


def _print_beside(revision: str, ratios: dict[str, tuple[float, float, float]], as_json: bool) -> None:
    """Ratios with their intervals; the first line says whether games are played faster."""
    if as_json:
        print_json({name: dict(zip(("ratio", "low", "high"), found, strict=True)) for name, found in ratios.items()})
        return
    ratio, low, high = ratios["games"]
    how = (
        "as fast as far as this tells"
        if low <= 1 <= high
        else f"{abs(ratio - 1):.0%} {'faster' if ratio > 1 else 'slower'}"
    )
    click.echo(f"Games are played {how} beside {revision}: {ratio:.2f} times as many a second [{low:.2f}, {high:.2f}].")
    rows = [
        {"figure": speed_ratios.FIGURES[name], "ratio": f"{ratio:.2f}", "95%": f"[{low:.2f}, {high:.2f}]"}
        for name, (ratio, low, high) in ratios.items()
    ]
    print_rows("", rows, ("ratio", "95%"))


def _print_peers(found: dict[str, float], as_json: bool) -> None:
    """Decisions a second, and how many times those of the first row."""
    if as_json:
        print_json(found)
        return
    first = next(iter(found.values()))
    rows = [
        {"decisions a CPU second": who, "number": f"{n:,.0f}", "ratio": f"{n / first:.2f}"} for who, n in found.items()
    ]
    print_rows("", rows, ("number", "ratio"))


def _print_bar(ratio: float) -> None:
    """Whether games are as fast as they were; exit code 1 if they are not."""
    click.echo(f"Games are played {ratio:.2f} times as fast as when the bar was set, beside a plain loop.")
    if ratio < speed_ratios.BAR:
        click.echo(f"That is too slow: {speed_ratios.BAR:.2f} is the bar (lab bench --against REV finds since when).")
        click.get_current_context().exit(1)


def _row(name: str, value: float | int | None) -> dict[str, str]:
    """A figure with its unit, which is the end of its name."""
    unit = next((unit for end, unit in UNITS.items() if name.endswith(end)), "")
    plain = CALLED.get(name) or name.removesuffix(next((end for end in UNITS if name.endswith(end)), "")).replace(
        "_", " "
    )
    return {"figure": plain, "value": _written(value), "unit": unit}


def _written(value: float | int | None) -> str:
    """A whole number where a hundredth says nothing."""
    if value is None:
        return "not measured"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.0f}" if value >= WHOLE else f"{value:,.2f}"
