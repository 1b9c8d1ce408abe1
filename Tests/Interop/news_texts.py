"""What stands in newsapi's articles, word by word, for tests to tell by themselves what a search must find."""

from __future__ import annotations

import functools
import re
import unicodedata

from news_client import Article

# Chinese is written without spaces, so that each character is a word.
WORD = re.compile(r"[\u3400-\u9fff]|[^\W\u3400-\u9fff_]+")
FIELDS = ("title", "description", "content")


@functools.lru_cache(maxsize=100_000)
def words(text: str) -> str:
    """The words of a text without case and accents, with a space before and after each."""
    parts = unicodedata.normalize("NFKD", text.lower())
    bare = "".join(part for part in parts if not unicodedata.combining(part))
    return f" {' '.join(WORD.findall(bare))} "


class Texts:
    """The searchable texts of an article; `"market" in texts` says whether the words stand there in a row."""

    def __init__(self, article: Article, fields: tuple[str, ...] = FIELDS) -> None:
        self._fields = [words(getattr(article, field) or "") for field in fields]

    def __contains__(self, phrase: str) -> bool:
        return any(words(phrase) in field for field in self._fields)

    def density(self, phrase: str) -> float:
        """How much of the texts the phrase makes up."""
        found = sum(field.count(words(phrase)) for field in self._fields)
        return found / max(1, sum(len(field.split()) for field in self._fields))
