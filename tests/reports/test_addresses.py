"""Whatever an address says, no page looks for a file, a folder or code: only for names of its store and of the lab."""

from __future__ import annotations

import ast
import os
import re
import sys
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from decks.card_schema import DeckError
from lab.errors import BadInput
from lab.games.game_replay import set_table
from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.store.store_folder import Store
from reports.desk.app_frame import load_live_pages
from reports.desk.live_pages.balance import BOUND_KEYS, WANT_KEYS
from reports.desk.replay_choice import arms_of, game_of, other_game
from reports.desk.rule_boxes import RULE_KEYS
from reports.page_list import load_pages
from tests.engine.positions import COMPILED
from tests.lab.fakes import fake_arms
from tests.reports.test_app import html, show
from variants.variant_schema import VariantError

APP = Path(__file__).resolve().parents[2] / "app.py"
DESK = APP.parent / "reports" / "desk"

SIDE_BAR = {"store", "run", "arms"}
LIVE = {
    "replay": {"arm", "game", "other", "step", "hands", "chances"},
    "rules_lab": {"experiment", "switch", "change", "set-*", "card-*"},
    "balance": {"ask", "in_all", "measure", "look", "near", "number", "to-*", *WANT_KEYS, *BOUND_KEYS},
    "your_cards": {"game_of", "whole"},
    "export": {"table", "of_run"},
    "play": set(),
}
CHOICES = {page.name: {choice.key for choice in page.choices} for page in load_pages()}
SHARED = {
    "experiment_buttons.py": {"seats", "table_of", "games"},
    "changed_game.py": {"preset", "with", "box"},
    "replay_ways.py": {"ending"},
    "rule_boxes.py": {"hold", *RULE_KEYS},
    "play_choice.py": {"variant", "deck", "agents", "seats", "seat", "seed"},
}
"""What is asked by a part of several pages, by its file."""
BY_PAGE = {
    "replay": SHARED["replay_ways.py"],
    "rules_lab": SHARED["experiment_buttons.py"] | SHARED["rule_boxes.py"] | SHARED["changed_game.py"],
    "balance": SHARED["experiment_buttons.py"] | SHARED["rule_boxes.py"] | SHARED["changed_game.py"],
    "your_cards": SHARED["experiment_buttons.py"],
    "play": SHARED["play_choice.py"] | SHARED["rule_boxes.py"] | {"moves"},
}
PARAMETERS = {**CHOICES, **{page: keys | BY_PAGE.get(page, set()) for page, keys in LIVE.items()}}
"""Everything that an address may set, by page; the side bar's is read on all of them."""

WISHED = {"want_key": WANT_KEYS, "bound_key": BOUND_KEYS}
FILE = "canary/here"
PATHS = (
    f"{FILE}.toml", f"./{FILE}.toml", f"../outside/{FILE}.toml", "{outside}/canary/here.toml", f"~/{FILE}.toml",
    "file://{outside}/canary/here.toml", f"base+./{FILE}.toml", f"base+{FILE}.csv", f"{FILE}.toml:shy",
    "canary.here:Shy", f"lookahead:./{FILE}.toml:8", f"variant=./{FILE}.toml", f"variant=base+{FILE}.toml",
    f"deck=./{FILE}.csv", f"deck=base+{FILE}.xlsx", "deck={outside}/canary", f"agents={FILE}.toml",
    f"agents={FILE}.toml:shy",
    f"agents=novice,{FILE}.toml:shy", "agents=canary.here:Shy", f"deck = {FILE}.csv ", f" agents={FILE}.toml:shy",
    f"{FILE}.toml\0", "canary\0here", "canary" * 20_000, "..", "/canary/here", "\\\\canary\\here", "https://canary/here.csv",
    "s3://canary/here", f"=./{FILE}.toml", f"hand_limit=./{FILE}.toml", f"large-angry-chicken.level={FILE}.toml",
    f"canary.toml.{FILE}=1",
)  # fmt: skip
TOUCHED: list[str] | None = None
"""What was opened, listed, imported or begun, while a test looks at it: a hook cannot be taken away again."""


def _hear(event, args):
    if TOUCHED is not None and event in ("open", "os.listdir", "os.scandir", "import", "subprocess.Popen"):
        TOUCHED.append(f"{event} {args[0]} {args[1] if event == 'subprocess.Popen' else ''}")


sys.addaudithook(_hear)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two stores, one of them with real games, and beside them what nobody may find."""
    place = tmp_path_factory.mktemp("addresses")
    if COMPILED:
        run_spec(RunSpec(arms=["base", "base+faster"], games=6, shard_games=6, seed=7), place / "stores" / "a", 1)
    fake = RunSpec(arms=["base", "base+faster"], games=10, shard_games=10, seed=1)
    run_spec(fake, place / "stores" / ("b" if COMPILED else "a"), 1, arms=fake_arms(fake))
    secret = place / "outside" / "canary"
    secret.mkdir(parents=True)
    for ending in ("toml", "csv", "xlsx", "py", "parquet"):
        (secret / f"here.{ending}").write_text('[shy]\nwhy = "SECRET"\nSECRET,SECRET\n')
    (secret / "deck.toml").write_text('name = "SECRET"\n')
    return place


@pytest.fixture
def watched(folder, monkeypatch):
    """Begin to watch what is touched, from a folder in which every relative path would be found."""
    for name in ("stat", "lstat", "readlink", "access"):  # these are not audited
        own = getattr(os, name)
        monkeypatch.setattr(os, name, lambda path, *more, _own=own, **rest: (_note(path), _own(path, *more, **rest))[1])
    monkeypatch.setenv("HOME", str(folder / "outside"))
    monkeypatch.chdir(folder / "outside")
    monkeypatch.syspath_prepend(str(folder / "outside"))

    def watch(do):
        global TOUCHED
        TOUCHED = []
        try:
            return do(), TOUCHED
        finally:
            TOUCHED = None

    return watch


@pytest.fixture
def opened(folder, watched, monkeypatch):
    """All that a page says to an address, and what it touched on the way."""
    monkeypatch.setattr(sys, "argv", ["app.py", "--store", str(folder / "stores")])

    def open_page(page, address):
        app = AppTest.from_file(str(APP), default_timeout=60)
        for key, value in address.items():
            app.query_params[key] = value
        app, touched = watched(lambda: show(app, page))
        assert not app.exception, (page, app.exception[0].value)
        said = [element.value for kind in (app.error, app.warning, app.info, app.caption) for element in kind]
        return "\n".join([*html(app), *said]), touched

    return open_page


def _note(path):
    if TOUCHED is not None:
        TOUCHED.append(f"stat {path}")


def test_every_parameter_of_an_address_is_known_here():
    """A new one is added above, and is tried like the others."""
    assert set(LIVE) == {page.name for page in load_live_pages()}
    places = {f"live_pages/{page}.py": keys for page, keys in LIVE.items() if keys} | {"sidebar.py": SIDE_BAR} | SHARED
    found = {}
    for file in sorted(DESK.rglob("*.py")):
        tree, names = (
            ast.parse(file.read_text()),
            {"STEP": ["step"], "ENDING": ["ending"], "rule_key": RULE_KEYS} | WISHED,
        )
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            words = {word.arg: word.value for word in call.keywords}
            if "bind" in words:
                key = words["key"]
                if isinstance(key, ast.JoinedStr):  # of what was chosen before: it begins alike
                    keys = [f"{key.values[0].value}*"]
                else:
                    keys = [key.value] if isinstance(key, ast.Constant) else names[key.id]
                found.setdefault(file.relative_to(DESK).as_posix(), set()).update(keys)
    assert found == places
    free = [f.name for f in DESK.rglob("*.py") if "accept_new_options" in f.read_text()]
    assert free == ["replay.py"]  # all others take what is among their options only


@pytest.mark.deep(but=4)
@pytest.mark.parametrize("page", sorted(PARAMETERS))
def test_no_parameter_of_a_page_is_looked_for_outside(page, opened, folder):
    """Every parameter gets three of the hostile values, each another one."""
    keys = sorted(PARAMETERS[page] | SIDE_BAR)
    start = sum(map(ord, page))
    for turn in range(3):
        values = {key: _path(folder, start + turn + 7 * i) for i, key in enumerate(keys)}
        _check(*opened(page, values))


@pytest.mark.parametrize("at", range(len(PATHS)))
def test_what_stands_beside_a_game_is_no_path(at, watched, folder):
    """The one parameter that takes more than its options; what is there and what is not read alike."""
    store = Store.open(folder / "stores" / "a")
    arms = arms_of(store, tuple(store.run_ids()))
    game = game_of(store, arms["base"], 0)

    def refusal(said):
        with pytest.raises((BadInput, DeckError, VariantError), match="allowed") as error:
            set_table(other_game(store, arms, game, said).spec)
        return re.sub(r"'.*?('|\.\.\.)|here|gone", "", str(error.value))  # but for the value itself

    path = _path(folder, at)
    here, touched = watched(lambda: refusal(path))
    gone, more = watched(lambda: refusal(path.replace("here", "gone")))
    assert here == gone
    _check(here, [*touched, *more, "nothing"])


def _path(folder, at):
    return PATHS[at % len(PATHS)].replace("{outside}", str(folder / "outside"))


def _check(said, touched):
    assert "SECRET" not in said
    assert touched and not [one for one in touched if "canary" in one]
