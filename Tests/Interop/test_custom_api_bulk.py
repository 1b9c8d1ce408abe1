"""Several records in one request, of a resource whose records show one of another resource inside of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mock_server import MockServer

Start = Callable[..., MockServer]

DOCUMENT = """
openapi: 3.1.0
info: {title: Pets, version: '1'}
paths:
  /owners:
    get: {operationId: listOwners, responses: {'200': {description: All., content: {application/json: {schema:
      {type: array, items: {$ref: '#/components/schemas/Owner'}}}}}}}
  /owners/{ownerId}:
    get:
      operationId: getOwner
      parameters: [{name: ownerId, in: path, required: true, schema: {type: integer}}]
      responses: {'200': {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/Owner'}}}}}
  /pets:
    get: {operationId: listPets, responses: {'200': {description: All., content: {application/json: {schema:
      {type: array, items: {$ref: '#/components/schemas/Pet'}}}}}}}
    post:
      operationId: addPets
      requestBody: {content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/NewPet'}}}}}
      responses: {'201': {description: Made., content: {application/json: {schema:
        {type: array, items: {$ref: '#/components/schemas/Pet'}}}}}}
  /pets/{petId}:
    parameters: [{name: petId, in: path, required: true, schema: {type: integer}}]
    get: {operationId: getPet, responses: {'200': {description: One., content: {application/json: {schema:
      {$ref: '#/components/schemas/Pet'}}}}}}
    put:
      operationId: putPet
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/NewPet'}}}}
      responses:
        '200': {description: Changed., content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}
        '201': {description: Made., content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}
components:
  schemas:
    Owner: {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}}}
    Pet: {type: object, required: [id, name, owner], properties:
      {id: {type: integer}, name: {type: string}, owner: {$ref: '#/components/schemas/Owner'}}}
    NewPet: {type: object, required: [name], properties: {name: {type: string}}}
"""


@pytest.fixture
def server(start: Start, tmp_path: Path) -> MockServer:
    file = tmp_path / "pets.yaml"
    file.write_text(DOCUMENT)
    return start("--api", f"pets={file}")


def test_each_new_record_shows_one_that_is_there(server: MockServer) -> None:
    """The server ended here: the one to show was looked for in the transaction that makes the new ones."""
    made = server.request("POST", "/pets", body=[{"name": "a"}, {"name": "b"}])
    assert (made.status, [pet["name"] for pet in made.json()]) == (201, ["a", "b"])
    owners = server.request("GET", "/owners").json()
    assert all(pet["owner"] in owners for pet in made.json())


def test_a_record_that_comes_to_be_by_a_put_shows_one_that_is_there(server: MockServer) -> None:
    made = server.request("PUT", "/pets/77", body={"name": "a"})
    assert (made.status, made.json()["id"]) == (201, 77)
    assert made.json()["owner"] in server.request("GET", "/owners").json()
