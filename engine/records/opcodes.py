"""The opcode table: every step a card program can take.

One row feeds the dispatcher (`engine.effects`), the card schema (`decks.schema`), the handbook
and the tests. Numbers are written out and never renumbered. An *instant* opcode does something
once; a *lasting* one is read by `engine.board.queries` as long as its card counts; an *ability* is
offered to the card's owner as an option.

Parameters: `amount` goes into the column of that name, the others into `a` and `b` in the order
of the row.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Which(IntEnum):
    """Items a `lose_item` step can mean."""

    ANY = 0
    HEAD = 1
    BODY = 2
    FEET = 3
    HAND = 4
    BIG = 5
    SMALL = 6
    BEST = 7  # the Item that gives the biggest bonus
    ALL = 8
    UNUSABLE = 9  # every Item its owner may not use at the moment
    DEAREST = 10  # highest Gold Piece value
    CHEAPEST = 11  # lowest value above nothing
    ICHOR = 12  # Items tagged ichor
    CLASS_BOUND = 13  # Items that need a Class the owner has
    NO_HANDS = 14  # Items that need no hands
    CURSE = 15  # a lasting Curse before the player, which is no Item
    COMRADE = 16  # a Comrade of the player, who is no Item either
    ALL_HEADGEAR = 17  # everything for the slot in play, worn or not: "your headgear", not "the headgear you wear"
    ALL_ARMOR = 18
    ALL_FOOTGEAR = 19


class Chooser(IntEnum):
    """Who chooses, or who is meant."""

    VICTIM = 0
    LEFT = 1
    RIGHT = 2
    LOWEST = 3
    BOTH = 4  # left, then right
    EACH_LEFT = 5  # every other player, starting at the victim's left
    EACH_RIGHT = 6
    EACH_HIGHEST = 7  # every other player, highest Level first
    HIGHEST = 8  # only the player or players of the highest Level
    CULTISTS = 9
    EVERYONE = 10
    RANDOM = 11
    UNCAUGHT = 12  # every participant the monster did not catch, and every bystander


class What(IntEnum):
    """What is taken, given or discarded."""

    HAND = 0  # a card from the hand, unseen
    ITEM = 1  # an Item in play
    TREASURE = 2  # a Treasure card from hand or table
    DOOR = 3  # Door cards in the hand
    CARD = 4  # any card, hand or table
    CLASS = 5
    MONSTER = 6
    RACE = 7


class Until(IntEnum):
    """How long a Curse or state stays."""

    NEXT_COMBAT = 1  # until the end of the next combat the victim takes part in
    NEXT_TURN = 2  # until the end of the victim's next turn
    LEVEL_GAINED = 3
    REMOVED = 4  # until something removes it


class Removal(IntEnum):
    """What a removed monster is worth."""

    BY_RULE = 0  # as the rule on non-lethal wins says
    NO_TREASURE = 1
    TREASURE = 2  # its Treasures, no Level
    KILLED = 3  # counts as killed
    TREASURE_IF_ONLY = 4  # its Treasures if it was the only monster


PARAMETERS: dict[str, type[IntEnum] | str] = {
    "which": Which, "chooser": Chooser, "to": Chooser, "what": What, "until": Until, "gives": Removal,
    "of": "identity", "except": "identity", "card": "card", "pile": "pile", "slot": "slot", "tag": "tag",
    "axis": "axis", "max": "number", "least": "number", "also": "number", "status": "status", "name": "label",
}  # fmt: skip
"""What a parameter's value may be: a word of an enumeration, or something the loader looks up."""


@dataclass(frozen=True)
class Opcode:
    """One row: number, name in card files, parameters, family, one sentence for card authors."""

    code: int
    name: str
    params: tuple[str, ...]
    family: str
    says: str


OPCODES: tuple[Opcode, ...] = (
    # instant
    Opcode(1, "gain_levels", ("amount", "also"), "instant", "The player gains levels; `also = 1` lets them win the game."),
    Opcode(2, "lose_levels", ("amount",), "instant", "The player loses levels, never below the first."),
    Opcode(3, "death", (), "instant", "The player dies."),
    Opcode(4, "lose_item", ("amount", "which", "chooser"), "instant", "The player loses Items in play of a kind; the chooser picks among several."),
    Opcode(5, "lose_class", ("amount", "except"), "instant", "The player loses Classes (amount or all), but none of the excepted ones."),
    Opcode(6, "lose_race", ("amount",), "instant", "The player loses Races (amount or all)."),
    Opcode(7, "discard_hand", ("amount", "what", "chooser"), "instant", "The player discards hand cards: his choice, at random, or somebody else's choice."),
    Opcode(8, "become_cultist", ("also",), "instant", "The player takes a discarded Cultist card, if there is one and he is none; `also = 1`: and loses a Class for it even if he had room."),
    Opcode(9, "draw", ("amount", "pile"), "instant", "The player draws face-down cards of a pile."),
    Opcode(10, "change_sex", (), "instant", "The player's sex changes."),
    Opcode(11, "set_level", ("amount",), "instant", "The player's Level becomes the amount; 0 means the lowest Level in play."),
    Opcode(12, "roll", (), "instant", "A die is thrown; rows of the trigger `rolled` follow."),
    Opcode(13, "players_take", ("to", "what"), "instant", "The named players each take one thing of the kind from this player, in order."),
    Opcode(14, "discard_gold", ("amount", "also"), "instant", "The player discards Items worth the amount; if he cannot, all Items and `also` levels."),
    Opcode(15, "give_card", ("to", "what"), "instant", "The player gives one card of his choice to each of the named players."),
    Opcode(16, "keep", ("until",), "instant", "The card stays before the player until then."),
    Opcode(17, "set_status", ("status", "until"), "instant", "The player is put into a state."),
    Opcode(18, "remove_monster", ("amount", "gives", "also"), "instant", "Monsters leave the combat unkilled: one of the player's choice (1), the lowest (2), or all; also = 1: or the one that a roll has just failed to escape."),
    Opcode(19, "strengthen_all", ("amount",), "instant", "Every monster of the combat gets the amount."),
    Opcode(20, "escape", ("amount",), "instant", "The roll that just failed is an escape (1); or the player, and a companion if he likes, needs no roll at all (2)."),
    Opcode(21, "reroll", (), "instant", "The flight just rolled is rolled again."),
    Opcode(22, "set_roll", (), "instant", "The player sets the die just rolled to a number of his choice."),
    Opcode(23, "cancel_curse", (), "instant", "A Curse being played or in play before the player is cancelled."),
    Opcode(24, "steal_level", ("amount",), "instant", "The target loses levels and the player gains as many."),
    Opcode(25, "lose_named", ("card", "also"), "instant", "The player loses the named card in play; `also = 1`: else whoever has it."),
    Opcode(26, "each_gains", ("amount", "of", "also"), "instant", "Everybody with the identity gains levels."),
    Opcode(27, "replace_identity", ("axis",), "instant", "The player's identity of the axis is replaced by the topmost one of the discards."),
    Opcode(28, "take_from_discards", ("what",), "instant", "The player takes a card of his choice from the discards."),
    Opcode(29, "copy_monster", (), "instant", "A copy of the monster, with its enhancers, joins the combat."),
    Opcode(30, "swap_monster", ("also",), "instant", "A monster is replaced by one from the player's hand; `also = 1` takes it to hand."),
    Opcode(31, "loot_after", (), "instant", "The room may be looted after this combat."),
    Opcode(32, "double_strength", (), "instant", "The fighter's combat strength counts once more while he has no helper, one-shots of his side included."),
    Opcode(33, "either", (), "instant", "The player chooses 1 or 2; rows of the trigger `chosen` follow."),
    Opcode(34, "show_hand", (), "instant", "The player shows his hand."),
    Opcode(35, "ignore_printed", (), "instant", "Printed bonuses and penalties of the monsters are ignored in this combat."),
    Opcode(36, "lose_cultist", (), "instant", "The player stops being a Cultist, if the rules let him."),
    Opcode(37, "take_class", (), "instant", "The player takes the topmost Class of the discards into play."),
    Opcode(38, "lose_items_or_cards", ("amount",), "instant", "The player loses that many Items or hand cards, as he likes."),
    Opcode(39, "give_level", ("amount", "to"), "instant", "The player gives levels to the named player; he loses them only if he is that one."),
    Opcode(40, "discard_for_draw", ("amount",), "instant", "The player may discard that many Treasures and draw as many."),
    Opcode(41, "end_combat_loot", (), "instant", "All monsters leave and the munchkin draws nothing."),
    Opcode(42, "lose_levels_per_card", ("amount",), "instant", "The player loses levels for each card in his hand."),
    Opcode(43, "treasures_to_winner", ("amount",), "instant", "The fighter draws Treasures when the combat has ended."),
    Opcode(44, "roll_bonus", ("amount",), "instant", "Rolls of the flight change for everybody in the combat."),
    Opcode(200, "pass_on", ("to",), "instant", "The spent card goes from the discards to the named player if his Level is lower than the thrower's."),
    Opcode(201, "mark_item", ("amount",), "instant", "In this combat the Item is silent (1), lost (2), lost unless a monster is killed (4): the sum."),
    Opcode(202, "declare", ("amount",), "instant", "The player names a number from 1 to the amount; rows of the trigger `chosen` follow."),
    Opcode(203, "risk_item", (), "instant", "The named number is the Item's bonus; a die below it discards the Item after the combat."),
    Opcode(204, "tax", ("amount",), "instant", "The player discards an Item; each other one as much Gold, or all Items and levels."),
    Opcode(205, "lose_tagged", ("tag",), "instant", "The player loses every card of the tag, in hand and in play."),
    Opcode(206, "open_door", (), "instant", "The player opens another door."),
    Opcode(207, "redirect_curse", (), "instant", "A Curse just drawn strikes the chosen player instead."),
    Opcode(208, "cancel_play", (), "instant", "A card just turned up or being played is cancelled; what was turned up is replaced."),
    Opcode(209, "take_over", (), "instant", "The chosen player fights in the fighter's place, alone."),
    Opcode(210, "take_winning_item", (), "instant", "An Item of somebody else that turns a lost combat is taken and used."),
    Opcode(211, "deal_evenly", (), "instant", "The Treasures of the combat are dealt out evenly between those who fought, an odd one to whoever played the card."),
    Opcode(212, "pick_up", (), "instant", "A one-shot of the combat goes to the player's hand, and its bonus with it."),
    Opcode(213, "turn_over", (), "instant", "A one-shot of the combat counts on the other side."),
    Opcode(214, "catch_discard", (), "instant", "The player takes the card that was discarded last."),
    Opcode(190, "lose_worn", ("tag",), "instant", "The player loses every Item of the tag that he is using; what he only carries stays."),
    Opcode(215, "meeting", ("of",), "instant", "Those with the identity, and whoever holds a card of it in his hand and shows it, exchange hand cards."),
    Opcode(219, "possess", ("which",), "instant", "An Item of the kind, the victim's choice among equals, lies under this Curse: it is an Item no longer."),
    Opcode(226, "count_twice", ("tag",), "instant", "A one-shot of the tag in the combat gives its bonus a second time."),
    # lasting
    Opcode(60, "strength", ("amount",), "lasting", "Adds to the owner's combat strength; on a monster's card, to that monster's."),
    Opcode(61, "strength_per_other", ("amount", "of"), "lasting", "Adds the amount for every other player with the identity."),
    Opcode(62, "run_away", ("amount",), "lasting", "Changes the owner's rolls to Run Away."),
    Opcode(63, "hand_limit", ("amount",), "lasting", "Changes the owner's hand limit."),
    Opcode(64, "big_limit", ("amount",), "lasting", "The owner may carry that many Big Items; all = any number."),
    Opcode(65, "wins_ties", (), "lasting", "The owner's side wins ties."),
    Opcode(66, "extra_hands", ("amount",), "lasting", "Gives the owner more hands."),
    Opcode(67, "helper_level", ("amount",), "lasting", "As a helper the owner gains levels for each kill."),
    Opcode(68, "no_helper", ("of",), "lasting", "Nobody (or nobody with the identity) may help in this combat."),
    Opcode(69, "level_only", (), "lasting", "The munchkins fight with their Levels only."),
    Opcode(70, "items_useless", ("except",), "lasting", "Items give nothing in this combat, nor in the flight from it."),
    Opcode(71, "slot_useless", ("slot",), "lasting", "Items of the slot give nothing in this combat, nor in the flight from it."),
    Opcode(72, "level_useless", (), "lasting", "Levels do not count on the munchkin side."),
    Opcode(73, "class_useless", (), "lasting", "Class abilities cannot be used in this combat."),
    Opcode(74, "pursues", ("of",), "lasting", "Pursues those with the identity whatever their Level."),
    Opcode(75, "easy_escape", (), "lasting", "Nobody needs to roll to get away from the monster."),
    Opcode(76, "no_escape", (), "lasting", "The monster always catches."),
    Opcode(77, "will_not_attack", ("amount", "of"), "lasting", "Leaves alone a side that has the identity, and pays Treasures."),
    Opcode(78, "treasure", ("amount",), "lasting", "Changes the Treasures of the combat."),
    Opcode(79, "extra_level", ("amount",), "lasting", "The kill gives more levels."),
    Opcode(80, "door_curse_immune", (), "lasting", "Curses from kicked-open doors do not affect the owner."),
    Opcode(81, "sell_double", (), "lasting", "One Item a turn sells for twice its value."),
    Opcode(82, "only_armor", (), "lasting", "Of the owner's Items only armor gives a bonus."),
    Opcode(83, "no_helper_reward", (), "lasting", "The helper gets nothing."),
    Opcode(84, "may_ignore", ("except",), "lasting", "The fighter may let the monster go, for nothing, unless he has the identity."),
    Opcode(85, "lost_with", ("slot",), "lasting", "The card is lost with the equipped Item of the slot."),
    Opcode(86, "double_tag", ("tag",), "lasting", "Items of the tag count twice in this combat."),
    Opcode(87, "immune_to", ("tag",), "lasting", "Others' one-shots of the tag do nothing in the owner's fight; on a monster: the munchkins' do nothing."),
    Opcode(88, "forced_help", (), "lasting", "A player of higher Level must help the owner for nothing."),
    Opcode(89, "strength_vs_tag", ("amount", "tag"), "lasting", "Adds to the owner's strength if a monster carries the tag."),
    Opcode(90, "mate_bonus", ("amount",), "lasting", "Adds to the monster for each other monster of the combat."),
    Opcode(91, "guards_slot", ("slot",), "lasting", "When the slot's Item would be lost, only this card is."),
    Opcode(92, "shield_when_two_flee", ("amount",), "lasting", "If two flee the owner escapes and the other's rolls change."),
    Opcode(93, "flurry", ("amount",), "lasting", "Adds to the owner once he has played a second card in this combat, from hand or table."),
    Opcode(230, "lone_side", (), "lasting", "The card may be thrown on the munchkin side only while one player fights."),
    Opcode(231, "evil", (), "lasting", "The bonus of the Item that lies under this Curse is a penalty."),
    Opcode(247, "each_strength", ("amount", "of"), "lasting", "On a monster: each of those in the combat who has the identity fights with that much more or less."),
    Opcode(236, "die_roll", ("amount",), "lasting", "Changes every die the owner rolls, to Run Away, for a card or for his place among the looters."),
    Opcode(232, "must_throw", (), "lasting", "Those in the combat must play every one-shot that helps them."),
    Opcode(243, "thrown_twice", ("tag",), "lasting", "One-shots of the tag thrown at this monster count twice; on a monster."),
    # abilities
    Opcode(100, "discard_for_strength", ("amount", "max", "name"), "ability", "Each discarded card adds to the owner's strength."),
    Opcode(101, "discard_for_flight", ("amount", "max", "name"), "ability", "Each card discarded after a failed roll to Run Away adds to the owner's rolls."),
    Opcode(102, "charm", ("least", "name"), "ability", "Discarding the whole hand removes a monster; its Treasure is drawn."),
    Opcode(103, "backstab", ("amount", "name"), "ability", "A discarded card lowers the strength of a player in combat."),
    Opcode(104, "steal", ("least", "name"), "ability", "A discarded card tries to steal a Small Item: the die must show at least that; a failure costs a level."),
    Opcode(105, "resurrection", ("name",), "ability", "Instead of a face-up draw the owner takes the top of the discards, for one discarded card."),
    Opcode(106, "peek", ("amount", "name"), "ability", "The first door may be kept, for that many hand cards, and another one opened."),
    Opcode(107, "study", ("amount", "name"), "ability", "At the end of his turn a lowest player may discard hand cards for a level."),
    Opcode(108, "second_try", ("name",), "ability", "After a failed roll one discarded card buys another."),
    Opcode(109, "drop_to_escape", ("tag", "name"), "ability", "An Item of the tag, discarded, escapes from this monster."),
    Opcode(110, "chase_away", ("of", "name"), "ability", "One with the identity may chase the monster away for its Treasure."),
    Opcode(111, "discard_to_escape", ("max", "also", "name"), "ability", "Discarding this card instead of rolling escapes from all monsters, or from one of at most a Level; also = 1: carried too."),
    Opcode(112, "bribe_monster", ("least", "name"), "ability", "An Item worth that much, discarded, makes the monster leave."),
    Opcode(113, "leave_combat", ("name",), "ability", "In his own fight with a single monster the owner discards both; the combat ends, and his turn but for Charity."),
    Opcode(114, "cure", ("least", "name"), "ability", "The owner may pay levels to be rid of this card."),
    Opcode(115, "fetch_monster", ("amount", "name"), "ability", "Discarding this and cards takes a monster from the discards."),
    Opcode(116, "pose", ("of", "also", "name"), "ability", "The owner may count as having the identity for his own good, or stop; `also = 1`: be counted among those who have it, or stop."),
    Opcode(117, "reckless", ("amount", "name"), "ability", "Once in his turn the fighter adds to his strength for one of several hand cards, taken at random."),
    Opcode(250, "bear", ("name",), "ability", "This card carries one Item of the owner, who may use it whatever forbids it; it is lost with this card."),
)  # fmt: skip

Op = IntEnum("Op", {o.name.upper(): o.code for o in OPCODES})  # type: ignore[misc]
"""Opcode numbers by name."""


def opcode(name: str) -> Opcode:
    """Row of an opcode; KeyError if there is none."""
    return BY_NAME[name]


BY_NAME = {o.name: o for o in OPCODES}
