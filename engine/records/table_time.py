"""How long play takes at a table, for limits of minutes: declared seconds, as `lab/tables/pace.toml` is delivered.

They are assumptions and no measurements; here in half seconds, so that they are whole numbers.
"""

TURN, DECISION, COMBAT = 40, 5, 60
"""Half seconds of a turn begun, of a question answered, and of a combat."""
MINUTE = 120
