"""Chains over documents of business software of many kinds: written before any of them was served."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from custom_api_chains import GONE, NEW, OK, Steps, dig

WRONG = (400, 422)


def ids(value: Any, *names: str, key: str = "id") -> list[Any]:
    """The ids of the records that stand inside of objects."""
    value = dig(value, *names) if names else value
    return [record.get(key) for record in value] if isinstance(value, list) else []


def first(values: list[Any]) -> Any:
    """The first of the values, or something that is nobody's id."""
    return values[0] if values else "nobody-4711"


def hotel(steps: Steps) -> None:
    """A hotel booking: search, reservations, payments below one."""
    v = steps.take(
        "hotels",
        "GET",
        "/hotels?pageSize=2",
        OK,
        lambda v: 0 < len(v["items"]) <= 2 and v["totalItems"] >= len(v["items"]),
    )
    h = first(ids(v, "items"))
    steps.take("hotel", "GET", f"/hotels/{h}", OK, lambda v: v["id"] == h and v["name"])
    steps.take("no hotel", "GET", "/hotels/00000000-0000-4000-8000-00000000dead", GONE)
    steps.take(
        "availability",
        "GET",
        f"/hotels/{h}/availability?checkIn=2027-03-01&checkOut=2027-03-04&guests=2",
        OK,
        lambda v: isinstance(v["offers"], list),
    )
    steps.take("availability of no days", "GET", f"/hotels/{h}/availability", WRONG)
    guest = {"firstName": "Mira", "lastName": "Voss", "email": "mira@example.org"}
    body = {
        "hotelId": h,
        "roomTypeCode": "DBL",
        "checkIn": "2027-03-01",
        "checkOut": "2027-03-04",
        "guest": guest,
        "adults": 2,
    }
    v = steps.take(
        "create",
        "POST",
        "/reservations",
        (201,),
        lambda v: v["status"] == "confirmed" and v["guest"]["lastName"] == "Voss" and v["checkIn"] == "2027-03-01",
        body=body,
    )
    r = dig(v, "id")
    own = f"/reservations/{r}"
    steps.take("read", "GET", own, OK, lambda v: v["id"] == r and v["hotelId"] == h and v["adults"] == 2)
    steps.take(
        "list",
        "GET",
        f"/reservations?hotelId={h}&pageSize=100",
        OK,
        lambda v: r in ids(v, "items") and {x["hotelId"] for x in v["items"]} == {h},
    )
    steps.take(
        "update",
        "PATCH",
        own,
        OK,
        lambda v: v["specialRequests"] == "Late arrival" and v["adults"] == 2,
        body={"specialRequests": "Late arrival"},
    )
    v = steps.take(
        "pay",
        "POST",
        f"{own}/payments",
        (201,),
        lambda v: v["amount"] == 120.5 and v["currency"] == "EUR" and v["reservationId"] == r,
        body={"amount": 120.5, "currency": "EUR", "method": "card"},
    )
    p = dig(v, "id")
    steps.take("payments", "GET", f"{own}/payments", OK, lambda v: ids(v, "items") == [p])
    steps.take("payment", "GET", f"{own}/payments/{p}", OK, lambda v: v["method"] == "card")
    steps.take("wrong", "POST", "/reservations", WRONG, lambda v: v["code"] and v["message"], body={"hotelId": h})
    steps.take(
        "cancel",
        "POST",
        f"{own}/cancel",
        OK,
        lambda v: v["id"] == r and v["status"] == "cancelled",
        body={"reason": "Plans changed"},
    )
    steps.take(
        "cancelled", "GET", own, OK, lambda v: v["status"] == "cancelled" and v["specialRequests"] == "Late arrival"
    )
    steps.take(
        "by status",
        "GET",
        "/reservations?status=cancelled&pageSize=100",
        OK,
        lambda v: r in ids(v, "items") and {x["status"] for x in v["items"]} == {"cancelled"},
    )
    steps.take("no reservation", "GET", "/reservations/00000000-0000-4000-8000-00000000dead/payments", GONE)


def crm(steps: Steps) -> None:
    """A CRM with a bag of properties and cursors in `paging.next.after`."""
    base = "/crm/v3/objects/contacts"
    bag = {"email": "zoe@example.org", "firstname": "Zoe", "lastname": "Quill"}
    v = steps.take(
        "create",
        "POST",
        base,
        (201,),
        lambda v: v["properties"]["email"] == "zoe@example.org" and v["id"] and v["createdAt"],
        body={"properties": bag},
    )
    i = dig(v, "id")
    steps.take(
        "read",
        "GET",
        f"{base}/{i}",
        OK,
        lambda v: v["id"] == i and v["properties"]["firstname"] == "Zoe" and not v.get("archived"),
    )
    steps.take("list", "GET", f"{base}?limit=100", OK, lambda v: i in ids(v, "results"))
    steps.take(
        "update",
        "PATCH",
        f"{base}/{i}",
        OK,
        lambda v: v["properties"]["phone"] == "+49 30 1",
        body={"properties": {"phone": "+49 30 1"}},
    )
    steps.take(
        "merged",
        "GET",
        f"{base}/{i}",
        OK,
        lambda v: (v["properties"]["phone"], v["properties"]["lastname"]) == ("+49 30 1", "Quill"),
    )
    steps.take("batch", "POST", f"{base}/batch/create", (201,), lambda v: [x["properties"]["firstname"] for x in v["results"]] == ["A", "B"] and all(ids(v, "results")),
               body={"inputs": [{"properties": {"firstname": "A"}}, {"properties": {"firstname": "B"}}]})  # fmt: skip
    v = steps.take(
        "page", "GET", f"{base}?limit=1", OK, lambda v: len(v["results"]) == 1 and v["paging"]["next"]["after"]
    )
    after, seen = dig(v, "paging", "next", "after"), ids(v, "results")
    steps.take(
        "next page",
        "GET",
        f"{base}?limit=1&after={after}",
        OK,
        lambda v: len(v["results"]) == 1 and ids(v, "results") != seen,
    )
    wanted = {
        "filterGroups": [{"filters": [{"propertyName": "email", "operator": "EQ", "value": "zoe@example.org"}]}],
        "limit": 10,
    }
    steps.take(
        "search", "POST", f"{base}/search", OK, lambda v: ids(v, "results") == [i] and v["total"] == 1, body=wanted
    )
    steps.take("wrong", "POST", base, WRONG, lambda v: v["message"] and v["category"], body={"firstname": "Zoe"})
    steps.take("archive", "DELETE", f"{base}/{i}", (204,))
    steps.take("gone", "GET", f"{base}/{i}", GONE)
    steps.take("list without it", "GET", f"{base}?limit=100", OK, lambda v: i not in ids(v, "results"))
    v = steps.take(
        "company",
        "POST",
        "/crm/v3/objects/companies",
        (201,),
        lambda v: v["properties"]["name"] == "Quill Ltd",
        body={"properties": {"name": "Quill Ltd"}},
    )
    c = dig(v, "id")
    steps.take(
        "read the company",
        "GET",
        f"/crm/v3/objects/companies/{c}",
        OK,
        lambda v: v["properties"]["name"] == "Quill Ltd",
    )
    steps.take("companies", "GET", "/crm/v3/objects/companies?limit=100", OK, lambda v: c in ids(v, "results"))


def tracker(steps: Steps) -> None:
    """An issue tracker: issues by id or key, transitions, comments."""
    v = steps.take(
        "project",
        "POST",
        "/project",
        (201,),
        lambda v: v["key"] == "ZEB" and v["id"],
        body={"key": "ZEB", "name": "Zebra", "projectTypeKey": "software"},
    )
    steps.take("project by key", "GET", "/project/ZEB", OK, lambda v: v["name"] == "Zebra")
    fields = {"project": {"key": "ZEB"}, "summary": "Login fails", "issuetype": {"name": "Bug"}, "labels": ["auth"]}
    v = steps.take(
        "create",
        "POST",
        "/issue",
        (201,),
        lambda v: v["id"] and re.fullmatch(r"[A-Z][A-Z0-9]*-\d+", v["key"]),
        body={"fields": fields},
    )
    i, k = dig(v, "id"), dig(v, "key")
    steps.take(
        "read by key", "GET", f"/issue/{k}", OK, lambda v: v["id"] == i and v["fields"]["summary"] == "Login fails"
    )
    steps.take("read by id", "GET", f"/issue/{i}", OK, lambda v: v["key"] == k and v["fields"]["labels"] == ["auth"])
    steps.take("edit", "PUT", f"/issue/{k}", (204,), body={"fields": {"summary": "Login fails on Fridays"}})
    steps.take("edited", "GET", f"/issue/{k}", OK, lambda v: v["fields"]["summary"] == "Login fails on Fridays")
    v = steps.take(
        "comment",
        "POST",
        f"/issue/{k}/comment",
        (201,),
        lambda v: v["body"] == "Seen too" and v["id"],
        body={"body": "Seen too"},
    )
    c = dig(v, "id")
    steps.take("comments", "GET", f"/issue/{k}/comment", OK, lambda v: ids(v, "comments") == [c] and v["total"] == 1)
    steps.take(
        "edit the comment",
        "PUT",
        f"/issue/{k}/comment/{c}",
        OK,
        lambda v: v["body"] == "Fixed?",
        body={"body": "Fixed?"},
    )
    steps.take("read the comment", "GET", f"/issue/{k}/comment/{c}", OK, lambda v: v["body"] == "Fixed?")
    steps.take("delete the comment", "DELETE", f"/issue/{k}/comment/{c}", (204,))
    steps.take("no comment", "GET", f"/issue/{k}/comment/{c}", GONE)
    v = steps.take(
        "transitions", "GET", f"/issue/{k}/transitions", OK, lambda v: v["transitions"] and v["transitions"][0]["id"]
    )
    t = first(ids(v, "transitions"))
    steps.take("move", "POST", f"/issue/{k}/transitions", (204,), body={"transition": {"id": t}})
    steps.take(
        "search",
        "GET",
        "/search?startAt=0&maxResults=100",
        OK,
        lambda v: k in ids(v, "issues", key="key") and v["total"] == len(v["issues"]),
    )
    steps.take("wrong", "POST", "/issue", WRONG, lambda v: "errors" in v or "errorMessages" in v, body={"update": {}})
    steps.take("delete", "DELETE", f"/issue/{k}", (204,))
    steps.take("gone", "GET", f"/issue/{k}", GONE, lambda v: "errorMessages" in v)
    steps.take("gone by id", "GET", f"/issue/{i}", GONE)


def notes(steps: Steps) -> None:
    """Databases that are queried by POST, pages, blocks that are appended."""
    title = [{"type": "text", "text": {"content": "Groceries"}}]
    v = steps.take("database", "POST", "/v1/databases", (200,), lambda v: v["object"] == "database" and v["title"][0]["text"]["content"] == "Groceries",
                   body={"parent": {"type": "page_id", "page_id": "p1"}, "title": title, "properties": {"Name": {"title": {}}}})  # fmt: skip
    d = dig(v, "id")
    steps.take(
        "read the database",
        "GET",
        f"/v1/databases/{d}",
        OK,
        lambda v: v["id"] == d and v["title"][0]["text"]["content"] == "Groceries",
    )
    steps.take(
        "rename",
        "PATCH",
        f"/v1/databases/{d}",
        OK,
        lambda v: v["title"][0]["text"]["content"] == "Food" and "Name" in v["properties"],
        body={"title": [{"type": "text", "text": {"content": "Food"}}]},
    )
    made = []
    for name in ("Kale", "Leek"):
        body = {
            "parent": {"type": "database_id", "database_id": d},
            "properties": {"Name": {"title": [{"type": "text", "text": {"content": name}}]}},
        }
        v = steps.take(
            f"page {name}",
            "POST",
            "/v1/pages",
            (200,),
            lambda v, body=body: (
                v["object"] == "page"
                and v["properties"]["Name"] == body["properties"]["Name"]
                and v["parent"]["database_id"] == d
            ),
            body=body,
        )
        made.append(dig(v, "id"))
    p = made[0]
    steps.take("read the page", "GET", f"/v1/pages/{p}", OK, lambda v: v["id"] == p and v["archived"] is False)
    steps.take(
        "query",
        "POST",
        f"/v1/databases/{d}/query",
        OK,
        lambda v: v["object"] == "list" and set(ids(v, "results")) == set(made) and v["has_more"] is False,
        body={},
    )
    v = steps.take(
        "first of the query",
        "POST",
        f"/v1/databases/{d}/query",
        OK,
        lambda v: len(v["results"]) == 1 and v["has_more"] is True and v["next_cursor"],
        body={"page_size": 1},
    )
    seen = ids(v, "results")
    steps.take(
        "second of the query",
        "POST",
        f"/v1/databases/{d}/query",
        OK,
        lambda v: set(ids(v, "results") + seen) == set(made),
        body={"page_size": 1, "start_cursor": dig(v, "next_cursor") or ""},
    )
    steps.take(
        "change",
        "PATCH",
        f"/v1/pages/{p}",
        OK,
        lambda v: v["properties"]["Price"] == {"number": 2.5},
        body={"properties": {"Price": {"number": 2.5}}},
    )
    steps.take(
        "changed",
        "GET",
        f"/v1/pages/{p}",
        OK,
        lambda v: v["properties"]["Price"] == {"number": 2.5} and "Name" in v["properties"],
    )
    text = [{"type": "text", "text": {"content": "Buy on Monday"}}]
    v = steps.take(
        "append",
        "PATCH",
        f"/v1/blocks/{p}/children",
        OK,
        lambda v: v["results"][-1]["paragraph"]["rich_text"][0]["text"]["content"] == "Buy on Monday",
        body={"children": [{"type": "paragraph", "paragraph": {"rich_text": text}}]},
    )
    b = first(ids(v, "results"))
    steps.take("children", "GET", f"/v1/blocks/{p}/children", OK, lambda v: b in ids(v, "results"))
    steps.take("archive", "PATCH", f"/v1/pages/{p}", OK, lambda v: v["archived"] is True, body={"archived": True})
    steps.take(
        "wrong",
        "POST",
        "/v1/pages",
        WRONG,
        lambda v: v["object"] == "error" and v["status"] == 400,
        body={"properties": {}},
    )
    steps.take(
        "no page",
        "GET",
        "/v1/pages/00000000-0000-4000-8000-00000000dead",
        GONE,
        lambda v: v["object"] == "error" and v["message"],
    )
    v = steps.take("users", "GET", "/v1/users", OK, lambda v: v["object"] == "list" and v["results"])
    u = first(ids(v, "results"))
    steps.take("user", "GET", f"/v1/users/{u}", OK, lambda v: v["id"] == u and v["object"] == "user")


def openbanking(steps: Steps) -> None:
    """Open banking: `Data`, `Links`, `Meta`; consents, accounts, payments."""
    rights = ["ReadAccountsBasic", "ReadBalances"]
    v = steps.take("consent", "POST", "/account-access-consents", (201,), lambda v: v["Data"]["Permissions"] == rights and v["Data"]["ConsentId"] and v["Data"]["Status"] == "AwaitingAuthorisation",
                   body={"Data": {"Permissions": rights, "ExpirationDateTime": "2027-05-02T00:00:00Z"}, "Risk": {}})  # fmt: skip
    c = dig(v, "Data", "ConsentId")
    own = f"/account-access-consents/{c}"
    steps.take(
        "read the consent", "GET", own, OK, lambda v: v["Data"]["ConsentId"] == c and v["Data"]["Permissions"] == rights
    )
    steps.take(
        "a wrong right",
        "POST",
        "/account-access-consents",
        WRONG,
        body={"Data": {"Permissions": ["ReadEverything"]}, "Risk": {}},
    )
    steps.take("no data", "POST", "/account-access-consents", WRONG, lambda v: v["Errors"], body={"Risk": {}})
    v = steps.take("accounts", "GET", "/accounts", OK, lambda v: v["Data"]["Account"])
    a = first(ids(v, "Data", "Account", key="AccountId"))
    steps.take("account", "GET", f"/accounts/{a}", OK, lambda v: ids(v, "Data", "Account", key="AccountId") == [a])
    steps.take(
        "balances",
        "GET",
        f"/accounts/{a}/balances",
        OK,
        lambda v: set(ids(v, "Data", "Balance", key="AccountId")) == {a},
    )
    steps.take(
        "transactions",
        "GET",
        f"/accounts/{a}/transactions",
        OK,
        lambda v: set(ids(v, "Data", "Transaction", key="AccountId")) <= {a},
    )
    steps.take(
        "later transactions",
        "GET",
        f"/accounts/{a}/transactions?fromBookingDateTime=2200-01-01T00:00:00Z",
        OK,
        lambda v: not v["Data"].get("Transaction"),
    )
    steps.take("no account", "GET", "/accounts/nobody-4711", GONE)
    steps.take("transactions of no account", "GET", "/accounts/nobody-4711/transactions", GONE)
    what = {"InstructionIdentification": "ACME412", "EndToEndIdentification": "FRESCO.21302", "InstructedAmount": {"Amount": "165.88", "Currency": "GBP"},
            "CreditorAccount": {"SchemeName": "UK.OBIE.SortCodeAccountNumber", "Identification": "08080021325698", "Name": "ACME Inc"}}  # fmt: skip
    v = steps.take(
        "pay",
        "POST",
        "/domestic-payments",
        (201,),
        lambda v: v["Data"]["Initiation"] == what and v["Data"]["ConsentId"] == c,
        body={"Data": {"ConsentId": c, "Initiation": what}, "Risk": {}},
    )
    p = dig(v, "Data", "DomesticPaymentId")
    steps.take(
        "payment",
        "GET",
        f"/domestic-payments/{p}",
        OK,
        lambda v: (
            v["Data"]["DomesticPaymentId"] == p and v["Data"]["Initiation"]["InstructedAmount"]["Amount"] == "165.88"
        ),
    )
    steps.take("no payment", "GET", "/domestic-payments/nobody-4711", GONE)
    steps.take("delete the consent", "DELETE", own, (204,))
    steps.take("no consent", "GET", own, GONE)


def mailing(steps: Steps) -> None:
    """E-mail marketing: subscribers by their address, tags below them."""
    v = steps.take(
        "list",
        "POST",
        "/lists",
        NEW,
        lambda v: v["name"] == "Bakers" and v["id"],
        body={"name": "Bakers", "from_email": "hi@bakery.example"},
    )
    n = dig(v, "id")
    own = f"/lists/{n}"
    steps.take("read the list", "GET", own, OK, lambda v: v["id"] == n and v["from_email"] == "hi@bakery.example")
    steps.take(
        "lists", "GET", "/lists?count=1000", OK, lambda v: n in ids(v, "lists") and v["total_items"] == len(v["lists"])
    )
    steps.take(
        "rename",
        "PATCH",
        own,
        OK,
        lambda v: v["name"] == "Master bakers" and v["from_email"] == "hi@bakery.example",
        body={"name": "Master bakers"},
    )
    mail = "rye@example.org"
    steps.take(
        "subscribe",
        "POST",
        f"{own}/subscribers",
        NEW,
        lambda v: v["email_address"] == mail and v["status"] == "subscribed" and v["list_id"] == n,
        body={"email_address": mail, "status": "subscribed", "merge_fields": {"FNAME": "Rye"}},
    )
    one = f"{own}/subscribers/{mail}"
    steps.take(
        "read by address", "GET", one, OK, lambda v: v["email_address"] == mail and v["merge_fields"]["FNAME"] == "Rye"
    )
    steps.take(
        "second", "POST", f"{own}/subscribers", NEW, body={"email_address": "oat@example.org", "status": "pending"}
    )
    steps.take(
        "subscribers",
        "GET",
        f"{own}/subscribers",
        OK,
        lambda v: (
            set(ids(v, "subscribers", key="email_address")) == {mail, "oat@example.org"} and v["total_items"] == 2
        ),
    )
    steps.take(
        "page",
        "GET",
        f"{own}/subscribers?count=1&offset=1",
        OK,
        lambda v: len(v["subscribers"]) == 1 and v["total_items"] == 2,
    )
    steps.take(
        "pending",
        "GET",
        f"{own}/subscribers?status=pending",
        OK,
        lambda v: ids(v, "subscribers", key="email_address") == ["oat@example.org"],
    )
    v = steps.take(
        "tag",
        "POST",
        f"{one}/tags",
        (201,),
        lambda v: v["name"] == "vip" and isinstance(v["id"], int),
        body={"name": "vip"},
    )
    t = dig(v, "id")
    steps.take("tags", "GET", f"{one}/tags", OK, lambda v: [(x["id"], x["name"]) for x in v["tags"]] == [(t, "vip")])
    steps.take("untag", "DELETE", f"{one}/tags/{t}", (204,))
    steps.take("no tags", "GET", f"{one}/tags", OK, lambda v: v["tags"] == [])
    steps.take(
        "unsubscribe",
        "POST",
        f"{one}/unsubscribe",
        OK,
        lambda v: v["status"] == "unsubscribed" and v["email_address"] == mail,
    )
    steps.take("unsubscribed", "GET", one, OK, lambda v: v["status"] == "unsubscribed")
    steps.take(
        "wrong",
        "POST",
        f"{own}/subscribers",
        WRONG,
        lambda v: v["title"] and v["detail"],
        body={"status": "subscribed"},
    )
    steps.take("delete", "DELETE", one, (204,))
    steps.take("gone", "GET", one, GONE, lambda v: v["status"] == 404)
    steps.take("delete the list", "DELETE", own, (204,))


def northgoods(steps: Steps) -> None:
    """OData: keys in parentheses, `value`, `@odata.count`, `$top`, `$skip`."""
    v = steps.take(
        "supplier",
        "POST",
        "/Suppliers",
        (201,),
        lambda v: v["CompanyName"] == "Tide & Co" and v["ID"],
        body={"CompanyName": "Tide & Co", "City": "Bergen"},
    )
    s = dig(v, "ID")
    steps.take("read the supplier", "GET", f"/Suppliers({s})", OK, lambda v: v["City"] == "Bergen")
    v = steps.take(
        "create",
        "POST",
        "/Products",
        (201,),
        lambda v: v["Name"] == "Zinc pail" and v["Price"] == 18.5 and isinstance(v["ID"], int),
        body={"Name": "Zinc pail", "Price": 18.5, "SupplierID": s},
    )
    i = dig(v, "ID")
    own = f"/Products({i})"
    steps.take("read", "GET", own, OK, lambda v: v["ID"] == i and v["SupplierID"] == s and v["Discontinued"] is False)
    steps.take(
        "list",
        "GET",
        "/Products?$top=500&$count=true",
        OK,
        lambda v: i in ids(v, "value", key="ID") and int(v["@odata.count"]) == len(v["value"]),
    )
    steps.take("another", "POST", "/Products", (201,), body={"Name": "Awl", "Price": 4})
    v = steps.take("top", "GET", "/Products?$top=1", OK, lambda v: len(v["value"]) == 1)
    seen = ids(v, "value", key="ID")
    steps.take(
        "skip",
        "GET",
        "/Products?$top=1&$skip=1",
        OK,
        lambda v: len(v["value"]) == 1 and ids(v, "value", key="ID") != seen,
    )
    steps.take(
        "order",
        "GET",
        "/Products?$orderby=Price%20desc&$top=500",
        OK,
        lambda v: (ps := [x["Price"] for x in v["value"] if x.get("Price") is not None]) == sorted(ps, reverse=True),
    )
    steps.take(
        "filter", "GET", "/Products?$filter=Name%20eq%20'Zinc%20pail'", OK, lambda v: ids(v, "value", key="ID") == [i]
    )
    steps.take(
        "products of the supplier", "GET", f"/Suppliers({s})/Products", OK, lambda v: ids(v, "value", key="ID") == [i]
    )
    steps.take("update", "PATCH", own, (204,), body={"Discontinued": True})
    steps.take("updated", "GET", own, OK, lambda v: v["Discontinued"] is True and v["Name"] == "Zinc pail")
    steps.take("wrong", "POST", "/Products", WRONG, lambda v: v["error"]["message"], body={"Price": 1})
    steps.take("count", "GET", "/Products/$count", OK)
    steps.take("delete", "DELETE", own, (204,))
    steps.take("gone", "GET", own, GONE, lambda v: v["error"]["code"])
    steps.take(
        "list without it", "GET", "/Products?$top=500", OK, lambda v: v["value"] and i not in ids(v, "value", key="ID")
    )


def school(steps: Steps) -> None:
    """A school: enrolments between students and courses, grades at a pair of ids."""
    v = steps.take(
        "student",
        "POST",
        "/students",
        (201,),
        lambda v: v["lastName"] == "Yttri" and isinstance(v["id"], int),
        body={"firstName": "Ola", "lastName": "Yttri", "year": 2},
    )
    s = dig(v, "id")
    steps.take("read", "GET", f"/students/{s}", OK, lambda v: v["firstName"] == "Ola" and v["year"] == 2)
    steps.take("by name", "GET", "/students?lastName=Yttri", OK, lambda v: ids(v) == [s])
    steps.take("list", "GET", "/students?perPage=100", OK, lambda v: s in ids(v))
    steps.take(
        "replace",
        "PUT",
        f"/students/{s}",
        OK,
        lambda v: v["year"] == 3 and v["id"] == s,
        body={"firstName": "Ola", "lastName": "Yttri", "year": 3},
    )
    steps.take(
        "course",
        "POST",
        "/courses",
        (201,),
        lambda v: v["code"] == "ZOO777" and v["title"] == "Crabs",
        body={"code": "ZOO777", "title": "Crabs", "department": "Zoology"},
    )
    steps.take("read the course", "GET", "/courses/ZOO777", OK, lambda v: v["title"] == "Crabs")
    steps.take(
        "of the department",
        "GET",
        "/courses?department=Zoology&perPage=100",
        OK,
        lambda v: "ZOO777" in ids(v, key="code") and {c["department"] for c in v} == {"Zoology"},
    )
    steps.take("a wrong code", "POST", "/courses", WRONG, body={"code": "zoo", "title": "Crabs"})
    v = steps.take(
        "enrol",
        "POST",
        "/enrolments",
        (201,),
        lambda v: v["studentId"] == s and v["courseCode"] == "ZOO777",
        body={"studentId": s, "courseCode": "ZOO777"},
    )
    e = dig(v, "id")
    steps.take("enrolments", "GET", f"/enrolments?studentId={s}", OK, lambda v: ids(v) == [e])
    steps.take(
        "courses of the student", "GET", f"/students/{s}/courses", OK, lambda v: ids(v, key="code") == ["ZOO777"]
    )
    own = f"/courses/ZOO777/grades/{s}"
    steps.take("no grade yet", "GET", own, GONE)
    steps.take(
        "set the grade",
        "PUT",
        own,
        NEW,
        lambda v: v["points"] == 11 and v["studentId"] == s and v["courseCode"] == "ZOO777",
        body={"points": 11},
    )
    steps.take("set it again", "PUT", own, OK, lambda v: v["points"] == 13, body={"points": 13, "comment": "Oral exam"})
    steps.take("read the grade", "GET", own, OK, lambda v: v["points"] == 13 and v["comment"] == "Oral exam")
    steps.take(
        "grades", "GET", "/courses/ZOO777/grades", OK, lambda v: [(g["studentId"], g["points"]) for g in v] == [(s, 13)]
    )
    steps.take("a wrong grade", "PUT", own, WRONG, body={"points": 16})
    steps.take("leave", "DELETE", f"/enrolments/{e}", (204,))
    steps.take("left", "GET", f"/enrolments?studentId={s}", OK, lambda v: v == [])


# By the files of the documents: the path of the first server, and the chain.
CHAINS: dict[str, tuple[str, Callable[[Steps], None]]] = {
    "hotel.yaml": ("/v2", hotel),
    "crm.yaml": ("", crm),
    "tracker.json": ("/rest/api/3", tracker),
    "notes.yaml": ("", notes),
    "openbanking.yaml": ("/open-banking/v3.1", openbanking),
    "mailing.yaml": ("/3.0", mailing),
    "northgoods.yaml": ("/odata/v4", northgoods),
    "school.yaml": ("/records", school),
}
