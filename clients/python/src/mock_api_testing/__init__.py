"""A world of mock-api for each test: state, clock, faults, and a verdict when it fails.

With pytest, ask for the fixture `mock_world`. Elsewhere:

    with MockServer.shared().worlds.make("my test", frozen_at="2026-06-01T08:00:00Z") as world:
        ...
"""

from .errors import (
    AdminTokenError,
    CallTimeoutError,
    LeakedSocketError,
    LeakedSocketWarning,
    MockApiError,
    NotAMockServerError,
    NotSatisfiedError,
    RefusedError,
    ServerNotFoundError,
    ServerTooOldError,
    ServerUnreachableError,
    WorldLimitError,
)
from .events import Event, EventStream
from .options import Fault, FaultMatch, FaultOptions, FaultSetName, JournalMatch, JournalQuery
from .server import MINIMUM_VERSION, MockServer
from .values import (
    Activity,
    Clock,
    Device,
    Entry,
    Explanation,
    FaultRecord,
    Health,
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
    "MINIMUM_VERSION",
    "Activity",
    "AdminTokenError",
    "CallTimeoutError",
    "Clock",
    "Device",
    "Entry",
    "Event",
    "EventStream",
    "Explanation",
    "Fault",
    "FaultMatch",
    "FaultRecord",
    "FaultSetName",
    "FaultOptions",
    "Health",
    "IssuedToken",
    "JournalPage",
    "JournalMatch",
    "JournalQuery",
    "LeakedSocketError",
    "LeakedSocketWarning",
    "LeakedSockets",
    "MockApiError",
    "MockServer",
    "NotAMockServerError",
    "NotSatisfiedError",
    "RateLimit",
    "RefusedError",
    "Replay",
    "Scenario",
    "Sensor",
    "ServerNotFoundError",
    "ServerTooOldError",
    "ServerUnreachableError",
    "Socket",
    "Summary",
    "Token",
    "Upcoming",
    "Verification",
    "World",
    "WorldInfo",
    "WorldLimitError",
    "worker_number",
]
