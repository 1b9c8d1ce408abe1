"""What apps rely on in newsapi's articles, checked on every one of all countries and categories."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from email.utils import parsedate_to_datetime

import pytest

from mock_server import MockServer
from news_client import (
    CATEGORIES, COUNTRIES, Article, Articles, NewsClient, decoded, stopped_clock, without_sensors,
)  # fmt: skip

pytestmark = without_sensors

PUBLISHED = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
DAY = timedelta(days=1)
# The Date header has no fractions, and may be of the second before.
CLOCK_SLACK = timedelta(seconds=2)


@dataclass(frozen=True)
class News:
    """All that there is: headlines by country and category, with the moment of asking, and everything at all."""

    lists: dict[tuple[str, str], tuple[datetime, list[Article]]]
    everything: list[Article]

    @property
    def headlines(self) -> list[Article]:
        return [article for _, articles in self.lists.values() for article in articles]


@pytest.fixture(scope="module")
def news(server: MockServer, news_by_language: dict[str, list[Article]]) -> News:
    everything = [article for articles in news_by_language.values() for article in articles]
    with stopped_clock(server) as client:
        return News(headlines_of_all(client), everything)


def headlines_of_all(client: NewsClient) -> dict[tuple[str, str], tuple[datetime, list[Article]]]:
    def headlines(country: str, category: str) -> tuple[datetime, list[Article]]:
        answer = client.ask("/v2/top-headlines", country=country, category=category, pageSize=100)
        asked = parsedate_to_datetime(answer.headers["date"])
        return asked, decoded(Articles, answer.json()).articles

    return {(country, category): headlines(country, category) for country in COUNTRIES for category in CATEGORIES}


def repeated(values: list[str]) -> list[str]:
    return [value for value, count in Counter(values).items() if count > 1]


def test_urls_are_unique(news: News) -> None:
    assert repeated([article.url for article in news.headlines]) == []
    assert repeated([article.url for article in news.everything]) == []


def test_headlines_are_among_everything(news: News) -> None:
    texts = {article.url: (article.source, article.title, article.content) for article in news.everything}
    assert len(texts) > len(news.headlines)
    for article in news.headlines:
        assert texts[article.url] == (article.source, article.title, article.content)


def test_titles_are_unique_in_a_list(news: News) -> None:
    """A documented app identifies articles by their titles."""
    found = {place: repeated([each.title for each in articles]) for place, (_, articles) in news.lists.items()}
    assert {place: titles for place, titles in found.items() if titles} == {}


def test_titles_fit_into_paths(news: News) -> None:
    """A documented app puts titles into the paths of its screens."""
    for article in news.everything:
        assert article.title.strip() == article.title != ""
        assert not set(article.title) & set("/?#%\\\r\n"), article.title


def test_urls_survive_being_decoded(news: News) -> None:
    """A documented app decodes addresses once too often."""
    for article in news.everything:
        assert not set(article.url) & set("%+ ?#") and article.url.isascii(), article.url


def test_texts_are_filled_in(news: News) -> None:
    for article in news.everything:
        texts = [article.title, article.author, article.description, article.content, article.source.name]
        assert not [text for text in texts if text is not None and (not text.strip() or set(text) & set("{}"))]
        assert article.source.id is None or re.fullmatch(r"[a-z0-9-]+", article.source.id)


def test_content_is_cut_off(news: News) -> None:
    """Beyond 200 characters the document has `… [+123 chars]`."""
    for article in news.everything:
        if article.content and len(article.content) > 200:
            assert re.fullmatch(r".{1,200}… \[\+[1-9]\d* chars\]", article.content, re.DOTALL), article.content


def test_moments_are_written_as_documented(news: News) -> None:
    for article in news.everything:
        assert PUBLISHED.fullmatch(article.publishedAt), article.publishedAt


def test_headlines_are_of_the_last_two_days(news: News) -> None:
    for asked, articles in news.lists.values():
        for article in articles:
            age = asked - moment(article)
            assert -CLOCK_SLACK <= age <= 2 * DAY + CLOCK_SLACK, article


def test_everything_is_of_the_last_month(news: News) -> None:
    [asked, *_] = [asked for asked, _ in news.lists.values()]
    ages = [asked - moment(article) for article in news.everything]
    assert max(ages) <= 31 * DAY and min(ages) >= -timedelta(minutes=5)
    assert max(ages) > 2 * DAY


def test_headlines_spread_over_the_day(news: News) -> None:
    """So that there is something new whenever an app is tried."""
    for (country, category), (asked, articles) in news.lists.items():
        recent = [article for article in articles if asked - moment(article) <= DAY / 4]
        assert 1 <= len(recent) <= len(articles) / 3, (country, category)
        today = [article for article in articles if asked - moment(article) <= DAY]
        assert len(articles) / 3 <= len(today) <= len(articles) * 2 / 3, (country, category)


@pytest.mark.parametrize("member", ["author", "description", "urlToImage", "content", "source.id"])
def test_a_null_occurs(news: News, member: str) -> None:
    """In some articles but not in most, so that apps meet both."""

    def value(article: Article) -> str | None:
        return article.source.id if member == "source.id" else getattr(article, member)

    nulls = [article for article in news.headlines if value(article) is None]
    assert nulls and len(nulls) < len(news.headlines)
    countries = {country for (country, _), (_, articles) in news.lists.items() if any(not value(a) for a in articles)}
    assert countries == set(COUNTRIES)


@pytest.mark.parametrize("host", [None, "localhost:{port}", "127.0.0.1:{port}", "10.0.2.2:{port}", "newsapi.org"])
def test_addresses_begin_with_the_origin(server: MockServer, host: str | None) -> None:
    """An emulator calls its computer 10.0.2.2; an app behind a proxy still says newsapi.org."""
    sent = None if host is None else host.format(port=server.port)
    client = NewsClient(server, host=sent)
    origin = f"http://{sent or f'127.0.0.1:{server.port}'}/"
    articles = client.headlines(country="us", pageSize=100).articles + client.everything(q="library").articles
    addresses = [article.url for article in articles] + [source.url for source in client.sources()]
    pictures = [article.urlToImage for article in articles if article.urlToImage]
    assert pictures and all(address.startswith(origin) for address in addresses + pictures)


HOSTILE_HOSTS = [
    'a"b',
    "<x>",
    "zq'b",
    "zq\\b",
    "zq b",
    "zq/../b",
    "zq@b",
    "zqé",
    "zq?b",
    "zq#b",
    "z" * 300,
]


@pytest.mark.parametrize("host", HOSTILE_HOSTS)
def test_a_hostile_host_stays_outside(server: MockServer, host: str) -> None:
    client = NewsClient(server, host=host)
    for path in ("/v2/top-headlines?country=us", "/v2/sources", "/v2/everything?q=library", "/media/news/us/general/1"):
        answer = client.ask(*path.split("?"))
        assert answer.status in (200, 400, 403)
        assert host.encode() not in answer.body and host.encode("latin-1") not in answer.body


def moment(article: Article) -> datetime:
    return datetime.strptime(article.publishedAt, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=timezone.utc)
