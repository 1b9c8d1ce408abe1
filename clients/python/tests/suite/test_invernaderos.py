"""Invernaderos, tests 12 to 16 of the suite."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
import requests
import stomp  # type: ignore[import-untyped]
import websocket

from mock_api_testing import World

READINGS = "/topic/greenhouse/messages"


class Invernaderos:
    """The networking code of an app for Invernaderos, by REST."""

    def __init__(self, base_url: str) -> None:
        self._base_url = base_url
        self._session = requests.Session()

    def sign_in(self, username: str = "admin", password: str = "password123") -> None:
        response = self._session.post(
            f"{self._base_url}/auth/login", json={"username": username, "password": password}, timeout=10
        )
        response.raise_for_status()
        self._session.headers["Authorization"] = f"Bearer {response.json()['token']}"

    def latest(self) -> list[dict[str, Any]]:
        return list(self._get("/sensors/latest"))

    def greenhouse(self, number: int) -> dict[str, Any]:
        return dict(self._get("/sensors/current", greenhouseId=number)["sensors"])

    def _get(self, path: str, **query: int) -> Any:
        response = self._session.get(self._base_url + path, params=query, timeout=10)
        response.raise_for_status()
        return response.json()


class Readings(stomp.ConnectionListener):  # type: ignore[misc]
    """What the app shows of the readings that are pushed."""

    def __init__(self) -> None:
        self.shown: list[dict[str, Any]] = []

    def on_message(self, frame: Any) -> None:
        self.shown.append(json.loads(frame.body))


@pytest.fixture
def app(mock_world: World) -> Invernaderos:
    app = Invernaderos(mock_world.url("invernaderos"))
    app.sign_in()
    return app


@pytest.fixture
def app_socket(mock_world: World) -> Iterator[websocket.WebSocket]:
    socket = websocket.create_connection(f"{mock_world.websocket_url}/ws/greenhouse", timeout=10)
    yield socket
    socket.close()


def test_greenhouses_of_the_tenant(app: Invernaderos) -> None:
    assert {reading["greenhouseId"] for reading in app.latest()} == {"001", "002", "003"}


@pytest.mark.mock_api(frozen_at="2026-06-01T08:00:00Z")
def test_app_reads_what_a_sensor_was_set_to(app: Invernaderos, mock_world: World) -> None:
    mock_world.sensors.set("001", "TEMPERATURA INVERNADERO 01", 41.5)
    mock_world.clock.advance("5s")
    assert app.greenhouse(1)["TEMPERATURA INVERNADERO 01"]["value"] == 41.5


@pytest.mark.mock_api(frozen_at="2026-06-01T08:00:00Z")
def test_pushed_reading_arrives_by_stomp(mock_world: World) -> None:
    url = urlsplit(mock_world.websocket_url)
    readings = Readings()
    connection = stomp.WSStompConnection([(url.hostname, url.port)], ws_path=f"{url.path}/ws/greenhouse")
    connection.set_listener("readings", readings)
    connection.connect(wait=True)
    connection.subscribe(READINGS, id="1")
    mock_world.requests.wait(kind="frame", direction="received", body_contains="SUBSCRIBE")

    mock_world.sensors.push_reading({"RESERVA": 42})

    mock_world.requests.wait(kind="frame", direction="sent", body_contains='"RESERVA":42')
    connection.disconnect(receipt="bye")
    mock_world.requests.wait(kind="frame", direction="sent", body_contains="receipt-id:bye")
    [frame] = mock_world.requests.list(kind="frame", direction="sent", body_contains="MESSAGE")
    assert "destination:" + READINGS in frame.payload
    assert '"RESERVA":42' in frame.payload


def test_bad_frame_gets_error(mock_world: World, app_socket: websocket.WebSocket) -> None:
    app_socket.send("CONNECT\naccept-version:1.2\n\n\0")
    app_socket.send("SEND\ndestination /topic/x\n\nhello\0")
    mock_world.requests.wait(kind="frame", direction="sent", body_contains="header-without-colon")
    assert "CONNECTED" in app_socket.recv()
    assert "ERROR" in app_socket.recv()


def test_kicked_socket_sees_the_close_code(mock_world: World, app_socket: websocket.WebSocket) -> None:
    app_socket.send("CONNECT\naccept-version:1.2\n\n\0")
    assert "CONNECTED" in app_socket.recv()
    [socket] = mock_world.sockets.list()
    mock_world.sockets.kick(socket.id, code=4000, reason="maintenance")
    opcode, payload = app_socket.recv_data()
    assert opcode == websocket.ABNF.OPCODE_CLOSE
    assert int.from_bytes(payload[:2], "big") == 4000
    assert payload[2:] == b"maintenance"
