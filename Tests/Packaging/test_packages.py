"""The packages of pip, npm and the JVM kit: what is in them, and that they install without Swift and the kits find them."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from conftest import FIGURES, REPOSITORY, package
from installed import User, ask, environment_path

pytestmark = pytest.mark.packages
CLIENTS = REPOSITORY / "clients"
LEANNE = '"name":"Leanne Graham"'
FILES = "share/mock-api/files"


def unpacked(path: Path) -> dict[str, bytes]:
    """The files of a package by their names."""
    if path.suffix in (".whl", ".jar"):
        with zipfile.ZipFile(path) as packed:
            return {name: packed.read(name) for name in packed.namelist()}
    with tarfile.open(path) as tar:
        return {each.name: tar.extractfile(each).read() for each in tar if each.isfile()}  # type: ignore[union-attr]


def npm_package(packages: Path) -> Path:
    """npm's package for this system."""
    return package(packages, "mock-api-*-*-*.tgz")


# What is in them


@pytest.mark.parametrize(
    ("pattern", "prefix"),
    [("mock-api-*.tar.gz", r"mock-api-[^/]+/"), ("mock_api-*.whl", "mock_api/"), ("mock-api-*-*-*.tgz", "package/"),
     ("mock-api-program-*.jar", r"mockapi/program/[^/]+/")],
)  # fmt: skip
def test_all_have_the_files_of_one_tree(packages: Path, tree: Path, pattern: str, prefix: str) -> None:
    listed = (tree / FILES).read_bytes()
    expected = {line[66:]: line[:64] for line in listed.decode().splitlines()}
    expected[FILES] = hashlib.sha256(listed).hexdigest()
    found = {re.sub(f"^{prefix}", "", name): hashlib.sha256(data).hexdigest()
             for name, data in unpacked(package(packages, pattern)).items()}
    assert {name: found.get(name) for name in expected} == expected


def test_the_checksums_are_those_of_the_files(packages: Path) -> None:
    sums = package(packages, "*.sha256")
    lines = sums.read_text().splitlines()
    for line in lines:
        digest, name = line.split("  ")
        assert hashlib.sha256((packages / name).read_bytes()).hexdigest() == digest
    assert {line[66:] for line in lines} == {path.name for path in packages.iterdir() if path.is_file()} - {sums.name}


def test_the_same_files_give_the_same_packages(tmp_path: Path) -> None:
    made: list[dict[str, bytes]] = []
    for number, umask in enumerate((0o022, 0o077)):
        tree, folder = tmp_path / f"tree-{number}", tmp_path / f"packages-{number}"
        folder.mkdir()
        names = [f"share/mock-api/{name}" for name in ("files", "mock-api.spdx.json", "Seeds/a.json")]
        for name in names[:: 1 - 2 * number]:
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            (tree / name).write_text(name)
        (tree / "bin").mkdir()
        (tree / "lib").mkdir()
        shutil.copyfile("/bin/ls", tree / "bin/mock-api")
        (tree / "bin/mock-api").chmod(0o755 & ~umask)
        (tree / "share/mock-api/files").chmod(0o644 & ~umask)
        command = [sys.executable, REPOSITORY / "script/package.d/packages.py", tree, "1.2.3", "1700000001", folder]
        subprocess.run([*command, "archive", "wheel", "npm", "jar"], capture_output=True, check=True)
        made.append({path.name: path.read_bytes() for path in folder.iterdir()})
    assert len(made[0]) == 7
    assert made[0] == made[1]


def test_the_wheel_says_on_which_systems_it_runs(packages: Path, tree: Path) -> None:
    wheel = package(packages, "mock_api-*.whl")
    if sys.platform != "linux":
        pytest.skip("symbol versions are of Linux")
    needed = {(2, 0)}
    for file in [tree / "bin/mock-api", *(tree / "lib/mock-api").iterdir()]:
        symbols = subprocess.run(["objdump", "-p", file], capture_output=True, text=True, check=True).stdout
        needed |= {tuple(map(int, found)) for found in re.findall(r"\bGLIBC_(\d+)\.(\d+)", symbols)}
        # Relocations in packed form have a version of their own, which came with 2.36.
        needed |= {(2, 36)} if "GLIBC_ABI_DT_RELR" in symbols else set()
    major, minor = max(needed)
    assert f"-py3-none-manylinux_{major}_{minor}_" in wheel.name
    assert f"glibc {major}.{minor} or later" in (tree / "share/mock-api/system").read_text()


def test_the_wheels_record_is_complete(packages: Path) -> None:
    files = unpacked(package(packages, "mock_api-*.whl"))
    [own] = [name for name in files if name.endswith(".dist-info/RECORD")]
    rows = {name: (digest, size) for name, digest, size in csv.reader(io.StringIO(files[own].decode()))}
    assert rows.keys() == files.keys()
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        assert rows[name] == (("", "") if name == own else (f"sha256={digest}", str(len(data))))


# pip


def test_pip_installs_the_program_and_the_kit_finds_it(packages: Path, tmp_path: Path) -> None:
    wheel = package(packages, "mock_api-*.whl")
    kit = python_kit(tmp_path)
    user = User(tmp_path / "home", ("python3",))
    user.run("python3", "-m", "venv", "venv")
    user.begun = time.monotonic()
    user.run("venv/bin/python", "-m", "pip", "install", "--quiet", "--no-index", wheel)
    with user.serving("venv/bin/mock-api", "serve") as address:
        assert LEANNE in ask(address)
        FIGURES["pip, from install to the first response"] = user.seconds()
    with user.serving("venv/bin/python", "-m", "mock_api", "serve") as address:
        assert LEANNE in ask(address)

    user.run("venv/bin/python", "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", kit)
    (user.home / "test_app.py").write_text(
        "import urllib.request\n\n\ndef test_it(mock_world):\n"
        "    with urllib.request.urlopen(mock_world.base_url + '/users/1') as response:\n"
        "        assert b'Leanne Graham' in response.read()\n"
    )
    # pytest is this environment's own.
    pytest_folder = {"PYTHONPATH": sysconfig.get_path("purelib")}
    others = ("schemathesis", "hypothesispytest", "anyio", "xdist")
    quiet = ["-q", *(word for name in others for word in ("-p", f"no:{name}"))]
    done = user.run("venv/bin/python", "-m", "pytest", *quiet, "test_app.py", **pytest_folder)
    assert "1 passed" in done.stdout
    user.run("venv/bin/python", "-m", "pip", "uninstall", "--yes", "mock-api")
    failed = user.run("venv/bin/python", "-m", "pytest", *quiet, "test_app.py", check=False, **pytest_folder)
    assert "mock-api is not on PATH" in failed.stdout


def python_kit(folder: Path) -> Path:
    """The wheel of the Python kit."""
    source = folder / "kit"
    source.mkdir()
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(CLIENTS / "python" / name, source)
    # setuptools writes beside its sources.
    shutil.copytree(CLIENTS / "python/src", source / "src", ignore=shutil.ignore_patterns("*.egg-info", "__pycache__"))
    build = f"import setuptools.build_meta as b; b.build_wheel({str(folder)!r})"
    subprocess.run([sys.executable, "-c", build], cwd=source, capture_output=True, check=True)
    return next(folder.glob("*.whl"))


# npm


def test_npm_installs_the_program_and_the_kit_finds_it(packages: Path, tmp_path: Path) -> None:
    own = npm_package(packages)
    user = User(tmp_path / "home", ("node", "npm", "npx"))
    (user.home / "package.json").write_text('{"name": "app", "private": true, "type": "module"}')
    npm_install(user, own)
    with user.serving("npx", "--offline", "mock-api", "serve") as address:
        assert LEANNE in ask(address)
        FIGURES["npm, from install to the first response by npx"] = user.seconds()
    npm_install(user, CLIENTS / "javascript")
    assert LEANNE in kit_of_javascript(user)


def test_npms_common_package_runs_the_one_for_this_system(packages: Path, tmp_path: Path) -> None:
    common = next(path for path in packages.glob("mock-api-*.tgz") if path != npm_package(packages))
    user = User(tmp_path / "home", ("node", "npm", "npx"))
    (user.home / "package.json").write_text('{"name": "app", "private": true, "type": "module"}')
    npm_install(user, npm_package(packages), common)
    launcher = "node_modules/mock-api/mock-api.cjs"
    with user.serving("node", launcher, "serve") as address:
        assert LEANNE in ask(address)
    assert user.run("node", launcher, "--no-such-option", check=False).returncode == 2
    npm_install(user, CLIENTS / "javascript")
    assert LEANNE in kit_of_javascript(user)
    system = json.loads((user.home / "package.json").read_text())["dependencies"]
    [name] = [name for name in system if name.startswith("mock-api-") and name != "mock-api-testing"]
    shutil.rmtree(user.home / "node_modules" / name)
    failed = user.run("node", launcher, "serve", check=False)
    assert failed.returncode == 1
    assert f"the package {name} is not installed: install it beside mock-api" in failed.stderr


def npm_install(user: User, *what: Path) -> None:
    """Installs files and folders, and nothing from a registry."""
    user.run("npm", "install", "--offline", "--no-audit", "--no-fund", "--loglevel", "error", *what)


def kit_of_javascript(user: User) -> str:
    """What an API answers to a program with the kit, which starts the server."""
    script = (
        "import { MockServer } from 'mock-api-testing'; const server = await MockServer.start();"
        "console.log(await (await fetch(server.url + '/users/1')).text()); await server.stop();"
    )
    return user.run("node", "--input-type=module", "--eval", script).stdout


# The JVM kit

EXAMPLE = """
import java.net.URI;
import java.net.http.*;
import mockapi.testing.MockServer;

class Example {
    public static void main(String[] arguments) throws Exception {
        try (MockServer server = MockServer.start()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(server.getUrl() + "/users/1")).build();
            System.out.println(HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body());
        }
    }
}
"""


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The class path of a program with the kit."""
    if not shutil.which("javac"):
        pytest.skip("there is no JDK")
    built = subprocess.run([CLIENTS / "jvm/build"], capture_output=True, text=True, check=False)
    if built.returncode != 0:
        pytest.skip(f"the kit cannot be built: {built.stderr.strip().splitlines()[-1]}")
    folder = tmp_path_factory.mktemp("example")
    jar = Path(shutil.copy(built.stdout.strip(), folder))
    (folder / "Example.java").write_text(EXAMPLE)
    subprocess.run(["javac", "-cp", jar, "-d", folder, folder / "Example.java"], check=True)
    return folder


def start(user: User, example: Path, *jars: Path, check: bool = True) -> subprocess.CompletedProcess[str]:
    """Runs the program, which starts the server."""
    path = environment_path(example, *example.glob("*.jar"), *jars)
    return user.run("java", f"-Duser.home={user.home}", "-cp", path, "Example", check=check)


def test_the_jvm_kit_runs_the_program_of_the_jar(packages: Path, example: Path, tmp_path: Path) -> None:
    jar = package(packages, "mock-api-program-*.jar")
    user = User(tmp_path / "home", ("java",))
    assert '"Leanne Graham"' in start(user, example, jar).stdout
    FIGURES["jar, from a new cache to the first response, with the start of Java"] = user.seconds()
    cache = user.home / ("Library/Caches" if sys.platform == "darwin" else ".cache") / "mock-api/programs"
    [folder] = cache.iterdir()
    program = folder / "bin/mock-api"
    changed = program.stat().st_mtime_ns
    assert '"Leanne Graham"' in start(user, example, jar).stdout
    assert program.stat().st_mtime_ns == changed, "it was unpacked again"

    # A damaged cache is repaired.
    library = next((folder / "lib").rglob("lib*"))
    library.write_bytes(library.read_bytes()[:-1] + b"?")
    program.chmod(0o644)
    assert '"Leanne Graham"' in start(user, example, jar).stdout
    assert [path.name for path in cache.iterdir()] == [folder.name]
    assert subprocess.run([program, "--version"], capture_output=True, check=True).stdout


def test_processes_that_unpack_at_once_get_whole_programs(packages: Path, example: Path, tmp_path: Path) -> None:
    jar = package(packages, "mock-api-program-*.jar")
    user = User(tmp_path / "home", ("java",))
    with ThreadPoolExecutor(3) as pool:
        outputs = list(pool.map(lambda _: start(user, example, jar).stdout, range(3)))
    assert all('"Leanne Graham"' in output for output in outputs)
    cache = user.home / ("Library/Caches" if sys.platform == "darwin" else ".cache") / "mock-api/programs"
    assert len(list(cache.iterdir())) == 1


def test_a_damaged_jar_and_a_missing_program_are_reported(example: Path, tmp_path: Path) -> None:
    user = User(tmp_path / "home", ("java",))
    failed = start(user, example, check=False)
    assert "Add the jar mock-api-program to the class path" in failed.stderr
    system = "macos" if sys.platform == "darwin" else "linux"
    damaged = tmp_path / "damaged.jar"
    with zipfile.ZipFile(damaged, "w") as jar:
        for processor in ("x86_64", "aarch64", "arm64"):
            place = f"mockapi/program/{system}-{processor}"
            jar.writestr(f"{place}/{FILES}", f"{'0' * 64}  bin/mock-api\n")
            jar.writestr(f"{place}/bin/mock-api", "#!/bin/sh\nexit 0\n")
    failed = start(user, example, damaged, check=False)
    assert "the jar is damaged: bin/mock-api has another checksum than the jar lists" in failed.stderr
    assert "MOCK_API_BINARY" in failed.stderr
