"""What a verdict is about: which arms of a run, set against which, and what is asked of them, in a designer's words."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import polars as pl

from decks.card_schema import DeckError
from decks.read_decks import deck_names, read_deck
from decks.value_kinds import kebab
from engine.inputs.quote import joined, quoted
from lab.comparison.arm_comparison import Difference, compare_run, compare_two
from lab.comparison.game_numbers import PRIMARY
from lab.comparison.largest_arm import by_size
from lab.errors import BadInput
from reports.verdict_measures import LONG, in_question
from reports.verdict_rules import Arm, box_of, letters, loaded, says_of, sentence_of, table_of
from variants.load_variants import known_variants, stack
from variants.variant_schema import SWITCHES

if TYPE_CHECKING:
    from lab.store.store_folder import Store

SIDES = ("before", "after")
"""What two games are called of which one has a rule laid on it."""
SHORTEST = 36
"""Letters of the longest name of one of several arms that a question names."""
PLACES = ("first", "second", "third", "fourth", "fifth")
MOST_NAMED = 3
"""Arms that a question names."""
LONG_SIDE, LONG_DECKS = 16, 36
"""Letters of the longest names of two games that stand in place of `before` and `after`, and of two boxes."""
TABLE = ("decks", "seats", "agents")
"""What two arms have in common of which one is plainer by its rules alone."""


def told(
    store: Store, run: str, arms: Mapping[str, Arm], asked: Sequence[str | None], primary: str = PRIMARY
) -> tuple[list[list[Difference]], bool]:
    """All measures of the arm that somebody asked for, or of each that stands beside it, the largest change first.

    They are set against the arm that was asked for, else the plainest; and whether the run has other pairs too.

    Raises:
        BadInput: The run has no such arms, or sets nothing against the first.
    """
    arm, against = asked
    found = compare_run(store, run, False, primary)
    known = [(row.a, row.b) for row in found if row.role == "primary"]
    b = arm or (_compared(list(arms), known, against) if against else known[0][1])
    a = against or plainest(arms, known, b)
    if a is None:
        names = ", ".join(name for name in arms if plainest(arms, known, name))
        raise BadInput(f"run {run} compares nothing with {arm!r}; allowed: {names}")
    if a == b:
        raise BadInput(
            f"--against is {quoted(a)}, the arm itself; allowed: {', '.join(name for name in arms if name != a)}"
        )
    here = [(a, b)] if arm else [pair for pair in known if pair[0] == a] or [(a, b)]
    pairs = [[row for row in found if (row.a, row.b) == one] or compare_two(store, run, *one, primary) for one in here]
    has_more = {one for one, _ in known} != {a}
    return sorted(pairs, key=lambda rows: by_size(rows[0]), reverse=True), has_more


def _compared(names: Sequence[str], known: Sequence[tuple[str, str]], against: str) -> str:
    """The first arm that is set against one: by the run, or else the next of its arms."""
    after = names[names.index(against) + 1 :]
    return next((b for a, b in known if a == against), (after or names)[0])


def plainest(arms: Mapping[str, Arm], known: Sequence[tuple[str, str]], arm: str) -> str | None:
    """What an arm is set against: the run's first arm, or the first at a table like its own, or its reference."""
    names, own = list(arms), arms.get(arm)
    if own is None:
        return None
    before = names[: names.index(arm)]
    if not before or (names[0], arm) in known:
        return before[0] if before else None
    alike = (name for name in before if all(arms[name][key] == own[key] for key in TABLE))
    return next(alike, next((a for a, b in known if b == arm), None))


def options(arm: str | None, against: str | None, primary: str | None = None) -> str:
    """A pair, and another measure than the run was asked about, as they are typed behind `lab verdict`."""
    given = (("--arm", arm), ("--against", against), ("--primary", primary))
    return "".join(f" {option} {shlex.quote(name)}" for option, name in given if name)


def question(store: Store, name: str, old: Arm, new: Sequence[Arm], metric: str = PRIMARY) -> str:
    """What is asked of arms beside the first one of a run: its name if that is a question, else what only they have.

    `metric` is what several rules are told apart by.
    """
    if name.endswith("?"):
        return name
    first = new[0]
    added, gone = _added(store, old, first), _added(store, first, old) or _preset(old, first)
    is_alone = len(new) == 1 and len(added) == 1 and not gone
    parts = parts_of(store, old, new)
    labels = list(map(joined, parts))
    if gone == [f"{old['seats']} players"]:
        labels.sort(key=lambda text: (len(text), text))  # whatever changes most: 4, 5 or 6 players
    if (alone := _together(parts)) and len(alone) + 1 == len(new):
        return f"What do {joined(alone)}, alone and together, change?"
    if len(labels) > 1 and not gone and (len(labels) > MOST_NAMED or max(map(len, labels)) > SHORTEST):
        are_rules = all(arm[key] == old[key] for arm in new for key in TABLE)
        are_rules &= all(text.partition("=")[0] in SWITCHES for arm in new for text in arm["changes"])
        which = f"Which of these {len(new)} {'rules' if are_rules else 'changes'}"
        return f"{which} changes {in_question(metric)} most?"
    told = joined(labels[:MOST_NAMED] + [f"{len(new) - MOST_NAMED} others"] * (len(new) > MOST_NAMED), "or")
    if gone == [f"{old['seats']} players"] and added == [f"{first['seats']} players"]:
        return f"What changes with {told.replace(' players', '')} players in place of {old['seats']}?"
    if gone == [table_of(old)] and added == [table_of(first)]:
        return f"What changes if {told} plays in place of {gone[0]}?"
    if added == [box_of(first["decks"])] and len(new) == 1 and set(old["decks"]) < set(first["decks"]):
        more = joined([name_of(deck) for deck in first["decks"] if deck not in old["decks"]])
        return f"What changes with {more} mixed into {joined([name_of(deck) for deck in old['decks']])}?"
    if not added and gone:
        return f"What changes without {joined(gone)}?"
    if gone or told == first["arm"]:
        return f"What changes with {told} in place of {joined(gone or [old['arm']])}?"
    if is_alone and stack(first["variant"]) != stack(old["variant"]) and told[:1] != "\u201c":
        return f"What does the house rule \u201c{told}\u201d change?"
    together = len(new) == 1 and len(added) > 1
    return f"What do {told} change together?" if together else f"What does {told} change?"


def about_measure(asked: str, metric: str) -> str:
    """A question with the measure that is asked about, if it is not the length of games: `How does ... change ...?`."""
    end = " change?"
    if asked.endswith(end) and metric not in LONG:
        return f"How{asked.removeprefix('What').removesuffix(end)} change {in_question(metric)}?"
    return asked


def sides(store: Store, old: Arm, new: Arm) -> tuple[str, str]:
    """What two games are called of which neither is a rule laid on the other; else `before` and `after`."""
    gone, added = _added(store, new, old) or _preset(old, new), _added(store, old, new)
    if old["decks"] != new["decks"] and len(gone) == len(added) == 1:
        gone, added = ([" + ".join(map(name_of, arm["decks"]))] for arm in (old, new))
    longest = LONG_SIDE if old["decks"] == new["decks"] else LONG_DECKS
    is_odd = any(len(text) > longest or text[0] == "\u201c" for text in gone + added)
    return SIDES if is_odd or not len(gone) == len(added) == 1 else (gone[0], added[0])


def parts_of(store: Store, old: Arm, new: Sequence[Arm]) -> list[list[str]]:
    """What each arm has and the first has not, part by part, in a few words."""
    return [_added(store, old, one) or [one["arm"]] for one in new]


def names_of(parts: Sequence[Sequence[str]]) -> list[str]:
    """What several arms are called beside each other: what has all that the others have alone is all of it together."""
    alone = _together(parts)
    every = "both together" if len(alone) == 2 else f"all {len(alone)} together"
    return [every if alone and set(some) == set(alone) else joined(some) for some in parts]


def _together(parts: Sequence[Sequence[str]]) -> list[str]:
    """What arms have alone, if one of them has all of it together; else nothing."""
    alone = list(dict.fromkeys(some[0] for some in parts if len(some) == 1))
    return alone if len(alone) > 1 and any(set(some) == set(alone) for some in parts) else []


def _added(store: Store, old: Arm, new: Arm) -> list[str]:
    """All that only the second arm has: rules that were typed, house rules, a deck, switches, cards, players."""
    parts, said = [part for part in stack(new["variant"]) if part not in stack(old["variant"])], says_of(new)
    added = [
        _quoted(text) if (text := part[1:-1] if part[:1] == '"' else said.get(part) or _own_name(store, new, part))
        else _quoted(sentence_of(store, new, part)) if part.partition("=")[0] in SWITCHES else _spelled(part)
        for part in parts
    ]  # fmt: skip
    added += [box_of(new["decks"])] if old["decks"] != new["decks"] and not _are_own_decks(old, new) else []
    added += [_quoted(sentence_of(store, new, text)) for text in new["changes"] if text not in old["changes"]]
    added += [f"{new['seats']} players"] if old["seats"] != new["seats"] else []
    return added + ([table_of(new)] if table_of(new) != table_of(old) else [])


def _spelled(part: str) -> str:
    """The name of a set of rules, with the capitals and hyphens of its file: `catch-up Treasure`."""
    name = next((file.name for file in known_variants() if letters(file.name) == letters(part)), "")
    return f"{name[:1].lower()}{name[1:]}" or re.sub("[-_]", " ", part)


def called(names: Sequence[str], order: Sequence[int], what: Sequence[str]) -> list[str]:
    """What several arms are called in a sentence: the long ones by their place in an order, `the first rule`.

    `what` says of each what it is.
    """
    return [
        name if len(name) <= SHORTEST else f"the {PLACES[order.index(place)]} {what[place]}"
        for place, name in enumerate(names)
    ]


def _own_name(store: Store, arm: Arm, part: str) -> str:
    """What whoever wrote the rules of a file calls them: the name on the cards that they became, if it is one."""
    cards = store.table("card", arm.get("run_id")).filter(pl.col("kind") == "rule").select("id", "name").collect()
    names = cards.filter(pl.col("id").str.starts_with(f"{kebab(part)}-rule-"))["name"].unique().to_list()
    return str(names[0]) if len(names) == 1 else ""


def _are_own_decks(old: Arm, new: Arm) -> bool:
    """Whether both arms play with the decks of their rules, which need no word beside these."""
    files = [(loaded(arm), arm) for arm in (old, new)]
    return all(file is not None and list(file.deck) == list(arm["decks"]) for file, arm in files)


def _preset(old: Arm, new: Arm) -> list[str]:
    """The preset of the first arm, if the second has one that is built on it."""
    presets = {file.key for file in known_variants() if not file.overlay}
    one, other = ([part for part in stack(arm["variant"]) if part in presets] for arm in (old, new))
    return one[-1:] if one != other else []


def _quoted(text: str) -> str:
    return f"\u201c{text.strip().rstrip('.')}\u201d"


def game_of(arms: Sequence[Arm]) -> str:
    """What people call the game that is played: the name of its cards, and what is mixed into them."""
    boxes = list(dict.fromkeys(tuple(map(name_of, arm["decks"])) or ("?",) for arm in arms))
    alone, *more = sorted(boxes, key=len)
    if more and all(set(alone) < set(box) for box in more):
        mixed = (joined([name for name in box if name not in alone]) for box in more)
        return f"{joined(alone)}, alone and mixed with {joined(list(mixed), 'or')}"
    return joined([" mixed with ".join(box) for box in boxes], "or")


def name_of(deck: str) -> str:
    """What people call a deck."""
    try:
        return read_deck(deck).info.name if deck in deck_names() else deck
    except DeckError:
        return deck
