"""Makes an object file with the part of ICU's data that the server can use, in place of that of Swift's static libraries.

Usage: icu_data.py ARCHIVE OBJECT    (lib_FoundationICU.a of the toolchain, and the file to write)

Prints the name of the data's symbol. The object's has __wrap_ before it, so that the linker's option --wrap takes that one.

Foundation brings the data of all languages along: 34 MB, nearly half of the program. The server formats and compares nothing
by a language's rules, so that the texts of languages other than English, their dictionaries for the ends of words, and the
tables of old encodings are left out. Requests in other languages are not concerned: what ICU knows of characters stays.

The data is a list of named items (https://unicode-org.github.io/icu/userguide/icu_data/): a header, the number of items, for
each the places of its name and of its content as seen from the end of the header, the names in order, and the contents.
"""

from __future__ import annotations

import re
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

MEMBER = "icu_packaged_data.cpp.o"
MAGIC = b"\xda\x27"
PLACES = struct.Struct("<II")
ALIGNMENT = 16
# A language, perhaps with a country and the like; names of other items are longer.
LANGUAGE = re.compile(r"(?!en(_US.*|_001)?\.)[a-z]{2,3}(_(?!index)\w+)?\.res")
LEFT_OUT = (".dict", ".cnv")


def is_kept(name: str) -> bool:
    """Whether an item stays, by its name, such as icudt76l/curr/de.res."""
    last = name.rsplit("/", 1)[-1]
    return not last.endswith(LEFT_OUT) and not LANGUAGE.fullmatch(last)


def padded(data: bytes) -> bytes:
    """The bytes up to where the next item may begin."""
    return data + b"\xaa" * (-len(data) % ALIGNMENT)


def reduced(data: bytes) -> bytes:
    """The data with the items that stay."""
    (header,) = struct.unpack_from("<H", data)
    if data[2:4] != MAGIC:
        raise ValueError("the data does not begin as ICU's does")
    body = data[header:]
    (count,) = struct.unpack_from("<I", body)
    places = [PLACES.unpack_from(body, 4 + PLACES.size * index) for index in range(count)]
    ends = [start for _, start in places[1:]] + [len(body)]
    names = [body[at : body.index(b"\0", at)].decode() for at, _ in places]
    kept = [(name, body[start:end]) for name, (_, start), end in zip(names, places, ends) if is_kept(name)]

    index, name_texts, contents = b"", b"", b""
    names_begin = 4 + PLACES.size * len(kept)
    names_length = sum(len(name) + 1 for name, _ in kept)
    begin = len(padded(data[:header] + bytes(names_begin + names_length))) - header
    for name, content in kept:
        index += PLACES.pack(names_begin + len(name_texts), begin + len(contents))
        name_texts += name.encode() + b"\0"
        contents += padded(content)
    return padded(data[:header] + struct.pack("<I", len(kept)) + index + name_texts) + contents


def section(file: Path) -> tuple[str, bytes]:
    """The name and the bytes of the only symbol of an object file."""
    listed = subprocess.run(["nm", "--print-size", file], capture_output=True, text=True, check=True).stdout.split()
    at, size, _, name = listed
    raw = file.with_suffix(".rodata")
    subprocess.run(["objcopy", "--only-section=.rodata", "--output-target=binary", file, raw], check=True)
    return name, raw.read_bytes()[int(at, 16) : int(at, 16) + int(size, 16)]


def main() -> None:
    """Writes the object; it appears as a whole."""
    archive, target = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        subprocess.run(["ar", "x", archive, MEMBER], cwd=folder, check=True)
        name, data = section(Path(folder, MEMBER))
        (Path(folder) / "data").write_bytes(reduced(data))
        own = f"__wrap_{name}"
        assembly = (
            f'.section .rodata.{own},"a"\n.p2align 4\n.globl {own}\n.type {own},@object\n{own}:\n.incbin "data"\n'
            f'.size {own}, . - {own}\n.section .note.GNU-stack,"",@progbits\n'
        )
        command = ["clang", "-c", "-x", "assembler", "-", "-o", "object.o"]
        subprocess.run(command, input=assembly, text=True, cwd=folder, check=True)
        Path(folder, "object.o").replace(target)
    print(name)


if __name__ == "__main__":
    main()
