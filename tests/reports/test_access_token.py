"""The dashboard opens for whoever has the address that `lab app` printed, and for nobody else."""

from __future__ import annotations

import asyncio
import http.client
import re
import subprocess
import sys
import time
from urllib.parse import urlsplit

import pytest

from reports.desk.access_token import Door
from reports.desk.page_files import LATE, charts_file, late_files
from tests.reports.test_app_command import free_port

TOKEN = "right"


def asked(path="/", kind="http", token=TOKEN, **headers):
    """What the door answers to a request (status, headers), or 'in' if it lets it through."""
    said = []

    async def inside(scope, receive, send):
        said.append("in")
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message):
        said.append(message)

    path, _, query = path.partition("?")
    scope = {
        "type": kind, "path": path, "query_string": query.encode(), "server": ("127.0.0.1", 8501),
        "headers": [(b"host", b"127.0.0.1:8501"), *((k.encode(), v.encode()) for k, v in headers.items())],
    }  # fmt: skip
    asyncio.run(Door(inside, token)(scope, None, send))
    if said[0] == "in":
        return "in", said[1]
    return said[0].get("status", said[0]["type"]), said[0]


def cookie():
    _, answer = asked("/?token=right")
    return dict(answer["headers"])[b"set-cookie"].decode().partition(";")[0]


def test_the_token_is_exchanged_for_a_cookie_and_leaves_the_address():
    status, answer = asked("/cards?arm=a%2Bb&token=right&kind=")
    headers = dict(answer["headers"])
    assert status == 303 and headers[b"location"] == b"/cards?arm=a%2Bb&kind="
    assert b"HttpOnly" in headers[b"set-cookie"] and b"right" not in headers[b"set-cookie"]
    assert dict(asked("//elsewhere.org?token=right")[1]["headers"])[b"location"] == b"/elsewhere.org"
    assert asked("/cards", cookie=f"other=1; {cookie()}")[0] == "in"
    assert asked("/_stcore/stream", "websocket", cookie=cookie())[0] == "in"


@pytest.mark.parametrize(
    "path", ["/", "/replay?other=x", "/?token=", "/?token=wrong", "/static/js/index.js", "/_stcore/host-config"]
)
@pytest.mark.parametrize(
    "shown", ["", "card-lab-8501=", "card-lab-8501=right", "card-lab-8502={sign}", "a=b;;=", "\xff"]
)
def test_whoever_has_neither_is_told_how_to_come_in(path, shown):
    own = cookie().partition("=")[2]
    assert asked(path, cookie=shown.format(sign=own))[0] == 403
    assert asked(path, "websocket", cookie=shown.format(sign=own))[0] == "websocket.close"


def test_a_page_of_another_server_opens_no_line_even_with_the_cookie():
    same, other = "http://127.0.0.1:8501", "http://127.0.0.1:9999"
    assert asked("/_stcore/stream", "websocket", cookie=cookie(), origin=same)[0] == "in"
    assert asked("/_stcore/stream", "websocket", cookie=cookie(), origin=other)[0] == "websocket.close"
    assert asked("/_stcore/stream", "websocket", token="", origin=other)[0] == "websocket.close"
    assert (b"x-frame-options", b"DENY") in asked("/", cookie=cookie())[1]["headers"]


def test_anybody_may_ask_whether_it_runs_and_come_in_where_there_is_no_token():
    assert asked("/_stcore/health")[0] == "in" and asked("/", token="")[0] == "in"


def test_what_lab_app_starts_has_this_door(tmp_path):
    words = [sys.executable, "-m", "lab.cli", "app", "--store", str(tmp_path / "none"), "--port", str(free_port())]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            address = urlsplit(re.search(r"http://\S+", "".join(process.stdout.readline() for _ in range(2)))[0])
            get = _getter(address.netloc)
            assert get("/_stcore/health")[0] == 200
            assert get("/")[0] == get("/static/x.js")[0] == 403
            status, headers = get(f"/?{address.query}")
            assert status == 303
            status, headers = get("/", Cookie=headers["set-cookie"].partition(";")[0])
            assert status == 200 and headers["x-frame-options"] == "DENY"
            assert charts_file() in headers["link"] and len(late_files()) > len(LATE)  # they are what they are called
        finally:
            process.terminate()


def _getter(place):
    def get(path, **headers):
        for _ in range(300):
            line = http.client.HTTPConnection(place, timeout=10)
            try:
                line.request("GET", path, headers=headers)
                answer = line.getresponse()
                return answer.status, dict((k.lower(), v) for k, v in answer.getheaders())
            except OSError:
                time.sleep(0.1)
            finally:
                line.close()
        raise TimeoutError(place)

    return get
