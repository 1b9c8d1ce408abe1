"""What the server answers, as typed values. Written by script/generate from openapi/mock.yaml; do not edit."""

from __future__ import annotations

from dataclasses import field
from datetime import datetime
from typing import Any, Literal

from .coding import value


@value
class Welcome:
    """The server, its APIs and its options."""

    name: str
    version: str
    apis: list[Api] = field(default_factory=list)
    links: dict[str, str]


@value
class Api:
    """An API that the server serves."""

    name: str
    title: str
    base_path: str
    document: str
    accounts: list[str] = field(default_factory=list)


@value
class ControlCall:
    """A call of the control plane."""

    method: str
    path: str
    operation_id: str
    about: str


@value
class DocumentList:
    """Where the documents are."""

    documents: list[Document] = field(default_factory=list)
    sockets: str


@value
class Document:
    """`documents` of `DocumentList`."""

    name: str
    title: str
    url: str
    yaml: str


@value
class Health:
    """The health of the server. `full` when the last change could not be stored."""

    status: Literal["ok", "full"]
    version: str
    uptime_seconds: int
    worlds: int
    world: str
    message: str | None = None
    node: str | None = None
    stomp_relay: StompRelay | None = None


@value
class StompRelay:
    """The connection to the broker of `--stomp-relay`."""

    address: str
    connected: bool
    message: str | None = None


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
    """A client, by address and user agent, with its errors."""

    id: str
    address: str
    user_agent: str | None
    name: str | None
    requests: int
    not_found: int
    violations: int
    server_errors: int
    errors: int
    first_seen: datetime
    last_seen: datetime


@value
class ConnectAddresses:
    """By which addresses devices and emulators reach the server."""

    lan: bool
    page: str | None
    urls: list[ConnectAddressesUrl] = field(default_factory=list)
    name: ConnectPlace | None
    local: ConnectPlace | None
    emulator: ConnectPlace | None
    adb: list[str] = field(default_factory=list)
    tls: ConnectAddressesTls | None


@value
class ConnectAddressesUrl:
    """`urls` of `ConnectAddresses`."""

    url: str
    tls_url: str | None
    host: str
    interface: str
    kind: Literal["network", "tunnel", "bridge"]


@value
class ConnectPlace:
    """`name` of `ConnectAddresses`."""

    url: str
    tls_url: str | None


@value
class ConnectAddressesTls:
    """`tls` of `ConnectAddresses`."""

    port: int
    authority: ConnectAddressesTlsAuthority | None


@value
class ConnectAddressesTlsAuthority:
    """Where the certificate of the server's own authority is; null when it has none."""

    pem: str
    der: str
    mobileconfig: str


@value
class WorldInfo:
    """A world as the server shows it. `startedAt` is by its own clock, `idleSeconds` are real."""

    id: str
    base_path: str
    clock: Clock
    started_at: datetime
    requests: int
    idle_seconds: int
    name: str | None = None


@value
class Clock:
    """The time of a world. `rate` is its seconds in each real second."""

    now: datetime
    frozen: bool
    rate: float


@value
class Upcoming:
    """The events until a time, and when the next valid access token expires."""

    now: datetime
    until: datetime
    events: list[UpcomingEvent] = field(default_factory=list)
    next_token_expiry: datetime | None
    truncated: bool


@value
class UpcomingEvent:
    """An event that is due when time passes. `time` is by the world's clock; for several equal events, that of the
    first.
    """

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
class Snapshot:
    """A whole world, kept under a name."""

    name: str
    taken_at: datetime
    world: str


@value
class Table:
    """One of the tables of `listTables`."""

    name: str
    rows: int
    columns: list[str] = field(default_factory=list)


@value
class Rows:
    """Rows of a table, and their total number."""

    rows: list[dict[str, Any]] = field(default_factory=list)
    total: int


@value
class FaultRecord:
    """A fault of a world, how many requests and messages it matched, and how many it applied to."""

    id: str
    fault: dict[str, Any]
    matches: int
    applications: int
    exhausted: bool
    set: str | None = None
    match: dict[str, Any] | None = None
    after: int | None = None
    times: int | None = None
    probability: float | None = None
    after_seconds: int | None = None
    for_seconds: int | None = None


@value
class HeldExchange:
    """An exchange that a fault holds. Its times are real time."""

    id: str
    held_by: str
    phase: Literal["request", "response"]
    method: str
    path: str
    api: str
    device: str
    since: datetime
    until: datetime
    query: str | None = None
    operation_id: str | None = None
    account: str | None = None
    status: int | None = None
    request: HeldExchangeRequest | None = None
    response: HeldExchangeResponse | None = None


@value
class HeldExchangeRequest:
    """The request, only of a single exchange."""

    headers: dict[str, str | list[str]]
    body_bytes: int
    body: Any = None
    encoding: Literal["json", "text", "base64"] | None = None
    truncated: bool = False


@value
class HeldExchangeResponse:
    """The response that waits, only of a single exchange; missing for a request."""

    status: int
    headers: dict[str, str | list[str]]
    body_bytes: int
    streamed: bool = False
    body: Any = None
    encoding: Literal["json", "text", "base64"] | None = None
    truncated: bool = False
    delay_milliseconds: int | None = None
    bytes_per_second: int | None = None


@value
class HoldWait:
    """The result of a wait for exchanges that are held."""

    satisfied: bool
    holds: list[HeldExchange] = field(default_factory=list)


@value
class FaultType:
    """A type of fault and its options."""

    type: str
    about: str
    scope: Literal["requests", "sockets", "both"]
    fields: list[FaultTypeField] = field(default_factory=list)


@value
class FaultTypeField:
    """`fields` of `FaultType`."""

    name: str
    about: str
    required: bool
    kind: Literal["integer", "number", "text", "choice", "flag", "object", "json"]
    choices: list[str] = field(default_factory=list)


@value
class FaultSet:
    """A ready-made set of faults, and whether the world has it."""

    name: str
    about: str
    active: bool
    faults: list[dict[str, Any]] = field(default_factory=list)


@value
class JournalPage:
    """Entries of a journal. `total` match the conditions, `dropped` were removed, `framesLeftOut` came too fast to be
    kept.
    """

    world: JournalPageWorld
    requests: list[Entry] = field(default_factory=list)
    pending: list[Entry] = field(default_factory=list)
    total: int
    dropped: int
    frames_left_out: int


@value
class JournalPageWorld:
    """The world whose journal it is."""

    id: str
    name: str | None = None


@value
class EntryRequest:
    """`request` of `Entry`."""

    headers: dict[str, str | list[str]]
    body_bytes: int
    body: Any = None
    encoding: Literal["json", "text", "base64"] | None = None
    truncated: bool = False


@value
class EntryResponse:
    """`response` of `Entry`."""

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
class Explanation:
    """Why a request matched an operation and faults, or none; the nearest operation first."""

    matched: bool
    reason: str
    operations: list[ExplanationOperation] = field(default_factory=list)
    faults: list[ExplanationFault] = field(default_factory=list)


@value
class ExplanationOperation:
    """`operations` of `Explanation`."""

    api: str
    operation_id: str
    method: str
    path: str
    members: list[Comparison] = field(default_factory=list)


@value
class Comparison:
    """One condition, and how a request compares with it."""

    name: str
    expected: str
    actual: str
    matches: bool


@value
class ExplanationFault:
    """`faults` of `Explanation`."""

    id: str
    type: str
    members: list[Comparison] = field(default_factory=list)


@value
class Replay:
    """The result of a request that was sent again. `status` is null where the client would have got no response."""

    status: int | None
    id: int | None = None


@value
class Count:
    """The number of matching entries; `known` is false where the journal cannot be sure of it."""

    count: int
    known: bool
    message: str | None = None


@value
class Verification:
    """The result of a verification or a wait."""

    satisfied: bool
    known: bool
    count: int
    expected: Expected
    nearest: list[VerificationNearest] = field(default_factory=list)
    message: str | None = None
    entries: list[Entry] = field(default_factory=list)


@value
class Expected:
    """How many were expected."""

    exactly: int | None = None
    at_least: int | None = None
    at_most: int | None = None


@value
class VerificationNearest:
    """`nearest` of `Verification`."""

    request: Summary
    reasons: list[str] = field(default_factory=list)


@value
class Summary:
    """The summary of an entry."""

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
    ending: Literal["whole", "truncated", "empty", "reset", "never", "aborted", "pending"] | None = None
    hold: str | None = None
    held_microseconds: int | None = None
    delivered: bool | None = None
    sent_bytes: int | None = None
    socket: str | None = None
    direction: Literal["received", "sent"] | None = None
    type: Literal["text", "binary"] | None = None
    payload_bytes: int | None = None
    summary: str | None = None
    faults: list[SummaryFault] = field(default_factory=list)
    deviations: list[SummaryDeviation] = field(default_factory=list)


@value
class SummaryFault:
    """`faults` of `Summary`."""

    id: str
    type: str


@value
class SummaryDeviation:
    """`deviations` of `Summary`."""

    location: str
    message: str


@value
class PushedEvent:
    """A message that a test sent."""

    api: str
    channel: str
    message: str
    payload: Any
    listeners: int
    violations: list[str] = field(default_factory=list)
    held: bool


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
    state: Literal["valid", "expired", "signedOut", "used"]


@value
class Token:
    """A token that was made."""

    token: str
    refresh_token: str
    api: str
    account: str
    session: str
    expires_at: datetime
    headers: dict[str, str]


@value
class TokenInfo:
    """The claims of a token, and why it is refused."""

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
class RateLimit:
    """The limit of an API: requests in a window with a token and without one, null for no limit."""

    api: str
    window_seconds: int
    authenticated: int | None
    anonymous: int | None
    clients: list[RateLimitClient] = field(default_factory=list)


@value
class RateLimitClient:
    """`clients` of `RateLimit`."""

    requests: int
    reset_in_seconds: int
    account: str | None = None
    address: str | None = None


@value
class Socket:
    """An open WebSocket. `openedAt` is by the world's clock."""

    id: int
    api: str
    path: str
    operation_id: str | None
    account: str | None
    remote_address: str
    opened_at: datetime
    received: Traffic
    sent: Traffic
    device: str
    protocol: str | None
    version: str | None
    user: str | None
    heart_beat: SocketHeartBeat | None
    subscriptions: list[SocketSubscription] = field(default_factory=list)
    queued_bytes: int
    dropped_messages: int


@value
class Traffic:
    """The traffic of a socket in one direction."""

    messages: int
    bytes: int


@value
class SocketHeartBeat:
    """How often each side promised to be heard, in milliseconds, 0 for never."""

    client: int
    server: int


@value
class SocketSubscription:
    """`subscriptions` of `Socket`."""

    id: str
    destination: str
    ack: str | None
    unacknowledged: int


@value
class ChannelInfo:
    """A channel of an API."""

    api: str
    name: str
    address: str
    listeners: int
    holds: bool
    held: int
    messages: list[ChannelInfoMessage] = field(default_factory=list)


@value
class ChannelInfoMessage:
    """`messages` of `ChannelInfo`."""

    name: str
    sent: bool
    received: bool
    holds: bool
    trigger: str | None = None
    effect: str | None = None


@value
class BrokerInfo:
    """The state of the message broker."""

    subscriptions: list[BrokerInfoSubscription] = field(default_factory=list)
    queues: list[BrokerInfoQueue] = field(default_factory=list)
    unacknowledged: int


@value
class BrokerInfoSubscription:
    """`subscriptions` of `BrokerInfo`."""

    session: str
    destination: str


@value
class BrokerInfoQueue:
    """`queues` of `BrokerInfo`."""

    destination: str
    waiting: int
    consumers: int


@value
class MessagePage:
    """Messages of channels, and how many there are."""

    messages: list[ChannelMessage] = field(default_factory=list)
    held: list[HeldMessage] = field(default_factory=list)
    total: int
    dropped: int


@value
class ChannelMessage:
    """A message of a channel that a client sent or got."""

    id: int
    time: datetime
    api: str
    channel: str
    message: str | None
    direction: Literal["received", "sent"]
    parameters: dict[str, str]
    payload: Any
    socket: str
    trigger: MessageTrigger
    valid: bool
    violations: list[str] = field(default_factory=list)
    delivered: bool
    truncated: bool = False
    account: str | None = None
    faults: list[AppliedFault] = field(default_factory=list)


@value
class MessageTrigger:
    """What made a message come."""

    kind: Literal["client", "write", "clock", "connection", "message", "test", "unknown"]
    of: str | None = None


@value
class AppliedFault:
    """A fault that was applied."""

    id: str
    type: str


@value
class HeldMessage:
    """A message that waits until a test releases it."""

    time: datetime
    api: str
    channel: str
    message: str | None
    parameters: dict[str, str]
    payload: Any
    trigger: MessageTrigger
    account: str | None = None


@value
class Simulation:
    """One of the simulations of `listSimulations`."""

    name: str
    paused: bool
    interval_milliseconds: int


@value
class SensorList:
    """All sensors, and the time that they are of."""

    now: datetime
    greenhouses: list[Greenhouse] = field(default_factory=list)


@value
class Greenhouse:
    """`greenhouses` of `SensorList`."""

    greenhouse_id: Literal["001", "002", "003"]
    sensors: list[Sensor] = field(default_factory=list)


@value
class Sensor:
    """A sensor that a test can control. `value` is its value in a reading now, null while it is offline."""

    sensor_id: str
    greenhouse_id: Literal["001", "002", "003"]
    name: str
    type: Literal["TEMPERATURE", "HUMIDITY", "SECTOR", "EXTRACTOR", "SENSOR"]
    unit: str
    value: float | None
    set: SensorSet | None
    scenarios: list[str] = field(default_factory=list)


@value
class SensorSet:
    """The value that was set, null when there is none."""

    value: float
    since: datetime
    until: datetime | None


@value
class Scenario:
    """A heat wave, or sensors that are stuck, silent or spiking. No `greenhouse` means all."""

    id: str
    type: Literal["heatWave", "stuck", "offline", "spikes"]
    state: Literal["scheduled", "running", "over"]
    greenhouse: str | None
    sensor: str | None
    intensity: float | None
    starts_at: datetime
    ends_at: datetime


@value
class Entry(Summary):
    """An exchange with its request and what its client got of the response, or a frame with its payload. Without a
    status the client got none.
    """

    request: EntryRequest | None = None
    response: EntryResponse | None = None
    payload: Any = None
    encoding: Literal["json", "text", "base64"] | None = None
    truncated: bool = False
