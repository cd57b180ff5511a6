"""What is larger than one message may be: tasks, results and accumulators arrive, and executors stay."""

from cluster_case import ClusterCase, main

SMALL_MESSAGES = ["--ferro.rpc.message.maxSize=1m"]


class LimitsTest(ClusterCase):
    def assert_arrives(self, scenario, settings):
        """The answer of local mode, without a line of warning."""
        expected = self.undisturbed(scenario)
        child = self.start(scenario, master="local-cluster[2,1,256m]", settings=settings)
        errors = self.assert_same_answer(child, expected)
        self.assertEqual(errors, [])

    def test_rows_and_arguments_larger_than_a_message_travel_in_pieces(self):
        self.assert_arrives("largeBody", SMALL_MESSAGES)

    def test_accumulators_larger_than_a_message_arrive_and_end_no_executor(self):
        self.assert_arrives("largeAccumulator", SMALL_MESSAGES)

    def test_accumulators_count_as_results(self):
        child = self.start("largeAccumulator", settings=[*SMALL_MESSAGES, "--ferro.driver.maxResultSize=4m"])
        self.assert_fails(child, "ferro.driver.maxResultSize", "4m")


if __name__ == "__main__":
    main()
