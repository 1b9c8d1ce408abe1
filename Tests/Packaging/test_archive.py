"""The archive: what is in it, and that a bare Debian without Swift serves from it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from bare_root import REQUESTS, Root
from conftest import REPOSITORY

EVERYTHING = dict.fromkeys(REQUESTS, "200")
# As seen from the root that the archive is unpacked in.
UNPACKED = "/opt/mock-api"
ADVICE = "install them with: apt-get install "


@pytest.fixture(scope="module")
def bare(archive: Path, new_root: Callable[[], Root]) -> Root:
    """A bare root with the archive unpacked in it."""
    root = new_root()
    (root_opt := root.path / "opt/mock-api").parent.mkdir(exist_ok=True)
    root.namespaces.run("mkdir", "-p", root_opt)
    root.namespaces.run("tar", "-xzf", archive, "-C", root_opt, "--strip-components=1")
    return root


@pytest.fixture(scope="module")
def equipped(bare: Root) -> Root:
    """The same after following the advice about missing libraries, and nothing else."""
    # The last test that wants the libraries missing has run by then, as tests run in the order of this file.
    advice = bare.run(f"{UNPACKED}/share/mock-api/check-libraries", check=False).stderr
    packages = advice.split(ADVICE)[1].splitlines()[0].split()
    bare.run("apt-get", "update", "-q", offline=False)
    install = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-q", "--no-install-recommends"]
    bare.run(*install, *packages, offline=False)
    return bare


# What is in it


def test_its_files_are_sorted_of_one_owner_and_one_time(archive: Path) -> None:
    with tarfile.open(archive) as tar:
        members = tar.getmembers()
    assert [m.name.split("/") for m in members] == sorted(m.name.split("/") for m in members)
    assert {(m.uid, m.gid, m.uname, m.gname) for m in members} == {(0, 0, "root", "root")}
    assert len({m.mtime for m in members}) == 1
    assert {m.mode for m in members} <= {0o755, 0o644}


def test_packing_again_gives_the_same_bytes(archive: Path, tree: Path, tmp_path: Path) -> None:
    with tarfile.open(archive) as tar:
        seconds = int(tar.getmembers()[0].mtime)
    again = tmp_path / archive.name
    packer = REPOSITORY / "script/package.d/archive.py"
    subprocess.run([sys.executable, packer, tree, str(seconds), again], check=True)
    assert again.read_bytes() == archive.read_bytes()


def test_the_list_of_files_is_complete(tree: Path) -> None:
    listed = (tree / "share/mock-api/files").read_text().splitlines()
    there = {str(path.relative_to(tree)) for top in ("bin", "share") for path in (tree / top).rglob("*") if path.is_file()}
    assert set(listed) == there


def test_its_name_has_the_version_that_the_program_states(archive: Path, tree: Path) -> None:
    version = subprocess.run([tree / "bin/mock-api", "--version"], capture_output=True, text=True, check=True)
    assert archive.name.startswith(f"mock-api-{version.stdout.strip()}-")


def test_the_program_is_stripped_and_brings_swift_with_it(tree: Path) -> None:
    if sys.platform != "linux":
        pytest.skip("macOS has Swift's runtime itself")
    tool = ["readelf", "--wide", "--dynamic", "--sections", tree / "bin/mock-api"]
    told = subprocess.run(tool, capture_output=True, text=True, check=True).stdout
    assert "libswift" not in told and "libFoundation" not in told
    assert ".debug_info" not in told and ".symtab" not in told


@pytest.mark.parametrize(
    ("shell", "script"),
    [
        ("bash", "share/bash-completion/completions/mock-api"),
        ("zsh", "share/zsh/site-functions/_mock-api"),
        ("fish", "share/fish/vendor_completions.d/mock-api.fish"),
    ],
)
def test_completions_are_scripts_of_their_shell(tree: Path, shell: str, script: str) -> None:
    assert "serve" in (tree / script).read_text()
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    subprocess.run([shell, "-n", tree / script], check=True)


def test_the_manual_is_clean_and_reports_every_command(tree: Path) -> None:
    page = tree / "share/man/man1/mock-api.1"
    if not shutil.which("mandoc"):
        pytest.skip("mandoc is not installed")
    lint = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", page], capture_output=True, text=True, check=False)
    assert (lint.returncode, lint.stdout) == (0, "")
    text = subprocess.run(["mandoc", "-T", "utf8", page], capture_output=True, text=True, check=True).stdout
    text = re.sub(".\b", "", text)
    for command in ("serve", "exec", "check", "routes", "ctl clock advance", "ctl worlds create"):
        assert f"   mock-api {command}" in text, command


def test_the_documents_install_the_packages_that_the_program_needs(tree: Path) -> None:
    table = (tree / "share/mock-api/libraries").read_text().splitlines()[1:]
    # Every Debian has those that its own package manager needs.
    needed = {line.split("\t")[1] for line in table} - {"", "libcap2", "libgcc-s1", "libstdc++6"}
    for document in ("docs/ci.md", "docker/Dockerfile"):
        words = set(re.findall(r"[a-z0-9.+-]+", (REPOSITORY / document).read_text(encoding="utf-8")))
        assert needed <= words, document


# On a bare Debian


def test_an_installation_names_each_missing_library_and_its_package(bare: Root, tree: Path) -> None:
    installed = bare.run(f"{UNPACKED}/install", "--prefix", "/usr/local", check=False)
    assert installed.returncode == 1
    present = bare.run("/sbin/ldconfig", "-p").stdout
    for line in (tree / "share/mock-api/libraries").read_text().splitlines()[1:]:
        library, package = line.split("\t")
        if library not in present:
            assert f"  {library} is in the package {package}\n" in installed.stderr
    started = bare.run("/usr/local/bin/mock-api", "--version", check=False)
    assert started.returncode == 127, "a library was to be missing"


def test_the_packages_that_it_named_are_enough(equipped: Root) -> None:
    check = equipped.run("/usr/local/share/mock-api/check-libraries")
    assert check.stdout + check.stderr == ""
    assert equipped.run("mock-api", "--version").returncode == 0


@pytest.mark.parametrize("directory", ["/", "/usr/local/bin", "/tmp"])
def test_it_serves_every_api_from_any_directory(equipped: Root, directory: str) -> None:
    service = equipped.serve("mock-api", "serve", directory=directory)
    assert equipped.ask_every_api() == EVERYTHING
    assert service.stop() == 0


def test_it_serves_through_symbolic_links(equipped: Root) -> None:
    equipped.run("ln", "-s", f"{UNPACKED}/bin/mock-api", "/srv/one")
    equipped.run("ln", "-s", "../srv/one", "/srv/two")
    service = equipped.serve("/srv/two", "serve", directory="/srv")
    assert equipped.ask_every_api() == EVERYTHING
    assert service.stop() == 0


def test_a_program_without_its_data_says_where_it_looked(equipped: Root) -> None:
    equipped.run("cp", "/usr/local/bin/mock-api", "/srv/alone")
    failed = equipped.run("/srv/alone", "serve", check=False)
    assert failed.returncode == 1
    assert "looked in: /srv/Seeds, /share/mock-api/Seeds, /Seeds; name their folder with" in failed.stderr
    named = ["--seeds", "/usr/local/share/mock-api/Seeds"]
    failed = equipped.run("env", "MOCK_API_OPENAPI=/srv", "/srv/alone", "serve", *named, check=False)
    assert "the API documents were not found; looked in: /srv; name their folder with" in failed.stderr
    openapi = "MOCK_API_OPENAPI=/usr/local/share/mock-api/openapi"
    service = equipped.serve("env", openapi, "/srv/alone", "serve", *named)
    assert service.stop() == 0


def test_there_is_no_swift(equipped: Root) -> None:
    found = equipped.run("find", "/", "-xdev", "(", "-iname", "libswift*", "-o", "-name", "swift", ")")
    assert found.stdout == ""


def test_an_installation_takes_the_place_of_an_older_one_and_can_be_taken_away(equipped: Root) -> None:
    share = "/usr/local/share/mock-api"
    equipped.run("sh", "-c", f"echo old >{share}/Seeds/old.json; echo share/mock-api/Seeds/old.json >>{share}/files")
    equipped.run("touch", "/usr/local/share/somebody-elses")
    equipped.run(f"{UNPACKED}/install", "--prefix", "/usr/local")
    assert equipped.run("test", "-e", f"{share}/Seeds/old.json", check=False).returncode == 1
    equipped.run(f"{share}/uninstall")
    assert equipped.run("find", "/usr/local", "-type", "f").stdout == "/usr/local/share/somebody-elses\n"
    assert equipped.run("test", "-e", share, check=False).returncode == 1
