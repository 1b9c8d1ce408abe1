"""A disk that is full, and a database that was cut off: nothing ends, nothing lies, and the words say what to do."""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from mock_server import MockServer

Start = Callable[..., MockServer]
Run = Callable[..., Any]

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="limits the files of another process, as Linux can"
)


@contextmanager
def full_disk(server: MockServer, data: Path) -> Iterator[None]:
    """No file of the server can become longer than the longest is: to SQLite, that is a disk without room."""
    limits = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    longest = max(file.stat().st_size for file in data.iterdir())
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (longest, limits[1]))
    try:
        yield
    finally:
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, limits)


def fill(server: MockServer) -> None:
    """Adds a record longer than what the write-ahead log may have left."""
    answer = server.request("POST", "/posts", body={"title": "a" * 20_000})
    assert answer.status == 507, answer


def test_what_cannot_be_stored_is_507_in_words_and_reads_go_on(start: Start, tmp_path: Path) -> None:
    data = tmp_path / "data"
    server = start("--data-dir", str(data), "--rate-limit", "off", "--sensor-interval", "off")
    token = server.login()
    assert server.request("POST", "/posts", body={"title": "before"}).status == 201
    assert server.request("GET", "/v1/lotes", token=token).status == 200
    with full_disk(server, data):
        fill(server)
        refused = server.request("POST", "/posts", body={"title": "a" * 20_000})
        assert refused.status == 507
        assert "cannot be written" in refused.json()["error"] and "--data-dir" in refused.json()["error"]
        lote = {"nombre": "Lote Nuevo", "ubicacion": "Zona Norte", "tipoCultivo": "Café", "areaHectareas": 10.0}
        for _ in range(30):
            answer = server.request("POST", "/v1/lotes", body=lote, token=token)
            if answer.status == 507:
                break
        assert answer.status == 507
        assert answer.json()["error"]["code"] == "SERVER_ERROR"
        rows = [{"resource": "posts", "id": 100_000 + i, "document": "{}" + " " * 4000} for i in range(20)]
        assert server.request("POST", "/_mock/data/jsonplaceholder_record", body=rows).status == 507
        assert server.request("POST", "/_mock/reset").status == 507

        assert server.request("GET", "/posts/1").json()["id"] == 1
        assert server.request("GET", "/posts?title=before").json()[0]["title"] == "before"
        assert server.request("GET", "/v1/lotes", token=token).status == 200
        state = server.request("GET", "/_mock/state")
        assert state.status == 200
        health = server.request("GET", "/_mock/health")
        assert health.status == 503
        assert health.json()["status"] == "full" and "--data-dir" in health.json()["message"]
    # As soon as there is room, all is well, without a request that changes anything.
    health = server.request("GET", "/_mock/health")
    assert (health.status, health.json()["status"]) == (200, "ok")
    assert server.request("POST", "/posts", body={"title": "after"}).status == 201
    assert "not stored" in server.stderr
    server.stop()
    again = start("--data-dir", str(data))
    titles = [post["title"][:10] for post in again.request("GET", "/posts").json()[100:]]
    assert titles == ["before", "after"]


def test_after_a_kill_on_a_full_disk_what_is_stored_can_be_read(start: Start, tmp_path: Path) -> None:
    data = tmp_path / "data"
    options = ["--data-dir", str(data), "--rate-limit", "off", "--sensor-interval", "off"]
    server = start(*options)
    assert server.request("POST", "/posts", body={"title": "stored"}).status == 201
    stored = 1
    with full_disk(server, data):
        longest = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)[0]
        # Until there is no room for anything.
        for size in [200_000, 20_000, 2_000, 10]:
            while server.request("POST", "/posts", body={"title": "a" * size}).status == 201:
                stored += 1
    server.process.kill()
    server.process.wait()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (longest, limits[1]))
    try:
        again = start(*options)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert len(again.request("GET", "/posts").json()) == 100 + stored
    assert again.request("POST", "/posts", body={"title": "a" * 200_000}).status == 507
    assert again.request("GET", "/_mock/health").json()["status"] == "full"
    # What was never read is still to be loaded from the seed files, for which there is no room.
    assert again.request("GET", "/v2/top-headlines?country=us&apiKey=x").status in (200, 507)
    assert "full" in again.stderr
    resource.prlimit(again.process.pid, resource.RLIMIT_FSIZE, limits)
    assert again.request("GET", "/_mock/health").json()["status"] == "ok"
    assert again.request("POST", "/posts", body={"title": "after"}).status == 201
    again.stop()


@pytest.mark.parametrize("part", [0.5, 0.9])
def test_a_database_that_was_cut_off_is_refused_with_its_path(
    start: Start, run: Run, tmp_path: Path, part: float
) -> None:
    data = tmp_path / "data"
    server = start("--data-dir", str(data))
    assert server.request("GET", "/photos/1").status == 200
    server.stop()
    file = data / "default.sqlite"
    whole = file.read_bytes()
    file.write_bytes(whole[: int(len(whole) * part)])
    done = run("serve", "--port", "0", "--data-dir", str(data))
    assert done.returncode == 1
    assert str(file) in done.stderr and "damaged" in done.stderr
    assert "Listening" not in done.stdout
    # Nothing was done to it.
    assert file.read_bytes() == whole[: int(len(whole) * part)]
    file.write_bytes(whole)
    start("--data-dir", str(data)).stop()


def test_what_is_no_database_is_refused_with_its_path(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "default.sqlite"
    file.write_bytes(b"something else, for longer than a header\n" * 1000)
    done = run("serve", "--port", "0", "--data-dir", str(tmp_path))
    assert done.returncode == 1
    assert str(file) in done.stderr and "not a database" in done.stderr
