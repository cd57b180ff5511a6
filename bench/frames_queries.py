"""The questions of the frames benchmark in SQL, as DuckDB and Spark both understand them. `x` is the table, `small`, `medium` and
`big` what it is joined with. Every answer is one row of numbers."""


def answer(query, *sums):
    totals = ", ".join(f"sum({column})" for column in sums)
    return f"SELECT count(*), {totals} FROM ({query}) AS q" if sums else f"SELECT count(*) FROM ({query}) AS q"


GROUP = {
    "q1": answer("SELECT id1, sum(v1) AS v1 FROM x GROUP BY id1", "v1"),
    "q2": answer("SELECT id1, id2, sum(v1) AS v1 FROM x GROUP BY id1, id2", "v1"),
    "q3": answer("SELECT id3, sum(v1) AS v1, avg(v3) AS v3 FROM x GROUP BY id3", "v1", "v3"),
    "q4": answer("SELECT id4, avg(v1) AS v1, avg(v2) AS v2, avg(v3) AS v3 FROM x GROUP BY id4", "v1", "v2", "v3"),
    "q5": answer("SELECT id6, sum(v1) AS v1, sum(v2) AS v2, sum(v3) AS v3 FROM x GROUP BY id6", "v1", "v2", "v3"),
    "q6": answer("SELECT id4, id5, median(v3) AS m, stddev(v3) AS s FROM x GROUP BY id4, id5", "m", "s"),
    "q7": answer("SELECT id3, max(v1) - min(v2) AS r FROM x GROUP BY id3", "r"),
    "q8": answer("SELECT id6, v3 FROM (SELECT id6, v3, row_number() OVER (PARTITION BY id6 ORDER BY v3 DESC) AS n FROM x) AS o "
                 "WHERE n <= 2", "v3"),
    "q9": answer("SELECT id2, id4, pow(corr(v1, v2), 2) AS r FROM x GROUP BY id2, id4", "r"),
    "q10": answer("SELECT id1, id2, id3, id4, id5, id6, sum(v3) AS v3, count(*) AS n FROM x "
                  "GROUP BY id1, id2, id3, id4, id5, id6", "v3", "n"),
}
JOIN = {
    "j1": answer("SELECT v1, v2 FROM x JOIN small USING (id1)", "v1", "v2"),
    "j2": answer("SELECT v1, v2 FROM x JOIN medium USING (id2)", "v1", "v2"),
    "j3": answer("SELECT v1, v2 FROM x LEFT JOIN medium USING (id2)", "v1", "v2"),
    "j4": answer("SELECT v1, v2 FROM x JOIN medium USING (id5)", "v1", "v2"),
    "j5": answer("SELECT v1, v2 FROM x JOIN big USING (id3)", "v1", "v2"),
}
OTHER = {
    "distinct": answer("SELECT DISTINCT id3, id6 FROM x"),
    "topk": answer("SELECT id3, v3 FROM x ORDER BY v3 DESC, id3 LIMIT 100", "v3"),
}
ALL = {**GROUP, **JOIN, **OTHER}
