"""`lab app`: how the dashboard is started, and who may open it."""

from __future__ import annotations

import asyncio
import http.client
import re
import socket
import subprocess
import sys
import time
from urllib.parse import urlsplit

import pytest

from lab import cli
from reports.desk.access_token import Door
from reports.desk.page_files import LATE, charts_file, late_files
from tests.lab.fixed_store import fixed_store


@pytest.fixture
def started(monkeypatch):
    """The servers that would have been started."""
    calls = []
    monkeypatch.setattr(subprocess, "call", lambda command, env: calls.append(command) or 0)
    return calls


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def test_a_port_that_is_taken_is_refused(started, capsys):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert cli.main(["app", "--port", str(port)]) == cli.BAD_INPUT
    said = capsys.readouterr().err
    assert said == f"lab: --port {port}: Address already in use; allowed: a free one, such as {port + 1}\n"
    assert not started


@pytest.mark.parametrize("port", ["99999", "0", "-1", "eighty"])
def test_what_is_no_port_is_refused(port, started, capsys):
    assert cli.main(["app", "--port", port]) == cli.BAD_INPUT
    assert "--port" in capsys.readouterr().err and not started


def test_a_folder_without_a_run_opens_and_says_so(started, tmp_path, capsys):
    with pytest.raises(SystemExit):
        cli.main(["app", "--store", str(tmp_path / "none"), "--port", str(free_port())])
    assert f"{tmp_path / 'none'} holds no run yet: the page Rules lab plays the first one" in capsys.readouterr().out
    assert len(started) == 1 and not (tmp_path / "none").exists()


def test_a_store_and_a_folder_of_stores_open_without_a_word(started, tmp_path, capsys):
    fixed_store(tmp_path / "stores" / "one")
    for place in (tmp_path / "stores" / "one", tmp_path / "stores"):
        with pytest.raises(SystemExit):
            cli.main(["app", "--store", str(place), "--port", str(free_port())])
    assert "holds no run" not in capsys.readouterr().out and len(started) == 2


def test_a_file_is_no_store(started, tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert cli.main(["app", "--store", str(tmp_path / "file"), "--port", str(free_port())]) == cli.BAD_INPUT
    assert str(tmp_path / "file") in capsys.readouterr().err and not started


@pytest.fixture
def called(monkeypatch):
    """The command lines of what would be started."""
    lines = []
    monkeypatch.setattr("subprocess.call", lambda line, env: lines.append(line) or 0)
    monkeypatch.setattr("reports.commands.app._check_port", lambda place, port: None)  # another test may listen there
    return lines


@pytest.mark.parametrize("more", [[], ["--address", "127.0.0.1"], ["--address", "localhost"], ["--address", "::1"]])
def test_it_listens_to_this_machine_alone(called, capsys, more):
    with pytest.raises(SystemExit, match="0"):
        cli.main(["app", *more])
    (line,) = called
    assert f"--server.address={'::1' if '::1' in more else '127.0.0.1'}" in line
    said = capsys.readouterr()
    assert (
        said.err == ""
        and ("http://[::1]:8501/?token=" if "::1" in more else "http://127.0.0.1:8501/?token=") in said.out
    )


def test_everybody_may_look_if_one_asks_for_it_and_is_warned(called, capsys):
    with pytest.raises(SystemExit, match="0"):
        cli.main(["app", "--address", "0.0.0.0", "--store", "mine"])
    assert "--server.address=0.0.0.0" in called[0]
    said = capsys.readouterr().err
    assert said.startswith("warning: everybody who reaches 0.0.0.0 port 8501 and has the address below may read mine")
    assert "play games into it" in said and said.count("\n") == 1


def test_nothing_is_told_to_the_makers_of_the_server(called):
    with pytest.raises(SystemExit):
        cli.main(["app"])
    assert "--browser.gatherUsageStats=false" in called[0]


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
