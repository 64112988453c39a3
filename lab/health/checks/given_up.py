"""Did every game come to an end?"""

from __future__ import annotations

from lab.health.checked_run import BY_ARM, Look
from lab.health.health_check import Verdict, check, exact


@check(order=11)
def given_up(look: Look) -> Verdict:
    """Every game came to an end: the engine gave none up.

    Games that are given up are in no number, and they are not given up by chance: what is left are shorter games, or
    such with fewer cards.
    """
    return exact(look.told_games(), look.table("fault").select(BY_ARM).collect(), "given up by the engine")
