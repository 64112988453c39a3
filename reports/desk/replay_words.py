"""A replayed game as HTML: who won, and what has just happened."""

from __future__ import annotations

from html import escape

from engine.inputs.quote import joined
from lab.games.game_steps import Walk
from reports.desk.table_words import Called, line


def name(seat: int) -> str:
    """What a player is called."""
    return f"p{seat}" if seat >= 0 else "nobody"


def called(walk: Walk) -> Called:
    """What the players of a game are called, and who they are."""
    return Called(tuple(name(seat) for seat in range(len(walk.agents))), walk.agents)


def outcome(walk: Walk, arm: str) -> str:
    """Who won, and how: the first sentence of the page."""
    game, last = walk.played.spec.game, walk.steps[-1].shot
    won = [f"{name(s)} ({walk.agents[s]})" for s in walk.winners]
    after = f"after {last.turn:,} turns in {last.round:,} rounds"
    if not won:
        return f"**Nobody won** game {game} of {arm}: it was cut off {after}."
    how = {"kill": "by a kill", "card": "by a card", "shared": "together", "boss": "with the last Boss"}
    level = max(last.players[s].level for s in walk.winners)
    said = how.get(walk.ending, f"({walk.ending.replace('_', ' ')})")
    return f"**{joined(won)} won** game {game} of {arm} {said}, at Level {level} {after}."


def place(walk: Walk, step: int) -> str:
    """Where in the game a step is."""
    shot, now = walk.steps[step].shot, walk.steps[step]
    where = "Before the first turn" if now.turn == 0 else f"Turn {shot.turn:,} of {walk.turns:,}, round {shot.round:,}"
    whose = f", {name(shot.active)}’s turn" if now.turn and shot.active >= 0 else ""
    return f"{where}{whose}: step {step + 1:,} of {len(walk.steps):,}"


def happened(walk: Walk, step: int, differs: int = -1) -> str:
    """What has just happened, and below it what came before in the same turn; `differs`: the first line of its own."""
    now = walk.steps[step]
    before = [s for s in walk.steps[walk.starts[now.turn] : step] if s.turn == now.turn]
    told: dict[int, str] = {}
    for earlier in before:
        told |= dict(zip(earlier.numbers, earlier.lines, strict=True))
    earlier_lines = [line(text, n == differs) for n, text in sorted(told.items()) if n not in now.numbers]
    lines = "".join(line(text, n == differs) for n, text in zip(now.numbers, now.lines, strict=True))
    more = f'<ol class="before" tabindex="0">{"".join(earlier_lines[::-1])}</ol>' if earlier_lines else ""
    return (
        f'<div class="lab now"><p class="subtitle">{escape(place(walk, step))}</p><ul>{lines}</ul></div>'
        f'<div class="lab">{_earlier(more)}</div>'
    )


def _earlier(more: str) -> str:
    return f'<p class="subtitle">Before it in this turn, the latest first</p>{more}' if more else "<span></span>"
