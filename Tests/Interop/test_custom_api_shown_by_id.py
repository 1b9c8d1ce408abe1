"""What requests name by an id and responses show whole, lists that are changed by ids, and what responses repeat of their
requests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from journey import Person, using

DOCUMENT = """
openapi: 3.0.3
info: { title: Allotments, version: '1' }
paths:
  /plots/{plot}/seasons:
    parameters: &plot [ { name: plot, in: path, required: true, schema: { type: string } } ]
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/Season' } } } } } } }
    post: { requestBody: { content: { application/json: { schema: { type: object, required: [title], properties: { title: {
      type: string }, state: { type: string } } } } } }, responses: { '201': { description: made, content: { application/json: {
      schema: { $ref: '#/components/schemas/Season' } } } } } }
  /plots/{plot}/seasons/{id}:
    parameters: [ { name: plot, in: path, required: true, schema: { type: string } }, { name: id, in: path, required: true, schema: { type: integer } } ]
    get: { responses: { '404': { description: none }, '200': &season { description: one, content: { application/json: { schema: {
      $ref: '#/components/schemas/Season' } } } } } }
  /plots/{plot}/seasons/code/{code}:
    parameters: [ { name: plot, in: path, required: true, schema: { type: string } }, { name: code, in: path, required: true, schema: { type: string } } ]
    get: { responses: { '404': { description: none }, '200': *season } }
  /plots/{plot}/labels:
    parameters: *plot
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/Label' } } } } } } }
    post: { requestBody: { content: { application/json: { schema: { type: object, required: [name], properties: { name: {
      type: string } } } } } }, responses: { '201': { description: made, content: { application/json: { schema: {
      $ref: '#/components/schemas/Label' } } } } } }
  /plots/{plot}/jobs:
    parameters: *plot
    post: { requestBody: { content: { application/json: { schema: { type: object, required: [title], properties: { title: {
      type: string }, season: { type: integer }, labels: { type: array, items: { type: integer } } } } } } }, responses: {
      '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Job' } } } } } }
  /plots/{plot}/jobs/{id}:
    parameters: [ { name: plot, in: path, required: true, schema: { type: string } }, { name: id, in: path, required: true, schema: { type: integer } } ]
    get: { responses: { '200': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Job' } } } } } }
  /plots/{plot}/notes/{name}:
    parameters: [ { name: plot, in: path, required: true, schema: { type: string } }, { name: name, in: path, required: true, schema: { type: string } } ]
    get: { responses: { '404': { description: none }, '200': { description: one, content: { application/json: { schema: &note {
      $ref: '#/components/schemas/Note' } } } } } }
    post: { requestBody: &sent { content: { application/json: { schema: { type: object, required: [text], properties: { text: {
      type: string } } } } } }, responses: { '201': { description: made, content: { application/json: { schema: *note } } } } }
    put: { requestBody: *sent, responses: { '200': { description: changed, content: { application/json: { schema: *note } } } } }
  /plants:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/Plant' } } } } } } }
    post: { requestBody: { content: { application/json: { schema: { type: object, required: [name], properties: { name: {
      type: string } } } } } }, responses: { '201': { description: made, content: { application/json: { schema: {
      $ref: '#/components/schemas/Plant' } } } } } }
  /beds:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/Bed' } } } } } } }
    post: { requestBody: { content: { application/json: { schema: { type: object, required: [name], properties: { name: {
      type: string } } } } } }, responses: { '201': { description: made, content: { application/json: { schema: {
      $ref: '#/components/schemas/Bed' } } } } } }
  /beds/{id}:
    parameters: &id [ { name: id, in: path, required: true, schema: { type: integer } } ]
    get: { responses: { '404': { description: none }, '200': { description: one, content: { application/json: { schema: {
      $ref: '#/components/schemas/Bed' } } } } } }
  /beds/{id}/plants:
    parameters: *id
    put: &bulk { requestBody: { required: true, content: { application/json: { schema: { type: object, required: [ids], properties: {
      ids: { type: array, items: { type: integer } } } } } } }, responses: { '200': { description: each, content: {
      application/json: { schema: { type: array, items: { type: object, required: [id, success], properties: { id: {
      type: integer }, success: { type: boolean }, error: { type: string, enum: [duplicate, not_found] } } } } } } } } }
    delete: *bulk
  /sunshine/{plot}:
    parameters: *plot
    get:
      parameters: [ { name: hours, in: query, schema: { type: integer } } ]
      responses: { '200': { description: when, content: { application/json: { schema: { type: object, required: [plot, hours],
        properties: { plot: { type: string }, hours: { type: integer }, times: { type: array, items: { type: string } } } } } } } }
  /advice:
    post: { requestBody: { content: { application/json: { schema: { type: object, properties: { crops: { type: array, items: {
      type: string } } } } } } }, responses: { '200': { description: some, content: { application/json: { schema: { type: object,
      properties: { crops: { type: array, items: { type: string } }, text: { type: string } } } } } } } }
  /tenants:
    get:
      parameters:
        - { name: name, in: query, schema: { type: string } }
        - { name: email, in: query, schema: { type: string } }
        - { name: filter, in: query, description: 'Filters on the columns name and street', schema: { type: string } }
      responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
        $ref: '#/components/schemas/Tenant' } } } } } }
    post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Tenant' } } } }, responses: {
      '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Tenant' } } } } } }
  /tenants/{id}:
    parameters: *id
    get: { responses: { '404': { description: none }, '200': { description: one, content: { application/json: { schema: {
      $ref: '#/components/schemas/Tenant' } } } } } }
  /tenants/{id}/bills:
    parameters: *id
    post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Bill' } } } }, responses: {
      '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Bill' } } } } } }
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/Bill' } } } } } } }
  /tenants/{id}/overview:
    parameters: *id
    get: { responses: { '404': { description: none }, '200': { description: one, content: { application/json: { schema: { type: object,
      required: [tenant, bills], properties: { tenant: { $ref: '#/components/schemas/Tenant' }, bills: { type: array, items: {
      $ref: '#/components/schemas/Bill' } } } } } } } } }
  /tenants/{id}/sheds:
    parameters: *id
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/Shed' } } } } } } }
    post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Shed' } } } }, responses: {
      '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Shed' } } } } } }
  /tenants/{id}/property:
    parameters: *id
    get: { responses: { '404': { description: none }, '200': { description: one, content: { application/json: { schema: { type: object,
      properties: { data: { type: object, required: [tenant, sheds], properties: { tenant: { $ref: '#/components/schemas/Tenant' },
      sheds: { type: array, items: { $ref: '#/components/schemas/Shed' } } } } } } } } } } }
  /tenants/{id}/ban:
    parameters: *id
    put: { responses: { '200': { description: done, content: { application/json: { schema: {
      $ref: '#/components/schemas/Tenant' } } } } } }
    delete: { responses: { '200': { description: done, content: { application/json: { schema: {
      $ref: '#/components/schemas/Tenant' } } } } } }
  /logs:
    get:
      parameters:
        - { name: limit, in: query, schema: { type: integer, default: 50 } }
        - { name: since, in: query, description: entries with an ID less than this value, schema: { type: integer } }
      responses: { '200': { description: some, content: { application/json: { schema: { type: object, properties: { logs: {
        type: array, items: { $ref: '#/components/schemas/Log' } }, paging: { type: object, required: [since], properties: { since: {
        type: integer }, next: { type: string, example: '/logs?limit=50&since=123' } } } } } } } } }
    post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Log' } } } }, responses: {
      '200': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Log' } } } } } }
components:
  schemas:
    Log: { type: object, required: [text], properties: { id: { type: integer, readOnly: true }, text: { type: string } } }
    Tenant: { type: object, required: [name], properties: { id: { type: integer, readOnly: true }, name: { type: string }, standing: {
      type: string, readOnly: true, enum: [Normal, Banned] }, street: { type: string }, contacts: { type: array, items: { type: object, properties: { email: { type: string }, phone: {
      type: string } } } } } }
    Shed: { type: object, required: [size], properties: { id: { type: integer, readOnly: true }, size: { type: number } } }
    Bill: { type: object, required: [amount], properties: { id: { type: integer, readOnly: true }, amount: { type: number } } }
    Season: { type: object, properties: { id: { type: integer }, code: { type: string }, title: { type: string }, state: {
      type: string }, open_jobs: { type: integer } } }
    Label: { type: object, properties: { id: { type: integer }, name: { type: string } } }
    Job: { type: object, properties: { id: { type: integer }, title: { type: string }, helpers: { type: integer }, season: {
      $ref: '#/components/schemas/Season' }, labels: { type: array, items: { $ref: '#/components/schemas/Label' } } } }
    Note: { type: object, properties: { name: { type: string }, text: { type: string } } }
    Plant: { type: object, properties: { id: { type: integer }, name: { type: string } } }
    Bed: { type: object, properties: { id: { type: integer }, name: { type: string }, plantCount: { type: integer } } }
"""


@pytest.fixture
def app(binary: Path, tmp_path: Path) -> Iterator[Person]:
    """Somebody who uses the app."""
    with using(binary, tmp_path, "allotments", DOCUMENT) as somebody:
        yield somebody


def test_records_show_what_was_named_by_its_id(app: Person) -> None:
    """A number for an object, and numbers for a list of objects, below the same parents."""
    season = app.post("/plots/north/seasons", {"title": "Spring"})
    labels = [app.post("/plots/north/labels", {"name": name}) for name in ("dig", "sow")]
    job = app.post("/plots/north/jobs", {"title": "Beans", "season": season["id"], "labels": [each["id"] for each in labels]})
    assert (job["season"], job["labels"]) == (season, labels)
    assert app.get(f"/plots/north/jobs/{job['id']}")["labels"] == labels


def test_counts_of_things_in_a_state_begin_at_nothing(app: Person) -> None:
    """`open_jobs`; and what somebody closes in the end begins open."""
    season = app.post("/plots/north/seasons", {"title": "Spring"})
    assert season["open_jobs"] == 0


def test_a_record_is_read_by_what_the_path_calls_it(app: Person) -> None:
    """`seasons/code/{code}` shows what `seasons/{id}` shows."""
    season = app.post("/plots/north/seasons", {"title": "Spring"})
    assert isinstance(season["id"], int)
    assert app.get(f"/plots/north/seasons/code/{season['code']}") == season
    assert app.status("GET", "/plots/north/seasons/code/none") == 404


def test_a_post_at_the_path_of_a_record_makes_it(app: Person) -> None:
    """Where a PUT changes it."""
    assert app.status("GET", "/plots/north/notes/rain.txt") == 404
    assert app.call("POST", "/plots/north/notes/rain.txt", {"text": "none"}) == (201, {"name": "rain.txt", "text": "none"})
    assert app.get("/plots/north/notes/rain.txt")["text"] == "none"


def outcomes(answer: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """What a response says of each id."""
    return [(each["id"], each["success"], each.get("error")) for each in answer]


def test_a_response_says_of_each_id_what_became_of_it(app: Person) -> None:
    """Added, there already, unknown; and the number of the list's records follows."""
    bed = app.post("/beds", {"name": "South"})
    bean, pea = (app.post("/plants", {"name": name})["id"] for name in ("Bean", "Pea"))
    path = f"/beds/{bed['id']}/plants"
    assert bed["plantCount"] == 0
    assert outcomes(app.send("PUT", path, {"ids": [bean, pea]})) == [(bean, True, None), (pea, True, None)]
    assert outcomes(app.send("PUT", path, {"ids": [pea, 4711]})) == [(pea, False, "duplicate"), (4711, False, "not_found")]
    assert app.get(f"/beds/{bed['id']}")["plantCount"] == 2
    assert outcomes(app.send("DELETE", path, {"ids": [bean]})) == [(bean, True, None)]
    assert app.get(f"/beds/{bed['id']}")["plantCount"] == 1


def test_responses_repeat_what_their_requests_have_by_the_same_names(app: Person) -> None:
    """A parameter of the path and of the query, and a list of the body."""
    sun = app.get("/sunshine/north?hours=7")
    assert (sun["plot"], sun["hours"]) == ("north", 7)
    assert app.post("/advice", {"crops": ["bean", "pea"]})["crops"] == ["bean", "pea"]


def test_lists_are_asked_for_by_patterns_columns_and_what_lists_hold(app: Person) -> None:
    """`name=Oak*`, a `filter` on several columns, and the e-mail address of a contact."""
    sent = {"name": "Oakley", "street": "Quagga Lane", "contacts": [{"email": "o@oak.example"}, {"email": "p@oak.example"}]}
    oak = app.post("/tenants", sent)
    app.post("/tenants", {"name": "Ashley", "street": "Oak Street", "contacts": [{"email": "a@ash.example"}]})
    for query in ("name=Oakl*", "filter=Quagga", "email=p@oak.example"):
        assert [each["id"] for each in app.get(f"/tenants?{query}")] == [oak["id"]], query


def test_a_view_of_a_record_shows_the_record_and_what_is_below_it(app: Person) -> None:
    """`/tenants/{id}/overview`, which nothing else is done with."""
    tenant = app.post("/tenants", {"name": "Oakley"})
    bill = app.post(f"/tenants/{tenant['id']}/bills", {"amount": 12.5})
    view = app.get(f"/tenants/{tenant['id']}/overview")
    assert view["tenant"]["name"] == "Oakley" and view["tenant"]["id"] == tenant["id"]
    assert view["bills"] == [bill]


def test_such_a_view_may_stand_inside_of_an_object(app: Person) -> None:
    """As the responses of many APIs do."""
    tenant = app.post("/tenants", {"name": "Oakley"})
    shed = app.post(f"/tenants/{tenant['id']}/sheds", {"size": 4})
    view = app.get(f"/tenants/{tenant['id']}/property")["data"]
    assert (view["tenant"]["name"], view["sheds"]) == ("Oakley", [shed])


def test_what_is_taken_back_leaves_the_neutral_value(app: Person) -> None:
    """PUT sets the value that the path names, and DELETE the one that says that there is nothing."""
    tenant = app.post("/tenants", {"name": "Oakley"})
    assert app.send("PUT", f"/tenants/{tenant['id']}/ban")["standing"] == "Banned"
    assert app.send("DELETE", f"/tenants/{tenant['id']}/ban")["standing"] == "Normal"


def test_pages_go_on_below_an_id(app: Person) -> None:
    """Where the description says so: the newest first, each once, and nothing after the last."""
    made = [app.post("/logs", {"text": f"entry {number}"})["id"] for number in range(5)]
    seen: list[int] = []
    path = "/logs?limit=2"
    while (page := app.get(path))["logs"]:
        seen += [each["id"] for each in page["logs"]]
        path = f"/logs?limit=2&since={page['paging']['since']}"
        assert page["paging"].get("next", "").endswith(path) or len(page["logs"]) < 2 or seen[-1] == 1
    assert seen[:5] == made[::-1] and seen == sorted(set(seen), reverse=True)
    assert page["paging"]["since"] == 0
