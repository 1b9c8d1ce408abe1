"""`--stomp-relay`: another broker serves the destinations; a small one of the tests' own, and RabbitMQ where it is installed."""

from __future__ import annotations

import contextlib
import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

import stomp_broker
from mock_server import WAIT_S, MockServer, launch
from stomp_broker import StompBroker
from stomp_socket import StompSocket, opened, read_frame

sys.path.append(str(Path(__file__).parents[2] / "script" / "bench.d"))
import rabbitmq
from processes import free_port

Start = Callable[..., MockServer]
NEWS = "/topic/news"
READINGS = "/topic/greenhouse/messages"


@pytest.fixture(scope="module")
def broker() -> Iterator[StompBroker]:
    """The broker that the tests share."""
    with stomp_broker.running() as running:
        yield running


@pytest.fixture(scope="module")
def server(binary: Path, broker: StompBroker, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MockServer]:
    """A server whose destinations that broker serves."""
    options = ["--port", "0", "--rate-limit", "off", "--sensor-interval", "1h", "--stomp-relay", broker.url]
    running = launch(binary, tmp_path_factory.mktemp("relay"), options, {})
    wait_for_health(running, True)
    yield running
    running.stop()


def relay_status(server: MockServer) -> dict[str, Any]:
    """What the server says of its connection to the broker."""
    health = server.request("GET", "/_mock/health")
    assert health.status == 200, health
    return dict(health.json()["stompRelay"])


def wait_for_health(server: MockServer, connected: bool) -> dict[str, Any]:
    """Waits until the server's own connection is open, or is not."""
    deadline = time.monotonic() + WAIT_S
    while (status := relay_status(server))["connected"] != connected:
        assert time.monotonic() < deadline, status
    return status


def wait_for_log(server: MockServer, text: str) -> None:
    """Waits until the log has a text."""
    deadline = time.monotonic() + WAIT_S
    while text not in (log := server.stderr):
        assert time.monotonic() < deadline, log
        time.sleep(0.01)


def close_code(socket: StompSocket) -> int:
    """How the server closes a socket after what it has sent."""
    with pytest.raises(ConnectionClosed) as ended:
        while True:
            socket.connection.recv(timeout=WAIT_S)
    assert ended.value.rcvd is not None
    return ended.value.rcvd.code


# Connecting


def test_connect_has_the_credentials_of_the_relay_and_all_else_of_the_client(
    server: MockServer, broker: StompBroker
) -> None:
    with opened(server) as socket:
        socket.send("CONNECT", accept_version="1.0,1.2", host="app.example", login="ana", passcode="mine", x_app="5")
        welcome = socket.receive("CONNECTED")
        assert (welcome.headers["server"], welcome.headers["version"]) == ("fake/1.0", "1.2")
        peer = broker.wait(lambda: broker.clients and broker.clients[-1])
        assert peer.login.lines == (
            "accept-version:1.0,1.2", "x-app:5", "host:test", "login:relay", "passcode:secr/et",
        )  # fmt: skip
    broker.wait(lambda: peer.is_gone)
    assert peer.frames[-1].command == "DISCONNECT"


def test_the_server_has_one_connection_of_its_own(server: MockServer, broker: StompBroker) -> None:
    assert broker.system.login.header("host") == "test"
    assert relay_status(server) == {"address": f"127.0.0.1:{broker.port}", "connected": True}


# Frames


def test_messages_pass_between_the_clients_of_two_servers(
    server: MockServer, broker: StompBroker, start: Start
) -> None:
    other = start("--sensor-interval", "off", "--stomp-relay", broker.url)
    with opened(server) as one, opened(other) as two:
        one.connect()
        two.connect()
        one.subscribe(NEWS)
        two.send_raw(f"SEND\ndestination:{NEWS}\nkind:a\\cb\nkind:second\nx:\\\\y\ncontent-type:text/x\n\nhällo\0")
        message = one.receive("MESSAGE")
        assert message.body == "hällo"
        assert "kind:a\\cb\nkind:second\nx:\\\\y\ncontent-type:text/x\n" in message.raw
        assert (message.headers["subscription"], message.headers["message-id"][0]) == ("sub-0", "m")
        # What is no text comes in a binary message.
        two.send_raw(b"SEND\ndestination:/topic/news\ncontent-length:3\n\n\x00\xff\x01\0")
        raw = one.connection.recv(timeout=WAIT_S)
        assert isinstance(raw, bytes) and raw.endswith(b"content-length:3\n\n\x00\xff\x01\0")
        one.send("UNSUBSCRIBE", id="sub-0", receipt="bye")
        assert one.receive("RECEIPT").headers == {"receipt-id": "bye"}


def test_acknowledgements_and_transactions_are_the_brokers(server: MockServer, broker: StompBroker) -> None:
    with opened(server) as socket:
        socket.connect()
        peer = broker.clients[-1]
        socket.subscribe("/queue/work", ack="client-individual", prefetch_count="7")
        assert "prefetch-count:7" in peer.sent("SUBSCRIBE")[0].lines
        socket.send("BEGIN", transaction="t1")
        socket.publish("/queue/work", "kept", transaction="t1", receipt="r1")
        assert socket.receive("RECEIPT").headers["receipt-id"] == "r1"
        socket.send("COMMIT", transaction="t1")
        first = socket.receive("MESSAGE")
        assert first.body == "kept"
        socket.send("ACK", id=first.headers["ack"])
        socket.publish("/queue/work", "refused")
        second = socket.receive("MESSAGE")
        socket.send("NACK", id=second.headers["ack"], receipt="done")
        assert socket.receive("RECEIPT").headers["receipt-id"] == "done"
        commands = [one.command for one in peer.frames]
        assert commands == ["CONNECT", "SUBSCRIBE", "BEGIN", "SEND", "COMMIT", "ACK", "SEND", "NACK"]
        assert [one.header("id") for one in peer.frames if one.command.endswith("ACK")] == [
            first.headers["ack"], second.headers["ack"],
        ]  # fmt: skip
        socket.send("BEGIN", transaction="t2")
        socket.publish("/queue/work", "dropped", transaction="t2")
        socket.send("ABORT", transaction="t2", receipt="aborted")
        assert socket.receive("RECEIPT").headers["receipt-id"] == "aborted"


def test_an_error_of_the_broker_reaches_the_client(server: MockServer) -> None:
    with opened(server) as socket:
        socket.connect()
        socket.publish(StompBroker.forbidden, "x", receipt="r")
        error = socket.receive("ERROR")
        assert (error.headers["message"], error.headers["receipt-id"], error.body) == ("access refused", "r", "not here")
        assert close_code(socket) == 1002


def test_a_frame_that_is_none_is_explained_here(server: MockServer, broker: StompBroker) -> None:
    with opened(server) as socket:
        socket.connect()
        peer = broker.clients[-1]
        socket.send_raw("SEND\ndestination /topic/x\n\nhello\0")
        assert "header-without-colon" in socket.receive("ERROR").body
        assert close_code(socket) == 1002
    broker.wait(lambda: peer.is_gone)
    assert not peer.sent("SEND")


def test_the_receipt_of_disconnect_comes_before_the_close(server: MockServer) -> None:
    with opened(server) as socket:
        socket.connect()
        socket.send("DISCONNECT", receipt="last")
        assert socket.receive("RECEIPT").headers["receipt-id"] == "last"
        assert close_code(socket) == 1000


def test_sockjs_clients_are_relayed(server: MockServer) -> None:
    with opened(server, "/ws/greenhouse/000/abcdefgh/websocket") as socket:
        assert socket.connection.recv(timeout=WAIT_S) == "o"
        socket.send_raw(json.dumps(["CONNECT\naccept-version:1.2\n\n\0"]))
        assert "fake/1.0" in str(socket.connection.recv(timeout=WAIT_S))


def test_worlds_share_the_broker(server: MockServer) -> None:
    world = server.request("POST", "/_mock/worlds", body={}).json()["id"]
    with opened(server, f"/_w/{world}/ws/greenhouse") as inside, opened(server) as outside:
        inside.connect()
        outside.connect()
        inside.subscribe(NEWS)
        outside.publish(NEWS, "for all")
        assert inside.receive("MESSAGE").body == "for all"
    assert server.request("DELETE", f"/_mock/worlds/{world}").status == 204


# What the server itself serves


def test_destinations_of_the_application_and_of_users_stay_here(server: MockServer, broker: StompBroker) -> None:
    with opened(server) as socket:
        socket.connect()
        peer = broker.clients[-1]
        socket.subscribe("/user/queue/status/response", id="mine")
        socket.publish("/app/status/request", "", receipt="asked")
        frames = {frame.command: frame for frame in (socket.receive(), socket.receive())}
        assert frames["RECEIPT"].headers["receipt-id"] == "asked"
        assert frames["MESSAGE"].headers["subscription"] == "mine"
        # The broker hears of the client all the same.
        broker.wait(lambda: peer.beats >= 2)
        assert [one.command for one in peer.frames] == ["CONNECT"]
        socket.send("UNSUBSCRIBE", id="mine", receipt="gone")
        assert socket.receive("RECEIPT").headers["receipt-id"] == "gone"


def test_chosen_destinations_only(start: Start, broker: StompBroker) -> None:
    server = start("--stomp-relay", broker.url, "--stomp-relay-destinations", "/queue,/exchange/", "--sensor-interval", "off")
    with opened(server) as socket:
        socket.connect()
        peer = broker.clients[-1]
        socket.subscribe(NEWS)
        socket.publish(NEWS, "here")
        assert socket.receive("MESSAGE").body == "here"
        socket.publish("/queue/there", "x", receipt="there")
        assert socket.receive("RECEIPT").headers["receipt-id"] == "there"
        assert [one.header("destination") for one in peer.sent("SEND")] == ["/queue/there"]
        assert not peer.sent("SUBSCRIBE")


def test_destinations_of_another_tenant_are_refused(server: MockServer, broker: StompBroker) -> None:
    for command in ("SUBSCRIBE", "SEND"):
        with opened(server) as socket:
            socket.connect()
            peer = broker.clients[-1]
            socket.send(command, id="x", destination="/topic//tenant/somebody/alerts")
            assert "foreign-destination" in socket.receive("ERROR").body
            assert not peer.sent(command)


def test_readings_and_published_messages_go_over_the_servers_connection(server: MockServer, broker: StompBroker) -> None:
    system = broker.system
    with opened(server) as socket:
        socket.connect()
        socket.subscribe(READINGS)
        assert server.request("POST", "/_mock/messages", body={"destination": NEWS, "body": {"a": 1}}).status == 202
        broker.wait(lambda: [one for one in system.sent("SEND") if one.body == b'{"a":1}'])
        assert server.request("PUT", "/_mock/clock", body={"advance": "PT1H"}).status == 200
        reading = socket.receive("MESSAGE")
        assert (reading.headers["destination"], reading.headers["content-type"]) == (READINGS, "application/json")
        assert json.loads(reading.body)
        sent = [one for one in system.sent("SEND") if one.header("destination") == READINGS]
        assert sent[-1].body.decode() == reading.body
    # Others may listen at the broker, so the default world also sends without a subscriber here.
    before = len(system.sent("SEND"))
    assert server.request("PUT", "/_mock/clock", body={"advance": "PT1H"}).status == 200
    broker.wait(lambda: len(system.sent("SEND")) > before)


def test_journal_and_faults_see_the_clients_side(server: MockServer, broker: StompBroker) -> None:
    with opened(server) as socket:
        socket.connect()
        socket.subscribe(NEWS)
        fault = {"fault": {"type": "dropMessage", "direction": "outgoing", "nth": 1}}
        assert server.request("POST", "/_mock/faults", body=fault).status == 201
        socket.publish(NEWS, "lost")
        socket.publish(NEWS, "arrives")
        assert socket.receive("MESSAGE").body == "arrives"
        query = "/_mock/requests?kind=frame&direction=sent&limit=2"
        lost, arrived = sorted(server.request("GET", query).json()["requests"], key=lambda each: each["id"])
        assert "lost" in json.dumps(lost) and lost["faults"][0]["type"] == "dropMessage"
        assert "arrives" in json.dumps(arrived) and arrived["delivered"] is True
        match = {"kind": "frame", "direction": "sent", "delivered": True, "bodyContains": "arrives"}
        verified = server.request("POST", "/_mock/requests/verify", body={"match": match, "exactly": 1})
        assert verified.json().get("satisfied") is True, verified
    assert server.request("DELETE", "/_mock/faults").status == 204


# Heartbeats


def test_heartbeats_pass_in_both_directions(start: Start) -> None:
    with stomp_broker.running(interval_ms=40) as broker:
        server = start("--stomp-relay", broker.url, "--stomp-heart-beat", "50ms", "--sensor-interval", "off")
        with opened(server) as socket:
            welcome = socket.connect(heart_beat="40,40")
            assert welcome.headers["heart-beat"] == "40,40"
            assert [socket.connection.recv(timeout=WAIT_S) for _ in range(3)] == ["\n"] * 3
            peer = broker.clients[-1]
            for _ in range(3):
                socket.send_raw("\n")
            broker.wait(lambda: peer.beats >= 3)
        # Those of the server's own connection, until the broker is silent.
        system = broker.system
        broker.wait(lambda: system.beats >= 3)
        broker.sends_beats = False
        broker.wait(lambda: system.is_gone)
        wait_for_log(server, "sends no heartbeats")
        broker.sends_beats = True
        assert broker.wait(lambda: broker.peer(lambda one: one is not system)) is not system
        wait_for_health(server, True)


# A broker that is not there


def test_without_the_broker_clients_get_an_error_and_the_server_tries_again(start: Start) -> None:
    port = free_port()
    url = f"stomp://relay:secr%2Fet@127.0.0.1:{port}/test"
    server = start("--stomp-relay", url, "--sensor-interval", "off")
    status = wait_for_health(server, False)
    assert status["address"] == f"127.0.0.1:{port}"
    deadline = time.monotonic() + WAIT_S
    while "refused" not in (text := relay_status(server)["message"]):
        assert time.monotonic() < deadline, text
    with opened(server) as socket:
        socket.send("CONNECT", accept_version="1.2")
        error = socket.receive("ERROR")
        assert f"the broker 127.0.0.1<colon>{port} cannot be used" in error.headers["message"]
        assert "--stomp-relay" in error.body and "connection refused" in error.body
        assert close_code(socket) == 1011
    refused = server.request("POST", "/_mock/messages", body={"destination": NEWS, "body": "x"})
    assert refused.status == 409 and "--stomp-relay" in refused.body.decode(), refused
    assert server.request("GET", "/posts/1").status == 200
    wait_for_log(server, f"the broker 127.0.0.1:{port} cannot be used: connection refused; the server tries again")
    assert "secr" not in server.stderr
    with stomp_broker.running(port) as broker:
        wait_for_health(server, True)
        with opened(server) as socket:
            socket.connect()
            socket.subscribe(NEWS)
            broker.lose_all()
            assert "closed the connection" in socket.receive("ERROR").body
            assert close_code(socket) == 1011
        wait_for_health(server, True)
        wait_for_log(server, f"connected with the broker 127.0.0.1:{port}")


def test_wrong_credentials_are_an_error_for_all(start: Start, broker: StompBroker) -> None:
    server = start("--stomp-relay", f"stomp://relay:wrong@127.0.0.1:{broker.port}", "--sensor-interval", "off")
    with opened(server) as socket:
        socket.send("CONNECT", accept_version="1.2")
        assert socket.receive("ERROR").headers["message"] == "Bad CONNECT"
        assert close_code(socket) == 1002
    deadline = time.monotonic() + WAIT_S
    while "Bad CONNECT" not in (text := relay_status(server)["message"]):
        assert time.monotonic() < deadline, text


# The option


@pytest.mark.parametrize(
    "url", ["", "stomp://", "http://localhost", "stomp://localhost:0", "stomp://localhost:x", "stomp://a b", "stomp://h/%0A"]
)
def test_an_invalid_url_is_refused_and_not_repeated(run: Callable[..., Any], url: str) -> None:
    refused = run("serve", "--port", "0", "--stomp-relay", url)
    assert refused.returncode == 2
    assert "--stomp-relay must be a URL such as stomp://user:pass@localhost:61613/vhost" in refused.stderr
    assert "http://localhost" not in refused.stderr


def test_the_configuration_does_not_show_the_password(run: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "mock-api.yaml"
    file.write_text("stomp-relay: stomp://ana:secret@rabbit/shop\nstomp-relay-destinations: [/topic, /queue]\n")
    shown = run("serve", "--config", str(file), "--print-config")
    assert shown.returncode == 0 and "secret" not in shown.stdout
    assert "/topic" in shown.stdout
    alone = run("serve", "--stomp-relay-destinations", "/topic")
    assert alone.returncode == 2 and "needs --stomp-relay" in alone.stderr


# RabbitMQ


def test_slashes_in_names_are_escaped_for_rabbitmq(start: Start) -> None:
    with stomp_broker.running(server="RabbitMQ/3.10.8") as broker:
        server = start("--stomp-relay", broker.url, "--sensor-interval", "off")
        with opened(server) as socket:
            socket.connect()
            socket.subscribe(READINGS)
            socket.publish(READINGS, "hot")
            assert socket.receive("MESSAGE").headers["destination"] == READINGS
            peer = broker.clients[-1]
            assert peer.sent("SEND")[0].header("destination") == "/topic/greenhouse%2Fmessages"
            assert peer.sent("SUBSCRIBE")[0].header("destination") == "/topic/greenhouse%2Fmessages"


@pytest.fixture(scope="module")
def rabbit() -> Iterator[int]:
    """The STOMP port of a RabbitMQ of the tests' own."""
    if reason := rabbitmq.missing():
        pytest.skip(reason)
    port = free_port()
    with rabbitmq.running(stomp_port=port):
        yield port


def test_rabbitmq_serves_the_clients_of_two_servers(start: Start, rabbit: int) -> None:
    url = f"stomp://{rabbitmq.LOGIN}:{rabbitmq.PASSCODE}@127.0.0.1:{rabbit}/%2F"
    servers = [start("--stomp-relay", url, "--sensor-interval", "1h") for _ in range(2)]
    for each in servers:
        wait_for_health(each, True)
    with opened(servers[0]) as one, opened(servers[1]) as two:
        assert one.connect(heart_beat="0,1000").headers["server"].startswith("RabbitMQ/")
        two.connect()
        one.subscribe(READINGS)
        two.publish(READINGS, "from a client", receipt="sent")
        assert without_beats(two).headers["receipt-id"] == "sent"
        assert without_beats(one).body == "from a client"
        assert servers[1].request("PUT", "/_mock/clock", body={"advance": "PT1H"}).status == 200
        reading = without_beats(one)
        assert reading.headers["destination"] == READINGS and json.loads(reading.body)
        two.subscribe("/queue/work", id="w", ack="client-individual")
        one.send("BEGIN", transaction="t")
        one.publish("/queue/work", "job", transaction="t")
        two.assert_nothing_came()
        one.send("COMMIT", transaction="t")
        job = without_beats(two)
        assert job.body == "job"
        two.send("ACK", id=job.headers["ack"], receipt="acked")
        assert without_beats(two).headers["receipt-id"] == "acked"
        two.send("DISCONNECT", receipt="bye")
        assert without_beats(two).headers["receipt-id"] == "bye"
        one.publish("/exchange/missing/key", "x")
        assert "exchange" in str(error_of(one)).lower()


def without_beats(socket: StompSocket) -> Any:
    """The next frame that is no heartbeat."""
    while (raw := socket.connection.recv(timeout=WAIT_S)) == "\n":
        pass
    return read_frame(raw)


def error_of(socket: StompSocket) -> Any:
    """The next ERROR."""
    with contextlib.suppress(ConnectionClosed):
        while (frame := without_beats(socket)).command != "ERROR":
            pass
        return frame
    raise AssertionError("the socket was closed without an ERROR")
