"""Executor processes: start, tasks, bytes between processes, a shuffle short of memory, broadcasts, a lost executor."""

import sys

from harness.measure import Bar, Benchmark, Runner

ABOUT = (
    "executors are processes on the same machine with one core each, for Spark too (`local-cluster`); the plain programs "
    "have one thread, and no limit to their memory"
)
SPARK_LIMIT = 900  # seconds


def benchmarks(root):
    built = root / "build" / "release" / "bench"

    def ferro(name, *settings, executors=2, memory="512m", engine="Ferro"):
        master = f"--ferro.master=local-cluster[{executors},1,{memory}]"
        return Runner(engine, [str(built / "cluster_ferro"), master, *settings, name])

    def plain(name, engine="plain thread"):
        return Runner(engine, [str(built / "cluster_plain"), name])

    def spark(name):
        command = [sys.executable, str(root / "bench" / "cluster_spark.py"), name]
        return Runner("Spark RDD", command, repeat=False, limit=SPARK_LIMIT)

    def broadcast(topology, engine):
        # Room for the value itself and for its pieces.
        return ferro("broadcast", f"--ferro.broadcast.topology={topology}", executors=4, memory="1g", engine=engine)

    first = [ferro("first_result"), spark("first_result")]
    for runner in first:
        runner.until_answer = True
    def partitions(side):
        # What an executor takes is in the note: its limit is 256 MB.
        return Benchmark(f"partitions_{side}", f"shuffle of {side} by {side} partitions, 256 MB for each of two executors",
                         [ferro(f"partitions_{side}", memory="256m")])

    return [
        Benchmark("first_result", "start of local-cluster[2] to first result", first, [Bar(0.5)]),
        Benchmark("empty_tasks", "10,000 empty tasks on two executors", [ferro("empty_tasks"), spark("empty_tasks")],
                  [Bar(1)]),
        Benchmark("transfer", "2 GB between two processes in blocks of 1 MB",
                  [Runner("Ferro", [str(built / "transfer_ferro")]), plain("transfer", "plain socket"),
                   plain("memcpy", "memcpy")],
                  [Bar(1 / 0.8, "plain socket")]),
        Benchmark("shuffle", "groupByKey of 2 GB, 512 MB for each of two executors",
                  [ferro("shuffle"), plain("shuffle"), spark("shuffle")], [Bar(0.1, "Spark RDD")]),
        partitions(500),
        partitions(1000),
        partitions(2000),
        Benchmark("broadcast", "broadcast of 256 MB to four executors (Ferro's default: torrent)",
                  [broadcast("torrent", "Ferro"), broadcast("chain", "Ferro, chain"), broadcast("star", "Ferro, star")]),
        Benchmark("recovery", "groupByKey of 40 M pairs, one of two executors killed half way",
                  [ferro("recovery_killed", f"--ferro.executor.logs.dir={root}/build/bench/executor-logs"),
                   ferro("recovery", engine="Ferro, undisturbed")],
                  [Bar(2, "Ferro, undisturbed")]),
    ]
