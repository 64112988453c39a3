"""The metrics, one per file, found by file name; each says its columns, and what shows them asks nothing else."""
