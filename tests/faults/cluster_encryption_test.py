"""Temporary files of an application that is stopped in its middle: with ferro.io.encryption.enabled nobody reads a row in
them, without it everybody does."""

import os

from cluster_case import GATES, ClusterCase, main

MARKER = b"MARKER-of-the-test-for-encryption"
# Cached blocks, map outputs and runs of a sort.
KINDS = ("rdd_", "shuffle_", "spill-")


class EncryptionTest(ClusterCase):
    def files(self):
        """Path and content of every file beneath the local directory."""
        for folder, _, names in os.walk(self.local):
            for name in names:
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    yield name, file.read()

    def stop_in_the_middle(self, master, *settings):
        """Kinds of files that are there, and kinds of those with the marker in them; the application then goes on."""
        expected = self.undisturbed("marked")
        self.open_all_but("reduce")
        child = self.start("marked", master=master, settings=settings)
        self.await_announcements("reduce", count=2, child=child)
        there, marked = set(), set()
        for name, content in self.files():
            kind = next((kind for kind in KINDS if name.startswith(kind)), name)
            if content:
                there.add(kind)
            if MARKER in content:
                marked.add(kind)
        self.open("reduce")
        self.assert_same_answer(child, expected)
        return there, marked

    def check(self, master, *settings):
        for encrypt in ("false", "true"):
            with self.subTest(encrypt=encrypt):
                there, marked = self.stop_in_the_middle(master, *settings, f"--ferro.io.encryption.enabled={encrypt}")
                self.assertLessEqual(set(KINDS), there)
                self.assertEqual(marked, set() if encrypt == "true" else set(KINDS))
                self.close(*GATES)
                self.seen()
                self.announcements.clear()

    def test_files_of_a_local_application(self):
        self.check("local[2]", "--ferro.driver.memory=6m")

    def test_files_of_executors(self):
        self.check("local-cluster[2,1,6m]")

    def test_a_key_that_could_be_read_on_the_network_is_warned_of(self):
        self.open(*GATES)
        child = self.start("marked", master="local-cluster[2,1,256m]",
                           settings=("--ferro.io.encryption.enabled=true", "--ferro.driver.bindAddress=0.0.0.0",
                                     "--ferro.ssl.rpc.enabled=false"))
        code, _, errors = child.wait()
        self.assertEqual(code, 0, errors)
        self.assertEqual(len([line for line in errors if "connections without TLS" in line]), 1, errors)

    def test_with_tls_and_on_the_loopback_nothing_is_warned_of(self):
        for settings in ((), ("--ferro.driver.bindAddress=0.0.0.0",)):
            self.open(*GATES)
            child = self.start("marked", master="local-cluster[2,1,256m]",
                               settings=("--ferro.io.encryption.enabled=true", *settings))
            code, _, errors = child.wait()
            self.assertEqual((code, errors), (0, []))


if __name__ == "__main__":
    main()
