"""Going to another page with an address of its own.

`st.switch_page` refuses while widgets of the present page are bound to the address; the browser may go wherever it
likes, as it does by a link.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import streamlit as st


def go(page: str, parameters: Mapping[str, Any]) -> None:
    """Let the browser go to a page; parameters hold the words of options, as the address does."""
    place = json.dumps(f"{page}?{urlencode(parameters, doseq=True)}").replace("<", "\\u003c")
    st.html(f"<span></span><script>window.labGo({place})</script>", unsafe_allow_javascript=True)
