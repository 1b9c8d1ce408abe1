"""`mock-api mcp` and `/_mock/mcp` with the official Python SDK: what coding agents do with the tools."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

from mcp_session import REVISION, Lines, Web, call, request
from mock_server import MockServer, environment

# The SDK is imported where it is used: to load it takes each process that collects tests two seconds.
if TYPE_CHECKING:
    from mcp import ClientSession

Start = Callable[..., MockServer]
TOOLS = {
    "explain_api", "create_world", "delete_world", "set_clock", "sign_in", "send_request", "replay_request", "list_faults",
    "add_fault", "remove_faults", "read_records", "change_records", "list_requests", "explain_failures", "verify_requests",
}  # fmt: skip
# Of the largest result of a tool; the text and the structured content have it once each.
TOOL_BYTES = 25_000

SHOP = """
openapi: 3.1.0
info: {title: Shop, version: '1'}
servers: [{url: 'http://localhost:3000/shop'}]
paths:
  /login:
    post:
      operationId: login
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [email, password]
              properties: {email: {type: string}, password: {type: string}}
      responses:
        '200': {description: ok, content: {application/json: {schema: {type: object, properties: {token: {type: string}}}}}}
        '401': {description: wrong}
  /users:
    get:
      operationId: listUsers
      responses:
        '200':
          description: ok
          content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/User'}}}}
  /me:
    get:
      operationId: me
      security: [{bearer: []}]
      responses:
        '200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}}
        '401': {description: unknown}
  /orders:
    get:
      operationId: listOrders
      responses:
        '200':
          description: ok
          content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Order'}}}}
    post:
      operationId: createOrder
      summary: Create an order.
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}
      responses:
        '201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}
        '400': {description: wrong}
  /orders/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get:
      operationId: getOrder
      responses:
        '200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}
        '404': {description: none}
components:
  securitySchemes: {bearer: {type: http, scheme: bearer}}
  schemas:
    User:
      type: object
      required: [id, email]
      properties: {id: {type: string}, email: {type: string, format: email}}
    Order:
      type: object
      required: [item]
      properties: {id: {type: string}, item: {type: string}, quantity: {type: integer, minimum: 1}}
"""


class Agent:
    """What an agent does in a session: the SDK checks every result against the tool's output schema."""

    def __init__(self, session: ClientSession) -> None:
        self.session = session

    async def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The structured result of a tool, whose text says the same."""
        result = await self.session.call_tool(tool, arguments)
        assert not result.is_error, (tool, result.content)
        structured = result.structured_content
        assert isinstance(structured, dict)
        [block] = result.content
        assert json.loads(getattr(block, "text")) == structured  # noqa: B009
        assert len(getattr(block, "text").encode()) <= TOOL_BYTES  # noqa: B009
        return structured

    async def refusal(self, tool: str, **arguments: Any) -> str:
        """Why a tool could not do its work."""
        result = await self.session.call_tool(tool, arguments)
        assert result.is_error, (tool, result)
        return str(getattr(result.content[0], "text"))  # noqa: B009


@contextlib.asynccontextmanager
async def standard_input(binary: Path, *options: str) -> AsyncIterator[Agent]:
    """An agent that has started the program."""
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    command = StdioServerParameters(command=str(binary), args=["mcp", *options], env=environment())
    async with stdio_client(command) as (read, write), ClientSession(read, write) as session:
        begun = await session.initialize()
        assert begun.protocol_version == REVISION
        yield Agent(session)


@contextlib.asynccontextmanager
async def web(server: MockServer, path: str = "/_mock/mcp") -> AsyncIterator[Agent]:
    """An agent that uses a running server."""
    from mcp import ClientSession
    from mcp.client.streamable_http import streamable_http_client

    async with (
        streamable_http_client(server.base_url + path) as streams,
        ClientSession(streams[0], streams[1]) as session,
    ):
        begun = await session.initialize()
        assert begun.protocol_version == REVISION
        yield Agent(session)


def perform(steps: Coroutine[Any, Any, None]) -> None:
    """Runs the steps of a test to their end."""
    asyncio.run(steps)


async def journey(agent: Agent) -> None:
    """An agent finds out why an app fails, and proves that it no longer does."""
    listed = await agent.session.list_tools()
    assert {tool.name for tool in listed.tools} == TOOLS
    overview = await agent.call("explain_api")
    assert overview["server"]["url"].startswith("http://127.0.0.1:")
    assert "agrobridge" in [api["name"] for api in overview["apis"]]
    found = await agent.call("explain_api", api="agrobridge", search="lote", limit=2)
    assert len(found["operations"]) == 2 and found["total"] > 2 and "offset 2" in found["hint"]
    operation = (await agent.call("explain_api", api="agrobridge", operation="createLote"))["operation"]
    assert operation["path"] == "/v1/lotes" and operation["request"]["example"]["nombre"]

    world = (await agent.call("create_world", name="journey", freeze=True))["id"]
    token = await agent.call("sign_in", api="agrobridge", account="usuario@example.com", world=world)
    assert token["account"] == "user_123"
    read = {"method": "GET", "path": "/v1/lotes", "headers": token["headers"], "world": world}
    good = await agent.call("send_request", **read, query={"limit": 2})
    assert good["status"] == 200 and len(good["body"]["lotes"]) == 2

    down = {"id": "down", "fault": {"type": "status", "status": 503}, "match": {"api": "agrobridge"}}
    await agent.call("add_fault", **down, world=world)
    bad = await agent.call("send_request", **read, query={"limit": 2})
    assert bad["delivered"] and bad["status"] == 503
    failures = await agent.call("explain_failures", world=world)
    [failure] = failures["failures"]
    assert failure["id"] == bad["journalEntry"] and failure["response"]["status"] == 503
    assert [cause["source"] for cause in failure["causes"]] == ["fault"] and "down" in failure["causes"][0]["text"]
    still = await agent.call("replay_request", id=failure["id"], world=world)
    assert still["status"] == 503 and not still["fixed"] and still["causes"]

    assert (await agent.call("remove_faults", id="down", world=world))["faults"] == []
    fixed = await agent.call("replay_request", id=failure["id"], world=world)
    assert fixed["fixed"] and fixed["status"] == 200 and fixed["statusBefore"] == 503
    match = {"path": "/v1/lotes", "method": "GET", "world": world}
    assert (await agent.call("verify_requests", **match, status="503", exactly=2))["satisfied"]
    assert (await agent.call("verify_requests", **match, status=200, exactly=2))["satisfied"]
    assert not (await agent.call("verify_requests", **match, atLeast=5))["satisfied"]
    requests = await agent.call("list_requests", **match, status="5xx", limit=1)
    assert requests["total"] == 2 and len(requests["requests"]) == 1

    later = await agent.call("set_clock", advance="PT2H", world=world)
    assert later["frozen"]
    assert (await agent.call("send_request", **read))["status"] == 401
    assert (await agent.call("delete_world", world=world))["deleted"] == world
    assert world in await agent.refusal("list_requests", world=world)


def test_an_agent_that_starts_the_program(binary: Path) -> None:
    async def steps() -> None:
        async with standard_input(binary, "--rate-limit", "off") as agent:
            await journey(agent)

    perform(steps())


def test_an_agent_of_a_running_server(server: MockServer) -> None:
    async def steps() -> None:
        async with web(server) as agent:
            await journey(agent)

    perform(steps())


def test_an_agent_that_joins_a_running_server(binary: Path, server: MockServer) -> None:
    async def steps() -> None:
        async with standard_input(binary, "--url", server.base_url) as agent:
            assert (await agent.call("explain_api"))["server"]["url"] == server.base_url
            world = (await agent.call("create_world"))["id"]
        # The world of the address, and that of the option, are those of calls without one.
        for options in [["--url", f"{server.base_url}/_w/{world}"], ["--url", server.base_url, "--world", world]]:
            async with standard_input(binary, *options) as agent:
                before = (await agent.call("list_requests"))["total"]
                sent = await agent.call("send_request", method="GET", path="/users/1")
                assert sent["status"] == 200
                assert (await agent.call("list_requests"))["total"] == before + 1
        async with web(server, f"/_w/{world}/_mock/mcp") as agent:
            assert (await agent.call("verify_requests", path="/users/1", exactly=2))["satisfied"]
            await agent.call("delete_world", world=world)

    perform(steps())


def test_a_custom_api(start: Start, tmp_path: Path) -> None:
    document = tmp_path / "shop.yaml"
    document.write_text(SHOP, encoding="utf-8")
    server = start("--api", str(document), "--rate-limit", "off")

    async def steps() -> None:
        async with web(server) as agent:
            shop = await agent.call("explain_api", api="shop")
            assert shop["api"]["custom"] and shop["api"]["understanding"]["accounts"]["resource"] == "users"
            kinds = {operation["operationId"]: operation.get("kind") for operation in shop["operations"]}
            assert kinds["createOrder"] == "create" and kinds["getOrder"] == "read"
            login = shop["api"]["accounts"][1]["login"]
            token = await agent.call("sign_in", api="shop", account=login)
            me = await agent.call("send_request", method="GET", path="/shop/me", headers=token["headers"])
            assert me["body"]["email"] == login
            create = (await agent.call("explain_api", api="shop", operation="createOrder"))["operation"]
            assert create["understanding"]["kind"] == "create" and "$ref" not in json.dumps(create)
            order = create["request"]["example"]
            jsonschema.validate(order, create["request"]["schema"])
            made = await agent.call("send_request", method="POST", path=create["path"], body=order | {"quantity": 0})
            assert made["status"] == 400
            [failure] = (await agent.call("explain_failures", limit=1))["failures"]
            assert {cause["source"] for cause in failure["causes"]} == {"contract", "api"}
            fixed = await agent.call("replay_request", id=failure["id"], body=order | {"quantity": 3})
            assert fixed["fixed"] and fixed["status"] == 201

            await agent.call("change_records", action="create", table="shop_orders", records=[{"id": "x1", "item": "tea"}])
            where = {"where": {"item": "tea"}, "table": "shop_orders"}
            assert (await agent.call("read_records", **where))["records"] == [{"id": "x1", "item": "tea"}]
            changed = await agent.call("change_records", action="update", set={"quantity": 7}, **where)
            assert changed["changed"] == 1
            shown = await agent.call("send_request", method="GET", path="/shop/orders/x1")
            assert shown["body"] == {"id": "x1", "item": "tea", "quantity": 7}
            assert (await agent.call("change_records", action="delete", **where))["changed"] == 1
            gone = await agent.call("send_request", method="GET", path="/shop/orders/x1")
            assert gone["status"] == 404

    perform(steps())


def test_connections_that_break(server: MockServer) -> None:
    async def steps() -> None:
        async with web(server) as agent:
            world = (await agent.call("create_world"))["id"]
            kinds = {"empty": 1, "reset": 1, "truncate": 1, "malformed": 1}
            for kind, times in kinds.items():
                await agent.call("add_fault", fault={"type": kind}, times=times, world=world)
                sent = await agent.call("send_request", method="GET", path="/users/1", world=world)
                assert sent["delivered"] == (kind == "malformed"), (kind, sent)
                assert sent.get("failure") or kind == "malformed"
                failures = await agent.call("explain_failures", world=world, limit=1)
                sources = [cause["source"] for cause in failures["failures"][0]["causes"]]
                assert failures["failures"][0]["id"] == sent["journalEntry"] and sources[0] == "fault", (kind, failures)
                await agent.call("remove_faults", all=True, world=world)
            lost = await agent.call("send_request", method="GET", path="/userz/1", world=world)
            [failure] = (await agent.call("explain_failures", id=lost["journalEntry"], world=world))["failures"]
            assert [cause["source"] for cause in failure["causes"]] == ["route", "api"]
            await agent.call("delete_world", world=world)

    perform(steps())


def test_tools_that_refuse_say_what_to_do(server: MockServer) -> None:
    async def steps() -> None:
        async with web(server) as agent:
            assert "agrobridge" in await agent.refusal("explain_api", api="agrobrige")
            assert "createLote" in await agent.refusal("explain_api", api="agrobridge", operation="createLotes")
            assert "status" in await agent.refusal("add_fault", fault={"type": "statsu", "status": 503})
            assert "nobody" in await agent.refusal("add_fault", fault={"type": "empty"}, world="nobody")
            lost = await agent.call("send_request", method="GET", path="/users", world="nobody")
            assert lost["status"] == 400 and "nobody" in json.dumps(lost["body"])
            assert "letters" in await agent.refusal("list_faults", world="a\r\nX-Mock-Admin-Token: b")
            assert "slash" in await agent.refusal("send_request", method="GET", path="users")
            assert "did you mean" in await agent.refusal("read_records", table="agrobridge_lots")
            assert "agrobridge" in await agent.refusal("sign_in", api="newsapi")
            assert "id or all" in await agent.refusal("remove_faults")
            assert "ISO 8601" in await agent.refusal("set_clock", advance="two hours")

    perform(steps())


def test_results_stay_small(server: MockServer) -> None:
    async def steps() -> None:
        async with web(server) as agent:
            many = await agent.call("read_records", table="agrobridge_bloque", limit=200)
            assert many["truncated"] and many["hint"] and 0 < len(many["records"]) < 200
            everything = await agent.call("send_request", method="GET", path="/photos")
            assert everything["truncated"] and everything["bodyBytes"] > TOOL_BYTES
            types = await agent.call("list_faults", types=True)
            assert len(types["types"]) > 20

    perform(steps())


def test_resources(server: MockServer) -> None:
    async def steps() -> None:
        async with web(server) as agent:
            resources = (await agent.session.list_resources()).resources
            uris = [str(resource.uri) for resource in resources]
            assert "mock-api://documents/agrobridge" in uris and "mock-api://journal/default" in uris
            for uri in [uri for uri in uris if "/documents/" in uri]:
                [document] = (await agent.session.read_resource(uri)).contents
                root = json.loads(getattr(document, "text"))  # noqa: B009
                assert "openapi" in root or "asyncapi" in root
            templates = (await agent.session.list_resource_templates()).resource_templates
            assert {template.uri_template for template in templates} == {
                "mock-api://documents/{api}", "mock-api://journal/{world}", "mock-api://journal/{world}/{id}",
            }  # fmt: skip
            sent = await agent.call("send_request", method="GET", path="/users/2")
            entry = f"mock-api://journal/default/{sent['journalEntry']}"
            [shown] = (await agent.session.read_resource(entry)).contents
            assert json.loads(getattr(shown, "text"))["response"]["body"]["id"] == 2  # noqa: B009
            [journal] = (await agent.session.read_resource("mock-api://journal/default")).contents
            ids = [request["id"] for request in json.loads(getattr(journal, "text"))["requests"]]  # noqa: B009
            assert ids == sorted(ids, reverse=True) and sent["journalEntry"] in ids

    perform(steps())


def test_the_journal_has_the_requests_and_not_the_questions(start: Start) -> None:
    agent = Web(start()).begin()
    for message in [
        call(1, "explain_api"), call(2, "explain_api", api="agrobridge"), request(3, "resources/list"),
        request(4, "resources/read", {"uri": "mock-api://documents/newsapi"}), call(5, "list_requests"),
    ]:  # fmt: skip
        assert "result" in agent.ask(message)
    result = agent.ask(call(6, "list_requests"))["result"]["structuredContent"]
    assert result["total"] == 0


def test_a_call_of_the_control_plane_has_the_token(start: Start, binary: Path) -> None:
    server = start("--admin-token", "s3cret")
    assert Web(server).post(request(0, "ping")).status == 401
    # The tools have the token; an app's requests do not show it.
    lines = Lines(binary, "--url", server.base_url, variables={"MOCK_API_ADMIN_TOKEN": "s3cret"})
    lines.begin()
    limits = lines.ask(call(1, "send_request", method="GET", path="/_mock/rate-limits"))
    assert limits["result"]["structuredContent"]["status"] == 200
    sent = lines.ask(call(2, "send_request", method="GET", path="/users/1"))["result"]["structuredContent"]
    entry = lines.ask(call(3, "list_requests", id=sent["journalEntry"]))["result"]["structuredContent"]["entry"]
    assert "X-Mock-Admin-Token" not in entry["request"]["headers"]
    lines.end()
    wrong = Lines(binary, "--url", server.base_url, "--admin-token", "guess")
    wrong.begin()
    assert "token" in wrong.ask(call(1, "explain_api"))["result"]["content"][0]["text"]
    wrong.end()


def test_every_tool_is_described(server: MockServer) -> None:
    agent = Web(server).begin()
    tools = agent.ask(request(1, "tools/list"))["result"]["tools"]
    assert {tool["name"] for tool in tools} == TOOLS
    reading = {tool["name"] for tool in tools if tool["annotations"]["readOnlyHint"]}
    assert reading == {
        "explain_api", "list_faults", "read_records", "list_requests", "explain_failures", "verify_requests",
    }  # fmt: skip
    destructive = {tool["name"] for tool in tools if tool["annotations"]["destructiveHint"]}
    assert destructive == {"delete_world", "remove_faults", "change_records"}
    for tool in tools:
        assert len(tool["description"]) > 60, tool["name"]
        for name in ["inputSchema", "outputSchema"]:
            jsonschema.Draft202012Validator.check_schema(tool[name])
            assert tool[name]["type"] == "object"
            assert all("description" in schema for schema in tool[name]["properties"].values()), tool["name"]
        # The server checks the arguments by the same schema.
        refused = agent.ask(call(2, tool["name"], nothing="here"))
        assert refused["error"]["code"] == -32602 and "nothing" in refused["error"]["message"], refused


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--url", "localhost:3000"], "http://localhost:3000"),
        (["--url", "http://localhost:3000", "--dataset", "empty"], "--dataset"),
        (["--no-admin"], "--no-admin"),
        (["--api", "/nowhere.yaml"], "/nowhere.yaml"),
    ],
)
def test_wrong_usage(run: Callable[..., Any], arguments: list[str], said: str) -> None:
    done = run("mcp", *arguments)
    assert done.returncode == 2 and said in done.stderr and done.stdout == "", done


def test_the_control_calls(run: Callable[..., Any], server: MockServer) -> None:
    listed = run("ctl", "--url", server.base_url, "apis")
    assert listed.returncode == 0 and "agrobridge" in listed.stdout
    shown = run("ctl", "--url", server.base_url, "apis", "show", "agrobridge", "--json")
    assert {"id": "user_123", "login": "usuario@example.com"} in json.loads(shown.stdout)["accounts"]
    operation = run("ctl", "--url", server.base_url, "apis", "operation", "agrobridge", "getLote", "--json")
    assert json.loads(operation.stdout)["parameters"][0]["name"] == "id"
    missing = run("ctl", "--url", server.base_url, "apis", "operation", "agrobridge", "getLot")
    assert missing.returncode == 1 and "getLote" in missing.stderr
    document = server.request("GET", "/_mock/apis/agrobridge/document")
    assert document.json()["info"]["title"] == "AgroBridge" and server.request("GET", "/_mock/apis/x/document").status == 404
