"""Paired comparison: equal arms differ by nothing, planted differences are found."""

import tomllib
from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from lab.comparison.arm_comparison import SHARES, as_frame, compare_arms, compare_run, declared
from lab.comparison.arm_pairs import Pair
from lab.comparison.game_numbers import BY_SEATS, COUNTED, ENDINGS, FAR_BEHIND, OF_GAMES, ROUNDS_OF_ALL, game_numbers
from lab.errors import BadInput
from lab.tables.metric import compute
from lab.tables.table_pace import FILE
from tests.lab.fixed_store import FINISHED, fixed_store


def store_of(tiny_store, rows, arms):
    game, seat = rows
    games, seats = [], []
    for arm, shift in arms.items():
        for g in range(30):
            ending = "shared" if shift and g < 6 else "kill"
            games.append(game(arm, g, turns=50 + g % 7 + shift, ending=ending))
            seats += [seat(arm, g, s, won=int(s == g % 3), credit=float(s == g % 3)) for s in range(3)]
    arm = pl.DataFrame({"run_id": "r", "arm": list(arms)})
    return tiny_store(game=pl.DataFrame(games), seat=pl.DataFrame(seats), arm=arm)


def row(rows_, metric):
    return next(r for r in rows_ if r.metric == metric)


def test_equal_arms_differ_by_nothing(tiny_store, rows):
    found = compare_run(store_of(tiny_store, rows, {"a": 0, "b": 0}), "r")
    assert all(r.difference == 0 and r.identical == 1 and not r.found for r in found)
    assert row(found, "turns").low == row(found, "turns").high == 0
    assert row(found, "turns").correlation == pytest.approx(1)
    # 30 pairs without a change: z2 / (30 + z2) by hand, for the ending and for the credit, which nobody shares
    for name in ("ending_kill", "first_credit"):
        assert (row(found, name).low, row(found, name).high) == pytest.approx((-0.1135, 0.1135), abs=1e-4)


def test_a_planted_shift_is_found_exactly(tiny_store, rows):
    found = compare_run(store_of(tiny_store, rows, {"a": 0, "b": 5}), "r")
    turns = row(found, "turns")
    assert (turns.difference, turns.low, turns.high, turns.n) == (5, 5, 5, 30)
    assert turns.value_b - turns.value_a == pytest.approx(5)
    shared = row(found, "ending_shared")
    assert shared.value_a == 0 and shared.value_b == 0.2
    assert shared.p_value == pytest.approx(2 * 0.5**6)  # six games changed, all in one direction
    # Tango by hand: six games only in b, none only in a. The share q of the latter is (6 - 54 d) / 60, at least 0, and
    # a bound d solves |6 - 30 d| = 1.96 sqrt(30 (2 q + d (1 - d))): 0.0638 (q 0.0426) below, 0.3731 (q 0) above.
    assert (shared.low, shared.high) == pytest.approx((0.0638, 0.3731), abs=1e-4)


def test_an_ending_that_all_games_change_to_has_an_interval(tiny_store, rows):
    game, seat = rows
    games = [game(arm, g, ending=e) for arm, e in (("a", "kill"), ("b", "boss")) for g in range(200)]
    seats = [seat(arm, g, s, won=int(s == 0), credit=float(s == 0)) for arm in "ab" for g in range(200) for s in (0, 1)]
    tables = {"game": pl.DataFrame(games), "seat": pl.DataFrame(seats)}
    found = compare_run(tiny_store(**tables, arm=pl.DataFrame({"run_id": "r", "arm": ["a", "b"]})), "r")
    boss = row(found, "ending_boss")
    # all pairs discordant: (n - z2) / (n + z2) with n = 200
    assert (boss.difference, boss.low, boss.high) == pytest.approx((1, 196.15854 / 203.84146, 1))
    assert (boss.method, boss.p_value) == (SHARES, pytest.approx(2 * 0.5**200))


def test_the_others_are_adjusted_as_one_family_and_the_declared_measure_is_not(tiny_store, rows):
    store = store_of(tiny_store, rows, {"a": 0, "b": 5})
    found = compare_run(store, "r")
    first, others = found[0], found[1:]
    assert (first.metric, first.role, first.q_value, first.found) == ("turns", "primary", None, True)
    assert {r.role for r in others} == {"secondary"} and {r.family for r in others} == {len(others)}
    # Benjamini-Hochberg by its definition: the least of m p / rank from this rank on
    by_p = sorted(others, key=lambda r: r.p_value)
    ratios = [len(by_p) * r.p_value / (i + 1) for i, r in enumerate(by_p)]
    assert [r.q_value for r in by_p] == pytest.approx([min(1, *ratios[i:]) for i in range(len(by_p))])
    assert [r.found for r in others] == [r.q_value < 0.1 for r in others]
    two = [replace(others[0], p_value=p, low=low, high=2.0) for p, low in ((0.01, 0.5), (0.06, -0.1))]
    assert [(r.q_value, r.found) for r in declared([first, *two], "turns")[1:]] == [(0.02, True), (0.06, False)]
    assert row(found, "ending_shared").p_value < 0.05 < row(found, "ending_shared").q_value
    chosen = compare_run(store, "r", primary="ending_shared")
    assert (chosen[0].metric, chosen[0].role, chosen[0].found) == ("ending_shared", "primary", True)
    assert row(chosen, "turns").q_value > row(chosen, "turns").p_value > 0
    assert compare_run(store, "r", primary="ending_boss")[0].difference == 0  # declared, though it never happened


def test_a_measure_that_is_not_there_cannot_be_declared(tiny_store, rows):
    with pytest.raises(BadInput, match=r"no measure 'length'; allowed: turns, estimated minutes, rounds, .*cut off"):
        compare_run(store_of(tiny_store, rows, {"a": 0, "b": 5}), "r", primary="length")


def test_identical_games_are_those_in_which_nothing_differs_for_anybody(tiny_store, rows):
    game, seat = rows
    games = [game(arm, g) for arm in "ab" for g in range(10)]
    seats = [
        seat(arm, g, s, gold_in_play=500 if arm == "b" and g == s == 1 else 400, kills=3 + (arm == "b" and g == 7))
        for arm in "ab" for g in range(10) for s in range(3)
    ]  # fmt: skip
    tables = {"game": pl.DataFrame(games), "seat": pl.DataFrame(seats)}
    found = compare_run(tiny_store(**tables, arm=pl.DataFrame({"run_id": "r", "arm": ["a", "b"]})), "r")
    assert {r.identical for r in found} == {0.8}  # game 1 differs in one player's gold, game 7 in the kills


def test_the_first_arm_is_the_base_and_every_pair_is_possible(tiny_store, rows):
    store = store_of(tiny_store, rows, {"z": 0, "b": 1, "c": 2})
    assert {(r.a, r.b) for r in compare_run(store, "r")} == {("z", "b"), ("z", "c")}
    assert {(r.a, r.b) for r in compare_run(store, "r", every_pair=True)} == {("z", "b"), ("z", "c"), ("b", "c")}


def test_lost_combats_and_the_median_game_by_hand(tiny_store, rows):
    game, seat = rows
    facts = {"a": [(40, 10, 2), (50, 20, 4), (60, 30, 9)], "b": [(44, 10, 5), (54, 20, 5), (64, 30, 20)]}
    games = [
        game(arm, g, turns=turns, combats=fought, flights=lost)
        for arm, three in facts.items() for g, (turns, fought, lost) in enumerate(three)
    ]  # fmt: skip
    seats = [seat(arm, g, s) for arm in "ab" for g in range(3) for s in range(3)]
    tables = {"game": pl.DataFrame(games), "seat": pl.DataFrame(seats)}
    found = compare_run(tiny_store(**tables, arm=pl.DataFrame({"run_id": "r", "arm": ["a", "b"]})), "r")
    lost, middle = row(found, "lost_share"), row(found, "median_turns")
    assert (lost.value_a, lost.value_b, lost.difference) == pytest.approx((15 / 60, 30 / 60, 15 / 60))
    assert (middle.value_a, middle.value_b, middle.difference) == pytest.approx((50, 54, 4))
    assert lost.role == middle.role == "secondary" and lost.method.startswith("paired t")


def test_estimated_minutes_are_what_sql_makes_of_each_game_and_the_metric_of_all(tmp_path):
    store, each = fixed_store(tmp_path / "store"), tomllib.loads(FILE.read_text(encoding="utf-8"))
    taken = f"(turns * {each['turn']} + decisions * {each['decision']} + combats * {each['combat']}) / 60.0"
    wanted = store.query(f"SELECT arm, game, {taken} AS minutes FROM game ORDER BY arm, game", run=FINISHED)
    found = game_numbers(store, FINISHED).select("arm", "game", "minutes").sort("arm", "game")
    assert_frame_equal(found, wanted, check_dtypes=False)
    whole = compute(store, ["estimated_minutes"], FINISHED)["estimated_minutes"].filter(part="all")
    told = row(compare_run(store, FINISHED, primary="minutes"), "minutes")
    assert dict(whole.select("arm", "minutes").rows()) == pytest.approx({told.a: told.value_a, told.b: told.value_b})
    hour = row(compare_run(store, FINISHED, primary="within an hour"), "within_60")
    counted = store.query(
        f"SELECT arm, avg(CAST({taken} <= 60 AND ending <> 'capped' AS INT)) FROM game GROUP BY arm", run=FINISHED
    )
    assert dict(counted.rows()) == pytest.approx({hour.a: hour.value_a, hour.b: hour.value_b})
    assert dict(whole.select("arm", "within_60").rows()) == pytest.approx(dict(counted.rows()))


def test_a_game_of_sixty_minutes_is_within_an_hour_unless_the_cap_ended_it_and_winners_are_counted(tiny_store, rows):
    game, seat = rows
    each = tomllib.loads(FILE.read_text(encoding="utf-8"))
    hour = {"turns": int(3600 / each["turn"]), "decisions": 0, "combats": 0}
    games = [
        game("a", 0, **hour, ending="time_limit", n_winners=3), game("a", 1, **hour, ending="capped", n_winners=0),
        game("a", 2, **hour | {"decisions": 1}, ending="kill", n_winners=1), game("a", 3, **hour, n_winners=2),
    ]  # fmt: skip
    seats = [seat("a", g, s) for g in range(4) for s in range(4)]
    tables = {"game": pl.DataFrame(games), "seat": pl.DataFrame(seats)}
    store = tiny_store(**tables, arm=pl.DataFrame({"run_id": "r", "arm": ["a"]}))
    numbers = game_numbers(store, "r")
    assert numbers["within_60"].to_list() == [1, 0, 0, 1] and numbers["several_winners"].to_list() == [1, 0, 0, 1]
    ended = dict(compute(store, ["endings"], "r")["endings"].select("ending", "count").rows())
    assert ended["several_winners"] == 2 and ended["kill"] == 2 and ended["shared"] == 0


def test_rounds_far_behind_by_hand(tiny_store, rows):
    game, seat = rows
    # of 10 Levels: 2 against 8 lacks four times as many, 3 against 8 does not; the last round begins no other
    levels = {"a": [(1, 1), (8, 2), (8, 3), (10, 3)], "b": [(1, 1), (8, 3), (9, 6), (10, 6)]}
    level = [
        {"run_id": "r", "arm": arm, "game": 0, "round": n, "seat": s, "level": told}
        for arm, of_rounds in levels.items() for n, both in enumerate(of_rounds, 1) for s, told in enumerate(both)
    ]  # fmt: skip
    tables = {
        "game": pl.DataFrame([game(arm, 0, rounds=4) for arm in "ab"]), "level": pl.DataFrame(level),
        "seat": pl.DataFrame([seat(arm, 0, s, won=s == 0, credit=float(s == 0)) for arm in "ab" for s in range(2)]),
        "arm": pl.DataFrame({"run_id": "r", "arm": ["a", "b"]}),
    }  # fmt: skip
    numbers = {row["arm"]: row for row in game_numbers(tiny_store(**tables), "r").to_dicts()}
    assert (numbers["a"][FAR_BEHIND], numbers["a"][ROUNDS_OF_ALL]) == (1, 8)  # 8 to 2
    assert (numbers["b"][FAR_BEHIND], numbers["b"][ROUNDS_OF_ALL]) == (1, 8)  # 4 to 1 behind the 9


def test_who_gains_by_a_rule_is_told_by_persona(tiny_store, rows):
    game, seat = rows
    # two seats of x and one of y; y wins 1 of 4 games before and 3 of 4 after
    wins = {"a": [0, 1, 0, 2], "b": [2, 1, 2, 2]}
    seats = [
        seat(arm, g, s, agent="xxy"[s], won=int(s == w), credit=float(s == w))
        for arm, winners in wins.items() for g, w in enumerate(winners) for s in range(3)
    ]  # fmt: skip
    games = [game(arm, g) for arm in "ab" for g in range(4)]
    arm = pl.DataFrame({"run_id": "r", "arm": ["a", "b"]})
    store = tiny_store(game=pl.DataFrame(games), seat=pl.DataFrame(seats), arm=arm)
    found = compare_run(store, "r", primary="credit:y")
    y, x = row(found, "credit:y"), row(found, "credit:x")
    assert (y.value_a, y.value_b, y.role) == (0.25, 0.75, "primary")
    assert (x.value_a, x.value_b) == pytest.approx((3 / 8, 1 / 8))
    with pytest.raises(BadInput, match="these players have no 'credit:z'; allowed of personas: credit:x, credit:y"):
        compare_run(store, "r", primary="credit:z")


@pytest.mark.parametrize("paired", [True, False])
def test_before_and_after_exchanged_turn_every_sign_and_nothing_else(paired):
    draw = np.random.default_rng(5)
    shares = [f"ending_{ending}" for ending in ENDINGS] + [*OF_GAMES]
    numbers = pl.DataFrame(
        {"arm": ["a"] * 80 + ["b"] * 80, "game": [*range(80)] * 2, "course": [str(g) for g in range(160)]}
        | {name: draw.poisson(6, 160).astype(float) for name in COUNTED | BY_SEATS}
        | {name: draw.integers(0, 2, 160).astype(float) for name in shares}
        | {FAR_BEHIND: draw.poisson(6, 160).astype(float), ROUNDS_OF_ALL: draw.integers(20, 60, 160).astype(float)}
    )
    there = {r.metric: r for r in compare_arms(numbers, Pair("a", "b", paired))}
    for back in compare_arms(numbers, Pair("b", "a", paired)):
        row = there[back.metric]
        assert [back.difference, back.low, back.high] == pytest.approx([-row.difference, -row.high, -row.low])
        assert (back.value_a, back.value_b, back.found) == (row.value_b, row.value_a, row.found)
        assert back.p_value == pytest.approx(row.p_value)
        assert (back.correlation is None) == (not paired)


def test_one_arm_cannot_be_compared(tiny_store, rows):
    with pytest.raises(BadInput, match="needs two or more"):
        compare_run(store_of(tiny_store, rows, {"a": 0}), "r")


def test_the_table_has_the_fixed_columns(tiny_store, rows):
    frame = as_frame(compare_run(store_of(tiny_store, rows, {"a": 0, "b": 1}), "r"))
    fixed = ["metric", "unit", "a", "b", "value_a", "value_b", "difference", "low", "high", "n"]
    assert frame.columns[: len(fixed)] == fixed


def printed(store, capsys, **options):
    from lab.commands._comparison import print_comparison

    same = {"variant": "base", "decks": ["base"], "changes": [], "seats": 3, "agents": ["balanced", "novice", "novice"]}
    store.arms = lambda run: pl.DataFrame([{"arm": arm} | same for arm in "ab"])
    print_comparison(store, "r", compare_run(store, "r", **options), everything=True)
    return " ".join(capsys.readouterr().out.split())


def test_the_printed_comparison_says_what_pairing_saved_and_which_p_values_hold(tiny_store, rows, capsys):
    said = printed(store_of(tiny_store, rows, {"a": 0, "b": 5}), capsys)
    assert said.startswith("b against a: 5.0 turns longer [5.0, 5.0], +9.5 %; ")
    # the lengths of both arms go together exactly: all of the variance is saved; no game is the same
    assert "0.0 % of the pairs are the same game in both arms" in said
    assert "For turns the pairs correlate by 1.00 and save 100 % of the variance." in said
    assert "Primary measure: turns (--primary); chosen before looking" in said
    assert "All seats played by: 1 balanced, 2 novice." in said


def test_of_several_arms_one_table_says_what_moved_and_all_the_rest_is_asked_for(tmp_path, capsys, monkeypatch):
    from lab.commands._comparison import print_comparison

    monkeypatch.setattr("lab.commands._comparison.agreements", lambda *_: [])  # which looks for the arms in the store
    store = fixed_store(tmp_path / "store")
    pair = compare_run(store, FINISHED)
    rows = pair + [replace(row, b="other", found=False) for row in pair]
    print_comparison(store, FINISHED, rows)
    said = capsys.readouterr().out.splitlines()
    start = next(n for n, line in enumerate(said) if line.startswith("What moved"))
    table = [line.split() for line in said[start + 3 : said.index("", start)]]
    found = [row for row in pair if row.found or row.role == "primary"]
    (turns,) = store.query("SELECT avg(turns) FROM game WHERE arm = 'base'", run=FINISHED).row(0)
    assert said[start] == "What moved: base, and the differences from it"
    assert table[0][0] == "turns" and float(table[0][1]) == pytest.approx(turns, abs=0.5)
    assert [cells[-2].endswith("*") for cells in table] == [row.found for row in found] and len(table) == len(found)
    assert not any(cells[-1].endswith("*") for cells in table) and not any("Benjamini" in line for line in said)
    many = [replace(row, b=f"b{n}") for n in range(5) for row in pair]
    print_comparison(store, FINISHED, many)
    assert "b3 against base" not in (few := capsys.readouterr().out) and "turns of every arm" in few
    print_comparison(store, FINISHED, many, everything=True)
    assert "b3 against base" in (every := capsys.readouterr().out) and "Benjamini" in every


def test_where_an_arm_never_varies_no_correlation_is_claimed(tiny_store, rows, capsys):
    store = store_of(tiny_store, rows, {"a": 0, "b": 5})
    assert "For deaths the pairs have no correlation to speak of" in printed(store, capsys, primary="deaths")


def test_no_table_prints_a_p_value_of_0(capsys):
    from lab.commands._output import print_frame

    print_frame(
        "t", pl.DataFrame({"p_equal": [1e-30, None, 0.5], "randomised_oh_q": [2e-7, 0.01, 1.0], "q05": [0.0] * 3})
    )
    said = capsys.readouterr().out
    assert said.count("< 0.001") == 2 and "0.500" in said and "0.010" in said and "1e-30" not in said
