"""The ml benchmark on scikit-learn with two threads, on a matrix in memory: ml_sklearn.py SOLVER NAME FOLDER. With NAME csv,
the matrix is read from a file, and that counts too."""

import os
import sys
import warnings

os.environ.setdefault("OMP_NUM_THREADS", "2")
os.environ.setdefault("POLARS_MAX_THREADS", "2")
import ml_data  # noqa: E402  (the number of threads is read when NumPy is imported)
import polars  # noqa: E402
from ml_ladder import climb  # noqa: E402
from sklearn.linear_model import LogisticRegression  # noqa: E402


def fit(matrix, labels, solver, inverse_penalty, tolerance):
    warnings.simplefilter("ignore")  # that it stopped early is what the judge is asked about
    model = LogisticRegression(solver=solver, C=inverse_penalty, fit_intercept=False, tol=tolerance, max_iter=1000,
                               random_state=1)
    model.fit(matrix, labels)
    return model.coef_[0], f"{int(model.n_iter_[0])} iterations"


def main():
    solver, name, folder = sys.argv[1:]
    file = f"{folder}/coefficients-sklearn-{solver}-{name}.f64"
    if name == "csv":
        def from_csv(tolerance):
            table = polars.read_csv(f"{folder}/dense20.csv")
            return fit(table.drop("label").to_numpy(), table["label"].to_numpy(), solver, 1.0, tolerance)
        return climb(from_csv, file)
    labels, matrix = ml_data.load(folder, name)
    climb(lambda tolerance: fit(matrix, labels, solver, ml_data.inverse_penalty(name), tolerance), file)


main()
