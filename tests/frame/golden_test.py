"""What show(), printSchema() and describe() print is what Spark printed: golden_test.py PROGRAM DATA GOLDEN [SETTING...]"""

import json
import pathlib
import subprocess
import sys

NOT_YET = {"titanic window: rank fare within class"}  # window functions are not there
SKIP = 77


def difference(name, expected, actual):
    lines = [f"{name}: this is not what Spark prints", "expected:", expected, "printed:", actual]
    return "\n".join(lines)


def main():
    program, data, golden, *settings = sys.argv[1:]
    texts = pathlib.Path(golden) / "frames.json"
    if not texts.exists() or not (pathlib.Path(data) / "titanic.csv").exists():
        print(f"skipped: {texts} or the data is not here; set FERRO_TEST_DATA")
        sys.exit(SKIP)
    failures = []
    for name, expected in json.loads(texts.read_text())["text"].items():
        if name in NOT_YET:
            continue
        run = subprocess.run([program, *settings, data, name], capture_output=True, text=True, timeout=100)
        if run.returncode != 0:
            failures.append(f"{name}: exit code {run.returncode}: {run.stderr.strip()}")
        elif run.stdout != expected:
            failures.append(difference(name, expected, run.stdout))
        else:
            print(f"as Spark: {name}")
    sys.exit("\n".join(failures) or 0)


main()
