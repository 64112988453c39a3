"""Files of a store, damaged thousands of times: what is read is what was stored, or a sentence names the file.

The same seeds every time; `LAB_FUZZ=10` tries ten times as many, other ones each time. The summary stands in the log.
Whoever reads a table of facts refuses other bytes of it, whatever they say, and whoever reads other tables answers as
before. A marker that somebody wrote anew with the right checksum of itself may be seen by `lab store check` and `lab
run` alone, and is counted as such.
"""

from __future__ import annotations

import json
import random
import re
import time
from collections import Counter

import pytest

from tests.bad_input.memory import in_memory
from tests.bad_input.stores import (
    READS,
    SPECS,
    USES,
    Harm,
    Said,
    contents,
    harm,
    kind_of,
    restore,
    resumed,
    said,
    small_store,
)
from tests.bad_input.test_bad_input import PATIENCE, SEED, TIMES
from tests.engine.watch import ends_in_time
from tests.lab.fakes import fake_arms

TRIES = 1200
LONGEST = 300
"""Characters of a sentence, the folder of the store left out."""
RESUMED = 8
"""One in so many damaged stores is played on in."""
OFTEN = ("runs",) * 4 + ("metrics",) * 4 + ("query", "export", "events", "cards")
"""Commands that read, the quick ones more often."""


@pytest.fixture
def store(tmp_path, monkeypatch):
    """A small store, all its files, and what every command says of it."""
    monkeypatch.setattr("lab.runs.arms.open_arms", lambda one, *_: fake_arms(one))
    path = tmp_path / "store"
    small_store(path)
    files = contents(path)
    told = {name: said(path, *words) for name, words in READS.items()}
    assert [one.code for one in told.values()] == [0] * len(told), told
    restore(path, files)
    assert contents(path) == files
    return path, files, told


def wrong_sentence(sentence: str, path, done: Harm) -> str:
    """What is wrong with what was said of damage; empty if nothing is."""
    plain = sentence.removeprefix("lab: ").strip().replace(str(path), "STORE")
    if "\n" in plain or not plain.isprintable():
        return f"is not one line: {plain[:300]!r}"
    if len(plain) > LONGEST:
        return f"has {len(plain)} characters: {plain[:400]}"
    return "" if "STORE" in plain or names_one(plain, done) else f"names no file: {plain}"


def names_one(said_: str, done: Harm) -> bool:
    """Whether one of the damaged files is named, or what is made of it: `.schema` is what `lab.duckdb` reads."""
    door = any(name.startswith(".schema") for name in done.files) and "lab.duckdb" in said_
    runs = ("/".join(name.split("/")[:2]) for name in done.files if name.startswith("runs/"))
    return door or any(name in said_ for name in (*runs, *(name.rpartition("/")[2] for name in done.files)))


def check_fault(out: str, path, done: Harm) -> str:
    """What is wrong with what the check found."""
    lines = [line.strip().replace(str(path), "STORE") for line in out.splitlines()]
    if long := next((line for line in lines if len(line) > LONGEST or not line.isprintable()), ""):
        return f"says {long[:400]!r}"
    return "" if names_one(out, done) else f"names no file of these: {out[:300]}"


def says_the_same(name: str, one: bytes, other: bytes | None) -> bool:
    """Whether a marker is only written otherwise: what nobody misses is not mended."""
    return name.endswith(".json") and other is not None and json.loads(one) == json.loads(other)


def to_nine_digits(out: str) -> str:
    """An output without the last digits of its numbers: sums over threads differ there, from one export to the next."""
    return re.sub(r"-?\d+\.\d{6,}(e-?\d+)?", lambda found: f"{float(found.group()):.9g}", out)


class Judge:
    """Tries one damaged store after the other and counts what came of it."""

    def __init__(self, path, files, told) -> None:
        self.path, self.files, self.told = path, files, told
        self.counted: Counter[str] = Counter()
        self.wrong: list[tuple[Harm, str, str]] = []

    def look(self, luck: random.Random, number: int) -> None:
        """Damage the store, use it, put it back."""
        restore(self.path, self.files)
        done, began = harm(luck, self.path, self.files), time.monotonic()
        name = luck.choice(OFTEN)
        found = {name: said(self.path, *READS[name])}
        if number % 8 == 0 or found[name].code == 0:
            found["check"] = said(self.path, *READS["check"])
        faults = [fault for n, one in found.items() if (fault := self.fault_of(n, one, found.get("check", one), done))]
        if number % RESUMED == 0:
            faults += [fault for fault in (self.resume_fault(done),) if fault]
        if time.monotonic() - began > PATIENCE:
            self.counted["hang"] += 1
        for fault in faults:
            self.wrong.append((done, fault[0], fault[1]))
        self.counted["traceback"] += any(fault[0] == "traceback" for fault in faults)
        self.counted["refused" if any(one.code for one in found.values()) else "accepted"] += 1

    def fault_of(self, name: str, one: Said, check: Said, done: Harm) -> tuple[str, str] | None:
        """What is wrong with what a command did."""
        if one.traceback or "Traceback" in one.err:
            return "traceback", f"{name}: {one.traceback or one.err[-300:]}"
        if one.code == 2:
            bad = wrong_sentence(one.err, self.path, done)
            return ("sentence", f"{name} {bad}") if bad else None
        if name == "check" and one.code == 1:
            bad = check_fault(one.out, self.path, done)
            return ("sentence", f"check {bad}") if bad else None
        if name == "runs" and one.code == 1:
            bad = self.diary_fault(one.out, done)
            return ("sentence", f"runs {bad}") if bad else None
        if one.code == 0 and (read := self.read_unseen(name, done)):
            return "unseen", f"{name} read {read}"
        if one.code == 0 and to_nine_digits(one.out) == to_nine_digits(self.told[name].out):
            return None
        if one.code == 0 and check.code and done.what == "resealed":
            self.counted["seen by the check alone"] += 1
            return None
        return "other numbers", f"{name} said {one.out[:200]!r} (code {one.code}), the check {check.code}"

    def diary_fault(self, out: str, done: Harm) -> str:
        """What is wrong with a diary that has damaged runs: these are named, and the others are as they were."""
        rows, before = json.loads(out), json.loads(self.told["runs"].out)
        damaged = {row["run_id"]: row["answer"] for row in rows if row["status"] == "damaged"}
        whole = [row for row in rows if row["run_id"] not in damaged]
        faults = [wrong_sentence(answer, self.path, done) for answer in damaged.values()]
        is_told = damaged and all(row in before for row in whole) and len(whole) + len(damaged) >= len(before)
        return next(filter(None, faults), "") if is_told else f"says {out[:300]}"

    def read_unseen(self, name: str, done: Harm) -> list[str]:
        """Damaged files of tables that a command reads."""
        facts = [file for file in done.files if kind_of(file) in USES.get(name, ())]
        return [file for file in facts if (self.path / file).read_bytes() != self.files[file]]

    def resume_fault(self, done: Harm) -> tuple[str, str] | None:
        """What is wrong with the store after its runs were played again."""
        try:
            sentence = resumed(self.path)
        except BaseException as error:
            return "traceback", f"resume: {type(error).__name__}: {str(error)[:300]}"
        if sentence:
            self.counted["not resumed"] += 1
            bad = wrong_sentence(sentence, self.path, done)
            return ("sentence", f"resume {bad}") if bad else None
        self.counted["resumed"] += 1
        now = contents(self.path)
        lost = {f"runs/{name.split('/')[1]}/run/" for name in done.files if "/run/" in name}
        other = [
            name for name, data in self.files.items()
            if name.startswith("runs/") and kind_of(name) != "results" and now.get(name) != data
            and not name.startswith(tuple(lost)) and not says_the_same(name, data, now.get(name))
        ]  # fmt: skip
        return ("other bytes", f"after a resume: {other[:3]}") if other else None


def test_no_damaged_file_of_a_store_is_a_traceback_a_hang_or_another_number(store, share, record_property):
    judge, luck = Judge(*store), random.Random(f"{SEED} stores")
    began = time.process_time()
    with ends_in_time(1200), in_memory():
        for number in range(int(TRIES * TIMES * share)):
            judge.look(luck, number)
    counted = judge.counted
    tried = counted["accepted"] + counted["refused"]
    record_property(
        "bad input",
        f"files of a store: {tried:,} tried, {counted['accepted']:,} accepted, {counted['refused']:,} refused, "
        f"{counted['traceback']:,} traceback, {counted['hang']:,} hang; {counted['seen by the check alone']:,} markers "
        f"written anew and seen by the check alone; {counted['resumed']:,} played on to equal bytes, "
        f"{counted['not resumed']:,} refused to ({time.process_time() - began:.0f} s)",
    )
    kinds = Counter((fault, said_[:90]) for _, fault, said_ in judge.wrong)
    assert not judge.wrong, f"{len(judge.wrong)}, the first: {judge.wrong[0]}, kinds: {kinds.most_common(12)}"
    assert not counted["hang"] and counted["refused"] > tried // 2


def test_the_sound_store_is_found_whole_and_nothing_of_it_is_played_again(store):
    path, files, _ = store
    assert resumed(path) == "" and len(SPECS) == 2
    assert {n: d for n, d in contents(path).items() if n.startswith("runs/")} == {
        n: d for n, d in files.items() if n.startswith("runs/")
    }
