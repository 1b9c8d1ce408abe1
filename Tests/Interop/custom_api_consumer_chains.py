"""Chains over documents of sixteen kinds of app backends: written before any of them was served."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from custom_api_business_chains import WRONG, first
from custom_api_chains import GONE, OK, Steps, dig

NOBODY = "00000000-0000-4000-8000-00000000dead"
MADE, EMPTY = (201,), (204,)


def ids(value: Any, *names: str, key: str = "id") -> list[Any]:
    """The ids of the records that stand inside of objects."""
    value = dig(value, *names) if names else value
    return [dig(record, key) for record in value] if isinstance(value, list) else []


def every(records: Any, key: str, value: Any) -> bool:
    """Whether there are records, and all have the value."""
    return len(records) > 0 and all(record[key] == value for record in records)


def fooddelivery(steps: Steps) -> None:
    """Food delivery: restaurants, a cart of lines, an order that is cancelled."""
    v = steps.take(
        "restaurants",
        "GET",
        "/restaurants?perPage=2",
        OK,
        lambda v: 0 < len(v["restaurants"]) <= 2 and v["page"] == 1 and v["total"] >= len(v["restaurants"]),
    )
    r = first(ids(v, "restaurants"))
    v = steps.take("restaurant", "GET", f"/restaurants/{r}", OK, lambda v: v["id"] == r and v["name"])
    c = dig(v, "cuisine")
    steps.take(
        "of the cuisine",
        "GET",
        f"/restaurants?cuisine={c}&perPage=50",
        OK,
        lambda v: r in ids(v, "restaurants") and every(v["restaurants"], "cuisine", c),
    )
    steps.take("no restaurant", "GET", f"/restaurants/{NOBODY}", GONE, lambda v: v["error"]["code"])
    steps.take(
        "menu",
        "GET",
        f"/restaurants/{r}/menu",
        OK,
        lambda v: v["restaurantId"] == r and isinstance(v["sections"], list),
    )
    v = steps.take(
        "cart",
        "POST",
        "/carts",
        MADE,
        lambda v: v["restaurantId"] == r and v["note"] == "Ring twice",
        body={"restaurantId": r, "note": "Ring twice"},
    )
    k = dig(v, "id")
    steps.take("wrong cart", "POST", "/carts", WRONG, lambda v: v["error"]["message"], body={"note": "Where?"})
    line = {"dishId": "3f1b2c9e-7f0d-4a53-9a5e-2a1c5f0b7d11", "quantity": 2, "instructions": "No onions"}
    v = steps.take("add", "POST", f"/carts/{k}/items", MADE, lambda v: v["id"] and v["quantity"] == 2, body=line)
    i = dig(v, "id")
    steps.take("lines", "GET", f"/carts/{k}/items", OK, lambda v: ids(v) == [i])
    steps.take(
        "more",
        "PATCH",
        f"/carts/{k}/items/{i}",
        OK,
        lambda v: v["quantity"] == 3 and v["instructions"] == "No onions",
        body={"quantity": 3},
    )
    steps.take("none of it", "PATCH", f"/carts/{k}/items/{i}", WRONG, body={"quantity": 0})
    steps.take(
        "the cart holds the line",
        "GET",
        f"/carts/{k}",
        OK,
        lambda v: v["note"] == "Ring twice" and [(x["id"], x["quantity"]) for x in v["items"]] == [(i, 3)],
    )
    address = {"street": "Lange Reihe 29", "city": "Hamburg", "postalCode": "20099"}
    v = steps.take(
        "order",
        "POST",
        "/orders",
        MADE,
        lambda v: v["cartId"] == k and v["address"]["city"] == "Hamburg" and v["tip"] == 200,
        body={"cartId": k, "address": address, "paymentMethod": "card", "tip": 200},
    )
    o = dig(v, "id")
    steps.take("orders", "GET", "/orders?perPage=50", OK, lambda v: o in ids(v, "orders"))
    steps.take("courier", "GET", f"/orders/{o}/courier/position", OK, lambda v: -90 <= v["latitude"] <= 90)
    steps.take(
        "cancel",
        "POST",
        f"/orders/{o}/cancel",
        OK,
        lambda v: v["id"] == o and v["status"] == "cancelled",
        body={"reason": "changed_mind"},
    )
    steps.take(
        "cancelled",
        "GET",
        "/orders?status=cancelled&perPage=50",
        OK,
        lambda v: o in ids(v, "orders") and every(v["orders"], "status", "cancelled"),
    )
    steps.take("remove", "DELETE", f"/carts/{k}/items/{i}", EMPTY)
    steps.take("no lines", "GET", f"/carts/{k}/items", OK, lambda v: v == [])
    steps.take("discard", "DELETE", f"/carts/{k}", EMPTY)
    steps.take("gone", "GET", f"/carts/{k}", GONE)


def ridehailing(steps: Steps) -> None:
    """Ride hailing: a quote, a trip, its rating, the wallet."""
    here, there = {"lat": 48.185, "lng": 16.376, "label": "Hauptbahnhof"}, {"lat": 48.11, "lng": 16.57}
    v = steps.take(
        "quote",
        "POST",
        "/v1/quotes",
        MADE,
        lambda v: v["pickup"]["lat"] == 48.185 and v["product"] == "comfort" and v["price"]["amount"] > 0,
        body={"pickup": here, "dropoff": there, "product": "comfort"},
    )
    q = dig(v, "id")
    steps.take("read quote", "GET", f"/v1/quotes/{q}", OK, lambda v: v["id"] == q and v["dropoff"]["lng"] == 16.57)
    steps.take("quote to nowhere", "POST", "/v1/quotes", WRONG, lambda v: v["title"], body={"pickup": here})
    v = steps.take(
        "card",
        "POST",
        "/v1/payment_methods",
        MADE,
        lambda v: v["type"] == "card" and v["label"] == "Work",
        body={"type": "card", "token": "tok_1", "label": "Work"},
    )
    p = dig(v, "id")
    steps.take("wallet", "GET", "/v1/payment_methods", OK, lambda v: p in ids(v, "payment_methods"))
    trip = {"quote_id": q, "payment_method_id": p, "pickup": here, "dropoff": there, "note": "Blue jacket"}
    v = steps.take(
        "request",
        "POST",
        "/v1/trips",
        MADE,
        lambda v: v["quote_id"] == q and v["payment_method_id"] == p and v["note"] == "Blue jacket",
        body=trip,
    )
    t = dig(v, "id")
    own = f"/v1/trips/{t}"
    steps.take("read", "GET", own, OK, lambda v: v["id"] == t and v["pickup"]["label"] == "Hauptbahnhof")
    steps.take(
        "other end",
        "PATCH",
        own,
        OK,
        lambda v: v["dropoff"]["lat"] == 48.2 and v["note"] == "Blue jacket",
        body={"dropoff": {"lat": 48.2, "lng": 16.35}},
    )
    steps.take(
        "no note", "PATCH", own, OK, lambda v: v["note"] is None and v["dropoff"]["lat"] == 48.2, body={"note": None}
    )
    steps.take("not rated", "GET", f"{own}/rating", GONE)
    steps.take("rate", "PUT", f"{own}/rating", OK, lambda v: v["stars"] == 4, body={"stars": 4, "comment": "Nice"})
    steps.take("rated", "GET", f"{own}/rating", OK, lambda v: v["stars"] == 4 and v["comment"] == "Nice")
    steps.take("six stars", "PUT", f"{own}/rating", WRONG, body={"stars": 6})
    steps.take("cancel", "POST", f"{own}/cancel", OK, lambda v: v["id"] == t and v["status"] == "canceled")
    steps.take(
        "canceled",
        "GET",
        "/v1/trips?status=canceled&limit=100",
        OK,
        lambda v: t in ids(v, "trips") and every(v["trips"], "status", "canceled"),
    )
    v = steps.take("page", "GET", "/v1/trips?limit=1", OK, lambda v: len(v["trips"]) == 1 and v["next_cursor"])
    seen, cursor = ids(v, "trips"), dig(v, "next_cursor")
    steps.take(
        "next page",
        "GET",
        f"/v1/trips?limit=1&cursor={cursor}",
        OK,
        lambda v: len(v["trips"]) == 1 and ids(v, "trips") != seen,
    )
    steps.take("remove card", "DELETE", f"/v1/payment_methods/{p}", EMPTY)
    steps.take("wallet without", "GET", "/v1/payment_methods", OK, lambda v: p not in ids(v, "payment_methods"))
    steps.take("rename me", "PATCH", "/v1/me", OK, lambda v: v["first_name"] == "Lena", body={"first_name": "Lena"})
    steps.take("me", "GET", "/v1/me", OK, lambda v: v["first_name"] == "Lena" and v["email"])


def music(steps: Steps) -> None:
    """Music streaming: playlists and their items, the library, artists to follow."""
    v = steps.take(
        "tracks",
        "GET",
        "/tracks?limit=2",
        OK,
        lambda v: len(v["items"]) == 2 and v["limit"] == 2 and v["offset"] == 0 and v["total"] >= 2,
    )
    t, u = (ids(v, "items") + ["nobody-1", "nobody-2"])[:2]
    steps.take(
        "second",
        "GET",
        "/tracks?limit=1&offset=1",
        OK,
        lambda v: ids(v, "items") == [u] and v["offset"] == 1 and v["previous"],
    )
    v = steps.take("track", "GET", f"/tracks/{t}", OK, lambda v: v["id"] == t and v["duration_ms"] > 0)
    g = dig(v, "genre") or "jazz"
    steps.take(
        "of a genre", "GET", f"/tracks?genre={g}&limit=50", OK, lambda v: all(x["genre"] == g for x in v["items"])
    )
    v = steps.take(
        "create",
        "POST",
        "/playlists",
        MADE,
        lambda v: v["name"] == "Rainy" and v["public"] is False,
        body={"name": "Rainy", "description": "Slow ones", "public": False},
    )
    p = dig(v, "id")
    own = f"/playlists/{p}"
    steps.take("mine", "GET", "/playlists?limit=50", OK, lambda v: p in ids(v, "items"))
    steps.take("rename", "PUT", own, OK, lambda v: v["name"] == "Sunny", body={"name": "Sunny"})
    steps.take(
        "renamed", "GET", own, OK, lambda v: (v["name"], v["description"], v["public"]) == ("Sunny", "Slow ones", False)
    )
    steps.take("no name", "POST", "/playlists", WRONG, lambda v: v["error"]["message"], body={"public": True})
    v = steps.take(
        "add", "POST", f"{own}/items", MADE, lambda v: v["track_id"] == t and v["added_at"], body={"track_id": t}
    )
    a = dig(v, "id")
    v = steps.take("add another", "POST", f"{own}/items", MADE, lambda v: v["track_id"] == u, body={"track_id": u})
    b = dig(v, "id")
    steps.take(
        "items", "GET", f"{own}/items", OK, lambda v: sorted(ids(v, "items")) == sorted([a, b]) and v["total"] == 2
    )
    steps.take("take out", "DELETE", f"{own}/items/{a}", EMPTY)
    steps.take(
        "one left", "GET", f"{own}/items", OK, lambda v: ids(v, "items", key="track_id") == [u] and v["next"] is None
    )
    steps.take("save", "POST", "/me/tracks", MADE, lambda v: v["track_id"] == t, body={"track_id": t})
    steps.take("library", "GET", "/me/tracks?limit=50", OK, lambda v: t in ids(v, "items", key="track_id"))
    steps.take("forget", "DELETE", f"/me/tracks/{t}", EMPTY)
    steps.take("library without", "GET", "/me/tracks?limit=50", OK, lambda v: t not in ids(v, "items", key="track_id"))
    v = steps.take("artists", "GET", "/artists?limit=1", OK, lambda v: len(v["items"]) == 1)
    x = first(ids(v, "items"))
    steps.take("follow", "PUT", f"/me/following/{x}", EMPTY)
    steps.take("followed", "GET", "/me/following", OK, lambda v: x in ids(v, "items"))
    steps.take("unfollow", "DELETE", f"/me/following/{x}", EMPTY)
    steps.take("not followed", "GET", "/me/following", OK, lambda v: x not in ids(v, "items"))
    steps.take("delete", "DELETE", own, EMPTY)
    steps.take("gone", "GET", own, GONE)


def messenger(steps: Steps) -> None:
    """A messenger: members, messages, reactions, read markers."""
    v = steps.take(
        "create",
        "POST",
        "/conversations",
        MADE,
        lambda v: v["title"] == "Ski trip" and v["muted"] is False,
        body={"type": "group", "title": "Ski trip"},
    )
    c = dig(v, "id")
    own = f"/conversations/{c}"
    steps.take(
        "groups",
        "GET",
        "/conversations?type=group&limit=100",
        OK,
        lambda v: c in ids(v, "conversations") and every(v["conversations"], "type", "group"),
    )
    steps.take(
        "mute", "PATCH", own, OK, lambda v: v["muted"] is True and v["title"] == "Ski trip", body={"muted": True}
    )
    steps.take(
        "wrong kind",
        "POST",
        "/conversations",
        WRONG,
        lambda v: v["code"] and v["message"],
        body={"type": "crowd", "title": "x"},
    )
    steps.take(
        "invite",
        "POST",
        f"{own}/members",
        MADE,
        lambda v: v["userId"] == "u_42" and v["role"] == "member",
        body={"userId": "u_42", "role": "member"},
    )
    steps.take("promote", "PATCH", f"{own}/members/u_42", OK, lambda v: v["role"] == "admin", body={"role": "admin"})
    steps.take(
        "members",
        "GET",
        f"{own}/members",
        OK,
        lambda v: [m["role"] for m in v["members"] if m["userId"] == "u_42"] == ["admin"],
    )
    steps.take("remove", "DELETE", f"{own}/members/u_42", EMPTY)
    steps.take("left", "GET", f"{own}/members", OK, lambda v: "u_42" not in ids(v, "members", key="userId"))
    v = steps.take(
        "send",
        "POST",
        f"{own}/messages",
        MADE,
        lambda v: v["text"] == "Who drives?" and v["conversationId"] == c,
        body={"text": "Who drives?"},
    )
    m = dig(v, "id")
    v = steps.take(
        "answer", "POST", f"{own}/messages", MADE, lambda v: v["replyTo"] == m, body={"text": "I do", "replyTo": m}
    )
    n = dig(v, "id")
    steps.take(
        "messages",
        "GET",
        f"{own}/messages",
        OK,
        lambda v: sorted(ids(v, "messages")) == sorted([m, n]) and v["hasMore"] is False,
    )
    steps.take(
        "edit",
        "PATCH",
        f"/messages/{m}",
        OK,
        lambda v: v["text"] == "Who drives on Friday?",
        body={"text": "Who drives on Friday?"},
    )
    steps.take(
        "edited",
        "GET",
        f"/messages/{m}",
        OK,
        lambda v: v["text"] == "Who drives on Friday?" and v["conversationId"] == c,
    )
    v = steps.take(
        "react",
        "POST",
        f"/messages/{m}/reactions",
        MADE,
        lambda v: v["emoji"] == "thumbsup",
        body={"emoji": "thumbsup"},
    )
    r = dig(v, "id")
    steps.take("reactions", "GET", f"/messages/{m}/reactions", OK, lambda v: ids(v, "reactions") == [r])
    steps.take("no reaction", "DELETE", f"/messages/{m}/reactions/{r}", EMPTY)
    steps.take("mark", "PUT", f"{own}/read", OK, lambda v: v["lastReadMessageId"] == n, body={"lastReadMessageId": n})
    steps.take("marker", "GET", f"{own}/read", OK, lambda v: v["lastReadMessageId"] == n)
    steps.take("unsend", "DELETE", f"/messages/{n}", EMPTY)
    steps.take("unsent", "GET", f"{own}/messages", OK, lambda v: ids(v, "messages") == [m])
    steps.take("delete", "DELETE", own, EMPTY)
    steps.take("gone", "GET", f"{own}/messages", GONE)


def photos(steps: Steps) -> None:
    """Photo sharing: posts, comments, likes, follows."""
    post = {
        "image_url": "https://img.example/1.jpg",
        "caption": "Dawn",
        "location": "Hallstatt",
        "tags": ["lake"],
        "visibility": "followers",
    }
    v = steps.take(
        "publish", "POST", "/posts", MADE, lambda v: v["caption"] == "Dawn" and v["tags"] == ["lake"], body=post
    )
    p = dig(v, "id")
    own = f"/posts/{p}"
    steps.take(
        "read",
        "GET",
        own,
        OK,
        lambda v: v["id"] == p and v["image_url"] == post["image_url"] and v["visibility"] == "followers",
    )
    steps.take(
        "of a place",
        "GET",
        "/posts?location=Hallstatt&limit=100",
        OK,
        lambda v: p in ids(v, "data") and every(v["data"], "location", "Hallstatt"),
    )
    steps.take("feed", "GET", "/feed?limit=100", OK, lambda v: p in ids(v, "data"))
    steps.take("no photo", "POST", "/posts", WRONG, lambda v: v["error"] and v["message"], body={"caption": "Dawn"})
    steps.take(
        "edit",
        "PATCH",
        own,
        OK,
        lambda v: v["caption"] == "Dusk" and v["location"] is None and v["tags"] == ["lake"],
        body={"caption": "Dusk", "location": None},
    )
    steps.take("like", "POST", f"{own}/like", OK, lambda v: v["id"] == p and v["liked"] is True)
    steps.take("liked", "GET", own, OK, lambda v: v["liked"] is True and v["caption"] == "Dusk")
    steps.take("unlike", "DELETE", f"{own}/like", OK, lambda v: v["id"] == p and v["liked"] is False)
    steps.take("still there", "GET", own, OK, lambda v: v["id"] == p and v["liked"] is False)
    v = steps.take(
        "comment",
        "POST",
        f"{own}/comments",
        MADE,
        lambda v: v["text"] == "Wow" and isinstance(v["id"], int),
        body={"text": "Wow"},
    )
    c = dig(v, "id")
    steps.take("comments", "GET", f"{own}/comments", OK, lambda v: ids(v, "data") == [c] and v["next_cursor"] is None)
    steps.take("empty comment", "POST", f"{own}/comments", WRONG, body={"text": ""})
    steps.take("delete comment", "DELETE", f"{own}/comments/{c}", EMPTY)
    steps.take("no comments", "GET", f"{own}/comments", OK, lambda v: v["data"] == [])
    v = steps.take("users", "GET", "/users?limit=2", OK, lambda v: 0 < len(v["data"]) <= 2)
    u = first(ids(v, "data", key="username"))
    steps.take("user", "GET", f"/users/{u}", OK, lambda v: v["username"] == u)
    steps.take("follow", "PUT", f"/users/{u}/follow", EMPTY)
    steps.take("followed", "GET", f"/users/{u}", OK, lambda v: v["following"] is True)
    steps.take("unfollow", "DELETE", f"/users/{u}/follow", EMPTY)
    steps.take("user remains", "GET", f"/users/{u}", OK, lambda v: v["username"] == u and v["following"] is False)
    steps.take("delete", "DELETE", own, EMPTY)
    steps.take("gone", "GET", own, GONE)


def shop(steps: Steps) -> None:
    """A shop with Spring's pages: cart, checkout, addresses, wishlist."""
    v = steps.take(
        "products",
        "GET",
        "/products?page=0&size=2",
        OK,
        lambda v: (
            len(v["content"]) == 2
            and v["number"] == 0
            and v["size"] == 2
            and v["totalElements"] >= 2
            and v["first"] is True
        ),
    )
    p, q = (ids(v, "content") + [0, 0])[:2]
    steps.take(
        "page 1",
        "GET",
        "/products?page=1&size=1",
        OK,
        lambda v: ids(v, "content") == [q] and v["number"] == 1 and v["first"] is False,
    )
    steps.take(
        "cheapest first",
        "GET",
        "/products?sort=price,asc&size=100",
        OK,
        lambda v: [x["price"] for x in v["content"]] == sorted(x["price"] for x in v["content"]),
    )
    steps.take("product", "GET", f"/products/{p}", OK, lambda v: v["id"] == p and v["sku"])
    home = {"fullName": "Ida Roth", "street": "Am Wall 3", "zipCode": "28195", "city": "Bremen", "countryCode": "DE"}
    v = steps.take("address", "POST", "/addresses", MADE, lambda v: v["id"] and v["city"] == "Bremen", body=home)
    a = dig(v, "id")
    steps.take("wrong address", "POST", "/addresses", WRONG, body=home | {"countryCode": "Germany"})
    steps.take(
        "move",
        "PUT",
        f"/addresses/{a}",
        OK,
        lambda v: v["id"] == a and v["city"] == "Kiel",
        body=home | {"city": "Kiel"},
    )
    steps.take("addresses", "GET", "/addresses", OK, lambda v: [x["city"] for x in v if x["id"] == a] == ["Kiel"])
    v = steps.take(
        "into the cart",
        "POST",
        "/cart/items",
        MADE,
        lambda v: v["productId"] == p and v["quantity"] == 2,
        body={"productId": p, "quantity": 2},
    )
    i = dig(v, "id")
    steps.take(
        "more",
        "PUT",
        f"/cart/items/{i}",
        OK,
        lambda v: v["quantity"] == 5 and v["productId"] == p,
        body={"quantity": 5},
    )
    steps.take("items", "GET", "/cart/items", OK, lambda v: [x["quantity"] for x in v if x["id"] == i] == [5])
    steps.take("cart", "GET", "/cart", OK, lambda v: [x["quantity"] for x in v["items"] if x["id"] == i] == [5])
    steps.take("none", "PUT", f"/cart/items/{i}", WRONG, body={"quantity": 0})
    v = steps.take(
        "checkout",
        "POST",
        "/checkout",
        MADE,
        lambda v: v["shippingAddressId"] == a and v["paymentMethod"] == "PAYPAL" and v["id"],
        body={"shippingAddressId": a, "paymentMethod": "PAYPAL"},
    )
    o = dig(v, "id")
    steps.take("order", "GET", f"/orders/{o}", OK, lambda v: v["id"] == o and v["paymentMethod"] == "PAYPAL")
    steps.take("orders", "GET", "/orders?size=100", OK, lambda v: o in ids(v, "content"))
    steps.take("wish", "POST", "/wishlist", MADE, lambda v: v["productId"] == q and v["addedAt"], body={"productId": q})
    steps.take("wishlist", "GET", "/wishlist", OK, lambda v: q in ids(v, key="productId"))
    steps.take("wish no more", "DELETE", f"/wishlist/{q}", EMPTY)
    steps.take("wishlist without", "GET", "/wishlist", OK, lambda v: q not in ids(v, key="productId"))
    steps.take("product remains", "GET", f"/products/{q}", OK, lambda v: v["id"] == q)
    steps.take("remove", "DELETE", f"/cart/items/{i}", EMPTY)
    steps.take("removed", "GET", "/cart/items", OK, lambda v: i not in ids(v))
    steps.take("delete address", "DELETE", f"/addresses/{a}", EMPTY)
    steps.take("no address", "GET", f"/addresses/{a}", GONE, lambda v: v["status"] == 404)


def laravel(steps: Steps) -> None:
    """A blog in Laravel's manner."""
    v = steps.take(
        "category",
        "POST",
        "/api/categories",
        MADE,
        lambda v: v["data"]["name"] == "Caves" and v["data"]["color"] == "#112233",
        body={"name": "Caves", "color": "#112233"},
    )
    c = dig(v, "data", "id")
    steps.take(
        "read category",
        "GET",
        f"/api/categories/{c}",
        OK,
        lambda v: v["data"]["id"] == c and v["data"]["name"] == "Caves",
    )
    steps.take(
        "wrong colour",
        "POST",
        "/api/categories",
        WRONG,
        lambda v: v["errors"]["color"],
        body={"name": "x", "color": "red"},
    )
    v = steps.take(
        "create",
        "POST",
        "/api/posts",
        MADE,
        lambda v: v["data"]["title"] == "Zwiefalten" and v["data"]["category_id"] == c and v["data"]["tags"] == ["wet"],
        body={"title": "Zwiefalten", "body": "A cave.", "category_id": c, "tags": ["wet"]},
    )
    p = dig(v, "data", "id")
    own = f"/api/posts/{p}"
    steps.take("a draft", "GET", own, OK, lambda v: v["data"]["id"] == p and v["data"]["status"] == "draft")
    steps.take(
        "no title",
        "POST",
        "/api/posts",
        (422,),
        lambda v: v["message"] and v["errors"]["title"],
        body={"body": "x", "category_id": c},
    )
    steps.take(
        "update",
        "PUT",
        own,
        OK,
        lambda v: v["data"]["title"] == "Wimsen" and v["data"]["body"] == "A cave.",
        body={"title": "Wimsen"},
    )
    steps.take(
        "publish", "POST", f"{own}/publish", OK, lambda v: v["data"]["id"] == p and v["data"]["status"] == "published"
    )
    steps.take(
        "published",
        "GET",
        "/api/posts?filter[status]=published&per_page=100",
        OK,
        lambda v: p in ids(v, "data") and every(v["data"], "status", "published"),
    )
    steps.take(
        "of the category",
        "GET",
        f"/api/posts?filter[category_id]={c}",
        OK,
        lambda v: ids(v, "data") == [p] and v["meta"]["total"] == 1,
    )
    steps.take(
        "by title, backwards",
        "GET",
        "/api/posts?sort=-title&per_page=100",
        OK,
        lambda v: [x["title"] for x in v["data"]] == sorted((x["title"] for x in v["data"]), reverse=True),
    )
    v = steps.take(
        "page",
        "GET",
        "/api/posts?per_page=1&page=1",
        OK,
        lambda v: (
            len(v["data"]) == 1
            and v["meta"]["current_page"] == 1
            and v["meta"]["per_page"] == 1
            and v["meta"]["last_page"] == v["meta"]["total"]
            and v["links"]["prev"] is None
            and v["links"]["next"]
        ),
    )
    seen = ids(v, "data")
    steps.take(
        "page 2",
        "GET",
        "/api/posts?per_page=1&page=2",
        OK,
        lambda v: v["meta"]["current_page"] == 2 and ids(v, "data") != seen and v["links"]["prev"],
    )
    v = steps.take(
        "comment",
        "POST",
        f"{own}/comments",
        MADE,
        lambda v: v["data"]["content"] == "Nice" and v["data"]["author"] == "Uwe",
        body={"author": "Uwe", "content": "Nice"},
    )
    m = dig(v, "data", "id")
    steps.take("comments", "GET", f"{own}/comments", OK, lambda v: ids(v, "data") == [m] and v["meta"]["total"] == 1)
    steps.take("delete", "DELETE", own, EMPTY)
    steps.take("gone", "GET", own, GONE, lambda v: v["message"])
    steps.take("gone to publish", "POST", f"{own}/publish", GONE)
    steps.take("delete category", "DELETE", f"/api/categories/{c}", EMPTY)
    steps.take("categories without", "GET", "/api/categories?per_page=100", OK, lambda v: c not in ids(v, "data"))


def drf(steps: Steps) -> None:
    """A library in Django REST Framework's manner."""
    v = steps.take(
        "author",
        "POST",
        "/api/authors/",
        MADE,
        lambda v: v["name"] == "Ada Kern" and v["born"] is None,
        body={"name": "Ada Kern", "born": None},
    )
    a = dig(v, "id")
    steps.take(
        "author by form",
        "POST",
        "/api/authors/",
        MADE,
        lambda v: v["name"] == "Bo Lind" and v["born"] == 1950,
        form={"name": "Bo Lind", "born": "1950"},
    )
    steps.take("read author", "GET", f"/api/authors/{a}/", OK, lambda v: v["id"] == a and v["name"] == "Ada Kern")
    book = {"isbn": "9783161484100", "title": "Moss", "author": a, "language": "de", "copies": 3}
    steps.take(
        "create",
        "POST",
        "/api/books/",
        MADE,
        lambda v: v["isbn"] == book["isbn"] and v["author"] == a and v["created"],
        body=book,
    )
    own = f"/api/books/{book['isbn']}/"
    steps.take("read", "GET", own, OK, lambda v: v["title"] == "Moss" and v["copies"] == 3)
    steps.take("nothing", "POST", "/api/books/", (400,), lambda v: v["title"] and v["isbn"], body={"author": a})
    steps.take(
        "of the author",
        "GET",
        f"/api/books/?author={a}",
        OK,
        lambda v: v["count"] == 1 and ids(v, "results", key="isbn") == [book["isbn"]],
    )
    steps.take("patch", "PATCH", own, OK, lambda v: v["copies"] == 4 and v["title"] == "Moss", body={"copies": 4})
    steps.take(
        "replace",
        "PUT",
        own,
        OK,
        lambda v: v["title"] == "Lichen" and v["language"] == "en",
        body=book | {"title": "Lichen", "language": "en"},
    )
    steps.take(
        "in English",
        "GET",
        "/api/books/?language=en&page_size=100",
        OK,
        lambda v: book["isbn"] in ids(v, "results", key="isbn") and every(v["results"], "language", "en"),
    )
    steps.take(
        "by copies, falling",
        "GET",
        "/api/books/?ordering=-copies&page_size=100",
        OK,
        lambda v: [x["copies"] for x in v["results"]] == sorted((x["copies"] for x in v["results"]), reverse=True),
    )
    v = steps.take(
        "page",
        "GET",
        "/api/books/?page_size=1",
        OK,
        lambda v: len(v["results"]) == 1 and v["count"] > 1 and v["previous"] is None and "page=2" in v["next"],
    )
    seen = ids(v, "results", key="isbn")
    steps.take(
        "page 2",
        "GET",
        "/api/books/?page_size=1&page=2",
        OK,
        lambda v: len(v["results"]) == 1 and ids(v, "results", key="isbn") != seen and v["previous"],
    )
    loan = {"book": book["isbn"], "reader_email": "r@example.org", "due": "2027-01-31"}
    v = steps.take(
        "lend", "POST", "/api/loans/", MADE, lambda v: v["book"] == book["isbn"] and v["due"] == "2027-01-31", body=loan
    )
    n = dig(v, "id")
    steps.take("wrong due", "POST", "/api/loans/", (400,), lambda v: v["due"], body=loan | {"due": "soon"})
    steps.take("loans of the book", "GET", f"/api/loans/?book={book['isbn']}", OK, lambda v: ids(v, "results") == [n])
    steps.take("return", "POST", f"/api/loans/{n}/return/", OK, lambda v: v["id"] == n and v["status"] == "returned")
    steps.take(
        "returned",
        "GET",
        f"/api/loans/{n}/",
        OK,
        lambda v: v["status"] == "returned" and v["reader_email"] == "r@example.org",
    )
    steps.take("delete", "DELETE", own, EMPTY)
    steps.take("gone", "GET", own, GONE, lambda v: v["detail"])


def jsonapi(steps: Steps) -> None:
    """JSON:API as Rails teams write it."""
    kind = "application/vnd.api+json"
    v = steps.take(
        "author",
        "POST",
        "/authors",
        MADE,
        lambda v: v["data"]["type"] == "authors" and v["data"]["attributes"]["name"] == "Pia",
        body={"data": {"type": "authors", "attributes": {"name": "Pia", "email": "pia@example.org"}}},
        content_type=kind,
    )
    u = dig(v, "data", "id")
    steps.take(
        "read author",
        "GET",
        f"/authors/{u}",
        OK,
        lambda v: v["data"]["id"] == u and v["data"]["attributes"]["email"] == "pia@example.org",
    )
    by = {"author": {"data": {"type": "authors", "id": u}}}
    article = {
        "type": "articles",
        "attributes": {"title": "Bridge", "body": "It reopens.", "word-count": 2},
        "relationships": by,
    }
    v = steps.take(
        "create",
        "POST",
        "/articles",
        MADE,
        lambda v: (
            v["data"]["attributes"]["title"] == "Bridge" and v["data"]["relationships"]["author"]["data"]["id"] == u
        ),
        body={"data": article},
        content_type=kind,
    )
    a = dig(v, "data", "id")
    own = f"/articles/{a}"
    steps.take(
        "read",
        "GET",
        own,
        OK,
        lambda v: (
            v["data"]["id"] == a and v["data"]["type"] == "articles" and v["data"]["attributes"]["word-count"] == 2
        ),
    )
    steps.take("a draft by default", "GET", own, OK, lambda v: v["data"]["attributes"]["status"] == "draft")
    steps.take("list", "GET", "/articles?page[size]=100", OK, lambda v: a in ids(v, "data"))
    steps.take(
        "publish",
        "PATCH",
        own,
        OK,
        lambda v: v["data"]["attributes"]["status"] == "published" and v["data"]["attributes"]["title"] == "Bridge",
        body={"data": {"id": a, "type": "articles", "attributes": {"status": "published"}}},
        content_type=kind,
    )
    steps.take(
        "published",
        "GET",
        "/articles?filter[status]=published&page[size]=100",
        OK,
        lambda v: a in ids(v, "data") and {x["attributes"]["status"] for x in v["data"]} == {"published"},
    )
    steps.take(
        "not a draft", "GET", "/articles?filter[status]=draft&page[size]=100", OK, lambda v: a not in ids(v, "data")
    )
    steps.take("author is kept", "GET", own, OK, lambda v: v["data"]["relationships"]["author"]["data"]["id"] == u)
    v = steps.take(
        "page",
        "GET",
        "/articles?page[number]=1&page[size]=1",
        OK,
        lambda v: len(v["data"]) == 1 and v["meta"]["total"] > 1 and v["links"]["next"],
    )
    seen = ids(v, "data")
    steps.take(
        "page 2",
        "GET",
        "/articles?page[number]=2&page[size]=1",
        OK,
        lambda v: len(v["data"]) == 1 and ids(v, "data") != seen,
    )
    steps.take(
        "no title",
        "POST",
        "/articles",
        WRONG,
        lambda v: len(v["errors"]) > 0,
        body={"data": {"type": "articles", "attributes": {"body": "x"}}},
        content_type=kind,
    )
    steps.take("wrong type", "POST", "/articles", WRONG, body={"data": article | {"type": "books"}}, content_type=kind)
    v = steps.take(
        "comment",
        "POST",
        f"{own}/comments",
        MADE,
        lambda v: v["data"]["attributes"]["body"] == "At last",
        body={"data": {"type": "comments", "attributes": {"body": "At last", "nickname": "jo"}}},
        content_type=kind,
    )
    c = dig(v, "data", "id")
    steps.take(
        "comments",
        "GET",
        f"{own}/comments",
        OK,
        lambda v: ids(v, "data") == [c] and v["data"][0]["attributes"]["nickname"] == "jo",
    )
    steps.take("delete", "DELETE", own, EMPTY)
    steps.take("gone", "GET", own, GONE, lambda v: len(v["errors"]) > 0)
    steps.take("comments of nothing", "GET", f"{own}/comments", GONE)


def calendar(steps: Steps) -> None:
    """Calendars: events in a span of time, attendees, recurrence, an answer."""
    v = steps.take(
        "calendar",
        "POST",
        "/calendars",
        OK,
        lambda v: v["summary"] == "Club" and v["timeZone"] == "Europe/Zurich",
        body={"summary": "Club", "timeZone": "Europe/Zurich"},
    )
    c = dig(v, "id")
    steps.take("calendars", "GET", "/calendars?maxResults=250", OK, lambda v: c in ids(v, "items"))
    base = f"/calendars/{c}/events"
    steps.take("no events", "GET", base, OK, lambda v: v["items"] == [])
    who = [{"email": "a@example.org", "displayName": "A"}, {"email": "b@example.org"}]
    early = {
        "summary": "Stand-up",
        "start": {"dateTime": "2027-05-03T09:00:00Z"},
        "end": {"dateTime": "2027-05-03T09:15:00Z"},
        "recurrence": ["RRULE:FREQ=WEEKLY;BYDAY=MO"],
        "attendees": who,
    }
    v = steps.take(
        "create",
        "POST",
        base,
        OK,
        lambda v: (
            v["summary"] == "Stand-up"
            and v["recurrence"] == early["recurrence"]
            and str(v["start"]["dateTime"]).startswith("2027-05-03T09:00")
        ),
        body=early,
    )
    e = dig(v, "id")
    late = {
        "summary": "Party",
        "start": {"dateTime": "2027-08-01T18:00:00Z"},
        "end": {"dateTime": "2027-08-01T23:00:00Z"},
    }
    v = steps.take("create another", "POST", base, OK, lambda v: v["summary"] == "Party", body=late)
    f = dig(v, "id")
    own = f"{base}/{e}"
    steps.take(
        "read",
        "GET",
        own,
        OK,
        lambda v: v["id"] == e and [x["email"] for x in v["attendees"]] == ["a@example.org", "b@example.org"],
    )
    steps.take("list", "GET", base, OK, lambda v: sorted(ids(v, "items")) == sorted([e, f]))
    steps.take(
        "in July and August",
        "GET",
        f"{base}?timeMin=2027-07-01T00:00:00Z&timeMax=2027-09-01T00:00:00Z",
        OK,
        lambda v: ids(v, "items") == [f],
    )
    steps.take(
        "in 2030",
        "GET",
        f"{base}?timeMin=2030-01-01T00:00:00Z&timeMax=2030-02-01T00:00:00Z",
        OK,
        lambda v: f not in ids(v, "items"),
    )
    v = steps.take("page", "GET", f"{base}?maxResults=1", OK, lambda v: len(v["items"]) == 1 and v["nextPageToken"])
    seen, token = ids(v, "items"), dig(v, "nextPageToken")
    steps.take(
        "last page",
        "GET",
        f"{base}?maxResults=1&pageToken={token}",
        OK,
        lambda v: len(v["items"]) == 1 and ids(v, "items") != seen and "nextPageToken" not in v,
    )
    steps.take(
        "patch",
        "PATCH",
        own,
        OK,
        lambda v: v["location"] == "Room 2" and v["summary"] == "Stand-up" and len(v["attendees"]) == 2,
        body={"location": "Room 2"},
    )
    steps.take(
        "accept",
        "POST",
        f"{own}/rsvp",
        OK,
        lambda v: v["id"] == e and v["myResponseStatus"] == "accepted",
        body={"myResponseStatus": "accepted"},
    )
    steps.take("accepted", "GET", own, OK, lambda v: v["myResponseStatus"] == "accepted" and v["location"] == "Room 2")
    steps.take(
        "perhaps?", "POST", f"{own}/rsvp", WRONG, lambda v: v["error"]["message"], body={"myResponseStatus": "perhaps"}
    )
    steps.take(
        "replace", "PUT", own, OK, lambda v: v["id"] == e and v["summary"] == "Retro", body=late | {"summary": "Retro"}
    )
    steps.take("no end", "POST", base, WRONG, body={"summary": "x", "start": {"date": "2027-01-01"}})
    steps.take("delete", "DELETE", own, EMPTY)
    steps.take("gone", "GET", own, GONE, lambda v: v["error"]["message"])
    steps.take("delete calendar", "DELETE", f"/calendars/{c}", EMPTY)
    steps.take("no calendar", "GET", base, GONE)


def bank(steps: Steps) -> None:
    """A bank's app: accounts, transactions by date, transfers, cards, beneficiaries."""
    v = steps.take("accounts", "GET", "/accounts", OK, lambda v: len(v["accounts"]) > 0)
    a = first(ids(v, "accounts"))
    steps.take(
        "nickname",
        "PATCH",
        f"/accounts/{a}",
        OK,
        lambda v: v["id"] == a and v["nickname"] == "Holidays",
        body={"nickname": "Holidays"},
    )
    steps.take(
        "account", "GET", f"/accounts/{a}", OK, lambda v: v["nickname"] == "Holidays" and v["balance"]["currency"]
    )
    v = steps.take(
        "transactions",
        "GET",
        f"/accounts/{a}/transactions?limit=200",
        OK,
        lambda v: v["total"] == len(v["transactions"]) > 0,
    )
    d = first(ids(v, "transactions", key="bookingDate"))
    steps.take(
        "of a day",
        "GET",
        f"/accounts/{a}/transactions?fromDate={d}&toDate={d}",
        OK,
        lambda v: every(v["transactions"], "bookingDate", d),
    )
    steps.take(
        "of 1970",
        "GET",
        f"/accounts/{a}/transactions?fromDate=1970-01-01&toDate=1970-01-31",
        OK,
        lambda v: v["transactions"] == [] and v["total"] == 0,
    )
    steps.take("wrong date", "GET", f"/accounts/{a}/transactions?fromDate=yesterday", WRONG)
    steps.take("no account", "GET", f"/accounts/{NOBODY}/transactions", GONE, lambda v: v["errorCode"])
    iban = "DE89370400440532013000"
    v = steps.take(
        "beneficiary",
        "POST",
        "/beneficiaries",
        MADE,
        lambda v: v["name"] == "Finn" and v["iban"] == iban,
        body={"name": "Finn", "iban": iban},
    )
    b = dig(v, "id")
    steps.take(
        "wrong iban",
        "POST",
        "/beneficiaries",
        WRONG,
        lambda v: v["errorCode"] and v["userMessage"],
        body={"name": "Finn", "iban": "12"},
    )
    steps.take(
        "rename",
        "PUT",
        f"/beneficiaries/{b}",
        OK,
        lambda v: v["id"] == b and v["name"] == "Finn L.",
        body={"name": "Finn L.", "iban": iban},
    )
    steps.take(
        "beneficiaries",
        "GET",
        "/beneficiaries",
        OK,
        lambda v: [x["name"] for x in v["beneficiaries"] if x["id"] == b] == ["Finn L."],
    )
    order = {
        "fromAccountId": a,
        "beneficiaryId": b,
        "amount": {"amount": "12.50", "currency": "EUR"},
        "reference": "Pizza",
    }
    v = steps.take(
        "transfer",
        "POST",
        "/transfers",
        MADE,
        lambda v: v["amount"] == order["amount"] and v["beneficiaryId"] == b,
        body=order,
    )
    t = dig(v, "id")
    steps.take("read transfer", "GET", f"/transfers/{t}", OK, lambda v: v["id"] == t and v["reference"] == "Pizza")
    steps.take(
        "wrong amount", "POST", "/transfers", WRONG, body=order | {"amount": {"amount": "12,5", "currency": "EUR"}}
    )
    steps.take("cancel", "POST", f"/transfers/{t}/cancel", OK, lambda v: v["id"] == t and v["status"] == "cancelled")
    steps.take(
        "transfers",
        "GET",
        f"/transfers?fromAccountId={a}&status=cancelled",
        OK,
        lambda v: t in ids(v, "transfers") and every(v["transfers"], "fromAccountId", a),
    )
    v = steps.take("cards", "GET", "/cards", OK, lambda v: len(v["cards"]) > 0)
    c = first(ids(v, "cards"))
    steps.take("freeze", "POST", f"/cards/{c}/freeze", OK, lambda v: v["id"] == c and v["status"] == "frozen")
    steps.take("frozen", "GET", f"/cards/{c}", OK, lambda v: v["status"] == "frozen")
    steps.take("unfreeze", "POST", f"/cards/{c}/unfreeze", OK, lambda v: v["id"] == c and v["status"] == "active")
    steps.take(
        "limits",
        "PUT",
        f"/cards/{c}/limits",
        OK,
        lambda v: v["dailySpend"] == 750,
        body={"dailySpend": 750, "atmWithdrawal": 200},
    )
    steps.take(
        "limited", "GET", f"/cards/{c}/limits", OK, lambda v: (v["dailySpend"], v["atmWithdrawal"]) == (750, 200)
    )
    steps.take("remove", "DELETE", f"/beneficiaries/{b}", EMPTY)
    steps.take("gone", "GET", f"/beneficiaries/{b}", GONE)


def smarthome(steps: Steps) -> None:
    """A smart home: rooms, devices and their state, scenes, automations."""
    v = steps.take("homes", "GET", "/homes", OK, lambda v: len(v) > 0)
    h = first(ids(v))
    v = steps.take(
        "room",
        "POST",
        f"/homes/{h}/rooms",
        MADE,
        lambda v: v["name"] == "Attic" and v["floor"] == 3 and v["home_id"] == h,
        body={"name": "Attic", "floor": 3},
    )
    r = dig(v, "id")
    steps.take("rooms", "GET", f"/homes/{h}/rooms", OK, lambda v: r in ids(v) and every(v, "home_id", h))
    steps.take("read room", "GET", f"/rooms/{r}", OK, lambda v: v["name"] == "Attic")
    steps.take(
        "rename room",
        "PUT",
        f"/rooms/{r}",
        OK,
        lambda v: v["name"] == "Loft" and v["home_id"] == h,
        body={"name": "Loft", "floor": 3},
    )
    steps.take("too high", "POST", f"/homes/{h}/rooms", WRONG, lambda v: v["fault"], body={"name": "Mast", "floor": 99})
    v = steps.take(
        "pair",
        "POST",
        "/devices",
        MADE,
        lambda v: v["name"] == "Lamp" and v["room_id"] == r and isinstance(v["id"], str),
        body={"name": "Lamp", "type": "light", "room_id": r},
    )
    d = dig(v, "id")
    steps.take("of the room", "GET", f"/devices?room_id={r}", OK, lambda v: ids(v) == [d])
    steps.take("lights", "GET", "/devices?type=light", OK, lambda v: d in ids(v) and every(v, "type", "light"))
    steps.take(
        "on",
        "PATCH",
        f"/devices/{d}/state",
        OK,
        lambda v: v["on"] is True and v["brightness"] == 40,
        body={"on": True, "brightness": 40},
    )
    steps.take(
        "off",
        "PATCH",
        f"/devices/{d}/state",
        OK,
        lambda v: v["on"] is False and v["brightness"] == 40,
        body={"on": False},
    )
    steps.take("state", "GET", f"/devices/{d}/state", OK, lambda v: v["on"] is False and v["brightness"] == 40)
    steps.take("too bright", "PATCH", f"/devices/{d}/state", WRONG, lambda v: v["fault"], body={"brightness": 140})
    v = steps.take(
        "scene",
        "POST",
        "/scenes",
        MADE,
        lambda v: v["name"] == "Film" and v["actions"][0]["state"]["brightness"] == 5,
        body={"name": "Film", "actions": [{"device_id": d, "state": {"brightness": 5}}]},
    )
    s = dig(v, "id")
    steps.take("activate", "POST", f"/scenes/{s}/activate", OK, lambda v: v["id"] == s and v["active"] is True)
    steps.take("scenes", "GET", "/scenes", OK, lambda v: [x["active"] for x in v if x["id"] == s] == [True])
    v = steps.take(
        "automation",
        "POST",
        "/automations",
        MADE,
        lambda v: v["trigger"] == {"kind": "time", "at": "07:30"} and v["enabled"] is True,
        body={"name": "Wake", "trigger": {"kind": "time", "at": "07:30"}, "scene_id": s, "enabled": True},
    )
    m = dig(v, "id")
    steps.take("disable", "POST", f"/automations/{m}/disable", OK, lambda v: v["id"] == m and v["enabled"] is False)
    steps.take(
        "disabled", "GET", "/automations?enabled=false", OK, lambda v: m in ids(v) and every(v, "enabled", False)
    )
    steps.take("unpair", "DELETE", f"/devices/{d}", EMPTY)
    steps.take("no device", "GET", f"/devices/{d}/state", GONE)
    steps.take("remove room", "DELETE", f"/rooms/{r}", EMPTY)
    steps.take("rooms without", "GET", f"/homes/{h}/rooms", OK, lambda v: r not in ids(v))


def telemedicine(steps: Steps) -> None:
    """Telemedicine: appointments that move and are cancelled, prescriptions that are revoked."""
    v = steps.take(
        "doctors",
        "GET",
        "/doctors?pageSize=2",
        OK,
        lambda v: 0 < len(v["data"]) <= 2 and v["pagination"]["pageSize"] == 2,
    )
    d, s = first(ids(v, "data")), first(ids(v, "data", key="specialty"))
    steps.take(
        "of the specialty",
        "GET",
        f"/doctors?specialty={s}&pageSize=100",
        OK,
        lambda v: (
            d in ids(v, "data") and every(v["data"], "specialty", s) and v["pagination"]["totalCount"] == len(v["data"])
        ),
    )
    steps.take("no specialty", "GET", "/doctors?specialty=astrology", WRONG)
    patient = {
        "firstName": "Ole",
        "lastName": "Winter",
        "birthDate": "1980-02-29",
        "email": "ole@example.org",
        "allergies": ["nuts"],
    }
    v = steps.take(
        "register",
        "POST",
        "/patients",
        MADE,
        lambda v: v["birthDate"] == "1980-02-29" and v["allergies"] == ["nuts"],
        body=patient,
    )
    p = dig(v, "id")
    steps.take("wrong patient", "POST", "/patients", WRONG, lambda v: v["title"], body=patient | {"email": "ole"})
    steps.take(
        "phone",
        "PATCH",
        f"/patients/{p}",
        OK,
        lambda v: v["phone"] == "+49 40 1" and v["lastName"] == "Winter",
        body={"phone": "+49 40 1"},
        content_type="application/merge-patch+json",
    )
    steps.take(
        "no phone",
        "PATCH",
        f"/patients/{p}",
        OK,
        lambda v: "phone" not in v or v["phone"] is None,
        body={"phone": None},
        content_type="application/merge-patch+json",
    )
    v = steps.take(
        "book",
        "POST",
        "/appointments",
        MADE,
        lambda v: v["patientId"] == p and v["doctorId"] == d and v["durationMinutes"] == 30 and v["symptoms"] == "Rash",
        body={
            "patientId": p,
            "doctorId": d,
            "startsAt": "2027-03-01T10:00:00Z",
            "durationMinutes": 30,
            "symptoms": "Rash",
        },
    )
    a = dig(v, "id")
    own = f"/appointments/{a}"
    steps.take(
        "too long",
        "POST",
        "/appointments",
        WRONG,
        body={"patientId": p, "doctorId": d, "startsAt": "2027-03-01T10:00:00Z", "durationMinutes": 31},
    )
    steps.take(
        "of the patient",
        "GET",
        f"/appointments?patientId={p}",
        OK,
        lambda v: ids(v, "data") == [a] and v["pagination"]["totalCount"] == 1,
    )
    steps.take(
        "reschedule",
        "POST",
        f"{own}/reschedule",
        OK,
        lambda v: v["id"] == a and str(v["startsAt"]).startswith("2027-03-02T11:30:00"),
        body={"startsAt": "2027-03-02T11:30:00Z"},
    )
    steps.take(
        "rescheduled",
        "GET",
        own,
        OK,
        lambda v: str(v["startsAt"]).startswith("2027-03-02T11:30:00") and v["symptoms"] == "Rash",
    )
    steps.take("no time", "POST", f"{own}/reschedule", WRONG, body={})
    steps.take(
        "cancel",
        "POST",
        f"{own}/cancel",
        OK,
        lambda v: v["status"] == "cancelled" and v["cancellationReason"] == "Better now",
        body={"cancellationReason": "Better now"},
    )
    steps.take("cancelled", "GET", f"/appointments?patientId={p}&status=cancelled", OK, lambda v: ids(v, "data") == [a])
    steps.take(
        "no more scheduled", "GET", f"/appointments?patientId={p}&status=scheduled", OK, lambda v: v["data"] == []
    )
    v = steps.take(
        "prescribe",
        "POST",
        f"/patients/{p}/prescriptions",
        MADE,
        lambda v: v["patientId"] == p and v["medication"] == "Cortisol" and v["refills"] == 2,
        body={"medication": "Cortisol", "dosage": "1-0-1", "doctorId": d, "refills": 2},
    )
    x = dig(v, "id")
    steps.take("prescriptions", "GET", f"/patients/{p}/prescriptions", OK, lambda v: ids(v, "data") == [x])
    steps.take(
        "revoke",
        "POST",
        f"/prescriptions/{x}/revoke",
        OK,
        lambda v: v["id"] == x and v["status"] == "revoked",
        body={"reason": "Allergy"},
    )
    steps.take("revoked", "GET", f"/patients/{p}/prescriptions?status=revoked", OK, lambda v: ids(v, "data") == [x])
    steps.take("nobody's", "GET", f"/patients/{NOBODY}/prescriptions", GONE)


def tasks(steps: Steps) -> None:
    """A task manager that changes records by POST: projects, tasks, subtasks, labels."""
    v = steps.take(
        "project",
        "POST",
        "/projects",
        OK,
        lambda v: v["name"] == "Garden" and v["is_favorite"] is True,
        body={"name": "Garden", "is_favorite": True},
    )
    p = dig(v, "id")
    v = steps.take(
        "another", "POST", "/projects", OK, lambda v: v["name"] == "House" and v["id"] != p, body={"name": "House"}
    )
    q = dig(v, "id")
    steps.take("projects", "GET", "/projects", OK, lambda v: {p, q} <= set(ids(v)))
    steps.take(
        "rename",
        "POST",
        f"/projects/{p}",
        OK,
        lambda v: v["id"] == p and v["name"] == "Yard" and v["is_favorite"] is True,
        body={"name": "Yard"},
    )
    v = steps.take(
        "create",
        "POST",
        "/tasks",
        OK,
        lambda v: v["content"] == "Mow" and v["project_id"] == p and v["labels"] == ["weekly"],
        body={"content": "Mow", "project_id": p, "labels": ["weekly"], "priority": 3, "due_date": "2027-04-01"},
    )
    t = dig(v, "id")
    own = f"/tasks/{t}"
    steps.take(
        "read",
        "GET",
        own,
        OK,
        lambda v: v["id"] == t and v["priority"] == 3 and v["due_date"] == "2027-04-01" and v["is_completed"] is False,
    )
    steps.take("nothing to do", "POST", "/tasks", WRONG, body={"project_id": p})
    v = steps.take(
        "subtask",
        "POST",
        "/tasks",
        OK,
        lambda v: v["parent_id"] == t,
        body={"content": "Fuel", "project_id": p, "parent_id": t},
    )
    u = dig(v, "id")
    steps.take("subtasks", "GET", f"/tasks?parent_id={t}", OK, lambda v: ids(v) == [u])
    steps.take("of the project", "GET", f"/tasks?project_id={p}", OK, lambda v: sorted(ids(v)) == sorted([t, u]))
    steps.take(
        "update",
        "POST",
        own,
        OK,
        lambda v: v["content"] == "Mow the lawn" and v["priority"] == 3,
        body={"content": "Mow the lawn"},
    )
    steps.take(
        "no due date",
        "POST",
        own,
        OK,
        lambda v: v["due_date"] is None and v["content"] == "Mow the lawn",
        body={"due_date": None},
    )
    steps.take("complete", "POST", f"/tasks/{u}/complete", OK, lambda v: v["id"] == u and v["is_completed"] is True)
    steps.take("completed", "GET", f"/tasks/{u}", OK, lambda v: v["is_completed"] is True and v["content"] == "Fuel")
    steps.take("reopen", "POST", f"/tasks/{u}/reopen", OK, lambda v: v["id"] == u and v["is_completed"] is False)
    steps.take(
        "move", "POST", f"{own}/move", OK, lambda v: v["id"] == t and v["project_id"] == q, body={"project_id": q}
    )
    steps.take("moved", "GET", f"/tasks?project_id={q}", OK, lambda v: t in ids(v) and every(v, "project_id", q))
    v = steps.take("label", "POST", "/labels", OK, lambda v: v["name"] == "weekly", body={"name": "weekly"})
    n = dig(v, "id")
    steps.take("delete label", "DELETE", f"/labels/{n}", EMPTY)
    steps.take("labels without", "GET", "/labels", OK, lambda v: n not in ids(v))
    steps.take("delete", "DELETE", own, EMPTY)
    steps.take("gone", "GET", own, GONE)
    steps.take("gone to complete", "POST", f"{own}/complete", GONE)


def filestorage(steps: Steps) -> None:
    """File storage: uploads, the trash, links to share."""
    v = steps.take(
        "folder",
        "POST",
        "/folders",
        MADE,
        lambda v: v["name"] == "Taxes" and v["parentId"] is None,
        body={"name": "Taxes", "parentId": None},
    )
    d = dig(v, "id")
    v = steps.take(
        "folder below", "POST", "/folders", MADE, lambda v: v["parentId"] == d, body={"name": "2026", "parentId": d}
    )
    e = dig(v, "id")
    steps.take("folders below", "GET", f"/folders?parentId={d}", OK, lambda v: ids(v, "entries") == [e])
    steps.take(
        "rename folder",
        "PATCH",
        f"/folders/{e}",
        OK,
        lambda v: v["name"] == "2027" and v["parentId"] == d,
        body={"name": "2027"},
    )
    steps.take("no name", "POST", "/folders", WRONG, lambda v: v["code"] and v["message"], body={"parentId": None})
    v = steps.take(
        "upload",
        "POST",
        f"/folders/{d}/files",
        MADE,
        lambda v: v["folderId"] == d and v["trashed"] is False,
        files={"file": ("bill.txt", b"119 EUR")},
    )
    f = dig(v, "id")
    own = f"/files/{f}"
    steps.take("its name", "GET", own, OK, lambda v: v["id"] == f and v["name"] == "bill.txt" and v["size"] == 7)
    steps.take("its bytes", "GET", f"{own}/content", OK, lambda v: v == b"119 EUR")
    v = steps.take(
        "upload another",
        "POST",
        f"/folders/{d}/files",
        MADE,
        lambda v: v["id"] != f,
        files={"file": ("note.txt", b"x")},
    )
    g = dig(v, "id")
    steps.take("files", "GET", f"/folders/{d}/files", OK, lambda v: sorted(ids(v, "entries")) == sorted([f, g]))
    v = steps.take(
        "page", "GET", f"/folders/{d}/files?limit=1", OK, lambda v: len(v["entries"]) == 1 and v["nextMarker"]
    )
    seen, marker = ids(v, "entries"), dig(v, "nextMarker")
    steps.take(
        "next page",
        "GET",
        f"/folders/{d}/files?limit=1&marker={marker}",
        OK,
        lambda v: len(v["entries"]) == 1 and ids(v, "entries") != seen,
    )
    steps.take(
        "rename",
        "PATCH",
        own,
        OK,
        lambda v: v["name"] == "bill-1.txt" and v["starred"] is True and v["folderId"] == d,
        body={"name": "bill-1.txt", "starred": True},
    )
    steps.take(
        "move", "PATCH", own, OK, lambda v: v["folderId"] == e and v["name"] == "bill-1.txt", body={"folderId": e}
    )
    steps.take("moved", "GET", f"/folders/{e}/files", OK, lambda v: ids(v, "entries") == [f])
    steps.take("trash", "POST", f"{own}/trash", OK, lambda v: v["id"] == f and v["trashed"] is True)
    steps.take("restore", "POST", f"{own}/restore", OK, lambda v: v["id"] == f and v["trashed"] is False)
    v = steps.take(
        "share",
        "POST",
        f"{own}/links",
        MADE,
        lambda v: v["fileId"] == f and v["access"] == "comment" and "password" not in v,
        body={"access": "comment", "password": "s3cret"},
    )
    n = dig(v, "id")
    steps.take("links", "GET", f"{own}/links", OK, lambda v: ids(v, "entries") == [n])
    steps.take("wrong access", "POST", f"{own}/links", WRONG, body={"access": "own"})
    steps.take("revoke", "DELETE", f"/links/{n}", EMPTY)
    steps.take("revoked", "GET", f"{own}/links", OK, lambda v: v["entries"] == [])
    steps.take("delete", "DELETE", own, EMPTY)
    steps.take("gone", "GET", own, GONE, lambda v: v["code"] == "not_found")


def fleet(steps: Steps) -> None:
    """A logistics company's Swagger 2.0: vehicles, drivers, assignments, shipments with events."""
    truck = {"plate": "KLM 48X", "model": "Scania R", "depot": "Kiruna", "capacityKg": 18000}
    v = steps.take(
        "vehicle", "POST", "/vehicles", MADE, lambda v: isinstance(v["id"], int) and v["plate"] == "KLM 48X", body=truck
    )
    i = dig(v, "id")
    steps.take("read", "GET", f"/vehicles/{i}", OK, lambda v: v["id"] == i and v["capacityKg"] == 18000)
    steps.take("too small", "POST", "/vehicles", WRONG, lambda v: v["message"], body=truck | {"capacityKg": 1})
    steps.take(
        "of the depot",
        "GET",
        "/vehicles?depot=Kiruna&pageSize=200",
        OK,
        lambda v: ids(v, "items") == [i] and v["total"] == 1,
    )
    steps.take(
        "replace",
        "PUT",
        f"/vehicles/{i}",
        OK,
        lambda v: v["id"] == i and v["status"] == "maintenance",
        body=truck | {"status": "maintenance"},
    )
    steps.take(
        "in the workshop",
        "GET",
        "/vehicles?status=maintenance&pageSize=200",
        OK,
        lambda v: i in ids(v, "items") and every(v["items"], "status", "maintenance"),
    )
    steps.take(
        "page 2",
        "GET",
        "/vehicles?page=2&pageSize=1",
        OK,
        lambda v: len(v["items"]) == 1 and v["page"] == 2 and v["pageSize"] == 1 and v["total"] > 1,
    )
    v = steps.take(
        "driver",
        "POST",
        "/drivers",
        MADE,
        lambda v: v["name"] == "Stig" and v["licenceClass"] == "CE",
        body={"name": "Stig", "licenceClass": "CE"},
    )
    d = dig(v, "id")
    steps.take(
        "drivers", "GET", "/drivers?pageSize=200", OK, lambda v: d in ids(v, "items") and v["total"] >= len(v["items"])
    )
    v = steps.take(
        "assign",
        "POST",
        "/assignments",
        MADE,
        lambda v: v["driverId"] == d and v["vehicleId"] == i,
        body={"driverId": d, "vehicleId": i},
    )
    a = dig(v, "id")
    steps.take("assignments", "GET", f"/assignments?driverId={d}", OK, lambda v: ids(v) == [a])
    steps.take("end", "DELETE", f"/assignments/{a}", EMPTY)
    steps.take("ended", "GET", f"/assignments?driverId={d}", OK, lambda v: v == [])
    v = steps.take(
        "shipment",
        "POST",
        "/shipments",
        MADE,
        lambda v: v["trackingNumber"] and v["weightKg"] == 12.5 and v["destination"] == "Luleå",
        body={"recipient": "Åsa", "destination": "Luleå", "weightKg": 12.5},
    )
    s = dig(v, "trackingNumber")
    own = f"/shipments/{s}"
    steps.take("track", "GET", own, OK, lambda v: v["trackingNumber"] == s and v["recipient"] == "Åsa")
    v = steps.take(
        "event",
        "POST",
        f"{own}/events",
        MADE,
        lambda v: v["type"] == "delay" and v["note"] == "Snow" and v["occurredAt"],
        body={"type": "delay", "place": "Boden", "note": "Snow"},
    )
    e = dig(v, "id")
    steps.take("events", "GET", f"{own}/events", OK, lambda v: ids(v) == [e] and v[0]["place"] == "Boden")
    steps.take("wrong event", "POST", f"{own}/events", WRONG, body={"type": "party"})
    steps.take(
        "deliver",
        "PATCH",
        own,
        OK,
        lambda v: v["status"] == "delivered" and v["weightKg"] == 12.5,
        body={"status": "delivered"},
    )
    steps.take(
        "delivered",
        "GET",
        "/shipments?status=delivered&pageSize=200",
        OK,
        lambda v: s in ids(v, "items", key="trackingNumber") and every(v["items"], "status", "delivered"),
    )
    steps.take("delete", "DELETE", f"/vehicles/{i}", EMPTY)
    steps.take("gone", "GET", f"/vehicles/{i}", GONE, lambda v: v["message"])
    steps.take("no shipment", "GET", "/shipments/NL-00000000/events", GONE)


# By the files of the documents: the path of the first server, and the chain.
CHAINS: dict[str, tuple[str, Callable[[Steps], None]]] = {
    "fooddelivery.yaml": ("/v1", fooddelivery),
    "ridehailing.yaml": ("", ridehailing),
    "music.yaml": ("/v1", music),
    "messenger.yaml": ("/api", messenger),
    "photos.yaml": ("/api/v2", photos),
    "shop.yaml": ("/api/v1", shop),
    "blog-laravel.yaml": ("", laravel),
    "library-drf.yaml": ("", drf),
    "newsroom-jsonapi.yaml": ("/api", jsonapi),
    "calendar.yaml": ("/calendar/v3", calendar),
    "bank.yaml": ("/bff/v7", bank),
    "smarthome.json": ("/hub/v2", smarthome),
    "telemedicine.yaml": ("/telehealth/v1", telemedicine),
    "tasks.yaml": ("/rest/v2", tasks),
    "filestorage.yaml": ("/api/v5", filestorage),
    "fleet.yaml": ("/api/v1", fleet),
}
