"""What a card is to the engine: their rows, and the `Book` that holds them with the rules.

Cards have no names here. A card in play is an *instance* (a whole number from 0); all its
printed facts lie in one row of `Book.card`, its program in rows `first .. last - 1` of
`Book.effect`.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import numpy as np

from engine.records.table_time import PACE
from engine.records.worker_records import look_dtype, tally_dtype

CARD = np.dtype(
    [
        ("number", "i4"),  # number of the card design (copies share it); sorted by id at load time
        ("copy", "i4"),  # 0 for the first copy
        ("key", "u8"),  # hash of the id and copy: the order of a pile depends on it, never on position
        ("pile", "i4"),  # Pile
        ("kind", "i4"),  # Kind
        ("level", "i4"),  # monsters: printed level
        ("treasures", "i4"),  # monsters: Treasures; enhancers: change of Treasures
        ("levels", "i4"),  # monsters: levels gained by a kill; go_up_a_level: levels gained
        ("bonus", "i4"),  # items, one-shots, enhancers, companions: combat bonus
        ("slot", "i4"),  # Slot
        ("hands", "i4"),  # hands needed; negative gives hands
        ("stacks", "i4"),  # 1: does not use up its slot (worn over or under another)
        ("big", "i4"),
        ("gold", "i4"),  # Gold Pieces; 0 for No Value
        ("is_item", "i4"),  # 1: an Item in the sense of the rules (may be sold, traded, lost as an Item)
        ("axis", "i4"),  # Axis of an identity card or of what a doubler attaches to; -1
        ("pays", "i4"),  # 1: in a fight its program may change what the kill gives; worked out like `timing`
        ("identity", "i8"),  # identity bit an identity card (or a Comrade) gives
        ("only", "i8"),  # Item usable only by one with any of these identities; house rule: bits of places; 0 everyone
        ("never", "i8"),  # Item not usable by one with any of these identities
        ("tags", "i8"),  # Tag bits
        ("run_away", "i4"),  # monsters: change of the roll against it; items: change of every roll
        ("no_pursue", "i4"),  # monsters: does not pursue this Level or lower; 0 pursues everyone
        ("locked", "i4"),  # 1: may not be discarded voluntarily (Cultist)
        ("may_win", "i4"),  # 1: this card may give the winning level
        ("any_roll", "i4"),  # 1: what it does to a roll of its player's it may do to anybody's
        ("timing", "i4"),  # Timing bits, worked out from the program when the Book is made
        ("first", "i4"),  # rows of the program in Book.effect: first .. last - 1
        ("last", "i4"),
        ("triggers", "i8"),  # bit t set: the program has a row of Trigger t
        ("in_hand", "i4"),  # what was learned of holding it: part of the logit of a win, 256 double the chance
        ("in_play", "i4"),  # and of having it in play
    ],
    align=True,
)
"""One row per physical card (instance)."""

EFFECT = np.dtype(
    [
        ("trigger", "i4"),  # Trigger
        ("cond", "i4"),  # Condition
        ("x", "i8"),  # its argument
        ("cond2", "i4"),  # a second condition that must hold as well
        ("x2", "i8"),
        ("op", "i4"),  # Op, by its number
        ("amount", "i4"),  # see Amount for the negative values
        ("a", "i8"),  # further parameters, in the order of the opcode table
        ("b", "i8"),
    ],
    align=True,
)
"""One row per step of a card program."""


OPTION = np.dtype([("verb", "i8"), ("card", "i8"), ("target", "i8"), ("amount", "i8"), ("pick", "i8")])
"""One legal option: what `Verb` says of its numbers; `pick` is the PickOrder that goes with a number of Treasures."""

EVENT = np.dtype(
    [
        ("turn", "i4"), ("phase", "i4"), ("kind", "i4"), ("actor", "i4"), ("target", "i4"), ("card", "i4"),
        ("other", "i4"), ("before", "i4"), ("after", "i4"), ("round", "i4"),
    ]
)  # fmt: skip
"""One row of the log; `engine.records.events` says what the numbers mean for each kind."""

CARDS = 512
EFFECTS = 6144
LOG_ROWS = 1_000_000
"""Events of a game at most (`engine.steps.turn.turn_start.LOG_SPARE`). Memory is used as far as rows are written."""
OPTIONS = 65_536
"""Legal options of a question at most: the trades of two players who have a hundred Items each are ten thousand."""
FEWEST_SEATS, MOST_SEATS = 2, 8
MOST_RULES = 128
MOST_WEIGHTS = 56
STANDINGS = 11
"""Numbers by which it is judged how a player stands."""
OPCODES = 512

OUTLOOK = np.dtype(
    [
        ("stake", "i8"),  # in a combat: what turning it is worth; else of a door unseen, NEVER: not worked out yet
        ("mine", "i8"),  # in a combat: 1: whoever is asked fights, and wants to win
        ("glad", "i8"),  # bits of those who would help gladly
        ("enough", "i8"),  # bits of those whose help would do
        ("sale", "i8"),  # bits of the Items of the planned sale, by place on the table
        ("strength", "i8"),  # before the room: one's own strength when looking for trouble
        ("fear", "i8"),  # in flight: the danger from which one may get away
        ("thief", "i8"),  # 1 + card of the power whose price is `ransom`; 0 not worked out yet
        ("ransom", "i8"),  # what a theft costs
        ("claim", "i8"),  # in a combat: 2 + Treasures a bystander would demand; 0 not worked out
        ("cost", "i8"),  # of what was last found to be held against a fight
        ("told", "i8"),  # in a combat: bits of those of whom it was worked out what they add to it
        ("adds", "i8", (MOST_SEATS,)),  # this
        ("called", "i8"),  # 1 + discard of which it was last worked out what calling it back is worth; 0 none
        ("back", "i8"),  # this
        ("planned", "i8"),  # 1 + slot for which it was last planned what is worn; 0 none
        ("pairs", "i8"),  # Items of two places in that plan
    ]
)
"""What every option of the waiting question is measured against, worked out once (engine.policies.decide.outlook)."""

WORK = np.dtype(
    [
        ("weights", "i8", (MOST_SEATS, MOST_WEIGHTS)),  # the persona of each seat
        ("option", np.dtype((np.record, OPTION)), (OPTIONS,)),  # the legal options of the question that waits
        ("taken", np.dtype((np.record, OPTION)), (1,)),  # the one that was chosen, while it is worked off
        ("log", np.dtype((np.record, EVENT)), (LOG_ROWS,)),  # what has happened in the game in play
        ("look", np.dtype((np.record, look_dtype(OPTION, CARDS, OPTIONS, MOST_SEATS, MOST_WEIGHTS))), (1,)),
        ("tally", np.dtype((np.record, tally_dtype(CARDS, MOST_SEATS))), (2,)),
        ("outlook", np.dtype((np.record, OUTLOOK)), (1,)),
        ("standing", "i8", (STANDINGS,)),  # how the player that is judged stands (engine.policies.win_chance.Standing)
        ("place", "i8", (MOST_SEATS,)),  # while a body is looted: how many loot before this seat
        ("lot", "i8", (MOST_SEATS,)),  # the die that decides between equals; 0 not thrown
        ("behind", "i8", (MOST_SEATS,)),  # how many of the equals have thrown more
        ("token", "i8", (MOST_SEATS, 4)),  # what a player's last token is worth to them, and what one more would be
        ("lots", "u8", (CARDS,)),  # while a deck is put into order: by what, card by card
        ("places", "i8", (CARDS,)),  # while it is planned what is worn: places that each Item in play takes,
        ("scores", "i8", (CARDS,)),  # and what it counts for
        ("seen", "i1", (CARDS,)),  # 1: this card has been found, while a table is checked
    ],
    align=True,
)
"""What a worker writes into while it plays: no two workers share it, and it outlives every call."""

BOOK = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("cards", "i8"),  # instances in `card`
                ("origin", "i8"),  # seat that chance names the first: 0, or another one to turn the table round
                ("rules", "i8", (MOST_RULES,)),  # value of each switch of engine.records.switches.RULES
                (
                    "pace",
                    "i8",
                    (len(PACE),),
                ),  # milliseconds by which a limit of minutes goes: of turn, question, combat
                ("card", np.dtype((np.record, CARD)), (CARDS,)),
                ("effect", np.dtype((np.record, EFFECT)), (EFFECTS,)),
                ("fight_rules", "i8"),  # 1: a house rule counts as if it stood on every monster
                ("moments", "i8"),  # bit t set: some card of the box has a row of Trigger t
                ("lasting", "i1", (OPCODES,)),  # 1: some card of the box has it for as long as it is in play
                ("powers", "i8"),  # bits of Moment: when some card of the box gives its owner a power
                ("any_roll", "i8"),  # 1: some card of the box may change anybody's roll
                ("comrades", "i8"),  # 1: some card of the box is a Comrade
                ("hampered", "i8"),  # 1: some monster or enhancer of the box eases or hampers flights
                ("tokens", "i8"),  # 1: some card of the box gives tokens, takes them or asks for them
                ("ordinary", "i8", (MOST_WEIGHTS,)),  # the persona that whoever looks ahead takes others for
                ("work", np.dtype((np.record, WORK))),
            ],
            align=True,
        ),
    )
)
"""Rules and cards, constant during a game, and the worker's own memory beside them.

One record, like the game: kernels pass it as a bare pointer, where a tuple of arrays would have
its reference counts raised and lowered at every call.
"""

Book: TypeAlias = Annotated[Any, BOOK]
Effect: TypeAlias = Annotated[Any, EFFECT]
Option: TypeAlias = Annotated[Any, OPTION]
EventRow: TypeAlias = Annotated[Any, EVENT]
CardFacts: TypeAlias = Annotated[Any, CARD]
"""A row of `Book.card`."""
