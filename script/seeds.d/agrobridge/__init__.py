"""The seed data of the AgroBridge API."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from common import Record, render

from . import bloques, lotes, productores, rules

ADMIN: Record = {
    "id": "user_123",
    "nombre": "Juan Pérez",
    "email": "usuario@example.com",
    "password": "password123",
    "rol": "admin",
}
BUYER: Record = {
    "id": "user_124",
    "nombre": "Lucía Hernández",
    "email": "comprador@example.com",
    "password": "password123",
    "rol": "comprador",
}

README = """\
# AgroBridge seed data

| file | records | what it is |
|---|---:|---|
| `usuarios.json` | {accounts} | accounts of every data set; `{admin}` is an administrator |
| `minimal/lotes.json` | {minimal_lotes} | the two lotes of the API's documentation |
| `demo/usuarios.json` | {demo_accounts} | further accounts of the demo data set; `{buyer}` may read but not write |
| `demo/productores.json` | {productores} | producers: {productor_states} |
| `demo/lotes.json` | {lotes} | fields: {lote_states}; the first two are those of `minimal` |
| `demo/bloques.json` | {bloques} | a hash chain of what happened on {lotes_with_blocks} of the lotes: {kinds} |

A data set is `usuarios.json` and the files of its folder, so `empty`, which has no folder, holds only the accounts.
Everything is fictional: the e-mail addresses are at example.com, the generated telephone numbers start with a 0 after
the area code, as no Mexican number does, and the certifying bodies are invented.

## How the data agree

- The dashboard counts {productores} productores, {active_lotes} lotes whose `estado` is `activo`, and
  {certified} bloques whose `tipo` is `certificacion`.
- Each certificate belongs to a different active lote.
- Each `productorId` names an active producer who lives in the lote's state. {unowned} lotes have none, `lote_1` and
  `lote_2` among them; `prod_1` has three.
- A lote's blocks start with its `registro`, after its `fechaCreacion`, and go on in a plausible order: planting,
  irrigation, fertilizer, harvest, inspection, certificate.
- `email`, `telefono`, `direccion` and `documentoIdentidad` are each missing from a few producers, and `notas`,
  `fechaActualizacion` and a block's `metadata` wherever there is nothing to say: absent, never `null`.

## Regenerating

The files are generated, this one included; change `script/seeds.d/agrobridge/` instead of editing them.

    script/seeds           # writes them; the same bytes on every run
    script/seeds --check   # writes nothing; exits with 1 if a file is missing or differs

## The hash of a block

A block's `hash` is the lower-case hexadecimal SHA-256 of its canonical JSON: the block without its `hash` member, keys
sorted at every level, no white space between tokens, UTF-8 with neither non-ASCII characters nor slashes escaped. An
absent `metadata` is left out. `previousHash` is the `hash` of the block before; in the first block it is 64 zeros.

For example, the canonical JSON of `{sample_id}` is the following line, without the line break, and its hash is
`{sample_hash}`:

```json
{sample}
```
"""


def files() -> dict[str, str]:
    """The content of every file under Seeds/agrobridge, by relative path."""
    productor_records = productores.generate()
    lote_records = lotes.generate(productor_records)
    bloque_records = bloques.generate(lote_records)
    rules.check(productor_records, lote_records, bloque_records)
    return {
        "README.md": readme(productor_records, lote_records, bloque_records),
        "usuarios.json": render([ADMIN]),
        "minimal/lotes.json": render(lotes.DOCUMENTED),
        "demo/usuarios.json": render([BUYER]),
        "demo/productores.json": render(productor_records),
        "demo/lotes.json": render(lote_records),
        "demo/bloques.json": render(bloque_records),
    }


def readme(
    productor_records: Sequence[Record], lote_records: Sequence[Record], bloque_records: Sequence[Record]
) -> str:
    """The README, with every figure counted."""
    lote_states = Counter(record["estado"] for record in lote_records)
    kinds = Counter(record["data"]["tipo"] for record in bloque_records)
    sample = next(record for record in bloque_records if record["data"]["tipo"] == "cosecha")
    return README.format(
        accounts=len([ADMIN]),
        admin=ADMIN["email"],
        demo_accounts=len([BUYER]),
        buyer=BUYER["email"],
        minimal_lotes=len(lotes.DOCUMENTED),
        productores=len(productor_records),
        productor_states=tally(Counter(record["estado"] for record in productor_records)),
        lotes=len(lote_records),
        lote_states=tally(lote_states),
        active_lotes=lote_states["activo"],
        unowned=sum("productorId" not in record for record in lote_records),
        bloques=len(bloque_records),
        lotes_with_blocks=len({record["loteId"] for record in bloque_records}),
        kinds=tally(kinds),
        certified=kinds["certificacion"],
        sample_id=sample["id"],
        sample_hash=sample["hash"],
        sample=bloques.canonical(sample),
    )


def tally(counter: Counter[str]) -> str:
    """The counts in words, largest first."""
    return ", ".join(f"{count} `{name}`" for name, count in counter.most_common())
