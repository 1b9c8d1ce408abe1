"""Operations that answer with a stream send several events, one after another, and end as their documents say."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from mock_server import MockServer, launch

DOCUMENT = """
openapi: 3.1.0
info: { title: Assistant, version: '1' }
paths:
  /chat/completions:
    post:
      operationId: createChatCompletion
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [model, messages]
              properties:
                model: { type: string }
                stream: { type: boolean }
                messages: { type: array, items: { type: object, properties: { role: { type: string }, content: {} } } }
      responses:
        '200':
          description: the completion, or its pieces as events that end with data [DONE]
          content:
            application/json: { schema: { $ref: '#/components/schemas/Completion' } }
            text/event-stream: { schema: { $ref: '#/components/schemas/Chunk' } }
  /ticks:
    get:
      responses:
        '200':
          description: prices as they change
          content: { text/event-stream: { schema: { $ref: '#/components/schemas/Tick' } } }
  /export:
    get:
      responses:
        '200':
          description: a line for each price
          content: { application/x-ndjson: { schema: { $ref: '#/components/schemas/Tick' } } }
components:
  schemas:
    Completion:
      type: object
      required: [id, object, created, model, choices]
      properties:
        id: { type: string }
        object: { type: string, enum: [chat.completion] }
        created: { type: integer }
        model: { type: string }
        choices:
          type: array
          items:
            type: object
            required: [index, message, finish_reason]
            properties:
              index: { type: integer }
              finish_reason: { type: string, enum: [stop, length] }
              message:
                type: object
                required: [role, content]
                properties: { role: { type: string, enum: [assistant] }, content: { type: string } }
    Chunk:
      type: object
      required: [id, object, created, model, choices]
      properties:
        id: { type: string }
        object: { type: string, enum: [chat.completion.chunk] }
        created: { type: integer }
        model: { type: string }
        choices:
          type: array
          items:
            type: object
            required: [index, delta, finish_reason]
            properties:
              index: { type: integer }
              finish_reason: { type: [string, 'null'], enum: [stop, length, null] }
              delta:
                type: object
                properties:
                  role: { type: string, enum: [system, user, assistant] }
                  content: { type: [string, 'null'] }
    Tick: { type: object, required: [symbol, price], properties: { symbol: { type: string }, price: { type: number } } }
"""


@pytest.fixture(scope="module")
def server(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MockServer]:
    """A server with the document."""
    folder = tmp_path_factory.mktemp("streams")
    file = folder / "openapi.yaml"
    file.write_text(DOCUMENT)
    options = ["--port", "0", "--api", f"assistant={file}", "--only", "assistant"]
    started = launch(binary, folder / "out", options, {})
    yield started
    started.stop()


def lines(
    server: MockServer, method: str, path: str, body: object = None, accept: str = "*/*"
) -> list[tuple[float, str]]:
    """The lines of an answer that are not empty, with the seconds after which they came."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    headers = {"Accept": accept, "Content-Type": "application/json"}
    began = time.monotonic()
    connection.request(method, path, json.dumps(body) if body is not None else None, headers)
    response = connection.getresponse()
    assert response.status == 200
    found = [(time.monotonic() - began, line.decode().strip()) for line in response]
    connection.close()
    return [(when, line) for when, line in found if line]


def test_pieces_of_a_completion_join_to_a_sentence(server: MockServer) -> None:
    request = {"model": "small", "stream": True, "messages": [{"role": "user", "content": "Hello"}]}
    came = lines(server, "POST", "/assistant/chat/completions", request)
    assert all(line.startswith("data: ") for _, line in came) and came[-1][1] == "data: [DONE]"
    chunks = [json.loads(line[6:]) for _, line in came[:-1]]
    assert len(chunks) > 5 and came[-1][0] - came[0][0] > 0.2
    assert len({chunk["id"] for chunk in chunks}) == 1 and chunks[0]["model"] == "small"
    assert {chunk["object"] for chunk in chunks} == {"chat.completion.chunk"}
    choices = [chunk["choices"][0] for chunk in chunks]
    text = "".join(choice["delta"].get("content") or "" for choice in choices)
    assert text.endswith(".") and " " in text and "  " not in text
    assert choices[0]["delta"]["role"] == "assistant"
    assert [choice["finish_reason"] for choice in choices[-2:]] == [None, "stop"]


def test_a_completion_that_is_no_stream_is_one_object(server: MockServer) -> None:
    request = {"model": "small", "messages": [{"role": "user", "content": "Hello"}]}
    answer = json.loads(lines(server, "POST", "/assistant/chat/completions", request)[0][1])
    assert answer["object"] == "chat.completion" and answer["model"] == "small"
    accepted = lines(server, "POST", "/assistant/chat/completions", request, accept="text/event-stream")
    assert accepted[-1][1] == "data: [DONE]"


def test_events_come_one_after_another(server: MockServer) -> None:
    came = lines(server, "GET", "/assistant/ticks")
    ticks = [json.loads(line.removeprefix("data: ")) for _, line in came]
    assert len(ticks) >= 3 and all(isinstance(tick["price"], (int, float)) for tick in ticks)
    assert came[-1][0] - came[0][0] > 1
    rows = [json.loads(line) for _, line in lines(server, "GET", "/assistant/export")]
    assert len(rows) >= 3 and all(row["symbol"] for row in rows)


def test_a_client_may_leave_a_stream(server: MockServer) -> None:
    for _ in range(5):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        connection.request("GET", "/assistant/ticks")
        assert connection.getresponse().readline().startswith(b"data: ")
        connection.close()
    assert server.request("GET", "/assistant/export").status == 200
