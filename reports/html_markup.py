"""Everything but charts as HTML: what the dashboard and the report show is written here, once."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from html import escape
from itertools import zip_longest
from typing import Any

from decks.card_schema import AXES
from lab.tables.column import TEXTS, cell
from reports.elements import Answer, Ask, Column, Jump, Link, Note, Row, Table, Tiles, title_of

NOT_FACTS = ("kind", "bad stuff", "effect", "text", "not played", "origin", "source")
"""Lines of a card that are no facts in numbers."""
SPEAKING = ("slot", "no pursuit", "also")
"""Facts whose words say what they are."""
NOT_ON_FACES = ("level", "bonus", "tags")
"""Facts that stand large on a face, or that only other cards ask for."""
AS_PRINTED = {
    "treasures": "{} Treasures", "levels": "{} Levels", "gold": "{} Gold Pieces", "only for": "Usable by {} only",
    "not for": "Not usable by {}", "run away": "{} to Run Away", "against": "{}",
}  # fmt: skip
"""Facts as they are printed on cards."""
WHO = ("only for", "not for", "against")
"""Facts that begin with somebody."""
SLOTS = {"hand": "1 Hand", "2 hands": "2 Hands", "head": "Headgear", "body": "Armor", "feet": "Footgear", "none": ""}
HEADS = re.compile(r"^In (?:play|its combat): ")
NAMES = re.compile(r"^(?!Bad Stuff|Choose|Roll)[A-Z][a-z]+(?: [a-z]+){0,2}: ")
"""What a sentence of a card begins with that no card has: its moment, and names of powers but those of identities."""
Lines = Sequence[tuple[str, str]]
"""What stands on a card, as headings and texts (`decks.card_text.lines`)."""
Linked = Callable[[Link, Mapping[str, Any]], str | None]
"""Makes the address of a cell's link for a row; none where nothing can be opened."""

LINE = 40
"""Letters of a panel's title from which on it takes two lines, so all beside it get the room of two."""
SHOWN, SPARED = 12, 3
"""Rows of a table in sight until somebody asks for more (as many get a filter), and how many are not worth a button."""
WHOLE = re.compile(r"(?<![\w-])--[a-z][a-z-]*|[-+\u2212]?\d[\d.,]* %")
"""What no line ends in: an option of a command, a share."""
INTERVAL = re.compile(r"\[[-\u2212]?[+\d.,]+, [-\u2212+]?[\d.,]+\]")
"""How sure a number is, which stands smaller behind it."""
BOLD_NUMBER = re.compile(r"(\*\*[-+\u2212]?\d[\d.,]*) ")
"""A number that begins what is bold: no line ends behind it."""
STAYS = "\u00a0"
"""The space at which no line ends."""
TOOL = '<button type="button" data-keep="{}">{}</button>'


def whole(text: str) -> str:
    """A text in which no line ends before a per cent sign."""
    return text.replace(" %", f"{STAYS}%")


def unbroken(text: str) -> str:
    """The same as HTML."""
    return escape(whole(text))


def nowhere(link: Link, row: Mapping[str, Any]) -> None:
    """A report has no pages to go to."""


def facts(lines: Lines, without: tuple[str, ...] = ()) -> str:
    """The facts of a card in numbers, on one line."""
    said = [(key, text) for key, text in lines if key not in (*NOT_FACTS, *without)]
    told = [text if key in text or key in SPEAKING else f"{key} {text}" for key, text in said]
    return " \u00b7 ".join(text.removeprefix("none, ") for text in told if text != "none")


def printed(lines: Lines) -> list[str]:
    """The facts of a card as cards have them: 2 Treasures, 400 Gold Pieces, Usable by Elf only."""
    found = []
    for key, text in lines:
        if key == "slot":
            parts = [part for part in text.split(", ") if part != "hand" or " hands" not in text]
            found.append(", ".join(filter(None, (SLOTS.get(part, part.capitalize()) for part in parts))))
        elif key in AS_PRINTED:
            said = re.sub(r"-(?=\d)", "\u2212", text.removesuffix(" gained"))
            word = AS_PRINTED[key].format(said.title() if key in WHO else said)
            found.append({"1 Treasures": "1 Treasure", "0 Gold Pieces": "No Value"}.get(word, word))
        elif key not in (*NOT_FACTS, *NOT_ON_FACES):
            found.append(facts([(key, text)]))
    return [text for text in found if text]


def does(lines: Lines) -> list[str]:
    """What a card does, sentence by sentence."""
    return [("Bad Stuff: " * (key == "bad stuff") + text) for key, text in lines if key in ("bad stuff", "effect")]


def face(lines: Lines, name: str, note: str = "") -> str:
    """A card as one would read it, in the lab's own words; `note` says how it lies there."""
    known = dict(lines)
    kind, pile = (known.get("kind", "").split(", ") + [""])[:2]
    number = known.get("bonus", "").replace("-", "\u2212") or (f"Level {known['level']}" if "level" in known else "")
    large = f'<b class="number">{escape(number)}</b>' if number else ""
    told = [HEADS.sub("", text) for text in does(lines) if text != "Bad Stuff: none"]
    told = told if kind.lower() in AXES else [NAMES.sub("", text) for text in told]
    says = "".join(f"<p>{escape(text[:1].upper() + text[1:])}</p>" for text in told)
    foot = f'<p class="soft foot">{escape(more)}</p>' if (more := " \u00b7 ".join(printed(lines))) else ""
    return (
        f'<div class="lab face {escape(pile.partition(" ")[0])}"><p class="kind">{escape(kind[:1].upper() + kind[1:])}'
        f"{f' <i>{escape(note)}</i>' if note else ''}</p>{large}<h4>{escape(name)}</h4>"
        f"{says}{foot}</div>"
    )


def answer(element: Answer, linked: Linked = nowhere) -> str:
    """The first sentence of a page, and what was found, line by line; a card it is about stands beside."""
    first, *findings = element.text.split("\n")
    pages = zip_longest(findings, element.more[: len(findings)], fillvalue="")
    items = "".join(f"<li>{prose(line)}{_leads(page, linked)}</li>" for line, page in pages)
    more = f'<ul class="lab findings">{items}</ul>' if items else ""
    asked = f'<p class="lab headline">{prose(element.asked)}</p>' if element.asked else ""
    told = asked + f'<p class="lab answer">{prose(first)}</p>' * bool(first) + more
    if not element.card:
        return told
    return f'<div class="lab faced">{face(element.card, element.name)}<div>{told}</div></div>'


def _leads(page: str, linked: Linked) -> str:
    """The way from a finding to the page that tells more of it."""
    place = linked(Link(page, {}), {}) if page else None
    return " " + _in_link(f"{page.replace('_', ' ').capitalize()}\u00a0\u2192", place) if place else ""


def note(element: Note) -> str:
    """A paragraph apart."""
    return f'<div class="lab note {escape(element.kind)}">{prose(element.text)}</div>'


def ask(element: Ask, with_commands: bool = True) -> str:
    """A question, what an answer takes, and the commands to be copied; what is one line only is a paragraph apart."""
    several = len(element.commands) > 1
    lines = [
        (f"{escape(name)}: " if several else "") + f"<code>{prose(line)}</code>"
        for name, line in element.commands.items()
    ]
    more = "".join(f"<br>{line}" for line in lines) if with_commands else ""
    question, _, rest = element.text.partition("\n")
    if rest:
        return f'{heading(question, rest.strip())}<div class="lab">{more.removeprefix("<br>")}</div>'
    return f'<div class="lab note info">{prose(element.text)}{more}</div>'


def jump(element: Jump, linked: Linked = nowhere) -> str:
    """A line that leads elsewhere, or the command that shows the same."""
    place = linked(Link(element.page, {key: key for key in element.parameters}), element.parameters)
    told = _in_link(f"{escape(element.text)} \u2192", place) if place else prose(f"{element.text}: `{element.command}`")
    return f'<p class="lab jump">{told}</p>'


def prose(text: str) -> str:
    """A text as HTML: bold, commands and intervals; no line ends before a per cent sign, or in an option."""
    html = WHOLE.sub(r'<span class="whole">\g<0></span>', escape(text))
    html = BOLD_NUMBER.sub(rf"\1{STAYS}", INTERVAL.sub(r"<small>\g<0></small>", html))
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", html))


def tiles(element: Tiles) -> str:
    """Numbers in large figures."""
    one = '<div class="tile"><span>{}</span><b>{}</b><span>{}</span></div>'
    inner = "".join(one.format(escape(t.label), escape(t.value), escape(t.detail)) for t in element.tiles)
    return f'<div class="lab tiles">{inner}</div>'


def heading(title: str, subtitle: str = "") -> str:
    """What stands above a chart."""
    below = f'<p class="subtitle">{prose(subtitle)}</p>' if subtitle else ""
    return f'<div class="lab"><h3 class="heading">{escape(title)}</h3>{below}</div>' if title else ""


def kept(row: Row, source: str, name: str, charts: str = "") -> str:
    """What stands below charts: their caption, a link to them, and what is kept of them, with titles and source."""
    said = {"title": row.title, "subtitle": row.subtitle, "caption": row.said, "source": source, "file": name}
    said |= {"panels": json.dumps([title_of(figure) for figure in row.figures])}
    said |= {"charts": charts} if charts else {}
    facts = " ".join(f'data-{key}="{escape(value)}"' for key, value in said.items())
    kinds = {"picture": "Picture (PNG)", "svg": "Drawing (SVG)", "numbers": "Numbers (CSV)"}
    return f'<div class="lab" {facts}><div class="tools">{_caption(row.caption)}{_save(kinds, row.title)}</div></div>'


def _save(kinds: Mapping[str, str], title: str) -> str:
    """What opens the ways in which something can be kept; what has a title also has an address of its own."""
    tools = "".join(TOOL.format(*one) for one in {**kinds, **({"link": "Link to this"} if title else {})}.items())
    return f'<details class="save" name="save"><summary>Save</summary><div>{tools}</div></details>'


def _caption(text: str) -> str:
    return f'<p class="caption">{prose(text)}</p>' if text else ""


def table(element: Table, source: str, name: str, linked: Linked = nowhere, tools: bool = True) -> str:
    """A table that sorts by its headings, with a field to filter its rows and its numbers to keep."""
    columns = _telling(element)
    heads = "".join(_head(element, name) for name in columns)
    rows = []
    for row in element.frame.iter_rows(named=True):
        cells = "".join(_cell(row, name, column, linked) for name, column in columns.items())
        rows.append(f"<tr{' class=pale' if element.pale and row[element.pale] else ''}>{cells}</tr>")
    find = '<input type="search" data-filter placeholder="search" aria-label="search rows">'
    able = (find if element.frame.height >= SHOWN else "") + _save({"table": "Numbers (CSV)"}, element.title)
    bar = f'<div class="tools">{able}</div>' if tools else ""
    title = f'<h3 class="heading">{escape(element.title)}</h3>' if element.title else ""
    facts = f'data-title="{escape(element.title)}" data-caption="{escape(element.said)}"'
    is_long = len(rows) > SHOWN + SPARED
    whole_ = f'<button type="button" class="rest" data-rest>Show all {len(rows)} rows</button>' if is_long else ""
    return (
        f'<div class="lab" {facts} data-source="{escape(source)}" data-file="{escape(name)}">{title}'
        f'{bar}<div class="edge"><div class="scroll{" short" if is_long else ""}" tabindex="0"><table><thead>'
        f"<tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table></div></div>{whole_}"
        f"{_caption(element.caption)}</div>"
    )


def _telling(element: Table) -> Mapping[str, Column]:
    """The columns but that of the rules where all rows have the same."""
    same = "arm" in element.frame.columns and element.frame["arm"].n_unique() < 2 and len(element.columns) > 2
    return {name: column for name, column in element.columns.items() if not (same and name == "arm")}


def _head(element: Table, name: str) -> str:
    column = element.columns[name]
    kind = _classes("" if column.kind in TEXTS else "number", column)
    about = f' title="{escape(column.about)}"' if column.about else ""
    more = f' data-csv="{escape(column.label)}" data-more="low|high"' if f"{name}_low" in element.frame.columns else ""
    return f'<th scope="col"{kind}{about}{more}><button type="button">{escape(column.label)}</button></th>'


def _cell(row: Mapping[str, Any], name: str, column: Column, linked: Linked) -> str:
    value = row[name]
    if column.picture:
        exact = "; ".join(" ".join(map(str, own)) for own in value or ())
        return f'<td{_classes("", column)} data-csv="{exact}">{column.picture(row)}</td>'
    place = linked(column.link, row) if column.link else None
    told = cell(row, name, column)
    if column.kind in TEXTS:
        return f"<td{_classes('', column)}>{_in_link(escape(told), place)}</td>"
    text, _, around = (told or "\u2013").partition(" [")  # what does not exist is a dash
    shown = _in_link(escape(text), place) + (f" <small>[{escape(around)}</small>" if around else "")
    ends = [f"{name}_{side}" for side in ("low", "high")]
    more = f' data-more="{"|".join(_exact(row[end]) for end in ends)}"' if ends[0] in row else ""
    kind, shade = _heat(row[column.shade], 1.0) if column.shade else _heat(value, column.heat)
    return f'<td{_classes(f"number{kind}", column)}{shade} data-sort="{_exact(value)}"{more}>{shown}</td>'


def _classes(kind: str, column: Column) -> str:
    """The classes of a cell of a column, as its attribute."""
    names = " ".join(filter(None, [kind, "wide" if column.wide else "", "long" if column.long else ""]))
    return f' class="{names}"' if names else ""


def _exact(value: Any) -> str:
    """A value for sorting and for CSV; numbers have twelve digits, since the last ones hang on the order of sums."""
    return "" if value is None else f"{value + 0.0:.12g}" if isinstance(value, float) else str(value)


def _in_link(text: str, place: str | None) -> str:
    return f'<a href="{escape(place)}" data-page target="_self">{text}</a>' if place else text


def _heat(value: Any, full: float | None) -> tuple[str, str]:
    """Class and shade of a cell by how far its value is from zero."""
    if full is None or not value or not full:
        return "", ""
    shade = min(abs(float(value)) / full, 1.0)
    return " up" if value > 0 else " down", f' style="--shade:{shade:.2f}"'
