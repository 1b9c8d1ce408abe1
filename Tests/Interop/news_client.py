"""newsapi as a client written from its documentation sees it: the shapes of its answers, and how to ask.

Reading is strict, as generated clients read: a value that may be absent is `null`, never left out; nothing else may
be missing, of another type, or there in addition.
"""

from __future__ import annotations

import dataclasses
import functools
import types
import typing
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timezone
from time import time
from typing import Any, TypeVar
from urllib.parse import quote, urlencode

import pytest

from mock_server import MockServer, Response

# The documented ones, and at the end the one whose language is Urdu, which is documented as well.
COUNTRIES = (
    "ae ar at au be bg br ca ch cn co cu cz de eg fr gb gr hk hu id ie il in it jp kr lt lv ma mx my ng nl no nz ph pl "
    "pt ro rs ru sa se sg si sk th tr tw ua us ve za pk"
).split()
CATEGORIES = "business entertainment general health science sports technology".split()
LANGUAGES = "ar de en es fr he it nl no pt ru sv ud zh".split()

# A search that finds everything: what lacks a word that there is not. By language it is quicker to read.
ANYTHING = "-zzzzqqqq"

# When the tests read the news.
MOMENT = datetime(2026, 3, 4, 10, 30, tzinfo=timezone.utc)

# Jumps of the clock would make readings of sensors, which nobody looks at here. One mark, so that files share a server.
without_sensors = pytest.mark.parametrize("server", [["--sensor-interval", "off"]], indirect=True)

T = TypeVar("T")


@dataclass(frozen=True)
class ArticleSource:
    """Who published an article; no id when the index does not have it."""

    id: str | None
    name: str


@dataclass(frozen=True)
class Article:
    """A piece of news."""

    source: ArticleSource
    author: str | None
    title: str
    description: str | None
    url: str
    urlToImage: str | None
    publishedAt: str
    content: str | None


@dataclass(frozen=True)
class Articles:
    """A page of articles, and how many there are on all pages."""

    status: str
    totalResults: int
    articles: list[Article]


@dataclass(frozen=True)
class Source:
    """A publisher in the index."""

    id: str
    name: str
    description: str
    url: str
    category: str
    language: str
    country: str


@dataclass(frozen=True)
class Sources:
    """The index of publishers."""

    status: str
    sources: list[Source]


@dataclass(frozen=True)
class Error:
    """A refusal."""

    status: str
    code: str
    message: str


# Reading the hints takes longer than all else, and there are some ten thousand articles.
type_hints = functools.cache(typing.get_type_hints)


def decoded(kind: Any, value: Any, place: str = "body") -> Any:
    """The value as the type has it, of which every part is checked; `place` is where the value stands."""
    if dataclasses.is_dataclass(kind):
        assert isinstance(value, dict), f"{place} is no object: {value!r}"
        members = type_hints(kind)
        assert value.keys() == members.keys(), f"{place} has the members {sorted(value)}"
        return kind(**{name: decoded(part, value[name], f"{place}.{name}") for name, part in members.items()})
    if typing.get_origin(kind) is list:
        assert isinstance(value, list), f"{place} is no array: {value!r}"
        return [decoded(typing.get_args(kind)[0], each, f"{place}[{index}]") for index, each in enumerate(value)]
    choices = typing.get_args(kind) if isinstance(kind, types.UnionType) else (kind,)
    assert type(value) in choices, f"{place} is of another type: {value!r}"
    return value


@dataclass(frozen=True)
class NewsClient:
    """Asks for news. A query is given by name, or as text that is sent as it is."""

    server: MockServer
    key: str | None = "any-key"
    # What the header says, when it is another host than the one that is connected to.
    host: str | None = None

    def ask(self, path: str, query: str = "", **parameters: Any) -> Response:
        """The answer to any request."""
        parts = [query, urlencode(parameters, quote_via=quote)]
        target = f"{path}?{'&'.join(part for part in parts if part)}"
        headers = {} if self.host is None else {"Host": self.host}
        return self.server.request("GET", target, headers=headers | ({"X-Api-Key": self.key} if self.key else {}))

    def headlines(self, query: str = "", **parameters: Any) -> Articles:
        """The news of the day."""
        return self._read(Articles, self.ask("/v2/top-headlines", query, **parameters))

    def everything(self, query: str = "", **parameters: Any) -> Articles:
        """A search over all articles."""
        return self._read(Articles, self.ask("/v2/everything", query, **parameters))

    def sources(self, **parameters: Any) -> list[Source]:
        """The publishers that articles may be asked for by."""
        return self._read(Sources, self.ask("/v2/top-headlines/sources", **parameters)).sources

    def all_pages(self, **parameters: Any) -> list[Article]:
        """What a search finds on all of its pages."""
        articles: list[Article] = []
        while True:
            page = self.everything(page=len(articles) // 100 + 1, pageSize=100, **parameters)
            articles += page.articles
            if len(page.articles) < 100:
                assert len(articles) == page.totalResults
                return articles

    @staticmethod
    def _read(kind: type[T], answer: Response) -> T:
        assert (answer.status, answer.headers["content-type"]) == (200, "application/json; charset=utf-8"), answer
        result = decoded(kind, answer.json())
        assert result.status == "ok"
        return result


def error(answer: Response) -> Error:
    """The refusal that an answer is."""
    assert answer.status >= 400 and answer.headers["content-type"] == "application/json; charset=utf-8", answer
    refusal = decoded(Error, answer.json())
    assert refusal.status == "error" and refusal.message
    return refusal


def in_one_minute(work: Callable[[], T]) -> T:
    """Does what compares several answers, again if meanwhile the minute has passed in which articles are the same."""
    for _ in range(5):
        minute = time() // 60
        result = work()
        if time() // 60 == minute:
            return result
    raise AssertionError("five times a minute was not enough for a few requests")


def set_clock(server: MockServer, moment: datetime) -> None:
    """Stops the server's clock at a moment."""
    for change in ({"freeze": True}, {"set": moment.strftime("%Y-%m-%dT%H:%M:%SZ")}):
        assert server.request("PUT", "/_mock/clock", body=change).status == 200, change


@contextmanager
def stopped_clock(server: MockServer, moment: datetime = MOMENT) -> Iterator[NewsClient]:
    """A client of a server whose clock stands still meanwhile, since news come and go as time passes."""
    set_clock(server, moment)
    try:
        yield NewsClient(server)
    finally:
        assert server.request("PUT", "/_mock/clock", body={"reset": True}).status == 200
