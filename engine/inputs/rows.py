"""Tables from outside that become records: what a validator finds wrong with one, in the house's one sentence.

The validator is Pydantic, which this room does not import: its models are handed in, and its errors are plain tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any, TypeVar

from engine.inputs.quote import bare, listed, quoted

TYPES = {"integer": "a whole number", "number": "a number", "boolean": "true or false", "array": "a list",
         "object": "a table", "string": "a text"}  # fmt: skip
"""What a key may hold, by the types of JSON schemas."""

M = TypeVar("M")
Fault = Mapping[str, Any]
"""One error of Pydantic: its type, where it is (`loc`), the value found (`input`), and more (`ctx`)."""


def checked(model: type[M], row: Any, wrong: type[Exception], where: str, key: str = "{}") -> M:
    """The record that a table makes; what is wrong with it is one sentence in `wrong`, which writes keys as `key`."""
    try:
        return model.model_validate(row)
    except ValueError as error:
        raise wrong(joined_to(where, sentence(error, model, key))) from None


def checked_rows(model: type[M], rows: Any, wrong: type[Exception], where: str) -> tuple[M, ...]:
    """The records of an array of tables; `where` ends with its name."""
    if not isinstance(rows, list):
        name = where.rpartition(" ")[2]
        raise wrong(f"{where} is {quoted(rows)}; allowed: tables, written [[{bare(name)}]]")
    return tuple(checked(model, row, wrong, f"{where} {place}") for place, row in enumerate(rows, 1))


def sentence(error: Any, model: type, key: str = "{}") -> str:
    """What is wrong with a table, without the table's name; a misspelt key comes before the one that it stands for."""
    faults = error.errors(include_url=False)
    return fault_sentence(min(faults, key=lambda fault: fault["type"] != "extra_forbidden"), model, key)


def fault_sentence(fault: Fault, model: type, key: str = "{}") -> str:
    """One fault of a table; `key` is how keys are written."""
    loc, kind = fault["loc"], fault["type"]
    if kind == "extra_forbidden":
        row, _, node = _place(model, loc[:-1])
        return f"{row}{unknown_key(loc[-1], node['properties'])}"
    row, path, node = _place(model, loc)
    named = key.format(bare(path)) if path else ""
    if kind == "value_error":
        said = str(fault["ctx"]["error"])
        return row + (joined_to(named, said) if path else said)
    if kind == "missing":
        return f"{row}key '{bare(path)}' is missing; allowed: {_allowed(node)}"
    return f"{row}{named}{' ' if named else ''}is {_found(fault['input'])}; allowed: {_allowed(node)}"


def unknown_key(key: object, known: Iterable[str]) -> str:
    """The sentence on a key that nobody reads."""
    near = get_close_matches(str(key)[:60], [*known], 1)
    meant = f" (did you mean '{near[0]}'?)" if near else ""
    return f"unknown key {quoted(key)}{meant}; allowed: {listed(known)}"


def joined_to(name: str, said: str) -> str:
    """A sentence that begins with a name; what a validator says of a value begins with `is`."""
    return f"{name}{'' if said.split(' ')[0] == 'is' else ':'} {said}"


@cache
def _schema(model: type) -> dict[str, Any]:
    return model.model_json_schema()


def _place(model: type, loc: tuple[int | str, ...]) -> tuple[str, str, dict[str, Any]]:
    """The row of a list of tables in which something stands, its key in there, and the schema of what may stand there.

    A key that a description speaks of is named as a whole, whichever part of it is wrong.
    """
    node, row, first = _schema(model), "", 0
    for place, part in enumerate(loc):
        inner = [node, *node.get("anyOf", [])]
        known = (n.get("properties", {}).get(part) or n.get("items") or n.get("additionalProperties") for n in inner)
        node = next((one for one in known if isinstance(one, dict)), {})
        if name := node.get("$ref", "").rpartition("/")[2]:
            node = _schema(model)["$defs"][name]
        if isinstance(part, int) and "properties" in node:
            row, first = f"{row}{_path(loc[first:place])} {part + 1}: ", place + 1
        elif "description" in node and "properties" not in node:
            return row, _path(loc[first : place + 1]), node
    return row, _path(loc[first:]), node


def _allowed(node: Mapping[str, Any]) -> str:
    """What a value may be: in the words of its description, or by its schema."""
    if "properties" in node:
        return f"a table with the keys {', '.join(node['properties'])}"
    if words := node.get("description") or listed(node.get("enum", [node["const"]] if "const" in node else [])):
        return str(words)
    if "anyOf" in node:
        return " or ".join(_allowed(one) for one in node["anyOf"] if one.get("type") != "null")
    kind = TYPES.get(node.get("type", ""), "a text that is not empty")  # without a type: a key itself
    if "minimum" in node and "maximum" in node:
        low, high = (
            f"{bound:.12g}" if isinstance(bound, float) else bound for bound in (node["minimum"], node["maximum"])
        )
        return f"{kind} from {low} to {high}"
    return f"{kind} that is not empty" if node.get("minLength") or node.get("minItems") else kind


def _found(value: object) -> str:
    return "empty" if isinstance(value, list | tuple | dict) and not value else quoted(value)


def _path(loc: Iterable[int | str]) -> str:
    """A key as a file would write it: `bad_stuff[0].amount`."""
    return "".join(
        f"[{part}]" if isinstance(part, int) else f".{part}" for part in loc if part not in ("", "[key]")
    ).removeprefix(".")
