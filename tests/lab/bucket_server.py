"""A server on this machine that speaks S3: it can keep whoever sends waiting, and go away at once."""

from __future__ import annotations

import threading
from urllib.parse import unquote

PATIENCE = 60
"""Seconds after which what waits is let go, whatever has become of the test."""


class BucketServer:
    """Buckets that all servers of this process share, at an address of its own."""

    def __init__(self) -> None:
        from moto.moto_server.werkzeug_app import DomainDispatcherApplication, MotoRequestHandler, create_backend_app
        from werkzeug.serving import make_server

        self._buckets = DomainDispatcherApplication(create_backend_app)
        self._counting, self._gone = threading.Lock(), threading.Event()
        self._left: float = float("inf")
        self._http = make_server("127.0.0.1", 0, self._answer, threaded=True, request_handler=MotoRequestHandler)
        threading.Thread(target=self._http.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self._http.server_address[1]}"

    def take(self, markers: float = float("inf")) -> None:
        """Take so many markers of shards from now on; the next ones wait, and are never taken."""
        with self._counting:
            self._gone.set()
            self._gone, self._left = threading.Event(), markers

    def stop(self) -> None:
        """Go away: what waits is cut off, and nobody can connect any more."""
        self._http.shutdown()
        self._http.server_close()  # else whoever comes would wait for an answer
        self.take()

    def _answer(self, environ, start_response):
        if environ["REQUEST_METHOD"] == "PUT" and "/shard/" in unquote(environ["PATH_INFO"]):
            with self._counting:
                gone, is_taken = self._gone, self._left > 0
                self._left -= is_taken
            if not is_taken:
                gone.wait(PATIENCE)
                raise ConnectionAbortedError("cut off")
        return self._buckets(environ, start_response)
