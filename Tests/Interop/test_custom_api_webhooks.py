"""Webhooks and callbacks of custom APIs: an app that receives them is a real server."""

from __future__ import annotations

import hashlib
import hmac
import http.server
import json
import queue
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mock_server import MockServer, free_port, launch, until

TIMEOUT_S = 20

SHOP = """
openapi: 3.1.0
info: {title: Shop, version: '1'}
servers: [{url: https://api.shop.example/v1}]
paths:
  /orders:
    get:
      operationId: listOrders
      responses: {'200': {description: Orders, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Order'}}}}}}
    post:
      operationId: placeOrder
      requestBody: {content: {application/json: {schema: {type: object, required: [item], properties: {item: {type: string}, callbackUrl: {type: string, format: uri}}}}}}
      responses: {'201': {description: Placed, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}}
      callbacks:
        orderStatus:
          '{$request.body#/callbackUrl}?order={$response.body#/id}':
            post:
              operationId: tellStatus
              requestBody: {content: {application/json: {schema: {type: object, required: [id, status], properties: {id: {type: integer}, status: {type: string}}}}}}
              responses: {'200': {description: ok}}
  /orders/{orderId}:
    parameters: [{name: orderId, in: path, required: true, schema: {type: integer}}]
    get: {operationId: getOrder, responses: {'200': {description: One, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}, '404': {description: none}}}
  /orders/{orderId}/cancel:
    parameters: [{name: orderId, in: path, required: true, schema: {type: integer}}]
    post: {operationId: cancelOrder, responses: {'200': {description: One, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}}}
  /webhooks:
    get: {operationId: listWebhooks, responses: {'200': {description: all, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Webhook'}}}}}}}
    post:
      operationId: createWebhook
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/NewWebhook'}}}}
      responses: {'201': {description: new, content: {application/json: {schema: {$ref: '#/components/schemas/Webhook'}}}}}
  /webhooks/{webhookId}:
    parameters: [{name: webhookId, in: path, required: true, schema: {type: integer}}]
    delete: {operationId: deleteWebhook, responses: {'204': {description: gone}}}
webhooks:
  orderPlaced:
    post:
      operationId: orderPlaced
      parameters:
        - {name: X-Shop-Signature, in: header, required: true, description: 'HMAC-SHA256 of the body, as sha256=<hex>', schema: {type: string}}
        - {name: X-Shop-Event, in: header, schema: {type: string}}
        - {name: X-Shop-Delivery, in: header, schema: {type: string}}
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/OrderEvent'}}}}
      responses: {'200': {description: ok}}
  orderCancelled:
    post:
      operationId: orderCancelled
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/OrderEvent'}}}}
      responses: {'200': {description: ok}}
components:
  schemas:
    Order:
      type: object
      required: [id, item, status, createdAt]
      properties: {id: {type: integer}, item: {type: string}, status: {type: string, enum: [PENDING, PAID, CANCELLED]}, createdAt: {type: string, format: date-time}}
    OrderEvent:
      type: object
      required: [type, order, occurredAt]
      properties: {type: {type: string, enum: [order.placed, order.cancelled]}, order: {$ref: '#/components/schemas/Order'}, occurredAt: {type: string, format: date-time}}
    NewWebhook: {type: object, required: [url], properties: {url: {type: string, format: uri}, events: {type: array, items: {type: string}}, secret: {type: string}}}
    Webhook: {type: object, required: [id, url], properties: {id: {type: integer}, url: {type: string, format: uri}, events: {type: array, items: {type: string}}, secret: {type: string}, active: {type: boolean}}}
"""

GENERIC = """
openapi: 3.0.3
info: { title: Board, version: '1' }
paths:
  /tasks:
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Task' } } } }
      responses: { '201': { description: new, content: { application/json: { schema: { $ref: '#/components/schemas/Task' } } } } }
    get: { responses: { '200': { description: all, content: { application/json: { schema:
      { type: array, items: { $ref: '#/components/schemas/Task' } } } } } } }
  /tasks/{taskId}:
    parameters: [ { name: taskId, in: path, required: true, schema: { type: integer } } ]
    get: { responses: { '200': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Task' } } } } } }
    delete: { responses: { '204': { description: gone } } }
  /hooks:
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Hook' } } } }
      responses: { '201': { description: new, content: { application/json: { schema: { $ref: '#/components/schemas/Hook' } } } } }
    get: { responses: { '200': { description: all, content: { application/json: { schema:
      { type: array, items: { $ref: '#/components/schemas/Hook' } } } } } } }
components:
  schemas:
    Task: { type: object, required: [title], properties: { id: { type: integer, readOnly: true }, title: { type: string } } }
    Hook:
      type: object
      required: [config]
      properties:
        id: { type: integer, readOnly: true }
        events: { type: array, items: { type: string, enum: [task.created, task.deleted] } }
        config: { type: object, required: [url], properties: { url: { type: string }, secret: { type: string } } }
"""


class Receiver:
    """A server of an app that gets webhooks; its responses have the status that a test sets."""

    def __init__(self) -> None:
        self.status = 200
        self.received: queue.Queue[tuple[str, dict[str, str], bytes]] = queue.Queue()
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.received.put((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(receiver.status)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def next(self) -> tuple[str, dict[str, str], Any]:
        path, headers, body = self.received.get(timeout=TIMEOUT_S)
        return path, headers | {"body": body.decode()}, json.loads(body)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    receiver = Receiver()
    yield receiver
    receiver.server.shutdown()


def started(binary: Path, folder: Path, text: str, *options: str) -> MockServer:
    folder.mkdir(exist_ok=True)
    (folder / "shop.yaml").write_text(text)
    return launch(
        binary, folder / "out", ["--port", "0", "--api", f"shop={folder / 'shop.yaml'}", "--only", "shop", *options], {}
    )


@pytest.fixture
def server(binary: Path, tmp_path: Path) -> Iterator[MockServer]:
    server = started(binary, tmp_path, SHOP)
    yield server
    server.stop()


def call(server: MockServer, method: str, path: str, body: Any = None, **headers: str) -> Any:
    answer = server.request(method, path, body=body, headers={k.replace("_", "-"): v for k, v in headers.items()})
    assert answer.status < 300, answer.body
    return answer.json() if answer.body else None


def advance(server: MockServer, duration: str) -> None:
    call(server, "PUT", "/_mock/clock", {"advance": duration})


def attempts(server: MockServer, operation: str, **more: str) -> list[Any]:
    query = "&".join([f"operationId={operation}", *(f"{name}={value}" for name, value in more.items())])
    return list(call(server, "GET", f"/_mock/requests?{query}")["requests"])


def test_a_write_reaches_the_addresses_that_clients_registered(server: MockServer, receiver: Receiver) -> None:
    call(server, "POST", "/shop/v1/webhooks", {"url": f"{receiver.url}/all?app=1", "secret": "s3cret"})
    call(server, "POST", "/shop/v1/webhooks", {"url": f"{receiver.url}/cancelled", "events": ["order.cancelled"]})
    order = call(server, "POST", "/shop/v1/orders", {"item": "Cups"})
    path, headers, body = receiver.next()
    assert path == "/all?app=1"
    assert body == {"type": "order.placed", "order": order, "occurredAt": order["createdAt"]}
    expected = hmac.new(b"s3cret", headers["body"].encode(), hashlib.sha256).hexdigest()
    assert headers["x-shop-signature"] == f"sha256={expected}"
    assert headers["x-shop-event"] == "orderPlaced" and headers["content-type"] == "application/json"
    call(server, "POST", f"/shop/v1/orders/{order['id']}/cancel")
    cancelled = [receiver.next() for _ in range(2)]
    assert {path for path, _, _ in cancelled} == {"/all?app=1", "/cancelled"}
    assert all(body["type"] == "order.cancelled" and body["order"]["status"] == "CANCELLED" for _, _, body in cancelled)
    # An address that is gone gets nothing.
    call(server, "DELETE", "/shop/v1/webhooks/11")
    call(server, "DELETE", "/shop/v1/webhooks/12")
    call(server, "POST", "/shop/v1/orders", {"item": "Cups"})
    assert len(attempts(server, "orderPlaced")) == 1 and receiver.received.empty()


def test_a_failed_attempt_is_repeated_by_the_clock_until_it_ends(server: MockServer, receiver: Receiver) -> None:
    call(server, "PUT", "/_mock/clock", {"freeze": True})
    call(server, "POST", "/shop/v1/webhooks", {"url": f"{receiver.url}/hook"})
    receiver.status = 503
    call(server, "POST", "/shop/v1/orders", {"item": "Cups"})
    ids = {receiver.next()[1]["x-shop-delivery"]}
    until(lambda: len(attempts(server, "orderPlaced", status="503")) == 1, server)
    for number, pause in enumerate(["PT10S", "PT1M", "PT5M", "PT30M", "PT2H"], 2):
        advance(server, pause)
        ids.add(receiver.next()[1]["x-shop-delivery"])
        until(lambda count=number: len(attempts(server, "orderPlaced", status="503")) == count, server)  # type: ignore[misc]
    # Each attempt is the same delivery, and there are no more.
    assert len(ids) == 1
    until(lambda: "is given up" in server.stderr, server)
    advance(server, "P9D")
    assert receiver.received.empty()


def test_a_success_and_410_end_the_attempts(server: MockServer, receiver: Receiver) -> None:
    call(server, "POST", "/shop/v1/webhooks", {"url": f"{receiver.url}/hook"})
    for status in (204, 410):
        receiver.status = status
        call(server, "POST", "/shop/v1/orders", {"item": "Cups"})
        receiver.next()
        until(lambda status=status: len(attempts(server, "orderPlaced", status=str(status))) == 1, server)  # type: ignore[misc]
    advance(server, "P9D")
    assert receiver.received.empty()


def test_a_request_names_where_its_callback_goes(server: MockServer, receiver: Receiver) -> None:
    order = call(server, "POST", "/shop/v1/orders", {"item": "Cups", "callbackUrl": f"{receiver.url}/cb"})
    call(server, "POST", "/shop/v1/orders", {"item": "Other cups"})
    call(server, "POST", "/shop/v1/orders/12/cancel")
    call(server, "POST", f"/shop/v1/orders/{order['id']}/cancel")
    path, _, body = receiver.next()
    assert path == f"/cb?order={order['id']}" and body == {"id": order["id"], "status": "CANCELLED"}
    assert receiver.received.empty()


def test_faults_and_tests_reach_webhooks(server: MockServer, receiver: Receiver) -> None:
    call(server, "POST", "/shop/v1/webhooks", {"url": f"{receiver.url}/hook"})
    fault = {"fault": {"type": "status", "status": 500}, "match": {"operationId": "orderPlaced"}, "times": 1}
    call(server, "POST", "/_mock/faults", fault)
    pushed = call(server, "POST", "/_mock/events", {"channel": "webhooks", "message": "orderPlaced"})
    until(lambda: len(attempts(server, "orderPlaced", status="500")) == 1, server)
    assert receiver.received.empty()
    advance(server, "PT10S")
    assert receiver.next()[2] == pushed["payload"]
    # An unknown name is refused, as that of any operation is.
    assert server.request("POST", "/_mock/faults", body=fault | {"match": {"operationId": "orderPlced"}}).status == 422


def test_nobody_waits_for_an_address_that_does_not_respond(server: MockServer, receiver: Receiver) -> None:
    call(server, "POST", "/shop/v1/webhooks", {"url": f"http://127.0.0.1:{free_port()}/gone"})
    call(server, "POST", "/shop/v1/webhooks", {"url": f"{receiver.url}/hook"})
    call(server, "POST", "/shop/v1/webhooks", {"url": "http://hooks.shop-app.dev/hook"})
    for number in range(20):
        call(server, "POST", "/shop/v1/orders", {"item": f"Cups {number}"})
    assert [receiver.next()[2]["order"]["item"] for _ in range(20)] == [f"Cups {number}" for number in range(20)]
    # Other machines get nothing unless the user says so.
    until(lambda: "--allow-webhook-host" in server.stderr, server)


def test_a_world_of_its_own_has_addresses_of_its_own(server: MockServer, receiver: Receiver) -> None:
    world = call(server, "POST", "/_mock/worlds", {})["id"]
    call(server, "POST", "/shop/v1/webhooks", {"url": f"{receiver.url}/one"}, X_Mock_World=world)
    call(server, "POST", "/shop/v1/orders", {"item": "default's"})
    call(server, "POST", "/shop/v1/orders", {"item": "world's"}, X_Mock_World=world)
    assert receiver.next()[2]["order"]["item"] == "world's" and receiver.received.empty()


def test_attempts_that_wait_are_in_snapshots_and_copies(server: MockServer, receiver: Receiver) -> None:
    call(server, "PUT", "/_mock/clock", {"freeze": True})
    call(server, "POST", "/shop/v1/webhooks", {"url": f"{receiver.url}/hook"})
    receiver.status = 503
    order = call(server, "POST", "/shop/v1/orders", {"item": "Cups"})
    first = receiver.next()[1]["x-shop-delivery"]
    until(lambda: len(attempts(server, "orderPlaced", status="503")) == 1, server)
    advance(server, "PT4S")
    call(server, "PUT", "/_mock/snapshots/failed")
    copy = call(server, "POST", "/_mock/worlds", {"from": "snapshot:failed"})["id"]
    receiver.status = 200
    # The six seconds that are left pass in each world by its own clock.
    advance(server, "PT6S")
    assert receiver.next()[1]["x-shop-delivery"] == first
    until(lambda: len(attempts(server, "orderPlaced", status="200")) == 1, server)
    call(server, "PUT", "/_mock/clock", {"advance": "PT5S"}, X_Mock_World=copy)
    assert receiver.received.empty()
    call(server, "PUT", "/_mock/clock", {"advance": "PT1S"}, X_Mock_World=copy)
    assert receiver.next()[2]["order"]["id"] == order["id"]
    # Restored, the attempt waits again; after a reset there is none.
    call(server, "POST", "/_mock/snapshots/failed/restore")
    advance(server, "PT6S")
    assert receiver.next()[1]["x-shop-delivery"] == first
    call(server, "POST", "/_mock/snapshots/failed/restore")
    call(server, "POST", "/_mock/reset")
    advance(server, "P1D")
    assert receiver.received.empty()


def test_copies_know_where_callbacks_go(server: MockServer, receiver: Receiver) -> None:
    order = call(server, "POST", "/shop/v1/orders", {"item": "Cups", "callbackUrl": f"{receiver.url}/cb"})
    copy = call(server, "POST", "/_mock/worlds", {"from": "world:default"})["id"]
    call(server, "POST", "/_mock/reset")
    call(server, "POST", f"/shop/v1/orders/{order['id']}/cancel", X_Mock_World=copy)
    assert receiver.next()[0] == f"/cb?order={order['id']}"
    # The world of before has forgotten the order with its address.
    again = call(server, "POST", "/shop/v1/orders", {"item": "Cups"})
    assert again["id"] == order["id"]
    call(server, "POST", f"/shop/v1/orders/{again['id']}/cancel")
    assert receiver.received.empty()


def test_an_address_of_the_user_gets_all(binary: Path, tmp_path: Path, receiver: Receiver) -> None:
    server = started(binary, tmp_path, SHOP, "--webhook", f"shop={receiver.url}/mine")
    try:
        call(server, "POST", "/shop/v1/orders", {"item": "Cups"})
        path, headers, _ = receiver.next()
        assert path == "/mine" and headers["x-shop-signature"] == "unsigned"
    finally:
        server.stop()


def test_registered_addresses_get_writes_that_no_document_describes(
    binary: Path, tmp_path: Path, receiver: Receiver
) -> None:
    server = started(binary, tmp_path, GENERIC)
    try:
        call(server, "POST", "/shop/hooks", {"config": {"url": f"{receiver.url}/hook", "secret": "k"}, "events": ["task.created"]})
        task = call(server, "POST", "/shop/tasks", {"title": "Water the plants"})
        call(server, "DELETE", f"/shop/tasks/{task['id']}")
        _, headers, body = receiver.next()
        assert (body["event"], body["data"]) == ("task.created", task)
        expected = hmac.new(b"k", headers["body"].encode(), hashlib.sha256).hexdigest()
        assert headers["x-webhook-signature"] == f"sha256={expected}"
        assert receiver.received.empty()
    finally:
        server.stop()
