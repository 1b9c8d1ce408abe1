"""Makes the packages of a tree, each with all of its files: an archive, a wheel, npm's packages, and a jar; the bill of
materials beside them, and the checksums of them all.

Usage: packages.py TREE VERSION SECONDS FOLDER FORMAT…
  FORMAT   archive, wheel, npm or jar

Prints the paths of what it made, one on a line, in the order of the formats.
"""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import systems
from archive import Source, content, tree_files, write_tar, write_zip
from contents import LIST

PARTS = Path(__file__).parents[2] / "packaging"
SUMMARY = "A local mock backend for app developers: one program, one port, documented APIs with real state."
# All systems that the release workflow makes packages for, as Node names them.
NPM_SYSTEMS = [(system, processor) for system in ("linux", "darwin") for processor in ("x64", "arm64")]


@dataclass
class Release:
    """What is packaged, and where it goes."""

    tree: Path
    version: str
    seconds: int
    folder: Path

    @property
    def name(self) -> str:
        """The name of the packages for this system, without an ending."""
        return f"mock-api-{self.version}-{systems.name()}"

    def archive(self) -> list[Path]:
        """The archive that people unpack or install from."""
        target = self.folder / f"{self.name}.tar.gz"
        extra: dict[str, Source] = {f"{self.name}/{file}": PARTS / "archive" / file for file in ("README", "install")}
        write_tar(tree_files(self.tree, f"{self.name}/") | extra, self.seconds, target)
        return [target]

    def wheel(self) -> list[Path]:
        """The wheel: the tree is the package `mock_api`, from which a command of Python runs the program."""
        files = [self.tree / "bin/mock-api", *(self.tree / "lib").rglob("*.*")]
        tag = systems.wheel_tag(systems.needed_version(file for file in files if file.is_file()))
        info = f"mock_api-{self.version}.dist-info"
        readme = (PARTS / "python/README.md").read_text(encoding="utf-8")
        metadata = {"Metadata-Version": "2.1", "Name": "mock-api", "Version": self.version, "Summary": SUMMARY,
                    "Requires-Python": ">=3.8", "Description-Content-Type": "text/markdown"}
        about = {"Wheel-Version": "1.0", "Generator": "mock-api-package", "Root-Is-Purelib": "false", "Tag": tag}
        contents = tree_files(self.tree, "mock_api/")
        contents |= {f"mock_api/{file.name}": file for file in (PARTS / "python").glob("*.py")}
        contents |= {
            f"{info}/METADATA": lines(metadata) + f"\n{readme}",
            f"{info}/WHEEL": lines(about),
            f"{info}/entry_points.txt": "[console_scripts]\nmock-api = mock_api:main\n",
        }
        contents = dict(sorted(contents.items()))
        # It is the last, as wheels have it.
        contents[f"{info}/RECORD"] = record(contents, f"{info}/RECORD")
        target = self.folder / f"mock_api-{self.version}-{tag}.whl"
        write_zip(contents, self.seconds, target)
        return [target]

    def npm(self) -> list[Path]:
        """npm's package for this system, which has the program, and the one that depends on those of all systems."""
        system, processor = systems.npm_names()
        own = f"mock-api-{system}-{processor}"
        limits = {"os": [system], "cpu": [processor], **({"libc": ["glibc"]} if system == "linux" else {})}
        files = tree_files(self.tree, "package/")
        files["package/program.cjs"] = PARTS / "npm/program.cjs"
        files["package/README.md"] = PARTS / "npm/README.md"
        files["package/package.json"] = self.manifest(own, "bin/mock-api", limits)
        others = {f"mock-api-{each}-{kind}": self.version for each, kind in NPM_SYSTEMS}
        program: dict[str, Source] = {
            "package/program.cjs": PARTS / "npm/any-program.cjs",
            "package/mock-api.cjs": PARTS / "npm/any-mock-api.cjs",
            "package/README.md": PARTS / "npm/README.md",
            "package/package.json": self.manifest("mock-api", "mock-api.cjs", {"optionalDependencies": others}),
        }
        targets = [self.folder / f"{name}-{self.version}.tgz" for name in (own, "mock-api")]
        for target, contents in zip(targets, (files, program), strict=True):
            write_tar(contents, self.seconds, target)
        return targets

    def manifest(self, name: str, program: str, more: dict[str, Any]) -> str:
        """The package.json of one of npm's packages."""
        described = {
            "name": name, "version": self.version, "description": SUMMARY, "bin": {"mock-api": program},
            "exports": {"./program": "./program.cjs", "./package.json": "./package.json"}, "engines": {"node": ">=18"},
        }
        return json.dumps(described | more, indent=2) + "\n"

    def jar(self) -> list[Path]:
        """The jar that the JVM kit finds on the class path; the list of its files is the tree's."""
        target = self.folder / f"mock-api-program-{self.version}-{systems.name()}.jar"
        head = f"Manifest-Version: 1.0\r\nImplementation-Version: {self.version}\r\n\r\n"
        files = tree_files(self.tree, f"mockapi/program/{systems.name()}/")
        files[f"mockapi/program/{systems.name()}/version"] = self.version
        write_zip({"META-INF/MANIFEST.MF": head} | dict(sorted(files.items())), self.seconds, target)
        return [target]


def lines(fields: dict[str, str]) -> str:
    """Fields as headers are written."""
    return "".join(f"{name}: {value}\n" for name, value in fields.items())


def record(contents: dict[str, Source], own: str) -> str:
    """The wheel's list of files with their hashes."""
    listed = []
    for name, source in contents.items():
        data = content(source)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        listed.append(f"{name},sha256={digest},{len(data)}\n")
    return "".join(listed) + f"{own},,\n"


def main() -> None:
    """Makes the formats side by side: compression, which is nearly all of the work, lets other threads run."""
    tree, version, seconds, folder, *formats = sys.argv[1:]
    release = Release(Path(tree), version, int(seconds), Path(folder))
    makers: dict[str, Callable[[], list[Path]]] = {
        "archive": release.archive, "wheel": release.wheel, "npm": release.npm, "jar": release.jar,
    }
    with ThreadPoolExecutor(2) as pool:
        made = [path for paths in pool.map(lambda name: makers[name](), formats) for path in paths]
    bill = release.folder / f"{release.name}.spdx.json"
    shutil.copyfile(release.tree / "share/mock-api/mock-api.spdx.json", bill)
    made.append(bill)
    sums = release.folder / f"{release.name}.sha256"
    sums.write_text("".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in made))
    print(*made, sums, sep="\n")


if __name__ == "__main__":
    if not (Path(sys.argv[1]) / LIST).is_file():
        raise SystemExit(f"error: {sys.argv[1]} is no tree of script/package")
    main()
