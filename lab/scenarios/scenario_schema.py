"""What a scenario file may say: keys, types, and the names that must fit together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.inputs.quote import listed, nearest, quoted
from engine.inputs.toml import read_toml
from engine.records.book import CARDS
from engine.records.questions import Question
from engine.records.state import Status
from lab.scenarios.scenario_values import ScenarioError, check_keys, flatten, near, one_of, tables, texts, whole
from variants.ledger import read_ledger

FEWEST, MOST = 3, 6
HIGHEST = 100
"""Level that nobody rises above, whatever wins the game."""
LONGEST = 100_000
"""Turns and rounds that no game has, and cards that no pile holds."""
NUMBERS = {
    "cultist_pile": (0, CARDS), "bosses": (0, CARDS), "turn_number": (1, LONGEST), "round": (1, LONGEST),
    "seed": (0, 2**63 - 1),
}  # fmt: skip
"""What each number of a file may be."""

TYPES: dict[str, tuple[type, ...]] = {
    "id": (str,), "rules": (list,), "variant": (str,), "deck": (list, str), "switches": (dict,), "note": (str,),
    "turn": (str,), "doors": (list,), "treasures": (list,), "dice": (list,), "cultist_pile": (int,),
    "door_discards": (list,), "treasure_discards": (list,), "bosses": (int,), "turn_number": (int,),
    "round": (int,), "door_pile": (int,), "treasure_pile": (int,), "windows": (str,), "single_options": (str,),
    "start": (str,), "seed": (int,), "players": (int,), "card": (list,), "seat": (list,), "step": (list,),
}  # fmt: skip
SEAT_TYPES: dict[str, tuple[type, ...]] = {
    "name": (str,), "level": (int,), "sex": (str,), "dead": (bool,), "play": (list,), "carry": (list,),
    "hand": (list,), "curses": (list,), "character": (str,), "status": (list,),
}  # fmt: skip
STEP_TYPES: dict[str, tuple[type, ...]] = {
    "do": (str,), "until": (str,), "legal": (str,), "illegal": (str,), "expect": (dict,), "note": (str,),
    "now": (bool,), "at": (str,), "at_once": (dict,),
}  # fmt: skip
ACTIONS = ("do", "until", "legal", "illegal")
MOMENTS = ("end-of-combat", "end-of-turn", "game-over")
STARTS = ("arranged", "deal")
WINDOWS = ("everyone", "variant", "both")
"""Whose windows: of everybody with a legal option, as the variant sets them (real games), or one after the other.

A file that says nothing is run with everybody's; the tests run it with those of real games as well."""
SPOKEN = ("spoken", "taken")
STATES = tuple(s.name.lower() for s in Status)
QUESTIONS = tuple(q.name.lower() for q in Question if q)
SEXES = ("male", "female")

SEAT_EXPECTS = (
    "level", "hand", "hand_count", "in_play", "equipped", "class", "race", "role", "drive", "birthright", "dead", "sex",
    "drawn_up", "drawn_down", "status",
)  # fmt: skip
PLAIN_EXPECTS = (
    "strength", "winning", "decider", "phase", "ending", "winners", "pile.door", "pile.treasure", "discard.door",
    "discard.treasure", "cultist_pile", "top.pile.door", "top.pile.treasure", "top.discard.door",
    "top.discard.treasure", "top.cultist_pile", "monsters", "helper", "turn", "bosses", "face_up",
    "question", "asked", "roll", "die", "happened",
)  # fmt: skip
EVENT_EXPECTS = ("events", "step_events")
"""`events.KIND = n`: events of a kind since the first step of the scenario; `step_events.KIND = n`: in this step."""


@dataclass(frozen=True)
class SeatSetup:
    """One player of the position."""

    name: str
    level: int | None = None
    sex: str = ""
    dead: bool = False
    play: tuple[str, ...] = ()
    carry: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    curses: tuple[str, ...] = ()
    character: str = ""
    status: tuple[str, ...] = ()


@dataclass(frozen=True)
class Step:
    """One step: an action (or none) and what must hold after it."""

    action: str = ""
    seat: str = ""  # the seat of `do`, `legal`, `illegal` and of `until = "SEAT asked"`
    text: str = ""
    expect: Mapping[str, Any] = field(default_factory=dict)
    now: bool = False  # nobody passes before: the seat is being asked already
    at: str = ""  # the question that the text must answer
    at_once: Mapping[str, Any] = field(default_factory=dict)  # what holds before anything follows by itself


@dataclass(frozen=True)
class Scenario:
    """One rules question."""

    file: str
    id: str
    rules: tuple[str, ...]
    variant: str
    steps: tuple[Step, ...]
    seats: tuple[SeatSetup, ...]
    deck: tuple[str, ...] = ()
    switches: Mapping[str, Any] = field(default_factory=dict)
    turn: str = ""
    doors: tuple[str, ...] = ()
    treasures: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    cultist_pile: int = 0
    door_discards: tuple[str, ...] = ()
    treasure_discards: tuple[str, ...] = ()
    bosses: int = 0
    turn_number: int = 1
    round: int = 1
    door_pile: int | None = None  # cards in the pile, the named ones with them; None: all that lie nowhere else
    treasure_pile: int | None = None
    windows: str = ""
    spoken: bool = True  # questions with a single option are put, and must be answered
    dealt: bool = False
    seed: int = 0
    cards: tuple[Mapping[str, Any], ...] = ()


def load_scenario(path: Path) -> Scenario:
    """Read and check one scenario file; the rules that it cites are those of the ledger."""
    data = read_toml(path, ScenarioError)
    scenario = parse_scenario(data, str(path))
    known = {rule.id for rule in read_ledger()}
    if unknown := next((rule for rule in scenario.rules if rule not in known), ""):
        raise ScenarioError(f"{path}: rules holds {quoted(unknown)}; allowed: {nearest(unknown, known, 5)}")
    for number, row in enumerate(data["step"], 1):  # a file asks something; positions of tests need not
        if empty := next((key for key in ("expect", "at_once") if row.get(key) == {}), ""):
            raise ScenarioError(f"{path}: step {number}: {empty} is empty; allowed: at least one thing that must hold")
    return scenario


def parse_scenario(data: Mapping[str, Any], file: str) -> Scenario:
    """Check the content of a scenario file."""
    check_keys(data, TYPES, file)
    for key in ("id", "rules", "variant", "step"):
        if not data.get(key):
            raise ScenarioError(f"{file}: {key} is missing; every scenario has an id, rules, a variant and steps")
    seats = _seats(data, file)
    names = [s.name for s in seats]
    turn = data.get("turn", names[0])
    one_of(turn, names, f"{file}: turn")
    start = one_of(data.get("start", "arranged"), STARTS, f"{file}: start")
    deck = data.get("deck", [])
    return Scenario(
        file=file,
        id=data["id"],
        rules=texts(data, "rules", file),
        variant=data["variant"],
        deck=(deck,) if isinstance(deck, str) else texts(data, "deck", file),
        switches=data.get("switches", {}),
        seats=seats,
        turn=turn,
        dealt=start == "deal",
        windows=one_of(data["windows"], WINDOWS, f"{file}: windows") if "windows" in data else "",
        spoken=one_of(data.get("single_options", "spoken"), SPOKEN, f"{file}: single_options") == "spoken",
        cards=tuple(tables(data, "card", file)),
        steps=tuple(_step(row, names, f"{file}: step {i}") for i, row in enumerate(tables(data, "step", file), 1)),
        **_piles(data, file),
    )


def _piles(data: Mapping[str, Any], file: str) -> dict[str, Any]:
    out: dict[str, Any] = {
        key: texts(data, key, file) for key in ("doors", "treasures", "door_discards", "treasure_discards")
    }
    dice = data.get("dice", [])
    for die in dice:
        if not isinstance(die, int) or isinstance(die, bool) or not 1 <= die <= 20:
            raise ScenarioError(f"{file}: dice holds {quoted(die)}; allowed: whole numbers from 1 to 20")
    out["dice"] = tuple(dice)
    for key, (least, most) in NUMBERS.items():
        out[key] = whole(data.get(key, least), f"{file}: {key}", least, most)
    for key, named in (("door_pile", out["doors"]), ("treasure_pile", out["treasures"])):
        if key in data:
            out[key] = whole(data[key], f"{file}: {key}", len(named), LONGEST)
    return out


def _seats(data: Mapping[str, Any], file: str) -> tuple[SeatSetup, ...]:
    seats = [_seat(row, f"{file}: seat {i}") for i, row in enumerate(tables(data, "seat", file), 1)]
    wanted = whole(data.get("players", max(FEWEST, len(seats))), f"{file}: players", 0, MOST)
    if not max(FEWEST, len(seats)) <= wanted <= MOST:
        raise ScenarioError(f"{file}: players is {wanted} with {len(seats)} seats listed; allowed: {FEWEST} to {MOST}")
    seats += [SeatSetup(f"seat{i}") for i in range(len(seats) + 1, wanted + 1)]
    names = [s.name for s in seats]
    twice = next((n for n in names if names.count(n) > 1), "")
    if twice:
        raise ScenarioError(f"{file}: seat name {quoted(twice)} is used twice; allowed: a name for each seat")
    return tuple(seats)


def _seat(row: Mapping[str, Any], where: str) -> SeatSetup:
    check_keys(row, SEAT_TYPES, where)
    name = row.get("name", "")
    if not name or any(c in name for c in " :.#="):
        raise ScenarioError(f"{where}: name is {quoted(name)}; allowed: one word without ':', '.', '#' and '='")
    sex = row.get("sex", "")
    if sex:
        one_of(sex, SEXES, f"{where}: sex")
    level = whole(row["level"], f"{where}: level", 1, HIGHEST) if "level" in row else None
    lists = {key: texts(row, key, where) for key in ("play", "carry", "hand", "curses", "status")}
    for state in lists["status"]:
        one_of(state, STATES, f"{where}: status")
    return SeatSetup(name, level, sex, row.get("dead", False), character=row.get("character", ""), **lists)


def _step(row: Mapping[str, Any], names: Sequence[str], where: str) -> Step:
    check_keys(row, STEP_TYPES, where)
    actions = [key for key in ACTIONS if key in row]
    if len(actions) > 1 or not (actions or "expect" in row):
        found = " and ".join(actions) or "nothing"
        raise ScenarioError(f"{where}: has {found}; allowed: one of {', '.join(ACTIONS)}, and expect")
    expects = [dict(flatten(row.get(key, {}))) for key in ("expect", "at_once")]
    for key, value in (*expects[0].items(), *expects[1].items()):
        _check_expect(key, names, where)
        _check_wanted(key, value, where)
    only_do = next((key for key in ("now", "at", "at_once") if key in row), "")
    if only_do and actions != ["do"]:
        raise ScenarioError(f"{where}: has {only_do}; allowed: only beside do")
    if not actions:
        return Step(expect=expects[0])
    at = one_of(row["at"], QUESTIONS, f"{where}: at") if "at" in row else ""
    seat, text = _said(row[actions[0]], actions[0], names, f"{where}: {actions[0]}")
    return Step(actions[0], seat, text, expects[0], row.get("now", False), at, expects[1])


def _said(value: str, action: str, names: Sequence[str], where: str) -> tuple[str, str]:
    if action == "until":
        if value in MOMENTS:
            return "", value
        seat, _, asked = value.partition(" ")
        if asked == "asked" and seat in names:
            return seat, "asked"
        raise ScenarioError(
            f"{where} is {quoted(value)}; allowed: {', '.join(MOMENTS)}, or 'SEAT asked' with a listed seat"
        )
    seat, colon, text = value.partition(":")
    if not colon or seat.strip() not in names or not text.strip():
        raise ScenarioError(f"{where} is {quoted(value)}; allowed: 'SEAT: TEXT' with SEAT one of {listed(names)}")
    return seat.strip(), " ".join(text.split())


def _check_expect(key: str, names: Sequence[str], where: str) -> None:
    head, _, rest = key.partition(".")
    if key in PLAIN_EXPECTS or (head in EVENT_EXPECTS and rest):
        return
    if head in SEAT_EXPECTS:
        one_of(rest, names, f"{where}: expect.{head}")
        return
    allowed = [*PLAIN_EXPECTS, *(f"{k}.NAME" for k in SEAT_EXPECTS), *(f"{k}.KIND" for k in EVENT_EXPECTS)]
    raise ScenarioError(
        f"{where}: expect has the unknown key {quoted(key)}{near(key, PLAIN_EXPECTS)}; allowed: {', '.join(allowed)}"
    )


def _check_wanted(key: str, value: Any, where: str) -> None:
    """Refuse what nothing can be compared with."""
    listed_ = isinstance(value, list) and (_all(value, str) or _all(value, int))
    if not listed_ and not isinstance(value, str | int):
        raise ScenarioError(
            f"{where}: expect.{key} is {quoted(value)}; allowed: a text, a whole number, true, false, "
            "or a list of texts or of whole numbers"
        )


def _all(values: list[Any], kind: type) -> bool:
    return all(isinstance(value, kind) and not isinstance(value, bool) for value in values)
