"""A world of mock-api for each test: state, clock, faults, and a verdict when it fails.

With pytest, ask for the fixture `mock_world`. Elsewhere:

    with MockServer.shared().worlds.make("my test", frozen_at="2026-06-01T08:00:00Z") as world:
        ...
"""

from .clients import SocketClient, StompClient, StompMessage
from .errors import (
    AdminTokenError,
    CallRefusedError,
    CallTimeoutError,
    LeakedSocketsError,
    LeakedSocketsWarning,
    MockApiError,
    NotAMockServerError,
    NotSatisfiedError,
    ServerEndedError,
    ServerNotFoundError,
    ServerTooOldError,
    ServerUnreachableError,
    SocketError,
    UnknownApiError,
    UnusedFaultWarning,
    WorldLimitError,
)
from .events import Event, EventStream
from .holds import Held, Hold
from .options import Fault, FaultMatch, FaultOptions, FaultSetName, JournalMatch, JournalQuery
from .process import MINIMUM_VERSION, ServerOptions
from .server import MockServer
from .values import (
    Activity,
    Clock,
    Device,
    Entry,
    Explanation,
    FaultRecord,
    Health,
    HeldExchange,
    IssuedToken,
    JournalPage,
    RateLimit,
    Replay,
    Scenario,
    Sensor,
    Socket,
    Summary,
    Token,
    Upcoming,
    Verification,
    WorldInfo,
)
from .workers import worker_number
from .world import LeakedSockets, World

__all__ = [
    "Activity",
    "AdminTokenError",
    "CallRefusedError",
    "CallTimeoutError",
    "Clock",
    "Device",
    "Entry",
    "Event",
    "EventStream",
    "Explanation",
    "Fault",
    "FaultMatch",
    "FaultOptions",
    "FaultRecord",
    "FaultSetName",
    "Health",
    "Held",
    "HeldExchange",
    "Hold",
    "IssuedToken",
    "JournalMatch",
    "JournalPage",
    "JournalQuery",
    "LeakedSockets",
    "LeakedSocketsError",
    "LeakedSocketsWarning",
    "MINIMUM_VERSION",
    "MockApiError",
    "MockServer",
    "NotAMockServerError",
    "NotSatisfiedError",
    "RateLimit",
    "Replay",
    "Scenario",
    "Sensor",
    "ServerEndedError",
    "ServerNotFoundError",
    "ServerOptions",
    "ServerTooOldError",
    "ServerUnreachableError",
    "Socket",
    "SocketClient",
    "SocketError",
    "StompClient",
    "StompMessage",
    "Summary",
    "Token",
    "UnknownApiError",
    "UnusedFaultWarning",
    "Upcoming",
    "Verification",
    "World",
    "WorldInfo",
    "WorldLimitError",
    "worker_number",
]
