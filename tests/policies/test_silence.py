"""Players think without a trace: nothing that weighs options leads to a function that writes an event."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PLAYS_ON = ("engine.next_question", "next_question")
"""The one way out: a search plays a copy of the game, whose events are its own."""

Name = tuple[str, str]


def calls() -> dict[Name, set[Name]]:
    """What every function of the engine names of the functions of the engine."""
    named: dict[Name, set[str]] = {}
    imported: dict[Name, Name] = {}
    for path in sorted((ROOT / "engine").rglob("*.py")):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                imported |= {(module, a.asname or a.name): (node.module, a.name) for a in node.names}
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                named[module, node.name] = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
    found = {}
    for (module, function), names in named.items():
        targets = {imported.get((module, name), (module, name)) for name in names}
        found[module, function] = {t for t in targets if t in named}
    return found


def way(graph: dict[Name, set[Name]], start: Name, end: Name) -> list[Name]:
    """The shortest way from a function to another one; empty if there is none."""
    ways = [[start]]
    seen = {start, PLAYS_ON}
    for steps in ways:
        if steps[-1] == end:
            return steps
        for further in sorted(graph[steps[-1]] - seen):
            seen.add(further)
            ways.append([*steps, further])
    return []


def test_no_player_writes_an_event_while_thinking() -> None:
    graph, writes = calls(), ("engine.records.log", "emit")
    thinking = [name for name in graph if name[0].startswith("engine.policies.")]
    assert ("engine.policies.endgame", "winners") in thinking
    assert way(graph, ("engine.board.final_tally", "check_victory"), writes)  # what does write is found
    assert [
        " -> ".join(".".join(step) for step in found) for name in thinking if (found := way(graph, name, writes))
    ] == []
