"""Made-up games in a store on disk, with every table and column, and what is exported of them."""

from __future__ import annotations

import csv
import random
from pathlib import Path

import polars as pl

from lab import cli
from lab.export.csv_export import Form, export_tables
from lab.export.report_tables import Wanted
from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.store.event_codes import HOW
from lab.store.store_folder import Store
from lab.store.stored_tables import FACTS, PLAYED, TABLES
from lab.verify import export_replay
from tests.lab.fakes import fake_arms
from tests.lab.game_frames import ARMS as MADE_UP
from tests.lab.game_frames import made_up
from tests.lab.random_games import random_tables
from tests.lab.rule_worlds import turned_fights

RUN, OLD, LONG, TURNED = "5ca1ab1e0001", "01d000000002", "10296a3e0003", "7e12ed000004"
"""Runs: of three arms; of an older version, whose exposures lack what came later; of longer games without events; of
combats for the last Level."""
AGENTS = {"base": ("balanced", "balanced", "greedy", "novice"), "three": ("greedy", "novice", "random")}
"""Who plays in an arm, in turn; one persona alone where nothing is said."""
DEALT = ("monster", "character", "curse", "item", "one_shot")
"""Kinds of the designs that are only ever dealt: together with the ones of `random_games` enough for both piles."""
DESIGNS = 14


def stored_games(path: Path) -> Store:
    """A store of these runs, each in one or two shards."""
    store = Store.open(path, create=True)
    lot = random.Random(7)
    tables = random_tables(games=40)
    old = {n: t.filter(arm="base") if "arm" in t.columns else t for n, t in random_tables(seed=2).items()}
    _add(store, RUN, tables, lot)
    _add(store, OLD, old, lot, lacking=("how", "pass", "by_lot", "held"))
    _add(store, LONG, _long(tables), lot)
    _add(store, TURNED, turned_fights(60) | _arms(tables), lot)
    return store


def _long(tables: dict[str, pl.DataFrame]) -> dict[str, pl.DataFrame]:
    """Many games of which some met the cap, one that the deal ended, and no events."""
    frames = made_up(games=300, leaders=0.8)
    dealt = (pl.col("arm") == "four") & (pl.col("game") == frames["game"].filter(ending="kill", arm="four")["game"][0])
    frames["game"] = frames["game"].with_columns(
        pl.when(dealt).then(0).otherwise(c).alias(c) for c in ("turns", "rounds")
    )
    frames["level"] = frames["level"].filter(~dealt)
    none = {name: tables[name].clear() for name in ("rule", "event")}
    return frames | none | _arms(tables)


def _arms(tables: dict[str, pl.DataFrame]) -> dict[str, pl.DataFrame]:
    """The arms of `made_up` and the cards of the others."""
    rows = (tables["arm"].head(1).with_columns(arm=pl.lit(name), seats=pl.lit(n)) for name, n in MADE_UP.items())
    return {"arm": pl.concat(rows, how="vertical_relaxed"), "card": tables["card"]}


def _add(store: Store, run: str, tables: dict[str, pl.DataFrame], lot: random.Random, lacking=()) -> None:
    tables = {n: t.with_columns(run_id=pl.lit(run)) if n != "card" else _cards(t) for n, t in tables.items()}
    tables |= _facts(tables, lot)
    gone = [pl.lit(None, FACTS["exposure"][name]).alias(name) for name in lacking]
    tables["exposure"] = tables["exposure"].with_columns(gone)
    row = {"run_id": run, "created_at": "2026-03-01T12:00:00+00:00", "seed": 7, "status": "done"}
    about = {"run": pl.DataFrame([row])} | {name: tables[name] for name in ("arm", "card", "rule")}
    store.begin(run, "", {name: _typed(name, frame) for name, frame in about.items()})
    for first, end in ((0, 20), (20, tables["game"].height)):
        for arm in tables["game"]["arm"].unique(maintain_order=True):
            of = {name: tables[name].filter(pl.col("game").is_between(first, end - 1), arm=arm) for name in PLAYED}
            if of["game"].height:
                store.commit(run, f"{arm}-{first}", {name: _typed(name, frame) for name, frame in of.items()})


def _typed(table: str, frame: pl.DataFrame) -> pl.DataFrame:
    """Rows with all columns of a table in their types: words are empty and numbers 0 where nothing is known."""
    missing = [pl.lit(None).alias(name) for name in TABLES[table] if name not in frame.columns]
    return frame.with_columns(missing).select(pl.col(name).cast(kind) for name, kind in TABLES[table].items())


def _cards(card: pl.DataFrame) -> pl.DataFrame:
    more = [
        {"deck_hash": "d", "card": n, "name": f"Card {n}", "kind": DEALT[n % len(DEALT)], "gold": 0, "level": 1}
        for n in range(card.height, DESIGNS)
    ]
    pile = pl.when(pl.col("kind").is_in(["item", "one_shot"])).then(pl.lit("treasure")).otherwise(pl.lit("door"))
    return pl.concat([card, pl.DataFrame(more)], how="diagonal").with_columns(
        pile.alias("pile"), pl.format("card-{}", "card").alias("id"), (pl.col("card") % 3 + 1).alias("copies"),
        unmodelled=pl.when(pl.col("card") % 5 == 0).then(pl.lit("a part")).otherwise(pl.lit("")),
    )  # fmt: skip


def _facts(tables: dict[str, pl.DataFrame], lot: random.Random) -> dict[str, pl.DataFrame]:
    """Games, seats and exposures with all that they say beside what is there already, in no order."""
    games = [_game(lot, row) for row in tables["game"].sort("arm", "game").to_dicts()]
    won = {(row["arm"], row["game"]): row["winners"] for row in games}
    seats = [
        _seat(lot, row, won[row["arm"], row["game"]]) for row in tables["seat"].sort("arm", "game", "seat").to_dicts()
    ]
    held = [
        card for row in seats for card in _held(lot, {name: row[name] for name in ("run_id", "arm", "game", "seat")})
    ]
    frames = {"game": games, "seat": seats, "exposure": held}
    made = {name: pl.DataFrame(rows, infer_schema_length=None) for name, rows in frames.items()}
    return {name: frame.sample(fraction=1, shuffle=True, seed=3) for name, frame in made.items()}


def _game(lot: random.Random, row: dict[str, object]) -> dict[str, object]:
    winners = row["winners"]
    kinds = ["shared"] if len(winners) > 1 else ["kill", "boss"] if winners else ["capped", "capped", "time_limit"]
    return {
        "ending": lot.choice(kinds), "n_winners": len(winners), "first_seat": lot.randrange(3),
        "decisions": lot.randrange(20, 900), "combats": lot.randrange(30), "kills": lot.randrange(20),
        "flights": lot.randrange(9), "deaths": lot.randrange(3), "helps": lot.randrange(4),
        "lead_changes": lot.choice([0, 0, lot.randrange(9)]), "bosses": lot.randrange(2),
        "reshuffles": lot.randrange(4),
    } | row  # fmt: skip


def _seat(lot: random.Random, row: dict[str, object], winners: list[int]) -> dict[str, object]:
    names = AGENTS.get(row["arm"], ("balanced",))
    return {
        "agent": names[(row["seat"] + row["game"]) % len(names)], "kills": lot.randrange(9), "helps": lot.randrange(4),
        "credit": 1 / len(winners) if row["seat"] in winners else 0.0, "deaths": lot.randrange(2),
        "final_level": lot.randint(1, 10), "levels_bought": lot.randrange(3), "curses": lot.randrange(4),
        "treasures": lot.randrange(30), "gold_in_play": lot.randrange(3000),
    } | row  # fmt: skip


def _held(lot: random.Random, key: dict[str, object]) -> list[dict[str, object]]:
    """Cards that reached a seat: some are dealt, twice the same now and then; the others came in any way."""
    ways = [0] * lot.randint(2, 5) + [lot.randrange(1, len(HOW)) for _ in range(lot.randrange(6))]
    return [key | _exposure(lot, how, lot.random() < 0.8) for how in ways]


def _exposure(lot: random.Random, how: int, by_lot: bool) -> dict[str, object]:
    """One card: what comes by lot comes from a pile, which has been made anew up to once."""
    return {
        "card": lot.randrange(DESIGNS), "copy": 0, "how": how, "pass": lot.choice([0, 0, 1]) if by_lot else -1,
        "by_lot": int(by_lot), "opening": int(how == 0), "drawn_turn": lot.randrange(30),
        "held": int(how == 0 or lot.random() < 0.8), "played": lot.randrange(2), "in_play_turns": lot.randrange(9),
        "sold": 0, "lost": 0, "at_end": 0,
    }  # fmt: skip


SPEC = RunSpec(arms=("base", "base+faster"), games=60, shard_games=20, agents=("balanced", "novice"))


def plant(monkeypatch):
    """Arms whose games are made up at once."""
    monkeypatch.setattr("lab.runs.arms.open_arms", lambda spec, *_: fake_arms(spec))
    monkeypatch.setattr(export_replay, "open_arms", lambda spec, *_: fake_arms(spec))
    monkeypatch.setattr("engine.loop.code_pack.is_compiled_before", lambda: True)


def played(folder):
    """A store of such games."""
    run_spec(SPEC, folder / "store", 1, arms=fake_arms(SPEC))
    return Store.open(folder / "store")


def exported(store, folder):
    """All its tables as sheets and with all digits."""
    raw = Wanted(tables=tuple(FACTS))
    for name, wanted, exact in (("sheets", Wanted(), False), ("raw", raw, False), ("exact", Wanted(), True)):
        export_tables(store, folder / name, "lab export", wanted, Form(exact))


def verified(*line, code):
    assert cli.main(["verify", *map(str, line)]) == code


def rows_of(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def tamper(path, how):
    """Write a table anew after `how` has changed its rows, of which the first is the header."""
    rows = rows_of(path)
    how(rows)
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
