"""The checks of `lab metrics health`, one file for each theme; each has a mutation in `tests/lab/health`."""
