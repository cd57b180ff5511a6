"""Spark's own History Server opens the event logs of event_program, and its REST API tells what ran. The first argument is
the program; needs Java and the PySpark package. `history_server_test.py PROGRAM`."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
import urllib.request

import pyspark

PROGRAM = ""
# A Java server on a busy machine takes its time.
LIMIT = 300


class HistoryServer:
    """Runs on a free port over the logs of one directory, which are there already."""

    def __init__(self, logs, scratch, count):
        properties = os.path.join(scratch, "history.conf")
        with open(properties, "w", encoding="utf-8") as file:
            file.write(f"spark.history.fs.logDirectory file:{logs}\nspark.history.ui.port 0\n")
        home = os.path.dirname(pyspark.__file__)
        command = [os.path.join(home, "bin", "spark-class"), "org.apache.spark.deploy.history.HistoryServer",
                   "--properties-file", properties]
        environment = dict(os.environ, SPARK_HOME=home, SPARK_LOCAL_IP="127.0.0.1", SPARK_CONF_DIR=scratch)
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                        env=environment)
        self.changed = threading.Condition()
        self.said = ""
        self.ended = False
        self.reader = threading.Thread(target=self.read_output)
        self.reader.start()
        self.address = self.wait_for(r"started at (http://[^\s]+)").group(1)
        for number in range(count):
            self.wait_for(r"(?s)(Finished parsing .*){%d}" % (number + 1))

    def read_output(self):
        for line in self.process.stdout:
            with self.changed:
                self.said += line
                self.changed.notify_all()
        with self.changed:
            self.ended = True
            self.changed.notify_all()

    def wait_for(self, pattern):
        with self.changed:
            self.changed.wait_for(lambda: self.ended or re.search(pattern, self.said), timeout=LIMIT)
            found = re.search(pattern, self.said)
            if found is None:
                raise AssertionError(f"the history server did not say {pattern!r}:\n{self.said}")
            return found

    def get(self, path):
        with urllib.request.urlopen(f"{self.address}/api/v1/{path}", timeout=LIMIT) as answer:
            return json.load(answer)

    def stop(self):
        self.process.terminate()
        self.process.wait(LIMIT)
        self.reader.join()
        self.process.stdout.close()


class Run:
    """One run of the program, and what it printed of itself."""

    def __init__(self, logs, scratch, what, master, settings=()):
        command = [PROGRAM, f"--ferro.master={master}", f"--ferro.local.dir={scratch}", "--ferro.eventLog.enabled=true",
                   f"--ferro.eventLog.dir={logs}", *settings, what]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.lines = []
        self.application = self.process.stdout.readline().split()[1]

    def finish(self):
        self.read_until(lambda words: False)
        if self.process.wait(LIMIT) != 0:
            raise AssertionError(f"the program ended with {self.process.returncode}")

    def kill_after_jobs(self, count):
        self.read_until(lambda words: words[0] == "job" and int(words[1]) + 1 >= count)
        self.process.send_signal(signal.SIGKILL)
        self.read_until(lambda words: False)
        self.process.wait(LIMIT)

    def read_until(self, enough):
        for line in self.process.stdout:
            self.lines.append(line.split())
            if enough(self.lines[-1]):
                return
        self.process.stdout.close()

    def words(self, kind):
        return [line[1:] for line in self.lines if line[0] == kind]


class HistoryServerTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.mkdtemp(prefix="ferro-history-")
        cls.addClassCleanup(shutil.rmtree, cls.scratch, ignore_errors=True)
        logs = os.path.join(cls.scratch, "logs")
        rolled = ["--ferro.eventLog.rolling.enabled=true", "--ferro.eventLog.rolling.maxFileSize=64k",
                  "--ferro.eventLog.compress=true", "--ferro.app.name=rolled ü"]
        cls.plain = Run(logs, cls.scratch, "jobs", "local[2]")
        cls.plain.finish()
        cls.rolled = Run(logs, cls.scratch, "jobs", "local-cluster[2,1,512m]", rolled)
        cls.rolled.finish()
        cls.killed = Run(logs, cls.scratch, "forever", "local[2]", ["--ferro.eventLog.compress=true"])
        cls.killed.kill_after_jobs(40)
        cls.logs = logs
        cls.server = HistoryServer(logs, cls.scratch, 3)
        cls.addClassCleanup(cls.server.stop)

    def of(self, run, path):
        return self.server.get(f"applications/{run.application}/{path}")

    def test_all_applications_are_listed(self):
        listed = {app["id"]: app for app in self.server.get("applications")}
        self.assertEqual(set(listed), {self.plain.application, self.rolled.application, self.killed.application})
        self.assertEqual(listed[self.rolled.application]["name"], "rolled ü")
        completed = {app: listed[app]["attempts"][0]["completed"] for app in listed}
        self.assertEqual(completed, {self.plain.application: True, self.rolled.application: True,
                                     self.killed.application: False})
        self.assertTrue(all(listed[app]["attempts"][0]["appSparkVersion"].startswith("Ferro ") for app in listed))

    def test_the_rolled_log_is_in_several_files(self):
        names = os.listdir(os.path.join(self.logs, f"eventlog_v2_{self.rolled.application}"))
        self.assertGreater(sum(name.startswith("events_") and name.endswith(".zstd") for name in names), 1, names)

    def test_jobs_are_those_that_ran(self):
        for run in (self.plain, self.rolled):
            jobs = {job["jobId"]: job for job in self.of(run, "jobs")}
            self.assertEqual({number: job["status"] for number, job in jobs.items()},
                             {int(number): status for number, status in run.words("job")})
            self.assertEqual({number: len(job["stageIds"]) for number, job in jobs.items()},
                             {int(number): int(stages) for number, stages in run.words("jobstart")})
            self.assertEqual(jobs[0]["jobGroup"], "counting")
            self.assertEqual(jobs[0]["description"], "count the pairs")
            self.assertEqual(jobs[2]["numSkippedStages"], 1)
            self.assertEqual(sum(job["status"] == "FAILED" for job in jobs.values()), 1)

    def test_stages_have_their_tasks_and_their_shuffle(self):
        for run in (self.plain, self.rolled):
            stages = {(stage["stageId"], stage["attemptId"]): stage for stage in self.of(run, "stages")}
            skipped = {(int(words[0]), 0) for words in run.words("skipped")}
            heard = {(int(words[0]), int(words[1])): (int(words[2]), words[3]) for words in run.words("stage")}
            self.assertEqual({key for key, stage in stages.items() if stage["status"] == "SKIPPED"}, skipped)
            self.assertEqual({key: (stage["numTasks"], stage["status"]) for key, stage in stages.items()
                              if key not in skipped}, heard)
            written = {}
            for words in run.words("task"):
                if words[6] != "SUCCESS":
                    continue
                key = (int(words[1]), int(words[2]))
                before = written.get(key, (0, 0, 0))
                written[key] = tuple(a + b for a, b in zip(before, map(int, words[8:11])))
            for key, amounts in written.items():
                stage = stages[key]
                self.assertEqual((stage["shuffleWriteBytes"], stage["shuffleWriteRecords"], stage["shuffleReadRecords"]),
                                 amounts)
            self.assertTrue(any(amounts[0] > 0 for amounts in written.values()))

    def test_tasks_are_those_that_ran(self):
        for run in (self.plain, self.rolled):
            heard = {}
            for words in run.words("task"):
                heard.setdefault((words[1], words[2]), {})[int(words[0])] = (int(words[3]), int(words[4]), words[5], words[6])
            for (stage, attempt), tasks in heard.items():
                listed = self.of(run, f"stages/{stage}/{attempt}/taskList?length=100000")
                self.assertEqual({task["taskId"]: (task["index"], task["attempt"], task["executorId"], task["status"])
                                  for task in listed}, tasks)

    def test_a_failed_task_says_why(self):
        failed = [words for words in self.plain.words("task") if words[6] == "FAILED"]
        self.assertTrue(failed)
        listed = self.of(self.plain, f"stages/{failed[0][1]}/{failed[0][2]}/taskList")
        messages = [task["errorMessage"] for task in listed if task["status"] == "FAILED"]
        self.assertIn('seven is "bad"', messages[0])

    def test_executors_are_those_that_worked(self):
        for run, cores in ((self.plain, {"driver": 2}), (self.rolled, {"0": 1, "1": 1})):
            # One that joins after the short jobs have ended, or never, has not worked.
            worked = {words[5] for words in run.words("task")}
            executors = {executor["id"]: executor for executor in self.of(run, "allexecutors")}
            for words in run.words("task"):
                self.assertIn(words[5], executors)
            workers = {name: executor["totalCores"] for name, executor in executors.items() if executor["totalCores"] > 0}
            self.assertLessEqual(worked, set(workers))
            self.assertLessEqual(workers.items(), cores.items())
            ended = {}
            for words in run.words("task"):
                ended[words[5]] = ended.get(words[5], 0) + (words[6] == "SUCCESS")
            self.assertEqual({name: executors[name]["completedTasks"] for name in ended}, ended)
            self.assertTrue(all(executors[name]["maxMemory"] > 0 for name in ended))

    def test_storage_has_the_blocks_that_were_cached(self):
        for run in (self.plain, self.rolled):
            heard = {}
            for name, memory, disk in run.words("block"):
                rdd = int(name.split("_")[1])
                blocks, bytes_in_memory, bytes_on_disk = heard.get(rdd, (0, 0, 0))
                heard[rdd] = (blocks + 1, bytes_in_memory + int(memory), bytes_on_disk + int(disk))
            listed = self.of(run, "storage/rdd")
            self.assertEqual([rdd["name"] for rdd in listed], ["pairs"])
            self.assertEqual({rdd["id"]: (rdd["numCachedPartitions"], rdd["memoryUsed"], rdd["diskUsed"])
                              for rdd in listed}, heard)

    def test_named_accumulators_are_shown(self):
        values = [accumulator["value"] for stage in self.of(self.plain, "stages")
                  for accumulator in stage["accumulatorUpdates"] if accumulator["name"] == "rows seen"]
        self.assertEqual(values, ["100000"])

    def test_the_environment_is_shown(self):
        settings = dict(self.of(self.plain, "environment")["sparkProperties"])
        self.assertEqual(settings["ferro.master"], "local[2]")

    def test_an_application_that_was_killed_can_be_looked_at(self):
        jobs = self.of(self.killed, "jobs")
        ended = [int(number) for number, _ in self.killed.words("job")]
        # What happened in the last second may be lost.
        self.assertGreater(len(jobs), 0)
        self.assertLessEqual(sum(job["status"] == "SUCCEEDED" for job in jobs), len(ended))
        tasks = self.of(self.killed, "stages/0/0/taskList?length=1000")
        self.assertEqual(sorted(task["index"] for task in tasks), list(range(8)))


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
