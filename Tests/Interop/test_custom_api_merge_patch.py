"""A JSON Merge Patch of a record (RFC 7396): null removes members at any depth, and other media types keep it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mock_server import MockServer

Start = Callable[..., MockServer]

DOCUMENT = """
openapi: 3.1.0
info: {title: Kennel, version: "1"}
paths:
  /dogs:
    get: {operationId: listDogs, responses: {"200": {description: OK, content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Dog"}}}}}}}
    post: {operationId: addDog, requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/Dog"}}}}, responses: {"201": {$ref: "#/components/responses/Dog"}}}
  /dogs/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: getDog, responses: {"200": {$ref: "#/components/responses/Dog"}}}
    patch:
      operationId: changeDog
      requestBody:
        required: true
        content:
          application/merge-patch+json: {schema: {type: object}}
          application/json: {schema: {type: object}}
      responses: {"200": {$ref: "#/components/responses/Dog"}}
components:
  responses:
    Dog: {description: OK, content: {application/json: {schema: {$ref: "#/components/schemas/Dog"}}}}
  schemas:
    Dog:
      type: object
      required: [name]
      properties:
        id: {type: integer}
        name: {type: string}
        collar:
          type: object
          required: [chip]
          properties:
            chip: {type: [string, "null"]}
            colour: {type: [string, "null"]}
            tag: {type: object, properties: {text: {type: string}, size: {type: [integer, "null"]}}}
"""
COLLAR = {"chip": "985-1", "colour": "red", "tag": {"text": "Rex", "size": 3}}


@pytest.fixture
def dog(start: Start, tmp_path: Path) -> Callable[[Any, str], Any]:
    """Changes a dog and gives its collar as it is shown afterwards."""
    file = tmp_path / "kennel.yaml"
    file.write_text(DOCUMENT)
    server = start("--api", f"kennel={file}")
    made = server.request("POST", "/kennel/dogs", body={"name": "Rex", "collar": COLLAR})
    assert made.status == 201
    path = f"/kennel/dogs/{made.json()['id']}"

    def change(collar: Any, media_type: str) -> Any:
        changed = server.request("PATCH", path, body={"collar": collar}, headers={"Content-Type": media_type})
        shown = server.request("GET", path)
        assert changed.status == shown.status == 200, changed.body
        assert changed.json() == shown.json()
        return shown.json()["collar"]

    return change


def test_null_removes_members_inside(dog: Callable[[Any, str], Any]) -> None:
    collar = dog({"colour": None, "tag": {"size": None}}, "application/merge-patch+json")
    assert collar == {"chip": "985-1", "tag": {"text": "Rex"}}


def test_null_stays_where_the_schema_requires_the_member(dog: Callable[[Any, str], Any]) -> None:
    assert dog({"chip": None}, "application/merge-patch+json") == {**COLLAR, "chip": None}


def test_null_stays_in_other_media_types(dog: Callable[[Any, str], Any]) -> None:
    assert dog({"colour": None}, "application/json") == {**COLLAR, "colour": None}
