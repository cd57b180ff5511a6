"""Executors that neither ferro-submit nor the driver starts: SCRIPT FERRO_SUBMIT PROGRAM [unittest arguments]"""

import os
import shutil
import socket
import subprocess
import unittest

from submit_case import LIMIT, PROGRAM, SubmitCase, run_tests


class Launchers(SubmitCase):
    def free_port(self):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            return probe.getsockname()[1]

    def start_executor(self, port, secret):
        role = dict(self.environment, FERRO_EXECUTOR_DRIVER=f"127.0.0.1:{port}", FERRO_EXECUTOR_SECRET_FILE=secret)
        return subprocess.Popen([PROGRAM], env=role, cwd=self.directory)

    def test_executors_that_come_by_themselves_do_the_work_of_an_external_master(self):
        self.run_external("--conf", "ferro.driver.bindAddress=127.0.0.1")

    def test_a_driver_that_other_machines_can_reach_speaks_tls_with_its_executors(self):
        self.run_external()

    def test_a_driver_that_other_machines_can_reach_is_not_without_a_secret(self):
        flags = ["--master", "external[1,1]", "--conf", "ferro.authenticate=false"]
        for tls in ("true", "false"):
            code, _, errors = self.run_submit(*flags, "--conf", f"ferro.ssl.rpc.enabled={tls}", PROGRAM, "sum")
            self.assertEqual(code, 1)
            self.assertIn("ferro.authenticate.allowInsecureNetwork", errors)

    def run_external(self, *flags):
        secret = self.write("secret", "f" * 64)
        os.chmod(secret, 0o600)
        port = self.free_port()
        # One is there before the driver, one comes after it.
        executors = [self.start_executor(port, secret)]
        driver = self.start("--master", "external[2,1]", "--conf", f"ferro.driver.port={port}",
                            *flags, "--conf", f"ferro.authenticate.secret.file={secret}", PROGRAM, "sum")
        executors.append(self.start_executor(port, secret))
        output, errors = driver.communicate(timeout=LIMIT)
        self.assertEqual((driver.returncode, output), (0, "499500\n"), errors)
        self.assertEqual([executor.wait(timeout=LIMIT) for executor in executors], [0, 0])

    def test_an_external_master_says_where_it_waits_and_how_to_start_an_executor(self):
        driver = self.start("--master", "external[1,1]", "--conf", "ferro.driver.bindAddress=127.0.0.1", PROGRAM, "sum")
        line = driver.stderr.readline()
        self.assertIn("waits for 1 executors", line)
        # The line is a command that works as it is.
        command = line[line.index("start one with: ") + len("start one with: "):]
        executor = subprocess.Popen(["sh", "-c", command], env=self.environment, cwd=self.directory)
        output, errors = driver.communicate(timeout=LIMIT)
        self.assertEqual((driver.returncode, output), (0, "499500\n"), errors)
        self.assertEqual(executor.wait(timeout=LIMIT), 0)

    @unittest.skipIf(shutil.which("mpirun") is None, "mpirun not found: install Debian's openmpi-bin")
    def test_of_the_processes_of_mpirun_the_first_is_the_driver_and_the_others_are_executors(self):
        shared = self.path("shared")
        command = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "3", PROGRAM, "--ferro.master=mpi",
                   f"--ferro.submit.stagingDir={shared}", "sum"]
        result = subprocess.run(command, env=self.environment, cwd=self.directory, capture_output=True, text=True,
                                stdin=subprocess.DEVNULL, timeout=LIMIT)
        self.assertEqual((result.returncode, result.stdout), (0, "499500\n"), result.stderr)
        self.assertEqual(os.listdir(shared), [])
        self.assertEqual(self.left_behind(), [])

    def test_master_mpi_without_mpirun_says_what_to_write(self):
        code, _, errors = self.run_submit("--master", "mpi", PROGRAM, "sum")
        self.assertEqual(code, 1)
        self.assertIn("write mpirun -n N PROGRAM", errors)


if __name__ == "__main__":
    run_tests()
