"""What a comparison asks, in the words of whoever asked it, and the rules that it is about as the lab reads them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from decks.rule_texts import in_words, read_rule
from decks.words.orders import Order, write_order
from engine.inputs.quote import joined
from engine.records.switches import RULES
from lab.runs.arm_spec import table_name
from variants.load_variants import Variant, known_variants, load_variant, stack
from variants.variant_schema import SWITCHES, VariantError

if TYPE_CHECKING:
    from lab.store.store_folder import Store

MOST = 5
"""Sentences about what is changed; of two sets of rules there are dozens."""
MOST_NAMED = 4
"""Arms that a question names."""
TYPED = re.compile(r'"([^"]+)"')
"""A rule in plain English in the name of a variant."""
Arm = Mapping[str, Any]
"""A row of the store's table of arms."""


def question(store: Store, name: str, old: Arm, new: Sequence[Arm]) -> str:
    """What is asked of arms beside the first one of a run: its name if that is a question, else what only they have."""
    if name.endswith("?"):
        return name
    first = new[0]
    if len(new) == 1 and (asked := _asked(old, first)):
        return asked
    labels = [label(store, old, arm) for arm in new]
    told = joined(labels[:MOST_NAMED] + [f"{len(new) - MOST_NAMED} others"] * (len(new) > MOST_NAMED), "or")
    instead = _added(store, first, old) or _preset(old, first)
    if all(arm["seats"] != old["seats"] for arm in new):
        return f"What changes with {told.replace(' players', '')} players in place of {old['seats']}?"
    if list(old["agents"]) != list(first["agents"]) and instead:
        return f"What changes if {told} plays in place of {instead[0]}?"
    if not _added(store, old, first) and instead:
        return f"What changes without {joined(instead)}?"
    if instead or told == first["arm"]:
        return f"What changes with {told} in place of {joined(instead or [old['arm']])}?"
    together = len(new) == 1 and len(_added(store, old, first)) > 1
    return f"What do {told} change together?" if together else f"What does {told} change?"


def label(store: Store, old: Arm, new: Arm) -> str:
    """What the second arm has and the first has not, in a few words."""
    return joined(_added(store, old, new) or [new["arm"]])


def _added(store: Store, old: Arm, new: Arm) -> list[str]:
    """What only the second arm has: rules that were typed, house rules, a deck, switches, cards, players."""
    if old["variant"] != new["variant"]:
        added = [part for part in stack(new["variant"]) if part not in stack(old["variant"])]
        return [_quoted(part[1:-1]) if part[:1] == '"' else part.replace("-", " ").replace("_", " ") for part in added]
    if old["decks"] != new["decks"]:
        return [f"deck {'+'.join(new['decks'])}"]
    if old["changes"] != new["changes"]:
        return [_quoted(_sentence(store, new, text)) for text in new["changes"] if text not in old["changes"]]
    if old["seats"] != new["seats"]:
        return [f"{new['seats']} players"]
    mine, theirs = (table_name(tuple(arm["agents"])) for arm in (new, old))
    return [mine] if mine != theirs else []


def _preset(old: Arm, new: Arm) -> list[str]:
    """The preset of the first arm, if the second has one that is built on it."""
    presets = {file.key for file in known_variants() if not file.overlay}
    one, other = ([part for part in stack(arm["variant"]) if part in presets] for arm in (old, new))
    return one[-1:] if one != other else []


def _quoted(text: str) -> str:
    return f"\u201c{text.strip().rstrip('.')}\u201d"


def _asked(old: Arm, new: Arm) -> str:
    """What the file of the one house rule asks that only the second arm has."""
    before, after = stack(old["variant"]), stack(new["variant"])
    if not set(before) < set(after) or len(after) != len(before) + 1 or _typed(old, new):
        return ""
    file, base = _loaded(new), _loaded(old)
    if file is None or base is None:
        return ""
    asked = file.why.replace(base.why, "").strip() if len(before) > 1 else file.why
    return asked if asked.endswith("?") else ""


def _loaded(arm: Arm) -> Variant | None:
    """The rules of an arm, if their files are still where they were."""
    for text in dict.fromkeys((str(arm["variant"]), str(arm["arm"]).split(", ")[0])):
        try:
            return load_variant(text)
        except VariantError:
            continue
    return None


def readings(store: Store, run: str, old: Arm, new: Arm) -> list[str]:
    """What the second arm has and the first has not, as the lab reads it: rules, switches, cards.

    Switches are those that were played, whatever became of their files.
    """
    typed = _typed(old, new)
    said = [f"\u201c{text}\u201d is read as: {_read(text)}" for text in typed]
    said += _of_file_rules(old, new)
    said += _switches(store, run, old, new, {f'"{text}"' for text in typed})
    said += [_sentence(store, new, text) for text in new["changes"] if text.partition("=")[0] not in SWITCHES]
    more = len(said) - MOST
    said = said[:MOST] or ["Both play by the same rules."]
    said += [f"And {more} more difference{'s' * (more > 1)} between these rules."] if more > 0 else []
    if old["decks"] != new["decks"]:
        said.append(f"Played with deck {'+'.join(new['decks'])} in place of {'+'.join(old['decks'])}.")
    return said


def _typed(old: Arm, new: Arm) -> list[str]:
    """Rules that were typed and that only the second arm has."""
    return [text for text in TYPED.findall(new["variant"]) if f'"{text}"' not in old["variant"]]


def _read(text: str) -> str:
    reading = read_rule(text)
    return in_words(reading.program, reading.orders)


def _of_file_rules(old: Arm, new: Arm) -> Iterable[str]:
    """Rules of files that are made of steps, and changes of cards."""
    if old["variant"] == new["variant"]:
        return
    after, before = _loaded(new), _loaded(old)
    if after is None or before is None:
        yield f"The files of {new['arm']} are not here; of their rules this page knows the switches alone."
        return
    known, typed = [rule.name for rule in before.edits.rules], TYPED.findall(new["variant"])
    for rule in after.edits.rules:
        if rule.name not in known and rule.name not in typed and rule.name.rstrip(".") not in typed:
            yield f"\u201c{rule.name}\u201d is read as: {in_words(tuple(rule.steps()))}"
    if not typed:
        old_changes = before.edits.changes
        yield from (write_order(Order(k, v)) for k, v in after.edits.changes.items() if old_changes.get(k) != v)


def _switches(store: Store, run: str, old: Arm, new: Arm, told: set[str]) -> Iterable[str]:
    """A sentence about each switch in which two arms differ, but for those that are `told` already."""
    rows = store.table("rule", run).filter(pl.col("arm").cast(pl.String).is_in([old["arm"], new["arm"]])).collect()
    values = {(str(arm), str(name)): (str(value), str(by)) for _, arm, name, value, by in rows.iter_rows()}
    for switch in RULES:
        was, now = (values.get((arm["arm"], switch.name), ("", "")) for arm in (old, new))
        if was[0] == now[0] or now[1] in told:
            continue
        if not switch.words:
            yield f"{write_order(Order(switch.name, int(now[0]))).rstrip('.')} (before: {was[0]})."
        elif {was[0], now[0]} == {"true", "false"}:
            yield write_order(Order(switch.name, switch.words.index(now[0])))
        else:
            one, other = (write_order(Order(switch.name, switch.words.index(value))) for value, _ in (now, was))
            yield f"{one.rstrip('.')} (before: {other[:1].lower()}{other[1:].rstrip('.')})."


def _sentence(store: Store, arm: Arm, change: str) -> str:
    """A switch or a card that was set by hand, as a sentence that has the card's own name."""
    key, _, value = change.partition("=")
    switch = SWITCHES.get(key)
    if switch is not None:
        return write_order(Order(key, switch.words.index(value) if value in switch.words else int(value)))
    said, card = write_order(Order(key, value)), key.rpartition(".")[0]
    names = store.table("card", arm["run_id"]).filter(pl.col("id") == card).collect()["name"].to_list()
    return said.replace(card.replace("-", " ").capitalize(), names[0]) if names else said
