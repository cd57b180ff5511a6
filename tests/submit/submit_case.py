"""What tests of ferro-submit as a process share: SCRIPT FERRO_SUBMIT PROGRAM [unittest arguments]"""

import os
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

SUBMIT, PROGRAM = sys.argv[1:3]
LIMIT = 60


class SubmitCase(unittest.TestCase):
    maxDiff = 4000

    def setUp(self):
        self.directory = tempfile.mkdtemp(prefix="ferro-submit-test-")
        self.addCleanup(shutil.rmtree, self.directory, ignore_errors=True)
        self.local = self.path("local")
        os.mkdir(self.local)
        os.mkdir(self.path("conf"))
        self.environment = dict(os.environ, FERRO_CONF_DIR=self.path("conf"))
        self.write("conf/ferro-defaults.conf", f"ferro.local.dir {self.local}\n")

        self.fifo = self.path("fifo")
        os.mkfifo(self.fifo)
        # Open for both, so that nobody waits for the other side.
        self.waiting = os.open(self.fifo, os.O_RDWR | os.O_NONBLOCK)
        self.addCleanup(os.close, self.waiting)

    def await_job(self):
        """Until a task of the application waits."""
        ready, _, _ = select.select([self.waiting], [], [], LIMIT)
        self.assertTrue(ready, "no task waits")
        self.assertEqual(os.read(self.waiting, 100), b"waiting\n")

    def path(self, name):
        return os.path.join(self.directory, name)

    def write(self, name, content):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(content)
        return self.path(name)

    def start(self, *arguments, ignored=(), **variables):
        """With these signals ignored, as nohup and some daemons leave them for their children."""
        def ignore():
            for number in ignored:
                signal.signal(number, signal.SIG_IGN)
        child = subprocess.Popen([SUBMIT, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True, cwd=self.directory,
                                 env=dict(self.environment, **variables), preexec_fn=ignore)
        self.addCleanup(self.end, child)
        return child

    def end(self, child):
        if child.poll() is None:
            child.kill()
        child.communicate()

    def run_submit(self, *arguments, **options):
        child = self.start(*arguments, **options)
        output, errors = child.communicate(timeout=LIMIT)
        return child.returncode, output, errors

    def settings_of(self, *flags, arguments=(), **variables):
        """{key: (value, source)} as the application sees them."""
        code, output, errors = self.run_submit(*flags, PROGRAM, "settings", *arguments, **variables)
        self.assertEqual(code, 0, errors)
        found = re.findall(r"^(ferro\.[\w.]+)=(.*) \((.*)\)$", output, re.MULTILINE)
        return {key: (value, source) for key, value, source in found}

    def left_behind(self):
        return os.listdir(self.local)


def run_tests():
    # Where Ctrl-C is ignored, as in jobs that a shell started in the background, children would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    unittest.main(module="__main__", argv=[sys.argv[0], *sys.argv[3:]])
