"""What can be asked of a table, and the moves that everything else is made of; no question is put to anybody
here.
"""
