"""The server at rest and at its end: nothing is done when nothing is due, and a signal ends it whatever runs."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from mock_server import LISTENING, MockServer, environment

Start = Callable[..., MockServer]


def switches(pid: int) -> int:
    """How often the threads of a process were given a processor."""
    lines = [
        line
        for status in Path(f"/proc/{pid}/task").glob("*/status")
        for line in status.read_text(encoding="utf-8").splitlines()
    ]
    return sum(int(line.split()[1]) for line in lines if "ctxt_switches" in line)


def test_a_server_without_work_sleeps(start: Start) -> None:
    server = start("--rate-limit", "off")
    # Worlds that were used once and have sensors, wallets, tokens: nobody listens to any of it.
    for number in range(8):
        world = {"X-Mock-World": server.request("POST", "/_mock/worlds", body={"id": f"w{number}"}).json()["id"]}
        assert server.request("GET", "/posts/1", headers=world).status == 200
        assert server.request("PUT", "/_mock/clock", body={"rate": 60}, headers=world).status == 200
    # The closed connections are cleared away.
    time.sleep(2)
    before = switches(server.process.pid)
    time.sleep(5)
    # It was 46 a second; a few are left to the machine's moods.
    assert switches(server.process.pid) - before < 25


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
    process.reader = reader  # type: ignore[attr-defined]  # kept open, so that writing waits for ever
    return process


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
        time.sleep(1)
        assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        # Not by its own end, which it says with 0.
        assert process.wait(15) == -signal.SIGTERM
    finally:
        process.kill()
        process.wait()
        os.close(process.reader)  # type: ignore[attr-defined]
