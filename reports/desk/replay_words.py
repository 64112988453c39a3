"""A replayed game as HTML: what has just happened, the players at the table, and how a combat adds up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from engine.inputs.quote import joined
from engine.records.card_kinds import FEMALE, MALE
from lab.games.game_steps import Walk
from lab.games.table_snapshots import Fight, Laid, Part, Player, Shot
from lab.story.story_page import STRENGTHS
from reports.theme import ARM_COLOURS, pair

SEXES = {MALE: "male", FEMALE: "female"}


def colour(seat: int) -> str:
    """The colour of a player, in charts and on the table."""
    return ARM_COLOURS[seat % len(ARM_COLOURS)]


def name(seat: int) -> str:
    """What a player is called."""
    return f"p{seat}" if seat >= 0 else "nobody"


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
    earlier_lines = [_line(text, n == differs) for n, text in sorted(told.items()) if n not in now.numbers]
    lines = "".join(_line(text, n == differs) for n, text in zip(now.numbers, now.lines, strict=True))
    more = f'<ol class="before">{"".join(earlier_lines[::-1])}</ol>' if earlier_lines else ""
    return (
        f'<div class="lab now"><p class="subtitle">{escape(place(walk, step))}</p><ul>{lines}</ul></div>'
        f'<div class="lab">{_earlier(more)}</div>'
    )


def _earlier(more: str) -> str:
    return f'<p class="subtitle">Before it in this turn, the latest first</p>{more}' if more else "<span></span>"


def _line(text: str, differs: bool) -> str:
    what, _, strengths = text.partition(STRENGTHS)
    mark = ' <span class="badge differs">first difference</span>' if differs else ""
    sums = f" <small>[{escape(strengths)}</small>" if strengths else ""
    return f"<li>{escape(what)}{sums}{mark}</li>"


def table(walk: Walk, shot: Shot, all_hands: bool = False, beside: bool = False) -> str:
    """Everybody at the table; of the hands that of whoever decides next, or all; `beside`: there is less room."""
    cards = [
        _player(seat, walk.agents[seat], player, shot, all_hands or seat == shot.asked)
        for seat, player in enumerate(shot.players)
    ]
    piles = f"{shot.doors:,} cards are left in the Door deck, {shot.treasures:,} in the Treasure deck."
    return (
        f'<div class="lab seats{" beside" if beside else ""}">{"".join(cards)}</div><p class="lab caption">{piles}</p>'
    )


def _player(seat: int, agent: str, player: Player, shot: Shot, shows_hand: bool) -> str:
    badges = [("turn", seat == shot.active), ("decides", seat == shot.asked), ("dead", player.dead)]
    marks = "".join(f'<span class="badge">{word}</span>' for word, on in badges if on)
    hand = ", ".join(player.hand) if shows_hand and player.hand else ""
    held = f"{len(player.hand)} card{'' if len(player.hand) == 1 else 's'}{': ' if hand else ''}{escape(hand)}"
    rows = [
        ("is", ", ".join(filter(None, [*player.identity, SEXES.get(player.sex, "")]))),
        ("wears", _laid(player.worn)), ("carries", _laid(player.carried)),
        ("has", ", ".join(player.others)),
    ]  # fmt: skip
    facts = "".join(f"<dt>{what}</dt><dd>{escape(said)}</dd>" for what, said in rows if said)
    return (
        f'<div class="seat{" active" if seat == shot.active else ""}" style="--seat:{pair(colour(seat))}">'
        f'<p class="who"><span class="swatch" style="background:{pair(colour(seat))}"></span><b>{name(seat)}</b> '
        f'<span class="soft">{escape(agent)}</span>{marks}</p>'
        f'<p class="numbers"><b>{player.level}</b> <span class="soft">Level</span> <b>{player.strength}</b> '
        f'<span class="soft">strength</span></p><dl>{facts}<dt>hand</dt><dd>{held}</dd></dl></div>'
    )


def _laid(cards: Sequence[Laid]) -> str:
    said = []
    for card in cards:
        along = f" with {', '.join(card.on_it)}" if card.on_it else ""
        said.append(f"{card.name}{along}" + (f" {_signed(card.bonus)}" if card.bonus else ""))
    return ", ".join(said)


def _signed(amount: int) -> str:
    return f"{amount:+d}".replace("-", "\u2212")


def combat(fight: Fight) -> str:
    """Both sides of a combat with all that they are made of, and who has got away."""
    helpers = f" with {joined(map(name, fight.helpers))}" if fight.helpers else ""
    against = ", ".join(fight.monsters) or "nobody"
    ahead = "The players are ahead" if fight.is_winning else "The monsters are ahead"
    state = f"The combat is {fight.result}" if fight.result else ahead
    ties = "; the players win ties" if fight.wins_ties and not fight.result else ""
    played = f'<p class="caption">Played into it: {escape(", ".join(fight.played))}.</p>' if fight.played else ""
    title = f"{name(fight.fighter)}{helpers} against {against}"
    sums = f"<b>{fight.side}</b> : <b>{fight.foes}</b>"
    sides = _side("Players", fight.ours, fight.side) + _side("Monsters", fight.theirs, fight.foes)
    return (
        f'<div class="lab combat"><h3 class="heading">{escape(title)}</h3>'
        f'<p class="sums">{sums} <span class="soft">{escape(state + ties)}</span></p>'
        f'<div class="sides">{sides}</div>{_rolls(fight)}{played}</div>'
    )


def _side(title: str, parts: Iterable[Part], total: int) -> str:
    rows = "".join(f"<dt>{escape(part.words)}</dt><dd>{_signed(part.amount)}</dd>" for part in parts)
    return f'<dl class="sum"><dt><b>{title}</b></dt><dd><b>{total}</b></dd>{rows}</dl>'


def _rolls(fight: Fight) -> str:
    if not fight.rolls:
        return ""
    said = []
    for roll in fight.rolls:
        comes_to = f", which comes to {roll.total}" if roll.total != roll.die else ""
        end = "gets away" if roll.away else "is caught"
        said.append(f"<li>{name(roll.seat)} runs from {escape(roll.monster)}: rolls {roll.die}{comes_to}, {end}</li>")
    return f'<p class="subtitle">Running away</p><ul>{"".join(said)}</ul>'
