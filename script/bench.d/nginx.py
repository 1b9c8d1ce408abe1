"""The yardstick: nginx serving files with the bytes that the server under test answers."""

from __future__ import annotations

import contextlib
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from processes import Failure, find_program, free_port, stopped_at_exit, wait_for_port

CONFIGURATION = """\
worker_processes 2;
daemon off;
pid {prefix}/nginx.pid;
error_log {prefix}/error.log;
events {{ worker_connections 4096; }}
http {{
  access_log off;
  default_type application/json;
  sendfile on;
  tcp_nopush on;
  tcp_nodelay on;
  keepalive_timeout 300;
  keepalive_requests 1000000000;
  open_file_cache max=1000 inactive=1h;
  open_file_cache_valid 1h;
  client_body_temp_path {prefix}/body;
  proxy_temp_path {prefix}/proxy;
  fastcgi_temp_path {prefix}/fastcgi;
  uwsgi_temp_path {prefix}/uwsgi;
  scgi_temp_path {prefix}/scgi;
  server {{
    listen 127.0.0.1:{port} backlog=1024;
{locations}
  }}
}}
"""


@contextlib.contextmanager
def running(contents: dict[str, bytes]) -> Iterator[tuple[int, int]]:
    """Serves each path's bytes from a file, on a free port, with a configuration of its own.

    Neither the system's configuration nor its service is touched. Gives the port and the master's process id.
    """
    program = find_program("nginx")
    with tempfile.TemporaryDirectory(prefix="mock-api-nginx-") as folder:
        prefix = Path(folder)
        # Started by root, nginx's workers are somebody else and must get in.
        prefix.chmod(0o755)
        port = free_port()
        locations = [write_file(prefix, number, *item) for number, item in enumerate(contents.items())]
        configuration = prefix / "nginx.conf"
        configuration.write_text(
            CONFIGURATION.format(prefix=prefix, port=port, locations="\n".join(locations))
        )
        with (prefix / "output.log").open("wb") as output:
            child = subprocess.Popen(
                [program, "-p", str(prefix), "-c", str(configuration)],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
            )
        with stopped_at_exit(child):
            try:
                wait_for_port(port, child)
            except Failure as failure:
                raise Failure(
                    f"nginx did not start, {failure}: {(prefix / 'output.log').read_text()}"
                ) from None
            yield port, child.pid


def write_file(prefix: Path, number: int, path: str, content: bytes) -> str:
    """Writes one path's content and gives the configuration that serves it."""
    file = prefix / f"content-{number}.json"
    file.write_bytes(content)
    file.chmod(0o644)
    # nginx looks for a location by the path alone.
    location = path.partition("?")[0]
    return f"    location = {location} {{ alias {file}; }}"
