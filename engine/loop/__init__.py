"""Playing many games: a worker's range, the speed of a choice, the engine compiled ahead."""
