"""An API whose paths and summaries name actions: what stands before an id, what a DELETE ends or refuses, what may come
back, who may do it, and what a query says in the place of content."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from journey import DOCUMENTS, Person, ids, serving
from mock_server import MockServer

ACTIONS = DOCUMENTS / "actions.yaml"


@pytest.fixture
def server(binary: Path, tmp_path: Path) -> Iterator[MockServer]:
    """A server of the rental desk."""
    with serving(binary, tmp_path / "out", "desk", ACTIONS) as running:
        yield running


@pytest.fixture
def desk(server: MockServer) -> Person:
    """Somebody at the desk, with a token that was not issued here."""
    return Person(server, "/desk", "test-token")


def customer(server: MockServer, name: str) -> Person:
    """Somebody who registers."""
    person = Person(server, "/desk")
    made = person.post("/auth/register", {"email": f"{name}@example.com", "password": "Long-enough1"})
    person.token, person.id = made["accessToken"], made["user"]["id"]
    return person


def rental(person: Person, day: str, bike: int = 1) -> int:
    """The id of a rental from a day on."""
    return int(person.post(f"/rentals?bike-id={bike}&from-date={day}")["id"])


def test_a_query_says_what_a_creation_without_content_makes(server: MockServer) -> None:
    """`POST /rentals?bike-id=1&from-date=2031-05-12` makes a rental with these properties, of their types."""
    ada = customer(server, "ada")
    read = ada.get(f"/rentals/{rental(ada, '2031-05-12')}")
    assert (read["bikeId"], read["fromDate"], read["userId"]) == (1, "2031-05-12", ada.id)
    assert read["status"] == "BOOKED", "the first state that says something"
    assert ada.status("POST", "/rentals?bike-id=1") == 400
    assert ada.status("POST", "/rentals?bike-id=98765432&from-date=2031-05-12") == 404


def test_an_action_before_the_id_acts_on_that_record(server: MockServer) -> None:
    """`PUT /rentals/confirm/{id}` confirms it, and `/rentals/move-from-date/{rentalId}?from-date=` changes it."""
    ada = customer(server, "ada")
    first, second = rental(ada, "2031-05-12"), rental(ada, "2031-06-12")
    assert ada.send("PUT", f"/rentals/confirm/{first}")["status"] == "CONFIRMED"
    assert ada.status("PUT", f"/rentals/move-from-date/{first}?from-date=2031-07-01") == 200
    read = ada.get(f"/rentals/{first}")
    assert (read["status"], read["fromDate"], read["bikeId"]) == ("CONFIRMED", "2031-07-01", 1)
    assert ada.get(f"/rentals/{second}")["fromDate"] == "2031-06-12"
    assert ada.status("PUT", "/rentals/confirm/98765432") == 404
    assert ada.status("PUT", "/rentals/move-from-date/98765432?from-date=2031-07-01") == 404


def test_a_delete_that_is_called_a_cancellation_keeps_the_record(server: MockServer) -> None:
    """Its summary says that it cancels, so its state tells that it was."""
    ada = customer(server, "ada")
    number = rental(ada, "2031-05-12")
    assert ada.send("DELETE", f"/rentals/{number}")["status"] == "CANCELLED"
    read = ada.get(f"/rentals/{number}")
    assert read["status"] == "CANCELLED" and read["cancelledAt"]
    assert ada.status("DELETE", "/rentals/98765432") == 404


def test_a_delete_is_refused_while_others_name_the_record(desk: Person) -> None:
    """As its response says: "Cannot delete a brand with bikes"."""
    brand = desk.post("/brands", {"name": "Swift"})["id"]
    bike = desk.post("/bikes", {"name": "Roadster", "brandId": brand})["id"]
    assert ids(desk.get(f"/bikes?brandId={brand}")) == [bike], "by the id of what a record shows as an object"
    assert desk.status("DELETE", f"/brands/{brand}") == 400
    assert desk.get(f"/brands/{brand}")["name"] == "Swift"
    desk.send("DELETE", f"/bikes/{bike}")
    desk.send("DELETE", f"/brands/{brand}")
    assert desk.status("GET", f"/brands/{brand}") == 404


def test_what_can_be_restored_is_kept_when_it_is_deleted(desk: Person) -> None:
    """A deleted bike is neither listed nor read, but among the deleted ones, until it is restored."""
    brand = desk.post("/brands", {"name": "Back again"})["id"]
    bike = desk.post("/bikes", {"name": "Lost", "brandId": brand})["id"]
    other = desk.post("/bikes", {"name": "Kept", "brandId": brand})["id"]
    assert desk.send("DELETE", f"/bikes/{bike}")["id"] == bike
    assert desk.status("GET", f"/bikes/{bike}") == 404
    assert desk.status("DELETE", f"/bikes/{bike}") == 404
    listed, gone = ids(desk.get("/bikes")), ids(desk.get("/bikes?deleted=only"))
    assert bike not in listed and other in listed
    assert gone == [bike]
    back = desk.post(f"/bikes/{bike}/restore")
    assert (back["id"], back["name"], back["deletedAt"]) == (bike, "Lost", None)
    assert desk.get(f"/bikes/{bike}")["name"] == "Lost"
    assert bike in ids(desk.get("/bikes")) and desk.get("/bikes?deleted=only") == []


def test_a_banned_account_may_not_sign_in(server: MockServer, desk: Person) -> None:
    """Although its record has no property for that; another account may, and so may the same when it is let in again."""
    ada, bob = customer(server, "ada"), customer(server, "bob")
    sign_in = {"email": "ada@example.com", "password": "Long-enough1"}
    desk.post(f"/admin/users/{ada.id}/ban")
    assert desk.status("POST", "/auth/login", sign_in) == 403
    assert desk.status("POST", "/auth/login", {**sign_in, "password": "Wrong-one1"}) == 401
    assert desk.post("/auth/login", {**sign_in, "email": "bob@example.com"})["user"]["id"] == bob.id
    desk.post(f"/admin/users/{ada.id}/unban")
    assert desk.post("/auth/login", sign_in)["user"]["id"] == ada.id
    shown = desk.get(f"/users/{ada.id}")
    assert set(shown) == {"id", "email", "role"}


def test_a_summary_says_that_only_admins_may(server: MockServer, desk: Person) -> None:
    """"Create a brand (Admin only)" is refused to who registered, as the document has it."""
    ada = customer(server, "ada")
    assert ada.status("POST", "/brands", {"name": "Mine"}) == 403
    assert "Mine" not in [brand["name"] for brand in desk.get("/brands")]
    assert desk.status("POST", "/brands", {"name": "Ours"}) == 201


def test_another_accounts_record_is_refused_as_documented(server: MockServer) -> None:
    """With 403 where the document has that; what nobody has is still not found."""
    ada, bob = customer(server, "ada"), customer(server, "bob")
    number = rental(ada, "2031-05-12")
    assert bob.status("GET", f"/rentals/{number}") == 403
    assert bob.status("GET", "/rentals/98765432") == 404
    assert bob.get("/rentals") == [] and ids(ada.get("/rentals")) == [number]


def test_a_span_that_ends_before_it_begins_is_refused(server: MockServer) -> None:
    """Where the document has a refusal for it."""
    ada = customer(server, "ada")
    number = rental(ada, "2031-05-12")
    assert ada.status("GET", "/rentals?fromDate=2031-06-01&toDate=2031-05-01") == 400
    assert ids(ada.get("/rentals?fromDate=2031-05-01&toDate=2031-06-01")) == [number]


def test_what_a_list_includes_on_demand_is_not_there_without_it(desk: Person) -> None:
    """`includeInactive`."""
    made = [desk.post("/brands", {"name": name, "isActive": name == "On"})["id"] for name in ("On", "Off")]
    usual = ids(desk.get("/brands"))
    assert made[0] in usual and made[1] not in usual
    assert all(brand["isActive"] for brand in desk.get("/brands"))
    assert set(made) <= set(ids(desk.get("/brands?includeInactive=true")))


def test_commands_change_what_a_query_names_the_parent_of(desk: Person) -> None:
    """`POST /desk/add-extra?bike-id=1` answers with the bike, and `/bikes/extras?bike-id=1` lists what it added."""
    brand = desk.post("/brands", {"name": "Extras"})["id"]
    first, second = (desk.post("/bikes", {"name": name, "brandId": brand})["id"] for name in ("One", "Two"))
    assert desk.post(f"/desk/add-extra?bike-id={first}", {"label": "Basket", "price": 5})["id"] == first
    (extra,) = desk.get(f"/bikes/extras?bike-id={first}")
    assert (extra["label"], extra["price"]) == ("Basket", 5)
    assert desk.get(f"/bikes/extras?bike-id={second}") == []
    assert desk.send("DELETE", f"/desk/remove-extra?bike-id={first}&extra-id={extra['id']}")["id"] == first
    assert desk.get(f"/bikes/extras?bike-id={first}") == []
    assert desk.get(f"/bikes/{first}")["name"] == "One"
    assert desk.status("GET", "/bikes/extras?bike-id=98765432") == 404
    assert desk.status("POST", "/desk/add-extra?bike-id=98765432", {"label": "Lost"}) == 404
