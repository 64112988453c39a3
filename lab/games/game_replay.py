"""Plays a game again and tells it; a game is a pure function of its spec, so no log has to be stored.

Two of them side by side: where they part, what came just before, and how each goes on.
"""

from __future__ import annotations

import dataclasses
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from decks.load_decks import check_deal
from decks.read_decks import stack
from engine.table import Table
from lab.agents import USUAL
from lab.agents.agent_pool import seated
from lab.agents.person import PERSON, Answers, check_person
from lab.agents.personas import expand
from lab.errors import BadInput
from lab.games.game_table import SEAT_NAMES, book_of, compiled_decks, names_of
from lab.runs.arm_spec import Settings, table_name
from lab.runs.arms import check_seats, typed, with_pace
from lab.runs.run_plan import lineup
from lab.store.run_names import find_run
from lab.story.game_story import Story
from lab.story.story_words import Cast
from variants.load_variants import canonical, load_variant
from variants.variant_schema import SWITCHES

if TYPE_CHECKING:
    from lab.runs.run_spec import RunSpec
    from lab.store.store_folder import Store


@dataclass(frozen=True)
class GameSpec:
    """Everything one game depends on."""

    deck: tuple[str, ...]
    variant: str
    seed: int
    game: int
    seats: int
    agents: tuple[str, ...] = (USUAL,)
    switches: Settings = ()
    cards: Settings = ()
    deck_hash: str = ""  # of the cards that were played with, where a store knows it
    rules_hash: str = ""
    answers: str = ""  # of the person who played it
    pace: tuple[int, ...] = ()  # by which a limit of minutes goes, if not by the declared one


@dataclass(frozen=True)
class Played:
    """A game that was played to its end, as headed turns."""

    spec: GameSpec
    title: str
    turns: Sequence[Sequence[str]]

    def __str__(self) -> str:
        return self.text()

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
    from lab.store.store_folder import Store

    found, place = find_run(store, run), Store.open(store)
    spec = _spec_of(place, found)
    arms = {one.name: one for one in spec.grid}
    setting = arms.get(arm) or arms.get(canonical(arm)) if arm else next(iter(arms.values()))
    if setting is None:
        raise BadInput(f"run {found}: arm is '{arm}'; allowed: {', '.join(arms)}")
    if not 0 <= game < spec.games:
        raise BadInput(f"run {found}: game is {game}; allowed: 0 to {spec.games - 1}")
    row = place.arms(found).filter(arm=setting.name).row(0, named=True)
    hashes = {key: row[key] for key in ("deck_hash", "rules_hash")}
    return GameSpec(
        setting.deck, setting.variant, spec.seed, game, setting.seats, setting.agents, setting.switches, setting.cards,
        **hashes, answers=spec.answers, pace=spec.pace,
    )  # fmt: skip


def arms_of_run(store: Path, run: str) -> tuple[str, ...]:
    """Names of the arms of a stored run."""
    from lab.store.store_folder import Store

    return tuple(arm.name for arm in _spec_of(Store.open(store), find_run(store, run)).grid)


def _spec_of(store: Store, run: str) -> RunSpec:
    from lab.runs.run_spec import parse_spec

    return parse_spec(store.spec_text(run), f"run {run}")


def check_unchanged(store: Path, run: str, arm: str) -> str:
    """Refuse to tell a game of a run that would be another one now; a note where only the engine's code has changed."""
    from lab.runs.arms import open_arm
    from lab.runs.stored_vs_today import changes, is_other_engine, stored_arm
    from lab.store.store_folder import Store

    found, place = find_run(store, run), Store.open(store)
    spec = _spec_of(place, found)
    arms = {one.name: one for one in spec.grid}
    setting = arms.get(arm) or arms.get(canonical(arm)) if arm else next(iter(arms.values()))
    if setting is None:
        return ""
    stored = stored_arm(place, found, setting.name)
    if differences := changes(stored, open_arm(spec, setting)):
        raise BadInput(
            f"run {found}: since its games were played {'; '.join(differences)}; allowed: the files as they were, or a "
            "new run"
        )
    if not is_other_engine(stored):
        return ""
    return f"The engine's code is not the one that played run {found}, its rules are: the same game is expected."


@dataclass(frozen=True)
class Seated:
    """A table at which a game is about to be played again."""

    spec: GameSpec
    table: Table
    cast: Cast
    agents: tuple[str, ...]  # by seat
    title: str  # which game it is, and who plays


def set_table(spec: GameSpec, single: bool = False, names: Sequence[str] = SEAT_NAMES) -> Seated:
    """The table of a game with its players, who are called NAMES; `single`: it also puts questions with one answer."""
    variant = load_variant(spec.variant, {key: typed(value) for key, value in spec.switches})
    check_seats(spec.seats)
    cards = compiled_decks(spec.deck or variant.deck, spec.cards, variant.edits)
    _check_same(spec, variant.rules_hash, cards.deck_hash)
    check_deal(cards, spec.seats, variant["setup.deal_door"], variant["setup.deal_treasure"])
    spec = dataclasses.replace(spec, agents=expand(spec.agents))
    check_person(spec.agents, spec.answers)
    agents = tuple(spec.agents[i] for i in lineup(spec, spec.game, 1)[0])
    names = tuple(names[: spec.seats])
    rules = with_pace(variant.rules, spec.pace)
    table = Table(
        book_of(cards, rules, spec.seats, agents), names_of(cards, names), spec.seed, spec.game, single=single
    )
    levels = [variant["setup.start_level"]] * spec.seats
    bosses = variant["boss.required"] > 0
    title = (
        f"Game {spec.game} of seed {spec.seed}: variant {spec.variant}, deck {'+'.join(spec.deck or variant.deck)}\n"
        f"Players: {', '.join(f'{n} ({a})' for n, a in zip(names, agents))}"
    )
    cast = Cast(names, cards.names, cards.card, levels, cards.labels, bosses, cards.effect)
    return Seated(spec, table, cast, agents, title)


def chooser(seat: Seated) -> Callable[[], int]:
    """What says the row that is taken at each question: the persona's, or what the person answered who played."""
    table, said = seat.table, Answers(seat.spec.answers)
    person = seat.agents.index(PERSON) if PERSON in seat.agents else -1
    return lambda: said.row(table.n) if table.decider == person else table.choice()


def replay(spec: GameSpec) -> Played:
    """Play a game again."""
    seat = set_table(spec)
    if spec.answers:
        choice = chooser(seat)
        while not seat.table.over:
            seat.table.answer(choice())
    seat.table.play(seated(seat.agents, seat.table.words, spec.seed, spec.game))
    return Played(seat.spec, seat.title, Story(seat.cast).tell(seat.table.events()))


def _check_same(spec: GameSpec, rules_hash: str, deck_hash: str) -> None:
    """Refuse to tell a stored game that would be another one today."""
    for what, stored, now in (("rules", spec.rules_hash, rules_hash), ("cards", spec.deck_hash, deck_hash)):
        if stored and stored != now:
            name = spec.variant if what == "rules" else "+".join(spec.deck) or spec.variant
            raise BadInput(
                f"the {what} of '{name}' have changed since this game was played (hash {stored[:16]}, now {now[:16]}); "
                "allowed: the files as they were, or a new run"
            )


def varied(spec: GameSpec, text: str) -> GameSpec:
    """The same game with one thing changed: a variant, deck=./mine, agents=novice, hand_limit=7, ID.level=12."""
    if spec.answers:
        raise BadInput("a person played this game, and answered by its rules and cards; allowed: games of personas")
    key, sign, value = (part.strip() for part in text.partition("="))
    if not sign:
        return dataclasses.replace(spec, variant=text, rules_hash="")
    free = dataclasses.replace(spec, deck_hash="", rules_hash="")
    if key == "variant":
        return dataclasses.replace(free, variant=value)
    if key == "deck":
        return dataclasses.replace(free, deck=stack(value))
    if key == "agents":
        return dataclasses.replace(free, agents=expand(tuple(name.strip() for name in value.split(","))))
    if key in SWITCHES:
        return dataclasses.replace(free, switches=(*(s for s in spec.switches if s[0] != key), (key, value)))
    if "." in key:
        return dataclasses.replace(free, cards=(*(c for c in spec.cards if c[0] != key), (key, value)))
    raise BadInput(
        f"--diff is '{text[:60]}'; allowed: a variant, an arm of the run, variant=, deck= or agents= with another "
        "value, SWITCH=VALUE of the rules, ID.KEY=VALUE of a card"
    )


def label(spec: GameSpec, other: GameSpec) -> str:
    """What tells a game from another one, in the words of an arm."""
    parts = [spec.variant] if spec.variant != other.variant else []
    parts += ["deck " + ("+".join(spec.deck) or "of the variant")] if spec.deck != other.deck else []
    own = [f"{key}={value}" for key, value in (*spec.switches, *spec.cards)]
    theirs = [f"{key}={value}" for key, value in (*other.switches, *other.cards)]
    parts += [one for one in own if one not in theirs]
    parts += [table_name(spec.agents)] if spec.agents != other.agents else []
    parts += [f"{spec.seats} players"] if spec.seats != other.seats else []
    return ", ".join(parts) or f"{spec.variant} as it is"


BEFORE, AFTER = 6, 14
"""Lines shown before and after the point where two games part."""
NARROWEST = 34
"""Columns that one of two games needs; where there are fewer they stand one below the other."""

Lines = list[tuple[str, str]]


def parting_place(a: Played, b: Played) -> int:
    """Number of lines that two games have in common; -1 if they are the same to the end."""
    pairs = zip_longest(a.lines(), b.lines())
    return next((i for i, (x, y) in enumerate(pairs) if x != y), -1)


def parting(a: Played, b: Played, context: int | None = None, width: int = 100) -> str:
    """The point where two games part, as text; `context` = lines before and after it (default: 6 and 14)."""
    left, right, at = a.lines(), b.lines(), parting_place(a, b)
    if at < 0:
        return f"{a.title}\n\nBoth play the same game to its end ({len(left)} lines).\n"
    before, after = (BEFORE, AFTER) if context is None else (context, context)
    common = left[max(0, at - before) : at]
    heading = common[-1][0] if common else left[0][0] if left else "Setup"
    parts = [a.title, f"Compared with {label(b.spec, a.spec)}.", "", f"The games part after {at} common lines, in"]
    parts += [f"  {heading}", *(f"    {line}" for _, line in common), ""]
    names = label(a.spec, b.spec), label(b.spec, a.spec)
    told = [_told(lines[at : at + after], len(lines) - at - after, lines[-1][1]) for lines in (left, right)]
    parts += _beside(names, told, width) if width >= 2 * NARROWEST + 3 else _below(names, told)
    return "\n".join(parts) + "\n"


def parting_data(a: Played, b: Played) -> dict[str, Any]:
    """The same for programs: both games whole, and how many of their lines are common (null: all)."""
    at = parting_place(a, b)
    sides = [{"label": label(x.spec, y.spec), "turns": [list(turn) for turn in x.turns]} for x, y in ((a, b), (b, a))]
    return {"common_lines": None if at < 0 else at, "a": sides[0], "b": sides[1]}


def _told(lines: Lines, rest: int, last: str) -> list[str]:
    """Lines under the headings of their turns, which say the Levels; and how the game ends, if it is not among them."""
    out, heading = [], ""
    for turn, line in lines:
        if turn != heading:
            out.append(turn)
            heading = turn
        out.append(f"  {line}")
    return out + ([f"  ... {rest} more lines; {last}"] if rest > 0 else [])


def _below(names: Sequence[str], told: Sequence[Sequence[str]]) -> list[str]:
    return [line for name, lines in zip(names, told, strict=True) for line in (f"With {name}:", *lines, "")][:-1]


def _beside(names: Sequence[str], told: Sequence[Sequence[str]], width: int) -> list[str]:
    """Two columns, each line wrapped to its half."""
    half = (width - 3) // 2
    columns = []
    for name, lines in zip(names, told, strict=True):
        wrapped = textwrap.wrap(f"With {name}:", half)
        for line in lines:
            indent = " " * (len(line) - len(line.lstrip()) + 2)
            wrapped += textwrap.wrap(line, half, subsequent_indent=indent, drop_whitespace=True) or [""]
        columns.append(wrapped)
    return [f"{x:{half}} | {y}".rstrip() for x, y in zip_longest(*columns, fillvalue="")]
