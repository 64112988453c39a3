"""Small hand-made data for pages: what a run of some arms could look like, and what an empty one does."""

from __future__ import annotations

import polars as pl

from lab.metrics.combats import COUNTS
from lab.metrics.endings import ENDINGS
from lab.metrics.style import MEASURES
from lab.store.tables import ABOUT

ARMS = ("cthulhu", "cthulhu+faster", "cthulhu+shared-victory", "cthulhu+epic", "base")


def with_bounds(name, value, half):
    return {name: value, f"{name}_low": value - half, f"{name}_high": value + half}


def keyed(arms, rows):
    return pl.DataFrame([{"run_id": "r", "arm": arm, **row} for arm in arms for row in rows])


def about(arms, games):
    run = dict.fromkeys(ABOUT["run"]) | {"run_id": "r", "seed": 7, "status": "done", "code_hash": "c" * 16}
    arm = [
        {
            "run_id": "r", "arm": a, "variant": a, "decks": ["cthulhu"], "rules_hash": "x", "deck_hash": "d",
            "seats": 4, "agents": ["balanced", "random"], "games": games, "position": i,
        }
        for i, a in enumerate(arms)
    ]  # fmt: skip
    card = dict.fromkeys(ABOUT["card"]) | {
        "deck_hash": "d",
        "card": 0,
        "copies": 2,
        "origin": "public",
        "unmodelled": "",
    }
    return {"run": pl.DataFrame([run]), "arm": pl.DataFrame(arm), "card": pl.DataFrame([card])}


def card_row(number, oh_n):
    delta = 0.02 * (number - 2)
    return {
        "card": number, "id": f"card-{number}", "name": f"Card <{number}>", "pile": "door", "kind": "curse",
        "copies": 1, "unmodelled": number == 3, "games": 300, "seat_games": 1200, "gih_n": 700, "gd_n": 600,
        "oh_n": oh_n, "played_n": 400, "gns_n": 500, "play_rate": 0.6, **with_bounds("naive_gih_wr", 0.3, 0.02),
        **with_bounds("naive_iwd", 0.05, 0.03), **with_bounds("randomised_oh_delta", delta, 0.04),
        "randomised_oh_p": 0.01 * number, "randomised_oh_q": 0.05 * number,
        **with_bounds("randomised_oh_delta_shrunk", delta / 2, 0.02), "verdict": "cannot tell yet",
    }  # fmt: skip


def run_data(arms=ARMS, games=300):
    """Everything the pages ask for, for some arms."""
    quantiles = {"q05": 20, "q10": 30, "q25": 40, "median": 50, "q75": 60, "q90": 80, "q95": 90}
    length = [
        {"measure": m, "games": games, "capped": 3, **with_bounds("mean", 52.5, 1.5), **quantiles}
        for m in ("rounds", "turns")
    ]
    kinds = {"kill": 0.9, "shared": 0.09, "capped": 0.01}
    endings = [
        {"ending": e, "games": games, "count": int(games * kinds.get(e, 0)), **with_bounds("share", kinds.get(e, 0), 0)}
        for e in ENDINGS
    ]
    curve = [
        {
            "group": g,
            "round": r,
            "games": max(1, games - 20 * (r - 1)),
            **with_bounds("mean", r / 2, 0.2),
            "q10": 1,
            "q50": 3,
            "q90": 8,
        }
        for g in ("all", "other", "winner")
        for r in range(1, 15)
    ]
    seats = [
        {
            "place": p,
            "games": games,
            **with_bounds("credit", 0.25, 0.03),
            "sole_wins": 60,
            "shared_wins": 9,
            "p_equal": 0.4,
        }
        for p in range(4)
    ]
    fights = [
        {"measure": m, "games": games, **with_bounds("value", 0.4 if m == "lost_share" else 12.0, 0.05)}
        for m in (*COUNTS, "lost_share")
    ]
    players = [
        {
            "agent": a, "games": games, "seat_games": games, **with_bounds("credit", 0.25, 0.03), "fair_share": 0.25,
            "anchor": "balanced", **with_bounds("rating", 1500.0 - 100 * i, 40.0), "chance": 0.2, "rating_q": 0.04,
        }
        for i, a in enumerate(("balanced", "random"))
    ]  # fmt: skip
    styles = [
        {"agent": p["agent"], "measure": m, "per": row.unit, "games": games, **with_bounds("value", 0.3 + i / 10, 0.1)}
        for i, p in enumerate(players) for m, row in MEASURES.items()
    ]  # fmt: skip
    lead = {"games": games, **with_bounds("mean", 4.0, 0.3), **with_bounds("per_10_rounds", 2.0, 0.1)}
    lead |= {"q10": 1, "q50": 4, "q90": 8, **with_bounds("never", 0.02, 0.01)}
    return about(arms, games) | {
        "game_length": keyed(arms, length), "endings": keyed(arms, endings), "level_curve": keyed(arms, curve),
        "seat_advantage": keyed(arms, seats), "combats": keyed(arms, fights), "lead_changes": keyed(arms, [lead]),
        "persona_win": keyed(arms, players), "rating": keyed(arms, players), "style": keyed(arms, styles),
        "card_table": keyed(arms, [card_row(n, oh_n=40 if n == 1 else 400) for n in range(6)]),
    }  # fmt: skip


def emptied(data):
    """The same columns without a single row of a metric: a run that has not finished a shard."""
    return {name: frame if name in ("run", "arm", "card") else frame.clear() for name, frame in data.items()}
