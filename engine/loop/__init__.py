"""Playing many games: the game on one screen, ranges, the speed of a choice, compiling ahead; no rule is here."""
