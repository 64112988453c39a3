"""Outside agents: anything with `choose(view, options) -> int`, named by its import path `package.module:Name`.

`Name` is a class or a function that is called without arguments, once for each game and seat, or an
object, which is copied as often. So a game depends on nothing but its number, whoever plays it. An
agent that is expensive to make has a method `new_game(seat, seed)`: it is then made once for each worker
and seat, is told when a game begins, and must forget the one before. `seed` is its own for this game
and seat: an agent that throws dice by it plays the same game again.
"""

from __future__ import annotations

import ast
import copy
import hashlib
import importlib
import importlib.util
import operator
import os
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lab.agents.personas import is_outside
from lab.errors import BadInput

if TYPE_CHECKING:
    from engine.table import Option
    from engine.view import View

SECONDS = 10.0
"""Longest time for one choice of an outside agent in a run."""
LONGEST = 80
"""Characters of a foreign value or message that a sentence repeats."""


class BadAgent(BadInput):
    """An outside agent that cannot be used, or did what it may not: one sentence."""


def load_agent(name: str) -> Any:
    """What an import path names; the current folder is searched last."""
    module, _, attribute = name.partition(":")
    _search_here()
    try:
        found = importlib.import_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever foreign code does when it is imported
        missing = isinstance(error, ModuleNotFoundError) and (error.name or "") in _parents(module)
        why = f"there is no module '{error.name}'" if missing else f"importing {module} {_raised(error)}"  # type: ignore[attr-defined]
        raise BadAgent(f"agent '{name}': {why}; allowed: a module on the import path or in {os.getcwd()}") from None
    if not hasattr(found, attribute):
        known = [n for n, v in vars(found).items() if hasattr(v, "choose")]
        raise BadAgent(f"agent '{name}': {module} has no '{attribute}'; allowed: {', '.join(known) or 'none is there'}")
    thing = getattr(found, attribute)
    if not hasattr(thing, "choose") and (isinstance(thing, type) or not callable(thing)):
        raise BadAgent(f"agent '{name}': {_shown(thing)} has no method choose; allowed: {_ALLOWED}")
    return thing


def make_agent(name: str, thing: Any) -> Any:
    """An agent of its own from what an import path names."""
    ready = not isinstance(thing, type) and hasattr(thing, "choose")
    try:
        agent = copy.deepcopy(thing) if ready else thing()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever foreign code does
        doing = "copying it" if ready else "calling it without arguments"
        raise BadAgent(f"agent '{name}': {doing} {_raised(error)}; allowed: {_ALLOWED}") from None
    if not callable(getattr(agent, "choose", None)):
        raise BadAgent(f"agent '{name}': {_shown(agent)} has no method choose; allowed: {_ALLOWED}")
    return agent


_ALLOWED = "a class or function that takes no arguments, or an object, with a method choose(view, options)"


class OutsideAgents:
    """The outside agents of one worker, by seat."""

    def __init__(self, names: Sequence[str]) -> None:
        self.things = {name: load_agent(name) for name in dict.fromkeys(names)}
        self._kept: dict[tuple[str, int], Any] = {}

    def sit(self, seats: Mapping[int, str], seed: int, game: int) -> dict[int, Any]:
        """An agent for every seat of a game, given the name of each; nothing of an earlier game is left in it."""
        return {seat: self._sit(name, seat, seed, game) for seat, name in seats.items()}

    def _sit(self, name: str, seat: int, seed: int, game: int) -> Any:
        agent = self._kept.get((name, seat)) or make_agent(name, self.things[name])
        if callable(getattr(agent, "new_game", None)):
            self._kept[name, seat] = agent
            try:
                agent.new_game(seat, agent_seed(seed, game, seat))
            except KeyboardInterrupt:
                raise
            except BaseException as error:  # whatever foreign code does
                raise BadAgent(f"agent '{name}', game {game}: new_game({seat}, seed) {_raised(error)}") from None
        return agent


def agent_seed(seed: int, game: int, seat: int) -> int:
    """Randomness for one agent in one game: a number that tells nothing about the order of the cards."""
    digest = hashlib.blake2b(f"agent/{seed}/{game}/{seat}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


def ask_agent(agent: Any, view: View, options: Sequence[Option], where: Callable[[], str]) -> int:
    """Position of the option an agent takes; `where` says for an error who sits where in which turn."""
    n = len(options)
    try:
        answer = agent.choose(view, options)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever foreign code does
        raise BadAgent(f"{where()}: choose {_raised(error)}; allowed: to return {_positions(n)}") from None
    position = _position(answer)
    if position is None or not 0 <= position < n:
        raise BadAgent(f"{where()}: choose returned {_shown(answer)}; allowed: {_positions(n)}")
    return position


class Checked:
    """An outside agent whose answers are checked, at a table stepped in this process: nothing limits its time."""

    def __init__(self, name: str, agent: Any) -> None:
        self.name, self.agent = name, agent

    def choose(self, view: View, options: Sequence[Option]) -> int:
        """Position of the option it takes; a BadAgent if there is none."""
        where = f"agent '{self.name}', turn {view.turn}, seat {view.seat}"
        return ask_agent(self.agent, view, options, lambda: where)


def seated(names: Sequence[str], seed: int, game: int) -> dict[int, Checked]:
    """The outside agents among the players of one game, ready to play, by seat."""
    seats = {seat: name for seat, name in enumerate(names) if is_outside(name)}
    agents = OutsideAgents(list(seats.values())).sit(seats, seed, game)
    return {seat: Checked(seats[seat], agent) for seat, agent in agents.items()}


def _position(answer: Any) -> int | None:
    if isinstance(answer, bool):
        return None
    try:
        return operator.index(answer)
    except Exception:  # a foreign object may do anything here
        return None


def _positions(n: int) -> str:
    return f"a whole number from 0 to {n - 1}, the position of an option"


def _shown(value: Any) -> str:
    try:
        text = " ".join(repr(value).split())
    except Exception:  # a foreign object may do anything here
        text = f"an object of type {type(value).__name__}"
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def _raised(error: BaseException) -> str:
    says = " ".join(str(error).split())
    says = f": {says if len(says) <= LONGEST else says[: LONGEST - 3] + '...'}" if says else ""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if not f.filename.startswith("<frozen")]
    last = frames[-1] if frames and frames[-1].filename != __file__ else None
    at = f" ({Path(last.filename).name}, line {last.lineno})" if last else ""
    return f"raised {type(error).__name__}{says}{at}"


def _search_here() -> None:
    here = os.getcwd()
    if here not in sys.path and "" not in sys.path:
        sys.path.append(here)


def _parents(module: str) -> list[str]:
    parts = module.split(".")
    return [".".join(parts[: i + 1]) for i in range(len(parts))]


def code_hash(name: str) -> str:
    """Fingerprint of an agent's source: its module, and what that imports from the folder it lies in."""
    load_agent(name)
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


_PARSING = threading.Lock()
"""Python 3.11 cannot build two syntax trees at once."""

INSTALLED = {"site-packages", "dist-packages"}
"""Folders of installed packages: their versions are not an agent's own code."""


def _home(module: str) -> Path | None:
    """Folder in which the outermost package or module of a name lies; found without importing anything."""
    top = module.partition(".")[0]
    try:
        spec = importlib.util.find_spec(top)
    except (ImportError, ValueError):
        return None
    if spec is None:
        return None
    folders = list(spec.submodule_search_locations or ())
    home = Path(folders[0]).resolve() if folders else Path(spec.origin or "").resolve()
    # An installed package is a folder of its own; of others the folder around them is meant, with their neighbours.
    return home if folders and home.parent.name in INSTALLED else home.parent


def _origin(module: str) -> Path | None:
    """File of a module; nothing if it has none, or if looking for it fails."""
    try:
        spec = importlib.util.find_spec(module)
    except Exception:  # a parent that cannot be imported is no source either
        return None
    path = Path(spec.origin).resolve() if spec and spec.origin and spec.has_location else None
    return path if path and path.is_file() else None


def _imports(module: str, path: Path) -> Iterator[str]:
    """Names of the modules that a source file may import."""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    try:
        with _PARSING:
            tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError):
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
