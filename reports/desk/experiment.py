"""An experiment of a page: a game against the same with rules, switches or cards changed, or with other decks."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from lab.errors import BadInput
from lab.runs.arms import at_pace_of, identify, open_arms
from lab.runs.run_plan import shards
from lab.runs.run_spec import RunSpec, make_spec
from reports.desk import background_jobs
from variants.load_variants import as_rule, stack
from variants.variant_schema import typed_rule

if TYPE_CHECKING:
    from lab.store.store_folder import Store

MADE_IN = "Made in the rules lab."


@dataclass(frozen=True)
class Experiment:
    """What is asked, as `lab compare` is: rules as in `--rule`, switches and cards as in `--set` and `--change`.

    `decks` are boxes: what is compared with the first of them.
    """

    variant: str
    switches: Mapping[str, str] = field(default_factory=dict)
    cards: Mapping[str, str] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    decks: tuple[str, ...] = ()
    seats: int = 4
    agents: str = "table"
    games: int = 2000
    name: str = ""
    place: Path | None = None  # the store, whose own pace counts for limits of minutes

    @property
    def changes(self) -> int:
        """How many things are changed."""
        return len(self.rules) + len(self.switches) + len(self.cards) + len(self.decks[1:])

    @cached_property
    def spec(self) -> RunSpec:
        """The run that the command plays; bad values are a BadInput."""
        self._check_switches()
        values = {
            "arms": (self.variant,), "switches": dict(self.switches), "cards": dict(self.cards), "rules": self.rules,
            "decks": self.decks, "unchanged": bool(self.rules or self.switches or self.cards), "seats": (self.seats,),
            "agents": self.agents.split(","), "games": self.games,
        }  # fmt: skip
        spec = make_spec(values, "this page")
        return at_pace_of(self.place, spec) if self.place else spec

    def _check_switches(self) -> None:
        """A rule in words may be about a switch: then the two are one thing said twice."""
        for rule in self.rules:
            for part in stack(as_rule(rule)):
                if twice := typed_rule(part.strip('"')).rules.keys() & self.switches.keys():
                    raise BadInput(f"{min(twice)} is changed as a switch and by the rule {part}; allowed: one of them")

    @cached_property
    def run_id(self) -> str:
        """The run's id, before it is played."""
        return identify(self.spec, open_arms(self.spec))

    def words(self, store: Path) -> list[str]:
        """The command that plays it, for a terminal too."""
        said = ["lab", "compare", self.variant]
        said += [word for deck in self.decks for word in ("--deck", deck)]
        said += [word for rule in self.rules for word in ("--rule", rule)]
        said += [word for key, value in self.switches.items() for word in ("--set", f"{key}={value}")]
        said += [word for key, value in self.cards.items() for word in ("--change", f"{key}={value}")]
        said += ["--games", str(self.games), "--seats", str(self.seats), "--agents", self.agents]
        return said + (["--name", self.name] if self.name else []) + ["--store", str(store)]

    def line(self, store: Path) -> str:
        """The same as one line."""
        return shlex.join(self.words(store))

    def rule_files(self) -> dict[str, str]:
        """What each arm changes of the rules as a house rule by its file's name, to be stacked on any variant."""
        switches = "".join(f"{key} = {_toml(value)}\n" for key, value in self.switches.items())
        table = f"\n[rules]\n{switches}" if switches else ""
        if not self.rules:
            return {"my-rule.toml": self._rule_file(self.name or "My house rule", table)} if switches else {}
        files = {}
        for place, rule in enumerate(self.rules, 1):
            texts = [part.strip('"') for part in stack(as_rule(rule))]
            rows = "".join(f"\n[[rule]]\ntext = {_text(text)}\n" for text in texts)
            number = f"-{place}" if len(self.rules) > 1 else ""
            files[f"my-rule{number}.toml"] = self._rule_file(self.name or " ".join(texts), table + rows)
        return files

    def _rule_file(self, name: str, tables: str) -> str:
        return f'name = {_text(name)}\nwhy = "{MADE_IN}"\noverlay = true\n{tables}'

    def deck_file(self) -> str:
        """The deck with the changed cards as a spreadsheet, to be played by its path."""
        from decks.card_changes import changed_deck
        from decks.deck_box import plain_ids, read_box
        from decks.sheets.sheet_writer import sheet_text
        from variants.load_variants import load_variant

        box = read_box(self.decks[0] if self.decks else "+".join(load_variant(self.variant).deck))
        return sheet_text(plain_ids(changed_deck(box, self.cards)))


def _text(text: str) -> str:
    """A text as TOML."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _toml(value: str) -> str:
    """A value of a switch as TOML: a number, a truth value or a word."""
    return value if value in ("true", "false") or value.lstrip("-").isdigit() else _text(value)


@dataclass(frozen=True)
class Progress:
    """How far an experiment is, in games."""

    done: int
    total: int
    playing: bool
    failed: str = ""


def start(experiment: Experiment, store: Store) -> None:
    """Play it in a process of its own; what the store holds already is not played again."""
    background_jobs.begin(experiment.run_id, [*experiment.words(store.path.resolve())[1:], "--csv"])


def stop(experiment: Experiment) -> None:
    """End it as Ctrl-C would: what is committed stays."""
    background_jobs.end(experiment.run_id)


def progress(experiment: Experiment, store: Store) -> Progress:
    """How far it is, by what the store holds."""
    run = experiment.run_id
    plan = {shard.name: shard.count for shard in shards(experiment.spec, [a.name for a in open_arms(experiment.spec)])}
    done = store.committed(run) if run in store.run_ids() else set()
    total = sum(plan.values())
    return Progress(
        sum(plan[name] for name in done if name in plan),
        total,
        background_jobs.is_going_on(run),
        background_jobs.failure(run),
    )
