"""The rule of script/lint about references: what documents name is found missing when it is."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parents[2] / "script/lint.d/references.py"
CODE = """
package final class Broker: Sendable {
  package enum Answer {
    case done(Int), refused
  }
  private(set) var queues: [Queue] = []
  package init(named name: String) {}
  @discardableResult package func publish(_ text: String, to destination: String) -> Answer { .done(1) }
}
"""


@pytest.fixture(scope="module")
def references() -> ModuleType:
    """The script, as a module."""
    specification = importlib.util.spec_from_file_location("references", SCRIPT)
    assert specification and specification.loader
    module = importlib.util.module_from_spec(specification)
    # Its types look for the module that they stand in.
    sys.modules["references"] = module
    specification.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ("`Broker` of `Realtime` has `Broker.queues` and `publish(_:to:)`", None),
        ("[`Broker.publish`, `Broker.init`](../Sources/Realtime/Broker.swift)", None),
        ("an answer is `Broker.Answer.refused`; `swift build` and `x = 1` are no names", None),
        ("`Borker`", "no file in Sources/ declares Borker"),
        ("`Broker.subscribe`", "no file in Sources/ declares Broker.subscribe"),
        ("`subscribe(to:)`", "no file in Sources/ declares subscribe"),
        ("[`Broker.subscribe`](../Sources/Realtime/Broker.swift)", "Sources/Realtime/Broker.swift does not declare subscribe"),
        ("```\n`Borker`\n```\n", None),
    ],
)
def test_a_stale_name_is_found(references: ModuleType, text: str, mistake: str | None) -> None:
    code = {Path("Sources/Realtime/Broker.swift"): references.declared(CODE)}
    found = [finding.message for finding in references.stale_names(Path("docs/x.md"), text, code)]
    assert found == ([] if mistake is None else [mistake])


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ("`script/lint --fix`, `Sources/World` and `docs/*.md`", None),
        ("`Sources/Realtime/<Name>.swift` and `openapi/<api>.yaml` are forms", None),
        ("`Sources/Realtime/Borker.swift`", "there is no Sources/Realtime/Borker.swift"),
        ("`script/lnit --fix`", "there is no script/lnit"),
    ],
)
def test_a_missing_place_is_found(
    references: ModuleType, monkeypatch: pytest.MonkeyPatch, text: str, mistake: str | None
) -> None:
    monkeypatch.chdir(SCRIPT.parents[2])
    found = [finding.message for finding in references.missing_places(Path("docs/x.md"), text)]
    assert found == ([] if mistake is None else [mistake])
