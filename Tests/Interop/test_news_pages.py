"""The pages that newsapi's articles and sources link to, which need nothing from anywhere else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from html_page import Page
from mock_server import MockServer
from news_client import LANGUAGES, Article, NewsClient, stopped_clock, without_sensors
from png_file import read_chunks

pytestmark = without_sensors

HTML = "text/html; charset=utf-8"
RIGHT_TO_LEFT = {"ar", "he", "ud"}
# newsapi's own code for Urdu is not the standard's.
TAGS = {"ud": "ur"}
SAMPLE = 5


@pytest.fixture(scope="module")
def client(server: MockServer) -> Iterator[NewsClient]:
    with stopped_clock(server) as client:
        yield client


@pytest.fixture(scope="module")
def sample(client: NewsClient) -> dict[str, list[Article]]:
    """The most popular articles of each language, always the same ones."""
    return {
        language: client.everything(q="-zzzzqqqq", language=language, sortBy="popularity", pageSize=SAMPLE).articles
        for language in LANGUAGES
    }


def read(server: MockServer, address: str, status: int = 200, host: str | None = None) -> Page:
    """A page that names nothing outside the server."""
    origin = f"http://{host}" if host else server.base_url
    headers = {"Host": host} if host else {}
    answer = server.request("GET", address.removeprefix(origin), headers=headers)
    assert (answer.status, answer.headers["content-type"]) == (status, HTML), address
    page = Page(answer.body.decode())
    for found in page.addresses:
        assert found.startswith((f"{origin}/", "data:")) or found.startswith("/") and found[1:2] != "/", found
    assert not page.attributes("script") and not page.attributes("base")
    assert {"charset": "utf-8"} in page.attributes("meta")
    return page


def assert_language(page: Page, language: str) -> None:
    direction = "rtl" if language in RIGHT_TO_LEFT else "ltr"
    assert page.attributes("html") == [{"lang": TAGS.get(language, language), "dir": direction}]


def assert_png(server: MockServer, address: str) -> None:
    answer = server.request("GET", address.removeprefix(server.base_url))
    assert (answer.status, answer.headers["content-type"]) == (200, "image/png")
    [header, *_] = read_chunks(answer.body)
    assert header[1][:8] == (1200).to_bytes(4, "big") + (675).to_bytes(4, "big")


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_of_articles(server: MockServer, sample: dict[str, list[Article]], language: str) -> None:
    assert len(sample[language]) == SAMPLE
    for article in sample[language]:
        page = read(server, article.url)
        assert_language(page, language)
        assert page.text("title") == page.text("h1") == article.title
        assert page.attributes("time")[0]["datetime"] == article.publishedAt
        for text in (article.author, article.description, article.source.name):
            assert text is None or text in page.text("main")
        images = [each["src"] for each in page.attributes("img")]
        assert images == ([article.urlToImage] if article.urlToImage else [])
        for address in images:
            assert_png(server, address)


def test_the_sample_has_articles_with_and_without_pictures(sample: dict[str, list[Article]]) -> None:
    pictures = [article.urlToImage for articles in sample.values() for article in articles]
    assert None in pictures and any(pictures) and len(pictures) == SAMPLE * len(LANGUAGES)


def test_the_page_goes_on_where_content_ends(server: MockServer, sample: dict[str, list[Article]]) -> None:
    """The content that is cut off after 200 characters stands on the page as a whole."""
    for article in (article for articles in sample.values() for article in articles if article.content):
        content, cut, _ = (article.content or "").partition("… [+")
        text = " ".join(read(server, article.url).text("main").split())
        assert " ".join(content.split()) in text and (not cut or len(text) > len(content))


def test_the_documented_articles(server: MockServer, client: NewsClient) -> None:
    """Those whose content says another length than their text has."""
    articles = client.headlines(country="us", pageSize=100).articles
    documented = [article for article in articles if article.author in ("Story by Reuters", "KING 5 Staff")]
    assert len(documented) == 2
    for article in documented:
        page = read(server, article.url)
        assert page.text("h1") == article.title
        assert [each["src"] for each in page.attributes("img")] == [article.urlToImage]


def test_pages_of_sources(server: MockServer, client: NewsClient) -> None:
    sources = client.sources()
    headlines = set()
    for source in sources:
        page = read(server, source.url)
        assert_language(page, source.language)
        assert page.text("title") == page.text("h1") == source.name and source.description in page.text("main")
        headlines |= {link["href"] for link in page.attributes("a")}
    assert len(sources) > 100 and len(headlines) > 100


@pytest.mark.parametrize("name", ["cnn", "bbc-sport", "xinhua-net", "lenta"])
def test_a_source_lists_its_headlines(server: MockServer, client: NewsClient, name: str) -> None:
    [source] = [source for source in client.sources() if source.id == name]
    articles = client.headlines(sources=name, pageSize=100).articles
    links = [link["href"] for link in read(server, source.url).attributes("a")]
    assert sorted(links) == sorted(article.url for article in articles) and links
    for link in links:
        read(server, link)


@pytest.mark.parametrize("host", ["newsapi.org", "10.0.2.2:3000"])
def test_pages_follow_the_host(server: MockServer, host: str) -> None:
    article = NewsClient(server, host=host).headlines(country="us").articles[0]
    assert article.url.startswith(f"http://{host}/")
    assert read(server, article.url, host=host).text("h1") == article.title


PLACES = ["0", "-1", "999", "x", "1.0", "1e0", "9" * 20, "%31%20", "%D9%A1"]
# The same number in another writing is no address of an article.
PLACES += ["01", "+1", "%2B1", "-0"]
UNKNOWN = [
    *(f"/media/news/us/general/{place}" for place in PLACES),
    "/media/news/xx/general/1",
    "/media/news/us/nada/1",
    "/media/news/US/general/1",
    "/media/news/us/general'--/1",
    "/media/sources/nada",
    "/media/sources/CNN",
    "/media/sources/%25",
    "/media/sources/" + "a" * 3000,
]


@pytest.mark.parametrize("path", UNKNOWN, ids=[f"{path:.40}" for path in UNKNOWN])
def test_an_unknown_page(server: MockServer, path: str) -> None:
    page = read(server, path, 404)
    assert page.text("h1") and not page.attributes("img")


HOSTILE = [
    "<script>alert(1)<%2Fscript>",
    "<b>x",
    "x&lt;b&gt;&amp;",
    "\"onload='x'",
    "%3Cscript%3Ealert(1)%3C%2Fscript%3E",
    "%22%27%26",
]


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("path", ["/media/sources/{}", "/media/news/us/general/{}", "/media/news/{}/general/1"])
def test_an_unknown_path_is_escaped(server: MockServer, path: str, name: str) -> None:
    """Elements and attributes are those of any missing page, and the path stands there as text."""
    target = path.format(name)
    page = read(server, target, 404)
    assert page.elements == read(server, "/media/sources/nada", 404).elements
    assert target in page.text("main")


def test_a_head_and_a_repeated_request(server: MockServer, client: NewsClient) -> None:
    path = client.headlines(country="us").articles[0].url.removeprefix(server.base_url)
    answer, head = server.request("GET", path), server.request("HEAD", path)
    assert (head.status, head.body, head.headers["content-type"]) == (200, b"", HTML)
    again = server.request("GET", path, headers={"If-None-Match": answer.headers["etag"]})
    assert again.status in (200, 304) and (again.body == b"" or again.status == 200)
