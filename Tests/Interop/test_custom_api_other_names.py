"""An API in which requests, lists and records call the same by different names, as generated documents of .NET do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from journey import DOCUMENTS, Person, ids, serving

STUDIO = DOCUMENTS / "studio.yaml"


@pytest.fixture
def api(binary: Path, tmp_path: Path) -> Iterator[Person]:
    """Somebody who calls the dance studio's API."""
    with serving(binary, tmp_path / "out", "studio", STUDIO) as running:
        yield Person(running, "/studio")


def change(api: Person, method: str, path: str, body: Any = None) -> int:
    """The status of a request whose response the document describes as a file."""
    return api.server.request(method, f"/studio{path}", body=body).status


def person(api: Person, first: str, last: str) -> Any:
    """The id of a new person."""
    return api.post("/api/people", {"firstName": first, "lastName": last})["id"]


def test_a_patch_that_wraps_its_values_sets_them(api: Person) -> None:
    """`{"firstName": {"value": "Augusta"}}` sets the name, and leaves what it does not hold."""
    ada = person(api, "Ada", "Lace")
    assert 200 == change(api, "PATCH", f"/api/people/{ada}", {"firstName": {"value": "Augusta"}, "code": {"value": "A1"}})
    read = api.get(f"/api/people/{ada}")
    assert (read["firstName"], read["lastName"], read["code"]) == ("Augusta", "Lace", "A1")
    assert 200 == change(api, "PATCH", f"/api/people/{ada}", {"code": {"value": None}})
    assert api.get(f"/api/people/{ada}").get("code") is None


def test_a_flat_path_changes_what_stands_below_a_record(api: Person) -> None:
    """`/personPhones/{id}` are the records of `/people/{id}/phones`."""
    ada, bob = person(api, "Ada", "Phones"), person(api, "Bob", "Phones")
    phone = api.post(f"/api/people/{ada}/phones", {"typeId": 2, "number": "555-01", "isPrivate": False})["id"]
    (shown,) = api.get(f"/api/people/{ada}/phones")
    assert (shown["id"], shown["number"], shown["phoneTypeId"]) == (phone, "555-01", 2), "a name without its beginning"
    assert 200 == change(api, "PATCH", f"/api/personPhones/{phone}", {"number": {"value": "555-02"}, "isPrivate": {"value": True}})
    (shown,) = api.get(f"/api/people/{ada}/phones")
    assert (shown["number"], shown["isPrivate"], shown["phoneTypeId"]) == ("555-02", True, 2)
    assert phone not in ids(api.get(f"/api/people/{bob}/phones"))
    assert 200 == change(api, "DELETE", f"/api/personPhones/{phone}")
    assert api.get(f"/api/people/{ada}/phones") == []
    assert change(api, "DELETE", f"/api/personPhones/{phone}") == 404


def test_a_list_that_requires_one_of_its_parameters_refuses_none(api: Person) -> None:
    """Its summary says it: "At least 1 parameter is required", "Either date range or pupil Id is required"."""
    person(api, "Ada", "Required")
    assert api.status("GET", "/api/people") == 400
    assert api.status("GET", "/api/people?firstName=Ada") == 400, "that is none of them"
    assert [one["firstName"] for one in api.get("/api/people?lastName=Required")] == ["Ada"]
    assert api.status("GET", "/api/sessions") == 400
    assert api.status("GET", "/api/sessions?pupilId=1") == 200
    assert api.status("GET", "/api/sessions?startDate=2031-01-01T00:00:00Z&endDate=2031-02-01T00:00:00Z") == 200


def test_a_description_says_in_which_state_a_new_record_is(api: Person) -> None:
    """Not the first one of the enumeration, which says that nothing is defined; and lists show its moment otherwise."""
    ada = person(api, "Ada", "Sessions")
    made = api.post("/api/sessions", {"personId": ada, "start": "2031-05-12T10:00:00Z", "duration": 30})
    assert (made["start"], made["duration"]) == ("2031-05-12T10:00:00Z", 30)
    read = api.get(f"/api/sessions/{made['id']}")
    assert (read["state"], read["plannedStartTime"], read["personId"]) == ("Planned", "2031-05-12T10:00:00Z", ada)
    assert 200 == change(api, "PATCH", f"/api/sessions/{made['id']}", {"state": {"value": "Cancelled"}})
    assert api.get(f"/api/sessions/{made['id']}")["state"] == "Cancelled"
    assert api.get(f"/api/sessions/{made['id']}")["personId"] == ada


def test_moments_of_a_list_are_bounded_whatever_records_call_them(api: Person) -> None:
    """`startDate` and `endDate` bound the `start` that the list shows, which records call `plannedStartTime`."""
    ada = person(api, "Ada", "Spans")
    made = [
        api.post("/api/sessions", {"personId": ada, "start": f"2031-05-{day}T10:00:00Z", "duration": 30})["id"]
        for day in (12, 14)
    ]
    listed = ids(api.get("/api/sessions?startDate=2031-05-13T00:00:00Z&endDate=2031-05-16T00:00:00Z"))
    assert listed == [made[1]]


def test_a_person_has_another_name_in_paths_and_requests(api: Person) -> None:
    """`/person/{clientId}/bills` says that a client is one of the people, so `clientId` is what bills call `personId`."""
    ada, bob = person(api, "Ada", "Bills"), person(api, "Bob", "Bills")
    bill = api.post("/api/bills", {"clientId": ada, "total": 12.5, "note": "first"})["id"]
    read = api.get(f"/api/bills/{bill}")
    assert (read["personId"], read["total"], read["note"]) == (ada, 12.5, "first")
    (shown,) = api.get(f"/api/person/{ada}/bills")
    assert (shown["id"], shown["total"]) == (bill, 12.5), "a list in short of the same records"
    assert api.get(f"/api/person/{bob}/bills") == []
    assert api.status("GET", "/api/person/98765432/bills") == 404
    session = api.post("/api/sessions", {"personId": ada, "start": "2032-05-12T10:00:00Z", "duration": 30})["id"]
    api.post("/api/sessions", {"personId": bob, "start": "2032-05-12T10:00:00Z", "duration": 30})
    span = "startDate=2032-01-01T00:00:00Z&endDate=2033-01-01T00:00:00Z"
    assert ids(api.get(f"/api/sessions?{span}&clientId={ada}")) == [session]


def test_a_list_shows_what_records_have_by_a_longer_name(api: Person) -> None:
    """`groupId` of a list is `lessonGroupId` of a lesson."""
    for lesson in api.get("/api/lessons"):
        assert api.get(f"/api/lessons/{lesson['id']}")["lessonGroupId"] == lesson["groupId"]
