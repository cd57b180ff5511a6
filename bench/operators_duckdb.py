"""What operators_ferro times, in DuckDB with two threads: `operators_duckdb.py PREFIX` after `operators_ferro PREFIX`."""

import sys
import time

import duckdb
import pyarrow as pa

RUNS = 5
QUERIES = [
    ("100 texts, sum", "select few_texts, sum(value) from r group by 1"),
    ("50000 texts, sum and avg", "select many_texts, sum(value), avg(number) from r group by 1"),
    ("50000 ints, sum", "select many_ints, sum(value) from r group by 1"),
    ("5M pairs of ints, sum", "select pair_a, pair_b, sum(number) from r group by 1, 2"),
    ("all of it, sum and count", "select sum(number), count(*) from r"),
    ("join with 50000, sum", "select sum(weight), sum(number) from r join s on r.many_ints = s.key"),
    ("join of 5M with 5M, sum", "select sum(a.number), sum(b.number) from r a join r b on a.pair_a = b.pair_a"),
    ("sort by a double", "select * from r order by number"),
    ("sort by text and int", "select * from r order by many_texts, pair_a"),
    ("first 100 by a double", "select * from r order by number desc limit 100"),
]


def main():
    prefix = sys.argv[1]
    connection = duckdb.connect()
    connection.execute("set threads = 2")
    for name, file in (("r", "rows"), ("s", "small")):
        table = pa.ipc.open_file(f"{prefix}-{file}.arrow").read_all()
        connection.register("given", table)
        connection.execute(f"create table {name} as select * from given")
    for name, query in QUERIES:
        best = float("inf")
        best_cpu = float("inf")
        for _ in range(RUNS):
            begin = time.perf_counter()
            cpu_begin = time.process_time()
            connection.execute(f"create or replace temp table result as {query}")
            best = min(best, time.perf_counter() - begin)
            best_cpu = min(best_cpu, time.process_time() - cpu_begin)
        rows = connection.execute("select count(*) from result").fetchone()[0]
        print(f"{name:28} {best * 1000:8.1f} ms {best_cpu * 1000:8.1f} ms of CPU  {rows} rows", flush=True)


if __name__ == "__main__":
    main()
