"""Between the server's JSON, with names like `basePath`, and Python's values, with names like `base_path`."""

from __future__ import annotations

import dataclasses
import types
import typing
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")


@typing.dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(dataclasses.field,))
def value(kind: type[T]) -> type[T]:
    """Marks a typed value: a frozen data class."""
    return dataclasses.dataclass(frozen=True, slots=True, kw_only=True)(kind)


def camel(name: str) -> str:
    """The document's name of a member: `base_path` is `basePath`, `from_` is `from`."""
    first, *rest = name.rstrip("_").split("_")
    return first + "".join(word.capitalize() for word in rest)


def wish(**members: Any) -> dict[str, Any]:
    """A body for a call. Members that are None are left out."""
    return {camel(name): plain(member) for name, member in members.items() if member is not None}


def plain(member: Any) -> Any:
    """A value as JSON has it: moments as RFC 3339 writes them, durations as ISO 8601."""
    if isinstance(member, datetime):
        return moment(member)
    return duration(member) if isinstance(member, timedelta) else member


def moment(time: datetime | str) -> str:
    """A moment in RFC 3339. One without a time zone is taken as UTC."""
    if isinstance(time, str):
        return time
    aware = time if time.tzinfo else time.replace(tzinfo=UTC)
    return aware.astimezone(UTC).isoformat().replace("+00:00", "Z")


def duration(time: timedelta | float | str) -> str:
    """A duration in ISO 8601. Numbers are seconds."""
    if isinstance(time, str):
        return time
    length = time if isinstance(time, timedelta) else timedelta(seconds=time)
    if length < timedelta(0):
        raise ValueError(f"time goes forward only; {time} is negative. Use clock.set(now=...) to go back")
    text = f"PT{length // timedelta(seconds=1)}"
    return f"{text}.{length.microseconds:06}S" if length.microseconds else f"{text}S"


def decode(kind: type[T], answer: Any) -> T:
    """Reads a typed value. Members that the kit does not know are left out, so that a newer server does no harm."""
    result: T = _decode(kind, answer)
    return result


def _decode(kind: Any, answer: Any) -> Any:
    if answer is None or kind is Any:
        return answer
    if kind is datetime:
        return datetime.fromisoformat(answer)
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        read = {}
        for name, json_name, member in _members(kind):
            if json_name in answer:
                read[name] = _decode(member, answer[json_name])
        return kind(**read)
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (types.UnionType, typing.Union):
        known = [argument for argument in arguments if argument is not types.NoneType]
        return _decode(known[0], answer) if len(known) == 1 else answer
    if origin is list:
        return [_decode(arguments[0], element) for element in answer]
    if origin is dict:
        return {name: _decode(arguments[1], element) for name, element in answer.items()}
    return answer


@cache
def _members(kind: type) -> list[tuple[str, str, Any]]:
    """Name, name in the document, and type of each member of a typed value."""
    hints = typing.get_type_hints(kind)
    return [(field.name, camel(field.name), hints[field.name]) for field in dataclasses.fields(kind)]
