"""What every persona owes the table: a legal option, nothing else changed, the same answer again, and no trace."""

from __future__ import annotations

import ast
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from engine.loop.game_ranges import play_games
from engine.policies.decide import choose, is_laid, outlook, utility
from engine.policies.help_worth import NEVER
from engine.policies.trades import EAGER, first_promising, is_deal
from engine.policies.weights import FEATURES, Weight
from engine.records.card_kinds import Kind
from engine.records.questions import Aim, Question, Verb, ask, option
from lab.agents.personas import persona_names, personas, weights_of
from tests.effects.build import Position, card
from tests.engine.positions import COMPILED, positions, sit
from tests.engine.walks import Cell, book_for

POSITIONS, SHARE = (400, 0.1) if COMPILED else (25, 0.2)
TABLES = [(Cell("base", "base", 4), ("balanced",)), (Cell("cthulhu", "cthulhu", 5), ("random", "balanced"))]
SURPRISE = 1e-6


def sampled(place: int):
    return islice(positions(*TABLES[place], seed=23, share=SHARE), POSITIONS)


@pytest.mark.deep(but=4)
@pytest.mark.parametrize("place", range(len(TABLES)))
@pytest.mark.parametrize("persona", persona_names())
def test_a_persona_names_a_legal_option_and_touches_nothing(persona, place):
    for g, book in sampled(place):
        seats, n = book.work.weights.copy(), int(g.options)
        sit(book, int(g.asked), persona)
        table, options = g.tobytes(), book.work.option[:n].tobytes()
        first = int(choose(g, book, n))
        assert 0 <= first < n
        assert int(choose(g, book, n)) == first
        assert g.tobytes() == table and book.work.option[:n].tobytes() == options
        book.work.weights[:] = seats


@pytest.mark.deep(but=1)
@pytest.mark.parametrize("persona", persona_names())
def test_a_persona_does_not_know_who_sits_in_the_other_seats(persona):
    luck = np.random.default_rng(2)
    for g, book in sampled(0):
        seats, n = book.work.weights.copy(), int(g.options)
        sit(book, int(g.asked), persona)
        before = int(choose(g, book, n))
        for s in range(int(g.seats)):
            if s != g.asked:
                book.work.weights[s] = luck.integers(-50, 200, book.work.weights.shape[1])
        assert int(choose(g, book, n)) == before
        book.work.weights[:] = seats


@pytest.mark.deep
def test_without_noise_the_choice_wins_every_duel():
    for g, book in sampled(1):
        seats, n, seat = book.work.weights.copy(), int(g.options), int(g.asked)
        sit(book, seat, "balanced")
        book.work.weights[seat, Weight.NOISE] = 0
        options = book.work.option[:n].copy()
        best = int(choose(g, book, n))
        for i in range(n):
            book.work.option[:2] = options[[best, i]]
            if int(choose(g, book, 2)) == 1:  # chance decides between equals
                outlook(g, book, seat)
                assert int(utility(g, book, seat, 0)) == int(utility(g, book, seat, 1))
        book.work.option[:n] = options
        book.work.weights[:] = seats


def test_only_worthless_deals_are_passed_over_at_a_glance():
    luck = np.random.default_rng(5)
    passed = weighed = 0
    for g, book in sampled(0):
        seats, n, seat = book.work.weights.copy(), int(g.options), int(g.asked)
        book.work.weights[seat] = luck.integers(0, EAGER, book.work.weights.shape[1], endpoint=True)
        if g.question == Question.WINDOW or g.question <= Question.EVENING:
            outlook(g, book, seat)
            deals = [i for i in range(n) if is_deal(book, i)]
            for i in deals:
                if first_promising(g, book, seat, i, i + 1) == i:
                    weighed += 1
                else:
                    passed += 1
                    assert int(utility(g, book, seat, i)) == NEVER
        book.work.weights[:] = seats
    assert not COMPILED or (
        passed > 0 and weighed > 0
    )  # the few positions looked at without compiling may hold no deal


def test_noise_is_drawn_anew_for_every_question_of_a_turn():
    """Of options that somebody might take; what is laid down before a turn goes on is never forgotten."""
    for g, book in sampled(0):
        seat, n = int(g.asked), int(g.options)
        sit(book, seat, "balanced")
        outlook(g, book, seat)
        if all(utility(g, book, seat, i) > NEVER // 4 and not is_laid(g, book, i) for i in range(n)):
            break
    book.work.weights[seat, Weight.NOISE] = 100_000
    taken = []
    for ordinal in range(60 * n):
        g.ordinal[seat] = ordinal
        taken.append(int(choose(g, book, n)))
    assert n > 1 and set(taken) == set(range(n))


def test_random_takes_every_option_equally_often_whatever_its_other_weights_say():
    g, book = next(iter(sampled(0)))
    seat = int(g.asked)
    sit(book, seat, "random")
    book.work.weights[seat, Weight.LEVEL] = 900
    for n in (2, 5, 11):
        taken = []
        for ordinal in range(60 * n):
            g.ordinal[seat] = ordinal
            taken.append(int(choose(g, book, n)))
        assert stats.chisquare(np.bincount(taken, minlength=n)).pvalue > SURPRISE


def test_every_weight_of_a_persona_is_a_feature():
    named = {f for f, _ in FEATURES}
    assert not {w for p in personas().values() for w in p.weights} - named


@pytest.mark.skipif(not COMPILED, reason="whole games take long without the compiler")
@pytest.mark.parametrize("deck", ["base", "cthulhu"])
def test_balanced_wins_far_more_than_its_share_against_random(deck):
    games, seats = 60, 4
    table = weights_of(["random", "balanced"])
    agents = np.zeros((games, seats), np.int64)
    agents[np.arange(games), np.arange(games) % seats] = 1
    book = book_for(Cell(deck, deck, seats), ("random",), max_turns=600)
    facts = play_games(book, 5, 0, games, seats, agents, table, np.zeros(games, bool))
    credit = facts.seat["credit"][facts.seat["agent"] == 1].sum()
    assert stats.binomtest(round(float(credit)), games, 1 / seats, alternative="greater").pvalue < 1e-4


NOT_DRAWN = 1e-4
CARDS = {"a": card(Kind.SPECIAL), "b": card(Kind.SPECIAL), "c": card(Kind.SPECIAL), "curse": card(Kind.CURSE)}
PASS = (Verb.PASS, "", -1, 0)


def put_to(question: Question, *options: tuple[Any, ...], seats: int = 4) -> Position:
    p = Position(CARDS, seats=seats).levels(*[3] * seats).hand(0, *CARDS)
    p.book.work.weights[0, Weight.CARD] = 4
    ask(p.g, 0, question, -1)
    for verb, name, target, amount in options:
        option(p.g, p.book, verb, p[name] if name else -1, target, amount)
    return p


def counts(p: Position, times: int = 600) -> np.ndarray:
    """How often each option is taken in the questions of many turns."""
    n = int(p.g.options)
    taken = []
    for turn in range(times):
        p.g.turn = turn
        taken.append(int(choose(p.g, p.book, n)))
    return np.bincount(taken, minlength=n)


@pytest.mark.parametrize("others", [2, 3, 5])
def test_whom_to_give_a_card_is_as_likely_to_be_each_of_the_equals(others):
    p = put_to(Question.GIVE, *((Verb.GIVE, "a", s, 0) for s in range(1, others + 1)), seats=others + 1)
    assert stats.chisquare(counts(p)).pvalue > NOT_DRAWN


def test_two_copies_of_a_card_are_one_option():
    p = put_to(Question.LOSE, *((Verb.CHOOSE_CARD, name, 0, 0) for name in ("a", "b", "c")))
    p.book.card[p["c"]].number = p["a"]  # listed after b: it must not count for a second time
    often = counts(p)
    assert often[2] == 0 and stats.chisquare(often[:2]).pvalue > NOT_DRAWN
    p.book.card[p["b"]].number = p["a"]
    assert counts(p).tolist() == [600, 0, 0]


@pytest.mark.parametrize("doing", [0, 1])
def test_between_doing_a_thing_and_leaving_it_the_order_decides(doing):
    worthless = (Verb.CHOOSE_CARD, "a", 0, 0)  # its loss costs nothing, as passing does
    p = put_to(Question.LOSE, *((worthless, PASS) if doing == 0 else (PASS, worthless)))
    p.book.work.weights[0, Weight.CARD] = 0
    assert counts(p)[0] == 600


def test_nothing_is_drawn_between_options_nobody_would_take():
    p = put_to(Question.REACT)
    p.fight(0)  # a Curse is for somebody else's fight
    ask(p.g, 0, Question.REACT, -1)
    for s in (1, 2, 3):
        option(p.g, p.book, Verb.PLAY, p["curse"], s, Aim.SEAT)
    assert counts(p, 50)[0] == 50


def test_a_draw_is_named_by_the_place_not_by_the_seat():
    def taken(seat: int) -> list[int]:
        p = Position(CARDS, seats=4).levels(3, 3, 3, 3).hand(seat, "a")
        p.g.origin = seat
        picks = []
        for turn in range(60):
            p.g.turn = turn
            ask(p.g, seat, Question.GIVE, -1)
            for k in (1, 2, 3):
                option(p.g, p.book, Verb.GIVE, p["a"], (seat + k) % 4, 0)
            picks.append(int(choose(p.g, p.book, 3)))
        return picks

    assert taken(0) == taken(1) == taken(3)
    assert len(set(taken(0))) == 3


ROOT = Path(__file__).resolve().parents[2]
PLAYS_ON = ("engine.next_question", "next_question")
"""The one way out: a search plays a copy of the game, whose events are its own."""

Name = tuple[str, str]


def calls() -> dict[Name, set[Name]]:
    """What every function of the engine names of the functions of the engine."""
    named: dict[Name, set[str]] = {}
    imported: dict[Name, Name] = {}
    for path in sorted((ROOT / "engine").rglob("*.py")):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                imported |= {(module, a.asname or a.name): (node.module, a.name) for a in node.names}
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                named[module, node.name] = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
    found = {}
    for (module, function), names in named.items():
        targets = {imported.get((module, name), (module, name)) for name in names}
        found[module, function] = {t for t in targets if t in named}
    return found


def way(graph: dict[Name, set[Name]], start: Name, end: Name) -> list[Name]:
    """The shortest way from a function to another one; empty if there is none."""
    ways = [[start]]
    seen = {start, PLAYS_ON}
    for steps in ways:
        if steps[-1] == end:
            return steps
        for further in sorted(graph[steps[-1]] - seen):
            seen.add(further)
            ways.append([*steps, further])
    return []


def test_no_player_writes_an_event_while_thinking() -> None:
    graph, writes = calls(), ("engine.records.log", "emit")
    thinking = [name for name in graph if name[0].startswith("engine.policies.")]
    assert ("engine.policies.endgame", "winners") in thinking
    assert way(graph, ("engine.board.final_tally", "check_victory"), writes)  # what does write is found
    assert [
        " -> ".join(".".join(step) for step in found) for name in thinking if (found := way(graph, name, writes))
    ] == []
