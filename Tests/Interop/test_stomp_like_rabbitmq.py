"""`--stomp-like rabbitmq`: what RabbitMQ's STOMP plug-in has beside the standard, as 3.10.8 answered."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mock_server import MockServer, launch
from stomp_socket import StompSocket, opened


@pytest.fixture
def rabbit(binary: Path, tmp_path: Path) -> Iterator[MockServer]:
    options = ["--port", "0", "--sensor-interval", "off", "--stomp-like", "rabbitmq", "--rate-limit", "off"]
    running = launch(binary, tmp_path / "rabbit", options, {})
    yield running
    running.stop()


@pytest.fixture
def socket(rabbit: MockServer) -> Iterator[StompSocket]:
    with opened(rabbit) as one:
        one.connect()
        yield one


def test_a_first_delivery_says_so(socket: StompSocket) -> None:
    socket.subscribe("/queue/a", ack="client-individual")
    socket.publish("/queue/a", "x")
    first = socket.receive("MESSAGE")
    assert first.headers["redelivered"] == "false"
    assert "content-type" not in first.headers
    socket.send("NACK", id=first.headers["ack"])
    assert socket.receive("MESSAGE").headers["redelivered"] == "true"


def test_requeue_false_drops(socket: StompSocket) -> None:
    socket.subscribe("/queue/a", ack="client-individual")
    socket.publish("/queue/a", "x")
    socket.send("NACK", id=socket.receive("MESSAGE").headers["ack"], requeue="false")
    socket.assert_nothing_came()


def test_prefetch_count_holds_back(rabbit: MockServer, socket: StompSocket) -> None:
    for body in "abcd":
        socket.publish("/queue/a", body)
    socket.subscribe("/queue/other")
    with opened(rabbit) as consumer:
        consumer.connect()
        consumer.send("SUBSCRIBE", id="s", destination="/queue/a", ack="client-individual", prefetch_count="2")
        first, second = consumer.receive("MESSAGE"), consumer.receive("MESSAGE")
        assert (first.body, second.body) == ("a", "b")
        consumer.assert_nothing_came()
        consumer.send("ACK", id=first.headers["ack"])
        assert consumer.receive("MESSAGE").body == "c"
        consumer.assert_nothing_came()


@pytest.mark.parametrize(
    ("sent", "heard"),
    [("/amq/queue/a", "/queue/a"), ("/queue/a", "/amq/queue/a"), ("/exchange/amq.topic/a", "/topic/a"), ("a", "/queue/a")],
)
def test_names_of_the_same(socket: StompSocket, sent: str, heard: str) -> None:
    socket.subscribe(heard)
    socket.publish(sent, "x")
    assert socket.receive("MESSAGE").body == "x"


def test_an_exchange_of_its_own(socket: StompSocket) -> None:
    socket.subscribe("/exchange/events/key")
    socket.publish("/exchange/events/key", "x")
    assert socket.receive("MESSAGE").headers["destination"] == "/exchange/events/key"


@pytest.mark.parametrize("command", ["SEND", "SUBSCRIBE"])
@pytest.mark.parametrize("destination", ["/elsewhere/a", "topic/a", "/queue/", "/"])
def test_other_destinations_are_refused(socket: StompSocket, command: str, destination: str) -> None:
    socket.send(command, id="s", destination=destination)
    assert "RabbitMQ has no other kinds" in socket.receive("ERROR").body


def test_a_durable_subscription_outlives_its_session(rabbit: MockServer, socket: StompSocket) -> None:
    durable = {"durable": "true", "auto_delete": "false"}

    def listen(one: StompSocket) -> None:
        one.connect()
        one.subscribe("/topic/news", "reader", **durable)

    with opened(rabbit) as one:
        listen(one)
        socket.publish("/topic/news", "live")
        assert one.receive("MESSAGE").body == "live"
        one.send("DISCONNECT", receipt="r")
        one.receive("RECEIPT")
    for body in ("first", "second"):
        socket.publish("/topic/news", body, receipt=body)
        socket.receive("RECEIPT")
    with opened(rabbit) as one:
        one.connect()
        one.send("SUBSCRIBE", id="reader", destination="/topic/news", durable="true", auto_delete="false")
        messages = [one.receive("MESSAGE") for _ in range(2)]
        assert [message.body for message in messages] == ["first", "second"]
        assert messages[0].headers["destination"] == "/topic/news"
        one.send("UNSUBSCRIBE", id="reader", durable="true", receipt="u")
        one.receive("RECEIPT")
    socket.publish("/topic/news", "lost", receipt="lost")
    socket.receive("RECEIPT")
    with opened(rabbit) as one:
        listen(one)
        one.assert_nothing_came()


def test_a_frame_without_null_is_waited_for(socket: StompSocket) -> None:
    socket.subscribe("/topic/a")
    socket.send_raw("SEND\ndestination:/topic/a\n\nbegin")
    with pytest.raises(TimeoutError):
        socket.connection.recv(timeout=3)
    socket.send_raw(" and end\0")
    assert socket.receive("MESSAGE").body == "begin and end"


def test_durable_subscriptions_are_bounded(rabbit: MockServer) -> None:
    def many(first: int, count: int) -> str:
        with opened(rabbit) as one:
            one.connect()
            for number in range(first, first + count):
                one.send(
                    "SUBSCRIBE", id=f"s{number}", destination="/topic/a", durable="true", auto_delete="false", receipt="r"
                )
                if (frame := one.receive()).command == "ERROR":
                    return frame.body
        return ""

    assert many(0, 600) == ""
    assert "full" in many(600, 600)
