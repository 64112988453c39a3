"""The words of `when = { ... }`: one row per word, which also feeds the list of allowed words in errors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from decks.value_kinds import Fault, Names, check_value, number_of
from engine.inputs.quote import nearest, quoted
from engine.records.conditions import Condition


@dataclass(frozen=True)
class When:
    """One word: the condition it means, what its value is, and one clause for card authors.

    The value kind `truth` is true or false; `refuted` is the condition that `false` means.
    """

    word: str
    means: Condition
    value: str
    says: str
    refuted: Condition | None = None
    low: int = 0
    high: int = 99


def _axis(axis: str) -> tuple[When, When]:
    return (
        When(axis, Condition.IS, f"identity:{axis}", f"the player has this {axis}"),
        When(f"not_{axis}", Condition.IS_NOT, f"identity:{axis}", f"the player does not have this {axis}"),
    )


_C = Condition
WHEN: tuple[When, ...] = (
    *_axis("class"), *_axis("race"), *_axis("role"), *_axis("drive"), *_axis("birthright"), *_axis("sex"),
    When("is", _C.IS, "identity", "the player has one of the identities, of whatever axis"),
    When("is_not", _C.IS_NOT, "identity", "the player has none of the identities"),
    When("has", _C.HAS_AXIS, "axis", "the player has a card of the axis in play; of a list: of each"),
    When("lacks", _C.LACKS_AXIS, "axis", "the player has no card of the axis in play; of a list: of neither"),
    When("level_at_least", _C.LEVEL_AT_LEAST, "number", "the player's Level is at least that", low=1),
    When("level_at_most", _C.LEVEL_AT_MOST, "number", "the player's Level is at most that", low=1),
    When("highest", _C.HIGHEST, "truth", "nobody has a higher Level", _C.NOT_HIGHEST),
    When("lowest", _C.LOWEST, "truth", "nobody has a lower Level", _C.NOT_LOWEST),
    When("alone", _C.ALONE, "truth", "the fighter has no helper", _C.HELPED),
    When("helped", _C.HELPED, "truth", "the fighter has a helper", _C.ALONE),
    When("helper_present", _C.HELPER_PRESENT, "truth", "the fighter has a helper at the moment of reading"),
    When("helper", _C.HELPER, "truth", "the player is the helper"),
    When("fighter", _C.FIGHTER, "truth", "the player is the fighter"),
    When("tag", _C.MONSTER_TAG, "tag", "a monster of the combat carries the tag"),
    When("its_tag", _C.ITS_TAG, "tag", "a monster that was killed, fled from or has appeared carries the tag"),
    When("monster", _C.MONSTER_IS, "card", "that card is a monster of the combat"),
    When("monster_level_at_least", _C.MONSTER_LEVEL_AT_LEAST, "number",
         "the printed level of a monster of the combat is at least that", low=1),
    When("monster_level_at_most", _C.MONSTER_LEVEL_AT_MOST, "number",
         "the printed level of a monster of the combat is at most that", low=1),
    When("die_at_least", _C.DIE_AT_LEAST, "number", "the die this card threw shows at least that", low=1, high=20),
    When("die_at_most", _C.DIE_AT_MOST, "number", "the die this card threw shows at most that", low=1, high=20),
    When("anyone", _C.ANYONE_IS, "identity", "a participant of the combat has one of the identities"),
    When("nobody", _C.NOBODY_IS, "identity", "no participant of the combat has one of the identities"),
    When("any_not", _C.ANY_NOT, "identity", "a participant of the combat has none of the identities"),
    When("hand_even", _C.HAND_EVEN, "truth", "the player's hand has an even number of cards"),
    When("own_turn", _C.OWN_TURN, "truth", "it is the player's own turn", _C.NOT_OWN_TURN),
    When("single_monster", _C.SINGLE_MONSTER, "truth", "one monster in the combat", _C.SEVERAL_MONSTERS),
    When("several_monsters", _C.SEVERAL_MONSTERS, "truth", "several monsters in the combat", _C.SINGLE_MONSTER),
    When("fire_used", _C.FIRE_USED, "truth", "a card tagged fire counts on the munchkin side"),
    When("level_suffices", _C.LEVEL_SUFFICES, "truth", "the fighter has no help; their Level beats the monsters"),
    When("looked_for_trouble", _C.LOOKED_FOR_TROUBLE, "truth", "the monster was looked for"),
    When("wears", _C.WEARS, "slot", "an Item is equipped in the slot"),
    When("not_wears", _C.NOT_WEARS, "slot", "no Item is equipped in the slot"),
    When("flag", _C.FLAG, "flag", "that flag of the combat is set"),
    When("card_played", _C.CARD_PLAYED, "card", "that card was played in this combat"),
    When("owns", _C.OWNS, "card", "the player has that card in play"),
    When("not_owns", _C.NOT_OWNS, "card", "the player does not have that card in play"),
    When("roll_at_least", _C.ROLL_AT_LEAST, "number", "the die to Run Away shows that or more", low=1, high=6),
    When("roll_at_most", _C.ROLL_AT_MOST, "number", "the die to Run Away shows that or less", low=1, high=6),
    When("has_big", _C.HAS_BIG, "truth", "the player has a Big Item in play", _C.HAS_NO_BIG),
    When("has_small", _C.HAS_SMALL, "truth", "the player has a Small Item in play", _C.HAS_NO_SMALL),
    When("has_item", _C.HAS_ITEM, "truth", "the player has an Item in play", _C.HAS_NO_ITEM),
    When("chose", _C.CHOSE, "number", "that was the answer to this card's `either` or `declare`", low=1, high=99),
    When("called", _C.CALLED, "truth", "the die this card threw shows the number that was named", _C.NOT_CALLED),
    When("after_combat", _C.AFTER_COMBAT, "truth", "this turn's combat is over and the turn is not"),
    When("survived", _C.SURVIVED, "truth", "the player got away unhurt from the combat just over, a companion did not"),
    When("anyone_owns", _C.ANYONE_OWNS, "card", "somebody has that card in play"),
    When("other", _C.OTHER, "truth", "the player is not the one who holds the card in their hand"),
    When("before_door", _C.BEFORE_DOOR, "truth", "it is the player's turn, and their door is still closed"),
    When("round_at_least", _C.ROUND_AT_LEAST, "number", "it is at least that round of the game", low=1),
    When("round_at_most", _C.ROUND_AT_MOST, "number", "it is at most that round of the game", low=1),
    When("players_at_least", _C.PLAYERS_AT_LEAST, "number", "at least so many players sit at the table", low=1),
    When("players_at_most", _C.PLAYERS_AT_MOST, "number", "at most so many players sit at the table", low=1),
    When("behind_at_least", _C.BEHIND_AT_LEAST, "number", "somebody's Level is at least that much higher", low=1),
    When("ahead_at_least", _C.AHEAD_AT_LEAST, "number", "the player's Level is at least that above all others", low=1),
    When("hand_at_least", _C.HAND_AT_LEAST, "number", "the player holds at least so many cards", low=1),
    When("hand_at_most", _C.HAND_AT_MOST, "number", "the player holds at most so many cards"),
    When("items_at_least", _C.ITEMS_AT_LEAST, "number", "the player has at least so many Items in play", low=1),
    When("items_at_most", _C.ITEMS_AT_MOST, "number", "the player has at most so many Items in play"),
    When("lead_at_least", _C.LEAD_AT_LEAST, "number", "the munchkin side is at least so many points ahead", low=1),
    When("lead_at_most", _C.LEAD_AT_MOST, "number", "the munchkin side is at most so many points ahead"),
    When("its_level_at_least", _C.ITS_LEVEL_AT_LEAST, "number", "the monster's printed level is at least that", low=1),
    When("its_level_at_most", _C.ITS_LEVEL_AT_MOST, "number", "the monster's printed level is at most that", low=1),
    When("its_level_above", _C.ITS_LEVEL_ABOVE, "number", "it is at least that above the player's Level", low=1),
    When("its_level_below", _C.ITS_LEVEL_BELOW, "number", "it is at least that below the player's Level", low=1),
    When("combat", _C.SOMEBODY_FIGHTS, "truth", "a combat goes on, whosever it is", _C.NOBODY_FIGHTS),
    When("place", _C.PLACE, "number", "the player sits in that place at the table, from 1 on", low=1, high=8),
    When("first", _C.FIRST, "within", "the card has not acted yet in this turn, combat or game"),
    When("unused", _C.UNUSED, "within", "`either`: the first answer was not taken yet in this turn, combat or game"),
    When("acted", _C.ACTED, "within", "the card has acted already in this turn, combat or game"),
    When("trails_at_least", _C.TRAILS_AT_LEAST, "number", "the player's Level is that much below all others", low=1),
    When("anybody_level_at_least", _C.ANYBODY_AT_LEAST, "number", "somebody is of that Level or more", low=2),
    When("anybody_level_at_most", _C.ANYBODY_AT_MOST, "number", "nobody is above that Level", low=1),
    When("fought", _C.FOUGHT, "truth", "it is the player's turn, and they have fought in it", _C.NOT_FOUGHT),
    When("helpers_at_least", _C.HELPERS_AT_LEAST, "number", "at least so many help in the combat", low=1, high=7),
    When("helpers_at_most", _C.HELPERS_AT_MOST, "number", "at most so many help in the combat", high=7),
    When("reached", _C.REACHED, "number", "the player has just risen to that Level or past it", low=2),
    When("tokens_at_least", _C.TOKENS_AT_LEAST, "number", "the player has at least so many tokens", low=1),
    When("tokens_at_most", _C.TOKENS_AT_MOST, "number", "the player has at most so many tokens"),
    When("all_tokens_at_least", _C.ALL_TOKENS_AT_LEAST, "number", "all players together have that many", low=1),
    When("all_tokens_at_most", _C.ALL_TOKENS_AT_MOST, "number", "all players together have no more than that"),
    When("most_tokens", _C.MOST_TOKENS, "truth", "the player has tokens, and nobody has more", _C.NOT_MOST_TOKENS),
    When("every_round", _C.EVERY_ROUND, "number", "the round is the second, fourth .. or third, sixth ..", low=2),
    When("not_risen_for", _C.NOT_RISEN_FOR, "number", "the player has gained no Level in so many whole rounds", low=1),
    When("run_out", _C.RUN_OUT, "pile", "the last card of the deck has been drawn, now or before"),
    When("any_wears", _C.ANY_WEARS, "slot", "somebody who fights has an Item equipped in the slot"),
    When("any_has", _C.ANY_HAS, "axis", "somebody who fights has a card of the axis in play"),
    When("any_lacks", _C.ANY_LACKS, "axis", "somebody who fights has no card of the axis in play"),
    When("any_level_at_least", _C.ANY_AT_LEAST, "number", "the Level of somebody who fights is at least that", low=1),
    When("any_level_at_most", _C.ANY_AT_MOST, "number", "the Level of somebody who fights is at most that", low=1),
    When("any_has_big", _C.ANY_HAS_BIG, "truth", "somebody who fights has a Big Item in play"),
    When("thrown_for", _C.THROWN_FOR, "party", "the one-shot was thrown for that side of the combat"),
    When("killed", _C.KILLED, "tag", "the player has killed a monster with the tag before"),
    When("not_killed", _C.NOT_KILLED, "tag", "the player has killed no monster with the tag yet"),
    When("rose", _C.ROSE, "truth", "the player has gained a level in this turn, and not by a kill"),
)  # fmt: skip
"""Every word a step's `when` may use; at most two words in one step."""

BY_WORD = {w.word: w for w in WHEN}


LISTED = ("has", "lacks")
"""Words that say one thing of each of a list: of Class and Race."""


def each_of(when: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Words and values, where one word may be said of several things."""
    return [
        (word, one)
        for word, value in when.items()
        for one in (value if word in LISTED and isinstance(value, list) else [value])
    ]


def check_when(when: Mapping[str, Any]) -> None:
    """Refuse unknown words, more than two of them, and values that cannot be right."""
    if len(each_of(when)) > 2:
        raise Fault(f"{sorted(when)} are {len(each_of(when))} conditions; allowed: at most two in one step")
    for word, value in each_of(when):
        row = BY_WORD.get(word)
        if row is None:
            raise Fault(f"{quoted(word)} is no condition; allowed: {nearest(word, BY_WORD)} (lab opcodes)")
        if row.value == "truth":
            allowed = (True,) if row.refuted is None else (True, False)
            if not isinstance(value, bool) or value not in allowed:
                words = " or ".join(str(a).lower() for a in allowed)
                raise Fault(f"{word} = {quoted(value)} is not allowed; allowed: {words}")
        else:
            _check_argument(row, value)


def _check_argument(row: When, value: Any) -> None:
    try:
        check_value(row.value, value, row.low, row.high)
    except Fault as fault:
        raise Fault(f"{row.word} = {fault}") from None


def condition_columns(when: Mapping[str, Any], names: Names) -> list[tuple[int, int]]:
    """Condition number and argument of the first and of the second condition."""
    columns = []
    for word, value in each_of(when):
        row = BY_WORD[word]
        if row.value == "truth":
            means = row.means if value or row.refuted is None else row.refuted
            columns.append((int(means), 0))
        else:
            columns.append((int(row.means), number_of(row.value, value, names)))
    return (columns + [(0, 0), (0, 0)])[:2]
