"""An API that Swagger 2 describes as forms which are JSON as well, with an account that registers by parameters of the
query, posts that reply to each other, and lists that clients fill."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from journey import Person, ids, serving
from mock_server import MockServer

DOCUMENT = """
swagger: '2.0'
info: { title: Allotment notes, version: '1' }
basePath: /
securityDefinitions: { Token: { type: oauth2, flow: password, tokenUrl: /oauth/token, scopes: { write: write } } }
paths:
  /accounts:
    post:
      consumes: [application/json, application/x-www-form-urlencoded]
      parameters:
      - { name: username, in: query, type: string }
      - { name: email, in: query, type: string }
      - { name: password, in: query, type: string }
      - { name: agreement, in: query, type: boolean }
      responses: { '200': { description: in, schema: { $ref: '#/definitions/Token' } }, '422': { description: no } }
  /accounts/verify_credentials:
    get: { security: [ { Token: [] } ], responses: { '200': { description: me, schema: { $ref: '#/definitions/Account' }
      }, '401': { description: no } } }
  /accounts/update_credentials:
    patch:
      security: [ { Token: [] } ]
      consumes: [multipart/form-data, application/x-www-form-urlencoded, application/json]
      parameters:
      - { name: display_name, in: formData, type: string }
      - { name: note, in: formData, type: string }
      - { name: avatar, in: formData, type: file }
      responses: { '200': { description: me, schema: { $ref: '#/definitions/Account' } } }
  /accounts/lookup:
    get:
      parameters: [ { name: handle, in: query, type: string, required: true } ]
      responses: { '200': { description: one, schema: { $ref: '#/definitions/Account' } }, '404': { description: no } }
  /accounts/{id}:
    parameters: [ { name: id, in: path, type: string, required: true } ]
    get: { responses: { '200': { description: one, schema: { $ref: '#/definitions/Account' } } } }
  /accounts/{id}/lists:
    parameters: [ { name: id, in: path, type: string, required: true } ]
    get: { responses: { '200': { description: all, schema: { type: array, items: { $ref: '#/definitions/List' } } } } }
  /notes:
    get: { responses: { '200': { description: all, schema: { type: array, items: { $ref: '#/definitions/Note' } } } } }
    post:
      security: [ { Token: [] } ]
      consumes: [application/x-www-form-urlencoded, application/json]
      parameters:
      - { name: body, in: formData, type: string, required: true }
      - { name: in_reply_to_id, in: formData, type: string }
      - { name: 'media_ids[]', in: formData, type: array, items: { type: string }, collectionFormat: multi }
      - { name: 'poll[options][]', in: formData, type: array, items: { type: string }, collectionFormat: multi }
      responses: { '200': { description: made, schema: { $ref: '#/definitions/Note' } }, '422': { description: no } }
  /notes/{id}:
    parameters: [ { name: id, in: path, type: string, required: true } ]
    get: { responses: { '200': { description: one, schema: { $ref: '#/definitions/Note' } },
      '404': { description: no } } }
    put:
      security: [ { Token: [] } ]
      consumes: [application/json, application/x-www-form-urlencoded]
      parameters: [ { name: body, in: formData, type: string } ]
      responses: { '200': { description: one, schema: { $ref: '#/definitions/Note' } } }
  /notes/{id}/context:
    parameters: [ { name: id, in: path, type: string, required: true } ]
    get: { responses: { '200': { description: around, schema: { type: object, properties: {
      ancestors: { type: array, items: { $ref: '#/definitions/Note' } },
      descendants: { type: array, items: { $ref: '#/definitions/Note' } } } } } } }
  /lists:
    get: { responses: { '200': { description: all, schema: { type: array, items: { $ref: '#/definitions/List' } } } } }
    post:
      consumes: [application/json, application/x-www-form-urlencoded]
      parameters: [ { name: title, in: formData, type: string, required: true } ]
      responses: { '200': { description: made, schema: { $ref: '#/definitions/List' } } }
  /lists/{id}:
    parameters: [ { name: id, in: path, type: string, required: true } ]
    get: { responses: { '200': { description: one, schema: { $ref: '#/definitions/List' } } } }
  /lists/{id}/accounts:
    parameters: [ { name: id, in: path, type: string, required: true } ]
    get: { responses: { '200': { description: all, schema:
      { type: array, items: { $ref: '#/definitions/Account' } } } } }
    post:
      consumes: [application/json, application/x-www-form-urlencoded]
      parameters: [ { name: 'account_ids[]', in: formData, type: array, items: { type: string }, required: true } ]
      responses: { '200': { description: done } }
  /clips:
    post:
      parameters:
      - { name: title, in: query, type: string, required: true }
      - { name: seconds, in: query, type: integer }
      responses: { '201': { description: made, schema: { $ref: '#/definitions/Clip' } } }
    get: { responses: { '200': { description: all, schema: { type: array, items: { $ref: '#/definitions/Clip' } } } } }
  /clips/{id}:
    parameters: [ { name: id, in: path, type: integer, required: true } ]
    get: { responses: { '200': { description: one, schema: { $ref: '#/definitions/Clip' } } } }
definitions:
  Token: { type: object, properties: { access_token: { type: string }, token_type: { type: string } } }
  Account: { type: object, required: [id, username], properties: { id: { type: string }, username: { type: string },
    handle: { type: string }, display_name: { type: string }, note: { type: string }, notes_count: { type: integer } } }
  Tag: { type: object, properties: { name: { type: string }, url: { type: string } } }
  Note: { type: object, required: [id, content], properties: { id: { type: string }, content: { type: string },
    in_reply_to_id: { type: string, x-nullable: true }, in_reply_to_account_id: { type: string, x-nullable: true },
    edited_at: { type: string, format: date-time, x-nullable: true }, account: { $ref: '#/definitions/Account' },
    replies_count: { type: integer }, tags: { type: array, items: { $ref: '#/definitions/Tag' } } } }
  List: { type: object, required: [id, title], properties: { id: { type: string }, title: { type: string } } }
  Clip: { type: object, required: [id, title], properties: { id: { type: integer }, title: { type: string },
    seconds: { type: integer } } }
"""


@pytest.fixture(scope="module")
def server(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MockServer]:
    """A server of the document."""
    with serving(binary, tmp_path_factory.mktemp("forms"), "notes", DOCUMENT) as running:
        yield running


def registered(server: MockServer, name: str) -> Person:
    """Somebody with an account."""
    person = Person(server, "/notes")
    sent = {"username": name, "email": f"{name}@example.com", "password": "pw-12345678", "agreement": True}
    person.token = person.post("/accounts", sent)["access_token"]
    person.id = person.get("/accounts/verify_credentials")["id"]
    return person


def form(person: Person, method: str, path: str, fields: str) -> Any:
    """The JSON of a response to a form."""
    headers = {"Authorization": f"Bearer {person.token}", "Content-Type": "application/x-www-form-urlencoded"}
    answer = person.server.request(method, "/notes" + path, raw=fields.encode(), headers=headers)
    assert answer.status == 200, answer.body
    return answer.json() if answer.body else None


def test_an_account_registers_by_parameters_that_come_as_json(server: MockServer) -> None:
    """Its token acts as it, nothing shows the password, and no second one has its name."""
    ada = registered(server, "ada")
    me = ada.get("/accounts/verify_credentials")
    assert me["username"] == "ada"
    assert "pw-12345678" not in str(me)
    again = {"username": "ada", "email": "ada@example.com", "password": "pw-12345678", "agreement": True}
    assert ada.status("POST", "/accounts", again) in (409, 422)
    changed = ada.send("PATCH", "/accounts/update_credentials", {"display_name": "Ada L", "note": "digs"})
    assert (changed["id"], changed["display_name"], changed["note"]) == (ada.id, "Ada L", "digs")
    found = ada.get(f"/accounts/lookup?handle={me['handle']}")
    assert found["id"] == ada.id, "a record is found by a property that the query has"


def test_a_form_and_json_make_the_same_record(server: MockServer) -> None:
    """Both have the members of the document, and what is wrong in either is refused."""
    bob = registered(server, "bob")
    as_json = bob.post("/notes", {"body": "Dug the #beds", "poll": {"options": ["a", "b"]}})
    as_form = form(bob, "POST", "/notes", "body=Dug+the+%23beds&media_ids[]=1")
    for note in (as_json, as_form):
        assert note["content"] == "Dug the #beds", "a text by another name than the record's"
        assert [tag["name"] for tag in note["tags"]] == ["beds"]
        assert note["account"]["id"] == bob.id
        assert note.get("edited_at") is None, "nobody has edited it yet"
    assert bob.status("POST", "/notes", {"poll": {"options": ["a"]}}) in (400, 422)
    assert bob.status("POST", "/notes", {"body": "x", "media_ids": "none"}) in (400, 422)
    edited = bob.send("PUT", f"/notes/{as_json['id']}", {"body": "Dug them twice"})
    assert edited["content"] == "Dug them twice"
    assert edited["edited_at"]


def test_replies_are_counted_and_stand_around_a_post(server: MockServer) -> None:
    """A reply names its post and whose that is; there is none to a post that there is not."""
    cy, dee = registered(server, "cy"), registered(server, "dee")
    first = cy.post("/notes", {"body": "Who has seeds?"})
    reply = dee.post("/notes", {"body": "I have", "in_reply_to_id": first["id"]})
    assert (reply["in_reply_to_id"], reply["in_reply_to_account_id"]) == (first["id"], cy.id)
    second = cy.post("/notes", {"body": "Lovely", "in_reply_to_id": reply["id"]})
    assert cy.get(f"/notes/{first['id']}")["replies_count"] == 1
    around = cy.get(f"/notes/{reply['id']}/context")
    assert ids(around["ancestors"]) == [first["id"]]
    assert ids(around["descendants"]) == [second["id"]]
    assert ids(cy.get(f"/notes/{first['id']}/context")["descendants"]) == [reply["id"], second["id"]]
    assert cy.status("POST", "/notes", {"body": "Lost", "in_reply_to_id": "nowhere"}) in (400, 404, 422)


def test_lists_show_from_both_sides_who_is_in_them(server: MockServer) -> None:
    """An account shows the lists that clients have put it into."""
    eve = registered(server, "eve")
    friends, other = eve.post("/lists", {"title": "Friends"}), eve.post("/lists", {"title": "Rivals"})
    form(eve, "POST", f"/lists/{friends['id']}/accounts", f"account_ids[]={eve.id}")
    assert ids(eve.get(f"/lists/{friends['id']}/accounts")) == [eve.id]
    assert ids(eve.get(f"/accounts/{eve.id}/lists")) == [friends["id"]]
    assert eve.get(f"/lists/{other['id']}/accounts") == []
    assert eve.status("GET", "/accounts/nobody/lists") == 404


def test_a_creation_without_content_takes_its_query(server: MockServer) -> None:
    """Each parameter has its type."""
    fay = Person(server, "/notes")
    made = fay.post("/clips?title=Frost&seconds=12")
    assert (made["title"], made["seconds"]) == ("Frost", 12)
    assert fay.get(f"/clips/{made['id']}") == made
    assert fay.status("POST", "/clips?title=Frost&seconds=long") in (400, 422)
