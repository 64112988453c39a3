"""`lab rules`: the ledger with what implements and covers each rule."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from lab.commands._output import csv_option, one_output, print_csv_rows, print_json, print_rows, say
from lab.commands._switch_page import about_switch, print_switch
from lab.errors import BadInput
from lab.scenarios.rule_coverage import by_area, select, setters, sheet_lines
from variants.variant_schema import SWITCHES, in_words

if TYPE_CHECKING:
    from lab.scenarios.rule_coverage import RuleStatus
    from lab.scenarios.rule_mutation import Verdict


@click.command()
@click.argument("rule_id", metavar="[ID]", required=False)
@click.option("--area", help="Only rules of this area, such as combat.")
@click.option("--missing", is_flag=True, help="Only rules that no scenario and no test covers.")
@csv_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON: id, area, implemented_in, covered_by.")
@click.option("--mutate", is_flag=True, help="Break every switch and opcode in turn; print what nothing notices.")
@click.option("--only", help="With --mutate: only switches and opcodes whose name contains this text.")
def rules(  # noqa: PLR0913
    rule_id: str | None, area: str | None, missing: bool, as_csv: bool, as_json: bool, mutate: bool, only: str | None
) -> None:  # fmt: skip
    """Print the rule ledger with the code, scenarios and tests of each rule; or what a switch is and may be.

    Example:

    \b
        lab rules
        lab rules combat.compare
        lab rules hand_limit
        lab rules --area help --missing
        lab rules --mutate --only run_away
    """
    one_output(as_json, as_csv)
    _check_together(mutate, only, rule_id or area or missing or as_csv)
    if mutate:
        _mutate(only or "", as_json)
        return
    if rule_id in SWITCHES and not (area or missing or as_csv):
        print_json(about_switch(rule_id)) if as_json else print_switch(rule_id)
        return
    rows = select(rule_id, area, missing)
    if as_json:
        click.echo(json.dumps([_as_dict(row) for row in rows], indent=1))
    elif as_csv:
        print_csv_rows([_as_dict(row) for row in rows], FIELDS)
    elif not rows:
        click.echo(
            "None: a scenario or a test covers every such rule."
            if missing
            else f"Rule {rule_id} is not of the area {area}."
        )
    elif rule_id is not None:
        _print_one(rows[0])
    else:
        _print_all(rows)


def _check_together(mutate: bool, only: str | None, choice: object) -> None:
    if only is not None and not mutate:
        raise BadInput("--only is given without --mutate; allowed: both, or neither")
    if mutate and choice:
        raise BadInput(
            "--mutate is given with a choice of rules or --csv; allowed: --mutate alone, or with --only and --json"
        )


def _mutate(only: str, as_json: bool) -> None:
    """Print the mutations that nothing notices, and how many there were; exit code 1 if there is one."""
    from lab.scenarios.rule_mutation import check, mutations

    chosen = [m for m in mutations() if only in m.name]
    if not chosen:
        raise BadInput(f"--only is '{only}'; allowed: part of the name of a switch or an opcode")
    verdicts: list[Verdict] = []
    for verdict in check(chosen):
        verdicts.append(verdict)
        if not as_json and not verdict.noticed_by:
            click.echo(f"nothing notices {verdict.mutation.text} ({verdict.asked} scenarios could)")
    alive = [v for v in verdicts if not v.noticed_by]
    if as_json:
        rows = [{"mutation": v.mutation.text, "noticed_by": v.noticed_by, "asked": v.asked} for v in verdicts]
        click.echo(json.dumps(rows, indent=1))
    else:
        _print_counts(verdicts)
    if alive:
        sys.exit(1)


def _print_counts(verdicts: list[Verdict]) -> None:
    """How many switches and opcodes have a mutation that was noticed, and what was not tried."""
    from lab.scenarios.rule_mutation import rows_of

    for title, ours in (("switches", True), ("opcodes", False)):
        rows = [v for v in verdicts if v.mutation.is_switch == ours]
        names = {v.mutation.name for v in rows}
        alive = {v.mutation.name for v in rows if not v.noticed_by}
        if not names:
            continue
        if ours:
            done = f"{sum(bool(v.noticed_by) for v in rows)} of {len(rows)} other values were noticed"
        else:
            done = f"{sum(map(rows_of, names))} effect rows of the decks dropped"
        click.echo(f"{title}: {len(names - alive)} of {len(names)} ({done})")


FIELDS = ("id", "area", "text", "sets", "switches", "implemented_in", "covered_by")


def _as_dict(row: RuleStatus) -> dict[str, object]:
    rule = row.rule
    return {
        "id": rule.id,
        "area": rule.area,
        "text": rule.text,
        "sets": list(rule.sets),
        "switches": list(rule.switches),
        "implemented_in": list(row.implemented_in),
        "covered_by": list(row.covered_by),
    }


def _print_one(row: RuleStatus) -> None:
    rule = row.rule
    say(f"{rule.id}  (area {rule.area})")
    say(rule.text)
    if rule.note:
        say(f"Note: {rule.note}")
    say(f"Stated for: {', '.join(rule.sets)}; lines of the sheets: {sheet_lines(rule)}")
    switches = []
    for name in rule.switches:
        values = [f"{in_words(SWITCHES[name], SWITCHES[name].default)} by default", *setters(name)]
        switches.append(f"{name}: {SWITCHES[name].meaning} ({', '.join(values)})")
    for title, places in (
        ("Switches", tuple(switches)),
        ("Implemented in", row.implemented_in),
        ("Covered by", row.covered_by),
    ):
        say(f"{title}:" if places else f"{title}: none")
        for place in places:
            say(place, indent="  ")


def _print_all(rows: list[RuleStatus]) -> None:
    summary = []
    for area, members in by_area(rows).items():
        print_rows(f"{area}:", [_row(row) for row in members])
        summary.append({"area": area} | _counts(members))
    print_rows("", [*summary, {"area": "all"} | _counts(rows)])


def _row(row: RuleStatus) -> dict[str, str]:
    covered = "missing" if row.missing else _short(row.covered_by)
    return {
        "rule": row.rule.id, "what it says": row.rule.text, "implemented in": _short(row.implemented_in) or "-",
        "covered by": covered,
    }  # fmt: skip


def _short(places: tuple[str, ...]) -> str:
    names = [place.rsplit("/", 1)[-1] for place in places]
    return names[0] + (f" +{len(names) - 1}" if len(names) > 1 else "") if names else ""


def _counts(rows: list[RuleStatus]) -> dict[str, int]:
    missing = sum(row.missing for row in rows)
    implemented = sum(bool(row.implemented_in) for row in rows)
    return {"rules": len(rows), "implemented": implemented, "covered": len(rows) - missing, "missing": missing}
