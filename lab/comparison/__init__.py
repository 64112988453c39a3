"""Arms beside each other: the numbers of each game, the pairs of arms, what moved and the words for it."""
