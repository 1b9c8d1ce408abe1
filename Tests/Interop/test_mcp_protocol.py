"""The Model Context Protocol by its messages: mistakes, limits, cancellation, sessions, and the published schema."""

from __future__ import annotations

import json
import os
import socket
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from mcp_session import REVISION, Lines, Web, call, content, initialize, notification, request
from mock_server import MockServer, until

Start = Callable[..., MockServer]
MEGABYTE = 1 << 20
SESSIONS = 64
CALLS = 8

# The schema at a commit, which its name pins.
SCHEMA = (
    "https://raw.githubusercontent.com/modelcontextprotocol/modelcontextprotocol/"
    "5ac0084fd5041191d678dbc4ac337f132ddf3fa4/schema/2025-06-18/schema.json"
)
SCHEMA_FILE = Path(__file__).parents[2] / ".build" / "mcp-schema-2025-06-18.json"


@pytest.fixture
def lines(binary: Path, server: MockServer) -> Iterator[Lines]:
    """A session over standard input."""
    session = Lines(binary, "--url", server.base_url)
    yield session
    session.process.kill()
    session.process.wait()


def error(answer: dict[str, Any], code: int) -> str:
    """The message of an error."""
    assert answer["error"]["code"] == code, answer
    return str(answer["error"]["message"])


# Standard input and output


def test_mistakes_in_lines(lines: Lines) -> None:
    assert "initialize" in error(lines.ask(request(1, "tools/list")), -32600)
    assert lines.ask(request(2, "ping"))["result"] == {}
    lines.begin()
    unreadable = lines.ask(b'{"jsonrpc": "2.0", "id": 1,')
    assert "JSON" in error(unreadable, -32700) and unreadable["id"] is None
    error(lines.ask(b"\xff\xfe"), -32700)
    error(lines.ask(b'"text"'), -32600)
    error(lines.ask([request(1, "ping")]), -32600)
    error(lines.ask({"jsonrpc": "1.0", "id": 3, "method": "ping"}), -32600)
    error(lines.ask({"jsonrpc": "2.0", "id": 3}), -32600)
    error(lines.ask({"jsonrpc": "2.0", "id": None, "method": "ping"}), -32600)
    error(lines.ask({"jsonrpc": "2.0", "id": [1], "method": "ping"}), -32600)
    error(lines.ask({"jsonrpc": "2.0", "id": "x" * 300, "method": "ping"}), -32600)
    error(lines.ask({"jsonrpc": "2.0", "id": 3, "method": 4}), -32600)
    wrong = lines.ask({"jsonrpc": "2.0", "id": 3, "method": "ping", "params": [1]})
    assert error(wrong, -32602) and wrong["id"] == 3
    assert "tools/run" in error(lines.ask(request(4, "tools/run")), -32601)
    error(lines.ask(request(5, "logging/setLevel", {"level": "info"})), -32601)
    error(lines.ask(request(6, "tools/list", {"cursor": "x"})), -32602)
    error(lines.ask(request(7, "tools/call", {"name": 1})), -32602)
    assert "explain_api" in error(lines.ask(request(8, "tools/call", {"name": "explain_apis"})), -32602)
    error(lines.ask(request(9, "tools/call", {"name": "explain_api", "arguments": [1]})), -32602)
    error(lines.ask(call(10, "explain_api", limit=0)), -32602)
    error(lines.ask(call(11, "send_request", path="/users")), -32602)
    error(lines.ask(request(12, "resources/read", {"uri": "mock-api://documents/nothing"})), -32002)
    error(lines.ask(request(13, "resources/read", {"uri": "file:///etc/passwd"})), -32002)
    error(lines.ask(request(14, "resources/read", {})), -32602)
    error(lines.ask(request(14, "resources/read", {"uri": "mock-api://journal/a%0D%0AX-Header: b"})), -32002)
    error(lines.ask(request(15, "initialize", initialize())), -32600)
    # What needs no response gets none, whatever it says.
    for message in [notification("notifications/other"), {"jsonrpc": "2.0", "id": 1, "result": {}}, b"", b"  \r"]:
        lines.send(message)
    assert lines.ask(request("last", "ping"))["id"] == "last"
    assert lines.end() == []


def test_lines_that_are_too_long(lines: Lines) -> None:
    lines.begin()
    error(lines.ask(b'{"padding": "' + b"x" * MEGABYTE + b'"}'), -32600)
    assert lines.ask(request(1, "ping"))["id"] == 1
    deep = b'{"jsonrpc":"2.0","id":2,"method":"ping","params":' + b'{"a":' * 500 + b"1" + b"}" * 501
    error(lines.ask(deep), -32700)
    wide = lines.ask(call(3, "send_request", method="POST", path="/posts", body={"title": "x" * 500_000}))
    assert wide["result"]["structuredContent"]["status"] == 201
    assert len(json.dumps(wide)) < 100_000
    assert lines.end() == []


def test_revisions(binary: Path, server: MockServer) -> None:
    for wanted, offered in [(REVISION, REVISION), ("2025-03-26", "2025-03-26"), ("2024-11-05", REVISION), ("?", REVISION)]:
        lines = Lines(binary, "--url", server.base_url)
        assert lines.begin(wanted)["protocolVersion"] == offered
        if offered == "2025-03-26":
            batch = [request(1, "ping"), notification("notifications/other"), call(2, "explain_api"), request(3, "none")]
            answers = lines.ask(batch)
            assert {answer["id"] for answer in answers} == {1, 2, 3}
            error(lines.ask([]), -32600)
            error(lines.ask([request(1, "ping")] * 21), -32600)
        lines.end()
    lines = Lines(binary, "--url", server.base_url)
    error(lines.ask(request(1, "initialize", {"capabilities": {}, "clientInfo": {}})), -32602)
    error(lines.ask(request(1, "initialize", {"protocolVersion": REVISION})), -32602)
    lines.end()


def waiting(number: int | str) -> dict[str, Any]:
    """A request that waits for what never comes."""
    return call(number, "verify_requests", path="/never", waitSeconds=55)


def test_cancelled_requests_get_no_response(lines: Lines) -> None:
    lines.begin()
    for number in range(CALLS):
        lines.send(waiting(number))
    assert str(CALLS) in error(lines.ask(call("more", "explain_api")), -32000)
    assert lines.ask(request("ping", "ping"))["result"] == {}
    error(lines.ask(waiting(0)), -32600)
    for number in range(CALLS):
        lines.send(notification("notifications/cancelled", {"requestId": number, "reason": "enough"}))
    lines.send(notification("notifications/cancelled", {"requestId": "unknown"}))
    lines.send(notification("notifications/cancelled"))
    # The next that comes is the response to a request that begins as soon as one has ended.
    for attempt in range(10_000):
        answer = lines.ask(call(f"after {attempt}", "explain_api"))
        if "result" in answer:
            break
        error(answer, -32000)
    assert answer["result"]["structuredContent"]["server"]
    assert lines.end() == []


def test_the_program_ends_with_its_input(binary: Path) -> None:
    lines = Lines(binary, "--log-level", "debug")
    lines.begin()
    answer = lines.ask(call(1, "explain_api"))
    lines.send(waiting(2))
    lines.send(request(3, "ping"))
    # What came before the end is still responded to, and what waits is given up.
    assert [message["id"] for message in lines.end()] == [3]
    port = int(answer["result"]["structuredContent"]["server"]["url"].rsplit(":", 1)[1])
    with pytest.raises(OSError), socket.create_connection(("127.0.0.1", port), timeout=5):
        pass


# HTTP


def test_sessions_over_http(server: MockServer) -> None:
    agent = Web(server)
    missing = agent.post(request(1, "tools/list"))
    assert missing.status == 400 and "Mcp-Session-Id" in missing.json()["error"]["message"]
    agent.begin()
    assert agent.session and agent.ask(request(1, "ping"))["result"] == {}
    assert agent.post(notification("notifications/other")).status == 202
    assert agent.post(request(2, "ping"), MCP_Protocol_Version="2024-11-05").status == 400
    assert agent.post(request(2, "ping"), MCP_Protocol_Version="2025-03-26").status == 400
    assert agent.post(request(2, "ping"), MCP_Protocol_Version=None).status == 200
    assert agent.post(request(2, "ping"), Mcp_Session_Id="another").status == 404
    assert agent.post(request(2, "initialize", initialize())).json()["error"]["code"] == -32600
    listening = server.request("GET", "/_mock/mcp", headers={"Accept": "text/event-stream"})
    assert listening.status == 405 and {"POST", "DELETE"} <= {name.strip() for name in listening.headers["allow"].split(",")}
    own = {"Mcp-Session-Id": agent.session}
    assert server.request("DELETE", "/_mock/mcp").status == 400
    assert server.request("DELETE", "/_mock/mcp", headers=own).status == 204
    assert server.request("DELETE", "/_mock/mcp", headers=own).status == 404
    assert agent.post(request(3, "ping")).status == 404


def test_mistakes_over_http(server: MockServer) -> None:
    agent = Web(server).begin()
    for raw, code in [(b"{", -32700), (b"[]", -32600), (b"1", -32600), (b"", -32700), (b'{"id": 1}', -32600)]:
        for session in [agent.session, None]:
            answer = agent.post(raw, Mcp_Session_Id=session)
            assert answer.status in (200, 400) and answer.json()["error"]["code"] == code, (raw, answer)
    assert agent.post(b" " * (MEGABYTE + 1)).status == 413
    assert agent.post(request(1, "ping"), Accept="text/html").status == 406
    assert agent.post(request(1, "ping"), Accept=None).status == 200
    refused = agent.post(request(1, "tools/list"), Origin="https://example.com")
    assert refused.status == 403
    assert agent.post(request(1, "tools/list"), Origin=server.base_url).status == 200
    failed = Web(server).post(request(1, "initialize", {"protocolVersion": 1}))
    assert failed.json()["error"]["code"] == -32602 and "mcp-session-id" not in failed.headers


def test_the_form_of_responses(server: MockServer) -> None:
    agent = Web(server).begin()
    for accept, form in [
        ("application/json, text/event-stream", "application/json"),
        ("application/json", "application/json"),
        ("text/event-stream", "text/event-stream"),
        ("*/*", "application/json"),
    ]:
        answer = agent.post(request(1, "ping"), Accept=accept)
        assert answer.headers["content-type"].startswith(form) and "result" in content(answer), (accept, answer)
        # What takes longer may come as an event, to clients that accept them.
        later = agent.post(call(1, "explain_api"), Accept=accept)
        assert later.headers["content-type"].split(";")[0] in accept.replace("*/*", "application/json"), (accept, later)
        assert "result" in content(later)


def test_no_session_has_to_wait_for_another_one(server: MockServer) -> None:
    busy, other = Web(server).begin(), Web(server).begin()
    held = [busy.waiting(waiting(number)) for number in range(CALLS)]

    def is_full() -> bool:
        return "error" in busy.ask(call("full", "list_faults"))

    assert is_full()
    assert "result" in other.ask(call(1, "explain_api"))
    # A client that goes away waits no more.
    for connection in held:
        connection.close()
    until(lambda: not is_full(), server)
    # The end of a session ends what waits in it.
    last = busy.waiting(waiting("last"))
    assert "still running" in error(busy.ask(call("last", "list_faults")), -32600)
    assert server.request("DELETE", "/_mock/mcp", headers={"Mcp-Session-Id": busy.session or ""}).status == 204
    assert b'"id"' not in last.response.read()
    last.close()


def test_sessions_are_few(start: Start) -> None:
    server = start()
    first = Web(server).begin()
    others = [Web(server).begin() for _ in range(SESSIONS - 1)]
    assert "result" in first.ask(request(1, "ping"))
    newest = Web(server).begin()
    # The one that was unused for the longest time has ended.
    assert others[0].post(request(1, "ping")).status == 404
    for agent in [first, newest, others[-1]]:
        assert "result" in agent.ask(request(1, "ping"))


def test_a_server_that_stops_ends_what_waits(start: Start) -> None:
    server = start()
    agent = Web(server).begin()
    held = agent.waiting(waiting(1))
    server.stop()
    held.close()


# The published schema


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    """The protocol's JSON schema: the file that MCP_SCHEMA names, or from the network."""
    named = os.environ.get("MCP_SCHEMA")
    file = Path(named) if named else SCHEMA_FILE
    if not file.exists():
        try:
            with urllib.request.urlopen(SCHEMA, timeout=5) as answer:
                text = answer.read()
        except (OSError, urllib.error.URLError) as failure:
            pytest.skip(f"the schema of MCP cannot be loaded: {failure}")
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(text)
    found: dict[str, Any] = json.loads(file.read_bytes())
    return found


def test_messages_are_those_of_the_published_schema(schema: dict[str, Any], server: MockServer) -> None:
    agent = Web(server)

    def check(message: dict[str, Any], definition: str) -> dict[str, Any]:
        answer = content(agent.post(message))
        agent.session = agent.session or server_session(answer)
        kind = "JSONRPCError" if "error" in answer else "JSONRPCResponse"
        jsonschema.validate(answer, {**schema, "$ref": f"#/definitions/{kind}"})
        if "result" in answer:
            jsonschema.validate(answer["result"], {**schema, "$ref": f"#/definitions/{definition}"})
        found: dict[str, Any] = answer
        return found

    def server_session(_: Any) -> str | None:
        return Web(server).begin().session

    check(request(1, "initialize", initialize()), "InitializeResult")
    check(request(2, "ping"), "EmptyResult")
    check(request(3, "tools/list"), "ListToolsResult")
    check(request(4, "resources/list"), "ListResourcesResult")
    check(request(5, "resources/templates/list"), "ListResourceTemplatesResult")
    check(request(6, "resources/read", {"uri": "mock-api://documents/newsapi"}), "ReadResourceResult")
    check(call(7, "explain_api"), "CallToolResult")
    assert check(call(8, "explain_api", api="none"), "CallToolResult")["result"]["isError"]
    check(call(9, "none"), "CallToolResult")
    check(request(10, "none"), "EmptyResult")
