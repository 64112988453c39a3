"""One game: to step by hand, to play at the terminal, to play again, to learn from; many are played in `lab/runs`."""
