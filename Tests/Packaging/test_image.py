"""The image: its Dockerfile is carried out step by step on a bare Debian, and served from, without a Docker engine."""

from __future__ import annotations

import fnmatch
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

import dockerfile
from bare_root import IMAGE_SUITE, REQUESTS, Root
from conftest import REPOSITORY
from image import Image, installed

DOCKERFILE = REPOSITORY / "docker/Dockerfile"
STAGES = dockerfile.read(DOCKERFILE)
BUILD, RUNTIME = STAGES


def patterns() -> list[str]:
    """The lines of .dockerignore that say something."""
    lines = (REPOSITORY / ".dockerignore").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def is_sent(path: str) -> bool:
    """Whether a file of the repository goes to the builder: the last pattern that fits it, or a folder of it, counts."""
    sent = True
    parts = path.split("/")
    names = ["/".join(parts[:count]) for count in range(1, len(parts) + 1)]
    for pattern in patterns():
        wanted = pattern.removeprefix("!")
        anywhere = wanted.removeprefix("**/")
        if any(fnmatch.fnmatch(name if wanted == anywhere else name.split("/")[-1], anywhere) for name in names):
            sent = pattern.startswith("!")
    return sent


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the builder is sent, in a folder of its own."""
    folder = tmp_path_factory.mktemp("context")
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=REPOSITORY, capture_output=True, text=True, check=True).stdout
    for name in filter(is_sent, names.split("\0")):
        source = REPOSITORY / name
        if name and source.is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, folder / name)
    return folder


@pytest.fixture(scope="module")
def output(context: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the build stage leaves, from the program that was packaged instead of a second compilation.

    This machine's toolchain stands for the stage's base; the command is the Dockerfile's.
    """
    built = os.environ.get("MOCK_API_BUILT")
    if not built:
        pytest.skip("the built program is not here: script/check-package --binary names it")
    folder = tmp_path_factory.mktemp("output") / "out"
    [command] = [shlex.split(step.text) for step in BUILD.of("RUN") if step.text.startswith("script/")]
    command = [str(folder) if word == "/out" else word for word in command]
    subprocess.run([*command, "--binary", built], cwd=context, check=True)
    return folder


@pytest.fixture(scope="module")
def image(new_root: Callable[[str], Root], output: Path) -> Image:
    """The image, as a root that nobody can write to."""
    built = Image.build(RUNTIME, new_root(IMAGE_SUITE), {("build", "/out"): output})
    built.make_read_only()
    return built


# What is written


def test_the_dockerfile_is_clean() -> None:
    hadolint = Path(sys.executable).with_name("hadolint")
    if not hadolint.exists():
        pytest.skip("hadolint is not to be had for this machine")
    done = subprocess.run([hadolint, "--no-color", DOCKERFILE], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_bases_are_pinned() -> None:
    for stage in STAGES:
        assert re.search(r":\d+\.\d+(\.\d+)?-[a-z]+$|@sha256:[0-9a-f]{64}$", stage.base), stage.base


def test_it_runs_as_nobody_special_and_begins_with_the_program() -> None:
    assert not re.match(r"(root|0)\b", RUNTIME.last("USER").text)
    assert RUNTIME.last("ENTRYPOINT").program() == ["mock-api"]
    assert RUNTIME.last("CMD").program() == ["serve", "--host", "0.0.0.0"]
    assert RUNTIME.last("HEALTHCHECK").program() == ["mock-api", "ctl", "health"]


def test_compose_builds_this_image_and_lets_nobody_write() -> None:
    compose = REPOSITORY / "docker/compose.yaml"
    [service] = yaml.safe_load(compose.read_text(encoding="utf-8"))["services"].values()
    build = service["build"]
    assert (compose.parent / build["context"]).resolve() == REPOSITORY
    assert (REPOSITORY / build["dockerfile"]).samefile(DOCKERFILE)
    assert service["read_only"] is True
    assert service["ports"] == ["127.0.0.1:3000:" + RUNTIME.last("EXPOSE").text]


# The build stage


def test_the_builder_is_sent_all_that_it_needs_and_nothing_else(context: Path) -> None:
    tops = {path.name for path in context.iterdir()}
    assert tops <= {"Package.swift", "Sources", "Tests", "Seeds", "openapi", "web", "packaging", "script", "clients", "LICENSE"}
    assert [str(path.relative_to(context)) for path in (context / "clients").glob("*/*")] == ["clients/swift/Sources"]
    for folder in ("Sources", "Seeds", "openapi", "web", "packaging", "script"):
        listed = subprocess.run(["git", "ls-files", folder], cwd=REPOSITORY, capture_output=True, text=True, check=True)
        missing = [name for name in listed.stdout.splitlines() if not (context / name).exists()]
        assert [name for name in missing if (REPOSITORY / name).exists()] == []
    subprocess.run(["swift", "package", "describe"], cwd=context, capture_output=True, check=True)


def test_the_packages_of_the_build_stage_exist(new_root: Callable[[str], Root]) -> None:
    root = new_root(IMAGE_SUITE)
    root.run("apt-get", "update", "-q", offline=False)
    packages = [package for step in BUILD.of("RUN") for package in installed(step)]
    assert packages
    # Only asked for: they are large, and this machine has them already.
    simulated = root.run("apt-get", "install", "--simulate", "--no-install-recommends", *packages, check=False)
    assert simulated.returncode == 0, simulated.stderr


def test_the_image_needs_no_packages() -> None:
    assert [package for step in RUNTIME.of("RUN") for package in installed(step)] == []


def test_the_build_stage_installs_every_library_that_a_build_needs() -> None:
    packages = {package.split("=")[0] for step in BUILD.of("RUN") for package in installed(step)}
    script = '. script/lib/common.sh; . script/lib/packages.sh; for need in $LIBRARY_NEEDS patchelf; do apt_packages "$need"; done'
    needed = subprocess.run(["bash", "-c", script], cwd=REPOSITORY, capture_output=True, text=True, check=True).stdout
    assert set(needed.split()) <= packages


# The image


def test_it_serves_read_only_is_healthy_and_stops(image: Image) -> None:
    assert image.check_health() != 0
    service = image.start()
    assert image.check_health() == 0
    assert image.root.ask_every_api() == dict.fromkeys(REQUESTS, "200")
    status = Path(f"/proc/{service.pid}/status").read_text()
    uid = image.root.user.partition(":")[0]
    assert re.search(rf"^Uid:\t{uid}\t{uid}\t{uid}\t{uid}$", status, re.MULTILINE)
    assert service.stop() == 0
    assert image.check_health() != 0


def test_nobody_can_write(image: Image) -> None:
    refused = image.root.run("sh", "-c", "echo >/var/lib/mock-api/file", check=False)
    assert "Read-only file system" in refused.stderr


def test_it_has_no_swift_and_no_compiler(image: Image) -> None:
    names = ["libswift*", "swift", "swiftc", "clang*", "cc", "gcc", "*.h"]
    wanted = [word for name in names for word in ("-o", "-name", name)][1:]
    assert image.root.run("find", "/usr", "!", "-type", "d", "(", *wanted, ")").stdout == ""
