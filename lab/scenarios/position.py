"""Sets up the position of a scenario: cards into hands, before players and on top of the piles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from decks.card_schema import DeckError
from decks.load_decks import Compiled, load_decks
from decks.near_words import near_words
from engine.board.deck_building import build_decks
from engine.board.equipment import can_equip, refresh_identity
from engine.board.setup import begin_turn_at, clear
from engine.board.zones import put
from engine.inputs.quote import quoted
from engine.records.card_kinds import FEMALE, MALE, Kind, Pile
from engine.records.state import GAME, Status, Zone
from engine.table import Table
from lab.errors import BadInput
from lab.games.game_table import book_of, compiled_decks, names_of, without_opcodes
from lab.runs.arms import check_seats
from lab.scenarios.scenario_schema import Scenario, ScenarioError, SeatSetup
from variants.load_variants import Variant, load_variant
from variants.variant_schema import VariantError

EVERYONE = {"reaction.windows": "everyone"}
"""Set unless a scenario asks for the windows of real games, so that any legal text can be said."""

SEXES = {"male": MALE, "female": FEMALE}
DICE = int(GAME["dice"].shape[0])


@dataclass
class Position:
    """The table of a scenario with everything its steps need to look things up."""

    scenario: Scenario
    table: Table
    cards: Compiled
    used: set[int] = field(default_factory=set)
    start: int = 0  # first event after the set-up
    asked: list[str] = field(default_factory=list)  # seats asked in the step that is running, in their order

    def take(self, name: str, key: str) -> int:
        """The instance an id means (`id#2`: the second copy) that is not yet placed."""
        plain, _, copy = name.partition("#")
        if plain not in self.cards.ids:
            raise self.wrong(f"{key} names the unknown card {quoted(plain)}; allowed: {self._near(plain)}")
        number = self.cards.ids.index(plain)
        rows = self.cards.card
        same = [c for c in range(len(rows)) if int(rows[c]["number"]) == number]
        wanted = [c for c in same if not copy or str(int(rows[c]["copy"]) + 1) == copy]
        free = [c for c in wanted if c not in self.used and self.table.g.zone[c] == Zone.DECK]
        if not free:
            raise self.wrong(f"{key} names {quoted(name)}, but the deck has no copy left; copies: {len(same)}")
        self.used.add(free[0])
        return free[0]

    def wrong(self, said: str) -> ScenarioError:
        """What is wrong with the file, in one sentence."""
        return ScenarioError(f"{self.scenario.file}: {said}")

    def _near(self, name: str) -> str:
        near = near_words(name, self.cards.ids, 3)
        return f"ids of the deck or of a [[card]], such as {', '.join(near or list(self.cards.ids)[:3])}"


def build_position(scenario: Scenario, dead: Sequence[int] = (), real: bool = False) -> Position:
    """The table of a scenario, before its first step; `dead` opcodes do nothing, `real` windows are the variant's."""
    try:
        variant = variant_of(scenario, real)
        cards = _cards(scenario, variant)
        check_seats(len(scenario.seats))
    except (DeckError, VariantError, BadInput) as error:
        raise ScenarioError(f"{scenario.file}: {error}") from None
    if dead:
        card, effect = without_opcodes(cards.card, cards.effect, dead)
        cards = cards._replace(card=card, effect=effect)
    names = names_of(cards, [s.name for s in scenario.seats])
    table = Table(book_of(cards, variant.rules, len(scenario.seats)), names, scenario.seed, single=scenario.spoken)
    position = Position(scenario, table, cards)
    if not scenario.dealt:
        _arrange(position)
    _stack(position)
    if not scenario.dealt:
        begin_turn_at(table.g, table.book, names.seats.index(scenario.turn))
    _dice(position)
    position.start = int(table.g.log_n)
    return position


def variant_of(scenario: Scenario, real: bool = False) -> Variant:
    """The rules a scenario is played by; `real`: with the windows of real games."""
    return load_variant(scenario.variant, {**({} if real else EVERYONE), **scenario.switches})


def _cards(scenario: Scenario, variant: Variant) -> Compiled:
    decks = scenario.deck or variant.deck
    if not scenario.cards:
        return compiled_decks(tuple(decks), edits=variant.edits)
    return load_decks(list(decks), extra=[dict(card) for card in scenario.cards], edits=variant.edits)


def _dice(position: Position) -> None:
    g, dice = position.table.g, position.scenario.dice
    if len(dice) > DICE:
        raise position.wrong(f"dice holds {len(dice)} results; allowed: at most {DICE}")
    g.dice[: len(dice)] = dice
    g.dice_n, g.dice_at = len(dice), 0


def _arrange(position: Position) -> None:
    scenario, table = position.scenario, position.table
    g, book = table.g, table.book
    clear(g, book, scenario.seed, 0, len(scenario.seats))
    build_decks(g, book)
    g.turn, g.bosses, g.rounds = scenario.turn_number, scenario.bosses, scenario.round
    for seat, setup in enumerate(scenario.seats):
        _seat(position, seat, setup)
    _discards(position)


def _seat(position: Position, seat: int, setup: SeatSetup) -> None:
    g, book = position.table.g, position.table.book
    where = f"seat {setup.name}:"
    if setup.level is not None:
        g.level[seat] = setup.level
    if setup.sex:
        g.sex[seat] = SEXES[setup.sex]
    if setup.dead:
        g.dead[seat] = g.redraw[seat] = 1
    for state in setup.status:
        g.status[seat] |= int(Status[state.upper()])
    if setup.character:
        _character(position, seat, setup.character)
    placed = _in_play(position, seat, setup.play, f"{where} play")
    _in_play(position, seat, (*setup.carry, *setup.curses), f"{where} carry or curses")
    for name in setup.hand:
        put(g, book, position.take(name, f"{where} hand"), int(Zone.HAND), seat)
    refresh_identity(g, book, seat)
    for card in placed:
        if can_equip(g, book, seat, card):
            g.equipped[card] = 1


def _character(position: Position, seat: int, name: str) -> None:
    g, rows = position.table.g, position.cards.card
    named = [c for c in range(len(rows)) if int(rows[c]["kind"]) == Kind.CHARACTER and g.zone[c] == Zone.OUT]
    card = next((c for c in named if position.table.ids([c])[0] == name), None)
    if card is None:
        free = ", ".join(position.table.ids(named)) or "none in this deck"
        raise position.wrong(f"character is {quoted(name)}; allowed: {free}")
    put(g, position.table.book, card, int(Zone.TABLE), seat)


def _in_play(position: Position, seat: int, names: Iterable[str], key: str) -> list[int]:
    """Cards onto a player's table; `CARD on ITEM` attaches one to an Item that lies there."""
    g, book, placed = position.table.g, position.table.book, []
    for text in names:
        name, _, host = text.partition(" on ")
        card = position.take(name, key)
        put(g, book, card, int(Zone.TABLE), seat)
        placed.append(card)
        if host:
            g.host[card] = _host(position, seat, host, key)
            g.laden[g.host[card]] = 1
    return placed


def _host(position: Position, seat: int, name: str, key: str) -> int:
    g, table = position.table.g, position.table
    for card in (int(c) for c in g.table[seat][: int(g.table_n[seat])]):
        if table.ids([card])[0] == name.partition("#")[0]:
            return card
    raise position.wrong(f"{key} attaches a card to {quoted(name)}, which is not in play there")


def _discards(position: Position) -> None:
    scenario, table = position.scenario, position.table
    g, book = table.g, table.book
    for key in ("door_discards", "treasure_discards"):
        for card in reversed([position.take(name, key) for name in getattr(scenario, key)]):
            put(g, book, card, int(Zone.DISCARD), -1)
    locked = [c for c in range(int(book.cards)) if book.card[c]["locked"] and c not in position.used]
    if len(locked) < scenario.cultist_pile:
        allowed = f"at most {len(locked)}, the Cultist cards left"
        raise position.wrong(f"cultist_pile is {scenario.cultist_pile}; allowed: {allowed}")
    for card in locked[: scenario.cultist_pile]:
        position.used.add(card)
        put(g, book, card, int(Zone.CULTISTS), -1)


def _stack(position: Position) -> None:
    """The named cards on top of their piles, the first one topmost; the rest keeps its keyed order."""
    g, rows = position.table.g, position.cards.card
    for key, pile in (("doors", Pile.DOOR), ("treasures", Pile.TREASURE)):
        top = [position.take(name, key) for name in getattr(position.scenario, key)]
        wrong = next((c for c in top if int(rows[c]["pile"]) != pile or int(rows[c]["kind"]) == Kind.CHARACTER), None)
        if wrong is not None:
            name = position.table.ids([wrong])[0]
            raise position.wrong(f"{key} names '{name}', which is not a card of that pile")
        rest = [int(c) for c in g.deck[pile][: int(g.deck_n[pile])] if int(c) not in top]
        wanted = (position.scenario.door_pile, position.scenario.treasure_pile)[pile]
        if wanted is not None:
            rest = _shortened(position, rest, wanted - len(top), f"{pile.name.lower()}_pile")
        g.deck[pile][: len(rest) + len(top)] = rest + top[::-1]
        g.deck_n[pile] = len(rest) + len(top)


def _shortened(position: Position, rest: list[int], most: int, key: str) -> list[int]:
    """The upper cards of a pile; those below leave the game."""
    g = position.table.g
    if most > len(rest):
        raise position.wrong(f"{key} asks for {most - len(rest)} cards more than there are")
    for card in rest[: len(rest) - most]:
        g.zone[card] = Zone.OUT
    return rest[len(rest) - most :]
