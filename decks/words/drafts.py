"""What parts of a sentence mean before it is known where it stands: steps without their trigger, conditions, cases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from decks.condition_rows import BY_WORD, LISTED
from decks.words.clause_table import clauses
from engine.records.opcodes import BY_NAME
from engine.records.step_values import SHOWN

Pairs: TypeAlias = tuple[tuple[str, Any], ...]
"""Names and values; several values of one name are a tuple."""

CHANGED_BY = {
    **dict.fromkeys("level_ anybody_ highest lowest rose trails_ reached behind_ ahead_".split(), ("levels",)),
    **dict.fromkeys(("is", "has", "lacks", "anyone", "nobody", "any_not", "drive", "not_"), ("identities", "items")),
    **dict.fromkeys(("wears", "not_wears", "owns", "not_owns"), ("items", "hands")), "hand_": ("hands", "items"),
    **dict.fromkeys(("tokens_", "all_", "most_"), ("tokens", "powers")),
    **dict.fromkeys(("alone", "help", "single", "several", "monster", "tag", "combat"), ("monsters", "combat")),
}  # fmt: skip
"""Conditions, by how their words begin, and the themes of clauses that may change whether they hold."""
OPPOSITES = {
    "is": "is_not", "class": "not_class", "race": "not_race", "role": "not_role", "drive": "not_drive",
    "birthright": "not_birthright", "sex": "not_sex", "has": "lacks", "wears": "not_wears", "anyone": "nobody",
    "owns": "not_owns", "killed": "not_killed",
}  # fmt: skip
"""Words of conditions that are true where another is not."""
IDENTITIES = ("is", "is_not")
SEVERAL_TIMES = (*IDENTITIES, *LISTED)  # a step may have them twice: a word for each axis, or a list
LOST_ITEMS: Mapping[str, Pairs] = {
    **{slot: (("wears", slot),) for slot in ("head", "body", "feet", "hand")},
    **dict.fromkeys(("any", "best", "all", "dearest", "cheapest"), (("has_item", True),)),
    "big": (("has_big", True),), "small": (("has_small", True),),
}  # fmt: skip
LOST: Mapping[str, Pairs] = {
    "lose_class": (("has", "class"),), "lose_race": (("has", "race"),), "discard_hand": (("hand_at_least", 1),),
    "lose_tokens": (("tokens_at_least", 1),),
}  # fmt: skip
"""Conditions under which somebody has what a step takes, by its opcode, and by the Items that it takes."""
KEEP, HAVING = "keep", frozenset((*LOST_ITEMS.values(), *LOST.values()))  # which no loss ever makes true
_OPPOSITE = OPPOSITES | {no: yes for yes, no in OPPOSITES.items()}


@dataclass(frozen=True)
class Draft:
    """A step as a sentence says it."""

    op: str
    values: Pairs = ()
    when: Pairs = ()
    on: tuple[str, ...] = ()  # triggers under which its words mean it; empty: all
    at: str = ""  # the trigger that the sentence says; empty: the one that goes without saying
    hangs: bool = False  # its words mean it only under a condition
    bare: bool = False  # a bonus of which it is not said whether it is one more than that of the card
    lasts: bool = False  # said to count as long as something holds: it must be something that lasts
    house: bool = False  # its words mean it on house rules alone
    card: bool = False  # on cards alone
    foe: bool = False  # on monsters, and on what is played on them, alone
    may: bool = False  # somebody may refuse it: that would be the one time that it counts
    third: bool = False  # of somebody else than you, as house rules speak of the players
    fighter: bool = False  # hangs on what the fighter is or has, who is not the owner of every card
    lies: bool = False  # said of a card that lies before its owner, who may give it up
    unsaid: bool = False  # a power of which it is not said when it is offered
    their_turn: bool = False  # at a turn that must be said to be theirs
    of_some: bool = False  # said of those who are something, who may be all of them or the one concerned


@dataclass(frozen=True)
class Held:
    """A number that somebody has in the place of a switch, where it is not said how much more or less that is.

    So many cards as may be held; what the die must show to run away, of which less is more.
    """

    number: int
    switch: str = "hand_limit"

    def more(self, usual: int) -> int:
        """How much more that is than what everybody has."""
        return self.number - usual if self.switch == "hand_limit" else usual - self.number


@dataclass(frozen=True)
class Instead:
    """A bonus in the place of that of the card, which may be said too."""

    bonus: int
    usual: int | None = None


@dataclass(frozen=True)
class Columns:
    """What a sentence says that columns of the card say."""

    values: Pairs


@dataclass(frozen=True)
class Spared:
    """A condition of all that the other sentences of the text do: for whom it counts, or when the card is played."""

    when: Pairs
    played: bool = False


Body: TypeAlias = tuple["Draft | Columns | Spared", ...]


@dataclass(frozen=True)
class Frame:
    """What stands before or behind a sentence: its trigger, or conditions of all its steps."""

    at: str = ""
    when: Pairs = ()
    lasts: bool = False
    third: bool = False
    fighter: bool = False
    pays: bool = False  # of a kill or a win, which pays Levels anyway: those that are said must be further ones
    often: bool = False  # how often somebody may do something: whoever does not has not used it up
    each: bool = False  # of every turn, whosever it is: of somebody it is not said in which they act


@dataclass(frozen=True)
class Branch:
    """What follows on a die or a choice: the numbers for which it does, none for `otherwise`, and what it does."""

    first: int
    last: int
    body: Body
    chosen: bool = False


FURTHER = ("rolled", "chosen", "duel_won", "duel_lost", "duelled", "rolled_higher", "rolled_lower")
AFTER = (*FURTHER, "used", "named")  # what follows on a die, a choice, a duel, a price or the naming of players
FOR_SEVERAL = ("named_players", "give_level", "each_gains", "end_game")
"""Opcodes that do something to others than whom a rule speaks of."""
OF_CARDS = ("only_armor", "lost_with", "guards_slot", "evil", "as_big")
"""What lasts before somebody on cards alone; all else that does counts on house rules too."""
NEUTRAL = ("", "round_start", "begun", "run_out")
"""Triggers that come to all players at once: they may stand before a sentence about somebody."""
MINE: Pairs = (("own_turn", True),)
OWN_TURN = ("pay_on_turn", "pay_in_turn")  # what names a side of a combat needs no more to be one's own
IN_PEACE = ("pay_any_time", "pay_on_turn")
"""Powers that are offered while nobody need fight: where that is said of them, whosever turn it is."""
MOST_CONDITIONS, TOP = 2, 99  # in place of the highest number that a die shows
ALWAYS, OTHERWISE = (1, TOP), (0, 0)
FROM_THE_FIRST = ("level_at_least", 1)  # which says nothing: where a step has too many conditions, it goes


def with_conditions(draft: Draft, when: Pairs, lasts: bool = False) -> Draft | None:
    """A step that hangs on further conditions; None if they are more than a step may have, or one of them twice."""
    moved = _at_its_moment(draft, when)
    if moved is None:
        return None
    draft, found, said = moved, list(moved.when), MINE if moved.op == "pay_in_turn" != draft.op else ()
    for word, value in when:
        if (word, value) in (*found, *said):
            continue
        if word not in SEVERAL_TIMES and any(word == other for other, _ in found):
            return None
        found.append((word, value))
    if len(found) > MOST_CONDITIONS and FROM_THE_FIRST in found:
        found.remove(FROM_THE_FIRST)
    return replace(draft, when=tuple(found), lasts=draft.lasts or lasts) if len(found) <= MOST_CONDITIONS else None


def _at_its_moment(one: Draft, when: Pairs) -> Draft | None:
    """A power of which no moment is said has the one that its conditions say: on their turn, while nobody fights."""
    if one.unsaid and "combat" in dict(when):
        allowed = ("combat", False) in when and one.op in IN_PEACE
        return replace(one, op="pay_any_time", unsaid=False) if allowed else None
    mine = one.unsaid and one.op == "pay_on_turn" and MINE[0] in when
    return replace(one, op="pay_in_turn", unsaid=False) if mine else one


def framed(body: Body, frames: tuple[Frame, ...]) -> Body | None:
    """Steps with what stands before and behind them; what follows on a die or a choice hangs on that alone."""
    if sum(bool(frame.at) for frame in frames) > 1:
        return None
    found: list[Draft | Columns | Spared] = []
    for one in body:
        if not isinstance(one, Draft):
            return None
        for frame in frames if one.at not in AFTER else ():
            if (frame.at and one.at) or (frame.each and one.third):
                return None
            when = frame.when
            if one.may and any(word == "first" for word, _ in when):
                if not frame.often:
                    return None
                when = tuple(("unused" if word == "first" else word, value) for word, value in when)
            if frame.pays and one.op == "gain_levels" and not one.house:
                return None
            if one.op == KEEP and len(body) > 1 and themes_of(word for word, _ in frame.when) & {"combat"}:
                continue  # of the combat to come, and not of the moment in which the card comes
            changed = with_conditions(one, when, frame.lasts)
            if changed is None:
                return None
            fighter = changed.fighter or frame.fighter
            one = replace(changed, at=frame.at or changed.at, third=changed.third or frame.third, fighter=fighter)
        found.append(one)
    return tuple(found)


def opposite(when: Pairs) -> Pairs | None:
    """The condition that holds where another does not; None if there is no word for it."""
    if len(when) != 1:
        return None
    ((word, value),) = when
    if word in _OPPOSITE:
        return ((_OPPOSITE[word], value),)
    if isinstance(value, bool):
        return ((word, not value),) if BY_WORD[word].refuted is not None else None
    if word.endswith("_at_least") and word != "monster_level_at_least":
        return ((word.replace("least", "most"), value - 1),)
    if word.endswith("_at_most") and word != "monster_level_at_most":
        return ((word.replace("most", "least"), value + 1),)
    return None


def two_ways(when: Pairs, one: Body, other: Body) -> Body | None:
    """What happens under a condition, and what happens otherwise; None where either would change whether it holds."""
    refuted = opposite(when)
    if refuted is None:
        return None
    first, second = framed(one, (Frame(when=when),)), framed(other, (Frame(when=refuted),))
    if first is None or second is None or not changes(one, when):
        return (*first, *second) if first is not None and second is not None else None
    safe = not changes(other, when) or (takes(other) and any(when == there for there in HAVING))
    return (*second, *first) if safe else None


def takes(body: Body) -> bool:
    """Whether nobody has more than before by some steps."""
    return all(isinstance(one, Draft) and one.op.startswith(("death", "lose_", "discard_hand")) for one in body)


def changes(body: Body, when: Pairs) -> bool:
    """Whether steps may change what a condition speaks of: the steps behind them would be asked anew."""
    slots = {value for word, value in when if word in ("wears", "not_wears")}
    if slots and len(slots) == len(when) and all(_of_slots(one) - slots == _of_slots(one) != set() for one in body):
        return False  # what is worn elsewhere
    ops = [one.op for one in body if isinstance(one, Draft)]
    return "death" in ops or bool(themes_changed(ops) & themes_of(word for word, _ in when))


def _of_slots(one: Draft | Columns | Spared) -> set[str]:
    """The slot of which a step takes what is worn; empty if it does anything else."""
    which = str(dict(one.values).get("which")) if isinstance(one, Draft) and one.op == "lose_item" else ""
    return {which} & {"head", "body", "feet"}


def themes_of(words: Iterable[str]) -> set[str]:
    """The themes of what may change whether conditions hold."""
    return {theme for word in words for start, some in CHANGED_BY.items() if word.startswith(start) for theme in some}


def themes_changed(ops: Iterable[str]) -> set[str]:
    """The themes of steps."""
    return {clauses()[op][0].theme for op in ops if BY_NAME[op].family == "instant"}


def branched(lead: Draft, after: str, branches: tuple[Branch, ...]) -> Body | None:
    """A die or a choice, and what follows on it."""
    found: list[Draft | Columns | Spared] = [lead]
    low, high = SHOWN[dict(lead.values).get("dice", "d6")]
    left = set(range(low, high + 1))
    for branch in branches:
        first, last = branch.first, branch.last
        if (first, last) == OTHERWISE:
            if not left or len(left) == high - low + 1 or left != set(range(min(left), max(left) + 1)):
                return None
            first, last = min(left), max(left)
        if branch.chosen != (after == "chosen") and (first, last) != ALWAYS:
            return None
        if (first, last) != ALWAYS and not branch.chosen:
            first, last = max(first, low), high if last == TOP else last
            if not first <= last <= high or (first, last) == (low, high):
                return None
            left -= set(range(first, last + 1))
        when = _case(first, last, branch.chosen, (low, high))
        for one in branch.body:
            follows = (first, last) == ALWAYS and isinstance(one, Draft) and one.at in FURTHER
            changed = with_conditions(one, when) if isinstance(one, Draft) and (follows or not one.at) else None
            if changed is None:
                return None
            found.append(changed if follows else replace(changed, at=after))
    return tuple(found)


def _case(first: int, last: int, chosen: bool, shown: tuple[int, int]) -> Pairs:
    if (first, last) == ALWAYS:
        return ()
    if chosen:
        return (("chose", first),)
    least = (("die_at_least", first),) if first > shown[0] else ()
    return (*least, ("die_at_most", last)) if last < shown[1] else least
