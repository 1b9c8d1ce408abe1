"""The layout of generated Java: a line for what needs no more."""

from __future__ import annotations

import re

COLUMNS = 120


def compact(text: str) -> str:
    """The text without tags that say nothing new, and with short comments and methods in a line each."""
    text = re.sub(r"^( *)/\*\*\n(.*?)^ *\*/\n", comment, text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"^ */\*\* \{@return \{@code \w+\}\} \*/\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"^( +)([^\n*]*\{)\n +([^\n{}]*;)\n\1\}\n", in_a_line, text, flags=re.MULTILINE)
    return re.sub(r"^(    .*[;}]\n|.*\{\n)\n(?=    )", r"\1", text, flags=re.MULTILINE)


def comment(found: re.Match[str]) -> str:
    pad = found[1]
    lines = [line.strip().removeprefix("*").strip() for line in found[2].splitlines()]
    words: list[str] = []
    for line in lines:
        if line.startswith("@"):
            words.append(line)
        elif words:
            words[-1] = f"{words[-1]} {line}".strip()
        elif line:
            words.append(line)
    kept = [one for one in words if not re.match(r"@return |@param \w+ (the value|its name|its value|whether it must|how long|\{@code)", one)]
    if kept and re.fullmatch(r"(\{@return )?(Sets )?\{@code \w+\}\.?\}?", kept[0]) and len(kept) == 1:
        return ""
    if len(kept) == 1 and len(pad) + len(kept[0]) + 7 <= COLUMNS:
        return f"{pad}/** {kept[0]} */\n"
    text = f"{pad}/**\n"
    for one in kept:
        line = f"{pad} *"
        for word in one.split():
            if len(line) + len(word) + 1 > COLUMNS - 2:
                text += line + "\n"
                line = f"{pad} *"
            line += f" {word}"
        text += line + "\n"
    return f"{text}{pad} */\n"


def in_a_line(found: re.Match[str]) -> str:
    line = f"{found[1]}{found[2]} {found[3]} }}\n"
    return line if len(line) <= COLUMNS + 1 and "class " not in found[2] else found[0]
