"""What data looks like: the records of a table and of a box of cards, and the numbers that stand in them."""
