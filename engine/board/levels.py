"""Gaining and losing levels, and who has won."""

from __future__ import annotations

from engine.board.equipment import ceiling
from engine.board.happenings import note
from engine.board.kept_curses import expire
from engine.board.replacements import LEVELS, replaced
from engine.board.seat_lookup import waits_for_mates, with_mates
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import Card, Seat, Trigger, Yes
from engine.records.events import Cause, Ending, Ev
from engine.records.log import emit
from engine.records.state import Game, Phase, Status, WinCheck
from engine.records.step_values import Until
from engine.records.switches import Rule


@kernel(
    "level.gain-ways", "precedence.level-ten-by-monster", "precedence.protected-rules", "victory.card-win",
    "death.no-cards", "combat.two-levels-text",
)  # fmt: skip
def gain(g: Game, book: Book, seat: Seat, amount: int, cause: int, card: Card, may_win: int) -> int:
    """A player gains levels, the winning one only by a kill or a card that says so. Returns the levels gained."""
    if g.dead[seat] == 1 or amount <= 0:
        return 0
    before = int(g.level[seat])
    top = int(book.rules[Rule.VICTORY_LEVEL]) if may_win == 1 else ceiling(g, book)
    after = max(before, min(before + allowed(g, book, seat, amount), top))
    what = LEVELS * amount + 2 * cause + may_win
    if after == before or replaced(g, book, seat, Trigger.GAINS_LEVEL, what, card) == 1:
        return 0
    goal = int(book.rules[Rule.VICTORY_LEVEL])
    if after >= goal and g.bosses >= book.rules[Rule.BOSS_REQUIRED] and waits_for_mates(g, book, seat) == 0:
        after = max(before, goal - 1) if replaced(g, book, seat, Trigger.WINS, what, card) == 1 else after
        if after == before:
            return 0
    g.level[seat] = after
    g.rises[seat, 0] = risen(g, seat) + after - before
    g.rises[seat, 1] = g.turn
    emit(g, book, Ev.LEVEL, seat, seat, card, cause, before, after)
    if (int(g.happened[seat]) >> Trigger.LEVEL_GAINED) & 1 == 0:  # else it is not told yet from where
        g.rose_from[seat] = before
    note(g, book, seat, Trigger.LEVEL_GAINED, card)
    expire(g, book, seat, Until.LEVEL_GAINED)
    if cause != Cause.KILL:
        g.rose_in[seat] = g.turn
    if g.status[seat] & (Status.NO_HELPING | Status.NO_ASKING):
        set_status(g, book, seat, int(g.status[seat]) & ~(Status.NO_HELPING | Status.NO_ASKING))
    if after >= goal:
        g.check = WinCheck.LEVEL_REACHED
        g.win_cause = cause
    return after - before


@kernel("level.gain-ways")
def allowed(g: Game, book: Book, seat: Seat, amount: int) -> int:
    """How many of some Levels a player may still gain in this turn."""
    most = int(book.rules[Rule.LEVEL_MOST_A_TURN])
    if most == 0:
        return amount
    return max(0, min(amount, most - risen(g, seat)))


@kernel("level.gain-ways")
def risen(g: Game, seat: Seat) -> int:
    """Levels that a player has gained in this turn."""
    return int(g.rises[seat, 0]) if g.rises[seat, 1] == g.turn else 0


@kernel("level.loss", "precedence.min-level", "precedence.protected-rules")
def lose(g: Game, book: Book, seat: Seat, amount: int, cause: int, card: Card) -> int:
    """A player loses levels, never below the lowest one, unless something else happens. Returns the levels lost."""
    lost = min(amount, int(g.level[seat]) - int(book.rules[Rule.LEVEL_MIN]))
    if lost <= 0 or replaced(g, book, seat, Trigger.LOSES_LEVEL, LEVELS * lost + 2 * cause, card) == 1:
        return 0
    return drop(g, book, seat, lost, cause, card)


@kernel("level.loss", "precedence.min-level")
def drop(g: Game, book: Book, seat: Seat, amount: int, cause: int, card: Card) -> int:
    """The same without a way round it: levels that pay for something, or a win that is stopped."""
    before = int(g.level[seat])
    after = min(before, max(int(book.rules[Rule.LEVEL_MIN]), before - amount))
    if after == before:
        return 0
    g.level[seat] = after
    g.arrived[seat] = 0
    emit(g, book, Ev.LEVEL, seat, seat, card, cause, before, after)
    note(g, book, seat, Trigger.LEVEL_LOST, card)
    return before - after


@kernel()
def set_status(g: Game, book: Book, seat: Seat, status: int) -> int:
    """Change the lasting states of a player."""
    emit(g, book, Ev.STATUS, seat, seat, -1, -1, int(g.status[seat]), status)
    g.status[seat] = status
    return 0


@kernel("cultist.six", "cultist.everyone")
def is_cultist(g: Game, book: Book, seat: Seat) -> Yes:
    """Whether a player is counted as a Cultist: by the card, or because they want to be by an Item's power."""
    return 1 if (g.status[seat] & Status.AMONG_CULTISTS) != 0 else has_cultist(g, book, seat)


@kernel("cultist.six")
def has_cultist(g: Game, book: Book, seat: Seat) -> Yes:
    """Whether a Cultist card lies before a player."""
    for i in range(g.table_n[seat]):
        if book.card[g.table[seat, i]].locked == 1:
            return 1
    return 0


@kernel("cultist.everyone", "precedence.card-over-rule")
def as_cultist(g: Game, book: Book, seat: Seat) -> Yes:
    """Whether cards that mean Cultists mean a player: they are counted as one, or pose as one."""
    return 1 if (g.status[seat] & Status.CULTIST_CARD) != 0 else is_cultist(g, book, seat)


@kernel("cultist.all-but-one", "cultist.all", "cultist.everyone", "victory.dead-cannot-win")
def count_cultists(g: Game, book: Book) -> int:
    """Count the Cultists again; the change to all but one, or to all, has consequences."""
    if book.rules[Rule.CULTIST_ENABLED] == 0:
        return 0
    n = 0
    sane = -1
    for s in range(g.seats):
        if is_cultist(g, book, s) == 1:
            n += 1
        else:
            sane = s
    before = int(g.cultists)
    g.cultists = n
    if n == before:
        return 0
    if n == g.seats and book.rules[Rule.CULTIST_ALL_END] == 1:
        _all_cultists(g, book)
    elif n == g.seats - 1 and n > before:
        emit(g, book, Ev.LAST_SANE, sane, sane, -1, -1, before, n)
        gain(g, book, sane, int(book.rules[Rule.CULTIST_LAST_SANE_LEVEL]), Cause.CULTIST, -1, 1)
    return 0


@kernel("cultist.all", "victory.dead-cannot-win")
def _all_cultists(g: Game, book: Book) -> int:
    high = 0
    for s in range(g.seats):
        if g.dead[s] == 0 and g.level[s] > high:
            high = int(g.level[s])
    mask = 0
    for s in range(g.seats):
        if g.dead[s] == 0 and g.level[s] == high:
            mask |= 1 << s
    return finish(g, book, Ending.ALL_CULTISTS, mask)


@kernel("victory.immediate", "help.shared-victory")
def finish(g: Game, book: Book, ending: int, winners: int) -> int:
    """The game is over, and who is of a team with a winner wins too."""
    if g.over != 0:
        return 0
    g.over = ending
    g.winners = with_mates(g, book, winners)
    emit(g, book, Ev.OVER, -1, -1, -1, ending, int(g.winners), 0)
    g.phase = Phase.OVER
    g.agenda_n = 0
    g.asked = -1
    g.options = 0
    return 0


@kernel("cultist.become")
def spare_cultist(g: Game, book: Book, seat: Seat) -> int:
    """Whoever does not die after all has no new character that could be a Cultist."""
    if (int(g.status[seat]) & Status.BECOME_CULTIST) == 0:
        return 0
    return set_status(g, book, seat, int(g.status[seat]) & ~int(Status.BECOME_CULTIST))
