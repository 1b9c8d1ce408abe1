"""Ids of new records of an API of one's own: of the look that the document shows, each once, and leading to their record."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from mock_server import MockServer, launch


def paths(name: str, schema: str, member: str) -> str:
    """A resource that is listed, made, read and deleted."""
    one = f"content: {{ application/json: {{ schema: {{ $ref: '#/components/schemas/{schema}' }} }} }}"
    return f"""
  /{name}:
    get: {{ responses: {{ '200': {{ description: ok, content: {{ application/json: {{ schema: {{ type: array,
      items: {{ $ref: '#/components/schemas/{schema}' }} }} }} }} }} }} }}
    post: {{ requestBody: {{ {one} }}, responses: {{ '201': {{ description: made, {one} }} }} }}
  /{name}/{{{member}}}:
    parameters: [ {{ name: {member}, in: path, required: true, schema: {{ type: string }} }} ]
    get: {{ responses: {{ '200': {{ description: ok, {one} }}, '404': {{ description: gone }} }} }}
    delete: {{ responses: {{ '204': {{ description: gone }} }} }}"""


DOCUMENT = (
    "openapi: 3.1.0\ninfo: { title: Ids, version: '1' }\npaths:"
    + paths("articles", "Article", "slug")
    + paths("users", "User", "id")
    + paths("invoices", "Invoice", "id")
    + paths("counters", "Counter", "id")
    + """
components:
  schemas:
    Article: { type: object, required: [slug], properties: { slug: { type: string, readOnly: true },
      title: { type: string } } }
    User: { type: object, required: [id], properties: { id: { type: string, format: uuid, readOnly: true },
      title: { type: string } } }
    Invoice: { type: object, required: [id], properties: { id: { type: string, example: in_8fK2mQ4x, readOnly: true },
      title: { type: string } } }
    Counter: { type: object, properties: { id: { type: integer }, title: { type: string } } }
"""
)


@pytest.fixture(scope="module")
def ids(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MockServer]:
    folder = tmp_path_factory.mktemp("ids")
    (folder / "ids.yaml").write_text(DOCUMENT, encoding="utf-8")
    options = ["--port", "0", "--rate-limit", "off", "--only", "ids", "--api", f"ids={folder / 'ids.yaml'}"]
    running = launch(binary, folder, options, {})
    yield running
    running.stop()


def create(server: MockServer, name: str, title: str, member: str = "id", **others: Any) -> Any:
    """The id of a new record, which leads to it, as `Location` does."""
    answer = server.request("POST", f"/{name}", body={"title": title} | others)
    assert answer.status == 201, answer.body[:300]
    made = answer.json()[member]
    for path in (f"/{name}/{quote(str(made), safe='')}", answer.headers["location"].removeprefix(server.base_url)):
        found = server.request("GET", path)
        assert found.status == 200, path
        assert found.json() == {"title": title, member: made}
    return made


@pytest.mark.parametrize(
    ("name", "look"),
    [
        ("users", r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"),
        ("invoices", r"in_[A-Za-z0-9]{8}"),
    ],
)
def test_drawn_ids_look_as_the_document_shows_them(ids: MockServer, name: str, look: str) -> None:
    before = [row["id"] for row in ids.request("GET", f"/{name}").json()]
    made = [create(ids, name, f"New {number}") for number in range(20)]
    assert len(set(before + made)) == len(before) + 20
    assert all(re.fullmatch(look, one) for one in before + made)


def test_titles_make_ids_in_words(ids: MockServer) -> None:
    assert create(ids, "articles", "Rye & Wheat, 2nd!", "slug") == "rye-wheat-2nd"
    assert re.fullmatch(r"rye-wheat-2nd-\d+", create(ids, "articles", "Rye & Wheat, 2nd!", "slug"))
    assert create(ids, "articles", "Größe: 日本", "slug") == "größe-日本"
    assert len({create(ids, "articles", "!?", "slug") for _ in range(3)}) == 3
    assert len(create(ids, "articles", "long " * 200, "slug")) <= 80


def test_numbers_count_on_and_are_not_given_twice(ids: MockServer) -> None:
    greatest = max(row["id"] for row in ids.request("GET", "/counters").json())
    assert create(ids, "counters", "counted") == greatest + 1
    assert create(ids, "counters", "chosen", id=greatest + 2) == greatest + 2
    # Where the document has no refusal, the new one takes the place.
    assert create(ids, "counters", "chosen again", id=greatest + 2) == greatest + 2
    assert create(ids, "counters", "counted") == greatest + 3
    assert ids.request("DELETE", f"/counters/{greatest + 3}").status == 204
    assert create(ids, "counters", "counted") == greatest + 4
    rows = [row["id"] for row in ids.request("GET", "/counters").json()]
    assert len(rows) == len(set(rows))
