"""The judge of the ml benchmark: one function in NumPy that says how good coefficients are, whoever found them."""

import json

import ml_data

TOLERANCE = 1e-6  # relative to the lowest objective that is known


class Judge:
    """The objective is mean(log(1 + exp(-y z))) + p |w|^2 / 2, z = X w, y in {-1, 1}, p as ml_data says: scikit-learn's with
    C = 1 / (n p), divided by C n, n rows; Spark's with regParam = p and standardization off. There is no intercept, since
    liblinear would penalise it. Loads the data when it is first asked."""

    def __init__(self, folder, name):
        self.folder, self.name = folder, name
        self.signs = self.matrix = self.lowest = None

    def load(self):
        labels, self.matrix = ml_data.load(self.folder, self.name)
        self.signs = 2 * labels - 1
        self.lowest = self.known_optimum(labels)

    def objective(self, coefficients):
        import numpy

        losses = numpy.logaddexp(0, -self.signs * (self.matrix @ coefficients))
        return losses.mean() + ml_data.penalty(self.name) / 2 * coefficients @ coefficients

    def known_optimum(self, labels):
        """Found once, by a solver that is asked for far more digits than anybody is judged by."""
        from sklearn.linear_model import LogisticRegression

        path = self.folder / f"{self.name}.optimum.json"
        if not path.exists():
            few = self.matrix.shape[1] <= 1000 and not hasattr(self.matrix, "nnz")
            solver = LogisticRegression(solver="newton-cholesky" if few else "newton-cg", fit_intercept=False,
                                        C=ml_data.inverse_penalty(self.name), tol=1e-9, max_iter=1000)
            path.write_text(json.dumps(self.objective(solver.fit(self.matrix, labels).coef_[0])))
        return json.loads(path.read_text())

    def __call__(self, asked):
        """`good` if the coefficients in the file that is asked about are near enough to the optimum, else `tighter`."""
        import numpy

        if self.matrix is None:
            self.load()
        value = self.objective(numpy.fromfile(asked["coefficients"], "<f8"))
        self.lowest = min(self.lowest, value)
        return "good" if value <= self.lowest * (1 + TOLERANCE) else "tighter"
