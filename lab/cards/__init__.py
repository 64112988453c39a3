"""What a card is worth: by arrival, by deal, by fork, under another rule; and the verdict.

The randomised numbers of a card are made here and nowhere else.
"""
