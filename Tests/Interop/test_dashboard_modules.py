"""The modules of the live page that need no page: filter, code, frames, files, forms."""

from __future__ import annotations

import subprocess
from pathlib import Path

FOLDER = Path(__file__).parent / "js" / "dashboard"


def test_the_modules_do_what_they_say() -> None:
    files = sorted(FOLDER.glob("*.test.mjs"))
    assert len(files) >= 3
    done = subprocess.run(["node", "--test", *files], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout[-5000:]
