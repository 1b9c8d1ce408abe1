"""Compares the names of what the four kits write by hand with the table of docs/test-kits.md.

The table has a row for each concept and a column for each kit. A cell has the kit's names in code, as `world.sign_in(api)` or
`StompClient.wait`, or a dash and the reason why the kit has none. Each name, with its arguments, must be declared in the kit's
sources. The calls of openapi/mock.yaml are compared by `names`.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

from names import inside, parameters

ROOT = Path(__file__).resolve().parent.parent.parent
GUIDE = "docs/test-kits.md"
HEADING = "## The same words in each kit"
KITS = ("python", "javascript", "swift", "jvm")
# Types by the name of the member of a world that they are.
MEMBERS_OF = {"WorldClock": "clock", "Tables": "data", "MockWorld": "world", "MockServer": "server"}
# Names of a kit, by their type; those of no type are below "". Each has its arguments.
Surface = dict[str, dict[str, set[str]]]


def rows(guide: str) -> list[list[str]]:
    """The rows of the table: the concept, and a cell for each kit."""
    section = guide.partition(HEADING + "\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.strip("|").split(" |")] for line in lines]


def findings(root: Path = ROOT) -> list[str]:
    """A line for each name that a kit does not declare, and for each kit without a name."""
    table = rows((root / GUIDE).read_text(encoding="utf-8"))
    if not table:
        return [f'{GUIDE}: there is no table below "{HEADING}"']
    found = []
    surfaces = [python(root), javascript(root), swift(root), jvm(root)]
    for concept, *cells in table:
        if len(cells) != len(KITS):
            found.append(f"{GUIDE}: the row {concept} has {len(cells)} cells instead of {len(KITS)}")
            continue
        for kit, surface, cell in zip(KITS, surfaces, cells, strict=True):
            names = re.findall(r"`([^`]+)`", cell)
            if not names and not re.match(r"– \w", cell):
                found.append(f"{GUIDE}: {concept}: clients/{kit} has no name for it, and no reason")
            for name in names:
                found += [f"{GUIDE}: {concept}: clients/{kit} {lack}" for lack in lacks(surface, name)]
    return found


def lacks(surface: Surface, name: str) -> list[str]:
    """What of a name, such as `world.answer(patch, once)`, is not declared."""
    place, _, wanted = name.removesuffix(")").partition("(")
    owner, _, member = place.removeprefix("@").removeprefix("pytest.mark").rpartition(".")
    if not owner and member in surface:
        declared = set(surface[member])
    elif member in surface.get(owner, {}):
        declared = surface[owner][member]
    else:
        return [f"does not declare {name}"]
    missing = {one.strip() for one in wanted.split(",") if one.strip()} - declared
    return [f"has no argument {one} of {place}" for one in sorted(missing)]


def finished(surface: Surface, bases: dict[str, list[str]]) -> Surface:
    """Adds inherited members, and those of `XCalls` to x; a type is also found by the member of a world that it is."""

    def members(name: str, seen: frozenset[str] = frozenset()) -> dict[str, set[str]]:
        own = dict(surface.get(name, {}))
        for base in bases.get(name, []):
            if base in surface and base not in seen:
                own = members(base, seen | {name}) | own
        return own

    full: Surface = {name: members(name) for name in list(surface)}
    for name in list(full):
        part = MEMBERS_OF.get(name, name[:1].lower() + name[1:].removesuffix("Calls"))
        for member, arguments in full[name].items():
            full.setdefault(part, {}).setdefault(member, set()).update(arguments)
    return full


def python(root: Path) -> Surface:
    surface: Surface = defaultdict(dict)
    bases: dict[str, list[str]] = {}
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in (root / "clients/python/src").rglob("*.py")]
    bodies = [node for tree in trees for node in tree.body]
    classes = [node for node in bodies if isinstance(node, ast.ClassDef)]
    typed = {
        node.name: {one.target.id for one in node.body if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)}
        for node in classes
    }
    for node in classes:
        bases[node.name] = [ast.unparse(base).partition("[")[0] for base in node.bases]
        surface[node.name] |= {one: set() for one in typed[node.name]}
        for one in node.body:
            if isinstance(one, ast.FunctionDef):
                surface[node.name][one.name] = arguments_of(one, typed)
    for one in bodies:
        if isinstance(one, ast.FunctionDef):
            surface[""][one.name] = arguments_of(one, typed)
        # The usage of a marker of pytest: `_MARKER = "mock_api(frozen_at=None, …): …"`.
        if isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == "_MARKER":
            usage = ast.literal_eval(one.value)
            surface[""][usage.partition("(")[0]] = set(re.findall(r"(\w+)=", usage))
    return finished(surface, bases)


def arguments_of(function: ast.FunctionDef, typed: dict[str, set[str]]) -> set[str]:
    given = function.args
    found = {one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)} - {"self", "cls"}
    if given.kwarg is not None and given.kwarg.annotation is not None:
        unpacked = re.search(r"Unpack\[(\w+)\]", ast.unparse(given.kwarg.annotation))
        found |= typed.get(unpacked[1], set()) if unpacked else {given.kwarg.arg}
    return found


def javascript(root: Path) -> Surface:
    files = sorted((root / "clients/javascript/src").glob("*.d.ts"))
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    text = re.sub(r"/\*\*.*?\*/", "", text, flags=re.DOTALL)
    surface: Surface = defaultdict(dict)
    bases: dict[str, list[str]] = {}
    bodies = {}
    for one in re.finditer(r"export (?:class|interface) (\w+)(?:<[^{]*>)?(?: extends ([\w, ]+))? \{", text):
        bodies[one[1]] = inside(text, one.end() - 1, "{}")
        bases[one[1]] = re.findall(r"\w+", one[2] or "")
    members = {name: set(re.findall(r"^  (?:readonly )?(\w+)\??:", body, re.MULTILINE)) for name, body in bodies.items()}

    def named(parts: str) -> set[str]:
        found = set(re.findall(r"(\w+)\??:", parts))
        for kind in re.findall(r"\w+", parts):
            for name in (kind, *bases.get(kind, [])):
                found |= members.get(name, set())
        return found

    for name, body in bodies.items():
        surface[name] |= {one: set() for one in members[name]}
        for one in re.finditer(r"^  (?:static )?(\w+)(?:<\w+>)?\(", body, re.MULTILINE):
            surface[name][one[1]] = named(inside(body, one.end() - 1))
    for one in re.finditer(r"^export function (\w+)(?:<\w+>)?\(", text, re.MULTILINE):
        surface[""].setdefault(one[1], set()).update(named(inside(text, one.end() - 1)))
    return finished(surface, bases)


def swift(root: Path) -> Surface:
    files = sorted((root / "clients/swift/Sources").rglob("*.swift"))
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    surface: Surface = defaultdict(dict)
    declarations = r"^ *((?:public |open |final |@\w+ )*)(?:struct|class|enum|actor|protocol|extension) ([\w.]+)[^{\n]*\{"
    bodies = [
        (one[2].split(".")[-1], "public" in one[1], inside(text, one.end() - 1, "{}"))
        for one in re.finditer(declarations, text, re.MULTILINE)
    ]
    properties: dict[str, set[str]] = defaultdict(set)
    for name, _, body in bodies:
        properties[name] |= set(re.findall(r"^ +public (?:static )?(?:var|let) (\w+)", body, re.MULTILINE))
    for name, is_public, body in bodies:
        surface[name] |= {one: set() for one in properties[name]}
        surface[name] |= {one: set() for one in re.findall(r"^ +case (\w+)", body, re.MULTILINE)}
        rule = r"^ +(?:@\w+(?:\([^)\n]*\))? )*" + ("(?:public |open )?" if is_public else "(?:public |open )")
        rule += r"(?:static |class |final |convenience |mutating )*(?:func (\w+)|(init))(?:<[^(\n]*>)?\("
        for one in re.finditer(rule, body, re.MULTILINE):
            arguments = surface[name].setdefault(one[1] or one[2], set())
            for parameter in parameters(inside(body, one.end() - 1)):
                label, _, kind = parameter.partition(":")
                arguments |= set(label.split()) | properties.get(kind.split("=")[0].strip(" ?"), set())
            surface[""].setdefault(one[1] or one[2], set()).update(arguments)
    return finished(surface, {})


def jvm(root: Path) -> Surface:
    surface: Surface = defaultdict(dict)
    bases: dict[str, list[str]] = {}
    files = sorted((root / "clients/jvm/src/main/java").rglob("*.java"))
    texts = {file.stem: re.sub(r"/\*.*?\*/", "", file.read_text(encoding="utf-8"), flags=re.DOTALL) for file in files}
    rule = r"^    (?:public |protected )?(?:static |abstract |final |default )*(?:<[^>\n]+> )?(?:@\w+ )?"
    rule += r"[\w.]+(?:<[^(\n]*>)?(?:\[\])* (\w+)\("
    for name, text in texts.items():
        head = re.search(rf"(?:class|interface|enum|record) {name}(?:<[^{{]*>)?(?: extends (\w+))?", text)
        bases[name] = [head[1]] if head and head[1] else []
        is_annotation = "@interface" in text
        for one in re.finditer(rule, text, re.MULTILINE):
            if not is_annotation and "public" not in one[0]:
                continue
            given = [re.sub(r"@\w+ ?", "", each).split() for each in parameters(inside(text, one.end() - 1))]
            surface[name].setdefault(one[1], set()).update(words[-1] for words in given)
            getter = re.fullmatch(r"(?:get|is)([A-Z]\w*)", one[1])
            if getter:
                surface[name][getter[1][0].lower() + getter[1][1:]] = set()
        surface[name] |= {one: set() for one in re.findall(r"^    ([A-Z][A-Z_]+)[,;( ]", text, re.MULTILINE)}
        surface[name] |= {}
    return finished(surface, bases)
