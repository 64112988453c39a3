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
from reports.verdict_figures import INTERVAL, Table
from reports.verdict_parts import Post, about_run, of_one, of_several
from reports.verdict_players import who_said
from reports.verdict_question import question, told
from reports.verdict_rules import Arm
from reports.verdict_words import words_of

if TYPE_CHECKING:
    from lab.store.store_folder import Store

LABELLED = "As it was played"


@dataclass(frozen=True)
class Verdict:
    """What the page says, part by part; `sentences` begin with the answer."""

    question: str
    sentences: tuple[str, ...]
    readings: tuple[str, ...]
    table: Table
    bars: tuple[Bar, ...]
    than: str
    more: str
    sure: str
    agree: tuple[str, str] | None
    who: str
    words: tuple[tuple[str, str], ...]
    next: tuple[str, ...]
    again: tuple[str, ...]
    source: str
    post: Post

    def parts(self) -> list[tuple[str, str]]:
        """What stands below the table in every form: a heading, and what it says."""
        agree = [self.agree] if self.agree else []
        return [("How sure", self.sure), *agree, ("Who played", self.who)]


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
    old, first = about.old, about.firsts[0]
    asked = question(store, row["name"] or "", old, [arms[rows[0].b] for rows in pairs], first)
    lacking = [f"{left_out(lost)}."] if (lost := given_up(store, run)).height else []
    lacking += [f"{some}."] if (some := store.unfinished(run)) else []
    made = of_several(about, asked) if len(pairs) > 1 else of_one(about, asked)
    beside = [f"This page sets {first.b} against {first.a}; the run has other pairs too."] if others else []
    plain = [(old["variant"], *(one["variant"] for one in about.new)), (first.a, *(row.b for row in about.firsts))]
    is_open = not about.agree and plain[0] == plain[1] and all(one["seats"] == old["seats"] for one in about.new)
    return Verdict(
        question=asked, sentences=(*made.sentences, *beside), readings=made.readings,
        table=made.table, bars=made.bars, than=about.ends[0], more=made.more,
        sure=" ".join(filter(None, (*made.sure, *lacking))), agree=about.agree, who=who_said(old, about.new),
        words=words_of(about.metrics(made.table), about.goal, INTERVAL in made.table.heads),
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
