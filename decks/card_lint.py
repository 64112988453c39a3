"""Card lint: what the schema allows but what would silently do nothing, or is probably a slip."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from decks.card_schema import AXES, USED_BY, Card, Deck
from decks.program_steps import Step
from decks.step_moments import WAITED, dead_steps
from engine.records.card_kinds import INSTEAD, Tag, Trigger
from engine.records.opcodes import OPCODES
from engine.records.step_values import SHOWN
from engine.records.step_worth import Worth

LASTING = frozenset({Trigger.IN_PLAY, Trigger.IN_FIGHT, Trigger.CARRIED})
"""Triggers under which a row counts as long as its card does."""

FOR_THE_DEAD = frozenset({"lose_levels", "set_level", "each_gains", "change_sex", "named_players",
                          "take_tokens", "lose_tokens", "set_status", "end_game"})  # fmt: skip
"""Opcodes that do something to whoever has just died, or for others."""

AT_A_FLIGHT = (Trigger.RAN, Trigger.CAUGHT, Trigger.ESCAPED)
"""Moments at which a die to Run Away has just been thrown."""
DONE_ALONE = frozenset({"sell", "trouble", "power", "class", "race", "item", "equip"})
"""Deeds that `forbid` may name and that concern nobody else."""
SEVERAL = ("left", "right", "both", "each_left", "each_right", "each_highest", "highest", "each_lowest", "lower",
           "higher", "cultists", "everyone")  # fmt: skip
"""Whom `named_players` may name: nobody has to choose, or is drawn, and the player alone needs no name."""

STATES_LAST = {
    "no_helping": "level_gained", "no_asking": "level_gained", "must_help": "next_turn", "skip_turn": "next_turn",
    "become_cultist": "removed", "cultist_card": "removed", "has_killed": "removed", "corrupted": "removed",
    "among_cultists": "removed", "sheltered": "next_turn",
}  # fmt: skip
"""Until when a state lasts, which the rules of the state say and no card can change."""

PAYS = tuple(op.name for op in OPCODES if op.leads_to == Trigger.USED)
"""Powers that are made of a moment, a price and steps."""

BUILT_IN = frozenset({"wandering", "cheat", "doubler", *AXES, "character"})
"""Kinds that do something, or may be blank, without effects of their own."""


def lint_deck(deck: Deck) -> list[str]:
    """All findings of a deck, one sentence each."""
    found = [f"{deck.files[card.id]}: {text}" for card in deck.cards for text in lint_card(card)]
    return found + [f"{deck.name}/deck.toml: {text}" for text in _lint_whole(deck)]


def lint_card(card: Card) -> list[str]:
    """Findings that need only the card itself."""
    return [f"card {card.id!r}: {text}" for check in CARD_CHECKS for text in check(card)]


def _keys_without_meaning(card: Card) -> Iterator[str]:
    for key, kinds in USED_BY.items():
        if key in card.model_fields_set and card.kind not in kinds:
            yield f"key {key!r} does nothing on a {card.kind}; it counts on: {', '.join(sorted(kinds))}"


def _monsters(card: Card) -> Iterator[str]:
    if card.kind != "monster":
        return
    if card.lost_bad_stuff:
        yield "Bad Stuff not understood: plays without"
    elif card.bad_stuff is None:
        yield "a monster without bad_stuff; write `bad_stuff = []` if it has none"
    if card.name.lower().endswith("goth") != ("goth" in card.tags):
        yield "the tag 'goth' and the end of the name do not agree"
    lethal = any(step.op == "death" for step in card.bad_stuff or [])
    if "deadly" in card.tags and not lethal:
        yield "the tag 'deadly' is for monsters whose bad_stuff may be death"


def _items(card: Card) -> Iterator[str]:
    if card.kind == "item" and card.slot is None:
        yield 'an Item without slot; write `slot = "none"` if it needs none'
    if card.kind == "item" and card.gold is None:
        yield "an Item without gold; write `gold = 0` for No Value"
    if card.hands and card.hands > 0 and card.slot != "hand":
        yield f"hands = {card.hands} does nothing in slot {card.slot or 'none'!r}"
    if card.stacks and card.slot in (None, "none"):
        yield "stacks = true does nothing without a slot"


def _origins(card: Card) -> Iterator[str]:
    if card.origin != "synthetic" and not card.source:
        yield f"origin {card.origin!r} without a source"
    if not card.name:
        yield "no name"
    for key in card.invented:
        if key not in card.model_fields_set:
            yield f"invented names {key!r}, a key the card does not have"


def _families(card: Card) -> Iterator[str]:
    """An instant step under a lasting trigger never happens, a lasting one under an instant trigger never counts."""
    for trigger, step in card.steps():
        family, on = step.opcode.family, trigger.name.lower()
        if trigger == Trigger.DIED and step.op not in FOR_THE_DEAD:
            yield f"op {step.op!r} does nothing for the dead; on = 'reborn' would"
        if family == "instant" and (trigger in LASTING or trigger == Trigger.ABILITY):
            yield f"op {step.op!r} happens once and does nothing under on = {on!r}"
        if family == "lasting" and trigger not in LASTING:
            if not (trigger == Trigger.APPEARS and step.opcode.on_arrival):
                yield f"op {step.op!r} lasts and does nothing under on = {on!r}"
        if family == "ability" and trigger != Trigger.ABILITY:
            yield f"op {step.op!r} is an ability and does nothing under on = {on!r}"


def unvalued(card: Card) -> Iterator[str]:
    """What happens once, and every power: of what lasts the row says whether it is a power or a drawback."""
    steps = [step for _, step in card.steps() if step.opcode.family != "lasting"]
    for op in dict.fromkeys(step.op for step in steps if step.opcode.worth == Worth.UNKNOWN):
        yield f"no player knows what op {op!r} is good for: the card is measured as if nobody wanted it"


def unlimited(card: Card) -> Iterator[str]:
    """A limit of what happens so often says nothing of what lasts."""
    for trigger, step in card.steps():
        if trigger in LASTING and "first" in step.when:
            yield f"op {step.op!r} lasts: 'first' limits only what happens, and would always hold"


def unled(card: Card) -> Iterator[str]:
    """Steps that follow on a die, a choice or a price that the card does not have, and the reverse."""
    steps = card.steps()
    ops = {step.op for _, step in steps}
    triggers = {trigger for trigger, _ in steps}
    asks = "declare" if "declare" in ops else "either"
    pays = next((op for op in PAYS if op in ops), PAYS[0])
    for op, trigger in (("roll", Trigger.ROLLED), (asks, Trigger.CHOSEN), (pays, Trigger.USED),
                        ("named_players", Trigger.NAMED)):  # fmt: skip
        if op in ops and trigger not in triggers:
            yield f"op {op!r} without a step under on = {trigger.name.lower()!r} that follows it"
        if trigger in triggers and op not in ops:
            yield f"steps under on = {trigger.name.lower()!r} never happen without op {op!r}"
    for trigger, step in steps:
        if trigger != Trigger.ROLLED and _reads_die(step):
            yield f"op {step.op!r} reads a die but does not stand under on = 'rolled'"
        if trigger not in AT_A_FLIGHT and not {"roll_at_least", "roll_at_most"}.isdisjoint(step.when):
            yield f"op {step.op!r} reads the die to Run Away; allowed: on = " + " or ".join(
                repr(one.name.lower()) for one in AT_A_FLIGHT
            )
        if trigger != Trigger.CHOSEN and "chose" in step.when:
            yield f"op {step.op!r} reads a choice but does not stand under on = 'chosen'"
        if step.when.get("chose", 0) > _numbers(card) > 0:
            yield f"op {step.op!r} never happens: chose = {step.when['chose']}, and the highest is {_numbers(card)}"


def _unpaid(steps: Sequence[tuple[Trigger, Step]]) -> Iterator[str]:
    """What counts the bonus of an Item that paid, where none ever does."""
    if any(step.params.get("cost") in ("items", "cards", "treasures", "gold") for _, step in steps):
        return
    for _, step in steps:
        amount = step.params.get("amount")
        if isinstance(amount, dict) and amount["count"] == "paid":
            yield f"op {step.op!r} counts the bonus of an Item that paid, and no power here costs one: cost = 'items'"


def misplaced(card: Card) -> Iterator[str]:
    """What stands for an event, or for a number of a die, that never comes."""
    steps = card.steps()
    yield from _unpaid(steps)
    ops = {step.op for _, step in steps}
    triggers = {trigger for trigger, _ in steps}
    if ("roll_against" in ops) != bool(triggers & {Trigger.ROLLED_HIGHER, Trigger.ROLLED_LOWER}):
        yield "op 'roll_against' and steps under on = 'rolled_higher' or 'rolled_lower' go together: one is missing"
    if ("duel" in ops) != bool(triggers & {Trigger.DUEL_WON, Trigger.DUEL_LOST, Trigger.DUELLED}):
        yield "op 'duel' and steps under on = 'duel_won', 'duel_lost' or 'duelled' go together: one is missing"
    if (times := sum(step.op == "named_players" for _, step in steps)) > 1:
        yield f"op 'named_players' stands {times} times, and what follows would happen to all of them; allowed: once"
    events = triggers & set(INSTEAD)
    if len(events) > 1:
        yield f"it takes the place of {len(events)} events; allowed: one, so that `after_all` can mean it"
    if "after_all" in ops and not events:
        yield "op 'after_all' means nothing without a step on = " + " or ".join(t.name.lower() for t in INSTEAD)
    for trigger, step in steps:
        yield from _values(step)
        if step.op == "share_spoils" and trigger != Trigger.WON:
            yield "op 'share_spoils' shares what a won combat has brought; allowed: on = 'won'"
        if step.op == "after_all" and trigger not in (Trigger.ROLLED, Trigger.CHOSEN):
            yield "op 'after_all' undoes what its card does instead; allowed: on = 'rolled' or 'chosen'"
        if trigger == Trigger.ROLLED and (die := _beyond(step, steps)):
            yield f"op {step.op!r} never happens: {die}"


def _values(step: Step) -> Iterator[str]:
    """Values that an opcode does not know what to do with."""
    if step.op == "named_players" and step.params["to"] not in SEVERAL:
        yield f"op 'named_players' concerns several: to = {step.params['to']!r}; allowed: {', '.join(SEVERAL)}"
    if step.op == "forbid" and "toward" in step.params and step.params["deed"] in DONE_ALONE:
        yield f"op 'forbid': {step.params['deed']!r} is done to nobody; allowed: no key 'toward'"
    if step.op == "set_status" and step.params["until"] != (until := STATES_LAST[step.params["status"]]):
        yield f"op 'set_status': {step.params['status']!r} always lasts until {until!r}; allowed: until = {until!r}"
    if step.op == "discard_hand" and step.params.get("what") == "item":
        yield "op 'discard_hand' takes cards of the hand, and no Item in play is one; allowed: op = 'lose_item'"
    if step.op == "look" and step.params["pile"] == "cultist":
        yield "op 'look': discarded Cultist cards are no pile that anybody looks at; allowed: another pile"
    if step.op == "refill" and step.params["amount"] == "all":
        yield "op 'refill' fills a hand up to a number; allowed: amount = a whole number, or what is counted"


def _numbers(card: Card) -> int:
    """The highest number its player may name."""
    declared = [int(step.params["amount"]) for _, step in card.steps() if step.op == "declare"]
    return max([2 * any(step.op == "either" for _, step in card.steps()), *declared])


def _beyond(step: Step, steps: Sequence[tuple[Trigger, Step]]) -> str:
    """What a step asks of the die of its card that it never shows; empty if it may."""
    low, high = SHOWN[next((one.params.get("dice", "d6") for _, one in steps if one.op == "roll"), "d6")]
    least, most = step.when.get("die_at_least", low), step.when.get("die_at_most", high)
    return f"the die shows {low} to {high}, and it needs {least} to {most}" if max(low, least) > min(high, most) else ""


def _reads_die(step: Step) -> bool:
    return step.params.get("amount") == "die" or bool(step.when.keys() & {"die_at_least", "die_at_most", "called"})


def _kept_cards(card: Card) -> Iterator[str]:
    if card.kind not in ("curse", "special"):
        return
    keeps = any(step.op == "keep" for _, step in card.steps())
    lasts = any(trigger in (*LASTING, *WAITED, Trigger.ABILITY) for trigger, _ in card.steps())
    if lasts and not keeps:
        yield "its lasting steps never count, because no step keeps the card"
    if keeps and not lasts:
        yield "it is kept but no step counts while it lies there"


def does_nothing(card: Card) -> bool:
    """Whether a card does nothing to whoever has it, meets it or plays it."""
    if card.effects or card.bonus or card.kind in ("monster", "wandering", "cheat", "doubler"):
        return False
    if card.kind == "go_up_a_level":
        return card.levels == 0
    return card.kind != "item" or not (card.run_away or card.hands == -1)


def _dead_steps(card: Card) -> Iterator[str]:
    return dead_steps(card.kind, card.steps())


def _idle_cards(card: Card) -> Iterator[str]:
    if card.kind not in BUILT_IN and does_nothing(card) and not card.unmodelled:
        yield "the card does nothing; say what is missing in `unmodelled`"


CARD_CHECKS: tuple[Callable[[Card], Iterator[str]], ...] = (
    _keys_without_meaning, _monsters, _items, _origins, _families, unvalued, unled, misplaced, unlimited, _kept_cards,
    _dead_steps, _idle_cards,
)  # fmt: skip


def _lint_whole(deck: Deck) -> Iterator[str]:
    for pile, key, expected in (("door", "doors", deck.info.doors), ("treasure", "treasures", deck.info.treasures)):
        total = sum(c.copies for c in deck.cards if c.pile == pile)
        if total != expected:
            yield f"key {key!r} is {expected}, but the files hold {total} such cards"
    yield from _lint_tags(deck.info.tags, deck.cards)
    yield from _lint_abilities(deck.cards)
    yield from _lint_loops(deck.cards)
    names = [c.name for c in deck.cards]
    for name in sorted({n for n in names if names.count(n) > 1}):
        yield f"two cards are named {name!r}"


def _lint_tags(own: Sequence[str], cards: Sequence[Card]) -> Iterator[str]:
    carried = {tag for card in cards for tag in card.tags}
    for tag in own:
        if tag not in carried:
            yield f"tag {tag!r} is on no card"
        if tag in {t.name.lower() for t in Tag}:
            yield f"tag {tag!r} is known to the engine and need not be named"


def _lint_abilities(cards: Sequence[Card]) -> Iterator[str]:
    for card in cards:
        labels = [step.label for _, step in card.steps() if step.label]
        for label in sorted({x for x in labels if labels.count(x) > 1}):
            yield f"card {card.id!r} has two abilities named {label!r}"


def _lint_loops(cards: Sequence[Card]) -> Iterator[str]:
    """A monster of ours that pays somebody who can also call it back from the discards: Treasures without end."""
    callers = {card.identity_name for card in cards if any(step.op == "resurrection" for _, step in card.steps())}
    for card in cards:
        for _, step in card.steps():
            of = step.params.get("of", [])
            paid = set(of if isinstance(of, list) else [of]) & callers
            pays = step.params.get("amount", 0) > 0 if step.op == "will_not_attack" else step.op == "chase_away"
            ours = card.origin == "synthetic" or "effects" in card.invented  # what is printed is as it is
            if pays and paid and ours and (step.op == "will_not_attack" or (card.treasures or 0) > 0):
                yield f"card {card.id!r} pays {', '.join(sorted(paid))}, who can call it back each turn, without end"
