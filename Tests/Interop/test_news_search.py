"""The language of newsapi's `q`, compared with the texts of all articles.

What a query must find is written beside it in Python, and what stands where is told by the tests themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from mock_server import MockServer
from news_client import LANGUAGES, Article, NewsClient, in_one_minute, stopped_clock, without_sensors
from news_texts import FIELDS, Texts

pytestmark = without_sensors

Has = Callable[[str], bool]


@pytest.fixture(scope="module")
def client(server: MockServer) -> Iterator[NewsClient]:
    with stopped_clock(server) as client:
        yield client


@pytest.fixture(scope="module")
def everything(news_by_language: dict[str, list[Article]]) -> dict[str, Article]:
    """All articles by their addresses."""
    return {article.url: article for articles in news_by_language.values() for article in articles}


@pytest.fixture(scope="module")
def texts(everything: dict[str, Article]) -> dict[str, Texts]:
    """The texts of all articles by the articles' addresses."""
    return {url: Texts(article) for url, article in everything.items()}


SEARCHES: list[tuple[str, Callable[[Has], bool]]] = [
    ("market", lambda has: has("market")),
    ("MarKet", lambda has: has("market")),
    ("market clock", lambda has: has("market") and has("clock")),
    ("  clock   market ", lambda has: has("market") and has("clock")),
    ("clock, market!", lambda has: has("market") and has("clock")),
    ('"market clock"', lambda has: has("market clock")),
    ('"market hall"', lambda has: has("market hall")),
    ('"hall market"', lambda has: has("hall market")),
    ('"market hall" clock', lambda has: has("market hall") and has("clock")),
    ('"Market, hall"', lambda has: has("market hall")),
    ("start-up", lambda has: has("start up")),
    ("+market", lambda has: has("market")),
    ("+market +clock", lambda has: has("market") and has("clock")),
    ("market -clock", lambda has: has("market") and not has("clock")),
    ("-clock market", lambda has: has("market") and not has("clock")),
    ('market -"market hall"', lambda has: has("market") and not has("market hall")),
    ("+library -students +city", lambda has: has("library") and has("city") and not has("students")),
    ("-library -market city", lambda has: has("city") and not has("library") and not has("market")),
    ("market AND clock", lambda has: has("market") and has("clock")),
    ("comet OR clock", lambda has: has("comet") or has("clock")),
    ("comet OR clock OR choir", lambda has: has("comet") or has("clock") or has("choir")),
    ("market NOT clock", lambda has: has("market") and not has("clock")),
    ("market AND NOT clock", lambda has: has("market") and not has("clock")),
    ("NOT clock", lambda has: not has("clock")),
    ("NOT NOT clock", lambda has: has("clock")),
    ("market AND (clock OR hall) NOT comet", lambda has: (
        has("market") and (has("clock") or has("hall")) and not has("comet"))),
    ("city AND (library OR comet) NOT students", lambda has: (
        has("city") and (has("library") or has("comet")) and not has("students"))),
    ("(comet OR clock) (market OR telescope)", lambda has: (
        (has("comet") or has("clock")) and (has("market") or has("telescope")))),
    ("NOT (market OR library) city", lambda has: has("city") and not has("market") and not has("library")),
    ("market -(clock OR vegetables)", lambda has: has("market") and not has("clock") and not has("vegetables")),
    ("((market))", lambda has: has("market")),
    ("market)", lambda has: has("market")),
    ("((market", lambda has: has("market")),
    (")market(", lambda has: has("market")),
    ("(comet OR clock", lambda has: has("comet") or has("clock")),
    ("market AND (clock", lambda has: has("market") and has("clock")),
    ('"market hall', lambda has: has("market hall")),
    ("market AND", lambda has: has("market")),
    ("OR market", lambda has: has("market")),
    ("market NOT", lambda has: has("market")),
    ("market -", lambda has: has("market")),
    ("market ()", lambda has: has("market")),
    ('market ""', lambda has: has("market")),
    ("bucherei", lambda has: has("Bücherei")),
    ("BÜCHEREI", lambda has: has("Bücherei")),
    ("bu\u0308cherei", lambda has: has("Bücherei")),
    ("ecole", lambda has: has("école")),
    ("panaderia OR niño", lambda has: has("panadería") or has("nino")),
    ('"panadería familiar"', lambda has: has("panaderia familiar")),
    ("plzen OR nis", lambda has: has("Plzeň") or has("Niš")),
    ("izmir", lambda has: has("izmir")),
    ("İzmir", lambda has: has("izmir")),
    ("Łódź", lambda has: has("Łódź")),
    ("tromsø", lambda has: has("Tromsø")),
    ("ТОМСК", lambda has: has("Томск")),
    ("图书馆", lambda has: has("图书馆")),
    ("天文台", lambda has: has("天文台")),
    ("实验 医院", lambda has: has("实验") and has("医院")),
    ("实验室 OR 医院", lambda has: has("实验室") or has("医院")),
    ('"自行车"', lambda has: has("自行车")),
    ("实验 -医院", lambda has: has("实验") and not has("医院")),
    ("تفتتح", lambda has: has("تفتتح")),
    ("المدينة", lambda has: has("المدينة")),
    ("קבוצת", lambda has: has("קבוצת")),
    ("zzzzqqqq", lambda has: False),
    ("zzzzqqqq OR clock", lambda has: has("clock")),
    ("zzzzqqqq AND clock", lambda has: False),
    ('"clock clock"', lambda has: False),
    ("title:clock", lambda has: has("title clock")),
    ("clo*", lambda has: has("clo")),
    ("NEAR(market clock)", lambda has: has("near") and has("market") and has("clock")),
    ("^market", lambda has: has("market")),
    ("newsapiarticle", lambda has: has("newsapiarticle")),
]
NOTHING = {
    '"hall market"',
    "zzzzqqqq",
    "zzzzqqqq AND clock",
    '"clock clock"',
    "title:clock",
    "clo*",
    "NEAR(market clock)",
    "newsapiarticle",
}


@pytest.mark.parametrize(("query", "expected"), SEARCHES, ids=[query for query, _ in SEARCHES])
def test_a_search(client: NewsClient, texts: dict[str, Texts], query: str, expected: Callable[[Has], bool]) -> None:
    # What finds nearly everything is quicker to read by language.
    parts = [{"language": each} for each in LANGUAGES] if query == "NOT clock" else [{}]
    found = {article.url for part in parts for article in client.all_pages(q=query, sortBy="popularity", **part)}
    assert found == {url for url, text in texts.items() if expected(text.__contains__)}
    assert bool(found) == (query not in NOTHING) and len(found) < len(texts)


def test_a_plus_that_is_not_encoded(client: NewsClient) -> None:
    """Many apps send it as it is, which means a space."""
    plain, encoded = in_one_minute(
        lambda: [client.everything("q=+market+clock"), client.everything("q=%2Bmarket%20%2Bclock")]
    )
    assert plain == encoded and plain.totalResults > 0


@pytest.mark.parametrize(
    "fields", ["title", "description", "content", "title,content", "content, TITLE", ",".join(FIELDS)]
)
def test_where_to_search(client: NewsClient, everything: dict[str, Article], fields: str) -> None:
    chosen = tuple(field.strip().lower() for field in fields.split(","))
    narrowed = {url: Texts(article, chosen) for url, article in everything.items()}
    with_city = {url for url, text in narrowed.items() if "city" in text}
    with_library = {url for url, text in narrowed.items() if "library" in text}
    for query, expected in [("city", with_city), ("city -library", with_city - with_library)]:
        found = {article.url for article in client.all_pages(q=query, searchIn=fields, sortBy="popularity")}
        assert found == expected and found
