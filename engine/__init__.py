"""The engine: plays games over arrays and writes events; names of cards and decks are unknown here.

The game is `play_on` in `loop/game.py`: the next question, a decision, what follows from it. Everything that plays
(ranges of games, looking ahead, agents from outside, `Table`) stands on the `next_question` and `answer` of
`next_question.py`.

Nothing in a game may depend on the number of a seat. Options that name others are listed clockwise from whoever
decides (`seat_lookup.left_of`), and whatever happens to several players happens clockwise from the one it starts with.
Draws of a seat are keyed by `dice.turn_of`, its place from `Book.origin`; equal options are decided by
`policies/decide.py`; an option with a target is judged by the target. `tests/engine/test_turned.py` turns tables round
and wants the same game.

Nobody sees the order of a pile: `loop/fork.py` plays a game again from the moment a card comes to a player with
another card in its place, exchanging the two in the pile and their keys, so nothing else can differ. A kernel that
looks at the order of a pile, or draws by the number of a card, breaks `tests/engine/test_forks.py`.
"""
