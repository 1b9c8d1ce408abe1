"""Puts beside a program in a tree what it needs elsewhere: its libraries, licences, a bill of materials, and the list of all
files with their checksums.

Usage: contents.py [--system-libraries] BINARY TREE VERSION SECONDS
       contents.py --list TREE    (at the end: writes the list)
  BINARY               the program as it was built; TREE/bin/mock-api is its stripped copy
  --system-libraries   the program goes on using those of the system

- lib/mock-api: each shared library that not every system has, as this system has it: its bytes are the distribution's.
- The program looks for them there first, by a path from its own place (RPATH, which libraries that libraries need follow,
  other than RUNPATH). patchelf writes it rather than an option of the linker: developers' builds and those of Homebrew use
  the system's libraries, and any program can be packaged.
- share/mock-api/system: on which systems the program runs. share/mock-api/files: SHA-256 and path of all files.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

import bill
import components
import systems
from components import Component

FOLDER = "lib/mock-api"
LIST = "share/mock-api/files"


def run(*command: str | Path) -> None:
    """Runs a tool; its output is shown when it fails."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"error: {' '.join(map(str, command))}: {done.stdout}{done.stderr}")


def include(libraries: list[Component], tree: Path) -> None:
    """Copies the libraries, and has the program find them."""
    folder = tree / FOLDER
    folder.mkdir(parents=True)
    for part in libraries:
        for name, path in part.libraries.items():
            shutil.copyfile(path, folder / name)
    program = tree / "bin/mock-api"
    if not systems.MACOS:
        run("patchelf", "--force-rpath", "--set-rpath", f"$ORIGIN/../{FOLDER}", program)
        return
    for file in [program, *sorted(folder.iterdir())]:
        place = "@loader_path" if file.parent == folder else f"@loader_path/../{FOLDER}"
        changes = [word for line in systems.said("otool", "-L", file).splitlines()[1:]
                   if (path := line.strip().split(" (")[0]) and (folder / Path(path).name).exists()
                   for word in ("-change", path, f"{place}/{Path(path).name}")]
        identity = ["-id", f"{place}/{file.name}"] if file.parent == folder else []
        run("install_name_tool", *identity, *changes, file)
        run("codesign", "--force", "--sign", "-", file)


def write_licenses(parts: list[Component], tree: Path) -> None:
    """Writes the licences' texts, one folder for all; texts of several packages are the same file."""
    folder = tree / "share/mock-api/licenses"
    folder.mkdir(parents=True)
    for part in parts:
        for name, text in part.license_files():
            shared = text.parent == Path("/usr/share/common-licenses")
            shutil.copyfile(text, folder / (f"{text.name}.txt" if shared else name))


def write_list(tree: Path) -> None:
    """Writes the list of all files but itself, as `sha256sum --check` reads it."""
    files = sorted(str(path.relative_to(tree)) for path in tree.rglob("*") if path.is_file())
    lines = [f"{hashlib.sha256((tree / name).read_bytes()).hexdigest()}  {name}\n" for name in files if name != LIST]
    (tree / LIST).write_text("".join(lines), encoding="utf-8")


def main() -> None:
    """Reads the command line."""
    if sys.argv[1:2] == ["--list"]:
        write_list(Path(sys.argv[2]))
        return
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--system-libraries", action="store_true")
    parser.add_argument("binary", type=Path)
    parser.add_argument("tree", type=Path)
    parser.add_argument("version")
    parser.add_argument("seconds", type=int)
    given = parser.parse_args()

    tree: Path = given.tree
    share = tree / "share/mock-api"
    libraries = components.system_libraries(given.binary)
    compiled = [*components.swift_packages(given.binary), *components.swift_itself()]
    if not given.system_libraries:
        include(libraries, tree)
    inside = [] if given.system_libraries else libraries
    write_licenses([*compiled, *inside], tree)
    files = [tree / "bin/mock-api", *(tree / FOLDER).glob("*")]
    (share / "system").write_text(systems.described(systems.needed_version(files)) + "\n", encoding="utf-8")
    name = f"mock-api-{given.version}-{systems.name()}"
    bill.write(share / "mock-api.spdx.json", name, given.version, given.seconds, libraries, compiled,
               inside=not given.system_libraries)


if __name__ == "__main__":
    main()
