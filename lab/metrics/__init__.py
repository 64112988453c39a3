"""The metrics, one per file; `lab.tables.metric` finds them by file name."""
