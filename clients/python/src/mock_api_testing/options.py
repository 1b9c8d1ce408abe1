"""What calls take, as typed dictionaries. Written by script/generate from openapi/mock.yaml; do not edit.

Faults are written as `openapi/mock.yaml` writes them, so that they can be copied from there, from a file of
`--faults` and from the journal. Conditions of the journal are keyword arguments and have Python's names.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal, Required, TypedDict


class StatusFault(TypedDict, total=False):
    """A fault of type `status`."""

    type: Required[Literal["status"]]
    status: Required[int]
    body: Any
    headers: Mapping[str, str]


class PatchFault(TypedDict, total=False):
    """A fault of type `patch`."""

    type: Required[Literal["patch"]]
    patch: Mapping[str, Any] | list[Mapping[str, Any]]
    status: int
    headers: Mapping[str, str]
    undocumented: bool


class HoldFault(TypedDict, total=False):
    """A fault of type `hold`."""

    type: Required[Literal["hold"]]
    phase: Literal["response", "request"]
    milliseconds: int


class DelayFault(TypedDict, total=False):
    """A fault of type `delay`."""

    type: Required[Literal["delay"]]
    milliseconds: int
    distribution: Literal["uniform", "lognormal"]
    minimum: int
    maximum: int
    median: float
    sigma: float


class DribbleFault(TypedDict, total=False):
    """A fault of type `dribble`."""

    type: Required[Literal["dribble"]]
    bytesPerSecond: Required[int]


class PlainFault(TypedDict, total=False):
    """A fault of type `empty`, `malformed`, `reset`, `timeout`, `expiredToken`, `stale`, `muteHeartBeats`, `halfOpen`,
    `slowReader`.
    """

    type: Required[
        Literal[
            "empty",
            "malformed",
            "reset",
            "timeout",
            "expiredToken",
            "stale",
            "muteHeartBeats",
            "halfOpen",
            "slowReader",
        ]
    ]


class TruncateFault(TypedDict, total=False):
    """A fault of type `truncate`."""

    type: Required[Literal["truncate"]]
    after: int


class ContentTypeFault(TypedDict, total=False):
    """A fault of type `contentType`."""

    type: Required[Literal["contentType"]]
    contentType: str


class RateLimitedFault(TypedDict, total=False):
    """A fault of type `rateLimited`, `unavailable`."""

    type: Required[Literal["rateLimited", "unavailable"]]
    retryAfter: int


class InvalidTokenFault(TypedDict, total=False):
    """A fault of type `invalidToken`."""

    type: Required[Literal["invalidToken"]]
    issuedWithinSeconds: int
    refreshTokens: bool


class OfflineFault(TypedDict, total=False):
    """A fault of type `offline`."""

    type: Required[Literal["offline"]]
    seconds: Required[int]
    everySeconds: int


class DropMessageFault(TypedDict, total=False):
    """A fault of type `dropMessage`, `duplicate`, `reorder`, `corrupt`."""

    type: Required[Literal["dropMessage", "duplicate", "reorder", "corrupt"]]
    direction: Literal["outgoing", "incoming", "both"]
    nth: int
    every: int
    channel: str
    message: str


class EditMessageFault(TypedDict, total=False):
    """A fault of type `editMessage`."""

    type: Required[Literal["editMessage"]]
    find: str
    replace: str
    direction: Literal["outgoing", "incoming", "both"]
    nth: int
    every: int
    channel: str
    message: str


class DelayMessagesFault(TypedDict, total=False):
    """A fault of type `delayMessages`."""

    type: Required[Literal["delayMessages"]]
    milliseconds: int
    distribution: Literal["uniform", "lognormal"]
    minimum: int
    maximum: int
    median: float
    sigma: float
    direction: Literal["outgoing", "incoming", "both"]
    nth: int
    every: int
    channel: str
    message: str


class CloseFault(TypedDict, total=False):
    """A fault of type `close`."""

    type: Required[Literal["close"]]
    code: int
    reason: str
    afterMessages: int
    abort: bool


class RefuseConnectFault(TypedDict, total=False):
    """A fault of type `refuseConnect`."""

    type: Required[Literal["refuseConnect"]]
    at: Literal["connect", "handshake"]
    message: str
    retryAfter: int


Fault = (
    StatusFault
    | PatchFault
    | HoldFault
    | DelayFault
    | DribbleFault
    | PlainFault
    | TruncateFault
    | ContentTypeFault
    | RateLimitedFault
    | InvalidTokenFault
    | OfflineFault
    | DropMessageFault
    | EditMessageFault
    | DelayMessagesFault
    | CloseFault
    | RefuseConnectFault
)
"""What happens. `world.faults.types()` lists the fields of each type."""

FaultSetName = Literal["flaky-3g", "tunnel", "backend-deploy", "hostile"]


class FaultMatch(TypedDict, total=False):
    """What a fault happens to. In `path`, `*` is any text within a segment, `**` any number of segments."""

    api: str
    method: str
    path: str
    operationId: str
    account: str
    device: str
    socket: int
    query: Mapping[str, str | bool]
    header: Mapping[str, str | bool]
    body: Mapping[str, Any]


class FaultOptions(TypedDict, total=False):
    """A fault with its conditions, as `POST /_mock/faults` takes it."""

    id: str
    match: FaultMatch
    fault: Required[Fault]
    after: int
    times: int
    probability: float
    afterSeconds: int
    forSeconds: int


class JournalMatch(TypedDict, total=False):
    """Conditions for entries of the journal, which must all be met. `since` and `until` are an entry's number or a
    moment; `kind="frame"` selects frames of sockets.
    """

    path: str
    method: str
    status: int | str
    api: str
    operation_id: str
    account: str | float
    remote_address: str
    device: str
    header: str | Mapping[str, str | float | bool]
    query: str | Mapping[str, str | float | bool]
    body: Mapping[str, Any]
    body_contains: str
    since: int | datetime | str
    until: int | datetime | str
    kind: Literal["exchange", "frame", "any"]
    socket: int | str
    direction: Literal["received", "sent"]
    fault: str
    has_deviations: bool
    ending: Literal["whole", "truncated", "empty", "reset", "never", "aborted"]
    delivered: bool | Literal["true", "false", "any"]


class JournalQuery(TypedDict, total=False):
    """Conditions as `GET` calls of the journal take them: `header` and `query` are `name` or `name:value`."""

    path: str
    method: str
    status: int | str
    api: str
    operation_id: str
    account: str
    remote_address: str
    device: str
    header: str
    query: str
    body_contains: str
    since: int | datetime | str
    until: int | datetime | str
    kind: Literal["exchange", "frame", "any"]
    socket: int | str
    direction: Literal["received", "sent"]
    fault: str
    has_deviations: bool
    ending: Literal["whole", "truncated", "empty", "reset", "never", "aborted"]
    delivered: bool | Literal["true", "false", "any"]
