"""What a run is: decks, variants, seats, agents, games, seed. Equal specs give equal bytes."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from engine.inputs.quote import quoted
from engine.inputs.rows import sentence
from engine.inputs.toml import dotted, parse_toml, read_toml
from engine.records.book import FEWEST_SEATS, MOST_SEATS
from engine.records.table_time import PACE
from lab.agents import USUAL
from lab.agents.person import LONGEST, MOVE, check_person
from lab.agents.personas import allowed_agents, expand
from lab.errors import BadInput
from lab.runs.arm_spec import ArmSpec, arms_of, factors_of

LATER: dict[str, Any] = {"exposure": "all", "rules": (), "on_each": True, "design": (), "among": (), "answers": "",
                         "pace": ()}  # fmt: skip
"""Keys that specs had not always, and what they say where they are left out: texts and hashes stay what they were."""
MOST_AGENTS = 100
MOST_ARMS = 256
SAMPLE = "sample:[1-9][0-9]{0,8}"
NO_EVENTS = {"events": "none", "exposure": "all"}
ALL_EVENTS = NO_EVENTS | {"events": "all"}
"""What games keep that are played for their facts alone, and for their events."""
Names = tuple[Annotated[str, Field(min_length=1)], ...]
Values = dict[str, Names]


class RunSpec(BaseModel):
    """One tournament: every arm plays the games 0 to `games` - 1 with the same randomness.

    `arms` (variants), `decks` (boxes), `rules`, `switches`, `cards`, `agents` (tables) and `seats` may hold several
    values each: every combination of them is an arm (`grid`). A single value may be given as it is. `unchanged`: also
    what they would be without the rules that are added and the switches and cards that are set. `on_each`: whether
    further variants, decks and changes meet each other, or are each laid on the first of the others alone. `design`:
    the arms' changes in place of every combination, of each arm one number for each rule, switch and card in their
    order: 0 is as it is, 1 its first value. `among`: the names of the arms that are played, if not all of them.
    `answers`: what the person did who is among the agents. `pace`: milliseconds of a turn, a decision and a combat by
    which limits of minutes go, if not those that the lab declares.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    decks: Names = Field((), description="names or paths of decks, those of one box joined by +, or nothing for the "
                         "deck of each variant")  # fmt: skip
    arms: Names = Field(min_length=1, description="one or more variants, such as cthulhu+faster")
    rules: Names = Field((), description="house rules, names, files or sentences, or several that hold together, "
                         "sentences in quotes, joined by +")  # fmt: skip
    switches: Values = Field({}, description="switches of the rules with their values")
    cards: Values = Field({}, description="ID.KEY of a card with its values")
    unchanged: bool = Field(False, description="true or false: whether the game without those is an arm too")
    on_each: bool = Field(True, description="true or false: whether changes are laid on every variant, or on the first")
    design: tuple[tuple[int, ...], ...] = Field((), description="of each arm the place of the value of each rule, "
                                                "switch and card, 0 where it is as it is")  # fmt: skip
    among: Names = Field((), description="names of the arms that are played, nothing for all of them")
    seats: tuple[Annotated[int, Field(ge=FEWEST_SEATS, le=MOST_SEATS)], ...] = Field(
        (4,), min_length=1, description=f"{FEWEST_SEATS} to {MOST_SEATS} players"
    )
    agents: tuple[tuple[str, ...], ...] = Field(((USUAL,),), validate_default=True)
    games: int = Field(1000, ge=1, le=100_000_000)
    seed: int = Field(0, ge=0, le=2**63 - 1)
    events: str = Field("all", pattern=f"^(all|none|{SAMPLE})$", description="all, none, or sample:N with N games of "
                        "each arm")  # fmt: skip
    exposure: str = Field("all", pattern=f"^(all|{SAMPLE})$", description="all, or sample:N with N games of each arm "
                          "beside those that keep their events")  # fmt: skip
    shard_games: int = Field(250, ge=1, le=100_000)
    answers: str = Field("", pattern=f"^({MOVE.pattern})*$", max_length=LONGEST, description="nothing, or what a "
                         "person answered in one game, as the page Play writes it")  # fmt: skip
    pace: tuple[Annotated[int, Field(ge=0, le=3_600_000)], ...] = Field((), description="nothing, or the milliseconds "
                         "of a turn, a decision and a combat by which limits of minutes go")  # fmt: skip

    def __init__(self, **values: Any) -> None:
        try:
            super().__init__(**values)
        except ValidationError as error:
            raise BadInput(sentence(error, RunSpec)) from None

    @field_validator("decks", "arms", "rules", "among", "seats", mode="before")
    @classmethod
    def _as_list(cls, value: Any) -> Any:
        return tuple(value) if isinstance(value, list | tuple) else (value,)

    @field_validator("agents", mode="before")
    @classmethod
    def _as_tables(cls, value: Any) -> Any:
        """A name, a table of names, or several tables."""
        rows = list(value) if isinstance(value, list | tuple) else [value]
        if not any(isinstance(row, list | tuple) for row in rows):
            rows = [rows]
        tables = tuple(tuple(row) if isinstance(row, list | tuple) else (row,) for row in rows)
        for table in tables:
            if not table or len(table) > MOST_AGENTS:
                raise ValueError(f"is {f'{len(table)} names' if table else 'empty'}; allowed: {allowed_agents()}")
            if strange := [name for name in table if not isinstance(name, str) or not name]:
                raise ValueError(f"is {quoted(strange[0])}; allowed: {allowed_agents()}")
        return tables

    @field_validator("switches", "cards", mode="before")
    @classmethod
    def _as_values(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        return {key: tuple(map(_word, v if isinstance(v, list | tuple) else (v,))) for key, v in dotted(value)}

    @field_validator("arms")
    @classmethod
    def _canonical(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        from variants.load_variants import canonical  # however a variant is typed, it is the same one

        return tuple(dict.fromkeys(map(canonical, value)))

    @field_validator("rules")
    @classmethod
    def _in_quotes(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        from variants.load_variants import as_rule

        return tuple(dict.fromkeys(map(as_rule, value)))

    @field_validator("design", mode="before")
    @classmethod
    def _as_design(cls, value: Any) -> Any:
        return (
            tuple(tuple(row) if isinstance(row, list) else row for row in value) if isinstance(value, list) else value
        )

    @field_validator("pace", mode="before")
    @classmethod
    def _as_pace(cls, value: Any) -> Any:
        if not isinstance(value, list | tuple) or len(value) not in (0, len(PACE)):
            raise ValueError(f"is {quoted(value)}; allowed: nothing, or three numbers of milliseconds")
        return tuple(value)

    @field_validator("decks", "seats")
    @classmethod
    def _once(cls, value: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(dict.fromkeys(value))

    @field_validator("agents")
    @classmethod
    def _all_known(cls, value: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
        tables = dict.fromkeys(expand(names) for names in value)  # a stored spec names no mixes: it says who played
        for agents in tables:
            if len(agents) > MOST_AGENTS:
                raise ValueError(f"is {len(agents)} players; allowed: at most {MOST_AGENTS}")
        return tuple(tables)

    @model_validator(mode="after")
    def _not_too_many(self) -> RunSpec:
        changes: tuple[Any, ...] = (self.design,)
        if self.design:
            most = [len(one) for one in factors_of(self)]
            if any(
                len(row) != len(most) or not all(0 <= n <= m for n, m in zip(row, most, strict=True))
                for row in self.design
            ):
                raise BadInput(f"design does not fit its changes; allowed: rows of {len(most)} numbers, 0 to {most}")
        else:
            changes = (self.rules or ("",), *self.switches.values(), *self.cards.values())
        several = (self.decks or ("",), self.arms, self.seats, self.agents, *changes)
        if not 1 <= (arms := math.prod(map(len, several))) <= MOST_ARMS:
            raise BadInput(f"the values make {arms} arms; allowed: 1 to {MOST_ARMS}")
        return self

    @model_validator(mode="after")
    def _person_has_played(self) -> RunSpec:
        for table in self.agents:
            check_person(table, self.answers if self.games == 1 else "")
        return self

    @cached_property
    def grid(self) -> tuple[ArmSpec, ...]:
        """Its arms: every combination of the values, or those of them that are named."""
        arms, kept = arms_of(self), set(self.among)
        if strange := kept - {arm.name for arm in arms}:
            raise BadInput(f"among is {quoted(min(strange))}; allowed: {', '.join(arm.name for arm in arms)}")
        return (
            tuple(replace(a, reference=a.reference if a.reference in kept else "") for a in arms if a.name in kept)
            if kept
            else arms
        )

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> RunSpec:
        """The same with some values changed, which are not checked; its arms are its own."""
        copy = super().model_copy(update=update, deep=deep)
        copy.__dict__.pop("grid", None)
        return copy

    def each_alone(self) -> RunSpec:
        """The same with every further variant, deck and change laid on the first of the others, and on nothing else."""
        once = self.model_copy(update={"on_each": False})
        return once if len(once.grid) < len(self.grid) else self  # two names of the same games would be two runs

    @property
    def only(self) -> ArmSpec:
        """The one arm of a spec that must not have several."""
        first, *others = self.grid
        if others:
            raise BadInput(f"there are {len(others) + 1} arms ({first.name}, {others[0].name}, ...); allowed: one")
        return first

    @property
    def spec_hash(self) -> str:
        """Fingerprint of the canonical text."""
        return hashlib.sha256(spec_text(self).encode()).hexdigest()


def spec_text(spec: RunSpec) -> str:
    """The spec as TOML; equal specs give equal texts."""
    keys = [key for key in RunSpec.model_fields if key not in LATER or getattr(spec, key) != LATER[key]]
    return "".join(f"{key} = {_toml(_short(key, getattr(spec, key)))}\n" for key in keys)


def _short(key: str, value: Any) -> Any:
    """One value of an axis is written without its list."""
    return value[0] if key in ("seats", "agents") and len(value) == 1 else value


def _word(value: Any) -> Any:
    """A number or a truth value as it is written; what is neither is left for the check."""
    return str(value).lower() if isinstance(value, bool | int) else value


def parse_spec(text: str, where: str = "spec") -> RunSpec:
    """Read a spec from TOML; `where` names the text in error messages."""
    return make_spec(parse_toml(text, BadInput, where), where)


def make_spec(values: Mapping[str, Any], where: str) -> RunSpec:
    """Check values from a file or a command line; `where` names them in error messages."""
    try:
        return RunSpec(**values)
    except BadInput as error:
        raise BadInput(f"{where}: {error}") from None


def check_kept(spec: RunSpec, where: str) -> None:
    """Refuse a sample of exposures where every game keeps its events, and its exposures with them."""
    if spec.events == "all" and spec.exposure != "all":
        raise BadInput(
            f"{where}: exposure is {quoted(spec.exposure)}, but events is 'all', and a game with events keeps its "
            "exposures; allowed beside it: events none, or sample:N"
        )


def read_spec(path: Path) -> RunSpec:
    """Read a spec file."""
    from decks.card_schema import DeckError

    spec = make_spec(read_toml(path, BadInput), str(path))
    check_kept(spec, str(path))
    try:
        _ = spec.grid  # names of decks are read when arms are made of them
    except DeckError as error:
        raise BadInput(f"{path}: {error}") from None
    return spec


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_toml(k)} = {_toml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, tuple):
        return "[" + ", ".join(_toml(v) for v in value) + "]"
    if isinstance(value, int):
        return str(value).lower()
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c >= " " and c != "\x7f" else f"\\u{ord(c):04x}" for c in escaped) + '"'
