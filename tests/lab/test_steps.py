"""A game in steps and a replay with chances: it is the game that is told, and every table and sum is the engine's."""

from __future__ import annotations

import re

import polars as pl
import pytest

from engine.records.events import Ev
from lab import cli
from lab.agents.agent_pool import seated
from lab.chances.chance_report import TURNS
from lab.errors import BadInput
from lab.games import story_with_chances
from lab.games.game_replay import GameSpec, Played, parting_place, replay, set_table, varied
from lab.games.game_steps import walk
from lab.games.story_with_chances import with_chances
from tests.lab.command_lines import printed, refused
from tests.lab.planted import played

pytestmark = pytest.mark.deep

BASE = GameSpec(("base",), "base", 7, 3, 4)
SPECS = [
    BASE,
    GameSpec((), "cthulhu+faster", 7, 5, 3),
    GameSpec((), "critical_role+boss", 1, 2, 4, ("balanced", "random")),
]


@pytest.fixture(scope="module")
def walks():
    return [walk(spec) for spec in SPECS]


def test_it_is_the_game_of_the_replay_although_every_question_is_put(walks):
    for spec, walked in zip(SPECS, walks, strict=True):
        played = replay(spec)
        assert walked.played.turns == played.turns and walked.played.title == played.title


def test_every_line_is_told_in_its_order_and_reads_at_last_as_in_the_replay(walks):
    for walked in walks:
        lines = [line for _, line in walked.played.lines()]
        first = {n: i for i, step in reversed([*enumerate(walked.steps)]) for n in step.numbers}
        assert sorted(first) == list(range(len(lines)))
        assert [first[n] for n in sorted(first)] == sorted(first.values())
        assert [s.turn for s in walked.steps] == sorted(s.turn for s in walked.steps)
        last = {n: text for step in walked.steps for n, text in zip(step.numbers, step.lines, strict=True)}
        assert [last[n] for n in range(len(lines))] == lines


def test_levels_and_hands_are_those_of_the_headings(walks):
    for walked in walks:
        for turn, start in enumerate(walked.starts):
            if turn < 2 or start == 0:
                continue
            heading, before = walked.played.turns[turn][0], walked.steps[start - 1].shot
            if walked.steps[start - 1].turn != turn - 1:
                continue
            levels = ", ".join(f"p{s} {player.level}" for s, player in enumerate(before.players))
            assert f"(Levels: {levels};" in heading


def test_the_parts_of_a_combat_add_up_to_what_the_engine_has_compared(walks):
    seen = 0
    for walked in walks:
        for step in walked.steps:
            fight = step.shot.fight
            if fight is not None:
                seen += 1
                assert sum(part.amount for part in fight.ours) == fight.side
                assert sum(part.amount for part in fight.theirs) == fight.foes
                assert fight.monsters or fight.result
                line = step.lines[-1]
                if line.endswith("]") and " against " in line and "   [" in line and not fight.result:
                    assert line.endswith(f"[{fight.side} against {fight.foes}]")
    assert seen > 100


def test_most_of_a_sum_has_a_name(walks):
    """What only the rules of a combat explain is rare: Levels alone, doubles, rows of single cards."""
    fights = [step.shot.fight for walked in walks for step in walked.steps if step.shot.fight]
    unnamed = [
        f for f in fights if any(p.words in ("rules of this combat", "cards in this combat") for p in f.ours + f.theirs)
    ]
    assert len(unnamed) <= 0.05 * len(fights)


def test_every_roll_of_the_game_is_shown_in_its_combat(walks):
    for spec, walked in zip(SPECS, walks, strict=True):
        seat = set_table(spec)
        seat.table.play(seated(seat.agents, seat.table.words, spec.seed, spec.game))
        rolls = [(e.actor, e.before, e.after, e.other == 1) for e in seat.table.events() if e.kind == Ev.ROLL]
        shown, before = [], ()
        for step in walked.steps:
            now = step.shot.fight.rolls if step.shot.fight else ()
            shown += now[len(before) :] if now[: len(before)] == before else now
            before = now
        assert [(r.seat, r.die, r.total, r.away) for r in shown] == rolls


def test_what_is_worn_and_held_is_what_the_table_has_at_the_end(walks):
    walked, seat = walks[0], set_table(BASE)
    seat.table.play()
    g, cast, shot = seat.table.g, seat.cast, walked.steps[-1].shot
    for s, player in enumerate(shot.players):
        cards = [int(c) for c in g.table[s, : int(g.table_n[s])]]
        assert player.level == int(g.level[s])
        assert list(player.hand) == [cast.card(c) for c in sorted(int(c) for c in g.hand[s, : int(g.hand_n[s])])]
        worn = [cast.card(c) for c in cards if g.equipped[c] and cast.rows[c]["is_item"]]
        assert [laid.name for laid in player.worn] == worn
        said = [*player.identity, *player.others, *(x.name for x in (*player.worn, *player.carried))]
        said += [name for x in (*player.worn, *player.carried) for name in x.on_it]
        assert sorted(said) == sorted(map(cast.card, cards))
    assert shot.asked == -1 and walked.winners == tuple(seat.table.winners) and walked.ending == seat.table.ending


def test_turns_combats_and_lines_are_found(walks):
    walked = walks[0]
    last = len(walked.steps) - 1
    for step in (0, 20, 100, last):
        after, before = walked.turn_from(step, 1), walked.turn_from(step, -1)
        assert after == last or walked.steps[after].turn == walked.steps[step].turn + 1
        assert before <= step and walked.steps[before].turn <= walked.steps[step].turn
        fight = walked.combat_from(step, 1)
        assert fight == step or (
            fight > step and walked.steps[fight].shot.fight and not walked.steps[fight].shot.fight.result
        )
        assert walked.combat_from(step, -1) <= step
    for turn in (1, 5, walked.turns):
        assert walked.steps[walked.of_turn(turn)].shot.turn == turn
    assert walked.of_turn(0) == 0 and walked.of_turn(10_000) == walked.starts[-1]
    line = walked.steps[50].numbers[-1]
    assert line in walked.steps[walked.of_line(line)].numbers and walked.of_line(10_000) == last


def test_beside_another_game_it_is_the_same_step_up_to_the_parting_and_the_same_turn_after_it(walks):
    walked, other = walks[0], walk(varied(BASE, "hand_limit=7"))
    at = parting_place(walked.played, other.played)
    parts = walked.of_line(at)
    assert 0 < parts < len(walked.steps)
    for step in range(parts):
        if max(walked.steps[step].numbers) < at:
            assert other.steps[walked.beside(other, step, at)].lines == walked.steps[step].lines
    assert walked.beside(other, parts, at) == other.of_line(at)
    for turn in range(walked.steps[parts].turn + 1, min(len(walked.starts), len(other.starts))):
        assert walked.beside(other, walked.starts[turn], at) == other.starts[turn]
    assert walked.beside(walked, 40, -1) == 40


def test_code_from_outside_is_not_run():
    with pytest.raises(BadInput, match="code from outside the lab, which no page runs; allowed: games of personas"):
        walk(GameSpec(("base",), "base", 7, 3, 4, ("tests.lab.hostile_agents:First",)))


TURN_LINES = (["Setup", "somebody is dealt a card"], ["Turn 1, round 1: p0", "a door"], ["Turn 2, round 1: p1"])
GAME = Played(GameSpec(("base",), "base", 0, 4, 3), "A game", TURN_LINES)


@pytest.fixture
def said(tmp_path, monkeypatch):
    """A run whose chances are written down here: of game 4 of the first two arms."""
    path = tmp_path / "store"
    run = played(path)
    rows = [
        (arm, game, turn, seat, chance)
        for arm, game, shift in (("base", 4, 0.0), ("base", 5, 0.01), ("base+faster", 4, 0.02))
        for turn in (1, 2)
        for seat, chance in ((-1, 0.05 - shift), (0, 0.1 * turn), (1, 0.3), (2, 0.65 - 0.1 * turn + shift))
    ]
    names = ["arm", "game", "turn", "seat", "chance"]
    frame = pl.DataFrame(rows, schema={n: TURNS[n] for n in names}, orient="row").sample(
        fraction=1, shuffle=True, seed=1
    )

    def of_game(store, which, arm, game, log=None):
        return {run: frame}[which].filter(pl.col("arm") == arm, pl.col("game") == game)

    monkeypatch.setattr(story_with_chances, "turns_of_game", of_game)
    return path, run


def test_each_turn_begins_with_a_line_of_chances(said):
    path, run = said
    told = with_chances(GAME, path, run[:6], "")
    assert told.turns == [
        TURN_LINES[0],
        ["Turn 1, round 1: p0", "Chances: p0 10 %, p1 30 %, p2 55 %, nobody 5 %", "a door"],
        ["Turn 2, round 1: p1", "Chances: p0 20 %, p1 30 %, p2 45 %, nobody 5 %"],
    ]
    assert with_chances(GAME, path, run, "BASE + faster").turns[1][1].endswith("p2 57 %, nobody 3 %")


def test_a_game_without_chances_is_refused_in_a_sentence(said):
    path, run = said
    with pytest.raises(BadInput, match=r"no chances for game 4 of base\+no-curses; allowed with --chances: the first"):
        with_chances(GAME, path, run, "base+no-curses")


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (["--game", "3"], "--chances is given without --run"),
        (["--run", "x", "--diff", "base"], "--chances is given with --diff"),
    ],
)
def test_chances_belong_to_a_game_of_a_run(capsys, given, says):
    assert says in refused(capsys, ["replay", "--chances", *given])


def test_a_real_game_of_a_real_run_has_chances_at_every_turn(tmp_path, capsys):
    store = str(tmp_path / "store")
    assert (
        cli.main(["run", "--variant", "base", "--games", "110", "--seed", "3", "--workers", "1", "--store", store]) == 0
    )
    run = re.search(r'"run_id": "(\w+)"', printed(capsys, ["runs", "--store", store, "--json"]))[1]
    lines = printed(capsys, ["replay", "--run", run, "--game", "7", "--store", store, "--chances"]).splitlines()
    turns = [n for n, line in enumerate(lines) if line.startswith("Turn ")]
    assert len(turns) > 10
    for n in turns:
        shares = [int(x) for x in re.findall(r"p\d (\d+) %", lines[n + 1])]
        assert lines[n + 1].startswith("  Chances: ") and len(shares) == 4 and 98 <= sum(shares) <= 102
    said = printed(capsys, ["chances", "--run", run, "--store", store])
    assert "110 games" in said and "Luck or players?" in said and "At half-time, turn " in said
