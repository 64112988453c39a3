"""Charts of a replayed game: Levels, and everybody's chance to win; their axis is that of its steps, named by turns."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import plotly.graph_objects as go
import polars as pl

from engine.inputs.quote import joined
from lab.agents.person import PERSON
from lab.games.game_steps import Walk
from lab.games.game_tape import LEAST_MOVED, Mark
from lab.games.table_snapshots import Player
from lab.story.story_page import STRENGTHS
from reports import theme
from reports.chart_marks import HOVER, PERCENT
from reports.desk.replay_words import name
from reports.desk.table_words import colour
from reports.desk.tape_chart import mark_turning

NOBODY = -1
PLAYED = re.compile(r"(\w+) plays (.+?)(?: on |: | and equips |$)")
"""How a line tells whose card it was."""
TAPE, TURNING, AS_BEGAN = 252, 3, 1.31
"""Pixels of the chart of chances, how many turns are called turning points at most, and where above their numbers it
says when chances were as they are named."""
HEIGHT, FLOOR, ASIDE = 256, 0.4, 0.07
"""Pixels of the chart of Levels, where its axis of turns lies, and Levels between lines of players at one Level."""
LABEL, SHARE, BOTTOM = 0.95, 0.105, 0.8
"""Levels, and parts of the chance, between two names, and how many of these below the lowest."""
LEFT, RIGHT, STEPS, MARKED = 44, 12, (1, 2, 5, 10, 20, 50, 100, 200, 500), 8
"""Pixels beside both charts, which desk.css gives the slider of steps too, so that it is their axis; turns between two
that are named, and how many of these at most.
"""
LATE = 0.65
"""The part of the axis from which on names stand before what they name, as behind it there is no room for them."""


def levels(walk: Walk, step: int, until: int) -> go.Figure:
    """Everybody's Level after each step.

    It is told until a step; those after it are empty, and can be clicked all the same.
    """
    below = "Click to go there; lines of equal Levels are drawn beside one another"
    fig = theme.figure("Levels, turn by turn", below, HEIGHT)
    ends_at: list[tuple[float, int]] = []
    known = walk.steps[: until + 1]
    for seat, agent in enumerate(walk.agents):
        values = [one.shot.players[seat].level for one in known]
        drawn = [v + ASIDE * (seat - (len(walk.agents) - 1) / 2) for v in values]
        told = [f"turn {one.shot.turn}: Level {v}" for one, v in zip(known, values, strict=True)]
        line = _line(seat, agent, list(range(1, len(known) + 1)), drawn, told)
        fig.add_trace(line.update(line={"shape": "hv", "width": 1.5}, marker={"opacity": 0, "size": 9}))
        ends_at.append((values[-1], seat))
    _named(fig, walk, len(known), ends_at, {seat: f"<b>{who}</b>" for seat, who in enumerate(_called(walk))}, LABEL)
    if later := range(len(known), len(walk.steps)):
        fig.add_trace(go.Scatter(
            x=[at + 1 for at in later], y=[FLOOR] * len(later), mode="markers", showlegend=False, cliponaxis=False,
            marker={"size": 12, "opacity": 0}, hovertemplate=HOVER, name="later turns",
            hovertext=[f"turn {walk.steps[at].shot.turn}" for at in later],
        ))  # fmt: skip
    top = max(walk.goal, *(player.level for one in known for player in one.shot.players))
    _present(fig, step, top + 1)
    look = {"color": theme.SOFT, "dash": "dot", "width": 1}
    fig.add_hline(
        walk.goal, line=look, annotation={"text": "wins", "font_color": theme.SOFT, "xanchor": "left", "x": 0}
    )
    fig.update_yaxes(range=[FLOOR, top + 1], tickvals=[*range(2, walk.goal - 1, 2), walk.goal])
    return _aligned(fig, walk).update_xaxes(title_text="turn")


def _called(walk: Walk) -> list[str]:
    return [f"{name(seat)} ({PERSON})" if agent == PERSON else name(seat) for seat, agent in enumerate(walk.agents)]


def _aligned(fig: go.Figure, walk: Walk) -> go.Figure:
    """The axis of steps with the numbers of their turns, alike in both charts."""
    apart = next((n for n in STEPS if walk.turns + 1 <= MARKED * n), walk.turns + 1)
    turns = list(range(0, walk.turns + 1, apart))
    fig.update_xaxes(range=[1, len(walk.steps)], tickvals=[walk.of_turn(turn) + 1 for turn in turns])
    fig.update_xaxes(ticktext=["turn 0", *turns[1:]])
    return fig.update_yaxes(automargin=False).update_layout(showlegend=False, margin_l=LEFT, margin_r=RIGHT)


def _named(
    fig: go.Figure, walk: Walk, at: int, ends_at: list[tuple[float, int]], called: Mapping[int, str], label: float
) -> None:
    """Every line's player beside its end, none on another: names stand `label` apart at least."""
    is_late = at > LATE * len(walk.steps)
    look = {"xanchor": "right", "xshift": -5} if is_late else {"xanchor": "left", "xshift": 5}
    stacks: list[tuple[list[int], float]] = []  # who stands on whom, and the middle of it
    for value, seat in sorted(ends_at):
        seats, middle = [seat], max(value, BOTTOM * label)
        while stacks and middle - stacks[-1][1] < label * (len(seats) + len(stacks[-1][0])) / 2:
            below, low = stacks.pop()
            middle = (low * len(below) + middle * len(seats)) / (len(below) + len(seats))
            seats = [*below, *seats]
            middle = max(middle, label * (BOTTOM + (len(seats) - 1) / 2))
        stacks.append((seats, middle))
    for seats, middle in stacks:
        for place, seat in enumerate(seats):
            fig.add_annotation(
                x=at, y=middle + label * (place - (len(seats) - 1) / 2), text=called[seat], showarrow=False,
                font={"color": colour(seat) if seat >= 0 else theme.SOFT}, bgcolor=theme.PAPER, borderpad=0, **look,
            )  # fmt: skip


def chances(walk: Walk, said: pl.DataFrame, step: int, until: int) -> go.Figure:
    """Everybody's chance to win at the start of each turn, as areas that add up to all, and what turned the game.

    It is told until a step.
    """
    end = last_turn(walk, until)
    at = [walk.of_turn(turn) + 1 if turn <= walk.turns else len(walk.steps) for turn in range(1, end + 1)]
    turns = [mark._replace(x=at[int(mark.x) - 1]) for mark in turning(walk, said, end)]
    told = "At the start of each turn (as wide as it has steps), estimated from other games"
    told += "; numbered: what moved it most" * bool(turns)
    fig = theme.figure("Chance to win", told, TAPE)
    below, ends_at, called = 0.0, [], {}
    for seat in (*range(len(walk.agents)), NOBODY):
        values = _course(walk, said, seat)[:end]
        if not any(values):
            continue
        agent = walk.agents[seat] if seat >= 0 else ""
        hovers = [f"turn {turn}: {100 * v:.0f} %" for turn, v in enumerate(values, 1)]
        if end > walk.turns:
            hovers[-1] = "has won" if values[-1] else "has not won"
        line = _line(seat, agent, at, values, hovers)
        area = theme.faded(colour(seat) if seat >= 0 else theme.SOFT, 0.5)
        fig.add_trace(line.update(stackgroup="chance", fillcolor=area, line={"width": 0.5}, mode="lines"))
        if values[-1]:
            ends_at.append((below + values[-1] / 2, seat))
            called[seat] = f"<b>{name(seat)} {100 * values[-1]:.0f} %</b>"
        below += values[-1]
    _named(fig, walk, at[-1], ends_at, called, SHARE)
    if end <= walk.turns:
        _named(fig, walk, at[-1], [(AS_BEGAN, NOBODY)], {NOBODY: f"as turn {end} began"}, SHARE)
    mark_turning(fig, turns, at[-1])
    _present(fig, step, 1)
    fig.update_yaxes(range=[0, AS_BEGAN + SHARE / 2], tickformat=PERCENT, tickvals=[0, 0.25, 0.5, 0.75, 1])
    return _aligned(fig, walk).update_layout(margin_b=28)


def last_turn(walk: Walk, until: int) -> int:
    """The last turn whose chances may be told at a step; one more than there are once it is known who has won."""
    return walk.turns + 1 if until == len(walk.steps) - 1 else max(walk.steps[until].turn, 2)


def _course(walk: Walk, said: pl.DataFrame, seat: int) -> list[float]:
    """The chance of a seat at the start of each turn, and at last what came of it."""
    came = 1 / max(len(walk.winners), 1) if seat in walk.winners or (seat == NOBODY and not walk.winners) else 0.0
    return [*said.filter(pl.col("seat") == seat).sort("turn")["chance"].to_list(), came]


def turning(walk: Walk, said: pl.DataFrame, end: int) -> tuple[Mark, ...]:
    """The turns before `end` that moved the chances most, each with what moved whom it moved most that way.

    A turn that nothing on the table explains is none of them.
    """
    seats = range(len(walk.agents))
    courses = [_course(walk, said, seat) for seat in seats]
    found = []
    for turn in range(1, min(end, len(walk.played.turns))):
        moved = tuple(own[turn] - own[turn - 1] for own in courses)
        seat = max(seats, key=lambda s: abs(moved[s]))
        words = _cause(walk, turn, seat, moved[seat] > 0)
        if words and sum(map(abs, moved)) / 2 >= LEAST_MOVED:
            found.append(Mark(float(turn), seat, words, moved=moved))
    most = sorted(found, key=lambda mark: -sum(map(abs, mark.moved)))[:TURNING]
    return tuple(sorted(most, key=lambda mark: mark.x))


def _cause(walk: Walk, turn: int, seat: int, is_up: bool) -> str:
    """What of a turn moved the chance of a seat up or down: its own Level and strength, and the Levels of the others.

    Of the last turn it is the end of the game. Where no Level moved that way strengths tell, and else it is nothing.
    """
    if turn == walk.turns:
        return walk.played.turns[turn][-1].rstrip(".")
    starts = [*walk.starts, len(walk.steps)]
    before, after = (walk.steps[max(starts[at] - 1, 0)].shot.players for at in (turn, turn + 1))
    others = [other for other in range(len(walk.agents)) if other != seat]
    own = _change(name(seat), before[seat], after[seat], is_up)
    of = {s: _change(name(s), before[s], after[s], not is_up) for s in others}
    told = {seat: own} | {s: said for s, said in of.items() if " Level " in said or " dies " in said}
    if any(told.values()) or any((told := of).values()):
        is_more = {s: is_up == (s == seat) for s in told}
        steps = range(max(starts[turn], 1), starts[turn + 1])
        return "; ".join(f"{said}{_why(walk, steps, s, is_more[s])}" for s, said in told.items() if said)
    return ""


def _why(walk: Walk, steps: range, seat: int, is_more: bool) -> str:
    """In brackets all of some steps that moved a player that way: fights, with what others played into them; cards."""

    def moves(step: int) -> bool:
        before, after = (walk.steps[at].shot.players[seat] for at in (step - 1, step))
        sign = 1 if is_more else -1
        return sign * (after.level - before.level) > 0 or sign * (after.strength - before.strength) > 0

    def tell(what: str, names: Sequence[str]) -> None:
        told.setdefault(what, []).extend(one for one in names if one not in told[what])

    told = {"against ": list[str]()}
    moved = [step for step in steps if moves(step)]
    fights = [at for at in moved if (f := walk.steps[at].shot.fight) is not None and seat in (f.fighter, *f.helpers)]
    last = max(fights, default=-1) if not is_more else -1
    for step in steps:
        fight, lines = walk.steps[step].shot.fight, [text.partition(STRENGTHS)[0] for text in walk.steps[step].lines]
        plays = [found for text in lines if (found := PLAYED.match(text))]
        for found in plays:
            if step in moved or (step <= last and found[1] != name(seat)):
                tell(f"{found[1]} plays ", [found[2]])
        if step in fights and fight and not plays:
            tell("against ", fight.monsters)
        elif step in moved and not plays:
            tell("", ([text for text in lines if name(seat) in text] or lines)[-1:])
    said = "; ".join(f"{what}{joined(names)}" for what, names in told.items() if names)
    return f" ({said})" if said else ""


def _change(who: str, before: Player, after: Player, is_more: bool) -> str:
    """How a player got better or worse in a turn, in words; nothing if they did not."""
    pairs = (("Level", before.level, after.level), ("strength", before.strength, after.strength))
    told = [f"{what} {old} to {new}" for what, old, new in pairs if old != new and (new > old) == is_more]
    dies = after.dead and not before.dead and not is_more
    return f"{who} {'dies and ' * dies}{'rises' if is_more else 'falls'} from {' and '.join(told)}" if told else ""


def _line(seat: int, agent: str, at: list[int], values: list[float], told: list[str]) -> go.Scatter:
    who = f"{name(seat)} ({agent})" if agent else name(seat)
    paint = colour(seat) if seat >= 0 else theme.SOFT
    return go.Scatter(
        x=at, y=values, name=who, mode="lines+markers", marker={"color": paint, "size": 5},
        line={"color": paint, "width": 2, "dash": "solid" if seat >= 0 else "dot"},
        hovertext=[f"<b>{who}</b><br>{said}" for said in told], hovertemplate=HOVER,
    )  # fmt: skip


def _present(fig: go.Figure, step: int, top: float) -> None:
    fig.add_shape(type="line", x0=step + 1, x1=step + 1, y0=0, y1=top, line={"color": theme.INK, "width": 2})
