"""Playing a run on many machines, by Dask: where they are, what they play by, which shards they are given.

`worker_task` runs on workers, everything else where the run was started; a store is written there only.
"""
