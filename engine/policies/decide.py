"""Choosing: score every option with the seat's persona, add keyed noise, take the best; of equals chance takes one."""

from __future__ import annotations

from engine.board.dice_throws import turn_of
from engine.board.seat_lookup import in_combat
from engine.board.strength import player_strength
from engine.jit import kernel
from engine.policies.bystander import turning
from engine.policies.combat_choices import combat_outlook, react
from engine.policies.curse_removal import answering, is_lift, lifting, spared
from engine.policies.danger import avoidable
from engine.policies.dice_answers import fleeing
from engine.policies.help_bargain import answer_help
from engine.policies.help_worth import NEVER
from engine.policies.identities import lead_now
from engine.policies.looked_choices import of_looked
from engine.policies.monster_choice import when_looking
from engine.policies.paid_items import same_deed
from engine.policies.paid_power_worth import after_victory
from engine.policies.replaced_worth import at_the_last
from engine.policies.sales import plan, selling
from engine.policies.shared_dice import answer_die, answer_roll
from engine.policies.token_worth import price_tokens
from engine.policies.trades import EAGER, first_promising, is_deal, trade_answer
from engine.policies.trials import MOVE, tried
from engine.policies.turn_choices import at_once, choosing, own_turn
from engine.policies.weights import Weight
from engine.policies.worth import ahead, harm, keep_value, level_worth, use_cost
from engine.records.book import Book
from engine.records.card_kinds import Kind, Seat, Yes
from engine.records.questions import Question, Verb
from engine.records.state import Game
from engine.rng import Purpose, below

AT_ONCE = (int(Question.WINDOW), int(Question.DOOR_CARD), int(Question.INITIAL), int(Question.FRESH))
"""Questions in which one may play what one has."""
TAKEN_WITH_CARE = tuple(
    map(int, (Question.LOSE, Question.GIVE, Question.TAKE, Question.NUMBER, Question.ON_TOP, Question.LOOK))
)
"""Questions about cards that go over, some that are seen, or a number."""
WORTHLESS = 64 * (NEVER // 2)
"""Between options that nobody would take nothing is drawn."""
WITH_CARE = 8
"""Whoever parts with cards, picks some, or names a number sees it all: of their haste this part is left."""


@kernel()
def choose(g: Game, book: Book, n: int) -> int:
    """Index of the option the asked seat takes."""
    seat = int(g.asked)
    subject = turn_of(g, seat)
    ordinal = question_of(g, seat)
    if book.work.weights[seat, Weight.UNIFORM] == 1:
        return below(n, g.key, Purpose.POLICY, subject, ordinal)
    noise = _haste(g, book, seat)
    outlook(g, book, seat)
    best, pick = -(1 << 40), 0
    first, equals = 0, 1  # first of the best options, and how many there are
    deals = _deals(g, book, seat)
    promising = 0
    for i in range(n):
        if deals and i >= promising and is_deal(book, i):
            promising = first_promising(g, book, seat, i, n)
        if i < promising:
            continue
        value = 64 * utility(g, book, seat, i)
        # What no noise could lift to the top draws none: the draw is the dearer half of many options.
        if noise > 0 and value > 0 and is_laid(g, book, i) == 1:
            value += noise
        elif noise > 0 and value > 64 * NEVER and value + noise > best:
            own = 0 if book.work.option[i].verb == Verb.ASK else 1 + same_deed(book, i)  # to ask is one mood
            value += below(noise, g.key, Purpose.POLICY, subject, ordinal * 4096 + own)
        if value > best:
            best = value
            pick = i
            first = i
            equals = 1
        elif value == best and value > WORTHLESS and rivals(book, pick, i) and is_another(g, book, first, i) == 1:
            equals += 1
            if lot(g, seat, i, equals) == 0:
                pick = i
    return pick


@kernel()
def _haste(g: Game, book: Book, seat: Seat) -> int:
    """Noise of the question that waits, in 64ths of a point: little where cards go over, or a number is named."""
    noise = 64 * int(book.work.weights[seat, Weight.NOISE])
    question = int(g.question)
    return noise // WITH_CARE if question in TAKEN_WITH_CARE else noise


@kernel()
def is_laid(g: Game, book: Book, i: int) -> Yes:
    """Whether option i lays an identity or an Item down before one's turn goes on: nobody forgets that in haste."""
    if g.question != Question.INITIAL and g.question != Question.ARRANGE or book.work.option[i].verb != Verb.PLAY:
        return 0
    kind = int(book.card[book.work.option[i].card].kind)
    return 1 if Kind.CLASS <= kind <= Kind.BIRTHRIGHT or kind == Kind.ITEM else 0


@kernel()
def _deals(g: Game, book: Book, seat: Seat) -> Yes:
    """Whether the trades and gifts of this question can be told at a glance: one's own, and not for an eager trader."""
    question = int(g.question)
    own = question <= Question.EVENING or question == Question.WINDOW
    return own and book.work.weights[seat, Weight.TRADE] <= EAGER


@kernel()
def outlook(g: Game, book: Book, seat: Seat) -> int:
    """Work out once what every option of a question is measured against; the meaning is said at `book.OUTLOOK`."""
    question = int(g.question)
    look = book.work.outlook[0]
    look.stake = NEVER
    look.sale = look.strength = 0
    look.thief = look.claim = look.told = look.called = look.planned = 0  # none of it is worked out yet
    if book.tokens == 1:
        price_tokens(g, book)
    if question == Question.REACT or question == Question.HELP or question == Question.DEFEAT:
        return combat_outlook(g, book, seat)
    if question == Question.FLEE:
        look.fear = avoidable(g, book, seat)
    elif question == Question.SELL:
        look.sale = plan(g, book, seat)
    elif question <= Question.EVENING:
        if question == Question.ROOM:
            look.strength = player_strength(g, book, seat) + when_looking(g, book, seat)
        for i in range(g.options):
            if book.work.option[i].verb == Verb.SELL:
                look.sale = plan(g, book, seat)
                break
    return 0


@kernel()
def utility(g: Game, book: Book, seat: Seat, i: int) -> int:
    """Utility of option i of the question that waits, once `outlook` has been worked out."""
    question = int(g.question)
    if is_lift(book, i) == 1:
        return lifting(g, book, seat, i)
    if question == Question.REACT or question == Question.DEFEAT:
        return react(g, book, seat, i)
    if question <= Question.EVENING or question == Question.STUDY or question == Question.DRAW_UP:
        return own_turn(g, book, seat, i)
    if question in AT_ONCE:
        return at_once(g, book, seat, i)
    if question == Question.HELP:
        return answer_help(g, book, seat, int(book.work.option[i].verb))
    if question == Question.TRADE:
        return trade_answer(g, book, seat, i)
    if question == Question.BUNDLE:
        return 0 if book.work.option[i].verb == Verb.DONE else NEVER  # one Item for one is as far as a persona bargains
    if question == Question.MEETING:
        return _meeting(g, book, seat, i)
    if question == Question.SELL:
        sold = book.work.option[i]
        return selling(g, book, seat, sold.verb == Verb.DONE, int(sold.card), int(book.work.outlook[0].sale))
    if question == Question.FLEE:
        return fleeing(g, book, seat, i)
    if question == Question.GOTH:
        return _goth(g, book, seat, i)
    if question == Question.ROLLED or question == Question.DIE:
        return answer_roll(g, book, seat, i) if question == Question.ROLLED else answer_die(g, book, seat, i)
    if question == Question.VICTORY:
        return after_victory(g, book, seat, i)
    if question == Question.CURSE:
        return answering(g, book, seat, i)
    if question == Question.CANCEL:
        return _cancelling(g, book, seat, i)
    if question == Question.WIN or question == Question.DEATH:
        return at_the_last(g, book, seat, i)
    return of_looked(g, book, seat, i) if question == Question.LOOK else choosing(g, book, seat, question, i)


@kernel()
def _goth(g: Game, book: Book, seat: Seat, i: int) -> int:
    """Add a goth to one's own safe fight for a level, or to another's to turn it."""
    if book.work.option[i].verb == Verb.PASS:
        return 0
    card = int(book.work.option[i].card)
    now = lead_now(g, book)  # the sides are told only when all have had their chance
    after = now + tried(g, book, int(g.foe_n), card, MOVE)
    if in_combat(g, seat) == 1:
        bold = after > book.work.weights[seat, Weight.MARGIN]
        return level_worth(g, book, seat, int(book.card[card].levels)) if bold else NEVER
    return turning(g, book, seat) - use_cost(g, book, seat, card) if now > 0 and after <= 0 else NEVER


@kernel()
def _meeting(g: Game, book: Book, seat: Seat, i: int) -> int:
    """Offer a card of which one has little; answer with one that is worth less to oneself than the card offered."""
    verb = int(book.work.option[i].verb)
    if verb == Verb.PASS or verb == Verb.REFUSE:
        return 0
    usual = 2 * int(book.work.weights[seat, Weight.CARD])
    if verb == Verb.CHOOSE_CARD:
        return usual  # joining costs nothing
    mine = keep_value(g, book, seat, int(book.work.option[i].card))
    if verb == Verb.TRADE:
        return keep_value(g, book, seat, int(book.work.option[i].amount)) - mine
    return usual - mine - ahead(g, seat, int(book.work.option[i].target))


@kernel()
def _cancelling(g: Game, book: Book, seat: Seat, i: int) -> int:
    """Cancel the level of somebody who leads, or a door that is too strong for oneself."""
    if book.work.option[i].verb == Verb.PASS:
        return 0
    row = book.card[int(g.subject)]
    whose = int(book.work.option[i].target)
    cost = use_cost(g, book, seat, int(book.work.option[i].card))
    if whose == seat:
        if row.kind == Kind.CURSE:
            return spared(g, book, seat) - keep_value(g, book, seat, int(book.work.option[i].card))
        too_strong = row.kind == Kind.MONSTER and row.level > player_strength(g, book, seat) + 4
        return int(book.work.weights[seat, Weight.DANGER]) - cost if too_strong else NEVER
    if row.kind == Kind.GO_UP_A_LEVEL:
        return harm(g, book, seat, whose) - cost
    return NEVER


# Draws between equal options are named by the place of whoever decides and by the place of an option in the list.
# Options that name other players are listed clockwise from the decider, so no draw knows the number of a seat.
@kernel()
def question_of(g: Game, seat: Seat) -> int:
    """Which question of their turn a player answers, by its kind: with their turn it keeps their draws distinct."""
    return int(g.question) * 4096 + int(g.ordinal[seat])


@kernel()
def lot(g: Game, seat: Seat, i: int, n: int) -> int:
    """The lot of option i of the question that waits: a number from 0 to n - 1."""
    return below(n, g.key, Purpose.EQUAL, turn_of(g, seat), question_of(g, seat) * 4096 + i)


@kernel()
def _names(book: Book, i: int) -> Yes:
    """Whether option i names a card or a player; passing, going on and a plain yes or no do not."""
    return book.work.option[i].card >= 0 or book.work.option[i].target >= 0


@kernel()
def rivals(book: Book, i: int, j: int) -> Yes:
    """Whether chance may decide between two equal options; between doing a thing and leaving it their order does."""
    return _names(book, i) and _names(book, j)


@kernel("cards.hand-private")
def _copies(g: Game, book: Book, i: int, j: int) -> Yes:
    """Whether two options are one and the same but for the copy of the card they name."""
    one, other = book.work.option[i], book.work.option[j]
    if one.verb != other.verb or one.target != other.target or one.amount != other.amount or one.pick != other.pick:
        return 0
    a = int(book.work.option[i].card)
    b = int(book.work.option[j].card)
    if a < 0 or b < 0 or book.card[a].number != book.card[b].number:
        return 0
    return 1 if g.zone[a] == g.zone[b] and g.owner[a] == g.owner[b] and g.equipped[a] == g.equipped[b] else 0


@kernel()
def is_another(g: Game, book: Book, first: int, i: int) -> Yes:
    """Whether option i is more than a further copy of one listed since `first`: copies are one option."""
    for j in range(first, i):
        if _copies(g, book, j, i) == 1:
            return 0
    return 1
