"""The Guide: Markdown files of `reports/guide`, shown by dashboard and report as they stand in the sources."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from markdown_it import MarkdownIt

from reports.elements import Link, Markdown

FOLDER = Path(__file__).resolve().parent / "guide"
ORDER = (
    "numbers", "dashboard", "cards", "rules", "words", "questions", "players", "own-player", "python", "store",
    "machines", "millions",
)  # fmt: skip
"""Pages in the order in which somebody new would read them; any other stands behind them."""


@lru_cache(maxsize=1)
def titles() -> dict[str, str]:
    """The heading of each page, by the name of its file."""
    found = sorted((path.stem for path in FOLDER.glob("*.md")), key=lambda n: (ORDER.index(n) if n in ORDER else 99, n))
    return {name: _parts(name)[0].removeprefix("# ").strip() for name in found}


def text_of(name: str) -> Markdown:
    """A page without its heading."""
    return Markdown(_parts(name)[1])


def _parts(name: str) -> tuple[str, str]:
    heading, _, text = (FOLDER / f"{name}.md").read_text(encoding="utf-8").partition("\n")
    return heading, text


def html(element: Markdown, linked: Callable[[Link, Mapping[str, Any]], str | None]) -> str:
    """A text as HTML; `linked` makes the address of another page of the Guide, where there is one."""
    return f'<div class="lab prose">{_reader().render(element.text, {"linked": linked})}</div>'


@lru_cache(maxsize=1)
def _reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    reader.add_render_rule("link_open", _link)
    reader.add_render_rule("table_open", _table)
    reader.add_render_rule("table_close", lambda *_: "</table></div></div>")
    return reader


def _table(_renderer: Any, tokens: Any, at: int, *_: Any) -> str:
    """A table in a box of its own; one of chapters can be jumped to."""
    named = ' id="chapters"' if tokens[at + 4].content == "Chapter" else ""
    return f'<div class="edge"{named}><div class="scroll" tabindex="0"><table>'


def _link(renderer: Any, tokens: Any, at: int, options: Any, env: Mapping[str, Any]) -> str:
    """A link to `cards.md` leads to that page of the Guide, one to `page:cards` to a page of the dashboard.

    One of these may say with what: `page:guide?page=Words`. All others lead where they say.
    """
    token = tokens[at]
    if str(token.attrs["href"]).startswith("#"):  # further below on the same page
        token.attrs["target"] = "_self"
        return str(renderer.renderToken(tokens, at, options, env))
    page, _, more = str(token.attrs["href"]).removeprefix("page:").partition("?")
    if str(token.attrs["href"]).startswith("page:"):
        said = dict(parse_qsl(more))
        place = env["linked"](Link(page, {key: key for key in said}), said)
        token.attrs = {"href": place, "data-page": "", "target": "_self"} if place else {}
        return str(renderer.renderToken(tokens, at, options, env))
    name = str(token.attrs["href"]).removesuffix(".md")
    if name in titles():
        place = env["linked"](Link("guide", {"page": "page"}), {"page": titles()[name]})
        token.attrs = {"href": place, "data-page": "", "target": "_self"} if place else {}
    return str(renderer.renderToken(tokens, at, options, env))
