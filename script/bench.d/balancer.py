"""The load balancers of docker/nodes, in front of nodes on this machine."""

from __future__ import annotations

import contextlib
import os
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from processes import Failure, find_program, free_port, stopped_at_exit, wait_for_port

FOLDER = Path(__file__).resolve().parents[2] / "docker" / "nodes"
HAPROXY, NGINX = "haproxy", "nginx"

# What nginx's image has around the template.
NGINX_FRAME = """\
worker_processes 2;
daemon off;
pid {prefix}/nginx.pid;
error_log {prefix}/error.log;
events {{ worker_connections 4096; }}
http {{
  access_log off;
  keepalive_requests 1000000000;
  client_body_temp_path {prefix}/body;
  proxy_temp_path {prefix}/proxy;
  fastcgi_temp_path {prefix}/fastcgi;
  uwsgi_temp_path {prefix}/uwsgi;
  scgi_temp_path {prefix}/scgi;
  include {prefix}/nodes.conf;
}}
"""


def missing(kind: str) -> str | None:
    """Why a load balancer cannot run here; None if it can."""
    try:
        find_program(kind)
    except Failure:
        return f"{kind} is not installed; script/bootstrap --test installs it"
    return None


@contextlib.contextmanager
def running(kind: str, nodes: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Runs a load balancer on a free port with the configuration of docker/nodes; gives its port and process id.

    `nodes` are the ports of n0, n1 and n2. Neither the system's configuration nor its service is touched.
    """
    port = free_port()
    variables = {f"NODE_{number}": f"127.0.0.1:{node}" for number, node in enumerate(nodes)}
    variables["LISTEN"] = f"127.0.0.1:{port}"
    with tempfile.TemporaryDirectory(prefix="mock-api-balancer-") as folder:
        prefix = Path(folder)
        # Started by root, nginx's workers are somebody else and must get in.
        prefix.chmod(0o755)
        command = haproxy() if kind == HAPROXY else nginx(prefix, variables)
        with (prefix / "output.log").open("wb") as output:
            child = subprocess.Popen(
                command, env=os.environ | variables, stdin=subprocess.DEVNULL, stdout=output, stderr=output
            )
        with stopped_at_exit(child):
            try:
                wait_for_port(port, child)
            except Failure as failure:
                raise Failure(f"{kind} did not start, {failure}: {(prefix / 'output.log').read_text()}") from None
            yield port, child.pid


def haproxy() -> list[str]:
    """The command that runs HAProxy in the foreground; it reads the variables from its environment."""
    return [find_program(HAPROXY), "-db", "-f", str(FOLDER / "haproxy.cfg")]


def nginx(prefix: Path, variables: Mapping[str, str]) -> list[str]:
    """Writes nginx's configuration and gives the command; its image replaces variables in the same way."""
    text = (FOLDER / "nginx.conf.template").read_text(encoding="utf-8")
    for name, value in variables.items():
        text = text.replace(f"${{{name}}}", value)
    (prefix / "nodes.conf").write_text(text, encoding="utf-8")
    (prefix / "nginx.conf").write_text(NGINX_FRAME.format(prefix=prefix), encoding="utf-8")
    return [find_program(NGINX), "-p", str(prefix), "-c", str(prefix / "nginx.conf")]
