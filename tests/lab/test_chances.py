"""What win probability says of a run: how far it is to be trusted, what events add, and the chances of every turn."""

from __future__ import annotations

import csv
import io
import json

import numpy as np
import polars as pl
import pytest
from scipy import stats

from lab import cli
from lab.chances import chance_report as made
from lab.chances.chance_report import BASE, FULL, SIMPLE, TABLES, added, decided, trust, turns
from lab.chances.positions import CHOICE, CLASSES, COURSE, LUCK, REVEAL, coded
from lab.chances.win_chances import ArmChances, arms_with_chances
from lab.chances.win_model import fold_of
from lab.commands.chances import _print_trust
from lab.store.store_folder import Store
from lab.tables.column import written
from tests.lab.command_lines import printed
from tests.lab.races import DICE, GAMES, LEVEL, SEATS, arm_of, race, race_store, true_chances

pytestmark = pytest.mark.deep


@pytest.fixture(scope="module")
def arm():
    """Races; a step is a throw of a die."""
    return arm_of(600, cap=40)


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """A finished run of races as stored events, and a second variant with too few games."""
    return race_store(tmp_path_factory.mktemp("races") / "store")


def one(frame, **where):
    rows = frame.filter(*(pl.col(k).is_null() if v is None else pl.col(k) == v for k, v in where.items()))
    return rows.row(0, named=True)


def test_scores_are_those_of_plain_sums_and_more_knowledge_scores_better(arm):
    found, at = trust(arm), arm.turn_starts
    said = arm.values[at]
    won = arm.credit[at]
    full = one(found, model=FULL, chance="all")
    loss = [
        -sum(won[i, s] * np.log(said[i, s]) for s in range(SEATS)) - (1 - won[i].sum()) * np.log(max(said[i, -1], 1e-9))
        for i in range(len(at))
    ]
    assert full["log_loss"] == pytest.approx(np.mean(loss)) and full["states"] == len(at) and full["games"] == 600
    assert full["log_loss"] < one(found, model=SIMPLE)["log_loss"] < one(found, model=BASE)["log_loss"] - 0.1
    assert full["brier"] < one(found, model=BASE)["brier"] - 0.05


def test_what_is_said_stands_beside_what_came_of_it(arm):
    rows = trust(arm).filter(pl.col("chance") != "all")
    at = arm.turn_starts
    said, won = arm.values[at][:, :SEATS], arm.credit[at]
    inside = (said >= 0.2) & (said < 0.3)
    found = one(rows, chance="20-30 %")
    assert found["said"] == pytest.approx(said[inside].mean()) and found["won"] == pytest.approx(won[inside].mean())
    assert found["states"] == inside.sum() and rows["states"].sum() == said.size
    assert (rows["won_low"] <= rows["won"]).all() and (rows["won"] <= rows["won_high"]).all()


def test_intervals_are_over_games_not_over_rows(arm):
    """The same turns ten times over are no more games: nothing becomes surer."""
    at = arm.turn_starts
    said, won, game = arm.values[at][:, :SEATS], arm.credit[at], arm.moments.game[at]
    once, often = (made._reliability(*(np.repeat(x, n, axis=0) for x in (said, won, game))) for n in (1, 10))
    for name in ("won", "won_low", "won_high"):
        assert np.allclose(once[name], often[name])
    assert (10 * once["states"] == often["states"]).all() and (once["won_high"] - once["won_low"]).max() > 0.05


def test_where_all_have_won_the_bounds_are_those_of_so_many_games():
    said, won = np.full((60, 2), 0.95), np.ones((60, 2))
    found = made._reliability(said, won, np.repeat(np.arange(20), 3)).row(0, named=True)
    assert (found["games"], found["won"], found["won_high"]) == (20, 1, 1)
    assert found["won_low"] == pytest.approx(stats.beta.ppf(0.025, 20.5, 0.5))  # Jeffreys for 20 of 20


def test_luck_choices_and_course_add_up_to_what_the_winner_won(arm):
    found = added(arm).filter(pl.col("about").is_null())
    first = np.flatnonzero(np.r_[True, arm.moments.last[:-1]])
    credit, start = arm.credit[first], arm.values[first, :SEATS]
    assert found["winner_added"].sum() == pytest.approx((credit * (credit - start)).sum(axis=1).mean())
    assert set(found["decided_by"]) == {LUCK, COURSE}  # nobody chooses anything in a race
    luck, course = (one(found, decided_by=name)["winner_added"] for name in (LUCK, COURSE))
    assert luck > 0.5 > 5 * abs(course)


def test_what_is_added_belongs_to_whom_it_concerned(arm):
    dice = one(added(arm), about="dice", card=None)
    m = arm.moments
    mine = np.flatnonzero(np.array(list(CLASSES))[m.about] == "dice")
    assert dice["times"] == len(mine)
    assert dice["actor_added"] == pytest.approx(arm.added[mine, m.actor[mine]].mean())
    assert dice["target_added"] is None
    assert dice["moved"] == pytest.approx(np.abs(arm.added[mine]).sum() / 2 / 600)


def test_a_throw_adds_what_the_known_chances_say_and_hardly_anything_on_average():
    arm = arm_of(1500)
    value, m = true_chances(), arm.moments
    dice = np.flatnonzero((m.about == DICE) & ~m.last)
    rows = zip(m.state[dice, :, LEVEL].tolist(), m.state[dice - 1, :, LEVEL].tolist(), m.actor[dice].tolist())
    known = np.array(
        [value[tuple(after), (who + 1) % SEATS][who] - value[tuple(before), who][who] for after, before, who in rows]
    )
    found = arm.added[dice, m.actor[dice]]
    assert np.corrcoef(found, known)[0, 1] > 0.93 and np.abs(found - known).mean() < 0.04
    over_all = one(added(arm), about="dice", card=None)
    assert abs(over_all["actor_added"]) < 0.03 < 0.1 < np.abs(known).mean()  # a logit evens out a little


def test_cards_and_those_they_are_aimed_at_have_rows_of_their_own():
    m, credit = race(300)
    about, card, target = m.about.copy(), m.card.copy(), m.target.copy()
    dice = np.flatnonzero(np.array(list(CLASSES))[about] == "dice")
    about[dice], card[dice], target[dice] = list(CLASSES).index("curse_played"), dice % 2, (m.actor[dice] + 1) % SEATS
    arm = ArmChances("r", "a", type(m)(**vars(m) | {"about": about, "card": card, "target": target}), credit)
    found = added(arm)
    for number in (0, 1):
        mine = dice[dice % 2 == number]
        row = one(found, card=number)
        assert row["decided_by"] == CHOICE and row["times"] == len(mine)
        assert row["target_added"] == pytest.approx(arm.added[mine, target[mine]].mean())
        usual = arm.added[mine, m.actor[mine]].mean() - arm.added[dice, m.actor[dice]].mean()
        assert row["against_kind"] == pytest.approx(usual)
    parts = found.filter(pl.col("card").is_not_null())
    assert one(found, about="curse_played", card=None)["times"] == parts["times"].sum()


def test_a_game_is_decided_from_the_turn_on_from_which_whoever_wins_has_more_than_half(arm):
    m, by_game = arm.moments, []
    for game in range(600):
        rows = np.flatnonzero(m.game == game)
        won = np.r_[arm.credit[rows[0]] > 0, arm.credit[rows[0]].sum() == 0]
        turn = m.turn[rows[-1]]
        for i in sorted(set(rows) & set(arm.turn_starts.tolist()), reverse=True):
            if arm.values[i][won].sum() <= 0.5:
                break
            turn = m.turn[i]
        by_game.append(turn)
    found = decided(arm).row(0, named=True)
    assert found["decided"] == np.quantile(by_game, 0.5, method="nearest") and found["games"] == 600
    assert found["decided_low"] <= found["decided"] <= found["decided_high"] <= found["turns"]
    assert found["last_fight"] == 0  # there are none in a race


def test_what_the_last_fight_brings_is_a_reveal_and_no_choice(arm):
    m = arm.moments
    about = np.where(m.about == DICE, list(CLASSES).index("fight"), m.about)
    fights = ArmChances("r", "a", type(m)(**vars(m) | {"about": about}), arm.credit)
    found = added(fights).filter(pl.col("card").is_null() & pl.col("about").is_not_null())
    assert dict(found.select("about", "decided_by").iter_rows()) == {
        "turn": COURSE, "fight": CHOICE, "last_fight": REVEAL,
    }  # fmt: skip
    assert one(found, about="last_fight")["times"] == len(set(m.game[(m.about == DICE) & m.last]))
    before = fights.values[np.flatnonzero(m.last & (m.about == DICE)) - 1]
    won = np.hstack([arm.credit > 0, (arm.credit.sum(axis=1) == 0)[:, None]])[m.last & (m.about == DICE)]
    share = ((before * won).sum(axis=1) <= 0.5).sum() / 600
    assert decided(fights)["last_fight"][0] == pytest.approx(share) and share > 0.1


def test_the_answer_is_sentences_and_losses_are_told_when_asked_for(store, capsys):
    said = printed(capsys, ["chances", "--store", str(store.path)])
    found = made.chances(store, "decided", store.run_ids()[0]).row(0, named=True)
    heading, empty, first = said.splitlines()[:3]
    assert heading.startswith("Run ") and first.startswith("Half of all games are decided by turn ") and not empty
    assert f"turn {found['decided']:.0f} [" in first and "log loss" not in said
    assert "deal and dice +" in said and "How sure: " in said
    assert "Luck and players are not told apart" in said  # no card of these races is there to be played
    assert cli.main(["chances", "--store", str(store.path), "--all"]) == 0
    assert "log loss" in (more := capsys.readouterr().out) and more.startswith(said[:200])


def test_every_turn_has_the_chance_of_every_seat_and_of_nobody(arm):
    found = turns(arm)
    sums = found.group_by("game", "turn").agg(pl.col("chance").sum(), pl.len())
    assert sums["len"].unique().to_list() == [SEATS + 1] and np.allclose(sums["chance"], 1)
    assert sums.height == len(arm.turn_starts)


def test_stored_events_say_the_same_as_the_races_they_were_made_from(store):
    tables = [store.table(name) for name in ("event", "seat", "card", "arm")]
    (found,) = arms_with_chances(*tables)  # the other arm has too few games
    assert (found.arm, len(np.unique(found.moments.game))) == ("base", GAMES)
    known = arm_of(GAMES)
    assert np.array_equal(found.credit[found.turn_starts], known.credit[known.turn_starts])
    assert np.array_equal(found.moments.state[found.turn_starts], known.moments.state[known.turn_starts])


def test_whoever_waits_is_told_what_for_and_nobody_else(tmp_path, capsys):
    place = race_store(tmp_path / "store")
    assert cli.main(["chances", "--store", str(place.path)]) == 0
    assert f"lab: base: learning chances from {GAMES} games\n" in capsys.readouterr().err
    assert cli.main(["chances", "--store", str(place.path)]) == 0
    assert "learning" not in capsys.readouterr().err


def test_what_is_learnt_is_kept_with_the_run(store, monkeypatch):
    run = store.run_ids()[0]
    first = {name: made.chances(store, name, run) for name in TABLES}
    monkeypatch.setattr(made, "arms_with_chances", None)  # nothing may be learnt any more
    for name in TABLES:
        assert made.chances(Store.open(store.path), name, run).equals(first[name])
    assert first["trust"].height > 3 and first["turns"].schema == TABLES["turns"]


def test_the_turns_of_one_game_are_the_same_digits_whether_all_are_learnt_or_only_they(tmp_path):
    place = race_store(tmp_path / "store")
    run = place.run_ids()[0]
    (arm,) = arms_with_chances(*(place.table(name, run) for name in ("event", "seat", "card", "arm")))
    alone = {game: made.turns_of_game(place, run, arm.arm, game) for game in (3, 17, 40)}
    every = made.chances(place, "turns", run)
    for game, rows in alone.items():
        assert rows.height and rows.select(*TABLES["turns"]).equals(every.filter(arm=arm.arm, game=game))
        seats = rows.filter(pl.col("seat") >= 0)
        behind = (pl.col("chance").max().over("turn") / pl.col("chance")).log()
        gaps = seats.select(pl.sum_horizontal("^.*_apart$").alias("told"), behind.alias("known"))
        assert np.allclose(gaps["told"], gaps["known"], atol=1e-5)  # facts add up to all that sets two seats apart
    assert made.turns_of_game(place, run, arm.arm, 10**6).is_empty()


def test_a_game_without_stored_events_is_judged_by_its_own_log(store):
    """Game 3 once more, under the number of a game that is not there: of the same fold it has the same chances."""
    run = store.run_ids()[0]
    event, *others = (store.table(name, run) for name in ("event", "seat", "card", "arm"))
    (arm,) = arms_with_chances(event, *others)
    log = coded(event.filter(pl.col("arm").cast(pl.String) == arm.arm, pl.col("game") == 3))
    fold = fold_of(np.arange(20_000))
    number = next(n for n in range(10_000, 20_000) if fold[n] == fold[3])
    again = made.turns_of_game(store, run, arm.arm, number, log | {"game": np.full(len(log["seq"]), number)})
    assert again.height and again["game"].unique().to_list() == [number]
    known = made.turns_of_game(store, run, arm.arm, 3)
    assert again.drop("game").equals(known.drop("game"))


@pytest.mark.parametrize("show", ["decided", "trust", "events", "cards", "turns", "luck"])
def test_the_command_prints_every_table(store, capsys, show):
    said = printed(capsys, ["chances", "--store", str(store.path), "--show", show])
    assert "Chances are said by models that have not seen the game they judge" in said
    rows = json.loads(printed(capsys, ["chances", "--store", str(store.path), "--show", show, "--json"]))
    assert cli.main(["chances", "--store", str(store.path), "--show", show, "--csv"]) == 0
    assert len(list(csv.DictReader(io.StringIO(capsys.readouterr().out)))) == len(rows)
    assert {row["arm"] for row in rows} <= {"base"} and (rows or show in ("cards", "luck"))


def test_an_arm_without_chances_is_refused_in_a_sentence(store, capsys):
    assert cli.main(["chances", "--store", str(store.path), "--arm", "base+faster"]) == 2
    assert "--arm is 'base+faster'; allowed here: base" in capsys.readouterr().err


def test_scores_stand_beside_their_models_however_long_names_of_variants_are(store, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    rows = made.chances(store, "trust", store.run_ids()[0]).drop("run_id")
    _print_trust(pl.concat([rows, rows.with_columns(arm=pl.lit("base+kitchen-table+no-early-backstab"))]))
    said = capsys.readouterr().out
    assert "Left out" not in said and max(map(len, said.splitlines())) <= 80
    for model in (FULL, SIMPLE, BASE):
        row = one(rows, model=model, chance="all")
        lines = [line for line in said.splitlines() if model in line]
        assert len(lines) == 2, model  # once of each variant
        scores = [written(row[name], "number") for name in ("log_loss", "brier")]
        assert all(line.split()[-2:] == scores for line in lines)
