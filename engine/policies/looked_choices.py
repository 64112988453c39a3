"""Which card of a pile that one looks at is kept, comes first, or goes: by who draws from the pile next."""

from __future__ import annotations

from engine.board.seat_lookup import next_seat
from engine.board.strength import player_strength
from engine.jit import kernel
from engine.policies.bad_stuff_cost import bad_stuff
from engine.policies.discard_choices import RIVALS, met, missed, unopened
from engine.policies.help_worth import own_reserve
from engine.policies.pile_worth import opens_next
from engine.policies.weights import Weight
from engine.policies.worth import keep_value
from engine.records.agenda import KIND, Step
from engine.records.book import Book
from engine.records.card_kinds import Card, Kind, Pile, Seat, Trigger, Yes
from engine.records.card_steps import Look
from engine.records.questions import Verb
from engine.records.state import Game, Phase
from engine.records.step_values import Looked
from engine.steps.offers.actions import is_curse


@kernel("cards.hand-private")
def of_looked(g: Game, book: Book, seat: Seat, i: int) -> int:
    """Utility of option i where cards of a pile are looked at; to leave them as they lie is 0."""
    taken = book.work.option[i]
    if taken.verb == Verb.PASS:
        return 0
    card, then = int(taken.card), int(taken.amount)
    if then < 0:
        return missed(g, book, seat, int(taken.target)) - missed(g, book, seat, card)  # a discard for a hand card
    row = g.agenda[g.agenda_n - 1]
    laid = int(row[Look.LAID]) if row[KIND] == Step.LOOK else 0
    if then == Looked.LEAVE_UNDER or then == Looked.LEAVE_DISCARD:
        return -missed(g, book, seat, card)
    if Looked.KEEP_UNDER <= then <= Looked.KEEP_BACK:
        if laid == 0:
            return missed(g, book, seat, card)
        laid -= 1  # the first one is one's own
    worth = _suits(g, book, seat, card, laid)
    if then < Looked.UNDER:
        return worth
    return (_usual(g, book, seat, int(book.card[card].pile)) if then >= Looked.MAY_UNDER else 0) - worth


@kernel("turn.kick-open", "turn.loot-room")
def _suits(g: Game, book: Book, seat: Seat, card: Card, above: int) -> int:
    """What it is worth to a player that a card lies on its pile, under so many others, by whoever is to draw it."""
    pile = int(book.card[card].pile)
    if pile == Pile.TREASURE:
        return (
            keep_value(g, book, seat, card) if _wins_next(g, seat) == 1 else -keep_value(g, book, seat, card) // RIVALS
        )
    if pile != Pile.DOOR:
        return 0
    if opens_next(g, seat) == 1 and above == 0:
        return _faced(g, book, seat, seat, card)
    if opens_next(g, seat) == 1 and above == 1 and _is_quiet(g, book) == 1:
        return keep_value(g, book, seat, card)  # it is looted
    return -_faced(g, book, seat, next_seat(g, max(0, int(g.active))), card) // RIVALS


@kernel("turn.loot-room")
def _is_quiet(g: Game, book: Book) -> Yes:
    """Whether no monster lies on top of the doors."""
    first = int(g.deck[Pile.DOOR, g.deck_n[Pile.DOOR] - 1])
    return 1 if book.card[first].kind != Kind.MONSTER else 0


@kernel("combat.win-level")
def _wins_next(g: Game, seat: Seat) -> Yes:
    """Whether a player is likely to be the next one who draws Treasures."""
    return 1 if g.active == seat and g.phase < Phase.EVENING else 0


@kernel()
def _usual(g: Game, book: Book, seat: Seat, pile: int) -> int:
    """What the next card of a pile is worth that nobody has seen, in the same points."""
    w = book.work.weights[seat]
    if pile == Pile.TREASURE:
        usual = int(w[Weight.TREASURE])
        return usual if _wins_next(g, seat) == 1 else -usual // RIVALS
    if pile != Pile.DOOR:
        return 0
    return unopened(g, book, seat) if opens_next(g, seat) == 1 else -unopened(g, book, seat) // RIVALS


@kernel("turn.kick-open.monster", "turn.kick-open.curse", "turn.kick-open.other")
def _faced(g: Game, book: Book, judge: Seat, seat: Seat, card: Card) -> int:
    """What a card behind the door brings whoever opens it, in the points of `judge`."""
    w = book.work.weights[judge]
    if book.card[card].kind == Kind.MONSTER:
        strength = player_strength(g, book, seat) + (own_reserve(g, book, seat) if seat == judge else 0)
        return met(g, book, judge, seat, card, strength)
    if is_curse(book, card) == 1:
        return -bad_stuff(g, book, seat, card, Trigger.CURSED) * int(w[Weight.DANGER]) // 10
    return 4 * int(w[Weight.CARD]) + (keep_value(g, book, judge, card) if seat == judge else 0)
