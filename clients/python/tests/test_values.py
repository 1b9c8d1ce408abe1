"""The typed values have the members that the document has, no less and no more."""

from __future__ import annotations

import dataclasses
import typing
from datetime import UTC, datetime, timedelta, timezone
from typing import Any, Required

import pytest
from documented import answer, body, resolved, schema

from mock_api_testing import journal_values, stream_values, values, wishes
from mock_api_testing.coding import camel, decode, duration, moment

RESULTS: list[tuple[type, dict[str, Any]]] = [
    (values.Health, schema("Health")),
    (values.Clock, schema("Clock")),
    (values.WorldInfo, schema("World")),
    (values.Welcome, schema("Welcome")),
    (values.Api, answer("welcome", "apis")),
    (values.Call, answer("listCalls", "calls")),
    (values.DocumentList, schema("DocumentList")),
    (values.Document, answer("listDocuments", "documents")),
    (values.ConnectAddresses, schema("ConnectAddresses")),
    (values.ConnectUrl, answer("connectAddresses", "urls")),
    (values.ConnectPlace, schema("ConnectPlace")),
    (values.Tls, answer("connectAddresses", "tls")),
    (values.Authority, answer("connectAddresses", "tls", "authority")),
    (values.Snapshot, schema("Snapshot")),
    (values.Table, answer("listTables", "tables")),
    (values.Rows, answer("listRows")),
    (values.FaultRecord, schema("FaultRecord")),
    (values.FaultSet, schema("FaultSet")),
    (values.FaultType, answer("listFaultTypes", "types")),
    (values.FaultField, answer("listFaultTypes", "types", "fields")),
    (values.Token, answer("mintToken")),
    (values.TokenFacts, answer("inspectToken")),
    (values.UpcomingEvent, schema("UpcomingEvent")),
    (values.Upcoming, answer("listUpcoming")),
    (values.IssuedToken, schema("Token")),
    (values.RateLimit, schema("RateLimit")),
    (values.LimitedClient, answer("getRateLimit", "clients")),
    (journal_values.Summary, schema("Summary")),
    (journal_values.Entry, schema("Entry")),
    (journal_values.Request, answer("getRequest", "request")),
    (journal_values.Response, answer("getRequest", "response")),
    (journal_values.TouchedBy, answer("getRequest", "faults")),
    (journal_values.Deviation, answer("getRequest", "deviations")),
    (journal_values.Journal, answer("listRequests")),
    (journal_values.WorldName, answer("listRequests", "world")),
    (journal_values.Count, answer("countRequests")),
    (journal_values.Verification, answer("verifyRequests")),
    (journal_values.Expected, schema("Expected")),
    (journal_values.Activity, schema("Activity")),
    (journal_values.Device, schema("Device")),
    (journal_values.Comparison, schema("Comparison")),
    (journal_values.ComparedOperation, answer("explainRequest", "operations")),
    (journal_values.ComparedFault, answer("explainRequest", "faults")),
    (journal_values.Explanation, answer("explainRequest")),
    (journal_values.Replay, answer("replayRequest")),
    (journal_values.Nearest, answer("verifyRequests", "nearest")),
    (stream_values.Socket, schema("Socket")),
    (stream_values.HeartBeat, answer("getSocket", "heartBeat")),
    (stream_values.SocketSubscription, answer("getSocket", "subscriptions")),
    (stream_values.Traffic, schema("Traffic")),
    (stream_values.Broker, answer("getBroker")),
    (stream_values.Subscription, answer("getBroker", "subscriptions")),
    (stream_values.Queue, answer("getBroker", "queues")),
    (stream_values.Simulation, answer("listSimulations", "simulations")),
    (stream_values.SensorList, schema("SensorList")),
    (stream_values.Greenhouse, answer("listSensors", "greenhouses")),
    (stream_values.Sensor, schema("ControlledSensor")),
    (stream_values.SetValue, answer("listSensors", "greenhouses", "sensors", "set")),
    (stream_values.Scenario, schema("Scenario")),
]

NOT_OF_THE_DOCUMENT = {journal_values.Event}


def members(part: dict[str, Any]) -> set[str]:
    """The members that a schema has. The document has a colon here and there that YAML takes for a member."""
    return {name for name, member in part["properties"].items() if name != "" and member is not None}


@pytest.mark.parametrize(("kind", "part"), RESULTS, ids=lambda part: getattr(part, "__name__", ""))
def test_members_of_answers(kind: Any, part: dict[str, Any]) -> None:
    fields = dataclasses.fields(kind)
    assert {camel(field.name) for field in fields} == members(part)
    required = {
        camel(field.name)
        for field in fields
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
    }
    assert required <= set(part.get("required", [])), "may be missing in an answer, so it needs a default"


def test_every_typed_value_is_compared() -> None:
    modules = (values, journal_values, stream_values)
    typed = {
        kind
        for module in modules
        for kind in vars(module).values()
        if isinstance(kind, type) and dataclasses.is_dataclass(kind) and kind.__module__ == module.__name__
    }
    assert typed - {kind for kind, _ in RESULTS} == NOT_OF_THE_DOCUMENT


@pytest.mark.parametrize(
    ("kind", "part"),
    [
        (wishes.FaultWish, schema("FaultWish")),
        (wishes.FaultMatch, schema("FaultMatch")),
        (wishes.JournalMatch, schema("JournalMatch")),
    ],
)
def test_members_of_wishes(kind: Any, part: dict[str, Any]) -> None:
    assert {camel(name) for name in typing.get_type_hints(kind)} == members(part)


def test_query_of_the_journal_is_its_match_without_body() -> None:
    match = typing.get_type_hints(wishes.JournalMatch).keys()
    assert match - typing.get_type_hints(wishes.JournalQuery).keys() == {"body"}


def test_faults_take_what_the_document_says() -> None:
    documented = {}
    for part in schema("Fault")["oneOf"]:
        part = resolved(part)
        documented[part["properties"]["type"]["const"]] = (members(part), set(part["required"]))
    typed = {}
    for kind in typing.get_args(wishes.Fault):
        hints = typing.get_type_hints(kind, include_extras=True)
        required = {name for name, hint in hints.items() if kind.__total__ or typing.get_origin(hint) is Required}
        for name in typing.get_args(typing.get_type_hints(kind)["type"]):
            typed[name] = (set(hints), required)
    assert typed == documented


def test_making_a_world_takes_what_the_document_says() -> None:
    assert members(schema("WorldWish")) == {"id", "name", "from", "clock", "randomSeed"}
    assert members(schema("ClockChange")) == {"freeze", "set", "advance", "rate", "reset"}
    assert members(schema("ScenarioToAdd")) == {
        "type",
        "greenhouse",
        "sensor",
        "durationSeconds",
        "intensity",
        "startsInSeconds",
    }
    assert members(schema("SensorValueToSet")) == {"value", "durationSeconds"}
    assert members(body("mintToken")) == {"api", "account", "session", "expiresIn", "claims"}
    assert members(body("publishMessage")) == {"destination", "body", "contentType", "headers"}
    assert members(body("kickSocket")) == {"code", "reason", "abort"}
    assert members(body("setRateLimit")) == {"off", "authenticated", "anonymous"}
    assert members(body("waitForRequests")) == {"match", "atLeast", "timeoutMilliseconds"}


def test_newer_members_do_no_harm() -> None:
    clock = decode(values.Clock, {"now": "2026-06-01T08:00:00Z", "frozen": True, "rate": 1, "phase": "waxing"})
    assert clock == values.Clock(now=datetime(2026, 6, 1, 8, tzinfo=UTC), frozen=True, rate=1)


@pytest.mark.parametrize(
    ("time", "text"),
    [
        (90, "PT90S"),
        (0.25, "PT0.250000S"),
        (timedelta(days=1, hours=1), "PT90000S"),
        ("PT15M", "PT15M"),
    ],
)
def test_durations(time: timedelta | float | str, text: str) -> None:
    assert duration(time) == text


def test_time_goes_forward() -> None:
    with pytest.raises(ValueError, match="forward only"):
        duration(-1)


def test_moments() -> None:
    assert moment(datetime(2026, 6, 1, 8)) == "2026-06-01T08:00:00Z"
    east = timezone(timedelta(hours=2))
    assert moment(datetime(2026, 6, 1, 8, tzinfo=east)) == "2026-06-01T06:00:00Z"
