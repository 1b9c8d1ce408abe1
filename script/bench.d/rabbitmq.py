"""The broker to be compared with: RabbitMQ with its Web-STOMP plugin, as a private node."""

from __future__ import annotations

import contextlib
import os
import resource
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from processes import Failure, find_program, free_port, stop, stopped_at_exit, wait_for_port

# Debian's command of the same name changes to the user and the folders of the system's service; this is what
# it calls then.
DEBIAN_SCRIPT = Path("/usr/lib/rabbitmq/bin/rabbitmq-server")
# What RabbitMQ ships with, but for the ports. The account exists in every fresh node, for loopback only.
CONFIGURATION = """\
listeners.tcp = none
{stomp}
web_stomp.tcp.ip = 127.0.0.1
web_stomp.tcp.port = {port}
web_stomp.tcp.backlog = 1024
log.file.level = warning
log.console = false
"""
PATH = "/ws"
LOGIN = PASSCODE = "guest"
START_PATIENCE_S = 90.0
STOP_PATIENCE_S = 20.0
OPEN_FILES = 65_536


def missing() -> str | None:
    """Why RabbitMQ cannot be measured here; None if it can."""
    try:
        program()
        find_program("epmd")
    except Failure:
        return "rabbitmq-server is not installed; script/bench --rabbitmq installs it"
    return None


def program() -> str:
    """The script that starts a node in the foreground."""
    return str(DEBIAN_SCRIPT) if DEBIAN_SCRIPT.exists() else find_program("rabbitmq-server")


def environment(folder: Path, names_port: int) -> dict[str, str]:
    """Keeps everything of the node in a folder and on loopback, whatever the system's own node has."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("RABBITMQ_")}
    return inherited | {
        # The cookie of Erlang's distribution goes there.
        "HOME": str(folder),
        "ERL_EPMD_PORT": str(names_port),
        "ERL_EPMD_ADDRESS": "127.0.0.1",
        "RABBITMQ_CONF_ENV_FILE": str(folder / "none"),
        "RABBITMQ_CONFIG_FILE": str(folder / "rabbitmq.conf"),
        "RABBITMQ_ADVANCED_CONFIG_FILE": str(folder / "advanced.config"),
        "RABBITMQ_ENABLED_PLUGINS_FILE": str(folder / "enabled_plugins"),
        "RABBITMQ_MNESIA_BASE": str(folder / "data"),
        "RABBITMQ_LOG_BASE": str(folder / "log"),
        "RABBITMQ_GENERATED_CONFIG_DIR": str(folder / "generated"),
        "RABBITMQ_PID_FILE": str(folder / "pid"),
        "RABBITMQ_NODENAME": "mock-api-bench@localhost",
        "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1",
        "RABBITMQ_DIST_PORT": str(free_port()),
        "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "-kernel inet_dist_use_interface {127,0,0,1}",
    }


@contextlib.contextmanager
def running(stomp_port: int | None = None) -> Iterator[int]:
    """Starts a node in a folder of its own, and stops it in the end; gives the port of its WebSockets.

    With `stomp_port`, it also speaks STOMP over TCP there.
    """
    stomp = f"stomp.listeners.tcp.1 = 127.0.0.1:{stomp_port}" if stomp_port else "stomp.listeners.tcp = none"
    folder = Path(tempfile.mkdtemp(prefix="mock-api-rabbitmq-"))
    try:
        port, names_port = free_port(), free_port()
        (folder / "rabbitmq.conf").write_text(CONFIGURATION.format(port=port, stomp=stomp))
        (folder / "enabled_plugins").write_text("[rabbitmq_web_stomp].\n")
        variables = environment(folder, names_port)
        with name_server(folder, variables, names_port), node(folder, variables, port):
            yield port
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def name_server(folder: Path, variables: dict[str, str], port: int) -> Iterator[None]:
    """Erlang's name server. A node would start one itself, but one that stays when the node has gone."""
    with (folder / "epmd.log").open("wb") as log:
        child = subprocess.Popen(
            [find_program("epmd"), "-port", str(port), "-address", "127.0.0.1"],
            env=variables,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
    with stopped_at_exit(child):
        wait_for_port(port, child)
        yield


@contextlib.contextmanager
def node(folder: Path, variables: dict[str, str], port: int) -> Iterator[None]:
    """The node itself. Its helpers share its process group, so that none of them stays."""
    with (folder / "output.log").open("wb") as output:
        child = subprocess.Popen(
            [program()],
            cwd=folder,
            env=variables,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
            preexec_fn=raise_file_limit,
        )
    try:
        wait_for_port(port, child, START_PATIENCE_S)
        yield
    except Failure as failure:
        logs = [folder / "output.log", *sorted((folder / "log").glob("*.log"))]
        text = "\n".join(log.read_text(errors="replace")[-1500:] for log in logs)
        raise Failure(f"{failure}; RabbitMQ said: {text}") from failure
    finally:
        stop(child, STOP_PATIENCE_S)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)


def raise_file_limit() -> None:
    """Each subscriber needs an open file; the usual limit of 1024 is too few for a thousand."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft = OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, OPEN_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
