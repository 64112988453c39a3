"""The view `event_named`: events with names in place of numbers, in SQL."""

from __future__ import annotations

from engine.records.state import Zone
from lab.store.event_codes import AIMED_AT_PLAYERS, PUT_ON_CARDS
from lab.store.store_columns import columns_of

WORDS = f"[{', '.join(repr(zone.name.lower()) for zone in sorted(Zone))}]"
"""Names of zones by number; a list is looked up much quicker than another table is joined."""

ABOUT = f"""
SELECT e.*, a.variant, a.deck_hash, d.id AS card_id, d.name AS card_name, d.kind AS card_kind, k.is_move, t.agents,
    CASE WHEN e.kind <> 'play' THEN k.other_is
        WHEN e.other < 0 THEN NULL
        WHEN d.kind IN {AIMED_AT_PLAYERS} OR e.after = {int(Zone.FIGHT)} THEN 'seat'
        WHEN d.kind IN {PUT_ON_CARDS} AND e.after = {int(Zone.TABLE)} THEN 'card' END AS other_is
FROM event AS e
JOIN arm AS a ON a.run_id = e.run_id AND a.arm = e.arm
LEFT JOIN event_kind AS k ON k.kind = e.kind
LEFT JOIN design AS d ON d.deck_hash = a.deck_hash AND d.card = e.card
LEFT JOIN company AS t ON t.run_id = e.run_id AND t.arm = e.arm AND t.game = e.game
"""
"""Events with what is known of their arm, their card and their kind, and what their `other` is."""


def event_named() -> str:
    """The statement that makes the view; `other` names one of all physical cards, counted design by design."""
    made = {
        "actor_agent": "agents[actor + 1]",
        "target_agent": "agents[target + 1]",
        "other_name": "CASE WHEN other_is = 'seat' THEN agents[other + 1] ELSE coalesce(p.name, c.word) END",
        "before_zone": f"CASE WHEN is_move THEN {WORDS}[before + 1] END",
        "after_zone": f"CASE WHEN is_move THEN {WORDS}[after + 1] END",
    }
    cells = ", ".join(f'{made.get(name, f"about.{name}")} AS "{name}"' for name in columns_of("event_named"))
    return f"""
CREATE VIEW event_named AS
WITH company AS (SELECT run_id, arm, game, list(agent ORDER BY seat) AS agents FROM seat GROUP BY run_id, arm, game),
design AS (SELECT DISTINCT ON (deck_hash, card) deck_hash, card, id, name, kind, copies FROM card),
placed AS (SELECT *, sum(copies) OVER (PARTITION BY deck_hash ORDER BY card) - copies AS first FROM design),
physical AS (
    SELECT deck_hash, name, unnest(range(CAST(first AS BIGINT), CAST(first + copies AS BIGINT))) AS number FROM placed
),
about AS ({ABOUT})
SELECT {cells}
FROM about
LEFT JOIN physical AS p ON about.other_is = 'card' AND p.deck_hash = about.deck_hash AND p.number = about.other
LEFT JOIN code AS c ON c.code = about.other_is AND c.number = about.other
"""
