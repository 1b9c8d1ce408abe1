"""Reads a Dockerfile, as far as ours goes; an instruction that is not understood here is an error."""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path

KNOWN = {
    "FROM", "RUN", "COPY", "ENV", "USER", "WORKDIR", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT", "CMD",
}


@dataclass(frozen=True)
class Step:
    """One instruction and what follows its name, on one line."""

    name: str
    text: str

    def words(self) -> list[str]:
        """The arguments of an instruction that shells have no part in."""
        return shlex.split(self.text)

    def program(self) -> list[str]:
        """The JSON array that ENTRYPOINT, CMD and a health check are written as."""
        return json.loads(self.text[self.text.index("[") :])


@dataclass
class Stage:
    """The steps from one FROM to the next."""

    base: str
    name: str
    steps: list[Step] = field(default_factory=list)

    def of(self, name: str) -> list[Step]:
        """The steps of a name."""
        return [step for step in self.steps if step.name == name]

    def last(self, name: str) -> Step:
        """The step of a name that counts when there may be several."""
        return self.of(name)[-1]


def lines(text: str) -> list[str]:
    """The instructions, each on one line, without comments."""
    kept = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    joined = re.sub(r"\\\n\s*", "", "\n".join(kept))
    return [line.strip() for line in joined.splitlines() if line.strip()]


def read(path: Path) -> list[Stage]:
    """The stages of a Dockerfile."""
    stages: list[Stage] = []
    for line in lines(path.read_text(encoding="utf-8")):
        name, text = line.split(None, 1)
        if name not in KNOWN:
            raise ValueError(f"{path}: {name} is not understood here; add it to dockerfile.py")
        if name == "FROM":
            base, _, alias = text.partition(" AS ")
            stages.append(Stage(base, alias))
        else:
            stages[-1].steps.append(Step(name, text))
    return stages
