"""Where facts are kept: shards of Parquet files with their markers, what damages them, and who may write when.

Numbers are not made here, and games are not played. A marker (`shard_markers`) says of each file of a shard its
rows, bytes and sha256; `about.json` says the same of a run's own tables and repeats the spec, `run/run.json` the
run's row, so whatever is lost can be had again; each has a checksum of itself. Files are written through
`atomic_files`: a draft in a folder that a lock holds for its maker, flushed, renamed, the folder flushed, and only
then the marker; the next one that writes there sweeps what the dead left. A process number is never asked, as
another container has the same ones. `run_folder` is what every read goes through; `checksums` compares the files it
is about to read with their markers, each whole, once in a process and again when another file has taken its place.
`lab query` asks DuckDB which tables a question names, and compares those (`sql_guard`). `damage_report` is what `lab
store check` finds, `lab/runs/mend.py` plays the rest. A new kind of damage is a row of `tests/lab/damaging.py`: it
has to be named, and mended to equal bytes. `LAB_KILLS=40 pytest tests/lab/test_commits.py` kills runs at random moments
and compares the stores; with `tests/deep/lab/test_killed_commands.py` it does so with everything that writes.
"""
