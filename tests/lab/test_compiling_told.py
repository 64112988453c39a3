"""Compiling the engine takes minutes where nothing else is to be seen: it says so, and that it goes on."""

from __future__ import annotations

import time

from lab.runs import engine_compiling


def test_it_is_said_how_long_it_takes_and_how_far_it_is(monkeypatch):
    def compiled(told):
        told(0, 100)
        time.sleep(0.1)
        told(40, 100)
        time.sleep(0.1)
        told(100, 100)
        time.sleep(0.1)

    monkeypatch.setattr("engine.loop.code_pack.is_compiled_before", lambda: False)
    monkeypatch.setattr("engine.loop.compile_ahead.compile_all", compiled)
    monkeypatch.setattr(engine_compiling, "ALIVE", 0.02)
    said: list[str] = []
    engine_compiling.compile_aloud(said.append)
    assert said[0] == engine_compiling.BEGINS and "45 seconds" in said[0]
    wanted = ["waiting for another process", "40 of 100 kernels are compiled; ", "all kernels are compiled, "]
    at = [next(n for n, one in enumerate(said) if one.startswith(start)) for start in wanted]
    assert at == sorted(at) and all(one.endswith(" s so far.") for one in said[1:])
    quiet = len(said)
    time.sleep(0.1)
    assert len(said) == quiet


def test_what_is_compiled_is_not_spoken_of(monkeypatch):
    monkeypatch.setattr("engine.loop.code_pack.is_compiled_before", lambda: True)
    engine_compiling.compile_aloud(lambda _: (_ for _ in ()).throw(AssertionError))
