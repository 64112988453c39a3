"""The schema of card and deck files; every fault becomes one sentence."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from decks.program_steps import TRIGGERS, Step
from decks.value_kinds import Fault
from engine.inputs.quote import quoted
from engine.inputs.rows import checked
from engine.records.card_kinds import Axis, Kind, Slot, Trigger
from engine.records.timings import Timing

KINDS = tuple(k.name.lower() for k in Kind)
AXES = tuple(a.name.lower() for a in Axis)
SLOTS = tuple(s.name.lower() for s in Slot)
BAD_STUFF_TRIGGERS = ("rolled", "chosen", "named")
"""What `on` may say in `bad_stuff`: the steps that follow a die or a choice."""

DEFAULT_TRIGGER = {
    "curse": Trigger.CURSED,
    "monster": Trigger.IN_FIGHT,
    "enhancer": Trigger.IN_FIGHT,
    "one_shot": Trigger.PLAYED,
    "special": Trigger.PLAYED,
    "cancel": Trigger.PLAYED,
    "go_up_a_level": Trigger.PLAYED,
    "wandering": Trigger.PLAYED,
    "cheat": Trigger.PLAYED,
}
"""Trigger of `effects` steps that name none; other kinds: in_play. Abilities are always `ability`."""

USED_BY: dict[str, frozenset[str]] = {
    "level": frozenset({"monster"}),
    "treasures": frozenset({"monster", "enhancer"}),
    "levels": frozenset({"monster", "go_up_a_level"}),
    "bonus": frozenset({"item", "one_shot", "enhancer", "item_enhancer", "guest_star", "comrade"}),
    "slot": frozenset({"item", "item_enhancer"}),
    "hands": frozenset({"item", "item_enhancer"}),
    "stacks": frozenset({"item"}),
    "big": frozenset({"item", "comrade", "guest_star"}),
    "gold": frozenset({"item", "one_shot", "item_enhancer"}),
    "require": frozenset({"item"}),
    "forbid": frozenset({"item"}),
    "against": frozenset({"monster"}),
    "run_away": frozenset({"monster", "item", "comrade", "guest_star"}),
    "no_pursue": frozenset({"monster"}),
    "locked": frozenset(AXES),
    "may_win": frozenset({"go_up_a_level", "special", "one_shot"}),
    "any_roll": frozenset({"special", "one_shot"}),
    "doubles": frozenset({"doubler"}),
    "identity": frozenset({*AXES, "comrade"}),
    "bad_stuff": frozenset({"monster"}),
}
"""Kinds of cards on which a key means something."""

BAD_STUFF_LEFT = "Bad Stuff: "
"""What stands before Bad Stuff that is not understood, among what is not played of a monster."""

KEY = "key '{}'"
"""How sentences on decks write a key."""

Name = Annotated[str, Field(min_length=1)]
Kebab = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", description="lower-case words joined by hyphens")]


class DeckError(ValueError):
    """A card or deck file that cannot be used; the text is one sentence for its author."""


class Card(BaseModel):
    """One card as written in a family file."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    id: Kebab
    name: str = ""
    pile: Literal["door", "treasure", "side", "class", "race"]
    kind: str
    copies: Annotated[int, Field(ge=1, le=99)] = 1
    level: Annotated[int, Field(ge=1, le=100)] | None = None
    treasures: Annotated[int, Field(ge=-20, le=20)] | None = None
    levels: Annotated[int, Field(ge=0, le=10)] = 1
    bonus: Annotated[int, Field(ge=-99, le=99)] = 0
    slot: str | None = None
    hands: Annotated[int, Field(ge=-2, le=4)] | None = None
    stacks: bool = False
    big: bool = False
    gold: Annotated[int, Field(ge=0, le=100_000)] | None = None
    tags: list[Name] = Field(default_factory=list)
    require: list[Name] = Field(default_factory=list)
    forbid: list[Name] = Field(default_factory=list)
    against: dict[Name, Annotated[int, Field(ge=-99, le=99)]] = Field(default_factory=dict)
    run_away: Annotated[int, Field(ge=-9, le=9)] = 0
    no_pursue: Annotated[int, Field(ge=0, le=99)] = 0
    locked: bool = False
    may_win: bool = False
    any_roll: bool = False
    doubles: str | None = None
    identity: Kebab | None = None
    bad_stuff: list[Step] | None = None
    effects: list[Step] = Field(default_factory=list)
    origin: Literal["rulesheet", "public", "synthetic"] = "synthetic"
    source: str = ""
    invented: list[Name] = Field(default_factory=list)
    text: str = ""
    cites: list[Name] = Field(default_factory=list)
    unmodelled: Name | None = None

    @model_validator(mode="after")
    def _is_whole(self) -> Card:
        _check_words("kind", self.kind, KINDS)
        _check_words("slot", self.slot, SLOTS)
        _check_words("doubles", self.doubles, AXES)
        if self.kind == "monster" and (self.level is None or self.treasures is None):
            missing = "level" if self.level is None else "treasures"
            raise Fault(f"key {quoted(missing)} is missing; a monster needs level and treasures")
        if self.kind == "doubler" and self.doubles is None:
            raise Fault(f"key 'doubles' is missing; allowed: {', '.join(AXES)}")
        if self.any_roll and not any(step.opcode.timing & Timing.SELF_ROLL for step in self.effects):
            raise Fault("key 'any_roll' is true on a card that changes no roll; allowed: with a step op = 'set_roll'")
        for key in self.invented:
            _check_words("invented", key, tuple(Card.model_fields))
        for i, step in enumerate(self.bad_stuff or []):
            if step.on is not None and step.on not in BAD_STUFF_TRIGGERS:
                words = ", ".join(BAD_STUFF_TRIGGERS)
                raise Fault(f"key 'bad_stuff[{i}].on' is {quoted(step.on)}; allowed: {words}, or no key `on`")
        return self

    @property
    def identity_name(self) -> str:
        """Name of the identity an identity card gives: the key `identity`, else the id."""
        return self.identity or self.id

    @property
    def lost_bad_stuff(self) -> bool:
        """Whether it is a monster of whose Bad Stuff nothing was understood: it plays without."""
        return self.kind == "monster" and not self.bad_stuff and BAD_STUFF_LEFT in (self.unmodelled or "")

    def steps(self) -> list[tuple[Trigger, Step]]:
        """All written steps with their triggers, in the order in which they take effect."""
        bad = [(TRIGGERS[s.on] if s.on else Trigger.BAD_STUFF, s) for s in self.bad_stuff or []]
        return bad + [(trigger_of(self.kind, s), s) for s in self.effects]


LATER = frozenset({"any_roll"})
"""Keys that came when decks had been learned of and played: a card that does not use one says what it said before."""


def said_of(card: Card, exclude: Set[str]) -> dict[str, Any]:
    """All that a card says but some keys, as the numbers by which decks and cards are known are made of it."""
    said = card.model_dump(exclude=set(exclude))
    return {key: value for key, value in said.items() if key not in LATER or value != Card.model_fields[key].default}


def trigger_of(kind: str, step: Step) -> Trigger:
    """When a step among the effects of a kind of card takes effect."""
    if step.on is not None:
        return TRIGGERS[step.on]
    return Trigger.ABILITY if step.opcode.family == "ability" else DEFAULT_TRIGGER.get(kind, Trigger.IN_PLAY)


class DeckInfo(BaseModel):
    """The file `deck.toml`: what the deck is and how many cards it must have."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    name: Name
    set: Name
    note: str = ""
    doors: Annotated[int, Field(ge=0, le=500)]
    treasures: Annotated[int, Field(ge=0, le=500)]
    tags: list[Kebab] = Field(default_factory=list)
    unusual: dict[str, Name] = Field(default_factory=dict)  # measure of how the deck plays -> why it means to differ


@dataclass(frozen=True)
class Deck:
    """A deck as read: what its `deck.toml` says, its cards, and the file each card stands in."""

    name: str
    info: DeckInfo
    cards: tuple[Card, ...]
    files: dict[str, str]  # id -> file, for messages


def _check_words(key: str, value: str | None, allowed: tuple[str, ...]) -> None:
    if value is not None and value not in allowed:
        raise Fault(f"key {quoted(key)} is {quoted(value)}; allowed: {', '.join(allowed)}")


def parse_card(row: Any, where: str) -> Card:
    """Check one `[[card]]` row; `where` is the file it stands in."""
    if not isinstance(row, Mapping):
        raise DeckError(f"{where}: key 'card' holds {quoted(row)}; allowed: [[card]] tables")
    who = f"{where}: card {quoted(row['id'])}" if isinstance(row.get("id"), str) else f"{where}: a card without id"
    return checked(Card, dict(row), DeckError, who, KEY)


def parse_deck(table: Mapping[str, Any], where: str) -> DeckInfo:
    """Check the table of a `deck.toml`."""
    return checked(DeckInfo, dict(table), DeckError, where, KEY)
