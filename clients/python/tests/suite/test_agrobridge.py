"""AgroBridge, tests 1 to 6 of the suite."""

from __future__ import annotations

from datetime import timedelta

import pytest

from mock_api_testing import World

from .agrobridge_app import AgroBridge, AgroBridgeError, User


@pytest.fixture
def app(mock_world: World) -> AgroBridge:
    return AgroBridge(mock_world.url("agrobridge"))


def test_signs_in(app: AgroBridge) -> None:
    assert app.sign_in() == User("user_123", "usuario@example.com", "Juan Pérez", "admin")
    assert app.token


def test_wrong_password_is_refused(app: AgroBridge) -> None:
    with pytest.raises(AgroBridgeError) as refused:
        app.sign_in(password="wrong")
    assert (refused.value.status, refused.value.code) == (401, "AUTH_FAILED")


def test_created_lote_is_read_back(app: AgroBridge) -> None:
    app.sign_in()
    lote = app.create_lote("Lote Nuevo", "Zona Norte", "Café", 10)
    assert app.lote(lote.id) == lote
    assert lote in app.lotes()


@pytest.mark.mock_api(frozen_at="2026-06-01T08:00:00Z")
def test_token_ends_with_its_life(app: AgroBridge, mock_world: World) -> None:
    app.sign_in()
    life = mock_world.tokens.inspect(app.token).expires_in
    assert life is not None
    mock_world.clock.advance(timedelta(seconds=life - 1))
    assert app.lotes()
    mock_world.clock.advance("1s")
    with pytest.raises(AgroBridgeError) as refused:
        app.lotes()
    assert refused.value.status == 401


@pytest.mark.mock_api(frozen_at="2026-06-01T08:00:00Z")
def test_rate_limit_is_over_after_retry_after(app: AgroBridge, mock_world: World) -> None:
    user = app.sign_in()
    mock_world.rate_limits.exhaust("agrobridge", account=user.id)
    with pytest.raises(AgroBridgeError) as refused:
        app.lotes()
    assert refused.value.status == 429
    assert 0 < refused.value.retry_after <= 60
    mock_world.clock.advance(timedelta(seconds=refused.value.retry_after))
    assert app.lotes()


@pytest.mark.mock_api(
    faults=[{"fault": {"type": "status", "status": 503}, "match": {"path": "/v1/lotes/lote_1"}, "times": 1}]
)
def test_retry_after_one_503(app: AgroBridge, mock_world: World) -> None:
    app.sign_in()
    with pytest.raises(AgroBridgeError) as refused:
        app.lote("lote_1")
    assert refused.value.status == 503
    assert app.lote("lote_1").nombre == "Lote Norte"
    tries = mock_world.requests.list(path="/v1/lotes/lote_1")
    assert [one.status for one in tries] == [503, 200]
    assert [fault.type for fault in tries[0].faults] == ["status"]
