"""What the programs of cards say, in a few words: what they switch off, what a Curse that stays does."""

from __future__ import annotations

import numpy as np

from engine.records.card_kinds import FEMALE, HUMAN, MALE, Kind, Slot, Tag, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.step_values import Until
from lab.story.story_words import Cast

WORN: dict[int, str] = {
    Slot.HEAD: "headgear does not count", Slot.BODY: "armor does not count", Slot.FEET: "footgear does not count",
}  # fmt: skip
SWITCHED_OFF: dict[int, str] = {
    Op["LEVEL_USELESS"]: "Levels do not count", Op["LEVEL_ONLY"]: "only Levels count",
    Op["CLASS_USELESS"]: "Class powers do not count",
}  # fmt: skip
"""What a monster does to the strength of those who fight it."""

BURDENS: dict[int, str] = {
    Op["RUN_AWAY"]: "{amount:+d} to Run Away", Op["DIE_ROLL"]: "{amount:+d} to every die",
    Op["STRENGTH"]: "{amount:+d}{when}", Op["ONLY_ARMOR"]: "no Item but armor counts{when}",
    Op["EVIL"]: "the Item's bonus becomes a penalty", Op["HAND_LIMIT"]: "{amount:+d} to the hand limit",
}  # fmt: skip
"""What a Curse does as long as it stays; `when` names the combat."""

PEOPLE = {MALE: "men", FEMALE: "women", HUMAN: "humans"}
LASTING = (Trigger.IN_PLAY, Trigger.CARRIED)


class Programs:
    """The programs of a game's cards; where they are not known, no card has one."""

    def __init__(self, cast: Cast) -> None:
        self.cast = cast
        self.identities = dict(PEOPLE)
        for row in cast.rows:
            if Kind.CLASS <= row["kind"] <= Kind.BIRTHRIGHT and row["identity"]:
                self.identities.setdefault(int(row["identity"]), cast.cards[int(row["number"])])

    def rows(self, card: int, *triggers: Trigger) -> list[np.void]:
        """The rows of a card's program, of these triggers if any are named."""
        if card < 0:
            return []
        row = self.cast.rows[card]
        program = self.cast.effects[int(row["first"]) : int(row["last"])]
        return [e for e in program if not triggers or int(e["trigger"]) in triggers]

    def has(self, card: int, op: str, *triggers: Trigger) -> bool:
        """Whether a card's program has a row of this opcode."""
        return any(e["op"] == Op[op] for e in self.rows(card, *triggers))

    def withstands(self, monster: int, card: int) -> bool:
        """Whether a one-shot on the munchkins' side does nothing against a monster."""
        tags = int(self.cast.rows[card]["tags"]) if self.cast.rows[card]["kind"] == Kind.ONE_SHOT else 0
        immune = [e for e in self.rows(monster, Trigger.IN_FIGHT) if e["op"] == Op["IMMUNE_TO"] and not e["cond"]]
        return any(int(e["a"]) & tags for e in immune)

    def switches(self, card: int) -> list[str]:
        """What does not count for the munchkins as long as a card is in the combat."""
        told = []
        for e in self.rows(card, Trigger.IN_FIGHT):
            op = int(e["op"])
            if e["cond"]:
                continue
            if op == Op["ITEMS_USELESS"]:
                spared = " or ".join(t.name.lower() for t in Tag if int(e["a"]) & t)
                told.append(f"Items{f' without {spared}' if spared else ''} do not count")
            elif op == Op["SLOT_USELESS"] and int(e["a"]) in WORN:
                told.append(WORN[int(e["a"])])
            elif op in SWITCHED_OFF:
                told.append(SWITCHED_OFF[op])
        return told

    def against(self, card: int, traits: int, besides: int = 0) -> list[tuple[int, str]]:
        """What a monster adds against these identities, if it does not do so besides; and whom each is against."""
        return [
            (int(e["amount"]), self.called(int(e["x"]) & traits))
            for e in self.rows(card, Trigger.IN_FIGHT)
            if e["op"] == Op["STRENGTH"]
            and e["cond"] == Condition.ANYONE_IS
            and int(e["x"]) & traits
            and not int(e["x"]) & besides
            and not e["cond2"]
        ]

    def each(self, card: int, traits: int) -> list[tuple[int, str]]:
        """What a monster gives or takes from each one who has these identities."""
        return [
            (int(e["amount"]), self.called(int(e["a"]) & traits))
            for e in self.rows(card, Trigger.IN_FIGHT)
            if e["op"] == Op["EACH_STRENGTH"] and int(e["a"]) & traits
        ]

    def called(self, mask: int) -> str:
        """Names of the identities of a mask."""
        return " and ".join(name for bit, name in self.identities.items() if bit & mask)

    def burden(self, card: int, fights: bool) -> str:
        """What a Curse that stays does to its victim, if it is one thing that can be said; do they fight now?"""
        until = [int(e["a"]) for e in self.rows(card) if e["op"] == Op["KEEP"]]
        when = " in combat"
        if Until.NEXT_COMBAT in until:
            when = " in this combat" if fights else " in the next combat"
        told = [
            BURDENS[int(e["op"])].format(amount=int(e["amount"]), when=when)
            for e in self.rows(card, *LASTING)
            if int(e["op"]) in BURDENS and not e["cond"]
        ]
        return told[0] if len(told) == 1 else ""
