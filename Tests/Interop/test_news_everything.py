"""newsapi's search over all articles: what narrows it, the order of what it finds, and its pages."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import pairwise

import pytest

from mock_server import MockServer
from news_client import (
    ANYTHING, LANGUAGES, MOMENT, Article, NewsClient, in_one_minute, stopped_clock, without_sensors,
)  # fmt: skip
from news_texts import Texts

pytestmark = without_sensors

@pytest.fixture(scope="module")
def client(server: MockServer) -> Iterator[NewsClient]:
    with stopped_clock(server) as client:
        yield client


@pytest.fixture(scope="module")
def everything(news_by_language: dict[str, list[Article]]) -> dict[str, Article]:
    """All articles by their addresses."""
    return {article.url: article for articles in news_by_language.values() for article in articles}


@pytest.mark.parametrize("ids", ["cnn", "cnn,bbc-news", "ansa, Les-Echos"])
def test_sources(client: NewsClient, everything: dict[str, Article], ids: str) -> None:
    wanted = {name.strip().lower() for name in ids.split(",")}
    found = {article.url for article in client.all_pages(sources=ids, sortBy="popularity")}
    assert found == {url for url, article in everything.items() if article.source.id in wanted} and found


DOMAINS = [
    ("cnn.com", {"CNN"}),
    ("CNN.com", {"CNN"}),
    # A source tells its country's news in its country's language.
    ("cnnespanol.cnn.com", set()),
    ("rt.com", {"RT"}),
    ("businessinsider.com", {"Business Insider", "Business Insider (UK)"}),
    ("uk.businessinsider.com", {"Business Insider (UK)"}),
    ("ansa.it,spiegel.de,%20lesechos.fr", {"ANSA.it", "Spiegel Online", "Les Echos"}),
    ("king5.com", {"KING5.com"}),
    ("blue-mesa-dispatch.example", {"Blue Mesa Dispatch"}),
    ("nn.com", set()),
    ("com", None),
    ("nada.example", set()),
    ("%25", set()),
    ("cnn_com", set()),
    ("_nn.com", set()),
]


@pytest.mark.parametrize(("domains", "names"), DOMAINS)
def test_domains(client: NewsClient, everything: dict[str, Article], domains: str, names: set[str] | None) -> None:
    """A domain stands for its subdomains too, and for nothing else."""
    found = client.everything(f"domains={domains}&pageSize=100")
    left = client.everything(f"q={ANYTHING}&excludeDomains={domains}")
    assert found.totalResults + left.totalResults == len(everything)
    if names is not None:
        assert {article.source.name for article in found.articles} == names
        assert found.totalResults == sum(article.source.name in names for article in everything.values())


def test_languages(
    client: NewsClient, news_by_language: dict[str, list[Article]], everything: dict[str, Article]
) -> None:
    """Each article is of one language."""
    total = client.everything(q=ANYTHING, pageSize=1).totalResults
    assert sum(len(articles) for articles in news_by_language.values()) == len(everything) == total


SCRIPTS = {
    "ar": "\u0600-\u06ff",
    "ud": "\u0600-\u06ff",
    "he": "\u0590-\u05ff",
    "ru": "\u0400-\u04ff",
    "zh": "\u4e00-\u9fff",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_its_script(news_by_language: dict[str, list[Article]], language: str) -> None:
    first, last = SCRIPTS.get(language, "A-\u017f").split("-")
    assert len(news_by_language[language]) >= 100
    for article in news_by_language[language]:
        letters = [letter for letter in article.title if letter.isalpha()]
        assert sum(first <= letter <= last for letter in letters) > len(letters) / 2, article.title


def written(moment: datetime, form: str) -> str:
    """The moment as a parameter's value."""
    if form == "date":
        return moment.strftime("%Y-%m-%d")
    if form == "no zone":
        return moment.strftime("%Y-%m-%dT%H:%M:%S")
    if form == "offset":
        return (moment + timedelta(hours=2)).strftime("%Y-%m-%dT%H:%M:%S+02:00")
    if form == "encoded offset":
        return (moment + timedelta(hours=5, minutes=30)).strftime("%Y-%m-%dT%H:%M:%S%%2B05:30")
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


@pytest.mark.parametrize("form", ["date", "no zone", "offset", "encoded offset", "UTC"])
@pytest.mark.parametrize("hours", [3, 30, 200])
def test_from_and_to(client: NewsClient, form: str, hours: int) -> None:
    """Both ends count, a date as the whole day; what is between two moments is neither before nor after them."""
    later = MOMENT - timedelta(hours=hours)
    start, end = later - timedelta(hours=26), later
    first, last = (f"{moment:%Y-%m-%dT%H:%M:%SZ}" for moment in (start, end))
    if form == "date":
        first, last = f"{start:%Y-%m-%d}T00:00:00Z", f"{end:%Y-%m-%d}T23:59:59Z"

    def read() -> tuple[list[Article], list[Article]]:
        # The articles of one language, since all of them take long to fetch.
        query = f"q={ANYTHING}&language=zh"
        between = f"{query}&from={written(start, form)}&to={written(end, form)}"
        return pages(client, query), pages(client, between)

    everything, between = in_one_minute(read)
    assert between == [article for article in everything if first <= article.publishedAt <= last]
    assert 0 < len(between) < len(everything) or form == "date"


def pages(client: NewsClient, query: str) -> list[Article]:
    first = client.everything(query)
    further = range(2, first.totalResults // 100 + 2)
    return first.articles + [each for page in further for each in client.everything(f"{query}&page={page}").articles]


def test_both_ends_count(client: NewsClient) -> None:
    def read() -> tuple[Article, list[Article]]:
        newest = client.everything(q="library", pageSize=30).articles[-1]
        moment = newest.publishedAt
        return newest, client.everything(f"q=library&from={moment}&to={moment}").articles

    article, found = in_one_minute(read)
    assert article in found and {each.publishedAt for each in found} == {article.publishedAt}


@pytest.mark.parametrize("order", ["", "&sortBy=publishedAt"])
def test_newest_first(client: NewsClient, order: str) -> None:
    times = [article.publishedAt for article in client.everything(f"q=library{order}").articles]
    assert len(times) == 100 and all(one >= next_one for one, next_one in pairwise(times))


def test_most_relevant_first(client: NewsClient) -> None:
    """What has the word more often, for its length, comes before what has it once in a long text."""
    articles = client.all_pages(q="library", sortBy="relevancy")
    densities = [Texts(article).density("library") for article in articles]
    tenth = len(articles) // 10
    assert sum(densities[:tenth]) > 1.5 * sum(densities[-tenth:])


@pytest.mark.parametrize("order", ["popularity", "relevancy", "publishedAt"])
@pytest.mark.parametrize("size", [17, 50, 100])
def test_pages_are_parts_of_the_whole(client: NewsClient, order: str, size: int) -> None:
    total = client.everything(q="clock OR comet", pageSize=1).totalResults

    def read() -> tuple[list[str], list[str]]:
        def page(number: int, size: int) -> list[str]:
            found = client.everything(q="clock OR comet", sortBy=order, pageSize=size, page=number)
            assert found.totalResults == total
            return [article.url for article in found.articles]

        wholes = [page(number, 100) for number in range(1, total // 100 + 2)]
        parts = [page(number, size) for number in range(1, total // size + 2)]
        assert [len(part) for part in parts] == [size] * (total // size) + [total % size]
        return [url for part in parts for url in part], [url for whole in wholes for url in whole]

    parts, whole = in_one_minute(read)
    assert parts == whole and len(set(parts)) == total


def test_popularity_lasts(client: NewsClient) -> None:
    """It is the articles' own, so that a search for other words does not change their order."""
    some = [article.url for article in client.all_pages(q="clock", sortBy="popularity")]
    more = [article.url for article in client.all_pages(q="clock OR comet", sortBy="popularity")]
    assert some == [url for url in more if url in set(some)] and len(more) > len(some)
