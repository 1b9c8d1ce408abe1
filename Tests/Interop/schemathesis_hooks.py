"""What schemathesis must not do as the document allows it."""

from __future__ import annotations

from typing import Any

import schemathesis

LONGEST_WAIT_MS = 20
MAXIMUM_WAIT_MS = 60_000


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: dict[str, Any]) -> None:
    """Shortens waits: up to a minute is allowed, which adds up to hours. What is not allowed stays as it is."""
    if case.operation.label != "POST /_mock/requests/wait" or not isinstance(case.body, dict):
        return
    timeout = case.body.get("timeoutMilliseconds")
    is_number = isinstance(timeout, int) and not isinstance(timeout, bool)
    if timeout is None or (is_number and LONGEST_WAIT_MS < timeout <= MAXIMUM_WAIT_MS):
        case.body["timeoutMilliseconds"] = LONGEST_WAIT_MS
