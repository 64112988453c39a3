"""What data looks like: the records of a table and of a box of cards, and the numbers that stand in them.
Nothing is done here.

Rows have names: a column of a step is a member of its class in `*_steps.py`, a step is put on top by the `push_`
function beside that class, options and events are records. What a number means is an enumeration. The house tests
find a cell read by its position, a number in place of a name, and a kernel that does not say what it takes.
"""
