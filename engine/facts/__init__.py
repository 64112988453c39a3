"""Facts: what a finished game leaves behind, read off its events."""
