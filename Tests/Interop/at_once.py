"""Requests that reach the server at the same moment, on connections that stay open."""

from __future__ import annotations

import json
import random
import socket
import threading
from typing import Any

from mock_server import RESPONSE_TIMEOUT_S, Response


def encoded(method: str, path: str, body: Any = None, **headers: str) -> bytes:
    """A request with its body as JSON; underscores in names of headers stand for hyphens."""
    content = b"" if body is None else json.dumps(body).encode()
    fields = {"Host": "localhost", "Content-Length": str(len(content))}
    if body is not None:
        fields["Content-Type"] = "application/json"
    fields |= {name.replace("_", "-"): value for name, value in headers.items()}
    lines = [f"{method} {path} HTTP/1.1"] + [f"{name}: {value}" for name, value in fields.items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + content


class Connection:
    """A connection that stays open."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=RESPONSE_TIMEOUT_S)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.file = self.socket.makefile("rb")

    def read(self) -> Response:
        """The next answer."""
        status = int(self.file.readline().split()[1])
        headers: dict[str, str] = {}
        while line := self.file.readline().strip():
            name, value = line.decode().split(":", 1)
            headers[name.lower()] = value.strip()
        return Response(status, headers, self.file.read(int(headers.get("content-length", 0))))

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Response:
        """Sends a request and reads its answer."""
        self.socket.sendall(encoded(method, path, body, **headers))
        return self.read()


class Crew:
    """Clients that send a request each at the same moment."""

    def __init__(self, port: int, size: int = 8) -> None:
        self.connections = [Connection(port) for _ in range(size)]

    def send(self, requests: list[bytes]) -> list[Response]:
        """Sends each request on a connection of its own; all but the last byte of each is there before the first ends."""
        # Any of them: which thread of the server reads a connection follows from its number.
        chosen = random.sample(self.connections, len(requests))
        for connection, request in zip(chosen, requests, strict=True):
            connection.socket.sendall(request[:-1])
        answers: list[Response | None] = [None] * len(requests)
        barrier = threading.Barrier(len(requests))

        def finish(index: int) -> None:
            barrier.wait()
            chosen[index].socket.sendall(requests[index][-1:])
            answers[index] = chosen[index].read()

        threads = [threading.Thread(target=finish, args=(index,)) for index in range(len(requests))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return [answer for answer in answers if answer is not None]
