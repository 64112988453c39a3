"""Deals between players: trades, gifts, sales, meetings; help in a fight is bargained for in `combat`."""
