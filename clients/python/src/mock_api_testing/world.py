"""A world: a server within the server, with state, clock, faults and journal of its own."""

from __future__ import annotations

import time
import warnings
from collections.abc import Mapping
from datetime import timedelta
from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, cast
from urllib.parse import quote

from .calls import (
    BrokerCalls,
    DevicesCalls,
    FaultSetsCalls,
    HoldsCalls,
    MessagesCalls,
    ScenariosCalls,
    SimulationsCalls,
    SnapshotsCalls,
    TokensCalls,
)
from .clients import Client, SocketClient, StompClient
from .coding import decode, filled, milliseconds, operation
from .errors import LeakedSocketsError, LeakedSocketsWarning, UnusedFaultWarning
from .holds import Hold, answering
from .journal import Requests
from .options import FaultMatch
from .part import Part
from .parts import Channels, Data, Faults, RateLimits, Sensors, Sockets, State, WorldClock
from .report import report
from .values import FaultRecord, Socket, Token, WorldInfo

if TYPE_CHECKING:
    from .server import MockServer

LeakedSockets = Literal["error", "warn", "ignore"]
"""What happens when a world ends while sockets of it are open."""


class World(Part):
    """A world, and what a test can do with it. As a context manager it ends itself."""

    def __init__(self, server: MockServer, id: str, name: str | None = None) -> None:
        super().__init__(server.transport, id)
        self.server = server
        self.id = id
        self.name = name
        self._clients: list[Client[Any]] = []

    @property
    def base_url(self) -> str:
        """What an app puts before its paths, such as `http://127.0.0.1:3000/_w/checkout`."""
        return self.server.url if self.id == "default" else f"{self.server.url}/_w/{quote(self.id, safe='')}"

    @property
    def websocket_url(self) -> str:
        """The same for WebSockets: `ws://127.0.0.1:3000/_w/checkout`."""
        return "ws" + self.base_url.removeprefix("http")

    def url(self, api: str) -> str:
        """The base URL of one API, such as `http://127.0.0.1:3000/_w/checkout/v1` for `agrobridge`.

        Raises UnknownApiError, with the names that there are.
        """
        return (self.base_url + self.server.api(api).base_path).rstrip("/")

    @property
    def headers(self) -> dict[str, str]:
        """Headers that name the world, for clients that keep their base URL."""
        return {"X-Mock-World": self.id}

    @property
    def environment(self) -> dict[str, str]:
        """Variables for a program under test: `subprocess.run(app, env=os.environ | world.environment)`."""
        return {"MOCK_API_URL": self.base_url, "MOCK_API_WS_URL": self.websocket_url}

    @cached_property
    def clock(self) -> WorldClock:
        """The time of the world."""
        return WorldClock(self._transport, self.id)

    @cached_property
    def faults(self) -> Faults:
        """What goes wrong."""
        return Faults(self._transport, self.id)

    @cached_property
    def fault_sets(self) -> FaultSetsCalls:
        """Ready-made sets of faults."""
        return FaultSetsCalls(self._transport, self.id)

    @cached_property
    def holds(self) -> HoldsCalls:
        """The exchanges that are held."""
        return HoldsCalls(self._transport, self.id)

    @cached_property
    def requests(self) -> Requests:
        """The journal."""
        return Requests(self._transport, self.id)

    @cached_property
    def devices(self) -> DevicesCalls:
        """Who calls the world."""
        return DevicesCalls(self._transport, self.id)

    @cached_property
    def tokens(self) -> TokensCalls:
        """Tokens of accounts."""
        return TokensCalls(self._transport, self.id)

    @cached_property
    def rate_limits(self) -> RateLimits:
        """Rate limits of the APIs."""
        return RateLimits(self._transport, self.id)

    @cached_property
    def sockets(self) -> Sockets:
        """Open WebSockets."""
        return Sockets(self._transport, self.id)

    @cached_property
    def channels(self) -> Channels:
        """The channels of custom APIs and of Interspace."""
        return Channels(self._transport, self.id)

    @cached_property
    def broker(self) -> BrokerCalls:
        """The message broker."""
        return BrokerCalls(self._transport, self.id)

    @cached_property
    def messages(self) -> MessagesCalls:
        """Messages to subscribers."""
        return MessagesCalls(self._transport, self.id)

    @cached_property
    def simulations(self) -> SimulationsCalls:
        """What changes by itself."""
        return SimulationsCalls(self._transport, self.id)

    @cached_property
    def sensors(self) -> Sensors:
        """The sensors of Invernaderos."""
        return Sensors(self._transport, self.id)

    @cached_property
    def scenarios(self) -> ScenariosCalls:
        """Heat waves and broken sensors."""
        return ScenariosCalls(self._transport, self.id)

    @cached_property
    def data(self) -> Data:
        """Rows of tables."""
        return Data(self._transport, self.id)

    @cached_property
    def snapshots(self) -> SnapshotsCalls:
        """The world as it was, under names."""
        return SnapshotsCalls(self._transport, self.id)

    @cached_property
    def state(self) -> State:
        """The whole world as one document."""
        return State(self._transport, self.id)

    def sign_in(self, api: str, account: str | None = None) -> Token:
        """Signs in to an API without a password. The token has the `headers` that an app sends with it.

        `account` is an id, a name or an e-mail address. Without it: the sample account, or the first one.
        """
        return decode(Token, self._call("signIn", body=filled({"api": api, "account": account})))

    def answer(
        self,
        request: str,
        *,
        patch: Mapping[str, Any] | list[Any] | None = None,
        status: int | None = None,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
        once: bool = False,
        times: int | None = None,
        on_call: int | None = None,
        undocumented: bool = False,
    ) -> FaultRecord:
        """Changes the next responses to a request, such as `"GET /v1/lotes"`. It is a fault, which `faults` lists.

        `patch` changes members of the response that the API gives: a JSON Merge Patch (an object) or a JSON Patch (an
        array). What results must be as the API's document says, unless `undocumented`. `status`, `body` and `headers`
        replace the response. All requests are meant, the next one (`once`), as many (`times`), or only the one of this
        number (`on_call`).
        """
        counts = [name for name, given in (("once", once), ("times", times), ("on_call", on_call)) if given]
        if len(counts) > 1:
            raise ValueError(f"choose one of {' and '.join(counts)}")
        if on_call is not None and on_call < 1:
            raise ValueError(f"on_call counts from 1; it is {on_call}")
        if patch is None and status is None and body is None:
            raise ValueError("say what the response is to be: patch, status or body")
        return self.faults.add(
            answering(patch, status, body, headers, undocumented),
            match=cast(FaultMatch, operation(request)),
            after=on_call - 1 if on_call else None,
            times=1 if once or on_call else times,
        )

    def hold(
        self,
        request: str,
        *,
        phase: Literal["request", "response"] = "response",
        times: int | None = 1,
        limit: timedelta | str = "60s",
    ) -> Hold:
        """Holds the next exchange of a request, such as `"POST /v1/lotes"`, until it is released. It is a fault.

        A response is held after the state has changed, a request before. `times` is how many exchanges are held, None
        for all. Each goes on by itself after `limit`, in real time, at most ten minutes.
        """
        fault = self.faults.add(
            {"type": "hold", "phase": phase, "milliseconds": round(milliseconds(limit) or 0)},
            match=cast(FaultMatch, operation(request)),
            times=times,
        )
        return Hold(self.faults, self.holds, fault)

    def connect_stomp(
        self,
        path: str = "/ws/greenhouse",
        *,
        token: str | None = None,
        headers: Mapping[str, str] | None = None,
        timeout: timedelta | str = "10s",
    ) -> StompClient:
        """A STOMP client, connected to a path of this world. `headers` are those of its CONNECT frame.

        `timeout` is that of the connection, and of each receipt. The world's end closes it. Needs `websockets`:
        `pip install mock-api-testing[sockets]`.
        """
        client = StompClient(self.websocket_url + path, token, headers or {}, timeout)
        self._clients.append(client)
        return client

    def connect_socket(
        self,
        path: str,
        *,
        token: str | None = None,
        headers: Mapping[str, str] | None = None,
        timeout: timedelta | str = "10s",
    ) -> SocketClient:
        """A client of a WebSocket that carries JSON. `headers` are those of its handshake. The world's end closes it.

        Needs `websockets`: `pip install mock-api-testing[sockets]`.
        """
        client = SocketClient(self.websocket_url + path, token, headers or {}, timeout)
        self._clients.append(client)
        return client

    def reset(self) -> None:
        """Takes the world back to its beginning. Open sockets stay."""
        self._call("reset")
        self.requests.forget_verified()

    def info(self) -> WorldInfo:
        """The world as the server shows it."""
        return self.server.worlds.get(self.id)

    def report(self) -> str:
        """What a test that failed wants to know: clock, last exchanges, faults, deviations, misspelt paths."""
        return report(self)

    def close(self, leaked_sockets: LeakedSockets = "warn") -> None:
        """Deletes the world. Sockets that are still open give a warning or an error, as `leaked_sockets` says.

        A fault that was added here and never applied gives a warning.
        """
        try:
            for client in self._clients:
                client.close()
            unused = self.faults.unused()
            leaked = [] if leaked_sockets == "ignore" else self._open_sockets()
        finally:
            self._transport.call("deleteWorld", id=self.id)
        for fault in unused:
            warnings.warn(UnusedFaultWarning(_unused(fault)), stacklevel=2)
        if not leaked:
            return
        found = "; ".join(
            f"{one.path} ({one.operation_id or one.api}, account {one.account or 'none'}, socket {one.id})"
            for one in leaked
        )
        message = (
            f"world {self.id} ended with {len(leaked)} open socket{'s' if len(leaked) > 1 else ''}: {found}. "
            "Close the app's sockets before the test ends."
        )
        if leaked_sockets == "error":
            raise LeakedSocketsError(message, leaked)
        warnings.warn(LeakedSocketsWarning(message), stacklevel=2)

    def _open_sockets(self) -> list[Socket]:
        """The sockets that stay open. One that the app has just closed may be listed for a moment more."""
        for pause in (0.01, 0.04, 0.15, 0.5):
            if not self.sockets.list():
                return []
            time.sleep(pause)
        return self.sockets.list()

    def __enter__(self) -> World:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"World({self.base_url!r}, name={self.name!r})"


def _unused(fault: FaultRecord) -> str:
    """Why a fault may not have applied."""
    match = ", ".join(f"{name} {value}" for name, value in (fault.match or {}).items()) or "any request"
    if fault.matches == 0:
        why = "nothing matched it"
    else:
        why = f"{fault.matches} matched it, and it left {'all of them' if fault.matches > 1 else 'it'} out"
    return f"the fault {fault.id} ({fault.fault.get('type')} for {match}) never applied: {why}"
