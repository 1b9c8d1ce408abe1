"""The hash chain that records what happens on the lotes."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import NamedTuple

from common import Record, iso, parse, stream, utc, working_moment

from .lotes import crop_of
from .words import Crop

FIRST_HASH = "0" * 64
# The last event of every lote falls in 2024, so that certificates, valid for a year, expire in 2025.
FIRST_END, LAST_END = utc(2024, 1, 8), utc(2024, 12, 20)
METADATA_OPTIONAL = ("registro", "riego", "inspeccion")


class Plan(NamedTuple):
    """What happens after registration, on how many lotes and of which crops."""

    lotes: int
    suits: Callable[[Crop], bool]
    events: tuple[str, ...]


def annual(crop: Crop) -> bool:
    """Suits crops planted anew each cycle."""
    return crop.is_annual


def perennial(crop: Crop) -> bool:
    """Suits crops that stand for years."""
    return not crop.is_annual


def any_crop(_: Crop) -> bool:
    """Suits every crop."""
    return True


DOCUMENTED_EVENTS: Mapping[str, tuple[str, ...]] = {"lote_1": ("riego", "inspeccion"), "lote_2": ("siembra", "riego")}
PLANS: tuple[Plan, ...] = (
    Plan(4, annual, ("siembra", "riego", "fertilizacion", "cosecha", "inspeccion", "certificacion")),
    Plan(3, perennial, ("riego", "fertilizacion", "cosecha", "inspeccion", "certificacion")),
    Plan(1, annual, ("siembra", "riego", "fertilizacion")),
    Plan(6, perennial, ("riego", "certificacion")),
    Plan(6, perennial, ("cosecha", "certificacion")),
    Plan(6, any_crop, ("fertilizacion", "certificacion")),
    Plan(22, any_crop, ("inspeccion", "certificacion")),
    Plan(42, any_crop, ("certificacion",)),
)


class Event(NamedTuple):
    """Something that happened on a lote, not yet in the chain."""

    moment: datetime
    kind: str
    lote: Record


def generate(lotes: Sequence[Record]) -> list[Record]:
    """The chain, oldest block first."""
    rng = stream("agrobridge/bloques")
    histories = [history(rng, lote, DOCUMENTED_EVENTS[lote["id"]]) for lote in lotes if lote["id"] in DOCUMENTED_EVENTS]
    free = [lote for lote in lotes if lote["estado"] == "activo" and lote["id"] not in DOCUMENTED_EVENTS]
    for plan in PLANS:
        for _ in range(plan.lotes):
            chosen = rng.choice([lote for lote in free if plan.suits(crop_of(lote)) and fits(lote, plan.events)])
            free.remove(chosen)
            histories.append(history(rng, chosen, plan.events))
    events = sorted((event for events in histories for event in events), key=lambda event: event.moment)
    return list(chained(rng, events))


def gap_days(kind: str, crop: Crop) -> tuple[int, int]:
    """The fewest and the most days between an event and the one before it."""
    harvest = crop.cycle_days or 90
    gaps = {"siembra": (3, 10), "riego": (7, 20), "fertilizacion": (10, 25), "cosecha": (harvest - 30, harvest),
            "inspeccion": (10, 25), "certificacion": (20, 45)}
    return gaps[kind]


def fits(lote: Record, kinds: Sequence[str]) -> bool:
    """Whether the events can all happen between the registration of the lote and the end of the chain."""
    longest = sum(gap_days(kind, crop_of(lote))[1] for kind in kinds)
    return parse(lote["fechaCreacion"]) + timedelta(days=longest + 4) <= LAST_END


def history(rng: Random, lote: Record, kinds: Sequence[str]) -> list[Event]:
    """The registration of a lote soon after its creation, then the other events in the order given."""
    registered = working_moment(rng, parse(lote["fechaCreacion"]) + timedelta(days=rng.randint(1, 3)))
    gaps = [rng.randint(*gap_days(kind, crop_of(lote))) for kind in kinds]
    duration = timedelta(days=sum(gaps))
    start = max(registered, FIRST_END - duration)
    day = start + timedelta(days=rng.randint(0, (LAST_END - duration - start).days))
    events = [Event(registered, "registro", lote)]
    for kind, gap in zip(kinds, gaps):
        day += timedelta(days=gap)
        events.append(Event(working_moment(rng, day), kind, lote))
    return events


def chained(rng: Random, events: Sequence[Event]) -> Iterator[Record]:
    """A block for each event, linked to the one before."""
    folios: Counter[str] = Counter()
    previous = FIRST_HASH
    for number, event in enumerate(events, start=1):
        block = {
            "id": f"bloque_{number}",
            "hash": "",
            "previousHash": previous,
            "loteId": event.lote["id"],
            "timestamp": iso(event.moment),
            "data": data(rng, event, folios),
        }
        block["hash"] = previous = block_hash(block)
        yield block


def canonical(block: Record) -> str:
    """The text that a block's hash is taken of."""
    hashed = {key: value for key, value in block.items() if key != "hash"}
    return json.dumps(hashed, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def block_hash(block: Record) -> str:
    """The lower-case hexadecimal SHA-256 of the canonical text."""
    return hashlib.sha256(canonical(block).encode("utf-8")).hexdigest()


INSPECTORS = ("Amalia Cordero", "Bruno Saldívar", "Inés Quiroga", "Matías Olmedo", "Noemí Landa")
IRRIGATION = ("goteo", "microaspersión", "aspersión", "gravedad")
PRODUCTS = (("composta", "4 t/ha"), ("lombricomposta", "2.5 t/ha"), ("bocashi", "3 t/ha"),
            ("harina de roca", "600 kg/ha"), ("biofertilizante líquido", "20 L/ha"))
RESULTS = ("sin observaciones", "observaciones menores atendidas", "muestra foliar enviada a laboratorio")
SCHEMES = ("producción orgánica", "buenas prácticas agrícolas", "comercio justo", "manejo sustentable del agua")
CERTIFIERS: Mapping[str, str] = {  # all fictional
    "Certificadora Campo Claro": "CCC",
    "Consejo Raíz Viva": "CRV",
    "Sello Milpa Limpia": "SML",
    "Verificadora Surco Nuevo": "VSN",
}


def data(rng: Random, event: Event, folios: Counter[str]) -> Record:
    """What a block says about its event; `folios` counts the certificates of each certifier."""
    description, metadata = describe(rng, event, folios)
    body: Record = {"tipo": event.kind, "descripcion": description}
    if event.kind not in METADATA_OPTIONAL or rng.random() < 0.8:
        body["metadata"] = metadata
    return body


def describe(rng: Random, event: Event, folios: Counter[str]) -> tuple[str, dict[str, str]]:
    """The description and the metadata of an event."""
    crop, hectares = crop_of(event.lote), event.lote["areaHectareas"]
    name = crop.nombre.lower()
    if event.kind == "registro":
        metadata = {"cultivo": crop.nombre, "superficie": f"{hectares} ha"}
        return f"Alta de «{event.lote['nombre']}» en la cadena de trazabilidad", metadata
    if event.kind == "siembra":
        return f"Siembra de {name} con {crop.material} certificada", {"superficie": f"{hectares} ha"}
    if event.kind == "riego":
        method = rng.choice(IRRIGATION)
        return f"Riego por {method}", {"metodo": method, "lamina": f"{rng.randint(8, 45)} mm"}
    if event.kind == "fertilizacion":
        product, dose = rng.choice(PRODUCTS)
        return f"Aplicación de {product}", {"producto": product, "dosis": dose}
    if event.kind == "inspeccion":
        return "Inspección fitosanitaria", {"inspector": rng.choice(INSPECTORS), "resultado": rng.choice(RESULTS)}
    if event.kind == "cosecha":
        tonnes = round(rng.uniform(*crop.tonnes_per_hectare), 2)
        return f"Cosecha de {name}", {"rendimiento": f"{tonnes} t/ha", "produccion": f"{tonnes * hectares:.1f} t"}
    if event.kind == "certificacion":
        return f"Certificación de {rng.choice(SCHEMES)}", certificate(rng, event.moment, folios)
    raise ValueError(f"unknown kind of event: {event.kind}")


def certificate(rng: Random, issued: datetime, folios: Counter[str]) -> dict[str, str]:
    """A certificate valid for 365 days, with the next number of its certifier."""
    certifier = rng.choice(sorted(CERTIFIERS))
    folios[certifier] += 1
    folio = f"{CERTIFIERS[certifier]}-{issued.year}-{folios[certifier]:04d}"
    return {"organismo": certifier, "folio": folio, "vigencia": f"{issued + timedelta(days=365):%Y-%m-%d}"}
