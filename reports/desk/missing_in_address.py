"""What an address asks for and is not there: said above the page, for something else is shown in its place."""

from __future__ import annotations

from collections.abc import Collection

import streamlit as st

from engine.inputs.quote import joined, quoted
from reports import html_markup
from reports.elements import Note

KEPT = "missing in address"
LONGEST = 60
"""Letters of a value that are told."""


def look_for(key: str, known: Collection[str], what: str) -> None:
    """Remember which values of a parameter are none of those that are known, before its widget drops them.

    It is told until the reader chooses something of what is there.
    """
    asked = st.query_params.get_all(key)
    lost = [value for value in asked if value not in known]
    told: dict[str, str] = st.session_state.setdefault(KEPT, {})
    if lost:
        names = joined([quoted(value[:LONGEST]) for value in lost])
        told[key] = f"The address asks for the {what} {names}, which is not there: something else is shown."
    elif asked:
        told.pop(key, None)


def told() -> str:
    """What is missing, as HTML; empty if nothing is."""
    return "".join(html_markup.note(Note(text, "warning")) for text in st.session_state.get(KEPT, {}).values())
