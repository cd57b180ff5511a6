"""How the peers' programs of the frames benchmark report: the median of three runs, and an answer to six digits."""

import json
import statistics
import time


def report(run, times=3):
    seconds = []
    for _ in range(times):
        started = time.perf_counter()
        answer = run()
        seconds.append(time.perf_counter() - started)
    print(json.dumps({"seconds": statistics.median(seconds), "answer": [f"{float(value or 0):.6g}" for value in answer]}))
