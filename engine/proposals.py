"""What somebody proposes to somebody else, read off the agenda: for views, menus and learners alike."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

from engine.records.agenda import KIND, Step
from engine.records.combat_steps import AnswerHelp
from engine.records.offer_steps import AnswerTrade, Swap
from engine.records.questions import PickOrder


class ProposalKind(IntEnum):
    """What is proposed."""

    HELP = 1  # a request for help, or an offer of it
    TRADE = 2  # a gift if nothing is wanted for it
    SWAP = 3  # of hand cards in a meeting: what is offered in return for one's own


class Proposal(NamedTuple):
    """A request for help, an offer of it, a trade, a gift or a swap; seats, and cards as instances (-1: none)."""

    kind: ProposalKind
    proposer: int
    asked: int
    card: int  # what the proposer gives
    wanted: int  # what the proposer wants for it
    treasures: int
    pick: PickOrder


def open_proposal(g: Any) -> Proposal | None:
    """What the step that is being worked off proposes, in a game or in a seat's copy of it; None if nothing."""
    row = g.agenda[int(g.agenda_n) - 1].tolist()
    kind = Step(row[KIND])
    if kind == Step.ANSWER_HELP:
        proposer, asked, card = row[AnswerHelp.PROPOSER], row[AnswerHelp.SEAT], row[AnswerHelp.CARD]
        treasures, pick = row[AnswerHelp.TREASURES], PickOrder(row[AnswerHelp.PICK])
        return Proposal(ProposalKind.HELP, proposer, asked, card, -1, treasures, pick)
    if kind == Step.ANSWER_TRADE:
        proposer, asked, card = row[AnswerTrade.PROPOSER], row[AnswerTrade.PARTNER], row[AnswerTrade.CARD]
        return Proposal(ProposalKind.TRADE, proposer, asked, card, row[AnswerTrade.WANT], 0, PickOrder.HELPER)
    if kind == Step.SWAP:
        proposer, asked, card = row[Swap.OTHER], row[Swap.SEAT], row[Swap.RETURN]
        return Proposal(ProposalKind.SWAP, proposer, asked, card, row[Swap.CARD], 0, PickOrder.HELPER)
    return None
