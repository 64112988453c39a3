"""The same question at several tables of players: signs agree, or it is said which do not."""

import polars as pl

from lab.comparison.arm_comparison import Difference
from lab.comparison.table_agreement import agreements, sentence, shared_sign
from lab.runs.arm_spec import table_name


class Asked:
    """A run of two rules at two tables of players, and of three players at the first one."""

    def arms(self, run):
        rows = [
            {"arm": f"{rule}{who}{n}", "variant": rule, "decks": ["d"], "changes": [], "seats": n, "agents": agents}
            for rule in ("base", "base+f")
            for who, agents in (("x", ["random"]), ("y", ["racer", "greedy"]))
            for n in (4, 3)
        ]
        return pl.DataFrame(rows)


def row(metric, where, difference, found=True, unit="turns", role="secondary", a="base", b="base+f"):
    values = (metric, unit, a + where, b + where, 50.0, 50.0 + difference, difference, difference - 1, difference + 1)
    return Difference(*values, 100, 0, 0, 0, 0, None, None, 0.01, "t", role=role, found=found)


def test_signs_are_laid_beside_each_other_by_question():
    rows = [
        row("turns", "x4", -5, role="primary"), row("turns", "y4", -2, role="primary"),
        row("kills", "x4", -3), row("kills", "y4", 3), row("helps", "x4", 3), row("helps", "y4", -3, found=False),
        row("turns", "x3", -1, role="primary"),  # three players were asked at one table only
    ]  # fmt: skip
    told = {one.metric: one for one in agreements(Asked(), "r", rows, table_name)}
    assert list(told) == ["turns", "kills", "helps"]
    assert told["turns"].tables == ("random", "racer greedy") and told["turns"].question == "base+f"
    assert [one.agrees for one in told.values()] == [True, False, True]
    # turns and kills were found at both tables, helps at one: it cannot disagree
    assert shared_sign(list(told.values())) == (1, 2)
    assert sentence(list(told.values())) == (
        "Of 2 measures found to move at two or more tables of players 1 move the same way there. What turns with the "
        "players is not the rule's alone: base+f: kills −3.0 at random, +3.0 at racer greedy."
    )


def test_tables_that_are_compared_with_each_other_are_no_repetition():
    assert agreements(Asked(), "r", [row("turns", "", 1, a="basex4", b="basey4")], table_name) == []


def test_where_too_little_was_found_nothing_is_said_of_agreement():
    rows = agreements(Asked(), "r", [row("turns", "x4", -5), row("turns", "y4", 3, found=False)], table_name)
    assert "whether they agree is open" in sentence(rows)
