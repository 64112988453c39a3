"""House rules as people type them in one sentence, and the programs that they mean."""

from __future__ import annotations

import pytest

from decks.program_steps import Step
from decks.rule_texts import house_names, read_rule, why_not
from decks.value_kinds import words_of
from decks.words.program_meaning import meaning
from decks.words.word_tokens import words
from engine.records.amounts import Within
from tests.decks.random_programs import mutations
from tests.decks.test_switch_words import SAID
from tests.decks.test_words_of_people import on

DRAW = {"op": "draw", "pile": "treasure"}
DOOR = {"op": "draw", "pile": "door"}
LOSE = {"op": "lose_levels"}


def bought(*steps, op="pay_on_turn", cost="cards", **more):
    """A power and what follows on its price."""
    return [{"op": op, "cost": cost, **more}, *({"on": "used", **step} for step in steps)]


RULES = {
    # whom it is about
    "Whoever is in last place at the start of their turn draws a Door.":
        [{**DOOR, "on": "turn_start", "when": {"lowest": True}}],
    "When you die you keep all your cards but go back to Level 2.": [{"op": "set_level", "amount": 2, "on": "dies"}],
    "If your hand is empty at the end of your turn, draw back up to 2 from the doors.":
        [{"op": "refill", "amount": 2, "pile": "door", "on": "turn_end", "when": {"hand_at_most": 0}}],
    "The player with the lowest Level draws a Treasure at the start of each round.":
        [{**DRAW, "on": "round_start", "when": {"lowest": True}}],
    "Whoever is on the lowest Level draws a Door at the start of his turn.":
        [{**DOOR, "on": "turn_start", "when": {"lowest": True}}],
    "At the start of each round everybody draws a Treasure.": [{**DRAW, "on": "round_start"}],
    "The leader gets -2 to run away.": [{"op": "run_away", "amount": -2, "when": {"highest": True}}],
    "The lowest-Level player gets +2 in combat.": [{"op": "strength", "amount": 2, "when": {"lowest": True}}],
    "Dwarves get +1 in every fight.": [{"op": "strength", "when": {"race": "dwarf"}, "amount": 1}],
    "Each Wizard draws a Door at the end of their turn.": [{**DOOR, "on": "turn_end", "when": {"class": "wizard"}}],
    "Players with more than four Items get -1 in combat.":
        [{"op": "strength", "amount": -1, "when": {"items_at_least": 5}}],
    "A player of Level 7 or higher gets -1 to run away.":
        [{"op": "run_away", "amount": -1, "when": {"level_at_least": 7}}],
    "The hand limit is two higher for Humans.": [{"op": "hand_limit", "amount": 2, "when": {"race": "human"}}],
    # moments
    "Whoever kills a monster draws an extra Treasure.": [{**DRAW, "on": "killed"}],
    "The loser of a combat loses a Level.": [{**LOSE, "on": "lost"}],
    "Each helper draws a Treasure.": [{**DRAW, "on": "helped"}],
    "When a player dies, they lose a Level.": [{**LOSE, "on": "died"}],
    "After every combat you win, draw a Door.": [{**DOOR, "on": "won"}],
    "If you win a fight by 8 or more, draw a Treasure.": [{**DRAW, "on": "won", "when": {"lead_at_least": 8}}],
    "When you kill an undead monster, gain a Level.":
        [{"op": "gain_levels", "on": "killed", "when": {"its_tag": "undead"}}],
    "When you kill a monster of Level 12 or higher, draw a Treasure.":
        [{**DRAW, "on": "killed", "when": {"its_level_at_least": 12}}],
    "After you win a combat without help, draw a Door.": [{**DOOR, "on": "won", "when": {"alone": True}}],
    "Before the first turn, discard two hand cards.": [{"op": "discard_hand", "amount": 2, "on": "begun"}],
    "Everyone starts with a Race in play.": [{"op": "take_identity", "axis": "race", "on": "begun"}],
    "At the start of a combat, roll a die and add it to your side.":
        [{"op": "roll", "on": "joined", "when": {"fighter": True}}, {"op": "boost", "amount": "die", "on": "rolled"}],
    # when in the game, how often
    "From Level 6 on you get -1 to run away.": [{"op": "run_away", "amount": -1, "when": {"level_at_least": 6}}],
    "During the first two rounds nobody may help.":
        [{"op": "no_helper", "on": "in_fight", "when": {"round_at_most": 2}}],
    "Nobody may attack another player before round 4.": [{"op": "truce", "when": {"round_at_most": 3}}],
    "The first time you win a combat in a turn, draw a Treasure.": [{**DRAW, "on": "won", "when": {"first": "turn"}}],
    "Once per game, when you lose a combat, draw a Treasure.": [{**DRAW, "on": "lost", "when": {"first": "game"}}],
    "If you are more than two Levels behind, draw a Treasure at the start of your turn.":
        [{**DRAW, "on": "turn_start", "when": {"behind_at_least": 3}}],
    "While you are behind, you get +1 in combat.": [{"op": "strength", "amount": 1, "when": {"behind_at_least": 1}}],
    "If you have fewer than two cards in hand at the end of your turn, draw a Door.":
        [{**DOOR, "on": "turn_end", "when": {"hand_at_most": 1}}],
    "You get +1 in combat for each Level you are behind the leader.":
        [{"op": "strength", "amount": {"count": "behind"}}],
    # instead of a death
    "When you die, lose two Levels instead.": [{**LOSE, "amount": 2, "on": "dies"}],
    "If you would die, discard your hand instead.": [{"op": "discard_hand", "amount": "all", "on": "dies"}],
    "When you die you lose a Level but keep your cards.": [{**LOSE, "on": "dies"}],
    "The first time you die in a game, lose a Level instead.": [{**LOSE, "on": "dies", "when": {"first": "game"}}],
    # monsters
    "All monsters get +2.": [{"op": "strength", "amount": 2, "on": "in_fight"}],
    "Undead monsters get +3.": [{"op": "strength", "amount": 3, "on": "in_fight", "when": {"its_tag": "undead"}}],
    "Monsters of Level 10 or more get +1.":
        [{"op": "strength", "amount": 1, "on": "in_fight", "when": {"its_level_at_least": 10}}],
    "Monsters fought by the leader get +4 and pay an extra Treasure.":
        [{"op": "strength", "amount": 4, "on": "in_fight", "when": {"highest": True}},
         {"op": "treasure", "on": "in_fight", "when": {"highest": True}}],
    "From round 5 on, monsters give an extra Treasure.":
        [{"op": "treasure", "on": "in_fight", "when": {"round_at_least": 5}}],
    "Monsters fought by a level 6 or 7 player are worth +3 and carry one more Treasure.":
        [{"op": op, "on": "in_fight", "when": {"level_at_least": 6, "level_at_most": 7}, **amount}
         for op, amount in (("strength", {"amount": 3}), ("treasure", {}))],
    "Monsters get +1 for every four rounds.":
        [{"op": "strength", "on": "in_fight", "amount": {"count": "round", "per": 4}}],
    "For every six points added to a monster, it is worth one more Treasure.":
        [{"op": "treasure", "on": "in_fight", "amount": {"count": "extra", "per": 6}}],
    "A monster that is three or more Levels above you is worth an extra Level.":
        [{"op": "extra_level", "on": "in_fight", "when": {"its_level_above": 3}}],
    "At Level 9 nobody may help you.":
        [{"op": "no_helper", "on": "in_fight", "when": {"level_at_least": 9, "level_at_most": 9}}],
    "The player with the lowest Level gets +2 in combat and +1 to run away.":
        [{"op": "strength", "amount": 2, "when": {"lowest": True}},
         {"op": "run_away", "amount": 1, "when": {"lowest": True}}],
    "After round 10, everybody draws a Treasure at the start of their turn.":
        [{**DRAW, "on": "turn_start", "when": {"round_at_least": 11}}],
    "At the start of the game each player gains a Level.": [{"op": "gain_levels", "on": "begun"}],
    "A player without a Class gets +1 in combat.": [{"op": "strength", "amount": 1, "when": {"lacks": "class"}}],
    "Anyone more than three Levels behind the leader gets +3 in combat.":
        [{"op": "strength", "amount": 3, "when": {"behind_at_least": 4}}],
    "If you are at Level 9, nobody may help you.":
        [{"op": "no_helper", "on": "in_fight", "when": {"level_at_least": 9, "level_at_most": 9}}],
    "Whenever you lose a combat, draw a Treasure, but only once per turn.":
        [{**DRAW, "on": "lost", "when": {"first": "turn"}}],
    "You get +1 in combat for each player with a higher Level.": [{"op": "strength", "amount": {"count": "higher"}}],
    "In rounds 1 to 3 nobody may attack another player.": [{"op": "truce", "when": {"round_at_most": 3}}],
    # how people call players, rounds and how many play
    "Each person draws a Door at the start of their turn.": [{**DOOR, "on": "turn_start"}],
    "A character who is Level 2 or 3 gets +2 in combat.":
        [{"op": "strength", "amount": 2, "when": {"level_at_least": 2, "level_at_most": 3}}],
    "The active player gets +1 in combat.": [{"op": "strength", "amount": 1, "when": {"own_turn": True}}],
    "The main fighter gets -1 to flee.": [{"op": "run_away", "amount": -1, "when": {"fighter": True}}],
    "At the start of each round the player(s) with the lowest Level go up one.":
        [{"op": "gain_levels", "on": "round_start", "when": {"lowest": True}}],
    "The leader may not receive help from anybody while they are more than three Levels clear.":
        [{"op": "no_helper", "on": "in_fight", "when": {"highest": True, "ahead_at_least": 4}}],
    "Whoever kills a monster draws a Treasure if they have no helper.":
        [{**DRAW, "on": "killed", "when": {"alone": True}}],
    "Everybody draws a Door at the end of their turn if they are at Level 4.":
        [{**DOOR, "on": "turn_end", "when": {"level_at_least": 4, "level_at_most": 4}}],
    "Starting from round three, every monster is two Levels tougher.":
        [{"op": "strength", "amount": 2, "on": "in_fight", "when": {"round_at_least": 3}}],
    "As of the sixth round monsters fought by Elves are one Level weaker.":
        [{"op": "strength", "amount": -1, "on": "in_fight", "when": {"round_at_least": 6, "race": "elf"}}],
    "In the second round nobody may help.":
        [{"op": "no_helper", "on": "in_fight", "when": {"round_at_least": 2, "round_at_most": 2}}],
    "At the start of round 4, everybody draws a Treasure.":
        [{**DRAW, "on": "round_start", "when": {"round_at_least": 4, "round_at_most": 4}}],
    "Starting at Level 6 you get -1 to flee.": [{"op": "run_away", "amount": -1, "when": {"level_at_least": 6}}],
    "With five or six players, nobody may help.":
        [{"op": "no_helper", "on": "in_fight", "when": {"players_at_least": 5, "players_at_most": 6}}],
    "In a two-player game you get +1 to run away.":
        [{"op": "run_away", "amount": 1, "when": {"players_at_least": 2, "players_at_most": 2}}],
    "Dwarves escape on anything but a one.": [{"op": "run_away", "amount": 3, "when": {"race": "dwarf"}}],
    "The leader runs away on a 2 or more.": [{"op": "run_away", "amount": 3, "when": {"highest": True}}],
    "Every kill is worth one Level more than printed.": [{"op": "extra_level", "on": "in_fight"}],
    "From round 5 on killing a monster gives one Level more.":
        [{"op": "extra_level", "on": "in_fight", "when": {"round_at_least": 5}}],
    "Everybody starts with a Race in front of them, dealt at random.":
        [{"op": "take_identity", "axis": "race", "on": "begun"}],
    # what somebody has done
    "Upon death, the character drops to Level 1.": [{"op": "set_level", "amount": 1, "on": "died"}],
    "On losing a Level, draw a Treasure.": [{**DRAW, "on": "level_lost"}],
    "For helping somebody, gain a Level.": [{"op": "gain_levels", "on": "helped"}],
    # what may be done for nothing, and in the place of what would happen
    "One time each game, a Wizard is allowed to swap hands with any player of their choosing.":
        bought({"op": "exchange", "held": "hand", "with": "chosen"}, cost="nothing",
               when={"first": "game", "class": "wizard"}),
    "Once per turn you may choose to draw a Door.": bought(DOOR, cost="nothing", when={"first": "turn"}),
    "Everybody may reroll a failed roll to run away once per game.":
        bought({"op": "reroll"}, op="pay_after_roll", cost="nothing", when={"first": "game"}),
    "Instead of dying, a player can choose to lose their entire hand.":
        [{"op": "either", "on": "dies"},
         {"op": "discard_hand", "amount": "all", "on": "chosen", "when": {"chose": 1}},
         {"op": "after_all", "on": "chosen", "when": {"chose": 2}}],
    "You may lose two Levels instead of dying.":
        [{"op": "either", "on": "dies"}, {**LOSE, "amount": 2, "on": "chosen", "when": {"chose": 1}},
         {"op": "after_all", "on": "chosen", "when": {"chose": 2}}],
    "Winning a fight without help gives an extra Treasure.": [{**DRAW, "on": "won", "when": {"alone": True}}],
    "Dying costs a Level.": [{**LOSE, "on": "died"}],
    "Helping gives you a Level.": [{"op": "gain_levels", "on": "helped"}],
    "When you die, you lose a Level too.": [{**LOSE, "on": "died"}],
    # prices
    "Discard two cards: draw a Treasure.": bought(DRAW, amount=2),
    "Each turn you may pay a Level to draw a Treasure.": bought(DRAW, cost="levels", when={"first": "turn"}),
    "Once per game you may discard two cards to get +5 in combat.":
        bought({"op": "boost", "amount": 5}, op="pay_in_fight", amount=2, when={"first": "game"}),
    "You may lose a Level to draw two Treasures.": bought({**DRAW, "amount": 2}, cost="levels"),
    "Once per turn, discard a hand card to draw a Door.": bought(DOOR, cost="hand", when={"first": "turn"}),
    "In combat you may discard an Item for +3.": bought({"op": "boost", "amount": 3}, op="pay_in_fight", cost="items"),
    "Dwarves may discard a card for +2 in combat.":
        bought({"op": "boost", "amount": 2}, op="pay_in_fight", when={"race": "dwarf"}),
    "You may discard two cards to draw a Treasure, once per turn.": bought(DRAW, amount=2, when={"first": "turn"}),
    # numbers that some have in the place of a switch
    "Whoever's in the lead plays with a hand limit of three.":
        [{"op": "hand_limit", "amount": -2, "when": {"highest": True}}],
    "The hand limit is 7 for the leader.": [{"op": "hand_limit", "amount": 2, "when": {"highest": True}}],
    "Players in last place flee on a 3+.": [{"op": "run_away", "amount": 2, "when": {"lowest": True}}],
    "The leader flees on a 4+, while everyone else still needs a 5.":
        [{"op": "run_away", "amount": 1, "when": {"highest": True}}],
    "Anyone at Level 8 or above needs a 6 to run away.":
        [{"op": "run_away", "amount": -1, "when": {"level_at_least": 8}}],
    "Everyone starts with two extra Treasures.": [{**DRAW, "amount": 2, "on": "begun"}],
    "Fleeing is one harder for the leader.": [{"op": "run_away", "amount": -1, "when": {"highest": True}}],
    "Lower the hand limit by two.": [{"op": "hand_limit", "amount": -2}],
    # what is said before a rule, and its spelling
    "What if you drew a Treasure whenever you lost a combat?": [{**DRAW, "on": "lost"}],
    "GRIM RULE: u lose a lvl when u die": [{**LOSE, "on": "died"}],
    "In our house, should you win a fight alone, you draw a Treasure.":
        [{**DRAW, "on": "won", "when": {"alone": True}}],
    "As a catch-up mechanic, the lowest player draws a Door at the start of each round.":
        [{**DOOR, "on": "round_start", "when": {"lowest": True}}],
    "Underdog: you get +3 in combat if you are in last place.":
        [{"op": "strength", "amount": 3, "when": {"lowest": True}}],
}  # fmt: skip


@pytest.mark.parametrize("text", RULES)
def test_a_rule_in_one_sentence_is_the_program_that_it_means(text):
    reading = read_rule(text)
    assert reading.understood and not reading.orders, [why_not(one) for one in reading.sentences]
    steps = [Step.model_validate(step) for step in RULES[text]]
    assert meaning(reading.program, house_names()) == meaning([(on("rule", s), s) for s in steps], house_names())


@pytest.mark.parametrize("text", [
    # somebody and you
    "When you win a combat, each helper draws a Treasure.",
    "When a player dies, you draw a Treasure.", "Monsters fought by the leader get +2 against you.",
    "A level 6 or 9 player gets +1 in combat.", "For each Item, for each Class, get +1 in combat.",
    # whom nobody can mean
    "Everybody else draws a Treasure at the start of each round.", "Nobody but the leader gets +2 in combat.",
    "The player to the left draws a Treasure at the start of each round.", "Half the players get +2 in combat.",
    "Everybody but the Elves gets +1 in combat.", "The second player draws a Treasure at the start of each round.",
    # when nobody knows
    "Until round 5 you get +1 in combat.",
    "Once per game nobody may attack another player.", "Undead monsters get +2 or +3.",
    "From Level 5 you get +1 in combat.",
    # nearly what can be said
    "Every kill gives an extra Treasure.", "Every kill is worth one Level more unless printed.",
    "Every monster is two Levels tougher except Dragons.", "Starting from round three monsters are not tougher.",
    "With two or four players nobody may help.", "Only with five players nobody may help.",
    "Whoever kills a monster draws a Treasure if you have no helper.", "The inactive player gets +1 in combat.",
    "Dwarves escape on anything but a Level.", "Elves run away on a 2 or less.", "After death, draw a Treasure.",
    "Once per turn you may discard a card.", "You may draw a Door.", "Once per turn you may get +1 in combat.",
    "Instead of dying, you may not discard your hand.", "You may discard your hand instead of helping.",
    "Everybody starts with a Treasure in front of them, dealt at random.", "Upon sunrise, draw a Door.",
    "A character who is Level 2 or 4 gets +2 in combat.",
    # headings and preambles that tell of whom, when or for what, and questions of what may be done
    "Losers: draw a Treasure at the start of your turn.", "To flee, discard a card when you lose a combat.",
    "Elves are weak, so they get +1 in combat.",
    "To keep your Items, lose a Level when you die.", "When you die you lose a Level but keep your Items.",
    "When you die you keep all your Items but go back to Level 2.", "Elves flee on a 5+.",
    "The leader flees on a 4+, while everyone else needs a 3.",
    # what their cards give comes on top
    "Elves run away on a 2 or more.", "The hand limit is 7 for Dwarves.", "Elves flee on a 3+.",
    # what lasts and what does not
    "During the first three rounds, draw a Treasure.", "When you die, get +2 in combat instead.",
    "When you win a combat, lose a Level instead.", "When you die you lose a Level but keep your Class.",
    "Dying gives no Level.", "Winning a fight costs a Treasure.", "You may discard two cards to get.",
    "You may discard two monsters to draw a Treasure.",
    "Once per turn you may discard a card to get +2 to run away.",
])  # fmt: skip
def test_what_a_rule_cannot_say_is_not_read(text):
    assert not read_rule(text).understood


@pytest.mark.parametrize(("one", "other"), [
    ("The player with the lowest Level gets +1 in combat.", "The player with the highest Level gets +1 in combat."),
    ("From Level 5 on you get +1 in combat.", "Up to Level 5 you get +1 in combat."),
    ("Elves get +1 in combat.", "Dwarves get +1 in combat."),
    ("Players with more than four Items get +1 in combat.", "Players with four or more Items get +1 in combat."),
    ("Whoever loses a combat draws a Treasure.", "Whoever wins a combat draws a Treasure."),
    ("Once per turn, discard a hand card to draw a Door.", "Once per game, discard a hand card to draw a Door."),
    ("When you die, lose a Level.", "When you die, lose a Level instead."),
    ("All monsters get +2.", "All undead monsters get +2."),
    ("After round 3 you get +1 in combat.", "From round 3 on you get +1 in combat."),
])  # fmt: skip
def test_sentences_that_say_something_else_mean_something_else(one, other):
    found = [meaning(read_rule(text).program, house_names()) for text in (one, other)]
    assert all(found) and found[0] != found[1]


@pytest.mark.parametrize("within", words_of(Within))
def test_how_often_is_never_said_of_what_lasts(within):
    (sentence,) = read_rule(f"You get +1 in combat once per {within}.").sentences
    assert "has no first time" in why_not(sentence)


SAME = ("everyone else", "rather than", "instead of", "Instead of", "from 10", "only", "Treasure deck")
"""What people may say otherwise and mean the same: the value before, that it is the only one, from which deck."""


def meanings(text):
    """All that a text of one sentence may mean."""
    sentences = read_rule(text).sentences
    if len(sentences) != 1:
        return set()
    orders = {frozenset(one) for one in sentences[0].orders}
    return orders | {meaning(program, house_names()) for program in sentences[0].programs}


@pytest.mark.parametrize("text", [text for text in (*RULES, *SAID) if not any(word in text for word in SAME)])
def test_a_rule_with_one_word_changed_means_something_else(text):
    said, kinds = meanings(text), [(word.kind, word.number) for word in words(text)]
    others = [other for other in mutations(text) if [(word.kind, word.number) for word in words(other)] != kinds]
    assert said and [other for other in others if meanings(other) & said] == []
