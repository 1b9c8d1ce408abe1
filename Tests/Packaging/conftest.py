"""The packages under test, and roots to try them in."""

from __future__ import annotations

import os
import re
import subprocess
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bare_root import Root, debian
from namespaces import Namespaces, require

REPOSITORY = Path(__file__).parents[2]
MARKERS = {
    "bare_root": "needs a bare Debian",
    "packages": "installs the packages of pip, npm and the JVM kit",
    "swift_package": "compiles a Swift package that depends on the kit",
}
# What the tests measured, shown at their end; no test passes or fails by it.
FIGURES: dict[str, str] = {}


def pytest_configure(config: pytest.Config) -> None:
    """Declares the markers of tests that take long."""
    for name, meaning in MARKERS.items():
        config.addinivalue_line("markers", f"{name}: {meaning}")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks those that need roots by what they ask for."""
    for item in items:
        if "new_root" in item.fixturenames:  # type: ignore[attr-defined]
            item.add_marker("bare_root")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Shows the figures."""
    for name, figure in FIGURES.items():
        terminalreporter.write_line(f"measured: {name}: {figure}")


@pytest.fixture(scope="session")
def packages() -> Path:
    """The folder of the packages under test, as script/package leaves it."""
    path = os.environ.get("MOCK_API_PACKAGES")
    if not path:
        pytest.exit("MOCK_API_PACKAGES must name the packages' folder; script/check-package sets it", returncode=2)
    folder = Path(path).resolve(strict=True)
    for file in sorted(folder.iterdir()):
        if file.is_file() and file.stat().st_size > 1_000_000:
            FIGURES[file.name] = f"{file.stat().st_size / 1e6:.1f} MB"
    return folder


def package(packages: Path, pattern: str) -> Path:
    """The only package with such a name."""
    found = [path for path in packages.glob(pattern) if path.is_file()]
    if not found:
        pytest.skip(f"{packages} has no {pattern}")
    [path] = found
    return path


@pytest.fixture(scope="session")
def archive(packages: Path) -> Path:
    """The archive under test."""
    return package(packages, "mock-api-*.tar.gz")


@pytest.fixture(scope="session")
def tree(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive, unpacked."""
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    [tree] = folder.iterdir()
    FIGURES["the program, stripped"] = f"{(tree / 'bin/mock-api').stat().st_size / 1e6:.1f} MB"
    return tree


def needed_glibc(tree: Path) -> tuple[int, ...]:
    """The oldest glibc that the program of a tree says to run with; nothing on macOS."""
    found = re.search(r"glibc (\d+)\.(\d+)", (tree / "share/mock-api/system").read_text())
    return tuple(map(int, found.groups())) if found else ()


@pytest.fixture(scope="session")
def new_root(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Root]]:
    """Makes bare roots of a Debian release; skips the test by name where that cannot be done."""
    require("debootstrap", "curl")
    namespaces = Namespaces()

    def make(suite: str) -> Root:
        base = debian(REPOSITORY / ".build" / "roots", suite)
        asked = ["chroot", base, "getconf", "GNU_LIBC_VERSION"]
        version = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split()[1]
        needed = needed_glibc(tree)
        if tuple(map(int, version.split("."))) < needed:
            made = ".".join(map(str, needed))
            pytest.skip(f"Debian {suite} has glibc {version}, and what was built on this machine needs {made}")
        return Root(namespaces, base, tmp_path_factory.mktemp("root"))

    yield make
    namespaces.end()
