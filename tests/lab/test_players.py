"""`lab agents`: the round-robin, its tables and the personas in words."""

from __future__ import annotations

import io
import json
from dataclasses import replace

import polars as pl
import pytest

from lab import cli
from lab.agents.personas import find_persona, personas
from lab.player_ranking import beside, company, how_to_read, strength_table, style_table, weights_in_words
from tests.lab.command_lines import printed
from tests.lab.fakes import fake_arms


@pytest.fixture
def fake_engine(monkeypatch, tmp_path):
    """Games made up at once instead of played, in an empty folder."""
    monkeypatch.setattr("lab.runs.arms.open_arms", lambda spec, *_: fake_arms(spec))
    monkeypatch.setattr("engine.loop.code_pack.is_compiled_before", lambda: True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_round_robin_prints_strength_and_style_and_plays_nothing_twice(fake_engine, capsys):
    argv = ["agents", "--agents", "balanced,random,novice,racer,helper", "--games", "20"]
    assert cli.main(argv) == 0
    first = capsys.readouterr()
    assert "20 games played" in first.err
    for word in ("Strength on base, 4 seats, 20 games", "balanced", "racer", "Combats fought", "fair share is 25.0%"):
        assert word in first.out
    assert cli.main(argv) == 0
    second = capsys.readouterr()
    assert "already" in second.err and second.out == first.out


def test_without_events_the_report_says_why_there_is_no_style(fake_engine, capsys):
    assert cli.main(["agents", "--agents", "balanced,random,novice", "--games", "8", "--events", "none"]) == 0
    assert "Style is measured on events" in capsys.readouterr().out


def test_json_and_csv_hold_the_same_players(fake_engine, capsys):
    assert cli.main(["agents", "--agents", "balanced,random,novice", "--games", "12", "--to", "out", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {row["agent"] for row in found["rating"]} == {"balanced", "random", "novice"}
    assert {"persona_win", "rating", "style", "run_id"} <= set(found)
    assert {p.name for p in (fake_engine / "out").iterdir()} == {
        "persona_win.csv", "rating.csv", "style.csv", "columns.csv", "provenance.toml",
    }  # fmt: skip
    table = pl.read_csv(fake_engine / "out" / "persona_win.csv")
    assert {"persona", "win credit (%)", "win credit, low (%)"} <= set(table.columns)
    shares = {row["agent"]: 100 * row["credit"] for row in found["persona_win"]}
    for player, share in table.select("persona", "win credit (%)").iter_rows():
        assert share == pytest.approx(shares[player], abs=0.05) and share == round(share, 1)
    assert "Rating of each persona" in (fake_engine / "out" / "provenance.toml").read_text()


@pytest.mark.deep
def test_one_against_copies_of_another_is_a_run_for_each(fake_engine, capsys):
    argv = ["agents", "--agents", "random,balanced,novice", "--against", "balanced", "--games", "40"]
    found = json.loads(printed(capsys, [*argv, "--json", "--to", "out"]))
    assert [row["agent"] for row in found["duels"]] and len({row["run_id"] for row in found["duels"]}) == 2
    assert {row["agent"] for row in found["duels"]} == {"random", "novice"}
    assert all(row["games"] == 40 and row["fair_share"] == 0.25 for row in found["duels"])
    table = pl.read_csv(fake_engine / "out" / "against.csv")
    assert table.height == 2 and table["fair share (%)"].to_list() == [25.0, 25.0]
    about = pl.read_csv(fake_engine / "out" / "columns.csv")
    assert about["heading"].to_list() == table.columns and all(about["meaning"].to_list())
    exact = pl.read_csv(io.StringIO(printed(capsys, [*argv, "--csv"])))
    assert exact["credit"].to_list() == pytest.approx([row["credit"] for row in found["duels"]])
    assert "One against 3 of balanced on base" in printed(capsys, argv)


def test_csv_is_the_table_of_strength_with_full_numbers(fake_engine, capsys):
    argv = ["agents", "--agents", "balanced,random,novice", "--games", "12"]
    table = pl.read_csv(io.StringIO(printed(capsys, [*argv, "--csv"])))
    assert {"agent", "credit", "credit_low", "rating", "rating_q"} <= set(table.columns) and table.height == 3
    assert cli.main([*argv, "--csv", "--json"]) == 2
    assert "--json and --csv are given together" in capsys.readouterr().err


def test_personas_and_their_weights_come_as_csv(capsys):
    assert cli.main(["agents", "list", "--csv"]) == 0
    assert pl.read_csv(io.StringIO(capsys.readouterr().out))["persona"].to_list() == list(personas())
    table = pl.read_csv(io.StringIO(printed(capsys, ["agents", "list", "balanced", "novice", "--csv"])))
    weights = {row["weight"]: row["value"] for row in table.filter(persona="balanced").to_dicts()}
    assert weights == dict(find_persona("balanced").weights) and "novice" in table["persona"]


def test_all_is_everybody_but_those_who_look_ahead():
    names = company("all").split(",")
    assert {"balanced", "random"} <= set(names) <= set(personas())
    assert not [n for n in names if personas()[n].weights.get("lookahead")]
    assert company("balanced,novice") == "balanced,novice"


@pytest.mark.parametrize("how", [[], ["--against", "random"]])
@pytest.mark.parametrize(
    ("to", "says"),
    [("mine", "mine: holds notes.txt, which is no part of an export"), ("file/out", "file is no folder")],
)
def test_a_folder_that_cannot_be_used_is_refused_before_anything_is_played(how, to, says, fake_engine, capsys):
    (fake_engine / "mine").mkdir()
    (fake_engine / "mine" / "notes.txt").write_text("of mine")
    (fake_engine / "file").write_text("no folder")
    assert cli.main(["agents", "--agents", "balanced,random,novice", "--games", "12", "--to", to, *how]) == 2
    lines = capsys.readouterr().err.strip().splitlines()
    assert len(lines) == 1 and says in lines[0]
    assert {p.name for p in fake_engine.iterdir()} == {"mine", "file"}  # no store


@pytest.mark.deep
def test_personas_of_ones_own_play_beside_those_of_the_house(fake_engine, capsys):
    (fake_engine / "mine.toml").write_text('[shy]\nwhy = "Shy."\n[shy.weights]\nlevel = 40\n')
    assert cli.main(["agents", "--agents", "mine.toml:shy,balanced", "--seats", "3", "--games", "6", "--json"]) == 0
    assert {row["agent"] for row in json.loads(capsys.readouterr().out)["rating"]} == {"mine.toml:shy", "balanced"}


def test_the_list_shows_everybody_with_a_reason_and_plays_nothing(fake_engine, capsys):
    shown = printed(capsys, ["agents"])
    assert all(name in shown for name in personas()) and not any(fake_engine.iterdir())
    assert printed(capsys, ["agents", "list"]) == shown
    found = json.loads(printed(capsys, ["agents", "list", "--json"]))
    assert {p["name"] for p in found["personas"]} == set(personas()) and all(p["why"] for p in found["personas"])


def test_a_persona_is_told_in_words(capsys):
    assert "worth of one level" in printed(capsys, ["agents", "list", "balanced"])
    assert ("level", find_persona("balanced").weights["level"], "worth of one level") in weights_in_words(
        find_persona("balanced")
    )


def test_a_persona_beside_balanced_shows_what_differs_most():
    base = find_persona("balanced")
    other = replace(
        base,
        name="other",
        weights={**base.weights, "level": 10 * base.weights["level"], "danger": 1 + base.weights["danger"]},
    )
    assert beside(other).startswith(f"level {10 * base.weights['level']} (not {base.weights['level']})")
    assert beside(base) == "" and "at random" in beside(find_persona("random"))


def test_tables_stand_the_strongest_first_and_do_without_events():
    keys = {"run_id": "r", "arm": "a"}
    won = [
        {**keys, "agent": a, "games": 9, "credit": c, "credit_low": 0.0, "credit_high": 1.0, "fair_share": 0.25}
        for a, c in (("weak", 0.1), ("strong", 0.5))
    ]
    rating = [
        {**keys, "agent": a, "rating": r, "rating_low": r, "rating_high": r, "chance": 0.3, "rating_q": 0.1}
        for a, r in (("weak", 1400.0), ("strong", 1600.0))
    ]
    frames = {"persona_win": pl.DataFrame(won), "rating": pl.DataFrame(rating), "style": pl.DataFrame()}
    assert strength_table(frames)["agent"].to_list() == ["strong", "weak"]
    assert style_table(frames, ["strong"]).is_empty()


def test_how_to_read_says_what_a_hundred_points_are():
    # 10 ** 0.25 = 1.778; 1.778 / (1.778 + 3) = 37.2 %
    assert "100 points more than 3 equal others win 37% of the games" in how_to_read(4, 10)
