"""`lab variants new`: a house rule to begin with."""

from __future__ import annotations

from pathlib import Path

import click

from lab.commands._output import say
from lab.errors import BadInput, why_not
from lab.store.atomic_files import placed
from variants.variant_schema import WHY_NEW

SKELETON = """\
name = "{name}"
why = "{why}"
overlay = true                # it goes on top of any preset: --variant base+./{file}
group = ""                    # pace, catch-up, fights, help, hands, setup, death or end

[rules]                       # switches: lab variants show base --all
# hand_limit = 6
# victory.level = 8

# [[rule]]                    # what happens when, in the language of cards: lab opcodes
# on = "lost"                 # a moment; what lasts has none
# op = "draw"                 # what happens
# pile = "treasure"
# when = {{ first = "turn" }}   # at most two conditions

# [[card]]                    # one more card; pile = "side", "class" or "race": a pile of its own
# id = "quiet-day"            # special, without effects: a blank
# pile = "side"
# kind = "special"

# [change]                    # numbers of cards: lab decks show base
# "huge-rock.bonus" = 4
# "kind:class.pile" = "class"
"""
"""A house rule to begin with: every part once, as comments."""


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
def new(path: Path) -> None:
    """Write PATH.toml, a house rule to begin with, in which every part stands as a comment.

    Example:

    \b
        lab variants new my-rule
    """
    path = path if path.suffix == ".toml" else path.with_name(f"{path.name}.toml")
    if path.exists():
        raise BadInput(f"{path}: is there already; allowed: a new name")
    name = path.stem.replace("-", " ").replace("_", " ").capitalize()
    content = SKELETON.format(name=name, file=path.name, why=WHY_NEW)
    try:
        placed(path, lambda draft: draft.write_text(content, encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {why_not(error)}") from None
    say(f"wrote {path}; edit it, then: lab variants check {path}")
