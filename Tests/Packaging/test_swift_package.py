"""The Swift kit as a product of the repository's package: the first test of its guide, in a package that names the URL."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from conftest import FIGURES, REPOSITORY
from test_action import VERSION

pytestmark = pytest.mark.swift_package
QUICK = ["-debug-info-format", "none"]


def repository(folder: Path) -> str:
    """The URL of a repository with the files of this one in a tagged commit."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=REPOSITORY, capture_output=True, text=True, check=True).stdout
    for name in filter(None, names.split("\0")):
        if (REPOSITORY / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(REPOSITORY / name, folder / name)
    person = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.com"]
    for command in (["init", "-q"], ["add", "-A"], [*person, "commit", "-qm", "Release"], ["tag", f"v{VERSION}"]):
        subprocess.run(["git", *command], cwd=folder, check=True)
    return folder.as_uri()


def printed() -> dict[str, str]:
    """The files of the first test, as the kit's guide prints them."""
    text = (REPOSITORY / "clients/swift/README.md").read_text(encoding="utf-8")
    files = dict(re.findall(r"<!-- first test: (\S+) -->\n```swift\n(.*?)```", text, re.DOTALL))
    assert {"Package.swift", "Tests/ShopTests/PostTests.swift"} <= files.keys()
    return files


def test_a_package_that_names_a_clone_finds_its_products(tmp_path: Path) -> None:
    if not shutil.which("swift"):
        pytest.skip("swift is not installed")
    guide = (REPOSITORY / "clients/swift/README.md").read_text(encoding="utf-8")
    assert '`.package(path: "../mock-api/clients/swift")`' in guide and '`package: "swift"`' in guide
    clone, shop = tmp_path / "a clone/clients/swift", tmp_path / "shop"
    shutil.copytree(REPOSITORY / "clients/swift", clone)
    for name, code in printed().items():
        (shop / name).parent.mkdir(parents=True, exist_ok=True)
        manifest = re.sub(r"\.package\(url: .*?\)", f'.package(path: "{clone}")', code)
        (shop / name).write_text(manifest.replace('package: "mock-api"', 'package: "swift"'))
    command = ["swift", "package", "--package-path", shop, "describe", "--type", "json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    assert json.loads(done.stdout)["targets"][0]["product_dependencies"] == ["MockAPITesting"]


def test_a_package_that_names_the_repository_compiles_the_kit_alone(tree: Path, tmp_path: Path) -> None:
    if not shutil.which("swift"):
        pytest.skip("swift is not installed")
    url = repository(tmp_path / "mock-api")
    shop = tmp_path / "shop"
    for name, code in printed().items():
        (shop / name).parent.mkdir(parents=True, exist_ok=True)
        (shop / name).write_text(code.replace("https://github.com/OWNER/mock-api.git", url))
    # Nothing that the server links is on this machine; what SwiftPM keeps of other packages it keeps here.
    variables = {"PKG_CONFIG_LIBDIR": "/nonexistent", "MOCK_API_BINARY": str(tree / "bin/mock-api")}
    command = ["swift", "test", "--package-path", shop, "--cache-path", tmp_path / "cache", *QUICK]
    done = subprocess.run(command, env=os.environ | variables, capture_output=True, text=True, check=False)
    said = done.stdout + done.stderr
    assert done.returncode == 0, said[-3000:]
    assert "Test thePostIsRead() passed" in said
    assert "you may be able to install" not in said, "SwiftPM looked for libraries of the server"
    [built] = [path for path in (shop / ".build").glob("*/debug") if not path.parent.is_symlink()]
    compiled = {path.name.removesuffix(".build") for path in built.glob("*.build")}
    assert {"MockAPIClient", "MockAPITesting", "ShopTests"} <= compiled
    assert {name for name in compiled if not name.startswith("Shop")} == {"MockAPIClient", "MockAPITesting"}
    assert {path.name for path in (shop / ".build/checkouts").iterdir()} == {"mock-api"}
    FIGURES["a Swift package that depends on the repository compiles"] = ", ".join(sorted(compiled))
