"""What one card does: to whoever it comes to, to the whole game, and what becomes of it."""
