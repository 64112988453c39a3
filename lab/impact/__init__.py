"""What one card does: to whoever it comes to, to the whole game, and what becomes of it.

Its forks are played in `lab/runs/fork_games.py`; what is asked of them is put together here and kept with the run.
"""
