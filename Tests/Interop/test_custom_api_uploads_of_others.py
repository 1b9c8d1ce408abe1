"""Files that an account sends for another one's record, and several files at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from at_once import Crew
from journey import Person, serving
from mock_server import MockServer

DOCUMENT = """
openapi: 3.0.3
info: { title: Notes, version: '1' }
paths:
  /register:
    post:
      requestBody: { content: { application/json: { schema: { type: object, required: [email, password],
        properties: { email: { type: string }, password: { type: string } } } } } }
      responses: { '201': { description: new, content: { application/json: { schema: { type: object,
        properties: { token: { type: string }, user: { $ref: '#/components/schemas/User' } } } } } } }
  /me:
    get: { responses: { '200': { description: me, content: { application/json: { schema:
      { $ref: '#/components/schemas/User' } } } } } }
  /notes:
    get: { responses: { '200': { description: all, content: { application/json: { schema:
      { type: array, items: { $ref: '#/components/schemas/Note' } } } } } } }
    post:
      requestBody: { content: { application/json: { schema: { type: object, required: [title],
        properties: { title: { type: string } } } } } }
      responses: { '201': { $ref: '#/components/responses/Note' } }
  /notes/{noteId}:
    parameters: &id [ { name: noteId, in: path, required: true, schema: { type: integer } } ]
    get: { responses: { '200': { $ref: '#/components/responses/Note' } } }
    put:
      requestBody: { content: { multipart/form-data: { schema: { type: object,
        properties: { title: { type: string }, file: { type: string, format: binary } } } } } }
      responses: { '200': { $ref: '#/components/responses/Note' }, '403': { description: not yours } }
  /notes/{noteId}/pictures:
    parameters: *id
    post:
      requestBody: { content: { multipart/form-data: { schema: { type: object,
        properties: { file: { type: string, format: binary } } } } } }
      responses: { '200': { $ref: '#/components/responses/Note' } }
components:
  responses:
    Note: { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
  schemas:
    User: { type: object, required: [id, email], properties: { id: { type: integer }, email: { type: string } } }
    Note: { type: object, required: [id, title], properties: { id: { type: integer }, title: { type: string },
      userId: { type: integer }, fileUrl: { type: string }, pictures: { type: array, items: { type: string } } } }
"""


def form(name: str, content: bytes) -> bytes:
    """A form with one file."""
    head = f'--x\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\nContent-Type: text/plain\r\n\r\n'
    return head.encode() + content + b"\r\n--x--\r\n"


@pytest.fixture
def server(binary: Path, tmp_path: Path) -> Iterator[MockServer]:
    """A server of the document alone."""
    with serving(binary, tmp_path, "notes", DOCUMENT) as running:
        yield running


def sign_up(server: MockServer, name: str) -> Person:
    """Somebody new."""
    session = Person(server, "/notes").post("/register", {"email": f"{name}@x.com", "password": "Secret123!"})
    return Person(server, "/notes", session["token"], session["user"]["id"])


def test_a_refused_file_is_not_kept(server: MockServer) -> None:
    ada, bob = sign_up(server, "ada"), sign_up(server, "bob")
    path = f"/notes/notes/{ada.post('/notes', {'title': 'Mine'})['id']}"

    def put(person: Person, content: bytes) -> int:
        headers = {"Authorization": f"Bearer {person.token}", "Content-Type": "multipart/form-data; boundary=x"}
        answer = server.request("PUT", path, raw=form("a.txt", content), headers=headers)
        if answer.status == 200:
            address = urlsplit(answer.json()["fileUrl"]).path
            assert server.request("GET", address, headers=headers).body == content
        return answer.status

    assert put(ada, b"ada's") == 200
    assert put(bob, b"bob's") == 403
    address = urlsplit(ada.get(path.removeprefix("/notes"))["fileUrl"]).path
    assert server.request("GET", address, headers={"Authorization": f"Bearer {ada.token}"}).body == b"ada's"


def test_files_at_once_are_all_listed(server: MockServer) -> None:
    ada = sign_up(server, "ada")
    for _ in range(10):
        path = f"/notes/{ada.post('/notes', {'title': 'Many'})['id']}"
        body = form("a.txt", b"one of several")
        head = (
            f"POST /notes{path}/pictures HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {ada.token}\r\n"
            f"Content-Type: multipart/form-data; boundary=x\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        answers = Crew(server.port, 6).send([head.encode() + body] * 6)
        assert [answer.status for answer in answers] == [200] * 6
        pictures = ada.get(path)["pictures"]
        assert len(set(pictures)) == len(pictures) == 6
        own = {"Authorization": f"Bearer {ada.token}"}
        assert all(server.request("GET", urlsplit(each).path, headers=own).body == b"one of several" for each in pictures)
