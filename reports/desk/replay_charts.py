"""Charts of a replayed game, turn by turn: Levels, and everybody's chance to win; the present turn is marked."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go
import polars as pl

from lab.agents.person import PERSON
from lab.games.game_steps import Walk
from lab.games.game_tape import LEAST_MOVED, Mark
from lab.story.story_page import STRENGTHS
from reports import theme
from reports.chart_marks import HOVER, PERCENT
from reports.desk.replay_words import name
from reports.desk.table_words import colour
from reports.desk.tape_chart import mark_turning, name_areas
from reports.display_names import PEOPLE

NOBODY = -1
TAPE, TURNING = 340, 3
"""Pixels of the chart of chances, and how many turns are called turning points at most."""
TELLING = (" Level ", " dies", " loses ", " won", " strikes")
"""What a line of a turn says that turned the game."""
HEIGHT, ASIDE, FLOOR = 260, 0.09, 0.4
"""Pixels of a chart, Levels between lines of one Level, and where the axis of turns lies."""
LABEL, NAMES = 0.75, 0.024
"""Levels between the names of two lines, and what a letter of them takes behind the last turn, as a
part of all turns."""


def levels(walk: Walk, step: int, to_the_end: bool = True) -> go.Figure:
    """Everybody's Level at the end of each turn; turn 0 is the setup.

    Unless it is told `to_the_end` later turns are empty, and can be clicked all the same. Lines of one
    Level lie a little apart, so that none hides another.
    """
    ends = [start - 1 for start in walk.starts[1:]] + [len(walk.steps) - 1]
    shots = [walk.steps[max(end, 0)].shot for end in ends]
    turns, seats = list(range(len(shots))), len(walk.agents)
    known = len(shots) if to_the_end else walk.steps[step].turn + 1
    if not to_the_end:  # the present turn as it stands
        shots[known - 1] = walk.steps[step].shot
    below = "Click on a turn to go there"
    fig = theme.figure("Levels, turn by turn", below, HEIGHT)
    ends_at: list[tuple[float, int]] = []
    called = [f"{name(seat)} ({PERSON})" if agent == PERSON else name(seat) for seat, agent in enumerate(walk.agents)]
    for seat, agent in enumerate(walk.agents):
        values = [shot.players[seat].level for shot in shots[:known]]
        aside = ASIDE * (seat - (seats - 1) / 2)
        line = _line(seat, agent, turns[:known], [v + aside for v in values], [f"Level {v}" for v in values])
        fig.add_trace(line.update(meta={"base": aside}, line_shape="hv", marker={"opacity": 0, "size": 9}))
        ends_at.append((values[-1] + aside, seat))
    _named(fig, known - 1, ends_at, called)
    if later := turns[known:]:
        fig.add_trace(go.Scatter(
            x=later, y=[FLOOR] * len(later), mode="markers", showlegend=False, cliponaxis=False,
            marker={"size": 12, "opacity": 0},
            hovertext=[f"turn {turn}" for turn in later], hovertemplate=HOVER, name="later turns",
        ))  # fmt: skip
    _present(fig, walk.steps[step].turn)
    fig.add_hline(walk.goal, line={"color": theme.SOFT, "dash": "dot", "width": 1})
    top = max(walk.goal, *(p.level for shot in shots for p in shot.players))
    ticks = {level: str(level) for level in range(2, walk.goal - 1, 2)} | {walk.goal: f"{walk.goal} wins"}
    fig.update_yaxes(title_text="Level", range=[FLOOR, top + 1], tickvals=list(ticks), ticktext=list(ticks.values()))
    right = max(len(shots) - 0.5, (known - 1) + NAMES * max(map(len, called)) * len(shots))
    return fig.update_xaxes(title_text="turn", range=[-0.5, right]).update_layout(showlegend=False)


def _named(fig: go.Figure, turn: int, ends_at: list[tuple[float, int]], called: Sequence[str]) -> None:
    """Every line's player behind its end, none on another."""
    stacks: list[tuple[list[int], float]] = []  # who stands on whom, and the middle of it
    for value, seat in sorted(ends_at):
        seats, middle = [seat], value
        while stacks and middle - stacks[-1][1] < LABEL * (len(seats) + len(stacks[-1][0])) / 2:
            below, at = stacks.pop()
            middle = (at * len(below) + middle * len(seats)) / (len(below) + len(seats))
            seats = [*below, *seats]
        stacks.append((seats, middle))
    for seats, middle in stacks:
        for place, seat in enumerate(seats):
            fig.add_annotation(
                x=turn, y=middle + LABEL * (place - (len(seats) - 1) / 2), text=f"<b>{called[seat]}</b>",
                showarrow=False, xanchor="left", xshift=6, font={"color": colour(seat)},
            )  # fmt: skip


def chances(walk: Walk, said: pl.DataFrame, step: int, to_the_end: bool = True) -> go.Figure:
    """Everybody's chance to win at the start of each turn, as areas that add up to all, and what turned the game.

    Unless it is told `to_the_end` it ends with the present turn.
    """
    fig = theme.figure("Chance to win, turn by turn", "", TAPE)
    end = walk.turns + 1 if to_the_end else max(walk.steps[step].turn, 2)
    areas, x = [], [float(turn) for turn in range(1, end + 1)]
    for seat in (*range(len(walk.agents)), NOBODY):
        values = _course(walk, said, seat)[:end]
        if not any(values):
            continue
        agent = walk.agents[seat] if seat >= 0 else ""
        hovers = [f"{100 * v:.0f} %" for v in values]
        if to_the_end:
            hovers[-1] = "has won" if values[-1] else "has not won"
        line = _line(seat, agent, list(range(1, end + 1)), values, hovers)
        area = theme.faded(colour(seat) if seat >= 0 else theme.SOFT, 0.5)
        fig.add_trace(line.update(stackgroup="chance", fillcolor=area, line={"width": 0.5}, mode="lines"))
        areas.append((name(seat), values))
    name_areas(fig, x, areas)
    mark_turning(fig, turning(walk, said, end), PEOPLE, end)
    _present(fig, walk.steps[step].turn)
    ticks = [0, 0.25, 0.5, 0.75, 1]
    fig.update_yaxes(title_text="chance to win", range=[0, 1.24], tickformat=PERCENT, tickvals=ticks)
    return fig.update_xaxes(title_text="turn", range=[0.5, end + 0.5]).update_layout(showlegend=False)


def _course(walk: Walk, said: pl.DataFrame, seat: int) -> list[float]:
    """The chance of a seat at the start of each turn, and at last what came of it."""
    came = 1 / max(len(walk.winners), 1) if seat in walk.winners or (seat == NOBODY and not walk.winners) else 0.0
    return [*said.filter(pl.col("seat") == seat).sort("turn")["chance"].to_list(), came]


def turning(walk: Walk, said: pl.DataFrame, end: int) -> tuple[Mark, ...]:
    """The turns before `end` that moved the chances most, each with its last line about whom it moved most."""
    seats = range(len(walk.agents))
    courses = [_course(walk, said, seat) for seat in seats]
    found = []
    for turn in range(1, min(end, len(walk.played.turns))):
        moved = tuple(own[turn] - own[turn - 1] for own in courses)
        seat = max(seats, key=lambda s: abs(moved[s]))
        lines = [text.partition(STRENGTHS)[0] for text in walk.played.turns[turn][1:]]
        own_lines = [text for text in lines if text.startswith(f"{name(seat)} ")] or lines[-1:]
        telling = [text for text in own_lines if any(word in text for word in TELLING)] or own_lines
        if telling and sum(map(abs, moved)) / 2 >= LEAST_MOVED:
            found.append(Mark(float(turn), seat, telling[-1], moved=moved))
    most = sorted(found, key=lambda mark: -sum(map(abs, mark.moved)))[:TURNING]
    return tuple(sorted(most, key=lambda mark: mark.x))


def _line(seat: int, agent: str, turns: list[int], values: list[float] | list[int], told: list[str]) -> go.Scatter:
    who = f"{name(seat)} ({agent})" if agent else name(seat)
    paint = colour(seat) if seat >= 0 else theme.SOFT
    return go.Scatter(
        x=turns, y=values, name=who, mode="lines+markers", marker={"color": paint, "size": 5},
        line={"color": paint, "width": 2, "dash": "solid" if seat >= 0 else "dot"},
        hovertext=[f"<b>{who}</b><br>turn {t}: {said}" for t, said in zip(turns, told, strict=True)],
        hovertemplate=HOVER,
    )  # fmt: skip


def _present(fig: go.Figure, turn: int) -> None:
    fig.add_vline(turn, line={"color": theme.INK, "width": 2})
