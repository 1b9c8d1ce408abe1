"""What the server answers about the journal, as typed values."""

from __future__ import annotations

from dataclasses import field
from datetime import datetime
from typing import Any, Literal

from .coding import value


@value
class TouchedBy:
    """A fault that touched an exchange or a frame."""

    id: str
    type: str


@value
class Deviation:
    """In what a request left its API's document."""

    location: str
    message: str


@value
class Summary:
    """What identifies an entry of the journal: an exchange, or a frame of a socket.

    `summary` is what a frame is, such as its command and destination. `delivered` says of frames whether they arrived;
    it is None while they are on their way.
    """

    kind: Literal["exchange", "frame"]
    time: datetime
    api: str
    id: int | None = None
    path: str | None = None
    account: str | None = None
    method: str | None = None
    status: int | None = None
    remote_address: str | None = None
    device: str | None = None
    duration_microseconds: int | None = None
    operation_id: str | None = None
    query: str | None = None
    ending: Literal["whole", "truncated", "empty", "reset", "never", "aborted", "underWay"] | None = None
    delivered: bool | None = None
    sent_bytes: int | None = None
    socket: str | None = None
    direction: Literal["received", "sent"] | None = None
    type: Literal["text", "binary"] | None = None
    payload_bytes: int | None = None
    summary: str | None = None
    faults: list[TouchedBy] = field(default_factory=list)
    deviations: list[Deviation] = field(default_factory=list)


@value
class Request:
    """What came. `body` is JSON as such, text, or bytes in base64, as `encoding` says."""

    headers: dict[str, str | list[str]]
    body_bytes: int
    body: Any = None
    encoding: Literal["json", "text", "base64"] | None = None
    truncated: bool = False


@value
class Response:
    """What went out. `status` is None where the client got none."""

    body_bytes: int
    status: int | None = None
    headers: dict[str, str | list[str]] = field(default_factory=dict)
    streamed: bool = False
    body: Any = None
    encoding: Literal["json", "text", "base64"] | None = None
    truncated: bool = False
    delay_milliseconds: int | None = None
    bytes_per_second: int | None = None


@value
class Entry(Summary):
    """An entry of the journal, with its headers and bodies, or with the payload of the frame."""

    request: Request | None = None
    response: Response | None = None
    payload: Any = None
    encoding: Literal["json", "text", "base64"] | None = None
    truncated: bool = False


@value
class WorldName:
    """Which world a journal is of."""

    id: str
    name: str | None = None


@value
class Journal:
    """Entries of a journal. `total` fulfil the conditions, `dropped` were forgotten.

    `frames_left_out` frames came too fast to be kept.
    """

    world: WorldName
    requests: list[Entry]
    under_way: list[Entry]
    total: int
    dropped: int
    frames_left_out: int


@value
class Count:
    """How many there are; `known` is False where the journal cannot say so for sure."""

    count: int
    known: bool
    message: str | None = None


@value
class Expected:
    """How many were expected."""

    exactly: int | None = None
    at_least: int | None = None
    at_most: int | None = None


@value
class Nearest:
    """An entry that nearly matched, and why it did not."""

    request: Summary
    reasons: list[str]


@value
class Verification:
    """What a verification or a waiting found."""

    satisfied: bool
    known: bool
    count: int
    expected: Expected
    message: str | None = None
    nearest: list[Nearest] = field(default_factory=list)


@value
class Event:
    """Something that came into the journal, or (`dropped`) how many entries were missed and through whom."""

    kind: Literal["exchange", "frame", "dropped"]
    entry: Summary | None = None
    dropped: int = 0


@value
class Activity:
    """A call of the control plane that changed something. `time` is by the world's clock, `at` is real."""

    id: int
    time: datetime
    at: datetime
    world: str
    operation_id: str
    method: str
    path: str
    status: int
    body: Any = None


@value
class Device:
    """Who calls, by address and user agent, and what went wrong for them."""

    id: str
    address: str
    user_agent: str | None
    name: str | None
    requests: int
    not_found: int
    violations: int
    server_errors: int
    first_seen: datetime
    last_seen: datetime


@value
class Comparison:
    """One condition, and how a request compares with it."""

    name: str
    expected: str
    actual: str
    matches: bool


@value
class ComparedOperation:
    """An operation, compared with a request."""

    api: str
    operation_id: str
    method: str
    path: str
    members: list[Comparison]


@value
class ComparedFault:
    """A fault, compared with a request."""

    id: str
    type: str
    members: list[Comparison]


@value
class Explanation:
    """Why a request matched what it did, or nothing; the nearest operation first."""

    matched: bool
    reason: str
    operations: list[ComparedOperation]
    faults: list[ComparedFault]


@value
class Replay:
    """What became of a request that was sent again. `status` is None where the client would have got none."""

    status: int | None
    id: int | None = None
