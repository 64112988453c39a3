"""Twenty people open the dashboard at once: every one of them is served, and sees what one alone sees.

They speak to the server as the page does, without a browser: twenty browsers would be measured and not the server.
"""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from reports.pictures import KEY
from tests.engine.positions import COMPILED

SESSIONS = 20
PATIENCE = 240.0
"""Seconds for the slowest of them, on a machine that does other things too."""


async def visit(address):
    """Open the first page; seconds until it stood, and the text of all that was drawn."""
    websockets = pytest.importorskip("websockets", reason="missing: pip install websockets (streamlit brings it)")
    from streamlit.proto.BackMsg_pb2 import BackMsg
    from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

    begun, drawn = time.monotonic(), []
    async with websockets.connect(
        f"{address.replace('http', 'ws')}/_stcore/stream?token={KEY}",
        subprotocols=["streamlit"],
        max_size=None,
        origin=address,
        ping_interval=None,
    ) as line:
        ask = BackMsg()
        ask.rerun_script.query_string = ""
        await line.send(ask.SerializeToString())
        while True:
            told = ForwardMsg()
            told.ParseFromString(await line.recv())
            if told.HasField("delta"):
                drawn.append(told.delta.new_element.html.body or told.delta.new_element.exception.message)
            if told.HasField("script_finished"):
                return time.monotonic() - begun, drawn


def apart(work):
    """What a coroutine returns, run in a thread of its own: a browser's loop may run in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


@pytest.mark.skipif(not COMPILED, reason="the engine is not compiled in this process")
def test_twenty_people_at_once_are_all_served(address, folder, capsys):
    from lab.store.store_folder import Store

    runs = Store.open(folder / "lab-store").run_ids()

    async def everybody():
        return await asyncio.wait_for(asyncio.gather(*(visit(address) for _ in range(SESSIONS))), PATIENCE)

    alone, seen = apart(visit(address))
    assert any(run in text for text in seen for run in runs)
    visits = apart(everybody())
    assert len(visits) == SESSIONS
    for _, drawn in visits:
        assert [text for text in drawn if "lab" in text] == [text for text in seen if "lab" in text]
    slowest = max(seconds for seconds, _ in visits)
    with capsys.disabled():
        print(f"\none session {alone:.1f} s; {SESSIONS} at once: slowest {slowest:.1f} s", flush=True)
