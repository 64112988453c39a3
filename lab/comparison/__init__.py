"""Arms beside each other: the numbers of each game, the pairs of arms, what moved and the words for it.

A number that is compared is a row of `game_numbers`; what a rule does to cards is in `lab/cards`.
"""
