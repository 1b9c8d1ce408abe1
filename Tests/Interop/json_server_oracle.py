"""A model of json-server 0.16 over records in memory, to tell what a server that speaks its language must answer.

It is written from the documented behaviour alone and shares nothing with the server under test, so that a
misreading has to be made twice to go unnoticed. It adds the forms of json-server 1 that are understood as well.
"""

from __future__ import annotations

import functools
import itertools
import json
import math
import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, unquote

SEEDS = Path(__file__).parents[2] / "Seeds" / "jsonplaceholder" / "demo"
SEEDED = ("posts", "comments", "albums", "todos", "users")
RESOURCES = ("posts", "comments", "albums", "photos", "todos", "users")
JSON_TYPE, SCRIPT_TYPE = "application/json", "text/javascript; charset=utf-8"
FORM_TYPE = "application/x-www-form-urlencoded"
PARAMETERS = set("q callback _ _start _end _limit _page _per_page _sort _order _embed _expand".split())

Record = dict[str, Any]
Query = dict[str, list[str]]


class Expected(NamedTuple):
    """What must come back; a header that is None must be absent, and one that is not named may be anything."""

    status: int
    headers: dict[str, str | None]
    body: Any


class BadRequest(Exception):
    """What the client sent cannot be read; answered with 400."""


# Values as JavaScript sees them

MISSING: Any = object()  # JavaScript's undefined


def read_json(text: str | bytes) -> Any:
    """JSON in which, as in JavaScript, 1.0 is the same number as 1."""
    return json.loads(text, parse_float=lambda digits: whole(float(digits)))


def whole(number: float) -> int | float:
    """The integer that the number is, if it is one."""
    return int(number) if number.is_integer() else number


def js_text(value: Any) -> str:
    """`value.toString()`."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        if value and not 1e-6 <= abs(value) < 1e21:
            return re.sub(r"e([+-])0", r"e\1", repr(float(value)))
        return format(Decimal(repr(value)), "f")
    if isinstance(value, list):
        return ",".join("" if item is None else js_text(item) for item in value)
    return "[object Object]" if isinstance(value, dict) else value


def js_number(value: Any) -> float:
    """`Number(value)`, NaN for what is none."""
    if value is None or isinstance(value, (bool, int, float)):
        return value or 0
    text = js_text(value).strip()
    if re.fullmatch(r"0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+", text):
        return int(text, 0)
    if re.fullmatch(r"[+-]?(Infinity|(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?)", text):
        return int(text) if re.fullmatch(r"[+-]?\d+", text) else whole_or_infinite(float(text))
    return math.nan if text else 0


def whole_or_infinite(number: float) -> int | float:
    """As `whole`, for numbers that may have no end."""
    return number if math.isinf(number) else whole(number)


def less(left: Any, right: Any, *, or_equal: bool = False) -> bool:
    """`left < right` or `left <= right`: by text between texts, otherwise by number."""
    left, right = (js_text(side) if isinstance(side, (dict, list)) else side for side in (left, right))
    if isinstance(left, str) and isinstance(right, str):
        left, right = left.encode("utf-16-be"), right.encode("utf-16-be")
    else:
        left, right = js_number(left), js_number(right)
    return left <= right if or_equal else left < right


def parse_int(text: str) -> int:
    """`parseInt(text, 10)`, and 0 for what is no number."""
    found = re.match(r"\s*([+-]?\d+)", text)
    return int(found[1]) if found else 0


def value_at(record: Any, path: str) -> Any:
    """The value at a dotted path, or MISSING."""
    if isinstance(record, dict) and path in record:
        return record[path]
    for name in path.split("."):
        if isinstance(record, list) and name.isdigit() and int(name) < len(record):
            record = record[int(name)]
        elif isinstance(record, dict) and name in record:
            record = record[name]
        else:
            return MISSING
    return record


# The query language

V1_KEY = re.compile(r"(.+):(gte|gt|lte|lt|eq|ne|in|contains|startsWith|endsWith)")


def read_query(text: str) -> Query:
    """The values of each key in their order; `key[]` is another way to write `key`."""
    query: Query = {}
    for key, value in parse_qsl(text, keep_blank_values=True):
        query.setdefault(key.removesuffix("[]"), []).append(value)
    return query


def first(query: Query, key: str) -> str:
    """The first value of a key, empty if there is none."""
    return query.get(key, [""])[0]


def mentions(value: Any, text: str) -> bool:
    """Whether the text is in a value at any depth; the names of the members do not count."""
    if isinstance(value, (dict, list)):
        return any(mentions(item, text) for item in (value.values() if isinstance(value, dict) else value))
    return bool(value) and text in js_text(value).lower()


def coerced(text: str) -> Any:
    """The value that version 1 takes the text of a query for."""
    if text in ("true", "false", "null"):
        return {"true": True, "false": False, "null": None}[text]
    number = js_number(text)
    return number if text.strip() and math.isfinite(number) else text


def strictly_equal(left: Any, right: Any) -> bool:
    """`left === right`, where true is not 1."""
    return isinstance(left, bool) == isinstance(right, bool) and left == right


def v1_test(operator: str, text: str) -> Callable[[Any], bool]:
    """A condition of version 1 on a value that is there."""
    wanted = coerced(text)
    if operator in ("contains", "startsWith", "endsWith"):
        part = text.lower()
        method = {"contains": "__contains__", "startsWith": "startswith", "endsWith": "endswith"}[operator]
        return lambda value: isinstance(value, str) and bool(getattr(value.lower(), method)(part))
    choices = [coerced(choice) for choice in text.split(",")]
    return {
        "eq": lambda value: strictly_equal(value, wanted),
        "ne": lambda value: not strictly_equal(value, wanted),
        "in": lambda value: any(strictly_equal(value, choice) for choice in choices),
        "lt": lambda value: less(value, wanted),
        "lte": lambda value: less(value, wanted, or_equal=True),
        "gt": lambda value: less(wanted, value),
        "gte": lambda value: less(wanted, value, or_equal=True),
    }[operator]


def condition(suffix: str, texts: list[str]) -> Callable[[Any], bool]:
    """A condition of version 0.16 on a value that is there and not null."""
    if suffix == "_gte":
        return lambda value: any(less(text, value, or_equal=True) for text in texts)
    if suffix == "_lte":
        return lambda value: any(less(value, text, or_equal=True) for text in texts)
    if suffix == "_ne":
        return lambda value: js_text(value) not in texts
    if suffix == "_like":
        try:
            patterns = [re.compile(text, re.IGNORECASE) for text in texts]
        except re.error as error:
            raise BadRequest from error
        return lambda value: any(pattern.search(js_text(value)) for pattern in patterns)
    return lambda value: js_text(value) in texts


def filtered(records: list[Record], query: Query) -> list[Record]:
    """The records that meet every condition of a query; a plain key that none of them all has is no condition."""
    known = records
    if text := first(query, "q").lower():
        records = [record for record in records if mentions(record, text)]
    for key, texts in query.items():
        if key in PARAMETERS:
            continue
        if v1 := V1_KEY.fullmatch(key):
            path, test = v1[1], v1_test(v1[2], texts[0])
            records = [each for each in records if (value := value_at(each, path)) is not MISSING and test(value)]
            continue
        path, suffix = re.fullmatch(r"(.*?)(_gte|_lte|_ne|_like)?", key, re.DOTALL).groups()  # type: ignore[union-attr]
        if not suffix and all(value_at(each, key) is MISSING for each in known):
            continue
        test = condition(suffix, texts)
        records = [each for each in records if (value := value_at(each, path)) not in (MISSING, None) and test(value)]
    return records


def sorted_by(records: list[Record], paths: list[str], orders: list[str]) -> list[Record]:
    """Sorted by several paths, equals in their old order; ascending has null late and what is missing last."""
    keys = []
    for path, order in zip(paths, orders + [""] * len(paths)):
        descending = order.lower() == "desc"
        keys.append((path[1:], True) if path.startswith("-") else (path, descending))

    def compare(left: Record, right: Record) -> int:
        for path, descending in keys:
            one, two = value_at(left, path), value_at(right, path)
            late = [2 if value is MISSING else 1 if value is None else 0 for value in (one, two)]
            order = late[0] - late[1] or (0 if any(late) else less(two, one) - less(one, two))
            if order:
                return -order if descending else order
        return 0

    return sorted(records, key=functools.cmp_to_key(compare))


def sliced(records: list[Record], query: Query, url: str) -> tuple[list[Record], str | None]:
    """The part of the records that is asked for, and the Link header that goes with a page."""
    start, end, limit = (first(query, key) for key in ("_start", "_end", "_limit"))
    if not first(query, "_page"):
        if end:
            return records[parse_int(start) : parse_int(end)], None
        return (records[parse_int(start) : parse_int(start) + parse_int(limit)] if limit else records), None
    page, size = max(1, parse_int(first(query, "_page"))), parse_int(limit) or 10
    part = records[(page - 1) * size : page * size]
    last = -(-len(records) // size)
    if not part or len(part) == len(records):
        return part, None
    pages = {"first": 1, "prev": page - 1, "next": page + 1, "last": last}
    links = []
    for name, number in pages.items():
        if 1 <= number <= last:
            target = re.sub(r"([?&]_page=)[^&]*", rf"\g<1>{number}", url)
            links.append(f'<{target}>; rel="{name}"')
    return part, ", ".join(links)


def page_object(records: list[Record], query: Query) -> Record:
    """A page as version 1 gives it, with the numbers of its neighbours in the body."""
    size = parse_int(first(query, "_per_page"))
    pages = -(-len(records) // size)
    page = max(1, min(parse_int(first(query, "_page")), pages))
    neighbours = {"prev": page - 1 if page > 1 else None, "next": page + 1 if page < pages else None}
    part = records[(page - 1) * size : page * size]
    return {"first": 1, **neighbours, "last": pages, "pages": pages, "items": len(records), "data": part}


# Requests


def key_to(name: str) -> str:
    """The member by which records name a record of the resource: `postId` for posts."""
    return f"{name[:-1]}Id"


class Oracle:
    """What json-server answers, given the records it starts with; it remembers what is written."""

    def __init__(self, host: str, records: dict[str, list[Record]]) -> None:
        self.host = host
        self.records = records

    def answer(self, method: str, target: str, body: str = "", content_type: str = JSON_TYPE) -> Expected:
        """The answer to one request."""
        path, _, text = target.partition("?")
        query = read_query(text)
        try:
            if method in ("GET", "HEAD"):
                expected = self._read([unquote(part) for part in path.split("/")[1:]], query, target)
            else:
                expected = self._write(method, path.split("/")[1:], body, content_type)
        except BadRequest:
            expected = Expected(400, {}, {"error": "..."})
        common = {"Cache-Control": "no-cache", "Pragma": "no-cache", "Expires": "-1", "Content-Type": JSON_TYPE}
        expected = expected._replace(headers=common | expected.headers)
        if method == "HEAD":
            return expected._replace(body="")
        if method == "GET" and (callback := re.sub(r"[^\[\]\w$.]", "", first(query, "callback"), flags=re.ASCII)):
            script = f"/**/ typeof {callback} === 'function' && {callback}({json.dumps(expected.body)});"
            types = {"Content-Type": SCRIPT_TYPE, "X-Content-Type-Options": "nosniff"}
            return expected._replace(headers=expected.headers | types, body=script)
        return expected

    def _read(self, parts: list[str], query: Query, target: str) -> Expected:
        match parts:
            case ["db"]:
                return self._found(self.records)
            case [name] if name in RESOURCES:
                return self._list(name, query, target)
            case [name, number] if name in RESOURCES:
                record = self._record(name, number)
                return self._found(self._joined(name, record, query)) if record else NOT_FOUND
            case [parent, number, name] if parent in RESOURCES and name in RESOURCES:
                return self._list(name, {**query, key_to(parent): [number]}, target)
        return NOT_FOUND

    def _list(self, name: str, query: Query, target: str) -> Expected:
        records = filtered(self.records[name], query)
        if paths := first(query, "_sort"):
            records = sorted_by(records, paths.split(","), first(query, "_order").split(","))
        if first(query, "_per_page"):
            page = page_object(records, query)
            page["data"] = [self._joined(name, record, query) for record in page["data"]]
            return Expected(200, {"Location": None}, page)
        total = str(len(records)) if any(first(query, key) for key in ("_end", "_limit", "_page")) else None
        part, link = sliced(records, query, f"http://{self.host}{target}")
        headers = {"X-Total-Count": total, "Link": link, "Location": None}
        return Expected(200, headers, [self._joined(name, record, query) for record in part])

    def _joined(self, name: str, record: Record, query: Query) -> Record:
        """The record with its children and its parents, as far as they are asked for."""
        record = dict(record)
        parents = query.get("_expand", [])
        for child in query.get("_embed", []):
            if f"{child}s" in RESOURCES:
                parents = [*parents, child]
            else:
                identity, key = record["id"], key_to(name)
                candidates = self.records.get(child, [])
                record[child] = [each for each in candidates if strictly_equal(each.get(key), identity)]
        for parent in parents:
            found = self._record(f"{parent}s", js_text(record.get(f"{parent}Id") or ""))
            record |= {parent: found} if found else {}
        return record

    def _record(self, name: str, number: str) -> Record | None:
        records = self.records.get(name, [])
        return next((record for record in records if js_text(record["id"]) == number), None)

    def _found(self, body: Any) -> Expected:
        return Expected(200, {"X-Total-Count": None, "Link": None, "Location": None}, body)

    def _write(self, method: str, parts: list[str], body: str, content_type: str) -> Expected:
        match method, parts:
            case "POST", [name] if name in RESOURCES:
                return self._create(name, read_body(body, content_type))
            case "POST", [parent, number, name] if parent in RESOURCES and name in RESOURCES:
                return self._create(name, read_body(body, content_type) | {key_to(parent): coerced(number)})
            case ("PUT" | "PATCH" | "DELETE"), [name, number] if name in RESOURCES:
                if not (record := self._record(name, number)):
                    return NOT_FOUND
                if method == "DELETE":
                    self._remove(name, {number})
                    return self._found({})
                changed = (record if method == "PATCH" else {}) | read_body(body, content_type)
                changed["id"] = record["id"]
                record.clear()
                record.update(changed)
                return self._found(record)
        return NOT_FOUND

    def _create(self, name: str, record: Record) -> Expected:
        record["id"] = max((each["id"] for each in self.records[name]), default=0) + 1
        self.records[name].append(record)
        return Expected(201, {"Location": f"http://{self.host}/{name}/{record['id']}"}, record)

    def _remove(self, name: str, numbers: set[str]) -> None:
        """Removes records and all that depend on them."""
        self.records[name] = [each for each in self.records[name] if js_text(each["id"]) not in numbers]
        key = key_to(name)
        for child, records in self.records.items():
            dependent = {js_text(each["id"]) for each in records if key in each and js_text(each[key]) in numbers}
            if dependent:
                self._remove(child, dependent)


NOT_FOUND = Expected(404, {"X-Total-Count": None, "Link": None, "Location": None}, {})


def read_body(text: str, content_type: str) -> Record:
    """The record in a body; a form's values stay texts."""
    if content_type.startswith(FORM_TYPE):
        return dict(parse_qsl(text, keep_blank_values=True))
    try:
        record = read_json(text)
    except ValueError as error:
        raise BadRequest from error
    if not isinstance(record, dict):
        raise BadRequest
    return record


# The records to start with, and the comparison


def seeded_oracle(host: str, photos: str | bytes) -> Oracle:
    """An oracle with the demo's records; the photos are those that the server made."""
    records = {name: read_json((SEEDS / f"{name}.json").read_bytes()) for name in SEEDED}
    records["photos"] = read_json(photos)
    return Oracle(host, {name: records[name] for name in RESOURCES})


def assert_same(status: int, headers: dict[str, str], body: bytes, expected: Expected) -> None:
    """Compares an answer, its headers by lowercase names, with the expected one; the members' order counts."""
    assert status == expected.status, f"status {status}, not {expected.status}: {body[:500]!r}"
    for name, value in expected.headers.items():
        actual = headers.get(name.lower())
        if value == JSON_TYPE:
            assert actual is not None and actual.startswith(JSON_TYPE), f"{name}: {actual}"
        else:
            assert actual == value, f"{name}: {actual!r}, not {value!r}"
    if expected.body == "":
        assert body == b"", f"a body where none belongs: {body[:500]!r}"
    elif status == 400:
        error = read_json(body)
        assert error["error"] and isinstance(error["error"], str), error
    else:
        lines = enumerate(itertools.zip_longest(flattened(body), flattened(expected.body)), 1)
        difference = next((f"line {number}: {a!r}, not {b!r}" for number, (a, b) in lines if a != b), None)
        assert difference is None, difference


def flattened(body: Any) -> Iterator[str]:
    """A body line by line, whatever its indentation: numbers keep their type, and members their order."""
    if isinstance(body, bytes):
        text = body.decode("utf-8")
        body = text if text.startswith("/**/") else read_json(text)
    if isinstance(body, str):
        script = re.fullmatch(r"(/\*\*/ typeof [^ ]+ === 'function' && [^(]+\()(.*)(\);)", body, re.DOTALL)
        assert script, f"neither JSON nor a callback: {body[:500]}"
        yield script[1] + script[3]
        body = read_json(script[2])
    yield from json.dumps(body, indent=1, ensure_ascii=False).splitlines()
