"""What a monster brings a player who meets it, in the points of whoever judges it."""

from __future__ import annotations

from engine.board.strength import player_strength
from engine.jit import kernel
from engine.policies.bad_stuff_cost import bad_stuff
from engine.policies.danger import LEAST_CHANCE, chance, left_alone, threat
from engine.policies.endgame import nearness
from engine.policies.monster_choice import THE_WIN, advantage, prospect
from engine.policies.weights import Weight
from engine.records.book import Book
from engine.records.card_kinds import Card, Seat, Trigger
from engine.records.state import Game


@kernel("charity.give-lowest", "turn.look-for-trouble")
def prey(g: Game, book: Book, judge: Seat, seat: Seat, card: Card) -> int:
    """What a monster brings a player who is given it: they look for trouble with one that they surely beat."""
    strength = player_strength(g, book, seat)
    return max(0, met(g, book, judge, seat, card, strength)) if advantage(g, book, seat, card, strength) >= 2 else 0


@kernel()
def met(g: Game, book: Book, judge: Seat, seat: Seat, card: Card, strength: int) -> int:
    """What a monster brings a player who meets it, as likely as they beat it, in the points of `judge`."""
    gift = left_alone(book, card, int(g.identity[seat]))
    if gift >= 0:
        return gift * int(book.work.weights[judge, Weight.TREASURE])
    odds = chance(advantage(g, book, seat, card, strength) // 2 + 4, threat(g, book, judge, seat))
    risk = _risk(g, book, judge, seat, card) if odds < 100 - LEAST_CHANCE else 0
    return _by_odds(_gain(g, book, judge, seat, card), risk, odds)


@kernel()
def _gain(g: Game, book: Book, judge: Seat, seat: Seat, card: Card) -> int:
    """What beating a monster brings a player, in the points of `judge`."""
    row = book.card[card]
    gain = kill(g, book, judge, seat, int(row.levels), int(row.treasures))
    return gain + THE_WIN * int(book.work.weights[judge, Weight.LEVEL]) if prospect(g, book, seat, card) == 1 else gain


@kernel()
def _risk(g: Game, book: Book, judge: Seat, seat: Seat, card: Card) -> int:
    """What its Bad Stuff costs a player, in the points of `judge`."""
    return bad_stuff(g, book, seat, card, Trigger.BAD_STUFF) * int(book.work.weights[judge, Weight.DANGER]) // 15


@kernel()
def _by_odds(gain: int, risk: int, odds: int) -> int:
    """What is gained as often as the odds say in per cent, and lost else; what is nearly sure is not feared for."""
    if odds >= 100 - LEAST_CHANCE:
        return gain * odds // 100
    return (gain * odds - risk * (100 - odds)) // 100


@kernel()
def kill(g: Game, book: Book, judge: Seat, seat: Seat, levels: int, treasures: int) -> int:
    """What levels and Treasures are worth to a player, in the points of `judge`."""
    w = book.work.weights[judge]
    level = int(w[Weight.LEVEL]) + nearness(g, book, seat) * int(w[Weight.FINISH]) // 100
    return levels * level + treasures * int(w[Weight.TREASURE])
