"""Which card comes to whom, and how: what the log of a game that is to be forked says, as it is written."""

from __future__ import annotations

from engine.jit import kernel
from engine.policies.lookahead import REAL
from engine.records.book import Book, EventRow
from engine.records.card_kinds import PILES, Pile, Yes
from engine.records.events import Drawn, Ev, How, Result
from engine.records.fork_records import Fork, Moment
from engine.records.state import Game, Games, Zone
from engine.records.switches import Rule
from engine.rng import Purpose, below

ASIDE, CHOSEN = 3, 4
"""Places of the copy that was put aside last, and of the one from which the second branch is played."""

NEAR = 32
"""Cards from the top of its pile within which a card may come before the next question is put."""


@kernel()
def forget_arrivals(fork: Fork, book: Book) -> int:
    """A new game: nothing has come to anybody yet."""
    fork.said = 0
    fork.entries = 0
    fork.due = 0
    for pile in range(PILES):
        fork.known[pile] = 0
    for s in range(fork.level.shape[0]):
        fork.level[s] = book.rules[Rule.SETUP_START_LEVEL]
    return 0


@kernel()
def is_near(g: Game, book: Book, fork: Fork) -> Yes:
    """Whether a copy of the design lies so near the top of its pile that it may come with the next step."""
    pile = int(fork.pile)
    top = int(g.deck_n[pile])
    for i in range(top - 1, max(0, top - NEAR) - 1, -1):
        if book.card[g.deck[pile, i]].number == fork.number:
            return 1
    return 0


@kernel()
def arrived(games: Games, book: Book, fork: Fork) -> int:
    """Read what was logged since the last time, and forget it: of each arrival the chance to be the chosen one."""
    g = games[REAL]
    for j in range(g.log_n):
        row = book.work.log[j]
        if row.kind < Ev.LAST_MOVE:
            _moved(games, book, fork, row)
        elif row.kind == Ev.LOOK or row.kind == Ev.UNDER:
            pile = int(book.card[row.card].pile)
            above = int(row.before) + 1 if row.kind == Ev.LOOK else 0
            fork.known[pile] = max(above, int(fork.known[pile]) - (1 if row.kind == Ev.UNDER else 0))
        elif row.kind == Ev.LEVEL:
            fork.level[row.target] = row.after
        elif row.kind == Ev.FIGHT_END:
            won = row.other == Result.KILLED or row.other == Result.REMOVED
            fork.due = row.phase if won else 0
        elif row.kind == Ev.TURN:
            fork.due = 0
    g.log_n = 0
    return 0


@kernel()
def _moved(games: Games, book: Book, fork: Fork, row: EventRow) -> int:
    """Follow the move of a card; whatever is played or picked, what is drawn after it was not won."""
    card, kind = int(row.card), int(row.kind)
    pile = int(book.card[card].pile)
    if kind == Ev.PLAY or kind == Ev.REWARD:
        fork.due = 0
    if row.after == Zone.DECK and kind != Ev.SHUFFLE:
        fork.known[pile] += 1
    if row.before != Zone.DECK:
        return 0
    laid = fork.known[pile] > 0
    if laid:
        fork.known[pile] -= 1
    if book.card[card].number != fork.number or (kind != Ev.DRAW and kind != Ev.REVEAL):
        return 0
    if laid:
        fork.laid += 1
        return 0
    return _consider(games, fork, row)


@kernel()
def way_of(row: EventRow, pile: int, due: int) -> int:
    """How the card of a move from its pile comes to the target; `due` = phase of what was won.

    A Treasure turned up to be shared is OTHER: who gets it is picked.
    """
    if row.kind == Ev.REVEAL:
        return int(How.KICKED) if pile == Pile.DOOR else int(How.OTHER)
    if row.other == Drawn.DEALT:
        return int(How.DEALT)
    return int(How.REWARD) if pile == Pile.TREASURE and due > 0 and due == row.phase else int(How.DRAWN)


@kernel()
def _consider(games: Games, fork: Fork, row: EventRow) -> int:
    """One more arrival by lot: the n-th takes the place of the chosen one with a chance of one in n."""
    fork.arrivals += 1
    card, pile = int(row.card), int(fork.pile)
    kept = games[ASIDE]
    if fork.moment == Moment.NONE or kept.zone[card] != Zone.DECK:
        fork.shuffled += 1
        return 0
    if kept.deck[pile, 0] == card:
        fork.last += 1
        return 0
    fork.entries += 1
    if below(int(fork.entries), kept.key, Purpose.FORK, 1, int(fork.entries)) != 0:
        return 0
    games[CHOSEN] = games[ASIDE]
    fork.card = card
    fork.chosen = fork.moment
    fork.taken[0] = fork.option[0]
    fork.before = fork.said
    return _describe(fork, row, pile)


@kernel()
def _describe(fork: Fork, row: EventRow, pile: int) -> int:
    seat = int(row.target)
    fork.seat = seat
    fork.way = way_of(row, pile, int(fork.due))
    fork.turn = row.turn
    fork["round"] = row["round"]
    fork.own = fork.level[seat]
    most = 0
    for s in range(fork.level.shape[0]):
        most = max(most, int(fork.level[s]))
    fork.lead = most - int(fork.own)
    return 0
