"""What calls take, as typed dictionaries.

Faults are written as `openapi/mock.yaml` writes them, so that they can be copied from there, from a file of
`--faults` and from the journal. Conditions of the journal are keyword arguments and have Python's names.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal, Required, TypedDict

Direction = Literal["outgoing", "incoming", "both"]
Distribution = Literal["uniform", "lognormal"]
FaultSetName = Literal["flaky-3g", "tunnel", "backend-deploy", "hostile"]


class StatusFault(TypedDict, total=False):
    """Answers with a status, and a body if there is one."""

    type: Required[Literal["status"]]
    status: Required[int]
    body: Any
    headers: dict[str, str]


class DelayFault(TypedDict, total=False):
    """Sends the answer later, by real time."""

    type: Required[Literal["delay"]]
    milliseconds: int
    distribution: Distribution
    minimum: int
    maximum: int
    median: float
    sigma: float


class DribbleFault(TypedDict):
    """Sends the content slowly."""

    type: Literal["dribble"]
    bytesPerSecond: int


class TruncateFault(TypedDict, total=False):
    """Closes the connection in the middle of the content."""

    type: Required[Literal["truncate"]]
    after: int


class ContentTypeFault(TypedDict, total=False):
    """Sends the content under a wrong Content-Type."""

    type: Required[Literal["contentType"]]
    contentType: str


class RetryFault(TypedDict, total=False):
    """Answers 429 or 503 with Retry-After."""

    type: Required[Literal["rateLimited", "unavailable"]]
    retryAfter: int


class InvalidTokenFault(TypedDict, total=False):
    """Refuses tokens as not valid."""

    type: Required[Literal["invalidToken"]]
    issuedWithinSeconds: int
    refreshTokens: bool


class OfflineFault(TypedDict, total=False):
    """Resets every connection and cuts every socket."""

    type: Required[Literal["offline"]]
    seconds: Required[int]
    everySeconds: int


class MessageFault(TypedDict, total=False):
    """Loses, repeats, reorders or spoils messages of a socket."""

    type: Required[Literal["dropMessage", "duplicate", "reorder", "corrupt"]]
    direction: Direction
    nth: int
    every: int


class EditMessageFault(TypedDict, total=False):
    """Lets messages of a socket arrive with another text: `replace` for each `find`, or for the whole message."""

    type: Required[Literal["editMessage"]]
    find: str
    replace: str
    direction: Direction
    nth: int
    every: int


class DelayMessagesFault(TypedDict, total=False):
    """Lets messages of a socket arrive later, by real time."""

    type: Required[Literal["delayMessages"]]
    milliseconds: int
    distribution: Distribution
    minimum: int
    maximum: int
    median: float
    sigma: float
    direction: Direction
    nth: int
    every: int


class CloseFault(TypedDict, total=False):
    """Closes a socket."""

    type: Required[Literal["close"]]
    code: int
    reason: str
    afterMessages: int
    abort: bool


class RefuseConnectFault(TypedDict, total=False):
    """Refuses CONNECT of STOMP, or the handshake of any WebSocket."""

    type: Required[Literal["refuseConnect"]]
    at: Literal["connect", "handshake"]
    message: str
    retryAfter: int


class PlainFault(TypedDict):
    """A fault that takes nothing but its type."""

    type: Literal[
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


Fault = (
    StatusFault
    | DelayFault
    | DribbleFault
    | TruncateFault
    | ContentTypeFault
    | RetryFault
    | InvalidTokenFault
    | OfflineFault
    | MessageFault
    | EditMessageFault
    | DelayMessagesFault
    | CloseFault
    | RefuseConnectFault
    | PlainFault
)
"""What happens. `world.faults.types()` lists the fields of each type."""


class FaultMatch(TypedDict, total=False):
    """What a fault happens to. In `path`, `*` is any text within a segment, `**` any number of segments."""

    api: str
    method: str
    path: str
    operationId: str
    account: str
    socket: int
    query: dict[str, str | bool]
    header: dict[str, str | bool]
    body: dict[str, Any]


class FaultWish(TypedDict, total=False):
    """A fault with its conditions, as `POST /_mock/faults` takes it."""

    fault: Required[Fault]
    id: str
    match: FaultMatch
    after: int
    times: int
    probability: float
    afterSeconds: int
    forSeconds: int


class JournalMatch(TypedDict, total=False):
    """Conditions for entries of the journal, which must all be fulfilled.

    `status` is a code, a class such as `4xx`, or `none`. `since` and `until` are an entry's number or a moment.
    Frames of sockets are meant with `kind="frame"`.
    """

    path: str
    method: str
    status: int | str
    api: str
    operation_id: str
    account: str
    remote_address: str
    device: str
    header: str | dict[str, str | float | bool]
    query: str | dict[str, str | float | bool]
    body: dict[str, Any]
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
