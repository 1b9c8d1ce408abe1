"""The end of the server: a signal ends it whatever runs."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from mock_server import LISTENING, MockServer, environment

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
