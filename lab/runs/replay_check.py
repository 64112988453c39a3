"""Plays stored games again and says which of them come out otherwise.

A game is a function of its arm, its seed and its number alone: it must not matter in which piece, on which thread, at
which place or in which process it is played. So a range of games is played in pieces of other sizes than those in
which it was stored.

A run does so with a few of its games when it ends. A machine whose memory fails, a compiler that errs, a worker that
counts in another's memory: whatever makes the same game come out otherwise a second time is seen here, while it costs
half a per cent of the games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from lab.agents.personas import is_outside
from lab.errors import RunFault
from lab.provenance import fingerprint
from lab.runs.game_threads import cores, on_threads
from lab.runs.run_plan import Shard, shards
from lab.store.stored_tables import FACTS, Labels, fact_frames

if TYPE_CHECKING:
    from lab.runs.arms import Arm
    from lab.runs.run_spec import RunSpec
    from lab.store.store_folder import Store

ONE_OF = 200
"""Of so many games of an arm one is played again when a run ends,"""
LEAST, MOST = 2, 60
"""but so many at least, and not more: they lie side by side in one shard."""
NAMED = 3
OWN = ("run_id", "arm")
"""What the rows of a shard have in common."""

Tables = Mapping[str, pl.DataFrame]


class Piece(NamedTuple):
    """Games of a shard that are played again."""

    shard: Shard
    first: int
    games: int


class Comparison(NamedTuple):
    """How many games were played again, and which came out otherwise: arm and number."""

    games: int = 0
    differ: tuple[tuple[str, int], ...] = ()

    def check(self, run_id: str) -> None:
        """Raise RunFault if any differs: one sentence that names them."""
        if not self.differ:
            return
        named = ", ".join(f"{arm} game {game}" for arm, game in self.differ[:NAMED])
        more = " .." if len(self.differ) > NAMED else ""
        raise RunFault(
            f"run {run_id} DIFFERS: of {self.games} games that were played again {len(self.differ)} came out otherwise "
            f"than they are stored ({named}{more}); its numbers cannot be trusted, and its status says so; "
            f"lab metrics health --run {run_id} looks closer"
        )


def some_shards(spec: RunSpec, arm: str, games: int, there: Callable[[str], bool] = lambda name: True) -> list[Shard]:
    """Shards of an arm with at least so many games, or all; always the same ones, chosen by lot of those `there`."""
    known = [shard for shard in shards(spec, [arm]) if there(shard.name)]
    chosen: list[Shard] = []
    for shard in by_lot(known, spec.spec_hash):
        if sum(one.count for one in chosen) >= games:
            break
        chosen.append(shard)
    return sorted(chosen, key=lambda one: one.first)


def by_lot(known: Iterable[Shard], key: str) -> list[Shard]:
    """Shards in an order that only hangs on their names and a key."""
    return sorted(known, key=lambda one: fingerprint([key, one.name]))


def piece_of(shard: Shard, count: int, run_id: str) -> Piece:
    """So many games of a shard, side by side: by lot, but always the same ones."""
    skip = int(fingerprint([shard.name, run_id], 8), 16) % (shard.count - count + 1)
    return Piece(shard, shard.first + skip, count)


def replay_sample(store: Store, run_id: str, arms: Sequence[Arm], played: Sequence[Shard], workers: int) -> Comparison:
    """Play a sample of some committed shards again, of every arm; arms with outside agents are left out.

    An outside agent may be slow, and may throw dice of its own.
    """
    own = {arm.name: arm for arm in arms if not any(map(is_outside, arm.setting.agents))}
    sampled = (_sample([one for one in played if one.arm == name], run_id) for name in own)
    return replay(store, run_id, own, [piece for piece in sampled if piece is not None], workers)


def _sample(known: Sequence[Shard], run_id: str) -> Piece | None:
    """What is played again of the shards of an arm."""
    if not known:
        return None
    shard, games = by_lot(known, run_id)[0], sum(one.count for one in known)
    return piece_of(shard, min(max(games // ONE_OF, LEAST), MOST, shard.count), run_id)


def replay(store: Store, run_id: str, arms: Mapping[str, Arm], pieces: Sequence[Piece], workers: int = 0) -> Comparison:
    """Play pieces of stored shards again, and lay every table of theirs beside what is stored."""

    def differ(piece: Piece) -> list[tuple[str, int]]:
        shard, first, count = piece
        rows = store.rows_of(run_id, shard.name)
        stored = None if rows is None else store.frames_of(run_id, shard.name, rows)
        if stored is None:
            return [(shard.arm, game) for game in range(first, first + count)]
        own = pl.col("game").is_between(first, first + count - 1)
        again = _in_two(arms[shard.arm], run_id, first, count)
        return [(shard.arm, game) for game in games_that_differ({n: stored[n].filter(own) for n in FACTS}, again)]

    found = on_threads(differ, pieces, min(workers or cores(), cores()))
    return Comparison(sum(piece.games for piece in pieces), tuple(one for wrong in found for one in wrong))


def _in_two(arm: Arm, run_id: str, first: int, count: int) -> dict[str, pl.DataFrame]:
    """The tables of a range, played in two pieces: the later one first, each on a thread and by a player of its own."""
    cut = first + max(1, count // 3)
    pieces = [piece for piece in ((cut, first + count - cut), (first, cut - first)) if piece[1]]
    labels = Labels(run_id, (arm.name,), {arm.name: arm.setting.agents})
    played = on_threads(lambda piece: fact_frames(arm.player()(*piece), labels, arm.name), pieces, len(pieces))
    return {name: pl.concat([frames[name] for frames in reversed(played)]) for name in FACTS}


def games_that_differ(stored: Tables, again: Tables) -> list[int]:
    """Games that have other rows in any table."""
    return sorted(set().union(*(_rows_differ(stored[name], again[name]) for name in FACTS)))


def _rows_differ(stored: pl.DataFrame, again: pl.DataFrame) -> set[int]:
    """Games whose rows are not the same, in the same order, whatever their run and arm are called."""
    again = again.drop(OWN)
    words = [name for name, kind in again.schema.items() if isinstance(kind, pl.Enum | pl.Categorical)]
    sides = [
        frame.with_columns(pl.col(name).cast(pl.String) for name in words).select(again.columns)
        for frame in (stored, again)
    ]
    sides[0] = sides[0].cast(sides[1].schema)
    if sides[0].equals(sides[1]):
        return set()
    one, other = ({key: part for (key,), part in side.group_by("game", maintain_order=True)} for side in sides)
    return {
        int(str(game))
        for game in one.keys() | other.keys()
        if game not in one or game not in other or not one[game].equals(other[game])
    }
