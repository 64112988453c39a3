"""Playing many games: the game on one screen, a worker's range, the speed of a choice, the engine compiled
ahead.
"""
