"""Playing many games: the game on one screen, ranges, the speed of a choice, the engine compiled ahead."""
