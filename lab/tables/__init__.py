"""What every table of numbers is made of: columns, ratios, metrics, and where results are kept.

A column is said here once, whoever shows it.
"""
