"""Accounts of a user's own records have their own passwords, and tokens live as long as the document says."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from mock_server import MockServer, Response

Start = Callable[..., MockServer]

DOCUMENT = """
openapi: 3.1.0
info: {title: Club, version: "1"}
paths:
  /login:
    post:
      operationId: login
      security: []
      requestBody:
        required: true
        content: {application/json: {schema: {$ref: "#/components/schemas/Credentials"}}}
      responses:
        "200": {description: Tokens, content: {application/json: {schema: {$ref: "#/components/schemas/Tokens"}}}}
        "401": {description: Wrong, content: {application/json: {schema: {$ref: "#/components/schemas/Error"}}}}
  /me:
    get:
      operationId: me
      responses:
        "200": {description: The member, content: {application/json: {schema: {$ref: "#/components/schemas/User"}}}}
        "401": {description: Nobody, content: {application/json: {schema: {$ref: "#/components/schemas/Error"}}}}
  /users:
    get: {operationId: users, responses: {"200": {description: All, content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/User"}}}}}}}
  /users/{id}:
    get: {operationId: user, parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {"200": {description: One, content: {application/json: {schema: {$ref: "#/components/schemas/User"}}}}}}
security: [{bearer: []}]
components:
  securitySchemes: {bearer: {type: http, scheme: bearer}}
  schemas:
    Credentials:
      type: object
      required: [email, password]
      properties: {email: {type: string, format: email}, password: {type: string}}
    Tokens:
      type: object
      required: [access_token, expires_in]
      properties: {access_token: {type: string}, expires_in: {type: integer, example: 900}}
    Error: {type: object, properties: {message: {type: string}}}
    User:
      type: object
      required: [id, email]
      properties: {id: {type: string}, email: {type: string, format: email}, name: {type: string}}
"""
USERS = [
    {"id": "u1", "email": "ada@example.com", "name": "Ada", "password": "analytical"},
    {"id": "u2", "email": "ben@example.com", "name": "Ben"},
]


@pytest.fixture
def serve(start: Start, tmp_path: Path) -> Callable[..., MockServer]:
    """Serves the club with the members that are given."""
    document, records = tmp_path / "club.yaml", tmp_path / "records"
    document.write_text(DOCUMENT)
    records.mkdir()
    (records / "users.json").write_text(json.dumps(USERS))
    return lambda *options: start("--api", f"club={document}", "--data", f"club={records}", *options)


def log_in(server: MockServer, email: str, password: str) -> Response:
    """The response to a login."""
    return server.request("POST", "/club/login", body={"email": email, "password": password})


def test_an_account_has_the_password_of_its_record(serve: Callable[..., MockServer]) -> None:
    server = serve("--accounts", "strict")
    assert log_in(server, "ada@example.com", "password").status == 401
    session = log_in(server, "ada@example.com", "analytical")
    assert session.status == 200, session.body
    me = server.request("GET", "/club/me", token=session.json()["access_token"])
    assert me.json() == {"id": "u1", "email": "ada@example.com", "name": "Ada"}
    # One without a password of its own has the usual one.
    assert log_in(server, "ben@example.com", "password").status == 200


def test_tokens_live_as_long_as_the_document_says(serve: Callable[..., MockServer]) -> None:
    server = serve()
    session = log_in(server, "ben@example.com", "password").json()
    assert session["expires_in"] == 900
    assert server.request("PUT", "/_mock/clock", body={"advance": "PT14M59S"}).status == 200
    assert server.request("GET", "/club/me", token=session["access_token"]).status == 200
    assert server.request("PUT", "/_mock/clock", body={"advance": "PT2S"}).status == 200
    assert server.request("GET", "/club/me", token=session["access_token"]).status == 401


def test_an_option_sets_another_lifetime(serve: Callable[..., MockServer]) -> None:
    assert log_in(serve("--access-ttl", "7200"), "ben@example.com", "password").json()["expires_in"] == 7200
