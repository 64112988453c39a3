"""Programs that are legal and that nobody has thought of, where they may stand, and sentences that say other things."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from decks.card_lint import FOR_THE_DEAD, SEVERAL
from decks.card_schema import DEFAULT_TRIGGER
from decks.condition_rows import WHEN
from decks.program_steps import Step, amount_words
from decks.step_moments import dead_steps
from decks.value_kinds import Names, enumeration, words_of
from decks.words.clause_table import triggers
from decks.words.program_meaning import Context
from decks.words.program_writer import phrase
from engine.records.card_kinds import Trigger
from engine.records.opcodes import OPCODES
from engine.records.step_values import SHOWN

LASTING = (Trigger.IN_PLAY, Trigger.IN_FIGHT, Trigger.CARRIED)
AFTER = (Trigger.ROLLED, Trigger.CHOSEN, Trigger.NAMED)
SAID = [one for one in Trigger if one not in (*LASTING, *AFTER) and triggers()[one.name.lower()].says]
ANSWERS = ("die_at_least", "die_at_most", "chose")
CONTEXTS = [Context(kind) for kind in (*DEFAULT_TRIGGER, "item", "class", "race", "character")] + [
    Context("monster", bad_stuff=True)
]


def random_program(random: Random, names: Names) -> tuple[list[tuple[Trigger, Step]], Context]:
    """One to three steps, or a die or a choice and what follows on it."""
    context = random.choice(CONTEXTS)
    while True:
        branched = random.random() < 0.25
        number = 1 if branched else random.randint(1, 3)
        program = (
            _branched(random, names, context) if branched else [_step(random, names, context) for _ in range(number)]
        )
        if not any(dead_steps(context.kind, program)):
            return program, context


def _step(random, names, context, trigger=None):
    """A step that the table has words for."""
    while True:
        row = random.choice([one for one in OPCODES if one.leads_to is None])
        if (trigger is not None or context.bad_stuff) and row.family != "instant":
            continue
        on = trigger or _trigger(random, row, context)
        values = {p: _value(random, row, p, names) for p in row.params if not row.may_omit(p) or random.random() < 0.6}
        if values.get("amount") == "die" and on is not Trigger.ROLLED:
            continue
        if row.name in ("hand_limit", "run_away") and values.get("amount") == 0:
            continue  # everybody has that anyway
        if row.name == "discard_hand" and (
            values.get("what") == "item" or (values.get("what"), values.get("amount")) == ("card", "all")
        ):
            continue  # no Item in play is of the hand, and what all cards are has to be said
        step = Step.model_validate({"op": row.name, **values, "when": _when(random, names)})
        if "[" not in phrase(step, on):
            return on, step


def _trigger(random, row, context):
    if row.family == "ability":
        return Trigger.ABILITY
    if row.family == "lasting":
        return random.choice([*LASTING, *[Trigger.APPEARS] * row.on_arrival])
    if context.bad_stuff:
        return Trigger.BAD_STUFF
    unsaid = DEFAULT_TRIGGER.get(context.kind)
    known = [one for one in SAID if one is not Trigger.DIED or row.name in FOR_THE_DEAD]
    return random.choice([*known, *([unsaid] * 4 if unsaid not in (None, *LASTING) else [])])


def _branched(random, names, context):
    """A die or a choice with its branches; what goes without saying is said nowhere in it."""
    leads = [one for one in OPCODES if one.leads_to is not None and not (context.bad_stuff and one.moments)]
    row = random.choice(leads)
    given = {"amount": random.randint(2, 6)} if row.name == "declare" else {}
    if row.name == "named_players":
        given = {"to": random.choice(SEVERAL)}
    if row.name == "roll" and random.random() < 0.5:
        given = {"dice": random.choice(sorted(SHOWN))}
    low, high = SHOWN[given.get("dice", "d6")]
    lead = Step.model_validate({"op": row.name, **given, "when": _when(random, names)})
    found = [(_trigger(random, row, context), lead)]
    for _ in range(random.randint(1, 4)):
        _, step = _step(random, names, context, row.leads_to)
        when = _when(random, names, 1)
        numbers = sorted((random.randint(low, high), random.randint(low, high)))
        if row.leads_to is Trigger.CHOSEN and random.random() < 0.8:
            when |= {"chose": numbers[0]}
        elif row.leads_to is Trigger.ROLLED and numbers != [low, high] and random.random() < 0.8:
            when = {"die_at_least": numbers[0], "die_at_most": numbers[1]}
        found.append((row.leads_to, step.model_copy(update={"when": when})))
    return found


def _when(random, names, most=2):
    found = {}
    for _ in range(random.choice((0, 0, 1, most))):
        axes = {name.partition(":")[0] for name in names.identities} | {""}
        known = [one for one in WHEN if one.value.partition(":")[2] in axes]
        row = random.choice([one for one in known if one.word not in ANSWERS])
        if row.value == "truth":
            found[row.word] = True if row.refuted is None else random.random() < 0.5
        else:
            found[row.word] = _of_kind(random, row.value, row.low or 1, row.high, names)
    return found


def _value(random, row, parameter, names):
    if parameter == "amount":
        low, high = row.bounds_of("amount")
        return random.choice(
            [random.randint(max(low, -9), min(high, 9)), random.randint(low, high), 1, *amount_words(row)]
        )
    return _of_kind(random, row.kind_of(parameter), *row.bounds_of(parameter), names)


def _of_kind(random, kind, low, high, names):
    words = enumeration(kind)
    if words is not None:
        return random.choice(words_of(words))
    if kind == "number":
        return random.randint(low, min(high, 12)) if low != 0 or random.random() < 0.7 else 1
    if kind == "label":
        return random.choice(("bribe", "pay-off", "second-wind"))
    known = {"tag": names.tags, "card": names.cards}.get(kind, names.identities)
    pool = sorted(one for one in known if kind in ("tag", "card") or one.startswith(kind.partition(":")[2]))
    if kind == "card":
        return random.choice(pool)
    chosen = random.sample(pool, min(len(pool), random.choice((1, 1, 2, 3))))
    return chosen[0] if len(chosen) == 1 else chosen


PAIRS = (
    ("highest", "lowest"), ("higher", "lower"), ("more", "less"), ("or", "and"), ("at least", "at most"),
    ("left", "right"), ("gains", "loses"), ("biggest", "smallest"), ("Headgear", "Footgear"), ("Race", "Class"),
    ("Treasure", "Door card"), ("Treasures", "Door cards"), ("an Elf", "a Dwarf"), ("a Cultist", "an Elf"),
    ("nobody", "somebody"), ("everybody", "nobody"), ("all", "2"), ("draws", "discards"), ("has", "has no"),
    ("next combat", "next turn"), ("if", "unless"), ("a", "2"), ("a", "no"), ("in play", "in hand"), ("is", "is not"),
    ("one", "two"), ("start", "end"), ("won", "lost"), ("Big", "Small"), ("hand", "foot"), ("owner", "monster"),
    ("otherwise", "in any case"), ("male", "female"), ("undead", "fire"),
    ("Levels", "Items"), ("chosen by", "taken by"),
)  # fmt: skip
"""Words each of which is put in the place of the other."""
DROPPED = ("not", "no", "nor", "only", "but", "at random", "other", "further", "for each", "chosen by")
"""Words that are left out."""
NEEDLESS = re.compile(
    r"(?<=the )only(?= other player)|other(?= players? of a (?:higher|lower) Level)|"
    r"(?<=skips )(?:\d+ )?further(?= turns?)"
)
"""Words without which a sentence says the same in English, so that leaving them out is no mutation.

There is but one "the other player"; nobody is of a higher Level than they are; and whoever skips 3 turns skips those
that are to come.
"""


def mutations(text: str) -> Iterator[str]:
    """A sentence with one word exchanged, left out or put in, or one number changed."""
    for one, other in (*PAIRS, *(pair[::-1] for pair in PAIRS), *((word, "") for word in DROPPED)):
        needless = [range(match.start(), match.end()) for match in NEEDLESS.finditer(text)] if not other else []
        for match in re.finditer(rf"(?<![\w-]){one}(?![\w-])", text):
            if any(match.start() in words for words in needless):
                continue
            yield f"{text[: match.start()]}{other}{text[match.end() :]}"
    for match in re.finditer(r"\d+", text):
        yield f"{text[: match.start()]}{int(match[0]) + 1}{text[match.end() :]}"
    for one, other in (("+", "\u2212"), ("\u2212", "+")):
        yield from (text[:at] + other + text[at + 1 :] for at, sign in enumerate(text) if sign == one)
