"""From a line of `lab agents learn` to the file that players read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from decks.deck_box import read_box
from decks.learned_worth import worth_file, worth_text
from decks.read_decks import stack
from lab.errors import BadInput
from lab.runs.arms import open_arms
from lab.runs.run_spec import make_spec
from lab.store.atomic_files import put
from lab.tune.worth_model import PLAYERS, Learned, learn
from variants.load_variants import known_variants

if TYPE_CHECKING:
    from lab.runs.arms import Arm


@dataclass(frozen=True)
class Taught:
    """What was learned, and where it is kept."""

    learned: Learned
    path: Path
    deck: str
    variant: str

    def as_dict(self) -> dict[str, Any]:
        """All of it as JSON has it."""
        s = self.learned.surprise
        return {
            "deck": self.deck, "variant": self.variant, "games": self.learned.games, "fresh_games": self.learned.fresh,
            "surprise": s.without, "saved": s.saved, "saved_low": s.low, "saved_high": s.high,
            "file": str(self.path) if s.is_better else None,
            "cards": {name: worth._asdict() for name, worth in self.learned.worths.items()},
        }  # fmt: skip


@dataclass(frozen=True)
class Session:
    """A line that has been understood."""

    arm: Arm
    deck: str
    path: Path
    games: int
    workers: int

    def run(self, told: Callable[[str], None]) -> Taught:
        """Learn, and write what tells better who wins."""
        seed = self.arm.run.seed
        found = learn(self.arm, self.games, seed, self.workers, told)
        if found.surprise.is_better:
            cards = dict(zip(self.arm.cards.ids, self.arm.cards.cards, strict=True))
            put({self.path: worth_text(cards, found.worths).encode()})
        return Taught(found, self.path, self.deck, self.arm.name)


def start(deck: str, options: Mapping[str, Any]) -> Session:
    """Understand a line; what cannot be played or written is refused before a game is played."""
    box = read_box(deck)
    presets = {v.key for v in known_variants() if not v.overlay}
    own = next((read_box(name).info.set for name in stack(deck)), "base")
    variant = options["variant"] or (own if own in presets else "base")
    path = options["to"] or worth_file(stack(deck)[-1])
    if path.suffix != ".csv" or not path.parent.is_dir():
        raise BadInput(f"{path}: allowed: a .csv file in a folder that exists")
    if path.exists() and not options["replace"]:
        raise BadInput(f"{path}: there is such a file; allowed: another place by --to, or --replace")
    values = {"arms": (variant,), "decks": (deck,), "seats": options["seats"], "agents": PLAYERS, "games": 1}
    spec = make_spec(values | {"seed": options["seed"]}, "command line")
    return Session(open_arms(spec)[0], box.name, path, int(options["games"]), int(options["workers"]))
