"""A world: a server within the server, with state, clock, faults and journal of its own."""

from __future__ import annotations

import time
import warnings
from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING, Literal
from urllib.parse import quote

from .calls import (
    BrokerCalls,
    ChannelsCalls,
    DevicesCalls,
    FaultSetsCalls,
    MessagesCalls,
    ScenariosCalls,
    SimulationsCalls,
    SnapshotsCalls,
    TokensCalls,
)
from .coding import decode, filled
from .errors import LeakedSocketError, LeakedSocketWarning
from .journal import Requests
from .part import Part
from .parts import Data, Faults, RateLimits, Sensors, Sockets, State, WorldClock
from .report import report
from .values import Socket, Token, WorldInfo

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

    @property
    def base_url(self) -> str:
        """What an app puts before its paths, such as `http://127.0.0.1:3000/_w/checkout`."""
        return self.server.url if self.id == "default" else f"{self.server.url}/_w/{quote(self.id, safe='')}"

    @property
    def websocket_url(self) -> str:
        """The same for WebSockets: `ws://127.0.0.1:3000/_w/checkout`."""
        return "ws" + self.base_url.removeprefix("http")

    def url(self, api: str) -> str:
        """The base URL of one API, such as `http://127.0.0.1:3000/_w/checkout/v1` for `agrobridge`."""
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
    def channels(self) -> ChannelsCalls:
        """The channels of custom APIs."""
        return ChannelsCalls(self._transport, self.id)

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

    def reset(self) -> None:
        """Takes the world back to its beginning. Open sockets stay."""
        self._call("reset")

    def sign_in(self, api: str, *, account: str | None = None) -> Token:
        """Signs in to an API without a password. Without an account: the sample account, or the first one."""
        return decode(Token, self._call("signIn", body=filled({"api": api, "account": account})))

    def info(self) -> WorldInfo:
        """The world as the server shows it."""
        return self.server.worlds.get(self.id)

    def report(self) -> str:
        """What a test that failed wants to know: clock, last exchanges, faults, deviations, misspelt paths."""
        return report(self)

    def close(self, leaked_sockets: LeakedSockets = "warn") -> None:
        """Deletes the world. Sockets that are still open give a warning or an error, as `leaked_sockets` says."""
        try:
            leaked = [] if leaked_sockets == "ignore" else self._open_sockets()
        finally:
            self.server.worlds.delete(self.id)
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
            raise LeakedSocketError(message, leaked)
        warnings.warn(LeakedSocketWarning(message), stacklevel=2)

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
