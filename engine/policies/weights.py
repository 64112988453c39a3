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
    ("danger", "price of ten points of Bad Stuff (a level lost is ten points, death a hundred)"),
    ("stop_win", "worth of stopping somebody who is about to win"),
    ("hostility", "worth of harming somebody, for each level they are ahead of the player"),
    (
        "hinder",
        "worth of turning another player's won combat into a lost one: in full for the leader, nothing for the last",
    ),
    ("help", "worth of helping somebody for its own sake"),
    ("envy", "price of a level another player gets by one's help, in full when it brings them next to the win"),
    ("share", "part of the Treasures offered to a helper, in per cent"),
    ("demand", "part of the Treasures asked for help, in per cent"),
    (
        "margin",
        "strength by which a monster must be beaten before it is looked for, if it is dangerous, or made stronger",
    ),
    ("trade", "eagerness to trade: worth of one point of strength gained by a trade, in per cent"),
    ("sell", "eagerness to sell: worth of a level bought, in per cent of `level`"),
    ("curse", "price of playing a Curse"),
    ("identity", "worth of having a Class or Race where there was none"),
    ("gift", "worth of giving an Item away"),
    ("finish", "extra worth of a level, for each ninth of the way by which the player has passed the middle"),
    ("closing", "worth of harming somebody, for each ninth of the way by which they have passed the middle"),
    ("underdog", "worth of helping somebody, and price of harming them, for each level they are behind the player"),
    ("deny", "worth of each Treasure that another player does not get"),
    ("saving", "price of using up a card, for each ninth of the way that the leader is still short of the last Level"),
    ("fear", "strength expected of each card in an opponent's hand, in tenths of a point, when one is about to win"),
    ("bribe", "readiness to promise an Item for help: 100 counts it at its worth, 200 at half of it, 0 never"),
    ("guard", "price of a card that cancels a Curse or a door"),
    ("steal", "worth of one point of strength taken from another player's table, in per cent"),
    ("bold", "worth of making one's own safe fight bigger, in per cent of what more it brings"),
    ("lookahead", "playouts of each promising option; 0: decides by the other weights alone"),
    ("lookahead_turns", "turns after which a playout is judged"),
    ("win_level", "judging a table: one Level nearer to the win (of all win_ weights 256 points double the chance)"),
    ("win_near", "judging a table: being near the win, divided by the Levels missing"),
    ("win_strength", "judging a table: one point of strength in play"),
    ("win_card", "judging a table: one card in hand"),
    ("win_table", "judging a table: one card in play"),
    ("win_one_shot", "judging a table: one point of strength that can be thrown"),
    ("win_gold", "judging a table: a thousand Gold Pieces in play"),
    ("win_hand_gold", "judging a table: a thousand Gold Pieces in hand"),
    ("win_prey", "judging a table: holding a monster that one can beat alone"),
    ("win_turn", "judging a table: each turn until one's own, divided by the Levels missing"),
    ("win_dead", "judging a table: being dead or about to draw a new hand"),
    ("reliance", "chance in per cent, for each card of those asked later, that they will stop a fight just as well"),
    ("hold", "price of playing a Go Up a Level in the middle of the way, where it might wait for the end"),
    ("patience", "chance in per cent to win a fight for the last Level below which it is not looked for yet"),
    (
        "lookahead_proof",
        "standard errors by which an option's playouts must be better than those of the favourite, in per cent",
    ),
    ("learned", "judging a table: how much what was learned of each card of the deck counts, in per cent"),
    (
        "resent",
        "worth of paying back harm that was done to one lately, and price of being the first to do some",
    ),
)

Weight = IntEnum("Weight", {name.upper(): i for i, (name, _) in enumerate(FEATURES)})  # type: ignore[misc]
"""Column of each weight in `Book.work.weights`."""
