"""Producers: who they are, where they live and their documents."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from datetime import date, timedelta
from random import Random
from typing import NamedTuple

from common import Record, deal, stream

from .words import COLONIAS, MEN, STATE_OF, STATES, STREETS, SURNAMES, WOMEN

COUNT = 248
INACTIVE, SUSPENDED = 17, 5
OPTIONAL = ("email", "telefono", "direccion", "documentoIdentidad")
WITHOUT_EACH = 4  # producers who lack only that field; one more lacks them all

JUAN_PEREZ: Record = {
    "id": "prod_1",
    "nombre": "Juan Pérez",
    "email": "juan@example.com",
    "telefono": "+52 999 123 4567",
    "direccion": "Calle 60 núm. 214, Col. Centro, Mérida, Yucatán",
    "documentoIdentidad": "",
    "estado": "activo",
}


class Person(NamedTuple):
    """A name in the three parts that a CURP is derived from."""

    given: str
    paternal: str
    maternal: str
    sex: str  # H or M, as in a CURP


def generate() -> list[Record]:
    """All producers, in order of id."""
    rng = stream("agrobridge/productores")
    towns = deal(rng, sorted(STATE_OF))
    phones: set[str] = set()
    juan = JUAN_PEREZ | {"documentoIdentidad": curp(Person("Juan", "Pérez", "", "H"), date(1978, 6, 24), "YN")}
    records = [juan] + [
        record(rng, f"prod_{number}", person, next(towns), phones)
        for number, person in zip(range(2, COUNT + 1), people(rng))
    ]

    others = range(1, COUNT)
    leavers = rng.sample(others, INACTIVE + SUSPENDED)
    for rank, index in enumerate(leavers):
        records[index]["estado"] = "inactivo" if rank < INACTIVE else "suspendido"

    incomplete = rng.sample(others, WITHOUT_EACH * len(OPTIONAL) + 1)
    for rank, index in enumerate(incomplete):
        is_last = rank == len(incomplete) - 1
        for field in OPTIONAL if is_last else (OPTIONAL[rank % len(OPTIONAL)],):
            del records[index][field]
    return records


def people(rng: Random) -> Iterator[Person]:
    """People with no given name and first surname twice in combination."""
    given = {"M": deal(rng, WOMEN), "H": deal(rng, MEN)}
    paternal, maternal = deal(rng, SURNAMES), deal(rng, SURNAMES)
    seen: set[tuple[str, str]] = set()
    while True:
        sex = rng.choice("HM")
        person = Person(next(given[sex]), next(paternal), next(maternal), sex)
        if person.paternal != person.maternal and person[:2] not in seen:
            seen.add(person[:2])
            yield person


def record(rng: Random, identifier: str, person: Person, town: str, phones: set[str]) -> Record:
    """An active producer with every field; `phones` holds the numbers already taken."""
    state = STATE_OF[town]
    born = date(1948, 1, 1) + timedelta(days=rng.randrange(365 * 51))
    address = f"{rng.choice(STREETS)} {rng.randint(3, 480)}, Col. {rng.choice(COLONIAS)}"
    return {
        "id": identifier,
        "nombre": " ".join(person[:3]),
        "email": f"{local_part(person.given)}.{local_part(person.paternal, '')}@example.com",
        "telefono": phone(rng, STATES[state].towns[town], phones),
        "direccion": f"{address}, {town}, {state}",
        "documentoIdentidad": curp(person, born, STATES[state].curp),
        "estado": "activo",
    }


def phone(rng: Random, area_code: str, taken: set[str]) -> str:
    """A new number with a real area code that belongs to nobody: no Mexican exchange starts with 0."""
    while True:
        number = f"+52 {area_code} 0{rng.randint(10, 99)} {rng.randint(0, 9999):04d}"
        if number not in taken:
            taken.add(number)
            return number


def ascii_only(text: str) -> str:
    """`text` without accents and tildes."""
    return unicodedata.normalize("NFD", text).encode("ascii", "ignore").decode()


def local_part(name: str, separator: str = ".") -> str:
    """A name as it stands in an e-mail address."""
    return separator.join(ascii_only(name).lower().split())


VOWELS = "AEIOU"
CURP_ALPHABET = "0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ"
# Openings that read as rude words; the registry replaces their second letter with X.
RUDE = frozenset(
    """
    BACA BAKA BUEI BUEY CACA CACO CAGA CAGO CAKA CAKO COGE COGI COJA COJE COJI COJO COLA CULO FALO FETO GETA GUEI GUEY
    JETA JOTO KACA KACO KAGA KAGO KAKA KAKO KOGE KOGI KOJA KOJE KOJI KOJO KOLA KULO LILO LOCA LOCO LOKA LOKO MAME MAMO
    MEAR MEAS MEON MIAR MION MOCO MOKO MULA MULO NACA NACO PEDA PEDO PENE PIPI PITO POPO PUTA PUTO QULO RATA ROBA ROBE
    ROBO RUIN SENO TETA VACA VAGA VAGO VAKA VUEI VUEY WUEI WUEY
    """.split()
)


def curp(person: Person, born: date, state_code: str) -> str:
    """The CURP of somebody born before 2000, check digit included."""
    given, paternal, maternal = (curp_word(part) for part in person[:3])
    initials = paternal[0] + inner(paternal, vowels=True) + maternal[:1].rjust(1, "X") + given[0]
    if initials in RUDE:
        initials = f"{initials[0]}X{initials[2:]}"
    consonants = "".join(inner(part, vowels=False) for part in (paternal, maternal, given))
    body = f"{initials}{born:%y%m%d}{person.sex}{state_code}{consonants}0"
    total = sum(CURP_ALPHABET.index(char) * (18 - place) for place, char in enumerate(body))
    return f"{body}{-total % 10}"


def curp_word(part: str) -> str:
    """The word of a name that counts: no particles, and no José or María when another name follows."""
    names = [name for name in part.upper().replace("Ñ", "X").split() if name not in ("DE", "DEL", "LA", "LOS")]
    names = [ascii_only(name) for name in names]
    return names[1] if len(names) > 1 and names[0] in ("JOSE", "MARIA") else "".join(names[:1])


def inner(word: str, vowels: bool) -> str:
    """The first vowel or consonant after the initial, or X if there is none."""
    return next((letter for letter in word[1:] if (letter in VOWELS) == vowels), "X")
