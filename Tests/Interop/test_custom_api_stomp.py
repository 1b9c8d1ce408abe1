"""STOMP for channels whose documents name it, at the broker of the world: stomp.py, and frames written by hand."""

from __future__ import annotations

import json
import queue
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import stomp  # type: ignore[import-untyped]
from websockets.sync.client import ClientConnection, connect

from mock_server import MockServer, launch

TIMEOUT_S = 20

OPENAPI = """
openapi: 3.0.3
info: {title: Desk, version: '1'}
paths:
  /orders:
    get: {responses: {'200': {description: all, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Order'}}}}}}}
    post: {operationId: createOrder, requestBody: {content: {application/json: {schema: {type: object, required: [item], properties: {item: {type: string}}}}}}, responses: {'201': {description: new, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}}}
  /orders/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: integer}}], responses: {'200': {description: one, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}}}
components: {schemas: {Order: {type: object, required: [id, item], properties: {id: {type: integer}, item: {type: string}}}}}
"""

ASYNCAPI = """
asyncapi: 3.0.0
info: {title: Trading desk, version: '1'}
servers: {broker: {host: desk.example.com, pathname: /ws, protocol: stomp}}
channels:
  orders: {address: /topic/orders, messages: {orderCreated: {$ref: '#/components/messages/OrderCreated'}}}
  price: {address: '/topic/prices/{symbol}', parameters: {symbol: {}}, messages: {price: {$ref: '#/components/messages/Price'}}}
  place: {address: /app/orders.place, messages: {placeOrder: {$ref: '#/components/messages/PlaceOrder'}}}
  say: {address: '/app/chat/{room}', parameters: {room: {}}, messages: {sendChat: {$ref: '#/components/messages/SendChat'}}}
  chat: {address: '/topic/chat/{room}', parameters: {room: {}}, messages: {chatMessage: {$ref: '#/components/messages/ChatMessage'}}}
  errors: {address: /user/queue/errors, messages: {error: {$ref: '#/components/messages/Error'}}}
operations:
  a: {action: send, channel: {$ref: '#/channels/orders'}}
  b: {action: send, channel: {$ref: '#/channels/price'}, description: The price every second.}
  c: {action: receive, channel: {$ref: '#/channels/place'}}
  d: {action: receive, channel: {$ref: '#/channels/say'}}
  e: {action: send, channel: {$ref: '#/channels/chat'}}
  f: {action: send, channel: {$ref: '#/channels/errors'}}
components:
  messages:
    OrderCreated: {name: order.created, payload: {type: object, required: [id, item], properties: {id: {type: integer}, item: {type: string}}}}
    Price: {name: price, payload: {type: object, required: [symbol, price], properties: {symbol: {type: string}, price: {type: number, minimum: 0}}}}
    PlaceOrder: {name: order.place, payload: {type: object, required: [item], properties: {item: {type: string, minLength: 1}}}}
    SendChat: {name: chat.send, payload: {type: object, required: [text], properties: {text: {type: string}}}}
    ChatMessage: {name: chat.message, payload: {type: object, required: [text, sentAt], properties: {text: {type: string}, sentAt: {type: string, format: date-time}}}}
    Error: {name: error, payload: {type: object, required: [message], properties: {message: {type: string}}}}
"""


@pytest.fixture
def server(binary: Path, tmp_path: Path) -> Iterator[MockServer]:
    (tmp_path / "openapi.yaml").write_text(OPENAPI)
    (tmp_path / "asyncapi.yaml").write_text(ASYNCAPI)
    apis = [f"--api=desk={tmp_path / name}" for name in ("openapi.yaml", "asyncapi.yaml")]
    server = launch(binary, tmp_path / "out", ["--port", "0", *apis, "--only", "desk"], {})
    yield server
    server.stop()


class Client:
    """A session of STOMP over a WebSocket."""

    def __init__(self, server: MockServer, *destinations: str) -> None:
        self.socket: ClientConnection = connect(
            f"ws://127.0.0.1:{server.port}/ws", subprotocols=["v12.stomp"], proxy=None  # type: ignore[list-item]
        )
        self.send("CONNECT", {"accept-version": "1.2", "host": "desk"})
        assert self.frame()[0] == "CONNECTED"
        for number, destination in enumerate(destinations):
            self.send("SUBSCRIBE", {"id": str(number), "destination": destination, "receipt": str(number)})
            assert self.frame()[0] == "RECEIPT"

    def send(self, command: str, headers: dict[str, str], body: Any = None) -> None:
        lines = "".join(f"{name}:{value}\n" for name, value in headers.items())
        self.socket.send(f"{command}\n{lines}\n{'' if body is None else json.dumps(body)}\0")

    def frame(self) -> tuple[str, dict[str, str], str]:
        text = str(self.socket.recv(timeout=TIMEOUT_S)).lstrip("\n")
        head, _, body = text.partition("\n\n")
        command, *lines = head.split("\n")
        return command, dict(line.split(":", 1) for line in lines), body.split("\0")[0]

    def message(self) -> tuple[str, Any]:
        command, headers, body = self.frame()
        assert command == "MESSAGE", (command, headers, body)
        return headers["destination"], json.loads(body)


def test_writes_and_messages_reach_destinations(server: MockServer) -> None:
    assert server.request("PUT", "/_mock/clock", body={"set": "2026-05-01T10:00:00Z", "freeze": True}).status == 200
    client = Client(server, "/topic/orders", "/topic/chat/a", "/user/queue/errors")
    other = Client(server, "/topic/chat/b")
    made = server.request("POST", "/desk/orders", body={"item": "Pots"}).json()
    assert client.message() == ("/topic/orders", made)
    client.send("SEND", {"destination": "/app/orders.place"}, {"item": "Cups"})
    destination, order = client.message()
    assert destination == "/topic/orders" and server.request("GET", f"/desk/orders/{order['id']}").json() == order
    client.send("SEND", {"destination": "/app/orders.place"}, {})
    destination, error = client.message()
    assert destination == "/user/queue/errors" and '"item"' in error["message"]
    other.send("SEND", {"destination": "/app/chat/a"}, {"text": "Hi"})
    assert client.message() == ("/topic/chat/a", {"text": "Hi", "sentAt": "2026-05-01T10:00:00Z"})
    client.send("SEND", {"destination": "/app/chat/b"}, {"text": "Ho"})
    assert other.message()[1]["text"] == "Ho"


def test_the_clock_sends_what_somebody_subscribed_to(server: MockServer) -> None:
    assert server.request("PUT", "/_mock/clock", body={"set": "2026-05-01T10:00:00Z", "freeze": True}).status == 200
    client = Client(server, "/topic/prices/ACME")
    assert server.request("PUT", "/_mock/clock", body={"advance": "PT3S"}).status == 200
    came = [client.message() for _ in range(3)]
    assert {destination for destination, _ in came} == {"/topic/prices/ACME"}
    assert all(price["symbol"] == "ACME" for _, price in came) and len({price["price"] for _, price in came}) == 3


def test_a_client_of_stomp_works_unchanged(server: MockServer) -> None:
    frames: queue.Queue[Any] = queue.Queue()

    class Listener(stomp.ConnectionListener):  # type: ignore[misc]
        def on_message(self, frame: Any) -> None:
            frames.put((frame.headers["destination"], json.loads(frame.body)))

        def on_receipt(self, frame: Any) -> None:
            frames.put(frame.headers["receipt-id"])

    connection = stomp.WSStompConnection([("127.0.0.1", server.port)], ws_path="/ws")
    connection.set_listener("", Listener())
    connection.connect(wait=True)
    connection.subscribe("/topic/orders", id="1", headers={"receipt": "subscribed"})
    assert frames.get(timeout=TIMEOUT_S) == "subscribed"
    made = server.request("POST", "/desk/orders", body={"item": "Pots"}).json()
    assert frames.get(timeout=TIMEOUT_S) == ("/topic/orders", made)
    connection.disconnect()
