"""What rules as people type them are held against: steps that they mean, or switches and cards that they set."""

from __future__ import annotations

from decks.program_steps import Step
from decks.rule_texts import house_names, orders_of, read_rule, told
from decks.words.program_meaning import meaning
from tests.decks.test_words_of_people import on


def check_steps(text, steps):
    """A rule is read as these steps; without any it is not read."""
    reading = read_rule(text)
    assert reading.understood == bool(steps)
    wanted = [(on("rule", step), step) for step in map(Step.model_validate, steps)]
    if steps:
        assert meaning(reading.program, house_names()) == meaning(wanted, house_names())


def check_orders(text, wanted):
    """A rule sets what is wanted, as it is typed and as it is written back; if that is nothing, it is not read."""
    reading = read_rule(text)
    assert reading.understood == bool(wanted)
    if wanted:
        written = " ".join(map(told, reading.sentences))
        for said in (text, written):
            switches, changes = orders_of([{"text": said}], "it")
            assert switches | changes == wanted
