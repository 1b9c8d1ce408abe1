"""The server at rest and at its end: nothing is done when nothing is due, and a signal ends it whatever runs."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from mock_server import LISTENING, MockServer, environment
from process_facts import comes_to_rest, wait_until

Start = Callable[..., MockServer]


def test_a_server_without_work_sleeps(start: Start) -> None:
    server = start("--rate-limit", "off")
    # Worlds that were used once and have sensors, wallets, tokens: nobody listens to any of it.
    for number in range(8):
        world = {"X-Mock-World": server.request("POST", "/_mock/worlds", body={"id": f"w{number}"}).json()["id"]}
        assert server.request("GET", "/posts/1", headers=world).status == 200
        assert server.request("PUT", "/_mock/clock", body={"rate": 60}, headers=world).status == 200
    # Once the closed connections are cleared away. A world that looked after its clock woke up 46 times a second.
    assert comes_to_rest(server.process.pid, seconds=2)


def stuck_server(binary: Path, folder: Path) -> subprocess.Popen[bytes]:
    """A server that cannot end by itself: its last log lines go to a pipe that is full and that nobody reads."""
    folder.mkdir(exist_ok=True)
    reader, writer = os.pipe()
    with (folder / "stdout").open("wb") as output:
        process = subprocess.Popen(
            [binary, "serve", "--port", "0", "--log-level", "info"],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=writer,
            env=environment(),
            cwd=folder,
        )
    until = time.monotonic() + 20
    while not LISTENING.search((folder / "stdout").read_text(encoding="utf-8")):
        assert time.monotonic() < until
        time.sleep(0.05)
    os.set_blocking(writer, False)
    try:
        while True:
            os.write(writer, b"x" * 65_536)
    except BlockingIOError:
        pass
    # The flag is the pipe's, which the server shares.
    os.set_blocking(writer, True)
    os.close(writer)
    port = int(LISTENING.search((folder / "stdout").read_text(encoding="utf-8"))[1])
    server = MockServer(process, port, folder)
    assert server.request("GET", "/posts/1").status == 200
    process.port = port  # type: ignore[attr-defined]
    process.reader = reader  # type: ignore[attr-defined]  # kept open, so that writing waits for ever
    return process


def listens(port: int) -> bool:
    """Whether something accepts connections."""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_though_nobody_reads_its_log(binary: Path, tmp_path: Path, number: signal.Signals) -> None:
    process = stuck_server(binary, tmp_path / "server")
    try:
        process.send_signal(number)
        assert process.wait(15) == 0
    finally:
        process.kill()
        process.wait()
        os.close(process.reader)  # type: ignore[attr-defined]


def test_a_second_signal_ends_it_at_once(binary: Path, tmp_path: Path) -> None:
    process = stuck_server(binary, tmp_path / "server")
    try:
        process.send_signal(signal.SIGTERM)
        # The first one has been seen when nothing listens any more.
        assert wait_until(lambda: not listens(process.port))  # type: ignore[attr-defined]
        assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        # Not by its own end, which it says with 0.
        assert process.wait(15) == -signal.SIGTERM
    finally:
        process.kill()
        process.wait()
        os.close(process.reader)  # type: ignore[attr-defined]
