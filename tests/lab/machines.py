"""Machines for tests: a Dask cluster, workers in network namespaces of their own, and a server that speaks S3."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parents[2]
SUBNET = "10.213"
"""Where the namespaces live: addresses that no network of this machine should have."""


@dataclass
class Machines:
    """What runs: the scheduler's address as the client sees it, and a process for each worker."""

    scheduler: str
    port: int
    namespaces: list[str]
    folder: Path
    dealer: subprocess.Popen  # the scheduler's process
    workers: list[subprocess.Popen] = field(default_factory=list)

    @property
    def how(self):
        return "in network namespaces" if self.namespaces else "as processes of this machine"

    def add(self, cwd=None, path=ROOT):
        """One more worker, in a folder and with a source tree of its own if need be."""
        place = len(self.workers)
        inside = ["ip", "netns", "exec", self.namespaces[place]] if place < len(self.namespaces) else []
        host = f"{SUBNET}.{place}.1" if inside else "127.0.0.1"
        command = [
            *inside, sys.executable, "-m", "distributed.cli.dask_worker", f"tcp://{host}:{self.port}", "--no-nanny",
            "--nthreads", "1", "--no-dashboard", "--local-directory", str(self.folder / f"scratch{place}"),
        ]  # fmt: skip
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "stdin": subprocess.DEVNULL}
        environment = os.environ | {"PYTHONPATH": str(path)}
        self.workers.append(subprocess.Popen(command, cwd=cwd or self.folder, env=environment, **quiet))
        return self.workers[-1]


def free_port():
    with socket.socket() as one:
        one.bind(("", 0))
        return one.getsockname()[1]


@contextmanager
def machines(folder: Path, wanted: int = 2) -> Iterator[Machines]:
    """A scheduler, and room for workers; all of it ends with the block."""
    port = free_port()
    names = _namespaces(wanted)
    host = "0.0.0.0" if names else "127.0.0.1"
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", host, "--port", str(port)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "stdin": subprocess.DEVNULL}
    scheduler = subprocess.Popen([*command, "--no-dashboard"], cwd=folder, env=os.environ, **quiet)
    crew = Machines(f"tcp://127.0.0.1:{port}", port, names, folder, scheduler)
    try:
        until = time.monotonic() + 60
        while time.monotonic() < until and not _listens(port):
            time.sleep(0.1)
        yield crew
    finally:
        for process in (*crew.workers, scheduler):
            process.kill()
            process.wait()
        for place, name in enumerate(names):
            _ip("link", "del", f"labh{place}")
            _ip("netns", "del", name)


def _listens(port):
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0


def _ip(*words):
    return subprocess.run(["ip", *words], capture_output=True).returncode == 0


def _namespaces(wanted):
    """Names of fresh namespaces, each with a line to this machine; none where that is not allowed."""
    if shutil.which("ip") is None or os.geteuid() != 0:
        return []
    names = []
    for place in range(wanted):
        name, here, there = f"labns{os.getpid()}x{place}", f"labh{place}", f"labw{place}"
        steps = [
            ("netns", "add", name),
            ("link", "add", here, "type", "veth", "peer", "name", there),
            ("link", "set", there, "netns", name),
            ("addr", "add", f"{SUBNET}.{place}.1/24", "dev", here),
            ("link", "set", here, "up"),
            ("-n", name, "addr", "add", f"{SUBNET}.{place}.2/24", "dev", there),
            ("-n", name, "link", "set", there, "up"),
            ("-n", name, "link", "set", "lo", "up"),
        ]
        if not all(_ip(*step) for step in steps):
            _ip("netns", "del", name)
            return []
        names.append(name)
    return names


PATIENCE = 60
"""Seconds after which what waits is let go, whatever has become of the test."""


class BucketServer:
    """Buckets that all servers of this process share, at an address of its own."""

    def __init__(self) -> None:
        from moto.moto_server.werkzeug_app import DomainDispatcherApplication, MotoRequestHandler, create_backend_app
        from werkzeug.serving import make_server

        self._buckets = DomainDispatcherApplication(create_backend_app)
        self._counting, self._gone = threading.Lock(), threading.Event()
        self._left: float = float("inf")
        self._http = make_server("127.0.0.1", 0, self._answer, threaded=True, request_handler=MotoRequestHandler)
        threading.Thread(target=self._http.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self._http.server_address[1]}"

    def take(self, markers: float = float("inf")) -> None:
        """Take so many markers of shards from now on; the next ones wait, and are never taken."""
        with self._counting:
            self._gone.set()
            self._gone, self._left = threading.Event(), markers

    def stop(self) -> None:
        """Go away: what waits is cut off, and nobody can connect any more."""
        self._http.shutdown()
        self._http.server_close()  # else whoever comes would wait for an answer
        self.take()

    def _answer(self, environ, start_response):
        if environ["REQUEST_METHOD"] == "PUT" and "/shard/" in unquote(environ["PATH_INFO"]):
            with self._counting:
                gone, is_taken = self._gone, self._left > 0
                self._left -= is_taken
            if not is_taken:
                gone.wait(PATIENCE)
                raise ConnectionAbortedError("cut off")
        return self._buckets(environ, start_response)
