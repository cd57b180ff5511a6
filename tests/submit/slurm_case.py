"""What tests of applications on a real Slurm cluster of four nodes share: SCRIPT FERRO_SUBMIT SUBMIT_PROGRAM CLUSTER_PROGRAM
[unittest arguments]"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "faults"))
import cluster_case  # noqa: E402
from cluster_case import Child, ClusterCase  # noqa: E402
from slurm_cluster import NODES, SlurmCluster, why_not  # noqa: E402

SUBMIT, PROGRAM, CLUSTER_PROGRAM = map(os.path.abspath, sys.argv[1:4])
cluster_case.PROGRAMS.append(CLUSTER_PROGRAM)
CLUSTER = SlurmCluster(tempfile.mkdtemp(prefix="ferro-slurm-"))


def start_cluster():
    """What a test script does as its setUpModule."""
    unittest.addModuleCleanup(shutil.rmtree, CLUSTER.directory, ignore_errors=True)
    if why_not() is not None:
        raise unittest.SkipTest(why_not())
    unittest.addModuleCleanup(CLUSTER.stop)
    CLUSTER.start()


class SlurmCase(ClusterCase):
    def setUp(self):
        super().setUp()
        self.staging = os.path.join(self.directory, "staging")
        self.addCleanup(self.await_idle)

    def await_idle(self):
        for job in CLUSTER.jobs():
            CLUSTER.call("scancel", job, check=False)
        for node, state in CLUSTER.node_states().items():
            if state.startswith(("down", "drain")):
                CLUSTER.call("scontrol", "update", f"nodename={node}", "state=resume")
        CLUSTER.wait_until(lambda: CLUSTER.node_states() == {node: "idle" for node in NODES}, "the cluster is idle")

    def submit(self, *arguments, settings=()):
        settings = [f"ferro.local.dir={self.local}", f"ferro.submit.stagingDir={self.staging}",
                    "ferro.executor.memory=256m", *settings]
        flags = [word for setting in settings for word in ("--conf", setting)]
        child = Child([SUBMIT, "--master", "slurm", *flags, *arguments], env=CLUSTER.environment, cwd=self.directory)
        self.addCleanup(self.end, child)
        return child

    def ask(self, *arguments):
        result = subprocess.run([SUBMIT, "--master", "slurm", *arguments], env=CLUSTER.environment,
                                capture_output=True, text=True, timeout=60)
        return result.returncode, result.stdout, result.stderr

    def assert_given_back(self):
        """Nothing of it is in Slurm's queue, and no file of its is left."""
        CLUSTER.wait_until(lambda: CLUSTER.jobs() == {}, "all jobs have ended")
        self.assertEqual(os.listdir(self.staging) if os.path.isdir(self.staging) else [], [])

    def batch(self, *arguments, **options):
        """The id of the job that a submission in cluster mode gave."""
        code, output, errors = self.submit("--deploy-mode", "cluster", *arguments, **options).wait()
        self.assertEqual(code, 0, errors)
        return re.search(r"submitted as job (\d+)", output)[1]

    def await_jobs(self, count):
        CLUSTER.wait_until(lambda: len(CLUSTER.jobs()) == count, f"there are {count} jobs")
        return list(CLUSTER.jobs())

    def await_state(self, job, state):
        def holds():
            self.said = self.ask("--status", job)[1]
            return f"is {state}" in self.said
        CLUSTER.wait_until(holds, f"job {job} is {state}")
        return self.said

    def output_of(self, job):
        with open(os.path.join(self.directory, f"slurm-{job}.out"), encoding="utf-8") as file:
            return file.read()

    def variables_of(self, process):
        with open(f"/proc/{process}/environ", encoding="utf-8") as file:
            return dict(entry.split("=", 1) for entry in file.read().split("\0") if "=" in entry)


def run_tests():
    signal.signal(signal.SIGINT, signal.default_int_handler)
    unittest.main(module="__main__", argv=[sys.argv[0], *sys.argv[4:]])
