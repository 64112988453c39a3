"""Stored arms beside what would be played of them now: engine, rules, cards and players then and now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.records.switches import RULES_VERSION
from lab.agents.personas import is_outside
from lab.errors import BadInput
from lab.provenance import engine_hash

if TYPE_CHECKING:
    from lab.runs.arms import Arm
    from lab.store.store_folder import Store

DIGITS = 16
"""Digits of a fingerprint that are told."""


class Stored(NamedTuple):
    """What a store knows of an arm: its row, that of its run, and the weights of its run's personas."""

    run: Mapping[str, Any]
    arm: Mapping[str, Any]
    weights: Iterable[Mapping[str, Any]]


def stored_arm(store: Store, run: str, arm: str) -> Stored:
    """What a store knows of an arm of a run."""
    row = store.arms(run).filter(arm=arm).row(0, named=True)
    return Stored(store.runs(run).row(0, named=True), row, store.table("weight", run).collect().to_dicts())


def arms_today(store: Store, run: str) -> dict[str, Arm]:
    """The arms of a run, by name, as its spec is understood today; none if it asks for what is not there any more.

    Raises BadInput if the spec cannot be read.
    """
    from decks.card_schema import DeckError
    from lab.runs.arms import open_arms
    from lab.runs.run_spec import parse_spec
    from variants.variant_schema import VariantError

    spec = parse_spec(store.spec_text(run), f"run {run}")
    try:
        return {arm.name: arm for arm in open_arms(spec)}
    except (BadInput, DeckError, VariantError):
        return {}


def playable(store: Store, run: str) -> dict[str, Arm]:
    """Those of them that today's code and content would play as the same games."""
    stored = dict(store.arms(run).select("arm", "arm_hash").iter_rows())
    return {name: arm for name, arm in arms_today(store, run).items() if stored.get(name) == arm.arm_hash}


def changes(stored: Stored, now: Arm) -> list[str]:
    """What makes other games of an arm now than those that are stored, in words; nothing if they are the same."""
    if stored.arm["arm_hash"] == now.arm_hash:
        return []
    found = []
    if stored.run["rules_version"] != RULES_VERSION:
        found.append(f"the engine plays by RULES_VERSION {RULES_VERSION}, and it was {stored.run['rules_version']}")
    mine = now.row()
    for what, key in (("rules", "rules_hash"), ("cards", "deck_hash")):
        if stored.arm[key] != mine[key]:
            was, is_now = str(stored.arm[key])[:DIGITS], mine[key][:DIGITS]
            found.append(f"the {what} of '{now.name}' have changed (hash {was}, now {is_now})")
    return found + _players(stored, now)


def is_other_engine(stored: Stored) -> bool:
    """Whether the engine's code is not the one that played, though it may play the same games."""
    return bool(stored.run["code_hash"] != engine_hash())


def _players(stored: Stored, now: Arm) -> list[str]:
    """Players whose weights are not those that were stored, and players from outside, of whom nothing else is known."""
    was: dict[str, dict[str, int]] = {}
    for row in stored.weights:
        was.setdefault(row["agent"], {})[row["feature"]] = row["weight"]
    are: dict[str, dict[str, int]] = {}
    for row in now.weight_rows():
        are.setdefault(row["agent"], {})[row["feature"]] = row["weight"]
    names = list(dict.fromkeys(stored.arm["agents"]))
    changed = [name for name in names if name in was and name in are and was[name] != are[name]]
    outside = [name for name in names if is_outside(name)]
    if changed:
        return [f"the weights of {', '.join(changed)} have changed"]
    return [f"{', '.join(outside)} may have changed"] if outside else []
