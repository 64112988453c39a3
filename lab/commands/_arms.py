"""A spec of several arms from the command line, checked before anything is played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lab.runs.run_spec import RunSpec


def several_arms(variants: tuple[str, ...], options: dict[str, Any], measure: str) -> RunSpec:
    """What is to be played: at least two arms that differ, of which this measure can be compared."""
    from lab.commands._tournament import spec_of
    from lab.comparison.game_numbers import check_people
    from lab.errors import BadInput
    from lab.runs.arms import open_arms

    spec = spec_of(variants or ("base",), options, unchanged=True)
    for table in spec.agents:
        check_people(measure, table)
    if len(spec.grid) < 2:
        raise BadInput(
            f"only {spec.only.name} to compare; allowed: two or more variants, decks, tables of agents or numbers of "
            "players, or --set and --card"
        )
    arms = open_arms(spec, options["agent_seconds"])
    if len(arms) < 2:
        raise BadInput(f"all {len(spec.grid)} arms are the same game ({arms[0].name}); allowed: arms that differ")
    return spec
