"""House rules typed as sentences: in a variant file, in quotes in a stack, and those that are not understood."""

from __future__ import annotations

import pytest

from decks.card_schema import DeckError
from decks.rule_texts import read_back, read_rule, steps_of, why_not
from variants.load_variants import canonical, check_file, load_variant, stack
from variants.variant_schema import VariantError

LOSERS = "Whenever you lose a combat, draw a Treasure."
DRAW = {"on": "lost", "op": "draw", "pile": "treasure"}


@pytest.mark.parametrize(("text", "steps"), [
    (LOSERS, [DRAW]),
    ("Draw a Treasure when you lose a combat.", [DRAW]),
    ("If you die, lose a Level.", [{"on": "died", "op": "lose_levels"}]),
    ("At the start of each round, gain a Level if you have the lowest Level.",
     [{"on": "round_start", "op": "gain_levels", "when": {"lowest": True}}]),
    ("The winner gets no Level if two players help.",
     [{"on": "in_fight", "op": "extra_level", "amount": -99, "when": {"helpers_at_least": 2}}]),
    ("Monsters get +3 if the fighter has more than one helper.",
     [{"on": "in_fight", "op": "strength", "amount": 3, "when": {"helpers_at_least": 2}}]),
    ("When you win with at least three helpers, draw a Treasure.",
     [{"on": "won", "op": "draw", "pile": "treasure", "when": {"helpers_at_least": 3}}]),
    ("Monsters get +2 for each helper.",
     [{"on": "in_fight", "op": "strength", "amount": {"count": "helpers", "times": 2}}]),
    ("You get +1 for every 2 hand cards.",
     [{"on": "in_play", "op": "strength", "amount": {"count": "hand", "per": 2}}]),
])  # fmt: skip
def test_a_sentence_becomes_the_steps_that_it_says(text, steps):
    found = steps_of(text, "x")
    assert [{key: value for key, value in step.items() if (key, value) != ("amount", 1)} for step in found] == steps


@pytest.mark.parametrize(("text", "told"), [
    ("Every monster dances.", ("'Every monster dances' is not understood", "all monsters get +2")),
    ("Draw a Treasure.", ("cannot be a rule", "does not say when")),
    ("If you die, draw a Treasure.", ("cannot be a rule", "nothing for the dead")),
    ("You may not play Classes against players of a lower Level.", ("done to nobody",)),
    ("When you win a combat, discard a card at random.", ("may mean", "say which")),
    ("Two players may not help in the same combat.", ("is not understood",)),
    ("You may help two players.", ("is not understood",)),
    ("If you have three Items, you gain no Level.", ("is not understood",)),
    ("A monster is worth no extra Treasure for every 4 Levels added to it by a die.", ("there would have been none",)),
    (f"{LOSERS} Everybody claps.", ("'Everybody claps' is not understood",)),
    ("(Just for fun.)", ("says nothing",)),
    ("\u2014", ("it has no words",)),
])  # fmt: skip
def test_what_is_not_understood_is_said_and_never_guessed(text, told):
    with pytest.raises(DeckError) as error:
        steps_of(text, "here")
    for part in ("here: ", *told):
        assert part in str(error.value)


def test_a_rule_in_a_file_may_be_a_text_alone(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(f'name = "Mine"\nwhy = "x"\noverlay = true\n[[rule]]\ntext = "{LOSERS}"\n')
    (card,) = check_file(path).edits.rules
    assert [(t.name, s.op) for t, s in card.steps()] == [("LOST", "draw")]
    path.write_text(path.read_text().replace("lose a combat", "lose a shoe"))
    with pytest.raises(VariantError, match="lose a shoe"):
        check_file(path)


def test_a_rule_in_quotes_is_part_of_a_stack():
    text = f'cthulhu+"{LOSERS}"+faster'
    assert stack(text) == ["cthulhu", f'"{LOSERS}"', "faster"]
    assert stack('base+"You get +1 for each Item in play."') == ["base", '"You get +1 for each Item in play."']
    variant = load_variant(text)
    assert ([card.name for card in variant.edits.rules], variant["faster_play.listen_at_door"]) == ([LOSERS], 1)
    assert canonical(f'faster+"{LOSERS}"') == f'base+"{LOSERS}"+faster'
    assert load_variant(f'base+"{LOSERS}"').rules_hash != load_variant("base").rules_hash


def test_one_program_said_in_two_ways_is_one_rule():
    one, two = (load_variant(f'base+"{text}"') for text in (LOSERS, "Draw a Treasure when you lose a combat."))
    assert one.edits.rules[0].effects == two.edits.rules[0].effects


def test_why_not_quotes_what_is_not_read_and_nothing_else():
    (_, other) = read_rule(f"{LOSERS} Everybody claps.").sentences
    assert why_not(other).startswith("'Everybody claps' is not understood")


def test_texts_set_switches_and_change_cards_beside_what_they_do(tmp_path):
    text = "The hand limit is seven. If you die, lose a Level. Take all Curses out of the deck."
    path = tmp_path / "mine.toml"
    path.write_text(f'name = "Mine"\nwhy = "x"\noverlay = true\n[[rule]]\ntext = "{text}"\n')
    for variant in (check_file(path), load_variant(f'base+"{text}"')):
        (card,) = variant.edits.rules
        assert [(t.name, s.op) for t, s in card.steps()] == [("DIED", "lose_levels")]
        assert (variant["hand_limit"], variant.edits.changes) == (7, {"kind:curse.copies": "0"})
    alone = load_variant('base+"Players win at Level 8."')
    assert (alone["victory.level"], alone.edits.rules) == (8, ())
    assert alone.rules_hash == load_variant("base", {"victory.level": 8}).rules_hash


@pytest.mark.parametrize(("rules", "told"), [
    ('[rules]\nhand_limit = 6\n[[rule]]\ntext = "The hand limit is 7."', "rules.hand_limit = 6, but the text"),
    ('[[rule]]\ntext = "The hand limit is 7."\n[[rule]]\ntext = "The hand limit is 6."', "hand_limit = 6 is also 7"),
    ('[[rule]]\ntext = "The hand limit is 70."', "it says hand_limit = 70"),
    ('[[rule]]\ntext = "The hand limit is 7."\nplaces = [1]', "places does nothing"),
    ('[[rule]]\ntext = "The hand limit is 7."\nop = "truce"', "its text says something else than its steps"),
])  # fmt: skip
def test_texts_that_contradict_their_file_are_refused(tmp_path, rules, told):
    path = tmp_path / "mine.toml"
    path.write_text(f'name = "Mine"\nwhy = "x"\noverlay = true\n{rules}\n')
    with pytest.raises(VariantError) as error:
        check_file(path)
    assert told in str(error.value)


def test_two_texts_in_a_stack_that_set_one_switch_are_named():
    with pytest.raises(VariantError, match="conflict"):
        load_variant('base+"The hand limit is 7."+hand-limit-seven+"The hand limit is 6."')


TWO_DICE = (
    "Whenever you lose a combat, roll a die: on a 6, draw a Treasure. "
    "When you win a combat, roll a die: on a 1, lose a Level."
)


def test_each_die_of_a_text_is_a_card_of_its_own():
    """What follows on a die follows on every die of its card."""
    rules = load_variant(f'base+"{TWO_DICE}"').edits.rules
    told = [[(trigger.name, step.op) for trigger, step in rule.steps()] for rule in rules]
    assert told == [[("LOST", "roll"), ("ROLLED", "draw")], [("WON", "roll"), ("ROLLED", "lose_levels")]]
    assert len({rule.id for rule in rules}) == 2


@pytest.mark.parametrize(("text", "levels"), [
    ("When a player of Level 6 or higher fights, each monster gets a die roll.", [6]),
    ("When a player of Level 5 or higher fights, add a die roll to every monster; roll two dice from Level 7 and three "
     "from Level 9.", [5, 7, 9]),
    ("When a player of Level 5 or higher fights, add a die roll to every monster; roll three dice from Level 7.", None),
    ("When a player of Level 5 or higher fights, add a die roll to every monster; roll two dice from Level 4.", None),
    ("When a player of Level 5 or less fights, add a die roll to every monster; roll two dice from Level 7.", None),
    ("When a player of Level 5 or higher helps, add a die roll to the Level of every monster.", None),
])  # fmt: skip
def test_dice_of_monsters_are_more_from_some_levels_on(text, levels):
    """A further die from each Level on: whoever is there throws those of the Levels below too."""
    reading = read_rule(text)
    assert reading.understood == (levels is not None)
    if levels is not None:
        rules = load_variant(f'base+"{text}"').edits.rules
        leads = [rule.steps()[0][1] for rule in rules]
        assert [(step.op, step.when) for step in leads] == [
            ("roll", {"level_at_least": level, "fighter": True}) for level in levels
        ]
        assert all([step.op for _, step in rule.steps()] == ["roll", "strengthen_all"] for rule in rules)


def test_what_holds_for_so_many_players_says_that_no_others_play_it():
    assert read_back("Remove the card Help Me Out Here! from the deck in a two-player game.") == (
        "This is a rule for games of 2 players alone, and no others are played with it. "
        "The deck is without Help me out here."
    )


def test_what_stands_behind_the_games_of_a_rule_that_is_not_read_is_not_read_either():
    """Whoever writes of solo games may mean the second sentence for these alone."""
    first = "In a solo game, nine towers of Doors take turns."
    for text in ("The game is won at Level 20.", "Whenever you lose a combat, draw a Treasure."):
        behind = read_rule(f"{first} {text}").sentences[1]
        assert not behind.understood and "it may hang on" in behind.why
        assert read_rule(f"Nine towers of Doors take turns. {text}").sentences[1].understood
