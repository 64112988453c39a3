"""What amounts and conditions count: Items, cards, Levels, players."""

from __future__ import annotations

from engine.board.foe_counts import LAST_ENHANCED, count_foes, counted_back
from engine.board.happenings import is_first
from engine.board.munchkin_side import helper_count
from engine.board.seat_lookup import highest_level, item_count, lowest_level, place_of
from engine.board.tokens import all_tokens, has_most_tokens
from engine.jit import kernel
from engine.records.amounts import COUNTED, ROUNDED_UP, Count
from engine.records.book import Book
from engine.records.card_kinds import Axis, Card, Seat, Yes
from engine.records.conditions import Condition
from engine.records.state import Game, Phase
from engine.rng import Purpose, below


@kernel()
def best_other(g: Game, seat: Seat) -> int:
    """Highest Level of the living but one player; 0 if nobody else lives."""
    high = 0
    for s in range(g.seats):
        if s != seat and g.dead[s] == 0 and g.level[s] > high:
            high = int(g.level[s])
    return high


@kernel()
def big_items(g: Game, book: Book, seat: Seat) -> int:
    """Big Items in play of a player."""
    n = 0
    for i in range(g.table_n[seat]):
        row = book.card[g.table[seat, i]]
        n += 1 if row.is_item == 1 and row.big == 1 else 0
    return n


@kernel()
def count(g: Game, book: Book, seat: Seat, what: int) -> int:
    """A number of the table `Count`, of one player."""
    if what == Count.ITEMS:
        return item_count(g, book, seat)
    if what == Count.BIG:
        return big_items(g, book, seat)
    if what == Count.HAND:
        return int(g.hand_n[seat])
    if what == Count.CLASSES or what == Count.RACES:
        return int(g.axis_n[seat, Axis.CLASS if what == Count.CLASSES else Axis.RACE])
    if what == Count.LEVEL:
        return int(g.level[seat])
    if what == Count.TOKENS:
        return int(g.tokens[seat])
    if what == Count.BEHIND:
        return max(0, best_other(g, seat) - int(g.level[seat]))
    if what == Count.AHEAD:
        return max(0, int(g.level[seat]) - best_other(g, seat))
    if what == Count.HIGHER or what == Count.LOWER:
        return _others(g, seat, 1 if what == Count.HIGHER else -1)
    return _count_table(g, book, what)


@kernel()
def _others(g: Game, seat: Seat, sign: int) -> int:
    """Living players of a higher Level (1) or a lower one (-1)."""
    n = 0
    for s in range(g.seats):
        if g.dead[s] == 0 and (int(g.level[s]) - int(g.level[seat])) * sign > 0:
            n += 1
    return n


@kernel()
def _count_table(g: Game, book: Book, what: int) -> int:
    """A number that is the same for everybody."""
    if what == Count.PLAYERS:
        return int(g.seats)
    if what == Count.DIE:
        return int(g.die)
    if what == Count.MIDDLE:
        return (highest_level(g) + lowest_level(g, book)) // 2
    if what == Count.ROUND:
        return int(g.rounds)
    if what == Count.ALL_TOKENS:
        return int(all_tokens(g))
    if what == Count.PAID:
        return int(g.paid)
    if what == Count.DAYS:
        return below(31, g.key, Purpose.DAY, 0, 0)
    if what == Count.ENHANCED:
        return count_foes(g, book, what) if g.fighting == 1 else int(g.last_foes[LAST_ENHANCED])
    if what == Count.TREASURES or what == Count.FOE_LEVELS or what == Count.ENHANCERS:
        return count_foes(g, book, what) if g.fighting == 1 else int(g.last_foes[what - Count.TREASURES])
    if g.fighting == 0:
        return counted_back(g, what)
    if what == Count.MONSTERS:
        return int(g.foe_n)
    if what == Count.ROLLED:
        return max(0, int(g.foe[g.concerns].rolled)) if 0 <= g.concerns < g.foe_n else 0
    if what == Count.EXTRA:
        return max(0, int(g.foe[g.concerns].bonus)) if 0 <= g.concerns < g.foe_n else 0
    if what == Count.HELPERS:
        return helper_count(g)
    return max(0, int(g.side) - int(g.foes)) if what == Count.LEAD else 0


@kernel("precedence.card-over-rule")
def resolved(g: Game, book: Book, seat: Seat, amount: int) -> int:
    """An amount that counts something, as a number; any other as it is."""
    if amount > COUNTED:
        return amount
    code = COUNTED - amount
    what = code // 10_000
    per = code % 100
    left_over = per - 1 if what >= ROUNDED_UP else 0
    return (count(g, book, seat, what % ROUNDED_UP) + left_over) // per * (code % 10_000 // 100 - 50)


@kernel()
def counts_what(amount: int) -> int:
    """The number of the table `Count` of an amount that counts something; -1 for any other."""
    return (COUNTED - amount) // 10_000 % ROUNDED_UP if amount <= COUNTED else -1


@kernel()
def grows(amount: int) -> Yes:
    """Whether an amount that counts something is the more the more there is of it."""
    return 1 if (COUNTED - amount) % 10_000 // 100 > 50 else 0


@kernel("precedence.card-over-rule")
def about_counts(g: Game, book: Book, who: Seat, card: Card, cond: int, x: int) -> Yes:
    """Conditions that compare a number of the table or of a player with one they name."""
    if cond == Condition.FIRST or cond == Condition.UNUSED:
        return is_first(g, card, x)
    if cond == Condition.ACTED:
        return 1 - is_first(g, card, x)
    if cond >= Condition.CALLED:
        return _about_what_was_said(g, who, cond, x)
    if cond >= Condition.HELPERS_AT_LEAST:
        n = helper_count(g)
        return 1 if (n >= x if cond == Condition.HELPERS_AT_LEAST else n <= x) else 0
    if cond >= Condition.TOKENS_AT_LEAST:
        return _about_memory(g, who, cond, x)
    if cond >= Condition.TRAILS_AT_LEAST:
        return _about_now(g, book, who, cond, x)
    if cond >= Condition.ITS_LEVEL_AT_LEAST:
        return _about_it(g, book, who, cond, x)
    if cond == Condition.LEAD_AT_LEAST or cond == Condition.LEAD_AT_MOST:
        lead = int(g.side) - int(g.foes) if g.fighting == 1 else 0
        return 1 if (lead >= x if cond == Condition.LEAD_AT_LEAST else lead <= x) else 0
    if cond == Condition.ROUND_AT_LEAST:
        return 1 if g.rounds >= x else 0
    if cond == Condition.ROUND_AT_MOST:
        return 1 if g.rounds <= x else 0
    if cond == Condition.PLAYERS_AT_LEAST:
        return 1 if g.seats >= x else 0
    if cond == Condition.PLAYERS_AT_MOST:
        return 1 if g.seats <= x else 0
    if cond == Condition.BEHIND_AT_LEAST:
        return 1 if count(g, book, who, Count.BEHIND) >= x else 0
    if cond == Condition.AHEAD_AT_LEAST:
        return 1 if count(g, book, who, Count.AHEAD) >= x else 0
    if cond == Condition.HAND_AT_LEAST:
        return 1 if g.hand_n[who] >= x else 0
    if cond == Condition.HAND_AT_MOST:
        return 1 if g.hand_n[who] <= x else 0
    n = item_count(g, book, who)
    return 1 if (n >= x if cond == Condition.ITEMS_AT_LEAST else n <= x) else 0


@kernel("precedence.card-over-rule")
def _about_what_was_said(g: Game, who: Seat, cond: int, x: int) -> Yes:
    """Conditions on a number that was named, whom somebody has killed, where they sit, and whether anybody fights."""
    if cond == Condition.THROWN_FOR:
        return 0  # the rows that may ask it are read by `engine.board.strength`
    if cond >= Condition.KILLED:
        return 1 if ((int(g.preyed[who]) & x) != 0) == (cond == Condition.KILLED) else 0
    if cond == Condition.SOMEBODY_FIGHTS or cond == Condition.NOBODY_FIGHTS:
        return 1 if (g.fighting == 1) == (cond == Condition.SOMEBODY_FIGHTS) else 0
    if cond == Condition.PLACE:
        return 1 if place_of(g, who) == x - 1 else 0
    return 1 if (g.die == g.chosen) == (cond == Condition.CALLED) else 0


@kernel("precedence.card-over-rule")
def _about_now(g: Game, book: Book, who: Seat, cond: int, x: int) -> Yes:
    """Conditions on how far behind all others somebody is, and on what has just happened to them."""
    if cond == Condition.REACHED:
        return 1 if g.rose_from[who] < x and x <= g.level[who] else 0
    if cond == Condition.TRAILS_AT_LEAST:
        for s in range(g.seats):
            if s != who and g.dead[s] == 0 and g.level[s] - g.level[who] < x:
                return 0
        return 1
    if cond == Condition.NOT_OWN_TURN:
        return 1 if g.active != who else 0
    if cond >= Condition.ROLL_AT_LEAST:
        return 1 if (g.roll >= x if cond == Condition.ROLL_AT_LEAST else g.roll <= x) else 0
    if cond >= Condition.HAS_BIG:
        n = big_items(g, book, who)
        if cond >= Condition.HAS_SMALL:
            n = item_count(g, book, who) - n
        return 1 if (n > 0) == (cond == Condition.HAS_BIG or cond == Condition.HAS_SMALL) else 0
    if cond >= Condition.ANYBODY_AT_LEAST:
        top = int(highest_level(g))
        return 1 if (top >= x if cond == Condition.ANYBODY_AT_LEAST else top <= x) else 0
    fought = g.active == who and g.met_monster == 1
    return 1 if fought == (cond == Condition.FOUGHT) else 0


@kernel("precedence.card-over-rule")
def _about_memory(g: Game, who: Seat, cond: int, x: int) -> Yes:
    """Conditions on tokens, on the number of the round, on the last Level gained, and on decks that have run out."""
    if cond == Condition.TOKENS_AT_LEAST:
        return 1 if g.tokens[who] >= x else 0
    if cond == Condition.TOKENS_AT_MOST:
        return 1 if g.tokens[who] <= x else 0
    if cond == Condition.ALL_TOKENS_AT_LEAST:
        return 1 if all_tokens(g) >= x else 0
    if cond == Condition.ALL_TOKENS_AT_MOST:
        return 1 if all_tokens(g) <= x else 0
    if cond == Condition.MOST_TOKENS or cond == Condition.NOT_MOST_TOKENS:
        return 1 if (has_most_tokens(g, who) == 1) == (cond == Condition.MOST_TOKENS) else 0
    if cond == Condition.EVERY_ROUND:
        return 1 if int(g.rounds) % x == 0 else 0
    if cond == Condition.NOT_RISEN_FOR:
        over = int(g.turn) - (0 if g.phase == Phase.END else 1)  # the turn that goes on counts at its end
        return 1 if over - max(0, int(g.rises[who, 1])) >= x * int(g.seats) else 0
    return 1 if g.shuffles[x] > 0 or g.deck_n[x] == 0 else 0


@kernel("precedence.card-over-rule")
def _about_it(g: Game, book: Book, who: Seat, cond: int, x: int) -> Yes:
    """Conditions on the printed Level of the monster that is concerned; if no single one is, of any of the combat."""
    for m in range(g.foe_n if g.fighting == 1 else 0):
        if (m == g.concerns or g.concerns < 0) and _fits(g, book, who, m, cond, x) == 1:
            return 1
    return 0


@kernel("precedence.card-over-rule")
def _fits(g: Game, book: Book, who: Seat, m: int, cond: int, x: int) -> Yes:
    """Whether the printed Level of one monster is what a condition asks for."""
    level = int(book.card[g.foe[m].card].level)
    if cond == Condition.ITS_LEVEL_AT_LEAST:
        return 1 if level >= x else 0
    if cond == Condition.ITS_LEVEL_AT_MOST:
        return 1 if level <= x else 0
    more = level - int(g.level[who])
    return 1 if (more >= x if cond == Condition.ITS_LEVEL_ABOVE else -more >= x) else 0
