"""Executors that are killed while they do something of use: the answer is the same as without."""

import os

from cluster_case import GATES, ClusterCase, main


class LossTest(ClusterCase):
    def kill_at(self, gate, scenario="shuffle", **options):
        """Kills the first executor that comes to the gate, then lets all others go on."""
        expected = self.undisturbed(scenario)
        self.open_all_but(gate)
        child = self.start(scenario, **options)
        victim = self.await_announcements(gate, child=child)[0]
        self.kill(victim.process)
        self.open(gate)
        errors = self.assert_same_answer(child, expected)
        self.assertIn("killed by signal 9", "\n".join(errors))
        return victim

    def test_without_a_fault_nothing_is_said_and_nothing_is_left(self):
        for scenario in ["shuffle", "cache", "cache2", "broadcast", "join", "save"]:
            with self.subTest(scenario):
                expected = self.undisturbed(scenario)
                self.open(*GATES)
                errors = self.assert_same_answer(self.start(scenario), expected)
                self.assertEqual(errors, [])
                self.close(*GATES)
                self.remove_output()

    def remove_output(self):
        output = os.path.join(self.directory, "out")
        if os.path.isdir(output):
            for name in os.listdir(output):
                os.unlink(os.path.join(output, name))
            os.rmdir(output)

    def test_killed_at_the_start_of_a_map(self):
        victim = self.kill_at("map")
        again = [a for a in self.seen("map") if a.partition == victim.partition]
        self.assertEqual(len(again), 2, "the map that was lost runs again, once")

    def test_killed_in_the_middle_of_writing_a_map_output(self):
        self.kill_at("half")

    def test_killed_while_it_reduces(self):
        self.kill_at("reduce")

    def test_killed_while_it_receives_a_broadcast(self):
        self.kill_at("decode", "broadcast")

    def test_killed_while_it_writes_a_part_of_the_output(self):
        expected = self.undisturbed("save")
        self.open_all_but("half")
        child = self.start("save")
        victim = self.await_announcements("half", child=child)[0]
        self.kill(victim.process)
        self.open("half")
        self.assert_same_answer(child, expected)
        self.assert_output_is_whole()

    def kill_between(self, scenario):
        """Kills an executor that holds cached partitions; which those were, and what was computed afterwards."""
        expected = self.undisturbed(scenario)
        self.open_all_but("map", "between")
        child = self.start(scenario)
        self.await_announcements("map", count=3, child=child)  # all executors are there
        self.open("map")
        self.await_announcements("between", child=child)
        before = self.seen("map")
        self.assertEqual(len(before), 6)
        victim = before[0].process
        self.kill(victim)
        self.open("between")
        self.assert_same_answer(child, expected)
        return [a.partition for a in before if a.process == victim], [a.partition for a in self.seen("map")[6:]]

    def test_only_the_cached_partitions_that_were_lost_are_computed_again(self):
        lost, computed = self.kill_between("cache")
        self.assertEqual(sorted(computed), sorted(lost))

    def test_nothing_is_computed_again_where_there_is_a_second_copy(self):
        _, computed = self.kill_between("cache2")
        self.assertEqual(computed, [])

    def test_killed_in_a_barrier_stage_all_tasks_run_again_together(self):
        expected = self.undisturbed("barrier")
        self.open_all_but("meet")
        child = self.start("barrier")
        meeting = self.await_announcements("meet", count=3, child=child)
        self.kill(next(a.process for a in meeting if a.partition == 0))
        again = self.await_announcements("meet", count=6, child=child)[3:]
        self.assertEqual(sorted(a.partition for a in again), [0, 1, 2])
        self.open("meet")
        self.assert_same_answer(child, expected)

    def test_two_executors_killed_one_after_the_other(self):
        expected = self.undisturbed("shuffle")
        self.open_all_but("map", "reduce")
        child = self.start("shuffle")
        first = self.await_announcements("map", child=child)[0].process
        self.kill(first)
        self.open("map")
        second = self.await_announcements("reduce", child=child)[0].process
        self.kill(second)
        self.open("reduce")
        errors = self.assert_same_answer(child, expected)
        self.assertEqual(sum("killed by signal 9" in line for line in errors), 2, errors)

    def test_all_executors_killed_at_once(self):
        expected = self.undisturbed("shuffle")
        self.open_all_but("reduce")
        child = self.start("shuffle")
        for victim in {a.process for a in self.await_announcements("reduce", count=3, child=child)}:
            self.kill(victim)
        self.open("reduce")
        self.assert_same_answer(child, expected)

    def start_random(self):
        """A job whose maps give other rows each time; each executor has run some and waits in a reducer."""
        self.open_all_but("tag", "reduce")
        child = self.start("random")
        self.await_announcements("tag", count=3, child=child)
        self.open("tag")
        return child

    def test_a_stage_that_is_not_deterministic_runs_again_as_a_whole(self):
        expected = self.undisturbed("random")
        child = self.start_random()
        victim = self.await_announcements("reduce", count=3, child=child)[0]
        self.kill(victim.process)
        child.line_with("killed by signal 9")
        self.open("reduce")
        self.assert_same_answer(child, expected)
        self.assertEqual(sorted(a.partition for a in self.seen("tag")), sorted(2 * list(range(6))))

    def test_rows_that_were_delivered_are_never_mixed_with_those_of_another_run(self):
        child = self.start_random()
        self.await_announcements("reduce", count=3, child=child)
        # One reducer delivers, and its executor takes the next one.
        os.write(self.gates["reduce"], b".")
        waiting = self.await_announcements("reduce", count=4, child=child)
        self.kill(waiting[3].process)
        child.line_with("killed by signal 9")
        self.open("reduce")
        self.assert_fails(child, "cannot be computed again with the same rows", "checkpoint")


if __name__ == "__main__":
    main()
