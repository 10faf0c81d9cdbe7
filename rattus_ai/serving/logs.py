"""What the server logs of its callers' faults: a line at most, for they are none of this software."""

from __future__ import annotations

import logging

_SERVER = "uvicorn.error"


def quiet_callers_faults() -> None:
    """Turns the traceback about a text frame that is no text into a warning of one line.

    To be called once the server has settled its logs.
    """
    server = logging.getLogger(_SERVER)
    if _without_traceback not in server.filters:
        server.addFilter(_without_traceback)


def _without_traceback(record: logging.LogRecord) -> bool:
    fault = record.exc_info[1] if record.exc_info else None
    if isinstance(fault, UnicodeDecodeError):
        record.exc_info = record.exc_text = None
        record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
        record.msg, record.args = (
            "a WebSocket sent a text that is not UTF-8 (%s); it was closed",
            (fault.reason,),
        )
    return True
