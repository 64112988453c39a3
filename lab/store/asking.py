"""Questions in SQL: they only read, so nobody changes a file of anybody's disk by asking; and what they read."""

from __future__ import annotations

import re
from typing import Any

from lab.errors import BadInput
from lab.store.tables import TABLES
from lab.store.views import OVER

READS = ("SELECT", "MULTI")
"""Kinds of statements that read: SELECT, FROM, WITH, VALUES, DESCRIBE, SUMMARIZE, SHOW; and PIVOT."""
EXPLAINED = re.compile(r"\s*EXPLAIN(\s+ANALYZE)?(\s*\([^)]*\))?\s", re.IGNORECASE)
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
