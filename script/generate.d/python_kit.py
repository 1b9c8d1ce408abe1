"""The generated part of the Python kit: `values.py`, `options.py`, `calls.py` and `operations.py`."""

from __future__ import annotations

import re
import textwrap
from typing import Any

from model import Call, Document, Member, constants, pascal, snake

FOLDER = "clients/python/src/mock_api_testing/"
MARK = "Written by script/generate from openapi/mock.yaml; do not edit."
KEYWORDS = {"from", "class", "import"}
# What a program writes better by hand: it waits, converts, or takes what JSON has no schema for.
BY_HAND = {"server", "worlds", "world", "data"}
BY_HAND_CALLS = {
    "addRows", "importState", "pushReading", "sendToSocket", "listRequests", "countRequests", "verifyRequests",
    "waitForRequests", "followRequests", "exportHAR", "downloadHAR",
}  # fmt: skip


def files(document: Document) -> dict[str, str]:
    """The files with their texts."""
    return {
        FOLDER + "values.py": values(document),
        FOLDER + "options.py": options(document),
        FOLDER + "calls.py": calls(document),
        FOLDER + "operations.py": operations(document),
    }


def literal(texts: list[Any], indent: int = 4, before: int = 0) -> str:
    one = "Literal[" + ", ".join(f'"{text}"' for text in texts) + "]"
    if indent + before + len(one) <= 120:
        return one
    pad = " " * indent
    return "Literal[\n" + "".join(f'{pad}    "{text}",\n' for text in texts) + pad + "]"


def hint(document: Document, part: dict[str, Any], name: str, answer: bool, list_word: str = "list") -> str:
    """The type of a member, without None."""
    value = document.value(part) if answer else None
    if value:
        return value
    if "$ref" in part:
        known = part["$ref"].split("/")[-1]
        if known in ("FaultMatch", "Fault"):
            return known
        if known in ("JournalMatchOrNone", "Row"):
            return "JournalMatch" if known != "Row" else "dict[str, Any]"
    schema = document.resolve(part)
    if schema is not part:
        return hint(document, schema if "$ref" in part else inner(part), name, answer, list_word)
    alternatives = schema.get("anyOf") or schema.get("oneOf")
    if alternatives:
        return union(document, [one for one in alternatives if one.get("type") != "null"], name, answer)
    if "enum" in schema and name != "api":
        return literal([one for one in schema["enum"] if one is not None], 4, len(snake(name)) + 9)
    if "const" in schema:
        return "int" if isinstance(schema["const"], int) else "str"
    types = document.types(schema)
    if len(types) != 1:
        names = [simple(document, {**schema, "type": one}, name, answer, list_word) for one in types]
        names = [one for one in names if not (one == "int" and "float" in names)]
        return " | ".join(dict.fromkeys(names)) if names else "Any"
    return simple(document, schema, name, answer, list_word)


def inner(part: dict[str, Any]) -> dict[str, Any]:
    for word in ("allOf", "anyOf", "oneOf"):
        for one in part.get(word, []):
            if one.get("type") != "null":
                return one
    return part


def union(document: Document, parts: list[dict[str, Any]], name: str, answer: bool) -> str:
    resolved = [document.resolve(one) for one in parts]
    if all("enum" in one or "const" in one for one in resolved):
        return literal([text for one in resolved for text in one.get("enum", [one.get("const")])])
    names = list(dict.fromkeys(hint(document, one, name, answer) for one in parts))
    if "float" in names and "int" in names:
        names.remove("int")
    return " | ".join(names)


def simple(document: Document, schema: dict[str, Any], name: str, answer: bool, list_word: str) -> str:
    kind = schema["type"] if not isinstance(schema["type"], list) else document.types(schema)[0]
    if kind == "string" and schema.get("format") == "date-time":
        return "datetime" if answer else "datetime | str"
    if kind == "array":
        return f"{list_word}[{hint(document, schema['items'], name, answer) if 'items' in schema else 'Any'}]"
    if kind == "object":
        more = schema.get("additionalProperties")
        mapped = isinstance(more, dict) and more
        word = "dict" if answer else "Mapping"
        if mapped and not answer and document.nullable(more):
            return f"{word}[str, {hint(document, more, name, answer)} | None]"
        return f"{word}[str, {hint(document, more, name, answer) if mapped else 'Any'}]"
    return {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}[kind]


def field_line(document: Document, member: Member) -> str:
    name = snake(member.name)
    kind = hint(document, member.schema, member.name, True)
    if kind.startswith("list"):
        return f"    {name}: {kind} = field(default_factory=list)\n"
    if member.required:
        none = " | None" if document.nullable(member.schema) and kind != "Any" else ""
        return f"    {name}: {kind}{none}\n"
    if kind == "bool" and member.name != "delivered":
        return f"    {name}: bool = False\n"
    if kind.startswith("dict[str, str | list"):
        return f"    {name}: {kind} = field(default_factory=dict)\n"
    return f"    {name}: {kind}{'' if kind == 'Any' else ' | None'} = None\n"


def values(document: Document) -> str:
    text = f'''"""What the server answers, as typed values. {MARK}"""

from __future__ import annotations

from dataclasses import field
from datetime import datetime
from typing import Any, Literal

from .coding import value
'''
    ready = sorted(document.values.values(), key=lambda one: one.base is not None)
    for one in ready:
        members = sorted(one.members, key=lambda member: not member.required)
        text += f"\n\n@value\nclass {one.name}{f'({one.base})' if one.base else ''}:\n{doc(one.about)}\n"
        text += "".join(field_line(document, member) for member in members)
    return text


def doc(about: str, indent: int = 4) -> str:
    """A doc comment, wrapped."""
    pad = " " * indent
    if len(about) + indent + 6 <= 120:
        return f'{pad}"""{about}"""\n'
    lines = textwrap.wrap(about, 120 - indent - 3)
    return f'{pad}"""' + f"\n{pad}".join(lines) + f'\n{pad}"""\n'


def options(document: Document) -> str:
    text = f'''"""What calls take, as typed dictionaries. {MARK}

Faults are written as `openapi/mock.yaml` writes them, so that they can be copied from there, from a file of
`--faults` and from the journal. Conditions of the journal are keyword arguments and have Python's names.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal, Required, TypedDict
'''
    kinds = constants(document)
    for name, (types, members) in kinds.items():
        head = literal(types, 4, 16)
        required = f"Required[{head}]" if "\n" not in head else f"Required[\n        {literal(types, 8)}\n    ]"
        text += f"\n\nclass {name}Fault(TypedDict, total=False):\n"
        text += doc(f"A fault of type {', '.join(f'`{one}`' for one in types)}.")
        text += f"\n    type: {required}\n"
        for member in members:
            kind = hint(document, member.schema, member.name, False)
            text += f"    {member.name}: {f'Required[{kind}]' if member.required else kind}\n"
    text += "\n\nFault = (\n    " + "\n    | ".join(f"{name}Fault" for name in kinds) + "\n)\n"
    text += '"""What happens. `world.faults.types()` lists the fields of each type."""\n'
    sets = next(call for call in document.calls if call.id == "addFaultSet").arguments[0].schema
    text += f"\nFaultSetName = {hint(document, sets, 'name', False)}\n"
    text += typed(document, "FaultMatch", document.members(document.schemas["FaultMatch"]), False)
    text += typed(document, "FaultOptions", document.members(document.schemas["FaultOptions"]), False)
    text += typed(document, "JournalMatch", document.members(document.schemas["JournalMatch"]), True)
    listed = next(call for call in document.calls if call.id == "followRequests").arguments
    text += typed(document, "JournalQuery", listed, True)
    return text


ABOUT = {
    "FaultMatch": "What a fault happens to. In `path`, `*` is any text within a segment, `**` any number of segments.",
    "FaultOptions": "A fault with its conditions, as `POST /_mock/faults` takes it.",
    "JournalMatch": "Conditions for entries of the journal, which must all be met. `since` and `until` are an entry's "
    'number or a moment; `kind="frame"` selects frames of sockets.',
    "JournalQuery": "Conditions as `GET` calls of the journal take them: `header` and `query` are `name` or "
    "`name:value`.",
}


def typed(document: Document, name: str, members: list[Member], python_names: bool) -> str:
    text = f"\n\nclass {name}(TypedDict, total=False):\n{doc(ABOUT[name])}\n"
    for member in members:
        kind = condition(document, member) if python_names else hint(document, member.schema, member.name, False)
        text += f"    {snake(member.name) if python_names else member.name}: "
        text += f"{f'Required[{kind}]' if member.required else kind}\n"
    return text


def condition(document: Document, member: Member) -> str:
    """In a query, numbers and booleans may be given as such."""
    kind = hint(document, member.schema, member.name, False)
    if member.name in ("status", "socket"):
        return "int | str"
    if member.name in ("since", "until"):
        return "int | datetime | str"
    if member.name == "hasDeviations":
        return "bool"
    return kind if member.name != "delivered" else 'bool | Literal["true", "false", "any"]'


def calls(document: Document) -> str:
    parts: dict[str, list[Call]] = {}
    for call in document.calls:
        if call.part not in BY_HAND and call.id not in BY_HAND_CALLS:
            parts.setdefault(call.part, []).append(call)
    text = ""
    for part, own in parts.items():
        lists = any(call.verb == "list" for call in own)
        text += f'\n\nclass {pascal(part)}Calls(Part):\n    """The calls of `world.{snake(part)}`."""\n'
        text += "".join(method(document, call, lists) for call in own)
    used = [name for name in sorted(document.values) if word_in(name, text)]
    options_used = [name for name in ("Fault", "FaultMatch", "FaultSetName") if word_in(name, text)]
    return (
        f'''"""The calls of the control plane. {MARK}"""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Literal

from .coding import decode, filled, iso, milliseconds, seconds
from .options import {", ".join(options_used)}
from .part import Part
from .values import (
{"".join(f"    {name},{chr(10)}" for name in used)})
'''.replace(", milliseconds", "" if "milliseconds(" not in text else ", milliseconds")
        + text
    )


def operations(document: Document) -> str:
    table = "".join(f'    "{call.id}": ("{call.method}", "{call.path}"),\n' for call in document.calls)
    return f'''"""Method and path of each call. {MARK}"""

from __future__ import annotations

from typing import Final

OPERATIONS: Final[dict[str, tuple[str, str]]] = {{
{table}}}
"""By the operationId of `openapi/mock.yaml`."""
'''


def word_in(word: str, text: str) -> bool:
    return re.search(rf"\b{word}\b", text) is not None


def method(document: Document, call: Call, lists: bool) -> str:
    word = "builtins.list" if lists else "list"
    path = [one for one in call.arguments if one.place == "path"]
    body = [one for one in call.arguments if one.place == "body"]
    query = [one for one in call.arguments if one.place == "query"]
    needed = path + [one for one in body + query if one.required]
    optional = [one for one in body + query if not one.required]
    signature = ["self"] + [argument(document, one, word) for one in needed]
    # A channel is what a call of channels is about: it comes first and needs no name, also where it may be left out.
    about = [one for one in optional if (call.part, one.name) == ("channels", "channel")]
    named = [one for one in optional if one not in about]
    signature += [argument(document, one, word) for one in about]
    if len(named) > 1 or (named and (needed or about)):
        signature.append("*")
    signature += [argument(document, one, word) for one in named]
    result = result_type(document, call, word)
    head = f"    def {snake(call.verb)}({', '.join(signature)}) -> {result}:"
    if len(head) > 120 or "\n" in head:
        head = (
            f"    def {snake(call.verb)}(\n" + "".join(f"        {one},\n" for one in signature) + f"    ) -> {result}:"
        )
    given = [f'"{call.id}"'] + [f"{one.name}={snake(one.name)}" for one in path]
    given += [f"{place}=filled({{{pairs(own)}}})" for place, own in (("query", query), ("body", body)) if own]
    if call.waits:
        given.insert(1 + len(path), f"extra_time={call.waits}")
    sent = f"self._call({', '.join(given)})"
    lines = ""
    own = body or query
    if own and len(sent) + len(call.unwrap or "") + len(result) > 85:
        lines = f"        options = filled({{{pairs(own)}}})\n"
        if len(lines) > 121:
            rows = "".join(f"                {pair(one)},\n" for one in own)
            lines = f"        options = filled(\n            {{\n{rows}            }}\n        )\n"
        sent = f"self._call({', '.join(given[:-1] + [('body' if body else 'query') + '=options'])})"
    if call.unwrap:
        sent += f'["{call.unwrap}"]'
    last = f"        {sent}\n" if result == "None" else f"        return decode({result}, {sent})\n"
    hidden = "        __tracebackhide__ = True\n" if call.expects else ""
    return f"\n{head}\n{doc(call.about, 8)}{hidden}{lines}{last}"


def name_of(member: Member) -> str:
    name = snake(member.argument)
    return name + "_" if name in KEYWORDS else name


def argument(document: Document, member: Member, list_word: str) -> str:
    kind = "timedelta | str" if member.unit else hint(document, member.schema, member.name, False, list_word)
    if member.name == "name" and member.place == "path" and "enum" in document.resolve(member.schema):
        kind = "FaultSetName"
    if member.required:
        return f"{name_of(member)}: {kind}"
    return f"{name_of(member)}: {kind}{'' if kind == 'Any' else ' | None'} = None"


def pair(member: Member) -> str:
    name = name_of(member)
    return f'"{member.name}": {f"{member.unit}({name})" if member.unit else name}'


def pairs(members: list[Member]) -> str:
    return ", ".join(pair(one) for one in members)


def result_type(document: Document, call: Call, list_word: str) -> str:
    return "None" if call.result is None else hint(document, call.result, call.id, True, list_word)
