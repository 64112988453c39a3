"""`lab cards --pairs`: which two cards are worth more together than apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click
import polars as pl
from click.core import ParameterSource

from decks.card_changes import GROUPS, group_of, said_of_group
from lab.cards.card_pairs import MORE, ROUNDS, SHRUNK
from lab.commands._output import print_csv, print_frame, print_json, say
from lab.commands._runs import asked_run, by_run, check_arm, note_answer, say_empty
from lab.errors import BadInput
from lab.impact.dealt_together import ANEW, WAYS, Pairs, groups_of, pairs_of, pairs_said, together
from lab.impact.extra_games import NotPlayedError, Shown, arm_as_played
from lab.store.store_folder import Store
from lab.tables.column import CHANGES, EXTRA, KEY, MAIN, Column, bounded

ALLOWED = ("store", "run_id", "arm", "wanted", "top", "no_blank", "everything", "as_csv", "as_json", "pairs")
"""Options that mean something beside --pairs."""
MOST = 16
"""Pairs of a table, where nobody says how many."""
WON = {"both": "both", "a_only": "only the first", "b_only": "only the second", "neither": "neither"}
COLUMNS = {
    "first": Column("card", rank=KEY), "second": Column("and", rank=KEY),
    MORE: Column("beyond the sum, points", "points", ends=CHANGES),
    **{way: Column(f"won with {WON[way]}", "share", EXTRA) for way in WAYS},
    "q": Column("q", "p", MAIN), "dealt": Column("hands", "count", EXTRA),
    SHRUNK: Column("shrunken, points", "points", ends=CHANGES), "n": Column("times", "count", EXTRA),
    "speaks": Column("one names the other", rank=EXTRA),
}  # fmt: skip
DEALT_READ = (
    "Beyond the sum: what a hand with both wins more than either alone accounts for, in points of win credit. A short "
    "list was dealt in games of their own, each card by lot, or else nobody gets it; it is made of pairs that came to "
    f"one player by lot in the first {ROUNDS} rounds of the run and of {ANEW:,} other games, first those of which one "
    "card names the other."
)
OF_GROUPS = (
    "Beyond the sum: what hands with both won more than hands with either account for, in points of win credit. All "
    "pairs of the groups count alike; q is of these pairs."
)
UNDEALT_READ = (
    f"Of pairs that came to one player by lot in the first {ROUNDS} rounds, against what each is worth beside other "
    "cards. Of so many the largest are large by luck too: the shrunken number, the best guess, orders them."
)


def show_pairs(context: click.Context, playing: Shown, meant: Callable[[str, pl.DataFrame], list[str]]) -> None:
    """Print what the options of `lab cards` ask for of pairs; `meant`: ids of the cards that a text means."""
    options = context.params
    for parameter in context.command.params:
        name = str(parameter.name)
        if name not in ALLOWED and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise BadInput(f"{parameter.opts[0]} beside --pairs; allowed: --arm, --card, --top, --all, --no-blank")
    store = Store.open(options["store"])
    run = asked_run(store, options["run_id"], options["arm"])
    arms = store.arms(run).with_columns(pl.col("arm").cast(pl.String)).to_dicts()
    check_arm(options["arm"], [row["arm"] for row in arms])
    arms = [row for row in arms if options["arm"] in (None, row["arm"])]
    if len(options["wanted"]) > 1 or any(text.startswith(GROUPS) for text in options["wanted"]):
        _show_groups(store, arms, options, playing, meant)
        return
    plays = len(arms) == 1 and not options["no_blank"]
    found = {(row["run_id"], row["arm"]): pairs_of(store, row, playing if plays else None) for row in arms}
    rows = [_rows(key, one, options["wanted"], meant) for key, one in found.items()]
    if options["as_json"] or options["as_csv"]:
        frame = pl.concat(rows) if rows else pl.DataFrame()
        print_json(frame.to_dicts()) if options["as_json"] else print_csv(frame)
    elif not say_empty(store):
        typed = context.get_parameter_source("top") is ParameterSource.COMMANDLINE
        for name in dict.fromkeys(run for run, _ in found):
            own = [(one, part) for (key, one), part in zip(found.items(), rows, strict=True) if key[0] == name]
            ((heading, _),) = by_run(store, own[0][1], name, of_cards=True)
            say(f"{heading}\n")
            for one, part in own:
                _print(one, part, options["top"] if typed else MOST, options["everything"])
            said = f"{own[0][0].arm}: {pairs_said(own[0][0])}"
            if not options["wanted"]:
                note_answer(store, name, said, first=True)
        one_read = any(one.dealt.height for one in found.values())
        say(DEALT_READ if one_read else UNDEALT_READ)
        if not plays and not one_read:
            say("A short list of them is dealt anew, which is surer: lab cards --pairs --arm ARM.")


def _show_groups(
    store: Store, arms: list[dict[str, Any]], options: dict[str, Any], playing: Shown,
    meant: Callable[[str, pl.DataFrame], list[str]],
) -> None:  # fmt: skip
    """What two cards or groups are worth beyond their sum, or any two of one group: as one, and pair by pair."""
    if len(options["wanted"]) > 2 or options["no_blank"] or len(arms) != 1:
        raise BadInput(
            "--pairs with several --card, or a group; allowed: two at most, of one arm (--arm ARM), without --no-blank"
        )
    (row,) = arms
    typed = click.get_current_context().get_parameter_source("top") is ParameterSource.COMMANDLINE
    try:
        cards = arm_as_played(store, row).cards
        names = dict(zip(cards.ids, cards.names, strict=True))
        sides = [_side(text, cards.cards, names, meant) for text in options["wanted"]]
        found, why = groups_of(store, row, [ids for _, ids in sides], playing)
    except NotPlayedError as reason:
        raise BadInput(f"--card {' --card '.join(options['wanted'])}: {reason}") from None
    labels = [label for label, _ in sides] if len(sides) > 1 else [sides[0][0], "another one"]
    whole = {"first": labels[0], "second": labels[1]} | together(found)
    rows = found.with_columns(first=pl.col("a").replace(names), second=pl.col("b").replace(names))
    if options["as_json"] or options["as_csv"]:
        frame = pl.concat([pl.DataFrame([whole]), rows.select(pl.exclude("run_id", "arm"))], how="diagonal_relaxed")
        print_json(frame.to_dicts()) if options["as_json"] else print_csv(frame)
        return
    ((heading, _),) = by_run(store, pl.DataFrame([row]).select("run_id", "arm"), row["run_id"], of_cards=True)
    say(f"{heading}\n\n{row['arm']}: {_groups_said(whole)}\n")
    order = ["first", "second", MORE, f"{MORE}_low", f"{MORE}_high", "q", *WAYS, "dealt"]
    title = f"{row['arm']}: the pairs, each card dealt by lot or to nobody"
    print_frame(title, rows.select(order), options["top"] if typed else MOST, COLUMNS)
    for text in [*why, OF_GROUPS]:
        say(text)


def _side(
    text: str, cards: Sequence[Any], names: dict[str, str], meant: Callable[[str, pl.DataFrame], list[str]]
) -> tuple[str, list[str]]:
    """What a card or group is called, and the ids that it means."""
    if not text.startswith(GROUPS):
        ids = meant(text, pl.DataFrame({"id": [*names], "name": [*names.values()]}))
        return names[ids[0]] if len(ids) == 1 else f"a card called '{text}'", ids
    ids = [card.id for card in group_of(text, cards)]
    if not ids:
        raise BadInput(f"--card is '{text}'; no card of these decks {said_of_group(text)}")
    return f"a card that {said_of_group(text)}", ids


def _groups_said(whole: dict[str, Any]) -> str:
    """Whether two groups are surely more or less than their sum, by how much."""
    both, points = f"{whole['first']} and {whole['second']}", f"{bounded(whole, MORE, 'points')} points"
    of = f"{whole['pairs']} pairs" if whole["pairs"] > 1 else "one pair"
    of = f"the mean of {of}, dealt to {whole['dealt']:,} hands"
    if whole[f"{MORE}_low"] <= 0 <= whole[f"{MORE}_high"]:
        return f"{both} are not surely more or less than their sum: {points}; {of}."
    how = "more" if whole[MORE] > 0 else "less"
    return f"{both} are worth {how} together than apart, {points}: {of}."


def _rows(
    key: tuple[str, str], found: Pairs, wanted: Sequence[str], meant: Callable[[str, pl.DataFrame], list[str]]
) -> pl.DataFrame:
    """All pairs of an arm, or those of some cards, with what hands won that were dealt them."""
    names = pl.DataFrame({"id": [*found.names], "name": [*found.names.values()]})
    dealt = found.dealt.select("a", "b", pl.exclude("a", "b", "arm", "run_id").name.prefix("dealt_"))
    rows = found.worths.join(dealt, on=["a", "b"], how="left", maintain_order="left")
    for ids in (meant(text, names) for text in wanted):
        rows = rows.filter(pl.col("a").is_in(ids) | pl.col("b").is_in(ids))
    told = [pl.lit(key[0]).alias("run_id"), pl.lit(key[1]).alias("arm")]
    told += [pl.col(x).replace(found.names).alias(name) for x, name in (("a", "first"), ("b", "second"))]
    return rows.select(*told, pl.all())


def _print(found: Pairs, rows: pl.DataFrame, top: int, everything: bool) -> None:
    """The answer about an arm, what hands won that were dealt the pairs of the short list, or what its games say."""
    say(f"{found.arm}: {pairs_said(found)}\n")
    dealt = rows.drop_nulls(f"dealt_{MORE}").sort(f"dealt_{MORE}", descending=True, maintain_order=True)
    if dealt.height:
        named = dealt.select("first", "second", pl.col("^dealt_.*$").name.map(lambda name: name.removeprefix("dealt_")))
        order = ["first", "second", MORE, f"{MORE}_low", f"{MORE}_high", "q", *WAYS, "dealt"]
        title = f"{found.arm}: pairs dealt anew"
        print_frame(title, named.select(order), top or None, COLUMNS)
    if everything or not dealt.height:
        own = rows.sort(SHRUNK, MORE, descending=True, maintain_order=True)
        shown = own.select("first", "second", MORE, f"{MORE}_low", f"{MORE}_high", SHRUNK, "q", "n", "speaks")
        where = "first rounds" if dealt.height else "the games of the run"
        print_frame(f"{found.arm}: pairs in {where}", shown, top or None, COLUMNS)
    for text in found.why:
        say(f"{text}\n")
