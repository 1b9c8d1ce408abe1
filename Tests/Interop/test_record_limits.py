"""Records are answered as they are stored, whatever their size, or refused; their ids stay, and no id ends a sequence."""

from __future__ import annotations

import http.client
import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mock_server import MockServer, environment, launch

LIMIT = 4 << 20
GREATEST = 9223372036854775807
DOCUMENT = """
openapi: 3.1.0
info: {title: Store, version: "1"}
paths:
  /things:
    get: {operationId: listThings, responses: {"200": {description: OK, content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Thing"}}}}}}}
    post: {operationId: addThing, requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/Thing"}}, application/xml: {schema: {$ref: "#/components/schemas/Thing"}}}}, responses: {"201": {$ref: "#/components/responses/Thing"}}}
  /things/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: getThing, responses: {"200": {$ref: "#/components/responses/Thing"}}}
    put: {operationId: putThing, requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/Thing"}}}}, responses: {"200": {$ref: "#/components/responses/Thing"}}}
    patch:
      operationId: patchThing
      requestBody:
        content:
          application/json: {schema: {$ref: "#/components/schemas/Part"}}
          application/merge-patch+json: {schema: {$ref: "#/components/schemas/Part"}}
          application/json-patch+json: {schema: {type: array, items: {type: object}}}
      responses: {"200": {$ref: "#/components/responses/Thing"}}
    delete: {operationId: deleteThing, responses: {"204": {description: Gone}}}
  /small:
    get: {operationId: listSmall, responses: {"200": {description: OK, content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Small"}}}}}}}
    post: {operationId: addSmall, requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/Small"}}}}, responses: {"201": {description: Made, content: {application/json: {schema: {$ref: "#/components/schemas/Small"}}}}}}
  /small/{id}:
    get: {operationId: getSmall, parameters: [{name: id, in: path, required: true, schema: {type: integer}}], responses: {"200": {description: OK, content: {application/json: {schema: {$ref: "#/components/schemas/Small"}}}}}}
components:
  responses:
    Thing: {description: OK, content: {application/json: {schema: {$ref: "#/components/schemas/Thing"}}}}
  schemas:
    Thing:
      type: object
      required: [name]
      properties:
        id: {type: integer}
        name: {type: string}
        price: {type: number}
        tags: {type: array, items: {type: string}}
        counts: {type: object, additionalProperties: {type: integer}}
    Part:
      type: object
      properties:
        id: {type: [integer, "null"]}
        name: {type: string}
        price: {type: number}
    Small:
      type: object
      properties: {id: {type: integer, format: int32}, name: {type: string}}
"""


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The document of an API whose records may hold much."""
    file = tmp_path_factory.mktemp("document") / "store.yaml"
    file.write_text(DOCUMENT)
    return file


@pytest.fixture(scope="module")
def store(binary: Path, document: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MockServer]:
    """The API, with bodies that may be larger than a record."""
    options = ["--port", "0", "--rate-limit", "off", "--max-body", "32M", "--api", f"store={document}"]
    running = launch(binary, tmp_path_factory.mktemp("store"), options, {})
    yield running
    running.stop()


def send(server: MockServer, method: str, path: str, body: Any = None, type: str = "application/json") -> tuple[int, Any]:
    """The status and the JSON of an answer; a large record takes a debug build some seconds."""
    connection = http.client.HTTPConnection(server.host, server.port, timeout=120)
    try:
        connection.request(method, path, None if body is None else json.dumps(body), {"Content-Type": type})
        answer = connection.getresponse()
        content = answer.read()
        return answer.status, json.loads(content) if content else None
    finally:
        connection.close()


def made(server: MockServer, **members: Any) -> str:
    """The path of a new record."""
    status, record = send(server, "POST", "/store/things", {"name": "x", **members})
    assert status == 201, record
    return f"/store/things/{record['id']}"


LARGE = {
    "elements": {"name": "x", "tags": ["x"] * 200_000},
    "members": {"name": "x", "counts": {f"m{n}": n for n in range(200_000)}},
    "a text": {"name": "x" * 3_000_000},
}


@pytest.mark.parametrize("content", LARGE)
def test_a_large_record_is_answered_as_it_is_stored(store: MockServer, content: str) -> None:
    status, record = send(store, "POST", "/store/things", LARGE[content])
    assert status == 201
    assert {name: value for name, value in record.items() if name != "id"} == LARGE[content]
    assert send(store, "GET", f"/store/things/{record['id']}") == (200, record)
    assert send(store, "DELETE", f"/store/things/{record['id']}")[0] == 204


def test_a_record_beyond_the_limit_is_refused_and_not_stored(store: MockServer) -> None:
    path = made(store)
    before = send(store, "GET", "/store/things")
    large = {"name": "x" * (LIMIT + 1)}
    assert send(store, "POST", "/store/things", large)[0] == 413
    assert send(store, "PUT", path, large)[0] == 413
    assert send(store, "PATCH", path, large, "application/merge-patch+json")[0] == 413
    half = {"name": "x" * (LIMIT // 2)}
    assert send(store, "PUT", path, half)[0] == 200
    patch = [{"op": "copy", "from": "/name", "path": "/more"}, {"op": "copy", "from": "/name", "path": "/most"}]
    assert send(store, "PATCH", path, patch, "application/json-patch+json")[0] == 413
    assert send(store, "GET", path)[1]["name"] == half["name"]
    assert send(store, "PUT", path, {"name": "x"})[0] == 200
    assert send(store, "GET", "/store/things") == before


def test_xml_is_stored_whole_or_refused(store: MockServer) -> None:
    before = send(store, "GET", "/store/things")
    content = "<Thing><name>x</name>" + "".join(f"<m{number}>1</m{number}>" for number in range(1001)) + "</Thing>"
    connection = http.client.HTTPConnection(store.host, store.port, timeout=120)
    connection.request("POST", "/store/things", content, {"Content-Type": "application/xml"})
    assert connection.getresponse().status == 413
    connection.close()
    assert send(store, "GET", "/store/things") == before


def test_the_limit_holds_for_built_in_records_and_for_edited_rows(store: MockServer) -> None:
    large = "x" * (LIMIT + 1)
    assert send(store, "POST", "/posts", {"title": large})[0] == 413
    assert send(store, "PATCH", "/posts/1", {"title": large})[0] == 413
    assert send(store, "GET", "/posts/1")[1]["title"] != large
    rows = send(store, "GET", "/_mock/data/agrobridge_lote?_limit=1")[1]["rows"]
    assert send(store, "POST", "/_mock/data/agrobridge_lote", {**rows[0], "number": 900, "id": "lote_900", "notas": large})[0] == 413
    edit = {"where": {"id": rows[0]["id"]}, "set": {"notas": large}}
    assert send(store, "PATCH", "/_mock/data/agrobridge_lote", edit)[0] == 413
    # Two columns count together.
    half = {"notas": "x" * (LIMIT // 2), "ubicacion": "x" * (LIMIT // 2)}
    assert send(store, "PATCH", "/_mock/data/agrobridge_lote", {**edit, "set": half})[0] == 413
    assert send(store, "GET", "/_mock/data/agrobridge_lote?_limit=1")[1]["rows"] == rows
    edit = {"where": {}, "set": {"record": json.dumps({"id": 1, "name": large})}}
    assert send(store, "PATCH", "/_mock/data/store_things", edit)[0] == 413


def test_a_file_with_a_record_beyond_the_limit_stops_the_start(binary: Path, document: Path, tmp_path: Path) -> None:
    (tmp_path / "things.json").write_text(json.dumps([{"id": 1, "name": "a"}, {"id": 2, "name": "x" * (LIMIT + 1)}]))
    done = subprocess.run(
        [str(binary), "serve", "--port", "0", "--api", f"store={document}", "--data", f"store={tmp_path}"],
        capture_output=True, text=True, timeout=60, env=environment(), check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "record 1: has " in done.stderr and f"a record may have {LIMIT}" in done.stderr


# JSON Patch


def test_copies_are_bounded_in_bytes(store: MockServer) -> None:
    path = made(store, tags=["x" * 1000] * 900)
    before = send(store, "GET", path)
    for count in [200, 900]:
        patch = [{"op": "copy", "from": "/tags", "path": f"/c{number}"} for number in range(count)]
        assert send(store, "PATCH", path, patch, "application/json-patch+json")[0] == 413
    assert send(store, "GET", path) == before


WRONG_PATCHES: list[Any] = [
    [{"op": "zzz"}], [{"op": "replace", "path": "/name"}], [{"op": "remove", "path": "/missing"}], [1], {"name": "y"},
    [{"op": "replace", "path": "/name", "value": "y"}, {"op": "test", "path": "/name", "value": "z"}],
    [{"op": "replace", "path": "/price", "value": "much"}], [{"op": "remove", "path": "/name"}],
    [{"op": "replace", "path": "/id", "value": 77}], [{"op": "remove", "path": "/id"}],
    [{"op": "move", "from": "/id", "path": "/name"}], [{"op": "replace", "path": "", "value": {"name": "y"}}],
]  # fmt: skip


@pytest.mark.parametrize("patch", WRONG_PATCHES, ids=json.dumps)
def test_a_wrong_patch_is_refused_and_nothing_is_stored(store: MockServer, patch: Any) -> None:
    path = made(store, price=1)
    before = send(store, "GET", path)
    status, _ = send(store, "PATCH", path, patch, "application/json-patch+json")
    assert status in (400, 409, 422)
    assert send(store, "GET", path) == before


def test_the_media_type_alone_makes_a_patch(store: MockServer) -> None:
    path = made(store, price=1)
    patch = [{"op": "test", "path": "/price", "value": 1}, {"op": "replace", "path": "/price", "value": 2}]
    status, record = send(store, "PATCH", path, patch, "application/json-patch+json")
    assert status == 200 and record["price"] == 2
    assert send(store, "GET", path) == (200, record)


# Ids


@pytest.mark.parametrize(
    ("method", "content", "type"),
    [
        ("PUT", {"id": 4711, "name": "y"}, "application/json"),
        ("PUT", {"name": "y"}, "application/json"),
        ("PATCH", {"id": 4711, "name": "y"}, "application/json"),
        ("PATCH", {"id": 4711, "name": "y"}, "application/merge-patch+json"),
        ("PATCH", {"id": None, "name": "y"}, "application/merge-patch+json"),
    ],
)
def test_a_record_keeps_its_id(store: MockServer, method: str, content: Any, type: str) -> None:
    path = made(store)
    status, record = send(store, method, path, content, type)
    assert status == 200 and f"/store/things/{record['id']}" == path and record["name"] == "y"
    assert send(store, "GET", path) == (200, record)
    assert send(store, "GET", "/store/things/4711")[0] == 404


def test_no_id_ends_a_sequence(store: MockServer) -> None:
    for taken in [GREATEST, 9007199254740991, 9007199254740990, 999999999999999]:
        assert send(store, "POST", "/store/things", {"id": taken, "name": "x"})[0] == 201
        ids = [send(store, "POST", "/store/things", {"name": "x"})[1]["id"] for _ in range(3)]
        assert len(set(ids)) == 3 and all(0 < number < 2**53 for number in ids)
    # One of 32 bits ends where its format does.
    assert send(store, "POST", "/store/small", {"id": 2147483647, "name": "x"})[0] == 201
    ids = [send(store, "POST", "/store/small", {"name": "x"})[1]["id"] for _ in range(3)]
    assert len(set(ids)) == 3 and all(0 < number < 2**31 for number in ids)


def test_no_id_ends_a_built_in_sequence(store: MockServer) -> None:
    status, post = send(store, "POST", "/posts", {"id": GREATEST, "title": "x"})
    assert status == 201
    row = {"resource": "posts", "id": GREATEST, "document": json.dumps({"id": GREATEST})}
    assert send(store, "POST", "/_mock/data/jsonplaceholder_record", row)[0] == 201
    ids = [send(store, "POST", "/posts", {"title": "x"})[1]["id"] for _ in range(3)]
    assert len({*ids, post["id"], GREATEST}) == 5
    token = store.login()
    lote = {"nombre": "Lote", "ubicacion": "Norte", "tipoCultivo": "Cacao", "areaHectareas": 1}
    edit = {"where": {"name": "lote"}, "set": {"last": 9007199254740991}}
    assert send(store, "PATCH", "/_mock/data/sequence", edit)[1] == {"changed": 1}
    made = [store.request("POST", "/v1/lotes", body={"id": "lote_1", **lote}, token=token) for _ in range(3)]
    assert [answer.status for answer in made] == [201] * 3
    assert len({answer.json()["id"] for answer in made}) == 3


def test_a_large_response_to_a_start_with_its_own_records(
    start: Callable[..., MockServer], document: Path, tmp_path: Path
) -> None:
    (tmp_path / "things.json").write_text(json.dumps([{"id": 1, "name": "x", "tags": ["x"] * 300_000}] * 1))
    server = start("--api", f"store={document}", "--data", f"store={tmp_path}")
    assert len(send(server, "GET", "/store/things/1")[1]["tags"]) == 300_000
    assert len(send(server, "GET", "/store/things")[1][0]["tags"]) == 300_000
