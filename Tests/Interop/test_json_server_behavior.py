"""What clients of JSONPlaceholder do beside its documents: delays, paths in capitals, arguments in the query, filters that
are none, and seed files of their own. And what a batch leaves of the rate limit."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from mock_server import MockServer

Start = Callable[..., MockServer]

HOST = "https://via.placeholder.com"
SEEDS = Path(__file__).parents[2] / "Seeds"


def test_delay_of_the_query(server: MockServer) -> None:
    begin = time.monotonic()
    assert server.request("GET", "/posts/1?_delay=300").json()["id"] == 1
    assert time.monotonic() - begin >= 0.3
    for target in ("/posts?_delay=soon&_limit=1", "/posts?_delay=-5&_limit=1", "/posts?_delay=&_limit=1"):
        answer = server.request("GET", target)
        assert answer.status == 200
        assert len(answer.json()) == 1
        assert "x-mock-hint" not in answer.headers


def test_delay_of_every_response(start: Start) -> None:
    server = start("--delay", "250ms")
    for target in ("/posts/1", "/v1/lotes", "/nothing-there"):
        begin = time.monotonic()
        server.request("GET", target)
        assert time.monotonic() - begin >= 0.25
    # The control plane is the test's own, and does not wait.
    assert server.request("GET", "/_mock/health").status == 200
    waits = [one["response"]["delayMilliseconds"] for one in server.request("GET", "/_mock/requests").json()["requests"]]
    assert waits == [250] * 3


@pytest.mark.parametrize("path", ["/Posts/1", "/POSTS/1", "/pOsTs/1/", "/jsonplaceholder/Posts/1"])
def test_paths_in_capitals(server: MockServer, path: str) -> None:
    assert server.request("GET", path).json()["id"] == 1


def test_capitals_of_others_are_no_path(server: MockServer) -> None:
    answer = server.request("GET", "/V1/lotes")
    assert answer.status == 404
    assert answer.json() == {}
    assert "/v1/lotes" in answer.headers["x-mock-hint"]
    assert server.request("GET", "/Posts/1/Comments").json()[0]["postId"] == 1


def test_put_with_arguments_in_the_query(start: Start) -> None:
    server = start()
    before = server.request("GET", "/posts/7").json()
    answer = server.request("PUT", "/posts/7?title=New&body=Text")
    assert answer.json() == {"title": "New", "body": "Text", "id": 7}
    assert "query" in answer.headers["x-mock-hint"]
    answer = server.request("PATCH", "/posts/8?title=Newer")
    assert answer.json() == server.request("GET", "/posts/8").json()
    assert answer.json()["title"] == "Newer"
    assert answer.json()["body"]
    # With content the query is what it was.
    answer = server.request("PUT", "/posts/7?title=Other", body={"title": "Mine"})
    assert answer.json() == {"title": "Mine", "id": 7}
    assert "x-mock-hint" not in answer.headers
    assert before["title"] != "New"


def test_put_of_nothing_is_reported(start: Start) -> None:
    server = start()
    answer = server.request("PUT", "/posts/9")
    assert answer.json() == {"id": 9}
    assert "every member" in answer.headers["x-mock-hint"]


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("views_gt=10", "views:gt"),
        ("title_contains=a", "title:contains"),
        ("_where=%7B%7D", "_where"),
        ("nothing=1", "nothing"),
        ("x%0D%0AEvil:%201=1", "a parameter filters nothing"),
    ],
)
def test_filters_that_are_none_are_reported(server: MockServer, query: str, told: str) -> None:
    answer = server.request("GET", f"/todos?_limit=2&{query}")
    assert len(answer.json()) == 2
    assert told in answer.headers["x-mock-hint"]
    assert "evil" not in answer.headers


@pytest.mark.parametrize("query", ["userId=1", "title:contains=a", "_page=1", "id_gte=3", "callback=f", "_=1"])
def test_filters_that_are_some_are_not(server: MockServer, query: str) -> None:
    assert "x-mock-hint" not in server.request("GET", f"/todos?_limit=2&{query}").headers


@pytest.fixture
def seeds(tmp_path: Path) -> Path:
    """A copy of the seed files, to be changed."""
    return Path(shutil.copytree(SEEDS, tmp_path / "seeds"))


def test_published_photos(start: Start, seeds: Path) -> None:
    photos = [{"albumId": 1, "id": n, "title": f"p{n}", "url": f"{HOST}/600/{n}", "thumbnailUrl": f"{HOST}/150/{n}"} for n in range(1, 4)]
    (seeds / "jsonplaceholder/demo/photos.json").write_text(json.dumps(photos))
    assert start("--seeds", str(seeds)).request("GET", "/photos").json() == photos


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('[{"id": "abc"}]', 'the id of record 1 must be a whole number, and is "abc"'),
        ('[{"id": 1}, {"title": "x"}]', "the id of record 2 must be a whole number, and is missing"),
        ('[{"id": 1}, {"id": 1}]', "record 2 has the id 1 of another"),
        ('[{"id": 1}, 7]', "record 2 is not an object"),
        ('{"posts": []}', "must be an array of records"),
        ('[{"id": 1},]', "line 1"),
    ],
)
def test_bad_records_end_the_start(start: Start, seeds: Path, text: str, reason: str) -> None:
    (seeds / "jsonplaceholder/demo/todos.json").write_text(text)
    with pytest.raises(AssertionError) as failure:
        start("--seeds", str(seeds))
    assert reason in str(failure.value)
    assert "jsonplaceholder/demo/todos.json" in str(failure.value)


def test_batch_reports_what_is_left(start: Start) -> None:
    server = start("--rate-limit", "10/10")
    account = {"email": "account@example.com", "password": "secure_password"}
    token = server.request("POST", "/api/v1/auth/login", body=account).json()["accessToken"]
    parts = {"requests": [{"method": "GET", "path": "/users/me"}] * 3}
    answer = server.request("POST", "/api/v1/batch", body=parts, token=token)
    assert answer.status == 200
    assert answer.headers["x-ratelimit-remaining"] == "6"
