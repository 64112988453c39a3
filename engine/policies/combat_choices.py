"""Utilities in a combat's window: throwing, hindering, cursing, using powers, and the lead they move."""

from __future__ import annotations

from engine.board.kept_curses import kept_until
from engine.board.seat_lookup import highest_level, in_combat, is_mate
from engine.jit import kernel
from engine.policies.bad_stuff_cost import bad_stuff, toll
from engine.policies.bystander import (
    HANDS_OVER,
    OUT,
    SEIZES,
    from_outside,
    may_matter,
    on_side,
    turning,
)
from engine.policies.cultists import conversion, gives_the_end
from engine.policies.danger import chance, threat
from engine.policies.dressing import changing
from engine.policies.endgame import banished, rest, saving_price, spends_the_win, winners, would_win
from engine.policies.gains import gains, goes_with_the_hand, waits
from engine.policies.help_bargain import asking, helpers, offering
from engine.policies.help_worth import NEVER, lead, own_reserve
from engine.policies.identities import converted, for_items, shedding, taken_up_in_fight
from engine.policies.joint_help import added
from engine.policies.lasting_worth import lasting, levels_now
from engine.policies.moments import follows
from engine.policies.monster_choice import bought_off, stake, taken_over
from engine.policies.moves import crowning, move_of
from engine.policies.paid_power_worth import captured
from engine.policies.power_choices import own_tax, power
from engine.policies.trades import spoils
from engine.policies.weights import Weight
from engine.policies.worth import keep_value, level_worth, setback, use_cost
from engine.records.book import Book
from engine.records.card_kinds import Card, Kind, Seat, Trigger
from engine.records.questions import Aim, Verb
from engine.records.state import Game
from engine.records.step_values import Until
from engine.records.switches import Rule
from engine.steps.combat.help_terms import room_for
from engine.steps.combat.rewards import levels_won


@kernel()
def combat_outlook(g: Game, book: Book, seat: Seat) -> int:
    """What every option of a combat's question is measured against: the stake, and who could help."""
    look = book.work.outlook[0]
    look.stake = 0
    look.glad = 0
    look.enough = 0
    look.mine = on_side(g, book, seat)
    if look.mine == 0:
        # What a bystander could turn is already turned if the fighter loses, unless they want the fighter to win.
        if lead(g) > 0 or (winners(g, book) >> seat) & 1 or is_mate(g, book, seat, int(g.fighter)) == 1:
            look.stake = turning(g, book, seat)
        return 0
    if lead(g) > 0:
        return _insurance(g, book, seat)
    if seat == g.fighter:
        helpers(g, book, seat)
    look.stake = stake(g, book, seat)
    return 0


@kernel("help.may-ask-when")
def _insurance(g: Game, book: Book, seat: Seat) -> int:
    """A side that wins needs no stake; where help may be asked all the same, what it is worth against being stopped."""
    if seat != g.fighter or room_for(g, book) <= 0 or book.rules[Rule.HELP_REQUIRE_LOSING] == 1:
        return 0
    look = book.work.outlook[0]
    helpers(g, book, seat)
    best = 0
    for s in range(g.seats):
        if (int(look.enough) >> s) & 1:
            best = max(best, added(g, book, s))
    if best <= 0:
        look.glad = 0
        look.enough = 0
        return 0
    thrown = threat(g, book, seat, seat)
    safer = chance(lead(g) + best, thrown) - chance(lead(g), thrown)
    look.stake = stake(g, book, seat) * safer // 100
    return 0


@kernel()
def react(g: Game, book: Book, seat: Seat, i: int) -> int:
    """Utility of option i in a combat's window; passing is 0."""
    verb = int(book.work.option[i].verb)
    if verb == Verb.PASS:
        return 0
    if verb == Verb.ASK:
        return asking(g, book, seat, i)
    card = int(book.work.option[i].card)
    target = int(book.work.option[i].target)
    amount = int(book.work.option[i].amount)
    if verb == Verb.OFFER:
        return offering(g, book, seat, i)
    worth = int(book.work.outlook[0].stake)
    if verb == Verb.DISCARD_FOR or verb == Verb.USE:
        return power(g, book, seat, i, worth)
    if verb == Verb.EQUIP or verb == Verb.UNEQUIP:
        return changing(g, book, seat, card, worth)
    if verb == Verb.DISCARD:
        return shedding(g, book, seat, card, worth)
    if (verb != Verb.PLAY and verb != Verb.PLAY_WITH) or spends_the_win(g, book, seat, card) == 1:
        return NEVER
    kind = int(book.card[card].kind)
    lasting = kind == Kind.ENHANCER and verb == Verb.PLAY and amount == Aim.SEAT
    if kind == Kind.GO_UP_A_LEVEL or kind == Kind.CURSE or Kind.CLASS <= kind <= Kind.DOUBLER or lasting:
        return _sudden(g, book, seat, card, target, worth)
    return _moving(g, book, seat, i, worth)


@kernel()
def _moving(g: Game, book: Book, seat: Seat, i: int, worth: int) -> int:
    """Utility of a card that changes the strengths, the monsters or who fights."""
    verb = int(book.work.option[i].verb)
    card = int(book.work.option[i].card)
    target = int(book.work.option[i].target)
    kind = int(book.card[card].kind)
    mine = int(book.work.outlook[0].mine)
    move = move_of(g, book, seat, i, mine)
    if move == 0 or (mine == 0 and kind == Kind.COMRADE):
        return _beside_the_point(g, book, seat, card)  # a Comrade is no help to somebody else
    if move == HANDS_OVER:
        return taken_over(g, book, seat, target, worth, use_cost(g, book, seat, card))
    if move == SEIZES:
        unwanted = mine == 0 and in_combat(g, seat) == 1
        return NEVER if unwanted else worth - use_cost(g, book, seat, card) + spoils(g, book, seat, target)
    if move >= OUT and banished(g, book, card) != 0:
        return 20 * int(book.work.weights[seat, Weight.LEVEL]) if (banished(g, book, card) >> seat) & 1 else NEVER
    along = captured(g, book, seat, card, worth) if move >= OUT and (mine == 0 or lead(g) > 0) else NEVER
    if along > NEVER and winners(g, book) == 0:
        return along - use_cost(g, book, seat, card)
    if mine == 0:
        if may_matter(g, move, worth) == 0:
            return NEVER  # most do not: what they cost is not looked up
        cost = _price(g, book, seat, card, target, verb) + crowning(g, book, seat, i, move)
        return from_outside(g, book, seat, move, cost, worth)
    if move < 0:
        return _bolder(g, book, seat, i, move)
    if lead(g) > 0:
        return NEVER
    cost = _price(g, book, seat, card, target, verb)
    if move >= OUT:
        return bought_off(g, book, seat, card, worth) - cost
    return _for_my_side(g, book, seat, move, cost, worth)


@kernel()
def _beside_the_point(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """A card that changes nothing of who wins: for what it brings beside, unless the fight ends the game."""
    more = gains(g, book, seat, card) if winners(g, book) == 0 else 0
    return more - use_cost(g, book, seat, card) if more > 0 else NEVER


@kernel()
def _price(g: Game, book: Book, seat: Seat, card: Card, target: int, verb: int) -> int:
    """What playing a card costs: the card, what goes with it, and what it takes from its player beside."""
    cost = use_cost(g, book, seat, card) - follows(g, book, seat, card, Trigger.PLAYED)
    return cost + keep_value(g, book, seat, target) if verb == Verb.PLAY_WITH else cost


@kernel()
def _for_my_side(g: Game, book: Book, seat: Seat, move: int, cost: int, worth: int) -> int:
    """Turn one's own lost combat, with no more than it needs."""
    now = lead(g)
    if now + move > 0:
        return worth - cost - min(20, move - 1 + now)
    if now + own_reserve(g, book, seat) > 0 and worth > cost + rest(g, book, seat, 1 - now - move):
        return worth // 2 - cost + min(20, move)
    return NEVER


@kernel()
def _bolder(g: Game, book: Book, seat: Seat, i: int, move: int) -> int:
    """Make one's own safe combat bigger: more Treasure, or one more level."""
    w = book.work.weights[seat]
    card = int(book.work.option[i].card)
    other = int(book.work.option[i].target) if book.work.option[i].verb == Verb.PLAY_WITH else card
    now = lead(g)
    after = now + move - int(w[Weight.MARGIN])
    if seat != g.fighter or after <= 0 or w[Weight.BOLD] <= 0:
        return NEVER
    levels = int(book.card[other].levels) if book.card[other].kind == Kind.MONSTER else 0
    more = level_worth(g, book, seat, levels) + int(book.card[other].treasures) * int(w[Weight.TREASURE])
    if would_win(g, book) == 1:
        return NEVER
    if int(g.level[seat]) + levels_won(g, book) + levels >= book.rules[Rule.VICTORY_LEVEL]:
        more += 20 * int(w[Weight.LEVEL])
    thrown = threat(g, book, seat, seat)
    lost = stake(g, book, seat) * (chance(now, thrown) - chance(after, thrown)) // 100
    gain = more * int(w[Weight.BOLD]) // 100 * chance(after, thrown) // 100
    return gain - lost - _price(g, book, seat, card, other, int(book.work.option[i].verb))


@kernel()
def _sudden(g: Game, book: Book, seat: Seat, card: Card, target: int, worth: int) -> int:
    """Curses, Go Up a Level, identities, and what is put on a player for good in the middle of a combat."""
    kind = int(book.card[card].kind)
    if kind == Kind.ENHANCER:
        return int(book.work.weights[seat, Weight.BONUS]) if target == seat else NEVER
    if kind == Kind.GO_UP_A_LEVEL:
        return _rise_in_combat(g, book, seat, card, worth) if target == seat else NEVER
    if kind == Kind.CURSE:
        return _curse_in_combat(g, book, seat, card, target, worth)
    other = target if kind == Kind.DOUBLER else -1
    if book.card[card].locked == 1 or (other >= 0 and book.card[other].locked == 1):
        if book.work.outlook[0].mine == 0:
            return NEVER
        turns = conversion(g, book, seat, seat)  # one stays a Cultist: only for what turns the fight
        return turns + converted(g, book, seat, card, other, worth) if turns > NEVER else NEVER
    if book.work.outlook[0].mine == 1:
        return taken_up_in_fight(g, book, seat, card, other, worth)
    return int(book.work.weights[seat, Weight.IDENTITY]) // 2 + for_items(g, book, seat, card, other)


@kernel()
def _rise_in_combat(g: Game, book: Book, seat: Seat, card: Card, worth: int) -> int:
    """A Go Up a Level is strength as well: it may turn one's own fight."""
    levels = levels_now(g, book, seat, card)
    gain = level_worth(g, book, seat, levels)
    if book.work.outlook[0].mine == 1 and lead(g) <= 0:
        if lead(g) + levels > 0:
            return gain + worth
        if lead(g) + own_reserve(g, book, seat) > 0 and worth > rest(g, book, seat, 1 - lead(g) - levels):
            return gain + worth // 2
    if goes_with_the_hand(g, book, seat, worth) == 1:
        return gain
    return gain - int(book.work.weights[seat, Weight.HOLD]) * waits(g, book, seat, 0)


@kernel()
def _curse_in_combat(g: Game, book: Book, seat: Seat, card: Card, target: int, worth: int) -> int:
    """A Curse in a fight: worth the fight if what it takes turns it, or else what it takes from a leader.

    Whoever fights curses nobody: a companion is no victim, and a bystander can wait until it is over.
    """
    if target == seat or book.work.outlook[0].mine == 1:
        return NEVER
    takes = bad_stuff(g, book, target, card, Trigger.CURSED)
    if in_combat(g, target) == 1 and lead(g) <= 0 and kept_until(book, card) == Until.NEXT_COMBAT:
        takes -= 2 * min(10, lasting(g, book, target, card))  # gone with a combat that is lost anyway
    if takes <= 0 or gives_the_end(g, book, seat, card, target) == 1:
        return NEVER
    price = int(book.work.weights[seat, Weight.CURSE]) + saving_price(g, book, seat)
    if in_combat(g, target) == 1 and 0 < lead(g) <= toll(g, book, target, card):
        return worth - use_cost(g, book, seat, card) - int(book.work.weights[seat, Weight.CURSE]) // 2
    if g.level[target] < highest_level(g):
        return NEVER
    return setback(g, book, seat, target, takes) - price - own_tax(g, book, seat, card, target)
