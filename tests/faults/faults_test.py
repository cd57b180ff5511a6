"""Runs faulty_program as a child and checks how it ends: exit code, what stderr says, and that nothing is left behind.
`faults_test.py PROGRAM [unittest arguments]`."""

import os
import pwd
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = ""
# Sanitized builds on a busy machine are slow; a healthy child needs a small part of this.
LIMIT = 60


def is_root():
    return os.geteuid() == 0


class FaultsTest(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.mkdtemp(prefix="ferro-faults-")
        self.addCleanup(shutil.rmtree, self.directory, ignore_errors=True)
        self.local = os.path.join(self.directory, "local")
        os.mkdir(self.local)

    def start(self, *arguments, settings=(), program="", **options):
        settings = [f"--ferro.local.dir={self.local}", "--ferro.master=local[2]", *settings]
        command = [program or PROGRAM, *settings, *arguments]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)

    def run_program(self, *arguments, **options):
        child = self.start(*arguments, **options)
        output, errors = child.communicate(timeout=LIMIT)
        return child.returncode, output, errors

    def assert_nothing_left(self):
        left = [os.path.join(folder, name) for folder, inner, files in os.walk(self.local) for name in inner + files]
        self.assertEqual(left, [])

    def assert_one_line(self, errors, *parts):
        self.assertEqual(len(errors.splitlines()), 1, errors)
        for part in parts:
            self.assertIn(part, errors)

    def interrupt(self, signal_number, times=1):
        child = self.start("forever")
        ready, _, _ = select.select([child.stdout], [], [], LIMIT)
        self.assertTrue(ready, "no task has started")
        self.assertEqual(child.stdout.readline(), "running\n")
        self.assertTrue(os.listdir(self.local), "there is nothing to clean up")
        began = time.monotonic()
        for _ in range(times):
            child.send_signal(signal_number)
        _, errors = child.communicate(timeout=LIMIT)
        self.assertLess(time.monotonic() - began, 10)
        self.assert_nothing_left()
        return child.returncode, errors

    def test_interrupt_ends_with_130(self):
        code, errors = self.interrupt(signal.SIGINT)
        self.assertEqual(code, 130)
        self.assertEqual(errors, "interrupted (Ctrl-C): the running jobs were cancelled and temporary files removed\n")

    def test_terminate_ends_with_143(self):
        code, _ = self.interrupt(signal.SIGTERM)
        self.assertEqual(code, 143)

    def test_impatient_interrupts_end_too(self):
        code, _ = self.interrupt(signal.SIGINT, times=3)
        self.assertEqual(code, 130)

    def test_killed_program_is_swept_by_the_next_one(self):
        child = self.start("forever")
        self.assertEqual(child.stdout.readline(), "running\n")
        child.kill()
        child.communicate(timeout=LIMIT)
        self.assertNotEqual(os.listdir(self.local), [])
        self.assertEqual(self.run_program("nothing")[0], 0)
        self.assert_nothing_left()

    def test_uncaught_error_is_one_line(self):
        code, _, errors = self.run_program("error")
        self.assertEqual(code, 1)
        self.assert_one_line(errors, "an error nobody catches")
        self.assert_nothing_left()

    def test_exception_in_a_task_is_one_line(self):
        code, _, errors = self.run_program("throw")
        self.assertEqual(code, 1)
        self.assert_one_line(errors, "two lines", "stage", "task", "attempt 1 of 1")
        self.assert_nothing_left()

    def test_a_record_that_a_function_does_not_like_is_named_by_its_line(self):
        numbers = os.path.join(self.directory, "numbers.txt")
        for wrong in (0, 1, 500, 998, 999):
            with open(numbers, "w") as file:
                file.writelines(f"{'x' if i == wrong else i}\n" for i in range(1000))
            for master in ("local[2]", "local-cluster[2,1,256m]"):
                code, _, errors = self.run_program("parse", numbers, settings=[f"--ferro.master={master}"])
                self.assertEqual(code, 1)
                self.assert_one_line(errors, "std::invalid_argument: stoll", "stage", "task", "partition",
                                     f"at line {wrong + 1} of {numbers} [USER_FUNCTION]")

    CRASHES = [("divide", signal.SIGFPE, "divided by zero", "divideByNothing(long)"),
               ("segv", signal.SIGSEGV, "SIGSEGV, an access to memory that is not there (0x8)", "readNowhere(long)"),
               ("abort", signal.SIGABRT, "SIGABRT", "giveUp(long)"),
               ("recursion", signal.SIGSEGV, "SIGSEGV", "recurse(long)")]

    @unittest.skipIf("FERRO_TEST_SLOWNESS" in os.environ, "sanitizers report crashes themselves")
    def test_a_crash_says_signal_stage_task_partition_and_function(self):
        for how, number, meaning, function in self.CRASHES:
            with self.subTest(how):
                code, _, errors = self.run_program("crash", how)
                self.assertEqual(code, -number, errors)
                lines = errors.splitlines()
                self.assertRegex(lines[0], r"^error: the program crashed with .*, in stage \d+, task \d+, partition 1, attempt 0:$")
                self.assertIn(meaning, lines[0])
                self.assertIn(function, errors)
                self.assertLessEqual(len(lines), 11, errors)

    @unittest.skipIf("FERRO_TEST_SLOWNESS" in os.environ, "sanitizers report crashes themselves")
    def test_a_crash_of_the_driver_itself_says_so(self):
        code, _, errors = self.run_program("crash", "driver")
        self.assertEqual(code, -signal.SIGSEGV)
        self.assertIn("outside of any task", errors.splitlines()[0])
        self.assertIn("readNowhere(long)", errors)

    @unittest.skipIf("FERRO_TEST_SLOWNESS" in os.environ, "sanitizers report crashes themselves")
    def test_a_crash_of_an_executor_reaches_the_driver(self):
        for how, number, meaning, function in self.CRASHES:
            with self.subTest(how):
                code, _, errors = self.run_program("crash", how, settings=["--ferro.master=local-cluster[1,1,256m]",
                                                                           "--ferro.task.maxFailures=1"])
                self.assertEqual(code, 1)
                line = next(line for line in errors.splitlines() if line.startswith("error: "))
                for part in (f"signal {int(number)}", meaning, "partition 1", function):
                    self.assertIn(part, line)

    def test_executors_that_end_before_they_have_done_anything_say_why(self):
        code, _, errors = self.run_program("crash", "segv", settings=["--ferro.master=local-cluster[1,1,256m]",
                                                                      "--ferro.executor.maxNumFailures=2"])
        self.assertEqual(code, 1)
        line = next(line for line in errors.splitlines() if line.startswith("error: "))
        self.assertIn("signal 11 (SIGSEGV)", line)
        self.assertIn("its output is in", line)

    def test_output_before_the_session_is_warned_of_where_executors_repeat_it(self):
        environment = {**os.environ, "GREETING": "hello"}
        cluster = ["--ferro.master=local-cluster[1,1,256m]"]
        warning = "written to standard output before it made its Session"
        for settings, greeted, warned in ((cluster, True, True), (cluster, False, False), ([], True, False)):
            code, _, errors = self.run_program("nothing", settings=settings, env=environment if greeted else None)
            self.assertEqual(code, 0, errors)
            self.assertEqual(warning in errors, warned, errors)

    def test_exit_in_the_middle_leaves_nothing(self):
        code, _, _ = self.run_program("exit")
        self.assertEqual(code, 7)
        self.assertEqual(self.run_program("nothing")[0], 0)
        self.assert_nothing_left()

    def test_wrong_setting_is_one_line(self):
        code, _, errors = self.run_program("nothing", settings=["--ferro.default.paralelism=3"])
        self.assertEqual(code, 1)
        self.assert_one_line(errors, "ferro.default.paralelism", "ferro.default.parallelism")

    def test_missing_file(self):
        code, _, errors = self.run_program("read", "/no/such/file")
        self.assertEqual(code, 1)
        self.assert_one_line(errors, "/no/such/file")
        self.assert_nothing_left()

    def test_empty_input(self):
        empty = os.path.join(self.directory, "empty.txt")
        open(empty, "w").close()
        code, output, errors = self.run_program("read", empty)
        self.assertEqual((code, output, errors), (0, "0 lines\n", ""))
        self.assert_nothing_left()

    @unittest.skipUnless(is_root(), "only root can become somebody else")
    def test_unreadable_directory(self):
        secret = os.path.join(self.directory, "secret")
        os.mkdir(secret, 0o700)
        with open(os.path.join(secret, "data.txt"), "w") as file:
            file.write("one line\n")
        os.chmod(self.directory, 0o755)
        os.chmod(self.local, 0o777)
        # Wherever the build is, nobody can read this copy.
        program = os.path.join(self.directory, "program")
        shutil.copy(PROGRAM, program)
        os.chmod(program, 0o755)
        nobody = pwd.getpwnam("nobody")
        libraries = subprocess.run(["ldd", PROGRAM], capture_output=True, text=True).stdout
        paths = [line.split("=>")[1].split()[0] for line in libraries.splitlines() if "=> /" in line]
        for path in paths:
            if not path.startswith(("/lib", "/usr")):
                shutil.copy(path, self.directory)
        code, _, errors = self.run_program(
            "read", secret, program=program, user=nobody.pw_uid, group=nobody.pw_gid, extra_groups=[], cwd="/",
            env={**os.environ, "HOME": "/", "LD_LIBRARY_PATH": self.directory})
        self.assertEqual(code, 1, errors)
        self.assert_one_line(errors, secret, "ermission")
        self.assert_nothing_left()

    @unittest.skipUnless(is_root(), "only root can mount a small disk")
    def test_full_disk(self):
        mount = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", self.local]
        small = subprocess.run(mount, capture_output=True, text=True)
        if small.returncode != 0:
            self.skipTest("no tmpfs here: " + small.stderr.strip())
        self.addCleanup(subprocess.run, ["umount", self.local])
        code, _, errors = self.run_program("shuffle", settings=["--ferro.driver.memory=4m", "--ferro.log.level=ERROR"])
        self.assertEqual(code, 1)
        self.assert_one_line(errors, self.local, "free")
        self.assertRegex(errors, r"\d+(\.\d+)? ?(bytes|KB|MB|KiB|MiB)")
        self.assert_nothing_left()

    def test_enough_disk_spills_and_succeeds(self):
        code, output, errors = self.run_program("shuffle", settings=["--ferro.driver.memory=4m", "--ferro.log.level=ERROR"])
        self.assertEqual((code, output, errors), (0, "400000 rows\n", ""))
        self.assert_nothing_left()


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
