"""JSONPlaceholder's writes, as stories: each on a server of its own, compared step by step with a model.

A story ends by comparing every collection with the model's, so that a write that does more than it says is seen.
"""

from __future__ import annotations

import contextlib
import http.client
import json
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from json_server_oracle import FORM_TYPE, JSON_TYPE, RESOURCES, assert_same, flattened, read_json, seeded_oracle
from mock_server import MockServer, Response

Start = Callable[..., MockServer]


class Step(NamedTuple):
    """A request and what must come: a status, the ids of a list in order, or the very record."""

    method: str
    target: str
    body: str = ""
    literal: int | list[int] | range | dict[str, Any] | None = None
    content_type: str = JSON_TYPE


def get(target: str, literal: Any = None) -> Step:
    return Step("GET", target, "", literal)


def post(target: str, body: Any, literal: Any = None) -> Step:
    return Step("POST", target, json.dumps(body), literal)


def put(target: str, body: Any, literal: Any = None) -> Step:
    return Step("PUT", target, json.dumps(body), literal)


def patch(target: str, body: Any, literal: Any = None) -> Step:
    return Step("PATCH", target, json.dumps(body), literal)


def delete(target: str, literal: Any = None) -> Step:
    return Step("DELETE", target, "", {} if literal is None else literal)


def form(method: str, target: str, body: str, literal: Any = None, content_type: str = FORM_TYPE) -> Step:
    return Step(method, target, body, literal, content_type)


CREATING = [
    post("/posts", {"title": "Soil", "userId": 1}, {"title": "Soil", "userId": 1, "id": 101}),
    get("/posts/101", {"title": "Soil", "userId": 1, "id": 101}),
    post("/posts", {"id": 5, "title": "Rain"}, {"id": 102, "title": "Rain"}),
    post("/posts", {"title": "Wind", "id": "abc", "body": None}, {"title": "Wind", "id": 103, "body": None}),
    post("/posts", {}, {"id": 104}),
    get("/posts?_sort=-id&_limit=5", [104, 103, 102, 101, 100]),
    get("/posts?userId=1", [*range(1, 11), 101]),
    get("/posts/5"),
    post("/users", {"name": "Test Gardener"}, {"name": "Test Gardener", "id": 11}),
    post("/users/11/albums", {"title": "Beds"}, {"title": "Beds", "userId": 11, "id": 101}),
    post("/albums/101/photos", {"title": "One"}, {"title": "One", "albumId": 101, "id": 5001}),
    post("/todos", {"deep": {"list": [1, {"no": False}]}}, {"deep": {"list": [1, {"no": False}]}, "id": 201}),
    get("/users/11?_embed=albums&_embed=posts"),
    get("/photos/5001?_expand=album"),
]

NESTED = [
    post("/posts/1/comments", {"body": "Yes"}, {"body": "Yes", "postId": 1, "id": 501}),
    post("/posts/1/comments", {"postId": 7, "body": "No"}, {"postId": 1, "body": "No", "id": 502}),
    get("/posts/1/comments", [1, 2, 3, 4, 5, 501, 502]),
    get("/posts/7/comments", range(31, 36)),
    get("/posts/1?_embed=comments"),
    get("/comments?postId:eq=1&id:gt=500", [501, 502]),
    post("/users/2/todos", {"completed": True}, {"completed": True, "userId": 2, "id": 201}),
    get("/users/2/todos?_page=2&_limit=20", [201]),
    delete("/posts/1"),
    get("/comments/501", 404),
    get("/posts/1/comments", []),
]

REPLACING = [
    put("/posts/1", {"title": "New"}, {"title": "New", "id": 1}),
    get("/posts/1", {"title": "New", "id": 1}),
    put("/posts/2", {"id": 77, "title": "Two"}, {"id": 2, "title": "Two"}),
    put("/posts/3", {"title": "Three", "id": "3", "x": 0}, {"title": "Three", "id": 3, "x": 0}),
    put("/posts/4", {}, {"id": 4}),
    put("/posts/101", {"title": "None"}, 404),
    put("/posts/01", {"title": "None"}, 404),
    get("/posts?_limit=5", [1, 2, 3, 4, 5]),
    get("/posts?userId=1", range(5, 11)),
    get("/posts?x=0", [3]),
    get("/posts/77"),
    get("/posts?_sort=userId,id&_order=desc,asc&_limit=5", [1, 2, 3, 4, 91]),
    put("/users/1", {"name": "Ada Testperson", "address": {"city": "Testville"}}),
    get("/users?address.city=Testville", [1]),
    get("/users?address.geo.lat_ne=x", range(2, 11)),
    get("/users/1/posts", range(5, 11)),
]

MERGING = [
    patch("/posts/1", {"title": "Changed"}),
    get("/posts?title=Changed", [1]),
    patch("/users/1", {"address": {"city": "Testville"}}),
    get("/users/1"),
    patch("/posts/2", {"id": 99, "note": "kept", "userId": 3}),
    get("/posts?note=kept", [2]),
    get("/users/3/posts", [2, *range(21, 31)]),
    patch("/posts/3", {"body": None}),
    get("/posts?body_ne=x&_limit=3", [1, 2, 4]),
    get("/posts?body:eq=null", [3]),
    get("/posts?_sort=body&_start=99&_end=100", [3]),
    get("/posts?_sort=body&_order=desc&_limit=1", [3]),
    patch("/posts/4", {}),
    patch("/posts/999", {"title": "None"}, 404),
    patch("/todos/1", {"completed": "true"}),
    get("/todos?completed=true&id=1", [1]),
    get("/todos?completed:eq=true&id=1", []),
]

DELETING = [
    delete("/comments/6"),
    get("/posts/2/comments", range(7, 11)),
    delete("/comments/6", 404),
    delete("/posts/3"),
    get("/comments?_start=9&_limit=2", [16, 17]),
    delete("/albums/100"),
    get("/photos?_sort=-id&_limit=1", [4950]),
    delete("/users/1"),
    get("/posts", range(11, 101)),
    get("/comments?_limit=1", [51]),
    get("/albums", range(11, 100)),
    get("/photos?_limit=1", [501]),
    get("/todos", range(21, 201)),
    get("/users/1", 404),
    get("/users/1/posts", []),
    delete("/posts/01", 404),
    delete("/posts/100"),
    post("/posts", {"title": "Again"}, {"title": "Again", "id": 100}),
    post("/albums", {"title": "Again"}, {"title": "Again", "id": 100}),
    post("/users", {"name": "Next"}, {"name": "Next", "id": 11}),
]

EMPTYING = [
    *(delete(f"/users/{number}") for number in range(1, 11)),
    *(get(f"/{name}", []) for name in RESOURCES),
    get("/posts?userId=1&_page=1", []),
    get("/posts?_limit=5", []),
    post("/comments", {"name": "First"}, {"name": "First", "id": 1}),
    post("/users", {"id": 40, "name": "First"}, {"id": 1, "name": "First"}),
]

# Members that the document does not have: of those that it has test_forms.py shows the types, which json-server lacks.
FORMS = [
    form("POST", "/posts", "title=two+words&owner=1", {"title": "two words", "owner": "1", "id": 101}),
    form("POST", "/posts", "title=caf%C3%A9%20%26%2B&body=", {"title": "café &+", "body": "", "id": 102}),
    form("POST", "/posts", "id=9&n=007", {"id": 103, "n": "007"}, f"{FORM_TYPE}; charset=utf-8"),
    get("/posts?owner=1", [101]),
    get("/posts?owner:eq=1", []),
    get("/users/1?_embed=posts"),
    get("/posts/101?_expand=user"),
    get("/posts?n=007", [103]),
    get("/posts?n_gte=006", [103]),
    form("PUT", "/posts/2", "title=Formed", {"title": "Formed", "id": 2}),
    form("PATCH", "/posts/101", "title=Merged", {"title": "Merged", "owner": "1", "id": 101}),
    form("PATCH", "/posts/999", "title=None", 404),
]

BROKEN = [
    *(
        Step(method, target, body, 400)
        for method, target in [("POST", "/posts"), ("PUT", "/posts/1"), ("PATCH", "/posts/1")]
        for body in ['{"title":', "{title: 1}", "[]", '[{"title": "One"}]', '"text"', "3", "null"]
    ),
    Step("POST", "/posts/1/comments", "[1]", 400),
    get("/posts", range(1, 101)),
]

UNKNOWN = [
    *(delete(path, 404) for path in ("/posts", "/nada", "/nada/1", "/posts/1/comments", "/posts/0")),
    *(change(path, {"id": 1}, 404) for change in (put, patch) for path in ("/posts", "/nada/1", "/users/1/posts")),
    *(post(path, {"title": "None"}, 404) for path in ("/nada", "/posts/1", "/posts/1/nada", "/nada/1/posts")),
]

AWKWARD = [
    post("/posts", {"batch": 7, "title": 'He said "no" & left', "size": 10}),
    post("/posts", {"batch": 7, "title": "日本語 🌱 café", "size": 9, "tags": ["a", "b", None]}),
    post("/posts", {"batch": 7, "title": "a+b = 50%", "size": None, "meta": {"kind": ["Maple"]}}),
    post("/posts", {"batch": 7, "title": "it's\ntwo lines", "done": False, "nil": 0}),
    post("/posts", {"batch": 7, "title": "O'Test; -- /* */ \\", "size": -1.5, "done": True}),
    get("/posts?title=He+said+%22no%22+%26+left", [101]),
    get("/posts?title=He%20said%20%22no%22%20%26%20left", [101]),
    get("/posts?title_like=%22NO%22", [101]),
    get("/posts?title=%E6%97%A5%E6%9C%AC%E8%AA%9E%20%F0%9F%8C%B1%20caf%C3%A9", [102]),
    get("/posts?batch=7&q=CAF%C3%89", [102]),
    get("/posts?tags=a%2Cb%2C", [102]),
    get("/posts?tags=a", []),
    get("/posts?tags.1:ne=c", [102]),
    get("/posts?tags.9:ne=c", []),
    get("/posts?title=a%2Bb+%3D+50%25", [103]),
    get("/posts?title=a+b+%3D+50%25", []),
    get("/posts?batch=7&q=maple", [103]),
    get("/posts?batch=7&q=kind", []),
    get("/posts?title=it%27s%0Atwo+lines", [104]),
    get("/posts?batch=7&q=false", []),
    get("/posts?batch=7&q=true", [105]),
    get("/posts?batch=7&q=null", []),
    get("/posts?nil=0", [104]),
    get("/posts?title=O%27Test%3B+--+%2F*+*%2F+%5C", [105]),
    get("/posts?size=-1.5", [105]),
    get("/posts?size=-1.50", []),
    get("/posts?size_lte=9", [102, 105]),
    get("/posts?size_ne=9", [101, 105]),
    get("/posts?size:ne=9", [101, 103, 105]),
    get("/posts?batch=7&_sort=size", [105, 102, 101, 103, 104]),
    get("/posts?batch=7&_sort=size&_order=desc", [104, 103, 101, 102, 105]),
    get("/posts?batch=7&_sort=done,id&_order=desc,desc", [103, 102, 101, 105, 104]),
    get("/posts?batch=7&_page=2&_limit=2&q=t&_embed=comments&_sort=-id"),
]

STORIES = {
    "creating": CREATING,
    "creating below a parent": NESTED,
    "replacing": REPLACING,
    "merging": MERGING,
    "deleting": DELETING,
    "emptying": EMPTYING,
    "forms": FORMS,
    "broken bodies": BROKEN,
    "unknown routes": UNKNOWN,
    "awkward values": AWKWARD,
}


def send(server: MockServer, step: Step) -> Response:
    """Sends a step's body as it is, well-formed or not."""
    fields = {"Content-Type": step.content_type} if step.body else {}
    with contextlib.closing(http.client.HTTPConnection(server.host, server.port, timeout=10)) as connection:
        connection.request(step.method, step.target, step.body.encode() or None, fields)
        response = connection.getresponse()
        names = {name.lower(): value for name, value in response.getheaders()}
        return Response(response.status, names, response.read())


def check_literal(answer: Response, literal: Any) -> None:
    """Compares an answer with what the step itself says."""
    if isinstance(literal, int):
        assert answer.status == literal
    elif isinstance(literal, dict):
        assert list(flattened(answer.body)) == list(flattened(literal))
    elif literal is not None:
        assert [record["id"] for record in answer.json()] == list(literal)


@pytest.mark.parametrize("steps", STORIES.values(), ids=STORIES.keys())
def test_a_story(start: Start, steps: list[Step]) -> None:
    # A record is answered as it was sent, and these stories send types that the document does not have.
    server = start("--rate-limit", "off", "--check-answers", "off")
    oracle = seeded_oracle(f"{server.host}:{server.port}", server.request("GET", "/photos").body)
    for number, step in enumerate(steps):
        answer = send(server, step)
        try:
            expected = oracle.answer(step.method, step.target, step.body, step.content_type)
            assert_same(answer.status, answer.headers, answer.body, expected)
            check_literal(answer, step.literal)
        except AssertionError as error:
            raise AssertionError(f"step {number}, {step.method} {step.target} {step.body}: {error}") from None
    everything = read_json(server.request("GET", "/db").body)
    for name in RESOURCES:
        assert list(flattened(everything[name])) == list(flattened(oracle.records[name])), name
