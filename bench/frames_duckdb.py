"""The frames benchmark on DuckDB with two threads, on tables in memory: frames_duckdb.py NAME FOLDER."""

import sys

import duckdb
import frames_queries
from frames_clock import report


def load(connection, folder, name):
    groups = name in frames_queries.GROUP or name in frames_queries.OTHER or name == "sort"
    tables = {"x": "groups"} if groups else {"x": "joined", "small": "small", "medium": "medium", "big": "big"}
    for table, file in tables.items():
        connection.execute(f"CREATE TABLE {table} AS SELECT * FROM read_parquet('{folder}/{file}.parquet')")


def main():
    name, folder = sys.argv[1:]
    connection = duckdb.connect(config={"threads": 2})

    def csv():
        connection.execute(f"CREATE OR REPLACE TABLE c AS SELECT * FROM read_csv('{folder}/groups.csv')")
        return connection.execute("SELECT count(*), sum(v1) FROM c").fetchone()

    def sort():
        connection.execute("CREATE OR REPLACE TABLE s AS SELECT * FROM x ORDER BY v3")
        return connection.execute("SELECT count(*), sum(v1) FROM s").fetchone()

    def parquet():
        return connection.execute(f"SELECT count(*), sum(v3) FROM read_parquet('{folder}/groups.parquet') WHERE id4 = 7").fetchone()

    if name in ("csv", "parquet"):
        return report(csv if name == "csv" else parquet)
    load(connection, folder, name)
    report(sort if name == "sort" else lambda: connection.execute(frames_queries.ALL[name]).fetchone())


main()
