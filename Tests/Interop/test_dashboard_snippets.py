"""What the live page copies as code, run for real: what comes at the server is what came before, whatever is in it."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from dashboard_page import control
from mock_server import MockServer

Start = Callable[..., MockServer]

HERE = Path(__file__).parent
CLIENTS = HERE.parent.parent / "clients"
PLAIN = "text/plain; charset=utf-8"
HOSTILE = "a\"b'c\\d$e\r\n\tf`g`h$(exit 1)${i}%s%%!j \u202e\U0001f600\u2028 </script>\n@x"
TIMEOUT_S = 60

# Method, path, headers and content of requests that are hard to write down.
REQUESTS: dict[str, tuple[str, str, dict[str, str], bytes]] = {
    "plain": ("GET", "/posts/1", {"Accept": "application/json"}, b""),
    "odd address": ("GET", "/nowhere/a'b$c;d&e(f)!/%00%22%5c?q[]=1&q=a'b$c`d&r=%22&s=~*", {}, b""),
    "quotes": ("POST", "/nowhere", {"Content-Type": PLAIN, "X-Odd": "a\"b'c\\d$e`f$(g)%s"}, HOSTILE.encode()),
    "NUL": ("PUT", "/nowhere", {"Content-Type": PLAIN}, b"a\0b'\0"),
    "like a file": ("POST", "/nowhere", {"Content-Type": PLAIN}, b"@/etc/hostname"),
    "empty header": ("POST", "/nowhere", {"Content-Type": PLAIN, "X-Empty": ""}, b"x"),
    "no type": ("PATCH", "/nowhere", {}, b"nobody knows what"),
    "bytes": ("POST", "/nowhere", {"Content-Type": "application/octet-stream"}, bytes(range(256))),
    "JSON": ("POST", "/posts", {"Content-Type": "application/json"}, json.dumps({"title": HOSTILE, "n": [1]}).encode()),
    "form": ("POST", "/nowhere", {"Content-Type": "application/x-www-form-urlencoded"}, b"a=%27&b=%00&c=+%20$"),
    "header beyond ASCII": ("POST", "/nowhere", {"X-Name": "Jos\u00e9 \U0001f600"}, b"x"),
    "option": ("DELETE", "/nowhere/--help", {"X-Option": "--data @x"}, b""),
}  # fmt: skip


def send(server: MockServer, method: str, path: str, headers: dict[str, str], body: bytes) -> None:
    """Sends a request with just these headers, and those that HTTP needs."""
    connection = http.client.HTTPConnection(server.host, server.port, timeout=TIMEOUT_S)
    with contextlib.closing(connection):
        connection.putrequest(method, path, skip_accept_encoding=True)
        for name, value in headers.items():
            connection.putheader(name, value.encode())
        if body:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body or None)
        connection.getresponse().read()


def newest(server: MockServer) -> dict[str, Any]:
    """The newest request of the default world's journal."""
    entries = control(server, "GET", "/_mock/requests?limit=1")["requests"]
    assert entries
    found: dict[str, Any] = entries[0]
    return found


def code(name: str, entry: dict[str, Any], server: MockServer) -> str:
    """An entry as the page copies it."""
    return ran(["node", HERE / "js/write-code.mjs", name, server.base_url], json.dumps(entry))


def ran(command: list[Any], text: str | None = None, **options: Any) -> str:
    """What a program prints, which must succeed."""
    options |= {"timeout": TIMEOUT_S, "check": False}
    done = subprocess.run(command, input=text, capture_output=True, text=True, **options)
    assert done.returncode == 0, (text, done.stdout[-3000:], done.stderr[-3000:])
    return str(done.stdout)


def without_proxies() -> dict[str, str]:
    """The environment of a program that is to reach this machine."""
    return {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}


def run(name: str, written: str, folder: Path) -> None:
    """Runs what was copied, as who pasted it."""
    environment = without_proxies()
    if name == "curl":
        ran(["sh", "-e", "-c", written], env=environment, cwd=folder)
    elif name == "Python":
        ran([sys.executable, "-c", written], env=environment, cwd=folder)
    else:
        ran(["node", "--input-type=module", "-"], written, env=environment, cwd=folder)


@pytest.mark.parametrize("name", ["curl", "Python", "JavaScript"])
def test_what_is_copied_sends_the_same(start: Start, tmp_path: Path, name: str) -> None:
    server = start()
    for title, request in REQUESTS.items():
        send(server, *request)
        first = newest(server)
        run(name, code(name, first, server), tmp_path)
        again = newest(server)
        assert again["id"] > first["id"], title
        assert again["method"] == first["method"], title
        # Brackets and the like may be escaped on the way, which means the same.
        for part in ("path", "query"):
            assert unquote(again.get(part, "")) == unquote(first.get(part, "")), title
        for member in ("body", "encoding"):
            assert again["request"].get(member) == first["request"].get(member), title
        sent = {field.lower(): value for field, value in again["request"]["headers"].items()}
        for field in request[2]:
            assert sent[field.lower()] == first["request"]["headers"][field], title
        if "Content-Type" not in request[2]:
            assert "content-type" not in sent, title


def test_a_copied_test_passes_in_its_kit(start: Start, tmp_path: Path) -> None:
    server = start("--rate-limit", "off")
    token = server.login()
    agent = {"User-Agent": "Field/2.1"}
    body = {"nombre": "Lote \"Nuevo\" 'y' $viejo \U0001f600"}
    assert server.request("GET", "/v1/lotes", token=token, headers=agent).status == 200
    entries = [newest(server)]
    assert server.request("POST", "/posts?a[]=1", body=body, headers=agent).status in (201, 400, 422)
    entries.append(newest(server))
    environment = without_proxies() | {"MOCK_API_URL": server.base_url}
    for entry in entries:
        test = tmp_path / "test_copied.py"
        test.write_text(code("Test in Python", entry, server), encoding="utf-8")
        kit = {"PYTHONPATH": str(CLIENTS / "python/src"), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        options = ["-q", "-p", "no:cacheprovider", "-p", "mock_api_testing.plugin"]
        ran([sys.executable, "-m", "pytest", *options, test], env=environment | kit, cwd=tmp_path)
        script = tmp_path / "copied.test.mjs"
        written = code("Test in JavaScript", entry, server)
        module = (CLIENTS / "javascript/src/index.js").as_uri()
        script.write_text(written.replace("'mock-api-testing'", f"'{module}'"), encoding="utf-8")
        ran(["node", "--test", script], env=environment, cwd=tmp_path)
