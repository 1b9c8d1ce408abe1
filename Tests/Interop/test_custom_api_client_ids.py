"""Records that clients name themselves, and ways to ask for them: ids that a PUT gives, ids of other systems, codes of lists that
clients only read, a record that the query names or chooses, conditions in several parameters or in JSON, and keys that
make a repeated request the same one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest

from journey import Person, serving
from mock_server import MockServer

DOCUMENT = """
openapi: 3.0.3
info: { title: Apiary, version: '1' }
paths:
  /Hive:
    post: &kept { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Hive' } } } },
      responses: { '200': { description: done }, '404': { description: none } } }
    get:
      parameters:
        - { name: queen, in: query, schema: { type: string } }
        - { name: mark, in: query, schema: { type: string } }
        - { name: place-town, in: query, schema: { type: string } }
      responses: { '404': { description: none }, '200': &hive { description: one, content: { application/json: { schema: {
        $ref: '#/components/schemas/Hive' } } } } }
  /Hive/{id}:
    parameters: [ { name: id, in: path, required: true, schema: { type: string } } ]
    get: { responses: { '200': *hive, '404': { description: none } } }
    put: *kept
    delete: { responses: { '200': { description: done }, '404': { description: none } } }
  /regions: { get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
    $ref: '#/components/schemas/Region' } } } } } } } }
  /regions/{id}: { parameters: [ { name: id, in: path, required: true, schema: { type: string } } ], get: { responses: {
    '200': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Region' } } } } } } }
  /batches:
    get:
      parameters:
        - { name: filter, in: query, schema: { type: object } }
        - { name: 'searchCriteria[filterGroups][0][filters][0][field]', in: query, schema: { type: string } }
        - { name: 'searchCriteria[filterGroups][0][filters][0][value]', in: query, schema: { type: string } }
        - { name: 'searchCriteria[filterGroups][0][filters][0][conditionType]', in: query, schema: { type: string } }
        - { name: 'searchCriteria[sortOrders][0][field]', in: query, schema: { type: string } }
        - { name: 'searchCriteria[sortOrders][0][direction]', in: query, schema: { type: string } }
        - { name: 'searchCriteria[pageSize]', in: query, schema: { type: integer } }
        - { name: 'searchCriteria[currentPage]', in: query, schema: { type: integer } }
      responses: { '200': { description: all, content: { application/json: { schema: { type: object, properties: { items: {
        type: array, items: { $ref: '#/components/schemas/Batch' } }, total_count: { type: integer }, filter_count: {
        type: integer } } } } } } }
    post:
      parameters: &traced [ { name: X-Trace-Id, in: header, schema: { type: string } },
        { name: X-Idempotency-Key, in: header, schema: { type: string } } ]
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Batch' } } } }
      responses: { '400': { description: wrong }, '201': { description: made, headers: { X-Trace-Id: { schema: { type: string } } },
        content: { application/json: { schema: { $ref: '#/components/schemas/Batch' } } } } }
    patch:
      requestBody: { content: { application/json: { schema: { type: object, required: [keys, data], properties: { keys: {
        type: array, items: { type: string } }, data: { $ref: '#/components/schemas/Batch' } } } } } }
      responses: { '200': { description: changed, content: { application/json: { schema: { type: object, properties: { data: {
        type: array, items: { $ref: '#/components/schemas/Batch' } } } } } } } }
  /batches/{id}:
    parameters: [ { name: id, in: path, required: true, schema: { type: integer } } ]
    get: { responses: { '200': { description: one, content: { application/json: { schema: {
      $ref: '#/components/schemas/Batch' } } } }, '404': { description: none } } }
  /swarm:
    get:
      parameters: [ { name: swarmId, in: query, schema: { type: integer } },
        { name: origFinderRef, in: query, schema: { type: string } } ]
      responses: { '200': &swarm { description: one, content: { application/json: { schema: {
        $ref: '#/components/schemas/Swarm' } } } }, '404': { description: none } }
    post:
      parameters: [ { name: finderRef, in: query, schema: { type: string } },
        { name: clientSwarmId, in: query, schema: { type: string } }, { name: weight, in: query, schema: { type: number } } ]
      responses: { '200': *swarm, '400': { description: wrong } }
    delete:
      summary: Let a swarm fly
      parameters: [ { name: swarmId, in: query, schema: { type: integer } } ]
      responses: { '200': *swarm, '404': { description: none } }
  /parcels/{carrier}:
    parameters: &carrier [ { name: carrier, in: path, required: true, schema: { type: string } } ]
    post:
      requestBody: { content: { application/json: { schema: { type: object, required: [jars], properties: { jars: {
        type: integer } } } } } }
      responses: { '201': { description: made, content: { application/json: { schema: { type: object, required: [parcelId, status],
        properties: { parcelId: { type: string }, status: { type: string, enum: [done, received] } } } } } } }
  /parcels/{carrier}/{parcelId}:
    parameters: &parcel [ { name: carrier, in: path, required: true, schema: { type: string } },
      { name: parcelId, in: path, required: true, schema: { type: string } } ]
    get: { responses: { '404': { description: none }, '200': { description: one, content: { application/json: { schema: {
      type: object, properties: { jars: { type: integer }, status: { type: string } } } } } } } }
    delete: { responses: { '204': { description: gone }, '404': { description: none } } }
components:
  schemas:
    Hive: { type: object, properties: { id: { type: string }, mark: { type: array, items: { type: object, properties: {
      system: { type: string }, value: { type: string } } } }, queen: { type: object, properties: { reference: {
      type: string } } }, place: { type: array, items: { type: object, properties: { town: { type: string } } } },
      boxes: { type: integer } } }
    Region: { type: object, required: [id], properties: { id: { type: string }, name: { type: string } } }
    Batch: { type: object, properties: { id: { type: integer, readOnly: true }, label: { type: string }, grade: {
      type: string }, weight: { type: number }, region_id: { type: string } } }
    Swarm: { type: object, required: [swarmId], properties: { swarmId: { type: integer }, finderRef: { type: string },
      clientSwarmId: { type: string }, weight: { type: number }, state: { type: string, enum: [NEW, CANCELLED] } } }
"""


@pytest.fixture(scope="module")
def server(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MockServer]:
    with serving(binary, tmp_path_factory.mktemp("apiary"), "apiary", DOCUMENT) as running:
        yield running


@pytest.fixture
def keeper(server: MockServer) -> Person:
    return Person(server, "/apiary")


def test_a_put_makes_what_no_creation_names(keeper: Person) -> None:
    hive = {"id": "hive-elm", "mark": [{"system": "paint", "value": "blue-7"}], "queen": {"reference": "Queen/ada"},
            "place": [{"town": "Ede"}], "boxes": 2}
    assert keeper.call("PUT", "/Hive/hive-elm", hive)[0] == 200
    assert keeper.get("/Hive/hive-elm") == hive
    # One record answers, which the query chooses: by what it refers to, by what lists hold, by the name of both.
    for query in ["queen=Queen/ada", "mark=blue-7", "place-town=Ede"]:
        assert keeper.get(f"/Hive?{query}")["id"] == "hive-elm", query
    assert keeper.call("GET", "/Hive?mark=blue-8")[0] == 404
    keeper.call("PUT", "/Hive/hive-elm", {**hive, "boxes": 3})
    assert keeper.get("/Hive/hive-elm")["boxes"] == 3
    assert keeper.call("DELETE", "/Hive/hive-elm")[0] == 200
    assert keeper.call("GET", "/Hive/hive-elm")[0] == 404


def test_codes_of_lists_that_are_only_read_need_no_record(keeper: Person) -> None:
    assert keeper.call("POST", "/batches", {"label": "Lime", "region_id": "GB"})[0] == 201
    assert keeper.call("POST", "/batches", {"label": "Lime", "region_id": "region-4711"})[0] == 400


def test_conditions_and_pages_in_one_object_of_the_query(keeper: Person) -> None:
    for number in range(5):
        keeper.post("/batches", {"label": f"Heather {number}", "grade": "A" if number % 2 else "B", "weight": number})
    condition = "searchCriteria[filterGroups][0][filters]"
    def listed(**parameters: Any) -> Any:
        return keeper.get("/batches?" + urlencode(parameters["query"]))
    named = listed(query={f"{condition}[0][field]": "label", f"{condition}[0][value]": "Heather 3",
                          f"{condition}[0][conditionType]": "eq"})
    assert [item["label"] for item in named["items"]] == ["Heather 3"]
    # Those of one group are alternatives, and groups must all hold.
    either = {f"{condition}[0][field]": "label", f"{condition}[0][value]": "Heather 3",
              f"{condition}[1][field]": "label", f"{condition}[1][value]": "Heather 2"}
    assert len(listed(query=either)["items"]) == 2
    both = {**either, "searchCriteria[filterGroups][1][filters][0][field]": "grade",
            "searchCriteria[filterGroups][1][filters][0][value]": "A"}
    assert [item["label"] for item in listed(query=both)["items"]] == ["Heather 3"]
    like = {f"{condition}[0][field]": "label", f"{condition}[0][value]": "Heather%", f"{condition}[0][conditionType]": "like",
            "searchCriteria[sortOrders][0][field]": "label", "searchCriteria[sortOrders][0][direction]": "DESC",
            "searchCriteria[pageSize]": 2}
    pages = [listed(query={**like, "searchCriteria[currentPage]": page})["items"] for page in (1, 2, 3)]
    assert [[item["label"][-1] for item in page] for page in pages] == [["4", "3"], ["2", "1"], ["0"]]


def test_a_filter_in_json(keeper: Person) -> None:
    made = keeper.post("/batches", {"label": "Ivy", "grade": "rare"})
    found = keeper.get("/batches?filter=" + quote('{"grade":{"_eq":"rare"}}'))
    assert [item["id"] for item in found["items"]] == [made["id"]]
    assert found["filter_count"] == 1
    assert keeper.get("/batches?filter=" + quote('{"_and":[{"grade":"rare"},{"label":{"_neq":"Ivy"}}]}'))["items"] == []


def test_keys_beside_what_their_records_become(keeper: Person) -> None:
    ids = [keeper.post("/batches", {"label": label, "grade": "C"})["id"] for label in ("Thyme", "Sage", "Mint")]
    status, changed = keeper.call("PATCH", "/batches", {"keys": [str(one) for one in ids[:2]], "data": {"grade": "D"}})
    assert (status, [one["grade"] for one in changed["data"]]) == (200, ["D", "D"])
    assert [keeper.get(f"/batches/{one}")["grade"] for one in ids] == ["D", "D", "C"]
    assert keeper.get(f"/batches/{ids[0]}")["label"] == "Thyme"


def test_headers_that_make_a_request_known(server: MockServer) -> None:
    headers = {"X-Trace-Id": "trace-1", "X-Idempotency-Key": "batch-1"}
    first, again = (server.request("POST", "/apiary/batches", body={"label": "Clover"}, headers=headers) for _ in range(2))
    assert first.headers["x-trace-id"] == "trace-1"
    assert first.json()["id"] == again.json()["id"]
    other = server.request("POST", "/apiary/batches", body={"label": "Clover"}, headers={"X-Idempotency-Key": "batch-2"})
    assert other.json()["id"] != first.json()["id"]


def test_a_record_that_the_query_names(keeper: Person) -> None:
    one = keeper.post("/swarm?finderRef=f-1&clientSwarmId=mine-1&weight=2")
    two = keeper.post("/swarm?finderRef=f-2&clientSwarmId=mine-2&weight=3")
    assert (one["clientSwarmId"], two["weight"]) == ("mine-1", 3)
    assert keeper.get(f"/swarm?swarmId={one['swarmId']}")["finderRef"] == "f-1"
    assert keeper.get("/swarm?origFinderRef=f-2")["swarmId"] == two["swarmId"]
    assert keeper.call("GET", "/swarm?swarmId=987654")[0] == 404
    assert keeper.call("DELETE", f"/swarm?swarmId={one['swarmId']}")[0] == 200
    assert keeper.call("GET", f"/swarm?swarmId={one['swarmId']}")[0] == 404
    assert keeper.get(f"/swarm?swarmId={two['swarmId']}")["finderRef"] == "f-2"


def test_a_collection_whose_path_ends_in_a_parameter(keeper: Person) -> None:
    made = keeper.post("/parcels/post", {"jars": 6})
    path = f"/parcels/post/{made['parcelId']}"
    assert keeper.get(path)["jars"] == 6
    assert keeper.call("GET", f"/parcels/courier/{made['parcelId']}")[0] == 404
    assert keeper.call("DELETE", path)[0] == 204
    assert keeper.call("GET", path)[0] == 404
