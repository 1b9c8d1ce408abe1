"""What an API refuses although each request is well-formed: what was made already, what is gone, what is not there, and what
differs from its repetition."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from journey import Person, serving

DOCUMENT = """
openapi: 3.0.3
info: { title: Apiary, version: '1' }
paths:
  /auth/register:
    post:
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [email, password],
        properties: { email: { type: string }, password: { type: string } } } } } }
      responses: { '201': { description: made, content: { application/json: { schema: { type: object, properties: {
        accessToken: { type: string }, user: { $ref: '#/components/schemas/User' } } } } } } }
  /me: { get: { responses: { '200': { description: me, content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } } } } }
  /hives:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Hive' } } } } } } }
    post:
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name], properties: {
        name: { type: string } } } } } }
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Hive' } } } } }
  /hives/{hiveId}:
    parameters: &hive [ { name: hiveId, in: path, required: true, schema: { type: integer } } ]
    get: { responses: { '200': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Hive' } } } },
      '404': { description: none }, '410': { description: it was removed } } }
    delete: { responses: { '204': { description: gone }, '404': { description: none } } }
  /hives/{hiveId}/frames:
    parameters: *hive
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Frame' } } } } } } }
  /hives/{hiveId}/frames/{frameId}:
    parameters: [ { name: hiveId, in: path, required: true, schema: { type: integer } }, { name: frameId, in: path, required: true, schema: { type: integer } } ]
    put: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Frame' } } } },
      responses: { '200': { description: changed, content: { application/json: { schema: { $ref: '#/components/schemas/Frame' } } } } } }
  /yards/{yardId}/keepers:
    parameters: &yard [ { name: yardId, in: path, required: true, schema: { type: integer } } ]
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Keeper' } } } } } } }
    post: { requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string } } } } } },
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Keeper' } } } } } }
  /yards:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Yard' } } } } } } }
    post: { requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string } } } } } },
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Yard' } } } } } }
  /yards/{yardId}/visits:
    parameters: *yard
    get:
      responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Visit' } } } } } }
    post:
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [keeper_id], properties: { keeper_id: { type: integer } } } } } }
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Visit' } } } }, '400': { description: wrong } }
  /harvests:
    get:
      parameters: [ { name: hiveId, in: query, schema: { type: integer } } ]
      responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Harvest' } } } } },
        '404': { description: no such hive } }
    post: { requestBody: { required: true, content: { application/json: { schema: { type: object, required: [hiveId], properties: { hiveId: { type: integer } } } } } },
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Harvest' } } } } } }
  /bids:
    post:
      description: Each helper makes one bid per hive.
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [hiveId, price], properties: {
        hiveId: { type: integer }, price: { type: number } } } } } }
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Bid' } } } },
        '409': { description: Already made a bid on this hive } }
  /bids/{id}: { get: { parameters: [ { name: id, in: path, required: true, schema: { type: integer } } ], responses: { '200': {
    description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Bid' } } } } } } }
  /labels:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Label' } } } } } } }
    post:
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [tag_name], properties: {
        tag_name: { type: string }, name: { type: string } } } } } }
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Label' } } } }, '409': { description: conflict } }
  /gate:
    get: { responses: { '200': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Gate' } } } } } }
    put:
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [pin, confirm_pin], properties: {
        pin: { type: string }, confirm_pin: { type: string } } } } } }
      responses: { '200': { description: set, content: { application/json: { schema: { $ref: '#/components/schemas/Gate' } } } }, '400': { description: wrong } }
components:
  schemas:
    User: { type: object, properties: { id: { type: integer }, email: { type: string } } }
    Hive: { type: object, properties: { id: { type: integer }, name: { type: string } } }
    Frame: { type: object, properties: { id: { type: integer, readOnly: true }, wood: { type: string } } }
    Yard: { type: object, properties: { id: { type: integer }, name: { type: string } } }
    Keeper: { type: object, properties: { id: { type: integer }, name: { type: string } } }
    Visit: { type: object, properties: { id: { type: integer }, keeper_id: { type: integer } } }
    Harvest: { type: object, properties: { id: { type: integer }, hiveId: { type: integer } } }
    Bid: { type: object, required: [id, hiveId, workerId, price], properties: { id: { type: integer }, hiveId: { type: integer },
      workerId: { type: integer }, price: { type: number } } }
    Label: { type: object, properties: { id: { type: integer }, tag_name: { type: string }, name: { type: string } } }
    Gate: { type: object, properties: { pin: { type: string } } }
"""


@pytest.fixture
def people(binary: Path, tmp_path: Path) -> Iterator[tuple[Person, Person]]:
    """Two people who have registered."""
    with serving(binary, tmp_path, "apiary", DOCUMENT) as server:
        guest = Person(server, "/apiary")
        made = [guest.post("/auth/register", {"email": f"{name}@bees.example", "password": "smoke and veil"}) for name in ("ada", "bo")]
        ada, bo = (Person(server, "/apiary", one["accessToken"], one["user"]["id"]) for one in made)
        yield ada, bo


def test_a_deleted_record_is_gone_where_the_document_says_so(people: tuple[Person, Person]) -> None:
    """410 for what was there, and 404 for what never was."""
    ada, _ = people
    hive = ada.post("/hives", {"name": "Oak"})["id"]
    assert ada.status("DELETE", f"/hives/{hive}") == 204
    assert ada.status("GET", f"/hives/{hive}") == 410
    assert ada.status("GET", "/hives/99999") == 404
    assert ada.status("DELETE", f"/hives/{hive}") == 404
    other = ada.post("/hives", {"name": "Yew"})["id"]
    assert ada.status("DELETE", f"/hives/{other}?permanent=true") == 204
    assert ada.status("GET", f"/hives/{other}") == 404


def test_the_oldest_of_many_deleted_records_are_forgotten(people: tuple[Person, Person]) -> None:
    ada, _ = people
    rows = [{"resource": "hives", "id": f"past-{number}"} for number in range(10_000)]
    assert ada.server.request("POST", "/_mock/data/apiary_gone", body=rows).status == 201
    hive = ada.post("/hives", {"name": "Elm"})["id"]
    assert ada.status("DELETE", f"/hives/{hive}") == 204
    assert ada.status("GET", f"/hives/{hive}") == 410
    assert ada.server.request("GET", "/_mock/data/apiary_gone?_limit=1").json()["total"] == 10_000


def test_a_number_of_the_server_makes_no_record(people: tuple[Person, Person]) -> None:
    """PUT changes what is there."""
    ada, _ = people
    hive = ada.get("/hives")[0]["id"]
    frame = ada.get(f"/hives/{hive}/frames")[0]["id"]
    assert ada.send("PUT", f"/hives/{hive}/frames/{frame}", {"wood": "lime"})["wood"] == "lime"
    assert ada.status("PUT", f"/hives/{hive}/frames/{frame + 9000}", {"wood": "lime"}) == 404


def test_ids_are_those_of_records_below_the_same_parent(people: tuple[Person, Person]) -> None:
    """A keeper of this yard, and of no other one."""
    ada, _ = people
    here, there = (ada.post("/yards", {"name": name})["id"] for name in ("North", "South"))
    for _ in range(12):
        ada.post(f"/yards/{there}/keepers", {"name": "Someone"})
    stranger = ada.post(f"/yards/{there}/keepers", {"name": "Cleo"})["id"]
    assert ada.status("POST", f"/yards/{there}/visits", {"keeper_id": stranger}) == 201
    assert ada.status("POST", f"/yards/{here}/visits", {"keeper_id": 4_000_000}) == 400


def test_a_filter_by_what_is_not_there_finds_nothing(people: tuple[Person, Person]) -> None:
    """A hive without harvests has an empty list; one that is not there has none."""
    ada, _ = people
    hive = ada.post("/hives", {"name": "Elm"})["id"]
    assert ada.get(f"/harvests?hiveId={hive}") == []
    ada.post("/harvests", {"hiveId": hive})
    assert [harvest["hiveId"] for harvest in ada.get(f"/harvests?hiveId={hive}")] == [hive]
    assert ada.status("GET", "/harvests?hiveId=99999") == 404


def test_each_account_makes_one_where_the_document_says_so(people: tuple[Person, Person]) -> None:
    """The record names who made it, by the word that the API has for these people."""
    ada, bo = people
    oak, elm = (ada.post("/hives", {"name": name})["id"] for name in ("Oak", "Elm"))
    assert ada.post("/bids", {"hiveId": oak, "price": 3})["workerId"] == ada.id
    assert ada.status("POST", "/bids", {"hiveId": oak, "price": 4}) == 409
    assert ada.status("POST", "/bids", {"hiveId": elm, "price": 4}) == 201
    assert bo.post("/bids", {"hiveId": oak, "price": 5})["workerId"] == bo.id


def test_a_conflict_is_about_what_must_be_sent(people: tuple[Person, Person]) -> None:
    """The tag, rather than the title beside it."""
    ada, _ = people
    assert ada.status("POST", "/labels", {"tag_name": "v1", "name": "Spring"}) == 201
    assert ada.status("POST", "/labels", {"tag_name": "v2", "name": "Spring"}) == 201
    assert ada.status("POST", "/labels", {"tag_name": "v1", "name": "Summer"}) == 409


def test_a_text_is_the_same_as_its_repetition(people: tuple[Person, Person]) -> None:
    """Else nothing changes."""
    ada, _ = people
    assert ada.send("PUT", "/gate", {"pin": "1234", "confirm_pin": "1234"})["pin"] == "1234"
    assert ada.status("PUT", "/gate", {"pin": "9876", "confirm_pin": "9867"}) == 400
    assert ada.get("/gate")["pin"] == "1234"


UNDECLARED = """
openapi: 3.0.3
info: { title: Cellar, version: '1' }
paths:
  /barrels: { get: { responses: { '401': { description: no token }, '200': { description: all, content: { application/json: { schema: { type: array, items: {
    type: object, properties: { id: { type: integer }, oak: { type: string } } } } } } } } } }
  /tastings: { get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { type: object, properties: {
    id: { type: integer } } } } } } } } } }
  /login: { post: { requestBody: { content: { application/json: { schema: { type: object, properties: { name: { type: string }, password: { type: string } } } } } },
    responses: { '401': { description: wrong }, '200': { description: in, content: { application/json: { schema: { type: object, properties: { token: { type: string } } } } } } } } }
"""


def test_credentials_are_needed_where_a_document_refuses_others_without_saying_which(binary: Path, tmp_path: Path) -> None:
    """It declares no security, but has a 401; to sign in needs none."""
    with serving(binary, tmp_path, "cellar", UNDECLARED) as server:
        nobody, somebody = (Person(server, "/cellar", token) for token in ("", "any"))
        assert (nobody.status("GET", "/barrels"), somebody.status("GET", "/barrels")) == (401, 200)
        assert nobody.status("GET", "/tastings") == 200
        assert nobody.status("POST", "/login", {"name": "ada", "password": "password"}) == 200
