"""Documents and requests that mean harm to an API that is served from its document: bounded, told, and never a 5xx."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mock_server import MockServer, environment, launch

SHOP = Path(__file__).parents[2] / "Seeds" / "examples" / "shop" / "openapi.yaml"
HEAD = "openapi: 3.1.0\ninfo: { title: T, version: '1' }\n"
REFUSED_S = 30.0


@pytest.fixture(scope="module")
def shop(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MockServer]:
    """The shop, its own refusals not held against the document."""
    options = ["--port", "0", "--rate-limit", "off", "--api", f"shop={SHOP}"]
    running = launch(binary, tmp_path_factory.mktemp("hostile"), options, {"MOCK_API_CHECK_ANSWERS": "off"})
    yield running
    running.stop()


def send(server: MockServer, method: str, path: str, body: bytes | None, content_type: str) -> int:
    """The status of a raw request."""
    connection = http.client.HTTPConnection(server.host, server.port, timeout=30)
    try:
        headers = {"Authorization": "Bearer x", "Content-Type": content_type}
        try:
            connection.request(method, path, body, headers)
        except BrokenPipeError:
            pass  # The server answers what is too large before it has read it all.
        answer = connection.getresponse()
        answer.read()
        return answer.status
    finally:
        connection.close()


def patch_of(count: int) -> bytes:
    """A JSON Patch of many operations."""
    operation = json.dumps({"op": "add", "path": "/name", "value": "x"})
    return f"[{', '.join([operation] * count)}]".encode()


DOUBLING = json.dumps([{"op": "copy", "from": "", "path": f"/a{n}"} for n in range(100)]).encode()
NESTING = json.dumps([{"op": "add", "path": "/a" * (n + 1), "value": {}} for n in range(900)]).encode()
JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
BODIES = {
    "deep arrays": (b"[" * 200_000, JSON),
    "deep objects": (b'{"name":' * 100_000 + b"1" + b"}" * 100_000, JSON),
    "deep inside": (b'{"name":"x","price":1,"x":' + b"[" * 400 + b"]" * 400 + b"}", JSON),
    "half": (b'{"name": "x"', JSON),
    "null bytes": (b'{"name": "a\\u0000b", "price": 1, "category": "bread"}', JSON),
    "raw null bytes": (b"\x00" * 1000, JSON),
    "no text": (b'{"name": "\xff\xfe"}', JSON),
    "a number": (b"1e999999", JSON),
    "huge numbers": (b'{"name": "x", "price": 1e400, "category": "bread"}', JSON),
    "long digits": (b'{"name": "x", "price": ' + b"9" * 100_000 + b', "category": "bread"}', JSON),
    "null": (b"null", JSON),
    "array": (b"[1,2,3]", JSON),
    "many members": (json.dumps({f"m{n}": n for n in range(50_000)}).encode(), JSON),
    "same members": (b'{"name":"a","name":"b","price":1}', JSON),
    "form": (b"&".join(b"a[%d]=1" % n for n in range(20_000)), FORM),
    "deep form": (b"a" + b"[b]" * 5_000 + b"=1", FORM),
    "odd form": (b"a[=1&]=2&[]=3&a]]=4&=5&%00=%ff&a[b=1", FORM),
    "multipart": (b"--x\r\n" * 1000, "multipart/form-data; boundary=x"),
    "no boundary": (b"--x", "multipart/form-data"),
    "odd type": (b"x", "a/b/c;;="),
    "patch of many": (patch_of(1_000_000), "application/json-patch+json"),
    "patch of some": (patch_of(900), "application/json-patch+json"),
    "patch that doubles": (DOUBLING, "application/json-patch+json"),
    "patch that nests": (NESTING, "application/json-patch+json"),
    "patch of nothing": (b'[{"op":"remove","path":""}]', "application/json-patch+json"),
    "no patch": (b"{}", "application/json-patch+json"),
    "merge patch": (b'{"name":null,"id":null,"price":null}', "application/merge-patch+json"),
}


@pytest.mark.parametrize("name", BODIES)
def test_a_hostile_body_is_refused(shop: MockServer, name: str) -> None:
    body, content_type = BODIES[name]
    for method, path in [("POST", "/v1/products"), ("PATCH", "/v1/products/1"), ("POST", "/v1/customers")]:
        status = send(shop, method, path, body, content_type)
        assert 200 <= status < 500, (method, path, status, shop.stderr[-1000:])
    assert send(shop, "GET", "/v1/products", None, JSON) == 200


@pytest.mark.parametrize(
    "query",
    [
        "page=0", "page=-1", "page=9223372036854775807", "page=-9223372036854775808", "page=99999999999999999999999",
        "per_page=0", "per_page=-5", "per_page=9223372036854775807", "page=9223372036854775807&per_page=100",
        "page=a", "page=", "page=%00", "sort=%00", "sort=-", "sort=nothing", "sort='--", "q=%25%25", "q=%00", "q=%ff",
        "category=nothing", "category[]=bread", "x=" + "y" * 8000, "&".join(f"k{n}=1" for n in range(500)),
    ],
)  # fmt: skip
def test_a_hostile_query_is_answered(shop: MockServer, query: str) -> None:
    assert send(shop, "GET", f"/v1/products?{query}", None, JSON) < 500


@pytest.mark.parametrize(
    "identifier",
    ["9" * 10_000, "x" * 10_000, "%00", "%ff", "-1", "0", "9223372036854775808", "1e5", "..%2f..", "%2e%2e", "'--", "%22"],
)
def test_a_hostile_id_is_answered(shop: MockServer, identifier: str) -> None:
    for method, body in [("GET", None), ("PATCH", b'{"name":"x"}'), ("DELETE", None)]:
        status = send(shop, method, f"/v1/products/{identifier}", body, JSON)
        assert 400 <= status < 500, (method, identifier[:20], status)


def explained(binary: Path, file: Path) -> tuple[int, str, float, int]:
    """The exit code of a start with a document, what it said, its seconds and its greatest memory in KiB."""
    program = (
        "import resource, subprocess, sys\n"
        "code = subprocess.run(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, timeout=60).returncode\n"
        "print(code, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    began = time.monotonic()
    done = subprocess.run(
        ["python3", "-c", program, str(binary), "serve", "--port", "0", "--api", f"x={file}"],
        capture_output=True, text=True, timeout=90, env=environment(), check=True,
    )  # fmt: skip
    code, memory = done.stdout.split()
    return int(code), done.stderr, time.monotonic() - began, int(memory)


def bomb() -> str:
    """Aliases of aliases of aliases."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    return HEAD + "x-bomb:\n" + "\n".join("  " + line for line in lines) + "\npaths: {}\n"


# Made when they are asked for: every process that collects tests would make them, and some take a second.
BAD: dict[str, Callable[[], str]] = {
    "no document": lambda: "just a text",
    "half": lambda: HEAD + "paths: { /a: { get: {",
    "bomb": bomb,
    "deep": lambda: HEAD + "paths: " + "[" * 100_000,
    "leads nowhere": lambda: HEAD + "paths: { /a: { $ref: 'other.yaml#/x' } }",
    "a long line": lambda: HEAD + "paths: '" + "x" * 55_000_000 + "'",
    "many members": lambda: HEAD + "paths:\n" + "".join(f"  /p{n}: {{ x-a: 1 }}\n" for n in range(2_500_000)),
}


@pytest.mark.parametrize("name", BAD)
def test_a_document_that_cannot_be_used_ends_the_start(binary: Path, tmp_path: Path, name: str) -> None:
    file = tmp_path / "openapi.yaml"
    file.write_text(BAD[name]())
    code, told, seconds, memory = explained(binary, file)
    assert code == 2, told[-500:]
    assert "openapi.yaml" in told or "other.yaml" in told
    assert seconds < REFUSED_S and memory < 1_000_000, (seconds, memory)


def test_documents_that_refer_to_each_other_end(binary: Path, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(HEAD + "paths: { /a: { $ref: 'b.yaml#/a' } }\n")
    (tmp_path / "b.yaml").write_text("a: { $ref: 'a.yaml#/paths/~1a' }\n")
    code, told, seconds, _ = explained(binary, tmp_path / "a.yaml")
    assert code == 2 and told and seconds < REFUSED_S


def test_a_document_of_many_paths_is_served(binary: Path, tmp_path: Path) -> None:
    thing: dict[str, Any] = {"type": "object", "properties": {"id": {"type": "integer"}, "name": {"type": "string"}}}
    content = {"application/json": {"schema": {"type": "array", "items": thing}}}
    paths = {
        f"/r{n}s": {"get": {"responses": {"200": {"description": "all", "content": content}}}} for n in range(2000)
    }
    file = tmp_path / "many.json"
    file.write_text(json.dumps({"openapi": "3.1.0", "info": {"title": "Many", "version": "1"}, "paths": paths}))
    began = time.monotonic()
    server = launch(binary, tmp_path / "out", ["--port", "0", "--api", f"many={file}"], {})
    try:
        assert time.monotonic() - began < REFUSED_S
        assert server.request("GET", "/r1999s").status == 200
    finally:
        server.stop()


def answer(schema: dict[str, Any]) -> dict[str, Any]:
    """An operation that answers with a schema."""
    return {"responses": {"200": {"description": "", "content": {"application/json": {"schema": schema}}}}}


def reference(name: str) -> dict[str, Any]:
    """A reference to a component."""
    return {"$ref": f"#/components/schemas/{name}"}


COUNT = 20_000 if os.environ.get("MOCK_API_THOROUGH") == "1" else 7_000
THING = {"type": "object", "properties": {"id": {"type": "integer"}, "name": {"type": "string"}}}
# Paths and schemas in such numbers that whatever looks at all of them for each of them would not end.
LARGE: dict[str, Callable[[], tuple[dict[str, Any], dict[str, Any]]]] = {
    "lists": lambda: ({f"/r{n}": {"get": answer({"type": "array", "items": THING})} for n in range(COUNT)}, {}),
    "one name": lambda: (
        {
            f"/p{n}/items/{{id}}": {"get": answer({"type": "object", "properties": {"id": {}, f"a{n}": {}}})}
            for n in range(COUNT)
        },
        {},
    ),
    "references into schemas": lambda: (
        {"/a": {"get": answer({"anyOf": [reference(f"S{n}/properties/x") for n in range(COUNT)]})}},
        {f"S{n}": {"type": "object", "properties": {"x": {"type": "string"}}} for n in range(COUNT)},
    ),
    "references to itself": lambda: ({"/a": {"get": answer(reference("A"))}}, {"A": {"allOf": [reference("A")] * COUNT}}),
    "a chain of loops": lambda: (
        {"/a": {"get": answer(reference("S0"))}},
        {f"S{n}": {"allOf": [reference(f"S{(n + 1) % COUNT}"), reference(f"S{max(0, n - 1)}")]} for n in range(COUNT)},
    ),
    "a long path": lambda: ({"/x{p}" * 5000: {"get": answer(THING)}}, {}),
}


@pytest.mark.parametrize("name", LARGE)
def test_a_large_document_is_understood_in_bounded_work(binary: Path, tmp_path: Path, name: str) -> None:
    paths, schemas = LARGE[name]()
    file = tmp_path / "large.json"
    document = {"openapi": "3.1.0", "info": {"title": "Large", "version": "1"}, "paths": paths}
    file.write_text(json.dumps({**document, "components": {"schemas": schemas}}))
    # The timeout is far beyond what it takes: it ends a test that would run for hours.
    done = subprocess.run(
        [binary, "explain", file], capture_output=True, timeout=300, env=environment(), check=False
    )
    assert done.returncode == 0, done.stderr[-500:]
