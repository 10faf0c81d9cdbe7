"""The HTTP service as a process: address, signals, an end without lost answers."""

from __future__ import annotations

import asyncio
import ipaddress
import os
import socket
from collections.abc import Callable, Sequence

import uvicorn

from rattus_ai.errors import OptionError, shown
from rattus_ai.protocol import Dispatcher, ServiceLimits
from rattus_ai.serving.app import Endpoints, application
from rattus_ai.serving.guard import LOOPBACK
from rattus_ai.serving.logs import quiet_callers_faults
from rattus_ai.serving.reading import websocket_protocol
from rattus_ai.serving.signals import Told, note_signals

LOOPBACK_ADDRESS = "127.0.0.1"
_KEEP_ALIVE_SECONDS = 65
_CLOSING_SECONDS = 5
_CONNECTIONS = 2000
_BACKLOG = 512
_LOOK_SECONDS = 0.02


def address(text: str) -> tuple[str, int]:
    """Host and port of `127.0.0.1:8765`, `[::1]:8765`, or `8765`, which is on the loopback address.

    Raises:
        OptionError: it is none of these.
    """
    host, colon, port = text.strip().rpartition(":")
    if not colon:
        host = LOOPBACK_ADDRESS
    if not host or not (port.isascii() and port.isdigit() and int(port) < 1 << 16):
        raise OptionError("--http", f"found {shown(text)}, expected HOST:PORT such as 127.0.0.1:8765")
    return host.removeprefix("[").removesuffix("]"), int(port)


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _listener(host: str, port: int) -> socket.socket:
    """A socket that listens.

    Asyncio turns off the delay of small packets only where a socket says that it is TCP; with the delay every
    answer would take 40 ms more.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name != "nt":  # there it means that another process may take the port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(_BACKLOG)
    except BaseException:
        listener.close()
        raise
    return listener


class _Server(uvicorn.Server):
    """Lets unanswered queries finish before connections are closed."""

    def __init__(self, config: uvicorn.Config, endpoints: Endpoints, drain_seconds: float) -> None:
        super().__init__(config)
        self._endpoints = endpoints
        self._drain_seconds = drain_seconds

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Answers what is there, then cancels the rest, then ends."""
        await self._quiet(self._drain_seconds)
        self._endpoints.dispatcher.cancel_all()
        await self._quiet(_CLOSING_SECONDS)
        await super().shutdown(sockets)

    async def _quiet(self, seconds: float) -> None:
        """Waits until everything is answered and sent, no longer than this."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while not self.force_exit and loop.time() < end:
            if self._endpoints.dispatcher.drain(0.0) and self._endpoints.quiet:
                return
            await asyncio.sleep(_LOOK_SECONDS)


def serve_http(
    where: str,
    limits: ServiceLimits,
    *,
    origins: Sequence[str] = (),
    hosts: Sequence[str] = (),
    drain_seconds: float = 5.0,
    announce: Callable[[str], None] = print,
) -> int:
    """Serves until the process is told to end (SIGINT, SIGTERM); the exit status.

    Args:
        where: the address, see `address`.
        limits: what queries may spend.
        origins: web pages that may ask; `*` for all.
        hosts: further names of the service.
        drain_seconds: time for unanswered queries at the end; then they are cancelled.
        announce: tells people something.

    Raises:
        OptionError: the address is none.
        OSError: it cannot be used.
    """
    host, port = address(where)
    listener = _listener(host, port)
    shown_host = f"[{host}]" if ":" in host else host
    local = is_loopback(host)
    names = [*LOOPBACK, shown_host, *hosts] if local or hosts else None
    dispatcher = Dispatcher(limits)
    dispatcher.prepare()
    endpoints = Endpoints(dispatcher)
    config = uvicorn.Config(
        application(endpoints, origins, names),
        log_level="warning",
        access_log=False,
        lifespan="off",
        ws=websocket_protocol(),
        server_header=False,
        timeout_keep_alive=_KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=_CLOSING_SECONDS,
        limit_concurrency=_CONNECTIONS,
        # Messages that are somewhat too long get an error; only far longer ones end the connection.
        ws_max_size=4 * limits.message_bytes,
    )
    quiet_callers_faults()
    server = _Server(config, endpoints, drain_seconds)

    def end(told: Told, status: int) -> None:
        server.should_exit = True  # it came before the server listened to signals itself

    # What the server is told it raises once more when it has ended.
    told = note_signals(end)
    announce(f"serving http://{shown_host}:{listener.getsockname()[1]} (Ctrl+C ends it)")
    if not local:
        announce("anybody who can reach this address can ask; there is no password")
    try:
        server.run(sockets=[listener])
    finally:
        listener.close()
        dispatcher.close()
    return told.status
