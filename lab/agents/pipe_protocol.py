"""What goes between an outside agent's process and the one that watches it.

Orders go down as pickles. Answers come from foreign code, so they are never unpickled: each is one small frame that
repeats the order's number, drawn at random, and is written in one piece. A copy of the process, a thread or a
forger cannot answer an order it has not read, nor answer one twice without being noticed.
"""

from __future__ import annotations

import struct
from typing import NamedTuple

HEAD = struct.Struct("<QBqH")
MOST_TEXT = 2000
"""Bytes of a sentence in an answer: a frame below 4,096 bytes is written to a pipe whole or not at all."""
NO_ORDER = 0
"""Number of an answer that no order asked for."""


DONE, BAD = 0, 1
"""What an answer says: the order was carried out (its row is the option taken, where one was asked for), or the agent
did what it may not (a sentence). Plain numbers: to name a member of an enumeration takes longer than all the rest."""


class Answer(NamedTuple):
    """An answer to the order of a number."""

    number: int
    kind: int
    row: int
    text: str

    def packed(self) -> bytes:
        """As one frame."""
        says = self.text.encode(errors="replace")[:MOST_TEXT]
        return HEAD.pack(self.number, self.kind, self.row, len(says)) + says


def unpacked(data: bytes) -> tuple[Answer, int] | None:
    """The first answer in some bytes and how many it takes; nothing while it is incomplete."""
    if len(data) < HEAD.size:
        return None
    number, kind, row, length = HEAD.unpack_from(data)
    if length > MOST_TEXT:
        return Answer(number, -1, row, ""), len(data)  # nobody of the lab has written that
    end = HEAD.size + length
    says = data[HEAD.size : end].decode(errors="replace")
    return (Answer(number, kind, row, says), end) if len(data) >= end else None
