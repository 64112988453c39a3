"""Wrong command lines of every command: exit code 2, one sentence that names what is wrong, nothing written."""

from __future__ import annotations

import shlex

import pytest

from lab import cli
from tests.lab.command_lines import refused
from tests.lab.fixed_store import fixed_store
from tests.lab.snapshot_commands import called, command_of, every_command

WRONG = {
    "agents": [
        ("--agents balanced", "two or more different players"), ("--agents novice --against shark", "shark"),
        ("--agents novice --against novice", "agents is novice"), ("--seats 9", "seats is 9"),
        ("--agents balanced,shark", "unknown agent 'shark'"), ("--games many", "many"), ("--variant nope", "nope"),
        ("--agents none.toml:shy,balanced", "none.toml"), ("--deck ./nowhere", "nowhere: key 'deck'"),
        ("--csv --json", "--json and --csv are given together"),
    ],
    "agents check": [("shark", "unknown agent 'shark'"), ("--games few", "few"), ("balanced --only zzz", "zzz")],
    "agents exploit": [
        ("shark", "unknown agent 'shark'"), ("random", "chooses at random"), ("balanced --only zzz", "zzz"),
    ],
    "agents fit": [
        ("nowhere.csv", "nowhere.csv"), ("wrong.txt --out group.txt", "allowed: a .toml file"), ("", "PLAYS"),
        ("wrong.txt --seats 9", "9 is not in the range"), ("wrong.txt --variant nope", "nope"),
        ("wrong.txt --draws 5", "5 is not in the range"),
    ],
    "agents learn": [
        ("shark", "key 'deck' is 'shark'"), ("base", "there is such a file"), ("base --to row.txt", "a .csv file"),
        ("base --games 5", "5 is not in the range"), ("base --to x.csv --variant nope", "nope"),
        ("base --to nowhere/x.csv", "a folder that exists"),
    ],
    "agents list": [("shark", "unknown agent 'shark'"), ("none.toml:shy", "none.toml"), ("balanced --top 3", "--top")],
    "agents robust": [("--games few", "few"), ("--variant nope", "nope"), ("--games 1", "1")],
    "agents tune": [
        ("random", "chooses at random"), ("pack.module:Agent", "outside agent"),
        ("balanced --only greed", "unknown weight 'greed'"), ("balanced --to row.txt", "allowed: a .toml file"),
        ("balanced --to nowhere/row.toml", "a folder that exists"), ("balanced --rounds 0", "0"),
        ("balanced --name 'Big One' --to row.toml", "the new persona's name is 'Big One'"),
        ("balanced --against shark", "unknown agent 'shark'"),
        ("balanced --against pack.module:Agent", "outside agent"),
        ("balanced --against novice --goal realism", "allowed: with --goal win"),
        ("balanced --seats 9", "9 is not in the range 2<=x<=8"),
        ("shark", "unknown agent 'shark'"), ("balanced --rounds many", "many"), ("none.toml:shy", "none.toml"),
        ("balanced --only luck", "luck"), ("balanced --goal fame", "fame"), ("", "NAME"),
    ],
    "app": [("--address everybody", "'everybody'"), ("--port 99999", "99999"), ("now", "now")],
    "bench": [
        ("--against nope", "nope"), ("--games many", "many"), ("--deck nope", "nope"), ("--seats 9", "9"),
    ],
    "card": [
        ("curse", "the name or id of one card, such as curse-change-class"), ("cleric --deck nowhere", "nowhere"),
        ("cleric --json --csv", "one of them"),
        ("nobody", "card is 'nobody'"), ("hoard --variant nope", "nope"), ("hoard --forks many", "many"), ("", "NAME"),
        ("hoard --pairs -1", "-1"), ("hoard --table luck", "luck"),
        ("hoard --table fates --pairs 0", "--pairs 0"), ("hoard --store wrong.txt", "wrong.txt"),
    ],
    "chances": [("--store nowhere", "nowhere"), ("--run 5ca", "lab-store"), ("--show fate", "fate")],
    "cards": [
        ("--store nowhere", "nowhere"), ("--top many", "many"), ("--run 5ca", "lab-store"), ("hen", "hen"),
        ("--by stolen", "stolen"),
        ("--versus base --store nowhere", "nowhere"), ("--versus", "--versus"),
        ("--pairs --kind monster", "--kind beside --pairs; allowed: --arm"), ("--pairs --run 5ca", "lab-store"),
    ],
    "check": [("--quick", "--quick"), ("now", "now"), ("--full=maybe", "--full")],
    "compare": [
        ("--run x --cluster local:2", "--cluster has no use beside --run"),
        ("--run x --games 5 --set hand_limit=3", "--set, --games have no use beside --run"),
        ("nope base", "nope"), ("base base+faster --games many", "many"), ("--run 5ca", "5ca"),
        ("base", "only base to compare; allowed: two or more variants, decks"),
        ("base base+faster --whoever-plays --json", "--whoever-plays beside --json or --csv; allowed: one of them"),
        ("base base+faster --whoever-plays --agents random", "these players have no weights"),
        ("base base+faster --whoever-plays --three-tables", "--whoever-plays with several tables"),
        ("base faster --primary 'games decided early'", "primary measure: games decided early are counted by lab"),
        ("base faster --on-each", "--on-each has nothing to lay on each variant"),
        ("base --change large-angry-chicken.level=2", "base plays large-angry-chicken.level=2 already: that is"),
        ("base --set victory.level=10 --csv --json", "--json and --csv are given together"),
        ("base --set victory.level", "--set is 'victory.level'; allowed: SWITCH=VALUE"),
        ("base --set victory.level=999", "victory.level = 999 is not allowed; allowed: a whole number from"),
        ("base --change large-angry-chicken.levle=3", "levle"), ("base base+./nothing.toml", "nothing.toml"),
        ("base base+faster --three-tables --agents random", "--three-tables beside --agents; allowed: one of"),
        ("base base+faster --until turns", "--until is 'turns'; allowed: MEASURE ±X"),
        ("base base+faster --until 'turns ±1' --primary rounds", "--until beside --primary; allowed: one of"),
        ("--three-tables --run 12ab", "--three-tables beside --run; allowed: one of them"),
        ("base base+faster --primary length", "no measure 'length'"),
        ("base cthulhu --run 12ab", "base beside --run 12ab; allowed: one of them"),
        ("base base+faster --store wrong.txt", "wrong.txt"), ("base --deck ./nowhere --deck base", "nowhere"),
        ("base --set luck=1", "luck"), ("base --seats 3,x", "--seats is 'x'"),
        ("base --change no-card.level=3", "no-card"), ("base base+faster --cluster here", "--cluster is 'here'"),
    ],
    "decks": [("nope", "nope"), ("--top 3", "--top"), ("--json --csv", "--json and --csv")],
    "decks check": [
        ("", "--all"), ("none.csv", "none.csv: there is no such file"),
        ("cards.csv --with base --play", "check an add-on, --play and --all play decks"),
        ("base+cards.csv --play", "check an add-on, --play and --all play decks"),
        ("nowhere", "nowhere"), ("wrong.txt", "wrong.txt"), ("", "FILES"), ("--all --games x", "'x'")],
    "decks diff": [
        ("base ./nowhere", "nowhere: key 'deck': there is no such file"), ("base base+", "nothing on one side of a +"),
        ("base", "OTHER"), ("base nope", "nope"), ("base wrong.txt", "wrong.txt")],
    "decks export": [
        ("base+./nowhere --to x.csv", "there is no such file"),
        ("base", "--to"), ("nope --to x.csv", "nope"), ("./nowhere --to x.csv", "nowhere"),
        ("base --to wrong.txt", "wrong.txt"), ("base --to nowhere/x.csv", "nowhere"),
        ("base --to base.ods", "ending in .csv or .xlsx"),
    ],
    "decks import": [
        ("none.csv --to x", "none.csv: there is no such file; allowed: a spreadsheet"),
        ("cards.csv --to cards.csv", "this is not an empty folder"),
        ("nowhere.csv --to x", "nowhere.csv"), ("wrong.txt --to x", "wrong.txt"), ("wrong.txt", "--to"),
        ("cards.csv --to x --map Lvl", "--map is 'Lvl'; allowed: HEADER=KEY"), ("cards.csv --to x --with nope", "nope"),
        ("cards.csv --to x --sheet Doors", "--sheet is 'Doors'; allowed: none"),
    ],
    "decks new": [("Mine", "--to"), ("' ' --to x", "NAME"), ("Mine --to wrong.txt", "wrong.txt"), ("--to x", "NAME"),
                  ("Mine --to x --xlsx y.xlsx", "allowed: one of --to FOLDER and --xlsx"),
                  ("Mine --xlsx y.ods", "y.ods")],
    "decks show": [
        ("base 'angry chiken'", "Large Angry Chicken"), ("base zzzzzz", "`lab decks show base` lists them"),
        ("bass", "key 'deck' is 'bass'; did you mean base? allowed"), ("base++cards.csv", "nothing on one side of a +"),
        ("base+nowhere.csv", "lab: nowhere.csv: key 'deck': there is no such file; allowed: base"),
        ("base+bass", "key 'deck' is 'bass'; did you mean base? allowed: base"),
        ("base+base", "'base+base', which names 'base' twice; allowed: each deck once"),
        ("nope", "nope"), ("base zzz", "zzz"), ("./nowhere", "nowhere"), ("base --kind trap", "trap")],
    "demo": [("--games many", "many"), ("--seats 9", "9"), ("--store wrong.txt", "wrong.txt"), ("--workers -1", "-1")],
    "export": [
        ("--to x --store nowhere", "nowhere"), ("", "--to"), ("--to x --run 5ca", "lab-store"),
        ("--to wrong.txt --store wrong.txt", "wrong.txt"),
    ],
    "games": [
        ("--longest --store nowhere", "nowhere"), ("--longest --top x", "'x'"),
        ("--longest --closest", "closest"),
    ],
    "help": [
        ("compair", "did you mean compare?"), ("win credits of", "nothing is known of"),
        ("zzz", "allowed: the name of a command"),
    ],
    "metrics": [
        ("sharks", "sharks"), ("endings --store nowhere", "nowhere"), ("endings --run 5ca", "lab-store"),
        ("health endings", "health is given with endings"), ("health --store nowhere", "nowhere"),
        ("endings --coverage 1", "--coverage is given with endings"), ("health --coverage 0", "0 is not in the range"),
        ("all endings", "all is given with endings"), ("all --csv", "--csv"), ("all --store nowhere", "nowhere"),
    ],
    "opcodes": [("steel", "steel"), ("a b", "b"), ("--csv", "--csv")],
    "pack": [("--to x.duckdb --store nowhere", "nowhere"), ("", "--to"),
             ("--to x.duckdb --run", "--run"), ("--to . --store nowhere", "'.'")],
    "play": [
        ("--seat -1", "-1"), ("--seats 9", "seats is 9"),
        ("--variant chess", "chess"),
        ("--seat 4", "seat is 4"), ("--agents shark", "shark"), ("--deck ./nowhere", "nowhere"),
        ("--seed x", "x"),
    ],
    "power": [
        ("'turns 1' base base+faster", "the question is 'turns 1'"), ("'turns ±1' base", "only base"), ("", "QUESTION"),
        ("'luck ±1' base base+faster", "no measure 'luck'"), ("'turns ±1' base nope", "nope"),
    ],
    "query": [("", "SQL"), ("longest-game", "did you mean longest-games?"), ("endings --list", "beside --list"),
        ("'SELECT 1' --store nowhere", "nowhere"), ("'SELECT 1' --csv --json", "--json")],
    "replay": [
        ("--deck base --seats 1", "seats is 1"),
        ("--run 5ca", "5ca"), ("--variant nope", "nope"), ("--game x", "'x'"), ("--deck ./nowhere", "nowhere"),
        ("--agents shark", "shark"), ("--seats 9", "9"), ("--set luck=1", "luck"),
        ("--set hand_limit=6,7", "hand_limit"), ("--change nobody.level=3", "nobody"),
        ("--arm base", "--arm is 'base' without --run"), ("--store x --game 3", "--store is given without --run"),
    ],
    "verdict": [("--to x.doc", "allowed: a file that ends in .html, .pdf, .png, .txt"), ("--store nowhere", "nowhere"),
                ("--primary luck", "no measure 'luck'"),
                ("--paper post --to x.html", "allowed: with --to FILE.pdf or .png"),
                ("--paper a5 --to x.pdf", "'a4', 'letter', 'post'")],
    "report": [("--to x.html --store nowhere", "nowhere"), ("", "--to"), ("--to x.html --run 5ca", "lab-store")],
    "rules": [
        ("cultist", "cultist.locked, cultist.own-discard"), ("cultist", "lab rules --area cultist"),
        ("--only hand", "--only is given without --mutate"),
        ("--mutate boss.need-three", "--mutate is given with a choice of rules"),
        ("no.rule", "no.rule"),
        ("hand_limt", "hand_limit"), ("--area nope", "nope"), ("--only x", "--only"), ("--mutate --only zzz", "zzz")],
    "run": [
        ("--variant base --seats 6-3", "allowed: from few to many, as 3-6"), ("--variant base --games 1,00", "1,00"),
        ("nowhere.toml", "nowhere.toml"), ("--variant base --games many", "many"), ("--variant nope", "nope"),
        ("wrong.txt", "wrong.txt"), ("--variant base --agents shark", "shark"), ("--variant ./no.toml", "no.toml"),
        ("--variant base --store wrong.txt", "wrong.txt"), ("--variant base --set hand_limit", "hand_limit"),
        ("--variant base --cluster local:0", "--cluster is 'local:0'"), ("", "--variant"),
        ("--variant base --seats 9", "seats is 9"), ("--variant base --seats 1", "seats is 1"),
        ("--variant base --games 0", "games"), ("--variant base --events some", "some"),
        ("--variant base --workers -1", "-1"),
        ("--variant base --events none --exposure few", "exposure is 'few'"),
        ("--variant base --exposure sample:9", "exposure is 'sample:9', but events is 'all'"),
    ],
    "runs": [("--store nowhere", "nowhere"), ("--store wrong.txt", "wrong.txt"), ("now", "now")],
    "scenario": [("nowhere.toml", "nowhere.toml"), ("", "FILES"), ("wrong.txt", "wrong.txt")],
    "schema": [("sharks", "sharks"), ("--csv --json", "--json"), ("--top 3", "--top")],
    "store check": [("--store nowhere", "nowhere"), ("--store wrong.txt", "wrong.txt"), ("--run", "--run")],
    "store mend": [("--store nowhere", "nowhere"), ("--workers many", "many"), ("now", "now")],
    "try": [
        ("'" + "Whenever you lose a combat, draw a Treasure. " * 90 + "'", "allowed: up to 4,000"),
        ("'Every monster dances.'", "'Every monster dances' is not understood"), ("'Draw a Treasure.'", "say when"),
        ("'If you die, lose a Level.' --keep x.txt", "x.txt"), ("'Players win at Level 8.' --deck nope", "is 'nope'"),
        ("", "RULE"), ("fastr", "did you mean faster?"), ("'Draw \"1\"'", "words in quotes"),
        ("faster --keep x.toml", "a sentence"),
    ],
    "words": [("x --kind nope", "nope"), ("nowhere.csv", "nowhere.csv"), ("", "TEXT")],
    "balance": [
        ("base", "--wish"), ("base --wish nowhere.toml", "nowhere.toml"),
        ("base --wish wrong.txt", "wrong.txt"), ("base --wish x.toml --to x.txt", "--to is x.txt"),
    ],
    "best": [
        ("base base+faster", "--target"), ("base --target 'fewest turns'", "only base to compare"),
        ("base base+faster --target turns", "--target is 'turns'"), ("base nope --target 'fewest turns'", "nope"),
        ("base base+faster --target 'fewest luck'", "no measure 'luck'"),
        ("base base+faster --target 'fewest turns' --seats 3,4", "who plays"),
        ("base base+faster --target oh:hoard=0", "a measure of games"), ("--csv --json --target x", "--json"),
    ],
    "screen": [
        ("base --set hand_limit=7", "1 change to screen"), ("base --set hand_limit=3,4,7 --rule faster", "3 values"),
        ("base --rule faster --set luck=1", "'luck'"), ("nope --rule faster --set hand_limit=7", "nope"),
        ("base --rule faster --set hand_limit=7 --seats 3,4", "--seats has 2 values"), ("--csv --json", "--json"),
        ("base --rule faster --set hand_limit=7 --primary luck", "no measure 'luck'"),
        ("base --rule faster --may hand_limit=9-3", "--may hand_limit is '9-3'"),
        ("base --rule faster --may luck=3-9", "--may is 'luck=3-9'"),
        ("base --rule faster --may hand_limit=4-6", "3 values or more beside the present 5"),
        ("base --set hand_limit=7 --may hand_limit=3-8", "--may hand_limit is given twice"),
    ],
    "tune": [
        ("base --target turns=60", "0 numbers to tune"), ("base --switch luck --target turns=60", "--switch is 'luck'"),
        ("base --switch hand_limit --target turns", "--target is 'turns'"), ("base --switch hand_limit", "--target"),
        ("base --switch hand_limit --target luck=1", "no measure 'luck'"),
        ("base --switch hand_limit --target oh=0", "of which card?"),
        ("base --change no-card.level --target turns=60", "'no-card' is no card"),
        ("base --change hoard.name --target turns=60", "'name' is no number of a card"),
        ("base --switch hand_limit --target turns=60 --range 9-1", "--range is '9-1'"),
    ],
    "variants": [("nope", "nope"), ("--top 3", "--top"), ("--csv --json", "--json and --csv")],
    "variants check": [("nowhere.toml", "nowhere.toml"), ("", "FILES"), ("wrong.txt", "wrong.txt")],
    "variants new": [("wrong.txt/x", "wrong.txt"), ("", "PATH"), ("a b", "b")],
    "variants show": [("nope", "nope"), ("base --against nope", "nope"), ("./no.toml", "no.toml"), ("", "VARIANT")],
    "verify": [
        ("", "neither a file nor a store"), ("nowhere.csv", "nowhere.csv"), ("cards.csv", "provenance.toml"),
        ("--store nowhere", "nowhere"), ("cards.csv --store nowhere", "a file and a store"),
        ("cards.csv --run 5ca", "--run"), ("cards.csv --games few", "few"),
        ("5ca1ab1e0001-0123", "has 4 digits behind its -; allowed: 32"),
    ],
}  # fmt: skip
"""Command -> what is typed behind it in a folder without a store, and a part of what must be said."""

LINES = [(f"{command} {rest}".strip(), part) for command, wrong in WRONG.items() for rest, part in wrong]
TEXT = "this is neither cards nor a spec nor a store [[["
CARDS = "name,kind,level,treasures\nImp,monster,1,1\n"


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder with a file that is nothing, and a spreadsheet of one card."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wrong.txt").write_text(TEXT)
    (tmp_path / "cards.csv").write_text(CARDS)
    return tmp_path


@pytest.mark.parametrize(("line", "part"), LINES, ids=[line for line, _ in LINES])
def test_a_wrong_line_is_one_sentence_and_writes_nothing(line, part, here, capsys, monkeypatch):
    def never(*_args, **_options):
        pytest.fail("something was started")

    for place in ("subprocess.call", "engine.loop.compile_ahead.compile_all", "lab.speed.player"):
        monkeypatch.setattr(place, never)
    assert cli.main(shlex.split(line)) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("lab: ") and len(said.err.splitlines()) == 1 and part in said.err, said.err
    assert len(said.err) < 1500
    found = {path.name: path.read_text() for path in here.iterdir()}
    assert found == {"wrong.txt": TEXT, "cards.csv": CARDS}


def test_every_command_is_tried_with_three_wrong_lines():
    alone = {
        path
        for path in every_command()
        if path and (not hasattr(c := command_of(path), "commands") or c.invoke_without_command)
    }
    assert {called(command.split()) for command in WRONG} == alone
    assert all(len(wrong) >= 3 for wrong in WRONG.values())


@pytest.mark.parametrize(
    "line",
    ["pack --store {store} --to {to}", "report --store {store} --to {to}",
     "verdict --run 5ca --store {store} --to {to}.html", "verdict --run 5ca --store {store} --to {to}.png",
     "export --store {store} --to {to}",
     "decks new Mine --to {to}", "decks export base --to {to}.csv", "decks import cards.csv --to {to}"],
)  # fmt: skip
def test_a_place_that_cannot_be_written_is_named(line, here, capsys, tmp_path_factory):
    store = tmp_path_factory.mktemp("wrong") / "store"
    fixed_store(store)
    to = here / "wrong.txt" / "x"  # a file is no folder: not even the first user of a machine may write in it
    said = refused(capsys, shlex.split(line.format(store=store, to=to)))
    assert len(said.splitlines()) == 1 and str(to) in said and ".part" not in said and "/.lab-" not in said, said
    assert (here / "wrong.txt").read_text() == TEXT
    assert {p.name for p in here.iterdir()} == {"cards.csv", "wrong.txt"}
