"""What can be asked of a table, and the moves that all else is made of; nobody is asked anything here.

A card changes its place by `zones.move` only, and a player's level in `levels` only.
"""
