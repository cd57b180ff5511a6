"""Logistic regression against scikit-learn and PySpark MLlib: time to the same objective, CSV to model, and how fast a pass is."""

import sys

import ml_data
from harness.measure import Bar, Benchmark, Runner
from ml_judge import Judge

ABOUT = (
    "two threads for each; the objective is mean(log(1 + exp(-y z))) + p |w|² / 2 without intercept, p = 1 / rows, for the "
    "sparse texts 0.1 / rows. Each program is "
    "given the loosest tolerance of 0.1, 0.01, ... with which its coefficients reach the lowest known objective to 1e-6, as "
    "one judge in NumPy evaluates it; that fit's time counts. Ferro and Spark begin with a cached table of vectors, "
    "scikit-learn with its matrix; CSV to model begins with the file. Ferro's passes and the plain threads' are the best of "
    "many, on blocks of 32-bit floats"
)
SOLVERS = ["lbfgs", "newton-cholesky", "newton-cg", "liblinear", "saga"]
TITLES = {
    "dense20": "dense, 1 M × 20",
    "dense500": "dense, 200 k × 500",
    "sparse": "sparse, 300 k × 50 k, 10 M values",
    "a9a": "a9a, 33 k × 123, sparse",
    "csv": "CSV to model, 1 M × 20",
}
PASSES = {"pass20": "one fused pass, 1 M × 20", "pass500": "one fused pass, 200 k × 500"}
BARS = {
    "dense20": [Bar(0.25, "scikit-learn"), Bar(0.03, "Spark")],
    "dense500": [Bar(0.25, "scikit-learn"), Bar(0.03, "Spark")],
    "sparse": [Bar(0.5, "scikit-learn"), Bar(0.5, "Spark")],
    "a9a": [],
    "csv": [],
}
PLAIN = "Two threads that only read"
SHARE_OF_BANDWIDTH = 0.7
ITERATION_SECONDS = 200e-6


def solvers_for(name):
    if name == "csv":
        return ["lbfgs", "newton-cholesky"]
    return [solver for solver in SOLVERS if solver != "newton-cholesky" or name != "sparse"]  # 50,000² numbers


def benchmarks(root):
    folder = root / "build" / "bench" / "ml"
    bench, built = root / "bench", root / "build" / "release" / "bench"

    def prepare():
        ml_data.make(folder, root)

    def ferro(name, **options):
        command = [str(built / "ml_ferro"), "--ferro.master=local[2]", name, str(folder)]
        return Runner("Ferro", command, repeat=False, **options)

    def to_objective(name):
        judge = Judge(folder, "dense20" if name == "csv" else name)
        runners = [ferro(name, judge=judge)]
        runners += [Runner(f"scikit-learn {solver}", [sys.executable, str(bench / "ml_sklearn.py"), solver, name, str(folder)],
                           repeat=False, judge=judge, limit=60) for solver in solvers_for(name)]
        runners.append(Runner("Spark", [sys.executable, str(bench / "ml_spark.py"), name, str(folder)], repeat=False,
                              judge=judge, limit=200))
        return Benchmark(name, TITLES[name], runners, BARS[name], prepare)

    def one_pass(name):
        rows, columns = ml_data.SIZES[name.replace("pass", "dense")]
        plain = Runner(PLAIN, [str(built / "ml_plain"), str(rows), str(columns)])
        return Benchmark(name, PASSES[name], [ferro(name), plain], [Bar(round(1 / SHARE_OF_BANDWIDTH, 2), PLAIN)], prepare)

    names = [name for name in TITLES if name != "a9a" or ml_data.a9a_path(root).exists()]
    if "a9a" not in names:
        print(f"a9a: skipped, {ml_data.a9a_path(root)} is not here; set FERRO_TEST_DATA", file=sys.stderr)
    short = Benchmark("iteration", "one fused pass, 2,000 rows × 20", [ferro("iteration")], [Bar(ITERATION_SECONDS)], prepare)
    return [*map(to_objective, names), *map(one_pass, PASSES), short]
