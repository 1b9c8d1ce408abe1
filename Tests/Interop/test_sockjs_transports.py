"""The transports of SockJS for clients without WebSocket, by the rules of the SockJS protocol 0.3.3."""

from __future__ import annotations

import http.client
import itertools
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from urllib.parse import quote

import pytest

from mock_server import MockServer, Response
from stomp_frames import BROKER, Frame, decode

TIMEOUT_S = 60.0
NO_STORE = "no-store, no-cache, no-transform, must-revalidate, max-age=0"
SCRIPT = "application/javascript; charset=UTF-8"
CONNECT = "CONNECT\naccept-version:1.2\n\n\0"
ORIGIN = "http://page.example:8080"
BUSY = 'c[2010,"Another connection still open"]'
INTERRUPTED = 'c[1002,"Connection interrupted"]'

_numbers = itertools.count(1)


@dataclass
class Reader:
    """A request whose answer is read while it comes."""

    connection: http.client.HTTPConnection
    answer: http.client.HTTPResponse

    def line(self) -> str:
        """The next line, with its end; empty behind the last one."""
        return self.answer.readline().decode()

    def frame(self) -> str:
        """The next frame of a transport that sends one a line."""
        return self.line().removesuffix("\n")

    def rest(self) -> bytes:
        """All that is left, to the end of the answer."""
        return self.answer.read()

    def close(self) -> None:
        """Leaves, whether the answer is over or not."""
        self.answer.close()
        self.connection.close()


@dataclass
class Session:
    """A client that knows the rules of SockJS, and nothing else."""

    server: MockServer
    name: str = field(default_factory=lambda: f"session{next(_numbers)}")
    readers: list[Reader] = field(default_factory=list)

    def path(self, transport: str, number: str = "000") -> str:
        """The path of a transport."""
        return f"{BROKER}/{number}/{self.name}/{transport}"

    def begin(self, method: str, transport: str, headers: dict[str, str] | None = None) -> Reader:
        """Sends a request without waiting for the end of its answer."""
        connection = http.client.HTTPConnection(self.server.host, self.server.port, timeout=TIMEOUT_S)
        connection.request(method, self.path(transport), headers=headers or {})
        reader = Reader(connection, connection.getresponse())
        self.readers.append(reader)
        return reader

    def ask(
        self, method: str, transport: str, body: str | None = None, headers: dict[str, str] | None = None
    ) -> Response:
        """Sends a request, and waits for its whole answer."""
        connection = http.client.HTTPConnection(self.server.host, self.server.port, timeout=TIMEOUT_S)
        connection.request(method, self.path(transport), body and body.encode(), headers or {})
        answer = connection.getresponse()
        fields = {name.lower(): value for name, value in answer.getheaders()}
        result = Response(answer.status, fields, answer.read())
        connection.close()
        return result

    def poll(self) -> str:
        """One request for a frame."""
        answer = self.ask("POST", "xhr")
        assert answer.status == 200, answer
        return answer.body.decode()

    def send(self, *messages: str) -> None:
        """Sends messages, which must be taken."""
        answer = self.ask("POST", "xhr_send", json.dumps(messages))
        assert (answer.status, answer.body) == (204, b""), answer

    def close(self) -> None:
        """Leaves everything."""
        for reader in self.readers:
            reader.close()


@pytest.fixture
def topic(session: Session) -> str:
    """A destination of the test's own."""
    return f"/topic/{session.name}"


@pytest.fixture
def session(server: MockServer) -> Iterator[Session]:
    """A session that nobody has opened."""
    session = Session(server)
    yield session
    session.close()


def messages(frame: str) -> list[Frame]:
    """The STOMP frames in a frame of SockJS."""
    assert frame.startswith("a["), frame
    return [decode(message) for message in json.loads(frame[1:])]


def until(is_true: Callable[[], bool]) -> None:
    """Waits for what is sure to come."""
    end = time.monotonic() + TIMEOUT_S
    while not is_true():
        assert time.monotonic() < end
        time.sleep(0.05)


def subscribe(session: Session, read: Callable[[], str], topic: str) -> None:
    """Connects to the broker, and subscribes to a topic."""
    session.send(CONNECT)
    assert messages(read())[0].command == "CONNECTED"
    session.send(f"SUBSCRIBE\nid:s\ndestination:{topic}\nreceipt:r\n\n\0")
    assert messages(read())[0].command == "RECEIPT"


# Polling


def test_a_poll_opens_and_each_other_one_gets_the_next_frame(session: Session) -> None:
    opened = session.ask("POST", "xhr", headers={"Origin": ORIGIN})
    assert (opened.status, opened.body) == (200, b"o\n")
    assert opened.headers["content-type"] == SCRIPT
    assert opened.headers["cache-control"] == NO_STORE
    assert opened.headers["access-control-allow-origin"] == ORIGIN
    assert opened.headers["access-control-allow-credentials"] == "true"
    assert not {"set-cookie", "expires", "last-modified"} & opened.headers.keys()

    sent = session.ask("POST", "xhr_send", json.dumps([CONNECT]), {"Content-Type": "text/plain", "Origin": ORIGIN})
    assert (sent.status, sent.body) == (204, b"")
    assert sent.headers["content-type"] == "text/plain; charset=UTF-8"
    assert sent.headers["cache-control"] == NO_STORE
    assert sent.headers["access-control-allow-origin"] == ORIGIN
    frame = session.poll()
    assert frame.endswith("\n")
    assert messages(frame)[0].command == "CONNECTED"


def test_a_poll_waits_for_messages_and_gets_all_that_wait(session: Session, topic: str) -> None:
    assert session.poll() == "o\n"
    subscribe(session, session.poll, topic)
    reader = session.begin("POST", "xhr")
    session.send(f"SEND\ndestination:{topic}\n\none\0")
    assert [message.body for message in messages(reader.frame())] == ["one"]
    assert reader.rest() == b""
    session.send(f"SEND\ndestination:{topic}\n\n“two”\0", f"SEND\ndestination:{topic}\n\nthree\0")
    assert [message.body for message in messages(session.poll())] == ["“two”", "three"]


@pytest.mark.parametrize("first", ["xhr", "xhr_streaming", "eventsource"])
def test_a_second_reader_is_refused(session: Session, first: str) -> None:
    if first == "xhr":
        assert session.poll() == "o\n"
    session.begin("GET" if first == "eventsource" else "POST", first)
    assert session.poll() == BUSY + "\n"


def test_the_number_of_the_server_means_nothing(session: Session) -> None:
    assert session.poll() == "o\n"
    answer = session.server.request("POST", session.path("xhr_send", number="999"), body=[CONNECT])
    assert answer.status == 204
    assert messages(session.poll())[0].command == "CONNECTED"


def test_a_session_ends_with_its_last_frame_which_is_sent_again(session: Session) -> None:
    assert session.poll() == "o\n"
    session.send("NONSENSE\n\n\0")
    assert messages(session.poll())[0].command == "ERROR"
    closing = session.poll()
    assert closing.startswith("c[1002,")
    assert session.poll() == closing
    assert session.ask("POST", "xhr_send", "[]").status == 404


def test_a_session_is_gone_when_nobody_reads_for_five_seconds(session: Session) -> None:
    assert session.poll() == "o\n"
    until(lambda: session.ask("POST", "xhr_send", "[]").status == 404)
    assert session.poll() == "o\n"


@pytest.mark.parametrize("transport", ["xhr", "xhr_streaming"])
def test_whoever_breaks_off_a_request_has_lost_the_session(session: Session, transport: str) -> None:
    if transport == "xhr":
        assert session.poll() == "o\n"
    session.begin("POST", transport).close()
    until(lambda: session.poll() != BUSY + "\n")
    assert session.poll() == INTERRUPTED + "\n"
    assert session.poll() == INTERRUPTED + "\n"


# Sending


@pytest.mark.parametrize(
    ("body", "told"),
    [("", "Payload expected."), ('["x', "Broken JSON encoding."), ("{}", "Broken JSON encoding."), ("[1]", "Broken JSON encoding.")],
)
def test_bad_content_is_reported_and_the_session_goes_on(session: Session, body: str, told: str) -> None:
    assert session.poll() == "o\n"
    answer = session.ask("POST", "xhr_send", body)
    assert (answer.status, answer.body.decode()) == (500, told)
    session.send()
    session.send(CONNECT)
    assert messages(session.poll())[0].command == "CONNECTED"


@pytest.mark.parametrize("type_", ["text/plain", "T", "application/json", "application/xml", "", "text/xml; charset=utf-8"])
def test_the_type_of_the_content_means_nothing(session: Session, type_: str) -> None:
    assert session.poll() == "o\n"
    assert session.ask("POST", "xhr_send", "[]", {"Content-Type": type_}).status == 204


@pytest.mark.parametrize("transport", ["xhr_send", "jsonp_send"])
def test_nobody_can_send_to_a_session_that_is_not_there(session: Session, transport: str) -> None:
    assert session.ask("POST", transport, '["x"]').status == 404


@pytest.mark.parametrize(
    "path",
    ["a./b/xhr", "a/b./xhr", "./b/xhr", "a/./xhr", "a/b/xhr/c", "b/xhr", "//xhr", "a/b/nothing"],
)
def test_other_paths_are_not_there(server: MockServer, path: str) -> None:
    assert server.request("POST", f"{BROKER}/{path}").status == 404


@pytest.mark.parametrize("transport", ["xhr", "xhr_streaming", "xhr_send", "jsonp_send"])
def test_other_methods_are_refused(session: Session, transport: str) -> None:
    answer = session.ask("GET", transport)
    assert answer.status == 405
    assert "POST" in answer.headers["allow"]


@pytest.mark.parametrize("transport", ["xhr", "xhr_streaming", "xhr_send", "eventsource", "htmlfile", "jsonp"])
@pytest.mark.parametrize("origin", [ORIGIN, "null"])
def test_pages_may_ask_whether_they_may(session: Session, transport: str, origin: str) -> None:
    fields = {
        "Origin": origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "a, b, c",
    }
    answer = session.ask("OPTIONS", transport, headers=fields)
    assert answer.status in (200, 204)
    assert answer.headers["access-control-allow-origin"] == origin
    assert answer.headers["access-control-allow-credentials"] == "true"
    assert answer.headers["access-control-allow-headers"] == "a, b, c"
    assert "POST" in answer.headers["access-control-allow-methods"]


# Streams


def test_a_stream_begins_with_what_browsers_keep_for_themselves(session: Session) -> None:
    reader = session.begin("POST", "xhr_streaming", {"Origin": ORIGIN})
    assert reader.answer.status == 200
    assert reader.answer.headers["Content-Type"] == SCRIPT
    assert reader.answer.headers["Cache-Control"] == NO_STORE
    assert reader.answer.headers["Access-Control-Allow-Origin"] == ORIGIN
    assert reader.line() == "h" * 2048 + "\n"
    assert reader.frame() == "o"
    session.send(CONNECT)
    assert messages(reader.frame())[0].command == "CONNECTED"


def test_a_stream_ends_after_128_kib_and_the_next_goes_on(session: Session, topic: str) -> None:
    reader = session.begin("POST", "xhr_streaming")
    assert (reader.line()[:1], reader.frame()) == ("h", "o")
    subscribe(session, reader.frame, topic)
    for _ in range(5):
        session.send(f"SEND\ndestination:{topic}\n\n{'x' * 30_000}\0")
    got = [message.body for line in reader.rest().decode().splitlines() for message in messages(line)]
    assert 4 <= len(got) <= 5
    reader = session.begin("POST", "xhr_streaming")
    assert (reader.line()[:1], len(got)) == ("h", 5) or messages(reader.frame())
    session.send(f"SEND\ndestination:{topic}\n\nlast\0")
    assert messages(reader.frame())[-1].body == "last"


def test_events(session: Session) -> None:
    reader = session.begin("GET", "eventsource")
    assert reader.answer.status == 200
    assert reader.answer.headers["Content-Type"] == "text/event-stream; charset=UTF-8"
    assert reader.answer.headers["Cache-Control"] == NO_STORE
    assert [reader.line() for _ in range(3)] == ["\r\n", "data: o\r\n", "\r\n"]
    session.send(CONNECT)
    line = reader.line()
    assert messages(line.removeprefix("data: ").rstrip("\r\n"))[0].command == "CONNECTED"
    assert reader.line() == "\r\n"


def argument(text: str, before: str, behind: str) -> str:
    """The text that a script hands to a function."""
    assert text.startswith(before) and text.endswith(behind), text
    return json.loads(text[len(before) : -len(behind)])


def test_a_page_that_grows(session: Session, topic: str) -> None:
    reader = session.begin("GET", "htmlfile?c=%63allback")
    assert reader.answer.status == 200
    assert reader.answer.headers["Content-Type"] == "text/html; charset=UTF-8"
    assert reader.answer.headers["Cache-Control"] == NO_STORE
    head = ""
    while not head.endswith("\r\n\r\n"):
        head += reader.line()
    assert len(head) >= 1024
    assert "parent.callback" in head
    scripts = [reader.line() for _ in range(3)]
    assert scripts == ["<script>\n", 'p("o");\n', "</script>\r\n"]

    def frame() -> str:
        assert reader.line() == "<script>\n"
        line = reader.line()
        assert reader.line() == "</script>\r\n"
        return argument(line, "p(", ");\n")

    subscribe(session, frame, topic)
    session.send(f"SEND\ndestination:{topic}\n\n</script>\u2028\0")
    assert messages(frame())[0].body == "</script>\u2028"


def test_a_frame_a_script(session: Session) -> None:
    answer = session.ask("GET", "jsonp?c=%63all.back_1")
    assert (answer.status, answer.body) == (200, b'/**/call.back_1("o");\r\n')
    assert answer.headers["content-type"] == SCRIPT
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == NO_STORE
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    sent = session.ask("POST", "jsonp_send", "d=" + quote(json.dumps([CONNECT])), form)
    assert (sent.status, sent.body) == (200, b"ok")
    assert sent.headers["content-type"] == "text/plain; charset=UTF-8"
    frame = argument(session.ask("GET", "jsonp?c=x").body.decode(), "/**/x(", ");\r\n")
    assert messages(frame)[0].command == "CONNECTED"
    bare = session.ask("POST", "jsonp_send", json.dumps(["NONSENSE\n\n\0"]), {"Content-Type": "text/plain"})
    assert (bare.status, bare.body) == (200, b"ok")
    for body in ["d=", "", "p=p"]:
        wrong = session.ask("POST", "jsonp_send", body, form)
        assert (wrong.status, wrong.body) in ((500, b"Payload expected."), (404, wrong.body)), wrong


@pytest.mark.parametrize("transport", ["htmlfile", "jsonp"])
@pytest.mark.parametrize("callback", ["%20", "*", "abc(", "abc%28", "<b>".replace("<", "%3C").replace(">", "%3E")])
def test_a_callback_is_a_name(session: Session, transport: str, callback: str) -> None:
    answer = session.ask("GET", f"{transport}?c={callback}")
    assert (answer.status, answer.body) == (500, b'invalid "callback" parameter')
    missing = session.ask("GET", transport)
    assert (missing.status, missing.body) == (500, b'"callback" parameter required')


# The page in a frame


@pytest.mark.parametrize("page", ["iframe.html", "iframe-0.3.4.html"])
def test_the_page_for_frames_is_kept_by_caches(server: MockServer, page: str) -> None:
    answer = server.request("GET", f"{BROKER}/{page}")
    assert answer.status == 200
    assert answer.headers["content-type"] == "text/html; charset=UTF-8"
    assert answer.headers["cache-control"] == "public, max-age=31536000"
    assert answer.headers["expires"]
    assert not {"set-cookie", "last-modified"} & answer.headers.keys()
    assert b'src="https://' in answer.body
    assert b"SockJS.bootstrap_iframe();" in answer.body
    again = server.request("GET", f"{BROKER}/{page}", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status, again.body) == (304, b"")


@pytest.mark.parametrize("page", ["iframe.htm", "iframe", "IFRAME.HTML", "iframe.xml", "iframe-/.html"])
def test_other_pages_are_not_there(server: MockServer, page: str) -> None:
    assert server.request("GET", f"{BROKER}/{page}").status == 404


def test_the_client_of_the_page_can_be_chosen(start: Callable[..., MockServer]) -> None:
    server = start("--sockjs-client", "http://localhost:1/sockjs.js?a=1&b=2")
    page = server.request("GET", f"{BROKER}/iframe.html").body.decode()
    assert 'src="http://localhost:1/sockjs.js?a=1&amp;b=2"' in page


# What else the server does with sockets


def test_polls_are_not_counted(start: Callable[..., MockServer]) -> None:
    session = Session(start("--rate-limit", "5/1"))
    assert [session.poll()] == ["o\n"]
    for _ in range(5):
        session.send()
    assert session.server.request("GET", "/api/v1/greenhouse/messages/latest").status != 429


def test_heart_beats_come_every_25_seconds(start: Callable[..., MockServer]) -> None:
    session = Session(start("--heart-beats", "world", "--sensor-interval", "off"))
    assert session.server.request("PUT", "/_mock/clock", body={"freeze": True}).status < 300
    reader = session.begin("POST", "xhr_streaming")
    assert (reader.line()[:1], reader.frame()) == ("h", "o")
    for _ in range(2):
        assert session.server.request("PUT", "/_mock/clock", body={"advance": "PT25S"}).status < 300
        assert reader.frame() == "h"
    session.close()


def test_the_journal_shows_frames_and_requests(start: Callable[..., MockServer]) -> None:
    session = Session(start())
    assert session.poll() == "o\n"
    session.send(CONNECT)
    session.poll()
    sockets = session.server.request("GET", "/_mock/sockets").json()
    assert session.path("xhr") in json.dumps(sockets)
    entries = session.server.request("GET", "/_mock/requests?kind=any").json()
    text = json.dumps(entries)
    assert session.path("xhr_send") in text
    assert "CONNECTED" in text


def test_a_socket_can_be_closed_from_outside(start: Callable[..., MockServer]) -> None:
    session = Session(start())
    reader = session.begin("POST", "xhr_streaming")
    assert (reader.line()[:1], reader.frame()) == ("h", "o")
    answer = session.server.request("DELETE", "/_mock/sockets", body={"code": 4000, "reason": "go"})
    assert answer.status < 300, answer
    assert reader.frame() == 'c[4000,"go"]'
    assert reader.rest() == b""


def test_faults_of_sockets_happen_to_these_too(start: Callable[..., MockServer]) -> None:
    session = Session(start())
    fault = {"fault": {"type": "dropMessage", "direction": "incoming"}}
    added = session.server.request("POST", "/_mock/faults", body=fault)
    assert added.status == 201, added
    assert session.poll() == "o\n"
    session.send(CONNECT)
    assert session.server.request("DELETE", "/_mock/faults").status < 300
    session.send(CONNECT)
    assert [message.command for message in messages(session.poll())] == ["CONNECTED"]


def test_a_world_that_is_deleted_ends_its_sessions(start: Callable[..., MockServer]) -> None:
    server = start()
    assert server.request("POST", "/_mock/worlds", body={"id": "w"}).status == 201
    connection = http.client.HTTPConnection(server.host, server.port, timeout=TIMEOUT_S)
    connection.request("POST", f"/_w/w{BROKER}/0/a/xhr_streaming")
    answer = connection.getresponse()
    assert answer.readline() == b"h" * 2048 + b"\n"
    assert answer.readline() == b"o\n"
    assert server.request("DELETE", "/_mock/worlds/w").status < 300
    assert answer.readline().startswith(b"c[")
    assert answer.read() == b""


@pytest.mark.parametrize("transport", ["eventsource", "htmlfile?c=x", "jsonp?c=x"])
def test_pages_that_may_open_no_socket_may_not_use_these(start: Callable[..., MockServer], transport: str) -> None:
    session = Session(start("--cors", "off"))
    for fields in [{"Origin": ORIGIN}, {"Sec-Fetch-Site": "cross-site"}]:
        assert session.ask("GET", transport, headers=fields).status == 403


def test_a_token_is_asked_for_where_it_is_wanted(start: Callable[..., MockServer]) -> None:
    session = Session(start("--stomp-auth", "required"))
    assert session.poll() == "o\n"
    session.send(CONNECT)
    assert messages(session.poll())[0].command == "ERROR"


def test_there_may_be_a_thousand_sessions(start: Callable[..., MockServer]) -> None:
    server = start("--log-level", "error")
    connection = http.client.HTTPConnection(server.host, server.port, timeout=TIMEOUT_S)

    def poll(number: int) -> int:
        connection.request("POST", f"{BROKER}/0/s{number}/xhr")
        answer = connection.getresponse()
        answer.read()
        return answer.status

    statuses = {poll(number) for number in range(1001)}
    # Slow machines forget the first before the last comes.
    assert statuses <= {200, 503}
    until(lambda: poll(2000) == 200)
