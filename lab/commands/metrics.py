"""`lab metrics`: compute registered metrics over a store."""

from __future__ import annotations

from pathlib import Path

import click

from lab.commands._options import json_option, run_option, store_option


@click.command()
@click.argument("names", nargs=-1)
@store_option
@run_option
@json_option
def metrics(names: tuple[str, ...], store: Path, run_id: str | None, as_json: bool) -> None:
    """Compute metrics over stored games; without a name, list them.

    Example:

    \b
        lab metrics
        lab metrics game_length endings --store lab-store
    """
    from lab.commands._show import print_frame, print_json
    from lab.measure.registry import compute, load_metrics, pick
    from lab.store.folder import Store

    if not names:
        _list_metrics(as_json)
        return
    pick(names)  # a misspelt name is said before the store is looked at
    found = compute(Store.open(store), names, run_id)
    if as_json:
        print_json({name: frame.to_dicts() for name, frame in found.items()})
        return
    known = load_metrics()
    for name, frame in found.items():
        print_frame(
            f"{name}: {known[name].says}\n{known[name].unit}; intervals 95 %: {known[name].interval}", frame, 60
        )


def _list_metrics(as_json: bool) -> None:
    from lab.commands._show import console, print_json
    from lab.measure.registry import load_metrics

    known = load_metrics().values()
    if as_json:
        print_json(
            [
                {"metric": m.name, "says": m.says, "unit": m.unit, "needs": m.needs, "interval": m.interval}
                for m in known
            ]
        )
        return
    for m in known:
        console().print(f"[bold]{m.name}[/bold]  {m.says}")
