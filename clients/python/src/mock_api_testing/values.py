"""What the server answers, as typed values. The members are those of the schemas in `openapi/mock.yaml`."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from .coding import value


@value
class Health:
    """Whether the server serves. `full` when the last change could not be stored."""

    status: Literal["ok", "full"]
    version: str
    uptime_seconds: int
    worlds: int
    world: str
    message: str | None = None


@value
class Clock:
    """The time of a world. `rate` is its seconds for each real one."""

    now: datetime
    frozen: bool
    rate: float


@value
class WorldInfo:
    """A world as the server shows it. `started_at` is by its own clock, `idle_seconds` are real."""

    id: str
    base_path: str
    clock: Clock
    started_at: datetime
    requests: int
    idle_seconds: int
    name: str | None = None


@value
class Api:
    """An API that the server serves."""

    name: str
    title: str
    base_path: str
    document: str
    accounts: list[str]


@value
class Welcome:
    """What the server is and has."""

    name: str
    version: str
    apis: list[Api]
    links: dict[str, str]


@value
class Call:
    """A call of the control plane."""

    method: str
    path: str
    operation_id: str
    about: str


@value
class Document:
    """Where the document of an API is."""

    name: str
    title: str
    url: str
    yaml: str


@value
class DocumentList:
    """Where the documents are."""

    documents: list[Document]
    sockets: str


@value
class ConnectPlace:
    """An address of the server, and the one that speaks TLS."""

    url: str
    tls_url: str | None = None


@value
class ConnectUrl:
    """An address of the server in a network."""

    url: str
    host: str
    interface: str
    kind: Literal["network", "tunnel", "bridge"]
    tls_url: str | None = None


@value
class Authority:
    """Where the certificate of the server's own authority is."""

    pem: str
    der: str
    mobileconfig: str


@value
class Tls:
    """The port that speaks TLS."""

    port: int
    authority: Authority | None = None


@value
class ConnectAddresses:
    """By which addresses devices and emulators reach the server."""

    lan: bool
    page: str | None
    urls: list[ConnectUrl]
    name: ConnectPlace | None
    local: ConnectPlace | None
    emulator: ConnectPlace | None
    adb: list[str]
    tls: Tls | None


@value
class Snapshot:
    """A whole world, kept under a name."""

    name: str
    taken_at: datetime
    world: str


@value
class Table:
    """A table with its columns and the number of its rows."""

    name: str
    rows: int
    columns: list[str]


@value
class Rows:
    """Rows of a table, and how many there are in all."""

    rows: list[dict[str, Any]]
    total: int


@value
class FaultRecord:
    """A fault that a world has, how many requests and messages it matched, and how many it happened to."""

    id: str
    fault: dict[str, Any]
    matches: int
    applications: int
    spent: bool
    set: str | None = None
    match: dict[str, Any] | None = None
    after: int | None = None
    times: int | None = None
    probability: float | None = None
    after_seconds: int | None = None
    for_seconds: int | None = None


@value
class FaultField:
    """A field of a type of fault."""

    name: str
    about: str
    required: bool


@value
class FaultType:
    """A type of fault and what it takes."""

    type: str
    about: str
    scope: Literal["requests", "sockets", "both"]
    fields: list[FaultField]


@value
class FaultSet:
    """A ready-made set of faults, and whether the world has it."""

    name: str
    about: str
    active: bool
    faults: list[dict[str, Any]]


@value
class Token:
    """A token that was made."""

    token: str
    refresh_token: str
    api: str
    account: str
    session: str
    expires_at: datetime


@value
class TokenFacts:
    """What a token is, and why it is refused."""

    valid: bool
    reason: str | None = None
    world: str | None = None
    api: str | None = None
    account: str | None = None
    session: str | None = None
    expires_at: datetime | None = None
    expires_in: int | None = None
    claims: dict[str, Any] | None = None


@value
class LimitedClient:
    """Who has asked in this window, and how often."""

    requests: int
    reset_in_seconds: int
    account: str | None = None
    address: str | None = None


@value
class RateLimit:
    """The limit of an API: requests in a window with a token and without one, None for no limit."""

    api: str
    window_seconds: int
    authenticated: int | None
    anonymous: int | None
    clients: list[LimitedClient]


@value
class UpcomingEvent:
    """Something that happens when time passes. `time` is by the world's clock; of several equal ones, the first."""

    time: datetime
    kind: Literal[
        "accessTokenExpiry",
        "refreshTokenExpiry",
        "simulation",
        "scenarioBegin",
        "scenarioEnd",
        "sensorValueEnd",
        "faultBegin",
        "faultEnd",
        "rateLimitReset",
    ]
    about: str
    count: int
    api: str | None = None
    account: str | None = None


@value
class Upcoming:
    """What happens until a moment, and when the next access token ends that is good now."""

    now: datetime
    until: datetime
    events: list[UpcomingEvent]
    next_token_expiry: datetime | None
    truncated: bool


@value
class IssuedToken:
    """A token that was given out or shown lately, without the token itself."""

    kind: Literal["access", "refresh"]
    api: str
    account: str
    email: str | None
    session: str
    issued_at: datetime | None
    expires_at: datetime
    state: Literal["valid", "expired", "signedOut", "spent"]
