"""What cards put before a player: losses, choices, Curses, dice."""
