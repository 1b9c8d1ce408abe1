"""The document of the control plane, as the tests read it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml

FILE = Path(__file__).resolve().parents[3] / "openapi" / "mock.yaml"


@cache
def document() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return read


def operations() -> Iterator[tuple[str, str, str]]:
    """Each operation: its id, its method and the template of its path."""
    for path, item in document()["paths"].items():
        for method in ("get", "put", "post", "patch", "delete"):
            if method in item:
                yield item[method]["operationId"], method.upper(), path


def operation_of(method: str, path: str) -> str:
    """The operation that a request is for. Its path may name a world and have a query."""
    path = re.sub("^/_w/[^/]+", "", path).split("?")[0]
    found = []
    for operation, its_method, template in operations():
        if its_method == method and re.fullmatch(re.sub(r"\\{[^}]*\\}", "[^/]+", re.escape(template)), path):
            found.append((template.count("{"), operation))
    assert found, f"{method} {path} is not in {FILE.name}"
    return min(found)[1]
