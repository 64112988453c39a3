"""Rewards: levels, Treasures, and what the helper was promised."""

from __future__ import annotations

from engine.board.card_conditions import holds
from engine.board.combat_rewards import levels_won as levels_won
from engine.board.combat_rewards import treasures_won
from engine.board.equipment import big_room, passive
from engine.board.happenings import note
from engine.board.levels import gain, set_status
from engine.board.monsters import count_boss, own_programs
from engine.board.munchkin_side import fights_as
from engine.board.seat_lookup import has_row
from engine.board.zones import draw_card, hand_over, to_hand
from engine.jit import kernel
from engine.records.agenda import Step, pop
from engine.records.book import Book, Option
from engine.records.card_kinds import Pile, Seat, StepRow, Trigger
from engine.records.card_steps import push_op
from engine.records.combat_steps import (
    Acts,
    PayDeal,
    Reward,
    Share,
    push_acts,
    push_clean,
    push_draw_open,
    push_share,
)
from engine.records.events import Cause, Ev, Result
from engine.records.log import emit
from engine.records.offer_steps import Pledge
from engine.records.opcodes import Op
from engine.records.questions import Aim, Question, Verb, ask, option
from engine.records.state import FightFlag, Game, Mod, Status, Zone
from engine.records.switches import Rule
from engine.steps.bargains.bundle import hand_over_all
from engine.steps.combat.face_up_cards import next_picker, open_picks
from engine.steps.combat.fight import ask_on_top, clear_table, further_helpers
from engine.steps.combat.help_terms import pay_deals
from engine.steps.combat.windows import open_window
from engine.steps.offers.actions import do_play
from engine.steps.offers.legality import may_go_up


@kernel("combat.win-level")
def _note_kill(g: Game, book: Book, fighter: Seat) -> int:
    """Remember what a player has killed, and that they have, where their first kill is worth more than the others."""
    for m in range(g.foe_n):
        g.preyed[fighter] |= int(g.foe[m].tags)
    if book.rules[Rule.FIRST_KILL_LEVELS] > 1 and (int(g.status[fighter]) & Status.HAS_KILLED) == 0:
        return set_status(g, book, fighter, int(g.status[fighter]) | int(Status.HAS_KILLED))
    return 0


@kernel(
    "combat.win-level", "combat.win-treasure", "help.levels", "race.elf-helper-level",
    "precedence.level-only-if-kill", "precedence.rewards-after-combat", "combat.discard-after-win",
    "help.discard-then-draw", "reward.kill-vs-defeat", "combat.nonlethal", "boss.need-three", "victory.immediate",
    "combat.two-levels-text",
)  # fmt: skip
def step_reward(g: Game, book: Book) -> int:
    """The fight is won: levels first (they may end the game), then discards, then the Treasures."""
    killed = int(g.agenda[g.agenda_n - 1, Reward.KILLED])
    pop(g)
    fighter = int(g.fighter)
    emit(
        g, book, Ev.FIGHT_END, fighter, g.helper, -1, Result.KILLED if killed == 1 else Result.REMOVED,
        int(g.foe_n), further_helpers(g),
    )  # fmt: skip
    treasures = treasures_won(g, book)
    kills = int(g.foe_n)
    if kills > 0 and g.helper < 0 and (int(g.status[fighter]) & Status.CORRUPTED) != 0:
        set_status(g, book, fighter, int(g.status[fighter]) & ~int(Status.CORRUPTED))
    open_window(g, book, fighter, 1)
    push_clean(g, result=Result.KILLED if killed == 1 else Result.REMOVED)
    _aftermath(g, book, fighter)
    push_share(g, left=treasures, dealer=_dealer(g, book))
    levels = levels_won(g, book)
    for m in range(g.foe_n):
        count_boss(g, book, m)
    gain(g, book, fighter, levels, Cause.KILL, g.foe[0].card if kills > 0 else -1, 1)
    if kills > 0 or g.owed_levels > 0:
        _note_kill(g, book, fighter)
        note(g, book, fighter, Trigger.KILLED, -1)
    helper = int(g.helper)
    while helper >= 0:
        _thank(g, book, helper)
        helper = int(g.next_helper[helper])
    doors = int(g.discard_n[Pile.DOOR])
    used = int(g.discard_n[Pile.TREASURE])
    clear_table(g, book)
    return ask_on_top(g, book, doors, used)


@kernel("help.levels", "race.elf-helper-level")
def _thank(g: Game, book: Book, helper: Seat) -> int:
    """A helper has helped to win; a power of theirs may bring them a level for each monster killed."""
    note(g, book, helper, Trigger.HELPED, -1)
    dead = int(g.foe_n) + int(g.slain)
    if dead > 0 and book.rules[Rule.HELP_HELPER_LEVELS] == 1:
        each = passive(g, book, helper, Op.HELPER_LEVEL)
        source = int(g.foe[0].card) if g.foe_n > 0 else -1
        gain(g, book, helper, each * dead, Cause.HELP, source, int(book.rules[Rule.HELP_ELF_CAN_WIN]))
    return 0


@kernel("reward.draw-up-helped", "precedence.card-over-rule")
def _dealer(g: Game, book: Book) -> int:
    """Who played the card that deals the Treasures out evenly, or -1."""
    for i in range(g.played_n):
        if has_row(book, int(g.played[i]), Op.DEAL_EVENLY, 0) == 1:
            return int(g.owner[g.played[i]])
    return -1


@kernel("reward.special-instructions", "help.discard-then-draw")
def _aftermath(g: Game, book: Book, fighter: Seat) -> int:
    """Programs that follow the Treasures: those of the monsters killed, and of the winner's own cards."""
    if (int(g.mods) & Mod.NO_REWARD_HELPER) == 0:
        pay_deals(g)
    for m in range(g.foe_n):
        _bequest(g, book, fighter, m)
    return own_programs(g, book, Trigger.WON, fighter, -1)


@kernel("reward.special-instructions", "precedence.rewards-after-combat")
def _bequest(g: Game, book: Book, fighter: Seat, m: int) -> int:
    """What a killed monster brings besides: its conditions are read before the kill's levels."""
    card = int(g.foe[m].card)
    g.concerns = m
    acts = 0
    for r in range(int(book.card[card].last) - 1, int(book.card[card].first) - 1, -1):
        e = book.effect[r]
        if e.trigger == Trigger.DEFEATED and holds(g, book, fighter, card, e) == 1:
            push_op(g, effect=r, seat=fighter, card=card, other=m, by=fighter)
            acts = 1
    return push_acts(g, seat=fighter, card=card, trigger=Trigger.DEFEATED) if acts == 1 else 0


@kernel()
def step_acts(g: Game, book: Book) -> int:
    """Say that a card acts by itself, before it does."""
    row = g.agenda[g.agenda_n - 1]
    pop(g)
    return emit(g, book, Ev.ACTS, int(row[Acts.SEAT]), -1, int(row[Acts.CARD]), int(row[Acts.TRIGGER]), 0, 0)


@kernel("combat.monster-specials", "help.bribe-pick-order", "reward.draw-up-helped")
def _draw_gifts(g: Game, book: Book) -> int:
    """What monsters that went away leave is the fighter's, whatever they have agreed with a helper."""
    for _ in range(int(g.gifts)):
        if draw_card(g, book, int(g.fighter), Pile.TREASURE, 1 if g.helper >= 0 else 0) >= 0:
            g.spoils += 1
    g.gifts = 0
    return 0


@kernel(
    "reward.draw-down-alone", "reward.draw-up-helped", "help.fighter-draws", "help.bribe-pick-order",
    "combat.win-treasure", "reward.treasure-play-now",
)  # fmt: skip
def step_share(g: Game, book: Book) -> int:
    """Draw the Treasures: face-down alone, face-up with a helper, who then gets what was agreed."""
    row = g.agenda[g.agenda_n - 1]
    if row[Share.STAGE] < 0:
        row[Share.STAGE] = 0
        _draw_gifts(g, book)
        if _living_helpers(g) == 0:
            treasures = int(row[Share.LEFT])
            pop(g)
            for _ in range(treasures):
                g.spoils += 1 if draw_card(g, book, int(g.fighter), Pile.TREASURE, 0) >= 0 else 0
            return 0
        if (int(g.fight_flags) & FightFlag.DEALT_OUT) != 0:
            treasures = int(row[Share.LEFT])
            odd = int(row[Share.DEALER])
            pop(g)
            return _deal_out(g, book, treasures, odd)
        return push_draw_open(g, left=int(row[Share.LEFT]))
    if row[Share.STAGE] == 0:
        row[Share.STAGE] = 1
        row[Share.LEFT] = int(g.open_n)
        row[Share.HELPERS] = open_picks(g)
        row[Share.NEXT] = next_picker(g, -1)
    if g.open_n == 0:
        pop(g)
        return 0
    return _pick_question(g, book, row)


@kernel("death.helper-dies")
def _living_helpers(g: Game) -> int:
    """How many of those who help are alive."""
    n = 0
    s = int(g.helper)
    while s >= 0:
        n += 1 - int(g.dead[s])
        s = int(g.next_helper[s])
    return n


@kernel("reward.draw-up-helped", "precedence.card-over-rule")
def _deal_out(g: Game, book: Book, treasures: int, odd: int) -> int:
    """Deal the Treasures in turns to those who fought and live; nobody sees what they get.

    If they do not come out even, the last one goes to whoever played the card.
    """
    uneven = treasures % (1 + int(_living_helpers(g))) != 0 and odd >= 0 and g.dead[odd] == 0
    place = 0
    for i in range(treasures):
        to = int(fights_as(g, place))
        whose = odd if uneven and i == treasures - 1 else to
        drawn = draw_card(g, book, whose, Pile.TREASURE, 0)
        g.spoils += 1 if whose == g.fighter and drawn >= 0 else 0
        place += 1
        while fights_as(g, place) >= 0 and g.dead[fights_as(g, place)] == 1:
            place += 1
        place = 0 if fights_as(g, place) < 0 else place
    return 0


@kernel("help.bribe-pick-order")
def _pick_question(g: Game, book: Book, row: StepRow) -> int:
    """Whose pick it is; the fighter waits where all that is left is promised, and the helpers where nothing is."""
    if row[Share.HELPERS] == 0:
        row[Share.NEXT] = 0
    elif row[Share.HELPERS] == g.open_n and row[Share.NEXT] == 0:
        row[Share.NEXT] = next_picker(g, int(g.fighter))
    seat = int(row[Share.NEXT]) - 1 if row[Share.NEXT] > 0 else int(g.fighter)
    ask(g, seat, Question.TAKE, -1)
    for i in range(g.open_n):
        option(g, book, Verb.TAKE, int(g.open[i]), -1, 0)
    return 0


@kernel("help.bribe-pick-order", "reward.draw-up-helped")
def answer_share(g: Game, book: Book, taken: Option) -> int:
    """One pick; then the turn to pick passes as agreed."""
    row = g.agenda[g.agenda_n - 1]
    seat = int(g.asked)
    if row[Share.NEXT] > 0:
        row[Share.HELPERS] -= 1
        g.deals[seat].due -= 1
    row[Share.NEXT] = next_picker(g, seat)
    g.spoils += 1 if seat == g.fighter else 0
    to_hand(g, book, taken.card, seat, Ev.REWARD, -1)
    return 0


@kernel(
    "help.bribe-items", "help.item-bribe-timing", "help.bribe-hand-cards", "gual.on-others",
    "precedence.no-gual-to-ten",
)  # fmt: skip
def step_pay_deal(g: Game, book: Book) -> int:
    """A promised Item changes hands if it is still there, a promised card is played on the helper if it may be."""
    helper = int(g.agenda[g.agenda_n - 1, PayDeal.SEAT])
    pop(g)
    if g.dead[helper] == 1:
        return 0
    item = int(g.deals[helper].bribe)
    if item >= 0 and g.zone[item] == Zone.TABLE and g.owner[item] == g.fighter:
        if book.card[item].big == 0 or big_room(g, book, helper) > 0:
            hand_over(g, book, item, helper, Ev.GIVE, -1)
    hand_over_all(g, book, int(g.fighter), helper, Pledge.HELPER + helper)
    card = int(g.deal_card[helper])
    if card >= 0 and g.zone[card] == Zone.HAND and g.owner[card] == g.fighter and may_go_up(g, book, helper, card) == 1:
        do_play(g, book, int(g.fighter), card, helper, Aim.SEAT)  # with all that its program does
    g.deals[helper].bribe = -1
    g.deal_card[helper] = -1
    return 0


STEPS = {Step.REWARD: step_reward, Step.ACTS: step_acts, Step.SHARE: step_share, Step.PAY_DEAL: step_pay_deal}
ANSWERS = {Step.SHARE: answer_share}
