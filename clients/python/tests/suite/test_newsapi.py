"""newsapi, tests 22 to 24 of the suite."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import requests

from mock_api_testing import World

MOMENT = datetime(2026, 6, 1, 8, tzinfo=UTC)


@pytest.fixture
def headlines(mock_world: World) -> str:
    return mock_world.url("newsapi") + "/top-headlines"


def test_headlines_of_a_country(headlines: str) -> None:
    response = requests.get(headlines, params={"country": "us"}, headers={"X-Api-Key": "any"}, timeout=10).json()
    assert response["status"] == "ok"
    assert response["articles"] and all(article["title"] for article in response["articles"])


def test_missing_key(headlines: str) -> None:
    response = requests.get(headlines, params={"country": "us"}, timeout=10)
    assert (response.status_code, response.json()["code"]) == (401, "apiKeyMissing")


@pytest.mark.mock_api(frozen_at=MOMENT)
def test_no_article_is_from_the_future(headlines: str) -> None:
    query: dict[str, str | int] = {"country": "us", "pageSize": 100, "apiKey": "any"}
    articles = requests.get(headlines, params=query, timeout=10).json()["articles"]
    assert articles
    assert max(datetime.fromisoformat(article["publishedAt"]) for article in articles) <= MOMENT
