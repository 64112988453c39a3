"""How far a command is: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from lab.commands._output import console
from lab.interrupt import told_to_stop

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress as Bar
    from rich.progress import ProgressColumn

    from lab.runs.runner import Progress

ANSWERS, MOST_ANSWERS = 1.0, 8
"""Seconds between two answers so far on a terminal, and how many lines of them are told there."""
DEAR = 20
"""An answer so far is looked up again after so many times as long as it took, so that it takes little from playing."""
PLAIN_LINES = 15.0
"""Seconds between two lines of progress where the output is no terminal."""

SoFar = Callable[[], Sequence[str]]
"""What can be said of the answer at any time, a line each."""


@contextmanager
def shown_progress(screen: Console, so_far: SoFar = list) -> Iterator[Progress]:
    """A bar on a terminal, with what the games say so far; elsewhere a line now and then."""
    with _left_behind(screen, so_far):
        if not screen.is_terminal:
            yield _lines(screen)
            return
        from rich.progress import BarColumn, MofNCompleteColumn

        with _live(screen, ("games", BarColumn(), MofNCompleteColumn(), "{task.fields[pace]}"), so_far) as (bar, look):
            task = bar.add_task("", total=None, pace="")

            def show(done: int, total: int, rate: float, left: float) -> None:
                bar.update(task, completed=done, total=total, pace=pace(rate, left))
                look()

            yield show


@contextmanager
def shown_bar(what: str, total: int, so_far: SoFar = list) -> Iterator[Callable[[int], None]]:
    """A bar on a terminal, a line now and then elsewhere: for what takes seconds."""
    screen = console(stderr=True)
    with _left_behind(screen, so_far):
        if not screen.is_terminal:
            last = time.monotonic()

            def tell(done: int) -> None:
                nonlocal last
                if time.monotonic() - last >= PLAIN_LINES:
                    last = time.monotonic()
                    screen.print(f"{what}: {done:,} of {total:,}", markup=False)

            yield tell
            return
        from rich.progress import BarColumn, MofNCompleteColumn, TimeRemainingColumn

        columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with _live(screen, columns, so_far) as (bar, look):
            task = bar.add_task(what, total=total)

            def show(done: int) -> None:
                bar.update(task, completed=done)
                look()

            yield show


@contextmanager
def _left_behind(screen: Console, so_far: SoFar) -> Iterator[None]:
    """Whoever interrupts keeps the answer so far, whatever the code that was interrupted made of it."""
    try:
        yield
    except BaseException as error:
        if told_to_stop() or isinstance(error, KeyboardInterrupt):
            for line in so_far():
                screen.print(f"So far: {line}", markup=False, highlight=False)
        raise


@contextmanager
def _live(
    screen: Console, columns: Sequence[str | ProgressColumn], so_far: SoFar
) -> Iterator[tuple[Bar, Callable[[], None]]]:
    """A bar with the answer so far below it, and what looks the answer up when it is time."""
    from rich.console import Group
    from rich.live import Live
    from rich.progress import Progress as Bar
    from rich.text import Text

    bar, due = Bar(*columns, console=screen), time.monotonic() + ANSWERS
    with Live(bar, console=screen, transient=True) as live:

        def look() -> None:
            nonlocal due
            begun = time.monotonic()
            if begun >= due:
                live.update(Group(bar, *(Text(line, style="dim") for line in so_far()[:MOST_ANSWERS])))
                ended = time.monotonic()
                due = ended + max(ANSWERS, DEAR * (ended - begun))

        yield bar, look


def _lines(screen: Console) -> Callable[[int, int, float, float], None]:
    last = time.monotonic()

    def show(done: int, total: int, rate: float, left: float) -> None:
        nonlocal last
        if time.monotonic() - last >= PLAIN_LINES:
            last = time.monotonic()
            screen.print(f"{done} of {total} games, {pace(rate, left)}")

    return show


def pace(rate: float, left: float) -> str:
    """Games per second and time left, in words."""
    if not rate:
        return "starting"
    minutes, seconds = divmod(round(left), 60)
    return f"{rate:,.0f} games/s, {minutes}:{seconds:02d} left"
