"""Play tests as a designer writes them down: a spreadsheet with one row for each game, its columns guessed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from decks.sheets.sheet_grid import HEADER_WITHIN, Row, read_grid
from decks.sheets.sheet_words import plain
from engine.inputs.quote import joined, listed, quoted
from engine.records.book import FEWEST_SEATS, MOST_SEATS
from lab.agents.person import PERSON
from lab.errors import BadInput

if TYPE_CHECKING:
    from lab.runs.arms import Arm

WORDS: dict[str, tuple[str, ...]] = {
    "players": ("seats", "playercount", "numberofplayers", "noofplayers", "howmanyplayers"),
    "winner": ("winnerlevel", "winnerslevel", "levelofwinner", "winninglevel", "winlevel"),
    "losers": ("loserlevels", "loserslevels", "losinglevels", "levelsoflosers", "otherlevels", "otherslevels"),
    "turns": ("turn", "numberofturns", "turnsplayed", "length"),
    "rounds": ("round", "numberofrounds", "roundsplayed"),
    "combats": ("combat", "fights", "battles", "fightsfought", "numberoffights"),
    "flights": ("fightslost", "lostfights", "combatslost", "battleslost", "lost", "flight"),
    "deaths": ("death", "died", "dead", "playersdied"),
    "helps": ("help", "helped", "timeshelped", "fightswithhelp", "helpsgiven"),
    "bought": ("levelsbought", "boughtlevels"),
    "lead_changes": ("leadchanges", "leaderchanges", "changesoflead"),
}
"""What a column may say of a game, and what else its header is called."""
LEVELS = ("second", "middle", "last")
"""What the losers' Levels amount to: the best, their mean, the lowest."""
COUNTS = tuple(name for name in WORDS if name not in ("players", "winner", "losers"))
LEAST_GAMES = 3
FAR = 100_000
"""More than any count of a game."""
SPLIT = re.compile(r"[\s,;/+|&]+")
_BY_HEADER = {plain(word): key for key, words in WORDS.items() for word in (key, *words)}


class PlayTests(NamedTuple):
    """Games of a group: one number a game under each measure, nan where nothing is written."""

    columns: dict[str, NDArray[np.float64]]
    games: int
    seats: int | None  # None: nothing says how many play
    used: dict[str, str]  # what each header that was understood means
    unused: tuple[str, ...]


def kept_games(path: Path, arm: Arm, seats: int | None) -> list[Row]:
    """The games of a person that a store keeps, by the rules and cards of an arm, as such a spreadsheet."""
    from lab.store.store_folder import Store

    store = Store.open(path)
    own = store.arms().filter(
        pl.col("agents").list.contains(PERSON), rules_hash=arm.variant.rules_hash, deck_hash=arm.cards.deck_hash
    )
    numbers = sorted({n for n in own["seats"] if seats in (None, n)})
    if len(numbers) > 1:
        raise BadInput(
            f"{path}: your games have {joined(map(str, numbers))} players; allowed: --seats with one of them"
        )
    names = ("turns", "rounds", "combats", "flights", "deaths", "helps", "lead_changes")
    rows = [Row(1, ("players", "winner", "losers", "bought", *names))]
    for run in own.filter(pl.col("seats").is_in(numbers))["run_id"]:
        for game in store.table("game", run).collect().iter_rows(named=True):
            seat = store.table("seat", run).sort("seat").collect()
            levels = seat["final_level"].to_list()
            first = levels.pop(game["winners"][0] if game["winners"] else levels.index(max(levels)))
            told = (len(levels) + 1, first, " ".join(map(str, levels)), seat["levels_bought"].sum())
            rows.append(Row(len(rows) + 1, tuple(map(str, (*told, *(game[name] for name in names))))))
    if len(rows) <= LEAST_GAMES:
        raise BadInput(
            f"{path}: {len(rows) - 1} of your games are by these rules and cards; allowed: {LEAST_GAMES} or more, "
            "played at the page Play"
        )
    return rows


def read_play_tests(path: Path, goal: int, kept: Sequence[Row] | None = None) -> PlayTests:
    """Read a file, .csv or .xlsx, or rows of a store; `goal` is the winning Level.

    One sentence (BadInput) for what cannot be used.
    """
    rows = read_grid(path, _score).rows if kept is None else kept
    if not rows:
        raise BadInput(f"{path}: the file is empty; allowed: a row of headers and a row for each game")
    found = [sum(bool(_guess(cell)) for cell in row.cells) for row in rows[:HEADER_WITHIN]]
    at = found.index(max(found))
    names = [" ".join(cell.split()) for cell in rows[at].cells]
    keys = [_guess(name) for name in names]
    where = f"{path}: line {rows[at].line}"
    if not {*COUNTS, "losers"} & set(keys):
        raise BadInput(f"{where}: no header says anything of a game that is known; allowed: losers, {listed(COUNTS)}")
    _check_once(names, keys, where)
    games = rows[at + 1 :]
    if len(games) < LEAST_GAMES:
        raise BadInput(f"{path}: there are {len(games)} games; allowed: {LEAST_GAMES} or more, a row for each")
    cells = {key: [_numbers(path, row, i, names[i], key, goal) for row in games] for i, key in enumerate(keys) if key}
    seats = _seats(path, cells, games)
    columns = {key: np.array([c[0] if c else np.nan for c in cells[key]]) for key in COUNTS if key in cells}
    if "losers" in cells:
        three = [(max(c), sum(c) / len(c), min(c)) if c else (np.nan,) * 3 for c in cells["losers"]]
        columns |= dict(zip(LEVELS, np.array(three).T, strict=True))
    columns = {key: column for key, column in columns.items() if np.isfinite(column).sum() >= LEAST_GAMES}
    if not columns:
        raise BadInput(f"{path}: the cells are empty; allowed: numbers of {LEAST_GAMES} games or more in one column")
    used = {name: key for name, key in zip(names, keys, strict=True) if key}
    unused = tuple(name for name, key in zip(names, keys, strict=True) if name and not key)
    return PlayTests(columns, len(games), seats, used, unused)


def _guess(header: str) -> str:
    return _BY_HEADER.get(plain(header), "")


def _score(rows: Sequence[Row]) -> int:
    return max((len({_guess(cell) for cell in row.cells} - {""}) for row in rows[:HEADER_WITHIN]), default=0)


def _check_once(names: Sequence[str], keys: Sequence[str], where: str) -> None:
    for i, key in enumerate(keys):
        if key and key in keys[:i]:
            both = f"{quoted(names[keys.index(key)])} and {quoted(names[i])}"
            raise BadInput(f"{where}: the columns {both} both mean {quoted(key)}; allowed: one of them")


def _numbers(path: Path, row: Row, column: int, header: str, key: str, goal: int) -> list[float]:
    """The numbers of a cell: several for the losers, at most one for everything else."""
    text = row.cells[column].strip() if column < len(row.cells) else ""
    if key not in ("losers", "winner"):
        low, high, what = 0, FAR, f"a number from 0 to {FAR}"
    else:
        low, high, what = 0, goal, f"a Level up to {goal}, where a game is won"
    parts = [part for part in (SPLIT.split(text) if key == "losers" else [text]) if part]
    try:
        found = [float(part) for part in parts]
    except ValueError:
        found = [-1.0]
    if any(not low <= number <= high for number in found):
        more = "; several with spaces or commas between" if key == "losers" else ""
        raise BadInput(f"{path}: line {row.line}: {quoted(header)} is {quoted(text)}; allowed: {what}{more}")
    return found


def _seats(path: Path, cells: dict[str, list[list[float]]], games: Sequence[Row]) -> int | None:
    """How many play, by the column of players, else by the losers; the same in all games."""
    said = "players" if "players" in cells else "losers"
    counts = [
        (row.line, c[0] if said == "players" else len(c) + 1.0)
        for c, row in zip(cells.get(said, []), games, strict=False)
        if c
    ]
    if not counts:
        return None
    first = counts[0][1]
    for line, number in counts:
        if number != first or not FEWEST_SEATS <= first <= MOST_SEATS:
            raise BadInput(
                f"{path}: line {line}: {said} says {number:g} players; "
                f"allowed: {FEWEST_SEATS} to {MOST_SEATS}, the same number in all games, so one file for each number"
            )
    for levels, row in zip(cells.get("losers", []), games, strict=False):
        if levels and len(levels) != first - 1:
            raise BadInput(
                f"{path}: line {row.line}: losers has {len(levels)} Levels; allowed: {first - 1:g}, "
                "one for each player but the winner"
            )
    return int(first)
