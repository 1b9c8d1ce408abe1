"""The bill of materials: that it is SPDX 2.3, and names all that a package contains, with versions and licences."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from license_expression import get_spdx_licensing
from spdx_tools.spdx.model.document import Document
from spdx_tools.spdx.parser.parse_anything import parse_file
from spdx_tools.spdx.validation.document_validator import validate_full_spdx_document

from conftest import REPOSITORY, package


@pytest.fixture(scope="module")
def file(packages: Path) -> Path:
    """The document beside the packages."""
    return package(packages, "*.spdx.json")


@pytest.fixture(scope="module")
def parts(file: Path) -> dict[str, dict[str, Any]]:
    """Its packages by their names."""
    return {part["name"]: part for part in json.loads(file.read_text())["packages"]}


def test_it_is_valid(file: Path) -> None:
    document = parse_file(str(file))
    assert isinstance(document, Document)
    assert [message.validation_message for message in validate_full_spdx_document(document, "SPDX-2.3")] == []


def test_the_packages_contain_it(file: Path, tree: Path) -> None:
    assert (tree / "share/mock-api/mock-api.spdx.json").read_bytes() == file.read_bytes()


def test_it_has_each_library_with_its_version_licence_and_text(parts: dict[str, dict[str, Any]], tree: Path) -> None:
    named = {name: part for part in parts.values() for name in re.findall(r"lib\S+?(?=,| in )", part.get("comment", ""))}
    assert named.keys() == {path.name for path in (tree / "lib/mock-api").iterdir()}
    for part in named.values():
        assert get_spdx_licensing().validate(part["licenseDeclared"]).errors == []
        text = (tree / f"share/mock-api/licenses/{part['name']}.txt").read_text(encoding="utf-8", errors="replace")
        assert "opyright" in text
    if shutil.which("dpkg-query"):
        stated = {part["name"]: part["versionInfo"] for part in named.values()}
        asked = ["dpkg-query", "--show", "-f", "${Package} ${Version}\n", *stated]
        shown = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
        assert dict(line.split() for line in shown.splitlines()) == stated


def test_it_has_each_swift_package_and_swift_itself(parts: dict[str, dict[str, Any]], tree: Path) -> None:
    manifest = (REPOSITORY / "Package.swift").read_text(encoding="utf-8")
    for name, version in re.findall(r'/([\w.-]+)", exact: "([^"]+)"', manifest):
        assert parts[name]["versionInfo"] == version
        assert parts[name]["licenseDeclared"] != "NOASSERTION"
        assert (tree / f"share/mock-api/licenses/{name}.txt").stat().st_size > 500
    asked = subprocess.run([tree / "bin/mock-api", "--version"], capture_output=True, text=True, check=True)
    assert asked.stdout.strip() == parts["mock-api"]["versionInfo"]


def test_licences_refer_to_texts_that_are_there(tree: Path) -> None:
    folder = tree / "share/mock-api/licenses"
    missing = set()
    for text in folder.glob("lib*.txt"):
        named = re.findall(r"/usr/share/common-licenses/([A-Za-z0-9.-]*[A-Za-z0-9])", text.read_text(errors="replace"))
        missing |= {name for name in named if not list(folder.glob(f"{name.removesuffix('.gz')}*.txt"))}
    assert missing == set()
