"""What must hold of a table whenever a question waits; nothing is changed here."""
