"""`lab agents robust`: which conclusions hold whoever plays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
import polars as pl

from engine.inputs.quote import joined
from lab.cards.card_verdict import MATTERS, METRICS, PREFIX, STRONG, VERDICTS, WEAK, card_numbers, stack, verdict
from lab.commands._options import Whole, json_option, store_option
from lab.commands._output import print_frame, print_json, say
from lab.commands._tournament import play, spec_of
from lab.comparison.arm_comparison import compare_run
from lab.comparison.comparison_words import percent
from lab.comparison.game_numbers import is_share
from lab.comparison.measure_names import name_of
from lab.comparison.robustness import (
    CARDS,
    GOAL,
    MEASURES,
    RULES,
    TABLES,
    Likeness,
    Signs,
    likeness_of_cards,
    likeness_of_rules,
    pooled_cards,
    signs_of,
)
from lab.comparison.table_agreement import agreements
from lab.runs.arm_spec import table_name
from lab.store.store_folder import Store
from lab.tables.column import KEY, MAIN, Column, signed
from lab.tables.metric import compute

if TYPE_CHECKING:
    from pathlib import Path

    from lab.comparison.table_agreement import Agreement

NAMED = 4
"""Cards that are named at each end."""


@click.command()
@click.option("--games", default=2000, show_default=True, type=Whole(2, 1_000_000), help="Games of each arm.")
@click.option("--variant", default="base", show_default=True, help="Rules that the house rules are laid on.")
@click.option("--seed", default=0, show_default=True, type=Whole(), help="The same seed gives the same games.")
@click.option("--workers", default=0, type=Whole(0, 1024), help="Threads; 0 = one for each core.")
@store_option
@json_option
def robust(games: int, variant: str, seed: int, workers: int, store: Path, as_json: bool) -> None:
    """Say which conclusions hold whoever plays: twelve house rules and all cards, asked at six tables.

    Three mixes, and four of a kind: sensible ones, beginners, and who plays to win. For every rule and measure: where
    it rises or falls, and by how much. How alike the tables put rules and cards in order is told by correlations
    without what the errors of so many games take from them. All games are stored, like those of any run.

    Example:

    \b
        lab agents robust
        lab agents robust --variant cthulhu --games 500
    """
    options = {"games": games, "seed": seed, "seats": ("4",), "agents": TABLES, "decks": (), "cards": ()}
    options |= {"events": "none", "exposure": "all", "switches": (), "rules": ()}
    asked = _asked(variant, options, store, workers)
    cards = _cards(variant, options, store, workers)
    signs = [one for one in signs_of(asked) if one.measure in MEASURES]
    alike = [*(likeness_of_rules(asked, measure) for measure in MEASURES), likeness_of_cards(cards)]
    if as_json:
        told = {"tables": TABLES, "rules": [one._asdict() for one in signs], "alike": [one._asdict() for one in alike]}
        print_json(told | {"verdicts": _verdicts(cards).to_dicts(), "whoever_plays": _pooled(cards).to_dicts()})
        return
    say(_answer(signs, alike, cards))
    _print_signs(signs, variant)
    _print_alike(alike)
    say(whoever(_pooled(cards)))
    if not cards.is_empty():
        print_frame("Verdicts on the cards at each table", _verdicts(cards), columns=_columns(("table",), VERDICTS))


def _asked(variant: str, options: dict[str, Any], store: Path, workers: int) -> list[Agreement]:
    rules = spec_of((variant, *(f"{variant}+{rule}" for rule in RULES)), options)
    goal = spec_of((variant,), options | {"switches": (f"victory.level={GOAL}",)}, unchanged=True)
    found = []
    for spec, name in ((rules, "robust rules"), (goal, "robust goal")):
        run = play(spec, store, workers, name=name, tells=False).run_id
        place = Store.open(store)
        found += agreements(place, run, compare_run(place, run), table_name)
    return found


def _cards(variant: str, options: dict[str, Any], store: Path, workers: int) -> pl.DataFrame:
    """Table, id, value, its standard error and the verdict of each card at each table.

    Each table has games of its own: what the same piles did at two of them would look like agreement.
    """
    errors = [pl.when(pl.col("judged_by") == number).then(f"{prefix}_se") for number, prefix in PREFIX.items()]
    found = []
    for place, table in enumerate(TABLES):
        spec = spec_of((variant,), options | {"agents": (table,), "seed": options["seed"] + place})
        run = play(spec, store, workers, name="robust cards", tells=False).run_id
        numbers = card_numbers(compute(Store.open(store), METRICS, run), "", MATTERS)
        family = pl.concat_str("judged_by", stack(), separator=" ")
        facts = {"table": pl.lit(table), "value": pl.col("judged_delta"), "se": pl.coalesce(errors), "family": family}
        named = numbers.select("id", "name", "verdict", **facts)
        found.append(named)
    return pl.concat(found)


def _answer(signs: list[Signs], alike: list[Likeness], cards: pl.DataFrame) -> str:
    """How many conclusions have one sign, which do not, and how alike the tables put things in order."""
    moved = [one for one in signs if one.rises + one.falls > 1]
    if not moved:
        return f"No house rule was found to move anything at two of {len(TABLES)} tables: more --games may tell."
    split = [f"{name_of(one.measure)} under {one.rule}" for one in moved if one.is_split]
    says = [
        f"Of {len(moved)} measures that a house rule moves at two or more of {len(TABLES)} tables "
        f"{len(moved) - len(split)} move the same way there."
    ]
    says += [f"What turns with the players: {'; '.join(split)}."] * bool(split)
    of_card = cards.filter(pl.col("verdict").is_in([STRONG, WEAK])).group_by("id").agg("verdict")["verdict"].to_list()
    judged = [set(words) for words in of_card if len(words) > 1]
    same = sum(len(words) == 1 for words in judged)
    says += [f"Of {len(judged)} cards too strong or too weak at two or more {same} are so the same way."] * bool(judged)
    known = [one for one in alike if one.middle == one.middle]
    order = ", ".join(f"{_thing(one)} {one.middle:.2f}" for one in sorted(known, key=lambda one: one.middle)[:2])
    says += [f"They put rules and cards in the same order as far as these correlations go: least alike {order}."]
    return " ".join(says)


def _print_signs(signs: list[Signs], variant: str) -> None:
    """A row for each rule: at how many tables each measure was found to move, least and most."""
    rows: dict[str, dict[str, str]] = {}
    for one in signs:
        rows.setdefault(one.rule, {"rule": one.rule.removeprefix(f"{variant}+")})[name_of(one.measure)] = _cell(one)
    names = [name_of(measure) for measure in MEASURES]
    frame = pl.DataFrame(list(rows.values())).select("rule", *names)
    print_frame(
        f"Found at so many of {len(TABLES)} tables: least and most change, % (combats lost: points)",
        frame,
        columns=_columns(("rule",), names),
    )


def _cell(one: Signs) -> str:
    """`6: −35 −28`; `-` where nothing was found anywhere."""
    found = one.rises + one.falls
    if not found:
        return "–"
    ends = [
        f"{100 * end:+.1f}" if is_share(one.measure) else percent(end).removesuffix(" %")
        for end in (one.least, one.most)
    ]
    return f"{found}: {' '.join(ends)}".replace("-", "−") + (" !" if one.is_split else "")


def _print_alike(alike: list[Likeness]) -> None:
    rows = [
        {"order of": _thing(one), "middle": _written(one.middle), "lowest": _written(one.lowest)}
        for one in alike
    ]  # fmt: skip
    title = "Correlation of two tables, without errors: of all pairs of tables"
    print_frame(title, pl.DataFrame(rows), columns=_columns(("order of",), ("middle", "lowest")))


def _thing(one: Likeness) -> str:
    return one.what if one.what == CARDS else f"rules by {name_of(one.what)}"


def _written(correlation: float) -> str:
    return "–" if correlation != correlation else f"{correlation:.2f}".replace("-", "−")


def _verdicts(cards: pl.DataFrame) -> pl.DataFrame:
    """How many cards get each verdict at each table."""
    counts = [(pl.col("verdict") == word).sum().alias(word) for word in VERDICTS]
    return cards.group_by("table", maintain_order=True).agg(counts)


def _pooled(cards: pl.DataFrame) -> pl.DataFrame:
    """The cards over all tables, each with its verdict whoever plays."""
    return pooled_cards(cards).with_columns(verdict("shrunken").alias("verdict"))


def whoever(pooled: pl.DataFrame) -> str:
    """Which cards are strong or weak whoever plays: the farthest of them by name."""
    if pooled.is_empty():
        return "No card was measured at all tables."
    parts = []
    for word, first in ((STRONG, True), (WEAK, False)):
        rows = pooled.filter(verdict=word).sort("shrunken", descending=first)
        names = [
            f"{name} ({signed(f'{100 * value:+.1f}')})"
            for name, value in rows.head(NAMED).select("name", "shrunken").iter_rows()
        ]
        more = [f"{rows.height - NAMED} more"] * (rows.height > NAMED)
        parts.append(
            f"{rows.height} {'is' if rows.height == 1 else 'are'} {word}"
            + (f": {joined([*names, *more])}" if names else "")
        )
    players = 100 * float(pooled["players"].mean())  # type: ignore[arg-type]
    return (
        f"Whoever plays, of {pooled.height} cards {'; '.join(parts)}. Tables differ by {players:.1f} points (standard "
        "deviation of a card's worth beyond what games leave open), which these verdicts allow for."
    )


def _columns(keys: tuple[str, ...], numbers: Any) -> dict[str, Column]:
    """Columns that name the rows, and columns of figures."""
    return {name: Column(name, "text", KEY) for name in keys} | {
        name: Column(name, "figures", MAIN) for name in numbers
    }
