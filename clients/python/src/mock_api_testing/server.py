"""A server: one that is there, or one that is started and ends with the process."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Sequence
from datetime import timedelta
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Unpack

from .coding import decode, filled, length
from .errors import MockApiError, NotAMockServerError, ServerTooOldError, UnknownApiError
from .process import MINIMUM_VERSION, ServerOptions, ServerProcess, is_older, serve_arguments
from .transport import Transport
from .values import Activity, Api, ConnectAddresses, ControlCall, Document, DocumentList, Health, Welcome
from .world import World
from .worlds import Worlds


class MockServer:
    """A server, and what is not one world's. Its health and version are checked before the first call."""

    _shared: ClassVar[dict[tuple[str, ...], MockServer]] = {}
    _lock: ClassVar[threading.Lock] = threading.Lock()

    def __init__(self, url: str, *, admin_token: str | None = None, timeout: timedelta | str = "10s") -> None:
        """A server that is there. `timeout` is that of each call.

        Without `admin_token`, that of MOCK_API_ADMIN_TOKEN is sent. The URL may be that of a world.
        """
        token = admin_token or os.environ.get("MOCK_API_ADMIN_TOKEN") or None
        self._transport = Transport(re.sub(r"/_w/[^/]+/?$", "", url), token, length(timeout).total_seconds())
        self._checked = False
        self._process: ServerProcess | None = None
        self._command: tuple[str | None, tuple[str, ...]] = (None, ())
        self.worlds = Worlds(self)

    @classmethod
    def start(
        cls,
        binary: str | None = None,
        *,
        admin_token: str | None = None,
        timeout: timedelta | str = "10s",
        folders: Sequence[Path] = (),
        **options: Unpack[ServerOptions],
    ) -> MockServer:
        """Starts a server on a free port. It ends with `close`, or with this process, however that ends.

        The program is `binary`, else MOCK_API_BINARY, else that of the installed package `mock-api`, else `mock-api` on
        PATH. Relative files of `options` are looked for below `folders`, then below the working directory.
        """
        command = (binary, serve_arguments(options, folders))
        process = ServerProcess(*command)
        server = cls(process.url, admin_token=admin_token, timeout=timeout)
        server._command = command
        server._use(process)
        return server

    @classmethod
    def shared(
        cls, url: str | None = None, *, folders: Sequence[Path] = (), **options: Unpack[ServerOptions]
    ) -> MockServer:
        """The server of this process: that of `url` or MOCK_API_URL, else one that is started at the first call.

        Each set of `options` has a server, which is started here unless that of the URL has all of `apis`.
        """
        with cls._lock:
            url = url or os.environ.get("MOCK_API_URL")
            if url:
                given = cls._shared.setdefault((url,), cls(url))
                if not options or ("apis" in options and options["apis"].keys() <= given.apis.keys()):
                    return given
            key = serve_arguments(options, folders)
            if key not in cls._shared:
                cls._shared[key] = cls.start(folders=folders, **options)
            return cls._shared[key]

    @classmethod
    def close_shared(cls) -> None:
        """Closes the servers that `shared` gave."""
        for server in list(cls._shared.values()):
            server.close()

    def close(self) -> None:
        """Closes this thread's connection, and ends the server if it was started here."""
        self._transport.close()
        if self._process is not None:
            self._process.stop()
        with MockServer._lock:
            for key in [key for key, server in MockServer._shared.items() if server is self]:
                del MockServer._shared[key]

    def revive(self) -> None:
        """Starts the server again if it was started here and has ended. Its worlds are gone."""
        with MockServer._lock:
            if self._process is not None and self._process.has_ended:
                process = ServerProcess(*self._command)
                self._transport = self._transport.moved(process.url)
                self._use(process)

    def _use(self, process: ServerProcess) -> None:
        self._process = process
        self._transport.ending = process.ending

    @property
    def url(self) -> str:
        """The server's base URL."""
        return self._transport.url

    @property
    def transport(self) -> Transport:
        """What makes the calls. The first use asks for the server's health, and checks its version."""
        if not self._checked:
            self.check()
        return self._transport

    def check(self) -> Health:
        """Makes sure that mock-api answers, and that it is new enough, before anything else of it is read."""
        found: Any = None
        try:
            found = self._transport.call("health")
            version = found.get("version") if isinstance(found, dict) else None
            if not isinstance(version, str) or not re.match(r"\d+\.\d+", version):
                raise self._other(found)
            if is_older(version):
                raise ServerTooOldError(self.url, version, MINIMUM_VERSION)
            health = decode(Health, found)
        except (NotAMockServerError, TypeError) as error:
            raise self._other(found) from error
        except MockApiError as error:
            if getattr(error, "code", None) == "UNKNOWN":
                raise self._other(str(error)) from error
            raise
        self._checked = True
        return health

    def _other(self, found: object) -> NotAMockServerError:
        return NotAMockServerError(
            f"something else than mock-api answers at {self.url}: GET /_mock/health says {str(found)[:200]}. "
            "Check MOCK_API_URL and its port, or unset it to let the kit start a server of its own."
        )

    @property
    def default_world(self) -> World:
        """The world of requests that name none. It is always there, and shared by all who use it."""
        return World(self, "default")

    def world(self, id: str) -> World:
        """A world that is there, by its id. No call is made."""
        return World(self, id)

    def health(self) -> Health:
        """Whether the server serves."""
        return decode(Health, self.transport.call("health"))

    def activity(self, *, after: int | None = None, limit: int | None = None) -> list[Activity]:
        """The calls of the control plane that changed something, in all worlds, the oldest first.

        Only those with a greater number than `after`, and of them the newest `limit`, 100 without it.
        """
        found = self.transport.call("listActivity", query=filled({"after": after, "limit": limit}))
        return [decode(Activity, one) for one in found["activity"]]

    def metrics(self) -> str:
        """Metrics in Prometheus' text format."""
        text: str = self.transport.call("metrics", text=True)
        return text

    def welcome(self) -> Welcome:
        """What the server is, and which APIs it has."""
        return decode(Welcome, self.transport.call("welcome"))

    @cached_property
    def apis(self) -> dict[str, Api]:
        """The APIs by their short names."""
        return {api.name: api for api in self.welcome().apis}

    def api(self, name: str) -> Api:
        """One API. Raises UnknownApiError, with the names that there are."""
        if name not in self.apis:
            raise UnknownApiError(f"the server has no API {name!r}; it has {', '.join(self.apis)}")
        return self.apis[name]

    def calls(self) -> list[ControlCall]:
        """The calls of the control plane."""
        return [decode(ControlCall, one) for one in self.transport.call("listCalls")["calls"]]

    def documents(self) -> list[Document]:
        """Where the documents of the APIs are."""
        return decode(DocumentList, self.transport.call("listDocuments")).documents

    def document(self, file: str) -> Any:
        """The OpenAPI document of an API: `agrobridge.json` as a value, `agrobridge.yaml` as text."""
        return self.transport.call("getDocument", file=file, text=file.endswith(".yaml"))

    def sockets_document(self) -> dict[str, Any]:
        """The AsyncAPI document of the sockets."""
        document: dict[str, Any] = self.transport.call("getSocketsAsJSON")
        return document

    def sockets_document_yaml(self) -> str:
        """The same as it is written."""
        text: str = self.transport.call("getSocketsAsYAML", text=True)
        return text

    def connect_addresses(self) -> ConnectAddresses:
        """By which addresses devices and emulators reach the server."""
        return decode(ConnectAddresses, self.transport.call("connectAddresses"))

    def authority_pem(self) -> str:
        """The certificate of the server's own authority, for clients that speak TLS with it."""
        text: str = self.transport.call("getAuthorityPEM", text=True)
        return text
