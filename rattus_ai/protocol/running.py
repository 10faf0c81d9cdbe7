"""One query from the message to its final answer, whoever asks and whichever thread does it."""

from __future__ import annotations

import logging
import time

from rattus_ai.errors import RattusAIError
from rattus_ai.protocol.answers import Answer, answer_of
from rattus_ai.protocol.errors import QueryError, as_query_error
from rattus_ai.protocol.queries import KINDS
from rattus_ai.protocol.reading import Received
from rattus_ai.protocol.work import Result, Work

log = logging.getLogger("rattus_ai.protocol")


def run(received: Received, work: Work, waited: float = 0.0) -> Answer:
    """The final answer to a message. Never raises.

    Args:
        received: the message as it was read.
        work: bounds, cancellation, and who hears of partial results.
        waited: seconds it waited, told where it asks for the timing.
    """
    started = time.perf_counter()
    outcome = _outcome(received, work)
    return ended(received, outcome, work, waited, time.perf_counter() - started)


def ended(
    received: Received, outcome: Result | QueryError, work: Work | None, waited: float, seconds: float
) -> Answer:
    """The final answer with a result or an error, its warnings, and the timing if asked for. Never raises.

    Args:
        received: the message as it was read.
        outcome: the result or the error.
        work: what was done for it; None where it has not begun.
        waited: seconds until it began.
        seconds: seconds since then.
    """
    timing = None
    if received.query is not None and received.query.timing:
        timing = {"waited": waited, "seconds": seconds}
    try:
        warnings = [*received.warnings, *(() if work is None else work.warnings)]
        return answer_of(received.id, received.name, outcome, warnings=warnings, timing=timing)
    except Exception as error:
        return answer_of(received.id, received.name, _fault(error, received))


def _outcome(received: Received, work: Work) -> Result | QueryError:
    query = received.query
    if query is None:
        return received.error or QueryError("internal", (), "the message was not understood")
    kind = KINDS.get(query.query)
    if kind is None:
        return no_caller()
    try:
        return kind.answer(query, work)
    except QueryError as error:
        return error
    except RattusAIError as error:
        return as_query_error(error)
    except Exception as error:
        return _fault(error, received)


def no_caller() -> QueryError:
    """The error about a cancellation by somebody who asks once and is gone."""
    return QueryError("no_caller", ("query",), "only a caller who stays connected can cancel queries")


def _fault(error: Exception, received: Received) -> QueryError:
    """A fault of this software: the log has the whole of it, the caller its kind."""
    log.error("fault while answering %s", received.name, exc_info=error)
    return QueryError("internal", (), f"a fault of this software ({type(error).__name__}); its log says more")
