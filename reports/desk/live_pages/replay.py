"""What happened in this game, step by step?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl
import streamlit as st
from plotly.graph_objects import Figure
from streamlit.delta_generator import DeltaGenerator

from lab.comparison.notable_games import notable
from lab.errors import BadInput
from lab.games.game_replay import GameSpec, parting_place
from lab.games.game_steps import Walk, walk
from lab.games.story_with_chances import turn_chances
from lab.store.store_folder import Store
from reports import html_markup, theme
from reports.desk import replay_charts, replay_words, table_words, tape_chart
from reports.desk.draw_elements import as_typed
from reports.desk.page_data import Asked
from reports.desk.replay_choice import ALONE as NOTHING
from reports.desk.replay_choice import Arm, Other, arms_of, as_stored, game_of, other_game, takes_long
from reports.desk.replay_ways import ENDING, STEP, buttons, end, go, turning
from reports.desk.sidebar import as_called, look_for, told
from reports.display_names import PEOPLE
from reports.elements import Answer, Note, alone

TITLE, GROUP, ORDER = "Replay", "Single games", 92
MANY = 20_000
"""Games of which the closest is not looked for: the first is shown."""
TURN, ANEW, SEEN = "turn", "anew", "seen"
"""Keys: the turn at which the game opens without a step; is another game chosen; how far has this one been seen?"""


@dataclass(frozen=True)
class Side:
    """One game that is shown; `place` is its column, `is_beside` says that it shares the page."""

    game: Walk
    label: str
    source: tuple[str, str, str, int] | None  # store, run, arm and its shards, if it is a game of a run
    place: int
    is_beside: bool


def show(asked: Asked) -> None:
    """Ask for a game, play it again, and show it at one step."""
    arms = arms_of(asked.store, asked.runs, asked.arms)
    row = st.container(horizontal=True, vertical_alignment="bottom", key="choices")
    with row:
        arm, spec, beside, more = _chosen(asked, arms)
    missing = st.empty()
    missing.html(told() or "<span></span>")
    walks = _walks([spec, *([beside.spec] if beside else [])])
    if not walks:
        return
    look_for(TURN, turns := _numbers(TURN, walks[0].turns + 1), "turn")
    missing.html(told() or "<span></span>")  # whether there is the turn is known only now
    labels = [arm.label, *([beside.label] if beside else [])]
    first = st.empty()
    if not beside:
        with row:
            end(len(walks[0].steps) - 1)
    with more:
        st.toggle("Everybody\u2019s hands", key="hands", bind="query-params")
        st.toggle(
            "Chances to win", value=True, key="chances", bind="query-params",
            help="Estimated from other games with these rules, by what lies open, how many cards each has in hand, "
            "whose turn is next and how each plays; what is in hands is not known. The first time this takes a while.",
        )  # fmt: skip
    sources = [_source(asked, arm), _source(asked, beside.arm) if beside and beside.arm else None]
    warning = as_stored(asked.store, arm, walks[0])
    is_told = _is_told(beside is not None)
    said = (replay_words.outcome if is_told else replay_words.opening)(walks[0], arm.label)
    if is_told and not warning and 1 < arm.games <= MANY and spec.game == _closest(*_source(asked, arm)):
        said += f" None of the {arm.games:,} games ends closer, by final Levels."
    first.html(html_markup.answer(Answer(said)))
    if warning:
        st.html(html_markup.note(Note(warning, "warning")))
    at = parting_place(walks[0].played, walks[1].played) if beside else -1
    if beside:
        st.html(html_markup.note(Note(_parts(walks, labels, at))))
    start = walks[0].of_line(at) if at >= 0 else replay_words.climax(walks[0])
    start = walks[0].of_turn(int(turns[0])) if turns else start
    _stage([Side(walks[i], labels[i], sources[i], i, beside is not None) for i in range(len(walks))], at, start)


def _is_told(is_beside: bool) -> bool:
    """Whether the end of the game may be told: somebody asked for it, or compares it with another one."""
    return is_beside or bool(st.session_state.get(ENDING))


def _numbers(key: str, below: int) -> list[str]:
    """The values of a parameter that are whole numbers below one."""
    said = st.query_params.get_all(key)
    return [text for text in said if text.isascii() and text.isdigit() and len(text) < 17 and int(text) < below]


def _source(asked: Asked, arm: Arm) -> tuple[str, str, str, int]:
    return str(asked.store.path), arm.run, arm.name, len(asked.store.committed(arm.run))


@st.cache_data(max_entries=256, show_spinner=False)
def _closest(store: str, run: str, arm: str, _state: int) -> int:
    """The closest of the games of an arm that are stored."""
    found = notable(Store.open(store), run, "closest", 1, (arm,))
    return int(found["game"][0]) if found.height else 0


def _chosen(asked: Asked, arms: dict[str, Arm]) -> tuple[Arm, GameSpec, Other | None, Any]:
    """What the reader wants to see, and where the rest is chosen; who names no game sees the closest."""
    own = {arm.name: label for label, arm in arms.items()}
    as_called("arm", own, arms)
    look_for("arm", [*arms, *own], "set of rules")
    label = st.selectbox("Rules", list(arms), key="arm", bind="query-params", on_change=_rewind, width=150)
    arm = arms[str(label)]
    look_for("game", _numbers("game", arm.games), "game")
    if "game" not in st.session_state and "game" not in st.query_params:
        st.session_state["game"] = _closest(*_source(asked, arm)) if arm.games <= MANY else 0
        st.query_params["game"] = str(st.session_state["game"])
    game = st.number_input(
        "Game", 0, arm.games - 1, step=1, key="game", bind="query-params", on_change=_rewind, width=80,
        help="Games are numbered from 0. All rules play the same numbered games with the same randomness.",
    )  # fmt: skip
    more = st.popover("More", icon=":material/tune:")
    said = more.selectbox(
        "Compare with", [NOTHING, *(name for name in arms if name != label)], key="other", bind="query-params",
        accept_new_options=True, on_change=_rewind, width=240,
        help="The same game of another arm, or with one thing changed: hand_limit=7, agents=novice, "
        "large-angry-chicken.level=12, or another variant.",
    )  # fmt: skip
    spec = game_of(asked.store, arm, int(game))
    return arm, spec, other_game(asked.store, arms, spec, str(said or NOTHING)), more


def _rewind() -> None:
    st.query_params.pop(TURN, "")
    st.session_state[ANEW] = True  # the step itself is bound to the address: nothing but its slider may change it


@st.cache_resource(max_entries=24, show_spinner="Playing the game again; the first time the engine is compiled …")
def _walked(spec: GameSpec) -> Walk:
    return walk(spec, names=PEOPLE)


def _walks(specs: Sequence[GameSpec]) -> list[Walk]:
    """The games, played again; none where one takes long and nobody has pressed the button yet: no address does."""
    kept: dict[GameSpec, Walk] = st.session_state.setdefault("long games", {})
    long = [spec for spec in specs if takes_long(spec)]
    waiting = [spec for spec in long if spec not in kept]
    if waiting:
        st.info("Somebody at this table looks ahead: playing the game again may take from seconds to hours.")
        with st.container(horizontal=True, vertical_alignment="center"):
            is_wanted = st.button("Play this game", icon=":material/play_arrow:", key="play-long")
            if is_wanted:  # any press ends it: what is told below is where Streamlit looks for one
                st.button("Stop", icon=":material/stop:", key="stop-long")
            told = st.empty()
        if not is_wanted:
            return []
        for stale in list(kept)[: -len(specs)]:
            del kept[stale]
        for spec in waiting:
            kept[spec] = walk(spec, lambda turn: told.caption(f"Playing turn {turn:,} …"), PEOPLE)
        st.rerun()
    return [kept[spec] if spec in long else _walked(spec) for spec in specs]


def _parts(walks: list[Walk], labels: list[str], at: int) -> str:
    """Where two games part, in a sentence."""
    if at < 0:
        return f"{labels[0]} and {labels[1]} play the same game to its end."
    turn = walks[0].steps[walks[0].of_line(at)].turn
    when = f"in turn {turn:,}" if turn else "before the first turn"
    same = f"After {at:,} common lines" if at else "From the first line on"
    return f"{same} the games part **{when}**. {labels[1]}: {replay_words.outcome(walks[1], labels[1])}"


@st.cache_data(max_entries=256, show_spinner="Learning who wins from the games of this arm …", show_time=True)
def _learnt(store: str, run: str, arm: str, state: int, game: int, _log: Mapping[str, Any]) -> pl.DataFrame:
    return turn_chances(Path(store), run, arm, game, _log)  # its game says what the log is: that need not be hashed


@st.fragment
def _stage(sides: list[Side], at: int, start: int) -> None:
    """The games at one step; stepping draws nothing else anew."""
    first = sides[0].game
    if st.session_state.get(STEP, 1) > len(first.steps):
        st.session_state[STEP] = len(first.steps)
    if st.session_state.pop(ANEW, False):
        st.session_state.pop(SEEN, None)
        go(start)
    all_hands, with_chances = bool(st.session_state.get("hands")), bool(st.session_state.get("chances"))
    with st.container(key="scrub" if with_chances and not sides[1:] else None):  # there the slider is the chart's axis
        above = st.container()
        step = st.slider(
            "Step", 1, len(first.steps), start + 1, key=STEP, bind="query-params", label_visibility="collapsed"
        )
    step -= 1
    st.session_state[SEEN] = max(step, min(st.session_state.get(SEEN, 0), len(first.steps) - 1))
    buttons(first, step, at)
    places = st.columns(2, gap="medium") if len(sides) > 1 else [st.container()]
    drawn = []
    for side, place in zip(sides, places, strict=True):
        with place:
            drawn.append(_game(side, _step_of(side, first, step, at), at, all_hands))
    if with_chances:
        for side, below in zip(sides, drawn, strict=True):
            _chances(side, _step_of(side, first, step, at), below if side.is_beside else above, below)


def _step_of(side: Side, first: Walk, step: int, at: int) -> int:
    return step if side.place == 0 else first.beside(side.game, step, at)


def _game(side: Side, step: int, at: int, all_hands: bool) -> DeltaGenerator:
    """One game at one step: what has happened, the combat, the table and the turns; the place of chances there."""
    game, shot = side.game, side.game.steps[step].shot
    called = replay_words.called(game)
    if side.is_beside:
        st.html(html_markup.heading(side.label))
    hands = range(len(game.agents)) if all_hands else ()
    st.html(replay_words.happened(game, step, at, all_hands))
    if shot.fight is not None:
        st.html(table_words.combat(shot.fight, called.names, replay_words.stakes(game, step)))
    st.html(table_words.table(called, shot, hands, side.is_beside))
    tape = st.container()
    figure = replay_charts.levels(game, step, _until(side))
    _heading(figure)
    _chart(side, figure, "levels")
    return tape


def _until(side: Side) -> int:
    """The step up to which a game is told: as far as it has been seen, or to its end."""
    return len(side.game.steps) - 1 if _is_told(side.is_beside) else int(st.session_state[SEEN])


def _chances(side: Side, step: int, above: DeltaGenerator, below: DeltaGenerator) -> None:
    """Everybody's chances turn by turn, who leads and what turned the game; drawn last: they may have to be learnt."""
    with above:
        if side.source is None:
            st.html(html_markup.note(Note("Chances are learnt from the games of a run, and this game is of none.")))
            return
        store, run, arm, state = side.source
        try:
            said = _learnt(store, run, arm, state, side.game.played.spec.game, side.game.log)
        except BadInput as error:
            st.caption(as_typed(f"{error}."))
            return
        figure = replay_charts.chances(side.game, said, step, _until(side))
        _heading(figure, replay_words.leading(side.game, said, step))
        _chart(side, figure, "chances")
    marks = replay_charts.turning(side.game, said, replay_charts.last_turn(side.game, _until(side)))
    with below:
        if side.is_beside or not marks:
            st.html(tape_chart.turning_points(marks, PEOPLE))
        else:
            st.html(html_markup.heading("What moved the chances most so far"))
            with st.container(gap=None, key="turned"):
                turning(side.game, marks)


def _heading(figure: Figure, words: str = "") -> None:
    row = alone(figure)
    lead = f'<p class="lab lead">{html_markup.prose(words)}</p>' if words else ""
    st.html(html_markup.heading(row.title, row.subtitle) + lead)


def _chart(side: Side, figure: Figure, what: str) -> None:
    """A chart whose steps can be clicked, below its tools: what follows may be its axis."""
    row, key = alone(figure), f"replay-{what}-{side.place}"
    spec, run = side.game.played.spec, f"Run {side.source[1]}, g" if side.source else "G"
    players = [f"{replay_words.name(seat)} {agent}" for seat, agent in enumerate(side.game.agents)]
    source = f"{run}ame {spec.game} of seed {spec.seed}, {side.label}: {', '.join(players)}."
    st.html(html_markup.kept(row, source, f"card-lab-{key}", f"chart-{key}"))
    with st.container(key=f"chart-{key}"):
        st.plotly_chart(
            figure, width="stretch", height=int(figure.layout.height), theme=None,
            config=theme.CHART, key=f"plot-{key}", on_select=partial(_jump, f"plot-{key}"),
            selection_mode="points", alt=f"{row.title}: {side.label}",
        )  # fmt: skip


def _jump(key: str) -> None:
    """Go to the step that was clicked."""
    points: list[dict[str, Any]] = st.session_state[key].selection.points
    if points:
        go(int(points[0]["x"]) - 1)
