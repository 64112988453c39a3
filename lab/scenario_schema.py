"""What a scenario file may say: keys, types, and the names that must fit together."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from lab.errors import BadInput

FEWEST, MOST = 3, 6

TYPES: dict[str, tuple[type, ...]] = {
    "id": (str,), "rules": (list,), "variant": (str,), "deck": (list, str), "switches": (dict,), "note": (str,),
    "turn": (str,), "doors": (list,), "treasures": (list,), "dice": (list,), "cultist_pile": (int,),
    "door_discards": (list,), "treasure_discards": (list,), "bosses": (int,), "turn_number": (int,),
    "start": (str,), "seed": (int,), "players": (int,), "card": (list,), "seat": (list,), "step": (list,),
}  # fmt: skip
SEAT_TYPES: dict[str, tuple[type, ...]] = {
    "name": (str,), "level": (int,), "sex": (str,), "dead": (bool,), "play": (list,), "carry": (list,),
    "hand": (list,), "curses": (list,),
}  # fmt: skip
STEP_TYPES: dict[str, tuple[type, ...]] = {
    "do": (str,), "until": (str,), "legal": (str,), "illegal": (str,), "expect": (dict,), "note": (str,),
}  # fmt: skip
ACTIONS = ("do", "until", "legal", "illegal")
MOMENTS = ("end-of-combat", "end-of-turn", "game-over")
STARTS = ("arranged", "deal")
SEXES = ("male", "female")

SEAT_EXPECTS = (
    "level", "hand", "hand_count", "in_play", "equipped", "class", "race", "role", "drive", "birthright", "dead", "sex",
)  # fmt: skip
PLAIN_EXPECTS = (
    "strength", "winning", "decider", "phase", "ending", "winners", "pile.door", "pile.treasure", "discard.door",
    "discard.treasure", "cultist_pile", "top.pile.door", "top.pile.treasure", "top.discard.door",
    "top.discard.treasure", "top.cultist_pile", "monsters", "helper", "turn", "bosses", "face_up",
)  # fmt: skip
EVENT_EXPECT = "events"
"""`events.KIND = n`: how many events of a kind the scenario has seen since its first step."""


class ScenarioError(BadInput):
    """A scenario file that cannot be run; the message is one sentence."""


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


@dataclass(frozen=True)
class Step:
    """One step: an action (or none) and what must hold after it."""

    action: str = ""
    seat: str = ""  # the seat of `do`, `legal`, `illegal` and of `until = "SEAT asked"`
    text: str = ""
    expect: Mapping[str, Any] = field(default_factory=dict)


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
    dealt: bool = False
    seed: int = 0
    cards: tuple[Mapping[str, Any], ...] = ()


def load_scenario(path: Path) -> Scenario:
    """Read and check one scenario file."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ScenarioError(f"{path}: not valid TOML: {' '.join(str(error).split())}") from None
    except UnicodeDecodeError:
        raise ScenarioError(f"{path}: not a UTF-8 text file") from None
    except OSError as error:
        raise ScenarioError(f"{path}: cannot be read ({error.strerror})") from None
    return parse_scenario(data, str(path))


def parse_scenario(data: Mapping[str, Any], file: str) -> Scenario:
    """Check the content of a scenario file."""
    _check_keys(data, TYPES, file)
    for key in ("id", "rules", "variant", "step"):
        if not data.get(key):
            raise ScenarioError(f"{file}: {key} is missing; every scenario has an id, rules, a variant and steps")
    seats = _seats(data, file)
    names = [s.name for s in seats]
    turn = data.get("turn", names[0])
    _one_of(turn, names, f"{file}: turn")
    start = _one_of(data.get("start", "arranged"), STARTS, f"{file}: start")
    deck = data.get("deck", [])
    return Scenario(
        file=file,
        id=data["id"],
        rules=_texts(data, "rules", file),
        variant=data["variant"],
        deck=(deck,) if isinstance(deck, str) else _texts(data, "deck", file),
        switches=data.get("switches", {}),
        seats=seats,
        turn=turn,
        dealt=start == "deal",
        cards=tuple(_tables(data, "card", file)),
        steps=tuple(_step(row, names, f"{file}: step {i}") for i, row in enumerate(_tables(data, "step", file), 1)),
        **_piles(data, file),
    )


def _piles(data: Mapping[str, Any], file: str) -> dict[str, Any]:
    out: dict[str, Any] = {
        key: _texts(data, key, file) for key in ("doors", "treasures", "door_discards", "treasure_discards")
    }
    dice = data.get("dice", [])
    for die in dice:
        if not isinstance(die, int) or not 1 <= die <= 20:
            raise ScenarioError(f"{file}: dice holds {die!r}; allowed: whole numbers from 1 to 20")
    out["dice"] = tuple(dice)
    for key, least in (("cultist_pile", 0), ("bosses", 0), ("turn_number", 1), ("seed", 0)):
        out[key] = _whole(data.get(key, least), f"{file}: {key}", least)
    return out


def _seats(data: Mapping[str, Any], file: str) -> tuple[SeatSetup, ...]:
    seats = [_seat(row, f"{file}: seat {i}") for i, row in enumerate(_tables(data, "seat", file), 1)]
    wanted = _whole(data.get("players", max(FEWEST, len(seats))), f"{file}: players", 0)
    if not max(FEWEST, len(seats)) <= wanted <= MOST:
        raise ScenarioError(f"{file}: players is {wanted} with {len(seats)} seats listed; allowed: {FEWEST} to {MOST}")
    seats += [SeatSetup(f"seat{i}") for i in range(len(seats) + 1, wanted + 1)]
    names = [s.name for s in seats]
    twice = next((n for n in names if names.count(n) > 1), "")
    if twice:
        raise ScenarioError(f"{file}: seat name '{twice}' is used twice; allowed: a name for each seat")
    return tuple(seats)


def _seat(row: Mapping[str, Any], where: str) -> SeatSetup:
    _check_keys(row, SEAT_TYPES, where)
    name = row.get("name", "")
    if not name or any(c in name for c in " :.#="):
        raise ScenarioError(f"{where}: name is '{name}'; allowed: one word without ':', '.', '#' and '='")
    sex = row.get("sex", "")
    if sex:
        _one_of(sex, SEXES, f"{where}: sex")
    level = _whole(row["level"], f"{where}: level", 1) if "level" in row else None
    cards = {key: _texts(row, key, where) for key in ("play", "carry", "hand", "curses")}
    return SeatSetup(name, level, sex, row.get("dead", False), **cards)


def _step(row: Mapping[str, Any], names: Sequence[str], where: str) -> Step:
    _check_keys(row, STEP_TYPES, where)
    actions = [key for key in ACTIONS if key in row]
    if len(actions) > 1 or not (actions or "expect" in row):
        found = " and ".join(actions) or "nothing"
        raise ScenarioError(f"{where}: has {found}; allowed: one of {', '.join(ACTIONS)}, and expect")
    expect = dict(flatten(row.get("expect", {})))
    for key in expect:
        _check_expect(key, names, where)
    if not actions:
        return Step(expect=expect)
    action = actions[0]
    seat, text = _said(row[action], action, names, f"{where}: {action}")
    return Step(action, seat, text, expect)


def _said(value: str, action: str, names: Sequence[str], where: str) -> tuple[str, str]:
    if action == "until":
        if value in MOMENTS:
            return "", value
        seat, _, asked = value.partition(" ")
        if asked == "asked" and seat in names:
            return seat, "asked"
        raise ScenarioError(f"{where} is '{value}'; allowed: {', '.join(MOMENTS)}, or 'SEAT asked' with a listed seat")
    seat, colon, text = value.partition(":")
    if not colon or seat.strip() not in names or not text.strip():
        raise ScenarioError(f"{where} is '{value}'; allowed: 'SEAT: TEXT' with SEAT one of {', '.join(names)}")
    return seat.strip(), " ".join(text.split())


def flatten(tree: Mapping[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    """Dotted keys of nested tables."""
    out: list[tuple[str, Any]] = []
    for key, value in tree.items():
        out += flatten(value, f"{prefix}{key}.") if isinstance(value, dict) else [(f"{prefix}{key}", value)]
    return out


def _check_expect(key: str, names: Sequence[str], where: str) -> None:
    head, _, rest = key.partition(".")
    if key in PLAIN_EXPECTS or (head == EVENT_EXPECT and rest):
        return
    if head in SEAT_EXPECTS:
        _one_of(rest, names, f"{where}: expect.{head}")
        return
    allowed = [*PLAIN_EXPECTS, *(f"{k}.NAME" for k in SEAT_EXPECTS), f"{EVENT_EXPECT}.KIND"]
    raise ScenarioError(
        f"{where}: expect has the unknown key '{key}'{_near(key, PLAIN_EXPECTS)}; allowed: {', '.join(allowed)}"
    )


def _check_keys(row: Mapping[str, Any], types: Mapping[str, tuple[type, ...]], file: str) -> None:
    for key, value in row.items():
        if key not in types:
            raise ScenarioError(f"{file}: unknown key '{key}'{_near(key, list(types))}; allowed: {', '.join(types)}")
        if not isinstance(value, types[key]) or (isinstance(value, bool) and bool not in types[key]):
            wanted = " or ".join(t.__name__ for t in types[key])
            raise ScenarioError(f"{file}: {key} is {value!r}; allowed: a value of type {wanted}")


def _near(key: str, known: Sequence[str]) -> str:
    near = get_close_matches(key, known, 1)
    return f" (did you mean '{near[0]}'?)" if near else ""


def _one_of(value: Any, allowed: Sequence[str], where: str) -> str:
    if value not in allowed:
        raise ScenarioError(f"{where} is '{value}'; allowed: {', '.join(allowed)}")
    return str(value)


def _whole(value: Any, where: str, low: int) -> int:
    if not isinstance(value, int) or value < low:
        raise ScenarioError(f"{where} is {value!r}; allowed: a whole number from {low}")
    return value


def _texts(row: Mapping[str, Any], key: str, where: str) -> tuple[str, ...]:
    values = row.get(key, [])
    for value in values:
        if not isinstance(value, str) or not value.strip():
            raise ScenarioError(f"{where}: {key} holds {value!r}; allowed: a list of texts")
    return tuple(" ".join(v.split()) for v in values)


def _tables(row: Mapping[str, Any], key: str, where: str) -> list[Mapping[str, Any]]:
    values = row.get(key, [])
    for value in values:
        if not isinstance(value, dict):
            raise ScenarioError(f"{where}: {key} holds {value!r}; allowed: tables, written [[{key}]]")
    return list(values)
