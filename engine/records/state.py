"""The state of one table: one record, so that cloning a game is `games[b] = games[a]`; -1 is nobody or nothing."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Any, TypeAlias

import numpy as np

from engine.records.book import CARDS, MOST_SEATS
from engine.records.card_kinds import PILES
from engine.records.step_values import SPANS, Deed

SEATS, HAND, TABLE, PLAYED, OPEN = MOST_SEATS, CARDS, CARDS, CARDS, CARDS
"""Places of a hand, of a table and of what is played or lies open: any of them may come to hold every card."""
MONSTERS, AGENDA, POWERS, DEEDS, SURE = 24, 160, 3, len(Deed), 7
"""Card designs whose counted powers one player may use in a combat; in place of a die to Run Away, an escape."""


class Zone(IntEnum):
    """Where a card is."""

    NOWHERE = 0
    DECK = 1
    DISCARD = 2
    HAND = 3
    TABLE = 4  # in play before its owner
    FIGHT = 5  # a monster of the combat, or a card on one
    PLAYED = 6  # played into the combat, discarded when it ends
    OPEN = 7  # face-up for all: a kicked-open card, Treasures to be shared, a Curse on its way
    CULTISTS = 8  # the separate pile of discarded Cultist cards
    OUT = 9  # not in the game
    HELD = 10  # under a Curse before its owner: an Item no longer, as long as the Curse lasts


class Phase(IntEnum):
    SETUP = 0
    ARRANGE = 1
    LISTEN = 2
    DOOR = 3
    COMBAT = 4
    FLIGHT = 5
    ROOM = 6
    EVENING = 7  # after the room or the combat, before Charity
    CHARITY = 8
    END = 9
    OVER = 10
    TROUBLE = 11  # in place of ROOM where the choice is of trouble only, and the loot a phase of its own
    LOOT = 12  # the room is being looted


class WinCheck(IntEnum):
    """Why somebody may have won, to be looked at before the next question."""

    NONE = 0
    LEVEL_REACHED = 1  # a Level has reached the winning one
    BOSS_FALLEN = 2
    UNOPPOSED = 4  # a bit beside them: nobody has stopped it who could


class Status(IntEnum):
    """Bits of `status`: lasting states of a player that no card in play shows."""

    NO_HELPING = 1  # may not help until they gain a level
    NO_ASKING = 2  # may not ask for help until they gain a level
    MUST_HELP = 4  # helps for nothing until their next turn
    SKIP_TURN = 8
    BECOME_CULTIST = 16  # the new character is a Cultist
    CULTIST_CARD = 32  # counts as a Cultist, by an Item's power, for what is good for them
    HAS_KILLED = 128  # has killed a monster; kept only where the first kill is worth more
    CORRUPTED = 4096  # gets no help until they have killed without it
    SHELTERED = 16384  # is challenged by nobody until their next turn begins
    AMONG_CULTISTS = 8192  # is counted among the Cultists by an Item's power


class FightFlag(IntEnum):
    """Bits of `fight_flags`."""

    LOOKED = 1  # the monster was looked for, not kicked open
    NO_PRINTED = 2  # printed bonuses and penalties of monsters are ignored
    LOOT_AFTER = 4  # the room may be looted after this combat
    DOUBLE_LEADER = 16  # the fighter's strength counts twice
    OVER = 32  # all monsters have left
    DEALT_OUT = 4096  # the Treasures are dealt out evenly among those who fought
    TURN_OVER = 8192  # the fighter has ended their turn with the combat
    TAKEN_OVER = 16384  # somebody fights in another's place
    STANDS_IN = 32768  # a helper fights in the place of whoever asked, for the Treasures alone


class Mark(IntEnum):
    """Bits of `combat_mark`: what a die did to an Item for this combat."""

    SILENT = 1  # gives no bonus
    LOST = 2  # is discarded when the combat is over
    LOST_UNLESS_KILL = 4  # is discarded when the combat is over, unless a monster was killed


class Mod(IntEnum):
    """Bits of `mods`: what the monsters of the combat switch off or on."""

    LEVEL_ONLY = 1
    NO_ITEMS = 2
    NO_LEVEL = 4
    NO_CLASS = 8
    NO_HELPER = 16
    NO_FEET = 32
    NO_HEAD = 64
    NO_BODY = 128
    NO_REWARD_HELPER = 256
    NO_HAND = 512
    UNBEATABLE = 1024
    NO_ONE_SHOTS = 2048


FOE = np.dtype(
    [
        ("card", "i4"),  # card of the monster; a mate's is that of its original
        ("bonus", "i4"),  # enhancers and one-shots on it
        ("thrown", "i4"),  # the part of it that was thrown at this one alone: no copy has it
        ("treasure", "i4"),  # change of its Treasures
        ("tags", "i8"),
        ("copied", "i4"),  # 1: a copy without a card of its own
        ("link", "i4"),  # monsters that share enhancers carry the same number
        ("least", "i4"),  # fewest Treasures an enhancer leaves
        ("extra", "i4"),  # one-time numbers fixed when the monster appeared
        ("caught", "i4"),  # bit s set: it has caught seat s
        ("rolled", "i4"),  # the part of the bonus that dice have given it
        ("due", "i4"),  # Levels its Bad Stuff owes whoever still flees from it, should they get away
    ],
    align=True,
)
"""A monster of the combat."""

DEAL = np.dtype([("treasures", "i4"), ("pick", "i4"), ("bribe", "i4"), ("due", "i4")])
"""What a helper was promised: Treasures, their PickOrder, an Item (-1: none); Treasures still to pick."""

# NumPy packs records within records; the compiler wants `foe` to begin at a multiple of eight bytes.
FIELDS: list[tuple[Any, ...]] = [
    ("key", "u8"),  # all randomness of this game comes from here
    ("game", "i8"),
    ("seats", "i4"),
    ("origin", "i4"),  # seat that chance names the first (see `seat_lookup.place_of`)
    ("cards", "i4"),  # instances in this game
    ("turn", "i4"),  # turns begun
    ("rounds", "i4"),  # rounds begun: times the first player's turn came
    ("active", "i4"),  # seat whose turn it is
    ("first", "i4"),  # seat that began
    ("phase", "i4"),  # Phase
    ("over", "i4"),  # Ending; 0 while the game runs
    ("winners", "i4"),  # bit s set: seat s has won
    ("fault", "i4"),  # Fault; 0 if all is well
    ("fault_at", "i4"),
    ("decisions", "i4"),  # questions answered
    ("turn_steps", "i4"),  # steps worked off in this turn (guards against a turn that does not end)
    ("bosses", "i4"),  # Bosses defeated so far
    ("cultists", "i4"),  # Cultists when last counted
    # the question that waits
    ("asked", "i4"),  # seat that must decide; -1 nobody
    ("question", "i4"),  # Question
    ("subject", "i4"),  # card or seat the question is about
    ("options", "i4"),  # legal options in Book.work.option
    # the agenda: a stack of steps
    ("agenda", "i4", (AGENDA, 6)),  # kind and five numbers
    ("agenda_n", "i4"),
    # seats
    ("level", "i4", (SEATS,)),
    ("sex", "i4", (SEATS,)),  # MALE or FEMALE; 0 where the set has no sex
    ("dead", "i4", (SEATS,)),  # 1 until the next player's turn begins
    ("rises", "i4", (SEATS, 2)),  # Levels gained in the turn in which any were gained last, and that turn
    ("redraw", "i4", (SEATS,)),  # 1: draws a new hand at the start of their turn
    ("status", "i4", (SEATS,)),  # Status bits
    ("identity", "i8", (SEATS,)),  # everything the player is: advantages
    ("weak", "i8", (SEATS,)),  # what they are for disadvantages (a doubler with one identity hides it)
    ("pose", "i8", (SEATS,)),  # identity a player pretends to by an Item's power
    ("guise", "i8", (SEATS,)),  # what they have chosen to pass for, towards Items and monsters
    ("axis_n", "i4", (SEATS, 5)),  # identity cards in play by Axis
    ("doubled", "i4", (SEATS, 5)),  # doublers in play by Axis
    ("hand", "i2", (SEATS, HAND)),
    ("hand_n", "i4", (SEATS,)),
    ("table", "i2", (SEATS, TABLE)),
    ("table_n", "i4", (SEATS,)),
    ("proposals", "i4", (SEATS,)),  # trades and gifts proposed in this turn
    ("changes", "i4", (SEATS,)),  # equip changes in this turn
    ("refused", "i8", (SEATS,)),  # seats that refused this seat's request since the strengths changed
    ("power", "i4", (SEATS, POWERS)),  # 1 + number of a card design whose counted power was used in this combat
    ("power_uses", "i4", (SEATS, POWERS)),  # how often
    ("deeds", "i4", (SEATS, DEEDS, SPANS)),  # how often each Deed was done in the turn, the combat, the game
    ("tried", "i8", (SEATS,)),  # bit m: the roll against monster m was thrown a second time in this combat
    ("reckless", "i4", (SEATS,)),  # 1: a card was risked in this turn
    ("posed", "i8", (SEATS,)),  # bits of the powers to pose that were used in this turn
    ("sold_double", "i4", (SEATS,)),  # 1: an Item was sold for twice its value in this turn
    ("ordinal", "i4", (SEATS,)),  # questions answered in this turn: keys policy noise
    ("rolls", "i4", (SEATS,)),  # dice thrown for card effects in this turn
    ("zone", "i1", (CARDS,)),  # Zone
    ("owner", "i1", (CARDS,)),
    ("equipped", "i1", (CARDS,)),
    ("fresh", "i1", (CARDS,)),  # 1: just received, may be played off-turn until its owner has decided
    ("marked", "i1", (CARDS,)),  # 1: chosen in the batch that is being put together (sale, payment)
    ("pledged", "i1", (CARDS,)),  # `offer_steps.Pledge`
    ("withheld", "i1", (CARDS,)),  # 1: an Item that the loss which goes on would take, and something else happened
    ("laden", "i1", (CARDS,)),  # 1: in play, something was attached to it; mostly not, and nothing to look for
    ("host", "i2", (CARDS,)),  # card this card is attached to; of a kept monster -1 - the part of its Level that counts
    # piles, in the order of Pile; the end of the array is the top
    ("deck", "i2", (PILES, CARDS)),
    ("deck_n", "i4", (PILES,)),
    ("discard", "i2", (PILES, CARDS)),
    ("discard_n", "i4", (PILES,)),
    ("shuffles", "i4", (PILES,)),
    ("open", "i2", (OPEN,)),  # the open table
    ("open_n", "i4"),
    # the combat
    ("fighting", "i4"),  # 1 while a combat (or the flight from it) lasts
    ("fighter", "i4"),
    ("helper", "i4"),  # whoever joined first; -1 nobody
    ("next_helper", "i4", (SEATS,)),  # of a helper: who joined after them; -1 nobody
    ("fight_flags", "i4"),
    ("fight_actions", "i4"),
    ("fight_serial", "i4"),  # combats so far
    ("deeds_in", "i4", (SPANS + 1,)),  # turn and combat in which deeds were counted last; one for alignment
    ("foe_n", "i4"),
    ("foe", np.dtype((np.record, FOE)), (MONSTERS,)),  # its monsters, in the order in which they came
    ("side_bonus", "i4"),  # one-shots and abilities on the munchkin side
    ("player_bonus", "i4", (SEATS,)),  # what was thrown at or done by one participant
    ("stabs", "i4", (SEATS,)),  # backstabs suffered in this combat
    ("side", "i4"),  # strength of the munchkin side when last computed
    ("foes", "i4"),  # strength of the monster side
    ("ties", "i4"),  # 1: the munchkin side wins ties
    ("played", "i2", (PLAYED,)),  # cards played into the combat
    ("played_side", "i1", (PLAYED,)),  # 0 munchkin side, 1 monsters
    ("played_n", "i4"),
    ("played_by", "i4", (SEATS,)),  # cards each seat has played while it took part in this combat
    ("owed", "i4"),  # Treasures of monsters removed without a kill
    ("gifts", "i4"),  # Treasures for the fighter alone: of monsters that left somebody alone
    ("spoils", "i4"),  # Treasures of the combat that came to the fighter: the last cards of their hand
    ("owed_levels", "i4"),  # Levels of monsters that a card killed outright
    ("slain", "i4"),  # how many these monsters were
    ("removed", "i4"),  # monsters removed without a kill
    ("run_bonus", "i4", (SEATS,)),  # bought or thrown at the flight
    ("escape_all", "i4", (SEATS,)),  # 1: escapes without a roll
    ("fled", "i8", (SEATS,)),  # bit m: the flight from monster m is settled
    ("caught", "i4", (SEATS,)),  # monsters that caught them in this combat
    ("roll", "i4"),  # natural result of the roll in question
    ("rerolls", "i4"),
    ("roll_shift", "i4"),  # what powers have added to it, or taken from it
    ("deals", np.dtype((np.record, DEAL)), (SEATS,)),  # of each helper
    ("deal_card", "i4", (SEATS,)),  # hand card a helper was promised; -1 none
    ("die", "i4"),  # the die last thrown for a card
    ("chosen", "i4"),  # last answer to a card's `either`
    ("held", "i4"),  # cards that lie under a Curse
    ("curses", "i4"),  # Curses that lie before somebody: mostly none, and nothing to lift
    ("about", "i4"),  # 1 + monster of the combat whose lasting rows are being read; 0: no single one
    ("paid", "i4"),  # combat bonus of the Item last paid for a power
    ("concerns", "i4"),  # monster or other card that the program being read is about, -1 for none
    ("met_monster", "i4"),  # a monster was fought in this turn
    ("last_foes", "i4", (7,)),  # of the last combat of this turn: see engine.board.foe_counts
    ("dice", "i4", (32,)),  # forced dice of a scenario, in order
    ("dice_n", "i4"),
    ("dice_at", "i4"),
    ("check", "i4"),  # WinCheck
    ("win_cause", "i4"),  # Cause of the last level that reached the winning one
    ("unsettled", "i4"),  # bit s set: seat s's table has changed and must be checked
    ("happened", "i8", (SEATS,)),  # bit t set: a trigger of `HAPPENS` that is still to be told
    ("news", "i4"),  # 1: something has happened to somebody
    ("acted_turn", "i4", (CARDS,)),  # 1 + turn in which a card last acted that acts once in a turn, combat or game
    ("acted_fight", "i4", (CARDS,)),  # combats so far when that happened
    ("mods", "i4"),  # Mod bits of the combat when last computed
    ("doubles_n", "i4"),  # rows that make cards of a tag count once more
    ("doubles", "i8", (8,)),  # their tags
    ("spared", "i8"),  # tags of Items that keep their bonus when Items are useless
    ("doppelgangers", "i4"),  # doubles of the fighter beyond the first, which is a flag of the combat
    ("barred", "i8"),  # identities that may not help in the combat
    ("rose_in", "i4", (SEATS,)),  # turn in which they last gained a level without a kill
    ("rose_from", "i4", (SEATS,)),  # Level from which they last rose
    ("dropped", "i4"),  # card that was discarded last in this game; -1 none
    ("dropped_in", "i4"),  # turn in which that happened
    ("fought", "i4"),  # bit s set: seat s took part in the last combat
    ("combat_bonus", "i4", (CARDS,)),  # what an Item's owner named, or a thrown one-shot gave, in this combat
    ("combat_mark", "i1", (CARDS,)),  # Mark bits of an Item in this combat
    ("forced", "i4"),  # bit s set: seat s helps and had no choice
    ("spurned", "i8", (SEATS,)),  # seats that refused this seat's request in this combat
    ("owes", "i8", (SEATS,)),  # seats to whom this seat owes help, for nothing, in their next combat
    ("terms", "i4", (SEATS, SEATS)),  # 1 + Treasures the first named last for help and the second refused; 0 none
    ("rebuffs", "i4", (SEATS, SEATS)),  # how often in this combat the second has refused the first
    ("opposed", "i8"),  # bit s set: seat s, outside this combat, has done something against its munchkin side
    ("harmed", "i4", (SEATS, SEATS)),  # 1 + turn in which the second last harmed the first of their own will; 0 never
    ("declined", "i4", (SEATS,)),  # card of the trade or gift that was refused last; -1 none
    ("declined_for", "i4", (SEATS,)),  # what was wanted for it; -1 a gift
    ("skips", "i4", (SEATS,)),  # turns that they skip beyond the next one, which SKIP_TURN says
    ("preyed", "i8", (SEATS,)),  # tags of the monsters that they have killed
    ("tokens", "i4", (SEATS,)),  # what house rules and cards remember of a player, 0 to 99
    ("arrived", "i4", (SEATS,)),  # turn in which they came to the winning Level, where a round has to pass; 0 not there
    ("log_on", "i4"),
    ("log_n", "i4"),
]

GAME = np.dtype((np.record, np.dtype(FIELDS, align=True)))
"""One table in play."""
Game: TypeAlias = Annotated[Any, GAME]
Games: TypeAlias = Annotated[Any, (GAME,)]
"""Tables side by side."""
