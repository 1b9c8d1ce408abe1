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
from .events import EventStream
from .journal_values import Activity, Device, Entry, Event, Explanation, Journal, Replay, Summary, Verification
from .server import MINIMUM_VERSION, MockServer
from .stream_values import Scenario, Sensor, Socket
from .values import Clock, FaultRecord, Health, IssuedToken, RateLimit, Token, Upcoming, WorldInfo
from .wishes import Fault, FaultMatch, FaultSetName, FaultWish, JournalMatch, JournalQuery
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
    "FaultWish",
    "Health",
    "IssuedToken",
    "Journal",
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
