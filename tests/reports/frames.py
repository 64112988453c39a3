"""Small hand-made data for pages: what a run of some arms could look like, and what an empty one does."""

from __future__ import annotations

import polars as pl

from lab.health.health_check import HEALTH
from lab.impact.other_players import SCHEMA as ELSEWHERE
from lab.metrics.combats import COUNTS
from lab.metrics.endings import ENDINGS
from lab.metrics.style import MEASURES
from lab.store.given_up_games import COLUMNS as GIVEN_UP
from lab.store.stored_tables import ABOUT
from reports.elements import Data
from tests.reports.compared import agreement, change_row, comparison, fought, kind_changes, rules, with_bounds

ARMS = ("cthulhu", "cthulhu+faster", "cthulhu+shared-victory", "cthulhu+epic", "base")

_ENDS = {"won": 0.6, "fled": 0.1, "caught": 0.2, "died": 0.04, "gone": 0.06}


def keyed(arms, rows):
    return pl.DataFrame([{"run_id": "r", "arm": arm, **row} for arm in arms for row in rows], infer_schema_length=None)


def about(arms, games):
    run = dict.fromkeys(ABOUT["run"]) | {
        "run_id": "r", "seed": 7, "status": "done", "code_hash": "c" * 16, "digest": "",
        "pace": "Minutes: an estimate.",
    }  # fmt: skip
    arm = [
        {
            "run_id": "r", "arm": a, "variant": a, "decks": ["cthulhu"], "rules_hash": "x", "deck_hash": "d",
            "seats": 4, "agents": ["balanced", "random"], "games": games, "position": i,
        }
        for i, a in enumerate(arms)
    ]  # fmt: skip
    card = dict.fromkeys(ABOUT["card"]) | {
        "deck_hash": "d", "card": 0, "copies": 2, "origin": "public", "unmodelled": "",
    }  # fmt: skip
    return {"run": pl.DataFrame([run]), "arm": pl.DataFrame(arm), "card": pl.DataFrame([card])}


PLANTED = {0: 0.05, 1: 0.04, 2: 0.001, 3: -0.03, 4: -0.01, 5: 0.06, 6: -0.05}
"""What each card is worth by the number that it is judged by: 0 to 4 are held, 5 and 6 are met."""
SAID = {0: "too strong", 1: "too strong", 2: "about average", 3: "too weak", 5: "too strong", 6: "too weak"}


def judged_row(number, asked=""):
    """A card as `lab cards` judges it; 3 came seldom."""
    kind = {0: "item", 1: "one_shot", 5: "monster", 6: "curse"}.get(number, "item")
    by = asked or ("kicked" if number > 4 else "hand")
    value, prefixes = PLANTED[number], ("hand", "draw", "kick", "reward", "oh")
    parts = {
        f"{prefix}_{part}": v
        for prefix in prefixes
        for part, v in {"delta": value, "low": value - 0.01, "high": value + 0.01, "n": 40 if number == 3 else 900,
                        "q": 0.01, "se": 0.005}.items()
    }  # fmt: skip
    return {
        "asked": asked, "card": number, "id": f"card-{number}", "name": f"Card <{number}>", "pile": "door",
        "kind": kind, "copies": 2 if number == 1 else 1, "unmodelled": number == 6, "judged_by": by,
        "deck": "mine" if number == 2 else None, "judged_delta": 1.2 * value, **with_bounds("shrunken", value, 0.01),
        "verdict": SAID.get(number, "cannot tell yet"), **with_bounds("against_blank", value + 0.02, 0.01),
        **with_bounds("blank", -0.02, 0.01), **parts, "games": 300, **with_bounds("naive_iwd", 0.1 - value, 0.03),
        **with_bounds("naive_gih_wr", 0.3, 0.02), "play_rate": 0.6, "reliability": 0.7, "reliability_low": 0.6,
        "reliability_high": 0.8, "half_width": 0.023, "games_for_point": 16_000.0, "games_for_ranking": 4_000.0,
        "games_for_ranking_low": 3_000.0, "games_for_ranking_high": 5_000.0,
    }  # fmt: skip


def blank_row(asked, by):
    own = judged_row(4, asked)
    empty = ("verdict", "against_blank", "naive_iwd", "naive_gih_wr", "play_rate", "card")
    none = {key: None for key in own if key.startswith(empty)}
    words = {"id": "blank-door", "name": "blank card", "kind": "blank", "judged_by": by}
    return own | none | words | with_bounds("shrunken", -0.02, 0.01)


def judged_rows():
    """Every card by the number that tells most of it, and all of them by what they are worth when drawn."""
    return [
        *(judged_row(n) for n in PLANTED), blank_row("", "hand"), blank_row("", "kicked"),
        *(judged_row(n, "drawn") for n in PLANTED), blank_row("drawn", "drawn"),
    ]  # fmt: skip


def card_facts():
    return [
        {"id": f"card-{n}", "name": f"Card <{n}>", "heading": head, "text": text}
        for n in PLANTED
        for head, text in (("kind", "Item, door card, 1 copy"), ("bonus", f"+{n}"))
    ]


def card_answers():
    """Card 0 was asked about; of the others there is only the command."""
    asks = [{"id": f"card-{n}", "part": "ask", "text": f"lab card card-{n} --store s"} for n in PLANTED]
    bounded = {**with_bounds("value", 0.04, 0.01), **with_bounds("blank", 0.06, 0.01)}
    none = dict.fromkeys(bounded)
    told = [
        {"part": "forks", "what": "all arrivals", "n": 300, "text": None, **bounded},
        {"part": "forks", "what": "greedy", "n": 90, "text": None, **bounded, **with_bounds("value", 0.01, 0.02)},
        {"part": "length", "what": "turns", "n": 100, "text": "1.5 turns shorter [0.2, 2.8], −3 %", **none},
        {"part": "fates", "what": "sold", "n": 300, "text": None, **none, **with_bounds("value", 0.3, 0.1)},
        {"part": "met", "what": "won", "n": 81, "text": "share of combats", **none, **with_bounds("value", 0.2, 0.1)},
        {"part": "met", "what": "lost", "n": 81, "text": "cards per catch", **none, **with_bounds("value", 2.0, 1)},
        {
            "part": "games", "what": "It won the game for p2", "text": "lab replay --game 50", "game": 50, "turn": 3,
            **none,
        },
    ]  # fmt: skip
    rows = asks + [{"id": "card-0", **row} for row in told]
    return [{"name": "x", "n": None, "game": None, "turn": None, **none, **row} for row in rows]


def dealt_pairs():
    """One pair is surely more than its sum, one is not."""
    row = {"part": "dealt", "text": None, "second": "Card <9>", "dealt": 900}
    row |= {"both": 0.36, "a_only": 0.25, "b_only": 0.24, "neither": 0.22}
    known = ((1, 0.09, 0.001), (2, 0.01, 0.5))
    return [row | {"first": f"Card <{n}>", "q": q, **with_bounds("more", more, 0.03)} for n, more, q in known]


def notable_rows(arms):
    """Two games of each kind, kind by kind."""
    length = {"turns": 90, "rounds": 23, "ending": "kill", "winner": "p1 (balanced)"}
    rows = {
        "longest": length, "shortest": length | {"turns": 12},
        "typical": length | {"turns": 50},
        "closest": {"apart": 1, "best": 10, "second": 9, "lead_changes": 8, "turns": 60, "winner": "p0 (random)"},
        "comeback": {"behind": 6, "round": 9, "rounds": 15, "turns": 60, "winner": "p0 (random)"},
        "most-changed": {
            "other": arms[0], "moved": 21, "turns": 60, "turns_b": 44, "winner": "p0 (random)", "winner_b": "nobody",
        },
    }  # fmt: skip
    drawn = {"lead_changes": 1, "course": [[1, 4, 10], [1, 1, 2]]}
    return [[{"game": game, "kind": kind, **drawn, **row} for game in (4, 17)] for kind, row in rows.items()]


def run_data(arms=ARMS, games=300):
    """Everything the pages ask for, for some arms."""
    quantiles = {"q05": 20, "q10": 30, "q25": 40, "median": 50, "q75": 60, "q90": 80, "q95": 90}
    length = [
        {"measure": m, "games": games, "capped": 3, **with_bounds("mean", 52.5, 1.5), **quantiles}
        for m in ("rounds", "turns")
    ]
    restricted = [
        {"measure": m, "games": games, "cut": 3, "common_horizon": 400, **with_bounds("common_mean", 52.5, 1.5)}
        for m in ("rounds", "turns")
    ]
    survival = [
        {"measure": m, "length": r, "games": games, **with_bounds("running", 1 - r / 20, 0.02)}
        for m in ("rounds", "turns")
        for r in range(20)
    ]
    level_groups = [
        {"kind": kind, "group": g, "round": r, "games": max(1, games - 20 * (r - 1)), **with_bounds("mean", r / 2, 0.2)}
        for kind, names in (("place", "1234"), ("persona", ("balanced", "random")))
        for g in names
        for r in range(1, 15)
    ]
    level_difference = [
        {
            "reference": arms[0], "who": who, "round": r, "games": games, "paired": True, "mean": r / 2,
            "mean_reference": r / 2 - 0.5, **with_bounds("difference", 0.5, 0.1),
        } for who in ("all", "leader") for r in range(1, 15)
    ]  # fmt: skip
    shares = {k: v for end, s in _ENDS.items() for k, v in with_bounds(end, s, 0.01).items()}
    monsters = [
        {
            "card": i,
            "name": f"Monster <{i}>",
            "level": 4 * i,
            "games": games,
            "n": games + i,
            **shares,
            **with_bounds("helped", 0.3, 0.01),
            **with_bounds("levels_lost", 1.5, 0.1),
            **with_bounds("cards_lost", 1.2, 0.1),
        }
        for i in range(5)
    ]
    monsters.append(monsters[0] | {"card": 5, "name": "Card <5>"})
    shares_of_strikes = {k: v for m in ("played", "neither", "deadly") for k, v in with_bounds(m, 0.2, 0.1).items()}
    losses = {k: v for m in ("levels_lost", "cards_lost") for k, v in with_bounds(m, 1.2, 0.1).items()}
    struck = with_bounds("per_game", 0.4, 0.05)
    curses = [{"card": 6, "name": "Card <6>", "games": games, "n": games, **struck, **shares_of_strikes, **losses}]
    margins = [
        {"told": told, "place": i, "bin": b, "games": games, "n": games, **shares}
        for told in ("start", "end")
        for i, b in enumerate(("\u22124 to \u22121", "0", "1 to 4"))
    ]
    minutes = [
        {
            "part": p, "seconds_each": None if p == "all" else 20.0, "games": games, "count": 52.0,
            **with_bounds("minutes", 80.0, 2.0), "q10": 50.0, "q90": 110.0,
            **{k: v for n in (60, 90, 120) for k, v in with_bounds(f"within_{n}", n / 160, 0.02).items()},
        } for p in ("all", "turns", "decisions", "combats")
    ]  # fmt: skip
    kinds = {"kill": 0.9, "shared": 0.09, "capped": 0.01}
    endings = [
        {"ending": e, "games": games, "count": int(games * kinds.get(e, 0)), **with_bounds("share", kinds.get(e, 0), 0)}
        for e in ENDINGS
    ]
    curve = [
        {
            "group": g, "round": r, "games": max(1, games - 20 * (r - 1)), **with_bounds("mean", r / 2, 0.2), "q10": 1,
            "q50": 3, "q90": 8,
        } for g in ("all", "other", "winner") for r in range(1, 15)
    ]  # fmt: skip
    race = [
        {
            "group": g,
            "round": r,
            "games": max(1, games - 20 * (r - 1)),
            "q10": 1,
            "q25": 2,
            "q50": 3,
            "q75": 6,
            "q90": 8,
        }
        for g in ("last", "leader")
        for r in range(1, 15)
    ]
    seats = [
        {
            "place": p, "games": games, **with_bounds("credit", 0.25, 0.03), "sole_wins": 60, "shared_wins": 9,
            "p_equal": 0.4,
        }
        for p in range(4)
    ]  # fmt: skip
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
    changes = [change_row(n, how) for n in range(6) for how in ("hand", "kicked")]
    lead = {"games": games, **with_bounds("mean", 4.0, 0.3), **with_bounds("per_10_rounds", 2.0, 0.1)}
    lead |= {"q10": 1, "q50": 4, "q90": 8, **with_bounds("never", 0.02, 0.01)}
    incidence = [
        {
            "ending": e, "round": r, "games": games, "risk": games, "ends": 9,
            **with_bounds("share", top * r / 14, 0.02),
        }
        for e, top in (*kinds.items(), ("running", 0.0)) if e != "capped" for r in range(1, 15)
    ]  # fmt: skip
    told = {name: keyed(arms, rows) for name, rows in fought(games).items()}
    told |= {
        "ending_incidence": keyed(arms, incidence),
        "comparison": comparison(arms, games),
        "agreement": agreement(),
        "rules": rules(arms),
        "health": pl.DataFrame(schema=HEALTH),
        "question": pl.DataFrame({"run_id": ["r"], "asked": ["Does it bite?"]}),
        "other_players": pl.DataFrame(schema={"run_id": pl.String, **ELSEWHERE}),
        "given_up": pl.DataFrame(schema=GIVEN_UP),
        "dealt_pairs": keyed(arms, dealt_pairs()),
        "dealt_groups": keyed(arms, [
            {"first": "Wizard", "part": "dealt", "text": "", "pairs": 2, "dealt": 900, **with_bounds("more", 0.04, 0)},
            {"first": "Elf", "part": "ask", "text": "lab cards --pairs --store s", "pairs": None, "dealt": None},
        ]),
        "whoever_plays": pl.DataFrame({"run_id": "r", "b": arms[-1:], "part": "ask", "text": "lab compare --store s"}),
    }  # fmt: skip
    return Data(about(arms, games) | told | {
        "game_length": keyed(arms, length), "restricted_length": keyed(arms, restricted),
        "level_groups": keyed(arms, level_groups), "level_difference": keyed(arms[1:], level_difference) if arms[1:]
        else keyed(arms, level_difference).clear(),
        "card_facts": keyed(arms, card_facts()), "card_answers": keyed(arms, card_answers()),
        "curses": pl.concat([told["curses"], keyed(arms, curses)], how="diagonal"),
        "card_numbers": keyed(arms, judged_rows()),
        "card_rules": keyed(arms, changes).filter(pl.col("arm") != arms[0]),
        "kind_rules": keyed(arms, kind_changes()).filter(pl.col("arm") != arms[0]),
        "monsters": keyed(arms, monsters), "fight_margins": keyed(arms, margins),
        "length_survival": keyed(arms, survival), "estimated_minutes": keyed(arms, minutes),
        "endings": keyed(arms, endings), "level_curve": keyed(arms, curve), "level_race": keyed(arms, race),
        "seat_advantage": keyed(arms, seats), "combats": keyed(arms, fights), "lead_changes": keyed(arms, [lead]),
        "persona_win": keyed(arms, players), "rating": keyed(arms, players), "style": keyed(arms, styles),
        "notable_games": pl.concat([keyed(arms, rows) for rows in notable_rows(arms)], how="diagonal"),
    })  # fmt: skip


def emptied(data):
    """The same columns without a single row of a metric: a run that has not finished a shard."""
    return Data({name: frame if name in ("run", "arm", "card") else frame.clear() for name, frame in data.items()})
