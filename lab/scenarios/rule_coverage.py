"""Which code implements each rule of the ledger, and which scenarios and tests cover it.

Everything is read from the sources as text: no kernel is imported, nothing is compiled.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from decks.near_words import near_words
from engine.inputs.toml import read_toml
from lab.errors import BadInput
from variants.ledger import LedgerRule, read_ledger, sheets
from variants.load_variants import known_variants
from variants.variant_schema import SWITCHES, VariantError, in_words, parse_variant

PROJECT = Path(__file__).resolve().parents[2]
ROOMS = ("engine", "decks", "variants", "lab")
"""Where a rule can be implemented."""

CONSTANT = "IMPLEMENTS"
"""A module without kernels names the rules it implements in a constant of this name."""

EXAMPLES = "example"
"""The area of the worked examples: they are played by the rules that their scenarios cite."""

Places = dict[str, list[str]]
Cited = dict[Path, list[str]]


@dataclass(frozen=True)
class RuleStatus:
    """One rule with everything that cites it."""

    rule: LedgerRule
    implemented_in: tuple[
        str, ...
    ]  # "engine/steps/turn/door.py:open_door", "variants/epic.toml", "rule combat.compare"
    covered_by: tuple[str, ...]  # "tests/scenarios/door/curse.toml", "tests/test_x.py::test_y"

    @property
    def missing(self) -> bool:
        """Whether no scenario and no test covers the rule."""
        return not self.covered_by


def rule_status(project: Path = PROJECT) -> list[RuleStatus]:
    """Every rule of the ledger, in its order, with its citations."""
    scenarios = scenario_rules(project)
    code, tests = implementations(project), _coverage(project, scenarios)
    return [
        RuleStatus(r, tuple(code.get(r.id) or _indirect(r, code, scenarios, project)), tuple(tests.get(r.id, ())))
        for r in read_ledger()
    ]


def _indirect(rule: LedgerRule, code: Places, scenarios: Cited, project: Path) -> list[str]:
    """What implements a rule that no code cites: rules its scenarios put together, or variants that set its switches.

    A worked example is nothing but other rules at work; epic play is nothing but a number.
    """
    if rule.area == EXAMPLES:
        others = {other for rules in scenarios.values() if rule.id in rules for other in rules if other in code}
        return [f"rule {other}" for other in sorted(others)]
    files = sorted((project / "variants").glob("*.toml"))
    setters = [path for path in files if path.stem != "ledger" and any(s in _switches(path) for s in rule.switches)]
    return [_place(project, path) for path in setters]


@cache
def _switches(path: Path) -> frozenset[str]:
    return frozenset(parse_variant(path).rules)


def setters(switch: str) -> list[str]:
    """Variants that set a switch, with the value in words: "2 in epic"."""
    row = SWITCHES[switch]
    files = [file for file in known_variants() if file.rules.get(switch, row.default) != row.default]
    return [f"{in_words(row, file.rules[switch])} in {file.key}" for file in files]


def unknown_citations(project: Path = PROJECT) -> Places:
    """Citations of ids that the ledger does not have, with the places that make them."""
    known = {rule.id for rule in read_ledger()}
    cited = defaultdict(list, implementations(project))
    for rule_id, places in coverage(project).items():
        cited[rule_id] = cited[rule_id] + places
    return {rule_id: places for rule_id, places in cited.items() if rule_id not in known}


def implementations(project: Path = PROJECT) -> Places:
    """Kernels, and modules with an IMPLEMENTS constant, by the rule they cite."""
    found: Places = defaultdict(list)
    for room in ROOMS:
        for path in sorted((project / room).rglob("*.py")):
            for rule_id, name in _code_citations(path):
                found[rule_id].append(_place(project, path, name))
    return dict(found)


def coverage(project: Path = PROJECT) -> Places:
    """Scenario files and marked tests, by the rule they cite."""
    return _coverage(project, scenario_rules(project))


def _coverage(project: Path, scenarios: Cited) -> Places:
    found: Places = defaultdict(list)
    for path, rules in scenarios.items():
        for rule_id in rules:
            found[rule_id].append(_place(project, path))
    for path in sorted((project / "tests").rglob("*.py")):
        for rule_id, name in _test_citations(path):
            found[rule_id].append(_place(project, path, name, "::"))
    return {rule_id: list(dict.fromkeys(places)) for rule_id, places in found.items()}


def scenario_rules(project: Path = PROJECT) -> Cited:
    """Every scenario file and the rules it cites; reading them is most of the work here, so it is done once."""
    files = sorted((project / "tests" / "scenarios").rglob("*.toml"))
    return {path: _cited_rules(path) for path in files}


def _place(project: Path, path: Path, name: str = "", sign: str = ":") -> str:
    file = path.relative_to(project).as_posix()
    return f"{file}{sign}{name}" if name else file


def _code_citations(path: Path) -> Iterator[tuple[str, str]]:
    text = path.read_text(encoding="utf-8")
    if "kernel(" not in text and CONSTANT not in text:
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            for call in _calls(node.decorator_list, "kernel"):
                yield from ((rule_id, node.name) for rule_id in _texts(call.args))
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(target, ast.Name) and target.id == CONSTANT for target in targets):
                yield from ((rule_id, "") for rule_id in _texts([node.value]))


def _test_citations(path: Path) -> Iterator[tuple[str, str]]:
    text = path.read_text(encoding="utf-8")
    if "mark.rule" not in text:
        return
    yield from _marked(ast.parse(text).body, "")


def _marked(body: Iterable[ast.stmt], prefix: str) -> Iterator[tuple[str, str]]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{prefix}{node.name}"
            for call in _calls(node.decorator_list, "rule"):
                yield from ((rule_id, name) for rule_id in _texts(call.args))
            if isinstance(node, ast.ClassDef):
                yield from _marked(node.body, f"{name}::")
        elif isinstance(node, ast.Assign) and any(
            isinstance(t, ast.Name) and t.id == "pytestmark" for t in node.targets
        ):
            for call in _calls([node.value], "rule"):
                yield from ((rule_id, prefix.removesuffix("::")) for rule_id in _texts(call.args))


def _calls(nodes: Iterable[ast.expr], name: str) -> Iterator[ast.Call]:
    for call in (inner for node in nodes for inner in ast.walk(node) if isinstance(inner, ast.Call)):
        called = call.func
        if name == (called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")):
            yield call


def _texts(nodes: Iterable[ast.expr]) -> Iterator[str]:
    for node in (inner for outer in nodes for inner in ast.walk(outer)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _cited_rules(path: Path) -> list[str]:
    try:
        data = read_toml(path, BadInput)
    except BadInput:
        return []  # a scenario that cannot be read covers nothing; `lab scenario` says what is wrong with it
    rows = [data, *(row for row in data.get("scenario", []) if isinstance(row, dict))]
    return [rule_id for row in rows for rule_id in row.get("rules", []) if isinstance(rule_id, str)]


def select(rule_id: str | None, area: str | None, missing: bool, project: Path = PROJECT) -> list[RuleStatus]:
    """Rules by id, area and lack of a scenario or test; an unknown id or area is bad input."""
    rows = rule_status(project)
    if rule_id is not None and rule_id not in (ids := [row.rule.id for row in rows]):
        known = {row.rule.area for row in rows}
        ids = [*near_words(rule_id, SWITCHES, 2), *ids]
        more = f"; the whole area: lab rules --area {rule_id}" if rule_id in known else ""
        likely = f"{_nearest(rule_id, ids)}{more}"
        raise VariantError(f"variants/ledger.toml: there is no rule '{rule_id}'; allowed: {likely}")
    if area is not None and area not in (areas := sorted({row.rule.area for row in rows})):
        raise VariantError(f"variants/ledger.toml: there is no area '{area}'; allowed: {', '.join(areas)}")
    rows = [row for row in rows if rule_id in (None, row.rule.id) and area in (None, row.rule.area)]
    return [row for row in rows if row.missing or not missing]


def sheet_lines(rule: LedgerRule) -> str:
    """Where a rule stands: the sheets by name with their lines."""
    found: dict[str, list[str]] = {}
    for place in rule.lines.split():
        found.setdefault(sheets().get(place[0], place[0]), []).append(place[1:])
    return "; ".join(f"{sheet} {', '.join(places)}" for sheet, places in found.items())


def by_area(rows: Iterable[RuleStatus]) -> dict[str, list[RuleStatus]]:
    """Rules grouped by area, in the order in which the areas first appear."""
    groups: dict[str, list[RuleStatus]] = {}
    for row in rows:
        groups.setdefault(row.rule.area, []).append(row)
    return groups


def _nearest(rule_id: str, ids: list[str]) -> str:
    inside = sorted((known for known in ids if rule_id.lower() in known), key=lambda known: known.find(rule_id.lower()))
    close = inside + [i for i in near_words(rule_id, ids, 3) if i not in inside]
    family = [known for known in ids if known.split(".")[0] == rule_id.split(".")[0] and known not in close]
    return ", ".join((close + family)[:8]) or "the ids that `lab rules` prints"
