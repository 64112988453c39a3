"""How far the game is: every measure is relative to the way from the first Level to the winning one.

The words of the weights speak of ninths of the way, as there are from Level 1 to Level 10: with another goal the same
weights mean the same moments of the game.
"""

from __future__ import annotations

from engine.board.final_tally import placed, richest
from engine.board.munchkin_side import helper_bits
from engine.board.seat_lookup import highest_level, is_mate, lowest_level, waits_for_mates, with_mates
from engine.jit import kernel
from engine.policies.weights import Weight
from engine.records.book import Book
from engine.records.card_kinds import Card, Seat, Tag, Yes
from engine.records.state import Game, Zone
from engine.records.switches import Rule
from engine.steps.combat.rewards import levels_won

NEAREST = 400
"""Nearness of a player for whom the next Level wins."""
FIRST_LEVELS = 38
"""Part of its full price, in per cent, that a rival's Level has at the beginning already."""


@kernel()
def way(book: Book) -> int:
    """Levels from the first to the last one before the winning one; at least one."""
    return max(1, int(book.rules[Rule.VICTORY_LEVEL]) - 1 - int(book.rules[Rule.SETUP_START_LEVEL]))


@kernel()
def progress(g: Game, book: Book, seat: Seat) -> int:
    """Hundredths of the way to the last Level before the win that a player has gone."""
    left = int(book.rules[Rule.VICTORY_LEVEL]) - 1 - int(g.level[seat])
    whole = way(book)
    if left <= 0 or left >= whole:  # dividing takes longer than everything else here
        return 100 if left <= 0 else 0
    return 100 - 100 * left // whole


@kernel()
def nearness(g: Game, book: Book, seat: Seat) -> int:
    """Hundredths of a ninth by which a player has passed the middle of the way: 0 up to there, 400 before the win."""
    left = int(book.rules[Rule.VICTORY_LEVEL]) - 1 - int(g.level[seat])
    whole = way(book)
    if 2 * left >= whole:
        return 0
    near = NEAREST - 800 * left // whole if left > 0 else NEAREST
    need = int(book.rules[Rule.BOSS_REQUIRED])
    return near * min(int(g.bosses) + 1, need) // need if need > 0 else near


@kernel()
def lateness(g: Game, book: Book) -> int:
    """Hundredths of a ninth of the way that the leader is short of the last Level, 0 to 800."""
    left = int(book.rules[Rule.VICTORY_LEVEL]) - 1 - highest_level(g)
    whole = way(book)
    late = max(0, min(800, 800 * left // whole)) if 0 < left < whole else 800 * int(left > 0)
    need = int(book.rules[Rule.BOSS_REQUIRED])
    if need == 0 or (g.fighting == 1 and bosses_after(g, book) >= need):
        return late
    return max(late, 400)  # the fight that decides is still to come


@kernel()
def saving_price(g: Game, book: Book, seat: Seat) -> int:
    """Price of using up a card that may still wait: less and less as the leader comes close to the win."""
    return lateness(g, book) * int(book.work.weights[seat, Weight.SAVING]) // 100


@kernel()
def grudge(g: Game, book: Book, judge: Seat, seat: Seat, levels: int) -> int:
    """Price of some levels that a player would gain: over a third of the envy at first, all of it next to the win.

    Whoever is of the same team is not envied: their levels are as good as one's own.
    """
    if is_mate(g, book, judge, seat) == 1:
        return -levels * int(book.work.weights[judge, Weight.LEVEL])
    whole = way(book)
    done = whole - (int(book.rules[Rule.VICTORY_LEVEL]) - 1 - int(g.level[seat]) - levels)
    done = max(0, min(whole, done))
    full = levels * int(book.work.weights[judge, Weight.ENVY])
    return full * (FIRST_LEVELS * whole * whole + (100 - FIRST_LEVELS) * done * done) // (100 * whole * whole)


@kernel()
def standing(g: Game, book: Book, seat: Seat) -> int:
    """Where a player stands between the last, 0, and the leader, 100; near to 50 while all are nearly equal."""
    low = lowest_level(g, book)
    high = highest_level(g)
    span = max(3 * (high - low), way(book) + 1)  # thirds: one Level among beginners makes nobody the leader
    return max(0, min(100, 50 + 150 * (2 * int(g.level[seat]) - low - high) // span))


@kernel()
def bosses_after(g: Game, book: Book) -> int:
    """Bosses that will have fallen once this combat is won."""
    total = int(g.bosses)
    for m in range(g.foe_n):
        total += 1 if (int(g.foe[m].tags) & Tag.BOSS) != 0 and g.foe[m].copied == 0 else 0
    return total


@kernel()
def winners(g: Game, book: Book) -> int:
    """Seats, as bits, that win the game if the fighter wins this combat; 0: it goes on."""
    return winners_without(g, book, -1)


@kernel()
def winners_without(g: Game, book: Book, card: Card) -> int:
    """The same once a card is used up, whose value makes nobody rich any more; -1 none."""
    return winners_by(g, book, levels_won(g, book), card)


@kernel()
def winners_by(g: Game, book: Book, levels: int, card: Card) -> int:
    """The same for somebody who has worked out already how many Levels the combat gives."""
    goal = int(book.rules[Rule.VICTORY_LEVEL])
    fighter = int(g.fighter)
    arrives = int(g.level[fighter]) + levels >= goal
    arrives = arrives and waits_for_mates(g, book, fighter) == 0
    if book.rules[Rule.BOSS_REQUIRED] == 0:
        if not arrives:
            return 0
        sharing = int(helper_bits(g)) if book.rules[Rule.SHARED_VICTORY] == 1 else 0
        return placed(g, book, int(with_mates(g, book, 1 << fighter | sharing)), 1)
    if bosses_after(g, book) < book.rules[Rule.BOSS_REQUIRED]:
        return 0
    return crowned(g, book, 1 << fighter if arrives else 0, card)


@kernel()
def crowned(g: Game, book: Book, more: int, without: int) -> int:
    """Seats that win when the last Boss falls: of those at the winning Level, and of `more`, the richest."""
    mask = more
    for s in range(g.seats):
        if g.dead[s] == 0 and g.level[s] >= book.rules[Rule.VICTORY_LEVEL] and waits_for_mates(g, book, s) == 0:
            mask |= 1 << s
    return with_mates(g, book, richest(g, book, mask, without)) if mask != 0 else 0


@kernel()
def banished(g: Game, book: Book, card: Card) -> int:
    """Seats that win if a card sends the monsters of this combat away: a Boss that is banished has fallen too."""
    need = int(book.rules[Rule.BOSS_REQUIRED])
    return crowned(g, book, 0, card) if need > 0 and g.bosses < need <= bosses_after(g, book) else 0


@kernel()
def decides(g: Game, book: Book) -> Yes:
    """Whether the next Boss, who is still to come, ends the game: one is missing, and somebody has the Level to win."""
    need = int(book.rules[Rule.BOSS_REQUIRED])
    if need == 0 or g.bosses + 1 != need or (g.fighting == 1 and bosses_after(g, book) >= need):
        return 0
    return 1 if highest_level(g) >= book.rules[Rule.VICTORY_LEVEL] else 0


@kernel()
def would_win(g: Game, book: Book) -> Yes:
    """Whether the fighter wins the game if they win this combat."""
    return (winners(g, book) >> int(g.fighter)) & 1


@kernel()
def ends_against(g: Game, book: Book, seat: Seat) -> Yes:
    """Whether a win in this combat ends the game, and not for this player."""
    mask = winners(g, book)
    return 1 if mask != 0 and (mask >> seat) & 1 == 0 else 0


@kernel()
def spends_the_win(g: Game, book: Book, seat: Seat, card: Card) -> Yes:
    """Whether the win in this combat would be a player's own, and no longer once they have used up a card in play."""
    if book.rules[Rule.BOSS_REQUIRED] == 0 or card < 0 or g.zone[card] != Zone.TABLE or book.card[card].gold == 0:
        return 0
    return (winners(g, book) & ~winners_without(g, book, card)) >> seat & 1


@kernel()
def rest(g: Game, book: Book, seat: Seat, points: int) -> int:
    """About what the points that are still missing will cost."""
    w = book.work.weights[seat]
    return points * int(w[Weight.ONE_SHOT]) + 2 * int(w[Weight.CARD]) + saving_price(g, book, seat)
