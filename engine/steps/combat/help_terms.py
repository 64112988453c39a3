"""Help: who may give it and who has to, and what can be promised for it."""

from __future__ import annotations

from engine.board.combat_rewards import for_the_win
from engine.board.equipment import has_passive
from engine.board.foe_counts import treasures_of
from engine.board.modifiers import by_rules
from engine.board.munchkin_side import end_supposing, fights_as, helper_count, helps, promised, suppose_helper
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import Seat, Yes
from engine.records.combat_steps import push_pay_deal
from engine.records.opcodes import Op
from engine.records.state import FightFlag, Game, Mod, Status
from engine.records.switches import Rule

MOST_PROMISED = 15
"""Most Treasures of a promise: one answer each, beside Items and the order of choosing."""


@kernel("help.bribe-items")
def prize(g: Game, book: Book) -> int:
    """Treasures the combat's monsters are worth."""
    total = int(g.owed)
    for m in range(g.foe_n):
        total += treasures_of(g, book, m) + by_rules(g, book, Op.TREASURE, m)
    return total


@kernel("help.bribe-items")
def unpromised(g: Game, book: Book) -> int:
    """Treasures of the combat that no helper was promised yet."""
    return max(0, prize(g, book) - promised(g)) if g.helper >= 0 else prize(g, book)


@kernel("help.one-only")
def room_for(g: Game, book: Book) -> int:
    """How many more may help in the combat."""
    if book.rules[Rule.HELP_REPLACES] == 1:  # whoever helps does it alone, and once
        return min(1, int(book.rules[Rule.HELP_MAX])) if (int(g.fight_flags) & FightFlag.STANDS_IN) == 0 else 0
    return int(book.rules[Rule.HELP_MAX]) - helper_count(g)


@kernel("help.one-only", "death.reborn", "combat.monster-specials")
def may_help(g: Game, book: Book, seat: Seat) -> Yes:
    """Whether a player could become a helper in this combat."""
    if seat == g.fighter or g.dead[seat] == 1 or room_for(g, book) <= 0 or helps(g, seat) == 1:
        return 0
    if (g.mods & Mod.NO_HELPER) != 0 or (g.barred & g.identity[seat]) != 0:
        return 0
    if (g.status[seat] & Status.NO_HELPING) != 0 or (g.status[g.fighter] & (Status.NO_ASKING | Status.CORRUPTED)) != 0:
        return 0
    return 1


@kernel("help.bribe-pick-order", "combat.monster-specials")
def promisable(g: Game, book: Book) -> int:
    """Most Treasures that can be promised for help: none where the helper has nothing, or all of them anyway."""
    if book.rules[Rule.HELP_REPLACES] == 1:
        return 0
    return 0 if (int(g.mods) & Mod.NO_REWARD_HELPER) != 0 else min(unpromised(g, book), MOST_PROMISED)


@kernel("precedence.no-forced-help-ten", "help.ask")
def is_forced(g: Game, book: Book, seat: Seat, proposer: Seat) -> Yes:
    """Whether a player who is asked by the fighter has to help them: not where it would be for the win with them."""
    if proposer != g.fighter or _is_obliged(g, book, seat, proposer) == 0:
        return 0
    return 0 if book.rules[Rule.HELP_NO_FORCED_FOR_WIN] == 1 and _for_the_win_with(g, book, seat) else 1


@kernel("help.ask")
def _is_obliged(g: Game, book: Book, seat: Seat, fighter: Seat) -> Yes:
    """Whether a player has to help whoever asks, or has come to owe this fighter help, or is charmed by them."""
    if (g.status[seat] & Status.MUST_HELP) != 0 or (int(g.owes[seat]) >> fighter) & 1:
        return 1
    return _charmed(g, book, seat, fighter)


@kernel("precedence.no-forced-help-ten")
def _for_the_win_with(g: Game, book: Book, seat: Seat) -> Yes:
    """Whether the combat would be for the win once a player helps: what they bear may be worth a Level more."""
    suppose_helper(g, seat)
    win = for_the_win(g, book, seat)
    end_supposing(g)
    return win


@kernel()
def _charmed(g: Game, book: Book, seat: Seat, fighter: Seat) -> int:
    """An Item of the fighter may oblige players of higher Level."""
    if seat == fighter or g.level[seat] <= g.level[fighter]:
        return 0
    return 1 if has_passive(g, book, fighter, Op.FORCED_HELP) >= 0 else 0


@kernel("help.bribe-items", "help.item-bribe-timing")
def pay_deals(g: Game) -> int:
    """What the helpers were promised beside Treasures is paid, to who joined first first."""
    for place in range(int(helper_count(g)), 0, -1):
        push_pay_deal(g, seat=fights_as(g, place))
    return 0
