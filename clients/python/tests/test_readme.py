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
EXAMPLES = re.findall(r"^```python\n# (test_\w+\.py)\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def test_first_test_is_there() -> None:
    assert [name for name, _ in EXAMPLES][0] == "test_first.py"
    assert len(EXAMPLES) == README.count("```python")


@pytest.mark.parametrize(("name", "source"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_example_runs_as_printed(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, name: str, source: str
) -> None:
    monkeypatch.delenv("MOCK_API_URL", raising=False)
    Path(pytester.path, name).write_text(source, encoding="utf-8")
    result = pytester.runpytest_subprocess("-q", *PYTEST_OPTIONS, "--strict-markers", "-W", "error", name)
    result.assert_outcomes(passed=source.count("\ndef test_"))


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
    assert not distribution.requires
    assert [point.value for point in distribution.entry_points] == ["mock_api_testing.plugin"]
