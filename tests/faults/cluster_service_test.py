"""Map outputs that a shuffle service holds outlive the executor that wrote them. Run with the service as the other program."""

import os
import subprocess

from cluster_by_hand import free_port
from cluster_case import PROGRAMS, ClusterCase, main


class ServiceTest(ClusterCase):
    def start_service(self):
        """Settings for those who use it."""
        port = free_port()
        place = [f"ferro.shuffle.service.port={port}", f"ferro.local.dir={self.local}"]
        command = [PROGRAMS[1], *(word for setting in place for word in ("--conf", setting))]
        service = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.addCleanup(service.stdout.close)
        self.addCleanup(service.wait)
        self.addCleanup(service.terminate)
        self.assertIn("listens at", service.stdout.readline())
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


if __name__ == "__main__":
    main()
