"""What the server answers about sockets, messages, simulations and sensors, as typed values."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from .coding import value


@value
class Traffic:
    """What went over a socket in one direction."""

    messages: int
    bytes: int


@value
class HeartBeat:
    """How often each side promised to be heard, in milliseconds; 0 for never."""

    client: int
    server: int


@value
class SocketSubscription:
    """What a socket's client subscribed to. `ack` is None where the protocol has no acknowledgements."""

    id: str
    destination: str
    ack: str | None
    unacknowledged: int


@value
class Socket:
    """An open WebSocket. `opened_at` is by the world's clock."""

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
    heart_beat: HeartBeat | None
    subscriptions: list[SocketSubscription]
    queued_bytes: int
    dropped_messages: int


@value
class Subscription:
    """A subscription of a session of the broker."""

    session: str
    destination: str


@value
class Queue:
    """A queue of the broker."""

    destination: str
    waiting: int
    consumers: int


@value
class Broker:
    """What the message broker has."""

    subscriptions: list[Subscription]
    queues: list[Queue]
    unacknowledged: int


@value
class Simulation:
    """Something that changes by itself."""

    name: str
    paused: bool
    interval_milliseconds: int


@value
class SetValue:
    """A value that a sensor was set to."""

    value: float
    since: datetime
    until: datetime | None


@value
class Sensor:
    """A sensor under a test's control. `value` is what a reading would have now, None while it is offline."""

    sensor_id: str
    greenhouse_id: str
    name: str
    type: Literal["TEMPERATURE", "HUMIDITY", "SECTOR", "EXTRACTOR", "SENSOR"]
    unit: str
    value: float | None
    set: SetValue | None
    scenarios: list[str]


@value
class Greenhouse:
    """A greenhouse with its sensors."""

    greenhouse_id: str
    sensors: list[Sensor]


@value
class SensorList:
    """All sensors, and the time that they are of."""

    now: datetime
    greenhouses: list[Greenhouse]


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
