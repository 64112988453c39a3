"""What a player may do at a moment, what it costs, and doing it."""
