"""Clients of the Model Context Protocol that send what a test says, whether it is right or wrong."""

from __future__ import annotations

import http.client
import json
import queue
import subprocess
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mock_server import RESPONSE_TIMEOUT_S, MockServer, Response, environment

REVISION = "2025-06-18"
ACCEPT = "application/json, text/event-stream"


def initialize(revision: str = REVISION) -> dict[str, Any]:
    """The parameters of `initialize`."""
    return {"protocolVersion": revision, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}


def request(number: int | str, method: str, parameters: dict[str, Any] | None = None) -> dict[str, Any]:
    """A request of JSON-RPC."""
    message: dict[str, Any] = {"jsonrpc": "2.0", "id": number, "method": method}
    return message if parameters is None else message | {"params": parameters}


def notification(method: str, parameters: dict[str, Any] | None = None) -> dict[str, Any]:
    """A notification of JSON-RPC."""
    message: dict[str, Any] = {"jsonrpc": "2.0", "method": method}
    return message if parameters is None else message | {"params": parameters}


def call(number: int | str, tool: str, **arguments: Any) -> dict[str, Any]:
    """A request that calls a tool."""
    return request(number, "tools/call", {"name": tool, "arguments": arguments})


class Lines:
    """A process of `mock-api mcp`, whose lines are read as they come."""

    def __init__(self, binary: Path, *options: str, variables: dict[str, str] | None = None) -> None:
        self.process = subprocess.Popen(
            [binary, "mcp", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment(**(variables or {})),
        )
        self._lines: queue.Queue[bytes] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self._lines.put(line)

    def send(self, message: Any) -> None:
        """Sends a message, or bytes as they are with a line end."""
        assert self.process.stdin
        line = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def next(self) -> Any:
        """The next message of the server."""
        message = json.loads(self._lines.get(timeout=RESPONSE_TIMEOUT_S))
        objects = message if isinstance(message, list) else [message]
        assert all(each["jsonrpc"] == "2.0" for each in objects), message
        return message

    def ask(self, message: Any) -> Any:
        """Sends a message, and returns the response."""
        self.send(message)
        return self.next()

    def begin(self, revision: str = REVISION) -> dict[str, Any]:
        """Begins the session."""
        answer = self.ask(request("begin", "initialize", initialize(revision)))
        self.send(notification("notifications/initialized"))
        result: dict[str, Any] = answer["result"]
        return result

    def end(self) -> list[Any]:
        """Closes the input, after which the process must end well; the messages that still came."""
        assert self.process.stdin
        self.process.stdin.close()
        assert self.process.wait(RESPONSE_TIMEOUT_S) == 0
        messages = []
        while not self._lines.empty():
            messages.append(json.loads(self._lines.get()))
        return messages


@dataclass
class Held:
    """A response whose content has not come yet."""

    connection: http.client.HTTPConnection
    response: http.client.HTTPResponse

    def close(self) -> None:
        """Disconnects."""
        self.response.close()
        self.connection.close()


@dataclass
class Web:
    """A session at `/_mock/mcp` of a server."""

    server: MockServer
    session: str | None = None
    prefix: str = ""

    def post(self, message: Any, **headers: str | None) -> Response:
        """Sends a message with the session's headers; a header of None is left out, underscores stand for hyphens."""
        fields: dict[str, str | None] = {
            "Accept": ACCEPT,
            "Content-Type": "application/json",
            "Mcp-Session-Id": self.session,
            "MCP-Protocol-Version": REVISION if self.session else None,
        }
        fields |= {name.replace("_", "-"): value for name, value in headers.items()}
        given = {name: value for name, value in fields.items() if value is not None}
        raw = message if isinstance(message, bytes) else json.dumps(message).encode()
        return self.server.request("POST", f"{self.prefix}/_mock/mcp", raw=raw, headers=given)

    def ask(self, message: Any) -> Any:
        """The response to a message, in whichever form it comes."""
        return content(self.post(message))

    def begin(self) -> Web:
        """Begins the session."""
        answer = self.post(request(0, "initialize", initialize()))
        assert answer.status == 200, answer
        self.session = answer.headers["mcp-session-id"]
        assert self.post(notification("notifications/initialized")).status == 202
        return self

    def waiting(self, message: Any) -> Held:
        """Sends a message whose response takes long, and returns when it runs."""
        connection = http.client.HTTPConnection(self.server.host, self.server.port, timeout=RESPONSE_TIMEOUT_S)
        headers = {"Accept": ACCEPT, "Content-Type": "application/json", "Mcp-Session-Id": self.session or ""}
        connection.request("POST", "/_mock/mcp", json.dumps(message), headers)
        # The header section comes at once.
        response = connection.getresponse()
        assert response.status == 200 and response.headers["Content-Type"] == "text/event-stream"
        return Held(connection, response)


def content(answer: Response) -> Any:
    """The message of a response, which is JSON or an event."""
    if answer.headers["content-type"].startswith("text/event-stream"):
        lines = [line for line in answer.body.decode().splitlines() if line.startswith("data: ")]
        assert len(lines) == 1, answer
        return json.loads(lines[0].removeprefix("data: "))
    return answer.json()
