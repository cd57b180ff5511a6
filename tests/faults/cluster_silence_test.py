"""Executors that are stopped: given up in time, and of no consequence when they come back."""

import os
import signal
import time

from cluster_by_hand import ByHand
from cluster_case import ClusterCase, main

# What a busy machine may add.
SLACK = 5


class SilenceTest(ByHand, ClusterCase):
    def stop_at_a_map(self, limit, **options):
        expected = self.undisturbed("shuffle")
        self.open_all_but("map")
        child = self.start("shuffle", **options)
        victim = self.await_announcements("map", child=child)[0]
        self.kill(victim.process, signal.SIGSTOP)
        stopped = time.monotonic()
        self.open("map")
        child.line_with("silent", limit=limit)
        self.assertLess(time.monotonic() - stopped, limit)
        self.assert_same_answer(child, expected)

    def test_a_stopped_executor_is_given_up_after_four_heartbeats(self):
        self.stop_at_a_map(4 * 0.3 + SLACK, settings=["--ferro.executor.heartbeatInterval=300ms"])

    def test_a_stopped_executor_is_noticed_within_15_seconds_by_default(self):
        self.stop_at_a_map(15)

    def test_a_driver_that_was_stopped_gives_no_executor_up(self):
        expected = self.undisturbed("shuffle")
        self.open_all_but("map")
        child = self.start("shuffle", settings=["--ferro.executor.heartbeatInterval=300ms"])
        busy = {a.process for a in self.await_announcements("map", count=3, child=child)}
        child.process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, child.process.pid, os.WSTOPPED | os.WNOWAIT)
        # The pause itself is what is tested: several times what a silent executor is given.
        time.sleep(4 * 0.3 * 3)
        child.process.send_signal(signal.SIGCONT)
        self.open("map")
        errors = self.assert_same_answer(child, expected)
        self.assertEqual(errors, [])
        self.assertEqual({a.process for a in self.seen("map")}, busy)

    def test_what_a_zombie_brings_late_does_not_count(self):
        expected = self.undisturbed("save")
        self.open_all_but("map", "last", "saved")
        child, zombie = self.start_with_guest("save", "map", "--ferro.executor.heartbeatInterval=300ms")
        zombie.process.send_signal(signal.SIGSTOP)
        self.open("map")
        child.line_with("silent")
        # The job still runs: its last row waits.
        self.await_announcements("last", child=child)
        zombie.process.send_signal(signal.SIGCONT)
        code, _, errors = zombie.wait()
        self.assertEqual(code, 1, errors)
        self.open("last", "saved")
        self.assert_same_answer(child, expected)
        self.assert_output_is_whole()

    def test_a_zombie_that_comes_back_after_the_job_changes_nothing(self):
        expected = self.undisturbed("save")
        self.open_all_but("map", "saved")
        child, zombie = self.start_with_guest("save", "map", "--ferro.executor.heartbeatInterval=300ms")
        zombie.process.send_signal(signal.SIGSTOP)
        self.open("map")
        self.await_announcements("saved", child=child)
        zombie.process.send_signal(signal.SIGCONT)
        code, _, errors = zombie.wait()
        self.assertEqual(code, 1, errors)
        self.open("saved")
        self.assert_same_answer(child, expected)
        self.assert_output_is_whole()


if __name__ == "__main__":
    main()
