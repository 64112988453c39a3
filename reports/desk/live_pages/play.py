"""Can you win at this table, by these rules?"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

import streamlit as st
from plotly.graph_objects import Figure

from decks import card_text
from engine.inputs.quote import joined
from engine.table import TableFault
from engine.view import Fields
from lab.games.game_tape import Lessons, lessons, tape
from lab.games.live_game import Hint, LiveGame, Way
from lab.games.one_seat import Deal, go_on
from lab.games.table_snapshots import Shot
from reports import html_markup, theme
from reports.desk import table_words, tape_chart
from reports.desk.draw_elements import as_typed
from reports.desk.page_data import Asked
from reports.desk.play_before import at_the_table, before
from reports.desk.play_choice import MOVES, asked_deal, kept_as, left_game, next_seed, remember
from reports.desk.play_options import NOTHING, Choice, Choices, Opened, choices, hand_of, laid_by, subject_of
from reports.display_names import PEOPLE
from reports.elements import Answer, Note, alone, captioned

TITLE, GROUP, ORDER = "Play", "Lab", 99
ALONE = True

KEYS = (
    "Keys, as in `lab play`: the number or letter on a card or a button takes it, 1 goes on, B goes back from a list, "
    "W does nothing until your next turn, or until somebody wants something of you; H is for a hint, Y follows it, U "
    "takes your last answer back."
)
TAPE = (
    "Learnt from 300 games that the personas play by the same rules and with the same cards; it knows what lies open, "
    "not what is in hands. Lozenges are fights, full if won; the numbers are the turns that moved most."
)
GAMES, DONE, STORE, AT_ONCE = "live games", "games finished here", "their store", "sit at once"
"""Keys of the session: games by their deal, those that came to their end in it and where they are kept as runs (a link
may open anybody's), and whether to begin without asking."""
OPENED, HINT, FAULT = "opened", "hint", "fault"
"""Keys of what belongs to the present question: the list that is open, the hint, and why an answer was taken back."""
KEPT = 3
"""Games of a session that are kept, so that a changed choice can be changed back."""


def show(asked: Asked) -> None:
    """Ask for a deal, and play it."""
    games: dict[Deal, LiveGame] = st.session_state.setdefault(GAMES, {})
    st.session_state[STORE] = asked.store.path
    top = st.empty()
    deal = asked_deal(asked)
    sit = st.empty()  # below the rules that it depends on
    if deal is None:
        return
    if not games and (left := left_game(deal)):
        games[deal] = left
    if deal not in games:
        st.query_params.pop(MOVES, None)
        top.html(html_markup.answer(Answer(at_the_table(deal, asked.store))))
        at_once = st.session_state.pop(AT_ONCE, False)
        if sit.button("Sit down", type="primary", key="sit", icon=":material/chair:") or at_once:
            with st.spinner("Dealing; the first time the engine is compiled …"):
                _begin(deal)
            st.rerun()
        before(deal)
    else:
        _stage(deal)
        with st.container(key="keys"):
            st.caption(KEYS)
    with st.expander("The same at a terminal"):
        if deal.unusual:
            st.caption(f"{deal.unusual}.")
        st.code(deal.line(), language=None, wrap_lines=True)


def _begin(deal: Deal) -> None:
    games: dict[Deal, LiveGame] = st.session_state[GAMES]
    games.pop(deal, None)
    for stale in list(games)[: 1 - KEPT]:
        del games[stale]
    games[deal] = LiveGame(deal, names=PEOPLE)


@st.fragment
def _stage(deal: Deal) -> None:
    """The table at the present question; taking an option draws nothing else anew."""
    game: LiveGame = st.session_state[GAMES][deal]
    called = _called(game)
    shot = game.shot()
    remember(game)
    if game.over:
        _end(game, called)
        return
    left, right = st.columns([0.66, 0.34], gap="medium")
    with left:
        opened = _kept(game, OPENED) or NOTHING
        found = choices(game, opened)
        _happened(game, shot, called)
        _ask(game, found, opened)
        _faces(game, found)
    with right:
        st.html(table_words.table(called, shot, (), beside=True))


def _called(game: LiveGame) -> table_words.Called:
    names = tuple(game.table.names.seats)
    return table_words.Called(
        names, tuple(table_words.YOU if s == game.seat else who for s, who in enumerate(game.agents))
    )


def _happened(game: LiveGame, shot: Shot, called: table_words.Called) -> None:
    """What has happened since the last answer, and the combat as it stands."""
    whose = "your turn" if shot.active == game.seat else f"{called.names[shot.active]}’s turn"
    where = f"Turn {shot.turn:,}, round {shot.round:,}: {whose}" if shot.turn else "Before the first turn"
    lines: list[str] = []
    for turn in game.latest:
        is_told = turn[0] and (lines and turn[1:] or not turn[0].startswith(f"Turn {shot.turn},"))
        lines += [f"<li class=turn>{escape(turn[0].partition('   (')[0])}</li>"] if is_told else []
        lines += [table_words.line(text) for text in turn[1:]]
    feed = f'<div class="feed scroll" tabindex="0"><ol>{"".join(lines)}</ol></div>' if lines else ""
    st.html(f'<div class="lab"><h3 class="heading">{escape(where)}</h3>{feed}</div>')
    if shot.fight is not None and not game.over:
        st.html(table_words.combat(shot.fight, called.names))


def _ask(game: LiveGame, found: Choices, opened: Opened) -> None:
    """The question, its few buttons, and what helps to answer it."""
    st.html(f'<p class="lab asked" role="status">{escape(game.words.question())}</p>')
    if opened.labels:
        at_card = opened.card >= 0 and len(opened.labels) == 1
        st.html(html_markup.heading(game.words.told(opened.card) if at_card else opened.labels[-1]))
    with st.container(horizontal=True, key="doing"):
        for i, choice in enumerate(found.buttons):
            _button(game, choice, opened, primary=i == 0 and choice.wise and not opened.labels)
        if opened.labels:
            back = Opened(opened.card, opened.labels[:-1])
            st.button("Back", key=_key(game, "back"), shortcut="b", on_click=_keep, args=(game, OPENED, back))
    first, at = go_on(game.words.menu()), len(game.answers)
    with st.container(horizontal=True, key="help"):
        for label, key, todo, args, icon, able in (
            ("Hint", "h", _hint, (game,), "lightbulb", True), ("Take back", "u", _undo, (game,), "undo", game.chosen),
            ("Wait", "w", _wait, (game, first.row if first else -1, at), "hourglass_empty", first and not game.is_mine),
        ):  # fmt: skip
            st.button(
                label, key=_key(game, key), shortcut=key, on_click=todo, args=args, type="tertiary",
                icon=f":material/{icon}:", disabled=not able,
            )  # fmt: skip
    if fault := _kept(game, FAULT):
        st.error(f"{fault}.")
    hint: Hint | None = _kept(game, HINT)
    if hint is not None:
        st.html(html_markup.note(Note(_advice(hint))))
        words, args = as_typed(f"Do that: {hint.best.words}"), (game, hint.best.row, at)
        st.button(words, key=_key(game, "y"), shortcut="y", on_click=_take, args=args)


def _advice(hint: Hint) -> str:
    """A hint in words."""
    said = f"{hint.who.capitalize()} would: **{hint.way.words}**; your chance {_chance(hint.way)}."
    if hint.better is not None:
        said += f" Surely better: **{hint.better.words}**, {_chance(hint.better)}."
    elif hint.others:
        said += f" None of the {len(hint.others)} other ways that look promising is surely better."
    return f"{said} By {hint.way.chance.n} games that personas play on from here, what you cannot see dealt anew."


def _chance(way: Way) -> str:
    value, low, high, _ = way.chance
    return f"{100 * value:.0f} % [{100 * low:.0f}, {100 * high:.0f}]"


def _faces(game: LiveGame, found: Choices) -> None:
    """Cards that the question is about, that are fought or to be chosen among, the hand, and what lies before one."""
    g, laid, held = Fields(game.table.games), laid_by(game), hand_of(game)
    notes = {card: "in use" if g.equipped[card] else "carried" for card in laid if game.words.is_item(card)}
    foes = g.foe["card"][: int(g.foe_n)].tolist() if g.fighting else []
    about = [card for card in (subject_of(game),) if card >= 0 and card not in (*foes, *laid, *held)]
    elsewhere = [card for card in found.cards if card not in (*about, *foes, *laid, *held)]
    for title, key, cards in (
        ("This is about", "about", about), ("In the combat", "foes", foes), ("To choose from", "elsewhere", elsewhere),
        ("Your hand", "hand", held), ("In front of you", "laid", laid),
    ):  # fmt: skip
        if cards:
            st.html(html_markup.heading(title))
            with st.container(horizontal=True, key=f"cards-{key}"):
                for i, card in enumerate(cards):
                    with st.container(key=f"face-{key}-{i}"):
                        of = game.cards.cards[game.table.words.numbers[card]]
                        st.html(html_markup.face(card_text.lines(of), game.words.name(card), notes.get(card, "")))
                        for choice in found.cards.get(card, ()):
                            _button(game, choice, NOTHING)


def _button(game: LiveGame, choice: Choice, opened: Opened, primary: bool = False) -> None:
    entry = choice.entry
    todo: Callable[..., None] = _take
    args: tuple[Any, ...] = (game, entry.row, len(game.answers))
    if entry.under:
        todo, args = _keep, (game, OPENED, opened.then(choice))
    st.button(
        as_typed(choice.words), key=_key(game, f"{choice.card}-{choice.words}-{choice.key}"), on_click=todo,
        args=args, shortcut=choice.key or None, type="primary" if primary else "secondary",
    )  # fmt: skip


def _key(game: LiveGame, what: str) -> str:
    """The key of a widget: that of another question is another one, so that a press that comes late does nothing."""
    return f"{what}-{len(game.answers)}-{game.deal.seed}"


def _kept(game: LiveGame, what: str) -> Any:
    """What the session keeps for the present question; nothing if it is for another one."""
    at, value = st.session_state.get(what, (None, None))
    return value if at == (game.deal, len(game.answers)) else None


def _keep(game: LiveGame, what: str, value: object) -> None:
    st.session_state[what] = ((game.deal, len(game.answers)), value)


def _take(game: LiveGame, row: int, at: int) -> None:
    """Take an option of the question after `at` answers; a press that comes late is for a question that is gone."""
    if at != len(game.answers):
        return
    try:
        game.take(row)
    except TableFault as error:
        _undo(game)
        _keep(st.session_state[GAMES][game.deal], FAULT, f"{error}; the answer is taken back")
        return
    if game.over:
        st.session_state.setdefault(DONE, set()).add(game.deal)


def _undo(game: LiveGame) -> None:
    st.session_state[GAMES][game.deal] = game.undone()


def _wait(game: LiveGame, row: int, at: int) -> None:
    game.waits = at == len(game.answers)
    _take(game, row, at)


def _hint(game: LiveGame) -> None:
    _keep(game, HINT, game.hint())


@st.cache_resource(max_entries=16, show_spinner="Learning who wins from 300 games of this deal …")
def _lessons(deal: Deal) -> Lessons:
    return lessons(deal)


def _end(game: LiveGame, called: table_words.Called) -> None:
    """Who has won and why, the game on one tape, and how to go on."""
    levels = joined(f"{name} {level}" for name, level in zip(called.names, game.table.g.level.tolist(), strict=False))
    why = theme.ENDING_WORDS.get(game.table.ending, game.table.ending)
    turns = f"in turn {int(game.table.g.turn):,}, round {int(game.table.g.rounds):,}"
    st.html(html_markup.answer(Answer(f"**{game.ending()}** {why[:1].upper()}{why[1:]}, {turns}. Levels: {levels}.")))
    if game.deal in st.session_state.get(DONE, ()):
        with st.spinner("Keeping the game …"):
            st.html(kept_as(game, st.session_state[STORE]))
    with st.container(horizontal=True, key="again"):
        st.button(
            "The same deal again", key=_key(game, "again"), icon=":material/replay:", on_click=_begin, args=(game.deal,)
        )
        if st.button(
            "A new deal", key=_key(game, "new"), on_click=_deal_anew, type="primary", icon=":material/casino:"
        ):
            st.rerun()
        st.button("Take back", key=_key(game, "undo"), shortcut="u", on_click=_undo, args=(game,),
                  icon=":material/undo:", disabled=not game.chosen)  # fmt: skip
    told, names = tape(game, _lessons(game.deal)), [*called.names]
    names[game.seat] += " (you)"
    _chart(tape_chart.figure(told, names, game.seat), game)
    st.html(tape_chart.turning_points(told.turning, names))
    _happened(game, game.shot(), called)


def _deal_anew() -> None:
    next_seed()
    st.session_state[AT_ONCE] = True


def _chart(figure: Figure, game: LiveGame) -> None:
    row = alone(captioned(figure, TAPE))
    st.html(html_markup.heading(row.title, row.subtitle))
    with st.container(key="chart-tape"):
        st.plotly_chart(
            figure, width="stretch", height=tape_chart.HEIGHT, theme=None,
            config=theme.CHART, key=_key(game, "tape"), alt=row.title,
        )  # fmt: skip
    st.html(html_markup.kept(row, game.deal.line(), "card-lab-tape", "chart-tape"))
