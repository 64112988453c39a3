"""Win probability: how the table stood at each moment, the model learnt from it, and what it says of a run.

What the model sees is said in `positions` and `win_model`, and nowhere else.
"""
