"""Conditions that nothing can fulfil are refused, with the nearest that can be."""

from __future__ import annotations

import json
import urllib.parse
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mock_server import MockServer, launch

Start = Callable[..., MockServer]

# A condition, and what the refusal names.
IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"method": "GTE"}, '"GET"'),
    ({"path": "http://localhost:3000/v1/lotes"}, '"/v1/lotes"'),
    ({"path": "localhost:3000/v1/lotes"}, '"/v1/lotes"'),
    ({"path": "/v1/lotes/{id}"}, '"/v1/lotes/*"'),
    ({"path": "/v1/lotes#top"}, '"/v1/lotes"'),
    ({"path": "/_mock/clock"}, "control plane"),
    ({"account": "user_12"}, '"user_123"'),
    ({"account": "usuario@example.com"}, '"user_123"'),
    ({"device": "deadbeef"}, "/_mock/devices"),
    ({"fault": "dealy"}, '"delay"'),
    ({"header": {"Authorisation": "x"}}, '"Authorization"'),
    ({"header": {"Authorisation": False}}, '"Authorization"'),
    ({"header": {"Content Type": "x"}}, "letters"),
    ({"remoteAddress": "localhost"}, "127.0.0.1"),
    ({"kind": "exchange", "direction": "sent"}, "direction"),
    ({"direction": "sent", "method": "GET"}, "method"),
    ({"operationId": "createLote", "method": "GET"}, "POST"),
    ({"api": "agrobridge", "operationId": "listLotes", "method": "DELETE"}, "GET"),
    ({"since": "2026-01-02T00:00:00Z", "until": "2026-01-01T00:00:00Z"}, "swap"),
    ({"since": 20, "until": 20}, "swap"),
]

# What may come, though nothing of it is there.
POSSIBLE: list[dict[str, Any]] = [
    {"method": "get"},
    {"path": "/v1/nothing-of-this-name/*"},
    {"path": "/v1/lotes/%7Bid%7D"},
    {"path": "v1/lotes"},
    {"path": "/v1/**?a=b"},
    {"account": "user_123"},
    {"fault": "delay"},
    {"header": {"X-My-Own": "1", "authorization": True, "Accept": "*/*"}},
    {"query": {"anything": "1"}},
    {"remoteAddress": "::1"},
    {"kind": "any", "direction": "sent"},
    {"direction": "sent", "header": {"X-My-Own": False}},
    {"operationId": "listLotes", "method": "head"},
    {"since": "2026-01-01T00:00:00Z", "until": "2026-01-01T00:00:00Z"},
    {"since": 19, "until": 20},
    {"since": 20, "until": "2026-01-01T00:00:00Z"},
]


@pytest.fixture(scope="module")
def shared(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MockServer]:
    """One server for all conditions, which change nothing."""
    server = launch(binary, tmp_path_factory.mktemp("server"), ["--port", "0", "--rate-limit", "off"], {})
    yield server
    server.stop()


def as_query(match: dict[str, Any]) -> str | None:
    """The conditions in an address; None for those that cannot stand there."""
    pairs: list[tuple[str, str]] = []
    for name, value in match.items():
        if not isinstance(value, dict):
            pairs.append((name, str(value)))
        elif all(isinstance(each, str) for each in value.values()):
            pairs += [(name, f"{key}:{each}") for key, each in value.items()]
        else:
            return None
    return urllib.parse.urlencode(pairs)


def answers(server: MockServer, match: dict[str, Any]) -> list[tuple[int, str]]:
    """What each call of the journal answers."""
    wait = {"match": match, "timeoutMilliseconds": 0}
    found = [
        server.request("POST", f"/_mock/requests/{call}", body=body)
        for call, body in [("count", {"match": match}), ("verify", {"match": match}), ("wait", wait)]
    ]
    if query := as_query(match):
        found.append(server.request("GET", f"/_mock/requests?{query}"))
    return [(each.status, each.body.decode()) for each in found]


@pytest.mark.parametrize(("match", "named"), IMPOSSIBLE, ids=lambda value: json.dumps(value)[:60])
def test_impossible_conditions_of_the_journal(shared: MockServer, match: dict[str, Any], named: str) -> None:
    for status, text in answers(shared, match):
        assert status == 400, text
        assert named in json.loads(text)["error"]["message"], text


@pytest.mark.parametrize("match", POSSIBLE, ids=json.dumps)
def test_possible_conditions_of_the_journal(shared: MockServer, match: dict[str, Any]) -> None:
    for status, text in answers(shared, match):
        assert status == 200, text


@pytest.mark.parametrize(
    ("match", "named"),
    [
        ({"method": "GTE"}, '"GET"'),
        ({"path": "/v1/lotes/{id}"}, '"/v1/lotes/*"'),
        ({"path": "/_mock/**"}, "control plane"),
        ({"path": "/_w/w1/v1/lotes"}, '"/v1/lotes"'),
        ({"account": "user_12"}, '"user_123"'),
        ({"account": "usuari@example.com"}, '"usuario@example.com"'),
        ({"header": {"Authorisation": "x"}}, '"Authorization"'),
        ({"socket": 7}, "no open socket 7"),
        ({"operationId": "createLote", "method": "PUT"}, "POST"),
    ],
    ids=lambda value: json.dumps(value)[:60],
)
def test_impossible_conditions_of_faults(shared: MockServer, match: dict[str, Any], named: str) -> None:
    fault = {"type": "close", "code": 4000} if "socket" in match else {"type": "status", "status": 503}
    answer = shared.request("POST", "/_mock/faults", body={"match": match, "fault": fault})
    assert answer.status == 422, answer
    assert named in answer.json()["error"]["message"], answer
    assert shared.request("GET", "/_mock/faults").json()["faults"] == []


def test_accounts_to_come_and_minted_ones(start: Start) -> None:
    server = start()
    status = {"type": "status", "status": 503}
    for account in ["user_123", "usuario@example.com", "somebody-new@example.org"]:
        answer = server.request("POST", "/_mock/faults", body={"match": {"account": account}, "fault": status})
        assert answer.status == 201, answer
    server.request("DELETE", "/_mock/faults")
    match = {"match": {"account": "nobody"}}
    assert server.request("POST", "/_mock/requests/count", body=match).status == 400
    minted = server.request("POST", "/_mock/tokens", body={"api": "agrobridge", "account": "nobody"}).json()
    assert server.request("GET", "/v1/lotes", token=minted["token"]).status == 401
    assert server.request("POST", "/_mock/requests/count", body=match).json()["count"] == 1


def test_what_requests_had_may_be_asked_for(start: Start) -> None:
    server = start()
    server.request("GET", "/users/1", headers={"Authorisation": "typo"})
    match = {"header": {"Authorisation": "typo"}}
    assert server.request("POST", "/_mock/requests/count", body={"match": match}).json()["count"] == 1
    [device] = server.request("GET", "/_mock/devices").json()["devices"]
    server.request("DELETE", "/_mock/requests")
    # It has called before, and may do so again, in this world or another.
    world = server.request("POST", "/_mock/worlds", body={}).json()["id"]
    for prefix in ["", f"/_w/{world}"]:
        answer = server.request("POST", f"{prefix}/_mock/requests/count", body={"match": {"device": device["id"]}})
        assert answer.json() == {"count": 0, "known": True}


@pytest.mark.parametrize(
    ("pattern", "named"),
    [
        ({"method": "GTE"}, '"GET"'),
        ({"urlPath": "v1/lotes"}, '"/v1/lotes"'),
        ({"url": "http://localhost:3000/v1/lotes"}, '"/v1/lotes"'),
        ({"urlPath": "/v1/lotes/{id}"}, '"/v1/lotes/*"'),
        ({"headers": {"Authorisation": {"equalTo": "x"}}}, '"Authorization"'),
    ],
    ids=lambda value: json.dumps(value)[:60],
)
def test_impossible_patterns_of_wiremock(shared: MockServer, pattern: dict[str, Any], named: str) -> None:
    for call in ["count", "find"]:
        answer = shared.request("POST", f"/__admin/requests/{call}", body=pattern)
        assert answer.status == 422, answer
        assert named in answer.body.decode().replace("\\", ""), answer
    assert shared.request("POST", "/__admin/requests/count", body={"urlPathTemplate": "/v1/lotes/{id}"}).status == 200


def test_a_har_file_has_no_frames(shared: MockServer) -> None:
    for query in ["kind=frame", "direction=sent", "socket=1"]:
        assert shared.request("GET", f"/_mock/har?{query}").status == 400
