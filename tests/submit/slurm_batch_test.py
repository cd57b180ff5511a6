"""Applications that run on a real Slurm cluster without their caller: see slurm_case.py."""

import os

from slurm_case import CLUSTER, CLUSTER_PROGRAM, PROGRAM, SlurmCase, run_tests, start_cluster


class ClusterMode(SlurmCase):
    def test_driver_and_executors_are_one_job(self):
        with open(os.path.join(self.directory, "words.txt"), "w", encoding="utf-8") as file:
            file.write("some words\n")
        job = self.batch("--name", "batch", "--files", "words.txt", PROGRAM, "file", "words.txt")
        self.assertRegex(self.await_state(job, "COMPLETED"), rf"^job {job} \(batch\) is COMPLETED on .*, exit code 0\n$")
        self.assertEqual(self.output_of(job), "some words\n" * 3)
        self.assert_given_back()

    def test_the_exit_code_is_the_jobs(self):
        job = self.batch(PROGRAM, "exit", "3")
        self.assertIn("exit code 3", self.await_state(job, "FAILED"))
        self.assert_given_back()

    def test_kill_ends_the_driver_in_order(self):
        self.open_all_but("map")
        job = self.batch("--num-executors", "2", CLUSTER_PROGRAM, "shuffle", self.directory)
        processes = self.watch({announced.process for announced in self.await_announcements("map", 2)})
        self.await_state(job, "RUNNING")
        self.assertEqual(self.ask("--kill", job), (0, f"job {job} was told to end\n", ""))
        self.assert_gone_within(processes, 30)
        self.await_state(job, "CANCELLED")
        self.assert_given_back()
        CLUSTER.wait_until(lambda: not [name for name in self.left_over() if not name.startswith("ferro-logs")],
                           "the driver has removed its files")

    def test_kill_takes_a_job_that_waits_out_of_the_queue_with_its_files(self):
        job = self.batch(PROGRAM, "exit", "0", settings=["ferro.slurm.options=--begin=now+1hour"])
        self.assertIn(f"job {job} (submit_program) is PENDING: BeginTime", self.await_state(job, "PENDING: BeginTime"))
        self.assertEqual(self.ask("--kill", job)[0], 0)
        self.await_state(job, "CANCELLED")
        self.assert_given_back()

    def test_names_and_directories_may_have_spaces(self):
        self.staging = os.path.join(self.directory, "what's here")
        job = self.batch("--name", "a b", PROGRAM, "exit", "0", settings=["ferro.slurm.options=--begin=now+1hour"])
        self.assertIn(f"job {job} (a b) is PENDING: BeginTime", self.await_state(job, "PENDING: BeginTime"))
        # Nothing that somebody has named is for the shell to read.
        self.assertEqual(CLUSTER.call("scontrol", "write", "batch_script", job, "-"), '#!/bin/sh\nexec "$@"')
        self.assertEqual(self.ask("--kill", job)[0], 0)
        self.assert_given_back()
        job = self.batch("--name", "a b", PROGRAM, "exit", "3")
        self.assertIn(f"job {job} (a b) is FAILED", self.await_state(job, "FAILED"))
        self.assert_given_back()

    def test_a_supervised_driver_that_fails_is_started_again(self):
        counter = os.path.join(self.directory, "counter")
        job = self.batch("--supervise", PROGRAM, "fail-first", counter, "1")
        self.await_state(job, "COMPLETED")
        self.assertIn("it is started again", self.output_of(job))

    def test_a_supervised_driver_that_is_put_back_into_the_queue_begins_anew(self):
        self.open_all_but("map")
        job = self.batch("--supervise", "--num-executors", "2", CLUSTER_PROGRAM, "shuffle", self.directory)
        first = {announced.process for announced in self.await_announcements("map", 2)}
        processes = self.watch(first)
        CLUSTER.call("scontrol", "requeue", job)
        self.assert_gone_within(processes, 60)
        self.await_state(job, "PENDING")
        # Otherwise Slurm waits for two minutes.
        CLUSTER.call("scontrol", "update", f"jobid={job}", "starttime=now")
        self.await_announcements("map", 2, but=first)
        self.open("map")
        self.await_state(job, "COMPLETED")
        self.assert_given_back()

    def test_a_time_limit_ends_driver_and_executors_in_order(self):
        # Slurm counts in minutes, so both modes are looked at in the same one.
        limit = ["ferro.slurm.timeLimit=1"]
        self.open_all_but("map")
        client = self.submit("--num-executors", "2", CLUSTER_PROGRAM, "shuffle", self.directory, settings=limit)
        [allocation] = self.await_jobs(1)
        job = self.batch("--num-executors", "2", CLUSTER_PROGRAM, "shuffle", self.directory, settings=limit)
        processes = self.watch({announced.process for announced in self.await_announcements("map", 4)})
        self.assert_gone_within(processes, 180)
        self.await_state(job, "TIMEOUT")
        code, _, errors = client.wait()
        self.assertEqual(code, 1)
        self.assertIn(f"Slurm's job {allocation}, in which executors ran, has ended", errors[-1])
        self.assert_given_back()

    def test_a_driver_there_asks_for_executors_as_it_needs_them(self):
        self.open_all_but("map")
        job = self.batch("--num-executors", "4", "--conf", "ferro.dynamicAllocation.enabled=true",
                         "--conf", "ferro.dynamicAllocation.maxExecutors=3",
                         "--conf", "ferro.dynamicAllocation.schedulerBacklogTimeout=100ms",
                         CLUSTER_PROGRAM, "shuffle", self.directory)
        self.await_announcements("map", 3)
        steps = CLUSTER.call("squeue", "-h", "--steps", "-o", "%i %j").splitlines()
        names = sorted(line.split()[1] for line in steps if "ferro-executor" in line)
        self.assertEqual(names, ["ferro-executor-0", "ferro-executor-1", "ferro-executor-2"])
        self.open("map")
        self.await_state(job, "COMPLETED")
        self.assert_given_back()

    def test_a_job_that_is_not_there_is_said(self):
        for flag in ("--status", "--kill"):
            code, _, errors = self.ask(flag, "99999")
            self.assertEqual(code, 1)
            self.assertIn("Invalid job id", errors)
            code, _, errors = self.ask(flag, "--user=root")
            self.assertEqual(code, 1)
            self.assertIn("is no id of a job", errors)


setUpModule = start_cluster

if __name__ == "__main__":
    run_tests()
