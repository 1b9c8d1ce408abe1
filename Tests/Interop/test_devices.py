"""Servers for devices: what they print, the code for a camera, and calls from beyond loopback."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import pty
import select
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mock_server import MockServer, environment
from qr_code import read_png, read_terminal

Start = Callable[..., MockServer]
Run = Callable[..., "subprocess.CompletedProcess[str]"]

TIMEOUT_S = 20.0


def device_info(server: MockServer) -> dict[str, Any]:
    """What the server tells programs of its addresses."""
    answer = server.request("GET", "/_mock/connect.json")
    assert answer.status == 200, answer
    return answer.json()


@pytest.fixture
def addresses(start: Start) -> tuple[MockServer, dict[str, Any]]:
    """A server for devices and its addresses; skips where the machine is in no network."""
    server = start("--lan")
    found = device_info(server)
    if not found["lan"]:
        pytest.skip("this machine has no address but loopback")
    return server, found


# Starting


def test_prints_the_addresses_for_devices(addresses: tuple[MockServer, dict[str, Any]]) -> None:
    server, found = addresses
    text = server.stderr
    assert f"devices: open {found['page']}" in text
    for place in [*found["urls"], found["emulator"]]:
        assert place["url"] in text
    for command in found["adb"]:
        assert command in text
    assert "warning: everyone in this network can use the control plane" in text


def test_a_token_for_the_control_plane_leaves_no_warning(start: Start) -> None:
    server = start("--lan", "--admin-token", "secret")
    assert "warning" not in server.stderr
    assert server.request("GET", "/_mock/connect.json").status == 200
    assert server.request("GET", "/_mock/worlds").status == 401


def test_a_server_on_loopback_prints_nothing_for_devices(start: Start) -> None:
    server = start("--qr", "on")
    assert "devices" not in server.stderr
    assert read_terminal(server.stderr) == []


def test_log_lines_stay_json_beside_a_code(start: Start) -> None:
    server = start("--lan", "--log-format", "json", "--qr", "on")
    for line in server.stderr.splitlines():
        json.loads(line)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [(["--lan", "--host", "127.0.0.1"], "--lan"), (["--lan", "--qr", "maybe"], "--qr")],
)
def test_options_that_make_no_sense_are_usage_errors(run: Run, arguments: list[str], named: str) -> None:
    done = run("serve", *arguments)
    assert done.returncode == 2
    assert named in done.stderr


def test_a_variable_turns_it_on(start: Start) -> None:
    server = start(variables={"MOCK_API_LAN": "1"})
    assert ("devices: open" in server.stderr) == device_info(server)["lan"]


# The code


def test_the_file_leads_to_the_page(addresses: tuple[MockServer, dict[str, Any]]) -> None:
    server, found = addresses
    assert read_png(server.request("GET", "/_mock/connect/qr.png").body) == [found["page"]]
    for place in found["urls"]:
        code = server.request("GET", f"/_mock/connect/qr.png?host={place['host']}")
        assert read_png(code.body) == [f"{place['url']}/_mock/connect"]


def test_the_terminal_shows_the_same_code(start: Start) -> None:
    server = start("--lan", "--qr", "on")
    page = device_info(server)["page"]
    assert read_terminal(server.stderr) == ([page] if page else [])


@contextlib.contextmanager
def terminal(columns: int) -> Iterator[tuple[int, int]]:
    """A terminal of so many columns: its own end, and that of a program."""
    own, program = pty.openpty()
    try:
        fcntl.ioctl(program, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        yield own, program
    finally:
        os.close(own)
        os.close(program)


def shown(own: int, process: subprocess.Popen[bytes]) -> str:
    """What a terminal shows until the server has said on standard output that it listens."""
    assert process.stdout
    shown_bytes, deadline = b"", time.monotonic() + TIMEOUT_S
    listens = False
    while time.monotonic() < deadline:
        ready, _, _ = select.select([own, process.stdout], [], [], 0 if listens else 1)
        if own in ready:
            shown_bytes += os.read(own, 65536)
        elif process.stdout in ready and not listens:
            assert process.stdout.readline().startswith(b"Listening on http://127.0.0.1:")
            listens = True
        elif listens:
            return shown_bytes.decode().replace("\r\n", "\n")
    raise AssertionError("the server did not say that it listens")


@pytest.mark.parametrize(("columns", "options", "shows"), [(120, [], 1), (30, [], 0), (120, ["--qr", "off"], 0)])
def test_a_terminal_shows_the_code_where_it_fits(
    binary: Path, addresses: tuple[MockServer, dict[str, Any]], columns: int, options: list[str], shows: int
) -> None:
    with terminal(columns) as (own, program):
        command = [binary, "serve", "--port", "0", "--lan", *options]
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=program, env=environment()
        )
        try:
            assert len(read_terminal(shown(own, process))) == shows
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(TIMEOUT_S)
            assert process.stdout
            process.stdout.close()


# Calls by the network


def links_of(answer: Any) -> list[str]:
    """The strings of JSON that are addresses."""
    if isinstance(answer, str):
        return [answer] if answer.startswith(("http://", "https://")) else []
    values = answer.values() if isinstance(answer, dict) else answer if isinstance(answer, list) else []
    return [link for value in values for link in links_of(value)]


def test_links_begin_with_the_address_that_a_phone_used(addresses: tuple[MockServer, dict[str, Any]]) -> None:
    server, found = addresses
    for place in found["urls"]:
        token = server.request(
            "POST", "/api/v1/auth/login", host=place["host"],
            body={"email": "account@example.com", "password": "secure_password"},
        ).json()
        access = next(value for name, value in token.items() if name.lower().endswith("token"))
        for path in ("/v2/top-headlines?country=us&apiKey=any", "/api/v1/profiles"):
            answer = server.request("GET", path, host=place["host"], token=access)
            own = [link for link in links_of(answer.json()) if "/media/" in link]
            assert own, (path, answer)
            for link in own:
                assert link.startswith(f"{place['url']}/media/"), link
            picture = server.request("GET", own[0].removeprefix(place["url"]), host=place["host"])
            assert picture.status == 200


CALL = """
import json, sys, urllib.request
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
answers = [json.load(opener.open(sys.argv[1] + path, timeout=10)) for path in sys.argv[2:]]
print(json.dumps(answers))
"""


@pytest.fixture
def other_machine() -> Iterator[tuple[str, list[str]]]:
    """A network of this machine's with another one in it, made of a namespace: this one's address there, and the
    beginning of commands that run on the other."""
    if os.geteuid() != 0 or not shutil.which("ip"):
        pytest.skip("network namespaces need root and ip")
    name, near, far = f"mock{os.getpid()}", f"mkn{os.getpid()}", f"mkf{os.getpid()}"
    here, there = "192.168.251.1", "192.168.251.2"

    def ip(*arguments: str) -> None:
        subprocess.run(["ip", *arguments], check=True, capture_output=True, timeout=TIMEOUT_S)

    try:
        ip("netns", "add", name)
    except subprocess.CalledProcessError as error:
        pytest.skip(f"network namespaces cannot be made here: {error.stderr.decode().strip()}")
    try:
        ip("link", "add", near, "type", "veth", "peer", "name", far, "netns", name)
        ip("addr", "add", f"{here}/24", "dev", near)
        ip("link", "set", near, "up")
        ip("-n", name, "addr", "add", f"{there}/24", "dev", far)
        ip("-n", name, "link", "set", far, "up")
        yield here, ["ip", "netns", "exec", name]
    finally:
        # The pair of interfaces goes with the namespace.
        ip("netns", "del", name)


def test_another_machine_gets_through_and_its_links_come_back(
    start: Start, other_machine: tuple[str, list[str]]
) -> None:
    here, prefix = other_machine
    server = start("--lan")
    base = f"http://{here}:{server.port}"
    assert base in [place["url"] for place in device_info(server)["urls"]]
    command = [*prefix, sys.executable, "-c", CALL, base, "/_mock/health", "/v2/top-headlines?country=us&apiKey=any"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_S, check=True)
    health, news = json.loads(done.stdout)
    assert health["status"] == "ok"
    links = links_of(news)
    assert links
    assert [link for link in links if not link.startswith(f"{base}/media/")] == []


def test_another_machine_does_not_reach_a_server_on_loopback(
    start: Start, other_machine: tuple[str, list[str]]
) -> None:
    here, prefix = other_machine
    server = start()
    command = [*prefix, sys.executable, "-c", CALL, f"http://{here}:{server.port}", "/_mock/health"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
    assert done.returncode != 0
    assert "refused" in done.stderr
