"""What the tests of executor faults share: the program under test as a child, its gates, its executors, and what it may
leave behind. A test script ends with `main()` and is run as `SCRIPT PROGRAM OTHER_PROGRAM [unittest arguments]`."""

import collections
import glob
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

PROGRAMS = []
# Sanitized builds on a busy machine are slow; a healthy child needs a small part of this.
LIMIT = 60
GATES = ["map", "half", "reduce", "between", "decode", "other", "last", "saved", "tag", "meet"]

Announcement = collections.namedtuple("Announcement", "place partition process attempt")


class Child:
    """The program as a process, whose stderr is read as it comes."""

    def __init__(self, command, **options):
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True, **options)
        self.lines = []
        self.output = ""
        self.changed = threading.Condition()
        self.readers = [threading.Thread(target=self.read_errors), threading.Thread(target=self.read_output)]
        for reader in self.readers:
            reader.start()

    def read_errors(self):
        for line in self.process.stderr:
            with self.changed:
                self.lines.append(line.rstrip("\n"))
                self.changed.notify_all()
        self.process.stderr.close()

    def read_output(self):
        self.output = self.process.stdout.read()
        self.process.stdout.close()

    def wait(self, limit=LIMIT):
        """(exit code, stdout, lines of stderr)"""
        code = self.process.wait(timeout=limit)
        for reader in self.readers:
            reader.join(timeout=limit)
        return code, self.output, self.lines

    def line_with(self, *parts, limit=LIMIT):
        """The first line of stderr that holds all parts, when it comes."""
        def find():
            return next((line for line in self.lines if all(part in line for part in parts)), None)
        with self.changed:
            if not self.changed.wait_for(find, timeout=limit):
                raise AssertionError(f"no line with {parts} in {self.lines}")
            return find()


class ClusterCase(unittest.TestCase):
    maxDiff = 2000

    def setUp(self):
        self.directory = tempfile.mkdtemp(prefix="ferro-cluster-")
        self.addCleanup(shutil.rmtree, self.directory, ignore_errors=True)
        self.local = os.path.join(self.directory, "local")
        os.mkdir(self.local)
        self.announcements = []
        self.unread = b""
        self.gates = {}
        for name in ["announce", *GATES]:
            path = os.path.join(self.directory, name)
            os.mkfifo(path)
            # Open for both, so that nobody waits for the other side.
            self.gates[name] = os.open(path, os.O_RDWR | os.O_NONBLOCK)
            self.addCleanup(os.close, self.gates[name])

    # --- the program ---

    def command(self, *arguments, master="local-cluster[3,1,256m]", settings=(), program=None):
        settings = [f"--ferro.local.dir={self.local}", f"--ferro.master={master}", *settings]
        return [program or PROGRAMS[0], *settings, *arguments]

    def start(self, scenario, **options):
        process_options = {key: options.pop(key) for key in ("env", "start_new_session") if key in options}
        child = Child(self.command(scenario, self.directory, **options), **process_options)
        self.addCleanup(self.end, child)
        return child

    def end(self, child):
        if child.process.poll() is None:
            child.process.kill()
            child.wait()

    def undisturbed(self, scenario, **options):
        """What the scenario prints in local mode, where nothing happens to it."""
        self.open(*GATES)
        code, output, errors = self.start(scenario, master="local[3]", **options).wait()
        self.assertEqual((code, errors), (0, []))
        shutil.rmtree(os.path.join(self.directory, "out"), ignore_errors=True)
        self.close(*GATES)
        self.seen()
        self.announcements.clear()
        return output

    # --- gates ---

    def open(self, *names):
        for name in names:
            os.write(self.gates[name], b"." * 4096)

    def open_all_but(self, *names):
        self.open(*(name for name in GATES if name not in names))

    def close(self, *names):
        for name in names:
            try:
                while os.read(self.gates[name], 65536):
                    pass
            except BlockingIOError:
                pass

    def read_announcements(self, limit):
        ready, _, _ = select.select([self.gates["announce"]], [], [], limit)
        if not ready:
            return False
        lines = (self.unread + os.read(self.gates["announce"], 65536)).split(b"\n")
        self.unread = lines.pop()
        for line in lines:
            place, *numbers = line.decode().split()
            self.announcements.append(Announcement(place, *map(int, numbers)))
        return True

    def seen(self, place=None):
        """All that was announced until now."""
        while self.read_announcements(0):
            pass
        return [a for a in self.announcements if place in (None, a.place)]

    def await_announcements(self, place, count=1, child=None, but=()):
        """The first `count` announcements of a place by processes other than `but`."""
        deadline = time.monotonic() + LIMIT
        while True:
            found = [a for a in self.announcements if a.place == place and a.process not in but]
            if len(found) >= count:
                return found[:count]
            left = deadline - time.monotonic()
            if left <= 0 or not self.read_announcements(left):
                errors = child.lines if child else []
                self.fail(f"{len(found)} of {count} announcements of {place}; all: {self.announcements}; stderr: {errors}")

    # --- processes and files ---

    def executors_of(self, child):
        """Process numbers of the children that the driver has now."""
        found = []
        for task in os.listdir(f"/proc/{child.process.pid}/task"):
            try:
                with open(f"/proc/{child.process.pid}/task/{task}/children") as file:
                    found += map(int, file.read().split())
            except FileNotFoundError:
                pass  # a thread that has ended since
        return found

    def watch(self, processes):
        """Descriptors that become readable when the processes end."""
        descriptors = [os.pidfd_open(process) for process in processes]
        for descriptor in descriptors:
            self.addCleanup(os.close, descriptor)
        return descriptors

    def assert_gone_within(self, descriptors, limit):
        """With a sanitizer everything takes longer, so the limit does too."""
        limit *= int(os.environ.get("FERRO_TEST_SLOWNESS", "1"))
        left = set(descriptors)
        deadline = time.monotonic() + limit
        while left:
            ready, _, _ = select.select(list(left), [], [], max(0, deadline - time.monotonic()))
            if not ready:
                self.fail(f"{len(left)} executors are there after {limit} s")
            left -= set(ready)

    def kill(self, process, signal_number=signal.SIGKILL):
        os.kill(process, signal_number)

    def left_over(self):
        return sorted(os.listdir(self.local))

    def assert_nothing_left(self, errors=()):
        """No file but the outputs of lost executors, which the messages name; no process of this test's."""
        names = self.left_over()
        kept = {name for line in errors for name in re.findall(r"ferro-logs-[-\w]+", line)}
        self.assertEqual([name for name in names if name not in kept], [], (errors, self.outputs()))
        self.assertEqual(self.processes_here(), [])

    def outputs(self):
        """What executors have printed, for the message of a test that fails."""
        texts = {}
        for path in glob.glob(os.path.join(self.local, "ferro-logs-*", "*")):
            with open(path) as file:
                texts[os.path.basename(path)] = file.read()
        return texts

    def processes_here(self):
        """Processes that were told this test's local directory."""
        found = []
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{name}/cmdline", "rb") as file:
                    if self.local.encode() in file.read():
                        found.append(int(name))
            except OSError:
                pass  # ended since
        return found

    def assert_same_answer(self, child, expected):
        code, output, errors = child.wait()
        self.assertEqual((code, output), (0, expected), errors)
        self.assert_nothing_left(errors)
        return errors

    def assert_fails(self, child, *parts):
        """Ends with exit code 1 and one error line that holds the parts; warnings may come before."""
        code, _, errors = child.wait()
        self.assertEqual(code, 1, errors)
        lines = [line for line in errors if line.startswith("error: ")]
        self.assertEqual(len(lines), 1, errors)
        for part in parts:
            self.assertIn(part, lines[0])
        self.assert_nothing_left(errors)
        return lines[0], [line for line in errors if line not in lines]

    def assert_output_is_whole(self):
        """What the scenario "save" wrote: each part once, each row once, and nothing else."""
        output = os.path.join(self.directory, "out")
        parts = [f"part-{i:05}" for i in range(6)]
        self.assertEqual(sorted(os.listdir(output)), ["_SUCCESS", *parts])
        rows = []
        for part in parts:
            with open(os.path.join(output, part)) as file:
                rows += map(int, file.read().split())
        self.assertEqual(rows, list(range(6000)))


def main():
    # Where Ctrl-C is ignored, as in jobs that a shell started in the background, children would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    PROGRAMS.extend(os.path.abspath(sys.argv.pop(1)) for _ in range(2))
    unittest.main()
