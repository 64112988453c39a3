"""`lab balance`: the fewest, smallest changes of rules and cards that meet a wish."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import polars as pl
from click.core import ParameterSource

from engine.inputs.quote import joined
from lab.cards.wished_cards import shrunken_worths, with_cards
from lab.commands._balance_words import as_data, print_tables, sentences
from lab.commands._options import Whole, json_option, store_option
from lab.commands._output import print_json, say
from lab.commands._runs import note_answer
from lab.commands._tournament import play
from lab.commands._typed_rules import check_rules, say_readings
from lab.comparison.balance_search import Point, Seen, Table, apart, changed, frontier, nearer, search
from lab.comparison.comparison_words import ASK_OTHERS, who
from lab.comparison.factor_effects import Change, factor_effects
from lab.comparison.fewest_changes import Wish
from lab.comparison.game_numbers import DECIDED, WORTH, interval_of, values_of, whole_numbers, with_decided
from lab.errors import BadInput, why_not
from lab.runs.run_spec import make_spec
from lab.runs.wish_file import read_wish, wish_of_lines
from lab.stats.intervals import Interval
from lab.store.store_folder import Store
from lab.tables.table_pace import where_from

if TYPE_CHECKING:
    from lab.comparison.factorial_design import Design
    from lab.runs.run_spec import RunSpec
    from lab.stats.intervals import Array

SCREENED, OF_CARDS = 6_400, 3
"""Games over which the moves are screened in each round; so many times as many where cards are wanted otherwise."""
FRESH = 1
"""What is added to the seed for games that the search does not see."""


@click.command()
@click.argument("variant", default="base", required=False)
@click.option("--wish", "path", type=click.Path(path_type=Path), help="The file that says the wish.")
@click.option("--want", "wanted", multiple=True, metavar="MEASURE=BOUNDS", help="Or a line of it: 'turns=at most 55'.")
@click.option("--may", "may", multiple=True, metavar="KEY=LOW-HIGH", help="What may be changed for it, or a rule.")
@click.option("--deck", default="", help="Cards that are played (default: the deck of the rules).")
@click.option("--games", default=4_000, show_default=True, type=Whole(100, 1_000_000), help="Games of every proposal.")
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
        Treasures = "within 3"
        [may]
        "victory.level" = "8-10"
        "huge-rock.bonus" = "1-4"
        rules = ["faster"]
        [price]
        faster = 2

    Wanted may be measures of games, what cards are worth in points ("magic-lamp", or all Treasures, Monsters, Curses),
    and how often Classes win: "wins as wizard" = "20-28", or Classes = "within 2" of each other, and so Races. "games
    decided early" are those whose winner leads alone from half of the rounds on.

    Each round measures what every change does, proposes the cheapest point that should meet the wish, and plays it.
    What is told in the end are games that the search never saw: before and after, and the nearest for each price.
    What was played is kept: the same command goes on where it was stopped.

    Example:

    \b
        lab balance base --wish hour.toml --to hour-rules.toml
        lab balance base --want "turns=at most 55" --may hand_limit=3-7
    """
    if (to := options["to"]) is not None and (to.suffix != ".toml" or to.exists()):
        raise BadInput(f"--to is {to}; allowed: a new .toml file")
    wish, found = _balanced(variant, as_json, options)
    if to is not None:
        named = _write(to, wish, found.point)
        if not as_json:
            say(_how_to_stack(variant, to, named, options))


def _balanced(variant: str, as_json: bool, options: Mapping[str, Any]) -> tuple[Wish, Seen]:
    """Search and say what was found: the wish, and the point that is taken, on fresh games."""
    table = searched(variant, options)
    wish = table.wish
    rules = [move.key for move in wish.moves if move.axis == "rules"]
    check_rules(rules, variant)
    if not as_json:
        say_readings([rule for rule in rules if rule.startswith('"')])
    seen, best, reach = balanced(table)
    said = sentences(wish, best, reach, seen[0])
    note_answer(Store.open(options["store"]), table.run, said[0])
    if as_json:
        print_json([as_data(wish, one) for one in seen])
    else:
        print_tables(wish, said, seen, best)
        say(f"{where_from(options['store'])} {who([table.spec.only.agents], True, [options['seats']])}{ASK_OTHERS}")
    return wish, best


def balanced(table: _Games) -> tuple[list[Seen], Seen, list[bool]]:
    """Search; on fresh games what is, the best points for fewer changes and what is taken, that one, and `apart`."""
    wish, found = table.wish, search(table.wish, Table(table.play, table.screen))
    points = list(dict.fromkeys([found.played[0].point, *frontier(wish, found), found.best.point]))
    fresh = dict(zip(points, _Games(table.spec, wish, table.options, FRESH).play(points), strict=True))
    best = fresh[found.best.point]
    return nearer(wish, list(fresh.values()), best), best, apart(wish, found)


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
        self.measures = [want.measure for want in wish.wants]
        self.of_cards = any(one.startswith(WORTH) for one in self.measures)

    def play(self, points: Sequence[Point]) -> list[Seen]:
        numbers, arms = self._played(points, self.spec.games)
        wants, store = self.wish.wants, Store.open(self.options["store"])
        many = any(want.group for want in wants)
        worths = shrunken_worths(store, self.run) if self.of_cards and many else {}
        seen = []
        for point, arm in zip(points, arms, strict=True):
            games = numbers.filter(pl.col("arm") == arm)
            values = [values_of(games, one) for one in self.measures]
            told = [interval_of(one, own) for one, own in zip(self.measures, values, strict=True)]
            for at, want in enumerate(wants):
                if want.group:  # of many cards some look strong or weak by luck: it is taken off
                    told[at] = worths.get((arm, want.measure), told[at])
            seen.append(Seen(point, tuple(told), _spread(values)))
        return seen

    def screen(
        self, design: Design, points: Sequence[Point], changes: Sequence[Change]
    ) -> dict[Change, list[Interval]]:
        """What each change of a design does to each measure."""
        numbers, arms = self._played(points, -(-SCREENED * (OF_CARDS if self.of_cards else 1) // len(points)))
        effects = factor_effects(numbers, arms, design, changes, self.measures[0], False)
        found = {}
        for change, rows in effects.main.items():
            of = {row.metric: Interval(row.difference, row.low, row.high, row.n) for row in rows}
            found[change] = [of[one] for one in self.measures]
        return found

    def _played(self, points: Sequence[Point], games: int) -> tuple[pl.DataFrame, list[str]]:
        """Numbers of the games of points, and the names of their arms."""
        spec = _points(self.spec, self.wish, points).model_copy(update={"games": games, "seed": self.seed})
        options = self.options
        name = f"balance {'; '.join(options['wanted']).replace('=', ' ') or options['path'].stem}"
        self.run = play(spec, options["store"], options["workers"], name=name, tells=False).run_id
        store = Store.open(options["store"])
        numbers = with_cards(whole_numbers(store, self.run), store, self.run, self.measures)
        if DECIDED in self.measures:
            numbers = with_decided(numbers, store, self.run)
        return numbers, [arm.name for arm in spec.grid]


def _spread(values: Sequence[Array]) -> Array:
    """Standard deviations of a game; of what no game has a number of, 1."""
    import numpy as np

    spread = np.array([float(own.std(ddof=1)) for own in values])
    return np.where(np.isnan(spread), 1.0, spread)


def _points(spec: RunSpec, wish: Wish, points: Sequence[Point]) -> RunSpec:
    """A spec whose arms are these points; a number that is as it is is not set."""
    values = [sorted({point[i] for point in points} - {move.now}) for i, move in enumerate(wish.moves)]
    used = [
        i for axis in ("rules", "switches", "cards") for i, m in enumerate(wish.moves) if m.axis == axis and values[i]
    ]
    design = tuple(
        tuple(0 if point[i] == wish.moves[i].now else 1 + values[i].index(point[i]) for i in used) for point in points
    )
    keyed: dict[str, dict[str, tuple[str, ...]]] = {"switches": {}, "cards": {}}
    for move, own in ((wish.moves[i], values[i]) for i in used if wish.moves[i].axis in keyed):
        keyed[move.axis][move.key] = tuple(str(move.value(one)) for one in own)
    rules = tuple(wish.moves[i].key for i in used if wish.moves[i].axis == "rules")
    return spec.model_copy(update={"design": design if used else (), "rules": rules, **keyed})


def _write(path: Path, wish: Wish, point: Point) -> list[str]:
    """The changes as a house rule that stacks, without those that are house rules of their own, which are returned."""
    import json

    from lab.store.atomic_files import placed
    from variants.load_variants import is_rule, stack
    from variants.variant_schema import WHY_TRIED

    made = changed(wish.moves, point)
    lines = [f"name = {json.dumps(path.stem)}", f'why = "{WHY_TRIED}"', "overlay = true", "[rules]"]
    lines += [f'"{move.key}" = {move.value(to)}' for move, to in made if move.axis == "switches"]
    cards = [f'"{move.key}" = {move.value(to)}' for move, to in made if move.axis == "cards"]
    lines += ["[change]", *cards] if cards else []
    rules = [part for move, _ in made if move.axis == "rules" for part in stack(move.key)]
    typed = [rule for rule in rules if is_rule(rule)]
    for rule in typed:
        lines += ["[[rule]]", f"text = {json.dumps(rule[1:-1], ensure_ascii=False)}"]
    try:
        placed(path, lambda draft: draft.write_text("\n".join(lines) + "\n", encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {why_not(error)}") from None
    return [rule for rule in rules if rule not in typed]


def _how_to_stack(variant: str, path: Path, named: Sequence[str], options: Mapping[str, Any]) -> str:
    """What one types to play by what was found; where a house rule of the variant says otherwise, that is told."""
    from variants.load_variants import load_variant
    from variants.variant_schema import VariantError

    whole = "+".join([variant, *named, str(path if path.is_absolute() else f"./{path}")])
    try:
        load_variant(whole)
    except VariantError as error:
        return f"Kept as {path}. It does not stack on {variant}: {error}."
    typed = click.get_current_context().get_parameter_source
    same = [
        f" --{key} {options[key]}" for key in ("deck", "seats", "agents") if typed(key) is ParameterSource.COMMANDLINE
    ]
    rest = f", all but {joined(named)}, which has a name already" if named else ""
    return f"Kept as {path}{rest}: lab compare {variant} {whole}{''.join(same)}"
