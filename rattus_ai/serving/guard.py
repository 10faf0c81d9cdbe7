"""Who may ask: requests that a web page or a false name brings here are refused.

A service on the loopback address can be reached by every page that the user of the machine visits, with a
form, a WebSocket (which knows no same-origin rule), or a name that is made to point to 127.0.0.1 (DNS
rebinding). So the name in `Host` must be one of this service, and an `Origin` must be the service itself or
one that was allowed.
"""

from __future__ import annotations

from collections.abc import Sequence

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
ANY = "*"
_POLICY_VIOLATION = 1008


class Guard:
    """ASGI middleware; see the module.

    Args:
        app: what is guarded.
        origins: pages that may ask, `http://localhost:3000`; `*` for all.
        hosts: names of the service without a port; None: any.
    """

    def __init__(self, app: ASGIApp, origins: Sequence[str], hosts: Sequence[str] | None) -> None:
        self.app = app
        self.origins = {origin.rstrip("/").lower() for origin in origins}
        self.hosts = None if hosts is None else {host.lower() for host in hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on, or refuses it."""
        if scope["type"] in ("http", "websocket"):
            problem = self._problem(Headers(scope=scope))
            if problem is not None:
                if scope["type"] == "websocket":
                    await send({"type": "websocket.close", "code": _POLICY_VIOLATION, "reason": problem})
                else:
                    await PlainTextResponse(problem + "\n", 403)(scope, receive, send)
                return
        await self.app(scope, receive, send)

    def _problem(self, headers: Headers) -> str | None:
        host = headers.get("host", "").lower()
        if self.hosts is not None and _without_port(host) not in self.hosts:
            return "Host is no name of this service; --allow-host adds one"
        origin = headers.get("origin")
        if origin is None or ANY in self.origins or origin.lower() in self.origins:
            return None
        if origin.lower().partition("://")[2] == host:
            return None
        return "Origin may not ask this service; --allow-origin lets it"


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdigit() else host
