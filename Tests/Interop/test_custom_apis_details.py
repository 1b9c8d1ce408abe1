"""What documents ask for in detail: other places of credentials, filters inside an object, preferred refusals, own values."""

from __future__ import annotations

import http.client
import json
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from mock_server import MockServer, environment, launch
from process_facts import wait_until

DOCUMENT = """
openapi: 3.1.0
info: { title: Desk, version: '1' }
security: [ { session: [] } ]
paths:
  /tickets:
    get:
      parameters:
        - { name: filter, in: query, style: deepObject, explode: true, schema:
            { type: object, properties: { status: { type: string }, priority: { type: integer } } } }
        - { name: priority, in: query, style: deepObject, schema:
            { type: object, properties: { gte: { type: integer }, lt: { type: integer } } } }
      responses: { '200': { description: all, content: { application/json: { schema:
        { type: array, items: { $ref: '#/components/schemas/Ticket' } } } } } }
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Ticket' } },
        application/x-www-form-urlencoded: { schema: { $ref: '#/components/schemas/Ticket' } } } }
      responses: { '201': { $ref: '#/components/responses/Ticket' }, '422': { $ref: '#/components/responses/Wrong' } }
  /tickets/{ticketId}:
    parameters: [ { name: ticketId, in: path, required: true, schema: { type: integer } } ]
    get:
      responses: { '200': { $ref: '#/components/responses/Ticket' }, '404': { $ref: '#/components/responses/Wrong' },
        '409': { $ref: '#/components/responses/Wrong' }, '500': { $ref: '#/components/responses/Wrong' } }
    delete: { security: [], responses: { '204': { description: gone } } }
  /keys:
    get:
      security: []
      parameters: [ { name: X-Desk-API-Key, in: header, required: true, schema: { type: string } } ]
      responses: { '200': { description: ok }, '401': { description: who are you }, '400': { description: wrong } }
    post:
      security: []
      requestBody: { content: { application/x-www-form-urlencoded: { schema: { type: object, properties:
        { size: { type: integer }, place: { $ref: '#/components/schemas/Ticket/properties/place' } } } } } }
      responses: { '200': { description: ok } }
components:
  securitySchemes: { session: { type: apiKey, in: cookie, name: sid } }
  responses:
    Ticket: { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Ticket' } } } }
    Wrong: { description: wrong, content: { application/json: { schema: { $ref: '#/components/schemas/Wrong' } } } }
  schemas:
    Ticket:
      type: object
      required: [id, subject, status]
      properties:
        id: { type: integer, readOnly: true }
        subject: { type: string }
        status: { type: string, enum: [open, closed], x-mock-values: [open, closed, lost] }
        priority: { type: integer, x-mock-value: high }
        place: { type: object, properties: { room: { type: string }, floor: { type: integer } } }
    Wrong:
      type: object
      required: [message, fields]
      properties:
        message: { type: string }
        code: { type: integer }
        fields: { type: object, additionalProperties: { type: array, items: { type: string } } }
"""


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The document."""
    path = tmp_path_factory.mktemp("desk") / "desk.yaml"
    path.write_text(DOCUMENT)
    return path


@pytest.fixture(scope="module")
def desk(binary: Path, document: Path) -> Iterator[MockServer]:
    """A server of it."""
    server = launch(binary, document.parent, ["--port", "0", "--api", str(document), "--only", "desk"], {})
    yield server
    server.stop()


def ask(server: MockServer, method: str, path: str, body: Any = None, status: int = 200, **headers: str) -> Any:
    """The JSON of an answer of that status."""
    answer = server.request(method, path, body=body, headers={"Cookie": "a=b; sid=me"} | headers)
    assert answer.status == status, (method, path, answer.status, answer.body[:300])
    return answer.json() if answer.body else None


def test_cookies_are_credentials(desk: MockServer) -> None:
    ask(desk, "GET", "/tickets")
    assert ask(desk, "GET", "/tickets", status=401, Cookie="other=1")["message"]
    assert desk.request("GET", "/tickets", headers={"Authorization": "Bearer x"}).status == 401


def test_generated_values_do_not_depend_on_the_second_of_the_start(binary: Path, document: Path, tmp_path: Path) -> None:
    shop = document.parent / "shop.yaml"
    shop.write_text(
        DOCUMENT.replace("subject: { type: string }", "subject: { type: string }\n        createdAt: { type: string, format: date-time }")
    )
    found: list[dict[str, Any]] = []
    seconds: set[str] = set()
    for number in range(2):
        server = launch(binary, tmp_path / str(number), ["--port", "0", "--api", f"desk={shop}", "--only", "desk"], {})
        seconds.add(server.request("GET", "/_mock/clock").json()["now"])
        shown = ask(server, "GET", "/tickets"), ask(server, "GET", "/tickets/1", Prefer="dynamic=true")
        found.append({"stored": shown[0], "generated": shown[1]})
        server.stop()
        assert wait_until(lambda: datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") not in seconds)
    days = {moment[:10] for moment in seconds}
    assert len(seconds) == 2
    assert "createdAt" in found[0]["generated"]
    # A day that begins meanwhile is another one.
    assert found[0] == found[1] or len(days) == 2


def test_a_required_header_is_a_credential_where_it_is_named_so(desk: MockServer) -> None:
    ask(desk, "GET", "/keys", status=401)
    ask(desk, "GET", "/keys", **{"X-Desk-API-Key": "any"})


def test_filters_inside_an_object(desk: MockServer) -> None:
    for status, priority in (("open", 1), ("closed", 2), ("open", 3)):
        ask(desk, "POST", "/tickets", {"subject": "s", "status": status, "priority": priority}, 201)
    assert {one["status"] for one in ask(desk, "GET", "/tickets?filter[status]=closed")} == {"closed"}
    found = ask(desk, "GET", "/tickets?filter%5Bstatus%5D=open&filter%5Bpriority%5D=3")
    assert found
    assert {(one["status"], one["priority"]) for one in found} == {("open", 3)}
    found = ask(desk, "GET", "/tickets?priority[gte]=2&priority[lt]=3")
    assert found
    assert {one["priority"] for one in found} == {2}


def send_form(server: MockServer, path: str, form: str) -> tuple[int, bytes]:
    """Status and content of the answer to a form."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    connection.request("POST", path, form, {"Cookie": "sid=me", "Content-Type": "application/x-www-form-urlencoded"})
    answer = connection.getresponse()
    return answer.status, answer.read()


def test_objects_in_forms(desk: MockServer) -> None:
    status, content = send_form(desk, "/tickets", "subject=A+b&status=open&place[room]=R1&place[floor]=2")
    assert status == 201, content
    assert json.loads(content)["place"] == {"room": "R1", "floor": 2}


def test_objects_in_forms_may_be_written_anyhow_where_no_refusal_is_documented(desk: MockServer) -> None:
    assert send_form(desk, "/tickets", "subject=A+b&status=open&place=room")[0] == 422
    assert send_form(desk, "/keys", "place=room")[0] == 200
    assert send_form(desk, "/keys", "size=great")[0] == 422


@pytest.mark.parametrize(("status", "word"), [(404, "nothing"), (409, "state"), (500, "failed")])
def test_a_preferred_refusal_says_something(desk: MockServer, status: int, word: str) -> None:
    refusal = ask(desk, "GET", "/tickets/1", status=status, Prefer=f"code={status}")
    assert word in refusal["message"]
    assert refusal["code"] == status
    assert refusal["fields"] == {}


def test_fields_name_what_is_wrong_alone(desk: MockServer) -> None:
    assert ask(desk, "GET", "/tickets/4711", status=404)["fields"] == {}
    assert set(ask(desk, "POST", "/tickets", {"subject": 5, "status": "open"}, 422)["fields"]) == {"subject"}


def test_values_that_the_schema_forbids_are_reported(binary: Path, document: Path) -> None:
    done = subprocess.run([binary, "explain", str(document)], capture_output=True, text=True, timeout=60,
                          env=environment(), check=False)  # fmt: skip
    assert "#/components/schemas/Ticket/properties/status/x-mock-values/2" in done.stdout
    assert "#/components/schemas/Ticket/properties/priority/x-mock-value" in done.stdout
    assert "x-mock-values/0" not in done.stdout
