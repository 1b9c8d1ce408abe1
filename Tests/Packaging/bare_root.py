"""Roots of a bare Debian, as an image's first layer is one, to unpack things in and run them there."""

from __future__ import annotations

import itertools
import os
import re
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

from namespaces import Namespaces, child_of

# The releases of Debian that the archive is tried on, and that of the image.
SUITES = ("bookworm", "trixie")
IMAGE_SUITE = "bookworm"
START_TIMEOUT_S = 20.0
STOP_TIMEOUT_S = 5.0
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
REQUESTS = {
    "agrobridge": ["/v1/auth/login", '{"email":"usuario@example.com","password":"password123"}'],
    "interspace": ["/api/v1/auth/login", '{"email":"account@example.com","password":"secure_password"}'],
    "invernaderos": ["/api/v1/auth/login", '{"username":"admin","password":"password123"}'],
    "jsonplaceholder": ["/users/1"],
    "newsapi": ["/v2/top-headlines?country=us&apiKey=any"],
    "the documents": ["/openapi/agrobridge.json"],
}


def debian(folder: Path, suite: str) -> Path:
    """A Debian of the required packages only, made once and kept in the folder; nobody writes to it again."""
    root, complete = folder / suite, folder / f"{suite}.complete"
    if not complete.exists():
        shutil.rmtree(root, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)
        command = ["debootstrap", "--variant=minbase", suite, str(root)]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
        complete.touch()
    return root


@dataclass
class Service:
    """A server that runs in a root as process 1 of its own, as in a container."""

    process: subprocess.Popen[bytes]
    stdout: Path
    stderr: Path
    pid: int = 0

    def wait_until_listening(self) -> None:
        """Waits for the line that says so."""
        deadline = time.monotonic() + START_TIMEOUT_S
        while time.monotonic() < deadline and self.process.poll() is None:
            if re.search(r"^Listening on ", self.stdout.read_text(), re.MULTILINE):
                self.pid = child_of(self.process.pid)
                return
            time.sleep(0.01)
        self.process.kill()
        raise AssertionError(f"no Listening line (exit code {self.process.wait()}): {self.stderr.read_text()}")

    def stop(self) -> int:
        """Sends SIGTERM and gives the exit code."""
        os.kill(self.pid, signal.SIGTERM)
        try:
            return self.process.wait(STOP_TIMEOUT_S)
        finally:
            self.process.kill()


@dataclass
class Root:
    """What was written over a base; the base itself is not touched."""

    namespaces: Namespaces
    base: Path
    folder: Path
    variables: dict[str, str] = field(default_factory=dict)
    user: str = "0:0"
    directory: str = "/"
    counter: itertools.count[int] = field(default_factory=itertools.count)

    def __post_init__(self) -> None:
        layers, self.path = self.folder / "layers", self.folder / "root"
        run = self.namespaces.run
        layers.mkdir(parents=True)
        self.path.mkdir()
        # In memory, since a disk that is an overlay itself cannot hold the upper layer of another one.
        run("mount", "-t", "tmpfs", "tmpfs", layers)
        run("mkdir", layers / "upper", layers / "work")
        options = f"lowerdir={self.base},upperdir={layers}/upper,workdir={layers}/work"
        run("mount", "-t", "overlay", "overlay", "-o", options, self.path)
        for device in ("null", "zero", "full", "random", "urandom"):
            run("touch", self.path / "dev" / device)
            run("mount", "--bind", f"/dev/{device}", self.path / "dev" / device)
        run("mount", "-t", "proc", "proc", self.path / "proc")
        if Path("/etc/resolv.conf").exists():
            run("cp", "--remove-destination", "--dereference", "/etc/resolv.conf", self.path / "etc/resolv.conf")
        # As container engines write it.
        names = "127.0.0.1 localhost\\n::1 localhost ip6-localhost ip6-loopback\\n"
        run("sh", "-c", f"printf '{names}' >'{self.path}/etc/hosts'")

    def command(self, *command: str, directory: str | None = None) -> list[str]:
        """A command of this root's, as its user, with its variables and no others."""
        variables = {"PATH": PATH, **self.variables}
        change = ["chroot", f"--userspec={self.user}", "--groups=", str(self.path)]
        environment = [f"{name}={value}" for name, value in variables.items()]
        return [*change, "/usr/bin/env", "-i", f"--chdir={directory or self.directory}", *environment, *command]

    def run(
        self, *command: str, directory: str | None = None, offline: bool = True, check: bool = True
    ) -> subprocess.CompletedProcess[str]:
        """Runs a command in the root to its end."""
        return self.namespaces.run(*self.command(*command, directory=directory), offline=offline, check=check)

    def serve(self, *command: str, directory: str | None = None) -> Service:
        """Runs a server and waits until it listens."""
        number = next(self.counter)
        stdout, stderr = self.folder / f"stdout-{number}", self.folder / f"stderr-{number}"
        alone = ["unshare", "--pid", "--fork", "--kill-child", f"--mount-proc={self.path}/proc"]
        with stdout.open("wb") as out, stderr.open("wb") as err:
            process = subprocess.Popen(
                [*self.namespaces.enter(), *alone, *self.command(*command, directory=directory)],
                stdin=subprocess.DEVNULL, stdout=out, stderr=err,
            )
        service = Service(process, stdout, stderr)
        service.wait_until_listening()
        return service

    def ask_every_api(self, port: int = 3000) -> dict[str, str]:
        """The status with which each API of a server in here answers a request of its own."""
        return {name: self.ask(*request, port=port) for name, request in REQUESTS.items()}

    def ask(self, path: str, body: str | None = None, port: int = 3000) -> str:
        """The status with which a server in here answers a request."""
        data = ["--json", body] if body else []
        curl = ["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "--max-time", "10", *data]
        return self.namespaces.run(*curl, f"http://127.0.0.1:{port}{path}").stdout
