"""The kit's benchmark: see `bench`."""

from __future__ import annotations

import json
import os
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

import requests

from mock_api_testing import MockServer

TESTS = int(os.environ.get("KIT_BENCH_TESTS", "1000"))
# A process each, of which a brief run starts few.
WORKERS = 2 if os.environ.get("KIT_BENCH_BRIEF") else 16
WORLDS = int(os.environ.get("KIT_BENCH_WORLDS", "300"))


def one_world(server: MockServer, app: requests.Session) -> float:
    """Seconds to make a world, use it and remove it."""
    begin = time.perf_counter()
    with server.worlds.make("benchmark") as world:
        app.get(f"{world.base_url}/posts/1").raise_for_status()
    return time.perf_counter() - begin


def thousand_tests(server: MockServer, *options: str, serial: bool = False, tests: int = TESTS) -> tuple[float, int]:
    """Seconds for the tests, as pytest takes them from its start to its end, and how many did not pass."""
    environment = {**os.environ, "MOCK_API_URL": server.url, "KIT_BENCH_SERIAL": "1" if serial else ""}
    file = Path(__file__).with_name("thousand.py")
    command = [sys.executable, "-m", "pytest", "-q", "-o", "python_files=thousand.py", *options, str(file)]
    begin = time.perf_counter()
    run = subprocess.run(command, env=environment, capture_output=True, text=True)
    taken = time.perf_counter() - begin
    passed = re.search(r"(\d+) passed", run.stdout)
    failures = tests - int(passed[1]) if passed else tests
    print(f"{tests} tests {' '.join(options)}: {taken:.2f} s, {failures} failures", file=sys.stderr, flush=True)
    if failures:
        print(run.stdout[-4000:], run.stderr[-1000:], file=sys.stderr)
    return taken, failures


def main() -> None:
    runs = int(os.environ.get("KIT_BENCH_RUNS", "20"))
    server = MockServer.start(arguments=["--rate-limit", "off"])
    with requests.Session() as app:
        for _ in range(20):
            one_world(server, app)
        worlds = sorted(one_world(server, app) * 1000 for _ in range(WORLDS))
    parallel = [thousand_tests(server, "-n", str(WORKERS)) for _ in range(runs)]
    # What pytest and xdist cost without the tests: a run of one of them.
    startup, _ = thousand_tests(server, "-n", str(WORKERS), "-k", "[0]", tests=1)
    left = len(server.worlds.list()) - 1
    serial = [thousand_tests(server, "-p", "no:xdist", serial=True) for _ in range(min(runs, 3))]
    server.close()
    parallel_median = statistics.median(taken for taken, _ in parallel)
    serial_median = statistics.median(taken for taken, _ in serial)
    result = {
        "kit": "python",
        "world": {
            "runs": WORLDS,
            "median_ms": round(statistics.median(worlds), 2),
            "p95_ms": round(worlds[int(WORLDS * 0.95)], 2),
        },
        "parallel": {
            "tests": TESTS,
            "workers": WORKERS,
            "runs": runs,
            "failures": sum(failures for _, failures in parallel),
            "worlds_left": left,
            "median_s": round(parallel_median, 2),
            "startup_s": round(startup, 2),
        },
        "serial": {
            "tests": TESTS,
            "runs": len(serial),
            "failures": sum(failures for _, failures in serial),
            "median_s": round(serial_median, 2),
        },
        "ratio": round(serial_median / parallel_median, 2),
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
