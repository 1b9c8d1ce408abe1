"""Every OpenAPI document against the running server: what schemathesis makes of it must be answered as it says.

The server holds its own answers against the documents too and answers 500 for those that leave them, so that either
side finds what the other overlooks. `pytest -rP` shows how much was tested.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from documents import NAMES, sign_in
from mock_server import MockServer

CONFIGURATION = Path(__file__).with_name("schemathesis.toml")
HOOKS = Path(__file__).with_name("schemathesis_hooks.py")
# Far more than a document takes; schemathesis has no bound of its own for the phases that are run.
TIMEOUT_S = 1200.0
IS_THOROUGH = os.environ.get("MOCK_API_THOROUGH") == "1"
# The inputs that a document implies come always: one of each kind and place, or all (schemathesis_hooks.py). Those made by
# chance, the same in each run, cost as much time for the first of them as for all that its document implies.
PHASES = ["examples", "coverage", *(["fuzzing"] if IS_THOROUGH else [])]
RANDOM_INPUTS = 100

# Without access log; the apps make the server answer what is there for them only.
SERVER_OPTIONS = [
    *["--rate-limit", "off", "--contract", "warn", "--check-answers", "on", "--log-level", "warning"],
    *["--app-id", "ABCDE12345.com.example.app"],
    *["--android-app", "com.example.app:" + ":".join(["5E"] * 32)],
]


def make_fuzzed_world(server: MockServer) -> None:
    """The world for calls that others would notice, as the configuration names it; nothing moves by itself in it."""
    assert server.request("POST", "/_mock/worlds", body={"id": "fuzzed"}).status == 201
    world = {"X-Mock-World": "fuzzed"}
    assert server.request("POST", "/_mock/simulations/pause", headers=world).status == 200


def leaving_token(server: MockServer, name: str) -> str:
    """The access token of an account that nobody else uses; empty where no account can be deleted."""
    if name not in ("agrobridge", "interspace"):
        return ""
    person = {"nombre": "Nobody", "email": "nobody@example.org", "password": "leaving"}
    base = "/v1" if name == "agrobridge" else "/api/v1"
    answer = server.request("POST", f"{base}/auth/register", body=person)
    assert answer.status == 201
    return str(answer.json().get("token") or answer.json().get("accessToken"))


def run_schemathesis(server: MockServer, name: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs all phases over one document; the reports are files of the folder."""
    options = ["--url", server.base_url, "--report", "json,ndjson", "--max-examples", str(RANDOM_INPUTS)]
    options.append(f"--phases={','.join(PHASES)}")
    reports = [f"--report-{kind}-path={folder / f'report.{kind}'}" for kind in ("json", "ndjson")]
    make_fuzzed_world(server)
    variables = {
        "SCHEMATHESIS_HOOKS": str(HOOKS),
        "ACCESS_TOKEN": sign_in(server, name),
        "OTHER_ACCESS_TOKEN": sign_in(server, name),
        "LEAVING_ACCESS_TOKEN": leaving_token(server, name),
    }
    return subprocess.run(
        [sys.executable, "-m", "schemathesis.cli", "--config-file", str(CONFIGURATION), "run"]
        + [f"{server.base_url}/openapi/{name}.json", *options, *reports],
        cwd=folder,
        env=os.environ | variables | {"COLUMNS": "200", "PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        timeout=TIMEOUT_S,
        check=False,
    )


def count_checks(events: Path) -> Counter[str]:
    """How often each check was made, by its name."""
    counts: Counter[str] = Counter()
    with events.open(encoding="utf-8") as lines:
        for line in lines:
            scenario: dict[str, Any] = json.loads(line).get("ScenarioFinished", {})
            for checks in scenario.get("recorder", {}).get("checks", {}).values():
                counts.update(check["name"] for check in checks)
    return counts


@pytest.mark.parametrize("name", NAMES)
def test_the_server_keeps_to_the_document(start: Callable[..., MockServer], tmp_path: Path, name: str) -> None:
    server = start(*SERVER_OPTIONS)
    run = run_schemathesis(server, name, tmp_path)
    assert run.returncode == 0, f"{run.stdout}\n{server.stderr[-2000:]}"

    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    operations, cases = report["operations"], report["test_cases"]
    checks = count_checks(tmp_path / "report.ndjson")
    print(f"{name}: {operations['tested']} operations, {cases['generated']} cases, {checks.total()} checks")
    for check, count in sorted(checks.items()):
        print(f"  {check}: {count}")

    assert report["complete"]
    assert [report["phases"][phase]["status"] for phase in PHASES] == ["success"] * len(PHASES)
    assert operations["tested"] == operations["selected"] > 0
    assert cases["generated"] > 0
    assert cases["with_failures"] == cases["errored"] == 0
    assert checks["not_a_server_error"] > 0
    assert server.process.poll() is None, server.stderr[-2000:]
