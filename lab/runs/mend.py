"""Plays again what a store has lost: exactly the damaged shards, from the spec, to the same bytes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from decks.card_schema import DeckError
from lab.errors import BadInput, StoreDamaged
from lab.runs import arms as arms_room
from lab.runs.arms import identify, labels_of, run_row
from lab.runs.game_threads import PATIENCE, Told, cores, on_threads, shard_player
from lab.runs.run_plan import Shard, shards
from lab.runs.run_spec import RunSpec, parse_spec, spec_text
from lab.runs.runner import about_run
from lab.runs.shard_queue import Twins
from lab.store.run_folder import FINISHED, SPEC, Damage
from lab.store.store_views import RUNS
from lab.store.stored_tables import NAMED_BY
from variants.variant_schema import VariantError

if TYPE_CHECKING:
    from lab.runs.arms import Arm
    from lab.store.store_folder import Store

CHANGED = "its engine, rules, cards or players are not those of now (its run_id would be {})"


class Mended(NamedTuple):
    """What was done to a run."""

    run: str
    damages: int  # things that were wrong
    shards: int  # played again, or copied from a run that holds the same games
    games: int
    note: str = ""


class Known(NamedTuple):
    """A damaged run of which it is known what it plays."""

    run: str
    spec: RunSpec
    arms: Sequence[Arm]


def mend(
    store: Store, names: Sequence[str], workers: int = 0, told: Told | None = None
) -> tuple[list[Mended], list[str]]:
    """Mend these runs; whatever is whole is left alone, and bytes are those that were there.

    Returns what was done, and a sentence for each run that cannot be played again as it was.
    """
    done, refused = [], []
    # A folder under another's name comes last: if it is a copy, what it is a copy of is whole by then.
    for name in sorted(names, key=lambda n: (_true_name(store, n) != n, n)):
        try:
            if store.damages(name):
                done.append(_mended(store, name, workers or cores(), told))
            if loose := store.uncommitted(name) if name in store.run_ids() else []:
                store.clear(Damage(name, "", path.relative_to(store.path), "") for path in loose)
                done.append(Mended(name, 0, 0, 0, f"files that were never committed, removed: {len(loose)}"))
        except BadInput as error:
            refused.append(str(error))
    return done, refused


def known_run(store: Store, name: str) -> Known:
    """What a run plays, by the one of its two specs that makes its run_id; BadInput if neither does."""
    wanted, reasons = _names(store, name), []
    for text in _specs(store, name):
        try:
            spec = parse_spec(text, f"run {name}")
            arms = arms_room.open_arms(spec)
        except (BadInput, DeckError, VariantError) as error:
            reasons.append(str(error))
            continue
        run = identify(spec, arms)
        if run in wanted:
            return Known(run, spec, arms)
        reasons.append(CHANGED.format(run))
    why = reasons[-1] if reasons else "its spec is missing"
    raise BadInput(
        f"store {store.path}: run {name} cannot be mended: {why}; allowed: engine, cards and rules as they were, a new "
        f"run of the same spec, or to delete {store.path / RUNS / name}"
    )


def _specs(store: Store, name: str) -> list[str]:
    """The texts that may be the spec: the file, and what was said of it when the run was begun."""
    texts = []
    try:
        texts.append((store.path / RUNS / name / SPEC).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        pass
    try:
        about = store.about(name)
    except StoreDamaged:
        about = None
    return list(dict.fromkeys([*texts, *([about.spec] if about else [])]))


def _names(store: Store, name: str) -> set[str]:
    """Every name that the run may have, by its folder, its row, and what was said when it was begun."""
    return {name, _true_name(store, name), str((store.row(name) or {}).get("run_id"))}


def _true_name(store: Store, name: str) -> str:
    try:
        about = store.about(name)
    except StoreDamaged:
        about = None
    return about.run if about else str((store.row(name) or {"run_id": name})["run_id"])


def _mended(store: Store, name: str, workers: int, told: Told | None) -> Mended:
    """Put one run right; a copy of another run that is whole is taken away."""
    known, count = known_run(store, name), len(store.damages(name))
    if known.run != name and known.run in store.run_ids() and not store.damages(known.run):
        store.remove(name)
        return Mended(name, count, 0, 0, f"it was a copy of run {known.run} and was taken away")
    if known.run != name:
        store.rename(name, known.run)
    damages, row = store.damages(known.run), store.row(known.run)
    store.clear(damages)
    now = run_row(known.spec, known.run, "", workers) | {"status": FINISHED}
    own = (row or now) | {key: now[key] for key in NAMED_BY}
    store.begin(known.run, spec_text(known.spec), about_run(own, known.arms))
    broken = _broken(store, known, {damage.shard for damage in damages}, is_finished=own["status"] == FINISHED)
    _play(store, known, broken, workers, told or (lambda _games: None))
    note = "" if row else "its date and its command are lost"
    return Mended(known.run, count, len(broken), sum(s.count for s in broken), note)


def _broken(store: Store, known: Known, damaged: set[str], is_finished: bool) -> list[Shard]:
    """The shards to play: damaged ones; of a finished run all that are not there."""
    plan = list(shards(known.spec, [arm.name for arm in known.arms]))
    there = store.committed(known.run)
    return [s for s in plan if s.name in damaged or (is_finished and s.name not in there)]


def _play(store: Store, known: Known, broken: Sequence[Shard], workers: int, told: Told) -> None:
    """Play some shards and commit them; a shard that another run holds whole is copied."""
    labels = labels_of(known.run, known.arms)
    twins, again = Twins(store, labels, known.arms), shard_player(known.arms, labels)

    def play(shard: Shard) -> None:
        store.commit(known.run, shard.name, twins.find(shard) or again(shard), shard.count)

    on_threads(play, broken, workers, done=lambda shard: told(shard.count), patience=PATIENCE)
