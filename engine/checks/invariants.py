"""Invariants: what must hold whenever a question waits. Tests check after every decision, a run of the lab does not."""

from __future__ import annotations

from engine.board.equipment import hand_limit
from engine.board.levels import is_cultist
from engine.board.munchkin_side import helps, promised
from engine.board.seat_lookup import has_teams, highest_level, pending, with_mates
from engine.board.strength import compare
from engine.checks.card_invariants import lengths, marks, places
from engine.checks.seat_invariants import seat_of
from engine.jit import kernel
from engine.records.agenda import KIND, Step
from engine.records.book import Book
from engine.records.card_kinds import Seat, Yes
from engine.records.events import Ending
from engine.records.faults import Breach
from engine.records.questions import Verb
from engine.records.state import Game, Phase, Status, Zone
from engine.records.step_values import Tally
from engine.records.switches import Rule

LAST_STEP = int(max(Step))
LAST_VERB = int(max(Verb))
OWN_VERBS = sum(
    1 << verb
    for verb in (
        Verb.TROUBLE, Verb.PLAY, Verb.PLAY_WITH, Verb.EQUIP, Verb.UNEQUIP, Verb.SELL, Verb.DISCARD,
        Verb.DISCARD_FOR, Verb.ASK, Verb.SACRIFICE, Verb.GIVE, Verb.TRADE,
    )
)  # fmt: skip
"""What one can do only with a card of one's own."""
FRAME = sum(
    1 << step
    for step in (
        Step.TURN, Step.END, Step.CHARITY, Step.EVENING, Step.LOOT_ROOM, Step.ROOM, Step.DOOR, Step.ARRANGE,
    )
)  # fmt: skip
"""The steps that a turn is made of."""


@kernel("cards.discard-piles", "cultist.own-discard", "setup.components-counts")
def check(g: Game, book: Book) -> int:
    """The first breach of a table at which a question waits or the game is over, else 0."""
    if g.fault != 0:
        return int(Breach.FAULT)
    found = lengths(g)
    if found == 0:
        found = places(g, book)
    if found == 0:
        found = marks(g, book)
    if found == 0:
        found = _ending(g, book)
    if found == 0 and g.over == 0:
        found = _flow(g, book)
    if found == 0:
        found = _fight(g, book)
    for s in range(g.seats):
        if found == 0:
            found = seat_of(g, book, s)
    if found == 0 and g.over == 0:
        found = _quiet(g, book)
    return found


@kernel("death.no-cards")
def _flow(g: Game, book: Book) -> int:
    """The agenda and the question that waits make sense."""
    if g.agenda_n == 0:
        return int(Breach.AGENDA)
    for i in range(g.agenda_n):
        if not 1 <= g.agenda[i, KIND] <= LAST_STEP:
            return int(Breach.AGENDA)
    if not 0 <= g.asked < g.seats or g.options < 1:
        return int(Breach.QUESTION)
    if g.dead[g.asked] == 1 and pending(g, Step.TAKE_CULTIST, g.asked) == 0:  # the new character chooses already
        return int(Breach.QUESTION)
    for i in range(g.options):
        if not 0 <= book.work.option[i].verb <= LAST_VERB or not -1 <= book.work.option[i].card < g.cards:
            return int(Breach.QUESTION)
    if g.agenda[0, KIND] != Step.TURN or pending(g, Step.TURN, -1) != 1:
        return int(Breach.TURN_FRAME)
    if not 0 <= g.rounds <= g.turn <= book.rules[Rule.MAX_TURNS] or not 0 <= g.active < g.seats:
        return int(Breach.COUNTERS)
    return _options(g, book)


@kernel("cards.hand-private", "item.carried", "item.equip-limits")
def _options(g: Game, book: Book) -> int:
    """What the asked player would use is their own, and lies where it can be used."""
    for i in range(g.options):
        verb = int(book.work.option[i].verb)
        card = int(book.work.option[i].card)
        if card < 0:
            continue
        zone = int(g.zone[card])
        if (OWN_VERBS >> verb) & 1 and g.owner[card] != g.asked:
            return int(Breach.OPTION)
        if (verb == Verb.EQUIP or verb == Verb.UNEQUIP) and (
            zone != Zone.TABLE or g.equipped[card] != (1 if verb == Verb.UNEQUIP else 0)
        ):
            return int(Breach.OPTION)
        if verb == Verb.RUN and zone != Zone.FIGHT:
            return int(Breach.OPTION)
    return 0


@kernel("victory.first-ten")
def _by_level(g: Game, book: Book) -> Yes:
    """Whether the round limit has come, and Levels count there; a rule that ends the game may count anything."""
    limit = int(book.rules[Rule.TIME_LIMIT_ROUNDS])
    come = 0 < limit <= g.rounds or book.rules[Rule.TIME_LIMIT_MINUTES] > 0
    return 1 if come and book.rules[Rule.TIME_LIMIT_BY] == 0 else 0


@kernel("victory.immediate", "victory.dead-cannot-win", "cultist.all", "help.shared-victory")
def _ending(g: Game, book: Book) -> int:
    """Winners are there when the game is over, not before: whole teams; one of them lives and has what it takes."""
    if g.over == 0:
        return 0 if g.winners == 0 else int(Breach.ENDING)
    good = g.agenda_n == 0 and g.asked == -1 and 0 <= g.winners < 1 << int(g.seats)
    good = good and (g.winners == 0) == (g.over == Ending.CAPPED)
    best = 0
    for s in range(g.seats):
        if (int(g.winners) >> s) & 1:
            good = good and (g.dead[s] == 0 or has_teams(book) == 1)
            best = max(best, int(g.level[s]) if g.dead[s] == 0 else 0)
    good = good and with_mates(g, book, int(g.winners)) == g.winners
    if book.rules[Rule.VICTORY_BY] != Tally.LEVEL:
        return 0 if good else int(Breach.ENDING)
    if g.over <= Ending.LAST_SANE or g.over == Ending.CARD:
        good = good and best >= book.rules[Rule.VICTORY_LEVEL] and g.bosses >= book.rules[Rule.BOSS_REQUIRED]
    elif g.winners != 0 and (g.over != Ending.TIME_LIMIT or _by_level(g, book) == 1):
        good = good and best == highest_level(g)
    return 0 if good else int(Breach.ENDING)


@kernel("help.one-only", "monster.single")
def _fight(g: Game, book: Book) -> int:
    """Who fights, and against what."""
    if g.fighting == 0 and g.helper != -1:
        return int(Breach.HELPER)
    if g.over == 0 and (g.fighting == 1) != (g.phase == Phase.COMBAT or g.phase == Phase.FLIGHT):
        return int(Breach.AFTERMATH)
    if g.fighting == 0 and g.over == 0:
        return _aftermath(g)
    if g.fighting == 1 and (not 0 <= g.fighter < g.seats or _side(g, book) == 0):
        return int(Breach.HELPER)
    for m in range(g.foe_n):
        own = 0
        for i in range(g.foe_n):
            if g.foe[i].card == g.foe[m].card and g.foe[i].copied == 0:
                own += 1
        if g.foe[m].card < 0 or g.foe[m].card >= g.cards or own != 1:
            return int(Breach.MONSTERS)
        if pending(g, Step.REACT, -1) > 0 and g.zone[g.foe[m].card] != Zone.FIGHT:
            return int(Breach.MONSTERS)
    for c in range(g.cards):
        if g.zone[c] == Zone.FIGHT:
            here = 0
            for m in range(g.foe_n):
                if g.foe[m].card == c:
                    here = 1
            if here == 0:
                return int(Breach.MONSTERS)
    return _numbers(g, book) if g.over == 0 else 0


@kernel("help.one-only")
def _side(g: Game, book: Book) -> Yes:
    """Whether so many as may help are helpers at most, all of them players, nobody twice and none the fighter."""
    seen = 1 << int(g.fighter)
    s = int(g.helper)
    n = 0
    while s != -1:
        n += 1
        if not 0 <= s < g.seats or (seen >> s) & 1 or n > max(1, int(book.rules[Rule.HELP_MAX])):
            return 0
        seen |= 1 << s
        s = int(g.next_helper[s])
    return 1


@kernel("help.one-only", "help.bribe-items")
def _has_deal(g: Game, seat: Seat) -> Yes:
    """Whether a player is promised something for their help."""
    return 1 if g.deals[seat].bribe != -1 or g.deal_card[seat] != -1 or g.deals[seat].treasures != 0 else 0


@kernel("combat.discard-after-win", "run.discard-monsters", "oneshot.discard", "help.ask")
def _aftermath(g: Game) -> int:
    """Outside combat nothing is left of one: no monster, no card on a side, no promise, no bonus on an Item."""
    if g.foe_n + g.played_n != 0 or g.mods != 0:
        return int(Breach.AFTERMATH)
    for s in range(g.seats):
        if _has_deal(g, s) == 1:
            return int(Breach.AFTERMATH)
    for c in range(g.cards):
        if g.zone[c] == Zone.FIGHT:
            return int(Breach.MONSTERS)
        if g.combat_bonus[c] != 0 or g.combat_mark[c] != 0:
            return int(Breach.AFTERMATH)
    return 0


@kernel("combat.compare", "combat.reaction-window", "mooplicate.basic", "help.bribe-items")
def _numbers(g: Game, book: Book) -> int:
    """While a combat's window is open the strengths said are those of the table, and copies go with their original."""
    if g.removed < 0 or g.owed < 0 or g.gifts < 0 or g.owed_levels < 0 or promised(g) < 0:
        return int(Breach.COUNTERS)
    for s in range(g.seats):
        if helps(g, s) == 0 and (_has_deal(g, s) == 1 or g.next_helper[s] >= 0):
            return int(Breach.AFTERMATH)
    for m in range(g.foe_n):
        for i in range(g.foe_n):
            if g.foe[i].card != g.foe[m].card:
                continue
            same = g.foe[i].link == g.foe[m].link and g.foe[i].treasure == g.foe[m].treasure
            same = same and g.foe[i].tags == g.foe[m].tags and g.foe[i].least == g.foe[m].least
            if not same or g.foe[i].bonus - g.foe[i].thrown != g.foe[m].bonus - g.foe[m].thrown:
                return int(Breach.MONSTERS)
    if g.agenda[g.agenda_n - 1, KIND] != Step.REACT:
        return 0
    side, foes, ties, mods = int(g.side), int(g.foes), int(g.ties), int(g.mods)
    compare(g, book)
    same = g.side == side and g.foes == foes and g.ties == ties and g.mods == mods
    g.side, g.foes, g.ties, g.mods = side, foes, ties, mods
    return 0 if same else int(Breach.STRENGTH)


@kernel("cultist.everyone", "combat.discard-after-win")
def _quiet(g: Game, book: Book) -> int:
    """Between the parts of a turn nothing lies open, and the Cultists are counted."""
    if book.rules[Rule.CULTIST_ENABLED] == 1:
        n = 0
        for s in range(g.seats):
            n += is_cultist(g, book, s)
        if n != g.cultists:
            return int(Breach.CULTISTS)
    kind = int(g.agenda[g.agenda_n - 1, KIND])
    if kind != Step.ARRANGE and kind != Step.ROOM and kind != Step.EVENING:
        return 0
    if g.open_n + g.played_n + g.foe_n + g.fighting > 0:
        return int(Breach.LEFT_OPEN)
    seen = 0
    for i in range(g.agenda_n):
        step = 1 << int(g.agenda[i, KIND])
        if g.agenda[i, KIND] > Step.END or (FRAME & step) == 0 or (seen & step) != 0:
            return int(Breach.TURN_FRAME)
        seen |= step
    for s in range(g.seats):
        if g.dead[s] == 0 and (int(g.status[s]) & Status.BECOME_CULTIST) != 0:
            return int(Breach.STATUS)
    return 0


@kernel("turn.hand-limit", "charity.must-play-down")
def check_hand(g: Game, book: Book) -> int:
    """At the first question after Charity the active player keeps no more than the limit."""
    s = int(g.active)
    return int(Breach.HAND_LIMIT) if g.hand_n[s] > hand_limit(g, book, s) else 0
