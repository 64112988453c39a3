"""Pages that play, replay or write: they are asked, not only drawn, so they know Streamlit. One file each."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from reports.desk.sidebar import Asked

FOLDER = Path(__file__).resolve().parent / "live_pages"


@dataclass(frozen=True)
class LivePage:
    """One page that only the dashboard has."""

    name: str
    title: str
    question: str
    group: str
    order: int
    alone: bool  # it needs no games: an empty folder will do
    show: Callable[[Asked], None]


def load_live_pages() -> list[LivePage]:
    """Import every file of `reports/desk/live_pages`."""
    names = [p.stem for p in sorted(FOLDER.glob("*.py")) if not p.stem.startswith("_")]
    return [_load(name) for name in names]


def _load(name: str) -> LivePage:
    module = importlib.import_module(f"reports.desk.live_pages.{name}")
    question = " ".join((inspect.getdoc(module) or "").split())
    return LivePage(
        name, module.TITLE, question, module.GROUP, module.ORDER, getattr(module, "ALONE", False), module.show
    )
