"""Variants by name: a preset with house rules stacked on it, turned into the engine's rules vector."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from decks.card_edits import NO_EDITS, CardEdits
from decks.near_words import near_words
from decks.sheets.sheet_grid import ENDINGS
from engine.inputs.quote import bare, nearest, quoted
from engine.records.switches import RULES
from variants.variant_schema import (
    ROOT_PRESET,
    SWITCHES,
    VariantError,
    VariantFile,
    in_words,
    is_switch,
    parse_switches,
    parse_variant,
    plain_key,
    switch_rule,
    typed_rule,
)

HERE = Path(__file__).resolve().parent
_plus = re.compile(r'\+(?=(?:[^"]*"[^"]*")*[^"]*$)')
"""A + that stands in no quotes."""
LEDGER = "ledger"
OVERRIDE = "override"
"""What `Variant.set_by` says of a switch that was overridden by hand."""


@dataclass(frozen=True, eq=False)
class Variant:
    """A complete set of rules: one number for every switch, and where each came from."""

    name: str  # as it was asked for, "cthulhu+faster"
    chain: tuple[str, ...]  # files that were applied, first to last
    why: str
    rules: npt.NDArray[np.int64]  # in the order of engine.records.switches.RULES
    set_by: Mapping[str, str]  # switch -> last file that set it; a switch left at its default is absent
    deck: tuple[str, ...]  # decks it is played with unless others are named
    rules_hash: str
    edits: CardEdits = NO_EDITS  # what it does to the box of cards
    says: tuple[str, ...] = ()  # of each file of `chain` all it does as it was typed; empty where some was not

    def __getitem__(self, switch: str) -> int:
        """Value of a switch by name."""
        return int(self.rules[list(SWITCHES).index(switch)])


@dataclass(frozen=True)
class Difference:
    """One switch that two variants set differently."""

    switch: str
    meaning: str
    a: int
    b: int


def variant_files(root: Path | None = None) -> dict[str, Path]:
    """Every variant file of a folder by name."""
    found: dict[str, Path] = {}
    for path in sorted((root or HERE).glob("*.toml")):
        if path.stem == LEDGER:
            continue
        if twin := found.get(plain_key(path.stem)):
            raise VariantError(f"{path}: the name means the same as {twin.name}; rename one of them")
        found[plain_key(path.stem)] = path
    return found


def known_variants(root: Path | None = None) -> list[VariantFile]:
    """Every variant of a folder, presets first."""
    return sorted(
        map(parse_variant, variant_files(root).values()), key=lambda f: (f.overlay, f.key != ROOT_PRESET, f.key)
    )


def load_variant(text: str, overrides: Mapping[str, object] | None = None, root: Path | None = None) -> Variant:
    """Stack `preset+house-rule+...`, left to right, and then the overriding switches."""
    files = variant_files(root)
    parts = [_read(part, text, files) for part in stack(text)]
    _check_stack(text, parts, files)
    if parts[0].overlay:
        parts.insert(0, _read(ROOT_PRESET, text, files))
    return _assemble(text, _ancestors(parts[0], files) + parts[1:], overrides or {})


def canonical(text: str, root: Path | None = None) -> str:
    """The one spelling of a stack of variants: the preset, then its house rules by name.

    A path and what is unknown stay as they are; `load_variant` says what is wrong with them.
    """
    known = {key: parse_variant(path) for key, path in variant_files(root).items()}
    parts = [re.sub(r"\s", "", part) if is_switch(part) else part for part in stack(text)]
    keys = [known[plain_key(part)].key if plain_key(part) in known else part for part in parts]
    first = known.get(plain_key(parts[0]))
    overlays = keys if first is not None and first.overlay else keys[1:]
    return "+".join([ROOT_PRESET if overlays == keys else keys[0], *sorted(overlays)])


def check_file(path: Path, root: Path | None = None) -> Variant:
    """Load one file as it would be loaded if it lay among the other variants."""
    files, file = variant_files(root), parse_variant(path)
    files[plain_key(path.stem)] = path
    below = _ancestors(_read(ROOT_PRESET, file.key, files), files) if file.overlay else _ancestors(file, files)[:-1]
    return _assemble(file.key, [*below, file], {})


def differences(a: Variant, b: Variant) -> list[Difference]:
    """Switches whose values differ, in the order of the rules table."""
    rows = zip(RULES, a.rules.tolist(), b.rules.tolist(), strict=True)
    return [Difference(switch.name, switch.meaning, x, y) for switch, x, y in rows if x != y]


def values_in_words(ours: Variant, theirs: Variant) -> list[dict[str, str]]:
    """Every switch with its value in both variants, the file that set it in the first, and its meaning."""
    rows = zip(RULES, ours.rules.tolist(), theirs.rules.tolist(), strict=True)
    return [
        {
            "switch": switch.name,
            "value": in_words(switch, mine),
            "against": in_words(switch, other),
            "set_by": ours.set_by.get(switch.name, "default"),
            "meaning": switch.meaning,
        }
        for switch, mine, other in rows
    ]


def stack(text: str) -> list[str]:
    """The parts of a stack as people type them.

    A + in the path of a file that exists, or in a rule in quotes, is part of it.
    """
    words, parts = _plus.split(text), []
    while words:
        longer = ("+".join(words[:n]).strip() for n in range(len(words), 1, -1))
        parts.append(next((one for one in longer if is_path(one) and _file(one).is_file()), words[0].strip()))
        words = words[1 if is_rule(parts[-1]) else parts[-1].count("+") + 1 :]
    return parts


def is_rule(part: str) -> bool:
    """Whether a part of a stack is a house rule in plain English, in quotes."""
    return len(part) > 2 and part[0] == part[-1] == '"'


def as_rule(text: str) -> str:
    """A house rule as a part of a stack: a name or a file as it is, a sentence in quotes; several in one order."""
    said = re.sub(r'(?<!^)(?<!\+)"([^"+]+)"(?!$|\+)', r"“\1”", text.strip())  # words in quotes within a sentence
    parts = stack(said) if '"' in said or all(map(is_named, stack(said))) else [f'"{said}"']
    if not all(is_rule(part) and part.count('"') == 2 or is_named(part) for part in parts):
        raise VariantError(f"is {quoted(text)}; allowed: a sentence that neither begins nor ends with words in quotes")
    return "+".join(sorted({f'"{" ".join(part[1:-1].split())}"' if is_rule(part) else part for part in parts}))


def is_named(part: str) -> bool:
    """Whether a part of a stack is a variant's name (one word, or known as several), a file, or sets a switch."""
    return (
        is_path(part)
        or is_switch(part)
        or re.fullmatch(r"[\w-]+", part) is not None
        or plain_key(part) in variant_files()
    )


def _file(part: str) -> Path:
    return Path(part.strip()).expanduser()


def is_path(part: str) -> bool:
    """Whether a part of a stack is a file of one's own, not the name of a variant of the lab."""
    return part.strip().endswith(".toml")


def _read(part: str, text: str, files: Mapping[str, Path]) -> VariantFile:
    if is_rule(part) or is_switch(part):
        return typed_rule(part[1:-1].strip()) if is_rule(part) else switch_rule(part)
    if is_path(part):
        return parse_variant(_file(part))
    path = files.get(plain_key(part))
    if path is None:
        among = "" if part == text else f" in '{bare(text)}'"
        names = [p.stem for p in files.values()]
        near, known = near_words(part, names, 2), nearest(part.strip(), names)
        meant = f"did you mean {' or '.join(near)}? " if near else ""
        meant += "cards are played by --deck; " * part.lower().endswith(ENDINGS)
        raise VariantError(
            f"unknown variant {quoted(part.strip())}{among}; {meant}"
            f"allowed: {known} (lab variants), a .toml file, SWITCH=VALUE, or a rule in quotes, joined by '+'"
        )
    return parse_variant(path)


def _check_stack(text: str, parts: list[VariantFile], files: Mapping[str, Path]) -> None:
    for place, part in enumerate(parts):
        if part.key in {other.key for other in parts[:place]}:
            raise VariantError(f"variant '{bare(text)}': '{part.key}' is named twice; name it once")
        if place and not part.overlay:
            houses = ", ".join(f.key for f in map(parse_variant, files.values()) if f.overlay)
            raise VariantError(
                f"variant '{bare(text)}': '{part.key}' is a preset and must come first; allowed here: {houses};"
                f" cards of two sets are mixed by --deck {parts[0].key}+{part.key}"
            )
    _check_conflicts(text, [part for part in parts if part.overlay])


def _check_conflicts(text: str, overlays: list[VariantFile]) -> None:
    """Refuse house rules that set one switch, or one key of a card, to different values."""
    _check_changes(text, overlays)
    setters: dict[str, VariantFile] = {}
    for part in overlays:
        for switch, value in part.rules.items():
            other = setters.setdefault(switch, part)
            if other.rules[switch] != value:
                theirs, ours = (in_words(SWITCHES[switch], number) for number in (other.rules[switch], value))
                raise VariantError(
                    f"variant '{bare(text)}': conflict, '{other.key}' sets {switch} = {theirs} but '{part.key}' sets it"
                    f" to {ours}; allowed: one of the two house rules"
                )


def _check_changes(text: str, overlays: list[VariantFile]) -> None:
    setters: dict[str, VariantFile] = {}
    for part in overlays:
        for place, value in part.edits.changes.items():
            other = setters.setdefault(place, part)
            if other.edits.changes[place] != value:
                raise VariantError(
                    f"variant '{bare(text)}': conflict, '{other.key}' sets {place} = {other.edits.changes[place]} but "
                    f"'{part.key}' sets it to {value}; allowed: one of the two house rules"
                )


def _ancestors(file: VariantFile, files: Mapping[str, Path]) -> list[VariantFile]:
    chain = [file]
    while chain[0].extends is not None:
        origin, wanted = files.get(plain_key(chain[0].key)), chain[0].extends
        path = files.get(plain_key(wanted))
        parent = parse_variant(path) if path else None
        if parent is None or parent.overlay:
            presets = ", ".join(f.key for f in map(parse_variant, files.values()) if not f.overlay)
            raise VariantError(f'{origin}: extends = "{bare(wanted)}" is not a preset; allowed: {presets}')
        if parent.key in {f.key for f in chain}:
            raise VariantError(
                f'{origin}: extends = "{bare(wanted)}" goes round in a circle; allowed: a preset above it'
            )
        chain.insert(0, parent)
    return chain


def _assemble(text: str, chain: list[VariantFile], overrides: Mapping[str, object]) -> Variant:
    values = {switch.name: switch.default for switch in RULES}
    set_by: dict[str, str] = {}
    for file in chain:
        values.update(file.rules)
        set_by.update(dict.fromkeys(file.rules, file.key))
    forced = parse_switches(overrides, f"variant '{bare(text)}'")
    values.update(forced)
    set_by.update(dict.fromkeys(forced, OVERRIDE))
    _check_together(text, values)
    deck = next((file.deck for file in reversed(chain) if file.deck), ())
    why = " ".join(file.why for file in chain if file.overlay) or chain[-1].why
    vector = np.array([values[switch.name] for switch in RULES], dtype=np.int64)
    edits = NO_EDITS
    for file in chain:
        edits = edits.joined(file.edits)
    return Variant(text, tuple(f.key for f in chain), why, vector, set_by, deck, _hash(values, edits), edits,
                   tuple(f.says for f in chain))  # fmt: skip


def _check_together(text: str, values: Mapping[str, int]) -> None:
    for low, high, margin in (("players.min", "players.max", 0), ("setup.start_level", "victory.level", 1)):
        if values[low] + margin > values[high]:
            raise VariantError(
                f"variant '{bare(text)}': {low} = {values[low]} does not go with {high} = {values[high]};"
                f" allowed: {low} at most {values[high] - margin}"
            )
    if values["victory.points"] > 0 and values["victory.by"] == 0:
        raise VariantError(
            f"variant '{bare(text)}': victory.points = {values['victory.points']} counts for nothing where"
            " victory.by = level; allowed: victory.by = score, gold, tokens or bonus"
        )


def _hash(values: Mapping[str, int], edits: CardEdits) -> str:
    lines = "\n".join([*(f"{name}={values[name]}" for name in sorted(values)), *filter(None, [edits.key()])])
    return hashlib.sha256(lines.encode()).hexdigest()[:16]
