"""The parts of a world that are about live data: sockets, broker, messages, simulations, sensors, scenarios."""

from __future__ import annotations

import base64
import builtins
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Literal

from .coding import decode, wish
from .part import Part
from .stream_values import Broker, Scenario, Sensor, SensorList, Simulation, Socket


def _seconds(time: timedelta | float | None) -> float | None:
    return time.total_seconds() if isinstance(time, timedelta) else time


class Sockets(Part):
    """The open WebSockets of a world."""

    def list(self) -> builtins.list[Socket]:
        """The open sockets."""
        return [decode(Socket, one) for one in self._call("listSockets")["sockets"]]

    def get(self, id: int) -> Socket:
        """One open socket."""
        return decode(Socket, self._call("getSocket", id=id))

    def kick(self, id: int, *, code: int | None = None, reason: str | None = None, abort: bool | None = None) -> None:
        """Closes a socket with a close code, 1001 without one, or (`abort`) resets its connection."""
        self._call("kickSocket", id=id, body=wish(code=code, reason=reason, abort=abort))

    def send(self, id: int, message: str | bytes) -> None:
        """Sends a client a raw message, past the protocol that the socket speaks."""
        text = {"text": message} if isinstance(message, str) else {"base64": base64.b64encode(message).decode()}
        self._call("sendToSocket", id=id, body=text)

    def kick_all(self, *, code: int | None = None, reason: str | None = None, abort: bool | None = None) -> None:
        """Closes all sockets of the world."""
        self._call("kickSockets", body=wish(code=code, reason=reason, abort=abort))


class MessageBroker(Part):
    """The message broker of a world."""

    def get(self) -> Broker:
        """Its subscriptions and queues, and what waits in them."""
        return decode(Broker, self._call("getBroker"))


class Messages(Part):
    """Messages to subscribers."""

    def publish(
        self,
        destination: str,
        body: str | float | bool | Mapping[str, Any] | builtins.list[Any],
        *,
        content_type: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Sends a message to a destination, such as `/topic/greenhouse/messages`. What is no text goes as JSON."""
        wished = wish(destination=destination, body=body, content_type=content_type, headers=headers)
        self._call("publishMessage", body=wished)


class Simulations(Part):
    """What changes by itself: sensor readings and wallet balances."""

    def list(self) -> builtins.list[Simulation]:
        """The simulations."""
        return _simulations(self._call("listSimulations"))

    def pause(self, name: str | None = None) -> builtins.list[Simulation]:
        """Stops one, or each."""
        return _simulations(self._call("pauseSimulations", body=wish(name=name)))

    def resume(self, name: str | None = None) -> builtins.list[Simulation]:
        """Lets one, or each, go on."""
        return _simulations(self._call("resumeSimulations", body=wish(name=name)))

    def step(self, name: str | None = None) -> builtins.list[Simulation]:
        """Makes one more step, paused or not."""
        return _simulations(self._call("stepSimulation", body=wish(name=name)))


def _simulations(answer: Any) -> list[Simulation]:
    return [decode(Simulation, one) for one in answer["simulations"]]


class Sensors(Part):
    """The sensors of Invernaderos."""

    def list(self) -> SensorList:
        """All sensors, by greenhouse."""
        return decode(SensorList, self._call("listSensors"))

    def set(
        self, greenhouse: str, sensor: str, value: float, *, duration_seconds: timedelta | float | None = None
    ) -> Sensor:
        """Sets a sensor, by its id or short name, for some of the world's time or until it is unset."""
        body = wish(value=value, duration_seconds=_seconds(duration_seconds))
        return decode(Sensor, self._call("setSensorValue", greenhouse=greenhouse, sensor=sensor, body=body))

    def unset(self, greenhouse: str, sensor: str) -> None:
        """Lets a sensor measure by itself again."""
        self._call("unsetSensorValue", greenhouse=greenhouse, sensor=sensor)

    def push_reading(self, values: Mapping[str, float | None] | None = None) -> dict[str, Any]:
        """Stores a reading and pushes it to subscribers. `values` is what some sensors show in it, by their ids."""
        reading: dict[str, Any] = self._call("pushReading", body=dict(values or {}))
        return reading


class Scenarios(Part):
    """Heat waves, and sensors that are stuck, silent or spiking."""

    def list(self) -> builtins.list[Scenario]:
        """The scenarios, over ones too."""
        return [decode(Scenario, one) for one in self._call("listScenarios")["scenarios"]]

    def add(
        self,
        type: Literal["heatWave", "stuck", "offline", "spikes"],
        duration_seconds: timedelta | float,
        *,
        greenhouse: str | int | None = None,
        sensor: str | None = None,
        intensity: float | None = None,
        starts_in_seconds: timedelta | float | None = None,
    ) -> Scenario:
        """Adds a scenario. Its times are in seconds of the world; `intensity` is for heat waves and spikes."""
        body = wish(
            type=type,
            duration_seconds=_seconds(duration_seconds),
            greenhouse=greenhouse,
            sensor=sensor,
            intensity=intensity,
            starts_in_seconds=_seconds(starts_in_seconds),
        )
        return decode(Scenario, self._call("addScenario", body=body))

    def get(self, id: str) -> Scenario:
        """One scenario."""
        return decode(Scenario, self._call("getScenario", id=id))

    def remove(self, id: str) -> None:
        """Ends one scenario."""
        self._call("removeScenario", id=id)

    def clear(self) -> None:
        """Ends all scenarios."""
        self._call("removeScenarios")
