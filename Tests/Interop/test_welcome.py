"""The first steps of somebody who knows nothing of the server: its root, its list of calls, and paths that are slips."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from html_page import Page
from mock_server import MockServer

Start = Callable[..., MockServer]
BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


def assert_logged(server: MockServer, text: str) -> None:
    """The log is written beside the answers."""
    end = time.monotonic() + 5
    while text not in server.stderr and time.monotonic() < end:
        time.sleep(0.01)
    assert text in server.stderr


def test_the_root_says_what_is_there(server: MockServer) -> None:
    answer = server.request("GET", "/")
    assert (answer.status, answer.headers["content-type"]) == (200, "application/json; charset=utf-8")
    told = answer.json()
    assert told["name"] == "mock-api"
    names = [api["name"] for api in told["apis"]]
    assert names == ["agrobridge", "interspace", "invernaderos", "jsonplaceholder", "newsapi"]
    assert told["apis"][0]["accounts"] == ["usuario@example.com / password123"]
    for path in [api["document"] for api in told["apis"]] + list(told["links"].values()):
        assert server.request("GET", path).status == 200, path


def test_a_browser_gets_a_page(server: MockServer) -> None:
    answer = server.request("GET", "/", headers=BROWSER)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "Accept" in answer.headers["vary"]
    links = {attributes["href"] for tag, attributes in Page(answer.body.decode()).elements if tag == "a"}
    assert links == {"/", "/docs", "/openapi", "/_mock/connect", "/_mock/", "/_mock", "/_mock/worlds"}
    assert "usuario@example.com / password123" in answer.body.decode()
    again = server.request("GET", "/", headers=BROWSER | {"If-None-Match": answer.headers["etag"]})
    assert (again.status, again.body) == (304, b"")


def test_the_control_plane_lists_its_calls(server: MockServer) -> None:
    calls = server.request("GET", "/_mock").json()["calls"]
    documented = server.request("GET", "/openapi/mock.json").json()["paths"]
    methods = {"get", "post", "put", "patch", "delete"}
    expected = {
        (method.upper(), path)
        for path, item in documented.items()
        if path.startswith("/_mock")
        for method in item.keys() & methods
    }
    assert {(call["method"], call["path"]) for call in calls} == expected
    assert all(call["operationId"] and call["about"].endswith(".") for call in calls)


def test_what_is_guarded_or_missing_is_so_here(start: Start) -> None:
    guarded = start("--admin-token", "s3cret")
    assert guarded.request("GET", "/").status == 200
    assert guarded.request("GET", "/_mock").status == 401
    closed = start("--no-admin")
    assert set(closed.request("GET", "/").json()["links"]) == {"docs", "documents"}
    assert closed.request("GET", "/_mock").status == 404


@pytest.mark.parametrize(
    ("path", "meant"),
    [
        ("/apis/v1/profiles", "GET /api/v1/profiles"),
        ("/apis/v1/lotes", "GET /v1/lotes"),
        ("/V1/lotes", "GET /v1/lotes"),
        ("/api/lotes", "GET /v1/lotes"),
        ("/v1/lote", "GET /v1/lotes"),
        ("/post", "GET /posts"),
        ("/_mock/world", "GET /_mock/worlds"),
    ],
)
def test_a_slip_in_a_path_is_reported_with_what_was_meant(start: Start, path: str, meant: str) -> None:
    """In the answer, wherever there is a place for it, and in the log."""
    server = start()
    answer = server.request("GET", path)
    assert answer.status == 404
    if answer.body == b"{}":
        assert meant in answer.headers["x-mock-hint"]
    else:
        assert meant in answer.body.decode()
    if not path.startswith("/_mock"):
        assert_logged(server, f"there is no route GET {path}; did you mean {meant}?")


def test_a_variable_that_is_none_is_reported(start: Start) -> None:
    server = start(variables={"MOCK_API_RATE_LIMITS": "off", "MOCK_API_WORLD": "w1"})
    assert_logged(server, "MOCK_API_RATE_LIMITS is unknown; did you mean MOCK_API_RATE_LIMIT?")
    assert "MOCK_API_WORLD" not in server.stderr


@pytest.mark.parametrize(
    ("path", "meant"),
    [
        ("/api/v1/ws/greenhouse", "/ws/greenhouse"),
        ("/stomp", "/ws/greenhouse"),
        ("/websocket", "/ws"),
        ("/backend/app/math/sum", "/math/sum"),
    ],
)
def test_sockets_under_other_names_are_found(server: MockServer, path: str, meant: str) -> None:
    answer = server.request("GET", path)
    assert answer.status == 404
    assert f"GET {meant}" in answer.headers.get("x-mock-hint", "") + answer.body.decode()
