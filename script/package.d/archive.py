"""Packs a folder so that the same files give the same bytes: sorted, of one owner, of one time.

Usage: archive.py FOLDER SECONDS ARCHIVE
"""

from __future__ import annotations

import gzip
import os
import sys
import tarfile
from pathlib import Path


def entries(folder: Path) -> list[Path]:
    """The folder and all that is in it, in the order of their names."""
    return [folder, *sorted(folder.rglob("*"), key=lambda path: path.relative_to(folder).parts)]


def pack(folder: Path, seconds: int, archive: Path) -> None:
    """Writes the archive beside its place and then moves it there, so that it is never half there."""

    def plain(info: tarfile.TarInfo) -> tarfile.TarInfo:
        info.uid = info.gid = 0
        info.uname = info.gname = "root"
        info.mtime = seconds
        info.mode = 0o755 if info.isdir() or info.mode & 0o100 else 0o644
        return info

    unfinished = archive.with_suffix(".new")
    with (
        unfinished.open("wb") as raw,
        gzip.GzipFile(filename="", mode="wb", compresslevel=9, fileobj=raw, mtime=seconds) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as tar,
    ):
        for path in entries(folder):
            tar.add(path, str(Path(folder.name) / path.relative_to(folder)), recursive=False, filter=plain)
    os.replace(unfinished, archive)


if __name__ == "__main__":
    pack(Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
