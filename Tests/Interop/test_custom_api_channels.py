"""Channels of custom APIs: an AsyncAPI document beside an OpenAPI document, or alone, with real clients."""

from __future__ import annotations

import contextlib
import http.client
import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from mock_server import MockServer, launch, until

TIMEOUT_S = 10
ROOT = Path(__file__).resolve().parents[2]
COURIER = [ROOT / "Seeds/examples/courier/openapi.yaml", ROOT / "Seeds/examples/courier/asyncapi.yaml"]

MARKET = """
asyncapi: 2.6.0
info: { title: Market, version: '1' }
servers:
  production: { url: 'wss://feed.market.example/v2', protocol: wss }
channels:
  /:
    publish:
      message:
        oneOf:
          - { $ref: '#/components/messages/ping' }
          - { $ref: '#/components/messages/subscribe' }
          - { $ref: '#/components/messages/unsubscribe' }
    subscribe:
      message:
        oneOf:
          - { $ref: '#/components/messages/pong' }
          - { $ref: '#/components/messages/systemStatus' }
          - { $ref: '#/components/messages/subscriptionStatus' }
          - { $ref: '#/components/messages/ticker' }
          - { $ref: '#/components/messages/trade' }
components:
  messages:
    ping:
      payload:
        type: object
        required: [event]
        properties: { event: { type: string, const: ping }, reqid: { type: integer } }
    pong:
      payload:
        type: object
        required: [event]
        properties: { event: { type: string, const: pong }, reqid: { type: integer } }
    systemStatus:
      summary: Sent on connection.
      payload:
        type: object
        required: [event, status]
        properties:
          event: { type: string, const: systemStatus }
          status: { type: string, enum: [maintenance, online] }
    subscribe:
      payload: { $ref: '#/components/schemas/Subscription' }
    unsubscribe:
      payload:
        type: object
        required: [event, name]
        properties:
          event: { type: string, const: unsubscribe }
          name: { type: string }
          pair: { type: array, items: { type: string } }
    subscriptionStatus:
      payload:
        type: object
        required: [event, status]
        properties:
          event: { type: string, const: subscriptionStatus }
          reqid: { type: integer }
          pair: { type: string }
          name: { type: string }
          status: { type: string, enum: [subscribed, unsubscribed, error] }
          errorMessage: { type: string }
    ticker:
      description: The prices of a pair, every second.
      payload:
        type: object
        required: [channel, pair, bid, ask, last, time]
        additionalProperties: false
        properties:
          channel: { type: string, const: ticker }
          pair: { type: string }
          bid: { type: number, minimum: 0 }
          ask: { type: number, minimum: 0 }
          last: { type: number, minimum: 0, examples: [64250.5] }
          time: { type: string, format: date-time }
    trade:
      payload:
        type: object
        required: [channel, pair, price, side]
        properties:
          channel: { type: string, const: trade }
          pair: { type: string }
          price: { type: number }
          side: { type: string, enum: [buy, sell] }
  schemas:
    Subscription:
      type: object
      required: [event, name, pair]
      properties:
        event: { type: string, const: subscribe }
        reqid: { type: integer }
        name: { type: string, enum: [ticker, trade] }
        pair: { type: array, minItems: 1, items: { type: string } }
"""

Open = Callable[..., ClientConnection]


@pytest.fixture(scope="module")
def server(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MockServer]:
    """A server with the pair of documents, and one that stands alone."""
    folder = tmp_path_factory.mktemp("channels")
    market = folder / "market.yaml"
    market.write_text(MARKET)
    options = ["--port", "0", "--only", "courier,market", "--api", f"market={market}"]
    for file in COURIER:
        options += ["--api", f"courier={file}"]
    started = launch(binary, folder / "out", options, {})
    yield started
    started.stop()


@pytest.fixture
def world(server: MockServer, request: pytest.FixtureRequest) -> Iterator[str]:
    """The path prefix of a world of the test's own, whose clock stands still."""
    body = {"id": f"w{abs(hash(request.node.nodeid))}", "clock": {"set": "2026-05-01T10:00:00Z", "freeze": True}}
    answer = server.request("POST", "/_mock/worlds", body=body)
    assert answer.status == 201, answer
    yield f"/_w/{body['id']}"
    server.request("DELETE", f"/_mock/worlds/{body['id']}")


@pytest.fixture
def open_socket(server: MockServer) -> Iterator[Open]:
    """Opens sockets, which are closed in the end."""
    with contextlib.ExitStack() as stack:

        def open_one(path: str, **options: Any) -> ClientConnection:
            address = f"ws://{server.host}:{server.port}{path}"
            return stack.enter_context(connect(address, proxy=None, close_timeout=2, **options))

        yield open_one


def receive(socket: ClientConnection) -> dict[str, Any]:
    """The next message."""
    return json.loads(socket.recv(timeout=TIMEOUT_S))


def send(socket: ClientConnection, **message: Any) -> None:
    """Sends a message."""
    socket.send(json.dumps(message))


def place(server: MockServer, world: str, item: str = "Cups") -> dict[str, Any]:
    """Places an order."""
    answer = server.request("POST", f"{world}/v1/orders", body={"item": item, "quantity": 2})
    assert answer.status == 201, answer
    return answer.json()


def advance(server: MockServer, world: str, duration: str) -> None:
    """Moves the world's clock."""
    assert server.request("PUT", f"{world}/_mock/clock", body={"advance": duration}).status == 200


def test_writes_are_heard_in_their_order(server: MockServer, world: str, open_socket: Open) -> None:
    first, second = open_socket(f"{world}/v1/orders/live"), open_socket(f"{world}/courier/v1/orders/live")
    order = place(server, world)
    cancelled = server.request("POST", f"{world}/v1/orders/{order['id']}/cancel").json()
    assert server.request("DELETE", f"{world}/v1/orders/{order['id']}").status == 204
    for socket in (first, second):
        assert receive(socket) == {"event": "order.created", "sentAt": "2026-05-01T10:00:00Z", "order": order}
        assert receive(socket) == {"event": "order.cancelled", "sentAt": "2026-05-01T10:00:00Z", "order": cancelled}
        assert receive(socket) == {"event": "order.deleted", "orderId": order["id"]}


def test_worlds_hear_only_their_own(server: MockServer, world: str, open_socket: Open) -> None:
    own, other = open_socket(f"{world}/v1/orders/live"), open_socket("/v1/orders/live")
    place(server, "", "Elsewhere")
    place(server, world, "Here")
    assert receive(own)["order"]["item"] == "Here"
    assert receive(other)["order"]["item"] == "Elsewhere"


def test_a_message_is_a_write(server: MockServer, world: str, open_socket: Open) -> None:
    first, second, elsewhere = (open_socket(f"{world}/v1/rooms/{room}/live") for room in ("7", "7", "8"))
    assert [receive(socket)["type"] for socket in (first, second, elsewhere)] == ["welcome"] * 3
    send(first, type="message.send", requestId="r1", text="Hello")
    came = {message["type"]: message for message in (receive(first), receive(first))}
    stored = server.request("GET", f"{world}/v1/rooms/7/messages").json()
    (record,) = [one for one in stored if one["text"] == "Hello"]
    assert came["message.accepted"] == {"type": "message.accepted", "requestId": "r1", "messageId": record["id"]}
    assert came["message.created"] == {"type": "message.created", "message": record}
    assert receive(second) == came["message.created"]
    # The other room has heard nothing: its next message is the one that it caused itself.
    send(elsewhere, type="message.send", requestId="r2", text="Here")
    heard = [receive(elsewhere), receive(elsewhere)]
    assert all(message.get("message", {}).get("text", "Here") == "Here" for message in heard)


def test_invalid_messages_get_the_documented_error(server: MockServer, world: str, open_socket: Open) -> None:
    socket = open_socket(f"{world}/v1/rooms/7/live")
    receive(socket)
    for text, expected in [
        ('{"type":"message.send","requestId":"r"}', "text"), ("{", "JSON"), ('{"type":"shout"}', "message.send"),
    ]:
        socket.send(text)
        error = receive(socket)
        assert error["type"] == "error" and expected in error["error"]["message"], error
        assert error["error"]["code"] == "VALIDATION_ERROR"
    before = server.request("GET", f"{world}/v1/rooms/7/messages").json()
    assert all(one["text"] for one in before)


def test_messages_of_both_sides_go_to_the_others(server: MockServer, world: str, open_socket: Open) -> None:
    first, second = open_socket(f"{world}/v1/rooms/7/live"), open_socket(f"{world}/v1/rooms/7/live")
    receive(first), receive(second)
    send(first, type="typing", name="Ann")
    assert receive(second) == {"type": "typing", "name": "Ann"}
    send(first, type="message.send", requestId="r", text="x")
    # The first message that the sender gets is none of its own typing.
    assert receive(first)["type"] != "typing"


def test_the_clock_moves_positions(server: MockServer, world: str, open_socket: Open) -> None:
    socket = open_socket(f"{world}/v1/couriers/positions")
    advance(server, world, "PT10S")
    came = [receive(socket) for _ in range(5)]
    assert [message["recordedAt"] for message in came] == [f"2026-05-01T10:00:{s:02}Z" for s in (2, 4, 6, 8, 10)]
    assert len({message["courierId"] for message in came}) == 1
    places = {(message["latitude"], message["longitude"]) for message in came}
    assert len(places) == 5 and all(abs(lat - came[0]["latitude"]) < 0.01 for lat, _ in places)


def test_prices_follow_subscriptions_and_the_seed(server: MockServer, world: str, open_socket: Open) -> None:
    def prices() -> list[dict[str, Any]]:
        made = server.request("POST", "/_mock/worlds", body={"clock": {"set": "2026-05-01T10:00:00Z", "freeze": True}})
        own = f"/_w/{made.json()['id']}"
        socket = open_socket(f"{own}/v2")
        assert receive(socket) == {"event": "systemStatus", "status": "online"}
        send(socket, event="subscribe", reqid=5, name="ticker", pair=["A/B", "C/D"])
        for pair in ("A/B", "C/D"):
            status = {"event": "subscriptionStatus", "reqid": 5, "pair": pair, "name": "ticker", "status": "subscribed"}
            assert receive(socket) == status
        advance(server, own, "PT3S")
        came = [receive(socket) for _ in range(6)]
        send(socket, event="unsubscribe", name="ticker", pair=["A/B"])
        assert receive(socket)["status"] == "unsubscribed"
        advance(server, own, "PT1S")
        assert receive(socket)["pair"] == "C/D"
        server.request("DELETE", f"/_mock/worlds/{made.json()['id']}")
        return came

    first, second = prices(), prices()
    assert first == second
    assert {message["channel"] for message in first} == {"ticker"}
    assert sorted(message["pair"] for message in first) == ["A/B"] * 3 + ["C/D"] * 3
    assert all(0 < message["bid"] < message["last"] < message["ask"] for message in first)
    assert len({message["last"] for message in first}) == 6


def test_requests_on_the_socket_are_answered(world: str, open_socket: Open) -> None:
    socket = open_socket(f"{world}/v2")
    receive(socket)
    send(socket, event="ping", reqid=42)
    assert receive(socket) == {"event": "pong", "reqid": 42}
    send(socket, event="subscribe", name="nothing", pair=["A/B"])
    error = receive(socket)
    assert (error["event"], error["status"]) == ("subscriptionStatus", "error") and "nothing" in error["errorMessage"]


class Events:
    """A stream of Server-Sent Events."""

    def __init__(self, server: MockServer, path: str, **headers: str) -> None:
        self.connection = http.client.HTTPConnection(server.host, server.port, timeout=TIMEOUT_S)
        self.connection.request("GET", path, headers={"Accept": "text/event-stream", **headers})
        self.response = self.connection.getresponse()
        assert self.response.status == 200
        assert self.response.getheader("Content-Type") == "text/event-stream"

    def next(self) -> dict[str, str]:
        """The next event with data."""
        event: dict[str, str] = {}
        while line := self.response.readline().decode().rstrip("\n"):
            name, _, value = line.partition(": ")
            event[name] = value
        return event if "data" in event else self.next()

    def close(self) -> None:
        """Ends it."""
        self.connection.close()


def test_events_resume_without_a_gap(server: MockServer, world: str) -> None:
    stream = Events(server, f"{world}/v1/orders/live")
    first = place(server, world, "One")
    event = stream.next()
    assert event["event"] == "order.created" and json.loads(event["data"])["order"] == first
    stream.close()
    missed = [place(server, world, name) for name in ("Two", "Three")]
    again = Events(server, f"{world}/v1/orders/live", **{"Last-Event-ID": event["id"]})
    assert [json.loads(again.next()["data"])["order"] for _ in missed] == missed
    again.close()


def test_tests_push_and_follow_messages(server: MockServer, world: str, open_socket: Open, binary: Path) -> None:
    socket = open_socket(f"{world}/v1/rooms/9/live")
    receive(socket)
    listener = Events(server, f"{world}/_mock/channels/messages?channel=/rooms/9/live")
    payload = {"type": "typing", "name": "Test"}
    body = {"api": "courier", "channel": "/rooms/9/live", "message": "typing", "payload": payload}
    answer = server.request("POST", f"{world}/_mock/events", body=body)
    assert answer.status == 202 and answer.json()["listeners"] == 2 and answer.json()["violations"] == []
    assert receive(socket) == payload and json.loads(listener.next()["data"]) == payload
    listener.close()
    generated = server.request("POST", f"{world}/_mock/events", body={"channel": "orders", "message": "order.shipped"})
    assert generated.status == 202 and generated.json()["payload"]["event"] == "order.shipped"
    wrong = server.request("POST", f"{world}/_mock/events", body={**body, "payload": {"type": "typing", "name": 1}})
    assert wrong.status == 202 and "name" in wrong.json()["violations"][0]
    assert receive(socket) == {"type": "typing", "name": 1}
    for change in ({"channel": "nowhere"}, {"message": "nothing"}, {"api": "nobody"}):
        assert server.request("POST", f"{world}/_mock/events", body={**body, **change}).status == 404
    # Several messages may be meant.
    assert server.request("POST", f"{world}/_mock/events", body={"channel": "orders"}).status == 409
    assert server.request("GET", f"{world}/_mock/channels/messages?channel=nowhere").status == 404
    channels = server.request("GET", f"{world}/_mock/channels").json()["channels"]
    (room,) = [channel for channel in channels if channel["name"] == "room"]
    assert room["api"] == "courier" and room["listeners"] >= 1
    command = [binary, "ctl", "--url", f"http://{server.host}:{server.port}{world}"]
    pushed = subprocess.run(
        [*command, "events", "push", "/rooms/9/live", "typing", "--payload", json.dumps(payload)],
        capture_output=True, text=True, check=True)
    assert "typing" in pushed.stdout and receive(socket) == payload


def test_frames_are_in_the_journal_with_their_mistakes(server: MockServer, world: str, open_socket: Open) -> None:
    socket = open_socket(f"{world}/v1/rooms/7/live")
    receive(socket)
    send(socket, type="message.send", requestId="r")
    receive(socket)
    frames = server.request("GET", f"{world}/_mock/requests?kind=frame").json()["requests"]
    sent = [frame for frame in frames if frame.get("direction") == "received"]
    assert any(frame.get("violations") or frame.get("deviations") for frame in sent), frames


def test_a_token_that_ends_closes_the_socket(binary: Path, tmp_path: Path) -> None:
    """Secured channels want credentials, and close when the account signs out."""
    openapi = tmp_path / "openapi.yaml"
    openapi.write_text(ACCOUNTS)
    asyncapi = tmp_path / "asyncapi.yaml"
    asyncapi.write_text(NOTES)
    options = ["--port", "0", "--only", "notes", "--api", f"notes={openapi}", "--api", f"notes={asyncapi}"]
    server = launch(binary, tmp_path / "out", options, {})
    try:
        address = f"ws://{server.host}:{server.port}/notes/live"
        with pytest.raises(Exception, match="401"):
            connect(address, proxy=None)
        user = {"email": "ann@example.com", "password": "secret-1", "name": "Ann"}
        assert server.request("POST", "/register", body=user).status == 201
        token = server.request("POST", "/login", body={"email": user["email"], "password": "secret-1"}).json()["token"]
        with connect(f"{address}?token={token}", proxy=None) as socket:
            made = server.request("POST", "/notes", body={"text": "Milk"}, token=token)
            assert made.status == 201 and receive(socket)["note"] == made.json()
            assert server.request("POST", "/logout", token=token).status in (200, 204)
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    socket.recv(timeout=TIMEOUT_S)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 4003
    finally:
        server.stop()


ITEMS = """
openapi: 3.1.0
info: { title: Items, version: '1' }
paths:
  /items/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses:
        '200': { description: One, content: { application/json: { schema: { $ref: '#/components/schemas/Item' } } } }
  /items:
    get:
      responses:
        '200':
          description: All
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Item' } } } }
    post:
      requestBody:
        content: { application/json: { schema: { type: object, properties: { name: { type: string } } } } }
      responses:
        '201': { description: Made, content: { application/json: { schema: { $ref: '#/components/schemas/Item' } } } }
components:
  schemas:
    Item: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }
"""

ITEM_CHANNELS = """
asyncapi: 3.0.0
info: { title: Items, version: '1' }
servers: { live: { host: items.example, protocol: ws } }
channels:
  items: { address: /items, messages: { itemCreated: { $ref: '#/components/messages/itemCreated' } } }
  item:
    address: '/items/{itemId}'
    parameters: { itemId: {} }
    messages: { itemCreated: { $ref: '#/components/messages/itemCreated' } }
operations:
  all: { action: send, channel: { $ref: '#/channels/items' } }
  one: { action: send, channel: { $ref: '#/channels/item' } }
components:
  messages:
    itemCreated:
      payload:
        type: object
        required: [id, name]
        properties: { id: { type: integer }, name: { type: string } }
"""


def test_a_channel_shares_its_path_with_an_operation(binary: Path, tmp_path: Path) -> None:
    """A later edition of the documents holds for channels as well, in worlds that are there."""
    openapi, asyncapi = tmp_path / "openapi.yaml", tmp_path / "asyncapi.yaml"
    openapi.write_text(ITEMS)
    asyncapi.write_text(ITEM_CHANNELS)
    options = ["--port", "0", "--only", "stock", "--watch", "--api", f"stock={openapi}", "--api", f"stock={asyncapi}"]
    server = launch(binary, tmp_path / "out", options, {})
    try:
        address = f"ws://{server.host}:{server.port}"
        assert isinstance(server.request("GET", "/items").json(), list)
        with connect(f"{address}/items", proxy=None) as all_items, connect(f"{address}/items/99", proxy=None) as other:
            made = server.request("POST", "/items", body={"name": "A"}).json()
            assert server.request("GET", f"/items/{made['id']}").json() == made
            assert receive(all_items) == made
            with connect(f"{address}/items/{made['id'] + 1}", proxy=None) as own:
                second = server.request("POST", "/items", body={"name": "B"}).json()
                assert receive(own) == second
            with pytest.raises(TimeoutError):
                other.recv(timeout=0)
        asyncapi.write_text(ITEM_CHANNELS.replace("address: /items,", "address: /news,").replace("[id, name]", "[id]"))
        until(lambda: server.request("GET", "/news").status == 426, server)
        assert server.request("GET", "/items").status == 200
        with connect(f"{address}/news", proxy=None) as news:
            third = server.request("POST", "/items", body={"name": "C"}).json()
            assert receive(news) == third
    finally:
        server.stop()


def test_protocols_that_are_not_served_are_refused_by_name(binary: Path, tmp_path: Path) -> None:
    file = tmp_path / "asyncapi.yaml"
    for protocol in ("kafka", "mqtt", "amqp"):
        file.write_text(ITEM_CHANNELS.replace("protocol: ws", f"protocol: {protocol}"))
        result = subprocess.run([binary, "explain", file], capture_output=True, text=True, check=False)
        assert result.returncode == 2 and f"the protocol {protocol} is not served" in result.stderr


ACCOUNTS = """
openapi: 3.1.0
info: { title: Notes, version: '1' }
security: [{ bearer: [] }]
paths:
  /register:
    post:
      security: []
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewUser' } } } }
      responses:
        '201': { description: Registered, content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } }
        '409': { description: The e-mail is taken. }
  /login:
    post:
      security: []
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [email, password]
              properties: { email: { type: string }, password: { type: string } }
      responses:
        '200':
          description: Signed in
          content:
            application/json: { schema: { type: object, required: [token], properties: { token: { type: string } } } }
        '401': { description: Wrong password. }
  /logout: { post: { responses: { '204': { description: Signed out } } } }
  /notes:
    get:
      responses:
        '200':
          description: All
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Note' } } } }
    post:
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewNote' } } } }
      responses:
        '201': { description: Made, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
components:
  securitySchemes: { bearer: { type: http, scheme: bearer } }
  schemas:
    NewUser:
      type: object
      required: [email, password]
      properties: { email: { type: string }, password: { type: string, minLength: 8 }, name: { type: string } }
    User:
      type: object
      required: [id, email]
      properties: { id: { type: integer }, email: { type: string }, name: { type: string } }
    NewNote: { type: object, required: [text], properties: { text: { type: string } } }
    Note:
      type: object
      required: [id, text]
      properties: { id: { type: integer }, text: { type: string }, userId: { type: integer } }
"""

NOTES = """
asyncapi: 3.0.0
info: { title: Notes, version: '1' }
servers:
  live: { host: notes.example, protocol: ws, security: [{ $ref: '#/components/securitySchemes/bearer' }] }
channels:
  notes:
    address: /notes/live
    description: The server closes the socket with 4003 when the token has ended.
    messages: { noteCreated: { $ref: '#/components/messages/noteCreated' } }
operations:
  tell: { action: send, channel: { $ref: '#/channels/notes' } }
components:
  securitySchemes: { bearer: { type: http, scheme: bearer } }
  messages:
    noteCreated:
      payload:
        type: object
        required: [note]
        properties:
          note:
            type: object
            required: [id, text]
            properties: { id: { type: integer }, text: { type: string }, userId: { type: integer } }
"""


BOARD = """
openapi: 3.0.3
info: {title: Board, version: '1'}
servers: [{url: 'https://x.example/v1'}]
paths:
  /rooms/{roomId}/messages:
    parameters: [{name: roomId, in: path, required: true, schema: {type: string}}]
    get: {operationId: listMessages, responses: {'200': {description: all, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Message'}}}}}}}
    post:
      operationId: sendMessage
      requestBody: {content: {application/json: {schema: {type: object, required: [text], properties: {text: {type: string}}}}}}
      responses: {'201': {description: new, content: {application/json: {schema: {$ref: '#/components/schemas/Message'}}}}}
  /rooms/{roomId}/messages/stream:
    parameters: [{name: roomId, in: path, required: true, schema: {type: string}}]
    get: {operationId: streamMessages, responses: {'200': {description: events, content: {text/event-stream: {schema: {$ref: '#/components/schemas/Message'}}}}}}
  /messages/tail:
    get: {operationId: tailMessages, responses: {'200': {description: lines, content: {application/x-ndjson: {schema: {$ref: '#/components/schemas/Message'}}}}}}
components:
  schemas:
    Message: {type: object, required: [id, text, roomId], properties: {id: {type: integer}, text: {type: string}, roomId: {type: string}, createdAt: {type: string, format: date-time}}}
"""


def lines(server: MockServer, path: str, count: int, act: Callable[[], None]) -> list[str]:
    """The first lines with content of a stream; the act begins once the response has begun."""
    connection = http.client.HTTPConnection(server.host, server.port, timeout=TIMEOUT_S)
    with contextlib.closing(connection):
        connection.request("GET", path)
        response = connection.getresponse()
        assert response.status == 200
        act()
        found: list[str] = []
        while len(found) < count:
            if line := response.readline().decode().strip():
                found.append(line)
        return found


def test_streams_of_operations_read_the_same_feed(binary: Path, tmp_path: Path) -> None:
    """Events and JSON lines of operations that OpenAPI describes are the writes of REST."""
    (tmp_path / "board.yaml").write_text(BOARD)
    server = launch(binary, tmp_path / "out", ["--port", "0", "--api", f"board={tmp_path / 'board.yaml'}"], {})
    made: list[Any] = []

    def write() -> None:
        for room, text in [("a", "one"), ("b", "two"), ("a", "three")]:
            answer = server.request("POST", f"/board/v1/rooms/{room}/messages", body={"text": text})
            assert answer.status == 201
            made.append(answer.json())

    try:
        events = lines(server, "/board/v1/rooms/a/messages/stream", 5, write)
        assert events[0] == "retry: 3000"
        assert [json.loads(line.removeprefix("data: ")) for line in events if line.startswith("data: ")] == [made[0], made[2]]
        made.clear()
        assert [json.loads(line) for line in lines(server, "/board/v1/messages/tail", 3, write)] == made
    finally:
        server.stop()
