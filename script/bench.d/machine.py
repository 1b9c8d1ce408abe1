"""Facts about the machine and the programs, without which figures can't be compared."""

from __future__ import annotations

import os
import platform
import re
import subprocess
from pathlib import Path

from processes import find_program


def facts(root: Path) -> dict:
    """What goes into the result file about where it was measured."""
    return {
        "cores": os.cpu_count(),
        "processor": processor(),
        "system": platform.system(),
        "kernel": platform.release(),
        "load_average_before": os.getloadavg()[0],
        "wrk": first_line([find_program("wrk"), "-v"], r"wrk (\S+)"),
        "nginx": first_line([find_program("nginx"), "-v"], r"nginx/(\S+)"),
        "libmicrohttpd": first_line(["pkg-config", "--modversion", "libmicrohttpd"], r"(\S+)"),
        "swift": first_line(["swiftc", "--version"], r"Swift version (\S+)"),
        "commit": first_line(["git", "-C", str(root), "describe", "--always", "--dirty"], r"(\S+)"),
    }


def first_line(command: list[str], pattern: str) -> str | None:
    """What the pattern finds in a program's output, whatever its exit code: `wrk -v` has 1."""
    try:
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=20, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = re.search(pattern, done.stdout)
    if not found or done.stdout.startswith("fatal:"):
        return None
    return found[1]


def processor() -> str | None:
    """The processor's name."""
    listing = Path("/proc/cpuinfo")
    if listing.exists():
        found = re.search(r"model name\s*:\s*(.+)", listing.read_text())
        return found[1] if found else None
    return first_line(["sysctl", "-n", "machdep.cpu.brand_string"], r"(.+)")
