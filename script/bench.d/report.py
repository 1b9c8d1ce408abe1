"""The result as a table for people and as a file for machines."""

from __future__ import annotations

import datetime
import json
from pathlib import Path

import dashboard
import live
import nodes

BROKER_HEADINGS = ("STOMP", "deliveries/s", "p50 ms", "p99 ms", "RabbitMQ", "its p50", "ratio", "target", "")
HEADINGS = (
    *("row", "req/s", "p99 ms", "CPU µs", "rival", "its req/s", "its p99", "its CPU µs", "ratio", "target", ""),
    *("CPU ratio", "target", ""),
)


def write(result: dict, root: Path) -> Path:
    """Writes the result as JSON under Benchmarks/results, named by the time, and gives the path."""
    folder = root / "Benchmarks" / "results"
    folder.mkdir(parents=True, exist_ok=True)
    time = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H%M%SZ")
    file = folder / f"{time}.json"
    file.write_text(json.dumps(result, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return file


def text(result: dict) -> str:
    """The whole result as text."""
    lines = table([HEADINGS, *(cells(row) for row in result["rows"])]) if result["rows"] else []
    if broker := result.get("broker"):
        lines += [*([""] if lines else []), *broker_lines(broker)]
    if idle := result.get("idle_subscribers"):
        lines.append(
            f"{idle['subscribers']} idle STOMP subscribers: {idle['each_kib']:.1f} KiB each, "
            f"target {idle['each_target_kib']:g} KiB: {verdict(idle['reached'])}"
        )
    if startup := result.get("startup"):
        lines.append(
            f"start to first answer: median {startup['median_ms']:.1f} ms "
            f"(min {startup['min_ms']:.1f}, max {startup['max_ms']:.1f}), "
            f"target {startup['target_ms']:g} ms: {verdict(startup['reached'])}"
        )
    if memory := result.get("memory"):
        lines.append(
            f"memory after the start: {memory['idle_mib']:.1f} MiB, "
            f"target {memory['target_mib']:g} MiB: {verdict(memory['reached'])}"
        )
    if mixed := result.get("memory_mixed"):
        lines.append(
            f"memory over {mixed['requests']} mixed requests: {mixed['before_mib']:.1f} to {mixed['after_mib']:.1f} MiB, "
            f"the second half {mixed['growth_of_second_half_mib']:+.1f} MiB, "
            f"target {mixed['target_mib']:g} MiB: {verdict(mixed['reached'])}"
        )
    if found := result.get("sockets"):
        lines.append(
            f"{found['sockets']} idle sockets: {found['each_kib']:.1f} KiB each, "
            f"target {found['each_target_kib']:g} KiB: {verdict(found['each_reached'])}"
        )
        lines.append(
            f"a change reaches {found['sockets']} sockets: median {found['median_ms']:.1f} ms, "
            f"max {found['max_ms']:.1f} ms, target {found['target_ms']:g} ms: {verdict(found['reached'])}"
        )
    if channels := result.get("live"):
        lines += live.lines(channels, verdict)
    if jumps := result.get("jumps"):
        lines.append(
            f"{jumps['worlds']} worlds jump a day: median {jumps['jump_median_ms']:.1f} ms, "
            f"max {jumps['jump_max_ms']:.1f} ms; an exchange of another world meanwhile: "
            f"median {jumps['other_median_ms']:.1f} ms, slowest {jumps['other_max_ms']:.1f} ms, "
            f"target {jumps['target_ms']:g} ms: {verdict(jumps['reached'])}"
        )
    if several := result.get("nodes"):
        lines += nodes.lines(several)
    for kit in result.get("kits", ()):
        world, parallel = kit["world"], kit["parallel"]
        lines.append(
            f"test kit {kit['kit']}: a world made, used and removed: median {world['median_ms']:.1f} ms, "
            f"p95 {world['p95_ms']:.1f} ms, target {kit['cost_target_ms']:g} ms: {verdict(kit['cost_reached'])}; "
            f"{parallel['tests']} tests on {parallel['workers']} workers, {parallel['runs']} runs: "
            f"median {parallel['median_s']:.2f} s, {kit['ratio']:.1f} times as quick as one after the other, "
            f"target {kit['gain_target']:g}: {verdict(kit['gain_reached'])}"
        )
    if page := result.get("dashboard"):
        lines += dashboard.lines(page)
    if soak := result.get("soak"):
        lines.append(
            f"memory over {soak['requests']} requests: "
            f"{soak['before_mib']:.1f} to {soak['after_mib']:.1f} MiB, {soak['growth_mib']:+.1f} MiB, "
            f"{soak['growth_after_first_sample_mib']:+.1f} after the first sample"
        )
    return "\n".join(lines)


def cells(row: dict) -> tuple[str, ...]:
    """One row of the table."""
    ours, theirs = row["ours"], row.get("rival")
    return (
        row["title"],
        f"{ours['rate']:.0f}",
        f"{ours['p99_ms']:.2f}",
        number(ours["processor_us"], 1),
        row["rival_name"] or "",
        f"{theirs['rate']:.0f}" if theirs else "",
        f"{theirs['p99_ms']:.2f}" if theirs else "",
        number(theirs["processor_us"], 1) if theirs else "",
        number(row["ratio"], 2),
        target(row),
        verdict(row["reached"]),
        number(row["processor_ratio"], 2),
        f"at most {row['target_processor_ratio']:g}" if row["target_processor_ratio"] else "",
        verdict(row["processor_reached"]),
    )


def number(value: float | None, places: int) -> str:
    """A number with so many decimal places; empty where it is not known."""
    return "" if value is None else f"{value:.{places}f}"


def broker_lines(broker: dict) -> list[str]:
    """The table about the STOMP broker, and what there is to say about it."""
    lines = table([BROKER_HEADINGS, *(broker_cells(row) for row in broker["rows"])])
    if broker["rabbitmq_missing"]:
        lines.append(f"RabbitMQ was not measured: {broker['rabbitmq_missing']}")
    return lines + [f"{row['title']}: {loss}" for row in broker["rows"] for loss in row["losses"]]


def broker_cells(row: dict) -> tuple[str, ...]:
    """One row of the table about the STOMP broker."""
    ours, theirs = row["ours"], row["rabbitmq"]
    p50 = f", p50 < {row['target_p50_ms']:g} ms" if row["target_p50_ms"] is not None else ""
    return (
        row["title"],
        f"{ours['rate']:.0f}" if ours else "",
        f"{ours['p50_ms']:.3f}" if ours else "",
        f"{ours['p99_ms']:.3f}" if ours else "",
        f"{theirs['rate']:.0f}" if theirs else "",
        f"{theirs['p50_ms']:.2f}" if theirs else "",
        f"{row['ratio']:.2f}" if row["ratio"] is not None else "",
        f"{row['target_ratio']:g} x RabbitMQ{p50}",
        "LOST" if row["losses"] else verdict(row["reached"]),
    )


def target(row: dict) -> str:
    """The target of a row, as the table shows it."""
    if row["target_ratio"] is not None:
        return f"{row['target_ratio']:g} x {row['rival_name']}"
    return f"{row['target_rate']:.0f} req/s" if row["target_rate"] is not None else ""


def verdict(reached: bool | None) -> str:
    """The judgement on a target, empty without one."""
    return "" if reached is None else "ok" if reached else "below"


def table(rows: list[tuple[str, ...]]) -> list[str]:
    """Columns as wide as their widest cell; all but the first and the last to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return ["  ".join(map(align, row, widths, lefts(len(row)))).rstrip() for row in rows]


def lefts(count: int) -> list[bool]:
    """Which of the columns are aligned to the left."""
    return [column in (0, count - 1) for column in range(count)]


def align(cell: str, width: int, left: bool) -> str:
    """One cell at its width."""
    return cell.ljust(width) if left else cell.rjust(width)
