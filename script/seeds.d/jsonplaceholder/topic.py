"""What people write about: the parts that posts and their comments are put together from."""

from __future__ import annotations

from typing import NamedTuple


def lines(text: str) -> tuple[str, ...]:
    """The lines of `text` that are not blank, without indentation."""
    return tuple(line.strip() for line in text.splitlines() if line.strip())


def words(text: str) -> tuple[str, ...]:
    """The comma-separated items of `text`, which may run over several lines."""
    return tuple(" ".join(item.split()) for item in text.split(","))


class Subject(NamedTuple):
    """What one post is about: `name` follows "the" in a sentence, `detail` is a sentence of this post alone."""

    name: str
    title: str = ""
    detail: str = ""


class Topic(NamedTuple):
    """Subjects of a kind, with sentences that suit them all; `{name}` stands for the name of the subject."""

    subjects: tuple[Subject, ...]
    questions: tuple[str, ...]
    tips: tuple[str, ...]
    stories: tuple[str, ...]
    openings: tuple[str, ...] = ()
    middles: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()


def topic(subjects: str, **sentences: str) -> Topic:
    """A topic from text: one subject per line, as `name | title | detail`, and one sentence per line."""
    rows = (Subject(*(part.strip() for part in line.split("|"))) for line in lines(subjects))
    return Topic(tuple(rows), **{kind: lines(text) for kind, text in sentences.items()})
