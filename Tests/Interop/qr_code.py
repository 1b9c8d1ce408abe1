"""QR codes read by a decoder that many scanners use, from files and from terminals."""

from __future__ import annotations

import re

import zxingcpp

from png_file import INDEXED, SAMPLES, PNG, parse_png

# Pixels a module in the picture that is made of a terminal's text.
SCALE = 4
# Dark upper and lower halves of a character.
HALVES = {" ": (False, False), "▀": (True, False), "▄": (False, True), "█": (True, True)}
# Black on white, by numbers that themes leave alone.
TERMINAL_LINE = re.compile("\x1b\\[38;5;16;48;5;231m([ ▀▄█]+)\x1b\\[0m")


def read_png(data: bytes) -> list[str]:
    """The texts of the codes in a PNG file, dark on light ones only."""
    png = parse_png(data)
    return decoded([[grey(png, x, y) for x in range(png.width)] for y in range(png.height)])


def read_terminal(text: str) -> list[str]:
    """The texts of the codes in what a terminal shows."""
    rows: list[list[int]] = []
    for line in TERMINAL_LINE.findall(text):
        for half in (0, 1):
            row = [0 if HALVES[character][half] else 255 for character in line for _ in range(SCALE)]
            rows += [row] * SCALE
    return decoded(rows) if rows else []


def grey(png: PNG, x: int, y: int) -> int:
    """A pixel's brightness, 0 to 255."""
    if png.colour_type == INDEXED:
        return sum(png.colour(x, y)) // 3
    samples = SAMPLES[png.colour_type]
    return sum(png.rows[y][samples * x : samples * x + 3]) // 3


def decoded(rows: list[list[int]]) -> list[str]:
    """The texts of the codes in a picture of grey pixels."""
    picture = memoryview(b"".join(map(bytes, rows))).cast("B", shape=[len(rows), len(rows[0])])
    return [code.text for code in zxingcpp.read_barcodes(picture, try_invert=False)]
