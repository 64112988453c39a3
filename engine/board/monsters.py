"""The combat's primitives: monsters come and go, cards are put on them."""

from __future__ import annotations

from engine.board.card_lists import take_out
from engine.board.equipment import usable
from engine.board.foe_counts import treasures_of
from engine.board.levels import gain
from engine.board.munchkin_side import clear_helpers
from engine.board.seat_lookup import in_combat, left_of, note_harm, still_flees
from engine.board.setup import clear_combat
from engine.board.zones import discard, move, to_hand
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import Card, Kind, Seat, Tag, Trigger, Yes
from engine.records.card_steps import push_op
from engine.records.combat_steps import Appear, push_appear
from engine.records.events import Cause, Ev, Fault
from engine.records.log import emit
from engine.records.state import MONSTERS, SEATS, FightFlag, Game, Phase, WinCheck, Zone
from engine.records.step_values import Removal
from engine.records.switches import Rule


@kernel("turn.kick-open.monster", "monster.face-up", "turn.look-for-trouble")
def open_fight(g: Game, book: Book, fighter: Seat, flags: int) -> int:
    """Start a combat without monsters yet."""
    g.fighting = 1
    g.met_monster = 1
    g.fighter = fighter
    clear_helpers(g)
    g.fight_flags = flags
    g.fight_actions = 0
    g.fight_serial += 1
    g.foe_n = 0
    g.side_bonus = 0
    g.owed = 0
    g.spoils = 0
    g.gifts = 0
    g.owed_levels = 0
    g.doppelgangers = 0
    g.slain = 0
    g.removed = 0
    g.opposed = 0
    g.phase = Phase.COMBAT
    for s in range(SEATS):
        _begin_anew(g, s)
    emit(g, book, Ev.FIGHT, fighter, -1, -1, flags, 0, 0)
    return 0


@kernel()
def _begin_anew(g: Game, seat: Seat) -> int:
    """What a seat did, suffered and was told in the last combat is over."""
    g.player_bonus[seat] = 0
    g.stabs[seat] = 0
    g.played_by[seat] = 0
    g.run_bonus[seat] = 0
    g.escape_all[seat] = 0
    g.fled[seat] = 0
    g.caught[seat] = 0
    g.refused[seat] = 0
    g.spurned[seat] = 0
    for other in range(SEATS):
        g.terms[seat, other] = 0
        g.rebuffs[seat, other] = 0
    return clear_combat(g, seat)


@kernel("item.carried", "timing.helper-in-combat")
def join_side(g: Game, book: Book, seat: Seat) -> int:
    """A player enters the combat: the programs of their cards that look at this moment."""
    return own_programs(g, book, Trigger.JOINED, seat, -1)


@kernel("item.carried", "class.item-restriction")
def own_programs(g: Game, book: Book, trigger: int, seat: Seat, other: int) -> int:
    """Start what a player's cards in play do at a moment of theirs; of their Items only those in use."""
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if has_trigger(book, c, trigger) == 0 or book.card[c].kind == Kind.MONSTER:
            continue  # what a monster does it does in combats, and not for whoever keeps it
        if book.card[c].is_item == 0 or (g.equipped[c] == 1 and usable(g, book, seat, c) == 1):
            push_op(g, effect=-trigger, seat=seat, card=c, other=other, by=seat)
    return 0


@kernel(
    "monster.single", "multi.combined", "combat.add-monster", "goth.trigger", "goth.no-chain",
    "goth.chain-wandering",
)  # fmt: skip
def add_monster(g: Game, book: Book, card: Card, by: Seat, calls: int) -> int:
    """A monster card enters the combat; `calls` = 1 if a goth that enters this way may bring another."""
    m = int(g.foe_n)
    if m >= MONSTERS:
        g.fault = Fault.FIGHT_FULL
        return -1
    kind = int(Ev.PLAY) if g.zone[card] == Zone.HAND else int(Ev.JOIN)
    if kind == Ev.PLAY:
        move(g, book, card, Zone.FIGHT, -1, Ev.PLAY, g.fighter)
    else:
        move(g, book, card, Zone.FIGHT, -1, Ev.ENTER, -1)
    _new_monster(g, book, m, card)
    emit(g, book, Ev.JOIN, by, g.fighter, card, -1, int(book.card[card].level), m)
    oppose(g, by)
    forget_refusals(g)
    push_appear(g, monster=m, by=by, calls=calls)
    return m


@kernel()
def _new_monster(g: Game, book: Book, m: int, card: Card) -> int:
    g.foe[m].card = card
    g.foe[m].bonus = 0
    g.foe[m].thrown = 0
    g.foe[m].rolled = 0
    g.foe[m].treasure = 0
    g.foe[m].tags = book.card[card].tags
    g.foe[m].copied = 0
    g.foe[m].link = _new_link(g, m)
    g.foe[m].least = 0
    g.foe[m].extra = 0
    g.foe[m].caught = 0
    g.foe[m].due = 0
    g.foe_n = m + 1
    return 0


@kernel("mooplicate.basic")
def _new_link(g: Game, m: int) -> int:
    """A number no monster of the combat carries: indices are used again when a monster leaves."""
    link = 0
    for i in range(m):
        link = max(link, int(g.foe[i].link) + 1)
    return link


@kernel("mooplicate.basic", "mooplicate.order", "example.mooplicate")
def copy_monster(g: Game, book: Book, m: int, by: Seat) -> int:
    """A second monster like monster m, with its enhancers (later ones count for both) but no one-shot.

    It appears like any monster: what that one does when it appears happens again, and a goth calls.
    """
    n = int(g.foe_n)
    if n >= MONSTERS:
        g.fault = Fault.FIGHT_FULL
        return 0
    g.foe[n].card = g.foe[m].card
    g.foe[n].bonus = g.foe[m].bonus - g.foe[m].thrown
    g.foe[n].thrown = 0
    g.foe[n].rolled = g.foe[m].rolled
    g.foe[n].treasure = g.foe[m].treasure
    g.foe[n].tags = g.foe[m].tags
    g.foe[n].copied = 1
    g.foe[n].link = g.foe[m].link
    g.foe[n].least = g.foe[m].least
    g.foe[n].extra = 0
    g.foe[n].caught = 0
    g.foe[n].due = 0
    g.foe_n = n + 1
    emit(g, book, Ev.JOIN, -1, g.fighter, g.foe[m].card, -1, int(book.card[g.foe[m].card].level), n)
    forget_refusals(g)
    return push_appear(g, monster=n, by=by, calls=1)


@kernel("help.ask")
def forget_refusals(g: Game) -> int:
    """The strengths have changed: everybody may be asked again."""
    for s in range(g.seats):
        g.refused[s] = 0
    return 0


@kernel()
def oppose(g: Game, seat: Seat) -> int:
    """Somebody outside the combat has harmed its munchkin side: all at the table have seen it."""
    if seat >= 0 and in_combat(g, seat) == 0:
        g.opposed |= 1 << seat
        note_harm(g, int(g.fighter), seat)
        helper = int(g.helper)
        while helper >= 0:
            note_harm(g, helper, seat)
            helper = int(g.next_helper[helper])
    return 0


@kernel("boss.need-three")
def count_boss(g: Game, book: Book, m: int) -> int:
    """A Boss has fallen, killed or not: one more on the common count, and somebody may have won by it."""
    if (int(g.foe[m].tags) & Tag.BOSS) != 0 and g.foe[m].copied == 0:
        g.bosses += 1
        g.check = WinCheck.BOSS_FALLEN
        emit(g, book, Ev.BOSS, g.fighter, -1, g.foe[m].card, -1, int(g.bosses) - 1, int(g.bosses))
    return 0


@kernel(
    "combat.nonlethal", "combat.nonlethal-treasure", "multi.eliminate-one", "combat.last-removed-ends",
    "reward.kill-vs-defeat", "precedence.rewards-after-combat",
)  # fmt: skip
def remove_monster(g: Game, book: Book, m: int, gives: int) -> int:
    """A monster leaves the combat without being killed; its Treasures, if any, are owed until the fight is won."""
    if m < 0 or m >= g.foe_n:
        return 0
    only = g.foe_n == 1
    owed = treasures_of(g, book, m)
    pays = gives == Removal.TREASURE or gives == Removal.KILLED or (gives == Removal.TREASURE_IF_ONLY and only)
    if gives == Removal.BY_RULE:
        pays = book.rules[Rule.NONLETHAL_TREASURE_DEFAULT] == 1
    if pays:
        g.owed += owed
    if gives == Removal.KILLED:
        g.slain += 1
        g.preyed[g.fighter] |= int(g.foe[m].tags)
        g.owed_levels += int(book.card[g.foe[m].card].levels) * int(book.rules[Rule.REWARD_LEVELS_PER_MONSTER])
    g.removed += 1
    count_boss(g, book, m)
    leave(g, book, m, -1)
    if g.foe_n == 0:
        g.fight_flags |= FightFlag.OVER
    return 0


@kernel("multi.eliminate-one", "mooplicate.basic", "enhancer.def")
def leave(g: Game, book: Book, m: int, seat: Seat) -> int:
    """A monster leaves the combat with the enhancers on it: its card is discarded, or goes to the hand of `seat`."""
    card = int(g.foe[m].card)
    copies = 0
    for i in range(g.foe_n):
        if g.foe[i].card == card:
            copies += 1
    if copies > 1:
        emit(g, book, Ev.REMOVE, -1, -1, card, 1 + m, Zone.FIGHT, Zone.FIGHT)
        g.foe[m].copied = 1
    else:
        discard_on(g, book, card)
        if seat >= 0:
            to_hand(g, book, card, seat, Ev.RETURN, -1)
        else:
            discard(g, book, card, Ev.REMOVE)
    for k in range(g.seats if g.foe[m].due > 0 else 0):
        s = left_of(g, int(g.fighter), k)
        if in_combat(g, s) == 1 and still_flees(g, s, m) == 1:
            pay_due(g, book, s, m)
    g.foe[m].due = 0
    take_out(g, m, card)
    forget_refusals(g)
    return 0


@kernel("run.both", "level.gain-ways")
def pay_due(g: Game, book: Book, seat: Seat, m: int) -> int:
    """A player has got away from a monster that caught a companion: what it owes each of those it did not catch."""
    due = int(g.foe[m].due)
    return gain(g, book, seat, due, Cause.BAD_STUFF, int(g.foe[m].card), 0) if due > 0 else 0


@kernel("combat.add-monster", "multi.eliminate-one")
def replace_monster(g: Game, book: Book, m: int, card: Card, by: Seat, keep: int) -> int:
    """A monster makes room for one from the hand of `by`, who takes the old one to hand if `keep` = 1."""
    if add_monster(g, book, card, by, 1) < 0:
        return 0
    g.agenda[g.agenda_n - 1, Appear.MONSTER] -= 1  # the new one's place in the list once the old one has left
    return leave(g, book, m, by if keep == 1 else -1)


@kernel()
def discard_on(g: Game, book: Book, card: Card) -> int:
    """Discard the enhancers that lie on a monster which leaves."""
    i = int(g.played_n) - 1
    while i >= 0:
        c = int(g.played[i])
        if g.host[c] == card:
            discard(g, book, c, Ev.DISCARD)
        i -= 1
    return 0


@kernel()
def has_trigger(book: Book, card: Card, trigger: int) -> Yes:
    """Whether a card's program has a row of the trigger."""
    return 1 if (int(book.card[card].triggers) >> trigger) & 1 else 0


@kernel()
def start_program(g: Game, book: Book, trigger: int, who: Seat, card: Card, other: int, by: Seat) -> int:
    """Put a card's program for a trigger on the agenda, if it has one."""
    if has_trigger(book, card, trigger) == 1:
        push_op(g, effect=-trigger, seat=who, card=card, other=other, by=by)
    return 0
