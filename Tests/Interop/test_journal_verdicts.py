"""What the journal says of long runs, and of what happens while somebody waits for it."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

from mock_server import MockServer, environment

Start = Callable[..., MockServer]

# More than one call of the journal lists.
MANY = 10_500


def send_many(server: MockServer, count: int) -> None:
    """Sends so many requests one behind the other on a connection (RFC 9112 section 9.3.2)."""
    request = b"GET /users/1 HTTP/1.1\r\nHost: localhost\r\n\r\n"
    last = b"GET /nothing-of-this-name HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
        writing = threading.Thread(target=connection.sendall, args=(request * (count - 1) + last,))
        writing.start()
        while connection.recv(1 << 20):
            pass
        writing.join()


def test_every_export_holds_all_requests(binary: Path, start: Start, tmp_path: Path) -> None:
    server = start("--journal", "20000", "--journal-bytes", "512M", "--rate-limit", "off")
    send_many(server, MANY)
    entries = server.request("GET", "/_mock/har").json()["log"]["entries"]
    assert len(entries) == MANY
    assert entries[-1]["response"]["status"] == 404
    file = tmp_path / "run.har"
    done = subprocess.run(
        [binary, "ctl", "requests", "har", str(file)], env=environment(MOCK_API_URL=server.base_url),
        capture_output=True, text=True, timeout=60, check=True,
    )
    assert done.stdout == f"wrote {file}\n"
    assert json.loads(file.read_text())["log"]["entries"] == entries
    assert list(tmp_path.glob("run.har*")) == [file]
    small = ["--path", "/nothing*"]
    done = subprocess.run(
        [binary, "ctl", "requests", "har", *small], env=environment(MOCK_API_URL=server.base_url),
        capture_output=True, text=True, timeout=60, check=True,
    )
    assert len(json.loads(done.stdout)["log"]["entries"]) == 1


def test_a_refused_export_leaves_the_file_as_it_was(binary: Path, start: Start, tmp_path: Path) -> None:
    server = start()
    file = tmp_path / "run.har"
    file.write_text("before")
    done = subprocess.run(
        [binary, "ctl", "requests", "har", "--api", "nowhere", str(file)],
        env=environment(MOCK_API_URL=server.base_url), capture_output=True, text=True, timeout=60, check=False,
    )
    assert done.returncode == 1 and "nowhere" in done.stderr
    assert file.read_text() == "before" and list(tmp_path.glob("run.har*")) == [file]


def test_a_wait_in_a_world_that_is_deleted(start: Start) -> None:
    server = start()
    world = server.request("POST", "/_mock/worlds", body={}).json()["id"]
    body = json.dumps({"atLeast": 1, "timeoutMilliseconds": 60000})
    head = f"POST /_w/{world}/_mock/requests/wait HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
        connection.sendall(f"{head}Connection: close\r\n\r\n{body}".encode())
        # The header section is there when the call waits.
        received = connection.recv(65536)
        assert received.startswith(b"HTTP/1.1 200 ")
        assert server.request("DELETE", f"/_mock/worlds/{world}").status == 204
        while more := connection.recv(65536):
            received += more
    found = received[received.index(b"{") : received.rindex(b"}") + 1]
    assert json.loads(found) == {
        "satisfied": False, "known": False, "count": 0, "expected": {"atLeast": 1},
        "message": "not known: the world was deleted, or the server stopped",
    }


def test_lists_find_words_errors_and_faults(start: Start) -> None:
    """As the live page asks for what it has not loaded."""
    server = start("--rate-limit", "off")
    add = {"match": {"path": "/albums/**"}, "fault": {"type": "reset"}, "times": 1}
    assert server.request("POST", "/_mock/faults", body=add).status == 201
    delay = {"match": {"path": "/photos/1"}, "fault": {"type": "delay", "milliseconds": 1}}
    server.request("POST", "/_mock/faults", body=delay)
    for path in ["/posts/1?token=tell-nobody", "/nowhere", "/photos/1"]:
        server.request("GET", path)
    with contextlib.suppress(OSError, http.client.HTTPException):
        server.request("GET", "/albums/1")
    server.request("POST", "/posts", body={"title": "words of the body"})

    def paths(query: str) -> list[str]:
        answer = server.request("GET", f"/_mock/requests?content=false&{query}")
        assert answer.status == 200, answer
        assert not any(entry.keys() & {"request", "response"} for entry in answer.json()["requests"])
        return [entry["path"] for entry in answer.json()["requests"]]

    assert paths("text=PHOTOS") == ["/photos/1"]
    assert paths("text=jsonplaceholder&text=404") == ["/nowhere"]
    assert paths("text=tell-nobody") == paths("text=body") == []
    assert paths("failed=true") == ["/albums/1"]
    assert paths("failed=false&text=get") == ["/posts/1", "/nowhere", "/photos/1"]
    assert paths("hasFaults=true") == ["/photos/1", "/albums/1"]
    for query, field in [("failed=perhaps", "failed"), ("text=", "text"), ("hasFaults=1", "hasFaults")]:
        refused = server.request("GET", f"/_mock/requests?{query}")
        assert (refused.status, refused.json()["error"]["details"]["field"]) == (400, field)
    [device] = server.request("GET", "/_mock/devices").json()["devices"]
    assert (device["errors"], device["serverErrors"], device["notFound"]) == (1, 0, 1)


def test_a_fault_for_one_device_leaves_others_alone(start: Start) -> None:
    server = start("--rate-limit", "off")
    ana, ben = {"User-Agent": "Field/2.1 (Pixel 9)"}, {"User-Agent": "Field/2.1 (iPhone 17)"}
    server.request("GET", "/posts/1", headers=ana)
    [device] = server.request("GET", "/_mock/devices").json()["devices"]
    fault = {"match": {"device": device["id"]}, "fault": {"type": "unavailable"}}
    assert server.request("POST", "/_mock/faults", body=fault).status == 201
    assert [server.request("GET", "/posts/1", headers=each).status for each in (ana, ben)] == [503, 200]
    last = server.request("GET", "/_mock/requests?limit=1").json()["requests"][0]["id"]
    explained = server.request("GET", f"/_mock/requests/{last}/explanation").json()["faults"][0]["members"]
    assert [each["matches"] for each in explained if each["name"] == "device"] == [False]
    refused = server.request("POST", "/_mock/faults", body={"match": {"device": "Ana"}, "fault": {"type": "reset"}})
    assert refused.status == 422 and "GET /_mock/devices" in refused.body.decode()
