"""The source of an outside agent, found and fingerprinted without importing a line of it."""

from __future__ import annotations

import ast
import hashlib
import importlib
import importlib.util
import os
import sys
import threading
from collections.abc import Iterator
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path

_PARSING = threading.Lock()
"""Python 3.11 cannot build two syntax trees at once."""

INSTALLED = {"site-packages", "dist-packages"}
"""Folders of installed packages: their versions are not an agent's own code."""


def search_here() -> None:
    """Let the current folder be searched for modules, last of all."""
    here = os.getcwd()
    if here not in sys.path and "" not in sys.path:
        sys.path.append(here)


def code_hash(name: str) -> str:
    """Fingerprint of an agent's source: its module, and what that imports from the folder it lies in."""
    search_here()
    importlib.invalidate_caches()  # it may have been written a moment ago
    digest = hashlib.sha256(name.encode())
    for path in sorted(_sources(name.partition(":")[0])):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _sources(module: str) -> set[Path]:
    home = _home(module)
    found, todo = set[Path](), [module]
    while home and todo:
        name = todo.pop()
        if name != module and _home(name) != home:
            continue
        path = _origin(name)
        if path is None or path in found or home not in path.parents or INSTALLED & {*path.relative_to(home).parts}:
            continue
        found.add(path)
        if path.suffix == ".py":
            todo += _imports(name, path)
    return found


def _home(module: str) -> Path | None:
    """Folder in which the outermost package or module of a name lies."""
    spec = _outermost(module)
    if spec is None:
        return None
    folders = list(spec.submodule_search_locations or ())
    home = Path(folders[0]).resolve() if folders else Path(spec.origin or "").resolve()
    # An installed package is a folder of its own; of others the folder around them is meant, with their neighbours.
    return home if folders and home.parent.name in INSTALLED else home.parent


def _outermost(module: str) -> ModuleSpec | None:
    try:
        return importlib.util.find_spec(module.partition(".")[0])
    except (ImportError, ValueError):
        return None


def _origin(module: str) -> Path | None:
    """File of a module; nothing if it has none. `find_spec` of a dotted name would import the packages around it."""
    spec = _outermost(module)
    for part in module.split(".")[1:]:
        folders = spec.submodule_search_locations if spec else None
        spec = PathFinder.find_spec(part, list(folders)) if folders else None
    path = Path(spec.origin).resolve() if spec and spec.origin and spec.has_location else None
    return path if path and path.is_file() else None


def _imports(module: str, path: Path) -> Iterator[str]:
    """Names of the modules that a source file may import."""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    try:
        with _PARSING:
            tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".") if package else []
            above = ".".join(parts[: len(parts) - node.level + 1]) if node.level else ""
            source = ".".join(filter(None, [above, node.module or ""]))
            yield source
            yield from (f"{source}.{alias.name}" for alias in node.names if source)
