"""Words of a told game: what the kinds of events are called, and who and what their numbers mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from engine.records.book import EFFECT
from engine.records.card_kinds import Kind, Pile, Trigger
from engine.records.events import Cause, Drawn, Ev, Result
from engine.records.opcodes import Op
from engine.records.state import Phase, Status, Zone

GROUPED = {
    Ev.DRAW: "{target} draws {cards}", Ev.TAKE: "{target} takes {cards}", Ev.SELL: "{actor} sells {cards}",
    Ev.LOSE: "{actor} loses {cards}", Ev.REWARD: "{target} picks {cards}",
    Ev.CHARITY: "{actor} gives {target} {cards} in charity", Ev.LOOT: "{target} loots {cards} from {actor}",
    Ev.GIVE: "{actor} gives {target} {cards}", Ev.STEAL: "{target} takes {cards} from {actor}",
    Ev.RETURN: "{target} gets {cards} from the discards", Ev.SHUFFLE: "{count} discards are shuffled into a new deck",
    Ev.DISCARD: "{actor} discards {cards}", Ev.REVEAL: "face-up: {cards}", Ev.EQUIP: "{who} equips {cards}",
    Ev.UNDER: "{actor} puts {cards} under the pile", Ev.LOOK: "{actor} leaves on top of the pile: {cards}",
    Ev.UNEQUIP: "{who} takes off {cards}", Ev.SETUP: "{target} is dealt the Character {cards}",
}  # fmt: skip
"""Kinds of which several in a row, by the same player, make one line."""

IN_PHASE = {
    (Ev.REVEAL, Phase.DOOR): "{target} opens the door: {cards}",
    (Ev.REVEAL, Phase.COMBAT): "the Treasures, face-up: {cards}",
    (Ev.DRAW, Phase.LISTEN): "{target} listens at the door (phase 0): {cards}",
    (Ev.DRAW, Phase.LOOT): "{target} loots the room: {cards}",
    (Ev.DISCARD, Phase.CHARITY): "{actor} discards {cards}: over the hand limit",
}  # fmt: skip
"""Kinds that are told in other words in one phase of a turn."""

DRAWS = {Drawn.DEALT: "{target} is dealt {cards}", Drawn.NEW_HAND: "{target} draws a new hand: {cards}"}
PILES: dict[int, str] = {
    Pile.DOOR: "Door", Pile.TREASURE: "Treasure", Pile.SIDE: "side", Pile.CLASS: "Class", Pile.RACE: "Race",
}  # fmt: skip

SINGLE = {
    Ev.LAST_SANE: "{who} is the last one who is no Cultist",
    Ev.ON_TOP: "{actor} lays {card} on top of the discards",
    Ev.SKIP: "{who} skips the turn", Ev.LEAVE: "{target} has to leave the combat", Ev.REFUSE: "{actor} refuses",
    Ev.TOKENS: "tokens of {target}: {number}",
    Ev.DUEL: "{actor} fights {target}, {before} against {number}",
    Ev.WORTH: "{target} has Items worth {number:,} Gold Pieces in play",
}  # fmt: skip
"""Kinds that are told in one way, whatever was told before."""

USES: dict[int, str] = {
    Op["MAY_IGNORE"]: "lets {card} go", Op["BEAR"]: "lets {card} carry {item}",
    Op["BRIBE_MONSTER"]: "bribes {card} with {price}", Op["CURE"]: "gives up Levels to be rid of {card}",
    Op["CHASE_AWAY"]: "chases {card} away",
}  # fmt: skip
"""How the use of a power is told by its opcode; of others by the names of card and power."""

CAUSES = {
    Cause.KILL: "for the kill", Cause.SALE: "for the sale", Cause.HELP: "for helping",
    Cause.CULTIST: "as the last sane one", Cause.BAD_STUFF: "by Bad Stuff", Cause.CARD: "by {card}",
    Cause.CURSE: "by {card}", Cause.ABILITY: "by {card}", Cause.MONSTER: "by {card}",
}  # fmt: skip
OWN_CAUSES = (Cause.KILL, Cause.SALE, Cause.HELP, Cause.CULTIST)
"""Causes that are no effect of a card."""

RESULTS = {
    Result.KILLED: "won", Result.REMOVED: "over, nothing was killed", Result.FLED: "lost, but everybody got away",
    Result.CAUGHT: "lost", Result.DIED: "lost, and the fighter is dead",
}  # fmt: skip
BY_ITSELF = {
    Trigger.DRAWN: "{card} acts as it is drawn", Trigger.APPEARS: "{card} appears", Trigger.DEFEATED: "{card} is dead",
    Trigger.ESCAPED: "{card}, escaped from", Trigger.FLED: "{card}, escaped from or not",
    Trigger.BEFORE: "{card}, before the combat", Trigger.TURNED_UP: "{card} acts at once",
}  # fmt: skip
"""How a card that does something by itself is introduced; others by their names alone."""

GAINED = {
    Status.NO_HELPING: "may not help anybody until the next Level", Status.SKIP_TURN: "will skip a turn",
    Status.NO_ASKING: "may not ask for help until the next Level", Status.MUST_HELP: "must help whoever asks",
    Status.BECOME_CULTIST: "will come back as a Cultist, if a card waits", Status.CULTIST_CARD: "poses as a Cultist",
    Status.AMONG_CULTISTS: "is counted among the Cultists",
    Status.CORRUPTED: "gets no help until a kill without it",
    Status.SHELTERED: "is challenged by nobody until their turn begins",
}  # fmt: skip
"""What is told when a player comes into a lasting state."""

ENDED = {
    Status.NO_HELPING: "may help again", Status.NO_ASKING: "may ask for help again",
    Status.MUST_HELP: "need not help whoever asks any more", Status.CULTIST_CARD: "poses as a Cultist no more",
    Status.AMONG_CULTISTS: "is not counted among the Cultists any more", Status.CORRUPTED: "may get help again",
    Status.SHELTERED: "may be challenged again",
}  # fmt: skip
"""What is told when a lasting state of a player who lives ends, where nothing else says so."""

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
WAYS = 2
"""Cards that put a choice have two ways to go on; more numbers are what a die must reach."""

ON_PLAYERS = (Kind.CURSE, Kind.GO_UP_A_LEVEL)
ON_ITEMS = (Kind.ITEM_ENHANCER, Kind.CHEAT)
UNTOLD = ((Ev.DISCARD, Zone.FIGHT), (Ev.DISCARD, Zone.PLAYED), (Ev.DISCARD, Zone.OPEN), (Ev.ENTER, Zone.OPEN))
"""Moves from a zone that say nothing new: what was played or fought goes where it must."""


@dataclass(frozen=True)
class Cast:
    """Who and what the numbers of a game mean."""

    seats: Sequence[str]
    cards: Sequence[str]  # names by design number
    rows: np.ndarray  # Book.card
    levels: Sequence[int]  # at the start
    abilities: Mapping[int, str] = field(default_factory=dict)  # effect row -> name of the power
    bosses: bool = True  # whether Bosses have to fall before anybody wins
    effects: np.ndarray = field(default_factory=lambda: np.zeros(0, EFFECT))  # Book.effect: the programs of the cards

    def card(self, card: int) -> str:
        """Name of a card instance."""
        return self.cards[int(self.rows[card]["number"])] if 0 <= card < len(self.rows) else "a card"

    def seat(self, seat: int) -> str:
        """Name of a player; the table itself if nobody."""
        return self.seats[seat] if 0 <= seat < len(self.seats) else "the table"
