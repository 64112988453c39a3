"""Deals between players: trades, gifts, sales, meetings."""
