"""Statistics of plain numbers: intervals, paired and unpaired differences, shrinkage, ratings.

Arrays in, numbers out; no store, no table and no card is known here.
"""
