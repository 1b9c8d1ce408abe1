"""Records that stand deep in responses, or alone in a list; collections that parameters name; what a request holds for others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from journey import Person, ids, using

WRAPPED = """
openapi: 3.0.3
info: { title: Kennels, version: '1' }
paths:
  /v1/dogs:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/Dog' } } } } } } }
  /v1/dogs/{dogId}:
    parameters: &dogId [ { name: dogId, in: path, required: true, schema: { type: integer } } ]
    get: { responses: { '200': { description: one, content: { application/json: { schema: {
      $ref: '#/components/schemas/Dog' } } } }, '404': { description: none } } }
  /v2/dogs:
    post: { requestBody: { content: { application/json: { schema: { type: object, required: [name], properties: { name: {
      type: string }, motto: { type: string } } } } } }, responses: { '200': &dog { description: one, content: {
      application/json: { schema: { type: object, required: [kennel], properties: { kennel: { type: object, required: [meta,
      data], properties: { meta: { type: object, properties: { status: { type: string }, statuscode: { type: integer } } },
      data: { $ref: '#/components/schemas/Dog' } } } } } } } } } }
  /v2/dogs/puppies:
    post: { requestBody: { content: { application/json: { schema: { type: object, required: [name], properties: { name: {
      type: string }, motto: { type: string } } } } } }, responses: { '200': *dog } }
  /v2/walkers:
    post: { requestBody: { content: { application/json: { schema: { type: object, required: [name], properties: { name: {
      type: string } } } } } }, responses: { '200': { description: the new one, content: { application/json: { schema: {
      type: object, required: [data], properties: { data: { type: array, items: { $ref: '#/components/schemas/Walker' } }
      } } } } } } }
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: object, required: [data],
      properties: { data: { type: array, items: { $ref: '#/components/schemas/Walker' } }, total: { type: integer } }
      } } } } } }
  /walkers/{walkerId}:
    parameters: [ { name: walkerId, in: path, required: true, schema: { type: integer } } ]
    get: { responses: { '200': { description: one, content: { application/json: { schema: {
      $ref: '#/components/schemas/Walker' } } } } } }
  /v2/{holderKind}/{holderId}/notes:
    parameters:
      - { name: holderKind, in: path, required: true, schema: { type: string, enum: [dogs, walkers] } }
      - { name: holderId, in: path, required: true, schema: { type: integer } }
    post: { requestBody: { content: { application/json: { schema: { type: object, required: [text], properties: { text: {
      type: string } } } } } }, responses: { '200': { description: one, content: { application/json: { schema: {
      $ref: '#/components/schemas/Note' } } } } } }
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/Note' } } } } } } }
components:
  schemas:
    Dog: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string }, motto: {
      type: string } } }
    Walker: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }
    Note: { type: object, required: [id, text], properties: { id: { type: integer }, text: { type: string } } }
"""

ORDERS = """
openapi: 3.0.3
info: { title: Bindery, version: '1' }
paths:
  /jobs:
    get:
      parameters:
        - { name: max_id, in: query, description: The greatest id., schema: { type: integer } }
        - { name: page, in: query, schema: { type: number } }
        - { name: limit, in: query, schema: { type: number } }
        - { name: sort, in: query, description: 'Add a direction to the name, such as `sort=pages:desc`.', schema: {
            type: string, enum: [id, pages] } }
      responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
        $ref: '#/components/schemas/Job' } } } } } }
    post:
      requestBody: { content: { application/json: { schema: { type: object, required: [sheets], properties: { pages: {
        type: integer }, sheets: { type: array, items: { anyOf: [ { $ref: '#/components/schemas/NewSheet' } ] } } } } } } }
      responses: { '200': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Job' }
        } } } }
  /jobs/{job_id}/sheets:
    parameters: &job [ { name: job_id, in: path, required: true, schema: { type: integer } } ]
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/Sheet' } } } } } } }
  /jobs/{job_id}/sheets/{sheet_id}:
    parameters: [ { name: job_id, in: path, required: true, schema: { type: integer } }, { name: sheet_id, in: path,
      required: true, description: The id of the sheet., schema: { type: integer } } ]
    get: { responses: { '200': { description: one, content: { application/json: { schema: {
      $ref: '#/components/schemas/Sheet' } } } }, '404': { description: none } } }
  /order_colours:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/Colour' } } } } } } }
  /order_colours/{colour_id}:
    parameters: [ { name: colour_id, in: path, required: true, schema: { type: integer } } ]
    get: { responses: { '200': { description: one, content: { application/json: { schema: {
      $ref: '#/components/schemas/Colour' } } } } } }
  /machines:
    get:
      description: The list is in descending order by the number of runs that a machine has made.
      parameters: [ { name: limit, in: query, schema: { type: integer } }, { name: id, in: query, schema: { type: integer } } ]
      responses: { '404': { description: none of these ids }, '200': { description: all, content: { application/json: { schema: { type: object, required: [machines, count],
        properties: { count: { type: integer, description: The number of machines in this result set. }, machines: {
        type: array, items: { $ref: '#/components/schemas/Machine' } } } } } } } }
    post: { requestBody: { content: { application/json: { schema: { type: object, required: [label], properties: { label: {
      type: string }, run_count: { type: integer } } } } } }, responses: { '201': { description: one, content: {
      application/json: { schema: { $ref: '#/components/schemas/Machine' } } } } } }
components:
  schemas:
    Machine: { type: object, required: [id, label, run_count], properties: { id: { type: integer }, label: { type: string },
      run_count: { type: integer } } }
    Job: { type: object, required: [id], properties: { id: { type: integer }, pages: { type: integer }, sheets: {
      type: object, readOnly: true, properties: { url: { type: string }, resource: { type: string } } } } }
    NewSheet: { type: object, required: [paper, copies], properties: { paper: { type: string }, copies: { type: integer },
      sheet_id: { type: integer } } }
    Sheet: { type: object, required: [id, paper, copies], properties: { id: { type: integer }, job_id: { type: integer },
      sheet_id: { type: integer, description: The sheet of the catalogue. }, paper: { type: string }, copies: {
      type: integer } } }
    Colour: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }
"""

NAMESPACES = """
openapi: 3.0.3
info: { title: Clippings, version: '1' }
paths:
  /rpc/org.example.clipping.createClipping:
    post: { requestBody: { content: { application/json: { schema: { type: object, required: [text], properties: { text: {
      type: string } } } } } }, responses: { '200': { description: one, content: { application/json: { schema: {
      $ref: '#/components/schemas/Clipping' } } } } } }
  /rpc/org.example.clipping.createPoll:
    post: { requestBody: { content: { application/json: { schema: { type: object, required: [title, choices], properties: {
      title: { type: string }, choices: { type: array, items: { type: object, properties: { text: { type: string } } } } }
      } } } }, responses: { '200': { description: one, content: { application/json: { schema: {
      $ref: '#/components/schemas/Poll' } } } } } }
  /rpc/org.example.clipping.listPolls:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: object, required: [polls],
      properties: { polls: { type: array, items: { $ref: '#/components/schemas/Poll' } } } } } } } } }
  /rpc/org.example.clipping.getClippings:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: object, required: [clippings],
      properties: { cursor: { type: string }, clippings: { type: array, items: { $ref: '#/components/schemas/Clipping' } }
      } } } } } } }
  /rpc/org.example.clipping.deleteClipping:
    post: { requestBody: { content: { application/json: { schema: { type: object, required: [id], properties: { id: {
      type: string } } } } } }, responses: { '200': { description: gone } } }
components:
  schemas:
    Poll: { type: object, required: [id, title, choices], properties: { id: { type: string }, title: { type: string },
      choices: { type: array, items: { type: object, required: [id, text, votes], properties: { id: { type: string }, text: {
      type: string }, votes: { type: integer } } } } } }
    Clipping: { type: object, required: [id, text], properties: { id: { type: string }, text: { type: string } } }
"""

VERBS_FIRST = """
openapi: 3.0.3
info: { title: Lamps, version: '1' }
paths:
  /api/list/lamps:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/Lamp' } } } } } } }
  /api/add/lamp:
    post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Lamp' } } } },
      responses: { '200': &lamp { description: one, content: { application/json: { schema: {
      $ref: '#/components/schemas/Lamp' } } } } } }
  /api/get/lamp/{id}:
    parameters: &id [ { name: id, in: path, required: true, schema: { type: integer } } ]
    get: { responses: { '200': *lamp, '404': { description: none } } }
  /api/edit/lamp/{id}:
    parameters: *id
    put: { requestBody: { content: { application/json: { schema: { type: object, properties: { watts: { type: integer } } }
      } } }, responses: { '200': *lamp } }
  /api/remove/lamp/{id}:
    parameters: *id
    delete: { responses: { '200': { description: gone } } }
  /api/get/version:
    get: { responses: { '200': { description: one, content: { application/json: { schema: { type: object, properties: {
      version: { type: string } } } } } } } }
components:
  schemas:
    Lamp: { type: object, required: [name], properties: { id: { type: integer, readOnly: true }, name: { type: string },
      watts: { type: integer } } }
"""


@pytest.fixture(scope="module")
def kennel(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    """A client of an API whose newer version wraps its records twice."""
    with using(binary, tmp_path_factory.mktemp("kennel"), "kennel", WRAPPED) as client:
        yield client


@pytest.fixture(scope="module")
def bindery(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    """A client of an API whose jobs are created with their sheets."""
    with using(binary, tmp_path_factory.mktemp("bindery"), "bindery", ORDERS) as client:
        yield client


@pytest.fixture(scope="module")
def clippings(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    """A client of an API whose operations have names in a namespace."""
    with using(binary, tmp_path_factory.mktemp("clippings"), "clippings", NAMESPACES) as client:
        yield client


@pytest.mark.parametrize("path", ["/v2/dogs", "/v2/dogs/puppies"])
def test_a_record_below_the_only_member_of_a_response_is_kept(kennel: Person, path: str) -> None:
    """`{"kennel": {"meta": …, "data": {…}}}` holds the dog that the earlier version shows by itself."""
    made = kennel.post(path, {"name": "Biscuit", "motto": "Dig"})["kennel"]["data"]
    assert (made["name"], made["motto"]) == ("Biscuit", "Dig")
    assert kennel.get(f"/v1/dogs/{made['id']}") == made
    assert made in kennel.get("/v1/dogs")


def test_a_new_record_is_the_only_element_of_a_list(kennel: Person) -> None:
    """`{"data": [{…}]}` in response to a POST holds what was created, with an id that leads to it."""
    made = kennel.post("/v2/walkers", {"name": "Noor"})["data"]
    assert [walker["name"] for walker in made] == ["Noor"]
    assert made[0] in kennel.get("/v2/walkers")["data"]
    assert kennel.get(f"/walkers/{made[0]['id']}") == made[0]


def test_a_parameter_names_the_collection_of_the_parent(kennel: Person) -> None:
    """`/{holderKind}/{holderId}/notes` has notes of dogs and of walkers, which have nothing in common but their path."""
    dog = kennel.post("/v2/dogs", {"name": "Pepper"})["kennel"]["data"]["id"]
    note = kennel.post(f"/v2/dogs/{dog}/notes", {"text": "limps"})
    assert kennel.get(f"/v2/dogs/{dog}/notes") == [note]
    walker = kennel.post("/v2/walkers", {"name": "Ines"})["data"][0]["id"]
    assert kennel.get(f"/v2/walkers/{walker}/notes") == []
    assert kennel.status("POST", "/v2/dogs/99999/notes", {"text": "nobody's"}) == 404


def test_what_a_request_holds_for_another_path_is_there(bindery: Person) -> None:
    """A new job shows a link in place of the sheets that came with it, and the path of the sheets lists them."""
    job = bindery.post("/jobs", {"pages": 12, "sheets": [{"paper": "rag", "copies": 2, "sheet_id": 77}]})["id"]
    sheets = bindery.get(f"/jobs/{job}/sheets")
    assert [(sheet["paper"], sheet["copies"], sheet["sheet_id"]) for sheet in sheets] == [("rag", 2, 77)]
    assert sheets[0].get("job_id", job) == job
    assert bindery.get(f"/jobs/{job}/sheets/{sheets[0]['id']}") == sheets[0]


def test_pages_go_on_beside_a_filter_by_the_greatest_id(bindery: Person) -> None:
    """`max_id` filters where `page` pages, and both are there."""
    bindery.post("/jobs", {"pages": 3, "sheets": []})
    first, second = (bindery.get(f"/jobs?limit=2&page={page}") for page in (1, 2))
    assert len(first) == len(second) == 2
    assert not set(ids(first)) & set(ids(second))
    least = min(ids(bindery.get("/jobs?limit=100")))
    assert ids(bindery.get(f"/jobs?max_id={least}")) == [least]


def test_a_direction_that_the_description_adds_is_understood(bindery: Person) -> None:
    """The list of values has the names alone; the description has `sort=pages:desc`."""
    for pages in (40, 8, 90):
        bindery.post("/jobs", {"pages": pages, "sheets": []})
    pages = [job["pages"] for job in bindery.get("/jobs?sort=pages:desc&limit=100") if "pages" in job]
    assert pages == sorted(pages, reverse=True) and len(set(pages)) > 2
    assert bindery.status("GET", "/jobs?sort=colour:desc") == 400


def test_a_name_that_begins_with_a_verb_is_a_thing_where_it_is_listed(bindery: Person) -> None:
    """`/order_colours/{colour_id}` reads one of `/order_colours`, and orders nothing."""
    colours = bindery.get("/order_colours")
    assert len(colours) > 1
    assert [bindery.get(f"/order_colours/{colour['id']}") for colour in colours] == colours


def test_a_list_is_ordered_and_counted_as_its_description_says(bindery: Person) -> None:
    """By a number that the description spells out, and with the count of one response."""
    for runs in (7, 900, 40):
        bindery.post("/machines", {"label": f"{runs} runs", "run_count": runs})
    listed = bindery.get("/machines?limit=100")
    runs = [machine["run_count"] for machine in listed["machines"]]
    assert {7, 40, 900} <= set(runs) and runs == sorted(runs, reverse=True)
    assert listed["count"] == len(runs)
    assert bindery.get("/machines?limit=1")["count"] == 1


def test_a_list_by_an_unknown_id_is_not_found_where_the_document_has_404(bindery: Person) -> None:
    """And a list by another filter is empty."""
    made = bindery.post("/machines", {"label": "Cutter", "run_count": 1})
    assert bindery.get(f"/machines?id={made['id']}")["machines"] == [made]
    assert bindery.status("GET", "/machines?id=987654") == 404
    assert bindery.get("/jobs?max_id=0") == []


def test_verbs_that_stand_before_a_noun_are_about_the_same_records(binary: Path, tmp_path: Path) -> None:
    """`/add/lamp`, `/get/lamp/{id}`, `/edit/lamp/{id}` and `/remove/lamp/{id}` are about what `/list/lamps` shows."""
    with using(binary, tmp_path, "lamps", VERBS_FIRST) as client:
        made = client.post("/api/add/lamp", {"name": "Desk", "watts": 7})
        assert client.get(f"/api/get/lamp/{made['id']}") == made
        assert client.send("PUT", f"/api/edit/lamp/{made['id']}", {"watts": 9})["watts"] == 9
        assert made | {"watts": 9} in client.get("/api/list/lamps")
        assert client.status("DELETE", f"/api/remove/lamp/{made['id']}") == 200
        assert client.status("GET", f"/api/get/lamp/{made['id']}") == 404


def test_operations_of_a_namespace_are_about_what_their_names_say(clippings: Person) -> None:
    """`org.example.clipping.createClipping` creates what `getClippings` lists and `deleteClipping` removes."""
    made = clippings.post("/rpc/org.example.clipping.createClipping", {"text": "A fox was seen"})
    assert made["text"] == "A fox was seen"
    assert made in clippings.get("/rpc/org.example.clipping.getClippings")["clippings"]
    assert clippings.status("POST", "/rpc/org.example.clipping.deleteClipping", {"id": made["id"]}) == 200
    assert made["id"] not in ids(clippings.get("/rpc/org.example.clipping.getClippings")["clippings"])


def test_what_is_counted_inside_of_a_new_record_begins_at_zero(clippings: Person) -> None:
    """Nobody has voted for the choices of a new poll."""
    asked = {"title": "Which fox?", "choices": [{"text": "The red one"}, {"text": "The other"}]}
    made = clippings.post("/rpc/org.example.clipping.createPoll", asked)
    assert [(choice["text"], choice["votes"]) for choice in made["choices"]] == [("The red one", 0), ("The other", 0)]
    assert made in clippings.get("/rpc/org.example.clipping.listPolls")["polls"]
