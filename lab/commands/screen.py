"""`lab screen`: many changes at once, and what each of them does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click
import polars as pl
from click.core import ParameterSource

from engine.records.switches import RULES
from lab.commands._options import json_option, tournament_options
from lab.commands._output import csv_option, one_output, print_csv, print_frame, print_json, say
from lab.commands._runs import note_answer
from lab.commands._tournament import axes_of, play
from lab.commands._typed_rules import change_said, check_rules, say_readings
from lab.comparison.arm_comparison import as_frame
from lab.comparison.comparison_words import ASK_OTHERS, amount, change, interval, percent, relative, who
from lab.comparison.difference_order import by_rule, in_order, topic_of
from lab.comparison.factor_effects import Change, Effects, factor_effects
from lab.comparison.factorial_design import factorial_design, spread_design, tells_pairs
from lab.comparison.game_numbers import whole_numbers
from lab.comparison.largest_arm import by_size
from lab.comparison.measure_names import check_primary, name_of
from lab.errors import BadInput
from lab.runs.arm_spec import factors_of
from lab.runs.run_spec import make_spec
from lab.runs.tunable_number import allowed_values, values_of_range
from lab.store.store_folder import Store
from lab.tables.column import EXTRA, KEY, MAIN, Column
from lab.tables.table_pace import where_from
from lab.tournament import comparable

if TYPE_CHECKING:
    from lab.comparison.arm_comparison import Difference
    from lab.runs.run_spec import RunSpec

IN_ALL = 6_400
"""Games that are played unless --games says how many of each arm: about seven seconds."""
FEWEST_OF_RANGE = 3
"""Values beside the present one from which a number has a range."""
MOST_TOLD = 3
"""Changes, pairs, and measures that else moved, that a sentence or a cell names."""


@click.command()
@click.argument("variant", default="base", required=False)
@tournament_options
@click.option("--may", "may", multiple=True, metavar="KEY=LOW-HIGH", help="A number over a range; repeatable.")
@click.option(
    "--primary",
    default="turns",
    show_default=True,
    help="The measure by which changes are ranked, such as minutes (lab help measures).",
)
@click.option("--all", "everything", is_flag=True, help="Every effect on every measure, and every pair of changes.")
@csv_option
@json_option
def screen(variant: str, as_csv: bool, as_json: bool, **options: Any) -> None:
    """Try many changes at once: which move most, which do nothing, and which are more together than their sum.

    Each --rule, --set and --change is a change that is made or not. They are mixed over arms so that each is made in
    half of all games, with and without each of the others (a factorial design): every game tells of every change, and
    a few thousand games rank them all. What stands beside a change is the mean over games with and without the others.
    Of two values (--set hand_limit=3,7) each is compared with what is. Up to seventeen changes are also told apart by
    pairs: does one do more, or less, where the other is made too?

    --may turns a number over a whole range (--may hand_limit=3-8): what it does from the low end to the high one, and
    whether the middle is beyond both ends. Then everything is spread over 128 arms.

    Example:

    \b
        lab screen base --set hand_limit=7 --set victory.level=9 --rule faster
        lab screen --change huge-rock.bonus=1 --rule "If you die, lose a Level."
        lab screen --set setup.deal_treasure=2,6 --rule faster --primary minutes
        lab screen --may hand_limit=3-8 --may victory.level=8-12 --rule faster
    """
    one_output(as_json, as_csv)
    primary = check_primary(options["primary"])
    spec = spec_of_changes(variant, options, primary)
    if not (as_json or as_csv):
        say_readings(spec.rules)
    run = play(spec, options["store"], options["workers"], options["agent_seconds"], options["name"]).run_id
    store = Store.open(options["store"])
    effects = screened(store, run, spec, primary)
    if as_json:
        print_json(_frame(effects).to_dicts())
    elif as_csv:
        print_csv(_frame(effects))
    else:
        said = sentences(effects, spec)
        note_answer(store, run, said[0])
        for sentence in said:
            say(sentence)
        click.echo()
        _print(effects, primary, options["everything"])
        say(f"{where_from(store.path)} {who([spec.grid[0].agents], True, spec.seats)}{ASK_OTHERS}")


def spec_of_changes(variant: str, options: Mapping[str, Any], measure: str) -> RunSpec:
    """The arms of the design, of one game that is changed."""
    axes = axes_of(options)
    single = {"--deck": axes["decks"], "--seats": axes["seats"], "--agents": axes["agents"]}
    for option, given_values in single.items():
        if len(given_values) > 1:
            raise BadInput(f"{option} has {len(given_values)} values; allowed: one, all changes are made to one game")
    check_rules(axes["rules"], variant)
    ranges = _ranges(variant, axes, options.get("may", ()))
    values = [*axes["rules"], *axes["switches"].values(), *axes["cards"].values()]
    if len(values) < 2:
        raise BadInput(f"{len(values)} change to screen; allowed: two or more, by --rule, --set, --change and --may")
    several = [1 if isinstance(one, str) else len(one) for one in values]
    design = spread_design(several) if ranges else factorial_design(several, pairs=True)
    keys = ("seed", "events", "exposure", "games")
    own = {"arms": (variant,), "design": design} | axes | {key: options[key] for key in keys}
    given = click.get_current_context().get_parameter_source
    if given("games") is not ParameterSource.COMMANDLINE:
        own["games"] = -(-IN_ALL // len(design))
    if given("events") is not ParameterSource.COMMANDLINE:
        own["events"] = "none"
    spec = make_spec(own, "command line")
    comparable(spec, measure, options["agent_seconds"])
    return spec


def _ranges(variant: str, axes: dict[str, Any], may: Sequence[str]) -> bool:
    """Add numbers over ranges to the axes, each with all its values but the present one; whether there is any."""
    arm = make_spec({"arms": (variant,), "decks": axes["decks"]}, "command line").only
    for text in may:
        key, _, span = (part.strip() for part in text.partition("="))
        axis = "switches" if key in {switch.name for switch in RULES} else "cards"
        if not span or (axis == "cards" and "." not in key):
            raise BadInput(f"--may is '{text[:60]}'; allowed: SWITCH=LOW-HIGH or ID.KEY=LOW-HIGH")
        if key in axes[axis]:
            raise BadInput(f"--may {key} is given twice; allowed: one range or some values")
        low, high, now = allowed_values(arm, axis, key)
        try:
            values = [one for one in values_of_range(span, key, (low, high), now) if one != now]
        except BadInput as error:
            raise BadInput(str(error).replace("--range", f"--may {key}")) from None
        if len(values) < FEWEST_OF_RANGE:
            raise BadInput(
                f"--may is '{text[:60]}'; allowed: {FEWEST_OF_RANGE} values or more beside the present {now}"
            )
        axes[axis] = axes[axis] | {key: tuple(map(str, values))}
    return bool(may)


def _changes(spec: RunSpec) -> list[Change]:
    """What is screened: every value of a change; of a number over a range the way to its end, and its bend."""
    arm, changes = None, []
    for at, values in enumerate(factors_of(spec)):
        key = values[0][0]
        if len(values) < FEWEST_OF_RANGE:
            changes += [
                Change(at, level, change_said(key, value), typed=f"{key}={value}" if key else value)
                for level, (_, value) in enumerate(values, 1)
            ]
            continue
        arm = arm or spec.model_copy(update={"design": (), "rules": (), "switches": {}, "cards": {}}).only
        now = allowed_values(arm, "switches" if key in spec.switches else "cards", key)[2]
        whole = [now, *(int(value) for _, value in values)]
        low, high = min(whole), max(whole)
        part = tuple((one - low) / (high - low) for one in whole)
        to = f"{change_said(key, str(high))} in place of {low}"
        changes.append(Change(at, 1, to, part, typed=f"{key} {low} to {high}"))
        middle = f"{change_said(key, str(round((low + high) / 2)))} rather than {low} or {high}"
        changes.append(Change(at, 2, middle, part, bends=True, typed=f"middle of {key}"))
    return changes


def screened(store: Store, run: str, spec: RunSpec, primary: str) -> Effects:
    """What every change of a spec with a design does, from a run of it."""
    changes = _changes(spec)
    arms = [arm.name for arm in spec.grid]
    pairs = tells_pairs([len(one) for one in factors_of(spec)], len(spec.design))
    return factor_effects(whole_numbers(store, run), arms, spec.design, changes, primary, pairs)


def sentences(effects: Effects, spec: RunSpec) -> list[str]:
    """Which change moves the primary measure most, which others do, which were not found to, and what pairs do."""
    first = sorted((rows[0] for rows in effects.main.values()), key=by_size, reverse=True)
    measure, found = name_of(first[0].metric), [row for row in first if row.found]
    if not found:
        widest = max(first, key=lambda row: max(abs(row.low), abs(row.high)))
        most = amount(widest, max(abs(widest.low), abs(widest.high)))
        said = [f"None of the {len(first)} changes was found to move {measure}: none moves it by more than {most}."]
    else:
        said = [f"{found[0].b} moves {measure} most: {change(found[0], True)}."]
        said += [f"Then {'; '.join(f'{row.b} ({change(row, True)})' for row in found[1 : 1 + MOST_TOLD])}."] * (
            len(found) > 1
        )
        said += [_not_found([row for row in first if not row.found])] * (len(found) < len(first))
    said += [_pairs(effects, measure)]
    arms, games = len(spec.design), effects.games
    mixes = f"{arms} mixes of these changes were played, {games:,} games each, {arms * games:,} in all"
    return [*said, f"{mixes}; every game tells of every change."]


def _not_found(rows: Sequence[Difference]) -> str:
    """Changes of which no effect was found, each with how large it can be."""
    told = "; ".join(f"{row.b} {interval(row)}" for row in rows)
    return f"No change found by {told}."


def _pairs(effects: Effects, measure: str) -> str:
    """What two changes do together beyond their sum, as far as the games tell."""
    if not effects.pairs:
        return "So many changes do not tell which two are more or less than their sum; screen fewer of them for that."
    rows = sorted((rows[0] for rows in effects.pairs.values()), key=by_size, reverse=True)
    found = [row for row in rows if row.found]
    if found:
        told = "; ".join(f"{row.b} ({change(row, True)})" for row in found[:MOST_TOLD])
        more = f"; and {len(found) - MOST_TOLD} more pairs (--all)" if len(found) > MOST_TOLD else ""
        return f"Not the sum of both, but beyond it: {told}{more}."
    most = max(rows, key=lambda row: max(abs(row.low), abs(row.high)))
    size = amount(most, max(abs(most.low), abs(most.high)))
    looked = f"{len(rows)} pair{'s' * (len(rows) > 1)}, at most {size}"
    return f"No two of them were found to be more or less than their sum in {measure}: {looked}."


def _print(effects: Effects, primary: str, everything: bool) -> None:
    """The changes in the order of what they move, and what else each moves."""
    ranked = sorted(effects.main.values(), key=lambda rows: by_size(rows[0]), reverse=True)
    _print_rows(f"What each change does to {name_of(primary)}, and what else it moves", ranked)
    if not everything:
        say(
            "* = found: more than chance explains. An effect is the mean over games with and without the others. "
            "Every measure and every pair: --all."
        )
        return
    pairs = sorted(effects.pairs.values(), key=lambda rows: by_size(rows[0]), reverse=True)
    if pairs:
        _print_rows("Of each pair what both together do beyond their sum", pairs)
    for rows in ranked:
        shown = {"measure": [name_of(row.metric) for row in rows]} | _numbers(rows)
        print_frame(rows[0].b, pl.DataFrame(shown), columns=_columns("measure"))


def _print_rows(title: str, ranked: Sequence[Sequence[Difference]]) -> None:
    firsts = [rows[0] for rows in ranked]
    columns = {"change": [row.b for row in firsts]} | _numbers(firsts)
    columns["also"] = [_also(rows) for rows in ranked]
    print_frame(title, pl.DataFrame(columns), columns=_columns("change") | {"also": Column("also", "text", EXTRA)})


def _numbers(rows: Sequence[Difference]) -> dict[str, list[str]]:
    parts = [relative(row) for row in rows]
    return {
        "effect": [amount(row, row.difference, True) + "*" * row.found for row in rows],
        "95 % interval": [interval(row) for row in rows],
        "in %": ["" if part is None or part != part else percent(part) for part in parts],
    }


def _columns(key: str) -> dict[str, Column]:
    numbers = {name: Column(name, "figures", MAIN) for name in ("effect", "95 % interval", "in %")}
    return {key: Column(key, "text", KEY)} | numbers


def _also(rows: Sequence[Difference]) -> str:
    """What else a change moves surest, a topic once, but for what its rule says itself."""
    told, topics = list[str](), {topic_of(rows[0].metric)}
    for row in in_order(rows[1:]):
        topic = topic_of(row.metric)
        if row.found and topic not in topics and row.metric not in by_rule(rows):
            topics.add(topic)
            told.append(f"{name_of(row.metric)} {amount(row, row.difference, True)}")
    return ", ".join(told[:MOST_TOLD])


def _frame(effects: Effects) -> pl.DataFrame:
    """Every effect on every measure as a table; of a pair what both together do beyond their sum."""
    main = [("main effect", one.typed, row) for one, own in effects.main.items() for row in own]
    pairs = [("interaction", f"{a.typed} and {b.typed}", row) for (a, b), own in effects.pairs.items() for row in own]
    rows = main + pairs
    told = as_frame([row for *_, row in rows]).select(
        "metric", "unit", "value_a", "value_b", "difference", "low", "high", "n", "p_value", "q_value", "found"
    )
    names = {"effect": [kind for kind, *_ in rows], "change": [typed for _, typed, _ in rows]}
    return pl.DataFrame(names).hstack(told)
