"""The views of a store in SQL: every table over its shards, with the types and the NULLs of `columns`.

A view of `lab.duckdb` names its folder in full, so it reads the same rows from any working folder. A store that was
moved or copied must not show what lies where it came from: the view compares the place of the database it stands in
with the place it was written for, and where nothing lies there any more, the missing file's name says so (`MOVED`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

import polars as pl

from engine.records.state import Zone
from lab.errors import BadInput
from lab.store.event_codes import AIMED_AT_PLAYERS, EVENT_KINDS, PUT_ON_CARDS, codes
from lab.store.parquet_files import is_plain
from lab.store.store_columns import FULL, SAYS, SEEN, WORD, Column, columns_of
from lab.store.stored_tables import ABOUT, FACTS, KEYS, TABLES

RUNS, SCHEMA, DOOR, MARK = "runs", ".schema", "lab.duckdb", "shard"
MOVED = "the store was moved or copied - any lab command that opens it where it is now, such as lab query, mends this"
"""Name of the folder of empty tables: DuckDB's error names it when a store has left its place."""

BESIDE = {"game_full": "VIEW", "exposure_named": "VIEW", "event_named": "VIEW", "event_kind": "TABLE", "code": "TABLE"}
"""What stands beside the tables of facts, and what it is."""
OVER = {
    "game_full": ("game", "arm", "run"), "exposure_named": ("exposure", "seat", "arm", "card"),
    "event_named": ("event", "seat", "arm", "card"),
}  # fmt: skip
"""Tables that the views among them read."""

LONG = ("level", "exposure", "event")
"""Tables so long that a packed file is told how to compress their columns."""
COMPRESSION = dict.fromkeys(
    ("run_id", "arm", "game", "turn", "round", "phase", "copy", "opening", "sold", "lost"), "rle"
) | {"kind": "uncompressed"}
"""How: columns that repeat from row to row, one whose bytes are full; the others are numbers of few bits."""


def sample(name: str) -> Path:
    """Place of the empty file of a table in its store: a pattern without a match is an error in DuckDB."""
    return Path(SCHEMA, MOVED, name, "none.parquet")


def door_views(root: Path) -> Iterator[str]:
    """Statements that make the views of a store's own `lab.duckdb`."""
    for name in TABLES:
        if not is_plain(root):
            yield _empty_view(name, _never(root))
            continue
        files = [_literal(f"{_escaped(root)}/{sample(name)}"), _literal(f"{_escaped(root)}/*/*/{name}/[!.]*.parquet")]
        yield _view(name, files, root, f" AND {_in_place(root)}")
    yield from named()
    yield from comments(dict.fromkeys(TABLES, "VIEW"))


def live_views(
    files: Mapping[str, Sequence[Path]], playing: Sequence[str], read: Collection[str] = tuple(TABLES)
) -> Iterator[str]:
    """Statements that make the same views for a connection in memory, of the committed files of each table.

    `playing` are the runs that somebody plays now. The files of a table that is not to be `read` are not opened: its
    view has the columns, and whoever asks it for rows gets an error, never rows that nobody has compared.
    """
    # Named one by one: what lies beside them, half a file or one that another system has put there, is not looked at.
    for name, places in files.items():
        if name not in read:
            yield _empty_view(name, _refused(f"{name} is not named as a table here; allowed: FROM {name}"))
            continue
        view = _view(name, [_literal(_escaped(place)) for place in places]) if places else _empty_view(name)
        yield _with_status(view, playing) if name == "run" and places else view
    yield from named()


def fenced(places: Sequence[Path] | None) -> Iterator[str]:
    """Statements after which a connection reads these folders and nothing else (None: anything), its settings fixed."""
    if places is not None:
        names = {str(place): None for place in places} | {_escaped(place): None for place in places}  # as views say it
        yield f"SET allowed_directories = [{', '.join(map(_literal, names))}]"
        yield "SET enable_external_access = false"
    yield "SET lock_configuration = true"


def _with_status(view: str, now: Sequence[str]) -> str:
    """The view of the runs, with what is true of each now, whatever a killed process left behind."""
    head, _, rows = view.partition(" AS ")
    played = f"run_id IN ({', '.join(map(_literal, now)) or 'NULL'})"
    status = f"CASE WHEN {played} AND status <> 'done' THEN 'running' WHEN status = 'running' THEN 'interrupted'"
    return f"{head} AS SELECT * REPLACE ({status} ELSE status END AS status) FROM ({rows})"


def named() -> Iterator[str]:
    """Statements that make what stands beside the tables: words for numbers, and views that use them."""
    for name, rows in (("event_kind", EVENT_KINDS), ("code", tuple(codes()))):
        columns = columns_of(name)
        values = ", ".join(f"({', '.join(_value(cell) for cell in row)})" for row in rows)
        cells = ", ".join(f"CAST({n} AS {c.type}) AS {n}" for n, c in columns.items())
        yield f"CREATE TABLE {name} AS SELECT {cells} FROM (VALUES {values}) AS rows({', '.join(columns)})"
    yield _joined("game_full", FULL, "game JOIN arm USING (run_id, arm) JOIN run USING (run_id)")
    known = "(SELECT DISTINCT ON (deck_hash, card) * FROM card) AS card USING (deck_hash, card)"
    seats = "seat USING (run_id, arm, game, seat)"
    yield _joined("exposure_named", SEEN, f"exposure JOIN arm USING (run_id, arm) LEFT JOIN {known} LEFT JOIN {seats}")
    yield event_named()


def _joined(view: str, columns: Mapping[str, tuple[str, str]], tables: str) -> str:
    """The statement that makes a view of columns of joined tables."""
    cells = ", ".join(f'"{table}"."{column}" AS "{name}"' for name, (table, column) in _there(columns).items())
    return f"CREATE VIEW {view} AS SELECT {cells} FROM {tables}"


def packed_file(files: Mapping[str, Sequence[Path]], to: str) -> Iterator[str]:
    """Statements that copy the tables in these files into a database, and make what stands beside them there."""
    yield "USE memory"
    # Files side by side have no order to keep; to keep it DuckDB would put the ends of all of them together anew.
    yield "SET preserve_insertion_order = false"
    for name, places in files.items():
        yield _view(name, [_literal(_escaped(place)) for place in places]) if places else _empty_view(name)
    yield from packed_tables(to)
    yield f"USE {to}"
    yield from named()
    yield from comments(dict.fromkeys(TABLES, "TABLE"))


def packed_tables(to: str) -> Iterator[str]:
    """Statements that copy every table of a connection with views into a database.

    Words of facts become enumerations: half the work and the size of strings, and all tables join by the same ones.
    """
    words = {"run_id": ["run"], "arm": ["arm"]}
    for name, columns in FACTS.items():
        for column in columns:
            if column not in KEYS and columns_of(name)[column].type == WORD:
                words.setdefault(column, []).append(name)
    for word, tables in words.items():
        found = " UNION ".join(f'SELECT DISTINCT "{word}" FROM "{name}" WHERE "{word}" IS NOT NULL' for name in tables)
        yield f'CREATE TYPE {to}."{word}_word" AS ENUM (SELECT * FROM ({found}) ORDER BY 1)'
    for name, columns in TABLES.items():
        known = columns_of(name)
        typed = {c: f'{to}."{c}_word"' for c in columns if c in words and (c in KEYS or name in FACTS)}
        kinds = ", ".join(f'"{c}" {typed.get(c, known[c].type)}{_compression(name, c)}' for c in columns)
        cells = ", ".join(_word_of(c, typed[c]) if c in typed else f'"{c}"' for c in columns)
        yield f'CREATE TABLE {to}."{name}" ({kinds})'
        yield f'INSERT INTO {to}."{name}" SELECT {cells} FROM "{name}"'


def _word_of(column: str, kind: str) -> str:
    """A word as a value of an enumeration; one that is not in it is an error."""
    # Only a cast that cannot fail is made once per word of Parquet's dictionary and not once per row: a quarter of the
    # work. The other cast sees what the first made NULL: no row, or a word that its error names.
    return f'coalesce(TRY_CAST("{column}" AS {kind}), CAST("{column}" AS {kind}))'


def _compression(table: str, column: str) -> str:
    """How a column of a long table is compressed; without a word DuckDB tries every way on every row first."""
    return f" USING COMPRESSION {COMPRESSION.get(column, 'bitpacking')}" if table in LONG else ""


def comments(stored: Mapping[str, str]) -> Iterator[str]:
    """What each table and column means, for whoever looks with another tool; `stored` says which are views."""
    for name, kind in {**stored, **BESIDE}.items():
        yield f'COMMENT ON {kind} "{name}" IS {_literal(SAYS[name])}'
        for c in shown(name):
            unit = f" [{c.unit}]" if c.unit else ""
            yield f'COMMENT ON COLUMN "{name}"."{c.column}" IS {_literal(c.meaning + unit)}'


def schema_frame(tables: Sequence[str] = ()) -> pl.DataFrame:
    """Every column of the named tables and views, or of all: table, column, type, unit, meaning."""
    known = (*TABLES, *BESIDE)
    for name in tables:
        if name not in known:
            raise BadInput(f"no table named '{name}'; allowed: {', '.join(known)}")
    said = Column._fields[: Column._fields.index("nothing")]
    rows = [column[: len(said)] for name in tables or known for column in shown(name)]
    return pl.DataFrame(rows, schema=list(said), orient="row")


def shown(name: str) -> list[Column]:
    """The columns that a table or view of a store has."""
    there = {**TABLES, "game_full": _there(FULL), "exposure_named": _there(SEEN)}
    return [c for c in columns_of(name).values() if c.column in there.get(name, (c.column,))]


def _there(columns: Mapping[str, tuple[str, str]]) -> dict[str, tuple[str, str]]:
    """Those columns of a view whose table has them."""
    return {name: (table, column) for name, (table, column) in columns.items() if column in TABLES[table]}


def _never(root: Path) -> str:
    """What a view says that cannot find its rows."""
    return _refused(
        f"other tools than lab query find nothing in {root}: a name with ? or \\ means another place to DuckDB"
    )


def _refused(said: str) -> str:
    """A condition that is an error for whoever asks for rows, and none for who asks for columns."""
    return f"(SELECT CASE WHEN count(*) < 0 THEN true ELSE error({_literal(said)}) END FROM duckdb_databases())"


def _empty_view(name: str, guard: str = "false") -> str:
    cells = ", ".join(f'NULL::{c.type} AS "{n}"' for n, c in columns_of(name).items() if n in TABLES[name])
    return f'CREATE VIEW "{name}" AS SELECT {cells} WHERE {guard}'


def _view(name: str, files: list[str], root: Path | None = None, guard: str = "") -> str:
    """The view of a table over files; of facts in a store, whose root is given, those whose marker exists."""
    known = columns_of(name)
    columns = ", ".join(_cell(known[c]) for c in TABLES[name])
    # By name: what files of before lack is NULL, and DuckDB knows how many rows there are. Without that it takes the
    # first file for all, an empty one, and builds its hash tables of all events instead of a few names.
    rows = f"read_parquet([{', '.join(files)}], filename = true, union_by_name = true)"
    if name in ABOUT or root is None:
        distinct = "DISTINCT " * (name == "card")
        return f'CREATE VIEW "{name}" AS SELECT {distinct}{columns} FROM {rows} WHERE true{guard}'
    marked = f"replace(replace(file, '/{MARK}/', '/{name}/'), '.json', '.parquet')"
    marks = f"SELECT {marked} FROM glob({_literal(f'{_escaped(root)}/{RUNS}/*/{MARK}/*.json')})"
    # IS TRUE keeps DuckDB from a semi-join with the rows, not the few marks, in its hash table: 40 times slower.
    return f'CREATE VIEW "{name}" AS SELECT {columns} FROM {rows} WHERE (filename IN ({marks})) IS TRUE{guard}'


def _cell(c: Column) -> str:
    value = f'NULLIF("{c.column}", {c.nothing})' if c.nothing else f'"{c.column}"'
    if c.words:
        value = f"[{', '.join(map(_literal, c.words))}][{value} + 1]"
    return f'CAST({value} AS {c.type}) AS "{c.column}"'


def _in_place(root: Path) -> str:
    """Whether the database that is asked still lies in its store."""
    moved = _literal(f"this {DOOR} was written for {root}, and {MOVED}")
    places = f"FROM duckdb_databases() WHERE path = {_literal(str(root / DOOR))}"
    return f"(SELECT CASE WHEN count(*) > 0 THEN true ELSE error({moved}) END {places})"


def _escaped(place: Path) -> str:
    """A place's name in a pattern, where some characters mean others."""
    return "".join(f"[{c}]" if c in "*?[" else c for c in str(place))


def _value(cell: object) -> str:
    return "NULL" if cell == "" else _literal(cell) if isinstance(cell, str) else str(cell)


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


WORDS = f"[{', '.join(repr(zone.name.lower()) for zone in sorted(Zone))}]"
"""Names of zones by number; a list is looked up much quicker than another table is joined."""

EVENTS_SQL = f"""
SELECT e.*, a.variant, a.deck_hash, d.id AS card_id, d.name AS card_name, d.kind AS card_kind, k.is_move, t.agents,
    CASE WHEN e.kind <> 'play' THEN k.other_is
        WHEN e.other < 0 THEN NULL
        WHEN d.kind IN {AIMED_AT_PLAYERS} OR e.after = {int(Zone.FIGHT)} THEN 'seat'
        WHEN d.kind IN {PUT_ON_CARDS} AND e.after = {int(Zone.TABLE)} THEN 'card' END AS other_is
FROM event AS e
JOIN arm AS a ON a.run_id = e.run_id AND a.arm = e.arm
LEFT JOIN event_kind AS k ON k.kind = e.kind
LEFT JOIN design AS d ON d.deck_hash = a.deck_hash AND d.card = e.card
LEFT JOIN company AS t ON t.run_id = e.run_id AND t.arm = e.arm AND t.game = e.game
"""
"""Events with what is known of their arm, their card and their kind, and what their `other` is."""


def event_named() -> str:
    """The statement that makes the view; `other` names one of all physical cards, counted design by design."""
    made = {
        "actor_agent": "agents[actor + 1]",
        "target_agent": "agents[target + 1]",
        "other_name": "CASE WHEN other_is = 'seat' THEN agents[other + 1] ELSE coalesce(p.name, c.word) END",
        "before_zone": f"CASE WHEN is_move THEN {WORDS}[before + 1] END",
        "after_zone": f"CASE WHEN is_move THEN {WORDS}[after + 1] END",
    }
    cells = ", ".join(f'{made.get(name, f"about.{name}")} AS "{name}"' for name in columns_of("event_named"))
    return f"""
CREATE VIEW event_named AS
WITH company AS (SELECT run_id, arm, game, list(agent ORDER BY seat) AS agents FROM seat GROUP BY run_id, arm, game),
design AS (SELECT DISTINCT ON (deck_hash, card) deck_hash, card, id, name, kind, copies FROM card),
placed AS (SELECT *, sum(copies) OVER (PARTITION BY deck_hash ORDER BY card) - copies AS first FROM design),
physical AS (
    SELECT deck_hash, name, unnest(range(CAST(first AS BIGINT), CAST(first + copies AS BIGINT))) AS number FROM placed
),
about AS ({EVENTS_SQL})
SELECT {cells}
FROM about
LEFT JOIN physical AS p ON about.other_is = 'card' AND p.deck_hash = about.deck_hash AND p.number = about.other
LEFT JOIN code AS c ON c.code = about.other_is AND c.number = about.other
"""
