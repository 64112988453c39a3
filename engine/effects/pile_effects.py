"""Effects on piles and doors: looking at the cards on top of a pile, and a door that stays shut."""

from __future__ import annotations

from engine.board.pile_order import lay_ready
from engine.board.replacements import shut_room, waiting_door
from engine.effects.named_players import count_of
from engine.jit import kernel
from engine.records.agenda import KIND, Step
from engine.records.book import Book
from engine.records.card_kinds import Card, EffectRow, Seat
from engine.records.card_steps import push_look, push_swap_discard
from engine.records.state import FightFlag, Game
from engine.records.turn_steps import Door, DoorState


@kernel("precedence.card-over-rule", "cards.deck-and-discards-empty", "death.no-cards")
def look(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player looks at the top cards of a pile: what becomes of one of them, and of the rest."""
    n = min(count_of(g, book, row, who), int(g.cards))
    n = lay_ready(g, book, int(book.effect[row].a), n) if g.dead[who] == 0 else 0
    return push_look(g, seat=who, effect=row, left=n, cause=card) if n > 0 else 0


@kernel("turn.kick-open", "precedence.card-over-rule")
def skip_door(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """On their turn, before their door, the player opens none: there is no room behind it either."""
    i = waiting_door(g) if who == g.active else -1
    if i >= 0:
        g.agenda[i, Door.STATE] = DoorState.SKIPPED
        shut_room(g, 1)
    return 0


@kernel("turn.kick-open", "turn.loot-room", "precedence.card-over-rule")
def end_turn(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player's own turn goes on with Charity: no door is opened any more, and there is no room and no evening."""
    goes_on = 0
    for i in range(g.agenda_n):
        goes_on = 1 if g.agenda[i, KIND] == Step.EVENING else goes_on
    if who != g.active or goes_on == 0:
        return 0
    g.fight_flags |= FightFlag.TURN_OVER
    i = waiting_door(g)
    if i >= 0:
        g.agenda[i, Door.STATE] = DoorState.SKIPPED
    return shut_room(g, 1)


@kernel("cards.discard-piles", "cards.no-looking-discards", "death.no-cards")
def swap_discard(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player may exchange a hand card for the topmost discard of its pile."""
    return push_swap_discard(g, seat=who, cause=card)
