"""Longer ways through the live page, each in one page: the whole journal, what is unusual and how it ends, faults and slow
devices, and the way back by the address."""

from __future__ import annotations

import contextlib
import http.client
import json
import time
from collections.abc import Callable

import pytest

from accessibility import COLOURS, violations
from browser_page import Page
from dashboard_page import LIVE, NARROW, WIDE, await_drawing, control, go_to, open_live
from mock_server import MockServer
from page_user import User

Start = Callable[..., MockServer]

ANA, BEN = {"User-Agent": "Field/2.1 (Pixel 9)"}, {"User-Agent": "Field/2.1 (iPhone 17)"}
DETAIL, STRIP, CHIPS = ("region", "Detail"), ("region", "Status"), ("group", "Show only")
LIST = "document.querySelector('#main .list')"
ROWS = "document.querySelectorAll('#main .row').length"
# More than the page gets when it begins to follow.
MANY = 700


def chip(name: str) -> str:
    """What a chip of the traffic says, without its name."""
    chips = "[...document.querySelectorAll('.counter')]"
    return f"{chips}.find((it) => it.innerText.startsWith({json.dumps(name)}))?.innerText.slice({len(name)}).trim()"


def everybody(page: Page, within: str = "html") -> list[str]:
    """What breaks a rule, in both schemes and at both widths, where nothing lies beside the page."""
    found = []
    for size in (WIDE, NARROW):
        page.look(*size)
        found += violations(page, within=within)
        page.look(*size, "dark")
        found += violations(page, COLOURS, within)
        assert page.value("document.documentElement.scrollWidth") <= size[0]
    page.look(*WIDE)
    return found


def test_the_whole_journal(page: Page, user: User, start: Start) -> None:
    """Counts, filter and list know what the page has not loaded."""
    server = start("--rate-limit", "off")
    server.request("POST", "/posts", body={"title": "needle"}, headers=BEN)
    server.request("GET", "/nowhere", headers=ANA)
    reset = {"match": {"path": "/albums/1"}, "fault": {"type": "reset"}, "times": 1}
    control(server, "POST", "/_mock/faults", reset)
    with contextlib.suppress(OSError, http.client.HTTPException):
        server.request("GET", "/albums/1", headers=ANA)
    for number in range(MANY):
        server.request("GET", f"/todos/{number % 200 + 1}", headers=ANA)
    open_live(page, server)
    page.wait_for(f"{chip('All')} === '{MANY + 3}'")
    shown = page.value(f"[{', '.join(chip(each) for each in ('Requests', '4xx', '5xx', 'Errors', 'Faults'))}]")
    assert shown == [str(MANY + 3), "1", "0", "1", "1"]
    # What was before is loaded when somebody scrolls there, and what is in sight stays.
    page.value(f"{LIST}.scrollTop = 0")
    size = "document.querySelector('#main .row').getAttribute('aria-setsize')"
    page.wait_for(f"{size} === '700'")
    page.value(f"{LIST}.scrollTop = 0")
    page.wait_for(f"{size} === '{MANY + 3}' && document.querySelector('.older').hidden")
    page.value(f"{LIST}.scrollTop = 0")
    user.sees("/nowhere", "listbox")
    user.click("button", "Errors", CHIPS)
    page.wait_for(f"{ROWS} === 1")
    assert "reset" in user.sees("/albums/1", "listbox")
    for text, path in [("nowhere", "/nowhere"), ("body:needle", "/posts"), ("method:post", "/posts")]:
        user.fill("Filter", text)
        page.wait_for(f"{ROWS} === 1 && document.querySelector('#main .row').innerText.includes('{path}')")
    user.fill("Filter", "no such thing")
    user.sees("No matches")
    # One device alone, everywhere, and in the address.
    user.click("button", "Show all")
    user.choose("Device", "Field/2.1, iPhone")
    page.wait_for(f"{ROWS} === 1 && {chip('All')} === '1' && location.search.includes('device=')")
    user.click("button", "All devices", STRIP)
    page.wait_for(f"{chip('All')} === '{MANY + 3}' && location.search === ''")
    assert page.complaints() == []


def test_what_is_unusual_is_said_and_ended(page: Page, user: User, start: Start) -> None:
    server = start("--rate-limit", "off")
    open_live(page, server)
    user.sees("No active faults", *STRIP)
    control(server, "POST", "/_mock/faults", {"fault": {"type": "offline", "seconds": 1000}})
    control(server, "POST", "/_mock/faults", {"fault": {"type": "delay", "milliseconds": 1}})
    control(server, "PUT", "/_mock/clock", {"freeze": True, "rate": 60})
    user.sees("Offline", *STRIP)
    user.press("p")
    for text in ("Active fault: delay", "Clock frozen", "Clock speed ×60", "Traffic paused"):
        user.sees(text, *STRIP)
    assert everybody(page) == []
    # Paused is paused in every view.
    go_to(page, "faults")
    for action in ("Go online", "Remove", "Unfreeze", "Normal speed", "Resume"):
        user.click("button", action, STRIP)
        page.wait_for(f"!document.getElementById('strip').innerText.includes({json.dumps(action)})")
    # While it was fast, the clock may have gone ahead by more than the strip leaves unsaid.
    control(server, "PUT", "/_mock/clock", {"reset": True})
    user.sees("No active faults", *STRIP)
    assert control(server, "GET", "/_mock/faults")["faults"] == []
    clock = control(server, "GET", "/_mock/clock")
    assert (clock["frozen"], clock["rate"]) == (False, 1)
    assert page.complaints() == []


def test_an_entry_and_the_list_beside_it(page: Page, user: User, start: Start) -> None:
    server = start("--rate-limit", "off")
    server.request("POST", "/posts", body={"title": "first", "list": [1, {"deep": True}]}, headers=ANA)
    control(server, "POST", "/_mock/faults", {"match": {"path": "/photos/*"}, "fault": {"type": "delay", "milliseconds": 3000}})
    server.request("GET", "/photos/1", headers=BEN)
    server.request("GET", "/nowhere", headers=ANA)
    open_live(page, server)
    # The waterfall: the delayed one is the longest, on a busy machine too.
    bars = "[...document.querySelectorAll('.row .bar-of')].map((it) => it.getBoundingClientRect().width)"
    page.wait_for(f"{bars}.length === 3 && {bars}[1] > 2 * {bars}[2]")
    # Sorted by a heading, and back.
    paths = "[...document.querySelectorAll('#main .row')].map((it) => [it.ariaPosInSet, it.innerText])"
    order = f"{paths}.sort(([one], [other]) => one - other).map(([, text]) => /[/][a-z]+/.exec(text)[0])"
    for heading, expected in {"Path": ["/nowhere", "/photos", "/posts"], "Duration": None, "Time": ["/posts", "/photos", "/nowhere"]}.items():  # fmt: skip
        user.click("button", heading, ("group", "Sort by"))
        page.wait_for(f"document.querySelector('.heads [aria-pressed=true]').innerText.startsWith('{heading}')")
        await_drawing(page)
        assert page.value(order)[-1] == "/photos" if expected is None else page.value(order) == expected, heading
    user.click("option", "/posts")
    user.sees('"deep"', *DETAIL)
    user.click("button", "Raw", DETAIL)
    user.sees('{"title":"first","list":[1,{"deep":true}]}', *DETAIL)
    user.click("tab", "Headers")
    user.sees("Field/2.1 (Pixel 9)", "row", "User-Agent", ("region", "Headers of the request"))
    user.press("ArrowRight")
    user.sees("Duration", "tabpanel", "Timing")
    # The next entry has the same tab.
    user.press("]")
    user.sees("delayed 3.00 s", *DETAIL)
    assert everybody(page) == []
    # The list gets more room by keys, and keeps it.
    width = "document.querySelector('.log').getBoundingClientRect().width"
    before = page.value(width)
    user.tab_to("separator", "Width of the list")
    for _ in range(5):
        user.press("ArrowRight")
    assert page.value(width) > before + 50
    user.press("Escape")
    page.wait_for("document.querySelector('#main .detail').hidden")
    assert page.complaints() == []


def test_faults_for_one_request_and_one_device(page: Page, user: User, start: Start) -> None:
    server = start("--rate-limit", "off")
    for headers in (ANA, BEN):
        server.request("GET", "/posts/1", headers=headers)
    open_live(page, server)
    user.click("option", "Pixel 9")
    user.click("button", "Add fault for this request")
    user.click("menuitem", "Respond 500")
    user.fill("How often", "2", role="spinbutton")
    user.click("button", "Add fault", ("dialog", "Respond 500"))
    user.sees_status("Respond 500 2×")
    assert [server.request("GET", "/posts/1", headers=ANA).status for _ in range(3)] == [500, 500, 200]
    user.click("button", "Add fault for this request")
    user.click("menuitem", "Edit the next response")
    body = "document.querySelector('dialog textarea')"
    assert json.loads(page.value(f"{body}.value"))["id"] == 1
    page.value(f"{body}.value = {body}.value.replace(/\"title\": \"[^\"]*\"/, '\"title\": \"edited\"')")
    assert everybody(page, "dialog") == []
    user.click("button", "Add fault", ("dialog", "Edit the next response"))
    user.sees_status("The next response is edited")
    edited, real = (server.request("GET", "/posts/1", headers=ANA).json() for _ in range(2))
    assert edited == real | {"title": "edited"} != real
    go_to(page, "devices")
    user.click("button", "Throttle Field/2.1, Pixel 9")
    user.fill("Delay of each response", "300", role="spinbutton")
    user.click("button", "Throttle", ("dialog", "Throttle"))
    user.sees_status("is throttled")
    begun = time.monotonic()
    server.request("GET", "/posts/1", headers=ANA)
    assert time.monotonic() - begun >= 0.3
    server.request("GET", "/posts/1", headers=BEN)
    entry = control(server, "GET", "/_mock/requests?limit=1")["requests"][0]
    assert "faults" not in entry and "delayMilliseconds" not in entry["response"]
    user.click("button", "End the throttle of Field/2.1, Pixel 9")
    user.sees_status("is not throttled")
    assert [each["id"] for each in control(server, "GET", "/_mock/faults")["faults"] if "throttle" in each["id"]] == []
    # Connections by name have their figures, which the fields show.
    user.click("button", "Throttle Field/2.1, Pixel 9")
    user.choose("Connection", "Slow 3G: 2,000 ms, 400 kbit/s")
    figures = "[...document.querySelectorAll('dialog input')].map((it) => it.value)"
    assert page.value(figures) == ["2000", "50000", ""]
    user.choose("Connection", "Offline")
    assert page.value("[...document.querySelectorAll('dialog input')].map((it) => it.disabled)") == [True, True, False]
    assert everybody(page, "dialog") == []
    user.click("button", "Throttle", ("dialog", "Throttle"))
    user.sees_status("Pixel 9 is offline")
    with pytest.raises((OSError, http.client.HTTPException)):
        server.request("GET", "/posts/1", headers=ANA)
    assert server.request("GET", "/posts/1", headers=BEN).status == 200
    user.click("button", "Go online: Field/2.1, Pixel 9")
    user.sees_status("is online again")
    user.click("button", "Throttle Field/2.1, Pixel 9")
    user.choose("Connection", "Flaky 3G")
    user.click("button", "Throttle", ("dialog", "Throttle"))
    user.sees_status("is throttled")
    flaky = [each for each in control(server, "GET", "/_mock/faults")["faults"] if "flaky-3g" in each["id"]]
    assert len(flaky) > 2 and len({each["match"]["device"] for each in flaky}) == 1
    assert page.complaints() == []


def test_the_address_the_search_and_the_keys(page: Page, user: User, start: Start) -> None:
    server = start("--rate-limit", "off")
    control(server, "POST", "/_mock/worlds", {"id": "checkout"})
    server.request("GET", "/_w/checkout/posts/7", headers=ANA)
    server.request("GET", "/albums/3", headers=ANA)
    page.open(f"{server.base_url}/_mock/?world=checkout", LIVE)
    assert "/albums/3" not in user.sees("/posts/7", "listbox")
    user.choose("World", "default")
    user.sees("/albums/3", "listbox")
    assert page.value("location.search") == ""
    page.value("history.back()")
    user.sees("/posts/7", "listbox")
    assert page.value("document.getElementById('world').value") == "checkout"
    # Everything is found from everywhere.
    user.press("k", "Control")
    user.sees("Tokens and limits", "listbox", "Found")
    user.type("offline")
    assert "Offline" in user.sees("Preset", "listbox", "Found")
    user.press("a", "Control")
    user.type("posts/7")
    user.sees("/posts/7", "listbox", "Found")
    assert everybody(page, "dialog") == []
    user.press("Enter")
    user.sees("Replay", *DETAIL)
    user.press("?")
    user.sees("Go to the filter", "dialog")
    assert everybody(page, "dialog") == []
    user.press("Escape")
    user.press("g")
    user.press("k")
    page.wait_for("location.hash === '#/limits'")
    user.press("g")
    user.press("w")
    page.wait_for("location.hash === '#/worlds'")
    # A file that is dropped anywhere is shown on the timeline.
    entry = {"startedDateTime": "2026-01-01T00:00:00Z", "time": 1, "request": {"method": "GET", "url": "http://shop.test/baskets/7"},
             "response": {"status": 404}}  # fmt: skip
    page.value(f"""((files) => {{
      files.items.add(new File([{json.dumps(json.dumps({"log": {"entries": [entry]}}))}], 'shop.har'));
      document.body.dispatchEvent(new DragEvent('drop', {{ dataTransfer: files, bubbles: true, cancelable: true }}));
    }})(new DataTransfer())""")
    user.sees("shop.har: 1 request")
    user.sees("/baskets/7")
    assert page.complaints() == []


def test_notices_cover_no_row(page: Page, user: User, start: Start) -> None:
    server = start("--rate-limit", "off")
    for number in range(1, 80):
        server.request("GET", f"/photos/{number}", headers=ANA)
    open_live(page, server)
    user.sees("/photos/79", "listbox")
    user.click("button", "Export HAR")
    user.sees_status("Exported: 79 requests and 0 frames, without tokens and passwords")
    box = "getBoundingClientRect()"
    apart = f"((list, said) => said.width > 0 && (said.top >= list.bottom || said.right <= list.left))({LIST}.{box}, "
    for size in (WIDE, NARROW):
        page.look(*size)
        page.wait_for(f"{apart}document.getElementById('said').{box})")


def test_on_a_phone_rows_are_cards_in_one_frame(page: Page, user: User, start: Start) -> None:
    server = start("--rate-limit", "off")
    server.request("GET", "/posts/1", headers=ANA | {"User-Agent": "Field/2.1 (Pixel 9)"})
    page.look(*NARROW)
    open_live(page, server, "devices")
    user.sees("Field/2.1, Pixel 9")
    label = "getComputedStyle(document.querySelector('#main td[data-label=Address]'), '::before').content"
    page.wait_for(f"{label} === '\"Address\"'")
    assert page.value("document.querySelector('.top-bar').getBoundingClientRect().height") <= 56
    # The clock and the search of everything are behind that button, too.
    user.click("button", "Views: Devices")
    page.wait_for("/UTC/.test(document.getElementById('menu-clock').innerText)")
    assert violations(page) == []
    user.click("button", "Search everything")
    user.sees("Tokens and limits", "listbox", "Found")
    user.press("Escape")
    page.wait_for("document.activeElement.id === 'menu'")
    # The views are behind one button; each keeps where it was scrolled to.
    user.click("button", "Views: Devices")
    user.click("link", "Sensors", ("navigation", "Views"))
    page.wait_for("document.querySelectorAll('.plot').length === 22 && scrollY === 0")
    page.value("scrollTo(0, 600)")
    user.click("button", "Views: Sensors")
    user.click("link", "Worlds", ("navigation", "Views"))
    page.wait_for("document.querySelector('.view-worlds .worlds')")
    page.value("history.back()")
    page.wait_for("document.querySelectorAll('.plot').length === 22 && scrollY === 600")
    assert page.complaints() == []
