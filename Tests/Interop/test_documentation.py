"""The documents of the root and docs/: commands are the program's own, and examples are what they say."""

from __future__ import annotations

import contextlib
import plistlib
import re
import shutil
import subprocess
import sys
import types
import urllib.request
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from command_lines import CommandLine, blocks, shown
from mock_server import MockServer

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
DOCUMENTS = [README, *sorted({*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")} - {README})]
README_LINES = 200
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")

every_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)


@pytest.fixture(scope="module")
def command_line(binary: Path) -> CommandLine:
    """What the program takes."""
    return CommandLine(binary)


def test_the_readme_links_to_every_document() -> None:
    linked = set(LINK.findall(README.read_text(encoding="utf-8")))
    assert {str(document.relative_to(ROOT)) for document in DOCUMENTS[1:]} <= linked


def test_the_readme_stays_short() -> None:
    assert len(README.read_text(encoding="utf-8").splitlines()) <= README_LINES


@every_document
def test_the_program_takes_every_command_line(document: Path, command_line: CommandLine) -> None:
    lines = shown(document.read_text(encoding="utf-8"))
    mistakes = [f"{line}: {mistake}" for line in lines if (mistake := command_line.mistake(line))]
    assert mistakes == []


@pytest.mark.parametrize(
    ("line", "mistake"),
    [
        ("mock-api serve --port 3000", None),
        ("mock-api serve --no-such", "serve has no option --no-such"),
        ("mock-api ctl clock advanc 1h", "clock has no command advanc"),
        ("mock-api ctl --world w clock advance 1h", None),
        ("mock-api routes all", "routes takes no argument all"),
        ("mock-api serve --port", "an option's value is missing"),
    ],
)
def test_a_wrong_command_line_would_be_found(command_line: CommandLine, line: str, mistake: str | None) -> None:
    assert command_line.mistake(line) == mistake


def test_command_lines_are_found_where_they_stand() -> None:
    document = (
        "Run `mock-api routes --json`, as\n`mock-api\nserve` does.\n```sh\nmock-api exec -- sh -c 'mock-api ctl health'\n"
        "docker run --rm mock-api:0.2.0 serve --host \\\n  0.0.0.0\n```\n"
        "```console\n$ mock-api ctl health | cat\nmock-api 0.2.0, in memory\n```\n```yaml\n- run: mock-api check x\n```\n"
    )
    assert sorted(shown(document)) == sorted([
        "mock-api routes --json", "mock-api serve", "mock-api exec", "mock-api ctl health",
        "mock-api serve --host 0.0.0.0", "mock-api ctl health", "mock-api check x",
    ])  # fmt: skip


@every_document
def test_examples_are_well_formed(document: Path) -> None:
    for block in blocks(document.read_text(encoding="utf-8")):
        match block.language:
            case "xml" if "<plist" in block.text:
                plistlib.loads(block.text.encode())
            case "xml":
                ElementTree.fromstring(block.text)
            case "yaml":
                yaml.safe_load(block.text)
            case "python":
                compile(block.text, document.name, "exec")
            case "sh":
                subprocess.run(["bash", "-n"], input=block.text, text=True, check=True)


def test_swift_examples_compile(tmp_path: Path) -> None:
    if not shutil.which("swiftc"):
        pytest.skip("swiftc is not installed")
    [example] = [b.text for b in blocks((ROOT / "docs/ios.md").read_text(encoding="utf-8")) if b.language == "swift"]
    file = tmp_path / "Backend.swift"
    file.write_text(example)
    subprocess.run(["swiftc", "-typecheck", "-swift-version", "6", file], check=True)


class Container:
    """What the Python example uses of Testcontainers, as a server that runs already."""

    server: MockServer

    def __init__(self, image: str) -> None:
        assert re.fullmatch(r"mock-api:\d+\.\d+\.\d+", image)

    def with_exposed_ports(self, port: int) -> Container:
        assert port == 3000
        return self

    def with_env(self, name: str, _value: str) -> Container:
        assert name.startswith("MOCK_API_")
        return self

    def waiting_for(self, ready: tuple[int, str, int]) -> Container:
        port, path, status = ready
        assert (port, self.server.request("GET", path).status) == (3000, status)
        return self

    def __enter__(self) -> Container:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def get_container_host_ip(self) -> str:
        return self.server.host

    def get_exposed_port(self, _port: int) -> int:
        return self.server.port


class Strategy:
    """The example's way to wait."""

    def __init__(self, port: int, path: str) -> None:
        self.port, self.path = port, path

    def for_status_code(self, status: int) -> tuple[int, str, int]:
        """What is waited for."""
        return self.port, self.path, status


def test_the_example_of_testcontainers_gives_a_world_and_takes_it_away(
    server: MockServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    Container.server = server
    for name, members in {
        "testcontainers": {}, "testcontainers.core": {},
        "testcontainers.core.container": {"DockerContainer": Container},
        "testcontainers.core.wait_strategies": {"HttpWaitStrategy": Strategy},
    }.items():  # fmt: skip
        module = types.ModuleType(name)
        vars(module).update(members)
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(pytest, "fixture", lambda *given, **_: given[0] if given else lambda function: function)
    text = (ROOT / "docs/testcontainers.md").read_text(encoding="utf-8")
    [example] = [block.text for block in blocks(text) if block.language == "python"]
    names: dict[str, Any] = {}
    exec(compile(example, "testcontainers.md", "exec"), names)
    with used(names["mock_api"]()) as address:
        with used(names["base_url"](address)) as base_url:
            with urllib.request.urlopen(f"{base_url}/users/1") as answer:
                assert answer.status == 200
            assert server.request("GET", f"/_mock/worlds/{base_url.rpartition('/')[2]}").status == 200
        assert server.request("GET", f"/_mock/worlds/{base_url.rpartition('/')[2]}").status == 404


@contextlib.contextmanager
def used(fixture: Iterator[str]) -> Iterator[str]:
    """What a fixture gives; afterwards it cleans up."""
    yield next(fixture)
    assert next(fixture, None) is None
