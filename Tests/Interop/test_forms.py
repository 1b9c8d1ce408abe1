"""Fields of forms have the types that the document gives, so that typed clients can read what was stored."""

from __future__ import annotations

import http.client
import json
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
import yaml

from mock_server import MockServer

DOCUMENT = yaml.safe_load((Path(__file__).parents[2] / "openapi" / "jsonplaceholder.yaml").read_text(encoding="utf-8"))
SCHEMAS = DOCUMENT["components"]["schemas"]
RESOURCES = {
    "users": "User", "posts": "Post", "comments": "Comment", "albums": "Album", "photos": "Photo", "todos": "Todo",
}  # fmt: skip
SAMPLES = {"integer": ("12", 12), "boolean": ("true", True), "string": ("12", "12")}
TEXTS = {"email": "ada@example.com", "hostname": "example.com", "uri": "http://example.com/12"}


def fields(schema: dict[str, Any], name: str = "") -> list[tuple[str, str, Any]]:
    """The fields of a schema's plain members: their names in a form, what is sent, and what it stands for."""
    if "$ref" in schema:
        schema = SCHEMAS[schema["$ref"].rsplit("/", 1)[1]]
    if text := TEXTS.get(schema.get("format", "")):
        return [(name, text, text)]
    if schema["type"] != "object":
        return [(name, *SAMPLES[schema["type"]])]
    return [
        field
        for key, inner in schema["properties"].items()
        for field in fields(inner, f"{name}[{key}]" if name else key)
    ]


def send(server: MockServer, method: str, path: str, body: bytes, type: str) -> Any:
    """The record in an answer."""
    connection = http.client.HTTPConnection(server.host, server.port, timeout=20)
    try:
        connection.request(method, path, body, {"Content-Type": type})
        answer = connection.getresponse()
        assert answer.status in (200, 201)
        return json.loads(answer.read())
    finally:
        connection.close()


def urlencoded(pairs: list[tuple[str, str]]) -> tuple[bytes, str]:
    return urlencode(pairs).encode(), "application/x-www-form-urlencoded"


def multipart(pairs: list[tuple[str, str]]) -> tuple[bytes, str]:
    parts = "".join(f'--X\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in pairs)
    return f"{parts}--X--\r\n".encode(), "multipart/form-data; boundary=X;charset=UTF-8"


def at(record: Any, name: str) -> Any:
    """The member that the field of a form stands for."""
    for key in name.replace("]", "").split("["):
        record = record[key]
    return record


@pytest.mark.parametrize("form", [urlencoded, multipart], ids=["urlencoded", "multipart"])
@pytest.mark.parametrize("resource", RESOURCES)
def test_values_have_the_documented_types(server: MockServer, resource: str, form: Any) -> None:
    known = fields(SCHEMAS[f"{RESOURCES[resource]}Fields"])
    assert len(known) > 1
    content, type = form([(name, sent) for name, sent, _ in known])
    made = send(server, "POST", f"/{resource}", content, type)
    assert {name: at(made, name) for name, _, _ in known} == {name: value for name, _, value in known}
    stored = json.loads(server.request("GET", f"/{resource}/{made['id']}").body)
    assert stored == made
    for method in ["PUT", "PATCH"]:
        changed = send(server, method, f"/{resource}/{made['id']}", content, type)
        assert {name: at(changed, name) for name, _, _ in known} == {name: value for name, _, value in known}
    server.request("DELETE", f"/{resource}/{made['id']}")


def test_what_the_document_does_not_have_stays_text(server: MockServer) -> None:
    content, type = urlencoded([("views", "5"), ("tags", "a"), ("tags", "b"), ("title", "null")])
    made = send(server, "POST", "/posts", content, type)
    assert (made["views"], made["tags"], made["title"]) == ("5", ["a", "b"], "null")
    server.request("DELETE", f"/posts/{made['id']}")


def test_arguments_in_the_query_have_them_too(server: MockServer) -> None:
    made = send(server, "POST", "/todos", *urlencoded([("userId", "1"), ("completed", "false")]))
    assert (made["userId"], made["completed"]) == (1, False)
    changed = server.request("PATCH", f"/todos/{made['id']}?completed=true&userId=2").json()
    assert (changed["userId"], changed["completed"]) == (2, True)
    server.request("DELETE", f"/todos/{made['id']}")


def test_a_form_is_stored_whole_or_refused(server: MockServer) -> None:
    last = server.request("GET", "/posts?_sort=id&_order=desc&_limit=1").json()
    for content in [urlencode([(f"m{number}", "1") for number in range(1001)]), "a" + "[b]" * 40 + "=1"]:
        connection = http.client.HTTPConnection(server.host, server.port, timeout=20)
        connection.request("POST", "/posts", content.encode(), {"Content-Type": "application/x-www-form-urlencoded"})
        assert connection.getresponse().status in (400, 413)
        connection.close()
    assert server.request("GET", "/posts?_sort=id&_order=desc&_limit=1").json() == last
