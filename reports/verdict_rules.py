"""The rules that a verdict is about: what an arm has and another has not, as it was said and as the lab reads it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl

from decks.read_decks import deck_names, read_deck
from decks.rule_texts import in_words, read_back, read_rule
from decks.words.orders import Order, write_order
from engine.inputs.quote import joined
from engine.records.switches import RULES, Switch
from lab.runs.arm_spec import table_name
from variants.load_variants import Variant, is_path, known_variants, load_variant, stack
from variants.variant_schema import SWITCHES, VariantError

if TYPE_CHECKING:
    from lab.store.store_folder import Store

MOST = 5
"""Sentences about what is changed; of two sets of rules there are dozens."""
LONGEST = 140
"""Letters of the longest rule that a picture is headed by."""
TYPED = re.compile(r'"([^"]+)"')
"""A rule in plain English in the name of a variant."""
BEFORE = re.compile(r" \(before: ([^)]*)\)")
OUTSIDE = re.compile(r', (?=(?:[^"]*"[^"]*")*[^"]*$)')
"""A comma that stands in no rule in quotes."""
ON_CARDS = ("level", "treasures", "bonus", "gold", "copies")
"""Keys of cards of which the store knows how they were before."""
ENDS = ("time_limit.rounds", "time_limit.minutes")
TIE = "Those who tie for it win together."
"""Switches that end a game whoever is ahead, and who wins then if several are."""
PLAIN = {
    r"^In its combat: ": "In a combat: ",
    r"killed a monster or several as the fighter": "killed a monster (or several at once) as the fighter",
    r"nobody may help in this combat": "nobody may help the fighter",
    r"if the fighter has no helper": "if nobody helped",
    r"\bif nobody has a (higher|lower) Level\b": r"if no other player has a \1 Level",
    r"^In play: the owner ": "Every player ",
    r", after the flight: (the player draws [^:]*)\.$": r", whether or not they got away: \1, unless they died.",
    r", after the flight\b": ", whether or not they got away",
}
"""What the lab says of a rule as it says it of a card, and how people say it of everybody at the table."""
TIED = re.compile(r"\b(lower|higher)( Level\b.*?)\(Of several who are level [^)]*\)", re.DOTALL)
IN_PICTURE = 170  # letters of the longest reading of a rule there
ALL_COUNT = "Whoever ties for the {} Level counts as having it, so at first that is everybody."
EXTREMES = {"lower": "lowest", "higher": "highest"}
SOMEBODY = re.compile(r"\bthe (owner|player)\b")
Arm = Mapping[str, Any]
"""A row of the store's table of arms."""


class Change(NamedTuple):
    """Something that the second arm has and the first has not: as somebody said it, and as the lab reads it."""

    says: str
    reading: str
    is_rule: bool = True


def changes(store: Store, run: str, old: Arm, new: Arm) -> list[Change]:
    """What the second arm has and the first has not: rules, switches, cards, decks, players; perhaps nothing.

    Switches are those that were played, whatever became of their files.
    """
    switches = _switches(store, run, old, new)
    texts = [*typed_only(old, new), *(text for part, text in says_of(new).items() if part not in stack(old["variant"]))]
    found = [_typed_and_read(text, switches) for text in texts]
    gone = [text for text in typed_only(new, old) if not _is_switches(text)]
    found += [
        Change(f"Without \u201c{text}\u201d.", f"Without \u201c{text}\u201d: {plain(read_back(text))}") for text in gone
    ]
    found += _of_file_rules(old, new, texts)
    own = [text for text in new["changes"] if text not in old["changes"] and text.partition("=")[0] not in SWITCHES]
    by_hand = (f"{sentence_of(store, new, text, old)} {_rest_of(text, own)}".rstrip() for text in own)
    found += [Change(said, said, False) for said in by_hand]
    parts = [part for part in stack(new["variant"]) if part not in stack(old["variant"])]
    is_named = len(parts) + len([text for text in new["changes"] if text not in old["changes"]]) > 1
    told = {order.place for text in texts for order in read_rule(text).orders}
    for by, said in (one for name, one in switches.items() if name not in told):
        read = f"With {by}: {said}" if by in stack(new["variant"]) and is_named else said
        found.append(Change(said, read))
    return [*found, *_around(old, new)]


def _around(old: Arm, new: Arm) -> Iterable[Change]:
    """What differs beside the rules: the decks, how many play, and who."""
    if old["decks"] != new["decks"]:
        said = f"{box_of(new['decks'])} in place of {box_of(old['decks'])}."
        yield Change(f"{said[:1].upper()}{said[1:]}", f"Played with {said}", False)
    if old["seats"] != new["seats"]:
        said = f"{new['seats']} players in place of {old['seats']}."
        yield Change(said, said, False)
    if table_of(old) != table_of(new):
        said = f"{table_of(new)} plays in place of {table_of(old)}."
        yield Change(said, said, False)


def _rest_of(change: str, own: Sequence[str]) -> str:
    """What stays of a monster whose Level alone is set."""
    card, _, key = change.partition("=")[0].rpartition(".")
    is_alone = key == "level" and sum(text.startswith(f"{card}.") for text in own) == 1
    return "The monster\u2019s Treasures and Bad Stuff stay as printed." * is_alone


def before(old: Arm) -> str:
    """What everything is set against."""
    parts, printed = stack(old["variant"]), {file.key for file in known_variants() if not file.overlay}
    is_printed = set(parts) <= printed and not old["changes"]
    return "the printed rules." if is_printed else f"{str(old['arm']).rstrip('.')}."


def plain(text: str) -> str:
    """How the lab reads a rule, as people say it of everybody at the table: `a player` for the owner of a card."""
    said, text = [], TIED.sub(lambda found: f"{found[1]}{found[2]}{ALL_COUNT.format(EXTREMES[found[1]])}", text)
    for sentence in re.split(r"(?<=\.) (?=[A-Z(])", text):
        for lab, people in PLAIN.items():
            sentence = re.sub(lab, people, sentence)
        first = "a player" if "the owner" in sentence else "each player"
        sentence = SOMEBODY.sub(first, sentence, count=1)
        said.append(SOMEBODY.sub("that player", sentence))
    return " ".join(said)


def readings(found: Sequence[Change]) -> list[str]:
    """What differs, as the lab reads it; at most `MOST` sentences."""
    more = len(found) - MOST
    said = [one.reading.replace("'s ", "\u2019s ") for one in found[:MOST]] or ["Both play by the same rules."]
    return said + ([f"And {more} more difference{'s' * (more > 1)} between these rules."] if more > 0 else [])


def unsaid(found: Sequence[Change], asked: str) -> str:
    """What the reading of a rule says beyond a question that holds the rule, if it fits into a picture."""
    parts = re.split(r"(?<=\.) ", " ".join(readings(found)))
    more = [part for part in parts if letters(BEFORE.sub("", part)) not in letters(asked)]
    text = f"{'Played as: ' * (more == parts)}{' '.join(more)}"
    return text if len(text) <= IN_PICTURE else ""


def rule_said(found: Sequence[Change]) -> str:
    """What differs in few words, as who made it said it: what one can read in a picture."""
    most = MOST // 2 + 1
    more = f" And {len(found) - most} more differences." if len(found) > most else ""
    return " ".join(one.says for one in found[:most]) + more


def in_full(name: str, changed: Sequence[Change]) -> str:
    """What an arm changes where it is called by a set's name alone, if it is not too long for a bar."""
    rule = BEFORE.sub("", rule_said(changed)).rstrip(".")
    rule = rule.partition(". ")[0] if len(changed) == 1 else rule
    is_bare = all(one.is_rule for one in changed) and "\u201c" not in name and "together" not in name
    parts = "; ".join(f"{part[:1].lower()}{part[1:]}" for part in rule.split(". "))
    return f"{name} ({parts})" if is_bare and 0 < len(rule) <= LONGEST else name


def typed_only(old: Arm, new: Arm) -> list[str]:
    """Rules that were typed and that only the second arm has."""
    return [text for text in TYPED.findall(new["variant"]) if f'"{text}"' not in old["variant"]]


def _typed_and_read(text: str, switches: Mapping[str, tuple[str, str]]) -> Change:
    """A rule that was typed, and how it is read; once, where that is the same. Of switches is said how they were."""
    set_so = [switches[order.place][1] for order in read_rule(text).orders if order.place in switches]
    read = " ".join(set_so) if set_so and _is_switches(text) else plain(read_back(text))
    return Change(read if letters(BEFORE.sub("", read)) == letters(text) else text, read)


def letters(text: str) -> str:
    """A text without all that is no letter or digit: what two spellings of it have in common."""
    return re.sub(r"\W+", " ", text).strip().casefold()


def _is_of(name: str, typed: Sequence[str]) -> bool:
    """Whether a rule was typed: it is called by its beginning, if that is long."""
    start = name.rstrip(".").rstrip()
    return any(text.startswith(start) if name.endswith("...") else text.rstrip(".") == start for text in typed)


def _is_switches(text: str) -> bool:
    """Whether a rule sets switches and nothing else: of these is told how they were before."""
    reading = read_rule(text)
    return not reading.program and all(order.is_switch for order in reading.orders)


def _of_file_rules(old: Arm, new: Arm, typed: Sequence[str]) -> Iterable[Change]:
    """Rules of files that are made of steps, and changes of cards, beyond those of rules that are told as `typed`."""
    if old["variant"] == new["variant"]:
        return
    after, before = loaded(new), loaded(old)
    if after is None or before is None:
        if not says_of(new) or before is None:
            said = f"The files of {new['arm']} are not what was played; of their rules this page knows the switches."
            yield Change(said, said)
        return
    known = [rule.name for rule in before.edits.rules]
    for rule in after.edits.rules:
        is_told = _is_of(rule.name, typed) or any(rule.text in text for text in typed if rule.text)
        if rule.name not in known and not is_told:
            read = plain(in_words(tuple(rule.steps())))
            yield Change(read, read)
    told = {order.place for text in typed for order in read_rule(text).orders} | before.edits.changes.items()
    orders = (write_order(Order(k, v)) for k, v in after.edits.changes.items() if k not in told and (k, v) not in told)
    yield from (Change(said, said) for said in orders)


def _switches(store: Store, run: str, old: Arm, new: Arm) -> dict[str, tuple[str, str]]:
    """Each switch in which two arms differ: what sets it, and a sentence that says how it was before."""
    rows = store.table("rule", run).filter(pl.col("arm").cast(pl.String).is_in([old["arm"], new["arm"]])).collect()
    values = {(str(arm), str(name)): (str(value), str(by)) for _, arm, name, value, by in rows.iter_rows()}
    found = {}
    for switch in RULES:
        was, now = (values.get((arm["arm"], switch.name), ("", "")) for arm in (old, new))
        if was[0] == now[0] or not (was[0] and now[0]):  # a switch that is younger than the run of one of them
            continue
        if not switch.words:
            said = f"{write_order(Order(switch.name, int(now[0]))).rstrip('.')} (before: {number_of(switch, was[0])})."
        elif {was[0], now[0]} == {"true", "false"}:
            said = write_order(Order(switch.name, switch.words.index(now[0])))
        else:
            one, other = (write_order(Order(switch.name, switch.words.index(value))) for value, _ in (now, was))
            said = f"{one.rstrip('.')} (before: {other[:1].lower()}{other[1:].rstrip('.')})."
        said += _who_may_keep_more(new, int(now[0])) if switch.name == "hand_limit" else ""
        found[switch.name] = now[1], f"{said} {TIE}" if switch.name in ENDS and now[0] != "0" else said
    return found


def left_off(arm: Arm) -> list[str]:
    """What the rules of decks that are mixed in would turn on, and the rules that are played do not, in sentences."""
    own, presets = loaded(arm), {file.key for file in known_variants() if not file.overlay}
    mixed = [load_variant(deck) for deck in arm["decks"] if own and deck in presets.difference(own.chain)]
    off = [name for name, switch in SWITCHES.items() if own and switch.words == ("false", "true") and not own[name]]
    return [write_order(Order(name, 0)) for name in off if any(file[name] for file in mixed)]


def _who_may_keep_more(arm: Arm, limit: int) -> str:
    """Whose cards raise the hand limit, and to what."""
    cards = [card for deck in arm["decks"] if deck in deck_names() for card in read_deck(deck).cards]
    more = {card.name: step.params["amount"] for card in cards for step in card.effects if step.op == "hand_limit"}
    return "".join(f" Whoever has the card {name} may keep {limit + int(by)}." for name, by in more.items())


def number_of(switch: Switch, value: str) -> str:
    """The number that a switch was set to; where 0 stands for none, what that means."""
    nothing = switch.meaning.partition("; 0 = ")[2] if value == "0" else ""
    return "no limit" if nothing == "none" else nothing or ("none" if value == "0" else value)


def sentence_of(store: Store, arm: Arm, change: str, old: Arm | None = None) -> str:
    """A switch or a card that was set by hand, as a sentence with the card's own name; and how it was in `old`."""
    place, _, value = change.partition("=")
    if place in SWITCHES:
        return write_order(Order(place, value_of(place, value)))
    said, (card, _, key) = write_order(Order(place, value)), place.rpartition(".")
    rows = store.table("card", arm["run_id"]).filter(pl.col("id") == card).collect()
    said = said.replace(card.replace("-", " ").capitalize(), rows["name"][0]) if rows.height else said
    was = rows.filter(deck_hash=old["deck_hash"])[key].to_list() if old is not None and key in ON_CARDS else []
    return f"{said.rstrip('.')} (before: {was[0]:{'+' * (key == 'bonus')}d})." if was and was[0] is not None else said


def table_of(arm: Arm) -> str:
    """What the players of an arm are called together."""
    return table_name(tuple(arm["agents"]))


def box_of(decks: Sequence[str]) -> str:
    """What decks that are played together are called."""
    return f"the decks {joined(decks)} mixed" if len(decks) > 1 else f"deck {decks[0]}"


def says_of(arm: Arm) -> Mapping[str, str]:
    """Of each file of an arm whose rules were typed what they say: as it was kept, of older runs as it is now."""
    parts, said = stack(arm["variant"]), arm.get("says")
    if said is None:
        file = loaded(arm)
        parts, said = (list(file.chain), file.says) if file else ([], ())
    return {part: text for part, text in zip(parts, said, strict=False) if text and part[:1] != '"'}


def loaded(arm: Arm) -> Variant | None:
    """The rules of an arm, if their files are still where they were, and those of one's own say what they said."""
    set_by_hand = dict(text.split("=", 1) for text in arm["changes"] or ())
    switches = {key: value_of(key, value) for key, value in set_by_hand.items() if key in SWITCHES}
    for text in dict.fromkeys((str(arm["variant"]), OUTSIDE.split(str(arm["arm"]))[0])):
        try:
            found = load_variant(text, switches)
        except VariantError:
            continue
        is_own = any(map(is_path, stack(text)))
        return None if is_own and found.rules_hash != arm.get("rules_hash") else found
    return None


def value_of(switch: str, value: str) -> int:
    """The number of a switch that was set to a number or a word."""
    words = SWITCHES[switch].words
    return words.index(value) if value in words else int(value)
