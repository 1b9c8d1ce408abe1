"""Fields: the two documented ones, and the further ones of the demo data set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from random import Random

from common import Record, deal, iso, parse, stream, utc, working_moment

from .words import CROP_NAMED, CROPS, FIELD_NAMES, STATE_OF, Crop

COUNT = 164
NOT_ACTIVE: Mapping[str, int] = {"en_preparacion": 3, "en_cosecha": 3, "inactivo": 2}
UPDATED_ACTIVE = 33  # those that are not active have all been updated
WITHOUT_OWNER = 5  # beside the documented ones
LOTES_OF_FIRST_OWNER = 3
FIRST_DAY, LAST_DAY, LAST_UPDATE = utc(2023, 1, 9), utc(2024, 12, 12), utc(2024, 12, 30)
FIELDS = ("id", "nombre", "ubicacion", "tipoCultivo", "areaHectareas", "estado", "notas", "productorId",
          "fechaCreacion", "fechaActualizacion")

DOCUMENTED: tuple[Record, ...] = (
    {
        "id": "lote_1",
        "nombre": "Lote Norte",
        "ubicacion": "Valle Central",
        "tipoCultivo": "Aguacate",
        "areaHectareas": 5.5,
        "estado": "activo",
        "fechaCreacion": "2024-11-01T12:00:00Z",
    },
    {
        "id": "lote_2",
        "nombre": "Lote Sur",
        "ubicacion": "Zona Sur",
        "tipoCultivo": "Fresa",
        "areaHectareas": 2.3,
        "estado": "activo",
        "fechaCreacion": "2024-11-15T09:30:00Z",
    },
)


def generate(productores: Sequence[Record]) -> list[Record]:
    """All lotes of the demo data set: the documented ones, then the others in order of creation."""
    rng = stream("agrobridge/lotes")
    count = COUNT - len(DOCUMENTED)
    crops = rng.sample([CROPS[i % len(CROPS)] for i in range(count)], count)
    created = sorted(moment(rng, FIRST_DAY, LAST_DAY) for _ in range(count))
    lotes = [
        record(rng, f"lote_{number}", *details)
        for number, details in enumerate(zip(crops, names(rng, crops), created), start=len(DOCUMENTED) + 1)
    ]
    set_states(rng, lotes)
    set_updates(rng, lotes)
    set_notes(rng, lotes)
    set_owners(rng, lotes, productores)
    return [{field: lote[field] for field in FIELDS if field in lote} for lote in (*DOCUMENTED, *lotes)]


def moment(rng: Random, first: datetime, last: datetime) -> datetime:
    """A moment in working hours on a day from `first` to `last`."""
    return working_moment(rng, first + timedelta(days=rng.randint(0, (last - first).days)))


def names(rng: Random, crops: Sequence[Crop]) -> Iterator[str]:
    """A name for a field of each crop, none of them twice."""
    places = deal(rng, FIELD_NAMES)
    taken: set[str] = set()
    for crop in crops:
        name = next(
            name for place in places if (name := f"{rng.choice(crop.kinds)} {place}") not in taken
        )
        taken.add(name)
        yield name


def record(rng: Random, identifier: str, crop: Crop, name: str, created: datetime) -> Record:
    """An active lote with the fields that are always there."""
    smallest, largest = crop.hectares
    usual = smallest + (largest - smallest) / 5
    town = rng.choice(crop.towns)
    return {
        "id": identifier,
        "nombre": name,
        "ubicacion": f"{town}, {STATE_OF[town]}",
        "tipoCultivo": crop.nombre,
        "areaHectareas": round(rng.triangular(smallest, largest, usual), 1 if largest > 20 else 2),
        "estado": "activo",
        "fechaCreacion": iso(created),
    }


def set_states(rng: Random, lotes: Sequence[Record]) -> None:
    """Take a few lotes out of the active state: the newest are being prepared, older ones harvested or at rest."""
    newest, older = lotes[-15:], lotes[: len(lotes) // 2]
    preparing = NOT_ACTIVE["en_preparacion"]
    for lote in rng.sample(newest, preparing):
        lote["estado"] = "en_preparacion"
    later_states = [state for state, count in NOT_ACTIVE.items() for _ in range(count)][preparing:]
    for lote, state in zip(rng.sample(older, len(later_states)), later_states):
        lote["estado"] = state


def set_updates(rng: Random, lotes: Sequence[Record]) -> None:
    """Date the last change of the lotes that have had one."""
    active = [lote for lote in lotes if lote["estado"] == "activo"]
    changed = rng.sample(active, UPDATED_ACTIVE) + [lote for lote in lotes if lote["estado"] != "activo"]
    for lote in changed:
        lote["fechaActualizacion"] = iso(moment(rng, parse(lote["fechaCreacion"]) + timedelta(days=1), LAST_UPDATE))


def set_notes(rng: Random, lotes: Sequence[Record]) -> None:
    """Give each note of a crop to one lote of that crop."""
    for crop in CROPS:
        own = [lote for lote in lotes if lote["tipoCultivo"] == crop.nombre]
        for lote, note in zip(rng.sample(own, len(crop.notas)), crop.notas):
            lote["notas"] = note


def set_owners(rng: Random, lotes: Sequence[Record], productores: Sequence[Record]) -> None:
    """Give nearly every lote an active producer who lives in its state, and prod_1 the first few in his."""
    active = [productor for productor in productores if productor["estado"] == "activo"]
    for lote in rng.sample(lotes, len(lotes) - WITHOUT_OWNER):
        state = lote["ubicacion"].split(", ")[1]
        neighbours = [productor for productor in active if productor.get("direccion", "").endswith(f", {state}")]
        lote["productorId"] = rng.choice(neighbours)["id"]

    home = productores[0]["direccion"].split(", ")[-1]
    owned_there = [lote for lote in lotes if "productorId" in lote and lote["ubicacion"].endswith(f", {home}")]
    for lote in owned_there[:LOTES_OF_FIRST_OWNER]:
        lote["productorId"] = productores[0]["id"]


def crop_of(lote: Record) -> Crop:
    """The crop that grows on a lote."""
    return CROP_NAMED[lote["tipoCultivo"]]
