"""The views Data, Sensors, Clock, Worlds and Faults of the live page, and the whole page on a slow phone."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from accessibility import COLOURS, violations
from browser_page import Page
from dashboard_page import (
    BOTH_SIZES, IS_THOROUGH, LIVE, NARROW, SHOWN, SIZES, THOROUGH, VIEWS, control, go_to, open_live,
)  # fmt: skip
from headless_browser import Browser
from mock_server import MockServer
from page_user import User
from stomp_socket import opened

Start = Callable[..., MockServer]

SHOP = Path(__file__).parents[2] / "Seeds" / "examples" / "shop" / "openapi.yaml"
# What nobody notices.
MOST_SHIFT = 0.02
SETTLE_S = 1.5
WATCH_SHIFTS = """(() => {
  globalThis.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!entry.hadRecentInput) {
        shifts.push({ value: entry.value, nodes: entry.sources.map(({ node }) => node?.className || node?.nodeName) });
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
})()"""
READ = "document.querySelector('[aria-live=polite].offscreen').textContent"
# A phone of some years ago, at the edge of its network.
SLOWER = 6
LATENCY_MS = 400
BYTES_PER_SECOND = 50_000
REQUESTS = 30


def show(page: Page, key: str) -> None:
    """Chooses what the grid shows."""
    page.wait_for("document.querySelector('#main select option')")
    page.value(f"""((select) => {{
      select.value = {json.dumps(key)};
      select.dispatchEvent(new Event('change'));
    }})(document.querySelector('#main select'))""")
    page.wait_for("document.querySelector('.data-pages').innerText")


def rows(page: Page) -> int:
    """How many rows the grid has."""
    return int(page.value("document.querySelectorAll('#main tbody tr').length"))


def type_into_cell(user: User, column: str, row: str, text: str) -> None:
    """Goes to a cell of a row by keys, opens it and types in place of what is there."""
    headings = "[...document.querySelectorAll('#main thead th')]"
    place = user.page.value(f"{headings}.findIndex((it) => it.innerText.startsWith({json.dumps(column)}))")
    user.click("cell", None, ("row", row))
    user.press("Home")
    for _ in range(place):
        user.press("ArrowRight")
    user.press("Enter")
    user.press("a", "Control")
    user.type(text)


# Data


def test_reads_each_api_as_its_documented_account(page: Page, start: Start) -> None:
    server = start("--rate-limit", "off", "--api", f"shop={SHOP}")
    open_live(page, server, "data")
    for key in [
        "shop /v1/products", "agrobridge /v1/lotes", "interspace /api/v1/wallets",
        "invernaderos /api/v1/sensors/latest", "jsonplaceholder /posts", "newsapi /v2/top-headlines/sources",
        "table shop_products",
    ]:  # fmt: skip
        show(page, key)
        assert rows(page) > 0, key
    assert page.complaints() == []


def test_a_custom_api_is_changed_with_its_own_validation(page: Page, user: User, start: Start) -> None:
    server = start("--api", f"shop={SHOP}")
    open_live(page, server, "data")
    show(page, "shop /v1/products")
    name = server.request("GET", "/v1/products/1", token="any").json()["name"]
    type_into_cell(user, "price", name, "cheap")
    user.press("Enter")
    user.sees("price", "alert")
    assert page.value("document.querySelector('#main td input').value") == "cheap"
    user.press("a", "Control")
    user.type("12.5")
    user.press("Enter")
    page.wait_for("!document.querySelector('#main td input')")
    assert server.request("GET", "/v1/products/1", token="any").json()["price"] == 12.5


def test_a_change_from_outside_takes_no_typing(page: Page, user: User, start: Start) -> None:
    server = start()
    open_live(page, server, "data")
    show(page, "jsonplaceholder /albums")
    type_into_cell(user, "title", "Weekend in the dunes", "Half a tit")
    server.request("PATCH", "/albums/2", body={"title": "Changed from outside"})
    # The page reads nothing while somebody types, so that no event tells that it has left the field alone.
    time.sleep(SETTLE_S)
    user.type("le")
    assert page.value("document.querySelector('#main td input').value") == "Half a title"
    user.press("Enter")
    user.sees("Changed from outside")
    user.sees("Half a title")
    assert server.request("GET", "/albums/1").json()["title"] == "Half a title"


def test_what_others_changed_in_a_replaced_record_stays(page: Page, user: User, start: Start) -> None:
    """AgroBridge takes whole records only."""
    server = start("--rate-limit", "off")
    token = server.login()
    open_live(page, server, "data")
    show(page, "agrobridge /v1/lotes")
    lote = server.request("GET", "/v1/lotes/lote_1", token=token).json()
    lote = lote.get("lote", lote)
    type_into_cell(user, "nombre", "lote_1", "Lote Nuevo")
    changed = {name: lote[name] for name in ["nombre", "ubicacion", "tipoCultivo", "areaHectareas", "estado"]}
    answer = server.request("PUT", "/v1/lotes/lote_1", body=changed | {"ubicacion": "Otro Valle"}, token=token)
    assert answer.status == 200, answer
    user.press("Enter")
    user.sees_status("Saved")
    now = server.request("GET", "/v1/lotes/lote_1", token=token).json()
    now = now.get("lote", now)
    assert (now["nombre"], now["ubicacion"]) == ("Lote Nuevo", "Otro Valle")
    # The change gave the record another member: its column is the last one, and the focus stays where it was.
    page.wait_for("document.querySelector('#main thead').innerText.includes('fechaActualizacion')")
    headings = page.value("[...document.querySelectorAll('#main thead button')].map((it) => it.innerText)")
    assert headings[-1] == "fechaActualizacion" and headings.index("nombre") == 4, headings
    assert page.value("[document.activeElement.innerText, document.activeElement.cellIndex]") == ["Lote Nuevo", 4]


def test_what_the_api_sets_is_read_only(page: Page, user: User, start: Start) -> None:
    """A column that a change does not take cannot be edited; nothing says that it was saved."""
    server = start("--rate-limit", "off")
    open_live(page, server, "data")
    show(page, "agrobridge /v1/lotes")
    type_into_cell(user, "fechaCreacion", "lote_2", "")
    user.sees_status("fechaCreacion is read-only")
    assert page.value("document.querySelector('#main td input')") is None
    readonly = "[...document.querySelector('#main tbody tr').cells].map((it) => it.ariaReadOnly ?? '')"
    assert page.value(readonly)[:4] == ["true", "", "", "true"]
    before = page.value("document.querySelector('#main thead th:nth-child(5)').offsetWidth")
    type_into_cell(user, "nombre", "lote_2", "Half")
    assert page.value("document.querySelector('#main thead th:nth-child(5)').offsetWidth") == before


def test_adds_and_deletes_records(page: Page, user: User, start: Start) -> None:
    server = start("--api", f"shop={SHOP}")
    open_live(page, server, "data")
    show(page, "shop /v1/products")
    before = rows(page)
    user.click("button", "Add…")
    for text, why in [("{ nothing", "not valid JSON"), ('{"name": 7}', "name")]:
        user.fill("The record as JSON", text)
        user.click("button", "Add")
        user.sees(why, "alert")
        assert page.value("document.querySelector('dialog textarea').value") == text
    user.fill("The record as JSON", '{"name": "Sourdough", "price": 4.5, "category": "bread"}')
    user.click("button", "Add")
    page.wait_for(f"document.querySelectorAll('#main tbody tr').length === {before + 1}")
    user.fill("Search", "sourdough")
    page.wait_for("document.querySelectorAll('#main tbody tr').length === 1")
    user.click("button", "Delete", ("row", "Sourdough"))
    user.click("button", "Cancel")
    assert rows(page) == 1
    user.click("button", "Delete", ("row", "Sourdough"))
    user.click("button", "Delete")
    user.sees("No record contains this text")


def test_a_row_without_a_number_is_meant_alone(page: Page, user: User, start: Start) -> None:
    server = start()
    # Records are stored when they are first asked for; these begin with the ids of others.
    server.request("GET", "/albums")
    server.request("GET", "/users")
    open_live(page, server, "data")
    show(page, "table jsonplaceholder_record")
    user.fill("Search", "Weekend in the dunes")
    page.wait_for("document.querySelectorAll('#main tbody tr').length === 1")
    before = control(server, "GET", "/_mock/data/jsonplaceholder_record?_limit=0")["total"]
    user.click("button", "Delete", ("row", "Weekend in the dunes"))
    user.click("button", "Delete")
    user.sees_status("Deleted")
    assert control(server, "GET", "/_mock/data/jsonplaceholder_record?_limit=0")["total"] == before - 1


# Sensors


def test_plots_begin_with_what_was_stored(page: Page, user: User, start: Start) -> None:
    server = start()
    open_live(page, server, "sensors")
    control(server, "POST", "/_mock/scenarios", {"type": "heatWave", "durationSeconds": 3600})
    control(server, "PUT", "/_mock/clock", {"advance": "PT10M"})
    page.wait_for("document.querySelectorAll('.plot').length === 22")
    user.sees("heatWave")
    user.tab_to("img", "Plot of TEMPERATURA INVERNADERO 01")
    deadline = time.monotonic() + page.patience_s
    oldest = ""
    while time.monotonic() < deadline and not is_minutes_ago(server, oldest, 25):
        user.press("Home")
        oldest = page.value(READ)
    assert "°C at" in oldest and is_minutes_ago(server, oldest, 25), oldest
    user.press("End")
    user.press("ArrowLeft")
    assert page.value(READ).endswith("heatWave")
    assert page.complaints() == []


def is_minutes_ago(server: MockServer, text: str, minutes: int) -> bool:
    """Whether the moment that a plot's text names lies so far back."""
    if " at " not in text:
        return False
    now = control(server, "GET", "/_mock/clock")["now"][11:19]
    seconds = [sum(int(part) * 60**place for place, part in enumerate(reversed(each.split(":"))))
               for each in (now, text.split(" at ")[1][:8])]  # fmt: skip
    return (seconds[0] - seconds[1]) % 86_400 > minutes * 60


def test_takes_a_sensor_over_and_gives_it_back(page: Page, user: User, start: Start) -> None:
    server = start()
    open_live(page, server, "sensors")
    user.fill("Set humidity of 002 to", "12.5", role="spinbutton")
    user.press("Tab")
    user.sees_status("humidity of 002 shows 12.5 %")
    user.sees("Set to 12.5 %")
    # The page says which socket got the value, and leads to the message.
    with opened(server) as client:
        client.connect()
        client.subscribe("/topic/greenhouse/messages")
        user.click("button", "Push a reading now")
        user.sees("Sent to 1 socket: #1")
        link = "document.querySelector('#main a[href*=\"/traffic?id=default\"]').innerText"
        assert "/topic/" in page.value(link)
    # The warning takes a line of its own, which moves the button.
    user.sees("low")
    user.click("button", "Release humidity of 002")
    user.sees_status("follows the simulation again")
    sensors = [each for house in control(server, "GET", "/_mock/sensors")["greenhouses"] for each in house["sensors"]]
    assert all(sensor["set"] is None for sensor in sensors)


def test_starts_and_ends_a_scenario(page: Page, user: User, start: Start) -> None:
    server = start()
    open_live(page, server, "sensors")
    page.wait_for("document.querySelectorAll('.plot').length === 22")
    user.click("button", "Start a scenario")
    user.fill("Duration in seconds", "600", role="spinbutton")
    user.fill("Strength", "900", role="spinbutton")
    user.click("button", "Start")
    user.sees("intensity", "alert")
    assert page.value("document.querySelector('dialog input').value") == "600"
    user.fill("Strength", "9", role="spinbutton")
    user.click("button", "Start")
    user.sees("running, all greenhouses")
    user.click("button", "End heatWave")
    user.sees("No scenario is running")
    assert control(server, "GET", "/_mock/scenarios")["scenarios"] == []


def test_plots_out_of_sight_draw_nothing(page: Page, start: Start) -> None:
    open_live(page, start(), "sensors")
    page.wait_for("document.querySelectorAll('.plot').length === 22")
    page.run("""globalThis.drawn = new Set();
      globalThis.drawings = 0;
      const clear = CanvasRenderingContext2D.prototype.clearRect;
      CanvasRenderingContext2D.prototype.clearRect = function (...area) {
        drawn.add(this.canvas);
        drawings += 1;
        return clear.apply(this, area);
      };""")
    # Those in sight are drawn again and again.
    page.wait_for("drawn.size > 0 && drawings >= 3 * drawn.size")
    assert 0 < page.value("drawn.size") < 20
    page.value("[...document.querySelectorAll('.plot')].at(-1).scrollIntoView()")
    page.wait_for("drawn.has([...document.querySelectorAll('.plot')].at(-1))")


# All views


@THOROUGH
@BOTH_SIZES
def test_nothing_jumps_when_data_arrives(page: Page, start: Start, size: tuple[int, int]) -> None:
    if not isinstance(page, Browser):
        pytest.skip("only Chromium tells of shifts")
    server = start("--rate-limit", "off")
    prepare(server)
    problems = []
    page.look(*size)
    for view in VIEWS:
        open_live(page, server, view)
        page.value(WATCH_SHIFTS)
        time.sleep(SETTLE_S)
        shifts = page.value("shifts")
        if (total := sum(each["value"] for each in shifts)) > MOST_SHIFT:
            problems.append(f"{view}: {total:.3f} at {size[0]}: {shifts}")
    assert not problems, "\n".join(problems)


def prepare(server: MockServer) -> None:
    """Something in each view."""
    token = server.login()
    for path in ["/v1/lotes", "/v1/lotes/none", "/nowhere", "/posts/1"]:
        server.request("GET", path, token=token)
    control(server, "POST", "/_mock/worlds", {"id": "second"})
    control(server, "PUT", "/_mock/snapshots/before")
    delay = {"match": {"path": "/photos"}, "fault": {"type": "delay", "milliseconds": 1}}
    control(server, "POST", "/_mock/faults", delay)
    control(server, "POST", "/_mock/scenarios", {"type": "heatWave", "durationSeconds": 600})


# Dialogs and forms


def check(page: Page, size: tuple[int, int], what: str, within: str) -> list[str]:
    """What is wrong with a part of the page, in both schemes."""
    found = [f"{what}, light: {each}" for each in violations(page, within=within)]
    page.look(*size, "dark")
    found += [f"{what}, dark: {each}" for each in violations(page, COLOURS, within)]
    page.look(*size)
    if (width := page.value("document.documentElement.scrollWidth")) > size[0]:
        found.append(f"{what}: the page is {width} pixels wide at {size[0]}")
    return found


@SIZES
def test_everybody_can_use_each_dialog(page: Page, user: User, start: Start, size: tuple[int, int]) -> None:
    server = start("--rate-limit", "off")
    prepare(server)
    page.look(*size)
    problems = []
    for view, button in [
        ("sensors", "Start a scenario"), ("data", "Add…"), ("data", "Delete lote_1"), ("worlds", "Delete second"),
        ("worlds", "Reset second"), ("worlds", "Delete: before"),
    ]:  # fmt: skip
        open_live(page, server, view)
        if view == "data":
            show(page, "agrobridge /v1/lotes")
        user.click("button", button)
        page.wait_for("document.querySelector('dialog[open]')")
        problems += check(page, size, button, "dialog")
        user.press("Escape")
        page.wait_for("!document.querySelector('dialog')")
    open_live(page, server, "clock")
    page.wait_for("document.querySelector('input[type=datetime-local]').value")
    page.value("document.querySelector('input[type=datetime-local]').value = '2040-01-01T00:00'")
    user.click("button", "Jump to the moment")
    user.sees("ahead", "dialog")
    problems += check(page, size, "a far jump", "dialog")
    assert not problems, "\n".join(problems)


@SIZES
def test_everybody_can_use_each_form(page: Page, user: User, start: Start, size: tuple[int, int]) -> None:
    server = start("--rate-limit", "off")
    prepare(server)
    page.look(*size)
    open_live(page, server, "worlds")
    user.click("button", "New world")
    problems = check(page, size, "worlds", "main")
    # What is refused is said at its field.
    user.fill("Id", "not allowed!")
    user.click("button", "Create world")
    page.wait_for("document.querySelector('[aria-invalid=true]')")
    problems += check(page, size, "a world that is refused", "main")
    go_to(page, "faults")
    user.click("button", "Custom fault")
    kinds = page.value("[...document.querySelector('.fault-form select').options].map(({ value }) => value)")
    assert len(kinds) > 10
    for kind in kinds if IS_THOROUGH else kinds[::3]:
        page.value(f"""((select) => {{
          select.value = {json.dumps(kind)};
          select.dispatchEvent(new Event('change'));
        }})(document.querySelector('.fault-form select'))""")
        problems += [f"{kind}: {each}" for each in violations(page, within=".fault-form")]
    # Colours and the width are the same for each kind.
    problems += check(page, size, "the fault form", ".fault-form")
    assert not problems, "\n".join(problems)


# A slow phone


@pytest.fixture
def slow(page: Page) -> Iterator[Browser]:
    """A browser with little power and a bad network."""
    if not isinstance(page, Browser):
        pytest.skip("only Chromium can be slowed down")
    network = {"offline": False, "latency": LATENCY_MS, "downloadThroughput": BYTES_PER_SECOND,
               "uploadThroughput": BYTES_PER_SECOND}  # fmt: skip
    page.look(*NARROW)
    page.forget_cache()
    page.call("Emulation.setCPUThrottlingRate", rate=SLOWER)
    page.call("Network.emulateNetworkConditions", **network)
    yield page
    page.call("Emulation.setCPUThrottlingRate", rate=1)
    as_it_is = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    page.call("Network.emulateNetworkConditions", **network | as_it_is)


def test_a_slow_phone_loses_nothing(slow: Browser, user: User, start: Start) -> None:
    server = start("--rate-limit", "off")
    slow.open(f"{server.base_url}/_mock/", "document.querySelector('#main')?.innerText.includes('Loading')")
    for number in range(REQUESTS):
        server.request("GET", f"/posts/{number + 1}")
    slow.wait_for(LIVE)
    for number in range(REQUESTS):
        server.request("GET", f"/todos/{number + 1}")
    user.sees(f"/todos/{REQUESTS}")
    user.fill("Filter", f"path:/todos/{REQUESTS}")
    user.sees(f"1 of {2 * REQUESTS}")
    for view in ["sensors", "data"]:
        slow.value(f"location.hash = '#/{view}'")
        slow.wait_for("document.querySelector('#main').innerText.includes('Loading')")
        slow.wait_for(f"{SHOWN} && !document.querySelector('#main').innerText.includes('Loading')")
    assert rows(slow) > 0
    assert slow.complaints() == []


def test_a_view_that_does_not_come_says_so(slow: Browser, start: Start) -> None:
    """The network breaks off while a view is on its way."""
    server = start()
    open_live(slow, server)
    gone: dict[str, Any] = {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    slow.call("Network.emulateNetworkConditions", **gone)
    slow.value("location.hash = '#/sensors'")
    slow.wait_for("document.querySelector('#main [role=alert]')?.innerText.includes('could not be loaded')")
