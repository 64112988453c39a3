"""Read-only questions about a table: who somebody is, what they may use, what they may carry."""

from __future__ import annotations

from engine.board.card_conditions import holds
from engine.board.counted_amounts import resolved
from engine.jit import kernel
from engine.records.book import Book, Effect
from engine.records.card_kinds import HUMAN, LASTING_BITS, Axis, Card, Kind, Seat, Slot, Trigger, Yes
from engine.records.opcodes import Op
from engine.records.state import Game, Status, Zone
from engine.records.switches import Rule


@kernel(
    "precedence.no-sell-to-ten", "precedence.level-ten-by-monster", "precedence.no-gual-to-ten",
    "boss.level-ten-no-other-way",
)  # fmt: skip
def ceiling(g: Game, book: Book) -> int:
    """Highest Level one may reach without killing a monster."""
    top = int(book.rules[Rule.VICTORY_LEVEL])
    return top - 1 if book.rules[Rule.VICTORY_NEEDS_KILL] == 1 else top


@kernel(
    "class.gain-lose-abilities", "class.classless", "race.discard-removes-vulnerability", "race.human", "super.one",
    "critical.two", "super.two", "halfbreed.play", "sex.start", "setup.start-no-class",
)  # fmt: skip
def refresh_identity(g: Game, book: Book, seat: Seat) -> int:
    """Work out what a player is from the cards in play: `identity` for advantages, `weak` for disadvantages."""
    full = 0
    weak = 0
    for a in range(5):
        g.axis_n[seat, a] = 0
        g.doubled[seat, a] = 0
    for i in range(g.table_n[seat]):
        card = book.card[g.table[seat, i]]
        if card.kind == Kind.DOUBLER:
            g.doubled[seat, card.axis] += 1
        elif Kind.CLASS <= card.kind <= Kind.BIRTHRIGHT:
            g.axis_n[seat, card.axis] += 1
            full |= int(card.identity)
        elif card.kind == Kind.COMRADE:
            full |= int(card.identity)
            weak |= int(card.identity)
    for i in range(g.table_n[seat]):
        card = book.card[g.table[seat, i]]
        if Kind.CLASS <= card.kind <= Kind.BIRTHRIGHT:
            # super.one: a doubler with a single identity hides the disadvantages of that axis
            if g.doubled[seat, card.axis] == 0 or g.axis_n[seat, card.axis] != 1:
                weak |= int(card.identity)
    if g.status[seat] & Status.CULTIST_CARD:
        full |= int(g.pose[seat])  # for their own good only: never a weakness
    if g.axis_n[seat, Axis.RACE] == 0 and book.rules[Rule.RACE_ENABLED] == 1 and book.rules[Rule.RACE_DEFAULT] == 1:
        full |= HUMAN
        weak |= HUMAN
    g.identity[seat] = full | int(g.sex[seat]) | int(g.guise[seat])
    g.weak[seat] = weak | int(g.sex[seat]) | int(g.guise[seat])
    return 0


@kernel("item.cheat", "item.limit-exemption")
def cheated(g: Game, book: Book, card: Card) -> Yes:
    """Whether a Cheat! is attached to an Item."""
    return 0 if g.laden[card] == 0 else _finds_cheat(g, book, card)


@kernel("item.cheat", "item.limit-exemption")
def _finds_cheat(g: Game, book: Book, card: Card) -> Yes:
    """Whether one of the attached cards before an Item's owner is a Cheat! on it."""
    seat = int(g.owner[card])
    for i in range(g.table_n[seat]):
        other = int(g.table[seat, i])
        if g.host[other] == card and book.card[other].kind == Kind.CHEAT:
            return 1
    return 0


@kernel("companion.conan", "item.cheat")
def comrades(g: Game, book: Book, seat: Seat) -> int:
    """Comrades of a player, without those that a Cheat! lets them have beyond the one."""
    n = 0
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if book.card[c].kind == Kind.COMRADE and cheated(g, book, c) == 0:
            n += 1
    return n


@kernel("item.limit-exemption", "item.cheat", "precedence.card-over-rule")
def exempt(g: Game, book: Book, card: Card) -> Yes:
    """Whether no limit holds for an Item: a Cheat! is attached to it, or another card carries it."""
    return 1 if g.host[card] >= 0 and book.card[card].kind == Kind.ITEM else cheated(g, book, card)


@kernel("companion.conan", "class.item-restriction")
def own(g: Game, book: Book, seat: Seat, traits: int) -> int:
    """Those of some traits that are the player's own: what only a Comrade is lets nobody else use an Item."""
    return int(traits) if traits == 0 or book.comrades == 0 else _not_lent(g, book, seat, traits)


@kernel("companion.conan", "class.item-restriction")
def _not_lent(g: Game, book: Book, seat: Seat, traits: int) -> int:
    """The same in a box with Comrades."""
    lent = 0
    mine = 0
    for i in range(g.table_n[seat]):
        row = book.card[g.table[seat, i]]
        if row.kind == Kind.COMRADE:
            lent |= int(row.identity)
        elif Kind.CLASS <= row.kind <= Kind.BIRTHRIGHT:
            mine |= int(row.identity)
    return int(traits) & ~(lent & ~mine)


@kernel("class.item-restriction", "super.one", "item.cheat", "item.limit-exemption")
def usable(g: Game, book: Book, seat: Seat, card: Card) -> Yes:
    """Whether a player may use an Item at this moment, slots aside."""
    row = book.card[card]
    if row.only == 0 and (row.never & g.weak[seat]) == 0:
        return 1
    return _usable_by_traits(g, book, seat, card)


@kernel("class.item-restriction", "super.one", "item.cheat", "item.limit-exemption")
def _usable_by_traits(g: Game, book: Book, seat: Seat, card: Card) -> Yes:
    """Whether somebody may use an Item that asks what they are."""
    row = book.card[card]
    fits = 1
    if row.only != 0 and own(g, book, seat, int(row.only) & int(g.identity[seat])) == 0:
        fits = 0
    if (row.never & g.weak[seat]) != 0 and own(g, book, seat, int(row.never) & int(g.weak[seat])) != 0:
        fits = 0
    if fits == 0 and g.zone[card] == Zone.TABLE and g.owner[card] == seat and exempt(g, book, card) == 1:
        fits = 1
    return fits


@kernel("item.equip-limits", "guest.limit-exceptions")
def hands_of(g: Game, book: Book, seat: Seat) -> int:
    """Hands a player has for Items."""
    return 2 + passive(g, book, seat, Op.EXTRA_HANDS)


@kernel("item.equip-limits", "item.two-of-type", "item.limit-exemption", "item.enhancer")
def slot_used(g: Game, book: Book, seat: Seat, slot: int) -> int:
    """How much of a slot the equipped Items use: Items, or hands for `Slot.HAND`."""
    used = 0
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        row = book.card[c]
        if g.equipped[c] == 1 and row.slot == slot and row.stacks == 0 and exempt(g, book, c) == 0:
            used += hands_needed(g, book, c) if slot == Slot.HAND else 1
        elif slot == Slot.HAND and g.equipped[c] == 1 and row.hands < 0 and usable(g, book, seat, c) == 1:
            used += int(row.hands)  # below nothing: it lends a hand, whatever its slot
    return used


@kernel("item.enhancer")
def hands_needed(g: Game, book: Book, card: Card) -> int:
    """Hands an Item needs, after its Item Enhancers."""
    need = int(book.card[card].hands)
    if g.laden[card] == 1:
        seat = int(g.owner[card])
        for i in range(g.table_n[seat]):
            other = int(g.table[seat, i])
            if g.host[other] == card and book.card[other].kind == Kind.ITEM_ENHANCER:
                need += int(book.card[other].hands)
    return max(0, need) if book.card[card].hands > 0 else need


@kernel("item.equip-limits", "item.two-of-type", "item.carry-anything", "class.item-restriction")
def can_equip(g: Game, book: Book, seat: Seat, card: Card) -> Yes:
    """Whether an Item in play could be equipped now."""
    row = book.card[card]
    if g.equipped[card] == 1 or row.kind != Kind.ITEM:
        return 0
    return fits(g, book, seat, card)


@kernel("item.equip-limits")
def fits(g: Game, book: Book, seat: Seat, card: Card) -> Yes:
    """Whether an Item could be used and finds its slot free."""
    row = book.card[card]
    if usable(g, book, seat, card) == 0:
        return 0
    if (
        row.big == 1
        and book.rules[Rule.BIG_COUNTS] == 1
        and big_left(g, book, seat, 1) < 1
        and exempt(g, book, card) == 0
    ):
        return 0
    if row.slot == Slot.NONE or row.stacks == 1 or (g.zone[card] == Zone.TABLE and exempt(g, book, card) == 1):
        return 1
    used = slot_used(g, book, seat, row.slot)
    if row.slot == Slot.HAND:
        return 1 if used + hands_needed(g, book, card) <= hands_of(g, book, seat) else 0
    return 1 if used == 0 else 0


@kernel("item.one-big", "item.cheat", "item.limit-exemption")
def big_load(g: Game, book: Book, card: Card) -> int:
    """1 for an Item in play that counts as one of the Big Items its owner may carry."""
    row = book.card[card]
    return 1 if row.big == 1 and row.is_item == 1 and g.host[card] < 0 and cheated(g, book, card) == 0 else 0


@kernel("item.one-big", "race.dwarf-big")
def big_room(g: Game, book: Book, seat: Seat) -> int:
    """How many more Big Items a player may carry; negative if they carry too many."""
    return 100 if book.rules[Rule.BIG_COUNTS] == 1 else big_left(g, book, seat, 0)


@kernel("item.one-big", "race.dwarf-big")
def big_left(g: Game, book: Book, seat: Seat, in_use: int) -> int:
    """How many Big Items are left to the limit, of those in use (1) or of all that a player carries (0)."""
    limit = int(book.rules[Rule.BIG_LIMIT])
    if limit == 0:
        return 100
    n = 0
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        row = book.card[c]
        n += big_load(g, book, c) if in_use == 0 or g.equipped[c] == 1 else 0
        for r in range(row.first, row.last if row.triggers & LASTING_BITS else row.first):
            e = book.effect[r]
            if e.op == Op.BIG_LIMIT and counts(g, book, seat, c, e) == 1:
                limit = 100 if e.amount < 0 else max(limit, int(e.amount))
            elif e.op == Op.AS_BIG and counts(g, book, seat, c, e) == 1:
                n += 1
    return limit - n


@kernel("item.carried")
def counts(g: Game, book: Book, seat: Seat, card: Card, e: Effect) -> Yes:
    """Whether a lasting row of a card on a player's table counts now."""
    if e.trigger == Trigger.CARRIED:
        return holds(g, book, seat, card, e)
    if e.trigger != Trigger.IN_PLAY:
        return 0
    if book.card[card].is_item == 1 and (g.equipped[card] == 0 or usable(g, book, seat, card) == 0):
        return 0
    return holds(g, book, seat, card, e)


@kernel("item.carried", "cards.hand-private")
def passive(g: Game, book: Book, seat: Seat, op: int) -> int:
    """Sum of a lasting opcode over the cards in play of a player."""
    return _sum_in_play(g, book, seat, op) if book.lasting[op] == 1 else 0


@kernel("item.carried", "cards.hand-private")
def _sum_in_play(g: Game, book: Book, seat: Seat, op: int) -> int:
    """The same where the box has such cards: apart, so that those who ask in vain make no call."""
    total = 0
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        row = book.card[c]
        if row.triggers & LASTING_BITS:
            for r in range(row.first, row.last):
                e = book.effect[r]
                if e.op == op and counts(g, book, seat, c, e) == 1:
                    total += resolved(g, book, seat, int(e.amount))
    return total


@kernel("item.carried", "class.gain-lose-abilities")
def has_passive(g: Game, book: Book, seat: Seat, op: int) -> Yes:
    """Whether a card in play gives a player a lasting opcode; the effect row, or -1."""
    return _row_in_play(g, book, seat, op) if book.lasting[op] == 1 else -1


@kernel("item.carried", "class.gain-lose-abilities")
def _row_in_play(g: Game, book: Book, seat: Seat, op: int) -> int:
    """The first row of a lasting opcode among a player's cards in play, or -1."""
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        row = book.card[c]
        if row.triggers & LASTING_BITS:
            for r in range(row.first, row.last):
                e = book.effect[r]
                if e.op == op and counts(g, book, seat, c, e) == 1:
                    return r
    return -1


@kernel("turn.hand-limit")
def hand_limit(g: Game, book: Book, seat: Seat) -> int:
    """Most cards a player may hold at the end of their turn; never less than none."""
    return max(0, int(book.rules[Rule.HAND_LIMIT]) + passive(g, book, seat, Op.HAND_LIMIT))
