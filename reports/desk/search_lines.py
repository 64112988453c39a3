"""A search that was typed on a command line, as what a page asks: it opens where its run is shown."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from lab.agents.personas import mixes
from lab.commands import balance, best, screen, tune
from lab.commands._options import given_words
from lab.commands._tournament import settings_of
from lab.comparison.best_arm import read_aim
from lab.comparison.factorial_design import factorial_design, spread_design
from lab.comparison.game_numbers import DECIDED, is_share, units
from lab.comparison.measure_names import check_primary, known_measure, name_of
from lab.comparison.value_search import read_target
from lab.errors import BadInput
from lab.store.result_files import kept_answer
from reports.desk.experiment_buttons import FEWEST
from reports.desk.page_data import Asked
from reports.desk.rule_boxes import RULE_KEYS
from reports.desk.typed_rules import heard
from variants.load_variants import known_variants, stack

COMMANDS = {"screen": screen.screen, "best": best.best, "tune": tune.tune, "balance": balance.balance}
QUESTION = {"screen": "matter", "best": "best", "tune": "value", "balance": "wish"}
"""Commands -> the question of the page."""
SAID = {
    "variant", "variants", "rules", "switches", "cards", "primary", "target", "wanted", "may", "games", "seats",
    "agents", "decks", "deck", "name", "store", "workers", "to", "switch", "span",
}  # fmt: skip
"""Parameters that the page can say too, or that make no other run."""
_KEYED = re.compile(r"([\w.:-]+)=(.+)")
_SPAN = re.compile(r"(\d+)-(\d+)(?::(\d+))?")


class _Unsaid(Exception):
    """The page cannot say this."""


def begin_as(asked: Asked) -> None:
    """Begin with the search whose run is shown, unless the address or the reader asks something."""
    if "ask" in st.session_state or "ask" in st.query_params or not asked.runs:
        return
    for key, value in (_form(_command(asked)) or {}).items():
        st.session_state[key] = value


def answer_elsewhere(asked: Asked) -> str:
    """What a search found whose run is shown, if the page cannot ask the same: it had files of its own."""
    if _form(_command(asked)) is not None:
        return ""
    runs = asked.store.runs()
    steps = runs.filter(command=runs.filter(run_id=asked.runs[0])["command"][0])["run_id"]
    return next(filter(None, (kept_answer(asked.store.folder_of(run)) for run in steps)), "")


def _command(asked: Asked) -> list[str]:
    row = asked.store.runs().filter(run_id=asked.runs[0]).row(0, named=True) if asked.runs else {}
    try:
        return shlex.split(row.get("command") or "")
    except ValueError:  # somebody wrote it
        return []


def _form(words: Sequence[str]) -> dict[str, Any] | None:
    """What the widgets of the page hold for a command; None if they cannot say it, nothing if it is no search."""
    if len(words) < 2 or words[1] not in COMMANDS:
        return {}
    name = words[1]
    try:
        given, typed = given_words(COMMANDS[name], words[2:])
        if typed - SAID or not _is_known(given):
            return None
        usual = {"screen": 0, "tune": tune.GAMES}
        counted = given if "games" in typed or name not in usual else {**given, "games": usual[name]}
        found = {"screen": _screen, "best": _best, "tune": _tune, "balance": _wish}[name](counted)
        return {"ask": QUESTION[name]} | found if max(found.get("games", 0), found.get("in_all", 0)) >= FEWEST else None
    except (BadInput, _Unsaid):
        return None


def _is_known(given: Mapping[str, Any]) -> bool:
    """Whether the page can say who plays which game; it says so by the run (`changed_game.begin`)."""
    variants = given.get("variants") or (given.get("variant", "base"),)
    overlays = {file.key: file.overlay for file in known_variants()}
    first, *rest = stack(variants[0])
    agents = given["agents"] if isinstance(given["agents"], str) else ",".join(given["agents"])
    is_game = len(variants) == 1 and overlays.get(first) is False and all(map(overlays.get, rest))
    return is_game and agents in mixes() and len(given.get("decks", ())) < 2


def _changes(given: Mapping[str, Any], ask: str) -> dict[str, Any]:
    keyed = settings_of("--set", given["switches"], "") | settings_of("--change", given["cards"], "")
    return _picked(_rules(given["rules"]), {key: ",".join(values) for key, values in keyed.items()}, ask)


def _picked(rules: Mapping[str, Any], values: Mapping[str, str], ask: str) -> dict[str, Any]:
    """What is typed; and what is picked from one list: rules that have a name, and numbers with their values."""
    return {**rules, "number": [*rules["number"], *values], **{f"to-{ask}-{key}": v for key, v in values.items()}}


def _rules(texts: Sequence[str]) -> dict[str, Any]:
    """Rules that are typed, then those that have a name, as the page has them."""
    named = {file.key for file in known_variants() if file.overlay}
    chosen = [text for text in texts if text in named]
    typed = [text for text in texts if text not in named]
    plain = [rule for rule in map(heard, typed) if rule.understood({}) and not rule.open and not rule.fault({})]
    if [*typed, *chosen] != list(texts) or [rule.text for rule in plain] != typed or len(typed) > len(RULE_KEYS):
        raise _Unsaid
    return {"number": chosen} | dict(zip(RULE_KEYS, typed, strict=False))


def is_span(text: str) -> bool:
    """Whether a text is a range of numbers."""
    return _SPAN.fullmatch(text) is not None


def mixtures(rules: int, values: Sequence[str]) -> int:
    """About how many mixtures of rules and of the values of numbers are screened; raises BadInput for too many.

    Of a range the present value is taken for one of its own.
    """
    spans = [_SPAN.fullmatch(text) for text in values]
    several = [
        len(range(int(span[1]), int(span[2]), int(span[3] or 1) or 1)) if span else len(text.split(","))
        for text, span in zip(values, spans, strict=True)
    ]
    own = [1] * rules + several
    return len(spread_design(own) if any(spans) else factorial_design(own, pairs=True)) if all(several) else 1


def _screen(given: Mapping[str, Any]) -> dict[str, Any]:
    ask = QUESTION["screen"]
    found, may = _changes(given, ask), dict(text.split("=", 1) for text in given["may"])
    if not all(map(is_span, may.values())):
        raise _Unsaid
    found["number"] += list(may)
    found |= {f"to-{ask}-{key}": span for key, span in may.items()}
    arms = mixtures(len(given["rules"]), [value for key, value in found.items() if key.startswith(f"to-{ask}-")])
    games = given["games"] * arms or screen.IN_ALL
    return found | {"measure": name_of(check_primary(given["primary"])), "in_all": games}


def _best(given: Mapping[str, Any]) -> dict[str, Any]:
    aim = read_aim(given["target"])
    look = {-1.0: "fewest", 1.0: "most"}.get(aim.side, "nearest to")
    near = {} if aim.side else {"near": aim.value * (100 if is_share(aim.measure) else 1)}
    found = {"look": look, "measure": name_of(aim.measure), "games": given["games"]}
    return found | near | _changes(given, QUESTION["best"])


def _tune(given: Mapping[str, Any]) -> dict[str, Any]:
    target = read_target(given["target"], "oh:none")
    keys = [*filter(None, [given["switch"]]), *given["cards"]]
    if target.card or len(keys) != 1 or "=" in keys[0] or not given["span"]:
        raise _Unsaid
    near = target.value * (100 if is_share(target.measure) else 1)
    found = {"measure": name_of(target.measure), "near": near, "games": given["games"]}
    return found | _picked(_rules(given["rules"]), {keys[0]: given["span"]}, QUESTION["tune"])


def _wish(given: Mapping[str, Any]) -> dict[str, Any]:
    wants = [text.partition("=") for text in given["wanted"]]
    keyed = {key: value for key, value in (m.groups() for m in map(_KEYED.fullmatch, given["may"]) if m)}
    rules = [text for text in given["may"] if not _KEYED.fullmatch(text)]
    if not wants or len(wants) > 4 or [*(f"{k}={v}" for k, v in keyed.items()), *rules] != list(given["may"]):
        raise _Unsaid
    found: dict[str, Any] = {"games": given["games"]}
    for place, (measure, _, bounds) in enumerate(wants, 1):
        number = str(place) if place > 1 else ""
        found[f"want{number}"] = name_of(known_measure(measure, "--want", (*units(), DECIDED)))
        found[f"bound{number}"] = bounds.strip()
    return found | _picked(_rules(rules), keyed, QUESTION["balance"])
