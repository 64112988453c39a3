"""Outside agents for the tests."""

from __future__ import annotations

import random


class First:
    """Takes the first option."""

    def choose(self, view, options):
        return 0


class Dice:
    """Throws dice by the seed of the game; made once, told about each game."""

    def new_game(self, seat, seed):
        self.luck = random.Random(seed)

    def choose(self, view, options):
        return self.luck.randrange(len(options))


class Counting:
    """Looks at everything and plays by how often it was asked: it would notice what an earlier game left in it."""

    def __init__(self):
        self.asked = 0

    def choose(self, view, options):
        self.asked += 1
        assert view.me.name == view.seat and repr(view) and options[-1].text
        return self.asked % len(options)


counting = Counting()


class Mirror:
    """Takes whatever the persona of its seat would take: the test tells it which games it sits in."""

    games = None

    def choose(self, view, options):
        from engine.policies.decide import choose

        return int(choose(*Mirror.games.fast, len(options)))
