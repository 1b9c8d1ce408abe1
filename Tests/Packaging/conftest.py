"""The archive under test, and roots to try it in."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bare_root import SUITE, Root, debian
from namespaces import Namespaces, require

REPOSITORY = Path(__file__).parents[2]


def pytest_configure(config: pytest.Config) -> None:
    """Declares the marker of tests that need a bare Debian."""
    config.addinivalue_line("markers", "bare_root: needs a bare Debian")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks those tests by what they ask for."""
    for item in items:
        if "new_root" in item.fixturenames:  # type: ignore[attr-defined]
            item.add_marker("bare_root")


@pytest.fixture(scope="session")
def archive() -> Path:
    """The archive under test."""
    path = os.environ.get("MOCK_API_ARCHIVE")
    if not path:
        pytest.exit("MOCK_API_ARCHIVE must name the archive; script/check-package sets it", returncode=2)
    return Path(path).resolve(strict=True)


@pytest.fixture(scope="session")
def tree(archive: Path) -> Path:
    """The folder that the archive was made from."""
    return archive.with_name(archive.name.removesuffix(".tar.gz"))


@pytest.fixture(scope="session")
def new_root(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Root]]:
    """Makes bare roots; skips the test by name where that cannot be done."""
    require("debootstrap", "curl")
    if platform.freedesktop_os_release().get("VERSION_CODENAME") != SUITE:
        pytest.skip(f"what is built here uses other libraries than those of Debian {SUITE}")
    namespaces = Namespaces()
    base = debian(REPOSITORY / ".build" / "roots")
    yield lambda: Root(namespaces, base, tmp_path_factory.mktemp("root"))
    namespaces.end()
