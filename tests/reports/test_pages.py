"""Every page draws from small frames: one arm, five arms, nothing yet, numbers that do not exist."""

from __future__ import annotations

import polars as pl
import pytest
from plotly.graph_objects import Figure

from lab.tables.column import FORMATS, written
from reports import theme
from reports.card_answers import COMBAT_ENDS
from reports.elements import Answer, Data, Element, Fold, Note, Row, Table, caption_of, title_of
from reports.habits import distances
from reports.page_header import above
from reports.page_list import FOLDER, load_pages, only_arms
from reports.page_sources import NAMES
from reports.pages import players
from tests.reports.frames import ARMS, emptied, run_data

PAGES = {page.name: page for page in load_pages()}
OF_TWO = ("compare", "interactions")
"""Pages that lay arms beside one another: of one arm they say so."""
every_page = pytest.mark.parametrize("page", PAGES.values(), ids=list(PAGES))


def drawn(page, data):
    """Every chart of a page: its figure, its heading and its caption."""
    for e in page.draw(Data(data)):
        if isinstance(e, Row):
            yield from ((figure, e.title, e.said) for figure in e.figures)
        elif isinstance(e, Figure):
            yield e, title_of(e), caption_of(e)


def title(element):
    return getattr(element, "title", "")


def figures(page, data):
    return [figure for figure, _, _ in drawn(page, data)]


def hovers(fig):
    """What is told of each mark that tells something."""
    told = {"%{text}<extra></extra>": "text", "%{hovertext}<extra></extra>": "hovertext"}
    return [t for trace in fig.data if trace.hovertemplate in told for t in trace[told[trace.hovertemplate]]]


def test_every_file_is_a_page_and_pages_have_different_titles():
    assert set(PAGES) == {p.stem for p in FOLDER.glob("*.py") if p.stem != "__init__"}
    assert len({p.title for p in PAGES.values()}) == len(PAGES)
    assert [p.order for p in PAGES.values()] == sorted(p.order for p in PAGES.values())


@every_page
def test_a_page_asks_a_question_of_known_metrics(page):
    assert page.question.endswith("?")
    assert set(page.metrics) <= NAMES


@every_page
@pytest.mark.parametrize("arms", [ARMS[:1], ARMS], ids=["one arm", "five arms"])
def test_a_page_draws(page, arms):
    data = run_data(arms)
    elements = list(page.draw(Data({name: data[name] for name in (*page.metrics, "run", "arm", "card", "given_up")})))
    if len(arms) == 1 and page.name in OF_TWO:
        assert not any(isinstance(e, Figure | Row) for e in elements)  # nothing to compare
    else:
        assert any(isinstance(e, Figure | Row) for e in elements) or not page.metrics
    assert all(isinstance(e, Element) for e in elements)


@every_page
def test_a_page_of_nothing_says_so_in_a_sentence(page):
    if not page.metrics:
        pytest.skip("it needs no games")
    elements = list(page.draw(emptied(run_data())))
    assert isinstance(elements[0], Note) and elements[0].text.endswith(".")
    assert not any(isinstance(e, Figure | Row) for e in elements)


@every_page
def test_every_chart_names_its_subject_and_its_games(page):
    for fig, title, caption in drawn(page, run_data()):
        assert title and title_of(fig), page.name
        if caption.startswith("An example"):  # of the Guide: of no games
            continue
        assert "n = 300 games" in caption, title
        assert any(axis.title.text for axis in fig.select_xaxes()), title_of(fig)
        assert all("games" in text for text in hovers(fig)), title_of(fig)


@every_page
def test_every_table_has_its_columns_and_headings_of_its_own(page):
    for table in (e for e in page.draw(run_data()) if isinstance(e, Table)):
        assert set(table.columns) <= set(table.frame.columns)
        assert len({c.label for c in table.columns.values()}) == len(table.columns)
        assert {c.kind for c in table.columns.values()} <= set(FORMATS)
        assert table.said


@every_page
def test_an_arm_keeps_its_colour_when_others_are_hidden(page):
    def colours(data):
        marks = (t for fig in figures(page, data) for t in fig.data if t.type == "scatter" and t.hovertext is not None)
        return {str(t.line.color or t.marker.line.color) for t in marks if "faster" in str(t.name)}

    data = run_data()
    # Of one arm some pages draw something else.
    assert colours(only_arms(data, ["cthulhu+faster"])) in (set(), colours(data))


@every_page
def test_numbers_that_do_not_exist_are_drawn_as_nothing(page):
    data = run_data(ARMS[:2], games=1)
    bounds = {
        name: [c for c in frame.columns if c.endswith(("_low", "_high", "_p", "_q", "p_equal"))]
        for name, frame in data.items()
    }
    blank = {n: f.with_columns(pl.lit(None, pl.Float64).alias(c) for c in bounds[n]) for n, f in data.items()}
    assert list(page.draw(Data(blank)))


def test_capped_games_are_in_sight():
    elements = list(PAGES["game_length"].draw(run_data(ARMS[:1])))
    assert isinstance(elements[0], Answer)
    assert elements[0].text.endswith("3 games met the cap: they are longer than is known.")
    titles = [title_of(f) for f in figures(PAGES["game_length"], run_data())]
    assert "Mean up to where all are known" in titles


def test_few_games_are_pale_but_there():
    many, few = (figures(PAGES["seats"], run_data(games=n))[0] for n in (300, theme.FEW - 1))
    assert len(many.data) == len(few.data)
    assert {t.opacity for t in many.data} == {1} and {t.opacity for t in few.data} == {theme.FAINT}


def test_levels_of_leaders_lie_as_far_apart_as_their_difference_says():
    data = run_data(ARMS[:2])
    grown = next(e for e in PAGES["level_curves"].draw(Data(data)) if isinstance(e, Row))
    leader = {trace.name: dict(zip(trace.x, trace.y)) for trace in grown.figures[0].data if trace.hovertext}
    rows = data["level_difference"].filter(who="leader").to_dicts()
    assert {row["arm"] for row in rows} < set(leader)
    for row in (row for row in rows if row["round"] in leader[row["arm"]]):
        apart = leader[row["arm"]][row["round"]] - leader[row["reference"]][row["round"]]
        assert apart == pytest.approx(row["mean"] - row["mean_reference"])
    alone = list(PAGES["level_curves"].draw(Data(run_data(ARMS[:1]))))
    assert "games still running" in next(e for e in alone if isinstance(e, Row)).subtitle


def test_where_winners_are_a_level_ahead_is_said_and_marked():
    """Winners have a Level a round, the others half of one: a Level apart in round 2."""
    data = run_data(ARMS[:2])
    mean = pl.when(pl.col("group") == "winner").then(2 * pl.col("mean")).otherwise("mean")
    data["level_curve"] = data["level_curve"].with_columns(mean.alias("mean"))
    told, *charts = PAGES["level_curves"].draw(Data(data))
    assert told.text.startswith(
        "In games still running eventual winners are on average a **whole Level** ahead of the others by about "
        "**round\u00a02** with both rules.\nAfter round "
    )
    assert "Levels higher** [0.40, 0.60], the most of all rounds." in told.text
    (fig,) = (chart for chart in charts if isinstance(chart, Figure) and "pull away" in title_of(chart))
    notes = {(note.text, note.x, note.y) for note in fig.layout.annotations}
    assert ("by round 2", 2, 1.0) in notes


def test_the_fair_share_is_drawn():
    fig = figures(PAGES["seats"], run_data())[0]
    assert [line.y0 for line in fig.layout.shapes] == [0.25]


def test_without_events_the_combat_page_says_why_a_number_is_missing():
    data = run_data()
    data["combats"] = data["combats"].filter(pl.col("measure") != "lost_share")
    watched = ("helping", "hostility", "last_fights", "kingmaking", "combat_course", "curses")
    data.update({name: data[name].clear() for name in watched})
    notes = [e.text for e in PAGES["combats"].draw(data) if isinstance(e, Note)]
    assert len(notes) == 1 and "--events" in notes[0]


def test_a_run_in_progress_says_so():
    data = run_data()
    data["arm"] = data["arm"].with_columns(games=pl.lit(1000))
    notes = [e.text for e in list(PAGES["overview"].draw(data))[-1].elements if isinstance(e, Note)]
    assert "1,500 of 5,000 games are stored" in notes[0]
    data["stored"] = pl.DataFrame({"run_id": ["r", "s"], "games": [1500, 9], "planned": [5000, 9]})
    (told,) = above(data, "")
    assert told.text == "Run r is not complete: 1,500 of 5,000 games are stored. All numbers will sharpen."


def test_twenty_arms_are_told_apart():
    styles = theme.arm_styles(pl.DataFrame({"arm": [f"arm {i}" for i in range(20)]}))
    assert len({(s["color"], s["symbol"], s["dash"]) for s in styles.values()}) == 20


def test_no_ending_of_a_game_or_a_fight_looks_like_a_set_of_rules():
    """Bars of endings stand beside marks of rules: squares of distances of red, green and blue, of 255 each."""
    ends = {*theme.ENDING_COLOURS.values(), *(colour for _, colour in COMBAT_ENDS.values())}
    channels = {c: [int(c[i : i + 2], 16) for i in (1, 3, 5)] for c in (*ends, *theme.ARM_COLOURS)}
    apart = {
        sum((x - y) ** 2 for x, y in zip(channels[a], channels[b], strict=True))
        for a in ends
        for b in theme.ARM_COLOURS
    }
    assert min(apart) > 40**2


def test_only_what_differs_surely_has_a_shade():
    """1, 2 and 3 lie a standard deviation apart; .490, .491 and .4905 within their intervals, and one nowhere."""
    known = [{"value": v, "value_low": v - 0.01, "value_high": v + 0.01} for v in (1.0, 2.0, 3.0, 0.49, 0.491, 0.4905)]
    assert distances(known[:3]) == [-0.5, 0.0, 0.5]
    assert distances([*known[3:], {}]) == [0.0, 0.0, 0.0, None]


def test_style_is_shown_beside_strength_and_a_lone_persona_is_not_compared():
    data = run_data(ARMS[:1])
    assert [title_of(f) for f in figures(PAGES["players"], data)] == ["What each persona wins"]
    (fold,) = (e for e in PAGES["players"].draw(data) if isinstance(e, Fold))
    assert title_of(fold.elements[0]) == "Rating of each persona"
    assert "Style in numbers: cthulhu" in [e.title for e in fold.elements if isinstance(e, Table)]
    alone = Data({n: f.filter(pl.col("agent") == "random") if "agent" in f.columns else f for n, f in data.items()})
    alone["rating"] = alone["rating"].with_columns(pl.lit(None, pl.Float64).alias("rating"))
    elements = list(PAGES["players"].draw(alone))
    assert isinstance(elements[0], Note) and "Only random played" in elements[0].text
    assert [title_of(e) for e in elements if isinstance(e, Figure)] == ["What each persona wins"]


def test_habits_lie_beside_the_mean_persona_in_per_cent_those_farthest_apart_first():
    """Deaths 1 and 3, 50 % less and more than 2; combats 0.9 and 1.1, 10 %; all else within its interval of the mean.

    Who wins most is told of the rules first where that is sure: 30 and 20 % a point to both sides, not 25 and 25 %.
    """
    data = run_data(ARMS[:2])
    first = pl.col("agent") == "balanced"
    value = pl.when(pl.col("measure") == "died").then(pl.when(first).then(1.0).otherwise(3.0))
    value = value.when(pl.col("measure") == "fights").then(pl.when(first).then(0.9).otherwise(1.1)).otherwise(1.0)
    credit = pl.when(pl.col("arm") == ARMS[0]).then(0.25).when(first).then(0.3).otherwise(0.2)
    for end, size in (("", 0.0), ("_low", -0.01), ("_high", 0.01)):
        data["style"] = data["style"].with_columns((value + size).alias(f"value{end}"))
        data["persona_win"] = data["persona_win"].with_columns((credit + size).alias(f"credit{end}"))
    habits = next(f for f in figures(PAGES["players"], data) if title_of(f) == f"Style of each persona: {ARMS[1]}")
    assert habits.layout.yaxis.ticktext == ("Deaths, 2 per game", "Combats fought, 1 per<br>own turn")
    marks = {t.name: list(t.x) for t in habits.data if t.hovertext}
    assert marks == {"balanced": pytest.approx([-50, -10]), "random": pytest.approx([50, 10])}
    lead, moved, style = next(PAGES["players"].draw(Data(data))).text.split("\n")
    assert moved == f"With {ARMS[1]} instead of {ARMS[0]} **balanced wins 6.0 fewer of 100 games** [4.0, 8.0]."
    assert lead == (
        f"With {ARMS[1]} **balanced wins most, 30.0 %** of its games, random 20.0 %; a fair share is 25.0 %. With "
        f"{ARMS[0]} **balanced (25.0 %) and random (25.0 %) win about as much**."
    )
    assert style == (
        f"Most unlike the mean persona plays **random** (with {ARMS[1]}): more deaths (+50 %), combats fought (+10 %)."
    )
    unsure = data["comparison"].with_columns(found=pl.col("found") & ~pl.col("metric").str.starts_with("credit"))
    told = next(PAGES["players"].draw(Data(data | {"comparison": unsure}))).text.split("\n")
    assert told[0] == lead and told[1].endswith("balanced moved most, 6.0 fewer of 100 games, which may be chance.")


def test_nobody_is_said_to_win_most_whose_interval_meets_that_of_another():
    """26.6 and 26.4 % a point to both sides are a tie, and 20.3 % is not."""

    def row(agent, credit):
        return {"agent": agent, "credit": credit, "credit_low": credit - 0.01, "credit_high": credit + 0.01}

    rows = [row("balanced", 0.266), row("greedy", 0.264), row("novice", 0.203)]
    tie = "**balanced (26.6 %) and greedy (26.4 %) win about as much**, novice 20.3 %"
    assert players._most(rows) == tie
    assert players._most(rows[1:]) == "**greedy wins most, 26.4 %** of its games, novice 20.3 %"
    assert (
        players._most([*rows, row("random", 0.1)])
        == "**balanced (26.6 %) and 1 more win about as much**, random 10.0 %"
    )


def test_without_events_the_players_page_says_why_style_is_missing():
    data = run_data()
    data["style"] = data["style"].clear()
    notes = [e.text for e in PAGES["players"].draw(data) if isinstance(e, Note)]
    assert len(notes) == 1 and "--events" in notes[0]


def test_a_p_value_is_never_drawn_as_zero():
    assert [written(p, "p") for p in (0.2, 0.0004, 1e-30)] == ["0.200", "< 0.001", "< 0.001"]
