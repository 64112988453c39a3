"""Small hand-made changes of cards and of kinds of cards by a rule."""

from __future__ import annotations

REFERENCE = "cthulhu"


def with_bounds(name, value, half):
    return {name: value, f"{name}_low": value - half, f"{name}_high": value + half}


def change_row(number, how):
    """Card 0 gains 5 points, card 1 loses 4, the others change little."""
    change = {0: 0.05, 1: -0.04}.get(number, 0.001 * number)
    verdict = {0: "gains", 1: "loses", 2: "about the same"}.get(number, "cannot tell yet")
    return {
        "reference": REFERENCE, "how": how, "card": number, "id": f"card-{number}", "name": f"Card <{number}>",
        "kind": "monster" if number == 5 else "item", "pile": "door", "changed": False, "paired": True,
        "arm_games": 300, "n": 500, "n_reference": 510, "games": 280, "delta": 0.02, "delta_reference": 0.02 - change,
        **with_bounds("change", 2 * change, 0.04), "change_se": 0.02, "if_nothing": 0.02, "change_p": 0.01 * number,
        "change_q": 0.02 * number, **with_bounds("change_shrunk", change, 0.02), "verdict": verdict,
    }  # fmt: skip


def kind_changes():
    """The mean of the five Items and of the one monster of `change_row`, in each way."""
    rows = [
        {"how": how, "kind": kind, "cards": len(own), **with_bounds("change", sum(own) / len(own), 0.01)}
        for how in ("hand", "kicked")
        for kind, own in (("item", [0.1, -0.08, 0.004, 0.006, 0.008]), ("monster", [0.01]))
    ]
    return [
        {"reference": REFERENCE, "arm_games": 300, "change_q": 0.2 if row["kind"] == "monster" else 0.01, **row}
        for row in rows
    ]
