"""Gaining and losing levels, and who has won."""

from __future__ import annotations

from engine.board.equipment import ceiling
from engine.board.happenings import note
from engine.board.kept_curses import expire
from engine.board.munchkin_side import helper_bits
from engine.board.replacements import LEVELS, replaced
from engine.board.seat_lookup import left_of, waits_for_mates, with_mates
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import Card, Kind, Seat, Trigger, Yes
from engine.records.events import Cause, Ending, Ev
from engine.records.log import emit
from engine.records.offer_steps import push_win_answer
from engine.records.state import Game, Phase, Status, WinCheck, Zone
from engine.records.step_values import Until
from engine.records.switch_values import WinsWhen
from engine.records.switches import Rule
from engine.records.timings import Timing


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


@kernel(
    "victory.first-ten", "victory.immediate", "help.shared-victory", "boss.need-three",
    "boss.level-ten-no-other-way",
)  # fmt: skip
def check_victory(g: Game, book: Book) -> int:
    """End the game if somebody of the winning level may win now, and nobody stops it who could."""
    check = int(g.check)
    fought = (check & WinCheck.BOSS_FALLEN) != 0 or g.win_cause == Cause.KILL or g.win_cause == Cause.HELP
    g.check = 0
    need = int(book.rules[Rule.BOSS_REQUIRED])
    if g.bosses < need:
        return 0
    mask = 0
    for s in range(g.seats):
        if g.dead[s] == 0 and g.level[s] >= book.rules[Rule.VICTORY_LEVEL] and waits_for_mates(g, book, s) == 0:
            mask |= 1 << s
    if mask == 0:
        return 0
    if (check & WinCheck.UNOPPOSED) == 0 and _is_stoppable(g, book) == 1:
        return push_win_answer(g, next=left_of(g, int(g.active), 1), check=check)
    if book.rules[Rule.VICTORY_WHEN] != WinsWhen.AT_ONCE:
        return _has_arrived(g, mask)
    if need > 0:
        mask = _richest_told(g, book, mask)
        return finish(g, book, Ending.BOSS, mask | (_sharing(g, book, mask) if fought else 0))
    ending = int(Ending.KILL)
    if g.win_cause == Cause.CULTIST:
        ending = int(Ending.LAST_SANE)
    elif not fought:
        ending = int(Ending.CARD)
    elif _sharing(g, book, mask) != 0:
        mask |= _sharing(g, book, mask)
        ending = int(Ending.SHARED)
    return finish(g, book, ending, mask)


@kernel("victory.immediate")
def _has_arrived(g: Game, mask: int) -> int:
    """By house rule the Level wins later (engine.board.final_tally): since when they have it is remembered."""
    for s in range(g.seats):
        if (mask >> s) & 1 and g.arrived[s] == 0:
            g.arrived[s] = max(1, int(g.turn))
    return 0


@kernel("precedence.card-over-rule", "victory.first-ten")
def _is_stoppable(g: Game, book: Book) -> Yes:
    """Whether somebody holds a card against a win: only then anybody is asked."""
    for s in range(g.seats):
        for i in range(g.hand_n[s] if g.dead[s] == 0 else 0):
            if (book.card[g.hand[s, i]].timing & Timing.WIN) != 0:
                return 1
    return 0


@kernel("help.shared-victory")
def _sharing(g: Game, book: Book, mask: int) -> int:
    """Seats, as bits, that win as well because they have helped in the winning fight and live."""
    if book.rules[Rule.SHARED_VICTORY] == 0 or g.fighting == 0 or (mask >> int(g.fighter)) & 1 == 0:
        return 0
    bits = int(helper_bits(g))
    for s in range(g.seats):
        if g.dead[s] == 1:
            bits &= ~(1 << s)
    return bits


@kernel("boss.multiple-ten")
def richest(g: Game, book: Book, mask: int, without: int) -> int:
    """Of several players at the winning level those with the highest value of Items in play.

    `without` is a card that counts for nobody, -1 none: a player thinks of the Items they have left once it is used up.
    """
    best = -1
    out = 0
    for s in range(g.seats):
        if (mask >> s) & 1:
            value = int(worth_in_gold(g, book, s))
            if without >= 0 and g.zone[without] == Zone.TABLE and g.owner[without] == s:
                value -= int(_gold(book, without))
            if value > best:
                best = value
                out = 1 << s
            elif value == best:
                out |= 1 << s
    return out


@kernel("boss.multiple-ten")
def _richest_told(g: Game, book: Book, mask: int) -> int:
    """The richest, and if several could win what each one's Items are worth, clockwise from whose turn it is."""
    if mask & (mask - 1):
        for k in range(g.seats):
            s = left_of(g, int(g.active), k)
            if (mask >> s) & 1:
                emit(g, book, Ev.WORTH, s, s, -1, -1, 0, worth_in_gold(g, book, s))
    return richest(g, book, mask, -1)


@kernel("boss.multiple-ten")
def worth_in_gold(g: Game, book: Book, s: Seat) -> int:
    """Value of somebody's Items in play."""
    value = 0
    for i in range(g.table_n[s]):
        value += int(_gold(book, int(g.table[s, i])))
    return value


@kernel("boss.multiple-ten")
def _gold(book: Book, card: Card) -> int:
    """What a card in play adds to the value of its owner's Items."""
    row = book.card[card]
    return int(row.gold) if row.is_item == 1 or row.kind == Kind.ITEM_ENHANCER else 0


@kernel("cultist.become")
def spare_cultist(g: Game, book: Book, seat: Seat) -> int:
    """Whoever does not die after all has no new character that could be a Cultist."""
    if (int(g.status[seat]) & Status.BECOME_CULTIST) == 0:
        return 0
    return set_status(g, book, seat, int(g.status[seat]) & ~int(Status.BECOME_CULTIST))
