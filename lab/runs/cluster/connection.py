"""Where a cluster is: `local:4` for processes of this machine, `tcp://HOST:PORT` for a scheduler of Dask.

Reaching a cluster, or starting one on this machine. Everything heavy is imported when a cluster is asked for.
"""

from __future__ import annotations

import importlib.util
import logging
import re
import signal
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING, Any, NamedTuple

from lab.errors import BadInput

if TYPE_CHECKING:
    from lab.runs.cluster.crew import Crew, Say

MOST_LOCAL = 1024
ALLOWED = f"local:N with N from 1 to {MOST_LOCAL}, or tcp://HOST:PORT, the address of a Dask scheduler"
EXTRA = 'pip install ".[cluster]"'
SHOWN = 60
"""Characters of a wrong address that a sentence repeats."""
_LOCAL = re.compile(r"local:([0-9]{1,6})")
_REMOTE = re.compile(r"(?:tcp|tls)://(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]):([0-9]{1,5})", re.ASCII)


class Address(NamedTuple):
    """A number of processes to start on this machine, or the scheduler to ask."""

    local: int
    scheduler: str


def read_address(text: str) -> Address:
    """What `--cluster` says; whoever lacks Dask is told which extra has it."""
    address = _parsed(text)
    if importlib.util.find_spec("distributed") is None:
        raise BadInput(f"--cluster needs Dask, which is not installed; allowed: {EXTRA} first, or no --cluster")
    return address


def _parsed(text: str) -> Address:
    local, remote = _LOCAL.fullmatch(text), _REMOTE.fullmatch(text)
    if local and 1 <= int(local[1]) <= MOST_LOCAL:
        return Address(int(local[1]), "")
    if remote and 1 <= int(remote[1]) <= 65535:
        return Address(0, text)
    said = text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."
    raise BadInput(f"--cluster is '{said}'; allowed: {ALLOWED}")


ANSWER = 10
"""Seconds that a scheduler has to answer."""
QUIET: dict[str, Any] = {
    "distributed.admin.tick.interval": "10s",
    "distributed.admin.tick.cycle": "10s",
    "distributed.admin.system-monitor.interval": "10s",
    "distributed.client.scheduler-info-interval": "60s",
    "distributed.nanny.pre-spawn-environ.MALLOC_TRIM_THRESHOLD_": None,
    "distributed.scheduler.active-memory-manager.start": False,
    "distributed.worker.memory.monitor-interval": "2s",
    "distributed.worker.profile.enabled": False,
}
"""What processes of this machine do without: Dask would look at itself many times a second, and give memory back
after every shard; it cost a tenth of a core."""


@contextmanager
def open_crew(address: Address, say: Say, meanwhile: Callable[[], None] = lambda: None) -> Iterator[Crew]:
    """The workers of a cluster, until the block ends; those of `local:N` end with it.

    `meanwhile` is done while they start.
    """
    from lab.runs.cluster.crew import Crew

    # What Dask logs is its own view of workers that end; users are told in sentences.
    for name in ("distributed", "tornado"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    with tempfile.TemporaryDirectory(prefix="lab-cluster-", ignore_cleanup_errors=True) as scratch:
        starter = ThreadPoolExecutor(1)
        start = starter.submit(_local, address.local, scratch) if address.local else None
        try:
            meanwhile()
            cluster = start.result() if start else None
            client = _client(address, cluster)
            try:
                yield Crew(client, say)
            finally:
                client.close(timeout=ANSWER)
        finally:
            if start and not start.exception():
                start.result().close(timeout=ANSWER)
            starter.shutdown()


def _local(workers: int, scratch: str) -> Any:
    """Processes of this machine, reached by nobody else."""
    import dask
    import distributed

    _hold_back_interrupts()
    made: Any = distributed.LocalCluster
    dask.config.set(QUIET)
    return made(
        n_workers=workers,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address=None,
        # Dask answers HTTP even without a dashboard: here, and at a port that nobody else has.
        scheduler_kwargs={"dashboard": False, "dashboard_address": "127.0.0.1:0"},
        silence_logs=logging.CRITICAL + 1,
        local_directory=scratch,
        preload=["lab.runs.cluster.worker_start"],
    )


def _hold_back_interrupts() -> None:
    """Ctrl-C is for whoever started the run: processes that this thread starts are born without hearing it."""
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()  # started later it would let the signal through again
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def _client(address: Address, cluster: Any) -> Any:
    import distributed

    made: Any = distributed.Client
    try:
        # Processes of this machine hand their files to the client; others may be out of its reach.
        near = cluster is not None
        return made(cluster or address.scheduler, timeout=ANSWER, set_as_default=False, direct_to_workers=near or None)
    except (OSError, TimeoutError) as error:
        said = " ".join(str(error).split())
        raise BadInput(
            f"--cluster {address.scheduler}: no scheduler answers there ({said[:60]}); allowed: the address that "
            "`dask scheduler` says"
        ) from None
