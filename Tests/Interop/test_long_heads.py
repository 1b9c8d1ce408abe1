"""Heads of requests that are too long, to the last size: answered as a person or an app can read it."""

from __future__ import annotations

import http.client
import json
import socket

import pytest

from mock_server import MockServer

TIMEOUT_S = 60.0


def ask(server: MockServer, head: bytes) -> tuple[int, str, bytes]:
    """Sends bytes on a new connection: the status, the media type and the content of the answer."""
    with socket.create_connection((server.host, server.port), timeout=TIMEOUT_S) as connection:
        connection.sendall(head)
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        content = answer.read()
        return answer.status, answer.headers["Content-Type"] or "", content


FIELDS = [
    b"X-Long: " + b"a" * 9_000, b"X-Long: " + b"a" * 20_000, b"X-Long: " + b"a" * 64_000, b"X-Long: " + b"a" * 120_000,
    b"\r\n".join([b"X-Many: bbbbbbbbbbbbbbbbbbbb"] * 1000),
]  # fmt: skip


@pytest.mark.parametrize("fields", FIELDS, ids=lambda fields: f"{fields[:6].decode()}{len(fields)}")
@pytest.mark.parametrize(
    ("path", "read"),
    [
        ("/v1/lotes", lambda body: body["error"]),
        ("/api/v1/profiles", lambda body: body["error"]["code"]),
        ("/api/v1/greenhouse/messages/recent", lambda body: body["errorCode"]),
        ("/v2/everything", lambda body: body["code"]),
    ],
)
def test_long_fields_are_431_in_the_shape_of_their_api(server: MockServer, path, read, fields: bytes) -> None:
    status, media_type, content = ask(server, f"GET {path} HTTP/1.1\r\nHost: x\r\n".encode() + fields + b"\r\n\r\n")
    assert status == 431
    assert media_type.split(";")[0] in ("application/json", "application/problem+json")
    assert read(json.loads(content))
    assert server.request("GET", "/posts/1").status == 200


@pytest.mark.parametrize("length", [9_000, 17_000, 20_000, 64_000, 120_000])
def test_a_long_target_is_414_in_json(server: MockServer, length: int) -> None:
    status, media_type, content = ask(server, b"GET /v1/lotes?q=" + b"a" * length + b" HTTP/1.1\r\nHost: x\r\n\r\n")
    assert status == 414
    assert media_type.split(";")[0] == "application/json"
    assert "8192" in content.decode()
    assert json.loads(content)
    assert server.request("GET", "/posts/1").status == 200
