"""What a person can do at the table, laid out: on cards, on a few buttons, each with the key that takes it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.records.questions import Question, Verb
from engine.records.state import Zone
from engine.records.switches import Rule
from engine.view import ABOUT_A_CARD, Fields
from lab.games.live_game import LiveGame
from lab.games.terminal_menu import Entry, TableWords

KEYS = "123456789adefgijklmnopqstvxz"
"""Keys of options, in their order: C and R are the browser's, and B, H, U, W and Y do something else here."""
BESIDE = (Verb.ASK, Verb.OFFER)
"""Verbs whose card is only part of the price."""
MOST_BUTTONS = 3
"""On the table and on a card; of more the last one opens a list."""
TOGETHER = {"Fight": "Run", "Help": "Help", "Powers": "Use a power", "Trade": "Trade", "Items": "Items"}
"""What the lines of a heading are called as one button."""
RISKY = (Question.CURSE, Question.WIN, Question.DEATH, Question.DEFEAT)
"""Questions at which to pass is what one would rather not do."""
SHORT = {"Take something off": "Take off", "Sell Items": "Sell"}
"""What is said of one card in the place of what is said of several."""


@dataclass(frozen=True)
class Choice:
    """Something that can be done, or a list of more; `card`: where it lies, -1 on a button."""

    key: str
    words: str
    entry: Entry
    card: int = -1
    wise: bool = True  # may be the one that stands out


@dataclass(frozen=True)
class Opened:
    """A list that is open: the card it hangs on, -1 for a button, and the labels that led to it."""

    card: int = -1
    labels: tuple[str, ...] = ()

    def then(self, choice: Choice) -> Opened:
        """With the list of a choice opened as well."""
        return Opened(self.card if self.labels else choice.card, (*self.labels, choice.entry.label))


NOTHING = Opened()


@dataclass(frozen=True)
class Choices:
    """What can be done at a question, on buttons and by card; of a list that was opened only what is in it."""

    buttons: tuple[Choice, ...]
    cards: dict[int, list[Choice]]

    def all(self) -> list[Choice]:
        """Everything, in the order of the keys."""
        return [*self.buttons, *(choice for several in self.cards.values() for choice in several)]


def hand_of(game: LiveGame) -> list[int]:
    """Cards in the person's hand."""
    g = Fields(game.table.games)
    return sorted(g.hand[game.seat, : int(g.hand_n[game.seat])].tolist())


def laid_by(game: LiveGame) -> list[int]:
    """Cards that lie before the person."""
    g = Fields(game.table.games)
    return list(g.table[game.seat, : int(g.table_n[game.seat])].tolist())


def subject_of(game: LiveGame) -> int:
    """The card that the question is about; -1: none."""
    g = Fields(game.table.games)
    return int(g.subject) if int(g.question) in ABOUT_A_CARD else -1


def choices(game: LiveGame, opened: Opened = NOTHING) -> Choices:
    """What can be done now; of a list that is `opened` what is in it, as long as there is such a list."""
    on_cards, menu = _split(game)
    order = [*hand_of(game), *laid_by(game)]
    buttons = [entry for heading, lines in menu for entry in _grouped(heading, lines)]
    buttons = buttons if _is_answer(menu) else _few(buttons)
    by_card = sorted(on_cards.items(), key=lambda pair: order.index(pair[0]) if pair[0] in order else -1)
    entries = {card: [entry for _, lines in game.words.menu(rows) for entry in lines] for card, rows in by_card}
    many = len(buttons) + sum(min(len(several), MOST_BUTTONS) for several in entries.values()) > len(KEYS)
    cards = {card: _few(several, most=1 if many else MOST_BUTTONS) for card, several in entries.items()}
    inside = cards.get(opened.card, []) if opened.card >= 0 else buttons
    for label in opened.labels:
        inside = next((list(entry.under.values()) for entry in inside if entry.label == label), [])
    if opened.labels and inside:
        buttons, cards = inside, {}
    keys = iter([*KEYS, *[""] * (len(buttons) + sum(map(len, cards.values())))])
    return Choices(
        tuple(_passing(game, Choice(next(keys), _words(game.words, entry), entry)) for entry in buttons),
        {card: [Choice(next(keys), _words(game.words, e, card), e, card) for e in few] for card, few in cards.items()},
    )


def _passing(game: LiveGame, choice: Choice) -> Choice:
    """A choice, if it is to pass, with what that comes to, and whether it may stand out."""
    row, question = choice.entry.row, int(game.table.g.question)
    if row < 0 or int(game.table.book.work.option[row]["verb"]) != Verb.PASS:
        return choice
    fight = game.shot().fight
    if question in RISKY or fight is None or fight.result or question not in (Question.REACT, Question.WINDOW):
        return replace(choice, wise=question not in RISKY)
    if game.seat in (fight.fighter, *fight.helpers):
        return replace(choice, words="Take the win" if fight.is_winning else "Give up", wise=fight.is_winning)
    last = int(game.table.g.level[fight.fighter]) + 1 >= int(game.table.book.rules[Rule["VICTORY_LEVEL"]])
    ends = fight.is_winning and last
    return replace(choice, words="Let them win the game" if ends else "Let it be", wise=not ends)


def _split(game: LiveGame) -> tuple[dict[int, set[int]], list[tuple[str, list[Entry]]]]:
    """Option rows by the card they are about, and the menu of all others."""
    game.table.ready()
    on_cards: dict[int, set[int]] = {}
    rest: set[int] = set()
    about_monsters = int(game.table.g.question) == Question.MONSTER
    zone = Fields(game.table.games).zone
    for i, option in enumerate(game.table.book.work.option[: game.table.n]):
        card = int(option["card"])
        if option["verb"] == Verb.DISCARD_FOR:
            card = _with_power(game, int(option["amount"]))
        beside = card < 0 or int(option["verb"]) in BESIDE or about_monsters or zone[card] == Zone.NOWHERE
        (rest if beside else on_cards.setdefault(card, set())).add(i)
    return on_cards, game.words.menu(rest)


def _with_power(game: LiveGame, effect: int) -> int:
    """The card before the person that has a power; -1 if it lies elsewhere."""
    rows = game.cast.rows
    return next((card for card in laid_by(game) if rows[card]["first"] <= effect < rows[card]["last"]), -1)


def _grouped(heading: str, lines: list[Entry]) -> list[Entry]:
    """The lines of a heading: as one button, unless they answer the question."""
    if len(lines) > 1 and heading in TOGETHER:
        return [Entry(TOGETHER[heading], under={entry.label: entry for entry in lines})]
    return lines


def _is_answer(menu: list[tuple[str, list[Entry]]]) -> bool:
    """Whether the question is which of several things it is: then all of them are in sight."""
    return any(heading not in (*TOGETHER, "Go on") for heading, _ in menu)


def _few(entries: list[Entry], most: int = MOST_BUTTONS) -> list[Entry]:
    """A few of some entries, the last of which holds the rest."""
    if len(entries) <= most:
        return entries
    rest = entries[most - 1 :]
    more = Entry(f"{len(rest)} {'more' if most > 1 else 'ways'}", under={entry.label: entry for entry in rest})
    return [*entries[: most - 1], more]


def _words(words: TableWords, entry: Entry, card: int = -1) -> str:
    """What a button says; on a card without what the card says."""
    said = entry.label
    if card >= 0:
        for long, short in SHORT.items():
            said = said.replace(long, short)
        said = said.removesuffix(words.told(card)).replace(words.told(card), "this").strip().removesuffix(" with")
    return f"{said or 'This one'}{' …' if entry.under else ''}"
