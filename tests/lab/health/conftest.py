"""A store of sound games, and a copy of it to be broken."""

from __future__ import annotations

import shutil

import pytest

from lab.health.checks import coverage, flight_odds, no_difference, null_cards
from lab.store.store_folder import Store
from tests.lab.health_pages import healthy_arms, played


@pytest.fixture(autouse=True)
def plan(monkeypatch):
    """How the arms are opened: as they were played. A little less of everything, so that a page takes a second."""
    how: dict[str, object] = {}
    monkeypatch.setattr("lab.runs.arms.open_arms", lambda spec, *_: healthy_arms(spec, **how))
    for module, name, value in (
        (null_cards, "TABLES", 100), (coverage, "DRAWN", 30), (flight_odds, "THROWS", 30), (no_difference, "WAYS", 3),
    ):  # fmt: skip
        monkeypatch.setattr(module, name, value)
    return how


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    path = tmp_path_factory.mktemp("health") / "store"
    played(path)
    return path


@pytest.fixture
def store(sound, tmp_path):
    """A copy of the sound store, to be broken."""
    shutil.copytree(sound, tmp_path / "store")
    return Store.open(tmp_path / "store")
