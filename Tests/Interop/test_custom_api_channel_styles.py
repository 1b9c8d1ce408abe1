"""Channels in the styles in which exchanges, chats, presence services and vehicles publish them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from mock_server import MockServer, launch

TIMEOUT_S = 20

RPC = r"""
asyncapi: 3.0.0
info: {title: Derivatives exchange, version: '2'}
servers: {prod: {host: www.deriv.example, pathname: /ws/api/v2, protocol: wss}}
channels:
  api:
    address: /
    messages:
      subscribeRequest: {$ref: '#/components/messages/SubscribeRequest'}
      subscribeResponse: {$ref: '#/components/messages/SubscribeResponse'}
      testRequest: {$ref: '#/components/messages/TestRequest'}
      testResponse: {$ref: '#/components/messages/TestResponse'}
      tickerNotification: {$ref: '#/components/messages/TickerNotification'}
operations:
  subscribe: {action: receive, channel: {$ref: '#/channels/api'}, messages: [{$ref: '#/channels/api/messages/subscribeRequest'}], reply: {channel: {$ref: '#/channels/api'}, messages: [{$ref: '#/channels/api/messages/subscribeResponse'}]}}
  test: {action: receive, channel: {$ref: '#/channels/api'}, messages: [{$ref: '#/channels/api/messages/testRequest'}], reply: {channel: {$ref: '#/channels/api'}, messages: [{$ref: '#/channels/api/messages/testResponse'}]}}
  ticker: {action: send, channel: {$ref: '#/channels/api'}, messages: [{$ref: '#/channels/api/messages/tickerNotification'}]}
components:
  messages:
    SubscribeRequest: {name: public/subscribe, payload: {type: object, required: [jsonrpc, id, method, params], properties: {jsonrpc: {const: '2.0'}, id: {type: integer}, method: {const: public/subscribe}, params: {type: object, required: [channels], properties: {channels: {type: array, items: {type: string, pattern: '^ticker\.'}}}}}}}
    SubscribeResponse: {payload: {type: object, required: [jsonrpc, id, result], properties: {jsonrpc: {const: '2.0'}, id: {type: integer}, result: {type: array, items: {type: string}}}}}
    TestRequest: {name: public/test, payload: {type: object, required: [jsonrpc, id, method], properties: {jsonrpc: {const: '2.0'}, id: {type: integer}, method: {const: public/test}}}}
    TestResponse: {payload: {type: object, required: [jsonrpc, id, result], properties: {jsonrpc: {const: '2.0'}, id: {type: integer}, result: {type: object, required: [version], properties: {version: {type: string}}}}}}
    TickerNotification:
      name: subscription
      description: Sent every 100ms for each subscribed instrument.
      payload: {type: object, required: [jsonrpc, method, params], properties: {jsonrpc: {const: '2.0'}, method: {const: subscription}, params: {type: object, required: [channel, data], properties: {channel: {type: string}, data: {type: object, required: [instrument_name, last_price, timestamp], properties: {instrument_name: {type: string}, last_price: {type: number, minimum: 0}, best_bid_price: {type: number}, best_ask_price: {type: number}, timestamp: {type: integer}}}}}}}
"""

PRESENCE = r"""
asyncapi: 2.4.0
info: {title: Presence, version: '1'}
servers: {dev: {url: 'ws://localhost:5000/socket', protocol: ws}}
defaultContentType: application/json
channels:
  presence/{workspaceId}:
    parameters: {workspaceId: {schema: {type: string}}}
    publish:
      operationId: onClientMessage
      message: {oneOf: [{$ref: '#/components/messages/Heartbeat'}, {$ref: '#/components/messages/SetStatus'}]}
    subscribe:
      operationId: sendPresence
      message: {oneOf: [{$ref: '#/components/messages/UserOnline'}, {$ref: '#/components/messages/UserOffline'}, {$ref: '#/components/messages/StatusChanged'}, {$ref: '#/components/messages/HeartbeatAck'}, {$ref: '#/components/messages/ErrorMessage'}]}
components:
  messages:
    Heartbeat: {name: heartbeat, payload: {type: object, required: [type], properties: {type: {const: heartbeat}, ts: {type: integer}}}}
    HeartbeatAck: {name: heartbeat_ack, payload: {type: object, required: [type], properties: {type: {const: heartbeat_ack}, ts: {type: integer}}}}
    SetStatus: {name: set_status, payload: {type: object, required: [type, status], properties: {type: {const: set_status}, status: {enum: [online, away, busy]}}}}
    StatusChanged: {name: status_changed, payload: {type: object, required: [type, userId, status], properties: {type: {const: status_changed}, userId: {type: string}, status: {enum: [online, away, busy]}}}}
    UserOnline: {name: user_online, payload: {type: object, required: [type, userId], properties: {type: {const: user_online}, userId: {type: string}}}}
    UserOffline: {name: user_offline, payload: {type: object, required: [type, userId], properties: {type: {const: user_offline}, userId: {type: string}, lastSeen: {type: string, format: date-time}}}}
    ErrorMessage: {name: error, payload: {type: object, required: [type, code, message], properties: {type: {const: error}, code: {type: string}, message: {type: string}}}}
"""

TELEMETRY = r"""
asyncapi: 2.0.0
info: {title: Vehicle telemetry, version: 1.0.0}
servers: {production: {url: 'telemetry.example.com/{version}', protocol: wss, variables: {version: {default: v1}}}}
channels:
  vehicles/{vehicleId}/telemetry:
    parameters: {vehicleId: {schema: {type: string, format: uuid}}}
    subscribe: {summary: Telemetry of one vehicle once per second, message: {$ref: '#/components/messages/telemetry'}}
  vehicles/{vehicleId}/commands:
    parameters: {vehicleId: {schema: {type: string, format: uuid}}}
    publish: {message: {$ref: '#/components/messages/command'}}
    subscribe: {message: {$ref: '#/components/messages/commandResult'}}
components:
  messages:
    telemetry: {contentType: application/json, payload: {$ref: '#/components/schemas/Telemetry'}}
    command: {payload: {type: object, required: [commandId, action], properties: {commandId: {type: string}, action: {type: string, enum: [lock, unlock, honk]}}}, correlationId: {location: '$message.payload#/commandId'}}
    commandResult: {payload: {type: object, required: [commandId, status], properties: {commandId: {type: string}, status: {type: string, enum: [accepted, rejected, done]}}}, correlationId: {location: '$message.payload#/commandId'}}
  schemas:
    Telemetry: {type: object, required: [vehicleId, speed, location, fuelLevel, timestamp], properties: {vehicleId: {type: string, format: uuid}, speed: {type: number, minimum: 0, maximum: 200, description: km/h}, heading: {type: number, minimum: 0, maximum: 360}, location: {type: object, required: [lat, lon], properties: {lat: {type: number}, lon: {type: number}}}, fuelLevel: {type: number, minimum: 0, maximum: 100}, odometer: {type: integer}, engineOn: {type: boolean}, timestamp: {type: string, format: date-time}}}
"""

BINANCE = r"""
asyncapi: 3.0.0
info: {title: Streams, version: '1'}
servers: {main: {host: 'stream.exch.example:9443', pathname: /ws, protocol: wss}}
channels:
  root:
    address: /
    messages:
      subscribe: {name: SUBSCRIBE, payload: {type: object, required: [method, params, id], properties: {method: {const: SUBSCRIBE}, params: {type: array, items: {type: string}}, id: {type: integer}}}}
      result: {name: result, payload: {type: object, required: [result, id], properties: {result: {type: [string, 'null']}, id: {type: integer}}}}
      trade:
        name: trade
        payload: {type: object, required: [e, E, s, p, q], properties: {e: {const: trade}, E: {type: integer, description: Event time in milliseconds}, s: {type: string, examples: [BTCUSDT]}, t: {type: integer}, p: {type: string, examples: ['43000.10']}, q: {type: string, examples: ['0.015']}, m: {type: boolean}}}
      kline:
        name: kline
        payload: {type: object, required: [e, E, s, k], properties: {e: {const: kline}, E: {type: integer, description: Event time in milliseconds}, s: {type: string}, k: {type: object, required: [o, c, h, l], properties: {o: {type: string, examples: ['43000.10']}, c: {type: string, examples: ['43010.10']}, h: {type: string, examples: ['43100.10']}, l: {type: string, examples: ['42900.00']}}}}}
operations:
  sub: {action: receive, channel: {$ref: '#/channels/root'}, messages: [{$ref: '#/channels/root/messages/subscribe'}], reply: {messages: [{$ref: '#/channels/root/messages/result'}]}}
  send: {action: send, channel: {$ref: '#/channels/root'}, messages: [{$ref: '#/channels/root/messages/trade'}, {$ref: '#/channels/root/messages/kline'}]}
"""

GEMINI = r"""
asyncapi: '2.6.0'
info: {title: Gemini Market Data Websocket API, version: '1.0.0', description: 'Market data is a public API that streams all the market data on a given symbol.'}
servers:
  public: {url: 'wss://api.gemini.com', protocol: wss}
channels:
  /v1/marketdata/{symbol}:
    parameters: {symbol: {description: 'Symbols are formatted as CCY1CCY2', schema: {type: string, enum: [btcusd, ethbtc, ethusd]}}}
    bindings: {ws: {bindingVersion: 0.1.0, query: {type: object, properties: {heartbeat: {type: boolean, default: false, description: Optionally add this parameter and set to true to receive a heartbeat every 5 seconds}, top_of_book: {type: boolean}}}}}
    subscribe:
      message: {$ref: '#/components/messages/marketData'}
components:
  messages:
    marketData:
      summary: Message with marketdata information.
      payload: {$ref: '#/components/schemas/market'}
      examples: [{name: updateMessage, payload: {type: update, eventId: 36902233362, timestamp: 1619769673, timestampms: 1619769673527, socket_sequence: 661, events: [{type: change, side: bid, price: '54350.40', remaining: '0.002', delta: '0.002', reason: place}]}}, {name: heartbeatMessage, payload: {type: heartbeat, socket_sequence: 1656}}]
  schemas:
    market:
      type: object
      oneOf: [{$ref: '#/components/schemas/heartbeat'}, {$ref: '#/components/schemas/update'}]
    heartbeat:
      allOf:
        - {type: object, required: [type], properties: {type: {type: string, const: heartbeat}}}
        - {type: object, properties: {socket_sequence: {type: integer}}}
    update:
      type: object
      required: [type, events]
      properties:
        type: {type: string, const: update}
        eventId: {type: integer}
        timestamp: {type: integer}
        timestampms: {type: integer}
        socket_sequence: {type: integer}
        events: {type: array, items: {type: object, required: [type], properties: {type: {type: string, enum: [trade, change, auction, block_trade]}, price: {type: string}, side: {type: string, enum: [bid, ask]}, remaining: {type: string}, reason: {type: string, enum: [place, trade, cancel, initial]}}}}
"""

SUPPORT = r"""
asyncapi: 3.0.0
info: {title: Support chat, version: '1'}
servers: {main: {host: chat.example.com, protocol: wss}}
channels:
  chat:
    address: /chat/{conversationId}
    parameters: {conversationId: {}}
    messages:
      SendMessage: {payload: {type: object, required: [type, body], properties: {type: {const: message.send}, clientId: {type: string}, body: {type: string, minLength: 1}}}}
      MessageReceived: {payload: {type: object, required: [type, message], properties: {type: {const: message.received}, clientId: {type: string}, message: {type: object, required: [id, body, author, createdAt], properties: {id: {type: string}, body: {type: string}, author: {type: string}, createdAt: {type: string, format: date-time}}}}}}
      TypingStart: {payload: {type: object, required: [type], properties: {type: {const: typing.start}, user: {type: string}}}}
      AgentJoined: {payload: {type: object, required: [type, agent], properties: {type: {const: agent.joined}, agent: {type: object, required: [id, name], properties: {id: {type: string}, name: {type: string}}}}}}
      Error: {payload: {type: object, required: [type, error], properties: {type: {const: error}, error: {type: string}}}}
operations:
  fromClient: {action: receive, channel: {$ref: '#/channels/chat'}, messages: [{$ref: '#/channels/chat/messages/SendMessage'}, {$ref: '#/channels/chat/messages/TypingStart'}]}
  toClient: {action: send, channel: {$ref: '#/channels/chat'}, messages: [{$ref: '#/channels/chat/messages/MessageReceived'}, {$ref: '#/channels/chat/messages/TypingStart'}, {$ref: '#/channels/chat/messages/AgentJoined'}, {$ref: '#/channels/chat/messages/Error'}]}
"""


@contextmanager
def serving(binary: Path, folder: Path, text: str) -> Iterator[MockServer]:
    (folder / "asyncapi.yaml").write_text(text)
    server = launch(binary, folder / "out", ["--port", "0", "--api", f"x={folder / 'asyncapi.yaml'}", "--only", "x"], {})
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def opened(server: MockServer, path: str) -> Iterator[ClientConnection]:
    with connect(f"ws://127.0.0.1:{server.port}{path}", proxy=None) as socket:
        yield socket


def freeze(server: MockServer) -> None:
    answer = server.request("PUT", "/_mock/clock", body={"set": "2026-05-01T10:00:00Z", "freeze": True})
    assert answer.status == 200


def advance(server: MockServer, duration: str) -> None:
    assert server.request("PUT", "/_mock/clock", body={"advance": duration}).status == 200


def receive(socket: ClientConnection) -> Any:
    return json.loads(socket.recv(timeout=TIMEOUT_S))


def ask(socket: ClientConnection, message: Any) -> Any:
    socket.send(json.dumps(message))
    return receive(socket)


def test_remote_calls_over_a_socket(binary: Path, tmp_path: Path) -> None:
    """JSON-RPC: replies by their ids, notifications of what was subscribed to, and errors in its own form."""
    with serving(binary, tmp_path, RPC) as server:
        freeze(server)
        with opened(server, "/ws/api/v2") as socket:
            reply = ask(socket, {"jsonrpc": "2.0", "id": 5, "method": "public/test"})
            assert reply["id"] == 5 and reply["result"]["version"]
            topic = "ticker.BTC-PERPETUAL.100ms"
            params = {"channels": [topic]}
            reply = ask(socket, {"jsonrpc": "2.0", "id": 6, "method": "public/subscribe", "params": params})
            assert reply == {"jsonrpc": "2.0", "id": 6, "result": [topic]}
            advance(server, "PT0.3S")
            for number in (1, 2, 3):
                notice = receive(socket)
                assert notice["method"] == "subscription" and notice["params"]["channel"] == topic
                data = notice["params"]["data"]
                assert data["instrument_name"] == "BTC-PERPETUAL" and data["timestamp"] % 1000 == number * 100
                assert data["best_bid_price"] <= data["last_price"] <= data["best_ask_price"]
            reply = ask(socket, {"jsonrpc": "2.0", "id": 7, "method": "public/subscribe", "params": {}})
            assert reply["id"] == 7 and reply["error"]["code"] == -32602 and "channels" in reply["error"]["message"]


def test_composed_stream_names_choose_messages_and_symbols(binary: Path, tmp_path: Path) -> None:
    with serving(binary, tmp_path, BINANCE) as server:
        freeze(server)
        with opened(server, "/ws") as socket:
            names = ["btcusdt@trade", "ethusdt@kline_1m"]
            assert ask(socket, {"method": "SUBSCRIBE", "params": names, "id": 1}) == {"result": None, "id": 1}
            advance(server, "PT10S")
            came = [receive(socket) for _ in range(4)]
            assert sorted((one["e"], one["s"]) for one in came) == [("kline", "ETHUSDT")] * 2 + [("trade", "BTCUSDT")] * 2
            assert {one["E"] for one in came} == {1777629605000, 1777629610000}


def test_heartbeats_have_responses_of_their_own(binary: Path, tmp_path: Path) -> None:
    with serving(binary, tmp_path, PRESENCE) as server:
        freeze(server)
        with opened(server, "/socket/presence/w1") as first, opened(server, "/socket/presence/w1") as second:
            assert ask(first, {"type": "heartbeat", "ts": 5}) == {"type": "heartbeat_ack", "ts": 5}
            first.send(json.dumps({"type": "set_status", "status": "away"}))
            heard = receive(second)
            assert heard["type"] == "status_changed" and heard["status"] == "away" and heard["userId"]
            assert receive(first) == heard
            refused = ask(first, {"type": "set_status", "status": "gone"})
            assert refused["type"] == "error" and "online, away, busy" in refused["message"]


def test_a_result_answers_a_command(binary: Path, tmp_path: Path) -> None:
    """A server's address without a scheme begins with its host; a channel's address without a slash is a path, too."""
    vehicle = "3f1c1c9e-6d0e-4c1e-8f57-0a5f8e1f2b01"
    with serving(binary, tmp_path, TELEMETRY) as server:
        freeze(server)
        with opened(server, f"/v1/vehicles/{vehicle}/commands") as socket:
            assert ask(socket, {"commandId": "c1", "action": "lock"}) == {"commandId": "c1", "status": "accepted"}
        with opened(server, f"/v1/vehicles/{vehicle}/telemetry") as socket:
            advance(server, "PT3S")
            came = [receive(socket) for _ in range(3)]
            assert {one["vehicleId"] for one in came} == {vehicle}
            assert [one["timestamp"] for one in came] == [f"2026-05-01T10:00:0{second}Z" for second in (1, 2, 3)]
            assert len({json.dumps(one["location"]) for one in came}) == 3


def test_alternatives_of_one_message_send_data(binary: Path, tmp_path: Path) -> None:
    """Values look like the document's example; sequences count, and times are written as the example writes them."""
    with serving(binary, tmp_path, GEMINI) as server:
        freeze(server)
        with opened(server, "/v1/marketdata/btcusd") as socket:
            advance(server, "PT10S")
            first, second = receive(socket), receive(socket)
            assert first["type"] == second["type"] == "update"
            assert (first["timestamp"], first["timestampms"]) == (1777629605, 1777629605000)
            assert second["socket_sequence"] == first["socket_sequence"] + 1
            assert abs(float(first["events"][0]["price"]) - 54350.40) < 5000


def test_a_chat_has_its_own_errors(binary: Path, tmp_path: Path) -> None:
    with serving(binary, tmp_path, SUPPORT) as server:
        freeze(server)
        with opened(server, "/chat/7") as socket, opened(server, "/chat/8") as other:
            sent = ask(socket, {"type": "message.send", "clientId": "c1", "body": "Hi"})
            assert (sent["type"], sent["clientId"], sent["message"]["body"]) == ("message.received", "c1", "Hi")
            assert sent["message"]["createdAt"] == "2026-05-01T10:00:00Z"
            for wrong in ({"type": "message.send"}, {"type": "nope"}):
                assert ask(socket, wrong)["type"] == "error"
            socket.send("garbage")
            assert receive(socket) == {"type": "error", "error": "the message is not valid JSON"}
            assert ask(other, {"type": "message.send", "body": "Ho"})["message"]["body"] == "Ho"
