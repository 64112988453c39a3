"""Moments of games: when something was over that had happened, what it was, and how the table stood then.

A game's events fall into stretches, each of one thing that happened: a card drawn or played, a door, a Curse, throws
of a die, a bargain, the end of a combat. A moment is the end of a stretch; what everybody could see then is rebuilt
from the events alone, for all games at once: a change of a number is a row, and the number is the sum of the rows
before it. Nothing here knows who wins.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
import polars as pl
from numpy.typing import NDArray

from engine.records.state import Zone
from lab.store.event_codes import EVENT_KINDS

Ints = NDArray[np.int64]
KINDS = {row.kind: row.number for row in EVENT_KINDS}
LAST_MOVE = KINDS["last_move"]
DEALT = 2
"""`other` of a draw at the deal."""

COURSE, LUCK, CHOICE, REVEAL = "course", "luck", "choice", "reveal"
CLASSES = {
    "dealing": COURSE, "turn": COURSE, "draw": LUCK, "treasure": LUCK, "door": LUCK, "curse_drawn": LUCK, "dice": LUCK,
    "card": CHOICE, "curse_played": CHOICE, "ability": CHOICE, "sale": CHOICE, "deal": CHOICE, "charity": CHOICE,
    "fight": CHOICE, "last_fight": REVEAL,
}  # fmt: skip
"""What a stretch of events is about, and who decided it: nobody, as it was due, a pile or a die, or somebody.

When the combat ends that ends the game, all that was hidden in hands has been thrown in or not: nobody chose that then.
"""
_CLASS = {name: number for number, name in enumerate(CLASSES)}
_OPENS = {
    "turn": "turn", "draw": "draw", "reveal": "door", "play": "card", "equip": "card", "unequip": "card",
    "ability": "ability", "sell": "sale", "curse": "curse_played", "fight_end": "fight", "charity": "charity",
    **dict.fromkeys(("ask", "offer", "accept", "refuse", "propose", "decline", "give"), "deal"),
    **dict.fromkeys(("throw", "roll", "die", "caught", "escape"), "dice"),
}  # fmt: skip
"""Kinds of events with which a stretch begins; what they are is made more exact below."""

SEAT_STATE = ("level", "hand", "table", "gold", "strength", "identities", "bosses")
"""What is known of a seat: Levels beyond the first, counts of cards, Gold on the table, bonus of the Items in use."""
COLUMNS = (
    "game", "seq", "turn", "round", "phase", "kind", "actor", "target", "card", "copy", "other", "before", "after",
)  # fmt: skip
"""Columns of the table of events that moments are made from."""


@dataclass(frozen=True)
class Setting:
    """What has to be known of an arm: how many play, and of each design of card what it is."""

    seats: int
    bonus: Ints
    gold: Ints
    is_treasure: Ints
    is_curse: Ints


@dataclass(frozen=True)
class Moments:
    """Moments of some games, one row each; `state` is moment x seat x `SEAT_STATE`."""

    game: Ints
    seq: Ints
    turn: Ints
    round: Ints
    whose: Ints  # seat whose turn it is, -1 before the first
    stage: Ints  # of the turn: 0 before its door, 1 from the door or the combat on, 2 after a combat
    about: Ints  # index into CLASSES of what led here
    card: Ints
    actor: Ints
    target: Ints
    last: NDArray[np.bool_]  # of its game
    state: NDArray[np.int16]
    fighter: Ints  # -1: no combat
    helper: Ints
    margin: Ints
    who: NDArray[np.int8]  # moment x seat: the persona that plays it, by its number in the arm

    def __len__(self) -> int:
        return len(self.game)


def coded(event: pl.LazyFrame) -> dict[str, Ints]:
    """Event rows as columns of numbers, in the order in which they happened."""
    kinds, phases = pl.Enum(list(KINDS)), pl.col("phase") == "charity"
    rows = event.select(*COLUMNS[:4], phases, pl.col("kind").cast(pl.String).cast(kinds).to_physical(), *COLUMNS[6:])
    frame = rows.sort("game", "seq").collect()
    out = {name: frame[name].cast(pl.Int64).to_numpy() for name in COLUMNS}
    out["kind"] = np.array(list(KINDS.values()))[out["kind"]]
    return out


def moments_of(e: dict[str, Ints], setting: Setting) -> Moments:
    """The moments of all games whose events are given; who plays is no event: all are taken for one persona."""
    first = np.r_[True, e["game"][1:] != e["game"][:-1]]
    last = np.r_[first[1:], True]
    label = _labels(e, setting, first)
    at = np.flatnonzero(last | np.r_[(label[:, 1:] != label[:, :-1]).any(axis=0), True])
    about, card, actor, target = (column[at] for column in label)
    begun = _latest(first, len(first))
    fighter, helper, margin = _fights(e, at, begun)
    whose, stage = _turns(e, setting, at, begun)
    state = _states(e, setting, first, at)
    return Moments(
        e["game"][at], e["seq"][at], e["turn"][at], e["round"][at], whose, stage, about, card, actor, target, last[at],
        state, fighter, helper, margin, np.zeros(state.shape[:2], np.int8),
    )  # fmt: skip


def _latest(flag: NDArray[np.bool_], n: int) -> Ints:
    """For each row the last one up to it that is flagged; -1 where none is."""
    return np.maximum.accumulate(np.where(flag, np.arange(n), -1))


def _labels(e: dict[str, Ints], setting: Setting, first: NDArray[np.bool_]) -> Ints:
    """For each event what its stretch is about: class, card, actor, target."""
    kind, card = e["kind"], e["card"]
    table = np.full(max(KINDS.values()) + 1, -1)
    for name, opens in _OPENS.items():
        table[KINDS[name]] = _CLASS[opens]
    about = table[kind]
    known = np.maximum(card, 0)
    is_kind = {name: kind == KINDS[name] for name in ("draw", "reveal", "play", "curse", "discard", "join")}
    about[is_kind["draw"] & (e["other"] == DEALT)] = _CLASS["dealing"]
    about[is_kind["reveal"] & (setting.is_treasure[known] == 1)] = _CLASS["treasure"]
    about[is_kind["play"] & (card >= 0) & (setting.is_curse[known] == 1)] = _CLASS["curse_played"]
    about[is_kind["curse"] & (e["actor"] < 0)] = _CLASS["curse_drawn"]
    about[is_kind["discard"] & (e["phase"] == 1)] = _CLASS["charity"]
    about[first] = _CLASS["dealing"]
    who = np.where(e["actor"] >= 0, e["actor"], e["target"])
    monster = e["card"][np.maximum(_latest(is_kind["join"], len(kind)), 0)]
    hidden = np.isin(about, [_CLASS[c] for c in ("dealing", "turn", "draw", "treasure", "sale", "deal", "charity")])
    card = np.where(hidden, -1, np.where(about == _CLASS["fight"], monster, card))
    aimed = np.isin(about, [_CLASS[c] for c in ("fight", "deal", "ability")])
    target = np.where(aimed, e["target"], -1)
    target = np.where(is_kind["curse"] & (e["actor"] >= 0), e["target"], target)
    target = np.where(is_kind["play"] & (about == _CLASS["curse_played"]), e["other"], target)
    who[about == _CLASS["dealing"]] = -1
    opener = _latest(about >= 0, len(kind))
    return np.stack([about, card, who, target])[:, opener]


def _turns(e: dict[str, Ints], setting: Setting, at: Ints, begun: Ints) -> tuple[Ints, Ints]:
    """At each moment whose turn it is, and how far it has come."""
    kind, n = e["kind"], len(e["kind"])
    turn = _latest(kind == KINDS["turn"], n)[at]
    door = (kind == KINDS["reveal"]) & (setting.is_treasure[np.maximum(e["card"], 0)] == 0) | (kind == KINDS["fight"])
    opened, fought = _latest(door, n)[at], _latest(kind == KINDS["fight_end"], n)[at]
    stage = np.where(np.maximum(opened, fought) < turn, 0, np.where(opened > fought, 1, 2))
    begins = turn >= begun[at]
    return np.where(begins, e["actor"][np.maximum(turn, 0)], -1), np.where(begins, stage, 0)


def _fights(e: dict[str, Ints], at: Ints, begun: Ints) -> tuple[Ints, Ints, Ints]:
    """At each moment who fights, who helps and by how much the munchkin side is stronger; -1, -1, 0 out of combat."""
    told = e["kind"] == KINDS["strength"]
    latest = _latest(told | (e["kind"] == KINDS["fight_end"]), len(told))[at]
    on = (latest >= begun[at]) & told[np.maximum(latest, 0)]
    row = np.maximum(latest, 0)
    margin = np.clip(e["before"][row] - e["after"][row], -30, 30)
    return np.where(on, e["actor"][row], -1), np.where(on, e["target"][row], -1), np.where(on, margin, 0)


def _states(e: dict[str, Ints], setting: Setting, first: NDArray[np.bool_], at: Ints) -> NDArray[np.int16]:
    """What is known of each seat at each moment: all changes up to it, less those of the games before."""
    n, seats = len(at), setting.seats
    out = np.empty((n, seats, len(SEAT_STATE)), np.int16)
    moment = np.zeros(len(first), np.int64)  # the one that ends the stretch of an event
    moment[at[:-1] + 1] = 1
    moment = np.cumsum(moment)
    begins = moment[first]
    game = np.repeat(np.arange(len(begins)), np.diff(begins, append=n))
    for place, rows in enumerate(_changes(e, setting).values()):
        where = np.concatenate([moment[row] * seats + who for row, who, _ in rows])
        change = np.bincount(where, np.concatenate([by for _, _, by in rows]), n * seats).astype(np.int32)
        total = np.cumsum(change.reshape(n, seats), axis=0, dtype=np.int32)
        before = total[begins] - change.reshape(n, seats)[begins]
        out[:, :, place] = total - before[game]
    return out


def _changes(e: dict[str, Ints], setting: Setting) -> dict[str, list[tuple[Ints, Ints, Ints]]]:
    """Changes of each number of a seat: at which rows, whose, by how much."""
    kind, card = e["kind"], e["card"]
    move = (kind < LAST_MOVE) & (card >= 0)
    out: dict[str, list[tuple[Ints, Ints, Ints]]] = {name: [] for name in SEAT_STATE}
    for zone, name in ((Zone.HAND, "hand"), (Zone.TABLE, "table")):
        for column, who, sign in (("before", "actor", -1), ("after", "target", 1)):
            rows = np.flatnonzero(move & (e[column] == int(zone)) & (e[who] >= 0))
            out[name].append((rows, e[who][rows], np.full(len(rows), sign)))
            if name == "table":
                out["gold"].append((rows, e[who][rows], sign * setting.gold[card[rows]]))
    for event, name in (("level", "level"), ("identity", "identities")):
        rows = np.flatnonzero(kind == KINDS[event])
        before, after = e["before"][rows], e["after"][rows]
        by = after - before if event == "level" else _bits(after) - _bits(before)
        out[name].append((rows, e["target"][rows], by))
    out["strength"] = _worn(e, setting, move)
    rows = np.flatnonzero((kind == KINDS["boss"]) & (e["actor"] >= 0))
    out["bosses"] = [(rows, e["actor"][rows], np.ones(len(rows), np.int64))]
    return out


def _bits(mask: Ints) -> Ints:
    return np.bitwise_count(mask).astype(np.int64)


def joined(parts: list[Moments]) -> Moments:
    """Moments of some games and of others."""
    return Moments(*(np.concatenate([getattr(part, f.name) for part in parts]) for f in fields(Moments)))


def _worn(e: dict[str, Ints], setting: Setting, move: NDArray[np.bool_]) -> list[tuple[Ints, Ints, Ints]]:
    """Changes of the strength of what is worn: an Item counts from `equip` until it is taken off or moves."""
    kind, stays = e["kind"], (e["kind"] == KINDS["remove"]) & (e["before"] == e["after"])
    on = kind == KINDS["equip"]
    rows = np.flatnonzero(on | (kind == KINDS["unequip"]) | (move & ~stays))
    rows = rows[setting.bonus[e["card"][rows]] != 0]
    of = (e["game"][rows] << 24) + (e["card"][rows] << 8) + e["copy"][rows]
    order = np.argsort(of, kind="stable")
    rows, of = rows[order], of[order]
    off = np.flatnonzero(on[rows[:-1]] & (of[1:] == of[:-1])) + 1  # the row after an equip of the same card
    begins = rows[on[rows]]
    ends, who = rows[off], e["actor"][rows[off - 1]]
    bonus = setting.bonus[e["card"]]
    return [(begins, e["actor"][begins], bonus[begins]), (ends, who, -bonus[ends])]
