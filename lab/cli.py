"""The `lab` command: finds its commands by file name and turns exceptions into exit codes."""

from __future__ import annotations

import ast
import importlib
import shlex
import sys
from pathlib import Path

import click

from lab.commands._options import AFTERWARDS, Near
from lab.interrupt import listening

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("lab.commands", "reports.commands")
"""Packages whose files are the commands: the lab's own, and those that draw."""
LONG_WORD, LONG_SENTENCE = 300, 2000
"""Characters after which a word, and a sentence, of an error is cut: whoever raised it repeated what somebody typed."""
DONE, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130
STOPPED = "interrupted: what was committed stays; the same command computes only what is missing."

GUIDE = {
    "numbers": "chances demo help metrics",
    "dashboard": "app games play replay report verdict",
    "cards": "card cards decks opcodes words",
    "rules": "balance best compare power rules run screen try tune variants",
    "questions": "scenario",
    "players": "agents",
    "store": "export pack query runs schema store verify",
    "millions": "bench",
}
"""Page of the Guide -> the commands whose help names it."""
GROUPS = {
    "Try a rule, compare rules": "demo try words compare screen best balance power tune run variants",
    "Cards": "cards card decks opcodes",
    "Games": "games replay play chances metrics",
    "Players": "agents",
    "Look and pass on": "app verdict report export query runs",
    "Rules, stores, the lab itself": "help rules scenario schema store pack verify bench check",
}
"""Heading in the help -> the commands below it."""
LISTING = ("metrics", "opcodes", "rules", "runs", "schema")
"""Commands that list what there is where nothing is named; `list` behind them asks for that too."""
ELSEWHERE = {"check": "CONTRIBUTING.md"}
"""Commands for those who change the lab."""

EXPECTED = (
    ("lab.errors", "BadInput", BAD_INPUT),
    ("lab.errors", "RunFault", FAILED),
    ("engine.table", "TableFault", FAILED),
    ("decks.card_schema", "DeckError", BAD_INPUT),
    ("variants.variant_schema", "VariantError", BAD_INPUT),
)
"""Exceptions that are one sentence to the user: room, name, exit code."""


def command_files() -> dict[str, Path]:
    """Command name -> its file; a trailing underscore keeps Python's keywords free (`import_.py`)."""
    folders = [ROOT.joinpath(*room.split(".")) for room in ROOMS]
    files = [p for folder in folders for p in folder.glob("*.py") if not p.stem.startswith("_")]
    return {p.stem.rstrip("_").replace("_", "-"): p for p in sorted(files, key=lambda p: p.stem)}


def summary(path: Path) -> str:
    """First sentence of a command's help, read without importing the command."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name == path.stem:
            return (ast.get_docstring(node) or "").split("\n\n")[0].replace("\n", " ")
    return ""


def read_on(name: str) -> str:
    """Where somebody who has read the help of a command reads on."""
    page = next((page for page, commands in GUIDE.items() if name in commands.split()), None)
    return f"Guide: reports/guide/{page}.md, or page Guide of lab app." if page else f"Read on: {ELSEWHERE[name]}."


def _point(command: click.Command, to: str) -> None:
    """Put a line below the help of a command and of all commands that are in it."""
    command.epilog = to
    for inner in getattr(command, "commands", {}).values():
        _point(inner, to)


class Commands(Near):
    """A group whose commands are the files of `lab/commands` and `reports/commands`, imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names of all commands."""
        return list(command_files())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        path = command_files().get(cmd_name)
        if path is None:
            return None
        room = ".".join(path.relative_to(ROOT).parts[:-1])
        command = getattr(importlib.import_module(f"{room}.{path.stem}"), path.stem)
        assert isinstance(command, click.Command), f"{path} must define the command `{path.stem}`"
        command.name = cmd_name
        _point(command, read_on(cmd_name))
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is called."""
        lists = args[0] in LISTING and args[1:2] == ["list"]
        return super().resolve_command(ctx, [args[0], *args[2:]] if lists else args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands with one line each, by what one wants, importing none of them."""
        files = command_files()
        for title, names in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name, summary(files[name])) for name in names.split()])


def _say_version(ctx: click.Context, _param: click.Parameter, asked: bool) -> None:
    """Print what moves a number, and end."""
    if not asked or ctx.resilient_parsing:
        return
    from engine.records.switches import RULES_VERSION
    from lab.provenance import engine_version

    click.echo(f"lab {engine_version()}, RULES_VERSION {RULES_VERSION}")
    ctx.exit()


@click.command(
    cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    epilog="Guide: reports/guide, or page Guide of lab app.",
)  # fmt: skip
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_say_version,
    help="Version of the lab and of the rules it plays.",
)
def lab() -> None:
    """Play thousands of games, compare house rules, measure cards.

    Example:

    \b
        lab demo
    """


@lab.result_callback()
@click.pass_context
def _say_afterwards(context: click.Context, code: int | None) -> int | None:
    """Say what whoever reads the answer should know."""
    if sentence := context.meta.get(AFTERWARDS):
        click.echo(f"lab: {sentence}", err=True)
    return code


def main(argv: list[str] | None = None) -> int:
    """Run one command and return its exit code."""
    with listening() as told_to_stop:
        try:
            typed = shlex.join(["lab", *(sys.argv[1:] if argv is None else argv)])
            code = lab.main(args=argv, prog_name="lab", standalone_mode=False, obj=typed)
        except BaseException as error:
            if told_to_stop() or isinstance(error, KeyboardInterrupt) or _is_given_up(error):
                return _say(STOPPED, INTERRUPTED)
            return _said(error)
    return code if isinstance(code, int) else DONE


def _is_given_up(error: BaseException) -> bool:
    """Whether somebody left a question unanswered; click takes the end of any file for that."""
    return isinstance(error, click.Abort) and not isinstance(error.__cause__, EOFError)


def _said(error: BaseException) -> int:
    """Say what is wrong with the input in a sentence; whatever else it is, is raised again."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        click.echo(error.ctx.get_help() if error.ctx else "")
        return DONE
    if isinstance(error, click.ClickException):
        return _say(_click_sentence(error), BAD_INPUT)
    if isinstance(error, OSError):
        return _say(f"{error.filename or 'input or output'}: {error.strerror or error}", BAD_INPUT)
    expected = _expected_code(error)
    if expected is None and (damaged := _damage_behind(error)) is not None:
        return _say(damaged, BAD_INPUT)
    if expected is None:
        raise (error.__cause__ or error) if isinstance(error, click.Abort) else error
    return _say(str(error), expected)


def _say(sentence: str, code: int) -> int:
    words = (word if len(word) <= LONG_WORD else word[:57] + "..." for word in sentence.split())
    said = " ".join(words)
    click.echo("lab: " + (said if len(said) <= LONG_SENTENCE else said[: LONG_SENTENCE - 3] + "..."), err=True)
    return code


def _click_sentence(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    where = f"{context.command_path.removeprefix('lab ')}: " if context and context.parent else ""
    return f"{where}{error.format_message()}"


def _expected_code(error: BaseException) -> int | None:
    # An exception of a room that was never imported cannot have been raised: nothing is imported here.
    for room, name, code in EXPECTED:
        if room in sys.modules and isinstance(error, getattr(sys.modules[room], name)):
            return code
    return None


def _damage_behind(error: BaseException) -> str | None:
    """The sentence about a damaged file of a store, if a library that reads them has stumbled over it."""
    room = sys.modules.get("lab.store.store_folder")
    damaged = room.damage_behind(error) if room else None
    return str(damaged) if damaged else None


if __name__ == "__main__":
    sys.exit(main())
