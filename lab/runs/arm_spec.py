"""An arm: one deck, one set of rules, one number of players, one table of agents; and the arms of a grid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, product
from typing import Any, Protocol

AXES = ("arms", "decks", "changes", "agents", "seats")
"""What arms may differ in. The first three make the game: each is compared with the first game that the same players
play; of one game whose players differ, with the first value of the first such axis."""
OF_THE_GAME, CHANGED = 3, 2
"""How many axes make the game, and which of them is what is changed by hand: with the game as it is among its values
each change is compared with the same variant and box as they are."""

Settings = tuple[tuple[str, str], ...]
"""Keys and values that were set by hand, such as ("victory.level", "8")."""


@dataclass(frozen=True)
class ArmSpec:
    """Everything that one arm's games depend on, but for the seed; `name` is unique in its run."""

    name: str
    variant: str
    deck: tuple[str, ...]  # one box of cards: names of decks or paths; empty = the variant's own
    seats: int
    agents: tuple[str, ...]
    switches: Settings = ()
    cards: Settings = ()
    reference: str = ""  # name of the arm it is compared with; empty for that one itself


class Axes(Protocol):
    """The values of all axes, as a spec holds them."""

    @property
    def arms(self) -> tuple[str, ...]:
        """Variants."""

    @property
    def decks(self) -> tuple[str, ...]:
        """Boxes of cards, as they are typed."""

    @property
    def rules(self) -> tuple[str, ...]:
        """House rules that are added, as parts of a stack."""

    @property
    def switches(self) -> Mapping[str, tuple[str, ...]]:
        """Values of switches."""

    @property
    def cards(self) -> Mapping[str, tuple[str, ...]]:
        """Values of keys of cards."""

    @property
    def unchanged(self) -> bool:
        """Whether nothing set by hand is a value too."""

    @property
    def design(self) -> tuple[tuple[int, ...], ...]:
        """Of each arm the place of the value of each change, if not every combination is wanted."""

    @property
    def on_each(self) -> bool:
        """Whether every value of one axis of the game is laid on every value of the others, or on their first alone."""

    @property
    def agents(self) -> tuple[tuple[str, ...], ...]:
        """Tables of players."""

    @property
    def seats(self) -> tuple[int, ...]:
        """Numbers of players."""


def arms_of(spec: Axes) -> tuple[ArmSpec, ...]:
    """Every combination of the values of all axes that is wanted, the first axis outermost."""
    from decks.read_decks import stack
    from variants.load_variants import canonical

    boxes = [stack(box) for box in spec.decks] or [()]
    values: list[list[Any]] = [list(spec.arms), boxes, list(_changes(spec)), list(spec.agents), list(spec.seats)]
    several = [len(one) > 1 for one in values]
    first_several = several.index(True) if any(several) else 0
    compared = range(OF_THE_GAME) if first_several < OF_THE_GAME else (first_several,)
    as_it_is = spec.on_each and spec.unchanged and not spec.design
    arms: dict[tuple[int, ...], ArmSpec] = {}
    for place in _places([len(one) for one in values], spec.on_each):
        variant, deck, (rule, switches, cards), agents, seats = (one[i] for one, i in zip(values, place, strict=True))
        variant = canonical(f"{variant}+{rule}") if rule else variant
        arm = ArmSpec("", variant, deck, seats, agents, switches, cards)
        reset = (CHANGED,) if as_it_is and place[CHANGED] else compared
        first = tuple(0 if axis in reset else at for axis, at in enumerate(place))
        reference = arms[first].name if first != place else ""
        arms[place] = replace(arm, name=_name(arm, several), reference=reference)
    return tuple(arms.values())


def _places(lengths: list[int], on_each: bool) -> list[tuple[int, ...]]:
    """Which value of each axis an arm has; not `on_each`: variants before decks, and these before changes."""
    places = list(product(*map(range, lengths)))
    if on_each:
        return places
    alone = [place for place in places if sum(map(bool, place[:OF_THE_GAME])) < 2]
    return sorted(alone, key=lambda place: (*place[OF_THE_GAME - 1 :: -1], *place[OF_THE_GAME:]))


def factors_of(spec: Axes) -> list[tuple[tuple[str, str], ...]]:
    """What is changed by hand, each with its values in a game: rules, whose key is empty, switches, and cards."""
    keyed = [*spec.switches.items(), *spec.cards.items()]
    return [(("", rule),) for rule in spec.rules] + [tuple((key, one) for one in values) for key, values in keyed]


def _changes(spec: Axes) -> Iterator[tuple[str, Settings, Settings]]:
    """What is changed by hand, a rule, switches and cards: every combination; before them nothing, if wanted."""
    if spec.design:
        factors, first, last = factors_of(spec), len(spec.rules), len(spec.rules) + len(spec.switches)
        for row in spec.design:
            made = [[values[at - 1]] if at else [] for values, at in zip(factors, row, strict=True)]
            rules, *keyed = (tuple(chain.from_iterable(some)) for some in (made[:first], made[first:last], made[last:]))
            yield "+".join(rule for _, rule in rules), keyed[0], keyed[1]
        return
    if spec.unchanged and (spec.rules or spec.switches or spec.cards):
        yield "", (), ()
    keys = [*spec.switches, *spec.cards]
    for rule, *values in product(spec.rules or ("",), *spec.switches.values(), *spec.cards.values()):
        own = tuple(zip(keys, values, strict=True))
        yield rule, own[: len(spec.switches)], own[len(spec.switches) :]


def _name(arm: ArmSpec, several: list[bool]) -> str:
    """The variant, what was set by hand, and whatever else tells the arms of the run apart."""
    _, deck, _, agents, seats = several
    parts = [arm.variant]
    parts += ["deck " + "+".join(arm.deck)] if deck else []
    parts += [f"{key}={value}" for key, value in (*arm.switches, *arm.cards)]
    parts += [table_name(arm.agents)] if agents else []
    parts += [f"{arm.seats} players"] if seats else []
    return ", ".join(parts)


def table_name(agents: tuple[str, ...]) -> str:
    """What a table of players is called: its mix, or its players with how many there are of each."""
    from lab.agents.personas import mixes

    for name, mix in mixes().items():
        if mix.agents == agents:
            return name
    counts = {agent: agents.count(agent) for agent in agents}
    return " ".join(agent if n == 1 or len(counts) == 1 else f"{n}x{agent}" for agent, n in counts.items())
