"""Questions in SQL: they only read, so nobody changes a file of anybody's disk by asking; and what they read.

Work of a database that can be stopped: whoever waits for it hears signals all the time.

A database that computes in threads of its own returns to Python when it is done, and only then would Python run what a
signal asks for. So it works in a thread, and the one that hears signals does nothing but wait.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from lab.errors import BadInput
from lab.store.store_views import OVER
from lab.store.stored_tables import TABLES

READS = ("SELECT", "MULTI")
"""Kinds of statements that read: SELECT, FROM, WITH, VALUES, DESCRIBE, SUMMARIZE, SHOW; and PIVOT."""
EXPLAINED = re.compile(r"(\s|/\*.*?\*/|--[^\n]*\n)*EXPLAIN(\s+ANALYZE)?(\s*\([^)]*\))?\s", re.IGNORECASE | re.DOTALL)
"""What stands before the statement that is explained; comments too, which DuckDB leaves there or not."""
ALLOWED = "SELECT, FROM, WITH, PIVOT, DESCRIBE, SHOW and EXPLAIN of these; --csv prints what a file may keep"

MADE_UP = re.compile(r"\bquery(_table)?\b", re.IGNORECASE)
"""Functions of DuckDB that take the name of a table, or a question, from a text that is made while they run."""


def check_reads(connection: Any, sql: str) -> None:
    """Refuse a statement that writes, attaches, installs or sets anything; `connection` is DuckDB's."""
    for statement in connection.extract_statements(sql):
        kind = statement.type.name
        if kind == "EXPLAIN" and (found := EXPLAINED.match(statement.query)):
            check_reads(connection, statement.query[found.end() :])
        elif kind not in READS:
            raise BadInput(f"query: {kind} does more than read; allowed: {ALLOWED}")


def tables_read(connection: Any, sql: str, unclear: type[Exception]) -> set[str]:
    """Tables of a store that a question reads; where nobody can tell, those that it may.

    `connection` is DuckDB's and has no view yet: then it tells the names that stand for tables, or raises `unclear`.
    """
    found: set[str] = set()
    for statement in connection.extract_statements(sql):
        try:
            found |= connection.get_table_names(statement.query)
        except unclear:  # it knows no column here, and has to know those of a join by name
            found |= _words(statement.query)
    return {table for name in map(str.lower, found) for table in OVER.get(name, (name,)) if table in TABLES}


def _words(sql: str) -> set[str]:
    """Names of tables and views that a text holds, all of them if it can make up more."""
    known = {*TABLES, *OVER}
    return known if MADE_UP.search(sql) else {word for word in known if re.search(rf"\b{word}\b", sql, re.IGNORECASE)}


Answer = TypeVar("Answer")

LOOK = 1.0
"""Seconds of one wait: not every system ends a wait without end when a signal comes."""
NUDGE = 0.1
"""Seconds between two attempts to stop it: one that comes before a statement has begun is forgotten."""
PATIENCE = 3.0
"""Seconds after which a database that does not stop is left to itself; it ends with the process."""


def stoppable(connection: Any, work: Callable[[], Answer]) -> Answer:
    """What `work` returns or raises, done with a connection (DuckDB's) that is interrupted when this thread is."""
    answers: list[Answer] = []
    faults: list[BaseException] = []
    ended = threading.Event()  # a join that a signal ends takes the thread for one that has ended

    def run() -> None:
        try:
            answers.append(work())
        except BaseException as fault:
            faults.append(fault)
        finally:
            ended.set()

    try:
        threading.Thread(target=run, daemon=True).start()
        while not ended.wait(LOOK):
            pass
    except BaseException:
        _stop(connection, ended)
        raise
    if faults:
        raise faults[0]
    return answers[0]


def _stop(connection: Any, ended: threading.Event) -> None:
    """Interrupt a connection until what was asked of it has ended."""
    for _ in range(round(PATIENCE / NUDGE)):
        connection.interrupt()
        if ended.wait(NUDGE):
            return
