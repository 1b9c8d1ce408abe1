"""`mock-api check`: the documented operations are replayed against a backend."""

from __future__ import annotations

import json
import os
import subprocess
import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from mock_server import MockServer

BINARY = os.environ.get("MOCK_API_BINARY", "")


def check(url: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Runs `mock-api check`."""
    return subprocess.run([BINARY, "check", url, *options], capture_output=True, text=True, timeout=120, check=False)


def test_the_server_keeps_its_own_documents(start: Callable[..., MockServer], tmp_path: Path) -> None:
    server = start("--rate-limit", "off")
    report, junit = tmp_path / "report.json", tmp_path / "junit.xml"
    done = check(f"http://127.0.0.1:{server.port}", "--report", str(report), "--junit", str(junit))
    assert done.returncode == 0, done.stderr
    found = json.loads(report.read_text())
    assert [entry for entry in found["findings"] if entry["kind"] != "note"] == []
    # What needs mail, another machine, TLS, a channel, an open socket or an agent's session cannot succeed here; nothing
    # else is missing.
    missing = found["coverage"]["unused"]
    assert {use["operationID"] for use in missing if use["api"] != "mock"} == {"resetPassword"}
    assert found["coverage"]["percent"] > 91 and all(use["reason"].startswith("answered 4") for use in missing)
    assert found["requestCount"] >= 210 and junit.stat().st_size > 1000
    statuses = [status for use in found["coverage"]["used"] for status in use["statuses"]]
    assert sum(status.startswith("2") or status == "101" for status in statuses) > 190
    # The control plane was called too, in a world that is gone: nothing of it is left.
    assert "mock" in {use["api"] for use in found["coverage"]["used"]}
    assert [world["id"] for world in server.request("GET", "/_mock/worlds").json()["worlds"]] == ["default"]
    assert server.request("GET", "/_mock/clock").json()["frozen"] is False
    # What was sent is documented too: the server has nothing to tell of it.
    assert "contract:" not in server.stderr


@contextmanager
def backend(answer: Callable[[BaseHTTPRequestHandler], None]) -> Iterator[str]:
    """Another backend, which answers everything in one way."""

    class Handler(BaseHTTPRequestHandler):
        def handle_one_request(self) -> None:
            self.raw_requestline = self.rfile.readline(65537)
            if not self.raw_requestline or not self.parse_request():
                self.close_connection = True
                return
            self.body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            answer(self)
            self.close_connection = True

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()


def teapot(request: BaseHTTPRequestHandler) -> None:
    request.send_response(418)
    request.end_headers()


def wrong_shape(request: BaseHTTPRequestHandler) -> None:
    request.send_response(200)
    request.send_header("Content-Type", "application/json")
    request.end_headers()
    request.wfile.write(b'{"unexpected": true}')


@pytest.mark.parametrize(
    ("answer", "message"), [(teapot, "418"), (wrong_shape, "is not documented"), (wrong_shape, "is required")]
)
def test_another_backend_learns_where_it_differs(
    answer: Callable[[BaseHTTPRequestHandler], None], message: str
) -> None:
    with backend(answer) as url:
        done = check(url, "--covers", "agrobridge,newsapi")
    assert done.returncode == 1
    assert done.stderr.startswith("FAILED") and message in " ".join(done.stderr.split())


def test_the_control_plane_is_called_only_where_it_is() -> None:
    paths = []

    def note(request: BaseHTTPRequestHandler) -> None:
        paths.append(request.path)
        teapot(request)

    with backend(note) as url:
        assert check(url).returncode == 1
    assert [path for path in paths if path.startswith("/_mock/")] == ["/_mock/health"]


def test_a_backend_that_is_not_there_fails(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    done = check("http://127.0.0.1:9", "--report", str(report))
    assert done.returncode == 1 and "http://127.0.0.1:9 cannot be reached" in " ".join(done.stderr.split())
    # It is told after one call, not after two hundred.
    found = json.loads(report.read_text())
    assert found["requestCount"] == 1 and len(found["findings"]) == 1


def test_a_real_backend_gets_headers_and_credentials() -> None:
    asked: list[tuple[str, dict[str, str], bytes]] = []

    def note(request: BaseHTTPRequestHandler) -> None:
        asked.append((request.path, {name.lower(): value for name, value in request.headers.items()}, request.body))
        teapot(request)

    with backend(note) as url:
        options = ["--header", "X-Env: staging", "--token", "t0ken", "--api-key", "k3y", "--user", "ana@x.co:pw:1"]
        check(url, "--covers", "agrobridge,newsapi", *options)
    assert all(headers["x-env"] == "staging" for _, headers, _ in asked)
    assert [json.loads(body) for path, _, body in asked if path == "/v1/auth/login"] == [
        {"email": "ana@x.co", "password": "pw:1"}
    ]
    lotes = [headers for path, headers, _ in asked if path == "/v1/lotes"]
    assert lotes and all(headers["authorization"] == "Bearer t0ken" for headers in lotes)
    news = [(path, headers) for path, headers, _ in asked if path.startswith("/v2/top-headlines")]
    assert news and all("k3y" in path or headers.get("x-api-key") == "k3y" for path, headers in news)
    for wrong in ["no colon", ":value"]:
        assert check(url, "--header", wrong).returncode == 2


def test_what_is_alike_is_reported_once(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    with backend(teapot) as url:
        done = check(url, "--report", str(report), "--covers", "agrobridge,interspace,newsapi")
    findings = json.loads(report.read_text())["findings"]
    assert [found["api"] for found in findings] == ["agrobridge", "interspace", "newsapi"]
    assert sum(found["count"] for found in findings) > 40
    assert {found["location"] for found in findings} == {"header Content-Type"}
    assert all(len(found["otherOperations"]) == found["count"] - 1 for found in findings)
    assert all(f"and {len(found['otherOperations'])} more" in done.stderr for found in findings)
    assert len(done.stderr.splitlines()) < 60


def test_missing_headers_and_charsets_are_notes(tmp_path: Path) -> None:
    report = tmp_path / "report.json"

    def plain(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.send_header("Content-Type", "application/json")
        request.end_headers()
        request.wfile.write(b"[]")

    with backend(plain) as url:
        check(url, "--report", str(report), "--covers", "jsonplaceholder")
    notes = [found for found in json.loads(report.read_text())["findings"] if found["kind"] == "note"]
    assert "says no charset; documented content is in UTF-8" in {note["message"] for note in notes}
    assert any(note["location"].startswith("header ") and "is documented, and missing" in note["message"] for note in notes)


@pytest.mark.parametrize("url", ["localhost:3000", "ftp://localhost", ""])
def test_the_url_is_checked(url: str) -> None:
    assert check(url).returncode == 2


STRICT = """
openapi: 3.1.0
info: {title: Strict, version: "1"}
paths:
  /customers:
    get: {operationId: listCustomers, responses: {"200": {description: OK, content: {application/json: {schema: {type: array}}}}}}
    post: {operationId: addCustomer, requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/Customer"}}}}, responses: {"201": {$ref: "#/components/responses/Wrapped"}, "400": {description: No}}}
  /customers/{customerId}:
    parameters: [{name: customerId, in: path, required: true, schema: {type: string, format: uuid}}]
    get: {operationId: getCustomer, responses: {"200": {description: OK, content: {application/json: {schema: {$ref: "#/components/schemas/Customer"}}}}, "404": {description: No}}}
    put: {operationId: putCustomer, requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/Customer"}}}}, responses: {"200": {$ref: "#/components/responses/Customer"}, "404": {description: No}}}
    patch: {operationId: patchCustomer, requestBody: {required: true, content: {application/merge-patch+json: {schema: {$ref: "#/components/schemas/Customer"}}}}, responses: {"200": {$ref: "#/components/responses/Customer"}, "404": {description: No}}}
    delete: {operationId: deleteCustomer, responses: {"204": {description: Gone}, "404": {description: No}}}
  /customers/{customerId}/avatar:
    parameters: [{name: customerId, in: path, required: true, schema: {type: string, format: uuid}}]
    put: {operationId: putAvatar, requestBody: {required: true, content: {image/png: {schema: {type: string, format: binary}}}}, responses: {"204": {description: Kept}, "400": {description: No}, "404": {description: No}}}
  /customers/{customerId}/files:
    parameters: [{name: customerId, in: path, required: true, schema: {type: string, format: uuid}}]
    post: {operationId: addFile, requestBody: {required: true, content: {multipart/form-data: {schema: {type: object, required: [title, file], properties: {title: {type: string}, file: {type: string, format: binary}}}}}}, responses: {"201": {description: Made}, "400": {description: No}, "404": {description: No}}}
  /customers/{customerId}/orders:
    parameters: [{name: customerId, in: path, required: true, schema: {type: string, format: uuid}}]
    post: {operationId: addOrder, requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}}, responses: {"201": {$ref: "#/components/responses/Order"}, "400": {description: No}, "404": {description: No}}}
  /orders/{orderId}:
    parameters: [{name: orderId, in: path, required: true, schema: {type: integer}}]
    get: {operationId: getOrder, responses: {"200": {$ref: "#/components/responses/Order"}, "404": {description: No}}}
    patch: {operationId: patchOrder, requestBody: {required: true, content: {application/json-patch+json: {schema: {type: array, items: {type: object}}}}}, responses: {"200": {$ref: "#/components/responses/Order"}, "400": {description: No}, "404": {description: No}}}
    delete: {operationId: deleteOrder, responses: {"204": {description: Gone}, "404": {description: No}}}
  /orders/{orderId}/cancel:
    parameters: [{name: orderId, in: path, required: true, schema: {type: integer}}]
    post: {operationId: cancelOrder, responses: {"200": {$ref: "#/components/responses/Order"}, "404": {description: No}}}
  /feedback:
    post: {operationId: sendFeedback, requestBody: {required: true, content: {application/x-www-form-urlencoded: {schema: {type: object, required: [stars, text], properties: {stars: {type: integer, minimum: 1, maximum: 5}, text: {type: string}}}}}}, responses: {"204": {description: Thanks}, "400": {description: No}}}
  /impossible:
    post: {operationId: tryInVain, requestBody: {required: true, content: {application/json: {schema: {type: object}}}}, responses: {"200": {description: OK}, "400": {$ref: "#/components/responses/Any"}}}
components:
  responses:
    Any: {description: Anything, content: {application/json: {schema: {}}}}
    Customer: {description: One, content: {application/json: {schema: {$ref: "#/components/schemas/Customer"}}}}
    Order: {description: One, content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}}
    Wrapped: {description: One, content: {application/json: {schema: {type: object, required: [data], properties: {data: {$ref: "#/components/schemas/Customer"}}}}}}
  schemas:
    Customer: {type: object, required: [name, email], properties: {id: {type: string, format: uuid, readOnly: true}, name: {type: string, minLength: 2}, email: {type: string, format: email}}}
    Order: {type: object, required: [customerId, quantity], properties: {id: {type: integer, readOnly: true}, customerId: {type: string}, quantity: {type: integer, minimum: 1}, state: {type: string, readOnly: true}}}
"""


class Strict:
    """A backend that keeps records and checks what it is sent; it answers nothing but what its document has."""

    def __init__(self) -> None:
        self.customers: dict[str, dict[str, object]] = {}
        self.orders: dict[str, dict[str, object]] = {}
        self.answers: list[tuple[str, str, int]] = []

    def __call__(self, request: BaseHTTPRequestHandler) -> None:
        status, value = self.answer(request)
        self.answers.append((request.command, request.path, status))
        content = b"" if value is None else json.dumps(value).encode()
        request.send_response(status)
        if content:
            request.send_header("Content-Type", "application/json; charset=utf-8")
        request.send_header("Content-Length", str(len(content)))
        request.end_headers()
        request.wfile.write(content)

    def answer(self, request: BaseHTTPRequestHandler) -> tuple[int, object]:
        method, body, kind = request.command, request.body, request.headers.get("Content-Type", "")
        parts = request.path.strip("/").split("/")
        if parts == ["impossible"]:
            return 400, {"message": "never today"}
        if parts == ["feedback"]:
            fields = parse_qs(body.decode())
            fits = kind == "application/x-www-form-urlencoded" and 1 <= int(fields["stars"][0]) <= 5 and fields["text"]
            return (204, None) if fits else (400, None)
        if parts == ["customers"]:
            if method == "GET":
                return 200, list(self.customers.values())
            sent = json.loads(body)
            if kind != "application/json" or len(sent["name"]) < 2 or "@" not in sent["email"] or "id" in sent:
                return 400, None
            made = {**sent, "id": str(uuid.uuid4())}
            self.customers[made["id"]] = made
            return 201, {"data": made}
        records = self.customers if parts[0] == "customers" else self.orders
        record = records.get(parts[1])
        if record is None:
            return 404, None
        return self.of_record(method, parts, records, record, body, kind)

    def of_record(
        self, method: str, parts: list[str], records: dict[str, dict[str, object]], record: dict[str, object],
        body: bytes, kind: str,
    ) -> tuple[int, object]:  # fmt: skip
        match method, parts[2:]:
            case "GET", []:
                return 200, record
            case "DELETE", []:
                del records[parts[1]]
                return 204, None
            case ("PUT", []) | ("PATCH", []) if parts[0] == "customers":
                record.update({name: value for name, value in json.loads(body).items() if name != "id"})
                return 200, record
            case "PATCH", []:
                # Only what is there can be replaced.
                fits = kind == "application/json-patch+json" and all(
                    change["op"] == "replace" and change["path"].lstrip("/") in record for change in json.loads(body)
                )
                return (200, record) if fits else (400, None)
            case "PUT", ["avatar"]:
                return (204, None) if kind == "image/png" and body.startswith(b"\x89PNG\r\n") else (400, None)
            case "POST", ["files"]:
                fits = kind.startswith("multipart/form-data; boundary=") and b'name="title"' in body and b"filename=" in body
                return (201, None) if fits else (400, None)
            case "POST", ["orders"]:
                sent = json.loads(body)
                if sent["customerId"] != parts[1] or sent["quantity"] < 1:
                    return 400, None
                number = 100 + len(self.orders)
                self.orders[str(number)] = {**sent, "id": number, "state": "open"}
                return 201, self.orders[str(number)]
            case "POST", ["cancel"]:
                return 200, {**record, "state": "cancelled"}
        return 404, None


def test_content_is_made_and_ids_are_passed_on(tmp_path: Path) -> None:
    document, report = tmp_path / "strict.yaml", tmp_path / "report.json"
    document.write_text(STRICT)
    strict = Strict()
    with backend(strict) as url:
        done = check(url, "--api", f"strict={document}", "--report", str(report), "--min-coverage", "100")
    found = json.loads(report.read_text())
    assert [entry for entry in found["findings"] if entry["kind"] == "contract-violation"] == []
    # Every operation had its record: it was created before and deleted last.
    assert {status for _, _, status in strict.answers} == {200, 201, 204, 400}
    refused = {path for _, path, status in strict.answers if status == 400}
    assert refused == {"/impossible"}, strict.answers
    assert strict.customers == {} and strict.orders == {}
    assert [use["operationID"] for use in found["coverage"]["unused"]] == ["tryInVain"]
    assert len(found["coverage"]["used"]) == 14
    assert "answered 400" in found["coverage"]["unused"][0]["reason"] and "never today" in done.stderr
    assert done.returncode == 1 and "Operations without a success: 1" in done.stderr


def test_refusals_are_no_coverage(tmp_path: Path) -> None:
    document, report = tmp_path / "strict.yaml", tmp_path / "report.json"
    document.write_text(STRICT)

    def refuse(request: BaseHTTPRequestHandler) -> None:
        request.send_response(400)
        request.send_header("Content-Length", "0")
        request.end_headers()

    with backend(refuse) as url:
        check(url, "--api", f"strict={document}", "--report", str(report))
    coverage = json.loads(report.read_text())["coverage"]
    assert coverage["used"] == [] and coverage["percent"] == 0
    assert len(coverage["unused"]) == 15 and all(use["reason"].startswith("answered 400") for use in coverage["unused"])


def test_a_custom_api_is_covered_without_examples(start: Callable[..., MockServer], tmp_path: Path) -> None:
    document, report = tmp_path / "strict.yaml", tmp_path / "report.json"
    document.write_text(STRICT)
    server = start("--api", f"strict={document}", "--rate-limit", "off")
    done = check(f"{server.base_url}/strict", "--api", f"strict={document}", "--report", str(report))
    coverage = json.loads(report.read_text())["coverage"]
    assert (done.returncode, coverage["unused"]) == (0, []), done.stderr
