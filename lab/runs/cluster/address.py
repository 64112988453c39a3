"""Where a cluster is: `local:4` for processes of this machine, `tcp://HOST:PORT` for a scheduler of Dask."""

from __future__ import annotations

import importlib.util
import re
from typing import NamedTuple

from lab.errors import BadInput

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
