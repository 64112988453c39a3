"""Sentences of the opcodes that say other things with other values, and not only another word."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from decks.value_words import THINGS, UNTIL, WHO, chosen_by, count, levels, named, one_thing, people, signed
from engine.records.card_kinds import Trigger

Values = Mapping[str, Any]
ON_MONSTER = (Trigger.IN_FIGHT, Trigger.APPEARS)
"""Triggers under which a card speaks of a monster: itself, or the one that it lies on."""

REMOVED = {
    "by_rule": "paid as the rules say of a monster that is not killed", "no_treasure": "without Level or Treasure",
    "treasure": "for its Treasures, without a Level", "killed": "and counts as killed",
    "treasure_if_only": "for its Treasures if it was the only one",
}  # fmt: skip
"""What a monster that leaves is worth (`engine.records.opcode_row.Removal`)."""

STATES = {
    "no_helping": "may not help", "no_asking": "may not ask for help", "must_help": "helps whoever asks, for nothing,",
    "skip_turn": "loses a turn", "become_cultist": "comes back as a Cultist after death",
    "cultist_card": "counts as a Cultist for their own good", "has_killed": "has killed a monster",
    "corrupted": "gets no help before they have killed a monster without any",
    "among_cultists": "is counted among the Cultists",
}  # fmt: skip
"""States of a player (`engine.records.state.Status`)."""


def _amount(v: Values) -> Any:
    return v.get("amount", 1)


def _give_level(v: Values, _: Trigger) -> str:
    given = f"{WHO[v['to']]} gains {levels(_amount(v))}"
    return f"{given}; if the player is one, they lose as many instead" if v["to"] in ("lowest", "highest") else given


def _lose_named(v: Values, _: Trigger) -> str:
    name = str(v["card"]).replace("-", " ")
    beside = ", or else whoever has it" if v.get("also") == 1 else ""
    return f"the player loses the card {name[:1].upper()}{name[1:]} in play{beside}"


def _pose(v: Values, _: Trigger) -> str:
    how = "be counted among those who are" if v.get("also") == 1 else "count, for their own good, as"
    return f"the owner may {how} {people(v['of'])}, or stop"


def _swap_monster(v: Values, _: Trigger) -> str:
    taken = "; the one replaced goes to that hand" if v.get("also") == 1 else ""
    return f"a monster is replaced by one from the player's hand{taken}"


def _discard_to_escape(v: Values, _: Trigger) -> str:
    most = f"from a monster of at most Level {v['max']}" if v.get("max") else "from all monsters"
    beside = ", also where it is only carried" if v.get("also") == 1 else ""
    return f"instead of a roll this card, discarded, escapes {most}{beside}"


def _strength(v: Values, trigger: Trigger) -> str:
    return f"{'the monster gets' if trigger in ON_MONSTER else 'the owner fights with'} {signed(v['amount'])}"


def _immune_to(v: Values, trigger: Trigger) -> str:
    whose, where = ("the munchkins", "to the monster") if trigger in ON_MONSTER else ("others", "in the owner's fight")
    return f"one-shots of {whose} tagged {named(v['tag'])} do nothing {where}"


def _treasure(v: Values, _: Trigger) -> str:
    amount = _amount(v)
    return f"the combat pays {count(abs(amount), 'Treasure', 'Treasures', 'one')} {'more' if amount >= 0 else 'less'}"


def _remove_monster(v: Values, _: Trigger) -> str:
    amount, beside = _amount(v), ", or the one that a roll has just failed to escape" if v.get("also") == 1 else ""
    what = {1: "a monster leaves", 2: "the weakest monster leaves", "all": "all monsters leave"}.get(amount)
    return f"{what or f'monsters ({amount}) leave'} the combat{beside}, {REMOVED[v.get('gives', 'by_rule')]}"


def _discard_hand(v: Values, _: Trigger) -> str:
    amount, what = v["amount"], v.get("what", "hand")
    told = count(amount, *(("hand card", "hand cards") if what == "hand" else THINGS[what]))
    told = "their whole hand" if (amount, what) == ("all", "hand") else told
    return f"the player discards {told}{chosen_by(v.get('chooser', 'victim'))}"


def _players_take(v: Values, _: Trigger) -> str:
    who = WHO[v["to"]]
    return f"{who} {'each take' if v['to'] == 'both' else 'takes'} {one_thing(v.get('what', 'hand'))} from the player"


def _discard_gold(v: Values, _: Trigger) -> str:
    also, amount = v.get("also", 0), v["amount"]
    worth = f"{amount:,} Gold Pieces" if isinstance(amount, int) else count(amount, "Gold Piece", "Gold Pieces")
    rest = f" and {levels(also)}" if also else ""
    return f"the player discards Items worth {worth}; whoever has less loses all Items{rest}"


def _tax(v: Values, _: Trigger) -> str:
    rest = f" and {levels(_amount(v))}" if _amount(v) else ""
    return f"the player discards an Item, and every other player Items of its value; whoever has less loses all{rest}"


def _lose_class(v: Values, _: Trigger) -> str:
    but = f", but stays {people(v['except'])}" if "except" in v else ""
    return f"the player loses {count(_amount(v), 'Class', 'Classes')}{but}"


def _items_useless(v: Values, _: Trigger) -> str:
    but = f" but those tagged {named(v['except'])}" if "except" in v else ""
    return f"no Items{but} give anything in this combat, nor in the flight from it"


def _no_helper(v: Values, _: Trigger) -> str:
    who = f" who is {people(v['of'])}" if "of" in v else ""
    return f"nobody{who} may help in this combat"


def _may_ignore(v: Values, _: Trigger) -> str:
    unless = f", unless they are {people(v['except'])}" if "except" in v else ""
    return f"the fighter may let the monster go, for nothing{unless}"


def _will_not_attack(v: Values, _: Trigger) -> str:
    pays = f" and pays {count(_amount(v), 'Treasure', 'Treasures', 'one')}" if _amount(v) else ""
    return f"it does not fight a side on which somebody is {people(v['of'])}{pays}"


def _set_status(v: Values, _: Trigger) -> str:
    until = "" if v["until"] == "removed" or v["status"] == "skip_turn" else UNTIL[v["until"]]
    return f"the player {STATES[v['status']]} {until}".strip()


def _set_level(v: Values, _: Trigger) -> str | None:
    amount = v["amount"]
    told = "the lowest Level in play" if amount == 0 else str(amount)
    return f"the player's Level becomes {told}" if isinstance(amount, int) else None


MARKS = {1: "gives no bonus", 2: "is lost", 4: "is lost unless a monster is killed"}
"""What happens to an Item in a combat; the amount is the sum."""


def _mark_item(v: Values, _: Trigger) -> str | None:
    amount = v.get("amount", 1)
    told = [text for bit, text in MARKS.items() if isinstance(amount, int) and amount & bit]
    return f"in this combat the Item {' and '.join(told)}" if told and amount <= sum(MARKS) else None


def _escape(v: Values, _: Trigger) -> str:
    if _amount(v) == 1:
        return "the roll that just failed is an escape"
    return "the player, and a companion if they like, escapes without a roll"


def _hand_limit(v: Values, _: Trigger) -> str:
    more = "more" if v["amount"] >= 0 else "fewer"
    return f"the owner may keep {count(abs(v['amount']), 'hand card', 'hand cards', 'one')} {more}"


def _big_limit(v: Values, _: Trigger) -> str:
    many = "any number of Big Items" if v["amount"] == "all" else count(v["amount"], "Big Item", "Big Items", "one")
    return f"the owner may carry {many}"


SPECIAL: Mapping[str, Callable[[Values, Trigger], str | None]] = {
    "give_level": _give_level, "lose_named": _lose_named, "pose": _pose, "swap_monster": _swap_monster,
    "discard_to_escape": _discard_to_escape, "strength": _strength, "immune_to": _immune_to, "treasure": _treasure,
    "remove_monster": _remove_monster, "discard_hand": _discard_hand, "players_take": _players_take,
    "discard_gold": _discard_gold, "tax": _tax, "lose_class": _lose_class, "items_useless": _items_useless,
    "no_helper": _no_helper, "may_ignore": _may_ignore, "will_not_attack": _will_not_attack,
    "set_status": _set_status, "set_level": _set_level, "escape": _escape, "hand_limit": _hand_limit,
    "big_limit": _big_limit, "mark_item": _mark_item,
}  # fmt: skip
"""What each of them does, by the values of a step and its trigger; None where the opcode's own words have to do."""
