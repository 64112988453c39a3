"""Tables for rule tests: hands as wanted, decks as short as wanted, moves by their texts."""

from __future__ import annotations

from typing import Any

from engine.board.zones import move
from engine.records.card_kinds import PILES
from engine.records.events import Ev
from engine.records.state import Zone
from engine.table import Table
from lab.games.game_table import book_of, names_of
from lab.scenarios.position import build_position
from lab.scenarios.scenario_run import passing
from lab.scenarios.scenario_schema import parse_scenario
from variants.load_variants import load_variant

SEATS = ("ann", "bob", "cid", "dot", "eve", "fay")


def position(*cards: dict[str, Any], variant: str = "base", **more: Any) -> Table:
    """A position as a scenario file describes it, with further cards; its deck is `base`."""
    data = {
        "id": "t",
        "rules": ["t"],
        "variant": variant,
        "deck": ["base"],
        "card": list(cards),
        "step": [{"expect": {}}],
    }
    return build_position(parse_scenario({"seat": [{"name": "ann"}], **data, **more}, "position")).table


def dealt(compiled: Any, variant: str = "base", seats: int = 3, seed: int = 0, **switches: Any) -> Table:
    """A new game of compiled cards, just dealt; switches are written with `__` for the dot."""
    rules = load_variant(variant, {k.replace("__", "."): v for k, v in switches.items()}).rules
    return Table(book_of(compiled, rules, seats), names_of(compiled, SEATS[:seats]), seed, single=True)


def instances(table: Table, name: str) -> list[int]:
    """All copies of a card."""
    number = list(table.names.cards).index(name)
    return [c for c in range(int(table.g.cards)) if int(table.book.card[c]["number"]) == number]


def only_in_hand(table: Table, seat: int, *names: str) -> None:
    """Make these cards the whole hand of a seat."""
    g, book = table.g, table.book
    for c in [int(c) for c in g.hand[seat][: int(g.hand_n[seat])]]:
        move(g, book, c, Zone.DECK, -1, Ev.SETUP, -1)
    for name in names:
        card = next(c for c in instances(table, name) if g.zone[c] != Zone.HAND or g.owner[c] != seat)
        move(g, book, card, Zone.HAND, seat, Ev.SETUP, -1)


def keep_on_top(table: Table, pile: int, keep: int) -> None:
    """Take all but the top cards of a deck out of the game."""
    g = table.g
    for c in [int(c) for c in g.deck[pile][: max(0, int(g.deck_n[pile]) - keep)]]:
        move(g, table.book, c, Zone.OUT, -1, Ev.SETUP, -1)


def texts(table: Table) -> list[str]:
    """What the decider may say."""
    return [o.text for o in table.options()]


def say(table: Table, seat: int, text: str) -> None:
    """Let a seat take an option; everybody passes until it may."""
    for _ in range(200):
        if table.decider == seat and table.find(text) >= 0:
            table.step(text)
            return
        table.answer(passing(table))
    raise AssertionError(f"{table.names.seats[seat]} may not {text}; legal: {', '.join(texts(table))}")


def hand(table: Table, seat: int) -> list[str]:
    """Ids of the cards in a hand."""
    return sorted(table.ids(table.g.hand[seat][: int(table.g.hand_n[seat])]))


def lists(table: Table) -> dict[str, list[int]]:
    """Where every card of the game lies, by the lists of the state."""
    g, out = table.g, {}
    for pile in range(PILES):
        out[f"deck {pile}"] = [int(c) for c in g.deck[pile][: int(g.deck_n[pile])]]
    for pile in range(PILES):
        out[f"discards {pile}"] = [int(c) for c in g.discard[pile][: int(g.discard_n[pile])]]
    for s in range(int(g.seats)):
        out[f"hand {s}"] = [int(c) for c in g.hand[s][: int(g.hand_n[s])]]
        out[f"table {s}"] = [int(c) for c in g.table[s][: int(g.table_n[s])]]
    out["open"] = [int(c) for c in g.open[: int(g.open_n)]]
    out["played"] = [int(c) for c in g.played[: int(g.played_n)]]
    out["held"] = [c for c in range(int(g.cards)) if g.zone[c] == Zone.HELD]
    foes = g.foe[: int(g.foe_n)]
    out["monsters"] = [int(m.card) for m in foes if g.zone[int(m.card)] == Zone.FIGHT and m.copied == 0]
    return out
