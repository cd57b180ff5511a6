"""The tables of the db-benchmark with 5 million rows, as CSV and as Parquet. The same ones every time."""

import pathlib

ROWS = 5_000_000
GROUPS = 100


def make(folder: pathlib.Path):
    if (folder / "done").exists():
        return
    import numpy
    import polars

    folder.mkdir(parents=True, exist_ok=True)
    random = numpy.random.default_rng(1)

    def names(values, digits):
        return polars.Series(values).cast(polars.String).str.zfill(digits)

    def draw(most):
        return random.integers(1, most + 1, ROWS).astype("int32")

    groups = polars.DataFrame({
        "id1": "id" + names(draw(GROUPS), 3),
        "id2": "id" + names(draw(GROUPS), 3),
        "id3": "id" + names(draw(ROWS // GROUPS), 10),
        "id4": draw(GROUPS),
        "id5": draw(GROUPS),
        "id6": draw(ROWS // GROUPS),
        "v1": draw(5),
        "v2": draw(15),
        "v3": numpy.round(random.random(ROWS) * 100, 6),
    })
    groups.write_csv(folder / "groups.csv")
    groups.write_parquet(folder / "groups.parquet", compression="snappy")

    sizes = {"small": ROWS // 1_000_000, "medium": ROWS // 1_000, "big": ROWS}
    keys = {name: random.permutation(int(size * 1.1)).astype("int32") for name, size in sizes.items()}
    facts = {f"id{i}": random.choice(keys[name], ROWS) for i, name in enumerate(sizes, 1)}
    frame = polars.DataFrame({**facts, "v1": numpy.round(random.random(ROWS) * 100, 6)})
    frame.with_columns(("id" + polars.col("id2").cast(polars.String)).alias("id5")).write_parquet(folder / "joined.parquet")
    for i, (name, size) in enumerate(sizes.items(), 1):
        table = polars.DataFrame({f"id{i}": keys[name][:size], "v2": numpy.round(random.random(size) * 100, 6)})
        if name == "medium":
            table = table.with_columns(("id" + polars.col("id2").cast(polars.String)).alias("id5"))
        table.write_parquet(folder / f"{name}.parquet")
    (folder / "done").touch()
