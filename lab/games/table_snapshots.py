"""The table at one moment of a game, as plain facts: who is what, wears what, holds what, and how a combat adds up.

All numbers are the engine's own: strengths and what cards give are asked of the kernels that decide combats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.board.munchkin_side import helpers_of
from engine.board.strength import by_monsters, item_bonus, modifiers, monster_strength, player_strength
from engine.records.card_kinds import Kind, Pile
from engine.records.state import FightFlag, Mod
from engine.view import Fields

if TYPE_CHECKING:
    from engine.table import Table
    from lab.story.story_words import Cast

IDENTITY = range(Kind.CLASS, Kind.DOUBLER + 1)
HANGING = (Kind.ITEM_ENHANCER, Kind.CHEAT)
"""Kinds of cards in play that lie on an Item of their owner."""


@dataclass(frozen=True)
class Part:
    """One number of a sum."""

    words: str
    amount: int


@dataclass(frozen=True)
class Laid:
    """A card in play: what hangs on it, and what it gives its owner as they stand."""

    name: str
    bonus: int = 0
    on_it: tuple[str, ...] = ()


@dataclass(frozen=True)
class Player:
    """A player at one moment."""

    level: int
    strength: int
    dead: bool
    sex: int  # MALE or FEMALE; 0 where the set has none
    identity: tuple[str, ...]
    worn: tuple[Laid, ...]
    carried: tuple[Laid, ...]
    others: tuple[str, ...]  # companions, lasting Curses and whatever else lies before them
    hand: tuple[str, ...]
    powers: tuple[Part, ...] = ()  # what cards add to or take from their strength beside what they are worn for
    once: int = 0  # cards before them that are used once


@dataclass(frozen=True)
class Roll:
    """A throw to run away: who, from what, the die, what it came to, and whether they got away."""

    seat: int
    monster: str
    die: int
    total: int
    away: bool


@dataclass(frozen=True)
class Fight:
    """A combat as it stands; the parts of a side add up to its strength."""

    fighter: int
    helpers: tuple[int, ...]
    monsters: tuple[str, ...]
    ours: tuple[Part, ...]
    theirs: tuple[Part, ...]
    side: int
    foes: int
    wins_ties: bool
    played: tuple[str, ...]
    rolls: tuple[Roll, ...] = ()
    result: str = ""  # how it ended, in words; empty while it lasts

    @property
    def is_winning(self) -> bool:
        """Whether the players would win as it stands."""
        return self.side > self.foes or (self.side == self.foes and self.wins_ties)


@dataclass(frozen=True)
class Shot:
    """The table at one moment."""

    turn: int
    round: int
    active: int  # whose turn it is; -1 before the first
    asked: int  # who decides next; -1 when the game is over
    players: tuple[Player, ...]
    fight: Fight | None  # the one that is going on, or has just ended
    doors: int  # cards left in the decks
    treasures: int


class Camera:
    """Takes pictures of one table; `sees`: the one seat whose hand is on them, of others only how many cards it has."""

    def __init__(self, table: Table, cast: Cast, sees: int | None = None) -> None:
        self.table, self.rows, self.cast, self.sees = table, cast.rows, cast, sees
        self.kind = self.rows["kind"].tolist()
        self.item = self.rows["is_item"].tolist()

    def names(self, cards: Sequence[int]) -> tuple[str, ...]:
        """What cards are called."""
        return tuple(self.cast.card(c) for c in cards)

    def shot(self, fights: bool) -> Shot:
        """The table as it is now; `fights`: with the combat that is going on."""
        g = Fields(self.table.games)
        return Shot(
            int(g.turn), int(g.rounds), int(g.active), int(g.asked) if self.table.n else -1,
            tuple(self._player(g, s) for s in range(int(g.seats))), self._fight(g) if fights and g.fighting else None,
            int(g.deck_n[Pile.DOOR]), int(g.deck_n[Pile.TREASURE]),
        )  # fmt: skip

    def _player(self, g: Fields, seat: int) -> Player:
        cards = g.table[seat, : int(g.table_n[seat])].tolist()
        hanging = [c for c in cards if self.kind[c] in HANGING and g.host[c] >= 0]
        laid = [c for c in cards if c not in hanging]
        items = [c for c in laid if self.item[c]]
        on = {c: self.names([h for h in hanging if int(g.host[h]) == c]) for c in items}
        worn = [Laid(self.cast.card(c), self._bonus(seat, c), on[c]) for c in items if g.equipped[c]]
        carried = [Laid(self.cast.card(c), 0, on[c]) for c in items if not g.equipped[c]]
        identity = [c for c in laid if self.kind[c] in IDENTITY]
        others = [c for c in laid if c not in items and c not in identity]
        hand = sorted(g.hand[seat, : int(g.hand_n[seat])].tolist())
        return Player(
            int(g.level[seat]), int(player_strength(*self.table.fast, seat)), bool(g.dead[seat]), int(g.sex[seat]),
            self.names(identity), tuple(worn), tuple(carried), self.names(others),
            self.names(hand if self.sees in (None, seat) else [-1] * len(hand)), self._powers(g, seat, cards),
            sum(self.kind[c] == Kind.ONE_SHOT for c in laid),
        )  # fmt: skip

    def _powers(self, g: Fields, seat: int, cards: list[int]) -> tuple[Part, ...]:
        """What each card before a player gives beside an Item's own bonus: as if it lay there alone.

        A Curse may lie on other cards: it takes what the player would have more without it.
        """
        kept, whole = g.table[seat].copy(), int(modifiers(*self.table.fast, seat))
        found = []
        try:
            for card in cards:
                if self.kind[card] == Kind.CURSE:
                    more = whole - self._given(seat, [other for other in cards if other != card])
                else:
                    more = self._given(seat, [card])
                    more -= self._bonus(seat, card) if self.item[card] and g.equipped[card] else 0
                found += _unless_zero(self.cast.card(card), more)
        finally:
            self.table.g.table[seat], self.table.g.table_n[seat] = kept, len(cards)
        return tuple(found)

    def _given(self, seat: int, cards: list[int]) -> int:
        """What these cards alone would give a player; whoever asks puts the others back."""
        self.table.g.table[seat, : len(cards)], self.table.g.table_n[seat] = cards, len(cards)
        return int(modifiers(*self.table.fast, seat))

    def _bonus(self, seat: int, card: int) -> int:
        return int(item_bonus(*self.table.fast, seat, card, 0))

    def _fight(self, g: Fields) -> Fight:
        fighter, helpers, side, foes = int(g.fighter), helpers_of(g), int(g.side), int(g.foes)
        played, sides = g.played[: int(g.played_n)].tolist(), g.played_side[: int(g.played_n)].tolist()
        ours = [part for s in (fighter, *helpers) for part in self._of_player(g, s)]
        ours += self._thrown(g, [c for c, on in zip(played, sides, strict=True) if on == 0])
        theirs = [part for m in range(int(g.foe_n)) for part in self._of_monster(g, m)]
        return Fight(
            fighter, helpers, self.names(g.foe["card"][: int(g.foe_n)].tolist()),
            _adding_up(ours, side, _rest_words(g)), _adding_up(theirs, foes, "cards in this combat"),
            side, foes, bool(g.ties), self.names(played),
        )  # fmt: skip

    def _of_player(self, g: Fields, seat: int) -> list[Part]:
        who, fast = self.cast.seat(seat), self.table.fast
        level = 0 if int(g.mods) & Mod.NO_LEVEL else int(g.level[seat])
        cards = g.table[seat, : int(g.table_n[seat])].tolist()
        items = [(c, self._bonus(seat, c)) for c in cards if self.item[c] and g.equipped[c]]
        powers = self._powers(g, seat, cards)
        rest = int(modifiers(*fast, seat)) - sum(bonus for _, bonus in items) - sum(part.amount for part in powers)
        return [
            Part(f"{who}: Level", level),
            *(Part(f"{who}: {self.cast.card(c)}", bonus) for c, bonus in items if bonus),
            *(Part(f"{who}: {part.words}", part.amount) for part in powers),
            *_unless_zero(f"{who}: rules and Curses", rest),
            *_unless_zero(f"{who}: done by or to them in this combat", int(g.player_bonus[seat])),
            *_unless_zero(f"{who}: because of the monsters", int(by_monsters(*fast, seat))),
        ]

    def _thrown(self, g: Fields, cards: list[int]) -> list[Part]:
        """What was thrown on the side of the players, card by card, and what their powers have added."""
        thrown = [(c, int(g.combat_bonus[c])) for c in cards if self.kind[c] == Kind.ONE_SHOT and g.combat_bonus[c]]
        rest = int(g.side_bonus) - sum(bonus for _, bonus in thrown)
        return [*(Part(self.cast.card(c), bonus) for c, bonus in thrown), *_unless_zero("powers and other cards", rest)]

    def _of_monster(self, g: Fields, m: int) -> list[Part]:
        foe = g.foe[m]
        name, level = self.cast.card(int(foe["card"])), int(self.rows[int(foe["card"])]["level"])
        set_on, fixed = int(foe["bonus"]), int(foe["extra"])
        against = int(monster_strength(*self.table.fast, m)) - level - set_on - fixed
        return [
            Part(f"{name}: Level", level), *_unless_zero(f"{name}: cards on it", set_on),
            *_unless_zero(f"{name}: set as it appeared", fixed),
            *_unless_zero(f"{name}: against those who fight", against),
        ]  # fmt: skip


def _rest_words(g: Fields) -> str:
    """Why the strength of the players is not the sum of what they have."""
    if int(g.mods) & Mod.LEVEL_ONLY:
        return "only Levels count here"
    return "counted twice" if int(g.fight_flags) & FightFlag.DOUBLE_LEADER else "rules of this combat"


def _unless_zero(words: str, amount: int) -> list[Part]:
    return [Part(words, amount)] if amount else []


def _adding_up(parts: list[Part], total: int, rest: str) -> tuple[Part, ...]:
    """The parts, and in one more what the rules of this combat add to or take from them."""
    return (*parts, *_unless_zero(rest, total - sum(part.amount for part in parts)))
