"""The Guide's page on Python: its blocks run from top to bottom and print what stands below them.

`LAB_RENEW_SNAPSHOTS=1 pytest tests/reports/test_guide_python.py` writes anew what they print: then read the diff.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.engine.positions import COMPILED

PAGE = Path(__file__).resolve().parents[2] / "reports" / "guide" / "python.md"
BLOCK = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.M | re.S)


@pytest.mark.deep
@pytest.mark.skipif(not COMPILED, reason="whole games take long without the compiler")
def test_its_blocks_run_and_print_what_it_says(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    text, here = PAGE.read_text(encoding="utf-8"), {}

    def run(block):
        exec(compile(block[1], PAGE.name, "exec"), here)
        told = capsys.readouterr().out
        return f"```python\n{block[1]}```\n" + (f"\n```text\n{told}```\n" if told else "")

    ran = BLOCK.sub(run, text)
    if os.environ.get("LAB_RENEW_SNAPSHOTS") == "1":
        PAGE.write_text(ran, encoding="utf-8")
    assert len(BLOCK.findall(text)) > 4 and ran == text
