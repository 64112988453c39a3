"""The weights a persona consists of: whole numbers, one row per weight, with its meaning."""

from __future__ import annotations

from enum import IntEnum

FEATURES: tuple[tuple[str, str], ...] = (
    ("uniform", "1: choose uniformly among the legal options, whatever the other weights say"),
    ("noise", "size of the keyed noise added to every utility (in utility points)"),
    ("level", "worth of one level"),
    ("treasure", "worth of one Treasure card"),
    ("bonus", "worth of one point of lasting combat strength"),
    ("card", "worth of holding one more card in hand"),
    ("one_shot", "price of one point of strength that is used up"),
    ("danger", "price of one point of Bad Stuff (a level lost is ten points, death a hundred)"),
    ("stop_win", "worth of stopping somebody who is about to win"),
    ("hostility", "worth of harming somebody, for each level he is ahead of the player"),
    ("hinder", "worth of turning another player's won combat into a lost one"),
    ("help", "worth of helping somebody for its own sake"),
    ("envy", "price of another player's level, when helping him to it"),
    ("share", "part of the Treasures offered to a helper, in per cent"),
    ("demand", "part of the Treasures asked for help, in per cent"),
    ("margin", "strength by which a monster must be beaten before it is looked for"),
    ("trade", "eagerness to trade: worth of one point of strength gained by a trade, in per cent"),
    ("sell", "eagerness to sell: worth of a level bought, in per cent of `level`"),
    ("curse", "worth of playing a Curse on the leader"),
    ("identity", "worth of having a Class or Race where there was none"),
    ("gift", "worth of giving an Item away"),
)

Weight = IntEnum("Weight", {name.upper(): i for i, (name, _) in enumerate(FEATURES)})  # type: ignore[misc]
"""Column of each weight in `Book.weights`."""
