"""What `expect` compares: one reader for each key."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from decks.load_decks import Compiled
from engine.board.munchkin_side import helpers_of
from engine.inputs.quote import listed, nearest, quoted
from engine.inputs.rows import unknown_key
from engine.records.card_kinds import FEMALE, HUMAN, MALE, SIDE_PILES, Axis, Kind, Pile
from engine.records.events import Ev
from engine.records.questions import Question
from engine.records.state import Status, Zone
from engine.table import Table


class Position(Protocol):
    """What is looked at: the position of `lab.scenarios.position`, which a file that is being read has not yet."""

    table: Table
    cards: Compiled
    start: int
    asked: list[str]


@dataclass(frozen=True)
class Look:
    """A position as a reader looks at it: for a seat or for nobody, and since the first event of a step."""

    position: Position
    seat: int
    since: int

    @property
    def table(self) -> Table:
        return self.position.table

    @property
    def g(self) -> Any:
        """The state of the game."""
        return self.position.table.g

    def happened(self, *kinds: Ev) -> list[Any]:
        """The events of the step, or those of some kinds."""
        return [e for e in self.table.events(self.since) if not kinds or e.kind in kinds]

    def name(self, seat: Any) -> str:
        """How a seat is called; nothing for nobody."""
        return self.table.names.seats[int(seat)] if int(seat) >= 0 else ""

    def copies(self, cards: Any) -> list[str]:
        """Ids with the numbers of the copies."""
        rows, plain = self.position.cards.card, self.table.ids(cards)
        return [f"{name}#{int(rows[int(c)]['copy']) + 1}" for name, c in zip(plain, cards, strict=True)]


Reader = Callable[[Look], Any]

ORDERED = ("strength", "asked", "roll", "die", "happened")
"""Lists that are compared in their order, as those of `top.` are, of which as many cards are read as are named."""


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
        if key in ORDERED or key.startswith("top."):
            same = found == wanted
        else:
            same = sorted(map(_plain, found, [wanted] * len(found))) == sorted(wanted)
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
    if key == "turn" and isinstance(wanted, int):
        return int(position.table.g.turn)
    if head in EVENT_EXPECTS:
        return position.table.count(EVENT_KINDS[rest], position.start if head == "events" else since)
    if key in READERS:
        return READERS[key](Look(position, -1, since))
    return SEAT_READERS[head](Look(position, position.table.names.seats.index(rest), since))


def _drawn(face_up: bool) -> Reader:
    """Cards that reached a hand from a pile in this step, or were picked from what lay open."""

    def read(look: Look) -> list[str]:
        came = [e for e in look.happened(Ev.DRAW, Ev.REVEAL, Ev.REWARD, Ev.TAKE) if e.target == look.seat]
        return look.copies([e.card for e in came if (e.kind != Ev.DRAW or e.other == 1) == face_up])

    return read


def _last_roll(look: Look) -> list[int]:
    """The natural die and the total of the last flight that was settled in this step."""
    rolls = [[e.before, e.after] for e in look.happened(Ev.ROLL)]
    return rolls[-1] if rolls else []


def _fight(look: Look) -> tuple[list[int], bool]:
    """Strengths and whether the fighter wins: as the combat stands, or stood last if it has ended in this step."""
    if look.g.fighting:
        return [int(look.g.side), int(look.g.foes)], look.table.winning
    last = look.happened(Ev.STRENGTH)
    return ([last[-1].before, last[-1].after], bool(last[-1].other)) if last else ([], False)


def _in_play(look: Look) -> list[int]:
    return [int(c) for c in look.g.table[look.seat][: int(look.g.table_n[look.seat])]]


def _identities(axis: Axis) -> Reader:
    def read(look: Look) -> list[str]:
        mask, cards = int(look.g.identity[look.seat]), look.position.cards
        kinds = {
            int(r["identity"])
            for r in cards.card
            if Kind.CLASS <= int(r["kind"]) <= Kind.BIRTHRIGHT and int(r["axis"]) == axis
        }
        names = [n.rpartition(":")[2] for n, bit in cards.identities.items() if bit in kinds and bit & mask]
        return names + (["human"] if axis == Axis.RACE and mask & HUMAN and "human" not in names else [])

    return read


def _count(field: str, pile: int) -> Reader:
    return lambda look: int(getattr(look.g, field)[pile])


def _top(field: str, pile: int) -> Reader:
    def read(look: Look) -> list[str]:
        cards = getattr(look.g, field)[pile][: int(getattr(look.g, f"{field}_n")[pile])]
        return look.table.ids([int(c) for c in cards][::-1])

    return read


SEXES = {MALE: "male", FEMALE: "female"}
READERS: dict[str, Reader] = {
    "strength": lambda x: _fight(x)[0],
    "winning": lambda x: _fight(x)[1],
    "decider": lambda x: x.name(x.table.decider),
    "phase": lambda x: x.table.phase,
    "ending": lambda x: x.table.ending,
    "winners": lambda x: [x.name(seat) for seat in x.table.winners],
    "pile.door": _count("deck_n", Pile.DOOR),
    "pile.treasure": _count("deck_n", Pile.TREASURE),
    "discard.door": _count("discard_n", Pile.DOOR),
    "discard.treasure": _count("discard_n", Pile.TREASURE),
    **{f"pile.{p.name.lower()}": _count("deck_n", p) for p in SIDE_PILES},
    **{f"discard.{p.name.lower()}": _count("discard_n", p) for p in SIDE_PILES},
    "cultist_pile": _count("discard_n", Pile.CULTIST),
    "top.pile.door": _top("deck", Pile.DOOR),
    "top.pile.treasure": _top("deck", Pile.TREASURE),
    "top.discard.door": _top("discard", Pile.DOOR),
    "top.discard.treasure": _top("discard", Pile.TREASURE),
    "top.cultist_pile": _top("discard", Pile.CULTIST),
    "monsters": lambda x: x.table.ids(x.g.foe["card"][: int(x.g.foe_n)]) if x.g.fighting else [],
    "helper": lambda x: x.name(x.g.helper) if x.g.fighting else "",
    "helpers": lambda x: [x.name(s) for s in helpers_of(x.g)],
    "turn": lambda x: x.name(x.g.active),
    "bosses": lambda x: int(x.g.bosses),
    "face_up": lambda x: x.table.ids([c for c in x.g.open[: int(x.g.open_n)] if x.g.zone[int(c)] == Zone.OPEN]),
    "question": lambda x: Question(int(x.g.question)).name.lower() if x.table.decider >= 0 else "none",
    "asked": lambda x: x.position.asked,
    "roll": _last_roll,
    "die": lambda x: [e.before for e in x.happened(Ev.DIE)],
    "happened": lambda x: [Ev(e.kind).name.lower() for e in x.happened()],
}
SEAT_READERS: dict[str, Reader] = {
    "level": lambda x: int(x.g.level[x.seat]),
    "hand": lambda x: x.copies(x.g.hand[x.seat][: int(x.g.hand_n[x.seat])]),
    "hand_count": lambda x: int(x.g.hand_n[x.seat]),
    "in_play": lambda x: x.copies(_in_play(x)),
    "equipped": lambda x: x.copies([c for c in _in_play(x) if x.g.equipped[c]]),
    "class": _identities(Axis.CLASS),
    "race": _identities(Axis.RACE),
    "role": _identities(Axis.ROLE),
    "drive": _identities(Axis.DRIVE),
    "birthright": _identities(Axis.BIRTHRIGHT),
    "dead": lambda x: bool(x.g.dead[x.seat]),
    "sex": lambda x: SEXES.get(int(x.g.sex[x.seat]), "none"),
    "status": lambda x: [state.name.lower() for state in Status if int(x.g.status[x.seat]) & state],
    "drawn_up": _drawn(True),
    "drawn_down": _drawn(False),
}
EVENT_EXPECTS = ("events", "step_events")
"""`events.KIND = n`: events of a kind since the first step of the scenario; `step_events.KIND = n`: in this step."""
EVENT_KINDS = {name.lower().replace("_", link): kind for link in "_-" for name, kind in Ev.__members__.items()}


def check_key(key: str, names: Sequence[str]) -> None:
    """Refuse a key that nobody reads; `names` are those of the seats."""
    head, _, rest = key.partition(".")
    if head in SEAT_READERS and rest not in names:
        raise ValueError(f"expect.{head} is {quoted(rest)}; allowed: {listed(names)}")
    if head in EVENT_EXPECTS and rest not in EVENT_KINDS:
        raise ValueError(f"expect.{head} is {quoted(rest)}; allowed: {nearest(rest, map(str.lower, Ev.__members__))}")
    if key not in READERS and head not in (*SEAT_READERS, *EVENT_EXPECTS):
        known = [*READERS, *(f"{k}.NAME" for k in SEAT_READERS), *(f"{k}.KIND" for k in EVENT_EXPECTS)]
        raise ValueError(f"expect has the {unknown_key(key, known)}")
