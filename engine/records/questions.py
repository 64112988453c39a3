"""Questions: what the asked seat decides, and the legal options it decides among."""

from __future__ import annotations

from enum import IntEnum

from engine.jit import kernel
from engine.records.agenda import pop
from engine.records.book import OPTIONS, Book
from engine.records.card_kinds import Aim as Aim  # the target of an option is told by its aim
from engine.records.card_kinds import Card, Seat, Yes
from engine.records.events import Fault
from engine.records.state import Game


class Question(IntEnum):
    """What the asked seat decides: the meaning of the options that are offered."""

    NONE = 0
    ARRANGE = 1  # own turn before the door
    ROOM = 2  # trouble or loot
    EVENING = 3  # own turn after the room or the combat
    REACT = 4  # in a combat's window
    WINDOW = 5  # any other window
    DOOR_CARD = 6
    HELP = 7  # answer a request (or an offer)
    TRADE = 8
    SELL = 9
    FLEE = 10  # which monster to run from
    ROLLED = 11  # answer to a die roll
    CURSE = 12  # answer to a Curse
    LOSE = 13  # which of one's cards is lost, discarded or paid
    TAKE = 14  # which card is taken
    GIVE = 15  # which card is given, to whom
    NUMBER = 16
    GOTH = 17
    INITIAL = 18
    MONSTER = 19  # which monster is meant
    SEAT = 20
    STUDY = 21
    FRESH = 22
    CANCEL = 23  # answer to a card being played or turned up
    MEETING = 24  # join an exchange of hand cards, offer a card in it, or offer one in return
    BUNDLE = 25  # which further Items a proposal names
    DIE = 26  # answer to one's own die for a card
    DRAW_UP = 27  # a card is about to be turned up: call one back instead
    ON_TOP = 28  # which card of a combat lies on top of its discards
    WIN = 30  # answer to a win
    DEFEAT = 31  # powers of those whose combat would be lost
    VICTORY = 33  # powers of the fighter whose combat has been won, before its reward
    DEATH = 34  # answer to one's own death
    IDENTITY = 35  # for which Class or Race one passes
    LOOK = 32  # what becomes of cards of a pile that one looks at: which one is meant


class Verb(IntEnum):
    """First number of an option. Canonical texts are in `engine.table`."""

    PASS = 0
    KICK_OPEN = 1
    TROUBLE = 2  # card
    LOOT = 3
    END = 4
    PLAY = 5  # card, target, amount = Aim
    PLAY_WITH = 6  # card, target = second card
    EQUIP = 7
    UNEQUIP = 8
    SELL = 9
    DONE = 10
    DISCARD = 11  # card
    DISCARD_FOR = 12  # card, target (seat or monster or -1), amount = effect row
    USE = 13  # card, target, amount = effect row
    ASK = 14  # card = item or hand card or -1, target = seat, amount = Treasures, pick = PickOrder
    OFFER = 15  # amount = Treasures, pick = PickOrder
    ACCEPT = 16
    REFUSE = 17
    RUN = 18  # card = monster, amount = its index
    SACRIFICE = 19
    TAKE = 20
    GIVE = 21  # card, target = seat
    TRADE = 22  # card, target = seat, amount = wanted card
    CHOOSE_CARD = 23
    CHOOSE_SEAT = 24
    CHOOSE_NUMBER = 25


class PickOrder(IntEnum):
    HELPER = 0
    FIGHTER = 1
    ALTERNATE = 2


@kernel()
def ask(g: Game, seat: Seat, question: int, subject: int) -> int:
    """Let `seat` decide; the options are listed by the caller's `option` calls that follow."""
    g.asked = seat
    g.question = question
    g.subject = subject
    g.options = 0
    return 0


@kernel()
def option(g: Game, book: Book, verb: int, card: Card, target: int, amount: int) -> int:
    """Add one legal option to the waiting question."""
    n = int(g.options)
    if n >= OPTIONS:
        g.fault = Fault.OPTIONS_FULL
        return 0
    row = book.work.option[n]
    row.verb = verb
    row.card = card
    row.target = target
    row.amount = amount
    row.pick = 0
    g.options = n + 1
    return 0


@kernel("help.bribe-pick-order")
def promise(g: Game, book: Book, verb: int, card: Card, target: Seat, treasures: int, pick: int) -> int:
    """Add a request for help or an offer of it: what is promised, and in which order Treasures are picked."""
    n = int(g.options)
    option(g, book, verb, card, target, treasures)
    if g.options > n:
        book.work.option[n].pick = pick
    return 0


@kernel()
def or_pass(g: Game, book: Book) -> Yes:
    """Whether the question stands, with passing as its last option; nobody is asked who could only pass."""
    if g.options == 0:
        unask(g)
        return 0
    option(g, book, Verb.PASS, -1, -1, 0)
    return 1


@kernel()
def or_over(g: Game) -> int:
    """The step waits for the answer, or is over if there is nothing to choose."""
    if g.options == 0:
        unask(g)
        pop(g)
    return 0


@kernel()
def unask(g: Game) -> int:
    """Withdraw a question that has no options."""
    g.asked = -1
    g.options = 0
    return 0
