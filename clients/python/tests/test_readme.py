"""The examples of the README run as printed, and the package has what users need."""

from __future__ import annotations

import importlib.metadata
import importlib.resources
import re
from pathlib import Path

import pytest
from kit_server import PYTEST_OPTIONS

import mock_api_testing

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
ALL = re.findall(r"^```python\n# (\w+\.py)\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
EXAMPLES = [(name, source) for name, source in ALL if name != "conftest.py"]
POTLUCK = ROOT.parents[1] / "Seeds/examples/potluck/openapi.yaml"


def test_first_test_is_there() -> None:
    assert [name for name, _ in EXAMPLES][0] == "test_first.py"
    assert len(ALL) == README.count("```python") == len(EXAMPLES) + 1


@pytest.mark.parametrize(("name", "source"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_example_runs_as_printed(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, name: str, source: str
) -> None:
    monkeypatch.delenv("MOCK_API_URL", raising=False)
    Path(pytester.path, name).write_text(source, encoding="utf-8")
    Path(pytester.path, "openapi.yaml").write_bytes(POTLUCK.read_bytes())
    result = pytester.runpytest_subprocess("-q", *PYTEST_OPTIONS, "--strict-markers", "-W", "error", name)
    result.assert_outcomes(passed=len(re.findall("^def test_", source, re.MULTILINE)))


def test_fixture_of_the_readme(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MOCK_API_URL", raising=False)
    for name, source in (("conftest.py", dict(ALL)["conftest.py"]), EXAMPLES[1]):
        Path(pytester.path, name).write_text(source.replace("pytestmark =", "unused ="), encoding="utf-8")
    Path(pytester.path, "openapi.yaml").write_bytes(POTLUCK.read_bytes())
    pytester.runpytest_subprocess("-q", *PYTEST_OPTIONS).assert_outcomes(passed=1)


def test_every_public_name_is_there() -> None:
    assert all(hasattr(mock_api_testing, name) for name in mock_api_testing.__all__)
    for name in re.findall(r"^\| `(\w+Error)`", README, re.MULTILINE):
        assert name in mock_api_testing.__all__


def test_package_is_typed() -> None:
    assert importlib.resources.files(mock_api_testing).joinpath("py.typed").is_file()


def test_distribution() -> None:
    try:
        distribution = importlib.metadata.distribution("mock-api-testing")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("the kit is not installed, the tests use its sources")
    assert distribution.requires == ['websockets>=15; extra == "sockets"']
    assert [point.value for point in distribution.entry_points] == ["mock_api_testing.plugin"]
