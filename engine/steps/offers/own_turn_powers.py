"""Powers outside combat: those of one's own turn, and those that are bound to no turn at all.

Powers over what is drawn and turned up.
"""

from __future__ import annotations

from engine.board.equipment import ceiling, has_passive
from engine.board.levels import gain, has_cultist, lose, set_status
from engine.board.seat_lookup import has_row, in_combat, left_of, lies, lowest_level, monster_discarded
from engine.board.zones import discard, draw_card, move
from engine.effects.dice_effects import cast
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import ABILITY_BIT, Card, EffectRow, Pile, Seat, Trigger, Yes
from engine.records.card_steps import push_pick_discard
from engine.records.events import Cause, Ev
from engine.records.log import emit
from engine.records.offer_steps import push_theft
from engine.records.opcode_row import Moment
from engine.records.opcodes import Op, codes
from engine.records.questions import Aim, Question, Verb, option
from engine.records.state import Game, Status, Zone
from engine.records.step_values import Dice, What
from engine.records.switches import Rule
from engine.records.timings import Timing
from engine.steps.offers import item_carriers
from engine.steps.offers.power_prices import can_pay_cards, list_payments, purse

ALERT = codes(lambda o: o.moments & Moment.ALERT)


@kernel("timing.own-turn")
def offer_study(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """To a player of the lowest Level, with cards to pay for it."""
    if g.level[seat] <= lowest_level(g, book) and g.level[seat] < ceiling(g, book):
        if can_pay_cards(g, book, seat, card, row) == 1:
            option(g, book, Verb.USE, card, -1, row)
    return 0


@kernel("timing.own-turn", "class.power-by-discard")
def use_study(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card, target: int) -> int:
    """A level."""
    return gain(g, book, seat, 1, Cause.ABILITY, source, 0)


@kernel("timing.own-turn")
def offer_fetch_monster(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """With cards to pay for it, and a monster among the discards."""
    if can_pay_cards(g, book, seat, card, row) == 1 and monster_discarded(g, book) == 1:
        option(g, book, Verb.USE, card, -1, row)
    return 0


@kernel("cards.no-looking-discards", "class.power-by-discard")
def use_fetch_monster(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card, target: int) -> int:
    """A monster of the discards."""
    return push_pick_discard(g, seat=seat, what=What.MONSTER, cause=source)


@kernel("class.thief-no-steal-combat")
def offer_steal(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """With a card to pay for it: small Items of everybody who is not in combat."""
    if purse(g, book, seat, card, row, 1) == 0 or has_passive(g, book, seat, Op.NO_STEALING) >= 0:
        return 0
    for k in range(1, g.seats):
        s = left_of(g, seat, k)
        if g.dead[s] == 1 or in_combat(g, s) == 1 or has_passive(g, book, s, Op.NO_THEFT) >= 0:
            continue
        for i in range(g.table_n[s]):
            c = int(g.table[s, i])
            if book.card[c].is_item == 1 and book.card[c].big == 0:
                option(g, book, Verb.USE, card, c, row)
    return 0


@kernel("class.thief-no-steal-combat", "class.power-by-discard")
def use_steal(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card, target: int) -> int:
    """The die decides."""
    push_theft(g, thief=seat, effect=row, source=source, card=target)
    return cast(g, book, seat, source, Dice.D6)


@kernel("timing.any-time-not-combat", "curse.persistent")
def offer_cure(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """To whoever has the levels to pay."""
    if g.level[seat] - int(book.effect[row].a) >= book.rules[Rule.LEVEL_MIN]:
        option(g, book, Verb.USE, card, -1, row)
    return 0


@kernel("curse.persistent")
def use_cure(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card, target: int) -> int:
    """Levels are lost, and the card with them."""
    lose(g, book, seat, int(book.effect[row].a), Cause.ABILITY, source)
    return discard(g, book, source, Ev.DISCARD)


@kernel("cultist.everyone", "timing.any-time-not-combat")
def offer_pose(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """Once a turn, to those who are no Cultists."""
    if (int(g.posed[seat]) >> int(book.effect[row].b)) & 1 == 0 and has_cultist(g, book, seat) == 0:
        option(g, book, Verb.USE, card, -1, row)
    return 0


@kernel("cultist.everyone", "class.gain-lose-abilities")
def use_pose(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card, target: int) -> int:
    """Begin or stop to count as somebody else: for what that gives, or (`b` = 1) among those who are."""
    counted = int(book.effect[row].b)
    g.posed[seat] |= 1 << counted
    state = int(Status.AMONG_CULTISTS if counted == 1 else Status.CULTIST_CARD)
    if counted == 0:
        g.pose[seat] = int(book.effect[row].a) if (int(g.status[seat]) & state) == 0 else 0
    g.unsettled |= 1 << seat
    return set_status(g, book, seat, int(g.status[seat]) ^ state)


@kernel("item.limit-exemption")
def offer_bear(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """For each Item that the card could carry."""
    return item_carriers.list_burdens(g, book, seat, card, row)


@kernel("item.limit-exemption")
def use_bear(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card, target: int) -> int:
    """The card carries the Item."""
    return item_carriers.bear(g, book, seat, source, target)


@kernel("class.thief-no-steal-combat", "timing.any-time")
def is_alert(g: Game, book: Book, seat: Seat) -> Yes:
    """Whether a player has a power that others' moves invite, and a card to pay for it: asked in every window."""
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        row = book.card[c]
        if (int(row.triggers) & ABILITY_BIT) == 0:
            continue
        for r in range(row.first, row.last):
            e = book.effect[r]
            if e.trigger == Trigger.ABILITY and e.op in ALERT and purse(g, book, seat, c, r, 1) > 0:
                return 1
    return 0


@kernel("cards.no-looking-discards", "class.power-by-discard", "turn.kick-open")
def offer_resurrection(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """For the top of the discards: of the pile that a card is about to be turned up from, or of the doors."""
    if g.question == Question.DRAW_UP:
        return list_payments(g, book, seat, card, row, int(g.subject))
    if g.discard_n[Pile.DOOR] > 0:
        list_payments(g, book, seat, card, row, int(g.discard[Pile.DOOR, g.discard_n[Pile.DOOR] - 1]))
    return 0


@kernel("cards.no-looking-discards", "class.power-by-discard")
def use_resurrection(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card, target: int) -> int:
    """The card goes back to its pile, so that it is the one turned up next."""
    return move(g, book, target, Zone.DECK, -1, Ev.RETURN, -1)


@kernel("class.power-by-discard", "turn.kick-open")
def offer_peek(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """With cards to pay for it, and a door to look at."""
    if can_pay_cards(g, book, seat, card, row) == 1 and g.deck_n[Pile.DOOR] + g.discard_n[Pile.DOOR] > 0:
        option(g, book, Verb.USE, card, -1, row)
    return 0


@kernel("class.power-by-discard", "turn.kick-open")
def use_peek(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card, target: int) -> int:
    """The first door is the player's."""
    return draw_card(g, book, seat, Pile.DOOR, 0)


@kernel("cards.hand-private")
def use_discard_for_draw(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card, target: int) -> int:
    """As many Treasures as were discarded, `target`."""
    for _ in range(target):
        draw_card(g, book, seat, Pile.TREASURE, 0)
    return 0


@kernel("curse.persistent", "curse.betrayed")
def lifts(book: Book, card: Card) -> Yes:
    """Whether a card cancels a Curse, also one that lies there."""
    if (book.card[card].timing & Timing.CURSE) == 0:
        return 0
    return has_row(book, card, Op.CANCEL_CURSE, 0)


@kernel("curse.persistent", "precedence.card-over-rule")
def _any_lies(g: Game) -> Yes:
    """Whether there is a Curse to lift: one that lies before somebody, or somebody who gets no help until they kill."""
    for s in range(g.seats):
        if (int(g.status[s]) & Status.CORRUPTED) != 0:
            return 1
    return 1 if g.curses > 0 else 0


@kernel("curse.persistent", "timing.any-time")
def lift_options(g: Game, book: Book, seat: Seat) -> int:
    """List the lasting Curses of everybody for each card of a player, in hand or in play, that could cancel them."""
    if _any_lies(g) == 0:
        return 0
    for i in range(g.hand_n[seat]):
        if lifts(book, int(g.hand[seat, i])) == 1:
            _curses(g, book, seat, int(g.hand[seat, i]))
    for i in range(g.table_n[seat]):
        if lifts(book, int(g.table[seat, i])) == 1:
            _curses(g, book, seat, int(g.table[seat, i]))
    return 0


@kernel("curse.persistent", "item.enhancer-cursed", "precedence.card-over-rule")
def _curses(g: Game, book: Book, seat: Seat, card: Card) -> int:
    for k in range(g.seats):
        s = left_of(g, seat, k)
        for i in range(g.table_n[s]):
            c = int(g.table[s, i])
            if lies(book, c) == 1:
                option(g, book, Verb.PLAY, card, c, Aim.ITEM)
        if g.dead[s] == 0 and (int(g.status[s]) & Status.CORRUPTED) != 0:
            option(g, book, Verb.PLAY, card, s, Aim.SEAT)
    return 0


@kernel("curse.persistent", "timing.any-time")
def may_lift(g: Game, book: Book, seat: Seat) -> Yes:
    """Whether a player holds a card that cancels Curses while one lies before somebody."""
    if _any_lies(g) == 0:
        return 0
    for i in range(g.hand_n[seat]):
        if lifts(book, int(g.hand[seat, i])) == 1:
            return 1
    for i in range(g.table_n[seat]):
        if lifts(book, int(g.table[seat, i])) == 1:
            return 1
    return 0


@kernel("curse.persistent", "item.enhancer-cursed", "oneshot.discard")
def lift(g: Game, book: Book, seat: Seat, card: Card, target: int, aim: int) -> int:
    """The Curse ends, and both cards are discarded."""
    move(g, book, card, Zone.OPEN, seat, Ev.PLAY, target)
    if aim == Aim.SEAT:
        set_status(g, book, target, int(g.status[target]) & ~int(Status.CORRUPTED))
    else:
        emit(g, book, Ev.CANCEL, seat, int(g.owner[target]), target, card, 0, 0)
        discard(g, book, target, Ev.DISCARD)
    return discard(g, book, card, Ev.DISCARD)
