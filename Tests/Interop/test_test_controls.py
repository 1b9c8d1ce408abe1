"""What the test kits rest on, by plain requests: sign-in without a password, verifications with entries, and tables."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mock_server import MockServer

Start = Callable[..., MockServer]


@pytest.fixture
def world(server: MockServer) -> dict[str, str]:
    """The headers of a world of the test's own."""
    made = server.request("POST", "/_mock/worlds", body={})
    assert made.status == 201
    return {"X-Mock-World": made.json()["id"]}


def sign_in(server: MockServer, world: dict[str, str], **body: Any) -> Any:
    """The session of an account."""
    answer = server.request("POST", "/_mock/sign-in", body=body, headers=world)
    assert answer.status == 201, answer.body
    return answer.json()


def test_a_session_works_is_renewed_and_ends(server: MockServer, world: dict[str, str]) -> None:
    session = sign_in(server, world, api="agrobridge")
    shown = server.request("GET", "/v1/usuarios/me", headers=world | session["headers"])
    assert (shown.status, shown.json()["id"]) == (200, session["account"])

    renewed = server.request("POST", "/v1/auth/refresh", body={"refreshToken": session["refreshToken"]}, headers=world)
    assert renewed.status == 200, renewed.body
    assert server.request("PUT", "/_mock/clock", body={"advance": "P1D"}, headers=world).status == 200
    assert server.request("GET", "/v1/usuarios/me", headers=world | session["headers"]).status == 401
    # It is a session of its world alone.
    other = {"X-Mock-World": server.request("POST", "/_mock/worlds", body={}).json()["id"]}
    session = sign_in(server, world, api="agrobridge")
    assert server.request("GET", "/v1/usuarios/me", headers=other | session["headers"]).status == 401


def test_an_account_is_named_by_its_id_or_as_it_signs_in(server: MockServer, world: dict[str, str]) -> None:
    by_name = sign_in(server, world, api="agrobridge", account="usuario@example.com")
    by_id = sign_in(server, world, api="agrobridge", account=by_name["account"])
    assert by_name["account"] == by_id["account"]
    assert by_name["session"] != by_id["session"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"api": "agrobridge", "account": "nobody@example.org"}, "account"),
        ({"api": "none"}, "api"),
        ({"api": "jsonplaceholder"}, "api"),
        ({}, "api"),
        ({"api": 7}, "api"),
        ({"api": "agrobridge", "password": "x"}, "password"),
    ],
)
def test_no_session_without_an_account(
    server: MockServer, world: dict[str, str], body: dict[str, Any], field: str
) -> None:
    answer = server.request("POST", "/_mock/sign-in", body=body, headers=world)
    assert (answer.status, answer.json()["error"]["details"]["field"]) == (422, field), answer.body


def test_a_verification_has_its_entries_on_request(server: MockServer, world: dict[str, str]) -> None:
    for title in ("first", "second"):
        assert server.request("POST", "/posts", body={"title": title}, headers=world).status == 201
    assert server.request("GET", "/posts/1", headers=world).status == 200

    match = {"method": "POST", "path": "/posts"}
    plain = server.request("POST", "/_mock/requests/verify", body={"match": match, "exactly": 2}, headers=world).json()
    assert plain["satisfied"] and "entries" not in plain
    whole = server.request(
        "POST", "/_mock/requests/verify", body={"match": match, "exactly": 2, "entries": True}, headers=world
    ).json()
    assert [(each["method"], each["path"], each["status"]) for each in whole["entries"]] == [("POST", "/posts", 201)] * 2
    assert whole["entries"][0]["id"] < whole["entries"][1]["id"]
    # They are there, too, where the verification fails.
    missed = server.request(
        "POST", "/_mock/requests/verify", body={"match": match, "exactly": 3, "entries": True}, headers=world
    ).json()
    assert not missed["satisfied"] and [each["id"] for each in missed["entries"]] == [each["id"] for each in whole["entries"]]


def test_pages_may_read_the_id_of_an_agents_session(start: Start) -> None:
    server = start("--cors", "https://agent.example")
    response = server.request("GET", "/posts/1", headers={"Origin": "https://agent.example"})
    exposed = response.headers["access-control-expose-headers"].split(", ")
    assert "Mcp-Session-Id" in exposed


def test_tables_have_their_rows_before_anybody_asks_the_api(start: Start, tmp_path: Path) -> None:
    document = tmp_path / "shelf.json"
    book = {"type": "object", "properties": {"id": {"type": "integer"}, "title": {"type": "string"}}}
    content = {"application/json": {"schema": {"type": "array", "items": book}}}
    paths = {"/books": {"get": {"responses": {"200": {"description": "All", "content": content}}}}}
    document.write_text(json.dumps({"openapi": "3.1.0", "info": {"title": "Shelf", "version": "1"}, "paths": paths}))
    records = tmp_path / "records"
    records.mkdir()
    (records / "books.json").write_text(json.dumps([{"id": 4, "title": "Emma"}, {"id": 9, "title": "Kim"}]))
    server = start("--api", f"shelf={document}", "--data", f"shelf={records}")

    listed = {each["name"]: each["rows"] for each in server.request("GET", "/_mock/data").json()["tables"]}
    assert (listed["shelf_books"], listed["jsonplaceholder_record"] > 100) == (2, True)
    world = {"X-Mock-World": server.request("POST", "/_mock/worlds", body={}).json()["id"]}
    rows = server.request("GET", "/_mock/data/shelf_books", headers=world).json()["rows"]
    assert [json.loads(row["record"])["title"] for row in rows] == ["Emma", "Kim"]
    # A row is changed or deleted, too, before the API is asked, and no row comes back with the first request.
    world = {"X-Mock-World": server.request("POST", "/_mock/worlds", body={}).json()["id"]}
    deleted = server.request("DELETE", "/_mock/data/shelf_books", body={"where": {"id": "4"}}, headers=world)
    assert deleted.json() == {"deleted": 1}
    assert server.request("GET", "/shelf/books", headers=world).json() == [{"id": 9, "title": "Kim"}]
