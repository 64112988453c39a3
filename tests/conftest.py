"""Fixtures that all tests may use."""

from __future__ import annotations

import gc
import os
import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

if "PYTEST_XDIST_WORKER" in os.environ:  # a process for each core: threads of their own would wait for each other
    os.environ.update(POLARS_MAX_THREADS="1", OMP_NUM_THREADS="1")

import polars as pl
import polars.selectors as cs

if os.environ.get("LAB_MUTATION"):  # `lab rules --mutate` shows the tests what no scenario noticed
    from lab.scenarios.rule_mutation import plant

    plant(os.environ["LAB_MUTATION"])

os.environ.pop("COLUMNS", None)  # tests print as into a pipe, whatever the terminal or the runner says of its width

os.fsync = lambda _file: None  # what tests store need not outlive a power cut

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # begun in the background: what tests start must hear signals
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:  # and under nohup
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

TESTS = Path(__file__).resolve().parent
DEEP = TESTS / "deep"
BROWSER = TESTS / "browser"

MANY = 500
"""Tests from which the whole engine is needed: then it is compiled on all cores before the first one."""

IS_DEEP = pytest.StashKey[bool]()
COMPILING = pytest.StashKey[Thread]()

LONGEST = 5.0
"""CPU seconds of a test that plain `pytest` runs; what takes longer is warned of and belongs into tests/deep."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Which tests: without a word the core, minutes; an option of tests/test_goldens.py."""
    parser.addoption("--deep", action="store_true", help="Everything that plain pytest leaves out.")
    parser.addoption("--all", action="store_true", help="What plain pytest runs, and --deep.")
    parser.addoption("--renew-goldens", action="store_true", help="Play the goldens again and rewrite tests/golden.")


def named(config: pytest.Config) -> list[Path]:
    """The files and folders of tests that the command line names."""
    if config.args_source is not pytest.Config.ArgsSource.ARGS:
        return []
    paths = [Path(config.invocation_params.dir, arg.split("::")[0]).resolve() for arg in config.args]
    return [path for path in paths if TESTS in path.parents]


def is_named(path: Path, config: pytest.Config) -> bool:
    """Whether a command line asks for a file by its name, or for a folder of deep tests around it."""
    return any(path == one or (DEEP in (one, *one.parents) and path.is_relative_to(one)) for one in named(config))


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """A few files are run in this process, and so is a browser; all else on all cores."""
    asked = any(word.startswith(("-n", "--numprocesses")) for word in config.invocation_params.args)
    few = named(config) and all(path.is_file() for path in named(config))
    alone = few or config.option.collectonly or config.option.markexpr == "browser"
    return 0 if alone and not asked else None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Sources and tests stay: looking through them for what may go takes a fifth of the time of collecting."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Deep tests are not even imported unless somebody asks for them, and with --deep nor is what has none."""
    if collection_path == BROWSER and config.option.markexpr == "not browser":
        return True
    if config.option.all:
        return None
    if collection_path == DEEP:
        inside = any(path.is_relative_to(DEEP) for path in named(config))
        return None if config.option.deep or inside else True
    if config.option.deep and collection_path.suffix == ".py" and not collection_path.is_relative_to(DEEP):
        return True if "mark.deep" not in collection_path.read_text(encoding="utf-8") else None
    return None


def is_deep(items: list[pytest.Item]) -> Iterator[bool]:
    """Of each test whether it is deep; `deep(but=3)` leaves three cases of a test in the core, evenly spaced."""
    cases = Counter(item.nodeid.partition("[")[0] for item in items)
    before: Counter[str] = Counter()
    for item in items:
        name = item.nodeid.partition("[")[0]
        deep, place = item.get_closest_marker("deep"), before[name]
        before[name] += 1
        but = deep.kwargs.get("but", 0) if deep else 0
        kept = {i * cases[name] // but for i in range(but)}
        yield item.path.is_relative_to(DEEP) or (deep is not None and place not in kept)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out deep tests, or with --deep all others; a deep test whose file is named is run."""
    left_out, chosen = [], []
    for item, deep in zip(items, [*is_deep(items)], strict=True):
        item.stash[IS_DEEP] = deep
        wanted = config.option.all or deep == config.option.deep or (deep and is_named(item.path, config))
        (chosen if wanted else left_out).append(item)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = chosen


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Say of a core test that it takes too long, with the processes it starts."""
    before = sum(os.times()[:4])
    try:
        return (yield)
    finally:
        took = sum(os.times()[:4]) - before
        if took > LONGEST and not item.stash.get(IS_DEEP, False):
            item.warn(pytest.PytestWarning(f"{item.nodeid} took {took:.1f} CPU seconds: tests/deep is for more than 5"))


def pytest_sessionstart(session: pytest.Session) -> None:
    """With several processes the one that deals out the tests compiles the engine for all, while the others collect."""
    if getattr(session.config.option, "numprocesses", None):
        from engine.loop.compile_ahead import compile_all

        session.config.stash[COMPILING] = Thread(target=compile_all, daemon=True)
        session.config.stash[COMPILING].start()


def pytest_xdist_node_collection_finished(node: Any) -> None:
    """No test is dealt out before the engine is compiled."""
    node.config.stash[COMPILING].join()


def pytest_collection_finish(session: pytest.Session) -> None:
    """Compile the engine ahead of a whole run; a few tests compile what they need themselves."""
    is_dealt_out = "PYTEST_XDIST_WORKER" in os.environ
    if len(session.items) > MANY and not session.config.option.collectonly and not is_dealt_out:
        from engine.loop.compile_ahead import compile_all

        compile_all()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What the tests of bad input tried, and what became of it."""
    reports = [report for kind in ("passed", "failed") for report in terminalreporter.getreports(kind)]
    said = [str(text) for report in reports for name, text in report.user_properties if name == "bad input"]
    if said:
        terminalreporter.section("bad input")
        for line in said:
            terminalreporter.write_line(line)


class TinyStore:
    """A store in memory with hand-written tables, for planted truths."""

    path = Path("in-memory")

    def __init__(self, **tables: pl.DataFrame) -> None:
        self.tables = tables

    def table(self, name: str, run: str | None = None) -> pl.LazyFrame:
        """One table, or its rows of one run; cards are those of all runs."""
        if name in ("fault", "level", "rule") and name not in self.tables:
            from lab.store.stored_tables import empty_frame

            return empty_frame(name).with_columns(cs.by_name("run_id", "arm").cast(pl.String)).lazy()
        frame = self.tables[name].lazy()
        return frame.filter(pl.col("run_id") == run) if run and "run_id" in self.tables[name].columns else frame

    def run_ids(self) -> list[str]:
        """Names of all runs."""
        held = [frame["run_id"] for frame in self.tables.values() if "run_id" in frame.columns]
        return sorted(set().union(*(map(str, runs) for runs in held)))

    def spec_text(self, run: str) -> str:
        """Nobody could play again what is written by hand."""
        return ""

    def unfinished(self, run: str) -> str:
        """All of it is there."""
        return ""

    def cited(self, run: str) -> str:
        """Nobody cites what is written by hand."""
        return ""

    def is_finished(self, run: str) -> bool:
        """Nothing is kept of what is written by hand."""
        return False


def _game(arm: str, game: int, **facts: object) -> dict[str, object]:
    row: dict[str, object] = {
        "run_id": "r", "arm": arm, "game": game, "turns": 60, "rounds": 20, "ending": "kill", "winners": [0],
        "n_winners": 1, "first_seat": 0, "decisions": 900, "combats": 30, "kills": 18, "flights": 10, "deaths": 2,
        "helps": 5, "lead_changes": 6, "reshuffles": 1, "bosses": 0,
    }  # fmt: skip
    return row | facts


def _seat(arm: str, game: int, seat: int, **facts: object) -> dict[str, object]:
    row: dict[str, object] = {
        "run_id": "r", "arm": arm, "game": game, "seat": seat, "agent": "balanced", "won": 0, "credit": 0.0,
        "final_level": 7, "kills": 5, "helps": 1, "deaths": 0, "levels_bought": 1, "curses": 2, "treasures": 20,
        "gold_in_play": 2000,
    }  # fmt: skip
    return row | facts


@pytest.fixture
def rows():
    """Builders of single rows: `game(arm, game, **facts)` and `seat(arm, game, seat, **facts)`."""
    return _game, _seat


@pytest.fixture
def tiny_store():
    """The class of stores with hand-written tables."""
    return TinyStore


@pytest.fixture
def share(request: pytest.FixtureRequest) -> float:
    """How much of its tries a test of bad input makes: with --all three times as many as otherwise."""
    return 0.15 if request.config.option.all else 0.05
