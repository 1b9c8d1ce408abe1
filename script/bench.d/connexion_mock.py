"""A mock server of the same kind: Connexion, which answers with the examples of an OpenAPI document and keeps nothing.

Of those that were looked at, it is the one that can be had from the index of Python packages.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from processes import free_port, stopped_at_exit, wait_for_port

PACKAGE = "connexion[flask,uvicorn]==3.3.0"
START_PATIENCE_S = 60.0
ENVIRONMENT = Path(__file__).resolve().parents[2] / ".build" / "bench-venv"


def install() -> Path:
    """The program, in an environment of its own."""
    program = ENVIRONMENT / "bin" / "connexion"
    if not program.exists():
        subprocess.run([sys.executable, "-m", "venv", ENVIRONMENT], check=True)
        pip = [ENVIRONMENT / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, PACKAGE], check=True)
    return program


@contextlib.contextmanager
def running(document: Path) -> Iterator[tuple[int, int]]:
    """Serves a document's examples on a free port. Gives the port and the process id."""
    port = free_port()
    command = [install(), "run", document, "--mock", "all", "--host", "127.0.0.1", "--port", str(port)]
    nothing = subprocess.DEVNULL
    child = subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing)
    with stopped_at_exit(child):
        wait_for_port(port, child, START_PATIENCE_S)
        yield port, child.pid
