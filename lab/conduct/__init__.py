"""Conduct: whether personas play like people, at every setting, and the table of checks that says so."""
