"""Death, and looting the body."""

from __future__ import annotations

from engine.board.dice_throws import tie
from engine.board.equipment import passive
from engine.board.happenings import note
from engine.board.levels import as_cultist, set_status, spare_cultist
from engine.board.replacements import replaced
from engine.board.seat_lookup import in_combat, left_of
from engine.board.zones import discard, move, to_hand
from engine.jit import kernel
from engine.records.agenda import Step, pop
from engine.records.book import Book, Option
from engine.records.card_kinds import Card, Kind, Seat, Trigger, Yes
from engine.records.card_steps import push_take_cultist
from engine.records.events import Ev
from engine.records.log import emit
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb, ask, option, unask
from engine.records.state import MONSTERS, Game, Status, Zone
from engine.records.switch_values import DeathKeeps
from engine.records.switches import Rule
from engine.records.turn_steps import Corpse, Die, Fate, LootBody, push_corpse, push_die, push_loot_body
from engine.steps.cards.death_answers import answer_rescue, may_be_rescued, offer_rescue

MORTAL = int(
    Status.MUST_HELP | Status.NO_HELPING | Status.NO_ASKING | Status.CORRUPTED | Status.SKIP_TURN | Status.SHELTERED
)
"""Lasting states that end with the character: only Curses go over to the next one."""

ROUNDS_OF_DICE = 50
"""Re-rolls after which seats that still tie loot in their order from the left of the body."""


@kernel("death.lose-stuff", "death.helper-dies", "run.dead-skip", "cultist.become")
def step_die(g: Game, book: Book) -> int:
    """A player dies; their body is looted now, or after the combat they fell in."""
    row = g.agenda[g.agenda_n - 1]
    seat = int(row[Die.SEAT])
    card = int(row[Die.CAUSE])
    fate = int(row[Die.FATE])
    if fate == Fate.OFFERED and offer_rescue(g, book, seat, card) == 1:
        return 0
    pop(g)
    if g.dead[seat] == 1 or fate == Fate.AVERTED or (fate == Fate.COMING and _is_spared(g, book, seat, card) == 1):
        return 0
    if fate == Fate.COMING and may_be_rescued(g, book, seat) == 1:
        return push_die(g, seat=seat, cause=card, fate=Fate.OFFERED)
    emit(g, book, Ev.DEATH, seat, seat, card, -1, int(g.level[seat]), 0)
    note(g, book, seat, Trigger.DIED, card)
    g.dead[seat] = 1
    g.redraw[seat] = 1
    g.owes[seat] = 0
    if (int(g.status[seat]) & MORTAL) != 0:
        set_status(g, book, seat, int(g.status[seat]) & ~MORTAL)
    g.skips[seat] = 0
    if in_combat(g, seat) == 0:
        push_corpse(g, seat=seat)
    elif book.rules[Rule.DEATH_SKIP_REMAINING_ROLLS] == 1:
        g.fled[seat] = (1 << MONSTERS) - 1
    return 0


@kernel("precedence.card-over-rule")
def _is_spared(g: Game, book: Book, seat: Seat, cause: Card) -> Yes:
    """Whether something else happens in the place of a player's death, by a card before them."""
    if replaced(g, book, seat, Trigger.DIES, -1, cause) == 0:
        return 0
    spare_cultist(g, book, seat)
    return 1


@kernel("death.lose-stuff", "death.keep-half-breed", "curse.persistent", "role.character-ability")
def is_kept(g: Game, book: Book, card: Card) -> Yes:
    """Whether a card in play stays with the new character."""
    kind = int(book.card[card].kind)
    if g.zone[card] != Zone.TABLE:
        return 0
    fixed = kind == Kind.CURSE or kind == Kind.CHARACTER or kind == Kind.RULE
    return 1 if fixed or Kind.CLASS <= kind <= Kind.DOUBLER or keeps_items(book) == 1 else 0


@kernel("death.lose-stuff")
def keeps_hand(book: Book) -> Yes:
    """Whether the new character keeps the hand of the old one, by house rule; it draws none then."""
    keeps = int(book.rules[Rule.DEATH_KEEPS])
    return 1 if keeps == DeathKeeps.HAND or keeps == DeathKeeps.EVERYTHING else 0


@kernel("death.lose-stuff")
def keeps_items(book: Book) -> Yes:
    """Whether the new character keeps what lies in play, by house rule."""
    keeps = int(book.rules[Rule.DEATH_KEEPS])
    return 1 if keeps == DeathKeeps.ITEMS or keeps == DeathKeeps.EVERYTHING else 0


@kernel("death.loot-layout", "death.cultist-enhancers", "guest.no-trade")
def _lay_out(g: Game, book: Book, seat: Seat) -> int:
    """Separate what is attached, and discard what nobody may loot."""
    i = int(g.table_n[seat]) - 1 if keeps_items(book) == 0 else -1
    while i >= 0:
        c = int(g.table[seat, i])
        kind = int(book.card[c].kind)
        g.host[c] = -1
        idle = book.rules[Rule.LOOT_BODY_CARRIED] == 1 and kind == Kind.ITEM and g.equipped[c] == 0
        if g.equipped[c] == 1:
            g.equipped[c] = 0
            emit(g, book, Ev.UNEQUIP, seat, seat, c, -1, 1, 0)
        if kind == Kind.GUEST_STAR or kind == Kind.ENHANCER or idle:
            move(g, book, c, Zone.DISCARD, -1, Ev.DISCARD, -1)
        i -= 1
    return 0


@kernel("death.loot-order", "death.loot-layout", "death.loot-run-out", "death.helper-dies", "death.no-cards")
def step_corpse(g: Game, book: Book) -> int:
    """The body is laid out, the others take one card each in their order, and the rest is discarded."""
    row = g.agenda[g.agenda_n - 1]
    seat = int(row[Corpse.SEAT])
    if row[Corpse.BEGUN] == 0:
        row[Corpse.BEGUN] = 1
        _lay_out(g, book, seat)
        if book.rules[Rule.LOOT_BODY_ENABLED] == 1 and lootable(g, book, seat) > 0:
            _call_looters(g, book, seat)
        return 0
    if _goes_on(g, book, seat) == 1:
        _call_looters(g, book, seat)
        return 0
    pop(g)
    while g.hand_n[seat] > 0 and keeps_hand(book) == 0:
        discard(g, book, int(g.hand[seat, g.hand_n[seat] - 1]), Ev.DISCARD)
    i = int(g.table_n[seat]) - 1
    while i >= 0:
        c = int(g.table[seat, i])
        if is_kept(g, book, c) == 0:
            discard(g, book, c, Ev.DISCARD)
        i -= 1
    return _new_character(g, book, seat)


@kernel("death.loot-order", "death.loot-run-out")
def _goes_on(g: Game, book: Book, corpse: Seat) -> Yes:
    """Whether those alive loot the body once more, by house rule: until all its cards are gone."""
    if (
        book.rules[Rule.LOOT_BODY_ENABLED] * book.rules[Rule.LOOT_BODY_UNTIL_GONE] == 0
        or lootable(g, book, corpse) == 0
    ):
        return 0
    for s in range(g.seats):
        if s != corpse and g.dead[s] == 0:
            return 1
    return 0


@kernel("cultist.become", "death.reborn")
def _new_character(g: Game, book: Book, seat: Seat) -> int:
    """Some monsters make a Cultist of whoever comes after the one they killed."""
    if (int(g.status[seat]) & Status.BECOME_CULTIST) == 0:
        return 0
    set_status(g, book, seat, int(g.status[seat]) & ~int(Status.BECOME_CULTIST))
    if book.rules[Rule.CULTIST_ENABLED] == 1 and as_cultist(g, book, seat) == 0:
        push_take_cultist(g, seat=seat, cause=-1, reborn=1, price=0)
    return 0


@kernel("death.loot-layout", "death.loot-run-out")
def lootable(g: Game, book: Book, seat: Seat) -> int:
    """How many cards of a body may be taken."""
    n = int(g.hand_n[seat]) if keeps_hand(book) == 0 else 0
    for i in range(g.table_n[seat]):
        n += 1 - is_kept(g, book, int(g.table[seat, i]))
    return n


@kernel("death.loot-order")
def _call_looters(g: Game, book: Book, corpse: Seat) -> int:
    """Put the living others in order: highest Level first, ties by the die, equal dice again."""
    place, lot, behind = book.work.place, book.work.lot, book.work.behind
    for s in range(g.seats):
        place[s] = 0
        for t in range(g.seats):
            if t != corpse and g.dead[t] == 0 and g.level[t] > g.level[s]:
                place[s] += 1
    for again in range(ROUNDS_OF_DICE):
        if _break_ties(g, book, corpse, again) == 0:
            break
        for s in range(g.seats):
            behind[s] = 0
            for t in range(g.seats):
                if place[t] == place[s] and 0 < lot[s] < lot[t]:
                    behind[s] += 1
        for s in range(g.seats):
            place[s] += behind[s]
    for at in range(int(g.seats) - 1, -1, -1):
        for k in range(int(g.seats) - 1, 0, -1):
            s = left_of(g, corpse, k)
            if g.dead[s] == 0 and place[s] == at:
                push_loot_body(g, looter=s, corpse=corpse)
    return 0


@kernel("death.loot-order")
def _break_ties(g: Game, book: Book, corpse: Seat, again: int) -> int:
    """Every seat that shares its place with another throws a die; returns how many have thrown."""
    place, lot = book.work.place, book.work.lot
    for s in range(g.seats):
        lot[s] = 0
    thrown = 0
    for k in range(1, g.seats):
        s = left_of(g, corpse, k)
        if g.dead[s] == 1:
            continue
        tied = 0
        for t in range(g.seats):
            if t != s and t != corpse and g.dead[t] == 0 and place[t] == place[s]:
                tied = 1
        if tied == 1:
            die = int(tie(g, book, s, corpse, again)) + int(passive(g, book, s, Op.DIE_ROLL))
            lot[s] = 1 + max(0, die)
            thrown += 1
    return thrown


@kernel("death.loot-to-hand", "death.loot-run-out", "death.loot-layout", "death.no-cards")
def step_loot_body(g: Game, book: Book) -> int:
    """One of the others takes a card of the body."""
    row = g.agenda[g.agenda_n - 1]
    looter = int(row[LootBody.LOOTER])
    corpse = int(row[LootBody.CORPSE])
    ask(g, looter, Question.TAKE, corpse)
    for i in range(g.hand_n[corpse] if keeps_hand(book) == 0 else 0):
        option(g, book, Verb.TAKE, int(g.hand[corpse, i]), corpse, 0)
    for i in range(g.table_n[corpse]):
        c = int(g.table[corpse, i])
        if is_kept(g, book, c) == 0:
            option(g, book, Verb.TAKE, c, corpse, 0)
    if g.options == 0 or g.dead[looter] == 1:
        unask(g)
        pop(g)
    return 0


@kernel("death.loot-to-hand")
def answer_loot_body(g: Game, book: Book, taken: Option) -> int:
    """The card goes to the looter's hand, or, by house rule, an Item to their table."""
    looter = int(g.agenda[g.agenda_n - 1, LootBody.LOOTER])
    pop(g)
    if book.rules[Rule.LOOT_BODY_DESTINATION] == 1 and book.card[taken.card].is_item == 1:
        return move(g, book, taken.card, Zone.TABLE, looter, Ev.LOOT, -1)
    return to_hand(g, book, taken.card, looter, Ev.LOOT, -1)


STEPS = {Step.DIE: step_die, Step.CORPSE: step_corpse, Step.LOOT_BODY: step_loot_body}
ANSWERS = {Step.DIE: answer_rescue, Step.LOOT_BODY: answer_loot_body}
