"""`lab cards --versus ARM`: words first, then what was asked for; other decks; an arm that is not there."""

from __future__ import annotations

import csv
import io
import json
from math import sqrt

import polars as pl
import pytest

from lab import cli
from lab.cards.change_words import change_sentences
from lab.cards.rule_interaction import CHANGE, SHRUNK, changes, judged, left_out
from lab.store.store_folder import Store
from lab.tables.metric import compute
from tests.lab.fixed_store import CARDS, FINISHED, fixed_store
from tests.lab.rule_worlds import deck, games_of, together


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """Where the fixed store lies."""
    return fixed_store(tmp_path_factory.mktemp("versus") / "store").path


@pytest.fixture
def rows(store, capsys):
    """Rows that `lab cards --versus ARM --json` prints for some options."""

    def ask(versus, *options):
        assert cli.main(["cards", "--store", str(store), "--versus", versus, "--json", *options]) == 0
        return json.loads(capsys.readouterr().out)

    return ask


def test_against_the_first_arm_it_is_the_metric_and_against_another_it_is_turned_round(rows, store):
    metric = compute(Store.open(store), ["card_rules"], FINISHED)["card_rules"]
    there, back = rows("base"), rows("base+faster")
    assert {(row["run_id"], row["arm"], row["reference"]) for row in there} == {(FINISHED, "base+faster", "base")}
    assert {(row["arm"], row["reference"]) for row in back} == {("base", "base+faster")}
    known = {(r["how"], r["id"]): r for r in metric.to_dicts()}
    assert len(known) == len(there) == len(back) > 0
    for row in there:
        assert row[CHANGE] == known[row["how"], row["id"]][CHANGE]
    for row in back:
        assert row[CHANGE] == -known[row["how"], row["id"]][CHANGE]
        assert row["delta"] == known[row["how"], row["id"]]["delta_reference"]
    kept = sorted(path.name.rsplit("-", 2)[0] for path in (store / "runs" / FINISHED / "results").iterdir())
    assert [name.startswith("card_rules") for name in kept] == [True, True]
    assert rows("base+faster") == back  # read back as it was computed


def test_cards_kinds_piles_and_arms_are_picked_as_without_it(rows):
    assert {row["id"] for row in rows("base", "--card", "orc", "--card", "leg")} == {"orc-cousin", "wooden-leg"}
    assert {row["kind"] for row in rows("base", "--kind", "monster")} == {"monster"}
    assert {row["pile"] for row in rows("base", "--pile", "treasure", "--arm", "base+faster")} == {"treasure"}
    names = [row["name"] for row in rows("base", "--sort", "name")]
    assert names == sorted(names) and set(names) <= {name for _, name, _, _ in CARDS}
    keys = [(row[SHRUNK], row[CHANGE]) for row in rows("base") if row[SHRUNK] is not None]
    assert keys == sorted(keys, reverse=True) and len({raw for _, raw in keys}) > 1


def test_csv_holds_what_json_holds(rows, store, capsys):
    wanted = rows("base")
    assert cli.main(["cards", "--store", str(store), "--versus", "base", "--csv"]) == 0
    found = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [(row["how"], row["id"]) for row in found] == [(row["how"], row["id"]) for row in wanted]
    assert [float(row[CHANGE]) for row in found] == [row[CHANGE] for row in wanted]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--versus", "nope"], "--versus is 'nope'; allowed here: base, base+faster"),
        (["--versus", "cthulhu"], "--versus is 'cthulhu'; allowed here: base, base+faster"),
        (["--versus", "cthulhu", "--run", "5e1"], "--versus is 'cthulhu'; allowed here: none, no run has two arms"),
        (["--versus", "base", "--arm", "base"], "--arm is 'base'; did you mean base+faster? allowed here: base+faster"),
        (["--versus", "base", "--card", "wodden leg"], "--card is 'wodden leg'; allowed here: the name or id of a"),
        (["--versus", "base", "--sort", "luck"], "--sort is 'luck'; allowed: run_id, arm, reference"),
        (["--versus", "base", "--csv", "--json"], "--json and --csv are given together"),
    ],
)
def test_what_is_not_there_is_bad_input(store, options, says, capsys):
    assert cli.main(["cards", "--store", str(store), *options]) == 2
    said = capsys.readouterr()
    assert says in said.err and len(said.err.strip().splitlines()) == 1 and said.out == ""


def test_words_come_first_and_then_both_ends(store, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    assert cli.main(["cards", "--store", str(store), "--versus", "base", "--top", "2", "--bottom", "1"]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if line]
    assert lines[0].startswith(f"Run {FINISHED}: ")
    words = next(number for number, line in enumerate(lines) if line.startswith("Against base, "))
    table = next(number for number, line in enumerate(lines) if line.startswith("base+faster against base: "))
    assert 0 < words < table < lines.index("...")
    assert "games of each arm would tell the median card to ±1 point" in " ".join(lines[words:table])
    assert "q: false discovery rate" in " ".join(lines[table:])


def row(name, how, value, q=0.001, half=0.005):
    return {
        "arm": "b", "id": name.lower(), "name": name, "how": how, CHANGE: value * 1.5, "change_q": q,
        "change_se": 0.01, "if_nothing": 0.01, "arm_games": 1000,
        SHRUNK: value, f"{SHRUNK}_low": value - half, f"{SHRUNK}_high": value + half,
    }  # fmt: skip


def told(*rows, matters=2.0):
    frame = pl.DataFrame(list(rows)).with_columns(judged(matters / 100))
    return change_sentences(frame, frame, "a", matters)


def test_cards_are_counted_once_and_named_with_the_way_they_came():
    some = [row("Axe", "kicked", 0.06), row("Axe", "hand", 0.04), row("Axe", "dealt", 0.0), row("Bow", "hand", 0.0)]
    some += [row("Leg", "reward", -0.03), row("Hat", "drawn", 0.03, q=0.5), row("Hat", "dealt", 0.0)]
    assert told(*some)[0] == (
        "Against a, b makes 1 card stronger (Axe kicked, Axe in the hand), 1 weaker (Leg as a reward); 1 is worth "
        "about the same (within ±2 points), of 1 one cannot tell yet."
    )
    assert told(*some[3:4])[0] == (
        "Against a, b makes no card stronger, none weaker; 1 is worth about the same (within ±2 points), of none one "
        "cannot tell yet; with luck taken off no change is left."
    )
    assert told(*some[5:6])[0] == (
        "Against a, it cannot be told yet what b does to the 1 card; the largest change, luck taken off, is that of "
        "Hat drawn: +3.0 points (q 0.500)."
    )
    assert told(row("Axe", "hand", 0.0) | {SHRUNK: None})[0] == (
        "Against a, nothing can be said yet of what b does to any card."
    )


def test_each_way_says_how_far_it_is_known():
    many = [row(f"Card {n}", "drawn", (-1) ** n * 0.02) for n in range(40)]  # changes of 3 points, errors of 1
    tau = 100 * sqrt(0.03**2 - 0.01**2)
    (line,) = told(*many, row("Axe", "kicked", 0.01))[1:2]
    assert line.startswith(f"Drawn: true changes scatter by {tau:.1f} points (")
    # 1.96 points at 1,000 games: 1.96 squared times as many for one.
    assert line.endswith("around zero; 3,900 games of each arm would tell the median card to ±1 point (now ±2.0).")
    assert told(row("Axe", "kicked", 0.01))[1] == (
        "Kicked: too little differs between the arms to speak of how far changes scatter."
    )
    luck = [r | {CHANGE: (-1) ** n * 0.009, "change_se": 0.004} for n, r in enumerate(many)]
    assert told(*luck)[1].startswith("Drawn: all changes may be luck, true ones scatter by at most ")
    assert told(*luck)[1].endswith("; the median card is known to ±0.8 points.")


def test_cards_are_matched_by_id_where_decks_differ():
    # The other deck numbers its cards backwards, lacks one, and has another Level on card 3.
    games, last = games_of(200, {0: 0.2}), 19
    backwards = (last - pl.col("card")).cast(pl.Int32).alias("card")
    turned = games["exposure"].with_columns(backwards, arm=pl.lit("b"))
    changed = pl.when(pl.col("id") == "card-3").then(9).otherwise("level")
    other = deck("e").with_columns(backwards, level=changed).filter(pl.col("card") > 0)
    second = {"exposure": turned.filter(pl.col("card") > 0), "seat": games["seat"].with_columns(arm=pl.lit("b"))}
    tables = together(games, second, cards=pl.concat([deck(), other], how="vertical_relaxed"), decks=["d", "e"])
    found = changes(*(tables[name].lazy() for name in ("exposure", "seat", "card", "arm")))
    assert left_out(tables["card"], tables["arm"].to_dicts()) == ["card-19"]
    assert set(found["id"]) == {f"card-{n}" for n in range(19)} and found["paired"].all()
    assert set(found.filter("changed")["id"]) == {"card-3"}
    doors = found.filter(pl.col("pile") == "door", pl.col("how") != "hand")
    assert doors[CHANGE].abs().max() < 1e-12 and (found.filter(id="card-0")["card"] == 19).all()
    treasures = found.filter(pl.col("pile") == "treasure", pl.col("how") == "reward")
    # One card less is what the others are compared with: they change alike.
    assert abs(treasures[CHANGE][0]) > 1e-3 and treasures[CHANGE].max() - treasures[CHANGE].min() < 1e-12
