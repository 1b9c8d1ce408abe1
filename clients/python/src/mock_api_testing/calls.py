"""The calls of the control plane. Written by script/generate from openapi/mock.yaml; do not edit."""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Literal

from .coding import decode, filled, iso, milliseconds, seconds
from .options import Fault, FaultMatch, FaultSetName
from .part import Part
from .values import (
    BrokerInfo,
    ChannelInfo,
    ChannelMessage,
    Clock,
    Device,
    Entry,
    Explanation,
    FaultRecord,
    FaultSet,
    FaultType,
    HeldExchange,
    HoldWait,
    IssuedToken,
    MessagePage,
    PushedEvent,
    RateLimit,
    Replay,
    Scenario,
    Sensor,
    SensorList,
    Simulation,
    Snapshot,
    Socket,
    Token,
    TokenInfo,
    Upcoming,
)


class DevicesCalls(Part):
    """The calls of `world.devices`."""

    def list(self) -> builtins.list[Device]:
        """List the devices that call the world."""
        return decode(builtins.list[Device], self._call("listDevices")["devices"])

    def name(self, id: str, *, name: str | None = None) -> Device:
        """Give a device a name, or take it away."""
        return decode(Device, self._call("nameDevice", id=id, body=filled({"name": name})))


class ClockCalls(Part):
    """The calls of `world.clock`."""

    def get(self) -> Clock:
        """Look at the clock."""
        return decode(Clock, self._call("getClock"))

    def set(
        self,
        *,
        freeze: bool | None = None,
        now: datetime | str | None = None,
        advance: timedelta | str | None = None,
        rate: float | None = None,
        reset: bool | None = None,
    ) -> Clock:
        """Stop the clock, set it, let time pass, or let it run faster."""
        options = filled({"freeze": freeze, "set": now, "advance": iso(advance), "rate": rate, "reset": reset})
        return decode(Clock, self._call("setClock", body=options))

    def upcoming(self, *, until: datetime | str | None = None, within: timedelta | str | None = None) -> Upcoming:
        """List what happens when time passes."""
        options = filled({"until": until, "seconds": seconds(within)})
        return decode(Upcoming, self._call("listUpcoming", query=options))


class SnapshotsCalls(Part):
    """The calls of `world.snapshots`."""

    def list(self) -> builtins.list[Snapshot]:
        """List the snapshots."""
        return decode(builtins.list[Snapshot], self._call("listSnapshots")["snapshots"])

    def get(self, name: str) -> Snapshot:
        """Look at a snapshot."""
        return decode(Snapshot, self._call("getSnapshot", name=name))

    def take(self, name: str) -> Snapshot:
        """Take a snapshot of the whole world."""
        return decode(Snapshot, self._call("takeSnapshot", name=name))

    def delete(self, name: str) -> None:
        """Delete a snapshot."""
        self._call("deleteSnapshot", name=name)

    def restore(self, name: str) -> Snapshot:
        """Restore a snapshot."""
        return decode(Snapshot, self._call("restoreSnapshot", name=name))


class StateCalls(Part):
    """The calls of `world.state`."""

    def export(self) -> dict[str, Any]:
        """Export a world as JSON."""
        return decode(dict[str, Any], self._call("exportState"))


class FaultsCalls(Part):
    """The calls of `world.faults`."""

    def list(self) -> builtins.list[FaultRecord]:
        """List the faults."""
        return decode(builtins.list[FaultRecord], self._call("listFaults")["faults"])

    def add(
        self,
        fault: Fault,
        *,
        id: str | None = None,
        match: FaultMatch | None = None,
        after: int | None = None,
        times: int | None = None,
        probability: float | None = None,
        starts_in: timedelta | str | None = None,
        duration: timedelta | str | None = None,
    ) -> FaultRecord:
        """Add a fault."""
        options = filled(
            {
                "id": id,
                "match": match,
                "fault": fault,
                "after": after,
                "times": times,
                "probability": probability,
                "afterSeconds": seconds(starts_in),
                "forSeconds": seconds(duration),
            }
        )
        return decode(FaultRecord, self._call("addFault", body=options))

    def clear(self) -> None:
        """Remove all faults."""
        self._call("removeFaults")

    def get(self, id: str) -> FaultRecord:
        """Look at a fault."""
        return decode(FaultRecord, self._call("getFault", id=id))

    def remove(self, id: str) -> None:
        """Remove a fault."""
        self._call("removeFault", id=id)

    def types(self) -> builtins.list[FaultType]:
        """List the types of faults."""
        return decode(builtins.list[FaultType], self._call("listFaultTypes")["types"])


class HoldsCalls(Part):
    """The calls of `world.holds`."""

    def list(self) -> builtins.list[HeldExchange]:
        """List the exchanges that are held."""
        return decode(builtins.list[HeldExchange], self._call("listHolds")["holds"])

    def await_exchange(
        self,
        *,
        held_by: str | None = None,
        at_least: int | None = None,
        timeout: timedelta | str | None = None,
    ) -> HoldWait:
        """Wait until exchanges are held."""
        options = filled({"heldBy": held_by, "atLeast": at_least, "timeoutMilliseconds": milliseconds(timeout)})
        return decode(HoldWait, self._call("waitForHolds", extra_time=60, body=options))

    def release_all(self, *, held_by: str | None = None, fault: Fault | None = None) -> int:
        """Release all exchanges that are held."""
        options = filled({"heldBy": held_by, "fault": fault})
        return decode(int, self._call("releaseHolds", body=options)["released"])

    def get(self, id: str) -> HeldExchange:
        """Look at an exchange that is held."""
        return decode(HeldExchange, self._call("getHold", id=id))

    def release(self, id: str, *, fault: Fault | None = None) -> None:
        """Release an exchange that is held."""
        self._call("releaseHold", id=id, body=filled({"fault": fault}))


class FaultSetsCalls(Part):
    """The calls of `world.fault_sets`."""

    def list(self) -> builtins.list[FaultSet]:
        """List the ready-made sets of faults."""
        return decode(builtins.list[FaultSet], self._call("listFaultSets")["sets"])

    def add(self, name: FaultSetName, *, match: FaultMatch | None = None) -> FaultSet:
        """Add a ready-made set of faults."""
        return decode(FaultSet, self._call("addFaultSet", name=name, body=filled({"match": match})))

    def remove(self, name: FaultSetName) -> None:
        """Remove the faults of a set."""
        self._call("removeFaultSet", name=name)


class RequestsCalls(Part):
    """The calls of `world.requests`."""

    def clear(self) -> None:
        """Clear the journal."""
        self._call("clearRequests")

    def get(self, id: int) -> Entry:
        """Look at an entry."""
        return decode(Entry, self._call("getRequest", id=id))

    def explain(self, id: int) -> Explanation:
        """Explain why a request matched an operation and faults, or none."""
        return decode(Explanation, self._call("explainRequest", id=id))

    def replay(self, id: int, *, headers: Mapping[str, str | None] | None = None, body: Any = None) -> Replay:
        """Carry out a request once more."""
        options = filled({"headers": headers, "body": body})
        return decode(Replay, self._call("replayRequest", id=id, body=options))


class ChannelsCalls(Part):
    """The calls of `world.channels`."""

    def push(
        self,
        channel: str,
        *,
        api: str | None = None,
        message: str | None = None,
        payload: Any = None,
    ) -> PushedEvent:
        """Send a message to the clients of a channel."""
        options = filled({"api": api, "channel": channel, "message": message, "payload": payload})
        return decode(PushedEvent, self._call("pushEvent", body=options))

    def list(self) -> builtins.list[ChannelInfo]:
        """List the channels of custom APIs and of Interspace, with their messages and the number of their listeners."""
        return decode(builtins.list[ChannelInfo], self._call("listChannels")["channels"])

    def hold(self, channel: str, *, api: str | None = None, message: str | None = None) -> None:
        """Hold back the messages that the server sends on a channel."""
        options = filled({"api": api, "channel": channel, "message": message})
        self._call("holdMessages", body=options)

    def release(
        self,
        channel: str | None = None,
        *,
        api: str | None = None,
        message: str | None = None,
        count: int | None = None,
    ) -> int:
        """Send messages that are held back."""
        options = filled({"api": api, "channel": channel, "message": message, "count": count})
        return decode(int, self._call("releaseMessages", body=options)["released"])

    def messages(
        self,
        channel: str | None = None,
        *,
        api: str | None = None,
        message: str | None = None,
        direction: Literal["received", "sent"] | None = None,
        account: str | None = None,
        delivered: bool | None = None,
        since: int | None = None,
        limit: int | None = None,
    ) -> MessagePage:
        """List the messages of channels that clients sent and got."""
        options = filled(
            {
                "api": api,
                "channel": channel,
                "message": message,
                "direction": direction,
                "account": account,
                "delivered": delivered,
                "since": since,
                "limit": limit,
            }
        )
        return decode(MessagePage, self._call("listMessages", query=options))

    def await_message(
        self,
        channel: str | None = None,
        *,
        api: str | None = None,
        message: str | None = None,
        payload: Any = None,
        direction: Literal["received", "sent"] | None = None,
        account: str | None = None,
        delivered: bool | None = None,
        since: int | None = None,
        count: int | None = None,
        timeout: timedelta | str | None = None,
    ) -> ChannelMessage:
        """Wait until a client has sent or got a message."""
        __tracebackhide__ = True
        options = filled(
            {
                "api": api,
                "channel": channel,
                "message": message,
                "payload": payload,
                "direction": direction,
                "account": account,
                "delivered": delivered,
                "since": since,
                "count": count,
                "timeoutMilliseconds": milliseconds(timeout),
            }
        )
        return decode(ChannelMessage, self._call("awaitMessage", extra_time=60, body=options))

    def verify_sent(
        self,
        channel: str | None = None,
        *,
        api: str | None = None,
        message: str | None = None,
        payload: Any = None,
        direction: Literal["received", "sent"] | None = None,
        account: str | None = None,
        delivered: bool | None = None,
        since: int | None = None,
        exactly: int | None = None,
        at_least: int | None = None,
        at_most: int | None = None,
    ) -> int:
        """Verify how often clients sent or got a message."""
        __tracebackhide__ = True
        options = filled(
            {
                "api": api,
                "channel": channel,
                "message": message,
                "payload": payload,
                "direction": direction,
                "account": account,
                "delivered": delivered,
                "since": since,
                "exactly": exactly,
                "atLeast": at_least,
                "atMost": at_most,
            }
        )
        return decode(int, self._call("verifyMessages", body=options)["count"])


class TokensCalls(Part):
    """The calls of `world.tokens`."""

    def list(self) -> builtins.list[IssuedToken]:
        """List the tokens that were given out or shown lately."""
        return decode(builtins.list[IssuedToken], self._call("listTokens")["tokens"])

    def mint(
        self,
        api: str,
        account: str,
        *,
        session: str | None = None,
        expires_in: timedelta | str | None = None,
        claims: Mapping[str, Any] | None = None,
    ) -> Token:
        """Make tokens for an account."""
        options = filled(
            {
                "api": api,
                "account": account,
                "session": session,
                "expiresIn": seconds(expires_in),
                "claims": claims,
            }
        )
        return decode(Token, self._call("mintToken", body=options))

    def end_session(self, session: str) -> None:
        """End a session."""
        self._call("endSession", session=session)

    def invalidate(self) -> None:
        """Make all tokens invalid."""
        self._call("invalidateTokens")

    def inspect(self, token: str) -> TokenInfo:
        """Look into an access token."""
        return decode(TokenInfo, self._call("inspectToken", body=filled({"token": token})))


class RateLimitsCalls(Part):
    """The calls of `world.rate_limits`."""

    def list(self) -> builtins.list[RateLimit]:
        """List the rate limits of every API."""
        return decode(builtins.list[RateLimit], self._call("listRateLimits")["rateLimits"])

    def get(self, api: str) -> RateLimit:
        """Look at the rate limits of an API."""
        return decode(RateLimit, self._call("getRateLimit", api=api))

    def set(
        self,
        api: str,
        *,
        off: bool | None = None,
        authenticated: int | None = None,
        anonymous: int | None = None,
    ) -> RateLimit:
        """Change the rate limits of an API, or remove them."""
        options = filled({"off": off, "authenticated": authenticated, "anonymous": anonymous})
        return decode(RateLimit, self._call("setRateLimit", api=api, body=options))

    def exhaust(self, api: str, *, account: str | None = None, address: str | None = None) -> RateLimit:
        """Use up the requests of an account or address."""
        options = filled({"account": account, "address": address})
        return decode(RateLimit, self._call("exhaustRateLimit", api=api, body=options))

    def reset(self, api: str, *, account: str | None = None, address: str | None = None) -> RateLimit:
        """Forget the requests of an account or address, or of all."""
        options = filled({"account": account, "address": address})
        return decode(RateLimit, self._call("resetRateLimit", api=api, body=options))


class SocketsCalls(Part):
    """The calls of `world.sockets`."""

    def list(self) -> builtins.list[Socket]:
        """List the open sockets."""
        return decode(builtins.list[Socket], self._call("listSockets")["sockets"])

    def kick_all(self, *, code: int | None = None, reason: str | None = None, abort: bool | None = None) -> None:
        """Close all sockets."""
        options = filled({"code": code, "reason": reason, "abort": abort})
        self._call("kickSockets", body=options)

    def get(self, id: int) -> Socket:
        """Look at a socket."""
        return decode(Socket, self._call("getSocket", id=id))

    def kick(self, id: int, *, code: int | None = None, reason: str | None = None, abort: bool | None = None) -> None:
        """Close a socket."""
        options = filled({"code": code, "reason": reason, "abort": abort})
        self._call("kickSocket", id=id, body=options)


class BrokerCalls(Part):
    """The calls of `world.broker`."""

    def get(self) -> BrokerInfo:
        """Look at the message broker."""
        return decode(BrokerInfo, self._call("getBroker"))


class MessagesCalls(Part):
    """The calls of `world.messages`."""

    def publish(
        self,
        destination: str,
        body: str | float | bool | Mapping[str, Any] | list[Any],
        *,
        content_type: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Publish a message through the broker."""
        options = filled({"destination": destination, "body": body, "contentType": content_type, "headers": headers})
        self._call("publishMessage", body=options)


class SimulationsCalls(Part):
    """The calls of `world.simulations`."""

    def list(self) -> builtins.list[Simulation]:
        """List what moves by itself."""
        return decode(builtins.list[Simulation], self._call("listSimulations")["simulations"])

    def pause(self, name: str | None = None) -> builtins.list[Simulation]:
        """Let a simulation pause, or all."""
        options = filled({"name": name})
        return decode(builtins.list[Simulation], self._call("pauseSimulations", body=options)["simulations"])

    def resume(self, name: str | None = None) -> builtins.list[Simulation]:
        """Resume a simulation, or all."""
        options = filled({"name": name})
        return decode(builtins.list[Simulation], self._call("resumeSimulations", body=options)["simulations"])

    def step(self, name: str | None = None) -> builtins.list[Simulation]:
        """Run one step of a simulation now, or of each."""
        options = filled({"name": name})
        return decode(builtins.list[Simulation], self._call("stepSimulation", body=options)["simulations"])


class SensorsCalls(Part):
    """The calls of `world.sensors`."""

    def list(self) -> SensorList:
        """Show every sensor, and what a reading would have now."""
        return decode(SensorList, self._call("listSensors"))

    def set(self, greenhouse: str, sensor: str, value: float, *, duration: timedelta | str | None = None) -> Sensor:
        """Set what a sensor shows from now on."""
        options = filled({"value": value, "durationSeconds": seconds(duration)})
        return decode(Sensor, self._call("setSensorValue", greenhouse=greenhouse, sensor=sensor, body=options))

    def unset(self, greenhouse: str, sensor: str) -> None:
        """Remove the set value of a sensor."""
        self._call("unsetSensorValue", greenhouse=greenhouse, sensor=sensor)


class ScenariosCalls(Part):
    """The calls of `world.scenarios`."""

    def list(self) -> builtins.list[Scenario]:
        """List the scenarios by their start, with those that are over."""
        return decode(builtins.list[Scenario], self._call("listScenarios")["scenarios"])

    def add(
        self,
        type: Literal["heatWave", "stuck", "offline", "spikes"],
        duration: timedelta | str,
        *,
        greenhouse: str | int | None = None,
        sensor: str | None = None,
        intensity: float | None = None,
        starts_in: timedelta | str | None = None,
    ) -> Scenario:
        """Add a scenario for sensors."""
        options = filled(
            {
                "type": type,
                "greenhouse": greenhouse,
                "sensor": sensor,
                "durationSeconds": seconds(duration),
                "intensity": intensity,
                "startsInSeconds": seconds(starts_in),
            }
        )
        return decode(Scenario, self._call("addScenario", body=options))

    def clear(self) -> None:
        """End all scenarios."""
        self._call("removeScenarios")

    def get(self, id: str) -> Scenario:
        """Show a scenario."""
        return decode(Scenario, self._call("getScenario", id=id))

    def remove(self, id: str) -> None:
        """End a scenario."""
        self._call("removeScenario", id=id)
