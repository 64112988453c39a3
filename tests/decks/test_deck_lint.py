"""The card lint, and the command that shows it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from decks.card_lint import CARD_CHECKS, lint_card, lint_deck, unvalued
from decks.card_schema import DeckError, parse_card
from decks.read_decks import deck_names, read_deck, read_folder
from engine.records.opcodes import BY_NAME
from engine.records.step_worth import Worth
from lab.cli import lab

ORIGIN = {"name": "A card", "origin": "synthetic"}
CURSE = {"id": "c", "pile": "door", "kind": "curse", **ORIGIN}
MONSTER = {"id": "m", "pile": "door", "kind": "monster", "level": 1, "treasures": 1, "bad_stuff": [], **ORIGIN}
ITEM = {"id": "i", "pile": "treasure", "kind": "item", "slot": "none", "gold": 0, "bonus": 1, **ORIGIN}
BOLT = {"id": "b", "pile": "treasure", "kind": "one_shot", "bonus": 2, "gold": 100, **ORIGIN}
DEATH = {"op": "death"}
FINDINGS = [
    ({**CURSE, "effects": [DEATH], "level": 3}, "key 'level' does nothing on a curse"),
    ({k: v for k, v in MONSTER.items() if k != "bad_stuff"}, "a monster without bad_stuff"),
    ({**MONSTER, "name": "Buggoth"}, "the tag 'goth'"),
    ({**MONSTER, "tags": ["deadly"]}, "the tag 'deadly'"),
    ({k: v for k, v in ITEM.items() if k != "slot"}, "an Item without slot"),
    ({k: v for k, v in ITEM.items() if k != "gold"}, "an Item without gold"),
    ({**ITEM, "hands": 2}, "hands = 2 does nothing"),
    ({**ITEM, "stacks": True}, "stacks = true does nothing"),
    ({**ITEM, "origin": "public"}, "without a source"),
    ({**ITEM, "name": ""}, "no name"),
    ({**ITEM, "invented": ["big"]}, "invented names 'big'"),
    ({**ITEM, "effects": [DEATH]}, "op 'death' happens once and does nothing under on = 'in_play'"),
    ({**CURSE, "effects": [{"op": "wins_ties"}]}, "op 'wins_ties' lasts and does nothing under on = 'cursed'"),
    ({**ITEM, "effects": [{"on": "in_play", "op": "second_try"}]}, "op 'second_try' is an ability"),
    ({**CURSE, "effects": [{"op": "roll"}]}, "op 'roll' without a step"),
    ({**CURSE, "effects": [{"on": "chosen", "op": "death"}]}, "never happen without op 'either'"),
    ({**CURSE, "effects": [{"op": "lose_levels", "amount": "die"}]}, "reads a die"),
    ({**CURSE, "effects": [{"op": "death", "when": {"chose": 1}}]}, "reads a choice"),
    (
        {**CURSE, "effects": [{"op": "death", "when": {"roll_at_most": 1}}]},
        "reads the die to Run Away; allowed: on = 'ran'",
    ),
    (
        {**ITEM, "effects": [{"on": "in_play", "op": "forbid", "deed": "sell", "toward": "higher"}]},
        "'sell' is done to nobody",
    ),
    (
        {
            **CURSE,
            "effects": [{"op": "roll", "dice": "d4"}, {"on": "rolled", "op": "death", "when": {"die_at_least": 5}}],
        },
        "the die shows 1 to 4, and it needs 5 to 4",
    ),
    ({**CURSE, "effects": [{"op": "look", "pile": "cultist"}]}, "op 'look': discarded Cultist cards"),
    ({**CURSE, "effects": [{"op": "refill", "pile": "door", "amount": "all"}]}, "op 'refill' fills a hand"),
    ({**CURSE, "effects": [{"op": "roll_against"}]}, "op 'roll_against' and steps under"),
    ({**CURSE, "effects": [{"op": "duel"}]}, "op 'duel' and steps under"),
    (
        {
            **CURSE,
            "effects": [
                {"op": "named_players", "to": "left"},
                {"on": "named", "op": "lose_levels"},
                {"op": "named_players", "to": "right"},
                {"on": "named", "op": "change_sex"},
            ],
        },  # fmt: skip
        "op 'named_players' stands 2 times",
    ),
    (
        {**CURSE, "effects": [{"op": "named_players", "to": "random"}, {"on": "named", "op": "lose_levels"}]},
        "op 'named_players' concerns several: to = 'random'",
    ),
    ({**CURSE, "effects": [{"op": "named_players", "to": "left"}]}, "without a step under on = 'named'"),
    (
        {**CURSE, "effects": [{"op": "either"}, {"on": "chosen", "op": "death", "when": {"chose": 3}}]},
        "the highest is 2",
    ),
    (
        {**CURSE, "effects": [{"op": "declare", "amount": 4}, {"on": "chosen", "op": "death", "when": {"chose": 5}}]},
        "the highest is 4",
    ),
    (
        {**ITEM, "effects": [{"on": "in_play", "op": "strength", "amount": 1, "when": {"first": "turn"}}]},
        "op 'strength' lasts: 'first' limits only",
    ),
    ({**CURSE, "effects": [{"on": "in_play", "op": "wins_ties"}]}, "no step keeps the card"),
    ({**CURSE, "effects": [{"op": "keep", "until": "removed"}]}, "it is kept but no step counts"),
    ({**BOLT, "effects": [{"on": "won", "op": "draw", "pile": "door"}]}, "one of the kind one_shot lies before nobody"),
    ({**ITEM, "effects": [{"on": "won", "op": "pick_up"}]}, "op 'pick_up' is aimed at a card"),
    ({**ITEM, "effects": [{"on": "in_fight", "op": "thrown_strength", "amount": 2}]}, "counts on one-shots"),
    ({**ITEM, "effects": [{"on": "in_fight", "op": "run_away", "amount": 2}]}, "counts on monsters and on enhancers"),
    (
        {**MONSTER, "effects": [{"op": "strength", "amount": 2, "when": {"thrown_for": "monsters"}}]},
        "asks for which side its card is thrown",
    ),
    (
        {**ITEM, "effects": [{"on": "lost", "op": "lose_levels", "amount": {"count": "lead"}}]},
        "op 'lose_levels' counts 'lead' under on = 'lost', when the combat is over",
    ),
    (
        {**ITEM, "effects": [{"on": "turn_end", "op": "lose_levels", "amount": {"count": "monsters"}}]},
        "op 'lose_levels' counts 'monsters' under on = 'turn_end', when nobody fights",
    ),
    (
        {**ITEM, "effects": [{"on": "turn_start", "op": "lose_levels", "when": {"alone": True}}]},
        "op 'lose_levels' asks 'alone' under on = 'turn_start', when nobody fights",
    ),
    (
        {**ITEM, "effects": [{"on": "lost", "op": "lose_levels", "when": {"tag": "undead"}}]},
        "op 'lose_levels' asks 'tag' under on = 'lost', when the combat is over",
    ),
    (
        {**ITEM, "effects": [{"op": "pay_on_turn", "amount": 1}, {"on": "used", "op": "set_roll"}]},
        "op 'set_roll' does nothing when 'pay_on_turn' is used",
    ),
    (
        {**ITEM, "effects": [{"op": "pay_beside", "amount": 1}, {"on": "used", "op": "boost", "amount": 1}]},
        "op 'boost' does nothing for those beside a combat, who may use 'pay_beside'; allowed: op 'aid'",
    ),
    (
        {
            **ITEM,
            "effects": [
                {"op": "pay_when_losing", "amount": 1},
                {"on": "used", "op": "set_status", "status": "must_help", "until": "next_turn"},
            ],
        },
        "op 'set_status': 'must_help' comes too late when 'pay_when_losing' is used",
    ),
    (
        {**ITEM, "effects": [{"op": "strength", "amount": {"count": "lead"}}]},
        "op 'strength' makes the lead on which it hangs",
    ),
    (
        {**ITEM, "effects": [{"op": "level_useless", "when": {"lead_at_least": 3}}]},
        "op 'level_useless' makes the lead on which it hangs",
    ),
    ({**ITEM, "effects": [{"on": "turn_end", "op": "end_turn"}]}, "the turn ends anyway"),
    ({**MONSTER, "effects": [{"on": "in_fight", "op": "wins_ties"}]}, "does nothing under on = 'in_fight'"),
    ({**CURSE}, "the card does nothing"),
    ({**ITEM, "bonus": 0}, "the card does nothing"),
]


@pytest.mark.parametrize(("row", "finding"), FINDINGS, ids=[f for _, f in FINDINGS])
def test_the_lint_finds_a_slip(row, finding):
    texts = lint_card(parse_card(row, "f.toml"))
    assert any(finding in text for text in texts), texts


@pytest.mark.parametrize("row", [{**CURSE, "effects": [DEATH]}, MONSTER, ITEM])
def test_the_lint_is_silent_about_a_good_card(row):
    assert lint_card(parse_card(row, "f.toml")) == []


def test_the_lint_finds_a_step_of_which_no_player_knows_what_it_is_good_for(monkeypatch):
    monkeypatch.setitem(BY_NAME, "death", replace(BY_NAME["death"], worth=Worth.UNKNOWN))
    (said,) = lint_card(parse_card({**CURSE, "effects": [DEATH]}, "f.toml"))
    assert "no player knows what op 'death' is good for" in said


def test_every_check_of_the_lint_is_tried():
    tried = {unvalued}
    tried |= {check for check in CARD_CHECKS for row, _ in FINDINGS if list(check(parse_card(row, "f.toml")))}
    assert tried == set(CARD_CHECKS)


@pytest.mark.parametrize("name", deck_names())
def test_shipped_decks_are_clean(name):
    assert lint_deck(read_deck(name)) == []


def test_the_lint_counts_piles_tags_and_names(tmp_path):
    folder = tmp_path / "d"
    folder.mkdir()
    (folder / "deck.toml").write_text('name = "D"\nset = "d"\ndoors = 3\ntreasures = 0\ntags = ["odd", "fire"]\n')
    card = 'pile = "door"\nkind = "curse"\nname = "Same"\neffects = [{ op = "death" }]\n'
    ability = '{ op = "charm", least = 3 }'
    two = f'[[card]]\nid = "w"\nname = "W"\npile = "door"\nkind = "class"\neffects = [{ability}, {ability}]\n'
    (folder / "cards.toml").write_text(f'[[card]]\nid = "a"\n{card}\n[[card]]\nid = "b"\ncopies = 9\n{card}\n{two}')
    texts = "\n".join(lint_deck(read_folder(folder)))
    assert "key 'doors' is 3, but the files hold 11" in texts
    assert "tag 'odd' is on no card" in texts
    assert "tag 'fire' is known to the engine" in texts
    assert "two cards are named 'Same'" in texts
    assert "card 'w' has two abilities named 'charm'" in texts


@pytest.mark.parametrize(
    ("away", "origin", "found"),
    [
        ('op = "will_not_attack", amount = 1', "synthetic", True),
        ('op = "will_not_attack", amount = 0', "synthetic", False),
        ('op = "chase_away", name = "shoo"', "synthetic", True),
        ('op = "chase_away", name = "shoo"', "public", False),  # a printed card is as it is
    ],
)
def test_the_lint_finds_a_monster_that_can_be_paid_out_for_ever(tmp_path, away, origin, found):
    (tmp_path / "deck.toml").write_text('name = "D"\nset = "d"\ndoors = 2\ntreasures = 0\n')
    hacker = '[[card]]\nid = "h"\nname = "H"\npile = "door"\nkind = "class"\neffects = [{ op = "resurrection" }]\n'
    farm = 'id = "f"\nname = "F"\npile = "door"\nkind = "monster"\nlevel = 1\ntreasures = 1\nbad_stuff = []\n'
    source = f'origin = "{origin}"\nsource = "somewhere"\n'
    (tmp_path / "cards.toml").write_text(f'{hacker}\n[[card]]\n{farm}{source}effects = [{{ {away}, of = ["h"] }}]\n')
    assert any("without end" in text for text in lint_deck(read_folder(tmp_path))) == found


@pytest.mark.parametrize("name", deck_names())
def test_every_card_of_every_deck_is_played(name):
    assert [card.id for card in read_deck(name).cards if card.unmodelled] == []


# As printed on the boxes: cards and Characters of each; Doors and Treasures where the box or a public list says so.
PUBLISHED = {
    "base": (168, 0), "conan": (168, 0), "critical_role": (172, 7), "cthulhu": (168, 0), "magical_mess": (168, 0),
    "russia": (168, 0),
}  # fmt: skip


def test_lab_decks_counts_as_published():
    rows = {r["deck"]: r for r in json.loads(CliRunner().invoke(lab, ["decks", "--json"]).output)}
    assert {name: (rows[name]["cards"], rows[name]["characters"]) for name in PUBLISHED} == PUBLISHED
    split = {"base": (95, 73), "cthulhu": (100, 68), "magical_mess": (93, 75)}
    assert {name: (rows[name]["doors"], rows[name]["treasures"]) for name in split} == split
    assert {r["unmodelled"] for r in rows.values()} == {0}


@pytest.mark.parametrize("name", [n for n in deck_names() if "%" in read_deck(n).info.note])
def test_the_note_of_a_deck_and_the_list_count_the_same_own_cards(name):
    cards = read_deck(name).cards
    own, total = sum(c.copies for c in cards if c.origin == "synthetic"), sum(c.copies for c in cards)
    row = next(r for r in json.loads(CliRunner().invoke(lab, ["decks", "--json"]).output) if r["deck"] == name)
    assert row["synthetic"] == own and row["cards"] + row["characters"] == total
    assert f"{own} of {total} cards ({round(100 * own / total)} %)" in read_deck(name).info.note


def test_lab_decks_check_follows_references_within_the_deck():
    result = CliRunner().invoke(lab, ["decks", "check", "decks/base/curses.toml", "--json"])
    assert result.exit_code == 0, result.output
    (checked,) = json.loads(result.output)
    assert checked["checked"].startswith("deck 'base'") and checked["findings"] == []


def test_lab_decks_check_tells_findings_of_a_lone_file(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('[[card]]\nid = "a"\nname = "A"\npile = "door"\nkind = "curse"\n')
    result = CliRunner().invoke(lab, ["decks", "check", str(path)], standalone_mode=False)
    assert result.return_value == 1
    assert "the card does nothing" in result.output


@pytest.mark.parametrize("name", ["nothing.toml", "broken.toml"])
def test_lab_decks_check_refuses_what_is_no_card_file(tmp_path, name):
    (tmp_path / "broken.toml").write_text("[[card")
    result = CliRunner().invoke(lab, ["decks", "check", str(tmp_path / name)])
    assert isinstance(result.exception, DeckError)
    assert name in str(result.exception)
