"""The choices of a page as widgets; each stays in the address, so that other pages and a reload find it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from reports.elements import Choice, Data
from reports.page_list import Page
from reports.page_list import chosen as first_options

FEW = 5
"""Options that are all shown at once."""


def choose(page: Page, data: Data) -> Data:
    """The data with what the reader chose; a choice with a single option is not shown."""
    shown = [(choice, options) for choice in page.choices if len(options := dict(choice.options(data))) > 1]
    picks: dict[str, str] = {}
    if shown:
        with st.container(horizontal=True, vertical_alignment="bottom", key="choices"):
            for choice, options in shown:
                picks[choice.key] = _widget(choice, options)
    return first_options(page, data, picks)


def _widget(choice: Choice, options: Mapping[str, str]) -> str:
    values: Sequence[str] = list(options)
    common: dict[str, Any] = {
        "format_func": lambda value: options.get(value, value), "key": choice.key, "bind": "query-params",
        "help": choice.about or None,
    }  # fmt: skip
    if not choice.many and len(values) <= FEW:
        picked = st.segmented_control(choice.label, values, default=values[0], required=True, **common)
    else:
        picked = st.selectbox(choice.label, values, width=320, **common)
    return str(picked or values[0])
