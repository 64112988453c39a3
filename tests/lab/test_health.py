"""`lab metrics health`: green for sound games, and red in exactly the right check for every broken instrument."""

from __future__ import annotations

import shutil
from collections import Counter

import numpy as np
import polars as pl
import pytest

from lab import cli
from lab.health import finding
from lab.health.checks import coverage, flight_odds, halves, null_cards, played_again
from lab.health.look import Look
from lab.health.page import examine
from lab.measure import stats as intervals
from lab.runs.runner import run_spec
from lab.runs.spec import RunSpec
from lab.store.folder import Store
from tests.lab.healthy import DEALT, healthy_arms

GAMES, SHARD = 1200, 100
CHECKS = {one.name: one for one in finding.load_checks()}
LUCK = finding.FALSE_ALARMS / sum(one.by_chance for one in CHECKS.values())


def spec_of(**values):
    return RunSpec(
        **{"arms": ["base"], "games": GAMES, "shard_games": SHARD, "agents": ["balanced", "novice", "greedy"]}
        | {"events": "sample:200"} | values
    )  # fmt: skip


@pytest.fixture(autouse=True)
def plan(monkeypatch):
    """How the arms are opened: as they were played. A little less of everything, so that a page takes a second."""
    how: dict[str, object] = {}
    monkeypatch.setattr("lab.runs.arms.open_arms", lambda spec, *_: healthy_arms(spec, **how))
    for module, name, value in (
        (null_cards, "TABLES", 100), (coverage, "DRAWN", 30), (flight_odds, "THROWS", 30), (halves, "WAYS", 3),
    ):  # fmt: skip
        monkeypatch.setattr(module, name, value)
    return how


def played(path, how=None, **values):
    spec = spec_of(**values)
    run_spec(spec, path, 1, arms=healthy_arms(spec, **(how or {})))
    return Store.open(path)


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


def states(store, *names):
    """The state of each check of the page (of those named), by name."""
    look = Look(store, store.run_ids()[0], LUCK)
    return {name: CHECKS[name].examine(look).state for name in names or CHECKS}


def red(store):
    return {name for name, state in states(store).items() if state == finding.RED}


def shard_of(store, is_sampled):
    """First game of a shard, and the first of its games that is played again (or of those that none of it is)."""
    look = Look(store, store.run_ids()[0], LUCK)
    chosen = played_again.sample(look)
    if is_sampled:
        return chosen[0][0].first, chosen[0][1]
    first = next(f for f in range(0, GAMES, SHARD) if f not in {shard.first for shard, _, _ in chosen})
    return first, first + 5


def change(store, first, table, how):
    """Write one table of a shard anew."""
    run = store.run_ids()[0]
    shard = f"base-{first}"
    frames = store.frames_of(run, shard, store.rows_of(run, shard))
    store.commit(run, shard, frames | {table: how(frames[table])})


def only(game):
    return pl.col("game") == game


def test_a_store_as_played_is_green(store):
    assert states(store) == dict.fromkeys(CHECKS, finding.GREEN)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 6))
def test_other_seeds_and_tables_are_green_too(tmp_path, seed):
    how = {"seats": 3 + seed % 4, "events": ("all", "none")[seed % 2], "arms": ["base", "base+faster"][: 1 + seed % 2]}
    store = played(tmp_path, seed=seed, **how)
    assert red(store) == set()
    assert states(store, "events")["events"] == (finding.OPEN if how["events"] == "none" else finding.GREEN)


def test_an_unfinished_run_lacks_whole_shards_only(store):
    run = store.run_ids()[0]
    store.note(run, store.runs().row(0, named=True) | {"status": "interrupted"})
    for path in store.path.glob(f"runs/{run}/*/base-300.*"):
        path.unlink()
    assert states(store, "games", "credit", "events")["games"] == finding.GREEN
    change(store, 400, "game", lambda rows: rows.filter(~only(433)))
    assert states(store, "games")["games"] == finding.RED


def test_too_few_games_leave_chance_open_and_the_rest_green(tmp_path):
    found = states(played(tmp_path, games=100))
    by_chance = {"dealt_cards", "dealt_seats", "halves", "null_cards", "coverage"}
    assert {name for name, state in found.items() if state == finding.OPEN} >= by_chance - {
        "dealt_cards",
        "dealt_seats",
    }
    assert finding.RED not in found.values()


# --- what somebody did to the store ------------------------------------------------------------


def test_a_dropped_last_event_is_red(store):
    first, _ = shard_of(store, is_sampled=False)
    kept = store.table("event").filter(pl.col("game").is_between(first, first + SHARD - 1)).collect()["game"][0]
    change(store, first, "event", lambda rows: rows.filter(~(only(kept) & (pl.col("kind") == "over"))))
    assert red(store) == {"events"}


def test_a_gap_in_the_events_is_red(store):
    first, _ = shard_of(store, is_sampled=False)
    change(store, first, "event", lambda rows: rows.filter(pl.col("seq") != 3))
    assert red(store) == {"events"}


def test_all_events_of_a_kept_game_gone_are_red(store):
    first, _ = shard_of(store, is_sampled=False)
    change(store, first, "event", lambda rows: rows.filter(pl.col("game") != rows["game"][0]))
    assert red(store) == {"events"}


def test_a_game_copied_under_another_number_is_red(store):
    first, game = shard_of(store, is_sampled=False)
    for table in ("game", "seat", "level", "exposure", "event"):
        change(store, first, table, lambda rows: _copied(rows, game, _neighbour(store, game)))
    assert red(store) == {"one_seed"}


def _neighbour(store, game):
    """A game whose events were kept, or not, like those of the other."""
    kept = set(store.table("event").select("game").unique().collect()["game"])
    return next(n for n in range(game + 1, game + SHARD // 2) if (n in kept) == (game in kept))


def _copied(rows, game, other):
    copy = rows.filter(only(game)).with_columns(game=pl.lit(other, pl.Int64))
    return pl.concat([rows.filter(~only(other)), copy]).sort("game", maintain_order=True)


def test_a_card_that_is_dealt_twice_in_one_game_is_red(store):
    first, game = shard_of(store, is_sampled=False)
    second = only(game) & (pl.col("seat") == 1)
    one = pl.when(second).then(pl.col("card").filter(only(game) & (pl.col("seat") == 0)).first()).otherwise("card")
    change(store, first, "exposure", lambda rows: rows.with_columns(card=one))
    assert red(store) == {"dealt_cards"}


def test_credit_given_twice_is_red(store):
    first, game = shard_of(store, is_sampled=False)
    twice = pl.when(only(game)).then(1.0).otherwise("credit").alias("credit")
    change(store, first, "seat", lambda rows: rows.with_columns(twice))
    assert red(store) == {"credit"}


def test_a_winner_who_did_not_win_is_red(store):
    first, game = shard_of(store, is_sampled=False)
    swapped = pl.when(only(game)).then(1 - pl.col("won")).otherwise("won").cast(pl.Int8).alias("won")
    change(store, first, "seat", lambda rows: rows.with_columns(swapped))
    assert red(store) == {"credit"}


def test_a_shifted_level_is_red(store):
    first, game = shard_of(store, is_sampled=False)
    last = only(game) & (pl.col("round") == pl.col("round").max().over("game")) & (pl.col("seat") == 1)
    change(store, first, "level", lambda rows: rows.with_columns(level=pl.col("level") + last.cast(pl.Int16)))
    assert red(store) == {"levels"}


def test_a_round_that_is_left_out_is_red(store):
    first, game = shard_of(store, is_sampled=False)
    change(store, first, "level", lambda rows: rows.filter(~(only(game) & (pl.col("round") == 2))))
    assert red(store) == {"levels"}


def test_a_capped_game_with_a_winner_is_red(store):
    first, _ = shard_of(store, is_sampled=False)
    kept = set(store.table("event").select("game").unique().collect()["game"])
    plain = store.table("game").filter(pl.col("ending") == "kill", pl.col("game") >= first).collect()["game"].to_list()
    game = next(one for one in plain if one not in kept)
    capped = pl.when(only(game)).then(pl.lit("capped")).otherwise(pl.col("ending").cast(pl.String)).alias("ending")
    change(store, game // SHARD * SHARD, "game", lambda rows: rows.with_columns(capped))
    assert red(store) - {"played_again"} == {"endings"}


@pytest.mark.parametrize("how", ["gone", "double", "seat"])
def test_a_game_that_is_gone_or_double_or_lacks_a_seat_is_red(store, how):
    first, game = shard_of(store, is_sampled=False)
    if how == "seat":
        change(store, first, "seat", lambda rows: rows.filter(~(only(game) & (pl.col("seat") == 3))))
    else:
        with_it = lambda rows: pl.concat([rows.filter(~only(game)), *[rows.filter(only(game))] * 2 * (how == "double")])  # noqa: E731
        change(store, first, "game", lambda rows: with_it(rows).sort("game"))
    assert states(store, "games")["games"] == finding.RED


def test_a_shard_played_with_another_seed_is_red(store):
    run, (first, _) = store.run_ids()[0], shard_of(store, is_sampled=True)
    other = Store.open(store.path.parent / "other", create=True)
    other = played(other.path, seed=99)
    shard, theirs = f"base-{first}", other.run_ids()[0]
    frames = other.frames_of(theirs, shard, other.rows_of(theirs, shard))
    kept = set(store.table("event").select("game").unique().collect()["game"])
    own = {name: frame.with_columns(run_id=pl.lit(run)) for name, frame in frames.items()}
    own["event"] = pl.concat([_events_of(store, first, kept - set(own["event"]["game"])), own["event"]])
    store.commit(run, shard, own)
    assert "played_again" in red(store) and "one_seed" not in red(store)


def _events_of(store, first, games):
    in_it = pl.col("game").is_between(first, first + SHARD - 1) & pl.col("game").is_in(list(games))
    return store.table("event").filter(in_it).collect()


def test_a_number_changed_in_a_game_that_is_played_again_is_red(store):
    first, game = shard_of(store, is_sampled=True)
    change(store, first, "game", lambda rows: rows.with_columns(helps=pl.col("helps") + only(game).cast(pl.Int32)))
    assert red(store) == {"played_again"}


def test_the_same_arm_with_another_result_in_another_run_is_red(store):
    run = store.run_ids()[0]
    spec = spec_of(games=300, events="none")
    run_spec(spec, store.path, 1, arms=healthy_arms(spec))
    assert len(store.run_ids()) == 2
    twin = next(one for one in store.run_ids() if one != run)
    row = store.arms(twin).with_columns(arm_hash=pl.lit(store.arms(run)["arm_hash"][0]))
    row.write_parquet(store.path / "runs" / twin / "arm" / "arm.parquet")
    look = Look(store, run, LUCK)
    found = CHECKS["against_itself"].examine(look)
    assert found.state == finding.GREEN and "300 of them also played in other runs" in found.looked_at
    frames = store.frames_of(twin, "base-0", store.rows_of(twin, "base-0"))
    frames["game"] = frames["game"].with_columns(turns=pl.col("turns") + only(7).cast(pl.Int32))
    store.commit(twin, "base-0", frames)
    found = CHECKS["against_itself"].examine(Look(store, run, LUCK))
    assert (found.state, found.found) == (finding.RED, "that differ: 1 (base game 7)")


# --- what is wrong with the one who plays --------------------------------------------------------


def to_first(luck, hands):
    """One card is dealt to seat 0 twice as often as to others."""
    seat, place = np.argwhere(hands == 5)[0] if (hands == 5).any() else (0, 0)
    if seat > 0 and luck.random() < 0.2:
        hands[seat, place], hands[0, 0] = hands[0, 0], hands[seat, place]
    return hands


def too_often(luck, hands):
    """One card is dealt in place of another now and then."""
    if not (hands == 5).any() and luck.random() < 0.3:
        hands[luck.integers(len(hands)), luck.integers(DEALT)] = 5
    return hands


def never(luck, hands):
    """One card lies at the bottom always."""
    hands[hands == 5] = next(n for n in luck.permutation(24) if n != 5 and not (hands == n).any())
    return hands


def rigged(tmp_path, plan, **how):
    plan |= how
    return red(played(tmp_path, how))


@pytest.mark.parametrize("rig, found", [(to_first, "dealt_seats"), (too_often, "dealt_cards"), (never, "dealt_cards")])
def test_a_broken_shuffle_is_red(tmp_path, plan, rig, found):
    assert rigged(tmp_path, plan, rig=rig) == {found}


def test_one_seed_used_twice_is_red(tmp_path, plan):
    found = rigged(tmp_path, plan, key=lambda seed, first, n, _: (seed, (first + n) % (GAMES - 1)))
    assert found == {"one_seed"}


def test_randomness_keyed_by_worker_is_red(tmp_path, plan):
    assert rigged(tmp_path, plan, key=lambda seed, _first, _n, before: (seed, before)) == {"played_again"}


def test_randomness_keyed_by_the_place_in_a_shard_is_red(tmp_path, plan):
    found = rigged(tmp_path, plan, key=lambda seed, _first, n, _: (seed, n))
    assert found >= {"one_seed", "played_again"}


def test_games_that_change_while_they_are_played_are_red(tmp_path, plan):
    assert rigged(tmp_path, plan, longer=0.01) == {"halves"}


# --- what is wrong with the numbers ---------------------------------------------------------------


def test_p_values_that_are_too_small_are_red(store, monkeypatch):
    honest = halves.unpaired
    monkeypatch.setattr(halves, "unpaired", lambda a, b: _too_small(honest(a, b)))
    assert red(store) == {"halves"}


def _too_small(found):
    return found._replace(p_value=found.p_value / 5)


def test_cards_that_are_not_adjusted_for_their_number_are_red(store, monkeypatch):
    monkeypatch.setattr(null_cards, "q_values", lambda p: p)
    assert red(store) == {"null_cards"}


def test_another_test_than_the_printed_one_is_red(store, monkeypatch):
    from lab.metrics import card_table

    honest = card_table.normal_p
    monkeypatch.setattr(card_table, "normal_p", lambda value, error: honest(value, error) / 2)
    assert red(store) == {"null_cards"}


@pytest.mark.parametrize("width", [0.7, 1.6])
def test_intervals_that_are_too_narrow_or_too_wide_are_red(store, monkeypatch, width):
    honest = intervals.t_quantile
    monkeypatch.setattr(intervals, "t_quantile", lambda n: honest(n) * width)
    assert red(store) == {"coverage"}


def test_a_difference_from_itself_is_red(store, monkeypatch):
    from lab.health.checks import against_itself

    honest = against_itself.paired
    monkeypatch.setattr(against_itself, "paired", lambda a, b, binary: honest(a, b + 1e-9, binary))
    assert red(store) == {"against_itself"}


def test_the_odds_of_flight_are_those_of_the_rules(store, monkeypatch):
    monkeypatch.setattr(flight_odds, "THROWS", 150)
    assert states(store, "flight_odds") == {"flight_odds": finding.GREEN}
    monkeypatch.setattr(flight_odds, "_switches", lambda _arm: {"run_away.target": 3})
    assert states(store, "flight_odds") == {"flight_odds": finding.RED}


def test_a_tie_that_the_wrong_side_wins_is_red(store, monkeypatch):
    monkeypatch.setattr(flight_odds, "_switches", lambda _arm: {"combat.ties": "munchkins_win"})
    look = Look(store, store.run_ids()[0], LUCK)
    found = CHECKS["flight_odds"].examine(look)
    assert (found.state, found.found) == (finding.RED, "the wrong side won it")


def test_other_code_leaves_open_what_it_cannot_play_again(store, plan):
    run = store.run_ids()[0]
    arms = store.arms(run).with_columns(arm_hash=pl.lit("0123456789abcdef"))
    arms.write_parquet(store.path / "runs" / run / "arm" / "arm.parquet")
    found = states(store)
    assert Counter(found.values()) == {finding.GREEN: len(CHECKS) - 2, finding.OPEN: 2}
    assert found["played_again"] == found["flight_odds"] == finding.OPEN


# --- the page -------------------------------------------------------------------------------------


def test_the_page_is_judged_as_a_whole(store):
    one = list(examine(store, store.run_ids()))
    assert [row["check"] for row in one] == list(CHECKS)
    by_chance = [row for row in one if row["allowed"].startswith("p at least")]
    assert len(by_chance) * LUCK <= finding.FALSE_ALARMS * (1 + 1e-9)
    assert all((row["p_value"] is None) != CHECKS[row["check"]].by_chance for row in one)


def test_the_exit_code_and_the_json_say_what_is_red(store, capsys):
    import json

    assert cli.main(["metrics", "health", "--store", str(store.path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["red"] == 0
    first, game = shard_of(store, is_sampled=False)
    twice = pl.when(only(game)).then(1.0).otherwise("credit").alias("credit")
    change(store, first, "seat", lambda rows: rows.with_columns(twice))
    assert cli.main(["metrics", "health", "--store", str(store.path)]) == 1
    said = capsys.readouterr().out
    assert f"red   credit: {GAMES:,} games: give away more or less: 1 (base game {game})" in said
