"""Requests that take long: others are answered meanwhile."""

from __future__ import annotations

import http.client
import os
import threading
import time
from collections.abc import Callable
from typing import Any

from mock_server import MockServer

Start = Callable[..., MockServer]

# Sixteen rounds and more for all processors, and no more than a world may have waiting.
COUNT = min(240, 16 * (os.cpu_count() or 1) + 16)


def ask(server: MockServer, path: str, answers: list[tuple[str, int]], headers: dict[str, str]) -> None:
    connection = http.client.HTTPConnection(server.host, server.port, timeout=300)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    answer.read()
    answers.append((path, answer.status))
    connection.close()


def under_way(server: MockServer, paths: list[str], headers: dict[str, str]) -> tuple[list[Any], list[Any]]:
    """Asks for paths at once; gives what answers them, and where the answers come."""
    answers: list[tuple[str, int]] = []
    threads = [threading.Thread(target=ask, args=(server, path, answers, headers)) for path in paths]
    for thread in threads:
        thread.start()
    return threads, answers


def test_large_pictures_keep_nobody_waiting(start: Start) -> None:
    server = start("--rate-limit", "off")
    server.request("GET", "/posts/1")
    paths = [f"/media/pictures/1000x1000/{number}.png" for number in range(COUNT)]
    threads, answers = under_way(server, paths, {})
    while not answers:
        time.sleep(0.01)
    for _ in range(5):
        assert server.request("GET", "/posts/1").status == 200
        assert server.request("GET", "/_mock/health").status == 200
    done = len(answers)
    for thread in threads:
        thread.join()
    assert [status for _, status in answers] == [200] * COUNT
    # Some requests one after the other went past most of the pictures.
    assert done < COUNT * 3 // 4, f"{done} pictures came before others were answered"


def test_a_world_that_searches_keeps_no_other_waiting(start: Start) -> None:
    server = start("--rate-limit", "off")
    world = server.request("POST", "/_mock/worlds", body={}).json()["id"]
    paths = [f"/photos?title_like=(a|b|c).*{number}$&_sort=title,url,id" for number in range(COUNT)]
    threads, answers = under_way(server, paths, {"X-Mock-World": world})
    while not answers:
        time.sleep(0.01)
    # Another world, and quick requests of the same one.
    for headers in ({}, {"X-Mock-World": world}):
        for _ in range(3):
            assert server.request("GET", "/users/1", headers=headers).status == 200
    done = len(answers)
    for thread in threads:
        thread.join()
    assert [status for _, status in answers] == [200] * COUNT
    assert done < COUNT * 3 // 4, f"{done} searches came before others were answered"
