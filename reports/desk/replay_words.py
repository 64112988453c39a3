"""A replayed game as HTML: who won, and what has just happened."""

from __future__ import annotations

import re
from html import escape

import polars as pl

from engine.inputs.quote import joined
from lab.games.game_steps import Walk
from lab.story.story_page import STRENGTHS
from reports.desk.table_words import Called, line
from reports.display_names import PEOPLE

DEALT = re.compile("^(.* is dealt|.* draws a new hand:) (.+)$")
"""A line that tells what nobody else at the table knows."""
HERE = re.compile(r"\(Level (\d+), here (\d+)\)")
"""How a line tells what a monster is worth in a fight."""
FACTS = {
    "level": "Level", "strength": "strength of Items", "hand": "cards in hand", "table": "cards in play",
    "gold": "Gold in play", "identities": "cards like Class and Race", "bosses": "beaten Bosses",
    "doors_until": "turns until the next Door",
}  # fmt: skip
"""What chances are estimated from beside who plays, in words."""
STANDS_OUT = 1 / 6
"""The part of all differences between two players from which on one is named."""


def name(seat: int) -> str:
    """What a player is called."""
    return PEOPLE[seat] if seat >= 0 else "nobody"


def called(walk: Walk) -> Called:
    """What the players of a game are called, and who they are."""
    return Called(tuple(name(seat) for seat in range(len(walk.agents))), walk.agents)


def outcome(walk: Walk, arm: str) -> str:
    """Who won, and how: the first sentence of the page."""
    game, last = walk.played.spec.game, walk.steps[-1].shot
    won = [f"{name(s)} ({walk.agents[s]})" for s in walk.winners]
    after = f"after {_length(walk)}"
    if not won:
        return f"**Nobody won** game {game} of {arm}: it was cut off {after}."
    how = {"kill": "by beating a monster", "card": "by a card", "shared": "together", "boss": "with the last Boss"}
    level = max(last.players[s].level for s in walk.winners)
    said = how.get(walk.ending, f"({walk.ending.replace('_', ' ')})")
    return f"**{joined(won)} won** game {game} of {arm} {said}, at Level {level} {after}."


def opening(walk: Walk, arm: str) -> str:
    """The first sentence before somebody wants to know who wins, and where the page opens."""
    step = climax(walk)
    why = ", where somebody first fights for the win" * bool(stakes(walk, step))
    where = f"It opens in turn {walk.steps[step].turn:,}{why}."  # how long it takes would tell how this fight ends
    return f"**Who will win game {walk.played.spec.game} of {arm}?** {where}"


def climax(walk: Walk) -> int:
    """The step worth seeing first: where somebody begins to fight for the last Level, else the last combat begins."""
    last = step = walk.combat_from(0, 1)
    while not stakes(walk, step):
        last, step = step, walk.combat_from(step, 1)
        if step == last:
            break
    return step


def stakes(walk: Walk, step: int) -> str:
    """What may hang on the combat that goes on: is it for the win, and why is it still open?"""
    shot = walk.steps[step].shot
    if shot.fight is None or shot.fight.result or shot.players[shot.fight.fighter].level != walk.goal - 1:
        return ""
    sides = (shot.fight.fighter, *shot.fight.helpers)
    others = [player for seat, player in enumerate(shot.players) if seat not in sides]
    held, once = sum(len(player.hand) for player in others), sum(player.once for player in others)
    told = f"{held or 'no'} card{'s' * (held != 1)} in hand" + f" and {once} for one use on the table" * bool(once)
    may = " that may stop it" if shot.fight.is_winning and held + once else ""
    return f"it is for the win, and the others have {told}{may}"


def leading(walk: Walk, said: pl.DataFrame, step: int) -> str:
    """Who has the best chance as the turn of a step begins, and what of the estimate sets them apart.

    Compared is whoever has the next best chance of those who have a higher Level, or else of all others.
    """
    turn = walk.steps[step].turn
    chances = dict(said.filter(pl.col("turn") == turn).select("seat", "chance").iter_rows())
    if not chances:
        return ""
    players = walk.steps[max(walk.starts[turn] - 1, 0)].shot.players
    first, *others = sorted(range(len(players)), key=lambda seat: -chances[seat])
    rival = next((seat for seat in others if players[seat].level > players[first].level), others[0])
    best, next_best = (f"{100 * chances[seat]:.0f} %" for seat in (first, rival))
    fight = walk.steps[step].shot.fight
    when, has = (f"Before this fight, as turn {turn:,} began,", "had") if fight else (f"As turn {turn:,} begins", "has")
    why = _reasons(walk, said.filter(pl.col("turn") == turn), first, rival)
    return f"{when} **{name(first)} {has} the best chance, {best}**, {name(rival)} {next_best}.{why}"


def _reasons(walk: Walk, said: pl.DataFrame, first: int, rival: int) -> str:
    """What sets two chances apart: for each the two greatest of the facts that are a sixth of all that differs."""
    own, other = (said.row(by_predicate=pl.col("seat") == seat, named=True) for seat in (first, rival))
    gaps = {fact: float(other[f"{fact}_apart"] - own[f"{fact}_apart"]) for fact in (*FACTS, "who")}
    whole = sum(map(abs, gaps.values()))
    told: dict[int, list[str]] = {first: [], rival: []}
    for fact, gap in sorted(gaps.items(), key=lambda pair: -abs(pair[1])):
        if gap and abs(gap) >= STANDS_OUT * whole:
            pair = ((first, own), (rival, other)) if gap > 0 else ((rival, other), (first, own))
            a, b = (walk.agents[s] if fact == "who" else f"{row[fact] + (fact == 'level'):,.0f}" for s, row in pair)
            told[pair[0][0]].append(f"{FACTS.get(fact, 'how they play')} ({a} against {b})")
    parts = [f"of {name(seat)}: {joined(what[:2])}" for seat, what in told.items() if what]
    return f" Biggest plus {'; '.join(parts)}." if parts else ""


def _length(walk: Walk) -> str:
    last = walk.steps[-1].shot
    return f"{last.turn:,} turn{'s' * (last.turn > 1)} in {last.round:,} round{'s' * (last.round > 1)}"


def place(walk: Walk, step: int) -> str:
    """Where in the game a step is."""
    shot, now = walk.steps[step].shot, walk.steps[step]
    where = "Before the first turn" if now.turn == 0 else f"Turn {shot.turn:,}, round {shot.round:,}"
    whose = f", {name(shot.active)}’s turn" if now.turn and shot.active >= 0 else ""
    return f"{where}{whose}: step {step + 1:,} of {len(walk.steps):,}"


def happened(walk: Walk, step: int, differs: int = -1, all_hands: bool = True) -> str:
    """What has just happened, and below it what came before in the same turn; `differs`: the first line of its own.

    Before the first turn it is folded, and without `all_hands` nobody's cards are told.
    """
    now = walk.steps[step]
    before = [s for s in walk.steps[walk.starts[now.turn] : step] if s.turn == now.turn]
    told: dict[int, str] = {}
    for earlier in before:
        told |= dict(zip(earlier.numbers, earlier.lines, strict=True))
    names = called(walk).names

    def one(n: int, text: str) -> str:
        text = HERE.sub(r"(Level \1, in this fight \2)", text)
        return line(text if all_hands else DEALT.sub(_hidden, text), n == differs, names)

    earlier_lines = [one(n, text) for n, text in sorted(told.items()) if n not in now.numbers]
    shown = now.lines if now.shot.fight is None else [text.partition(STRENGTHS)[0] for text in now.lines]  # told below
    lines = "".join(one(n, text) for n, text in zip(now.numbers, shown, strict=True))
    more = f'<ol class="before" tabindex="0">{"".join(earlier_lines[::-1])}</ol>' if earlier_lines else ""
    story = f"<ul>{lines}</ul>"
    if now.turn == 0:
        story = f"<details><summary>The hands are dealt</summary>{story}</details>"
    return (
        f'<div class="lab now"><p class="subtitle">{escape(place(walk, step))}</p>{story}</div>'
        f'<div class="lab">{_earlier(more)}</div>'
    )


def _hidden(found: re.Match[str]) -> str:
    return f"{found[1]} {found[2].count(', ') + 1} cards"


def _earlier(more: str) -> str:
    told = "Earlier in this turn"
    return f"<details><summary>{told}</summary>{more}</details>" if more else "<span></span>"
