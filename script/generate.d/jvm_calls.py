"""The generated part of the JVM kit: the calls, the faults and what calls take."""

from __future__ import annotations

import re
import textwrap
from typing import Any

from jvm_layout import compact
from jvm_kit import MARK, javadoc, plain_text
from model import Call, Document, Member, constants, pascal

FOLDER = "clients/jvm/src/main/java/mockapi/testing/"
# What a program writes better by hand: it waits, converts, or takes what JSON has no schema for.
BY_HAND = {
    "createWorld", "exportState", "importState", "addRows", "listRows", "listRequests", "countRequests",
    "verifyRequests", "waitForRequests", "followRequests", "exportHAR", "downloadHAR", "sendToSocket", "pushReading",
    "health", "setClock", "addFault", "releaseHold", "releaseHolds",
}  # fmt: skip
# Parts that have more than these calls: their classes are written by hand and extend the generated ones.
EXTENDED = {
    "server", "worlds", "world", "clock", "faults", "holds", "requests", "rateLimits", "sockets", "channels", "sensors", "data",
    "state",
}  # fmt: skip
INTEGERS = {"status", "code", "limit", "authenticated", "anonymous", "retryAfter"}
BOXED = {"int": "Integer", "long": "Long", "double": "Double", "boolean": "Boolean"}
NAMED = {"FaultMatch": "FaultMatch", "Fault": "Fault"}
ABOUT = {
    "FaultMatch": "What a fault happens to. All conditions must be met.",
    "Match": "What is meant in the journal. All conditions must be met; without any, every exchange is meant.",
    "ClockChange": "A change of a world's clock; what is left out stays.",
}
MATCH_EXTRA = """
    /** {@return a match of frames that the server sent} */
    public static @NotNull Match sent() {
        return new Match().kind("frame").direction("sent");
    }

    /** {@return a match of frames that the server received from the app} */
    public static @NotNull Match received() {
        return new Match().kind("frame").direction("received");
    }
"""


def files(document: Document) -> dict[str, str]:
    """The files with their texts."""
    parts: dict[str, list[Call]] = {}
    for call in document.calls:
        if call.id not in BY_HAND:
            parts.setdefault(call.part, []).append(call)
    found = {}
    for part, own in parts.items():
        name = pascal(part) + ("Calls" if part in EXTENDED else "")
        found[f"{FOLDER}{name}.java"] = part_class(document, part, name, own)
    found[FOLDER + "Fault.java"] = fault_class(document)
    for schema, name in (("FaultMatch", "FaultMatch"), ("JournalMatch", "Match")):
        members = document.members(document.schemas[schema])
        found[f"{FOLDER}{name}.java"] = options_class(document, name, members, True)
    clock = next(call for call in document.calls if call.id == "setClock").arguments
    found[FOLDER + "ClockChange.java"] = options_class(document, "ClockChange", clock, False)
    return found


def file(body: str) -> str:
    known = {
        "Duration": "java.time", "Instant": "java.time", "List": "java.util", "Map": "java.util",
        "LinkedHashMap": "java.util", "NotNull": "org.jetbrains.annotations", "Nullable": "org.jetbrains.annotations",
    }  # fmt: skip
    imports = [f"{package}.{name}" for name, package in known.items() if re.search(rf"\b{name}\b", code(body))]
    imports += [f"mockapi.testing.values.{name}" for name in sorted(set(re.findall(r"\((\w+)::new", body)))]
    imports += [f"mockapi.testing.values.{name}" for name in sorted(set(re.findall(r", (\w+)::new", body)))]
    lines = "".join(f"import {name};\n" for name in sorted(set(imports)))
    return f"{MARK}package mockapi.testing;\n\n{lines}\n{compact(body)}"


def code(body: str) -> str:
    return re.sub(r"/\*\*.*?\*/", "", body, flags=re.DOTALL)


# Calls


def part_class(document: Document, part: str, name: str, own: list[Call]) -> str:
    kind = "abstract class" if part in EXTENDED else "public final class"
    where = {"server": "a server", "worlds": "the worlds of a server", "world": "a world"}.get(part)
    about = f"The calls of {where}." if where else f"The calls of {{@code world.{part}}}."
    text = f"/** {about} */\n{kind} {name} extends Part {{\n"
    text += f"    {name}(ControlPlane plane) {{\n        super(plane);\n    }}\n"
    for call in own:
        needed = sorted((one for one in call.arguments if one.required), key=lambda one: one.place != "path")
        other = [one for one in call.arguments if not one.required]
        if other:
            text += "\n" + short(document, call, needed, other)
        text += "\n" + method(document, call, needed, other)
    return file(text + "}\n")


def short(document: Document, call: Call, needed: list[Member], other: list[Member]) -> str:
    """The same without what may be left out."""
    result, _ = result_type(document, call)
    given = ", ".join([one.argument for one in needed] + ["null"] * len(other))
    word = "" if result == "void" else "return "
    return (
        comment(document, call.about, [], False)
        + head(document, call, result, [(one, False) for one in needed])
        + f"        {word}{call.verb}({given});\n    }}\n"
    )


def method(document: Document, call: Call, needed: list[Member], other: list[Member]) -> str:
    result, read = result_type(document, call)
    every = [(one, False) for one in needed] + [(one, True) for one in other]
    path = [one for one in call.arguments if one.place == "path"]
    first = ", ".join([f'"{call.id}"', f'"{call.method}"', f'"{call.path}"'] + [one.argument for one in path])
    steps = [f"call({first})"]
    steps += [f'.query("{one.name}", {value(one)})' for one in call.arguments if one.place == "query"]
    body = [f'"{one.name}", {value(one)}' for one in call.arguments if one.place == "body"]
    if call.has_body:
        steps.append(f".body(Json.object({', '.join(body)}))")
    if call.waits:
        steps.append(f".longer(Duration.ofSeconds({call.waits}))")
    if call.expects:
        steps.append(".expects()")
    steps.append(read)
    word = "" if result == "void" else "return "
    sent = f"        {word}{''.join(steps)};\n"
    if len(sent) > 121:
        lines = [f"        {word}{steps[0]}"]
        for step in steps[1:]:
            if len(step) > 105:
                lines.append("            .body(Json.object(")
                lines.append(",\n".join(f"                {one}" for one in body) + "))")
            else:
                lines.append(f"            {step}")
        sent = "\n".join(lines) + ";\n"
    return (
        comment(document, call.about, [one for one, _ in every], result != "void", {one.name for one in other})
        + head(document, call, result, every)
        + sent
        + "    }\n"
    )


def comment(
    document: Document, about: str, members: list[Member], gives: bool, optional: set[str] | None = None
) -> str:
    lines = [plain_text(about)]
    tags = []
    for one in members:
        said = described(document, one)
        if optional and one.name in optional:
            said += "; null for none"
        tags.append(f"@param {one.argument} {said}")
    if gives:
        tags.append("@return what the server answers")
    return javadoc_with(lines + ([""] if tags else []) + tags, "    ")


def javadoc_with(lines: list[str], pad: str) -> str:
    return javadoc("\n".join(lines), pad)


def described(document: Document, one: Member, is_fault: bool = False) -> str:
    text = document.resolve(one.schema).get("description") or one.schema.get("description", "")
    if one.unit and not is_fault and (one.argument != one.name or one.name == one.unit):
        return "how long"
    text = plain_text(" ".join(text.split()).rstrip("."))
    return text or f"{{@code {one.name}}} of the call"


def head(document: Document, call: Call, result: str, members: list[tuple[Member, bool]]) -> str:
    marked = result if result in ("void", "int") else f"@NotNull {result}"
    parameters = [f"{argument(document, one, optional)} {one.argument}" for one, optional in members]
    line = f"    public {marked} {call.verb}({', '.join(parameters)}) {{\n"
    if len(line) > 121:
        rows = ", ".join(parameters).replace("@NotNull ", "@NotNull\0").replace("@Nullable ", "@Nullable\0")
        rows = "\n".join(textwrap.wrap(rows, 118, initial_indent=" " * 8, subsequent_indent=" " * 8))
        line = f"    public {marked} {call.verb}(\n{rows}) {{\n".replace("\0", " ")
    return line


def argument(document: Document, one: Member, optional: bool) -> str:
    kind = java_type(document, one)
    if kind in BOXED:
        return f"@Nullable {BOXED[kind]}" if optional else kind
    return f"{'@Nullable' if optional else '@NotNull'} {kind}"


def alternatives(schema: dict[str, Any]) -> list[dict[str, Any]]:
    return [one for word in ("anyOf", "oneOf", "allOf") for one in schema.get(word, []) if one.get("type") != "null"]


def java_type(document: Document, one: Member, is_fault: bool = False) -> str:
    # The members of a fault have their unit in their name, as in the document.
    if one.unit and not is_fault:
        return "Duration"
    part = one.schema
    while True:
        known = part.get("$ref", "").split("/")[-1]
        if known in NAMED:
            return NAMED[known]
        schema = document.resolve(part)
        if schema is part or "$ref" in part:
            break
        part = alternatives(part)[0]
    types = document.types(schema)
    if len(types) != 1:
        return "String" if "string" in types and len(types) == 2 and "integer" in types else "Object"
    if types[0] == "string":
        return "Instant" if schema.get("format") == "date-time" else "String"
    if types[0] == "object":
        return "Map<String, String>" if one.name == "headers" else "Map<String, ?>"
    if types[0] == "integer":
        return "int" if one.name in INTEGERS else "long"
    return {"number": "double", "boolean": "boolean"}[types[0]]


def value(one: Member) -> str:
    return f"Durations.{one.unit}({one.argument})" if one.unit else one.argument


def result_type(document: Document, call: Call) -> tuple[str, str]:
    """The type of the result, and how it is read."""
    if call.is_text or "ocument" in call.verb and call.verb != "documents":
        return "String", ".text()"
    if call.result is None:
        return "void", ".done()"
    schema = document.resolve(call.result)
    if "items" in schema:
        name = document.value(schema["items"])
        return f"List<{name}>", f'.list("{call.unwrap}", {name}::new)'
    if call.unwrap:
        return "int", f'.number("{call.unwrap}")'
    name = document.value(call.result)
    return str(name), f".value({name}::new)"


# What calls take


def options_class(document: Document, name: str, members: list[Member], is_match: bool) -> str:
    text = f"/** {ABOUT[name]} */\npublic final class {name} extends Options<{name}> {{\n"
    text += f"    /** Makes one without {'conditions' if is_match else 'changes'}. */\n    public {name}() {{\n    }}\n"
    text += f"\n    @Override\n    {name} self() {{\n        return this;\n    }}\n"
    if is_match:
        text += f"""
    /**
     * Means requests by method and path.
     *
     * @param method such as {{@code POST}}
     * @param path a pattern, such as {{@code /v1/lotes/*}}
     * @return the match
     */
    public static @NotNull {name} request(@NotNull String method, @NotNull String path) {{
        return new {name}().method(method).path(path);
    }}
"""
        text += f"""
    /**
     * Means requests by a text.
     *
     * @param request a method and a path, such as {{@code GET /v1/lotes}}, or a path alone
     * @return the match
     */
    public static @NotNull {name} request(@NotNull String request) {{
        String[] words = request.split(" +", 2);
        return words.length > 1 ? request(words[0], words[1]) : new {name}().path(request);
    }}
"""
        text += MATCH_EXTRA if name == "Match" else ""
        text += f"""
    /**
     * Means requests of an operation.
     *
     * @param operationId its name in the API's document, such as {{@code listLotes}}
     * @return the match
     */
    public static @NotNull {name} operation(@NotNull String operationId) {{
        return new {name}().operationId(operationId);
    }}
"""
    for one in members:
        for kind in kinds(document, one):
            text += "\n" + setter(document, name, one, kind)
    return file(text + "}\n")


def kinds(document: Document, one: Member) -> list[str]:
    """The Java types that a member may be given as."""
    if one.unit:
        return ["Duration"]
    found: list[str] = []

    def look(part: dict[str, Any]) -> None:
        schema = document.resolve(part)
        for inner in alternatives(schema):
            look(inner)
        for kind in document.types(schema):
            if kind == "string" and schema.get("format") == "date-time":
                found.append("Instant")
            elif kind == "string" and set(schema.get("enum", [""])) <= {"true", "false"}:
                continue
            else:
                found.append({"string": "String", "boolean": "boolean", "number": "double", "object": "object"}.get(
                    kind, "int" if one.name in INTEGERS else "long"))  # fmt: skip

    look(one.schema)
    if "enum" in document.resolve(one.schema) and not found:
        found.append("String")
    # A moment may be a text, and a condition on members a text, but the types say more.
    if "Instant" in found or "object" in found:
        found = [kind for kind in found if kind != "String"]
    if one.name in ("since", "until"):
        found = ["long", "Instant"]
    if one.name in ("account", "socket"):
        found = ["String", "long"]
    return list(dict.fromkeys(found))


def setter(document: Document, name: str, one: Member, kind: str) -> str:
    about = described(document, one)
    if kind == "object":
        text = ""
        for more, shown in member_kinds(one):
            text += "\n" if text else ""
            text += javadoc(
                f"Wants a member: {about}.\n\n@param name its name\n@param value {shown}\n@return this one", "    "
            )
            text += f"    public @NotNull {name} {one.name}(@NotNull String name, {more} value) {{\n"
            text += f'        return within("{one.name}", name, value);\n    }}\n'
        return text
    kept = f'"{one.name}", {value(one)}'
    marked = kind if kind in BOXED else f"@NotNull {kind}"
    words = sentence(one, about)
    shown = "the value" if not one.unit else "how long"
    text = javadoc(f"{words}\n\n@param {one.argument} {shown}\n@return this one", "    ")
    text += f"    public @NotNull {name} {one.argument}({marked} {one.argument}) {{\n"
    return text + f"        return with({kept});\n    }}\n"


def member_kinds(one: Member) -> list[tuple[str, str]]:
    if one.name == "body":
        return [("@Nullable Object", "its value")]
    return [("@NotNull String", "its value"), ("boolean", "whether it must be there, or must not")]


# Faults


def fault_class(document: Document) -> str:
    options = {one.name: one for one in next(call for call in document.calls if call.id == "addFault").arguments}
    options.pop("fault")
    text = """/**
 * A fault: what happens, to what, and how often. Such as {@code Fault.status(503).match(FaultMatch.request("GET",
 * "/v1/lotes")).times(1)}. A maker takes what a type needs, or the first of what it may have; the server says which
 * members a type takes.
 */
public final class Fault extends Options<Fault> {
    Fault(String type) {
        within("fault", "type", type);
    }

    @Override
    Fault self() {
        return this;
    }
"""
    setters: dict[str, Member] = {}
    types = {kind for kinds, _ in constants(document).values() for kind in kinds}
    for part in document.schemas["Fault"]["oneOf"]:
        members = document.members(part)
        kind = next(one for one in members if one.name == "type").schema["const"]
        rest = [one for one in members if one.name != "type"]
        needed = [one for one in rest if one.required]
        about = document.resolve(part).get("description") or f"Makes a fault of the type `{kind}`."
        about = plain_text(" ".join(about.split()))
        text += "\n" + maker(document, kind, about, needed)
        if not needed and rest:
            text += "\n" + maker(document, kind, about, rest[:1])
        for one in rest:
            if one not in needed and one.name not in options and one.name not in types and one.name != one.unit:
                setters.setdefault(one.name, one)
    for one in setters.values():
        kind = java_type(document, one, True)
        words = sentence(one, described(document, one, True))
        text += "\n" + javadoc(f"{words}\n\n@param {one.name} the value\n@return this fault", "    ")
        text += f"    public @NotNull Fault {one.name}({marked(kind)} {one.name}) {{\n"
        text += f'        return within("fault", "{one.name}", {one.name});\n    }}\n'
    for one in options.values():
        kind = java_type(document, one)
        words = sentence(one, described(document, one, True)).replace("Seconds of", "By")
        text += "\n" + javadoc(f"{words}\n\n@param {one.argument} the value\n@return this fault", "    ")
        text += f"    public @NotNull Fault {one.argument}({marked(kind)} {one.argument}) {{\n"
        text += f'        return with("{one.name}", {value(one)});\n    }}\n'
    return file(text + "}\n")


def marked(kind: str) -> str:
    return kind if kind in BOXED else f"@NotNull {kind}"


def sentence(one: Member, about: str) -> str:
    return f"Sets {{@code {one.name}}}." if about.endswith("of the call") else f"{about}."


def maker(document: Document, kind: str, about: str, members: list[Member]) -> str:
    names = {one.name: "length" if one.name == one.unit else one.argument for one in members}
    tags = [f"@param {names[one.name]} {described(document, one)}" for one in members]
    text = javadoc("\n".join([about, "", *tags, "@return the fault"]).replace("of the call", "of the fault"), "    ")
    # The parameters have no names where they are called, so that a length says its unit by its type.
    parameters = ", ".join(f"{marked(java_type(document, one))} {names[one.name]}" for one in members)
    text += f"    public static @NotNull Fault {kind}({parameters}) {{\n"
    given = ""
    for one in members:
        name = names[one.name]
        given += f'.within("fault", "{one.name}", {f"Durations.{one.unit}({name})" if one.unit else name})'
    return text + f'        return new Fault("{kind}"){given};\n    }}\n'
