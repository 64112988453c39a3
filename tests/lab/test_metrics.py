"""Every metric on tiny tables whose truth is planted by hand."""

import numpy as np
import polars as pl
import pytest
from scipy import stats as scipy_stats

from engine.records.events import Result
from lab.errors import BadInput
from lab.store.stored_tables import FACTS
from lab.tables.metric import FOLDER, KEYS, by_number, compute, load_metrics


def one(frame: pl.DataFrame, **where: object) -> dict[str, object]:
    for column, value in where.items():
        frame = frame.filter(pl.col(column) == value)
    return frame.row(0, named=True)


def test_every_file_registers_the_metric_of_its_name():
    assert list(load_metrics()) == sorted(p.stem for p in FOLDER.glob("*.py") if p.stem != "__init__")


def test_every_metric_has_a_sentence_a_unit_and_an_interval():
    for metric in load_metrics().values():
        assert metric.says.endswith("."), metric.name
        assert metric.unit and metric.interval and metric.needs


def test_an_unknown_metric_is_named_with_the_known_ones(tiny_store):
    with pytest.raises(BadInput, match="no metric named sharks; known: .*game_length"):
        compute(tiny_store(), ["sharks"])


def test_game_length_counts_capped_games(rows, tiny_store):
    game, _ = rows
    table = pl.DataFrame(
        [
            game("a", i, turns=t, rounds=t // 4, ending="capped" if t == 600 else "kill")
            for i, t in enumerate([40, 80, 120, 600])
        ]
    )
    found = one(compute(tiny_store(game=table), ["game_length"])["game_length"], measure="turns")
    assert (found["games"], found["capped"], found["mean"]) == (4, 1, 210)
    assert found["median"] in (80, 120)
    assert found["mean_low"] < 210 < found["mean_high"]


def test_endings_add_up_to_one_and_show_what_never_happened(rows, tiny_store):
    game, _ = rows
    table = pl.DataFrame([game("a", i, ending=e) for i, e in enumerate(["kill", "kill", "shared", "capped"])])
    found = compute(tiny_store(game=table), ["endings"])["endings"]
    assert found["share"].sum() == pytest.approx(1)
    assert one(found, ending="kill")["share"] == 0.5
    assert one(found, ending="boss")["count"] == 0
    assert one(found, ending="capped")["share_high"] > 0.25


def test_level_curve_separates_winners(rows, tiny_store):
    _, seat = rows
    seats = pl.DataFrame([seat("a", g, s, won=int(s == 0), credit=float(s == 0)) for g in range(3) for s in range(3)])
    level = pl.DataFrame(
        [
            {"run_id": "r", "arm": "a", "game": g, "round": r, "seat": s, "level": 2 * r if s == 0 else r}
            for g in range(3)
            for r in range(1, 4 if g else 2)  # game 0 ends after one round
            for s in range(3)
        ]
    )
    found = compute(tiny_store(level=level, seat=seats), ["level_curve"])["level_curve"]
    assert one(found, group="winner", round=3)["mean"] == 6
    assert one(found, group="other", round=3)["mean"] == 3
    assert one(found, group="all", round=3)["games"] == 2
    assert one(found, group="all", round=1)["q90"] == 2


def test_seat_advantage_counts_places_from_the_first_player(rows, tiny_store):
    game, seat = rows
    # The first player is always seat 2 of 3 and wins 3 of 4 games; the last game is shared by seats 0 and 1.
    games = [game("a", g, first_seat=2, n_winners=1 if g < 3 else 2) for g in range(4)]
    seats = [
        seat("a", g, s, won=int(s == 2 if g < 3 else s != 2), credit=float(s == 2) if g < 3 else 0.5 * (s != 2))
        for g in range(4)
        for s in range(3)
    ]
    store = tiny_store(game=pl.DataFrame(games), seat=pl.DataFrame(seats))
    found = compute(store, ["seat_advantage"])["seat_advantage"]
    assert found["place"].to_list() == [0, 1, 2]
    assert found["credit"].to_list() == [0.75, 0.125, 0.125]
    assert found["sole_wins"].to_list() == [3, 0, 0]
    assert found["shared_wins"].to_list() == [0, 1, 1]
    assert found["p_equal"][0] == pytest.approx(np.exp(-3))  # chi-square of (3, 0, 0) is 6 with 2 degrees: e^-3


def test_combats_shows_the_lost_share(rows, tiny_store):
    game, _ = rows
    table = pl.DataFrame([game("a", g, combats=4, kills=k) for g, k in enumerate([1, 3])])
    ends = [
        Result.KILLED,
        Result.FLED,
        Result.CAUGHT,
        Result.DIED,
        Result.KILLED,
        Result.KILLED,
        Result.REMOVED,
        Result.FLED,
    ]
    events = pl.DataFrame(
        [{"run_id": "r", "arm": "a", "game": i // 4, "kind": "fight_end", "other": int(e)} for i, e in enumerate(ends)]
    )
    found = compute(tiny_store(game=table, event=events), ["combats"])["combats"]
    assert one(found, measure="lost_share")["value"] == 0.5
    assert one(found, measure="lost_share")["games"] == 2
    assert one(found, measure="combats")["value"] == 4
    assert one(found, measure="kills")["value"] == 2


def test_lead_changes(rows, tiny_store):
    game, _ = rows
    table = pl.DataFrame([game("a", g, lead_changes=n, rounds=10) for g, n in enumerate([0, 2, 4])])
    found = compute(tiny_store(game=table), ["lead_changes"])["lead_changes"].row(0, named=True)
    assert (found["mean"], found["per_10_rounds"], found["q50"]) == (2, 2, 2)
    assert found["never"] == pytest.approx(1 / 3)


def test_economy_and_persona(rows, tiny_store):
    game, seat = rows
    seats = pl.DataFrame(
        [
            seat(
                "a",
                g,
                s,
                agent="greedy" if s == 0 else "random",
                won=int(s == 0),
                credit=float(s == 0),
                treasures=10 * (s + 1),
            )
            for g in range(5)
            for s in range(4)
        ]
    )
    games = pl.DataFrame([game("a", g) for g in range(5)])
    store = tiny_store(seat=seats, game=games, event=pl.DataFrame(schema=FACTS["event"]))
    found = compute(store, ["economy", "persona_win"])
    assert one(found["economy"], measure="treasures", group="winner")["mean"] == 10
    assert one(found["economy"], measure="treasures", group="all")["mean"] == 25
    greedy = one(found["persona_win"], agent="greedy")
    assert (greedy["credit"], greedy["fair_share"], greedy["games"]) == (1.0, 0.25, 5)
    assert one(found["persona_win"], agent="random")["seat_games"] == 15


def card_world(games: int, worth: float, seed: int = 5):
    """Three seats; card 0 is dealt to one of them and worth `worth` credit to it; winners draw card 1."""
    rng = np.random.default_rng(seed)
    seats, exposure = [], []
    for g in range(games):
        holder = int(rng.integers(3))
        chances = np.full(3, (1 - worth) / 3)
        chances[holder] += worth
        winner = int(rng.choice(3, p=chances))
        seats += [(g, s, float(s == winner)) for s in range(3)]
        exposure += [(g, holder, 0, 1), (g, winner, 1, 0)]
    keys = {"run_id": pl.lit("r"), "arm": pl.lit("a")}
    seat = pl.DataFrame(seats, schema=["game", "seat", "credit"], orient="row").with_columns(**keys)
    held = pl.DataFrame(exposure, schema=["game", "seat", "card", "opening"], orient="row").with_columns(
        **keys, played=1, held=1
    )
    card = pl.DataFrame(
        {
            "deck_hash": "d",
            "card": [0, 1],
            "id": ["gift", "crown"],
            "name": ["Gift", "Crown"],
            "pile": "door",
            "kind": "item",
            "copies": 1,
            "unmodelled": "",
        }
    )
    return {
        "seat": seat,
        "exposure": held,
        "card": card,
        "arm": pl.DataFrame({"run_id": ["r"], "arm": ["a"], "deck_hash": ["d"]}),
    }


def test_card_table_recovers_the_worth_of_a_dealt_card(tiny_store):
    # A dealt card worth 0.2 makes the holder win with 0.2 + 0.8 / 3, the others with 0.8 / 3 each: delta 0.2.
    found = compute(tiny_store(**card_world(4000, worth=0.2)), ["card_table"])["card_table"]
    gift, crown = one(found, id="gift"), one(found, id="crown")
    assert gift["randomised_oh_delta_low"] < 0.2 < gift["randomised_oh_delta_high"]
    assert gift["randomised_oh_q"] < 0.01
    assert (gift["oh_n"], gift["gd_n"], gift["gih_n"], gift["gns_n"]) == (4000, 0, 4000, 8000)
    # Only winners draw the crown: a naive number of 1, although the crown does nothing.
    assert (crown["naive_gih_wr"], crown["naive_gns_wr"], crown["naive_iwd"]) == (1.0, 0.0, 1.0)
    assert crown["randomised_oh_delta"] is None


@pytest.mark.deep
def test_card_table_covers_the_truth_as_promised(tiny_store):
    hits = 0
    for seed in range(60):
        row = one(compute(tiny_store(**card_world(150, worth=0.1, seed=seed)), ["card_table"])["card_table"], id="gift")
        hits += row["randomised_oh_delta_low"] <= 0.1 <= row["randomised_oh_delta_high"]
    assert hits >= 53  # 60 intervals of 95 %: fewer than 53 hits has a chance below 1 %


def test_the_intervals_of_a_card_are_those_of_the_games(tiny_store):
    # One holder a game: the credit of the holders is a plain mean over games, with its sd / sqrt(n).
    world = card_world(500, worth=0.3)
    found = one(compute(tiny_store(**world), ["card_table"])["card_table"], id="gift")
    held = world["exposure"].filter(pl.col("card") == 0).join(world["seat"], on=["game", "seat"])["credit"]
    half = 1.9647 * held.std(ddof=0) / np.sqrt(500)
    assert found["naive_gih_wr_high"] - found["naive_gih_wr"] == pytest.approx(half, rel=1e-3)


def dealt_world(games, seed=1, sizes=(2, 3), designs=(5, 7)):
    """Three seats with hands of fixed sizes from two piles, by lot; whoever holds card 0 wins more often."""
    rng = np.random.default_rng(seed)
    seats, exposure = [], []
    for g in range(games):
        hands = np.zeros((3, sum(designs)), int)
        for pile, size in enumerate(sizes):
            cards = rng.permutation(designs[pile] * 2)[: 3 * size] // 2 + pile * designs[0]  # two copies of each design
            for s in range(3):
                np.add.at(hands[s], cards[s * size : s * size + size], 1)
        weight = 1 + 3.0 * (hands[:, 0] > 0)
        winner = rng.choice(3, p=weight / weight.sum())
        seats += [(g, s, float(s == winner)) for s in range(3)]
        exposure += [(g, s, int(c), 1) for s in range(3) for c in np.flatnonzero(hands[s])]
    keys = {"run_id": pl.lit("r"), "arm": pl.lit("a")}
    names = [f"card-{c}" for c in range(sum(designs))]
    piles = ["door"] * designs[0] + ["treasure"] * designs[1]
    card = {"deck_hash": "d", "card": range(sum(designs)), "id": names, "name": names, "pile": piles, "kind": "item"}
    held = pl.DataFrame(exposure, schema=["game", "seat", "card", "opening"], orient="row")
    return {
        "seat": pl.DataFrame(seats, schema=["game", "seat", "credit"], orient="row").with_columns(**keys),
        "exposure": held.with_columns(**keys, played=0, held=1),
        "card": pl.DataFrame(card).with_columns(copies=2, unmodelled=pl.lit("")),
        "arm": pl.DataFrame({"run_id": ["r"], "arm": ["a"], "deck_hash": ["d"]}),
    }


def test_the_opening_delta_is_against_the_average_card_of_the_same_pile(tiny_store):
    found = compute(tiny_store(**dealt_world(3000)), ["card_table"])["card_table"]
    # The delta is (credit with - mean) / share of hands without. Weighted by hands that held the card, the credits
    # above the mean would add up to zero in each pile, if nobody held two copies: the rest is small.
    weight = pl.col("oh_n") * (1 - pl.col("oh_n") / pl.col("seat_games"))
    sums = found.group_by("pile").agg(
        total=(weight * pl.col("randomised_oh_delta")).sum() / weight.sum(),
        size=(weight * pl.col("randomised_oh_delta").abs()).sum() / weight.sum(),
    )
    assert all(abs(total) < size / 10 for _, total, size in sums.iter_rows())
    # One card is worth something, and the four that do nothing score below zero for it: all doors, no treasure.
    doors = found.filter(pl.col("pile") == "door").sort("card")["randomised_oh_delta"].to_list()
    assert doors[0] > 0.2 and all(delta < -0.03 for delta in doors[1:])
    assert all(abs(x) < 0.03 for x in found.filter(pl.col("pile") == "treasure")["randomised_oh_delta"])


def test_the_p_value_of_a_card_is_that_of_dealing_the_credits_anew(tiny_store):
    # By simulation: shuffle the credits of each game over its seats many times; how far out is the real sum?
    world = dealt_world(60, seed=4)
    found = one(compute(tiny_store(**world), ["card_table"])["card_table"], id="card-6")
    credit = world["seat"]["credit"].to_numpy().reshape(60, 3)
    held = np.zeros((60, 3))
    for row in world["exposure"].filter(pl.col("card") == 6).iter_rows(named=True):
        held[row["game"], row["seat"]] = 1
    excess = held - held.mean(axis=1, keepdims=True)
    rng = np.random.default_rng(8)
    anew = [float((rng.permuted(credit, axis=1) * excess).sum()) for _ in range(20000)]
    z = (credit * excess).sum() / np.std(anew)
    assert found["randomised_oh_p"] == pytest.approx(2 * scipy_stats.norm.sf(abs(z)), abs=0.02)


def test_arms_are_grouped_by_numbers_and_come_back_as_words_in_their_order(rows, tiny_store):
    # Numbers are given in the order of appearance; tables are sorted by the words.
    make_seat = rows[1]
    arms = ("b+faster", "a", "B", "b")
    seats = pl.DataFrame([make_seat(arm, 0, seat, won=seat == 0) for arm in arms for seat in range(3)])
    levels = [{"run_id": "r", "arm": a, "game": 0, "round": 1, "seat": s, "level": s + 1} for a in arms for s in (0, 1)]
    (numbered,) = by_number(seats.lazy())
    assert [numbered.collect_schema()[key] for key in KEYS] == [pl.Categorical] * 2
    curve = compute(tiny_store(level=pl.DataFrame(levels), seat=seats), ["level_curve"])["level_curve"]
    assert [curve.schema[key] for key in KEYS] == [pl.String] * 2
    assert curve["arm"].unique(maintain_order=True).to_list() == sorted(arms)
    assert curve.filter(group="winner")["mean"].to_list() == [1.0] * 4
