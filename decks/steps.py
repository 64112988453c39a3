"""One step of a card program: `{ on = "...", op = "...", when = { ... }, ... }`, checked against the opcode table."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

from decks.conditions import check_when, condition_columns
from decks.words import Fault, Names, ValueKind, check_number, check_value, number_of
from engine.records.kinds import Amount, Trigger
from engine.records.opcodes import BY_NAME, PARAMETERS, Opcode

TRIGGERS = {t.name.lower(): t for t in Trigger}
AMOUNT_WORDS = {"all": Amount.ALL, "die": Amount.DIE, "hand": Amount.HAND, "kills": Amount.KILLS}
COUNTED = frozenset({
    "gain_levels", "lose_levels", "lose_item", "lose_class", "lose_race", "draw", "steal_level", "each_gains",
    "give_level", "remove_monster", "escape", "lose_levels_per_card", "extra_level", "helper_level", "treasure",
    "tax",
})  # fmt: skip
"""Opcodes whose amount is 1 unless the step says otherwise."""
SIGNED = frozenset({"strengthen_all", "roll_bonus", "backstab"})
"""Opcodes outside the lasting family whose amount may be negative."""
OPTIONAL = frozenset({"which", "chooser", "what", "gives", "except", "also", "name"})
"""Parameters that may be left out: they then mean the first word of their list, or nothing."""
OPTIONAL_FOR = frozenset({("no_helper", "of"), ("discard_to_escape", "max")})
GOLD = (0, 100_000)
BOUNDS = {("discard_gold", "amount"): GOLD, ("bribe_monster", "least"): GOLD, ("steal", "least"): (1, 6)}


def parameter_kind(op: str, name: str) -> ValueKind:
    """What a parameter's value may be."""
    if (op, name) == ("items_useless", "except"):
        return "tag"  # the Items that still count are told by their tag, not by an identity
    return PARAMETERS[name]


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
            raise Fault(f"op {self.op!r} is unknown; allowed: {', '.join(sorted(BY_NAME))}")
        if self.on is not None and self.on not in TRIGGERS:
            raise Fault(f"on {self.on!r} is unknown; allowed: {', '.join(TRIGGERS)}")
        _check_keys(row, self.params)
        for name, value in self.params.items():
            try:
                _check_parameter(row, name, value)
            except Fault as fault:
                raise Fault(f"{name} of {self.op}: {fault}") from None
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
            raise Fault(f"key {name!r} of op {row.name!r} is unknown; allowed: {allowed}")
    for name in row.params:
        optional = name in OPTIONAL or (row.name, name) in OPTIONAL_FOR or (name == "amount" and row.name in COUNTED)
        if name not in params and not optional:
            raise Fault(f"op {row.name!r} needs the key {name!r}; allowed: {allowed}")


def _check_parameter(row: Opcode, name: str, value: Any) -> None:
    if name != "amount":
        check_value(parameter_kind(row.name, name), value, *BOUNDS.get((row.name, name), (0, 99)))
        return
    words = tuple(AMOUNT_WORDS) if row.family == "instant" else ("all",) if row.name == "big_limit" else ()
    if isinstance(value, str):
        if value not in words:
            raise Fault(f"{value!r} is no amount; allowed: {', '.join(('whole numbers', *words))}")
        return
    signed = row.family == "lasting" or row.name in SIGNED
    check_number(value, *BOUNDS.get((row.name, name), (-99 if signed else 0, 99)))


def step_columns(step: Step, trigger: Trigger, names: Names) -> tuple[int, ...]:
    """The row of `engine.records.book.EFFECT` for a step."""
    (cond, x), (cond2, x2) = condition_columns(step.when, names)
    amount = step.params.get("amount", 1 if step.op in COUNTED else 0)
    further = [name for name in step.opcode.params if name != "amount"]
    a_b = [_parameter_number(step, name, names) for name in further] + [0, 0]
    return (
        int(trigger), cond, x, cond2, x2, step.opcode.code,
        int(AMOUNT_WORDS.get(amount, amount)), a_b[0], a_b[1],
    )  # fmt: skip


def _parameter_number(step: Step, name: str, names: Names) -> int:
    if name not in step.params:
        return 0
    try:
        return number_of(parameter_kind(step.op, name), step.params[name], names)
    except Fault as fault:
        raise Fault(f"{name} of {step.op}: {fault}") from None
