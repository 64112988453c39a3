"""How long play takes at a table, for limits of minutes: milliseconds, as `lab/tables/pace.toml` is delivered.

They are assumptions and no measurements; a table of another pace says so behind its switches.
"""

TURN, DECISION, COMBAT = range(3)
"""Places in `Book.pace`: milliseconds of a turn begun, of a question answered, and of a combat."""
PACE = (20_000, 2_500, 30_000)
MINUTE = 60_000
