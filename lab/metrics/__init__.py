"""The metrics, one per file; `lab.registry` finds them by file name."""
