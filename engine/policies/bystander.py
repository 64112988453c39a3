"""A bystander's part in a combat: what it is worth that the fighter loses, and what is spent on it."""

from __future__ import annotations

from engine.board.equipment import has_passive
from engine.board.munchkin_side import helps, side_identity
from engine.board.seat_lookup import in_combat, is_mate, next_seat
from engine.jit import kernel
from engine.policies.danger import left_alone
from engine.policies.endgame import NEAREST, ends_against, nearness, progress, standing, winners
from engine.policies.help_worth import NEVER, counted, lead
from engine.policies.weights import Weight
from engine.policies.worth import A_STOP, feud, harm, use_cost
from engine.records.agenda import KIND, Step
from engine.records.book import Book
from engine.records.card_kinds import ABILITY_BIT, Card, Kind, Seat, Trigger, Yes
from engine.records.combat_steps import React
from engine.records.opcodes import Op
from engine.records.questions import Verb
from engine.records.state import Game
from engine.records.switches import Rule
from engine.steps.combat.help_terms import prize

OUT = 1000
"""The move of a card that ends the combat or takes monsters out of it."""
HANDS_OVER, SEIZES = OUT + 1, OUT + 2
"""The moves of cards judged by their targets: who fights from now on, and whose Item turns the combat."""
KEEPING = 25
"""One point of `saving` is worth that much less of another's fight, for each so many points of nearness of a third."""
A_QUARTER = 25
"""Part of what a leader's win is grudged at the first Level already, in per cent; all of it at the last."""
LAST_HOPE = 50
"""Of the strength that is missing so much, in per cent, must be hoped for before one throws what one has."""
ALONE = 90
"""Most that anybody trusts the others to do it, in per cent."""


@kernel()
def on_side(g: Game, book: Book, seat: Seat) -> Yes:
    """Whether a player fights, and wants to win: nobody wants to end the game for somebody else."""
    return 1 if in_combat(g, seat) == 1 and ends_against(g, book, seat) == 0 else 0


@kernel()
def turning(g: Game, book: Book, seat: Seat) -> int:
    """What it is worth to a bystander that the fighter loses; below 0 if the fighter's win is the bystander's own."""
    w = book.work.weights[seat]
    fighter = int(g.fighter)
    ends = winners(g, book)
    if (ends >> seat) & 1:
        return -20 * int(w[Weight.LEVEL])
    if is_mate(g, book, seat, fighter) == 1:
        return -int(w[Weight.LEVEL])
    menace = A_QUARTER + (100 - A_QUARTER) * progress(g, book, fighter) // 100
    value = int(w[Weight.HINDER]) * standing(g, book, fighter) * menace // 10_000
    value += harm(g, book, seat, fighter) + prize(g, book) * int(w[Weight.DENY])
    if book.rules[Rule.BOSS_REQUIRED] > 0 and ends == 0:
        value -= nearness(g, book, fighter) * int(w[Weight.CLOSING]) // 100  # only the last Boss brings anybody nearer
    if ends != 0:
        value += int(w[Weight.STOP_WIN])
    else:
        value -= feud(g, book, seat, fighter)
        value -= int(w[Weight.SAVING]) * _nearest_of_the_others(g, book, seat) // KEEPING
    return value * (100 - left_to_others(g, seat, int(w[Weight.RELIANCE]))) // 100 if value > 0 else value


@kernel()
def _nearest_of_the_others(g: Game, book: Book, seat: Seat) -> int:
    """How near to the win somebody is who takes no part: what could stop them is kept for them."""
    near = 0
    for s in range(g.seats):
        if s != seat and g.dead[s] == 0 and in_combat(g, s) == 0 and is_mate(g, book, seat, s) == 0:
            near = max(near, int(nearness(g, book, s)))
    return near


@kernel()
def left_to_others(g: Game, seat: Seat, reliance: int) -> int:
    """Chance in per cent that somebody who is asked later stops the fight; whoever is asked last trusts nobody."""
    if reliance <= 0 or g.agenda_n == 0 or g.agenda[g.agenda_n - 1, KIND] != Step.REACT:
        return 0
    row = g.agenda[g.agenda_n - 1]
    s = int(row[React.NEXT])
    cards = 0
    for _ in range(int(g.seats) - int(row[React.PASSES])):
        if s != seat and g.dead[s] == 0 and in_combat(g, s) == 0:
            cards += int(g.hand_n[s])
        s = next_seat(g, s)
    return min(ALONE, reliance * cards)


@kernel()
def _kept_back(g: Game, book: Book, seat: Seat, move: int) -> int:
    """What strength thrown at this fight would be worth against somebody else, whom the next Level makes the winner."""
    if move >= 0 or winners(g, book) != 0 or _nearest_of_the_others(g, book, seat) < NEAREST:
        return 0
    return min(A_STOP, -move) * int(book.work.weights[seat, Weight.STOP_WIN]) // A_STOP


@kernel()
def may_matter(g: Game, move: int, worth: int) -> Yes:
    """Whether a move from outside is of use: it hinders a fighter who should not win, or saves one who is losing."""
    if lead(g) > 0 and worth > 0:
        return 1 if move >= OUT or move <= 0 else 0
    return 1 if lead(g) <= 0 < move < OUT and lead(g) + move > 0 else 0


@kernel()
def from_outside(g: Game, book: Book, seat: Seat, move: int, cost: int, worth: int) -> int:
    """Turn a combat that somebody wins who should not; or save somebody who lies behind."""
    if may_matter(g, move, worth) == 0:
        return NEVER
    now = lead(g)
    if now > 0:
        cost += _kept_back(g, book, seat, move)
        if move >= OUT:
            return worth - cost if winners(g, book) != 0 else NEVER  # no kill, no level
        seen = now + (laid_open(g, book) if winners(g, book) == 0 else 0)
        if seen > now and seen + move > 0 and arsenal(g, book, seat) < seen:
            return NEVER  # what lies open before them answers it: nobody begins what they are seen to end
        if now + move <= 0:
            return worth - cost - min(10, -now - move)
        # One card is not enough: it is burnt unless what one holds besides does the rest, and is worth it.
        held = arsenal(g, book, seat)
        if held >= now and worth > book.work.outlook[0].cost:
            return worth // 2 - cost - move
        if winners(g, book) == 0:
            return NEVER
        # Cards are worth nothing after the end: whatever may do together with what the others have is thrown.
        odds = min(100, 100 * (held + 2 * allies(g, book, seat)) // max(1, 2 * now))
        return worth * odds // 400 - cost // 4 - move if odds >= LAST_HOPE else NEVER
    return _saving(g, book, seat, worth) - cost


@kernel()
def laid_open(g: Game, book: Book) -> int:
    """Strength of the one-shots that those who fight have in play, for all to see."""
    total = 0
    for s in range(g.seats):
        for i in range(g.table_n[s] if in_combat(g, s) == 1 else 0):
            row = book.card[g.table[s, i]]
            total += max(0, int(row.bonus)) if row.kind == Kind.ONE_SHOT else 0
    return counted(g, book, total)


@kernel()
def _saving(g: Game, book: Book, seat: Seat, worth: int) -> int:
    """What it is worth to save the fighter: their win is one's own; or kindness to one who is not ahead."""
    ends = winners(g, book)
    if ends != 0:
        return -worth if (ends >> seat) & 1 else NEVER
    fighter = int(g.fighter)
    if is_mate(g, book, seat, fighter) == 1:
        return -worth
    help_ = int(book.work.weights[seat, Weight.HELP])
    if help_ <= 0 or g.level[fighter] > g.level[seat] or ((int(g.opposed) | int(g.spurned[fighter])) >> seat) & 1:
        return NEVER  # nor does anybody save whom they have just worked against, or refused to help for a share
    return help_ // 2 - harm(g, book, seat, fighter)


@kernel()
def stabs(g: Game, book: Book, seat: Seat, cards: int) -> int:
    """Strength a bystander could still take from those who fight with a power, for some cards of the hand."""
    each = 0
    for i in range(g.table_n[seat] if g.level[seat] >= book.rules[Rule.BACKSTAB_FROM_LEVEL] else 0):
        row = book.card[g.table[seat, i]]
        for r in range(row.first, row.last if (int(row.triggers) & ABILITY_BIT) != 0 else row.first):
            e = book.effect[r]
            if e.op == Op.BACKSTAB and e.trigger == Trigger.ABILITY:
                each = max(each, -int(e.amount))
    victims = 0
    for s in range(g.seats if each > 0 else 0):
        if in_combat(g, s) == 1 and g.stabs[s] < book.rules[Rule.BACKSTAB_PER_VICTIM]:
            victims += 1
    return -counted(g, book, -each) * min(victims, cards)


@kernel()
def arsenal(g: Game, book: Book, seat: Seat) -> int:
    """Strength a bystander could turn against a fight with all they hold and can do; its price: `outlook.cost`."""
    held = throwable(g, book, seat)
    spare = 0
    for i in range(g.hand_n[seat]):
        row = book.card[g.hand[seat, i]]
        spare += 0 if (row.kind == Kind.ENHANCER or row.kind == Kind.ONE_SHOT) and row.bonus > 0 else 1
    points = stabs(g, book, seat, spare)
    book.work.outlook[0].cost += points * int(book.work.weights[seat, Weight.CARD])
    return held + points


@kernel()
def throwable(g: Game, book: Book, seat: Seat) -> int:
    """Strength a bystander could give the monsters with all they hold; its price goes to `outlook.cost`."""
    total = 0
    cost = 0
    best = 0
    wandering = -1
    for i in range(g.hand_n[seat]):
        c = int(g.hand[seat, i])
        row = book.card[c]
        if (row.kind == Kind.ENHANCER or row.kind == Kind.ONE_SHOT) and row.bonus > 0:
            total += int(row.bonus)
            cost += max(0, use_cost(g, book, seat, c))
        elif row.kind == Kind.MONSTER and left_alone(book, c, side_identity(g)) < 0:
            best = max(best, int(row.level))
        elif row.kind == Kind.WANDERING:
            wandering = c
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if book.card[c].kind == Kind.ONE_SHOT and book.card[c].bonus > 0:
            total += int(book.card[c].bonus)
            cost += max(0, use_cost(g, book, seat, c))
    if wandering >= 0 and best > 0:
        total += best
        cost += max(0, use_cost(g, book, seat, wandering)) + int(book.work.weights[seat, Weight.CARD])
    book.work.outlook[0].cost = cost
    return total


@kernel()
def allies(g: Game, book: Book, seat: Seat) -> int:
    """Strength that the others who lose by this win may add to stop it: what all can see, and a part for each card."""
    ends = winners(g, book)
    fear = int(book.work.weights[seat, Weight.FEAR])
    total = 0
    for s in range(g.seats):
        if s == seat or (ends >> s) & 1 or g.dead[s] == 1 or helps(g, s) == 1:
            continue
        total += int(g.hand_n[s]) * fear // 10 + stabs(g, book, s, int(g.hand_n[s]))
        for i in range(g.table_n[s]):
            row = book.card[g.table[s, i]]
            total += max(0, int(row.bonus)) if row.kind == Kind.ONE_SHOT else 0
    return total


@kernel()
def is_immune(g: Game, book: Book, card: Card) -> Yes:
    """Whether what is thrown at the fighter's monsters from outside does nothing against this fighter."""
    guard = has_passive(g, book, int(g.fighter), Op.IMMUNE_TO)
    return 1 if guard >= 0 and (int(book.effect[guard].a) & int(book.card[card].tags)) != 0 else 0


@kernel("victory.first-ten", "help.shared-victory")
def stopping(g: Game, book: Book, seat: Seat, i: int) -> int:
    """Stop a win that is not one's own: a card against it is kept for nothing else."""
    if book.work.option[i].verb == Verb.PASS:
        return 0
    shares = book.rules[Rule.SHARED_VICTORY] == 1 and g.fighting == 1 and helps(g, seat) == 1
    if g.level[seat] >= book.rules[Rule.VICTORY_LEVEL] or shares:
        return NEVER
    return int(book.work.weights[seat, Weight.STOP_WIN])
