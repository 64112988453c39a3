"""What it is worth that something happens after all in whose place a card has put a choice or a die."""

from __future__ import annotations

from engine.board.replacements import LEVELS, replaces
from engine.jit import kernel
from engine.policies.bad_stuff_cost import bad_stuff
from engine.policies.bystander import stopping
from engine.policies.danger import legacy
from engine.policies.discard_choices import unopened
from engine.policies.weights import Weight
from engine.policies.worth import keep_value, level_worth, use_cost
from engine.records.book import Book
from engine.records.card_kinds import Card, Pile, Seat, Trigger
from engine.records.questions import Question, Verb
from engine.records.state import Game
from engine.records.switches import Rule


@kernel("precedence.card-over-rule")
def let_happen(g: Game, book: Book, seat: Seat, card: Card, other: int) -> int:
    """Utility points of the event whose place a card takes; `other` is what it is about, as the agenda has it."""
    event = int(replaces(book, card))
    if event == Trigger.WINS or event == Trigger.GAINS_LEVEL:
        return level_worth(g, book, seat, other // LEVELS)
    if event == Trigger.LOSES_LEVEL:
        return -level_worth(g, book, seat, other // LEVELS)
    if event == Trigger.THEFT_FAILS:
        return -level_worth(g, book, seat, 1) if g.level[seat] > book.rules[Rule.LEVEL_MIN] else 0
    if event == Trigger.LOSES_ITEM:
        return -keep_value(g, book, seat, other)
    fear = int(book.work.weights[seat, Weight.DANGER])
    if event == Trigger.IS_STRUCK:
        return -bad_stuff(g, book, seat, other, Trigger.CURSED) * fear // 10
    if event == Trigger.SUFFERS and other < g.foe_n:
        return -bad_stuff(g, book, seat, int(g.foe[other].card), Trigger.BAD_STUFF) * fear // 10
    if event == Trigger.OPENS:
        return unopened(g, book, seat)
    if event == Trigger.LOOTS:
        treasure = book.rules[Rule.FASTER_PLAY_LOOT_ROOM_DECK] == Pile.TREASURE
        return int(book.work.weights[seat, Weight.TREASURE] if treasure else 2 * book.work.weights[seat, Weight.CARD])
    return -legacy(g, book, seat) if event == Trigger.DIES else 0


@kernel("precedence.card-over-rule")
def at_the_last(g: Game, book: Book, seat: Seat, i: int) -> int:
    """Answer one's own death with a card that is kept for nothing else, or somebody else's win."""
    if g.question == Question.WIN or book.work.option[i].verb == Verb.PASS:
        return stopping(g, book, seat, i) if g.question == Question.WIN else 0
    return legacy(g, book, seat) - use_cost(g, book, seat, int(book.work.option[i].card))
