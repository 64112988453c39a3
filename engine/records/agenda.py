"""The agenda: a stack of steps that must still happen. The top row is worked off first."""

from __future__ import annotations

from enum import IntEnum

from engine.jit import kernel
from engine.records.kinds import Card
from engine.records.state import AGENDA, Game

TURN_STEPS = 100_000
"""Steps after which a turn is taken to be endless: a fault."""


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
    BUNDLE = (
        86  # who proposes, to whom, what for (engine.steps.bargains.bundle): further Items in a trade or in a promise
    )
    DRAW_OPEN = 90  # Treasures still to turn up, turned up so far, 1 once he may call one back (2 he does not)
    BORROW = 91  # who, somebody's Item with which he wins, card behind it
    ACTS = 92  # player concerned, card, Trigger: the card acts by itself
    POSSESS = 93  # victim, Which, the Curse under which the Item goes
    CAST = 100  # who threw a die for a card, that card: he may change it before it counts
    THEFT = 101  # thief, effect row, card of his power, the Item: the die decides
    RISK = 102  # Item, number its owner named: the die decides


FURTHER = 2
"""In a DOOR step: not the first door of the turn."""


@kernel()
def push(g: Game, kind: int, a: int, b: int, c: Card, d: int, last: int) -> int:
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
def pop(g: Game) -> int:
    """Take the top step off."""
    g.agenda_n -= 1
    return 0
