"""Two folders change places in one moment, where the system can do that."""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from functools import cache
from pathlib import Path
from typing import Any

HERE = -100
"""What stands for the working folder in a call that takes a folder beside a path (AT_FDCWD of Linux)."""
EXCHANGE = 2
"""The wish to exchange two names: RENAME_EXCHANGE of Linux, RENAME_SWAP of macOS."""
CANNOT = (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP)


def swapped(one: Path, other: Path) -> bool:
    """Let two folders change places; False, and nothing done, where the system or its disk cannot."""
    call = _exchange()
    if call is None:
        return False
    names = os.fsencode(one), os.fsencode(other)
    given = (HERE, names[0], HERE, names[1], EXCHANGE) if sys.platform == "linux" else (*names, EXCHANGE)
    if call(*given) == 0:
        return True
    code = ctypes.get_errno()
    if code in CANNOT:
        return False
    raise OSError(code, os.strerror(code), str(other))


@cache
def _exchange() -> Any:
    """The system's call, or None."""
    name = {"linux": "renameat2", "darwin": "renamex_np"}.get(sys.platform)
    return getattr(ctypes.CDLL(None, use_errno=True), name, None) if name else None
