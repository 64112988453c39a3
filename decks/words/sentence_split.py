"""Texts as sentences: what is left out of them, and which sentences belong together."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

from decks.words.word_tokens import SIGNS

_ASIDE = re.compile(r'"[^"]*"|\([^()]*\)|\[[^\[\]]*\]')
_REASON = re.compile(r",? ((?:so|because|cos|cuz|bc) (?!that\b)[^.!?;]+)(?=[.!?]|$)")
"""Why a rule is as it is, at the end of its sentence."""
_NUMBERED = re.compile(r"^\s*(?:[*\u2022-]|\d{1,2}[.)]|#\d{1,2}[.:)]?)\s+(?=[A-Za-z])")
"""The number of a rule in a list, or the stroke before it."""
_CALLED = re.compile(r"(?<=\w)!(?= (?:from|in|out of|may|can|is|are) )")
"""A stop that belongs to the name of a card."""
_VERSUS = re.compile(r"\bvs\.(?= )", re.IGNORECASE)
"""A stop that ends no sentence."""
_END = re.compile(r"(?<=[.!?\u2026])\s+|\n+(?!\s*(?:and|or|but|unless|otherwise)\b)")
MEANT = frozenset(
    "if unless not only except but no or may and also then instead when while until before after during each every "
    "twice double half another further more less without".split()
)
"""Words that are rules also where they stand in brackets or quotes."""
COUNTED = frozenset(
    "two three four five six seven eight nine ten eleven twelve "
    "least most minimum maximum min max head body feet".split()
)
"""Numbers, bounds and slots: what is said of them in brackets, or as a reason, is a rule."""
GAME = frozenset(
    "level levels lvl card cards treasure treasures door doors monster monsters combat combats fight fights item items "
    "hand hands curse curses die dice roll rolls gold turn turns round rounds game draw discard lose gain win help "
    "draws discards loses gains wins helps dies die kills takes plays sells steals "
    "sell trade trades steal steals loot charity class classes race races stop stops skip skips swap swaps deal deals "
    "pass passes helper you run runs flee flees fleeing escape escapes escaping automatic automatically".split()
)
"""Words that are rules also in what gives a reason."""
FEWEST = 3
"""Words of what is left out, if it is no exclamation: one or two may belong to their sentence."""
GOES_ON = (
    "on a",
    "on an",
    *(f"on {number}" for number in range(1, 10)),
    "otherwise",
    "else",
    "in any case",
    "if you roll",
    "if it shows ",
    "if the die shows",
    "if the result is ",
    "if the roll is ",
    "on any other",
    "on odd",
    "on even",
    "odd:",
    "even:",
    "if it's even",
    "if it's odd",
    "if it is even",
    "if it is odd",
    "(1)",
    "(2)",
    "if you have none",
    "if you had neither",
    "if you have neither",
    "if you've got none",
    "if you've got nothing",
    "if there is none",
    "if there are none",
    "if there isn't one",
    "if there isn't any",
    "if there aren't any",
    "if you have no ",
    "if you aren't wearing",
    "if you are not wearing",
    "if you had ",
    "if you have two, ",
    "if you have more than one",
    *(f"if you {no}" for no in ("don't", "do not", "haven't", "can't", "cannot")),
    "you choose which",
)
"""How sentences begin that go on with a die or a choice."""

_NONE_ASKED = re.compile(r"(?<=[.!;] )no ((?:[\w-]+ ?){1,3})\?\s+(\w)", re.IGNORECASE)
"""A question for what somebody does not have, and its answer: No Armor? Lose a Level."""
_EQUAL_TO_ROLL = re.compile(
    r"((?:^|[.!;:,] )(?:you )?)(lose|discard|draw|gain) ([\w ]+?) equal to (half (?:of )?)?(?:the |your |a )?"
    r"(?:roll of (?:a|one) (?:die|d6)|die roll|number you roll on (?:a|one) die)\b",
    re.IGNORECASE,
)
_AS_ROLLED = re.compile(
    r"((?:^|[.!;:,] )(?:you )?)(lose|discard|draw|gain) as many ([\w ]+?) as "
    r"(?:(?:you roll|your roll|the roll|the number you roll|what you roll)(?: on| of) (?:a|one) (?:die|d6)|"
    r"(?:a|one|the|your) (?:die|d6) shows)\b",
    re.IGNORECASE,
)
"""So many as a die shows, of which it is said behind that it is thrown."""
_DIE = re.compile(
    r"\b(?:(?:throw|cast) (?:a|the|one|your) (?:die|dice|d6)|roll (?:the |your |one |some )?dice|"
    r"(?:roll|throw) (?:(?:a|the) w6|1 ?[dw]6))\b",
    re.IGNORECASE,
)
"""Other ways to say that a die is rolled."""
IN_PLACE = re.compile(r"\binstead\b(?! of)|^\w+ (lose|gain|draw|discard) (only|just)\b")
"""What stands in sentences that say what happens in place of what the sentence before says."""
_LOOKED = re.compile(r"\b(looks?|peeks?) at\b|\bdraws? (two|three|four|five|\d)\b")
_OF_THOSE = re.compile(
    r"(you may |they may |then )*(put|place|keep|leave|return|discard|rearrange|choose|take) "
    r"(it|one|them|which|that card)\b"
)
"""Of cards that somebody looks at or draws, and what sentences behind say becomes of them."""
_SENT = re.compile(
    r"\b(monsters?|it|escape)\b.*\b(combat|fight|battle)\b|\b(copy|clone|duplicate)\b|\b(keep|kept)\b.* as an? "
)
_RUINED = re.compile(r"\bis (lost|destroyed|ruined|gone|stolen|broken|burned|melted|smashed|taken)$")
_THEM = re.compile(r"(you )?(discard|lose) (it|that|them)[.!]?")
"""Of what has become of an Item, and what sentences behind say once more."""
_PAID = re.compile(
    r"(it (also )?works .*helper|your helper escapes|if (no (other )?monsters?|it was|that was) .*treasure|"
    r"(you |still |get |draw |take )+(its|the) treasure|"
    r"(you )?(gain |get |draw )?(no|neither( a)?) (levels?|treasures?|rewards?)\b|"
    r"neither (of them )?leaves? anything|nobody (gets|gains|draws|receives) (any |a )?(levels?|treasures?|rewards?)\b|"
    r"there are now two\b|the (copy|clone|twin|duplicate|double)\b)"
)
"""Of who leaves a combat or is copied, and what sentences behind say of Treasures and helpers."""
_ONE_DIE = re.compile(r"\b(one|a) die\b.*\bmonsters?\b", re.IGNORECASE)
_MORE_DICE = re.compile(r"((they )?roll |it is |it's |use )?(two|three|2|3) dice (from|at) level \d", re.IGNORECASE)
"""Of one die that is thrown, and what sentences behind say of further ones at higher Levels."""
_CASE = re.compile(r"\d(?: ?(?:-|to|or) ?\d)? ?:")
_HEADED = re.compile(r"[A-Z][\w', -]{,90}:")
WAITING = re.compile(
    r"(when (it|this monster) appears,? )?roll (a|an|the|two|2) ?[\w-]*( (die|dice))?( and add them( up| together)?)?"
    r"( when (it|this monster) appears)?|choose one( of two)?|"
    r"choose (a|any|another|one)( other)? player( of your choice)?|"
    r"(you (may|can) )?(play|use)( this| it)?( card)? (when|if|after|as) you (are|have|would|die|get)\b[\w ]*"
)
"""Sentences that mean nothing without the next."""

_JOINED = re.compile(
    r"(?:, and|, but|;|, while| and) (?=(?:nobody|no one|everyone|everybody|each|every|all|players|the|there|loot|"
    r"looting|helpers|helping|monsters|curses|charity|running|selling|trading|you may not|you can't|no )\b)",
    re.IGNORECASE,
)
"""What stands between two rules of which the second has a subject of its own."""
_OF_PILES = re.compile(
    r"(?:, and|, with|;|,| and) (?=(?:(?:each|every) (?:pile|deck)|(?:each|both) of (?:which|them|these|those)) "
    r"(?:contains?|has|have|holds?) )| (?=(?:each|both) of which (?:contains?|has|have|holds?) )|"
    r", with (?=(?:an?|one|two|three|four|five|six|\d+) blanks?(?: cards?)? in each\b)",
    re.IGNORECASE,
)
"""What stands before what is said of piles, which hangs on nothing."""
_AT_A_TIME = re.compile(
    r"(?:, and|, but|;|,| and| but) (?=(?:you|they|a player|players|nobody|no one|everybody|everyone|each player) "
    r"(?:(?:can|may|must)(?:not| not|n't| never)?|can't) (?:only )?(?:ever )?(?:have|hold|keep|own|carry) [^,;.]*"
    r"\bat (?:a time|once|any time|any one time|the same time)\W*$)",
    re.IGNORECASE,
)
"""What stands before how many of something one may have at a time, which is so whatever happens."""
_EACH_TURN = re.compile(r"; (?=once (?:per|a|each|every|in a) turn,? (?:a|each|every|any) player )", re.IGNORECASE)
"""What stands before a power of its own, which hangs on nothing that is said before it."""
_TIED = re.compile(
    r"\b(if|unless|when|whenever|while|once|as long as|only|instead of \w+ing|until|except|otherwise|from level|"
    r"during|after|before|in the (first|last|next|same)|then|they|them|their(?! turn)|he|she|him|her|his)\b|"
    r"\bat level\b|^\W*(in|on|at|with|without|for|by|every (?!player|munchkin)|each (?!player|munchkin))\b",
    re.IGNORECASE,
)
"""Words by which one of two rules may hang on something that the other should hang on too, or speak of it."""


def split(text: str, titles: Container[str] = ()) -> tuple[list[str], list[str]]:
    """The sentences of a text, and what is left out of them: what stands in quotes or brackets and is no rule.

    What is one is read: a bracket is a part of its sentence, and the title of a card in quotes is that card.
    """
    asides: list[str] = []

    def aside(match: re.Match[str]) -> str:
        inner = match[0][1:-1]
        words = set(re.findall(r"\w+", inner.lower()))
        short = len(inner.split()) < FEWEST and inner.rstrip("\"' ")[-1:] not in (".", "!", "?")
        if inner.isdecimal():
            return match[0]
        if match[0][0] == '"' and titled(inner) in titles:
            return inner
        if _is_rule_in_quotes(match, inner):
            return f"{inner} "
        if short or words & (MEANT | COUNTED) or any(word.isdecimal() for word in words):
            return f", {inner}" if match[0][0] == "(" else match[0]
        asides.append(match[0])
        return " "

    def reason(match: re.Match[str]) -> str:
        words = set(re.findall(r"\w+", match[1].lower()))
        if words & (MEANT | GAME | COUNTED) or any(word.isdecimal() for word in words):
            return match[0]
        asides.append(match[1])
        return ""

    whole = _REASON.sub(reason, _ASIDE.sub(aside, _CALLED.sub("", _VERSUS.sub("vs", _plainly(text)))))
    found: list[str] = []
    for part in (part.strip() for part in _END.split(whole)):
        joins = _goes_on(part, found[-1] if found else "")
        waits = bool(found) and WAITING.fullmatch(found[-1].lower().strip(" .!?:")) is not None
        if waits or (found and joins):
            found[-1] = f"{found[-1].rstrip('.!?')}; {part}"
        elif part.strip(".!?,; "):
            found.append(part)
    return found, asides


def titled(text: str) -> str:
    """The title of a card as it is looked for: its letters and numbers alone."""
    return "".join(re.findall(r"[a-z0-9]", text.lower()))


def _is_rule_in_quotes(match: re.Match[str], inner: str) -> bool:
    """Whether what stands in quotes is a sentence of its own, with a word of rules or a number."""
    before = match.string[: match.start()].rstrip()[-1:]
    said = set(re.findall(r"\w+", inner.lower()))
    whole = before in ("", *".!?") and inner.rstrip()[-1:] in (".", "!", "?")
    return match[0][0] == '"' and whole and (bool(said & MEANT) or any(word.isdecimal() for word in said))


def _plainly(text: str) -> str:
    """A text in which what is not there, and what a die shows, are said as the grammar knows them."""
    plain = _NUMBERED.sub("", text.translate(SIGNS).replace("(s)", "s"))
    plain = _DIE.sub(lambda match: "Roll the die" if match[0][0].isupper() else "roll the die", plain)
    plain = _NONE_ASKED.sub(lambda match: f"If you have no {match[1]}, {match[2].lower()}", plain)
    plain = _EQUAL_TO_ROLL.sub(
        lambda m: f"{m[1]}roll a die and {m[2]} {'half ' if m[4] else ''}that many {m[3]}", plain
    )
    return _AS_ROLLED.sub(r"\1roll a die and \2 that many \3", plain)


_BEHIND = (  # first what comes of a duel or of dice
    (r"(whoever (rolls?|wins?|loses?|(has )?fought|is \w+er)|a player who has|both|the (winner|loser|(high|low)er one)"
     r"|if you (win|lose))\b(?! of)",
     r"\b(duels?|challenges?|fights?|rolls?) .*\b(player|neighbou?r|leader)\b|\bboth\b.*\broll\b"),
    (r"(you )?(then )?(start|begin) (again|anew|over)\b", r"\b(die|dying|death)\b"),
    # an end of the game, and who wins then
    (r"(whoever|the player|the highest) .*\bwins( the game)?[.!]?$",
     r"\bgame (ends|stops|is over)\b|\b(minutes|hours?)\b"),
    # a Race or Class that somebody has chosen, and how they pass for one of it
    (r"(you (may |can )?use|items|monsters|you (count|are treated)) .*\bas\b", r"\bchooses? a (race|class)[.!]?$"),
    # what a number of a die does to somebody who is not you
    (r"if (they|he|she) rolls?\b", r"^(?!.*\byou\b).*\broll"),
    # a card that somebody looks at, and what becomes of it
    (r"(if|unless|when) (it|that card|this card)\b", r"\blooks? at\b"),
    # a die that has been rolled, and what becomes of it
    (r"(the|that|your|their) die is (then )?(used up|gone|spent|lost)\b", r"\b(roll|throw)s?\b"),
)  # fmt: skip
"""How a sentence begins that goes on with the one before it, and what that speaks of."""
BEHIND = tuple((re.compile(one, re.IGNORECASE), re.compile(other, re.IGNORECASE)) for one, other in _BEHIND)


def _goes_on(part: str, before: str) -> bool:
    """Whether a sentence goes on with what the one before it says."""
    if any(starts.match(part) and spoken.search(before) for starts, spoken in BEHIND):
        return True
    if (_CASE.match(part) and "roll" in before.lower()) or part.lower().startswith(GOES_ON):
        return True
    if _OF_THOSE.match(part.lower()) and _LOOKED.search(before.lower()):
        return True
    if _THEM.fullmatch(part.lower()) and _RUINED.search(before.lower().rstrip(".!")):
        return True
    if _MORE_DICE.match(part) and _ONE_DIE.search(before):
        return True
    if _PAID.match(part.lower()) and _SENT.search(before.lower()):
        return True
    first = part.partition(";")[0]  # behind a semicolon it is in place of what stands before that
    return IN_PLACE.search(first.lower()) is not None and _HEADED.match(part) is None


def in_two(text: str) -> Iterator[tuple[str, str]]:
    """Every way to take a sentence for two rules that hang on nothing, the second of somebody who is named."""
    if (stop := _OF_PILES.search(text)) is not None:
        yield text[: stop.start()], text[stop.end() :]
    if (stop := _AT_A_TIME.search(text)) is not None:
        yield text[: stop.start()], text[stop.end() :]
    if (stop := _EACH_TURN.search(text)) is not None and _TIED.search(text[: stop.start()]) is None:
        yield text[: stop.start()], text[stop.end() :]
    if _TIED.search(text) is None:
        yield from ((text[: stop.start()], text[stop.end() :]) for stop in _JOINED.finditer(text))
