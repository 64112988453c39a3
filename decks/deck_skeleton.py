"""A deck to begin with: small, playable, and commented for people who have never written a card file."""

from __future__ import annotations

from decks.card_text import toml_value

DECK = """\
# What the deck is. The cards stand beside this file, in as many files as you like: every *.toml is read.
name = {name}
set = "own"
note = ""
doors = 40      # how many cards each pile must have, copies counted: `lab decks check` compares
treasures = 30
tags = []       # tags of your own that cards carry, such as ["wooden"]; undead, goth, fire and others are known
"""

DOORS = """\
# Door cards. `lab opcodes` lists what `bad_stuff` and `effects` may say, `lab opcodes lose_levels` tells all of a word.
[[card]]
id = "cellar-rat"           # never changes: stored games know the card by it
name = "Cellar Rat"
pile = "door"
kind = "monster"
copies = 12
level = 1
treasures = 1               # Treasures it is worth; `levels = 2` if killing it gains two levels
against = {{ scholar = 2 }}   # stronger against somebody
run_away = 1                # easier to get away from
bad_stuff = [{{ op = "lose_levels", amount = 1 }}]

[[card]]
id = "stone-ogre"
name = "Stone Ogre"
pile = "door"
kind = "monster"
copies = 12
level = 6
treasures = 2
bad_stuff = [
  {{ op = "lose_item", which = "head", when = {{ wears = "head" }} }},
  {{ op = "lose_levels", amount = 2, when = {{ not_wears = "head" }} }},
]

[[card]]
id = "hungry"
name = "Hungry"
pile = "door"
kind = "enhancer"           # played on a monster
copies = 4
bonus = 5
treasures = 1

[[card]]
id = "curse-moths"
name = "Curse! Moths"
pile = "door"
kind = "curse"
copies = 8
effects = [{{ op = "lose_item", which = "body" }}]

[[card]]
id = "scholar"
name = "Scholar"
pile = "door"
kind = "class"              # or race; the id is what `against`, `require` and `forbid` name
copies = 4
effects = [{{ op = "strength", amount = 1, when = {{ alone = true }} }}]
"""

TREASURES = """\
# Treasure cards.
[[card]]
id = "oak-staff"
name = "Oak Staff"
pile = "treasure"
kind = "item"
copies = 8
bonus = 2
slot = "hand"               # head, body, feet, hand or none; `hands = 2` for both, `big = true` for a big one
gold = 200                  # 0: No Value

[[card]]
id = "reading-glasses"
name = "Reading Glasses"
pile = "treasure"
kind = "item"
copies = 6
bonus = 3
slot = "head"
gold = 400
require = ["scholar"]       # only for; `forbid` for everybody but

[[card]]
id = "flour-bomb"
name = "Flour Bomb"
pile = "treasure"
kind = "one_shot"
copies = 8
bonus = 3
gold = 100

[[card]]
id = "study-all-night"
name = "Study All Night"
pile = "treasure"
kind = "go_up_a_level"
copies = 8
# What cannot be said in steps yet goes here as a text; the card is played without it:
# unmodelled = "only at night"
"""


def skeleton(name: str) -> dict[str, str]:
    """The files of a small deck of that name."""
    return {
        "deck.toml": DECK.format(name=toml_value(name)),
        "doors.toml": DOORS.format(),
        "treasures.toml": TREASURES.format(),
    }
