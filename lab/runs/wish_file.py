"""A wish as a file: what measures of games should be, and which numbers and rules may be changed for it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.inputs.quote import quoted
from engine.inputs.toml import dotted, read_toml
from lab.comparison.fewest_changes import Move, Want, Wish
from lab.comparison.game_numbers import DECIDED, GAP, WINS, WORTH, is_share, units
from lab.comparison.measure_names import known_measure
from lab.errors import BadInput
from lab.runs.tunable_number import allowed_values, box_of, values_of_range

if TYPE_CHECKING:
    from decks.card_schema import Card
    from lab.runs.arm_spec import ArmSpec

INFINITE = float("inf")
_NUMBER = r"(-?[0-9]+(?:\.[0-9]+)?)"
_BETWEEN = re.compile(rf"\s*{_NUMBER}\s*(?:-|to)\s*{_NUMBER}\s*")
_ONE_SIDE = re.compile(rf"\s*(at most|at least|within)\s+{_NUMBER}\s*")
_WINS_AS = re.compile(r"wins (?:as|of) (?:an? |the )?(.+)")
_KEYED = re.compile(r"[\w.:-]+\s*=")
KEYS = ("want", "may", "price")
MOST_MOVES = 24
"""Numbers and rules that may be changed; each may be looked at in both directions."""


def read_wish(path: Path, arm: ArmSpec) -> Wish:
    """Read a wish file for an arm; raises BadInput for what is not understood in it.

    `[want]` has measures with `"40-55"`, `"at most 60"` or `"at least 5"`, and cards and Classes (`_of_cards`); `[may]`
    switches and ID.KEY of cards with the values they may have, `"8-10"`, and `rules`, a list; `[price]` what a step of
    one costs, 1 unless it is said.
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
        cards = box_of(arm).cards
        wants = tuple(one for key, value in want.items() for one in _wants(key, value, cards))
        moves = tuple(_move(key, str(value), arm, prices) for key, value in dotted(may))
        moves += tuple(Move("rules", _rule(text), 0, 0, 1, _price(text, prices)) for text in rules)
    except (BadInput, DeckError) as error:
        raise BadInput(f"{path}: {error}") from None
    if not 1 <= len(moves) <= MOST_MOVES:
        raise BadInput(f"{path}: [may] has {len(moves)} numbers and rules; allowed: 1 to {MOST_MOVES}")
    if idle := set(prices) - {move.key for move in moves} - set(map(str, rules)):
        raise BadInput(f"{path}: [price] names {quoted(min(idle))}, which [may] does not have")
    return Wish(wants, moves)


def _wants(key: str, value: Any, cards: Sequence[Card]) -> list[Want]:
    """What a line of `[want]` bounds: a measure of games, or numbers of cards."""
    between, side = _BETWEEN.fullmatch(str(value)), _ONE_SIDE.fullmatch(str(value))
    low, high = -INFINITE, INFINITE
    if between:
        low, high = float(between[1]), float(between[2])
    elif side and side[1] == "within":
        low, high = -float(side[2]), float(side[2])
    elif side:
        low, high = (low, float(side[2])) if side[1] == "at most" else (float(side[2]), high)
    allowed = "'40-55', 'at most 60' or 'at least 5'; of cards, and of Classes beside each other, also 'within 3'"
    if between is side is None:
        raise BadInput(f"[want] {key} is {quoted(value)}; allowed: {allowed}")
    if low > high:
        raise BadInput(f"[want] {key} is {quoted(value)}; allowed: from low to high")
    is_within = side is not None and side[1] == "within"
    if found := _of_cards(key, is_within, cards):
        group = key if len(found) > 1 else ""
        return [Want(measure, low / 100, high / 100, group) for measure in found]
    measure = known_measure(
        key, "[want]", (*units(), DECIDED), ("Treasures", "Classes", "wins as CLASS", "the id of a card")
    )
    if is_within:
        raise BadInput(f"[want] {key} is {quoted(value)}; allowed: {allowed.partition(';')[0]}")
    parts = 100 if is_share(measure) else 1
    return [Want(measure, low / parts, high / parts)]


def _of_cards(key: str, is_within: bool, cards: Sequence[Card]) -> list[str]:
    """The measures that a line bounds if it is about cards: all of a pile or kind, a card, a Class, or all Classes.

    Cards are bounded in what they are worth, Classes in their share of wins; `within`: beside each other.
    """
    from decks.card_schema import AXES

    name = " ".join(key.lower().split())
    named = {word: card for card in cards for word in (card.id, card.name.lower())}
    if (one := _WINS_AS.fullmatch(name)) and one[1] in named:
        return [WINS + named[one[1]].id]
    meant = [card for card in cards if name in (f"{card.pile}s", _plural(card.kind)) and card.kind != "rule"]
    if meant and meant[0].kind in AXES and name == _plural(meant[0].kind):
        ids = [card.id for card in meant]
        return [f"{GAP}{a}:{b}" for a, b in combinations(ids, 2)] if is_within else [WINS + one for one in ids]
    return [WORTH + card.id for card in meant or ([named[name]] if name in named else [])]


def _plural(kind: str) -> str:
    return f"{kind.replace('_', ' ')}{'e' * kind.endswith('s')}s"


def _move(key: str, value: str, arm: ArmSpec, prices: dict[str, Any]) -> Move:
    from engine.records.switches import RULES

    axis = "switches" if key in {switch.name for switch in RULES} else "cards"
    low, high, now = allowed_values(arm, axis, key)
    values = values_of_range(value, key, (low, high), now)
    if now not in values:
        raise BadInput(
            f"[may] {key} is {quoted(value)}; allowed: LOW-HIGH or LOW-HIGH:STEP with the present {now} in it"
        )
    step = values[1] - values[0] if len(values) > 1 else 1
    first = now % step
    here, low, high = ((one - first) // step for one in (now, values[0], values[-1]))
    return Move(axis, key, here, low, high, _price(key, prices), first, step)


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
