"""The page about one question on paper and as a picture; the only file that knows Typst."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

import typst

from reports.verdict_chart import chart
from reports.verdict_page import HEADS, LABELLED, Verdict, whole, with_command

LAYOUT = Path(__file__).parent / "looks_files" / "verdict.typ"
POST, ON_POST = "post", 5
"""The size for forums, and the measures that its chart shows."""
PIXELS = {POST: 72.0}
"""Pixels an inch of a picture; of a post a point is one."""
USUAL_PIXELS = 150.0
SVG = 'xmlns="http://www.w3.org/2000/svg"'
INK = (
    '<style>text{font-family:"Libertinus Serif";font-size:16px;fill:#1F292F}.soft{fill:#56616C;font-size:14px}'
    ".zero{stroke:#1F292F}.grid{stroke:#C9D1D8}.mark{stroke:#00527F;fill:#00527F}.open{fill:#FFFFFF}</style>"
)
BUNDLED = 0x2300
"""Letters from here on Typst's own fonts may lack; the fonts of the machine are asked for those alone."""


def as_paper(page: Verdict, form: Literal["pdf", "png"], paper: str) -> bytes:
    """The page as `pdf` or `png` of a size (a4, letter or post): the same bytes for the same page, with no date."""
    is_post = paper == POST
    page = whole(page)
    drawn = chart(page.told_apart()[:ON_POST] if is_post else page.bars)
    figure = drawn.replace("<svg", f"<svg {SVG}", 1).replace("<title>", f"{INK}<title>", 1)
    told = {
        "question": page.question, "short": page.short, "sentences": page.sentences, "label": LABELLED,
        "readings": " ".join(page.readings), "before": page.before, "after": page.after, "heads": HEADS,
        "rows": page.cells(), "more": with_command(page.more), "parts": page.parts(),
        "next": [with_command(line) for line in page.next], "again": page.again, "source": page.source,
        "sure": page.sure_short, "who": page.who,
    }  # fmt: skip
    said = json.dumps(told, ensure_ascii=False)
    made = typst.Compiler(ignore_system_fonts=max(map(ord, said)) < BUNDLED).compile(
        LAYOUT.read_bytes(), format=form, ppi=PIXELS.get(paper, USUAL_PIXELS),
        sys_inputs={"page": said, "chart": figure, "paper": paper},
    )  # fmt: skip
    pages = made if isinstance(made, list) else [made]
    return bytes(pages[0] or b"")
