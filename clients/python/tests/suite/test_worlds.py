"""All APIs, test 25 of the suite."""

from __future__ import annotations

from mock_api_testing import MockServer, World

from .agrobridge_app import AgroBridge


def test_snapshot_brings_the_world_back(mock_world: World, mock_server: MockServer) -> None:
    with mock_server.worlds.make("the other world") as other:
        app = AgroBridge(mock_world.url("agrobridge"))
        app.sign_in()
        elsewhere = AgroBridge(other.url("agrobridge"))
        elsewhere.sign_in()
        mock_world.snapshots.take("before")

        lote = app.create_lote("Lote Nuevo", "Zona Norte", "Café", 10)
        assert lote in app.lotes()
        assert lote.id not in {one.id for one in elsewhere.lotes()}

        mock_world.snapshots.restore("before")
        assert lote.id not in {one.id for one in app.lotes()}
        assert lote.id not in {one.id for one in elsewhere.lotes()}
