"""The GitHub action, whose script runs here against a server with a release, and the release workflow."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import signal
import subprocess
import threading
import urllib.request
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import yaml

from conftest import REPOSITORY, package

ACTION = REPOSITORY / "packaging/action"
WORKFLOW = REPOSITORY / ".github/workflows/release.yml"
SCRIPT = REPOSITORY / "script/package.d/packages.py"
VERSION = re.search(r'text = "(.*)"', (REPOSITORY / "Sources/Server/Version.swift").read_text())[1]  # type: ignore[index]


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, format: str, *arguments: Any) -> None:  # noqa: A002 - the base class names it
        """Nobody reads it."""


@pytest.fixture
def release(archive: Path, tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """A server with a release as GitHub has it, and the release's folder."""
    folder = tmp_path / f"github/somebody/mock-api/releases/download/v{VERSION}"
    folder.mkdir(parents=True)
    (folder / archive.name).symlink_to(archive)
    (folder / "SHA256SUMS").write_text(f"{hashlib.sha256(archive.read_bytes()).hexdigest()}  {archive.name}\n")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=tmp_path / "github")) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", folder
        server.shutdown()


def run(tmp_path: Path, github: str, **inputs: str) -> tuple[subprocess.CompletedProcess[str], dict[str, Path]]:
    """Runs the action's step as a runner does; gives the files that it wrote for later steps."""
    files = {name: tmp_path / name for name in ("GITHUB_PATH", "GITHUB_ENV", "GITHUB_OUTPUT")}
    for file in files.values():
        file.write_text("")
    action = yaml.safe_load((ACTION / "action.yml").read_text())
    [step] = action["runs"]["steps"]
    values = {name: str(about["default"]) for name, about in action["inputs"].items()} | inputs
    replace = {f"${{{{ inputs.{name} }}}}": value for name, value in values.items()}
    replace["${{ github.action_path }}"] = str(ACTION)
    (tmp_path / "temp").mkdir(exist_ok=True)
    environment = {name: str(file) for name, file in files.items()} | {
        "PATH": os.environ["PATH"], "HOME": str(tmp_path), "RUNNER_TEMP": str(tmp_path / "temp"),
        "RUNNER_TOOL_CACHE": str(tmp_path / "tools"), "GITHUB_SERVER_URL": github, "GITHUB_REPOSITORY": "somebody/mock-api",
        **{name: replace[text] for name, text in step["env"].items()},
    }  # fmt: skip
    done = subprocess.run(
        ["bash", "-e", "-c", step["run"]], cwd=tmp_path, env=environment, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    return done, files


def test_it_installs_a_release_and_serves(release: tuple[str, Path], tmp_path: Path) -> None:
    done, files = run(tmp_path, release[0], serve="true", options="--rate-limit off")
    assert done.returncode == 0, done.stdout + done.stderr
    outputs = dict(line.split("=", 1) for line in files["GITHUB_OUTPUT"].read_text().splitlines())
    variables = dict(line.split("=", 1) for line in files["GITHUB_ENV"].read_text().splitlines())
    try:
        assert variables["MOCK_API_URL"] == outputs["url"]
        assert variables["MOCK_API_WS_URL"] == outputs["url"].replace("http://", "ws://")
        with urllib.request.urlopen(f"{outputs['url']}/users/1", timeout=30) as response:
            assert b"Leanne Graham" in response.read()
    finally:
        os.kill(int(outputs["pid"]), signal.SIGTERM)
    folder = files["GITHUB_PATH"].read_text().strip()
    assert shutil.which("mock-api", path=folder) == outputs["program"]

    # A runner that has it does not download it again.
    for file in release[1].iterdir():
        file.unlink()
    done, files = run(tmp_path, release[0])
    assert done.returncode == 0, done.stdout + done.stderr
    assert files["GITHUB_ENV"].read_text() == ""


def test_it_refuses_what_differs_from_the_checksum(release: tuple[str, Path], tmp_path: Path) -> None:
    sums = release[1] / "SHA256SUMS"
    sums.write_text("0" * 64 + sums.read_text()[64:])
    done, files = run(tmp_path, release[0])
    assert done.returncode == 1
    assert "has another checksum than the release states" in done.stdout
    assert files["GITHUB_PATH"].read_text() == ""


def test_it_says_what_is_missing(release: tuple[str, Path], tmp_path: Path) -> None:
    done, _ = run(tmp_path, release[0], version="9.9.9")
    assert done.returncode == 1
    assert "::error::" in done.stdout
    assert "is 9.9.9 a release?" in done.stdout


def test_it_installs_an_archive_of_the_workspace(packages: Path, tmp_path: Path) -> None:
    done, files = run(tmp_path, "http://127.0.0.1:9", archive=str(package(packages, "mock-api-*.tar.gz")))
    assert done.returncode == 0, done.stdout + done.stderr
    assert shutil.which("mock-api", path=files["GITHUB_PATH"].read_text().strip())


# The workflow


@pytest.fixture(scope="module")
def jobs() -> dict[str, Any]:
    """The workflow's jobs."""
    return yaml.safe_load(WORKFLOW.read_text())["jobs"]


def test_it_makes_packages_for_every_system_that_npms_package_names(jobs: dict[str, Any]) -> None:
    built = {entry["system"] for entry in jobs["packages"]["strategy"]["matrix"]["include"]}
    assert built == {"linux-x86_64", "linux-aarch64", "macos-arm64", "macos-x86_64"}
    assert '("linux", "darwin") for processor in ("x64", "arm64")' in SCRIPT.read_text()


def test_it_keeps_every_file_of_script_package(jobs: dict[str, Any], packages: Path) -> None:
    [upload] = [step for step in jobs["packages"]["steps"] if "upload-artifact" in step.get("uses", "")]
    kept = {path for pattern in upload["with"]["path"].split() for path in packages.glob(Path(pattern).name)}
    assert kept == {path for path in packages.iterdir() if path.is_file()}


def test_its_scripts_are_clean_and_run_what_exists(jobs: dict[str, Any], tmp_path: Path) -> None:
    scripts = [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]
    for number, script in enumerate(scripts):
        file = tmp_path / f"{number}.sh"
        file.write_text(f"#!/usr/bin/env bash\nset -eo pipefail\n{script}\n")
        if shutil.which("shellcheck"):
            subprocess.run(["shellcheck", file], check=True)
        for name in re.findall(r"(?:^|[\s(])((?:script|clients)/[\w/-]+)", script):
            assert (REPOSITORY / name).exists(), name


def test_nothing_is_released_before_everything_was_tested(jobs: dict[str, Any]) -> None:
    assert set(jobs["release"]["needs"]) == jobs.keys() - {"release"}
    assert [name for name, job in jobs.items() if job.get("permissions", {}).get("contents") == "write"] == ["release"]
    assert "--draft" in jobs["release"]["steps"][-1]["run"]
