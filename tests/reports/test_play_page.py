"""The page Play: what an address may deal, what can be done and is shown, hints, taking back, and the end on a tape."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path
from urllib.parse import quote_plus

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from engine.records.events import Ev
from engine.records.state import Zone
from engine.table import IllegalOption
from lab import cli
from lab.games.game_tape import lessons, tape
from lab.games.live_game import Hint, LiveGame
from lab.games.one_seat import Deal
from lab.games.table_snapshots import Fight, Part
from lab.store.store_folder import Store
from reports.desk import table_words, tape_chart
from reports.desk.live_pages import play
from reports.desk.play_options import KEYS, NOTHING, Opened, choices, hand_of
from reports.desk.sidebar import run_labels
from tests.engine.positions import COMPILED
from tests.reports.test_app import html, show

APP = Path(__file__).resolve().parents[2] / "app.py"
SHORT = Deal(variant='base+"Games end at Level 3."', seats=3, seed=1, others=("novice",))
ADDRESS = {"rule": "Games end at Level 3.", "seats": "3", "seed": "1", "agents": "novice"}
pytestmark = pytest.mark.skipif(not COMPILED, reason="plays games")


@pytest.fixture
def opened(monkeypatch, tmp_path):
    """Open the page by an address, maybe at a game that goes on already; all of its widgets."""
    monkeypatch.setattr(sys, "argv", ["app.py", "--store", str(tmp_path / "store")])

    def open_page(game=None, **address):
        app = AppTest.from_file(str(APP), default_timeout=120)
        if game is not None:
            app.session_state[play.GAMES] = {game.deal: game}
        for key, value in address.items():
            app.query_params[key] = value
        app = show(app, "play")
        assert not app.exception
        return app

    return open_page


def said(app):
    """Everything that a page puts before its reader."""
    return "\n".join(
        [*html(app), *(b.label for b in app.button), *(c.value for c in app.caption), *(c.value for c in app.code)]
    )


def played(deal, answers):
    """A game after some answers of the persona that gives hints."""
    game = LiveGame(deal)
    for _ in range(answers):
        if game.over:
            break
        game.take(game.table.choice())
    return game


def state(game):
    """The game's record without the buffers of looking ahead."""
    return game.table.games[:1].tobytes()


def turned_over(game):
    """Change every card that the person cannot see for another one with the same back."""
    g, table = game.table.g, game.table
    for pile in (0, 1):
        n, back = int(g.deck_n[pile]), 0
        for seat in range(game.deal.seats):
            for place in range(int(g.hand_n[seat]) if seat != game.seat else 0):
                card = int(g.hand[seat, place])
                if int(table.book.card[card]["pile"]) == pile and back < n:
                    other = int(g.deck[pile, back])
                    g.hand[seat, place], g.deck[pile, back] = other, card
                    g.zone[other], g.owner[other], g.zone[card], g.owner[card] = Zone.HAND, seat, Zone.DECK, -1
                    back += 1


# --- the address --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ({"deck": "nope"}, "The address says deck='nope'; allowed: base,"),
        ({"variant": "base+nope"}, "The address says variant='nope'; allowed:"),
        ({"agents": "novice,nobody"}, "The address says agents='nobody'; allowed:"),
        ({"seats": "9"}, "The address says seats='9'; allowed: 2 to 8"),
        ({"seats": "3", "seat": "3"}, "The address says seat='3'; allowed: 0 to 2"),
        ({"seed": "-1"}, "The address says seed='-1'; allowed: 0 to"),
        ({"variant": "cthulhu+russia"}, "cthulhu+russia"),
    ],
)
def test_an_address_that_names_what_is_not_there_deals_nothing(address, says, opened):
    app = opened(**address)
    assert len(app.error) == 1 and says in app.error[0].value
    assert not app.code and not [b for b in app.button if b.label == "Sit down"]


def test_a_rule_that_is_not_understood_deals_nothing(opened):
    app = opened(rule="Whenever you lose a combat, draw a Trombone.")
    assert "Nothing is dealt" in app.warning[0].value and not app.code


def test_an_address_deals_the_game_that_the_terminal_line_deals(opened, monkeypatch, capsys):
    app = opened(seed="7", variant="base faster", agents="novice,greedy", seat="2", rule="If you die, lose a Level.")
    line = app.code[0].value
    deal = Deal((), 'base+faster+"If you die, lose a Level."', 4, 2, 7, ("novice", "greedy"))
    assert line == deal.line()
    app = app.button(key="sit").click().run()
    monkeypatch.setattr(sys, "argv", ["lab", *shlex.split(line)[1:]])
    monkeypatch.setattr("lab.commands.play._read", lambda prompt: "q")
    assert cli.main(shlex.split(line)[1:]) == 0
    hand = next(x for x in " ".join(capsys.readouterr().out.split()).split("Your hand: ")[1:])
    game = LiveGame(deal)
    for card in hand_of(game):
        assert game.words.name(card) in hand and game.words.name(card) in said(app).replace("&#x27;", "'")
    assert 'Casey</b> <span class="soft">you' in said(app)


# --- the table ----------------------------------------------------------------------------------


def test_everything_that_can_be_done_is_on_a_card_or_one_of_a_few_buttons():
    game, asked = LiveGame(Deal(variant="cthulhu", seed=4)), set()
    while not game.over:
        found, texts = choices(game), game.words.texts()
        rows = set()

        def walk(entry, rows=rows):
            rows |= {entry.row} if not entry.under else set()
            for below in entry.under.values():
                walk(below)

        for choice in found.all():
            walk(choice.entry)
        assert {texts[row] for row in rows} == set(texts)
        assert len(found.buttons) <= 3 and all(len(several) <= 3 for several in found.cards.values())
        keys = [choice.key for choice in found.all()][: len(KEYS)]
        assert keys == list(KEYS[: len(keys)])
        asked.add(int(game.table.g.question))
        game.take(game.table.choice())
    assert len(asked) >= 5


def test_a_list_that_is_opened_holds_what_can_be_done_with_its_own_card():
    game, found = LiveGame(Deal(seed=7)), []
    while len(found) < 3:  # lists of several cards have the same words, such as "5 more"
        game.take(game.table.choice())
        found = [choice for choice in choices(game).all() if choice.entry.under]
    for choice in found:
        inside = choices(game, NOTHING.then(choice))
        assert [c.entry.label for c in inside.buttons] == list(choice.entry.under) and not inside.cards
    assert len({choice.card for choice in found}) > 1
    assert choices(game, Opened(-1, ("no such list",))) == choices(game)


def test_a_press_that_comes_late_takes_nothing():
    game = LiveGame(SHORT)
    play._take(game, 0, len(game.answers) + 1)
    assert not game.answers
    with pytest.raises(IllegalOption):
        game.take(game.table.n)


def test_a_bar_is_as_long_as_its_side_is_strong_and_what_is_taken_is_an_outline_behind():
    """Of 16 a side of 9 + 3 - 3 fills nine parts, and three are outlined; of 9 + 3 - 1 the last piece is cut."""
    for less, pieces in ((3, ["9", "\u22123"]), (1, ["9", "2", "\u22121"]), (20, ["\u221220"])):
        ours = (Part("Level", 9), Part("Rock", 3), Part("Curse", -less))
        said = table_words.combat(Fight(0, (), (), ours, (Part("King", 16),), 12 - less, 16, False, ()), ("Ada",))
        bar, other = said.split('<div class="bar ')[1:]
        found = re.findall(r'<(\w+) style="[^"]*width:([\d.]+)%"[^>]*>([^<]*)<', bar)
        assert [text for *_, text in found] == pieces and "width:100.00%" in other
        solid, taken = (sum(float(wide) for tag, wide, _ in found if tag == one) for one in ("span", "i"))
        assert (solid, taken) == (pytest.approx(100 * max(12 - less, 0) / 16), pytest.approx(75 - solid))


def test_nothing_on_the_page_or_in_a_hint_hangs_on_hidden_cards(opened):
    pages, hints, names = [], [], []
    for over in (False, True):
        game = played(Deal(seed=5, others=("balanced",)), 25)
        if over:
            turned_over(game)
        hands = [game.table.g.hand[s, : int(game.table.g.hand_n[s])].tolist() for s in (1, 2, 3)]
        names.append([game.words.name(card) for hand in hands for card in hand])
        hints.append(game.hint(20))
        pages.append(said(opened(game, seed="5", agents="balanced")))
    assert names[0] != names[1] and pages[0] == pages[1] and "cards</dd>" in pages[0]
    assert hints[0] == hints[1]


def test_taking_back_gives_the_game_as_it_was():
    game = LiveGame(Deal(seed=3))
    for _ in range(12):
        before = (state(game), game.latest, game.words.texts(), list(game.answers))
        game.take(game.table.choice())
    undone = game.undone()
    assert (state(undone), undone.latest, undone.words.texts(), undone.answers) == before
    waiting = game.undone()
    waiting.waits = True
    waiting.take(0)
    again = waiting.undone()  # all that was let pass in one go, too
    assert again.answers == before[3] and not again.waits and LiveGame(Deal()).undone().answers == []


def test_an_address_brings_a_game_back_as_it_was(opened):
    app = opened(**ADDRESS).button(key="sit").click().run()
    for _ in range(3):
        app = next(b for b in app.button if b.key.startswith("-1-")).click().run()
    moves, before = "".join(app.query_params["moves"]), said(app)
    again = opened(**ADDRESS, moves=moves)
    assert said(again) == before and "".join(again.query_params["moves"]) == moves and moves.count(".") == 3
    for bad in (f"{moves}99999.", "0.x", "."):
        assert "which cannot be played in this game" in opened(**ADDRESS, moves=bad).error[0].value


def test_in_a_fight_the_button_says_what_passing_comes_to():
    game, found = LiveGame(Deal(seed=7)), set()
    while not game.over and len(found) < 2:
        for choice, fight in ((choice, game.shot().fight) for choice in choices(game).buttons):
            if choice.words in ("Take the win", "Give up"):
                assert fight.is_winning == choice.wise == (choice.words == "Take the win")
                found.add(choice.words)
        game.take(game.table.choice())
    assert found


def test_a_hint_says_what_the_stand_in_would_do_and_moves_nothing():
    game = played(Deal(seed=7), 20)
    before, would = state(game), game.words.texts()[game.table.clone().choice()]
    hint = game.hint(30)
    assert state(game) == before and hint.way.words == would and hint.way.chance.n <= 30
    for way in (hint.way, *hint.others):
        assert 0 <= way.chance.low <= way.chance.value <= way.chance.high <= 1
    assert f"Balanced would: **{would}**; your chance " in play._advice(hint)
    chance = hint.way.chance._replace(low=0.4, high=0.6)
    assert Hint("balanced", hint.way._replace(chance=chance), (hint.way._replace(better=True),)).better is None
    hint = Hint("balanced", hint.way._replace(chance=chance._replace(low=0.1, high=0.3)), ())
    better = hint.way._replace(words="Run", better=True, chance=chance._replace(value=1.0))
    assert Hint("balanced", hint.way, ()).best == hint.way and Hint("balanced", hint.way, (better,)).best == better
    assert "Surely better: **Run**, 100 %" in play._advice(Hint("balanced", hint.way, (better,)))


# --- to the end ---------------------------------------------------------------------------------


def test_the_tape_adds_up_ends_with_the_winner_and_names_what_turned_the_game():
    game = played(Deal(seed=9, seats=3, variant="base+faster"), 1_000)
    told = tape(game, lessons(game.deal))
    assert np.allclose(told.chances.sum(axis=1), 1) and (np.diff(told.x) > 0).all()
    assert told.chances[-1, game.table.winners].tolist() == [1 / len(game.table.winners)] * len(game.table.winners)
    assert len(told.fights) == game.table.count(Ev.FIGHT) and told.x[-1] < int(game.table.g.turn) + 1
    for mark in told.turning:
        turn = np.floor(told.x) == int(mark.x)
        before = told.chances[np.flatnonzero(turn)[0] - 1] if turn[0] == 0 else told.chances[0]
        assert mark.words and np.allclose(told.chances[turn][-1] - before, mark.moved)
    fig = tape_chart.figure(told, ("Ada", "Blair", "Casey"), game.seat)
    assert [trace.name for trace in fig.data][:3] == ["Ada", "Blair", "Casey"]
    assert tape_chart.turning_points(told.turning, ("Ada", "Blair", "Casey")).count("<li>") == len(told.turning) <= 5


@pytest.mark.parametrize("by", ["-1-", "y-"])
def test_a_whole_game_is_played_in_the_page(by, opened, monkeypatch, tmp_path):
    """By what goes on, or by following hints."""
    own = LiveGame.hint
    monkeypatch.setattr(LiveGame, "hint", lambda game: own(game, 4))
    app = opened(**ADDRESS)
    assert app.code[0].value == SHORT.line()
    app = app.button(key="sit").click().run()
    for _ in range(400):
        if "The game on one tape" in said(app):
            break
        if by == "y-":
            app = next(b for b in app.button if b.key.startswith("h-")).click().run()
        buttons = [b for b in app.button if b.key.startswith(by)] or [b for b in app.button if b.key[0].isdigit()]
        app = buttons[0].click().run()
        assert not app.exception and not app.error
    text = said(app)
    assert "The game on one tape" in text and ("won!" in text or "won this time" in text) and "Levels: Alex" in text
    store = Store.open(tmp_path / "store")
    (run,) = store.run_ids()
    link = quote_plus(run_labels(store, store.runs())[run])  # what a page calls it: an address by its id would be lost
    assert f"This game is run {run}" in text and f"replay?run={link}" in text and "agents fit store" in text
    assert store.runs()["command"].to_list() == [SHORT.line()]
    app = next(b for b in app.button if b.label == "The same deal again").click().run()
    assert "Before the game begins" in said(app)
