"""Faults that no retry heals: the job ends after a bounded number of tries, with one line that says why."""

import os
import re
import subprocess
import unittest

from cluster_case import ClusterCase, main


class FailureTest(ClusterCase):
    def test_executors_that_die_at_their_start_end_the_job_with_their_last_output(self):
        child = self.start("dies", master="local-cluster[2,1,256m]")
        line, _ = self.assert_fails(child, "this machine has no licence", "exit code 3", "in a row")
        path = re.search(r"its output is in (\S+)", line).group(1)
        with open(path) as file:
            self.assertEqual(file.read(), "this machine has no licence\n")
        self.assertLessEqual(len(self.seen("start")), 2 * 2 + 1)

    def test_the_number_of_starts_is_a_setting(self):
        child = self.start("dies", master="local-cluster[1,1,256m]", settings=["--ferro.executor.maxNumFailures=2"])
        self.assert_fails(child, "2 executors in a row")
        self.assertEqual(len(self.seen("start")), 2)

    def test_a_task_that_crashes_its_executor_every_time_ends_the_job(self):
        for master in ["local-cluster[1,1,256m]", "local-cluster[3,1,256m]"]:
            with self.subTest(master):
                before = len(self.seen("abort"))
                line, _ = self.assert_fails(self.start("abort", master=master), "signal 6 (SIGABRT)")
                self.assertIn("the last words of a task", line)
                self.assertLessEqual(len(self.seen("abort")) - before, 4)
                self.remove_logs()

    def remove_logs(self):
        for name in self.left_over():
            folder = os.path.join(self.local, name)
            for file in os.listdir(folder):
                os.unlink(os.path.join(folder, file))
            os.rmdir(folder)

    def test_what_a_crashed_task_printed_is_in_the_file_that_the_error_names(self):
        line, _ = self.assert_fails(self.start("abort", settings=["--ferro.task.maxFailures=1"]), "its output is in")
        path = re.search(r"its output is in (\S+)", line).group(1)
        with open(path) as file:
            self.assertIn("the last words of a task\n", file.read())

    def test_what_tasks_print_is_kept_where_the_setting_says(self):
        logs = os.path.join(self.directory, "logs")
        child = self.start("throw", settings=[f"--ferro.executor.logs.dir={logs}"])
        self.assert_fails(child, "a task that throws", "attempt 4 of 4")
        texts = []
        for folder, _, files in os.walk(logs):
            for name in files:
                with open(os.path.join(folder, name)) as file:
                    texts.append(file.read())
        self.assertEqual(len(texts), 3)
        self.assertEqual("".join(texts).count("what the task printed\n"), 5)

    def refuse_results(self, scenario):
        line, warnings = self.assert_fails(self.start(scenario, settings=["--ferro.driver.maxResultSize=1m"]),
                                           "ferro.driver.maxResultSize", "1m", "toLocalIterator")
        self.assertEqual(warnings, [])
        tried = [a.partition for a in self.seen("text")]
        self.assertEqual(len(tried), len(set(tried)), "no task runs twice")

    def test_many_results_over_the_limit_end_the_job_with_advice(self):
        self.refuse_results("medium")

    def test_one_result_over_the_limit_ends_the_job_with_advice(self):
        self.refuse_results("large")

    def test_results_of_100_megabytes_arrive(self):
        self.assert_same_answer(self.start("hundred"), f"bytes {100 << 20}\n")

    @unittest.skipUnless(os.geteuid() == 0, "only root can mount a small disk")
    def test_executors_on_a_full_disk_say_so_in_one_line(self):
        mount = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", self.local]
        small = subprocess.run(mount, capture_output=True, text=True)
        if small.returncode != 0:
            self.skipTest("no tmpfs here: " + small.stderr.strip())
        self.addCleanup(subprocess.run, ["umount", "-l", self.local])
        self.open("map", "half", "other")
        child = self.start("join", master="local-cluster[2,1,4m]")
        line, _ = self.assert_fails(child, "disk full", self.local, "free")
        self.assertRegex(line, r"\d+(\.\d+)? ?(bytes|KB|MB|KiB|MiB)")


if __name__ == "__main__":
    main()
