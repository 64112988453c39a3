"""A run: what it is, what it consists of, and playing what is missing of it. No number is made of games here."""
