"""Outside agents: anything with `choose(view, options) -> int`, named by its import path `package.module:Name`.

`Name` is a class or a function that is called without arguments, once for each game and seat, or an
object, which is copied as often. So a game depends on nothing but its number, whoever plays it. An
agent that is expensive to make has a method `new_game(seat, seed)`: it is then made once for each worker
and seat, is told when a game begins, and must forget the one before. `seed` is its own for this game
and seat: an agent that throws dice by it plays the same game again.

The functions that run foreign code are called in the agent's own process only: `lab.agents.agent_process`.
What they raise says what the agent did; whoever watches that process says which agent, and where.
"""

from __future__ import annotations

import copy
import hashlib
import importlib
import operator
import os
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lab.agents.agent_source import search_here
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
    search_here()
    try:
        found = importlib.import_module(module)
    except BaseException as error:  # whatever foreign code does when it is imported
        missing = isinstance(error, ModuleNotFoundError) and (error.name or "") in _parents(module)
        why = f"there is no module '{error.name}'" if missing else f"importing {module} {raised(error)}"  # type: ignore[attr-defined]
        raise BadAgent(f"{why}; allowed: a module on the import path or in {os.getcwd()}") from None
    if not hasattr(found, attribute):
        known = [n for n, v in vars(found).items() if hasattr(v, "choose")]
        raise BadAgent(f"{module} has no '{attribute}'; allowed: {', '.join(known) or 'none is there'}")
    thing = getattr(found, attribute)
    if not hasattr(thing, "choose") and (isinstance(thing, type) or not callable(thing)):
        raise BadAgent(f"{shown(thing)} has no method choose; allowed: {_ALLOWED}")
    return thing


def make_agent(thing: Any) -> Any:
    """An agent of its own from what an import path names."""
    ready = not isinstance(thing, type) and hasattr(thing, "choose")
    try:
        agent = copy.deepcopy(thing) if ready else thing()
    except BaseException as error:  # whatever foreign code does
        doing = "copying it" if ready else "calling it without arguments"
        raise BadAgent(f"{doing} {raised(error)}; allowed: {_ALLOWED}") from None
    if not callable(getattr(agent, "choose", None)):
        raise BadAgent(f"{shown(agent)} has no method choose; allowed: {_ALLOWED}")
    return agent


_ALLOWED = "a class or function that takes no arguments, or an object, with a method choose(view, options)"


class Sitting:
    """One outside agent in the seats it has: an object of its own in each."""

    def __init__(self, thing: Any) -> None:
        self.thing = thing
        self.at: dict[int, Any] = {}
        self._kept: dict[int, Any] = {}

    def sit(self, seeds: Mapping[int, int]) -> None:
        """Sit down in the seats of a game, each with its seed; nothing of an earlier game is left."""
        self.at = {}
        self.at = {seat: self._sit(seat, seed) for seat, seed in seeds.items()}

    def _sit(self, seat: int, seed: int) -> Any:
        agent = self._kept.get(seat)
        if agent is None:
            agent = make_agent(self.thing)
        if callable(getattr(agent, "new_game", None)):
            self._kept[seat] = agent
            try:
                agent.new_game(seat, seed)
            except BaseException as error:  # whatever foreign code does
                raise BadAgent(f"new_game({seat}, seed) {raised(error)}; allowed: to get ready for a game") from None
        return agent


def agent_seed(seed: int, game: int, seat: int) -> int:
    """Randomness for one agent in one game: a number that tells nothing about the order of the cards."""
    digest = hashlib.blake2b(f"agent/{seed}/{game}/{seat}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


def ask_agent(agent: Any, view: View, options: Sequence[Option]) -> int:
    """Position of the option an agent takes."""
    n = len(options)
    try:
        answer = agent.choose(view, options)
    except BaseException as error:  # whatever foreign code does
        raise BadAgent(f"choose {raised(error)}; allowed: to return {positions(n)}") from None
    position = _position(answer)
    if position is None or not 0 <= position < n:
        raise BadAgent(f"choose returned {shown(answer)}; allowed: {positions(n)}")
    return position


def _position(answer: Any) -> int | None:
    if isinstance(answer, bool):
        return None
    try:
        return int(operator.index(answer))
    except BaseException:  # a foreign object may do anything here
        return None


def positions(n: int) -> str:
    """What a choice among `n` options may be, in words."""
    return f"a whole number from 0 to {n - 1}, the position of an option"


def shown(value: Any) -> str:
    """A foreign value for a sentence, whatever it does when it is shown."""
    try:
        return cut(repr(value))
    except BaseException:  # a foreign object may do anything here
        return f"an object of type {_type(value)}"


def raised(error: BaseException) -> str:
    """A foreign exception for a sentence: its type, its message if it has one that can be read, its line."""
    try:
        says = cut(str(error))
    except BaseException:  # a foreign exception may do anything here
        says = "a message that cannot be read"
    try:
        frames = [f for f in traceback.extract_tb(error.__traceback__) if not f.filename.startswith("<frozen")]
        last = frames[-1] if frames and frames[-1].filename != __file__ else None
        at = f" ({Path(last.filename).name}, line {last.lineno})" if last else ""
    except BaseException:  # so may its traceback
        at = ""
    return f"raised {_type(error)}{f': {says}' if says else ''}{at}"


def _type(value: Any) -> str:
    try:
        return cut(str(type.__dict__["__name__"].__get__(type(value))))
    except BaseException:  # so may its class
        return "unknown"


def cut(text: str, most: int = LONGEST) -> str:
    """A foreign text in one line of characters that can be printed, cut at `most`."""
    start = "".join(c if c.isprintable() else " " for c in text[: 10 * most])
    words = " ".join(start.split())
    return words if len(words) <= most and len(text) <= 10 * most else words[: most - 3] + "..."


def _parents(module: str) -> list[str]:
    parts = module.split(".")
    return [".".join(parts[: i + 1]) for i in range(len(parts))]
