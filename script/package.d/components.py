"""What a built program consists of and loads: the system's libraries, Swift's packages, and Swift's own libraries."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from systems import MACOS, said

ROOT = Path(__file__).parents[2]
LICENSES = ROOT / "packaging/licenses.tsv"
# The C library and its parts and loader: they belong to the system's kernel and name service, and without them nothing
# runs at all.
SYSTEM = re.compile(r"(ld-linux.*|lib(c|m|dl|rt|pthread|util|resolv|nsl|anl|mvec))\.so(\..*)?")
COMMON = re.compile(r"/usr/share/common-licenses/([A-Za-z0-9.-]*[A-Za-z0-9])")


@dataclass
class Component:
    """A package of libraries, or a part of the program itself."""

    name: str
    version: str
    purl: str
    license: str
    source: str = ""
    texts: list[Path] = field(default_factory=list)
    libraries: dict[str, Path] = field(default_factory=dict)
    """The shared libraries of it by the names that the loader looks for."""

    def license_files(self) -> Iterator[tuple[str, Path]]:
        """The files with its licences, by their names in a package."""
        for number, text in enumerate(self.texts):
            yield f"{self.name}{f'-{number + 1}' if number else ''}.txt", text


def licenses() -> dict[str, str]:
    """The licences of libraries and packages by their names."""
    lines = LICENSES.read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t") for line in lines if line and not line.startswith("#"))


def license_of(name: str) -> str:
    """The licence of a library or a Swift package."""
    known = licenses()
    if name not in known:
        raise SystemExit(f"error: {LICENSES.relative_to(ROOT)} does not say which licence {name} has; add it")
    return known[name]


def required(text: Path) -> Path:
    """A licence's file, which must be there."""
    if not text.is_file():
        raise SystemExit(f"error: {text}, which has a licence that every package must contain, is missing")
    return text


def system_libraries(binary: Path) -> list[Component]:
    """The packages of the libraries that the loader finds for a program, but for those that all systems have."""
    found: dict[str, Component] = {}
    for name, path in (macos_libraries if MACOS else linux_libraries)(binary).items():
        part = (homebrew if MACOS or "Cellar" in path.resolve().parts else debian)(name, path)
        known = found.setdefault(part.name, part)
        known.libraries |= part.libraries
        if part.license not in known.license:
            known.license = f"({known.license}) AND ({part.license})"
    return [found[name] for name in sorted(found)]


def linux_libraries(binary: Path) -> dict[str, Path]:
    """What `ldd` names, with the libraries that libraries need."""
    found = {}
    for line in said("ldd", binary).splitlines():
        name, arrow, path = line.strip().partition(" => ")
        if not arrow or SYSTEM.fullmatch(name):
            continue
        if path.startswith("not found"):
            raise SystemExit(f"error: {name}, which {binary} needs, is not on this machine")
        found[name] = Path(path.split(" (")[0])
    return found


def debian(name: str, path: Path) -> Component:
    """The Debian or Ubuntu package of a library."""
    if not shutil.which("dpkg-query"):
        raise SystemExit("error: packages with their libraries are made on Debian, Ubuntu or macOS: dpkg-query is missing")
    real = path.resolve()
    # It may know the file by its place before /lib became a link to /usr/lib.
    places = dict.fromkeys(str(place) for place in (path, real, f"/{real.relative_to('/usr')}", f"/usr{path}"))
    owner = next(filter(None, map(owning_package, places)), None)
    if not owner:
        raise SystemExit(f"error: no package of this system has {path}, so its licence is not known")
    form = "${Package}\t${Version}\t${Architecture}\t${source:Package} ${source:Version}"
    package, version, architecture, source = said("dpkg-query", "--show", "-f", form, owner).split("\t")
    text = required(Path("/usr/share/doc", package, "copyright"))
    named = sorted(set(COMMON.findall(text.read_text(encoding="utf-8", errors="replace"))))
    # Names without a version are links to the newest.
    common = dict.fromkeys(Path("/usr/share/common-licenses", name).resolve() for name in named)
    identifier = re.search(r"^ID=(\w+)", Path("/etc/os-release").read_text(encoding="utf-8"), re.MULTILINE)
    distribution = identifier[1] if identifier else "debian"
    purl = f"pkg:deb/{distribution}/{package}@{version.replace(':', '%3A').replace('+', '%2B')}?arch={architecture}"
    return Component(
        package, version, purl, license_of(name.split(".so")[0]), source,
        [text, *(path for path in common if path.is_file())], {name: real},
    )


def owning_package(path: str) -> str | None:
    """The package that has a file, as dpkg names it."""
    try:
        return said("dpkg-query", "--search", path).split(": ")[0].split(",")[0]
    except subprocess.CalledProcessError:
        return None


def macos_libraries(binary: Path) -> dict[str, Path]:
    """Homebrew's libraries that a program and its libraries load; macOS has the others."""
    found: dict[str, Path] = {}
    waiting = [binary]
    while waiting:
        for line in said("otool", "-L", waiting.pop()).splitlines()[1:]:
            path = Path(line.strip().split(" (")[0])
            if path.is_absolute() and not str(path).startswith(("/usr/lib/", "/System/")) and path.name not in found:
                found[path.name] = path
                waiting.append(path.resolve())
    return found


def homebrew(name: str, path: Path) -> Component:
    """The formula of a library: its file is Cellar/FORMULA/VERSION/lib/NAME."""
    parts = path.resolve().parts
    if "Cellar" not in parts:
        raise SystemExit(f"error: {path} is not one of Homebrew's, so its licence is not known")
    place = parts.index("Cellar")
    formula, version = parts[place + 1], parts[place + 2]
    folder = Path(*parts[: place + 3])
    texts = sorted(text for kind in ("LICENSE*", "LICENCE*", "COPYING*") for text in folder.glob(kind) if text.is_file())
    license_name = license_of(re.split(r"\.[0-9]|\.dylib|\.so", name)[0])
    return Component(formula, version, f"pkg:brew/{formula}@{version}", license_name, "", texts, {name: path.resolve()})


def swift_packages(binary: Path) -> list[Component]:
    """The packages that Package.swift names, which are compiled into the program."""
    manifest = (ROOT / "Package.swift").read_text(encoding="utf-8")
    found = []
    for url, version in re.findall(r'\.package\(url: "([^"]+)", exact: "([^"]+)"\)', manifest):
        name = url.rsplit("/", 1)[1].removesuffix(".git")
        purl = f"pkg:swift/{url.removeprefix('https://').removesuffix('.git')}@{version}"
        found.append(Component(name, version, purl, license_of(name), url, [checked_out(binary, name)]))
    if len(found) != manifest.count(".package("):
        raise SystemExit("error: Package.swift names packages in another way than components.py reads")
    return sorted(found, key=lambda part: part.name)


def checked_out(binary: Path, package: str) -> Path:
    """The licence of a Swift package: from the build's folder, else from this project's."""
    folders = [folder / "checkouts" / package for folder in [*binary.resolve().parents, ROOT / ".build"]]
    for folder in folders:
        texts = sorted(folder.glob("LICENSE*")) if folder.is_dir() else []
        if texts:
            return texts[0]
    raise SystemExit(f"error: the sources of {package} are not below .build/checkouts: run swift package resolve")


def swift_itself() -> list[Component]:
    """Swift's libraries, which are part of the program on Linux, with the data of ICU; macOS has them."""
    if MACOS:
        return []
    compiler = shutil.which("swiftc")
    if not compiler:
        raise SystemExit("error: swiftc is not on PATH: the packages contain Swift's licence, which comes with it")
    match = re.search(r"Swift version (\S+)", said(compiler, "--version"))
    version = match[1] if match else "unknown"
    usr = Path(compiler).resolve().parents[1]
    names = ("share/swift/LICENSE.txt", "LICENSE.txt")
    places = [folder / name for folder in Path(compiler).resolve().parents for name in names]
    text = required(next((place for place in places if place.is_file()), places[0]))
    parts = [Component("swift", version, f"pkg:github/swiftlang/swift@swift-{version}-RELEASE", license_of("swift"), "", [text])]
    archive = usr / "lib/swift_static/linux/lib_FoundationICU.a"
    icu = re.search(rb"icudt(\d+)_dat", archive.read_bytes()) if archive.is_file() else None
    if icu:
        release = icu[1].decode()
        parts.append(Component("icu", release, f"pkg:github/unicode-org/icu@release-{release}-1", license_of("icu")))
    return parts
