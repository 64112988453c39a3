"""A wish as a file: what measures of games should be, and which numbers and rules may be changed for it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.inputs.quote import quoted
from engine.inputs.toml import dotted, read_toml
from lab.comparison.game_numbers import is_share, units
from lab.comparison.measure_names import known_measure
from lab.comparison.wish import Move, Want, Wish
from lab.errors import BadInput
from lab.runs.tunable_number import allowed_values, values_of_range

if TYPE_CHECKING:
    from lab.runs.arm_spec import ArmSpec

INFINITE = float("inf")
_BETWEEN = re.compile(r"\s*([0-9.]+)\s*(?:-|to)\s*([0-9.]+)\s*")
_ONE_SIDE = re.compile(r"\s*at (most|least)\s+([0-9.]+)\s*")
_KEYED = re.compile(r"[\w.:-]+\s*=")
KEYS = ("want", "may", "price")
MOST_MOVES = 24
"""Numbers and rules that may be changed; each may be looked at in both directions."""


def read_wish(path: Path, arm: ArmSpec) -> Wish:
    """Read a wish file for an arm; raises BadInput for what is not understood in it.

    `[want]` has measures with `"40-55"`, `"at most 60"` or `"at least 5"`; `[may]` switches and ID.KEY of cards with
    the values they may have, `"8-10"`, and `rules`, a list; `[price]` what a step of one costs, 1 unless it is said.
    """
    return wish_of(read_toml(path, BadInput), path, arm)


def wish_of_lines(wanted: Sequence[str], may: Sequence[str], arm: ArmSpec) -> Wish:
    """The same of its lines, `turns=at most 55` and `hand_limit=3-7`; what may be done and has no key is a rule."""
    keyed = [one for one in may if _KEYED.match(one)]
    rules = {"rules": [one for one in may if one not in keyed]}
    return wish_of({"want": _lines("--want", wanted), "may": _lines("--may", keyed) | rules}, "command line", arm)


def _lines(option: str, texts: Sequence[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for text in texts:
        key, sign, value = (part.strip() for part in text.partition("="))
        if not sign or key in found:
            raise BadInput(f"{option} is {quoted(text)}; allowed: KEY=BOUNDS, each key once")
        found[key] = value
    return found


def wish_of(data: dict[str, Any], path: Path | str, arm: ArmSpec) -> Wish:
    """The same of the content of such a file; `path` says where it stood."""
    if strange := [key for key in data if key not in KEYS]:
        raise BadInput(f"{path}: unknown key {quoted(strange[0])}; allowed: {', '.join(KEYS)}")
    want, may, price = (data.get(key, {}) for key in KEYS)
    if not all(isinstance(one, dict) for one in (want, may, price)) or not want or not may:
        raise BadInput(f"{path}: [want] and [may] are needed; allowed: tables, such as [want] minutes = 'at most 60'")
    from decks.card_schema import DeckError

    rules = may.pop("rules", [])
    prices = dict(dotted(price))
    try:
        wants = tuple(_want(key, value) for key, value in want.items())
        moves = tuple(_move(key, str(value), arm, prices) for key, value in dotted(may))
        moves += tuple(Move("rules", _rule(text), 0, 0, 1, _price(text, prices)) for text in rules)
    except (BadInput, DeckError) as error:
        raise BadInput(f"{path}: {error}") from None
    if not 1 <= len(moves) <= MOST_MOVES:
        raise BadInput(f"{path}: [may] has {len(moves)} numbers and rules; allowed: 1 to {MOST_MOVES}")
    if idle := set(prices) - {move.key for move in moves} - set(map(str, rules)):
        raise BadInput(f"{path}: [price] names {quoted(min(idle))}, which [may] does not have")
    return Wish(wants, moves)


def _want(key: str, value: Any) -> Want:
    measure = known_measure(key, "[want]", units())
    between, side = _BETWEEN.fullmatch(str(value)), _ONE_SIDE.fullmatch(str(value))
    if between:
        low, high = float(between[1]), float(between[2])
    elif side:
        low, high = (-INFINITE, float(side[2])) if side[1] == "most" else (float(side[2]), INFINITE)
    else:
        raise BadInput(f"[want] {key} is {quoted(value)}; allowed: '40-55', 'at most 60' or 'at least 5'")
    if low > high:
        raise BadInput(f"[want] {key} is {quoted(value)}; allowed: from low to high")
    parts = 100 if is_share(measure) else 1
    return Want(measure, low / parts, high / parts)


def _move(key: str, value: str, arm: ArmSpec, prices: dict[str, Any]) -> Move:
    from engine.records.switches import RULES

    axis = "switches" if key in {switch.name for switch in RULES} else "cards"
    low, high, now = allowed_values(arm, axis, key)
    values = values_of_range(value, key, (low, high), now)
    if ":" in value or not values[0] <= now <= values[-1]:
        raise BadInput(
            f"[may] {key} is {quoted(value)}; allowed: LOW-HIGH, every value of it, around the present {now}"
        )
    return Move(axis, key, now, values[0], values[-1], _price(key, prices))


def _rule(text: Any) -> str:
    if not isinstance(text, str) or not text.strip():
        raise BadInput(f"[may] rules has {quoted(text)}; allowed: names of house rules, files, or sentences")
    from variants.load_variants import as_rule

    return as_rule(text)


def _price(key: Any, prices: dict[str, Any]) -> float:
    price = prices.get(key, 1)
    if isinstance(price, bool) or not isinstance(price, int | float) or not 0 < price <= 1_000_000:
        raise BadInput(f"[price] {key} is {quoted(price)}; allowed: a number above 0")
    return float(price)
