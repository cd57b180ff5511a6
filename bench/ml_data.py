"""The tables of the ml benchmark, as Parquet with vectors in Spark's layout, so that all programs read the same files. Values
are those of 32-bit floats, kept as doubles. The same ones every time; a9a is real and is taken from a folder of data."""

import json
import os
import pathlib

SIZES = {"dense20": (1_000_000, 20), "dense500": (200_000, 500), "sparse": (300_000, 50_000), "a9a": (32_561, 123)}
PENALTIES = {"sparse": 0.1}  # times 1 / rows, where it is not 1: texts of length 1 are fitted with weaker ones
STORED = 10_000_000  # values of the sparse table, about
ROW_GROUPS = 16


def penalty(name):
    """What |w|^2 / 2 is multiplied by beside the mean loss."""
    return PENALTIES.get(name, 1.0) / SIZES[name][0]


def inverse_penalty(name):
    """scikit-learn's C for it."""
    return 1 / PENALTIES.get(name, 1.0)


def a9a_path(root):
    folder = pathlib.Path(os.environ.get("FERRO_TEST_DATA", root.parent / "shared" / "data"))
    return folder / "a9a.libsvm"


def dense(rows, columns, seed):
    """Features that go together: a few causes behind all of them, and noise."""
    import numpy

    random = numpy.random.default_rng(seed)
    causes = max(2, columns // 20)
    loadings = random.normal(size=(causes, columns))
    features = random.normal(size=(rows, causes)) @ loadings * (0.7 / causes**0.5) + random.normal(size=(rows, columns))
    features = features.astype("float32").astype("float64")
    true = random.normal(size=columns) * (2 / columns**0.5)
    labels = (random.random(rows) < 1 / (1 + numpy.exp(-(features @ true)))).astype("float64")
    return labels, features


def text_like(rows, columns, seed):
    """Words by Zipf's law, weighed by tf-idf, rows of length 1: (labels, row starts, columns, values)."""
    import numpy
    import scipy.sparse

    random = numpy.random.default_rng(seed)
    lengths = random.poisson(STORED / rows, rows) + 1
    popularity = 1 / (numpy.arange(columns) + 10.0)
    words = random.permutation(columns)[random.choice(columns, lengths.sum(), p=popularity / popularity.sum())]
    starts = numpy.concatenate([[0], numpy.cumsum(lengths)])
    counts = scipy.sparse.csr_array((numpy.ones(len(words)), words, starts), shape=(rows, columns))
    counts.sum_duplicates()
    documents = numpy.bincount(counts.indices, minlength=columns)
    values = (1 + numpy.log(counts.data)) * numpy.log((1 + rows) / (1 + documents))[counts.indices]
    norms = numpy.sqrt(numpy.add.reduceat(values**2, counts.indptr[:-1]))
    counts.data = (values / numpy.repeat(norms, numpy.diff(counts.indptr))).astype("float32").astype("float64")
    margins = counts @ (random.normal(size=columns) * (random.random(columns) < 0.2))
    labels = (random.random(rows) < 1 / (1 + numpy.exp(-4 * margins / margins.std()))).astype("float64")
    return labels, counts.indptr, counts.indices, counts.data


def read_libsvm(path):
    labels, starts, indices, values = [], [0], [], []
    for line in path.read_text().splitlines():
        label, *cells = line.split()
        labels.append(1.0 if float(label) > 0 else 0.0)
        for cell in cells:
            index, value = cell.split(":")
            indices.append(int(index) - 1)
            values.append(float(value))
        starts.append(len(indices))
    return labels, starts, indices, values


def write(path, labels, size, starts, indices, values):
    """starts and indices are None for dense rows."""
    import numpy
    import pyarrow
    import pyarrow.parquet

    rows = len(labels)
    whole = numpy.arange(0, rows * size + 1, size, dtype="int32") if starts is None else numpy.asarray(starts, "int32")
    nothing = numpy.zeros(rows + 1, "int32")
    no_nulls = numpy.full(rows, starts is None)
    parts = [
        pyarrow.array(numpy.full(rows, 1 if starts is None else 0, "int8")),
        pyarrow.array(numpy.full(rows, size, "int32"), mask=no_nulls),
        pyarrow.ListArray.from_arrays(nothing if starts is None else whole, pyarrow.array(
            numpy.zeros(0, "int32") if indices is None else numpy.asarray(indices, "int32")), mask=pyarrow.array(no_nulls)),
        pyarrow.ListArray.from_arrays(whole, pyarrow.array(numpy.asarray(values, "float64").ravel())),
    ]
    vectors = pyarrow.StructArray.from_arrays(parts, ["type", "size", "indices", "values"])
    fields = [{"name": "type", "type": "byte", "nullable": False, "metadata": {}},
              {"name": "size", "type": "integer", "nullable": True, "metadata": {}},
              {"name": "indices", "type": {"type": "array", "elementType": "integer", "containsNull": False},
               "nullable": True, "metadata": {}},
              {"name": "values", "type": {"type": "array", "elementType": "double", "containsNull": False},
               "nullable": True, "metadata": {}}]
    vector = {"type": "udt", "class": "org.apache.spark.ml.linalg.VectorUDT", "pyClass": "pyspark.ml.linalg.VectorUDT",
              "sqlType": {"type": "struct", "fields": fields}}
    schema = {"type": "struct", "fields": [{"name": "label", "type": "double", "nullable": True, "metadata": {}},
                                           {"name": "features", "type": vector, "nullable": True, "metadata": {}}]}
    table = pyarrow.table({"label": numpy.asarray(labels, "float64"), "features": vectors})
    table = table.replace_schema_metadata({"org.apache.spark.sql.parquet.row.metadata": json.dumps(schema)})
    pyarrow.parquet.write_table(table, path, row_group_size=-(-rows // ROW_GROUPS), use_dictionary=False, compression="none")


def write_csv(path, labels, features):
    import polars

    columns = {f"x{j}": features[:, j].astype("float32") for j in range(features.shape[1])}
    polars.DataFrame({**columns, "label": labels}).write_csv(path)


def make(folder, root):
    import numpy

    folder.mkdir(parents=True, exist_ok=True)
    for seed, name in enumerate(("dense20", "dense500"), 1):
        path = folder / f"{name}.parquet"
        if path.exists() and (name != "dense20" or (folder / "dense20.csv").exists()):
            continue
        labels, features = dense(*SIZES[name], seed)
        if name == "dense20":
            write_csv(folder / "dense20.csv", labels, features)
        write(path, labels, features.shape[1], None, None, features)
        numpy.save(folder / f"{name}.npy", features)
    if not (folder / "sparse.parquet").exists():
        labels, starts, indices, values = text_like(*SIZES["sparse"], 3)
        write(folder / "sparse.parquet", labels, SIZES["sparse"][1], starts, indices, values)
    if a9a_path(root).exists() and not (folder / "a9a.parquet").exists():
        labels, starts, indices, values = read_libsvm(a9a_path(root))
        write(folder / "a9a.parquet", labels, SIZES["a9a"][1], starts, indices, values)


def load(folder, name):
    """(labels, matrix): a NumPy array, or a SciPy matrix of compressed rows."""
    import numpy
    import pyarrow.parquet
    import scipy.sparse

    path = pathlib.Path(folder) / f"{name}.parquet"
    labels = pyarrow.parquet.read_table(path, columns=["label"])["label"].to_numpy()
    if path.with_suffix(".npy").exists():
        return labels, numpy.load(path.with_suffix(".npy"))
    table = pyarrow.parquet.read_table(path).combine_chunks()
    vectors = table["features"].chunk(0)
    values = vectors.field("values").flatten().to_numpy()
    starts = numpy.asarray(vectors.field("indices").offsets)
    indices = vectors.field("indices").flatten().to_numpy()
    return labels, scipy.sparse.csr_matrix((values, indices, starts), shape=SIZES[name])
