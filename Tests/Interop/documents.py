"""The API documents of the repository: which there are, and how to sign in to the API of each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from mock_server import MockServer

FOLDER = Path(__file__).parents[2] / "openapi"
# A document for each API, and that of the server itself.
NAMES = sorted(path.stem for path in FOLDER.glob("*.yaml") if path.read_text(encoding="utf-8").startswith("openapi:"))
APIS = [name for name in NAMES if name != "mock"]


def read(name: str) -> dict[str, Any]:
    """A document."""
    return yaml.load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)


def login(name: str) -> tuple[str, dict[str, Any]] | None:
    """The path and the operation with the id `login` of a document: who signs in gets the token that others need."""
    posts = ((path, item.get("post", {})) for path, item in read(name)["paths"].items())
    return next(((path, post) for path, post in posts if post.get("operationId") == "login"), None)


# The APIs that have accounts.
APIS_WITH_LOGIN = [name for name in APIS if login(name)]


def sign_in(server: MockServer, name: str) -> str:
    """The access token of a new session, for the account in the first example of `login`; empty without that."""
    known = login(name)
    if not known:
        return ""
    path, operation = known
    examples = operation["requestBody"]["content"]["application/json"]["examples"]
    answer = server.request("POST", path, body=next(iter(examples.values()))["value"])
    assert answer.status == 200, answer
    session = answer.json()
    return session.get("token") or session["accessToken"]
