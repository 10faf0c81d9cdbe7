"""The protocol over HTTP and WebSocket, as an ASGI application."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Sequence

import anyio.to_thread
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from rattus_ai import __version__
from rattus_ai.protocol import Answer, Caller, Dispatcher, answer_of
from rattus_ai.protocol.errors import QueryError
from rattus_ai.protocol.messages import QUERY_TYPES
from rattus_ai.protocol.reading import too_long
from rattus_ai.serving.guard import ANY, Guard
from rattus_ai.serving.metrics import CONTENT_TYPE, metrics
from rattus_ai.serving.openapi import PREFIX, openapi
from rattus_ai.serving.outbox import Outbox
from rattus_ai.serving.statuses import STATUSES

log = logging.getLogger("rattus_ai.serving")

BODY_SECONDS = 30.0
"""Time for a message to come in."""

SEND_SECONDS = 30.0
"""Time for a caller on a WebSocket to take an answer, before the connection counts as lost."""

_JSON = "application/json"
_EVENTS = "text/event-stream"
_LARGE = 1 << 16
"""Messages from this size on are read in a thread, so that they hold up nobody else."""

_TURN_SECONDS = 0.001
"""How long a WebSocket keeps the loop from the others while more of its messages or answers are there."""

_GOING_AWAY = 1001
_FAULT = 1011


class _Mailbox:
    """An outbox that an asynchronous task empties."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._room = asyncio.Event()
        self._taken = False

        def wake() -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._news.set)

        self.box = Outbox(wake)

    async def take(self) -> Answer:
        """The next answer."""
        self._taken = False  # what was taken before is sent
        while True:
            self._news.clear()
            answer = self.box.take()
            if answer is not None:
                self._taken = True
                self._room.set()
                return answer
            await self._news.wait()

    @property
    def quiet(self) -> bool:
        """Whether all answers have been sent."""
        return not self._taken and self.box.empty

    async def wait_for_room(self) -> None:
        """Waits until not too much waits any more."""
        while self.box.full:
            self._room.clear()
            await self._room.wait()


class _Turns:
    """Keeps one task from going on for ever where nothing that it awaits makes it wait."""

    def __init__(self) -> None:
        self._time = asyncio.get_running_loop().time
        self._end = 0.0

    async def pass_on(self) -> None:
        """Lets the other tasks of the loop go on, if it is time."""
        if self._time() >= self._end:
            await asyncio.sleep(0)
            self._end = self._time() + _TURN_SECONDS


class Endpoints:
    """The addresses of the service."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self.dispatcher = dispatcher
        self._sockets: set[_Mailbox] = set()

    @property
    def quiet(self) -> bool:
        """Whether every answer has been sent on its WebSocket."""
        return all(mailbox.quiet for mailbox in self._sockets)

    async def query(self, request: Request) -> Response:
        """One message in, its final answer out; or all of its answers as events."""
        name = request.path_params.get("name")
        if name is not None and name not in QUERY_TYPES:
            return PlainTextResponse(f"no such query; expected {PREFIX}/query or {PREFIX}/NAME\n", 404)
        try:
            body = await self._body(request)
        except QueryError as error:
            return _response(answer_of(None, name, error))
        mailbox = _Mailbox()
        caller = self.dispatcher.caller(mailbox.box.put, stays=False)
        events = _EVENTS in request.headers.get("accept", "")
        await _submit(caller, body, name)
        if events:
            return StreamingResponse(_events(caller, mailbox), media_type=_EVENTS, headers=_UNBUFFERED)
        answer = await _final(request, caller, mailbox)
        return Response(status_code=499) if answer is None else _response(answer)

    async def _body(self, request: Request) -> bytes:
        """The body, if it is not too long and comes in time.

        Raises:
            QueryError: it does not.
        """
        most = self.dispatcher.limits.message_bytes
        length = request.headers.get("content-length", "0")
        if length.isdigit() and int(length) > most:
            raise too_long(int(length), most)
        body = bytearray()
        try:
            async with asyncio.timeout(BODY_SECONDS):
                async for chunk in request.stream():
                    body += chunk
                    if len(body) > most:
                        raise too_long(None, most)
        except (TimeoutError, ClientDisconnect):
            raise QueryError("not_received", (), f"the body did not come within {BODY_SECONDS:g} s") from None
        return bytes(body)

    async def socket(self, socket: WebSocket) -> None:
        """A caller who stays connected: messages in, answers out, in any order."""
        await socket.accept()
        mailbox = _Mailbox()
        self._sockets.add(mailbox)
        caller = self.dispatcher.caller(mailbox.box.put)

        async def receive() -> None:
            turns = _Turns()
            while True:
                message = await socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                text = message.get("text")
                await _submit(caller, message.get("bytes") or b"" if text is None else text)
                await mailbox.wait_for_room()
                await turns.pass_on()

        async def send() -> None:
            turns = _Turns()
            while True:
                answer = await mailbox.take()
                async with asyncio.timeout(SEND_SECONDS):
                    await socket.send_text(answer.data.decode())
                await turns.pass_on()

        tasks = [asyncio.create_task(receive()), asyncio.create_task(send())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._sockets.discard(mailbox)
            mailbox.box.close(drop=True)
            caller.cancel_all()
            for task in tasks:
                task.cancel()
            for outcome in await asyncio.gather(*tasks, return_exceptions=True):
                await _close(socket, outcome)

    async def health(self, request: Request) -> Response:
        """Whether the service takes queries."""
        ending = self.dispatcher.ending
        told = {
            "status": "ending" if ending else "ok",
            "version": __version__,
            "unfinished": self.dispatcher.unfinished,
            "waiting": self.dispatcher.workers.waiting,
        }
        return JSONResponse(told, 503 if ending else 200)

    async def metrics(self, request: Request) -> Response:
        """Counts, for Prometheus."""
        return Response(metrics(self.dispatcher), media_type=CONTENT_TYPE)

    async def openapi(self, request: Request) -> Response:
        """The OpenAPI document."""
        return JSONResponse(openapi())

    async def index(self, request: Request) -> Response:
        """Where things are."""
        where = {"query": f"{PREFIX}/query", "socket": f"{PREFIX}/socket"}
        rest = {"openapi": "/openapi.json", "health": "/health", "metrics": "/metrics"}
        return JSONResponse({"name": "rattus_ai", "version": __version__, **where, **rest})


async def _close(socket: WebSocket, outcome: BaseException | None) -> None:
    """Ends a connection by what became of one of its tasks, whose fault must not vanish."""
    if not isinstance(outcome, Exception) or isinstance(outcome, WebSocketDisconnect):
        return
    if socket.client_state is WebSocketState.DISCONNECTED and isinstance(outcome, RuntimeError):
        return  # it was about to send something to a caller who had just left
    code, reason = _GOING_AWAY, "answers were not taken in time"
    if not isinstance(outcome, TimeoutError):
        log.error("fault on a WebSocket", exc_info=outcome)
        code, reason = _FAULT, "a fault of this software; its log says more"
    with contextlib.suppress(RuntimeError, OSError, WebSocketDisconnect):
        await socket.close(code, reason)


_LATER = {"Retry-After": "1"}
_HEADERS = {"busy": _LATER, "shutting_down": _LATER, "not_received": {"Connection": "close"}}
"""Code of an error -> headers; where the body is not whole nothing can follow on the connection."""

_UNBUFFERED = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


async def _submit(caller: Caller, message: bytes | str, name: str | None = None) -> None:
    if len(message) < _LARGE:
        caller.submit(message, name)
    else:
        await anyio.to_thread.run_sync(caller.submit, message, name)


async def _final(request: Request, caller: Caller, mailbox: _Mailbox) -> Answer | None:
    """The final answer; None where the caller went away, whose query is then cancelled."""

    async def disconnected() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    async def answered() -> Answer:
        while not (answer := await mailbox.take()).final:
            pass
        return answer

    gone, done = asyncio.create_task(disconnected()), asyncio.create_task(answered())
    try:
        await asyncio.wait((gone, done), return_when=asyncio.FIRST_COMPLETED)
        return done.result() if done.done() else None
    finally:
        gone.cancel()
        done.cancel()
        mailbox.box.close(drop=True)
        caller.cancel_all()


async def _events(caller: Caller, mailbox: _Mailbox) -> AsyncIterator[bytes]:
    try:
        while True:
            answer = await mailbox.take()
            kind = b"final" if answer.final else b"partial"
            yield b"event: " + kind + b"\ndata: " + answer.data + b"\n\n"
            if answer.final:
                return
    finally:
        mailbox.box.close(drop=True)
        caller.cancel_all()


def _response(answer: Answer) -> Response:
    status = 200 if answer.code is None else STATUSES[answer.code]
    return Response(answer.data, status, _HEADERS.get(answer.code or ""), _JSON)


def application(
    endpoints: Endpoints, origins: Sequence[str] = (), hosts: Sequence[str] | None = None
) -> Starlette:
    """The ASGI application.

    Args:
        endpoints: what the addresses do.
        origins: web pages that may ask, `http://localhost:3000`; `*` for all.
        hosts: names of the service without a port; None: any.
    """
    middleware = [Middleware(Guard, origins=origins, hosts=hosts)]
    if origins:
        allowed = [ANY] if ANY in origins else [origin.rstrip("/") for origin in origins]
        middleware.append(
            Middleware(CORSMiddleware, allow_origins=allowed, allow_methods=["*"], allow_headers=["*"])
        )
    routes = [
        Route("/", endpoints.index),
        Route(f"{PREFIX}/query", endpoints.query, methods=["POST"]),
        Route(f"{PREFIX}/{{name}}", endpoints.query, methods=["POST"]),
        WebSocketRoute(f"{PREFIX}/socket", endpoints.socket),
        Route("/health", endpoints.health),
        Route("/metrics", endpoints.metrics),
        Route("/openapi.json", endpoints.openapi),
    ]
    app = Starlette(routes=routes, middleware=middleware)
    app.router.redirect_slashes = False
    return app
