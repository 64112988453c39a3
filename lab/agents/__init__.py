"""Who plays: personas, and agents of somebody else's."""
