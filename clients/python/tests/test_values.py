"""Moments and durations, and values of a newer server."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from mock_api_testing import values
from mock_api_testing.coding import decode, iso, milliseconds, moment, seconds


def test_newer_members_do_no_harm() -> None:
    clock = decode(values.Clock, {"now": "2026-06-01T08:00:00Z", "frozen": True, "rate": 1, "phase": "waxing"})
    assert clock == values.Clock(now=datetime(2026, 6, 1, 8, tzinfo=UTC), frozen=True, rate=1)


@pytest.mark.parametrize(
    ("time", "text"),
    [
        ("90s", "PT90S"),
        ("250ms", "PT0.250000S"),
        ("1h 30m", "PT5400S"),
        (timedelta(days=1, hours=1), "PT90000S"),
        ("PT15M", "PT15M"),
    ],
)
def test_durations(time: timedelta | str, text: str) -> None:
    assert iso(time) == text


def test_durations_as_numbers() -> None:
    assert (seconds("-1s"), seconds("1.5s"), seconds("2d"), seconds(None)) == (-1, 1.5, 172_800, None)
    assert (milliseconds("1m"), milliseconds(timedelta(seconds=2))) == (60_000, 2000)


@pytest.mark.parametrize("text", ["", "30", "s", "30 seconds", "1m1h", "PT15M"])
def test_what_is_no_duration_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a duration"):
        seconds(text)


def test_time_goes_forward() -> None:
    with pytest.raises(ValueError, match="forward only"):
        iso("-1s")


def test_moments() -> None:
    assert moment(datetime(2026, 6, 1, 8)) == "2026-06-01T08:00:00Z"
    east = timezone(timedelta(hours=2))
    assert moment(datetime(2026, 6, 1, 8, tzinfo=east)) == "2026-06-01T06:00:00Z"
