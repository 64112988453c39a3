"""The agenda: a stack of steps that must still happen. The top row is worked off first."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from engine.cards import OPTIONS
from engine.jit import kernel
from engine.state import AGENDA


class Step(IntEnum):
    """Kinds of steps. The comment names the numbers a step carries."""

    NONE = 0
    INITIAL = 1  # seat: plays starting cards
    TURN = 2  # the next player's turn begins
    REDRAW = 3  # seat: new hand after death
    LISTEN = 4
    ARRANGE = 5  # the active player's question before the door
    DOOR = 6  # 0 the first door of the turn, 2 a further one (`FURTHER`), 1 once its owner has been asked
    DOOR_CARD = 7  # card: keep it or play it
    ROOM = 8  # trouble or loot
    LOOT_ROOM = 9
    EVENING = 10  # own-turn actions before Charity
    CHARITY = 11
    END = 12
    FIGHT = 13  # card, how: a combat begins with a monster (how: FightFlag.LOOKED or 0)
    APPEAR = 14  # monster index, player who brought it, 1 if it may call a goth
    GOTH = 15  # player who brought it, seats asked so far
    REACT = 16  # next seat, passes in a row: the combat's ordered rounds
    JUDGE = 17  # the window has closed: won or lost
    REWARD = 18
    SHARE = 19  # Treasures left, whose pick, treasures the helper still gets, 1 if he picks next, who dealt them out
    PAY_DEAL = 20
    FLEE = 21  # place in the order of those who flee (0, 1), 1 once the window before the next roll has been opened
    ROLL = 22  # seat, monster index
    ROLLED = 23  # seat, monster index, next seat to ask, passes
    OUTCOME = 24  # seat, monster index
    CLEAN = 25  # the combat ends: discard everything; result
    WINDOW = 26  # next seat, seats asked: a moment outside combat when anybody may act
    ANSWER_HELP = 27  # asked seat, treasures, pick, item or hand card, who proposes
    SELL = 28  # seat: the batch is being put together
    ANSWER_TRADE = 29  # partner, card, wanted card (-1 gift), proposer
    CURSE = 30  # card, victim, player who played it (-1 a door), 1 + the Item it was played on
    CURSE_ANSWER = 31  # card, victim, next seat, asked
    STRIKE = 32  # card, victim, 1 once its program runs, player who played it, 1 + the Item it was played on
    OP = 33  # effect row, player concerned, card, monster index or other card, player who caused it
    LOSE_ITEM = 34  # victim, Which, number still to lose, chooser seat, card behind it
    LOSE_HAND = 35  # victim, What, number still to lose, chooser seat
    LOSE_IDENTITY = 36  # victim, axis, number still to lose, excepted identities
    TAKE_FROM = 37  # taker, victim, What
    GIVE_ONE = 38  # giver, receiver, What
    DISCARD_GOLD = 39  # victim, gold still to reach
    EXCESS = 40  # cards still to leave, receivers of this rank
    DIE = 41  # seat dies
    CORPSE = 42  # seat: looting
    LOOT_BODY = 43  # looter, corpse
    BIG = 44  # seat: too many Big Items
    HANDS = 45  # seat: too much equipped
    PAY = 46  # seat, cards still to discard, effect row, card, target: cost of an ability
    CHOOSE = 47  # seat, highest number: an `either` or a die to set; card
    PICK_DISCARD = 48  # seat, What
    PICK_MONSTER = 49  # seat, effect row, card: which monster is meant
    TAKE_CULTIST = 50  # seat, card behind it, 1 for a new character, 1 if it costs a Class even where there is room
    LOSE_ANY = 51  # victim, number: Items or hand cards
    CHECK = 52  # has anybody won?
    BIG_GIVE = 53  # seat, card: which of the tied receivers
    PEEK = 55
    PUT_AWAY = 60  # card, 1 if it acted when drawn, by whom: discarded if it still lies open, or in his hand
    PICK_SEAT = 70  # seat, effect row, card, monster index, player who caused it: who of the tied is meant
    TAX = 80  # victim, card, levels: which Item sets the sum for everybody else
    PLAY_IT = 81  # card, 1 if cancelled, seat, target, Aim (-1 played with a second card): what was announced
    TURNED_UP = 82  # card, 1 if cancelled: the door's card, before it does anything
    PLAY_ANSWER = 83  # card, who played or drew it, next seat, asked, 1 if he may answer himself
    MEETING = 84  # card, seats asked, seats that take part (mask), 1 once they exchange cards, who called it
    SWAP = 85  # who offers, card, who is offered it, card offered in return (-1 not yet)
    BUNDLE = 86  # who proposes, to whom, what for (engine.steps.bundle): further Items in a trade or in a promise
    DRAW_OPEN = 90  # Treasures still to turn up, turned up so far, 1 once he may call one back (2 he does not)
    BORROW = 91  # who, somebody's Item with which he wins, card behind it
    ACTS = 92  # player concerned, card, Trigger: the card acts by itself
    POSSESS = 93  # victim, Which, the Curse under which the Item goes
    CAST = 100  # who threw a die for a card, that card: he may change it before it counts
    THEFT = 101  # thief, effect row, card of his power, the Item: the die decides
    RISK = 102  # Item, number its owner named: the die decides


FURTHER = 2
"""In a DOOR step: not the first door of the turn."""


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
    ASK = 14  # card = item or hand card or -1, target = seat, amount = treasures + 16 * pick
    OFFER = 15  # amount = treasures + 16 * pick
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


class Aim(IntEnum):
    """What the target of PLAY means."""

    NOTHING = 0
    SEAT = 1
    MONSTER = 2  # target = monster index
    ITEM = 3  # target = card
    SIDE = 4  # the munchkin side


class PickOrder(IntEnum):
    HELPER = 0
    FIGHTER = 1
    ALTERNATE = 2


@kernel()
def push(g: Any, kind: Any, a: Any, b: Any, c: Any, d: Any, last: Any) -> Any:
    """Put a step on top of the agenda."""
    n = int(g.agenda_n)
    if n >= AGENDA:
        g.fault = 1
        g.fault_at = kind
        return 0
    row = g.agenda[n]
    row[0] = kind
    row[1] = a
    row[2] = b
    row[3] = c
    row[4] = d
    row[5] = last
    g.agenda_n = n + 1
    return 0


@kernel()
def pop(g: Any) -> Any:
    """Take the top step off."""
    g.agenda_n -= 1
    return 0


@kernel()
def ask(g: Any, seat: Any, question: Any, subject: Any) -> Any:
    """Let `seat` decide; the options are listed by the caller's `option` calls that follow."""
    g.asked = seat
    g.question = question
    g.subject = subject
    g.options = 0
    return 0


@kernel()
def option(g: Any, book: Any, verb: Any, card: Any, target: Any, amount: Any) -> Any:
    """Add one legal option to the waiting question."""
    n = int(g.options)
    if n >= OPTIONS:
        g.fault = 5
        return 0
    row = book.option[n]
    row[0] = verb
    row[1] = card
    row[2] = target
    row[3] = amount
    g.options = n + 1
    return 0


@kernel()
def unask(g: Any) -> Any:
    """Withdraw a question that has no options."""
    g.asked = -1
    g.options = 0
    return 0
