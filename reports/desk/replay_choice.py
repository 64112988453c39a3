"""Which game the replay page shows: an arm of the runs that are shown, a game of it, and what it is compared with."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from decks.read_decks import deck_names
from engine.inputs.quote import quoted
from lab.agents.persona_file import LOOKAHEAD
from lab.agents.personas import expand, find_persona, is_outside, mixes, moods_of, personas
from lab.errors import BadInput
from lab.games.game_replay import GameSpec, stored_game, varied
from lab.games.game_steps import Walk
from lab.store.store_folder import Store
from reports.display_names import labels_of
from variants.load_variants import variant_files
from variants.variant_schema import plain_key

ALONE = "nothing"
"""What a game is compared with where it is not."""


@dataclass(frozen=True)
class Arm:
    """An arm of a run, as the page calls it and as its run does."""

    label: str
    run: str
    name: str
    games: int


@dataclass(frozen=True)
class Other:
    """The game beside the first: how it is called, and the arm it belongs to, if it is one of a run."""

    label: str
    spec: GameSpec
    arm: Arm | None = None


def arms_of(store: Store, runs: tuple[str, ...], shown: tuple[str, ...] = ()) -> dict[str, Arm]:
    """The arms of some runs by label; `shown`: only those."""
    table = pl.concat([store.arms(run) for run in runs])
    called = labels_of(store.runs().filter(pl.col("run_id").is_in(list(runs))), table)
    found = {}
    for row in table.iter_rows(named=True):
        label = called[row["run_id"]][str(row["arm"])]
        if label in shown or not shown:
            found[label] = Arm(label, row["run_id"], str(row["arm"]), int(row["games"]))
    return found


def game_of(store: Store, arm: Arm, game: int) -> GameSpec:
    """What a game of an arm depends on."""
    return stored_game(store.path, arm.run, arm.name, game)


def other_game(store: Store, arms: dict[str, Arm], spec: GameSpec, said: str) -> Other | None:
    """The game that is put beside another one: the same of another arm, or with one thing changed, `hand_limit=7`."""
    if said in ("", ALONE):
        return None
    if arm := arms.get(said) or next((arm for arm in arms.values() if arm.name == said), None):
        return Other(arm.label, game_of(store, arm, spec.game), arm)
    _check_names(said)
    return Other(said, varied(spec, said))


def _check_names(said: str) -> None:
    """Refuse what is no name of the lab: an address may come from anybody, and opens no file and no code.

    The sentence is the same whether there is such a file or not.
    """
    key, sign, value = (part.strip() for part in said.partition("="))
    if sign and key not in ("variant", "deck", "agents"):
        return  # a value of a switch or a card: nothing that is looked for
    for name in (value if sign else said).split("," if key == "agents" and sign else "+"):
        if not _is_known(key if sign else "variant", name.strip()):
            raise BadInput(
                f"Beside it stands {quoted(name.strip())}; allowed here: an arm of the run, SWITCH=VALUE, "
                "ID.KEY=VALUE of a card, variant=, deck= or agents= with names that come with the lab; files and code "
                "of your own: lab replay --diff"
            )


def _is_known(key: str, name: str) -> bool:
    if key == "deck":
        return name in deck_names()
    if key == "variant":
        return plain_key(name) in variant_files()
    who, *moods = name.split("+")
    head, _, count = who.partition(":")
    is_somebody = who in personas() or who in mixes() or head == LOOKAHEAD and count.isascii() and count.isdigit()
    return is_somebody and all(mood in moods_of() for mood in moods)


def takes_long(spec: GameSpec) -> bool:
    """Whether somebody at the table looks ahead: such a game may take hours, any other a few seconds."""
    names = [name for name in expand(spec.agents) if not is_outside(name)]
    return any(find_persona(name).weights.get(LOOKAHEAD, 0) for name in names)


def as_stored(store: Store, arm: Arm, walk: Walk) -> str:
    """A warning if the game goes otherwise now than when it was stored; empty if not, or if it is not stored yet."""
    game = walk.played.spec.game
    rows = store.table("game", arm.run).filter(pl.col("arm").cast(pl.String) == arm.name, pl.col("game") == game)
    stored = rows.select("turns", pl.col("ending").cast(pl.String), "winners").collect().to_dicts()
    if not stored:
        return ""
    was, now = stored[0], (walk.turns, walk.ending, sorted(walk.winners))
    if (was["turns"], was["ending"], sorted(was["winners"])) == now:
        return ""
    return (
        f"This is not the game that is stored: that one ended after {was['turns']:,} turns ({was['ending']}). The "
        "rules or the players of this version of the lab play otherwise than those of the run; a new run would agree."
    )
