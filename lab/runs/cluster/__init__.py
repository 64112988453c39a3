"""Playing a run on many machines, by Dask: where they are, what they play by, which shards they are given."""
