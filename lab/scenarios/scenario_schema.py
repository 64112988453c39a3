"""What a scenario file may say: keys, types, and the names that must fit together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    Strict,
    StringConstraints,
    ValidationInfo,
    field_validator,
    model_validator,
)

from engine.inputs.quote import listed, nearest, quoted
from engine.inputs.rows import checked
from engine.inputs.toml import dotted, read_toml
from engine.records.book import CARDS, FEWEST_SEATS, MOST_SEATS
from engine.records.questions import Question
from engine.records.state import Status
from lab.errors import BadInput
from lab.scenarios.expectations import check_key
from variants.ledger import read_ledger

USUAL_SEATS = 3
"""Players of a scenario that says no number and lists fewer."""
HIGHEST = 100
"""Level that nobody rises above, whatever wins the game."""
LONGEST = 100_000
"""Turns and rounds that no game has, and cards that no pile holds."""
ACTIONS = ("do", "until", "legal", "illegal")
MOMENTS = ("end-of-combat", "end-of-turn", "game-over")
STATES = tuple(s.name.lower() for s in Status)
QUESTIONS = tuple(q.name.lower() for q in Question if q)


class ScenarioError(BadInput):
    """A scenario file that cannot be run; the message is one sentence."""


def _one_of(known: Sequence[str]) -> AfterValidator:
    return AfterValidator(lambda value: _known(value, known))


def _known(value: str, known: Sequence[str]) -> str:
    if value not in known:
        raise ValueError(f"is {quoted(value)}; allowed: {listed(known)}")
    return value


Text = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1), AfterValidator(lambda s: " ".join(s.split()))
]
Texts = Annotated[tuple[Text, ...], Strict(False)]
Count = Annotated[int, Field(ge=0, le=CARDS)]
Turn = Annotated[int, Field(ge=1, le=LONGEST)]
Pile = Annotated[int, Field(ge=0, le=LONGEST)] | None
Table = Annotated[dict[str, Any], AfterValidator(lambda table: dict(dotted(table)))]


class _Row(BaseModel):
    """A table of the file."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class SeatSetup(_Row):
    """One player of the position."""

    name: str = Field(pattern="^[^ :.#=]+$", description="one word without ':', '.', '#' and '='")
    level: Annotated[int, Field(ge=1, le=HIGHEST)] | None = None
    sex: Literal["male", "female"] | None = None
    dead: bool = False
    play: Texts = ()
    carry: Texts = ()
    hand: Texts = ()
    curses: Texts = ()
    character: str = ""
    status: Annotated[tuple[Annotated[str, _one_of(STATES)], ...], Strict(False)] = ()


class Step(_Row):
    """One step: an action (or none) and what must hold after it."""

    do: str | None = None
    until: str | None = None
    legal: str | None = None
    illegal: str | None = None
    expect: Table = {}
    note: str = ""
    now: bool = False  # nobody passes before: the seat is being asked already
    at: Annotated[str, _one_of(QUESTIONS)] = ""  # the question that the text must answer
    at_once: Table = {}  # what holds before anything follows by itself

    @model_validator(mode="after")
    def _is_one_action(self) -> Step:
        actions = [key for key in ACTIONS if getattr(self, key) is not None]
        if len(actions) > 1 or not (actions or "expect" in self.model_fields_set):
            found = " and ".join(actions) or "nothing"
            raise ValueError(f"has {found}; allowed: one of {', '.join(ACTIONS)}, and expect")
        only_do = next((key for key in ("now", "at", "at_once") if key in self.model_fields_set), "")
        if only_do and actions != ["do"]:
            raise ValueError(f"has {only_do}; allowed: only beside do")
        return self

    @property
    def action(self) -> str:
        """What it does: one of ACTIONS, or nothing."""
        return next((key for key in ACTIONS if getattr(self, key) is not None), "")

    @property
    def said(self) -> str:
        """What the file says to do, whole."""
        return str(getattr(self, self.action)) if self.action else ""

    @property
    def seat(self) -> str:
        """The seat of `do`, `legal`, `illegal` and of `until = "SEAT asked"`."""
        return "" if self.said in MOMENTS else self.said.partition(" " if self.until else ":")[0].strip()

    @property
    def text(self) -> str:
        """What is said by the seat, or waited for."""
        return (
            self.said if self.said in MOMENTS else " ".join(self.said.partition(" " if self.until else ":")[2].split())
        )

    def check(self, names: Sequence[str]) -> None:
        """Refuse seats that are not there, and expectations that nothing can be compared with."""
        waits = self.action == "until"
        if waits and self.said not in MOMENTS and not (self.text == "asked" and self.seat in names):
            moments = f"{', '.join(MOMENTS)}, or 'SEAT asked' with a listed seat"
            raise ValueError(f"until is {quoted(self.said)}; allowed: {moments}")
        if self.action and not waits and not (self.seat in names and self.text):
            allowed = f"'SEAT: TEXT' with SEAT one of {listed(names)}"
            raise ValueError(f"{self.action} is {quoted(self.said)}; allowed: {allowed}")
        for key, value in (*self.expect.items(), *self.at_once.items()):
            check_key(key, names)
            _check_wanted(key, value)


class Scenario(_Row):
    id: Text
    rules: Texts = Field(min_length=1)
    variant: Text
    deck: Texts = ()
    switches: Table = {}
    note: str = ""
    players: Annotated[int, Field(ge=0, le=MOST_SEATS)] | None = None
    seats: tuple[SeatSetup, ...] = Field((), alias="seat", strict=False, validate_default=True)
    turn: str = Field("", validate_default=True)
    doors: Texts = ()
    treasures: Texts = ()
    dice: tuple[Annotated[int, Field(ge=1, le=20)], ...] = Field((), strict=False)
    cultist_pile: Count = 0
    door_discards: Texts = ()
    treasure_discards: Texts = ()
    bosses: Count = 0
    turn_number: Turn = 1
    round: Turn = 1
    door_pile: Pile = None  # cards in the pile, the named ones with them; None: all that lie nowhere else
    treasure_pile: Pile = None
    windows: Literal["everyone", "variant", "both"] | None = None
    """Whose windows: of everybody with a legal option, as the variant sets them (real games), or one after the other.

    A file that says nothing is run with everybody's; the tests run it with those of real games as well."""
    single_options: Literal["spoken", "taken"] = "spoken"  # spoken: questions with a single option are put
    start: Literal["arranged", "deal"] = "arranged"
    seed: int = Field(0, ge=0, le=2**63 - 1)
    cards: tuple[dict[str, Any], ...] = Field((), alias="card", strict=False)
    steps: tuple[Step, ...] = Field(alias="step", strict=False, min_length=1)

    _file: str = ""

    @field_validator("deck", mode="before")
    @classmethod
    def _as_list(cls, value: Any) -> Any:
        return (value,) if isinstance(value, str) else value

    @field_validator("seats")
    @classmethod
    def _are_enough(cls, seats: tuple[SeatSetup, ...], info: ValidationInfo) -> tuple[SeatSetup, ...]:
        players, names = info.data.get("players"), [seat.name for seat in seats]
        wanted = max(USUAL_SEATS, len(seats)) if players is None else players
        if not max(FEWEST_SEATS, len(seats)) <= wanted <= MOST_SEATS:
            allowed = f"{FEWEST_SEATS} to {MOST_SEATS}"
            raise ValueError(f"players is {wanted} with {len(seats)} seats listed; allowed: {allowed}")
        names += (more := [f"seat{i}" for i in range(len(seats) + 1, wanted + 1)])
        if twice := next((name for name in names if names.count(name) > 1), ""):
            raise ValueError(f"name {quoted(twice)} is used twice; allowed: a name for each seat")
        return (*seats, *(SeatSetup(name=name) for name in more))

    @field_validator("turn")
    @classmethod
    def _is_seat(cls, turn: str, info: ValidationInfo) -> str:
        names = [seat.name for seat in info.data.get("seats", ())]
        return _known(turn, names) if turn and names else "".join(names[:1])

    @field_validator("door_pile", "treasure_pile")
    @classmethod
    def _holds_the_named(cls, value: int | None, info: ValidationInfo) -> int | None:
        named = info.data.get({"door_pile": "doors"}.get(str(info.field_name), "treasures"), ())
        if value is not None and value < len(named):
            raise ValueError(f"is {value}; allowed: a whole number from {len(named)} to {LONGEST}")
        return value

    @model_validator(mode="after")
    def _steps_name_seats(self) -> Scenario:
        names = [seat.name for seat in self.seats]
        for place, step in enumerate(self.steps, 1):
            try:
                step.check(names)
            except ValueError as error:
                raise ValueError(f"step {place}: {error}") from None
        return self

    @property
    def file(self) -> str:
        """Where it stands."""
        return self._file

    @property
    def spoken(self) -> bool:
        """Whether questions with a single option are put, and must be answered."""
        return self.single_options == "spoken"

    @property
    def dealt(self) -> bool:
        """Whether it begins with dealt cards instead of a position."""
        return self.start == "deal"


def load_scenario(path: Path) -> Scenario:
    """Read and check one scenario file; the rules that it cites are those of the ledger."""
    scenario = parse_scenario(read_toml(path, ScenarioError), str(path))
    known = {rule.id for rule in read_ledger()}
    if unknown := next((rule for rule in scenario.rules if rule not in known), ""):
        raise ScenarioError(f"{path}: rules holds {quoted(unknown)}; allowed: {nearest(unknown, known, 5)}")
    for number, step in enumerate(scenario.steps, 1):  # a file asks something; positions of tests need not
        if empty := next(
            (key for key in ("expect", "at_once") if getattr(step, key) == {} and key in step.model_fields_set), ""
        ):
            raise ScenarioError(f"{path}: step {number}: {empty} is empty; allowed: at least one thing that must hold")
    return scenario


def parse_scenario(data: Mapping[str, Any], file: str) -> Scenario:
    """Check the content of a scenario file."""
    scenario = checked(Scenario, data, ScenarioError, file)
    scenario._file = file
    return scenario


def _check_wanted(key: str, value: Any) -> None:
    """Refuse what nothing can be compared with."""
    ones = value if isinstance(value, list) else [value]
    same = {type(one) for one in ones}
    if not (same <= {str} or same <= {int} or same <= {bool} and not isinstance(value, list)):
        raise ValueError(
            f"expect.{key} is {quoted(value)}; allowed: a text, a whole number, true, false, "
            "or a list of texts or of whole numbers"
        )
