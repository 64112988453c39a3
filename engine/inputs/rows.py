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
    loc = fault["loc"]
    if fault["type"] == "extra_forbidden" and len(loc) == 1:
        return unknown_key(loc[0], model.model_fields)
    if not loc and fault["type"] == "model_type":
        return f"is {quoted(fault['input'])}; allowed: a table with the keys {', '.join(model.model_fields)}"
    if fault["type"] == "value_error":
        said = str(fault["ctx"]["error"])
        return joined_to(key.format(bare(_path(loc))), said) if loc else said
    path, allowed = _allowed(model, loc)
    if fault["type"] == "missing":
        return f"key '{bare(path)}' is missing; allowed: {allowed}"
    return f"{key.format(bare(path))} is {quoted(fault['input'])}; allowed: {allowed}"


def unknown_key(key: object, known: Iterable[str]) -> str:
    """The sentence on a key that nobody reads."""
    near = get_close_matches(str(key)[:60], [*known], 1)
    meant = f" (did you mean '{near[0]}'?)" if near else ""
    return f"unknown key {quoted(key)}{meant}; allowed: {listed(known)}"


def joined_to(name: str, said: str) -> str:
    """A sentence that begins with a name; what a validator says of a value begins with `is`."""
    return f"{name}{'' if said.startswith('is ') else ':'} {said}"


@cache
def _schema(model: type) -> dict[str, Any]:
    return model.model_json_schema()


def _allowed(model: type, loc: tuple[int | str, ...]) -> tuple[str, str]:
    """A key and what it may hold: in the words of its description, or by its type and bounds."""
    node: dict[str, Any] = {"properties": _schema(model)["properties"]}
    if loc[-1] == "[key]":
        return _path(loc[:-2]), "words that are not empty"
    for place, part in enumerate(loc):
        inner = [node, *node.get("anyOf", [])]
        found = (
            one.get("properties", {}).get(part) or one.get("items") or one.get("additionalProperties") for one in inner
        )
        node = next((one for one in found if isinstance(one, dict)), {})
        if name := node.get("$ref", "").rpartition("/")[2]:
            node = _schema(model)["$defs"][name]
        if "description" in node and "properties" not in node:
            return _path(loc[: place + 1]), node["description"]
    return _path(loc), " or ".join(_words(one) for one in node.get("anyOf", [node]) if one.get("type") != "null")


def _words(node: Mapping[str, Any]) -> str:
    """What a value may be, by its schema."""
    if words := node.get("enum", [node["const"]] if "const" in node else []):
        return listed(words)
    kind = TYPES.get(node.get("type", ""), "another value")
    if "minimum" in node and "maximum" in node:
        return f"{kind} from {node['minimum']:.12g} to {node['maximum']:.12g}"
    return f"{kind} that is not empty" if node.get("minLength") else kind


def _path(loc: Iterable[int | str]) -> str:
    """A key as a file would write it: `bad_stuff[0].amount`."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in loc).removeprefix(".")
