"""The files of Streamlit's page that a browser learns of late: told with the page itself, they come while it starts.

Plotly is the largest: 4.7 MB, of which a browser that has never seen them makes something in most of a second.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from streamlit.file_util import get_static_dir

CHARTS = "PlotlyChart"
LATE = ("Html", "Multiselect", "Selectbox", "ButtonGroup", CHARTS)
"""What most pages are drawn with, as Streamlit calls the beginnings of the files."""
IMPORTED = re.compile(r'(?:from|import)\s*"\./([\w.-]+\.js)"')
"""What a file of Streamlit asks for at once."""
TOP = 8_000
"""Letters of a file in which it says that."""


def charts_file() -> str:
    """The address of the file that draws charts; empty if this Streamlit has none of that name."""
    return next((f"/static/js/{name}" for name in _named(CHARTS)), "")


@lru_cache(maxsize=1)
def late_files() -> tuple[str, ...]:
    """Addresses of the files that the page itself does not name, those that they ask for included."""
    folder, known = Path(get_static_dir()), (Path(get_static_dir()) / "index.html").read_text(encoding="utf-8")
    found, wanted = [], [name for start in LATE for name in _named(start)]
    while wanted:
        name = wanted.pop()
        if name not in known and name not in found:
            found.append(name)
            with (folder / "static" / "js" / name).open(encoding="utf-8") as file:
                wanted += IMPORTED.findall(file.read(TOP))
    return tuple(f"/static/js/{name}" for name in found)


def told_ahead() -> list[tuple[bytes, bytes]]:
    """The header that tells a browser of them with the page."""
    kinds = {
        charts_file(): "preload; as=script; crossorigin; fetchpriority=low"
    }  # only fetched: making sense of it takes longer
    links = ", ".join(f"<{address}>; rel={kinds.get(address, 'modulepreload')}" for address in late_files())
    return [(b"link", links.encode())] if links else []


def _named(start: str) -> list[str]:
    return sorted(path.name for path in (Path(get_static_dir()) / "static" / "js").glob(f"{start}.*.js"))
