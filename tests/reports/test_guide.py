"""The README and the Guide: whatever they name is there, and what they tell somebody to type works and answers."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import click
import pytest

from lab import cli
from lab.tables.metric import load_metrics
from reports import guide_pages, html_markup
from reports.elements import Markdown
from reports.pages import guide
from tests.engine.positions import COMPILED
from variants.load_variants import load_variant

ROOT = Path(__file__).resolve().parents[2]
PAGES = {path.stem: path for path in [ROOT / "README.md", *guide_pages.FOLDER.glob("*.md")]}
FENCE = re.compile(r"^```(\S*) ?([^\n]*)\n(.*?)^```$", re.M | re.S)
INLINE = re.compile(r"`(lab\s+[a-z][^`]*)`")
FEW = 120
"""Games of a run that is played here: the fewest from which win probability is learnt are 100."""
SMALL = {"games": FEW, "forks": 40, "pairs": 20, "batch": 20}
"""What an option that says how much to play is cut to."""
WORKED = {"rules": 5, "cards": 1}
"""Pages with answers below their commands, and how many."""


@dataclass(frozen=True)
class Block:
    """What stands between two fences: `kind` is its language, `more` a file's name, or why it is not run."""

    kind: str
    more: str
    text: str

    @property
    def lines(self):
        return self.text.replace("\\\n", " ").splitlines()


def blocks(page):
    return [Block(*found) for found in FENCE.findall(PAGES[page].read_text(encoding="utf-8"))]


def commands(page):
    """Every command line of a page that is to be typed, also those that are not run here."""
    return [line for block in blocks(page) if block.kind == "sh" for line in block.lines if line.startswith("lab ")]


def prose(page):
    """What a page says between its blocks."""
    return FENCE.sub("", PAGES[page].read_text(encoding="utf-8"))


def called(line):
    """The command that a line calls, and the words behind its name."""
    command, words = cli.lab, shlex.split(line)[1:]
    while isinstance(command, click.Group) and words:
        inner = command.get_command(click.Context(command), words[0])
        if inner is None and command is not cli.lab:  # a group that does something by itself
            break
        assert inner is not None, line
        command, words = inner, words[1:]
    return command, words


def parsed(line):
    """The command that a line calls, and the values of its options; it is not run."""
    command, words = called(line)
    above = click.Context(cli.lab, **cli.lab.context_settings)
    return command, command.make_context(command.name, list(words), parent=above).params


def write_files(page, place):
    for block in blocks(page):
        if block.kind != "sh" and block.more and " " not in block.more:
            (place / block.more).write_text(block.text, encoding="utf-8")


def test_commands_are_found():
    assert len(commands("cards")) > 15 and {"README", "numbers", "cards", "rules"} <= set(PAGES)


@pytest.mark.parametrize("page", PAGES)
def test_whatever_a_page_names_is_there(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(click.Path, "convert", lambda _self, value, _param, _ctx: Path(value))  # made by other lines
    write_files(page, tmp_path)
    for line in commands(page):
        command, said = parsed(re.sub(r"s3://\S+", "store", line))  # nobody is asked whether the bucket is there
        named = said.get("variants") or said.get("variant") or said.get("arms") or ()
        for variant in [named] if isinstance(named, str) else named:
            load_variant(variant)
        if command.name == "metrics":
            assert set(said["names"]) <= {*load_metrics(), "health", "all"}, line
    for line in INLINE.findall(prose(page)):
        command, words = called(" ".join(line.split()))
        known = {option for param in command.params for option in param.opts} | {"--help"}
        assert {word for word in words if word.startswith("--")} <= known, line
    for place in re.findall(r"\]\(([^)#]+)|src(?:set)?=\"([^\"]+)\"", prose(page)):
        where = place[0] or place[1]
        assert where.startswith("https://") or (PAGES[page].parent / where).is_file(), where


@pytest.mark.parametrize("page", PAGES)
def test_what_is_not_run_says_why(page):
    told = [block for block in blocks(page) if block.kind == "sh" and block.more]
    assert all(re.fullmatch(r"(not run|needs the sources): \w.{10,}", block.more) for block in told)
    assert {block.kind for block in blocks(page)} <= {"sh", "text", "toml", "csv", "python"}


def test_every_command_names_a_page_that_is_there(capsys):
    known = [command for of_page in cli.GUIDE.values() for command in of_page.split()]
    assert sorted([*known, *cli.ELSEWHERE]) == sorted(cli.command_files())
    assert sorted(" ".join(cli.GROUPS.values()).split()) == sorted(cli.command_files())
    assert set(cli.GUIDE) <= set(guide_pages.titles())
    assert cli.main(["decks", "import", "--help"]) == 0
    assert "Guide: reports/guide/cards.md" in capsys.readouterr().out


@pytest.mark.parametrize("page", [name for name in PAGES if name != "README"])
def test_a_page_begins_with_its_answer(page):
    heading, text = PAGES[page].read_text(encoding="utf-8").split("\n\n", 1)
    assert re.fullmatch(r"# \S.{3,29}", heading) and re.match(r"[A-Z`]", text)


def test_a_text_keeps_its_tags_to_itself_and_links_to_other_pages():
    text = Markdown("See [cards](cards.md) and [others](https://example.org/x.md) <script>.\n\n| a |\n|---|\n| b |\n")
    html = guide_pages.html(text, lambda link, row: f"{link.page}?{row['page']}")
    title = guide_pages.titles()["cards"]
    assert f'<a href="guide?{title}" data-page="" target="_self">cards</a>' in html
    assert '<a href="https://example.org/x.md">' in html and "<script" not in html and "<td>b</td>" in html
    assert "<a>cards</a>" in guide_pages.html(text, html_markup.nowhere)


def test_the_page_shows_what_was_chosen_and_a_report_everything():
    from reports.elements import Data, Fold

    titles = list(guide.CHOICES[0].options(Data({})))
    assert [f.title for f in guide.draw(Data({})) if isinstance(f, Fold)] == titles[1:]
    assert titles[:2] == ["How do I …?", "Reading the numbers"] and titles[-2:] == ["Words", "Every number"]
    for title in titles:
        assert list(guide.draw(Data({}, {"page": title}))), title


def made_small(argv):
    """A command line with few games in place of many, and with a coarse aim."""
    argv = [re.sub("±1$", "±8", word) for word in argv]
    said = parsed(shlex.join(["lab", *argv]))[1]
    if said.get("spec_file") or said.get("run_id"):  # a spec says it all, of a run nothing is played
        return argv
    cut = {name: few for name, few in SMALL.items() if isinstance(said.get(name), int) and said[name] > few}
    return [*argv, *(word for name, few in cut.items() for word in (f"--{name}", str(few)))]


def run(line):
    """Run a line of a page."""
    words = shlex.split(line)
    if words[0] == "python":
        subprocess.run([sys.executable, *words[1:]], check=True, capture_output=True)
        return
    assert words[0] == "lab", line
    argv = made_small(words[1:])
    code = cli.main(argv)
    assert code == 0 or (code == 1 and "check" in argv), line  # of few games a check may be red


@pytest.mark.deep
@pytest.mark.skipif(not COMPILED, reason="whole games take long without the compiler")
@pytest.mark.parametrize("page", [page for page in PAGES if page not in ("README", "python", "words")])
def test_the_commands_of_a_page_run(page, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    write_files(page, tmp_path)
    for spec in tmp_path.glob("*.toml"):
        spec.write_text(re.sub(r"^games = \d+", f"games = {FEW}", spec.read_text(), flags=re.M))
    for block, below in pairwise([*blocks(page), None]):
        is_answered = page in WORKED and below and below.kind == "text"  # a test of its own runs those
        if block.kind == "sh" and not block.more and not is_answered:
            for line in block.lines:
                run(line)
    assert capsys.readouterr().out


WEEK = """
lab try "Whenever you lose a combat, draw a Treasure." --keep solace.toml
lab try "The player on the lowest Level draws a Door at the start of their turn."
lab compare base base+faster base+./solace.toml
lab compare base base+./small-hands.toml --seats 3-5
lab compare base --set hand_limit=3,4,6
lab compare base --change huge-rock.bonus=5
lab compare --agents balanced --agents kitchen-table
lab compare cthulhu cthulhu+faster
lab run --variant cthulhu
lab run --variant base --deck base+./my-cards --name mine
lab cards --mine
lab cards --top 3
lab card huge-rock
lab chances
lab variants
lab metrics
lab metrics game_length endings seat_advantage
lab games --longest --top 3
lab tune base --switch hand_limit --target turns=50 --range 3-6
lab power "turns ±5" base base+faster
lab query endings
lab runs
lab verdict --to verdict.pdf
lab export --to csv
lab report --to report.html
lab decks
lab agents list
"""
"""What a designer types in a week, in a folder of their own; some of it adds runs to the store."""
MOST_LINES = 60


def asked(line, capsys):
    """What a command prints: on a store of many runs no more than one looks through, unless it tells a whole game."""
    assert cli.main(shlex.split(line)[1:]) == 0, line
    found = capsys.readouterr().out
    assert "replay" in line or len(found.splitlines()) <= MOST_LINES, (line, found)
    assert "replay" in line or max(map(len, found.splitlines()), default=0) <= 90, (line, found)
    return found


@pytest.mark.deep
@pytest.mark.skipif(not COMPILED, reason="whole games take long without the compiler")
def test_the_answers_of_the_readme_are_what_its_commands_print(tmp_path, monkeypatch, capsys):
    """As many games as it says, after a week; whoever changes games, numbers or words copies the answers anew."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "90")
    write_files("README", tmp_path)
    (tmp_path / "my-cards.csv").write_text("Name,Type,Bonus,Slot\nStapler of Doom,Item,+3,1 hand\n")
    asked("lab decks import my-cards.csv --to my-cards --with base", capsys)
    for line in filter(None, WEEK.splitlines()):
        asked(shlex.join(["lab", *made_small(shlex.split(line)[1:])]), capsys)
    shutil.rmtree(tmp_path / "my-cards")
    assert answered("README", capsys) >= 5


def answered(page, capsys):
    """How many answers stand below their commands on a page; each is what the commands print."""
    number, found = 0, ""
    for block, below in pairwise([*blocks(page), None]):
        if block.kind == "sh" and not block.more and (page == "README" or below and below.kind == "text"):
            found = "".join([asked(line, capsys) for line in block.lines])
        if block.kind == "text":
            number += 1
            parts = [part.strip() for part in block.text.split("\u2026\n")]
            assert not [part for part in parts if part not in found], found
    return number


@pytest.mark.deep
@pytest.mark.skipif(not COMPILED, reason="whole games take long without the compiler")
@pytest.mark.parametrize(("page", "examples"), WORKED.items())
def test_the_worked_examples_of_a_page_are_what_their_commands_print(page, examples, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "90")
    write_files(page, tmp_path)
    assert answered(page, capsys) == examples


PYTHON = guide_pages.FOLDER / "python.md"
BLOCK = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.M | re.S)
"""A block of that page and what it prints; LAB_RENEW_SNAPSHOTS=1 writes anew what they print: then read the diff."""


@pytest.mark.deep
@pytest.mark.skipif(not COMPILED, reason="whole games take long without the compiler")
def test_the_blocks_of_the_page_on_python_run_and_print_what_it_says(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    text, here = PYTHON.read_text(encoding="utf-8"), {}

    def run(block):
        exec(compile(block[1], PYTHON.name, "exec"), here)
        told = capsys.readouterr().out
        return f"```python\n{block[1]}```\n" + (f"\n```text\n{told}```\n" if told else "")

    ran = BLOCK.sub(run, text)
    if os.environ.get("LAB_RENEW_SNAPSHOTS") == "1":
        PYTHON.write_text(ran, encoding="utf-8")
    assert len(BLOCK.findall(text)) > 4 and ran == text
