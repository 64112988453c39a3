"""The door of the dashboard: in comes who has the address that `lab app` printed, which holds a token, as Jupyter has.

Other users of the machine, other machines, and pages of other servers in the same browser do not know it. The token
reaches the server by its environment, which nobody else may read, and leaves the address at once: from then on the
browser shows a cookie, also when a line is taken up again. No page may be shown in a frame of another.
"""

from __future__ import annotations

import hashlib
import hmac
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, quote, urlencode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

TOKEN = "LAB_APP_TOKEN"
"""Name in the environment: whoever sets it before `lab app` chooses the token, and keeps it from start to start."""
PARAMETER = "token"
OPEN = "/_stcore/health"
"""What anybody may ask: whether the server runs."""
SAID = b"This dashboard opens by the whole address that lab app printed: it ends in ?token=..."
ALONE = [(b"x-frame-options", b"DENY"), (b"content-security-policy", b"frame-ancestors 'none'")]


class Door:
    """Lets requests through that show the token or its cookie; without a token everybody may come in.

    `ahead` are headers of the page itself.
    """

    def __init__(self, app: ASGIApp, token: str, ahead: Sequence[tuple[bytes, bytes]] = ()) -> None:
        self.app, self.token, self.ahead = app, token, ahead
        self.sign = hmac.new(token.encode(), b"card-lab", hashlib.sha256).hexdigest()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or one line that stays open."""

        async def alone(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", ()), *ALONE]
                is_page = any(key == b"content-type" and value.startswith(b"text/html") for key, value in headers)
                message = {**message, "headers": [*headers, *(self.ahead if is_page else ())]}
            await send(message)

        kind = scope["type"]
        if kind not in ("http", "websocket") or (kind == "http" and scope["path"] == OPEN):
            await self.app(scope, receive, send)
        elif kind == "websocket" and not _is_of_this_server(scope):
            await send({"type": "websocket.close", "code": 1008})
        elif self.token and kind == "http" and self._shows_token(scope):
            await self._welcome(scope, alone)
        elif not self.token or self._is_known(scope) or self._shows_token(scope):
            await self.app(scope, receive, alone)
        elif kind == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await _answer(alone, 403, [(b"content-type", b"text/plain; charset=utf-8")], SAID)

    def _is_known(self, scope: Scope) -> bool:
        try:
            shown = SimpleCookie(_header(scope, b"cookie")).get(_cookie(scope))
        except CookieError:
            return False
        return shown is not None and hmac.compare_digest(shown.value.encode(), self.sign.encode())

    def _shows_token(self, scope: Scope) -> bool:
        shown = [value for key, value in _asked(scope) if key == PARAMETER]
        return any(hmac.compare_digest(value.encode(), self.token.encode()) for value in shown)

    async def _welcome(self, scope: Scope, send: Send) -> None:
        """Give the cookie, and lead to the same address without the token."""
        rest = urlencode([(key, value) for key, value in _asked(scope) if key != PARAMETER])
        place = "/" + quote(scope["path"].lstrip("/\\")) + (f"?{rest}" if rest else "")
        cookie = f"{_cookie(scope)}={self.sign}; Path=/; HttpOnly; SameSite=Lax"
        headers = [(b"location", place.encode()), (b"set-cookie", cookie.encode())]
        more = [(b"referrer-policy", b"no-referrer"), (b"cache-control", b"no-store")]
        await _answer(send, 303, [*headers, *more], b"")


async def _answer(send: Send, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _asked(scope: Scope) -> list[tuple[str, str]]:
    return parse_qsl(scope.get("query_string", b"").decode("latin-1"), keep_blank_values=True)


def _header(scope: Scope, name: bytes) -> str:
    found: list[Any] = [value for key, value in scope["headers"] if key == name]
    return b"; ".join(found).decode("latin-1")


def _cookie(scope: Scope) -> str:
    """Name of the cookie: those of one machine are not told apart by port otherwise."""
    return f"card-lab-{(scope.get('server') or ('', 0))[1]}"


def _is_of_this_server(scope: Scope) -> bool:
    """Whether a line is opened by a page of this server, or by no page; browsers say whose it is."""
    origin = _header(scope, b"origin")
    return not origin or origin.partition("://")[2] == _header(scope, b"host")
