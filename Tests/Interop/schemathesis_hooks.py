"""What schemathesis must not do as the document allows it."""

from __future__ import annotations

import os
from typing import Any
from urllib.parse import urlencode

import schemathesis

IS_THOROUGH = os.environ.get("MOCK_API_THOROUGH") == "1"
LONGEST_WAIT_MS = 20
MAXIMUM_WAIT_MS = 60_000
# Addresses are refused in JSON up to some 18 KiB; what is beyond, the HTTP library refuses in HTML of its own before
# anything of ours sees it, so that no document holds.
LONGEST_QUERY_BYTES = 16 << 10

# What was tried of the boundaries that documents set: operation, kind of boundary, and where in the request.
tried: set[tuple[str, str, str]] = set()


@schemathesis.hook
def filter_case(context: Any, case: Any) -> bool:
    """Leaves out queries that are far longer than any address may be."""
    return not isinstance(case.query, dict) or len(urlencode(case.query, doseq=True)) <= LONGEST_QUERY_BYTES


@schemathesis.hook("filter_case")
def one_of_each_boundary(context: Any, case: Any) -> bool:
    """Of the cases that a document's boundaries imply, takes one of each kind and place for each operation; with
    MOCK_API_THOROUGH=1, all."""
    if IS_THOROUGH or case.meta is None or case.meta.phase.name != "coverage":
        return True
    data = case.meta.phase.data
    kind = (case.operation.label, str(data.scenario), f"{case.method} {data.parameter_location}")
    is_new = kind not in tried
    tried.add(kind)
    return is_new


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: dict[str, Any]) -> None:
    """Shortens waits: up to a minute is allowed, which adds up to hours. What is not allowed stays as it is."""
    if case.operation.label != "POST /_mock/requests/wait" or not isinstance(case.body, dict):
        return
    timeout = case.body.get("timeoutMilliseconds")
    is_number = isinstance(timeout, int) and not isinstance(timeout, bool)
    if timeout is None or (is_number and LONGEST_WAIT_MS < timeout <= MAXIMUM_WAIT_MS):
        case.body["timeoutMilliseconds"] = LONGEST_WAIT_MS
