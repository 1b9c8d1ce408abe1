"""Responses that a document says nothing of: they hold the record all the same, in what the document's other responses
have around theirs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from journey import Person, serving
from mock_server import MockServer

DOCUMENT = """
openapi: 3.0.3
info: { title: Household, version: '1' }
paths:
  /auth/register: { post: { requestBody: &credentials { content: { application/json: { schema: { type: object,
      required: [email, password], properties: { email: { type: string }, password: { type: string },
      fullName: { type: string } } } } } }, responses: { '201': { description: registered } } } }
  /auth/login: { post: { requestBody: *credentials, responses: { '200': { description: in }, '401': &refused {
      description: no } } } }
  /auth/refresh: { post: { requestBody: { content: { application/json: { schema: { type: object, required: [refreshToken],
      properties: { refreshToken: { type: string } } } } } }, responses: { '200': { description: in } } } }
  /users/me: { get: { responses: { '200': { description: me, content: { application/json: { schema: { type: object,
      properties: { success: { type: boolean }, message: { type: string }, data: { $ref: '#/components/schemas/User' } }
      } } } } } } }
  /homes:
    get: { responses: { '200': &homes { description: all, content: { application/json: { schema: { type: object,
        properties: { success: { type: boolean }, message: { type: string }, data: { type: object, properties: {
        items: { type: array, items: { $ref: '#/components/schemas/Home' } }, total: { type: integer } } } } } } } } } }
    post: { requestBody: &home { content: { application/json: { schema: { type: object, required: [name],
        properties: { name: { type: string } } } } } }, responses: { '201': { description: made } } }
  /homes/{homeId}:
    parameters: &home_id [ { name: homeId, in: path, required: true, schema: { type: string, format: uuid } } ]
    get: { responses: { '200': &one { description: one, content: { application/json: { schema: { type: object,
        properties: { success: { type: boolean }, message: { type: string }, data: { $ref: '#/components/schemas/Home' }
        } } } } }, '404': &none { description: none } } }
    patch: { requestBody: *home, responses: { '200': *one } }
    delete: { responses: { '200': { description: gone } } }
  /homes/archived: { get: { responses: { '200': *homes } } }
  /homes/{homeId}/chores:
    parameters: *home_id
    get: { parameters: [ { name: limit, in: query, schema: { type: integer } } ], responses: { '200': {
        description: all } } }
    post: { requestBody: &chore { content: { application/json: { schema: { type: object, required: [title], properties: {
        title: { type: string }, status: { type: string, enum: [OPEN, DONE] } } } } } }, responses: { '201': {
        description: made } } }
  /homes/{homeId}/chores/{choreId}:
    parameters: [ *home_param, { name: choreId, in: path, required: true, schema: { type: string, format: uuid } } ]
    get: { responses: { '200': { description: one }, '404': *none } }
    patch: { requestBody: *chore, responses: { '200': { description: changed } } }
    delete: { responses: { '204': { description: gone } } }
  /homes/{homeId}/chores/{choreId}/complete:
    parameters: [ *home_param, { name: choreId, in: path, required: true, schema: { type: string, format: uuid } } ]
    post: { responses: { '200': { description: done } } }
components:
  schemas:
    User: { type: object, properties: { id: { type: string, format: uuid }, email: { type: string }, fullName: {
      type: string } } }
    Home: { type: object, properties: { id: { type: string, format: uuid }, name: { type: string } } }
"""


@pytest.fixture
def app(binary: Path, tmp_path: Path) -> Iterator[Person]:
    """Somebody who uses the app."""
    home = "{ name: homeId, in: path, required: true, schema: { type: string, format: uuid } }"
    path = tmp_path / "household.yaml"
    path.write_text(DOCUMENT.replace("*home_param", home))
    server: MockServer
    with serving(binary, tmp_path / "out", "household", path) as server:
        yield Person(server, "/household")


def test_a_session_is_shown_in_what_other_responses_have_around_records(app: Person) -> None:
    """Tokens have names in the style of the document, and the refresh token the name that requests have for it."""
    made = app.post("/auth/register", {"email": "ada@example.com", "password": "pw12345678", "fullName": "Ada"})
    assert made["success"] is True and made["message"]
    app.token = made["data"]["accessToken"]
    assert app.get("/users/me")["data"]["fullName"] == "Ada"
    again = app.post("/auth/login", {"email": "ada@example.com", "password": "pw12345678"})["data"]
    assert app.post("/auth/refresh", {"refreshToken": again["refreshToken"]})["data"]["accessToken"]
    wrong = {"email": "ada@example.com", "password": "another"}
    assert app.status("POST", "/auth/login", wrong) == 401


def test_records_and_lists_are_shown_so(app: Person) -> None:
    """Creations, reads, changes and lists of which the document has no more than a status."""
    home = app.post("/homes", {"name": "Nest"})["data"]
    assert app.get(f"/homes/{home['id']}") == {"success": True, "message": "success", "data": home}
    chores = f"/homes/{home['id']}/chores"
    made = app.post(chores, {"title": "Dishes", "status": "OPEN"})
    assert made["success"] is True
    chore = made["data"]
    assert chore["title"] == "Dishes" and chore["id"]
    other = app.post(chores, {"title": "Windows"})["data"]
    assert [item["title"] for item in app.get(chores)["data"]["items"]] == ["Dishes", "Windows"]
    assert len(app.get(chores + "?limit=1")["data"]["items"]) == 1
    changed = app.send("PATCH", f"{chores}/{chore['id']}", {"title": "All dishes"})["data"]
    assert changed["title"] == "All dishes" and changed["id"] == chore["id"]
    assert app.get(f"{chores}/{chore['id']}")["data"]["title"] == "All dishes"
    done = app.send("POST", f"{chores}/{chore['id']}/complete")["data"]
    assert done["id"] == chore["id"] and done["status"] == "DONE"
    app.send("DELETE", f"{chores}/{other['id']}")
    assert app.status("GET", f"{chores}/{other['id']}") == 404
    assert app.send("DELETE", f"/homes/{home['id']}") == {"success": True, "message": "success"}
