"""What a sentence may mean by a grammar: every derivation that Earley's algorithm finds, each meaning once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Any, TypeAlias

from lark.common import LexerConf
from lark.exceptions import UnexpectedEOF, UnexpectedToken
from lark.grammar import NonTerminal, Rule, Terminal
from lark.lexer import Token
from lark.parsers.earley import Parser
from lark.parsers.earley_forest import PackedNode, StableSymbolNode, SymbolNode, TokenNode
from lark.utils import OrderedSet

from decks.words.grammar_rules import PART, Grammar, exactly
from decks.words.word_tokens import NUMBER, NUMBERS, Word

_Row: TypeAlias = tuple[frozenset[str], frozenset[str], str, int]
"""The words and the parts of a rule, what it makes, and its number."""


_WORDS = LexerConf([], None)  # type: ignore[arg-type]
_WORDS.lexer_type = "basic"


class Unread(Exception):
    """A sentence that is not read whole: the place of the first word that fits nothing, or its length."""

    def __init__(self, place: int) -> None:
        super().__init__(place)
        self.place = place


class Forest:
    """A grammar ready to read sentences."""

    def __init__(self, grammar: Grammar, start: str) -> None:
        self._start = PART(start)
        self._makes = list(grammar.rules.values())  # by the order of their rules
        self._ways = list(grammar.rules)  # what is made of what, in the same order
        pieces = set[str]().union(*(made_of for _, made_of in self._ways))
        parts, of_words = frozenset(filter(_is_part, pieces)), {one for one in pieces if not _is_part(one)}
        often = Counter(chain.from_iterable(of_words.intersection(made_of) for _, made_of in self._ways))
        place = {word: place for place, word in enumerate(sorted(often, key=lambda word: (often[word], word)))}
        self._numbers: dict[str, list[int]] = {}  # of the rules, by the word that fewest of them have
        for number, (_, made_of) in enumerate(self._ways):
            rarest = min([one for one in made_of if one in place], key=place.__getitem__, default="")
            self._numbers.setdefault(rarest, []).append(number)
        self._rows: dict[str, list[_Row]] = {}  # the same, of words that have been in a sentence
        self._parts = parts
        self._rules: dict[int, Rule] = {}  # those that were needed for a sentence
        self._symbols = {one: NonTerminal(one) if one in parts else Terminal(one) for one in pieces}
        self.known = frozenset(often)

    def meanings(self, sentence: list[Word]) -> list[Any]:
        """Everything that a sentence may mean; `Unread` if no derivation covers it."""
        for place, word in enumerate(sentence):
            if word.kind not in self.known:
                raise Unread(place)
        tokens = [Token(word.kind, str(word.number)) for word in sentence]
        for place, token in enumerate(tokens):
            token.start_pos = place
        numbers = {exactly(word.number) for word in sentence if word.kind == NUMBER}
        rules = self._possible({word.kind for word in sentence} | numbers)
        if not any(rule.origin.name == self._start for rule in rules):
            raise Unread(len(tokens))
        try:
            root = _Earley(rules).parse(_Read(tokens), self._start)  # type: ignore[no-untyped-call]
        except UnexpectedToken as error:
            raise Unread(int(error.token.start_pos or 0)) from None
        except UnexpectedEOF:
            raise Unread(len(tokens)) from None
        known: dict[SymbolNode, list[Any]] = {}
        for node in _parts_first(root):
            self._of(node, known)
        return known[root]

    def _possible(self, there: set[str]) -> list[Rule]:
        """Rules all of whose words are in the sentence, and all of whose parts some rule makes."""
        rows = [one for word in ("", *sorted(there)) for one in self._rows_of(word) if one[0] <= there]
        while True:
            made = {origin for _, _, origin, _ in rows}
            left = [one for one in rows if one[1] <= made]
            if len(left) == len(rows):
                return [self._rule(number) for _, _, _, number in left]
            rows = left

    def _rows_of(self, word: str) -> list[_Row]:
        """The rules that are found by a word."""
        if word not in self._rows:
            rows = [(frozenset(self._ways[number][1]), number) for number in self._numbers.get(word, ())]
            parts = self._parts
            self._rows[word] = [(own - parts, own & parts, self._ways[number][0], number) for own, number in rows]
        return self._rows[word]

    def _rule(self, number: int) -> Rule:
        """A rule as lark has it; most are never needed."""
        if number not in self._rules:
            origin, made_of = self._ways[number]
            symbols = [self._symbols[one] for one in made_of]
            self._rules[number] = Rule(NonTerminal(origin), symbols, order=number)
        return self._rules[number]

    def _of(self, node: SymbolNode, known: dict[SymbolNode, list[Any]]) -> list[Any]:
        """What a part of the sentence may mean."""
        if node not in known:
            known[node] = []
            found: dict[Any, None] = {}
            for packed in node.children:
                for values in self._values(packed, known):
                    for make in self._makes[packed.rule.order]:
                        if (meaning := make(values)) is not None:
                            found[meaning] = None
            known[node] = list(found)
        return known[node]

    def _values(self, packed: PackedNode, known: dict[SymbolNode, list[Any]]) -> Iterator[list[Any]]:
        """What the parts of one derivation mean, in order; words mean nothing, numbers themselves."""
        lefts: list[list[Any]] = [[]]
        if packed.left is not None:
            lefts = [values for inner in packed.left.children for values in self._values(inner, known)]
        if packed.right is None:
            rights: list[list[Any]] = [[]]
        elif isinstance(packed.right, TokenNode):
            place = packed.parent.s[1] if packed.parent.is_intermediate else 0
            term = packed.rule.expansion[place - 1]
            rights = [[int(packed.right.token)] if term.name in NUMBERS else []]
        else:
            rights = [[value] for value in self._of(packed.right, known)]
        for left in lefts:
            for right in rights:
                yield [*left, *right]


class _Earley(Parser):
    """Lark's parser without its analysis of the grammar, which it does not need and which takes longer than reading."""

    def __init__(self, rules: list[Rule]) -> None:
        self.lexer_conf = _WORDS
        self.term_matcher = _matches
        self.debug, self.Tree = False, None
        self.Set, self.SymbolNode = OrderedSet, StableSymbolNode
        self.NULLABLE = set[NonTerminal]()
        self.TERMINALS = {symbol for rule in rules for symbol in rule.expansion if symbol.is_term}
        self.NON_TERMINALS = {symbol for rule in rules for symbol in rule.expansion if not symbol.is_term}
        self.predictions: dict[NonTerminal, list[Rule]] = {}
        for rule in rules:
            self.predictions.setdefault(rule.origin, []).append(rule)


class _Read:
    """Words that are read already, as lark asks for them."""

    def __init__(self, tokens: list[Token]) -> None:
        self._tokens = tokens

    def lex(self, _: object) -> Iterator[Token]:
        yield from self._tokens


def _parts_first(root: SymbolNode) -> list[SymbolNode]:
    """The nodes of a forest, short ones before those that hold them, so that none is reached through many others."""
    found, left = {root}, [root]
    while left:
        for packed in left.pop().children:
            for inner in packed.children:
                if isinstance(inner, SymbolNode) and inner not in found:
                    found.add(inner)
                    left.append(inner)
    return sorted((node for node in found if not node.is_intermediate), key=lambda node: node.end - node.start)


def _is_part(name: str) -> bool:
    return len(name) > 2 and name[0] == "<"


def _matches(term: Terminal, token: Token) -> bool:
    return term.name == token.type or (token.type == NUMBER and term.name == exactly(int(token)))
