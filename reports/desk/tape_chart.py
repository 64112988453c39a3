"""The tape of a game as a picture: chances as areas that add up to 100 %, fights as lozenges above, turning points."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import plotly.graph_objects as go

from lab.games.game_tape import Mark, Tape
from reports import theme
from reports.chart_marks import HOVER, PERCENT
from reports.desk.table_words import colour

HEIGHT = 400
FIGHTS, TURNS = 1.05, (1.12, 1.2)
"""Heights above the areas: of fights, and of the numbers of turning points, which stand in two rows where close."""
CLOSE, EDGE, WIDE = 0.04, 0.12, 0.13
"""Parts of the width within which two names would overlap and that names keep from the sides; height of a named area.
"""
FEW_TURNS = 13
"""Up to as many the axis names each of them."""
NOBODY = "nobody"


def figure(tape: Tape, names: Sequence[str], seat: int) -> go.Figure:
    """The picture; the person's own area lies at the bottom."""
    fig = theme.figure("The game on one tape", "Everybody's chance to win, turn by turn", HEIGHT)
    seats = range(len(names))
    for s in (seat, *(s for s in seats if s != seat), len(names)):
        values = tape.chances[:, s]
        if not values.any():
            continue
        who, paint = (names[s], colour(s)) if s in seats else (NOBODY, theme.SOFT)
        fig.add_trace(
            go.Scatter(
                x=tape.x, y=values, name=who, stackgroup="chance", mode="lines", line={"width": 0.5, "color": paint},
                fillcolor=theme.faded(paint, 0.75 if s == seat else 0.45), hovertemplate=HOVER,
                hovertext=[f"<b>{who}</b><br>turn {int(x)}: {100 * v:.0f} %" for x, v in zip(tape.x, values)],
            )
        )  # fmt: skip
    fig.add_trace(_fights(tape))
    mark_turning(fig, tape.turning, float(tape.x[-1]))
    order = [*(s for s in (seat, *(s for s in seats if s != seat))), len(names)]
    areas = [(names[s] if s in seats else NOBODY, tape.chances[:, s].tolist()) for s in order]
    name_areas(fig, tape.x.tolist(), areas)
    fig.update_yaxes(range=[0, 1.24], tickformat=PERCENT, tickvals=[0, 0.25, 0.5, 0.75, 1], title_text="chance to win")
    return fig.update_xaxes(
        title_text="turn", dtick=1 if tape.x[-1] < FEW_TURNS else None, range=[0, float(tape.x[-1]) + 0.3]
    ).update_layout(showlegend=False)


def mark_turning(fig: go.Figure, turning: Sequence[Mark], width: float) -> None:
    """A dotted line at each turning point under its number in the list of them; `width`: that of the axis."""
    before, row = -1.0, 0
    for number, mark in enumerate(turning, 1):
        row, before = (1 - row if mark.x - before < CLOSE * width else 0), mark.x
        fig.add_vline(mark.x, line={"color": theme.INK, "width": 1, "dash": "dot"})
        look = {"font": {"color": theme.INK}, "bgcolor": theme.PAPER, "borderpad": 1}
        fig.add_annotation(x=mark.x, y=TURNS[row], text=f"<b>{number}</b>", showarrow=False, **look)


def name_areas(fig: go.Figure, x: Sequence[float], areas: Sequence[tuple[str, Sequence[float]]]) -> None:
    """Whose each area is, from the bottom, where it is widest; what is too narrow for a word has none."""
    below = [0.0] * len(x)
    inner = range(int(len(x) * EDGE), max(int(len(x) * (1 - EDGE)), int(len(x) * EDGE) + 1))
    for who, values in areas:
        at = max(inner, key=lambda i: values[i])
        if values[at] >= WIDE:
            fig.add_annotation(
                x=x[at], y=below[at] + values[at] / 2, text=f"<b>{who}</b>", showarrow=False, font={"color": theme.INK}
            )
        below = [low + value for low, value in zip(below, values)]


def _fights(tape: Tape) -> go.Scatter:
    """Every fight: full if it was won."""
    paints = [colour(mark.seat) for mark in tape.fights]
    return go.Scatter(
        x=[mark.x for mark in tape.fights], y=[FIGHTS] * len(tape.fights), mode="markers", name="fights",
        marker={
            "symbol": ["diamond" if mark.won else "diamond-open" for mark in tape.fights], "size": 9, "color": paints,
        },
        hovertext=[f"turn {int(mark.x)}: {escape(mark.words)}" for mark in tape.fights], hovertemplate=HOVER,
        showlegend=False,
    )  # fmt: skip


def turning_points(turning: Sequence[Mark], names: Sequence[str]) -> str:
    """What turned the game, as HTML that is never empty, numbered as in the picture."""
    rows = "".join(_point(mark, names) for mark in turning)
    return f'<ol class="lab turning">{rows}</ol>' if rows else "<span></span>"


def _point(mark: Mark, names: Sequence[str]) -> str:
    when, what, moved = map(escape, told(mark, names))
    return f'<li><b>{when}</b>: {what}. <span class="soft">{moved}</span></li>'


def told(mark: Mark, names: Sequence[str]) -> tuple[str, str, str]:
    """When a game turned, what happened, and whose chances that moved most."""
    by = sorted(enumerate(mark.moved[: len(names)]), key=lambda pair: -abs(pair[1]))[:2]
    moved = ", ".join(f"{names[s]} {100 * more:+.0f}".replace("-", "\u2212").replace(" ", "\u00a0") for s, more in by)
    return f"Turn {int(mark.x)}" if mark.x >= 1 else "Before the first turn", mark.words, f"Chances: {moved} points"
