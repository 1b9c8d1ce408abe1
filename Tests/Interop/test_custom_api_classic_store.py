"""The store that most tutorials begin with: users who are created as a list, pets by their tags, and an inventory."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from journey import Person, serving
from mock_server import MockServer

DOCUMENT = """
openapi: 3.0.3
info: { title: Kennel, version: '1' }
paths:
  /dog: { post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Dog' } } } },
      responses: { '200': &dog { description: one, content: { application/json: { schema:
        { $ref: '#/components/schemas/Dog' } } } } } } }
  /dog/findByTags: { get: { parameters: [ { name: tags, in: query, style: form, explode: true, schema: { type: array,
      items: { type: string } } } ], responses: { '200': { description: those, content: { application/json: { schema: {
        type: array, items: { $ref: '#/components/schemas/Dog' } } } } } } } }
  /dog/{dogId}:
    parameters: &id [ { name: dogId, in: path, required: true, schema: { type: integer } } ]
    get: { responses: { '200': *dog, '404': { description: none } } }
    delete: { responses: { '200': { description: gone } } }
  /dog/{dogId}/uploadImage: { post: { parameters: *id, requestBody: { content: { application/octet-stream: { schema: {
      type: string, format: binary } } } }, responses: { '200': { description: done, content: { application/json: { schema: {
      type: object, properties: { code: { type: integer }, type: { type: string }, message: { type: string } } } } } } } } }
  /kennel/inventory: { get: { summary: Returns dog inventories by status, responses: { '200': { description: counts,
      content: { application/json: { schema: { type: object, additionalProperties: { type: integer } } } } } } } }
  /user/createWithList: { post: { requestBody: { content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/User' } } } } }, responses: { default: { description: done } } } }
  /user/login: { get: { parameters: [ { name: username, in: query, required: true, schema: { type: string } },
      { name: password, in: query, required: true, schema: { type: string } } ], responses: { '200': { description: in,
      content: { application/json: { schema: { type: string } } } }, '400': { description: wrong } } } }
  /user/{username}:
    parameters: [ { name: username, in: path, required: true, schema: { type: string } } ]
    get: { responses: { '200': { description: one, content: { application/json: { schema:
      { $ref: '#/components/schemas/User' } } } }, '404': { description: none } } }
    put: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } },
      responses: { default: { description: done } } }
components:
  schemas:
    Dog: { type: object, required: [name], properties: { id: { type: integer }, name: { type: string }, tags: { type: array,
      items: { type: object, properties: { id: { type: integer }, name: { type: string } } } },
      status: { type: string, enum: [free, reserved, sold] } } }
    User: { type: object, properties: { id: { type: integer }, username: { type: string }, email: { type: string },
      password: { type: string } } }
"""


@pytest.fixture
def server(binary: Path, tmp_path: Path) -> Iterator[MockServer]:
    """A server of the document."""
    with serving(binary, tmp_path, "kennel", DOCUMENT) as running:
        yield running


@pytest.fixture
def app(server: MockServer) -> Person:
    """An app."""
    return Person(server, "/kennel")


def test_users_that_come_as_a_list_have_their_passwords(app: Person) -> None:
    """Nobody sees these, and each is good for its own user alone."""
    names = ("ada", "eve")
    app.post("/user/createWithList", [{"username": name, "password": f"{name}-secret"} for name in names])
    for name in names:
        assert app.get(f"/user/login?username={name}&password={name}-secret")
        assert app.status("GET", f"/user/login?username={name}&password=secret") == 400
        shown = app.get(f"/user/{name}")
        assert shown["username"] == name and "password" not in shown
    app.send("PUT", "/user/ada", {"password": "another"})
    assert "password" not in app.get("/user/ada")
    assert app.get("/user/login?username=ada&password=another")
    assert app.status("GET", "/user/login?username=ada&password=ada-secret") == 400


def test_a_filter_compares_the_names_of_objects_in_a_list(app: Person) -> None:
    """`tags=calm` finds `{"tags": [{"id": 1, "name": "calm"}]}`."""
    calm = app.post("/dog", {"name": "Rex", "status": "free", "tags": [{"id": 901, "name": "calm"}]})
    fast = app.post("/dog", {"name": "Zip", "status": "free", "tags": [{"id": 902, "name": "fast"}]})
    assert app.get("/dog/findByTags?tags=calm") == [calm]
    assert app.get("/dog/findByTags?tags=calm&tags=fast") == [calm, fast]
    assert app.get("/dog/findByTags?tags=none") == []


def test_a_map_of_numbers_counts_the_records_in_each_state(app: Person) -> None:
    """The summary says which, and by what."""
    before = app.get("/kennel/inventory")
    assert set(before) == {"free", "reserved", "sold"}
    dog = app.post("/dog", {"name": "Rex", "status": "reserved"})
    assert app.get("/kennel/inventory") == {**before, "reserved": before["reserved"] + 1}
    app.send("DELETE", f"/dog/{dog['id']}")
    assert app.get("/kennel/inventory") == before


def test_an_acknowledgement_says_that_all_went_well(server: MockServer, app: Person) -> None:
    """Its `code` is the status."""
    dog = app.post("/dog", {"name": "Rex"})
    answer = server.request(
        "POST", f"/kennel/dog/{dog['id']}/uploadImage", raw=b"abc", headers={"Content-Type": "application/octet-stream"}
    )
    assert answer.json()["code"] == 200 and answer.json()["message"] == "success"
