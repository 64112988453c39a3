"""`lab agents learn`: known worths are found again, kept beside the cards they were learned of, and read by whom."""

from __future__ import annotations

import json

import numpy as np
import pytest
from scipy.sparse import csr_array

from decks.card_schema import DeckError
from decks.deck_listing import check_path
from decks.learned_worth import COLUMNS, Worth, read_worth, says, worth_file, worth_text
from decks.load_decks import load_decks
from decks.read_decks import deck_names
from lab import cli
from lab.runs.arms import open_arms
from lab.runs.cluster.worker_task import prints_of
from lab.runs.run_spec import make_spec
from lab.tune import worth_model
from lab.tune.worth_model import DOUBLE, Learned, Surprise
from tests.lab.command_lines import printed

CARDS = """[[card]]
id = "lamp"
name = "Lamp"
pile = "treasure"
kind = "item"
bonus = 1
gold = 100
copies = 2

[[card]]
id = "rat"
name = "Rat"
pile = "door"
kind = "monster"
level = 1
treasures = 1
"""
BETTER, WORSE = Surprise(1.2, 0.02, 0.01, 0.03), Surprise(1.2, 0.001, -0.01, 0.02)


@pytest.fixture
def deck(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "own.toml"
    path.write_text(CARDS, encoding="utf-8")
    return path


def numbers(cards, *names):
    """What is known of some cards, as (in a hand, in play)."""
    rows = [int(np.flatnonzero(cards.card["number"] == cards.ids.index(name))[0]) for name in names]
    return [(int(cards.card["in_hand"][i]), int(cards.card["in_play"][i])) for i in rows]


def test_known_worths_are_found_again_and_an_unseen_card_has_none():
    luck, moments, seats = np.random.default_rng(5), 6000, 3
    truth = np.array([0.8, -0.5, 0.0, 0.3])
    counts = luck.poisson(0.6, (moments, seats, 4)).astype(float)
    counts[:, :, 3] = 0
    plain = luck.normal(size=(moments, seats))
    chances = np.exp(plain + counts @ truth)
    chances /= chances.sum(axis=1, keepdims=True)
    winner = (luck.random((moments, 1)) > chances.cumsum(axis=1)).sum(axis=1)
    found = worth_model._fitted(plain, csr_array(counts.reshape(-1, 4)), np.eye(seats)[winner])
    weight = moments * 0.2 / (moments * 0.2 + worth_model.RIDGE / 3)  # roughly what the penalty leaves
    assert found[:2] == pytest.approx(truth[:2] * weight, abs=0.25)
    assert abs(found[0]) < truth[0] and abs(found[1]) < -truth[1]  # drawn towards 0
    assert abs(found[2]) < 0.05 and found[3] == 0


def test_a_saved_surprise_is_counted_by_game(monkeypatch):
    plain, credit, game = np.zeros((4, 2)), np.array([[1.0, 0]] * 4), np.array([0, 0, 1, 1])
    learned = np.array([1.0, 0, 1.0, 0, -1.0, 0, -1.0, 0])  # right of the first game, wrong of the second
    found = worth_model._surprise(plain, learned, credit, game)
    right, wrong = np.log(2) - np.log1p(np.exp(-1)), np.log(2) - np.log1p(np.e)
    assert found.without == pytest.approx(np.log(2)) and found.saved == pytest.approx((right + wrong) / 2)
    assert found.high - found.saved == pytest.approx(1.96 * np.hypot(right - wrong, right - wrong) / 4)
    assert not found.is_better


def test_a_card_is_known_by_what_it_says(deck):
    box = load_decks(["base", str(deck)])
    cards = dict(zip(box.ids, box.cards, strict=True))
    file = worth_file(str(deck))
    assert file.name == "own.worth.csv"
    file.write_text(worth_text(cards, {"lamp": Worth(30, 50), "rat": Worth(-4, 0)}), encoding="utf-8")
    assert numbers(load_decks(["base", str(deck)]), "lamp", "rat") == [(30, 50), (-4, 0)]
    more = load_decks(["base", str(deck)], changes={"lamp.copies": "5", "rat.level": "2"})
    assert numbers(more, "lamp", "rat") == [(30, 50), (0, 0)]  # another Rat: nothing is known of it
    assert numbers(load_decks(["base", str(deck)]), "cleric") == numbers(load_decks(["base"]), "cleric")
    assert says(cards["lamp"]) == says(cards["lamp"].model_copy(update={"id": "light", "copies": 9}))


def test_a_deck_that_was_changed_since_says_so(deck):
    cards = {card.id: card for card in load_decks(["base", str(deck)]).cards}
    worth_file(str(deck)).write_text(worth_text(cards, {name: Worth(1, 1) for name in cards}), encoding="utf-8")
    assert not [text for text in check_path(deck, "base")[1] if "worth.csv" in text]
    deck.write_text(CARDS.replace("level = 1", "level = 3"), encoding="utf-8")
    said = check_path(deck, "base")[1][-1]
    assert "own.worth.csv: 'rat' is judged without what was learned" in said and "lab agents learn" in said


def test_what_was_learned_is_part_of_a_run_that_reads_it(deck):
    def hashes():
        specs = [
            make_spec({"arms": ("base",), "decks": (f"base+{deck}",), "agents": who, "games": 4, "seats": (4,)}, "x")
            for who in (("expert",), ("balanced",))
        ]
        arms = [open_arms(spec)[0] for spec in specs]
        return [(arm.arm_hash, prints_of([arm], "run", "code")["decks"]) for arm in arms]  # and what workers compare

    before = hashes()
    box = load_decks(["base", str(deck)])
    cards = dict(zip(box.ids, box.cards, strict=True))
    worth_file(str(deck)).write_text(worth_text(cards, {"lamp": Worth(30, 50)}), encoding="utf-8")
    after = hashes()
    assert after[0][0] != before[0][0] and after[0][1] != before[0][1] and after[1] == before[1]


@pytest.mark.parametrize("name", deck_names())
def test_every_deck_of_the_lab_knows_all_its_cards(name):
    known = read_worth(worth_file(name))
    assert {says(card) for card in load_decks([name]).cards} == set(known)
    assert any(worth.in_hand for worth in known.values()) and any(worth.in_play for worth in known.values())


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "line 1 is no row of card, says, in_hand, in_play"),
        ("card,worth\n", "line 1 is no row of"),
        (f"{','.join(COLUMNS)}\nlamp,abc,1\n", "line 2 has 3 values"),
        (f"{','.join(COLUMNS)}\nlamp,abc,1,much\n", "line 2: in_play is 'much'"),
        (f"{','.join(COLUMNS)}\nlamp,abc,1000000,0\n", "line 2: in_hand is '1000000'"),
    ],
)
def test_a_file_that_is_none_of_the_labs_is_refused(deck, text, part):
    worth_file(str(deck)).write_text(text, encoding="utf-8")
    with pytest.raises(DeckError, match=f"own.worth.csv: {part}"):
        read_worth(worth_file(str(deck)))
    with pytest.raises(DeckError):
        load_decks(["base", str(deck)])


def test_the_command_writes_what_helps_and_nothing_else(deck, monkeypatch, capsys):
    found = {name: Worth(len(name), -len(name)) for name in ("cleric", "lamp", "rat")}
    monkeypatch.setattr("lab.tune.worth_model.learn", lambda *_: Learned(found, WORSE, 400, 100))
    line = ["agents", "learn", f"base+{deck.name}"]
    assert cli.main(line) == 1
    assert "does not surely tell better" in capsys.readouterr().out and not worth_file(str(deck)).exists()
    monkeypatch.setattr("lab.tune.worth_model.learn", lambda *_: Learned(found, BETTER, 400, 100))
    told = json.loads(printed(capsys, [*line, "--json"]))
    assert told["variant"] == "base" and told["cards"]["lamp"] == {"in_hand": 4, "in_play": -4}
    assert sorted(read_worth(worth_file(str(deck))).values()) == sorted(found.values())
    assert cli.main(line) == 2  # once is enough
    assert "there is such a file" in capsys.readouterr().err


@pytest.mark.deep
def test_what_is_learned_of_a_deck_is_the_same_on_any_number_of_threads_and_tells_better_who_wins():
    arm = open_arms(make_spec({"arms": ("base",), "agents": worth_model.PLAYERS, "games": 1, "seats": (4,)}, "x"))[0]
    assert worth_model.learn(arm, 500, 9, 1) == worth_model.learn(arm, 500, 9, 3)
    one = worth_model.learn(arm, 5000, 9, 3)
    assert one.surprise.is_better
    assert one.worths["cleric"].in_play / DOUBLE > 0.1  # its power is worth more than a card in play
