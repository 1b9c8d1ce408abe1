"""How much is done for the figures of a run."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Effort:
    """The size of each measurement. Durations are in seconds, and a fraction of a second is a duration too."""

    rounds: int = 5
    # How long each run of wrk and of the STOMP load client takes, and how long the side warms up before the first.
    seconds: float = 4
    warm_up_seconds: float = 1
    connections: int = 64
    # Until memory no longer changes after what was done.
    settle_seconds: float = 1
    starts: int = 20
    jumping_worlds: int = 12
    jumps: int = 20
    sockets: int = 1_000
    changes: int = 20
    # Live custom APIs: subscribers at most, writes that they hear, messages to 100 of them, and subscribers that hear none.
    live_subscribers: int = 1_000
    live_writes: int = 50
    live_messages: int = 20_000
    live_idle: int = 5_000
    idle_seconds: float = 10
    dead_webhooks: int = 10_000
    document_bytes: int = 2_000_000
    idle_subscribers: int = 1_000
    # At most so many subscribers in each row of the broker.
    subscribers: int = 1_000
    soak_requests: int = 1_000_000
    soak_seconds: float = 5
    mixed_requests: int = 100_000
    # The live page: how often it is opened, requests at a fixed rate, and two times so many seconds of frames.
    paints: int = 10
    paced_requests: int = 5_000
    frame_seconds: float = 30
    page_seconds: float = 3
    # How many times its planned time such a load may take.
    longest_pace: float = 1.1
    # The test kits, which read these from their environment.
    kit_worlds: int = 300
    kit_tests: int = 1_000
    kit_runs: int = 20
    # Whether figures are wanted at all: kits that are compiled take the build of their tests if not.
    is_brief: bool = False


# Each row once and for a blink, to see that it works. Its figures mean nothing.
BRIEF = Effort(
    rounds=1,
    seconds=0.1,
    warm_up_seconds=0.1,
    connections=4,
    settle_seconds=0,
    starts=2,
    jumping_worlds=2,
    jumps=2,
    sockets=10,
    changes=2,
    live_subscribers=10,
    live_writes=2,
    live_messages=20,
    live_idle=10,
    idle_seconds=0.1,
    dead_webhooks=20,
    document_bytes=50_000,
    idle_subscribers=10,
    subscribers=10,
    soak_requests=100,
    soak_seconds=0.1,
    mixed_requests=120,
    paints=1,
    paced_requests=50,
    frame_seconds=0.5,
    page_seconds=0.1,
    longest_pace=math.inf,
    kit_worlds=5,
    kit_tests=20,
    kit_runs=1,
    is_brief=True,
)
