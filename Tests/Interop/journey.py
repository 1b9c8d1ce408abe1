"""What an app does with an API, call by call, as several people."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mock_server import MockServer, launch

#: The documents of whole apps.
DOCUMENTS = Path(__file__).parent / "custom_api_documents"

PICTURE = b"\x89PNG\r\n\x1a\n1234"


@contextmanager
def serving(binary: Path, folder: Path, name: str, document: Path | str, *options: str) -> Iterator[MockServer]:
    """A server of one document alone, a file or its text, below the path of its name."""
    if isinstance(document, str):
        folder.mkdir(parents=True, exist_ok=True)
        text, document = document, folder / f"{name}.yaml"
        document.write_text(text)
    usual = ["--port", "0", "--rate-limit", "off", "--api", f"{name}={document}", "--only", name]
    running = launch(binary, folder, [*usual, *options], {})
    try:
        yield running
    finally:
        running.stop()


class Person:
    """Somebody who calls an API with a token of their own."""

    def __init__(self, server: MockServer, prefix: str, token: str = "", ident: Any = None) -> None:
        self.server, self._prefix = server, prefix
        self.token, self.id = token, ident

    def call(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """The status of a response, and its JSON; None for none."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        answer = self.server.request(method, self._prefix + path, body=body, headers=headers)
        return answer.status, answer.json() if answer.body else None

    def get(self, path: str) -> Any:
        """The JSON of a GET, which must succeed."""
        status, body = self.call("GET", path)
        assert status == 200, (path, status, body)
        return body

    def post(self, path: str, body: Any = None) -> Any:
        """The JSON of a POST, which must succeed."""
        return self.send("POST", path, body)

    def send(self, method: str, path: str, body: Any = None) -> Any:
        """The JSON of a request, which must succeed."""
        status, answer = self.call(method, path, body)
        assert 200 <= status < 300, (method, path, status, answer)
        return answer

    def status(self, method: str, path: str, body: Any = None) -> int:
        """The status of a response."""
        return self.call(method, path, body)[0]


@contextmanager
def using(binary: Path, folder: Path, name: str, document: Path | str) -> Iterator[Person]:
    """Somebody who uses the server of one document without an account."""
    with serving(binary, folder, name, document) as server:
        yield Person(server, f"/{name}")


def ids(records: list[dict[str, Any]]) -> list[Any]:
    """The ids of records."""
    return [record["id"] for record in records]
