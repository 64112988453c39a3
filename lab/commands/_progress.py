"""How far a command is: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from lab.commands._output import console

if TYPE_CHECKING:
    from rich.console import Console

    from lab.runs.runner import Progress

ANSWERS, MOST_ANSWERS = 1.0, 6
"""Seconds between two answers so far on a terminal, and how many arms are told there."""
PLAIN_LINES = 15.0
"""Seconds between two lines of progress where the output is no terminal."""


@contextmanager
def shown_progress(screen: Console, so_far: Callable[[], Sequence[str]] = list) -> Iterator[Progress]:
    """A bar on a terminal, with what the games say so far; elsewhere a line now and then."""
    if not screen.is_terminal:
        yield _lines(screen)
        return
    from rich.console import Group
    from rich.live import Live
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bar
    from rich.text import Text

    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[pace]}"))
    bar, looked = Bar(*columns, console=screen), time.monotonic()
    task = bar.add_task("games", total=None, pace="")
    with Live(bar, console=screen, transient=True) as live:

        def show(done: int, total: int, rate: float, left: float) -> None:
            nonlocal looked
            bar.update(task, completed=done, total=total, pace=pace(rate, left))
            if time.monotonic() - looked >= ANSWERS:
                live.update(Group(bar, *(Text(line, style="dim") for line in so_far()[:MOST_ANSWERS])))
                looked = time.monotonic()

        yield show


@contextmanager
def shown_bar(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on a terminal, a line now and then elsewhere: for what takes seconds."""
    screen = console(stderr=True)
    if not screen.is_terminal:
        last = time.monotonic()

        def tell(done: int) -> None:
            nonlocal last
            if time.monotonic() - last >= PLAIN_LINES:
                last = time.monotonic()
                screen.print(f"{what}: {done:,} of {total:,}", markup=False)

        yield tell
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, console=screen, transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)


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
