"""Faults as a test sees them: which have an effect and count, to what they happen, when they begin and end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from dashboard_page import open_socket
from mock_server import MockServer
from process_facts import wait_until

Start = Callable[..., MockServer]
FROZEN = {"set": "2026-01-01T00:00:00Z", "freeze": True}


@pytest.fixture
def server(start: Start) -> MockServer:
    """A server of the test's own."""
    return start("--rate-limit", "off", "--sensor-interval", "off")


def add(server: MockServer, fault: dict[str, Any], match: dict[str, Any] | None = None, **more: Any) -> str:
    """Adds a fault and gives its id."""
    answer = server.request("POST", "/_mock/faults", body={"fault": fault, "match": match or {}, **more})
    assert answer.status == 201, answer
    return str(answer.json()["id"])


def applications(server: MockServer, fault: str) -> int:
    """How often a fault has happened."""
    [found] = [each for each in server.request("GET", "/_mock/faults").json()["faults"] if each["id"] == fault]
    return int(found["applications"])


def happened(server: MockServer) -> list[str]:
    """The faults that the journal names for the newest request."""
    entry = server.request("GET", "/_mock/requests?limit=1").json()["requests"][0]
    return [each["id"] for each in entry.get("faults", [])]


# What has an effect


def test_the_second_of_two_statuses_is_left_for_the_next_request(server: MockServer) -> None:
    first = add(server, {"type": "status", "status": 503}, {"path": "/users"}, times=1)
    second = add(server, {"type": "status", "status": 418}, {"path": "/users"}, times=1)
    assert server.request("GET", "/users").status == 503
    assert happened(server) == [first]
    assert applications(server, second) == 0
    assert server.request("GET", "/users").status == 418
    assert happened(server) == [second]
    assert server.request("GET", "/users").status == 200
    assert happened(server) == []


def test_the_second_of_two_endings_is_left_for_the_next_request(server: MockServer) -> None:
    for kind in ["reset", "empty"]:
        add(server, {"type": kind}, {"path": "/users"}, times=1)
    for kind in ["reset", "empty"]:
        with pytest.raises(OSError):
            server.request("GET", "/users")
        assert wait_until(lambda: len(happened(server)) == 1)
        entry = server.request("GET", "/_mock/requests?limit=1").json()["requests"][0]
        assert [each["type"] for each in entry["faults"]] == [kind]
    assert server.request("GET", "/users").status == 200


WITHOUT_EFFECT = {
    "a body where none is": ({"type": "malformed"}, "DELETE", "/v1/lotes/lote_1", 204),
    "an end where nothing comes": ({"type": "truncate"}, "DELETE", "/v1/lotes/lote_1", 204),
    "a pace where nothing comes": ({"type": "dribble", "bytesPerSecond": 1}, "DELETE", "/v1/lotes/lote_1", 204),
    "a patch where no JSON is": ({"type": "patch", "patch": {"a": 1}}, "DELETE", "/v1/lotes/lote_1", 204),
    "the same type": (
        {"type": "contentType", "contentType": "application/json; charset=utf-8"}, "GET", "/v1/lotes/lote_1", 200,
    ),
    "a first response": ({"type": "stale"}, "GET", "/v1/lotes/lote_1", 200),
}  # fmt: skip


@pytest.mark.parametrize("case", WITHOUT_EFFECT.values(), ids=WITHOUT_EFFECT.keys())
def test_a_fault_without_effect_does_not_count(server: MockServer, case: tuple[dict[str, Any], str, str, int]) -> None:
    fault, method, path, status = case
    token = server.login()
    name = add(server, fault, {"path": path}, times=1)
    assert server.request(method, path, token=token).status == status
    assert happened(server) == []
    assert applications(server, name) == 0


def test_an_edit_that_finds_nothing_does_not_count(server: MockServer) -> None:
    name = add(server, {"type": "editMessage", "find": "nowhere", "replace": "x", "direction": "outgoing"}, times=1)
    with open_socket(server, "/ws") as socket:
        socket.send('{"type": "ping"}')
        assert "pong" in str(socket.recv(20))
        assert applications(server, name) == 0
        add(server, {"type": "editMessage", "find": "pong", "replace": "gong", "direction": "outgoing"}, times=1)
        socket.send('{"type": "ping"}')
        assert "gong" in str(socket.recv(20))
    assert applications(server, name) == 0


# Patches of the API's own response

FIRST_USER = {"op": "replace", "path": "/0/name", "value": "Ada"}


def deviations(server: MockServer) -> list[str]:
    """How the newest exchange deviates from its document."""
    entry = server.request("GET", "/_mock/requests?limit=1").json()["requests"][0]
    return [each["message"] for each in entry.get("deviations", [])]


def test_a_merge_patch_changes_what_the_api_answers(server: MockServer) -> None:
    token = server.login()
    plain = server.request("GET", "/v1/lotes/lote_1", token=token)
    name = add(server, {"type": "patch", "patch": {"nombre": "Otro"}}, {"path": "/v1/lotes/*"}, after=1, times=1)
    # The second call alone, and everything else is as the record has it.
    assert server.request("GET", "/v1/lotes/lote_1", token=token).json() == plain.json()
    assert server.request("GET", "/v1/lotes/lote_1", token=token).json() == plain.json() | {"nombre": "Otro"}
    assert server.request("GET", "/v1/lotes/lote_1", token=token).json() == plain.json()
    assert applications(server, name) == 1
    assert deviations(server) == []


def test_a_json_patch_changes_a_list(server: MockServer) -> None:
    plain = server.request("GET", "/users")
    add(server, {"type": "patch", "patch": [FIRST_USER, {"op": "remove", "path": "/1"}]}, {"path": "/users"})
    # What a client has cached is not what it gets now.
    users = server.request("GET", "/users", headers={"If-None-Match": plain.headers["etag"]})
    assert users.headers["etag"] != plain.headers["etag"]
    assert [(each["id"], each["name"] == "Ada") for each in users.json()][:2] == [(1, True), (3, False)]


def test_a_patch_may_change_status_and_headers_alone(server: MockServer) -> None:
    fault = {"type": "patch", "status": 202, "headers": {"X-Later": "yes"}, "undocumented": True}
    add(server, fault, {"path": "/users/1"}, times=1)
    changed, plain = server.request("GET", "/users/1"), server.request("GET", "/users/1")
    assert (changed.status, changed.headers["x-later"], changed.json()) == (202, "yes", plain.json())
    assert plain.status == 200


def test_a_patch_that_leaves_the_document_is_refused(server: MockServer) -> None:
    token = server.login()
    wrong = {"type": "patch", "patch": {"nombre": 7}}
    name = add(server, wrong, {"path": "/v1/lotes/*"}, times=1)
    refused = server.request("GET", "/v1/lotes/lote_1", token=token)
    assert refused.status == 500
    assert name in refused.json()["error"] and "nombre" in refused.json()["error"]
    assert len(deviations(server)) == 1
    add(server, wrong | {"undocumented": True}, {"path": "/v1/lotes/*"}, times=1)
    assert server.request("GET", "/v1/lotes/lote_1", token=token).json()["nombre"] == 7


def test_a_patch_that_does_not_fit_says_so(server: MockServer) -> None:
    lost = {"op": "replace", "path": "/999/name", "value": "Ada"}
    name = add(server, {"type": "patch", "patch": [lost]}, {"path": "/users"}, times=1)
    refused = server.request("GET", "/users")
    assert refused.status == 500 and "/999/name" in refused.json()["error"] and name in refused.json()["error"]
    assert any("/999/name" in each for each in deviations(server))


@pytest.mark.parametrize("patch", [7, "x", [7], [{"op": "zzz", "path": "/a"}], None])
def test_what_is_no_patch_is_refused(server: MockServer, patch: object) -> None:
    refused = server.request("POST", "/_mock/faults", body={"fault": {"type": "patch", "patch": patch}})
    assert refused.status == 422 and b"patch" in refused.body


# Conditions on the body


@pytest.mark.parametrize("name", ["address.city", "/address/city"])
def test_a_member_of_the_body_is_named_by_dots_or_by_a_pointer(server: MockServer, name: str) -> None:
    add(server, {"type": "status", "status": 418}, {"path": "/users", "body": {name: "Lima"}})
    assert server.request("POST", "/users", body={"address": {"city": "Lima"}}).status == 418
    assert server.request("POST", "/users", body={"address": {"city": "Quito"}}).status == 201


def test_a_condition_on_the_body_reads_forms(server: MockServer) -> None:
    add(server, {"type": "status", "status": 418}, {"path": "/posts", "body": {"title": "a b"}})
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    assert server.request("POST", "/posts", raw=b"title=a+b", headers=form).status == 418
    assert server.request("POST", "/posts", raw=b"title=c", headers=form).status == 201


def test_a_name_that_is_no_pointer_is_refused(server: MockServer) -> None:
    body = {"fault": {"type": "status", "status": 418}, "match": {"body": {"/a~2": 1}}}
    assert server.request("POST", "/_mock/faults", body=body).status == 422


# When they begin and end


def edges(server: MockServer, query: str) -> tuple[list[tuple[str, str]], bool]:
    """When faults begin and end, and whether there is more."""
    found = server.request("GET", f"/_mock/clock/upcoming?{query}").json()
    return [(each["time"], each["kind"]) for each in found["events"] if each["kind"].startswith("fault")], found["truncated"]


def test_what_lies_ahead_has_the_ends_of_faults_and_each_repetition(server: MockServer) -> None:
    server.request("PUT", "/_mock/clock", body=FROZEN)
    once = add(server, {"type": "status", "status": 503}, afterSeconds=10, forSeconds=5)
    assert edges(server, "seconds=60") == (
        [("2026-01-01T00:00:10Z", "faultBegin"), ("2026-01-01T00:00:15Z", "faultEnd")], False,
    )  # fmt: skip
    server.request("DELETE", f"/_mock/faults/{once}")
    add(server, {"type": "offline", "seconds": 10, "everySeconds": 30})
    assert edges(server, "seconds=90") == (
        [
            ("2026-01-01T00:00:10Z", "faultEnd"), ("2026-01-01T00:00:30Z", "faultBegin"),
            ("2026-01-01T00:00:40Z", "faultEnd"), ("2026-01-01T00:01:00Z", "faultBegin"),
            ("2026-01-01T00:01:10Z", "faultEnd"), ("2026-01-01T00:01:30Z", "faultBegin"),
        ],
        False,
    )  # fmt: skip
    # More than one response holds.
    found, is_truncated = edges(server, "seconds=2678400")
    assert is_truncated and 400 < len(found) <= 500
    assert found == sorted(found)


def test_an_exhausted_fault_has_no_end_ahead(server: MockServer) -> None:
    server.request("PUT", "/_mock/clock", body=FROZEN)
    add(server, {"type": "status", "status": 503}, {"path": "/users"}, forSeconds=30, times=1)
    assert len(edges(server, "seconds=60")[0]) == 1
    assert server.request("GET", "/users").status == 503
    assert edges(server, "seconds=60")[0] == []


# Why one did not happen


def explained(server: MockServer) -> dict[str, Any]:
    """The explanation of the newest request."""
    entry = server.request("GET", "/_mock/requests?limit=1").json()["requests"][0]
    return dict(server.request("GET", f"/_mock/requests/{entry['id']}/explanation").json())


EXCLUDED: dict[str, tuple[dict[str, Any], str]] = {
    "after": ({"after": 3}, "excluded by after: 3"),
    "probability": ({"probability": 0}, "excluded by probability: 0"),
    "time": ({"afterSeconds": 60}, "when it was not active"),
}


@pytest.mark.parametrize(("condition", "reason"), EXCLUDED.values(), ids=EXCLUDED.keys())
def test_an_explanation_says_what_left_a_fault_out(server: MockServer, condition: dict[str, Any], reason: str) -> None:
    add(server, {"type": "status", "status": 503}, {"path": "/users"}, **condition)
    assert server.request("GET", "/users").status == 200
    [fault] = explained(server)["faults"]
    assert [each["matches"] for each in fault["members"]] == [True, False]
    assert reason in fault["members"][-1]["actual"]


def test_an_explanation_knows_a_fault_that_came_later_and_one_that_happened(server: MockServer) -> None:
    server.request("PUT", "/_mock/clock", body=FROZEN)
    add(server, {"type": "status", "status": 503}, {"path": "/users"})
    assert server.request("GET", "/users").status == 503
    server.request("PUT", "/_mock/clock", body={"advance": "PT1M"})
    add(server, {"type": "status", "status": 503}, {"path": "/users"})
    later, earlier = explained(server)["faults"]
    assert "after the request" in later["members"][-1]["actual"]
    assert all(each["matches"] for each in earlier["members"])


@pytest.mark.parametrize(
    ("path", "api"),
    [("/api/v1/auth/logn", None), ("/v1/lots", "agrobridge"), ("/interspace/api/v1/sensors", "interspace"),
     ("/invernaderos/api/v1/profiles", "invernaderos"), ("/v2/topheadlines", "newsapi")],
)  # fmt: skip
def test_an_explanation_begins_with_the_api_of_the_path(server: MockServer, path: str, api: str | None) -> None:
    assert server.request("GET", path).status in (401, 404)
    found = explained(server)
    entry = server.request("GET", "/_mock/requests?limit=1").json()["requests"][0]
    assert api is None or entry["api"] == api
    assert found["operations"][0]["api"] == entry["api"]


# Sending again


def test_a_replay_goes_to_the_world_that_its_header_names(server: MockServer) -> None:
    server.request("POST", "/_mock/worlds", body={"id": "other"})
    assert server.request("POST", "/posts", body={"title": "again"}).json()["id"] == 101
    entry = server.request("GET", "/_mock/requests?limit=1").json()["requests"][0]["id"]
    path = f"/_mock/requests/{entry}/replay"
    sent = server.request("POST", path, body={"headers": {"X-Mock-World": "other"}}).json()
    assert sent["status"] == 201
    other = {"X-Mock-World": "other"}
    assert server.request("GET", "/posts/101", headers=other).json()["title"] == "again"
    assert server.request("GET", "/posts/102").status == 404
    assert server.request("POST", path, body={"headers": {"X-Mock-World": "nowhere"}}).status == 400
    assert server.request("POST", path).json()["status"] == 201
    assert server.request("GET", "/posts/102").json()["title"] == "again"
