"""Phase 1 and 2: kick open the door, then look for trouble or loot the room."""

from __future__ import annotations

from engine.board.happenings import note
from engine.board.monsters import add_monster, has_trigger, join_side, open_fight, start_program
from engine.board.replacements import replaced, shut_room
from engine.board.seat_lookup import next_seat
from engine.board.zones import discard, draw_card, move, to_hand, top
from engine.jit import kernel
from engine.records.agenda import Step, pop
from engine.records.book import Book, Option
from engine.records.card_kinds import DRAWN_BIT, Card, Kind, Pile, Trigger, Yes
from engine.records.card_steps import push_curse
from engine.records.combat_steps import Fight, push_fight, push_react
from engine.records.events import Ev
from engine.records.offer_steps import TurnedUp, push_play_answer, push_turned_up
from engine.records.questions import Question, Verb, ask, option, or_pass
from engine.records.state import FightFlag, Game, Phase, Zone
from engine.records.switches import Rule
from engine.records.timings import Timing
from engine.records.turn_steps import (
    Door,
    DoorCard,
    DoorState,
    LootRoom,
    Room,
    push_door,
    push_door_card,
    push_loot_room,
)
from engine.steps.combat.face_up_cards import call_back
from engine.steps.combat.windows import open_window
from engine.steps.offers.abilities import ability_options, do_ability
from engine.steps.offers.actions import cancels, do_play, do_play_with, is_curse
from engine.steps.offers.item_carriers import cultist_options
from engine.steps.offers.legality import program_allows
from engine.steps.offers.playable import any_time_options, identity_options, table_options
from engine.steps.turn.turn import own_action, own_turn_options


@kernel(
    "turn.kick-open", "turn.kick-open.monster", "turn.kick-open.curse", "turn.kick-open.other",
    "cards.deck-and-discards-empty",
)  # fmt: skip
def step_door(g: Game, book: Book) -> int:
    """The top Door card, face-up: a monster attacks, a Curse strikes, anything else is the drawer's."""
    row = g.agenda[g.agenda_n - 1]
    g.phase = Phase.DOOR
    if row[Door.STATE] == DoorState.FURTHER:
        row[Door.STATE] = DoorState.ASKED
        if call_back(g, book, int(g.active), Pile.DOOR) == 1:
            return 0
    elif row[Door.STATE] == DoorState.SKIPPED:
        return pop(g)
    elif row[Door.STATE] != DoorState.ASKED:
        if row[Door.STATE] == DoorState.FIRST and _something_else_happens(g, book) == 1:
            return 0
        row[Door.STATE] = DoorState.ASKED
        ask(g, int(g.active), Question.DOOR_CARD, -1)
        ability_options(g, book, int(g.active), Question.DOOR_CARD)
        if or_pass(g, book) == 1:
            return 0
    pop(g)
    card = top(g, book, Pile.DOOR)
    if card < 0:
        return 0
    move(g, book, card, Zone.OPEN, int(g.active), Ev.REVEAL, -1)
    if _strikes(book, card) == 1 or cancels(g, book, -1, 1, card) == 0:
        return reveal(g, book, card)  # a Curse has an answer of its own
    push_turned_up(g, card=card)
    push_play_answer(g, card=card, by=int(g.active), next=int(g.active), itself=1)
    return 0


@kernel("turn.kick-open", "precedence.card-over-rule")
def _something_else_happens(g: Game, book: Book) -> Yes:
    """Something else than that the first door is opened, if a card says so: then there is no room behind it either.

    The step makes way for what happens, or comes back as one that nothing replaces: in the row where it was.
    """
    pop(g)
    if replaced(g, book, int(g.active), Trigger.OPENS, -1, -1) == 1:
        shut_room(g, 1)
        return 1
    push_door(g, state=DoorState.ANYWAY)
    return 0


@kernel("turn.kick-open", "precedence.card-over-rule")
def step_turned_up(g: Game, book: Book) -> int:
    """The door's card does what it does; if it was cancelled another one is turned up."""
    row = g.agenda[g.agenda_n - 1]
    card = int(row[TurnedUp.CARD])
    cancelled = int(row[TurnedUp.CANCELLED])
    pop(g)
    if cancelled == 0:
        return reveal(g, book, card)
    discard(g, book, card, Ev.DISCARD)
    return push_door(g, state=DoorState.FURTHER)


@kernel("class.ability-timing", "class.power-by-discard")
def answer_door(g: Game, book: Book, taken: Option) -> int:
    """An ability that changes what is turned up; then the door is opened."""
    if taken.verb != Verb.PASS:
        do_ability(g, book, int(g.active), taken)
    return 0


@kernel("turn.kick-open.curse")
def _strikes(book: Book, card: Card) -> Yes:
    """Whether a card behind the door is a Curse that strikes whoever opened it; by house rule it is theirs to play."""
    return is_curse(book, card) if book.rules[Rule.CURSE_DOOR] == 0 else 0


@kernel("turn.kick-open.monster", "turn.kick-open.curse", "turn.kick-open.other", "monster.face-up", "curse.face-up")
def reveal(g: Game, book: Book, card: Card) -> int:
    """What a face-up Door card does."""
    kind = int(book.card[card].kind)
    if kind == Kind.MONSTER:
        push_fight(g, card=card, flags=0)
    elif _strikes(book, card) == 1:
        open_window(g, book, next_seat(g, int(g.active)), 0)
        push_curse(g, card=card, victim=int(g.active), by=-1, item=0)
    elif has_trigger(book, card, Trigger.TURNED_UP) == 1:
        discard(g, book, card, Ev.DISCARD)
        start_program(g, book, Trigger.TURNED_UP, int(g.active), card, -1, int(g.active))
    else:
        push_door_card(g, card=card)
    return 0


@kernel("turn.kick-open.other")
def step_door_card(g: Game, book: Book) -> int:
    """Take the card into the hand, or play it at once if that is legal."""
    row = g.agenda[g.agenda_n - 1]
    card = int(row[DoorCard.CARD])
    seat = int(g.active)
    # The card is looked at as one of the hand, so that the same rules decide what may be done with it.
    if row[DoorCard.ASKED] == 0:
        row[DoorCard.ASKED] = 1
        open_window(g, book, next_seat(g, seat), 0)
        if book.card[card].triggers & DRAWN_BIT:  # it acts at once
            to_hand(g, book, card, seat, Ev.TAKE, -1)
        return 0
    if g.zone[card] != Zone.OPEN:
        pop(g)
        return 0
    ask(g, seat, Question.DOOR_CARD, card)
    option(g, book, Verb.TAKE, card, -1, 0)
    kind = int(book.card[card].kind)
    timing = int(book.card[card].timing)
    if Kind.CLASS <= kind <= Kind.DOUBLER:
        identity_options(g, book, seat, card)
    elif (timing & Timing.ANY) != 0:
        any_time_options(g, book, seat, card)
    elif (timing & Timing.OWN_TURN) != 0:
        if program_allows(g, book, card, Trigger.PLAYED, seat) == 1:
            option(g, book, Verb.PLAY, card, -1, 0)
    else:
        table_options(g, book, seat, card)
        cultist_options(g, book, seat, card)
    return 0


@kernel("turn.kick-open.other")
def answer_door_card(g: Game, book: Book, taken: Option) -> int:
    """Kept or played."""
    seat = int(g.active)
    pop(g)
    if taken.verb == Verb.TAKE:
        move(g, book, taken.card, Zone.HAND, seat, Ev.TAKE, -1)
    elif taken.verb == Verb.PLAY_WITH:
        do_play_with(g, book, seat, taken.card, taken.target)
    else:
        do_play(g, book, seat, taken.card, taken.target, taken.amount)
    return 0


@kernel(
    "turn.after-monster-skip", "turn.no-monster-choice", "turn.look-for-trouble",
    "turn.look-for-trouble.needs-monster", "turn.phase-layout",
)  # fmt: skip
def step_room(g: Game, book: Book) -> int:
    """No monster behind the door: look for trouble with one from hand, or loot the room."""
    seat = int(g.active)
    if g.met_monster == 1 or g.dead[seat] == 1 or g.agenda[g.agenda_n - 1, Room.SHUT] == 1:
        pop(g)
        return 0
    g.phase = int(Phase.TROUBLE) if book.rules[Rule.TURN_PHASE_LAYOUT] == 1 else int(Phase.ROOM)
    ask(g, seat, Question.ROOM, -1)
    option(g, book, Verb.LOOT, -1, -1, 0)
    for i in range(g.hand_n[seat]):
        c = int(g.hand[seat, i])
        if book.card[c].kind == Kind.MONSTER:
            option(g, book, Verb.TROUBLE, c, -1, 0)
    own_turn_options(g, book, seat, Question.ROOM)
    return 0


@kernel("turn.look-for-trouble", "turn.loot-room", "turn.phase-layout", "goth.look-for-trouble")
def answer_room(g: Game, book: Book, taken: Option) -> int:
    """Trouble, loot, or an action first."""
    seat = int(g.active)
    if taken.verb == Verb.LOOT:
        pop(g)
        push_loot_room(g, anyway=0)
    elif taken.verb == Verb.TROUBLE:
        pop(g)
        push_fight(g, card=taken.card, flags=FightFlag.LOOKED)
    else:
        own_action(g, book, seat, taken)
    return 0


@kernel("turn.loot-room", "turn.loot-treasure-variant", "turn.loot-room.uses", "monster.other", "turn.phase-layout")
def step_loot_room(g: Game, book: Book) -> int:
    """One face-down card for the hand, or what takes its place."""
    anyway = int(g.agenda[g.agenda_n - 1, LootRoom.ANYWAY])
    pop(g)
    g.phase = Phase.LOOT
    if anyway == 0 and replaced(g, book, int(g.active), Trigger.LOOTS, -1, -1) == 1:
        return 0
    draw_card(g, book, int(g.active), int(book.rules[Rule.FASTER_PLAY_LOOT_ROOM_DECK]), 0)
    note(g, book, int(g.active), Trigger.LOOTED, -1)
    return 0


@kernel("turn.kick-open.monster", "turn.look-for-trouble")
def step_fight(g: Game, book: Book) -> int:
    """A combat begins with a monster card that lies open or in the active player's hand."""
    row = g.agenda[g.agenda_n - 1]
    card = int(row[Fight.CARD])
    flags = int(row[Fight.FLAGS])
    pop(g)
    open_fight(g, book, int(g.active), flags)
    push_react(g, next=next_seat(g, int(g.active)))
    add_monster(g, book, card, int(g.active), 1)
    join_side(g, book, int(g.active))
    return start_program(g, book, Trigger.BEFORE, int(g.active), card, 0, int(g.active))


STEPS = {
    Step.DOOR: step_door,
    Step.DOOR_CARD: step_door_card,
    Step.TURNED_UP: step_turned_up,
    Step.ROOM: step_room,
    Step.LOOT_ROOM: step_loot_room,
    Step.FIGHT: step_fight,
}
ANSWERS = {Step.DOOR: answer_door, Step.DOOR_CARD: answer_door_card, Step.ROOM: answer_room}
