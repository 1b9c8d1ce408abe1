"""What is stored is shown although the schemas of a document overlap; ids that changes leave alone; and tokens in the headers of
responses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from journey import Person, using

DOCUMENT = """
openapi: 3.0.3
info: { title: Weather, version: '1' }
paths:
  /readings:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: object, properties: {
      count: { type: integer }, result: { type: array, items: { oneOf: [ { $ref: '#/components/schemas/Reading' }, {
      $ref: '#/components/schemas/Note' } ] } } } } } } } } }
    post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Reading' } } } }, responses: {
      '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Reading' } } } } } }
  /readings/{identifier}:
    parameters: [ { name: identifier, in: path, required: true, schema: { type: string } } ]
    get: { responses: { '404': { description: none }, '200': &one { description: one, content: { application/json: { schema: {
      $ref: '#/components/schemas/Reading' } } } } } }
    patch: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Reading' } } } }, responses: {
      '200': *one } }
  /account/register:
    post: { requestBody: &sent { content: { application/json: { schema: { type: object, required: [email, password], properties: {
      email: { type: string }, password: { type: string } } } } } }, responses: { '200': { description: made, content: {
      application/json: { schema: { $ref: '#/components/schemas/User' } } } } } }
  /account/login:
    post:
      requestBody: *sent
      responses:
        '401': { description: wrong }
        '200': { description: The token is a header., headers: { x-context-token: { schema: { type: string } } }, content: {
          application/json: { schema: { type: object, properties: { redirectUrl: { type: string } } } } } }
  /account/me:
    get: { security: [ { Context: [] } ], responses: { '401': { description: none }, '200': { description: me, content: {
      application/json: { schema: { $ref: '#/components/schemas/User' } } } } } }
components:
  securitySchemes: { Context: { type: apiKey, in: header, name: x-context-token } }
  schemas:
    Reading: { type: object, properties: { identifier: { type: string, format: uuid }, celsius: { type: number }, text: { type: string } } }
    Note: { type: object, properties: { identifier: { type: string, format: uuid }, text: { type: string } } }
    User: { type: object, properties: { id: { type: integer }, email: { type: string } } }
"""


@pytest.fixture
def app(binary: Path, tmp_path: Path) -> Iterator[Person]:
    """Somebody who uses the app."""
    with using(binary, tmp_path, "weather", DOCUMENT) as somebody:
        yield somebody


def test_a_list_is_there_although_its_schemas_overlap(app: Person) -> None:
    """Each reading fits both schemas of the `oneOf`, which is no reason to show none."""
    made = app.post("/readings", {"celsius": 21.5, "text": "warm"})
    assert made["identifier"] in [each["identifier"] for each in app.get("/readings")["result"]]


def test_a_change_leaves_the_identifier(app: Person) -> None:
    """Whatever a client sends for it."""
    made = app.post("/readings", {"celsius": 21.5})
    path = f"/readings/{made['identifier']}"
    other = "00000000-0000-4000-8000-000000000000"
    assert app.send("PATCH", path, {"identifier": other, "celsius": 22})["identifier"] == made["identifier"]
    assert app.get(path)["celsius"] == 22 and app.status("GET", f"/readings/{other}") == 404


def test_a_token_comes_in_the_header_that_the_response_has(app: Person) -> None:
    """And goes back in the header of the same name."""
    app.post("/account/register", {"email": "ada@example.com", "password": "secret-123"})
    sent = {"email": "ada@example.com", "password": "secret-123"}
    answer = app.server.request("POST", "/weather/account/login", body=sent)
    token = answer.headers["x-context-token"]
    me = app.server.request("GET", "/weather/account/me", headers={"x-context-token": token})
    assert (me.status, me.json()["email"]) == (200, "ada@example.com")
