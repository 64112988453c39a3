"""What can be asked of a table, and the moves that all else is made of; nobody is asked anything here."""
