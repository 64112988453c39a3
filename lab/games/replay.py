"""Plays a game again and tells it; a game is a pure function of its spec, so no log has to be stored."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from decks.load import check_deal
from engine.table import Table
from lab.agents.outside import seated
from lab.agents.personas import USUAL, expand
from lab.errors import BadInput
from lab.games.table import SEAT_NAMES, book_of, compiled_decks, names_of
from lab.runs.arms import check_seats
from lab.runs.plan import lineup
from lab.story.tell import Story
from lab.story.words import Cast
from variants.load import load_variant

CONTEXT, AFTER = 6, 14
"""Lines shown before and after the point where two games part."""


@dataclass(frozen=True)
class GameSpec:
    """Everything one game depends on."""

    deck: tuple[str, ...]
    variant: str
    seed: int
    game: int
    seats: int
    agents: tuple[str, ...] = (USUAL,)


@dataclass(frozen=True)
class Played:
    """A game that was played to its end, as headed turns."""

    spec: GameSpec
    title: str
    turns: Sequence[Sequence[str]]

    def text(self) -> str:
        """The whole game as readable text."""
        parts = [self.title]
        for turn in self.turns:
            parts += ["", turn[0], *(f"  {line}" for line in turn[1:])]
        return "\n".join(parts) + "\n"

    def lines(self) -> list[tuple[str, str]]:
        """(heading of the turn, line) of everything that happened."""
        return [(turn[0], line) for turn in self.turns for line in (turn[1:] or [""])]


def stored_game(store: Path, run: str, arm: str, game: int) -> GameSpec:
    """What a game of a stored run depends on; `run` may be the beginning of its name, `arm` may be left out."""
    from lab.runs.spec import read_spec

    runs = sorted(p.parent.name for p in store.glob("runs/*/spec.toml"))
    named = [name for name in runs if name.startswith(run)]
    if len(named) != 1:
        problem = "fits several runs" if named else "is not stored"
        raise BadInput(f"{store}: run '{run}' {problem}; stored: {', '.join(named or runs) or 'none'}")
    spec = read_spec(store / "runs" / named[0] / "spec.toml")
    arm = arm or spec.arms[0]
    if arm not in spec.arms:
        raise BadInput(f"run {named[0]}: arm is '{arm}'; allowed: {', '.join(spec.arms)}")
    if not 0 <= game < spec.games:
        raise BadInput(f"run {named[0]}: game is {game}; allowed: 0 to {spec.games - 1}")
    return GameSpec(spec.decks, arm, spec.seed, game, spec.seats, spec.agents)


def replay(spec: GameSpec) -> Played:
    """Play a game again."""
    variant = load_variant(spec.variant)
    check_seats(variant, spec.seats)
    cards = compiled_decks(spec.deck or variant.deck)
    check_deal(cards, spec.seats, variant["setup.deal_door"], variant["setup.deal_treasure"])
    spec = dataclasses.replace(spec, agents=expand(spec.agents))
    agents = [spec.agents[i] for i in lineup(spec, spec.game, 1)[0]]
    book = book_of(cards, variant.rules, spec.seats, agents)
    table = Table(book, names_of(cards, SEAT_NAMES[: spec.seats]), spec.seed, spec.game)
    table.play(seated(agents, spec.seed, spec.game))
    levels = [variant["setup.start_level"]] * spec.seats
    bosses = variant["boss.required"] > 0
    cast = Cast(SEAT_NAMES[: spec.seats], cards.names, cards.card, levels, cards.labels, bosses, cards.effect)
    title = (
        f"Game {spec.game} of seed {spec.seed}: variant {spec.variant}, deck {'+'.join(spec.deck or variant.deck)}\n"
        f"Players: {', '.join(f'{n} ({a})' for n, a in zip(SEAT_NAMES, agents))}"
    )
    return Played(spec, title, Story(cast).tell(table.events()))


def difference(a: Played, b: Played) -> str:
    """Where two games part: what came just before, and how each goes on."""
    left, right = a.lines(), b.lines()
    at = next((i for i, (x, y) in enumerate(zip_longest(left, right)) if x != y), -1)
    if at < 0:
        return f"{a.title}\n\nBoth variants play the same game to its end ({len(left)} lines).\n"
    common = left[max(0, at - CONTEXT) : at]
    heading = common[-1][0] if common else left[0][0] if left else "Setup"
    parts = [
        a.title,
        f"Compared with variant {b.spec.variant}.",
        "",
        f"The games part after {at} common lines, in",
        f"  {heading}",
    ]
    parts += [f"    {line}" for _, line in common]
    for played, lines in ((a, left), (b, right)):
        parts += ["", f"With {played.spec.variant}:"]
        parts += _told(lines[at : at + AFTER])
        rest = len(lines) - at - AFTER
        parts += [f"    ... {rest} more lines; {lines[-1][1]}"] if rest > 0 else []
    return "\n".join(parts) + "\n"


def _told(lines: Sequence[tuple[str, str]]) -> list[str]:
    out, heading = [], ""
    for turn, line in lines:
        if turn != heading:
            out.append(f"  {turn}")
            heading = turn
        out.append(f"    {line}")
    return out
