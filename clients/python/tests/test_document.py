"""Every call of `openapi/mock.yaml` is there, and is made against a server."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import requests
import websocket
from documented import operation_of, operations
from kit_server import started

from mock_api_testing import CallRefusedError, Fault, MockServer, NotSatisfiedError, World
from mock_api_testing.operations import OPERATIONS
from mock_api_testing.transport import Transport

PICTURE = "a picture that answers link to; an app loads it, no test asks for it"
PAGE = "a page for people with a browser"
DEVICE = "a file that a device's system loads"
ECHO = "a socket for trying out, which any WebSocket client opens"
AGENT = "for assistants that write code"
WIREMOCK = "the same as calls below /_mock, under the names of another tool"
LEFT_OUT = {
    "docs": PAGE,
    "docsFile": PAGE,
    "connect": PAGE,
    "connectCode": PAGE,
    "getPageFile": PAGE,
    "followServer": "the stream of the live page; a test follows the journal",
    "followMessages": "the stream of ctl listen; a test's own client connects to the channel",
    "appleAppSiteAssociation": DEVICE,
    "assetLinks": DEVICE,
    "getAuthorityDER": DEVICE,
    "getAuthorityProfile": DEVICE,
    "echo": ECHO,
    "listAPIs": AGENT,
    "describeAPI": AGENT,
    "getAPIDocument": AGENT,
    "describeOperation": AGENT,
    "callMCP": AGENT,
    "endMCPSession": AGENT,
    "placeholderPicture": PICTURE,
    "landscapePicture": PICTURE,
    "avatarPicture": PICTURE,
    "sizedAvatarPicture": PICTURE,
    "iconPicture": PICTURE,
    "sizedIconPicture": PICTURE,
    "wireMockHealth": WIREMOCK,
    "wireMockReset": WIREMOCK,
    "wireMockListRequests": WIREMOCK,
    "wireMockDeleteRequests": WIREMOCK,
    "wireMockResetRequests": WIREMOCK,
    "wireMockCountRequests": WIREMOCK,
    "wireMockFindRequests": WIREMOCK,
    "wireMockUnmatchedRequests": WIREMOCK,
}


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[str]]:
    """The operations that the kit sends requests for."""
    found: set[str] = set()
    send = Transport.send

    def recorded(self: Transport, connection: http.client.HTTPConnection, method: str, path: str, body: Any) -> None:
        found.add(operation_of(method, path))
        send(self, connection, method, path, body)

    monkeypatch.setattr(Transport, "send", recorded)
    yield found


def test_every_operation_is_there_or_left_out_for_a_reason() -> None:
    documented = {operation: (method, path) for operation, method, path in operations()}
    assert documented.keys() - OPERATIONS.keys() - LEFT_OUT.keys() == set(), "neither a call nor left out"
    assert LEFT_OUT.keys() - documented.keys() == set(), "left out, and no longer in the document"
    assert OPERATIONS.keys() & LEFT_OUT.keys() == set(), "left out, and there"
    assert {name: documented.get(name) for name in OPERATIONS} == OPERATIONS


def test_every_call_is_made(called: set[str], tmp_path: Path) -> None:
    with started("--tls-port", "0", "--tls-dir", str(tmp_path / "tls")) as server:
        of_the_server(server)
        with server.worlds.make("every call", frozen_at="2026-06-01T08:00:00Z", random_seed=7) as world:
            time_and_state(world)
            data(world)
            faults(world)
            journal(world, tmp_path)
            tokens_and_limits(world)
            sockets(world)
            streams(world)
            sensors(world)
    assert OPERATIONS.keys() - called == set(), "never called"
    assert called - OPERATIONS.keys() == set()


def of_the_server(server: MockServer) -> None:
    assert server.health().version == server.welcome().version
    assert set(server.apis) == {"agrobridge", "interspace", "invernaderos", "jsonplaceholder", "newsapi"}
    assert {call.operation_id for call in server.calls()} >= {"addFault", "health"}
    assert {document.name for document in server.documents()} >= {"agrobridge", "mock"}
    assert server.document("agrobridge.json")["openapi"].startswith("3.1")
    assert "openapi:" in server.document("agrobridge.yaml")
    assert server.sockets_document()["asyncapi"].startswith("3.")
    assert "asyncapi:" in server.sockets_document_yaml()
    assert "# HELP" in server.metrics()
    assert server.activity(limit=1) == []
    assert server.authority_pem().startswith("-----BEGIN CERTIFICATE-----")
    addresses = server.connect_addresses()
    assert addresses.local is not None and addresses.tls is not None and addresses.tls.authority is not None
    world = server.worlds.make(id="by-hand", now="2026-06-01T08:00:00Z", rate=60)
    [made] = server.activity(limit=1)
    assert (made.operation_id, made.status, made.body["id"]) == ("createWorld", 201, "by-hand")
    assert server.activity(after=made.id) == []
    assert server.worlds.get("by-hand").clock.rate == 60
    assert [one.id for one in server.worlds.list()] == ["default", "by-hand"]
    copy = server.worlds.make("a copy", from_="world:by-hand")
    assert copy.info().name == "a copy" and copy.id.startswith("a-copy-")
    copy.close()
    server.worlds.delete(world.id)
    assert server.default_world.clock.get().rate == 1


def time_and_state(world: World) -> None:
    begin = world.clock.get().now
    assert (world.clock.advance("90s").now - begin).total_seconds() == 90
    assert not world.clock.resume().frozen
    assert world.clock.freeze("2026-06-01T09:00:00Z").frozen
    assert world.clock.set(rate=2).rate == 2
    assert not world.clock.reset().frozen
    world.clock.freeze("2026-06-01T08:00:00Z")
    ahead = world.clock.upcoming(until="2026-06-01T08:01:00Z")
    assert [event.count >= 12 for event in ahead.events if event.about == "sensor readings"] == [True]
    assert world.clock.upcoming(within="1m").until == ahead.until

    assert world.snapshots.take("one").world == world.id
    assert world.snapshots.get("one").name == "one"
    assert [one.name for one in world.snapshots.list()] == ["one"]
    assert world.snapshots.restore("one").name == "one"
    world.snapshots.delete("one")
    assert world.snapshots.list() == []

    state = world.state.export()
    world.state.load({"version": state["version"], "tables": {"ended_session": []}})
    world.reset()
    assert world.requests.list() == []
    world.clock.freeze("2026-06-01T08:00:00Z")


def data(world: World) -> None:
    table = "agrobridge_lote"
    assert table in {one.name for one in world.data.tables()}
    assert [row["id"] for row in world.data.list(table, limit=1, offset=1).rows] == ["lote_2"]
    row = world.data.list(table, filter={"id": "lote_1"}).rows[0]
    added = {**row, "id": "lote_9001", "number": 9001}
    assert world.data.add(table, added) == 1
    assert world.data.add(table, [{**added, "id": "lote_9002", "number": 9002}]) == 1
    assert world.data.change(table, {"estado": "inactivo"}, where={"id": "lote_9001"}) == 1
    found = world.data.list(table, filter={"estado": "inactivo", "number": 9001})
    assert [one["id"] for one in found.rows] == ["lote_9001"]
    assert world.data.delete(table, where={"id": "lote_9001"}) == 1


def faults(world: World) -> None:
    fault = world.faults.add(
        {"type": "status", "status": 503},
        id="down",
        match={"path": "/v1/**"},
        after=1,
        times=2,
        probability=0.5,
        starts_in="1s",
        duration="1m",
    )
    assert world.faults.get("down") == fault
    assert (fault.after, fault.times, fault.probability, fault.after_seconds, fault.for_seconds) == (1, 2, 0.5, 1, 60)
    world.faults.remove("down")
    world.faults.add_json({"fault": {"type": "reset"}, "match": {"path": "/nowhere"}})
    assert [one.fault["type"] for one in world.faults.list()] == ["reset"]
    world.faults.clear()
    assert {one.type for one in world.faults.types()} >= {"status", "delay"}
    assert world.fault_sets.add("tunnel", match={"api": "interspace"}).active
    assert [one.name for one in world.fault_sets.list() if one.active] == ["tunnel"]
    world.fault_sets.remove("tunnel")
    with world.hold("GET /posts/1", phase="request") as hold, ThreadPoolExecutor(1) as app:
        answer = app.submit(requests.get, world.url("jsonplaceholder") + "/posts/1", timeout=60)
        [held] = world.holds.await_exchange(held_by=hold.fault.id, timeout="30s").holds
        assert world.holds.list() == [held]
        assert world.holds.get(held.id).request is not None
        world.holds.release(held.id, fault={"type": "status", "status": 202})
        assert answer.result().status_code == 202
        assert world.holds.release_all() == 0
    world.requests.clear()


def journal(world: World, folder: Path) -> None:
    posts = world.url("jsonplaceholder") + "/posts"
    with world.requests.follow(timeout="10s", kind="exchange") as events:
        requests.get(f"{posts}/1?_embed=comments", timeout=10)
        next(events)
        requests.post(posts, json={"title": "Kept", "userId": 1}, timeout=10)
        event = next(events)
    assert event.entry is not None and (event.kind, event.entry.method, event.entry.status) == ("exchange", "POST", 201)
    assert [entry.path for entry in world.requests.wait(at_least=2, path="/posts/**")] == ["/posts/1", "/posts"]
    [kept] = world.requests.verify(exactly=1, body={"title": "Kept"}, header={"Content-Type": True})
    assert (kept.method, kept.path, kept.status) == ("POST", "/posts", 201)
    assert world.requests.count(query={"_embed": "comments"}, status="2xx") == 1
    first, second = world.requests.list(until="2026-06-01T08:00:00Z")
    assert first.id is not None and world.requests.get(first.id).response == first.response
    assert second.request is not None and second.request.body == {"title": "Kept", "userId": 1}
    explanation = world.requests.explain(first.id)
    assert explanation.matched and explanation.operations[0].operation_id == "getPost"
    [device] = world.devices.list()
    assert device.id == first.device and world.devices.name(device.id, name="the test").name == "the test"
    assert world.devices.name(device.id).name is None
    assert len(world.requests.list(device=device.id)) == 2
    assert world.requests.page(limit=1).total == 2
    assert [one.method for one in world.requests.list(order="desc", limit=1)] == ["POST"]
    assert [one.method for one in world.requests.list(limit=1)] == ["POST"]
    assert len(world.requests.har()["log"]["entries"]) == 2
    assert world.requests.save_har(folder / "journal.har", method="GET").read_text(encoding="utf-8").startswith("{")
    again = world.requests.replay(first.id, headers={"Accept": None})
    assert again.status == 200 and again.id is not None
    assert second.id is not None and world.requests.replay(second.id, body={"title": "Other"}).status == 201
    assert len(world.requests.wait(body={"title": "Other"})) == 1
    world.requests.clear()
    assert world.requests.count() == 0


def tokens_and_limits(world: World) -> None:
    signed_in = world.sign_in("agrobridge", account="user_124")
    assert signed_in.account == "user_124" and signed_in.headers["Authorization"].endswith(signed_in.token)
    token = world.tokens.mint("agrobridge", "user_123", session="mine", expires_in="60s", claims={"beta": True})
    facts = world.tokens.inspect(token.token)
    assert facts.valid and facts.claims is not None and facts.claims["beta"] and facts.expires_at == token.expires_at
    assert [one.state for one in world.tokens.list() if one.session == "mine"] == ["valid", "valid"]
    world.tokens.end_session("mine")
    assert not world.tokens.inspect(token.token).valid
    world.tokens.invalidate()
    assert not world.tokens.inspect(token.token).valid

    assert {one.api for one in world.rate_limits.list()} >= {"agrobridge"}
    assert world.rate_limits.set("agrobridge", authenticated=5, anonymous=2).authenticated == 5
    exhausted = world.rate_limits.exhaust("agrobridge", account="user_123")
    assert [client.account for client in exhausted.clients] == ["user_123"]
    assert world.rate_limits.reset("agrobridge", account="user_123").clients == []
    assert world.rate_limits.turn_off("agrobridge").authenticated is None
    assert world.rate_limits.get("agrobridge").anonymous is None


def sockets(world: World) -> None:
    for kick_all in (False, True):
        app = websocket.create_connection(f"{world.websocket_url}/ws", timeout=10)
        app.send('{"type":"subscribe","channels":["wallet_updates"]}')
        assert "subscribed" in app.recv()
        # One that was closed just now may still be in the list.
        socket = world.sockets.list()[-1]
        assert world.sockets.get(socket.id).received.messages == 1
        assert (socket.protocol, [one.id for one in socket.subscriptions]) == ("channels", ["wallet_updates"])
        world.sockets.send(socket.id, "hello")
        assert app.recv() == "hello"
        world.sockets.send(socket.id, b"\x00\xff")
        assert app.recv() == b"\x00\xff"
        edited: Fault = {"type": "editMessage", "find": "hello", "replace": "goodbye", "direction": "outgoing"}
        world.faults.add(edited, match={"socket": socket.id})
        world.sockets.send(socket.id, "hello")
        assert app.recv() == "goodbye"
        world.faults.clear()
        if kick_all:
            world.sockets.kick_all(code=4001, reason="all")
        else:
            world.sockets.kick(socket.id, code=4000)
        assert int.from_bytes(app.recv_data()[1][:2], "big") == (4001 if kick_all else 4000)


def channels(world: World) -> None:
    assert [one.name for one in world.channels.list()] == ["channels", "profile_updates", "wallet_updates"]
    with pytest.raises(CallRefusedError, match="has no channel"):
        world.channels.push("/orders", message="OrderShipped", payload={"id": 7})
    app = websocket.create_connection(f"{world.websocket_url}/ws", timeout=10)
    app.send('{"type":"subscribe","channels":["wallet_updates"]}')
    assert "subscribed" in app.recv()
    sent = world.channels.await_message(channel="/ws", message="subscribe", timeout=timedelta(minutes=1))
    assert (sent.direction, sent.payload["channels"], sent.valid) == ("received", ["wallet_updates"], True)
    world.channels.hold("wallet_updates", message="wallet_deleted")
    assert world.channels.push("wallet_updates", message="wallet_deleted", payload={"id": 7}).held
    (held,) = world.channels.messages(channel="wallet_updates").held
    assert held.payload == {"id": 7} and held.trigger.kind == "test"
    with pytest.raises(NotSatisfiedError, match="one is held back"):
        world.channels.await_message(channel="wallet_updates", message="wallet_deleted", timeout="1ms")
    assert world.channels.release(channel="wallet_updates", count=1) == 1
    assert app.recv() == '{"id":7}'
    assert world.channels.release() == 0
    assert world.channels.verify_sent(message="wallet_deleted", payload={"id": 7}, direction="sent", exactly=1) == 1
    with pytest.raises(NotSatisfiedError, match="found 0"):
        world.channels.verify_sent(channel="profile_updates")
    app.close()


def streams(world: World) -> None:
    channels(world)
    world.messages.publish("/queue/orders", {"number": 1}, headers={"priority": "1"}, content_type="application/json")
    assert [queue.waiting for queue in world.broker.get().queues if queue.destination == "/queue/orders"] == [1]
    names = [one.name for one in world.simulations.list()]
    assert all(one.paused for one in world.simulations.pause())
    assert [one.paused for one in world.simulations.resume(names[0])].count(False) == 1
    assert [one.name for one in world.simulations.step(names[0])] == names


def sensors(world: World) -> None:
    assert [one.greenhouse_id for one in world.sensors.list().greenhouses] == ["001", "002", "003"]
    assert world.sensors.set("001", "extractor", 1, duration=timedelta(minutes=1)).value == 1
    world.sensors.unset("001", "extractor")
    assert world.sensors.push_reading({"RESERVA": 42})["RESERVA"] == 42
    wave = world.scenarios.add("heatWave", "10m", greenhouse="001", intensity=2, starts_in="5s")
    assert world.scenarios.get(wave.id) == wave and world.scenarios.list() == [wave]
    world.scenarios.remove(wave.id)
    world.scenarios.clear()
    with pytest.raises(CallRefusedError, match="getScenario"):
        world.scenarios.get(wave.id)
