"""Which games are kept as goldens, and by what each of them shows its rules.

A golden lies in `tests/golden/<variant>.txt`: a header that names everything the game depends on, then the
game as `lab replay` tells it. What it is to show stands either in its own header, as a pattern (`shows`), or, where a
pattern does not say it, in a row of this file, whose `found` reads the told game only and returns the lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.records.switches import RULES_VERSION
from lab.errors import BadInput
from lab.games.game_replay import GameSpec, replay

FOLDER = Path(__file__).resolve().parent / "golden"
PERSONAS = FOLDER / "persona.toml"
RULE = "-" * 40
"""Line between header and game."""

SEED, GAMES_TRIED = 2026, 400
Lines = Sequence[str]
Finder = Callable[[Lines], int | None]
"""Position of the line that shows a rule, or None."""


@dataclass(frozen=True)
class Golden:
    """What a playthrough is to show, and how one sees that it does."""

    look_for: str
    found: Finder | tuple[Finder, ...]
    seats: int = 3
    most_lines: int = 420
    agents: tuple[str, ...] = ("balanced",)
    shows: str = ""  # the pattern of a golden that says for itself what it shows

    def shown(self, text: str) -> str:
        """The header's line on what to look for; empty if the game does not show it."""
        lines = text.splitlines()
        finders = self.found if isinstance(self.found, tuple) else (self.found,)
        places = [finder(lines) for finder in finders]
        quotes = [_quoted(lines, at) for at in places if at is not None]
        return f"{self.look_for} ({'; '.join(quotes)})" if len(quotes) == len(places) else ""


def _quoted(lines: Lines, at: int) -> str:
    turn = next((line.split(",")[0] for line in reversed(lines[: at + 1]) if line.startswith("Turn ")), "Setup")
    return f'{turn}: "{lines[at].strip()}"'


def says(pattern: str, line: int = 0) -> Finder:
    """Finds a pattern that may span lines; `line` counts from its first one to the one to be quoted."""
    wanted = re.compile(pattern, re.MULTILINE)

    def found(lines: Lines) -> int | None:
        text = "\n".join(lines)
        match = wanted.search(text)
        return None if match is None else text.count("\n", 0, match.start()) + line

    return found


def never_says(word: str) -> Finder:
    """Finds the end of a game in which a word never occurs."""
    return lambda lines: None if any(word in line for line in lines) else len(lines) - 1


@dataclass(frozen=True)
class Heading:
    """What the first line of a turn says."""

    at: int  # line
    player: int
    levels: tuple[int, ...]
    hands: tuple[int, ...]


def headings(lines: Lines) -> Iterator[Heading]:
    for at, line in enumerate(lines):
        if found := re.fullmatch(r"Turn \d+, round \d+: p(\d)   \(Levels: (.*); cards in hand: (.*)\)", line):
            levels = tuple(int(part.split()[1]) for part in found[2].split(", "))
            yield Heading(at, int(found[1]), levels, tuple(map(int, found[3].split(", "))))


def keeps_six(lines: Lines) -> int | None:
    """Somebody ends their turn with more than five cards in hand."""
    turns = list(headings(lines))
    return next((after.at for one, after in zip(turns, turns[1:]) if after.hands[one.player] > 5), None)


def gives_to_others_than_the_lowest(lines: Lines) -> int | None:
    """Charity goes to somebody who is not in the last place."""
    turns = list(headings(lines))
    for one, following in zip(turns, turns[1:]):
        for at in range(one.at, following.at):
            gift = re.search(r"gives p(\d) .* in charity", lines[at])
            if gift and following.levels[int(gift[1])] > min(following.levels):
                return at
    return None


def treasure_for_the_last(lines: Lines) -> int | None:
    """Whoever is alone in the last place begins their turn by drawing a card."""
    for turn in headings(lines):
        own = turn.levels[turn.player]
        alone = own == min(turn.levels) and turn.levels.count(own) == 1
        if alone and lines[turn.at + 1].startswith(f"  p{turn.player} draws "):
            return turn.at + 1
    return None


def asks_though_winning(lines: Lines) -> int | None:
    """Somebody asks for help although their side is the stronger one."""
    for at, line in enumerate(lines[:-1]):
        strengths = re.search(r"\[(\d+) against (\d+)\]", line)
        if strengths and int(strengths[1]) > int(strengths[2]) and re.search(r"p\d asks p\d for help", lines[at + 1]):
            return at + 1
    return None


def waits_with_the_knife(lines: Lines) -> int | None:
    """A Thief of a low Level lets combats of others pass; the first backstab comes from Level 5 on."""
    turns = list(headings(lines))
    stabs = [at for at, line in enumerate(lines) if re.search(r"uses Thief \(backstab\) on p\d.*: -2 to the", line)]
    if not stabs:
        return None
    thief = int(lines[stabs[0]].split()[0][1])
    now = [turn for turn in turns if turn.at < stabs[0]][-1]
    became = next((at for at, line in enumerate(lines) if f"p{thief} plays Thief" in line), None)
    low = [t for t in turns if became is not None and became < t.at < stabs[0] and t.levels[thief] < 5]
    return stabs[0] if now.levels[thief] >= 5 and len(low) > 5 else None


def two_levels_at_once(lines: Lines) -> int | None:
    """A kill that takes somebody from Level 1 to Level 3."""
    turns = list(headings(lines))
    for one, following in zip(turns, turns[1:]):
        now = list(one.levels)
        for at in range(one.at, following.at):
            for seat, level in re.findall(
                r"p(\d) (?:plays [^:]*: |sells .* and )?(?:goes up|drops) to Level (\d+)", lines[at]
            ):
                if "for the kill" in lines[at] and int(level) == now[int(seat)] + 2 == 3:
                    return at
                now[int(seat)] = int(level)
    return None


SANE = r"^  (p\d) is the last one who is no Cultist\n"
FOUR_CARDS = r"^  p0 is dealt [^,\n]+(, [^,\n]+){3}\n  p1 is dealt [^,\n]+(, [^,\n]+){3}\n"
LISTENS = (
    r"^Turn [^\n]*: (p\d)   [^\n]*\n  \1 listens at the door \(phase 0\): [^\n]+\n"
    r"(?:(?!Turn)[^\n]*\n)*?  \1 loots the room: [^\n]+"
)


ROWS: dict[str, Golden] = {
    "base": Golden("an Elf goes up a Level for helping", says("goes up to Level .* for helping")),
    "cthulhu": Golden(
        "all but one are Cultists: the last sane one goes up a Level",
        says(SANE + r"  \1 goes up to Level \d+ as the last sane one"),
    ),
    "critical_role": Golden(
        "everybody is dealt a Character, and a Guest Star is sacrificed",
        (says("p0 is dealt the Character"), says("p. sacrifices ")),
    ),
    "russia": Golden(
        "an Oligarch gets a card in Charity without being in the last place, and a monster joins another of its kind",
        (gives_to_others_than_the_lowest, says(r"^  (?!p\d plays Wandering)[^\n]*\n  p\d sends ", 1)),
    ),
    "conan": Golden(
        "a monster that leaves the combat without being killed pays its Treasure all the same",
        says(r"leaves the combat[^\n]*\n  the combat is over, nothing was killed\n  p\d draws ", 2),
    ),
    "magical_mess": Golden(
        "an Item Enhancer is played on an Item", says(r"^  p\d plays (?!Cheat)[^\n:]* on (?!p\d)[^\n:]*$")
    ),
    "critical_role+boss": Golden(
        "three Bosses fall before anybody wins",
        (says(r"(?:Boss number \d (?:has fallen|is banished)[\s\S]*){3}"), says(r"The game is over \(boss\)")),
        most_lines=700,
    ),
    "conan+catch-up-treasure": Golden(
        "whoever is alone in the last place begins their turn with a Treasure", treasure_for_the_last
    ),
    "magical_mess+charity-to-anyone": Golden(
        "Charity goes to somebody who is not in the last place", gives_to_others_than_the_lowest
    ),
    "conan+deal-two": Golden("everybody is dealt four cards", says(FOUR_CARDS)),
    "base+epic": Golden("the game is won on Level 20", says("goes up to Level 20 for the kill"), most_lines=900),
    "cthulhu+faster": Golden(
        "the turn begins with a face-down Door, and an empty room is looted from the Treasures", says(LISTENS, 1)
    ),
    "russia+first-kill-two-levels": Golden("the first kill takes a player from Level 1 to 3", two_levels_at_once),
    "base+hand-limit-seven": Golden(
        "a player ends their turn with six or seven cards in hand: see the hands at the next turn", keeps_six
    ),
    "cthulhu+help-any-time": Golden(  # of the personas only the one that does anything asks then
        "somebody who is winning asks for help", asks_though_winning, agents=("balanced", "balanced", "random")
    ),
    "cthulhu+no-cultist-endgame": Golden(
        "the last one who is no Cultist goes up no Level for it, and the game goes on",
        says(SANE + r"(?!  \1 goes up to Level \d+ as the last sane one)"),
    ),
    "base+no-early-backstab": Golden("a Thief stabs nobody before they are of Level 5", waits_with_the_knife),
    "critical_role+no-selling": Golden("nobody sells an Item in the whole game", never_says(" sells ")),
    "base+run-away-four": Golden("a roll of 4 gets away", says("rolls 4: gets away")),
    "base+shared-victory": Golden(
        "fighter and helper win together", says(r"The game is over \(shared\): p\d and p\d won")
    ),
    "magical_mess+ties-to-munchkins": Golden(
        "a combat is won at equal strength", says(r"\[(\d+) against \1\]\n  the combat is won")
    ),
    "russia+timed": Golden("the game ends after fifteen rounds", says(r"The game is over \(time limit\): p\d won")),
}
"""Goldens that need more than a pattern, or are older than patterns in headers, by their variants."""


def by_header(header: dict[str, str]) -> Golden:
    """What a golden says of itself: `look for` and `shows`, and `seats`, `agents` and `most lines` if it likes."""
    look_for = re.sub(r' \((?:Turn \d+|Setup): ".*"\)$', "", header["look for"])
    seats, most = int(header.get("seats", 3)), int(header.get("most lines", 420))
    agents = tuple(header.get("agents", "balanced").split(","))
    return Golden(look_for, says(header["shows"]), seats, most, agents, header["shows"])


def goldens(folder: Path = FOLDER) -> dict[str, Golden]:
    """Every golden by its variant: one for each preset, and one for each house rule on a preset that suits it."""
    headers = {path.stem: read(path)[0] for path in sorted(folder.glob("*.txt"))}
    return ROWS | {variant: by_header(header) for variant, header in headers.items() if "shows" in header}


def path_of(variant: str) -> Path:
    """The file of a golden."""
    return FOLDER / f"{variant}.txt"


def write(variant: str, text: str, game: int) -> str:
    """The whole file of a golden: its header, then the game as it is told."""
    golden = GOLDENS[variant]
    header = {
        "look for": golden.shown(text), "variant": variant, "deck": variant.split("+")[0], "seed": SEED, "game": game,
        "seats": golden.seats, "agents": ",".join(golden.agents), "weights": "tests/golden/persona.toml",
        "rules version": RULES_VERSION,
    }  # fmt: skip
    if golden.shows:
        header |= {"shows": golden.shows, "most lines": golden.most_lines}
    return "".join(f"{key}: {value}\n" for key, value in header.items()) + f"{RULE}\n{text}"


def read(path: Path) -> tuple[dict[str, str], str]:
    """Header and told game of a golden."""
    header, _, text = path.read_text(encoding="utf-8").partition(f"{RULE}\n")
    return dict(line.split(": ", 1) for line in header.splitlines()), text


def told(header: dict[str, str]) -> str:
    """The game of a header, played now."""
    decks, agents = tuple(header["deck"].split("+")), tuple(header["agents"].split(","))
    numbers = (int(header[key]) for key in ("seed", "game", "seats"))
    return replay(GameSpec(decks, header["variant"], *numbers, agents)).text()


def renewed(variant: str) -> str:
    """The file of a golden as it is to be now: its game if that still shows the rule, else the next that does."""
    golden = GOLDENS[variant]
    own = int(read(path_of(variant))[0].get("game", 0)) if path_of(variant).exists() else 0
    for game in dict.fromkeys((own, *range(GAMES_TRIED))):
        spec = GameSpec((variant.split("+")[0],), variant, SEED, game, golden.seats, golden.agents)
        text = replay(spec).text()
        if text.count("\n") <= golden.most_lines and golden.shown(text):
            return write(variant, text, game)
    raise BadInput(f"golden '{variant}': none of {GAMES_TRIED} games shows that {golden.look_for}")


GOLDENS = goldens()
"""Every golden of the folder."""
