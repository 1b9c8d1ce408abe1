"""Finds references that lead nowhere, and prints each as file:line: message; exits with 1 if there are any.

- `CONTRACT §2.4`, `CONTRACT C1, C2` and the like in any tracked file: labels of docs/contract.md.
- `checklist row 42`, `checklist rows 42 to 44` and the like: rows of docs/stomp.md.
- Relative links in *.md of the root and docs/: files of the project, and headings or anchors in them.
- Places in these documents, such as `Sources/World` and `script/test`: files and folders of the project, unless they have a
  placeholder such as `<Name>`.
- Names in docs/architecture.md: `Type`, `Type.member` and `function(_:)` are declared in Sources/, those in the text of a link to
  a Swift file in that very file.

Usage: references.py, in the repository's root.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

SELF = Path("script/lint.d/references.py")
CONTRACT = Path("docs/contract.md")
STOMP = Path("docs/stomp.md")
ARCHITECTURE = Path("docs/architecture.md")

# Blanks, or a line end and what begins the next line of a comment.
GAP = r"(?:[ \t]|\n[ \t]*(?://[/!]?|#+|\*)?[ \t]*)+"
JOIN = rf"(?:,{GAP}(?:and{GAP}|to{GAP})?|{GAP}(?:and|to){GAP})"
LABEL = r"(?:§\d+(?:\.\d+)*|Q-[A-Z]\d+|[A-Z]\d+)(?!\w)"
REFERENCE = re.compile(rf"\bCONTRACT\b(?:{GAP}(?P<list>{LABEL}(?:{JOIN}{LABEL})*))?")
ROWS = re.compile(rf"\b[Cc]hecklist{GAP}rows?\b(?:{GAP}(?P<list>\d+(?:{JOIN}\d+)*))?")
ITEM = re.compile(rf"(?P<to>\bto{GAP})?(?P<label>{LABEL}|\d+)")
# In the documents themselves the word before a label may be left out; a section sign behind a name is that name's.
BARE = re.compile(rf"(?<![\w.-])(?<![A-Z0-9] )(?:§\d+(?:\.\d+)*|Q-[A-Z]\d+|[CDGW]\d{{1,2}})(?!\w)")

ANCHOR = re.compile(r'<a id="([^"]+)"></a>')
HEADING = re.compile(r"^#+[ \t]+(.*?)[ \t]*$", re.MULTILINE)
LINK = re.compile(r"\[[^\]]*\]\((?:<([^>]*)>|([^)\s]+))(?:[ \t]+\"[^\"]*\")?\)|^\[[^\]]+\]:[ \t]+(\S+)", re.MULTILINE)
FENCE = re.compile(r"^([ \t]*)(```|~~~).*?^\1\2[ \t]*$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)

# What the document of the architecture names: links to code, code spans, and in these paths, types and functions.
CODE_LINK = re.compile(r"\[([^\]]*`[^\]]*)\]\((?:\.\./)?([^)#\s]+\.swift)\)")
SPAN = re.compile(r"`([^`\n]+)`")
PLACE = re.compile(r"(?:Sources|Tests|Seeds|openapi|script|docs|docker|packaging)/[^\s:]*")
NAME = re.compile(r"(?P<names>[A-Z]\w*(?:\.\w+)*|[a-z]\w*(?=\())(?:\([\w:]*\))?")
DECLARED = re.compile(
    r"^[ \t]*(?:(?:@\w+(?:\([^)]*\))?|[a-z]+(?:\(set\))?)[ \t]+)*?"
    r"(?:(?:struct|class|enum|actor|protocol|typealias|associatedtype|extension|func|var|let)[ \t]+`?([\w.]+)"
    r"|case[ \t]+(\w+(?:(?:\([^)\n]*\))?,[ \t]*\w+)*)|(init|deinit|subscript)\b)",
    re.MULTILINE,
)


class Finding(NamedTuple):
    """Something that leads nowhere."""

    file: Path
    line: int
    message: str


def blanked(pattern: re.Pattern[str], text: str) -> str:
    """The text with blanks in place of what matches, so that places stay what they are."""
    return pattern.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def line_of(text: str, offset: int) -> int:
    """The number of the line of a place."""
    return text.count("\n", 0, offset) + 1


def files() -> list[Path]:
    """The files of the project, those that will be added included."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [path for name in sorted(set(names.split("\0"))) if name and (path := Path(name)).is_file()]


def label_of(anchor: str) -> str:
    """The label of an anchor: `C7` of `c7`, `42` of `row-42`."""
    return anchor.removeprefix("row-") if anchor.startswith("row-") else anchor.upper()


def labels(document: str) -> set[str]:
    """What a document can be cited by: its anchors and the numbers of its sections."""
    numbers = (re.match(r"(\d+(?:\.\d+)*)\.?\s", heading) for heading in HEADING.findall(blanked(FENCE, document)))
    return {label_of(anchor) for anchor in ANCHOR.findall(document)} | {f"§{number[1]}" for number in numbers if number}


def misnamed(path: Path, text: str) -> Iterator[Finding]:
    """Anchors that come twice, or beside which another label is read."""
    seen: set[str] = set()
    for match in ANCHOR.finditer(text):
        label, shown = label_of(match[1]), re.match(r"\*\*(?:row )?([^*]+)\*\*", text[match.end() :])
        if match[1] in seen:
            yield Finding(path, line_of(text, match.start()), f'the anchor "{match[1]}" is there twice')
        if not shown or shown[1] != label:
            yield Finding(path, line_of(text, match.start()), f'behind the anchor "{match[1]}" there must stand {label}')
        seen.add(match[1])


def between(first: str, last: str) -> list[str]:
    """The labels after the first one up to the last, as in `Q-A1 to Q-A3`; the last alone where they do not count up."""
    start, low = re.split(r"(?=\d+$)", first, maxsplit=1)
    end, high = re.split(r"(?=\d+$)", last, maxsplit=1)
    return [f"{start}{number}" for number in range(int(low) + 1, int(high) + 1)] if start == end else [last]


def cited(list_of_labels: str) -> Iterator[tuple[int, str]]:
    """Each label of a list, those that `to` stands for included, and where in the list it is."""
    before = ""
    for item in ITEM.finditer(list_of_labels):
        for label in between(before, item["label"]) if item["to"] and before else [item["label"]]:
            yield item.start("label"), label
        before = item["label"]


def dangling(
    path: Path, text: str, pattern: re.Pattern[str], known: set[str], name: Callable[[str], str], document: Path
) -> Iterator[Finding]:
    """References of one form whose labels the document does not have."""
    for match in pattern.finditer(text):
        if match["list"] is None:
            yield Finding(path, line_of(text, match.start()), f'"{match[0]}" names no label of {document}')
            continue
        for offset, label in cited(match["list"]):
            if label not in known:
                line = line_of(text, match.start("list") + offset)
                yield Finding(path, line, f"{document} has no {name(label)}")


def unanchored(path: Path, text: str, known: set[str]) -> Iterator[Finding]:
    """Labels in the contract's own text that it does not have."""
    for match in BARE.finditer(text):
        if match[0] not in known:
            yield Finding(path, line_of(text, match.start()), f"{path} has no {match[0]}")


def targets(text: str) -> set[str]:
    """What a link may name behind the `#`: the headings as GitHub names them, and anchors."""
    names = set(ANCHOR.findall(text))
    for heading in HEADING.findall(blanked(FENCE, text)):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        name = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
        count = 1
        while name in names:
            name, count = f"{name.removesuffix(f'-{count - 1}')}-{count}", count + 1
        names.add(name)
    return names


def broken_links(path: Path, text: str) -> Iterator[Finding]:
    """Relative links to files or headings that are not there."""
    for match in LINK.finditer(blanked(CODE, blanked(FENCE, text))):
        target = next(group for group in match.groups() if group is not None)
        if re.match(r"[A-Za-z][A-Za-z+.-]*:|/", target):
            continue
        name, _, anchor = unquote(target).partition("#")
        file = path.parent / name if name else path
        if not file.exists():
            yield Finding(path, line_of(text, match.start()), f"the link {target} leads to no file")
        elif anchor and (not file.is_file() or anchor not in targets(file.read_text(encoding="utf-8"))):
            yield Finding(path, line_of(text, match.start()), f"the link {target} leads to no heading")


def declared(code: str) -> set[str]:
    """The names of types, functions, properties and cases that a Swift file declares or extends."""
    names: set[str] = set()
    for match in DECLARED.finditer(code):
        names |= set(re.findall(r"\w+", match[1] or match[2] or match[3]))
    return names


def missing_places(path: Path, text: str) -> Iterator[Finding]:
    """Files and folders that are named in a code span and are not there."""
    for span in SPAN.finditer(blanked(FENCE, text)):
        place = PLACE.fullmatch(re.split(r"\s", span[1])[0])
        if place and not re.search(r"[<…]", place[0]) and not any(Path().glob(place[0].rstrip("/"))):
            yield Finding(path, line_of(text, span.start()), f"there is no {place[0]}")


def stale_names(path: Path, text: str, code: dict[Path, set[str]]) -> Iterator[Finding]:
    """Names in the document of the architecture that the code does not have."""
    plain = blanked(FENCE, text)
    modules = {file.parts[1] for file in code if len(file.parts) > 2}
    for link in CODE_LINK.finditer(plain):
        file = Path(link[2])
        for name in (match for span in SPAN.findall(link[1]) for match in NAME.finditer(span)):
            if missing := set(name["names"].split(".")) - code.get(file, set()):
                line = line_of(text, link.start())
                yield Finding(path, line, f"{file} does not declare {', '.join(sorted(missing))}")
    for span in SPAN.finditer(blanked(CODE_LINK, plain)):
        if name := NAME.fullmatch(span[1]):
            names = set(name["names"].split("."))
            if not names <= modules and not any(names <= known for known in code.values()):
                line = line_of(text, span.start())
                yield Finding(path, line, f"no file in Sources/ declares {name['names']}")


def findings() -> Iterator[Finding]:
    """Everything that is wrong."""
    contract, stomp = CONTRACT.read_text(encoding="utf-8"), STOMP.read_text(encoding="utf-8")
    contract_labels, rows = labels(contract), {label for label in labels(stomp) if label.isdigit()}
    yield from misnamed(CONTRACT, contract)
    yield from misnamed(STOMP, stomp)
    yield from unanchored(CONTRACT, contract, contract_labels)
    code = {path: declared(path.read_text(encoding="utf-8")) for path in Path("Sources").rglob("*.swift")}
    yield from stale_names(ARCHITECTURE, ARCHITECTURE.read_text(encoding="utf-8"), code)
    for path in files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        if path != SELF:
            yield from dangling(path, text, REFERENCE, contract_labels, str, CONTRACT)
            yield from dangling(path, text, ROWS, rows, "row {}".format, STOMP)
        if path.suffix == ".md" and path.parent in (Path("."), Path("docs")):
            yield from broken_links(path, text)
            yield from missing_places(path, text)


def main(found: Iterable[Finding]) -> int:
    """Prints the findings; returns 1 if there are any."""
    ordered = sorted(set(found))
    for finding in ordered:
        print(f"{finding.file}:{finding.line}: {finding.message}")
    return 1 if ordered else 0


if __name__ == "__main__":
    sys.exit(main(findings()))
