"""What the system tells of a process that runs."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

WAIT_S = 60.0
LOOK_S = 0.02


def wait_until(condition: Callable[[], bool], seconds: float = WAIT_S) -> bool:
    """Waits until something holds; False when it did not within the time."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(LOOK_S)
    return True


def descriptors(pid: int) -> int:
    """How many descriptors a process has open."""
    return len(os.listdir(f"/proc/{pid}/fd"))


def resident_mib(pid: int) -> float:
    """The memory that a process takes."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE") / (1 << 20)


def processor_ticks(pid: int) -> int:
    """The processor time that a process has used, in the system's clock ticks of a hundredth of a second."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def switches(pid: int) -> int:
    """How often the threads of a process have been on a processor."""
    files = Path(f"/proc/{pid}/task").glob("*/status")
    lines = [line for file in files for line in file.read_text().splitlines()]
    return sum(int(line.split()[1]) for line in lines if "ctxt_switches" in line)


def comes_to_rest(pid: int, seconds: float = 1.0, at_most: int = 5) -> bool:
    """Whether there comes a time of so many seconds in which a process uses no tick of processor time.

    Its threads may look around so many times a second. One that spins, or polls for something, never gets there,
    however long one waits; one that only has something left to do does, on a busy machine later.
    """

    def rests() -> bool:
        before = processor_ticks(pid), switches(pid)
        time.sleep(seconds)
        return processor_ticks(pid) == before[0] and switches(pid) - before[1] <= at_most * seconds

    return wait_until(rests)
