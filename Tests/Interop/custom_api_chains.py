"""Chains of create, read, list, update and delete over published documents, written from the documents alone.

Each chain is a function that takes its steps one by one. A step holds when its answer has the status and the content
that a client of that API counts on.
"""

from __future__ import annotations

import json
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

TIMEOUT_S = 10.0
OK, NEW, GONE, REMOVED = (200,), (200, 201), (404,), (200, 202, 204)
CREDENTIALS = {"Authorization": "Bearer x", "api_key": "x", "X-API-Key": "x", "Api-Key": "x", "Api-Username": "x"}

Check = Callable[[Any], bool]


@dataclass
class Steps:
    """The steps of one chain: how many were taken, and which of them do not hold."""

    base_url: str
    taken: int = 0
    failed: list[str] = field(default_factory=list)

    def send(
        self, method: str, path: str, body: Any, form: dict[str, str] | None, files: dict[str, tuple[str, bytes]] | None,
        content_type: str,
    ) -> tuple[int, Any]:  # fmt: skip
        """Status and content of the answer: what its JSON says, None for nothing, else the bytes."""
        headers, data = dict(CREDENTIALS), None
        if body is not None:
            headers["Content-Type"], data = content_type, json.dumps(body).encode()
        if files is not None:
            headers["Content-Type"], data = "multipart/form-data; boundary=parts", multipart(files)
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            data = urllib.parse.urlencode(form).encode()
        address = self.base_url + urllib.parse.quote(path, safe="/?&=:@,[]%")
        request = urllib.request.Request(address, data=data, method=method, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:
                status, raw = answer.status, answer.read()
        except urllib.error.HTTPError as error:
            status, raw = error.code, error.read()
        try:
            return status, json.loads(raw) if raw else None
        except ValueError:
            return status, raw

    def take(
        self, name: str, method: str, path: str, statuses: Collection[int], check: Check | None = None,
        *, body: Any = None, form: dict[str, str] | None = None,
        files: dict[str, tuple[str, bytes]] | None = None, content_type: str = "application/json",
    ) -> Any:  # fmt: skip
        """Takes a step, and gives the answer's content."""
        status, value = self.send(method, path, body, form, files, content_type)
        self.taken += 1
        try:
            holds = status in statuses and (check is None or check(value))
        except (KeyError, TypeError, IndexError):
            holds = False
        if not holds:
            self.failed.append(f"{name}: {method} {path} -> {status} {str(value)[:300]}")
        return value


def multipart(files: dict[str, tuple[str, bytes]]) -> bytes:
    """A form's content of files, by the names of their fields."""
    parts = [
        f'--parts\r\nContent-Disposition: form-data; name="{name}"; filename="{filename}"\r\n'
        "Content-Type: application/octet-stream\r\n\r\n".encode() + content + b"\r\n"
        for name, (filename, content) in files.items()
    ]
    return b"".join(parts) + b"--parts--\r\n"


def dig(value: Any, *names: str) -> Any:
    """What stands inside of objects; None for nothing."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def petstore(steps: Steps) -> None:
    """The Petstore: ids of one's own."""
    steps.take("create", "POST", "/pet", NEW, body={"name": "Rex", "photoUrls": ["x"], "status": "available"})
    steps.take(
        "own id", "POST", "/pet", NEW,
        body={"id": 777, "name": "Rex", "photoUrls": ["x"], "status": "available"},
    )
    steps.take("read", "GET", "/pet/777", OK, lambda v: v["name"] == "Rex" and v["id"] == 777)
    steps.take(
        "list", "GET", "/pet/findByStatus?status=available", OK,
        lambda v: any(r["id"] == 777 for r in v) and all(r["status"] == "available" for r in v),
    )
    steps.take(
        "replace", "PUT", "/pet", OK, body={"id": 777, "name": "Max", "photoUrls": [], "status": "sold"},
    )
    steps.take("read 2", "GET", "/pet/777", OK, lambda v: v["name"] == "Max" and v["status"] == "sold")
    steps.take("delete", "DELETE", "/pet/777", REMOVED)
    steps.take("gone", "GET", "/pet/777", GONE)
    o = steps.take(
        "order", "POST", "/store/order", NEW,
        lambda v: v["quantity"] == 3,
        body={"petId": 1, "quantity": 3, "status": "placed", "complete": False},
    )
    i = dig(o, "id")
    steps.take("read order", "GET", f"/store/order/{i}", OK, lambda v: v["id"] == i and v["quantity"] == 3)
    steps.take("delete order", "DELETE", f"/store/order/{i}", REMOVED)
    steps.take("gone order", "GET", f"/store/order/{i}", GONE)
    steps.take(
        "user", "POST", "/user", NEW,
        body={"username": "ann", "firstName": "Ann", "email": "a@x.org", "password": "p"},
    )
    steps.take("read user", "GET", "/user/ann", OK, lambda v: v["firstName"] == "Ann")
    steps.take("replace user", "PUT", "/user/ann", OK + (204,), body={"username": "ann", "firstName": "Anna"})
    steps.take("read user 2", "GET", "/user/ann", OK, lambda v: v["firstName"] == "Anna")
    steps.take("delete user", "DELETE", "/user/ann", REMOVED)
    steps.take("gone user", "GET", "/user/ann", GONE)


def realworld(steps: Steps) -> None:
    """Conduit: everything in an envelope."""
    v = steps.take(
        "create", "POST", "/articles", NEW,
        lambda v: v["article"]["title"] == "How to train",
        body={"article": {"title": "How to train", "description": "d", "body": "b", "tagList": ["dragons"]}},
    )
    s = dig(v, "article", "slug")
    steps.take(
        "read", "GET", f"/articles/{s}", OK,
        lambda v: v["article"]["title"] == "How to train" and v["article"]["tagList"] == ["dragons"],
    )
    steps.take(
        "list", "GET", "/articles", OK,
        lambda v: any(r["slug"] == s for r in v["articles"]) and v["articlesCount"] >= len(v["articles"]),
    )
    steps.take("page", "GET", "/articles?limit=2&offset=1", OK, lambda v: len(v["articles"]) == 2)
    steps.take(
        "update", "PUT", f"/articles/{s}", OK,
        lambda v: v["article"]["description"] == "new" and v["article"]["title"] == "How to train",
        body={"article": {"description": "new"}},
    )
    c = steps.take(
        "comment", "POST", f"/articles/{s}/comments", NEW,
        lambda v: v["comment"]["body"] == "Nice",
        body={"comment": {"body": "Nice"}},
    )
    i = dig(c, "comment", "id")
    steps.take(
        "comments", "GET", f"/articles/{s}/comments", OK, lambda v: [r["id"] for r in v["comments"]] == [i],
    )
    steps.take("delete comment", "DELETE", f"/articles/{s}/comments/{i}", REMOVED)
    steps.take("no comments", "GET", f"/articles/{s}/comments", OK, lambda v: v["comments"] == [])
    steps.take("favorite", "POST", f"/articles/{s}/favorite", OK, lambda v: v["article"]["slug"] == s)
    steps.take("delete", "DELETE", f"/articles/{s}", REMOVED)
    steps.take("gone", "GET", f"/articles/{s}", GONE)
    steps.take(
        "register", "POST", "/users", NEW,
        lambda v: v["user"]["username"] == "jake",
        body={"user": {"username": "jake", "email": "j@x.org", "password": "p"}},
    )
    steps.take("me", "GET", "/user", OK, lambda v: "email" in v["user"])
    steps.take(
        "change me", "PUT", "/user", OK,
        lambda v: v["user"]["bio"] == "hello",
        body={"user": {"bio": "hello"}},
    )
    steps.take("me 2", "GET", "/user", OK, lambda v: v["user"]["bio"] == "hello")
    steps.take("tags", "GET", "/tags", OK, lambda v: isinstance(v["tags"], list))


def box(steps: Steps) -> None:
    """Box: folders, groups, comments, webhooks and users."""
    v = steps.take(
        "folder", "POST", "/folders", NEW,
        lambda v: v["name"] == "New",
        body={"name": "New", "parent": {"id": "0"}},
    )
    i = dig(v, "id")
    steps.take("read", "GET", f"/folders/{i}", OK, lambda v: v["id"] == i and v["name"] == "New")
    steps.take(
        "update", "PUT", f"/folders/{i}", OK, lambda v: v["name"] == "Renamed", body={"name": "Renamed"},
    )
    steps.take("read 2", "GET", f"/folders/{i}", OK, lambda v: v["name"] == "Renamed")
    steps.take("delete", "DELETE", f"/folders/{i}", REMOVED)
    steps.take("gone", "GET", f"/folders/{i}", GONE)
    v = steps.take("group", "POST", "/groups", NEW, lambda v: v["name"] == "Team", body={"name": "Team"})
    i = dig(v, "id")
    steps.take(
        "groups", "GET", "/groups", OK,
        lambda v: any(r["id"] == i and r["name"] == "Team" for r in v["entries"]),
    )
    steps.take("groups page", "GET", "/groups?limit=2&offset=0", OK, lambda v: len(v["entries"]) == 2)
    steps.take("group read", "GET", f"/groups/{i}", OK, lambda v: v["name"] == "Team")
    steps.take(
        "group update", "PUT", f"/groups/{i}", OK, lambda v: v["name"] == "Crew", body={"name": "Crew"},
    )
    steps.take("group delete", "DELETE", f"/groups/{i}", REMOVED)
    steps.take("group gone", "GET", f"/groups/{i}", GONE)
    v = steps.take(
        "comment", "POST", "/comments", NEW,
        lambda v: v["message"] == "Hi",
        body={"message": "Hi", "item": {"id": "1", "type": "file"}},
    )
    i = dig(v, "id")
    steps.take("comment read", "GET", f"/comments/{i}", OK, lambda v: v["message"] == "Hi")
    steps.take(
        "comment update", "PUT", f"/comments/{i}", OK, lambda v: v["message"] == "Ho", body={"message": "Ho"},
    )
    steps.take("comment delete", "DELETE", f"/comments/{i}", REMOVED)
    v = steps.take(
        "webhook", "POST", "/webhooks", NEW,
        lambda v: v["address"] == "https://x.org/h",
        body={"address": "https://x.org/h", "target": {"id": "1", "type": "file"}, "triggers": ["FILE.UPLOADED"]},
    )
    i = dig(v, "id")
    steps.take("webhooks", "GET", "/webhooks", OK, lambda v: any(r["id"] == i for r in v["entries"]))
    steps.take("webhook read", "GET", f"/webhooks/{i}", OK, lambda v: v["address"] == "https://x.org/h")
    steps.take("webhook delete", "DELETE", f"/webhooks/{i}", REMOVED)
    v = steps.take(
        "user", "POST", "/users", NEW, lambda v: v["name"] == "Ann", body={"name": "Ann", "login": "a@x.org"},
    )
    i = dig(v, "id")
    steps.take(
        "users", "GET", "/users", OK,
        lambda v: any(r["id"] == i for r in v["entries"]) and v["total_count"] >= 1,
    )
    steps.take("user update", "PUT", f"/users/{i}", OK, lambda v: v["name"] == "Anna", body={"name": "Anna"})
    steps.take("user delete", "DELETE", f"/users/{i}", REMOVED)
    steps.take("user gone", "GET", f"/users/{i}", GONE)
    steps.take("me", "GET", "/users/me", OK, lambda v: "id" in v)


def openai(steps: Steps) -> None:
    """OpenAI: changes are posted to the record."""
    v = steps.take(
        "assistant", "POST", "/assistants", NEW,
        lambda v: v["name"] == "Tutor" and v["model"] == "gpt-4o",
        body={"model": "gpt-4o", "name": "Tutor"},
    )
    i = dig(v, "id")
    steps.take("read", "GET", f"/assistants/{i}", OK, lambda v: v["id"] == i and v["name"] == "Tutor")
    steps.take("list", "GET", "/assistants", OK, lambda v: any(r["id"] == i for r in v["data"]))
    steps.take(
        "page", "GET", "/assistants?limit=2", OK, lambda v: len(v["data"]) == 2 and v["has_more"] is True,
    )
    steps.take(
        "update", "POST", f"/assistants/{i}", OK,
        lambda v: v["name"] == "Coach" and v["id"] == i,
        body={"name": "Coach"},
    )
    steps.take("read 2", "GET", f"/assistants/{i}", OK, lambda v: v["name"] == "Coach")
    steps.take(
        "delete", "DELETE", f"/assistants/{i}", REMOVED, lambda v: v["deleted"] is True and v["id"] == i,
    )
    steps.take("gone", "GET", f"/assistants/{i}", GONE)
    v = steps.take(
        "vector store", "POST", "/vector_stores", NEW, lambda v: v["name"] == "FAQ", body={"name": "FAQ"},
    )
    i = dig(v, "id")
    steps.take("vs read", "GET", f"/vector_stores/{i}", OK, lambda v: v["name"] == "FAQ")
    steps.take("vs list", "GET", "/vector_stores", OK, lambda v: any(r["id"] == i for r in v["data"]))
    steps.take(
        "vs update", "POST", f"/vector_stores/{i}", OK, lambda v: v["name"] == "Help", body={"name": "Help"},
    )
    steps.take("vs delete", "DELETE", f"/vector_stores/{i}", REMOVED, lambda v: v["deleted"] is True)
    steps.take("vs gone", "GET", f"/vector_stores/{i}", GONE)
    v = steps.take("thread", "POST", "/threads", NEW, body={})
    t = dig(v, "id")
    v = steps.take(
        "message", "POST", f"/threads/{t}/messages", NEW,
        lambda v: v["role"] == "user",
        body={"role": "user", "content": "Hello"},
    )
    m = dig(v, "id")
    steps.take("message read", "GET", f"/threads/{t}/messages/{m}", OK, lambda v: v["id"] == m)
    steps.take("messages", "GET", f"/threads/{t}/messages", OK, lambda v: [r["id"] for r in v["data"]] == [m])
    steps.take("thread delete", "DELETE", f"/threads/{t}", REMOVED)
    steps.take("thread gone", "GET", f"/threads/{t}", GONE)
    steps.take(
        "chat", "POST", "/chat/completions", OK,
        lambda v: v["object"] == "chat.completion",
        body={"model": "gpt-4o", "messages": [{"role": "user", "content": "Hi"}]},
    )
    steps.take("models", "GET", "/models", OK, lambda v: len(v["data"]) > 0)


def twilio(steps: Steps) -> None:
    """Twilio: forms, and paths that end in `.json`."""
    v = steps.take("accounts", "GET", "/Accounts.json", OK, lambda v: len(v["accounts"]) > 0)
    s = (dig(v, "accounts") or [{}])[0].get("sid", "none")
    steps.take("account", "GET", f"/Accounts/{s}.json", OK, lambda v: v["sid"] == s)
    v = steps.take(
        "message", "POST", f"/Accounts/{s}/Messages.json", NEW,
        lambda v: v["body"] == "Hi",
        form={"To": "+15558675310", "From": "+15017122661", "Body": "Hi"},
    )
    m = dig(v, "sid")
    steps.take(
        "read", "GET", f"/Accounts/{s}/Messages/{m}.json", OK,
        lambda v: v["sid"] == m and v["body"] == "Hi" and v["to"] == "+15558675310",
    )
    steps.take(
        "list", "GET", f"/Accounts/{s}/Messages.json", OK,
        lambda v: any(r["sid"] == m for r in v["messages"]),
    )
    steps.take(
        "page", "GET", f"/Accounts/{s}/Messages.json?PageSize=1", OK,
        lambda v: len(v["messages"]) == 1 and v["page_size"] == 1,
    )
    steps.take(
        "update", "POST", f"/Accounts/{s}/Messages/{m}.json", OK,
        lambda v: v["body"] == "",
        form={"Body": ""},
    )
    steps.take("delete", "DELETE", f"/Accounts/{s}/Messages/{m}.json", REMOVED)
    steps.take("gone", "GET", f"/Accounts/{s}/Messages/{m}.json", GONE)
    v = steps.take(
        "queue", "POST", f"/Accounts/{s}/Queues.json", NEW,
        lambda v: v["friendly_name"] == "Q",
        form={"FriendlyName": "Q", "MaxSize": "5"},
    )
    q = dig(v, "sid")
    steps.take("queue read", "GET", f"/Accounts/{s}/Queues/{q}.json", OK, lambda v: v["max_size"] == 5)
    steps.take(
        "queues", "GET", f"/Accounts/{s}/Queues.json", OK, lambda v: any(r["sid"] == q for r in v["queues"]),
    )
    steps.take(
        "queue update", "POST", f"/Accounts/{s}/Queues/{q}.json", OK,
        lambda v: v["friendly_name"] == "R",
        form={"FriendlyName": "R"},
    )
    steps.take("queue delete", "DELETE", f"/Accounts/{s}/Queues/{q}.json", REMOVED)
    steps.take("queue gone", "GET", f"/Accounts/{s}/Queues/{q}.json", GONE)


def adyen(steps: Steps) -> None:
    """Adyen: everything below a company."""
    v = steps.take("companies", "GET", "/companies", OK, lambda v: len(v["data"]) > 0)
    c = (dig(v, "data") or [{}])[0].get("id", "none")
    steps.take("company", "GET", f"/companies/{c}", OK, lambda v: v["id"] == c)
    webhook = {
        "url": "https://x.org/h", "active": True, "communicationFormat": "json", "type": "standard",
        "filterMerchantAccountType": "allAccounts", "filterMerchantAccounts": [],
    }  # fmt: skip
    path = f"/companies/{c}/webhooks"
    v = steps.take("webhook", "POST", path, NEW, lambda v: v["url"] == "https://x.org/h", body=webhook)
    i = dig(v, "id")
    steps.take(
        "read", "GET", f"/companies/{c}/webhooks/{i}", OK,
        lambda v: v["id"] == i and v["url"] == "https://x.org/h",
    )
    steps.take("list", "GET", f"/companies/{c}/webhooks", OK, lambda v: any(r["id"] == i for r in v["data"]))
    steps.take(
        "update", "PATCH", f"/companies/{c}/webhooks/{i}", OK,
        lambda v: v["active"] is False,
        body={"active": False},
    )
    steps.take("delete", "DELETE", f"/companies/{c}/webhooks/{i}", REMOVED)
    steps.take("gone", "GET", f"/companies/{c}/webhooks/{i}", GONE)
    v = steps.take(
        "user", "POST", f"/companies/{c}/users", NEW,
        lambda v: v["email"] == "a@x.org",
        body={"email": "a@x.org", "username": "ann.doe", "name": {"firstName": "Ann", "lastName": "Doe"}},
    )
    i = dig(v, "id")
    steps.take("user read", "GET", f"/companies/{c}/users/{i}", OK, lambda v: v["username"] == "ann.doe")
    steps.take(
        "users", "GET", f"/companies/{c}/users?pageSize=50", OK,
        lambda v: any(r["id"] == i for r in v["data"]),
    )
    steps.take(
        "user update", "PATCH", f"/companies/{c}/users/{i}", OK,
        lambda v: v["email"] == "b@x.org",
        body={"email": "b@x.org"},
    )


# The chains by the documents' names, with the path of the documents' server.
CHAINS: dict[str, tuple[str, Callable[[Steps], None]]] = {
    "petstore": ("/v2", petstore),
    "realworld": ("/api", realworld),
    "box": ("/2.0", box),
    "openai": ("/v1", openai),
    "twilio": ("/2010-04-01", twilio),
    "adyen": ("/v3", adyen),
}
