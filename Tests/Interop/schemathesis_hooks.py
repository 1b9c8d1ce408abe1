"""What schemathesis must not do as the document allows it."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import schemathesis

LONGEST_WAIT_MS = 20
MAXIMUM_WAIT_MS = 60_000
# Addresses are refused in JSON up to some 18 KiB; what is beyond, the HTTP library refuses in HTML of its own before
# anything of ours sees it, so that no document holds.
LONGEST_QUERY_BYTES = 16 << 10


@schemathesis.hook
def filter_case(context: Any, case: Any) -> bool:
    """Leaves out queries that are far longer than any address may be."""
    return not isinstance(case.query, dict) or len(urlencode(case.query, doseq=True)) <= LONGEST_QUERY_BYTES


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: dict[str, Any]) -> None:
    """Shortens waits: up to a minute is allowed, which adds up to hours. What is not allowed stays as it is."""
    if case.operation.label != "POST /_mock/requests/wait" or not isinstance(case.body, dict):
        return
    timeout = case.body.get("timeoutMilliseconds")
    is_number = isinstance(timeout, int) and not isinstance(timeout, bool)
    if timeout is None or (is_number and LONGEST_WAIT_MS < timeout <= MAXIMUM_WAIT_MS):
        case.body["timeoutMilliseconds"] = LONGEST_WAIT_MS
