"""The page about one question in its forms: text, HTML, PDF and picture; what it says is the same in each.

The only file that knows Typst, which makes the paper and the pictures.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from html import escape
from pathlib import Path
from textwrap import fill
from typing import Any

from lab.errors import BadInput
from lab.store.atomic_files import placed
from reports.html_markup import STAYS, WHOLE, unbroken, whole
from reports.verdict_chart import both_charts, chart, chart_lines
from reports.verdict_figures import Table
from reports.verdict_page import LABELLED, Verdict

WIDTH, LEAST_NAME = 80, 16
"""Characters of a line of the page as text, and of the first column of a table at least."""
LOOKS = Path(__file__).parent / "looks_files"
STYLE, LAYOUT = LOOKS / "verdict.css", LOOKS / "verdict.typ"
POST, POST_WIDE = "post", 860
"""The size for forums, and the pixels of its chart."""
PIXELS = {POST: 72.0}
"""Pixels an inch of a picture; of a post a point is one."""
USUAL_PIXELS = 150.0
NEVER_TORN = r'<span class="whole">\g<0></span>'
WORDS = "What the words mean"
SVG = 'xmlns="http://www.w3.org/2000/svg"'
INK = (
    '<style>text{font-family:"Libertinus Serif";font-size:16px;fill:#1F292F}.soft{fill:#56616C;font-size:14px}'
    ".zero{stroke:#1F292F}.grid{stroke:#C9D1D8}.mark{stroke:#00527F;fill:#00527F}.open{fill:#FFFFFF}</style>"
)
BUNDLED = 0x2300
"""Letters from here on Typst's own fonts may lack; the fonts of the machine are asked for those alone."""
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>{style}</style></head>
<body><main>
{body}
</main></body></html>
"""


def as_text(page: Verdict, width: int = WIDTH) -> str:
    """The page for a terminal or a letter."""
    parts = [fill(page.question, width), "\n".join(_wrapped(page.sentences, width))]
    parts.append("\n".join((LABELLED, *_wrapped(page.readings, width, "  "))))
    parts.append("\n".join(_chart(page, width)))
    parts.append("\n".join(_lines(page.table, width)))
    parts.append("\n".join(_wrapped([page.more] if page.more else [], width)))
    parts += ["\n".join((head, *_wrapped([said], width, "  "))) for head, said in page.parts()]
    words = [f"{word}: {said}." for word, said in page.words]
    parts.append("\n".join((WORDS, *_wrapped(words, width, "  "))) if words else "")
    parts.append("\n".join(("What to try next", *_wrapped(page.next, width, "  "))))
    parts.append("\n".join(("To make this again", *_wrapped(page.again, width, "  "))))
    return "\n\n".join(filter(None, [*parts, *_wrapped([page.source], width)])).replace(STAYS, " ") + "\n"


def _chart(page: Verdict, width: int) -> list[str]:
    *lines, scale = chart_lines(page.bars, width, page.than) or [""]
    return [*lines, *_wrapped([scale], width)] if scale else []


def _wrapped(lines: Iterable[str], width: int, indent: str = "") -> list[str]:
    """Lines that fit; what goes on is indented, and no option of a command is torn at its hyphens."""
    wide = max(20, width)
    kept_lines = map(whole, lines)
    return [
        fill(line, wide, initial_indent=indent, subsequent_indent=f"{indent}  ", break_on_hyphens=False)
        for line in kept_lines
    ]


def _lines(table: Table, width: int) -> Iterable[str]:
    """A table; if it is wider than the page, without its spare columns, and with its first one cut."""
    cells = [table.heads, *table.rows]
    wide = [max(map(len, column)) for column in zip(*cells, strict=True)]
    shown = list(range(len(wide)))
    for column in table.spare:
        if _width(wide, shown) > width:
            shown.remove(column)
    wide[0] -= max(0, min(_width(wide, shown) - width, wide[0] - LEAST_NAME))
    for row in cells:
        first = row[0] if len(row[0]) <= wide[0] else f"{row[0][: wide[0] - 1].rstrip()}\u2026"
        yield "  ".join(_placed((first, *row[1:])[i], wide[i], i == 0) for i in shown).rstrip()
    if table.note:
        yield table.note


def _width(wide: list[int], shown: list[int]) -> int:
    return sum(wide[i] + 2 for i in shown) - 2


def _placed(cell: str, width: int, left: bool) -> str:
    return cell.ljust(width) if left else cell.rjust(width)


def as_html(page: Verdict) -> str:
    """The page as one file without a network: on paper, on a phone, in the dark."""
    first, *rest = [unbroken(line) for line in page.sentences]
    body = [f"<h1>{escape(page.question)}</h1>", f'<p class="answer">{first}</p>', *(f"<p>{line}</p>" for line in rest)]
    body += [f'<p class="reading"><b>{LABELLED}.</b> {"<br>".join(map(unbroken, page.readings))}</p>']
    body.append(f"<figure>{both_charts(page.bars, page.than)}</figure>")
    body.append(f'<div class="wide"><table>{"".join(_rows(page.table))}</table></div>')
    body += [f'<p class="arms">{escape(page.table.note)}</p>'] if page.table.note else []
    if page.more:
        body.append(f"<p>{_with_code(page.more)}</p>")
    body += [f"<p><b>{stopped(head)}</b> {unbroken(text)}</p>" for head, text in page.parts()]
    if page.words:
        told = ". ".join(f"<i>{escape(word)}</i>: {unbroken(said)}" for word, said in page.words)
        body.append(f'<p class="reading"><b>{WORDS}.</b> {told}.</p>')
    body.append("<h2>What to try next</h2>")
    body.append("<ul>" + "".join(f"<li>{_with_code(line)}</li>" for line in page.next) + "</ul>")
    again = "".join(f"<br><code>{escape(line)}</code>" for line in page.again)
    body.append(f"<footer>To make this again:{again}<br>{escape(page.source)}</footer>")
    return PAGE.format(title=escape(page.question), style=STYLE.read_text(encoding="utf-8"), body="\n".join(body))


def _rows(table: Table) -> Iterable[str]:
    for cell, row in (("th", table.heads), *(("td", row) for row in table.rows)):
        yield "<tr>" + "".join(f"<{cell}>{escape(text)}</{cell}>" for text in row) + "</tr>"


def _with_code(line: str) -> str:
    says, command = with_command(line)
    return f"{escape(says)} <code>{WHOLE.sub(NEVER_TORN, escape(command))}</code>" if command else escape(says)


def stopped(head: str) -> str:
    """A heading in front of what it says."""
    return head if head.endswith("?") else f"{head}."


def with_command(line: str) -> tuple[str, str]:
    """A line, and the command or the option that it ends in."""
    for mark in (": lab ", "? lab ", ": --"):
        says, found, command = line.partition(mark)
        if found:
            return says + mark[0], mark[2:] + command
    return line, ""


def as_paper(page: Verdict, form: str, paper: str) -> bytes:
    """The page as `pdf` or `png` of a size (a4, letter or post): the same bytes for the same page, with no date."""
    import typst

    post = page.post
    drawn = chart(post.bars, page.than, POST_WIDE, post.numbers) if paper == POST else chart(page.bars, page.than)
    told = {
        "question": page.question, "sentences": page.sentences, "label": LABELLED, "readings": page.readings,
        "table": page.table._asdict(), "more": with_command(page.more),
        "parts": [(stopped(head), said) for head, said in page.parts()], "words": page.words, "words_label": WORDS,
        "next": [with_command(line) for line in page.next], "again": page.again, "source": page.source,
        "post": post._asdict() | {"bars": len(post.bars)},
    }  # fmt: skip
    said = json.dumps(_told(told), ensure_ascii=False)
    made = typst.Compiler(ignore_system_fonts=max(map(ord, said)) < BUNDLED).compile(
        LAYOUT.read_bytes(), format=form, ppi=PIXELS.get(paper, USUAL_PIXELS),  # type: ignore[arg-type]
        sys_inputs={"page": said, "chart": _inked(drawn), "paper": paper},
    )  # fmt: skip
    pages = made if isinstance(made, list) else [made]
    return bytes(pages[0] or b"")


def _inked(drawn: str) -> str:
    """The chart as a file of its own, with ink."""
    return drawn.replace("<svg", f"<svg {SVG}", 1).replace("<title>", f"{INK}<title>", 1)


def _told(told: Any) -> Any:
    """The same with spaces at which no line is broken, but in commands, which are copied."""
    if isinstance(told, str):
        return told if told.startswith(("lab ", "--")) else whole(told)
    if isinstance(told, dict):
        return {key: _told(value) for key, value in told.items()}
    return [_told(value) for value in told] if isinstance(told, (list, tuple)) else told


def write(page: Verdict, to: Path, paper: str = "a4") -> None:
    """Write the page as its file's name says, `paper` is the size of a PDF or a picture."""
    if to.suffix in (".pdf", ".png"):
        try:
            content = as_paper(page, to.suffix[1:], paper)
        except ModuleNotFoundError as error:  # 80 MB that no other form needs
            raise BadInput(f"{to}: {error}; allowed: pip install {error.name} first, or a .html or .txt file") from None
    else:
        content = (as_html(page) if to.suffix == ".html" else as_text(page)).encode()
    try:
        placed(to, lambda draft: draft.write_bytes(content))
    except OSError as error:
        raise BadInput(f"{to}: cannot be written: {error.strerror or error}") from None
