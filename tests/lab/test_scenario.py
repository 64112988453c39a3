"""The scenario runner: what it accepts, how steps are played, what failures say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lab.cli import main
from lab.scenarios.scenario_run import run_scenario, scenario_files
from lab.scenarios.scenario_schema import ScenarioError, load_scenario, parse_scenario
from tests.lab.command_lines import refused

HEAD = {"id": "t", "rules": ["combat.compare"], "variant": "base", "deck": ["base"]}
BEAR: dict[str, Any] = {"id": "t-bear", "pile": "door", "kind": "monster", "level": 4, "treasures": 1, "bad_stuff": []}
POTION: dict[str, Any] = {"id": "t-potion", "pile": "treasure", "kind": "one_shot", "bonus": 3, "gold": 100}
STEP = {"do": "ann: kick-open"}


def question(*steps: dict[str, Any], **more: Any) -> Any:
    """A small scenario: ann, Level 3, behind whose door a Level-4 monster waits."""
    data = {
        **HEAD,
        "doors": ["t-bear"],
        "card": [BEAR, POTION],
        "seat": [{"name": "ann", "level": 3, "hand": ["t-potion"]}, {"name": "bob"}],
        "step": list(steps) or [STEP],
    }
    return parse_scenario({**data, **more}, "q.toml")


def failure(*steps: dict[str, Any], **more: Any) -> str:
    return run_scenario(question(*steps, **more)).failure


def test_a_scenario_passes_when_all_expectations_hold() -> None:
    steps = [
        {**STEP, "expect": {"strength": [3, 4], "winning": False, "monsters": ["t-bear"], "decider": "bob"}},
        {"legal": "ann: play t-potion on t-bear"},
        {"illegal": "ann: play t-bear"},
        {"do": "ann: play t-potion", "expect": {"strength": [6, 4], "winning": True, "helper": "none"}},
        {"until": "end-of-combat", "expect": {"level": {"ann": 4, "bob": 1}, "hand_count": {"ann": 1}, "turn": "ann"}},
    ]
    assert failure(*steps) == ""


def test_a_failed_expectation_names_what_was_found() -> None:
    assert "strength is [3, 4], expected [9, 9]" in failure({**STEP, "expect": {"strength": [9, 9]}})


def test_an_impossible_move_lists_the_legal_texts() -> None:
    text = failure(STEP, {"do": "ann: play t-bear"})
    assert text.startswith("step 2 (do ann: play t-bear): not legal; ann is asked") and "play t-potion" in text


def test_legal_and_illegal_do_not_change_the_position() -> None:
    checks = [{"legal": "ann: play t-potion"}, {"illegal": "bob: play t-potion"}]
    assert failure(STEP, *checks, {"expect": {"strength": [3, 4], "decider": "bob"}}) == ""


def test_forced_dice_come_in_order() -> None:
    run = {"do": "ann: run t-bear", "expect": {"events": {"roll": 1, "caught": 1}}}
    assert failure(STEP, run, dice=[2]) == ""


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"tune": "x"}, "unknown key 'tune' (did you mean 'turn'?)"),
        ({"turn": "cleo"}, "turn is 'cleo'; allowed: ann, bob, seat3"),
        ({"doors": [1]}, "doors[0] is 1; allowed: a text"),
        ({"players": 1}, "players is 1"),
        ({"bosses": True}, "bosses is True"),
        ({"dice": [0]}, "dice[0] is 0; allowed: a whole number from 1 to 20"),
        ({"step": []}, "step is empty; allowed: a list that is not empty"),
        ({"step": [{"do": "kick-open"}]}, "allowed: 'SEAT: TEXT'"),
        ({"step": [{"until": "tomorrow"}]}, "until is 'tomorrow'"),
        ({"step": [{"do": "ann: pass", "until": "game-over"}]}, "do and until"),
        ({"step": [{"expect": {"strenth": [1, 1]}}]}, "did you mean 'strength'?"),
        ({"step": [{"expect": {"level": {"cleo": 1}}}]}, "expect.level is 'cleo'"),
        ({"seat": [{"name": "a b"}]}, "name is 'a b'"),
        ({"seat": [{"name": "ann"}, {"name": "ann"}]}, "used twice"),
        ({"seat": [{"name": "ann", "level": 0}]}, "level is 0"),
        ({"start": "soon"}, "start is 'soon'"),
    ],
)
def test_a_file_that_makes_no_sense_is_refused_in_one_sentence(change: dict[str, Any], said: str) -> None:
    with pytest.raises(ScenarioError) as error:
        question(**change)
    assert str(error.value).startswith("q.toml") and said in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"doors": ["t-baer"]}, "doors names the unknown card 't-baer'"),
        ({"doors": ["t-bear", "t-bear"]}, "no copy left"),
        ({"doors": ["leather-armor"]}, "not a card of that pile"),
        ({"variant": "basis"}, "unknown variant 'basis'"),
        ({"switches": {"victory": {"lvl": 3}}}, "q.toml"),
        ({"card": [{"id": "t-bear"}]}, "t-bear"),
        ({"step": [{"expect": {"events": {"party": 1}}}]}, "expect.events is 'party'; allowed: "),
        ({"cultist_pile": 99}, "cultist_pile is 99"),
    ],
)
def test_names_that_do_not_exist_are_refused(change: dict[str, Any], said: str) -> None:
    with pytest.raises(ScenarioError) as error:
        run_scenario(question(**change))
    assert said in str(error.value)


def test_broken_toml_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text("id = \n")
    with pytest.raises(ScenarioError, match="not valid TOML"):
        load_scenario(path)
    with pytest.raises(ScenarioError, match="cannot be read"):
        load_scenario(tmp_path / "none.toml")
    (tmp_path / "empty").mkdir()
    with pytest.raises(ScenarioError, match="holds no scenario"):
        scenario_files([tmp_path / "empty"])


@pytest.mark.parametrize(
    ("cited", "nearest"),
    [("combat.compre", "combat.compare"), ("Combat.Compare", "combat.compare"), ("victory.first", "victory.first-ten"),
     ("x" * 5000, "and ")],
)  # fmt: skip
def test_a_rule_that_is_not_in_the_ledger_is_refused_with_the_nearest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], cited: str, nearest: str
) -> None:
    path = tmp_path / "one.toml"
    path.write_text((TOML % 3).replace('["combat.compare"]', f'["combat.compare", "{cited}"]'))
    said = refused(capsys, ["scenario", str(path)])
    assert said.startswith(f"lab: {path}: rules holds '{cited[:50]}") and said.count("\n") == 1 and len(said) < 500
    assert nearest in said.partition("allowed: ")[2]


def test_a_dealt_game_starts_before_the_first_decision() -> None:
    step = {"expect": {"hand_count": {"ann": 8, "bob": 8}, "level": {"ann": 1}}}
    switches = {"setup": {"first_player": "fixed"}}
    seats = [{"name": "ann"}, {"name": "bob"}]
    assert failure(step, start="deal", seed=3, seat=seats, doors=[], switches=switches) == ""


TOML = """
id = "cli.one"
rules = ["combat.compare"]
variant = "base"
deck = ["base"]
[[seat]]
name = "ann"
level = 3
[[step]]
expect = { level.ann = %s }
"""


@pytest.mark.parametrize(("level", "code"), [("3", 0), ("4", 1), ('"x', 2)])
def test_the_command_tells_success_failure_and_bad_input_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], level: str, code: int
) -> None:
    path = tmp_path / "one.toml"
    path.write_text(TOML % level)
    assert main(["scenario", str(path), "--json"]) == code
    out, err = capsys.readouterr()
    if code == 2:
        assert len(err.strip().splitlines()) == 1 and str(path) in err
    else:
        row = json.loads(out)[0]
        assert (row["id"], row["passed"], bool(row["failure"])) == ("cli.one", code == 0, code == 1)


def test_files_that_cannot_be_run_are_named_and_the_others_are_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad, empty, fails, passes = (tmp_path / name for name in ("bad.toml", "empty", "fails.toml", "passes.toml"))
    empty.mkdir()
    for file, text in {bad: TOML % '"x', fails: TOML % 4, passes: (TOML % 3).replace("one", "two")}.items():
        file.write_text(text)
    typed = ["scenario", *map(str, (bad, empty, fails, passes))]
    assert main([*typed, "--json"]) == main(typed) == 2
    out, err = capsys.readouterr()
    rows, end = json.JSONDecoder().raw_decode(out)
    assert [(r["id"], r["passed"]) for r in rows] == [("", False), ("", False), ("cli.one", False), ("cli.two", True)]
    assert err.splitlines() == 2 * [f"lab: {r['failure']}" for r in rows[:2]]
    told = out[end:].split("\n")
    assert told[1:5] == [f"BAD  {bad}", f"BAD  {empty}", "FAIL cli.one", "ok   cli.two"]
    assert told[-2] == "1 of 4 passed, 2 cannot be run"


def test_a_pile_can_be_short_or_empty() -> None:
    short = question(doors=["t-bear"], door_pile=2, treasure_pile=0, step=[{"expect": {"pile": {"door": 2}}}])
    outcome = run_scenario(short)
    assert outcome.passed, outcome.failure
    assert failure({"expect": {"pile": {"treasure": 0}}}, treasure_pile=0) == ""
    with pytest.raises(ScenarioError, match="door_pile is 0; allowed: a whole number from 1"):
        question(door_pile=0)
    assert "treasure_pile asks for" in _refusal(question(treasure_pile=999))


def _refusal(scenario: Any) -> str:
    with pytest.raises(ScenarioError) as error:
        run_scenario(scenario)
    return str(error.value)


def test_lay_and_use_tell_apart_what_play_may_mean() -> None:
    laid = {"do": "ann: lay t-potion", "now": True, "expect": {"in_play": {"ann": ["t-potion"]}}}
    assert failure({"illegal": "ann: use t-potion"}, laid) == ""
    fight = [STEP, {"illegal": "ann: lay t-potion"}, {"do": "ann: use t-potion", "expect": {"strength": [6, 4]}}]
    assert failure(*fight) == ""


def test_now_forbids_waiting_and_at_names_the_question() -> None:
    late = {"do": "ann: play t-potion on t-bear"}
    waits = {"legal": "ann: play t-potion on t-bear"}
    assert failure(STEP, waits, {**late, "at": "react"}) == ""
    assert "not legal; bob is asked" in failure(STEP, {**late, "now": True})
    assert "not legal" in failure(STEP, {**late, "at": "flee"})
    with pytest.raises(ScenarioError, match="has now; allowed: only beside do"):
        question({"until": "end-of-turn", "now": True})


def test_at_once_is_read_before_anything_follows() -> None:
    """ann is asked about nothing while the door is still to be opened: the monster comes by itself afterwards."""
    step = {**STEP, "at_once": {"monsters": [], "phase": "arrange"}, "expect": {"monsters": ["t-bear"]}}
    assert failure(step) == ""
    assert "monsters is []" in failure({**STEP, "at_once": {"monsters": ["t-bear"]}})


def test_who_was_asked_what_was_rolled_and_in_which_order_it_happened() -> None:
    """ann (3) loses to the bear (4), runs with a 5, which the rules count as an escape (4 is not enough)."""
    rolled = {"roll": [5, 5], "happened": ["roll", "escape", "fight_end"], "step_events": {"escape": 1, "level": 0}}
    run = {"do": "ann: run t-bear", "expect": {**rolled, "asked": ["ann"]}}
    lost = {"do": "ann: pass", "expect": {"question": "flee", "asked": ["bob", "seat3", "ann", "bob", "seat3"]}}
    assert "asked is" in failure(STEP, {"do": "ann: pass", "expect": {"asked": ["ann", "bob"]}}, dice=[5])
    assert failure(STEP, {"until": "ann asked"}, lost | {"expect": {"winning": False}}, run, dice=[5]) == ""
    wrong = {"do": "ann: run t-bear", "expect": {"happened": ["escape", "roll"]}}
    assert "happened is ['escape']" in failure(STEP, {"until": "ann asked"}, {"do": "ann: pass"}, wrong, dice=[5])


def test_cards_drawn_face_up_and_face_down() -> None:
    """Nobody can stop ann (7) from killing the bear (4) at her door: one Treasure, which only she has seen."""
    seats = [{"name": "ann", "level": 7}, {"name": "bob"}]
    won = {**STEP, "expect": {"drawn_down": {"ann": ["t-potion"]}, "drawn_up": {"ann": ["t-bear"], "bob": []}}}
    assert failure(won, seat=seats, treasures=["t-potion"]) == ""


def test_a_position_knows_states_rounds_and_characters() -> None:
    seats = [{"name": "ann"}, {"name": "bob", "status": ["skip_turn", "has_killed"]}]
    state = {"status": {"ann": [], "bob": ["skip_turn", "has_killed"]}}
    assert failure({"expect": state}, seat=seats, round=7) == ""
    with pytest.raises(ScenarioError, match="status.0. is 'tired'; allowed: no_helping"):
        question(seat=[{"name": "ann", "status": ["tired"]}])
    assert "character is 'nobody'; allowed: none in this deck" in _refusal(
        question(seat=[{"name": "ann", "character": "nobody"}])
    )


def test_a_character_is_in_play_before_its_player() -> None:
    named = parse_scenario(
        {
            "id": "t", "rules": ["setup.character-card"], "variant": "critical_role",
            "seat": [{"name": "ann", "character": "barrel-chested-cook"}],
            "step": [{"expect": {"in_play": {"ann": ["barrel-chested-cook"]}, "hand_count": {"ann": 0}}}],
        },
        "q.toml",
    )  # fmt: skip
    outcome = run_scenario(named)
    assert outcome.passed, outcome.failure


def test_questions_with_one_option_are_taken_where_the_file_says_so() -> None:
    """ann must run from the only monster: spoken, she is asked; taken, the die is thrown at once."""
    steps = [STEP, {"until": "ann asked"}, {"do": "ann: pass"}]
    assert failure(*steps, {"expect": {"question": "flee"}}, dice=[5]) == ""
    assert failure(*steps, {"expect": {"events": {"roll": 1}}}, dice=[5], single_options="taken") == ""


def test_real_windows_ask_only_who_holds_something_for_the_moment() -> None:
    """Bystanders may discard a Class in somebody's fight; real games do not ask them for it."""
    seats = [{"name": "ann", "level": 3}, {"name": "bob", "play": ["warrior"]}]
    step = {"legal": "bob: discard warrior"}
    assert failure(STEP, step, seat=seats) == ""
    assert "with the windows of real games: it is not legal" in failure(STEP, step, seat=seats, windows="both")
