"""Records of which a document has paths and methods alone, as frameworks write it that are told nothing of what requests and
responses hold."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from journey import Person, using

DOCUMENT = """
swagger: '2.0'
info: { title: Greenhouse, version: '1' }
paths:
  /api/gardeners:
    get: { responses: { 200: { description: all, schema: { type: array, items: { $ref: '#/definitions/Gardener' } } } } }
    post: { responses: { 200: { description: one, schema: { $ref: '#/definitions/Gardener' } } } }
  /api/gardeners/{gardener}:
    get: { parameters: &gardener [ { name: gardener, in: path, required: true, type: string } ],
      responses: { 200: { description: one, schema: { $ref: '#/definitions/Gardener' } } } }
  /api/tools:
    get: { responses: { 200: { description: all, schema: { type: array, items: { $ref: '#/definitions/Tool' } } } } }
  /api/tools/{tool}:
    get: { parameters: [ { name: tool, in: path, required: true, type: string } ],
      responses: { 200: { description: one, schema: { $ref: '#/definitions/Tool' } } } }
  /api/sites/{site}/benches:
    parameters: &site [ { name: site, in: path, required: true, type: string } ]
    get: { responses: { 200: { description: 200 response } } }
    post: { responses: { 200: { description: 200 response } } }
  /api/sites/{site}/benches/{bench}:
    parameters: &bench [ { name: site, in: path, required: true, type: string },
      { name: bench, in: path, required: true, type: string } ]
    get: { responses: { 200: { description: 200 response } } }
    put: { responses: { 200: { description: 200 response } } }
    delete: { responses: { 200: { description: 200 response } } }
  /api/sites/{site}/rows:
    parameters: *site
    get: { responses: { 200: { description: 200 response } } }
    post: { responses: { 200: { description: 200 response } } }
  /api/sites/{site}/rows/{row}:
    parameters: [ { name: site, in: path, required: true, type: string },
      { name: row, in: path, required: true, type: string } ]
    get: { responses: { 200: { description: 200 response } } }
    delete: { responses: { 200: { description: 200 response } } }
  /api/sites/{site}/rows/{row}/plants:
    get: { parameters: [ { name: site, in: path, required: true, type: string },
      { name: row, in: path, required: true, type: string } ], responses: { 200: { description: 200 response } } }
  /api/sites/{site}/benches/{bench}/plants:
    parameters: *bench
    get: { responses: { 200: { description: 200 response } } }
    post: { consumes: [ application/json, multipart/form-data ], parameters: [ { name: sort, in: formData, type: string } ],
      responses: { 200: { description: 200 response } } }
  /api/sites/{site}/benches/{bench}/plants/{plant}:
    parameters: &plant [ { name: site, in: path, required: true, type: string },
      { name: bench, in: path, required: true, type: string }, { name: plant, in: path, required: true, type: string } ]
    get: { responses: { 200: { description: 200 response } } }
    delete: { responses: { 200: { description: 200 response } } }
  /api/sites/{site}/benches/{bench}/plants/{plant}/archive:
    post: { parameters: *plant, responses: { 200: { description: 200 response } } }
definitions:
  Gardener: { type: object, properties: { _id: { type: string }, nick: { type: string } } }
  Tool: { type: object, properties: { _id: { type: string }, label: { type: string } } }
"""


@pytest.fixture(scope="module")
def person(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    with using(binary, tmp_path_factory.mktemp("greenhouse"), "greenhouse", DOCUMENT) as somebody:
        yield somebody


def test_what_has_paths_alone_is_kept(person: Person) -> None:
    assert person.get("/api/sites/north/benches") == []
    made = person.post("/api/sites/north/benches", {"title": "Seedlings"})
    assert isinstance(made["_id"], str), "the id has the name that it has in the other records of the document"
    ident = made["_id"]
    assert person.get("/api/sites/north/benches") == [{"title": "Seedlings", "_id": ident}]
    assert person.get("/api/sites/south/benches") == []
    person.send("PUT", f"/api/sites/north/benches/{ident}", {"title": "Herbs"})
    assert person.get(f"/api/sites/north/benches/{ident}")["title"] == "Herbs"
    assert person.status("GET", "/api/sites/north/benches/nothing") == 404
    person.send("DELETE", f"/api/sites/north/benches/{ident}")
    assert person.status("GET", f"/api/sites/north/benches/{ident}") == 404


def test_a_list_below_another_record_shows_what_names_it(person: Person) -> None:
    bench = person.post("/api/sites/east/benches", {"title": "Roses"})["_id"]
    row = person.post("/api/sites/east/rows", {"title": "First"})["_id"]
    plant = person.post(f"/api/sites/east/benches/{bench}/plants", {"title": "Tea rose", "rowId": row})["_id"]
    other = person.post(f"/api/sites/east/benches/{bench}/plants", {"title": "Dog rose"})["_id"]
    assert [one["_id"] for one in person.get(f"/api/sites/east/rows/{row}/plants")] == [plant]
    below = [one["_id"] for one in person.get(f"/api/sites/east/benches/{bench}/plants")]
    assert {plant, other} <= set(below)


def test_an_action_sets_the_flag_of_its_name(person: Person) -> None:
    bench = person.post("/api/sites/west/benches", {"title": "Ferns"})["_id"]
    plant = person.post(f"/api/sites/west/benches/{bench}/plants", {"title": "Bracken"})["_id"]
    person.send("POST", f"/api/sites/west/benches/{bench}/plants/{plant}/archive")
    assert person.get(f"/api/sites/west/benches/{bench}/plants/{plant}")["archived"] is True
