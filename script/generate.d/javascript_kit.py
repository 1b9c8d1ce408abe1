"""The generated part of the JavaScript kit: `calls.js`, and types: `calls.d.ts`, `values.d.ts`, `options.d.ts`."""

from __future__ import annotations

import textwrap
from typing import Any

from model import Call, Document, Member, constants, pascal

FOLDER = "clients/javascript/src/"
MARK = "// Written by script/generate from openapi/mock.yaml; do not edit.\n"
# What a program writes better by hand: it waits, converts, or takes what JSON has no schema for.
BY_HAND = {
    "createWorld", "importState", "addRows", "verifyRequests", "waitForRequests", "followRequests", "downloadHAR",
    "sendToSocket", "pushReading",
}  # fmt: skip
ROW = {"Row": "Row", "FaultMatch": "FaultMatch", "Fault": "Fault", "JournalMatchOrNone": "JournalMatch"}
JOURNAL = "JournalQuery"
# One response for JSON and YAML, so that only the verb says which it is.
DOCUMENTS = {"document": "any", "socketsDocument": "any", "socketsDocumentYaml": "string"}


def files(document: Document) -> dict[str, str]:
    """The files with their texts."""
    return {
        FOLDER + "values.d.ts": values(document),
        FOLDER + "options.d.ts": options(document),
        FOLDER + "calls.js": calls(document),
        FOLDER + "calls.d.ts": call_types(document),
    }


def hint(document: Document, part: dict[str, Any], answer: bool) -> str:
    """The type of a member, without undefined; null only in responses."""
    value = document.value(part) if answer else None
    none = " | null" if answer and document.nullable(part) else ""
    if value:
        return value + none
    known = part.get("$ref", "").split("/")[-1]
    if known in ROW:
        return ROW[known]
    schema = document.resolve(part)
    if schema is not part:
        inner = schema if "$ref" in part else next(one for one in alternatives(part) if one.get("type") != "null")
        return hint(document, inner, answer).removesuffix(" | null") + none
    if alternatives(schema):
        found = " | ".join(hint(document, one, answer) for one in alternatives(schema) if one.get("type") != "null")
        return " | ".join(dict.fromkeys(found.split(" | "))) + none
    if "enum" in schema or "const" in schema:
        found = [one for one in schema.get("enum", [schema.get("const")]) if one is not None]
        return " | ".join(str(one) if isinstance(one, int) else f"'{one}'" for one in found) + none
    names = [simple(document, schema, kind, answer) for kind in document.types(schema)]
    return (" | ".join(dict.fromkeys(names)) or "unknown") + none


def alternatives(schema: dict[str, Any]) -> list[dict[str, Any]]:
    return schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf") or []


def simple(document: Document, schema: dict[str, Any], kind: str, answer: bool) -> str:
    if kind == "string" and schema.get("format") == "date-time" and not answer:
        return "Date | string"
    if kind == "array":
        item = hint(document, schema["items"], answer) if "items" in schema else "unknown"
        return f"({item})[]" if "|" in item else f"{item}[]"
    if kind == "object":
        more = schema.get("additionalProperties")
        if not isinstance(more, dict) or not more:
            return "Record<string, any>"
        none = " | null" if document.nullable(more) and not answer else ""
        return f"Record<string, {hint(document, more, answer)}{none}>"
    return {"integer": "number"}.get(kind, kind)


def doc(about: str, pad: str = "") -> str:
    """A doc comment, wrapped."""
    if not about:
        return ""
    if len(pad) + len(about) + 7 <= 120:
        return f"{pad}/** {about} */\n"
    lines = textwrap.wrap(about, 120 - len(pad) - 3)
    return f"{pad}/**\n" + "".join(f"{pad} * {line}\n" for line in lines) + f"{pad} */\n"


def about(document: Document, member: Member) -> str:
    text = document.resolve(member.schema).get("description") or member.schema.get("description", "")
    return " ".join(text.split())


def member_line(document: Document, member: Member, answer: bool, pad: str = "  ") -> str:
    kind = hint(document, member.schema, True) if answer else argument(document, member)
    line = f"{pad}{member.name}{'' if member.required else '?'}: {kind};"
    if len(line) > 120:
        head, *rest = line.split(" | ")
        line = head
        for one in rest:
            line += f"\n{pad}  | {one}" if len(line.split("\n")[-1]) + len(one) > 110 else f" | {one}"
    return doc(about(document, member), pad) + line + "\n"


def interface(document: Document, name: str, text: str, members: list[Member], answer: bool, base: str = "") -> str:
    lines = "".join(member_line(document, one, answer) for one in members)
    return f"\n{doc(text)}export interface {name}{f' extends {base}' if base else ''} {{\n{lines}}}\n"


def values(document: Document) -> str:
    text = f"{MARK}import type {{ Row }} from './options.js';\n"
    for one in document.values.values():
        text += interface(document, one.name, one.about, one.members, True, one.base or "")
    return text


def options(document: Document) -> str:
    text = f"""{MARK}
/** What every call takes: `timeout` is text such as `10s`, which is what it is without one. */
export interface CallOptions {{
  signal?: AbortSignal;
  timeout?: Duration;
}}

/** A length of time: `30s`, `1h 30m`, `250ms`. */
export type Duration = string;

/** A row of a table: its columns by name; bytes as `{{base64}}`. */
export type Row = Record<string, string | number | boolean | null | {{ base64: string }}>;
"""
    kinds = constants(document)
    for name, (types, members) in kinds.items():
        words = " | ".join(f"'{one}'" for one in types)
        head = "\n".join(textwrap.wrap(f"  type: {words};", 118, subsequent_indent="    ", break_on_hyphens=False))
        lines = "".join(member_line(document, one, False) for one in members)
        text += f"\nexport interface {name}Fault {{\n{head}\n{lines}}}\n"
    union = " | ".join(f"{name}Fault" for name in kinds)
    text += "\n/** What happens. `world.faults.types()` explains the members of each type. */\nexport type Fault =\n"
    text += "\n".join(textwrap.wrap(union + ";", 116, initial_indent="  ", subsequent_indent="  ")) + "\n"
    sets = next(call for call in document.calls if call.id == "addFaultSet").arguments[0].schema
    text += f"\nexport type FaultSetName = {hint(document, sets, False)};\n"
    for schema, name in (("FaultMatch", "FaultMatch"), ("FaultOptions", "FaultOptions"), ("JournalMatch", "JournalMatch")):
        part = document.schemas[schema]
        described = " ".join(part.get("description", "Conditions that must all be met.").split())
        text += interface(document, name, described, document.members(part), False)
    listed = next(call for call in document.calls if call.id == "followRequests").arguments
    text += interface(document, JOURNAL, "Conditions as the address of `/_mock/requests` has them.", listed, False)
    return text


def query_hint(document: Document, member: Member) -> str:
    """The type of a parameter: a query may have numbers and booleans as such, and a parameter several times."""
    if member.name in ("status", "socket"):
        return "number | string"
    if member.name in ("since", "until") and "format" not in document.resolve(member.schema):
        return "number | Date | string"
    if member.name in ("header", "query"):
        return "string | string[]"
    if member.name == "hasDeviations":
        return "boolean"
    if member.name == "delivered":
        return "boolean | 'true' | 'false' | 'any'"
    if member.name == "filter":
        return "Record<string, string | number | boolean>"
    return hint(document, member.schema, False)


def generated(document: Document) -> dict[str, list[Call]]:
    """The calls of each part."""
    parts: dict[str, list[Call]] = {}
    for call in document.calls:
        if call.id not in BY_HAND:
            parts.setdefault(call.part, []).append(call)
    return parts


def split(call: Call) -> tuple[list[Member], list[Member], bool]:
    """The arguments that are needed, the others, and whether the others are one object."""
    needed = [one for one in call.arguments if one.required]
    other = [one for one in call.arguments if not one.required]
    # What is in the path comes first.
    needed.sort(key=lambda one: one.place != "path")
    return needed, other, bool(other) and (len(other) > 1 or bool(needed))


def calls(document: Document) -> str:
    text = ""
    for part, own in generated(document).items():
        text += f"\n/** The calls of `{place(part)}`. */\nexport class {pascal(part)}Calls extends Part {{\n"
        text += "\n".join(method(one) for one in own) + "}\n"
    used = [name for name in ("iso", "milliseconds", "seconds") if f"{name}(" in text]
    head = f"import {{ {', '.join(used)} }} from './durations.js';\nimport {{ known }} from './known.js';\n"
    return f"{MARK}{head}import {{ Part }} from './part.js';\n{text}"


def place(part: str) -> str:
    return {"world": "world", "server": "MockServer", "worlds": "server.worlds"}.get(part, f"world.{part}")


def method(call: Call) -> str:
    needed, other, grouped = split(call)
    renamed = [one.argument for one in other if one.unit or one.argument != one.name or spread(one)]
    parameters = [one.argument for one in needed]
    lines = ""
    if grouped:
        parameters.append("options = {}")
        checked = known(call, other)
        if renamed:
            lines = f"    const {{ {', '.join(renamed)}, ...other }} = {checked};\n"
        else:
            lines = f"    {checked};\n"
    else:
        parameters += [one.argument for one in other]
    rest = "...other" if renamed else "...options"
    given = [f"timeout: '{call.waits + 10}s'"] if call.waits else []
    for at in ("path", "query", "body"):
        takes = any(one.place == at for one in other) and grouped
        members = [rest] if takes else []
        own = [one for one in call.arguments if one.place == at]
        members += [member(one) for one in own if not (takes and not one.required and one.argument not in renamed)]
        if members or (at == "body" and call.has_body):
            text = "options" if members == ["...options"] else f"{{ {', '.join(members)} }}"
            word = {"path": "parameters"}.get(at, at)
            given.append(f"{word}: {text}")
    passed = f"{{ {', '.join(given)} }}" if given else "{}"
    sent = f"this.control.call('{call.method}', '{call.path}', {passed}, call)"
    if len(sent) > 100:
        rows = "".join(f"      {one},\n" for one in given)
        sent = f"this.control.call('{call.method}', '{call.path}', {{\n{rows}    }}, call)"
    head = f"  {'async ' if call.unwrap else ''}{call.verb}({', '.join([*parameters, 'call'])}) {{\n"
    result = f"(await {sent}).{call.unwrap}" if call.unwrap else sent
    return f"{head}{lines}    return {result};\n  }}\n"


def known(call: Call, other: list[Member]) -> str:
    """The look for options that a call does not have."""
    names = ", ".join(f"'{one.argument}'" for one in other)
    place = call.verb if call.part in ("world", "server") else f"{call.part}.{call.verb}"
    text = f"known('{place}', options, [{names}])"
    if len(text) <= 90:
        return text
    lines = textwrap.wrap(names + ",", 112, initial_indent="      ", subsequent_indent="      ")
    return f"known('{place}', options, [\n" + "\n".join(lines) + "\n    ])"


def spread(one: Member) -> bool:
    """Whether the members of an argument are parameters of their own."""
    return one.place == "query" and one.name == "filter"


def member(one: Member) -> str:
    if spread(one):
        return f"...{one.argument}"
    value = f"{one.unit}({one.argument})" if one.unit else one.argument
    return one.name if value == one.name else f"{one.name}: {value}"


def call_types(document: Document) -> str:
    text = ""
    for part, own in generated(document).items():
        text += f"\n/** The calls of `{place(part)}`. */\nexport class {pascal(part)}Calls {{\n"
        text += "\n".join(signature(document, one) for one in own) + "}\n"
    names = ["CallOptions", "Duration", "Fault", "FaultMatch", "FaultSetName", "JournalMatch", JOURNAL, "Row"]
    return (
        MARK
        + imports([name for name in names if name in text], "options")
        + imports([name for name in sorted(document.values) if word_in(name, text)], "values")
        + text
    )


def word_in(name: str, text: str) -> bool:
    return any(f"{mark}{name}{end}" in text for mark in ("<", "(") for end in (">", "[", " "))


def imports(names: list[str], file: str) -> str:
    lines = textwrap.wrap(", ".join(names) + ",", 116, initial_indent="  ", subsequent_indent="  ")
    return "import type {\n" + "\n".join(lines) + f"\n}} from './{file}.js';\n"


def signature(document: Document, call: Call) -> str:
    needed, other, grouped = split(call)
    parameters = [f"{one.argument}: {argument(document, one, True)}" for one in needed]
    if grouped:
        parameters.append(f"options?: {option_type(document, call, other)}")
    else:
        parameters += [f"{one.argument}?: {argument(document, one, True)}" for one in other]
    parameters.append("call?: CallOptions")
    result = f"Promise<{result_type(document, call)}>"
    line = f"  {call.verb}({', '.join(parameters)}): {result};"
    if len(line) > 120:
        line = f"  {call.verb}(\n" + "".join(f"    {one},\n" for one in parameters) + f"  ): {result};"
    return doc(call.about, "  ") + line + "\n"


def option_type(document: Document, call: Call, other: list[Member]) -> str:
    journal = {one.name for one in next(one for one in document.calls if one.id == "followRequests").arguments}
    known = journal <= {one.name for one in other}
    rest = [one for one in other if not (known and one.name in journal)]
    members = [f"{one.argument}?: {argument(document, one, True)};" for one in rest]
    text = f"{{ {' '.join(members)} }}"
    if len(text) > 100:
        text = "{\n" + "".join(f"      {one}\n" for one in members) + "    }"
    return f"{JOURNAL} & {text}" if known else text


def argument(document: Document, one: Member, in_call: bool = False) -> str:
    if one.unit and in_call:
        return "Duration"
    if one.name == "api":
        return "string"
    if one.place == "query":
        return query_hint(document, one)
    if one.name == "name" and one.place == "path" and "enum" in document.resolve(one.schema):
        return "FaultSetName"
    return hint(document, one.schema, False)


def result_type(document: Document, call: Call) -> str:
    if call.result is not None and call.verb not in DOCUMENTS:
        return hint(document, call.result, True)
    return DOCUMENTS.get(call.verb, "string" if call.is_text else "void")
