"""The live page at /_mock/ in real browsers: what its frame does, and that every view can be read by everybody."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest

from accessibility import COLOURS, violations
from browser_page import Page
from dashboard_page import LIVE, SHOWN, SIZES, VIEWS, WIDE, control, go_to, open_live, open_row, open_socket, raw
from mock_server import MockServer, free_port, launch
from page_user import User

Start = Callable[..., MockServer]

DASHBOARD = Path(__file__).parents[2] / "web" / "dashboard"
MOST_BYTES = 216 * 1024
# What an attacker would have the page run.
MARK = "document.documentElement.dataset.owned = 1"
MARKUP = f'<script>{MARK}</script><img src=x onerror="{MARK}"><svg onload="{MARK}">'
# How long the page keeps somebody waiting, in milliseconds.
WAIT = "new Promise((done) => { const begun = performance.now(); setTimeout(() => done(performance.now() - begun)); })"
# Has the grid show the first of its rows alone.
ONE_ROW = """((field) => {
  field.value = document.querySelector('#main tbody td').innerText;
  field.dispatchEvent(new Event('input', { bubbles: true }));
})(document.querySelector('#main input[type=search]'))"""
BIDI = "\u202eevil\u2066\u202c\u200f"


@pytest.fixture(scope="module")
def busy(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MockServer]:
    """A server with something in each view: requests good and bad, sockets, tokens, faults, worlds and snapshots."""
    options = ["--port", "0", "--rate-limit", "off"]
    server = launch(binary, tmp_path_factory.mktemp("busy"), options, {})
    with contextlib.ExitStack() as stack:
        stack.callback(server.stop)
        token = server.login()
        app = {"User-Agent": "Ana/1.0 (Pixel 9)"}
        for path in ["/v1/lotes", "/v1/lotes/lote_1", "/v1/lotes/none", "/nowhere", "/posts/1"]:
            server.request("GET", path, token=token, headers=app)
        server.request("POST", "/v1/lotes", body={"nombre": 3}, token=token)
        control(server, "POST", "/_mock/worlds", {"id": "second", "name": "A second one"})
        control(server, "PUT", "/_mock/snapshots/before")
        delay = {"match": {"path": "/photos"}, "fault": {"type": "delay", "milliseconds": 1}}
        control(server, "POST", "/_mock/faults", delay)
        stomp = stack.enter_context(open_socket(server, "/ws/greenhouse/websocket"))
        stomp.send("CONNECT\naccept-version:1.2\nhost:localhost\n\n\0")
        stomp.recv(20)
        stomp.send("SUBSCRIBE\nid:1\ndestination:/topic/greenhouse/messages\n\n\0")
        stack.enter_context(open_socket(server, "/ws"))
        yield server


# The frame


def test_shows_each_view_without_complaints_and_asks_nobody_else(page: Page, user: User, busy: MockServer) -> None:
    page.forget_cache()
    open_live(page, busy)
    for view, title in VIEWS.items():
        user.click("link", title, within=("navigation", "Views"))
        page.wait_for(f"{SHOWN} && document.querySelector('#main .view-{view} h1')")
        assert page.value("document.querySelector('#views [aria-current]').innerText") == title
        assert page.value("document.querySelector('#main [role=alert]')?.innerText ?? ''") == "", view
    assert page.complaints() == []
    assert page.asked_elsewhere(busy.base_url) == []
    page.wait_for("performance.getEntriesByType('resource').length > 0")
    files = {address: size for address, size in page.transferred().items() if is_file(busy, address)}
    assert f"{busy.base_url}/_mock/page/dashboard/app.js" in files
    assert sum(files.values()) <= MOST_BYTES, sorted(files.items(), key=lambda each: -each[1])


def is_file(server: MockServer, address: str) -> bool:
    """Whether something is of the page itself, not an answer about the server's state."""
    path = urlsplit(address).path
    return address.startswith(server.base_url) and (path == "/_mock/" or path.startswith(("/_mock/page/", "/docs/")))


def test_every_module_comes(page: Page, busy: MockServer) -> None:
    """Those too that are loaded when somebody wants what they do; and all of them are within the page's bounds."""
    page.forget_cache()
    open_live(page, busy)
    names = sorted(path.name for path in DASHBOARD.glob("*.js") if path.name != "app.js")
    for name in names:
        loading = f"import('/_mock/page/dashboard/{name}').then(() => 'here', (error) => String(error))"
        assert page.value(loading) == "here", name
    assert page.complaints() == []
    files = {address: size for address, size in page.transferred().items() if is_file(busy, address)}
    assert len(files) > len(names)
    assert sum(files.values()) <= MOST_BYTES, sorted(files.items(), key=lambda each: -each[1])


def test_first_paint_does_not_wait(page: Page, user: User, busy: MockServer) -> None:
    """The figure itself is in script/bench; here it must only be told."""
    open_live(page, busy)
    page.wait_for("performance.getEntriesByName('first-contentful-paint').length")
    assert page.value("performance.getEntriesByName('first-contentful-paint')[0].startTime") < 5000


@SIZES
def test_everybody_can_read_each_view(page: Page, busy: MockServer, size: tuple[int, int]) -> None:
    """By the rules of WCAG, A and AA, in both schemes; and nothing makes the page scroll sideways."""
    problems: list[str] = []
    page.look(*size)
    open_live(page, busy)
    for view in VIEWS:
        go_to(page, view)
        if view == "data":
            # One row is as good as a hundred, and axe-core takes ten seconds for those.
            page.wait_for("document.querySelector('#main tbody td')")
            page.value(ONE_ROW)
        # What is folded is to be read, too; opening it renders further folds.
        for _ in range(2):
            page.value("document.querySelectorAll('#main details').forEach((each) => { each.open = true; })")
            page.value("new Promise((done) => setTimeout(done, 100))")
        problems += [f"{view}, light: {each}" for each in violations(page)]
        page.look(*size, "dark")
        problems += [f"{view}, dark: {each}" for each in violations(page, COLOURS)]
        page.look(*size)
        if (width := page.value("document.documentElement.scrollWidth")) > size[0]:
            problems.append(f"{view}: the page is {width} pixels wide at {size[0]}")
    assert not problems, "\n".join(problems)


def test_the_pages_are_in_one_frame(page: Page, user: User, busy: MockServer) -> None:
    open_live(page, busy)
    user.click("link", "Documents", within=("navigation", "Pages"))
    page.wait_for("location.pathname === '/docs' && document.querySelector('.operation')")
    user.click("link", "Connect", within=("navigation", "Pages"))
    page.wait_for("location.pathname === '/_mock/connect'")
    user.click("link", "Live", within=("navigation", "Pages"))
    page.wait_for(LIVE)


def test_can_be_left_and_visited_again_and_again(page: Page, user: User, busy: MockServer) -> None:
    """More often than a browser has connections to a server: pages that were left must not keep theirs."""
    for _ in range(7):
        open_live(page, busy)
    page.open(f"{busy.base_url}/docs", "document.querySelector('.operation')")
    # An empty page lies between.
    page.value("setTimeout(() => history.go(-2))")
    page.wait_for(LIVE)
    busy.request("GET", "/posts/17")
    user.sees("/posts/17")


# Bad cases


def test_says_that_the_server_is_gone_and_goes_on(page: Page, user: User, start: Start) -> None:
    port = free_port()
    server = start(port=port)
    open_live(page, server)
    server.request("GET", "/posts/1")
    user.sees("/posts/1")
    server.stop()
    page.wait_for("document.querySelector('#connection').innerText.includes('Not connected')")
    server = start(port=port)
    page.wait_for("document.querySelector('#connection').innerText === 'Live'")
    server.request("GET", "/posts/2")
    user.sees("/posts/2")


def test_follows_the_default_world_when_its_own_is_deleted(page: Page, user: User, start: Start) -> None:
    server = start()
    control(server, "POST", "/_mock/worlds", {"id": "mine"})
    open_live(page, server)
    user.choose("World", "mine")
    page.wait_for(LIVE)
    server.request("GET", "/_w/mine/posts/1")
    user.sees("/posts/1")
    control(server, "DELETE", "/_mock/worlds/mine")
    user.sees_status("The world mine was deleted")
    page.wait_for(f"{LIVE} && document.querySelector('#world').value === 'default'")
    server.request("GET", "/posts/7")
    user.sees("/posts/7")


def test_two_pages_show_the_same(page: Page, user: User, start: Start) -> None:
    server = start()
    other = page.another()
    try:
        other.look(*WIDE)
        open_live(other, server, "faults")
        open_live(page, server, "faults")
        user.click("button", "Offline")
        offline = "[...document.querySelectorAll('.preset')].find((it) => it.innerText.startsWith('Offline'))"
        other.wait_for(f"{offline}.ariaPressed === 'true'")
        User(other).click("button", "Offline")
        page.wait_for(f"{offline}.ariaPressed === 'false'")
        assert page.complaints() == [] and other.complaints() == []
    finally:
        other.close()


def test_asks_for_the_admin_token_once(page: Page, user: User, start: Start) -> None:
    server = start("--admin-token", "tell-nobody")
    address = f"{server.base_url}/_mock/"
    dialog = "document.querySelector('dialog[open]')"
    page.open(address, dialog)
    user.fill("Admin token", "guessed")
    user.press("Enter")
    user.sees("This token is wrong", "dialog")
    user.fill("Admin token", "tell-nobody")
    user.press("Enter")
    page.wait_for(f"{LIVE} && !{dialog}")
    for view in VIEWS:
        go_to(page, view)
        assert not page.value(dialog), view
    # Kept for the tab, and for no other; never in an address.
    page.open(address, LIVE)
    assert not page.value(dialog)
    assert not [each for each in page.requests() if "tell-nobody" in each]
    other = page.another()
    try:
        other.open(address, dialog)
    finally:
        other.close()


def test_without_a_control_plane_there_is_no_page(page: Page, start: Start) -> None:
    server = start("--no-admin")
    for path in ["/_mock/", "/_mock/page/dashboard/app.js", "/_mock/stream"]:
        assert server.request("GET", path, headers={"Accept": "text/html"}).status == 404, path
    page.look(*WIDE)
    page.open(f"{server.base_url}/docs", "document.querySelector('.operation')")
    assert page.value("document.querySelector('a[href=\"/_mock/\"]') === null"), "/docs links a page that is not there"


# What apps send


def test_what_apps_send_never_becomes_markup(page: Page, user: User, start: Start) -> None:
    server = start()
    headers = {"User-Agent": MARKUP, "X-Evil": MARKUP, "Content-Type": "application/json"}
    path = f"/nowhere/{quote(MARKUP, safe='')}?q={quote(MARKUP + BIDI)}"
    server.request("POST", path, body={MARKUP: [MARKUP, BIDI]}, headers=headers)
    for kind in ["text/html", "application/xhtml+xml", "image/svg+xml", "text/markdown"]:
        raw(server, "/elsewhere", f"{MARKUP}{BIDI}".encode(), kind)
    server.request("POST", "/posts", body={"title": MARKUP, "body": BIDI})
    control(server, "POST", "/_mock/worlds", {"id": "evil", "name": MARKUP})
    with open_socket(server, "/ws") as socket:
        socket.send(MARKUP)
        socket.send(json.dumps({"type": MARKUP, "channels": [MARKUP]}))
        open_live(page, server)
        for view in VIEWS:
            go_to(page, view)
            assert_unharmed(page, view)
        for path in ["/nowhere", "/elsewhere"]:
            go_to(page, "traffic")
            open_row(user, path)
            page.wait_for("document.querySelector('#main').innerText.includes('onerror')")
            assert_unharmed(page, path)
    assert page.asked_elsewhere(server.base_url) == []


def assert_unharmed(page: Page, where: str) -> None:
    """Nothing of what was sent ran, and nothing of it is an element."""
    assert not page.value("'owned' in document.documentElement.dataset"), where
    strange = "img[src=x], #main script, #main svg[onload], #main iframe, #main object, [onerror], [onload]"
    assert page.value(f"document.querySelectorAll('{strange}').length") == 0, where
    assert page.complaints() == [], where


def test_a_line_of_two_megabytes_keeps_nobody_waiting(page: Page, user: User, start: Start) -> None:
    server = start("--max-body", "4M", "--journal-bytes", "64M")
    raw(server, "/long-line", b"x" * 2_000_000)
    raw(server, "/long-json", json.dumps({"list": list(range(250_000))}).encode(), "application/json")
    open_live(page, server)
    for path in ["/long-line", "/long-json"]:
        open_row(user, path)
        user.sees(path, "main")
        assert page.value(WAIT) < 2000, path
        assert page.value("document.querySelectorAll('*').length") < 20_000, path
    assert page.value("document.documentElement.scrollWidth") <= WIDE[0]
    assert page.complaints() == []


def test_says_that_a_body_of_100_megabytes_is_cut(page: Page, user: User, start: Start) -> None:
    server = start("--max-body", "128M")
    raw(server, "/huge", b"y" * 100_000_000)
    open_live(page, server)
    open_row(user, "/huge")
    user.sees("truncated")
    user.sees("100.0 MB")
    assert page.complaints() == []
