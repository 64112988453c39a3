"""The slow, obvious twin of `engine.facts.derive`: the same definitions, each read off the whole log by itself."""

from __future__ import annotations

from itertools import groupby, pairwise

from engine.records.card_kinds import Kind, Pile, Trigger
from engine.records.events import Cause, Drawn, Ev, How, Result
from engine.records.opcodes import Op
from engine.records.state import Zone

HELD = (Zone.HAND, Zone.TABLE)
FROM = {Ev.GIVE: How.GIVEN, Ev.CHARITY: How.GIVEN, Ev.STEAL: How.STOLEN, Ev.LOOT: How.LOOTED, Ev.REWARD: How.REWARD}
WON = (Result.KILLED, Result.REMOVED)


def derive_slowly(rows, cards, seats, start_level):
    """Facts of a game as plain dictionaries: game, seat, level, exposure."""
    levels = levels_by_round(rows, seats, start_level)
    return {
        "game": game_row(rows, levels, cards),
        "seat": [seat_row(rows, s, levels, start_level, cards) for s in range(seats)],
        "level": [(r, s, level) for r in sorted(levels) for s, level in enumerate(levels[r])],
        "exposure": [exposure_row(rows, stay, cards) for stay in stays(rows, cards)],
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


def stays(rows, cards):
    """For each time that a card became a seat's: the move with which it did, what followed there, and the move away."""
    found = []
    for c in range(len(cards)):
        runs = [list(run) for _, run in groupby(moves(rows, c), key=lambda r: r.target)]
        for run, after in pairwise([*runs, []]):
            if run[0].target >= 0:
                begins = [i for i, r in enumerate(run) if r.after in HELD or is_door(r, cards)]
                found += [run[begins[0] :] + after[:1]] if begins else []
    return sorted(found, key=lambda stay: stay[0].seq)


def is_door(r, cards):
    return r.kind == Ev.REVEAL and cards[r.card]["pile"] == Pile.DOOR


def out_of_pile(rows, card, until):
    """The last move of a card out of its pile up to a row."""
    return [r for r in moves(rows, card) if r.before == Zone.DECK and r.seq <= until][-1]


def passes(rows, pile, until, cards):
    """How often a pile had been made anew from its discards before a row."""
    return len({r.other for r in rows[:until] if r.kind == Ev.SHUFFLE and cards[r.card]["pile"] == pile})


def was_known(rows, out, cards):
    """Whether somebody knew that a card was the next of its pile: who looked at it, or put it there."""
    pile, known = cards[out.card]["pile"], 0
    for r in rows[: out.seq]:
        moved = r.kind <= Ev.LAST_MOVE and cards[r.card]["pile"] == pile
        if moved and r.before == Zone.DECK:
            known = max(0, known - 1)
        elif moved and r.after == Zone.DECK and r.kind != Ev.SHUFFLE:
            known += 1
        elif r.kind == Ev.ABILITY and r.other == Op.PEEK and pile == Pile.DOOR:
            known = known or 1
        elif r.kind == Ev.LOOK and cards[r.card]["pile"] == pile:
            known = max(known, r.before + 1)
        elif r.kind == Ev.UNDER and cards[r.card]["pile"] == pile:
            known = max(0, known - 1)
    return known > 0


def follows_a_win(rows, drawn):
    """Whether nothing but the end of a won combat has led to a draw."""
    for r in reversed(rows[: drawn.seq]):
        if r.kind == Ev.FIGHT_END:
            return r.other in WON and r.phase == drawn.phase
        if r.kind in (Ev.PLAY, Ev.REWARD, Ev.ABILITY, Ev.CURSE, Ev.CHOICE):
            return False
        if r.kind == Ev.ACTS and r.other != Trigger.SPENT:
            return False
    return False


def how_it_came(rows, r, cards):
    if r.kind == Ev.DRAW and r.other == Drawn.DEALT:
        return How.DEALT
    if r.kind == Ev.DRAW:
        treasure = cards[r.card]["pile"] == Pile.TREASURE
        return How.REWARD if treasure and follows_a_win(rows, r) else How.DRAWN
    if r.kind == Ev.SETUP and cards[r.card]["kind"] == Kind.CHARACTER:
        return How.DEALT
    return How.KICKED if r.kind == Ev.REVEAL else FROM.get(r.kind, How.OTHER)


def is_divided(rows, pick):
    """Whether two players picked from the face-up Treasures of a combat."""
    ends = [r.seq for r in rows if r.kind == Ev.FIGHT_END]
    begin, end = max([e for e in ends if e < pick.seq], default=0), min([e for e in ends if e > pick.seq], default=None)
    return len({r.target for r in rows[begin:end] if r.kind == Ev.REWARD}) > 1


def origin(rows, r, cards):
    """How a card came, the pass of its pile, and whether it came by lot."""
    how = how_it_came(rows, r, cards)
    if r.kind == Ev.SETUP and how == How.DEALT:
        return {"how": how, "pass": -1, "by_lot": 1}
    if how > How.REWARD:
        return {"how": how, "pass": -1, "by_lot": 0}
    out = out_of_pile(rows, r.card, r.seq)
    chosen = was_known(rows, out, cards) or (r.kind == Ev.REWARD and is_divided(rows, r))
    return {"how": how, "pass": passes(rows, cards[r.card]["pile"], out.seq, cards), "by_lot": int(not chosen)}


def turns_on_table(rows, stay):
    """Turns that began while a card lay before its seat."""
    begun = lambda i: max([r.turn for r in rows[:i] if r.kind == Ev.TURN], default=0)  # noqa: E731
    seat, total = stay[0].target, 0
    for r, following in zip(stay, [*stay[1:], None], strict=True):
        if (r.target, r.after) == (seat, Zone.TABLE):
            total += begun(len(rows) if following is None else following.seq) - begun(r.seq)
    return total


def curse_behind_the_door(rows, r):
    """Whether a card that lay open goes to the table as the last Curse that struck."""
    struck = [q.card for q in rows[: r.seq] if q.kind == Ev.CURSE]
    return r.before == Zone.OPEN and struck[-1:] == [r.card]


def exposure_row(rows, stay, cards):
    first, seat, card = stay[0], stay[0].target, stay[0].card
    later = stay[1:]
    leaves = [r for r in later if r.before in HELD]
    dead = [r for r in leaves if r.kind == Ev.DISCARD and is_corpse(rows, r.seq, seat)]
    played = [r for r in later if r.kind == Ev.PLAY and not curse_behind_the_door(rows, r)]
    begun = max([r.turn for r in rows[: first.seq] if r.kind == Ev.TURN], default=0)
    how = origin(rows, first, cards)
    return {
        "seat": seat, "card": int(cards[card]["number"]), "copy": int(cards[card]["copy"]), **how,
        "opening": int(how["how"] == How.DEALT), "drawn_turn": begun,
        "held": int(any(r.target == seat and r.after in HELD for r in stay)),
        "played": int(bool(played)), "in_play_turns": turns_on_table(rows, stay),
        "sold": int(any(r.kind == Ev.SELL for r in leaves)),
        "lost": int(bool(dead) or any(r.kind in (Ev.LOSE, Ev.STEAL, Ev.LOOT) for r in leaves)),
        "at_end": int(stay[-1].target == seat and stay[-1].after in HELD),
    }  # fmt: skip


def is_corpse(rows, i, seat):
    """Whether a seat lay dead when row i was written."""
    last = [r.kind for r in rows[:i] if r.kind in (Ev.DEATH, Ev.REBORN) and r.target == seat]
    return bool(last) and last[-1] == Ev.DEATH
