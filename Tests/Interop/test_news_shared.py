"""Worlds share all articles of an edition. Each finds what it finds in articles of its own, and edits are its own."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote

import pytest

from mock_server import MockServer
from news_client import MOMENT, without_sensors
from news_worlds import World, store_all

pytestmark = without_sensors

# One that any search finds: it says nothing that an answer shows, unless it is sorted by popularity.
EDITED_COUNTRY = "ma"
MOMENTS = [MOMENT.strftime("%Y-%m-%dT%H:%M:%SZ"), "2026-03-05T23:59:00Z", "1971-01-01T00:00:00Z"]
SEARCHES = [
    "q=city", "q=the", "q=the&sortBy=relevancy", "q=market%20clock&sortBy=relevancy", "q=NOT%20the&sortBy=relevancy",
    "q=city%20-library&sortBy=relevancy", "q=(bridge%20OR%20%22old%20market%22)%20NOT%20(city%20AND%20%22town%20hall%22)"
    "&sortBy=relevancy", "q=library%20OR%20museum&sortBy=relevancy&pageSize=20&page=3", "q=chars&sortBy=relevancy",
    "q=%22in%20the%22&searchIn=title,content&sortBy=relevancy", "q=caf%C3%A9&sortBy=relevancy", "q=CAFE",
    "q=de&qInTitle=la&sortBy=relevancy", f"q={quote('实验 医院')}&sortBy=relevancy", f"q={quote('المدينة')}&sortBy=relevancy",
    f"q={quote('אוניברסיטת OR קבוצת')}&sortBy=relevancy", f"q={quote('ö OR å OR Zürich')}&sortBy=relevancy",
    f"q={quote('й')}", f"q={quote('новый OR города')}&sortBy=relevancy", "q=s&sortBy=relevancy", "q=1&sortBy=relevancy",
    "q=zzzzqqqq&sortBy=relevancy", "sources=cnn,bbc-news", "domains=com", "domains=cnn.com&sortBy=relevancy",
    "q=city&excludeDomains=com&sortBy=relevancy", "q=city&language=en&from=2026-03-01&to=2026-03-03&sortBy=relevancy",
    "q=a&page=9223372036854775807",
]  # fmt: skip
TARGETS = [f"/v2/everything?apiKey=any&{search}" for search in SEARCHES] + [
    "/v2/top-headlines?apiKey=any&category=sports&pageSize=100",
    "/v2/top-headlines?apiKey=any&language=he&pageSize=100",
    "/v2/top-headlines?apiKey=any&q=city&pageSize=100",
    "/v2/top-headlines?apiKey=any&sources=cnn",
    "/media/sources/cnn",
]


@pytest.fixture
def worlds(server: MockServer) -> Iterator[list[World]]:
    made = [World(server, f"news-{index}", MOMENTS[0]) for index in range(2)]
    yield made
    for world in made:
        world.delete()


def cut_words(world: World) -> list[str]:
    """Searches for the ends of contents, most of which end inside of a word."""
    articles = json.loads(world.get("/v2/everything?apiKey=any&q=chars&pageSize=100"))["articles"]
    ends = [re.search(r"(\w+)… \[\+(\d+) chars]$", article["content"]) for article in articles]
    words = [(end[1], f'"{end[1]} {end[2]} chars"', end[2]) for end in ends if end]
    assert len(words) > 10
    return [f"/v2/everything?apiKey=any&q={quote(word)}&sortBy=relevancy" for group in words[:4] for word in group]


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_world_finds_what_it_finds_in_articles_of_its_own(worlds: list[World], moment: str) -> None:
    shared, own = worlds
    for world in worlds:
        world.set_clock(moment)
    store_all(own, EDITED_COUNTRY)
    targets = TARGETS + cut_words(shared)
    different = [target for target in targets if shared.get(target) != own.get(target)]
    assert different == []
    assert shared.stored() == 0 < own.stored(country="us")
    found = [json.loads(shared.get(target))["totalResults"] for target in TARGETS[:-1]]
    assert sum(count > 0 for count in found) > len(found) // 2


def test_a_searching_world_stores_no_articles(worlds: list[World]) -> None:
    for world in worlds:
        world.get("/v2/everything?apiKey=any&q=city")
        assert world.stored() == 0
        world.get("/v2/top-headlines?apiKey=any&country=se")
        world.get("/v2/everything?apiKey=any&q=library")
        assert world.stored() == world.stored(country="se") > 0


def test_an_edit_is_found_in_its_world_alone(worlds: list[World]) -> None:
    edited, other = worlds
    target = "/v2/everything?apiKey=any&q=city&sortBy=popularity&pageSize=1"
    before = edited.get(target)
    assert other.get(target) == before
    article = json.loads(edited.get("/v2/everything?apiKey=any&q=city&pageSize=1"))["articles"][0]
    country, category, place = article["url"].split("/")[-3:]
    edited.get(f"/v2/top-headlines?apiKey=any&country={country}")
    where = {"country": country, "category": category, "place": int(place)}
    edited.control(
        "PATCH", "/_mock/data/newsapi_article", {"where": where, "set": {"popularity": 9_000_000, "title": "Edited"}}
    )
    assert json.loads(edited.get(target))["articles"][0]["title"] == "Edited"
    assert other.get(target) == before
    edited.control("POST", "/_mock/reset")
    edited.set_clock(MOMENTS[0])
    assert edited.get(target) == before


def test_worlds_that_begin_at_once_find_the_same(server: MockServer) -> None:
    moment = "2031-05-06T07:08:09Z"
    made = [World(server, f"at-once-{index}", moment) for index in range(8)]
    with ThreadPoolExecutor(len(made)) as pool:
        answers = list(pool.map(lambda world: world.get("/v2/everything?apiKey=any&q=city&sortBy=relevancy"), made))
    assert len(set(answers)) == 1 and json.loads(answers[0])["totalResults"] > 0
    assert [world.stored() for world in made] == [0] * len(made)
    for world in made:
        world.delete()
