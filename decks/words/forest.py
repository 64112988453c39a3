"""What a sentence may mean by a grammar: every derivation that Earley's algorithm finds, each meaning once."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Hashable, Iterator
from functools import cache
from itertools import chain
from typing import Any, TypeAlias

from lark.common import LexerConf
from lark.exceptions import UnexpectedEOF, UnexpectedToken
from lark.grammar import NonTerminal, Rule, Terminal
from lark.lexer import Token
from lark.parsers.earley import Parser
from lark.parsers.earley_forest import PackedNode, StableSymbolNode, SymbolNode, TokenNode
from lark.utils import OrderedSet

from decks.words.grammar_rules import PART, Grammar, Make, exactly
from decks.words.reader_cache import as_bytes, content
from decks.words.word_tokens import NUMBER, NUMBERS, Word

_Row: TypeAlias = tuple[int, str, tuple[str, ...], list[Make]]
"""A rule: its number, what it makes, of what, and what that means."""


_WORDS = LexerConf([], None)  # type: ignore[arg-type]
_WORDS.lexer_type = "basic"


class Unread(Exception):
    """A sentence that is not read whole: the place of the first word that fits nothing, or its length."""

    def __init__(self, place: int) -> None:
        super().__init__(place)
        self.place = place


class Rules:
    """The rules of a grammar by the word that fewest of them have; in a file the rules of each word lie apart."""

    def __init__(self, grammar: Grammar, first: int = 0) -> None:
        """`first` is the number of the first of them."""
        often = Counter(chain.from_iterable(made_of for _, made_of in grammar.rules))
        words = sorted((word for word in often if not _is_part(word)), key=lambda word: (often[word], word))
        place = {word: place for place, word in enumerate(words)}
        self.words, self.parts = frozenset(words), frozenset(often.keys() - place.keys())
        self.many = len(grammar.rules)
        self._by_word: dict[str, list[_Row]] = {}
        for number, ((origin, made_of), makes) in enumerate(grammar.rules.items(), first):
            rarest = min([one for one in made_of if one in place], key=place.__getitem__, default="")
            self._by_word.setdefault(rarest, []).append((number, origin, made_of, makes))
        self._packed: dict[str, bytes] = {}  # the same as they lie in a file
        self._makes: list[Make] = []  # by the places that packed rules name

    def __getstate__(self) -> dict[str, Any]:
        places: dict[Hashable, int] = {}
        found: list[Make] = []

        @cache
        def place(make: Make) -> int:
            at = places.setdefault(content(make), len(found))
            found.extend([make] * (at == len(found)))
            return at

        apart = {
            word: as_bytes([(number, origin, made_of, [*map(place, makes)]) for number, origin, made_of, makes in rows])
            for word, rows in self._by_word.items()
        }
        return self.__dict__ | {"_by_word": {}, "_packed": apart, "_makes": found}

    def of(self, word: str) -> list[_Row]:
        """The rules that are found by a word."""
        if word not in self._packed:
            return self._by_word.get(word, [])
        make = self._makes.__getitem__
        rows = pickle.loads(self._packed[word])  # noqa: S301 - ours
        return [(number, origin, made_of, [*map(make, places)]) for number, origin, made_of, places in rows]


class Forest:
    """Rules ready to read sentences."""

    def __init__(self, start: str, *rules: Rules) -> None:
        self._start = PART(start)
        self._all = rules
        self._rows: dict[str, list[_Row]] = {}  # of words that have been in a sentence
        self._makes: dict[int, list[Make]] = {}  # what rules mean, by their number
        self._rules: dict[int, Rule] = {}  # those that were needed for a sentence
        self._parts = frozenset[str]().union(*(one.parts for one in rules))
        self.known = frozenset[str]().union(*(one.words for one in rules))

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
        has_all = (there | self._parts).issuperset
        rows = [row for word in ("", *sorted(there)) for row in self._rows_of(word) if has_all(row[2])]
        left = -1
        while len(rows) != left:
            left, has_all = len(rows), there.union([row[1] for row in rows]).issuperset
            rows = [row for row in rows if has_all(row[2])]
        return [self._rule(*row) for row in rows]

    def _rows_of(self, word: str) -> list[_Row]:
        """The rules that are found by a word."""
        if word not in self._rows:
            self._rows[word] = [row for rules in self._all for row in rules.of(word)]
        return self._rows[word]

    def _rule(self, number: int, origin: str, made_of: tuple[str, ...], makes: list[Make]) -> Rule:
        """A rule as lark has it; most are never needed."""
        if number not in self._rules:
            symbols = [NonTerminal(one) if _is_part(one) else Terminal(one) for one in made_of]
            self._rules[number] = Rule(NonTerminal(origin), symbols, order=number)
            self._makes[number] = makes
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
