"""What a card that takes the place of something lets happen after all, and wins that are stopped."""

from __future__ import annotations

from engine.board import levels
from engine.board.levels import spare_cultist
from engine.board.lost_items import lose_itself
from engine.board.monsters import start_program
from engine.board.replacements import LEVELS, replaces, shut_room
from engine.jit import kernel
from engine.records.agenda import KIND, Step
from engine.records.book import Book
from engine.records.card_kinds import Card, EffectRow, Seat, Trigger
from engine.records.events import Cause
from engine.records.state import Game, Zone
from engine.records.switches import Rule
from engine.records.turn_steps import Die, DoorState, Fate, push_die, push_door, push_loot_room


@kernel("precedence.card-over-rule")
def after_all(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """What the card has taken the place of happens: a death, levels, an Item lost, a Curse, Bad Stuff, a door, loot."""
    event = int(replaces(book, card))
    if event == Trigger.DIES:
        push_die(g, seat=who, cause=card, fate=Fate.COMING)
    elif event == Trigger.OPENS:
        shut_room(g, 0)
        push_door(g, state=DoorState.ANYWAY)
    elif event == Trigger.LOOTS:
        push_loot_room(g, anyway=1)
    elif other < 0:
        return 0  # a die that the card has thrown for something else
    elif event == Trigger.WINS or event == Trigger.GAINS_LEVEL:
        levels.gain(g, book, who, other // LEVELS, other % LEVELS // 2, card, other % 2)
    elif event == Trigger.LOSES_LEVEL or event == Trigger.THEFT_FAILS:
        levels.lose(g, book, who, other // LEVELS, other % LEVELS // 2, card)
    elif event == Trigger.LOSES_ITEM and g.zone[other] == Zone.TABLE and g.owner[other] == who:
        lose_itself(g, book, who, other, card)
    elif event == Trigger.IS_STRUCK:
        start_program(g, book, Trigger.CURSED, who, other, -1, -1)
    elif event == Trigger.SUFFERS and other < g.foe_n:
        start_program(g, book, Trigger.BAD_STUFF, who, int(g.foe[other].card), other, -1)
    return 0


@kernel("precedence.card-over-rule")
def nothing(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """Nothing happens: all that counts is what the card has taken the place of."""
    return 0


@kernel("precedence.card-over-rule", "victory.first-ten")
def stop_win(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """Whoever stands on the winning Level is one below it."""
    below = int(book.rules[Rule.VICTORY_LEVEL]) - 1
    for s in range(g.seats):
        if g.dead[s] == 0 and g.level[s] > below:
            levels.drop(g, book, s, int(g.level[s]) - below, Cause.CARD, card)
    return 0


@kernel("precedence.card-over-rule", "death.lose-stuff")
def revive(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The death that waits for this answer does not come."""
    for i in range(g.agenda_n):
        if g.agenda[i, KIND] == Step.DIE and g.agenda[i, Die.SEAT] == who:
            g.agenda[i, Die.FATE] = int(Fate.AVERTED)
            spare_cultist(g, book, who)
    return 0
