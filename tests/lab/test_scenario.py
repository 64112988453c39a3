"""The scenario runner: what it accepts, how steps are played, what failures say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lab.cli import main
from lab.scenario import run_scenario, scenario_files
from lab.scenario_schema import ScenarioError, load_scenario, parse_scenario

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
        ({"doors": [1]}, "doors holds 1"),
        ({"players": 7}, "players is 7"),
        ({"bosses": True}, "bosses is True"),
        ({"dice": [0]}, "dice holds 0"),
        ({"step": []}, "step is missing"),
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
        ({"step": [{"expect": {"events": {"party": 1}}}]}, "expect.events names 'party'"),
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
