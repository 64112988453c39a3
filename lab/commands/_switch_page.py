"""What `lab rules` tells of a switch: its meaning, the values it may have, and where it is said."""

from __future__ import annotations

from typing import Any

from lab.commands._output import say
from lab.scenarios.rule_coverage import setters
from variants.ledger import read_ledger
from variants.variant_schema import SWITCHES, allowed, in_words

MOST_VALUES = 6
"""Values of a switch for each of which its sentence is shown; of numbers only that of the default is."""


def about_switch(name: str) -> dict[str, Any]:
    """A switch as a row: name, meaning, default, allowed values, sentences, variants that set it, and its rules."""
    switch = SWITCHES[name]
    return {
        "switch": name, "meaning": switch.meaning, "default": in_words(switch, switch.default),
        "allowed": allowed(switch), "said": _sentences(name), "set_by": setters(name),
        "rules": [rule.id for rule in read_ledger() if name in rule.switches],
    }  # fmt: skip


def print_switch(name: str) -> None:
    """A switch in words."""
    row = about_switch(name)
    say(f"{name}  (switch)")
    say(f"{row['meaning'][0].upper()}{row['meaning'][1:]}.")
    say(f"Allowed: {row['allowed']}; by default {row['default']}.")
    for title, places in (
        ("In a file of rules", [f"{name} = {_as_written(name)}"]),
        ("In words", row["said"]),
        ("Set by", row["set_by"]),
        ("Belongs to the rules", row["rules"]),
    ):
        say(f"{title}:" if places else f"{title}: nothing")
        for place in places:
            say(place, indent="  ")


def _as_written(name: str) -> str:
    """The default as a file of rules has it."""
    switch = SWITCHES[name]
    word = in_words(switch, switch.default)
    return f'"{word}"' if switch.words and word not in ("true", "false") else word


def _sentences(name: str) -> list[str]:
    """How a switch is said: each of its values where those are words or few, else one of them."""
    from decks.words.orders import Order, write_order  # most rules are no switch, and the tables take their time

    switch = SWITCHES[name]
    values = range(switch.low, switch.high + 1)
    shown = values if switch.words or len(values) <= MOST_VALUES else [max(switch.default, switch.low)]
    return [write_order(Order(name, value)) for value in shown]
