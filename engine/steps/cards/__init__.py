"""What cards put before a player: losses, choices, Curses, dice; what they do at once is in `engine/effects`."""
