"""Map outputs that a shuffle service holds outlive the executor that wrote them. Run with the service as the other program."""

import os
import subprocess

from cluster_by_hand import free_port
from cluster_case import PROGRAMS, ClusterCase, main


class ServiceTest(ClusterCase):
    def start_service(self, port=None):
        """Settings for those who use it."""
        port = port or free_port()
        self.port = port
        place = [f"ferro.shuffle.service.port={port}", f"ferro.local.dir={self.local}"]
        command = [PROGRAMS[1], *(word for setting in place for word in ("--conf", setting))]
        service = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.addCleanup(service.stdout.close)
        self.addCleanup(service.wait)
        self.addCleanup(service.terminate)
        self.assertIn("listens at", service.stdout.readline())
        self.service = service
        return ["--ferro.shuffle.service.enabled=true", f"--ferro.shuffle.service.port={port}"]

    def files_of_applications(self):
        return [name for name in os.listdir(self.local) if name.startswith("ferro-app-")]

    def test_no_map_runs_again_when_its_executor_is_killed(self):
        expected = self.undisturbed("shuffle")
        settings = self.start_service()
        self.open_all_but("reduce")
        child = self.start("shuffle", settings=settings)
        victim = self.await_announcements("reduce", child=child)[0]
        maps = self.seen("map")
        self.assertTrue([a for a in maps if a.process == victim.process], "the victim holds no map output")
        self.assertTrue(self.files_of_applications())
        self.kill(victim.process)
        self.open("reduce")
        code, output, errors = child.wait()
        self.assertEqual((code, output), (0, expected), errors)
        self.assertEqual(self.seen("map"), maps)
        self.assertEqual(self.files_of_applications(), [])

    def kill_service_at_the_reduce(self, *settings):
        """(child, expected output), with the maps done, the reducers waiting, and the service killed."""
        expected = self.undisturbed("shuffle")
        settings = [*self.start_service(), "--ferro.shuffle.io.retryWait=200ms", *settings]
        self.open_all_but("reduce")
        child = self.start("shuffle", settings=settings)
        self.await_announcements("reduce", child=child)
        self.service.kill()
        self.service.wait()
        return child, expected

    def assert_ends_well(self, child, expected):
        code, output, errors = child.wait()
        self.assertEqual((code, output), (0, expected), errors)

    def test_a_job_goes_on_when_the_service_is_killed_for_good(self):
        child, expected = self.kill_service_at_the_reduce()
        self.open("reduce")
        self.assert_ends_well(child, expected)

    def test_no_map_runs_again_when_the_service_is_killed_and_started_again(self):
        child, expected = self.kill_service_at_the_reduce("--ferro.shuffle.io.maxRetries=100")
        maps = self.seen("map")
        self.start_service(self.port)
        self.open("reduce")
        self.assert_ends_well(child, expected)
        self.assertEqual(self.seen("map"), maps)
        self.assertEqual(self.files_of_applications(), [])

    def test_a_job_runs_without_a_service_that_it_asked_for(self):
        expected = self.undisturbed("shuffle")
        self.open_all_but()
        settings = ["--ferro.shuffle.service.enabled=true", f"--ferro.shuffle.service.port={free_port()}"]
        child = self.start("shuffle", settings=settings)
        child.line_with("found no shuffle service")
        self.assert_ends_well(child, expected)


if __name__ == "__main__":
    main()
