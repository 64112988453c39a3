"""The rules lab: what is asked becomes a command, a run and files, and its run can be followed and stopped."""

from __future__ import annotations

import re
import time

import polars as pl
import pytest

from decks.sheets.sheet_rows import read_sheet
from lab.comparison.confidence_sequence import differences_so_far
from lab.errors import BadInput
from lab.store.store_folder import Store
from reports.desk.experiment import Experiment, progress, start, stop
from variants.load_variants import check_file

SEVEN = Experiment("base", {"hand_limit": "7"}, {"huge-rock.bonus": "1"}, games=20, name="seven & a rock")


def test_the_command_is_the_one_of_a_terminal(tmp_path):
    assert SEVEN.line(tmp_path) == (
        "lab compare base --set hand_limit=7 --change huge-rock.bonus=1 --games 20 --seats 4 --agents table "
        f"--name 'seven & a rock' --store {tmp_path}"
    )
    assert [arm.name for arm in SEVEN.spec.grid] == ["base", "base, hand_limit=7, huge-rock.bonus=1"]


def test_the_house_rule_is_a_file_that_the_lab_reads(tmp_path):
    path = tmp_path / "my-rule.toml"
    asked = {"hand_limit": "7", "faster_play.listen_at_door": "true", "faster_play.loot_room_deck": "treasure"}
    ((name, content),) = Experiment("base", asked, name='a "good" rule').rule_files().items()
    assert name == path.name
    path.write_text(content, encoding="utf-8")
    variant = check_file(path)
    told = (variant["hand_limit"], variant["faster_play.listen_at_door"], variant["faster_play.loot_room_deck"])
    assert told[:2] == (7, 1) and told[2] != check_file_default("faster_play.loot_room_deck")


def check_file_default(name):
    from variants.load_variants import load_variant

    return load_variant("base")[name]


def test_the_deck_is_a_spreadsheet_with_the_changed_card(tmp_path):
    path = tmp_path / "my-deck.csv"
    path.write_text(SEVEN.deck_file(), encoding="utf-8-sig")
    cards = {card.id: card for card in read_sheet(path).cards}
    plain = {card.id: card for card in read_sheet_of("base", tmp_path)}
    assert cards["huge-rock"].bonus == 1 and plain["huge-rock"].bonus != 1
    assert {i: c for i, c in cards.items() if i != "huge-rock"} == {i: c for i, c in plain.items() if i != "huge-rock"}


def read_sheet_of(variant, folder):
    path = folder / "plain.csv"
    path.write_text(Experiment(variant).deck_file(), encoding="utf-8-sig")
    return read_sheet(path).cards


def test_a_value_that_is_not_allowed_is_said_before_anything_is_played():
    with pytest.raises(BadInput, match="this page: agents: unknown agent .nobody-at-all.; allowed: "):
        Experiment("base", {"hand_limit": "7"}, agents="nobody-at-all").spec  # noqa: B018


def until(found, seconds=120):
    end = time.monotonic() + seconds
    while not found() and time.monotonic() < end:
        time.sleep(0.2)
    return found()


@pytest.mark.deep
def test_an_experiment_is_played_followed_and_stopped(tmp_path):
    store = Store.open(tmp_path / "store", create=True)
    before = progress(SEVEN, store)
    assert (before.done, before.total, before.playing) == (0, 40, False)
    start(SEVEN, store)
    assert progress(SEVEN, store).playing
    assert until(lambda: not progress(SEVEN, store).playing)
    after = progress(SEVEN, store)
    assert (after.done, after.total, after.failed) == (40, 40, "")
    assert store.runs().filter(run_id=SEVEN.run_id)["name"].to_list() == ["seven & a rock"]
    turns = store.table("game", SEVEN.run_id).sort("game").collect().partition_by("arm", as_dict=False)
    apart = turns[1]["turns"].cast(pl.Float64) - turns[0]["turns"].cast(pl.Float64)
    (told,) = differences_so_far(store, SEVEN.run_id, "turns")
    value, low, high = map(float, re.findall(r"[-+][0-9.]+", told.partition("of each: ")[2].replace("−", "-")))
    assert "after 20 games of each: " in told and value == pytest.approx(apart.mean(), abs=0.051)
    assert high - low > 2 * 2.1 * apart.std() / 20**0.5  # wider than of a number of games that was fixed before

    long = Experiment("base", {"hand_limit": "6"}, games=100_000)
    start(long, store)
    assert until(lambda: long.run_id in store.run_ids())
    stop(long)
    stopped = progress(long, store)
    assert not stopped.playing and stopped.done < stopped.total and stopped.failed == ""
