"""The tables of an API that is served from its document are made when they are needed, and nobody sees a difference."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mock_server import MockServer, launch

RESOURCES = 300


def resource(number: int) -> dict[str, Any]:
    """The paths of a resource."""
    schema = {"type": "object", "required": ["id", "name"],
              "properties": {"id": {"type": "integer"}, "name": {"type": "string"}}}  # fmt: skip
    content = {"content": {"application/json": {"schema": schema}}}
    listed = {"content": {"application/json": {"schema": {"type": "array", "items": schema}}}}
    return {
        f"/kind{number}s": {
            "get": {"responses": {"200": {"description": "all", **listed}}},
            "post": {"requestBody": content, "responses": {"201": {"description": "new", **content}}},
        },
        f"/kind{number}s/{{id}}": {
            "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}}],
            "get": {"responses": {"200": {"description": "one", **content}, "404": {"description": "none"}}},
        },
    }


@pytest.fixture(scope="module")
def many(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MockServer]:
    """A server of an API of many resources."""
    folder = tmp_path_factory.mktemp("many")
    paths: dict[str, Any] = {}
    for number in range(RESOURCES):
        paths |= resource(number)
    document = folder / "many.json"
    document.write_text(json.dumps({"openapi": "3.1.0", "info": {"title": "Many", "version": "1"}, "paths": paths}))
    server = launch(binary, folder, ["--port", "0", "--api", str(document)], {})
    yield server
    server.stop()


@pytest.fixture
def world(many: MockServer) -> dict[str, str]:
    """A world in which nothing was asked for."""
    return {"X-Mock-World": many.request("POST", "/_mock/worlds").json()["id"]}


def ask(server: MockServer, method: str, path: str, headers: dict[str, str], body: Any = None, status: int = 200) -> Any:
    """The JSON of an answer of that status."""
    answer = server.request(method, path, body=body, headers=headers)
    assert answer.status == status, (method, path, answer.status, answer.body[:300])
    return answer.json() if answer.body else None


def test_all_tables_are_shown_before_one_is_used(many: MockServer, world: dict[str, str]) -> None:
    tables = {table["name"]: table for table in ask(many, "GET", "/_mock/data", world)["tables"]}
    assert {f"many_kind{number}s" for number in range(RESOURCES)} <= set(tables)
    assert "record" in tables["many_kind7s"]["columns"]


def test_a_table_takes_rows_before_it_is_used(many: MockServer, world: dict[str, str]) -> None:
    # Its own rows are there first, as in the API.
    total = ask(many, "GET", "/_mock/data/many_kind1s", world)["total"]
    assert total == len(ask(many, "GET", "/kind1s", world)) > 0
    row = {"id": "77", "record": json.dumps({"id": 77, "name": "Rex"})}
    ask(many, "POST", "/_mock/data/many_kind2s", world, row, 201)
    assert ask(many, "GET", "/kind2s/77", world) == {"id": 77, "name": "Rex"}
    wrong = ask(many, "GET", "/_mock/data/many_kind299", world, status=404)
    assert "many_kind299s" in json.dumps(wrong)


def test_a_snapshot_of_before_a_table_was_used(many: MockServer, world: dict[str, str]) -> None:
    ask(many, "PUT", "/_mock/snapshots/before", world, status=201)
    made = ask(many, "POST", "/kind3s", world, {"id": 4711, "name": "Rex"}, 201)
    ask(many, "POST", "/_mock/snapshots/before/restore", world)
    ask(many, "GET", f"/kind3s/{made['id']}", world, status=404)
    ask(many, "POST", "/kind3s", world, {"id": 4712, "name": "Tom"}, 201)
    assert 4712 in [record["id"] for record in ask(many, "GET", "/kind3s", world)]


def test_a_state_goes_to_another_world(many: MockServer, world: dict[str, str]) -> None:
    made = ask(many, "POST", "/kind4s", world, {"id": 4711, "name": "Rex"}, 201)
    state = ask(many, "GET", "/_mock/state", world)
    other = {"X-Mock-World": many.request("POST", "/_mock/worlds").json()["id"]}
    ask(many, "POST", "/kind5s", other, {"id": 4712, "name": "Tom"}, 201)
    ask(many, "PUT", "/_mock/state", other, state, 204)
    assert ask(many, "GET", f"/kind4s/{made['id']}", other) == made
    ask(many, "GET", "/kind5s/4712", other, status=404)
    assert ask(many, "GET", "/kind5s", other) == ask(many, "GET", "/kind5s", world)


def test_a_reset_after_tables_were_used(many: MockServer, world: dict[str, str]) -> None:
    before = ask(many, "GET", "/kind6s", world)
    ask(many, "POST", "/kind6s", world, {"id": 4711, "name": "Rex"}, 201)
    ask(many, "POST", "/_mock/reset", world, status=204)
    assert ask(many, "GET", "/kind6s", world) == before
