"""One step of a card program: `{ on = "...", op = "...", when = { ... }, ... }`, checked against the opcode table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

from decks.condition_rows import check_when, condition_columns
from decks.value_kinds import Fault, Names, check_number, check_value, number_of
from engine.inputs.quote import nearest, quoted
from engine.records.amounts import Amount, Count, counted
from engine.records.card_kinds import Trigger
from engine.records.opcode_row import NUMBERS, Opcode
from engine.records.opcodes import BY_NAME

TRIGGERS = {t.name.lower(): t for t in Trigger}
PLAIN = frozenset({"discard_gold", "remove_monster", "escape", "mark_item", "declare"})
"""Instant opcodes whose amount is a number as it is written, or no amount at all."""
COUNTING = frozenset(
    {
        "strength",
        "thrown_strength",
        "run_away",
        "hand_limit",
        "extra_hands",
        "die_roll",
        "helper_level",
        "treasure",
        "extra_level",
        "combat_level",
        "pay_when_won",
    }
)
"""Lasting opcodes whose amount may count something."""
COUNT_KEYS = ("count", "times", "per", "rounded")
ROUNDED = ("down", "up")
"""Whether what is left over of `per` counts; where nothing is said it does not."""
COUNTS = {c.name.lower(): c for c in Count}
AMOUNT_WORDS = {"all": Amount.ALL, "die": Amount.DIE, "hand": Amount.HAND, "kills": Amount.KILLS}


class Step(BaseModel):
    """A step as written; parameters of the opcode are its extra keys."""

    model_config = ConfigDict(extra="allow", frozen=True, strict=True)
    op: str
    on: str | None = None
    when: dict[str, Any] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _fits_the_opcode_table(self) -> Step:
        row = BY_NAME.get(self.op)
        if row is None:
            raise Fault(f"op {quoted(self.op)} is unknown; allowed: {nearest(self.op, BY_NAME)} (lab opcodes)")
        if self.on is not None and self.on not in TRIGGERS:
            raise Fault(f"on {quoted(self.on)} is unknown; allowed: {', '.join(TRIGGERS)}")
        _check_keys(row, self.params)
        for name, value in self.params.items():
            try:
                _check_parameter(row, name, value)
            except Fault as fault:
                raise Fault(f"{name} of {self.op}: {fault}") from None
        _check_price(self.params)
        try:
            check_when(self.when)
        except Fault as fault:
            raise Fault(f"when: {fault}") from None
        return self

    @property
    def params(self) -> dict[str, Any]:
        """Parameters of the opcode as written."""
        return dict(self.model_extra or {})

    @property
    def opcode(self) -> Opcode:
        """Row of the opcode table."""
        return BY_NAME[self.op]

    @property
    def label(self) -> str:
        """Name of the ability in option texts; empty for other steps."""
        if self.opcode.family != "ability":
            return ""
        return str(self.params.get("name", self.op.replace("_", "-")))


def _check_keys(row: Opcode, params: dict[str, Any]) -> None:
    allowed = ", ".join(("on", "op", "when", *row.params))
    for name in params:
        if name not in row.params:
            raise Fault(f"key {quoted(name)} of op {quoted(row.name)} is unknown; allowed: {allowed}")
    for name in row.params:
        if name not in params and not row.may_omit(name):
            raise Fault(f"op {quoted(row.name)} needs the key {quoted(name)}; allowed: {allowed}")


def _check_parameter(row: Opcode, name: str, value: Any) -> None:
    if name != "amount":
        check_value(row.kind_of(name), value, *row.bounds_of(name))
        return
    words = amount_words(row)
    if isinstance(value, dict):
        _check_count(row, value)
        return
    if isinstance(value, str):
        if value not in words:
            raise Fault(f"{quoted(value)} is no amount; allowed: {', '.join(('whole numbers', *words))}")
        return
    check_number(value, *row.bounds_of(name))


def _check_price(params: Mapping[str, Any]) -> None:
    """Only of Gold Pieces a price may be more than other numbers are."""
    amount = params.get("amount", 0)
    if "cost" in params and params["cost"] != "gold" and isinstance(amount, int) and amount > NUMBERS[1]:
        raise Fault(f"amount = {amount} of cost {quoted(params['cost'])} is out of range; allowed: up to {NUMBERS[1]}")


def _check_count(row: Opcode, value: Mapping[str, Any]) -> None:
    """Refuse an amount that counts in words nobody knows, or where no amount may count."""
    if not may_count(row):
        raise Fault(f"{quoted(value)} counts something; allowed for this op: a whole number")
    if strange := [key for key in value if key not in COUNT_KEYS] or "count" not in value:
        named = quoted(strange[0]) if isinstance(strange, list) else "'count', which is missing"
        raise Fault(f"an amount that counts has no key {named}; allowed: {', '.join(COUNT_KEYS)}")
    if value["count"] not in COUNTS:
        raise Fault(f"count = {quoted(value['count'])} is unknown; allowed: {', '.join(COUNTS)}")
    if value.get("rounded", "up") not in ROUNDED:
        raise Fault(f"rounded = {quoted(value['rounded'])} is unknown; allowed: {', '.join(ROUNDED)}")
    for key, low, high in (("times", -49, 49), ("per", 1, 99)):
        try:
            check_number(value.get(key, 1), low, high)
        except Fault as fault:
            raise Fault(f"{key} = {fault}") from None


def may_count(row: Opcode) -> bool:
    """Whether the amount of an opcode may count something: where kernels ask for it by `amount_of` or `resolved`."""
    return (row.family == "instant" and row.name not in PLAIN) or row.name in COUNTING


def amount_words(row: Opcode) -> tuple[str, ...]:
    """Words that may stand for the amount of an opcode."""
    return tuple(AMOUNT_WORDS) if row.family == "instant" else ("all",) if row.any_number else ()


def step_columns(step: Step, trigger: Trigger, names: Names) -> tuple[int, ...]:
    """The row of `engine.records.book.EFFECT` for a step."""
    (cond, x), (cond2, x2) = condition_columns(step.when, names)
    amount = step.params.get("amount", 1 if step.opcode.counted else 0)
    further = [name for name in step.opcode.params if name != "amount"]
    a_b = [_parameter_number(step, name, names) for name in further] + [0, 0]
    return (
        int(trigger), cond, x, cond2, x2, step.opcode.code,
        _amount_number(amount), a_b[0], a_b[1],
    )  # fmt: skip


def _amount_number(amount: Any) -> int:
    """The number of an amount: itself, a word's, or that of what it counts."""
    if isinstance(amount, dict):
        up = amount.get("rounded") == "up"
        return counted(COUNTS[amount["count"]], amount.get("times", 1), amount.get("per", 1), up)
    return int(AMOUNT_WORDS.get(amount, amount))


def _parameter_number(step: Step, name: str, names: Names) -> int:
    if name not in step.params:
        return 0
    try:
        return number_of(step.opcode.kind_of(name), step.params[name], names)
    except Fault as fault:
        raise Fault(f"{name} of {step.op}: {fault}") from None
