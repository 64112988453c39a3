"""The slow, obvious twin of `engine.facts.derive`: the same definitions, each read off the whole log by itself."""

from __future__ import annotations

from itertools import pairwise

from engine.records.events import Cause, Drawn, Ev, Result
from engine.records.kinds import Pile
from engine.records.state import Zone

HELD = (Zone.HAND, Zone.TABLE)


def derive_slowly(rows, cards, seats, start_level):
    """Facts of a game as plain dictionaries: game, seat, level, exposure."""
    levels = levels_by_round(rows, seats, start_level)
    return {
        "game": game_row(rows, levels, cards),
        "seat": [seat_row(rows, s, levels, start_level, cards) for s in range(seats)],
        "level": [(r, s, level) for r in sorted(levels) for s, level in enumerate(levels[r])],
        "exposure": [exposure_row(rows, s, c, cards) for s, c in arrivals(rows)],
    }


def count(rows, *kinds):
    return sum(r.kind in kinds for r in rows)


def levels_by_round(rows, seats, start_level):
    """Level of every seat when each round ended."""
    now, out = [start_level] * seats, {}
    for r in rows:
        if r.kind == Ev.LEVEL:
            now[r.target] = r.after
        if r.round > 0:
            out[r.round] = list(now)
    return out


def fights(rows):
    """(fighter, result, monsters left) of every combat that ended."""
    out = []
    for i, r in enumerate(rows):
        if r.kind == Ev.FIGHT_END:
            begin = max(j for j in range(i) if rows[j].kind == Ev.FIGHT)
            part = rows[begin:i]
            out.append((r.actor, r.other, count(part, Ev.JOIN) - count(part, Ev.REMOVE)))
    return out


def helpers(rows):
    """Seat that helped, for every deal that was made."""
    talk = [r for r in rows if r.kind in (Ev.ASK, Ev.OFFER, Ev.PROPOSE, Ev.REFUSE, Ev.DECLINE, Ev.ACCEPT)]
    deals = [(a, b) for a, b in pairwise(talk) if b.kind == Ev.ACCEPT and a.kind in (Ev.ASK, Ev.OFFER)]
    return [a.target if a.kind == Ev.ASK else a.actor for a, _ in deals]


def lead_changes(levels):
    leaders = [
        row.index(max(row)) for _, row in sorted(levels.items()) if row.count(max(row)) == 1
    ]  # fmt: skip
    return sum(a != b for a, b in pairwise(leaders))


def game_row(rows, levels, cards):
    turns = [r for r in rows if r.kind == Ev.TURN]
    over = [r for r in rows if r.kind == Ev.OVER]
    return {
        "turns": turns[-1].turn, "rounds": turns[-1].round, "ending": over[-1].other, "winners": over[-1].before,
        "n_winners": over[-1].before.bit_count(), "combats": count(rows, Ev.FIGHT),
        "kills": sum(n for _, result, n in fights(rows) if result == Result.KILLED),
        "flights": sum(result in (Result.FLED, Result.CAUGHT, Result.DIED) for _, result, _ in fights(rows)),
        "deaths": count(rows, Ev.DEATH), "helps": len(helpers(rows)), "lead_changes": lead_changes(levels),
        "reshuffles": len({(cards[r.card]["pile"], r.other) for r in rows if r.kind == Ev.SHUFFLE}),
        "bosses": count(rows, Ev.BOSS),
    }  # fmt: skip


def seat_row(rows, seat, levels, start_level, cards):
    winners = [r for r in rows if r.kind == Ev.OVER][-1].before
    won = winners >> seat & 1
    mine = [r for r in rows if r.kind == Ev.LEVEL and r.target == seat]
    return {
        "won": won, "credit": won / max(1, winners.bit_count()), "final_level": mine[-1].after if mine else start_level,
        "kills": sum(n for fighter, result, n in fights(rows) if result == Result.KILLED and fighter == seat),
        "helps": helpers(rows).count(seat), "deaths": sum(r.kind == Ev.DEATH and r.target == seat for r in rows),
        "levels_bought": sum(r.after - r.before for r in mine if r.other == Cause.SALE),
        "curses": sum(r.kind == Ev.CURSE and r.target == seat for r in rows),
        "treasures": sum(reaches(r, seat) and cards[r.card]["pile"] == Pile.TREASURE for r in rows),
        "gold_in_play": sum(int(cards[c]["gold"]) for c in range(len(cards)) if place(rows, c) == (Zone.TABLE, seat)),
    }  # fmt: skip


def moves(rows, card):
    return [r for r in rows if r.kind <= Ev.LAST_MOVE and r.card == card and r.kind != Ev.REMOVE]


def place(rows, card):
    """Where a card is at the end."""
    path = moves(rows, card)
    return (path[-1].after, path[-1].target) if path else (Zone.DECK, -1)


def reaches(r, seat):
    """Whether a row is a card's way to a seat from anywhere but that seat."""
    if r.kind > Ev.LAST_MOVE or r.target != seat or r.after not in HELD:
        return False
    return not (r.actor == seat and r.before in HELD)


def arrivals(rows):
    """(seat, card) in the order of first contact."""
    return list(dict.fromkeys((r.target, r.card) for r in rows if r.kind <= Ev.LAST_MOVE and reaches(r, r.target)))


def exposure_row(rows, seat, card, cards):
    path = moves(rows, card)
    first = next(r for r in path if reaches(r, seat))
    leaves = [r for r in path if r.actor == seat and r.before in HELD]
    turn_at = [r.turn if r.kind == Ev.TURN else None for r in rows]
    begun = lambda i: max([t for t in turn_at[:i] if t is not None], default=0)  # noqa: E731
    dead = [r for r in leaves if r.kind == Ev.DISCARD and is_corpse(rows, rows.index(r), seat)]
    on_table, turns = None, 0
    for i, r in enumerate(rows):
        if r not in path:
            continue
        if on_table is not None:
            turns, on_table = turns + begun(i) - on_table, None
        if r.target == seat and r.after == Zone.TABLE:
            on_table = begun(i)
    if on_table is not None:
        turns += begun(len(rows)) - on_table
    return {
        "seat": seat, "card": int(cards[card]["number"]), "copy": int(cards[card]["copy"]),
        "opening": int(first.kind == Ev.DRAW and first.other == Drawn.DEALT), "drawn_turn": begun(rows.index(first)),
        "played": int(any(r.kind == Ev.PLAY for r in leaves)), "in_play_turns": turns,
        "sold": int(any(r.kind == Ev.SELL for r in leaves)),
        "lost": int(bool(dead) or any(r.kind in (Ev.LOSE, Ev.STEAL, Ev.LOOT) for r in leaves)),
        "at_end": int(place(rows, card) in ((Zone.HAND, seat), (Zone.TABLE, seat))),
    }  # fmt: skip


def is_corpse(rows, i, seat):
    """Whether a seat lay dead when row i was written."""
    last = [r.kind for r in rows[:i] if r.kind in (Ev.DEATH, Ev.REBORN) and r.target == seat]
    return bool(last) and last[-1] == Ev.DEATH
