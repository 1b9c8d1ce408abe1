"""A user's environment without Swift and without mock-api, in which packages are installed from files."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

# What an installation may take at most before the test is given up; figures say what it takes.
TIMEOUT_S = 120.0
SHELL_TOOLS = ("sh", "env", "uname", "dirname", "sed", "basename", "readlink", "ls", "tar")


@dataclass
class User:
    """A home and a folder of programs; begins to measure when it is made."""

    home: Path
    tools: tuple[str, ...]
    begun: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        programs = self.home / "programs"
        programs.mkdir(parents=True)
        for tool in (*SHELL_TOOLS, *self.tools):
            # The tests' own Python, of whatever environment: its name on PATH may be a script that chooses one.
            found = sys.executable if tool == "python3" else shutil.which(tool)
            if not found:
                pytest.skip(f"{tool} is not installed")
            (programs / tool).symlink_to(Path(found).resolve())
        self.environment = {
            "HOME": str(self.home), "PATH": str(programs), "LANG": "C.UTF-8", "NO_UPDATE_NOTIFIER": "1",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PYTHONDONTWRITEBYTECODE": "1",
        }  # fmt: skip
        for tool in ("swift", "mock-api"):
            assert shutil.which(tool, path=str(programs)) is None

    def run(self, *command: str | Path, check: bool = True, **more: str) -> subprocess.CompletedProcess[str]:
        """Runs a command in the home to its end."""
        done = subprocess.run(
            command, cwd=self.home, env=self.environment | more, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=TIMEOUT_S, check=False,
        )
        assert not check or done.returncode == 0, f"{command}: {done.stdout[-3000:]}{done.stderr[-3000:]}"
        return done

    @contextmanager
    def serving(self, *command: str | Path) -> Iterator[str]:
        """Runs a server, gives its address when it listens, and ends it as its user does."""
        process = subprocess.Popen(
            [*command, "--port", "0", "--attached"], cwd=self.home, env=self.environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        watchdog = threading.Timer(TIMEOUT_S, process.kill)
        watchdog.start()
        assert process.stdin and process.stdout and process.stderr
        try:
            address = next((found[1] for line in process.stdout if (found := re.match(r"Listening on (\S+)", line))), None)
            assert address, process.stderr.read()
            yield address
            process.stdin.close()
            assert process.wait(TIMEOUT_S) == 0
        finally:
            watchdog.cancel()
            process.kill()
            process.wait()

    def seconds(self) -> str:
        """How long it took until now, for a report."""
        return f"{time.monotonic() - self.begun:.1f} s"


def ask(address: str) -> str:
    """The response of one of the APIs."""
    with urllib.request.urlopen(f"{address}/users/1", timeout=TIMEOUT_S) as response:
        return response.read().decode()


def environment_path(*parts: Path) -> str:
    """Folders as variables list them."""
    return os.pathsep.join(map(str, parts))
