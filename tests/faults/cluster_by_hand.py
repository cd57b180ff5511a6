"""Executors that a test starts itself, with the driver's address and a secret file."""

import os
import socket

from cluster_case import PROGRAMS, Child


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class ByHand:
    """To be mixed into a ClusterCase."""

    def write_secret(self, name, text):
        path = os.path.join(self.directory, name)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(text)
        return path

    def start_driver(self, scenario, *settings, master="local-cluster[1,1,256m]"):
        """A driver at a known port with a known secret: (child, port, secret file)."""
        secret = self.write_secret("secret", "the secret of this test, long enough")
        port = free_port()
        settings = [f"--ferro.driver.port={port}", f"--ferro.authenticate.secret.file={secret}", *settings]
        return self.start(scenario, master=master, settings=settings), port, secret

    def start_guest(self, port, secret, program=None):
        environment = {**os.environ, "FERRO_EXECUTOR_DRIVER": f"127.0.0.1:{port}",
                       "FERRO_EXECUTOR_SECRET_FILE": secret, "FERRO_EXECUTOR_CORES": "1",
                       "FERRO_EXECUTOR_MEMORY": str(256 << 20)}
        guest = Child([program or PROGRAMS[0], f"--ferro.local.dir={self.local}"], env=environment)
        self.addCleanup(self.end, guest)
        return guest

    def start_with_guest(self, scenario, gate, *settings):
        """A driver with one executor of its own and a guest, each with a task that waits at the gate."""
        child, port, secret = self.start_driver(scenario, *settings)
        own = self.await_announcements(gate, child=child)[0].process
        guest = self.start_guest(port, secret)
        there = self.await_announcements(gate, child=child, but=[own])[0].process
        self.assertEqual(there, guest.process.pid)
        return child, guest
