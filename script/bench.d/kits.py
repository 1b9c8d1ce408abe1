"""The test kits: what a world of its own costs a test, and what tests side by side gain."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from effort import Effort
from processes import Failure
from rows import KIT_GAIN_TARGET, WORLD_COST_TARGET_MS

# A kit's benchmark runs its 1,000 tests 20 times; the slowest kit takes half a minute each time.
TIMEOUT_S = 3600


def measure(binary: Path, root: Path, effort: Effort) -> list[dict]:
    """Runs `clients/KIT/bench` of each kit, which prints its figures as JSON in the last line."""
    results = []
    for script in sorted(root.glob("clients/*/bench")):
        print(f"test kit: {script.parent.name}", file=sys.stderr)
        environment = {**os.environ, "MOCK_API_BINARY": str(binary), **sizes(effort)}
        environment.pop("MOCK_API_URL", None)
        done = subprocess.run(
            [script], env=environment, stdout=subprocess.PIPE, text=True, timeout=TIMEOUT_S, check=False
        )
        lines = done.stdout.strip().splitlines()
        if done.returncode == 0 and lines and lines[-1].startswith("SKIPPED "):
            print(lines[-1], file=sys.stderr)
            continue
        if done.returncode != 0 or not lines:
            raise Failure(f"{script.relative_to(root)} ended with {done.returncode}")
        result = json.loads(lines[-1])
        if result["parallel"]["failures"] or result["parallel"]["worlds_left"]:
            raise Failure(f"{script.relative_to(root)}: {result['parallel']}")
        results.append(
            result
            | {
                "cost_target_ms": WORLD_COST_TARGET_MS,
                "cost_reached": result["world"]["median_ms"] <= WORLD_COST_TARGET_MS,
                "gain_target": KIT_GAIN_TARGET,
                "gain_reached": result["ratio"] >= KIT_GAIN_TARGET,
            }
        )
    return results


def sizes(effort: Effort) -> dict[str, str]:
    """The environment by which the kits' benchmarks know how much to do."""
    return {
        "KIT_BENCH_WORLDS": str(effort.kit_worlds),
        "KIT_BENCH_TESTS": str(effort.kit_tests),
        "KIT_BENCH_RUNS": str(effort.kit_runs),
        "KIT_BENCH_BRIEF": "1" if effort.is_brief else "",
    }
