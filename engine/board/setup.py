"""Dealing a new game, and placing the agenda for a built position."""

from __future__ import annotations

import numpy as np

from engine.board.deck_building import build_decks, deal_characters
from engine.board.equipment import refresh_identity
from engine.board.happenings import note
from engine.board.levels import is_cultist
from engine.board.munchkin_side import forget_deal
from engine.board.seat_lookup import left_of, place_of
from engine.board.zones import act_at_once, move, top
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import FEMALE, MALE, PILES, Key, Seat, Trigger
from engine.records.events import Drawn, Ev
from engine.records.log import emit
from engine.records.state import CARDS, POWERS, SEATS, Game, Phase, Zone
from engine.records.step_values import SPANS
from engine.records.switch_values import FirstPlayer
from engine.records.switches import Rule
from engine.records.turn_steps import (
    push_arrange,
    push_charity,
    push_door,
    push_end,
    push_evening,
    push_initial,
    push_room,
    push_turn,
)
from engine.rng import Purpose, below, game_key


@kernel("setup.start-level-one", "setup.start-no-class", "sex.start", "setup.board", "setup.level-counter-app")
def clear(g: Game, book: Book, seed: Key, game: int, seats: int) -> int:
    """An empty table: everybody at the start Level, no card anywhere but in its deck, no step on the agenda."""
    log_on = int(g.log_on)
    for s in range(SEATS):
        _clear_seat(g, book, s)
    g.key = game_key(np.uint64(seed), np.uint64(game))
    g.game = game
    g.seats = seats
    g.origin = book.origin
    g.log_on = log_on
    g.log_n = 0
    g.turn = 0
    g.rounds = 0
    g.active = -1
    g.first = g.origin
    g.phase = Phase.SETUP
    g.over = 0
    g.winners = 0
    g.fault = 0
    g.fault_at = -1
    g.decisions = 0
    g.turn_steps = 0
    g.bosses = 0
    g.cultists = 0
    g.asked = -1
    g.options = 0
    g.agenda_n = 0
    g.check = 0
    g.unsettled = 0
    g.news = 0
    g.dice_n = 0
    g.dice_at = 0
    g.fight_serial = 0
    _clear_fight(g)
    _clear_cards(g)
    for s in range(seats):
        if book.rules[Rule.SEX_ENABLED] == 1:
            g.sex[s] = MALE if below(2, g.key, Purpose.SEX, place_of(g, s), 0) == 0 else FEMALE
        refresh_identity(g, book, s)
    return 0


@kernel()
def _clear_fight(g: Game) -> int:
    for span in range(SPANS):
        g.deeds_in[span] = -1
    g.fighting = 0
    g.fighter = -1
    g.helper = -1
    g.forced = 0
    g.fight_flags = 0
    g.doppelgangers = 0
    g.foe_n = 0
    g.played_n = 0
    g.open_n = 0
    g.held = 0
    g.curses = 0
    g.mods = 0
    g.barred = 0
    g.side = 0
    g.foes = 0
    g.met_monster = 0
    g.fought = 0
    g.dropped = -1
    g.dropped_in = 0
    return 0


@kernel()
def _clear_seat(g: Game, book: Book, s: Seat) -> int:
    g.level[s] = book.rules[Rule.SETUP_START_LEVEL]
    g.sex[s] = 0
    g.dead[s] = 0
    g.redraw[s] = 0
    g.status[s] = 0
    g.tokens[s] = 0
    g.skips[s] = 0
    g.preyed[s] = 0
    g.arrived[s] = 0
    g.pose[s] = 0
    g.guise[s] = 0
    g.rose_in[s] = 0
    g.rose_from[s] = 0
    g.rises[s, 1] = -1
    g.identity[s] = 0
    g.weak[s] = 0
    g.hand_n[s] = 0
    g.table_n[s] = 0
    g.proposals[s] = 0
    g.changes[s] = 0
    g.refused[s] = 0
    g.spurned[s] = 0
    g.owes[s] = 0
    for other in range(SEATS):
        g.terms[s, other] = 0
        g.rebuffs[s, other] = 0
        g.harmed[s, other] = 0
    g.next_helper[s] = -1
    forget_deal(g, s)
    g.declined[s] = -1
    g.declined_for[s] = -1
    g.ordinal[s] = 0
    g.rolls[s] = 0
    g.happened[s] = 0
    clear_turn(g, s)
    return clear_combat(g, s)


@kernel()
def clear_turn(g: Game, seat: Seat) -> int:
    """Powers that may be used once a turn may be used again."""
    g.reckless[seat] = 0
    g.posed[seat] = 0
    g.sold_double[seat] = 0
    return 0


@kernel()
def clear_combat(g: Game, seat: Seat) -> int:
    """Powers that may be used so often in a combat may be used again."""
    g.tried[seat] = 0
    for k in range(POWERS):
        g.power[seat, k] = 0
        g.power_uses[seat, k] = 0
    return 0


@kernel()
def _clear_cards(g: Game) -> int:
    for c in range(CARDS):
        g.zone[c] = Zone.NOWHERE
        g.owner[c] = -1
        g.equipped[c] = 0
        g.fresh[c] = 0
        g.marked[c] = 0
        g.pledged[c] = 0
        g.laden[c] = 0
        g.host[c] = -1
        g.combat_bonus[c] = 0
        g.combat_mark[c] = 0
        g.acted_turn[c] = 0
        g.withheld[c] = 0
    for pile in range(PILES):
        g.discard_n[pile] = 0
        g.shuffles[pile] = 0
    return 0


@kernel(
    "setup.two-decks", "setup.first-player-agreed", "setup.initial-play", "setup.components-counts", "sex.start",
)  # fmt: skip
def lay_out(g: Game, book: Book, seed: Key, game: int, seats: int) -> int:
    """Shuffle and decide who begins; the agenda holds the first plays and the first turn, nothing is dealt yet."""
    clear(g, book, seed, game, seats)
    for k in range(seats):
        s = left_of(g, g.origin, k)
        if g.sex[s] != 0:
            emit(g, book, Ev.SEX, s, s, -1, -1, 0, int(g.sex[s]))
    build_decks(g, book)
    g.first = first_player(g, book)
    g.active = g.first
    push_turn(g)
    # In seat order from the first player; the stack wants the last one first.
    s = int(g.first)
    for _ in range(seats):
        s = s - 1 if s > 0 else seats - 1
        push_initial(g, seat=s)
    return 0


@kernel("setup.deal-four-four", "setup.character-card")
def deal_all(g: Game, book: Book) -> int:
    """Deal everybody their cards.

    After the first plays are on the agenda, so that what a card does at once when dealt comes before them.
    """
    for k in range(g.seats):
        deal(g, book, left_of(g, g.origin, k), Drawn.DEALT)
    if book.rules[Rule.SETUP_CHARACTER_CARDS] == 1:
        deal_characters(g, book)
    for s in range(g.seats):
        note(g, book, s, Trigger.BEGUN, -1)
    return 0


@kernel("setup.two-decks", "setup.deal-four-four", "setup.first-player-agreed", "setup.initial-play", root=True)
def new_game(g: Game, book: Book, seed: int, game: int, seats: int) -> int:
    """Shuffle, deal, decide who begins; the agenda holds the first plays and the first turn."""
    lay_out(g, book, seed, game, seats)
    return deal_all(g, book)


@kernel("setup.deal-four-four", "death.redraw", "cards.deck-and-discards-empty")
def deal(g: Game, book: Book, seat: Seat, how: int) -> int:
    """Face-down cards of both decks for one player, noted as dealt or as a new character's."""
    for pile in range(2):
        n = int(book.rules[Rule.SETUP_DEAL_DOOR]) if pile == 0 else int(book.rules[Rule.SETUP_DEAL_TREASURE])
        for _ in range(n):
            card = top(g, book, pile)
            if card >= 0:
                move(g, book, card, Zone.HAND, seat, Ev.DRAW, how)
                act_at_once(g, book, seat, card)
    return 0


@kernel("setup.first-player-agreed", "setup.first-player-d20")
def first_player(g: Game, book: Book) -> int:
    """The seat that begins, by the switch `setup.first_player`."""
    how = int(book.rules[Rule.SETUP_FIRST_PLAYER])
    if how == FirstPlayer.FIXED:
        return int(g.origin)
    if how == FirstPlayer.RANDOM:
        return left_of(g, g.origin, below(int(g.seats), g.key, Purpose.FIRST_PLAYER, 0, 0))
    tied = (1 << int(g.seats)) - 1  # by places
    for attempt in range(100):
        best = 0
        mask = 0
        for k in range(g.seats):
            if (tied >> k) & 1:
                roll = 1 + below(20, g.key, Purpose.FIRST_PLAYER, k + 1, attempt)
                if roll > best:
                    best = roll
                    mask = 1 << k
                elif roll == best:
                    mask |= 1 << k
        tied = mask
        if mask & (mask - 1) == 0:
            break
    for k in range(g.seats):
        if (tied >> k) & 1:
            return left_of(g, g.origin, k)
    return int(g.origin)


@kernel("turn.arrange")
def begin_turn_at(g: Game, book: Book, seat: Seat) -> int:
    """For built positions: it is this player's turn, before the door, with the rest of the turn to come."""
    g.first = seat if g.turn == 0 else g.first
    g.active = seat
    g.turn = max(1, int(g.turn))
    g.rounds = max(1, int(g.rounds))
    g.phase = Phase.ARRANGE
    g.met_monster = 0
    g.cultists = 0  # nobody has just become one
    for s in range(g.seats):
        g.cultists += is_cultist(g, book, s)
    push_turn(g)
    push_phases(g)
    return 0


@kernel("turn.order", "turn.phase-layout")
def push_phases(g: Game) -> int:
    """The steps of a turn from arranging on, last first."""
    push_end(g)
    push_charity(g)
    push_evening(g)
    push_room(g)
    push_door(g, state=0)
    push_arrange(g)
    return 0
