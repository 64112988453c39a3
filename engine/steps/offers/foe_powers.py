"""What monsters let those who fight them do."""

from __future__ import annotations

from engine.board.fight import remove_monster
from engine.board.lookup import side_weak, value_of
from engine.jit import kernel
from engine.records.book import Book
from engine.records.choices import Removal
from engine.records.combat_steps import push_roll
from engine.records.kinds import Card, EffectRow, Seat
from engine.records.questions import Verb, option
from engine.records.state import Game


@kernel()
def monster_of(g: Game, seat: Seat, card: Card) -> int:
    """The first monster of a card in the combat (from which `seat` still has to flee, if one is named), or -1."""
    for m in range(g.foe_n):
        if g.foe[m].card == card and (seat < 0 or (int(g.fled[seat]) >> m) & 1 == 0):
            return m
    return -1


@kernel("combat.monster-specials", "run.mods-all")
def offer_drop_to_escape(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """With each Item in play that carries the tag."""
    m = monster_of(g, seat, card)
    for i in range(g.table_n[seat] if m >= 0 else 0):
        c = int(g.table[seat, i])
        if book.card[c].is_item == 1 and (int(book.card[c].tags) & int(book.effect[row].a)) != 0:
            option(g, book, Verb.DISCARD_FOR, c, m, row)
    return 0


@kernel("combat.monster-specials", "run.mods-all")
def use_drop_to_escape(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card, target: int) -> int:
    """Away from this monster without a die."""
    g.rerolls = 0
    return push_roll(g, seat=seat, monster=target, sure=1)


@kernel("combat.monster-specials", "combat.nonlethal")
def offer_chase_away(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """By one with the identity."""
    if (int(g.identity[seat]) & int(book.effect[row].a)) != 0:
        option(g, book, Verb.USE, card, monster_of(g, -1, card), row)
    return 0


@kernel("combat.monster-specials", "combat.nonlethal")
def use_chase_away(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card, target: int) -> int:
    """The monster leaves its Treasure."""
    return remove_monster(g, book, target, Removal.TREASURE)


@kernel("combat.monster-specials", "combat.nonlethal")
def offer_may_ignore(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """By the fighter, unless somebody on their side has the identity."""
    if g.fighter == seat and (int(side_weak(g)) & int(book.effect[row].a)) == 0:
        option(g, book, Verb.USE, card, monster_of(g, -1, card), row)
    return 0


@kernel("combat.monster-specials", "combat.nonlethal")
def use_may_ignore(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card, target: int) -> int:
    """The monster goes for nothing."""
    return remove_monster(g, book, max(0, target), Removal.NO_TREASURE)


@kernel("combat.monster-specials", "combat.nonlethal")
def offer_bribe_monster(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """With each Item in play that is worth enough."""
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if book.card[c].is_item == 1 and value_of(g, book, seat, c) >= book.effect[row].a:
            option(g, book, Verb.DISCARD_FOR, c, -1, row)
    return 0


@kernel("combat.monster-specials", "combat.nonlethal")
def use_bribe_monster(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card, target: int) -> int:
    """The monster goes, for what the rules say."""
    return remove_monster(g, book, monster_of(g, -1, source), Removal.BY_RULE)
