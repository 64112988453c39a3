"""Options that several commands share, written once."""

from __future__ import annotations

import inspect
import re
import shlex
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

import click

from lab.agents import USUAL
from lab.agents.outside_agents import SECONDS
from lab.errors import BadInput, did_you_mean

Command = TypeVar("Command", bound=Callable[..., Any])

DEFAULT_STORE = "lab-store"


class StorePlace(click.Path):
    """The folder of a store; for an address of fsspec, such as s3://bucket/lab, the folder of its copy here."""

    def __init__(self) -> None:
        super().__init__(file_okay=False, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Bring the copy up to date, if the store lies elsewhere; a pace in it that cannot be read is said at once."""
        if not isinstance(value, str) or "://" not in value:
            place = Path(str(super().convert(value, param, ctx)))
        else:
            from lab.store.remote_store import fetch  # whoever asks for help, or has a folder, needs no polars

            place = fetch(value)
        if (place / "pace.toml").is_file():
            from lab.tables.table_pace import pace

            pace(place)
        return place


store_option = click.option(
    "--store",
    default=DEFAULT_STORE,
    show_default=True,
    type=StorePlace(),
    help="Folder of the store, or an address such as s3://bucket/store.",
)
AFTERWARDS = "lab.afterwards"
"""Where the context keeps what is said on stderr below an answer; a mistake is one sentence and nothing else."""
EVERY_RUN = "all"
"""What stands for the whole store where a run is named."""
run_option = click.option(
    "--run", "run_id",
    help=f"A run: its name or the beginning of its id; {EVERY_RUN} is the whole store (default: the newest run).",
)  # fmt: skip
only_run_option = click.option("--run", "run_id", help="Only this run (default: the whole store).")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")


_GROUPED = re.compile(r"\d{1,3}(,\d{3})+")
_POWER = re.compile(r"(\d+(?:\.\d+)?)e(\d{1,2})", re.IGNORECASE)


class Whole(click.IntRange):
    """A whole number as people write it: 20000, 20,000 or 2e4."""

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        super().__init__(least, most)
        self.name = "integer" if least is None and most is None else self.name

    def _describe_range(self) -> str:
        return "" if self.min is None and self.max is None else super()._describe_range()

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """A number within the bounds."""
        if isinstance(value, str) and _GROUPED.fullmatch(value):
            value = value.replace(",", "")
        elif isinstance(value, str) and (match := _POWER.fullmatch(value)):
            number = Fraction(match[1]) * 10 ** int(match[2])
            value = str(number) if number.denominator == 1 else value
        return super().convert(value, param, ctx)


class _Seconds(click.FloatRange):
    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """A number in the range; nan compares with nothing and would slip through."""
        seconds = float(super().convert(value, param, ctx))
        if seconds != seconds:
            self.fail(f"{value} is no length of time; allowed: {self.min:g} to {self.max:g}", param, ctx)
        return seconds


CARD_BEFORE = "lab.card"
"""Where the context keeps what `--card` said, which is the old spelling of `--change`."""


def _card_before(ctx: click.Context, _param: click.Parameter, said: tuple[str, ...]) -> None:
    """Take what the old spelling says, and say the new one below the answer."""
    if said:
        ctx.meta[CARD_BEFORE] = said
        more = ctx.meta.get(AFTERWARDS)
        now = f"--card changes cards by its new name: {' '.join(f'--change {shlex.quote(one)}' for one in said)}"
        ctx.meta[AFTERWARDS] = f"{now}; {more}" if more else now


def _with_those_before(ctx: click.Context, _param: click.Parameter, said: tuple[str, ...]) -> tuple[str, ...]:
    return (*ctx.meta.pop(CARD_BEFORE, ()), *said)


def _changes(rules: str, values: str, when: str = "") -> tuple[Callable[[Command], Command], ...]:
    """What changes a game by hand; `rules`, `values`: what several rules are, and several values of one key."""

    def changes(
        name: str, key: str, metavar: str, told: str, callback: Callable[..., Any] | None = None
    ) -> Callable[[Command], Command]:
        told = f"{when}{told[0].lower()}{told[1:]}" if when else told
        return click.option(name, key, multiple=True, metavar=metavar, help=told, callback=callback)

    rule = f'A house rule in words, such as "If you die, lose a Level.", or its name or file.{rules}'
    switch = f"Set a switch of the rules, such as hand_limit=7.{values.format('6,7')}"
    card = f"Change a card, such as large-angry-chicken.level=12.{values.format('8,12')}"
    return (
        changes("--rule", "rules", "TEXT", rule),
        changes("--set", "switches", "SWITCH=VALUE", switch),
        click.option("--card", multiple=True, hidden=True, is_eager=True, expose_value=False, callback=_card_before),
        changes("--change", "cards", "ID.KEY=VALUE", card, _with_those_before),
    )


_TOURNAMENT = (
    click.option(
        "--deck",
        "decks",
        multiple=True,
        help="Deck: a name, a folder, a file of cards; those of one box joined by +, such as base+./my-cards.csv "
        "(default: the variant's own). Several --deck are arms.",
    ),
    *_changes(" Several are arms.", " Several values ({}) are arms."),
    click.option("--games", default=1000, show_default=True, type=Whole(), help="Games for each variant."),
    click.option(
        "--seed",
        default=0,
        show_default=True,
        type=Whole(),
        help="Seed of the run: the same seed gives the same games.",
    ),
    click.option(
        "--seats",
        default=("4",),
        multiple=True,
        show_default="4",
        help="Players of a game, 2 to 8. Several (3,5 or 3-6) are arms.",
    ),
    click.option(
        "--agents",
        default=(USUAL,),
        multiple=True,
        show_default=USUAL,
        help="Who plays, separated by commas; they rotate over the seats: personas, mixes, NAME+MOOD, lookahead:K, "
        "FILE.toml:NAME for your own, or outside agents as package.module:Name. Several --agents are arms.",
    ),
    click.option("--events", default="all", show_default=True, help="Events to keep: all, sample:N or none."),
    click.option(
        "--exposure",
        default="all",
        show_default=True,
        help="Games of each variant that keep which cards came to whom: all, or sample:N beside those with events.",
    ),
    click.option(
        "--agent-seconds",
        default=SECONDS,
        show_default=True,
        type=_Seconds(0.01, 86_400),
        help="Longest time for one choice of an outside agent.",
    ),
    click.option("--name", default="", help="What you call the run; lab runs shows it."),
    click.option("--workers", default=0, type=Whole(0, 1024), help="Threads; 0 = one for each core."),
    store_option,
)


CLUSTER = "lab.cluster"
"""Where the context of a command keeps what `--cluster` said."""


def _cluster(ctx: click.Context, _param: click.Parameter, said: str | None) -> None:
    """Check the address before anything else; whoever plays finds it in the context."""
    if said is None:
        return
    from lab.runs.cluster.connection import read_address

    ctx.meta[CLUSTER] = read_address(said)


on_each_option = click.option(
    "--on-each",
    is_flag=True,
    help="Lay what --deck, --rule, --set and --change say on each variant too, not only on the first.",
)
cluster_option = click.option(
    "--cluster",
    metavar="ADDRESS",
    expose_value=False,
    callback=_cluster,
    help="Who plays, instead of threads: local:N for N processes, or tcp://HOST:PORT, the scheduler of a Dask cluster.",
)


def tournament_options(command: Command) -> Command:
    """Add the options of a tournament: what is played, by whom, how often, and what of it is kept where."""
    return _with(_TOURNAMENT, command)


def change_options(command: Command) -> Command:
    """Add what changes a game by hand, where arms are played."""
    return _with(_changes(" Several are arms.", " Several values ({}) are arms."), command)


def one_game_options(when: str = "") -> Callable[[Command], Command]:
    """Add what changes a game by hand, where one game is played; `when` it does stands before the help."""
    return lambda command: _with(_changes(" Several hold together.", "", when), command)


def _with(options: Sequence[Callable[[Command], Command]], command: Command) -> Command:
    for option in reversed(options):
        command = option(command)
    return command


def given_words(command: click.Command, words: Sequence[str]) -> tuple[dict[str, Any], set[str]]:
    """The parameters of a command with its words, and the names of those that the words say."""
    context = context_of(command, words)
    typed = click.core.ParameterSource.COMMANDLINE
    return context.params, {name for name in context.params if context.get_parameter_source(name) is typed}


def context_of(command: click.Command, words: Sequence[str]) -> click.Context:
    """The context of a command with its words, outside of a command line."""
    try:
        return command.make_context(command.name, list(words))
    except click.ClickException as error:
        raise BadInput(error.format_message().rstrip(".")) from None


class Near(click.Group):
    """A group that says which of its commands a misspelt one is near to."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is called."""
        name = args[0]
        if self.get_command(ctx, name) is None and not ctx.resilient_parsing and not name.startswith("-"):
            known = [*self.list_commands(ctx), *(["list"] if self.invoke_without_command else [])]
            meant = did_you_mean(name, known).strip() or f"allowed: {', '.join(known)}"
            ctx.fail(f"No such command '{name}'; {meant}")
        return super().resolve_command(ctx, args)


class Commands(Near):
    """A group whose help tells the first sentence of each of its commands, whole; `list` is what it does alone."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Leave out a `list` of a group that lists by itself."""
        lists = self.invoke_without_command and args[:1] == ["list"] and "list" not in self.commands
        return super().parse_args(ctx, args[1:] if lists else args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands; click itself would cut their sentences."""
        rows = []
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            told = inspect.cleandoc(command.help or "") if command else ""
            rows.append((name, " ".join(told.split("\n\n")[0].split())))
        with formatter.section("Commands"):
            formatter.write_dl(rows)
