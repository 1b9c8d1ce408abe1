"""What has to hold for the generated records, whatever happens to the sentences."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from common import Record

from .albums import PHOTO_TITLE_PARTS
from .posts import DOCUMENTED

KEYS: dict[str, str] = {
    "users": "id name username email address phone website company",
    "posts": "userId id title body",
    "comments": "postId id name email body",
    "albums": "userId id title",
    "todos": "userId id title completed",
}
COUNTS: dict[str, int] = {"users": 10, "posts": 100, "comments": 500, "albums": 100, "todos": 200}
PARENTS: dict[str, tuple[str, str]] = {
    "posts": ("userId", "users"),
    "comments": ("postId", "posts"),
    "albums": ("userId", "users"),
    "todos": ("userId", "users"),
}
DISTINCT: dict[str, tuple[str, ...]] = {
    "users": ("name", "username", "email", "phone", "website"),
    "posts": ("title", "body"),
    "comments": ("name",),
    "albums": ("title",),
    "todos": ("title",),
}
RESERVED = re.compile(r"(.*[@.])?example\.(com|org|net)")


def check(data: dict[str, Sequence[Record]]) -> None:
    """Raise an `AssertionError` if the records, by the name of their resource, break a rule."""
    assert data.keys() == KEYS.keys()
    for resource, records in data.items():
        assert [record["id"] for record in records] == list(range(1, COUNTS[resource] + 1))
        assert all(list(record) == KEYS[resource].split() for record in records)
        for field in DISTINCT[resource]:
            repeated = [value for value, count in Counter(record[field] for record in records).items() if count > 1]
            assert not repeated, f"{resource}: {field} repeats: {repeated}"
    for resource, (field, parent) in PARENTS.items():
        share = COUNTS[resource] // COUNTS[parent]
        assert [record[field] for record in data[resource]] == [n // share + 1 for n in range(COUNTS[resource])]
    check_texts(data)


def check_texts(data: dict[str, Sequence[Record]]) -> None:
    """Lengths, addresses and the documented records."""
    assert tuple(data["posts"][:2]) == DOCUMENTED
    assert all(3 <= len(record["body"].split("\n")) <= 4 for record in data["posts"])
    assert all(2 <= len(record["body"].split("\n")) <= 4 for record in data["comments"])
    assert all("{" not in record["body"] for record in (*data["posts"], *data["comments"]))
    assert 0.4 < sum(record["completed"] for record in data["todos"]) / COUNTS["todos"] < 0.5

    invented = data["users"][1:]
    assert all(RESERVED.fullmatch(record["website"]) for record in invented)
    assert all(RESERVED.fullmatch(record["email"]) for record in (*invented, *data["comments"]))
    assert all(re.search(r"\b555[-. ]01\d\d\b", record["phone"]) for record in invented)
    for record in data["users"]:
        assert all(re.fullmatch(r"-?\d+\.\d{4}", value) for value in record["address"]["geo"].values())

    parts = PHOTO_TITLE_PARTS
    assert {name: len(parts[name]) for name in parts} == {"adjectives": 25, "subjects": 40, "places": 20}
    assert all(len(set(items)) == len(items) for items in parts.values())
    assert all(re.fullmatch(r"[a-z -]+", item) for items in parts.values() for item in items)
