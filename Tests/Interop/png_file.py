"""PNG files taken apart as the specification (W3C PNG, third edition) has it, without a library for pictures."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass

SIGNATURE = b"\x89PNG\r\n\x1a\n"
# Samples a pixel by colour type, and the depths that are allowed.
SAMPLES = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
DEPTHS = {0: {1, 2, 4, 8, 16}, 2: {8, 16}, 3: {1, 2, 4, 8}, 4: {8, 16}, 6: {8, 16}}
TRUECOLOUR, INDEXED = 2, 3

Colour = tuple[int, int, int]


@dataclass(frozen=True)
class PNG:
    """A picture whose file is sound."""

    width: int
    height: int
    depth: int
    colour_type: int
    palette: list[Colour]
    # Without filters; the pixels of a row as they are packed.
    rows: list[bytes]

    @property
    def size(self) -> tuple[int, int]:
        return self.width, self.height

    def colour(self, x: int, y: int) -> Colour:
        """A pixel's red, green and blue; for eight bits a sample, or a palette."""
        row = self.rows[y]
        if self.colour_type == TRUECOLOUR and self.depth == 8:
            red, green, blue = row[3 * x : 3 * x + 3]
            return red, green, blue
        assert self.colour_type == INDEXED, self.colour_type
        place = x * self.depth
        shift = 8 - self.depth - place % 8
        return self.palette[row[place // 8] >> shift & (1 << self.depth) - 1]

    @property
    def corners(self) -> set[Colour]:
        right, bottom = self.width - 1, self.height - 1
        return {self.colour(x, y) for x in (0, right) for y in (0, bottom)}


def parse_png(data: bytes) -> PNG:
    """Reads a file; fails when anything in it is not as it must be."""
    chunks = read_chunks(data)
    names = [name for name, _ in chunks]
    assert names[0] == b"IHDR" and names[-1] == b"IEND" and names.count(b"IHDR") == names.count(b"IEND") == 1
    width, height, depth, colour_type, compression, filtering, interlace = struct.unpack(">IIBBBBB", chunks[0][1])
    assert width > 0 and height > 0 and depth in DEPTHS[colour_type]
    assert (compression, filtering, interlace) == (0, 0, 0)
    palette = b"".join(content for name, content in chunks if name == b"PLTE")
    assert len(palette) % 3 == 0 and (colour_type != INDEXED or 0 < len(palette) <= 3 << depth)
    colours = [(palette[index], palette[index + 1], palette[index + 2]) for index in range(0, len(palette), 3)]
    stream = zlib.decompressobj()
    pixels = stream.decompress(b"".join(content for name, content in chunks if name == b"IDAT"))
    assert stream.eof and not stream.unused_data, "IDAT is no single, whole zlib stream"
    bits = depth * SAMPLES[colour_type]
    rows = unfiltered(pixels, (width * bits + 7) // 8, max(1, bits // 8))
    assert len(rows) == height
    return PNG(width, height, depth, colour_type, colours, rows)


def read_chunks(data: bytes) -> list[tuple[bytes, bytes]]:
    """The names and contents of the chunks, whose checksums are right."""
    assert data.startswith(SIGNATURE)
    chunks, place = [], len(SIGNATURE)
    while place < len(data):
        (length,) = struct.unpack_from(">I", data, place)
        named = data[place + 4 : place + 8 + length]
        assert struct.unpack_from(">I", data, place + 8 + length) == (zlib.crc32(named),), named[:4]
        chunks.append((named[:4], named[4:]))
        place += 12 + length
    return chunks


def unfiltered(pixels: bytes, length: int, step: int) -> list[bytes]:
    """The rows as they were before each was filtered; `step` is how far a pixel's left neighbour is away."""
    assert len(pixels) % (length + 1) == 0
    rows: list[bytes] = []
    above = bytes(length)
    for start in range(0, len(pixels), length + 1):
        kind, row = pixels[start], bytearray(pixels[start + 1 : start + 1 + length])
        assert kind <= 4, f"there is no filter {kind}"
        for index in range(length if kind else 0):
            left, upper_left = (row[index - step], above[index - step]) if index >= step else (0, 0)
            row[index] = row[index] + predicted(kind, left, above[index], upper_left) & 0xFF
        above = bytes(row)
        rows.append(above)
    return rows


def predicted(kind: int, left: int, above: int, upper_left: int) -> int:
    """What a filter expects a byte to be."""
    if kind < 4:
        return (0, left, above, (left + above) // 2)[kind]
    estimate = left + above - upper_left
    # Of equally near ones the first wins, as the specification wants it.
    return min((left, above, upper_left), key=lambda each: abs(estimate - each))
