"""Rules on anybody's roll, on what a combat brings and what becomes of it, as people type them."""

from __future__ import annotations

import pytest

from decks.card_schema import DeckError
from decks.load_decks import load_decks
from tests.decks.sheets import check_orders, check_steps

FREE = {"cost": "nothing", "amount": 1}
TURN, GAME, COMBAT = {"when": {"first": "turn"}}, {"when": {"first": "game"}}, {"when": {"first": "combat"}}
OWN_DIE = {"op": "roll", "on": "used"}
EITHER_WAY = {"op": "shift_die", "amount": "die", "also": 1, "on": "rolled"}
KEEP = {"op": "befriend", "part": 1, "on": "used"}
CALL = [{"op": "declare", "amount": 6, "on": "used"}, {"op": "roll", "on": "chosen"}]
STAKE = {"op": "lose_named", "card": "thief", "on": "theft_fails"}
PROGRAMS = {
    # a die for any roll
    "Once per combat, you may roll a die and add it to or subtract it from any other roll.":
        [{"op": "pay_at_roll", **FREE, **COMBAT}, OWN_DIE, EITHER_WAY],
    "Once per game, a player may add or subtract a die roll to any roll at the table.":
        [{"op": "pay_at_roll", **FREE, **GAME}, OWN_DIE, EITHER_WAY],
    "Once per game, everybody may roll a die and subtract it from any other roll, but loses 2 Levels on a 1 or 2.":
        [{"op": "pay_at_roll", **FREE, **GAME}, OWN_DIE,
         {"op": "shift_die", "amount": {"count": "die", "times": -1}, "on": "rolled"},
         {"op": "lose_levels", "amount": 2, "on": "rolled", "when": {"die_at_most": 2}}],
    "Once per game, you may roll a die and add it to any other roll, and draw a Treasure if you roll a 6.":
        [{"op": "pay_at_roll", **FREE, **GAME}, OWN_DIE, {"op": "shift_die", "amount": "die", "on": "rolled"},
         {"op": "draw", "pile": "treasure", "on": "rolled", "when": {"die_at_least": 6}}],
    "You may discard a card to add 3 to any roll.":
        [{"op": "pay_at_roll", "cost": "cards", "amount": 1}, {"op": "shift_die", "amount": 3, "on": "used"}],
    "You may spend a token to subtract 2 from any player's roll.":
        [{"op": "pay_at_roll", "cost": "tokens", "amount": 1}, {"op": "shift_die", "amount": -2, "on": "used"}],
    "After any roll you may discard an Item to set the die to any number.":
        [{"op": "pay_at_roll", "cost": "items", "amount": 1}, {"op": "set_roll", "on": "used"}],
    "Once per game, a player may set any die roll to any number.":
        [{"op": "pay_at_roll", **FREE, **GAME}, {"op": "set_roll", "on": "used"}],
    "Once per turn, a player may roll a die and subtract it from any roll made by any player. If you roll a 2, you"
    " lose two Levels.":
        [{"op": "pay_at_roll", **FREE, **TURN}, OWN_DIE,
         {"op": "shift_die", "amount": {"count": "die", "times": -1}, "on": "rolled"},
         {"op": "lose_levels", "amount": 2, "on": "rolled", "when": {"die_at_least": 2, "die_at_most": 2}}],
    "Once per game, you may roll a die and add it to any roll that a player makes; if you roll a 6, you draw a Door.":
        [{"op": "pay_at_roll", **FREE, **GAME}, OWN_DIE, {"op": "shift_die", "amount": "die", "on": "rolled"},
         {"op": "draw", "pile": "door", "on": "rolled", "when": {"die_at_least": 6}}],
    "Once per game, you may roll a die and add it to any roll made by the leader.": [],
    "Once per game, you may roll a die and add it to any roll. If you do not roll a 2, you lose a Level.": [],
    "Once per game, you may roll a die and add it to any roll. If you roll a 1, they lose a Level.": [],
    "Once per game, you may roll a second die and add it to any roll. On a 1 you lose a Level.":
        [{"op": "pay_at_roll", **FREE, **GAME}, OWN_DIE, {"op": "shift_die", "amount": "die", "on": "rolled"},
         {"op": "lose_levels", "amount": 1, "on": "rolled", "when": {"die_at_most": 1}}],
    "Once per game, you may roll two dice and add them to any other roll.": [],
    "Once per game, you may not roll a die and add it to any other roll.": [],
    "Once per game, you may roll a die and add it to any other roll, but lose a Level if you do not roll a 6.": [],
    "Once per game, you may roll a die and multiply any other roll by it.": [],
    "Once per game, a player may set the die just rolled to any number.": [],
    "You may discard a card to add 3 to the roll of the player on your left.": [],
    # a number that is called
    "Once per combat you may call a number and roll a die: if the call is right, your side gets +4.":
        [{"op": "pay_in_fight", **FREE, **COMBAT}, *CALL,
         {"op": "boost", "amount": 4, "on": "rolled", "when": {"called": True}}],
    "Once per game you may use up your die to call a number and roll it: if you are right your side gets +4,"
    " if you are wrong your side gets -2.":
        [{"op": "pay_in_fight", "cost": "itself", "amount": 1, **GAME}, *CALL,
         {"op": "boost", "amount": 4, "on": "rolled", "when": {"called": True}},
         {"op": "boost", "amount": -2, "on": "rolled", "when": {"called": False}}],
    "Once per combat you may call a number and roll a die: if the call is nearly right, your side gets +4.": [],
    "Once per combat you may call two numbers and roll a die: if a call is right, your side gets +4.": [],
    "Once per combat you may name a 6 or any other number and roll it: right is +3, wrong is -1.":
        [{"op": "pay_in_fight", **FREE, **COMBAT}, *CALL,
         {"op": "boost", "amount": 3, "on": "rolled", "when": {"called": True}},
         {"op": "boost", "amount": -1, "on": "rolled", "when": {"called": False}}],
    "Once per game you may guess a number and roll a die: a correct guess gives +8.":
        [{"op": "pay_in_fight", **FREE, **GAME}, *CALL,
         {"op": "boost", "amount": 8, "on": "rolled", "when": {"called": True}}],
    "Once per combat you may name an 8 or any other number and roll it: right is +3, wrong is -1.": [],
    "Once per combat, a player may call a 2 or any other number and roll a die, getting +5 if the call is right and -3"
    " if it is wrong.":
        [{"op": "pay_in_fight", **FREE, **COMBAT}, *CALL,
         {"op": "boost", "amount": 5, "on": "rolled", "when": {"called": True}},
         {"op": "boost", "amount": -3, "on": "rolled", "when": {"called": False}}],
    "Once per game, everybody may name a number and then roll their die, for +7 if it comes up. The die is gone then.":
        [{"op": "pay_in_fight", "cost": "itself", "amount": 1, **GAME}, *CALL,
         {"op": "boost", "amount": 7, "on": "rolled", "when": {"called": True}}],
    "Once per combat you may call a number and roll your die: if you are wrong, you get -2. Your die is then used up.":
        [{"op": "pay_in_fight", "cost": "itself", "amount": 1, **COMBAT}, *CALL,
         {"op": "boost", "amount": -2, "on": "rolled", "when": {"called": False}}],
    "Once per combat you may call a number and roll your die, getting +5 if you are right. The die is not used up.": [],
    "Once per combat you may call a number and roll your die, getting +5 if you are right and +3 if you are right.": [],
    "Once per turn, you may draw a Treasure. The die is then used up.": [],
    # Treasures that are shared
    "Whoever wins a combat alone gives a third of the Treasures to the player on the right.":
        [{"op": "share_spoils", "part": 3, "to": "right", "on": "won", "when": {"alone": True}}],
    "In a two-player game, whoever is at least 3 Levels ahead and wins a combat gives half of the Treasures to the"
    " other player.":
        [{"op": "share_spoils", "part": 2, "to": "other", "on": "won", "when": {"ahead_at_least": 3}}],
    "In a four-player game, whoever wins a combat gives half of the Treasures to the other player.": [],
    "Whoever wins a combat gives most of the Treasures to the player on the left.": [],
    "Whoever loses a combat gives half of the Treasures to the player on the left.": [],
    "Whoever wins a combat does not give half of the Treasures to the player on the left.": [],
    # what a failed theft costs
    "If a theft fails, the thief loses 2 Levels.": [{"op": "lose_levels", "amount": 2, "on": "theft_failed"}],
    "Whoever tries to steal and fails discards an Item instead of losing a Level.":
        [{"op": "lose_item", "on": "theft_fails"}],
    "A Thief at Level 2 or less may steal only by staking the Class: if the theft fails, the Thief discards the Thief"
    " Class instead of losing a Level.": [STAKE | {"when": {"level_at_most": 2}}],
    "Thieves may steal only by staking the Class: a failed theft costs the Thief card.": [STAKE],
    "If a theft fails, they discard the Thief Class instead of losing a Level.": [STAKE],
    "Each Thief of Level 6 or more must stake the Class card; a failure costs the Thief Class.":
        [STAKE | {"when": {"level_at_least": 6}}],
    "The leader may steal only by staking the Class: a failed theft costs the Thief card.": [],
    "A Thief may steal only by staking the Class: a failed theft costs the Thief card.": [STAKE],
    "A Wizard may steal only by staking the Class: a failed theft costs the Thief card.": [],
    "If a theft does not fail, the thief loses a Level.": [],
    "If a theft fails, the victim gains a Level.": [],
    # die against die
    "Once per turn, you may roll a die against another player: if you roll higher, the other loses an Item, and if you"
    " roll lower, you lose an Item.":
        [{"op": "pay_on_turn", **FREE, **TURN}, {"op": "roll_against", "with": "chosen", "on": "used"},
         {"op": "lose_item", "amount": 1, "which": "any", "on": "rolled_lower"}],
    "Once per turn, you may roll a die against the player on the right; whoever rolls higher draws a Door, whoever"
    " rolls lower loses a Level.":
        [{"op": "pay_on_turn", **FREE, **TURN}, {"op": "roll_against", "with": "right", "on": "used"},
         {"op": "draw", "pile": "door", "amount": 1, "on": "rolled_higher"},
         {"op": "lose_levels", "amount": 1, "on": "rolled_lower"}],
    "Once per combat, a player who is losing with a helper may roll a die against another player; whoever rolls lower"
    " must help the other for nothing.":
        [{"op": "pay_in_fight", **FREE, "when": {"first": "combat", "alone": False}},
         {"op": "roll_against", "with": "chosen", "on": "used", "when": {"lead_at_most": 0}},
         {"op": "owe_help", "on": "rolled_lower"}],
    "Once per game, a player who is losing a combat may draw a Treasure.":
        [{"op": "pay_in_fight", **FREE, **GAME},
         {"op": "draw", "pile": "treasure", "amount": 1, "on": "used", "when": {"lead_at_most": 0}}],
    "Once per turn, you may roll a die against another player: if you roll higher, the other loses an Item, and if you"
    " roll lower, you lose a Level.":
        [{"op": "pay_on_turn", **FREE, **TURN}, {"op": "roll_against", "with": "chosen", "on": "used"},
         {"op": "lose_item", "amount": 1, "which": "any", "on": "rolled_lower", "when": {"own_turn": False}},
         {"op": "lose_levels", "amount": 1, "on": "rolled_lower", "when": {"own_turn": True}}],
    "Once per turn, you may pick another player and you both roll a die until one is higher. If you"
    " roll higher, draw a Door.":
        [{"op": "pay_on_turn", **FREE, **TURN}, {"op": "roll_against", "with": "chosen", "on": "used"},
         {"op": "draw", "pile": "door", "amount": 1, "on": "rolled_higher", "when": {"own_turn": True}}],
    "Once per combat, if you are losing without help, you may choose any other player and both of you roll a die"
    " until one is higher; if you roll higher, that player must help you for nothing.":
        [{"op": "pay_in_fight", **FREE, "when": {"first": "combat", "alone": True}},
         {"op": "roll_against", "with": "chosen", "on": "used", "when": {"lead_at_most": 0}},
         {"op": "owe_help", "on": "rolled_lower", "when": {"own_turn": False}}],
    "Once per turn, before you open a door, you may challenge another player to a one-on-one fight, where the winner"
    " gains no Level but makes the loser discard two cards.":
        [{"op": "pay_on_turn", **FREE, "when": {"first": "turn", "before_door": True}},
         {"op": "duel", "with": "chosen", "on": "used"},
         {"op": "discard_hand", "what": "card", "amount": 2, "on": "duel_lost"}],
    "Once per turn, you may fight a duel against the player on your left. The winner gains no Level, but the loser"
    " loses an Item.":
        [{"op": "pay_on_turn", **FREE, **TURN}, {"op": "duel", "with": "left", "on": "used"},
         {"op": "lose_item", "amount": 1, "which": "any", "on": "duel_lost"}],
    "Once per turn, you may fight another player: the loser gains no Level, but the winner loses an Item.": [],
    "Once per game, if you fail to run away, you may roll again.":
        [{"op": "pay_after_roll", **FREE, **GAME}, {"op": "reroll", "on": "used"}],
    "A player may reroll once per combat after a failed attempt to run away.":
        [{"op": "pay_after_roll", **FREE, **COMBAT}, {"op": "reroll", "on": "used"}],
    "When you fail to run away, you can try again, but only once per turn.":
        [{"op": "pay_after_roll", **FREE, **TURN}, {"op": "reroll", "on": "used"}],
    "Once per game, if you fail to run away, you may not roll again.": [],
    "Once per game, if you run away, you may roll again.": [],
    "Once per game, if one of your Items would be lost, roll a die; on 4 or more you keep the Item.":
        [{"op": "roll", "on": "loses_item", **GAME}, {"op": "after_all", "on": "rolled", "when": {"die_at_most": 3}}],
    "Once per turn, roll a die when you would lose an Item: on a 6 it is not lost.":
        [{"op": "roll", "on": "loses_item", **TURN}, {"op": "after_all", "on": "rolled", "when": {"die_at_most": 5}}],
    "Once per game, when you are losing a combat, you may draw a Treasure.":
        [{"op": "pay_in_fight", **FREE, **GAME},
         {"op": "draw", "pile": "treasure", "amount": 1, "on": "used", "when": {"lead_at_most": 0}}],
    "Once per turn, you may fight another player. The winner gains a Level.":
        [{"op": "pay_on_turn", **FREE, **TURN}, {"op": "duel", "with": "chosen", "on": "used"},
         {"op": "gain_levels", "amount": 1, "on": "duel_won"}],
    "Once per turn, you may roll a die against another player. Whoever rolls lower discards an Item.":
        [{"op": "pay_on_turn", **FREE, **TURN}, {"op": "roll_against", "with": "chosen", "on": "used"},
         {"op": "lose_item", "amount": 1, "which": "any", "on": "rolled_lower"}],
    "Once per combat, when you are losing, you may roll a die against another player. If you roll higher, that player"
    " must help you for free.": [],  # whoever helps is not told from whoever fights
    "Once per game, when you are winning a combat, you may draw a Treasure.": [],
    "Once per turn, you may roll a die against another player. If you roll higher, that player does not lose a Level.":
        [],
    "Each player may fight the player on their right once per turn: the winner draws a Door.":
        [{"op": "pay_on_turn", **FREE, **TURN}, {"op": "duel", "with": "right", "on": "used"},
         {"op": "draw", "pile": "door", "amount": 1, "on": "duel_won"}],
    "You may roll a die against another player once per turn. Whoever rolls lower loses a Level.":
        [{"op": "pay_on_turn", **FREE, **TURN}, {"op": "roll_against", "with": "chosen", "on": "used"},
         {"op": "lose_levels", "amount": 1, "on": "rolled_lower"}],
    "Once per turn, the leader may challenge the lowest player to a duel: the loser loses a Level.":
        [{"op": "pay_on_turn", **FREE, "when": {"first": "turn", "highest": True}},
         {"op": "duel", "with": "lowest", "on": "used"}, {"op": "lose_levels", "amount": 1, "on": "duel_lost"}],
    "Once per turn, you may fight another player. If you win, that player loses a Level; if you lose, you lose a"
    " Level.":
        [{"op": "pay_on_turn", **FREE, **TURN}, {"op": "duel", "with": "chosen", "on": "used"},
         {"op": "lose_levels", "amount": 1, "on": "duel_lost"}],
    "Once per turn, you may challenge the leader to a duel. If you win the duel, gain a Level.":
        [{"op": "pay_on_turn", **FREE, **TURN}, {"op": "duel", "with": "highest", "on": "used"},
         {"op": "gain_levels", "amount": 1, "on": "duel_won", "when": {"own_turn": True}}],
    "Once per turn, you may duel another player: if you win, draw a Door, and if you lose, lose an Item.":
        [{"op": "pay_on_turn", **FREE, **TURN}, {"op": "duel", "with": "chosen", "on": "used"},
         {"op": "draw", "pile": "door", "amount": 1, "on": "duel_won", "when": {"own_turn": True}},
         {"op": "lose_item", "amount": 1, "which": "any", "on": "duel_lost", "when": {"own_turn": True}}],
    "Once per turn, you may fight another player: if you win a combat, draw a Treasure.": [],
    "Each player may fight the player on their right: the winner draws a Door.": [],
    "At the start of your turn, roll a die: on a 6 you get +5.": [],  # in no combat
    "Once per turn, everybody may roll a die against another player until one is higher; if she rolls"
    " lower, she loses a Level.":
        [{"op": "pay_on_turn", **FREE, **TURN}, {"op": "roll_against", "with": "chosen", "on": "used"},
         {"op": "lose_levels", "amount": 1, "on": "rolled_lower", "when": {"own_turn": True}}],
    "Once per turn, you may roll a die against another player; if you roll higher, he loses a Level.": [],
    "Once per turn, you may pick another player and you both roll a die. If you roll higher, draw a Door.": [],
    "Once per turn, everybody may roll a die against another player; if she rolls lower, she loses a Level.": [],
    "Once per turn, everybody may roll a die against another player; if he rolls higher, she loses a Level.": [],
    "Once per turn, you may fight another player. The winner of the game gains a Level.": [],
    "Once per turn, you may draw a Door. If you roll higher, that player loses a Level.": [],
    "Once per turn, you may roll a die against another player: if you roll higher, the other loses an Item, and if not,"
    " you lose an Item.": [],  # who pays when the dice are equal?
    "Once per turn, you may roll a die against another player; whoever rolls lower loses a Level, the loser discards an"
    " Item.": [],
    "Once per game, a player who is winning a combat may draw a Treasure.": [],
    "When you lose a combat, you must help the other for nothing.": [],
    # companions
    "When you kill a monster, you may discard as many cards as it has Treasures to keep it as a pet that fights for"
    " you, for no Level and no Treasure.":
        [{"op": "pay_when_won", "cost": "cards", "amount": {"count": "treasures"}}, KEEP],
    "After killing a monster, you may discard 3 hand cards to keep it as an ally half of whose Level is added to yours"
    " in combat, instead of the Level and the Treasures.":
        [{"op": "pay_when_won", "cost": "hand", "amount": 3}, KEEP | {"part": 2}],
    "You may keep a defeated monster as a sidekick that fights for you by discarding 2 cards, for no Level and no"
    " Treasure.": [{"op": "pay_when_won", "cost": "cards", "amount": 2}, KEEP],
    "A killed monster can be kept as a minion half of whose Level is added to yours if you lose a Level; neither Level"
    " nor Treasure.": [{"op": "pay_when_won", "cost": "levels", "amount": 1}, KEEP | {"part": 2}],
    "After killing a monster, you may discard 2 cards to keep it as a companion that fights on your side. You get no"
    " Level and no Treasure for that monster.": [{"op": "pay_when_won", "cost": "cards", "amount": 2}, KEEP],
    "When you kill a monster, you may lose a Level to keep it as an ally who fights at your side; you gain neither"
    " Level nor Treasures for it.": [{"op": "pay_when_won", "cost": "levels", "amount": 1}, KEEP],
    "When you kill a monster, you may discard a card for each of its Treasures to keep it as an ally that fights for"
    " you, for no Level and no Treasure.":
        [{"op": "pay_when_won", "cost": "cards", "amount": {"count": "treasures"}}, KEEP],
    "When you kill a monster, you may lose a Level to keep it as an ally who fights for you. You gain no Level for it.":
        [],
    "When you kill a monster, you may lose a Level to keep it as an ally who fights for you. You gain a Level and its"
    " Treasures.": [],
    "When you kill a monster, you may lose a Level to keep it as an ally that fights on the monsters' side, for no"
    " Level and no Treasure.": [],
    "A killed monster can be kept as a minion that fights for you for 2 cards.": [],
    "A killed monster can not be kept as a minion that fights for you for 2 cards, no Level and no Treasure.": [],
    "After killing a monster, you may discard 3 cards to keep it as an ally.": [],
    "After killing a monster, you may discard 3 cards to keep it as an ally twice whose Level is added to yours in"
    " combat, instead of the Level and the Treasures.": [],
    "After losing to a monster, you may discard 3 cards to keep it as an ally that fights for you, for no Level and no"
    " Treasure.": [],
    "At the start of your turn, you may discard 3 cards to keep it as an ally that fights for you, for no Level and no"
    " Treasure.": [],
    "Once per combat, you may draw a Door.":
        [{"op": "pay_in_fight", **FREE, **COMBAT}, {"op": "draw", "pile": "door", "on": "used"}],
}  # fmt: skip
ORDERS = {
    "Loaded Die may be used on any player's roll.": {"loaded-die.any_roll": "true"},
    "You may play the card Loaded Die on any roll.": {"loaded-die.any_roll": "true"},
    "Loaded Die may not be used on any player's roll.": {},
    "Loaded Die may be used on the roll of the player on your left.": {},
    "Items that are not in use may be put into use during a combat.": {"equip.in_combat": 1},
    "Players may change their equipped Items in the middle of a combat.": {"equip.in_combat": 1},
    "Items that are not in use may be put into use once during a combat.": {},
    "Unused Items are thrown away when a player dies.": {"loot_body.carried": 1},
    "Unused Items are not thrown away when a player dies.": {},
    "Everybody may carry any number of unused Items on a belt: they give no bonus, but may be sold and stolen, and can"
    " be put into use during a combat.": {"big.counts": 1, "equip.in_combat": 1},
    "You can wear any number of Items on a belt and bring them into use during combat.": {
        "big.counts": 1,
        "equip.in_combat": 1,
    },
    "You can wear any number of Items on a belt; they are of no use there.": {"big.counts": 1},
    "Everybody may carry three unused Items on a belt.": {},
    "Everybody may carry any number of unused Items on a belt: they give half their bonus.": {},
}


@pytest.mark.parametrize(("text", "steps"), PROGRAMS.items())
def test_what_happens_is_read_as_it_is_meant_or_not_at_all(text, steps):
    check_steps(text, steps)


@pytest.mark.parametrize(("text", "wanted"), ORDERS.items())
def test_what_is_set_is_read_and_written_back_or_not_at_all(text, wanted):
    check_orders(text, wanted)


def test_a_card_that_changes_no_roll_is_not_played_on_anybodys():
    with pytest.raises(DeckError, match="'any_roll' is true on a card that changes no roll"):
        load_decks(["base"], changes={"freezing-explosive-potion.any_roll": "true"})
