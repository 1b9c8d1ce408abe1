"""The Homebrew formula: as far as a machine without Homebrew can tell."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from conftest import REPOSITORY

FORMULA = REPOSITORY / "packaging/homebrew/mock-api.rb"


def test_it_is_ruby() -> None:
    if not shutil.which("ruby"):
        pytest.skip("ruby is not installed")
    subprocess.run(["ruby", "-wc", FORMULA], check=True)


def test_it_depends_on_every_library_that_a_build_needs() -> None:
    script = '. script/lib/common.sh; . script/lib/packages.sh; for n in $LIBRARY_NEEDS; do brew_formulas "$n"; done'
    needed = subprocess.run(["bash", "-c", script], cwd=REPOSITORY, capture_output=True, text=True, check=True).stdout
    assert set(needed.split()) <= set(re.findall(r'(?:depends_on|uses_from_macos) "([^"]+)"', FORMULA.read_text(encoding="utf-8")))
