"""One family of steps per file: what happens, and what is asked, at each point of a turn.

A step is a class in `engine/records/*_steps.py`, a kernel here, and its row in the file's `STEPS` and `ANSWERS`.
"""
