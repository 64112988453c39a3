"""The frame of a turn: doors, limits, Charity, death."""
