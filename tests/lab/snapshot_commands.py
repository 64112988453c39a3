"""Which command lines have a snapshot, what they find in their folder, and what stands in for the engine there."""

from __future__ import annotations

import importlib
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import click
import pytest

from lab import cli
from lab.health import health_check
from lab.health.health_check import examine
from lab.tables.metric import load_metrics
from tests.lab.fakes import fake_arms

STORED = {
    "runs": "runs",
    **{f"metrics_{name}": f"metrics {name} --run all" for name in load_metrics()},
    "metrics_health": "metrics health --run 5ca",
    "cards": "cards --top 2 --run all",
    **{
        f"games_{kind}": f"games --{kind.replace('_', '-')} --top 3 --run all"
        for kind in ("longest", "shortest", "closest", "comeback", "most_changed")
    },
    "cards_one": "cards --card hen --run all",
    "cards_pairs": "cards --pairs --top 3 --all --run 5ca",
    "cards_versus": "cards --versus base --top 2",
    "cards_sorted": "cards --kind monster --sort play_rate --run 5ca",
    "compare": "compare --run 5ca",
    "compare_all": "compare --run 5ca --all",
    "store_check": "store check",
    "store_mend": "store mend",
    "export": "export --to out --table endings --xlsx",
    "pack": "pack --to games.duckdb",
    "report": "report --to report.html --run 5ca",
    "verdict": "verdict 5ca",
    "verdict_pdf": "verdict 'faster base' --to verdict.pdf",
    "verdict_card": "verdict 'is the large angry hen too strong?' --run 5ca",
    "verdict_html": "verdict 5ca --to verdict.html",
    "query": "query 'SELECT * FROM game_full ORDER BY run_id, arm, game LIMIT 2' --run all",
    "query_few": "query 'SELECT variant, avg(turns) FROM game_full GROUP BY variant ORDER BY 1'",
    "query_named": "query endings --run 5ca",
}  # fmt: skip
"""Name -> command line over the store of tests/lab/fixed_store.py."""

PLAYING = {
    "demo": "demo --games 8 --store played",
    "run": "run --variant base --games 8 --store played",
    "agents": "agents --agents balanced,random,novice,greedy --games 40 --store played",
    "agents_against": "agents --agents random,novice --against balanced --games 40 --store played",
    "compare_arms": "compare base base+faster --seats 3,4 --games 8 --store played",
    "compare_tables": "compare base base+faster --three-tables --games 8 --store played",
    "compare_until": "compare base base+faster --until 'turns ±1' --games 8 --store played",
    "screen": "screen base --set hand_limit=7 --rule faster --games 8 --store played",
    "best": "best base --set hand_limit=6,7 --target 'fewest turns' --games 16 --store played",
    "tune": "tune base --switch hand_limit --target turns=40 --range 4-6 --games 8 --store played",
    "power": "power 'turns >2' base base+faster --games 8 --store played",
}
"""Name -> command line that plays: games are made up at once by tests/lab/fakes.py."""

OTHERS = {
    "metrics": "metrics",
    "glossary": "help",
    "glossary_word": "help win-credit",
    "agents_check": "agents check balanced saboteur",
    "agents_list": "agents list mine.toml:shy",
    "agents_tune": "agents tune mine.toml:shy",
    "agents_exploit": "agents exploit mine.toml:shy",
    "agents_robust": "agents robust --games 20 --store robust",
    "bench": "bench",
    "decks": "decks",
    "decks_check": "decks check my-cards.csv --with base",
    "decks_check_play": "decks check changed.toml --play",
    "decks_diff": "decks diff first.toml changed.toml",
    "decks_diff_stack": "decks diff base base+changed.toml",
    "decks_export": "decks export base+./my-cards.csv --to all.csv",
    "decks_import": "decks import my-cards.csv --to mine --skip-bad",
    "decks_new": "decks new 'My Dungeon' --to mine",
    "decks_show": "decks show base+./my-cards.csv --kind monster",
    "decks_show_card": "decks show base+./my-cards.csv 'large angry chicken'",
    "opcodes": "opcodes steal",
    "replay": "replay --variant base",
    "replay_diff": "replay --variant base --diff hand_limit=7",
    "rules": "rules setup.players",
    "scenario": "scenario questions",
    "schema": "schema seat",
    "words": "words 'Whenever you lose a combat, draw a Treasure.' 'Every monster dances.'",
    "variants": "variants",
    "variants_check": "variants check more-cards.toml",
    "variants_new": "variants new my-rule",
    "variants_show": "variants show cthulhu+faster --against cthulhu",
}
"""Name -> any other command line, in a folder that holds what `fill` puts there."""

COMMANDS: dict[str, list[str]] = {
    **{name: [*shlex.split(line), "--store", "store"] for name, line in STORED.items()},
    **{name: shlex.split(line) for name, line in (PLAYING | OTHERS).items()},
}

EXCEPTIONS = {
    ("agents", "fit"): "plays groups that are made up; tests/lab/test_group_fit.py reads what it prints",
    ("agents", "learn"): "plays thousands of games; tests/lab/test_agents_learn.py reads what it prints",
    ("app",): "starts a web server that runs until it is ended; what it shows is tested in tests/reports",
    ("balance",): "plays games with the engine; tests/lab/test_balance.py reads what it prints",
    ("card",): "plays games with the engine; tests/lab/test_card_command.py reads what it prints",
    ("chances",): "needs a hundred games to learn from; tests/lab/test_chances.py reads what it prints",
    ("check",): "runs the tools of CONTRIBUTING, and prints what they print",
    ("play",): "a person plays; tests/lab/test_play.py types to it",
    ("try",): "plays games with the engine; tests/lab/test_try_command.py reads what it prints",
    ("verify",): "plays again what it finds; tests/lab/test_verify.py reads what it prints",
}
"""Commands of which only the help has a snapshot, and why."""

LONG = ("agents_robust", "demo", "pack", "report", "rules")
"""Command lines that take seconds: one width must do."""

FAILING = {"metrics_health": 1, "scenario": 1, "agents_check": 1, "agents_tune": 1, "decks_check_play": 1}
"""Exit codes other than 0: these find something."""


def every_command(command: click.Command = cli.lab, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The path of everything that can be called, groups before what is in them."""
    yield path
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from every_command(inner, (*path, name))


def command_of(path: tuple[str, ...]) -> click.Command:
    command: click.Command = cli.lab
    for name in path:
        assert isinstance(command, click.Group)
        inner = command.get_command(click.Context(command), name)
        assert inner is not None
        command = inner
    return command


def called(argv: list[str]) -> tuple[str, ...]:
    """The path of the command that a command line calls."""
    known, path = set(every_command()), ()
    while len(path) < len(argv) and (*path, argv[len(path)]) in known:
        path = (*path, argv[len(path)])
    return path


HELPS = {"_".join(("help", *path)): [*path, "--help"] for path in every_command()}
"""The help of every command."""

CARDS = """\
Name,Type,Monster Lvl,Treasures,Item bonus,Where worn,Gold,Bad Stuff,Text
Large Angry Chicken of the Innermost Circle of the Farmyard,Monster,12,3,,,,Lose 1 level,
Wand of Naps,Item,,,+3,1 Hand,1200,,Everybody else yawns for the rest of the turn
Troll,Monster,eight,2,,,,,
"""
CHANGED = '[[card]]\nid = "maul-rat"\nname = "Maul Rat"\npile = "door"\nkind = "monster"\nlevel = 3\ntreasures = 1\n'
SHY = '[shy]\nwhy = "Keeps out of other people\'s fights, and of most of its own, whatever they promise."\n'
RULE = 'name = "More cards"\nwhy = "Does a larger hand make games longer?"\noverlay = true\n[rules]\nhand_limit = 9\n'


def fill(folder: Path) -> None:
    """Put into a folder what the command lines name."""
    (folder / "my-cards.csv").write_text(CARDS if "import" in folder.name else CARDS[: CARDS.index("Troll")])
    (folder / "changed.toml").write_text(CHANGED)
    (folder / "first.toml").write_text(CHANGED.replace("level = 3", "level = 1") + CHANGED.replace("maul", "mall"))
    (folder / "mine.toml").write_text(f"{SHY}[shy.weights]\nlevel = 40\nhelp = -1200\n")
    (folder / "more-cards.toml").write_text(RULE)


def plant(patch) -> None:
    """Put something fixed in the place of whatever plays games or takes time.

    What is imported for the first time while something is planted would keep it: what takes `open_arms` by name is
    imported before.
    """
    for file in ("conduct.changed_tables", "tournament", "tune.candidate_games", "verify.export_replay"):
        importlib.import_module(f"lab.{file}")
    patch.setattr("lab.commands._runs.keep_answer", lambda *_: None)  # other commands are not to change the diary
    patch.setattr("lab.runs.arms.open_arms", lambda spec, *_: fake_arms(spec))
    patch.setattr("engine.loop.code_pack.is_compiled_before", lambda: True)
    patch.setattr("lab.speed.measure", lambda *_: FIGURES)
    patch.setattr("lab.conduct.persona_checks.check_all", _checks)
    patch.setattr("lab.commands.decks._played", lambda *_: list(_findings()))
    patch.setattr("lab.tune.tuning_session.start", lambda *_: SimpleNamespace(run=lambda _say: _tuned()))
    patch.setattr("lab.games.game_replay.replay", _told)
    patch.setattr("lab.scenarios.scenario_run.run_files", lambda _files: QUESTIONS)
    patch.setattr("lab.health.health_check.examine", _looked(examine))


FIGURES = {
    "decisions_per_s": 414758.694, "games_per_s": 508.84, "rows_per_s": 111222.87, "scaling_2": 1.9142,
    "choose_ns": None, "compile_cold_s": 61.2, "peak_mb": 301.9, "games": 2000, "cores": 2,
}  # fmt: skip
QUESTIONS = [
    {"id": "help.asks-twice", "passed": True, "failure": "", "file": "questions/asks-twice.toml"},
    {
        "id": "help.refuses", "passed": False, "file": "questions/refuses.toml",
        "failure": "step 2, natasha: pass: expected strength [5, 5], found [5, 9]; legal were: pass; ask boris "
        "treasures=1 pick=helper; ask boris treasures=2 pick=fighter; run smashing-bear",
    },
]  # fmt: skip


def _looked(look):
    """A light look at made-up games makes only the checks that such games pass."""

    def light(store, runs, light=False):
        honest = health_check.load_checks()
        with pytest.MonkeyPatch.context() as patch:
            if light:
                passed = [one for one in honest if one.name in ("games", "credit", "endings")]
                patch.setattr("lab.health.health_check.load_checks", lambda: passed)
            yield from look(store, runs, light)

    return light


def _checks(*_args, **_options):
    from lab.conduct.check_row import Row

    yield Row("habit", "fights that are lost for sure", "balanced", "0.0312 of fights (base)", "at most 0.05", True)
    found = "turns at victory.level 8: 51.2, 10: 61.5, 12: 60.1"
    yield Row(
        "direction",
        "the goal is farther away",
        "balanced",
        found,
        "rising",
        False,
        meaning="More levels have to be gained.",
    )
    yield Row("left out", "every check", "saboteur", "wants others to lose, not to win", "nothing", True)


def _findings():
    from lab.conduct.deck_play import Finding

    for deck, lost, taken in (("base", 0.31, 92.11), ("cthulhu", 0.35, 101.5), ("my-first-deck", 0.62, 1210.0)):
        yield Finding(deck, "combats_lost", "combats that were lost", lost, 0.27, 0.4)
        yield Finding(deck, "cards_taken", "cards taken", taken, 80.0, 110.0, "prizes of ten" * (taken > 999))


def _tuned():
    from lab.stats.intervals import Interval
    from lab.tune.play_realism import targets
    from lab.tune.tuning_session import Outcome

    says = "win credit 0.2531 [0.2488, 0.2574] against copies of the old one, not clearly above the fair share 0.2500"
    table = {name: (0.1234 + at, 12.5 * at) for at, name in enumerate(list(targets())[:3])}
    verdict = SimpleNamespace(says=says, is_better=False, result=Interval(0.2531, 0.2488, 0.2574, 8000), before=0.25)
    return Outcome("shy-tuned", "win", {}, {}, verdict, table, "", None)  # type: ignore[arg-type]


def _told(spec):
    from lab.games.game_replay import Played

    deal = "p0 is dealt Net Troll, Curse! Lose A Level, Thief, Wannabe Vampire, Slimy Armor, 3,872 Orcs, Stepladder"
    heading = "Turn 1, round 1: p0   (Levels: p0 1, p1 1, p2 1, p3 1; cards in hand: 4, 5, 5, 4)"
    fight = "p0 opens the door and fights 3,872 Orcs (Level 10)   [3 against 10]"
    after = "p0 discards Thief to keep to seven" if spec.switches else "p0 keeps Thief in hand"
    title = "Game 0 of seed 0: variant base, deck base\nPlayers: p0 (greedy), p1 (balanced), p2 (balanced), p3 (novice)"
    return Played(spec, title, [["Setup", "p0 is female", deal], [heading, fight, after, "The game is over: p1 won."]])


def masked(text: str) -> str:
    """The text without ids and hashes that change with the code, and without the size of a file."""
    text = re.sub(r"\b(?!5ca1ab1e0001|5e1f0b0a0002)[0-9a-f]{12}\b", "RUN_OF_12HEX", text)
    text = re.sub(r"\b[0-9a-f]{16}\b", "HASH_OF_16HEXITS", text)
    text = re.sub(r"\b20\d\d-\d\d-\d\d \d\d:\d\d UTC", "YYYY-MM-DD HH:MM UTC", text)
    return re.sub(r"\([0-9.]+ MB\)", "(SIZE MB)", text)
