"""The HTTP status of each error; the body says the rest."""

from __future__ import annotations

STATUSES = {
    "not_json": 400,
    "too_long": 413,
    "not_received": 408,
    "bad_field": 400,
    "unknown_query": 400,
    "bad_position": 422,
    "bad_option": 422,
    "bad_action": 422,
    "ambiguous_action": 422,
    "illegal_action": 422,
    "bad_view": 422,
    "no_end": 422,
    "no_files": 403,
    "over_limit": 422,
    "busy": 429,
    "id_in_use": 409,
    "cancelled": 503,
    "no_caller": 400,
    "shutting_down": 503,
    "internal": 500,
}
"""Code of an error -> status; a result has 200."""
