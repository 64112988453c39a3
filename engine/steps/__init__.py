"""One family of steps per file: what happens, and what is asked, at each point of a turn."""
