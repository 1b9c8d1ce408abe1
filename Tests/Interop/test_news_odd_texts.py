"""A world that shares articles finds in stories and names of any kind what it finds in articles of its own."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

from mock_server import MockServer
from news_worlds import World, store_all

SEEDS = Path(__file__).parents[2] / "Seeds"
MOMENT = "2026-03-04T10:30:00Z"
# Where the words of a story's parts are not those of its text: a word goes over from one part to the next, a name is
# empty or begins with an accent, ideographs and control characters stand beside names, a placeholder has no name.
ODD_STORIES = [
    ("{city}{person}!", "x{city}y {person}{organization} {nobody}z", ["a{number}b {nobody}", "{number}{number}"]),
    ("pre{nobody}fix {city}\u0301 e", "\u0301{city} 城{city}市 {person}ー", ["\u0001{city}\u0002{person}\u0003", ""]),
    ("“{city}” — {organization}…", "{city}", ["{city}" + "{person}x " * 60, "end {number}"]),
    ("城市{city}新闻", "é{person}é {number}%", ["word" * 60 + " {city}", "{city}"]),
    ("{number}", "", ["城" * 150 + "{city}" + "市" * 60]),
    ("plain words only", "other words", ["One, two; three. " * 11 + "almost {city}", "last {person}"]),
]
ODD_NAMES = ["", "Köln", "\u0301accent", "城", "two words", "a", "-dash-", "é", "0"]
ODD_SEARCHES = [
    "x", "xköln", "kolny", "prefix", '"prefix köln"', "köln", "城", '"城 市"', '"城 城"', "accent", "axy OR b",
    '"two words"', "5", '"a x"', "0", "wordword", "NOT 城", "e", "é", "dash -köln", "chars", '"two words x"', "almost", "words OR two",
    '"three one"', "ー OR end",
]  # fmt: skip


def test_odd_texts_are_found_as_in_articles_of_a_worlds_own(start: Callable[..., MockServer], tmp_path: Path) -> None:
    folder = Path(shutil.copytree(SEEDS, tmp_path / "seeds"))
    file = folder / "newsapi/countries.json"
    countries = [country for country in json.loads(file.read_text()) if country["code"] in ("us", "gb", "cn")]
    for country in countries:
        country["language"] = "en"
        country["cities"], country["people"] = ODD_NAMES, ODD_NAMES[1:]
        country["organizations"] = {"civic": ODD_NAMES[1:], "health": ["", "x"], "food": []}
    file.write_text(json.dumps(countries))
    file = folder / "newsapi/stories/en.json"
    stories = json.loads(file.read_text())
    odd = [{"title": title, "description": about, "paragraphs": texts} for title, about, texts in ODD_STORIES]
    stories["categories"] = {name: odd for name in stories["categories"]}
    file.write_text(json.dumps(stories))
    server = start("--seeds", str(folder), "--sensor-interval", "off")
    shared, own = worlds = [World(server, name, MOMENT) for name in ("shared", "own")]
    store_all(own, "us")
    searches = [f"q={quote(search)}&pageSize=100" for search in ODD_SEARCHES]
    searches += [f"{search}&sortBy=relevancy{field}" for search in searches for field in ("", "&searchIn=content")]
    targets = [f"/v2/everything?apiKey=any&{search}" for search in searches]
    assert [target for target in targets if shared.get(target) != own.get(target)] == []
    assert [world.stored() > 0 for world in worlds] == [False, True]
    found = [json.loads(shared.get(target))["totalResults"] for target in targets[: len(ODD_SEARCHES)]]
    assert sum(count > 0 for count in found) > len(found) * 3 // 4
