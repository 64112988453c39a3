"""`lab balance`: the fewest, smallest changes of rules and cards that meet a wish."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import polars as pl

from lab.commands._options import Whole, json_option, store_option
from lab.commands._output import one_output, print_frame, print_json, say
from lab.commands._runs import note_answer
from lab.commands._tournament import play
from lab.commands._typed_rules import check_rules, say_readings
from lab.comparison.balance_search import Point, Seen, Table, changed, frontier, price, search
from lab.comparison.comparison_words import who
from lab.comparison.factor_effects import Change, factor_effects
from lab.comparison.game_numbers import game_numbers, is_share, is_yes_or_no, values_of
from lab.comparison.measure_names import name_of
from lab.comparison.wish import Wish
from lab.errors import BadInput, why_not
from lab.runs.run_spec import make_spec
from lab.runs.wish_file import read_wish, wish_of_lines
from lab.stats.intervals import mean, proportion
from lab.store.given_up_games import tallies
from lab.store.store_folder import Store
from lab.tables.column import KEY, MAIN, Column
from lab.tables.table_pace import where_from

if TYPE_CHECKING:
    from lab.comparison.factorial_design import Design
    from lab.comparison.wish import Want
    from lab.runs.run_spec import RunSpec
    from lab.stats.intervals import Array, Interval

SCREENED = 6_400
"""Games over which the moves are screened in each round."""
FINE = 10
"""Counts below which hundredths are told."""
FRESH = 1
"""What is added to the seed for games that the search does not see."""


@click.command()
@click.argument("variant", default="base", required=False)
@click.option("--wish", "path", type=click.Path(path_type=Path), help="The file that says the wish.")
@click.option("--want", "wanted", multiple=True, metavar="MEASURE=BOUNDS", help="Or a line of it: 'turns=at most 55'.")
@click.option("--may", "may", multiple=True, metavar="KEY=LOW-HIGH", help="What may be changed for it, or a rule.")
@click.option("--deck", default="", help="Cards that are played (default: the deck of the rules).")
@click.option("--games", default=2_000, show_default=True, type=Whole(100, 1_000_000), help="Games of every proposal.")
@click.option("--seed", default=0, show_default=True, type=Whole(0), help="Seed of the games.")
@click.option("--seats", default=4, show_default=True, type=Whole(2, 8), help="Players.")
@click.option("--agents", default="table", show_default=True, help="Who plays, separated by commas.")
@click.option("--to", type=click.Path(path_type=Path), help="Also write the changes as a house rule, to stack.")
@click.option("--workers", default=0, type=Whole(0, 1024), help="Threads; 0 = one for each core.")
@store_option
@json_option
def balance(variant: str, as_json: bool, **options: Any) -> None:
    """Find the fewest, smallest changes of rules and cards that bring games to a wish.

    The wish is a file: what measures should be, and what may be changed for it (and what a change costs, if not 1);
    --want and --may say the same without one:

    \b
        [want]
        minutes = "at most 60"
        "combats lost" = "25-35"
        [may]
        "victory.level" = "8-10"
        "huge-rock.bonus" = "1-4"
        rules = ["faster"]
        [price]
        faster = 2

    Each round measures what every change does, proposes the cheapest point that should meet the wish, and plays it.
    What is told in the end are games that the search never saw: before and after, and what each further change buys.
    What was played is kept: the same command goes on where it was stopped.

    Example:

    \b
        lab balance base --wish hour.toml --to hour-rules.toml
        lab balance base --want "turns=at most 55" --may hand_limit=3-7
    """
    one_output(as_json, False)
    if (to := options["to"]) is not None and (to.suffix != ".toml" or to.exists()):
        raise BadInput(f"--to is {to}; allowed: a new .toml file")
    wish, found = _balanced(variant, as_json, options)
    if to is not None:
        named = _write(to, wish, found.point)
    if to is not None and not as_json:
        say(f"Kept as {to}: lab compare {variant} {'+'.join([variant, *named, f'./{to}'])}")


def _balanced(variant: str, as_json: bool, options: Mapping[str, Any]) -> tuple[Wish, Seen]:
    """Search and say what was found: the wish, and the point that is taken, on fresh games."""
    table = searched(variant, options)
    wish, arm = table.wish, table.spec.only
    rules = [move.key for move in wish.moves if move.axis == "rules"]
    check_rules(rules, variant)
    if not as_json:
        say_readings(rules)
    seen, best = balanced(table)
    said = sentences(wish, seen[0], best)
    note_answer(Store.open(options["store"]), table.run, said[0])
    if as_json:
        print_json([_row(wish, one) for one in seen])
    else:
        _print(wish, said, seen, best)
        say(f"{where_from()} {who([arm.agents], seats=[options['seats']])}")
    return wish, best


def balanced(table: _Games) -> tuple[list[Seen], Seen]:
    """Search: on fresh games what is, the best points for fewer changes, and what is taken; and that one."""
    found = search(table.wish, Table(table.play, table.screen))
    points = list(dict.fromkeys([found.played[0].point, *frontier(table.wish, found), found.best.point]))
    fresh = dict(zip(points, _Games(table.spec, table.wish, table.options, FRESH).play(points), strict=True))
    return list(fresh.values()), fresh[found.best.point]


def searched(variant: str, options: Mapping[str, Any]) -> _Games:
    """The games of the search that options ask for."""
    agents = [name.strip() for name in options["agents"].split(",")]
    values = {"arms": (variant,), "decks": [options["deck"]] if options["deck"] else [], "seats": [options["seats"]],
              "agents": [agents], "games": options["games"], "seed": options["seed"], "events": "none"}  # fmt: skip
    spec = make_spec(values, "command line")
    path, wanted, may = options["path"], options["wanted"], options["may"]
    if (path is None) == (not wanted and not may):
        raise BadInput("the wish is missing or said twice; allowed: --wish FILE, or --want and --may with its lines")
    wish = wish_of_lines(wanted, may, spec.only) if path is None else read_wish(path, spec.only)
    return _Games(spec, wish, options)


class _Games:
    """What plays for a search: points, and designs around a point; `fresh` games are those of another seed."""

    def __init__(self, spec: RunSpec, wish: Wish, options: Mapping[str, Any], fresh: int = 0) -> None:
        self.spec, self.wish, self.options, self.run = spec, wish, options, ""
        self.seed = (spec.seed + fresh) % 2**63

    def play(self, points: Sequence[Point]) -> list[Seen]:
        """The measures of points."""
        numbers, arms = self._played(points, self.spec.games)
        seen = []
        for point, arm in zip(points, arms, strict=True):
            games = numbers.filter(pl.col("arm") == arm)
            values = [values_of(games, want.measure) for want in self.wish.wants]
            told = tuple(_told(want, own) for want, own in zip(self.wish.wants, values, strict=True))
            seen.append(Seen(point, told, _spread(values)))
        return seen

    def screen(self, design: Design, points: Sequence[Point], changes: Sequence[Change]) -> dict[Change, Array]:
        """What each change of a design does to each measure."""
        import numpy as np

        numbers, arms = self._played(points, -(-SCREENED // len(points)))
        effects = factor_effects(numbers, arms, design, changes, self.wish.wants[0].measure, False)
        of = {change: {row.metric: row.difference for row in rows} for change, rows in effects.main.items()}
        return {one: np.array([own[want.measure] for want in self.wish.wants]) for one, own in of.items()}

    def _played(self, points: Sequence[Point], games: int) -> tuple[pl.DataFrame, list[str]]:
        """Numbers of the games of points, and the names of their arms."""
        spec = _points(self.spec, self.wish, points).model_copy(update={"games": games, "seed": self.seed})
        options = self.options
        name = f"balance {'; '.join(options['wanted']).replace('=', ' ') or options['path'].stem}"
        self.run = play(spec, options["store"], options["workers"], name=name, tells=False).run_id
        store = Store.open(options["store"])
        for (_, arm), tally in tallies(store, self.run).items():
            tally.check(f"games of {arm}")
        return game_numbers(store, self.run), [arm.name for arm in spec.grid]


def _points(spec: RunSpec, wish: Wish, points: Sequence[Point]) -> RunSpec:
    """A spec whose arms are these points; a number that is as it is is not set."""
    values = [sorted({point[i] for point in points} - {move.now}) for i, move in enumerate(wish.moves)]
    used = [
        i for axis in ("rules", "switches", "cards") for i, m in enumerate(wish.moves) if m.axis == axis and values[i]
    ]
    design = tuple(
        tuple(0 if point[i] == wish.moves[i].now else 1 + values[i].index(point[i]) for i in used) for point in points
    )
    keyed = {axis: {wish.moves[i].key: tuple(map(str, values[i])) for i in used if wish.moves[i].axis == axis}
             for axis in ("switches", "cards")}  # fmt: skip
    rules = tuple(wish.moves[i].key for i in used if wish.moves[i].axis == "rules")
    return spec.model_copy(update={"design": design if used else (), "rules": rules, **keyed})


def _told(want: Want, values: Array) -> Interval:
    return proportion(int(values.sum()), len(values)) if is_yes_or_no(want.measure) else mean(values)


def _spread(values: Sequence[Array]) -> Array:
    import numpy as np

    return np.array([float(own.std(ddof=1)) for own in values])


def sentences(wish: Wish, before: Seen, after: Seen) -> list[str]:
    """Whether the wish is met, by which changes, and what it misses, on games that the search never saw."""
    made = changed(wish.moves, after.point)
    missed = [(want, one) for want, one in zip(wish.wants, after.measures, strict=True) if want.missed(one.value)]
    if not made and not missed:
        return ["The wish is met as it is: nothing has to be changed."]
    told = ", ".join(move.said(to) for move, to in made)
    number = f"{len(made)} change{'s' * (len(made) > 1)}"
    if not missed:
        return [f"The wish is met with {number}: {told}."]
    lacking = "; ".join(f"{name_of(w.measure)} {_amount(w, i.value)}, wanted {_bounds(w)}" for w, i in missed)
    if not made:
        return [f"The wish is not met by anything that may be changed: {lacking}."]
    return [f"The wish is not met by what may be changed. Nearest, with {number}: {told}. Missed: {lacking}."]


def _bounds(want: Want) -> str:
    low, high = (_amount(want, bound).removesuffix(" %") for bound in (want.low, want.high))
    unit = " %" * is_share(want.measure)
    if want.low == -float("inf"):
        return f"at most {high}{unit}"
    return f"at least {low}{unit}" if want.high == float("inf") else f"{low} to {high}{unit}"


def _amount(want: Want, value: float) -> str:
    if value in (float("inf"), -float("inf")):
        return ""
    if is_share(want.measure):
        return f"{100 * value:.1f} %"
    return f"{value:.1f}" if abs(value) >= FINE else f"{value:.2f}"


def _interval(want: Want, found: Interval) -> str:
    low, high = (_amount(want, bound).removesuffix(" %") for bound in (found.low, found.high))
    return f"{_amount(want, found.value)} [{low}, {high}]"


def _print(wish: Wish, said: Sequence[str], seen: Sequence[Seen], best: Seen) -> None:
    for sentence in said:
        say(sentence)
    click.echo()
    before, games = seen[0], best.measures[0].n
    rows = {
        "measure": [name_of(want.measure) for want in wish.wants],
        "wanted": [_bounds(want) for want in wish.wants],
        "before": [_interval(w, one) for w, one in zip(wish.wants, before.measures, strict=True)],
        "after": [_interval(w, one) for w, one in zip(wish.wants, best.measures, strict=True)],
        "met": ["yes" if not w.missed(one.value) else "no" for w, one in zip(wish.wants, best.measures, strict=True)],
    }
    columns = {name: Column(name, "text", KEY if name == "measure" else MAIN) for name in rows}
    print_frame(f"{games:,} games each that the search never saw", pl.DataFrame(rows), columns=columns)
    if len(seen) < 3:
        return
    steps = {
        "changes": [str(len(changed(wish.moves, one.point))) for one in seen],
        "which": [", ".join(m.said(to) for m, to in changed(wish.moves, one.point)) or "none" for one in seen],
    } | {name_of(w.measure): [_interval(w, one.measures[j]) for one in seen] for j, w in enumerate(wish.wants)}
    columns = {name: Column(name, "text", KEY if name == "changes" else MAIN) for name in steps}
    print_frame("What each further change buys", pl.DataFrame(steps), columns=columns)


def _row(wish: Wish, seen: Seen) -> dict[str, Any]:
    measures = [
        {
            "measure": want.measure,
            "value": one.value,
            "low": one.low,
            "high": one.high,
            "met": not want.missed(one.value),
        }
        for want, one in zip(wish.wants, seen.measures, strict=True)
    ]
    return {"changes": [move.said(to) for move, to in changed(wish.moves, seen.point)],
            "price": price(wish.moves, seen.point), "measures": measures}  # fmt: skip


def _write(path: Path, wish: Wish, point: Point) -> list[str]:
    """The changes as a house rule that stacks, without those that are house rules of their own, which are returned."""
    import json

    from lab.store.atomic_files import placed
    from variants.load_variants import is_rule
    from variants.variant_schema import WHY_TRIED

    made = changed(wish.moves, point)
    lines = [f"name = {json.dumps(path.stem)}", f'why = "{WHY_TRIED}"', "overlay = true", "[rules]"]
    lines += [f'"{move.key}" = {to}' for move, to in made if move.axis == "switches"]
    lines += ["[change]", *(f'"{move.key}" = {to}' for move, to in made if move.axis == "cards")]
    rules = [move.key for move, to in made if move.axis == "rules"]
    typed = [rule for rule in rules if is_rule(rule)]
    for rule in typed:
        lines += ["[[rule]]", f"text = {json.dumps(rule[1:-1], ensure_ascii=False)}"]
    try:
        placed(path, lambda draft: draft.write_text("\n".join(lines) + "\n", encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {why_not(error)}") from None
    return [rule for rule in rules if rule not in typed]
