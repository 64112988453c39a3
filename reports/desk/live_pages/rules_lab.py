"""What would this rule, or this card, do to the game?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from decks.card_changes import CHANGEABLE, range_of
from decks.card_schema import USED_BY
from decks.card_text import kind_words
from decks.load_decks import Compiled
from engine.records.switches import RULES, Switch
from lab.store.store_folder import Store
from reports import html_markup
from reports.desk.changed_game import begin, box_of, game, game_of
from reports.desk.draw_elements import Place, as_typed, draw
from reports.desk.experiment import Experiment, progress
from reports.desk.experiment_buttons import asked_table, at_a_terminal, play_and_compare
from reports.desk.page_data import Asked, measured
from reports.desk.rule_boxes import RULE_KEYS, typed_rules
from reports.desk.sidebar import address
from reports.desk.typed_rules import freely, heard, worked
from reports.display_names import labels_of
from reports.dumbbells import foot
from reports.elements import Answer, Jump, Markdown, Row, title_of
from reports.headlines import SOURCES as HEADLINE
from reports.headlines import answered
from reports.ridge_chart import lengths
from reports.verdict_rules import BEFORE, TYPED, changes, rule_said
from reports.wins_and_cards import cards_said, moved_cards, wins
from variants.load_variants import load_variant
from variants.variant_schema import in_words

TITLE, GROUP, ORDER = "Rules lab", "Lab", 100
ALONE = True
SOURCES = (*HEADLINE, "length_survival", "card_rules")

FIRST = "Type a rule as you would say it, and see **how game length, winners and cards change**."
WORKED = "First to Level eight wins."
CAME_OF = (
    "**4.1 turns shorter** [3.3, 4.8], from 44.4 to 40.3.",
    "**1.23 fewer helps** [1.10, 1.35] a game, from 7.04 to 5.81.",
)
"""An example of a rule, and what `lab try` with it says: a deep test plays it."""
COMPARED, SMALL, TRIED = 2, 250, 5
"""Arms of a run that answers a question as this page does, pixels of the picture of such an answer, rules that are told
of those that were tried.
"""
PACE = 200
"""Games a second, about."""
EXAMPLES = ("First to Level eight wins.", "Lose a fight, take a Treasure.")
FREELY = ("Each turn begins with a free Door card.", "Looting gives a Treasure.", *EXAMPLES)
MORE_BONUS = 3
"""Rules in words of one's own, for examples of what may be typed, and what one of them adds to the bonus of a card."""
MORE = {"compare": "All that moved", "cards": "All cards"}
"""Pages that tell more of an answer."""
SAID = "[All sentences that can be said](words.md)"
EXAMPLE = "Example: what \u201c{}\u201d does"
CHANGES = ("switch", "change")
"""Keys of what is changed without being typed."""


def show(asked: Asked) -> None:
    """What is changed, the run with its progress, what came of it, and both as files to keep."""
    begin(asked)
    st.html(html_markup.answer(Answer(FIRST)))
    rules = typed_rules()
    trying = st.container(horizontal=True, vertical_alignment="center", key="trying")
    playing, counted, instead, table, example = (st.container() for _ in range(5))
    variant, decks = game_of(asked)
    with instead, st.expander("Change a card or a setting instead", expanded=_is_named(CHANGES), key="changes"):
        left, right = st.columns(2)
    with left:
        switches = _switches(variant)
    with right:
        cards = _cards(variant, decks)
    with table, st.expander("Players, number of games, base rules", key="game"):
        game(asked)
        with st.container(horizontal=True, vertical_alignment="bottom"):
            seats, agents, games = asked_table()
        name = st.text_input("Name", key="experiment", placeholder="what you call it", bind="query-params").strip()
    last = st.container()
    if rules is None:  # only now: a choice of the address that comes and goes undoes what others put there
        playing.warning("Nothing is played until every sentence is understood.", icon=":material/pause_circle:")
        return
    experiment = Experiment(variant, switches, cards, rules, decks, seats, agents, games, name, asked.store.path)
    base = f"{variant}{f' with {decks[0]}' if decks else ''}"
    counted.caption(as_typed(_plays(base, seats, games, max(1, len(rules)), name if experiment.changes else None)))
    if not experiment.changes:
        _examples(trying, playing, _place(asked), box_of(variant, decks))
        with example:
            _answer_like(asked)
        return
    experiment.spec  # noqa: B018 - a value that is not allowed is said here, before anything is played
    now = progress(experiment, asked.store)
    if now.done >= now.total and not now.playing:
        with last:
            _came_of(Asked(asked.store, (experiment.run_id,), _shown(asked.store, experiment.run_id)))
    with playing:
        play_and_compare(asked, experiment)
    _kept(experiment)
    at_a_terminal(asked, experiment)


def _plays(base: str, seats: int, games: int, changes: int, name: str | None) -> str:
    """What the button plays, how long about that takes, and what the run is called then; None: nothing is asked yet."""
    each = "each of your rules" if changes > 1 else "your rule"
    seconds = max(1, (1 + changes) * games // PACE)
    return (
        f"About {seconds:,} second{'s' * (seconds > 1)}: {games:,} games of {base} with {each}, {games:,} without, "
        f"{seats} players."
    ) + (f" Kept under Runs as \u201c{name or f'{base} + {changes} more'}\u201d." if name is not None else "")


def _is_named(keys: Sequence[str]) -> bool:
    return any(st.session_state.get(key) or st.query_params.get(key) for key in keys)


def _shown(store: Store, run: str) -> tuple[str, ...]:
    """The arms of a run, as pages call them."""
    return tuple(labels_of(store.runs().filter(run_id=run), store.arms(run))[run].values())


def _worked() -> str:
    """A rule, how it is read, and what came of it."""
    told = "".join(f"<p>{html_markup.prose(line)}</p>" for line in CAME_OF)
    how = f'2,000 games of base with it and 2,000 without; in brackets: 95 % sure. In a terminal: `lab try "{WORKED}"`'
    title = html_markup.heading("An example, of the game base")
    return f'{title}{worked(WORKED, told)}<p class="lab caption">{html_markup.prose(how)}</p>'


def _place(asked: Asked) -> Place:
    return Place("rules-lab", "", address(asked), asked.store.path.resolve())


def _examples(trying: DeltaGenerator, playing: DeltaGenerator, place: Place, box: Compiled) -> None:
    """Rules to begin with, what else can be said, and the button that will play."""
    with playing, st.container(horizontal=True, vertical_alignment="center"):
        st.button("Play and compare", type="primary", key="play", icon=":material/play_arrow:", disabled=True)
        st.caption("Type a rule or change a card first. How it is read stands below it before anything is played.")
    with trying:
        st.caption("Try:", width="content")
        items = [card for card in box.cards if card.kind == "item" and card.bonus and card.name[-1] != "s"]
        cards = (f"The {card.name} gives +{card.bonus + MORE_BONUS}." for card in items)
        for number, text in enumerate([*EXAMPLES, *[text for text in cards if heard(text).understood({})][:1]]):
            st.button(text, key=f"try-{number}", on_click=st.session_state.update, args=({RULE_KEYS[0]: text},))
        with st.container(width="content"):
            draw([Markdown(SAID)], place, "said-")


def _tried(asked: Asked) -> bool:
    """The rules that were typed last, each with the way to what came of it; whether there are any."""
    found: dict[str, str] = {}
    for run in asked.store.runs().sort("created_at", descending=True)["run_id"].to_list():
        typed = dict.fromkeys(
            text for arm in asked.store.arms(run).to_dicts() for text in TYPED.findall(arm["variant"])
        )
        if typed and len(found) < TRIED:
            found.setdefault(" ".join(typed), run)
    if found:
        st.html(html_markup.heading("Your rules so far"))
        draw([Jump(text, "compare", {"run": run}, "") for text, run in found.items()], _place(asked), "tried-")
    return bool(found)


def _answer_like(asked: Asked) -> None:
    """What was tried, and an example, then folded: the answer of the run that is shown if it has one, else of base."""
    with st.expander("An example of what comes of a rule") if _tried(asked) else st.container():
        for run in asked.runs[:1]:
            one = Asked(asked.store, (run,), _shown(asked.store, run))
            if len(one.arms) != COMPARED:
                continue
            text = BEFORE.sub("", rule_said(changes(asked.store, run, *asked.store.arms(run).to_dicts())))
            rule = heard(text)
            if not rule.understood({}) or rule.fault({}):  # changed by hand, or by files of other words
                text = ""
            title = html_markup.heading(EXAMPLE.format(one.arms[1]))
            if _came_of(one, title + (worked(freely(text, FREELY)) if text else "")):
                return
        st.html(_worked())


def _came_of(asked: Asked, example: str = "") -> bool:
    """The question of a run and what was found, with the way to all that moved; whether that is known.

    `example`: what stands above a run that is shown as one, and of which less is told.
    """
    found = measured(asked, SOURCES)
    if not found.is_whole or found.data["game_length"].is_empty():
        return False
    answer, hills = answered(found.data), lengths(found.data, "How long games are")
    hills.update_layout(height=SMALL)
    cards = None if example else moved_cards(found.data)
    small = [] if example else [figure for figure in (wins(found.data), cards) if figure is not None]
    lines = filter(None, (answer.text, "" if cards is not None else cards_said(found.data, asked.arms[-1])))
    with st.container(border=True, key="like" if example else None):
        if example:
            st.html(example)
        heading = "Winners and cards" if small[1:] else "".join(map(title_of, small))
        pictures = [Row(heading, small, caption=foot(*small), columns=2)] if small else []
        told = replace(answer, text="\n".join(lines), asked="" if example else answer.asked)
        draw([told, hills, *pictures], _place(asked), "last-")
        with st.container(horizontal=True):
            for page, said in MORE.items():
                with st.container(width="content"):
                    draw([Jump(said, page, {}, "")], _place(asked), f"{page}-")
    return True


def _switches(variant: str) -> dict[str, str]:
    """The switches that are chosen, with the values that differ from the variant's."""
    known = {switch.name: switch for switch in RULES if switch.low < switch.high}
    words = {name: f"{switch.meaning} ({name})" for name, switch in known.items()}
    named = [name for name in st.query_params.get_all("switch") if name in known]  # as whoever types an address does
    if named and "switch" not in st.session_state:
        st.session_state["switch"] = named
    chosen = st.multiselect(
        "Switches to change", list(known), key="switch", bind="query-params", format_func=words.__getitem__,
        placeholder="cards in hand, who wins a tie …",
        help="Every rule of the five sheets that a table may play in another way; type a word of what it means.",
    )  # fmt: skip
    now = load_variant(variant)
    found = {}
    for name in chosen:
        before = int(now[name])
        value = _value(known[name], before)
        if value != before:
            found[name] = in_words(known[name], value)
    return found


def _value(switch: Switch, before: int) -> int:
    """The value that is chosen: a truth by a toggle, a word from a list, a number by steps."""
    now = in_words(switch, before).replace("_", " ")
    label = f"{switch.meaning[:1].upper()}{switch.meaning[1:]} (now {now})"
    if switch.words == ("false", "true"):
        return int(st.toggle(label, bool(before), key=f"set-{switch.name}", bind="query-params"))
    if switch.words:
        words = list(switch.words)
        said = st.selectbox(
            label,
            words,
            index=before,
            key=f"set-{switch.name}",
            bind="query-params",
            format_func=lambda word: word.replace("_", " "),
        )
        return words.index(str(said))
    return int(st.number_input(label, switch.low, switch.high, before, key=f"set-{switch.name}", bind="query-params"))


def _cards(variant: str, decks: tuple[str, ...]) -> dict[str, str]:
    """Numbers of the cards that are chosen, as far as they differ."""
    box = box_of(variant, decks)
    words = {i: f"{name} ({i})" for i, name in zip(box.ids, box.names, strict=True)}
    chosen = st.multiselect(
        "Cards to change", list(words), key="change", format_func=lambda i: words.get(i, i), bind="query-params",
        placeholder="Choose a card",
    )  # fmt: skip
    found: dict[str, str] = {}
    for card_id in chosen:
        card = box.cards[box.ids.index(card_id)]
        st.caption(f"**{words[card_id]}**, {kind_words(card.kind)}")
        with st.container(horizontal=True):
            for key in (
                k for k, kind in CHANGEABLE.items() if kind is int and card.kind in USED_BY.get(k, {card.kind})
            ):
                found |= _number(card_id, key, getattr(card, key))
    return found


def _number(card_id: str, key: str, before: Any) -> dict[str, str]:
    low, high = range_of(key, card_id)
    value = st.number_input(
        key, low, high, None if before is None else int(before), key=f"card-{card_id}.{key}", width=130,
        bind="query-params", placeholder="none",
    )  # fmt: skip
    return {} if value == before or value is None else {f"{card_id}.{key}": str(int(value))}


def _kept(experiment: Experiment) -> None:
    """The house rule and the cards as files for the terminal."""
    with st.container(horizontal=True):
        for name, content in experiment.rule_files().items():
            st.download_button(
                f"Keep {name}", content.encode(), name, "application/toml", on_click="ignore",
                help=f"lab compare base base+./{name}", icon=":material/download:", key=f"keep-{name}",
            )  # fmt: skip
        if experiment.cards:
            st.download_button(
                "Deck as a spreadsheet", lambda: experiment.deck_file().encode("utf-8-sig"), "my-deck.csv",
                "text/csv", on_click="ignore", help="lab decks import my-deck.csv --to my-deck",
                icon=":material/download:",
            )  # fmt: skip
