"""A chat whose people say more of themselves after they have registered, whose rooms are of several kinds, and whose
messages have ids of one length."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from journey import Person, serving
from mock_server import MockServer

DOCUMENT = """
openapi: 3.0.3
info: { title: Rooms, version: '1' }
paths:
  /auth/register: { post: { requestBody: { content: { application/json: { schema: { type: object, required: [email,
    password], properties: { email: { type: string }, password: { type: string } } } } } },
    responses: { '204': { description: made } } } }
  /auth/login: { post: { requestBody: { content: { application/json: { schema: { type: object, required: [email,
    password], properties: { email: { type: string }, password: { type: string } } } } } }, responses: { '200': {
    description: in, content: { application/json: { schema: { type: object, properties: { token: { type: string
      } } } } }
    } } } }
  /welcome/finish: { post: { security: [ { Token: [] } ], requestBody: { content: { application/json: { schema: {
    type: object, required: [username], properties: { username: { type: string } } } } } }, responses: { '200': {
    description: me, content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } } } } }
  /users/me: { get: { security: [ { Token: [] } ], responses: { '200': { description: me, content: {
    application/json: { schema: { $ref: '#/components/schemas/User' } } } } } } }
  /users: { get: { responses: { '200': { description: all, content: { application/json: { schema: { type:
      array, items: {
    $ref: '#/components/schemas/User' } } } } } } } }
  /users/{id}: { parameters: [ &id { name: id, in: path, required: true, schema: { type: string } } ], get: {
    responses: { '200': { description: one, content: { application/json: { schema: {
    $ref: '#/components/schemas/User' } } } } } } }
  /houses: { post: { security: [ { Token: [] } ], requestBody: { content: { application/json: { schema: { type: object,
    required: [name], properties: { name: { type: string } } } } } }, responses: { '200': { description: made,
      content: {
    application/json: { schema: { $ref: '#/components/schemas/House' } } } } } } }
  /houses/{id}: { parameters: [ *id ], get: { responses: { '200': { description: one, content: { application/json: {
    schema: { $ref: '#/components/schemas/House' } } } } } } }
  /houses/{id}/rooms: { parameters: [ *id ], post: { security: [ { Token: [] } ], requestBody: { content: {
    application/json: { schema: { type: object, required: [name], properties: { name: { type: string },
    topic: { type: string } } } } } }, responses: { '200': { description: made, content: { application/json: { schema: {
    $ref: '#/components/schemas/Room' } } } } } } }
  /rooms/{id}: { parameters: [ *id ], get: { responses: { '200': { description: one, content: { application/json: {
    schema: { $ref: '#/components/schemas/Room' } } } } } } }
  /rooms/{id}/messages: { parameters: [ *id ], get: { parameters: [ { name: limit, in: query, schema: { type:
      integer } },
    { name: before, in: query, schema: { type: string, minLength: 26, maxLength: 26 } },
    { name: after, in: query, schema: { type: string, minLength: 26, maxLength: 26 } } ], responses: { '200': {
    description: all, content: { application/json: { schema: { type: array, items: {
    $ref: '#/components/schemas/Message' } } } } } } }, post: { security: [ { Token: [] } ], requestBody: { content: {
    application/json: { schema: { type: object, required: [content], properties: { content: { type: string } } } } } },
    responses: { '200': { description: made, content: { application/json: { schema: {
    $ref: '#/components/schemas/Message' } } } } } } }
  /rooms/{id}/messages/{messageId}: { parameters: [ *id, { name: messageId, in: path, required: true, schema: {
    type: string } } ], get: { responses: { '200': { description: one, content: { application/json: { schema: {
    $ref: '#/components/schemas/Message' } } } } } } }
  /rooms/{id}/search: { parameters: [ *id ], post: { requestBody: { content: { application/json: { schema: {
    type: object, properties: { query: { type: string } } } } } }, responses: { '200': { description: found, content: {
    application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Message' } } } } } } } }
  /states: { get: { parameters: [ { name: 'room[]', in: query, required: true, schema: { type: array, items: {
    type: string } } } ], responses: { '200': { description: all, content: { application/json: { schema: { type: object,
    properties: { open: { type: boolean } } } } } }, '400': { description: no } } } }
components:
  securitySchemes: { Token: { type: http, scheme: bearer } }
  schemas:
    User: { type: object, required: [_id, username], properties: { _id: { type: string }, username: { type: string },
      mood: { type: string, nullable: true } } }
    House: { type: object, required: [_id, name, owner, rooms], properties: { _id: { type: string },
      name: { type: string }, owner: { type: string, description: User id of the owner }, rooms: { type: array,
      items: { type: string } } } }
    Room: { oneOf: [ { type: object, required: [_id, kind, user], properties: { _id: { type: string }, kind: {
      type: string, enum: [Notes] }, user: { type: string, description: Id of the user whose notes these are } } },
      { type: object, required: [_id, kind, house, name], properties: { _id: { type: string }, kind: { type: string,
      enum: [Talk] }, house: { type: string, description: Id of the house }, name: { type: string }, topic: {
      type: string } } } ] }
    Message: { type: object, required: [_id, author, content, room], properties: { _id: { type: string }, room: {
      type: string, description: Id of the room }, author: { type: string, description: Id of the user who wrote it },
      content: { type: string }, house: { type: string, description: Id of the house } } }
"""


@pytest.fixture(scope="module")
def server(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MockServer]:
    """A server of the document."""
    with serving(binary, tmp_path_factory.mktemp("rooms"), "rooms", DOCUMENT) as running:
        yield running


@pytest.fixture(scope="module")
def ada(server: MockServer) -> Person:
    """Somebody who has registered, and signed in."""
    ada = Person(server, "/rooms")
    sent = {"email": "ada@example.com", "password": "pw-12345678"}
    ada.post("/auth/register", sent)
    ada.token = ada.post("/auth/login", sent)["token"]
    ada.id = ada.get("/users/me")["_id"]
    return ada


def test_what_follows_a_registration_is_about_the_same_account(ada: Person) -> None:
    """It makes no other one."""
    assert ada.post("/welcome/finish", {"username": "ada_l"})["_id"] == ada.id
    assert ada.get("/users/me")["username"] == "ada_l"


def test_what_a_record_stands_below_says_of_which_kind_it_is(ada: Person) -> None:
    """Who owns something is told by a text that is said to be an id, and the parent lists what was made below it."""
    house = ada.post("/houses", {"name": "Gardeners"})
    assert (house["owner"], house["rooms"]) == (ada.id, [])
    room = ada.post(f"/houses/{house['_id']}/rooms", {"name": "tomatoes", "topic": "red ones"})
    assert (room["kind"], room["house"]) == ("Talk", house["_id"])
    assert (room["name"], room["topic"]) == ("tomatoes", "red ones")
    assert ada.get(f"/rooms/{room['_id']}") == room
    assert ada.get(f"/houses/{house['_id']}")["rooms"] == [room["_id"]]


def test_messages_are_searched_and_read_by_ids_of_one_length(ada: Person) -> None:
    """A page begins behind the message that its parameter names."""
    house = ada.post("/houses", {"name": "Cooks"})
    room = ada.post(f"/houses/{house['_id']}/rooms", {"name": "recipes"})
    path = f"/rooms/{room['_id']}"
    first = ada.post(f"{path}/messages", {"content": "Boil the pineapple"})
    second = ada.post(f"{path}/messages", {"content": "No way"})
    assert [len(message["_id"]) for message in (first, second)] == [26, 26]
    assert (first["author"], first["room"]) == (ada.id, room["_id"])
    assert [one["_id"] for one in ada.post(f"{path}/search", {"query": "pineapple"})] == [first["_id"]]
    page = ada.get(f"{path}/messages?limit=1")
    rest = ada.get(f"{path}/messages?limit=5&after={page[0]['_id']}")
    assert len(rest) == 1 and rest[0]["_id"] != page[0]["_id"]
    assert ada.status("GET", f"{path}/messages?before=short") == 400


def test_a_list_in_the_query_may_be_named_with_brackets(ada: Person) -> None:
    """With them or without them, what must be there is there."""
    assert ada.status("GET", "/states?room[]=a&room[]=b") == 200
    assert ada.status("GET", "/states?room=a") == 200
    assert ada.status("GET", "/states") == 400
