"""Documents in the style of JSON:API: types, relationships and their links, what is included, some properties alone, and
operations on relationships."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from journey import Person, using

DOCUMENT = Path(__file__).parent / "custom_api_documents" / "library-relationships.yaml"


@pytest.fixture
def app(binary: Path, tmp_path: Path) -> Iterator[Person]:
    """Somebody who uses the app."""
    with using(binary, tmp_path, "library", DOCUMENT) as somebody:
        yield somebody


def writer(app: Person, name: str) -> dict[str, Any]:
    """A new writer."""
    return app.post("/writers", {"data": {"type": "writers", "attributes": {"name": name}}})["data"]


def book(app: Person, title: str, by: dict[str, Any] | None = None) -> dict[str, Any]:
    """A new book."""
    data: dict[str, Any] = {"type": "books", "attributes": {"title": title}}
    if by is not None:
        data["relationships"] = {"writer": {"data": {"type": "writers", "id": by["id"]}}}
    return app.post("/books", {"data": data})["data"]


def of(books: list[dict[str, Any]]) -> list[str]:
    """The titles of books."""
    return [book["attributes"]["title"] for book in books]


def test_records_have_the_type_of_their_collection(app: Person) -> None:
    """By the path, or as a description says; and a type that is not the collection's is refused."""
    assert {each["type"] for each in app.get("/books")["data"]} == {"books"}
    assert {each["type"] for each in app.get("/writers")["data"]} == {"writers"}
    wrong = {"data": {"type": "writers", "attributes": {"title": "A writer is no book"}}}
    assert app.status("POST", "/books", wrong) == 409


def test_relationships_lead_to_records_that_are_there(app: Person) -> None:
    """Those that records have from the beginning, those that are sent, and the links of both."""
    first = app.get("/books")["data"][0]
    named = first["relationships"]["writer"]["data"]["id"]
    assert app.get(f"/writers/{named}")["data"]["id"] == named
    labels = {each["id"] for each in app.get("/labels")["data"]}
    assert {each["id"] for each in first["relationships"]["labels"]["data"]} <= labels
    ada = writer(app, "Ada")
    made = book(app, "Notes", ada)
    relationship = made["relationships"]["writer"]
    assert relationship["data"] == {"type": "writers", "id": ada["id"]}
    assert relationship["links"]["self"].endswith(f"/library/books/{made['id']}/relationships/writer")
    assert relationship["links"]["related"].endswith(f"/library/books/{made['id']}/writer")
    assert made["relationships"]["labels"] == {"data": []}
    assert book(app, "By nobody")["relationships"]["writer"]["data"] is None
    unknown = {"data": {"type": "books", "attributes": {"title": "x"}, "relationships": {
        "writer": {"data": {"type": "writers", "id": "nobody"}}}}}
    assert app.status("POST", "/books", unknown) == 404


def test_a_new_record_begins_with_its_attributes(app: Person) -> None:
    """Its state and its times are there, and a change of one attribute leaves the others and the relationships."""
    made = book(app, "Notes", writer(app, "Ada"))
    assert made["attributes"]["status"] == "draft"
    assert made["attributes"]["createdAt"] == made["attributes"]["updatedAt"]
    app.server.request("PUT", "/_mock/clock", body={"advance": "PT1H"})
    change = {"data": {"type": "books", "id": made["id"], "attributes": {"pages": 12}}}
    changed = app.send("PATCH", f"/books/{made['id']}", change)["data"]
    assert (changed["attributes"]["title"], changed["attributes"]["pages"]) == ("Notes", 12)
    assert changed["relationships"] == made["relationships"]
    assert changed["attributes"]["updatedAt"] > made["attributes"]["updatedAt"]
    assert changed["attributes"]["createdAt"] == made["attributes"]["createdAt"]


def test_related_records_are_included_once(app: Person) -> None:
    """In both directions, along a path, and none that records do not have."""
    ada = writer(app, "Ada")
    books = [book(app, f"Part {number}", ada) for number in (1, 2)]
    listed = app.get(f"/books?filter[writer]={ada['id']}&include=writer")
    assert of(listed["data"]) == ["Part 1", "Part 2"]
    assert [each["id"] for each in listed["included"]] == [ada["id"]]
    whole = app.get(f"/writers/{ada['id']}?include=books")
    assert [each["id"] for each in whole["data"]["relationships"]["books"]["data"]] == [each["id"] for each in books]
    assert of(whole["included"]) == ["Part 1", "Part 2"]
    # The document does not allow null for the translator, as it does for the writer.
    assert [each["relationships"]["translator"] for each in whole["included"]] == [{}, {}]
    assert "data" not in app.get(f"/writers/{ada['id']}")["data"]["relationships"]["books"]
    deep = app.get(f"/books/{books[0]['id']}?include=writer.books")
    assert {(each["type"], each["id"]) for each in deep["included"]} == {("writers", ada["id"]), ("books", books[1]["id"])}
    assert app.status("GET", f"/books/{books[0]['id']}?include=publisher") == 400


def test_some_properties_are_asked_for_alone(app: Person) -> None:
    """Of records of each type."""
    ada = writer(app, "Ada")
    book(app, "Notes", ada)
    listed = app.get(f"/books?filter[writer]={ada['id']}&fields[books]=title&include=writer")
    assert [each["attributes"] for each in listed["data"]] == [{"title": "Notes"}]
    assert listed["data"][0].get("relationships", {}) == {}
    assert listed["included"][0]["attributes"]["name"] == "Ada"
    assert app.get(f"/writers/{ada['id']}?fields[writers]=name")["data"]["attributes"] == {"name": "Ada"}


def test_lists_are_sorted_by_attributes_alone(app: Person) -> None:
    """An attribute that is not there is refused."""
    titles = of(app.get("/books?sort=-title")["data"])
    assert titles == sorted(titles, reverse=True) and len(titles) > 2
    assert app.status("GET", "/books?sort=weight") == 400


def test_relationships_are_changed_by_their_paths(app: Person) -> None:
    """One record, none, or several of them; and the other side follows."""
    ada, bob = writer(app, "Ada"), writer(app, "Bob")
    made = book(app, "Notes", ada)
    path = f"/books/{made['id']}/relationships/writer"
    assert app.get(path)["data"] == {"type": "writers", "id": ada["id"]}
    assert app.status("PATCH", path, {"data": {"type": "writers", "id": bob["id"]}}) == 204
    assert app.get(path)["data"]["id"] == bob["id"]
    assert of(app.get(f"/writers/{bob['id']}?include=books")["included"]) == ["Notes"]
    assert app.get(f"/writers/{ada['id']}?include=books")["included"] == []
    assert app.status("PATCH", path, {"data": None}) == 204 and app.get(path)["data"] is None
    assert app.status("PATCH", path, {"data": {"type": "writers", "id": "nobody"}}) == 404
    one, two = ({"type": "labels", "id": each["id"]} for each in app.get("/labels")["data"][:2])
    labels = f"/books/{made['id']}/relationships/labels"
    assert app.status("POST", labels, {"data": [one, two]}) == 204
    assert app.status("POST", labels, {"data": [two]}) == 204
    assert app.get(f"/books/{made['id']}")["data"]["relationships"]["labels"]["data"] == [one, two]
    assert app.status("DELETE", labels, {"data": [one]}) == 204
    assert app.get(f"/books/{made['id']}")["data"]["relationships"]["labels"]["data"] == [two]
    assert app.status("POST", "/books/nothing/relationships/labels", {"data": [one]}) == 404


def test_lists_of_both_sides_follow_from_the_side_that_is_sent(app: Person) -> None:
    """A new prize names its books, whose own list of prizes no request sends."""
    won, other = book(app, "Won"), book(app, "Other")
    names = {"books": {"data": [{"type": "books", "id": won["id"]}]}}
    prize = app.post("/prizes", {"data": {"type": "prizes", "attributes": {"name": "First"}, "relationships": names}})["data"]
    assert prize["relationships"] == names
    shown = [app.get(f"/books/{each['id']}")["data"]["relationships"]["prizes"]["data"] for each in (won, other)]
    assert shown == [[{"type": "prizes", "id": prize["id"]}], []]


def test_no_two_records_have_the_same_unique_attribute(app: Person) -> None:
    """As a documented conflict says."""
    body = {"data": {"type": "writers", "attributes": {"name": "Ada", "slug": "ada"}}}
    assert app.status("POST", "/writers", body) == 201
    assert app.status("POST", "/writers", body) == 409


def test_attributes_count_relationships_unless_clients_send_them(app: Person) -> None:
    """`labelCount` follows the labels, and `bookCount` is what was sent."""
    made = book(app, "Notes")
    assert made["attributes"]["labelCount"] == 0
    label = app.get("/labels")["data"][0]["id"]
    assert app.status("POST", f"/books/{made['id']}/relationships/labels", {"data": [{"type": "labels", "id": label}]}) == 204
    assert app.get(f"/books/{made['id']}")["data"]["attributes"]["labelCount"] == 1
    ada = app.post("/writers", {"data": {"type": "writers", "attributes": {"name": "Ada", "bookCount": 7}}})["data"]
    assert app.get(f"/writers/{ada['id']}")["data"]["attributes"]["bookCount"] == 7
