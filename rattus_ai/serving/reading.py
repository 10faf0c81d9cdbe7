"""How much of a WebSocket is read at a time: little, so that a caller who sends much does not hold up others.

The loop hands on whatever has come in, by itself up to 256 KiB, which can be tens of thousands of messages,
and nobody else is heard until all of them are taken apart.
"""

from __future__ import annotations

from asyncio import BaseTransport
from typing import Any

PIECE_BYTES = 8 << 10


def in_pieces(protocol: Any) -> type[Any]:
    """A protocol of asyncio that reads little at a time, where the transport lets itself be told."""

    class InPieces(protocol):  # type: ignore[misc]
        def connection_made(self, transport: BaseTransport) -> None:
            if hasattr(transport, "max_size"):  # those of asyncio have it, those of other loops may not
                transport.max_size = PIECE_BYTES
            super().connection_made(transport)

    return InPieces


def websocket_protocol() -> type[Any] | str:
    """What uvicorn is to speak on WebSockets."""
    from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

    return "auto" if AutoWebSocketsProtocol is None else in_pieces(AutoWebSocketsProtocol)
