"""The generated part of the JVM kit: the values of responses."""

from __future__ import annotations

import re
from typing import Any

from jvm_layout import compact
from model import Document, Member, Value, pascal

FOLDER = "clients/jvm/src/main/java/mockapi/testing/values/"
MARK = "// Written by script/generate from openapi/mock.yaml; do not edit.\n"
# Whole numbers that an int holds for certain; all others are long.
INTEGERS = {"status", "port", "worlds", "windowSeconds", "authenticated", "anonymous", "rows", "count"}


def files(document: Document) -> dict[str, str]:
    """The files with their texts: one for each type that is not a member of another."""
    return {f"{FOLDER}{one.name}.java": file(document, one) for one in document.values.values() if one.parent is None}


def file(document: Document, value: Value) -> str:
    body = compact(type_text(document, value, ""))
    imports = ["java.util.Map", "org.jetbrains.annotations.NotNull"]
    imports += ["java.util.List"] if "List<" in body else []
    imports += ["java.time.Instant"] if "Instant " in body else []
    imports += ["org.jetbrains.annotations.Nullable"] if "@Nullable" in body else []
    lines = "".join(f"import {name};\n" for name in sorted(imports))
    return f"{MARK}package mockapi.testing.values;\n\n{lines}\n{body}"


def type_text(document: Document, value: Value, pad: str) -> str:
    final = "" if any(one.base == value.name for one in document.values.values()) else "final "
    name = value.inner or value.name
    text = javadoc(plain_text(value.about), pad)
    text += f"{pad}public {'static ' if value.parent else ''}{final}class {name} extends {value.base or 'Value'} {{\n"
    text += f"{pad}    public {name}(@NotNull Map<String, Object> json) {{ super(json); }}\n"
    for member in value.members:
        text += "\n" + getter(document, member, pad + "    ")
    for other in document.values.values():
        if other.parent == value.name:
            text += "\n" + type_text(document, other, pad + "    ")
    return text + f"{pad}}}\n"


def javadoc(about: str, pad: str) -> str:
    """A doc comment; in one line when it fits."""
    if "\n" not in about and len(pad) + len(about) + 7 <= 120:
        return f"{pad}/** {about} */\n"
    lines: list[str] = []
    for paragraph in about.split("\n"):
        line = ""
        for word in paragraph.split():
            if len(pad) + 4 + len(line) + len(word) > 118:
                lines.append(line)
                line = ""
            line = f"{line} {word}".strip()
        lines.append(line)
    return f"{pad}/**\n" + "".join(f"{pad} * {line}".rstrip() + "\n" for line in lines) + f"{pad} */\n"


def plain_text(about: str) -> str:
    """Text as doc comments have it."""
    about = about.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub("`([^`]*)`", lambda found: "{@code " + found[1] + "}", about)


def getter(document: Document, member: Member, pad: str) -> str:
    kind, call = reading(document, member)
    name = ("is" if kind == "boolean" else "get") + pascal(member.name)
    primitive = kind in ("boolean", "int", "long", "double")
    mark = (
        "" if primitive else "@Nullable " if call.split("(")[0].endswith("OrNull") or kind == "Object" else "@NotNull "
    )
    about = str(document.resolve(member.schema).get("description", member.schema.get("description", "")))
    about = plain_text(" ".join(about.split()).rstrip("."))
    about = about[:1].lower() + about[1:] if not re.match("[A-Z]{2}", about) else about
    if not about or len(about) + len(pad) + 18 > 120:
        about = f"{{@code {member.name}}}"
    return f"{pad}/** {{@return {about}}} */\n{pad}public {mark}{kind} {name}() {{ return {call}; }}\n"


def reading(document: Document, member: Member) -> tuple[str, str]:
    """The type of a member, and how it is read."""
    quoted = f'"{member.name}"'
    schema = document.resolve(member.schema)
    maybe = "" if member.required and not document.nullable(member.schema) else "OrNull"
    named = document.value(member.schema)
    if named:
        name = java_name(document, named)
        return name, f"value{maybe}({quoted}, {name}::new)"
    if "items" in schema:
        item = document.value(schema["items"])
        if item:
            name = java_name(document, item)
            return f"List<{name}>", f"values({quoted}, {name}::new)"
        if "object" in document.types(document.resolve(schema["items"])):
            return "List<Map<String, Object>>", f"objects({quoted})"
        return "List<String>", f"texts({quoted})"
    if member.schema.get("$ref", "").endswith("/Headers"):
        return "Map<String, List<String>>", f"headers({quoted})"
    return scalar(document, member, schema, maybe, quoted)


def scalar(document: Document, member: Member, schema: dict[str, Any], maybe: str, quoted: str) -> tuple[str, str]:
    types = document.types(schema)
    if "object" in types and schema.get("additionalProperties") == {"type": "string"}:
        return "Map<String, String>", f"textsByName({quoted})"
    if "object" in types:
        return "Map<String, Object>", f"object{maybe}({quoted})"
    if types == ["boolean"]:
        return ("Boolean", f"flagOrNull({quoted})") if member.name == "delivered" else ("boolean", f"flag({quoted})")
    if types == ["number"]:
        return ("Double" if maybe else "double"), f"decimal{maybe}({quoted})"
    if types == ["integer"] or isinstance(schema.get("const"), int):
        if member.name in INTEGERS:
            return ("Integer" if maybe else "int"), f"integer{maybe}({quoted})"
        return ("Long" if maybe else "long"), f"number{maybe}({quoted})"
    if schema.get("format") == "date-time":
        return "Instant", f"time{maybe}({quoted})"
    if types == ["string"] or "enum" in schema or "const" in schema or "anyOf" in schema:
        return "String", f"text{maybe}({quoted})"
    return "Object", f"any({quoted})"


def java_name(document: Document, name: str) -> str:
    return document.values[name].inner or name
