"""Custom APIs in which accounts mark records: relationships, lists of what is marked, and feeds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
import yaml

from mock_server import MockServer, launch

TIMEOUT_S = 10.0
INTEGER, TEXT, FLAG = {"type": "integer"}, {"type": "string"}, {"type": "boolean"}


def record(**properties: Any) -> dict[str, Any]:
    """The schema of an object, all of whose properties are required."""
    return {"type": "object", "required": list(properties), "properties": properties}


def ref(name: str) -> dict[str, Any]:
    """A reference to a schema."""
    return {"$ref": f"#/components/schemas/{name}"}


def many(name: str) -> dict[str, Any]:
    """The schema of a list."""
    return {"type": "array", "items": ref(name)}


def operation(answer: dict[str, Any], *query: str, body: dict[str, Any] | None = None, path: str = "") -> dict[str, Any]:
    """An operation that responds with JSON."""
    parameters = [{"name": name, "in": "query", "schema": TEXT} for name in query]
    if path:
        parameters.append({"name": path, "in": "path", "required": True, "schema": TEXT})  # type: ignore[dict-item]
    made: dict[str, Any] = {
        "parameters": parameters,
        "responses": {"200": {"description": "", "content": {"application/json": {"schema": answer}}}},
    }
    if body:
        made["requestBody"] = {"content": {"application/json": {"schema": body}}}
    return made


TOKENS = record(access_token=TEXT)
PATHS = {
    "/register": {"post": operation(TOKENS, body=record(username=TEXT, email=TEXT, password=TEXT))},
    "/me": {"get": operation(ref("Person"))},
    "/people": {"get": operation(many("Person"))},
    "/people/{id}": {"get": operation(ref("Person"), path="id")},
    "/people/{id}/follow": {"post": operation(ref("Relationship"), path="id")},
    "/people/{id}/unfollow": {"post": operation(ref("Relationship"), path="id")},
    "/people/{id}/mute": {"post": operation(ref("Relationship"), path="id")},
    "/people/relationships": {"get": operation(many("Relationship"), "id")},
    "/mutes": {"get": operation(many("Person"))},
    "/notes": {"post": operation(ref("Note"), body=record(status=TEXT)), "get": operation(many("Note"))},
    "/notes/{id}": {"get": operation(ref("Note"), path="id")},
    "/notes/{id}/bookmark": {"post": operation(ref("Note"), path="id")},
    "/notes/{id}/unbookmark": {"post": operation(ref("Note"), path="id")},
    "/notes/{id}/like": {"post": operation(ref("Note"), path="id"), "delete": operation(ref("Note"), path="id")},
    "/notes/{id}/comments": {
        "post": operation(ref("Comment"), body=record(body=TEXT), path="id"),
        "get": operation(many("Comment"), path="id"),
    },
    "/bookmarks": {"get": operation(many("Note"))},
    "/timelines/home": {"get": operation(many("Note"), "limit", "max_id", "since_id")},
}
SCHEMAS = {
    "Person": record(id=INTEGER, username=TEXT, email=TEXT, display_name=TEXT, followers_count=INTEGER),
    "Relationship": record(id=INTEGER, following=FLAG, muting=FLAG, blocking=FLAG),
    "Note": record(id=INTEGER, content=TEXT, bookmarked=FLAG, likes_count=INTEGER, comments_count=INTEGER),
    "Comment": record(id=INTEGER, body=TEXT),
}


class App:
    """A client of the API, with a token or without one."""

    def __init__(self, server: MockServer, token: str = "anything") -> None:
        self.server, self.token = server, token

    def ask(self, method: str, path: str, body: Any = None, **query: Any) -> Any:
        response = requests.request(
            method, f"{self.server.base_url}/notes{path}", json=body, params=query, timeout=TIMEOUT_S,
            headers={"Authorization": f"Bearer {self.token}"},
        )  # fmt: skip
        assert response.status_code == 200, response.text
        return response.json()

    def registered(self, name: str) -> App:
        """The same as a new account."""
        body = {"username": name, "email": f"{name}@example.com", "password": "long enough"}
        return App(self.server, self.ask("POST", "/register", body)["access_token"])


@pytest.fixture(scope="module")
def app(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    """A client of a server with the document of this file."""
    folder = tmp_path_factory.mktemp("relations")
    document = {
        "openapi": "3.0.3", "info": {"title": "Notes", "version": "1"}, "paths": PATHS,
        "components": {"schemas": SCHEMAS},
    }  # fmt: skip
    file = folder / "notes.yaml"
    file.write_text(yaml.safe_dump(document), encoding="utf-8")
    options = ["--port", "0", "--rate-limit", "off", "--api", f"notes={file}", "--only", "notes"]
    server = launch(binary, folder, options, {})
    yield App(server)
    server.stop()


def test_an_account_follows_another(app: App) -> None:
    ada, ben = app.registered("ada"), app.registered("ben")
    other = app.ask("GET", "/people")[0]
    path = f"/people/{other['id']}"
    assert ada.ask("POST", f"{path}/follow") == {
        "id": other["id"], "following": True, "muting": False, "blocking": False,
    }  # fmt: skip
    ada.ask("POST", f"{path}/follow")
    assert app.ask("GET", path)["followers_count"] == other["followers_count"] + 1
    assert ada.ask("GET", "/people/relationships", id=other["id"])[0]["following"] is True
    assert ben.ask("GET", "/people/relationships", id=other["id"])[0]["following"] is False
    assert ada.ask("POST", f"{path}/unfollow")["following"] is False
    assert app.ask("GET", path)["followers_count"] == other["followers_count"]


def test_a_list_has_what_the_account_marked(app: App) -> None:
    cleo = app.registered("cleo")
    assert cleo.ask("GET", "/mutes") == []
    other = app.ask("GET", "/people")[1]
    assert cleo.ask("POST", f"/people/{other['id']}/mute")["muting"] is True
    assert [each["id"] for each in cleo.ask("GET", "/mutes")] == [other["id"]]
    assert app.registered("dora").ask("GET", "/mutes") == []


def test_bookmarks_are_what_was_bookmarked(app: App) -> None:
    assert app.ask("GET", "/bookmarks") == []
    own = app.ask("POST", "/notes", {"status": "To be read again"})
    assert (own["content"], own["bookmarked"]) == ("To be read again", False)
    assert app.ask("POST", f"/notes/{own['id']}/bookmark")["bookmarked"] is True
    assert [each["id"] for each in app.ask("GET", "/bookmarks")] == [own["id"]]
    app.ask("POST", f"/notes/{own['id']}/unbookmark")
    assert app.ask("GET", "/bookmarks") == []


def test_numbers_count_marks_and_what_is_below(app: App) -> None:
    path = f"/notes/{app.ask('POST', '/notes', {'status': 'Counted'})['id']}"
    assert app.ask("POST", f"{path}/like")["likes_count"] == 1
    app.ask("POST", f"{path}/like")
    app.ask("POST", f"{path}/comments", {"body": "First"})
    shown = app.ask("GET", path)
    assert (shown["likes_count"], shown["comments_count"]) == (1, 1)
    assert app.ask("DELETE", f"{path}/like")["likes_count"] == 0


def test_a_feed_shows_each_record_once_the_newest_first(app: App) -> None:
    last = [app.ask("POST", "/notes", {"status": f"Note {number}"})["id"] for number in range(7)][-1]
    seen: list[int] = []
    while page := app.ask("GET", "/timelines/home", limit=4, **({"max_id": seen[-1]} if seen else {})):
        seen += [each["id"] for each in page]
        assert len(seen) < 100
    assert seen[0] == last
    assert seen == sorted(set(seen), reverse=True)
    assert set(seen) == {each["id"] for each in app.ask("GET", "/notes")}
