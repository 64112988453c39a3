"""Command lines that nobody would type: every option of the commands that read, with values of every kind."""

from __future__ import annotations

import random
from collections import Counter

import click

from lab.cli import command_files, lab, main
from tests.bad_input.test_bad_input import SEED, TIMES
from tests.engine.watch import ends_in_time

READS = {
    "cards": [], "runs": [], "games": ["--longest"], "metrics": ["game_length"], "schema": [], "opcodes": [],
    "rules": [],
    "query": ["SELECT 1"], "export": ["--to", "out"], "pack": ["--to", "out.duckdb"], "variants": [], "decks": [],
    "compare": ["--run", "nope"], "chances": ["--run", "nope"], "replay": ["--run", "nope"], "scenario": ["none.toml"],
    "run": ["none.toml"], "agents": ["list"],
}  # fmt: skip
"""Commands that end at once, with what makes a sound line of each, or one that is refused for a known reason."""
VALUES = (
    "-1", "-5", "0", "1", "99999", "1" * 20, "9" * 5000, "1e400", "nan", "", " ", "nonsense", "x" * 5000, "a\nb",
    "\u202e",
    "a,b", "{a,b}", "*", "?", "'; DROP TABLE game; --", "../..", "/proc/none", "/dev/null", "[bold]", "base+base", "=1",
    "a=",
    "victory.level=99", "hoard.copies=" + "9" * 30, "\udcff", "--", "-h ", "~nobody/x", "base:BASE", "3-99", "6-3",
    "--json",
)  # fmt: skip
LONG = ("--mutate",)
"""Options that ask for minutes of work."""
TRIES = 500


def options_of(name: str) -> list[click.Option]:
    command = lab.get_command(click.Context(lab), name)
    assert command is not None
    return [p for p in command.params if isinstance(p, click.Option) and p.opts[0] not in LONG]


def test_the_table_names_commands_that_there_are():
    assert set(READS) <= set(command_files())


def test_no_line_is_a_traceback_or_a_long_story(share, tmp_path, monkeypatch, capfd, record_property):
    monkeypatch.chdir(tmp_path)
    luck, codes, wrong = random.Random(f"{SEED} lines"), Counter(), []
    known = {name: options_of(name) for name in READS}
    with ends_in_time(280):
        for _ in range(int(TRIES * TIMES * share)):
            name = luck.choice([*READS])
            line = [name, *READS[name]]
            for option in luck.sample(known[name], min(len(known[name]), luck.choice((1, 1, 2)))):
                line += [option.opts[0]] if option.is_flag else [option.opts[0], luck.choice(VALUES)]
            try:
                code = main(line)
            except Exception as error:
                code, said = -1, f"{type(error).__name__}: {error}"
            else:
                said = capfd.readouterr().err
            codes[code] += 1
            if code not in (0, 1, 2) or (code == 2 and not is_short(said)):
                wrong.append((line, code, said[:600]))
    record_property("bad input", f"command lines: {codes.total():,} tried, by exit code {dict(sorted(codes.items()))}")
    assert not wrong, f"{len(wrong)} lines, the first: {wrong[:3]}"
    assert codes[2] > codes.total() // 4, "lines that are all sound show nothing"


def is_short(said: str) -> bool:
    """One line of the lab's own."""
    lines = [line for line in said.splitlines() if line]
    return len(lines) == 1 and lines[0].startswith("lab: ") and len(lines[0]) < 2100
