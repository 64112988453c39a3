"""A small store whose every number is written down here, so that what is printed of it stays the same."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from engine.records.events import Result
from engine.records.switches import RULES_VERSION
from lab.store.event_codes import HOW
from lab.store.store_folder import Store
from lab.store.stored_tables import FACTS, TABLES

FINISHED, UNFINISHED = "5ca1ab1e0001", "5e1f0b0a0002"
ARMS = ("base", "base+faster")
GAMES, SEATS = 60, 4
AGENTS = ("balanced", "kitchen-table", "novice", "random")
CARDS = (
    ("wooden-leg", "Wooden Leg", "treasure", "item"), ("large-angry-hen", "Large Angry Hen", "door", "monster"),
    ("go-up-a-level-by-asking", "Ask The Others For A Level", "treasure", "go_up_a_level"),
    ("curse-of-the-forgotten-lunch", "Curse! The Forgotten Lunch Of The Third Day", "door", "curse"),
    ("potion-of-7-seas", "Potion Of 7 Seas", "treasure", "one_shot"), ("orc-cousin", "Orc Cousin", "door", "monster"),
)  # fmt: skip
"""Id, name, pile and kind; some are long, one holds a digit."""


def fixed_store(path: Path) -> Store:
    """A finished run of two variants, and a younger one of which a third is played."""
    store = Store.open(path, create=True)
    _add(store, FINISHED, ARMS, GAMES, GAMES, "base")
    _add(store, UNFINISHED, ("cthulhu",), GAMES, GAMES // 3, "cthulhu")
    return store


def _add(store: Store, run: str, arms: tuple[str, ...], planned: int, done: int, deck: str) -> None:
    first = run == FINISHED
    about = {
        "run": [
            {
                "run_id": run, "created_at": f"2026-03-0{1 if first else 2}T12:34:56+00:00", "command": "lab run",
                "seed": 7, "engine_version": "0.1.0", "rules_version": RULES_VERSION, "code_hash": "c0de",
                "spec_hash": "5bec", "wall_s": 1.5, "workers": 1, "status": "done" if first else "interrupted",
            }
        ],
        "arm": [
            {
                "run_id": run, "arm": arm, "variant": arm, "decks": [deck], "rules_hash": arm, "deck_hash": deck,
                "seats": SEATS, "agents": list(AGENTS), "games": planned,
            }
            for arm in arms
        ],
        "card": [
            {
                "deck_hash": deck, "card": number, "id": card, "name": name, "pile": pile, "kind": kind, "level": 1,
                "treasures": 1, "bonus": 0, "slot": "none", "gold": 100, "copies": 1, "origin": "synthetic",
                "source": "", "unmodelled": "",
            }
            for number, (card, name, pile, kind) in enumerate(CARDS)
        ],
        "rule": [
            {"run_id": run, "arm": arm, "switch": "victory.level", "value": "10", "set_by": "default"} for arm in arms
        ] + [
            {
                "run_id": run, "arm": arm, "switch": "faster_play.listen_at_door",
                "value": "true" if "faster" in arm else "false", "set_by": arm.rpartition("+")[2],
            }
            for arm in arms
        ],
    }  # fmt: skip
    spec = f"arms = [{', '.join(repr(arm) for arm in arms)}]\ngames = {planned}\nseed = 7\nagents = {list(AGENTS)}\n"
    store.begin(run, spec, {name: _frame(name, rows) for name, rows in about.items()})
    for number, arm in enumerate(arms):
        rows = _facts(run, arm, number, done)
        store.commit(run, f"{arm}-0", {name: _frame(name, rows[name]) for name in FACTS})


def _frame(table: str, rows: list[dict[str, object]]) -> pl.DataFrame:
    """Rows with the types of a table; columns that are not given are null."""
    frame = pl.DataFrame(rows, infer_schema_length=None)
    missing = [pl.lit(None).alias(name) for name in TABLES[table] if name not in frame.columns]
    return frame.with_columns(missing).select(pl.col(name).cast(kind) for name, kind in TABLES[table].items())


def _facts(run: str, arm: str, number: int, done: int) -> dict[str, list[dict[str, object]]]:
    out: dict[str, list[dict[str, object]]] = {name: [] for name in FACTS}
    for game in range(done):
        key = {"run_id": run, "arm": arm, "game": game}
        winner, rounds = (game * 3 + game // 7 + number) % SEATS, 8 + game * 5 % 9 - 2 * number
        out["game"].append(key | _game(game, number, rounds, winner))
        out["seat"] += [key | _seat(game, seat, winner) for seat in range(SEATS)]
        out["level"] += [key | {"round": r, "seat": s, "level": _level(r, s, rounds, winner)}
                         for r in range(1, rounds + 1) for s in range(SEATS)]  # fmt: skip
        out["exposure"] += [key | _exposure(game, seat, card) for seat in range(SEATS) for card in _held(game, seat)]
        out["exposure"] += [key | _kicked(game, seat) for seat in range(SEATS)]
        out["event"] += [key | row | {"seq": seq} for seq, row in enumerate(_events(game, winner))]
    return out


def _game(game: int, number: int, rounds: int, winner: int) -> dict[str, object]:
    return {
        "turns": rounds * SEATS - winner, "rounds": rounds, "ending": "capped" if game == 11 else "kill",
        "winners": [winner], "n_winners": 1, "first_seat": game % SEATS, "decisions": 400 + 3 * game, "combats": 20,
        "kills": 9 + game % 4, "flights": 3 + game % 5 - number, "deaths": game % 2, "helps": game % 3,
        "lead_changes": game % 5, "reshuffles": 0, "bosses": 0,
    }  # fmt: skip


def _seat(game: int, seat: int, winner: int) -> dict[str, object]:
    won = int(seat == winner)
    return {
        "seat": seat, "agent": AGENTS[(seat + game) % SEATS], "won": won, "credit": float(won),
        "final_level": 10 if won else 4 + (game + seat) % 6, "kills": 3, "helps": 1, "deaths": 0, "levels_bought": 1,
        "curses": seat, "treasures": 9 + game % 7, "gold_in_play": 1500 + 100 * seat,
    }  # fmt: skip


def _level(at: int, seat: int, rounds: int, winner: int) -> int:
    return 1 + 9 * at // rounds if seat == winner else 1 + (3 + seat) * at // rounds


def _held(game: int, seat: int) -> list[int]:
    return sorted({(game + seat) % len(CARDS), (game * 5 + seat * 2 + 1) % len(CARDS)})


def _exposure(game: int, seat: int, card: int) -> dict[str, object]:
    dealt = (game + card) % 2
    return {
        "seat": seat, "card": card, "copy": 0, "how": HOW.index("dealt" if dealt else "drawn"), "pass": 0, "by_lot": 1,
        "opening": dealt, "drawn_turn": 1 - dealt, "held": 1, "played": int((game + seat) % 3 > 0), "in_play_turns": 4,
        "sold": 0, "lost": 0, "at_end": 0,
    }  # fmt: skip


def _kicked(game: int, seat: int) -> dict[str, object]:
    """The door that a seat kicks open: nobody takes it."""
    card = (1, 3, 5)[(game * 2 + seat + game // 4) % 3]
    return _exposure(game, seat, card) | {
        "how": HOW.index("kicked"), "opening": 0, "drawn_turn": 1, "held": 0, "played": 0, "in_play_turns": 0,
    }  # fmt: skip


def _events(game: int, winner: int) -> list[dict[str, object]]:
    """Each seat's turn with one combat; the winner kills, others flee now and then."""
    rows: list[dict[str, object]] = []
    for seat in range(SEATS):
        lost = seat != winner and (game + seat) % 3 == 0
        common = {"turn": seat + 1, "round": 1, "phase": "combat", "actor": seat, "target": -1, "card": -1, "copy": 0}
        for kind, other in (
            ("turn", 0),
            ("fight", 0),
            ("fight_end", Result.FLED if lost else Result.KILLED),
            ("turn_end", 0),
        ):
            rows.append(common | {"kind": kind, "other": int(other), "before": 0, "after": 5})
    return rows
