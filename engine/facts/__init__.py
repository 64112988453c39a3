"""Facts: what a finished game leaves behind, read off its events; a new fact is a column of the store too."""
