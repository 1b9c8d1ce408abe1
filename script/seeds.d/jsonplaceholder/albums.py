"""Albums, and the parts of the titles of the photos in them."""

from __future__ import annotations

import json

from common import Record

from .topic import words
from .users import USERS

ALBUMS_PER_USER = 10

# Two lists without a common factor, so that walking along both at once pairs everything before it repeats a pair.
OCCASIONS = words(
    """Weekend, Sunday walk, First snow, School trip, Picnic, Long shadows, Birthday, Sunrise, Family day, Autumn,
    Reunion, Sketching, Holiday, Fog"""
)
PLACES = words(
    """in the dunes, by the lake, at the old mill, on the island, in the hills, along the canal, at the allotment,
    in the old town, by the harbour, under the viaduct, at the lighthouse, in the orchard, on the common"""
)

# The server joins one of each to a title, such as "misty harbour wall at low tide".
PHOTO_TITLE_PARTS: dict[str, tuple[str, ...]] = {
    "adjectives": words(
        """misty, quiet, sleepy, faded, weathered, golden, crooked, colourful, forgotten, gleaming, grey, little,
        lonely, mossy, familiar, painted, pale, rain-soaked, rustic, shadowy, silvery, sturdy, solitary, timeworn,
        windswept"""
    ),
    "subjects": words(
        """harbour wall, fishing boat, wooden bridge, village square, church tower, garden gate, market stall,
        stone steps, railway platform, ferry landing, boathouse, lighthouse, windmill, orchard, cobbled lane, rooftops,
        park bench, street lamp, brick archway, river bank, bus shelter, canal lock, sea wall, sand dunes, footpath,
        hedgerow, barn door, bandstand, chimney stack, courtyard, fountain, greenhouse, jetty, bicycle rack, signpost,
        slipway, vineyard, water tower, weathervane, pine trees"""
    ),
    "places": words(
        """at low tide, at dawn, at dusk, at noon, at sunset, in early spring, in late summer, in autumn, in winter,
        in the rain, in the fog, in morning light, in the distance, after the storm, before sunrise, under heavy clouds,
        under a full moon, by the water, seen from above, at midnight"""
    ),
}


def generate() -> list[Record]:
    """Every album, in order of `id`."""
    return [
        {
            "userId": number // ALBUMS_PER_USER + 1,
            "id": number + 1,
            "title": f"{OCCASIONS[number % len(OCCASIONS)]} {PLACES[5 * number % len(PLACES)]}",
        }
        for number in range(len(USERS) * ALBUMS_PER_USER)
    ]


def photo_title_parts() -> str:
    """The parts as a JSON object with one list per line."""
    members = (f"  {json.dumps(name)}: {json.dumps(parts)}" for name, parts in PHOTO_TITLE_PARTS.items())
    return "{\n" + ",\n".join(members) + "\n}\n"
