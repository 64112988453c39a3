"""The commands of `lab` that draw, one per file; `lab.cli` finds them by file name."""
