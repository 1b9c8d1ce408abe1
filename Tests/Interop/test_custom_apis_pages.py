"""Lists of an API of one's own in all styles of paging: from page to page, each record comes once, and what the answers tell
of the pages is true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mock_server import MockServer, launch

RECORDS = 23
DOCUMENT = """
openapi: 3.1.0
info: { title: Pages, version: '1' }
paths:
  /numbered:
    get:
      parameters: [ { name: page, in: query, schema: { type: integer, default: 0 } },
        { name: size, in: query, schema: { type: integer, default: 5 } } ]
      responses: { '200': { description: ok, content: { application/json: { schema: { type: object,
        required: [content, totalElements, totalPages, number, first, last, empty], properties: {
          content: { type: array, items: { $ref: '#/components/schemas/Numbered' } },
          totalElements: { type: integer }, totalPages: { type: integer }, number: { type: integer },
          first: { type: boolean }, last: { type: boolean }, empty: { type: boolean } } } } } } }
  /counted:
    get:
      parameters: [ { name: offset, in: query, schema: { type: integer } },
        { name: limit, in: query, schema: { type: integer, maximum: 10, default: 4 } } ]
      responses: { '200': { description: ok, content: { application/json: { schema: { type: object,
        required: [items, total, offset, limit, hasMore], properties: {
          items: { type: array, items: { $ref: '#/components/schemas/Counted' } }, total: { type: integer },
          offset: { type: integer }, limit: { type: integer }, hasMore: { type: boolean } } } } } } }
  /continued:
    get:
      parameters: [ { name: cursor, in: query, schema: { type: string } },
        { name: limit, in: query, schema: { type: integer, default: 10 } } ]
      responses: { '200': { description: ok, content: { application/json: { schema: { type: object,
        required: [data, next_cursor], properties: {
          data: { type: array, items: { $ref: '#/components/schemas/Continued' } },
          next_cursor: { type: [string, 'null'] } } } } } } }
  /linked:
    get:
      parameters: [ { name: page, in: query, schema: { type: integer, default: 1 } },
        { name: per_page, in: query, schema: { type: integer, default: 6 } } ]
      responses: { '200': { description: ok, headers: { Link: { schema: { type: string } } }, content: {
        application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Linked' } } } } } }
  /followed:
    get:
      parameters: [ { name: starting_after, in: query, schema: { type: string } },
        { name: ending_before, in: query, schema: { type: string } },
        { name: limit, in: query, schema: { type: integer, default: 10, maximum: 100 } } ]
      responses: { '200': { description: ok, content: { application/json: { schema: { type: object,
        required: [data, has_more], properties: {
          data: { type: array, items: { $ref: '#/components/schemas/Followed' } },
          has_more: { type: boolean } } } } } } }
components:
  schemas:
""" + "".join(
    f"    {name}: {{ type: object, required: [id], x-mock-records: {RECORDS}, properties: {{"
    f" id: {{ type: {kind} }}, name: {{ type: string }} }} }}\n"
    for name, kind in [
        ("Numbered", "integer"),
        ("Counted", "string, format: uuid"),
        ("Continued", "integer"),
        ("Linked", "integer"),
        ("Followed", "string, example: fol_8fK2mQ4x"),
    ]
)


@pytest.fixture(scope="module")
def pages(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MockServer]:
    folder = tmp_path_factory.mktemp("pages")
    (folder / "pages.yaml").write_text(DOCUMENT, encoding="utf-8")
    options = ["--port", "0", "--rate-limit", "off", "--only", "pages", "--api", f"pages={folder / 'pages.yaml'}"]
    running = launch(binary, folder, options, {})
    yield running
    running.stop()


def get(server: MockServer, path: str) -> Any:
    """The JSON of an answer, which is 200."""
    answer = server.request("GET", path)
    assert answer.status == 200, (path, answer.body[:300])
    return answer.json()


def are_all(rows: list[dict[str, Any]]) -> bool:
    """Whether these are all records, each once."""
    return len(rows) == RECORDS and len({str(row["id"]) for row in rows}) == RECORDS


def test_pages_that_are_numbered_from_0(pages: MockServer) -> None:
    found = [get(pages, f"/numbered?page={number}") for number in range(5)]
    assert are_all([row for page in found for row in page["content"]])
    assert [len(page["content"]) for page in found] == [5, 5, 5, 5, 3]
    assert [page["number"] for page in found] == [0, 1, 2, 3, 4]
    assert [page["first"] for page in found] == [True, False, False, False, False]
    assert [page["last"] for page in found] == [False, False, False, False, True]
    assert {(page["totalElements"], page["totalPages"], page["empty"]) for page in found} == {(RECORDS, 5, False)}
    behind = get(pages, "/numbered?page=5")
    assert (behind["content"], behind["empty"], behind["last"], behind["totalElements"]) == ([], True, True, RECORDS)


def test_records_from_an_offset(pages: MockServer) -> None:
    found = [get(pages, f"/counted?offset={start}&limit=10") for start in (0, 10, 20)]
    assert are_all([row for page in found for row in page["items"]])
    assert [(page["offset"], page["limit"], page["hasMore"]) for page in found] == [
        (0, 10, True), (10, 10, True), (20, 10, False)]  # fmt: skip
    assert len(get(pages, "/counted")["items"]) == 4
    assert get(pages, "/counted?offset=2147483647")["items"] == []


def test_cursors_lead_on_until_there_is_none(pages: MockServer) -> None:
    rows, cursor = [], ""
    while cursor is not None:
        page = get(pages, f"/continued?cursor={cursor}" if cursor else "/continued")
        assert page["data"]
        rows += page["data"]
        cursor = page["next_cursor"]
    assert are_all(rows)


def test_links_lead_on_and_back(pages: MockServer) -> None:
    def follow(path: str, relation: str) -> tuple[list[Any], list[str]]:
        rows, paths = [], [path]
        while True:
            answer = pages.request("GET", paths[-1])
            rows += answer.json()
            links = {name: url for url, name in re.findall(r'<([^>]*)>; rel="(\w+)"', answer.headers["link"])}
            if relation not in links:
                return rows, paths
            paths.append(links[relation].removeprefix(pages.base_url))

    rows, paths = follow("/linked?per_page=6", "next")
    assert are_all(rows)
    assert len(paths) == 4
    assert follow(paths[-1], "prev")[1][-1] == "/linked?per_page=6&page=1"


def test_records_behind_and_before_another(pages: MockServer) -> None:
    first = get(pages, "/followed")
    second = get(pages, f"/followed?starting_after={first['data'][-1]['id']}")
    third = get(pages, f"/followed?starting_after={second['data'][-1]['id']}")
    assert are_all(first["data"] + second["data"] + third["data"])
    assert [page["has_more"] for page in (first, second, third)] == [True, True, False]
    back = get(pages, f"/followed?ending_before={third['data'][0]['id']}")
    assert back["data"] == second["data"]
    assert get(pages, f"/followed?ending_before={first['data'][2]['id']}")["data"] == first["data"][:2]
