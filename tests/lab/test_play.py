"""A person at the terminal: what is shown, what may be typed, how it ends."""

from __future__ import annotations

import io
import re
import sys

import pytest
from rich.console import Console

from engine.records.events import Ev
from engine.records.state import Zone
from engine.table import Event
from lab import cli
from lab.games.game_table import compiled_decks, table
from lab.games.human_player import Person, play_at
from lab.games.one_seat import Sight
from lab.games.terminal_menu import TableWords
from tests.engine.positions import COMPILED
from tests.lab.command_lines import refused
from tests.lab.hostile_agents import First
from tests.lab.test_cli import one_sentence
from tests.lab.test_outside import module as module

pytestmark = pytest.mark.deep


@pytest.fixture
def typed(monkeypatch, capsys):
    """Run `lab play` with lines typed into it; exit code and what was shown."""

    def run(lines, *options):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        code = cli.main(["play", "--seed", "3", *options])
        return code, capsys.readouterr().out

    return run


def person(seat=0, deck="base", seed=3, lines=()):
    """Somebody at a table of four, and what is shown to them."""
    game, shown, typing = table(deck, deck, seats=4, seed=seed), io.StringIO(), iter(lines)

    def read(prompt):
        line = next(typing, None)
        if line is None:
            raise EOFError
        return line

    return Person(game, compiled_decks((deck,)), seat, Console(file=shown, width=120), read), game, shown


@pytest.mark.skipif(not COMPILED, reason="plays a whole game")
@pytest.mark.parametrize("options", [(), ("--seat", "2", "--variant", "cthulhu+faster", "--agents", "kitchen-table")])
def test_a_whole_game_can_be_played_by_typing_one(typed, options):
    code, shown = typed(["1"] * 20_000, *options)
    assert code == 0
    assert re.search(r"(has|have) won", shown.splitlines()[-1]), shown[-500:]
    assert "The game is over" in shown and "Turn 2, round 1" in shown


def test_the_first_screen_tells_a_newcomer_where_he_is(typed):
    code, shown = typed([], "--agents", "balanced,random")
    assert code == 0
    assert "At the table: p0 (you), p1 (balanced), p2 (random), p3 (balanced). Type ? for help." in shown
    for part in ("p0 (you)", "Your hand: ", "p1 is dealt 8 cards", "Go on 1 Begin", "Level   strength   hand"):
        assert part in shown
    assert shown.rstrip().endswith("The input has ended in turn 0: the game stays unfinished.")


def test_leaving_is_polite(typed):
    code, shown = typed(["q"])
    assert code == 0 and shown.rstrip().endswith("You have left the game in turn 0.")


def test_an_interrupt_is_polite(monkeypatch, capsys):
    def interrupted():
        raise KeyboardInterrupt

    monkeypatch.setattr(sys.stdin, "readline", interrupted, raising=False)
    assert cli.main(["play"]) == 130
    assert "You have left the game in turn 0." in one_sentence(capsys.readouterr().err)


@pytest.mark.parametrize("bad", ["0", "99", "-1", "one", "1.0", "²", "1 1", "b"])
def test_bad_input_asks_again(typed, bad):
    code, shown = typed([bad, "q"])
    assert code == 0 and "Please type a number from 1 to " in shown


def test_a_question_mark_explains_and_t_shows_the_table_again(typed):
    _, shown = typed(["?", "t", "q"])
    assert "does nothing until your next turn" in shown
    assert shown.count("in play (in brackets: carried)") == 2 and shown.count("Your hand: ") == 2


def test_a_bad_outside_agent_ends_the_game_in_one_sentence(module, monkeypatch, capsys):
    assert "no_such_module" in one_sentence(refused(capsys, ["play", "--agents", "no_such_module:A"]))
    module("bad", "class A:\n    def choose(self, view, options): return 99")
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 50))
    assert cli.main(["play", "--agents", "bad:A"]) == 2
    assert "agent 'bad:A', turn 0, seat p3: choose returned 99" in one_sentence(capsys.readouterr().err)


def test_no_colour_codes_reach_a_pipe(typed):
    assert "\x1b" not in typed(["1", "1", "q"])[1]


def test_every_option_has_a_line_and_no_two_lines_mean_different_things():
    for deck in ("base", "cthulhu"):
        game = table(deck, deck, seats=4, seed=9)
        words, seen = TableWords(game, compiled_decks((deck,))), set()
        for _ in range(400 if COMPILED else 120):
            if game.over:
                break
            rows = set()

            def walk(entry, rows=rows):
                assert (entry.row >= 0) != bool(entry.under) and entry.label
                rows |= {entry.row} if entry.row >= 0 else set()
                for below in entry.under.values():
                    walk(below)

            for _, entries in words.menu():
                for entry in entries:
                    walk(entry)
            plain = [" ".join(word.plain for word in line) for line in game.lines()]
            assert {plain[i] for i in rows} == set(plain)
            assert words.question()[-1] in ".?" and "{" not in words.question()
            seen.add(int(game.g.question))
            game.answer(game.choice())
        assert len(seen) >= 8


def test_going_on_is_always_number_one_where_it_is_possible():
    one, game, _ = person()
    for _ in range(100):
        menu = one.words.menu()
        if any(o.text in ("pass", "end", "done", "kick-open") for o in game.options()):
            assert menu[0][0] == "Go on"
        game.answer(game.choice())


def test_a_branch_opens_a_list_and_b_goes_back():
    one, game, shown = person()
    while game.decider != 0 or not (branches := numbers_of_branches(one)):
        game.answer(game.choice())
    lines = iter([branches[0], "b", branches[0], *["1"] * 5])
    one.read = lambda prompt: next(lines)
    assert 0 <= one.choose() < game.n and "ways" in shown.getvalue()


def numbers_of_branches(one):
    entries = [entry for _, group in one.words.menu() for entry in group]
    return [str(i + 1) for i, entry in enumerate(entries) if entry.under]


def test_waiting_lets_everything_pass_until_the_own_turn():
    one, game, shown = person(lines=["w", "1"] * 18)
    with pytest.raises(EOFError):
        play_at(game, one, {})
    asked = len(re.findall(r"^Go on", shown.getvalue(), re.M))
    assert asked <= 36 and int(game.g.turn) >= 4


def test_what_others_draw_is_not_told():
    rows = [
        Event(0, 1, 0, Ev.DRAW, -1, 1, 17, 0, Zone.DECK, Zone.HAND, 1),
        Event(1, 1, 0, Ev.DRAW, -1, 1, 18, 1, Zone.DECK, Zone.HAND, 1),
        Event(2, 1, 0, Ev.CHARITY, 1, 2, 19, -1, Zone.HAND, Zone.HAND, 1),
        Event(3, 1, 0, Ev.GIVE, 1, 2, 20, -1, Zone.TABLE, Zone.TABLE, 1),
        Event(4, 1, 0, Ev.TAKE, -1, 1, 21, -1, Zone.OPEN, Zone.HAND, 1),
    ]
    assert [e.card for e in Sight(0).of(rows)] == [-1, 18, -1, 20, 21]
    assert [e.card for e in Sight(2).of(rows)] == [-1, 18, 19, 20, 21]
    assert [e.card for e in Sight(1).of(rows)] == [17, 18, 19, 20, 21]


def test_an_offer_of_a_hand_card_is_for_the_one_who_gets_it():
    rows = [
        Event(0, 1, 0, Ev.DRAW, -1, 1, 17, 0, Zone.DECK, Zone.HAND, 1),
        Event(1, 1, 0, Ev.PROPOSE, 1, 2, 17, -1, 0, 0, 1),
        Event(2, 1, 0, Ev.PLAY, 1, 1, 17, -1, Zone.HAND, Zone.TABLE, 1),
        Event(3, 1, 0, Ev.PROPOSE, 1, 2, 17, -1, 0, 0, 1),
    ]
    assert [e.card for e in Sight(0).of(rows)] == [-1, -1, 17, 17]
    assert [e.card for e in Sight(2).of(rows)] == [-1, 17, 17, 17]


def test_nothing_shown_depends_on_hidden_cards():
    """Cards of others are dealt anew before anything is shown: the screen stays the same."""
    screens = []
    for turned in (False, True):
        one, game, shown = person(lines=["1"])
        if turned:
            for other in (1, 2, 3):
                n = int(game.g.hand_n[other])
                game.g.hand[other][:n] = game.g.hand[other][:n][::-1].copy()
        with pytest.raises(EOFError):
            while True:
                one.choose()
        screens.append(shown.getvalue())
    assert screens[0] == screens[1] and "p1 is dealt 8 cards" in screens[0]


def test_outside_agents_can_sit_with_a_person():
    one, game, shown = person(lines=["1"] * 3)
    with pytest.raises(EOFError):
        play_at(game, one, {s: First() for s in (1, 2, 3)})
    assert "Turn 1" in shown.getvalue()
