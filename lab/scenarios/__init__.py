"""Rules questions from files, and what of the rules they cover."""
