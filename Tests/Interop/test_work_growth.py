"""Work that grows with what was sent: every route gets inputs that grow, and may take time in proportion, not more.

What counts is the processor time of the server's process, not the time on the clock, so a busy machine changes nothing.
A finding is measured again before it counts. One in eleven of what there is to send is sent, another one of each route's
and parameter's; all of it with `MOCK_API_THOROUGH=1`, and four times as much of each with `MOCK_API_GROWTH=4`.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from documents import NAMES
from hostile_calls import ENDLESS
from mock_server import MockServer

Start = Callable[..., MockServer]

# No divisor of the number of kinds, so that each kind comes in its turn.
STEP = 1 if os.environ.get("MOCK_API_THOROUGH") == "1" else 11
SCALE = float(os.environ.get("MOCK_API_GROWTH", "1"))
# Four times the input may take four times the work; twice four, and it is not linear. A square takes sixteen times.
FACTOR = 4
MOST_GROWTH = 8.0
# What takes less may grow as it likes: the answer to the largest input that there may be is still at once.
FLOOR_S = 0.05 * SCALE
# The longest query that fits into a target, and the longest header section.
QUERY_BYTES = 7800
HEADER_BYTES = 7000
TIMEOUT_S = 120.0

# What these do does not end, or ends the test.
LEFT_OUT = ENDLESS | {"deleteWorld", "waitForRequests"}

# Of routes that are alike, one of each kind.
ALIKE = re.compile(r"/(users|albums|todos|comments)($|/)")

KNOWN = {
    "table": "jsonplaceholder_record",
    "size": "20x20",
    "country": "us",
    "category": "business",
    "place": "1",
    "api": "newsapi",
    "greenhouse": "001",
    "sensor": "TEMPERATURE",
    "version": "1",
}

WORDS = {
    "words": "a%20",
    "commas": "a,",
    "dotted": "a.b,",
    "parentheses": "(",
    "stars": "*a",
    "quotes": '%22a%22%20OR%20',
    "regular": "(a*)*",
    "marks": "%CC%81",
    "digits": "9",
}


@dataclass
class Route:
    """A route as `mock-api routes` lists it, with what its document says."""

    method: str
    path: str
    api: str
    operation: str
    parameters: list[str] = field(default_factory=list)
    properties: list[str] = field(default_factory=list)


@dataclass
class Sent:
    """A request without its method."""

    path: str
    headers: list[tuple[str, str]] = field(default_factory=list)
    body: bytes = b""


Shape = Callable[[int], Sent]


class Meter:
    """Sends requests on one connection and tells what they cost the server."""

    def __init__(self, server: MockServer) -> None:
        self.server = server
        self.connection = self.connect()
        # The processor time of another process (Linux: CPUCLOCK_SCHED of a process).
        self.clock = (~server.process.pid << 3) | 2

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(self.server.host, self.server.port, timeout=TIMEOUT_S)

    def used(self) -> float:
        return time.clock_gettime(self.clock)

    def cost(self, method: str, sent: Sent) -> float:
        """The processor time of one request in seconds."""
        before = self.used()
        self.send(method, sent)
        # What runs behind the answer, such as the check of it.
        after = self.used()
        while True:
            time.sleep(0.001)
            settled = self.used()
            if settled - after < 0.0005:
                return settled - before
            after = settled

    def send(self, method: str, sent: Sent) -> int:
        for attempt in range(2):
            try:
                self.connection.putrequest(method, sent.path, skip_accept_encoding=True)
                for name, value in sent.headers:
                    self.connection.putheader(name, value)
                if sent.body or method in ("POST", "PUT", "PATCH"):
                    self.connection.putheader("Content-Length", str(len(sent.body)))
                self.connection.endheaders(sent.body or None)
                answer = self.connection.getresponse()
                answer.read()
                return answer.status
            except (OSError, http.client.HTTPException):
                # The last answer may have been the connection's last.
                self.connection.close()
                self.connection = self.connect()
                if attempt:
                    raise
        return 0

    def reset(self) -> None:
        self.send("POST", Sent("/_mock/reset"))


def routes(binary: Path, server: MockServer, run: Callable[..., Any]) -> list[Route]:
    """Every route, with the names that its document has for parameters and members."""
    listed = [
        Route(line["method"], line["path"], line["api"], line["operationId"])
        for line in json.loads(run("routes", "--json").stdout)
    ]
    assert sorted({route.api for route in listed}) == NAMES
    operations: dict[str, tuple[list[str], list[str]]] = {}
    for api in NAMES:
        document = server.request("GET", f"/openapi/{api}.json").json()
        for path, item in document["paths"].items():
            for method, operation in item.items():
                if isinstance(operation, dict) and "operationId" in operation:
                    operations[f"{api} {operation['operationId']}"] = names(document, item, operation)
    for route in listed:
        route.parameters, route.properties = operations.get(f"{route.api} {route.operation}", ([], []))
    return [
        route
        for route in listed
        if route.operation not in LEFT_OUT and (SCALE > 1 or not ALIKE.match(route.path))
    ]


def names(document: Any, item: Any, operation: Any) -> tuple[list[str], list[str]]:
    """The names of an operation's query parameters and of its body's members."""

    def resolved(value: Any) -> Any:
        while isinstance(value, dict) and "$ref" in value:
            target = document
            for part in value["$ref"].removeprefix("#/").split("/"):
                target = target[part.replace("~1", "/").replace("~0", "~")]
            value = target
        return value

    parameters = [resolved(each) for each in [*item.get("parameters", []), *operation.get("parameters", [])]]
    members: set[str] = set()

    def collect(schema: Any, depth: int) -> None:
        schema = resolved(schema)
        if not isinstance(schema, dict) or depth > 3:
            return
        members.update(schema.get("properties", {}))
        for word in ("allOf", "anyOf", "oneOf"):
            for part in schema.get(word, []):
                collect(part, depth + 1)

    for media in resolved(operation.get("requestBody", {})).get("content", {}).values():
        collect(media.get("schema", {}), 0)
    return [each["name"] for each in parameters if each.get("in") == "query"], sorted(members)


def address(route: Route, fill: str | None = None) -> str:
    """The route's path with something known for each parameter, or with `fill` for the last."""
    parts = route.path.split("/")
    places = [index for index, part in enumerate(parts) if part.startswith("{")]
    for index in places:
        name = parts[index][1:-1]
        known = "20.png" if name == "file" and route.path.startswith("/media") else KNOWN.get(name, "1")
        parts[index] = fill if fill is not None and index == places[-1] else known
    return "/".join(parts)


def repeated(piece: str, count: int, most: int) -> str:
    """A piece so many times, as long as that is not longer than may be."""
    return piece * min(count, most // len(piece))


def shapes(route: Route) -> Iterator[tuple[str, Shape]]:
    """What to send to a route, by what grows."""
    path = address(route)
    yield from queries(route, path)
    yield "header fields", lambda n: Sent(path, [(f"X-{i}", "a") for i in range(min(n // 4, 700))])
    for name in ("Cookie", "Accept", "If-None-Match", "Authorization"):
        piece = {"Cookie": "a=b; ", "If-None-Match": '"a", ', "Accept": "a/b, "}.get(name, "Bearer a.")
        yield f"header {name}", lambda n, name=name, piece=piece: Sent(
            path, [(name, repeated(piece, n, HEADER_BYTES))]
        )
    if "{" in route.path:
        yield "path letters", lambda n: Sent(address(route, repeated("a", n, QUERY_BYTES)))
    yield "path segments", lambda n: Sent(path + repeated("/a", n, QUERY_BYTES))
    if route.method in ("POST", "PUT", "PATCH", "DELETE"):
        yield from bodies(route, path)


def queries(route: Route, path: str) -> Iterator[tuple[str, Shape]]:
    def query(text: str) -> Sent:
        return Sent(f"{path}?{text[:QUERY_BYTES].rstrip('%0123456789ABCDEF') if '%' in text else text[:QUERY_BYTES]}")

    yield "query names", lambda n: query("&".join(f"a{i}" for i in range(n)))
    yield "query repeated", lambda n: query(repeated("a=b&", n, QUERY_BYTES))
    yield "query brackets", lambda n: query(repeated("a[]=b&", n, QUERY_BYTES))
    known = route.parameters
    if route.api == "jsonplaceholder":
        known = sorted({*known, "q", "_sort", "_embed", "_expand", "id", "id_like", "title_gte", "title:contains"})
    for name in known:
        escaped = quote(name)
        yield f"query {name} repeated", lambda n, name=escaped: query(repeated(f"{name}=user&", n, QUERY_BYTES))
        for kind, piece in WORDS.items():
            yield f"query {name} of {kind}", lambda n, name=escaped, piece=piece: query(
                f"{name}=" + repeated(piece, n, QUERY_BYTES - len(name) - 1)
            )


def bodies(route: Route, path: str) -> Iterator[tuple[str, Shape]]:
    def of(kind: str, text: str) -> Sent:
        return Sent(path, [("Content-Type", kind)], text.encode())

    def value(value: Any) -> Sent:
        return of("application/json", json.dumps(value))

    form, multipart = "application/x-www-form-urlencoded", "multipart/form-data; boundary=xxxxxxxxxxxxxxxxxxxxxxx"

    def part(name: str, content: str) -> str:
        line = multipart.partition("=")[2]
        return f'--{line}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{content}\r\n'

    end = "--" + multipart.partition("=")[2] + "--\r\n"
    yield "form repeated", lambda n: of(form, "a=b&" * (n * 4))
    yield "form names", lambda n: of(form, "&".join(f"a{i}=b" for i in range(n * 2)))
    yield "multipart parts", lambda n: of(multipart, "".join(part("a", "b") for _ in range(min(n, 990))) + end)
    yield "multipart near ends", lambda n: of(multipart, part("a", "\r\n--xxxxxxxxxxxxxxxxxxxxxx" * n) + end)
    yield "media type", lambda n: Sent(
        path, [("Content-Type", "multipart/form-data" + repeated(';a="b"', n, HEADER_BYTES))], b"a"
    )
    yield "members", lambda n: value({f"a{i}": 1 for i in range(n)})
    yield "members of null", lambda n: value({f"a{i}": None for i in range(n)})
    yield "elements", lambda n: value([{"a": 1}] * n)
    yield "members twice", lambda n: of("application/json", "{" + ",".join(['"a":1'] * n) + "}")
    yield "line ends", lambda n: of("application/json", "{" + "\n" * (n * 8) + "x")
    for name in route.properties:
        for kind, piece in (("a", "a"), ("marks", "\u0301"), ("stars", "*a"), ("regular", "(a*)*"), ("slashes", "/**")):
            yield f"{name} text of {kind}", lambda n, name=name, piece=piece: value({name: piece * n})
        yield f"{name} elements", lambda n, name=name: value({name: ["a"] * n})
        yield f"{name} objects", lambda n, name=name: value({name: [{"a": "b", "name": "*a" * 3}] * (n // 4)})
        yield f"{name} members", lambda n, name=name: value({name: {f"a{i}": "b" for i in range(n)}})
        yield f"{name} number", lambda n, name=name: of("application/json", f'{{"{name}":{"9" * n}}}')


def finding_of(meter: Meter, route: Route, what: str, shape: Shape) -> str | None:
    """What is wrong with how the work for a route grows; None for nothing."""
    base = int((500 if what.startswith(("query", "header", "path", "media")) else 2000) * SCALE)
    changes = route.method != "GET"

    def cost(n: int) -> float:
        if changes:
            meter.reset()
        return meter.cost(route.method, shape(n))

    large = cost(base * FACTOR)
    if large < FLOOR_S:
        return None
    small = cost(base)
    if large < MOST_GROWTH * small:
        return None
    small, large = (min(cost(n) for _ in range(3)) for n in (base, base * FACTOR))
    if large < FLOOR_S or large < MOST_GROWTH * small:
        return None
    growth = f"{small * 1000:.1f} ms for {base}, {large * 1000:.1f} ms for {base * FACTOR}"
    return f"{route.method} {route.path} ({route.api}), {what}: {growth}"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks Linux for another process's processor time")
@pytest.mark.parametrize("api", NAMES)
def test_work_is_in_proportion_to_what_was_sent(
    start: Start, binary: Path, run: Callable[..., Any], api: str
) -> None:
    server = start("--rate-limit", "off", "--sensor-interval", "off", "--log-level", "warning")
    meter = Meter(server)
    findings = []
    # Some work is done once, by whichever request is first.
    listed = [route for route in routes(binary, server, run) if route.api == api]
    for route in listed:
        meter.send(route.method, Sent(address(route)))
    everything = [(route, what, shape) for route in listed for what, shape in shapes(route)]
    for route, what, shape in everything[::STEP]:
        with contextlib.suppress(http.client.HTTPException):
            if finding := finding_of(meter, route, what, shape):
                findings.append(finding)
    assert not findings, "\n".join(findings)
