"""A library whose users are made by its admin and come with name and password in each request, whose books have their
metadata at a path of its own, and whose shelves hold the ids of books."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from journey import ids, serving
from mock_server import MockServer

DOCUMENT = """
openapi: 3.0.3
info: { title: A library, version: '1' }
security: [ { Basic: [] }, { Key: [] } ]
paths:
  /users:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/User' } } } } } } }
    post: { requestBody: { required: true, content: { application/json: { schema: { type: object,
      required: [email, password], properties: { email: { type: string }, password: { type: string } } } } } },
      responses: { '201': { description: made, content: { application/json: { schema: {
        $ref: '#/components/schemas/User' } } } } } }
  /users/me: { get: { responses: { '200': { description: me, content: { application/json: { schema: {
    $ref: '#/components/schemas/User' } } } }, '401': { description: no } } } }
  /users/me/api-keys:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/ApiKey' } } } } } } }
    post: { requestBody: { content: { application/json: { schema: { type: object, required: [comment], properties: {
      comment: { type: string } } } } } }, responses: { '200': { description: made, content: { application/json: {
      schema: { $ref: '#/components/schemas/ApiKey' } } } } } }
  /users/{id}/password:
    parameters: [ { name: id, in: path, required: true, schema: { type: string } } ]
    patch: { requestBody: { content: { application/json: { schema: { type: object, required: [password], properties: {
      password: { type: string } } } } } }, responses: { '204': { description: done } } }
  /books: { get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array,
    items: { $ref: '#/components/schemas/Book' } } } } } } } }
  /books/{bookId}:
    parameters: [ { name: bookId, in: path, required: true, schema: { type: string } } ]
    get: { responses: { '200': { description: one, content: { application/json: { schema: {
      $ref: '#/components/schemas/Book' } } } }, '404': { description: none } } }
  /books/{bookId}/metadata:
    parameters: [ { name: bookId, in: path, required: true, schema: { type: string } } ]
    patch: { requestBody: { content: { application/json: { schema: { type: object, properties: {
      title: { type: string }, tags: { type: array, items: { type: string } } } } } } },
      responses: { '204': { description: done } } }
  /books/{bookId}/reading-state:
    parameters: [ { name: bookId, in: path, required: true, schema: { type: string } } ]
    patch: { requestBody: { content: { application/json: { schema: { type: object, properties: {
      page: { type: integer }, finished: { type: boolean } } } } } }, responses: { '204': { description: done } } }
    delete: { responses: { '204': { description: gone } } }
  /books/{bookId}/shelves:
    parameters: [ { name: bookId, in: path, required: true, schema: { type: string } } ]
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/Shelf' } } } } }, '404': { description: none } } }
  /shelves:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/Shelf' } } } } } } }
    post: { requestBody: { content: { application/json: { schema: { type: object, required: [name, bookIds],
      properties: { name: { type: string }, bookIds: { type: array, items: { type: string } } } } } } },
      responses: { '200': { description: made, content: { application/json: { schema: {
        $ref: '#/components/schemas/Shelf' } } } } } }
  /shelves/{id}:
    parameters: [ { name: id, in: path, required: true, schema: { type: string } } ]
    get: { responses: { '200': { description: one, content: { application/json: { schema: {
      $ref: '#/components/schemas/Shelf' } } } } } }
    delete: { responses: { '204': { description: gone } } }
  /shelves/{id}/books:
    parameters: [ { name: id, in: path, required: true, schema: { type: string } } ]
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/Book' } } } } } } }
  /people/{personId}/settings:
    parameters: [ { name: personId, in: path, required: true, schema: { type: integer } } ]
    get: { responses: { '200': { description: one, content: { application/json: { schema: {
      $ref: '#/components/schemas/Settings' } } } } } }
    put: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Settings' } } } },
      responses: { '200': { description: one, content: { application/json: { schema: {
        $ref: '#/components/schemas/Settings' } } } } } }
  /people: { get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array,
    items: { $ref: '#/components/schemas/Reader' } } } } } } } }
  /people/{personId}:
    parameters: [ { name: personId, in: path, required: true, schema: { type: integer } } ]
    get: { responses: { '200': { description: one, content: { application/json: { schema: {
      $ref: '#/components/schemas/Reader' } } } } } }
components:
  securitySchemes: { Basic: { type: http, scheme: basic }, Key: { type: apiKey, in: header, name: X-API-Key } }
  schemas:
    User: { type: object, required: [id, email], properties: { id: { type: string }, email: { type: string } } }
    ApiKey: { type: object, required: [id, userId, key, comment], properties: { id: { type: string },
      userId: { type: string }, key: { type: string }, comment: { type: string } } }
    Metadata: { type: object, required: [title, tags], properties: { title: { type: string }, tags: { type: array,
      items: { type: string } }, summary: { type: string } } }
    Book: { type: object, required: [id, metadata], properties: { id: { type: string },
      metadata: { $ref: '#/components/schemas/Metadata' }, readingState: { type: object, properties: {
        page: { type: integer }, finished: { type: boolean } } } } }
    Shelf: { type: object, required: [id, name, bookIds], properties: { id: { type: string }, name: { type: string },
      bookIds: { type: array, items: { type: string } } } }
    Settings: { type: object, required: [theme], properties: { theme: { type: string }, size: { type: integer } } }
    Reader: { type: object, required: [id, nick, settings], properties: { id: { type: integer }, nick: { type: string },
      settings: { $ref: '#/components/schemas/Settings' } } }
"""


@pytest.fixture(scope="module")
def server(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MockServer]:
    """A server of the document."""
    with serving(binary, tmp_path_factory.mktemp("shelves"), "library", DOCUMENT) as running:
        yield running


class Reader:
    """Somebody who sends some header with each request."""

    def __init__(self, server: MockServer, **headers: str) -> None:
        self.server, self._headers = server, {name.replace("_", "-"): value for name, value in headers.items()}

    def call(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """The status of a response, and its JSON; None for none."""
        answer = self.server.request(method, "/library" + path, body=body, headers=dict(self._headers))
        return answer.status, answer.json() if answer.body else None

    def get(self, path: str) -> Any:
        """The JSON of a GET, which must succeed."""
        status, body = self.call("GET", path)
        assert status == 200, (path, status, body)
        return body


def basic(name: str, password: str) -> str:
    """The header of a name and a password."""
    return "Basic " + base64.b64encode(f"{name}:{password}".encode()).decode()


def test_a_name_and_a_password_are_an_account(server: MockServer) -> None:
    """Another password than the account's is refused, and one that was changed."""
    admin = Reader(server, X_API_Key="any")
    status, made = admin.call("POST", "/users", {"email": "ada@example.com", "password": "first/pass+1"})
    assert status == 201
    ada = Reader(server, Authorization=basic("ada@example.com", "first/pass+1"))
    assert ada.get("/users/me") == made
    assert "first/pass" not in str(admin.get("/users"))
    wrong = Reader(server, Authorization=basic("ada@example.com", "second"))
    assert wrong.call("GET", "/users/me")[0] == 401
    assert admin.call("PATCH", f"/users/{made['id']}/password", {"password": "second"})[0] == 204
    assert ada.call("GET", "/users/me")[0] == 401
    assert wrong.get("/users/me") == made
    assert Reader(server).call("GET", "/users/me")[0] == 401


def test_a_key_that_an_account_makes_acts_as_it(server: MockServer) -> None:
    """Whoever sends another one does not see it."""
    admin = Reader(server, X_API_Key="any")
    made = admin.call("POST", "/users", {"email": "bob@example.com", "password": "pw"})[1]
    bob = Reader(server, Authorization=basic("bob@example.com", "pw"))
    status, key = bob.call("POST", "/users/me/api-keys", {"comment": "My phone"})
    assert (status, key["userId"], key["comment"]) == (200, made["id"], "My phone")
    phone = Reader(server, X_API_Key=key["key"])
    assert phone.get("/users/me") == made
    assert ids(phone.get("/users/me/api-keys")) == [key["id"]]
    assert key["id"] not in ids(admin.get("/users/me/api-keys"))


def test_a_path_that_is_called_like_a_property_changes_it(server: MockServer) -> None:
    """What was not sent stays, and a deletion leaves nothing."""
    admin = Reader(server, X_API_Key="any")
    book = admin.get("/books")[0]
    path = f"/books/{book['id']}"
    assert admin.call("PATCH", f"{path}/metadata", {"title": "The First Flight", "tags": ["balloon"]})[0] == 204
    changed = admin.get(path)
    assert changed["metadata"] == {**book["metadata"], "title": "The First Flight", "tags": ["balloon"]}
    assert admin.call("PATCH", f"{path}/reading-state", {"page": 7, "finished": False})[0] == 204
    assert admin.get(path)["readingState"] == {"page": 7, "finished": False}
    assert admin.call("DELETE", f"{path}/reading-state")[0] == 204
    assert "readingState" not in admin.get(path)


def test_one_thing_below_a_record_is_the_record_s_property(server: MockServer) -> None:
    """Both paths show the same, before a change and after it."""
    admin = Reader(server, X_API_Key="any")
    person = admin.get("/people")[0]
    path = f"/people/{person['id']}"
    assert admin.get(f"{path}/settings") == person["settings"]
    assert admin.call("PUT", f"{path}/settings", {"theme": "dark", "size": 3})[0] == 200
    assert admin.get(f"{path}/settings") == {"theme": "dark", "size": 3}
    assert admin.get(path)["settings"] == {"theme": "dark", "size": 3}


def test_ids_that_a_record_holds_are_a_list_from_both_sides(server: MockServer) -> None:
    """The list is in the order of the ids, and what is deleted is in none."""
    admin = Reader(server, X_API_Key="any")
    first, second, third = ids(admin.get("/books"))[:3]
    shelf = admin.call("POST", "/shelves", {"name": "Rainy days", "bookIds": [third, first]})[1]
    assert ids(admin.get(f"/shelves/{shelf['id']}/books")) == [third, first]
    assert shelf["id"] in ids(admin.get(f"/books/{first}/shelves"))
    assert shelf["id"] not in ids(admin.get(f"/books/{second}/shelves"))
    assert admin.call("GET", "/books/nowhere/shelves")[0] == 404
    assert admin.call("DELETE", f"/shelves/{shelf['id']}")[0] == 204
    assert shelf["id"] not in ids(admin.get(f"/books/{first}/shelves"))
