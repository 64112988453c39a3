"""The boxes of a page into which house rules are typed, each with its reading below it while one types."""

from __future__ import annotations

import streamlit as st

from reports.desk.draw_elements import as_typed
from reports.desk.typed_rules import heard, told
from variants.load_variants import as_rule

RULE_KEYS = ("rule", "rule2", "rule3", "rule4", "rule5")
"""Names of the boxes, in the address too."""
TOGETHER, APART = "together", "apart"
LONGEST = 600
"""Letters of a rule."""


def typed_rules(hold: str = "") -> tuple[str, ...] | None:
    """What is typed, as rules that are played each by itself; None while something of it is not understood.

    `hold`: how several hold, `TOGETHER` in one game or `APART`; unless it is said one may choose.
    """
    found: list[str] = []
    understood, another = True, "the next rule" if hold == APART else "leave empty, or type what holds as well"
    for place, rule_key in enumerate(RULE_KEYS):
        text = st.text_input(
            "And another rule" if place else "Your rule in plain English", key=rule_key, bind="query-params",
            placeholder=another if place else "e.g. You win at Level 8. The Broad Sword gives +4.",
            live="400ms", max_chars=LONGEST, icon=":material/edit_note:", autocomplete="off",
        )  # fmt: skip
        said = _read(str(text), rule_key) if text and text.strip() else ""
        understood = understood and said is not None
        if said:
            found.append(said)
        later = any(st.session_state.get(k) or st.query_params.get(k) for k in RULE_KEYS[place + 1 :])
        if not later and not said:
            break
    if not understood:
        return None
    if len(found) < 2:
        return tuple(found)
    return _stacked(found, hold)


def _read(text: str, key: str) -> str | None:
    """Show how a rule is read, let one choose where it may mean several things; the rule as it is played, if it is."""
    rule = heard(text)
    if reading := told(rule):
        st.html(reading)
    meant = {}
    for place, meanings in rule.open.items():
        sentence = rule.reading.sentences[place].text
        with st.container(key=f"meant-{key}-{place}"):
            picked = st.radio(
                f"**May mean {len(meanings)} things; which?** \u201c{as_typed(sentence)}\u201d", meanings, index=None,
                format_func=as_typed, key=f"meaning-{key}-{place}-{sentence}",
            )  # fmt: skip
        if picked is not None:
            meant[place] = str(picked)
    if not rule.understood(meant):
        return None
    if fault := rule.fault(meant):
        st.error(fault)
        return None
    return rule.said(meant)


def _stacked(rules: list[str], hold: str) -> tuple[str, ...]:
    how = hold or st.segmented_control(
        "These rules hold", [TOGETHER, APART], default=TOGETHER, required=True, key="hold", bind="query-params",
        help="together: one game with all of them; apart: a game for each of them.",
    )  # fmt: skip
    return tuple(rules) if how == APART else _together(rules)


def _together(rules: list[str]) -> tuple[str, ...]:
    return (as_rule("+".join(map(as_rule, rules))),)
