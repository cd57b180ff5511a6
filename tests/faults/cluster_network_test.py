"""Two hosts, each a network namespace of this test's own with a cable between them: jobs across it, with the cable cut and
mended. Only root can lay such cables."""

import os
import shutil
import subprocess
import unittest

from cluster_by_hand import ByHand
from cluster_case import PROGRAMS, Child, ClusterCase, main

PORT = 7077


def run(*command):
    return subprocess.run(command, capture_output=True, text=True)


class Cable:
    """Two namespaces and the pair of interfaces that joins them."""

    def __init__(self):
        name = f"ferro{os.getpid()}"
        self.hosts = [f"{name}a", f"{name}b"]
        self.ends = ["ferro-a", "ferro-b"]
        self.addresses = ["10.201.7.1", "10.201.7.2"]

    def lay(self):
        """Why it cannot be laid here, or nothing."""
        steps = [["ip", "netns", "add", host] for host in self.hosts]
        steps.append(["ip", "link", "add", self.ends[0], "netns", self.hosts[0], "type", "veth", "peer", "name",
                      self.ends[1], "netns", self.hosts[1]])
        for host, end, address in zip(self.hosts, self.ends, self.addresses):
            inside = ["ip", "-n", host]
            steps += [[*inside, "addr", "add", f"{address}/24", "dev", end], [*inside, "link", "set", "lo", "up"],
                      [*inside, "link", "set", end, "up"]]
        for step in steps:
            done = run(*step)
            if done.returncode != 0:
                return done.stderr.strip()
        return None

    def set(self, state):
        run("ip", "-n", self.hosts[1], "link", "set", self.ends[1], state)

    def remove(self):
        for host in self.hosts:
            run("ip", "netns", "del", host)

    def at(self, host):
        """What runs a command at a host."""
        return ["ip", "netns", "exec", self.hosts[host]]


@unittest.skipUnless(os.geteuid() == 0 and shutil.which("ip"), "only root can make network namespaces, with iproute2")
class NetworkTest(ByHand, ClusterCase):
    def setUp(self):
        super().setUp()
        self.cable = Cable()
        self.addCleanup(self.cable.remove)
        why = self.cable.lay()
        if why:
            self.skipTest("no network namespaces here: " + why)
        self.secret = self.write_secret("secret", "the secret of this test, long enough")

    def start_here(self, scenario):
        """The driver and one executor at the first host."""
        settings = [f"--ferro.driver.bindAddress={self.cable.addresses[0]}", f"--ferro.driver.port={PORT}",
                    f"--ferro.authenticate.secret.file={self.secret}", "--ferro.executor.heartbeatInterval=300ms",
                    "--ferro.shuffle.io.retryWait=100ms"]
        command = self.command(scenario, self.directory, master="local-cluster[1,1,256m]", settings=settings)
        child = Child([*self.cable.at(0), *command])
        self.addCleanup(self.end, child)
        return child

    def start_there(self):
        """An executor at the second host."""
        environment = {**os.environ, "FERRO_EXECUTOR_DRIVER": f"{self.cable.addresses[0]}:{PORT}",
                       "FERRO_EXECUTOR_SECRET_FILE": self.secret, "FERRO_EXECUTOR_CORES": "1",
                       "FERRO_EXECUTOR_MEMORY": str(256 << 20)}
        guest = Child([*self.cable.at(1), PROGRAMS[0], f"--ferro.local.dir={self.local}"], env=environment)
        self.addCleanup(self.end, guest)
        return guest

    def start_both(self, scenario, gate):
        """One task waits at the gate on each host: (driver, executor at the second host)."""
        child = self.start_here(scenario)
        own = self.await_announcements(gate, child=child)[0].process
        guest = self.start_there()
        self.await_announcements(gate, child=child, but=[own])
        return child, guest

    def test_a_job_across_two_hosts(self):
        expected = self.undisturbed("shuffle")
        self.open_all_but("map")
        child, guest = self.start_both("shuffle", "map")
        self.open("map")
        self.assert_same_answer(child, expected)
        self.assertEqual(guest.wait()[0], 0)

    def test_a_cable_cut_for_good_costs_only_the_other_host(self):
        expected = self.undisturbed("shuffle")
        self.open_all_but("map")
        child, guest = self.start_both("shuffle", "map")
        self.cable.set("down")
        self.open("map")
        child.line_with("silent")
        code, output, errors = child.wait()
        self.assertEqual((code, output), (0, expected), errors)
        self.end(guest)

    def test_a_cable_cut_between_map_and_reduce_and_mended_later(self):
        expected = self.undisturbed("shuffle")
        self.open_all_but("reduce")
        child, guest = self.start_both("shuffle", "reduce")
        self.cable.set("down")
        child.line_with("silent")
        self.cable.set("up")
        # What was given up finds nobody who listens, and ends by itself.
        self.assertEqual(guest.wait()[0], 1)
        self.open("reduce")
        self.assert_same_answer(child, expected)


if __name__ == "__main__":
    main()
