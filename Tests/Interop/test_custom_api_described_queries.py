"""Lists that are read by POST, comparisons and orders that descriptions explain, chosen properties, and the times of changes
in headers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from journey import Person, using

DOCUMENT = """
openapi: 3.0.3
info: { title: Beekeeping, version: '1' }
paths:
  /hive:
    get:
      operationId: hivesByGet
      parameters:
        - { name: page, in: query, schema: { type: integer } }
        - { name: limit, in: query, schema: { type: integer } }
        - { name: 'sort[]', in: query, schema: { type: array, items: { type: string } } }
      responses: { '200': &hives { description: all, content: { application/json: { schema: { type: object, properties: {
        entity: { type: string }, total: { type: integer }, elements: { type: array, items: {
        $ref: '#/components/schemas/Hive' } } } } } } } }
    post:
      operationId: hives
      requestBody: { content: { application/json: { schema: { allOf: [ { $ref: '#/components/schemas/Criteria' } ] } } } }
      responses: { '200': *hives }
  /hive/{hiveId}:
    parameters: &hive [ { name: hiveId, in: path, required: true, schema: { type: string } } ]
    get: { operationId: hiveByGet, responses: { '200': &whole { description: one, content: { application/json: { schema: {
      type: object, required: [hive], properties: { id: { description: The hive's id }, hive: {
      $ref: '#/components/schemas/Hive' }, frames: { type: array, items: { type: string } } } } } } },
      '404': { description: none } } }
    post:
      operationId: hiveByPost
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Criteria' } } } }
      responses: { '200': *whole, '404': { description: none } }
  /keeper/register:
    post:
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [email, password],
        properties: { email: { type: string }, password: { type: string }, firstName: { type: string } } } } } }
      responses: { '200': { description: made, content: { application/json: { schema: {
        $ref: '#/components/schemas/Keeper' } } } } }
  /keeper/login:
    post:
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [username, password],
        properties: { username: { type: string }, password: { type: string } } } } } }
      responses: { '200': { description: The token, headers: { context-token: { schema: { type: string } } }, content: {
        application/json: { schema: { type: object, properties: { redirectUrl: { type: string } } } } } },
        '401': { description: wrong } }
  /account/customer:
    post:
      summary: Get information about the current customer
      security: [ { Token: [] } ]
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Criteria' } } } }
      responses: { '200': { description: one, content: { application/json: { schema: {
        $ref: '#/components/schemas/Keeper' } } } }, '401': { description: no } }
  /readings:
    get:
      parameters:
        - name: filters
          in: query
          schema: { type: string }
          description: 'Any number of filters such as `weight$gt=2`, `weight$lte=9`, `kind$in=scale|probe`.'
        - { name: sort, in: query, schema: { type: string }, description: Field by which the list is sorted. }
        - { name: 'sort$desc', in: query, schema: { type: string }, description: 'Field by which the list is sorted, the
            greatest first. It cannot be combined with `sort`.' }
        - { name: fields, in: query, schema: { type: string }, description: Only the fields of this list are returned. }
      responses: { '200': { description: all, content: { application/json: { schema: { properties: { status: { type: integer,
        example: 200 }, result: { $ref: '#/components/schemas/Readings' } } } } } }, '400': { description: bad } }
    post:
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Reading' } } } }
      responses: { '201': { description: made, headers: { Last-Modified: { schema: { type: string } } }, content: {
        application/json: { schema: { properties: { status: { type: integer, example: 201 }, identifier: { type: string },
        lastModified: { type: integer, format: int64, example: 1525383610088 } } } } } } }
  /readings/{identifier}:
    parameters: [ { name: identifier, in: path, required: true, schema: { type: string } } ]
    get:
      parameters:
        - { name: If-Modified-Since, in: header, schema: { type: string } }
        - { name: fields, in: query, schema: { type: string }, description: Only the fields of this list are returned. }
      responses: { '200': { description: one, headers: { Last-Modified: { schema: { type: string } } }, content: {
        application/json: { schema: { properties: { result: { $ref: '#/components/schemas/Reading' } } } } } },
        '304': { description: as before }, '404': { description: none } }
    patch:
      parameters: [ { name: If-Unmodified-Since, in: header, schema: { type: string } } ]
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Reading' } } } }
      responses: { '200': &done { description: done, content: { application/json: { schema: { properties: { status: {
        type: integer, example: 200 } } } } } }, '412': { description: changed meanwhile }, '404': { description: none } }
    delete: { responses: { '200': *done } }
  /labels/print:
    post:
      requestBody: { content: { application/json: { schema: { type: object, example: { items: [a, b], attr: {} }, properties: {
        items: { type: object, description: the labels }, attr: { type: object } } } } } }
      responses: { '200': { description: done, content: { application/json: { examples: { usual: { value: [ { type: success,
        msg: [printed] } ] } }, schema: { type: object, properties: { type: { type: string, enum: [danger, success] },
        msg: { type: array, items: {} } } } } } } }
components:
  securitySchemes:
    Token: { type: apiKey, in: header, name: context-token }
  schemas:
    Hive: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string }, boxes: {
      type: integer } } }
    Keeper: { type: object, required: [id, email], properties: { id: { type: string }, email: { type: string }, firstName: {
      type: string }, lastName: { type: string } } }
    Criteria: { type: object, properties: { page: { type: integer }, limit: { type: integer }, term: { type: string }, ids: {
      type: array, items: { type: string } }, filter: { type: array, items: { type: object } }, sort: { type: array, items: {
      type: object, properties: { field: { type: string }, order: { type: string } } } } } }
    Reading: { type: object, required: [kind], properties: { identifier: { type: string }, kind: { type: string }, weight: {
      type: number }, place: { type: string }, date: { type: integer, example: 1525383610088 }, srvCreated: {
      type: integer, example: 1525383610088 }, srvModified: { type: integer, example: 1525383610088 } } }
    Readings: { type: object, oneOf: [ { type: array, items: { $ref: '#/components/schemas/Reading' } } ] }
"""

FAR, PAST = "Fri, 01 Jan 2100 00:00:00 GMT", "Wed, 17 Oct 2018 05:13:00 GMT"


@pytest.fixture(scope="module")
def keeper(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    """Somebody who uses the beekeeping app."""
    with using(binary, tmp_path_factory.mktemp("bees"), "bees", DOCUMENT) as person:
        yield person


def asked(keeper: Person, method: str, path: str, headers: dict[str, str], body: Any = None) -> tuple[int, Any, Any]:
    """The status, the headers and the JSON of a response to a request with headers."""
    answer = keeper.server.request(method, f"/bees{path}", body=body, headers=headers)
    return answer.status, answer.headers, answer.json() if answer.body else None


def test_a_post_beside_a_get_reads_the_same_list(keeper: Person) -> None:
    """The content has the size of the page, filters and the order; nothing is made."""
    few = keeper.post("/hive", {"limit": 3})["elements"]
    assert len(few) == 3
    before = keeper.get("/hive")["total"]
    name = few[0]["name"]
    found = keeper.post("/hive", {"filter": [{"type": "equals", "field": "name", "value": name}]})["elements"]
    assert found and {hive["name"] for hive in found} == {name}
    boxes = [hive["boxes"] for hive in keeper.post("/hive", {"sort": [{"field": "boxes", "order": "DESC"}]})["elements"]
             if "boxes" in hive]
    assert boxes == sorted(boxes, reverse=True)
    assert keeper.get("/hive")["total"] == before


def test_a_post_beside_a_get_reads_the_same_record(keeper: Person) -> None:
    """The record is the one of the list, in the property that the response must have."""
    hive = keeper.post("/hive", {"limit": 1})["elements"][0]
    assert keeper.post(f"/hive/{hive['id']}", {})["hive"]["name"] == hive["name"]
    assert keeper.get(f"/hive/{hive['id']}")["hive"]["name"] == hive["name"]
    assert keeper.status("POST", "/hive/nowhere", {}) == 404


def test_a_post_of_criteria_shows_whoever_asks(keeper: Person) -> None:
    """The token comes in a header of the response to a sign-in, and goes into a header of requests."""
    keeper.post("/keeper/register", {"email": "ada@example.com", "password": "s3cret", "firstName": "Ada"})
    status, headers, _ = asked(
        keeper, "POST", "/keeper/login", {}, {"username": "ada@example.com", "password": "s3cret"})
    assert status == 200
    token = headers["context-token"]
    status, _, me = asked(keeper, "POST", "/account/customer", {"context-token": token}, {})
    assert (status, me["email"], me["firstName"]) == (200, "ada@example.com", "Ada")


def test_an_object_whose_alternatives_are_arrays_is_an_array(keeper: Person) -> None:
    """`type: object` beside alternatives each of which is an array, or beside examples that are arrays."""
    assert isinstance(keeper.get("/readings")["result"], list)
    printed = keeper.post("/labels/print", {"items": ["a", "c"], "attr": {}})
    assert isinstance(printed, list) and printed[0]["type"] == "success"


def test_a_number_repeats_the_status(keeper: Person) -> None:
    """`status` in a response is the status of that response."""
    made = keeper.post("/readings", {"kind": "scale", "weight": 1})
    assert made["status"] == 201
    assert keeper.send("PATCH", f"/readings/{made['identifier']}", {"kind": "scale"})["status"] == 200
    assert keeper.send("DELETE", f"/readings/{made['identifier']}")["status"] == 200


def test_descriptions_explain_comparisons(keeper: Person) -> None:
    """The signs stand behind the names of properties; the greatest come first by another parameter."""
    for kind, weight, day in [("probe", 3, 1), ("scale", 7, 2), ("drum", 12, 3)]:
        keeper.post("/readings", {"kind": kind, "weight": weight, "place": "signs", "date": 1718100000000 + day * 86400000})
    rows = keeper.get("/readings?place$eq=signs&weight$gt=3")["result"]
    assert sorted(row["weight"] for row in rows) == [7, 12]
    rows = keeper.get("/readings?place$eq=signs&kind$in=probe|scale")["result"]
    assert sorted(row["kind"] for row in rows) == ["probe", "scale"]
    rows = keeper.get("/readings?place$eq=signs&date$gte=2024-06-13T10:00:00.000Z")["result"]
    assert sorted(row["weight"] for row in rows) == [7, 12]
    rows = keeper.get("/readings?place$eq=signs&sort$desc=weight")["result"]
    assert [row["weight"] for row in rows] == [12, 7, 3]
    assert keeper.status("GET", "/readings?sort=weight&sort$desc=weight") == 400


def test_a_query_chooses_properties(keeper: Person) -> None:
    """What the record must have comes as well."""
    made = keeper.post("/readings", {"kind": "scale", "weight": 4, "place": "fields"})["identifier"]
    shown = keeper.get(f"/readings/{made}?fields=weight")["result"]
    assert shown["weight"] == 4 and shown["kind"] == "scale" and "place" not in shown
    row = keeper.get("/readings?place$eq=fields&fields=weight")["result"][0]
    assert row["weight"] == 4 and "place" not in row


def test_headers_tell_and_ask_for_the_time_of_the_last_change(keeper: Person) -> None:
    """Numbers of milliseconds are such where their example is."""
    status, headers, made = asked(keeper, "POST", "/readings", {}, {"kind": "scale", "weight": 5})
    assert status == 201 and headers["last-modified"].endswith("GMT")
    assert made["lastModified"] > 100_000_000_000
    path = f"/readings/{made['identifier']}"
    shown = keeper.get(path)["result"]
    assert shown["srvModified"] == made["lastModified"] and shown["srvCreated"] > 100_000_000_000
    assert asked(keeper, "GET", path, {"If-Modified-Since": FAR})[0] == 304
    assert asked(keeper, "GET", path, {"If-Modified-Since": PAST})[0] == 200
    refused = asked(keeper, "PATCH", path, {"If-Unmodified-Since": PAST}, {"kind": "scale", "weight": 6})
    assert refused[0] == 412 and keeper.get(path)["result"]["weight"] == 5
    assert asked(keeper, "PATCH", path, {"If-Unmodified-Since": FAR}, {"kind": "scale", "weight": 6})[0] == 200
