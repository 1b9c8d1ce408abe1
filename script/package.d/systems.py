"""What systems a program runs on, and how archives, wheels, npm and the JVM name them."""

from __future__ import annotations

import functools
import platform
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

MACOS = sys.platform == "darwin"
# glibc's own version of the relocations that it reads in packed form: https://sourceware.org/glibc/wiki/Release/2.36
RELOCATIONS, SINCE = "GLIBC_ABI_DT_RELR", (2, 36)

Version = tuple[int, int]


def architecture() -> str:
    """The processor's kind as `uname -m` gives it: x86_64, aarch64; arm64 on macOS."""
    return platform.machine()


def name() -> str:
    """The system as archives name it: linux-x86_64, macos-arm64."""
    return f"{'macos' if MACOS else 'linux'}-{architecture()}"


def npm_names() -> tuple[str, str]:
    """The system and the processor as Node names them (process.platform, process.arch)."""
    processor = {"x86_64": "x64", "aarch64": "arm64"}.get(architecture(), architecture())
    return "darwin" if MACOS else "linux", processor


def said(*command: str | Path) -> str:
    """What a command prints; its failure is ours."""
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True).stdout


def needed_version(files: Iterable[Path]) -> Version:
    """The oldest glibc (on macOS: the oldest macOS) that has all that the files use."""
    return max(needed_macos(file) if MACOS else needed_glibc(file) for file in files)


def needed_glibc(file: Path) -> Version:
    """The newest symbol version of glibc that a file needs (PEP 600)."""
    versions = set(re.findall(r"Name: (GLIBC_\S+)", said("readelf", "--wide", "--version-info", file)))
    found = [(int(match[1]), int(match[2])) for text in versions if (match := re.match(r"GLIBC_(\d+)\.(\d+)", text))]
    return max([(2, 0), *found, *([SINCE] if RELOCATIONS in versions else [])])


def needed_macos(file: Path) -> Version:
    """The oldest macOS that a file was linked for."""
    found = re.search(r"\bminos (\d+)\.(\d+)", said("otool", "-l", file))
    if not found:
        raise SystemExit(f"error: {file} does not say which macOS it needs")
    return int(found[1]), int(found[2])


@functools.cache
def described(version: Version) -> str:
    """The systems on which a program that needs this version runs, for people."""
    system = f"macOS {version[0]}" if MACOS else f"Linux with glibc {version[0]}.{version[1]}"
    return f"{system} or later, {architecture()}"


def wheel_tag(version: Version) -> str:
    """The tag of wheels for these systems, as packaging.python.org specifies it."""
    system = f"macosx_{version[0]}_{version[1]}" if MACOS else f"manylinux_{version[0]}_{version[1]}"
    return f"py3-none-{system}_{architecture()}"
