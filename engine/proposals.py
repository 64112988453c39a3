"""What somebody proposes to somebody else, read off the agenda: for views, menus and learners alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.records.agenda import KIND, Step
from engine.records.combat_steps import AnswerHelp
from engine.records.offer_steps import AnswerTrade, Swap
from engine.records.questions import PickOrder


class Proposal(NamedTuple):
    """A request for help, an offer of it, a trade, a gift or a swap; seats, and cards as instances (-1: none)."""

    kind: Step
    proposer: int
    asked: int
    card: int  # what the proposer gives
    wanted: int  # what he wants for it
    treasures: int
    pick: PickOrder


def proposal_in(row: Sequence[int]) -> Proposal | None:
    """What a step of the agenda proposes, or None."""
    kind = Step(int(row[KIND]))
    if kind == Step.ANSWER_HELP:
        proposer, asked, card = row[AnswerHelp.PROPOSER], row[AnswerHelp.SEAT], row[AnswerHelp.CARD]
        treasures, pick = int(row[AnswerHelp.TREASURES]), PickOrder(int(row[AnswerHelp.PICK]))
        return Proposal(kind, int(proposer), int(asked), int(card), -1, treasures, pick)
    if kind == Step.ANSWER_TRADE:
        proposer, asked, card = row[AnswerTrade.PROPOSER], row[AnswerTrade.PARTNER], row[AnswerTrade.CARD]
        return Proposal(kind, int(proposer), int(asked), int(card), int(row[AnswerTrade.WANT]), 0, PickOrder.HELPER)
    if kind == Step.SWAP:  # of hand cards in a meeting: what is offered in return for one's own
        proposer, asked, card = row[Swap.OTHER], row[Swap.SEAT], row[Swap.RETURN]
        return Proposal(kind, int(proposer), int(asked), int(card), int(row[Swap.CARD]), 0, PickOrder.HELPER)
    return None
