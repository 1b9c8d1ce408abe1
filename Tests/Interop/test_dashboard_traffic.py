"""Traffic and devices of the live page in real browsers: the list, one entry in full, and what one does from there."""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import struct
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from accessibility import COLOURS, violations
from browser_page import Page
from dashboard_page import NARROW, SIZES, WIDE, control, go_to, open_live, open_row, open_socket
from headless_browser import Browser
from mock_server import MockServer, launch
from page_user import User

Start = Callable[..., MockServer]

ANA, BEN = {"User-Agent": "Field/2.1 (Pixel 9)"}, {"User-Agent": "Field/2.1 (iPhone 17)"}
DETAIL = ("region", "Detail")
VIEWS = ("navigation", "Views")
LIST = "document.querySelector('#main .list')"
# The rows that are in sight: how far each is from the edge of the list, and what it says.
PLACES = f"""[...document.querySelectorAll('#main .row')]
  .map((row) => [Math.round(row.getBoundingClientRect().top - {LIST}.getBoundingClientRect().top), row.innerText])
  .filter(([top]) => top >= 0 && top < {LIST}.clientHeight - 40).sort(([one], [other]) => one - other)"""
# How far things move that nobody moved, as browsers count it.
WATCH_SHIFTS = """(globalThis.shifts = 0, new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.shifts += value;
}).observe({ type: 'layout-shift', buffered: false }))"""
# Until what was changed is on the screen.
DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
COPIED = "(navigator.clipboard.writeText = async (text) => { copied.push(text); }, (globalThis.copied = []))"


@pytest.fixture(scope="module")
def busy(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MockServer]:
    """A server with an entry of each kind. Its tests change nothing of them."""
    server = launch(binary, tmp_path_factory.mktemp("traffic"), ["--port", "0", "--rate-limit", "off"], {})
    with contextlib.ExitStack() as stack:
        stack.callback(server.stop)
        token = server.login()
        for number in range(1, 4):
            server.request("GET", f"/v1/lotes/lote_{number}", token=token, headers=ANA)
        control(server, "POST", "/_mock/faults", slow("/photos/*"))
        server.request("GET", "/photos/1", headers=BEN)
        server.request("GET", "/v1/lote/lote_1?page=2", token=token, headers=ANA)
        wrong = {"nombre": 3, "extra": {"deep": [1, {"a/b": None}]}}
        server.request("POST", "/v1/lotes?nope=1", body=wrong, token=token, headers=ANA)
        post(server, "/upload", parts(), "multipart/mixed; boundary=XX")
        post(server, "/form", b"title=Hola+mundo&empty=", "application/x-www-form-urlencoded")
        post(server, "/numbers", b'{"id": 12345678901234567890, "price": 1.0}', "application/json")
        post(server, "/bytes", bytes(range(256)), "application/octet-stream")
        socket = stack.enter_context(open_socket(server, "/ws"))
        socket.send(json.dumps({"type": "subscribe", "channels": ["profile_updates"]}))
        socket.recv(20)
        yield server


def slow(path: str) -> dict[str, Any]:
    """A fault that holds answers back."""
    return {"match": {"path": path}, "fault": {"type": "delay", "milliseconds": 200}}


def picture(width: int, height: int) -> bytes:
    """A PNG of one colour."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + b"\x60\x90\xc0" * width for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def parts() -> bytes:
    """A content of two parts, JSON and a picture."""
    head = b'--XX\r\nContent-Disposition: form-data; name="meta"\r\nContent-Type: application/json\r\n\r\n{"a":[true]}'
    middle = b'\r\n--XX\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\n'
    return head + middle + b"Content-Type: image/png\r\n\r\n" + picture(12, 7) + b"\r\n--XX--\r\n"


def post(server: MockServer, path: str, body: bytes, kind: str, source: str | None = None) -> None:
    """Posts bytes as they are, from another address of this machine where one is given."""
    origin = (source, 0) if source else None
    connection = http.client.HTTPConnection(server.host, server.port, timeout=60, source_address=origin)
    with contextlib.closing(connection):
        connection.request("POST", path, body, {"Content-Type": kind} | ANA)
        connection.getresponse().read()


def open_entry(page: Page, user: User, text: str) -> None:
    """Opens a row, and waits until it is there in full."""
    open_row(user, text)
    page.wait_for("document.querySelector('#main .detail h2')")


# One entry in full


def test_shows_the_verdict_in_place(page: Page, user: User, busy: MockServer) -> None:
    open_live(page, busy)
    open_entry(page, user, "/v1/lotes?nope")
    user.sees('"nope" is not documented', "row", "nope", ("region", "Parameters of the query"))
    wrong = "[...document.querySelectorAll('#main .json .wrong')].map((it) => it.innerText)"
    found = page.value(wrong)
    assert any('"nombre": 3' in each and "must be a string" in each for each in found), found
    assert any("extra" in each and "not documented" in each for each in found), found
    # What is missing is said of the whole, once.
    assert page.value("document.querySelector('#main .json > .fold > .problem').innerText").startswith("⚠ must have")
    assert page.complaints() == []


def test_shows_why_nothing_matched_segment_by_segment(page: Page, user: User, busy: MockServer) -> None:
    open_live(page, busy)
    open_entry(page, user, "/v1/lote/lote_1")
    routes = ("region", "The nearest routes")
    user.sees("lote_1", "row", "The request", routes)
    nearest = user.sees("✗ differs: lotes", "row", "GET /v1/lotes/{id}", routes)
    assert "✓ the same: v1" in nearest and "✓ the same: {id}" in nearest
    # A route leads to its document.
    assert page.value("document.querySelector('.routes a').getAttribute('href')") == "/docs#agrobridge/getLote"


def test_shows_where_the_time_went_and_the_fault(page: Page, user: User, busy: MockServer) -> None:
    open_live(page, busy)
    open_entry(page, user, "/photos/1")
    assert "delay" in user.sees("Triggered a fault", *DETAIL)
    user.click("tab", "Timing")
    words = user.sees("delayed 200.0 ms", *DETAIL)
    # The bar's parts are as long as the times that the words say.
    server = re.search(r"the server ([\d.]+) (µs|ms|s)\b", words)
    assert server, words
    milliseconds = float(server[1]) * {"µs": 0.001, "ms": 1, "s": 1000}[server[2]]
    widths = page.value("[...document.querySelectorAll('.phases > *')].map((it) => it.getBoundingClientRect().width)")
    share = sum(widths) / (milliseconds + 200)
    assert widths == pytest.approx([share * milliseconds, share * 200], abs=4)


def test_shows_contents_as_what_they_are(page: Page, user: User, busy: MockServer) -> None:
    open_live(page, busy)
    open_entry(page, user, "/upload")
    user.sees("photo, file a.png, image/png", *DETAIL)
    user.sees("12 × 7 pixels", *DETAIL)
    assert page.value("document.querySelector('.part .json .json-word').innerText") == "true"
    open_row(user, "/form")
    user.sees("Hola mundo", "row", "title", ("region", "Fields of the form"))
    open_row(user, "/bytes")
    user.sees("000010 10 11 12", *DETAIL)
    open_row(user, "/numbers")
    user.sees("12345678901234567890", *DETAIL)
    user.sees("1.0", *DETAIL)
    open_row(user, "subscribed")
    user.sees('"profile_updates"', *DETAIL)
    user.click("button", "Its socket")
    page.wait_for("location.hash.startsWith('#/sockets?id=') && location.hash.includes('world=default')")
    assert page.complaints() == []


# From a row


def test_copies_a_request_as_code(page: Page, user: User, busy: MockServer) -> None:
    open_live(page, busy)
    page.value(COPIED)
    open_entry(page, user, "/v1/lotes?nope")
    for name, part in {"curl": "curl -i", "Swift": "URLRequest(", "Kotlin": "Request.Builder()", "JavaScript": "fetch(",
                       "Python": "requests.request(", "Test in K": "@MockApi"}.items():  # fmt: skip
        count = page.value("copied.length")
        user.click("button", "Copy as")
        user.click("menuitem", name)
        user.sees_status(f"Copied as {name}")
        assert page.value("copied.length") == count + 1
        copied = page.value("copied.at(-1)")
        assert part in copied and "lotes" in copied, copied


def test_sends_a_request_again_as_it_is_edited(page: Page, user: User, start: Start) -> None:
    server = start("--rate-limit", "off")
    token = server.login()
    server.request("POST", "/v1/lotes", body={"nombre": 3}, token=token, headers=ANA)
    open_live(page, server)
    open_entry(page, user, "/v1/lotes")
    user.click("button", "Edit and resend")
    dialog = "document.querySelector('dialog[open]')"
    page.wait_for(f"{dialog}?.querySelectorAll('textarea').length === 2")
    assert "Bearer …" in page.value(f"{dialog}.querySelector('textarea').value")
    # What the server refuses is there to be mended.
    bad = page.value(f"{dialog}.querySelector('textarea').value") + "\nX-Bad: \u00e9"
    fill_area(page, 0, bad)
    user.click("button", "Send")
    user.sees_status("Failed")
    page.wait_for(f"{dialog}?.querySelector('textarea').value.includes('X-Bad')")
    fill_area(page, 0, bad.replace("\u00e9", "e"))
    fill_area(page, 1, '{"nombre": "mended"}')
    user.click("button", "Send")
    user.sees_status("Replayed: ")
    entry = control(server, "GET", "/_mock/requests?limit=1")["requests"][0]
    assert entry["request"]["body"] == {"nombre": "mended"} and entry["account"] == "user_123"
    assert entry["request"]["headers"]["X-Bad"] == "e"
    # The page shows what came of it.
    user.sees('"mended"', *DETAIL)


def fill_area(page: Page, index: int, text: str) -> None:
    """Puts a text into one of a dialog's areas, as a paste does."""
    area = f"document.querySelectorAll('dialog[open] textarea')[{index}]"
    page.value(f"{area}.value = {json.dumps(text)}, {area}.dispatchEvent(new Event('input', {{ bubbles: true }}))")


def test_makes_a_fault_of_a_request(page: Page, user: User, start: Start) -> None:
    server = start("--rate-limit", "off")
    server.request("GET", "/posts/1", headers=ANA)
    open_live(page, server)
    open_entry(page, user, "/posts/1")
    # By keys alone: the menu opens at its first line, and a letter leads further.
    user.tab_to("button", "Add fault for this request")
    user.press("ArrowDown")
    user.find("menuitem", "Respond 503")
    user.press("d")
    for _ in range(3):
        user.press("ArrowUp")
    user.press("Enter")
    user.find("dialog", "Respond 503")
    user.press("Enter")
    user.sees_status("Respond 503 1×")
    assert [server.request("GET", "/posts/1", headers=ANA).status for _ in range(2)] == [503, 200]
    user.click("option", "503")
    user.sees("Triggered a fault", *DETAIL)


def test_holds_a_response_until_it_is_released(page: Page, user: User, start: Start) -> None:
    server = start("--rate-limit", "off")
    server.request("GET", "/users/1")
    open_live(page, server)
    open_row(user, "/users/1")
    user.click("button", "Add fault for this request")
    user.click("menuitem", "Hold the response")
    user.find("dialog", "Hold the response")
    user.press("Enter")
    user.sees_status("Hold the response 1× for /users/1")
    with ThreadPoolExecutor(3) as apps:
        app = apps.submit(server.request, "GET", "/users/1")
        user.sees("Held: GET /users/1", "region", "Status")
        user.sees("the response 200 waits", "region", "Held now")
        user.click("button", "GET /users/1", ("region", "Held now"))
        assert "leanne graham" in user.sees("Leanne Graham", *DETAIL).lower()
        user.click("button", "Release", DETAIL)
        assert app.result(60).status == 200
        # What is held no longer is not shown; its entry has the time.
        page.wait_for("document.querySelector('.held').hidden && document.querySelector('.detail').hidden")
        user.click("option", "fault")
        user.click("tab", "Timing", DETAIL)
        user.sees("held", *DETAIL)
        hold = {"fault": {"type": "hold", "phase": "request"}, "match": {"path": "/users/*"}}
        control(server, "POST", "/_mock/faults", hold)
        held = [apps.submit(server.request, "GET", f"/users/{number}") for number in (2, 3)]
        user.sees("2 exchanges are held", "region", "Status")
        # Each is a row of the list, too: released there by pointer, or chosen and released by key.
        rows = "[...document.querySelectorAll('#main .row')].filter((it) => it.innerText.includes('held'))"
        page.wait_for(f"{rows}.length === 2")
        place = page.value(f"""((box) => [box.x + box.width / 2, box.y + box.height / 2])(
          {rows}.find((it) => it.innerText.includes('/users/2')).querySelector('.release').getBoundingClientRect())""")
        page.click(*place)
        page.wait_for(f"document.querySelectorAll('.held li').length === 1 && {rows}.length === 1")
        assert held[0].result(60).status == 200 and not held[1].done()
        held.append(apps.submit(server.request, "GET", "/users/5"))
        page.wait_for(f"{rows}.length === 2")
        user.fill("Filter", "is:held users/5")
        page.wait_for(f"{rows}.length === 1")
        page.press("ArrowDown")
        page.press("r")
        page.wait_for(f"{rows}.length === 0")
        assert held[2].result(60).status == 200 and not held[1].done()
        user.fill("Filter", " ")
        held.append(apps.submit(server.request, "GET", "/users/4"))
        user.sees("2 exchanges are held", "region", "Status")
        for size in (WIDE, NARROW):
            page.look(*size)
            assert violations(page) == []
        page.look(*WIDE)
        user.click("button", "Release all", ("region", "Held now"))
        assert [each.result(60).status for each in held] == [200] * 4
        page.wait_for("document.querySelector('.held').hidden")


def test_shows_the_difference_of_two(page: Page, user: User, start: Start) -> None:
    server = start("--rate-limit", "off")
    for title in ("first", "second"):
        server.request("POST", "/posts", body={"title": title, "same": [1]}, headers=ANA | {"X-Which": title})
    server.request("GET", "/albums/1", headers=ANA)
    open_live(page, server)
    first, second = (entry["id"] for entry in control(server, "GET", "/_mock/requests?path=/posts")["requests"])
    page.value(f"location.hash = '#/traffic?id=default:{first}'")
    user.click("button", "Pin to compare")
    page.value(f"location.hash = '#/traffic?id=default:{second}'")
    user.click("button", f"Compare with {first}")
    differences = ("region", "Differences")
    user.sees("second", "row", "request body /title", differences)
    table = user.sees("first", "row", "request header x-which", differences) and user.sees("title", *differences)
    assert "same" not in table and "user-agent" not in table.lower(), table
    user.click("button", f"Back to {second}")
    user.click("tab", "Headers")
    user.sees("X-Which", *DETAIL)
    user.click("button", f"Compare with {first}")
    user.click("button", "Unpin")
    user.sees("Pin to compare", *DETAIL)
    assert page.complaints() == []


# The list


def test_nothing_moves_when_entries_come(page: Page, user: User, start: Start) -> None:
    server = start("--rate-limit", "off")
    for number in range(1, 80):
        server.request("GET", f"/photos/{number}", headers=ANA)
    open_live(page, server)
    page.wait_for(f"{LIST}.scrollTop > 0")
    # Who reads further up stays there.
    page.value(f"{LIST}.scrollTop = 300")
    user.sees("/photos/13", "listbox")
    page.value("new Promise((done) => setTimeout(done, 300))")
    if page.value("PerformanceObserver.supportedEntryTypes.includes('layout-shift')"):
        page.value(WATCH_SHIFTS)
    before = page.value(PLACES)
    assert len(before) > 10
    for number in range(80, 200):
        server.request("GET", f"/nowhere/{number}", headers=ANA)
    page.wait_for("[...document.querySelectorAll('.counter')].some((it) => /^4xx\\s+120$/.test(it.innerText))")
    assert page.value(PLACES) == before
    assert page.value("globalThis.shifts ?? 0") == 0
    # Who is at the end sees the newest.
    page.value(f"{LIST}.scrollTop = {LIST}.scrollHeight")
    server.request("GET", "/nowhere/last", headers=ANA)
    user.sees("/nowhere/last", "listbox")


def test_the_list_waits_for_the_pointer_and_keys_open_its_first_row(page: Page, user: User, start: Start) -> None:
    server = start("--rate-limit", "off")
    for number in range(1, 80):
        server.request("GET", f"/photos/{number}", headers=ANA)
    open_live(page, server)
    user.sees("/photos/79", "listbox")
    user.click("option", "/photos/79")
    user.sees("Replay", *DETAIL)
    before = page.value(PLACES)
    for number in range(80, 85):
        server.request("GET", f"/photos/{number}", headers=ANA)
    user.sees("5 new", "button", "5 new")
    assert page.value(PLACES) == before
    user.click("button", "5 new")
    user.sees("/photos/84", "listbox")
    user.press("Escape")
    # From the filter to the first row that it finds.
    user.press("/")
    user.type("/photos/3")
    user.sees("/photos/3", "listbox")
    page.wait_for("document.querySelector('#main .row').innerText.includes('/photos/3')")
    user.press("ArrowDown")
    user.press("Enter")
    user.sees("/photos/3", *DETAIL)
    assert page.value("scrollY") == 0
    # To clear is the server's matter, and asked about.
    user.click("button", "Clear journal")
    user.click("button", "Cancel", ("dialog", "Clear the journal"))
    assert control(server, "GET", "/_mock/requests?limit=0")["total"] == 84
    user.click("button", "Clear journal")
    user.click("button", "Clear journal", ("dialog", "Clear the journal"))
    user.sees_status("The journal is empty now")
    assert control(server, "GET", "/_mock/requests?limit=0")["total"] == 0
    assert page.complaints() == []


@pytest.mark.parametrize("width", [900, 1024, 1280])
def test_each_column_has_its_place_at_each_width(page: Page, user: User, busy: MockServer, width: int) -> None:
    page.look(width, 800)
    open_live(page, busy)
    user.sees("GET", "listbox")
    cells = "[...document.querySelectorAll('#main .row')].map((row) => row.querySelector('.path').clientWidth)"
    page.wait_for(f"{cells}.length > 3")
    assert min(page.value(cells)) >= 140
    # Statuses stand below each other, whatever marks a row has.
    statuses = "[...document.querySelectorAll('.heads .status, #main .row .status')]"
    edges = set(page.value(f"{statuses}.map((it) => Math.round(it.getBoundingClientRect().right))"))
    assert max(edges) - min(edges) <= 1, edges
    assert page.value("document.documentElement.scrollWidth") <= width


def test_stays_with_the_newest_when_many_come_at_once(page: Page, user: User, start: Start) -> None:
    server = start("--rate-limit", "off")
    open_live(page, server)
    for number in range(1, 101):
        server.request("GET", f"/todos/{number}")
    user.sees("/todos/100", "listbox")


def test_the_filter_works_while_the_list_is_paused(page: Page, user: User, start: Start) -> None:
    server = start("--rate-limit", "off")
    server.request("GET", "/posts/1", headers=ANA)
    server.request("GET", "/photos/1", headers=ANA)
    open_live(page, server)
    user.sees("/photos/1", "listbox")
    user.click("button", "Pause")
    server.request("GET", "/photos/2", headers=ANA)
    user.sees("1 since the pause")
    user.fill("Filter", "photos")
    page.wait_for("document.querySelectorAll('#main .row').length === 1")
    assert "/photos/2" not in user.sees("/photos/1", "listbox")
    user.click("button", "Resume")
    user.sees("/photos/2", "listbox")
    user.fill("Filter", "nothing has this")
    user.sees("No matches")
    user.click("button", "Show all")
    user.sees("/posts/1", "listbox")


def test_exports_what_the_filter_shows(page: Page, user: User, start: Start) -> None:
    server = start("--rate-limit", "off")
    # More than the page loads at first: what the filter finds before them belongs to the file.
    for number in range(600):
        server.request("GET", f"/{'todos' if number % 100 else 'albums'}/{number % 50 + 1}", headers=ANA)
    with open_socket(server, "/ws") as socket:
        socket.send(json.dumps({"type": "subscribe", "channels": ["profile_updates"]}))
        socket.recv(20)
        open_live(page, server)
        page.value("URL.createObjectURL = (file) => ((globalThis.saved = file), 'data:,')")
        user.fill("Filter", "albums")
        user.click("button", "Export shown")
        user.sees_status("Exported: 6 requests and 0 frames")
        entries = json.loads(page.value("window.saved.text()"))["log"]["entries"]
        assert [each["request"]["url"].split("/")[3] for each in entries] == ["albums"] * 6
        user.fill("Filter", "is:frame")
        user.click("button", "Export shown")
        user.sees_status("Exported: 0 requests and 2 frames")
        [entry] = json.loads(page.value("window.saved.text()"))["log"]["entries"]
        assert len(entry["_webSocketMessages"]) == 2
        user.click("button", "Export all")
        user.sees_status("Exported: 601 requests and 2 frames")
        user.fill("Filter", " ")
        user.find("button", "Export HAR")
    assert page.complaints() == []


def test_finds_words_in_bodies_of_all_worlds(page: Page, user: User, start: Start) -> None:
    server = start("--rate-limit", "off")
    control(server, "POST", "/_mock/worlds", {"id": "second"})
    for prefix in ("", "/_w/second"):
        server.request("POST", f"{prefix}/posts", body={"title": "needle"}, headers=ANA)
        server.request("POST", f"{prefix}/posts", body={"title": "hay"}, headers=ANA)
    open_live(page, server)
    user.choose("World", "All worlds")
    user.fill("Filter", "body:needle")
    page.wait_for("document.querySelectorAll('#main .row').length === 2")
    # What comes later is asked for, too.
    server.request("POST", "/_w/second/comments", body={"body": "a needle again"}, headers=ANA)
    user.sees("/comments", "listbox")
    assert page.value("document.querySelectorAll('#main .row').length") == 3


def test_on_a_phone_an_entry_covers_the_list(page: Page, user: User, busy: MockServer) -> None:
    page.look(*NARROW)
    open_live(page, busy)
    page.wait_for(f"{LIST}.scrollTop >= 0 && document.querySelector('#main .row')")
    before = page.value(f"{LIST}.scrollTop = 60, {LIST}.scrollTop")
    open_entry(page, user, "/v1/lotes?nope")
    assert user.look_for("listbox", None) is None and user.look_for("textbox", "Filter") is None
    assert page.value("document.documentElement.scrollWidth") <= NARROW[0]
    # The way back stays in sight.
    page.value("scrollTo(0, 600)")
    user.click("button", "Back to the list")
    user.find("listbox", "Requests and frames")
    assert page.value(f"{LIST}.scrollTop") == before
    assert user.look_for("region", "Detail") is None


# Devices


def test_a_button_stays_while_it_is_pressed(page: Page, user: User, start: Start) -> None:
    """What is shown anew in between would take the button away, and the click with it."""
    if not isinstance(page, Browser):
        pytest.skip("pressed and released apart by Chromium's protocol alone")
    server = start("--rate-limit", "off")
    server.request("GET", "/posts/1", headers=ANA)
    open_live(page, server, "devices")
    found = user.find("button", "Name")
    reads = "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/_mock/devices')).length"
    before = page.value(reads)
    page.hold(found.x, found.y)
    server.request("GET", "/posts/1", headers=ANA)
    page.wait_for(f"{reads} > {before}")
    server.request("GET", "/posts/1", headers=ANA)
    page.wait_for(f"{reads} > {before + 1}")
    page.release(found.x, found.y)
    user.sees("Name a device", "dialog")


def test_two_phones_with_one_app_are_distinguished(page: Page, user: User, start: Start) -> None:
    server = start("--rate-limit", "off", "--host", "127.0.0.1")
    for source in ("127.0.0.1", "127.0.0.42"):
        post(server, "/posts", b'{"title": "x"}', "application/json", source)
    post(server, "/nowhere", b"x", "text/plain", "127.0.0.42")
    open_live(page, server)
    user.sees("Field/2.1, Pixel 9 …42", "listbox")
    user.sees("Field/2.1, Pixel 9 …1", "listbox")
    user.click("link", "Devices", VIEWS)
    user.sees("127.0.0.42", "row", "…42")
    marks = "[...document.querySelectorAll('.device-mark')]"
    colours = page.value(f"{marks}.map((it) => getComputedStyle(it, '::before').backgroundColor)")
    assert len(set(colours)) == 2, colours
    # One click to what went wrong.
    user.click("link", "1 404 of Field/2.1, Pixel 9 …42")
    user.sees("/nowhere", "listbox")
    assert page.value("document.querySelectorAll('#main .row').length") == 1
    # A device that comes later has its name in the rows, too.
    user.fill("Filter", "method:get")
    server.request("GET", "/posts/1", headers={"User-Agent": "Other/3"})
    user.sees("Other/3", "listbox")


# Everybody


OPENED = ["/v1/lotes?nope", "/v1/lote/lote_1", "/photos/1", "/upload", "/form", "/bytes", "subscribed"]


@SIZES
def test_everybody_can_read_what_is_opened(page: Page, user: User, busy: MockServer, size: tuple[int, int]) -> None:
    problems: list[str] = []

    def check(what: str, within: str = "#main .detail") -> None:
        page.look(*size)
        # Nothing lies below what stays in sight.
        page.value("document.querySelector('#main .detail')?.scrollTo(0, 0), scrollTo(0, 0)")
        problems.extend(f"{what}, light: {each}" for each in violations(page, within=within))
        page.look(*size, "dark")
        problems.extend(f"{what}, dark: {each}" for each in violations(page, COLOURS, within))
        page.look(*size)
        if (width := page.value("document.documentElement.scrollWidth")) > size[0]:
            problems.append(f"{what}: the page is {width} pixels wide at {size[0]}")

    page.look(*size)
    open_live(page, busy)
    for text in OPENED:
        open_entry(page, user, text)
        page.value("document.querySelectorAll('#main .detail details').forEach((each) => { each.open = true; })")
        page.wait_for("!document.querySelector('#main .detail').innerText.includes('Asking the server')")
        check(text)
        if text == "/photos/1":
            user.click("button", "Pin to compare")
            user.click("button", "Add fault for this request")
            user.find("menuitem", "Respond 503")
            check("the menu", "html")
            user.press("Escape")
        elif text == "/upload":
            user.click("button", "Edit and resend")
            page.wait_for("document.querySelector('dialog[open]')")
            check("edit and send", "dialog")
            user.press("Escape")
            page.wait_for("!document.querySelector('dialog')")
            page.value(DRAWN)
        elif text == "/form":
            user.click("button", "Compare with")
            user.find("region", "Differences")
            check("the comparison", "#main")
        user.click("button", "Back to the list" if size == NARROW else "Close")
    go_to(page, "devices")
    user.click("button", "Name", ("row", "Pixel 9"))
    page.wait_for("document.querySelector('dialog[open]')")
    check("naming a device", "dialog")
    user.press("Escape")
    assert not problems, "\n".join(problems)
