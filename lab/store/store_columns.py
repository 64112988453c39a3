"""The one table of columns: what stands in each column of the store, of which type, in which unit.

It makes the views (types, what stands for nothing), the comments in `lab.duckdb` and in packed files, and `lab schema`.
Shards keep what is quick to write; where a shard holds another type than said here, or a value in place of nothing,
the views turn it into this.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from lab.store.event_codes import HOW

WORD, COUNT, FLAG, REAL, WORDS = "VARCHAR", "INTEGER", "BOOLEAN", "DOUBLE", "VARCHAR[]"
BIG, TINY = "BIGINT", "TINYINT"


class Column(NamedTuple):
    """One column; shards have `nothing`, written as SQL, for NULL, and a number for each of `words`, counted from 0."""

    table: str
    column: str
    type: str
    unit: str
    meaning: str
    nothing: str = ""
    words: tuple[str, ...] = ()


SAYS: dict[str, str] = {
    "run": "One row per run: what was asked for, with which code, and how it went.",
    "arm": "One row per arm of a run: rules, cards, number of players and who plays.",
    "card": "One row per card design of a deck.",
    "rule": "One row per switch of an arm's rules.",
    "weight": "One row per weight of a persona of a run.",
    "game": "One row per game.",
    "seat": "One row per player of a game.",
    "level": "One row per player and round: the Level at the round's end.",
    "exposure": "One row per card that reached a player, each time it did, and per door kicked open; in runs of older "
    "versions the first time only, without how, pass, by_lot and held. Where arm.exposure_games is less than arm.games "
    "of a sample: of other games nobody knows who saw what, so count the seats of the games that have rows here only.",
    "event": "One row per event of the games whose events were kept.",
    "fault": "One row per game that had to be given up; such a game is in no other table of facts.",
    "game_full": "Games with the settings of their arm and run.",
    "exposure_named": "Cards that reached a player, with their names, who had them, and whether they won.",
    "event_named": "Events with names in place of numbers: cards, agents, zones, causes, results.",
    "event_kind": "What each kind of event means, and what its numbers are.",
    "code": "Words for the numbers in other, before and after of events.",
}
"""Each table and view in a sentence."""

_KEYS = (
    ("run_id", WORD, "", "The run: twelve hex digits of all that can change a result."),
    ("arm", WORD, "", "The arm within its run; a key only together with run_id."),
    ("game", BIG, "", "Number of the game; the same number is the same luck in every arm of a run."),
)
_ROWS: dict[str, tuple[tuple[Any, ...], ...]] = {
    "run": (
        _KEYS[0],
        ("name", WORD, "", "What the run was called by whoever started it.", "''"),
        ("created_at", "TIMESTAMP", "UTC", "When the run was first started."),
        ("command", WORD, "", "What was typed.", "''"),
        ("seed", BIG, "", "Seed of all randomness."),
        ("engine_version", WORD, "", "Version of the package."),
        ("rules_version", BIG, "", "Raised whenever the same spec gives another game."),
        ("code_hash", WORD, "", "Fingerprint of the engine's source."),
        ("spec_hash", WORD, "", "Fingerprint of the spec."),
        ("wall_s", REAL, "seconds", "Time spent playing, over all sessions of the run."),
        ("workers", BIG, "threads", "Threads that played."),
        ("status", WORD, "", "done, running, interrupted (also: its process is gone), failed, or differs: games played "
         "again came out otherwise."),
    ),
    "arm": (
        *_KEYS[:2],
        ("variant", WORD, "", "The rules: a preset and its house rules."),
        ("decks", WORDS, "", "Decks that were mixed."),
        ("rules_hash", WORD, "", "Fingerprint of all switches."),
        ("deck_hash", WORD, "", "Fingerprint of the cards; key of the table card."),
        ("seats", BIG, "players", "Players of a game."),
        ("agents", WORDS, "", "Who plays; they rotate over the seats."),
        ("games", BIG, "games", "Games that were asked for."),
        ("changes", WORDS, "", "Switches and cards that were set by hand, as KEY=VALUE."),
        ("arm_hash", WORD, "", "Fingerprint of all settings of the arm; equal arms of any runs share it.", "''"),
        ("reference", WORD, "", "The arm of this run that it is compared with; none for that one itself.", "''"),
        ("exposure_games", BIG, "games", "Games that were asked to keep their rows of exposure; NULL all of them."),
        ("says", WORDS, "", "What each part of `variant` does, as it was typed, in its order; empty where it was not."),
    ),
    "card": (
        ("deck_hash", WORD, "", "The cards of an arm that it belongs to."),
        ("card", COUNT, "", "Number of the design in these cards; key together with deck_hash."),
        ("id", WORD, "", "Identifier of the design in its deck's files; never changes."),
        ("name", WORD, "", "Name of the card."),
        ("pile", WORD, "", "door or treasure; side, class or race where a house rule lays a pile beside the two."),
        ("kind", WORD, "", "monster, curse, item, one_shot, class, race and so on."),
        ("level", COUNT, "levels", "Level of a monster."),
        ("treasures", COUNT, "cards", "Treasures of a monster."),
        ("bonus", COUNT, "strength", "Printed bonus; 0 where none is printed."),
        ("slot", WORD, "", "Where an Item is worn: head, body, feet, hand.", "'none'"),
        ("gold", COUNT, "Gold Pieces", "Value in Gold Pieces; 0 where none is printed."),
        ("copies", COUNT, "cards", "Cards of this design."),
        ("origin", WORD, "", "Where its facts come from: rulesheet, public or synthetic."),
        ("source", WORD, "", "The source of public facts.", "''"),
        ("unmodelled", WORD, "", "The part of its effect that is not played; 'all of it: ...' if nothing is.", "''"),
    ),
    "rule": (
        *_KEYS[:2],
        ("switch", WORD, "", "Name of the switch."),
        ("value", WORD, "", "Its value, as a variant file writes it."),
        ("set_by", WORD, "", "The file that set it, override by hand, or default."),
    ),
    "weight": (
        _KEYS[0],
        ("agent", WORD, "", "Name of the persona."),
        ("feature", WORD, "", "What is weighed."),
        ("weight", BIG, "", "Its weight; a feature that is absent weighs 0."),
    ),
    "game": (
        *_KEYS,
        ("turns", COUNT, "turns", "Turns that were begun."),
        ("rounds", COUNT, "rounds", "Number of the last round that was begun."),
        ("ending", WORD, "", "kill, shared, boss, last_sane, all_cultists, card, time_limit or a rule; capped: none."),
        ("winners", "TINYINT[]", "seats", "Seats that won; empty if nobody did."),
        ("n_winners", TINY, "players", "How many won."),
        ("first_seat", TINY, "seat", "Who had the first turn."),
        ("decisions", COUNT, "decisions", "Questions that players answered."),
        ("combats", COUNT, "combats", "Combats that were begun."),
        ("kills", COUNT, "monsters", "Monsters killed."),
        ("flights", COUNT, "combats", "Combats that ended in flight, caught or not."),
        ("deaths", COUNT, "deaths", "Deaths of characters."),
        ("helps", COUNT, "helps", "Requests and offers of help that were accepted."),
        ("lead_changes", COUNT, "changes", "Ends of rounds with another sole leader than the last one before."),
        ("reshuffles", COUNT, "piles", "Times a discard pile became a deck."),
        ("bosses", COUNT, "Bosses", "Bosses that fell."),
    ),
    "seat": (
        *_KEYS,
        ("seat", TINY, "seat", "The player's seat, counted from 0."),
        ("agent", WORD, "", "Who played it."),
        ("won", FLAG, "", "Whether they won, alone or not."),
        ("credit", REAL, "wins", "1 / number of winners, or 0."),
        ("final_level", "SMALLINT", "levels", "Level at the end."),
        ("kills", COUNT, "monsters", "Monsters killed as the fighter."),
        ("helps", COUNT, "helps", "Combats in which they were the helper."),
        ("deaths", COUNT, "deaths", "Times their character died."),
        ("levels_bought", COUNT, "levels", "Levels gained by selling."),
        ("curses", COUNT, "Curses", "Curses that struck at them."),
        ("treasures", COUNT, "cards", "Times a Treasure reached them, opening hand included."),
        ("gold_in_play", COUNT, "Gold Pieces", "Value of their cards in play at the end."),
    ),
    "level": (
        *_KEYS,
        ("round", COUNT, "round", "The round, counted from 1."),
        ("seat", TINY, "seat", "The player's seat, counted from 0."),
        ("level", "SMALLINT", "levels", "Level when the round, or the game, ended."),
    ),
    "exposure": (
        *_KEYS,
        ("seat", TINY, "seat", "Whom the card reached, or who kicked the door open."),
        ("card", COUNT, "", "Number of the design; key of the table card together with the arm's deck_hash."),
        ("copy", TINY, "", "Which card of the design, counted from 0."),
        ("how", WORD, "",
            "dealt; drawn: face-down from a pile; kicked: the door, whatever became of it; reward: a Treasure won; "
            "given: gift, trade, bribe or Charity; stolen; looted; other: from the discards, or laid before the seat.",
            "", HOW),
        ("pass", "SMALLINT", "times",
            "How often its pile had been made anew from its discards when it was drawn; NULL it came from no pile.",
            "-1"),
        ("by_lot", FLAG, "",
            "Whether chance alone brought it: from a pile, unseen, not put on top, and not picked from among others by "
            "two players."),
        ("opening", FLAG, "", "Whether it was dealt at the start; what a dealt card draws at once is drawn."),
        ("drawn_turn", COUNT, "turn", "Turn in which it came; 0 at the deal."),
        ("held", FLAG, "", "Whether it reached the seat's hand or table; a door may be fought, strike, or be gone."),
        ("played", FLAG, "", "Whether the seat played it: from the hand, from the table or at once from the door."),
        ("in_play_turns", COUNT, "turns", "Turns that began while it lay before the seat."),
        ("sold", FLAG, "", "Whether the seat sold it."),
        ("lost", FLAG, "", "Whether Bad Stuff, a Curse, a thief or a death took it, be it for a time."),
        ("at_end", FLAG, "", "Whether the seat still had it when the game ended."),
    ),
    "event": (
        *_KEYS,
        ("seq", COUNT, "", "Number of the event in its game, from 0."),
        ("turn", COUNT, "turn", "The turn; 0 before the first."),
        ("phase", WORD, "", "Phase of the turn."),
        ("kind", WORD, "", "What happened: see the table event_kind."),
        ("actor", TINY, "seat", "Who did it, or whom the card left; NULL nobody.", "-1"),
        ("target", TINY, "seat", "Whom it was done to, or whom the card reached; NULL nobody.", "-1"),
        ("card", COUNT, "", "Number of the design of the card it is about; NULL none.", "-1"),
        ("copy", TINY, "", "Which card of the design, counted from 0; NULL none.", "-1"),
        ("other", COUNT, "", "What it means hangs on kind: see event_kind.other; -1 mostly means none."),
        ("before", COUNT, "", "What it means hangs on kind: see event_kind.before; in moves of a card the zone left."),
        ("after", COUNT, "", "What it means hangs on kind: see event_kind.after; in moves of a card the zone reached."),
        ("round", COUNT, "round", "The round, counted from 1; 0 before the first."),
    ),
    "fault": (
        *_KEYS,
        ("turn", COUNT, "turn", "The turn in which it happened."),
        ("fault", WORD, "", "Which bound of the engine was met, such as endless_turn, log_full, options_full."),
        ("step", WORD, "", "The step of the engine at which it was met; NULL unknown.", "''"),
    ),
    "event_kind": (
        ("kind", WORD, "", "The kind, as in event.kind."),
        ("number", COUNT, "", "Its number in the engine."),
        ("is_move", FLAG, "", "Whether it is the move of a card: then before and after are zones."),
        ("says", WORD, "", "What happens, in terms of actor, target and card."),
        ("other_is", WORD, "", "What event.other is: card (number of a physical card), seat, or one of code.code."),
        ("other", WORD, "", "What event.other means."),
        ("before", WORD, "", "What event.before means."),
        ("after", WORD, "", "What event.after means."),
    ),
    "code": (
        ("code", WORD, "", "Of what: zone, phase, trigger, opcode, cause, result, ending, drawn, how or pick."),
        ("number", COUNT, "", "The number."),
        ("word", WORD, "", "Its word."),
    ),
}  # fmt: skip


_STORED = {table: tuple(Column(table, *row) for row in rows) for table, rows in _ROWS.items()}


def _seen(view: str, name: str, table: str, column: str) -> Column:
    """A column of a table as a view shows it, under a name there."""
    (found,) = (one for one in _STORED[table] if one.column == column)
    return found._replace(table=view, column=name, nothing="", words=())


FULL: dict[str, tuple[str, str]] = (
    {"run_id": ("arm", "run_id"), "arm": ("arm", "arm"), "game": ("game", "game")}
    | {"run_name": ("run", "name"), "created_at": ("run", "created_at"), "seed": ("run", "seed")}
    | {n: ("arm", n) for n in ("arm_hash", "variant", "decks", "seats", "agents", "rules_hash", "deck_hash")}
    | {one.column: ("game", one.column) for one in _STORED["game"][len(_KEYS) :]}
)  # fmt: skip
"""Columns of the view `game_full`: the table and the column that each shows."""

SEEN: dict[str, tuple[str, str]] = (
    {name: ("exposure", name) for name in ("run_id", "arm", "game", "seat")}
    | {"variant": ("arm", "variant"), "agent": ("seat", "agent")}
    | {"card": ("exposure", "card")} | {f"card_{name}": ("card", name) for name in ("id", "name", "pile", "kind")}
    | {one.column: ("exposure", one.column) for one in _STORED["exposure"][len(_KEYS) + 2 :]}
    | {name: ("seat", name) for name in ("won", "credit")}
)  # fmt: skip
"""The same of the view `exposure_named`."""

_WORDS_OF_EVENTS = {
    "actor_agent": "Who plays actor.",
    "target_agent": "Who plays target.",
    "other_is": "What other is: card, seat, cause, result, ending, drawn, opcode, trigger and so on.",
    "other_name": "other in words: name of a card, agent of a seat, or the code's word; NULL for numbers.",
    "before_zone": "Zone that a moving card left.",
    "after_zone": "Zone that a moving card reached.",
}
_NAMED: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("", ("run_id", "arm")), ("arm", ("variant",)),
    ("event", ("game", "seq", "round", "turn", "phase", "kind", "actor")), ("", ("actor_agent",)),
    ("event", ("target",)), ("", ("target_agent",)), ("event", ("card",)), ("card", ("id", "name", "kind")),
    ("event", ("copy", "other")), ("", ("other_is", "other_name")), ("event", ("before",)), ("", ("before_zone",)),
    ("event", ("after",)), ("", ("after_zone",)),
)  # fmt: skip
"""Columns of the view `event_named` in their order, by the table that each comes from; "" for what the view makes."""


def _event_named() -> tuple[Column, ...]:
    found = []
    for table, names in _NAMED:
        for name in names:
            if name in _WORDS_OF_EVENTS:
                found.append(Column("event_named", name, WORD, "", _WORDS_OF_EVENTS[name]))
            else:
                called = f"card_{name}" if table == "card" else name
                found.append(_seen("event_named", called, table or "event", name))
    return tuple(found)


COLUMNS: tuple[Column, ...] = (
    *(one for columns in _STORED.values() for one in columns),
    *(_seen("game_full", name, *source) for name, source in FULL.items()),
    *(_seen("exposure_named", name, *source) for name, source in SEEN.items()),
    *_event_named(),
)
"""All columns, table by table, in their order."""


def columns_of(table: str) -> dict[str, Column]:
    """The columns of a table or view by name."""
    return {column.column: column for column in COLUMNS if column.table == table}
