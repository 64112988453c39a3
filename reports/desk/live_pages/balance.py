"""Which of many rules matter, which is best, which value would do, and what must change to meet a wish?"""

from __future__ import annotations

import shlex
from collections.abc import Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from decks.card_changes import CHANGEABLE, range_of
from decks.card_schema import USED_BY
from engine.records.switches import RULES
from lab.comparison.game_numbers import DECIDED, MINUTES, PRIMARY, units
from lab.comparison.measure_names import name_of
from lab.errors import BadInput
from reports import html_markup
from reports.desk.changed_game import begin, box_of, game, game_of
from reports.desk.draw_elements import Place, as_typed, draw
from reports.desk.experiment_buttons import FEWEST, asked_table, play_search
from reports.desk.kept_searches import stage
from reports.desk.page_data import Asked
from reports.desk.rule_boxes import APART, typed_rules
from reports.desk.search_charts import of_example
from reports.desk.search_lines import answer_elsewhere, begin_as, is_span, mixtures
from reports.desk.sidebar import address
from reports.elements import Answer
from variants.load_variants import known_variants, load_variant
from variants.variant_schema import in_words

TITLE, GROUP, ORDER = "Balance", "Lab", 101
ALONE = True

MATTER, BEST, VALUE, WISH = "matter", "best", "value", "wish"
QUESTIONS = {
    MATTER: "What matters", BEST: "The best", VALUE: "Which value", WISH: "A wish",
}  # fmt: skip
"""Short, so that all four stand side by side on a phone."""
FIRST = {
    MATTER: "Type two or more rules, or pick them: you see **how much each of them does**, the largest first.",
    BEST: "Name rules that compete, and an aim: you see **which comes nearest to it**.",
    VALUE: "Pick one number, and say what games should be like: you see **which value does it**, and what else may.",
    WISH: "Say what games should be like, and what may be changed: you get **the fewest changes that do it**.",
}
LACKS = {
    MATTER: "Two rules are needed, typed or from the list. Their {games:,} games take {time}.",
    BEST: "A rule is needed, typed or picked. Up to {games:,} games of each are then played, fewer of early losers.",
    VALUE: "One number is needed, no more. Up to {games:,} games of each value near the target are then played.",
    WISH: "A wish is needed, and one thing that may change. {games:,} games of each try are then played.",
}
"""What is needed before anything is played, and what it costs."""
PICK = {
    MATTER: "And more rules, from the list", BEST: "And more rules, from the list", VALUE: "Which number",
    WISH: "And more that may change, from the list",
}  # fmt: skip
NEAR = "nearest to"
EXAMPLES: dict[str, tuple[str, dict[str, object]]] = {
    MATTER: (
        "For example: what six rules do to the length of games",
        {"rule": "You win at Level 8.", "rule2": "Nobody may keep more than three cards.",
         "number": ["setup.deal_treasure", "sell.gp_per_level", "run_away.target", "help.max"],
         "to-matter-setup.deal_treasure": "6", "to-matter-sell.gp_per_level": "800", "to-matter-run_away.target": "4",
         "to-matter-help.max": "3"},
    ),
    BEST: (
        "For example: with how many Treasures at the start are games nearest to 38 turns?",
        {"number": ["setup.deal_treasure"], "look": NEAR, "near": 38.0},
    ),
    VALUE: (
        "For example: at which winning Level do games take 50 minutes?",
        {"number": ["victory.level"], "measure": name_of(MINUTES), "near": 50.0, "to-value-victory.level": "4-16"},
    ),
    WISH: (
        "For example: games of at most 36 turns, by other Treasures at the start or another winning Level",
        {"want": name_of(PRIMARY), "bound": "at most 36", "number": ["setup.deal_treasure", "victory.level"]},
    ),
}  # fmt: skip
"""A question, and what its button fills in; what came of it is in `search_charts.EXAMPLES`."""
VALUES = {
    MATTER: "values, as 7 or 3,7, or a range, as 3-8", BEST: "values, as 3,4,6,7",
    VALUE: "from lowest to highest, as 3-7", WISH: "from lowest to highest, as 3-7",
}  # fmt: skip
WANT_KEYS, BOUND_KEYS = ("want", "want2", "want3", "want4"), ("bound", "bound2", "bound3", "bound4")
LOOKS = ("fewest", "most", NEAR)
IN_ALL, MOST, A_SECOND = 6_400, 1_000_000, 200
"""Games of all mixtures together, the most of them that are asked for, and how many a usual machine plays a second."""


def show(asked: Asked) -> None:
    """The question, its answer as far as it is played, what is asked, the run with its progress."""
    begin(asked)
    question, top = _question(asked), st.container()
    variant, decks = game_of(asked)
    aim = _wish() if question == WISH else []
    rules = typed_rules(APART)
    chosen, numbers = _picked(question, variant, decks)
    aim = aim if question == WISH else {MATTER: _measure, BEST: _aim, VALUE: _target}[question]()
    playing = st.container()
    with st.expander("Players, number of games, and the game that is changed", key="game"):
        game(asked)
        with st.container(horizontal=True, vertical_alignment="bottom"):
            seats, agents, games = asked_table(with_games=question != MATTER)
            if question == MATTER:
                games = int(
                    st.number_input("Games in all", FEWEST, MOST, IN_ALL, 1000, key="in_all", bind="query-params")
                )
    if rules is None:
        playing.warning("Nothing is played until every sentence is understood.", icon=":material/pause_circle:")
        return
    words = _line(question, variant, [*rules, *chosen], numbers, aim, games)
    if not words:
        with playing:
            st.caption(LACKS[question].format(games=games, time=_time(games)))
            st.button("Play and compare", type="primary", key="play", icon=":material/play_arrow:", disabled=True)
        _begins(asked, question, top)
        return
    words += [word for deck in decks for word in ("--deck", deck)]
    words += ["--seats", str(seats), "--agents", agents]
    found = stage(asked.store, words)
    with top:
        draw(found.elements, Place("balance", shlex.join(["lab", *words]), address(asked), asked.store.path.resolve()))
    with playing:
        play_search(asked, words, found)
    st.code(shlex.join(["lab", *words, "--store", str(asked.store.path)]), language="bash", wrap_lines=True)


def _question(asked: Asked) -> str:
    """Which of them is asked: by the reader, the address, or the run that is shown."""
    begin_as(asked)
    if st.query_params.get("ask") in QUESTIONS and "ask" not in st.session_state:  # as whoever types an address does
        st.session_state["ask"] = st.query_params["ask"]
    return str(
        st.segmented_control(
            "Question", list(QUESTIONS), format_func=QUESTIONS.__getitem__, default=MATTER, required=True, key="ask",
            bind="query-params", label_visibility="collapsed",
        )
    )  # fmt: skip


def _begins(asked: Asked, question: str, top: DeltaGenerator) -> None:
    """While too little is asked: what this is, what a search that is shown has found; an example."""
    with top:
        st.html(html_markup.answer(Answer(FIRST[question])))
        if said := answer_elsewhere(asked):
            st.caption(as_typed(f"The run that is shown asked with files of its own, and found: {said}"))
    example, filled = EXAMPLES[question]
    draw(of_example(question, example), Place("balance", "", address(asked)))
    st.button(
        "Try this example", key="try", icon=":material/edit_note:", on_click=st.session_state.update, args=(filled,)
    )


def _time(games: int) -> str:
    """How long so many games take about, in words."""
    minutes = games / A_SECOND / 60
    return "about half a minute" if minutes < 0.75 else f"about {minutes:.0f} minute{'s' * (minutes >= 1.5)}"


def _measures() -> list[str]:
    """What games can be judged by, the lengths first, as people call it."""
    return [name_of(one) for one in dict.fromkeys((PRIMARY, MINUTES, *units()))]


def _measure() -> list[str]:
    """By what changes are ranked."""
    with st.container(horizontal=True):
        said = st.selectbox("Ranked by what they do to", _measures(), key="measure", bind="query-params", width=260)
    return ["--primary", str(said)]


def _aim() -> list[str]:
    """What is best."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        look = st.segmented_control("Best is", LOOKS, default=LOOKS[0], required=True, key="look", bind="query-params")
        said = st.selectbox("of", _measures(), key="measure", bind="query-params", width=260)
        if look != NEAR:
            return ["--target", f"{look} {said}"]
        value = _near("value")
    return ["--target", f"{said}={value:g}"]


def _target() -> list[str]:
    """What a measure should be."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        said = st.selectbox("I want", _measures(), key="measure", bind="query-params", width=260)
        return ["--target", f"{said}={_near('to be'):g}"]


def _near(label: str) -> float:
    return float(st.number_input(label, 0.0, None, 60.0, 1.0, key="near", bind="query-params", width=130, format="%g"))


def _wish() -> list[str]:
    """The lines of a wish: a measure and its bounds, an empty one below those that are said."""
    found, measures = list[str](), [*_measures(), name_of(DECIDED)]
    for want_key, bound_key in zip(WANT_KEYS, BOUND_KEYS, strict=True):
        with st.container(horizontal=True, vertical_alignment="bottom"):
            said = st.selectbox("And" if found else "I want", measures, None, key=want_key, bind="query-params",
                                width=260, placeholder="a measure")  # fmt: skip
            bound = st.text_input("to be", key=bound_key, bind="query-params", width=200, max_chars=40,
                                  placeholder="at most 60, at least 5, 40-55")  # fmt: skip
        if not said or not bound:
            break
        found += ["--want", f"{said}={bound.strip()}"]
    return found


def _picked(question: str, variant: str, decks: tuple[str, ...]) -> tuple[list[str], dict[str, str]]:
    """What is picked by name: house rules; switches and numbers of cards, each with what is typed of its values."""
    words, first = _known(question, variant, decks)
    rules = {file.key: f"{file.key}, a house rule" for file in known_variants() if file.overlay}
    words = rules | words
    asked = [*st.query_params.get_all("rules"), *st.query_params.get_all("number")]  # house rules of older links too
    named = [name for name in asked if name in words]  # as whoever types an address does
    if named and "number" not in st.session_state:
        st.session_state["number"] = named
    if kept := [one for one in st.session_state.get("number", ()) if one in words]:
        st.session_state["number"] = kept  # another question or game may know fewer of them
    chosen = st.multiselect(
        PICK[question], list(words), key="number", bind="query-params",
        format_func=lambda name: words.get(name, name),
        placeholder=f"{'faster, ' * (question in (MATTER, BEST))}cards in hand, the winning Level …",
        help="Every rule of the five sheets that a table may play in another way, and every number on a card.",
    )  # fmt: skip
    found = {}
    for name in (name for name in chosen if name not in rules):
        label = f"{words[name]}: {VALUES[question]}"
        text = st.text_input(
            as_typed(label), first[name], key=f"to-{question}-{name}", bind="query-params", max_chars=100
        )
        if text and text.strip():
            found[name] = text.strip()
    return [name for name in chosen if name in rules], found


def _known(question: str, variant: str, decks: tuple[str, ...]) -> tuple[dict[str, str], dict[str, str]]:
    """What may be changed: of each what it is and its present value, and what to begin with."""
    rules, box = load_variant(variant), box_of(variant, decks)
    words, first = dict[str, str](), dict[str, str]()
    for switch in RULES:
        if switch.low < switch.high and not (switch.words and question in (VALUE, WISH)):
            now = int(rules[switch.name])
            words[switch.name] = f"{switch.meaning} ({switch.name}), now {in_words(switch, now)}"
            several = _several(question, now, switch.low, switch.high)
            others = [word for at, word in enumerate(switch.words) if at != now]
            first[switch.name] = ",".join(others[: 2 if question == MATTER else None]) if switch.words else several
    for name, card in zip(box.names, box.cards, strict=True):
        for key in (k for k, kind in CHANGEABLE.items() if kind is int and card.kind in USED_BY.get(k, {card.kind})):
            if (has := getattr(card, key)) is not None:
                words[f"{card.id}.{key}"] = f"{name}, {key} ({card.id}.{key}), now {has}"
                first[f"{card.id}.{key}"] = _several(question, int(has), *range_of(key, card.id))
    return words, first


def _several(question: str, now: int, low: int, high: int) -> str:
    """Values around the present one, as a question wants them."""
    step = 100 if now >= 200 else 1
    if question in (VALUE, WISH):
        return f"{max(low, now - 2 * step)}-{min(high, now + 2 * step)}"
    near = [step] if question == MATTER else [-2 * step, -step, step, 2 * step]
    found = [now + one for one in near if low <= now + one <= high] or [now - step]
    return ",".join(map(str, found))


def _line(
    question: str, variant: str, rules: Sequence[str], numbers: dict[str, str], aim: list[str], games: int
) -> list[str]:
    """The words of the command that answers; none while too little is asked."""
    switches = {switch.name for switch in RULES}
    spans = {name for name, text in numbers.items() if question == MATTER and is_span(text)}
    keyed = {name: "--may" if name in spans else "--set" if name in switches else "--change" for name in numbers}
    said = [word for rule in rules for word in ("--rule", rule)]
    said += [word for name, value in numbers.items() for word in (keyed[name], f"{name}={value}")]
    if question == WISH:
        may = [word for one in (*(f"{k}={v}" for k, v in numbers.items()), *rules) for word in ("--may", one)]
        return ["balance", variant, *aim, *may, "--games", str(games)] if aim and may else []
    if question == BEST:
        return ["best", variant, *said, *aim, "--games", str(games)] if said else []
    if question == VALUE:
        said = [word for rule in rules for word in ("--rule", rule)]
        turned = [
            word for key, span in numbers.items()
            for word in ("--switch" if key in switches else "--change", key, "--range", span)
        ]  # fmt: skip
        return ["tune", variant, *said, *turned, *aim, "--games", str(games)] if len(numbers) == 1 else []
    if len(rules) + len(numbers) < 2:
        return []
    try:
        arms = mixtures(len(rules), [*numbers.values()])
    except BadInput as error:
        st.error(f"{error}.")
        return []
    return ["screen", variant, *said, *aim, "--games", str(-(-games // arms))]
