"""Records of other resources that requests hold or name: those below a new record, one that is not there yet, one that names
the record in turn; and copies with what is below them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from journey import Person, using

DOCUMENT = """
openapi: 3.0.3
info: { title: Cellar, version: '1' }
paths:
  /crates:
    get:
      parameters:
        - { name: sort_by, in: query, schema: { type: string } }
        - { name: sort_desc, in: query, schema: { type: string, default: DESC } }
      responses: { '200': { description: all, content: { application/json: { schema: { allOf: [ { $ref:
        '#/components/schemas/Answer' }, { type: object, properties: { data: { type: object, properties: { rows: { type: array,
        items: { $ref: '#/components/schemas/Crate' } } } } } } ] } } } } }
    post:
      requestBody: { required: true, content: { application/json: { schema: { allOf: [ { $ref: '#/components/schemas/Crate' }, {
        type: object, properties: { crate_bottles: { type: array, items: { $ref: '#/components/schemas/Bottle' } } } } ] } } } }
      responses: { '400': { description: bad }, '200': &crate { description: one, content: { application/json: { schema: {
        allOf: [ { $ref: '#/components/schemas/Answer' }, { type: object, properties: { data: { $ref:
        '#/components/schemas/Crate' } } } ] } } } } }
  /crates/{crateId}:
    parameters: &crateId [ { name: crateId, in: path, required: true, schema: { type: string, format: uuid } } ]
    get: { responses: { '200': *crate } }
  /crates/{crateId}/bottles:
    parameters: *crateId
    get: { responses: { '200': { description: all, content: { application/json: { schema: { allOf: [ { $ref:
      '#/components/schemas/Answer' }, { type: object, properties: { data: { type: object, properties: { rows: { type: array,
      items: { $ref: '#/components/schemas/Bottle' } } } } } } ] } } } } } }
  /growers:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/Grower' } } } } } } }
  /growers/{id}:
    parameters: [ { name: id, in: path, required: true, schema: { type: integer } } ]
    get: { responses: { '200': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Grower' } } } } } }
  /pressings:
    post:
      requestBody: { content: { application/json: { schema: { type: object, required: [title, loads], properties: { title: {
        type: string }, loads: { type: array, items: { type: object, required: [kilos], properties: { kilos: { type: integer },
        note: { type: string }, grower: { type: integer } } } } } } } } }
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Pressing' } } } } }
  /pressings/{id}:
    parameters: [ { name: id, in: path, required: true, schema: { type: integer } } ]
    get: { responses: { '200': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Pressing' } } } } } }
  /pressings/{id}/loads:
    parameters: [ { name: id, in: path, required: true, schema: { type: integer } } ]
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/Load' } } } } } } }
  /recipes:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/Recipe' } } } } } } }
    post:
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name], properties: {
        name: { type: string }, sku: { type: string } } } } } }
      responses: { '422': { description: refused }, '201': &recipe { description: one, content: { application/json: { schema: {
        $ref: '#/components/schemas/Recipe' } } } } }
  /recipes/{id}:
    parameters: &id [ { name: id, in: path, required: true, schema: { type: integer } } ]
    get: { responses: { '200': *recipe } }
    put: { requestBody: { content: { application/json: { schema: { type: object, properties: { name: { type: string } } } } } },
      responses: { '200': *recipe } }
  /recipes/{id}/clone: { parameters: *id, post: { responses: { '201': *recipe } } }
  /recipes/{recipe_id}/steps:
    parameters: &recipe_id [ { name: recipe_id, in: path, required: true, schema: { type: integer } } ]
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/Step' } } } } } } }
    post: { requestBody: { required: true, content: { application/json: { schema: { type: object, required: [text], properties: {
      text: { type: string } } } } } }, responses: { '201': { description: made, content: { application/json: { schema: {
      $ref: '#/components/schemas/Step' } } } } } }
  /recipes/{recipe_id}/steps/{id}:
    parameters: [ { name: recipe_id, in: path, required: true, schema: { type: integer } }, { name: id, in: path, required: true,
      schema: { type: integer } } ]
    get: { responses: { '200': { description: one, content: { application/json: { schema: {
      $ref: '#/components/schemas/Step' } } } } } }
  /members:
    post:
      operationId: register
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Member' } } } }
      responses: { '400': { description: bad }, '201': { description: made, content: { application/json: { schema: {
        $ref: '#/components/schemas/Member' } } } } }
  /members/{id}: { parameters: *id, get: { responses: { '404': { description: none }, '200': { description: one, content: {
    application/json: { schema: { $ref: '#/components/schemas/Member' } } } } } } }
  /login:
    post: { requestBody: { required: true, content: { application/json: { schema: { type: object, required: [email, password],
      properties: { email: { type: string }, password: { type: string } } } } } }, responses: { '401': { description: wrong },
      '200': { description: a token, content: { application/json: { schema: { type: object, required: [token], properties: {
      token: { type: string } } } } } } } }
  /guides/create:
    post:
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/GuideProfile' } } } }
      responses: { '400': { description: bad }, '201': { description: made, content: { application/json: { schema: {
        $ref: '#/components/schemas/GuideProfile' } } } } }
  /guides/profile/{id}:
    parameters: *id
    get: { responses: { '200': { description: one, content: { application/json: { schema: {
      $ref: '#/components/schemas/GuideProfile' } } } } } }
  /lamps:
    post:
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Lamp' } } } }
      responses: { '400': { description: bad }, '201': { description: made, content: { application/json: { schema: {
        $ref: '#/components/schemas/Lamp' } } } } }
  /lamps/{id}: { parameters: *id, get: { responses: { '200': { description: one, content: { application/json: { schema: {
    $ref: '#/components/schemas/Lamp' } } } } } } }
  /tours:
    get:
      parameters:
        - { name: guide__member__id, in: query, schema: { type: integer } }
        - { name: guide__member__first_name, in: query, schema: { type: string } }
      responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
        $ref: '#/components/schemas/Tour' } } } } } }
    post:
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Tour' } } } }
      responses: { '400': { description: bad }, '201': { description: made, content: { application/json: { schema: {
        $ref: '#/components/schemas/Tour' } } } } }
  /cavers:
    post: { requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name], properties: {
      name: { type: string } } } } } }, responses: { '200': { description: made, content: { application/json: { schema: {
      $ref: '#/components/schemas/Caver' } } } } } }
  /cavers/{id}: { parameters: *id, get: { responses: { '200': { description: one, content: { application/json: { schema: {
    $ref: '#/components/schemas/Caver' } } } } } } }
  /instructors:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { type: object,
      properties: { id: { type: integer }, skills: { type: string, nullable: true } } } } } } } } }
    post:
      summary: Makes an instructor of a caver. The id of the instructor is equal to caver.id.
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [caverId], properties: {
        caverId: { type: integer }, skills: { type: string } } } } } }
      responses: { '200': { description: made, content: { application/json: { schema: { type: object, properties: { id: {
        type: integer } } } } } } }
components:
  schemas:
    Grower: { type: object, properties: { id: { type: integer }, name: { type: string } } }
    Pressing: { type: object, properties: { id: { type: integer }, title: { type: string } } }
    Load: { type: object, required: [id, kilos], properties: { id: { type: integer }, kilos: { type: integer }, note: {
      type: string }, grower: { $ref: '#/components/schemas/Grower' } } }
    Caver: { type: object, properties: { id: { type: integer }, name: { type: string }, isInstructor: { type: boolean } } }
    Answer: { type: object, required: [data, message], properties: { message: { type: string }, data: { type: object,
      properties: { rows: { type: array, items: { type: object } } } } } }
    Crate: { type: object, required: [label], properties: { id: { type: string, format: uuid, readOnly: true }, label: {
      type: string } } }
    Bottle: { type: object, required: [name], properties: { id: { type: string, format: uuid, readOnly: true }, name: {
      type: string }, litres: { type: integer }, crate_id: { type: string, format: uuid, readOnly: true } } }
    Recipe: { type: object, properties: { id: { type: integer }, name: { type: string }, sku: { type: string }, steps: {
      type: array, items: { $ref: '#/components/schemas/Step' } } } }
    Step: { type: object, properties: { id: { type: integer }, text: { type: string }, recipe_name: { type: string } } }
    Member: { type: object, required: [id, email, password], properties: { id: { type: integer, readOnly: true }, first_name: {
      type: string }, email: { type: string, format: email }, password: { type: string, writeOnly: true } } }
    GuideProfile: { type: object, required: [languages, lamp], properties: { id: { type: integer }, languages: { type: string },
      member: { $ref: '#/components/schemas/Member' }, lamp: { allOf: [ { $ref: '#/components/schemas/Lamp' } ],
      readOnly: true } } }
    Lamp: { type: object, required: [id, watts, guide], properties: { id: { type: integer, readOnly: true }, watts: {
      type: integer }, guide: { type: integer } } }
    Tour: { type: object, required: [id, cave, guide_id], properties: { id: { type: integer, readOnly: true }, cave: {
      type: string }, guide_id: { type: integer, writeOnly: true }, guide: { allOf: [ { $ref:
      '#/components/schemas/GuideProfile' } ], readOnly: true } } }
"""


@pytest.fixture(scope="module")
def app(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    """Somebody who uses the app."""
    with using(binary, tmp_path_factory.mktemp("cellar"), "cellar", DOCUMENT) as somebody:
        yield somebody


def test_records_below_a_new_one_come_with_it(app: Person) -> None:
    bottles = [{"name": "Cider", "litres": 2}, {"name": "Perry", "litres": 1}]
    crate = app.post("/crates", {"label": "C-1", "crate_bottles": bottles})["data"]
    listed = app.get(f"/crates/{crate['id']}/bottles")["data"]["rows"]
    assert [(bottle["name"], bottle["litres"]) for bottle in listed] == [("Cider", 2), ("Perry", 1)]
    assert {bottle["crate_id"] for bottle in listed} == {crate["id"]}
    assert len({bottle["id"] for bottle in listed}) == 2
    other = app.post("/crates", {"label": "C-2"})["data"]
    assert app.get(f"/crates/{other['id']}/bottles")["data"]["rows"] == []


def test_records_in_what_all_answers_have_are_known_by_the_one_that_says_more(app: Person) -> None:
    crate = app.post("/crates", {"label": "A-0"})["data"]
    assert app.get(f"/crates/{crate['id']}")["data"] == crate
    rows = app.get("/crates?sort_by=label&sort_desc=ASC")["data"]["rows"]
    labels = [row["label"] for row in rows]
    assert labels == sorted(labels)
    rows = app.get("/crates?sort_by=label&sort_desc=DESC")["data"]["rows"]
    assert [row["label"] for row in rows] == sorted(labels, reverse=True)
    assert app.status("POST", "/crates", {"crate_bottles": []}) == 400


def test_a_copy_has_what_is_below_it_and_a_value_of_its_own_where_no_two_are_the_same(app: Person) -> None:
    recipe = app.post("/recipes", {"name": "Mead", "sku": "MD"})
    assert app.status("POST", "/recipes", {"name": "Other", "sku": "MD"}) == 422
    step = app.post(f"/recipes/{recipe['id']}/steps", {"text": "Warm the honey"})
    copies = [app.post(f"/recipes/{recipe['id']}/clone") for _ in range(2)]
    assert len({recipe["id"], *(copy["id"] for copy in copies)}) == 3
    assert len({recipe["sku"], *(copy["sku"] for copy in copies)}) == 3
    steps = app.get(f"/recipes/{copies[0]['id']}/steps")
    assert [one["text"] for one in steps] == ["Warm the honey"] and steps[0]["id"] != step["id"]
    assert [one["text"] for one in app.get(f"/recipes/{copies[0]['id']}")["steps"]] == ["Warm the honey"]


def test_what_stands_below_a_record_shows_its_name_as_it_is_now(app: Person) -> None:
    recipe = app.post("/recipes", {"name": "Ale"})
    step = app.post(f"/recipes/{recipe['id']}/steps", {"text": "Mash"})
    assert step["recipe_name"] == "Ale"
    app.send("PUT", f"/recipes/{recipe['id']}", {"name": "Stout"})
    assert app.get(f"/recipes/{recipe['id']}/steps/{step['id']}")["recipe_name"] == "Stout"


def guide(app: Person, name: str) -> dict[str, object]:
    """A guide, made with an account of their own."""
    member = {"first_name": name, "email": f"{name.lower()}@example.org", "password": "stalactite"}
    return app.post("/guides/create", {"languages": "en", "member": member})


def test_a_record_that_is_sent_inside_of_another_is_made_too(app: Person) -> None:
    made = guide(app, "Lena")
    member = made["member"]
    assert isinstance(member, dict) and "password" not in member
    assert app.get(f"/members/{member['id']}")["email"] == "lena@example.org"
    assert app.post("/login", {"email": "lena@example.org", "password": "stalactite"})["token"]
    assert app.status("POST", "/login", {"email": "lena@example.org", "password": "password"}) == 401


def test_a_record_shows_the_one_that_names_it(app: Person) -> None:
    made = guide(app, "Olaf")
    lamp = app.post("/lamps", {"watts": 7, "guide": made["id"]})
    assert app.get(f"/guides/profile/{made['id']}")["lamp"] == lamp
    assert app.status("POST", "/lamps", {"watts": 7, "guide": 99_999_999}) == 400


def test_lists_are_filtered_by_properties_of_what_their_records_name(app: Person) -> None:
    (one, other) = (guide(app, "Mira"), guide(app, "Tarek"))
    tour = app.post("/tours", {"cave": "Echo", "guide_id": one["id"]})
    app.post("/tours", {"cave": "Drip", "guide_id": other["id"]})
    assert tour["guide"]["id"] == one["id"]
    member = one["member"]
    assert isinstance(member, dict)
    assert [each["id"] for each in app.get(f"/tours?guide__member__id={member['id']}")] == [tour["id"]]
    assert [each["id"] for each in app.get("/tours?guide__member__first_name=Mira")] == [tour["id"]]
    assert app.get("/tours?guide__member__first_name=Nobody") == []
    assert app.status("POST", "/tours", {"cave": "Echo", "guide_id": 99_999_999}) == 400


def test_a_record_has_the_id_of_the_one_that_it_is_made_of(app: Person) -> None:
    for _ in range(3):
        caver = app.post("/cavers", {"name": "Nia"})["id"]
    assert app.get(f"/cavers/{caver}")["isInstructor"] is False
    assert app.post("/instructors", {"caverId": caver, "skills": "ropes"})["id"] == caver
    assert app.get(f"/cavers/{caver}")["isInstructor"] is True
    assert caver in [one["id"] for one in app.get("/instructors")]
    assert 400 <= app.status("POST", "/instructors", {"caverId": 99_999_999}) < 500


def test_records_below_a_new_one_show_what_they_name(app: Person) -> None:
    """By the number that the request has in place of the record."""
    grower = app.get("/growers")[1]
    pressing = app.post("/pressings", {"title": "Monday", "loads": [{"kilos": 80, "note": "wet", "grower": grower["id"]}]})
    (load,) = app.get(f"/pressings/{pressing['id']}/loads")
    assert (load["kilos"], load["note"], load["grower"]) == (80, "wet", grower)
