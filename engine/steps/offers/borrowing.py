"""An Item of somebody else that wins a lost fight: which ones do, and what has to make room for it."""

from __future__ import annotations

from engine.board.equipment import big_load, big_room, exempt, fits, has_passive
from engine.board.monsters import forget_refusals
from engine.board.seat_lookup import has_row, in_combat, next_seat
from engine.board.strength import compare, item_worth
from engine.board.zones import discard, hand_over
from engine.jit import kernel
from engine.records.agenda import Step, pop
from engine.records.book import Book, Option
from engine.records.card_kinds import Card, Kind, Seat, Slot, Yes
from engine.records.events import Ev
from engine.records.log import emit
from engine.records.offer_steps import Borrow
from engine.records.opcodes import Op
from engine.records.questions import Aim, Question, Verb, ask, option, or_over
from engine.records.state import FightFlag, Game, Mark, Mod, Zone


@kernel("item.equip-limits", "item.one-big", "class.item-restriction", "combat.compare")
def winning_items(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """List the Items of the others with which a participant of a lost fight would win it; what exempts one stays."""
    if in_combat(g, seat) == 0 or compare(g, book) == 1 or (int(g.mods) & (Mod.LEVEL_ONLY | Mod.NO_ITEMS)) != 0:
        return 0
    s = next_seat(g, seat) if has_passive(g, book, seat, Op.NO_STEALING) < 0 else seat
    while s != seat:
        for i in range(g.table_n[s] if has_passive(g, book, s, Op.NO_THEFT) < 0 else 0):
            c = int(g.table[s, i])
            if book.card[c].kind == Kind.ITEM and exempt(g, book, c) == 0 and _turns(g, book, seat, c) == 1:
                option(g, book, Verb.PLAY, card, c, Aim.ITEM)
        s = next_seat(g, s)
    return compare(g, book)


@kernel("item.equip-limits")
def _turns(g: Game, book: Book, seat: Seat, item: Card) -> Yes:
    """Whether an Item wins the fight as it is, or once one of the taker's own has made room."""
    if wins_with(g, book, seat, item, -1) == 1:
        return 1
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if book.card[c].is_item == 1 and wins_with(g, book, seat, item, c) == 1:
            return 1
    return 0


@kernel("item.equip-limits", "item.one-big", "combat.compare", "combat.strength")
def wins_with(g: Game, book: Book, seat: Seat, item: Card, dropped: int) -> Yes:
    """Whether the fight would be won if `seat` used the Item, its owner no longer did, and `dropped` were gone."""
    used = int(g.equipped[item])
    worn = int(g.equipped[dropped]) if dropped >= 0 else 0
    room = int(big_room(g, book, seat)) + (int(big_load(g, book, dropped)) if dropped >= 0 else 0)
    g.equipped[item] = 0
    if dropped >= 0:
        g.equipped[dropped] = 0
    won = 0
    if fits(g, book, seat, item) == 1 and (book.card[item].big == 0 or room > 0):
        compare(g, book)
        lead = int(g.side) + int(_gain(g, book, seat, item)) - int(g.foes)
        won = 1 if lead > 0 or (lead == 0 and g.ties == 1) else 0
    g.equipped[item] = used
    if dropped >= 0:
        g.equipped[dropped] = worn
    return won


@kernel("combat.strength", "combat.level-only")
def _gain(g: Game, book: Book, seat: Seat, item: Card) -> int:
    """What an Item adds to the side of its new user."""
    if (int(g.combat_mark[item]) & Mark.SILENT) != 0:
        return 0
    for i in range(g.table_n[seat]):
        if has_row(book, int(g.table[seat, i]), Op.ONLY_ARMOR, 0) == 1 and book.card[item].slot != Slot.BODY:
            return 0
    gain = int(item_worth(g, book, seat, item))
    if g.helper < 0 and (g.fight_flags & FightFlag.DOUBLE_LEADER) != 0:
        gain *= 2 + int(g.doppelgangers)
    return gain


@kernel("item.equip-limits", "trade.stays-in-play", "precedence.card-over-rule")
def step_borrow(g: Game, book: Book) -> int:
    """The Item is taken, if need be once its new owner has said what they discard for it."""
    row = g.agenda[g.agenda_n - 1]
    seat = int(row[Borrow.SEAT])
    item = int(row[Borrow.CARD])
    cause = int(row[Borrow.CAUSE])
    if g.zone[item] != Zone.TABLE or g.owner[item] == seat or g.fighting == 0:
        return pop(g)
    if wins_with(g, book, seat, item, -1) == 1:
        pop(g)
        return _take(g, book, seat, item, cause)
    ask(g, seat, Question.LOSE, cause)
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if book.card[c].is_item == 1 and wins_with(g, book, seat, item, c) == 1:
            option(g, book, Verb.CHOOSE_CARD, c, seat, 0)
    return or_over(g)


@kernel("item.equip-limits")
def _take(g: Game, book: Book, seat: Seat, item: Card, cause: Card) -> int:
    """The Item changes its owner and is used at once."""
    hand_over(g, book, item, seat, Ev.STEAL, cause)
    if fits(g, book, seat, item) == 1:
        g.equipped[item] = 1
        emit(g, book, Ev.EQUIP, seat, seat, item, -1, 0, 1)
    return forget_refusals(g)


@kernel("item.equip-limits", "item.forced-loss")
def answer_borrow(g: Game, book: Book, taken: Option) -> int:
    """One of the taker's own Items makes room; then the other one is theirs."""
    row = g.agenda[g.agenda_n - 1]
    seat = int(row[Borrow.SEAT])
    item = int(row[Borrow.CARD])
    cause = int(row[Borrow.CAUSE])
    pop(g)
    discard(g, book, taken.card, Ev.DISCARD)
    return _take(g, book, seat, item, cause)


STEPS = {Step.BORROW: step_borrow}
ANSWERS = {Step.BORROW: answer_borrow}
