"""Messages of channels in the journal: listed, awaited, verified, held back and released, on each transport."""

from __future__ import annotations

import concurrent.futures
import contextlib
import http.client
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from mock_server import MockServer, launch, until

TIMEOUT_S = 10
ROOT = Path(__file__).resolve().parents[2]
COURIER = [ROOT / "Seeds/examples/courier/openapi.yaml", ROOT / "Seeds/examples/courier/asyncapi.yaml"]

# A chat that speaks Socket.IO, and one that speaks STOMP.
CHAT = """
asyncapi: 3.0.0
info: {{ title: Chat, version: '1' }}
servers:
  main: {{ host: chat.example, pathname: '{path}', protocol: {protocol} }}
channels:
  notes:
    address: {notes}
    messages:
      noteReceived: {{ $ref: '#/components/messages/noteReceived' }}
  shouts:
    address: {shouts}
    messages:
      shout: {{ $ref: '#/components/messages/shout' }}
operations:
  hearNotes: {{ action: send, channel: {{ $ref: '#/channels/notes' }}, messages: [{{ $ref: '#/channels/notes/messages/noteReceived' }}] }}
  shoutNotes: {{ action: receive, channel: {{ $ref: '#/channels/shouts' }}, messages: [{{ $ref: '#/channels/shouts/messages/shout' }}] }}
components:
  messages:
    noteReceived:
      name: noteReceived
      x-mock-on: none
      payload: {{ type: object, required: [text], properties: {{ text: {{ type: string }} }} }}
    shout:
      name: shout
      x-mock-effect: none
      payload: {{ type: object, required: [words], properties: {{ words: {{ type: string, minLength: 1 }} }} }}
"""

Open = Callable[..., ClientConnection]


@pytest.fixture(scope="module")
def server(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MockServer]:
    """A server with channels of each transport, and Interspace."""
    folder = tmp_path_factory.mktemp("messages")
    options = ["--port", "0"]
    for name, settings in {
        "chat": {"protocol": "socketio", "path": "/chat", "notes": "/", "shouts": "/"},
        "board": {"protocol": "stomp", "path": "/ws/board", "notes": "/topic/notes", "shouts": "/app/shouts"},
    }.items():
        file = folder / f"{name}.yaml"
        file.write_text(CHAT.format(**settings))
        options += ["--api", f"{name}={file}"]
    for file in COURIER:
        options += ["--api", f"courier={file}"]
    started = launch(binary, folder / "out", options, {})
    yield started
    started.stop()


class Messages:
    """The messages of a world of the test's own, whose clock stands still."""

    def __init__(self, server: MockServer, name: str) -> None:
        self.server = server
        body = {"id": name, "clock": {"set": "2026-05-01T10:00:00Z", "freeze": True}}
        assert server.request("POST", "/_mock/worlds", body=body).status == 201
        self.path = f"/_w/{name}"

    def call(self, path: str, status: int = 200, **body: Any) -> Any:
        """Makes a call of the control plane with a body."""
        answer = self.server.request("POST", f"{self.path}/_mock/{path}", body=body)
        assert answer.status == status, answer
        return answer.json() if status != 204 else None

    def list(self, **query: str) -> dict[str, Any]:
        """The messages so far."""
        words = "&".join(f"{name}={value}" for name, value in query.items())
        answer = self.server.request("GET", f"{self.path}/_mock/messages?{words}")
        assert answer.status == 200, answer
        return answer.json()

    def wait(self, **body: Any) -> dict[str, Any]:
        """The message, once it is there."""
        return self.call("messages/wait", **body)

    def channel(self, name: str) -> dict[str, Any]:
        """A channel of the list."""
        channels = self.server.request("GET", f"{self.path}/_mock/channels").json()["channels"]
        (found,) = [one for one in channels if one["name"] == name]
        return found

    def order(self, item: str) -> dict[str, Any]:
        """Places an order."""
        return self.server.request("POST", f"{self.path}/v1/orders", body={"item": item, "quantity": 2}).json()


@pytest.fixture
def messages(server: MockServer, request: pytest.FixtureRequest) -> Iterator[Messages]:
    """A world of the test's own."""
    name = f"m{abs(hash(request.node.nodeid))}"
    yield Messages(server, name)
    server.request("DELETE", f"/_mock/worlds/{name}")


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


def shown(message: dict[str, Any], *names: str) -> tuple[Any, ...]:
    """Some members of a message."""
    return tuple(message[name] for name in names)


def test_a_message_says_what_made_it_come(messages: Messages, open_socket: Open) -> None:
    socket = open_socket(f"{messages.path}/v1/rooms/7/live")
    receive(socket)
    socket.send(json.dumps({"type": "message.send", "requestId": "r1", "text": "Hello"}))
    came = {message["type"]: message for message in (receive(socket), receive(socket))}
    messages.call("events", 202, channel="/rooms/7/live", message="typing", payload={"type": "typing", "name": "T"})
    receive(socket)
    record = messages.wait(channel="room", message="message.created")
    assert record["payload"] == came["message.created"] and record["time"] == "2026-05-01T10:00:00.000Z"
    assert record["parameters"] == {"roomId": "7"} and record["valid"] and record["delivered"]
    written = f"messages/{came['message.accepted']['messageId']}"
    listed = messages.list(api="courier", channel="/rooms/7/live")["messages"]
    assert {shown(one, "message", "direction") + (tuple(one["trigger"].values()),) for one in listed} == {
        ("Welcome", "sent", ("connection",)),
        ("message.send", "received", ("client",)),
        ("message.accepted", "sent", ("message", "message.send")),
        ("message.created", "sent", ("write", written)),
        ("typing", "sent", ("test",)),
    }
    assert all(one["delivered"] and one["valid"] and one["socket"] for one in listed)
    # Another room has none of them.
    assert messages.list(channel="/rooms/8/live")["messages"] == []


def test_the_clock_is_a_trigger(messages: Messages, open_socket: Open) -> None:
    open_socket(f"{messages.path}/v1/couriers/positions")
    messages.server.request("PUT", f"{messages.path}/_mock/clock", body={"advance": "PT4S"})
    second = messages.wait(channel="courierPositions", count=2)
    assert second["trigger"] == {"kind": "clock"} and second["payload"]["recordedAt"] == "2026-05-01T10:00:04Z"


def test_a_wait_ends_with_its_message(messages: Messages, open_socket: Open) -> None:
    socket = open_socket(f"{messages.path}/v1/orders/live")
    # An order that is there already is none that is waited for.
    first = messages.order("First")
    receive(socket)
    with concurrent.futures.ThreadPoolExecutor() as pool:
        wanted = {"message": "order.created", "payload": {"order": {"item": "Second"}}}
        waiting = [
            pool.submit(messages.wait, channel=channel, timeoutMilliseconds=60_000, **wanted)
            for channel in ("orders", "/orders/live")
        ]
        second = messages.order("Second")
        found = [one.result() for one in waiting]
    assert found[0] == found[1] and found[0]["payload"]["order"] == second
    # Names with dots reach into objects, as in other conditions.
    again = messages.wait(message="order.created", payload={"order.id": first["id"]})
    assert again["payload"]["order"] == first


def test_a_message_of_a_client_without_a_reply_is_awaited(messages: Messages, open_socket: Open) -> None:
    socket = open_socket(f"{messages.path}/v1/rooms/7/live")
    receive(socket)
    with concurrent.futures.ThreadPoolExecutor() as pool:
        waiting = pool.submit(
            messages.wait, channel="room", message="typing", direction="received", timeoutMilliseconds=60_000
        )
        socket.send(json.dumps({"type": "typing", "name": "Ann"}))
        assert waiting.result()["payload"] == {"type": "typing", "name": "Ann"}


def test_a_timeout_says_what_came(messages: Messages, open_socket: Open) -> None:
    socket = open_socket(f"{messages.path}/v1/orders/live")
    messages.order("Cups")
    receive(socket)
    late = messages.call(
        "messages/wait", 409, channel="orders", message="order.created", timeoutMilliseconds=0,
        payload={"order.item": "Plates"},
    )["error"]["message"]
    assert "order.created of orders" in late and 'order.item: "Cups", expected "Plates"' in late, late
    waited = messages.call("messages/wait", 409, channel="orders", message="order.paid", timeoutMilliseconds=50)
    assert "within 0.05 s" in waited["error"]["message"] and "order.created" in waited["error"]["message"]
    none = messages.call("messages/verify", 409, channel="courierPositions")["error"]["message"]
    assert "expected at least 1" in none and "found 0" in none


def test_a_wait_for_what_cannot_come_is_refused(messages: Messages) -> None:
    for body, expected in [
        ({"channel": "ordres"}, "orders"),
        ({"channel": "orders", "message": "order.craeted"}, "order.created"),
        ({"message": "no.such"}, "no message"),
        ({"channel": "orders", "direction": "up"}, "received or sent"),
        ({"chanel": "orders"}, "channel"),
        ({"channel": "orders", "timeoutMilliseconds": 60_001}, "60000"),
        ({"channel": "orders", "count": 0}, "count"),
        ({"channel": "orders", "payload": {str(n): n for n in range(17)}}, "16"),
    ]:
        answer = messages.server.request("POST", f"{messages.path}/_mock/messages/wait", body=body)
        assert answer.status in (400, 404) and expected in answer.json()["error"]["message"], (body, answer)


def test_counts_of_messages_are_verified(messages: Messages, open_socket: Open) -> None:
    sockets = [open_socket(f"{messages.path}/v1/rooms/7/live") for _ in range(2)]
    for socket in sockets:
        receive(socket)
    for text in ("one", "two"):
        sockets[0].send(json.dumps({"type": "message.send", "requestId": text, "text": text}))
        receive(sockets[0]), receive(sockets[0]), receive(sockets[1])
    verify = "messages/verify"
    assert messages.call(verify, channel="room", message="message.send", exactly=2) == {"count": 2}
    # Each client that got it counts.
    assert messages.call(verify, channel="room", message="message.created", direction="sent", exactly=4)["count"] == 4
    assert messages.call(verify, message="message.send", payload={"text": "two"}, exactly=1)["count"] == 1
    much = messages.call(verify, 409, channel="room", message="message.send", atMost=1)["error"]["message"]
    assert "at most 1 of message.send of room, and found 2" in much


def test_wrong_messages_have_their_verdict(messages: Messages, open_socket: Open) -> None:
    socket = open_socket(f"{messages.path}/v1/rooms/7/live")
    receive(socket)
    for text in ('{"type":"message.send","requestId":"r"}', "{", '{"type":"shout"}'):
        socket.send(text)
        receive(socket)
    listed = messages.list(direction="received")["messages"]
    assert [shown(one, "message", "valid") for one in listed] == [("message.send", False), (None, False), (None, False)]
    assert "text" in listed[0]["violations"][0] and listed[1]["payload"] is None
    # A payload of a test that leaves the schema is sent, and marked.
    wrong = {"type": "typing", "name": 7}
    messages.call("events", 202, channel="/rooms/7/live", message="typing", payload=wrong)
    while receive(socket) != wrong:
        pass
    pushed = messages.wait(message="typing")
    assert not pushed["valid"] and "/name" in pushed["violations"][0]


def test_faults_change_what_is_delivered(messages: Messages, open_socket: Open) -> None:
    socket = open_socket(f"{messages.path}/v1/orders/live")
    for fault in ({"type": "dropMessage", "direction": "outgoing", "nth": 1}, {"type": "editMessage", "find": "PENDING", "replace": "LOST"}):
        answer = messages.server.request("POST", f"{messages.path}/_mock/faults", body={"fault": fault})
        if answer.status != 201:
            raise AssertionError(answer)
    messages.order("Dropped")
    messages.order("Edited")
    assert receive(socket)["order"]["status"] == "LOST"
    (dropped, edited) = messages.list(channel="orders")["messages"]
    assert (dropped["delivered"], edited["delivered"], edited["valid"]) == (False, True, False)
    assert "/order/status" in edited["violations"][0] and edited["payload"]["order"]["status"] == "LOST"
    assert messages.call("messages/verify", channel="orders", exactly=1)["count"] == 1
    assert messages.call("messages/verify", channel="orders", delivered=False, exactly=1)["count"] == 1


def test_faults_concern_one_message_of_a_channel(messages: Messages, open_socket: Open) -> None:
    """By its name in the document, whichever other messages come; and a name that no channel has is refused."""
    socket = open_socket(f"{messages.path}/v1/orders/live")
    faults = f"{messages.path}/_mock/faults"
    lost = {"type": "dropMessage", "channel": "orders", "message": "order.paid"}
    assert messages.server.request("POST", faults, body={"fault": lost}).status == 201
    order = messages.order("Tea")
    assert receive(socket)["event"] == "order.created"
    messages.call("events", 202, channel="orders", message="order.paid")
    messages.call("events", 202, channel="orders", message="order.shipped")
    assert receive(socket)["event"] == "order.shipped"
    assert messages.wait(message="order.created", payload={"order.id": order["id"]})["delivered"]
    assert messages.call("messages/verify", message="order.paid", delivered=False, exactly=1)["count"] == 1
    for wrong in ({"message": "order.payed"}, {"channel": "order"}, {"message": "order.paid", "direction": "incoming"}):
        answer = messages.server.request("POST", faults, body={"fault": {"type": "duplicate", **wrong}})
        assert answer.status in (400, 422), answer
    assert "order.paid" in messages.server.request("POST", faults, body={"fault": {"type": "duplicate", "message": "order.payed"}}).json()["error"]["message"]


class Events:
    """A stream of Server-Sent Events."""

    def __init__(self, server: MockServer, path: str) -> None:
        self.connection = http.client.HTTPConnection(server.host, server.port, timeout=TIMEOUT_S)
        self.connection.request("GET", path, headers={"Accept": "text/event-stream"})
        self.response = self.connection.getresponse()
        assert self.response.status == 200

    def next(self) -> dict[str, Any]:
        """The data of the next event."""
        while not (line := self.response.readline().decode()).startswith("data: "):
            pass
        return json.loads(line.removeprefix("data: "))


def test_messages_are_held_back_until_they_are_released(messages: Messages, open_socket: Open) -> None:
    socket = open_socket(f"{messages.path}/v1/orders/live")
    events = Events(messages.server, f"{messages.path}/v1/orders/live")
    assert messages.call("channels/hold", 204, channel="orders", message="order.created") is None
    orders = [messages.order(item) for item in ("One", "Two", "Three")]
    cancelled = messages.server.request("POST", f"{messages.path}/v1/orders/{orders[0]['id']}/cancel").json()
    # A message of another name passes.
    assert receive(socket)["order"] == events.next()["order"] == cancelled
    channel = messages.channel("orders")
    assert (channel["holds"], channel["held"]) == (False, 3)
    assert [one["name"] for one in channel["messages"] if one["holds"]] == ["order.created"]
    held = messages.list(channel="orders")["held"]
    assert [one["payload"]["order"] for one in held] == orders
    late = messages.call("messages/wait", 409, message="order.created", timeoutMilliseconds=0)["error"]["message"]
    assert "3 are held back" in late
    # One at a time, then all.
    assert messages.call("channels/release", channel="orders", count=1) == {"released": 1}
    assert receive(socket)["order"] == events.next()["order"] == orders[0]
    assert messages.call("channels/release") == {"released": 2}
    for order in orders[1:]:
        assert receive(socket)["order"] == events.next()["order"] == order
    last = messages.order("Four")
    assert receive(socket)["order"] == events.next()["order"] == last
    assert messages.call("messages/verify", message="order.created", direction="sent", exactly=8)["count"] == 8


def test_replies_are_held_back_too(messages: Messages, open_socket: Open) -> None:
    socket = open_socket(f"{messages.path}/v1/rooms/7/live")
    receive(socket)
    messages.call("channels/hold", 204, channel="/rooms/{roomId}/live")
    socket.send(json.dumps({"type": "message.send", "requestId": "r", "text": "x"}))
    until(lambda: messages.channel("room")["held"] == 2, "both are held back")
    answer = messages.call("events", 202, channel="/rooms/7/live", message="typing", payload={"type": "typing", "name": "T"})
    assert answer["held"] and answer["listeners"] == 0
    assert messages.call("channels/release", channel="room") == {"released": 3}
    assert {receive(socket)["type"] for _ in range(2)} == {"message.created", "message.accepted"}
    assert receive(socket)["type"] == "typing"


def test_a_reset_ends_what_is_held(messages: Messages, open_socket: Open) -> None:
    socket = open_socket(f"{messages.path}/v1/orders/live")
    messages.call("channels/hold", 204, channel="orders")
    messages.order("Lost")
    assert messages.channel("orders")["held"] == 1
    assert messages.server.request("POST", f"{messages.path}/_mock/reset").status == 204
    assert (messages.channel("orders")["held"], messages.channel("orders")["holds"]) == (0, False)
    order = messages.order("Kept")
    while (message := receive(socket)).get("order") != order:
        assert message["order"]["item"] != "Lost"


def test_events_are_messages(messages: Messages) -> None:
    events = Events(messages.server, f"{messages.path}/v1/orders/live")
    order = messages.order("Streamed")
    assert events.next()["order"] == order
    message = messages.wait(channel="orders", message="order.created")
    assert message["payload"]["order"] == order and message["socket"].startswith("events-") and message["delivered"]


def socket_io(server: MockServer, messages: Messages, method: str, session: str, body: str = "") -> str:
    """A request of Engine.IO's polling."""
    connection = http.client.HTTPConnection(server.host, server.port, timeout=TIMEOUT_S)
    path = f"{messages.path}/chat/socket.io?EIO=4&transport=polling{session}"
    connection.request(method, path, body=body or None)
    text = connection.getresponse().read().decode()
    connection.close()
    return text


@pytest.mark.parametrize("transport", ["websocket", "polling"])
def test_packets_of_socket_io_are_messages(server: MockServer, messages: Messages, open_socket: Open, transport: str) -> None:
    push = {"api": "chat", "channel": "notes", "message": "noteReceived", "payload": {"text": "pushed"}}
    right, wrong = '420["shout",{"words":"loud"}]', '421["shout",{"words":""}]'
    if transport == "websocket":
        socket = open_socket(f"{messages.path}/chat/socket.io?EIO=4&transport=websocket")
        socket.recv(timeout=TIMEOUT_S)
        socket.send("40")
        socket.recv(timeout=TIMEOUT_S)
        messages.call("events", 202, **push)
        assert socket.recv(timeout=TIMEOUT_S) == '42["noteReceived",{"text":"pushed"}]'
        socket.send(right), socket.send(wrong)
        assert [socket.recv(timeout=TIMEOUT_S)[:3] for _ in range(2)] == ["430", "431"]
    else:
        opened = json.loads(socket_io(server, messages, "GET", "")[1:])
        session = f"&sid={opened['sid']}"
        assert socket_io(server, messages, "POST", session, "40") == "ok"
        assert socket_io(server, messages, "GET", session).startswith("40")
        messages.call("events", 202, **push)
        assert socket_io(server, messages, "GET", session) == '42["noteReceived",{"text":"pushed"}]'
        assert socket_io(server, messages, "POST", session, f"{right}\x1e{wrong}") == "ok"
        assert socket_io(server, messages, "GET", session).startswith("430")
    pushed = messages.wait(api="chat", channel="notes", message="noteReceived")
    assert pushed["payload"] == {"text": "pushed"} and pushed["trigger"] == {"kind": "test"} and pushed["delivered"]
    first, second = messages.list(channel="shouts", api="chat", message="shout", direction="received")["messages"]
    assert (first["payload"], first["valid"], second["payload"], second["valid"]) == (
        {"words": "loud"}, True, {"words": ""}, False
    )


def test_frames_of_stomp_are_messages(messages: Messages, open_socket: Open) -> None:
    socket = open_socket(f"{messages.path}/ws/board", subprotocols=["v12.stomp"])
    socket.send("CONNECT\naccept-version:1.2\nhost:x\n\n\0")
    assert socket.recv(timeout=TIMEOUT_S).startswith("CONNECTED")
    socket.send("SUBSCRIBE\nid:1\ndestination:/topic/notes\nreceipt:r\n\n\0")
    assert socket.recv(timeout=TIMEOUT_S).startswith("RECEIPT")
    messages.call("events", 202, api="board", channel="notes", message="noteReceived", payload={"text": "pushed"})
    assert socket.recv(timeout=TIMEOUT_S).startswith("MESSAGE")
    socket.send('SEND\ndestination:/app/shouts\ncontent-type:application/json\n\n{"words":"loud"}\0')
    socket.send('SEND\ndestination:/app/shouts\ncontent-type:application/json\n\n{"words":""}\0')
    assert messages.wait(api="board", channel="notes")["payload"] == {"text": "pushed"}
    wrong = messages.wait(api="board", channel="shouts", message="shout", payload={"words": ""})
    assert not wrong["valid"] and wrong["direction"] == "received"
    assert messages.call("messages/verify", api="board", message="shout", exactly=2)["count"] == 2
    # Held back messages do not reach the broker either.
    messages.call("channels/hold", 204, api="board", channel="/topic/notes")
    messages.call("events", 202, api="board", channel="notes", message="noteReceived", payload={"text": "held"})
    messages.call("channels/release", api="board", channel="notes")
    assert '{"text":"held"}' in socket.recv(timeout=TIMEOUT_S)


def test_interspace_has_messages(messages: Messages, open_socket: Open) -> None:
    socket = open_socket(f"{messages.path}/ws")
    socket.send('{"type":"subscribe","channels":["profile_updates"]}')
    assert receive(socket)["type"] == "subscribed"
    socket.send('{"type":"shout"}')
    assert receive(socket)["type"] == "error"
    pushed = messages.call("events", 202, channel="profile_updates", message="profile_updated")
    assert pushed["listeners"] == 1 and receive(socket) == pushed["payload"] and pushed["payload"]["data"]["id"]
    assert messages.wait(channel="profile_updates", message="profile_updated")["payload"] == pushed["payload"]
    listed = messages.list(api="interspace", channel="/ws")["messages"]
    assert [shown(one, "message", "direction", "valid") for one in listed] == [
        ("subscribe", "received", True), ("subscribed", "sent", True), (None, "received", False), ("error", "sent", True),
    ]
    messages.call("channels/hold", 204, channel="profile_updates")
    held = messages.call("events", 202, channel="profile_updates", message="profile_deleted", payload={"gone": True})
    assert held["held"]
    messages.call("channels/release", channel="profile_updates")
    assert receive(socket) == {"gone": True}


def test_the_command_line_awaits_verifies_and_holds(messages: Messages, open_socket: Open, binary: Path) -> None:
    def ctl(*arguments: str, code: int = 0) -> str:
        url = f"http://{messages.server.host}:{messages.server.port}"
        command = [binary, "ctl", *arguments, "--url", url, "--world", messages.path.removeprefix("/_w/")]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == code, done
        return done.stdout + done.stderr

    socket = open_socket(f"{messages.path}/v1/orders/live")
    assert ctl("channels", "hold", "/orders/live", "--message", "order.created") == "held back\n"
    order = messages.order("Cups")
    assert f"orders/{order['id']}" in ctl("messages", "orders") and "held" in ctl("messages", "orders")
    assert ctl("channels", "release") == "released: 1\n"
    assert receive(socket)["order"] == order
    assert '"item":"Cups"' in ctl("messages", "wait", "orders", "order.created", "--payload", "order.item=Cups", "--json")
    assert ctl("messages", "verify", "orders", "order.created", "--exactly", "1") == "satisfied: 1 found\n"
    late = ctl("messages", "wait", "orders", "order.paid", "--timeout", "1ms", code=1)
    assert "order.paid of orders did not come" in late and "order.created to a client" in late
    assert "found 1" in ctl("messages", "verify", "orders", "order.created", "--exactly", "2", code=1)


CLIENT = """
import json, os, urllib.request
from websockets.sync.client import connect

address = os.environ["MOCK_API_WS_URL"]
with connect(address + "/v1/orders/live", proxy=None) as orders, connect(address + "/v1/rooms/7/live", proxy=None) as room:
    body = json.dumps({"item": "Cups", "quantity": 2}).encode()
    request = urllib.request.Request(os.environ["MOCK_API_URL"] + "/v1/orders", body, {"Content-Type": "application/json"})
    urllib.request.urlopen(request).close()
    orders.recv(timeout=10)
    room.recv(timeout=10)
    for text in ('{"type":"message.send","requestId":"r"}', '{"type":"typing","name":"Ann"}', '{"type":"typing"}'):
        room.send(text)
    assert json.loads(room.recv(timeout=10))["type"] == json.loads(room.recv(timeout=10))["type"] == "error"
"""


def test_exec_counts_messages_and_reports_wrong_ones(binary: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    command: list[str | Path] = [binary, "exec", "--covers", "courier", "--report", report, "--only", "courier"]
    for file in COURIER:
        command += ["--api", f"courier={file}"]
    run = [*command, "--", sys.executable, "-c", CLIENT]
    done = subprocess.run(run, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(report.read_text())
    coverage = found["coverage"]
    used = [one for one in coverage["used"] if one["kind"] == "message"]
    assert {(one["method"], one["operationID"], one["path"], one["count"]) for one in used} == {
        ("RECEIVE", "order.created", "/orders/live", 1),
        ("RECEIVE", "Welcome", "/rooms/{roomId}/live", 1),
        ("SEND", "typing", "/rooms/{roomId}/live", 1),
    }
    unused = {(one["method"], one["operationID"]) for one in coverage["unused"] if one["kind"] == "message"}
    assert {("SEND", "message.send"), ("RECEIVE", "typing"), ("RECEIVE", "courier.position")} <= unused
    assert ("RECEIVE", "error") not in unused
    total = len(coverage["used"]) + len(coverage["unused"])
    assert coverage["percent"] == pytest.approx(100 * len(coverage["used"]) / total)
    assert f"{len(coverage['used'])} of {total} operations and messages" in done.stderr
    wrong = [one for one in found["findings"] if one["kind"] == "contract-violation"]
    assert [one["location"] for one in wrong] == ["message invalid-message"] * 2
    assert "message.send" in wrong[0]["message"] and "typing" in wrong[1]["message"]
    strict = [*command, "--fail-on", "contract-violation", "--", sys.executable, "-c", CLIENT]
    assert subprocess.run(strict, capture_output=True, timeout=60, check=False).returncode == 1


SOCKET_IO_CLIENT = """
import json, os, urllib.request
from websockets.sync.client import connect

url = os.environ["MOCK_API_URL"] + "/chat/socket.io?EIO=4&transport=polling"

def ask(path, body=None):
    return urllib.request.urlopen(urllib.request.Request(url + path, body)).read().decode()

session = "&sid=" + json.loads(ask("")[1:])["sid"]
ask(session, b"40"), ask(session)
ask(session, b'420["shout",{"words":""}]'), ask(session)
with connect(os.environ["MOCK_API_WS_URL"] + "/chat/socket.io?EIO=4&transport=websocket", proxy=None) as socket:
    socket.recv(timeout=10), socket.send("40"), socket.recv(timeout=10)
    socket.send('420["whisper",{}]'), socket.recv(timeout=10)
"""

STOMP_CLIENT = """
import os
from websockets.sync.client import connect

with connect(os.environ["MOCK_API_WS_URL"] + "/ws/board", subprotocols=["v12.stomp"], proxy=None) as socket:
    socket.send("CONNECT\\naccept-version:1.2\\nhost:x\\n\\n\\0"), socket.recv(timeout=10)
    socket.send("SEND\\ndestination:/app/shouts\\nreceipt:r\\n\\n{\\"words\\":\\"\\"}\\0"), socket.recv(timeout=10)
    socket.send("SEND\\ndestination:/app/shouts\\nreceipt:s\\n\\nwords\\0"), socket.recv(timeout=10)
"""


@pytest.mark.parametrize(
    ("settings", "client", "codes"),
    [
        (
            {"protocol": "socketio", "path": "/chat", "notes": "/", "shouts": "/"}, SOCKET_IO_CLIENT,
            ["message invalid-message", "message invalid-message"],
        ),
        (
            {"protocol": "stomp", "path": "/ws/board", "notes": "/topic/notes", "shouts": "/app/shouts"}, STOMP_CLIENT,
            ["message invalid-message", "message invalid-message"],
        ),
    ],
    ids=["socket.io", "stomp"],
)  # fmt: skip
def test_exec_reports_wrong_messages_of_other_protocols(
    binary: Path, tmp_path: Path, settings: dict[str, str], client: str, codes: list[str]
) -> None:
    (tmp_path / "chat.yaml").write_text(CHAT.format(**settings))
    report = tmp_path / "report.json"
    command = [binary, "exec", "--report", report, "--only", "chat", "--api", f"chat={tmp_path / 'chat.yaml'}"]
    command += ["--fail-on", "contract-violation", "--", sys.executable, "-c", client]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1, done.stderr
    findings = [one for one in json.loads(report.read_text())["findings"] if one["kind"] == "contract-violation"]
    assert [one["location"] for one in findings] == codes, findings
