"""Damaged shuffle files of executors: only the maps whose output was lost run again, and the answer is right."""

import glob
import os
import re

from cluster_case import ClusterCase, main


def flip_a_bit(path):
    with open(path, "r+b") as file:
        middle = os.path.getsize(path) // 2
        file.seek(middle)
        byte = file.read(1)[0]
        file.seek(middle)
        file.write(bytes([byte ^ 0x10]))


def cut(path):
    os.truncate(path, os.path.getsize(path) // 2)


class DamageTest(ClusterCase):
    def damage(self, pattern, how, *settings, all_files=False):
        """Damages a file of the first shuffle, or all, when all its maps have ended and nobody has read them."""
        expected = self.undisturbed("join")
        self.open_all_but("other")
        child = self.start("join", master="local-cluster[2,1,4m]", settings=settings)
        # Both slots are taken by maps of the second shuffle, so those of the first have ended.
        self.await_announcements("other", count=2, child=child)
        maps = len(self.seen("map"))
        files = sorted(glob.glob(os.path.join(self.local, "ferro-*", pattern)))
        self.assertTrue(files, [os.listdir(folder) for folder in glob.glob(os.path.join(self.local, "*"))])
        damaged = files if all_files else files[:1]
        for path in damaged:
            how(path)
        self.open("other")
        self.assert_same_answer(child, expected)
        again = sorted(a.partition for a in self.seen("map")[maps:])
        numbers = sorted(int(re.search(r"shuffle_\d+_(\d+)_", path).group(1)) for path in damaged)
        self.assertEqual((maps, again), (6, numbers), "only the maps that were lost run again, once")
        return damaged

    def test_a_flipped_bit_in_compressed_data(self):
        self.damage("shuffle_*.data", flip_a_bit, "--ferro.shuffle.compress=true")

    def test_a_flipped_bit_in_plain_data(self):
        self.damage("shuffle_*.data", flip_a_bit, "--ferro.shuffle.compress=false")

    def test_a_flipped_bit_in_encrypted_data(self):
        self.damage("shuffle_*.data", flip_a_bit, "--ferro.io.encryption.enabled=true")

    def test_a_flipped_bit_in_encrypted_data_without_checksums(self):
        self.damage("shuffle_*.data", flip_a_bit, "--ferro.io.encryption.enabled=true",
                    "--ferro.shuffle.checksum.enabled=false")

    def test_encrypted_data_cut_short(self):
        self.damage("shuffle_*.data", cut, "--ferro.io.encryption.enabled=true")

    def test_data_cut_short(self):
        self.damage("shuffle_*.data", cut)

    def test_a_flipped_bit_in_an_index(self):
        self.damage("shuffle_*.index", flip_a_bit)

    def test_an_index_cut_short(self):
        self.damage("shuffle_*.index", cut)

    def test_a_file_that_somebody_removed(self):
        self.damage("shuffle_*.data", os.unlink)

    def test_all_files_that_are_damaged_are_found_together(self):
        damaged = self.damage("shuffle_*.data", flip_a_bit, "--ferro.stage.maxConsecutiveAttempts=2", all_files=True)
        self.assertGreater(len(damaged), 2)

    def test_all_files_that_were_removed_are_found_together(self):
        damaged = self.damage("shuffle_*.data", os.unlink, "--ferro.stage.maxConsecutiveAttempts=2", all_files=True)
        self.assertGreater(len(damaged), 2)


class CacheDamageTest(ClusterCase):
    def rot(self, master, *settings):
        """Changes a byte in every cached file and nothing else: neither size nor times."""
        expected = self.undisturbed("cacheOnDisk")
        self.open_all_but("between")
        child = self.start("cacheOnDisk", master=master, settings=settings)
        self.await_announcements("between", child=child)
        files = sorted(glob.glob(os.path.join(self.local, "ferro-*", "rdd_*")))
        self.assertEqual(len(files), 6, os.listdir(self.local))
        for path in files:
            before = os.stat(path)
            flip_a_bit(path)
            os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        self.open("between")
        errors = self.assert_same_answer(child, expected)
        self.assertEqual(len(self.seen("map")), 12, "every partition is computed again")
        return errors

    def test_bits_that_rot_in_cached_files_in_local_mode(self):
        errors = self.rot("local[2]")
        lost = [line for line in errors if "is lost and will be computed again" in line and "checksum" in line]
        self.assertEqual(len(lost), 6, errors)

    def test_bits_that_rot_in_encrypted_cached_files_in_local_mode(self):
        errors = self.rot("local[2]", "--ferro.io.encryption.enabled=true")
        lost = [line for line in errors if "is lost and will be computed again" in line and "encrypted bytes" in line]
        self.assertEqual(len(lost), 6, errors)

    def test_bits_that_rot_in_encrypted_cached_files_of_executors(self):
        self.rot("local-cluster[2,1,256m]", "--ferro.io.encryption.enabled=true")

    def test_bits_that_rot_in_cached_files_of_executors(self):
        self.rot("local-cluster[2,1,256m]")


if __name__ == "__main__":
    main()
