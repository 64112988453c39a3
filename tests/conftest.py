"""Fixtures that all tests may use."""

from __future__ import annotations

import os
import signal

import polars as pl
import pytest

if os.environ.get("LAB_MUTATION"):  # `lab rules --mutate` shows the tests what no scenario noticed
    from lab.scenarios.rule_mutation import plant

    plant(os.environ["LAB_MUTATION"])

os.environ.pop("COLUMNS", None)  # tests print as into a pipe, whatever the terminal or the runner says of its width

os.fsync = lambda _file: None  # what tests store need not outlive a power cut

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # begun in the background: what tests start must hear signals
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:  # and under nohup
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

MANY = 500
"""Tests from which the whole engine is needed: then it is compiled on all cores before the first one."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """An option of tests/test_goldens.py."""
    parser.addoption("--renew-goldens", action="store_true", help="Play the goldens again and rewrite tests/golden.")


def pytest_sessionstart(session: pytest.Session) -> None:
    """With several processes (`pytest -n 2`) the one that deals out the tests compiles the engine for all of them."""
    if getattr(session.config.option, "numprocesses", None):
        from engine.loop.warm import compile_all

        compile_all()


def pytest_collection_finish(session: pytest.Session) -> None:
    """Compile the engine ahead of a whole run; a few tests compile what they need themselves."""
    if len(session.items) > MANY and not session.config.option.collectonly:
        from engine.loop.warm import compile_all

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

    def __init__(self, **tables: pl.DataFrame) -> None:
        self.tables = tables

    def table(self, name: str, run: str | None = None) -> pl.LazyFrame:
        """One table, or its rows of one run; cards are those of all runs."""
        if name == "fault" and name not in self.tables:
            from lab.store.stored_tables import empty_frame

            return empty_frame("fault").lazy()
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

    def results(self, run: str) -> None:
        """Nothing is kept of what is written by hand."""


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
