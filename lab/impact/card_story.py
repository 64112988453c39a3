"""What `lab card` says first: what a card is worth, what it does to the game and what becomes of it, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lab.cards.card_verdict import AVERAGE, MATTERS, MET, STRONG, WEAK
from lab.cards.card_words import BAD_TO_MEET, GOOD_TO_MEET
from lab.cards.fork_numbers import fork_table
from lab.comparison.arm_comparison import from_frame
from lab.comparison.comparison_words import change, sentence
from lab.impact.card_fates import ALL, AT_ONCE
from lab.impact.example_games import ask_line
from lab.impact.identity_cards import COMPARED_HERE, games_needed, kinds, needed, powers_sentence, rivals_sentence
from lab.tables.column import written

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lab.impact.card_impact import Impact

MOST = 1_000_000
"""Forks that `lab card` plays at most."""


def sentences(one: Impact) -> list[str]:
    """The verdict first, with how sure it is; then the game, then the card's own way; what was not played is not said.

    Numbers are win credit of whoever the card came to, in points, as `fork_table` has them. A Class or the like is
    judged among its kind: what an average card of its pile is worth says nothing about it.
    """
    rivals, powers = of_its_kind(one)
    worth = [rivals, _by_pile(one)] if rivals else [_worth(one, one.facts.pile.capitalize())]
    return [said for said in (*worth, _game(one), fate_sentence(one), powers, _part(one)) if said]


def of_its_kind(one: Impact) -> tuple[str, str]:
    """Where a Class or the like stands among its kind, and how often the powers of a card were used; or nothing."""
    rivals = rivals_sentence(one.facts, one.rivals) if one.rivals is not None else ""
    return rivals, powers_sentence(one.facts, one.powers) if one.powers is not None else ""


def conclusion(one: Impact) -> tuple[str, str]:
    """What its worth means, and the command that would tell more; either is empty if there is nothing to say.

    A difference of `MATTERS` is one that matters, as for the verdicts of `lab cards`.
    """
    if one.rivals is not None and not one.rivals.is_empty():
        more = games_needed(one.rivals, one.question.pairs)
        if more is None:
            return "", ""
        them = f"{more[0]:,} pairs of games would know it among the {kinds(one.facts.kind)} to {_plus(more[1])}:"
        return them, ask_line(one.arm, one.card, "--pairs", str(more[0]))
    row = _all_forks(one) if one.forked is not None and one.forked.rows.height else None
    if row is None or row["delta_low"] is None:
        return "", ""
    value, low, high = (row[f"delta{side}"] for side in ("", "_low", "_high"))
    strong, weak = (GOOD_TO_MEET, BAD_TO_MEET) if one.facts.kind in MET else (STRONG, WEAK)
    points = f"{100 * MATTERS:g} points"
    if -MATTERS <= low and high <= MATTERS:
        return f"Neither {strong} nor {weak}: it is within {points} of an average card.", ""
    if abs(value) >= MATTERS and (low > 0 or high < 0):
        return f"A sign that it is {strong if value > 0 else weak}: {points} or more matter.", ""
    many, half = needed(row["forks"], (high - low) / 2)
    open_ = [word for word, far in ((strong, high), (weak, -low)) if far > MATTERS]
    ends = " to ".join(f"{100 * end:+.1f}".replace("-", "\u2212") for end in (low, high))
    return (
        f"These games cannot tell whether it is {' or '.join(open_)}: {ends} points are possible, and "
        f"{100 * MATTERS:g} matter" + (f"; {many:,} forks would know it to {_plus(half)}:" if many <= MOST else "."),
        ask_line(one.arm, one.card, "--forks", str(many)) if many <= MOST else "",
    )


def _plus(half: float) -> str:
    """Half an interval in words."""
    points = f"{100 * half:.1f}".removesuffix(".0")
    return f"\u00b1{points} point{'s' * (points != '1')}"


def _all_forks(one: Impact) -> dict[str, Any]:
    """The numbers of all its forks together."""
    assert one.forked is not None
    return fork_table(one.forked.rows, int(one.arm.variant["victory.level"])).row(0, named=True)


def _part(one: Impact) -> str:
    """That a part of the card is not played, and which."""
    left = (one.facts.unmodelled or "").rstrip(".")
    return f"It is played in part, and all of this is said of that part; not played: {left}." if left else ""


def _worth(one: Impact, pile: str) -> str:
    """Its worth against another card of its pile, and against one that does nothing."""
    if one.forked is None or not one.forked.rows.height:
        return ""
    row = _all_forks(one)
    against, name = _points(row, "delta"), one.facts.name or one.card
    value, low, high = (row[f"delta{side}"] for side in ("", "_low", "_high"))
    if low is None:
        return f"Too few forks to say anything of {name}: {against} against another {pile}."
    if -MATTERS <= low and high <= MATTERS:
        verdict = f"{name} is about an average {pile}: {against} against another"
    elif low > 0 or high < 0:
        verdict = f"{name} is {'better' if value > 0 else 'worse'} than an average {pile}: {against} against another"
    else:
        whether = f"Whether {name} is better or worse than an average {pile}"
        verdict = f"{whether} cannot be told yet: {against} against another"
    return f"{verdict}.{_against_blank(row)}"


def _by_pile(one: Impact) -> str:
    """The worth, as `lab cards` has it, of a card that is judged among its kind; and why the two may disagree."""
    if one.forked is None or not one.forked.rows.height:
        return ""
    row, kin = _all_forks(one), one.rivals.row(-1, named=True) if one.rivals is not None else {}
    if row["delta_low"] is None:
        return _against_blank(row).strip()
    pile = one.facts.pile.capitalize()
    by_pile, among = (way(found, name) for found, name in ((row, "delta"), (kin, "ahead")))
    why = ""
    if by_pile and among and by_pile != among:
        they = "better" if row["delta"] > kin["ahead"] else "worse"
        why = f" The two differ as the other {kinds(one.facts.kind)} are {they} than an average {pile}."
    return f"{COMPARED_HERE}, as in `lab cards`: {_points(row, 'delta')}.{why}{_against_blank(row)}"


def way(row: Mapping[str, Any], name: str) -> str:
    """Whether a difference is one that matters, and which, or is none; empty if that cannot be told."""
    value, low, high = (row[f"{name}{side}"] for side in ("", "_low", "_high"))
    if -MATTERS <= low and high <= MATTERS:
        return AVERAGE
    return "" if abs(value) < MATTERS or low <= 0 <= high else STRONG if value > 0 else WEAK


def _against_blank(row: dict[str, Any]) -> str:
    """What is added of a card that does nothing, if there is one to compare with."""
    low, high = row["blank_delta_low"], row["blank_delta_high"]
    if low is None:
        return ""
    sure = "It is better than" if low > 0 else "It is worse than" if high < 0 else "It cannot be told from"
    return f" {sure} a card that does nothing: {_points(row, 'blank_delta')} against that."


def _points(row: dict[str, Any], name: str) -> str:
    return written(row[name], "points", row[f"{name}_low"], row[f"{name}_high"]) + " points of win credit"


def _game(one: Impact) -> str:
    """What it does to the game of all: the measures that it moves."""
    if one.length is None:
        return ""
    rows = from_frame(one.length)
    moved = [change(row) for row in rows if row.found]
    if not moved:
        return sentence(rows[0]).replace(f"{rows[0].b} against {rows[0].a}", "The game with it and with a blank")
    return f"The game with it, against a blank: {'; '.join(moved)}."


def fate_sentence(one: Impact) -> str:
    """How often it came, and was played or took effect by itself."""
    if one.fates is None:
        return ""
    cells = {row["fate"]: row for row in one.fates.to_dicts() if row["how"] == ALL}
    if not cells:
        return "It came to nobody."
    played = cells["played"]
    came = f"It came to somebody {played['arrivals']:,} times in {played['games']:,} games"
    if AT_ONCE in cells:
        return f"{came} and took effect at once in {_share(cells[AT_ONCE])} of them."
    return f"{came}; {_share(played)} were played."


def _share(row: dict[str, Any]) -> str:
    return written(row["share"], "share", row["share_low"], row["share_high"])
