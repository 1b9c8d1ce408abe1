"""Calls of every route with whatever a careless or hostile client could send."""

from __future__ import annotations

import http.client
import json
import subprocess
import urllib.parse
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from documents import APIS_WITH_LOGIN
from mock_server import MockServer

LEAST, GREATEST = -(2**63), 2**63 - 1

# What a column, a member or a parameter is set to.
NUMBERS: list[Any] = [LEAST, LEAST + 1, -1, 0, 1, GREATEST - 1, GREATEST, 2**63, -(10**30), -0.0, 1e308, -1e308, 5e-324]
TEXTS: list[Any] = ["", "NaN", "Infinity", "a\0b", "\0", "x" * 65536, "{", "[]", "{}", "null", "9" * 400, "ñ" * 300]
OTHERS: list[Any] = [None, True, False, {"base64": ""}, {"base64": "AP8A"}, [], {}]
EXTREMES = NUMBERS + TEXTS + OTHERS

# The same for what stands in a target; a target holds 8 KiB.
WORDS = [
    str(LEAST), str(LEAST - 1), "-1", "0", "1", str(GREATEST), str(GREATEST + 1), "9" * 400, "1e308", "-0.0", "1e999",
    "NaN", "Infinity", "", "%00", "%FF", "x" * 2000, "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z",
    "2261-12-31T23:59:59%2B18:00", "1678-01-01T00:00:00-18:00",
]  # fmt: skip

# Accounts of the seed data; where there is none of an id, its tokens are refused, which is an answer, too.
ACCOUNTS = {"agrobridge": "user_123", "interspace": "account_1"}

# Answers that have no end, or come when something happens.
ENDLESS = {"followRequests", "followServer", "sockJSPoll", "sockJSStream", "sockJSEvents", "sockJSPage", "sockJSScript"}

# Calls after which a token is of no use any more.
LAST = {"deleteCurrentUser"}

# Bodies that each route takes; those of the documents' examples come beside them.
BODIES: dict[str, list[Any]] = {
    "createWorld": [{"randomSeed": 1, "clock": {"now": "2024-01-01T00:00:00Z", "frozen": True, "rate": 2}}],
    "setClock": [{"now": "2024-01-01T00:00:00Z"}, {"advance": "PT1S"}, {"rate": 2, "frozen": False}],
    "addFault": [
        {"type": "delay", "milliseconds": 1, "match": {"api": "newsapi", "nth": 1}, "probability": 0.5, "times": 1},
        {"type": "status", "status": 503, "match": {"path": "/no/such", "every": 2}, "afterSeconds": 1, "forSeconds": 2},
        {"type": "throttle", "bytesPerSecond": 1000, "match": {"path": "/no/such"}},
        {"type": "truncate", "after": 1, "match": {"path": "/no/such"}},
        {"type": "invalidToken", "issuedBeforeSeconds": 1, "match": {"path": "/no/such"}},
        {"type": "close", "code": 1011, "afterMessages": 1},
    ],
    "verifyRequests": [{"match": {"path": "/x"}, "atLeast": 0, "atMost": 5, "entries": True}, {"path": "/x", "count": 1}],
    "waitForRequests": [{"path": "/x", "atLeast": 1, "timeoutMilliseconds": 1}],
    "countRequests": [{"path": "/x", "since": 1, "status": 200}],
    "callMCP": [
        {
            "jsonrpc": "2.0", "id": 1, "method": "initialize",
            "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}},
        },
    ],
    "signIn": [{"api": "agrobridge", "account": "usuario@example.com"}],
    "mintToken": [{"api": "agrobridge", "account": "user_123", "expiresIn": 10, "claims": {"n": 1}}],
    "inspectToken": [{"token": "x"}],
    "setRateLimit": [{"authenticated": 100, "anonymous": 20}],
    "exhaustRateLimit": [{"account": "user_123"}],
    "kickSocket": [{"code": 4000, "reason": "x"}],
    "kickSockets": [{"code": 4000, "reason": "x"}],
    "publishMessage": [{"destination": "/topic/x", "body": "{}", "headers": {"a": "b"}}],
    "setSensorValue": [{"value": 20, "durationSeconds": 1}],
    "pushReading": [{"TEMPERATURA INVERNADERO 01": 20}],
    "addScenario": [{"type": "heatWave", "durationSeconds": 1, "intensity": 1, "startsInSeconds": 0}],
    "addRows": [{"name": "x", "last": 1}],
    "changeRows": [{"where": {"name": "x"}, "set": {"last": 1}}],
    "deleteRows": [{"where": {"name": "no such"}}],
    "importState": [{"version": 1, "chance": {"random": "1", "simulation": "1"}, "tables": {"fact": []}}],
}


@dataclass
class Routes:
    """The routes of the program, with the parameters and examples that the documents give for them."""

    lines: list[dict[str, str]]
    parameters: dict[str, list[str]] = field(default_factory=dict)
    examples: dict[str, list[Any]] = field(default_factory=dict)

    @classmethod
    def of(cls, binary: Path, documents: Path) -> Routes:
        """Asks the program for its routes and reads the documents beside it."""
        output = subprocess.run([binary, "routes", "--json"], capture_output=True, check=True, timeout=20).stdout
        lines = [line for line in json.loads(output) if line["operationId"] not in ENDLESS]
        routes = cls(sorted(lines, key=lambda line: line["operationId"] in LAST))
        for document in sorted(documents.glob("*.yaml")):
            routes._read(yaml.load(document.read_text(encoding="utf-8"), yaml.CSafeLoader))
        return routes

    def _read(self, document: dict[str, Any]) -> None:
        for path in document.get("paths", {}).values():
            for operation in path.values():
                if not isinstance(operation, dict) or "operationId" not in operation:
                    continue
                name = operation["operationId"]
                found = [self._resolved(document, entry) for entry in operation.get("parameters", [])]
                self.parameters[name] = [entry["name"] for entry in found if entry["in"] == "query"]
                self.examples[name] = list(BODIES.get(name, [])) + self._bodies(document, operation)

    @staticmethod
    def _resolved(document: dict[str, Any], entry: dict[str, Any]) -> dict[str, Any]:
        while "$ref" in entry:
            target: Any = document
            for part in entry["$ref"].removeprefix("#/").split("/"):
                target = target[part]
            entry = target
        return entry

    def _bodies(self, document: dict[str, Any], operation: dict[str, Any]) -> list[Any]:
        body = self._resolved(document, operation.get("requestBody", {}))
        media = body.get("content", {}).get("application/json", {})
        examples = [media["example"]] if "example" in media else []
        examples += [self._resolved(document, entry).get("value") for entry in media.get("examples", {}).values()]
        schema = self._resolved(document, media.get("schema", {}))
        return examples + ([schema["example"]] if "example" in schema else [])


def variations(value: Any) -> Iterator[Any]:
    """The value with each of its parts set to each extreme."""
    if isinstance(value, dict):
        for key, part in value.items():
            for other in variations(part):
                yield {**value, key: other}
    yield from EXTREMES


def path_of(route: dict[str, str], ids: dict[str, str]) -> str:
    """The path with its parameters set, `1` where nothing is known."""
    parts = [ids.get(part[1:-1], "1") if part.startswith("{") else part for part in route["path"].split("/")]
    return "/".join(parts)


class Caller:
    """Calls one world of a server, and finds fault with what no client may see."""

    def __init__(self, server: MockServer, world: str = "") -> None:
        self.server = server
        self.base = f"/_w/{world}" if world else ""
        self.connection = http.client.HTTPConnection(server.host, server.port, timeout=60)
        self.faults: list[str] = []
        self.count = 0
        self.tokens: dict[str, str] = {}

    def sign_in(self) -> None:
        """Takes a token of each API from the world, whatever its rows say."""
        for api in APIS_WITH_LOGIN:
            body = {"api": api, "account": ACCOUNTS.get(api, "1"), "claims": {"tenantId": "DEFAULT", "roles": ["ROLE_ADMIN"]}}
            status, answer = self.call("POST", "/_mock/tokens", body)
            if status == 201:
                self.tokens[api] = json.loads(answer)["token"]

    def call(self, method: str, path: str, body: Any = None, api: str = "") -> tuple[int, bytes]:
        """The status and body of the answer; notes down failures, and that there was no answer at all."""
        headers = {"Content-Type": "application/json"}
        if api in self.tokens:
            headers["Authorization"] = f"Bearer {self.tokens[api]}"
        content = None if body is None else json.dumps(body)
        self.count += 1
        target = self.base + urllib.parse.quote(path, safe="/?&=%:{}~*'();,+")
        for attempt in (1, 2):
            try:
                self.connection.request(method, target, content, headers)
                response = self.connection.getresponse()
                answer = response.read()
                break
            except (http.client.HTTPException, OSError) as failure:
                # The server may have closed a connection that was idle; twice is another matter.
                self.connection.close()
                if attempt == 2 or self.server.process.poll() is not None:
                    self.fail(method, path, body, f"no answer: {failure!r}")
                    return 0, b""
        if response.status in (500, 502, 504) or response.status > 507:
            self.fail(method, path, body, f"{response.status} {answer[:300]!r}")
        return response.status, answer

    def fail(self, method: str, path: str, body: Any, reason: str) -> None:
        """Notes down a failure."""
        self.faults.append(f"{method} {self.base}{path[:200]} {json.dumps(body)[:300]}: {reason}")

    def verdict(self) -> None:
        """Fails when there was any failure, or when the server is gone."""
        code = self.server.process.poll()
        assert code is None, f"the server ended with {code}; last: {self.faults[-3:]} {self.server.stderr[-2000:]}"
        assert not self.faults, f"{len(self.faults)} of {self.count} calls: " + "\n".join(self.faults[:40])
