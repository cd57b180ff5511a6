"""Processes that do not belong to the application: refused with a sentence, and the job does not notice."""

import os
import shutil
import time

from cluster_by_hand import ByHand
from cluster_case import PROGRAMS, ClusterCase, main


class PeersTest(ByHand, ClusterCase):
    def refused(self, *parts, secret=None, program=None, limit=10):
        """Starts a stranger while a job waits; what it prints holds the parts, and the job ends as it should."""
        expected = self.undisturbed("shuffle")
        self.open_all_but("map")
        child, port, right = self.start_driver("shuffle")
        self.await_announcements("map", child=child)
        began = time.monotonic()
        code, output, errors = self.start_guest(port, secret or right, program).wait()
        self.assertLess(time.monotonic() - began, limit)
        self.assertEqual((code, output, len(errors)), (1, "", 1), errors)
        for part in parts:
            self.assertIn(part, errors[0])
        self.open("map")
        return self.assert_same_answer(child, expected)

    def test_a_wrong_secret_is_refused_within_two_seconds(self):
        wrong = self.write_secret("wrong", "the secret of some other test, as long")
        errors = self.refused("secret", secret=wrong, limit=2)
        self.assertEqual(len(errors), 1, "one line says who was refused")
        self.assertIn("refused a connection from 127.0.0.1", errors[0])

    def test_the_environment_of_an_executor_does_not_hold_the_secret(self):
        expected = self.undisturbed("shuffle")
        self.open_all_but("map")
        child, _, secret = self.start_driver("shuffle")
        executor = self.await_announcements("map", child=child)[0].process
        with open(f"/proc/{executor}/environ", "rb") as file:
            environment = file.read()
        with open(secret, "rb") as file:
            self.assertNotIn(file.read().strip(), environment)
        self.assertIn(b"FERRO_EXECUTOR_DRIVER", environment)
        self.open("map")
        self.assert_same_answer(child, expected)

    def test_another_program_is_refused(self):
        self.refused("another build of the program", program=PROGRAMS[1])

    def test_another_build_of_the_same_program_is_refused(self):
        copy = os.path.join(self.directory, "copy")
        shutil.copy(PROGRAMS[0], copy)
        with open(copy, "r+b") as file:
            content = file.read()
            # The note of the build-id: the owner "GNU", then the id itself.
            note = content.index(b"\x04\0\0\0\x14\0\0\0\x03\0\0\0GNU\0") + 16
            file.seek(note)
            file.write(bytes(byte ^ 0xFF for byte in content[note:note + 20]))
        self.refused("another build of the program", program=copy)

    def test_a_secret_file_that_others_can_read_is_not_used(self):
        path = self.write_secret("open", "the secret of this test, long enough")
        os.chmod(path, 0o644)
        self.refused(path, secret=path)


if __name__ == "__main__":
    main()
