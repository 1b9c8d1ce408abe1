"""Requests that take long: others are answered meanwhile."""

from __future__ import annotations

import contextlib
import http.client
import itertools
import os
import threading
import time
from collections.abc import Callable, Iterator

from mock_server import MockServer

Start = Callable[..., MockServer]

# Sixteen rounds and more for all processors, and no more than a world may have waiting.
COUNT = min(240, 16 * (os.cpu_count() or 1) + 16)


@contextlib.contextmanager
def under_way(
    server: MockServer, path_of: Callable[[int], str], headers: dict[str, str]
) -> Iterator[list[tuple[str, int]]]:
    """Keeps as many requests under way, each for another path; gives the list to which their answers come.

    There are always as many, so that what waits behind all of them waits as long on any machine.
    """
    answers: list[tuple[str, int]] = []
    numbers = itertools.count()
    is_over = threading.Event()

    def ask() -> None:
        while not is_over.is_set():
            path = path_of(next(numbers))
            connection = http.client.HTTPConnection(server.host, server.port, timeout=300)
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            answer.read()
            answers.append((path, answer.status))
            connection.close()

    threads = [threading.Thread(target=ask) for _ in range(COUNT)]
    for thread in threads:
        thread.start()
    try:
        while not answers:
            time.sleep(0.01)
        yield answers
    finally:
        is_over.set()
        for thread in threads:
            thread.join()
    assert len(answers) >= COUNT
    assert {status for _, status in answers} == {200}


def overtaken_by(
    server: MockServer, path: str, answers: list[tuple[str, int]], headers: dict[str, str] | None = None
) -> int:
    """How many of the requests under way were answered before a quick one, at its best try of five.

    One that waits behind all of them has as many before it each time; what else the machine does is not meant.
    """
    counts = []
    for _ in range(5):
        before = len(answers)
        assert server.request("GET", path, headers=headers or {}).status == 200
        counts.append(len(answers) - before)
    return min(counts)


def test_large_pictures_keep_nobody_waiting(start: Start) -> None:
    server = start("--rate-limit", "off")
    server.request("GET", "/posts/1")
    with under_way(server, lambda number: f"/media/pictures/1000x1000/{number}.png", {}) as answers:
        assert overtaken_by(server, "/posts/1", answers) < COUNT // 4
        assert overtaken_by(server, "/_mock/health", answers) < COUNT // 4


def test_a_world_that_searches_keeps_no_other_waiting(start: Start) -> None:
    server = start("--rate-limit", "off")
    own = {"X-Mock-World": server.request("POST", "/_mock/worlds", body={}).json()["id"]}
    with under_way(server, lambda number: f"/photos?title_like=(a|b|c).*{number}$&_sort=title,url,id", own) as answers:
        # Another world, and quick requests of the same one.
        assert overtaken_by(server, "/users/1", answers) < COUNT // 4
        assert overtaken_by(server, "/users/1", answers, own) < COUNT // 4
