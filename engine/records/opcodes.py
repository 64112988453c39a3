"""The opcode table: every step a card program can take.

One row feeds the dispatchers (`engine.effects`, `engine.steps.offers.power_table`), the moment when a card may be played,
the texts of options, the card schema (`decks.program_steps`), the lint, what the personas take for a power or a drawback,
the handbook (`lab opcodes`) and the tests; its columns are those of `engine.records.opcode_row`. Numbers are written
out and never renumbered. An *instant* opcode does something once; a *lasting* one is read by `engine.board` as long
as its card counts; an *ability* is offered to the card's owner as an option.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum

import numpy as np

from engine.records.card_kinds import Aim, Trigger
from engine.records.opcode_row import GOLD, Opcode
from engine.records.opcode_row import Cost as C
from engine.records.opcode_row import Moment as M
from engine.records.step_worth import Boon, Worth
from engine.records.step_worth import Worth as W
from engine.records.timings import Timing as T

OPCODES: tuple[Opcode, ...] = (
    # instant
    Opcode(1, "gain_levels", ("amount", "also"), "instant", "The player gains levels; `also = 1` lets them win the game.", timing=T.ANY, counted=True,
           worth=W.LEVELS_GAINED),
    Opcode(2, "lose_levels", ("amount",), "instant", "The player loses levels, never below the first.", timing=T.ANY, counted=True, worth=W.LEVELS_LOST),
    Opcode(3, "death", (), "instant", "The player dies.", worth=W.DEATH),
    Opcode(4, "lose_item", ("amount", "which", "chooser"), "instant", "The player loses Items in play of a kind; the chooser picks among several.",
           counted=True, worth=W.ITEM_LOST),
    Opcode(5, "lose_class", ("amount", "except"), "instant", "The player loses Classes (amount or all), but none of the excepted ones.",
           timing=T.ANY, counted=True, worth=W.IDENTITY_LOST),
    Opcode(6, "lose_race", ("amount",), "instant", "The player loses Races (amount or all).", counted=True, worth=W.IDENTITY_LOST),
    Opcode(7, "discard_hand", ("amount", "what", "chooser"), "instant", "The player discards hand cards: their own choice, at random, or somebody else's choice.", worth=W.HAND_LOST),
    Opcode(8, "become_cultist", ("also",), "instant", "The player takes a discarded Cultist card, if there is one and they are none; `also = 1`: and loses a Class for it even with room for it.",
           timing=T.ANY, aims=Aim.SEAT, worth=W.CULTIST),
    Opcode(9, "draw", ("amount", "pile"), "instant", "The player draws face-down cards of a pile.", counted=True, worth=W.CARDS_DRAWN),
    Opcode(10, "change_sex", (), "instant", "The player's sex changes.", worth=W.NOTHING),
    Opcode(11, "set_level", ("amount",), "instant", "The player's Level becomes the amount; 0 means the lowest Level in play.", worth=W.LEVEL_SET),
    Opcode(12, "roll", ("dice",), "instant", "A die is thrown, or another one or two; rows of the trigger `rolled` follow.", leads_to=Trigger.ROLLED, worth=W.BRANCH),
    Opcode(13, "players_take", ("to", "what"), "instant", "The named players each take one thing of the kind from this player, in order.", worth=W.HANDED_OUT),
    Opcode(14, "discard_gold", ("amount", "also"), "instant", "The player discards Items worth the amount; if they cannot, all Items and `also` levels.",
           bounds={"amount": GOLD}, worth=W.GOLD_LOST),
    Opcode(15, "give_card", ("to", "what"), "instant", "The player gives one card of their choice to each of the named players.", worth=W.HANDED_OUT),
    Opcode(16, "keep", ("until",), "instant", "The card stays before the player until then.", worth=W.KEPT),
    Opcode(17, "set_status", ("status", "until"), "instant", "The player is put into a state.", timing=T.ANY, aims=Aim.SEAT, worth=W.STATUS),
    Opcode(18, "remove_monster", ("amount", "gives", "also"), "instant", "Monsters leave the combat unkilled: one of the player's choice (1), the lowest (2), or all; `also = 1`: or the one that a roll has just failed to escape.",
           timing=T.COMBAT, timing_if=("also", 1, T.COMBAT | T.FAILED), counted=True, relieves=True, worth=W.MONSTER_REMOVED),
    Opcode(19, "strengthen_all", ("amount",), "instant", "Every monster of the combat gets the amount.", timing=T.COMBAT, signed=True, worth=W.MONSTERS_STRENGTHENED),
    Opcode(20, "escape", ("amount",), "instant", "The roll that just failed is an escape (1); or the player, and a companion if they like, needs no roll at all (2).",
           timing=T.FLIGHT, timing_if=("amount", 1, T.FAILED), counted=True, worth=W.ROLL),
    Opcode(21, "reroll", (), "instant", "The flight just rolled is rolled again.", timing=T.ROLL, worth=W.ROLL),
    Opcode(22, "set_roll", (), "instant", "The player sets the die just rolled to a number of their choice.", timing=T.SELF_ROLL, worth=W.ROLL),
    Opcode(23, "cancel_curse", (), "instant", "A Curse being played or in play before the player is cancelled.", timing=T.CURSE, worth=W.ANSWER),
    Opcode(24, "steal_level", ("amount",), "instant", "The target loses levels and the player gains as many.", timing=T.ANY, aims=Aim.SEAT, counted=True,
           worth=W.LEVELS_TAKEN),
    Opcode(25, "lose_named", ("card", "also"), "instant", "The player loses the named card in play; `also = 1`: else whoever has it.", worth=W.NAMED_LOST),
    Opcode(26, "each_gains", ("amount", "of", "also"), "instant", "Everybody with the identity gains levels; `also = 1` lets them win the game.", timing=T.ANY, counted=True, worth=W.LEVELS_FOR_ALL),
    Opcode(27, "replace_identity", ("axis",), "instant", "The player's identity of the axis is replaced by the topmost one of the discards.",
           timing=T.ANY, worth=W.IDENTITY_REPLACED),
    Opcode(28, "take_from_discards", ("what",), "instant", "The player takes a card of their choice from the discards.", timing=T.OWN_TURN | T.COMBAT, worth=W.DISCARD_TAKEN),
    Opcode(29, "copy_monster", (), "instant", "A copy of the monster, with its enhancers, joins the combat.", timing=T.COMBAT, worth=W.MONSTER_COPIED),
    Opcode(30, "swap_monster", ("also",), "instant", "A monster is replaced by one from the player's hand; `also = 1` takes it to hand.",
           timing=T.COMBAT, worth=W.MONSTER_SWAPPED),
    Opcode(31, "loot_after", (), "instant", "The room may be looted after this combat.", timing=T.COMBAT, worth=W.ROOM),
    Opcode(32, "double_strength", (), "instant", "The fighter's combat strength counts once more while they have no helper, one-shots of their side included.",
           timing=T.FIGHTER, relieves=True, worth=W.STRENGTH_DOUBLED),
    Opcode(33, "either", (), "instant", "The player chooses 1 or 2; rows of the trigger `chosen` follow.", leads_to=Trigger.CHOSEN, worth=W.BRANCH),
    Opcode(34, "show_hand", (), "instant", "The player shows their hand.", worth=W.NOTHING),
    Opcode(35, "ignore_printed", (), "instant", "Printed bonuses and penalties of the monsters are ignored in this combat.", timing=T.COMBAT, worth=W.PRINTED_IGNORED),
    Opcode(36, "lose_cultist", (), "instant", "The player stops being a Cultist, if the rules let them.", timing=T.ANY, aims=Aim.SEAT, worth=W.CULTIST_NO_MORE),
    Opcode(37, "take_class", (), "instant", "The player takes the topmost Class of the discards into play.", worth=W.IDENTITY_GAINED),
    Opcode(38, "lose_items_or_cards", ("amount",), "instant", "The player loses that many Items or hand cards, as they like.", worth=W.CARDS_LOST),
    Opcode(39, "give_level", ("amount", "to"), "instant", "The player gives levels to the named player; they lose them only if they are that one.",
           counted=True, worth=W.LEVELS_GIVEN),
    Opcode(40, "discard_for_draw", ("amount",), "instant", "The player may discard that many Treasures and draw as many.", worth=W.CARDS_EXCHANGED),
    Opcode(41, "end_combat_loot", (), "instant", "All monsters leave and the munchkin draws nothing.", timing=T.COMBAT, relieves=True, worth=W.FIGHT_ENDED),
    Opcode(42, "lose_levels_per_card", ("amount",), "instant", "The player loses levels for each card in their hand.", counted=True, worth=W.LEVELS_LOST_BY_HAND),
    Opcode(43, "treasures_to_winner", ("amount",), "instant", "The fighter draws Treasures when the combat has ended.", timing=T.COMBAT, worth=W.TREASURES),
    Opcode(44, "roll_bonus", ("amount",), "instant", "Adds the amount to the rolls of the flight, for everybody in the combat.", timing=T.RUN, signed=True, worth=W.ROLL),
    Opcode(200, "pass_on", ("to",), "instant", "The spent card goes from the discards to the named player if their Level is lower than the thrower's.", worth=W.NOTHING),
    Opcode(201, "mark_item", ("amount",), "instant", "In this combat the Item is silent (1), lost (2), lost unless a monster is killed (4): the sum.", worth=W.NOTHING),
    Opcode(202, "declare", ("amount",), "instant", "The player names a number from 1 to the amount; rows of the trigger `chosen` follow.",
           leads_to=Trigger.CHOSEN, worth=W.BRANCH),
    Opcode(203, "risk_item", (), "instant", "The named number is the Item's bonus; a die below it discards the Item after the combat.", worth=W.NOTHING),
    Opcode(204, "tax", ("amount",), "instant", "The player discards an Item; each other one as much Gold, or all Items and `amount` levels.", counted=True, worth=W.GOLD_LOST),
    Opcode(205, "lose_tagged", ("tag",), "instant", "The player loses every card of the tag, in hand and in play.", worth=W.TAGGED_LOST),
    Opcode(206, "open_door", (), "instant", "The player opens another door.", worth=W.DOOR),
    Opcode(207, "redirect_curse", (), "instant", "A Curse just drawn strikes the chosen player instead.", timing=T.CURSE, worth=W.ANSWER),
    Opcode(208, "cancel_play", (), "instant", "A card just turned up or being played is cancelled; what was turned up is replaced.",
           timing=T.CURSE | T.PLAY, worth=W.ANSWER),
    Opcode(209, "take_over", (), "instant", "The chosen player fights in the fighter's place, alone.", timing=T.COMBAT, aims=Aim.SEAT, worth=W.FIGHT_HANDED_OVER),
    Opcode(210, "take_winning_item", (), "instant", "An Item of somebody else that turns a lost combat is taken and used.",
           timing=T.COMBAT, aims=Aim.ITEM, worth=W.ITEM_SEIZED),
    Opcode(211, "deal_evenly", (), "instant", "The Treasures of the combat are dealt out evenly between those who fought, an odd one to whoever played the card.",
           timing=T.COMBAT, worth=W.TREASURES_SHARED),
    Opcode(212, "pick_up", (), "instant", "A one-shot of the combat goes to the player's hand, and its bonus with it.", timing=T.COMBAT, aims=Aim.ITEM, worth=W.ONE_SHOT_TAKEN),
    Opcode(213, "turn_over", (), "instant", "A one-shot of the combat counts on the other side.", timing=T.COMBAT, aims=Aim.ITEM, worth=W.ONE_SHOT_TURNED),
    Opcode(214, "catch_discard", (), "instant", "The player takes the card that was discarded last.", timing=T.ANY, aims=Aim.ITEM, worth=W.DISCARD_CAUGHT),
    Opcode(190, "lose_worn", ("tag",), "instant", "The player loses every Item of the tag that they are using; what they only carry stays.", worth=W.TAGGED_LOST),
    Opcode(215, "meeting", ("of",), "instant", "Those with the identity, and whoever holds a card of it in their hand and shows it, exchange hand cards.",
           timing=T.ANY, worth=W.MEETING),
    Opcode(219, "possess", ("which",), "instant", "An Item of the kind, the victim's choice among equals, lies under this Curse: it is an Item no longer.", worth=W.NOTHING),
    Opcode(226, "count_twice", ("tag",), "instant", "A one-shot of the tag in the combat gives its bonus a second time.", timing=T.COMBAT, aims=Aim.ITEM, worth=W.ONE_SHOT_DOUBLED),
    Opcode(228, "take_identity", ("axis",), "instant", "The player takes the first card of the axis from the Door deck into play, if they may have one more.",
           timing=T.ANY, worth=W.IDENTITY_GAINED),
    Opcode(150, "after_all", (), "instant", "What this card has taken the place of happens after all.", worth=W.AFTER_ALL),
    Opcode(151, "nothing", (), "instant", "Nothing happens.", worth=W.NOTHING),
    Opcode(152, "stop_win", (), "instant", "The Level by which somebody would win is taken back: they stay one below.", timing=T.WIN, worth=W.ANSWER),
    Opcode(153, "roll_against", ("with",), "instant", "The player and another each throw a die until one is higher; `rolled_higher` then happens to that one, `rolled_lower` to the other.",
           worth=W.CONTEST),
    Opcode(154, "pass_around", ("side", "held"), "instant", "Everybody passes what they hold of the kind to the neighbour on that side.", worth=W.PASSED),
    Opcode(155, "exchange", ("with", "held"), "instant", "The player and another exchange all that they hold of the kind.", worth=W.PASSED),
    Opcode(156, "named_players", ("to",), "instant", "Each of the named players, in order, is concerned: rows of the trigger `named` follow for each of them.",
           timing=T.ANY, leads_to=Trigger.NAMED, worth=W.BRANCH),
    Opcode(227, "boost", ("amount",), "instant", "The player's side of the combat gets the amount.", timing=T.COMBAT, signed=True, worth=W.SIDE_STRENGTHENED),
    Opcode(260, "look", ("amount", "pile", "then"), "instant", "The player looks at the top cards of a pile: what becomes of one of them, and of the rest.",
           counted=True, worth=W.LOOKED),
    # lasting
    Opcode(60, "strength", ("amount",), "lasting", "Adds to the owner's combat strength; on a monster's card, to that monster's.",
           on_arrival=True, boon=Boon.ADDS),
    Opcode(61, "strength_per_other", ("amount", "of"), "lasting", "Adds the amount for every other player with the identity.", boon=Boon.ADDS),
    Opcode(62, "run_away", ("amount",), "lasting", "Adds the amount to the owner's rolls to Run Away.", boon=Boon.ADDS),
    Opcode(63, "hand_limit", ("amount",), "lasting", "Adds the amount to the owner's hand limit.", boon=Boon.ADDS),
    Opcode(64, "big_limit", ("amount",), "lasting", "The owner may carry that many Big Items; all = any number.", any_number=True),
    Opcode(65, "wins_ties", (), "lasting", "The owner's side wins ties."),
    Opcode(66, "extra_hands", ("amount",), "lasting", "Gives the owner that many more hands.", boon=Boon.ADDS),
    Opcode(67, "helper_level", ("amount",), "lasting", "As a helper the owner gains levels for each kill.", counted=True, boon=Boon.ADDS),
    Opcode(68, "no_helper", ("of",), "lasting", "Nobody (or nobody with the identity) may help in this combat.", optional=("of",), boon=Boon.NEVER),
    Opcode(69, "level_only", (), "lasting", "The munchkins fight with their Levels only.", boon=Boon.NEVER),
    Opcode(70, "items_useless", ("except",), "lasting", "Items give nothing in this combat, nor in the flight from it.",
           kinds={"except": "tag"}, boon=Boon.NEVER),
    Opcode(71, "slot_useless", ("slot",), "lasting", "Items of the slot give nothing in this combat, nor in the flight from it.", boon=Boon.NEVER),
    Opcode(72, "level_useless", (), "lasting", "Levels do not count on the munchkin side.", boon=Boon.NEVER),
    Opcode(73, "class_useless", (), "lasting", "Class abilities cannot be used in this combat.", boon=Boon.NEVER),
    Opcode(74, "pursues", ("of",), "lasting", "On a monster: pursues those with the identity whatever their Level.", boon=Boon.NEVER),
    Opcode(75, "easy_escape", (), "lasting", "On a monster: nobody needs to roll to get away from it."),
    Opcode(76, "no_escape", (), "lasting", "On a monster: it always catches.", boon=Boon.NEVER),
    Opcode(77, "will_not_attack", ("amount", "of"), "lasting", "On a monster: it leaves alone a side that has the identity, and pays that many Treasures."),
    Opcode(78, "treasure", ("amount",), "lasting", "Adds the amount to the Treasures of the combat.", counted=True, on_arrival=True, boon=Boon.ADDS),
    Opcode(79, "extra_level", ("amount",), "lasting", "The kill gives that many more levels.", counted=True),
    Opcode(80, "door_curse_immune", (), "lasting", "Curses from kicked-open doors do not affect the owner."),
    Opcode(81, "sell_double", (), "lasting", "One Item a turn sells for twice its value."),
    Opcode(82, "only_armor", (), "lasting", "Of the owner's Items only armor gives a bonus.", boon=Boon.NEVER),
    Opcode(83, "no_helper_reward", (), "lasting", "The helper gets nothing.", boon=Boon.NEVER),
    Opcode(84, "may_ignore", ("except",), "lasting", "The fighter may let the monster go, for nothing, unless they have the identity.", moments=M.FOE),
    Opcode(85, "lost_with", ("slot",), "lasting", "The card is lost with the equipped Item of the slot.", boon=Boon.NEVER),
    Opcode(86, "double_tag", ("tag",), "lasting", "Items of the tag count twice in this combat."),
    Opcode(87, "immune_to", ("tag",), "lasting", "Others' one-shots of the tag do nothing in the owner's fight; on a monster: the munchkins' do nothing."),
    Opcode(88, "forced_help", (), "lasting", "A player of higher Level must help the owner for nothing."),
    Opcode(89, "strength_vs_tag", ("amount", "tag"), "lasting", "Adds to the owner's strength if a monster carries the tag.", boon=Boon.ADDS),
    Opcode(90, "mate_bonus", ("amount",), "lasting", "Adds to the monster for each other monster of the combat."),
    Opcode(91, "guards_slot", ("slot",), "lasting", "When the slot's Item would be lost, only this card is."),
    Opcode(92, "shield_when_two_flee", ("amount",), "lasting", "If two flee the owner escapes, and the amount is added to the other's rolls."),
    Opcode(93, "flurry", ("amount",), "lasting", "Adds to the owner once they have played a second card in this combat, from hand or table."),
    Opcode(230, "lone_side", (), "lasting", "The card may be thrown on the munchkin side only while one player fights.", boon=Boon.NEVER),
    Opcode(231, "evil", (), "lasting", "The bonus of the Item that lies under this Curse is a penalty.", boon=Boon.NEVER),
    Opcode(247, "each_strength", ("amount", "of"), "lasting", "On a monster: each of those in the combat who has the identity fights with that much more or less."),
    Opcode(236, "die_roll", ("amount",), "lasting", "Adds the amount to every die the owner rolls, to Run Away, for a card or for their place among the looters.",
           boon=Boon.ADDS),
    Opcode(232, "must_throw", (), "lasting", "Those in the combat must play every one-shot that helps them.", boon=Boon.NEVER),
    Opcode(243, "thrown_twice", ("tag",), "lasting", "One-shots of the tag thrown at this monster count twice; on a monster."),
    Opcode(160, "no_theft", (), "lasting", "Nobody steals or takes cards of the owner."),
    Opcode(161, "no_stealing", (), "lasting", "The owner steals and takes no card of anybody.", boon=Boon.NEVER),
    Opcode(248, "truce", (), "lasting", "In the owner's combats bystanders may only offer help, and nobody else plays a Curse on them."),
    Opcode(251, "forbid", ("deed", "toward"), "lasting", "The owner may not do what is named, to whom it is named.", boon=Boon.NEVER),
    Opcode(252, "at_most", ("amount", "deed", "span"), "lasting", "The owner may do what is named so often in a turn, combat or game, and no more.",
           bounds={"amount": (0, 30)}, boon=Boon.NEVER),
    # abilities
    Opcode(100, "discard_for_strength", ("amount", "max", "name"), "ability", "Each discarded card adds to the owner's strength, `max` of them in a combat.", moments=M.OWN_FIGHT, worth=W.POWER),
    Opcode(101, "discard_for_flight", ("amount", "max", "name"), "ability", "Each card discarded after a failed roll to Run Away adds to the owner's rolls, `max` of them in a combat.",
           moments=M.ROLLED, worth=W.POWER),
    Opcode(102, "charm", ("least", "name"), "ability", "Discarding the whole hand, `least` cards or more, removes a monster; its Treasure is drawn.",
           moments=M.OWN_FIGHT, cost=C.HAND, aims=Aim.MONSTER, worth=W.POWER),
    Opcode(103, "backstab", ("amount", "name"), "ability", "A discarded card lowers the strength of a player in combat.",
           moments=M.ANY_FIGHT, aims=Aim.SEAT, signed=True, worth=W.POWER),
    Opcode(104, "steal", ("least", "name"), "ability", "A discarded card tries to steal a Small Item: the die must show at least that; a failure costs a level.",
           moments=M.QUIET | M.ALERT, cost=C.CARD, aims=Aim.ITEM, bounds={"least": (1, 6)}, worth=W.POWER),
    Opcode(105, "resurrection", ("name",), "ability", "Instead of a face-up draw the owner takes the top of the discards, for one discarded card.",
           moments=M.DOOR | M.DRAW, cost=C.OF_HAND, worth=W.POWER),
    Opcode(106, "peek", ("amount", "name"), "ability", "The first door may be kept, for that many hand cards, and another one opened.",
           moments=M.DOOR, cost=C.CARDS | C.OF_HAND | C.AFTER_LOOK, worth=W.POWER),
    Opcode(107, "study", ("amount", "name"), "ability", "At the end of their turn a lowest player may discard hand cards for a level.",
           moments=M.EVENING, cost=C.CARDS | C.OF_HAND, worth=W.POWER),
    Opcode(108, "second_try", ("name",), "ability", "After a failed roll one discarded card buys another.", moments=M.ROLLED, worth=W.POWER),
    Opcode(109, "drop_to_escape", ("tag", "name"), "ability", "An Item of the tag, discarded, escapes from this monster.", moments=M.FOE_FLIGHT, worth=W.POWER),
    Opcode(110, "chase_away", ("of", "name"), "ability", "One with the identity may chase the monster away for its Treasure.",
           moments=M.FOE, aims=Aim.MONSTER, worth=W.POWER),
    Opcode(111, "discard_to_escape", ("max", "also", "name"), "ability", "Discarding this card instead of rolling escapes from all monsters, or from one of at most Level `max`; `also = 1`: carried too.",
           moments=M.FLIGHT, cost=C.ITSELF, aims=Aim.MONSTER, optional=("max",), worth=W.POWER),
    Opcode(112, "bribe_monster", ("least", "name"), "ability", "An Item worth that much, discarded, makes the monster leave.",
           moments=M.FOE, bounds={"least": GOLD}, worth=W.POWER),
    Opcode(113, "leave_combat", ("name",), "ability", "In their own fight with a single monster the owner discards both; the combat ends, and their turn but for Charity.",
           moments=M.OWN_FIGHT, cost=C.ITSELF, worth=W.POWER),
    Opcode(114, "cure", ("least", "name"), "ability", "The owner may pay `least` levels to be rid of this card.", moments=M.QUIET, worth=W.POWER),
    Opcode(115, "fetch_monster", ("amount", "name"), "ability", "Discarding this and `amount` cards takes a monster from the discards.",
           moments=M.OWN_TURN, cost=C.CARDS | C.ITSELF, worth=W.POWER),
    Opcode(116, "pose", ("of", "also", "name"), "ability", "The owner may count as having the identity for their own good, or stop; `also = 1`: be counted among those who have it, or stop.",
           moments=M.QUIET, worth=W.POWER),
    Opcode(117, "reckless", ("amount", "name"), "ability", "Once in their turn the fighter adds to their strength for one of several hand cards, taken at random.",
           moments=M.OWN_FIGHT, worth=W.POWER),
    Opcode(118, "pay_on_turn", ("amount", "cost", "name"), "ability", "On their turn, outside combat, the owner may pay `amount` of the cost; rows of the trigger `used` follow.",
           moments=M.OWN_TURN, leads_to=Trigger.USED, counted=True, bounds={"amount": GOLD}, worth=W.POWER),
    Opcode(119, "pay_in_fight", ("amount", "cost", "name"), "ability", "In their own combat the owner may pay `amount` of the cost; rows of the trigger `used` follow.",
           moments=M.OWN_FIGHT, leads_to=Trigger.USED, counted=True, bounds={"amount": GOLD}, worth=W.POWER),
    Opcode(120, "pay_beside", ("amount", "cost", "name"), "ability", "In any combat, their own or not, the owner may pay `amount` of the cost; rows of the trigger `used` follow.",
           moments=M.ANY_FIGHT, leads_to=Trigger.USED, counted=True, bounds={"amount": GOLD}, worth=W.POWER),
    Opcode(121, "pay_after_roll", ("amount", "cost", "name"), "ability", "After their roll to Run Away has failed the owner may pay `amount` of the cost; rows of the trigger `used` follow.",
           moments=M.ROLLED, leads_to=Trigger.USED, counted=True, bounds={"amount": GOLD}, worth=W.POWER),
    Opcode(122, "pay_when_losing", ("amount", "cost", "name"), "ability", "When their combat would be lost, before they flee, the owner may pay `amount` of the cost; rows of the trigger `used` follow.",
           moments=M.DEFEAT, leads_to=Trigger.USED, counted=True, bounds={"amount": GOLD}, worth=W.POWER),
    Opcode(123, "pay_any_time", ("amount", "cost", "name"), "ability", "While they are not fighting, on anybody's turn, the owner may pay `amount` of the cost; rows of the trigger `used` follow.",
           moments=M.QUIET, leads_to=Trigger.USED, counted=True, bounds={"amount": GOLD}, worth=W.POWER),
    Opcode(250, "bear", ("name",), "ability", "This card carries one Item of the owner, who may use it whatever forbids it; it is lost with this card.",
           moments=M.QUIET, aims=Aim.ITEM, worth=W.POWER),
)  # fmt: skip

Op = IntEnum("Op", {o.name.upper(): o.code for o in OPCODES})  # type: ignore[misc]
"""Opcode numbers by name."""

BY_NAME = {o.name: o for o in OPCODES}
BY_CODE = {o.code: o for o in OPCODES}


def codes(wanted: Callable[[Opcode], object]) -> tuple[int, ...]:
    """Numbers of the opcodes whose rows are wanted, for kernels to look into."""
    return tuple(o.code for o in OPCODES if wanted(o))


def worths(*wanted: Worth) -> tuple[int, ...]:
    """Numbers of the opcodes that are worth one of these, for kernels to look into."""
    return codes(lambda o: o.worth in wanted)


WORTH = np.array([BY_CODE[code].worth if code in BY_CODE else 0 for code in range(max(BY_CODE) + 1)], np.int64)
"""`Opcode.worth` by the number of an opcode."""
