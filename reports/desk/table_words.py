"""A table as HTML: the players, how a combat adds up, and lines of what has happened; replayed or played live."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from html import escape
from typing import NamedTuple

from engine.inputs.quote import joined
from engine.records.card_kinds import FEMALE, MALE
from lab.games.table_snapshots import Fight, Laid, Part, Player, Shot
from lab.story.story_page import STRENGTHS
from reports.theme import SEAT_COLOURS, pair

LEGIBLE = 0.04
"""Part of the width below which a piece of a bar has no room for its number."""
YOU = "you"
"""Who plays a seat in which the reader sits."""
SEXES = {MALE: "male", FEMALE: "female"}


class Called(NamedTuple):
    """What players are called, and who they are, seat by seat."""

    names: tuple[str, ...]
    agents: tuple[str, ...]


def colour(seat: int) -> str:
    """The colour of a player, in charts and on the table."""
    return SEAT_COLOURS[seat % len(SEAT_COLOURS)]


def line(text: str, differs: bool = False, names: Sequence[str] = ()) -> str:
    """A line of a told game, in the colour of whom it begins with; `differs`: another game has another one here."""
    what, _, strengths = text.partition(STRENGTHS)
    mark = ' <span class="badge differs">first difference</span>' if differs else ""
    sums = f" <small>[{escape(strengths)}</small>" if strengths else ""
    whose = next((seat for seat, name in enumerate(names) if text.startswith((f"{name} ", f"{name}\u2019"))), None)
    look = "" if whose is None else f' style="--seat:{pair(colour(whose))}"'
    return f"<li{look}>{escape(what)}{sums}{mark}</li>"


def table(called: Called, shot: Shot, hands: Container[int], beside: bool = False) -> str:
    """Everybody at the table, with the hands of some seats; `beside`: there is less room."""
    cards = [_player(seat, called, player, shot, seat in hands) for seat, player in enumerate(shot.players)]
    doors, treasures = (
        f"{n:,} {what}{'s' * (n != 1)}" for n, what in ((shot.doors, "Door"), (shot.treasures, "Treasure"))
    )
    piles = f"Left in the decks: {doors}, {treasures}."
    return (
        f'<div class="lab seats{" beside" if beside else ""}">{"".join(cards)}</div><p class="lab caption">{piles}</p>'
    )


def places(called: Called, whys: Sequence[str]) -> str:
    """Who sits where, before a game begins, and how each of them plays."""
    begins = ('<span class="badge">begins</span>', *[""] * len(whys))
    seats = "".join(
        f'<div class="seat" style="--seat:{pair(colour(seat))}"><p class="who"><b>{escape(name)}</b> '
        f'<span class="soft">{escape(who)}</span>{begins[seat]}</p><p class="caption">{escape(why)}</p></div>'
        for seat, (name, who, why) in enumerate(zip(*called, whys, strict=True))
    )
    return f'<div class="lab seats">{seats}</div>'


def _player(seat: int, called: Called, player: Player, shot: Shot, shows_hand: bool) -> str:
    decides, is_played = seat == shot.asked, YOU in called.agents
    badges = [
        (f"{called.names[seat]}\u2019s turn", seat == shot.active and not decides),
        ("next to act", decides),
        ("dead", player.dead),
    ]
    marks = "".join(f'<span class="badge">{escape(word)}</span>' for word, on in badges if on)
    hand = ", ".join(player.hand) if shows_hand and player.hand else ""
    held = f"{len(player.hand)} card{'' if len(player.hand) == 1 else 's'}{': ' if hand else ''}{escape(hand)}"
    rows = [
        ("munchkin", ", ".join(filter(None, [*player.identity, SEXES.get(player.sex, "")]))),
        ("carries", ", ".join(map(_laid, player.carried))), ("has", ", ".join(player.others)),
    ]  # fmt: skip
    facts = "".join(f"<dt>{what}</dt><dd>{escape(said)}</dd>" for what, said in rows if said)
    who = f"<b>{escape(called.names[seat])}</b>"
    sums = "".join(f"<dt>{escape(what)}</dt><dd>{signed(more) if more else ''}</dd>" for what, more in _sum(player))
    acts = seat == shot.active or (decides and is_played)  # all others are folded where there is little room
    return (
        f'<details class="seat"{" open" if acts else ""} style="--seat:{pair(colour(seat))}"><summary>'
        f'<p class="who">{who} <span class="soft">{escape(called.agents[seat])}</span>{marks}</p>'
        f'<p class="numbers"><b>{player.level}</b> <span class="soft">Level</span> <b>{player.strength}</b> '
        f'<span class="soft">strength</span></p></summary><dl class="sum">{sums}</dl>'
        f"<dl>{facts}<dt>hand</dt><dd>{held}</dd></dl></details>"
    )


def _sum(player: Player) -> list[tuple[str, int]]:
    """What a strength is made of: what is worn, each with what it adds, what else adds, and the rest."""
    told = [("Level", player.level), *((_laid(card), card.bonus) for card in player.worn)]
    told += [(part.words, part.amount) for part in player.powers]
    rest = player.strength - sum(more for _, more in told)
    return [*told, *([("rules and Curses", rest)] if rest else [])]


def _laid(card: Laid) -> str:
    return f"{card.name} with {', '.join(card.on_it)}" if card.on_it else card.name


def signed(amount: int) -> str:
    """A number with its sign."""
    return f"{amount:+d}".replace("-", "\u2212")


def combat(fight: Fight, names: Sequence[str], stakes: str = "") -> str:
    """Both sides of a combat with all that they are made of, who has got away, and what may hang on it."""
    helpers = f" with {joined(names[s] for s in fight.helpers)}" if fight.helpers else ""
    against = ", ".join(fight.monsters) or "nobody"
    ours, theirs = "The players are" if fight.helpers else f"{names[fight.fighter]} is", "The monsters are"
    state = f"The combat is {fight.result}" if fight.result else f"{ours if fight.is_winning else theirs} ahead"
    ties = "ties are won" if fight.wins_ties and not fight.result else ""
    state = "; ".join(filter(None, (state, ties, stakes)))
    played = f'<p class="caption">Played into it: {escape(", ".join(fight.played))}.</p>' if fight.played else ""
    title = f"{names[fight.fighter]}{helpers} against {against}"
    sums = f"<b>{fight.side}</b> : <b>{fight.foes}</b>"
    alone = [] if fight.helpers else [names[fight.fighter]]
    sides = _side("Players", fight.ours, fight.side, alone) + _side(
        "Monsters", fight.theirs, fight.foes, fight.monsters
    )
    return (
        f'<div class="lab combat" style="--seat:{pair(colour(fight.fighter))}"><h3 class="heading">{escape(title)}</h3>'
        f'<p class="sums">{sums} <span class="soft">{escape(state)}</span></p>'
        f'{_bars(fight, names)}<div class="sides">{sides}</div>{_rolls(fight, names)}{played}</div>'
    )


def _side(title: str, parts: Iterable[Part], total: int, who: Sequence[str]) -> str:
    """The sum of a side, line by line; where only one is on it the title names it once for all lines."""
    said = [(part.words, part.amount) for part in parts]
    if len(who) == 1:
        title, said = who[0], [(words.removeprefix(f"{who[0]}: "), amount) for words, amount in said]
    rows = "".join(f"<dt>{escape(words)}</dt><dd>{signed(amount)}</dd>" for words, amount in said)
    return f'<dl class="sum"><dt><b>{escape(title)}</b></dt><dd><b>{total}</b></dd>{rows}</dl>'


def _bars(fight: Fight, names: Sequence[str]) -> str:
    """Both sides as bars of one scale, as long as they are strong, in the colours of those who bring what adds to them.

    What is taken from a side is the end of its bar: an outline without a filling.
    """
    sides = (("ours", fight.ours), ("theirs", fight.theirs))
    full = max(1, *(sum(part.amount for part in parts if part.amount > 0) for _, parts in sides))
    return "".join(f'<div class="bar {which}" aria-hidden="true">{_pieces(parts, full, names)}</div>'
                   for which, parts in sides)  # fmt: skip


def _pieces(parts: Sequence[Part], full: int, names: Sequence[str]) -> str:
    """The pieces of a bar up to what is left of them, and what is taken; `full`: what fills the whole width."""
    more = sum(part.amount for part in parts if part.amount > 0)
    less = -sum(part.amount for part in parts if part.amount < 0)
    left, told = max(more - less, 0), ""
    for words, amount in ((part.words, part.amount) for part in parts if part.amount > 0):
        whose = next((seat for seat, name in enumerate(names) if words.startswith(f"{name}: ")), None)
        look = "" if whose is None else f"--seat:{pair(colour(whose))};"
        size, left = min(amount, left), max(left - amount, 0)
        told += _piece("span", f"{words} {signed(amount)}", size, full, str(size), look) if size else ""
    return told + (_piece("i", "taken", min(less, more), full, signed(-less)) if less and more else "")


def _piece(tag: str, title: str, size: int, full: int, text: str, look: str = "") -> str:
    text = text if size >= LEGIBLE * full else ""
    return f'<{tag} style="{look}width:{100 * size / full:.2f}%" title="{escape(title)}">{text}</{tag}>'


def _rolls(fight: Fight, names: Sequence[str]) -> str:
    if not fight.rolls:
        return ""
    said = []
    for roll in fight.rolls:
        comes_to = f", which comes to {roll.total}" if roll.total != roll.die else ""
        end = "gets away" if roll.away else "is caught"
        said.append(
            f"<li>{escape(names[roll.seat])} runs from {escape(roll.monster)}: rolls {roll.die}{comes_to}, {end}</li>"
        )
    return f'<p class="subtitle">Running away</p><ul>{"".join(said)}</ul>'
