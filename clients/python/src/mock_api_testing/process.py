"""A server that a test process starts, and that ends with it."""

from __future__ import annotations

import atexit
import importlib.util
import os
import re
import shlex
import shutil
import signal
import subprocess
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, TypedDict

from .errors import MockApiError, ServerNotFoundError, ServerTooOldError

MINIMUM_VERSION = "0.2.0"
"""The oldest server that this kit works with."""
LISTENING = "Listening on "
START_TIMEOUT = 30.0
"""How many seconds a server has to start."""
Files = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]
"""A file, or several."""
# The options of the developer's own server, which would have it open the same data and ports.
_NOT_INHERITED = ("MOCK_API_CONFIG", "MOCK_API_DATA_DIR", "MOCK_API_LAN", "MOCK_API_TLS_PORT")


class ServerOptions(TypedDict, total=False):
    """What a server that the kit starts serves. Relative files are found below `folders` of the call, else below the
    working directory.
    """

    apis: Mapping[str, Files]
    """Custom APIs: a name, and its OpenAPI and AsyncAPI documents."""
    overlay: Mapping[str, Files]
    """OpenAPI Overlays that correct the documents."""
    data: Mapping[str, str | os.PathLike[str]]
    """Folders with records, a RESOURCE.json for each resource."""
    accounts: Literal["lenient", "strict"]
    """`strict` refuses tokens that custom APIs have not issued."""
    config: str | os.PathLike[str]
    """A configuration file. Without it, no `mock-api.yaml` is read."""
    arguments: Sequence[str]
    """Further options of `mock-api serve`."""


def serve_arguments(options: ServerOptions, folders: Sequence[Path] = ()) -> tuple[str, ...]:
    """The options of `mock-api serve`. Raises MockApiError for a file that is not there."""
    unknown = options.keys() - ServerOptions.__annotations__.keys()
    if unknown:
        known = ", ".join(ServerOptions.__annotations__)
        raise TypeError(f"there is no option {', '.join(sorted(unknown))} of a server; there are {known}")
    found = []
    for option in ("apis", "overlay", "data"):
        for name, files in (options.get(option) or {}).items():  # type: ignore[attr-defined]
            for file in [files] if isinstance(files, str | os.PathLike) else files:
                flag = "--api" if option == "apis" else f"--{option}"
                found += [flag, f"{name}={_existing(Path(file), folders, f'{option}[{name!r}]')}"]
    if "accounts" in options:
        found += ["--accounts", options["accounts"]]
    config = options.get("config")
    file = Path(__file__).with_name("none.yaml") if config is None else _existing(Path(config), folders, "config")
    return (*found, "--config", str(file), *options.get("arguments", ()))


def _existing(file: Path, folders: Sequence[Path], what: str) -> Path:
    places = [(folder / file).resolve() for folder in (*folders, Path())]
    for place in places:
        if place.exists():
            return place
    raise MockApiError(f"{what}: there is no {' and no '.join(dict.fromkeys(map(str, places)))}")


def installed_program() -> str | None:
    """The program of the package `mock-api`, if that is installed beside this kit."""
    found = importlib.util.find_spec("mock_api")
    if found is None or found.origin is None:
        return None
    # Found by its file, since another project's module may have this name.
    return shutil.which(str(Path(found.origin).parent / "bin" / "mock-api"))


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
        self._stopped = False
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={name: value for name, value in os.environ.items() if name not in _NOT_INHERITED},
            # Ctrl-C is for the tests; their reports still need the server.
            start_new_session=True,
        )
        self.url = ""
        """The server's base URL."""
        self._said: deque[str] = deque(maxlen=20)
        self._ready = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True, name="mock-api output")
        self._reader.start()
        self._ready.wait(START_TIMEOUT)
        if not self.url:
            self.stop()
            _refuse_old(path)
            said = "\n".join(self._said) or "nothing"
            raise ServerNotFoundError(
                f"{shlex.join(command)} did not start ({_how(self._process.returncode)}); it said: {said}\n"
                f"{ServerNotFoundError.HELP}"
            )
        self.pid = self._process.pid
        """The server's process id."""
        atexit.register(self.stop)

    @property
    def has_ended(self) -> bool:
        """Whether the server ended by itself."""
        return not self._stopped and self._process.poll() is not None

    def ending(self) -> str | None:
        """How the server ended, and what it said last; None while it runs, and after `stop`."""
        try:
            # A connection breaks a moment before its process has ended.
            code = self._process.wait(1)
        except subprocess.TimeoutExpired:
            return None
        if self._stopped:
            return None
        self._reader.join(1)
        said = "".join(f"\n  {line}" for line in self._said)
        return f"mock-api (process {self.pid}) ended ({_how(code)}); its last lines:{said or ' none'}"

    def stop(self) -> None:
        """Ends the server."""
        atexit.unregister(self.stop)
        self._stopped = True
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


def _how(code: int) -> str:
    """`signal SIGKILL`, or `exit code 1`."""
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"signal {signal.Signals(-code).name}"
    except ValueError:
        return f"signal {-code}"


def _refuse_old(path: str) -> None:
    """Says of a program that did not start whether it is too old to know the options."""
    try:
        said = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=5, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired):
        return
    version = said.stdout.strip()
    if re.fullmatch(r"\d+\.\d+\S*", version) and is_older(version):
        raise ServerTooOldError(path, version, MINIMUM_VERSION)


def is_older(version: str) -> bool:
    """Whether a server's version is below the one that this kit needs."""
    return _numbers(version) < _numbers(MINIMUM_VERSION)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", text.split("-")[0])[:3])
