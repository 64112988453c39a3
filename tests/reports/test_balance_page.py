"""The page Balance: what the commands say of a store, said by the page for a run and for a link, and nothing played."""

from __future__ import annotations

import re
import shlex
import sys
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from lab import cli
from lab.comparison.confidence_sequence import bounds_of, whenever
from lab.runs.run_spec import make_spec
from lab.runs.wish_file import read_wish, wish_of_lines
from lab.stats.intervals import mean
from lab.store.store_folder import Store
from reports.desk import background_jobs, search_lines
from reports.desk.live_pages import balance
from tests.engine.positions import COMPILED
from tests.reports.test_app import charts, html, show

APP = Path(__file__).resolve().parents[2] / "app.py"
SCREEN = ["screen", "base", "--rule", "faster", "--set", "hand_limit=3,7", "--games", "17"]
BEST = ["best", "base", "--set", "hand_limit=3,7", "--target", "fewest turns", "--games", "100"]
WISH = ["balance", "base", "--want", "turns=at most 500", "--may", "hand_limit=3-7", "--games", "100"]
TUNE = ["tune", "base", "--switch", "hand_limit", "--target", "turns=60", "--range", "3-7", "--games", "100"]
LINKS = {
    "screen": {"ask": "matter", "preset": "base", "number": ["faster", "hand_limit"],
               "to-matter-hand_limit": "3,7", "in_all": "102"},
    "best": {"ask": "best", "preset": "base", "number": "hand_limit", "to-best-hand_limit": "3,8", "games": "100"},
    "tune": {"ask": "value", "preset": "base", "measure": "turns", "near": "60", "number": "hand_limit",
             "to-value-hand_limit": "3-7", "games": "100"},
    "balance": {"ask": "wish", "preset": "base", "want": "turns", "bound": "at most 500", "number": "hand_limit",
                "to-wish-hand_limit": "3-7", "games": "100"},
}  # fmt: skip


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A store in which the commands were played, and the first line that each of them said."""
    if not COMPILED:
        pytest.skip("it plays games")
    place, said = tmp_path_factory.mktemp("searches") / "store", {}
    for line in (SCREEN, BEST, TUNE, WISH):
        lines = []
        with pytest.MonkeyPatch.context() as patch:
            for module in (line[0], "_balance_words", "_tune_report"):
                patch.setattr(import_module(f"lab.commands.{module}"), "say", lines.append, raising=False)
            assert cli.main([*line, "--store", str(place)]) == 0
        said[line[0]] = next(one for one in lines if "is read as" not in one and not one.startswith("faster:"))
    return place, said


@pytest.fixture
def opened(monkeypatch):
    """The page on a store at an address."""

    def open_page(store, **address):
        monkeypatch.setattr(sys, "argv", ["app.py", "--store", str(store)])
        app = AppTest.from_file(str(APP), default_timeout=60)
        for key, value in address.items():
            app.query_params[key] = value
        app = show(app, "balance")
        assert not app.exception and not app.error
        return app

    return open_page


def answer(app):
    (found,) = [body for body in html(app) if 'class="lab answer"' in body]
    return re.sub("</?(b|small)>", "", found)


@pytest.mark.parametrize("name", ["screen", "best", "tune", "balance"])
def test_a_run_of_a_command_opens_with_what_the_command_said(name, played, opened):
    store, said = played
    run = Store.open(store).runs().filter(command=_command(store, name))["run_id"][0]
    app = opened(store, run=run)
    begins = said[name].split(",")[0]
    assert begins in answer(app) and charts(app) and not app.button
    assert shlex.split(app.code[0].value)[1] == name


def _command(store, name):
    return next(one for one in Store.open(store).runs()["command"] if one.split()[1] == name)


@pytest.mark.parametrize("name", ["screen", "tune", "balance"])
def test_a_link_opens_the_same(name, played, opened):
    store, said = played
    app = opened(store, **LINKS[name])
    assert said[name].split(",")[0] in answer(app) and not app.button


def test_what_is_not_played_is_offered_and_one_button_plays_its_very_line(played, opened, monkeypatch):
    store, _ = played
    before, begun = Store.open(store).run_ids(), []
    monkeypatch.setattr(background_jobs, "begin", lambda key, words: begun.append(list(words)))
    app = opened(store, **LINKS["best"])
    (button,) = app.button
    assert button.label == "Play and compare" and "3 sets of rules compete" in "".join(html(app))
    button.click().run()
    line = shlex.split(app.code[0].value)
    assert begun == [[*line[1:-1], str(store.resolve())]]
    assert Store.open(store).run_ids() == before


def test_a_search_with_files_of_its_own_tells_its_answer(tmp_path, opened, monkeypatch, played):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wish.toml").write_text('[want]\nturns = "at most 500"\n[may]\nhand_limit = "3-7"\n')
    assert cli.main(["balance", "base", "--wish", "wish.toml", "--games", "100", "--store", "files"]) == 0
    app = opened(tmp_path / "files")
    assert any("The wish is met as it is" in one.value for one in app.caption)


def test_too_little_is_no_question(tmp_path, opened):
    for ask in ("matter", "best", "value", "wish"):
        app = opened(tmp_path / "none", ask=ask)
        assert not app.code and [(b.key, b.disabled) for b in app.button] == [("play", True), ("try", False)]
        app = app.button(key="try").click().run()
        assert not app.exception and not app.error and app.code and not app.button(key="play").disabled


def test_a_wish_in_lines_is_that_of_a_file(tmp_path):
    path, arm = tmp_path / "wish.toml", make_spec({"arms": ("base",)}, "test").only
    path.write_text(
        '[want]\nturns = "at most 55"\n"combats lost" = "25-35"\n[may]\nhand_limit = "3-7"\nrules = ["faster"]\n'
    )
    lines = wish_of_lines(["turns=at most 55", "combats lost = 25-35"], ["hand_limit=3-7", "faster"], arm)
    assert lines == read_wish(path, arm)


def test_an_interval_that_holds_whenever_one_looks_is_that_of_the_sequence():
    x = np.random.default_rng(1).normal(3, 5, 400)
    assert whenever(mean(x)) == pytest.approx(bounds_of(np.zeros(400), x, True))


def test_ranges_and_games_decided_early_are_said_by_the_page_as_they_are_typed():
    line = "screen base --rule faster --set hand_limit=7 --may victory.level=8-12 --primary turns --games 8"
    found = search_lines._form(["lab", *line.split()])
    rule, *names = found["number"]
    numbers = {name: found[f"to-matter-{name}"] for name in names}
    said = balance._line("matter", "base", [rule], numbers, ["--primary", found["measure"]], found["in_all"])
    assert shlex.join(said) == line
    wish = ["lab", "balance", "base", "--want", "games decided early=at most 15", "--may", "hand_limit=3-7"]
    assert search_lines._form(wish)["want"] == "games decided early"
