"""Conduct: whether personas play like people and know what cards are good for, and the table of checks that says so."""
