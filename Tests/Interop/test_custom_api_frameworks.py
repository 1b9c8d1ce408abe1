"""Documents in the style of what frameworks generate, served as they are: what an app does with them must hold."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from mock_server import MockServer, launch
from custom_api_chains import Steps
from custom_api_framework_chains import CHAINS as FRAMEWORK_CHAINS
from custom_api_framework_chains import DOCUMENTS
from custom_api_style_chains import CHAINS as STYLE_CHAINS

EXPLAIN_TIMEOUT_S = 20.0
CHAINS = FRAMEWORK_CHAINS | STYLE_CHAINS
# Steps that do not hold: what the document itself rules out, changes by a filter, things inside of one thing.
OPEN = {
    "springdoc": {"pet patch"},
    "postgrest": {"update", "read"},
    "forge": {"me by name", "create"},
    "cluster": {"create", "map", "map del"},
}


@pytest.fixture(scope="module")
def server(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MockServer]:
    """One server of all documents, and of nothing else."""
    options = ["--port", "0", "--rate-limit", "off", "--contract", "off", "--log-level", "warning"]
    options += ["--only", ",".join(CHAINS)]
    for name in CHAINS:
        options += ["--api", f"{name}={DOCUMENTS / name}.yaml"]
    running = launch(binary, tmp_path_factory.mktemp("frameworks"), options, {})
    yield running
    running.stop()


@pytest.mark.parametrize("name", CHAINS)
def test_what_an_app_does_holds(server: MockServer, name: str) -> None:
    steps = Steps(f"{server.base_url}/{name}")
    CHAINS[name](steps)
    failed = {step.split(":")[0] for step in steps.failed}
    assert failed == OPEN.get(name, set()), "\n".join(steps.failed)


def test_every_response_can_be_made(server: MockServer) -> None:
    for name in CHAINS:
        CHAINS[name](Steps(f"{server.base_url}/{name}"))
    assert "no valid answer can be made" not in server.stderr, server.stderr


@pytest.mark.parametrize("name", CHAINS)
def test_little_is_unsure(binary: Path, name: str) -> None:
    told = subprocess.run(
        [binary, "explain", DOCUMENTS / f"{name}.yaml"], capture_output=True, text=True, timeout=EXPLAIN_TIMEOUT_S,
        check=False,
    )  # fmt: skip
    assert told.returncode == 0, told.stderr
    # A path such as `/rpc/add_todo` says that something changes, and nothing shows what.
    guesses = {"postgrest": 1}.get(name, 0)
    assert told.stdout.rstrip().endswith(f" {guesses} unsure"), told.stdout
