"""House rules in the language of cards: what a variant file does to the box, alone and stacked."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from decks.card_schema import DeckError
from decks.load_decks import Compiled, load_decks
from engine.records.book import MOST_SEATS
from engine.records.card_kinds import Kind
from variants.load_variants import check_file, load_variant
from variants.variant_schema import VariantError

HEAD = 'name = "Mine"\nwhy = "To see."\noverlay = true\n'
DRAW = '[[rule]]\non = "lost"\nop = "draw"\npile = "treasure"\n'
HAT = '[[card]]\nid = "tall-hat"\nname = "Tall Hat"\npile = "treasure"\nkind = "item"\nslot = "head"\ngold = 300\n'


def written(folder: Path, name: str, text: str) -> str:
    """A house rule of this name; its path."""
    path = folder / f"{name}.toml"
    path.write_text(HEAD + text, encoding="utf-8")
    return str(path)


def box(variant: str) -> Compiled:
    """The base set as the rules of a variant have it."""
    return load_decks(["base"], edits=load_variant(variant).edits)


def test_a_rule_lies_in_the_box_once_for_each_player_there_may_be(tmp_path: Path) -> None:
    cards = box(f"base+{written(tmp_path, 'mine', DRAW)}")
    number = cards.ids.index("mine-rule-1")
    rows = cards.card[cards.card["number"] == number]
    assert (set(rows["kind"].tolist()), len(rows)) == ({int(Kind.RULE)}, MOST_SEATS)
    assert cards.names[number] == "Mine"
    assert len(cards.card) == len(box("base").card) + MOST_SEATS


def test_steps_may_be_a_list_and_a_rule_may_have_a_name(tmp_path: Path) -> None:
    steps = '{ on = "won", op = "draw", pile = "door" }, { on = "lost", op = "death" }'
    text = f'[[rule]]\nname = "Twice"\neffects = [{steps}]\n'
    card = check_file(Path(written(tmp_path, "mine", text))).edits.rules[0]
    assert (card.name, [step.op for _, step in card.steps()]) == ("Twice", ["draw", "death"])


def test_a_rule_may_be_that_of_some_places(tmp_path: Path) -> None:
    cards = box(f"base+{written(tmp_path, 'mine', DRAW + 'places = [1, 3]' + chr(10))}")
    rows = cards.card[cards.card["number"] == cards.ids.index("mine-rule-1")]
    assert set(rows["only"].tolist()) == {0b101}
    others = {load_variant(f"base+{written(tmp_path, 'mine', DRAW + p)}").rules_hash for p in ("", "places = [1]\n")}
    assert len(others) == 2


def test_cards_join_leave_and_change(tmp_path: Path) -> None:
    text = f'remove = ["divine-intervention"]\n{HAT}[change]\n"huge-rock.bonus" = 5\ntall-hat.gold = 400\n'
    cards = box(f"base+{written(tmp_path, 'mine', text)}")
    by_id = dict(zip(cards.ids, cards.cards, strict=True))
    assert "divine-intervention" not in by_id
    assert (by_id["huge-rock"].bonus, by_id["tall-hat"].gold) == (5, 400)


def test_rules_stack_in_any_order_and_the_same_box_comes_of_it(tmp_path: Path) -> None:
    one, two = written(tmp_path, "one", DRAW), written(tmp_path, "two", DRAW + HAT)
    found = [box(f"base+{a}+{b}") for a, b in ((one, two), (two, one))]
    assert found[0].deck_hash == found[1].deck_hash
    assert np.array_equal(found[0].card, found[1].card)
    assert {"one-rule-1", "two-rule-1", "tall-hat"} < set(found[0].ids)


def test_who_set_a_card_to_what_is_said_where_two_rules_disagree(tmp_path: Path) -> None:
    paths = [written(tmp_path, name, f'[change]\n"huge-rock.bonus" = {n}\n') for name, n in (("low", 1), ("high", 9))]
    with pytest.raises(VariantError) as error:
        load_variant("base+" + "+".join(paths))
    for part in ("conflict", "'low'", "'high'", "huge-rock.bonus = 1", "9"):
        assert part in str(error.value)


def test_the_hash_follows_what_the_rules_do_to_the_box(tmp_path: Path) -> None:
    texts = ["", DRAW, DRAW.replace("lost", "won"), '[change]\n"huge-rock.bonus" = 5\n', HAT]
    hashes = {load_variant(f"base+{written(tmp_path, f'v{i}', text)}").rules_hash for i, text in enumerate(texts)}
    assert len(hashes) == len(texts)
    assert load_variant("base").rules_hash in hashes


@pytest.mark.parametrize(("text", "told"), [
    ('[[rule]]\nname = "Nice"\n', ("rule 1: does nothing", "op = ...")),
    ('[[rule]]\ntext = "Be nice."\n', ("rule 1: 'Be nice' is not understood",)),
    ('[[rule]]\nop = "death"\neffects = [{ op = "death" }]\n', ("'op' and 'effects' exclude each other",)),
    ('[[rule]]\neffect = [{ op = "death" }]\n', ("key 'effect' is unknown", "name, text, places, effects")),
    ('[[rule]]\nop = "drawn"\n', ("rule 1", "op 'drawn' is unknown", "draw")),
    ('[[rule]]\nop = "draw"\npile = "treasure"\n', ("never happens on a rule under on = 'in_play'", "turn_start")),
    ('[[rule]]\nop = "draw"\npile = "door"\non = "died"\n', ("does nothing for the dead", "on = 'reborn'")),
    ('[[rule]]\nop = "draw"\npile = "treasure"\non = "played"\n', ("under on = 'played'", "lost")),
    ('[[rule]]\nop = "guards_slot"\nslot = "head"\n', ("op 'guards_slot' never counts on a rule", "another op")),
    ('[[rule]]\nop = "extra_level"\n', ("op 'extra_level' never counts", "allowed: on = 'in_fight'")),
    ('[[rule]]\nop = "remove_monster"\non = "turn_start"\n', ("does nothing on a rule under on = 'turn_start'",)),
    ('[[rule]]\nop = "keep"\nuntil = "removed"\non = "won"\n', ("op 'keep' does nothing on a rule",)),
    ('[[rule]]\nop = "study"\namount = 1\non = "won"\n', ("op 'study' never happens", "no key `on`")),
    ('[[rule]]\nname = "x"\neffects = 3\n', ("rule 1", "effects")),
    ('[[rule]]\nop = "strength"\namount = { count = "itmes" }\n', ("count = 'itmes' is unknown", "items, hand")),
    ('[[rule]]\nop = "strength"\namount = { count = "items", of = "all" }\n', ("has no key 'of'", "count, times, per")),
    ('[[rule]]\nop = "strength"\namount = { times = 2 }\n', ("'count', which is missing",)),
    ('[[rule]]\nop = "strength"\namount = { count = "items", per = 0 }\n', ("per = 0", "1 to 99")),
    ('[[rule]]\nop = "big_limit"\namount = { count = "items" }\n', ("counts something", "a whole number")),
    ('[[rule]]\nop = "death"\non = "won"\nwhen = { first = "year" }\n', ("first = 'year'", "turn, combat, game")),
    ('[[rule]]\nop = "strength"\namount = 1\nwhen = { first = "turn" }\n', ("'first' limits only what happens",)),
    ('[[rule]]\ntext = "If you die, lose 2 Levels."\non = "died"\nop = "lose_levels"\n', ("else than its steps",)),
    ('[[rule]]\nop = "truce"\nplaces = [0]\n', ("places = [0]", "1 to 8")),
    ('[[rule]]\nop = "truce"\nplaces = []\n', ("places = []", "1 to 8")),
    ("rule = 3\n", ("rule is 3", "[[rule]]")),
    ("card = 3\n", ("card is 3", "[[card]]")),
    ("change = 3\n", ("change is 3", "[change]")),
    ('remove = "huge-rock"\n', ("remove is 'huge-rock'", "a list of ids")),
    (HAT + HAT, ("'tall-hat'", "used twice")),
    (HAT.replace("item", "rule").replace('slot = "head"\ngold = 300\n', ""), ("a rule is no card", "[[rule]]")),
])  # fmt: skip
def test_bad_rules_get_one_sentence_with_the_file(tmp_path: Path, text: str, told: tuple[str, ...]) -> None:
    path = written(tmp_path, "mine", text)
    with pytest.raises(VariantError) as error:
        check_file(Path(path))
    assert str(error.value).startswith(path) and "\n" not in str(error.value)
    for part in told:
        assert part in str(error.value)


@pytest.mark.parametrize(("text", "told"), [
    ('[change]\n"huge-stone.bonus" = 5\n', ("huge-stone.bonus=5", "near it: huge-rock")),
    ('[change]\n"huge-rock.bonus" = 500\n', ("bonus", "500")),
    ('[change]\n"huge-rock.level" = 5\n', ("'level' does nothing on a item",)),
    ('[change]\n"kind:drive.pile" = "side"\n', ("drive",)),
    ('[change]\n"kind:class.pile" = "attic"\n', ("pile", "'attic'", "side")),
    ('remove = ["huge-stone"]\n', ("huge-stone", "near it: huge-rock")),
    (HAT.replace("tall-hat", "huge-rock"), ("'huge-rock'", "key 'id' is taken")),
])  # fmt: skip
def test_what_does_not_go_with_the_box_is_said_when_it_is_opened(
    tmp_path: Path, text: str, told: tuple[str, ...]
) -> None:
    with pytest.raises(DeckError) as error:
        box(f"base+{written(tmp_path, 'mine', text)}")
    for part in told:
        assert part in str(error.value)


@pytest.mark.parametrize(("power", "step", "good"), [
    ("pay_after_roll", 'op = "reroll"', True), ("pay_after_roll", 'op = "escape", amount = 1', True),
    ("pay_after_roll", 'op = "escape", amount = 2', False), ("pay_when_losing", 'op = "escape", amount = 2', True),
    ("pay_when_losing", 'op = "reroll"', False), ("pay_on_turn", 'op = "reroll"', False),
    ("pay_when_losing", 'op = "boost", amount = 3', True), ("pay_any_time", 'op = "boost", amount = 3', False),
])  # fmt: skip
def test_a_power_buys_what_may_happen_at_its_moment(tmp_path: Path, power: str, step: str, good: bool) -> None:
    rule = f'[[rule]]\neffects = [{{ op = "{power}", cost = "hand" }}, {{ on = "used", {step} }}]\n'
    path = Path(written(tmp_path, "mine", rule))
    if good:
        assert len(check_file(path).edits.rules) == 1
    else:
        with pytest.raises(VariantError, match="does nothing on a rule under on = 'used'"):
            check_file(path)


@pytest.mark.parametrize("text", [
    "Instead of losing an Item, roll a die: on 1 to 4, it happens after all.",
    "Instead of winning the game, nothing happens if you have no Class.",
    "If a roll to run away fails, you may discard a hand card: roll again to run away.",
    "At the start of each round, everybody passes their Class to the player on the left.",
    "At the start of your turn, roll a die against another player. Whoever rolls higher gains a Level.",
])  # fmt: skip
def test_what_people_say_is_a_rule_that_can_be_played(tmp_path: Path, text: str) -> None:
    assert len(check_file(Path(written(tmp_path, "mine", f'[[rule]]\ntext = "{text}"\n'))).edits.rules) == 1


def test_a_file_says_what_was_typed_only_where_that_is_all_it_does(tmp_path: Path) -> None:
    """A title that says one of two things would say the wrong thing."""
    typed = '[[rule]]\ntext = "If you die, lose a Level."\n'
    whole, half = (
        Path(written(tmp_path, name, text)) for name, text in (("a", typed), ("b", f"{typed}[rules]\nhand_limit = 3\n"))
    )
    assert check_file(whole).says == ("", "If you die, lose a Level.") and check_file(half).says == ("", "")
