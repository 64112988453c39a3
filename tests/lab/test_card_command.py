"""Forks of a card: the estimate on numbers worked out by hand, the run on any number of threads, the command."""

from __future__ import annotations

import json
import re
from math import sqrt

import numpy as np
import polars as pl
import polars.selectors as cs
import pytest
from scipy import stats

from lab.cards.fork_numbers import bands, fork_table
from lab.cli import main
from lab.commands._card_page import TABLES
from lab.errors import BadInput
from lab.runs.arms import open_arms
from lab.runs.fork_games import COLUMNS, Asked, fork_arm
from lab.runs.run_spec import RunSpec
from lab.store.event_codes import HOW
from tests.engine.positions import COMPILED

pytestmark = pytest.mark.deep

needs_compiler = pytest.mark.skipif(not COMPILED, reason="tens of games")


def fork(game: int, credit: float, other: float, **facts: object) -> dict[str, object]:
    row: dict[str, object] = {
        "arm": "base", "game": game, "seat": 0, "agent": "balanced", "how": "drawn", "copy": 0, "turn": 9, "round": 3,
        "level": 2, "lead": 1, "arrivals": 1, "other": "orcs", "credit": credit, "other_credit": other,
        "blank_credit": None, "turns": 40, "other_turns": 40, "blank_turns": None, "ending": "kill",
        "other_ending": "kill", "blank_ending": None, "winners": 1, "other_winners": 1, "blank_winners": None,
        "same": False, "blank_same": None,
    }  # fmt: skip
    return row | facts


def table(*rows: dict[str, object], winning: int = 10) -> dict[tuple[str, str], dict[str, float]]:
    frame = fork_table(pl.DataFrame(rows, schema=COLUMNS), winning)
    return {(row["by"], row["group"]): row for row in frame.to_dicts()}


def test_with_one_arrival_a_game_it_is_a_paired_t_interval():
    rng = np.random.default_rng(3)
    kept, other = rng.integers(0, 2, 50).astype(float), rng.integers(0, 2, 50).astype(float)
    turns = rng.integers(30, 60, 50)
    found = table(*(fork(i, kept[i], other[i], turns=int(turns[i])) for i in range(50)))["all", "all"]
    for name, values in (("delta", kept - other), ("turns", turns - 40.0)):
        low, high = stats.t.interval(0.95, 49, values.mean(), stats.sem(values))
        assert [found[name], found[f"{name}_low"], found[f"{name}_high"]] == pytest.approx([values.mean(), low, high])
    assert found["correlation"] == pytest.approx(np.corrcoef(kept, other)[0, 1])
    assert (found["kept"], found["replaced"], found["forks"]) == (kept.mean(), other.mean(), 50)


def test_the_blank_card_has_a_difference_of_its_own():
    rng = np.random.default_rng(4)
    kept, blank = rng.integers(0, 2, 50).astype(float), rng.integers(0, 2, 50).astype(float)
    rows = [fork(i, kept[i], 1 - kept[i], blank_credit=blank[i], blank_same=False) for i in range(50)]
    found = table(*rows)["all", "all"]
    values = kept - blank
    low, high = stats.t.interval(0.95, 49, values.mean(), stats.sem(values))
    told = [found["blank_delta"], found["blank_delta_low"], found["blank_delta_high"]]
    assert told == pytest.approx([values.mean(), low, high]) and found["blank_replaced"] == blank.mean()
    assert table(*(fork(i, 1, 0) for i in range(4)))["all", "all"]["blank_delta"] is None


def test_every_arrival_counts_alike():
    """Three games with 1, 1 and 4 arrivals, differences 1, 0, -1/2: (1 + 0 - 2) / 6; and a ratio's linearised error.

    Turns differ by twice that; of credit the interval ends where a difference of two shares does.
    """
    found = table(fork(0, 1, 0, turns=42), fork(1, 1, 1), fork(2, 0, 0.5, arrivals=4, turns=39))["all", "all"]
    assert found["delta"] == pytest.approx(-1 / 6) and found["turns"] == pytest.approx(-1 / 3)
    rest = (1 + 1 / 6) ** 2 + (1 / 6) ** 2 + 16 * (-1 / 2 + 1 / 6) ** 2
    half = stats.t.ppf(0.975, 2) * sqrt(rest * 3 / 2) / 6
    assert half > 1.5 and (found["delta_low"], found["delta_high"]) == (-1, 1)
    assert [found["turns_low"], found["turns_high"]] == pytest.approx([-1 / 3 - 2 * half, -1 / 3 + 2 * half])


def test_groups_are_of_what_was_known_when_the_card_came_and_hold_every_fork():
    rows = [
        fork(0, 1, 0, how="dealt", level=1, lead=0, agent="greedy"),
        fork(1, 1, 0, how="kicked", level=3, lead=0),
        fork(2, 0, 0, how="kicked", level=4, lead=2),
        fork(3, 0, 1, how="reward", level=9, lead=0),
        fork(4, 0, 1, how="other", level=3, lead=5),
    ]
    found = table(*rows)
    groups = [(by, group, row["forks"], row["delta"]) for (by, group), row in found.items()]
    assert groups == [
        ("all", "all", 5, 0.0),
        ("how", "dealt", 1, 1.0), ("how", "kicked", 2, 0.5), ("how", "reward", 1, -1.0), ("how", "other", 1, -1.0),
        ("own Level", "own Level 1-3", 3, pytest.approx(1 / 3)), ("own Level", "own Level 4-6", 1, 0.0),
        ("own Level", "own Level 7-9", 1, -1.0),
        ("leader", "deal", 1, 1.0), ("leader", "leader at 1-3", 1, 1.0), ("leader", "leader at 4-6", 1, 0.0),
        ("leader", "leader at 7-9", 2, -1.0),
        ("standing", "deal", 1, 1.0), ("standing", "leads", 2, 0.0), ("standing", "1-2 behind", 1, 0.0),
        ("standing", "3 or more behind", 1, -1.0),
        ("persona", "balanced", 4, -0.25), ("persona", "greedy", 1, 1.0),
    ]  # fmt: skip


def test_forks_that_all_say_the_same_have_an_interval_only_if_nothing_differed():
    alike = table(*(fork(i, 1, 0) for i in range(4)))["all", "all"]
    assert (alike["delta"], alike["delta_low"], alike["delta_high"]) == (1.0, None, None)
    same = table(*(fork(i, 1, 1, same=True) for i in range(4)))["all", "all"]
    assert (same["delta"], same["delta_low"], same["delta_high"], same["same"]) == (0.0, 0.0, 0.0, 1.0)


@pytest.mark.parametrize(
    ("winning", "parts"),
    [(10, [(1, 3), (4, 6), (7, 9)]), (20, [(1, 6), (7, 13), (14, 19)]), (8, [(1, 2), (3, 5), (6, 7)]), (2, [(1, 1)])],
)
def test_bands_of_levels(winning, parts):
    assert bands(winning) == parts


def arm(**values: object):
    return open_arms(RunSpec(**{"arms": ("base",), "seed": 5} | values))[0]


@needs_compiler
def test_threads_and_ranges_change_nothing():
    setting = arm(agents=(("balanced", "greedy", "novice"),), seats=(4,))
    whole = fork_arm(setting, Asked("cleric", 60), 1)
    assert whole.rows.height == 60 and set(whole.rows["agent"]) == {"balanced", "greedy", "novice"}
    for workers, games_at_once in ((2, 100), (2, 7), (1, 64)):
        again = fork_arm(setting, Asked("cleric", 60), workers, games_at_once=games_at_once)
        assert again.rows.equals(whole.rows) and again.games == whole.games
    fewer = fork_arm(setting, Asked("cleric", 20), 2)
    assert fewer.rows.equals(whole.rows.head(20))


@needs_compiler
def test_rows_say_in_words_what_happened():
    rows = fork_arm(arm(), Asked("huge-rock", 40, with_blank=True), 1).rows
    assert "huge-rock" not in set(rows["other"]) and set(rows["how"]) <= set(HOW)
    assert dict(rows.schema) == COLUMNS
    for branch in ("", "other_", "blank_"):
        assert set(rows[f"{branch}ending"]) <= {"kill", "card", "capped"}
        won = [sum(mask >> s & 1 for s in range(4)) for mask in rows[f"{branch}winners"]]
        own = [mask >> seat & 1 for mask, seat in zip(rows[f"{branch}winners"], rows["seat"], strict=True)]
        assert rows[f"{branch}credit"].to_list() == [o / n if n else 0 for o, n in zip(own, won, strict=True)]
    without = fork_arm(arm(), Asked("huge-rock", 40), 1).rows
    assert without.drop(cs.starts_with("blank_")).equals(rows.drop(cs.starts_with("blank_")))
    assert without["blank_credit"].null_count() == 40
    assert rows["game"].is_sorted() and rows["game"].n_unique() == 40


@needs_compiler
def test_a_card_that_never_comes_has_no_forks():
    """With a game of a single Level nobody draws deep: fewer forks than wanted, and their number is told."""
    short = arm(switches={"victory.level": ("2",)})
    found = fork_arm(short, Asked("huge-rock", 30), 2)
    assert found.rows.height <= 30 and found.counts["games"] >= found.games >= found.rows.height


def test_no_fork_at_all_is_an_empty_table():
    assert fork_table(pl.DataFrame(schema=COLUMNS), 10).height == 0


def test_a_character_is_refused():
    setting = arm(arms=("critical_role",))
    card = next(c.id for c in setting.cards.cards if c.kind == "character")
    with pytest.raises(BadInput, match="characters lie in none"):
        fork_arm(setting, Asked(card, 2), 1)


def test_agents_from_outside_are_refused():
    setting = arm(agents=(("tests.lab.hostile_agents:First",),))
    with pytest.raises(BadInput, match="not forked"):
        fork_arm(setting, Asked("cleric", 2), 1)


@needs_compiler
def test_a_deck_that_is_not_the_variants_own_is_named(capsys):
    line = ["card", "huge-rock", "--forks", "2", "--pairs", "0", "--workers", "1", "--agents", "balanced", "--deck"]
    for deck, where in (("base", "base"), ("base+cthulhu", "base with the deck base+cthulhu")):
        assert main([*line, deck]) == 0
        assert capsys.readouterr().out.startswith(f"Huge Rock (item, treasure pile, 1 copy): {where}, 4 players\n")


@needs_compiler
def test_the_command_prints_what_it_is_about(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    line = ["card", "huge-rock", "--forks", "30", "--pairs", "20", "--workers", "1", "--agents", "balanced"]
    assert main(line) == 0
    text = capsys.readouterr().out
    assert text.startswith(
        "Huge Rock (item, treasure pile, 1 copy): base, 4 players\n\nWhether Huge Rock is better or worse"
    )
    assert "card that does nothing: " in text and "all arrivals" not in text and "were played." in text
    told = " ".join(text.split())
    assert re.search(r"forks would know it to \u00b1\S+ points?: lab card huge-rock --agents balanced --forks \d", told)
    assert max(map(len, text.splitlines())) <= 80 and len(text.splitlines()) < 50
    assert main([*line, "--all"]) == 0
    text = capsys.readouterr().out
    assert "Huge Rock (item, treasure pile, 1 copy): base, 4 players" in text and "30 forks in" in text
    for said in (
        "all arrivals",
        "against a blank",
        "20 pairs of games",
        "turns",
        "times it came",
        "lab replay --agents",
    ):
        assert said in text
    assert "Its combats" not in text and "Its strikes" not in text
    assert max(map(len, text.splitlines())) <= 80
    assert main([*line, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found) == ["id", *TABLES] and found["id"] == "huge-rock" and found["met"] == []
    first = found["forks"][0]
    assert (first["arm"], first["by"], first["group"], first["forks"]) == ("base", "all", "all", 30)
    assert first["delta"] == pytest.approx(first["kept"] - first["replaced"])
    assert first["blank_delta"] == pytest.approx(first["kept"] - first["blank_replaced"])
    assert found["length"][0]["metric"] == "turns" and found["length"][0]["n"] == 20
    assert {row["why"] for row in found["games"]} <= {"won", "lost", "typical"}


@needs_compiler
@pytest.mark.parametrize(("table", "heads"), [(None, "arm,by"), ("fates", "arm,how"), ("met", "arm,measure")])
def test_one_table_plays_only_what_it_needs(table, heads, capsys, monkeypatch):
    def refuse(*_args: object, **_more: object) -> None:
        raise AssertionError("played what nobody asked for")

    monkeypatch.setattr(
        "lab.impact.card_impact.play_pairs" if table is None else "lab.impact.card_impact.fork_arm", refuse
    )
    line = ["card", "ghoulfiends", "--forks", "10", "--pairs", "30", "--workers", "1", "--csv"]
    assert main([*line, *(["--table", table] if table else [])]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(heads) and len(lines) > 3 and lines[1].startswith("base,")


@needs_compiler
def test_a_store_that_is_named_or_lies_there_keeps_the_answer(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    line = ["card", "huge-rock", "--forks", "6", "--pairs", "6", "--workers", "1"]
    assert main(line) == 0
    first, nothing, how = capsys.readouterr().out.rpartition("Nothing of this is kept")
    assert nothing and how.endswith("--store lab-store keeps it.\n")
    assert not list(tmp_path.iterdir())
    assert main([*line, "--store", "lab-store"]) == 0
    assert capsys.readouterr().out == first
    kept = sorted(path.name for path in (tmp_path / "lab-store" / "cards" / "results").iterdir())
    assert len(kept) == 9  # forks, pairs, and what was given up of each
    monkeypatch.setattr("lab.impact.card_impact.fork_arm", None)
    monkeypatch.setattr("lab.impact.card_impact.play_pairs", None)
    assert main(line) == 0
    assert capsys.readouterr().out == first
