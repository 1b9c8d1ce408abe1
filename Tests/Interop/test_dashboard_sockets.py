"""The live page's views of sockets, of the timeline, and of tokens and limits, used as a person does."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterator

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.connection import Connection

from accessibility import COLOURS, violations
from browser_page import Page
from dashboard_page import LIVE, NARROW, WIDE, await_drawing, await_reads, control, open_live, open_socket
from mock_server import MockServer
from page_user import User
from stomp_socket import StompSocket, opened

Start = Callable[..., MockServer]

TOPIC = "/topic/a"
SOCKJS = "/ws/greenhouse/042/k3v9q2xw/websocket"
FRAMES = ("listbox", "Frames, the newest last")
NEXT = ("group", "The next messages")
ITSELF = ("group", "The socket")
FOCUSED = "document.activeElement"
# What the page reads once a second, and draws the view anew with.
TABLE = "/_mock/sockets"
# Keeps what would be saved, in place of a download.
CATCH_FILE = """(() => {
  const make = URL.createObjectURL;
  URL.createObjectURL = (blob) => { window.saved = blob; return make.call(URL, blob); };
  HTMLAnchorElement.prototype.click = () => {};
})()"""


@contextlib.contextmanager
def subscribed(server: MockServer) -> Iterator[StompSocket]:
    """A client of the broker that hears of a topic."""
    with opened(server) as client:
        client.connect()
        client.subscribe(TOPIC)
        yield client


def show_socket(page: Page, server: MockServer, number: int, world: str = "default") -> None:
    """Opens the page at a socket."""
    page.open(f"{server.base_url}/_mock/#/sockets?id={number}&world={world}", LIVE)
    page.wait_for("document.querySelector('.view-sockets .socket h2')?.innerText")


def publish(server: MockServer, body: object) -> None:
    """Publishes a message of the server's own."""
    control(server, "POST", "/_mock/messages", {"destination": TOPIC, "body": body})


def opened_file(page: Page, name: str, text: str) -> None:
    """Has the timeline open a file, as its dialog does once a file was chosen."""
    page.value(f"""((input) => {{
      const files = new DataTransfer();
      files.items.add(new File([{json.dumps(text)}], {json.dumps(name)}));
      input.files = files.files;
      input.dispatchEvent(new Event('change'));
    }})(document.querySelector('.view-timeline input[type=file]'))""")


def har_file(*messages: str) -> str:
    """A file with a request that failed, and a socket with messages."""
    request = {"method": "GET", "url": "http://shop.test/ws", "headers": [{"name": "Accept", "value": "*/*"}]}
    sent = [{"type": "receive", "time": 1767225601, "opcode": 1, "data": each} for each in messages]
    socket = {"request": request, "response": {"status": 101}, "_webSocketMessages": sent}
    content = {"text": '{"error": "no such basket"}', "mimeType": "application/json"}
    basket = {**request, "url": "http://shop.test/baskets/7"}
    failed = {"request": basket, "response": {"status": 404, "content": content}}
    entries = [{"startedDateTime": "2026-01-01T00:00:00.000Z", "time": 12.5, **each} for each in (socket, failed)]
    return json.dumps({"log": {"version": "1.2", "entries": entries}})


# Sockets


def test_shows_what_is_in_frames(page: Page, user: User, start: Start) -> None:
    server = start()
    with contextlib.ExitStack() as stack:
        bad = stack.enter_context(opened(server))
        bad.connect()
        sockjs = stack.enter_context(open_socket(server, SOCKJS))
        sockjs.send(json.dumps(["CONNECT\naccept-version:1.2\nhost:localhost\n\n\0"]))
        channels = stack.enter_context(open_socket(server, "/ws"))
        channels.send(json.dumps({"type": "subscribe", "channels": ["profile_updates"]}))
        bad.send_raw("SEND\ndestination:/topic/x\nno colon here\n\nhello\0")
        open_live(page, server, "sockets")
        assert "sockjs" in user.sees(SOCKJS, "row", "#2")
        user.sees("profile_updates", "row", "#3")
        user.click("link", "#3")
        # The row shows how the message begins.
        user.sees('{"type":"subscribe","channels":["profile_updates"]}', *FRAMES)
        user.click("option", "subscribe", FRAMES)
        user.sees("profile_updates", "region", "Frame")
        user.click("link", "#2")
        user.click("option", "CONNECTED", FRAMES)
        shown = user.sees("SockJS", "region", "Frame")
        assert "one message" in shown and "CONNECTED" in shown and "heart-beat" in shown
        show_socket(page, server, 1)
        user.click("option", "SEND", FRAMES)
        user.sees("destination", "region", "Headers of SEND")
        shown = user.sees("byte 26", "region", "Frame")
        assert "no colon here hello" in shown and "No body" not in shown
        assert page.value("document.querySelector('.hex mark').innerText") == "6e"
        user.click("link", "Show in Traffic", ("region", "Frame"))
        user.sees("no colon here")
        user.sees('{"type":"subscribe","channels":["profile_updates"]}', "listbox")
    assert page.complaints() == []


def test_bends_the_next_messages_and_takes_it_back(page: Page, user: User, start: Start) -> None:
    server = start()
    with subscribed(server) as client:
        show_socket(page, server, 1)
        user.click("button", "Drop", NEXT)
        user.sees_status("The next message to the client will be dropped")
        publish(server, "lost")
        user.sees("Triggered 1×")
        user.click("button", "Clear: ")
        user.click("button", "Send twice", NEXT)
        user.click("button", "Remove: ")
        user.sees_status("Removed")
        assert control(server, "GET", "/_mock/faults")["faults"] == []
        user.click("button", "Edit", NEXT)
        user.fill("Replace", "kept")
        user.fill("By", "done")
        user.click("button", "Wait for it")
        user.sees("replacing “kept” by “done”")
        publish(server, "kept")
        publish(server, "kept")
        assert [client.receive("MESSAGE").body for _ in range(2)] == ["done", "kept"]
    assert page.complaints() == []


def test_holds_back_what_the_client_sends(page: Page, user: User, start: Start) -> None:
    server = start()
    with subscribed(server) as client:
        show_socket(page, server, 1)
        user.choose("Direction", "from the client")
        user.click("button", "Hold back", NEXT)
        user.fill("Seconds", "1", role="spinbutton")
        user.press("Enter")
        user.sees("The next message from the client will be held back 1 s")
        begun = time.monotonic()
        client.send("SEND", "late", destination=TOPIC)
        assert client.receive("MESSAGE").body == "late"
        assert time.monotonic() - begun >= 1


def test_publishes_sends_closes_and_cuts(page: Page, user: User, start: Start) -> None:
    server = start()
    with subscribed(server) as client, open_socket(server, "/ws") as other:
        show_socket(page, server, 1)
        user.click("button", f"Publish here: {TOPIC}")
        page.press("a", "Control")
        user.type('{"from": "the page"}')
        user.click("button", "Publish", ("region", "The message broker"))
        assert json.loads(client.receive("MESSAGE").body) == {"from": "the page"}
        user.click("button", "Send raw", ITSELF)
        user.fill("Message", "MESSAGE\nsubscription:9\n\nby hand\\0")
        user.click("button", "Send", ("dialog", "Send to the client"))
        assert client.receive("MESSAGE").body == "by hand"
        user.click("button", "Close", ITSELF)
        user.fill("Code", "4001", role="spinbutton")
        user.fill("Reason", "tested")
        user.click("button", "Close", ("dialog", "Close socket 1"))
        assert ended(client.connection) == (4001, "tested")
        user.sees("Socket 1, closed")
        user.click("link", "#2")
        user.click("button", "Cut the connection")
        assert ended(other) is None
    assert page.complaints() == []


def ended(connection: Connection) -> tuple[int, str] | None:
    """The code and the reason with which the server closes; nothing when it only cuts."""
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            connection.recv(20)
    told = closed.value.rcvd
    return (told.code, told.reason) if told else None


def test_shows_a_socket_of_another_world(page: Page, user: User, start: Start) -> None:
    server = start()
    control(server, "POST", "/_mock/worlds", {"id": "mine"})
    with open_socket(server, "/_w/mine/ws") as socket:
        socket.send('{"type": "ping"}')
        show_socket(page, server, 1, "mine")
        user.sees("Socket 1 of the world mine")
        user.click("button", "Cut the connection")
        assert ended(socket) is None
    with open_socket(server, "/_w/mine/ws"), open_socket(server, "/ws"):
        user.choose("World", "All worlds")
        page.wait_for(LIVE)
        user.click("link", "#2", ("row", "mine"))
        user.sees("Socket 2 of the world mine")
    assert page.complaints() == []


def test_keeps_the_focus_while_it_reads_anew(page: Page, user: User, start: Start) -> None:
    server = start()
    with subscribed(server) as client:
        show_socket(page, server, 1)
        for role, name in [("link", "#1"), ("button", "Publish here"), ("listbox", FRAMES[1])]:
            user.tab_to(role, name)
            page.value(f"window.before = {FOCUSED}")
            for number in range(5):
                publish(server, number)
                client.receive("MESSAGE")
            await_reads(page, TABLE)
            await_drawing(page)
            assert page.value(f"window.before === {FOCUSED} && {FOCUSED}.isConnected"), name
    assert page.complaints() == []


def test_stays_quick_with_many_frames(page: Page, user: User, start: Start) -> None:
    server = start()
    with open_socket(server, "/ws") as socket:
        show_socket(page, server, 1)
        for _ in range(40):
            for _ in range(100):
                socket.send('{"type": "ping"}')
            for _ in range(100):
                socket.recv(20)
        user.sees("the newest last", "region", "Socket")
        # Rows that move while new ones come cannot be clicked.
        shown = ""
        while shown != (now := user.sees("the newest last", "region", "Socket")):
            shown = now
            await_reads(page, TABLE)
        assert page.value("document.querySelectorAll('*').length") < 1000
        user.click("option", "pong", FRAMES)
        user.sees("pong", "region", "Frame")
    assert page.complaints() == []


# Timeline


def test_saves_frames_with_their_content_and_no_secret(page: Page, user: User, start: Start) -> None:
    server = start("--rate-limit", "off")
    server.login()
    with subscribed(server) as client:
        publish(server, {"token": "tell-nobody", "text": "x" * 1000})
        message = client.receive("MESSAGE")
        open_live(page, server, "timeline")
        page.value(CATCH_FILE)
        user.click("button", "Export HAR")
        user.sees("without tokens and passwords")
        text = page.value("window.saved.text()")
    entries = json.loads(text)["log"]["entries"]
    [socket] = [each for each in entries if "_webSocketMessages" in each]
    assert socket["response"]["status"] == 101
    data = [each["data"] for each in socket["_webSocketMessages"]]
    assert data[-1] == message.raw.replace("tell-nobody", "[redacted]")
    assert "password123" not in text and "tell-nobody" not in text and "eyJ" not in text
    opened_file(page, "own.har", text)
    user.sees("own.har: 2 requests, 5 frames")


def test_opens_a_file_to_be_read_only(page: Page, user: User, start: Start) -> None:
    server = start()
    server.request("GET", "/posts/1")
    open_live(page, server, "timeline")
    user.sees("GET /posts/1 200")
    opened_file(page, "shop.har", har_file("MESSAGE\ndestination:/topic/x\n\nhello\0"))
    user.sees("This is a read-only file. shop.har: 2 requests, 1 frame.")
    assert "/posts/1" not in user.sees("GET /baskets/7 404")
    user.click("button", "GET /baskets/7 404")
    user.sees("no such basket", "region", "Row of the file")
    assert page.value(f"{FOCUSED}.tagName") == "H2"
    user.click("button", "MESSAGE /topic/x")
    user.sees("hello", "region", "Row of the file")
    # What comes meanwhile is not in the file.
    server.request("GET", "/posts/2")
    control(server, "POST", "/_mock/requests/wait", {"match": {"path": "/posts/2"}, "timeoutMilliseconds": 60_000})
    await_drawing(page)
    assert "/posts/2" not in user.sees("GET /baskets/7")
    user.click("button", "Back to the server")
    assert "/baskets/7" not in user.sees("/posts/2")
    assert page.complaints() == []


@pytest.mark.parametrize(
    ("text", "words"),
    [("", "it is empty"), ("<html>", "it is not valid JSON"), ("{}", "it is not a HAR file"),
     ('{"log": {"entries": [1]}}', "no entry in it can be read")],
)  # fmt: skip
def test_refuses_what_is_no_file_of_traffic(page: Page, user: User, start: Start, text: str, words: str) -> None:
    server = start()
    server.request("GET", "/posts/1")
    open_live(page, server, "timeline")
    opened_file(page, "bad.har", text)
    user.sees(f"The file was not opened: {words}")
    user.click("button", "OK")
    user.sees("GET /posts/1 200")
    assert page.complaints() == []


def test_is_scrubbed_by_keys_and_by_pointer(page: Page, user: User, start: Start) -> None:
    server = start()
    control(server, "PUT", "/_mock/clock", {"freeze": True, "set": "2026-01-01T00:00:00Z"})
    server.request("GET", "/posts/1")
    control(server, "PUT", "/_mock/clock", {"advance": "PT1M"})
    server.request("GET", "/nowhere")
    open_live(page, server, "timeline")
    user.sees("GET /nowhere 404")
    moment = "document.querySelector('.lanes').getAttribute('aria-valuetext')"
    user.tab_to("slider", "Moment")
    user.press("Home")
    page.wait_for(f"{moment}.includes('00:00:00.000') || {moment}.includes('setClock')")
    user.sees("Until 2026")
    user.press("End")
    page.wait_for(f"{moment}.startsWith('2026-01-01 00:01:00')")
    user.press("ArrowDown")
    page.wait_for(f"{moment}.includes('00:00:00') && {moment}.includes('posts/1')")
    assert "/nowhere" not in user.sees("GET /posts/1 200", "listitem", "posts")
    user.press("+")
    user.press("-")
    # What is not found stands in the third lane, at the end.
    box = page.value("(({ right, top }) => [right, top])(document.querySelector('.lanes').getBoundingClientRect())")
    page.click(box[0] - 9, box[1] + 2 * 28 + 14)
    user.sees("/nowhere", "region", "Detail")
    assert page.complaints() == []


def test_marks_what_comes_up(page: Page, user: User, start: Start) -> None:
    server = start()
    control(server, "PUT", "/_mock/clock", {"freeze": True, "set": "2031-01-01T00:00:00Z"})
    server.login()
    open_live(page, server, "timeline")
    ahead = ("region", "Coming up")
    assert "01:00:00" in user.sees("an access token of usuario@example.com", *ahead)
    fault = {"fault": {"type": "unavailable"}, "match": {"path": "/x"}, "forSeconds": 600}
    control(server, "POST", "/_mock/faults", fault)
    user.sees("2031-01-01 00:10:00", *ahead)
    assert violations(page) == []
    # What has happened is shown at first; the next mark is ahead.
    moment = "document.querySelector('.lanes').getAttribute('aria-valuetext')"
    page.wait_for(f"{moment}.startsWith('2031-01-01 00:00:00')")
    user.tab_to("slider", "Moment")
    user.press("ArrowUp")
    page.wait_for(f"{moment}.startsWith('2031-01-01 00:10:00') && {moment}.includes('is over')")
    user.press("Enter")
    page.wait_for("location.hash === '#/faults'")
    assert page.complaints() == []


def test_shows_real_time_too(page: Page, user: User, start: Start) -> None:
    server = start()
    control(server, "PUT", "/_mock/clock", {"freeze": True, "set": "2031-01-01T00:00:00Z"})
    open_live(page, server, "timeline")
    server.request("GET", "/posts/1")
    user.sees("00:00:00.000 GET /posts/1 200")
    user.choose("Time", "real")
    user.sees("at the distances of the clock of their world")
    page.wait_for(f"document.querySelector('.readout').innerText.startsWith('{time.strftime('%Y', time.gmtime())}')")


# Tokens and limits


def test_ends_sessions_and_limits(page: Page, user: User, start: Start) -> None:
    server = start()
    token = server.login()
    server.request("GET", "/v1/lotes", token=token)
    open_live(page, server, "limits")
    device = control(server, "GET", "/_mock/requests?limit=1")["requests"][0]["device"]
    page.wait_for(f"document.querySelector('.view-limits .device-mark')?.title === 'device {device}'")
    user.click("button", "Use up: user_123", ("row", "agrobridge"))
    user.sees_status("has none left")
    assert server.request("GET", "/v1/lotes", token=token).status == 429
    user.click("button", "Reset all", ("row", "agrobridge"))
    user.sees_status("All limits reset")
    assert server.request("GET", "/v1/lotes", token=token).status == 200
    user.click("button", "Sign out")
    user.sees_status("The session has ended")
    assert server.request("GET", "/v1/lotes", token=token).status == 401
    token = server.login()
    # With a second session of the account, nothing says which of them was used.
    user.sees("one of several sessions")
    user.click("button", "Advance to next expiry")
    user.sees_status("after the expiry of that token")
    assert server.request("GET", "/v1/lotes", token=token).status == 401
    assert page.complaints() == []


# For everybody


def test_what_is_opened_can_be_read_by_everybody(page: Page, user: User, start: Start) -> None:
    server = start()
    with subscribed(server) as client:
        publish(server, {"a": 1})
        client.receive("MESSAGE")
        show_socket(page, server, 1)
        user.click("button", "Drop", NEXT)
        user.sees("will be dropped")
        user.click("option", "MESSAGE", FRAMES)
        user.click("button", "Bytes")
        assert everybody(page) == []
        for name, group in [("Hold back", NEXT), ("Edit", NEXT), ("Send raw", ITSELF), ("Close", ITSELF)]:
            user.click("button", name, group)
            assert everybody(page) == [], name
            user.press("Escape")
        page.open(f"{server.base_url}/_mock/#/timeline", LIVE)
        user.tab_to("slider", "Moment")
        user.press("ArrowDown")
        assert everybody(page) == []
        opened_file(page, "shop.har", har_file("hello"))
        user.click("button", "GET /baskets/7")
        assert everybody(page) == []
        opened_file(page, "bad.har", "no")
        user.sees("was not opened")
        assert everybody(page) == []
        page.open(f"{server.base_url}/_mock/#/limits", LIVE)
        user.click("button", "Set", ("row", "agrobridge"))
        assert everybody(page) == []


def everybody(page: Page) -> list[str]:
    """What breaks a rule, light and dark, at a large screen and at a phone's, where nothing may lie beside it."""
    page.look(*NARROW)
    found = violations(page)
    assert page.value("document.documentElement.scrollWidth") <= NARROW[0]
    # What differs then are places and colours.
    page.look(*WIDE, "dark")
    found += violations(page, [*COLOURS, "target-size"])
    page.look(*WIDE)
    assert page.value("document.documentElement.scrollWidth") <= WIDE[0]
    return found
