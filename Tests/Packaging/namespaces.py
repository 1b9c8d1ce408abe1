"""Namespaces of the kernel, in which mounts and ports are nobody else's; they end with the tests."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

TOOLS = ("unshare", "nsenter", "chroot", "mount", "ip")


class Namespaces:
    """A process that holds mounts and a network of their own, with nothing but a loopback device."""

    def __init__(self) -> None:
        self.holder = subprocess.Popen(
            # It reads until the tests end, however they do.
            ["unshare", "--mount", "--net", "sh", "-c", "ip link set lo up && echo ready && exec cat"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        assert self.holder.stdout and self.holder.stderr
        if self.holder.stdout.readline() != "ready\n":
            pytest.skip(f"namespaces cannot be made here: {self.holder.stderr.read().strip()}")

    def enter(self, *, offline: bool = True) -> list[str]:
        """What a command is prefixed with to see the mounts, and the network too unless it needs the machine's."""
        return ["nsenter", f"--target={self.holder.pid}", "--mount", *(["--net"] if offline else [])]

    def run(
        self, *command: str | Path, offline: bool = True, check: bool = True, timeout: float = 300
    ) -> subprocess.CompletedProcess[str]:
        """Runs a command to its end."""
        done = subprocess.run(
            [*self.enter(offline=offline), *command],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=timeout, check=False,
        )
        assert not check or done.returncode == 0, f"{command}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
        return done

    def end(self) -> None:
        """Ends the holder; what was mounted goes with the last process that sees it."""
        self.holder.kill()
        self.holder.communicate()


def child_of(pid: int) -> int:
    """The only child of a process."""
    [child] = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return int(child)


def require(*tools: str) -> None:
    """Skips the test, saying why, where roots cannot be made."""
    if os.geteuid() != 0:
        pytest.skip("only root can make another root")
    for tool in (*TOOLS, *tools):
        if not shutil.which(tool):
            pytest.skip(f"{tool} is not installed")
