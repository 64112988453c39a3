"""Doing what a player has chosen in an open window: playing, equipping, discarding, using."""

from __future__ import annotations

from engine.board.equipment import fits
from engine.board.levels import gain
from engine.board.modifiers import dulled
from engine.board.monster_changes import strengthen, tell_bonus, throw_at
from engine.board.monsters import add_monster, forget_refusals, has_trigger, start_program
from engine.board.seat_lookup import has_row, in_combat
from engine.board.zones import discard, move
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import Card, Kind, Seat, Tag, Trigger, Yes
from engine.records.card_steps import push_curse
from engine.records.events import Cause, Ev
from engine.records.log import emit
from engine.records.offer_steps import push_play_answer, push_play_it, push_put_away
from engine.records.opcodes import Op
from engine.records.questions import Aim, Verb
from engine.records.state import Game, Phase, Status, Zone
from engine.records.switches import Rule
from engine.records.timings import OUT_OF_COMBAT, Timing
from engine.steps.offers.own_turn_powers import lift, lifts

TOGETHER = -1
"""In place of the Aim of a card that is announced: it is played with a second card, the target."""


@kernel("item.equip-limits", "item.hand-no-effect", "timing.treasure-play", "item.carry-anything")
def lay_down(g: Game, book: Book, seat: Seat, card: Card, other: int) -> int:
    """Put a card from hand on the table; an Item is equipped at once if it may be."""
    move(g, book, card, Zone.TABLE, seat, Ev.PLAY, other)
    if book.card[card].kind == Kind.ITEM and fits(g, book, seat, card) == 1:
        g.equipped[card] = 1
        emit(g, book, Ev.EQUIP, seat, seat, card, -1, 0, 1)
    if book.card[card].kind != Kind.ONE_SHOT:  # one that is only laid down acts when it is used
        start_program(g, book, Trigger.PLAYED, seat, card, -1, seat)
    return 0


@kernel()
def into_fight(g: Game, book: Book, seat: Seat, card: Card, side: int) -> int:
    """A card is played into the combat and stays on the table until it ends."""
    move(g, book, card, Zone.PLAYED, seat, Ev.PLAY, -1)
    g.played_side[g.played_n - 1] = side
    return 0


@kernel("enhancer.def", "enhancer.treasure", "group.make-undead", "enhancer.nein")
def enhance(g: Game, book: Book, seat: Seat, card: Card, m: int) -> int:
    """Put an enhancer on a monster of the combat."""
    row = book.card[card]
    into_fight(g, book, seat, card, 1)
    g.host[card] = g.foe[m].card
    bonus = int(row.bonus)
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger == Trigger.IN_FIGHT and e.op == Op.TREASURE:  # fewest Treasures it leaves
            for i in range(g.foe_n):
                if g.foe[i].link == g.foe[m].link:
                    g.foe[i].least = max(int(g.foe[i].least), int(e.amount))
    strengthen(g, book, m, bonus, int(row.treasures))
    link = int(g.foe[m].link)
    alike = 0
    for i in range(g.foe_n):
        if g.foe[i].link == link:
            g.foe[i].tags |= int(row.tags)
            alike += 1
    tell_bonus(g, book, seat, card, m, bonus * alike)
    start_program(g, book, Trigger.PLAYED, seat, card, m, seat)
    return 0


@kernel("oneshot.definition", "oneshot.interference", "combat.other-cards")
def throw(g: Game, book: Book, seat: Seat, card: Card, target: int, aim: int) -> int:
    """A one-shot with a bonus is thrown on the munchkin side or on a monster."""
    bonus = 0 if dulled(g, book, seat, card) == 1 else int(book.card[card].bonus)
    if aim == Aim.MONSTER:
        into_fight(g, book, seat, card, 1)
        g.host[card] = g.foe[target].card
        throw_at(g, target, bonus)
        tell_bonus(g, book, seat, card, target, bonus)
        g.combat_bonus[card] = bonus
        start_program(g, book, Trigger.THROWN, seat, card, target, seat)
    else:
        into_fight(g, book, seat, card, 0)
        g.side_bonus += bonus
        g.combat_bonus[card] = bonus
        start_program(g, book, Trigger.THROWN, seat, card, -1, seat)
        emit(g, book, Ev.BONUS, seat, g.fighter, card, -1, bonus, 0)
        start_program(g, book, Trigger.PLAYED, seat, card, -1, seat)
    return 0


@kernel("gual.play", "gual.on-others", "precedence.no-gual-to-ten", "gual.level-nine", "curse.hand", "guest.replace")
def play_any_time(g: Game, book: Book, seat: Seat, card: Card, target: int, aim: int) -> int:
    """Curses, Go Up a Level, Guest Stars and specials."""
    row = book.card[card]
    if row.kind == Kind.CURSE:
        move(g, book, card, Zone.OPEN, seat, Ev.PLAY, target)
        push_curse(g, card=card, victim=target, by=seat, item=0)
    elif row.kind == Kind.GO_UP_A_LEVEL:
        move(g, book, card, Zone.OPEN, seat, Ev.PLAY, target)
        if has_trigger(book, card, Trigger.PLAYED) == 1:
            push_put_away(g, card=card, acted=0, holder=0)
            start_program(g, book, Trigger.PLAYED, target, card, -1, seat)
        else:
            win = 1 if row.may_win == 1 and book.rules[Rule.GUAL_CAN_WIN] == 1 else 0
            gain(g, book, target, int(row.levels), Cause.CARD, card, win)
            discard(g, book, card, Ev.DISCARD)
    elif row.kind == Kind.GUEST_STAR or row.kind == Kind.COMRADE:
        _new_companion(g, book, seat, card)
    else:
        move(g, book, card, Zone.OPEN, seat, Ev.PLAY, target)
        push_put_away(g, card=card, acted=0, holder=0)
        if aim == Aim.ITEM:
            start_program(g, book, Trigger.PLAYED, seat, card, target, seat)
        else:
            start_program(g, book, Trigger.PLAYED, target if target >= 0 else seat, card, -1, seat)
    return 0


@kernel("guest.limit", "guest.replace", "companion.conan")
def _new_companion(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """A new Guest Star sends the old one away; a Comrade is played only where there is room for one."""
    if book.card[card].kind == Kind.GUEST_STAR:
        for i in range(int(g.table_n[seat]) - 1, -1, -1):
            c = int(g.table[seat, i])
            if book.card[c].kind == Kind.GUEST_STAR:
                discard(g, book, c, Ev.DISCARD)
    lay_down(g, book, seat, card, -1)
    return 0


@kernel("turn.kick-open.curse", "item.enhancer-cursed")
def is_curse(book: Book, card: Card) -> Yes:
    """Whether a card strikes as a Curse: some Item Enhancers do, where there are any."""
    row = book.card[card]
    if row.kind == Kind.ITEM_ENHANCER:
        return 1 if (int(row.tags) & Tag.CURSED) != 0 and book.rules[Rule.ITEM_ENHANCER_ENABLED] == 1 else 0
    return 1 if row.kind == Kind.CURSE else 0


@kernel("timing.any-time", "precedence.card-over-rule")
def announce(g: Game, book: Book, seat: Seat, card: Card, target: int, aim: int) -> int:
    """Let those who hold a card that cancels others answer first; returns 1 if somebody does."""
    if is_curse(book, card) == 1 or cancels(g, book, seat, 0, card) == 0:
        return 0  # a Curse has an answer of its own
    push_play_it(g, card=card, seat=seat, target=target, aim=aim)
    push_play_answer(g, card=card, by=seat, next=seat, itself=0)
    return 1


@kernel("timing.any-time", "cards.hand-private")
def cancels(g: Game, book: Book, seat: Seat, own: int, card: Card) -> Yes:
    """Whether a living player (other than `seat`, unless `own` = 1) holds an answer to a card."""
    for s in range(g.seats):
        if g.dead[s] == 1 or (s == seat and own == 0):
            continue
        for i in range(g.hand_n[s]):
            if answers_play(book, int(g.hand[s, i]), card) == 1:
                return 1
    return 0


@kernel("timing.any-time", "curse.betrayed")
def answers_play(book: Book, answer: int, card: Card) -> Yes:
    """Whether a card can cancel another one that is being played; what corrupts is cancelled as a Curse is."""
    timing = int(book.card[answer].timing)
    if (timing & Timing.PLAY) != 0:
        return 1
    if (timing & Timing.CURSE) == 0:
        return 0
    if has_row(book, answer, Op.CANCEL_CURSE, 0) == 0:
        return 0
    return has_row(book, card, Op.SET_STATUS, Status.CORRUPTED)


@kernel()
def do_play(g: Game, book: Book, seat: Seat, card: Card, target: int, aim: int) -> int:
    """Carry out a PLAY option, unless somebody may answer first."""
    return 0 if announce(g, book, seat, card, target, aim) == 1 else carry_out(g, book, seat, card, target, aim)


@kernel()
def carry_out(g: Game, book: Book, seat: Seat, card: Card, target: int, aim: int) -> int:
    """What playing a card does."""
    row = book.card[card]
    kind = int(row.kind)
    note_aim(g, book, seat, card, target, aim)
    if in_fight_window(g) == 1:
        g.played_by[seat] += in_combat(g, seat)
        forget_refusals(g)
    if lifts(book, card) == 1 and (aim == Aim.SEAT or aim == Aim.ITEM):
        lift(g, book, seat, card, target, aim)
    elif Kind.CLASS <= kind <= Kind.DOUBLER:
        move(g, book, card, Zone.TABLE, seat, Ev.PLAY, -1)
        start_program(g, book, Trigger.PLAYED, seat, card, -1, seat)
    elif kind == Kind.ENHANCER:
        if aim == Aim.SEAT:
            move(g, book, card, Zone.TABLE, target, Ev.PLAY, target)
        else:
            enhance(g, book, seat, card, target)
    elif kind == Kind.ONE_SHOT and row.bonus != 0 and aim != Aim.NOTHING:
        throw(g, book, seat, card, target, aim)
    elif kind == Kind.MONSTER:
        start_program(g, book, Trigger.PLAYED, seat, card, add_monster(g, book, card, seat, 1), seat)
    elif g.fighting == 1 and g.phase == Phase.FLIGHT and (int(row.timing) & int(Timing.FLIGHT | Timing.RUN)) != 0:
        into_fight(g, book, seat, card, 0)
        start_program(g, book, Trigger.PLAYED, seat, card, target if aim == Aim.SEAT else -1, seat)
    elif kind == Kind.ITEM or (kind == Kind.ONE_SHOT and in_fight_window(g) == 0 and (row.timing & OUT_OF_COMBAT) == 0):
        lay_down(g, book, seat, card, -1)
    elif kind == Kind.ITEM_ENHANCER and is_curse(book, card) == 1:
        item = target if aim == Aim.ITEM else -1
        move(g, book, card, Zone.OPEN, seat, Ev.PLAY, item)
        push_curse(g, card=card, victim=int(g.owner[item]) if item >= 0 else target, by=seat, item=item + 1)
    elif kind == Kind.ITEM_ENHANCER or kind == Kind.CHEAT:
        attach(g, book, seat, card, target)
    elif in_fight_window(g) == 1 and (row.timing & Timing.ANY) == 0:
        into_fight(g, book, seat, card, 0)
        who = target if aim == Aim.SEAT else seat
        start_program(g, book, Trigger.PLAYED, who, card, target if aim == Aim.ITEM else -1, seat)
    else:
        play_any_time(g, book, seat, card, target, aim)
    return 0


@kernel()
def note_aim(g: Game, book: Book, seat: Seat, card: Card, target: int, aim: int) -> int:
    """Say whom or what a card is aimed at, before it moves."""
    if aim == Aim.SEAT:
        return emit(g, book, Ev.AIM, seat, target, card, -1, -1, aim)
    if aim == Aim.MONSTER:
        return emit(g, book, Ev.AIM, seat, -1, card, g.foe[target].card, target, aim)
    if aim == Aim.ITEM:
        return emit(g, book, Ev.AIM, seat, -1, card, target, -1, aim)
    return 0


@kernel()
def in_fight_window(g: Game) -> Yes:
    """Whether a combat is being fought (not yet fled from)."""
    return 1 if g.fighting == 1 and g.phase == Phase.COMBAT else 0


@kernel("item.enhancer", "item.enhancer-cursed", "item.cheat", "item.limit-exemption")
def attach(g: Game, book: Book, seat: Seat, card: Card, item: Card) -> int:
    """Put a Cheat! or an Item Enhancer on an Item in play; the Item is equipped if that makes it legal."""
    move(g, book, card, Zone.TABLE, int(g.owner[item]), Ev.PLAY, item)
    g.host[card] = item
    g.laden[item] = 1
    mine = g.owner[item] == seat and book.card[item].kind == Kind.ITEM  # nobody else decides what one wears
    if mine and g.equipped[item] == 0 and g.fighting == 0 and fits(g, book, seat, item) == 1:
        g.equipped[item] = 1
        emit(g, book, Ev.EQUIP, seat, int(g.owner[item]), item, -1, 0, 1)
    return start_program(g, book, Trigger.PLAYED, seat, card, item, seat)


@kernel("combat.add-monster", "super.play", "critical.play", "item.cheat", "group.make-undead", "goth.chain-wandering")
def carry_out_with(g: Game, book: Book, seat: Seat, card: Card, other: int) -> int:
    """What playing two cards in one action does."""
    kind = int(book.card[card].kind)
    if kind == Kind.WANDERING:
        into_fight(g, book, seat, card, 1)
        g.played_by[seat] += 2 * in_combat(g, seat)
        start_program(g, book, Trigger.PLAYED, seat, card, add_monster(g, book, other, seat, 1), seat)
    elif kind == Kind.ENHANCER:
        g.played_by[seat] += 2 * in_combat(g, seat)
        add_monster(g, book, other, seat, 1)
        enhance(g, book, seat, card, int(g.foe_n) - 1)
    elif kind == Kind.DOUBLER:
        move(g, book, other, Zone.TABLE, seat, Ev.PLAY, -1)
        move(g, book, card, Zone.TABLE, seat, Ev.PLAY, other)
        start_program(g, book, Trigger.PLAYED, seat, card, -1, seat)
    else:
        lay_down(g, book, seat, other, card)
        attach(g, book, seat, card, other)
    return 0


@kernel()
def do_play_with(g: Game, book: Book, seat: Seat, card: Card, other: int) -> int:
    """Carry out a PLAY_WITH option, unless somebody may answer first."""
    return 0 if announce(g, book, seat, card, other, TOGETHER) == 1 else carry_out_with(g, book, seat, card, other)


@kernel("timing.any-time-not-combat", "class.discard-any-time", "item.two-of-type")
def do_simple(g: Game, book: Book, seat: Seat, verb: int, card: Card) -> int:
    """Equip, unequip, or discard an identity card."""
    if verb == Verb.DISCARD:
        discard(g, book, card, Ev.DISCARD)
        forget_refusals(g)
    else:
        on = 1 if verb == Verb.EQUIP else 0
        g.equipped[card] = on
        g.changes[seat] += 1
        g.unsettled |= 1 << seat
        emit(g, book, Ev.EQUIP if on == 1 else Ev.UNEQUIP, seat, seat, card, -1, 1 - on, on)
    return 0
