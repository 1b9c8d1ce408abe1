"""The live page in Chromium: how soon it shows what happens, what it bears, and what it costs the server."""

from __future__ import annotations

import contextlib
import math
import socket
import statistics
import sys
import threading
import time
from pathlib import Path

import chromium
import dashboard_costs
import server
from chromium import Page
from effort import Effort
from processes import Failure
from rows import (
    DASHBOARD_BYTES_TARGET,
    DASHBOARD_COST_TARGET,
    DASHBOARD_FRAME_TARGET_MS,
    DASHBOARD_HEAP_TARGET,
    DASHBOARD_INPUT_TARGET_MS,
    DASHBOARD_MEDIAN_TARGET_MS,
    DASHBOARD_P95_TARGET_MS,
    DASHBOARD_PAINT_TARGET_MS,
    SERVERS,
)

REQUESTS_PER_SECOND = 500
FRAMES_PER_SECOND = 5_000
ENTRIES = 100_000
KEY_EVERY_S = 0.25
# A world's journal leaves out what is more than 2,000 frames a second, so they come in three, and the page shows all.
FRAME_WORLDS = 3
TICKS_PER_SECOND = 100
JSON = {"Content-Type": "application/json"}
LIVE = (
    "document.querySelector('#main h1') && !document.querySelector('#main').hasAttribute('aria-busy') "
    "&& document.querySelector('#connection')?.innerText === 'Live'"
)
# Each request asks for another photo; the time at which its row, or that of a later one, is first drawn is kept.
WATCH = """(() => {
  const seen = globalThis.benchSeen = [];
  let highest = -1;
  const look = () => {
    for (const path of document.querySelectorAll('#main [role=option] .path')) {
      const number = Number(/^\\/photos\\/(\\d+)$/.exec(path.textContent)?.[1] ?? -1);
      if (number > highest) highest = number;
    }
    if (highest >= 0 && seen.at(-1)?.[0] !== highest) seen.push([highest, performance.timeOrigin + performance.now()]);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()"""
# The longest that an input waited before the page began with it, and the longest until the next frame showed it.
WATCH_INPUTS = """(() => {
  const longest = globalThis.benchInputs = { count: 0, delay: 0, shown: 0 };
  new PerformanceObserver((list) => {
    for (const { processingStart, startTime, duration } of list.getEntries()) {
      longest.count += 1;
      longest.delay = Math.max(longest.delay, processingStart - startTime);
      longest.shown = Math.max(longest.shown, duration);
    }
  }).observe({ type: 'event', durationThreshold: 16 });
})()"""
# Scrolls the list a screen's third each frame, then by leaps, and gives the times of the frames.
SCROLL = """new Promise((done) => {
  const list = document.querySelector('#main [role=listbox]');
  const times = [];
  let [last, count] = [performance.now(), 0];
  list.scrollTop = 0;
  const step = (now) => {
    times.push(now - last);
    last = now;
    count += 1;
    if (count > 400) return done(times.slice(2));
    list.scrollTop = count <= 300 ? list.scrollTop + 300 : (count * 7919 % 100) / 100 * list.scrollHeight;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})"""
FILTER = "document.querySelector('#main input[type=search], #main input[type=text]')"


def measure(binary: Path, effort: Effort) -> dict:
    """All figures of the page."""
    result: dict = {}
    with server.running(binary, SERVERS["quiet"]) as measured, chromium.running() as page:
        address = f"http://127.0.0.1:{measured.port}/_mock/"
        print("live page: size and first paint", file=sys.stderr)
        result |= loading(page, address, effort)
        print(f"live page: {REQUESTS_PER_SECOND} requests/s", file=sys.stderr)
        result |= delays(page, address, measured.port, effort)
    with server.running(binary, SERVERS["quiet"]) as measured, chromium.running() as page:
        print(f"live page: {FRAMES_PER_SECOND} frames/s for {effort.frame_seconds:g} s, twice", file=sys.stderr)
        result |= frames(page, f"http://127.0.0.1:{measured.port}/_mock/", measured.port, effort)
    result["rows"] = dashboard_costs.measure(binary, effort)
    return result


# Loading


def loading(page: Page, address: str, effort: Effort) -> dict:
    """The bytes of the page with all of its views, and the time until something is painted; nothing was kept before."""
    paints = []
    for _ in range(effort.paints):
        page.open(address, f"{LIVE} && performance.getEntriesByName('first-contentful-paint').length")
        paints.append(page.value("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
    for view in page.value("[...document.querySelectorAll('#views a')].map((link) => link.dataset.view)"):
        page.value(f"location.hash = '#/{view}'")
        page.wait_for(f"{LIVE} && document.querySelector('#main .view-{view} h1')")
    time.sleep(0.5)
    page.value("1")
    parts = ("/_mock/page/", "/docs/")
    own = address.removesuffix("/_mock/")
    sizes = {key.removeprefix(own): size for key, size in page.transferred().items()}
    total = sum(size for path, size in sizes.items() if path == "/_mock/" or path.startswith(parts))
    paint = statistics.median(paints)
    return {
        "bytes": total,
        "bytes_target": DASHBOARD_BYTES_TARGET,
        "bytes_reached": total <= DASHBOARD_BYTES_TARGET,
        "paint_ms": paint,
        "paints_ms": paints,
        "paint_target_ms": DASHBOARD_PAINT_TARGET_MS,
        "paint_reached": paint <= DASHBOARD_PAINT_TARGET_MS,
    }


# Delays


def delays(page: Page, address: str, port: int, effort: Effort) -> dict:
    """How long after its answer came an exchange is in a row of the page."""
    page.open(address, LIVE)
    page.value(WATCH)
    answered = paced_requests(port, effort)
    page.wait_for(f"benchSeen.at(-1)?.[0] === {len(answered)}")
    seen = page.value("benchSeen")
    if not seen or seen[-1][0] != len(answered):
        raise Failure(f"of {len(answered)} exchanges the page shows them up to number {seen[-1][0] if seen else 0}")
    waited, place = [], 0
    for number, moment in enumerate(answered, 1):
        while seen[place][0] < number:
            place += 1
        waited.append(seen[place][1] - moment * 1000)
    median, p95 = statistics.median(waited), percentile(waited, 0.95)
    return {
        "exchanges": len(waited),
        "median_ms": median,
        "p95_ms": p95,
        "max_ms": max(waited),
        "median_target_ms": DASHBOARD_MEDIAN_TARGET_MS,
        "p95_target_ms": DASHBOARD_P95_TARGET_MS,
        "reached": median <= DASHBOARD_MEDIAN_TARGET_MS and p95 <= DASHBOARD_P95_TARGET_MS,
    }


def paced_requests(port: int, effort: Effort) -> list[float]:
    """Asks for one photo after the other at the rate wanted and gives when each was answered, in seconds since 1970."""
    moments = []
    count = effort.paced_requests
    with socket.create_connection(("127.0.0.1", port), timeout=10) as client:
        begun = time.perf_counter()
        for number in range(count):
            if (ahead := begun + number / REQUESTS_PER_SECOND - time.perf_counter()) > 0:
                time.sleep(ahead)
            client.sendall(f"GET /photos/{number + 1} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            if not client.recv(65536).startswith(b"HTTP/1.1 200"):
                raise Failure("a request of the live page's load was refused")
            moments.append(time.time())
        took = time.perf_counter() - begun
    if took > count / REQUESTS_PER_SECOND * effort.longest_pace:
        raise Failure(f"{count} requests took {took:.1f} s, which is not {REQUESTS_PER_SECOND} a second")
    return moments


def percentile(values: list[float], share: float) -> float:
    """The value below which a share of all lies."""
    return sorted(values)[min(len(values) - 1, math.ceil(len(values) * share) - 1)]


# Frames


def frames(page: Page, address: str, port: int, effort: Effort) -> dict:
    """What the page keeps when its history is full and after as much again, and how long inputs wait meanwhile."""
    for number in range(FRAME_WORLDS):
        made = server.ask(port, "POST", "/_mock/worlds", JSON, f'{{"id":"frames-{number}"}}')
        if made.status != 201:
            raise Failure(f"making a world was answered {made.status}: {made.body[:300]!r}")
    page.open(address, LIVE)
    page.value("sessionStorage.setItem('mock-api world', '*')")
    page.open(address, LIVE)
    page.value(WATCH_INPUTS)
    empty = page.heap_mib()
    page.wait_for(FILTER)
    box = page.value(f"(({{ x, y }}) => [x + 20, y + 8])({FILTER}.getBoundingClientRect())")
    page.click(*box)
    heaps = []
    for _ in range(2):
        sent = under_load(port, page, effort)
        time.sleep(2)
        heaps.append(page.heap_mib())
    inputs = page.value("benchInputs")
    page.value(f"{FILTER}.value = '', {FILTER}.dispatchEvent(new Event('input', {{ bubbles: true }}))")
    time.sleep(0.5)
    shown = page.value("Number(document.querySelector('#main [role=option]')?.getAttribute('aria-setsize') ?? 0)")
    times = page.value(SCROLL)
    first, second = heaps
    return {
        "frames": sent,
        "heap_empty_mib": empty,
        "heap_full_mib": first,
        "heap_again_mib": second,
        "heap_ratio": second / first,
        "heap_target": DASHBOARD_HEAP_TARGET,
        "heap_reached": second / first <= DASHBOARD_HEAP_TARGET,
        "inputs": inputs["count"],
        "input_ms": inputs["delay"],
        "input_shown_ms": inputs["shown"],
        "input_target_ms": DASHBOARD_INPUT_TARGET_MS,
        "input_reached": inputs["delay"] <= DASHBOARD_INPUT_TARGET_MS,
        "listed": shown,
        "scroll_median_ms": statistics.median(times),
        "scroll_p95_ms": percentile(times, 0.95),
        "scroll_max_ms": max(times),
        "scroll_target_ms": DASHBOARD_FRAME_TARGET_MS,
        "scroll_reached": shown >= ENTRIES and percentile(times, 0.95) <= DASHBOARD_FRAME_TARGET_MS,
    }


def under_load(port: int, page: Page, effort: Effort) -> int:
    """Has frames come for a while, types into the filter meanwhile, and gives the number of frames."""
    with contextlib.ExitStack() as stack:
        paths = [f"/_w/frames-{number}/ws" for number in range(FRAME_WORLDS)]
        sockets = [stack.enter_context(contextlib.closing(chromium.WebSocket(port, path))) for path in paths]
        readers = [threading.Thread(target=swallow, args=[each.socket]) for each in sockets]
        failures: list[OSError] = []
        sender = threading.Thread(target=send_frames, args=[sockets, effort, failures])
        for thread in [*readers, sender]:
            thread.start()
        number = 0
        while sender.is_alive():
            page.press("profile"[number % 7])
            number += 1
            if number % 7 == 0:
                page.value(f"{FILTER}.value = ''")
            time.sleep(KEY_EVERY_S)
        for each in sockets:
            each.socket.shutdown(socket.SHUT_RDWR)
        for thread in readers:
            thread.join()
    if failures:
        raise Failure(f"the frames of the live page's load: {failures[0]}")
    return round(FRAMES_PER_SECOND * effort.frame_seconds)


def swallow(connection: socket.socket) -> None:
    """Reads until the socket is shut down."""
    with contextlib.suppress(OSError):
        while connection.recv(1 << 20):
            pass


def send_frames(sockets: list[chromium.WebSocket], effort: Effort, failures: list[OSError]) -> None:
    """Sends half of the frames at their rate, by each socket alike. Their answers are the other half."""
    message = chromium.masked(b'{"type":"subscribe","channels":["profile_updates"]}')
    each, rest = divmod(FRAMES_PER_SECOND // (2 * TICKS_PER_SECOND), len(sockets))
    begun = time.perf_counter()
    try:
        for tick in range(round(effort.frame_seconds * TICKS_PER_SECOND)):
            if (ahead := begun + tick / TICKS_PER_SECOND - time.perf_counter()) > 0:
                time.sleep(ahead)
            for index, connection in enumerate(sockets):
                connection.socket.sendall(message * (each + ((tick + index) % len(sockets) < rest)))
    except OSError as failure:
        failures.append(failure)
    if (took := time.perf_counter() - begun) > effort.frame_seconds * effort.longest_pace:
        failures.append(OSError(f"{effort.frame_seconds:g} s of frames took {took:.1f} s"))


def lines(result: dict) -> list[str]:
    """The figures as text."""
    get = result.get

    def line(text: str, target: str, reached: bool) -> str:
        return f"live page: {text}, target {target}: {'ok' if reached else 'below'}"

    text = [
        line(f"{get('bytes') / 1024:.1f} KiB of it", f"{get('bytes_target') / 1024:g} KiB", get("bytes_reached")),
        line(f"first paint after {get('paint_ms'):.0f} ms", f"{get('paint_target_ms'):g} ms", get("paint_reached")),
        line(
            f"an exchange is on the page, {REQUESTS_PER_SECOND} a second: median {get('median_ms'):.0f} ms, "
            f"p95 {get('p95_ms'):.0f} ms, slowest {get('max_ms'):.0f} ms",
            f"{get('median_target_ms'):g} and {get('p95_target_ms'):g} ms",
            get("reached"),
        ),
        line(
            f"heap of {get('heap_empty_mib'):.1f} MiB, {get('heap_full_mib'):.1f} after {get('frames')} frames at "
            f"{FRAMES_PER_SECOND} a second, {get('heap_again_mib'):.1f} after as many again",
            f"{get('heap_target'):g} times",
            get("heap_reached"),
        ),
        line(
            f"an input waited {get('input_ms'):.0f} ms at most, {get('input_shown_ms'):.0f} until it was shown",
            f"{get('input_target_ms'):g} ms",
            get("input_reached"),
        ),
        line(
            f"scrolling {get('listed')} entries, frames of {get('scroll_median_ms'):.1f} ms at the median, "
            f"{get('scroll_p95_ms'):.1f} at p95, {get('scroll_max_ms'):.1f} at most",
            f"{get('scroll_target_ms'):g} ms at p95",
            get("scroll_reached"),
        ),
    ]
    for row in result["rows"]:
        rate = f"{row['open_ratio']:.3f} of its rate with the page open, {row['closed_ratio']:.3f} once it is closed"
        if row["open_processor_ratio"]:
            rate += f" ({row['open_processor_ratio']:.3f} and {row['closed_processor_ratio']:.3f} times the CPU time)"
        text.append(line(f"{row['title']}, {rate}", f"{row['target_ratio']:g}", row["reached"]))
        share = f"{row['title']}, the stream takes {row['stream_share'] * 100:.1f} % of the server's CPU time"
        text.append(line(share, f"{DASHBOARD_COST_TARGET * 100:g} %", row["stream_reached"]))
    return text
