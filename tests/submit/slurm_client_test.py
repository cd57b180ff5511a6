"""Drivers here, their executors on a real Slurm cluster: see slurm_case.py."""

import os
import random
import signal
import time

from slurm_case import CLUSTER, CLUSTER_PROGRAM, PROGRAM, SlurmCase, run_tests, start_cluster


class ClientMode(SlurmCase):
    def start_shuffle(self, *flags, **options):
        return self.submit("--num-executors", "3", *flags, CLUSTER_PROGRAM, "shuffle", self.directory, **options)

    def assert_answer(self, child, expected):
        code, output, errors = child.wait()
        self.assertEqual((code, output), (0, expected), (errors, self.outputs()))
        self.assert_given_back()
        return "\n".join(errors)

    def test_executors_are_steps_of_one_allocation_which_is_given_back(self):
        expected = self.undisturbed("shuffle")
        self.open_all_but("map")
        child = self.start_shuffle("--name", "steps")
        maps = self.await_announcements("map", 3, child=child)
        self.assertEqual(len({announced.process for announced in maps}), 3)
        self.assertEqual([name for name, _ in CLUSTER.jobs().values()], ["steps"])
        self.open("map")
        self.assertEqual(self.assert_answer(child, expected), "")

    def test_an_executor_that_is_killed_is_replaced_and_the_answer_is_the_same(self):
        expected = self.undisturbed("shuffle")
        self.open_all_but("reduce")
        child = self.start_shuffle()
        victim = self.await_announcements("reduce", child=child)[0]
        self.kill(victim.process)
        before = {announced.process for announced in self.seen("map")}
        self.await_announcements("reduce", 3, child=child, but=[victim.process])
        self.open("reduce")
        errors = self.assert_answer(child, expected)
        self.assertRegex(errors, r"executor \d+ (ended with exit code 137|on \S+ is gone)")
        self.assertTrue({announced.process for announced in self.seen("reduce")} - before, "no executor was replaced")

    def test_a_node_that_goes_down_takes_its_executors_but_not_the_answer(self):
        expected = self.undisturbed("shuffle")
        self.open_all_but("reduce")
        child = self.start_shuffle()
        victim = self.await_announcements("reduce", child=child)[0]
        node = self.variables_of(victim.process)["SLURMD_NODENAME"]
        [end] = self.watch([victim.process])
        CLUSTER.call("scontrol", "update", f"nodename={node}", "state=down", "reason=test")
        self.assert_gone_within([end], 60)
        self.open("reduce")
        self.assert_answer(child, expected)

    def test_with_dynamic_allocation_executors_are_jobs_that_come_and_go(self):
        expected = self.undisturbed("cache")
        self.open_all_but("map", "between")
        child = self.submit("--conf", "ferro.dynamicAllocation.enabled=true",
                            "--conf", "ferro.dynamicAllocation.maxExecutors=3",
                            "--conf", "ferro.dynamicAllocation.schedulerBacklogTimeout=100ms",
                            "--conf", "ferro.dynamicAllocation.executorIdleTimeout=1s",
                            "--conf", "ferro.dynamicAllocation.cachedExecutorIdleTimeout=1s",
                            CLUSTER_PROGRAM, "cache", self.directory)
        self.await_announcements("map", 3, child=child)
        names = sorted(name for name, _ in CLUSTER.jobs().values())
        self.assertEqual(names, ["ferro-executor-0", "ferro-executor-1", "ferro-executor-2"])
        self.open("map")
        self.await_announcements("between", child=child)
        CLUSTER.wait_until(lambda: CLUSTER.jobs() == {}, "idle executors have gone")
        self.open("between")
        self.assert_answer(child, expected)

    def test_sigterm_ends_driver_executors_and_allocation(self):
        self.open_all_but("map")
        child = self.start_shuffle()
        processes = self.watch({announced.process for announced in self.await_announcements("map", 3, child=child)})
        child.process.send_signal(signal.SIGTERM)
        self.assertEqual(child.wait()[0], 143)
        self.assert_gone_within(processes, 30)
        self.assert_given_back()

    def test_a_signal_while_slurm_lets_it_wait_leaves_nothing_behind(self):
        for number, code in ((signal.SIGTERM, 143), (signal.SIGINT, 130)):
            child = self.start_shuffle(settings=["ferro.slurm.options=--begin=now+1hour"])
            CLUSTER.wait_until(lambda: [state for _, state in CLUSTER.jobs().values()] == ["PENDING"], "the job waits")
            child.process.send_signal(number)
            self.assertEqual(child.wait()[0], code)
            self.assert_given_back()

    def test_a_signal_at_any_moment_leaves_neither_job_nor_file(self):
        seed = random.randrange(1 << 30)
        moments = random.Random(seed)
        for turn in range(20):
            number = moments.choice((signal.SIGTERM, signal.SIGINT))
            child = self.submit(PROGRAM, "wait", os.path.join(self.directory, "map"))
            time.sleep(moments.uniform(0, 0.4))
            child.process.send_signal(number)
            # A negative one: before it was ready for signals, and before anything was asked for.
            self.assertIn(child.wait()[0], (128 + number, -number), f"seed {seed}, turn {turn}")
            self.assert_given_back()

    def test_scancel_ends_the_application_with_one_reason(self):
        self.open_all_but("map")
        child = self.start_shuffle()
        processes = self.watch({announced.process for announced in self.await_announcements("map", 3, child=child)})
        [job] = CLUSTER.jobs()
        CLUSTER.call("scancel", job)
        code, _, errors = child.wait()
        self.assertEqual(code, 1)
        self.assertIn(f"Slurm's job {job}, in which executors ran, has ended", errors[-1])
        self.assert_gone_within(processes, 30)
        self.assert_given_back()

    def test_each_executor_has_the_gpus_that_it_asks_for(self):
        self.open_all_but("map")
        child = self.start_shuffle("--conf", "spark.executor.resource.gpu.amount=1")
        maps = self.await_announcements("map", 3, child=child)
        places = [self.variables_of(announced.process) for announced in maps]
        self.assertEqual([place["SLURM_STEP_GPUS"] for place in places], ["0", "0", "0"])
        self.assertEqual(len({place["SLURMD_NODENAME"] for place in places}), 3, "nodes have one GPU each")
        self.open("map")
        self.assertEqual(child.wait()[0], 0)

    def test_where_paths_are_not_shared_the_program_and_its_files_are_copied_to_the_nodes(self):
        copies = os.path.join(self.directory, "copies")
        os.mkdir(copies)
        words = os.path.join(self.directory, "words.txt")
        with open(words, "w", encoding="utf-8") as file:
            file.write("some words\n")
        broadcast = f"ferro.slurm.broadcastDir={copies}"
        # One node: those of this cluster are one machine, and would copy over each other.
        code, output, errors = self.submit("--num-executors", "2", "--files", words, PROGRAM, "file", "words.txt",
                                           settings=[broadcast, "ferro.slurm.options=--nodes=1"]).wait()
        self.assertEqual((code, output, errors), (0, "some words\n" * 3, []))
        self.assertEqual(os.listdir(copies), [])
        self.open_all_but("map")
        child = self.submit("--num-executors", "2", CLUSTER_PROGRAM, "shuffle", self.directory,
                            settings=[broadcast, "ferro.slurm.options=--nodes=1"])
        for announced in self.await_announcements("map", 2, child=child):
            self.assertRegex(os.readlink(f"/proc/{announced.process}/exe"), rf"^{copies}/ferro-\d+-[0-9a-f]{{16}}/\w+$")
        child.process.send_signal(signal.SIGTERM)
        self.assertEqual(child.wait()[0], 143)
        self.assertEqual(os.listdir(copies), [])
        self.assert_given_back()

    def test_what_slurm_does_not_grant_is_said(self):
        code, _, errors = self.start_shuffle("--queue", "nowhere").wait()
        self.assertEqual(code, 1)
        self.assertIn("invalid partition", "\n".join(errors))

    def test_the_queue_is_slurms_partition(self):
        self.open_all_but("map")
        child = self.start_shuffle("--queue", "other")
        self.await_announcements("map", child=child)
        self.assertEqual(CLUSTER.call("squeue", "-h", "-o", "%P"), "other")
        self.open("map")
        self.assertEqual(child.wait()[0], 0)


setUpModule = start_cluster

if __name__ == "__main__":
    run_tests()
