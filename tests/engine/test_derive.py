"""Facts are read off the log: by hand for each definition, and against a slow twin for whole games."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from engine.board.deck_building import build_decks
from engine.board.setup import clear, deal
from engine.facts.derive import derive, nothing_used
from engine.records.card_kinds import Pile
from engine.records.events import Cause, Drawn, Ending, Ev, Result
from engine.records.state import GAME, Zone
from engine.steps.step_dispatch import run_step
from lab import table
from tests.engine.logs import CARDS, NOBODY, SEATS, Log, book, random_log, tables
from tests.engine.reference_derive import derive_slowly

KEPT = ("game", "seat", "level", "exposure")


def facts_of(log, out=None, counts=None, page=None):
    games, out = np.zeros(1, GAME), tables() if out is None else out
    g, counts = games[0], nothing_used() if counts is None else counts
    g.game, g.seats, g.first, g.decisions = 7, SEATS, 1, 99
    page = book() if page is None else page
    page.work.log[: len(log.rows)] = [tuple(r[:10]) for r in log.rows]
    short = derive(len(log.rows), page, g, out, counts)
    named = {name: table[:n] for name, table, n in zip(KEPT, out, counts.tolist())}
    return SimpleNamespace(short=int(short), counts=list(counts.tolist())[:4], **named)


def game(log, column):
    log.over(1)
    return int(facts_of(log).game[0][column])


def seat(log, column):
    log.over(1)
    return facts_of(log).seat[column].tolist()


def exposures(log, *columns):
    log.over(1)
    return [tuple(row[c] for c in columns) for row in facts_of(log).exposure]


@pytest.fixture
def log():
    return Log()


def test_nothing_is_left_of_the_game_before():
    """A worker counts all its games in one record, which is as the last one left it."""
    log = random_log(3)
    clean, page = facts_of(log), book()
    page.work.tally[0] = np.frombuffer(bytearray(b"\1" * page.work.tally.dtype.itemsize), page.work.tally.dtype)[0]
    used = facts_of(log, page=page)
    for name in KEPT:
        assert getattr(used, name).tobytes() == getattr(clean, name).tobytes(), name


def test_length_is_that_of_the_last_turn_and_round_begun(log):
    for s in (0, 1, 2, 0):
        log.begin(s)
    log.over(0b101, Ending.SHARED)
    facts = facts_of(log)
    row = {
        k: int(facts.game[0][k])
        for k in ("game", "turns", "rounds", "ending", "winners", "n_winners", "first_seat", "decisions")
    }
    assert list(row.values()) == [7, 4, 2, Ending.SHARED, 0b101, 2, 1, 99]
    assert facts.seat["won"].tolist() == [1, 0, 1]
    assert facts.seat["credit"].tolist() == [0.5, 0.0, 0.5]


def test_a_capped_game_has_no_winner(log):
    log.begin(0)
    log.over(0, Ending.CAPPED)
    facts = facts_of(log)
    assert facts.game["n_winners"].tolist() == [0] and facts.seat["credit"].sum() == 0


def test_kills_are_the_monsters_left_in_a_combat_that_was_won(log):
    log.begin(1)
    log.fight(1, 3, 1, Result.KILLED)
    log.fight(1, 2, 2, Result.REMOVED)
    log.fight(2, 2, 0, Result.CAUGHT)
    assert (game(log, "kills"), game(log, "combats"), game(log, "flights")) == (2, 3, 1)
    assert seat(log, "kills") == [0, 2, 0]


def test_the_kills_of_a_combat_that_was_taken_over_are_the_last_fighters(log):
    log.begin(0)
    log.row(Ev.FIGHT, 0)
    for m in range(2):
        log.row(Ev.JOIN, 0, 0, 0, -1, 1, m)
    log.row(Ev.ACCEPT, 1, 0)
    log.row(Ev.FIGHT_END, 2, NOBODY, -1, Result.KILLED)
    log.fight(0, 1, 0, Result.KILLED)
    assert seat(log, "kills") == [1, 0, 2]
    log.rows.pop()
    assert (game(log, "kills"), game(log, "combats")) == (3, 2)


def test_a_flight_is_any_combat_that_was_run_from(log):
    log.begin(0)
    for result in Result:
        log.fight(0, 1, 0, result)
    assert game(log, "flights") == 3


def test_help_is_counted_for_the_helper_whoever_proposed_it(log):
    log.begin(0)
    log.row(Ev.ASK, 0, 1)
    log.row(Ev.REFUSE, 1, 0)
    log.row(Ev.ASK, 0, 2)
    log.row(Ev.ACCEPT, 2, 0)
    log.row(Ev.OFFER, 1, 0)
    log.row(Ev.ACCEPT, 0, 1)
    log.row(Ev.PROPOSE, 0, 1)
    log.row(Ev.ACCEPT, 1, 0)
    assert game(log, "helps") == 2
    assert seat(log, "helps") == [0, 1, 1]


def test_the_lead_changes_when_another_player_leads_alone_at_the_end_of_a_round(log):
    plan = [(1, 1, 1), (2, 1, 1), (2, 2, 1), (3, 2, 1), (3, 4, 1), (5, 5, 1), (5, 6, 1), (7, 6, 1)]
    now = [1, 1, 1]
    for levels in plan:
        log.begin(0)
        for s, level in enumerate(levels):
            if level != now[s]:
                log.level(s, now[s], level)
        now = list(levels)
    assert game(log, "lead_changes") == 2  # 0 leads, 1 overtakes 0 in round 5, 0 takes it back in round 8
    log.rows.pop()
    log.over(1)
    rows = facts_of(log).level
    assert rows["level"].reshape(-1, SEATS).tolist() == [list(levels) for levels in plan]
    assert rows["round"].reshape(-1, SEATS)[:, 0].tolist() == list(range(1, 9))


def test_a_reshuffle_counts_once_for_all_its_cards(log):
    log.begin(0)
    for pile, ordinal in ((0, 1), (1, 1), (0, 2), (0, 3)):
        for card in range(pile, CARDS, 2):
            log.move(Ev.SHUFFLE, card, (Zone.DISCARD, NOBODY), (Zone.DECK, NOBODY), ordinal)
    assert game(log, "reshuffles") == 4


def test_bought_levels_are_those_gained_by_sales(log):
    log.begin(0)
    log.level(0, 1, 3, Cause.SALE)
    log.level(0, 3, 4, Cause.KILL)
    log.level(2, 1, 2, Cause.SALE)
    assert seat(log, "levels_bought") == [2, 0, 1]
    log.rows.pop()
    assert seat(log, "final_level") == [4, 1, 2]


def test_deaths_and_curses_belong_to_their_victims(log):
    log.begin(0)
    log.row(Ev.DEATH, 0, 2)
    log.row(Ev.CURSE, 0, 1)
    log.row(Ev.CURSE, NOBODY, 1)
    log.row(Ev.BOSS, 0)
    assert (game(log, "deaths"), game(log, "bosses")) == (1, 1)
    assert seat(log, "deaths") == [0, 0, 1]
    log.rows.pop()
    assert seat(log, "curses") == [0, 2, 0]


def test_treasures_count_each_way_to_a_seat_but_not_from_hand_to_table(log):
    log.draw(0, 1)  # odd cards are Treasures
    log.draw(0, 2)
    log.begin(0)
    log.move(Ev.PLAY, 1, (Zone.HAND, 0), (Zone.TABLE, 0))
    log.move(Ev.GIVE, 1, (Zone.TABLE, 0), (Zone.TABLE, 1))
    log.move(Ev.STEAL, 1, (Zone.TABLE, 1), (Zone.TABLE, 0))
    assert seat(log, "treasures") == [2, 1, 0]
    log.rows.pop()
    assert seat(log, "gold_in_play") == [100, 0, 0]
    log.rows.pop()
    assert exposures(log, "seat", "card", "copy", "played", "lost", "at_end") == [
        (0, 0, 1, 1, 0, 0), (0, 1, 0, 0, 0, 1), (1, 0, 1, 0, 1, 0), (0, 0, 1, 0, 0, 1),
    ]  # fmt: skip


def test_only_dealt_cards_are_an_opening_hand(log):
    log.draw(0, 1)
    log.draw(0, 4, Drawn.FACE_DOWN)  # what a dealt card draws at once
    log.begin(0)
    log.draw(0, 2)
    log.draw(1, 5, Drawn.NEW_HAND)
    log.move(Ev.LOOT, 3, (Zone.OPEN, 1), (Zone.HAND, 2))
    expected = [(0, 1, 0), (0, 0, 0), (0, 0, 1), (1, 0, 1), (2, 0, 1)]
    assert exposures(log, "seat", "opening", "drawn_turn") == expected


@pytest.mark.parametrize(("deck", "acts"), [("base", "hoard"), ("cthulhu", "unspeakable-riches")])
def test_the_cards_that_a_dealt_card_draws_are_not_dealt(deck, acts):
    """Seat 0 is dealt the card that draws three Treasures at once: eleven cards came, eight of them were dealt."""
    t = table(deck=deck, variant=deck, seats=SEATS, seed=1)
    g, names = t.g, t.names
    clear(g, t.book, 1, 0, SEATS)
    build_decks(g, t.book)
    card = next(c for c in range(int(g.cards)) if names.cards[int(t.book.card[c].number)] == acts)
    pile = g.deck[Pile.TREASURE]
    at = int(np.flatnonzero(pile[: int(g.deck_n[Pile.TREASURE])] == card)[0])
    top = int(g.deck_n[Pile.TREASURE]) - 1
    pile[at], pile[top] = int(pile[top]), card
    for s in range(SEATS):
        deal(g, t.book, s, Drawn.DEALT)
    while int(g.agenda_n):
        run_step(int(g.agenda[int(g.agenda_n) - 1][0]), g, t.book)
    out, counts = tables(), nothing_used()
    assert derive(int(g.log_n), t.book, g, out, counts) == 0
    hand = out.exposure[: counts.exposure]
    came = [int((hand["seat"] == s).sum()) for s in range(SEATS)]
    dealt = [int(hand["opening"][hand["seat"] == s].sum()) for s in range(SEATS)]
    assert (came, dealt) == ([11, 8, 8], [8, 8, 8])
    assert hand["opening"][(hand["seat"] == 0) & (hand["card"] == int(t.book.card[card].number))].tolist() == [1]


def test_turns_in_play_are_those_that_began_while_the_card_lay_there(log):
    log.draw(0, 1)
    log.draw(0, 3)
    log.begin(0)
    log.move(Ev.PLAY, 1, (Zone.HAND, 0), (Zone.TABLE, 0))
    log.move(Ev.PLAY, 3, (Zone.HAND, 0), (Zone.TABLE, 0))
    log.begin(1)
    log.begin(2)
    log.move(Ev.SELL, 1, (Zone.TABLE, 0), (Zone.DISCARD, NOBODY))
    log.begin(0)
    assert exposures(log, "card", "in_play_turns", "sold", "at_end") == [(0, 2, 1, 0), (1, 3, 0, 1)]


@pytest.mark.parametrize(
    ("kind", "lost"), [(Ev.LOSE, 1), (Ev.STEAL, 1), (Ev.LOOT, 1), (Ev.DISCARD, 0), (Ev.PAY, 0), (Ev.GIVE, 0)]
)
def test_a_card_is_lost_when_somebody_or_something_takes_it(log, kind, lost):
    log.draw(0, 1)
    log.begin(0)
    log.move(kind, 1, (Zone.HAND, 0), (Zone.DISCARD, NOBODY))
    assert exposures(log, "lost") == [(lost,)]


def test_what_a_corpse_leaves_is_lost_until_it_comes_back(log):
    log.draw(0, 1)
    log.draw(0, 3)
    log.begin(0)
    log.row(Ev.DEATH, NOBODY, 0)
    log.move(Ev.DISCARD, 1, (Zone.HAND, 0), (Zone.DISCARD, NOBODY))
    log.row(Ev.REBORN, 0, 0)
    log.move(Ev.DISCARD, 3, (Zone.HAND, 0), (Zone.DISCARD, NOBODY))
    assert exposures(log, "lost") == [(1,), (0,)]


def test_games_follow_each_other_and_a_short_table_leaves_the_counts_alone(log):
    log.draw(0, 1)
    log.begin(0)
    log.over(1)
    out, counts = tables(levels=7, exposures=2), nothing_used()
    assert facts_of(log, out, counts).counts == [1, 3, 3, 1]
    second = facts_of(log, out, counts)
    assert (second.short, second.counts) == (0, [2, 6, 6, 2])
    third = facts_of(log, out, counts)
    assert (third.short, third.counts) == (1, [2, 6, 6, 2])
    assert out[3]["drawn_turn"].tolist() == [0, 0] and out[3]["at_end"].tolist() == [1, 1]


@pytest.mark.deep(but=20)
@pytest.mark.parametrize("seed", range(60))
def test_the_pass_agrees_with_its_slow_twin(seed):
    log, cards = random_log(seed), book().card
    facts, slow = facts_of(log), derive_slowly(log.rows, cards, SEATS, 1)
    for column, value in slow["game"].items():
        assert facts.game[0][column] == value, column
    for s, row in enumerate(slow["seat"]):
        assert {c: facts.seat[s][c] for c in row} == row
    assert [(int(r["round"]), int(r["seat"]), int(r["level"])) for r in facts.level] == slow["level"]
    assert [{c: int(r[c]) for c in slow["exposure"][0]} for r in facts.exposure] == slow["exposure"]
