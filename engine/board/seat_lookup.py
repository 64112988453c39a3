"""Plain look-ups: who sits where, who is highest, what lies on a table."""

from __future__ import annotations

from engine.board.munchkin_side import helps
from engine.jit import kernel
from engine.records.agenda import KIND, WHOSE
from engine.records.book import Book
from engine.records.card_kinds import ABILITY_BIT, Axis, Card, Kind, Pile, Seat, Tag, Trigger, Yes
from engine.records.state import Game
from engine.records.switches import Rule


@kernel("timing.helper-in-combat")
def in_combat(g: Game, seat: Seat) -> Yes:
    """Whether a seat takes part in the combat, as fighter or helper."""
    if g.fighting == 0:
        return 0
    return 1 if g.fighter == seat else helps(g, seat)


@kernel("run.both")
def still_flees(g: Game, seat: Seat, m: int) -> Yes:
    """Whether it is open yet if a monster catches a player."""
    return 1 if (int(g.fled[seat]) >> m) & 1 == 0 else 0


@kernel("run.both")
def others_flee(g: Game, seat: Seat, m: int) -> Yes:
    """Whether it is open yet if a monster catches a companion of a player."""
    for s in range(g.seats):
        if s != seat and in_combat(g, s) == 1 and still_flees(g, s, m) == 1:
            return 1
    return 0


@kernel()
def next_seat(g: Game, seat: Seat) -> int:
    """The seat to the left."""
    s = seat + 1
    return s if s < g.seats else 0


@kernel()
def pass_on(g: Game, now: int, asked: int) -> Seat:
    """The seat that the step on top asks now; the next one clockwise is asked after it, and one more has been asked.

    `now`, `asked` = the columns of the step that hold whose turn it is to be asked, and how many have been.
    """
    row = g.agenda[g.agenda_n - 1]
    seat = int(row[now])
    row[now] = next_seat(g, seat)
    row[asked] += 1
    return seat


@kernel()
def left_of(g: Game, seat: Seat, k: int) -> int:
    """The seat k places to the left of another one; k is at most the number of seats."""
    s = int(seat) + int(k)
    return s if s < g.seats else s - int(g.seats)


@kernel()
def place_of(g: Game, seat: Seat) -> int:
    """A seat's name in everything that chance decides: how many places it sits to the left of the origin.

    Nothing but draws, the deal, the teams and rules of one place may use it. All else counts from a player - who
    decides, whose turn it is, who is hit - so that a table that is turned round with its origin plays the same game.
    """
    s = int(seat) - int(g.origin)
    return s if s >= 0 else s + int(g.seats)


@kernel("help.shared-victory")
def is_mate(g: Game, book: Book, seat: Seat, other: int) -> Yes:
    """Whether two players win together by a house rule: teams are dealt round the table, or all are against place 1."""
    if seat == other:
        return 0
    here, there = place_of(g, seat), place_of(g, other)
    if book.rules[Rule.TEAM_LONE] == 1:
        return 1 if here > 0 and there > 0 else 0
    teams = int(book.rules[Rule.TEAM_COUNT])
    return 1 if teams > 0 and here % teams == there % teams else 0


@kernel("help.shared-victory")
def has_teams(book: Book) -> Yes:
    """Whether players win together by a house rule."""
    return 1 if book.rules[Rule.TEAM_COUNT] > 0 or book.rules[Rule.TEAM_LONE] == 1 else 0


@kernel("help.shared-victory")
def with_mates(g: Game, book: Book, winners: int) -> int:
    """Seats, as bits, that win when these do."""
    mask = winners
    for s in range(g.seats if has_teams(book) == 1 else 0):
        for other in range(g.seats):
            if (winners >> other) & 1:
                mask |= is_mate(g, book, s, other) << s
    return mask


@kernel("help.shared-victory")
def waits_for_mates(g: Game, book: Book, seat: Seat) -> Yes:
    """Whether a player at the winning Level has not won because somebody of their team is still on the way."""
    for s in range(g.seats if book.rules[Rule.TEAM_ALL_REACH] == 1 else 0):
        if g.level[s] < book.rules[Rule.VICTORY_LEVEL] and is_mate(g, book, seat, s) == 1:
            return 1
    return 0


@kernel()
def lowest_level(g: Game, book: Book) -> int:
    """Lowest Level of the living."""
    low = 10000
    for s in range(g.seats):
        if g.dead[s] == 0 and g.level[s] < low:
            low = int(g.level[s])
    return low


@kernel()
def highest_level(g: Game) -> int:
    """Highest Level of the living."""
    high = 0
    for s in range(g.seats):
        if g.dead[s] == 0 and g.level[s] > high:
            high = int(g.level[s])
    return high


@kernel()
def worn(g: Game, book: Book, seat: Seat, slot: int) -> int:
    """An equipped Item of a slot (one that uses the slot up, if there is one), or -1."""
    found = -1
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if g.equipped[c] == 1 and g.withheld[c] == 0 and book.card[c].slot == slot:
            if book.card[c].stacks == 0:
                return c
            found = c
    return found


@kernel()
def owns(g: Game, book: Book, seat: Seat, number: int) -> int:
    """A card of a design on a player's table, or -1."""
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if book.card[c].number == number:
            return c
    return -1


@kernel("item.limit-exemption", "precedence.card-over-rule")
def burden_of(g: Game, book: Book, card: Card) -> int:
    """The Item that a card on a table carries for its owner, or -1."""
    seat = int(g.owner[card])
    for i in range(g.table_n[seat] if book.card[card].kind == Kind.ITEM else 0):
        c = int(g.table[seat, i])
        if g.host[c] == card and book.card[c].kind == Kind.ITEM:
            return c
    return -1


@kernel("item.definition", "other.treasures")
def item_count(g: Game, book: Book, seat: Seat) -> int:
    """Items in play of a player."""
    n = 0
    for i in range(g.table_n[seat]):
        if book.card[g.table[seat, i]].is_item == 1:
            n += 1
    return n


@kernel()
def tag_used(g: Game, book: Book, tag: int) -> Yes:
    """Whether the munchkin side uses an equipped or played card with a tag."""
    for i in range(g.played_n):
        if (book.card[g.played[i]].tags & tag) != 0 and g.played_side[i] == 0:
            return 1
    for s in range(g.seats):
        if in_combat(g, s) == 1:
            for i in range(g.table_n[s]):
                c = int(g.table[s, i])
                if g.equipped[c] == 1 and (book.card[c].tags & tag) != 0:
                    return 1
    return 0


@kernel()
def note_harm(g: Game, victim: Seat, by: Seat) -> int:
    """Somebody harms another of their own will, for all to see."""
    if by >= 0 and victim >= 0 and by != victim:
        g.harmed[victim, by] = 1 + g.turn
    return 0


@kernel("cards.no-looking-discards")
def monster_discarded(g: Game, book: Book) -> Yes:
    """Whether a monster lies on the Door discards."""
    for i in range(g.discard_n[Pile.DOOR]):
        if book.card[g.discard[Pile.DOOR, i]].kind == Kind.MONSTER:
            return 1
    return 0


@kernel()
def pending(g: Game, kind: int, seat: Seat) -> int:
    """How many steps of a kind are on the agenda; of one seat unless that is -1."""
    n = 0
    for i in range(g.agenda_n):
        if g.agenda[i, KIND] == kind and (seat < 0 or g.agenda[i, WHOSE] == seat):
            n += 1
    return n


@kernel()
def has_row(book: Book, card: Card, op: int, a: int) -> Yes:
    """Whether a card's program has a row of an opcode with parameter a."""
    for r in range(book.card[card].first, book.card[card].last):
        if book.effect[r].op == op and book.effect[r].a == a:
            return 1
    return 0


@kernel("curse.persistent", "item.enhancer-cursed")
def lies(book: Book, card: Card) -> Yes:
    """Whether a card in play is a Curse that lasts."""
    row = book.card[card]
    return 1 if row.kind == Kind.CURSE or (row.kind == Kind.ITEM_ENHANCER and (row.tags & Tag.CURSED) != 0) else 0


@kernel("class.gain-lose-abilities")
def has_power(g: Game, book: Book, seat: Seat, op: int) -> Yes:
    """Whether a card in play gives a player a power."""
    for i in range(g.table_n[seat]):
        row = book.card[g.table[seat, i]]
        if row.triggers & ABILITY_BIT:
            for r in range(row.first, row.last):
                if book.effect[r].trigger == Trigger.ABILITY and book.effect[r].op == op:
                    return 1
    return 0


@kernel("item.enhancer")
def value_of(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Gold Pieces of an Item in play with its Item Enhancers."""
    total = int(book.card[card].gold)
    for i in range(g.table_n[seat]):
        d = int(g.table[seat, i])
        if g.host[d] == card and book.card[d].kind == Kind.ITEM_ENHANCER:
            total += int(book.card[d].gold)
    return total


@kernel("precedence.card-over-rule")
def kept_level(g: Game, book: Book, card: Card) -> int:
    """What a monster that is kept as a companion adds in its owner's combats: its printed Level, or a part of it."""
    return int(book.card[card].level) // max(1, -1 - int(g.host[card]))


@kernel()
def worth(g: Game, book: Book, seat: Seat) -> int:
    """Gold Pieces of the Items a player could sell, from hand and table."""
    total = 0
    for i in range(g.hand_n[seat]):
        row = book.card[g.hand[seat, i]]
        if row.is_item == 1:
            total += int(row.gold)
    for i in range(g.table_n[seat]):
        row = book.card[g.table[seat, i]]
        if row.is_item == 1 or row.kind == Kind.ITEM_ENHANCER:
            total += int(row.gold)
    return total


@kernel("class.one-only", "super.two", "birthright.list")
def axis_room(g: Game, book: Book, seat: Seat, axis: int) -> int:
    """How many identity cards of an axis a player may have at once: one more for a doubler, or for each of two."""
    if axis == Axis.BIRTHRIGHT:
        return int(book.rules[Rule.IDENTITY_BIRTHRIGHT_MAX])
    return max(
        int(book.rules[Rule.IDENTITY_MAX_PER_AXIS]), 1 + min(int(g.doubled[seat, axis]), doublers_at_most(book, axis))
    )


@kernel("super.two", "halfbreed.play")
def doublers_at_most(book: Book, axis: int) -> int:
    """How many doublers of an axis do something before one player."""
    third = (axis == Axis.CLASS and book.rules[Rule.DOUBLER_THIRD_CLASS] == 1) or (
        axis == Axis.RACE and book.rules[Rule.DOUBLER_THIRD_RACE] == 1
    )
    return 2 if third else 1
