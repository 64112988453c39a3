"""Reaching a cluster, or starting one on this machine. Everything heavy is imported when a cluster is asked for."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from lab.errors import BadInput

if TYPE_CHECKING:
    from lab.runs.cluster.address import Address
    from lab.runs.cluster.crew import Crew
    from lab.runs.cluster.members import Say

ANSWER = 10
"""Seconds that a scheduler has to answer."""


@contextmanager
def open_crew(address: Address, say: Say) -> Iterator[Crew]:
    """The workers of a cluster, until the block ends; those of `local:N` end with it."""
    from lab.runs.cluster.crew import Crew

    # What Dask logs is its own view of workers that end; users are told in sentences.
    for name in ("distributed", "tornado"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    with tempfile.TemporaryDirectory(prefix="lab-cluster-", ignore_cleanup_errors=True) as scratch:
        cluster = _local(address.local, scratch) if address.local else None
        try:
            client = _client(address, cluster)
            try:
                yield Crew(client, say)
            finally:
                client.close(timeout=ANSWER)
        finally:
            if cluster is not None:
                cluster.close(timeout=ANSWER)


def _local(workers: int, scratch: str) -> Any:
    """Processes of this machine, reached by nobody else."""
    import distributed

    made: Any = distributed.LocalCluster
    return made(
        n_workers=workers,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address=None,
        silence_logs=logging.CRITICAL + 1,
        local_directory=scratch,
        preload=["lab.runs.cluster.interrupts"],
    )


def _client(address: Address, cluster: Any) -> Any:
    import distributed

    made: Any = distributed.Client
    try:
        return made(cluster or address.scheduler, timeout=ANSWER, set_as_default=False)
    except (OSError, TimeoutError) as error:
        said = " ".join(str(error).split())
        raise BadInput(
            f"--cluster {address.scheduler}: no scheduler answers there ({said[:60]}); allowed: the address that "
            "`dask scheduler` says"
        ) from None
