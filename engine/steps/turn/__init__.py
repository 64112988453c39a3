"""The frame of a turn: doors, limits, Charity, death; what a fight or a card puts into it is in the rooms beside it."""
