"""Questions in SQL that only read: nobody changes a file of a store, or of anybody's disk, by asking."""

from __future__ import annotations

import re
from typing import Any

from lab.errors import BadInput

READS = ("SELECT", "MULTI")
"""Kinds of statements that read: SELECT, FROM, WITH, VALUES, DESCRIBE, SUMMARIZE, SHOW; and PIVOT."""
EXPLAINED = re.compile(r"\s*EXPLAIN(\s+ANALYZE)?(\s*\([^)]*\))?\s", re.IGNORECASE)
ALLOWED = "SELECT, FROM, WITH, PIVOT, DESCRIBE, SHOW and EXPLAIN of these; --csv prints what a file may keep"


def check_reads(connection: Any, sql: str) -> None:
    """Refuse a statement that writes, attaches, installs or sets anything; `connection` is DuckDB's."""
    for statement in connection.extract_statements(sql):
        kind = statement.type.name
        if kind == "EXPLAIN" and (found := EXPLAINED.match(statement.query)):
            check_reads(connection, statement.query[found.end() :])
        elif kind not in READS:
            raise BadInput(f"query: {kind} does more than read; allowed: {ALLOWED}")
