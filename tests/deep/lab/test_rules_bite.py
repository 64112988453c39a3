"""What a house rule may say, it does; what forks say of a card is what drawing by lot says of it."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy import stats

from decks.program_steps import may_count
from decks.rule_lint import LASTS
from engine.effects.effect_dispatch import EFFECTS
from engine.records.card_kinds import HAPPENS, INSTEAD, Trigger
from engine.records.opcodes import BY_CODE, BY_NAME
from lab.cards.fork_numbers import fork_table
from lab.conduct.changed_tables import Table, watch
from lab.metrics.card_draws import card_draws
from lab.runs.arms import open_arms
from lab.runs.fork_games import Asked, fork_arm
from lab.runs.run_spec import RunSpec
from lab.stats.intervals import t_quantile
from lab.store.stored_tables import Labels, fact_frames
from tests.engine.positions import COMPILED

GAMES = 250
VALUES: dict[str, Any] = {
    "amount": 2,
    "of": "elf",
    "tag": "fire",
    "beside": "undead",
    "slot": "head",
    "except": "fire",
    "deed": "card",
    "span": "game",
    "held": "items",
    "pair": "left",
    "how": "average",
    "part": 2,
}
"""A value for each key that an opcode must have."""


SALES = ("sale_limit",)
"""What changes sales of several Levels alone, which nobody makes of their own will where a Level is dear."""


def rule(folder: Any, step: str) -> str:
    """A variant of `base` with one rule."""
    path = folder / "mine.toml"
    path.write_text(f'name = "Mine"\nwhy = "To see."\noverlay = true\n[[rule]]\n{step}\n')
    return f"base+{path}"


@cache
def ordinary(variant: str) -> Any:
    """Games of an ordinary table, enough to tell which way a rule goes."""
    return watch(Table(variant), ["table"], 5 * GAMES, events=0).facts.game


@cache
def plain(games: int) -> Any:
    """Games of `base`."""
    return watch(Table(), ["balanced"], games, events=0).facts.game


def differ(variant: str) -> int:
    """Games that are not those of `base`: of a few, or of more where all of these are the same."""
    for games in (GAMES // 8, GAMES):
        two = watch(Table(variant), ["balanced"], games, events=0).facts.game
        if other := int((plain(games)["decisions"] != two["decisions"]).sum()):
            return other
    return 0


@pytest.mark.parametrize(("on", "op"), [(on, op) for on, ops in LASTS.items() for op in ops if op not in SALES])
def test_whatever_lasts_on_a_rule_changes_games(tmp_path, on, op):
    row = BY_NAME[op]
    wanted = [name for name in row.params if name == "amount" or not row.may_omit(name)]
    tags = {"strength_vs_tag": {"tag": "undead"}, "joins": {"tag": "deadly"}}  # Undead join Undead by the rules
    values = {name: VALUES[name] for name in wanted} | tags.get(op, {})
    said = "".join(f"{key} = {value!r}\n" for key, value in values.items())
    assert differ(rule(tmp_path, f'op = "{op}"\non = "{on.name.lower()}"\n{said}')) > 0


def test_a_limit_of_sales_changes_games_in_which_levels_are_cheap(tmp_path):
    cheap = "\n[rules]\nsell.gp_per_level = 100\n"
    limited = rule(tmp_path, f'op = "sale_limit"\non = "in_play"\namount = 1\n{cheap}')
    with_limit = watch(Table(limited), ["balanced"], GAMES, events=0).facts.game
    (tmp_path / "cheap.toml").write_text(f'name = "Cheap"\nwhy = "To see."\noverlay = true\n{cheap}')
    without = watch(Table(f"base+{tmp_path / 'cheap.toml'}"), ["balanced"], GAMES, events=0).facts.game
    assert int((with_limit["decisions"] != without["decisions"]).sum()) > 0


OF_TOKENS = (Trigger.TOKENS_TAKEN, Trigger.TOKENS_LOST)
"""Moments that come only where a rule gives tokens and takes them."""
MOMENTS = (
    *(t for t in HAPPENS if t not in OF_TOKENS),
    Trigger.TURN_START,
    Trigger.WON,
    Trigger.JOINED,
    Trigger.GOT_AWAY,
)


@pytest.mark.parametrize("trigger", OF_TOKENS)
def test_tokens_are_taken_and_lost_in_games(tmp_path, trigger):
    moves = '{ op = "take_tokens", on = "lost" }, { op = "lose_tokens", on = "won" }'
    does = f'{{ op = "draw", pile = "treasure", on = "{trigger.name.lower()}" }}'
    assert differ(rule(tmp_path, f"effects = [{moves}, {does}]")) > 0


@pytest.mark.parametrize("trigger", MOMENTS)
def test_every_moment_comes_in_games(tmp_path, trigger):
    does = 'op = "lose_levels"' if trigger == Trigger.DIED else 'op = "draw"\npile = "treasure"'
    assert differ(rule(tmp_path, f'{does}\non = "{trigger.name.lower()}"')) > 0


@pytest.mark.parametrize("trigger", INSTEAD)
def test_every_event_may_be_replaced_in_games(tmp_path, trigger):
    """Once a game: nobody who can never gain a level or win would end it."""
    once = 'op = "draw"\npile = "treasure"\nwhen = { first = "game" }'
    assert differ(rule(tmp_path, f'{once}\non = "{trigger.name.lower()}"')) > 0


def test_a_rule_that_never_acts_changes_nothing(tmp_path):
    never = "when = { level_at_least = 99 }"
    assert differ(rule(tmp_path, f'op = "draw"\npile = "treasure"\non = "lost"\n{never}')) == 0
    assert differ(rule(tmp_path, f'op = "strength"\namount = 5\n{never}')) == 0


@pytest.mark.parametrize(("house", "measure", "sign"), [
    ("underdogs", "flights", -1), ("growing-monsters", "turns", 1), ("worthy-foes", "turns", 1),
    ("helpers-rise", "turns", -1), ("second-chance", "deaths", -1), ("heroic-effort", "flights", -1),
    ("two-for-one", "helps", -1), ("early-truce", "decisions", 0), ("consolation", "helps", -1),
    ("class-from-the-start", "decisions", 0), ("fortune", "decisions", 0), ("spoils-of-strength", "decisions", 0),
    ("death-costs-a-level", "decisions", 0), ("up-to-three-helpers", "helps", 1),
])  # fmt: skip
def test_every_rule_of_the_shelf_changes_games_and_goes_the_way_that_its_words_say(house, measure, sign):
    """Where its words say which way: by more than three standard errors of the pairs."""
    one, two = ordinary("base"), ordinary(f"base+{house}")
    assert (one["decisions"] != two["decisions"]).any()
    moved = two[measure].astype(float) - one[measure]
    assert sign == 0 or sign * moved.mean() > 3 * moved.std() / len(moved) ** 0.5


def test_amounts_count_where_kernels_ask_for_them():
    """An instant opcode may count if its kernel asks for an amount that counts, and only then."""
    import inspect

    for code, kernel in EFFECTS.items():
        row = BY_CODE[code]
        if "amount" in row.params:
            source = inspect.getsource(getattr(kernel, "py_func", kernel))
            assert may_count(row) == any(
                ask in source for ask in ("amount_of(", "count_of(", "aid_amount(", "take_levels(")
            ), row.name


CARDS = ("curse-weapon-becomes-evil", "curse-amnesia", "gnarlythotep", "campus-crusade-for-cthulhu", "the-bodiless")
"""Doors from the worst to the best to kick open: in 50,000 games -7.3, -3.0, -0.2, +3.3 and +6.5 points."""
DRAWN, FORKS = 5000, 1200


def arm_of(seed: int):
    return open_arms(RunSpec(arms=("cthulhu",), seed=seed, events="none"))[0]


def by_lot() -> pl.DataFrame:
    """Draw and kick deltas of all cards."""
    arm = arm_of(21)
    labels = Labels("run", (arm.name,), {arm.name: arm.setting.agents})
    frames = fact_frames(arm.player()(0, DRAWN), labels, arm.name)
    about = pl.DataFrame([{"run_id": "run", "arm": arm.name, "deck_hash": arm.cards.deck_hash}])
    seat = frames["seat"].with_columns(pl.col("agent").cast(pl.String))
    found = card_draws(frames["exposure"].lazy(), seat.lazy(), arm.card_frame().lazy(), about.lazy())
    return found.filter(pl.col("id").is_in(CARDS)).collect()


@pytest.mark.skipif(not COMPILED, reason="thousands of games")
def test_forks_and_drawing_by_lot_agree_within_their_errors():
    drawn = {(row["id"], row["how"]): row for row in by_lot().to_dicts()}
    rows = []
    for card in CARDS:
        table = fork_table(fork_arm(arm_of(22), Asked(card, FORKS), 2).rows, 10)
        for fork in table.filter(pl.col("by") == "how", pl.col("group").is_in(["drawn", "kicked"])).to_dicts():
            lot = drawn[card, fork["group"]]
            error = (fork["delta_high"] - fork["delta_low"]) / 2 / t_quantile(fork["forks"])
            other = (lot["randomised_delta_high"] - lot["randomised_delta_low"]) / 2 / t_quantile(lot["games"])
            rows.append((fork["group"] == "kicked", fork["delta"], lot["randomised_delta"], np.hypot(error, other)))
    kicked, forked, lots, errors = (np.array(column, dtype=float) for column in zip(*rows, strict=True))
    assert len(rows) == 2 * len(CARDS)
    assert stats.chi2.sf((((forked - lots) / errors) ** 2).sum(), len(rows)) > 0.001
    doors = kicked == 1
    assert np.corrcoef(forked[doors], lots[doors])[0, 1] > 0.8
    # Were the forks' numbers nothing, or those of others, it would be seen: half or twice as much is too far.
    for wrong in (-1, 0, 2):
        assert stats.chi2.sf((((wrong * forked - lots) / errors) ** 2)[doors].sum(), doors.sum()) < 0.05, wrong
