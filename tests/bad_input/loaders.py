"""Every kind of file that the lab reads: real ones to begin with, and how one is loaded as the commands load it."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from decks.card_schema import DeckError
from decks.learned_worth import read_worth, worth_file
from decks.load_decks import load_decks
from decks.read_decks import ROOT, deck_names, read_deck
from engine.inputs.toml import read_bytes
from lab.agents import personas
from lab.conduct import persona_checks_file
from lab.errors import BadInput
from lab.runs.run_spec import read_spec, spec_text
from lab.scenarios.position import build_position
from lab.scenarios.scenario_schema import load_scenario
from lab.tables import table_pace
from lab.tune import play_realism
from variants.load_variants import check_file, variant_files
from variants.variant_schema import VariantError

REFUSALS = (BadInput, DeckError, VariantError)
"""What becomes one sentence and exit code 2."""
SCENARIOS = Path(__file__).resolve().parents[1] / "scenarios"
SPEC = """arms = ["base", "base+faster"]
decks = "base"
games = 40
seed = 7
seats = [3, 4]
agents = [["balanced", "random"], ["table"]]
events = "sample:5"
exposure = "sample:9"
shard_games = 10
[switches]
victory.level = [8, 10]
[cards]
hoard.copies = 2
"""
PERSONAS = """[mine]
why = "A test."
weights = { level = 1000, uniform = 1, lookahead = 4 }

[other]
why = "Another."
like = "mine"
[other.weights]
help = 20

[mix.two]
why = "Two."
agents = ["mine", "other"]

[mood.grim]
why = "Grim."
percent = { hinder = 150 }
add = { help = -20 }
"""


@dataclass(frozen=True)
class Loader:
    """A kind of file: where real ones come from, and what loads one."""

    name: str
    texts: Callable[[], list[str]]
    load: Callable[[Path], object]
    tries: int
    ending: str = ".toml"


def _texts(paths: list[Path]) -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted(paths)]


def _cards() -> list[str]:
    """A few cards of each family file: whole files would only be slower."""
    luck, found = random.Random(1), []
    families = [p for p in ROOT.glob("*/*.toml") if p.name != "deck.toml" and p.with_name("deck.toml").exists()]
    for text in _texts(families):
        cards = ["[[card]]" + part for part in text.split("[[card]]")[1:]]
        found += ["".join(luck.sample(cards, min(3, len(cards)))) for _ in range(3)]
    return found


def _deck_toml(path: Path) -> object:
    folder = path.parent / "deck"
    folder.mkdir(exist_ok=True)
    (folder / "deck.toml").write_bytes(path.read_bytes())
    (folder / "cards.toml").write_text('[[card]]\nid = "imp"\nname = "Imp"\npile = "door"\nkind = "special"\n')
    return read_deck(str(folder))


def _sheets() -> list[str]:
    from decks.sheets.sheet_writer import sheet_text

    return [sheet_text(read_deck(name)) for name in deck_names()]


def _some_rows(texts: list[str]) -> list[str]:
    luck = random.Random(2)
    rows = [text.splitlines(keepends=True) for text in texts]
    return ["".join([own[0], *luck.sample(own[1:], 4)]) for own in rows for _ in range(20)]


def _own_personas(path: Path) -> object:
    return personas.weights_of(personas.expand([str(path)])), personas.mixes(path)


def _scenario(path: Path) -> object:
    scenario = load_scenario(path)
    return build_position(scenario.model_copy(update={"windows": None})) if len(scenario.steps) < 3 else scenario


def _written(path: Path) -> list[str]:
    return _texts([path])


LOADERS = (
    Loader("variants", lambda: _texts([*variant_files().values()]), check_file, 3500),
    Loader("cards", _cards, lambda path: load_decks([str(path)]), 3000),
    Loader("deck.toml", lambda: _texts([*ROOT.glob("*/deck.toml")]), _deck_toml, 1500),
    Loader("personas", lambda: [PERSONAS, *_written(personas.FILE)], _own_personas, 3000),
    Loader("scenarios", lambda: _texts([*SCENARIOS.glob("*/*.toml")][:200]), _scenario, 3000),
    Loader("specs", lambda: [SPEC, *_spec_texts()], lambda path: read_spec(path).grid, 3000),
    Loader("targets", lambda: _written(play_realism.TARGETS),
           lambda path: play_realism.parsed_targets(read_bytes(path, BadInput), str(path)), 1000),
    Loader("checks", lambda: _written(persona_checks_file.FILE),
           lambda path: persona_checks_file.parsed_checks(read_bytes(path, BadInput), str(path)), 700),
    Loader("pace", lambda: _written(table_pace.FILE),
           lambda path: table_pace.parsed_pace(path.read_bytes(), path), 1000),
    Loader("worths", lambda: _some_rows(_written(worth_file("base"))), read_worth, 1000, ".csv"),
    Loader("spreadsheets", lambda: _some_rows(_sheets()), lambda path: read_deck(str(path)), 2500, ".csv"),
)  # fmt: skip


def _spec_texts() -> list[str]:
    from lab.runs.run_spec import RunSpec

    return [spec_text(RunSpec(arms=("base",))), spec_text(RunSpec(arms=("cthulhu", "boss"), seats=(3, 6), games=5))]
