"""`lab verify`: exports and stored shards are played again, and what is not what the games give is named."""

from __future__ import annotations

import json
import shutil
import tomllib

import polars as pl
import pytest

from lab import cli
from lab.store.stored_tables import ABOUT, PLAYED
from tests.engine.positions import COMPILED
from tests.lab.damaging import aged
from tests.lab.stored_games import SPEC, exported, plant, played, rows_of, tamper, verified


@pytest.fixture(autouse=True)
def planted(monkeypatch):
    """Arms whose games are made up at once."""
    plant(monkeypatch)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A store, and all its tables as sheets and with all digits."""
    folder = tmp_path_factory.mktemp("verify")
    exported(played(folder), folder)
    return folder


@pytest.fixture
def here(whole, tmp_path):
    """A copy of all that, to be tampered with."""
    return shutil.copytree(whole, tmp_path / "copy")


def differences(path, capsys, *more):
    verified(path, "--json", *more, code=1)
    found = json.loads(capsys.readouterr().out)
    assert found["holds"] is False
    return found["differences"]


# --- what holds ----------------------------------------------------------------------------------


@pytest.mark.deep(but=3)
@pytest.mark.parametrize("name", [*ABOUT, "endings", "game_length", "seat_advantage", "level_curve", "comparison"])
@pytest.mark.parametrize("folder", ["sheets", "exact"])
def test_an_export_holds(whole, folder, name, capsys):
    path = whole / folder / f"{name}.csv"
    if not path.is_file():  # the tables of rules and weights are exported by name only
        pytest.skip(f"no {name} in an export of all report tables")
    verified(path, "--json", code=0)
    found = json.loads(capsys.readouterr().out)
    table = rows_of(path)
    assert (found["rows"], found["holds"], found["differences"]) == (len(table) - 1, True, [])
    assert found["cells"] == (len(table) - 1) * (len(table[0]) - len(found["left_out"]))
    assert found["games_played"] == (0 if name in ABOUT else 2 * SPEC.games)


@pytest.mark.deep(but=1)
@pytest.mark.parametrize("name", PLAYED)
def test_rows_of_single_games_are_played_in_a_sample_of_shards(whole, name, capsys):
    verified(whole / "raw" / f"{name}.csv", "--games", 25, "--json", code=0)
    found = json.loads(capsys.readouterr().out)
    # 25 games of each of two arms, in shards of 20: two shards of each.
    assert found["games_played"] == 80
    assert 0 < found["rows"] < len(rows_of(whole / "raw" / f"{name}.csv")) - 1


@pytest.mark.deep
def test_order_of_rows_and_trailing_zeros_are_no_claim(here, capsys):
    def as_a_spreadsheet_saves_it(rows):
        rows[1:] = [[cell.removesuffix(".0") for cell in row] for row in reversed(rows[1:])]

    tamper(here / "sheets" / "endings.csv", as_a_spreadsheet_saves_it)
    verified(here / "sheets" / "endings.csv", code=0)
    assert "Holds: all" in capsys.readouterr().out


# --- what does not -------------------------------------------------------------------------------


def test_a_cell_that_was_changed_is_named_with_its_row(here, capsys):
    path = here / "exact" / "game_length.csv"
    at = rows_of(path)[0].index("mean")
    honest = rows_of(path)[1][at]
    tamper(path, lambda rows: rows[1].__setitem__(at, repr(float(honest) * (1 + 1e-7))))
    (found,) = differences(path, capsys)
    assert found["column"] == "mean" and "base" in found["row"]
    assert float(found["claimed"]) > float(found["found"]) == float(honest)
    verified(path, code=1)
    said = capsys.readouterr().out
    assert "Does not hold: 1 of" in said and honest in said


def test_one_unit_of_the_last_digit_of_a_rounded_number_is_a_difference(here, capsys):
    path = here / "sheets" / "endings.csv"
    at = rows_of(path)[0].index("share, low (%)")
    honest = next(row[at] for row in rows_of(path)[1:] if float(row[at]) > 1)
    places = len(honest.partition(".")[2])
    wrong = f"{float(honest) + 10**-places:.{places}f}"
    tamper(path, lambda rows: next(row for row in rows if row[at] == honest).__setitem__(at, wrong))
    (found,) = differences(path, capsys)
    assert (found["column"], found["claimed"], found["found"]) == ("share, low (%)", wrong, honest)


@pytest.mark.deep
def test_rows_that_were_left_out_or_made_up_are_named(here, capsys):
    path = here / "sheets" / "seat_advantage.csv"
    gone = rows_of(path)[2]
    tamper(path, lambda rows: rows.pop(2))
    (found,) = differences(path, capsys)
    assert (found["claimed"], found["found"], found["column"]) == ("no such row", "a row", "")
    assert gone[1] in found["row"]
    tamper(path, lambda rows: rows.extend([gone, gone]))
    (found,) = differences(path, capsys)
    assert (found["claimed"], found["found"]) == ("a row", "no such row") and "its 2. row" in found["row"]


@pytest.mark.deep
def test_a_word_and_an_empty_cell_are_compared_too(here, capsys):
    path = here / "sheets" / "card.csv"
    tamper(path, lambda rows: rows[1].__setitem__(rows[0].index("name"), "Another Card"))
    (found,) = differences(path, capsys)
    assert (found["claimed"], found["found"]) == ("Another Card", "A Card")
    path = here / "sheets" / "game_length.csv"
    at = rows_of(path)[0].index("median (turns or rounds)")
    tamper(path, lambda rows: rows[1].__setitem__(at, ""))
    (found,) = differences(path, capsys)
    assert found["claimed"] == "" and found["found"]


def test_a_game_of_the_sample_that_was_changed_is_found(here, capsys):
    path = here / "raw" / "game.csv"
    at = rows_of(path)[0].index("turns")
    tamper(path, lambda rows: [row.__setitem__(at, str(int(row[at]) + 1)) for row in rows[1:]])
    found = differences(path, capsys, "--games", 20)
    assert len(found) == 2 * 20 and {one["column"] for one in found} == {"turns"}


# --- what is refused -----------------------------------------------------------------------------


def refused(path, capsys, *parts):
    verified(path, code=2)
    said = capsys.readouterr()
    assert said.out == "" and len(said.err.splitlines()) == 1
    for part in (str(path), *parts):
        assert part in said.err, said.err


def rewritten(folder, old, new):
    note = folder / "provenance.toml"
    text = note.read_text(encoding="utf-8")
    assert old in text
    note.write_text(text.replace(old, new), encoding="utf-8")


def value_of(folder, key, of_arm=False):
    run = tomllib.loads((folder / "provenance.toml").read_text(encoding="utf-8"))["run"][0]
    return (run["arm"][0] if of_arm else run)[key]


@pytest.mark.parametrize(
    "key, of_arm, what",
    [("code_hash", False, "engine"), ("rules_hash", True, "set of rules"), ("deck_hash", True, "deck"),
     ("arm_hash", True, "table of personas"), ("run_id", False, "spec")],
)  # fmt: skip
def test_an_export_of_another_engine_rules_deck_or_persona_is_refused(here, capsys, key, of_arm, what):
    honest = value_of(here / "sheets", key, of_arm)
    rewritten(here / "sheets", f'{key} = "{honest}"', f'{key} = "0123456789ab"')
    refused(here / "sheets" / "endings.csv", capsys, f"another {what} (0123456789ab)", honest)


def test_an_export_of_other_rules_of_the_game_is_refused(here, capsys):
    rewritten(here / "sheets", f"rules_version = {value_of(here / 'sheets', 'rules_version')}\n", "rules_version = 1\n")
    refused(here / "sheets" / "endings.csv", capsys, "another RULES_VERSION (1)")


@pytest.mark.deep
def test_an_unfinished_run_an_older_export_and_other_columns_are_refused(here, capsys):
    path = here / "sheets" / "endings.csv"
    tamper(path, lambda rows: rows[0].__setitem__(0, "=evil"))
    refused(path, capsys, "'=evil'")
    rewritten(here / "sheets", "stored = 60", "stored = 40")
    refused(path, capsys, "was not finished", "80 of 120")
    rewritten(here / "sheets", "spec = ", "other = ")
    verified(path, code=2)
    assert "exported by an older lab" in capsys.readouterr().err


@pytest.mark.parametrize(
    "text, part",
    [("run = [", "not valid TOML"), ("", "does not name it"), ("table = [3]", "missing key 'file'"),
     ("a = " + "[" * 3000, "too deep"), ('run = [{x = 1}]\ntable = [{file = "endings.csv"}]', "'run_id'")],
)  # fmt: skip
def test_a_provenance_that_makes_no_sense_is_one_sentence(here, capsys, text, part):
    (here / "sheets" / "provenance.toml").write_text(text, encoding="utf-8")
    verified(here / "sheets" / "endings.csv", code=2)
    said = capsys.readouterr().err
    assert part in said and len(said.splitlines()) == 1 and len(said) < 500


def test_a_table_of_sums_cannot_be_verified_by_some_games(whole, capsys):
    verified(whole / "sheets" / "endings.csv", "--games", 20, code=2)
    assert "endings rests on all games; allowed with: game, seat" in capsys.readouterr().err


@pytest.mark.deep
@pytest.mark.skipif(not COMPILED, reason="the engine is not compiled in this process")
def test_games_of_the_engine_hold(tmp_path, monkeypatch, capsys):
    monkeypatch.undo()
    store, out = tmp_path / "store", tmp_path / "out"
    assert cli.main(["compare", "base", "base+faster", "--games", "60", "--store", str(store)]) == 0
    assert cli.main(["export", "--store", str(store), "--to", str(out)]) == 0
    capsys.readouterr()
    for name in ("card_table", "comparison", "style"):
        verified(out / f"{name}.csv", code=0)
    tamper(out / "card_table.csv", lambda rows: rows[1].__setitem__(len(rows[0]) - 1, "7.77"))
    verified(out / "card_table.csv", code=1)
    verified("--store", store, "--games", 60, code=0)


@pytest.fixture
def store_here(monkeypatch, tmp_path):
    """A folder with a store of made-up games."""
    plant(monkeypatch)
    played(tmp_path)
    return tmp_path


def shards_of(store, capsys, code, *more):
    verified("--store", store, "--json", *more, code=code)
    return json.loads(capsys.readouterr().out)["shards"]


def test_stored_shards_have_the_bytes_of_a_fresh_play(store_here, capsys):
    found = shards_of(store_here / "store", capsys, 0, "--games", 21)
    assert [(one["arm"], one["state"], one["games"]) for one in found] == [
        (arm, "same", 20) for arm in SPEC.arms for _ in range(2)
    ]


def shard_file(store, table="game", stem="base-20"):
    (path,) = (store / "runs").glob(f"*/{table}/{stem}.parquet")
    return path


@pytest.mark.deep
def test_a_shard_with_another_game_is_said_with_its_games(store_here, capsys):
    aged(store_here / "store")  # nobody knows what its files were
    path = shard_file(store_here / "store")
    turns = pl.when(pl.col("game") == 23).then(99).otherwise("turns").cast(pl.Int32)
    pl.read_parquet(path).with_columns(turns=turns).write_parquet(path)
    found = {one["shard"]: one for one in shards_of(store_here / "store", capsys, 1, "--games", 60)}
    assert (found["base-20"]["state"], found["base-20"]["differ"]) == ("differs", [23])
    assert {one["state"] for name, one in found.items() if name != "base-20"} == {"same"}
    verified("--store", store_here / "store", "--games", 60, code=1)
    assert "differs: shard base-20" in (said := capsys.readouterr().out) and "game 23" in said


@pytest.mark.deep
def test_other_packing_is_no_difference_and_damage_is_one(store_here, capsys):
    aged(store_here / "store")  # nobody knows what its files were
    path = shard_file(store_here / "store")
    pl.read_parquet(path).write_parquet(path, compression="uncompressed")
    states = {one["shard"]: one["state"] for one in shards_of(store_here / "store", capsys, 0, "--games", 60)}
    assert states.pop("base-20") == "packed otherwise" and set(states.values()) == {"same"}
    path.write_bytes(path.read_bytes()[:100])
    states = {one["shard"]: one["state"] for one in shards_of(store_here / "store", capsys, 1, "--games", 60)}
    assert states.pop("base-20") == "damaged" and set(states.values()) == {"same"}


def test_arms_of_other_code_are_left_open_and_a_store_of_nothing_else_is_refused(store_here, capsys):
    aged(store_here / "store")  # nobody knows what its files were
    (path,) = (store_here / "store" / "runs").glob("*/arm/arm.parquet")
    arms = pl.read_parquet(path)
    one = pl.when(pl.col("arm") == "base").then(pl.lit("0123456789abcdef")).otherwise("arm_hash")
    arms.with_columns(arm_hash=one).write_parquet(path)
    found = shards_of(store_here / "store", capsys, 0)
    assert [(one["arm"], one["state"]) for one in found if one["state"] != "same"] == [("base", "open")]
    arms.with_columns(arm_hash=pl.lit("0123456789abcdef")).write_parquet(path)
    verified("--store", store_here / "store", code=2)
    assert "made by other code, cards or players" in capsys.readouterr().err
