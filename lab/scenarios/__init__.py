"""Rules questions from files, and what of the rules they cover; what a file may say is in the Guide."""
