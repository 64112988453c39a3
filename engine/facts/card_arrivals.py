"""The rows of `exposure`: when a card becomes a player's, how it came, and what became of it there.

A card is a player's from the move that names them as its target to the next one that does not: in hand, in play,
open before them, played into a combat, or kept from them by a Curse. In that time it has one row at most, which
begins when the card reaches the hand or the table, or is turned up as the door. What comes back later is a new row.
"""

from __future__ import annotations

from engine.jit import kernel
from engine.records.book import Book, EventRow
from engine.records.card_kinds import Card, Kind, Numbers, Pile, Seat, Yes
from engine.records.events import Drawn, Ev, How
from engine.records.state import Zone
from engine.records.worker_records import Tally

LIES_ON_TABLE = 2
"""Value of `exposure.at_end` during the pass for a held card that is in play."""


@kernel()
def follow(t: Tally, book: Book, row: EventRow, out: Numbers, first: int, game: int) -> int:
    """Follow the move of a card in its rows of `out`, of which the game's begin at `first`."""
    card, seat, before, after = int(row.card), int(row.target), int(row.before), int(row.after)
    pile = int(book.card[card]["pile"])
    if before == Zone.DECK:
        _leave_pile(t, pile, card)
    elif after == Zone.DECK and row.kind != Ev.SHUFFLE:
        t.known[pile] += 1
    if t.slot[card] > 0:
        _leave(t, row, out[first + t.slot[card] - 1])
    if row.kind == Ev.PLAY or row.kind == Ev.REWARD:
        t.due = 0  # whatever is drawn now, it was not won
    if seat < 0:
        return 0
    held = after == Zone.HAND or after == Zone.TABLE
    if t.slot[card] == 0 and (held or (row.kind == Ev.REVEAL and pile == Pile.DOOR)):
        _open(t, book, row, out, first, game)
    if held and t.slot[card] > 0:
        exposure = out[first + t.slot[card] - 1]
        exposure["held"] = 1
        exposure["at_end"] = LIES_ON_TABLE if after == Zone.TABLE else 1
    if after == Zone.TABLE:
        t.since[card] = t.turn
    return 0


@kernel()
def _leave_pile(t: Tally, pile: int, card: Card) -> int:
    """Note the pass of the pile that a card comes from, and whether it was the next one by lot."""
    t.drawn_pass[card] = t.shuffle[pile]
    t.by_lot[card] = 1
    if t.known[pile] > 0:
        t.known[pile] -= 1
        t.by_lot[card] = 0
    return 0


@kernel()
def _leave(t: Tally, row: EventRow, exposure: Numbers) -> int:
    """Note what a move says about the card in the row of whoever had it, and close the row if they have it no more."""
    kind, card, before = int(row.kind), int(row.card), int(row.before)
    if kind == Ev.PLAY and (before != Zone.OPEN or t.struck != card + 1):  # a Curse behind the door stays by itself
        exposure["played"] = 1
    if before == Zone.HAND or before == Zone.TABLE:
        _mark(exposure, kind, t.corpse[row.actor])
        exposure["at_end"] = 0
    if before == Zone.TABLE:
        exposure["in_play_turns"] += t.turn - t.since[card]
    if row.target != exposure["seat"]:
        t.slot[card] = 0
    return 0


@kernel()
def _mark(exposure: Numbers, kind: int, corpse: int) -> int:
    """Note how a card was lost to its holder."""
    if kind == Ev.SELL:
        exposure["sold"] = 1
    elif kind == Ev.LOSE or kind == Ev.STEAL or kind == Ev.LOOT:
        exposure["lost"] = 1
    elif kind == Ev.DISCARD and corpse == 1:
        exposure["lost"] = 1
    return 0


@kernel()
def _open(t: Tally, book: Book, row: EventRow, exposure_out: Numbers, first: int, game: int) -> int:
    """Begin the row of a card that has come to a seat."""
    card, at = int(row.card), int(t.exposures_at)
    if at >= exposure_out.shape[0]:
        t.short = 1
        return 0
    t.exposures_at = at + 1
    t.slot[card] = at - first + 1
    how = int(_how(t, book, row))
    out = exposure_out[at]
    out["game"] = game
    out["seat"] = row.target
    out["card"] = book.card[card]["number"]
    out["copy"] = book.card[card]["copy"]
    out["how"] = how
    out["pass"] = -1
    out["by_lot"] = 0
    if how <= How.REWARD:
        out["by_lot"] = t.by_lot[card]
        out["pass"] = t.drawn_pass[card]
    if row.kind == Ev.SETUP and how == How.DEALT:  # a Character: by lot, from no pile
        out["by_lot"] = 1
        out["pass"] = -1
    out["opening"] = 1 if how == How.DEALT else 0
    out["drawn_turn"] = t.turn
    out["held"] = 0
    out["played"] = 0
    out["in_play_turns"] = 0
    out["sold"] = 0
    out["lost"] = 0
    out["at_end"] = 0
    return _share(t, int(row.target), exposure_out, at) if row.kind == Ev.REWARD else 0


@kernel()
def _how(t: Tally, book: Book, row: EventRow) -> int:
    """How a card has come to the target of a move, as `How`."""
    kind = int(row.kind)
    if kind == Ev.DRAW:
        if row.other == Drawn.DEALT:
            return How.DEALT
        return How.REWARD if _is_reward(t, book, row) == 1 else How.DRAWN
    if kind == Ev.REVEAL:
        return How.KICKED
    if kind == Ev.REWARD:
        return How.REWARD
    if kind == Ev.GIVE or kind == Ev.CHARITY:
        return How.GIVEN
    if kind == Ev.STEAL:
        return How.STOLEN
    if kind == Ev.LOOT:
        return How.LOOTED
    return How.DEALT if kind == Ev.SETUP and book.card[row.card]["kind"] == Kind.CHARACTER else How.OTHER


@kernel()
def _is_reward(t: Tally, book: Book, row: EventRow) -> Yes:
    """Whether a drawn card is a Treasure of the combat that has just been won."""
    return 1 if t.due > 0 and t.due == row.phase and book.card[row.card]["pile"] == Pile.TREASURE else 0


@kernel()
def _share(t: Tally, seat: Seat, exposure_out: Numbers, at: int) -> int:
    """Treasures that two players have picked from came to neither by lot: one more has been picked."""
    if t.picker == 0:
        t.picker = seat + 1
        t.picked_at = at
    elif t.picker != seat + 1 and t.divided == 0:
        t.divided = 1
        for i in range(t.picked_at, at):
            if exposure_out[i]["how"] == How.REWARD:
                exposure_out[i]["by_lot"] = 0
    if t.divided == 1:
        exposure_out[at]["by_lot"] = 0
    return 0


@kernel()
def close(t: Tally, book: Book, out: Numbers, first: int) -> int:
    """Count the turns of what still lies on a table when the game ends."""
    for card in range(book.cards):
        if t.slot[card] > 0 and t.short == 0:
            exposure = out[first + t.slot[card] - 1]
            if exposure["at_end"] == LIES_ON_TABLE:
                exposure["at_end"] = 1
                exposure["in_play_turns"] += t.turn - t.since[card]
    return 0
