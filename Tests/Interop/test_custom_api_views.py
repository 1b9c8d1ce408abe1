"""Custom APIs whose responses are views: a record proper with others around it, reads by the query, feeds and searches."""

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
SUBSCRIBED = {"type": "string", "enum": ["Subscribed", "NotSubscribed", "Pending"]}


def record(required: dict[str, Any], **optional: Any) -> dict[str, Any]:
    """The schema of an object."""
    return {"type": "object", "required": list(required), "properties": required | optional}


def ref(name: str) -> dict[str, Any]:
    """A reference to a schema."""
    return {"$ref": f"#/components/schemas/{name}"}


def operation(answer: dict[str, Any], body: dict[str, Any] | None = None, **query: dict[str, Any]) -> dict[str, Any]:
    """An operation that responds with JSON."""
    made: dict[str, Any] = {
        "parameters": [{"name": name, "in": "query", "schema": schema} for name, schema in query.items()],
        "responses": {"200": {"description": "", "content": {"application/json": {"schema": answer}}}},
    }
    if body:
        made["requestBody"] = {"content": {"application/json": {"schema": body}}}
    return made


CLUB_RESPONSE = record({"club_view": ref("ClubView")})
ENTRY_RESPONSE = record({"entry_view": ref("EntryView")})
REMARK_RESPONSE = record({"remark_view": ref("RemarkView")})
PATHS = {
    "/club": {
        "post": operation(CLUB_RESPONSE, record({"name": TEXT}, title=TEXT)),
        "get": operation(record({"club_view": ref("ClubView")}, rules={"type": "array"}), id=INTEGER, name=TEXT),
        "put": operation(CLUB_RESPONSE, record({"club_id": INTEGER}, title=TEXT)),
    },
    "/club/list": {"get": operation(record({"clubs": {"type": "array", "items": ref("ClubView")}}))},
    "/club/follow": {"post": operation(CLUB_RESPONSE, record({"club_id": INTEGER, "follow": FLAG}))},
    "/entry": {
        "post": operation(ENTRY_RESPONSE, record({"name": TEXT, "club_id": INTEGER})),
        "get": operation(record({"entry_view": ref("EntryView"), "club_view": ref("ClubView")}), id=INTEGER),
    },
    "/entry/list": {
        "get": operation(
            record({"entries": {"type": "array", "items": ref("EntryView")}}), club_id=INTEGER, saved_only=FLAG
        )
    },
    "/entry/like": {"post": operation(ENTRY_RESPONSE, record({"entry_id": INTEGER, "score": INTEGER}))},
    "/entry/save": {"put": operation(ENTRY_RESPONSE, record({"entry_id": INTEGER, "save": FLAG}))},
    "/entry/delete": {"post": operation(ENTRY_RESPONSE, record({"entry_id": INTEGER, "deleted": FLAG}))},
    "/remark": {"post": operation(REMARK_RESPONSE, record({"content": TEXT, "entry_id": INTEGER}))},
    "/remark/list": {
        "get": operation(record({"remarks": {"type": "array", "items": ref("RemarkView")}}), entry_id=INTEGER)
    },
    "/search": {
        "get": operation(
            record(
                {
                    "entries": {"type": "array", "items": ref("EntryView")},
                    "clubs": {"type": "array", "items": ref("ClubView")},
                }
            ),
            q=TEXT,
            type=TEXT,
        )
    },
}
SCHEMAS = {
    "Club": record({"id": INTEGER, "name": TEXT}, title=TEXT),
    "Entry": record({"id": INTEGER, "name": TEXT, "club_id": INTEGER, "deleted": FLAG}),
    "Remark": record({"id": INTEGER, "content": TEXT, "entry_id": INTEGER}),
    "ClubView": record({"club": ref("Club"), "subscribed": SUBSCRIBED, "counts": record({"club_id": INTEGER, "entries": INTEGER})}),
    "EntryView": record(
        {
            "entry": ref("Entry"), "club": ref("Club"), "saved": FLAG,
            "counts": record({"entry_id": INTEGER, "remarks": INTEGER}),
        }, my_vote=INTEGER,
    ),
    "RemarkView": record({"remark": ref("Remark"), "entry": ref("Entry"), "club": ref("Club")}),
}  # fmt: skip


class App:
    """A client of the API."""

    def __init__(self, server: MockServer) -> None:
        self.address = f"{server.base_url}/clubs"

    def get(self, path: str, status: int = 200, **query: Any) -> Any:
        response = requests.get(self.address + path, params=query, timeout=TIMEOUT_S)
        assert response.status_code == status, response.text
        return response.json()

    def send(self, method: str, path: str, **body: Any) -> Any:
        response = requests.request(method, self.address + path, json=body, timeout=TIMEOUT_S)
        assert response.status_code == 200, response.text
        return response.json()


@pytest.fixture(scope="module")
def app(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    """A client of a server with the document of this file."""
    folder = tmp_path_factory.mktemp("views")
    document = {
        "openapi": "3.0.3", "info": {"title": "Clubs", "version": "1"}, "paths": PATHS,
        "components": {"schemas": SCHEMAS},
    }  # fmt: skip
    file = folder / "clubs.yaml"
    file.write_text(yaml.safe_dump(document), encoding="utf-8")
    server = launch(binary, folder, ["--port", "0", "--rate-limit", "off", "--api", f"clubs={file}"], {})
    yield App(server)
    server.stop()


def club(app: App, name: str) -> int:
    """A new club's id."""
    return int(app.send("POST", "/club", name=name)["club_view"]["club"]["id"])


def entry(app: App, name: str, of: int) -> int:
    """A new entry's id."""
    return int(app.send("POST", "/entry", name=name, club_id=of)["entry_view"]["entry"]["id"])


def test_what_is_sent_is_in_the_record_proper(app: App) -> None:
    view = app.send("POST", "/club", name="gardening", title="Gardens")["club_view"]
    assert (view["club"]["name"], view["club"]["title"], view["subscribed"]) == ("gardening", "Gardens", "NotSubscribed")
    own = view["club"]["id"]
    assert view["counts"] == {"club_id": own, "entries": 0}
    assert own in [each["club"]["id"] for each in app.get("/club/list")["clubs"]]


def test_a_record_is_read_by_the_query(app: App) -> None:
    own = club(app, "sailing")
    assert app.get("/club", id=own)["club_view"]["club"]["name"] == "sailing"
    assert app.get("/club", name="sailing")["club_view"]["club"]["id"] == own
    app.get("/club", status=404, id=987654)
    app.get("/club", status=404, name="nobody named one so")


def test_what_is_not_sent_stays(app: App) -> None:
    own = club(app, "chess")
    changed = app.send("PUT", "/club", club_id=own, title="Chess club")["club_view"]["club"]
    assert (changed["name"], changed["title"]) == ("chess", "Chess club")
    assert app.get("/club", id=own)["club_view"]["club"] == changed


def test_parts_are_the_records_that_are_referred_to(app: App) -> None:
    own = club(app, "cooking")
    first = entry(app, "Soup", own)
    shown = app.get("/entry", id=first)
    assert shown["entry_view"]["club"]["name"] == "cooking"
    assert shown["club_view"]["club"]["id"] == own
    app.send("PUT", "/club", club_id=own, title="Now with a title")
    assert app.get("/entry", id=first)["entry_view"]["club"]["title"] == "Now with a title"
    remark = app.send("POST", "/remark", content="Needs salt", entry_id=first)["remark_view"]
    assert (remark["entry"]["name"], remark["club"]["name"]) == ("Soup", "cooking")
    assert app.get("/entry", id=first)["entry_view"]["counts"] == {"entry_id": first, "remarks": 1}
    assert [each["remark"]["content"] for each in app.get("/remark/list", entry_id=first)["remarks"]] == ["Needs salt"]
    assert [each["entry"]["id"] for each in app.get("/entry/list", club_id=own)["entries"]] == [first]


def test_actions_set_what_their_request_says(app: App) -> None:
    own = club(app, "cinema")
    first = entry(app, "A film", own)
    assert app.send("POST", "/entry/like", entry_id=first, score=1)["entry_view"]["my_vote"] == 1
    assert app.send("PUT", "/entry/save", entry_id=first, save=True)["entry_view"]["saved"] is True
    assert first in [each["entry"]["id"] for each in app.get("/entry/list", saved_only="true")["entries"]]
    assert app.send("PUT", "/entry/save", entry_id=first, save=False)["entry_view"]["saved"] is False
    assert app.send("POST", "/entry/delete", entry_id=first, deleted=True)["entry_view"]["entry"]["deleted"] is True
    assert app.get("/entry", id=first)["entry_view"]["entry"]["deleted"] is True
    assert app.send("POST", "/club/follow", club_id=own, follow=True)["club_view"]["subscribed"] == "Subscribed"
    assert app.send("POST", "/club/follow", club_id=own, follow=False)["club_view"]["subscribed"] == "NotSubscribed"


def test_a_search_finds_records_of_each_kind(app: App) -> None:
    own = club(app, "zymurgy")
    first = entry(app, "All about zymurgy", own)
    found = app.get("/search", q="zymurgy")
    assert first in [each["entry"]["id"] for each in found["entries"]]
    assert [each["club"]["id"] for each in found["clubs"]] == [own]
    assert app.get("/search", q="zymurgy", type="Clubs")["entries"] == []
    assert app.get("/search", q="no record has this") == {"entries": [], "clubs": []}
