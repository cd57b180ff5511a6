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
    def damage(self, pattern, how, *settings):
        """Damages a file of the first shuffle when all its maps have ended and nobody has read them."""
        expected = self.undisturbed("join")
        self.open_all_but("other")
        child = self.start("join", master="local-cluster[2,1,4m]", settings=settings)
        # Both slots are taken by maps of the second shuffle, so those of the first have ended.
        self.await_announcements("other", count=2, child=child)
        maps = len(self.seen("map"))
        files = sorted(glob.glob(os.path.join(self.local, "ferro-*", pattern)))
        self.assertTrue(files, [os.listdir(folder) for folder in glob.glob(os.path.join(self.local, "*"))])
        damaged = files[0]
        how(damaged)
        self.open("other")
        self.assert_same_answer(child, expected)
        again = [a.partition for a in self.seen("map")[maps:]]
        number = int(re.search(r"shuffle_\d+_(\d+)_", damaged).group(1))
        self.assertEqual((maps, again), (6, [number]), "only the map that was lost runs again, once")

    def test_a_flipped_bit_in_compressed_data(self):
        self.damage("shuffle_*.data", flip_a_bit, "--ferro.shuffle.compress=true")

    def test_a_flipped_bit_in_plain_data(self):
        self.damage("shuffle_*.data", flip_a_bit, "--ferro.shuffle.compress=false")

    def test_data_cut_short(self):
        self.damage("shuffle_*.data", cut)

    def test_a_flipped_bit_in_an_index(self):
        self.damage("shuffle_*.index", flip_a_bit)

    def test_an_index_cut_short(self):
        self.damage("shuffle_*.index", cut)

    def test_a_file_that_somebody_removed(self):
        self.damage("shuffle_*.data", os.unlink)


if __name__ == "__main__":
    main()
