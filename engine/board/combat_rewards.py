"""What a combat gives if it is won: levels, Treasures, perhaps the game."""

from __future__ import annotations

from engine.board.counted_amounts import resolved
from engine.board.equipment import passive
from engine.board.foe_counts import treasures_of
from engine.board.modifiers import by_rules, row_holds
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import Seat, Tag, Trigger, Yes
from engine.records.opcodes import Op
from engine.records.state import FightFlag, Game, Status
from engine.records.switches import Rule


@kernel(
    "combat.win-level", "multi.levels-each", "combat.two-levels-text", "reward.special-instructions",
    "reward.kill-vs-defeat", "precedence.level-only-if-kill",
)  # fmt: skip
def levels_won(g: Game, book: Book) -> int:
    """Levels the killed monsters give the fighter; none to a helper who fights in their place."""
    if (int(g.fight_flags) & FightFlag.STANDS_IN) != 0:
        return 0
    total = int(g.owed_levels)
    for m in range(g.foe_n):
        total += int(book.card[g.foe[m].card].levels) * int(book.rules[Rule.REWARD_LEVELS_PER_MONSTER])
        total += _more(g, book, m, Op.EXTRA_LEVEL)
    if (g.foe_n > 0 or g.owed_levels > 0) and (int(g.status[g.fighter]) & Status.HAS_KILLED) == 0:
        total += int(book.rules[Rule.FIRST_KILL_LEVELS]) - 1
    if g.foe_n > 0 or g.owed_levels > 0:
        total += passive(g, book, int(g.fighter), Op.COMBAT_LEVEL)
    if book.rules[Rule.REWARD_LEVEL_REQUIRES] == 1:  # those removed count as well; the slain are counted already
        total += (int(g.removed) - int(g.slain)) * int(book.rules[Rule.REWARD_LEVELS_PER_MONSTER])
    return max(0, total)


@kernel("reward.special-instructions", "precedence.card-over-rule")
def _more(g: Game, book: Book, m: int, op: int) -> int:
    """What the card of monster m, and house rules, add by a lasting opcode; few cards do."""
    total = 0
    if book.card[g.foe[m].card].pays == 1:
        total = _rows(g, book, m, op)
    return total + by_rules(g, book, op, m) if book.fight_rules == 1 else total


@kernel("reward.special-instructions")
def _rows(g: Game, book: Book, m: int, op: int) -> int:
    """What the card of monster m adds by a lasting opcode."""
    total = 0
    card = int(g.foe[m].card)
    row = book.card[card]
    g.about = m + 1
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger == Trigger.IN_FIGHT and e.op == op and row_holds(g, book, card, e) == 1:
            total += resolved(g, book, int(g.fighter), int(e.amount))
    g.about = 0
    return total


@kernel("combat.win-treasure", "reward.enhancers", "enhancer.treasure", "multi.eliminate-one")
def treasures_won(g: Game, book: Book) -> int:
    """Treasures of the killed monsters, and of those removed that pay all the same."""
    total = int(g.owed)
    for m in range(g.foe_n):
        total += treasures_of(g, book, m) + _more(g, book, m, Op.TREASURE)
    return max(0, total)


@kernel("boss.need-three", "help.shared-victory", "race.elf-helper-level")
def _wins_too(g: Game, book: Book, helper: Seat) -> Yes:
    """Whether a helper would win the game too by this combat: it is shared, or brings them to the last level."""
    if book.rules[Rule.SHARED_VICTORY] == 1:
        return 1
    if book.rules[Rule.HELP_HELPER_LEVELS] == 0 or book.rules[Rule.HELP_ELF_CAN_WIN] == 0:
        return 0
    rises = passive(g, book, helper, Op.HELPER_LEVEL) * (int(g.foe_n) + int(g.slain))
    return 1 if rises > 0 and int(g.level[helper]) + rises >= book.rules[Rule.VICTORY_LEVEL] else 0


@kernel("precedence.no-forced-help-ten", "boss.need-three")
def for_the_win(g: Game, book: Book, helper: Seat) -> Yes:
    """Whether the combat would bring its fighter to the winning level, or win them the game, and not its helper."""
    goal = int(book.rules[Rule.VICTORY_LEVEL])
    if int(g.level[g.fighter]) + levels_won(g, book) < goal:
        return 0
    bosses = int(g.bosses)
    for m in range(g.foe_n):
        bosses += 1 if (int(g.foe[m].tags) & Tag.BOSS) != 0 and g.foe[m].copied == 0 else 0
    enough = bosses >= book.rules[Rule.BOSS_REQUIRED]
    if g.level[g.fighter] >= goal and not enough:
        return 0  # they have been there for a while
    return 0 if enough and _wins_too(g, book, helper) == 1 else 1
