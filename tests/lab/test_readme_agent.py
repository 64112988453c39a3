"""The player of the README plays."""

from __future__ import annotations

import re
from pathlib import Path

from lab import cli
from lab.store.store_folder import Store
from tests.lab.test_outside import module as module

README = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")


def test_the_player_of_the_readme_plays(module, tmp_path, capsys):
    section = README.split("## Bring your own player")[1].split("\n## ")[0]
    code = re.search(r"```python\n(.*?)```", section, re.S)
    command = re.search(r"`lab (run [^`]*mine:Mine[^`]*)`", section)
    assert code and command and len(code[1].splitlines()) == 6
    module("mine", code[1])
    argv = command[1].replace("--games 200", "--games 1").replace("base", "base+faster").split()
    assert cli.main([*argv, "--store", str(tmp_path / "s"), "--workers", "1"]) == 0
    seats = Store.open(tmp_path / "s").table("seat").collect()
    assert seats["agent"].to_list() == ["mine:Mine", "balanced", "balanced", "balanced"]
