"""What a fight would be if a monster joined it, took the place of another, or left: tried out, and put back.

Every rule of the monsters speaks for itself then: what one switches off or on counts for the whole fight.
"""

from __future__ import annotations

from engine.board.modifiers import read_mods
from engine.board.strength import monster_strength
from engine.jit import kernel
from engine.policies.bystander import on_side
from engine.policies.endgame import winners
from engine.policies.identities import lead_now
from engine.records.book import Book
from engine.records.card_kinds import Card, Seat
from engine.records.card_steps import PickMonster
from engine.records.opcodes import WORTH
from engine.records.state import MONSTERS, Game
from engine.records.step_worth import Worth
from engine.steps.combat.fight import fix_numbers

NOBODY = -1
"""In place of a card: the monster leaves."""
MOVE, ENDS = 0, 1
"""What is looked at: how far the lead moves upwards, the seats that win by the fight."""


@kernel("combat.monster-specials", "combat.add-monster", "multi.eliminate-one")
def tried(g: Game, book: Book, m: int, card: Card, what: int) -> int:
    """What is seen with a card in place m of the monsters, the first free one or that of another; with nobody there."""
    n = int(g.foe_n)
    if m >= MONSTERS:
        return 0
    now = lead_now(g, book)
    foe = g.foe[m]
    kept, bonus, extra, tags, copied = int(foe.card), int(foe.bonus), int(foe.extra), int(foe.tags), int(foe.copied)
    if card >= 0:
        foe.card, foe.bonus, foe.extra, foe.tags, foe.copied = card, 0, 0, int(book.card[card].tags), 0
        g.foe_n = max(n, m + 1)
        fix_numbers(g, book, m)
    else:
        last = g.foe[n - 1]
        foe.card, foe.bonus, foe.extra = int(last.card), int(last.bonus), int(last.extra)
        foe.tags, foe.copied = int(last.tags), int(last.copied)
        g.foe_n = n - 1
    found = winners(g, book) if what == ENDS else lead_now(g, book)
    foe.card, foe.bonus, foe.extra, foe.tags, foe.copied = kept, bonus, extra, tags, copied
    g.foe_n = n
    read_mods(g, book)
    return found if what == ENDS else found - now


@kernel("multi.eliminate-one", "combat.add-monster")
def which(g: Game, book: Book, seat: Seat, i: int) -> int:
    """Which monster a card means: the hardest of the fight goes from one's own side, the weakest from another's.

    In its place comes the easiest of one's hand, or the hardest.
    """
    mine = on_side(g, book, seat)
    m = int(book.work.option[i].amount)
    step = g.agenda[g.agenda_n - 1]
    if m < 0:
        eased = tried(g, book, int(step[PickMonster.MONSTER]), int(book.work.option[i].card), MOVE)
        return eased if mine == 1 else -eased
    worth = WORTH[book.effect[step[PickMonster.EFFECT]].op]
    if worth == Worth.MONSTER_REMOVED:
        return tried(g, book, m, NOBODY, MOVE)
    strength = monster_strength(g, book, m)  # what strengthens it goes or comes along
    return -strength if worth == Worth.MONSTER_SWAPPED and mine == 0 else strength
