"""Ways through a replayed game: steps, turns, combats, the turns that moved it most, and its end."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from lab.games.game_steps import Walk
from lab.games.game_tape import Mark
from reports.desk import tape_chart
from reports.desk.draw_elements import as_typed
from reports.display_names import PEOPLE

KEYS = "Keys: \u2190 \u2192 steps, with Shift turns, F combats"
STEP, ENDING = "step", "ending"
"""Keys of the address: the step that is shown, and whether the end is told."""


def go(step: int) -> None:
    """Show a step."""
    st.session_state[STEP] = step + 1


def end(last: int) -> None:
    """Whether the end is told; whoever wants that goes to the last step."""

    def leave() -> None:
        if st.session_state[ENDING]:
            go(last)

    st.toggle("Show the end", key=ENDING, bind="query-params", on_change=leave)


def buttons(game: Walk, step: int, at: int) -> None:
    """Ways through the game, by mouse, finger and keyboard."""
    ways = [
        ("Step back", "left", game.clipped(step - 1), ":material/chevron_left:"),
        ("Next", "right", game.clipped(step + 1), ":material/chevron_right:"),
        ("Turn back", "shift+left", game.turn_from(step, -1), ":material/keyboard_double_arrow_left:"),
        ("Turn", "shift+right", game.turn_from(step, 1), ":material/keyboard_double_arrow_right:"),
        ("Combat back", "shift+f", game.combat_from(step, -1), ":material/skip_previous:"),
        ("Combat", "f", game.combat_from(step, 1), ":material/skip_next:"),
    ]
    ways += [("First difference", "d", game.of_line(at), ":material/call_split:")] if at >= 0 else []
    with st.container(horizontal=True, vertical_alignment="center", key="ways"):
        for pair in (ways[i : i + 2] for i in range(0, len(ways), 2)):
            with st.container(horizontal=True, width="content", gap=None, key=f"pair-{pair[-1][1]}"):
                for word, key, to, icon in pair:
                    st.button(
                        word, key=f"to-{key}", shortcut=key, on_click=go, args=(to,), disabled=to == step, icon=icon,
                        icon_position="right" if "right" in icon or "next" in icon else "left",
                        type="primary" if key == "right" else "tertiary", help=KEYS if key == "right" else None,
                    )  # fmt: skip


def turning(game: Walk, marks: Sequence[Mark]) -> None:
    """What turned the game, numbered as in the chart of chances; each leads to its turn."""
    for number, mark in enumerate(marks, 1):
        when, what, moved = map(as_typed, tape_chart.told(mark, PEOPLE))
        st.button(
            f"**{number} {when}:** {what}. {moved}", key=f"turned-{number}", type="tertiary", on_click=go,
            args=(game.of_turn(int(mark.x)),),
        )  # fmt: skip
