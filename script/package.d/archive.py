"""Packs files so that the same files give the same bytes: sorted, of one owner, of one time.

A file is given by its name in the archive; what ends in a slash is a folder.
"""

from __future__ import annotations

import contextlib
import gzip
import io
import os
import tarfile
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

# What becomes a file: one that is there, or its text.
Source = Path | str
# Level 9 takes twice the time of level 6 and saves half a percent.
LEVEL = 6


def tree_files(folder: Path, prefix: str) -> dict[str, Source]:
    """All files of a folder, below a prefix that ends in a slash."""
    return {prefix + str(path.relative_to(folder)): path for path in folder.rglob("*") if path.is_file()}


@contextlib.contextmanager
def appearing(target: Path) -> Iterator[BinaryIO]:
    """Writes beside the target and then moves the file there, so that it is never half there."""
    unfinished = target.with_name(target.name + ".new")
    with unfinished.open("wb") as raw:
        yield raw
    os.replace(unfinished, target)


def ordered(files: dict[str, Source]) -> list[tuple[str, Source]]:
    """The files as a walk through sorted folders meets them."""
    return sorted(files.items(), key=lambda item: item[0].split("/"))


def content(source: Source) -> bytes:
    """A file's bytes."""
    return source.read_bytes() if isinstance(source, Path) else source.encode()


def mode(source: Source) -> int:
    """0755 for programs, else 0644."""
    return 0o755 if isinstance(source, Path) and source.stat().st_mode & 0o100 else 0o644


def write_tar(files: dict[str, Source], seconds: int, target: Path) -> None:
    """Writes a .tar.gz with the folders of the files."""
    folders = {name[: end + 1] for name in files for end, letter in enumerate(name) if letter == "/"}
    with (
        appearing(target) as raw,
        gzip.GzipFile(filename="", mode="wb", compresslevel=LEVEL, fileobj=raw, mtime=seconds) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as tar,
    ):
        for name, source in ordered(files | dict.fromkeys(folders, "")):
            info = tarfile.TarInfo(name.rstrip("/"))
            info.uname = info.gname = "root"
            info.mtime = seconds
            if name.endswith("/"):
                info.type, info.mode = tarfile.DIRTYPE, 0o755
                tar.addfile(info)
            else:
                data = content(source)
                info.size, info.mode = len(data), mode(source)
                tar.addfile(info, io.BytesIO(data))


def write_zip(files: dict[str, Source], seconds: int, target: Path) -> None:
    """Writes a .zip, as wheels and jars are."""
    # Zip archives know no time before 1980.
    moment = time.gmtime(max(seconds, 315532800))[:6]
    with appearing(target) as raw, zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL) as packed:
        for name, source in files.items():
            info = zipfile.ZipInfo(name, moment)
            info.create_system = 3
            info.external_attr = (0o100000 | mode(source)) << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(info, content(source))
