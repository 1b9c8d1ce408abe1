"""JSONPlaceholder and the math service, tests 17 to 21 of the suite."""

from __future__ import annotations

from typing import TypedDict

import pytest
import requests

from mock_api_testing import World


class Post(TypedDict):
    id: int
    userId: int
    title: str
    body: str


@pytest.fixture
def root(mock_world: World) -> str:
    return mock_world.url("jsonplaceholder")


def test_posts_of_one_user(root: str) -> None:
    posts: list[Post] = requests.get(f"{root}/posts", params={"userId": 1}, timeout=10).json()
    assert len(posts) == 10
    assert {post["userId"] for post in posts} == {1}


def test_created_post_is_kept(root: str) -> None:
    post = {"title": "Kept", "body": "This server remembers.", "userId": 1}
    created = requests.post(f"{root}/posts", json=post, timeout=10)
    assert (created.status_code, created.json()["id"]) == (201, 101)
    assert requests.get(f"{root}/posts/101", timeout=10).json() == {**post, "id": 101}


def test_pages_have_links_and_a_count(root: str) -> None:
    page = requests.get(f"{root}/posts", params={"_page": 2, "_limit": 10}, timeout=10)
    assert page.headers["X-Total-Count"] == "100"
    assert set(page.links) == {"first", "prev", "next", "last"}
    following: list[Post] = requests.get(page.links["next"]["url"], timeout=10).json()
    assert following[0]["id"] == 21


def test_sum(root: str) -> None:
    assert requests.get(f"{root}/math/sum", params={"a": 0.1, "b": 0.2}, timeout=10).json() == 0.3


def test_slow_answer_is_too_late(root: str, mock_world: World) -> None:
    fault = mock_world.faults.add({"type": "delay", "milliseconds": 60_000}, match={"path": "/posts/1"})
    with pytest.raises(requests.Timeout):
        requests.get(f"{root}/posts/1", timeout=0.2)
    mock_world.faults.remove(fault.id)
    assert requests.get(f"{root}/posts/1", timeout=10).json()["id"] == 1
