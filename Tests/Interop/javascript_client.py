"""JavaScript clients, and a WebSocket for node, from Debian's packages.

The packages are unpacked below `.build/node/`, not installed. Where this is impossible, tests are skipped by name.
"""

from __future__ import annotations

import fcntl
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / ".build" / "node"
# What has the client: the examples of RabbitMQ's Web-STOMP plugin.
PACKAGES = ("rabbitmq-server", "node-ws")
CLIENT = "rabbitmq_web_stomp_examples-*/priv/stomp.js"
TIMEOUT_S = 120


@dataclass(frozen=True)
class JavaScriptClient:
    """What node needs to run the client."""

    node: str
    stomp: Path
    websocket: Path

    def run(self, script: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Runs a script, which gets the client's file, the WebSocket's folder and the arguments."""
        return subprocess.run(
            [self.node, script, self.stomp, self.websocket, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )


def unpacked(package: str, file: str) -> Path:
    """A file of a package of Debian's, fetched when it is not there yet."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (FOLDER / file).is_file():
            _unpack(package)
    if not (FOLDER / file).is_file():
        pytest.skip(f"the package {package} does not have {file}")
    return FOLDER / file


def javascript_client() -> JavaScriptClient:
    """The client, fetched when it is not there yet."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "lock").open("w") as lock:
        # Several processes of the tests may ask at the same time.
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = _found() or _fetch()
    return JavaScriptClient(node, *found)


def _found() -> tuple[Path, Path] | None:
    """The client's file and the WebSocket's folder, if they are unpacked."""
    client = next(iter(sorted(FOLDER.glob(f"usr/lib/rabbitmq/lib/*/plugins/{CLIENT}"))), None)
    websocket = FOLDER / "usr" / "share" / "nodejs" / "ws"
    return (client, websocket) if client and (websocket / "index.js").is_file() else None


def _fetch() -> tuple[Path, Path]:
    _unpack(*PACKAGES)
    found = _found()
    if found is None:
        pytest.skip(f"the packages {' and '.join(PACKAGES)} do not have stomp.js and ws")
    return found


def _unpack(*packages: str) -> None:
    for tool in ("apt-get", "dpkg-deb"):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is missing, with which {' and '.join(packages)} are fetched")
    try:
        command = ["apt-get", "--quiet", "download", *packages]
        subprocess.run(command, cwd=FOLDER, check=True, capture_output=True, timeout=TIMEOUT_S)
        for package in sorted(FOLDER.glob("*.deb")):
            subprocess.run(["dpkg-deb", "-x", package, FOLDER], check=True, capture_output=True, timeout=TIMEOUT_S)
            package.unlink()
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        pytest.skip(f"{' and '.join(packages)} cannot be fetched: {error}")
