"""Runs a fuzz target for a while: `run.py PROGRAM CORPUS RUNS`. What it finds interesting goes into a folder that is
removed afterwards, so that every run is like the first; what breaks it is kept beside the program."""

import subprocess
import sys
import tempfile
from pathlib import Path


def main():
    program, corpus, runs = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    if not any(corpus.iterdir()):
        sys.exit(f"{corpus} is empty: a fuzz target keeps a corpus")
    with tempfile.TemporaryDirectory(prefix="ferro-fuzz-") as scratch:
        command = [program, "-seed=1", f"-runs={runs}", "-max_total_time=20", "-timeout=10", "-rss_limit_mb=2048",
                   "-max_len=4096", f"-artifact_prefix={program}-", scratch, corpus]
        result = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    lines = result.stdout.decode(errors="replace").splitlines()
    print("\n".join(lines[-3:] if result.returncode == 0 else lines[-60:]))
    if result.returncode != 0:
        sys.exit(f"{program.name} failed; run it again with the file that it names above")


if __name__ == "__main__":
    main()
