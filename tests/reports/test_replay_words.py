"""Words and charts of the replay page, without Streamlit."""

from __future__ import annotations

from dataclasses import replace

import polars as pl
import pytest

from lab.games.game_replay import GameSpec
from lab.games.game_steps import walk
from lab.games.table_snapshots import Fight, Laid, Part, Player, Roll, Shot
from reports.desk import replay_charts, replay_words, table_words, tape_chart
from reports.display_names import PEOPLE

NAMES = PEOPLE[:4]
SPEC = GameSpec(("base",), "base", 7, 3, 4)
FIGHT = Fight(
    0, (2,), ("Big <Rat>",), (Part("Alex: Level", 3), Part("Casey: Sword", 4)), (Part("Big <Rat>: Level", 9),), 7, 9,
    False, ("Wand",), (Roll(0, "Big <Rat>", 4, 2, False), Roll(2, "Big <Rat>", 5, 5, True)),
)  # fmt: skip


@pytest.fixture(scope="module")
def game():
    return walk(SPEC, names=PEOPLE)


@pytest.fixture(scope="module")
def last_fight():
    """A game that somebody wins by a kill."""
    games = (walk(replace(SPEC, game=number), names=PEOPLE) for number in range(20))
    return next(game for game in games if game.ending == "kill")


def player(**changed):
    plain = Player(2, 5, False, 1, ("Elf",), (Laid("Sword", 3, ("Of <Doom>",)),), (Laid("Hat"),), (), ("A", "B"))
    return replace(plain, **changed)


def test_a_combat_shows_every_part_of_both_sums_and_every_roll():
    said = table_words.combat(FIGHT, NAMES)
    assert "Alex with Casey against Big &lt;Rat&gt;" in said and "<b>7</b> : <b>9</b>" in said
    assert "<dt>Casey: Sword</dt><dd>+4</dd>" in said and "The monsters are ahead" in said
    assert "Alex runs from Big &lt;Rat&gt;: rolls 4, which comes to 2, is caught" in said
    assert "Casey runs from Big &lt;Rat&gt;: rolls 5, gets away" in said and "Played into it: Wand." in said
    assert "The players are ahead; ties are won" in table_words.combat(replace(FIGHT, foes=7, wins_ties=True), NAMES)
    assert "The combat is lost" in table_words.combat(replace(FIGHT, result="lost"), NAMES)
    assert "Alex with Casey, Blair and Dana against" in table_words.combat(replace(FIGHT, helpers=(2, 1, 3)), NAMES)
    alone = table_words.combat(replace(FIGHT, helpers=(), ours=FIGHT.ours[:1]), NAMES)
    assert "Alex is ahead" in table_words.combat(replace(FIGHT, helpers=(), foes=6), NAMES)
    assert "Alex against" in alone and "<b>Alex</b>" in alone and "<dt>Level</dt><dd>+3</dd>" in alone


def test_the_table_shows_only_the_hand_of_whoever_decides_unless_all_are_wanted(game):
    shot = Shot(3, 1, 0, 1, (player(), player(hand=("Secret <C>",), dead=True)), None, 40, 1)
    called = replay_words.called(game)
    said = table_words.table(called, shot, (shot.asked,))
    assert "2 cards</dd>" in said and "A, B" not in said and "1 card: Secret &lt;C&gt;" in said
    assert all(part in said for part in ("Doom&gt;</dt><dd>+3</dd>", "<dd>Hat</dd>", "<dd>Elf, male</dd>"))
    first, second = said.split('<details class="seat"')[1:]
    assert ">Alex’s turn<" in first and ">next to act<" not in first
    assert ">next to act<" in second and ">dead<" in second
    assert "rules and Curses" not in said  # Level 2 and a Sword of 3 are its strength of 5
    strong = replace(shot, players=(player(strength=9, powers=(Part("Big <Friend>", 3),)),))
    assert "Friend&gt;</dt><dd>+3</dd><dt>rules and Curses</dt><dd>+1</dd>" in table_words.table(called, strong, ())
    assert "2 cards: A, B" in table_words.table(called, shot, range(2))
    assert table_words.table(called, replace(shot, fight=FIGHT), (1,)) == said  # what adds up in the fight too


def test_what_has_happened_stands_above_what_came_before_in_the_turn(game):
    later = range(game.starts[2], len(game.steps))
    said = {step: replay_words.happened(game, step) for step in later}
    step = next(step for step, words in said.items() if "Earlier in this turn" in words)
    now, before = said[step].split("Earlier in this turn")
    assert all(line.split("   [")[0] in now for line in game.steps[step].lines)
    assert game.steps[step - 1].lines[-1].split("   [")[0] in before
    assert f"step {step + 1} of {len(game.steps)}" in now and "Turn " in now
    assert "first difference" not in now
    assert "first difference" in replay_words.happened(game, step, game.steps[step].numbers[0])


def test_the_first_sentence_says_who_won_and_how(last_fight):
    game, number = last_fight, last_fight.played.spec.game
    winner = game.winners[0]
    said = replay_words.outcome(game, "base")
    assert said.startswith(
        f"**{NAMES[winner]} ({game.agents[winner]}) won** game {number} of base by beating a monster, at Level 10 after"
    )
    assert f"**Nobody won** game {number} of base: it was cut off after" in replay_words.outcome(
        replace(game, winners=(), ending="capped"), "base"
    )


def test_it_opens_where_somebody_first_fights_for_the_last_level(last_fight):
    game, step = last_fight, replay_words.climax(last_fight)

    def stakes(shot):
        """Levels of fighters in combats that go on."""
        return shot.players[shot.fight.fighter].level if shot.fight and not shot.fight.result else 0

    assert stakes(game.steps[step].shot) == game.goal - 1 > max(stakes(s.shot) for s in game.steps[:step])
    shot = game.steps[step].shot
    players = tuple(player(once=2 * (seat == 0) + (seat == 3)) for seat in range(4))
    at = replace(
        game.steps[step], shot=replace(shot, players=players, fight=replace(FIGHT, helpers=(), side=9, foes=9))
    )
    near = replace(game, steps=(at,), goal=3)
    said = "it is for the win, and the others have 6 cards in hand and 1 for one use on the table"
    assert replay_words.stakes(near, 0) == said  # the fighter's own cards stop nothing
    won = replace(at, shot=replace(at.shot, fight=replace(at.shot.fight, wins_ties=True)))
    assert replay_words.stakes(replace(near, steps=(won,)), 0) == said + " that may stop it"
    assert replay_words.stakes(game, 0) == ""
    never = replace(game, goal=99)
    assert replay_words.climax(never) == never.combat_from(len(never.steps) - 1, -1)
    where = f"It opens in turn {shot.turn}, where somebody first fights for the win."
    assert replay_words.opening(game, "base").endswith(f"of base?** {where}")


def test_the_charts_show_the_levels_of_the_headings_and_mark_the_present_turn(game):
    fig = replay_charts.levels(game, game.starts[9], len(game.steps) - 1)
    assert [line.x0 for line in fig.layout.shapes if line.x0 == line.x1] == [game.starts[9] + 1]
    for turn in range(3, 12):
        heading = game.played.turns[turn][0]
        levels = ", ".join(f"{NAMES[s]} {round(fig.data[s].y[game.starts[turn] - 1])}" for s in range(4))
        assert f"(Levels: {levels};" in heading
    assert [round(trace.y[-1]) for trace in fig.data] == [p.level for p in game.steps[-1].shot.players]


def test_chances_end_with_what_came_of_the_game(game):
    rows = [(turn, seat, 0.25) for turn in range(1, game.turns + 1) for seat in range(-1, 4)]
    said = pl.DataFrame(rows, schema=["turn", "seat", "chance"], orient="row")
    known = said.with_columns(chance=pl.when(pl.col("seat") < 0).then(0.0).otherwise(0.25))
    fig = replay_charts.chances(game, known, 5, len(game.steps) - 1)
    assert len(fig.data) == 4  # nobody has no chance: no line
    assert [trace.y[-1] for trace in fig.data] == [1.0 if s in game.winners else 0.0 for s in range(4)]
    assert all(len(trace.x) == game.turns + 1 for trace in fig.data)
    before = replay_charts.chances(game, said, game.starts[2], game.starts[7])
    assert {len(trace.x) for trace in before.data} == {7} and not before.layout.annotations[6:]  # no turn moved


def test_the_turns_that_moved_the_chances_most_are_named_with_what_befell_whom_they_moved(game):
    rows = [(t, s, 0.25 + (t > 10) * (-0.15 if s == 1 else 0.05)) for t in range(1, game.turns + 1) for s in range(4)]
    said = pl.DataFrame(rows, schema=["turn", "seat", "chance"], orient="row")
    (mark,) = replay_charts.turning(game, said, game.turns)
    assert (mark.x, mark.seat) == (10.0, 1) and mark.moved[1] == pytest.approx(-0.15)
    assert mark.words.startswith("Blair falls from Level 3 to 2")  # by a Curse of Dana
    other = said.with_columns(chance=0.5 - pl.col("chance"))
    assert not replay_charts.turning(game, other, game.turns)  # nothing on the table explains what Blair gains
    assert tape_chart.turning_points((), NAMES)  # Streamlit refuses to show nothing
    assert "<b>1</b>" in {
        note.text for note in replay_charts.chances(game, said, 5, len(game.steps) - 1).layout.annotations
    }


def test_who_leads_is_told_beside_whoever_has_a_higher_level(game):
    turn, start = next(
        (t, at) for t, at in enumerate(game.starts) if len({p.level for p in levels_before(game, at)}) > 1
    )
    low = min(range(4), key=lambda seat: levels_before(game, start)[seat].level)
    rows = [(turn, seat, 0.7 if seat == low else 0.1) for seat in range(4)]
    said = pl.DataFrame(rows, schema=["turn", "seat", "chance"], orient="row")
    apart = {f"{fact}_apart": pl.lit(0.0) for fact in (*replay_words.FACTS, "who")}
    said = said.with_columns(**apart, **dict.fromkeys(replay_words.FACTS, 3.0 * pl.col("seat")))
    assert replay_words.leading(game, said, start).endswith(" 10 %.")  # nothing sets them apart
    assert f"**{NAMES[low]} has the best chance, 70 %**" in replay_words.leading(game, said, start)
    assert replay_words.leading(game, said, 0) == ""


@pytest.mark.parametrize(
    ("gaps", "why"),
    [
        ({"level": 1.0}, ": Level (4 against 1)."),
        ({"hand": -1.0, "gold": 0.2}, ": Gold in play (3 against 0); of Alex: cards in hand (0 against 3)."),
        ({"hand": 0.3, "table": 0.5, "gold": 0.4}, ": cards in play (3 against 0) and Gold in play (3 against 0)."),
        (dict.fromkeys((*replay_words.FACTS, "who"), 0.1), ""),
    ],
)  # fmt: skip
def test_why_somebody_leads_is_what_most_of_the_estimate_hangs_on(game, gaps, why):
    known = {fact: [0.0, 3.0] for fact in replay_words.FACTS}
    of = {f"{fact}_apart": [gaps.get(fact, 0.0), 0.0] for fact in (*replay_words.FACTS, "who")}
    said = pl.DataFrame({"turn": [1, 1], "seat": [0, 1], "chance": [0.3, 0.7], **known, **of})
    assert replay_words._reasons(game, said, 1, 0) == (why and f" Biggest plus of Blair{why}")


def levels_before(game, start):
    return game.steps[max(start - 1, 0)].shot.players
