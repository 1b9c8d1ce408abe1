"""Published documents served as they are, used as an app would: the steps that hold must go on holding.

The documents and the program that takes the steps are not in this repository: `WILD_APIS` names a folder with `run.py`, `docs`,
`steps`, and further documents in `more-documents.tar.xz`. Without it these tests are skipped, and say so. For the further
documents, `published_steps/*.yaml` has steps in the same form, written from the documents alone.

`published_steps/held.json` lists the steps that hold, by document: the chain and the place in it. After a change that makes more
of them hold, run these tests with `MOCK_API_UPDATE_HELD_STEPS=1` and commit the list.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

FOLDER = os.environ.get("WILD_APIS")
OWN_STEPS = Path(__file__).parent / "published_steps"
HELD = OWN_STEPS / "held.json"
IS_UPDATE = os.environ.get("MOCK_API_UPDATE_HELD_STEPS") == "1"
RUN_TIMEOUT_S = 900.0

pytestmark = pytest.mark.skipif(FOLDER is None, reason="WILD_APIS does not name the folder of the documents and steps")


def results(binary: Path, folder: Path, output: Path) -> dict[str, list[dict[str, Any]]]:
    """Takes the steps of a folder; what came of each, by document."""
    environment = {**os.environ, "WILD_FOLDER": str(folder), "WILD_OUT": str(output), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, str(Path(FOLDER or "") / "run.py"), str(binary)]
    subprocess.run(command, env=environment, check=True, capture_output=True, timeout=RUN_TIMEOUT_S)
    found: dict[str, list[dict[str, Any]]] = {}
    for file in sorted(output.glob("*.json")):
        if file.name != "summary.json":
            found[file.stem] = json.loads(file.read_text(encoding="utf-8"))["results"]
    return found


def places(steps: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The steps of a document by their chains and their places in these."""
    counts: Counter[str] = Counter()
    named: dict[str, dict[str, Any]] = {}
    for step in steps:
        named[f"{step['chain']}/{counts[step['chain']]}"] = step
        counts[step["chain"]] += 1
    return named


def compare(found: dict[str, list[dict[str, Any]]]) -> None:
    """Requires that all steps hold that are listed, and that nothing fails on the server's side."""
    assert found, "no document was served"
    failures = [
        f"{name} {step.get('req') or step['do']}: status {step['status']}"
        for name, steps in found.items()
        for step in steps
        if (step.get("status") or 0) >= 500
    ]
    assert not failures, "\n".join(failures)
    held = json.loads(HELD.read_text(encoding="utf-8")) if HELD.exists() else {}
    if IS_UPDATE:
        held |= {name: [place for place, step in places(steps).items() if step["ok"]] for name, steps in found.items()}
        HELD.write_text(json.dumps(held, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        return
    lost = []
    for name, steps in found.items():
        named = places(steps)
        for place in held.get(name, []):
            step = named.get(place)
            if step is not None and not step["ok"]:
                lost.append(f"{name} {place} {step['kind']} {step['do']}: {'; '.join(step['why'])[:300]}")
    assert not lost, "steps that held before:\n" + "\n".join(lost)


def test_the_steps_beside_the_documents_hold(binary: Path, tmp_path: Path) -> None:
    """What holds of the steps that came with the documents."""
    output = tmp_path / "results"
    output.mkdir()
    compare(results(binary, Path(FOLDER or ""), output))


def test_the_steps_for_further_documents_hold(binary: Path, tmp_path: Path) -> None:
    """What holds of the steps in this repository."""
    with tarfile.open(Path(FOLDER or "") / "more-documents.tar.xz") as archive:
        archive.extractall(tmp_path, filter="data")
    (tmp_path / "steps").symlink_to(OWN_STEPS)
    output = tmp_path / "results"
    output.mkdir()
    compare(results(binary, tmp_path, output))
