"""Work and memory that grow with an API document: each keyword of a schema and each dimension of a document grows.

What counts is processor time, not the time on the clock, so a busy machine changes nothing, and a finding is measured
again before it counts. Of the shapes one in three is tried, all of them with `MOCK_API_THOROUGH=1`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mock_server import MockServer, environment
from test_work_growth import Meter, Sent

Start = Callable[..., MockServer]
Json = dict[str, Any]

STEP = 1 if os.environ.get("MOCK_API_THOROUGH") == "1" else 3
# Four times the document may take four times the work. A square takes sixteen times.
FACTOR = 4
MOST_GROWTH = 8.0
# What takes less may grow as it likes. A debug build takes some ten times as long as a release.
FLOOR_S = 0.6
FLOOR_MIB = 60.0
# Schemas that apply the next one twice: 2^7 ways to the last one, and 2^28.
DEPTH = 7


def reference(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


def numbered(n: int, value: Callable[[int], Any]) -> Json:
    return {f"m{i}": value(i) for i in range(n)}


def chain(n: int, link: Callable[[Json], Json], last: Json) -> tuple[Json, Json]:
    """A schema that leads through n others, and those."""
    levels = max(n * DEPTH // KEYWORD_SIZE, 1)
    schemas = {f"S{i}": link(reference(f"S{i + 1}")) for i in range(levels)}
    return reference("S0"), {**schemas, f"S{levels}": last}


# What grows in the schema of a record's member, with a value for that member in a request.
Shape = Callable[[int], tuple[Json, Json, Any]]
KEYWORD_SIZE = 1000


def plain(schema: Callable[[int], Json], value: Callable[[int], Any]) -> Shape:
    return lambda n: (schema(n), {}, value(n))


def doubling(link: Callable[[Json], Json], last: Json, value: Any) -> Shape:
    return lambda n: (*chain(n, link, last), value)


TEXT: Json = {"type": "string"}
OBJECT: Json = {"type": "object", "properties": {"a": TEXT}}
KEYWORDS: dict[str, Shape] = {
    "enum": plain(
        lambda n: {"enum": [f"v{i}" for i in range(n * 8)]}, lambda n: f"v{n}"
    ),
    "enum of objects": plain(
        lambda n: {"enum": [{"a": i} for i in range(n)]}, lambda n: {"a": 1}
    ),
    "enum twice": plain(
        lambda n: {
            "allOf": [{"enum": list(range(n * 4))}, {"enum": list(range(n * 4, 0, -1))}]
        },
        lambda n: n,
    ),
    "required": plain(
        lambda n: {"type": "object", "required": list(numbered(n, int))},
        lambda n: numbered(n, int),
    ),
    "properties": plain(
        lambda n: {"type": "object", "properties": numbered(n, lambda _: TEXT)},
        lambda n: numbered(n, str),
    ),
    "required properties": plain(
        lambda n: {
            "type": "object",
            "properties": numbered(n, lambda _: TEXT),
            "required": list(numbered(n, str)),
            "additionalProperties": False,
        },
        lambda n: numbered(n, str),
    ),
    "maxProperties": plain(
        lambda n: {
            "type": "object",
            "properties": numbered(n, lambda _: TEXT),
            "maxProperties": 2,
        },
        lambda n: {"m1": "a"},
    ),
    "patternProperties": plain(
        lambda n: {"type": "object", "patternProperties": numbered(n, lambda _: TEXT)},
        lambda n: {"m1": "a"},
    ),
    "propertyNames": plain(
        lambda n: {"type": "object", "propertyNames": {"enum": list(numbered(n, str))}},
        lambda n: numbered(n, str),
    ),
    "dependentRequired": plain(
        lambda n: {
            "type": "object",
            "dependentRequired": numbered(n, lambda i: [f"m{i + 1}"]),
        },
        lambda n: numbered(n + 1, str),
    ),
    "dependentSchemas": plain(
        lambda n: {"type": "object", "dependentSchemas": numbered(n, lambda _: OBJECT)},
        lambda n: {"m1": "a"},
    ),
    "allOf": plain(
        lambda n: {"allOf": [{"minLength": 1}] * (n // 10), "type": "string"},
        lambda n: "a",
    ),
    "anyOf": plain(
        lambda n: {"anyOf": [{"const": f"v{i}"} for i in range(n)]},
        lambda n: f"v{n - 1}",
    ),
    "oneOf": plain(
        lambda n: {"oneOf": [{"const": f"v{i}"} for i in range(n)]},
        lambda n: f"v{n - 1}",
    ),
    "oneOf of objects": plain(
        lambda n: {
            "oneOf": [
                {"type": "object", "properties": {f"m{i}": TEXT}, "required": [f"m{i}"]}
                for i in range(n)
            ]
        },
        lambda n: {"m1": "a"},
    ),
    "discriminator": lambda n: (
        {
            "oneOf": [reference(f"V{i}") for i in range(n)],
            "discriminator": {
                "propertyName": "kind",
                "mapping": {f"v{i}": f"#/components/schemas/V{i}" for i in range(n)},
            },
        },
        {
            f"V{i}": {
                "type": "object",
                "properties": {"kind": {"const": f"v{i}"}},
                "required": ["kind"],
            }
            for i in range(n)
        },
        {"kind": "v1"},
    ),
    "prefixItems": plain(
        lambda n: {"type": "array", "prefixItems": [TEXT] * n}, lambda n: ["a"] * n
    ),
    "minItems": plain(
        lambda n: {"type": "array", "items": TEXT, "minItems": n // 2},
        lambda n: ["a"] * n,
    ),
    "uniqueItems": plain(
        lambda n: {
            "type": "array",
            "items": {"type": "integer"},
            "uniqueItems": True,
            "minItems": n // 2,
        },
        lambda n: list(range(n)),
    ),
    "contains": plain(
        lambda n: {"type": "array", "contains": TEXT, "minContains": n // 50},
        lambda n: ["a"] * n,
    ),
    "minProperties": plain(
        lambda n: {
            "type": "object",
            "additionalProperties": TEXT,
            "minProperties": n // 10,
        },
        lambda n: numbered(n, str),
    ),
    "minLength": plain(
        lambda n: {"type": "string", "minLength": n * 8}, lambda n: "a" * (n * 8)
    ),
    "pattern": plain(
        lambda n: {"type": "string", "pattern": "^(" + "a|" * n + "b)$"}, lambda n: "b"
    ),
    "example": plain(
        lambda n: {"type": "array", "items": TEXT, "example": ["a"] * n},
        lambda n: ["a"],
    ),
    "examples": plain(
        lambda n: {"type": "string", "examples": [f"v{i}" for i in range(n * 4)]},
        lambda n: "a",
    ),
    "x-mock-values": plain(
        lambda n: {"type": "string", "x-mock-values": [f"v{i}" for i in range(n * 4)]},
        lambda n: "a",
    ),
    "references": lambda n: (
        reference("S0"),
        {
            **{
                f"S{i}": {
                    "description": "next",
                    "$ref": f"#/components/schemas/S{i + 1}",
                }
                for i in range(n // 100)
            },
            f"S{n // 100}": TEXT,
        },
        "a",
    ),
    "doubling allOf": doubling(
        lambda next: {"allOf": [next, next]}, OBJECT, {"a": "b"}
    ),
    "doubling anyOf": doubling(lambda next: {"anyOf": [next, next]}, OBJECT, {"a": 5}),
    "doubling oneOf": doubling(
        lambda next: {"oneOf": [next, next]}, OBJECT, {"a": "b"}
    ),
    "doubling oneOf of others": doubling(
        lambda next: {"oneOf": [next, {"allOf": [next, {"required": ["z"]}]}]},
        OBJECT,
        {"a": "b"},
    ),
    "doubling not": doubling(
        lambda next: {"not": {"anyOf": [next, next]}}, OBJECT, {"a": "b"}
    ),
    "doubling if": doubling(
        lambda next: {"if": next, "then": next, "else": next}, OBJECT, {"a": "b"}
    ),
    "doubling properties": doubling(
        lambda next: {
            "anyOf": [
                {"properties": {"a": next}},
                {"properties": {"a": next}, "required": ["b"]},
            ]
        },
        TEXT,
        {"a": {"a": {"a": {"a": {"a": {"a": {"a": 5}}}}}}},
    ),
    "doubling unevaluatedProperties": lambda n: (
        {
            "allOf": [
                (doubled := chain(n, lambda next: {"allOf": [next, next]}, OBJECT))[0]
            ],
            "unevaluatedProperties": False,
        },
        doubled[1],
        {"a": "b"},
    ),
    "doubling dependentSchemas": doubling(
        lambda next: {"dependentSchemas": {"a": next, "b": next}},
        OBJECT,
        {"a": "c", "b": "c"},
    ),
}


def answer(schema: Json, **operation: Any) -> Json:
    return {
        "responses": {
            "200": {
                "description": "ok",
                "content": {"application/json": {"schema": schema}},
            }
        },
        **operation,
    }


def body(schema: Json) -> Json:
    return {"requestBody": {"content": {"application/json": {"schema": schema}}}}


def document(paths: Json, schemas: Json | None = None, **members: Any) -> Json:
    record = {
        "type": "object",
        "required": ["id"],
        "properties": {"id": {"type": "integer"}, "name": TEXT},
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Growth", "version": "1"},
        "paths": paths,
        "components": {"schemas": {"Thing": record, **(schemas or {})}},
        **members,
    }


def parameters(*names: str) -> list[Json]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "integer"}}
        for name in names
    ]


THING = reference("Thing")
THINGS: Json = {"type": "array", "items": THING}
Paths = Callable[[int], Json]
PATHS: dict[str, Paths] = {
    "/p1": lambda n: {f"/p{i}": {"get": answer(THING)} for i in range(n)},
    "lists": lambda n: {f"/p{i}": {"get": answer(THINGS)} for i in range(n)},
    "creations": lambda n: {
        f"/p{i}": {"post": answer(THING, **body(THING))} for i in range(n)
    },
    "names in one segment": lambda n: {
        f"/p/{{a}}-{i}": {"get": answer(THING)} for i in range(n)
    },
    "versions": lambda n: {
        path: item
        for i in range(n // 2)
        for path, item in {
            f"/v{i}/things": {
                "get": answer(THINGS),
                "post": answer(THING, **body(THING)),
            },
            f"/v{i}/things/{{id}}": {
                "get": answer(THING),
                "put": answer(THING, **body(THING)),
            },
        }.items()
    },
    "versions of one thing": lambda n: {
        f"/v{i}/status": {"get": answer(THING), "put": answer(THING, **body(THING))}
        for i in range(n // 2)
    },
    "areas": lambda n: {
        path: item
        for i in range(n // 2)
        for path, item in {
            f"/p{i}/things": {"get": answer(THINGS)},
            f"/p{i}/things/{{id}}": {"get": answer(THING)},
        }.items()
    },
    "below a parameter": lambda n: {
        f"/areas/{{area}}/t{i}/{{id}}": {
            "get": answer(THING, parameters=parameters("area", "id"))
        }
        for i in range(n)
    },
    "ids of many names": lambda n: {
        f"/things/{{id{i}}}/x{i}/{{y}}": {"get": answer(THING)} for i in range(n)
    },
    "actions": lambda n: (
        {f"/things/{{id}}/act{i}": {"post": answer(THING)} for i in range(n)}
        | {"/things": {"get": answer(THINGS)}, "/things/{id}": {"get": answer(THING)}}
    ),
    "chosen": lambda n: {f"/p{i}/{{id}}": {"put": answer(THING)} for i in range(n)},
    "long": lambda n: {
        "/" + "/".join(f"a{j}" for j in range(n // 20)): {"get": answer(THING)}
    },
    "ids of operations": lambda n: {
        f"/p{i}": {"get": answer(THING, operationId="same")} for i in range(n)
    },
    "parameters": lambda n: {
        "/p": {
            "get": answer(
                THINGS,
                parameters=[
                    {"name": f"q{i}", "in": "query", "schema": TEXT} for i in range(n)
                ],
            )
        }
    },
    "statuses": lambda n: {
        "/p": {
            "get": {
                "responses": {
                    str(100 + i): {"description": "a"} for i in range(min(n, 500))
                }
            }
        }
    },
    "media types": lambda n: {
        "/p": {
            "get": {
                "responses": {
                    "200": {
                        "description": "ok",
                        "content": {
                            f"application/x{i}+json": {"schema": THING}
                            for i in range(n)
                        },
                    }
                }
            }
        }
    },
    "tags": lambda n: {
        f"/p{i}": {"get": answer(THING, tags=[f"t{i}"])} for i in range(n)
    },
    "corrections": lambda n: {
        f"/p{i}": {"get": answer(THING, **{"x-mock-none": 1})} for i in range(n)
    },
    "names by corrections": lambda n: {
        f"/p{i}/{{id}}": {"get": answer(THING, **{"x-mock-resource": "things"})}
        for i in range(n)
    },
}
DOCUMENTS: dict[str, Callable[[int], Json]] = {
    **{
        f"paths: {name}": lambda n, paths=paths: document(paths(n))
        for name, paths in PATHS.items()
    },
    "schemas": lambda n: document(
        {f"/p{i}": {"get": answer(reference(f"T{i}"))} for i in range(n)},
        {
            f"T{i}": {
                "type": "object",
                "properties": {"id": TEXT, "next": reference(f"T{i + 1}")},
            }
            for i in range(n)
        }
        | {f"T{n}": TEXT},
    ),
    "members": lambda n: document(
        {
            "/p": {
                "get": answer(reference("T")),
                "post": answer(reference("T"), **body(reference("T"))),
            }
        },
        {
            "T": {
                "type": "object",
                "properties": numbered(n * 2, lambda i: OBJECT if i % 2 else TEXT),
            }
        },
    ),
    "servers": lambda n: document(
        {"/p": {"get": answer(THING)}},
        servers=[{"url": f"https://h{i}.test/v1"} for i in range(n * 4)],
    ),
    "all tags": lambda n: document(
        {"/p": {"get": answer(THING)}}, tags=[{"name": f"t{i}"} for i in range(n * 4)]
    ),
    "description": lambda n: document(
        {"/p": {"get": answer(THING, description="a " * (n * 100))}}
    ),
    "loops": lambda n: document(
        {"/p": {"get": answer(reference("L0"))}},
        {f"L{i}": {"allOf": [reference(f"L{(i + 1) % n}")]} for i in range(n)},
    ),
}
DOCUMENT_SIZE = 1500


def explained(
    binary: Path, folder: Path, text: str, overlay: str | None = None
) -> tuple[float, float, int]:
    """The processor time of `explain` in seconds, the most memory it had in MiB, and its exit code."""
    path = folder / "api.json"
    path.write_text(text)
    command = [str(binary), "explain", str(path)]
    if overlay is not None:
        (folder / "overlay.json").write_text(overlay)
        command += ["--overlay", str(folder / "overlay.json")]
    variables = environment() | {"XDG_CACHE_HOME": str(folder / "none")}
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=variables
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    # Nothing is kept for the second time.
    for kept in (folder / "none").rglob("*.document"):
        kept.unlink()
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / unit, process.returncode


@pytest.mark.parametrize("name", list(DOCUMENTS)[::STEP])
def test_reading_a_document_takes_time_and_memory_in_proportion(
    binary: Path, tmp_path: Path, name: str
) -> None:
    small, large = (
        json.dumps(DOCUMENTS[name](DOCUMENT_SIZE * factor)) for factor in (1, FACTOR)
    )
    findings = []
    for _ in range(2):
        findings = []
        (large_s, large_mib, code) = explained(binary, tmp_path, large)
        assert code == 0, name
        if large_s < FLOOR_S and large_mib < FLOOR_MIB:
            return
        (small_s, small_mib, _) = explained(binary, tmp_path, small)
        (base_s, base_mib, _) = explained(
            binary, tmp_path, json.dumps(DOCUMENTS[name](4))
        )
        if large_s > FLOOR_S and large_s - base_s > MOST_GROWTH * (small_s - base_s):
            findings.append(
                f"{small_s:.2f} s for {DOCUMENT_SIZE}, {large_s:.2f} s for {FACTOR} times as many"
            )
        if large_mib > FLOOR_MIB and large_mib - base_mib > MOST_GROWTH * (
            small_mib - base_mib
        ):
            findings.append(
                f"{small_mib:.0f} MiB for {DOCUMENT_SIZE}, {large_mib:.0f} MiB for {FACTOR} times as many"
            )
        if not findings:
            return
    raise AssertionError(f"{name}: " + "; ".join(findings))


# An overlay: its actions, and how many of them there are.
OVERLAYS: dict[str, Callable[[int], list[Json]]] = {
    "actions": lambda n: [
        {"target": f"$.paths['/p{i}']", "update": {"x-a": 1}} for i in range(n)
    ],
    "places": lambda n: [{"target": "$.paths.*.get", "update": {"x-a": {"x-b": 1}}}],
    "places of all depths": lambda n: [{"target": "$.paths..*", "update": {"x-a": 1}}],
    "removals": lambda n: [
        {"target": "$.paths.*.get.responses..description", "remove": True}
    ],
}


@pytest.mark.parametrize("name", OVERLAYS)
def test_an_overlay_takes_time_in_proportion(
    binary: Path, tmp_path: Path, name: str
) -> None:
    def cost(n: int) -> float:
        actions = OVERLAYS[name](n)
        overlay = {
            "overlay": "1.0.0",
            "info": {"title": "Growth", "version": "1"},
            "actions": actions,
        }
        text = json.dumps(document(PATHS["/p1"](n)))
        return explained(binary, tmp_path, text, json.dumps(overlay))[0]

    large = cost(DOCUMENT_SIZE * FACTOR)
    if large > FLOOR_S and large > MOST_GROWTH * cost(DOCUMENT_SIZE):
        small, large = (
            min(cost(DOCUMENT_SIZE * factor) for _ in range(2))
            for factor in (1, FACTOR)
        )
        assert large < MOST_GROWTH * small, f"{name}: {small:.2f} s, {large:.2f} s"


def test_an_overlay_that_doubles_the_document_is_refused_early(
    binary: Path, tmp_path: Path
) -> None:
    def result(actions: int) -> tuple[float, float, int]:
        overlay = {
            "overlay": "1.0.0",
            "info": {"title": "Growth", "version": "1"},
            "actions": [{"target": "$.paths..*", "update": {"x-a": [1] * 100}}]
            * actions,
        }
        return explained(
            binary,
            tmp_path,
            json.dumps(document(PATHS["/p1"](100))),
            json.dumps(overlay),
        )

    (few_s, few_mib, code) = result(200)
    assert code == 2
    # Which of the actions go too far does not depend on how many follow.
    (many_s, many_mib, code) = result(800)
    assert code == 2
    assert many_s < 2 * few_s + FLOOR_S
    assert many_mib < 2 * few_mib


def api(name: str, shape: Shape, n: int) -> tuple[Json, Any]:
    """An API of records with a member that grows, and what a client sends to it."""
    schema, others, value = shape(n)
    record = reference("Record")
    paths = {
        f"/{name}": {
            "get": answer({"type": "array", "items": record}),
            "post": {**body(record), "responses": answer(record)["responses"]},
        },
        f"/{name}/{{id}}": {"get": answer(record, parameters=parameters("id"))},
    }
    properties = {"id": {"type": "integer"}, "grows": schema}
    return document(
        paths,
        {
            "Record": {
                "type": "object",
                "properties": properties,
                **({"required": ["id"]}),
            },
            **others,
        },
    ), {
        "id": 5000,
        "grows": value,
    }


class Sized:
    """A server whose APIs have schemas of one size."""

    def __init__(self, start: Start, folder: Path, names: list[str], n: int) -> None:
        folder.mkdir()
        options: list[str] = []
        self.sent: dict[str, bytes] = {}
        for name in names:
            key = name.lower().replace(" ", "-")
            text, value = api(key, KEYWORDS[name], n)
            (folder / f"{key}.json").write_text(json.dumps(text))
            options += ["--api", f"{key}={folder / key}.json"]
            self.sent[name] = json.dumps(value).encode()
        self.meter = Meter(
            start(*options, "--rate-limit", "off", "--log-level", "error")
        )

    def cost(self, name: str) -> float:
        """The processor time of a list, a record and a creation."""
        path = "/" + name.lower().replace(" ", "-")
        json_type = [("Content-Type", "application/json")]
        return sum(
            [
                self.meter.cost("GET", Sent(path)),
                self.meter.cost("GET", Sent(path + "/1")),
                self.meter.cost("POST", Sent(path, json_type, self.sent[name])),
            ]
        )


@pytest.mark.skipif(
    not sys.platform.startswith("linux"),
    reason="asks Linux for another process's processor time",
)
def test_requests_take_time_in_proportion_to_schemas(
    start: Start, tmp_path: Path
) -> None:
    def growing(names: list[str], folder: Path) -> dict[str, str]:
        folder.mkdir()
        small, large = (
            Sized(start, folder / str(factor), names, KEYWORD_SIZE * factor)
            for factor in (1, FACTOR)
        )
        findings = {}
        for name in names:
            # What the first requests do once counts as well.
            costs = small.cost(name), large.cost(name)
            if costs[1] > FLOOR_S and costs[1] > MOST_GROWTH * costs[0]:
                findings[name] = (
                    f"{name}: {costs[0]:.3f} s, {costs[1]:.3f} s for {FACTOR} times as much"
                )
        return findings

    findings = growing(list(KEYWORDS)[::STEP], tmp_path / "all")
    # What grows too much does so each time; what a busy machine adds to one measurement does not come again.
    for round in range(3):
        findings = {
            name: found
            for name in findings
            if (
                found := growing(
                    [name], tmp_path / f"{name.replace(' ', '-')}-{round}"
                ).get(name)
            )
        }
    assert not findings, "\n".join(findings.values())
