"""Effects of single cards that fit no family: dice on Items, cards that wander, taxes, names."""

from __future__ import annotations

from engine.board.kept_curses import combat_is_over_for
from engine.board.lost_items import lose_unless
from engine.board.modifiers import dulled
from engine.board.monster_changes import tell_bonus, throw_at
from engine.board.monsters import forget_refusals, join_side
from engine.board.monsters import remove_monster as take_away
from engine.board.munchkin_side import add_helper, clear_helpers, drop_helper, helper_bits
from engine.board.seat_lookup import in_combat, left_of
from engine.board.strength import compare
from engine.board.zones import discard_for, to_hand
from engine.effects.dice_effects import cast
from engine.effects.identity_effects import cultist_safe
from engine.effects.named_players import count_of, named
from engine.jit import kernel
from engine.records.agenda import KIND, Step
from engine.records.book import Book
from engine.records.card_kinds import Card, EffectRow, Seat
from engine.records.card_steps import CurseAnswer, Strike, push_choose, push_pick_monster, push_pick_seat, push_tax
from engine.records.events import Ev
from engine.records.log import emit
from engine.records.offer_steps import PlayIt, TurnedUp, push_borrow, push_risk
from engine.records.state import FightFlag, Game, Zone
from engine.records.step_values import Dice, Removal
from engine.records.turn_steps import DoorState, push_door


@kernel("oneshot.discard", "precedence.card-over-rule", "death.no-cards")
def pass_on(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The spent card goes to the hand of the named player if their Level is lower."""
    to = named(g, book, who, int(book.effect[row].a), 0, -1)
    if to >= 0 and g.dead[to] == 0 and g.level[to] < g.level[who] and g.zone[card] == Zone.DISCARD:
        to_hand(g, book, card, to, Ev.RETURN, -1)
    return 0


@kernel("precedence.card-over-rule")
def mark_item(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """A die silences or dooms an Item for this combat."""
    g.combat_mark[card] = int(g.combat_mark[card]) | int(book.effect[row].amount)
    forget_refusals(g)
    return 0


@kernel("precedence.card-over-rule")
def declare(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player names a number, knowing how the combat stands."""
    if g.fighting == 1:
        compare(g, book)
    push_choose(g, seat=who, highest=int(book.effect[row].amount), card=card, other=other, by=by)
    return 0


@kernel("precedence.card-over-rule", "item.forced-loss")
def risk_item(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The named number is the Item's bonus in this combat; a die below it discards the Item afterwards."""
    g.combat_bonus[card] = int(g.chosen)
    forget_refusals(g)
    push_risk(g, card=card, named=int(g.chosen))
    return cast(g, book, who, card, Dice.D6)


@kernel("curse.ignore-missing", "item.forced-loss", "curse.victim-chooses")
def tax(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player discards an Item of their choice, and everybody else as much Gold, or all Items and some levels."""
    push_tax(g, victim=who, curse=card, levels=count_of(g, book, row, who))
    return 0


@kernel("run.badstuff", "item.forced-loss", "cultist.one-safe")
def lose_tagged(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player loses every card of the tag, in hand and in play, but not the only Cultist card."""
    tag = int(book.effect[row].a)
    for i in range(int(g.hand_n[who]) - 1, -1, -1):
        if (int(book.card[g.hand[who, i]].tags) & tag) != 0:
            discard_for(g, book, int(g.hand[who, i]), Ev.LOSE, card)
    for i in range(int(g.table_n[who]) - 1, -1, -1):
        if i >= g.table_n[who]:
            continue  # what was attached to the last card has gone with it
        c = int(g.table[who, i])
        if (int(book.card[c].tags) & tag) != 0 and cultist_safe(g, book, c) == 0:
            lose_unless(g, book, who, c, card)
    return 0


@kernel("run.badstuff", "item.forced-loss", "item.two-of-type")
def lose_worn(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player loses every Item of the tag that they are using."""
    for i in range(int(g.table_n[who]) - 1, -1, -1):
        c = int(g.table[who, i]) if i < g.table_n[who] else -1  # what was attached to the last one has gone with it
        if c >= 0 and g.equipped[c] == 1 and (int(book.card[c].tags) & int(book.effect[row].a)) != 0:
            lose_unless(g, book, who, c, card)
    return 0


@kernel("turn.kick-open", "precedence.card-over-rule")
def open_door(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """Another door is opened; powers that are used before a door have had their time."""
    push_door(g, state=DoorState.FURTHER)
    return 0


@kernel("curse.face-up", "precedence.card-over-rule")
def redirect_curse(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The Curse `other` that is on its way will strike player `who`; everybody may answer it once more."""
    for i in range(g.agenda_n):
        step = g.agenda[i]
        if step[KIND] == Step.STRIKE and step[Strike.CARD] == other:
            step[Strike.VICTIM] = who
            step[Strike.BY] = by
        elif step[KIND] == Step.CURSE_ANSWER and step[CurseAnswer.CARD] == other:
            step[CurseAnswer.VICTIM] = who
            step[CurseAnswer.NEXT] = who
            step[CurseAnswer.ASKED] = 0
            step[CurseAnswer.BY] = by
    return 0


@kernel("curse.betrayed", "precedence.card-over-rule", "turn.kick-open")
def cancel_play(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The card `other` is discarded without effect; if it was the door, another one is opened."""
    for i in range(int(g.agenda_n) - 1, -1, -1):
        step = g.agenda[i]
        if step[KIND] == Step.PLAY_IT and step[PlayIt.CARD] == other and step[PlayIt.CANCELLED] == 0:
            step[PlayIt.CANCELLED] = 1  # the step itself discards the card
            return 0
        if step[KIND] == Step.TURNED_UP and step[TurnedUp.CARD] == other and step[TurnedUp.CANCELLED] == 0:
            step[TurnedUp.CANCELLED] = 1
            return 0
    return 0


@kernel("help.one-only", "precedence.card-over-rule", "curse.next-combat-now")
def take_over(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The chosen player fights in the fighter's place; helpers leave, and what they were promised lapses.

    Whoever fights and has aimed at nobody, as by a power, chooses now.
    """
    if g.fighting == 0 or g.dead[who] == 1:
        return 0
    if g.fighter == who:
        return push_pick_seat(g, seat=who, effect=row, card=card, other=other, by=by) if by == who else 0
    emit(g, book, Ev.ABILITY, by, who, card, int(book.effect[row].op), row, -1)
    for k in range(g.seats):
        s = left_of(g, int(g.fighter), k)
        if s != who and in_combat(g, s) == 1:
            combat_is_over_for(g, book, s)
    clear_helpers(g)
    g.fighter = who
    g.fight_flags |= FightFlag.TAKEN_OVER
    forget_refusals(g)
    return join_side(g, book, who)


@kernel("help.one-only", "precedence.card-over-rule", "combat.last-removed-ends", "curse.next-combat-now")
def withdraw(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """One who fights and a monster leave: whoever joined first fights on; where nobody does, no monster stays."""
    if g.fighting == 0 or in_combat(g, who) == 0 or g.foe_n == 0:
        return 0
    emit(g, book, Ev.ABILITY, by, who, card, int(book.effect[row].op), row, -1)
    combat_is_over_for(g, book, who)
    if who != g.fighter:
        drop_helper(g, who)
    elif g.helper >= 0:
        _fight_on(g)
    else:
        for m in range(int(g.foe_n) - 1, -1, -1):
            take_away(g, book, m, Removal.NO_TREASURE)
        return forget_refusals(g)
    forget_refusals(g)
    if g.foe_n == 1:
        return take_away(g, book, 0, int(book.effect[row].a))
    return push_pick_monster(g, seat=by if by >= 0 else who, effect=row, card=card, monster=-1)


@kernel("help.one-only", "precedence.card-over-rule")
def _fight_on(g: Game) -> int:
    """Whoever joined first fights in the fighter's place, with the help of the others; what was promised lapses."""
    first = int(g.helper)
    rest = helper_bits(g) & ~(1 << first)
    order = int(g.fighter)
    clear_helpers(g)
    g.fighter = first
    g.fight_flags |= FightFlag.TAKEN_OVER
    for k in range(g.seats):
        s = left_of(g, order, k)
        if (rest >> s) & 1:
            add_helper(g, s)
    return 0


@kernel("item.equip-limits", "trade.stays-in-play", "precedence.card-over-rule")
def take_winning_item(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The Item changes its owner and is used at once."""
    if other >= 0:
        push_borrow(g, seat=who, card=other, cause=card)
    return 0


@kernel("reward.draw-up-helped", "precedence.card-over-rule")
def deal_evenly(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The Treasures of the combat will be dealt out evenly, whatever was agreed."""
    g.fight_flags |= FightFlag.DEALT_OUT
    return forget_refusals(g)


@kernel("oneshot.definition")
def _take_back(g: Game, book: Book, card: Card) -> int:
    """Undo the bonus of a thrown one-shot; returns the side it was on, -1 if it is no longer in the combat."""
    for i in range(g.played_n):
        if g.played[i] != card:
            continue
        bonus = int(g.combat_bonus[card])
        if g.played_side[i] == 0:
            g.side_bonus -= bonus
            return 0
        m = _hit(g, card, bonus)
        if m >= 0:
            throw_at(g, m, -bonus)
        return 1
    return -1


@kernel("oneshot.definition", "mooplicate.basic")
def _hit(g: Game, card: Card, bonus: int) -> int:
    """Of a monster and its copies the one at which a one-shot was thrown; -1 if it has left."""
    for m in range(g.foe_n):
        if g.foe[m].card == g.host[card] and abs(int(g.foe[m].thrown)) >= abs(bonus):
            return m
    return -1


@kernel("oneshot.discard", "precedence.card-over-rule")
def pick_up(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """A one-shot of the combat goes to the player's hand, and its bonus with it."""
    if _take_back(g, book, other) >= 0:
        to_hand(g, book, other, who, Ev.RETURN, -1)
    return forget_refusals(g)


@kernel("oneshot.definition", "precedence.card-over-rule")
def turn_over(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """A one-shot of the combat counts on the other side: on the first monster, or for the munchkins."""
    bonus = max(int(book.card[other].bonus), int(g.combat_bonus[other]))
    side = _take_back(g, book, other)
    if side < 0 or g.foe_n == 0:
        return 0
    bonus = 0 if dulled(g, book, by, other) == 1 else bonus
    g.combat_bonus[other] = bonus
    for i in range(g.played_n):
        if g.played[i] == other:
            g.played_side[i] = 1 - side
    if side == 0:
        g.host[other] = g.foe[0].card
        throw_at(g, 0, bonus)
        tell_bonus(g, book, by, other, 0, bonus)
    else:
        g.host[other] = -1
        g.side_bonus += bonus
        emit(g, book, Ev.BONUS, by, g.fighter, other, -1, bonus, 0)
    return forget_refusals(g)


@kernel("oneshot.definition", "precedence.card-over-rule")
def count_twice(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """A one-shot of the combat gives its bonus a second time, on the side where it lies."""
    bonus = int(g.combat_bonus[other])
    for i in range(g.played_n):
        if g.played[i] != other:
            continue
        m = _hit(g, other, bonus) if g.played_side[i] == 1 else -1
        if m >= 0:
            throw_at(g, m, bonus)
            tell_bonus(g, book, by, card, m, bonus)
        elif g.played_side[i] == 0:
            g.side_bonus += bonus
            emit(g, book, Ev.BONUS, by, g.fighter, card, -1, bonus, 0)
        else:
            continue  # the monster that it hit has left
        g.combat_bonus[other] = 2 * bonus
    return forget_refusals(g)


@kernel("cards.discard-piles", "precedence.card-over-rule")
def catch_discard(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player takes the card that was discarded last into their hand."""
    if other >= 0 and g.zone[other] == Zone.DISCARD:
        to_hand(g, book, other, who, Ev.RETURN, -1)
    return 0
