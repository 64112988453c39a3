"""The page about one question in its forms: text, HTML, PDF and picture; what it says is the same in each."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from pathlib import Path
from textwrap import fill

from lab.errors import BadInput
from lab.store.atomic_files import placed
from reports.verdict_chart import chart, chart_lines
from reports.verdict_page import HEADS, LABELLED, STAYS, Verdict, whole, with_command

WIDTH = 80
"""Characters of a line of the page as text."""
STYLE = Path(__file__).parent / "looks_files" / "verdict.css"
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>{style}</style></head>
<body><main>
{body}
</main></body></html>
"""


def as_text(page: Verdict, width: int = WIDTH) -> str:
    """The page for a terminal or a letter."""
    page = whole(page)
    parts = [fill(page.question, width), "\n".join(_wrapped(page.sentences, width))]
    if page.readings:
        parts.append("\n".join((LABELLED, *_wrapped(page.readings, width, "  "))))
    parts.append("\n".join(_chart(page, width)))
    arms = (f"before: {page.before}", f"after: {page.after}")
    more = [page.more] if page.more else []
    parts.append("\n".join((*_wrapped(arms, width), *_lines(page, width), *_wrapped(more, width))))
    parts += ["\n".join((head, *_wrapped([said], width, "  "))) for head, said in page.parts()]
    parts.append("\n".join(("What to try next", *_wrapped(page.next, width, "  "))))
    parts.append("\n".join(("To make this again", *_wrapped(page.again, width, "  "))))
    return "\n\n".join(filter(None, [*parts, page.source])).replace(STAYS, " ") + "\n"


def _chart(page: Verdict, width: int) -> list[str]:
    *lines, scale = chart_lines(page.bars, width) or [""]
    return [*lines, *_wrapped([scale], width)] if scale else []


def _wrapped(lines: Iterable[str], width: int, indent: str = "") -> list[str]:
    """Lines that fit; what goes on is indented, and no option of a command is torn at its hyphens."""
    wide = max(20, width)
    return [
        fill(line, wide, initial_indent=indent, subsequent_indent=f"{indent}  ", break_on_hyphens=False)
        for line in lines
    ]


def _lines(page: Verdict, width: int) -> Iterable[str]:
    """The table, without its last columns and those of the arms where it is wider than the page."""
    cells = [HEADS, *page.cells()]
    wide = [max(map(len, column)) for column in zip(*cells, strict=True)]
    shown = list(range(len(HEADS)))
    for column in (2, 1):
        if sum(wide[i] + 2 for i in shown) - 2 > width:
            shown.remove(column)
    for row in cells:
        yield "  ".join(_placed(row[i], wide[i], i == 0) for i in shown).rstrip()


def _placed(cell: str, width: int, left: bool) -> str:
    return cell.ljust(width) if left else cell.rjust(width)


def as_html(page: Verdict) -> str:
    """The page as one file without a network: on paper, on a phone, in the dark."""
    page = whole(page)
    first, *rest = [escape(line) for line in page.sentences]
    body = [f"<h1>{escape(page.question)}</h1>", f'<p class="answer">{first}</p>', *(f"<p>{line}</p>" for line in rest)]
    if page.readings:
        body.append(f'<p class="reading"><b>{LABELLED}.</b> {escape(" ".join(page.readings))}</p>')
    body.append(f'<figure class="wide">{chart(page.bars)}</figure>')
    heads = "".join(f"<th>{head}</th>" for head in HEADS)
    rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in page.cells())
    said = f"<caption>before: {escape(page.before)}<br>after: {escape(page.after)}</caption>"
    body.append(f'<div class="wide"><table>{said}<tr>{heads}</tr>{rows}</table></div>')
    if page.more:
        body.append(f"<p>{_with_code(page.more)}</p>")
    body += [f"<p><b>{head}.</b> {escape(text)}</p>" for head, text in page.parts()]
    body.append("<h2>What to try next</h2>")
    body.append("<ul>" + "".join(f"<li>{_with_code(line)}</li>" for line in page.next) + "</ul>")
    again = "".join(f"<br><code>{escape(line)}</code>" for line in page.again)
    body.append(f"<footer>To make this again:{again}<br>{escape(page.source)}</footer>")
    return PAGE.format(title=escape(page.question), style=STYLE.read_text(encoding="utf-8"), body="\n".join(body))


def _with_code(line: str) -> str:
    says, command = with_command(line)
    return f"{escape(says)} <code>{escape(command)}</code>" if command else escape(says)


def write(page: Verdict, to: Path, paper: str = "a4") -> None:
    """Write the page as its file's name says, `paper` is the size of a PDF or a picture."""
    if to.suffix in (".pdf", ".png"):
        try:
            from reports.verdict_paper import as_paper  # 80 MB that no other form needs
        except ModuleNotFoundError as error:
            raise BadInput(f"{to}: {error}; allowed: pip install {error.name} first, or a .html or .txt file") from None
        content = as_paper(page, "pdf" if to.suffix == ".pdf" else "png", paper)
    else:
        content = (as_html(page) if to.suffix == ".html" else as_text(page)).encode()
    try:
        placed(to, lambda draft: draft.write_bytes(content))
    except OSError as error:
        raise BadInput(f"{to}: cannot be written: {error.strerror or error}") from None
