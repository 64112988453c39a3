"""Effects on the combat that is going on."""

from __future__ import annotations

from engine.board.modifiers import proof
from engine.board.monster_changes import is_alone, keep_monster, tell_bonus, throw_at
from engine.board.monsters import copy_monster as add_copy
from engine.board.monsters import forget_refusals
from engine.board.monsters import remove_monster as take_away
from engine.board.seat_lookup import in_combat
from engine.effects.named_players import amount_of, of_the_die
from engine.jit import kernel
from engine.records.amounts import Amount
from engine.records.book import Book
from engine.records.card_kinds import Card, EffectRow, Seat, Yes
from engine.records.card_steps import push_pick_monster
from engine.records.conditions import Condition
from engine.records.events import Ev
from engine.records.log import emit
from engine.records.opcodes import Op
from engine.records.state import SURE, FightFlag, Game, Phase
from engine.records.step_values import Party, Removal


@kernel("multi.eliminate-one", "combat.nonlethal", "combat.monster-specials")
def meant(g: Game, book: Book, row: EffectRow, m: int, card: Card) -> Yes:
    """Whether a row that picks a monster may pick monster m: one that is not immune, and is named if one is named."""
    e = book.effect[row]
    if e.op == Op.REMOVE_MONSTER and proof(g, book, m, card) == 1:
        return 0
    if e.op == Op.BEFRIEND and is_alone(g, m) == 0:
        return 0
    if e.cond == Condition.MONSTER_IS:
        return 1 if book.card[g.foe[m].card].number == e.x else 0
    return 1


@kernel("multi.eliminate-one")
def only_meant(g: Game, book: Book, row: EffectRow, card: Card) -> int:
    """The one monster a row may pick; -1 if there is none, -2 if there are several."""
    found = -1
    for m in range(g.foe_n):
        if meant(g, book, row, m, card) == 1:
            if found >= 0:
                return -2
            found = m
    return found


@kernel(
    "combat.nonlethal", "combat.nonlethal-treasure", "combat.last-removed-ends", "multi.eliminate-one",
    "combat.monster-specials",
)  # fmt: skip
def remove_monster(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """Monsters leave the combat unkilled: one of the player's choice (1), the lowest (2), or all."""
    e = book.effect[row]
    if g.fighting == 0:
        return 0
    if e.amount == Amount.ALL:
        for m in range(int(g.foe_n) - 1, -1, -1):
            if proof(g, book, m, card) == 0:
                take_away(g, book, m, int(e.a))
        return 0
    if e.amount == 2:
        return take_away(g, book, _lowest(g, book, card), int(e.a))
    m = other if other >= 0 else only_meant(g, book, row, card)
    if m == -2:
        push_pick_monster(g, seat=by if by >= 0 else who, effect=row, card=card, monster=-1)
        return 0
    if m >= 0 and proof(g, book, m, card) == 1:
        return 0
    return take_away(g, book, m, int(e.a))


@kernel("combat.monster-specials")
def _lowest(g: Game, book: Book, card: Card) -> int:
    best = -1
    for m in range(g.foe_n):
        if proof(g, book, m, card) == 1:
            continue
        if best < 0 or book.card[g.foe[m].card].level < book.card[g.foe[best].card].level:
            best = m
    return best


@kernel("enhancer.def", "enhancer.stack", "mooplicate.basic")
def strengthen_all(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """Every monster of the combat gets the amount."""
    n = amount_of(g, book, row, who)
    for m in range(g.foe_n):
        g.foe[m].bonus += n
        g.foe[m].rolled += n if of_the_die(book, row) == 1 else 0
    tell_bonus(g, book, by, card, 0 if g.foe_n == 1 else -1, n * int(g.foe_n))
    forget_refusals(g)
    return 0


@kernel("combat.monster-specials", "enhancer.def")
def grow(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The monster that the card is gets the amount, or else the one that it is about, or that was met first."""
    n = amount_of(g, book, row, who)
    m = other if 0 <= other < g.foe_n else -1
    if m < 0 or g.foe[m].card != card:
        for i in range(int(g.foe_n) - 1, -1, -1):
            m = i if g.foe[i].card == card and g.foe[i].copied == 0 else m
    if m < 0 and g.foe_n > 0:
        m = 0
    if m < 0 or g.fighting == 0:
        return 0
    g.foe[m].bonus += n
    g.foe[m].rolled += n if of_the_die(book, row) == 1 else 0
    tell_bonus(g, book, by, card, m, n)
    return forget_refusals(g)


@kernel("run.mods-all", "run.both", "precedence.card-over-rule")
def escape(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The roll that has just failed is an escape (1); or the player, and the companion `other`, roll no more (2)."""
    if book.effect[row].amount == 1:
        g.roll = SURE
        return 0
    g.escape_all[who] = 1
    if other >= 0:
        g.escape_all[other] = 1
    return 0


@kernel("mooplicate.basic", "mooplicate.order")
def copy_monster(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """A copy of the monster, with its enhancers, joins the combat."""
    m = other
    if m < 0:
        m = 0 if g.foe_n == 1 else -1
    if g.foe_n == 0:
        return 0
    if m < 0:
        push_pick_monster(g, seat=by if by >= 0 else who, effect=row, card=card, monster=-1)
        return 0
    return add_copy(g, book, m, by)


@kernel("combat.add-monster", "multi.eliminate-one")
def swap_monster(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """A monster is replaced by one from the player's hand; `also = 1` takes the old one to their hand."""
    if g.foe_n == 0:
        return 0
    m = other
    if m < 0 and g.foe_n == 1:
        m = 0
    push_pick_monster(g, seat=by if by >= 0 else who, effect=row, card=card, monster=m)
    return 0


@kernel("turn.after-monster-skip", "precedence.card-over-rule")
def loot_after(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The room may be looted after this combat."""
    g.fight_flags |= FightFlag.LOOT_AFTER
    return 0


@kernel("combat.strength", "precedence.card-over-rule")
def double_strength(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The fighter's combat strength counts once more while they have no helper."""
    if (g.fight_flags & FightFlag.DOUBLE_LEADER) != 0:
        g.doppelgangers += 1
    g.fight_flags |= FightFlag.DOUBLE_LEADER
    forget_refusals(g)
    return 0


@kernel("combat.monster-specials", "precedence.card-over-rule")
def ignore_printed(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """Printed bonuses and penalties of the monsters are ignored in this combat."""
    g.fight_flags |= FightFlag.NO_PRINTED
    forget_refusals(g)
    return 0


@kernel("combat.last-removed-ends", "combat.nonlethal-treasure")
def end_combat_loot(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """All monsters leave and the munchkin draws nothing; from a flight that goes on everybody gets away."""
    if g.phase == Phase.FLIGHT:
        for s in range(g.seats):
            if in_combat(g, s) == 1:
                g.fled[s] = (1 << int(g.foe_n)) - 1
        return 0
    for m in range(int(g.foe_n) - 1, -1, -1):
        take_away(g, book, m, Removal.NO_TREASURE)
    g.owed = 0
    g.gifts = 0
    return 0


@kernel("precedence.rewards-after-combat")
def treasures_to_winner(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The fighter draws that many Treasures when the combat has been won."""
    g.owed += amount_of(g, book, row, who)
    return 0


@kernel("combat.strength", "precedence.card-over-rule")
def boost(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The munchkin side gets the amount, whoever of it the player is."""
    amount = amount_of(g, book, row, who)
    if g.fighting == 0 or in_combat(g, who) == 0:
        return 0
    g.player_bonus[who] += amount
    emit(g, book, Ev.BONUS, who, who, card, -1, amount, 0)
    return forget_refusals(g)


@kernel("combat.strength", "oneshot.definition", "precedence.card-over-rule")
def aid(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """A side gets the amount, whoever gives it; on the monsters' it lies, like a one-shot, on the first of them."""
    e = book.effect[row]
    if g.fighting == 0:
        return 0
    n = aid_amount(g, book, row, who)
    if e.a == Party.MONSTERS and g.foe_n > 0:
        throw_at(g, 0, n)
        tell_bonus(g, book, who, card, 0, n)
    elif e.a == Party.MUNCHKINS:
        g.side_bonus += n
        emit(g, book, Ev.BONUS, who, g.fighter, card, -1, n, 0)
    return forget_refusals(g)


@kernel("precedence.card-over-rule")
def aid_amount(g: Game, book: Book, row: EffectRow, who: Seat) -> int:
    """What an `aid` gives: its amount, or what it is where that comes to nothing."""
    n = int(amount_of(g, book, row, who))
    return n if n != 0 else int(book.effect[row].b)


@kernel("combat.nonlethal", "multi.eliminate-one", "precedence.card-over-rule")
def befriend(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """A monster of the combat, the one that is meant or the one its player picks, becomes a companion."""
    if g.fighting == 0 or g.dead[who] == 1:
        return 0
    m = other if 0 <= other < g.foe_n else int(only_meant(g, book, row, card))
    if m == -2:
        return push_pick_monster(g, seat=who, effect=row, card=card, monster=-1)
    return keep_monster(g, book, m, who, int(book.effect[row].a)) if m >= 0 else 0
