"""newsapi as time passes: news come, stay for two days and leave; and no client keeps an answer from before."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from itertools import pairwise

import pytest

from html_page import Page
from mock_server import MockServer
from news_client import (
    CATEGORIES, LANGUAGES, MOMENT, Article, NewsClient, error, set_clock, stopped_clock, without_sensors,
)  # fmt: skip
from news_texts import Texts

pytestmark = without_sensors

DAY = timedelta(days=1)
LISTS = [("us", "general"), ("fr", "science"), ("jp", "sports"), ("sa", "technology")]
# What newsapi.org sends with every answer.
UNCACHED = {"cache-control": "no-cache", "pragma": "no-cache", "expires": "-1", "x-cached-result": "false"}


@pytest.fixture(scope="module")
def client(server: MockServer) -> Iterator[NewsClient]:
    with stopped_clock(server) as client:
        yield client


@pytest.fixture(autouse=True)
def back_in_time(client: NewsClient) -> Iterator[None]:
    yield
    set_clock(client.server, MOMENT)


def headlines(client: NewsClient, place: tuple[str, str]) -> dict[str, Article]:
    """The headlines of a country and category by their addresses."""
    country, category = place
    return {each.url: each for each in client.headlines(country=country, category=category, pageSize=100).articles}


@pytest.mark.parametrize(
    "target",
    [
        "/v2/top-headlines?country=us",
        "/v2/everything?q=library",
        "/v2/sources?",
        "/v2/top-headlines?",
        "/v2/everything?q=a&pageSize=0",
        "/v2/nada?",
        "/media/sources/cnn?",
        "/media/news/us/general/1?",
    ],
)
def test_no_client_keeps_a_response(server: MockServer, target: str) -> None:
    for key in ("&apiKey=any", "&apiKey=invalid", ""):
        answer = server.request("GET", target + key)
        if answer.status == 200 or target.startswith("/v2"):
            assert answer.headers.items() >= UNCACHED.items(), answer
    again = server.request("GET", f"{target}&apiKey=any", headers={"If-None-Match": "*"})
    if again.status == 304:
        assert again.headers.items() >= UNCACHED.items()


def is_documented(url: str) -> bool:
    """Whether it is one of the two articles that the document shows, which come back every day."""
    return url.endswith(("/us/general/1", "/us/general/2"))


@pytest.mark.parametrize("place", LISTS, ids="-".join)
def test_a_share_is_new_each_day(client: NewsClient, place: tuple[str, str]) -> None:
    """Half of what stood there a day ago has left, what stays is unchanged, and nothing is left after three days."""
    before = headlines(client, place)
    for days in range(1, 10):
        set_clock(client.server, MOMENT + days * DAY)
        after = headlines(client, place)
        assert len(after) == len(before)
        stays = [url for url in before if url in after and before[url] == after[url]]
        documented = {url for url in after if is_documented(url)}
        assert len(before) / 3 < len(stays) < len(before) * 2 / 3
        if days % 3 == 0:
            old = headlines_at(client, place, days - 3)
            assert set(old) & set(after) == documented
        set_clock(client.server, MOMENT + days * DAY)
        before = after


def headlines_at(client: NewsClient, place: tuple[str, str], days: int) -> dict[str, Article]:
    set_clock(client.server, MOMENT + days * DAY)
    return headlines(client, place)


@pytest.mark.parametrize("place", LISTS, ids="-".join)
def test_something_is_new_in_every_part_of_the_day(client: NewsClient, place: tuple[str, str]) -> None:
    """The new one is the newest, the one that leaves was the oldest."""
    lists = []
    for hours in range(0, 49, 6):
        set_clock(client.server, MOMENT + timedelta(hours=hours))
        lists.append([article for article in headlines(client, place).values() if not is_documented(article.url)])
    for before, after in pairwise(lists):
        urls = {article.url for article in before}
        fresh = [article for article in after if article.url not in urls]
        assert fresh and after[: len(fresh)] == fresh
        assert after[len(fresh) :] == before[: len(after) - len(fresh)]
        assert all(article.publishedAt > before[0].publishedAt for article in fresh)


@pytest.mark.parametrize("place", LISTS, ids="-".join)
def test_titles_differ_in_a_list_at_any_time(client: NewsClient, place: tuple[str, str]) -> None:
    for hours in range(0, 24 * 30, 67):
        set_clock(client.server, MOMENT + timedelta(hours=hours))
        titles = [article.title for article in headlines(client, place).values()]
        assert len(set(titles)) == len(titles)


def test_the_same_moment_has_the_same_news(client: NewsClient) -> None:
    """Whatever was read before, and at whichever times."""
    targets = ["/v2/top-headlines?country=se", "/v2/everything?q=bitcoin%20OR%20library&sortBy=relevancy"]
    first = [client.ask(*target.split("?")).body for target in targets]
    for days in (1, 80_000):
        set_clock(client.server, MOMENT + days * DAY)
        assert [client.ask(*target.split("?")).body for target in targets] != first
        assert 9_000 < client.everything(q="-zzzzqqqq", pageSize=1).totalResults < 14_000
    set_clock(client.server, MOMENT)
    assert [client.ask(*target.split("?")).body for target in targets] == first


def test_a_page_outlives_its_headline(client: NewsClient) -> None:
    """An app that keeps an address finds the same article there, once it is published."""
    server = client.server
    article = client.headlines(country="ie", category="health").articles[0]
    path = article.url.removeprefix(server.base_url)
    for days in (1, 40, 4000):
        set_clock(server, MOMENT + days * DAY)
        answer = server.request("GET", path)
        page = Page(answer.body.decode())
        assert (answer.status, page.text("h1")) == (200, article.title)
        assert page.attributes("time")[0]["datetime"] == article.publishedAt
    set_clock(server, MOMENT - DAY)
    assert server.request("GET", path).status == 404


SEARCHES = "bitcoin apple tesla covid AI climate football elections google microsoft crypto inflation movie".split()


@pytest.mark.parametrize("days", [0, 3, 100])
def test_common_searches_find_something(client: NewsClient, days: int) -> None:
    """In English, whatever the day."""
    set_clock(client.server, MOMENT + days * DAY)
    for word in SEARCHES:
        found = client.everything(q=word, language="en").articles
        assert found and all(word in Texts(article) for article in found), word


def test_names_are_found_in_every_language(client: NewsClient) -> None:
    for word in ("bitcoin", "apple", "tesla", "covid", "AI"):
        for language in LANGUAGES:
            assert client.everything(q=word, language=language).totalResults > 0, (word, language)


def test_a_language_alone(client: NewsClient) -> None:
    """What newsapi-python and the newsapi package of npm send when no more is asked for."""
    total = 0
    for language in LANGUAGES:
        page = client.headlines(language=language, pageSize=100)
        assert page.totalResults >= 20 * len(CATEGORIES)
        total += page.totalResults
    assert total == sum(client.headlines(category=each, pageSize=1).totalResults for each in CATEGORIES)


def test_a_language_filters(client: NewsClient) -> None:
    assert client.headlines(country="us", language="en") == client.headlines(country="us")
    assert client.headlines(country="us", language="de").totalResults == 0
    swiss, all_german = (client.headlines(category="sports", language="de", country=each) for each in ("ch", ""))
    assert swiss.totalResults == 20 and all_german.totalResults == 60
    assert client.headlines(q="football", language="en").totalResults > 0


@pytest.mark.parametrize(("alias", "name"), [("se", "sv"), ("cn", "zh"), ("SE", "sv"), ("EN", "en")])
def test_a_language_by_another_name(client: NewsClient, alias: str, name: str) -> None:
    """newsapi-python allows them all."""
    assert client.headlines(language=alias) == client.headlines(language=name)
    assert client.everything(q="-zzzz", language=alias) == client.everything(q="-zzzz", language=name)
    assert client.sources(language=alias) == client.sources(language=name)


def test_an_unknown_language(client: NewsClient) -> None:
    for path in ("/v2/top-headlines", "/v2/everything"):
        assert error(client.ask(path, q="a", language="xx")).code == "parameterInvalid"


def test_a_search_in_titles_alone(client: NewsClient) -> None:
    wide = {each.url: each for each in client.all_pages(q="market", sortBy="popularity")}
    narrow = {each.url for each in client.all_pages(qInTitle="market", sortBy="popularity")}
    assert narrow == {url for url, each in wide.items() if "market" in Texts(each, ("title",))}
    assert 0 < len(narrow) < len(wide)
    both = {each.url for each in client.all_pages(q="clock", qInTitle="market", sortBy="popularity")}
    assert both == {url for url in narrow if "clock" in Texts(wide[url])} and both
    headlines = client.headlines(qInTitle="market", pageSize=100).articles
    assert headlines and all("market" in Texts(each, ("title",)) for each in headlines)
    assert error(client.ask("/v2/everything", qInTitle="a" * 501)).code == "parameterInvalid"
    assert error(client.ask("/v2/top-headlines", qInTitle="((")).code == "parameterInvalid"


SPORTS = {"us": {"Riverside Otters", "Cedar Park Herons"}, "de": {"SV Eisvogel", "TSV Haubentaucher"}}


@pytest.mark.parametrize("country", SPORTS)
def test_clubs_play_and_do_nothing_else(client: NewsClient, country: str) -> None:
    """An organization appears where it fits; content is what there is of the text."""
    for category in CATEGORIES:
        for days in (0, 3, 9):
            set_clock(client.server, MOMENT + days * DAY)
            texts = " ".join(each.content or "" for each in headlines(client, (country, category)).values())
            found = {club for club in SPORTS[country] if club in texts}
            assert not found or category == "sports", category
