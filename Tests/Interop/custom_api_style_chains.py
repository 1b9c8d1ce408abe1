"""Chains over documents in the styles of well-known APIs and of a hobby, in `custom_api_documents`.

Documents and chains were written before any of the documents had been served.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from custom_api_chains import GONE, NEW, OK, Steps, dig


def ids(value: Any, *names: str, key: str = "id") -> list[Any]:
    """The ids of the records that stand inside of objects."""
    value = dig(value, *names)
    return [record.get(key) for record in value] if isinstance(value, list) else []


def forge(steps: Steps) -> None:
    u = steps.take("me", "GET", "/user", OK, lambda v: v["login"])
    me = dig(u, "login")
    steps.take("bio", "PATCH", "/user", OK, lambda v: v["bio"] == "hi", body={"bio": "hi"})
    steps.take("me by name", "GET", f"/users/{me}", OK, lambda v: v["login"] == me and v["bio"] == "hi")
    v = steps.take("create", "POST", "/user/repos", (201,), lambda v: v["name"] == "tool" and v["owner"]["login"] == me and v["full_name"] == f"{me}/tool", body={"name": "tool", "description": "d"})
    o = dig(v, "owner", "login")
    r = f"/repos/{o}/tool"
    steps.take("read", "GET", r, OK, lambda v: v["name"] == "tool" and v["description"] == "d")
    steps.take("mine", "GET", "/user/repos?per_page=100", OK, lambda v: "tool" in [x["name"] for x in v])
    steps.take("patch", "PATCH", r, OK, lambda v: v["private"] is True and v["description"] == "d", body={"private": True})
    v = steps.take("issue", "POST", f"{r}/issues", (201,), lambda v: v["title"] == "Bug" and v["state"] == "open" and v["labels"] == ["bug"], body={"title": "Bug", "labels": ["bug"]})
    n = dig(v, "number")
    steps.take("issue read", "GET", f"{r}/issues/{n}", OK, lambda v: v["title"] == "Bug")
    steps.take("issues", "GET", f"{r}/issues", OK, lambda v: [x["number"] for x in v] == [n])
    steps.take("issue close", "PATCH", f"{r}/issues/{n}", OK, lambda v: v["state"] == "closed" and v["title"] == "Bug", body={"state": "closed"})
    steps.take("closed", "GET", f"{r}/issues?state=closed", OK, lambda v: [x["number"] for x in v] == [n])
    steps.take("all", "GET", f"{r}/issues?state=all", OK, lambda v: [x["number"] for x in v] == [n])
    v = steps.take("comment", "POST", f"{r}/issues/{n}/comments", (201,), lambda v: v["body"] == "c", body={"body": "c"})
    c = dig(v, "id")
    steps.take("comments", "GET", f"{r}/issues/{n}/comments", OK, lambda v: ids(v) == [c])
    steps.take("comment read", "GET", f"{r}/issues/comments/{c}", OK, lambda v: v["body"] == "c")
    steps.take("comment del", "DELETE", f"{r}/issues/comments/{c}", (204,))
    steps.take("comments 2", "GET", f"{r}/issues/{n}/comments", OK, lambda v: v == [])
    steps.take("label", "POST", f"{r}/labels", (201,), lambda v: v["name"] == "docs", body={"name": "docs", "color": "ff0000"})
    steps.take("label read", "GET", f"{r}/labels/docs", OK, lambda v: v["color"] == "ff0000")
    steps.take("label rename", "PATCH", f"{r}/labels/docs", OK, lambda v: v["color"] == "00ff00", body={"color": "00ff00"})
    steps.take("labels", "GET", f"{r}/labels", OK, lambda v: [x["name"] for x in v] == ["docs"])
    steps.take("label del", "DELETE", f"{r}/labels/docs", (204,))
    steps.take("label gone", "GET", f"{r}/labels/docs", GONE)
    steps.take("wrong", "POST", f"{r}/issues", (422,), lambda v: v["message"], body={"body": "x"})
    steps.take("delete", "DELETE", r, (204,))
    steps.take("gone", "GET", r, GONE, lambda v: v["message"])
    steps.take("issues gone", "GET", f"{r}/issues", GONE)


def cluster(steps: Steps) -> None:
    N = "/api/v1/namespaces"
    def names(v: Any) -> Any:
        return [r["metadata"]["name"] for r in v["items"]]

    steps.take("create", "POST", N, NEW, lambda v: v["metadata"]["name"] == "team" and v["metadata"]["uid"] and v["metadata"]["creationTimestamp"], body={"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "team"}})
    steps.take("read", "GET", f"{N}/team", OK, lambda v: v["metadata"]["name"] == "team" and v["kind"] == "Namespace")
    steps.take("list", "GET", N, OK, lambda v: "team" in names(v))
    M = f"{N}/team/configmaps"
    steps.take("map", "POST", M, (201,), lambda v: v["data"] == {"a": "1"} and v["metadata"]["namespace"] == "team", body={"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "conf", "labels": {"x": "y"}}, "data": {"a": "1"}})
    steps.take("map read", "GET", f"{M}/conf", OK, lambda v: v["data"] == {"a": "1"})
    steps.take("maps", "GET", M, OK, lambda v: names(v) == ["conf"])
    steps.take("by label", "GET", f"{M}?labelSelector=x%3Dy", OK, lambda v: names(v) == ["conf"])
    steps.take("all maps", "GET", "/api/v1/configmaps", OK, lambda v: "conf" in names(v))
    steps.take("put", "PUT", f"{M}/conf", OK, lambda v: v["data"] == {"b": "2"} and v["metadata"]["name"] == "conf", body={"metadata": {"name": "conf"}, "data": {"b": "2"}})
    steps.take("merge", "PATCH", f"{M}/conf", OK, lambda v: v["data"] == {"b": "2", "c": "3"}, body={"data": {"c": "3"}}, content_type="application/merge-patch+json")
    steps.take("map del", "DELETE", f"{M}/conf", OK, lambda v: v["kind"] is not None)
    steps.take("map gone", "GET", f"{M}/conf", GONE)
    for n in "ab":
        steps.take(f"map {n}", "POST", M, (201,), body={"metadata": {"name": n}})
    steps.take("page", "GET", f"{M}?limit=1", OK, lambda v: len(v["items"]) == 1 and v["metadata"]["continue"])
    steps.take("all del", "DELETE", M, OK)
    steps.take("none", "GET", M, OK, lambda v: v["items"] == [])
    steps.take("delete", "DELETE", f"{N}/team", OK)
    steps.take("gone", "GET", f"{N}/team", GONE)


def hobby(steps: Steps) -> None:
    steps.take("register", "POST", "/register", OK, lambda v: v["success"] is True and v["token"], body={"username": "ann", "password": "secret1"})
    steps.take("login", "POST", "/login", OK, lambda v: v["token"], body={"username": "ann", "password": "secret1"})
    steps.take("me", "GET", "/me", OK, lambda v: v["username"])
    steps.take("short", "POST", "/register", (400,), lambda v: v["success"] is False and v["error"], body={"username": "a", "password": "x"})
    v = steps.take("create", "POST", "/recipes", OK, lambda v: v["success"] is True and isinstance(v["id"], int), body={"title": "Quince stew", "difficulty": "easy", "minutes": 20})
    i = dig(v, "id")
    steps.take("read", "GET", f"/recipes/{i}", OK, lambda v: v["title"] == "Quince stew" and v["minutes"] == 20 and v["id"] == i)
    steps.take("list", "GET", "/recipes?limit=100", OK, lambda v: i in ids(v, "recipes") and v["total"] == len(v["recipes"]) and v["pages"] == 1)
    steps.take("page", "GET", "/recipes?page=2&limit=2", OK, lambda v: len(v["recipes"]) == 2 and v["total"] > 2)
    steps.take("q", "GET", "/recipes?q=quince", OK, lambda v: ids(v, "recipes") == [i])
    steps.take("easy", "GET", "/recipes?difficulty=easy&limit=100", OK, lambda v: i in ids(v, "recipes") and {r["difficulty"] for r in v["recipes"]} == {"easy"})
    steps.take("max", "GET", "/recipes?maxMinutes=20&limit=100", OK, lambda v: i in ids(v, "recipes") and all(r["minutes"] <= 20 for r in v["recipes"]))
    steps.take("sort", "GET", "/recipes?sort=-minutes&limit=100", OK, lambda v: [r["minutes"] for r in v["recipes"]] == sorted((r["minutes"] for r in v["recipes"]), reverse=True))
    steps.take("put", "PUT", f"/recipes/{i}", (204,), body={"title": "Stew", "ingredients": [{"name": "leek", "amount": "2"}]})
    steps.take("read 2", "GET", f"/recipes/{i}", OK, lambda v: v["title"] == "Stew" and v["ingredients"] == [{"name": "leek", "amount": "2"}] and v["difficulty"] == "easy")
    n = dig(steps.send("GET", f"/recipes/{i}", None, None, None, "")[1], "likes") or 0
    steps.take("like", "POST", f"/recipes/{i}/like", OK, lambda v: v["liked"] is True and v["likes"] == n + 1)
    steps.take("liked", "GET", f"/recipes/{i}", OK, lambda v: v["liked"] is True and v["likes"] == n + 1)
    steps.take("unlike", "DELETE", f"/recipes/{i}/like", OK, lambda v: v["liked"] is False and v["likes"] == n)
    steps.take("still there", "GET", f"/recipes/{i}", OK, lambda v: v["liked"] is False and v["likes"] == n)
    v = steps.take("comment", "POST", f"/recipes/{i}/comments", OK, lambda v: v["success"] is True and v["id"], body={"text": "yum"})
    c = dig(v, "id")
    steps.take("comments", "GET", f"/recipes/{i}/comments", OK, lambda v: [(r["id"], r["text"]) for r in v] == [(c, "yum")])
    steps.take("comment del", "DELETE", f"/recipes/{i}/comments/{c}", OK, lambda v: v["success"] is True)
    steps.take("comments 2", "GET", f"/recipes/{i}/comments", OK, lambda v: v == [])
    v = steps.take("bulk", "POST", "/recipes/bulk", OK, lambda v: v["success"] is True and len(v["ids"]) == 2, body=[{"title": "A", "difficulty": "easy"}, {"title": "B", "minutes": 3}])
    b = dig(v, "ids") or [0, 0]
    steps.take("bulk read", "GET", f"/recipes/{b[0]}", OK, lambda v: v["title"] == "A")
    n = len(dig(steps.send("GET", "/recipes?limit=100", None, None, None, "")[1], "recipes") or [])
    steps.take("count", "GET", "/recipes/count", OK, lambda v: v["count"] == n)
    steps.take("batch del", "DELETE", f"/recipes?ids={b[0]},{b[-1]}", OK, lambda v: v["success"] is True and v["deleted"] == 2)
    steps.take("batch gone", "GET", f"/recipes/{b[0]}", GONE, lambda v: v["success"] is False)
    steps.take("wrong", "POST", "/recipes", (400,), lambda v: v["success"] is False and v["error"], body={"minutes": 1})
    steps.take("delete", "DELETE", f"/recipes/{i}", OK, lambda v: v["success"] is True)
    steps.take("gone", "GET", f"/recipes/{i}", GONE)
    steps.take("left", "GET", "/recipes", OK, lambda v: len(v["recipes"]) > 0)
    steps.take("stats", "GET", "/stats", OK, lambda v: isinstance(v["recipes"], int))


def storefront(steps: Steps) -> None:
    v = steps.take("create", "POST", "/products", (201,), lambda v: v["name"] == "Lamp" and v["currency"] == "EUR", body={"sku": "L1", "name": "Lamp", "price": 10})
    p = dig(v, "id")
    steps.take("read", "GET", f"/products/{p}", OK, lambda v: v["sku"] == "L1" and v["createdAt"])
    steps.take("list", "GET", "/products?size=100", OK, lambda v: p in ids(v, "content") and v["page"]["totalElements"] == len(v["content"]))
    steps.take("page", "GET", "/products?size=2&page=2", OK, lambda v: len(v["content"]) == 2 and v["page"]["number"] == 2)
    steps.take("search", "GET", "/products?search=lamp", OK, lambda v: p in ids(v, "content"))
    steps.take("range", "GET", "/products?minPrice=9&maxPrice=11", OK, lambda v: p in ids(v, "content") and all(9 <= r["price"] <= 11 for r in v["content"]))
    steps.take("sort", "GET", "/products?sort=-price&size=100", OK, lambda v: [r["price"] for r in v["content"]] == sorted((r["price"] for r in v["content"]), reverse=True))
    steps.take("put", "PUT", f"/products/{p}", OK, lambda v: v["price"] == 12 and v["id"] == p, body={"sku": "L1", "name": "Lamp", "price": 12})
    v = steps.take("orders", "GET", "/orders", OK, lambda v: len(v) > 0)
    q = v[0]["lines"][0]["productId"] if isinstance(v, list) and v else "-"
    steps.take("line's product", "GET", f"/products/{q}", OK)
    c = (ids(steps.send("GET", "/customers", None, None, None, "")[1]) or ["-"])[0]
    v = steps.take("order", "POST", "/orders", (201,), lambda v: v["lines"][0]["productId"] == p and v["status"] == "placed", body={"customerId": c, "lines": [{"productId": p, "quantity": 2}]})
    o = dig(v, "id")
    steps.take("of customer", "GET", f"/orders?customerId={c}", OK, lambda v: o in ids(v) and {r["customerId"] for r in v} == {c})
    steps.take("ship", "POST", f"/orders/{o}/ship", OK, lambda v: v["status"] == "shipped" and v["lines"][0]["quantity"] == 2)
    steps.take("states", "GET", "/orders?status=shipped&status=paid", OK, lambda v: o in ids(v) and {r["status"] for r in v} <= {"shipped", "paid"})
    steps.take("after", "GET", "/orders?placedAfter=2200-01-01T00:00:00Z", OK, lambda v: v == [])
    v = steps.take("cart", "POST", "/carts", (201,), lambda v: v["items"] == [])
    k = dig(v, "id")
    v = steps.take("put in", "POST", f"/carts/{k}/items", (201,), lambda v: v["productId"] == p and v["quantity"] == 3, body={"productId": p, "quantity": 3})
    i = dig(v, "id")
    steps.take("cart read", "GET", f"/carts/{k}", OK, lambda v: [(r["id"], r["quantity"]) for r in v["items"]] == [(i, 3)])
    steps.take("more", "PATCH", f"/carts/{k}/items/{i}", OK, lambda v: v["quantity"] == 4, body={"quantity": 4})
    steps.take("cart read 2", "GET", f"/carts/{k}", OK, lambda v: [r["quantity"] for r in v["items"]] == [4])
    steps.take("take out", "DELETE", f"/carts/{k}/items/{i}", (204,))
    steps.take("cart read 3", "GET", f"/carts/{k}", OK, lambda v: v["items"] == [])
    steps.take("cart del", "DELETE", f"/carts/{k}", (204,))
    steps.take("cart gone", "GET", f"/carts/{k}", GONE)
    steps.take("no cart", "POST", f"/carts/{k}/items", GONE, body={"productId": p, "quantity": 3})
    steps.take("wrong", "POST", "/orders", (400,), lambda v: v["status"] == 400, body={"lines": []})
    steps.take("settings", "PUT", "/settings", OK, lambda v: v["storeName"] == "X", body={"storeName": "X"})
    steps.take("settings 2", "GET", "/settings", OK, lambda v: v["storeName"] == "X")
    steps.take("delete", "DELETE", f"/products/{p}", (204,))
    steps.take("gone", "GET", f"/products/{p}", GONE, lambda v: v["status"] == 404)


def graph(steps: Steps) -> None:
    e = {"subject": "Stand-up", "start": {"dateTime": "2026-05-01T09:00:00", "timeZone": "UTC"}}
    v = steps.take("create", "POST", "/me/events", NEW, lambda v: v["subject"] == "Stand-up" and v["id"], body={"id": "x", **e})
    i = dig(v, "id")
    steps.take("read", "GET", f"/me/events/{i}", OK, lambda v: v["start"]["timeZone"] == "UTC")
    steps.take("list", "GET", "/me/events?$count=true&$top=100", OK, lambda v: i in ids(v, "value") and v["@odata.count"] == len(v["value"]))
    steps.take("page", "GET", "/me/events?$top=2", OK, lambda v: len(v["value"]) == 2 and "skip=2" in v["@odata.nextLink"])
    steps.take("skip", "GET", "/me/events?$top=2&$skip=2", OK, lambda v: len(v["value"]) == 2)
    steps.take("sort", "GET", "/me/events?$orderby=subject desc&$top=100", OK, lambda v: ids(v, "value", key="subject") == sorted(ids(v, "value", key="subject"), reverse=True))
    steps.take("patch", "PATCH", f"/me/events/{i}", OK, lambda v: v["importance"] == "high" and v["subject"] == "Stand-up", body={"id": i, "importance": "high"})
    steps.take("delete", "DELETE", f"/me/events/{i}", (204,))
    steps.take("gone", "GET", f"/me/events/{i}", GONE, lambda v: v["error"]["code"])
    steps.take("me", "PATCH", "/me", OK, lambda v: v["displayName"] == "Ann", body={"displayName": "Ann"})
    steps.take("me 2", "GET", "/me", OK, lambda v: v["displayName"] == "Ann")
    v = steps.take("user", "POST", "/users", (201,), lambda v: v["displayName"] == "Bo", body={"displayName": "Bo", "accountEnabled": True})
    u = dig(v, "id")
    steps.take("user read", "GET", f"/users/{u}", OK, lambda v: v["displayName"] == "Bo")
    steps.take("users", "GET", "/users", OK, lambda v: u in ids(v, "value"))
    steps.take("user del", "DELETE", f"/users/{u}", (204,))
    steps.take("user gone", "GET", f"/users/{u}", GONE)


def shopadmin(steps: Steps) -> None:
    v = steps.take("create", "POST", "/products.json", (201,), lambda v: v["product"]["title"] == "Mug", body={"product": {"title": "Mug", "vendor": "Acme"}})
    i = dig(v, "product", "id")
    steps.take("read", "GET", f"/products/{i}.json", OK, lambda v: v["product"]["vendor"] == "Acme" and v["product"]["id"] == i)
    steps.take("list", "GET", "/products.json?limit=100", OK, lambda v: i in ids(v, "products"))
    steps.take("vendor", "GET", "/products.json?vendor=Acme", OK, lambda v: ids(v, "products") == [i])
    steps.take("ids", "GET", f"/products.json?ids={i},1", OK, lambda v: i in ids(v, "products") and len(v["products"]) <= 2)
    steps.take("later", "GET", "/products.json?created_at_min=2200-01-01", OK, lambda v: v["products"] == [])
    v = steps.take("first", "GET", "/products.json?limit=2", OK, lambda v: len(v["products"]) == 2)
    a = ids(v, "products") or [0]
    steps.take("since", "GET", f"/products.json?limit=2&since_id={a[-1]}", OK, lambda v: v["products"] and not set(a) & set(ids(v, "products")))
    steps.take("put", "PUT", f"/products/{i}.json", OK, lambda v: v["product"]["status"] == "archived" and v["product"]["title"] == "Mug", body={"product": {"id": i, "status": "archived"}})
    n = len(ids(steps.send("GET", "/products.json?limit=100", None, None, None, "")[1], "products"))
    steps.take("count", "GET", "/products/count.json", OK, lambda v: v["count"] == n)
    v = steps.take("variant", "POST", f"/products/{i}/variants.json", (201,), lambda v: v["variant"]["price"] == "5.00" and v["variant"]["product_id"] == i, body={"variant": {"price": "5.00"}})
    w = dig(v, "variant", "id")
    steps.take("variants", "GET", f"/products/{i}/variants.json", OK, lambda v: w in ids(v, "variants"))
    steps.take("variant read", "GET", f"/variants/{w}.json", OK, lambda v: v["variant"]["price"] == "5.00")
    v = steps.take("order", "POST", "/orders.json", (201,), lambda v: v["order"]["financial_status"] == "pending", body={"order": {"email": "a@x.org", "line_items": [{"product_id": i, "quantity": 1}]}})
    o = dig(v, "order", "id")
    steps.take("order read", "GET", f"/orders/{o}.json", OK, lambda v: v["order"]["line_items"][0]["product_id"] == i)
    steps.take("any", "GET", "/orders.json?financial_status=any", OK, lambda v: o in ids(v, "orders"))
    steps.take("pending", "GET", "/orders.json?financial_status=pending", OK, lambda v: o in ids(v, "orders") and {r["financial_status"] for r in v["orders"]} == {"pending"})
    steps.take("cancel", "POST", f"/orders/{o}/cancel.json", OK, lambda v: v["order"]["id"] == o)
    steps.take("wrong", "POST", "/products.json", (422,), lambda v: "errors" in v, body={"product": {}})
    steps.take("delete", "DELETE", f"/products/{i}.json", OK)
    steps.take("gone", "GET", f"/products/{i}.json", GONE)


def supa(steps: Steps) -> None:
    v = steps.take("list create", "POST", "/lists", (201,), lambda v: v[0]["name"] == "Home", body={"name": "Home"})
    l = v[0].get("id") if isinstance(v, list) and v else 0
    v = steps.take("create", "POST", "/todos", (201,), lambda v: v[0]["title"] == "Milk" and v[0]["done"] is False, body={"title": "Milk", "priority": 7, "list_id": l})
    i = v[0].get("id") if isinstance(v, list) and v else 0
    steps.take("read", "GET", f"/todos?id=eq.{i}", OK, lambda v: len(v) == 1 and v[0]["title"] == "Milk" and v[0]["list_id"] == l)
    steps.take("all", "GET", "/todos?select=*", OK, lambda v: i in ids(v))
    steps.take("gte", "GET", "/todos?priority=gte.7", OK, lambda v: i in ids(v) and all(r["priority"] >= 7 for r in v))
    steps.take("ilike", "GET", "/todos?title=ilike.*mil*", OK, lambda v: i in ids(v) and all("mil" in r["title"].lower() for r in v))
    steps.take("in", "GET", f"/todos?id=in.({i},{i})", OK, lambda v: ids(v) == [i])
    steps.take("is", "GET", "/todos?done=is.false", OK, lambda v: i in ids(v) and not any(r["done"] for r in v))
    steps.take("order", "GET", "/todos?order=title.desc", OK, lambda v: [r["title"] for r in v] == sorted((r["title"] for r in v), reverse=True))
    steps.take("page", "GET", "/todos?limit=2&offset=1", OK, lambda v: len(v) == 2)
    steps.take("update", "PATCH", f"/todos?id=eq.{i}", (204,), body={"done": True})
    steps.take("read 2", "GET", f"/todos?id=eq.{i}", OK, lambda v: v[0]["done"] is True and v[0]["title"] == "Milk")
    steps.take("delete", "DELETE", f"/todos?id=eq.{i}", (204,))
    steps.take("gone", "GET", f"/todos?id=eq.{i}", OK, lambda v: v == [])
    steps.take("left", "GET", "/todos", OK, lambda v: len(v) > 0)
    steps.take("lists", "GET", "/lists", OK, lambda v: l in ids(v))


CHAINS: dict[str, Callable[[Steps], None]] = {
    "storefront": storefront, "hobby": hobby, "forge": forge, "cluster": cluster, "supa": supa, "graph": graph, "shopadmin": shopadmin,
}
