"""What the generators of every API share."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta, timezone
from random import Random
from typing import Any, TypeVar

Record = dict[str, Any]
T = TypeVar("T")


def stream(name: str) -> Random:
    """A random source of its own for each file, so that a change to one file leaves the others alone."""
    return Random(f"2024/{name}")


def deal(rng: Random, items: Sequence[T]) -> Iterator[T]:
    """Endlessly deal `items`, reshuffled each time they run out: random, yet evenly spread."""
    while True:
        yield from rng.sample(items, len(items))


def utc(year: int, month: int, day: int) -> datetime:
    """The start of a day in UTC."""
    return datetime(year, month, day, tzinfo=timezone.utc)


def working_moment(rng: Random, day: datetime) -> datetime:
    """A moment of that day which falls in working hours in Mexico."""
    return utc(day.year, day.month, day.day) + timedelta(seconds=rng.randint(13 * 3600, 23 * 3600))


def iso(moment: datetime) -> str:
    """ISO 8601 with whole seconds, the only form that every client's decoder accepts."""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def parse(text: str) -> datetime:
    """The inverse of `iso`."""
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=timezone.utc)


def render(records: Sequence[Record]) -> str:
    """A JSON array with one record per line."""
    lines = (f"  {json.dumps(record, ensure_ascii=False)}" for record in records)
    return "[\n" + ",\n".join(lines) + "\n]\n"
