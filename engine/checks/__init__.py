"""What must hold of a table whenever a question waits."""
