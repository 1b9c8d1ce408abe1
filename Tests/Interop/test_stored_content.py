"""What clients stored never becomes a page of the server: it is saved, in the type it came with, without scripts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from mock_server import MockServer, launch
from test_custom_apis_files import form, send

SCRIPT = b"<!doctype html><script>fetch('/_mock/state')</script>"
DRAWING = b'<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'
OCTETS = "application/octet-stream"

DOCUMENT = """
openapi: 3.0.3
info: { title: Pages, version: '1' }
paths:
  /pages:
    post:
      requestBody: { content: {
        application/json: { schema: { type: object, properties: { title: { type: string } } } },
        multipart/form-data: { schema: { type: object, properties: {
          title: { type: string }, file: { type: string, format: binary } } } } } }
      responses: { '201': { description: new, content: { application/json: { schema: { $ref: '#/components/schemas/Page' } } } } }
  /pages/{pageId}:
    parameters: &id [ { name: pageId, in: path, required: true, schema: { type: integer } } ]
    get:
      responses:
        '200':
          description: one
          content:
            application/json: { schema: { $ref: '#/components/schemas/Page' } }
            text/html: { schema: { $ref: '#/components/schemas/Page' } }
            application/xml: { schema: { $ref: '#/components/schemas/Page' } }
            text/csv: { schema: { $ref: '#/components/schemas/Page' } }
  /pages/{pageId}/content:
    parameters: *id
    get: { responses: { '200': { description: it, content: { '*/*': { schema: { type: string, format: binary } } } } } }
    put:
      requestBody: { content: { '*/*': { schema: { type: string, format: binary } } } }
      responses: { '204': { description: kept } }
  /pages/{pageId}/drawing:
    parameters: *id
    get: { responses: { '200': { description: it, content: { image/svg+xml: { schema: { type: string, format: binary } } } } } }
    put:
      requestBody: { content: { '*/*': { schema: { type: string, format: binary } } } }
      responses: { '204': { description: kept } }
  /render:
    post:
      requestBody: { content: { application/json: { schema: { type: object, properties: { text: { type: string } } } } } }
      responses: { '200': { description: shown, content: { text/html: { schema: {
        type: object, properties: { text: { type: string } } } } } } }
components:
  schemas:
    Page: { type: object, required: [id, title], properties: { id: { type: integer }, title: { type: string } } }
"""


@pytest.fixture(scope="module")
def pages(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MockServer]:
    """A server of an API that keeps pages."""
    folder = tmp_path_factory.mktemp("pages")
    (folder / "pages.yaml").write_text(DOCUMENT)
    server = launch(binary, folder, ["--port", "0", "--api", str(folder / "pages.yaml")], {})
    yield server
    server.stop()


def page(server: MockServer, title: str = "A page") -> str:
    """The path of a new page."""
    status, _, content = send(
        server, "POST", "/pages", json.dumps({"title": title}).encode(), {"Content-Type": "application/json"}
    )
    assert status == 201, content
    return f"/pages/{json.loads(content)['id']}"


def is_protected(headers: dict[str, str]) -> bool:
    """Whether a browser saves the content, as what it says it is, and runs nothing of it."""
    return (
        headers.get("content-disposition", "").startswith("attachment")
        and headers.get("x-content-type-options") == "nosniff"
        and headers.get("content-security-policy") == "sandbox"
    )


@pytest.mark.parametrize(
    ("name", "sent", "content", "expected"),
    [
        ("content", "text/html", SCRIPT, "text/html"),
        ("content", "application/json", b'{"a":1}', "application/json"),
        ("content", "text/html; charset=utf-8", SCRIPT, "text/html; charset=utf-8"),
        ("drawing", "image/svg+xml", DRAWING, "image/svg+xml"),
        ("drawing", "text/html", SCRIPT, OCTETS),
        ("drawing", "application/json", b"{}", OCTETS),
        ("drawing", "nonsense", SCRIPT, OCTETS),
        ("drawing", "text/html, image/svg+xml", SCRIPT, OCTETS),
    ],
)
def test_a_stored_file_is_saved_in_its_own_type(
    pages: MockServer, name: str, sent: str, content: bytes, expected: str
) -> None:
    path = f"{page(pages)}/{name}"
    assert send(pages, "PUT", path, content, {"Content-Type": sent})[0] == 204
    for method in ["GET", "HEAD"]:
        status, headers, received = send(pages, method, path)
        assert (status, headers["content-type"]) == (200, expected)
        assert is_protected(headers), headers
        assert received == (content if method == "GET" else b"")


@pytest.mark.parametrize(("sent", "expected"), [("text/html", "text/html"), ("x", OCTETS)])
def test_a_file_of_a_form_is_saved_under_its_name(pages: MockServer, sent: str, expected: str) -> None:
    body, fields = form({"title": "x"}, ('ü"; x=1' + "n" * 4000 + ".html", sent, SCRIPT))
    made = send(pages, "POST", "/pages", body, fields)
    assert made[0] == 201
    status, headers, content = send(pages, "GET", f"/pages/{json.loads(made[2])['id']}/content")
    assert (status, headers["content-type"], content) == (200, expected, SCRIPT)
    assert is_protected(headers)
    assert len(headers["content-disposition"]) < 700


@pytest.mark.parametrize("accept", ["text/html", "application/xml", "text/csv"])
def test_a_record_in_another_format_than_json_is_saved(pages: MockServer, accept: str) -> None:
    path = page(pages, SCRIPT.decode())
    for _ in range(2):  # The second answer is a kept one.
        status, headers, content = send(pages, "GET", path, headers={"Accept": accept})
        assert (status, headers["content-type"].split(";")[0]) == (200, accept)
        assert b"_mock" in content
        assert is_protected(headers), headers
    assert not is_protected(send(pages, "GET", path)[1])


def test_what_a_response_repeats_of_a_request_is_saved(pages: MockServer) -> None:
    body = json.dumps({"text": SCRIPT.decode()}).encode()
    status, headers, content = send(pages, "POST", "/render", body, {"Content-Type": "application/json"})
    assert (status, headers["content-type"].split(";")[0]) == (200, "text/html")
    assert b"script" in content
    assert is_protected(headers), headers


def test_a_record_that_a_fault_calls_a_page_runs_nothing(pages: MockServer) -> None:
    path = page(pages, SCRIPT.decode())
    fault = {"match": {"path": path}, "fault": {"type": "contentType"}}
    json_type = {"Content-Type": "application/json"}
    assert send(pages, "POST", "/_mock/faults", json.dumps(fault).encode(), json_type)[0] == 201
    status, headers, _ = send(pages, "GET", path)
    assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert headers["content-security-policy"] == "sandbox"


def test_pictures_that_the_server_draws_are_shown(pages: MockServer) -> None:
    status, headers, _ = send(pages, "GET", "/media/avatars/bret.png")
    assert (status, headers["content-type"]) == (200, "image/png")
    assert "content-disposition" not in headers
