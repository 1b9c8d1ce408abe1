"""Child processes that are stopped whatever happens, and ports for them."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path


class Failure(Exception):
    """Something could not be measured; its text says what and why."""


@contextlib.contextmanager
def stopped_at_exit(child: subprocess.Popen) -> Iterator[subprocess.Popen]:
    """Terminates the child when the block is left, and kills it if it lingers."""
    try:
        yield child
    finally:
        stop(child)


def stop(child: subprocess.Popen, patience: float = 5.0) -> None:
    """Ends a child and reaps it."""
    if child.poll() is None:
        child.terminate()
        try:
            child.wait(patience)
        except subprocess.TimeoutExpired:
            child.kill()
    child.wait()
    for pipe in (child.stdin, child.stdout, child.stderr):
        if pipe:
            pipe.close()


def free_port() -> int:
    """A port that nothing listens on at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for_port(port: int, child: subprocess.Popen, timeout: float = 10.0) -> None:
    """Waits until something accepts connections, as long as the child lives."""
    deadline = time.monotonic() + timeout
    while time.monotonic() < deadline and child.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.02)
    raise Failure(f"nothing listens on port {port}")


def find_program(name: str) -> str:
    """The path of a program, also where only root's PATH looks."""
    folders = ("/usr/local/sbin", "/usr/sbin", "/sbin", "/opt/homebrew/sbin")
    path = os.pathsep.join((os.environ.get("PATH", ""), *folders))
    found = shutil.which(name, path=path)
    if not found:
        raise Failure(f"{name} is not installed; script/bootstrap --bench installs it")
    return found


def processor_seconds(pid: int) -> float | None:
    """The processor time of a process and its children so far; None where the system does not tell in a file."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return sum(map(own_processor_seconds, [pid, *map(int, children)]))
    except (FileNotFoundError, ProcessLookupError):
        return None


def own_processor_seconds(pid: int) -> float:
    """The processor time of a process alone, its threads included (proc(5), fields 14 and 15)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_mib(pid: int) -> float:
    """The resident memory of a process in MiB."""
    status = Path(f"/proc/{pid}/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS:"))
        return int(line.split()[1]) / 1024
    listed = subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, text=True, check=True)
    return int(listed.stdout) / 1024
