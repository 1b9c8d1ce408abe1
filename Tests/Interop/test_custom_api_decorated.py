"""An API as decorators of classes describe it: texts that are called objects, ids that are sent and not shown, a user in
the session of which nothing is said, and adjustments of a stock."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from journey import Person, ids, using

DOCUMENT = """
openapi: 3.0.0
info: { title: Emporium, version: '1' }
paths:
  /auth/register: { post: { requestBody: { content: { application/json: { schema: { type: object,
      required: [email, password], properties: { email: { type: string }, password: { type: string },
      firstName: { type: string } } } } } }, responses: { '201': &session { description: in, content: { application/json: {
      schema: { type: object, required: [accessToken, user], properties: { accessToken: { type: string },
      user: { type: object, description: Who it is, example: { id: user-1, email: john@example.com } } } } } } } } } }
  /auth/login: { post: { requestBody: { content: { application/json: { schema: { type: object, required: [email, password],
      properties: { email: { type: string }, password: { type: string } } } } } }, responses: { '200': *session } } }
  /users/me: { get: { responses: { '200': { description: me, content: { application/json: { schema:
      { $ref: '#/components/schemas/UserDto' } } } } } } }
  /shelves:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items:
        { $ref: '#/components/schemas/ShelfDto' } } } } } } }
    post: { requestBody: { content: { application/json: { schema: { type: object, required: [name], properties: {
        name: { type: string }, slug: { type: string } } } } } }, responses: { '201': &shelf { description: one, content: {
        application/json: { schema: { $ref: '#/components/schemas/ShelfDto' } } } } } }
  /shelves/slug/{slug}: { get: { parameters: [ { name: slug, in: path, required: true, schema: { type: string } } ],
      responses: { '200': *shelf, '404': { description: none } } } }
  /shelves/{id}: { get: { parameters: &id [ { name: id, in: path, required: true, schema: { type: string } } ],
      responses: { '200': *shelf, '404': { description: none } } } }
  /goods:
    post: { requestBody: { content: { application/json: { schema: { type: object, required: [name, stock, shelfId],
        properties: { name: { type: string }, stock: { type: number }, shelfId: { type: string, example: Kitchen } } } } } },
        responses: { '201': &good { description: one, content: { application/json: { schema:
        { $ref: '#/components/schemas/GoodDto' } } } } } }
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items:
        { $ref: '#/components/schemas/GoodDto' } } } } } } }
  /goods/{id}: { get: { parameters: *id, responses: { '200': *good, '404': { description: none } } } }
  /goods/{id}/stock: { patch: { parameters: *id, requestBody: { content: { application/json: { schema: { type: object,
      required: [quantity], properties: { quantity: { type: number, description: 'Stock adjustment (positive to add, negative
      to subtract)' } } } } } }, responses: { '200': *good } } }
  /goods/{id}/price: { put: { parameters: *id, requestBody: { content: { application/json: { schema: { type: object,
      required: [value], properties: { value: { type: number } } } } } }, responses: { '200': *good } } }
  /admin/goods: { get: { parameters: [ { name: shelfId, in: query, schema: { type: string } } ], responses: { '200': {
      description: all, content: { application/json: { schema: { type: array, items: { type: object,
      required: [id, name, shelfName], properties: { id: { type: string }, name: { type: string },
      shelfName: { type: string } } } } } } } } } }
  /wishlist: { get: { responses: { '200': { description: one, content: { application/json: { schema: { type: object,
      properties: { userId: { type: string }, items: { type: array, items: { $ref: '#/components/schemas/WishDto' } } } } } }
      } } } }
  /wishlist/items: { post: { requestBody: { content: { application/json: { schema: { type: object, required: [goodId],
      properties: { goodId: { type: string } } } } } }, responses: { '201': { description: one, content: { application/json:
      { schema: { $ref: '#/components/schemas/WishDto' } } } }, '409': { description: already in the wishlist } } } }
components:
  schemas:
    UserDto: { type: object, properties: { id: { type: string }, email: { type: string }, firstName: { type: object,
      example: John, nullable: true } } }
    ShelfDto: { type: object, required: [id, name, goodCount], properties: { id: { type: string }, name: { type: string },
      slug: { type: object, example: kitchen, nullable: true }, goodCount: { type: number } } }
    GoodDto: { type: object, required: [id, name, stock, price], properties: { id: { type: string }, name: { type: string },
      stock: { type: number }, price: { type: number } } }
    WishDto: { type: object, required: [id, goodId], properties: { id: { type: string }, goodId: { type: string } } }
"""


@pytest.fixture
def app(binary: Path, tmp_path: Path) -> Iterator[Person]:
    """An app."""
    with using(binary, tmp_path, "emporium", DOCUMENT) as somebody:
        yield somebody


def test_the_user_of_a_session_is_the_one_who_signs_in(app: Person) -> None:
    """Not the one of the example."""
    made = app.post("/auth/register", {"email": "ada@example.com", "password": "pw12345678", "firstName": "Ada"})
    assert made["user"]["email"] == "ada@example.com"
    again = app.post("/auth/login", {"email": "ada@example.com", "password": "pw12345678"})
    assert again["user"]["id"] == made["user"]["id"]
    app.token = again["accessToken"]
    me = app.get("/users/me")
    assert (me["id"], me["firstName"]) == (made["user"]["id"], "Ada")


def test_a_text_that_is_called_an_object_names_a_record(app: Person) -> None:
    """`slug` is an object by its type, and a text by its example."""
    shelf = app.post("/shelves", {"name": "Garden tools", "slug": "garden-tools"})
    assert shelf["slug"] == "garden-tools"
    assert app.get("/shelves/slug/garden-tools") == shelf
    assert app.status("GET", "/shelves/slug/none") == 404


def test_an_id_that_is_sent_and_not_shown_ties_the_record(app: Person) -> None:
    """It is counted, filtered by, and shows the name of what it names."""
    shelf = app.post("/shelves", {"name": "Garden tools"})
    good = app.post("/goods", {"name": "Spade", "stock": 5, "shelfId": shelf["id"]})
    app.post("/goods", {"name": "Lamp", "stock": 5, "shelfId": app.post("/shelves", {"name": "Lamps"})["id"]})
    assert app.get(f"/shelves/{shelf['id']}")["goodCount"] == 1
    listed = app.get(f"/admin/goods?shelfId={shelf['id']}")
    assert ids(listed) == [good["id"]]
    assert listed[0]["shelfName"] == "Garden tools"


def test_a_path_that_ends_with_a_property_changes_it(app: Person) -> None:
    """An adjustment is added, another value is set."""
    good = app.post("/goods", {"name": "Spade", "stock": 5, "shelfId": app.post("/shelves", {"name": "Tools"})["id"]})
    path = f"/goods/{good['id']}"
    assert app.send("PATCH", f"{path}/stock", {"quantity": 4})["stock"] == 9
    assert app.send("PATCH", f"{path}/stock", {"quantity": -2})["stock"] == 7
    assert app.send("PUT", f"{path}/price", {"value": 12.5})["price"] == 12.5
    shown = app.get(path)
    assert (shown["stock"], shown["price"]) == (7, 12.5)


def test_nothing_is_twice_in_a_wishlist(app: Person) -> None:
    """Of one account, where the document has a conflict."""
    people = []
    for name in ("ada", "bob"):
        session = app.post("/auth/register", {"email": f"{name}@example.com", "password": "pw12345678"})
        people.append(Person(app.server, "/emporium", session["accessToken"]))
    ada, bob = people
    good = app.post("/goods", {"name": "Train", "stock": 5, "shelfId": app.post("/shelves", {"name": "Toys"})["id"]})["id"]
    assert ada.post("/wishlist/items", {"goodId": good})["goodId"] == good
    assert ada.status("POST", "/wishlist/items", {"goodId": good}) == 409
    assert bob.status("POST", "/wishlist/items", {"goodId": good}) == 201
    assert [item["goodId"] for item in ada.get("/wishlist")["items"]] == [good]
