"""What a page may name beside the metrics: comparisons, rules, judged cards, answers of `lab card`; nothing is played.

What belongs to the cards of a run is read from the decks as they are now, and left out where they are no longer those
that were played.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

import polars as pl

from decks.card_changes import group_of
from decks.card_schema import AXES, DeckError
from decks.card_text import lines
from decks.read_decks import read_deck
from lab.cards.card_verdict import MATTERS, METRICS, PREFIX, beside_blanks, blank_rows
from lab.cards.card_verdict import card_numbers as judged_numbers
from lab.cards.fork_numbers import DEAL, SAID, fork_table
from lab.cards.run_fates import RUN_FATES
from lab.comparison.arm_comparison import Difference, as_frame, comparison_of, from_frame
from lab.comparison.arm_pairs import is_every_pair_told, pairs_of
from lab.comparison.comparison_words import change
from lab.comparison.confidence_sequence import asked_measure
from lab.comparison.notable_games import NOTABLE
from lab.comparison.table_agreement import agreements
from lab.errors import BadInput
from lab.health.health_check import NAME as HEALTH
from lab.impact.blank_scores import kept_blanks
from lab.impact.card_fates import ALL, FATES
from lab.impact.card_impact import Impact, kept_answers
from lab.impact.card_story import of_its_kind
from lab.impact.dealt_together import DEALT, between, dealt, together
from lab.impact.example_games import WHY, ask_line, shown_games
from lab.impact.extra_games import NotPlayedError, kept_only
from lab.impact.other_players import ELSEWHERE
from lab.runs.arm_spec import table_name
from lab.runs.arms import Arm, open_arms
from lab.runs.changed_players import as_played, kept_doubt
from lab.runs.run_spec import parse_spec
from lab.tables.metric import load_metrics
from lab.tables.shelf import SOURCES, Shelf, quick
from reports.differences import TOLD
from reports.display_names import plain_stars
from reports.verdict_question import question as asked_of
from variants.load_variants import known_variants
from variants.variant_schema import SWITCHES, VariantError, in_words

FACT = {"run_id": pl.String, "arm": pl.String, "id": pl.String, "name": pl.String, "heading": pl.String,
        "text": pl.String}  # fmt: skip
ANSWER = {
    "run_id": pl.String, "arm": pl.String, "id": pl.String, "name": pl.String, "part": pl.String, "what": pl.String,
    "value": pl.Float64, "value_low": pl.Float64, "value_high": pl.Float64, "blank": pl.Float64,
    "blank_low": pl.Float64, "blank_high": pl.Float64, "n": pl.Int64, "text": pl.String, "game": pl.Int64,
    "turn": pl.Int64,
}  # fmt: skip
"""A row for each thing told of a card: its forks, length of games, what became of it, whom it met, games."""
PLAYED = "played, whatever became of it then"
"""What no card becomes: how often it was played at all."""
ASK, GAMES, LACKING = "ask", "games", "given up"
"""Parts that hold the command which asks about a card, games that show it, and which games are in no number."""


@quick
def comparison(shelf: Shelf) -> pl.DataFrame:
    """Every arm of a run against every other, all measures: `arm_comparison.Difference`; none of a single arm.

    Of more arms than `lab.comparison.arm_pairs.EVERY` each against its reference.
    """
    return _compared(shelf, is_every_pair_told(shelf.store, shelf.run))


def _compared(shelf: Shelf, every_pair: bool) -> pl.DataFrame:
    return shelf.frame(comparison_of(every_pair)) if shelf.store.arms(shelf.run).height > 1 else as_frame([])


@quick
def agreement(shelf: Shelf) -> pl.DataFrame:
    """What was asked at several tables of players: a comparison that has `question` and `table` too."""
    rows = from_frame(_compared(shelf, every_pair=False))
    asked = agreements(shelf.store, shelf.run, rows, table_name)
    told = as_frame([row for one in asked for row in one.rows])
    questions = [one.question for one in asked for _ in one.rows]
    tables = pl.Series("table", [table for one in asked for table in one.tables], pl.String)
    return told.with_columns(pl.Series("question", questions, pl.String), tables)


@quick
def whoever_plays(shelf: Shelf) -> pl.DataFrame:
    """What was said of a run's arms whoever plays, of the measure that it asks about, and the command that asks."""
    primary = asked_measure((shelf.store.row(shelf.run) or {}).get("command") or "")
    told = kept_doubt(shelf, primary).select("b", pl.lit(TOLD).alias("part"), pl.col("said").alias("text"))
    words = ["lab", "compare", "--whoever-plays", "--run", shelf.run, "--store", shelf.store.path.name]
    with suppress(BadInput):
        arms = shelf.store.arms(shelf.run)["arm"].cast(pl.String)
        if told.is_empty() and len(arms) > 1 and as_played(shelf.store, shelf.run, primary):
            line = shlex.join([*words, "--primary", primary])
            told.extend(pl.DataFrame({"b": arms, "part": ASK, "text": line}))
    return told.select(pl.lit(shelf.run).alias("run_id"), pl.all())


@quick
def question(shelf: Shelf) -> pl.DataFrame:
    """What a run asks, in a designer's words: run_id, asked; no row for a run whose arms have no one reference."""
    store, run = shelf.store, shelf.run
    arms = {row["arm"]: row for row in store.arms(run).with_columns(pl.col("changes").fill_null([])).to_dicts()}
    pairs = [(pair.a, pair.b) for pair in (pairs_of(store, run) if len(arms) > 1 else ())]
    rows = []
    if len({a for a, _ in pairs}) == 1:
        name = store.runs(run)["name"][0] or ""
        asked = asked_of(store, name, arms[pairs[0][0]], [arms[b] for _, b in pairs])
        rows = [{"run_id": run, "asked": plain_stars(asked)}]
    return pl.DataFrame(rows, schema={"run_id": pl.String, "asked": pl.String})


@quick
def rules(shelf: Shelf) -> pl.DataFrame:
    """Switches in which arms of a run differ: their value in each arm, what it means, and which house rule set it.

    `why` is what the house rule asks, if there still is one of this name that sets what it set then.
    """
    frame = shelf.store.table("rule", shelf.run).select(pl.exclude("run_id")).collect()
    varied = frame.filter(pl.col("value").n_unique().over("switch") > 1)
    meanings = {name: switch.meaning for name, switch in SWITCHES.items()}
    return varied.with_columns(
        pl.col("arm").cast(pl.String),
        pl.col("switch").replace_strict(meanings, default=None, return_dtype=pl.String).alias("meaning"),
        pl.col("set_by").replace_strict(_questions(frame), default=None, return_dtype=pl.String).alias("why"),
    )


def _questions(frame: pl.DataFrame) -> dict[str, str]:
    """House rules and presets of a run -> what they ask; without those that set something else by now."""
    asked = {}
    for file in known_variants():
        now = {name: in_words(SWITCHES[name], value) for name, value in file.rules.items()}
        own = frame.filter(pl.col("set_by") == file.key).select("switch", "value").rows()
        if own and all(now.get(switch) == value for switch, value in own):
            asked[file.key] = file.why
    return asked


@quick
def card_numbers(shelf: Shelf) -> pl.DataFrame:
    """Every card judged by every number, and what a blank card scores if it was simulated before.

    `asked` is the number by which all cards are judged; empty: each by the one that tells most of it.
    """
    found, blanks = {name: shelf.frame(SOURCES[name]) for name in METRICS}, kept_blanks(shelf)
    parts = []
    for number in ("", *PREFIX):
        cards = beside_blanks(judged_numbers(found, number, MATTERS), blanks).drop_nulls("judged_by")
        used = cards["judged_by"].unique().sort().to_list()
        rows = pl.concat([cards, *(blank_rows(cards, blanks, by) for by in used)])
        parts.append(rows.with_columns(pl.lit(number).alias("asked")))
    return pl.concat(parts).join(
        card_decks(shelf.store.arms(shelf.run)), on=["arm", "id"], how="left", maintain_order="left"
    )


@quick
def other_players(shelf: Shelf) -> pl.DataFrame:
    """What cards are worth at a table of other players, if they played before."""
    return kept_only(shelf, ELSEWHERE)


@quick
def dealt_pairs(shelf: Shelf) -> pl.DataFrame:
    """Pairs of cards that were dealt anew to see whether they are more than their sum, and the command that does so."""
    known = kept_only(shelf, dealt())
    names = dict(shelf.store.table("card", shelf.run).select("id", "name").unique().collect().iter_rows())
    words = ["lab", "cards", "--pairs", "--run", shelf.run, "--store", shelf.store.path.name, "--arm"]
    asks = [{"arm": arm.name, "part": ASK, "text": shlex.join([*words, arm.name])} for arm in arms_of(shelf)]
    rows = [row | {"part": "dealt", "first": names[row["a"]], "second": names[row["b"]]} for row in known.to_dicts()]
    schema = dict.fromkeys(("run_id", "part", "text", "first", "second"), pl.String) | DEALT
    schema = {name: kind for name, kind in schema.items() if name not in ("a", "b")}  # on pages these are arms
    return pl.DataFrame([{"run_id": shelf.run} | row for row in asks + rows], schema=schema)


@quick
def dealt_groups(shelf: Shelf) -> pl.DataFrame:
    """Each Class or the like with all that only it may use: what both are worth beyond their sum, or what asks it."""
    words = ["lab", "cards", "--pairs", "--run", shelf.run, "--store", shelf.store.path.name, "--arm"]
    rows: list[dict[str, Any]] = []
    for arm in arms_of(shelf):
        for card in (one for one in arm.cards.cards if one.kind in AXES):
            group = f"for:{card.identity_name}"
            own = [one.id for one in group_of(group, arm.cards.cards)]
            with suppress(NotPlayedError):
                found = kept_only(shelf, between(arm.cards.cards, [[card.id], own])).filter(arm=arm.name)
                asks = shlex.join([*words, arm.name, "--card", card.id, "--card", group])
                known = {"part": "dealt"} | together(found) if found.height else {"part": ASK, "text": asks}
                rows.append({"run_id": shelf.run, "arm": arm.name, "first": card.name, "second": group} | known)
    schema = dict.fromkeys(("run_id", "arm", "first", "second", "part", "text"), pl.String) | {"pairs": pl.Int64}
    numbers = {name: kind for name, kind in DEALT.items() if name not in ("arm", "a", "b", "q")}
    return pl.DataFrame(rows, schema=schema | numbers)


def card_decks(arms: pl.DataFrame) -> pl.DataFrame:
    """Which deck of its box each card of each arm comes from: arm, id, deck; `arms` are rows of the table `arm`.

    Boxes of one deck are left out, and decks that are no longer where they were.
    """
    rows = []
    for arm, decks in arms.select("arm", "decks").iter_rows():
        for name in decks if len(decks) > 1 else ():
            with suppress(DeckError):
                rows += [{"arm": arm, "id": card.id, "deck": Path(name).stem} for card in read_deck(name).cards]
    schema = {"arm": pl.String, "id": pl.String, "deck": pl.String}
    return pl.DataFrame(rows, schema=schema).unique(["arm", "id"], keep="last", maintain_order=True)


@quick
def card_facts(shelf: Shelf) -> pl.DataFrame:
    """What stands on each card of each arm, line by line, as `lab decks show` tells it."""
    arms, told = arms_of(shelf), {}
    for arm in arms:
        if arm.cards.deck_hash not in told:
            told[arm.cards.deck_hash] = _lines(arm)
    parts = [told[a.cards.deck_hash].with_columns(run_id=pl.lit(shelf.run), arm=pl.lit(a.name)) for a in arms]
    return pl.concat([pl.DataFrame(schema=FACT), *(part.select(list(FACT)) for part in parts)])


def _lines(arm: Arm) -> pl.DataFrame:
    """What stands on each card of an arm."""
    rows = [
        {"id": name, "name": arm.cards.names[number], "heading": head, "text": text}
        for number, (name, card) in enumerate(zip(arm.cards.ids, arm.cards.cards, strict=True))
        for head, text in lines(card)
    ]  # fmt: skip
    return pl.DataFrame(rows, schema={name: kind for name, kind in FACT.items() if name not in ("run_id", "arm")})


@quick
def card_answers(shelf: Shelf) -> pl.DataFrame:
    """What `lab card` has answered about cards of the run's arms, and the command that asks about each of them."""
    rows = []
    for arm in arms_of(shelf):
        names = dict(zip(arm.cards.ids, arm.cards.names, strict=True))
        asks = [{"id": i, "part": ASK, "text": ask_line(arm, i, "--store", shelf.store.path.name)} for i in names]
        told = [{"id": one.card, **row} for one in kept_answers(shelf.store, arm) for row in _told(one)]
        rows += [{"run_id": shelf.run, "arm": arm.name, "name": names[row["id"]], **row} for row in asks + told]
    return pl.DataFrame([dict.fromkeys(ANSWER) | row for row in rows], schema=ANSWER)


@lru_cache(maxsize=1)  # several sources of a shelf begin with them
def arms_of(shelf: Shelf) -> list[Arm]:
    """The arms of a run, ready to be asked; those whose cards or rules have changed since are left out."""
    try:
        arms = open_arms(parse_spec(shelf.store.spec_text(shelf.run)))
    except (BadInput, DeckError, VariantError):
        return []
    known = {row["arm"]: row for row in shelf.store.arms(shelf.run).to_dicts()}
    same = ("rules_hash", "deck_hash")
    now = [(arm, (arm.variant.rules_hash, arm.cards.deck_hash)) for arm in arms if arm.name in known]
    return [arm for arm, hashes in now if hashes == tuple(known[arm.name][key] for key in same)]


def _told(one: Impact) -> Iterator[dict[str, Any]]:
    """The rows of an answer, part by part."""
    yield from _forks(one)
    for row in one.length.to_dicts() if one.length is not None else []:
        difference = Difference(**row)
        if difference.role == "primary" or difference.found:
            yield {"part": "length", "what": difference.metric, "text": change(difference), "n": difference.n}
    for row in one.fates.filter(how=ALL).to_dicts() if one.fates is not None else []:
        bounded = {f"value{side}": row[f"share{side}"] for side in ("", "_low", "_high")}
        yield {"part": "fates", "what": FATES.get(row["fate"], PLAYED), "n": row["games"], **bounded}
    for sentence in filter(None, of_its_kind(one)):
        yield {"part": "kind", "text": sentence}
    for row in one.met.to_dicts() if one.met is not None else []:
        bounded = {f"value{side}": row[f"value{side}"] for side in ("", "_low", "_high")}
        yield {"part": "met", "what": row["measure"], "text": row["per"], "n": row["n"], **bounded}
    for sentence in one.lacking:
        yield {"part": LACKING, "what": "", "text": f"{sentence}."}
    for row in shown_games(one.forked.rows, one.arm) if one.forked is not None else []:
        who = f"p{row['seat']} ({row['agent']})"
        why = WHY[str(row["why"])].format(who=who)
        yield {"part": GAMES, "what": why, "text": str(row["replay"]), "game": row["game"], "turn": row["turn"]}


def _forks(one: Impact) -> Iterator[dict[str, Any]]:
    """What the card is worth in forked games, by when it came and to whom."""
    if one.forked is None:
        return
    table = fork_table(one.forked.rows, int(one.arm.variant["victory.level"]))
    for row in table.filter(pl.col("group") != DEAL).to_dicts():
        bounds = {f"value{side}": row[f"delta{side}"] for side in ("", "_low", "_high")}
        blank = {f"blank{side}": row[f"blank_delta{side}"] for side in ("", "_low", "_high")}
        what = SAID.get(row["group"], row["group"])
        yield {"part": "forks", "what": what, "n": row["forks"], **bounds, **blank}


NAMES = frozenset({NOTABLE, RUN_FATES, HEALTH, *load_metrics(), *SOURCES})
"""Everything that a page may name; whoever imports this has all of it registered."""
