"""What one page about one question says: asked, answered in sentences, what moved, who played, what to try next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

from engine.records.switches import RULES_VERSION
from lab.comparison import measure_names
from lab.comparison.confidence_sequence import asked_measure
from lab.runs.run_heading import left_out
from lab.store.given_up_games import given_up
from reports import verdict_sentences as say
from reports.verdict_chart import Bar
from reports.verdict_figures import Table
from reports.verdict_numbers import from_to
from reports.verdict_parts import Post, about_run, of_one, of_several
from reports.verdict_players import who_said
from reports.verdict_question import question, told
from reports.verdict_rules import Arm
from reports.verdict_words import words_of

if TYPE_CHECKING:
    from lab.store.store_folder import Store

LABELLED = "As it was played"
AGREE = "Do other players agree?"


@dataclass(frozen=True)
class Verdict:
    """What the page says, part by part; `sentences` begin with the answer."""

    question: str
    sentences: tuple[str, ...]
    readings: tuple[str, ...]
    several: bool
    tables: tuple[Table, ...]
    bars: tuple[Bar, ...]
    more: str
    sure: str
    agree: str
    who: str
    words: tuple[tuple[str, str], ...]
    next: tuple[str, ...]
    again: tuple[str, ...]
    source: str
    post: Post

    def each(self) -> list[str]:
        """A line for each of several arms, for where there are no tables."""
        ends = [f"{name}: {from_to(row)}{'' if row.found else ', too close to tell'}." for name, row in self.bars]
        return ends if self.several else []

    def parts(self) -> list[tuple[str, str]]:
        """What stands below the tables in every form: a heading, and what it says."""
        told = (("How sure", self.sure), (AGREE, self.agree), ("Who played", self.who))
        return [(head, said) for head, said in told if said]


def verdict(
    store: Store, run: str, arm: str | None = None, against: str | None = None, primary: str | None = None
) -> Verdict:
    """The verdict on an arm of a run; if none is named on all that are compared, whatever moves most first.

    They are set against the arm that is named, else against the plainest one of the run; `primary` is the measure that
    the page is about, else it is the one that the run was asked about.
    """
    row = store.runs().filter(run_id=run).row(0, named=True)
    frame = store.arms(run).with_columns(pl.col("changes").fill_null([]))
    arms: dict[str, Arm] = {one["arm"]: one for one in frame.to_dicts()}
    pairs, others = told(store, run, arms, (arm, against), primary or asked_measure(row["command"] or ""))
    about = about_run(store, run, row["name"] or run, arms, pairs)._replace(
        typed=primary and measure_names.name_of(primary)
    )
    old, first, several = about.old, about.firsts[0], len(pairs) > 1
    asked = question(store, row["name"] or "", old, [arms[rows[0].b] for rows in pairs], first.metric)
    lacking = [f"{left_out(lost)}."] if (lost := given_up(store, run)).height else []
    lacking += [f"{some}."] if (some := store.unfinished(run)) else []
    made = of_several(about, asked) if several else of_one(about, asked)
    beside = [f"This page sets {first.b} against {first.a}; the run has other pairs too."] if others else []
    plain = [(old["variant"], *(one["variant"] for one in about.new)), (first.a, *(row.b for row in about.firsts))]
    is_open = not about.agree and plain[0] == plain[1] and all(one["seats"] == old["seats"] for one in about.new)
    return Verdict(
        question=asked, sentences=(*made.sentences, *beside), readings=made.readings, several=several,
        tables=made.tables, bars=made.bars, more=made.more,
        sure=" ".join(filter(None, (*made.sure, *lacking))), agree=about.agree, who=who_said(old, about.new),
        words=words_of(made.metrics, about.goal, any("95 % interval" in t.heads for t in made.tables)),
        next=tuple(say.next_said(about.name, about.firsts, int(old["seats"]) if is_open else 0, others)),
        again=tuple(say.again_said(row["command"] or "", about.name, (arm, against, about.typed))),
        source=_source(store, run, row),
        post=made.post,
    )  # fmt: skip


def _source(store: Store, run: str, row: Mapping[str, Any]) -> str:
    """Of which games it is made, by the digest that `lab verify` knows them by."""
    digest = store.cited(run)
    cited = f"; digest {digest} (lab verify)" if digest else ""
    version = row["rules_version"] or RULES_VERSION
    return f"Made with card-lab: run {run}, seed {row['seed']}, rules version {version}{cited}."
