"""newsapi's headlines: 20 for each country and category, in pages, the newest first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from mock_server import MockServer
from news_client import (
    CATEGORIES, COUNTRIES, Article, NewsClient, in_one_minute, stopped_clock, without_sensors,
)  # fmt: skip
from news_texts import Texts

pytestmark = without_sensors


@pytest.fixture(scope="module")
def client(server: MockServer) -> Iterator[NewsClient]:
    with stopped_clock(server) as client:
        yield client


def urls(articles: list[Article]) -> list[str]:
    return [article.url for article in articles]


@pytest.mark.parametrize("country", COUNTRIES)
def test_headlines_of_a_country(client: NewsClient, country: str) -> None:
    for category in CATEGORIES:
        page = client.headlines(country=country, category=category)
        total = 38 if (country, category) == ("us", "general") else 20
        assert (page.totalResults, len(page.articles)) == (total, 20), category


def test_documented_page(client: NewsClient) -> None:
    """The document's own example, which asks for nothing but the country."""
    pages = in_one_minute(lambda: [client.headlines(country="us", page=page) for page in (1, 2, 3)])
    assert [(page.totalResults, len(page.articles)) for page in pages] == [(38, 20), (38, 18), (38, 0)]
    assert len({url for page in pages for url in urls(page.articles)}) == 38


def test_a_country_alone_is_its_front_page(client: NewsClient) -> None:
    for country in ("us", "sa", "br"):
        alone, general = in_one_minute(
            lambda: [client.headlines(country=country), client.headlines(country=country, category="general")]
        )
        assert alone == general


def test_a_category_alone_is_of_all_countries(client: NewsClient) -> None:
    for category in CATEGORIES:
        total = 20 * len(COUNTRIES) + (18 if category == "general" else 0)
        assert client.headlines(category=category).totalResults == total


PAGES = [
    ("", 20),
    ("page=1", 20),
    ("page=2", 18),
    ("page=3", 0),
    ("pageSize=1", 1),
    ("pageSize=1&page=38", 1),
    ("pageSize=1&page=39", 0),
    ("pageSize=7&page=6", 3),
    ("pageSize=19&page=2", 19),
    ("pageSize=37&page=2", 1),
    ("pageSize=38", 38),
    ("pageSize=38&page=2", 0),
    ("pageSize=100", 38),
    ("pageSize=100&page=2", 0),
    ("pageSize=100&page=1000000", 0),
    ("pageSize=100&page=9223372036854775807", 0),
    ("pageSize=&page=", 20),
]


@pytest.mark.parametrize(("query", "count"), PAGES)
def test_a_page(client: NewsClient, query: str, count: int) -> None:
    page = client.headlines(f"country=us&{query}")
    assert (page.totalResults, len(page.articles)) == (38, count)


@pytest.mark.parametrize("size", [1, 3, 20, 33, 100])
def test_pages_are_parts_of_the_whole(client: NewsClient, size: int) -> None:
    def read() -> tuple[list[Article], list[Article]]:
        pages = [client.headlines(country="us", pageSize=size, page=page).articles for page in range(1, 38 // size + 3)]
        return client.headlines(country="us", pageSize=100).articles, [each for page in pages for each in page]

    whole, parts = in_one_minute(read)
    assert parts == whole


@pytest.mark.parametrize(
    "query",
    [
        "country=xx",
        "country=usa",
        "country=%F0%9F%8C%B1",
        "country=us'--",
        "country=xx&category=general",
        "category=nada",
        "country=us&category=nada",
        "country=us&category=%25",
        "country=xx&q=library",
        "country=us&q=zzzzqqqq",
        "q=zzzzqqqq",
    ],
)
def test_nothing_found(client: NewsClient, query: str) -> None:
    assert client.headlines(query) == client.headlines(country="xx")
    assert client.headlines(query).totalResults == 0


@pytest.mark.parametrize(
    ("shouted", "plain"),
    [
        ("country=US", "country=us"),
        ("country=Us&category=SPORTS", "country=us&category=sports"),
        ("category=Health", "category=health"),
        ("sources=CNN,Bbc-News", "sources=cnn,bbc-news"),
        ("country=GB&q=LIBRARY", "country=gb&q=library"),
        ("country=+us+&category=%20sports", "country=us&category=sports"),
    ],
)
def test_case_and_blanks_do_not_matter(client: NewsClient, shouted: str, plain: str) -> None:
    answers = in_one_minute(lambda: [client.headlines(query) for query in (shouted, plain)])
    assert answers[0] == answers[1] and answers[0].totalResults > 0


@pytest.mark.parametrize(
    "query",
    ["country=us", "country=il&category=science", "category=sports", "q=library", "sources=cnn,der-tagesspiegel"],
)
def test_newest_first(client: NewsClient, query: str) -> None:
    times = [article.publishedAt for article in client.headlines(f"pageSize=100&{query}").articles]
    assert len(set(times)) > 1
    assert all(one >= next_one for one, next_one in pairwise(times))


@pytest.mark.parametrize("ids", ["cnn", "der-tagesspiegel", "cnn,bbc-news", "nrk,,%20aftenposten,", "el-mundo"])
def test_headlines_of_sources(client: NewsClient, ids: str) -> None:
    wanted = {name for name in ids.replace("%20", "").split(",") if name}
    page = client.headlines(f"sources={ids}&pageSize=100")
    found = {article.source.id for article in page.articles}
    assert page.totalResults == len(page.articles)
    # The index lists el-mundo for a country that has no headlines.
    assert found == (set() if ids == "el-mundo" else wanted)


@pytest.mark.parametrize(
    "narrowing", ["", "country=us", "country=us&category=sports", "category=science", "sources=bbc-sport"]
)
def test_a_search_in_headlines(client: NewsClient, narrowing: str) -> None:
    """A word narrows what is there without it; without a category that is the headlines of all of them."""
    is_of_one = "category" in narrowing or "sources" in narrowing
    lists = [narrowing] if is_of_one else [f"{narrowing}&category={category}" for category in CATEGORIES]

    def read() -> tuple[list[Article], list[Article]]:
        return [each for query in lists for each in all_pages(client, query)], all_pages(client, f"{narrowing}&q=city")

    headlines, found = in_one_minute(read)
    expected = {article.url for article in headlines if "city" in Texts(article)}
    assert {article.url for article in found} == expected and 0 < len(expected) < len(headlines)


def all_pages(client: NewsClient, query: str) -> list[Article]:
    total = client.headlines(f"{query}&pageSize=1").totalResults
    pages = [client.headlines(f"{query}&pageSize=100&page={page}") for page in range(1, total // 100 + 2)]
    articles = [article for page in pages for article in page.articles]
    assert len(articles) == total
    return articles
