"""What data looks like: records of a table and of a box of cards, and the numbers in them; nothing is done here.

Rows have names: a column of a step is a member of its class in `*_steps.py`, where `pusher` makes the kernel that
puts it on top; options and events are records. What a number means is an enumeration. The house tests find a cell read
by its position, a number in place of a name, and a kernel that does not say what it takes.
"""
