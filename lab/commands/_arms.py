"""A spec of several arms from the command line, checked before anything is played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lab.commands._tournament import spec_of
from lab.tournament import comparable

if TYPE_CHECKING:
    from lab.runs.run_spec import RunSpec


def several_arms(variants: tuple[str, ...], options: dict[str, Any], measure: str) -> RunSpec:
    """What is to be played: at least two arms that differ, of which this measure can be compared."""

    spec = spec_of(variants or ("base",), options, unchanged=True)
    comparable(spec, measure, options["agent_seconds"])
    return spec
