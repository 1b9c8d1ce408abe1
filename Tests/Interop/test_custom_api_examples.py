"""Bodies that a document allows to be any object, and shows by examples: they are read from these, as generators of
Django's serializers and of gateways write them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from journey import Person, using

DOCUMENT = """
openapi: 3.0.3
info: { title: Purse, version: '1' }
paths:
  /accounts/sign-up/:
    post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Person' } } } },
      responses: { '201': { description: '', content: { application/json: { schema: &any { type: object,
        additionalProperties: {} }, examples: { ok: { value: { message: Check your mail, state: true } } } } } } } }
  /accounts/login/:
    post: { requestBody: { content: { application/json: { schema: { type: object, required: [email, password],
        properties: { email: { type: string }, password: { type: string } } } } } },
      responses: { '401': { description: '' }, '200': { description: '', content: { application/json: { schema: *any,
        examples: { ok: { value: { access_token: eyJ0eXAi, refresh_token: eyJ0eXAi, user: { id: 1,
        email: john@example.com } } } } } } } } }
  /settings/user/:
    get: { summary: Get current user profile, security: [ { jwt: [] } ], responses: { '200': { description: '',
      content: { application/json: { schema: { $ref: '#/components/schemas/Profile' } } } } } }
  /circle/create/:
    post: { security: [ { jwt: [] } ], requestBody: { content: { application/json: { schema: *any, examples: { one: {
        value: { name: Family, limit: '5000' } } } } } }, responses: { '201': { description: '', content: {
        application/json: { schema: *any, examples: { made: { value: { id: 3fa85f64-5717-4562-b3fc-2c963f66afa6,
        name: Family, limit: '5000', join_code: ABC123 } }, noted: { value: { id: 3fa85f64-5717-4562-b3fc-2c963f66afa6, name: Family,
        limit: '1', join_code: ABC124, note: Say hello } } } } } } } }
  /circle/{circle_id}/:
    get: { security: [ { jwt: [] } ], parameters: [ { name: circle_id, in: path, required: true, schema: {
        type: string, format: uuid } } ], responses: { '404': { description: '' }, '200': { description: '', content: {
        application/json: { schema: *any, example: { id: 3fa85f64-5717-4562-b3fc-2c963f66afa6, name: Family,
        limit: '5000' } } } } } }
  /circle/my-circles/:
    get: { security: [ { jwt: [] } ], responses: { '200': { description: '', content: { application/json: { schema: {
        type: array, items: {} }, example: [ { id: 3fa85f64-5717-4562-b3fc-2c963f66afa6, name: Family } ] } } } } }
components:
  securitySchemes: { jwt: { type: http, scheme: bearer } }
  schemas:
    Person: { type: object, required: [email, password], properties: { id: { type: integer, readOnly: true }, email: {
      type: string }, password: { type: string, writeOnly: true }, surname: { type: string } } }
    Profile: { type: object, properties: { id: { type: integer }, email: { type: string }, surname: { type: string } } }
"""


@pytest.fixture
def app(binary: Path, tmp_path: Path) -> Iterator[Person]:
    """Somebody who uses the app."""
    with using(binary, tmp_path, "purse", DOCUMENT) as somebody:
        yield somebody


def sign_in(app: Person, email: str) -> None:
    """Registers and signs in."""
    app.post("/accounts/sign-up/", {"email": email, "password": "pw12345678", "surname": email.split("@")[0].title()})
    session = app.post("/accounts/login/", {"email": email, "password": "pw12345678"})
    assert session["user"]["email"] == email and session["refresh_token"]
    app.token = session["access_token"]


def test_a_session_is_shown_as_in_the_example(app: Person) -> None:
    """Its token acts as the account, which the summary of another operation calls the current user."""
    sign_in(app, "ada@example.com")
    profile = app.get("/settings/user/")
    assert (profile["email"], profile["surname"]) == ("ada@example.com", "Ada")
    assert app.status("POST", "/accounts/login/", {"email": "ada@example.com", "password": "another"}) == 401


def test_records_of_examples_are_kept(app: Person) -> None:
    """They hold what was sent, of whatever type, have an id, and are listed as one's own."""
    sign_in(app, "ada@example.com")
    made = app.post("/circle/create/", {"name": "Nest", "limit": "700"})
    assert (made["name"], made["limit"]) == ("Nest", "700") and made["join_code"]
    assert app.get(f"/circle/{made['id']}/")["name"] == "Nest"
    assert [circle["id"] for circle in app.get("/circle/my-circles/")] == [made["id"]]
    assert app.status("POST", "/circle/create/", {"name": "Nest", "limit": 700}) == 201
    sign_in(app, "bob@example.com")
    assert made["id"] not in [circle["id"] for circle in app.get("/circle/my-circles/")]
