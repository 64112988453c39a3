"""Columns of a spreadsheet: which key of a card each header means, guessed or said by the designer."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from decks.card_schema import DeckError
from decks.sheets.sheet_grid import Row
from engine.inputs.quote import quoted

COLUMNS: dict[str, tuple[str, ...]] = {
    "id": ("cardid", "key"),
    "name": ("title", "card", "cardname", "cardtitle", "nameofcard"),
    "pile": ("deck", "cardback", "back", "doorortreasure", "decktype", "whichdeck"),
    "kind": ("type", "cardtype", "cardkind", "category", "cardcategory", "kindofcard", "typeofcard"),
    "copies": (
        "copy",
        "qty",
        "quantity",
        "count",
        "numberofcopies",
        "noofcopies",
        "ofcopies",
        "copiesindeck",
        "howmany",
    ),
    "level": ("lvl", "lv", "monsterlevel", "monsterlvl", "levelofmonster"),
    "treasures": (
        "treasure",
        "loot",
        "reward",
        "treasurecards",
        "treasurecount",
        "treasurereward",
        "treasuresgained",
        "numberoftreasures",
        "nooftreasures",
        "oftreasures",
    ),
    "levels": ("levelsgained", "levelsgiven", "levelgain", "levelsforkill", "levelswon", "levelreward"),
    "bonus": ("combatbonus", "itembonus", "bonusvalue", "plus", "strength", "modifier", "combatmodifier"),
    "slot": (
        "bodypart",
        "bodyslot",
        "wornon",
        "worn",
        "wornwhere",
        "whereworn",
        "equip",
        "equipslot",
        "equipmentslot",
        "itemslot",
        "where",
    ),
    "hands": ("hand", "numberofhands", "noofhands", "ofhands", "handsneeded", "handsrequired", "handsused"),
    "stacks": ("stackable",),
    "big": ("size", "isbig", "bigitem", "itemsize", "bigorsmall", "bigsmall"),
    "gold": (
        "goldpieces",
        "goldpiecesvalue",
        "gp",
        "gpvalue",
        "valuegp",
        "value",
        "valueingold",
        "price",
        "cost",
        "worth",
        "goldvalue",
        "goldprice",
        "sellvalue",
    ),
    "tags": ("tag", "trait", "traits", "keyword", "keywords", "subtype", "subtypes", "monstertype"),
    "require": ("requires", "only", "onlyfor", "usableby", "usableonlyby", "onlyusableby", "restrictedto"),
    "forbid": ("forbidden", "notfor", "notusableby", "cannotbeusedby"),
    "restriction": ("restrictions", "usable", "whocanuse"),
    "against": ("bonusagainst", "extraagainst", "versus", "vs", "bonusvs"),
    "run_away": ("runawaymod", "runawaymodifier", "runawaybonus", "run", "flee", "escape"),
    "no_pursue": ("nopursuemaxlevel", "pursue", "ignoreslevel", "willnotpursue", "doesnotpursue"),
    "locked": (),
    "may_win": (),
    "any_roll": (),
    "doubles": (),
    "identity": (),
    "bad_stuff": ("badthings", "penalty", "consequence", "consequences"),
    "effects": ("effect", "ability", "abilities", "special", "specialrules", "program"),
    "text": ("rulestext", "cardtext", "rules", "description", "wording", "whatitdoes", "whatthecarddoes", "does"),
    "origin": (),
    "source": ("sources",),
    "invented": (),
    "cites": (),
    "unmodelled": ("unmodeled", "notmodelled"),
}
"""Keys of a card, `restriction` (only: or not: somebody), and what else their headers are called."""

NEEDED = ("name", "kind")
"""Columns without which no row can be a card."""

HEADER_WITHIN = 20
"""Rows in which the headers may begin: titles and notes stand above them in many spreadsheets."""

IGNORED = ("", "-")
"""What `--map HEADER=` may say for a column that is not wanted."""


@dataclass(frozen=True)
class Headers:
    """Where the table begins, and the key that each column fills (empty: none)."""

    row: int  # position among the rows
    names: tuple[str, ...]
    keys: tuple[str, ...]

    @property
    def used(self) -> dict[str, str]:
        """Key by header, for people."""
        return {name: key for name, key in zip(self.names, self.keys, strict=True) if key}

    @property
    def unused(self) -> tuple[str, ...]:
        """Headers that fill nothing."""
        return tuple(name for name, key in zip(self.names, self.keys, strict=True) if name and not key)


def plain(header: str) -> str:
    """A header without case, spaces and signs."""
    return "".join(letter for letter in header.lower() if letter.isalnum())


_BRACKETS = re.compile(r"\([^)]*\)|\[[^]]*\]")

_BY_HEADER = {plain(name): key for key, others in COLUMNS.items() for name in (key, *others)}


def guess(header: str) -> str:
    """The key a header means, or nothing; what stands in brackets, such as a unit, need not be known."""
    return _BY_HEADER.get(plain(header)) or _BY_HEADER.get(plain(_BRACKETS.sub("", header)), "")


def score(rows: Sequence[Row]) -> int:
    """How many headers the best row among the first has: tells which separator or sheet is meant."""
    return max((len({guess(cell) for cell in row.cells} - {""}) for row in rows[:HEADER_WITHIN]), default=0)


def find_headers(rows: Sequence[Row], said: Mapping[str, str], where: str) -> Headers:
    """The row of headers and what each means; `said` maps headers to keys and goes before any guess."""
    mapped = {plain(header): key for header, key in said.items()}
    for header, key in said.items():
        if key not in COLUMNS and key not in IGNORED:
            raise DeckError(
                f"--map {header}={key}: {quoted(key)} is no key of a card; allowed: {', '.join(COLUMNS)}, or nothing"
            )
    if not rows:
        raise DeckError(f"{where}: the file is empty; allowed: a row of headers and a row for each card")
    known = [sum(bool(mapped.get(plain(c)) or guess(c)) for c in row.cells) for row in rows[:HEADER_WITHIN]]
    at = known.index(max(known))
    names = tuple(" ".join(cell.split()) for cell in rows[at].cells)
    for header in said:
        if plain(header) not in {plain(name) for name in names}:
            raise DeckError(f"--map {header}={said[header]}: no column has this header; allowed: {_listed(names)}")
    keys = tuple(mapped.get(plain(name), guess(name)) for name in names)
    keys = tuple("" if key in IGNORED else key for key in keys)
    headers = Headers(at, names, _one_each(names, keys, mapped, f"{where}: line {rows[at].line}"))
    _check_needed(headers, f"{where}: line {rows[at].line}")
    return headers


def _one_each(names: Sequence[str], keys: Sequence[str], mapped: Mapping[str, str], where: str) -> tuple[str, ...]:
    """Each key from one column: what was said goes before the key's own name, and that before other names."""
    chosen: dict[str, int] = {}
    ranks = [2 * (plain(name) in mapped) + (plain(name) == plain(key)) for name, key in zip(names, keys, strict=True)]
    for i, key in enumerate(keys):
        if not key:
            continue
        other = chosen.get(key)
        if other is not None and ranks[other] == ranks[i]:
            raise DeckError(
                f"{where}: the columns {quoted(names[other])} and {quoted(names[i])} both mean {quoted(key)}; "
                f"allowed: one of them, the other left out by --map '{names[i]}='"
            )
        if other is None or ranks[other] < ranks[i]:
            chosen[key] = i
    return tuple(key if chosen.get(key) == i else "" for i, key in enumerate(keys))


def _check_needed(headers: Headers, where: str) -> None:
    for key in NEEDED:
        if key not in headers.keys and not (key == "name" and "id" in headers.keys):
            near = difflib.get_close_matches(key, [plain(name) for name in headers.names], 1, 0.6)
            meant = next((name for name in headers.names if near and plain(name) == near[0]), "HEADER")
            raise DeckError(
                f"{where}: no column for {quoted(key)}; the headers are {_listed(headers.names)}; "
                f"say which one it is by --map '{meant}={key}'"
            )


def _listed(names: Sequence[str]) -> str:
    return ", ".join(repr(name[:40]) for name in names if name)[:400] or "empty"
