#!/usr/bin/env python3
"""Runs random programs in peace and among executors that are killed and stopped, and compares what they print:
`chaos_test.py PROGRAM [--seeds N] [--first N]`, or `--seed N` for one of them, with all that it does."""

import argparse
import os
import queue
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

from disturbance import Disturber, executors_of, plan, send, state_of

# Sanitized builds on a busy machine are slow; a healthy program needs a small part of this.
LIMIT = 120
# How long a paused executor waits for the next event: less than it takes the driver to give it up.
PAUSE = 0.3
# Nothing is waited for as long as between real hosts, and no number of lost executors is too many: answers are tested
# here, not limits.
CLUSTER = ["--ferro.shuffle.io.retryWait=200ms", "--ferro.locality.wait=200ms", "--ferro.task.maxFailures=20",
           "--ferro.stage.maxConsecutiveAttempts=20", "--ferro.executor.maxNumFailures=20"]
# Where one is stopped, its silence is noticed quickly. Not elsewhere: on a busy machine the healthy are silent, too.
QUICK_TO_NOTICE = "--ferro.executor.heartbeatInterval=500ms"


class Failure(Exception):
    pass


def settings_of(dice, disturbances):
    """The cluster of a seed: some are short of memory, some encrypt, some do not compress."""
    settings = [f"--ferro.master=local-cluster[3,1,{dice.choice(['128m', '128m', '4m'])}]", *CLUSTER]
    if dice.random() < 0.25:
        settings.append("--ferro.ssl.rpc.enabled=true")
    if dice.random() < 0.25:
        settings.append("--ferro.shuffle.compress=false")
    if any(disturbance.kind == "stop" for disturbance in disturbances):
        settings.append(QUICK_TO_NOTICE)
    return settings


class Program:
    """One run of the program; its lines come as they are printed."""

    def __init__(self, program, seed, settings):
        self.directory = tempfile.mkdtemp(prefix="ferro-chaos-")
        self.errors = open(os.path.join(self.directory, "stderr"), "w+")
        command = [program, f"--ferro.local.dir={self.directory}", *settings, str(seed)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.errors, text=True)
        self.lines, self.printed = queue.Queue(), []
        self.silence, self.last_line_at = (0.0, ""), time.monotonic()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        self.ends_at = time.monotonic() + LIMIT

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def next_line(self, limit=LIMIT):
        """None at the end, "" when none came within the limit."""
        try:
            line = self.lines.get(timeout=max(0, min(limit, self.ends_at - time.monotonic())))
        except queue.Empty:
            if time.monotonic() >= self.ends_at:
                raise Failure(f"it has not ended within {LIMIT} s")
            return ""
        if line is not None:
            self.note(line)
        return line

    def note(self, line):
        now = time.monotonic()
        self.silence = max(self.silence, (now - self.last_line_at, line))
        self.last_line_at = now
        self.printed.append(line)

    def finish(self):
        """What it printed, without what depends on the moment."""
        try:
            code = self.process.wait(max(1, self.ends_at - time.monotonic()))
        except subprocess.TimeoutExpired:
            raise Failure("all was done, but it does not end")
        if code != 0 or "done" not in self.printed:
            raise Failure(f"it ended with exit code {code}: {self.last_errors()}")
        return [line for line in self.printed if not line.startswith("event ")]

    def last_errors(self):
        self.errors.seek(0)
        return " | ".join(self.errors.read().strip().splitlines()[-5:]) or "nothing on stderr"

    def close(self):
        executors = executors_of(self.process.pid)
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for pid in executors:
            send(pid, signal.SIGKILL)
        self.errors.close()
        self.process.stdout.close()
        shutil.rmtree(self.directory, ignore_errors=True)


class Effects:
    """What the disturbances of a run did to it, for whoever wonders whether they did anything."""

    def __init__(self, run, disturber):
        before_end = run.printed[: run.printed.index("done")]
        self.disturbances = len(disturber.done)
        self.lost = sum(" is gone: " in line for line in before_end)
        self.failed = sum(" failed: " in line for line in before_end)
        self.spilled = sum(" has spilled" in line for line in before_end)
        self.silence = run.silence

    def __str__(self):
        return (f"{self.disturbances} disturbances, {self.lost} executors lost, {self.failed} tasks failed, "
                f"{self.spilled} spilled, longest silence {self.silence[0]:.1f} s before '{self.silence[1][:80]}'")


def run_in_peace(program, seed):
    run = Program(program, seed, ["--ferro.master=local[2]"])
    try:
        while run.next_line() is not None:
            pass
        return run.finish(), sum(line.startswith("event ") for line in run.printed)
    finally:
        run.close()


def run_disturbed(program, seed, settings, disturbances, show):
    run = Program(program, seed, settings)
    disturber = Disturber(run.process.pid, disturbances)
    try:
        seen = set()
        while (line := run.next_line(PAUSE if disturber.paused else LIMIT)) is not None:
            show(line)
            if line.startswith("event "):
                disturber.on_event()
                seen.update(executors_of(run.process.pid))
            elif line == "done":
                disturber.resume_all()
            else:
                disturber.resume_paused()
        printed = run.finish()
        effects = Effects(run, disturber)
        left = [pid for pid in seen if state_of(pid) not in ("Z", "X", "")]
        if left:
            raise Failure(f"executors have outlived their driver: {left}")
        return printed, effects
    except Failure as failure:
        raise Failure(f"{failure}; done so far: {'; '.join(disturber.done) or 'nothing'}; "
                      f"driver: {run.last_errors()}")
    finally:
        run.close()


def compare(expected, found):
    for a, b in zip(expected, found):
        if a != b:
            raise Failure(f"in peace it printed '{a}', disturbed '{b}'")
    if len(expected) != len(found):
        raise Failure(f"in peace it printed {len(expected)} lines, disturbed {len(found)}")


def run_seed(program, seed, show):
    dice = random.Random(seed)
    expected, events = run_in_peace(program, seed)
    disturbances = plan(dice, events)
    settings = settings_of(dice, disturbances)
    try:
        show(f"settings: {' '.join(settings)}")
        found, effects = run_disturbed(program, seed, settings, disturbances, show)
        compare(expected, found)
    except Failure as failure:
        raise Failure(f"{failure}; planned: {'; '.join(map(str, disturbances))}; with {' '.join(settings)}")
    return effects


def run_seeds(options):
    """How many seeds failed."""
    began, failed, ran = time.monotonic(), [], 0
    for seed in range(options.first, options.first + options.seeds):
        if options.budget and ran >= 3 and time.monotonic() - began > options.budget:
            print(f"the time of {options.budget} s is over after {ran} of {options.seeds} seeds")
            break
        seed_began = time.monotonic()
        ran += 1
        try:
            effects = run_seed(options.program, seed, print if options.verbose else lambda line: None)
            print(f"seed {seed}: {time.monotonic() - seed_began:.1f} s, {effects}", flush=True)
        except Failure as failure:
            failed.append(seed)
            print(f"seed {seed} FAILED: {failure}\n"
                  f"  again: tests/chaos/chaos_test.py {options.program} --seed {seed}", flush=True)
    print(f"{ran - len(failed)} of {ran} seeds passed" + (f"; failed: {failed}" if failed else ""))
    return len(failed)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--seeds", type=int, default=15, help="how many")
    parser.add_argument("--first", type=int, default=1, help="the first of them")
    parser.add_argument("--seed", type=int, help="only this one, showing what it prints")
    parser.add_argument("--budget", type=float, default=0, help="no seed begins after so many seconds")
    options = parser.parse_args()
    options.program = os.path.abspath(options.program)
    options.verbose = options.seed is not None
    if options.verbose:
        options.first, options.seeds = options.seed, 1
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # what was started is ended, as on Ctrl-C
    sys.exit(1 if run_seeds(options) else 0)


if __name__ == "__main__":
    main()
