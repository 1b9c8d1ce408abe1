"""The generated part of the Swift kit: a file for each part of a world with its calls and values, and the faults."""

from __future__ import annotations

import re
import textwrap
from typing import Any

from model import Call, Document, Member, Value, pascal

FOLDER = "clients/swift/Sources/MockAPIClient/Generated/"
MARK = "// Written by script/generate from openapi/mock.yaml; do not edit.\n"
# What a program writes better by hand: it waits, converts, or takes what JSON has no schema for.
BY_HAND = {
    "createWorld", "importState", "addRows", "listRows", "listRequests", "countRequests", "verifyRequests",
    "waitForRequests", "followRequests", "exportHAR", "downloadHAR", "sendToSocket", "pushReading", "getDocument",
}  # fmt: skip
# Types that Swift programs know by other names, since the plain ones are taken.
NAMES = {"Api": "ServedAPI", "Summary": "Entry"}
PARTS = {
    "server": "MockServer", "world": "MockWorld", "worlds": "Worlds", "clock": "WorldClock", "broker": "MessageBroker",
    "data": "Tables", "state": "StateDocument",
}  # fmt: skip
EXTENDED = {"server", "world", "worlds"}
TYPES = {
    "Summary.kind": "JournalMatch.Kind", "Summary.direction": "JournalMatch.Direction", "Api.name": "API",
    "Document.name": "API", "FaultSet.name": "FaultSetName", "FaultRecord.set": "FaultSetName",
    "JournalMatch.header": "[String: SearchValue]", "JournalMatch.query": "[String: SearchValue]",
    "JournalMatch.delivered": "Delivered", "JournalMatch.hasDeviations": "Bool", "JournalMatch.since": "Moment",
    "JournalMatch.until": "Moment", "FaultMatch.header": "[String: SearchValue]",
    "FaultMatch.query": "[String: SearchValue]", "JournalMatch.account": "SearchValue",
    "JournalMatch.socket": "SearchValue", "FaultRecord.match": "FaultMatch", "FaultRecord.fault": "Fault",
    "FaultSet.faults": "[FaultOptions]", "Summary.ending": "String",
}  # fmt: skip
NAMED = {"Headers": "Headers", "Row": "Row", "FaultMatch": "FaultMatch", "Fault": "Fault", "FaultOptions": "FaultOptions"}
SCALARS = {"string": "String", "integer": "Int", "number": "Double", "boolean": "Bool"}
KEYWORDS = {"protocol", "where", "import", "default", "in", "set"}


def files(document: Document) -> dict[str, str]:
    """The files with their texts."""
    parts: dict[str, list[Call]] = {}
    for call in document.calls:
        parts.setdefault(call.part, []).append(call)
    found = {}
    for part, own in parts.items():
        text = calls(document, part, [one for one in own if one.id not in BY_HAND])
        text += "".join(
            "\n" + struct(document, one, "")
            for one in document.values.values()
            if one.part == part and one.parent is None and one.name != "Summary"
        )
        found[f"{FOLDER}{PARTS.get(part, pascal(part))}+Generated.swift"] = f"{MARK}import Foundation\n\n{text}"
    found[FOLDER + "Fault+Generated.swift"] = faults(document)
    found[FOLDER + "Matches+Generated.swift"] = options(document)
    return found


def rows(items: list[str], pad: str, most: int = 116) -> str:
    """Items in lines, none of them broken."""
    kept = [one.replace(" ", "\0") for one in items]
    lines = textwrap.wrap(", ".join(kept), most, initial_indent=pad, subsequent_indent=pad, break_long_words=False)
    return "\n".join(lines).replace("\0", " ")


def doc(about: str, pad: str) -> str:
    lines = textwrap.wrap(about, 116 - len(pad))
    return "".join(f"{pad}/// {line}\n" for line in lines)


def described(document: Document, member: Member) -> str:
    text = document.resolve(member.schema).get("description") or member.schema.get("description", "")
    text = " ".join(text.split())
    if not text:
        return ""
    return text if text.endswith(".") else text + "."


def quoted(name: str) -> str:
    return f"`{name}`" if name in KEYWORDS else name


def alternatives(schema: dict[str, Any]) -> list[dict[str, Any]]:
    return [one for word in ("anyOf", "oneOf", "allOf") for one in schema.get(word, []) if one.get("type") != "null"]


def hint(document: Document, part: dict[str, Any], name: str, answer: bool, owner: str = "") -> str:
    """The type of a member, without its question mark."""
    if f"{owner}.{name}" in TYPES:
        return TYPES[f"{owner}.{name}"]
    value = document.value(part) if answer else None
    if value:
        return type_name(document, value)
    known = part.get("$ref", "").split("/")[-1]
    if known in NAMED:
        return NAMED[known]
    schema = document.resolve(part)
    if schema is not part:
        return hint(document, schema if "$ref" in part else alternatives(part)[0], name, answer, owner)
    if name == "api":
        return "API"
    if "const" in schema:
        return "Int" if isinstance(schema["const"], int) else "String"
    if "enum" in schema:
        return "String" if answer else enum_name(name)
    types = document.types(schema)
    if not types and alternatives(schema):
        kinds = {document.types(document.resolve(one))[0] for one in alternatives(schema) if document.types(one)}
        return "SearchValue" if kinds <= {"string", "integer"} and kinds and not answer else "JSONValue"
    if len(types) != 1:
        return "SearchValue" if set(types) == {"string", "integer"} and name != "greenhouse" else (
            "String" if set(types) == {"string", "integer"} else "JSONValue")  # fmt: skip
    if types[0] == "string" and schema.get("format") == "date-time":
        return "Date" if answer else "Moment"
    if types[0] == "array":
        return f"[{hint(document, schema['items'], name, answer)}]" if "items" in schema else "[JSONValue]"
    if types[0] == "object":
        more = schema.get("additionalProperties")
        if isinstance(more, dict) and document.types(document.resolve(more)) == ["string"]:
            return f"[String: String{'?' if document.nullable(more) and not answer else ''}]"
        return "JSONValue" if answer else "[String: JSONValue]"
    return SCALARS[types[0]]


def enum_name(name: str) -> str:
    """Types may not be called Type."""
    return "Kind" if name == "type" else pascal(name)


def type_name(document: Document, name: str) -> str:
    value = document.values[name]
    if value.parent:
        return f"{type_name(document, value.parent)}.{value.inner}"
    return NAMES.get(name, name)


def struct(document: Document, value: Value, pad: str) -> str:
    name = value.inner if value.parent else NAMES.get(value.name, value.name)
    text = doc(value.about, pad) + f"{pad}public struct {name}: Sendable, Hashable, Codable {{\n"
    members = [(value.name, one) for one in value.members]
    nested = [one for one in document.values.values() if one.parent == value.name]
    if value.base:
        # Structs have no base: the members are those of both.
        base = document.values[value.base]
        members = [(base.name, one) for one in base.members] + members
        nested += [one for one in document.values.values() if one.parent == base.name]
    for other in nested:
        text += struct(document, other, pad + "  ") + "\n"
    for owner, member in members:
        kind = hint(document, member.schema, member.name, True, owner)
        mark = "" if member.required and not document.nullable(member.schema) else "?"
        text += doc(described(document, member), pad + "  ")
        text += f"{pad}  public var {quoted_member(member.name)}: {kind}{mark}\n"
    return text + f"{pad}}}\n"


def quoted_member(name: str) -> str:
    return f"`{name}`" if name == "protocol" else name


# Calls


def calls(document: Document, part: str, own: list[Call]) -> str:
    name = PARTS.get(part, pascal(part))
    body = "\n".join(method(document, one) for one in own)
    enums = {}
    for call in own:
        for member in call.arguments:
            schema = document.resolve(member.schema)
            if member.place == "body" and "enum" in schema and member.name != "api":
                enums[enum_name(member.name)] = enum(enum_name(member.name), schema["enum"], "  ")
    if part in EXTENDED:
        return f"// The calls of the control plane.\nextension {name} {{\n{body}}}\n"
    nested = "".join(f"{text}\n" for text in enums.values())
    head = f"/// The calls of `world.{part}`.\npublic struct {name}: Sendable {{\n  let link: Link\n\n"
    return f"{head}{nested}{body}}}\n"


def enum(name: str, texts: list[Any], pad: str) -> str:
    text = f"{pad}/// The values of `{name[0].lower() + name[1:]}`.\n"
    text += f"{pad}public enum {name}: String, Sendable, Hashable, Codable {{\n"
    for one in texts:
        if one is not None:
            text += f"{pad}  case {one}\n"
    return text + f"{pad}}}\n"


def split(call: Call) -> tuple[list[Member], list[Member]]:
    needed = sorted((one for one in call.arguments if one.required), key=lambda one: one.place != "path")
    return needed, [one for one in call.arguments if not one.required]


def argument(document: Document, member: Member) -> str:
    if member.unit:
        return "TimeSpan"
    if member.name == "name" and member.place == "path" and "enum" in document.resolve(member.schema):
        return "FaultSetName"
    return hint(document, member.schema, member.name, False)


def method(document: Document, call: Call) -> str:
    needed, other = split(call)
    result = result_type(document, call)
    parameters = []
    for index, one in enumerate(needed + other):
        # The first is what the call is about; without a label it reads as an object.
        bare = index == 0 and (one.required or len(other) == 1)
        kind = argument(document, one)
        parameters.append(f"{'_ ' if bare else ''}{one.argument}: {kind}" + ("" if one.required else "? = nil"))
    if call.expects:
        parameters += ["fileID: String = #fileID", "filePath: String = #filePath", "line: Int = #line"]
    text = doc(call.about, "  ")
    if result and call.method != "GET":
        text += "  @discardableResult\n"
    end = f"async throws{f' -> {result}' if result else ''} {{\n"
    head = f"  public func {call.verb}({', '.join(parameters)}) {end}"
    if len(head) > 121:
        head = f"  public func {call.verb}(\n{rows(parameters, '    ')}\n  ) {end}"
    given = [f'"{call.id}"', f'"{call.method}"', f'"{call.path}"']
    path = [one for one in call.arguments if one.place == "path"]
    if path:
        given.append("path: [" + ", ".join(f'"{one.name}": {in_path(document, one)}' for one in path) + "]")
    for place, word in (("query", "query: .filled"), ("body", "body: Members")):
        own = [one for one in call.arguments if one.place == place]
        if own:
            given.append(f"{word}([" + ", ".join(pair(document, one) for one in own) + "])")
        elif place == "body" and call.has_body:
            given.append("body: Members([:])")
    if call.waits:
        given.append(f"patience: {call.waits}")
    if call.expects:
        given.append("place: CallPlace(fileID, filePath, line)")
    if call.unwrap:
        given.append(f'unwrap: "{call.unwrap}"')
    verb = "text" if call.is_text or call.verb.endswith("Yaml") else "call" if result else "send"
    sent = f"    try await link.{verb}({', '.join(given)})\n"
    if len(sent) > 121:
        long = next((one for one in given if one.startswith("body: ") and len(one) > 110), None)
        if long:
            members = "\n".join(f"        {pair(document, one)}," for one in call.arguments if one.place == "body")
            given[given.index(long)] = "body: BODY"
        sent = f"    try await link.{verb}(\n{rows(given, '      ')})\n"
        if long:
            sent = sent.replace(" body: BODY", f"\n      body: Members([\n{members}\n      ])")
    return text + head + sent + "  }\n"


def in_path(document: Document, one: Member) -> str:
    kind = argument(document, one)
    if kind in ("API", "FaultSetName"):
        return f"{one.argument}.rawValue"
    return f"String({one.argument})" if kind == "Int" else one.argument


def pair(document: Document, one: Member) -> str:
    name = quoted(one.argument) if one.argument == "where" else one.argument
    if one.unit:
        name = f"try {name}{'' if one.required else '?'}.{one.unit}()"
    elif one.place == "query" and argument(document, one) == "Moment":
        name += "?.text"
    elif one.place == "query" and "enum" in document.resolve(one.schema) and one.name != "api":
        name += ".rawValue" if one.required else "?.rawValue"
    return f'"{one.name}": {name}'


def result_type(document: Document, call: Call) -> str | None:
    if call.is_text or call.verb.endswith("Yaml"):
        return "String"
    return None if call.result is None else hint(document, call.result, call.id, True)


# Faults and matches


def faults(document: Document) -> str:
    text = ""
    enums: dict[str, str] = {}
    for part in document.schemas["Fault"]["oneOf"]:
        members = document.members(part)
        kind = next(one for one in members if one.name == "type").schema["const"]
        rest = sorted((one for one in members if one.name != "type"), key=lambda one: not one.required)
        about = document.resolve(part).get("description") or f"A fault of the type `{kind}`."
        text += "\n" + doc(" ".join(about.split()), "  ")
        if not rest:
            text += f'  public static let {kind} = Fault(type: "{kind}")\n'
            continue
        for one in rest:
            schema = document.resolve(one.schema)
            if "enum" in schema:
                enums[pascal(one.name)] = enum(pascal(one.name), schema["enum"], "  ")
        parameters = [fault_parameter(document, kind, one) for one in rest]
        head = f"  public static func {kind}({', '.join(parameters)}) -> Fault {{\n"
        if len(head) > 121:
            head = f"  public static func {kind}(\n{rows(parameters, '    ')}\n  ) -> Fault {{\n"
        pairs = [f'"{one.name}": {fault_value(document, one)}' for one in rest]
        made = f'    Fault(type: "{kind}", [{", ".join(pairs)}])\n'
        if len(made) > 121:
            made = f'    Fault(\n      type: "{kind}",\n      [\n{rows(pairs, "        ")},\n      ])\n'
        text += head + made + "  }\n"
    sets = next(call for call in document.calls if call.id == "addFaultSet").arguments[0].schema
    names = "\n".join(
        f'  /// `{one}`.\n  public static let {set_name(one)}: FaultSetName = "{one}"'
        for one in document.resolve(sets)["enum"]
    )
    return f"""{MARK}
// The types of faults. `world.faults.types()` explains their members.
extension Fault {{
{chr(10).join(enums.values())}{text}}}

extension FaultSetName {{
{names}
}}
"""


def set_name(name: str) -> str:
    first, *rest = name.split("-")
    return first + "".join(one.upper() if one[0].isdigit() else one.capitalize() for one in rest)


def fault_parameter(document: Document, kind: str, one: Member) -> str:
    bare = "_ " if one.name == kind else ""
    return f"{bare}{one.name}: {hint(document, one.schema, one.name, False)}{'' if one.required else '? = nil'}"


def fault_value(document: Document, one: Member) -> str:
    kind = hint(document, one.schema, one.name, False)
    made = {
        "Int": ".integer(Int64({}))", "Double": ".number({})", "String": ".string({})", "Bool": ".bool({})",
        "[String: String]": ".object({}.mapValues {{ .string($0) }})",
    }.get(kind, "{}" if kind == "JSONValue" else ".string({}.rawValue)")  # fmt: skip
    if one.required or kind == "JSONValue":
        return made.format(one.name)
    inner = made.format("value" if "{ .string" in made else "$0")
    return f"{one.name}.map {{ value in {inner} }}" if "value" in inner else f"{one.name}.map {{ {inner} }}"


ABOUT = {
    "FaultMatch": "What a fault happens to. All of it must match. In `path`, `*` is any text within a segment, `**` "
    "any number of segments; behind a question mark the query must be the same.",
    "FaultOptions": "A fault with its conditions, as `POST /_mock/faults` takes it.",
    "JournalMatch": "Conditions for entries of the journal, which must all be met. `since` and `until` are an entry's "
    "number or a moment; `kind: .frame` selects frames of sockets.",
}


def options(document: Document) -> str:
    text = MARK
    for schema, name in (("FaultMatch", "FaultMatch"), ("FaultOptions", "FaultOptions"), ("JournalMatch", "JournalMatch")):
        first = ("method", "path") if "Match" in name else ("fault",)
        members = document.members(document.schemas[schema])
        members.sort(key=lambda one: first.index(one.name) if one.name in first else len(first))
        text += "\n" + doc(ABOUT[name], "") + f"public struct {name}: Sendable, Hashable, Codable {{\n"
        for one in members:
            found = document.resolve(one.schema)
            if "enum" in found and one.name != "api":
                text += enum(pascal(one.name), found["enum"], "  ") + "\n"
        parameters = []
        for one in members:
            kind = hint(document, one.schema, one.name, False, name)
            mark = "" if one.required else "?"
            text += doc(described(document, one), "  ") + f"  public var {one.name}: {kind}{mark}\n"
            label = "_ " if one.name in first else ""
            parameters.append(f"{label}{one.name}: {kind}{'' if one.required else '? = nil'}")
        text += f"\n  /// What is nil is not looked at.\n  public init(\n{rows(parameters, '    ')}\n  ) {{\n"
        for start in range(0, len(members), 4):
            names = [one.name for one in members[start : start + 4]]
            text += f"    ({', '.join(f'self.{one}' for one in names)}) = ({', '.join(names)})\n"
        text += "  }\n}\n"
    return re.sub("\n{3,}", "\n\n", text)
