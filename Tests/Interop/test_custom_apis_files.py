"""Files that were sent to an API that is served from its document come back; XML is data as JSON is."""

from __future__ import annotations

import http.client
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from mock_server import MockServer, launch

PNG = b"\x89PNG\r\n\x1a\n\x00\xff" * 300

DOCUMENT = """
openapi: 3.0.3
info: { title: Papers, version: '1' }
paths:
  /papers:
    get:
      responses: { '200': { description: all, content: { application/json: { schema:
        { type: array, items: { $ref: '#/components/schemas/Paper' } } } } } }
    post:
      requestBody:
        content:
          multipart/form-data:
            schema:
              type: object
              required: [file]
              properties: { title: { type: string }, file: { type: string, format: binary } }
      responses: { '201': { $ref: '#/components/responses/Paper' } }
  /papers/{paperId}:
    parameters: &id [ { name: paperId, in: path, required: true, schema: { type: integer } } ]
    get: { responses: { '200': { $ref: '#/components/responses/Paper' }, '404': { description: none } } }
    delete: { responses: { '204': { description: gone }, '404': { description: none } } }
  /papers/{paperId}/content:
    parameters: *id
    get:
      responses: { '200': { description: the file, content: { '*/*': { schema: { type: string, format: binary } } } },
        '404': { description: none } }
    put:
      requestBody: { content: { application/octet-stream: { schema: { type: string, format: binary } } } }
      responses: { '204': { description: kept } }
  /papers/{paperId}/cover:
    parameters: *id
    get:
      responses: { '200': { description: a picture, content: { image/png: { schema: { type: string, format: binary } } } } }
    put:
      requestBody: { content: { image/*: { schema: { type: string, format: binary } } } }
      responses: { '204': { description: kept } }
    delete: { responses: { '204': { description: gone } } }
  /notes:
    post:
      requestBody: { content: { application/xml: { schema: { $ref: '#/components/schemas/Note' } } } }
      responses: { '201': { description: new, content: {
        application/json: { schema: { $ref: '#/components/schemas/Note' } },
        application/xml: { schema: { $ref: '#/components/schemas/Note' } } } } }
    get:
      responses: { '200': { description: all, content: { application/json: { schema:
        { type: array, items: { $ref: '#/components/schemas/Note' } } } } } }
  /notes/{noteId}:
    parameters: [ { name: noteId, in: path, required: true, schema: { type: integer } } ]
    get:
      responses: { '200': { description: one, content: {
        application/json: { schema: { $ref: '#/components/schemas/Note' } },
        application/xml: { schema: { $ref: '#/components/schemas/Note' } } } }, '404': { description: none } }
components:
  responses:
    Paper: { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Paper' } } } }
  schemas:
    Paper:
      type: object
      required: [id, title, filename, bytes]
      properties: { id: { type: integer }, title: { type: string }, filename: { type: string }, bytes: { type: integer } }
    Note:
      type: object
      required: [id, text]
      properties:
        id: { type: integer, readOnly: true, xml: { attribute: true } }
        text: { type: string, xml: { name: body } }
        stars: { type: integer }
        isNew: { type: boolean }
        tags: { type: array, items: { type: string, xml: { name: tag } }, xml: { wrapped: true } }
        lines: { type: array, items: { type: object, properties: { size: { type: number }, of: { type: string } } } }
"""


@pytest.fixture(scope="module")
def papers(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MockServer]:
    """A server of an API of files."""
    folder = tmp_path_factory.mktemp("papers")
    (folder / "papers.yaml").write_text(DOCUMENT)
    server = launch(binary, folder, ["--port", "0", "--api", str(folder / "papers.yaml"), "--only", "papers"], {})
    yield server
    server.stop()


def send(
    server: MockServer, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None,
) -> tuple[int, dict[str, str], bytes]:  # fmt: skip
    """Status, header section and content of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    connection.request(method, path, body, headers or {})
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, content


def form(fields: dict[str, str], file: tuple[str, str, bytes]) -> tuple[bytes, dict[str, str]]:
    """A multipart form with a file: its name, type and bytes."""
    parts = [f'--x7\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in fields.items()]
    name, media_type, content = file
    head = f'--x7\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\nContent-Type: {media_type}\r\n\r\n'
    body = "".join(parts).encode() + head.encode() + content + b"\r\n--x7--\r\n"
    return body, {"Content-Type": "multipart/form-data; boundary=x7"}


def create(server: MockServer, file: bytes = PNG, **headers: str) -> dict[str, Any]:
    """A paper that was made of a picture."""
    body, fields = form({"title": "A cat"}, ("my cat.png", "image/png", file))
    status, _, content = send(server, "POST", "/papers", body, fields | headers)
    assert status == 201, content
    return yaml.safe_load(content)


def test_a_file_of_a_form_comes_back(papers: MockServer) -> None:
    made = create(papers)
    assert (made["title"], made["filename"], made["bytes"]) == ("A cat", "my cat.png", len(PNG))
    status, headers, content = send(papers, "GET", f"/papers/{made['id']}/content")
    assert (status, headers["content-type"], content) == (200, "image/png", PNG)
    assert "my%20cat.png" in headers["content-disposition"]


def test_a_binary_body_comes_back(papers: MockServer) -> None:
    made = create(papers)
    path = f"/papers/{made['id']}/content"
    assert send(papers, "PUT", path, b"\x00\x01\xfe", {"Content-Type": "application/octet-stream"})[0] == 204
    assert send(papers, "GET", path)[2] == b"\x00\x01\xfe"
    # Another file of the same record.
    cover = f"/papers/{made['id']}/cover"
    assert send(papers, "PUT", cover, PNG, {"Content-Type": "image/png"})[0] == 204
    assert send(papers, "GET", cover)[2] == PNG
    assert send(papers, "GET", path)[2] == b"\x00\x01\xfe"
    assert send(papers, "DELETE", cover)[0] == 204
    assert send(papers, "GET", cover)[2] != PNG


def test_a_type_that_is_not_documented_is_not_answered(papers: MockServer) -> None:
    made = create(papers)
    path = f"/papers/{made['id']}/cover"
    assert send(papers, "PUT", path, b"GIF89a", {"Content-Type": "image/gif"})[0] == 204
    status, headers, content = send(papers, "GET", path)
    assert (status, headers["content-type"], content) == (200, "application/octet-stream", b"GIF89a")


def test_before_any_file_there_is_something_valid(papers: MockServer) -> None:
    status, headers, content = send(papers, "GET", "/papers/1/content")
    assert status == 200
    assert headers["content-type"]
    assert content
    assert send(papers, "GET", "/papers/4711/content")[0] == 404


def test_files_go_with_their_records_and_stay_in_their_world(papers: MockServer) -> None:
    world = {"X-Mock-World": papers.request("POST", "/_mock/worlds").json()["id"]}
    made = create(papers, b"of this world", **world)
    path = f"/papers/{made['id']}/content"
    assert send(papers, "GET", path, headers=world)[2] == b"of this world"
    assert send(papers, "GET", path)[2] != b"of this world"
    assert send(papers, "PUT", "/_mock/snapshots/with-cat", headers=world)[0] == 201
    assert send(papers, "DELETE", f"/papers/{made['id']}", headers=world)[0] == 204
    assert send(papers, "GET", path, headers=world)[0] == 404
    assert create(papers, **world)["id"] != made["id"]
    assert send(papers, "POST", "/_mock/snapshots/with-cat/restore", headers=world)[0] in (200, 204)
    assert send(papers, "GET", path, headers=world)[2] == b"of this world"


def test_xml_is_data(papers: MockServer) -> None:
    sent = """<?xml version="1.0"?><!-- a note --><Note><body>Milk &amp; <![CDATA[<honey>]]></body><stars>4</stars>
      <isNew>true</isNew><tags><tag>a</tag><tag>b</tag></tags>
      <lines><size>1.5</size><of>x</of></lines><lines><size>2</size><of>y</of></lines></Note>"""
    status, _, content = send(papers, "POST", "/notes", sent.encode(), {"Content-Type": "application/xml"})
    made = yaml.safe_load(content)
    assert status == 201, content
    wanted = {"text": "Milk & <honey>", "stars": 4, "isNew": True, "tags": ["a", "b"],
              "lines": [{"size": 1.5, "of": "x"}, {"size": 2, "of": "y"}]}  # fmt: skip
    assert {name: made[name] for name in wanted} == wanted
    status, headers, content = send(papers, "GET", f"/notes/{made['id']}", headers={"Accept": "application/xml"})
    assert headers["content-type"].startswith("application/xml")
    note = ElementTree.fromstring(content)
    assert (note.tag, note.get("id"), note.findtext("body")) == ("Note", str(made["id"]), "Milk & <honey>")
    assert [tag.text for tag in note.find("tags") or []] == ["a", "b"]
    assert [line.findtext("of") for line in note.findall("lines")] == ["x", "y"]


@pytest.mark.parametrize(
    "body",
    [b"<Note>", b"<Note><body></Note>", b"nothing", b'<!DOCTYPE x [<!ENTITY a "b">]><Note>&a;</Note>', b"<a>" * 500,
     b"<Note>&unknown;</Note>", b"<Note a=b></Note>", b"\xff\xfe<", b"<N></N><N></N>"],
)  # fmt: skip
def test_wrong_xml_is_refused(papers: MockServer, body: bytes) -> None:
    status, _, content = send(papers, "POST", "/notes", body, {"Content-Type": "application/xml"})
    assert status == 400, content


def test_xml_is_checked(papers: MockServer) -> None:
    status, _, content = send(papers, "POST", "/notes", b"<Note><stars>many</stars></Note>", {"Content-Type": "text/xml"})
    assert status in (400, 415), content
    status, _, content = send(
        papers, "POST", "/notes", b"<Note><body>x</body><stars>many</stars></Note>", {"Content-Type": "application/xml"})  # fmt: skip
    assert status == 400
    assert b"stars" in content


SHELF = """
openapi: 3.0.3
info: { title: Shelf, version: '1' }
paths:
  /shelf/{room}/{name}:
    parameters:
      - { name: room, in: path, required: true, schema: { type: string } }
      - { name: name, in: path, required: true, schema: { type: string } }
    get: { responses: { '200': { description: the file, content: { application/octet-stream: { schema: {
      type: string, format: binary } } } } } }
    put: { requestBody: { content: { application/octet-stream: { schema: { type: string, format: binary } } } },
      responses: { '204': { description: kept } } }
    delete: { responses: { '204': { description: gone } } }
  /pictures:
    get:
      responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
        $ref: '#/components/schemas/Picture' } } } } } }
    post:
      requestBody: { content: { multipart/form-data: { schema: { type: object, properties: {
        file: { type: string, format: binary }, caption: { type: string } } } } } }
      responses: { '201': { description: new, content: { application/json: { schema: {
        $ref: '#/components/schemas/Picture' } } } } }
  /pictures/{id}:
    parameters: [ { name: id, in: path, required: true, schema: { type: integer } } ]
    get: { responses: { '200': { description: one, content: { application/json: { schema: {
      $ref: '#/components/schemas/Picture' } } } }, '404': { description: none } } }
    delete: { responses: { '204': { description: gone } } }
components:
  schemas:
    Picture: { type: object, required: [id, type], properties: { id: { type: integer }, caption: { type: string },
      type: { type: string, enum: [video, image] }, url: { type: string, format: uri }, size: { type: integer } } }
"""


@pytest.fixture(scope="module")
def shelf(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MockServer]:
    """A server with files at paths without records, and records with the addresses of their files."""
    folder = tmp_path_factory.mktemp("shelf")
    (folder / "openapi.yaml").write_text(SHELF)
    started = launch(binary, folder / "out", ["--port", "0", "--api", f"shelf={folder / 'openapi.yaml'}"], {})
    yield started
    started.stop()


def test_a_path_without_a_record_keeps_a_file(shelf: MockServer) -> None:
    path = "/shelf/shelf/kitchen/plan.bin"
    assert send(shelf, "GET", path)[0] == 404
    assert send(shelf, "PUT", path, PNG, {"Content-Type": "application/octet-stream"})[0] == 204
    assert send(shelf, "GET", path)[2] == PNG
    assert send(shelf, "GET", "/shelf/shelf/cellar/plan.bin")[0] == 404
    assert send(shelf, "DELETE", path)[0] == 204
    assert send(shelf, "GET", path)[0] == 404 == send(shelf, "DELETE", path)[0]


def test_a_record_shows_the_address_of_its_file(shelf: MockServer) -> None:
    body = (
        b'--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n'
        + PNG + b"\r\n--b--\r\n"
    )  # fmt: skip
    status, _, content = send(shelf, "POST", "/shelf/pictures", body, {"Content-Type": "multipart/form-data; boundary=b"})
    made = yaml.safe_load(content)
    assert status == 201 and made["type"] == "image" and made["size"] == len(PNG), content
    assert yaml.safe_load(send(shelf, "GET", f"/shelf/pictures/{made['id']}")[2])["url"] == made["url"]
    address = "/" + made["url"].split("/", 3)[3]
    status, headers, content = send(shelf, "GET", address)
    assert (status, headers["content-type"], content) == (200, "image/png", PNG)
    assert send(shelf, "DELETE", f"/shelf/pictures/{made['id']}")[0] == 204
    assert send(shelf, "GET", address)[0] == 404


CARDS = """
openapi: 3.0.3
info: { title: Cards, version: '1' }
paths:
  /pets:
    post:
      requestBody:
        content:
          multipart/form-data:
            schema: { type: object, properties: { name: { type: string }, photo: { type: string, format: binary } } }
      responses: { '201': { $ref: '#/components/responses/Pet' } }
  /pets/{petId}:
    get: { parameters: &id [ { name: petId, in: path, required: true, schema: { type: integer } } ],
      responses: { '200': { $ref: '#/components/responses/Pet' } } }
  /pets/{petId}/card/pdf:
    get: { parameters: *id, responses: { '200': { description: a card, content: {
      application/pdf: { schema: { type: string, format: binary } } } } } }
  /pets/{petId}/photo:
    post:
      parameters: *id
      requestBody: { content: { multipart/form-data: { schema: { type: object, properties: {
        photo: { type: string, format: binary } } } } } }
      responses: { '200': { description: done, content: { application/json: { schema: { type: object, properties: {
        hint: { type: string }, score: { type: integer }, colour: { type: string }, place: { type: string } } } } } } }
components:
  responses:
    Pet:
      description: one
      content:
        text/plain: { schema: { $ref: '#/components/schemas/Pet' } }
        application/json: { schema: { $ref: '#/components/schemas/Pet' } }
  schemas:
    Pet: { type: object, required: [petId, name], properties: { petId: { type: integer }, name: { type: string } } }
"""


def parts(boundary: str, *, name: str | None = None) -> bytes:
    field = f'--{boundary}\r\nContent-Disposition: form-data; name="name"\r\n\r\n{name}\r\n' if name else ""
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n'
    return (field + head).encode() + PNG + f"\r\n--{boundary}--\r\n".encode()


def test_what_is_made_of_a_record_is_not_its_file(binary: str, tmp_path: Path) -> None:
    (tmp_path / "openapi.yaml").write_text(CARDS)
    server = launch(binary, tmp_path / "out", ["--port", "0", "--api", f"cards={tmp_path / 'openapi.yaml'}"], {})
    try:
        kind = {"Content-Type": "multipart/form-data; boundary=b"}
        status, _, content = send(server, "POST", "/cards/pets", parts("b", name="Rex"), kind)
        pet = yaml.safe_load(content)
        assert status == 201 and pet["name"] == "Rex"
        # The record is JSON, although the first media type of the document is text.
        status, headers, content = send(server, "GET", f"/cards/pets/{pet['petId']}", headers={"Accept": "application/json"})
        assert (status, yaml.safe_load(content)) == (200, pet)
        # A PNG is no card of the type that the document has.
        status, headers, content = send(server, "GET", f"/cards/pets/{pet['petId']}/card/pdf")
        assert status == 200 and headers["content-type"] == "application/pdf" and content != PNG
        # The boundary between the parts is no part of what was sent.
        answers = {
            send(server, "POST", f"/cards/pets/{pet['petId']}/photo", parts(boundary),
                 {"Content-Type": f"multipart/form-data; boundary={boundary}"})[2]
            for boundary in ("one", "two", "three", "four", "five")
        }  # fmt: skip
        assert len(answers) == 1, answers
    finally:
        server.stop()
