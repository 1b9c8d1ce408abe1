"""Every route, with hostile extremes in its parameters, in the rows it works on, in seeds and in imported state: the
server lives, answers each request, and never calls its own failure what a client did."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest

from documents import APIS, APIS_WITH_LOGIN
from hostile_calls import EXTREMES, GREATEST, LEAST, WORDS, Caller, Routes, path_of, variations
from mock_server import MockServer, launch

# All there is with MOCK_API_THOROUGH=1; else what differs most, so that it can be run after every change: every parameter,
# member and column gets one in six of the extremes, its neighbour others.
IS_THOROUGH = os.environ.get("MOCK_API_THOROUGH") == "1"
STEP = 1 if IS_THOROUGH else 6

ROOT = Path(__file__).parents[2]
# Tables belong to an API or to all of them, routes to an API or to the control plane.
OWNERS = [*APIS, None]
OWNER_NAMES = [*APIS, "all"]

# Answers are not those of the documents when the rows behind them are not.
VARIABLES = {"MOCK_API_CHECK_ANSWERS": "off"}
OPTIONS = ["--rate-limit", "off", "--dataset", "minimal", "--max-worlds", "1000"]

# What the plausible paths name.
IDS = {
    "table": "sequence", "greenhouse": "1", "greenhouseId": "1", "sensor": "temperature", "country": "us",
    "category": "general", "place": "1", "size": "20", "file": "a.png", "api": "agrobridge", "address": "0x1",
    "sensorId": "TEMPERATURA INVERNADERO 01", "name": "x", "server": "1", "session": "s",
}  # fmt: skip
RECORDS = {"lotes": "lote_1", "profiles": "profile_1", "wallets": "wallet_1"}


@pytest.fixture(scope="module")
def routes(binary: Path) -> Routes:
    """All routes."""
    routes = Routes.of(binary, ROOT / "openapi")
    assert {line["api"] for line in routes.lines} == {*APIS, "mock"}
    return routes


@pytest.fixture(scope="module")
def hostile(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MockServer]:
    """A server whose worlds are spoiled one after the other."""
    running = launch(binary, tmp_path_factory.mktemp("hostile"), ["--port", "0", *OPTIONS], VARIABLES)
    yield running
    running.kill()


def new_world(server: MockServer, state: Any = None) -> Caller:
    """A world of the test's own, with tokens of every API."""
    answer = server.request("POST", "/_mock/worlds", body=state)
    assert answer.status == 201, answer
    caller = Caller(server, answer.json()["id"])
    caller.sign_in()
    assert list(caller.tokens) == APIS_WITH_LOGIN, caller.faults
    return caller


def ids_of(route: dict[str, str]) -> dict[str, str]:
    """Values of a path's parameters that name something."""
    collection = next((RECORDS[part] for part in route["path"].split("/") if part in RECORDS), "1")
    return {"id": collection} | IDS


def call_all(caller: Caller, routes: Routes, api: str | None = None, words: bool = True) -> None:
    """Calls each route once with what is plausible, and unless `words` is false once with an extreme in each parameter;
    reads come before and after writes."""
    chosen = [line for line in routes.lines if line["api"] != "mock" and api in (None, line["api"])]
    order = {"GET": 0, "POST": 1, "PUT": 1, "PATCH": 1, "DELETE": 2}
    rounds = [line for line in chosen if line["method"] == "GET"]
    for number, route in enumerate(sorted(chosen, key=lambda line: order[line["method"]]) + rounds):
        path, owner, name = path_of(route, ids_of(route)), route["api"], route["operationId"]
        if route["method"] == "GET":
            caller.call("GET", path, api=owner)
            word = WORDS[number % len(WORDS)]
            for parameter in routes.parameters.get(name, []) if words else []:
                caller.call("GET", f"{path}?{parameter}={word}", api=owner)
        else:
            for body in routes.examples.get(name, []) or [None]:
                caller.call(route["method"], path, body, api=owner)


def tables_of(caller: Caller, owner: str | None) -> list[dict[str, Any]]:
    """The tables of an API, or those of all, and their columns."""
    status, body = caller.call("GET", "/_mock/data")
    assert status == 200
    return [table for table in json.loads(body)["tables"] if api_of(table["name"]) == owner]


def rows_of(caller: Caller, table: str) -> list[dict[str, Any]]:
    """Rows to begin with."""
    return json.loads(caller.call("GET", f"/_mock/data/{table}?_limit=3")[1])["rows"]


def api_of(table: str) -> str | None:
    """The API that a table belongs to; None for those of all."""
    return next((api for api in APIS if table.startswith(api)), None)


def routes_of(routes: Routes, owner: str | None) -> list[dict[str, str]]:
    """The routes of an API, or of the control plane."""
    return [line for line in routes.lines if line["api"] == (owner or "mock")]


of_each_owner = pytest.mark.parametrize("owner", OWNERS, ids=OWNER_NAMES)


@of_each_owner
def test_parameters(hostile: MockServer, routes: Routes, owner: str | None) -> None:
    caller, turn = new_world(hostile), count()
    for route in routes_of(routes, owner):
        plausible = path_of(route, ids_of(route))
        name, api = route["operationId"], route["api"]
        places = [part[1:-1] for part in route["path"].split("/") if part.startswith("{")]
        for place in places:
            for word in WORDS[next(turn) % STEP :: STEP]:
                caller.call(route["method"], path_of(route, ids_of(route) | {place: word or "%20"}), api=api)
        for parameter in routes.parameters.get(name, []):
            for word in WORDS[next(turn) % STEP :: STEP]:
                caller.call(route["method"], f"{plausible}?{parameter}={word}", api=api)
    caller.verdict()


@of_each_owner
def test_bodies(hostile: MockServer, routes: Routes, owner: str | None) -> None:
    caller = new_world(hostile)
    for number, route in enumerate(routes_of(routes, owner)):
        path, name = path_of(route, ids_of(route)), route["operationId"]
        for example in routes.examples.get(name, []):
            for body in islice(variations(example), number % STEP, None, STEP):
                if name == "createWorld":
                    status, answer = caller.call("POST", path, body)
                    if status == 201:
                        caller.server.request("DELETE", f"/_mock/worlds/{json.loads(answer)['id']}")
                else:
                    caller.call(route["method"], path, body, api=route["api"])
        # Nothing that a fault or a set of faults does may hide what the next routes say.
        caller.call("DELETE", "/_mock/faults")
    caller.verdict()


def planted(caller: Caller, table: dict[str, Any]) -> None:
    """Puts a row there for each column and extreme, besides those that refuse."""
    name, columns = table["name"], table["columns"]
    known = rows_of(caller, name)
    template = known[0] if known else {column: 1 for column in columns}
    for place, column in enumerate(columns):
        for number in range(place % STEP, len(EXTREMES), STEP):
            extreme, own = EXTREMES[number], 1000 + place * 100 + number
            fresh = {key: own for key in ("number", "place") if key in columns}
            keys = ("id", "email", "username", "address", "credential_id", "challenge", "session", "name", "code")
            fresh |= {key: f"{key}_{own}" for key in keys if key in columns}
            if name == "jsonplaceholder_record":
                fresh["id"] = own
            status, _ = caller.call("POST", f"/_mock/data/{name}", {**template, **fresh, column: extreme})
            assert status in (0, 201, 400, 409, 422), (name, column, extreme, status)


@of_each_owner
def test_rows(hostile: MockServer, routes: Routes, owner: str | None) -> None:
    first = new_world(hostile)
    call_all(first, routes, owner)
    tables = tables_of(first, owner)
    assert tables
    for table in tables:
        caller = new_world(hostile)
        # Once before anything of the API was asked for, so that deferred rows come on top; once after.
        planted(caller, table)
        call_all(caller, routes, api_of(table["name"]))
        planted(caller, table)
        call_all(caller, routes, api_of(table["name"]), words=IS_THOROUGH)
        status, state = caller.call("GET", "/_mock/state")
        if status == 200:
            other = new_world(hostile)
            status, answer = other.call("PUT", "/_mock/state", json.loads(state))
            assert status == 204, (table["name"], answer)
            call_all(other, routes, api_of(table["name"]), words=IS_THOROUGH)
            other.verdict()
            hostile.request("DELETE", f"/_mock/worlds/{other.base[4:]}")
        caller.verdict()
        hostile.request("DELETE", f"/_mock/worlds/{caller.base[4:]}")


@of_each_owner
@pytest.mark.parametrize("extreme", [LEAST, GREATEST, *([0, 2**53 - 1, ""] if IS_THOROUGH else [])])
def test_changed_rows(hostile: MockServer, routes: Routes, extreme: Any, owner: str | None) -> None:
    for table in tables_of(new_world(hostile), owner):
        caller = new_world(hostile)
        call_all(caller, routes, api_of(table["name"]))
        changed = False
        for column in table["columns"]:
            status, _ = caller.call("PATCH", f"/_mock/data/{table['name']}", {"set": {column: extreme}})
            changed = changed or status == 200
        if changed:
            call_all(caller, routes, api_of(table["name"]))
            # What is made from the rows of another world: forks, snapshots, new tokens.
            caller.call("PUT", "/_mock/snapshots/x", {})
            caller.call("POST", "/_mock/tokens/invalidate", {})
            caller.call("POST", "/_mock/tokens/invalidate", {})
            caller.call("POST", "/_mock/worlds", {"snapshot": "x"})
            caller.call("POST", "/_mock/snapshots/x/restore", {})
            caller.call("POST", "/_mock/simulations/step", {})
        caller.verdict()
        hostile.request("DELETE", f"/_mock/worlds/{caller.base[4:]}")


@pytest.mark.parametrize(
    "changes",
    [
        [{"now": "1678-01-01T00:00:00Z"}],
        [{"now": "2261-12-31T23:59:59Z"}],
        [{"now": "2261-12-31T23:59:59Z"}, {"advance": "P106751D"}, {"advance": "P106751D"}, {"rate": 100000}],
        [{"now": "2261-12-31T23:59:59Z"}, {"now": "1678-01-01T00:00:00Z", "frozen": True}, {"advance": "PT0.000000001S"}],
    ],
)
def test_clocks(hostile: MockServer, routes: Routes, changes: list[dict[str, Any]]) -> None:
    caller = new_world(hostile)
    for change in changes:
        caller.call("PUT", "/_mock/clock", change)
        caller.sign_in()
        call_all(caller, routes)
    caller.verdict()
    hostile.request("DELETE", f"/_mock/worlds/{caller.base[4:]}")


def spoiled(value: Any, number: Any, text: Any) -> Any:
    """The same with every number and text set to another."""
    match value:
        case dict():
            return {key: spoiled(part, number, text) for key, part in value.items()}
        case list():
            return [spoiled(part, number, text) for part in value[:40]]
        case bool() | None:
            return value
        case int() | float():
            return value if number is None else number
        case _:
            return value if text is None else text


SEEDS: dict[str, Callable[[str], str]] = {
    "greatest": lambda text: json.dumps(spoiled(json.loads(text), GREATEST, None)),
    "least": lambda text: json.dumps(spoiled(json.loads(text), LEAST, None)),
    "double": lambda text: json.dumps(spoiled(json.loads(text), 1e308, None)),
    "infinite": lambda text: json.dumps(spoiled(json.loads(text), 7, None)).replace("7", "1e999"),
    "empty texts": lambda text: json.dumps(spoiled(json.loads(text), None, "")),
    "null texts": lambda text: json.dumps(spoiled(json.loads(text), None, "a\0b")),
    "empty list": lambda _: "[]",
    "empty object": lambda _: "{}",
    "no JSON": lambda _: "{",
    "deep": lambda _: "[" * 900 + "]" * 900,
    "numbers in a list": lambda _: f"[{LEAST}, {GREATEST}, 1e999, null]",
    "names that are the same to a reader": lambda _: '{"categories": {"caf\u00e9": [], "cafe\u0301": []}}',
}


# Every way to spoil them and every API; every pair of them only when thorough.
SPOILED = [
    pytest.param(api, spoil, id=f"{api}-{name}")
    for row, api in enumerate(APIS)
    for column, (name, spoil) in enumerate(SEEDS.items())
    if IS_THOROUGH or (row + column) % 3 == 0
]


@pytest.mark.parametrize(("api", "spoil"), SPOILED)
def test_seeds(
    binary: Path, tmp_path: Path, start: Callable[..., MockServer], routes: Routes, api: str, spoil: Callable[[str], str]
) -> None:
    """The server refuses to start and says why, or it starts and serves what it can."""
    folder = tmp_path / "Seeds"
    shutil.copytree(ROOT / "Seeds", folder)
    for file in (folder / api).rglob("*.json"):
        file.write_text(spoil(file.read_text(encoding="utf-8")), encoding="utf-8")
    options = ["--rate-limit", "off", "--dataset", "demo", "--seeds", str(folder)]
    try:
        server = start(*options, variables=VARIABLES)
    except AssertionError as refusal:
        message = str(refusal)
        assert "(exit code 1)" in message and str(folder / api) in message, message
        return
    caller = Caller(server)
    caller.sign_in()
    call_all(caller, routes, api, words=False)
    assert server.process.poll() is None, server.stderr[-2000:]
    # Seeds that are read when they are first asked for can only be refused then; the answer says which.
    unexplained = [fault for fault in caller.faults if str(folder / api) not in fault.replace("\\\\", "")]
    assert not unexplained, "\n".join(unexplained[:20])
