"""What must hold of the data before they are written."""

from __future__ import annotations

import re
from collections.abc import Sequence

from common import Record, parse, utc

from .bloques import FIRST_HASH, block_hash
from .lotes import DOCUMENTED
from .productores import OPTIONAL

PRODUCTOR_STATES = {"activo", "inactivo", "suspendido"}
LOTE_STATES = {"activo", "inactivo", "en_preparacion", "en_cosecha"}
EVENT_ORDER = ("registro", "siembra", "riego", "fertilizacion", "cosecha", "inspeccion", "certificacion")
DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


def check(productores: Sequence[Record], lotes: Sequence[Record], bloques: Sequence[Record]) -> None:
    """Raise AssertionError unless the demo data set keeps every promise made about it."""
    check_productores(productores)
    check_lotes(lotes, {productor["id"]: productor for productor in productores})
    check_bloques(bloques, {lote["id"]: lote for lote in lotes})


def unique(values: Sequence[str]) -> bool:
    """Whether no value occurs twice."""
    return len(set(values)) == len(values)


def numbered(records: Sequence[Record], prefix: str, count: int) -> bool:
    """Whether the ids run from prefix_1 to prefix_count in order."""
    return [record["id"] for record in records] == [f"{prefix}_{number}" for number in range(1, count + 1)]


def check_productores(productores: Sequence[Record]) -> None:
    """Counts, shapes and uniqueness of the producers."""
    assert numbered(productores, "prod", 248)
    allowed = {"id", "nombre", "estado", *OPTIONAL}
    assert all({"id", "nombre", "estado"} <= record.keys() <= allowed for record in productores)
    states = [record["estado"] for record in productores]
    assert set(states) == PRODUCTOR_STATES
    assert states.count("activo") > 200 and states.count("inactivo") > states.count("suspendido") > 1
    assert unique([record["nombre"] for record in productores])
    patterns = {
        "email": r"[a-z.]+@example\.com",
        "telefono": r"\+52 \d{3} \d{3} \d{4}",
        "direccion": r"[^,]+ \d+, Col\. [^,]+, [^,]+, [^,]+",
        "documentoIdentidad": r"[A-Z]{4}\d{6}[HM][A-Z]{5}0\d",
    }
    for field, pattern in patterns.items():
        values = [record[field] for record in productores if field in record]
        assert unique(values), f"{field} repeats"
        assert all(re.fullmatch(pattern, value) for value in values), f"{field} is malformed"
        assert 1 <= len(productores) - len(values) <= 10, f"{field} should be absent on a handful"
    juan = productores[0]
    assert (juan["nombre"], juan["email"], juan["telefono"]) == ("Juan Pérez", "juan@example.com", "+52 999 123 4567")


def check_lotes(lotes: Sequence[Record], productores: dict[str, Record]) -> None:
    """Counts, shapes and references of the lotes."""
    assert numbered(lotes, "lote", 164)
    assert tuple(lotes[:2]) == DOCUMENTED
    states = [record["estado"] for record in lotes]
    assert set(states) == LOTE_STATES and states.count("activo") == 156
    assert unique([record["nombre"] for record in lotes])
    assert 17 <= len({record["tipoCultivo"] for record in lotes}) <= 20
    assert 48 <= sum("notas" in record for record in lotes) <= 62
    assert 35 <= sum("fechaActualizacion" in record for record in lotes) <= 47
    assert 3 <= sum("productorId" not in record for record in lotes) <= 10
    assert sum(record.get("productorId") == "prod_1" for record in lotes) == 3
    for record in lotes:
        area = record["areaHectareas"]
        assert 0.5 <= area <= 120 and area == round(area, 2)
        assert all(DATE.fullmatch(record[field]) for field in record if field.startswith("fecha"))
        created = parse(record["fechaCreacion"])
        assert utc(2023, 1, 1) <= created < utc(2025, 1, 1)
        if "fechaActualizacion" in record:
            assert created < parse(record["fechaActualizacion"]) < utc(2025, 1, 1)
        if "productorId" in record:
            owner = productores[record["productorId"]]
            state = record["ubicacion"].split(", ")[1]
            assert owner["estado"] == "activo" and owner["direccion"].endswith(f", {state}")


def check_bloques(bloques: Sequence[Record], lotes: dict[str, Record]) -> None:
    """Links, order and certificates of the chain."""
    assert numbered(bloques, "bloque", 260)
    previous_hash, previous_time = FIRST_HASH, ""
    kinds_of: dict[str, list[str]] = {}
    for record in bloques:
        lote, data = lotes[record["loteId"]], record["data"]
        assert record["previousHash"] == previous_hash and record["hash"] == block_hash(record)
        assert DATE.fullmatch(record["timestamp"])
        assert record["timestamp"] >= previous_time and record["timestamp"] >= lote["fechaCreacion"]
        assert all(isinstance(value, str) for value in data.get("metadata", {}).values())
        kinds_of.setdefault(lote["id"], []).append(data["tipo"])
        previous_hash, previous_time = record["hash"], record["timestamp"]
    for kinds in kinds_of.values():
        places = [EVENT_ORDER.index(kind) for kind in kinds]
        assert places[0] == 0 and unique(kinds) and places == sorted(places)

    certificates = [record for record in bloques if record["data"]["tipo"] == "certificacion"]
    assert len(certificates) == 89 and unique([record["loteId"] for record in certificates])
    assert all(lotes[record["loteId"]]["estado"] == "activo" for record in certificates)
    assert all(record["data"]["metadata"].keys() == {"organismo", "folio", "vigencia"} for record in certificates)
    assert unique([record["data"]["metadata"]["folio"] for record in certificates])
    assert all(record["data"]["metadata"]["vigencia"].startswith("2025-") for record in certificates)
