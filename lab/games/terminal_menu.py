"""The options of a person at the terminal in plain words, sorted into a menu with branches."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from decks.card_text import kind_words
from engine.proposals import ProposalKind, open_proposal
from engine.records.questions import Aim, PickOrder, Question, Verb
from engine.records.switches import Rule
from engine.texts import ABILITY_AIMS
from engine.view import ABOUT_A_CARD, PROPOSALS, Fields

if TYPE_CHECKING:
    from decks.card_schema import Card
    from decks.load_decks import Compiled
    from engine.table import Table

QUESTIONS = {
    Question.ARRANGE: "It is your turn. Arrange your cards, then kick open the door.",
    Question.ROOM: "Nothing to fight behind the door. Loot the room, or look for trouble?",
    Question.EVENING: "The room is done with. Anything else before your turn ends?",
    Question.REACT: "A combat is on. What do you do?",
    Question.WINDOW: "You may do something now.",
    Question.DOOR_CARD: "{card}: what do you do with it?",
    Question.HELP: "{proposal}",
    Question.TRADE: "{proposal}",
    Question.SELL: "Which Items do you sell? Every {gold:,} Gold Pieces are a Level.",
    Question.FLEE: "You have to run. From whom first?",
    Question.ROLLED: "A die has been thrown to run away. Do you change anything?",
    Question.DIE: "You have thrown a {die} for {card}. Do you change it?",
    Question.DRAW_UP: "You are about to draw a card face-up. Do you take {card} from the discards instead?",
    Question.ON_TOP: "The combat is over. Which of its cards lies on top of the discards?",
    Question.CURSE: "{card} is about to strike. Do you answer?",
    Question.LOSE: "Which card do you lose?",
    Question.TAKE: "Which card do you take?",
    Question.GIVE: "Which card do you give to {receiver}?",
    Question.NUMBER: "Name a number.",
    Question.GOTH: "Does anybody join the monsters?",
    Question.INITIAL: "Before the game begins: which cards do you play?",
    Question.MONSTER: "Which monster do you mean?",
    Question.SEAT: "Which player do you mean?",
    Question.STUDY: "You may use what you have.",
    Question.FRESH: "You have just received cards. Do you play any?",
    Question.CANCEL: "{card} is being played. Do you cancel it?",
    Question.WIN: "Somebody is about to win. Do you stop them?",
    Question.IDENTITY: "For what do you pass from now on, towards Items and monsters?",
    Question.DEATH: "You are about to die. Do you play a card against it?",
    Question.DEFEAT: "Your combat would be lost. Do you pay for a way out?",
    Question.VICTORY: "Your combat is won. Do you pay for something else than its reward?",
    Question.LOOK: "You look at cards of a pile. Which of them {looked}?",
    Question.MEETING: "Hand cards are being exchanged, one for one. Do you take part?",
    Question.BUNDLE: "Your proposal to {receiver}: does anything else go with it?",
}
NOTHING = {
    Question.CURSE: "Let the Curse strike", Question.CANCEL: "Let it happen",
    Question.WIN: "Let them win", Question.DEATH: "Die", Question.DEFEAT: "Run away",
    Question.ROLLED: "Leave the roll as it is", Question.DIE: "Leave the die as it is",
    Question.INITIAL: "Begin", Question.DOOR_CARD: "Leave it", Question.DRAW_UP: "Draw from the pile",
}  # fmt: skip
"""What to pass means; elsewhere it means to do nothing."""
HEADINGS = ("Go on", "Fight", "Choose", "Cards", "Powers", "Help", "Items", "Trade", "Discard")
HEADING = {
    Verb.TROUBLE: "Fight", Verb.RUN: "Fight", Verb.PLAY: "Cards", Verb.PLAY_WITH: "Cards", Verb.USE: "Powers",
    Verb.DISCARD_FOR: "Powers", Verb.ASK: "Help", Verb.OFFER: "Help", Verb.EQUIP: "Items", Verb.UNEQUIP: "Items",
    Verb.SELL: "Items", Verb.TRADE: "Trade", Verb.GIVE: "Trade", Verb.DISCARD: "Discard", Verb.TAKE: "Choose",
    Verb.CHOOSE_CARD: "Choose", Verb.CHOOSE_SEAT: "Choose", Verb.CHOOSE_NUMBER: "Choose", Verb.SACRIFICE: "Choose",
}  # fmt: skip
PICKS = {PickOrder.HELPER: "the helper picks first", PickOrder.FIGHTER: "the fighter picks first"}


@dataclass
class Entry:
    """One line of a menu: an option, or a branch with more lines."""

    label: str
    row: int = -1
    under: dict[str, Entry] = field(default_factory=dict)


class TableWords:
    """Says what can be done at one table."""

    def __init__(self, table: Table, cards: Compiled) -> None:
        self.table, self.cards = table, cards

    def name(self, card: int) -> str:
        """What a card is called."""
        return self.cards.names[self.table.words.numbers[card]] if card >= 0 else "nothing"

    def is_item(self, card: int) -> bool:
        """Whether a card may lie before its owner without being in use."""
        return bool(self.cards.card[card]["is_item"])

    def told(self, card: int) -> str:
        """A card with the facts that matter."""
        name, says = self.name(card), fact(self.cards.cards[self.table.words.numbers[card]])
        return name if says.lower() in name.lower() else f"{name} ({says})"  # "Curse! ..." says it already

    def seat(self, seat: int) -> str:
        """What a player is called."""
        return self.table.words.seat[seat] if 0 <= seat < len(self.table.words.seat) else "nobody"

    def question(self) -> str:
        """What is asked, as a sentence."""
        g = self.table.g
        question, subject = Question(int(g.question)), int(g.subject)
        card = self.told(subject) if subject >= 0 and question in ABOUT_A_CARD else "A card"
        gold = int(self.table.book.rules[Rule["SELL_GP_PER_LEVEL"]])
        says = QUESTIONS.get(question, "What do you do?")
        if question == Question.GIVE and subject < 0:
            return "You hold too many cards. Which one goes?"
        return says.format(
            card=card, proposal=self._proposal(question), gold=gold, receiver=self.seat(subject), die=int(g.die)
        )

    def _proposal(self, question: Question) -> str:
        g = self.table.g
        offer = open_proposal(g)
        if offer is None or question not in PROPOSALS:
            return ""
        who = self.seat(offer.proposer)
        if offer.kind == ProposalKind.SWAP:
            return f"{who} offers {self.told(offer.card)} for your {self.told(offer.wanted)}."
        if question == Question.TRADE:
            want = f"wants your {self.told(offer.wanted)} for" if offer.wanted >= 0 else "makes you a present of"
            return f"{who} {want} {self.told(offer.card)}."
        price = self._price(offer.treasures, offer.pick, offer.card)
        asks = "asks you for help" if offer.proposer == int(g.fighter) else "offers you help"
        return f"{who} {asks} {price}."

    def _price(self, treasures: int, pick: PickOrder, card: int) -> str:
        parts = [f"{treasures} Treasure{'' if treasures == 1 else 's'}"] if treasures else []
        parts += [self.told(card)] if card >= 0 else []
        if not parts:
            return "for nothing"
        order = f", {PICKS.get(pick, 'picking in turns')}" if treasures else ""
        return f"for {' and '.join(parts)}{order}"

    def texts(self) -> list[str]:
        """Every option row in words."""
        self.table.ready()
        rows = self.table.book.work.option[: self.table.n].tolist()
        return [" ".join(filter(None, self.path(row))) for row in rows]

    def menu(self, only: Container[int] | None = None) -> list[tuple[str, list[Entry]]]:
        """What can be done now, under headings; options that read the same are one line; `only`: those rows."""
        table = self.table
        table.ready()
        trees: dict[str, dict[str, Entry]] = {heading: {} for heading in HEADINGS}
        options = table.book.work.option[: table.n]
        for i, (row, verb) in enumerate(zip(options.tolist(), options["verb"].tolist(), strict=True)):
            if only is not None and i not in only:
                continue
            level = trees[self._heading(Verb(verb))]
            path = [step for step in self.path(row) if step]
            for step in path[:-1]:
                level = level.setdefault(step, Entry(step)).under
            entry = level.setdefault(path[-1], Entry(path[-1]))
            entry.row = i if entry.row < 0 else entry.row
        return [(heading, [_short(e) for e in tree.values()]) for heading, tree in trees.items() if tree]

    def _heading(self, verb: Verb) -> str:
        if int(self.table.g.question) == Question.GIVE and verb in (Verb.GIVE, Verb.DISCARD):
            return "Choose"
        return HEADING.get(verb, "Go on")

    def path(self, row: Sequence[int]) -> tuple[str, ...]:
        """The words of an option, from the branch it hangs on to its last choice."""
        verb, card, target, amount, pick = row
        question = Question(int(self.table.g.question))
        if verb == Verb.PASS:
            return (NOTHING.get(question, "Do nothing"),)
        if verb in PLAIN:
            return (PLAIN[Verb(verb)],)
        if verb == Verb.CHOOSE_CARD and question == Question.MEETING:
            return "Join the exchange", f"by showing {self.told(card)}"
        if verb in WITH_CARD and card >= 0 and question != Question.MONSTER:
            branch, says = WITH_CARD[Verb(verb)]
            selling = verb == Verb.SELL and question == Question.SELL
            return ("" if selling else branch, says.format(card=self.told(card)))
        if verb == Verb.ASK:
            return f"Ask {self.seat(target)} for help", self._price(amount, PickOrder(pick), card)
        if verb == Verb.OFFER:
            return f"Offer {self.seat(target)} your help", self._price(amount, PickOrder(pick), -1)
        return SPECIAL[Verb(verb)](self, card, target, amount)

    def _play(self, card: int, target: int, aim: int) -> tuple[str, ...]:
        return f"Play {self.told(card)}", self._on(aim, target)

    def _play_with(self, card: int, other: int, _: int) -> tuple[str, ...]:
        return f"Play {self.told(card)}", f"with {self.told(other)}"

    def _on(self, aim: int, target: int) -> str:
        if aim == Aim.SEAT:
            return f"on {self.seat(target)}"
        if aim == Aim.MONSTER:
            return f"on {self._monster(target)}"
        if aim == Aim.SIDE:
            return "for the players"
        return f"on {self.name(target)}" if aim == Aim.ITEM else ""

    def _monster(self, index: int) -> str:
        g = Fields(self.table.games)
        same = [i for i in range(int(g.foe_n)) if self.name(int(g.foe[i].card)) == self.name(int(g.foe[index].card))]
        return self.name(int(g.foe[index].card)) + (f", number {same.index(index) + 1}" if len(same) > 1 else "")

    def _power(self, effect: int, target: int) -> str:
        aim = ABILITY_AIMS.get(self.table.words.op[effect], Aim.NOTHING)
        on = self._on(aim, target) if target >= 0 else ""
        return " ".join(filter(None, [f"Use {self.table.words.ability(effect).replace('-', ' ')}", on]))

    def _use(self, _: int, target: int, effect: int) -> tuple[str, ...]:
        return (self._power(effect, target),)

    def _discard_for(self, card: int, target: int, effect: int) -> tuple[str, ...]:
        return self._power(effect, target), f"by discarding {self.told(card)}"

    def _run(self, _card: int, _target: int, index: int) -> tuple[str, ...]:
        return (f"Run from {self._monster(index)}",)

    def _give(self, card: int, seat: int, _: int) -> tuple[str, ...]:
        question = int(self.table.g.question)
        if question == Question.MEETING:
            return f"Offer {self.seat(seat)} a card", self.told(card)
        if question == Question.BUNDLE:
            return (f"Add your {self.told(card)}",)
        if question == Question.GIVE:
            return f"Give away {self.told(card)}", f"to {self.seat(seat)}"
        return f"Give {self.seat(seat)} a present", self.told(card)

    def _trade(self, card: int, seat: int, wanted: int) -> tuple[str, ...]:
        return f"Trade with {self.seat(seat)}", f"give {self.told(card)}", f"for {self.told(wanted)}"

    def _choose_seat(self, _card: int, seat: int, _: int) -> tuple[str, ...]:
        return (self.seat(seat),)

    def _choose_number(self, _card: int, _target: int, number: int) -> tuple[str, ...]:
        return (str(number),)

    def _choose_card(self, _card: int, _target: int, index: int) -> tuple[str, ...]:
        return (self._monster(index),)

    def _take_unseen(self, _card: int, _target: int, _: int) -> tuple[str, ...]:
        return ("A card from the hand, unseen",)

    def _sacrifice(self, card: int, seat: int, _: int) -> tuple[str, ...]:
        return f"Sacrifice {self.told(card)}", f"and take {self.seat(seat)} along" if seat >= 0 else ""


PLAIN = {
    Verb.KICK_OPEN: "Kick open the door", Verb.LOOT: "Loot the room", Verb.END: "End your turn",
    Verb.DONE: "That is all", Verb.ACCEPT: "Accept", Verb.REFUSE: "Refuse",
}  # fmt: skip
WITH_CARD = {
    Verb.TROUBLE: ("", "Look for trouble with {card}"), Verb.EQUIP: ("", "Put on {card}"),
    Verb.UNEQUIP: ("Take something off", "{card}"), Verb.SELL: ("Sell Items", "{card}"),
    Verb.DISCARD: ("", "Discard {card}"), Verb.TAKE: ("", "Take {card}"), Verb.CHOOSE_CARD: ("", "{card}"),
}  # fmt: skip
"""Verbs with a card: the branch they hang on, and what they say."""
SPECIAL: dict[Verb, Callable[[TableWords, int, int, int], tuple[str, ...]]] = {
    Verb.PLAY: TableWords._play, Verb.PLAY_WITH: TableWords._play_with, Verb.DISCARD_FOR: TableWords._discard_for,
    Verb.USE: TableWords._use, Verb.RUN: TableWords._run,
    Verb.GIVE: TableWords._give, Verb.TRADE: TableWords._trade, Verb.CHOOSE_SEAT: TableWords._choose_seat,
    Verb.CHOOSE_NUMBER: TableWords._choose_number, Verb.SACRIFICE: TableWords._sacrifice,
    Verb.CHOOSE_CARD: TableWords._choose_card, Verb.TAKE: TableWords._take_unseen,
}  # fmt: skip


def _short(entry: Entry) -> Entry:
    """Join a branch with a single line to that line."""
    under = [_short(e) for e in entry.under.values()]
    if not under:
        return entry
    if entry.row >= 0:  # the same words are an option, and the beginning of others
        under.insert(0, Entry("as it is", entry.row))
    if len(under) == 1:
        return Entry(f"{entry.label} {under[0].label}", under[0].row, under[0].under)
    return Entry(entry.label, under={e.label: e for e in under})


def fact(card: Card) -> str:
    """What kind of card it is, and its numbers."""
    if card.kind == "monster":
        treasures = card.treasures or 0
        return f"Level {card.level} monster, {treasures} Treasure{'' if treasures == 1 else 's'}"
    kind = kind_words(card.kind)
    worn = card.slot if card.slot not in (None, "none") else ""
    parts = [
        f"{card.bonus:+d}" if card.bonus else "",
        worn if card.kind == "item" else "",
        "big" if card.big else "",
        f"{card.gold:,} Gold" if card.gold else "",
    ]
    return ", ".join([kind, *filter(None, parts)])
