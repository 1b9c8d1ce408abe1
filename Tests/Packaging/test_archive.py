"""The archive: what is in it, and that bare Debians without Swift and without its libraries serve from it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bare_root import REQUESTS, SUITES, Root
from conftest import FIGURES, REPOSITORY

EVERYTHING = dict.fromkeys(REQUESTS, "200")
# As seen from the root that the archive is unpacked in.
UNPACKED = "/opt/mock-api"
SHARE = "/usr/local/share/mock-api"
PARTS = ("bin", "lib", "share")
C_LIBRARY = re.compile(r"(lib(c|m|dl|rt|pthread|resolv|util)\.so\.\d+|/lib\d*/ld-linux.*|linux-vdso.*)$")


@pytest.fixture(scope="module", params=SUITES)
def bare(request: pytest.FixtureRequest, archive: Path, new_root: Callable[[str], Root]) -> Root:
    """A bare root with the archive unpacked in it, and nothing else."""
    root = new_root(request.param)
    (root_opt := root.path / "opt/mock-api").parent.mkdir(exist_ok=True)
    root.namespaces.run("mkdir", "-p", root_opt)
    root.namespaces.run("tar", "-xzf", archive, "-C", root_opt, "--strip-components=1")
    return root


@pytest.fixture(scope="module")
def installed(bare: Root) -> Root:
    """The same after its installer ran."""
    done = bare.run(f"{UNPACKED}/install", "--prefix", "/usr/local")
    assert done.stdout == "installed /usr/local/bin/mock-api\n"
    assert done.stderr == ""
    return bare


# What is in it


def test_its_files_are_sorted_of_one_owner_and_one_time(archive: Path) -> None:
    with tarfile.open(archive) as tar:
        members = tar.getmembers()
    assert [m.name.split("/") for m in members] == sorted(m.name.split("/") for m in members)
    assert {(m.uid, m.gid, m.uname, m.gname) for m in members} == {(0, 0, "root", "root")}
    assert len({m.mtime for m in members}) == 1
    assert {m.mode for m in members} <= {0o755, 0o644}


def test_the_list_of_files_is_complete_and_has_their_checksums(tree: Path) -> None:
    own = "share/mock-api/files"
    listed = {line[66:] for line in (tree / own).read_text().splitlines()}
    there = {str(path.relative_to(tree)) for top in PARTS for path in (tree / top).rglob("*") if path.is_file()}
    assert listed == there - {own}
    check = ["sha256sum"] if shutil.which("sha256sum") else ["shasum", "--algorithm", "256"]
    subprocess.run([*check, "--check", "--quiet", own], cwd=tree, check=True)


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


def test_it_is_no_larger_than_a_quick_download(archive: Path) -> None:
    assert archive.stat().st_size < 40_000_000


def test_it_loads_nothing_of_the_system_but_the_c_library(tree: Path) -> None:
    if sys.platform != "linux":
        pytest.skip("ldd is of Linux")
    loaded = subprocess.run(["ldd", tree / "bin/mock-api"], capture_output=True, text=True, check=True).stdout
    inside = set()
    for line in loaded.splitlines():
        name, _, path = line.strip().partition(" => ")
        if not C_LIBRARY.match(name.split(" (")[0]):
            place = Path(path.split(" (")[0])
            assert place.parent.resolve() == (tree / "lib/mock-api").resolve(), line
            inside.add(name)
    assert {path.name for path in (tree / "lib/mock-api").iterdir()} == inside


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


# On bare Debians


def test_it_runs_where_it_is_unpacked(bare: Root) -> None:
    assert bare.run("sh", "-c", "! command -v mock-api").returncode == 0
    service = bare.serve(f"{UNPACKED}/bin/mock-api", "serve")
    assert bare.ask_every_api() == EVERYTHING
    assert service.stop() == 0


def test_it_answers_soon_after_it_was_unpacked(bare: Root, archive: Path) -> None:
    begun = time.monotonic()
    bare.namespaces.run("mkdir", bare.path / "opt/second")
    bare.namespaces.run("tar", "-xzf", archive, "-C", bare.path / "opt/second", "--strip-components=1")
    service = bare.serve("/opt/second/bin/mock-api", "serve")
    assert bare.ask("/users/1") == "200"
    version = bare.run("cat", "/etc/debian_version").stdout.strip()
    FIGURES[f"the archive on a bare Debian {version}, unpacked and answering"] = f"{time.monotonic() - begun:.1f} s"
    assert service.stop() == 0


@pytest.mark.parametrize("directory", ["/", "/usr/local/bin", "/tmp"])
def test_it_serves_every_api_from_any_directory(installed: Root, directory: str) -> None:
    service = installed.serve("mock-api", "serve", directory=directory)
    assert installed.ask_every_api() == EVERYTHING
    assert service.stop() == 0


def test_it_serves_through_symbolic_links(installed: Root) -> None:
    installed.run("ln", "-s", f"{UNPACKED}/bin/mock-api", "/srv/one")
    installed.run("ln", "-s", "../srv/one", "/srv/two")
    service = installed.serve("/srv/two", "serve", directory="/srv")
    assert installed.ask_every_api() == EVERYTHING
    assert service.stop() == 0


def test_its_libraries_concern_no_other_program(installed: Root) -> None:
    installed.run("/sbin/ldconfig")
    assert "/usr/local/lib" not in installed.run("/sbin/ldconfig", "-p").stdout


def test_a_system_that_cannot_run_it_is_told_why(installed: Root) -> None:
    installed.run("cp", "-R", UNPACKED, "/srv/broken")
    installed.run("sh", "-c", ": >/srv/broken/lib/mock-api/libpng16.so.16")
    failed = installed.run("/srv/broken/install", "--prefix", "/srv/prefix", check=False)
    assert failed.returncode == 1
    assert "error: mock-api cannot run here: it is made for Linux with glibc " in failed.stderr
    assert ", and this is Linux on " in failed.stderr
    assert "libpng16.so.16" in failed.stderr


def test_clients_find_the_authorities_of_other_distributions(installed: Root, tmp_path: Path) -> None:
    if not shutil.which("clang"):
        pytest.skip("clang is not installed")
    source, program = tmp_path / "trust.c", tmp_path / "trust"
    source.write_text(
        '#include "shim.h"\n#include <stdio.h>\nint main(void) {\n  gnutls_certificate_credentials_t own;\n'
        "  gnutls_certificate_allocate_credentials(&own);\n"
        '  return printf("%d\\n", mock_tls_add_system_trust(own)) < 0;\n}\n'
    )
    command = ["clang", "-I", REPOSITORY / "Sources/CGnuTLS", source, "-o", program, "-lgnutls"]
    subprocess.run(command, check=True)
    installed.namespaces.run("cp", program, installed.path / "srv/trust")
    trust = ["env", "LD_LIBRARY_PATH=/usr/local/lib/mock-api", "/srv/trust"]
    assert int(installed.run(*trust).stdout) <= 0, "a bare Debian trusts nobody"
    key = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    authority = tmp_path / "authority.pem"
    made = [*key, "-subj", "/CN=Authority", "-keyout", tmp_path / "key.pem", "-out", authority]
    subprocess.run(made, capture_output=True, check=True)
    installed.run("mkdir", "-p", "/etc/pki/tls/certs")
    installed.namespaces.run("cp", authority, installed.path / "etc/pki/tls/certs/ca-bundle.crt")
    assert int(installed.run(*trust).stdout) == 1


def test_a_program_without_its_data_says_where_it_looked(installed: Root) -> None:
    installed.run("mkdir", "-p", "/srv/alone/bin", "/srv/alone/lib")
    installed.run("cp", "/usr/local/bin/mock-api", "/srv/alone/bin/")
    installed.run("cp", "-R", "/usr/local/lib/mock-api", "/srv/alone/lib/")
    alone = "/srv/alone/bin/mock-api"
    failed = installed.run(alone, "serve", check=False)
    assert failed.returncode == 1
    looked = "/srv/alone/bin/Seeds, /srv/alone/share/mock-api/Seeds, /srv/alone/Seeds, /srv/Seeds"
    assert f"looked in: {looked}" in failed.stderr
    named = ["--seeds", f"{SHARE}/Seeds"]
    failed = installed.run("env", "MOCK_API_OPENAPI=/srv", alone, "serve", *named, check=False)
    assert "the API documents were not found; looked in: /srv; name their folder with" in failed.stderr
    service = installed.serve("env", f"MOCK_API_OPENAPI={SHARE}/openapi", alone, "serve", *named)
    assert service.stop() == 0


def test_there_is_no_swift(installed: Root) -> None:
    found = installed.run("find", "/", "-xdev", "(", "-iname", "libswift*", "-o", "-name", "swift", ")")
    assert found.stdout == ""


def test_an_installation_replaces_an_older_one_and_can_be_removed(installed: Root) -> None:
    line = f"{'0' * 64}  share/mock-api/Seeds/old.json"
    installed.run("sh", "-c", f"echo old >{SHARE}/Seeds/old.json; echo '{line}' >>{SHARE}/files")
    installed.run("touch", "/usr/local/share/somebody-elses")
    installed.run(f"{UNPACKED}/install", "--prefix", "/usr/local")
    assert installed.run("test", "-e", f"{SHARE}/Seeds/old.json", check=False).returncode == 1
    installed.run(f"{SHARE}/uninstall")
    assert installed.run("find", "/usr/local", "-type", "f").stdout == "/usr/local/share/somebody-elses\n"
    for folder in (SHARE, "/usr/local/lib/mock-api"):
        assert installed.run("test", "-e", folder, check=False).returncode == 1
