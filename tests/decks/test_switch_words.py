"""Switches and cards of the box, said in words: what the lab writes is read back, and nothing else is."""

from __future__ import annotations

import pytest

from decks.rule_texts import read_rule, why_not
from decks.words.clause_table import order_clauses
from decks.words.orders import SWITCHES, Order, says_all, write_order


def values_of(switch):
    """The legal values of a switch, of long ranges some."""
    some = {switch.low, switch.low + 1, switch.low + 2, switch.default, (switch.low + switch.high) // 2, switch.high}
    return sorted(value for value in some if switch.low <= value <= switch.high)


@pytest.mark.parametrize("name", SWITCHES)
def test_every_value_of_every_switch_is_written_and_read_back(name):
    for value in values_of(SWITCHES[name]):
        order = Order(name, value)
        reading = read_rule(write_order(order))
        assert reading.understood and reading.orders == (order,), (write_order(order), reading)


@pytest.mark.parametrize(("place", "value"), [
    ("kind:curse.copies", "0"), ("huge-rock.copies", "0"), ("wandering-monster.copies", "5"),
    ("tag:undead.level", "2 more"),
    ("kind:monster.level", "1 less"), ("plutonium-dragon.level", "18"), ("kind:monster.treasures", "1 more"),
    ("tag:undead.treasures", "1 less"), ("plutonium-dragon.treasures", "4"), ("huge-rock.bonus", "2"),
    ("huge-rock.bonus", "-2"), ("kind:item.bonus", "1 more"), ("kind:one_shot.bonus", "2 less"),
    ("kind:item.gold", "100 more"), ("kind:item.gold", "200 less"), ("huge-rock.gold", "300"),
])  # fmt: skip
def test_changes_of_cards_are_written_and_read_back(place, value):
    order = Order(place, value)
    reading = read_rule(write_order(order))
    assert reading.understood and reading.orders == (order,), (write_order(order), reading)


def test_what_has_no_words_is_told_as_files_have_it():
    assert write_order(Order("huge-rock.big", "false")) == "huge-rock.big = false."
    assert write_order(Order("huge-rock.slot", "none")) == "huge-rock.slot = none."


@pytest.mark.parametrize("name", SWITCHES)
def test_every_sentence_of_the_table_means_its_switch(name):
    """Each row names known switches, and values that they have."""
    assert name in {said for rows in order_clauses().values() for row in rows for said in says_all(row)}


SAID = {
    "Up to three helpers may join the combat.": {"help.max": 3},
    "The game is over after twelve rounds; whoever has the most Gold Pieces wins.":
        {"time_limit.rounds": 12, "time_limit.by": 2},
    "When eight rounds have been played, the player with the highest Level and bonuses wins.":
        {"time_limit.rounds": 8, "time_limit.by": 1},
    "At the end of round 9 the player with the most tokens wins.": {"time_limit.rounds": 9, "time_limit.by": 3},
    "When the ninth round is over, the game ends.": {"time_limit.rounds": 9},
    "The game lasts two hours. Whoever has the highest Level wins.": {"time_limit.minutes": 120},
    "Looting an empty room gets you a Treasure card in place of a Door card.": {"faster_play.loot_room_deck": 1},
    "Each turn begins by drawing a face-down Door.": {"faster_play.listen_at_door": 1},
    "At the start of the game and after a death everybody gets three Doors and five Treasures.":
        {"setup.deal_door": 3, "setup.deal_treasure": 5},
    "Everybody starts with 3 Door cards and 2 Treasure cards, also after a death.":
        {"setup.deal_door": 3, "setup.deal_treasure": 2},
    "Curses drawn from the door go to your hand.": {"curse.door": 1},
    "Everybody with two Super Munchkins may have three Classes.": {"doubler.third_class": 1},
    "A second Half-Breed allows a third Race.": {"doubler.third_race": 1},
    "A Curse behind the door goes to the hand of whoever opened it instead of striking.": {"curse.door": 1},
    "When you draw a Curse from the door, put it in your hand.": {"curse.door": 1},
    "If you kick open a Curse, you keep it in your hand instead of suffering it.": {"curse.door": 1},
    "Curses behind the door are put in your hand.": {"curse.door": 1},
    "Curses behind the door don't strike but go into your hand.": {"curse.door": 1},
    "Curses found behind the door are taken into the hand instead of taking effect.": {"curse.door": 1},
    "Players take Curses from the door into their hand.": {"curse.door": 1},
    "If you reveal a Curse behind the door, take it into your hand.": {"curse.door": 1},
    "All Curses drawn face up go to your hand.": {"curse.door": 1},
    "Door curses go into your hand.": {"curse.door": 1},
    "No hand limit.": {"hand_limit": 30},
    "First to Level 12 wins.": {"victory.level": 12},
    "The winner must be Level 8.": {"victory.level": 8},
    "Escape on a 3+.": {"run_away.target": 3},
    "You escape on a 4, 5 or 6.": {"run_away.target": 4},
    "In case of a tie, the players win.": {"combat.ties": 1},
    "If it's a tie you win.": {"combat.ties": 1},
    "It's 600 gold for a Level rather than 1000.": {"sell.gp_per_level": 600},
    "You may sell Items for 700 gold per Level.": {"sell.gp_per_level": 700},
    "If you win with a helper, the helper also wins.": {"shared_victory": 1},
    "Whoever is on the lowest Level draws an extra Treasure at the start of her turn, ties get nothing.":
        {"catch_up.treasure": 1},
    "Everyone starts at Level 4 so we get to the good part.": {"setup.start_level": 4},
    "Elves do not get Levels for helping.": {"help.helper_levels": 0},
    "All level-up cards are taken out of the Treasure deck.": {"kind:go_up_a_level.copies": "0"},
    "Take the multi-Class and multi-Race cards out of the deck.": {"kind:doubler.copies": "0"},
    "You may have 7 cards in hand.": {"hand_limit": 7},
    "Hand limit of nine.": {"hand_limit": 9},
    "Nobody can hold more than six cards.": {"hand_limit": 6},
    "You win the game at Level 12.": {"victory.level": 12},
    "The first player to reach Level 15 wins.": {"victory.level": 15},
    "We play to level 8.": {"victory.level": 8},
    "Players can't help each other.": {"help.max": 0},
    "No helping.": {"help.max": 0},
    "You may ask two helpers into the same fight.": {"help.max": 2},
    "Two players may help in the same combat.": {"help.max": 2},
    "A second helper is allowed.": {"help.max": 2},
    "A fighter can be helped by two players.": {"help.max": 2},
    "At most two helpers per combat.": {"help.max": 2},
    "No more than two helpers.": {"help.max": 2},
    "Up to three helpers per fight.": {"help.max": 3},
    "You can get help from up to 3 players in each combat.": {"help.max": 3},
    "Maximum of three helpers.": {"help.max": 3},
    "Any number of players may help.": {"help.max": 7},
    "As many players as you like may help you.": {"help.max": 7},
    "There is no limit to how many players can help.": {"help.max": 7},
    "The limit of one helper is lifted.": {"help.max": 7},
    "More than one player may help in a combat.": {"help.max": 7},
    "Multiple helpers are allowed.": {"help.max": 7},
    "You may ask more than one player for help.": {"help.max": 7},
    "Only one helper is allowed.": {"help.max": 1},
    "You can ask for help at any time.": {"help.require_losing": 0},
    "Selling Items is not allowed.": {"sell.enabled": 0},
    "700 Gold Pieces buy a Level.": {"sell.gp_per_level": 700},
    "Each player is dealt three Doors and five Treasures.": {"setup.deal_door": 3, "setup.deal_treasure": 5},
    "Deal one Treasure and two Door cards to each player.": {"setup.deal_door": 2, "setup.deal_treasure": 1},
    "Everyone starts with six cards of each pile.": {"setup.deal_door": 6, "setup.deal_treasure": 6},
    "Deal 7 cards each, 3 doors and 4 treasures.": {"setup.deal_door": 3, "setup.deal_treasure": 4},
    "Hand limit is 8 rather than 5.": {"hand_limit": 8},
    "Players start at Level 3.": {"setup.start_level": 3},
    "You need a 3 or better to run away.": {"run_away.target": 3},
    "Fleeing works only on a 6.": {"run_away.target": 6},
    "A 6 always escapes.": {"run_away.natural_six": 1},
    "The game lasts twelve rounds.": {"time_limit.rounds": 12},
    "The round is finished when somebody reaches the winning Level.": {"victory.when": 1},
    "When a player reaches the winning Level, the round is played to the end.": {"victory.when": 1},
    "You must hold the winning Level for one full round to win.": {"victory.when": 2},
    "After the last round whoever has the most Gold Pieces wins.": {"time_limit.by": 2},
    "At the limit of rounds the most tokens win.": {"time_limit.by": 3},
    "After 30 rounds the player with the highest Level wins.": {"time_limit.rounds": 30},
    "Excess cards may be given to any player.": {"charity.to": 1},
    "On a tie the munchkins win.": {"combat.ties": 1},
    "Each turn begins with a face-down Door card.": {"faster_play.listen_at_door": 1},
    "Looting the room gives a Treasure instead of a Door.": {"faster_play.loot_room_deck": 1},
    "The helper of the winning fight wins as well.": {"shared_victory": 1},
    "You can win without killing a monster.": {"victory.needs_kill": 0},
    "You may carry three Big Items.": {"big.limit": 3},
    "You may carry any number of Big Items.": {"big.limit": 0},
    "Each monster you kill is worth two Levels.": {"reward.levels_per_monster": 2},
    "The first monster that you kill is worth 2 Levels.": {"first_kill.levels": 2},
    "Play without Races.": {"race.enabled": 0},
    "No trading.": {"trade.proposals": 0},
    "The hand limit is 6 and the game is played to Level 9.": {"hand_limit": 6, "victory.level": 9},
    "Thieves may only backstab from Level 4 on.": {"backstab.from_level": 4},
    "Remove all Curses from the deck.": {"kind:curse.copies": "0"},
    "Take the Huge Rock and the Go Up a Level cards out of the game.":
        {"huge-rock.copies": "0", "kind:go_up_a_level.copies": "0"},
    "Play without Wandering Monsters.": {"kind:wandering.copies": "0"},
    "All monsters have one Level more.": {"kind:monster.level": "1 more"},
    "Every undead monster pays an extra Treasure.": {"tag:undead.treasures": "1 more"},
    "The Huge Rock gives a bonus of +5.": {"huge-rock.bonus": "5"},
    "All monsters get one Level higher.": {"kind:monster.level": "1 more"},
    "All Items are worth 100 gold more.": {"kind:item.gold": "100 more"},
    "The Huge Rock is worth 300 Gold Pieces.": {"huge-rock.gold": "300"},
    "Begin at third Level.": {"setup.start_level": 3},
    "The starting Level is 2.": {"setup.start_level": 2},
    "Starting hands are 2 Door and 5 Treasure.": {"setup.deal_door": 2, "setup.deal_treasure": 5},
    "The starting hand is three Treasures and one Door.": {"setup.deal_door": 1, "setup.deal_treasure": 3},
    "Nobody starts with Door cards.": {"setup.deal_door": 0},
    "No person starts with any Treasures.": {"setup.deal_treasure": 0},
    "First to 13 wins.": {"victory.level": 13},
    "First to 12 wins, and you may reach it by any means, selling included.":
        {"victory.level": 12, "victory.needs_kill": 0},
    "Max seven cards in hand at the end of your turn.": {"hand_limit": 7},
    "You escape on anything but a one.": {"run_away.target": 2},
    "You are allowed to ask for help at any time.": {"help.require_losing": 0},
    "Players are not allowed to trade.": {"trade.proposals": 0},
    # the number first, becoming something, from what to what, set by somebody
    "The winning level drops from 10 to 7.": {"victory.level": 7},
    "Raise the hand limit to nine.": {"hand_limit": 9},
    "Games drag for ages, so the winning level is 8.": {"victory.level": 8},
    "The hand limit is too low, make it 9.": {"hand_limit": 9},
    "650 gold per level instead of 1,000.": {"sell.gp_per_level": 650},
    "Selling: 1400g a level.": {"sell.gp_per_level": 1400},
    "A level costs nine hundred gold.": {"sell.gp_per_level": 900},
    "Instead of 10, the winning level is 14.": {"victory.level": 14},
    "Flee on a 3+.": {"run_away.target": 3},
    "3 or more is enough to run away.": {"run_away.target": 3},
    "Scrap selling.": {"sell.enabled": 0},
    "Trading is banned.": {"trade.proposals": 0},
    "Ditch the hand limit.": {"hand_limit": 30},
    "You can carry as many big things as you like.": {"big.limit": 0},
    "Big Item limit: 3.": {"big.limit": 3},
    "Everybody starts with six of each.": {"setup.deal_door": 6, "setup.deal_treasure": 6},
    "If a fight ends in a tie, the player wins.": {"combat.ties": 1},
    "Begin at Level 3 with two cards of each type.":
        {"setup.start_level": 3, "setup.deal_door": 2, "setup.deal_treasure": 2},
    "The game is over after 14 rounds, and whoever has the most Levels wins.": {"time_limit.rounds": 14},
    "All Items sell for 50 gold more.": {"kind:item.gold": "50 more"},
    "Monsters drop an extra Treasure.": {"kind:monster.treasures": "1 more"},
    "It is forbidden to trade.": {"trade.proposals": 0},
    "No hero shall sell Items for Levels.": {"sell.enabled": 0},
    "Take trading out of the game.": {"trade.proposals": 0},
    "Cards in hand: max 7.": {"hand_limit": 7},
    "Up to four cards may be kept in hand.": {"hand_limit": 4},
    "Trading in 550 gold of Items gets you a Level.": {"sell.gp_per_level": 550},
    "For to win is needed level 14.": {"victory.level": 14},
    "Deal eight cards each, four of each kind.": {"setup.deal_door": 4, "setup.deal_treasure": 4},
    "What if we removed the hand limit?": {"hand_limit": 30},
    "Everyone starts w/ 6 doors and 1 treasure.": {"setup.deal_door": 6, "setup.deal_treasure": 1},
    "Every monster's level is raised by three.": {"kind:monster.level": "3 more"},
    "Leave the Curses in the box.": {"kind:curse.copies": "0"},
    "We removed all Curses from the deck.": {"kind:curse.copies": "0"},
    "An extra Treasure from every monster.": {"kind:monster.treasures": "1 more"},
    "Kills are worth double levels.": {"reward.levels_per_monster": 2},
    "On a tie the monster wins.": {"combat.ties": 0},
    "Nobody starts with any cards.": {"setup.deal_door": 0, "setup.deal_treasure": 0},
    # what is said before, behind and beside it
    "What if the hand limit was 9?": {"hand_limit": 9},
    "Tbh the hand limit should just be 9 lol": {"hand_limit": 9},
    "HARD RULE: you escape only on a 6.": {"run_away.target": 6},
    "My cousins always say that you win at Level 7.": {"victory.level": 7},
    "To speed things up, everyone starts at Level 3.": {"setup.start_level": 3},
    "End the game at Level 7, we never have time.": {"victory.level": 7},
    "How about starting at Level 3?": {"setup.start_level": 3},
    "Honestly just let people carry two Big Items.": {"big.limit": 2},
    "Could everybody carry two Big Items?": {"big.limit": 2},
    "I want to see what happens if a level only cost 300 gold.": {"sell.gp_per_level": 300},
}  # fmt: skip


@pytest.mark.parametrize("text", SAID)
def test_switches_are_found_by_the_words_of_people(text):
    reading = read_rule(text)
    assert reading.understood and not reading.program, [why_not(one) for one in reading.sentences]
    assert {order.place: order.value for order in reading.orders} == SAID[text]


@pytest.mark.parametrize("text", [
    "The hand limit is not 7.", "Everyone starts at Level 4 so you draw a card.", "You escape on a 3, 5 or 6.",
    "The hand limit is 7 rather than 7.", "Deal 8 cards each, 3 doors and 4 treasures.",
    "The hand limit is seven Treasures.",
    "Nobody may sell Big Items.", "Players win at Level 8 on Sundays.",
    "Everyone starts with two Doors and two Levels.", "The game ends after fifteen combats and the highest Level wins.",
    "The game ends after 15 rounds and the lowest Level wins.", "Run away on a 4 or less.", "Charity goes to nobody.",
    "Take all Curses out of your hand.", "All monsters have one Treasure and one Level more or less.",
    "Everybody but the first player starts at Level 2.", "Remove a card from the deck.", "There are five Curses.",
    "Begin at third Door.", "Starting hands are not 2 Door and 5 Treasure.",
    "The starting hand is three Treasures instead of Doors.", "Nobody but Elves starts with Door cards.",
    "First to 13 cards wins.", "First to 12 wins, unless you reach it by any means, selling included.",
    "Max seven cards in hand except at the end of your turn.", "You escape on anything.",
    "Players are not allowed to trade Curses.", "The starting Level is not 2.",
    "The winning level drops from 7 to 7.", "Don't scrap selling.",
    "Elves: the hand limit is 7.",
    "Losers: no selling.", "To win, the hand limit is 7.", "After six rounds, you win at Level 9.",
    "Only Dwarves may carry three Big Items.", "Elves are strong, so they start at Level 1.",
    "A level costs 900 gold after round three.", "Flee on a 3+ while somebody helps.", "No selling of Big Items.",
    "Leave the Curses in your hand.", "Every item gives +1 less.", "Kills are worth half levels.", "Lose all Curses.",
    "To carry a Big Item, no trading.", "No Big Items.", "Exception: the hand limit is 7.", "Selling costs 100 gold.",
    "Without Races, the hand limit is 7.", "I don't want a hand limit of 7.", "The hand limit was 7 before.",
    "Since five people play, the hand limit is 7.",
    "Deal nine cards each, four of each kind.", "Trading costs 500 gold.",
])  # fmt: skip
def test_what_says_more_or_something_else_is_not_read(text):
    assert not read_rule(text).understood


@pytest.mark.parametrize(("text", "told"), [
    ("The hand limit is 50.", "hand_limit = 50 (most cards in hand at the end of one's turn); allowed: 0 to 30"),
    ("You win at Level 1.", "victory.level = 1 (Level that wins the game); allowed: 2 to 100"),
    ("Everyone starts with 11 Doors.", "setup.deal_door = 11 (Door cards dealt to each player); allowed: 0 to 10"),
    ("The hand limit is 6 and the hand limit is 7.", "it says hand_limit = 6 and hand_limit = 7"),
    ("After six rounds, you win at Level 9.", "victory.level holds for the whole game"),
    ("In our house, when you sing, draw a Door.", "'when you sing' is not understood"),
])  # fmt: skip
def test_a_value_that_is_not_allowed_is_refused_in_a_sentence(text, told):
    (sentence,) = read_rule(text).sentences
    assert not sentence.understood and told in why_not(sentence)


@pytest.mark.parametrize(("text", "left_out"), [
    ("2. No trading. Thoughts?", ("Thoughts?",)),
    ("In my family, we play that you win at Level 7 no matter what.",
     ("In my family, we play that", "no matter what")),
    ("I would like to see what happens if the hand limit was 9.", ("I would like to see what happens if",)),
    ("To slow down the leaders, no selling.", ("To slow down the leaders",)),
    ("Possibly controversial, but no selling, would that be too harsh?",
     ("Possibly controversial, but", "would that be too harsh")),
    ("Can you simulate what happens if the hand limit is 9?", ("Can you simulate what happens if",)),
    ("The way we play it, no trading. It keeps things moving.", ("The way we play it", "It keeps things moving.")),
])  # fmt: skip
def test_what_is_no_rule_is_left_out_in_words(text, left_out):
    reading = read_rule(text)
    assert reading.understood and len(reading.orders) == 1 and reading.left_out == left_out


def test_what_some_have_is_counted_from_what_everybody_has():
    reading = read_rule("The hand limit is 6. The leader has a hand limit of 8.")
    assert [step.params["amount"] for _, step in reading.program] == [2]
    reading = read_rule("Flee on 4+. The leader flees on a 2 or more.")
    assert [step.params["amount"] for _, step in reading.program] == [2]
