"""Runs one benchmark on each engine in a process of its own, and watches the memory of that process and its children."""

import dataclasses
import json
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time


@dataclasses.dataclass
class Runner:
    engine: str
    command: list
    repeat: bool = True  # slow peers run once
    whole_process: bool = False  # count from process start to its end
    until_answer: bool = False  # count from process start until the answer is printed
    limit: float = 1200  # seconds after which it is given up
    judge: object = None  # answers what the process asks while it runs: judge(dict) -> one line


@dataclasses.dataclass
class Benchmark:
    name: str
    title: str
    runners: list
    bars: list = dataclasses.field(default_factory=list)  # of Bar
    prepare: object = None


@dataclasses.dataclass
class Bar:
    """Ferro's time must be at most `factor` times the peer's; without a peer, at most `factor` seconds. Of several engines whose
    names begin with the peer's, the fastest counts."""

    factor: float
    peer: str = ""


@dataclasses.dataclass
class Measurement:
    seconds: float
    peak_mb: float
    answer: object
    note: str = ""  # what else the process says of its run


@dataclasses.dataclass
class Result:
    benchmark: Benchmark
    by_engine: dict  # engine -> Measurement, or the error's text


def resident_kb(pid):
    try:
        with open(f"/proc/{pid}/statm") as file:
            return int(file.read().split()[1]) * (os.sysconf("SC_PAGE_SIZE") // 1024)
    except OSError:
        return 0


def descendants(root):
    children = {}
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            continue
        children.setdefault(parent, []).append(int(entry.name))
    found, open_ = [], [root]
    while open_:
        pid = open_.pop()
        found.append(pid)
        open_.extend(children.get(pid, []))
    return found


class PeakMemory(threading.Thread):
    """Samples the memory of a process and all its descendants; short-lived peaks between two samples are missed."""

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.pid, self.peak_kb, self.done = pid, 0, threading.Event()

    def run(self):
        pause = 0.001  # short programs are gone before the first long pause is over
        while not self.done.wait(pause):
            pause = min(2 * pause, 0.02)
            self.peak_kb = max(self.peak_kb, sum(resident_kb(pid) for pid in descendants(self.pid)))


def end(pids):
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass  # it has ended by itself


def answer_of(process, started, judge):
    """The answer that a process prints, and how many seconds after its start."""
    said, after = None, 0.0
    for line in process.stdout:
        if not line.startswith("{"):
            continue
        heard = json.loads(line)
        if "ask" in heard:
            process.stdin.write(judge(heard["ask"]) + "\n")
            process.stdin.flush()
        else:
            said, after = heard, time.perf_counter() - started
    return said, after


def run_once(runner):
    with tempfile.TemporaryFile("w+") as errors:
        started = time.perf_counter()
        process = subprocess.Popen(runner.command, stdin=subprocess.PIPE if runner.judge else None, stdout=subprocess.PIPE,
                                   stderr=errors, text=True)
        memory = PeakMemory(process.pid)
        memory.start()
        given_up = threading.Event()
        guard = threading.Timer(runner.limit, lambda: (given_up.set(), end(descendants(process.pid))))
        guard.start()
        said, answered = answer_of(process, started, runner.judge)
        process.wait()
        whole = time.perf_counter() - started
        guard.cancel()
        memory.done.set()
        memory.join()
        if given_up.is_set():
            raise RuntimeError(f"not done after {runner.limit:g} s")
        errors.seek(0)
        if process.returncode != 0 or said is None:
            raise RuntimeError((errors.read().strip().splitlines() or [f"exit code {process.returncode}"])[-1])
    seconds = answered if runner.until_answer else whole if runner.whole_process else said["seconds"]
    return Measurement(seconds, memory.peak_kb / 1024, said["answer"], said.get("note", ""))


def run_runner(runner, repeat):
    runs = [run_once(runner) for _ in range(repeat if runner.repeat else 1)]
    return Measurement(statistics.median(r.seconds for r in runs), max(r.peak_mb for r in runs), runs[0].answer, runs[0].note)


def run(benchmark, repeat):
    if benchmark.prepare:
        benchmark.prepare()
    by_engine = {}
    for runner in benchmark.runners:
        print(f"{benchmark.name}: {runner.engine} ...", file=sys.stderr, flush=True)
        try:
            by_engine[runner.engine] = run_runner(runner, repeat)
        except (RuntimeError, OSError, ValueError) as error:
            by_engine[runner.engine] = str(error)
    answers = {str(m.answer) for m in by_engine.values() if isinstance(m, Measurement)}
    if len(answers) > 1:
        said = {engine: m.answer for engine, m in by_engine.items() if isinstance(m, Measurement)}
        sys.exit(f"error: {benchmark.name}: the engines disagree: {said}")
    return Result(benchmark, by_engine)
