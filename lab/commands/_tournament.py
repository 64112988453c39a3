"""What `run`, `compare` and `demo` share: a spec from options, a run with its progress on the terminal."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lab.spec import RunSpec


def spec_of(arms: tuple[str, ...], options: dict[str, Any]) -> RunSpec:
    """A spec from the options of `tournament_options`."""
    from lab.spec import make_spec

    values = {
        "decks": options["decks"],
        "arms": arms,
        "seats": options["seats"],
        "agents": tuple(name.strip() for name in options["agents"].split(",")),
        "games": options["games"],
        "seed": options["seed"],
        "events": options["events"],
    }
    return make_spec(values, "command line")


def workers_of(wanted: int) -> int:
    """Number of threads; 0 means one for each core."""
    from lab.errors import BadInput

    if not 0 <= wanted <= 1024:
        raise BadInput(f"--workers is {wanted}; allowed: 0 (one for each core) to 1024")
    return wanted or os.cpu_count() or 1
