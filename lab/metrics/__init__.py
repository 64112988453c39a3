"""The metrics, one per file; `lab.tables.metric` finds them by file name. Each says its columns; what shows them
asks nothing else.
"""
