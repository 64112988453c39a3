"""Strange play: what no person would do, counted from the events of games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any

from engine.records.card_kinds import Kind
from engine.records.events import Cause, Ending, Ev, Result
from engine.records.opcodes import Op
from engine.records.state import Zone
from lab.conduct.event_reader import LOST, Designs, LastBoss, Row, Witness, rows_of
from lab.conduct.table_shares import Shares, tell_most_stolen

CHANGES = (Ev.LEVEL, Ev.EQUIP, Ev.UNEQUIP, Ev.SEX, Ev.IDENTITY, Ev.STATUS, Ev.DEATH, Ev.SHOW)
"""Events that say that something has become another thing."""


class Notary(Witness):
    """A witness that counts strange play, and what it is measured against."""

    def begin(self) -> None:
        """A new game."""
        super().begin()
        self.curse: Row | None = None
        self.curse_did = False
        self.sale: list[Row] = []
        self.flips: Counter[tuple[int, int, int]] = Counter()
        self.put_down: set[tuple[int, int, int]] | None = None  # Items that come off as a card takes another load
        self.thefts: Counter[int] = Counter()
        self.declined: dict[int, Row] = {}
        self.doubled: set[int] = set()  # seats that have sold an Item at twice its value in this turn
        self.proposed: Row | None = None
        self.turned: Row | None = None  # the card that made somebody a Cultist
        self.boss = LastBoss()
        self.shares = Shares(self)

    def read(self, row: Row) -> None:
        """Count what an event shows, and bring the state up to date."""
        self._watch_curse(row)
        self.boss.read(row)
        self.shares.read(row)
        if row.kind not in (Ev.EQUIP, Ev.UNEQUIP):
            self.put_down = None
        handler = _HANDLERS.get(row.kind)
        if handler is not None:
            handler(self, row)
        if self.sale and row.kind not in (Ev.SELL, Ev.DISCARD):
            self._close_sale(row)
        was_won = self.fight is not None and self.fight.lead > 0
        self.follow(row)
        if row.kind == Ev.STRENGTH and self.fight is not None and was_won != (self.fight.lead > 0):
            self.fight.pending = []  # something else has turned it: what was thrown before counts

    def _watch_curse(self, row: Row) -> None:
        """Whether a Curse thrown at somebody changed anything before its card went away."""
        if self.curse is None:
            return
        if row.kind <= Ev.LAST_MOVE and (row.card, row.copy) == (self.curse.card, self.curse.copy):
            self._close_curse(self.curse_did or row.after == Zone.TABLE)
        elif row.kind <= Ev.LAST_MOVE or row.kind in CHANGES:
            self.curse_did = True

    def _close_curse(self, did: bool) -> None:
        self.count["curses"] += 1
        self.count["curses.idle"] += not did
        if self.fight is not None:
            self.count["curses.fight"] += 1
            self.count["curses.fight.idle"] += not did
        self.curse = None

    def on_curse(self, row: Row) -> None:
        """A Curse strikes: one that was drawn is nobody's choice."""
        if row.actor >= 0 and row.actor != row.target:
            self.curse, self.curse_did = row, False
            self._hostile(row.target, f"curse.{self.place(row.target)}")

    def on_sell(self, row: Row) -> None:
        """One Item of a sale."""
        self.sale.append(row)

    def _close_sale(self, row: Row) -> None:
        """A sale is over: would one Item less have bought as much?"""
        gold = [self.designs.gold[r.card] for r in self.sale]
        seat = self.sale[0].actor
        self.sale = []
        if row.kind != Ev.LEVEL or row.other != Cause.SALE:
            return
        double = seat not in self.doubled and any(card in self.designs.doubles for card, _ in self.table[seat])
        if double:
            self.doubled.add(seat)  # one Item a turn
        levels = row.after - row.before
        self.count["sales"] += 1
        for left_out in range(len(gold)):
            rest = gold[:left_out] + gold[left_out + 1 :]
            worth = sum(rest) + (max(rest, default=0) if double else 0)
            if worth >= levels * self.designs.price:
                self.count["sales.wasteful"] += 1
                break

    def on_turn(self, row: Row) -> None:
        """A turn begins: what was counted in the last one."""
        self.turned = None
        self.count["turns"] += 1
        self.count["hand_at_turn"] += row.after
        self.count["flips"] += sum(n >= 3 for n in self.flips.values())
        self.count["sprees"] += sum(n > 2 for n in self.thefts.values())
        self.count["thief_turns"] += len(self.thefts)
        self.flips.clear()
        self.thefts.clear()
        self.doubled.clear()

    def on_equip(self, row: Row) -> None:
        """An Item is put on or taken off; what a carrier puts down, and its owner goes on wearing, is neither."""
        item = row.target, row.card, row.copy
        if self.put_down is not None and row.kind == Ev.UNEQUIP:
            self.put_down.add(item)
        elif self.put_down is not None and item in self.put_down:
            self.flips[item] -= 1
            return
        self.flips[item] += 1

    def on_ability(self, row: Row) -> None:
        """A power is used."""
        if row.other == Op["STEAL"]:
            self.count["thefts"] += 1
            self.thefts[row.actor] += 1
        elif row.other == Op["BEAR"]:
            self.put_down = set()

    def on_bonus(self, row: Row) -> None:
        """Strength is thrown into a combat."""
        fight = self.fight
        if fight is None or row.actor < 0:
            return
        outside = row.actor not in fight.crew()
        now = fight.lead + self.moved_by(fight, row)
        self.count["bonuses.last" if fight.last_step else "bonuses"] += 1
        self.count["bonuses.nothing"] += row.before == 0 and row.after == 0
        if outside and row.before > row.after:
            self.count["gifts"] += 1
            self.count["gifts.ahead"] += self.level[fight.fighter] > self.level[row.actor]
        if outside and row.after > row.before:
            self._hostile(fight.fighter, "bonus")
        if (fight.lead > 0) != (now > 0):
            fight.pending = []
        elif (outside or (row.before > 0 and fight.lead <= 0)) and row.card >= 0:
            fight.pending.append((row.actor, row.before - row.after))

    def _hostile(self, victim: int, what: str) -> None:
        self.count["hostile"] += 1
        self.count[f"hostile.{self.place(victim)}"] += 1
        self.count[what] += 1

    def on_fight(self, row: Row) -> None:
        """A combat begins."""
        self.turned = None  # who becomes a Cultist in a fight was caught
        self.count["fights"] += 1
        self.count[f"fights.{self.place(row.actor)}"] += 1
        self.count["last_fights"] += self.level[row.actor] + 1 >= self.designs.goal

    def on_join(self, row: Row) -> None:
        """A monster is put into somebody else's combat."""
        fight = self.fight
        if fight is not None and row.actor >= 0 and row.actor not in fight.crew():
            self._hostile(fight.fighter, "monster")

    def on_accept(self, row: Row) -> None:
        """A deal about help."""
        fight = self.fight
        if fight is not None:
            self.count[f"helped.{self.place(fight.fighter)}"] += 1
            self.count["helps"] += 1
            self.count["helps.free"] += row.before == 0 and row.card < 0
            self.count["helps.winning"] += fight.lead > 0

    def on_ask(self, row: Row) -> None:
        """A request for help."""
        fight = self.fight
        if fight is None or row.other == 1:
            return
        terms = (row.actor, row.target, row.before, row.after, row.card, row.copy)
        self.count["requests"] += 1
        self.count["requests.again"] += terms in fight.refused
        self.count["requests.winning"] += fight.lead > 0
        fight.refused.add(terms)

    def on_propose(self, row: Row) -> None:
        """A trade is proposed."""
        if row.before == 1:
            return
        self.count["proposals"] += 1
        was = self.declined.get(row.actor)
        self.count["proposals.again"] += was is not None and (was.target, was.card, was.other) == (
            row.target, row.card, row.other,
        )  # fmt: skip
        self.proposed = row

    def on_decline(self, row: Row) -> None:
        """A trade is refused."""
        if self.proposed is not None:
            self.declined[self.proposed.actor] = self.proposed

    def on_fight_end(self, row: Row) -> None:
        """A combat is over."""
        fight = self.fight
        if fight is None:
            return
        lost = row.other in LOST
        self.count["lost"] += lost
        self.count["burnt.last" if fight.last_step else "burnt"] += len(fight.pending)
        if fight.last_step:
            could = fight.could if fight.could >= 0 else self.thrown_by(fight.fighter)
            self.count["last_fights.stopped"] += row.other != Result.KILLED and fight.was_winning
            self.count["last_fights.winning"] += fight.was_winning
            self.count["last_fights.missed"] += lost and could + fight.lead > 0

    def on_level(self, row: Row) -> None:
        """A Level is gained or lost."""
        if row.other == Cause.CARD and row.after > row.before and self.designs.kind.get(row.card) == Kind.GO_UP_A_LEVEL:
            self.count["gual"] += 1
            way = self.designs.goal - self.designs.start
            self.count["gual.early"] += 3 * (row.before - self.designs.start) < way
            self.count["gual.late"] += 3 * (self.designs.goal - 1 - row.before) <= way

    def on_play(self, row: Row) -> None:
        """A card is played from hand: one that makes somebody a Cultist may end the game."""
        if row.before == Zone.HAND and row.card in self.designs.converts:
            self.turned = row

    def on_reveal(self, row: Row) -> None:
        """A card is turned up: what it does nobody has chosen."""
        self.turned = None

    def on_caught(self, row: Row) -> None:
        """A monster catches somebody: its Bad Stuff is nobody's choice."""
        self.turned = None

    def on_over(self, row: Row) -> None:
        """The game ends."""
        self.count["games"] += 1
        winners = [s for s in range(self.seats) if row.before >> s & 1]
        if row.other in (Ending.ALL_CULTISTS, Ending.LAST_SANE):
            self.count["cultist_ends"] += 1
            turned = self.turned
            self.count["cultist_ends.given"] += turned is not None and turned.actor >= 0 and turned.actor not in winners
        if row.other == Ending.BOSS:
            self.count["boss_ends"] += 1
            elsewhere = self.active not in winners
            self.count["boss_ends.elsewhere"] += elsewhere
            self.count["boss_ends.given"] += elsewhere and not any(s in self.boss.by for s in winners)
        losers = [self.level[s] for s in range(self.seats) if s not in winners]
        self.count["best_loser"] += max(losers, default=0)
        self.count["hands"] += sum(len(h) for h in self.hand)


_HANDLERS: dict[int, Callable[[Notary, Row], None]] = {
    Ev.CURSE: Notary.on_curse, Ev.SELL: Notary.on_sell, Ev.TURN: Notary.on_turn, Ev.EQUIP: Notary.on_equip,
    Ev.UNEQUIP: Notary.on_equip, Ev.ABILITY: Notary.on_ability, Ev.BONUS: Notary.on_bonus, Ev.FIGHT: Notary.on_fight,
    Ev.JOIN: Notary.on_join, Ev.ACCEPT: Notary.on_accept, Ev.ASK: Notary.on_ask, Ev.PROPOSE: Notary.on_propose,
    Ev.DECLINE: Notary.on_decline, Ev.FIGHT_END: Notary.on_fight_end, Ev.LEVEL: Notary.on_level,
    Ev.OVER: Notary.on_over, Ev.PLAY: Notary.on_play, Ev.REVEAL: Notary.on_reveal,
    Ev.CAUGHT: Notary.on_caught,
}  # fmt: skip


def seen_in(event: Any, book: Any, seats: int) -> Counter[str]:
    """What a notary counts in the events of some games."""
    notary = Notary(Designs(book), seats)
    games: dict[int, list[Row]] = defaultdict(list)
    for row in rows_of(event):
        games[row.game].append(row)
    for rows in games.values():
        notary.begin()
        for row in rows:
            notary.read(row)
    tell_most_stolen(notary.count, notary.designs.copies)
    return notary.count


def share(count: Counter[str], part: str, whole: str) -> float:
    """One count in parts of another; nan where there is nothing to compare with."""
    return count[part] / count[whole] if count[whole] else float("nan")
