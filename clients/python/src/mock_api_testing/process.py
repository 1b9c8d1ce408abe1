"""A server that a test process starts, and that ends with it."""

from __future__ import annotations

import atexit
import importlib.util
import os
import shutil
import subprocess
import threading
from collections import deque
from collections.abc import Sequence
from pathlib import Path

from .errors import ServerNotFoundError

LISTENING = "Listening on "
START_TIMEOUT = 30.0
"""How many seconds a server has to start."""


def installed_program() -> str | None:
    """The program of the package `mock-api`, if that is installed beside this kit."""
    found = importlib.util.find_spec("mock_api")
    if found is None or found.origin is None:
        return None
    # Found by its file, since another project's module may have this name.
    return shutil.which(Path(found.origin).parent / "bin" / "mock-api")


class ServerProcess:
    """A running `mock-api serve`. It ends when its standard input does, so also when this process is killed."""

    def __init__(self, binary: str | None = None, options: Sequence[str] = ()) -> None:
        program = binary or os.environ.get("MOCK_API_BINARY") or installed_program() or "mock-api"
        path = shutil.which(program)
        if path is None:
            where = "on PATH" if program == "mock-api" else "there, or it cannot be run"
            raise ServerNotFoundError(f"there is no server: {program} is not {where}. {ServerNotFoundError.HELP}")
        usual = ("--port", "0", "--attached", "--rate-limit", "documented", "--log-level", "warning")
        command = [path, "serve", *usual, *options]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            # Ctrl-C is for the tests; their reports still need the server.
            start_new_session=True,
        )
        self.url = ""
        """The server's base URL."""
        self._said: deque[str] = deque(maxlen=20)
        self._ready = threading.Event()
        threading.Thread(target=self._read, daemon=True, name="mock-api output").start()
        self._ready.wait(START_TIMEOUT)
        if not self.url:
            self.stop()
            said = "\n".join(self._said) or "nothing"
            raise ServerNotFoundError(
                f"{' '.join(command)} did not start (exit code {self._process.returncode}); it said: {said}\n"
                f"{ServerNotFoundError.HELP}"
            )
        self.pid = self._process.pid
        """The server's process id."""
        atexit.register(self.stop)

    def stop(self) -> None:
        """Ends the server."""
        atexit.unregister(self.stop)
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _read(self) -> None:
        """Reads what the server says as long as it runs, so that it never waits for a reader; keeps the last lines."""
        assert self._process.stdout is not None
        with self._process.stdout as output:
            for line in output:
                if line.startswith(LISTENING) and not self.url:
                    self.url = line.removeprefix(LISTENING).strip()
                    self._ready.set()
                self._said.append(line.rstrip())
        self._ready.set()
