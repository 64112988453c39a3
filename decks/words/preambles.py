"""What people say before, behind and beside a rule and that is none of it, and the rule that is left.

"In our house, ...", "What if ...?", "To slow down the leaders, ...": a table of its own (`preambles.toml`), read on the
words as they are written. A condition is no preamble: no row holds a number, a player or a moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from decks.words.headings import is_of_some
from decks.words.preamble_table import ends_of, listed, parts_of, present, row, units_of
from decks.words.restatements import is_concession
from decks.words.sentence_split import MEANT
from decks.words.small_talk import QUESTIONS
from decks.words.word_tokens import NUMBER, NUMBERS, Word, meant, written

MOST_UNITS = 4
"""Preambles one after the other: tbh, in our house, we play that."""
MOST_TRIED = 40
"""Ways to take a sentence apart that are tried."""
STOPS, MODALS = (",", ":", ";"), ("may", "can", "could")
BEFORE_A_DEED = ("asked", "forced", "allowed", "able", "made", "told")  # to help the leader: what is done, not what for
HEADED = 8
"""Words of a heading and one more."""
LET, ALLOW = ("let", "lets", "letting"), ("allow", "allows", "allowing")
FILLERS = frozenset(
    "just now always must anymore ever simply really already also still even actually would instead anyway".split()
)
ONLY = frozenset(("only", "just"))
"""Words that say nothing of a switch, and those that say nothing of its number."""
THEM = frozenset("they them their it its he him his she her this that these those one ones".split())
"""Words that mean what was named before: with that, they would mean nobody or somebody else."""
MAY_AT = range(1, 6)
"""How many words may name those who may do something: everybody; the player in the lead."""
ENDED = (1, 2, 3)
"""Letters more that a past has: removed, allowed, dropped."""
SHORTEST = 4
NOT_PAST = ("is", "are", "was", "were", "be", "been", "being", "has", "have", "get", "gets", "got", "who")
"""Words behind which a past form says something else: what was dropped, a player who lost."""


@dataclass(frozen=True)
class Rest:
    """What is left of a sentence: the words to read, and what was left out of it."""

    words: tuple[Word, ...]
    left_out: tuple[str, ...]
    only: str = ""  # what it may mean: "lasting": what holds all the time; "orders": what is said of switches and cards
    again: tuple[tuple[Word, ...], ...] = ()  # what was left out if it only says the same once more, or names it


@dataclass(frozen=True)
class _Cut:
    """A sentence without its preambles, by the words that are left."""

    first: int
    last: int
    sort: str = ""  # "wish": its past is the present; "naming": it begins with what is done
    only: str = ""
    cuts: bool = True
    again: bool = False  # what is left out must say nothing but what is left


class Preambles:
    """Takes preambles off sentences; `is_rule` tells whether a word belongs to the game."""

    def __init__(self, is_rule: Callable[[Word], bool]) -> None:
        self._is_rule = is_rule

    def rests(self, text: str) -> Iterator[Rest]:
        """Every way to take a sentence for a rule with something beside it, the shortest preamble first."""
        raw = written(text)
        tried: dict[tuple[str, ...], None] = {}
        for cut in self._cuts(raw):
            left_out = tuple(
                part.strip(" ,:;-.!?")
                for part in (text[: raw[cut.first].start], text[raw[cut.last - 1].end :])
                if part.strip(" ,:;-.!?")
            )
            for found, only in _spoken(raw[cut.first : cut.last], cut):
                kinds = tuple(f"{word.kind} {word.number}" for word in found)
                if found and kinds not in tried and len(tried) < MOST_TRIED:
                    tried[kinds] = None
                    again = tuple(map(tuple, (raw[: cut.first], raw[cut.last :]))) if cut.again else ()
                    yield Rest(tuple(meant(found)), left_out, max(cut.only, only), again)

    def _cuts(self, raw: list[Word]) -> Iterator[_Cut]:
        units = units_of(raw)
        starts: dict[int, str] = {0: ""}
        fresh = [0]
        for _ in range(MOST_UNITS):
            found = {
                end: (starts[start] or sort) if sort == "opening" else sort
                for start in fresh
                for sort in ("opening", "wish", "naming")
                for end in ends_of(row(sort), units, start)
                if end < len(raw)
            }
            found |= {end: starts[start] for start in fresh for end in self._purpose(raw, start)}
            found = {_behind_stops(raw, end): sort for end, sort in found.items()}
            fresh = [end for end in found if end not in starts and end < len(raw)]
            starts |= {end: found[end] for end in fresh}
        lasts = {len(raw): "", **self._tails(raw, units)}
        for (first, sort), (last, only) in product(starts.items(), lasts.items()):
            if first < last:
                yield _Cut(first, last, sort, only, last - first < len(raw))
        yield from _restated(raw)

    def _tails(self, raw: list[Word], units: list[tuple[str, ...]]) -> dict[int, str]:
        """Where a rule ends that has something behind it; if that is what it is good for, it speaks of switches."""
        found: dict[int, str] = {}
        ends = [len(raw)]
        for end in ends:
            for start in range(1, end):
                said = end in ends_of(row("tail"), units[:end], start) or _asks(raw[start - 1 : end])
                of_all = end in ends_of(row("of_all"), units[:end], start)
                of_rules = end in ends_of(row("of_switches"), units[:end], start)
                holds = is_concession(raw[start:end])
                if (
                    said
                    or of_all
                    or of_rules
                    or holds
                    or (not _is_deed(raw, start) and self._is_purpose(raw[start:end]))
                    or self._is_comment(raw[start - 1 : end])
                ):
                    last = start - (raw[start - 1].kind in STOPS)
                    if last not in found and last:
                        found[last] = "" if said or holds else "lasting" if of_all else "orders"
                        ends.append(last)
        return found

    def _purpose(self, raw: list[Word], start: int) -> Iterator[int]:
        """Where what a rule is good for ends, if it begins there: To slow down the leaders, ...; I am slow, so ..."""
        stop = next((at for at in range(start + 1, len(raw)) if raw[at].kind == ","), 0)
        if stop and self._is_purpose(raw[start:stop]):
            yield stop + 1
        elif raw[start].kind in ("to", "in"):
            yield from (at for at in range(start + 3, len(raw) - 2) if self._is_purpose(raw[start:at]))
        if stop and raw[stop + 1 : stop + 2] and raw[stop + 1].kind == "so" and _is_reason(raw[start:stop], raw[stop:]):
            yield stop + 2

    def _is_purpose(self, found: Sequence[Word]) -> bool:
        if len(found) > 1 and found[0].kind in ("just", "mainly", "mostly", "partly"):
            found = found[1:]
        begins = " ".join(word.kind for word in found[:3])
        if begins == "in order to":
            found = found[2:]
        if not found or found[0].kind not in ("to", "for", "because", "since", "so"):
            return False
        if found[0].kind in ("because", "since", "so"):
            return len(found) > 1 and self._is_plain(found[1:])
        named = {word.kind for word in found} & listed("nouns") - {"a", "an", "the", "some", "more"}
        return self._aims(found[1:]) if found[0].kind == "to" else bool(named) and self._is_plain(found[1:])

    def _is_comment(self, found: Sequence[Word]) -> bool:
        """Whether a sentence behind a rule only speaks of it: , we never have time."""
        stop, *told = found
        if told and told[0].kind in ("because", "since"):
            return len(told) > 1 and not any(word.kind in MEANT or word.kind in ("you", "your") for word in told)
        if stop.kind not in STOPS or len(told) < 2 or any(word.kind in NUMBERS or word.kind in MEANT for word in told):
            return False
        return parts_of(told[0].kind)[0] in ("i", "we") or (
            told[0].kind in ("it", "that", "this") and self._is_plain(told)
        )

    def _aims(self, inner: Sequence[Word]) -> bool:
        return len(inner) > 1 and inner[0].kind in listed("verbs") and self._is_plain(inner[1:])

    def _is_plain(self, inner: Sequence[Word]) -> bool:
        """Whether words speak of people and of the game as such, and of nothing in it."""
        plain = listed("plain") | listed("nouns")
        return all(
            word.kind in plain or (word.kind not in NUMBERS and not any(map(self._is_rule, meant([word]))))
            for word in inner
        )


def _is_deed(raw: list[Word], start: int) -> bool:
    """Whether what stands there is done, and is no purpose: asked to help the leader; may be played to help them."""
    helps = [word.kind for word in raw[start : start + 2]] == ["to", "help"] and raw[start - 1].kind not in STOPS
    return raw[start - 1].kind in BEFORE_A_DEED or (helps and any(word.kind in MODALS for word in raw[:start]))


def _restated(raw: list[Word]) -> Iterator[_Cut]:
    """A rule without a heading, or without what stands behind its last stop: either may only say the same again."""
    stops = [at for at, word in enumerate(raw) if word.kind in STOPS]
    if stops and stops[0] < HEADED and raw[stops[0]].kind != ";" and not is_of_some(raw[: stops[0]]):
        yield _Cut(stops[0] + 1, len(raw), again=True)
    if stops and stops[-1] > 1 and not is_of_some(raw[stops[-1] :]):
        yield _Cut(0, stops[-1], only="orders", again=True)


def _asks(found: Sequence[Word]) -> bool:
    """Whether a question behind a rule is about it: , would that be too much?"""
    stop, *told = found
    about = any(word.kind in ("that", "this") for word in told)
    return stop.kind in STOPS and about and told[0].kind in QUESTIONS and not any(w.kind in NUMBERS for w in told)


def _is_reason(reason: Sequence[Word], rule: Sequence[Word]) -> bool:
    """Whether what stands before ", so" only gives the reason of a rule that speaks of nobody named in it."""
    said = {word.kind for word in reason}
    return (
        len(reason) > 1
        and not said & (MEANT | NUMBERS - {NUMBER}) - {"not", "no"}
        and not (NUMBER in said or {word.kind for word in rule} & THEM)
    )


def _spoken(raw: list[Word], cut: _Cut) -> Iterator[tuple[list[Word], str]]:
    """The ways in which what is left may be said as a plain sentence, and what it may then mean."""
    if cut.cuts:
        yield raw, ""
    if cut.sort == "wish":
        for how in range(len(ENDED)):
            yield _in_the_present(raw, how), ""
        raw = _in_the_present(raw, 0)
    first, *rest = raw
    if first.kind == "just" and rest and rest[0].kind in LET:
        first, *rest = rest
    if cut.sort == "naming":
        for base in _bases(first.kind):
            yield [first._replace(kind=base), *rest], ""
    fillers = FILLERS | (ONLY if any(word.kind in NUMBERS for word in meant(raw)) else frozenset())
    if any(word.kind in fillers for word in rest):
        yield [word for word in raw if word.kind not in fillers], "orders"
    if first.kind in LET:
        yield from ((found, "") for found in _with_may(rest))
        yield rest, "lasting"  # whoever is let do something may, and need not
    elif first.kind in ALLOW:
        for at in (at for at, word in enumerate(rest) if word.kind == "to" and at in MAY_AT):
            yield [*rest[:at], _may(rest[at]), *rest[at + 1 :]], ""
    elif first.kind in listed("modal", "preambles"):
        yield rest, "lasting"
        yield from ((found, "") for found in _with_may(rest))


def _with_may(found: list[Word]) -> Iterator[list[Word]]:
    """Words with a "may" behind those who may do something, who are the first so many words."""
    for at in (at for at in MAY_AT if at < len(found)):
        yield [*found[:at], _may(found[at]), *found[at:]]


def _may(near: Word) -> Word:
    return Word("may", 0, near.start, near.start)


def _in_the_present(raw: list[Word], how: int) -> list[Word]:
    """Words with the present in the place of the past: got is get; removed, allowed, dropped by one of three ways."""
    table, found = present(), list[Word]()
    for at, word in enumerate(raw):
        then = " ".join(one.kind for one in raw[at : at + 2])
        before = raw[at - 1].kind if at else ""
        if at and raw[at - 1].kind == "had" and word.kind == "to":
            continue
        now = table.get(then, table.get(word.kind)) if before not in NOT_PAST else None
        if now is None and before not in NOT_PAST and word.kind.endswith("ed") and len(word.kind) > SHORTEST:
            now = word.kind[: -ENDED[how]]
        parts = [word.kind] if now is None else now.split()
        found += [word._replace(kind=part) for part in parts]
    return found


def _bases(kind: str) -> list[str]:
    """The verb that is named: starting is start, giving is give, dropping is drop."""
    if not kind.endswith("ing") or len(kind) < 5:
        return []
    stem = kind[:-3]
    return [stem, f"{stem}e", *([stem[:-1]] if stem[-1] == stem[-2] else [])]


def _behind_stops(raw: list[Word], end: int) -> int:
    while end < len(raw) and raw[end].kind in STOPS:
        end += 1
    return end
