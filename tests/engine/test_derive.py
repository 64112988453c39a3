"""Facts are read off the log: by hand for each definition, and against a slow twin for whole games."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
import pytest

from engine.cards import CARD, Book, Pile
from engine.derive import derive
from engine.events import Cause, Ending, Ev, Result
from engine.facts import EXPOSURE_FACT, GAME_FACT, LEVEL_FACT, SEAT_FACT
from engine.rules import RULES
from engine.state import GAME, Phase, Zone
from tests.engine.reference_derive import derive_slowly

SEATS, CARDS = 3, 12
KEPT = ("game", "seat", "level", "exposure")
NOBODY = -1


class Row(NamedTuple):
    turn: int
    phase: int
    kind: int
    actor: int
    target: int
    card: int
    other: int
    before: int
    after: int
    round: int
    seq: int


class Log:
    """Writes rows as the engine would; turns and rounds are counted along."""

    def __init__(self):
        self.rows, self.turn, self.round, self.phase = [], 0, 0, Phase.SETUP

    def row(self, kind, actor=-1, target=-1, card=-1, other=-1, before=0, after=0):
        self.rows.append(
            Row(self.turn, self.phase, kind, actor, target, card, other, before, after, self.round, len(self.rows))
        )

    def move(self, kind, card, source, goal, other=-1):
        """`source` and `goal` are (zone, seat)."""
        self.row(kind, source[1], goal[1], card, other, source[0], goal[0])

    def draw(self, seat, card):
        self.move(Ev.DRAW, card, (Zone.DECK, NOBODY), (Zone.HAND, seat))

    def begin(self, seat):
        self.turn, self.phase = self.turn + 1, Phase.ARRANGE
        self.round += seat == 0
        self.row(Ev.TURN, seat)

    def level(self, seat, before, after, cause=Cause.KILL):
        self.row(Ev.LEVEL, seat, seat, -1, cause, before, after)

    def fight(self, fighter, joined, removed, result):
        self.row(Ev.FIGHT, fighter)
        for m in range(joined):
            self.row(Ev.JOIN, fighter, fighter, 0, -1, 1, m)
        for _ in range(removed):
            self.row(Ev.REMOVE, NOBODY, NOBODY, 0, 1, Zone.FIGHT, Zone.FIGHT)
        self.row(Ev.FIGHT_END, fighter, NOBODY, -1, result)

    def over(self, winners, ending=Ending.KILL):
        self.row(Ev.OVER, NOBODY, NOBODY, -1, ending, winners)


def book():
    card = np.zeros(CARDS, CARD).view(np.recarray)
    card["number"], card["copy"] = np.arange(CARDS) // 2, np.arange(CARDS) % 2
    card["pile"], card["gold"] = np.arange(CARDS) % 2, 100 * np.arange(CARDS)
    rules = np.array([s.default for s in RULES], np.int64)
    none = np.zeros((0, 0), np.int64)
    return Book(rules, card, np.zeros(0, np.int64), none, none, none.astype(np.int32))


def tables(levels=400, exposures=100):
    return [
        np.zeros(n, t) for n, t in ((3, GAME_FACT), (9, SEAT_FACT), (levels, LEVEL_FACT), (exposures, EXPOSURE_FACT))
    ]


def facts_of(log, out=None, counts=None):
    games, out = np.zeros(1, GAME), tables() if out is None else out
    g, counts = games[0], np.zeros(4, np.int64) if counts is None else counts
    g.game, g.seats, g.first, g.decisions = 7, SEATS, 1, 99
    rows = np.array([r[:10] for r in log.rows], np.int32).reshape(-1, 10)
    short = derive(rows, len(rows), book(), g, *out, counts)
    named = {name: table[:n] for name, table, n in zip(KEPT, out, counts.tolist(), strict=True)}
    return SimpleNamespace(short=int(short), counts=counts.tolist(), **named)


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
    assert game(log, "lead_changes") == 2  # 0 leads, 1 overtakes him in round 5, 0 takes it back in round 8
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
        (0, 0, 1, 1, 0, 1), (0, 1, 0, 0, 0, 1), (1, 0, 1, 0, 1, 0),
    ]  # fmt: skip


def test_only_cards_drawn_in_the_setup_are_an_opening_hand(log):
    log.draw(0, 1)
    log.begin(0)
    log.draw(0, 2)
    log.move(Ev.LOOT, 3, (Zone.OPEN, 1), (Zone.HAND, 2))
    assert exposures(log, "seat", "opening", "drawn_turn") == [(0, 1, 0), (0, 0, 1), (2, 0, 1)]


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
    out, counts = tables(levels=7, exposures=2), np.zeros(4, np.int64)
    assert facts_of(log, out, counts).counts == [1, 3, 3, 1]
    second = facts_of(log, out, counts)
    assert (second.short, second.counts) == (0, [2, 6, 6, 2])
    third = facts_of(log, out, counts)
    assert (third.short, third.counts) == (1, [2, 6, 6, 2])
    assert out[3]["drawn_turn"].tolist() == [0, 0] and out[3]["at_end"].tolist() == [1, 1]


def random_log(seed):
    """A log in which cards wander at random, but never from where they are not."""
    rng, log = Random(seed), Log()
    where = {c: (Zone.DECK, NOBODY) for c in range(CARDS)}
    level, shuffles = [1] * SEATS, [0, 0]

    def wander(kinds, goals):
        card = rng.randrange(CARDS)
        goal = rng.choice(goals)
        log.move(rng.choice(kinds), card, where[card], goal)
        where[card] = goal

    held = [(zone, s) for zone in (Zone.HAND, Zone.TABLE) for s in range(SEATS)]
    for _ in range(rng.randrange(6)):
        wander([Ev.DRAW], held[:SEATS])
    for turn in range(rng.randrange(1, 30)):
        log.begin(turn % SEATS)
        for _ in range(rng.randrange(8)):
            wander(
                [k for k in Ev if k < Ev.LAST_MOVE and k not in (Ev.SHUFFLE, Ev.REMOVE)],
                [*held, (Zone.DISCARD, NOBODY)],
            )
        if rng.random() < 0.5:
            log.fight(rng.randrange(SEATS), 2, rng.randrange(2), rng.choice(list(Result)))
        if rng.random() < 0.5:
            s, after = rng.randrange(SEATS), rng.randrange(1, 10)
            log.level(s, level[s], after, rng.choice(list(Cause)))
            level[s] = after
        for kind in rng.choices([Ev.ASK, Ev.OFFER, Ev.REFUSE, Ev.ACCEPT, Ev.PROPOSE, Ev.DECLINE], k=rng.randrange(4)):
            log.row(kind, *rng.sample(range(SEATS), 2))
        for kind in rng.choices([Ev.DEATH, Ev.REBORN, Ev.CURSE, Ev.BOSS], k=rng.randrange(3)):
            log.row(kind, NOBODY, rng.randrange(SEATS))
        pile = rng.randrange(2)
        gone = [c for c in range(CARDS) if where[c][0] == Zone.DISCARD and c % 2 == pile]
        if gone and rng.random() < 0.3:
            shuffles[pile] += 1
            for c in gone:
                log.move(Ev.SHUFFLE, c, where[c], (Zone.DECK, NOBODY), shuffles[pile])
                where[c] = (Zone.DECK, NOBODY)
    log.over(rng.randrange(1 << SEATS), rng.choice(list(Ending)))
    return log


@pytest.mark.parametrize("seed", range(60))
def test_the_pass_agrees_with_its_slow_twin(seed):
    log, cards = random_log(seed), book().card
    assert Pile.TREASURE == 1
    facts, slow = facts_of(log), derive_slowly(log.rows, cards, SEATS, 1)
    for column, value in slow["game"].items():
        assert facts.game[0][column] == value, column
    for s, row in enumerate(slow["seat"]):
        assert {c: facts.seat[s][c] for c in row} == row
    assert [(int(r["round"]), int(r["seat"]), int(r["level"])) for r in facts.level] == slow["level"]
    assert [{c: int(r[c]) for c in slow["exposure"][0]} for r in facts.exposure] == slow["exposure"]
