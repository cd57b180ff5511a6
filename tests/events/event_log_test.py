"""Runs event_program as a child and looks at its event log and its closing summary. `event_log_test.py PROGRAM`."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

PROGRAM = ""
# Sanitized builds on a busy machine are slow; a healthy child needs a small part of this.
LIMIT = 120
SECRET = "xyzzy-plugh-0123456789"


class EventLogTest(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.mkdtemp(prefix="ferro-events-")
        self.addCleanup(shutil.rmtree, self.directory, ignore_errors=True)
        self.logs = os.path.join(self.directory, "logs")

    def command(self, *arguments, master="local[2]", log=True):
        settings = [f"--ferro.master={master}", f"--ferro.local.dir={self.directory}"]
        if log:
            settings += ["--ferro.eventLog.enabled=true", f"--spark.eventLog.dir=file://{self.logs}"]
        return [PROGRAM, *settings, *arguments]

    def run_program(self, *arguments, **options):
        command = self.command(*arguments, **options)
        result = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=False)
        return result.returncode, result.stdout.splitlines(), result.stderr

    def read_log(self, name):
        with open(os.path.join(self.logs, name), encoding="utf-8") as file:
            lines = file.read().split("\n")
        self.assertEqual(lines.pop(), "")
        for line in lines:
            self.assertTrue(line.startswith('{"Event":"'), line)
        return [json.loads(line) for line in lines]

    def assert_no_secret(self):
        with open(os.path.join(self.logs, self.only_log()), encoding="utf-8") as file:
            self.assertNotIn(SECRET, file.read())

    def only_log(self):
        names = os.listdir(self.logs)
        self.assertEqual(len(names), 1, names)
        return names[0]

    def test_the_log_tells_what_the_listener_heard(self):
        for master in ("local[2]", "local-cluster[2,1,512m]"):
            with self.subTest(master):
                shutil.rmtree(self.logs, ignore_errors=True)
                code, output, errors = self.run_program("jobs", master=master)
                self.assertEqual((code, errors), (0, ""))
                application = output[0].split()[1]
                self.assertEqual(self.only_log(), application)
                events = self.read_log(application)
                names = [event["Event"] for event in events]
                self.assertEqual(names[:3], ["SparkListenerLogStart", "SparkListenerApplicationStart",
                                             "SparkListenerEnvironmentUpdate"])
                self.assertEqual(names[-1], "SparkListenerApplicationEnd")
                for word, name in (("job", "SparkListenerJobEnd"), ("stage", "SparkListenerStageCompleted"),
                                   ("task", "SparkListenerTaskEnd"), ("jobstart", "SparkListenerJobStart")):
                    heard = sum(line.split()[0] == word for line in output)
                    self.assertGreater(heard, 0)
                    self.assertEqual(names.count(name), heard)
                self.assertEqual(names.count("SparkListenerTaskStart"), names.count("SparkListenerTaskEnd"))
                self.assertEqual(names.count("SparkListenerUnpersistRDD"), 1)
                executors = {event["Executor ID"] for event in events if event["Event"] == "SparkListenerExecutorAdded"}
                # The second may join after the short jobs have ended.
                self.assertIn(len(executors), (1, 2) if "cluster" in master else (1,))
                for event in events:
                    if event["Event"] == "SparkListenerTaskEnd":
                        self.assertIn(event["Task Info"]["Executor ID"], executors)
                        self.assertNotEqual(event["Task Info"]["Host"], "unknown")

    def test_a_named_accumulator_is_in_the_log_with_its_updates_and_its_value(self):
        self.run_program("jobs")
        events = self.read_log(self.only_log())
        stages = [event["Stage Info"]["Accumulables"] for event in events
                  if event["Event"] == "SparkListenerStageCompleted"]
        named = [accumulables for accumulables in stages if accumulables]
        self.assertEqual([(a["Name"], a["Value"]) for a in named[0]], [("rows seen", "100000")])
        updates = [int(update["Update"]) for event in events if event["Event"] == "SparkListenerTaskEnd"
                   for update in event["Task Info"]["Accumulables"]]
        self.assertEqual(sum(updates), 100_000)

    def test_kill_9_loses_at_most_a_second(self):
        child = subprocess.Popen(self.command("forever"), stdout=subprocess.PIPE, text=True)
        self.addCleanup(child.wait, LIMIT)
        self.addCleanup(child.kill)
        heard = {}
        while not heard or max(heard.values()) - min(heard.values()) < 2500:
            words = child.stdout.readline().split()
            if words[0] == "task":
                heard[int(words[1])] = int(words[8])
        child.send_signal(signal.SIGKILL)
        for line in child.stdout:
            words = line.split()
            if words and words[0] == "task" and line.endswith("\n"):
                heard[int(words[1])] = int(words[8])
        child.stdout.close()
        name = self.only_log()
        self.assertTrue(name.endswith(".inprogress"), name)
        logged = {event["Task Info"]["Task ID"] for event in self.read_log(name)
                  if event["Event"] == "SparkListenerTaskEnd"}
        must_be_there = {task for task, finished in heard.items() if finished <= max(heard.values()) - 1000}
        self.assertGreater(len(must_be_there), 10)
        self.assertEqual(must_be_there - logged, set())

    def test_an_interrupt_completes_the_log(self):
        child = subprocess.Popen(self.command("forever"), stdout=subprocess.PIPE, text=True)
        self.addCleanup(child.kill)
        while not child.stdout.readline().startswith("task"):
            continue
        child.send_signal(signal.SIGINT)
        child.stdout.read()
        child.stdout.close()
        self.assertEqual(child.wait(LIMIT), 130)
        name = self.only_log()
        self.assertFalse(name.endswith(".inprogress"), name)
        self.assertEqual(self.read_log(name)[-1]["Event"], "SparkListenerApplicationEnd")

    def test_where_the_log_cannot_be_written_the_job_ends_well_with_one_line(self):
        with open(self.logs, "w", encoding="utf-8"):
            pass
        code, output, errors = self.run_program("jobs")
        self.assertEqual(code, 0)
        self.assertIn("job 1 SUCCEEDED", output)
        self.assertEqual(len(errors.splitlines()), 1, errors)
        self.assertIn("runs without an event log", errors)

    def test_secrets_do_not_reach_the_log(self):
        properties = os.path.join(self.directory, "secret.conf")
        with open(properties, "w", encoding="utf-8") as file:
            file.write(f"ferro.authenticate.secret {SECRET}\nferro.redaction.regex nothing-like-it\n")
        code, _, errors = self.run_program(f"--ferro.properties.file={properties}", "jobs")
        self.assertEqual(code, 0, errors)
        self.assert_no_secret()
        events = self.read_log(self.only_log())
        settings = next(e["Spark Properties"] for e in events if e["Event"] == "SparkListenerEnvironmentUpdate")
        self.assertEqual(settings["ferro.authenticate.secret"], "*********(redacted)")
        self.assertIn("ferro.eventLog.dir", settings)

    def test_what_looks_like_a_secret_is_redacted_in_the_settings(self):
        self.run_program(f"--ferro.executor.logs.dir={self.directory}/password-{SECRET}", "jobs")
        self.assert_no_secret()

    def test_no_log_unless_it_is_asked_for(self):
        self.run_program("jobs", log=False)
        self.assertFalse(os.path.exists(self.logs))

    def test_a_summary_is_printed_on_request_only(self):
        _, _, errors = self.run_program("jobs", log=False)
        self.assertEqual(errors, "")
        _, output, errors = self.run_program("--ferro.ui.summary=true", "jobs", log=False)
        lines = errors.splitlines()
        self.assertRegex(lines[0], r"^event_program \(\S+\): \S+ m?s, 6 jobs, 7 stages, \d+ tasks on 2 cores, 1 failed job")
        self.assertRegex(lines[1], r"^  stage +time +tasks +median +longest +read +written +spilled +peak$")
        self.assertEqual(sum(line.startswith("stage ") for line in output), 7)
        self.assertIn("  1      pairs ", errors)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
