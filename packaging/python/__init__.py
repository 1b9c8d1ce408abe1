"""mock-api, the program: `mock-api serve`, `python -m mock_api serve`, or `subprocess.run([mock_api.program(), …])`."""

import os
import sys
from pathlib import Path


def program() -> Path:
    """Where the program is; its libraries and data are beside its folder."""
    return Path(__file__).parent / "bin" / "mock-api"


def main() -> None:
    """Becomes the program."""
    path = str(program())
    os.execv(path, [path, *sys.argv[1:]])
