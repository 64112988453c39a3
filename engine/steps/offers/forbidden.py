"""What rules forbid, or allow so often: options that a player does not have because of it.

Whatever somebody may do is an option of a question. Before it is put, those are taken out that `forbid` or `at_most`
before them does not allow; what they take is counted.
"""

from __future__ import annotations

from engine.board.counted_amounts import resolved
from engine.board.equipment import counts
from engine.board.seat_lookup import highest_level, in_combat, lowest_level
from engine.jit import kernel
from engine.records.book import Book, Effect, Option
from engine.records.card_kinds import LASTING_BITS, Kind, Seat, Yes
from engine.records.opcodes import Op
from engine.records.questions import Aim, Question, Verb
from engine.records.state import DEEDS, SEATS, Game, Zone
from engine.records.step_values import SPANS, Deed, Span, Toward
from engine.steps.offers.actions import is_curse


@kernel("precedence.card-over-rule")
def sift(g: Game, book: Book) -> int:
    """Take the options out that a rule forbids; one that is forced stays if nothing else could be done."""
    left = 0
    for i in range(g.options):
        if _forbidden(g, book, int(g.asked), book.work.option[i]) == 0:
            left += 1
    if left == 0 or left == g.options:
        return 0
    n = 0
    for i in range(g.options):
        if _forbidden(g, book, int(g.asked), book.work.option[i]) == 0:
            if n < i:
                book.work.option[n] = book.work.option[i]
            n += 1
    g.options = n
    return 0


@kernel("precedence.card-over-rule")
def note_deed(g: Game, book: Book, seat: Seat, taken: Option) -> int:
    """Count what a player does, and who helps."""
    _forget(g)
    deeds = int(_deeds(g, book, seat, taken))
    if taken.verb == Verb.OFFER:
        return 0  # help is given when it is accepted
    if taken.verb == Verb.ACCEPT and g.question == Question.HELP and seat == g.fighter:
        seat = int(g.subject)
        deeds = 1 << Deed.HELP
    for deed in range(DEEDS):
        for span in range(SPANS if (deeds >> deed) & 1 else 0):
            g.deeds[seat, deed, span] += 1
    return 0


@kernel()
def _forget(g: Game) -> int:
    """What was done in a turn or combat that is over does not count in the next one."""
    for span in range(SPANS):
        now = g.turn + 1 if span == Span.TURN else g.fight_serial + 1 if span == Span.COMBAT else 1
        if g.deeds_in[span] == now:
            continue
        g.deeds_in[span] = now
        for s in range(SEATS):
            for deed in range(DEEDS):
                g.deeds[s, deed, span] = 0
    return 0


@kernel()
def _forbidden(g: Game, book: Book, seat: Seat, o: Option) -> Yes:
    deeds = int(_deeds(g, book, seat, o))
    if o.verb == Verb.ASK and _denied(g, book, int(o.target), 1 << Deed.HELP, seat) == 1:
        return 1  # nobody is asked for what they may not give
    return _denied(g, book, seat, deeds, int(_concerned(g, book, o)))


@kernel("precedence.card-over-rule")
def _denied(g: Game, book: Book, seat: Seat, deeds: int, other: int) -> Yes:
    """Whether something before a player keeps them from one of some deeds, done to `other`, who may be nobody."""
    for i in range(g.table_n[seat] if deeds != 0 else 0):
        c = int(g.table[seat, i])
        row = book.card[c]
        for r in range(row.first, row.last if row.triggers & LASTING_BITS else row.first):
            e = book.effect[r]
            if (e.op != Op.FORBID and e.op != Op.AT_MOST) or (deeds >> int(e.a)) & 1 == 0:
                continue
            if counts(g, book, seat, c, e) == 1 and _applies(g, book, seat, e, other) == 1:
                return 1
    return 0


@kernel()
def _applies(g: Game, book: Book, seat: Seat, e: Effect, other: int) -> Yes:
    if e.op == Op.FORBID:
        return 1 if e.b == Toward.ANYBODY else _is_toward(g, book, seat, other, int(e.b))
    _forget(g)
    done = 0
    span = int(e.b) % SPANS
    for s in range(g.seats):
        if s == seat or e.b >= SPANS:
            done += int(g.deeds[s, e.a, span])
    return 1 if done >= resolved(g, book, seat, int(e.amount)) else 0


@kernel()
def _is_toward(g: Game, book: Book, seat: Seat, other: int, toward: int) -> Yes:
    if other < 0 or other == seat:
        return 0
    own = int(g.level[seat])
    theirs = int(g.level[other])
    if toward == Toward.HIGHER:
        return 1 if theirs > own else 0
    if toward == Toward.LOWER:
        return 1 if theirs < own else 0
    if toward == Toward.NOT_HIGHER:
        return 1 if theirs <= own else 0
    if toward == Toward.NOT_LOWER:
        return 1 if theirs >= own else 0
    if toward == Toward.HIGHEST:
        return 1 if theirs == highest_level(g) else 0
    return 1 if theirs == lowest_level(g, book) else 0


@kernel()
def _concerned(g: Game, book: Book, o: Option) -> int:
    """The other player whom an option concerns, or -1."""
    if o.verb == Verb.ASK or o.verb == Verb.GIVE or o.verb == Verb.TRADE:
        return int(o.target)
    if o.verb == Verb.PLAY and o.amount == Aim.SEAT:
        return int(o.target)
    if o.verb == Verb.PLAY and o.amount == Aim.ITEM:
        return int(g.owner[o.target])
    if o.verb == Verb.USE or o.verb == Verb.DISCARD_FOR:
        op = int(book.effect[o.amount].op)
        if op == Op.STEAL:
            return int(g.owner[o.target])
        return int(o.target) if op == Op.BACKSTAB else -1
    return int(g.fighter) if g.fighting == 1 else -1


@kernel("precedence.card-over-rule")
def _deeds(g: Game, book: Book, seat: Seat, o: Option) -> int:
    """What an option is: bits of Deed."""
    verb = int(o.verb)
    if verb == Verb.PLAY or verb == Verb.PLAY_WITH:
        return _of_card(g, book, seat, o)
    if verb == Verb.USE or verb == Verb.DISCARD_FOR:
        op = int(book.effect[o.amount].op)
        bits = 1 << Deed.POWER
        if op == Op.STEAL:
            bits |= 1 << Deed.STEAL
        return bits | 1 << Deed.BACKSTAB | 1 << Deed.HINDER if op == Op.BACKSTAB else bits
    if verb == Verb.ASK:
        return 1 << Deed.ASK
    if verb == Verb.OFFER or (verb == Verb.ACCEPT and g.question == Question.HELP and seat != g.fighter):
        return 1 << Deed.HELP
    if verb == Verb.SELL and g.question != Question.SELL:
        return 1 << Deed.SELL
    if verb == Verb.TROUBLE:
        return 1 << Deed.TROUBLE
    if verb == Verb.EQUIP or verb == Verb.UNEQUIP:
        return 1 << Deed.EQUIP
    trades = verb == Verb.GIVE or verb == Verb.TRADE
    return 1 << Deed.TRADE if trades and g.question != Question.LOSE and g.question != Question.GIVE else 0


@kernel("precedence.card-over-rule")
def _of_card(g: Game, book: Book, seat: Seat, o: Option) -> int:
    """What playing a card is."""
    card = int(o.card)
    row = book.card[card]
    kind = int(row.kind)
    bits = 1 << Deed.CARD if g.zone[card] == Zone.HAND else 0
    against = g.fighting == 1 and in_combat(g, seat) == 0
    if is_curse(book, card) == 1:
        hit = int(_concerned(g, book, o))
        return bits | (1 << Deed.CURSE if hit != seat else 0)
    if kind == Kind.ONE_SHOT:
        bits |= 1 << Deed.ONE_SHOT
        hurts = (o.amount == Aim.MONSTER) == (row.bonus > 0)
    elif kind == Kind.ENHANCER:
        bits |= 1 << Deed.ENHANCER
        hurts = row.bonus > 0
    else:
        joins = kind == Kind.WANDERING or kind == Kind.MONSTER
        bits |= 1 << Deed.JOIN if joins else 0
        hurts = joins
    return bits | _to_table(kind) | (1 << Deed.HINDER if hurts and against else 0)


@kernel()
def _to_table(kind: int) -> int:
    if kind == Kind.GO_UP_A_LEVEL:
        return 1 << Deed.LEVEL_UP
    if kind == Kind.CLASS:
        return 1 << Deed.CLASS
    if kind == Kind.RACE:
        return 1 << Deed.RACE
    return 1 << Deed.ITEM if kind == Kind.ITEM else 0
