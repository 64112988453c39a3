"""What one card does: pairs against whole games, fates against the facts, combats against a slow twin."""

from __future__ import annotations

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from engine.records.state import Zone
from lab import cli
from lab.impact.blank_scores import MEASURES, WITH, WITHOUT, play_pairs, table_delta
from lab.impact.card_fates import ALL, FATES, fate_table, stays
from lab.impact.card_impact import Question, impact_of, rivals_in_run
from lab.impact.encounters import encounters
from lab.runs.arms import open_arms
from lab.runs.run_spec import parse_spec
from lab.stats.intervals import share_bounds
from lab.store.event_codes import HOW
from lab.store.store_folder import Store
from lab.store.stored_tables import empty_frame
from tests.lab.exposed_runs import arm_of, needs_compiler, tables

pytestmark = pytest.mark.deep

NOTHING = '[[card]]\nid = "white-card"\nname = "White Card"\npile = "door"\nkind = "special"\ncopies = 3\n'


@needs_compiler
def test_a_card_that_does_nothing_changes_no_game(tmp_path):
    deck = tmp_path / "white.toml"
    deck.write_text(NOTHING)
    pairs = play_pairs(arm_of(decks=(f"base+{deck}",)), "white-card", 40, 2)
    rows = table_delta(pairs)
    assert {row.metric for row in rows} <= set(MEASURES) and rows[0].metric == "turns"
    for row in rows:
        assert (row.difference, row.n, row.identical) == (0, 40, 1), row.metric
    assert rows[0].low == rows[0].high == 0


@needs_compiler
@pytest.mark.parametrize("card", ["divine-intervention", "ghoulfiends"])
def test_both_arms_are_games_that_can_be_played_by_themselves(card, tmp_path):
    """With it: the games of a run. With a blank: those of a deck in whose file the card does nothing."""
    arm = arm_of()
    number = list(arm.cards.ids).index(card)
    pairs = play_pairs(arm, card, 30, 1)
    found = {name: pairs.numbers.filter(pl.col("arm") == name) for name in (WITH, WITHOUT)}
    own = tables(arm, 30)["game"]
    assert found[WITH]["turns"].to_list() == own["turns"].to_list()
    blank = arm.cards.card.copy()
    for name in set(blank.dtype.names) - {"number", "copy", "key", "pile"}:
        blank[name][blank["number"] == number] = -1 if name == "axis" else 0
    blank["kind"][blank["number"] == number] = blank["kind"][blank["number"] == list(arm.cards.ids).index("hoard")][0]
    other = type(arm)(arm.run, arm.setting, arm.variant, arm.cards._replace(card=blank))
    without = tables(other, 30)["game"]
    assert found[WITHOUT]["turns"].to_list() == without["turns"].to_list()
    assert found[WITHOUT]["combats"].to_list() == without["combats"].to_list()
    rows = {row.metric: row for row in table_delta(pairs)}
    change = (own["turns"].cast(pl.Int64) - without["turns"].cast(pl.Int64)).mean()
    assert rows["turns"].difference == pytest.approx(change) and change != 0
    assert (rows["turns"].a, rows["turns"].b) == (WITHOUT, WITH)
    assert sorted(pairs.game["game"]) == list(range(30))


@needs_compiler
def test_among_its_kind_a_run_says_what_as_many_pairs_say(tmp_path):
    """`lab verdict` reads the games of a run, `lab card` plays those with the card anew: they are the same."""
    assert cli.main(["run", "--variant", "base", "--games", "60", "--store", str(tmp_path / "s")]) == 0
    store = Store.open(tmp_path / "s")
    (arm,) = open_arms(parse_spec(store.spec_text(store.run_ids()[0])))
    pairs = impact_of(arm, Question("cleric", 0, 60)).rivals
    assert pairs is not None and pairs.height == 5
    assert_frame_equal(rivals_in_run(store, store.run_ids()[0], arm, "cleric"), pairs)


@needs_compiler
def test_threads_change_nothing():
    one, two = (play_pairs(arm_of(), "cleric", 120, workers) for workers in (1, 2))
    assert one.given_up == two.given_up
    for name in ("numbers", "stays", "game", "event"):
        assert getattr(one, name).equals(getattr(two, name)), name


def event(seq: int, kind: str, actor: int, target: int, before: Zone, after: Zone, **more: int) -> dict[str, object]:
    row = {"game": 0, "seq": seq, "kind": kind, "actor": actor, "target": target, "card": 7, "copy": 0}
    return row | {"before": int(before), "after": int(after)} | more


def came(how: str, seat: int, **more: int) -> dict[str, object]:
    row: dict[str, object] = {"game": 0, "seat": seat, "card": 7, "copy": 0, "how": HOW.index(how), "drawn_turn": 1}
    return row | {"played": 0, "in_play_turns": 0, "lost": 0} | more


LEFT = {
    "sell": ("sell", Zone.HAND, {}, "sold"),
    "thrown away": ("discard", Zone.HAND, {}, "discarded"),
    "a death": ("discard", Zone.HAND, {"lost": 1}, "died"),
    "looted": ("loot", Zone.TABLE, {"lost": 1}, "died"),
    "a Curse": ("lose", Zone.TABLE, {"lost": 1}, "lost"),
    "a thief": ("steal", Zone.TABLE, {"lost": 1}, "stolen"),
    "a gift": ("give", Zone.TABLE, {}, "given"),
    "Charity": ("charity", Zone.HAND, {}, "given"),
    "a power": ("pay", Zone.HAND, {}, "paid"),
    "spent": ("discard", Zone.PLAYED, {"played": 1}, "used"),
    "struck": ("discard", Zone.OPEN, {}, "struck"),
    "fought": ("enter", Zone.OPEN, {}, "fought"),
    "laid into a fight": ("play", Zone.HAND, {"played": 1}, "used"),
}


@pytest.mark.parametrize("name", LEFT)
def test_how_a_card_leaves_is_the_move_that_takes_it(name):
    kind, source, marks, fate = LEFT[name]
    other = 1 if kind in ("loot", "steal", "give", "charity") else -1
    first = ("reveal", Zone.OPEN) if source == Zone.OPEN else ("draw", Zone.HAND)
    events = [event(0, first[0], -1, 0, Zone.DECK, first[1])]
    if source not in (Zone.HAND, Zone.OPEN):
        events.append(event(1, "play", 0, 0, Zone.HAND, source))
    events.append(event(2, kind, 0, other, source, Zone.HAND if other >= 0 else Zone.DISCARD))
    how = "kicked" if source == Zone.OPEN else "drawn"
    rows = [came(how, 0, **marks)] + ([came("given", 1)] if other >= 0 else [])
    found = stays(pl.DataFrame(events), pl.DataFrame(rows), 7, "door")
    assert found["fate"].to_list() == [fate, *(["in_hand"] if other >= 0 else [])]
    assert found["how"].to_list()[0] == how and found["seat"].to_list() == list(range(len(rows)))


def test_what_acts_when_it_comes_took_effect_at_once():
    events = [event(0, "draw", -1, 0, Zone.DECK, Zone.HAND), event(1, "discard", 0, -1, Zone.HAND, Zone.DISCARD)]
    found = stays(pl.DataFrame(events), pl.DataFrame([came("drawn", 0)]), 7, "treasure", acts_on_arrival=True)
    assert found["fate"].to_list() == ["at_once"]


def test_shares_are_of_all_times_that_it_came_in_a_way():
    """Three games: sold, sold and in play; the kicked one apart. Of three games two are left to judge the spread by."""
    base = {"seat": 0, "copy": 0, "drawn_turn": 1, "played": 1, "in_play_turns": 0}
    told = [(0, "drawn", "sold"), (1, "drawn", "sold"), (2, "drawn", "in_play"), (2, "kicked", "struck")]
    rows = [base | {"game": game, "how": how, "fate": fate} for game, how, fate in told]
    table = fate_table(pl.DataFrame(rows))
    found = {(row["how"], row["fate"]): row for row in table.to_dicts()}
    sold = found[ALL, "sold"]
    assert (sold["share"], sold["arrivals"], sold["games"]) == (2 / 4, 4, 3)
    assert found["drawn", "sold"]["share"] == pytest.approx(2 / 3)
    low, high = share_bounds(4 / 3, 2)
    assert [found["drawn", "sold"][f"share_{side}"] for side in ("low", "high")] == pytest.approx([low[0], high[0]])
    assert found["kicked", "struck"]["share"] == 1 and found["drawn", "struck"]["share"] == 0
    for how in (ALL, "drawn", "kicked"):
        assert sum(found[how, fate]["share"] for fate in FATES if (how, fate) in found) == pytest.approx(1)


def test_a_card_that_came_to_nobody_has_no_fates():
    events = pl.DataFrame([event(0, "draw", -1, 0, Zone.DECK, Zone.HAND)])
    found = stays(events, pl.DataFrame([came("drawn", 0)]), 8, "door")
    assert found.is_empty() and fate_table(found).is_empty()


@needs_compiler
@pytest.mark.parametrize("variant", ["base", "critical_role"])
def test_fates_say_of_every_card_what_the_facts_say(variant):
    arm = arm_of(arms=(variant,))
    frames = tables(arm, 12)
    flags = ("sold", "lost", "at_end")
    total = 0
    for number, card in enumerate(arm.cards.cards):
        found = stays(frames["event"], frames["exposure"], number, card.pile)
        own = frames["exposure"].filter(pl.col("card") == number)
        assert found.height == own.height and found["fate"].is_in(list(FATES)).all()
        for flag, fates in zip(flags, (["sold"], ["lost", "died", "stolen"], ["in_play", "in_hand"]), strict=True):
            said = found["fate"].is_in(fates)
            assert (said == (own[flag] == 1)).all(), (card.id, flag)
        fought = found["fate"] == "fought"
        assert (found.filter(fought)["how"] == "kicked").all()
        total += found.height
    assert total == frames["exposure"].height > 1000


def twin(events: pl.DataFrame, number: int) -> dict[str, float]:
    """The combats of a monster and the strikes of a Curse, event by event."""
    n = led = laid = strikes = struck_leader = 0
    margins: list[tuple[int, int]] = []
    for _, rows in events.sort("game", "seq").group_by("game", maintain_order=True):
        levels = [1] * 6
        fighter, leads, inside, against, told = -1, False, False, False, list[int]()
        for row in rows.to_dicts():
            kind, mine = row["kind"], row["card"] == number
            if kind == "fight":
                fighter, inside, against, told = row["actor"], False, False, []
                leads = levels[fighter] == max(levels)
            if fighter >= 0:
                inside |= mine and kind == "join"
                against |= mine and kind in ("play", "join") and row["actor"] not in (-1, fighter)
                if kind == "strength" and row["after"] != 0:
                    told.append(row["before"] - row["after"])
            if kind == "curse" and mine:
                strikes += 1
                struck_leader += levels[row["target"]] == max(levels)
            if kind == "level":
                levels[row["target"]] = row["after"]
            if kind == "fight_end" and fighter >= 0:
                if inside:
                    n, led, laid = n + 1, led + leads, laid + against
                    margins += [(told[0], told[-1])] if told else []
                fighter = -1
    return {
        "n": n, "leads": led / max(n, 1), "against": laid / max(n, 1), "strikes": strikes,
        "struck_leader": struck_leader / max(strikes, 1),
        **{name: sum(m[at] for m in margins) / max(len(margins), 1) for at, name in enumerate(("first", "last"))},
    }  # fmt: skip


@needs_compiler
@pytest.mark.parametrize("card", ["large-angry-chicken", "ghoulfiends"])
def test_combats_are_counted_as_event_by_event(card):
    arm = arm_of()
    frames = tables(arm, 60)
    number = list(arm.cards.ids).index(card)
    found = encounters(arm, number, frames["game"], frames["event"])
    value = dict(found.select("measure", "value").iter_rows())
    expected = twin(frames["event"], number)
    assert expected["n"] > 10 and 0 < expected["leads"] < 1
    assert value["the fighter led"] == pytest.approx(expected["leads"])
    assert value["laid in by somebody else"] == pytest.approx(expected["against"])
    assert value["side less monsters, first told"] == pytest.approx(expected["first"])
    assert value["side less monsters, last told"] == pytest.approx(expected["last"])
    shares = [value[name] for name in ("won", "got away", "caught", "died", "no kill")]
    assert sum(shares) == pytest.approx(1)


@needs_compiler
def test_strikes_are_counted_as_event_by_event_and_other_cards_have_none():
    arm = arm_of()
    frames = tables(arm, 60)
    ids = list(arm.cards.ids)
    number = ids.index("curse-lose-a-level")
    found = encounters(arm, number, frames["game"], frames["event"])
    value = dict(found.select("measure", "value").iter_rows())
    expected = twin(frames["event"], number)
    assert found["n"].to_list() == [expected["strikes"]] * found.height and expected["strikes"] > 20
    assert value["strikes per game"] == pytest.approx(expected["strikes"] / 60)
    assert value["whom it struck led"] == pytest.approx(expected["struck_leader"])
    assert encounters(arm, ids.index("huge-rock"), frames["game"], frames["event"]).is_empty()
    nobody = encounters(arm, number, frames["game"], empty_frame("event"))
    assert nobody.is_empty() and nobody.columns == found.columns
