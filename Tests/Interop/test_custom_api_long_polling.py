"""Operations of custom APIs that wait for news: their clients are plain HTTP clients, as those of such APIs are."""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mock_server import MockServer, Response, launch, until

TIMEOUT_S = 20

NOTES = """
openapi: 3.0.3
info: {title: Notes, version: '1'}
paths:
  /messages:
    get:
      operationId: listMessages
      parameters:
        - {name: since, in: query, schema: {type: integer}, description: Id of the last message that you have}
        - {name: timeout, in: query, schema: {type: integer, default: 0, maximum: 60}, description: Seconds to wait for a new message}
      responses:
        '200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Message'}}}}}
        '204': {description: nothing new}
    post:
      operationId: sendMessage
      requestBody: {content: {application/json: {schema: {type: object, required: [text], properties: {text: {type: string}}}}}}
      responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Message'}}}}}
  /messages/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    delete: {operationId: deleteMessage, responses: {'204': {description: gone}}}
  /rooms/{roomId}/events:
    parameters: [{name: roomId, in: path, required: true, schema: {type: string}}]
    get:
      operationId: listEvents
      parameters:
        - {name: since, in: query, schema: {type: string}, description: next_since of the last response}
        - {name: wait, in: query, schema: {type: integer}, description: 'how long to keep the request open, in ms'}
        - {name: limit, in: query, schema: {type: integer}}
      responses:
        '200': {description: ok, content: {application/json: {schema: {type: object, required: [next_since, events], properties: {next_since: {type: string}, events: {type: array, items: {$ref: '#/components/schemas/Event'}}}}}}}
    post:
      operationId: addEvent
      requestBody: {content: {application/json: {schema: {type: object, required: [kind], properties: {kind: {type: string}}}}}}
      responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Event'}}}}}
  /orders:
    get:
      operationId: listOrders
      parameters:
        - {name: updated_since, in: query, schema: {type: string, format: date-time}}
        - {name: timeout, in: query, schema: {type: string}, description: 'How long to wait, such as 30s'}
      responses:
        '200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Order'}}}}}
        '304': {description: none}
    post:
      operationId: addOrder
      requestBody: {content: {application/json: {schema: {type: object, required: [item], properties: {item: {type: string}}}}}}
      responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}}
  /orders/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    patch:
      operationId: changeOrder
      requestBody: {content: {application/json: {schema: {type: object, properties: {item: {type: string}}}}}}
      responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}}
  /sync:
    get:
      operationId: sync
      description: Long polling. Blocks until there is something new.
      parameters:
        - {name: since, in: query, schema: {type: string}}
        - {name: timeout, in: query, schema: {type: integer}, description: 'The maximum time to wait, in milliseconds'}
      responses:
        '200': {description: ok, content: {application/json: {schema: {type: object, required: [next_batch], properties: {next_batch: {type: string}, unread: {type: integer}}}}}}
  /reports:
    get:
      operationId: listReports
      parameters:
        - {name: cursor, in: query, schema: {type: string}}
        - {name: timeout, in: query, schema: {type: integer}, description: Query timeout in seconds}
      responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Order'}}}}}}
components:
  schemas:
    Message: {type: object, required: [id, text], properties: {id: {type: integer}, text: {type: string}, createdAt: {type: string, format: date-time}}}
    Event: {type: object, required: [id, kind], properties: {id: {type: string, format: uuid}, kind: {type: string}}}
    Order: {type: object, required: [id, item], properties: {id: {type: integer}, item: {type: string}, createdAt: {type: string, format: date-time}, updatedAt: {type: string, format: date-time}}}
"""

BOT = """
openapi: 3.0.0
info: {title: Bot, version: '1'}
paths:
  /getUpdates:
    post:
      operationId: getUpdates
      description: Use this method to receive incoming updates using long polling.
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                offset: {type: integer, description: Identifier of the first update to be returned.}
                limit: {type: integer, default: 100, maximum: 100}
                timeout: {type: integer, default: 0, description: Timeout in seconds for long polling.}
      responses:
        '200': {description: ok, content: {application/json: {schema: {type: object, required: [ok, result], properties: {ok: {type: boolean, enum: [true]}, result: {type: array, items: {$ref: '#/components/schemas/Update'}}}}}}}
components:
  schemas:
    Update: {type: object, required: [update_id], properties: {update_id: {type: integer}, message: {type: object, required: [text], properties: {text: {type: string}}}}}
"""


@pytest.fixture
def server(binary: Path, tmp_path: Path) -> Iterator[MockServer]:
    (tmp_path / "notes.yaml").write_text(NOTES)
    (tmp_path / "bot.yaml").write_text(BOT)
    apis = ["--api", f"notes={tmp_path / 'notes.yaml'}", "--api", f"bot={tmp_path / 'bot.yaml'}"]
    server = launch(binary, tmp_path / "out", ["--port", "0", *apis, "--only", "notes,bot"], {})
    assert server.request("PUT", "/_mock/clock", body={"freeze": True}).status == 200
    yield server
    server.stop()


class Waiting:
    """A request on its way; it ends by itself when the test asks for the response."""

    def __init__(self, server: MockServer, method: str, path: str, **more: Any) -> None:
        self.responses: list[Response | Exception] = []

        def run() -> None:
            try:
                self.responses.append(server.request(method, path, **more))
            except (OSError, http.client.HTTPException) as error:
                self.responses.append(error)

        self.thread = threading.Thread(target=run, daemon=True)
        self.thread.start()

    @property
    def response(self) -> Response:
        self.thread.join(TIMEOUT_S)
        assert self.responses and isinstance(self.responses[0], Response), self.responses
        return self.responses[0]


def waiting(server: MockServer) -> int:
    """How many requests wait for news."""
    text = server.request("GET", "/_mock/metrics").body.decode()
    return int(re.findall(r"^mock_api_waiting_requests (\d+)", text, re.M)[0])


def wait_for(server: MockServer, count: int) -> None:
    until(lambda: waiting(server) == count, server)


def newest(server: MockServer, path: str = "/messages") -> int:
    return max(record["id"] for record in server.request("GET", path).json())


def send(server: MockServer, text: str, **more: Any) -> dict[str, Any]:
    answer = server.request("POST", "/messages", body={"text": text}, **more)
    assert answer.status == 201
    return answer.json()


def advance(server: MockServer, duration: str) -> None:
    assert server.request("PUT", "/_mock/clock", body={"advance": duration}).status == 200


def test_news_come_at_once_and_otherwise_with_the_write(server: MockServer) -> None:
    last = newest(server)
    first = send(server, "already there")
    assert server.request("GET", f"/messages?since={last}&timeout=30").json() == [first]
    request = Waiting(server, "GET", f"/messages?since={first['id']}&timeout=30")
    wait_for(server, 1)
    second = send(server, "news")
    assert request.response.json() == [second] and waiting(server) == 0
    assert server.request("GET", f"/messages?since={first['id']}").json() == [second]
    assert server.request("GET", f"/messages?since={second['id']}").status == 204


def test_the_clock_ends_a_wait_as_documented(server: MockServer) -> None:
    request = Waiting(server, "GET", f"/messages?since={newest(server)}&timeout=30")
    event = Waiting(server, "GET", "/rooms/a/events?since=&wait=20000")
    sync = server.request("GET", "/sync?timeout=30000")
    wait_for(server, 1 if event.response.json()["events"] else 2)
    position = event.response.json()["next_since"]
    events = Waiting(server, "GET", f"/rooms/a/events?since={position}&wait=20000")
    changes = Waiting(server, "GET", f"/sync?since={sync.json()['next_batch']}&timeout=30000")
    wait_for(server, 3)
    advance(server, "PT20S")
    assert events.response.json() == {"next_since": position, "events": []}
    wait_for(server, 2)
    advance(server, "PT10S")
    assert request.response.status == 204 and request.response.body == b""
    assert changes.response.json() == {"next_batch": sync.json()["next_batch"]}
    assert waiting(server) == 0


def test_cursors_lead_through_news_without_gaps(server: MockServer) -> None:
    position = server.request("GET", "/rooms/a/events").json()["next_since"]
    request = Waiting(server, "GET", f"/rooms/a/events?since={position}&wait=20000")
    wait_for(server, 1)
    # Another room's event is no news.
    assert server.request("POST", "/rooms/b/events", body={"kind": "other"}).status == 201
    added = [server.request("POST", "/rooms/a/events", body={"kind": kind}).json() for kind in "xyz"]
    page = request.response.json()
    assert page["events"] and page["events"][0] == added[0]
    seen = page["events"]
    while len(seen) < 3:
        page = server.request("GET", f"/rooms/a/events?since={page['next_since']}&wait=20000&limit=1").json()
        seen += page["events"]
    assert seen == added


def test_changes_are_news_where_the_position_is_that_of_changes(server: MockServer) -> None:
    # Only records that were changed later than now are news.
    advance(server, "P1D")
    now = server.request("GET", "/_mock/clock").json()["now"]
    request = Waiting(server, "GET", f"/orders?updated_since={now}&timeout=1m")
    wait_for(server, 1)
    advance(server, "PT1S")
    changed = server.request("PATCH", f"/orders/{newest(server, '/orders')}", body={"item": "Tea"}).json()
    assert request.response.json() == [changed]
    assert Waiting(server, "GET", f"/orders?updated_since={changed['updatedAt']}").response.status in (200, 304)
    end = Waiting(server, "GET", f"/orders?updated_since={changed['updatedAt']}&timeout=1m")
    wait_for(server, 1)
    advance(server, "PT1M")
    assert end.response.status == 304


def test_whatever_changes_ends_a_sync(server: MockServer) -> None:
    position = server.request("GET", "/sync").json()["next_batch"]
    request = Waiting(server, "GET", f"/sync?since={position}&timeout=30000")
    wait_for(server, 1)
    send(server, "news")
    later = request.response.json()["next_batch"]
    assert later != position
    assert server.request("GET", f"/sync?since={position}&timeout=30000").json()["next_batch"] == later


def test_updates_of_a_bot_begin_with_an_id(server: MockServer) -> None:
    tables = [table["name"] for table in server.request("GET", "/_mock/data").json()["tables"]]
    first = server.request("POST", "/getUpdates", body={}).json()["result"]
    following = max((update["update_id"] for update in first), default=0) + 1
    request = Waiting(server, "POST", "/getUpdates", body={"offset": following, "timeout": 50})
    wait_for(server, 1)
    table = next(name for name in tables if name.startswith("bot") and "update" in name)
    rows = server.request("GET", f"/_mock/data/{table}").json()["rows"]
    record = {"update_id": following, "message": {"text": "Hi"}}
    row = {**rows[0], "number": max(row["number"] for row in rows) + 1, "id": str(following), "record": json.dumps(record)}
    answer = server.request("POST", f"/_mock/data/{table}", body=row)
    assert answer.status == 201, answer
    assert request.response.json() == {"ok": True, "result": [record]}
    assert server.request("POST", "/getUpdates", body={"offset": following + 1}).json()["result"] == []
    assert server.request("POST", "/getUpdates", body={"offset": -1}).json()["result"] == [record]


def test_worlds_wait_each_for_their_own(server: MockServer) -> None:
    for name in ("a", "b"):
        assert server.request("POST", "/_mock/worlds", body={"id": name}).status == 201
    last = newest(server)
    in_a = Waiting(server, "GET", f"/messages?since={last}&timeout=30", headers={"X-Mock-World": "a"})
    in_b = Waiting(server, "GET", f"/messages?since={last}&timeout=30", headers={"X-Mock-World": "b"})
    wait_for(server, 2)
    send(server, "elsewhere")
    sent = send(server, "here", headers={"X-Mock-World": "a"})
    assert in_a.response.json() == [sent] and waiting(server) == 1
    assert server.request("DELETE", "/_mock/worlds/b").status == 204
    assert in_b.response.status == 204
    assert waiting(server) == 0


def test_a_reset_ends_waits(server: MockServer) -> None:
    last = newest(server)
    request = Waiting(server, "GET", f"/messages?since={last}&timeout=30")
    wait_for(server, 1)
    assert server.request("POST", "/_mock/reset").status == 204
    assert request.response.status == 204
    assert waiting(server) == 0


def test_a_client_that_leaves_waits_no_more(server: MockServer) -> None:
    last = newest(server)
    connection = http.client.HTTPConnection(server.host, server.port, timeout=TIMEOUT_S)
    connection.request("GET", f"/messages?since={last}&timeout=30")
    wait_for(server, 1)
    connection.close()
    wait_for(server, 0)


def test_waits_are_bounded_and_hold_no_thread(server: MockServer) -> None:
    last = newest(server)
    with contextlib.ExitStack() as stack:
        connections = []
        for _ in range(1001):
            connection = http.client.HTTPConnection(server.host, server.port, timeout=TIMEOUT_S)
            stack.callback(connection.close)
            connections.append(connection)
        for connection in connections[:1000]:
            connection.request("GET", f"/messages?since={last}&timeout=30")
        wait_for(server, 1000)
        connections[1000].request("GET", f"/messages?since={last}&timeout=30")
        refused = connections[1000].getresponse()
        assert refused.status == 503, refused.read()
        assert refused.headers["Retry-After"] == "1"
        refused.read()
        sent = send(server, "to all")
        for connection in connections[:1000]:
            assert json.loads(connection.getresponse().read()) == [sent]
    assert waiting(server) == 0


def test_a_server_that_stops_ends_waits(server: MockServer) -> None:
    request = Waiting(server, "GET", f"/messages?since={newest(server)}&timeout=30")
    wait_for(server, 1)
    server.stop()
    request.thread.join(TIMEOUT_S)
    assert not request.thread.is_alive()


def test_explain_names_the_operations_and_no_others(binary: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.yaml").write_text(NOTES)
    text = subprocess.run([binary, "explain", tmp_path / "notes.yaml"], capture_output=True, text=True, check=True).stdout
    text = re.sub(r"\s+", " ", text)
    assert "GET /messages → list, waits up to timeout for what comes after since, otherwise 204" in text
    assert "wait says that it waits, and since what the client has" in text
    assert "GET /sync" in text and text.count("waits up to") == 4


def test_overlays_correct_which_operations_wait(binary: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.yaml").write_text(NOTES)
    (tmp_path / "overlay.yaml").write_text(
        """
overlay: 1.0.0
info: {title: Corrections, version: '1'}
actions:
  - {target: "$.paths['/messages'].get", update: {x-mock-wait: false}}
  - {target: "$.paths['/reports'].get", update: {x-mock-wait: timeout}}
  - {target: "$.paths['/orders'].get", update: {x-mock-wait: patience}}
"""
    )
    arguments = [binary, "explain", tmp_path / "notes.yaml", "--overlay", tmp_path / "overlay.yaml"]
    text = re.sub(r"\s+", " ", subprocess.run(arguments, capture_output=True, text=True, check=True).stdout)
    assert "x-mock-wait says that it waits" in text and "GET /messages → list, filtered by since 1.0" in text
    assert "#/paths/~1orders/get/x-mock-wait: the operation has no parameter of that name" in text
