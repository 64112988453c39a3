"""Events: one fixed-width row for every change of the state.

Columns: turn, phase, kind, actor, target, card, other, before, after, seq is the row number.
`card` and `other` are instances (or -1). From the rows of a game its whole history can be
rebuilt: every move of a card is one row of a kind below `Ev.LAST_MOVE`, with the zone it left in
`before`, the zone it reached in `after`, the seat it left in `actor` and the seat it reached in
`target` (-1 where there is none). A *place* is that of a monster in the combat, counted from 0: it
tells copies apart; -1 where no monster is meant.
"""

from __future__ import annotations

from enum import IntEnum


class Ev(IntEnum):
    """Kinds of events. Numbers are stored and never change; new ones go to the end of a block."""

    # moves of a card (see above)
    DRAW = 1  # from a pile to a hand; other = Drawn
    REVEAL = 2  # from a pile, face-up, into the open
    PLAY = 3  # from a hand to the table or into a combat; other = card or seat it was aimed at
    TAKE = 4  # from the open to a hand
    DISCARD = 5
    SELL = 6
    GIVE = 7  # a gift, a bribe paid, or one half of a trade; other = a card that makes its owner give it
    CHARITY = 8
    LOOT = 9  # taken from a corpse
    LOSE = 10  # lost to Bad Stuff, a Curse or an ability; other = the card to which it is lost, -1: a rule
    STEAL = 11  # other = the card by which it is taken, or which it hangs on and goes along with
    RETURN = 12  # from a discard pile back to a hand or into play
    PAY = 13  # discarded to power an ability, or to join a meeting; other = the card with the ability
    REMOVE = 14  # a monster leaves the combat without being killed; of copies that share a card other = 1 + its place
    REWARD = 15  # a face-up Treasure picked from the table
    SHUFFLE = 16  # a discarded card goes back into its deck
    SETUP = 17  # put somewhere by a scenario
    ENTER = 18  # a face-up monster enters the combat
    LAST_MOVE = 31
    # changes of numbers
    LEVEL = 32  # target = seat, before, after = levels, other = Cause, card = the card behind it
    EQUIP = 33
    UNEQUIP = 34
    SEX = 35  # target = seat, before = 0 at the start of a game
    IDENTITY = 36  # target = seat, before, after = low 31 bits of the identity mask
    STATUS = 37  # target = seat, before, after = status bits
    TOKENS = 38  # target = seat, before, after = tokens, card = the card behind it
    # course of the game
    TURN = 40  # a turn begins: actor = seat
    TURN_END = 41
    FIGHT = 42  # a combat begins: actor = fighter
    JOIN = 43  # a monster enters: card = monster
    STRENGTH = 44  # before = munchkin side, after = monster side
    FIGHT_END = 45  # other = Result, after = bits of the helpers but the first, target
    ASK = 46  # actor asks target; before = Treasures, after = pick order, card = item or hand card; other = 1: one more
    ACCEPT = 47
    REFUSE = 48
    OFFER = 49
    ROLL = 50  # flight: actor rolls for card; before = natural die, after = total; other = 1 escaped
    DIE = 51  # any other die: before = result, card = card behind it
    CAUGHT = 52
    ESCAPE = 53
    DEATH = 54
    REBORN = 55
    CURSE = 56  # a Curse strikes target
    CANCEL = 57
    ABILITY = 58  # actor uses one of card: other = opcode, before = effect row; aimed at player target or Item after
    BOSS = 59
    LAST_SANE = 60
    PROPOSE = 61  # a trade or gift: card for other; before = 1: one more Item of either side, 2: a swap in a meeting
    DECLINE = 62
    OVER = 63  # other = Ending, before = mask of winners
    SHOW = 64  # target shows their hand
    BONUS = 65  # before = change of the munchkin side (target's), after = of the monsters: of other, or of all (-1)
    SKIP = 66
    THROW = 67  # flight: actor's die against card; before = natural die, after = throws before it, other = place
    AIM = 68  # what the card that actor plays next is aimed at: target = player or other = card, before = place
    ACTS = 69  # what card does by itself begins: actor = whom it concerns, other = Trigger
    SPARE = 70  # a monster will not attack the fighter, target, and is about to leave
    WORTH = 71  # several could win with the last Boss: target = one of them, after = Gold of their Items, which decides
    LEAVE = 72  # target, who helped actor, has to leave the combat
    CHOICE = 73  # actor names a number from 1 to after, as card asks: before = that number
    EASE = 74  # target's rolls to Run Away change by after, by actor's card
    ON_TOP = 75  # of the cards of a combat actor lays card on top of its discards
    LOOK = 76  # actor has looked at card, by the card other; before = cards above it in its pile, after = 1: it stays
    UNDER = 77  # actor puts card under its pile, by the card other
    DUEL = 78  # actor and target set their strengths, before and after, against each other, by card


class Drawn(IntEnum):
    """How a card was drawn."""

    FACE_DOWN = 0
    FACE_UP = 1
    DEALT = 2  # at the start of the game; what a dealt card draws at once is drawn, not dealt
    NEW_HAND = 3  # for a new character


class How(IntEnum):
    """How a card came to a player: the words of `exposure.how`."""

    DEALT = 0  # at the start of the game
    DRAWN = 1  # face-down from a pile to the hand; the hand of a new character is drawn
    KICKED = 2  # turned up as the door
    REWARD = 3  # a Treasure of a combat that was won, face-down or picked
    GIVEN = 4  # a gift, a bribe, a half of a trade, Charity
    STOLEN = 5
    LOOTED = 6
    OTHER = 7  # back from the discards or from under a card, laid before the player by somebody else


class Cause(IntEnum):
    """Why a level changed."""

    KILL = 1
    CARD = 2
    SALE = 3
    CULTIST = 4
    HELP = 5
    BAD_STUFF = 6
    CURSE = 7
    ABILITY = 8
    MONSTER = 9  # what a monster does beside its Bad Stuff


class Result(IntEnum):
    """How a combat ended for the fighter."""

    KILLED = 1
    REMOVED = 2
    FLED = 3
    CAUGHT = 4
    DIED = 5


class Ending(IntEnum):
    """How a game ended; the names are those of the `game.ending` column."""

    NONE = 0
    KILL = 1
    SHARED = 2
    BOSS = 3
    LAST_SANE = 4
    ALL_CULTISTS = 5
    CARD = 6
    TIME_LIMIT = 7  # the round limit, or a rule that ends the game for whoever is ahead
    CAPPED = 8


class Fault(IntEnum):
    """Why a game had to be given up; the wrapper turns it into a sentence."""

    NONE = 0
    AGENDA_FULL = 1
    LOG_FULL = 2
    HAND_FULL = 3
    TABLE_FULL = 4
    OPTIONS_FULL = 5
    NO_OPTION = 6
    FIGHT_FULL = 7
    ENDLESS_TURN = 8
    UNKNOWN_STEP = 9
    UNKNOWN_OPCODE = 10
