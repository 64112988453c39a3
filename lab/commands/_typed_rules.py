"""House rules as arms: how the lab reads those that are typed, what it does not read in them, what others are for."""

from __future__ import annotations

from collections.abc import Sequence

from lab.commands._output import say
from lab.errors import BadInput


def check_rules(texts: Sequence[str], on: str) -> None:
    """Refuse house rules that are not read, all of them at once, or that cannot be laid on the rules `on`."""
    from variants.load_variants import as_rule, load_variant
    from variants.variant_schema import VariantError

    if not texts:
        return
    load_variant(on)  # what is wrong with that is none of the rules' fault
    faults = []
    for text in texts:
        try:
            load_variant(f"{on}+{as_rule(text)}")
        except VariantError as fault:
            faults.append(str(fault))
    if len(faults) > 1:
        listed = " ".join(f"({number}) {fault}" for number, fault in enumerate(faults, 1))
        raise BadInput(f"{len(faults)} of {len(texts)} rules are not read: {listed}")
    if faults:
        raise BadInput(faults[0])


def change_said(key: str, value: str) -> str:
    """A value of a switch or of a key of a card as a sentence in quotes; a house rule without a key as it is called."""
    from decks.words.orders import Order, setting, write_order
    from lab.runs.arms import typed
    from variants.load_variants import is_rule, stack
    from variants.variant_schema import SWITCHES

    if not key:
        parts = (f"\u201c{part[1:-1].rstrip('.')}\u201d" if is_rule(part) else part for part in stack(value))
        return " with ".join(parts)
    said = write_order(setting(key, typed(value)) if key in SWITCHES else Order(key, value))
    return f"\u201c{said.rstrip('.')}\u201d"


def say_readings(texts: Sequence[str]) -> None:
    """Say how the lab reads house rules that were checked, and what a named one is for; those together one by one."""
    from decks.rule_texts import read_back
    from variants.load_variants import as_rule, is_rule, load_variant, stack

    for rule in dict.fromkeys(part for text in texts for part in stack(as_rule(text))):
        say(f"{rule} is read as: {read_back(rule[1:-1])}" if is_rule(rule) else f"{rule}: {load_variant(rule).why}")
