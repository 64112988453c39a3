"""The page about one question in its forms: text, HTML, PDF and picture; what it says is the same in each.

The only file that knows Typst, which makes the paper and the pictures.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from html import escape
from pathlib import Path
from textwrap import fill
from typing import Any

from lab.errors import BadInput
from lab.store.atomic_files import placed
from reports.html_markup import STAYS, WHOLE, unbroken, whole
from reports.verdict_chart import WIDE, both_charts, chart_lines, drawn
from reports.verdict_page import Verdict

WIDTH = 80
"""Characters of a line of the page as text."""
LOOKS = Path(__file__).parent / "looks_files"
STYLE, LAYOUT = LOOKS / "verdict.css", LOOKS / "verdict.typ"
POST = "post"
"""The size for forums."""
SPREAD, POST_SPREAD = (WIDE, 480, 90), (0, 400, 120)
"""Pixels of a chart at least, those without bars, and the more for each bar: the more bars, the flatter."""
RANGES = WIDE, 960
"""Pixels of a chart of ranges, and of one in a post."""
PIXELS = {POST: 72.0}
"""Pixels an inch of a picture; of a post a point is one."""
USUAL_PIXELS = 150.0
UNTORN = re.compile(
    r"(?<=\d), not (?=\d)|(?<=\d) (?=turn|minute|player|of 100\b)|(?<=of) (?=100\b)|(?<=Level) (?=\d)| \+ (?=\w)"
)
HYPHEN, JOINS = re.compile(r"(?<=[a-z])-(?=[a-z])"), "\u2060"
"""Where no line of a sheet ends either: `face-down`."""
NEVER_TORN = r'<span class="whole">\g<0></span>'
READ_AS, NEXT, AGAIN = (
    "Played as",
    "What to try next",
    "To make this again, with the free program card-lab",
)
SVG = 'xmlns="http://www.w3.org/2000/svg"'
INK = (
    '<style>text{font-family:"Libertinus Serif";font-size:16px;fill:#1F292F}.soft{fill:#56616C;font-size:15px}'
    ".strong{font-weight:bold}.first{stroke:#8B97A2;fill:#C9D1D8}.moved{stroke:#00527F;fill:#00527F}"
    ".open{stroke:#00527F;fill:#FFFFFF}.band{fill:#E4E8EC}</style>"
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
    parts.append("\n".join(_wrapped([f"{READ_AS}: {page.read}"] * bool(page.read), width)))
    parts.append("\n".join(chart_lines(page.chart, width)))
    moved: list[str] = []
    for name, says, rows in page.moved:
        moved += [" ".join((f"{name}:", *says))] * bool(name)
        moved += [f"{'- ' * bool(name)}{page.row.format(*row)}" for row in rows]
    listed = [(page.heads[0], tuple(moved)), *((head, (said,)) for head, said in page.parts)]
    listed += [(NEXT, tuple(map(" ".join, page.next))), (AGAIN, page.again)]
    parts += ["\n".join((head, *_wrapped(lines, width, "  "))) for head, lines in listed if lines]
    return (
        "\n\n".join(filter(None, [*parts, "\n".join(_wrapped(page.source.splitlines(), width))])).replace(STAYS, " ")
        + "\n"
    )


def _wrapped(lines: Iterable[str], width: int, indent: str = "") -> list[str]:
    """Lines that fit; what goes on is indented, and no option of a command is torn at its hyphens."""
    wide = max(20, width)
    kept_lines = map(whole, lines)
    return [
        fill(line, wide, initial_indent=indent, subsequent_indent=f"{indent}  ", break_on_hyphens=False)
        for line in kept_lines
    ]


def as_html(page: Verdict) -> str:
    """The page as one file without a network: on paper, on a phone, in the dark."""
    first, *rest = [unbroken(line) for line in page.sentences]
    body = [f"<h1>{escape(page.question)}</h1>", f'<p class="answer">{first}</p>', *(f"<p>{line}</p>" for line in rest)]
    body += [f'<p class="soft">{READ_AS}: {unbroken(page.read)}</p>'] * bool(page.read)
    body.append(f"<figure>{both_charts(page.chart)}</figure>")
    if any(one.name or one.rows for one in page.moved):
        body.append(f'<div class="wide"><table>{"".join(_rows(page))}</table></div>')
    body += [f"<p><b>{head}</b> {unbroken(text)}</p>" for head, text in page.parts]
    body.append(
        f"<h2>{NEXT}</h2><ul>"
        + "".join(f"<li>{escape(a)} <code>{WHOLE.sub(NEVER_TORN, escape(b))}</code></li>" for a, b in page.next)
        + "</ul>"
    )
    again = "".join(f"<br><code>{escape(line)}</code>" for line in page.again)
    made = "".join(f"<br>{escape(line)}" for line in page.source.splitlines())
    body.append(f"<footer>{AGAIN}:{again}{made}</footer>")
    return PAGE.format(title=escape(page.question), style=STYLE.read_text(encoding="utf-8"), body="\n".join(body))


def _rows(page: Verdict) -> Iterable[str]:
    yield _row("th", page.heads)
    for name, says, rows in page.moved:
        if name:
            said = f"<br>{unbroken(' '.join(says))}"
            yield f'<tr><td class="arm" colspan="{len(page.heads)}"><b>{escape(name)}</b>{said}</td></tr>'
        yield from (_row("td", row) for row in rows)


def _row(cell: str, texts: Sequence[str]) -> str:
    return "<tr>" + "".join(f"<{cell}>{escape(text.replace(STAYS, chr(32)))}</{cell}>" for text in texts) + "</tr>"


def as_paper(page: Verdict, form: str, paper: str) -> bytes:
    """The page as `pdf` or `png` of a size (a4, letter or post): the same bytes for the same page, with no date."""
    import typst

    least, empty, a_bar = POST_SPREAD if paper == POST else SPREAD
    wide = max(least, empty + a_bar * len(page.chart.bars))
    wide = RANGES[paper == POST] if page.chart.are_ranges else wide
    told = asdict(page) | {"labels": (READ_AS, NEXT, AGAIN)}
    ink = drawn(page.chart, wide).replace("<svg", f"<svg {SVG}", 1).replace("<title>", f"{INK}<title>", 1)
    said = json.dumps(_told(told), ensure_ascii=False)
    ppi = PIXELS.get(paper, USUAL_PIXELS)
    made = typst.Compiler(ignore_system_fonts=max(map(ord, said)) < BUNDLED).compile(
        LAYOUT.read_bytes(), format=form, ppi=ppi,  # type: ignore[arg-type]
        sys_inputs={"page": said, "chart": ink, "paper": paper, "ppi": str(ppi)},
    )  # fmt: skip
    pages = made if isinstance(made, list) else [made]
    return bytes(pages[0] or b"")


def _told(told: Any) -> Any:
    """The same with spaces at which no line is broken, but in commands, which are copied."""
    if isinstance(told, str):
        is_command = told.startswith(("lab ", "--"))
        kept = UNTORN.sub(lambda found: found[0].replace(" ", STAYS), whole(told))
        return told if is_command else HYPHEN.sub(f"-{JOINS}", kept)
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
