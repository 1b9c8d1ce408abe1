"""Compares the verbs and argument names of the four test kits with openapi/mock.yaml.

It reads the kits' sources, also those that are written by hand, so that nothing is built.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

from model import Document, pascal

ROOT = Path(__file__).resolve().parent.parent.parent
Calls = dict[tuple[str, str], set[str]]

# Calls whose body is one value, or whose members have other names in all kits.
INSTEAD = {
    "worlds.make": {"name", "id", "from", "frozenAt", "now", "rate", "randomSeed", "faults"},
    "state.load": {"state"},
    "data.add": {"table", "rows"},
    "sensors.pushReading": {"values"},
    "sockets.send": {"id", "message"},
    "requests.saveHar": {"file"},
    "requests.verify": {"match", "exactly", "atLeast", "atMost"},
}
# Arguments that some kits have beside those of the document: time-outs and places of a stream, and conditions that only
# bodies take, since lists take the same match as the other calls.
BESIDE = {
    "requests.page": {"body"}, "requests.har": {"body", "limit", "order"},
    "requests.follow": {"body", "after", "timeout", "signal"},
    "requests.saveHar": {"match"}, "worlds.make": {"faultSets", "leakedSockets", "server", "serverOptions", "fault", "named"},
    "data.add": {"row"},
}  # fmt: skip
MATCH = "match"
# Arguments of Swift's calls that the compiler fills in: where a call is, so that a failure is reported there.
PLACE = {"fileID", "filePath", "line"}
# Types of JavaScript whose members are the arguments.
EXPANDED = {"JournalQuery", "JournalMatch", "Times", "WorldOptions"}
# What a kit leaves out or calls otherwise, and why.
LEFT_OUT = {
    ("javascript", "requests.saveHar"): "a browser has no files; har() gives what is to be written",
    ("swift", "requests.saveHar"): "har() gives the data, which Foundation writes",
}
RENAMED = {("jvm", "requests.wait"): "await"}  # Each object of Java has methods of the name wait.


def camel(name: str) -> str:
    first, *rest = name.strip("_").split("_")
    return first + "".join(word.capitalize() for word in rest)


def parameters(text: str) -> list[str]:
    """Parameters between parentheses, at the outermost level."""
    found, depth, start = [], 0, 0
    for index, character in enumerate(text):
        if character in "([{<":
            depth += 1
        elif character in ")]}" or (character == ">" and text[index - 1] != "-"):
            depth -= 1
        elif character == "," and depth == 0:
            found.append(text[start:index])
            start = index + 1
    return [one.strip() for one in [*found, text[start:]] if one.strip()]


def inside(text: str, start: int, pair: str = "()") -> str:
    """What stands between the parentheses that open at a place."""
    depth = 0
    for index in range(start, len(text)):
        depth += (text[index] == pair[0]) - (text[index] == pair[1])
        if depth == 0:
            return text[start + 1 : index]
    return text[start + 1 :]


def part_of(name: str, parts: dict[str, str]) -> str | None:
    """The part of a world that a class is, or has the calls of."""
    return parts.get(name.removesuffix("Calls"))


def python(parts: dict[str, str]) -> Calls:
    folder = ROOT / "clients/python/src/mock_api_testing"
    classes = {}
    for file in folder.glob("*.py"):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                classes[node.name] = node
    members = {
        name: {camel(one.target.id) for one in node.body if isinstance(one, ast.AnnAssign)}
        for name, node in classes.items()
        if any(ast.unparse(base) == "TypedDict" for base in node.bases)
    }
    found: Calls = defaultdict(set)
    for name, node in classes.items():
        bases = [ast.unparse(base) for base in node.bases]
        part = next((part_of(one, parts) for one in [name, *bases] if part_of(one, parts)), None)
        for method in node.body:
            if part is None or not isinstance(method, ast.FunctionDef) or method.name.startswith("_"):
                continue
            own = [camel(one.arg) for one in [*method.args.args[1:], *method.args.kwonlyargs]]
            if method.args.kwarg is not None:
                kind = re.search(r"Unpack\[(\w+)\]", ast.unparse(method.args.kwarg.annotation))
                own += members[kind[1]] if kind else [camel(method.args.kwarg.arg)]
            found[part, camel(method.name)] |= set(own)
    return found


def javascript(parts: dict[str, str]) -> Calls:
    folder = ROOT / "clients/javascript/src"
    names = ("options.d.ts", "calls.d.ts", "index.d.ts")
    text = "\n".join((folder / name).read_text(encoding="utf-8") for name in names)
    text = re.sub(r"/\*\*.*?\*/", "", text, flags=re.DOTALL)
    types = {
        one[1]: set(re.findall(r"^  (\w+)\??:", inside(text, one.end() - 1, "{}"), re.MULTILINE))
        for one in re.finditer(r"export interface (\w+)(?: extends \w+)? \{", text)
    }
    found: Calls = defaultdict(set)
    for one in re.finditer(r"export (?:class|interface) (\w+)(?: extends (\w+))? \{", text):
        part = part_of(one[1], parts) or part_of(one[2] or "", parts)
        body = inside(text, one.end() - 1, "{}")
        for method in re.finditer(r"^  (\w+)\(", body, re.MULTILINE):
            if part is None:
                continue
            for parameter in parameters(inside(body, method.end() - 1)):
                name, kind = re.match(r"(\w+)\??:\s*(.*)", parameter, re.DOTALL).groups()
                if name == "call":
                    continue
                named = [types[word] for word in re.findall(r"\w+", kind) if word in types and word in EXPANDED]
                if name == "options" or named:
                    found[part, method[1]] |= set().union(*named)
                    found[part, method[1]] |= set(re.findall(r"(\w+)\?:", kind))
                else:
                    found[part, method[1]].add(name)
            found[part, method[1]] |= set()
    return found


def swift(parts: dict[str, str]) -> Calls:
    folder = ROOT / "clients/swift/Sources/MockAPIClient"
    text = "\n".join(file.read_text(encoding="utf-8") for file in sorted(folder.rglob("*.swift")))
    types = {
        one[1]: set(re.findall(r"^  public var (\w+): [^{\n]*$", inside(text, one.end() - 1, "{}"), re.MULTILINE))
        for one in re.finditer(r"^public struct (JournalMatch|WorldOptions)[^{]*\{", text, re.MULTILINE)
    }
    names = {
        "MockServer": "Server", "MockWorld": "World", "WorldClock": "Clock", "MessageBroker": "Broker",
        "Tables": "Data", "StateDocument": "State",
    }  # fmt: skip
    found: Calls = defaultdict(set)
    for one in re.finditer(r"^(?:public (?:final )?(?:struct|class)|extension) (\w+)[^{\n]*\{", text, re.MULTILINE):
        part = parts.get(names.get(one[1], one[1]))
        body = inside(text, one.end() - 1, "{}")
        for method in re.finditer(r"^  public func (\w+)\(", body, re.MULTILINE):
            if part is None:
                continue
            for parameter in parameters(inside(body, method.end() - 1)):
                label, kind = parameter.split(":", 1)
                words = label.split()
                name = words[-1] if words[0] == "_" else words[0]
                if name in PLACE:
                    continue
                known = types.get(kind.split("=")[0].strip())
                found[part, method[1]] |= known if known else {name}
            found[part, method[1]] |= set()
    return found


def jvm(parts: dict[str, str]) -> Calls:
    folder = ROOT / "clients/jvm/src/main/java/mockapi/testing"
    texts = {file.stem: file.read_text(encoding="utf-8") for file in folder.glob("*.java")}
    method = re.compile(r"^    public (?!static )(?:@\w+ )?[\w<>?, ]+ (\w+)\(", re.MULTILINE)
    static = re.compile(r"^    public static [^(]* (\w+)\(", re.MULTILINE)
    types = {name: set(method.findall(texts[name])) for name in ("Match", "MessageMatch", "ClockChange", "Fault", "WorldOptions")}
    types["Fault"] |= {"fault"}
    types["Times"] = set(static.findall(texts["Times"])) - {"never", "once", "between"}
    names = {"MockServer": "Server", "WorldClock": "Clock"}
    found: Calls = defaultdict(set)
    for name, text in texts.items():
        part = part_of(names.get(name, name), parts)
        for one in method.finditer(text):
            if part is None:
                continue
            for parameter in parameters(inside(text, one.end() - 1)):
                words = re.sub(r"@\w+ ?", "", parameter).split()
                found[part, one[1]] |= types.get(words[0], {words[-1]})
            found[part, one[1]] |= set()
    return found


def findings(document: Document) -> list[str]:
    """A line for each difference."""
    parts = {pascal(call.part): call.part for call in document.calls} | {"MockServer": "server", "Match": "none"}
    parts |= {"Requests": "requests", "Worlds": "worlds", "World": "world", "State": "state", "Data": "data"}
    found = []
    for kit, read in (("python", python), ("javascript", javascript), ("swift", swift), ("jvm", jvm)):
        calls = read(parts)
        for call in document.calls:
            name = f"{call.part}.{call.verb}"
            verb = RENAMED.get((kit, name), call.verb)
            if (kit, name) in LEFT_OUT:
                if (call.part, verb) in calls:
                    found.append(f"clients/{kit}: {name} is there, and said to be left out")
                continue
            if (call.part, verb) not in calls:
                found.append(f"clients/{kit}: there is no {name} ({call.id})")
                continue
            wanted = INSTEAD.get(name, {one.argument for one in call.arguments})
            has = calls[call.part, verb]
            missing = wanted - has
            if name.startswith("requests.") and MATCH in has | wanted:
                missing -= {MATCH}
            beside = has - wanted - BESIDE.get(name, set()) - {one.name for one in call.arguments}
            if MATCH in wanted:
                # Python gives the conditions as arguments of the call.
                beside -= {one.name for one in document.members(document.schemas["JournalMatch"])}
            if kit == "jvm" and name in ("faults.add", "holds.release", "holds.releaseAll"):
                # A fault has the members of all types, which Java's makers take.
                beside = set()
            for one in sorted(missing):
                found.append(f"clients/{kit}: {name} has no argument {one}")
            for one in sorted(beside):
                found.append(f"clients/{kit}: {name} has an argument {one} that openapi/mock.yaml does not name so")
    return found
