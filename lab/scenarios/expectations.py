"""What `expect` compares: one reader for each key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.inputs.quote import quoted
from engine.records.card_kinds import FEMALE, HUMAN, MALE, Axis, Kind, Pile
from engine.records.events import Ev
from engine.records.questions import Question
from engine.records.state import Status, Zone
from engine.table import Table
from lab.scenarios.position import Position
from lab.scenarios.scenario_schema import EVENT_EXPECTS, PLAIN_EXPECTS, SEAT_EXPECTS
from lab.scenarios.scenario_values import ScenarioError

Reader = Callable[[Position], Any]
SeatReader = Callable[[Position, int], Any]

ORDERED = (
    "strength",
    "top.pile.door",
    "top.pile.treasure",
    "top.discard.door",
    "top.discard.treasure",
    "top.cultist_pile",
    "asked",
    "roll",
    "die",
    "happened",
)
"""Lists that are compared in their order; of the `top.` lists as many cards as are named."""


def unmet(position: Position, expect: Mapping[str, Any], since: int) -> list[str]:
    """A sentence for every expectation that does not hold; `since` is the first event of the step."""
    return [text for key, wanted in expect.items() if (text := _compare(position, key, wanted, since))]


def _compare(position: Position, key: str, wanted: Any, since: int) -> str:
    found = _read(position, key, wanted, since)
    if wanted == "none" and key in ("helper", "decider"):
        wanted = ""
    if isinstance(found, list) and isinstance(wanted, str):
        wanted = [wanted] if wanted and wanted != "none" else []
    if isinstance(found, list) and isinstance(wanted, list):
        if key.startswith("top."):
            found = found[: len(wanted)]
        if key == "happened":
            found = _in_order(found, wanted)
        same = (
            found == wanted if key in ORDERED else sorted(map(_plain, found, [wanted] * len(found))) == sorted(wanted)
        )
    else:
        same = found == wanted and isinstance(found, bool) == isinstance(wanted, bool)
    return "" if same else f"{key} is {quoted(found)}, expected {quoted(wanted)}"


def _plain(found: str, wanted: list[Any]) -> str:
    """An id with its copy number stays as it is only where the file writes it so."""
    return found if found in wanted else found.partition("#")[0]


def _in_order(found: list[str], wanted: list[str]) -> list[str]:
    """As many of the wanted kinds as did happen one after the other; whatever else happened between them."""
    rest = iter(found)
    return [kind for kind in wanted if kind in rest]


def _read(position: Position, key: str, wanted: Any, since: int) -> Any:
    head, _, rest = key.partition(".")
    if key in ("strength", "winning"):
        return _fight(position, since)[key]
    if key == "turn" and isinstance(wanted, int):
        return int(position.table.g.turn)
    if key in READERS:
        return READERS[key](position)
    if key in STEP_READERS:
        return STEP_READERS[key](position, since)
    if head in DRAWN:
        return _drawn(position, position.table.names.seats.index(rest), since, DRAWN[head])
    if head in SEAT_READERS:
        return SEAT_READERS[head](position, position.table.names.seats.index(rest))
    if head in EVENT_EXPECTS:
        return position.table.count(_kind(position, rest), position.start if head == "events" else since)
    raise AssertionError(key)


def _kind(position: Position, name: str) -> Ev:
    kind = name.upper().replace("-", "_")
    if kind not in Ev.__members__:
        names = ", ".join(k.lower() for k in Ev.__members__)
        raise ScenarioError(f"{position.scenario.file}: expect.events names '{name}'; allowed: {names}")
    return Ev[kind]


def _drawn(position: Position, seat: int, since: int, face_up: bool) -> list[str]:
    """Cards that reached a hand from a pile in this step, or were picked from what lay open."""
    up = (Ev.REVEAL, Ev.REWARD, Ev.TAKE)
    rows = [e for e in position.table.events(since) if e.target == seat]
    return _ids(position, [e.card for e in rows if _came(e.kind, e.other, up) == (True, face_up)])


def _came(kind: int, other: int, up: tuple[Ev, ...]) -> tuple[bool, bool]:
    return (kind == Ev.DRAW or kind in up, kind in up or other == 1)


def _last_roll(position: Position, since: int) -> list[int]:
    """The natural die and the total of the last flight that was settled in this step."""
    rolls = [[e.before, e.after] for e in position.table.events(since) if e.kind == Ev.ROLL]
    return rolls[-1] if rolls else []


def _fight(position: Position, since: int) -> dict[str, Any]:
    """The combat as it stands, or as it stood last if it has ended within this step."""
    g = position.table.g
    if g.fighting:
        return {"strength": [int(g.side), int(g.foes)], "winning": position.table.winning}
    last = [e for e in position.table.events(since) if e.kind == Ev.STRENGTH]
    if not last:
        return {"strength": [], "winning": False}
    return {"strength": [last[-1].before, last[-1].after], "winning": bool(last[-1].other)}


def _ids(position: Position, cards: Any) -> list[str]:
    rows = position.cards.card
    plain = position.table.ids(cards)
    return [f"{name}#{int(rows[int(c)]['copy']) + 1}" for name, c in zip(plain, cards, strict=True)]


def _hand(position: Position, seat: int) -> list[str]:
    g = position.table.g
    return _ids(position, g.hand[seat][: int(g.hand_n[seat])])


def _in_play(position: Position, seat: int, equipped: bool = False) -> list[str]:
    g = position.table.g
    return _ids(position, [c for c in g.table[seat][: int(g.table_n[seat])] if not equipped or g.equipped[int(c)]])


def _identities(axis: Axis) -> SeatReader:
    def read(position: Position, seat: int) -> list[str]:
        mask = int(position.table.g.identity[seat])
        rows = position.cards.card
        kinds = {
            int(r["identity"])
            for r in rows
            if Kind.CLASS <= int(r["kind"]) <= Kind.BIRTHRIGHT and int(r["axis"]) == axis
        }
        held = [(n, bit) for n, bit in position.cards.identities.items() if bit in kinds and bit & mask]
        names = [n.rpartition(":")[2] for n, _ in held]
        return names + (["human"] if axis == Axis.RACE and mask & HUMAN and "human" not in names else [])

    return read


def _sex(position: Position, seat: int) -> str:
    return {MALE: "male", FEMALE: "female"}.get(int(position.table.g.sex[seat]), "none")


def _seat_name(table: Table, seat: Any) -> str:
    return table.names.seats[int(seat)] if int(seat) >= 0 else ""


def _decider(position: Position) -> str:
    return _seat_name(position.table, position.table.decider)


def _winners(position: Position) -> list[str]:
    table = position.table
    return [table.names.seats[s] for s in table.winners]


def _count(field: str, pile: int) -> Reader:
    return lambda position: int(getattr(position.table.g, field)[pile])


def _top(field: str, pile: int) -> Reader:
    def read(position: Position) -> list[str]:
        g = position.table.g
        cards = getattr(g, field)[pile][: int(getattr(g, f"{field}_n")[pile])]
        return position.table.ids(list(reversed([int(c) for c in cards])))

    return read


def _monsters(position: Position) -> list[str]:
    g = position.table.g
    return position.table.ids(g.foe["card"][: int(g.foe_n)]) if g.fighting else []


def _face_up(position: Position) -> list[str]:
    g = position.table.g
    return position.table.ids([c for c in g.open[: int(g.open_n)] if g.zone[int(c)] == Zone.OPEN])


def _helper(position: Position) -> str:
    g = position.table.g
    return _seat_name(position.table, g.helper) if g.fighting else ""


READERS: dict[str, Reader] = {
    "decider": _decider,
    "phase": lambda p: p.table.phase,
    "ending": lambda p: p.table.ending,
    "winners": _winners,
    "pile.door": _count("deck_n", Pile.DOOR),
    "pile.treasure": _count("deck_n", Pile.TREASURE),
    "discard.door": _count("discard_n", Pile.DOOR),
    "discard.treasure": _count("discard_n", Pile.TREASURE),
    "cultist_pile": _count("discard_n", Pile.CULTIST),
    "top.pile.door": _top("deck", Pile.DOOR),
    "top.pile.treasure": _top("deck", Pile.TREASURE),
    "top.discard.door": _top("discard", Pile.DOOR),
    "top.discard.treasure": _top("discard", Pile.TREASURE),
    "top.cultist_pile": _top("discard", Pile.CULTIST),
    "monsters": _monsters,
    "helper": _helper,
    "turn": lambda p: _seat_name(p.table, p.table.g.active),
    "bosses": lambda p: int(p.table.g.bosses),
    "face_up": _face_up,
    "question": lambda p: Question(int(p.table.g.question)).name.lower() if p.table.decider >= 0 else "none",
    "asked": lambda p: p.asked,
}
STEP_READERS: dict[str, Callable[[Position, int], Any]] = {
    "roll": _last_roll,
    "die": lambda p, since: [e.before for e in p.table.events(since) if e.kind == Ev.DIE],
    "happened": lambda p, since: [Ev(e.kind).name.lower() for e in p.table.events(since)],
}
DRAWN = {"drawn_up": True, "drawn_down": False}
SEAT_READERS: dict[str, SeatReader] = {
    "level": lambda p, s: int(p.table.g.level[s]),
    "hand": _hand,
    "hand_count": lambda p, s: int(p.table.g.hand_n[s]),
    "in_play": _in_play,
    "equipped": lambda p, s: _in_play(p, s, True),
    "class": _identities(Axis.CLASS),
    "race": _identities(Axis.RACE),
    "role": _identities(Axis.ROLE),
    "drive": _identities(Axis.DRIVE),
    "birthright": _identities(Axis.BIRTHRIGHT),
    "dead": lambda p, s: bool(p.table.g.dead[s]),
    "sex": _sex,
    "status": lambda p, s: [state.name.lower() for state in Status if int(p.table.g.status[s]) & state],
}
assert {*READERS, *STEP_READERS, "strength", "winning"} == set(PLAIN_EXPECTS)
assert {*SEAT_READERS, *DRAWN} == set(SEAT_EXPECTS)
