"""Powers for a flight: instead of a roll, and after one that has failed."""

from __future__ import annotations

from engine.jit import kernel
from engine.records.book import Book
from engine.records.combat_steps import Rolled, push_roll
from engine.records.events import Ev
from engine.records.kinds import Card, EffectRow, Seat
from engine.records.log import emit
from engine.records.questions import Verb, option
from engine.records.state import Game
from engine.steps.offers.escape import open_way
from engine.steps.offers.purse import count_use, list_payments, used


@kernel("run.mods-all", "class.ability-timing")
def offer_discard_for_flight(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """So often in a combat."""
    if used(g, book, seat, card) < book.effect[row].a:
        list_payments(g, book, seat, card, row, -1)
    return 0


@kernel("run.mods-all", "class.power-by-discard")
def use_discard_for_flight(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card, target: int) -> int:
    """The discarded card adds to the player's rolls."""
    n = int(book.effect[row].amount)
    count_use(g, book, seat, source)
    g.run_bonus[seat] += n
    emit(g, book, Ev.EASE, seat, seat, source, -1, 0, n)
    return 0


@kernel("run.roll", "class.ability-timing")
def offer_second_try(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """Once against the monster of the roll."""
    tried = int(g.tried[seat]) >> int(g.agenda[g.agenda_n - 1, Rolled.MONSTER])
    if tried & 1 == 0:
        list_payments(g, book, seat, card, row, -1)
    return 0


@kernel("run.roll", "class.power-by-discard")
def use_second_try(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card, target: int) -> int:
    """The step that waits for answers to the roll then throws again."""
    g.tried[seat] |= 1 << int(g.agenda[g.agenda_n - 1, Rolled.MONSTER])
    g.roll = 0
    return 0


@kernel("run.when", "run.mods-all", "run.roll", "class.ability-timing", "guest.sacrifice")
def offer_discard_to_escape(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """A card that may be discarded instead of a roll: for all monsters, or for one of at most a printed Level."""
    most = int(book.effect[row].a)
    m = int(open_way(g, book, seat, 0))
    if most == 0 and m >= 0:
        option(g, book, Verb.USE, card, -1, row)
    while most > 0 and m >= 0:
        if book.card[g.foe[m].card].level <= most:
            option(g, book, Verb.USE, card, m, row)
        m = int(open_way(g, book, seat, m + 1))
    return 0


@kernel("run.mods-all", "run.roll")
def use_discard_to_escape(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card, target: int) -> int:
    """Away from this monster without a die, or from all of them."""
    if target < 0:
        g.escape_all[seat] = 1
        return 0
    g.rerolls = 0
    return push_roll(g, seat=seat, monster=target, sure=1)
