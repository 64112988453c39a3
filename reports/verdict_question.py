"""What a comparison asks, in the words of whoever asked it, and the rules that it is about as the lab reads them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from decks.rule_texts import in_words, read_back, read_rule
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
    added, gone = _added(store, old, first), _added(store, first, old) or _preset(old, first)
    if len(new) == 1 and len(added) == 1 and not gone and (asked := _asked(old, first)):
        return asked
    labels = [label(store, old, arm) for arm in new]
    told = joined(labels[:MOST_NAMED] + [f"{len(new) - MOST_NAMED} others"] * (len(new) > MOST_NAMED), "or")
    if gone == [f"{old['seats']} players"] and added == [f"{first['seats']} players"]:
        return f"What changes with {told.replace(' players', '')} players in place of {old['seats']}?"
    if gone == [_table(old)] and added == [_table(first)]:
        return f"What changes if {told} plays in place of {gone[0]}?"
    if not added and gone:
        return f"What changes without {joined(gone)}?"
    if gone or told == first["arm"]:
        return f"What changes with {told} in place of {joined(gone or [old['arm']])}?"
    together = len(new) == 1 and len(added) > 1
    return f"What do {told} change together?" if together else f"What does {told} change?"


def label(store: Store, old: Arm, new: Arm) -> str:
    """What the second arm has and the first has not, in a few words."""
    return joined(_added(store, old, new) or [new["arm"]])


def _added(store: Store, old: Arm, new: Arm) -> list[str]:
    """All that only the second arm has: rules that were typed, house rules, a deck, switches, cards, players."""
    parts = [part for part in stack(new["variant"]) if part not in stack(old["variant"])]
    added = [_quoted(part[1:-1]) if part[:1] == '"' else part.replace("-", " ").replace("_", " ") for part in parts]
    added += [_box(new["decks"])] if old["decks"] != new["decks"] and not _are_own_decks(old, new) else []
    added += [_quoted(_sentence(store, new, text)) for text in new["changes"] if text not in old["changes"]]
    added += [f"{new['seats']} players"] if old["seats"] != new["seats"] else []
    return added + ([_table(new)] if _table(new) != _table(old) else [])


def _table(arm: Arm) -> str:
    """What the players of an arm are called together."""
    return table_name(tuple(arm["agents"]))


def _box(decks: Sequence[str]) -> str:
    """What decks that are played together are called."""
    return f"the decks {joined(decks)} mixed" if len(decks) > 1 else f"deck {decks[0]}"


def decks_said(old: Arm, new: Sequence[Arm]) -> str:
    """That decks are mixed, where all arms play the same mix: where they differ, how the rules are read says it."""
    same = len(old["decks"]) > 1 and all(arm["decks"] == old["decks"] for arm in new)
    return f" Played with {_box(old['decks'])}." if same else ""


def _are_own_decks(old: Arm, new: Arm) -> bool:
    """Whether both arms play with the decks of their rules, which need no word beside these."""
    loaded = [(_loaded(arm), arm) for arm in (old, new)]
    return all(file is not None and list(file.deck) == list(arm["decks"]) for file, arm in loaded)


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
    said = [_typed_and_read(text) for text in typed]
    gone = [text for text in _typed(new, old) if not _is_switches(text)]
    said += [f"Without \u201c{text}\u201d, which is read as: {read_back(text)}" for text in gone]
    said += _of_file_rules(old, new)
    own = [text for text in new["changes"] if text not in old["changes"]]
    said += [_sentence(store, new, text) for text in own if text.partition("=")[0] not in SWITCHES]
    is_named = len(_added(store, old, new)) > 1
    switches = _switches(store, run, old, new, {f'"{text}"' for text in typed})
    said += [
        f"With {by}: {sentence}" if by in stack(new["variant"]) and is_named else sentence for by, sentence in switches
    ]
    more = len(said) - MOST
    said = said[:MOST] or ["Both play by the same rules."]
    said += [f"And {more} more difference{'s' * (more > 1)} between these rules."] if more > 0 else []
    if old["decks"] != new["decks"]:
        said.append(f"Played with {_box(new['decks'])} in place of {_box(old['decks'])}.")
    return said


def _typed(old: Arm, new: Arm) -> list[str]:
    """Rules that were typed and that only the second arm has."""
    return [text for text in TYPED.findall(new["variant"]) if f'"{text}"' not in old["variant"]]


def _typed_and_read(text: str) -> str:
    """A rule that was typed, and how it is read; once, where that is the same."""
    read = read_back(text)
    return read if _letters(read) == _letters(text) else f"\u201c{text}\u201d is read as: {read}"


def _letters(text: str) -> str:
    return re.sub(r"\W+", " ", text).strip().casefold()


def _is_of(name: str, typed: Sequence[str]) -> bool:
    """Whether a rule was typed: it is called by its beginning, if that is long."""
    start = name.rstrip(".").rstrip()
    return any(text.startswith(start) if name.endswith("...") else text.rstrip(".") == start for text in typed)


def _is_switches(text: str) -> bool:
    """Whether a rule sets switches and nothing else: of these is told how they were before."""
    reading = read_rule(text)
    return not reading.program and all(order.is_switch for order in reading.orders)


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
        if rule.name not in known and not _is_of(rule.name, typed):
            yield f"\u201c{rule.name}\u201d is read as: {in_words(tuple(rule.steps()))}"
    told = {order.place for text in typed for order in read_rule(text).orders} | before.edits.changes.items()
    yield from (
        write_order(Order(k, v)) for k, v in after.edits.changes.items() if k not in told and (k, v) not in told
    )


def _switches(store: Store, run: str, old: Arm, new: Arm, told: set[str]) -> Iterable[tuple[str, str]]:
    """Each switch in which two arms differ, but for those that are `told` already: what sets it, and a sentence."""
    rows = store.table("rule", run).filter(pl.col("arm").cast(pl.String).is_in([old["arm"], new["arm"]])).collect()
    values = {(str(arm), str(name)): (str(value), str(by)) for _, arm, name, value, by in rows.iter_rows()}
    for switch in RULES:
        was, now = (values.get((arm["arm"], switch.name), ("", "")) for arm in (old, new))
        if was[0] == now[0] or now[1] in told:
            continue
        if not switch.words:
            yield now[1], f"{write_order(Order(switch.name, int(now[0]))).rstrip('.')} (before: {was[0]})."
        elif {was[0], now[0]} == {"true", "false"}:
            yield now[1], write_order(Order(switch.name, switch.words.index(now[0])))
        else:
            one, other = (write_order(Order(switch.name, switch.words.index(value))) for value, _ in (now, was))
            yield now[1], f"{one.rstrip('.')} (before: {other[:1].lower()}{other[1:].rstrip('.')})."


def _sentence(store: Store, arm: Arm, change: str) -> str:
    """A switch or a card that was set by hand, as a sentence that has the card's own name."""
    key, _, value = change.partition("=")
    switch = SWITCHES.get(key)
    if switch is not None:
        return write_order(Order(key, switch.words.index(value) if value in switch.words else int(value)))
    said, card = write_order(Order(key, value)), key.rpartition(".")[0]
    names = store.table("card", arm["run_id"]).filter(pl.col("id") == card).collect()["name"].to_list()
    return said.replace(card.replace("-", " ").capitalize(), names[0]) if names else said
