"""What a person sees of event_program on a terminal: its bar and its log. `console_test.py PROGRAM`."""

import fcntl
import os
import pty
import re
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest

PROGRAM = ""
LIMIT = 60
TIME = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d "  # what each line of the log begins with
WIDTH = 100


class ConsoleTest(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.mkdtemp(prefix="ferro-console-")
        self.addCleanup(shutil.rmtree, self.directory, ignore_errors=True)
        self.gate = os.path.join(self.directory, "gate")
        os.mkfifo(self.gate)
        # Open for both, so that nobody waits for the other side.
        self.opener = os.open(self.gate, os.O_RDWR)
        self.addCleanup(os.close, self.opener)
        self.screen = ""

    def start(self, *settings):
        self.terminal, ours = pty.openpty()
        self.addCleanup(os.close, self.terminal)
        fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", 24, WIDTH, 0, 0))
        environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
        command = [PROGRAM, "--ferro.master=local[4]", f"--ferro.local.dir={self.directory}", *settings, "sides", self.gate]
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=ours,
                                 env=environment)
        os.close(ours)
        self.addCleanup(child.wait, LIMIT)
        self.addCleanup(child.kill)
        return child

    def read_until(self, pattern):
        """Nothing for a terminal that is closed first."""
        deadline = time.monotonic() + LIMIT
        while re.search(pattern, self.screen) is None:
            ready, _, _ = select.select([self.terminal], [], [], max(0, deadline - time.monotonic()))
            self.assertTrue(ready, f"not on the screen: {pattern}; there is {self.screen!r}")
            try:
                self.screen += os.read(self.terminal, 65536).decode()
            except OSError:
                return None
        return re.search(pattern, self.screen)

    def open_gate(self):
        os.write(self.opener, b"." * 100)

    def read_to_end(self):
        self.assertIsNone(self.read_until("never on the screen"))

    def test_stages_that_run_side_by_side_share_one_line_as_wide_as_the_terminal(self):
        child = self.start()
        bar = self.read_until(r"\r(\[Stage 0:>? *\(0 \+ 2\) / 2\]\[Stage 1:>? *\(0 \+ 2\) / 2\])").group(1)
        self.assertEqual(len(bar), WIDTH)
        self.open_gate()
        self.assertEqual(child.wait(LIMIT), 0)
        self.read_to_end()
        self.assertTrue(self.screen.endswith("\r" + " " * WIDTH + "\r"), "the bar is taken away")

    def test_what_is_logged_stands_above_the_bar(self):
        child = self.start("--ferro.log.level=INFO")
        self.read_until(r"\r\[Stage 0:.*\]\[Stage 1:")
        self.open_gate()
        self.assertEqual(child.wait(LIMIT), 0)
        self.read_to_end()
        self.assertRegex(self.screen, "\r" + " " * WIDTH + "\r" + TIME + "INFO stage ")
        self.assertEqual(len(re.findall("INFO ", self.screen)),
                         len(re.findall("(?:^|\r|\n)" + TIME + "INFO ", self.screen)), self.screen)

    def test_without_a_wish_for_it_there_is_no_bar(self):
        child = self.start("--ferro.ui.showConsoleProgress=false")
        self.open_gate()
        self.assertEqual(child.wait(LIMIT), 0)
        self.read_to_end()
        self.assertEqual(self.screen, "")


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
