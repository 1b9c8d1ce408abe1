"""The kits have the names that docs/test-kits.md gives them, and a kit that lacks one is found."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "script/generate.d"))

import concepts  # noqa: E402


def test_each_kit_has_each_concept() -> None:
    assert concepts.findings() == []
    assert len(concepts.rows((ROOT / concepts.GUIDE).read_text(encoding="utf-8"))) > 25


@pytest.mark.parametrize(
    ("kit", "file", "old", "new", "lacking"),
    [
        ("python", "src/mock_api_testing/world.py", "def sign_in(", "def log_in(", "world.sign_in(api, account)"),
        ("python", "src/mock_api_testing/process.py", "    overlay: M", "    overlays: M", "no argument overlay of"),
        ("javascript", "src/index.d.ts", "  onCall?: ", "  call?: ", "no argument onCall of world.answer"),
        ("javascript", "src/index.d.ts", "class UnawaitedError", "class ForgottenError", "UnawaitedError"),
        ("swift", "Sources/MockAPIClient/MockAPIError.swift", "case adminToken", "case token", "MockAPIError.adminToken"),
        ("swift", "Sources/MockAPIClient/Parts.swift", "func advance(by", "func advance(after", "no argument by of"),
        ("jvm", "src/main/java/mockapi/testing/World.java", " url(", " address(", "does not declare world.url(api)"),
    ],
)
def test_missing_name_is_found(tmp_path: Path, kit: str, file: str, old: str, new: str, lacking: str) -> None:
    for name in ("clients/python/src", "clients/javascript/src", "clients/swift/Sources", "clients/jvm/src/main/java"):
        shutil.copytree(ROOT / name, tmp_path / name)
    (tmp_path / "docs").mkdir()
    shutil.copy(ROOT / concepts.GUIDE, tmp_path / concepts.GUIDE)
    changed = tmp_path / "clients" / kit / file
    text = changed.read_text(encoding="utf-8")
    assert old in text
    changed.write_text(text.replace(old, new), encoding="utf-8")
    found = concepts.findings(tmp_path)
    assert found and all(f"clients/{kit} " in line for line in found)
    assert any(lacking in line for line in found)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("| a | `world.url` | `world.url` | `world.url` |", "has 3 cells instead of 4"),
        ("| a | `world.url` | `world.url` | | `world.url` |", "clients/swift has no name for it, and no reason"),
        ("| a | `world.url(path)` | – none | – none | – none |", "clients/python has no argument path of world.url"),
        ("| a | `world.nothing` | – none | – none | – none |", "clients/python does not declare world.nothing"),
    ],
)
def test_row_without_a_name_is_found(monkeypatch: pytest.MonkeyPatch, row: str, message: str) -> None:
    monkeypatch.setattr(concepts, "rows", lambda _: [[one.strip() for one in row.strip("|").split(" |")]])
    [found] = concepts.findings()
    assert message in found
