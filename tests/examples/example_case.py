"""What tests of examples share: a temporary folder, and running a program as a user would."""

import os
import random
import subprocess
import sys
import tempfile
import unittest

SEED = 20
DATA = os.environ.get("FERRO_TEST_DATA", os.path.join(os.path.dirname(__file__), "../../../shared/data"))


class ExampleCase(unittest.TestCase):
    folder = ""  # of the examples

    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory(prefix="ferro-examples-")
        self.addCleanup(self.temporary.cleanup)
        self.random = random.Random(SEED)

    def path(self, name):
        return os.path.join(self.temporary.name, name)

    def write(self, name, text):
        with open(self.path(name), "w") as file:
            file.write(text)
        return self.path(name)

    def data(self, name):
        path = os.path.join(DATA, name)
        if not os.path.exists(path):
            self.skipTest(f"{path} is not here; set FERRO_TEST_DATA")
        return path

    def start(self, name, *arguments):
        command = [os.path.join(self.folder, name), *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=self.temporary.name)

    def run_example(self, name, *arguments, settings=()):
        done = self.start(name, "--ferro.master=local[2]", *settings, *arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout


def main():
    ExampleCase.folder = os.path.abspath(sys.argv.pop(1))
    print(f"seed {SEED}")
    unittest.main()
