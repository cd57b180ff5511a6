"""Drivers that end early: their executors end with them, and their files go."""

import os
import signal
import stat
import subprocess
import time

from cluster_case import GATES, ClusterCase, main


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

    # --- the logs of executors ---

    def log_directories(self):
        return [os.path.join(self.local, name) for name in self.left_over() if name.startswith("ferro-logs-")]

    def start_with_umask(self, mask, **options):
        before = os.umask(mask)
        try:
            return self.start("shuffle", **options)
        finally:
            os.umask(before)

    def test_logs_are_in_a_private_directory_that_cannot_be_guessed_whatever_the_umask(self):
        for mask in (0o000, 0o022, 0o177):
            self.open_all_but("map")
            child = self.start_with_umask(mask)
            self.await_announcements("map", count=3, child=child)
            directory, = self.log_directories()
            self.assertRegex(directory, r"/ferro-logs-[-\w]+-[0-9a-f]{16}$")
            self.assertEqual(stat.S_IMODE(os.lstat(directory).st_mode), 0o700)
            for name in sorted(os.listdir(directory)):
                self.assertEqual(stat.S_IMODE(os.lstat(os.path.join(directory, name)).st_mode), 0o600, name)
            self.open("map")
            self.assertEqual(child.wait()[0], 0)
            self.assert_nothing_left()
            self.close(*GATES)
            self.seen()
            self.announcements.clear()

    def test_a_log_is_never_written_through_a_link_that_somebody_left(self):
        precious = os.path.join(self.directory, "precious")
        with open(precious, "w") as file:
            file.write("kept")
        logs = os.path.join(self.directory, "logs")
        os.mkdir(logs)
        self.open_all_but("map")
        child = self.start("shuffle", settings=[f"--ferro.executor.logs.dir={logs}",
                                                "--ferro.executor.maxNumFailures=9"])
        first = self.await_announcements("map", count=3, child=child)
        directory = os.path.join(logs, os.listdir(logs)[0])
        self.assertEqual(stat.S_IMODE(os.lstat(directory).st_mode), 0o700)
        # Number 3 replaces the one that is killed; its name is a link into another file.
        os.symlink(precious, os.path.join(directory, "executor-3.log"))
        self.kill(first[0].process)
        self.open("map")
        code, _, errors = child.wait()
        self.assertEqual(code, 0, errors)
        self.assertIn("executor-3.log", "\n".join(errors))
        with open(precious) as file:
            self.assertEqual(file.read(), "kept")

    def lose_one(self):
        self.open_all_but("map")
        child = self.start("shuffle")
        self.kill(self.await_announcements("map", child=child)[0].process)
        self.open("map")
        self.assertEqual(child.wait()[0], 0)

    def test_logs_of_lost_executors_stay_for_a_week_and_are_then_swept(self):
        self.lose_one()
        kept, = self.log_directories()
        self.assert_swept_but(kept)
        week = 7 * 24 * 3600
        os.utime(kept, (time.time() - week + 600, time.time() - week + 600))
        self.assert_swept_but(kept)
        os.utime(kept, (time.time() - week - 600, time.time() - week - 600))
        self.assert_swept_by_the_next_start()

    def assert_swept_but(self, kept):
        self.assertEqual(subprocess.run(self.command(), capture_output=True).returncode, 0)
        self.assertEqual(self.log_directories(), [kept])

    def test_the_logs_of_another_user_are_left_alone(self):
        if os.geteuid() != 0:
            self.skipTest("only root can give a directory away")
        foreign = os.path.join(self.local, "ferro-logs-app-1-0123456789abcdef")
        os.mkdir(foreign, 0o700)
        os.chown(foreign, 65534, 65534)
        os.utime(foreign, (0, 0))
        self.assert_swept_but(foreign)


if __name__ == "__main__":
    main()
