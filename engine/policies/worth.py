"""What levels and cards are worth to a player, and what the setback of another is, in utility points."""

from __future__ import annotations

from engine.board.counted_amounts import resolved
from engine.board.equipment import ceiling, cheated, exempt, hands_needed, hands_of, slot_used, usable
from engine.board.seat_lookup import doublers_at_most, is_mate
from engine.jit import kernel
from engine.policies.endgame import decides, nearness, progress, saving_price
from engine.policies.lasting_worth import company_kept, levels_now, net
from engine.policies.weights import Weight
from engine.records.amounts import COUNTED, Amount
from engine.records.book import Book
from engine.records.card_kinds import Card, Kind, Pile, Seat, Slot, Tag, Trigger, Yes
from engine.records.conditions import Condition
from engine.records.opcodes import worths
from engine.records.state import Game, Zone
from engine.records.step_worth import Worth
from engine.records.switches import Rule
from engine.steps.offers.legality import may_take_identity

BLOCKED = 1000
"""Points that no Item has: what nothing can make room for."""
PLACES = 62
"""Cards of a table that are looked at, by the bits of a mask."""
MEMORY = 4
"""Rounds after which harm is forgotten."""
SOME_DAY = 3
"""Part of its worth that a Go Up a Level has for whoever may not play it as the table is."""
A_STOP, A_MONSTER = 40, 5
"""Points of strength that stop a win for certain; those that a wandering monster is expected to bring."""
AS_A_LEVEL = worths(Worth.LEVELS_GAINED, Worth.LEVELS_TAKEN)
"""What a card does that is kept as dear as a Level."""
TURNS_A_FIGHT = worths(
    Worth.MONSTER_REMOVED, Worth.MONSTER_SWAPPED, Worth.FIGHT_ENDED, Worth.FIGHT_HANDED_OVER, Worth.STRENGTH_DOUBLED,
    Worth.ONE_SHOT_TURNED, Worth.ROLL,
)  # fmt: skip
"""What a card does that is kept as dear as a third of one: it may turn a fight, or an escape."""
GUARDS = worths(Worth.ANSWER)
DRAWS = worths(Worth.CARDS_DRAWN)
OF_A_DIE = 3
"""Cards, Levels or tokens that are expected where only a die tells how many."""


@kernel()
def ahead(g: Game, seat: Seat, other: int) -> int:
    """Levels another player is ahead."""
    return int(g.level[other]) - int(g.level[seat])


@kernel()
def expected(g: Game, book: Book, seat: Seat, amount: int, if_all: int) -> int:
    """How many an amount is likely to be: of one that only a die tells about the half, of all what is said."""
    if amount <= COUNTED:
        return max(0, resolved(g, book, seat, amount))
    if amount == Amount.ALL:
        return if_all
    return OF_A_DIE if amount < 0 else max(1, amount)


@kernel()
def level_worth(g: Game, book: Book, seat: Seat, levels: int) -> int:
    """Worth of levels: more for whoever has passed the middle of the way."""
    past = nearness(g, book, seat)
    return levels * (
        int(book.work.weights[seat, Weight.LEVEL]) + past * int(book.work.weights[seat, Weight.FINISH]) // 100
    )


@kernel()
def resentment(g: Game, seat: Seat, other: int) -> int:
    """Hundredths of what harm a player bears another: all of it at once, nothing any more after some rounds."""
    since = int(g.turn) + 1 - int(g.harmed[seat, other])
    lasts = MEMORY * int(g.seats)
    return 100 - 100 * since // lasts if g.harmed[seat, other] > 0 and since < lasts else 0


@kernel()
def feud(g: Game, book: Book, seat: Seat, other: int) -> int:
    """What it costs to be the first to harm somebody: they have the rest of the game to pay it back."""
    begun = max(resentment(g, seat, other), resentment(g, other, seat))
    return int(book.work.weights[seat, Weight.RESENT]) * (100 - progress(g, book, other)) * (100 - begun) // 10_000


@kernel()
def harm(g: Game, book: Book, seat: Seat, other: int) -> int:
    """Worth of a setback of somebody else: they lead, or are close to the end; negative for one who lies behind.

    A lead counts the more the further they have come: whoever is set back early has all the time to pay it back. Harm
    of the last rounds is paid back. What sets back somebody of one's own team costs like a level of one's own.
    """
    w = book.work.weights[seat]
    if is_mate(g, book, seat, other) == 1:
        return -int(w[Weight.LEVEL])
    gap = ahead(g, seat, other)
    worth = (
        nearness(g, book, other) * int(w[Weight.CLOSING]) + resentment(g, seat, other) * int(w[Weight.RESENT])
    ) // 100
    if gap > 0:
        return worth + gap * int(w[Weight.HOSTILITY]) * progress(g, book, other) // 100
    return worth + gap * int(w[Weight.UNDERDOG])


@kernel()
def setback(g: Game, book: Book, seat: Seat, other: int, lost: int) -> int:
    """Worth of what costs somebody else some points: a level or an Item is ten."""
    return harm(g, book, seat, other) * min(30, lost) // 20


@kernel()
def item_use(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Points of lasting strength an Item gives, or would give, its holder: 0 if they cannot use it."""
    row = book.card[card]
    if row.kind != Kind.ITEM or usable(g, book, seat, card) == 0:
        return 0
    if g.zone[card] == Zone.TABLE and g.owner[card] == seat and g.equipped[card] == 1:
        return max(0, net(g, book, seat, card))
    return max(0, net(g, book, seat, card) - displaced(g, book, seat, card))


@kernel()
def displaced(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Points of the equipped Items that would have to make room, the weakest first; `BLOCKED` if that is not enough."""
    row = book.card[card]
    slot = int(row.slot)
    placed = g.zone[card] == Zone.TABLE and g.owner[card] == seat  # a Cheat! does not go along to another owner
    if slot == Slot.NONE or row.stacks == 1 or (placed and exempt(g, book, card) == 1):
        return 0
    room = hands_of(g, book, seat) if slot == Slot.HAND else 1
    need = hands_needed(g, book, card) if slot == Slot.HAND else 1
    over = slot_used(g, book, seat, slot) + need - room
    gone = 0
    total = 0
    while over > 0:
        i = first_to_go(g, book, seat, slot, gone)
        if i < 0:
            return BLOCKED
        gone |= 1 << i
        c = int(g.table[seat, i])
        total += net(g, book, seat, c)
        over -= hands_needed(g, book, c) if slot == Slot.HAND else 1
    return total


@kernel()
def first_to_go(g: Game, book: Book, seat: Seat, slot: int, gone: int) -> int:
    """Place on the table of the weakest Item that fills a slot; those of `gone` have made room already."""
    best = -1
    least = BLOCKED
    for i in range(min(PLACES, int(g.table_n[seat]))):
        c = int(g.table[seat, i])
        if book.card[c].slot != slot or (gone >> i) & 1 or takes_room(g, book, c) == 0:
            continue
        worth = net(g, book, seat, c)
        if worth < least:
            best = i
            least = worth
    return best


@kernel()
def takes_room(g: Game, book: Book, card: Card) -> Yes:
    """Whether an Item fills its slot: not if it may be worn beside others, has a Cheat!, or needs no hand."""
    row = book.card[card]
    if g.equipped[card] == 0 or row.stacks == 1 or exempt(g, book, card) == 1:
        return 0
    return 1 if row.slot != Slot.HAND or hands_needed(g, book, card) > 0 else 0


@kernel()
def keep_value(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """What losing a card costs its holder."""
    return _held(g, book, seat, card) + deed(g, book, seat, card)


@kernel()
def _held(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """What a card in hand or in play is worth, but for what it does once."""
    return _keeping(g, book, seat, card) + (_awaited(g, book, seat, card) if decides(g, book) == 1 else 0)


@kernel()
def deed(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """What a card is kept for because of what it does: whoever uses it gets that, so it is no price of its use."""
    kind = int(book.card[card].kind)
    if kind == Kind.WANDERING:
        return int(book.work.weights[seat, Weight.LEVEL]) // 4
    return _best_deed(g, book, seat, card) if kind == Kind.ONE_SHOT or kind == Kind.SPECIAL else 0


@kernel()
def _best_deed(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """What a card that is used once is kept for because of the best that it does."""
    row = book.card[card]
    level = int(book.work.weights[seat, Weight.LEVEL])
    best = 0
    for r in range(row.first, row.last):
        e = book.effect[r]
        op = int(e.op)
        if (e.trigger != Trigger.PLAYED and e.trigger != Trigger.CHOSEN) or e.cond == Condition.MONSTER_IS:
            continue
        if op in AS_A_LEVEL:
            best = max(best, level if g.level[seat] < ceiling(g, book) else 0)
        elif op in TURNS_A_FIGHT:
            best = max(best, level // 3)
        elif op in DRAWS and e.a == Pile.TREASURE:
            best = max(best, expected(g, book, seat, int(e.amount), 1) * int(book.work.weights[seat, Weight.TREASURE]))
    return best


@kernel("precedence.no-sell-to-ten", "boss.multiple-ten")
def may_buy(g: Game, book: Book, seat: Seat) -> Yes:
    """Whether Gold is still worth something: before the winning kill it buys no Level, but it counts for Bosses."""
    return 1 if g.level[seat] < ceiling(g, book) or book.rules[Rule.BOSS_REQUIRED] > 0 else 0


@kernel()
def _gold(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Gold of a card that may still buy a level, times the worth of one."""
    return int(book.card[card].gold) * int(book.work.weights[seat, Weight.LEVEL]) if may_buy(g, book, seat) == 1 else 0


@kernel()
def _awaited(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """What a card is kept for besides while the next Boss decides: to stop another's win, or for one's own."""
    row = book.card[card]
    kind = int(row.kind)
    if kind == Kind.MONSTER and (int(row.tags) & Tag.BOSS) != 0:
        return int(book.work.weights[seat, Weight.LEVEL]) // 2
    adds = kind == Kind.ONE_SHOT or kind == Kind.ENHANCER
    strength = abs(int(row.bonus)) if adds else A_MONSTER * int(kind == Kind.WANDERING)
    return strength * int(book.work.weights[seat, Weight.STOP_WIN]) // A_STOP


@kernel()
def _keeping(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """What losing a card costs its holder at any time of the game."""
    w = book.work.weights[seat]
    row = book.card[card]
    kind = int(row.kind)
    if kind == Kind.ITEM:
        cheat = 2 * int(w[Weight.CARD]) if g.zone[card] == Zone.TABLE and cheated(g, book, card) == 1 else 0
        return item_use(g, book, seat, card) * int(w[Weight.BONUS]) + _gold(g, book, seat, card) // 2000 + cheat + 1
    if kind == Kind.ONE_SHOT:
        worth = abs(int(row.bonus)) * int(w[Weight.ONE_SHOT]) + _gold(g, book, seat, card) // 2500
        return worth + int(w[Weight.CARD]) + _guarding(book, seat, card)
    if kind == Kind.GO_UP_A_LEVEL:
        if g.level[seat] >= ceiling(g, book) and not (row.may_win == 1 and book.rules[Rule.GUAL_CAN_WIN] == 1):
            return int(w[Weight.CARD])
        lift = level_worth(g, book, seat, max(1, int(row.levels))) + int(w[Weight.BONUS])  # at any time, for nothing
        return lift if levels_now(g, book, seat, card) > 0 else lift // SOME_DAY
    if Kind.CLASS <= kind <= Kind.BIRTHRIGHT:
        if g.zone[card] == Zone.TABLE:
            alone = g.axis_n[seat, row.axis] == 1 and g.doubled[seat, row.axis] > 0
            return int(w[Weight.IDENTITY]) * (2 if alone else 1)  # its doubler goes with it
        return int(w[Weight.IDENTITY]) if may_take_identity(g, book, seat, card) == 1 else 1
    if kind == Kind.DOUBLER and g.zone[card] == Zone.TABLE:
        return int(w[Weight.IDENTITY]) * (2 if g.axis_n[seat, row.axis] > 1 else 1)  # the second one goes with it
    if kind == Kind.DOUBLER and _is_spare(g, book, seat, card) == 1:
        return 1
    if kind == Kind.GUEST_STAR or kind == Kind.COMRADE or (kind == Kind.MONSTER and g.zone[card] == Zone.TABLE):
        return company_kept(g, book, seat, card, 1 if g.zone[card] == Zone.TABLE and g.owner[card] == seat else 0)
    if kind == Kind.MONSTER:
        return int(w[Weight.CARD]) + max(0, 8 - int(row.level)) * int(w[Weight.CARD]) // 4
    if kind == Kind.CURSE:
        return int(w[Weight.CURSE]) // 2 if g.zone[card] == Zone.HAND else 0
    if kind == Kind.ENHANCER:
        return int(w[Weight.CARD]) + abs(int(row.bonus)) * int(w[Weight.ONE_SHOT])
    return 2 * int(w[Weight.CARD]) + _guarding(book, seat, card)


@kernel("super.one", "critical.two")
def _is_spare(g: Game, book: Book, seat: Seat, card: Card) -> Yes:
    """Whether a doubler is of no use beside another of its axis, in play or further up in the hand."""
    axis = int(book.card[card].axis)
    before = int(g.doubled[seat, axis])
    for i in range(g.hand_n[seat]):
        c = int(g.hand[seat, i])
        if c == card:
            break
        before += 1 if book.card[c].kind == Kind.DOUBLER and book.card[c].axis == axis else 0
    return 1 if before >= doublers_at_most(book, axis) else 0


@kernel()
def _guarding(book: Book, seat: Seat, card: Card) -> int:
    """What a card that cancels Curses or doors is kept for."""
    row = book.card[card]
    for r in range(row.first, row.last):
        op = int(book.effect[r].op)
        if op in GUARDS:
            return int(book.work.weights[seat, Weight.GUARD])
    return 0


@kernel()
def use_cost(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """What using a card up costs now: it might do more when the game comes to its end."""
    return _held(g, book, seat, card) + saving_price(g, book, seat)
