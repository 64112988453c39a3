"""The metrics, one per file; `lab.measure.registry` finds them by file name."""
