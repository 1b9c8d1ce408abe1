"""What a test says about the journal, stubs, and the sockets of a test."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import requests
from kit_server import PYTEST_OPTIONS

from mock_api_testing import CallRefusedError, JournalMatch, NotSatisfiedError, SocketError, UnusedFaultWarning, World


@pytest.fixture
def posts(mock_world: World) -> str:
    return mock_world.url("jsonplaceholder") + "/posts"


def test_verify_returns_the_entries(mock_world: World, posts: str) -> None:
    for title in ("first", "second", "first"):
        requests.post(f"{posts}?draft=1", json={"title": title}, headers={"X-Test": "yes"}, timeout=10)
    first, third = mock_world.requests.verify(body={"title": "first"}, header={"X-Test": "yes"}, exactly=2)
    assert (first.id, third.id) == (1, 3)
    assert first.request is not None and first.response is not None
    assert (first.method, first.path, first.query, first.status) == ("POST", "/posts", "draft=1", 201)
    assert first.request.headers["X-Test"] == "yes" and first.request.body == {"title": "first"}
    assert first.response.body == {"title": "first", "id": 101}
    assert [entry.id for entry in mock_world.requests.wait(query={"draft": "1"}, at_least=3)] == [1, 2, 3]
    assert mock_world.requests.verify(method="DELETE", exactly=0) == []


def test_no_other(mock_world: World, posts: str) -> None:
    requests.get(f"{posts}/1", timeout=10)
    requests.post(posts, json={"title": "Kept"}, timeout=10)
    mock_world.requests.verify("GET /posts/1", status=200)
    mock_world.requests.verify_no_other("GET /posts/*")
    mock_world.requests.verify_no_other(method="GET")
    with pytest.raises(NotSatisfiedError, match="expected no other exchange, found 1:\n  #2 POST /posts -> 201"):
        mock_world.requests.verify_no_other()
    mock_world.requests.wait("POST /posts", body={"title": "Kept"})
    mock_world.requests.verify_no_other()
    mock_world.requests.clear()
    requests.get(f"{posts}/1", timeout=10)
    with pytest.raises(NotSatisfiedError, match="GET /posts/1"):
        mock_world.requests.verify_no_other()


def test_in_order(mock_world: World, posts: str) -> None:
    for number in (1, 2, 1, 3):
        requests.get(f"{posts}/{number}?_embed=comments", timeout=10)
    order: list[JournalMatch | str] = ["GET /posts/1?_embed=comments", {"path": "/posts/3"}]
    assert [entry.path for entry in mock_world.requests.verify_in_order(order)] == ["/posts/1", "/posts/3"]
    with pytest.raises(NotSatisfiedError) as failed:
        mock_world.requests.verify_in_order(["GET /posts/2", "GET /posts/1", "GET /posts/2"])
    assert str(failed.value).splitlines() == [
        "step 3 of 3: expected method='GET', path='/posts/2' next, and found none",
        "  step 1: #2 GET /posts/2?_embed=comments -> 200  getPost",
        "  step 2: #3 GET /posts/1?_embed=comments -> 200  getPost",
        "  too early: #2 GET /posts/2?_embed=comments -> 200  getPost",
    ]
    with pytest.raises(NotSatisfiedError, match="(?s)step 1 of 1: .*nearest: GET /posts/"):
        mock_world.requests.verify_in_order(["GET /posts/4"])
    with pytest.raises(ValueError, match="write its method and its path"):
        mock_world.requests.verify_in_order(["/posts/4"])


def test_answer_replaces_responses(mock_world: World, posts: str) -> None:
    def seen(count: int) -> list[int]:
        return [requests.get(f"{posts}/1", timeout=10).status_code for _ in range(count)]

    mock_world.answer("GET /posts/*", status=503, once=True)
    assert seen(2) == [503, 200]
    mock_world.answer("get /posts/1", status=404, on_call=2)
    assert seen(3) == [200, 404, 200]
    mock_world.answer("GET /posts/1", status=500, headers={"Retry-After": "1"}, times=2)
    assert seen(3) == [500, 500, 200]
    mock_world.answer("GET /posts?userId=7", body=[])
    assert requests.get(f"{posts}?userId=7", timeout=10).json() == []
    assert len(requests.get(f"{posts}?userId=8", timeout=10).json()) == 10


def test_hold_waits_until_it_is_released(mock_world: World, posts: str) -> None:
    def seen() -> requests.Response:
        return requests.get(f"{posts}/1", timeout=60)

    with ThreadPoolExecutor(1) as app:
        changes: list[tuple[dict[str, Any], int]] = [
            ({}, 200),
            ({"patch": {"title": "late"}}, 200),
            ({"status": 503}, 503),
        ]
        for change, status in changes:
            hold = mock_world.hold("GET /posts/1")
            answer = app.submit(seen)
            held = hold.wait(timeout="30s")
            assert (held.exchange.path, held.exchange.status, answer.done()) == ("/posts/1", 200, False)
            held.release(**change)
            assert answer.result().status_code == status
            if "patch" in change:
                assert answer.result().json()["title"] == "late"
            with pytest.raises(CallRefusedError, match=held.exchange.id):
                held.release()
        with mock_world.hold("GET /posts/*", phase="request", times=None, limit="5m") as hold:
            with pytest.raises(
                NotSatisfiedError, match=r"no exchange is held by the fault \S+ for GET /posts/\*; 0 matched"
            ):
                hold.wait(timeout="1ms")
            answer = app.submit(seen)
            hold.wait(timeout="30s").abort()
            assert isinstance(answer.exception(), requests.ConnectionError)
            answer = app.submit(seen)
            hold.wait(timeout="30s")
            assert hold.release() == 1
            assert answer.result().status_code == 200
            answer = app.submit(seen)
            hold.wait(timeout="30s")
        # The end of the hold has released it.
        assert answer.result().status_code == 200


def test_answer_patches_the_response(mock_world: World) -> None:
    lotes = mock_world.url("agrobridge") + "/lotes"
    headers = mock_world.sign_in("agrobridge").headers

    def seen() -> Any:
        return requests.get(lotes, headers=headers, timeout=10).json()

    whole = seen()
    mock_world.answer("GET /v1/lotes", patch={"total": 0}, once=True)
    assert seen() == whole | {"total": 0}
    assert seen() == whole
    renamed = [{"op": "replace", "path": "/lotes/0/nombre", "value": "Norte"}]
    mock_world.answer("GET /v1/lotes", patch=renamed, on_call=2)
    assert [seen()["lotes"][0]["nombre"] == "Norte" for _ in range(3)] == [False, True, False]
    mock_world.answer("GET /v1/lotes", patch={"total": "none"}, once=True)
    assert "not as its document says: body /total" in seen()["error"]
    mock_world.answer("GET /v1/lotes", patch={"total": "none"}, undocumented=True, once=True)
    assert seen()["total"] == "none"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"status": 500, "once": True, "times": 2}, "choose one of once and times"),
        ({"status": 500, "on_call": 0}, "counts from 1"),
        ({}, "patch, status or body"),
        ({"patch": {}, "body": {}}, "choose one of them"),
    ],
)
def test_answer_that_cannot_be(mock_world: World, options: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        mock_world.answer("GET /posts", **options)  # type: ignore[arg-type]


def test_unused_faults_warn(pytester: pytest.Pytester, mock_world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOCK_API_URL", mock_world.server.url)
    pytester.makepyfile(
        """
        import pytest, requests

        REMOVED = {"fault": {"type": "reset"}, "match": {"path": "/removed"}, "id": "x"}

        @pytest.mark.mock_api(faults=[REMOVED])
        def test_app(mock_world):
            mock_world.faults.remove("x")
            mock_world.fault_sets.add("tunnel", match={"path": "/nowhere"})
            mock_world.answer("GET /posts/1", status=500)
            mock_world.answer("GET /posts/2", status=500, on_call=3)
            mock_world.answer("GET /nowhere", status=500)
            for number in (1, 2):
                requests.get(mock_world.url("jsonplaceholder") + f"/posts/{number}", timeout=10)
        """
    )
    result = pytester.runpytest_subprocess("-q", *PYTEST_OPTIONS)
    result.assert_outcomes(passed=1, warnings=2)
    result.stdout.fnmatch_lines(
        [
            "*UnusedFaultWarning: the fault * (status for method GET, path /posts/2) never applied: 1 matched it, *",
            "*UnusedFaultWarning: the fault * (status for method GET, path /nowhere) never applied: nothing matched it",
        ]
    )


def test_fault_that_applied_does_not_warn(mock_world: World, posts: str, recwarn: pytest.WarningsRecorder) -> None:
    with mock_world.server.worlds.make("used") as world:
        world.answer("GET /posts/1", status=500)
        requests.get(world.url("jsonplaceholder") + "/posts/1", timeout=10)
    assert not [one for one in recwarn if one.category is UnusedFaultWarning]


def test_stomp_client(mock_world: World) -> None:
    token = mock_world.sign_in("invernaderos").token
    with mock_world.connect_stomp(token=token) as client:
        client.subscribe("/topic/greenhouse/messages")
        client.subscribe("/topic/odd:name\\1", headers={"note": "a\nb:c"})
        for value in (41, 42):
            mock_world.sensors.push_reading({"RESERVA": value})
        message = client.wait(lambda one: one.json["RESERVA"] == 42)
        assert message.destination == "/topic/greenhouse/messages"
        assert message.headers["content-type"] == "application/json"
        assert client.wait(destination="/topic/greenhouse/messages").json["RESERVA"] == 41
        client.send("/topic/odd:name\\1", {"half": 0.5})
        assert client.wait(timeout="10s").json == {"half": 0.5}
        client.send("/topic/odd:name\\1", "no JSON", headers={"priority": "1"})
        assert [one.text for one in client.messages][3:] in ([], ["no JSON"])
        assert client.wait().text == "no JSON"
        with pytest.raises(NotSatisfiedError, match=r"(?s)within 0\.05 s; 4 came:.*no JSON"):
            client.wait(lambda one: one.json["RESERVA"] == 42, timeout="50ms")
        mock_world.sockets.kick_all(code=4000, reason="enough")
        with pytest.raises(SocketError, match="4000"):
            client.wait()
        with pytest.raises(SocketError, match="4000"):
            client.send("/topic/a")


def test_stomp_error_and_refused_connection(mock_world: World) -> None:
    client = mock_world.connect_stomp()
    with pytest.raises(SocketError, match="answered ERROR"):
        client.send("/topic/a", headers={"transaction": "never begun"})
    with pytest.raises(SocketError, match=r"/nowhere cannot be connected to: .*404"):
        mock_world.connect_socket("/nowhere")


def test_json_client(mock_world: World) -> None:
    client = mock_world.connect_socket("/ws", token=mock_world.sign_in("interspace").token)
    client.send({"type": "subscribe", "channels": ["wallet_updates"]})
    client.send("no JSON")
    assert client.wait(lambda one: one["type"] == "error")["error"]["code"]
    assert client.wait()["type"] == "subscribed"
    assert [one["type"] for one in client.messages] == ["subscribed", "error"]
    mock_world.channels.push("wallet_updates", message="wallet_deleted", payload={"id": 7})
    assert client.wait(lambda one: one["id"] == 7, timeout="10s") == {"id": 7}
    [socket] = mock_world.sockets.list()
    mock_world.sockets.send(socket.id, "text")
    assert client.wait() == "text"
    # It is closed with the world, so it is no leak.
    assert re.fullmatch("/ws", socket.path)
