"""Turns results into a Markdown table and an SVG plot."""

import datetime
import os
import platform

from .measure import Measurement

FERRO = "Ferro"
COLOURS = ["#d9480f", "#868e96", "#1c7ed6", "#74c0fc", "#2f9e44", "#9c36b5"]


def seconds_text(seconds):
    return f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


def bar_text(result, bar):
    ferro = result.by_engine.get(FERRO)
    if not isinstance(ferro, Measurement):
        return "not measured"
    if not bar.peer:
        met, claim = ferro.seconds <= bar.factor, f"≤ {seconds_text(bar.factor)}"
    else:
        peers = [measured.seconds for engine, measured in result.by_engine.items()
                 if engine.startswith(bar.peer) and isinstance(measured, Measurement)]
        if not peers:
            return f"≤ {bar.factor:g} × {bar.peer}: peer not measured"
        met, claim = ferro.seconds <= bar.factor * min(peers), f"≤ {bar.factor:g} × {bar.peer}"
    return f"{claim}: {'met' if met else '**missed**'}"


def cell(result, engine):
    measured = result.by_engine.get(engine)
    if measured is None:
        return "–"
    if not isinstance(measured, Measurement):
        return f"failed: {measured}"
    memory = f"{measured.peak_mb:.0f} MB" if measured.peak_mb > 0 else "too short to sample its memory"
    text = f"{seconds_text(measured.seconds)}, {memory}" + (f", {measured.note}" if measured.note else "")
    ferro = result.by_engine.get(FERRO)
    if engine != FERRO and isinstance(ferro, Measurement) and measured.seconds > 0:
        text += f" (Ferro ÷ it: {ferro.seconds / measured.seconds:.3g})"
    return text


def engines_of(results):
    engines = []
    for result in results:
        engines += [engine for engine in result.by_engine if engine not in engines]
    return engines


def table(results):
    engines = engines_of(results)
    lines = ["| work | " + " | ".join(engines) + " | bars |", "|---" * (len(engines) + 2) + "|"]
    for result in results:
        cells = [cell(result, engine) for engine in engines]
        bars = "; ".join(bar_text(result, bar) for bar in result.benchmark.bars) or "–"
        lines.append(f"| {result.benchmark.title} | " + " | ".join(cells) + f" | {bars} |")
    return "\n".join(lines)


def plot(results):
    """Horizontal bars, one group for each benchmark, times relative to Ferro's on a logarithmic scale."""
    import math

    engines = engines_of(results)
    rows, y, width, left = [], 30, 900, 250
    ratios = {}
    for result in results:
        ferro = result.by_engine.get(FERRO)
        for engine, measured in result.by_engine.items():
            if isinstance(measured, Measurement) and isinstance(ferro, Measurement) and ferro.seconds > 0:
                ratios[result.benchmark.name, engine] = max(measured.seconds / ferro.seconds, 1e-3)
    low = math.log10(min([0.1, *ratios.values()]))
    high = math.log10(max([10, *ratios.values()]))

    def x(ratio):
        return left + (math.log10(ratio) - low) / (high - low) * (width - left - 60)

    for result in results:
        rows.append(f'<text x="{left - 10}" y="{y + 12}" text-anchor="end" font-weight="bold">{result.benchmark.title}</text>')
        for engine in engines:
            ratio = ratios.get((result.benchmark.name, engine))
            if ratio is None:
                continue
            colour = COLOURS[engines.index(engine) % len(COLOURS)]
            first, last = sorted([x(1), x(ratio)])
            rows.append(f'<rect x="{first:.1f}" y="{y}" width="{max(last - first, 2):.1f}" height="12" fill="{colour}"/>')
            rows.append(f'<text x="{last + 4:.1f}" y="{y + 10}" font-size="10">{ratio:.3g}×</text>')
            y += 15
        y += 12
    legend = "".join(
        f'<rect x="{left + i * 130}" y="8" width="10" height="10" fill="{COLOURS[i % len(COLOURS)]}"/>'
        f'<text x="{left + 14 + i * 130}" y="17" font-size="11">{engine}</text>'
        for i, engine in enumerate(engines)
    )
    axis = f'<line x1="{x(1):.1f}" x2="{x(1):.1f}" y1="26" y2="{y}" stroke="#495057"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{y + 30}" font-family="sans-serif" font-size="12">'
        f'<rect width="100%" height="100%" fill="white"/>{legend}{axis}{"".join(rows)}'
        f'<text x="{left}" y="{y + 16}" font-size="11">time relative to Ferro, logarithmic; more than 1 is slower than Ferro'
        "</text></svg>\n"
    )


def write(folder, name, about, results):
    folder.mkdir(parents=True, exist_ok=True)
    date = datetime.date.today().isoformat()
    text = (
        f"# Benchmarks: {name}\n\n"
        f"Measured on {date} by `./dev bench {name}`, all engines in the same run, on a machine with {os.cpu_count()} cores "
        f"({platform.machine()}, {platform.system()}); {about}. Times are medians of "
        "three runs (slow peers: one run); memory is the peak of the whole process tree.\n\n"
        f"{table(results)}\n\n![times relative to Ferro]({name}.svg)\n"
    )
    (folder / f"{name}.md").write_text(text)
    (folder / f"{name}.svg").write_text(plot(results))
