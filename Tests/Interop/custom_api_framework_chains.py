"""Chains over the documents in `custom_api_documents`, each in the style of what a framework makes.

Documents and chains were written before any of the documents had been served.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from custom_api_chains import GONE, NEW, OK, REMOVED, Steps, dig

DOCUMENTS = Path(__file__).with_name("custom_api_documents")
NOTHING = "5b0cc0cd-0b0a-4c3e-9a53-0f4f0a5b7f10"


def fastapi(steps: Steps) -> None:
    steps.take(
        "token", "POST", "/api/v1/login/access-token", OK, lambda v: v["access_token"],
        form={"username": "a@x.org", "password": "password1"},
    )
    v = steps.take(
        "create", "POST", "/api/v1/items/", OK, lambda v: v["title"] == "Lamp" and v["owner_id"],
        body={"title": "Lamp", "description": None},
    )
    i = dig(v, "id")
    steps.take("read", "GET", f"/api/v1/items/{i}", OK, lambda v: v["title"] == "Lamp" and v["description"] is None)
    steps.take("list", "GET", "/api/v1/items/", OK, lambda v: i in [r["id"] for r in v["data"]] and v["count"] == len(v["data"]))
    steps.take("page", "GET", "/api/v1/items/?skip=1&limit=2", OK, lambda v: len(v["data"]) == 2 and v["count"] > 2)
    steps.take("update", "PUT", f"/api/v1/items/{i}", OK, lambda v: v["title"] == "Desk", body={"title": "Desk"})
    steps.take("read 2", "GET", f"/api/v1/items/{i}", OK, lambda v: v["title"] == "Desk")
    steps.take("owner", "GET", f"/api/v1/users/{dig(v, 'owner_id')}", OK, lambda u: u["id"] == v["owner_id"])
    steps.take("delete", "DELETE", f"/api/v1/items/{i}", OK, lambda v: isinstance(v["message"], str))
    steps.take("gone", "GET", f"/api/v1/items/{i}", GONE)
    steps.take("wrong", "POST", "/api/v1/items/", (422,), lambda v: "title" in v["detail"][0]["loc"], body={"title": ""})
    steps.take("no id", "GET", "/api/v1/items/abc", (422, 404))
    v = steps.take(
        "user", "POST", "/api/v1/users/", OK, lambda v: v["email"] == "ann@x.org" and "password" not in v and v["is_active"] is True,
        body={"email": "ann@x.org", "password": "password1", "full_name": "Ann"},
    )
    u = dig(v, "id")
    steps.take("users", "GET", "/api/v1/users/", OK, lambda v: u in [r["id"] for r in v["data"]])
    steps.take("patch user", "PATCH", f"/api/v1/users/{u}", OK, lambda v: v["full_name"] == "Anna" and v["email"] == "ann@x.org", body={"full_name": "Anna"})
    steps.take("me", "GET", "/api/v1/users/me", OK, lambda v: "@" in v["email"])
    steps.take("change me", "PATCH", "/api/v1/users/me", OK, lambda v: v["full_name"] == "Bo", body={"full_name": "Bo"})
    steps.take("me 2", "GET", "/api/v1/users/me", OK, lambda v: v["full_name"] == "Bo")
    steps.take(
        "password", "PATCH", "/api/v1/users/me/password", OK, lambda v: "message" in v,
        body={"current_password": "password1", "new_password": "password2"},
    )
    steps.take("me 3", "GET", "/api/v1/users/me", OK, lambda v: v["full_name"] == "Bo")
    v = steps.take(
        "hero", "POST", "/api/v1/heroes/", OK, lambda v: v["name"] == "Deadpond" and isinstance(v["id"], int),
        body={"name": "Deadpond", "secret_name": "Dive"},
    )
    h = dig(v, "id")
    steps.take("heroes", "GET", "/api/v1/heroes/", OK, lambda v: h in [r["id"] for r in v])
    steps.take("hero update", "PATCH", f"/api/v1/heroes/{h}", OK, lambda v: v["age"] == 30 and v["name"] == "Deadpond", body={"age": 30})
    steps.take("hero delete", "DELETE", f"/api/v1/heroes/{h}", OK)
    steps.take("hero gone", "GET", f"/api/v1/heroes/{h}", GONE)
    steps.take("health", "GET", "/api/v1/utils/health-check/", OK, lambda v: isinstance(v, bool))


def nestjs(steps: Steps) -> None:
    cat = {"name": "Tom", "age": 3, "breed": "Siamese"}
    v = steps.take("create", "POST", "/cats", NEW, lambda v: v["name"] == "Tom", body=cat)
    v = steps.take("list", "GET", "/cats", OK, lambda v: any(r["name"] == "Tom" for r in v))
    i = next((r.get("id") for r in v if r["name"] == "Tom"), None) if isinstance(v, list) else None
    steps.take("read", "GET", f"/cats/{i}", OK, lambda v: v["name"] == "Tom" and v["age"] == 3)
    steps.take("update", "PATCH", f"/cats/{i}", OK, body={"age": 4})
    steps.take("read 2", "GET", f"/cats/{i}", OK, lambda v: v["age"] == 4 and v["name"] == "Tom")
    steps.take("delete", "DELETE", f"/cats/{i}", OK)
    steps.take("gone", "GET", f"/cats/{i}", GONE)
    steps.take("wrong", "POST", "/cats", (400, 422), body={"name": "Tom"})
    steps.take("owner", "POST", "/owners", (201,), body={"firstName": "Ann", "lastName": "Lee", "email": "ann@x.org"})
    v = steps.take("owners", "GET", "/owners?page=1&limit=50", OK, lambda v: any(r["firstName"] == "Ann" for r in v))
    i = next((r.get("id") for r in v if r["firstName"] == "Ann"), None) if isinstance(v, list) else None
    steps.take("owner read", "GET", f"/owners/{i}", OK, lambda v: v["lastName"] == "Lee")
    steps.take("owner update", "PATCH", f"/owners/{i}", OK, body={"phone": "123"})
    steps.take("owner read 2", "GET", f"/owners/{i}", OK, lambda v: v["phone"] == "123" and v["lastName"] == "Lee")
    steps.take("owner delete", "DELETE", f"/owners/{i}", OK)
    steps.take("owner gone", "GET", f"/owners/{i}", GONE)
    visit = {"catId": "1", "date": "2026-01-02T03:04:05Z", "reason": "CHECKUP"}
    v = steps.take("visit", "POST", "/visits", NEW, lambda v: v["reason"] == "CHECKUP", body=visit)
    i = dig(v, "id")
    steps.take("visits", "GET", "/visits", OK, lambda v: i in [r["id"] for r in v])
    steps.take("of a cat", "GET", "/visits?catId=1", OK, lambda v: i in [r["id"] for r in v] and {r["catId"] for r in v} == {"1"})
    steps.take("visit update", "PUT", f"/visits/{i}", OK, body={**visit, "reason": "SURGERY"})
    steps.take("visit read", "GET", f"/visits/{i}", OK, lambda v: v["reason"] == "SURGERY" and v["id"] == i)
    steps.take("visit delete", "DELETE", f"/visits/{i}", REMOVED)
    steps.take("visit gone", "GET", f"/visits/{i}", GONE)
    steps.take("login", "POST", "/auth/login", OK, lambda v: v["access_token"], body={"email": "a@x.org", "password": "p"})


def springdoc(steps: Steps) -> None:
    v = steps.take(
        "create", "POST", "/api/owners", (201,), lambda v: v["lastName"] == "Lee",
        body={"firstName": "Ann", "lastName": "Lee", "telephone": "6085551023"},
    )
    o = dig(v, "id")
    steps.take("read", "GET", f"/api/owners/{o}", OK, lambda v: v["id"] == o and v["firstName"] == "Ann")
    steps.take(
        "list", "GET", "/api/owners?page=0&size=50", OK,
        lambda v: o in [r["id"] for r in v["content"]] and v["totalElements"] == len(v["content"]) and v["number"] == 0 and v["last"] is True,
    )
    steps.take(
        "page", "GET", "/api/owners?page=1&size=2", OK,
        lambda v: len(v["content"]) == 2 and v["number"] == 1 and v["size"] == 2 and v["first"] is False and v["numberOfElements"] == 2,
    )
    steps.take("filter", "GET", "/api/owners?lastName=Lee", OK, lambda v: {r["lastName"] for r in v["content"]} == {"Lee"})
    steps.take(
        "sort", "GET", "/api/owners?sort=firstName,desc&size=50", OK,
        lambda v: [r["firstName"] for r in v["content"]] == sorted((r["firstName"] for r in v["content"]), reverse=True),
    )
    steps.take(
        "replace", "PUT", f"/api/owners/{o}", OK, lambda v: v["city"] == "Oslo" and v["id"] == o,
        body={"firstName": "Ann", "lastName": "Lee", "city": "Oslo"},
    )
    p = steps.take("pet", "POST", f"/api/owners/{o}/pets", (201,), lambda v: v["name"] == "Rex", body={"name": "Rex", "type": "DOG", "birthDate": "2020-01-02"})
    i = dig(p, "id")
    steps.take("pets", "GET", f"/api/owners/{o}/pets", OK, lambda v: [r["id"] for r in v["content"]] == [i] and v["totalElements"] == 1)
    steps.take("pet read", "GET", f"/api/pets/{i}", OK, lambda v: v["name"] == "Rex" and v["ownerId"] == o)
    steps.take("pet patch", "PATCH", f"/api/pets/{i}", OK, lambda v: v["name"] == "Max" and v["type"] == "DOG", body={"name": "Max"})
    steps.take("pet delete", "DELETE", f"/api/pets/{i}", REMOVED)
    steps.take("pet gone", "GET", f"/api/pets/{i}", GONE)
    steps.take("delete", "DELETE", f"/api/owners/{o}", OK)
    steps.take("gone", "GET", f"/api/owners/{o}", GONE, lambda v: v["status"] == 404 and v["message"])
    steps.take("wrong", "POST", "/api/owners", (400,), lambda v: v["status"] == 400, body={"firstName": ""})
    steps.take("no parent", "GET", f"/api/owners/{o}/pets", GONE)
    v = steps.take("book", "POST", "/books", (201,), lambda v: v["title"] == "Dune" and v["_links"]["self"]["href"], body={"title": "Dune", "isbn": "9780441172719"})
    link = dig(v, "_links", "self", "href") or ""
    i = link.rsplit("/", 1)[-1]
    steps.take("book read", "GET", f"/books/{i}", OK, lambda v: v["title"] == "Dune")
    steps.take(
        "books", "GET", "/books?size=100", OK,
        lambda v: "Dune" in [r["title"] for r in v["_embedded"]["books"]] and v["page"]["totalElements"] == len(v["_embedded"]["books"]),
    )
    steps.take("books page", "GET", "/books?size=2&page=1", OK, lambda v: len(v["_embedded"]["books"]) == 2 and v["page"]["number"] == 1 and v["page"]["size"] == 2)
    steps.take("book patch", "PATCH", f"/books/{i}", OK, lambda v: v["title"] == "Dune 2" and v["isbn"] == "9780441172719", body={"title": "Dune 2"})
    steps.take("book delete", "DELETE", f"/books/{i}", REMOVED)
    steps.take("book gone", "GET", f"/books/{i}", GONE)


def aspnet(steps: Steps) -> None:
    steps.take("login", "POST", "/api/Auth/Login", OK, lambda v: "token" in v, body={"userName": "a", "password": "b"})
    v = steps.take("create", "POST", "/api/TodoItems", NEW, lambda v: v["name"] == "Walk" and v["isComplete"] is False, body={"name": "Walk", "isComplete": False})
    i = dig(v, "id")
    steps.take("read", "GET", f"/api/TodoItems/{i}", OK, lambda v: v == {"id": i, "name": "Walk", "isComplete": False})
    steps.take("list", "GET", "/api/TodoItems?pageSize=100", OK, lambda v: i in [r["id"] for r in v])
    steps.take("page", "GET", "/api/TodoItems?pageNumber=2&pageSize=2", OK, lambda v: len(v) == 2)
    steps.take("replace", "PUT", f"/api/TodoItems/{i}", (204,), body={"id": i, "name": "Run", "isComplete": True})
    steps.take("read 2", "GET", f"/api/TodoItems/{i}", OK, lambda v: v == {"id": i, "name": "Run", "isComplete": True})
    steps.take("delete", "DELETE", f"/api/TodoItems/{i}", (204,))
    steps.take("gone", "GET", f"/api/TodoItems/{i}", GONE)
    steps.take("unknown member", "POST", "/api/TodoItems", (400, 422), body={"nam": "Walk"})
    c = steps.take("customer", "POST", "/api/Customers", (201,), lambda v: len(v) == 36, body={"name": "Ann", "email": "ann@x.org", "address": {"city": "Oslo"}})
    steps.take("customer read", "GET", f"/api/Customers/{c}", OK, lambda v: v["id"] == c and v["name"] == "Ann" and v["address"]["city"] == "Oslo")
    steps.take("customers", "GET", "/api/Customers?PageSize=100", OK, lambda v: c in [r["id"] for r in v["items"]] and v["totalCount"] == len(v["items"]) and v["hasNextPage"] is False)
    steps.take("customers page", "GET", "/api/Customers?Page=1&PageSize=2", OK, lambda v: len(v["items"]) == 2 and v["hasNextPage"] is True and v["pageNumber"] == 1)
    steps.take("search", "GET", "/api/Customers?Search=ann@x.org", OK, lambda v: [r["id"] for r in v["items"]] == [c])
    steps.take("customer put", "PUT", f"/api/Customers/{c}", (204,), body={"customerId": c, "name": "Anna", "email": "ann@x.org"})
    steps.take("customer read 2", "GET", f"/api/Customers/{c}", OK, lambda v: v["name"] == "Anna" and v["id"] == c)
    o = steps.take("order", "POST", f"/api/Customers/{c}/Orders", NEW, lambda v: v["customerId"] == c and v["note"] == "soon", body={"note": "soon", "lines": [{"productName": "Tea", "quantity": 2, "unitPrice": 3.5}]})
    i = dig(o, "id")
    steps.take("orders", "GET", f"/api/Customers/{c}/Orders", OK, lambda v: [r["id"] for r in v] == [i])
    steps.take("order read", "GET", f"/api/Orders/{i}", OK, lambda v: v["lines"][0]["productName"] == "Tea")
    steps.take("cancel", "POST", f"/api/Orders/{i}/Cancel", OK)
    steps.take("cancelled", "GET", f"/api/Orders/{i}", OK, lambda v: v["status"] == "Cancelled" and v["note"] == "soon")
    steps.take("customer delete", "DELETE", f"/api/Customers/{c}", (204,))
    steps.take("customer gone", "GET", f"/api/Customers/{c}", GONE, lambda v: v["status"] == 404)
    steps.take("wrong", "POST", "/api/Customers", (400,), lambda v: "email" in v["errors"], body={"name": "Ann"})
    steps.take("weather", "GET", "/WeatherForecast", OK, lambda v: len(v) > 0)


def drf(steps: Steps) -> None:
    v = steps.take("create", "POST", "/api/authors/", (201,), lambda v: v["name"] == "Ann" and isinstance(v["id"], int), body={"name": "Ann", "birth_date": None})
    a = dig(v, "id")
    steps.take("read", "GET", f"/api/authors/{a}/", OK, lambda v: v["name"] == "Ann" and v["birth_date"] is None)
    steps.take("list", "GET", "/api/authors/?limit=100", OK, lambda v: a in [r["id"] for r in v["results"]] and v["count"] == len(v["results"]) and not v.get("next"))
    v = steps.take("page", "GET", "/api/authors/?limit=2", OK, lambda v: len(v["results"]) == 2 and "offset=2" in v["next"] and not v.get("previous"))
    steps.take("search", "GET", "/api/authors/?search=Ann&ordering=-name", OK, lambda v: a in [r["id"] for r in v["results"]])
    steps.take("update", "PUT", f"/api/authors/{a}/", OK, lambda v: v["name"] == "Anna" and v["id"] == a, body={"name": "Anna", "biography": "b"})
    steps.take("patch", "PATCH", f"/api/authors/{a}/", OK, lambda v: v["name"] == "Anna" and v["biography"] == "c", body={"biography": "c"})
    v = steps.take(
        "book", "POST", "/api/books/", (201,), lambda v: v["title"] == "Dune" and v["price"] == "9.90" and v["author"] == a,
        body={"title": "Dune", "author": a, "genre": "fiction", "price": "9.90", "tags": ["x"]},
    )
    s = dig(v, "slug")
    steps.take("book read", "GET", f"/api/books/{s}/", OK, lambda v: v["title"] == "Dune" and v["tags"] == ["x"])
    steps.take("books", "GET", f"/api/books/?author={a}", OK, lambda v: [r["slug"] for r in v["results"]] == [s] and v["count"] == 1)
    steps.take("genre", "GET", "/api/books/?genre=fiction", OK, lambda v: s in [r["slug"] for r in v["results"]] and {r["genre"] for r in v["results"]} == {"fiction"})
    steps.take("books page", "GET", "/api/books/?page=2&page_size=2", OK, lambda v: len(v["results"]) == 2 and "page=1" in v["previous"])
    v = steps.take("all books", "GET", "/api/books/?page_size=100", OK, lambda v: len(v["results"]) > 2)
    x = (dig(v, "results") or [{}])[0].get("author")
    steps.take("its author", "GET", f"/api/authors/{x}/", OK, lambda v: v["id"] == x)
    steps.take("publish", "POST", f"/api/books/{s}/publish/", OK, lambda v: v["status"] == "published" and v["slug"] == s, body={"title": "Dune", "author": a, "genre": "fiction", "price": "9.90"})
    r = steps.take("review", "POST", f"/api/books/{s}/reviews/", (201,), lambda v: v["rating"] == 5 and v["book"] == s, body={"rating": 5, "text": "Good"})
    i = dig(r, "id")
    steps.take("reviews", "GET", f"/api/books/{s}/reviews/", OK, lambda v: [r["id"] for r in v] == [i])
    steps.take("review read", "GET", f"/api/books/{s}/reviews/{i}/", OK, lambda v: v["text"] == "Good")
    steps.take("review delete", "DELETE", f"/api/books/{s}/reviews/{i}/", (204,))
    steps.take("no reviews", "GET", f"/api/books/{s}/reviews/", OK, lambda v: v == [])
    steps.take("wrong", "POST", f"/api/books/{s}/reviews/", (400,), body={"rating": 6})
    steps.take("book delete", "DELETE", f"/api/books/{s}/", (204,))
    steps.take("book gone", "GET", f"/api/books/{s}/", GONE)
    steps.take("delete", "DELETE", f"/api/authors/{a}/", (204,))
    steps.take("gone", "GET", f"/api/authors/{a}/", GONE)


def laravel(steps: Steps) -> None:
    v = steps.take("create", "POST", "/posts", (201,), lambda v: v["data"]["title"] == "Hello" and v["data"]["status"] == "draft", body={"title": "Hello", "body": "b", "status": "draft"})
    i = dig(v, "data", "id")
    steps.take("read", "GET", f"/posts/{i}", OK, lambda v: v["data"]["id"] == i and v["data"]["body"] == "b")
    steps.take(
        "list", "GET", "/posts?per_page=100", OK,
        lambda v: i in [r["id"] for r in v["data"]] and v["meta"]["total"] == len(v["data"]) and v["meta"]["current_page"] == 1 and v["links"]["next"] is None,
    )
    steps.take(
        "page", "GET", "/posts?per_page=2&page=2", OK,
        lambda v: len(v["data"]) == 2 and v["meta"]["current_page"] == 2 and v["meta"]["per_page"] == 2 and v["meta"]["from"] == 3 and v["meta"]["to"] == 4 and "page=1" in v["links"]["prev"],
    )
    steps.take("filter", "GET", "/posts?filter[status]=draft", OK, lambda v: i in [r["id"] for r in v["data"]] and {r["status"] for r in v["data"]} == {"draft"})
    steps.take("sort", "GET", "/posts?sort=-title&per_page=100", OK, lambda v: [r["title"] for r in v["data"]] == sorted((r["title"] for r in v["data"]), reverse=True))
    steps.take("update", "PUT", f"/posts/{i}", OK, lambda v: v["data"]["title"] == "Bye" and v["data"]["body"] == "b", body={"title": "Bye"})
    c = steps.take("comment", "POST", f"/posts/{i}/comments", (201,), lambda v: v["data"]["body"] == "Nice" and v["data"]["post_id"] == i, body={"body": "Nice"})
    c = dig(c, "data", "id")
    steps.take("comments", "GET", f"/posts/{i}/comments", OK, lambda v: [r["id"] for r in v["data"]] == [c])
    steps.take("comment delete", "DELETE", f"/comments/{c}", (204,))
    steps.take("no comments", "GET", f"/posts/{i}/comments", OK, lambda v: v["data"] == [])
    steps.take("wrong", "POST", "/posts", (422,), lambda v: v["message"] and "title" in v["errors"], body={"body": "b"})
    steps.take("delete", "DELETE", f"/posts/{i}", (204,))
    steps.take("gone", "GET", f"/posts/{i}", GONE, lambda v: isinstance(v["message"], str))
    v = steps.take("category", "POST", "/categories", NEW, lambda v: v["name"] == "News" and v["color"] is None, body={"name": "News", "color": None})
    i = dig(v, "id")
    steps.take("categories", "GET", "/categories", OK, lambda v: i in [r["id"] for r in v])
    steps.take("category delete", "DELETE", f"/categories/{i}", OK, lambda v: v["message"] == "Category deleted")
    steps.take("category gone", "GET", "/categories", OK, lambda v: i not in [r["id"] for r in v])
    steps.take("category twice", "DELETE", f"/categories/{i}", GONE)
    steps.take("me", "GET", "/user", OK, lambda v: "@" in v["email"])


def jsonapi(steps: Steps) -> None:
    kind = "application/vnd.api+json"
    v = steps.take(
        "create", "POST", "/articles", (201,), lambda v: v["data"]["type"] == "articles" and v["data"]["attributes"]["title"] == "Hello",
        body={"data": {"type": "articles", "attributes": {"title": "Hello", "state": "draft"}}}, content_type=kind,
    )
    i = dig(v, "data", "id")
    steps.take("read", "GET", f"/articles/{i}", OK, lambda v: v["data"]["id"] == i and v["data"]["attributes"]["state"] == "draft")
    steps.take("list", "GET", "/articles?page[size]=100", OK, lambda v: i in [r["id"] for r in v["data"]])
    steps.take("page", "GET", "/articles?page[number]=2&page[size]=2", OK, lambda v: len(v["data"]) == 2)
    steps.take("filter", "GET", "/articles?filter[state]=draft", OK, lambda v: i in [r["id"] for r in v["data"]] and {r["attributes"]["state"] for r in v["data"]} == {"draft"})
    steps.take("sort", "GET", "/articles?sort=-title&page[size]=100", OK, lambda v: [r["attributes"]["title"] for r in v["data"]] == sorted((r["attributes"]["title"] for r in v["data"]), reverse=True))
    steps.take(
        "update", "PATCH", f"/articles/{i}", OK, lambda v: v["data"]["attributes"]["title"] == "Bye" and v["data"]["attributes"]["state"] == "draft",
        body={"data": {"type": "articles", "id": i, "attributes": {"title": "Bye"}}}, content_type=kind,
    )
    steps.take("read 2", "GET", f"/articles/{i}", OK, lambda v: v["data"]["attributes"]["title"] == "Bye")
    c = steps.take("comment", "POST", f"/articles/{i}/comments", (201,), lambda v: v["data"]["attributes"]["body"] == "Nice", body={"comment": {"body": "Nice"}})
    c = dig(c, "data", "id")
    steps.take("comments", "GET", f"/articles/{i}/comments", OK, lambda v: [r["id"] for r in v["data"]] == [c])
    steps.take("comment delete", "DELETE", f"/comments/{c}", (204,))
    steps.take("no comments", "GET", f"/articles/{i}/comments", OK, lambda v: v["data"] == [])
    steps.take("wrong", "POST", "/articles", (422,), lambda v: v["errors"][0]["detail"], body={"data": {"type": "articles", "attributes": {}}}, content_type=kind)
    steps.take("delete", "DELETE", f"/articles/{i}", (204,))
    steps.take("gone", "GET", f"/articles/{i}", GONE, lambda v: v["errors"][0]["status"] == "404")


def apiplatform(steps: Steps) -> None:
    kind = "application/ld+json"
    v = steps.take(
        "create", "POST", "/api/books", (201,), lambda v: v["title"] == "Dune" and isinstance(v["id"], int),
        body={"title": "Dune", "author": "Herbert", "isbn": None}, content_type=kind,
    )
    i = dig(v, "id")
    steps.take("read", "GET", f"/api/books/{i}", OK, lambda v: v["author"] == "Herbert" and v["id"] == i)
    steps.take("its address", "GET", str(dig(v, "@id")).removeprefix("/apiplatform"), OK, lambda v: v["id"] == i)
    steps.take("list", "GET", "/api/books", OK, lambda v: i in [r["id"] for r in v["hydra:member"]] and v["hydra:totalItems"] == len(v["hydra:member"]))
    steps.take("page", "GET", "/api/books?page=2&itemsPerPage=2", OK, lambda v: len(v["hydra:member"]) == 2 and v["hydra:totalItems"] > 2)
    steps.take("filter", "GET", "/api/books?title=Dune", OK, lambda v: [r["id"] for r in v["hydra:member"]] == [i])
    steps.take("sort", "GET", "/api/books?order[title]=desc", OK, lambda v: [r["title"] for r in v["hydra:member"]] == sorted((r["title"] for r in v["hydra:member"]), reverse=True))
    steps.take("merge", "PATCH", f"/api/books/{i}", OK, lambda v: v["title"] == "Dune 2" and v["author"] == "Herbert", body={"title": "Dune 2"}, content_type="application/merge-patch+json")
    steps.take("replace", "PUT", f"/api/books/{i}", OK, lambda v: v["author"] == "Frank" and v["id"] == i, body={"title": "Dune", "author": "Frank"}, content_type=kind)
    r = steps.take("review", "POST", "/api/reviews", (201,), lambda v: v["rating"] == 4, body={"rating": 4, "book": f"/api/books/{i}"}, content_type=kind)
    r = dig(r, "id")
    steps.take("reviews", "GET", f"/api/reviews?book=/api/books/{i}", OK, lambda v: [x["id"] for x in v["hydra:member"]] == [r])
    steps.take("review read", "GET", f"/api/reviews/{r}", OK, lambda v: v["book"] == f"/api/books/{i}")
    steps.take("review delete", "DELETE", f"/api/reviews/{r}", (204,))
    steps.take("review gone", "GET", f"/api/reviews/{r}", GONE)
    steps.take("wrong", "POST", "/api/books", (400, 422), body={"title": "Dune"}, content_type=kind)
    steps.take("delete", "DELETE", f"/api/books/{i}", (204,))
    steps.take("gone", "GET", f"/api/books/{i}", GONE)


def goswag(steps: Steps) -> None:
    v = steps.take("create", "POST", "/users", NEW, lambda v: v["data"]["username"] == "ann", body={"username": "ann", "email": "ann@x.org", "password": "secret1"})
    steps.take("login", "POST", "/login", OK, lambda v: v["data"]["token"], body={"username": "ann", "password": "secret1"})
    i = dig(v, "data", "id")
    steps.take("read", "GET", f"/users/{i}", OK, lambda v: v["data"]["id"] == i and v["data"]["email"] == "ann@x.org")
    steps.take("list", "GET", "/users?pageSize=100", OK, lambda v: i in [r["id"] for r in v["data"]["list"]] and v["data"]["total"] == len(v["data"]["list"]))
    steps.take("page", "GET", "/users?page=2&pageSize=2", OK, lambda v: len(v["data"]["list"]) == 2 and v["data"]["page"] == 2 and v["data"]["pageSize"] == 2)
    steps.take("search", "GET", "/users?keyword=ann@x.org", OK, lambda v: [r["id"] for r in v["data"]["list"]] == [i])
    steps.take("update", "PUT", f"/users/{i}", OK, body={"nickname": "Annie"})
    steps.take("read 2", "GET", f"/users/{i}", OK, lambda v: v["data"]["nickname"] == "Annie")
    steps.take("still named", "GET", f"/users/{i}", OK, lambda v: v["data"]["username"] == "ann")
    steps.take("avatar", "POST", f"/users/{i}/avatar", OK, lambda v: "message" in v or "code" in v, files={"file": ("a.png", b"\x89PNG")})
    steps.take("delete", "DELETE", f"/users/{i}", OK)
    steps.take("gone", "GET", f"/users/{i}", GONE, lambda v: isinstance(v["message"], str))
    steps.take("wrong", "POST", "/users", (400,), lambda v: v["message"], body={"username": "ann"})
    v = steps.take("article", "POST", "/articles", NEW, lambda v: v["title"] == "Hello", body={"title": "Hello", "state": 1})
    i = dig(v, "id")
    steps.take("articles", "GET", "/articles?size=100", OK, lambda v: i in [r["id"] for r in v["data"]] and v["total"] == len(v["data"]))
    steps.take("state", "GET", "/articles?state=1", OK, lambda v: i in [r["id"] for r in v["data"]] and {r["state"] for r in v["data"]} == {1})
    steps.take("article read", "GET", f"/articles/{i}", OK, lambda v: v["title"] == "Hello")
    steps.take("article delete", "DELETE", f"/articles/{i}", OK)
    steps.take("article gone", "GET", f"/articles/{i}", GONE)


def tsoa(steps: Steps) -> None:
    v = steps.take("create", "POST", "/projects", (201,), lambda v: v["name"] == "Moon", body={"name": "Moon"})
    p = dig(v, "id")
    steps.take("read", "GET", f"/projects/{p}", OK, lambda v: v["id"] == p and v["name"] == "Moon")
    steps.take("list", "GET", "/projects", OK, lambda v: p in [r["id"] for r in v])
    steps.take("update", "PATCH", f"/projects/{p}", OK, lambda v: v["archived"] is True and v["name"] == "Moon", body={"archived": True})
    steps.take("archived", "GET", "/projects?archived=true", OK, lambda v: p in [r["id"] for r in v] and all(r["archived"] for r in v))
    t = steps.take("task", "POST", f"/projects/{p}/tasks", (201,), lambda v: v["title"] == "Fly" and v["projectId"] == p, body={"title": "Fly", "assignee": None})
    i = dig(t, "id")
    steps.take("tasks", "GET", f"/projects/{p}/tasks", OK, lambda v: [r["id"] for r in v["tasks"]] == [i] and v["total"] == 1)
    steps.take("task read", "GET", f"/tasks/{i}", OK, lambda v: v["title"] == "Fly" and v["assignee"] is None)
    steps.take("its project", "GET", f"/tasks/{i}", OK, lambda v: v["project"]["id"] == p)
    steps.take("task put", "PUT", f"/tasks/{i}", (204,), body={"title": "Land"})
    steps.take("task read 2", "GET", f"/tasks/{i}", OK, lambda v: v["title"] == "Land" and v["projectId"] == p)
    steps.take("complete", "POST", f"/tasks/{i}/complete", OK, lambda v: v["status"] == "completed")
    steps.take("by status", "GET", f"/projects/{p}/tasks?status=completed", OK, lambda v: [r["id"] for r in v["tasks"]] == [i])
    steps.take("task delete", "DELETE", f"/tasks/{i}", (204,))
    steps.take("task gone", "GET", f"/tasks/{i}", GONE)
    steps.take("wrong", "POST", "/projects", (422,), lambda v: v["message"] == "Validation failed", body={"name": ""})
    steps.take("delete", "DELETE", f"/projects/{p}", (204,))
    steps.take("gone", "GET", f"/projects/{p}", GONE, lambda v: isinstance(v["reason"], str))
    steps.take("labels", "GET", "/labels", OK, lambda v: all("color" in x for x in v.values()))
    steps.take("note", "POST", "/notes", (204,), body={"text": "Buy milk", "pinned": True})
    v = steps.take("notes", "GET", "/notes", OK, lambda v: any(r["text"] == "Buy milk" and r["pinned"] for r in v))
    n = next((r["id"] for r in v if r["text"] == "Buy milk"), None) if isinstance(v, list) else None
    steps.take("note put", "PUT", f"/notes/{n}", (204,), body={"text": "Buy tea", "pinned": False})
    steps.take("notes 2", "GET", "/notes", OK, lambda v: {"id": n, "text": "Buy tea", "pinned": False} in v)
    steps.take("note delete", "DELETE", f"/notes/{n}", (204,))
    steps.take("notes 3", "GET", "/notes", OK, lambda v: n not in [r["id"] for r in v])


def postgrest(steps: Steps) -> None:
    steps.take("create", "POST", "/todos", (201,), body={"id": 901, "task": "Walk", "done": False})
    steps.take("list", "GET", "/todos", OK, lambda v: 901 in [r["id"] for r in v])
    steps.take("filter", "GET", "/todos?id=eq.901", OK, lambda v: [r["task"] for r in v] == ["Walk"])
    steps.take("page", "GET", "/todos?limit=2&offset=1", OK, lambda v: len(v) == 2)
    steps.take("lists", "GET", "/lists", OK, lambda v: len(v) > 0 and all(isinstance(r["id"], int) for r in v))
    steps.take("update", "PATCH", "/todos?id=eq.901", (204, 200), body={"done": True})
    steps.take("read", "GET", "/todos?id=eq.901", OK, lambda v: [r["done"] for r in v] == [True])
    steps.take("delete", "DELETE", "/todos?id=eq.901", (204, 200))
    steps.take("gone", "GET", "/todos?id=eq.901", OK, lambda v: v == [])


def google(steps: Steps) -> None:
    v = steps.take("create", "POST", "/v1/shelves", OK, lambda v: v["theme"] == "Poetry", body={"theme": "Poetry"})
    n = str(dig(v, "name"))
    shelf = f"/v1/{n}" if n.startswith("shelves/") else f"/v1/shelves/{n}"
    steps.take("read", "GET", shelf, OK, lambda v: v["theme"] == "Poetry" and v["name"] == n)
    steps.take("list", "GET", "/v1/shelves?pageSize=100", OK, lambda v: n in [r["name"] for r in v["shelves"]])
    v = steps.take("page", "GET", "/v1/shelves?pageSize=2", OK, lambda v: len(v["shelves"]) == 2 and v["nextPageToken"])
    first = [r.get("name") for r in dig(v, "shelves") or []]
    steps.take("next page", "GET", f"/v1/shelves?pageSize=2&pageToken={dig(v, 'nextPageToken')}", OK, lambda v: v["shelves"] and not set(first) & {r["name"] for r in v["shelves"]})
    v = steps.take("book", "POST", f"{shelf}/books", OK, lambda v: v["title"] == "Dune", body={"author": "Herbert", "title": "Dune"})
    b = str(dig(v, "name"))
    book = f"/v1/{b}" if b.startswith("shelves/") else f"{shelf}/books/{b}"
    steps.take("book read", "GET", book, OK, lambda v: v["title"] == "Dune" and v["name"] == b)
    steps.take("books", "GET", f"{shelf}/books", OK, lambda v: [r["name"] for r in v["books"]] == [b])
    steps.take("book update", "PATCH", f"{book}?updateMask=title", OK, lambda v: v["title"] == "Dune 2" and v["author"] == "Herbert", body={"title": "Dune 2", "author": "Herbert"})
    steps.take("archive", "POST", f"{book}:archive", OK, lambda v: v["state"] == "ARCHIVED" and v["title"] == "Dune 2", body={})
    steps.take("book delete", "DELETE", book, REMOVED)
    steps.take("book gone", "GET", book, GONE)
    steps.take("delete", "DELETE", shelf, REMOVED)
    steps.take("gone", "GET", shelf, GONE)


def mobile(steps: Steps) -> None:
    steps.take("register", "POST", "/auth/register", (201,), lambda v: v["user"]["email"] == "ann@x.org" and v["tokens"]["accessToken"], body={"email": "ann@x.org", "password": "password1", "name": "Ann"})
    steps.take("login", "POST", "/auth/login", OK, lambda v: v["tokens"]["accessToken"], body={"email": "ann@x.org", "password": "password1"})
    steps.take("refresh", "POST", "/auth/refresh", OK, lambda v: v["accessToken"], body={"refreshToken": "x"})
    steps.take("me", "GET", "/me", OK, lambda v: v["email"] and v["name"])
    steps.take("change me", "PATCH", "/me", OK, lambda v: v["name"] == "Anna", body={"name": "Anna"})
    steps.take("me 2", "GET", "/me", OK, lambda v: v["name"] == "Anna")
    steps.take("avatar", "PUT", "/me/avatar", OK, lambda v: v["avatarUrl"].startswith("http"), files={"image": ("a.png", b"\x89PNG")})
    v = steps.take("products", "GET", "/products?limit=2", OK, lambda v: len(v["items"]) == 2 and v["nextCursor"])
    ids = [r.get("id") for r in dig(v, "items") or []] or ["none"]
    steps.take("next page", "GET", f"/products?limit=2&cursor={dig(v, 'nextCursor')}", OK, lambda v: v["items"] and not set(ids) & {r["id"] for r in v["items"]})
    p = ids[0]
    steps.take("product", "GET", f"/products/{p}", OK, lambda v: v["id"] == p and v["price"]["currency"])
    steps.take("review", "POST", f"/products/{p}/reviews", (201,), lambda v: v["stars"] == 4, body={"stars": 4, "comment": "ok"})
    steps.take("reviews", "GET", f"/products/{p}/reviews", OK, lambda v: any(r.get("comment") == "ok" for r in v["reviews"]))
    steps.take("favourite", "PUT", f"/me/favorites/{ids[-1]}", (204,))
    steps.take("favourites", "GET", "/me/favorites", OK, lambda v: ids[-1] in [r["id"] for r in v])
    steps.take("no favourite", "DELETE", f"/me/favorites/{ids[-1]}", (204,))
    steps.take("favourites 2", "GET", "/me/favorites", OK, lambda v: ids[-1] not in [r["id"] for r in v])
    steps.take("still sold", "GET", f"/products/{ids[-1]}", OK)
    steps.take("no product", "GET", "/products/prd_none", GONE, lambda v: v["error"]["code"])
    new = {"label": "Work", "street": "Calle Mayor 1", "city": "Madrid", "postalCode": "28001", "country": "ES"}
    v = steps.take("address", "POST", "/me/addresses", (201,), lambda v: v["street"] == "Calle Mayor 1" and v["id"] and v["isDefault"] is False, body=new)
    a = dig(v, "id")
    steps.take("addresses", "GET", "/me/addresses", OK, lambda v: a in [r["id"] for r in v["addresses"]])
    steps.take("address put", "PUT", f"/me/addresses/{a}", OK, lambda v: v["city"] == "Bilbao" and v["id"] == a, body={**new, "city": "Bilbao"})
    steps.take("wrong address", "POST", "/me/addresses", (422,), lambda v: v["error"]["code"] and v["error"]["fields"], body={"label": "x"})
    steps.take("cart", "GET", "/cart", OK, lambda v: isinstance(v["items"], list))
    v = steps.take("into the cart", "POST", "/cart/items", (201,), lambda v: any(r["quantity"] == 7 and r["product"]["id"] == p for r in v["items"]), body={"productId": p, "quantity": 7})
    c = next((r["id"] for r in dig(v, "items") or [] if r["quantity"] == 7), "none")
    steps.take("cart 2", "GET", "/cart", OK, lambda v: c in [r["id"] for r in v["items"]])
    steps.take("more", "PATCH", f"/cart/items/{c}", OK, lambda v: [r["quantity"] for r in v["items"] if r["id"] == c] == [8], body={"quantity": 8})
    steps.take("out of the cart", "DELETE", f"/cart/items/{c}", OK, lambda v: c not in [r["id"] for r in v["items"]])
    v = steps.take("order", "POST", "/orders", (201,), lambda v: v["paymentMethod"] == "cash" and v["addressId"] == a, body={"addressId": a, "paymentMethod": "cash"})
    o = dig(v, "id")
    steps.take("order read", "GET", f"/orders/{o}", OK, lambda v: v["id"] == o and v["paymentMethod"] == "cash")
    steps.take("orders", "GET", "/orders?perPage=100", OK, lambda v: o in [r["id"] for r in v["orders"]] and v["pagination"]["total"] == len(v["orders"]))
    steps.take("cancel", "POST", f"/orders/{o}/cancel", OK, lambda v: v["status"] == "cancelled" and v["id"] == o, body={"reason": "late"})
    steps.take("cancelled", "GET", "/orders?status=cancelled", OK, lambda v: o in [r["id"] for r in v["orders"]] and {r["status"] for r in v["orders"]} == {"cancelled"})
    v = steps.take("notifications", "GET", "/notifications", OK, lambda v: len(v) > 0)
    n = v[0]["id"] if isinstance(v, list) and v else 0
    steps.take("read it", "POST", f"/notifications/{n}/read", (204,))
    steps.take("is read", "GET", "/notifications", OK, lambda v: [r["read"] for r in v if r["id"] == n] == [True])
    steps.take("device", "POST", "/devices", (204,), body={"token": "t", "platform": "ios"})
    steps.take("address delete", "DELETE", f"/me/addresses/{a}", (204,))
    steps.take("addresses 2", "GET", "/me/addresses", OK, lambda v: a not in [r["id"] for r in v["addresses"]])
    steps.take("logout", "POST", "/auth/logout", (204,))


CHAINS: dict[str, Callable[[Steps], None]] = {
    "fastapi": fastapi, "nestjs": nestjs, "springdoc": springdoc, "aspnet": aspnet, "drf": drf, "laravel": laravel,
    "jsonapi": jsonapi, "apiplatform": apiplatform, "goswag": goswag, "tsoa": tsoa, "postgrest": postgrest, "google": google,
    "mobile": mobile,
}  # fmt: skip
