"""Requests that list the ids of the records that they are about, records that stand below one another, and the query
language of Django's filters."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from journey import Person, ids, serving
from mock_server import MockServer

DOCUMENT = """
openapi: 3.0.3
info: { title: Archive, version: '1' }
paths:
  /letters:
    get: { parameters: [ { name: labels__id__all, in: query, schema: { type: array, items: { type: integer } },
        style: form, explode: false }, { name: labels__id__none, in: query, schema: { type: array, items: { type: integer } },
        style: form, explode: false }, { name: subject__istartswith, in: query, schema: { type: string } } ],
      responses: { '200': { description: all, content: { application/json: { schema: { type: array, items:
        { $ref: '#/components/schemas/Letter' } } } } } } }
    post: { requestBody: &letter { content: { application/json: { schema: { $ref: '#/components/schemas/Letter' } } } },
      responses: { '201': &shown { description: one, content: { application/json: { schema:
        { $ref: '#/components/schemas/Letter' } } } } } }
    put: { requestBody: { content: { application/json: { schema: { type: object, required: [ids], properties: {
        ids: &numbers { type: array, items: { type: integer } }, priority: { type: integer } } } } } },
      responses: { '204': { description: changed } } }
    delete: { requestBody: { content: { application/json: { schema: { type: object, required: [ids],
        properties: { ids: *numbers } } } } }, responses: { '200': { description: gone, content: { application/json: {
        schema: { type: object, properties: { deleted_count: { type: integer } } } } } } } }
  /letters/{id}: { get: { parameters: &id [ { name: id, in: path, required: true, schema: { type: integer } } ],
      responses: { '200': *shown, '404': { description: none } } } }
  /letters/bulk_edit: { post: { requestBody: { content: { application/json: { schema: { type: object,
      required: [letters, method], properties: { letters: *numbers, method: { type: string, enum: [archive, set_priority,
      add_label, remove_label, delete] }, parameters: { type: object, additionalProperties: true } } } } } },
      responses: { '200': { description: done, content: { application/json: { schema: { type: object,
      properties: { result: { type: string } } } } } } } } }
  /letters/bulk_download: { post: { requestBody: { content: { application/json: { schema: { type: object,
      required: [letters], properties: { letters: *numbers, subject: { type: string } } } } } },
      responses: { '200': { description: done, content: { application/json: { schema: { type: object,
      properties: { url: { type: string } } } } } } } } }
  /bulk_edit_objects: { post: { requestBody: { content: { application/json: { schema: { type: object,
      required: [objects, object_type, operation], properties: { objects: *numbers, object_type: { type: string,
      enum: [letters, labels] }, operation: { type: string, enum: [delete] } } } } } }, responses: { '200': {
      description: done, content: { application/json: { schema: { type: array, items:
      { $ref: '#/components/schemas/Letter' } } } } } } } }
  /labels:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items:
        { $ref: '#/components/schemas/Label' } } } } } } }
    post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Label' } } } },
      responses: { '201': &label { description: one, content: { application/json: { schema:
        { $ref: '#/components/schemas/Label' } } } } } }
    delete: { parameters: [ { name: ids, in: query, required: true, schema: *numbers } ],
      responses: { '204': { description: gone } } }
  /labels/{id}:
    get: { parameters: *id, responses: { '200': *label, '404': { description: none } } }
    delete: { parameters: *id, responses: { '204': { description: gone } } }
  /mail_accounts: &accounts
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items:
        { $ref: '#/components/schemas/MailAccount' } } } } } } }
    post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/MailAccount' } } } },
      responses: { '201': { description: one, content: { application/json: { schema:
        { $ref: '#/components/schemas/MailAccount' } } } } } }
  /mail_rules:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items:
        { $ref: '#/components/schemas/MailRule' } } } } } } }
    post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/MailRule' } } } },
      responses: { '201': { description: one, content: { application/json: { schema:
        { $ref: '#/components/schemas/MailRule' } } } } } }
components:
  schemas:
    Letter: { type: object, required: [id, subject], properties: { id: { type: integer, readOnly: true },
      subject: { type: string }, priority: { type: integer }, archived: { type: boolean }, labels: *numbers } }
    Label: { type: object, required: [id, name, children], properties: { id: { type: integer, readOnly: true },
      name: { type: string }, parent: { type: integer, nullable: true }, children: { type: array, readOnly: true,
      items: { type: integer } } } }
    MailAccount: { type: object, required: [id, host], properties: { id: { type: integer, readOnly: true },
      host: { type: string } } }
    MailRule: { type: object, required: [id, account, name], properties: { id: { type: integer, readOnly: true },
      name: { type: string }, account: { type: integer }, stop_after_rule: { type: boolean } } }
"""


@pytest.fixture
def server(binary: Path, tmp_path: Path) -> Iterator[MockServer]:
    """A server of the document."""
    with serving(binary, tmp_path, "archive", DOCUMENT) as running:
        yield running


@pytest.fixture
def app(server: MockServer) -> Person:
    """An app."""
    return Person(server, "/archive")


@pytest.fixture
def letters(app: Person) -> list[int]:
    """The ids of three new letters."""
    made = [{"subject": f"Letter {number}", "archived": False, "labels": []} for number in range(3)]
    return ids([app.post("/letters", letter) for letter in made])


def test_a_list_of_ids_in_the_body_is_deleted_and_the_rest_stays(app: Person, letters: list[int]) -> None:
    """The response counts what was there."""
    gone = app.send("DELETE", "/letters", {"ids": [*letters[:2], 987654]})
    assert gone == {"deleted_count": 2}
    assert [app.status("GET", f"/letters/{letter}") for letter in letters] == [404, 404, 200]


def test_a_list_of_ids_in_the_query_is_deleted(app: Person) -> None:
    """One of them is not there."""
    labels = ids([app.post("/labels", {"name": f"label {number}"}) for number in range(4)])
    app.send("DELETE", f"/labels?ids={labels[0]}&ids={labels[1]}&ids={labels[2]}&ids=987654")
    assert [app.status("GET", f"/labels/{label}") for label in labels] == [404, 404, 404, 200]


def test_a_list_of_ids_with_values_changes_each_of_them(app: Person, letters: list[int]) -> None:
    """`PUT /letters` with ids and a property."""
    app.send("PUT", "/letters", {"ids": letters[1:], "priority": 7})
    assert [app.get(f"/letters/{letter}").get("priority") == 7 for letter in letters] == [False, True, True]


def test_a_verb_in_the_body_says_what_becomes_of_them(app: Person, letters: list[int]) -> None:
    """`method` names it, and `parameters` hold its values."""
    label = app.post("/labels", {"name": "tax"})["id"]

    def edit(method: str, chosen: list[int], **parameters: int) -> None:
        app.post("/letters/bulk_edit", {"letters": chosen, "method": method, "parameters": parameters})

    edit("archive", letters[:1])
    edit("set_priority", letters[1:2], priority=9)
    edit("add_label", letters[:2], label=label)
    first, second, third = (app.get(f"/letters/{letter}") for letter in letters)
    assert [first["archived"], second["archived"], third["archived"]] == [True, False, False]
    assert second["priority"] == 9
    assert [first["labels"], second["labels"], third["labels"]] == [[label], [label], []]
    edit("remove_label", letters[:1], label=label)
    assert app.get(f"/letters/{letters[0]}")["labels"] == []
    edit("delete", letters[:1])
    assert app.status("GET", f"/letters/{letters[0]}") == 404


def test_an_action_that_says_nothing_of_what_it_does_changes_nothing(app: Person, letters: list[int]) -> None:
    """`bulk_download` has a property of the records."""
    app.post("/letters/bulk_download", {"letters": letters, "subject": "whatever"})
    assert app.get(f"/letters/{letters[0]}")["subject"] == "Letter 0"


def test_the_body_may_name_the_resource(app: Person, letters: list[int]) -> None:
    """`object_type` is another resource than that of the response."""
    label = app.post("/labels", {"name": "tax"})["id"]
    app.post("/bulk_edit_objects", {"objects": [label], "object_type": "labels", "operation": "delete"})
    assert app.status("GET", f"/labels/{label}") == 404
    assert app.status("GET", f"/letters/{letters[0]}") == 200


def test_a_record_lists_those_below_it(app: Person) -> None:
    """`children` follows from `parent`, which must be there."""
    parent = app.post("/labels", {"name": "work"})
    assert parent["children"] == []
    child = app.post("/labels", {"name": "taxes", "parent": parent["id"]})
    assert app.get(f"/labels/{parent['id']}")["children"] == [child["id"]]
    assert next(label for label in app.get("/labels") if label["id"] == parent["id"])["children"] == [child["id"]]
    app.send("DELETE", f"/labels/{child['id']}")
    assert app.get(f"/labels/{parent['id']}")["children"] == []
    assert app.status("POST", "/labels", {"name": "lost", "parent": 987654}) in (400, 404, 422)


def test_ids_inside_of_lists_are_compared(app: Person) -> None:
    """`labels__id__all`, `labels__id__none`."""
    first, second = ids([app.post("/labels", {"name": name}) for name in ("a", "b")])
    both = app.post("/letters", {"subject": "both", "labels": [first, second]})["id"]
    one = app.post("/letters", {"subject": "one", "labels": [first]})["id"]
    assert ids(app.get(f"/letters?labels__id__all={first},{second}")) == [both]
    assert {both, one} <= set(ids(app.get(f"/letters?labels__id__all={first}")))
    others = ids(app.get(f"/letters?labels__id__none={second}"))
    assert one in others and both not in others
    assert app.status("POST", "/letters", {"subject": "lost", "labels": [987654]}) in (400, 404, 422)


def test_a_property_names_the_resource_by_the_last_of_its_words(app: Person) -> None:
    """`account` of a mail rule is a mail account, and a list of rules shows those that stop after none, too."""
    account = app.post("/mail_accounts", {"host": "imap.example.com"})["id"]
    rule = app.post("/mail_rules", {"name": "new", "account": account, "stop_after_rule": False})
    assert rule in app.get("/mail_rules")
    assert app.status("POST", "/mail_rules", {"name": "lost", "account": 987654}) in (400, 404, 422)
