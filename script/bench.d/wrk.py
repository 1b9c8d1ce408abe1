"""Load from wrk: one thread, connections that are kept alive."""

from __future__ import annotations

import json
import math
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from processes import Failure, find_program

# The request is fixed, so wrk makes it once and Lua runs only at the end.
SCRIPT = """\
wrk.method = {method}
wrk.body = {body}
{headers}
function done(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format(
    '\\nRESULT {{"requests":%d,"microseconds":%d,"p50":%d,"p99":%d,"refused":%d,"broken":%d}}\\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), errors.status,
    errors.connect + errors.read + errors.write + errors.timeout))
end
"""

# The requests are made once; one of them is chosen for each call.
IN_TURN = """\
local paths, made, number = {{ {paths} }}, {{}}, 0
function init(arguments)
  for index, path in ipairs(paths) do made[index] = wrk.format(nil, path) end
end
function request()
  number = number % #made + 1
  return made[number]
end
"""


@dataclass(frozen=True)
class Load:
    """How hard to press, and for how long."""

    connections: int
    # A fraction of a second is a duration too.
    seconds: float


@dataclass(frozen=True)
class Run:
    """What one run of wrk counted."""

    requests: int
    rate: float
    p50_ms: float
    p99_ms: float
    # Answers with a status of 400 or more.
    refused: int
    # Failed connects, reads and writes, and answers that took more than 10 s.
    broken: int
    # Processor time of the server for each request, in microseconds; None where it is not known.
    processor_us: float | None = None


def run(
    port: int, path: str, load: Load, headers: dict[str, str], method: str = "GET", body: str | None = None,
    scheme: str = "http"
) -> Run:
    """Sends the same request over all connections for the time given. wrk does not verify certificates."""
    script = SCRIPT.format(
        method=lua(method),
        body=lua(body) if body else "nil",
        headers="\n".join(f"wrk.headers[ {lua(name)} ] = {lua(value)}" for name, value in headers.items()),
    )
    return run_script(script, f"{scheme}://127.0.0.1:{port}{path}", load)


def run_in_turn(port: int, paths: list[str], load: Load) -> Run:
    """Reads the paths in turn over all connections for the time given."""
    script = SCRIPT.format(method=lua("GET"), body="nil", headers="") + IN_TURN.format(paths=", ".join(map(lua, paths)))
    return run_script(script, f"http://127.0.0.1:{port}", load)


def run_script(script: str, url: str, load: Load) -> Run:
    """Runs wrk with a script."""
    with tempfile.TemporaryDirectory(prefix="mock-api-wrk-") as folder:
        file = Path(folder) / "request.lua"
        file.write_text(script, encoding="utf-8")
        command = [find_program("wrk"), "--threads", "1", "--connections", str(load.connections)]
        command += ["--duration", f"{math.ceil(load.seconds)}s", "--timeout", "10s", "--script", str(file), url]
        done = finished(command, load.seconds)
    return read_result(done)


def finished(command: list[str], seconds: float) -> subprocess.CompletedProcess[str]:
    """Runs wrk, which takes whole seconds only: a shorter run is interrupted, after which wrk reports as usual."""
    is_short = seconds < math.ceil(seconds)
    # Its first line comes when it handles interrupts; lines go out one by one only where they are not held back.
    command = [find_program("stdbuf"), "--output=L", *command] if is_short else command
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        try:
            if is_short and child.stdout and child.stdout.readline():
                time.sleep(seconds)
                child.send_signal(signal.SIGINT)
            output, errors = child.communicate(timeout=seconds + 60)
        except BaseException:
            child.kill()
            raise
    return subprocess.CompletedProcess(command, child.returncode, output, errors)


def read_result(done: subprocess.CompletedProcess[str]) -> Run:
    """Reads the line that the script wrote at the end."""
    lines = [line for line in done.stdout.splitlines() if line.startswith("RESULT ")]
    if done.returncode != 0 or not lines:
        raise Failure(f"wrk failed: {done.stdout[-500:]}{done.stderr[-500:]}")
    result = json.loads(lines[-1].removeprefix("RESULT "))
    return Run(
        requests=result["requests"],
        rate=result["requests"] / result["microseconds"] * 1e6,
        p50_ms=result["p50"] / 1000,
        p99_ms=result["p99"] / 1000,
        refused=result["refused"],
        broken=result["broken"],
    )


def lua(text: str) -> str:
    """A Lua string of any text; its long brackets know no escapes."""
    return f"[==[{text}]==]"
