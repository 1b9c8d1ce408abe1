"""Between the server's JSON, with names like `basePath`, and Python's values, with names like `base_path`."""

from __future__ import annotations

import dataclasses
import re
import types
import typing
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any, TypeVar
from urllib.parse import parse_qsl

T = TypeVar("T")


@typing.dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(dataclasses.field,))
def value(kind: type[T]) -> type[T]:
    """Marks a typed value: a frozen data class."""
    return dataclasses.dataclass(frozen=True, slots=True, kw_only=True)(kind)


def camel(name: str) -> str:
    """The document's name of a member: `base_path` is `basePath`, `from_` is `from`."""
    first, *rest = name.rstrip("_").split("_")
    return first + "".join(word.capitalize() for word in rest)


def operation(text: str) -> dict[str, Any]:
    """The conditions of text such as `GET /v1/lotes?page=2`."""
    found = re.fullmatch(r"([A-Za-z]+) (/[^\s?]*)(?:\?(\S+))?", text.strip())
    if found is None:
        raise ValueError(f"{text!r} is no request; write its method and its path, such as 'GET /v1/lotes'")
    method, path, query = found.groups()
    return filled({"method": method.upper(), "path": path, "query": dict(parse_qsl(query)) if query else None})


def filled(members: Mapping[str, Any]) -> dict[str, Any]:
    """A body or query for a call. Members that are None are left out, moments are written as RFC 3339 has them."""
    return {name: plain(member) for name, member in members.items() if member is not None}


def matching(match: Mapping[str, Any]) -> dict[str, Any]:
    """Conditions of the journal with the document's names."""
    return filled({camel(name): member for name, member in match.items()})


def plain(member: Any) -> Any:
    """A value as JSON has it."""
    return moment(member) if isinstance(member, datetime) else member


def moment(time: datetime | str) -> str:
    """A moment in RFC 3339. One without a time zone is taken as UTC."""
    if isinstance(time, str):
        return time
    aware = time if time.tzinfo else time.replace(tzinfo=UTC)
    return aware.astimezone(UTC).isoformat().replace("+00:00", "Z")


def length(time: timedelta | str) -> timedelta:
    """A duration: a timedelta, or text such as `30s`, `1h 30m`, `250ms` or `-1s`."""
    if isinstance(time, timedelta):
        return time
    if isinstance(time, int | float):
        raise TypeError(f"{time} is not a duration: a number has no unit; write '{time:g}s' or '{time:g}ms'")
    parts = _DURATION.fullmatch(time.strip()) if isinstance(time, str) else None
    if parts is None or not any(parts.group(*_UNITS)):
        raise ValueError(f"{time!r} is not a duration; write text such as '30s', '5m' or '1h 30m', or a timedelta")
    found = timedelta(**{name: float(parts[name]) for name in _UNITS if parts[name]})
    return -found if parts["sign"] else found


_UNITS = ("days", "hours", "minutes", "seconds", "milliseconds")
_DURATION = re.compile(
    r"(?P<sign>-)?\s*"
    + r"\s*".join(
        f"(?:(?P<{name}>[0-9]+(?:\\.[0-9]+)?){unit})?"
        for name, unit in zip(_UNITS, ("d", "h", "m", "s", "ms"), strict=True)
    )
)


def seconds(time: timedelta | str | None) -> float | None:
    """A duration in seconds, for a call that takes a number."""
    return None if time is None else _number(length(time) / timedelta(seconds=1))


def milliseconds(time: timedelta | str | None) -> float | None:
    """A duration in milliseconds, for a call that takes a number."""
    return None if time is None else _number(length(time) / timedelta(milliseconds=1))


def _number(count: float) -> float:
    return int(count) if count == int(count) else count


def iso(time: timedelta | str | None) -> str | None:
    """A duration in ISO 8601. Text that is ISO 8601 already stays as it is."""
    if time is None or (isinstance(time, str) and time.startswith("P")):
        return time
    passed = length(time)
    if passed < timedelta(0):
        raise ValueError(f"time goes forward only; {time} is negative. Use clock.set(now=...) to go back")
    text = f"PT{passed // timedelta(seconds=1)}"
    return f"{text}.{passed.microseconds:06}S" if passed.microseconds else f"{text}S"


def decode(kind: type[T], value: Any) -> T:
    """Reads a typed value. Members that the kit does not know are left out, so that a newer server does no harm."""
    result: T = _decode(kind, value)
    return result


def _decode(kind: Any, value: Any) -> Any:
    if value is None or kind is Any:
        return value
    if kind is datetime:
        return datetime.fromisoformat(value)
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        read = {}
        for name, json_name, member in _members(kind):
            if json_name in value:
                read[name] = _decode(member, value[json_name])
        return kind(**read)
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (types.UnionType, typing.Union):
        known = [argument for argument in arguments if argument is not types.NoneType]
        return _decode(known[0], value) if len(known) == 1 else value
    if origin is list:
        return [_decode(arguments[0], element) for element in value]
    if origin is dict:
        return {name: _decode(arguments[1], element) for name, element in value.items()}
    return value


@cache
def _members(kind: type) -> list[tuple[str, str, Any]]:
    """Name, name in the document, and type of each member of a typed value."""
    hints = typing.get_type_hints(kind)
    return [(field.name, camel(field.name), hints[field.name]) for field in dataclasses.fields(kind)]
