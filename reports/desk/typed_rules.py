"""House rules that are typed into a page: how each sentence is read, what it may mean, and what is played of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from decks.rule_texts import meanings, read_rule
from decks.words.text_reading import Reading, Sentence
from variants.variant_schema import VariantError, typed_rule

QUOTES = re.compile('"([^"]*)"')


@dataclass(frozen=True)
class Heard:
    """A rule as it was typed and read."""

    text: str
    reading: Reading

    @property
    def open(self) -> dict[int, list[str]]:
        """Sentences that may mean several things, by their place: the lab's words for each meaning."""
        found = {place: meanings(one) for place, one in enumerate(self.reading.sentences)}
        return {place: several for place, several in found.items() if len(several) > 1}

    def said(self, meant: Mapping[int, str]) -> str:
        """The rule with the meaning that was chosen for each sentence that has several."""
        return " ".join(meant.get(place, one.text) for place, one in enumerate(self.reading.sentences))

    def understood(self, meant: Mapping[int, str]) -> bool:
        """Whether each sentence says one thing, or was chosen."""
        return all(one.understood or place in meant for place, one in enumerate(self.reading.sentences))

    def fault(self, meant: Mapping[int, str]) -> str:
        """What keeps a rule from being played whose sentences are understood; else nothing."""
        if not self.reading.sentences:
            return "This says nothing that could be played."
        try:
            typed_rule(self.said(meant))
        except VariantError as error:
            return f"{error}."
        return ""


def heard(text: str) -> Heard:
    """Read a rule; a quote mark that would end it where it is stacked is written as people write it."""
    text = QUOTES.sub("\u201c\\1\u201d", " ".join(text.split())).replace('"', "\u201d")
    return Heard(text, read_rule(text))


def told(rule: Heard) -> str:
    """The reading as HTML, sentence by sentence, but for what it leaves to choose."""
    rows = [_sentence(one) for one in rule.reading.sentences if len(meanings(one)) < 2]
    rows += [_row("aside", "Left out, as flavour", escape(text)) for text in rule.reading.left_out]
    return f'<div class="lab reading" role="status">{"".join(rows)}</div>' if rows else ""


def freely(text: str, wordings: Sequence[str]) -> str:
    """A rule with each sentence in words of one's own, of which some are given, where these are read alike."""
    free = {tuple(meanings(one)): wording for wording in wordings for one in read_rule(wording).sentences}
    return " ".join(free.get(tuple(meanings(one)), one.text) for one in heard(text).reading.sentences)


def worked(text: str, answer: str = "") -> str:
    """An example as HTML: a rule as it is typed, how it is read, and the answer (HTML) unless it stands below."""
    read = "<br>".join(escape(" ".join(meanings(one))) for one in heard(text).reading.sentences)
    rows = [_row("read", "You type", f"<q>{escape(text)}</q></div><b>Read as</b><div>{read}")]
    rows += [_row("read", "The answer", answer)] if answer else []
    return f'<div class="lab reading worked">{"".join(rows)}</div>'


def _sentence(one: Sentence) -> str:
    if one.understood:
        return _row("read", "Read as", escape(" ".join(meanings(one)) or "nothing that changes the game"))
    if one.why:
        return _row("unread", "This cannot be a rule", f"<q>{escape(one.text)}</q> {escape(one.why)}.")
    near = "".join(f"<li>{escape(text)}</li>" for text in one.nearest)
    rest = f"<p>The nearest that can be said:</p><ul>{near}</ul>" if near else ""
    return _row("unread", "Not understood", f"<q>{escape(one.unread)}</q>{rest}")


def _row(kind: str, head: str, body: str) -> str:
    return f'<div class="{kind}"><b>{head}</b><div>{body}</div></div>'
