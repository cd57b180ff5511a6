"""Drivers that end early: their executors end with them, and their files go."""

import os
import signal
import subprocess

from cluster_case import ClusterCase, main


class EndTest(ClusterCase):
    def start_busy(self):
        """A driver whose three executors each have a task that waits; (child, descriptors of the executors)."""
        self.open_all_but("map")
        child = self.start("shuffle", start_new_session=True)
        busy = {a.process for a in self.await_announcements("map", count=3, child=child)}
        self.assertEqual(busy, set(self.executors_of(child)))
        return child, self.watch(busy)

    def start_idle(self):
        self.open_all_but("between")
        child = self.start("cache", start_new_session=True)
        self.await_announcements("between", child=child)
        return child, self.watch(self.executors_of(child))

    def assert_swept_by_the_next_start(self):
        following = subprocess.run(self.command(), capture_output=True, text=True)
        self.assertEqual((following.returncode, following.stderr), (0, ""))
        self.assert_nothing_left()

    def kill_driver(self, child, executors):
        child.process.kill()
        self.assert_gone_within(executors, 1)
        child.wait()
        # What is left is the driver's own: executors have taken their files along.
        own = [name for name in self.left_over() if not name.startswith(f"ferro-{child.process.pid}-")]
        self.assertEqual(own, [])
        self.assert_swept_by_the_next_start()

    def test_a_killed_driver_takes_its_busy_executors_along(self):
        self.kill_driver(*self.start_busy())

    def test_a_killed_driver_takes_its_idle_executors_along(self):
        self.kill_driver(*self.start_idle())

    def end_by_signal(self, start, send, code):
        child, executors = start()
        send(child)
        self.assertEqual(child.wait(limit=10)[0], code)
        self.assert_gone_within(executors, 0)
        self.assert_nothing_left()

    def test_ctrl_c_ends_driver_and_executors(self):
        def press(child):
            os.killpg(child.process.pid, signal.SIGINT)
        self.end_by_signal(self.start_busy, press, 130)
        self.end_by_signal(self.start_idle, press, 130)

    def test_terminate_ends_driver_and_executors(self):
        self.end_by_signal(self.start_busy, lambda child: child.process.terminate(), 143)

    def test_terminate_of_the_whole_group_ends_driver_and_executors(self):
        self.end_by_signal(self.start_busy, lambda child: os.killpg(child.process.pid, signal.SIGTERM), 143)


if __name__ == "__main__":
    main()
