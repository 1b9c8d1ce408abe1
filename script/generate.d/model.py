"""The calls, values and options of openapi/mock.yaml, as the generators of all kits read them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

METHODS = ("get", "put", "post", "patch", "delete")
# Whole documents, which kits give as JSON.
OPAQUE = ("State", "HAR")
UNITS = {"Seconds": "seconds", "Milliseconds": "milliseconds"}


@dataclass
class Member:
    """A member of a value, a body or a query."""

    name: str
    schema: dict[str, Any]
    required: bool
    place: str = "body"

    @property
    def unit(self) -> str | None:
        """The unit of a duration that the server takes as a number, or `iso` when it takes ISO 8601."""
        if self.name == "advance":
            return "iso"
        if "x-kit-unit" in self.schema:
            return str(self.schema["x-kit-unit"])
        found = [unit for end, unit in UNITS.items() if self.name.lower().endswith(end.lower())]
        return found[-1] if found else None

    @property
    def argument(self) -> str:
        """The name of the argument in kits: a duration is text, so its name has no unit."""
        if "x-kit-name" in self.schema:
            return str(self.schema["x-kit-name"])
        return re.sub("(Milliseconds|Seconds)$", "", self.name)


@dataclass
class Value:
    """A type of the server's responses, which a call of `part` gives."""

    name: str
    about: str
    members: list[Member]
    base: str | None = None
    parent: str | None = None
    inner: str | None = None
    part: str | None = None


@dataclass
class Call:
    """A call: where it is in the kits, and what it takes and gives. `is_text` says that it gives no JSON."""

    id: str
    method: str
    path: str
    part: str
    verb: str
    about: str
    arguments: list[Member]
    has_body: bool
    result: dict[str, Any] | None
    unwrap: str | None = None
    is_text: bool = False
    # Whether the server refuses the call when something did not happen as a test expects.
    expects: bool = False

    @property
    def waits(self) -> int:
        """How many seconds the server may wait before it responds, which a kit grants beside its own time-out."""
        found = [one for one in self.arguments if one.name == "timeoutMilliseconds"]
        return int(found[0].schema["maximum"]) // 1000 if found else 0


class Document:
    """openapi/mock.yaml."""

    def __init__(self, file: Path) -> None:
        self.root = yaml.safe_load(file.read_text(encoding="utf-8"))
        self.schemas: dict[str, Any] = self.root["components"]["schemas"]
        self.values: dict[str, Value] = {}
        self._names: dict[int, str] = {}
        self.calls = [call for call in self._calls() if call is not None]
        self._inherit()

    def resolve(self, part: dict[str, Any]) -> dict[str, Any]:
        """A part, or what it refers to. The one schema of `allOf`, and of `anyOf` with null, stands for it."""
        while True:
            if "$ref" in part:
                _, _, kind, name = part["$ref"].split("/")
                part = self.root["components"][kind][name]
                continue
            for word in ("allOf", "anyOf", "oneOf"):
                known = [one for one in part.get(word, []) if one.get("type") != "null"]
                if len(known) == 1:
                    part = known[0]
                    break
            else:
                return part

    def nullable(self, part: dict[str, Any]) -> bool:
        """Whether null is allowed."""
        if "$ref" in part:
            _, _, kind, name = part["$ref"].split("/")
            return self.nullable(self.root["components"][kind][name])
        types = part.get("type", [])
        return (
            "null" in types
            if isinstance(types, list)
            else types == "null"
            or any(self.nullable(one) for word in ("anyOf", "oneOf", "allOf") for one in part.get(word, []))
        )

    def members(self, part: dict[str, Any]) -> list[Member]:
        """The members of an object; of alternatives all of them, optional ones."""
        part = self.resolve(part)
        if "properties" not in part:
            merged = {}
            for one in part.get("anyOf", part.get("oneOf", [])):
                for member in self.members(one):
                    merged[member.name] = Member(member.name, member.schema, False)
            return list(merged.values())
        required = part.get("required", [])
        found = part["properties"].items()
        return [Member(name, member, name in required) for name, member in found if member is not None and name]

    def value(self, part: dict[str, Any]) -> str | None:
        """The name of the type of an object, or None for anything else."""
        return self._names.get(id(self.resolve(part)))

    def types(self, part: dict[str, Any]) -> list[str]:
        """The JSON types of a schema, without null."""
        types = part.get("type", [])
        return [one for one in (types if isinstance(types, list) else [types]) if one != "null"]

    def _calls(self):
        for path, item in self.root["paths"].items():
            for method in METHODS:
                operation = item.get(method)
                if operation is not None and "x-kit" in operation:
                    yield self._call(path, method.upper(), item, operation)

    def _call(self, path: str, method: str, item: dict[str, Any], operation: dict[str, Any]) -> Call:
        part, verb = operation["x-kit"].split(".")
        arguments = []
        for parameter in item.get("parameters", []) + operation.get("parameters", []):
            parameter = self.resolve(parameter)
            if parameter["in"] != "header" and parameter.get("x-kit", True):
                schema = {**parameter["schema"], **{k: v for k, v in parameter.items() if k.startswith("x-kit")}}
                arguments.append(Member(parameter["name"], schema, parameter.get("required", False), parameter["in"]))
        arguments.sort(key=lambda one: path.find("{" + one.name + "}") if one.place == "path" else len(path))
        body = self.resolve(operation.get("requestBody", {})).get("content", {}).get("application/json")
        if body is not None:
            arguments += self.members(body["schema"])
        call = Call(
            operation["operationId"], method, path, part, verb,
            operation["summary"], arguments, body is not None, None,
        )  # fmt: skip
        call.expects = operation["responses"].get("409", {}).get("$ref", "").endswith("/NoMessage")
        responses = (answer for code, answer in operation["responses"].items() if code.startswith("2"))
        content = self.resolve(next(responses)).get("content", {})
        call.is_text = bool(content) and "application/json" not in content
        if "application/json" in content:
            self._result(call, content["application/json"]["schema"])
            for value in self.values.values():
                value.part = value.part or part
        return call

    def _result(self, call: Call, part: dict[str, Any]) -> None:
        schema = self.resolve(part)
        members = self.members(schema)
        named = "$ref" in part or "title" in schema
        if part.get("$ref", "").split("/")[-1] in OPAQUE:
            call.result = {"type": "object"}
            return
        if members and (len(members) == 1 or not named):
            call.unwrap, call.result = members[0].name, members[0].schema
            self._collect(
                members[0].schema, self._nested("", members[0]), f"One of the {members[0].name} of `{call.id}`."
            )
        else:
            call.result = part
            self._collect(part, call.id, None)

    def _collect(
        self, part: dict[str, Any], name: str, place: str | None, parent: str | None = None, inner: str | None = None
    ) -> None:
        """Names the objects within a schema of a response."""
        if "$ref" in part and part["$ref"].split("/")[2] == "schemas":
            name, parent = part["$ref"].split("/")[3], None
        schema = self.resolve(part)
        if schema is not part and "$ref" not in part:
            known = next(one for word in ("allOf", "anyOf") for one in part.get(word, []) if one.get("type") != "null")
            return self._collect(known, name, place, parent, inner)
        if "items" in schema:
            return self._collect(schema["items"], name, place, parent, inner)
        open_object = schema.get("additionalProperties") is True
        if id(schema) in self._names or "properties" not in schema or open_object or name in OPAQUE:
            return None
        if "title" in schema:
            name, parent = schema["title"], None
        self._names[id(schema)] = name
        members = self.members(schema)
        self.values[name] = Value(name, sentence(schema, place), members, None, parent, inner if parent else None)
        prefix = "" if name.endswith("List") else name
        for member in members:
            self._collect(
                member.schema,
                self._nested(prefix, member),
                f"`{member.name}` of `{name}`.",
                name,
                self._nested("", member),
            )
        return None

    def _nested(self, prefix: str, member: Member) -> str:
        """The name of the type of a member: `clients` of `RateLimit` are each a `RateLimitClient`."""
        return prefix + pascal(singular(member.name) if "items" in self.resolve(member.schema) else member.name)

    def _inherit(self) -> None:
        """An entry has all members of its summary, so it is one."""
        entry, summary = self.values["Entry"], self.values["Summary"]
        known = {member.name for member in summary.members}
        entry.base = "Summary"
        for member in entry.members:
            if member.name in known:
                self.values.pop("Entry" + pascal(singular(member.name)), None)
        entry.members = [member for member in entry.members if member.name not in known]


def sentence(schema: dict[str, Any], place: str | None) -> str:
    """What a type is, in a sentence."""
    if "description" not in schema and place is None:
        raise SystemExit(f"script/generate: a response needs a description: {schema}")
    return " ".join(schema.get("description", place).split())


def pascal(name: str) -> str:
    """`heartBeat` is `HeartBeat`."""
    return name[0].upper() + name[1:]


def singular(name: str) -> str:
    """`faults` is `fault`."""
    if name.endswith("ies"):
        return name[:-3] + "y"
    return name[:-1] if name.endswith("s") and not name.endswith("ss") else name


def snake(name: str) -> str:
    """`basePath` is `base_path`."""
    return re.sub("([A-Z]+)", lambda found: "_" + found[1].lower(), name)


def constants(document: Document) -> dict[str, tuple[list[str], list[Member]]]:
    """The types of faults by the set of their members: those that take the same share a kit's type."""
    found: dict[tuple[str, ...], tuple[list[str], list[Member]]] = {}
    for part in document.schemas["Fault"]["oneOf"]:
        members = document.members(part)
        kind = next(one for one in members if one.name == "type").schema["const"]
        rest = [one for one in members if one.name != "type"]
        shape = tuple(f"{one.name}{one.required}" for one in rest)
        found.setdefault(shape, ([], rest))[0].append(kind)
    return {("Plain" if not rest else pascal(kinds[0])): (kinds, rest) for kinds, rest in found.values()}
