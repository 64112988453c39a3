"""Games in words: every event of a game told as somebody at the table would; nothing is counted here."""
