"""What one page says of one card: is it too strong, how sure is that, where does it stand, how does it come."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl

from decks.card_text import ALL_OF_IT
from engine.inputs.quote import joined
from lab.cards.card_verdict import AVERAGE, MATTERS, PREFIX, SHRUNKEN, STRONG, UNCLEAR, VERDICT, WEAK, sections
from lab.cards.card_words import HELD, WAYS, section, verdict_word
from lab.cards.verdict_elsewhere import hang_on_players
from lab.errors import BadInput
from lab.impact import identity_cards
from lab.impact.card_impact import rivals_in_run
from lab.impact.card_story import way
from lab.impact.example_games import ask_line
from lab.impact.other_players import OTHER
from lab.runs.run_heading import left_out
from lab.stats.intervals import FDR
from lab.store.given_up_games import given_up
from lab.tables.run_frames import sampled
from lab.tables.shelf import SOURCES, Shelf
from reports.page_sources import arms_of
from reports.pages.card import HOLDER, average
from reports.verdict_answer import CHANCES, FEW_GAMES
from reports.verdict_chart import Chart, range_of
from reports.verdict_measures import capital, in_words, wins
from reports.verdict_page import CHANGE, GAMES, PROGRAM, STORE, Moved, Post, Verdict, source_said
from reports.verdict_players import who_said
from reports.verdict_question import game_of
from reports.verdict_rules import Arm, before, letters

if TYPE_CHECKING:
    from lab.runs.arms import Arm as Opened
    from lab.store.store_folder import Store

ENDS = 2
"""Cards of each end of its pile that stand beside a card."""
POINTS = f"{100 * MATTERS:g}"
COMES = WAYS | {"hand": "into the hand, in whatever way", "kicked": "kicked open as the door"}
ROW = "{0}: {2} of 100 games ({3}); {1} times"


class Known(NamedTuple):
    """What is known of a card in an arm of a run; of a Class or the like also where it stands among its `rivals`."""

    arm: Arm
    row: Mapping[str, Any]  # the card as it is judged against its pile
    ways: list[dict[str, Any]]  # by each way in which it came
    group: str  # what it is compared with
    beside: pl.DataFrame  # the cards of this group, the strongest first
    left: str  # what of it is not played
    says: Mapping[str, Any]  # what stands on it
    opened: Opened | None  # the arm as it can be played now, if nothing of it has changed
    rivals: pl.DataFrame
    others: list[str]  # other arms that have the card

    @property
    def number(self) -> tuple[Mapping[str, Any], str]:
        """The row and the column of the number by which it is judged, as `lab card` does among a kind."""
        return (self.row, SHRUNKEN) if self.rivals.is_empty() else (self.rivals.row(-1, named=True), "ahead")

    @property
    def word(self) -> str:
        """How it is judged."""
        told = self.row[VERDICT] if self.rivals.is_empty() else way(*self.number)
        return str(verdict_word(told, self.row["judged_by"]) or UNCLEAR)

    @property
    def is_idle(self) -> bool:
        """Whether nothing of it is played."""
        return self.left.startswith(ALL_OF_IT)

    @property
    def games(self) -> int:
        """Games of which is known who got it."""
        return int(self.row["games"] or self.arm["games"])

    @property
    def more(self) -> tuple[int, float] | None:
        """Games that would tell more, and half the range that they would leave; none where enough is told."""
        if self.is_idle or self.games < self.arm["games"]:  # of more games no more would be kept
            return None
        if not self.rivals.is_empty():
            return identity_cards.games_needed(self.rivals, self.games)
        low, high = (self.row[f"{PREFIX[self.row['judged_by']]}_{end}"] for end in ("low", "high"))
        is_open = self.word == UNCLEAR and low is not None
        return identity_cards.needed(self.games, (high - low) / 2) if is_open else None


def card_verdict(store: Store, run: str, card: str, asked: str = "", arm: str | None = None) -> Verdict:
    """The verdict on a card, as `lab cards` judges it, and a Class or the like as `lab card` does; nothing is played.

    `card` is its id, `asked` what somebody typed, `arm` the rules of the run (default: the first that have it).

    Raises:
        BadInput: The card came to nobody in these games.
    """
    known, row = _known(store, run, card, arm), store.runs(run).row(0, named=True)
    command, name = STORE.sub("", row["command"] or ""), known.row["name"]
    kind = "good or bad to meet" if known.row["judged_by"] == "kicked" else "too strong or too weak"
    is_question = letters(asked) not in letters(f"{name} {card}")
    question = f"{capital(asked.rstrip(' ?.'))}?" if is_question else f"Is {name} {kind}?"
    said, chart = _sentences(known), _chart(known)
    by = f" --arm {shlex.quote(arm)}" if arm else ""
    ways = [
        (one, one["judged_by"], int(one[f"{PREFIX[one['judged_by']]}_n"]))
        for one in sorted(known.ways, key=lambda one: one["judged_by"] == "kicked")
    ]
    rows = tuple((capital(COMES[way_in]), f"{n:,}", *in_words(one, SHRUNKEN)) for one, way_in, n in ways)
    small = (f"{game_of([known.arm])}: {known.arm['seats']} computer players, {known.games:,} games. "
             f"Likely ranges are right {CHANCES}. Made with {PROGRAM}")  # fmt: skip
    return Verdict(
        question=question, sentences=tuple(said), read="", chart=chart,
        heads=("How it came", "times", "of 100 games", CHANGE),
        moved=(Moved("", (), rows),) if known.rivals.is_empty() else (),
        parts=tuple(_parts(store, run, known)), next=tuple(_next(known, row["name"] or run, command)),
        again=tuple(filter(None, (command, f"lab verdict {shlex.quote(asked or card)}{by} --to verdict.pdf"))),
        source=source_said(store, run, row), row=ROW,
        post=Post(question, said[0], " ".join(said[1 : 2 + bool(known.more)]), small),
    )  # fmt: skip


def _known(store: Store, run: str, card: str, arm: str | None) -> Known:
    shelf = Shelf(store, run)
    rows = shelf.frame(SOURCES["card_numbers"]).filter(pl.col("kind").ne_missing("blank"))
    arms = {one["arm"]: one for one in store.arms(run).with_columns(pl.col("changes").fill_null([])).to_dicts()}
    held = [name for name in arms if not rows.filter(id=card, arm=name).is_empty()]
    name = arm or next(iter(held), "")
    if name not in held:
        which = f"run {run}{f', arm {arm}' if arm else ''}"
        raise BadInput(f"{card} came to nobody in {which}; allowed: {joined(held or ['more games'], 'or')}")
    own = rows.filter(arm=name)
    found = ((number, pile, part) for number, pile, part in sections(own.filter(asked="")) if card in part["id"])
    number, pile, beside = next(found)
    ways = own.filter(pl.col("id") == card, pl.col("asked") == pl.col("judged_by")).drop_nulls(SHRUNKEN).to_dicts()
    says = store.table("card", run).filter(id=card, deck_hash=arms[name]["deck_hash"]).collect().row(0, named=True)
    opened = next((one for one in arms_of(shelf) if one.name == name), None)
    rivals = rivals_in_run(store, run, opened, card) if opened else pl.DataFrame()
    return Known(
        arms[name], beside.filter(id=card).row(0, named=True), ways, section(number, pile, set(beside["kind"])),
        beside.drop_nulls(SHRUNKEN).sort(SHRUNKEN, descending=True), (says["unmodelled"] or "").rstrip("."), says,
        opened, rivals, [one for one in held if one != name],
    )  # fmt: skip


def _sentences(known: Known) -> list[str]:
    """The answer, and how many games would tell more; where it stands; and what speaks against believing it."""
    row, beside, name = known.row, known.beside, known.row["name"]
    if known.is_idle:
        text = known.left.removeprefix(ALL_OF_IT)
        return [f"Nobody can tell yet: nothing of {name} is played here, as its text is not understood "
                f"(\u201c{text}\u201d). All below is of a card that does nothing."]  # fmt: skip
    said = [_answer(known)]
    if known.more:
        half = f"{100 * known.more[1]:.1f}".removesuffix(".0")
        said.append(f"About {known.more[0]:,} games in all would narrow the likely range to {half} on each side.")
    if known.left:
        said.append(f"It is played in part, and all of this is said of that part; not played: {known.left}.")
    if row["play_rate"] == 0 and (row["hand_n"] or 0) >= HELD and row["kind"] != "character":
        said.append(
            "The lab\u2019s players never play it from the hand: it acts by itself, or they know no use for it."
        )
    if not known.rivals.is_empty() and known.opened is not None:
        place = identity_cards.place_sentence(known.opened.cards.cards[row["card"]], known.rivals)
        said += [f"{place}."] if place else []
    elif row[SHRUNKEN] is not None:
        above = int((beside[SHRUNKEN] > row[SHRUNKEN]).sum())
        told = f"{above or 'none'} stand{'s' * (above == 1)} above it, {beside.height - above - 1 or 'none'} below"
        said.append(f"Of the {beside.height} {re.split(' in the | kicked', known.group)[0]} {told}.")
    if row["blank"] is not None and row["against_blank_low"] is not None:
        low, high = (row[f"against_blank_{end}"] for end in ("low", "high"))
        sure = "It is better than" if low > 0 else "It is worse than" if high < 0 else "It cannot be told from"
        said.append(f"{sure} a card that does nothing: {wins(row, 'against_blank')}.")
    said += ["How strong a foe it is, this does not say."] * (row["kind"] == "monster")
    more = len(known.others)
    by = f"This is by {before(known.arm).rstrip('.')}, one of {more + 1} sets of rules in this run."
    return said + [by] * bool(more)


def _answer(known: Known) -> str:
    (row, column), name, way_in = known.number, known.row["name"], known.row["judged_by"]
    low, high = (row[f"{column}_{end}"] for end in ("low", "high"))
    if low is None:
        return f"It cannot be told yet how {name} compares: it came too seldom."
    is_kin = not known.rivals.is_empty()
    kin = f" among the {identity_cards.kinds(known.row['kind'])}" * is_kin
    told = {far > MATTERS: str(verdict_word(word, way_in)) for word, far in ((STRONG, high), (WEAK, -low))}
    head = f"{name} is {known.word}"
    if known.word == UNCLEAR and len(told) == 1:
        head = f"It cannot be told yet whether {name} is {verdict_word(STRONG, way_in)} or {verdict_word(WEAK, way_in)}"
    elif known.word == UNCLEAR:
        head = f"It cannot be told yet whether {name} is {told[True]}{kin} (it is not {told[False]})"
        kin = ""
    elif is_kin and known.word != AVERAGE and max(low, -high) < MATTERS:  # as `lab card` says it
        head = f"There are signs that {name} is {known.word}"
    who = "whoever it comes to" if is_kin else HOLDER[way_in]
    than = f"another {str(known.row['kind']).capitalize()}" if is_kin else average(known.row)
    return f"{head}{kin}: {who} wins {wins(row, column)} than with {than}."


def _chart(known: Known) -> Chart:
    """The card among its kind, or beside the ends of its pile and a card that does nothing."""
    row = known.row
    kinds = ("first", "moved")
    if not known.rivals.is_empty():
        *kin, others = known.rivals.filter(pl.col("card") != row["name"]).drop_nulls("ahead").to_dicts()
        group = identity_cards.kinds(row["kind"])
        bars = [range_of(f"than with {one['card']}", one, "ahead", "first") for one in kin]
        bars.append(range_of(f"than with the other {group} together", others, "ahead", kinds[1]))
        than = f"the other {group}"
    else:
        than = average(known.row)
        rows = known.beside.with_row_index("place", 1).to_dicts()
        kept = [one for one in rows if one["id"] == row["id"] or not ENDS < one["place"] <= len(rows) - ENDS]
        places = [(f"{one['place']}. {one['name']}", one, kinds[one["id"] == row["id"]]) for one in kept]
        bars = [range_of(name, one, SHRUNKEN, kind) for name, one, kind in places]
        if row["blank"] is not None:
            bars.append(range_of("a card that does nothing", row, "blank"))
    foot = f"Line: as with {than}. Shaded: about average, less than {POINTS} of 100 games from it. Bars: likely ranges."
    with_it = "" if known.rivals.is_empty() else f" with {row['name']}"
    head = f"Games won of 100{with_it}, more or fewer than with {than}"
    return Chart(head, tuple(bars), foot, 100 * MATTERS)


def _parts(store: Store, run: str, known: Known) -> Iterable[tuple[str, str]]:
    """What stands below the table: how sure, who played, what words mean."""
    row, arm, is_kin = known.row, known.arm, not known.rivals.is_empty()
    strong, weak = (str(verdict_word(word, row["judged_by"])) for word in (STRONG, WEAK))
    n = known.rivals.filter(card=row["name"])["n"][0] if is_kin else int(row[f"{PREFIX[row['judged_by']]}_n"] or 0)
    luck = (f"Of {known.beside.height} cards some stand out by luck: so all numbers are pulled towards the average, "
            f"and of those called {strong} or {weak} at most about {100 * FDR:.0f} in 100 are so by luck.")  # fmt: skip
    if is_kin:
        several = (
            f"Those of single {identity_cards.kinds(row['kind'])} are made wider: all together are right as often."
        )
        luck = several * (known.rivals.height > 3)  # two of a kind, and both together
    few = "So few games often mislead: play more before you change a card for it." * (known.games < FEW_GAMES)
    lost, some, kept = given_up(store, run), store.unfinished(run), sampled(store.arms(run).filter(arm=arm["arm"]))
    lacking = [f"{left_out(lost)}."] * bool(lost.height) + [f"{some}."] * bool(some)
    lacking += [f"Who got which card was kept of {kept}."] * bool(kept)
    came = {"kicked": "was kicked open", "hand": "came into a hand"}.get("" if is_kin else row["judged_by"], "came")
    sure = (
        f"{known.games:,} games, in which it {came} {n:,} times by lot. Likely ranges hold the true number {CHANCES}."
    )
    yield "How sure?", " ".join(filter(None, (sure, luck, few, *lacking)))
    others = Shelf(store, run).frame(SOURCES["other_players"]).filter(arm=arm["arm"])
    elsewhere = hang_on_players(known.beside.filter(id=row["id"]), others, 100 * MATTERS) if others.height else ""
    elsewhere = elsewhere.replace(f"{OTHER} players", f"{OTHER} players, who play to win")
    yield "Who played?", f"{who_said(arm, ())} {elsewhere}".rstrip()
    words = ["Piles are shuffled, so who gets a card is luck, and what it does shows in who wins then: of 100 games "
             f"with {arm['seats']} players each wins {100 / arm['seats']:.3g} on average. {capital(strong)} or {weak}: "
             f"at least {POINTS} of 100 games from the average, which the likely range does not reach; about average: "
             "the whole likely range is nearer than that."]  # fmt: skip
    kin = "However it came, dealt, drawn or kicked open, counts."
    ways = "Each way is compared with the average card that came so; what came seldom is pulled nearer to it."
    held = f"Of 100 times that somebody held it, it was played {100 * (row['play_rate'] or 0):.0f}."
    words += (
        [kin] * is_kin
        + [ways] * (len(known.ways) > 1 and not is_kin)
        + [held] * (bool(row["play_rate"]) and not known.is_idle)
    )
    yield "What do the words mean?", " ".join(words)


def _next(known: Known, run: str, command: str) -> Iterable[tuple[str, str]]:
    """What could be asked next, each with its command; `command` is the one that was typed."""
    row, opened, of_run = known.row, known.opened, f"--run {shlex.quote(run)}"
    if known.is_idle:
        text = shlex.quote(known.left.removeprefix(ALL_OF_IT))
        yield "How it could be worded so that it is played:", f"lab words {text} --kind {row['kind']}"
    if known.more and command:
        yield f"About {known.more[0]:,} games would tell more:", f"{GAMES.sub('', command)} --games {known.more[0]}"
    if opened is not None and not known.is_idle:
        yield "What it does to a game, and to whom it is worth most (plays for a minute):", ask_line(opened, row["id"])
        key = {"hand": "bonus", "kicked": "level"}.get(row["judged_by"], "")
        if known.word not in (UNCLEAR, AVERAGE) and key and known.says[key]:
            words = ["lab", "tune", opened.setting.variant, "--change", f"{row['id']}.{key}", "--target"]
            deck = ["--deck", "+".join(opened.setting.deck)] if opened.setting.deck else []
            yield f"Which {key} would make it average:", shlex.join([*words, f"{PREFIX[row['judged_by']]}=0", *deck])
    of_arm = f" --arm {shlex.quote(str(known.arm['arm']))}" * bool(known.others)
    yield "All cards beside one another:", f"lab cards {of_run}{of_arm}"
    for other in known.others[:1]:
        yield "The same by other rules:", f"lab verdict {row['id']} {of_run} --arm {shlex.quote(other)}"
