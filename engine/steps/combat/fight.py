"""The combat itself: monsters appear, goths call, the window closes, the outcome is read."""

from __future__ import annotations

from engine.board.card_lists import drop
from engine.board.counted_amounts import resolved
from engine.board.foe_counts import remember_foes
from engine.board.happenings import note
from engine.board.kept_curses import combat_is_over_for
from engine.board.lost_items import lose_itself
from engine.board.modifiers import read_mods, row_holds
from engine.board.monsters import add_monster, start_program
from engine.board.munchkin_side import clear_helpers, fights_as, helper_bits, helper_count
from engine.board.seat_lookup import has_power, in_combat, left_of, pass_on
from engine.board.strength import compare
from engine.board.zones import discard
from engine.jit import kernel
from engine.records.agenda import Step, pop
from engine.records.book import Book, Option
from engine.records.card_kinds import Kind, Pile, Seat, Tag, Trigger
from engine.records.combat_steps import (
    Appear,
    Clean,
    Goth,
    Judge,
    OnTop,
    push_clean,
    push_flee,
    push_goth,
    push_on_top,
    push_reward,
)
from engine.records.events import Ev, Result
from engine.records.log import emit
from engine.records.opcode_row import Moment
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb, ask, option, or_over, or_pass
from engine.records.state import FightFlag, Game, Mark, Phase, Zone
from engine.records.switches import Rule
from engine.records.turn_steps import push_corpse, push_loot_room
from engine.steps.combat.help_steps import restart_round
from engine.steps.combat.help_terms import pay_deals
from engine.steps.offers.abilities import ability_options, do_ability


@kernel("goth.trigger", "goth.look-for-trouble", "goth.chain-wandering", "goth.no-chain")
def step_appear(g: Game, book: Book) -> int:
    """A monster has appeared: what it does at once, and whether it calls another."""
    row = g.agenda[g.agenda_n - 1]
    m = int(row[Appear.MONSTER])
    by = int(row[Appear.BY])
    calls = int(row[Appear.CALLS])
    pop(g)
    if m >= g.foe_n:
        return 0
    card = int(g.foe[m].card)
    restart_round(g, by)
    if calls == 1 and book.rules[Rule.GOTH_ENABLED] == 1 and (int(g.foe[m].tags) & Tag.GOTH) != 0:
        push_goth(g, by=by, next=by)
    fix_numbers(g, book, m)
    start_program(g, book, Trigger.APPEARS, int(g.fighter), card, m, by)
    return 0


@kernel("combat.monster-specials")
def fix_numbers(g: Game, book: Book, m: int) -> int:
    """Bonuses that are read once, when the monster appears (APPEARS rows of `strength`)."""
    card = int(g.foe[m].card)
    row = book.card[card]
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger == Trigger.APPEARS and e.op == Op.STRENGTH and row_holds(g, book, card, e) == 1:
            g.foe[m].extra += resolved(g, book, int(g.fighter), int(e.amount))
    return 0


@kernel("goth.trigger", "goth.around", "goth.no-chain")
def step_goth(g: Game, book: Book) -> int:
    """Whoever brought the goth, then each other player from their left, has one chance to add one."""
    row = g.agenda[g.agenda_n - 1]
    read_mods(g, book)  # whoever is asked may reckon with what the monsters switch off
    while row[Goth.ASKED] < g.seats:
        seat = pass_on(g, Goth.NEXT, Goth.ASKED)
        if g.dead[seat] == 1:
            continue
        ask(g, seat, Question.GOTH, -1)
        for i in range(g.hand_n[seat]):
            c = int(g.hand[seat, i])
            if book.card[c].kind == Kind.MONSTER and (int(book.card[c].tags) & Tag.GOTH) != 0:
                option(g, book, Verb.PLAY, c, -1, 0)
        if or_pass(g, book) == 1:
            return 0
    pop(g)
    return 0


@kernel("goth.around", "goth.no-chain")
def answer_goth(g: Game, book: Book, taken: Option) -> int:
    """The first goth that is added ends the round, and brings no other."""
    seat = int(g.asked)
    if taken.verb == Verb.PLAY:
        pop(g)
        add_monster(g, book, taken.card, seat, 0)
    return 0


@kernel("combat.compare", "run.when", "combat.nonlethal", "combat.last-removed-ends", "help.ask")
def step_judge(g: Game, book: Book) -> int:
    """The window has closed: the result stands, unless those who would lose pay for something else."""
    row = g.agenda[g.agenda_n - 1]
    won = 0 if g.foe_n == 0 else int(row[Judge.WON] == 1 or compare(g, book) == 1)
    if won == 1 and row[Judge.ASKED] == 0 and (int(book.powers) & Moment.VICTORY) != 0:
        row[Judge.WON] = 1
        ask(g, int(g.fighter), Question.VICTORY, -1)
        ability_options(g, book, int(g.fighter), Question.VICTORY)
        if or_pass(g, book) == 1:
            return 0
    seat = int(fights_as(g, int(row[Judge.ASKED])))
    while g.foe_n > 0 and won == 0 and seat >= 0:
        ask(g, seat, Question.DEFEAT, -1)
        ability_options(g, book, seat, Question.DEFEAT)
        if or_pass(g, book) == 1:
            return 0
        row[Judge.ASKED] += 1
        seat = int(fights_as(g, int(row[Judge.ASKED])))
    pop(g)
    if g.foe_n == 0 or won == 1:
        push_reward(g, killed=won)
        return 0
    g.phase = Phase.FLIGHT
    push_clean(g, result=Result.FLED)
    for place in range(int(helper_count(g)), -1, -1):
        push_flee(g, place=place)
    return 0


@kernel("class.power-by-discard", "run.when")
def answer_judge(g: Game, book: Book, taken: Option) -> int:
    """Whoever passes flees; what is paid for is read once more."""
    if taken.verb != Verb.PASS:
        return do_ability(g, book, int(g.asked), taken)
    g.agenda[g.agenda_n - 1, Judge.ASKED] += 1
    return 0


@kernel("combat.discard-after-win", "oneshot.discard", "run.discard-monsters", "precedence.rewards-after-combat")
def clear_table(g: Game, book: Book) -> int:
    """Discard the monsters and everything that was played into the combat."""
    i = int(g.played_n) - 1
    while i >= 0:
        c = int(g.played[i])
        seat = int(g.owner[c])
        discard(g, book, c, Ev.DISCARD)
        start_program(g, book, Trigger.SPENT, seat, c, -1, seat)
        i -= 1
    for m in range(g.foe_n):
        c = int(g.foe[m].card)
        if g.zone[c] == Zone.FIGHT:
            discard(g, book, c, Ev.DISCARD)
    return 0


@kernel("cards.discard-piles", "cards.no-looking-discards")
def ask_on_top(g: Game, book: Book, doors: int, treasures: int) -> int:
    """Let the active player say which card of a combat lies on top; before it there were so many discards.

    It matters to powers in play that look at the top. Cards that search the discards for a kind (a Class, a monster)
    find the same one whatever lies on top: no two of a kind they look for are discarded by a combat.
    """
    if book.rules[Rule.DISCARD_ORDER] == 0 or g.dead[g.active] == 1:
        return 0
    if g.discard_n[Pile.DOOR] - doors < 2 and g.discard_n[Pile.TREASURE] - treasures < 2:
        return 0
    for s in range(g.seats):
        if has_power(g, book, s, Op.RESURRECTION) == 1:
            push_on_top(g, pile=Pile.TREASURE, below=treasures)
            return push_on_top(g, pile=Pile.DOOR, below=doors)
    return 0


@kernel("cards.discard-piles")
def step_on_top(g: Game, book: Book) -> int:
    """The active player says which of the cards of the combat lies on top of a pile."""
    row = g.agenda[g.agenda_n - 1]
    pile = int(row[OnTop.PILE])
    ask(g, int(g.active), Question.ON_TOP, -1)
    for i in range(int(g.discard_n[pile]) - 1, int(row[OnTop.BELOW]) - 1, -1):
        option(g, book, Verb.CHOOSE_CARD, int(g.discard[pile, i]), -1, 0)
    return or_over(g)


@kernel("cards.discard-piles")
def answer_on_top(g: Game, book: Book, taken: Option) -> int:
    """It lies on top; nothing happens where it did already."""
    pile = int(g.agenda[g.agenda_n - 1, OnTop.PILE])
    last = int(g.discard_n[pile]) - 1
    pop(g)
    if g.discard[pile, last] == taken.card:
        return 0
    drop(g.discard[pile], last + 1, taken.card)
    g.discard[pile, last] = taken.card
    return emit(g, book, Ev.ON_TOP, int(g.asked), -1, taken.card, -1, 0, 0)


@kernel("run.discard-monsters", "curse.persistent", "oneshot.discard", "turn.no-loot-after-flight", "run.no-treasure")
def step_clean(g: Game, book: Book) -> int:
    """The combat is over: the table is cleared, promises lapse, the dead are looted."""
    row = g.agenda[g.agenda_n - 1]
    result = int(row[Clean.RESULT])
    if result == Result.FLED and g.foe_n == 0 and g.dead[g.fighter] == 0:
        pop(g)
        g.phase = Phase.COMBAT
        return push_reward(g, killed=0)  # the last one vanished while they fled
    if result == Result.FLED and row[Clean.PAID] == 0 and _item_still_due(g, book) == 1:
        row[Clean.PAID] = 1
        for s in range(g.seats):
            g.deal_card[s] = -1
        return pay_deals(g)
    pop(g)
    if result == Result.FLED:
        emit(g, book, Ev.FIGHT_END, g.fighter, g.helper, -1, _flight_result(g), 0, further_helpers(g))
        note(g, book, int(g.fighter), Trigger.LOST, -1)
    doors = int(g.discard_n[Pile.DOOR])
    treasures = int(g.discard_n[Pile.TREASURE])
    remember_foes(g, book)
    clear_table(g, book)
    g.fought = 0
    for k in range(g.seats):
        s = left_of(g, int(g.fighter), k)
        _settle_marks(g, book, s, result)
        if in_combat(g, s) == 1:
            note(g, book, s, Trigger.COMBAT_OVER, -1)
            g.fought |= 1 << s
            combat_is_over_for(g, book, s)
            g.unsettled |= 1 << s
    _aftermath(g, result)
    return ask_on_top(g, book, doors, treasures)


@kernel("turn.no-loot-after-flight", "run.no-treasure")
def _aftermath(g: Game, result: int) -> int:
    """The combat is gone; who died is looted, and the room may be."""
    fighter = int(g.fighter)
    g.foe_n = 0
    g.mods = 0
    loot = (g.fight_flags & FightFlag.LOOT_AFTER) != 0 and result == Result.REMOVED and g.dead[fighter] == 0
    # Whose fight somebody else took over goes on with their turn where no monster came.
    loot = loot or ((g.fight_flags & FightFlag.TAKEN_OVER) != 0 and fighter != g.active and g.dead[g.active] == 0)
    g.fighting = 0
    g.phase = Phase.EVENING
    if loot:
        push_loot_room(g, anyway=0)
    for place in range(int(helper_count(g)), -1, -1):
        seat = int(fights_as(g, place))
        if g.dead[seat] == 1:
            push_corpse(g, seat=seat)
    return clear_helpers(g)


@kernel("precedence.card-over-rule", "item.forced-loss")
def _settle_marks(g: Game, book: Book, seat: Seat, result: int) -> int:
    """Items that a die doomed in this combat are discarded; the others are as before."""
    for i in range(int(g.table_n[seat]) - 1, -1, -1):
        if i >= g.table_n[seat]:
            continue  # what was attached to the last Item has gone with it
        c = int(g.table[seat, i])
        mark = int(g.combat_mark[c])
        g.combat_bonus[c] = 0
        g.combat_mark[c] = 0
        if (mark & Mark.LOST) != 0 or ((mark & Mark.LOST_UNLESS_KILL) != 0 and result != Result.KILLED):
            lose_itself(g, book, seat, c, c)
    return 0


@kernel("help.item-bribe-timing")
def _item_still_due(g: Game, book: Book) -> int:
    """House rule: helpers get the promised Items even though the fight was lost, if the fighter lives."""
    if book.rules[Rule.HELP_ITEM_BRIBE_TIME] == 0 or g.helper < 0:
        return 0
    return 1 if g.dead[g.fighter] == 0 else 0


@kernel("help.one-only")
def further_helpers(g: Game) -> int:
    """Seats, as bits, of the helpers but the one who joined first: a combat's end tells them too."""
    return int(helper_bits(g)) & ~(1 << int(g.helper)) if g.helper >= 0 else 0


@kernel()
def _flight_result(g: Game) -> int:
    if g.dead[g.fighter] == 1:
        return int(Result.DIED)
    return int(Result.CAUGHT) if g.caught[g.fighter] > 0 else int(Result.FLED)


STEPS = {
    Step.APPEAR: step_appear, Step.GOTH: step_goth, Step.JUDGE: step_judge, Step.CLEAN: step_clean,
    Step.ON_TOP: step_on_top,
}  # fmt: skip
ANSWERS = {Step.GOTH: answer_goth, Step.JUDGE: answer_judge, Step.ON_TOP: answer_on_top}
