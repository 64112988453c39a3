"""Numbers of real games: intervals keep their range, luck and choice stay with the run, kinds are means of cards."""

from __future__ import annotations

import math
from types import SimpleNamespace

import duckdb
import polars as pl
import pytest

from lab import cli
from lab.cards.card_worth import WAYS
from lab.cards.kind_interaction import kind_changes
from lab.cards.rule_interaction import changes
from lab.comparison.arm_comparison import compare_arms
from lab.comparison.arm_pairs import Pair
from lab.comparison.game_numbers import game_numbers
from lab.impact import luck_and_choice as made
from lab.runs.arms import open_arms
from lab.runs.run_spec import parse_spec
from lab.store.event_codes import HOW
from lab.store.store_folder import Store
from lab.tables import column as ranges
from lab.tables.column import CHANGES, POINTS, SHARE, Column, cut, default_column, within
from lab.tables.metric import compute, finish, load_metrics
from tests.lab.in_sql import SQL
from tests.lab.rule_worlds import DOORS, SEATS, TREASURES, are_what_sql_says, deck, two_arms
from tests.lab.stored_games import RUN, stored_games

pytestmark = pytest.mark.deep

RANGES = {"share": (0, 1), "points": (-1, 1), "p": (0, 1)}
"""What a share, a difference of two shares and a probability can be; everything else may be any number."""
WIDER = {"change": (-2, 2), "change_shrunk": (-2, 2)}
"""The difference of two differences of shares."""
ERRORS = ("_se", "if_nothing")
"""Standard errors have no upper end: of what came in one game nothing is known."""


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """Three arms of 40 games and more: most cards came a few times."""
    return stored_games(tmp_path_factory.mktemp("ranges") / "store")


def outside(frame, columns):
    """Numbers that cannot be true: column and value."""
    found = []
    for name, kind in frame.schema.items():
        of = name.removesuffix("_low").removesuffix("_high")
        of = of if of in frame.columns else name
        column = columns.get(of) or default_column(of, kind)
        for row in frame.iter_rows(named=True):
            ends = WIDER.get(of) or RANGES.get(column.kind_of(row) if column.kind_of else column.kind)
            ends = (0, math.inf) if ends and name.endswith(ERRORS) else ends
            if ends and row[name] is not None and not ends[0] <= row[name] <= ends[1]:
                found.append((name, row[name]))
    return found


def test_no_column_of_any_metric_leaves_its_range(store):
    known = load_metrics()
    found = compute(store, sorted(known), RUN)
    assert sum(frame.height > 0 for frame in found.values()) > 30
    assert {name: beyond for name, frame in found.items() if (beyond := outside(frame, known[name].columns))} == {}
    # Uncut the same numbers would leave it: there are few enough games.
    for name in ("card_draws", "card_table", "seat_advantage"):
        uncut = finish(known[name].compute(*(store.table(table, RUN) for table in known[name].needs)))
        assert outside(uncut, known[name].columns)


def test_no_comparison_of_shares_leaves_its_range(store, monkeypatch):
    few = game_numbers(store, RUN).filter(pl.col("game") < 4)

    def shares():
        rows = [row for paired in (True, False) for row in compare_arms(few, Pair("base", "three", paired))]
        return [row for row in rows if row.unit.startswith(("share", "win credit"))]

    rows = shares()
    assert {row.metric.split(":")[0] for row in rows} >= {"lost_share", "first_credit", "credit"}
    monkeypatch.setattr(ranges, "cut", lambda ends, *numbers: numbers)
    assert sum(row.high > 1 or row.low < -1 for row in shares()) > 1  # uncut
    for row in rows:
        assert all(-1 <= x <= 1 for x in (row.low, row.high)), row
        assert all(0 <= x <= 1 for x in (row.low_a, row.high_a, row.low_b, row.high_b)), row


def test_bounds_are_cut_at_the_ends_of_what_the_column_is():
    columns = {
        "a": Column("a", "share"), "b": Column("b", "points"), "c": Column("c", "number"),
        "d": Column("d", "number", kind_of=lambda row: row["kind"]), "e": Column("e", "points", ends=CHANGES),
    }  # fmt: skip
    wide = {f"{name}{side}": x for name in "abcde" for side, x in (("", 0.5), ("_low", -7.0), ("_high", 7.0))}
    frame = pl.DataFrame([wide | {"kind": "share"}, wide | {"kind": "number"}])
    frame = frame.with_columns(b_low=pl.Series([None, -0.25]))
    first, second = within(frame, columns).select(pl.exclude("kind")).rows()
    assert first == (0.5, 0, 1, 0.5, None, 1, 0.5, -7, 7, 0.5, 0, 1, 0.5, -2, 2)
    assert second == (0.5, 0, 1, 0.5, -0.25, 1, 0.5, -7, 7, 0.5, -7, 7, 0.5, -2, 2)
    assert within(frame, columns).columns == frame.columns
    assert cut(SHARE, -3.0, 0.5, 3.0) == (0, 0.5, 1) and math.isnan(cut(POINTS, math.nan)[0])


def arm_with(agents):
    """An arm of `base` that four such agents play."""
    (arm,) = open_arms(parse_spec(f'arms = ["base"]\ngames = 150\nseed = 3\nagents = {agents!r}\n'))
    return arm


def shares(agents, turn=0, workers=1):
    """The parts in 150 games."""
    return {row["part"]: SimpleNamespace(**row) for row in made.parts_from(arm_with(agents), turn, 150, workers)}


def test_a_sharp_player_among_beginners_who_choose_by_lot_wins_by_who_plays():
    found = shares(["sharp", "random", "random", "random"])
    assert found["players"].share_low > 0.3 > found["luck"].share_high
    assert found["settled"].share_low < 0.05


def test_players_of_one_kind_have_no_part_in_it_and_threads_change_nothing():
    one, two = (shares(["balanced"] * 4, turn=10, workers=n) for n in (1, 2))
    assert one == two and set(one) == {"settled", "luck", "whims", "interplay"}
    assert one["luck"].played == 4 * 150


def test_what_was_played_on_is_kept_with_the_run(tmp_path, monkeypatch):
    line = f"run --variant base --variant base+faster --games 20 --events none --store {tmp_path}"
    assert cli.main(line.split()) == 0
    store, arms = Store.open(tmp_path), ["base+faster"]
    (run,) = store.run_ids()
    first = made.luck_and_choice(store, run, arms)
    assert set(first["part"]) > {"luck", "whims", "interplay"} and first["arm"].unique().to_list() == arms
    monkeypatch.setattr(made, "parts_from", None)  # nothing may be played any more
    assert made.luck_and_choice(Store.open(store.path), run, arms).equals(first)


NUMBER = {way: HOW.index(way) if way in HOW else 9 for way in WAYS}
KINDS = ["item"] * 3 + ["monster"] * (DOORS - 3) + ["class"] * TREASURES
"""Cards 0 to 2 are Items, the other Doors monsters, all Treasures Classes."""


def with_kinds(tables):
    return tables | {"card": deck().with_columns(kind=pl.Series(KINDS))}


def of_cards(tables):
    return changes(*(tables[name].lazy() for name in ("exposure", "seat", "card", "arm")))


def of_kinds(tables):
    return kind_changes(*(tables[name].lazy() for name in ("exposure", "seat", "card", "arm")))


@pytest.fixture(scope="module")
def tables():
    """Under the rule card 0 is worth 30 points more."""
    return with_kinds(two_arms(1500, {5: 0.2}, {0: 0.3}))


def test_the_average_of_a_kind_is_the_mean_of_its_cards(tables):
    found, cards = of_kinds(tables), of_cards(tables)
    mean = cards.group_by("how", "kind").agg(pl.col("change").mean(), pl.len().alias("cards"), pl.col("n").sum())
    assert found.height == mean.height > 8
    both = found.join(mean, on=["how", "kind"], suffix="_wanted")
    assert both["change"].to_numpy() == pytest.approx(both["change_wanted"].to_numpy(), abs=1e-12)
    assert both["cards"].to_list() == both["cards_wanted"].to_list() and both["n"].equals(both["n_wanted"])


@pytest.mark.parametrize("paired", [True, False])
def test_every_number_is_what_sql_makes_of_the_same_games(paired):
    tables = with_kinds(two_arms(150, {5: 0.2}, {0: 0.2}, seed=3, seats=(SEATS, SEATS if paired else SEATS + 1)))
    con = duckdb.connect(config={"python_enable_replacements": False})
    for name, frame in tables.items():
        con.register(name, frame)
    above, last, _ = (SQL / "card_rules.sql").read_text("utf-8").rpartition("SELECT how, card, a.n AS n_reference")
    assert last
    wanted = con.sql(above + (SQL / "kind_rules.sql").read_text("utf-8"), params={"paired": paired}).pl()
    found = of_kinds(tables).with_columns(how=pl.col("how").replace_strict(NUMBER))
    assert found.height == wanted.height > 8
    are_what_sql_says(found, wanted, "kind", ("cards",))
